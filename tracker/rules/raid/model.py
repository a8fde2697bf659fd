"""The nouns of a raid (Deidades del Lumen): the deity, its turn, its Powers, and what follows from them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Literal

from tracker.rules.atrum.model import Arena, Person, same
from tracker.rules.atrum.options import ATRUM, Kind, Switch, Whole

DEITY = "deity"
SOMBRA = "sombra"
MOST = 11
EXTRACTED = 3
RESISTANCE_EACH = 30

PowerKind = Literal["single", "sombra", "coinciding"]
PowerStatus = Literal["pending", "resolved", "annulled", "skipped"]
Because = Literal["only", "reptantes", "resistance", "draw", "ask", "chosen"]

OWN_OPTIONS: dict[str, Kind] = {
    "sombra3_bonus": Whole(0, 3, unset=False),
    "added_decks": Whole(0, 9999),
    "coinciding_pairs": Switch(),
    "sombra_has_power": Switch(),
}
OPTIONS: dict[str, Kind] = ATRUM | OWN_OPTIONS


@dataclass(frozen=True, slots=True)
class RaidOptions:
    """The options only a raid has, at their defaults (DA-2, DA-3, DA-5)."""

    sombra3_bonus: int = 0
    added_decks: int | None = None
    coinciding_pairs: bool = True
    sombra_has_power: bool = False


@dataclass(frozen=True, slots=True)
class Principal:
    """Who the deity's Powers call «principal» (D-21); participant None while the table is asked."""

    participant: str | None
    because: Because
    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Power:
    """One item of the deity's queue. size: how many Esbirros coincide."""

    id: str
    kind: PowerKind
    esbirro: str
    size: int
    status: PowerStatus = "pending"


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a Power, for who looks at the queue: who annulled it, or its damage."""

    by: str | None = None
    amount: int | None = None
    printed: int | None = None
    kind: str | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Revealed:
    """What a Power turned up from the Fosa; it goes back before any other Power (D-25)."""

    power: str
    esbirros: tuple[str, ...]
    wanted: str


@dataclass(frozen=True, slots=True)
class DeityTurn:
    """What belongs to one turn of the deity and ends with it (D-20, D-31).

    drawn: whether it has extracted, were it nothing at all. shields: who lost a Reptante; bare: who
    must lose one but had the shield of it cleared.
    """

    principal: Principal | None = None
    drawn: bool = False
    extracted: tuple[str, ...] = ()
    powers: tuple[Power, ...] = ()
    revealed: Revealed | None = None
    discarded: bool = False
    shields: tuple[str, ...] = ()
    bare: tuple[str, ...] = ()
    done: tuple[tuple[str, Done], ...] = ()

    def power(self, id: str) -> Power | None:
        return next((power for power in self.powers if power.id == id), None)

    def earlier_pending(self, id: str) -> tuple[Power, ...]:
        """The pending Powers that stand before this one (D-24)."""
        ids = [power.id for power in self.powers]
        before = self.powers[: ids.index(id)] if id in ids else ()
        return tuple(power for power in before if power.status == "pending")


@dataclass(frozen=True, slots=True)
class Printed:
    """A Power's number as it was last used, so that every phone can offer it again."""

    label: str
    printed: int
    kind: str | None
    target: str


