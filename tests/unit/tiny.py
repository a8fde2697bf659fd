"""A game of a few lines for the tests of the table: one pot, people with a figure, and turns."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from tracker.rules.kernel import (
    Amount,
    By,
    CardName,
    Chance,
    Game,
    Moved,
    PersonName,
    Reduction,
    Refusal,
    Rolled,
)


@dataclass(frozen=True, slots=True)
class Tiny:
    people: tuple[str, ...] = ()
    figures: tuple[tuple[str, int], ...] = ()
    number: int = 0
    shield: bool = False


@dataclass(frozen=True, slots=True)
class Damage:
    participant: str
    amount: Amount
    reductions: dict[str, Reduction] | None = None
    cause: Literal["deity", "other"] = "other"
    power: str | None = None
    names: tuple[CardName, ...] = ()
    fast: bool = False
    value: Any = None


@dataclass(frozen=True, slots=True)
class Correct:
    target: str
    by: By | None = None
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    sides: int = 6


@dataclass(frozen=True, slots=True)
class Start:
    pass


@dataclass(frozen=True, slots=True)
class Restart:
    pass


@dataclass(frozen=True, slots=True)
class Shield:
    on: bool = False
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class EndTurn:
    turn: int


@dataclass(frozen=True, slots=True)
class Rename:
    name: PersonName


@dataclass(frozen=True, slots=True)
class Joined:
    name: str


@dataclass(frozen=True, slots=True)
class Numbered:
    number: int


@dataclass(frozen=True, slots=True)
class Shielded:
    on: bool


@dataclass(frozen=True, slots=True)
class Restarted:
    pass


def _open(names: Sequence[str], options: Mapping[str, Any], chance: Chance) -> tuple[Any, ...]:
    if "odd" in options:
        raise Refusal("bad_request", field="odd")
    return tuple(Joined(name) for name in names)


def _objections(tiny: Tiny, command: Any) -> Iterator[Refusal]:
    match command:
        case Damage(participant=who) if who not in tiny.people:
            yield Refusal("no_such_participant", participant=who)
        case Damage(cause="deity") if tiny.shield or _figure(tiny, command.participant) <= 0:
            yield Refusal("shielded", "tiny/shield", participant=command.participant)
        case EndTurn(turn=turn) if turn != tiny.number:
            yield Refusal("turn_already_passed", turn=tiny.number)
        case Shield(turn=turn) if turn is not None and turn != tiny.number:
            yield Refusal("already_done")


def _decide(tiny: Tiny, command: Any, chance: Chance) -> tuple[Any, ...]:
    match command:
        case Damage(participant=who, amount=amount):
            return (Moved(who, -amount),)
        case Correct(target=who, by=by, to=to):
            delta = by if by is not None else (to or 0) - _figure(tiny, who)
            return (Moved(who, delta),) if delta else ()
        case Roll(sides=sides):
            among = tuple(str(side + 1) for side in range(sides))
            return (Rolled(among, chance.pick(among)),)
        case Shield(on=on):
            return (Shielded(on),) if on != tiny.shield else ()
        case Start() | EndTurn():
            return (Numbered(tiny.number + 1),)
        case Restart():
            return (Restarted(),)
        case Rename(name=name):
            return (Joined(name),)
    raise AssertionError(command)


def _evolve(tiny: Tiny, event: Any) -> Tiny:
    match event:
        case Moved(counter=who, by=by):
            moved = {who: _figure(tiny, who) - START + by}
            return replace(tiny, figures=tuple(sorted((dict(tiny.figures) | moved).items())))
        case Joined(name=name):
            return replace(tiny, people=(*tiny.people, name))
        case Numbered(number=number):
            return replace(tiny, number=number)
        case Shielded(on=on):
            return replace(tiny, shield=on)
        case Restarted():
            return Tiny(tiny.people)
    return tiny


START = 20


def _figure(tiny: Tiny, who: str) -> int:
    return START + dict(tiny.figures).get(who, 0)


TINY: Game[Tiny] = Game(
    name="tiny",
    commands={
        "damage": Damage,
        "correct": Correct,
        "roll": Roll,
        "start": Start,
        "restart": Restart,
        "shield": Shield,
        "end-turn": EndTurn,
        "add-participant": Rename,
    },
    events=(Moved, Rolled, Joined, Numbered, Shielded, Restarted),
    counters=frozenset({"damage", "correct", "roll"}),
    blank=Tiny(),
    open=_open,
    objections=_objections,
    decide=_decide,
    evolve=_evolve,
    view=lambda tiny: {"round": 1, "turn": {"number": tiny.number, "of": None}},
    figure=_figure,
    facts=lambda before, command, events: {},
    steps_too=lambda command: isinstance(command, Damage) and command.power is not None,
)


class First:
    """Luck that always takes the first."""

    def pick(self, among: Sequence[str], /) -> str:
        return among[0]
