"""A table's screen, rendered once per revision and audience, remembered piece by piece."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from tracker.live.frames import message
from tracker.live.pieces import Piece
from tracker.table.model import Table

KEPT: Final = 256  # screens in memory; a table that is looked at again is rendered anew


class Audience(NamedTuple):
    """For whom a screen looks the same. base: the prefix the app is mounted under, usually ""."""

    role: Literal["host", "seat", "watcher"]
    language: str
    base: str

    @property
    def can_act(self) -> bool:
        return self.role != "watcher"


def picture(audience: Audience, revision: int) -> str:
    """What a page says it shows, so that its stream need not begin with all of it: ``host-es-17``."""
    return f"{audience.role}-{audience.language}-{revision}"


@dataclass(frozen=True, slots=True)
class Screen:
    """All fragments at one revision; ``sent`` remembers the messages already made of them."""

    revision: int
    pieces: Mapping[str, Piece]
    sent: dict[int, bytes] = field(default_factory=dict)

    def since(self, revision: int) -> bytes:
        """The message for somebody who has seen ``revision``: the same bytes for all of them."""
        made = self.sent.get(revision)
        if made is None:
            new = [html for name, piece in self.pieces.items() for html in piece.since(name, revision)]
            made = message("\n".join(new), id=self.revision) if new else b""
            self.sent[revision] = made
        return made


Render = Callable[[Table, Audience], Mapping[str, str]]


class Screens:
    """The newest screen of each table and audience."""

    def __init__(self, render: Render, *, kept: int = KEPT) -> None:
        self._render, self._kept = render, kept
        self._screens: OrderedDict[tuple[str, Audience], Screen] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, table: Table, audience: Audience) -> Screen:
        """The screen of ``table`` at its revision, or of a later one that is already known."""
        key = (table.id, audience)
        with self._lock:
            known = self._screens.get(key)
            if known is None or known.revision < table.revision:
                known = self._screens[key] = _next(known, table.revision, self._render(table, audience))
            self._screens.move_to_end(key)
            while len(self._screens) > self._kept:
                self._screens.popitem(last=False)
        return known


def _next(before: Screen | None, revision: int, fragments: Mapping[str, str]) -> Screen:
    """What is as before keeps the revision at which it changed."""
    old = before.pieces if before else {}
    return Screen(
        revision, {name: Piece.of(html, revision, old.get(name)) for name, html in fragments.items()}
    )
