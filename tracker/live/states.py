"""A table's state as a message for programs, made once per revision and language."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from tracker.live.frames import message
from tracker.table.model import Table

KEPT: Final = 256

Tell = Callable[[Table, str], str]


class States:
    """The newest message of each table and language; ``tell`` writes its data."""

    def __init__(self, tell: Tell, *, kept: int = KEPT) -> None:
        self._tell, self._kept = tell, kept
        self._made: OrderedDict[tuple[str, str], tuple[int, bytes]] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, table: Table, language: str) -> bytes:
        """The message of ``table`` at its revision, the same bytes for everybody."""
        key = (table.id, language)
        with self._lock:
            revision, made = self._made.get(key, (-1, b""))
            if revision != table.revision:
                made = message(self._tell(table, language), id=table.revision)
                if revision < table.revision:
                    self._made[key] = (table.revision, made)
                    self._made.move_to_end(key)
                    while len(self._made) > self._kept:
                        self._made.popitem(last=False)
        return made
