"""A raid as its screens look at it: who is at the table, whose turn it is, what stage it has come to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from tracker.web.presenters.cast import DEITY, Cast
from tracker.web.words import Words

SOMBRA = "sombra"
MOST = 11  # participants of a raid, the deity not counted


class Audience(Protocol):
    """Who looks: a fragment is rendered once per role and language, never per device."""

    @property
    def role(self) -> str: ...
    @property
    def base(self) -> str: ...
    @property
    def can_act(self) -> bool: ...


@dataclass(frozen=True, slots=True)
class Scene:
    """One table, one audience, one language; ``view`` is the state as the contract shows it."""

    table: Any
    view: Mapping[str, Any]
    cast: Cast
    words: Words
    role: str
    can_act: bool
    base: str = ""

    @classmethod
    def of(cls, table: Any, audience: Audience, words: Words) -> "Scene":
        cast = Cast.of(table, words)
        return cls(table, cast.view, cast, words, audience.role, audience.can_act, audience.base)

    @property
    def at(self) -> str:
        """Where the table's commands go."""
        return f"{self.base}/t/{self.table.id}"

    @property
    def status(self) -> str:
        return str(self.view["status"])

    @property
    def turn(self) -> int:
        """The number every step of this turn is guarded by."""
        return int(self.view["turn"]["number"])

    @property
    def turn_of(self) -> str | None:
        of = self.view["turn"]["of"]
        return None if of is None else str(of)

    @property
    def round(self) -> int:
        return int(self.view["round"])

    @property
    def deity(self) -> Mapping[str, Any]:
        deity: Mapping[str, Any] = self.view["deity"]
        return deity

    @property
    def options(self) -> Mapping[str, Any]:
        options: Mapping[str, Any] = self.view["options"]
        return options

    @property
    def memory(self) -> Mapping[str, Any]:
        """What this table typed before: Esbirro labels, printed numbers."""
        memory: Mapping[str, Any] = self.view.get("memory") or {}
        return memory

    @property
    def people(self) -> list[Mapping[str, Any]]:
        """Everybody but those who left before the raid began, by seat."""
        return list(self.view["participants"])

    @property
    def living(self) -> list[Mapping[str, Any]]:
        return [person for person in self.people if not person["out"]]

    @property
    def counted(self) -> bool:
        """Whether this table counts resistance at all."""
        return self.options.get("resistance") is not None

    @property
    def awake(self) -> bool:
        return bool(self.deity["awake"])

    @property
    def stage(self) -> str:
        """setup · ready (teams locked) · turn · extract · powers · closing · finished."""
        if self.status == "setup":
            return "ready" if self.deity["teams_locked"] else "setup"
        if self.status == "finished":
            return "finished"
        if self.turn_of != DEITY:
            return "turn"
        if any(power["status"] == "pending" for power in self.deity["powers"]) or self.deity["reshuffle_due"]:
            return "powers"
        return "closing" if self.deity["powers"] or self.deity["extracted"] else "extract"

    @property
    def slim(self) -> bool:
        """Whether the people stand in one line each, without keys: what the deity does needs the room."""
        return self.stage in ("extract", "powers")

    @property
    def next(self) -> tuple[str, int]:
        """Whose turn comes, and in which round: the next who isn't out; the deity always plays."""
        order = [str(who) for who in self.view["order"]]
        out = {person["id"] for person in self.people if person["out"]}
        here = order.index(self.turn_of) if self.turn_of in order else -1
        for step in range(1, len(order) + 1):
            place = here + step
            if order[place % len(order)] not in out:
                return order[place % len(order)], self.round + place // len(order)
        return DEITY, self.round

    def name(self, who: object) -> str:
        return self.cast.name(who)

    def seat(self, who: object) -> int | None:
        return self.cast.seat(who)

    def person(self, who: object) -> Mapping[str, Any] | None:
        return self.cast.person(who)

    def power(self, power: object) -> Mapping[str, Any] | None:
        """An item of this turn's queue."""
        return next((item for item in self.deity["powers"] if item["id"] == power), None)

    def pick(self, people: list[Mapping[str, Any]]) -> list[dict[str, Any]]:
        """People as a row of seats to choose from."""
        return [{"id": p["id"], "name": p["name"], "seat": p["seat"]} for p in people]


def text_length(figure: int | None) -> int:
    """How many characters a figure is wide, for the size of its type (a minus is one)."""
    return len(str(figure)) if figure is not None else 1
