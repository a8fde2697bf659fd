"""A raid's table in memory, for tests about what people read of it."""

from collections.abc import Sequence
from typing import Any

from tests.property.memory import HandClock, MemoryLog
from tracker.rules.raid import RAID
from tracker.table.model import Device, Entry, Table
from tracker.table.registry import GAMES
from tracker.table.service import Tables
from tracker.web.presenters.log import entry_text, history
from tracker.web.words import Words

ES = Words("es", strict=True)
PEOPLE = ("Ana", "Beto", "Caro", "Dani")


class FirstAlways:
    """Luck that always takes the first."""

    def pick(self, among: Sequence[str]) -> str:
        return among[0]


class Evening:
    """One table, two phones (``d1`` has opened it), one command after the other."""

    def __init__(self, names: Sequence[str] = PEOPLE, **options: Any) -> None:
        self.clock = HandClock()
        self.tables = Tables(MemoryLog(), self.clock, FirstAlways(), lambda table, revision: None, GAMES)
        self.id = self.tables.open("raid", names, {"resistance": 20, **options}, "", "d1").id

    def does(self, command: str, device: str = "d1", /, *, after: int = 5000, **fields: Any) -> "Evening":
        """A command, ``after`` milliseconds; ``power`` may be the place in the queue."""
        self.clock.passes(after)
        view = RAID.view(self.table.state)
        if command == "end-turn":
            fields.setdefault("turn", view["turn"]["number"])
        if isinstance(fields.get("power"), int):
            fields["power"] = view["deity"]["powers"][fields["power"] - 1]["id"]
        self.tables.submit(self.id, device, command, fields, key=None, role="seat")
        return self

    def until_the_deity_wakes(self) -> "Evening":
        self.does("choose-deity", name="Véspera", override=True).does("start", first="p1")
        for _ in PEOPLE:
            self.does("end-turn")
        return self

    @property
    def table(self) -> Table:
        return self.tables.get(self.id)

    @property
    def devices(self) -> list[Device]:
        return self.tables.devices(self.id)

    @property
    def last(self) -> Entry:
        return self.table.last

    def text(self, words: Words = ES) -> str:
        return entry_text(self.last, self.table, words)

    def groups(self, words: Words = ES) -> list[dict[str, Any]]:
        return history(self.tables.log(self.id), self.table, self.devices, words, offset=0)

    def line(self, entry: int | None = None) -> dict[str, Any]:
        number = self.last.entry if entry is None else entry
        return next(line for group in self.groups() for line in group["lines"] if line["entry"] == number)


def playing() -> Evening:
    return Evening().does("choose-deity", name="Véspera", override=True).does("start", first="p1")


def extracted(*esbirros: str) -> Evening:
    return (
        Evening()
        .until_the_deity_wakes()
        .does("extract", esbirros=list(esbirros or ("Garra", "sombra", "Garra")))
    )