@dataclass(frozen=True, slots=True)
class Raid:
    """A raid's whole state.

    moved: the deity's offset. people_at_start: how many began (None in set-up). played: who has
    passed a first turn. powers_made: how many Powers ever stood in a queue, so that ids never return.
    labels, printed: what phones offer again.
    """

    arena: Arena = Arena()
    options: RaidOptions = RaidOptions()
    name: str = ""
    moved: int = 0
    people_at_start: int | None = None
    awake: bool = False
    stays_awake: bool = False
    turn: DeityTurn = DeityTurn()
    played: tuple[str, ...] = ()
    powers_made: int = field(default=0, compare=False)
    labels: tuple[str, ...] = ()
    printed: tuple[Printed, ...] = ()

    @property
    def order(self) -> tuple[str, ...]:
        """Turn order: people by seat from who began, the deity last (D-08)."""
        return self.arena.order(DEITY)

    @property
    def deitys_turn(self) -> bool:
        return self.arena.of == DEITY

    @property
    def people(self) -> int:
        """How many people the deity's figures go by: who began, whoever came or left later (DA-1)."""
        return len(self.arena.people) if self.people_at_start is None else self.people_at_start

    @property
    def initial(self) -> int:
        """The deity's resistance at the start: 30 for each person (D-09)."""
        return RESISTANCE_EACH * self.people

    @property
    def resistance(self) -> int:
        """The deity's resistance now; no maximum (D-32), below 0 shown as it is (D-14)."""
        return self.initial + self.moved

    @property
    def added_decks(self) -> int:
        """The decks added for the number of participants, the deity counted (D-02, DA-2, DA-14)."""
        chosen = self.options.added_decks
        return self.people // 3 if chosen is None else chosen

    @property
    def sombra_bonus(self) -> int:
        """What the extracted Sombras add to every (+) (D-23, DA-3)."""
        sombras = sum(is_sombra(esbirro) for esbirro in self.turn.extracted)
        return self.options.sombra3_bonus if sombras >= EXTRACTED else sombras

    @property
    def plus(self) -> int:
        """What every (+) adds this turn."""
        return self.added_decks + self.sombra_bonus

    @property
    def verdict(self) -> dict[str, str | None] | None:
        """What the rules propose; None in set-up and while nothing is decided (D-14, D-19)."""
        if self.arena.status == "setup":
            return None
        match self.resistance <= 0, not self.arena.living:
            case True, True:
                return {"winner": None, "because": "both"}
            case True, False:
                return {"winner": "participants", "because": "deity_expelled"}
            case False, True:
                return {"winner": DEITY, "because": "all_out"}
            case _:
                return None

    def shield(self, person: Person) -> str | None:
        """Why the deity's Powers do this person no damage: ``lost``, ``must_lose``, or None (D-28)."""
        if not self.deitys_turn:
            return None
        if person.id in self.turn.shields:
            return "lost"
        return "must_lose" if self.arena.must_lose(person) and person.id not in self.turn.bare else None

    @property
    def shielded(self) -> dict[str, str]:
        """Every shielded person who plays, with why."""
        return {person.id: why for person in self.arena.living if (why := self.shield(person))}

    def with_turn(self, turn: DeityTurn) -> "Raid":
        return replace(self, turn=turn)


def is_sombra(esbirro: str) -> bool:
    """Whether this is the one Esbirro that every table knows (A16)."""
    return same(esbirro) == SOMBRA


def matches(esbirros: Sequence[str], wanted: str) -> int:
    """How many of the revealed count as ``wanted``: its own, and Sombras, which are wild here (D-26)."""
    return sum(is_sombra(esbirro) or same(esbirro) == same(wanted) for esbirro in esbirros)


def label(power: Power) -> str:
    """Under which name a Power's number is remembered: ``A``, ``A×2``, ``sombra``; "" nameless."""
    return f"{power.esbirro}×{power.size}" if power.esbirro and power.kind == "coinciding" else power.esbirro


def queue(extracted: Sequence[str], options: RaidOptions, made: int) -> tuple[Power, ...]:
    """The Powers in the order they resolve: by Esbirro, coinciding ones last (D-24, DA-3 … DA-5).

    made: how many Powers there were before, for the ids.
    """
    items = [
        Power(f"w{made + nth}", kind, esbirro, size, status)
        for nth, (kind, esbirro, size, status) in enumerate(_items(extracted, options), start=1)
    ]
    return tuple(items)


def _items(
    extracted: Sequence[str], options: RaidOptions
) -> Iterator[tuple[PowerKind, str, int, PowerStatus]]:
    sombras = [esbirro for esbirro in extracted if is_sombra(esbirro)]
    if len(sombras) == EXTRACTED:
        yield "coinciding", SOMBRA, EXTRACTED, "pending"
        return
    for esbirro in extracted:
        if is_sombra(esbirro):
            yield "sombra", SOMBRA, 1, "pending" if options.sombra_has_power else "resolved"
        else:
            yield "single", esbirro, 1, "pending"
    named = sorted((esbirro for esbirro in extracted if esbirro and not is_sombra(esbirro)), key=same)
    pairs = [first for first, second in pairwise(named) if same(first) == same(second)]
    if pairs and (len(pairs) == 2 or options.coinciding_pairs):
        yield "coinciding", pairs[0], len(pairs) + 1, "pending"


def principal(raid: Raid) -> tuple[Principal | None, tuple[str, ...]]:
    """Who the principal would be now, and, when a draw must say it, among whom (D-21).

    A draw's Principal has no participant yet; None when nobody lives.
    """
    living = raid.arena.living
    if len(living) <= 1:
        return (Principal(living[0].id, "only", (living[0].id,)) if living else None), ()
    most = max(len(person.living) for person in living)
    tied = [person for person in living if len(person.living) == most]
    if len(tied) == 1:
        return Principal(tied[0].id, "reptantes", tuple(person.id for person in living)), ()
    among = tuple(person.id for person in tied)
    if not raid.arena.counted:
        return Principal(None, "ask", among), ()
    highest = max(raid.arena.resistance(person) or 0 for person in tied)
    still = tuple(person.id for person in tied if raid.arena.resistance(person) == highest)
    if len(still) == 1:
        return Principal(still[0], "resistance", among), ()
    return Principal(None, "draw", still), still
