"""The nouns of every Atrum Arena table: people, their Reptantes and resistance, turns and order."""

from dataclasses import dataclass, field, replace
from typing import Literal
from unicodedata import combining, normalize

from tracker.rules.atrum.options import Options

TEAM = 3
Status = Literal["setup", "playing", "finished"]


def same(text: str) -> str:
    """What texts have in common that count as the same: single spaces, no case, no accents."""
    plain = "".join(mark for mark in normalize("NFKD", text.casefold()) if not combining(mark))
    return " ".join(plain.split())


@dataclass(frozen=True, slots=True)
class Person:
    """A participant. Figures are offsets: what they show is the start value plus these.

    lost: indexes of lost Reptantes, in the order of their loss. moved: offset of the one figure;
    each: offsets of the three, where each Reptante has its own. left: walked away from the game.
    """

    id: str
    name: str
    reptantes: tuple[str, ...] = ("",) * TEAM
    lost: tuple[int, ...] = ()
    moved: int = 0
    each: tuple[int, ...] = (0,) * TEAM
    left: bool = False

    @property
    def living(self) -> tuple[int, ...]:
        return tuple(which for which in range(TEAM) if which not in self.lost)

    @property
    def out_because(self) -> str | None:
        """Why this person no longer plays (D-19); None who does."""
        return "left" if self.left else None if self.living else "reptantes"

    @property
    def out(self) -> bool:
        return self.out_because is not None


@dataclass(frozen=True, slots=True)
class Result:
    """How the table says it ended."""

    winner: str
    because: str


@dataclass(frozen=True, slots=True)
class Arena:
    """The part of a table's state that every Atrum Arena game has.

    people: by seat. made: how many ids were given out, undone or not, so that none returns; tables
    that differ in nothing else are the same. number, of, round: the turn; first: who began the first
    round (None in set-up).
    """

    people: tuple[Person, ...] = ()
    made: int = field(default=0, compare=False)
    options: Options = Options()
    teams_locked: bool = False
    first: str | None = None
    round: int = 0
    number: int = 0
    of: str | None = None
    result: Result | None = None

    @property
    def status(self) -> Status:
        return "finished" if self.result else "setup" if self.first is None else "playing"

    @property
    def living(self) -> tuple[Person, ...]:
        """Who still plays, by seat."""
        return tuple(person for person in self.people if not person.out)

    @property
    def per_reptante(self) -> bool:
        return self.options.resistance_model == "per_reptante"

    @property
    def counted(self) -> bool:
        """Whether resistance is kept at all (A20: without a start value it isn't)."""
        return self.options.resistance is not None

    def person(self, id: str | None) -> Person | None:
        return next((person for person in self.people if person.id == id), None)

    def with_person(self, person: Person) -> "Arena":
        """The same table with this person as they are now."""
        return replace(
            self, people=tuple(person if other.id == person.id else other for other in self.people)
        )

    def reptante(self, person: Person, which: int) -> int:
        """The own figure of one Reptante (model per_reptante)."""
        return (self.options.resistance or 0) + person.each[which]

    def resistance(self, person: Person) -> int | None:
        """The figure a participant shows: their one number, or the sum of the living (A.2)."""
        if not self.counted:
            return None
        if self.per_reptante:
            return sum(self.reptante(person, which) for which in person.living)
        return (self.options.resistance or 0) + person.moved

    def fallen(self, person: Person) -> tuple[int, ...]:
        """The living Reptantes at 0 or below by the figures kept."""
        if not self.counted:
            return ()
        if self.per_reptante:
            return tuple(which for which in person.living if self.reptante(person, which) <= 0)
        return person.living if (self.resistance(person) or 0) <= 0 else ()

    def must_lose(self, person: Person) -> bool:
        """Whether this person has a Reptante to eliminate (D-29)."""
        return not person.out and bool(self.fallen(person))

    def order(self, *closing: str) -> tuple[str, ...]:
        """The ids in turn order from who began, then ``closing``; empty in set-up (D-08)."""
        if self.first is None:
            return ()
        ids = tuple(person.id for person in self.people)
        start = ids.index(self.first) if self.first in ids else 0
        return ids[start:] + ids[:start] + closing


def following(arena: Arena, order: tuple[str, ...], wanted: str | None = None) -> tuple[str, int]:
    """Whose turn comes after the present one, and in which round (D-08).

    Without a wish: the next in ``order`` who isn't out; past its end a round begins. With one: that
    one, and a round begins only when they stand before the present one.
    """
    here = order.index(arena.of) if arena.of in order else 0
    if wanted is not None:
        return wanted, arena.round + (order.index(wanted) < here)
    for step in range(here + 1, here + 1 + len(order)):
        who = order[step % len(order)]
        person = arena.person(who)
        if person is None or not person.out:
            return who, arena.round + (step >= len(order))
    return order[here], arena.round + 1


def repeated(
    arena: Arena, names: tuple[str, ...], owner: str | None, *, across: bool
) -> tuple[str, str | None] | None:
    """The first name that stands twice (D-05, A7), and in whose other team; blanks never do.

    across: whether teams are compared with each other. owner: whose team ``names`` are to be.
    """
    taken = {
        same(name): person.id
        for person in arena.people
        if across and person.id != owner
        for name in person.reptantes
        if same(name)
    }
    seen: set[str] = set()
    for name in names:
        key = same(name)
        if key and (key in seen or key in taken):
            return name, owner if key in seen else taken[key]
        seen.add(key)
    return None
