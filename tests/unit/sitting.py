"""A table of the tiny game, and phones that send it commands."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.property.memory import HandClock, MemoryLog
from tests.unit.tiny import TINY, First
from tracker.rules.kernel import Refusal
from tracker.table.model import Outcome, Role, Table
from tracker.table.service import Tables

GAMES = {"tiny": TINY}


class Sitting:
    """One table with its service; ``do`` is a phone's command."""

    def __init__(self, log: Any = None) -> None:
        self.log = log or MemoryLog()
        self.clock = HandClock()
        self.said: list[tuple[str, int]] = []
        self.tables = self.process()
        self.id = self.tables.open("tiny", ["Ana", "Beto"], {}, "", "host").id

    def process(self) -> Tables:
        """Another process over the same log."""
        return Tables(self.log, self.clock, First(), lambda t, r: self.said.append((t, r)), GAMES)

    def do(
        self,
        command: str,
        phone: str = "host",
        /,
        *,
        key: str | None = None,
        role: Role = "seat",
        by: Tables | None = None,
        **fields: Any,
    ) -> Outcome:
        return (by or self.tables).submit(self.id, phone, command, fields, key=key, role=role)

    def tap(self, who: str = "Ana", amount: int = 1, device: str = "host", **more: Any) -> Outcome:
        return self.do("damage", device, participant=who, amount=amount, **more)

    @property
    def table(self) -> Table:
        return self.tables.get(self.id)

    def shows(self, who: str = "Ana") -> int:
        return TINY.figure(self.table.state, who)


def refused(ask: Callable[..., Any], *args: Any, **more: Any) -> Refusal:
    with pytest.raises(Refusal) as refusal:
        ask(*args, **more)
    return refusal.value
