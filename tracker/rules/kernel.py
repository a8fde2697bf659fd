"""What every game is made of: a value with its commands, its events, objections, decide and evolve."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Annotated, Any, Generic, Protocol, TypeVar

S = TypeVar("S")

# --- What the fields of a command may hold -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Bounds:
    """The whole numbers a field takes, both ends included; outside → ``amount_out_of_range``."""

    low: int
    high: int
    zero: bool = True


@dataclass(frozen=True, slots=True)
class Length:
    """How many code points a text takes, both ends included; outside → ``bad_name``."""

    low: int
    high: int


Amount = Annotated[int, Bounds(1, 9999)]
By = Annotated[int, Bounds(-9999, 9999, zero=False)]
To = Annotated[int, Bounds(-9999, 9999)]
Reduction = Annotated[int, Bounds(0, 9999)]
PersonName = Annotated[str, Length(1, 24)]
ThingName = Annotated[str, Length(1, 60)]  # deities, Esbirros
CardName = Annotated[str, Length(0, 60)]  # Reptantes, relics, schemes
Note = Annotated[str, Length(0, 200)]


# --- Refusals ----------------------------------------------------------------------------------


class Weight(IntEnum):
    """Which of several refusals is told first: the lowest."""

    SHAPE = 0
    UNKNOWN_ID = 1
    STATUS = 2
    LATE = 3
    PLAIN = 4
    RULE = 5


SHAPES = ("bad_request", "amount_out_of_range", "bad_name")
UNKNOWN_IDS = (
    "no_such_participant",
    "no_such_reptante",
    "no_such_power",
    "no_such_relic",
    "no_such_reminder",
    "no_such_scheme",
    "no_such_entry",
    "no_such_device",
)
STATUSES = ("already_finished", "not_started", "not_in_setup")
LATE = ("turn_already_passed", "already_done")
RULES = (
    "teams_locked",
    "teams_first",
    "reptante_repeated",
    "reptante_pending",
    "participant_out",
    "shielded",
    "deity_awake",
    "not_deitys_turn",
    "principal_fixed",
    "coinciding_not_annullable",
    "already_annulled",
    "extract_first",
    "extract_three",
    "already_extracted",
    "reshuffle_first",
    "not_pending",
    "powers_in_order",
    "powers_pending",
    "discard_first",
    "not_your_relic_phase",
    "relic_retired",
    "relic_already_active",
    "show_your_hand",
    "effect_not_resolved",
    "no_powers_in_relic_phase",
    "relic_names_repeated",
    "scheme_not_set_in_motion",
    "not_ongoing",
)
_WEIGHTS: Mapping[str, Weight] = {
    **dict.fromkeys(SHAPES, Weight.SHAPE),
    **dict.fromkeys(UNKNOWN_IDS, Weight.UNKNOWN_ID),
    **dict.fromkeys(STATUSES, Weight.STATUS),
    **dict.fromkeys(LATE, Weight.LATE),
    **dict.fromkeys(RULES, Weight.RULE),
}


class Refusal(Exception):  # noqa: N818  a refusal is an answer, not an error of the program
    """Why a command is not done: a code, the facts its sentence needs, the rule that says so.

    code: one of the contract's refusal codes. facts: what the sentence mentions (ids, numbers).
    rule: the look-up entry that explains it, e.g. ``raid/awake``; "" where no rule stands behind it.
    """

    def __init__(self, code: str, rule: str = "", **facts: Any) -> None:
        super().__init__(code)
        self.code, self.rule, self.facts = code, rule, facts

    @property
    def weight(self) -> Weight:
        """Its place among several; codes without a group of their own are plain."""
        return _WEIGHTS.get(self.code, Weight.PLAIN)

    @property
    def gives_way(self) -> bool:
        """Whether a deliberate override passes it: true for the rules of the games alone."""
        return self.weight is Weight.RULE

    @property
    def order(self) -> tuple[int, int]:
        return (self.weight, RULES.index(self.code) if self.gives_way else 0)


# --- Figures -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moved:
    """A figure went up or down: the only event that changes a counter, in every game.

    counter: the figure's element id, e.g. ``p1-resistance``. by: the delta, already reduced.
    which: the Reptante (0…2) whose own figure moved, where each has one.
    """

    counter: str
    by: int
    which: int | None = None


@dataclass(frozen=True, slots=True)
class Rolled:
    """Dice or a draw came up; changes no state. among: what could have; outcome: what did."""

    among: tuple[str, ...]
    outcome: str


# --- A game ------------------------------------------------------------------------------------


class Chance(Protocol):
    """Where luck comes from: handed in, so that rules stay pure."""

    def pick(self, among: Sequence[str], /) -> str:
        """One of ``among`` (never empty), each as likely."""
        ...


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """A game is a value: what can be wished, what can have happened, and four functions.

    open(names, options, chance) → the opening events; raises Refusal (shape, number of people).
    objections(state, command) → every refusal that applies, in any order; lazily.
    decide(state, command, chance) → what happens, given that nothing objects or all gave way.
    evolve(state, event) → the next state; never refuses. ``blank`` is the state before opening.
    view(state) → the state as the contract shows it (JSON-ready).
    figure(state, counter) → the number that counter shows now; 0 where it isn't there.
    facts(before, command, events) → what a log entry tells besides its changes (JSON-ready).
    steps_too(command) → whether this instance of a counter command is a step after all.
    spent(state, event) → what stays of an event taken back: the ids it gave out are not given again.
    """

    name: str
    commands: Mapping[str, type]
    events: tuple[type, ...]
    counters: frozenset[str]
    blank: S
    open: Callable[[Sequence[str], Mapping[str, Any], Chance], tuple[Any, ...]]
    objections: Callable[[S, Any], Iterator[Refusal]]
    decide: Callable[[S, Any, Chance], tuple[Any, ...]]
    evolve: Callable[[S, Any], S]
    view: Callable[[S], dict[str, Any]]
    figure: Callable[[S, str], int]
    facts: Callable[[S, Any, tuple[Any, ...]], dict[str, Any]]
    steps_too: Callable[[Any], bool] = field(default=lambda _command: False)
    spent: Callable[[S, Any], S] = field(default=lambda state, _event: state)


@dataclass(frozen=True, slots=True)
class Decision:
    """What a command leads to. overridden: whether a rule really gave way."""

    events: tuple[Any, ...]
    overridden: bool = False


def decide(game: Game[S], state: S, command: Any, chance: Chance, *, override: bool = False) -> Decision:
    """What happens when ``command`` is wished for in ``state``.

    Raises the weightiest Refusal of all that apply; the other rules' codes stand in its
    ``facts["also"]``. With ``override`` the rules give way, all at once; nothing else does. A command
    that does something else under override says so by a field of that name, which is set here.
    """
    if override and hasattr(command, "override"):
        command = replace(command, override=True)
    objections = sorted(game.objections(state, command), key=lambda refusal: refusal.order)
    if objections and not (override and all(refusal.gives_way for refusal in objections)):
        first = objections[0]
        also = list(dict.fromkeys(o.code for o in objections[1:] if o.code != first.code))
        if also and first.gives_way:
            first.facts["also"] = also
        raise first
    return Decision(game.decide(state, command, chance), overridden=bool(objections))


def fold(game: Game[S], state: S, events: Sequence[Any]) -> S:
    """The state after ``events``, in order."""
    for event in events:
        state = game.evolve(state, event)
    return state
