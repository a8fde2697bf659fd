"""A raid for unit tests: commands go straight through the rules, luck comes up as told."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from tracker.rules.kernel import Refusal, decide, fold
from tracker.rules.raid import RAID
from tracker.rules.raid.model import Raid


class Luck:
    """Always the last of those who could come up."""

    def pick(self, among: Sequence[str], /) -> str:
        return among[-1]


class Table:
    """People p1…pn at a raid. ``begun``: p1's first turn runs."""

    def __init__(self, people: int = 3, *, begun: bool = True, **options: Any) -> None:
        names = [f"Jugador {nth}" for nth in range(1, people + 1)]
        events = RAID.open(names, {"resistance": 20} | options, Luck())
        self.raid: Raid = fold(RAID, RAID.blank, events)
        self.facts: Mapping[str, Any] = {}
        self.overridden = self.written = False
        if begun:
            self.does("start", first="p1")

    def does(self, name: str, /, *, override: bool = False, **fields: Any) -> "Table":
        command = RAID.commands[name](**fields)
        decision = decide(RAID, self.raid, command, Luck(), override=override)
        self.facts = RAID.facts(self.raid, command, decision.events)
        self.raid = fold(RAID, self.raid, decision.events)
        self.overridden, self.written = decision.overridden, bool(decision.events)
        return self

    def refuses(self, name: str, /, *, override: bool = False, **fields: Any) -> tuple[str, ...]:
        """The codes, the told one first."""
        with pytest.raises(Refusal) as refused:
            self.does(name, override=override, **fields)
        return refused.value.code, *refused.value.facts.get("also", [])

    def passes(self, **fields: Any) -> "Table":
        return self.does("end-turn", turn=self.raid.arena.number, **fields)

    def to_the_deity(self) -> "Table":
        return self.passes(next="deity")

    def extracts(self, *esbirros: str, **fields: Any) -> "Table":
        return self.does("extract", esbirros=esbirros, **fields)

    def resolves_all(self) -> "Table":
        for power in self.view["deity"]["powers"]:
            if power["status"] == "pending":
                self.does("resolve", power=power["id"])
        return self

    @property
    def view(self) -> dict[str, Any]:
        return RAID.view(self.raid)

    @property
    def deity(self) -> dict[str, Any]:
        deity: dict[str, Any] = self.view["deity"]
        return deity

    @property
    def turn(self) -> tuple[int, str, int]:
        """Round, whose, number."""
        view = self.view
        return view["round"], view["turn"]["of"], view["turn"]["number"]

    @property
    def statuses(self) -> list[str]:
        return [power["status"] for power in self.deity["powers"]]

    def person(self, id: str) -> dict[str, Any]:
        return next(person for person in self.view["participants"] if person["id"] == id)

    def all_that(self, key: str) -> list[str]:
        """The ids of the people for whom this holds."""
        return [person["id"] for person in self.view["participants"] if person[key]]

    def loses(self, id: str, times: int = 1, **fields: Any) -> "Table":
        for _ in range(times):
            self.does("lose-reptante", participant=id, **fields)
        return self
