"""What people at an Atrum Arena table can wish for, and what can have happened."""

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from tracker.rules.atrum.options import Value
from tracker.rules.kernel import Amount, Bounds, By, CardName, Note, PersonName, Reduction, To

When = Literal["setup", "before_the_end", "playing", "always"]
Cause = Literal["power", "deity", "relic", "other"]
AttackKind = Literal["attack", "tactical"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A wish. ``when``: in which status of the game it can be had."""

    when: ClassVar[When] = "playing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(Command):
    """A wish that happens once. turn: the turn number its sender saw, where they say it."""

    turn: int | None = None


# --- Commands: people and the table -------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class AddParticipant(Step):
    when: ClassVar[When] = "before_the_end"
    name: PersonName
    reptantes: tuple[CardName, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RenameParticipant(Step):
    when: ClassVar[When] = "before_the_end"
    participant: str
    name: PersonName


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveParticipant(Step):
    when: ClassVar[When] = "before_the_end"
    participant: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveParticipant(Step):
    when: ClassVar[When] = "setup"
    participant: str
    seat: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class SetReptantes(Step):
    when: ClassVar[When] = "before_the_end"
    participant: str
    names: tuple[CardName, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class SetOption(Step):
    when: ClassVar[When] = "before_the_end"
    option: str
    value: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Start(Step):
    when: ClassVar[When] = "setup"
    first: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CorrectTurn(Step):
    of: str
    round: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfirmResult(Step):
    winner: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Restart(Step):
    when: ClassVar[When] = "always"


@dataclass(frozen=True, slots=True, kw_only=True)
class Roll(Command):
    when: ClassVar[When] = "before_the_end"
    sides: Annotated[int, Bounds(2, 1000)] | None = None
    among: tuple[Note, ...] | None = None


# --- Commands: resistance and Reptantes ---------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage(Command):
    participant: str
    amount: Amount
    reduction: Reduction = 0
    cause: Cause = "other"
    by: str | None = None
    which_reptante: int | None = None
    power: str | None = None
    kind: AttackKind | None = None
    printed: Reduction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageAll(Command):
    """override: whether the sender said so; kernel.decide sets it (shields give way, DA-6)."""

    amount: Amount
    cause: Cause = "other"
    reductions: dict[str, Reduction] = field(default_factory=dict)
    power: str | None = None
    kind: AttackKind | None = None
    printed: Reduction | None = None
    override: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Gain(Command):
    participant: str
    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct(Command):
    when: ClassVar[When] = "before_the_end"
    target: str
    by: By | None = None
    to: To | None = None
    which_reptante: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseReptante(Command):
    """alive: how many the sender saw living; its guard, so it needs no turn."""

    participant: str
    which: int | None = None
    resistance: Amount | None = None
    alive: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreReptante(Step):
    participant: str
    which: int | None = None
    resistance: Amount | None = None


Shared = (
    AddParticipant
    | RenameParticipant
    | RemoveParticipant
    | MoveParticipant
    | SetReptantes
    | SetOption
    | Start
    | CorrectTurn
    | ConfirmResult
    | Restart
    | Roll
    | Damage
    | DamageAll
    | Gain
    | Correct
    | LoseReptante
    | RestoreReptante
)

COMMANDS: dict[str, type] = {
    "add-participant": AddParticipant,
    "rename-participant": RenameParticipant,
    "remove-participant": RemoveParticipant,
    "move-participant": MoveParticipant,
    "set-reptantes": SetReptantes,
    "set-option": SetOption,
    "start": Start,
    "correct-turn": CorrectTurn,
    "confirm-result": ConfirmResult,
    "restart": Restart,
    "roll": Roll,
    "damage": Damage,
    "damage-all": DamageAll,
    "gain": Gain,
    "correct": Correct,
    "lose-reptante": LoseReptante,
    "restore-reptante": RestoreReptante,
}
COUNTERS = frozenset({"damage", "damage-all", "gain", "correct", "roll"})


# --- Events -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ParticipantAdded:
    participant: str
    name: str
    reptantes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ParticipantRenamed:
    participant: str
    name: str


@dataclass(frozen=True, slots=True)
class ParticipantRemoved:
    """Gone without a trace: in set-up."""

    participant: str


@dataclass(frozen=True, slots=True)
class ParticipantLeft:
    """Out of a game that goes on; what they did stays."""

    participant: str


@dataclass(frozen=True, slots=True)
class ParticipantSeated:
    participant: str
    seat: int


@dataclass(frozen=True, slots=True)
class ReptantesNamed:
    participant: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OptionSet:
    option: str
    value: Value


@dataclass(frozen=True, slots=True)
class TeamsLocked:
    """Nobody comes, goes or changes their Reptantes any more (D-04)."""


@dataclass(frozen=True, slots=True)
class Started:
    first: str


@dataclass(frozen=True, slots=True)
class ReptanteLost:
    participant: str
    which: int


@dataclass(frozen=True, slots=True)
class ReptanteRestored:
    """which: the Reptante that lives again; None when only its owner came back."""

    participant: str
    which: int | None


@dataclass(frozen=True, slots=True)
class TurnPassed:
    to: str
    round: int


@dataclass(frozen=True, slots=True)
class TurnCorrected:
    of: str
    round: int


@dataclass(frozen=True, slots=True)
class ResultConfirmed:
    winner: str
    because: str


@dataclass(frozen=True, slots=True)
class Restarted:
    """Back to set-up: every offset is 0 again."""


EVENTS: tuple[type, ...] = (
    ParticipantAdded,
    ParticipantRenamed,
    ParticipantRemoved,
    ParticipantLeft,
    ParticipantSeated,
    ReptantesNamed,
    OptionSet,
    TeamsLocked,
    Started,
    ReptanteLost,
    ReptanteRestored,
    TurnPassed,
    TurnCorrected,
    ResultConfirmed,
    Restarted,
)
