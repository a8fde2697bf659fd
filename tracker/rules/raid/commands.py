"""What people in a raid can wish for besides what every Atrum Arena table can, and what can have happened."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

from tracker.rules.atrum.commands import COMMANDS as SHARED_COMMANDS
from tracker.rules.atrum.commands import COUNTERS as SHARED_COUNTERS
from tracker.rules.atrum.commands import EVENTS as SHARED_EVENTS
from tracker.rules.atrum.commands import AttackKind, Command, Shared, Step, When
from tracker.rules.kernel import Amount, Bounds, CardName, Moved, Reduction, Rolled, ThingName
from tracker.rules.raid.model import Because, PowerKind, PowerStatus

# --- Commands -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class LockTeams(Step):
    when: ClassVar[When] = "setup"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseDeity(Step):
    when: ClassVar[When] = "setup"
    name: ThingName


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawDeity(Step):
    when: ClassVar[When] = "setup"
    names: tuple[ThingName, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn(Command):
    """turn: the number its sender saw. stays_awake: None leaves it as it was said before."""

    turn: int
    next: str | None = None
    to_discard: bool = False
    stays_awake: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DamageDeity(Command):
    amount: Amount
    kind: AttackKind | None = None
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AltarHand(Command):
    esbirros: Amount
    by: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GainDeity(Command):
    amount: Amount


@dataclass(frozen=True, slots=True, kw_only=True)
class Extract(Step):
    """esbirros: in their order; or only sombras: how many of the three are Sombras."""

    esbirros: tuple[ThingName, ...] | None = None
    sombras: Annotated[int, Bounds(0, 3)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resolve(Command):
    power: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip(Command):
    power: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Annul(Command):
    power: str
    by: str | None = None
    cost: Reduction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddPower(Step):
    kind: PowerKind
    esbirro: CardName = ""
    size: Annotated[int, Bounds(1, 3)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal(Command):
    power: str
    esbirros: tuple[ThingName, ...]
    wanted: ThingName


@dataclass(frozen=True, slots=True, kw_only=True)
class Reshuffled(Step):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ToDiscard(Step):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class StayAwake(Step):
    on: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sleep(Step):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class Wake(Step):
    pass


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoosePrincipal(Step):
    participant: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearShield(Step):
    participant: str


Own = (
    LockTeams
    | ChooseDeity
    | DrawDeity
    | EndTurn
    | DamageDeity
    | AltarHand
    | GainDeity
    | Extract
    | Resolve
    | Skip
    | Annul
    | AddPower
    | Reveal
    | Reshuffled
    | ToDiscard
    | StayAwake
    | Sleep
    | Wake
    | ChoosePrincipal
    | ClearShield
)
RaidCommand = Shared | Own

COMMANDS: dict[str, type] = SHARED_COMMANDS | {
    "lock-teams": LockTeams,
    "choose-deity": ChooseDeity,
    "draw-deity": DrawDeity,
    "end-turn": EndTurn,
    "damage-deity": DamageDeity,
    "altar-hand": AltarHand,
    "gain-deity": GainDeity,
    "extract": Extract,
    "resolve": Resolve,
    "skip": Skip,
    "annul": Annul,
    "add-power": AddPower,
    "reveal": Reveal,
    "reshuffled": Reshuffled,
    "to-discard": ToDiscard,
    "stay-awake": StayAwake,
    "sleep": Sleep,
    "wake": Wake,
    "choose-principal": ChoosePrincipal,
    "clear-shield": ClearShield,
}
COUNTERS = SHARED_COUNTERS | {"damage-deity", "altar-hand", "gain-deity"}


# --- Events -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DeityNamed:
    name: str


@dataclass(frozen=True, slots=True)
class EsbirrosExtracted:
    """made: how many Powers there were before; the ids go on from there."""

    esbirros: tuple[str, ...]
    made: int


@dataclass(frozen=True, slots=True)
class PowerDone:
    """A Power is behind the table. by: who annulled it. amount, printed, kind, target: its damage."""

    power: str
    status: PowerStatus
    by: str | None = None
    amount: int | None = None
    printed: int | None = None
    kind: AttackKind | None = None
    target: str | None = None


@dataclass(frozen=True, slots=True)
class PowerAdded:
    """made: as in EsbirrosExtracted."""

    kind: PowerKind
    esbirro: str
    size: int
    made: int


@dataclass(frozen=True, slots=True)
class PowerRemembered:
    """A Power's printed number was used: target ``all``, ``principal`` or a participant's id."""

    label: str
    printed: int
    kind: AttackKind | None
    target: str


@dataclass(frozen=True, slots=True)
class EsbirrosRevealed:
    power: str
    esbirros: tuple[str, ...]
    wanted: str


@dataclass(frozen=True, slots=True)
class FosaReshuffled:
    pass


@dataclass(frozen=True, slots=True)
class EsbirrosDiscarded:
    pass


@dataclass(frozen=True, slots=True)
class StayingAwake:
    on: bool


@dataclass(frozen=True, slots=True)
class Slept:
    pass


@dataclass(frozen=True, slots=True)
class Woke:
    pass


@dataclass(frozen=True, slots=True)
class PrincipalFixed:
    participant: str | None
    because: Because
    among: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShieldCleared:
    """bare: whether they must still lose a Reptante, and go without the shield of that, too."""

    participant: str
    bare: bool


EVENTS: tuple[type, ...] = (
    Moved,
    Rolled,
    *SHARED_EVENTS,
    DeityNamed,
    EsbirrosExtracted,
    PowerDone,
    PowerAdded,
    PowerRemembered,
    EsbirrosRevealed,
    FosaReshuffled,
    EsbirrosDiscarded,
    StayingAwake,
    Slept,
    Woke,
    PrincipalFixed,
    ShieldCleared,
)
