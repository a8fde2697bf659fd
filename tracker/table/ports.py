"""What the table layer needs from outside: the log that remembers, a clock, chance."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol

from tracker.rules.kernel import Chance
from tracker.table.model import Device, Role

if TYPE_CHECKING:
    from tracker.table.house import House
    from tracker.table.journal import Journal

__all__ = [
    "Chance",
    "Clock",
    "Conflict",
    "Header",
    "KeyTaken",
    "Log",
    "Row",
    "RowKind",
    "Snapshot",
    "Stored",
    "Ticket",
    "Unavailable",
]

RowKind = Literal["open", "counter", "step", "matter", "undo", "redo"]


@dataclass(frozen=True, slots=True)
class Row:
    """One revision of a table, as it is kept for ever.

    entry: the log entry it belongs to (undo, redo: the entry it moved). at, tap_at: milliseconds
    since 1970, of the acceptance and of the finger. events: of the game and of the house; undo and
    redo of a counter hold the moves they made, of a step none. digest: of the body that came with
    the key.
    """

    table: str
    revision: int
    entry: int
    kind: RowKind
    at: int
    tap_at: int
    device: str
    command: str
    fields: Mapping[str, Any]
    facts: Mapping[str, Any]
    events: tuple[Any, ...]
    overridden: bool = False
    game_turn: Mapping[str, Any] | None = None
    key: str | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class Header:
    """What never changes about a table."""

    id: str
    game: str
    seat_code: str
    watch_code: str
    opened_at: int


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A table's state at a revision, kept beside the rows so that a long table opens quickly."""

    revision: int
    state: Any
    house: "House"
    journal: "Journal"


@dataclass(frozen=True, slots=True)
class Stored:
    """A table as the log has it: ``tail`` holds the rows after the snapshot, all without one."""

    header: Header
    snapshot: Snapshot | None
    tail: Sequence[Row]


class Conflict(Exception):  # noqa: N818  an answer of the log, not an error of the program
    """The revision or the code is taken: somebody else was first."""


class KeyTaken(Exception):  # noqa: N818
    """This device's idempotency key is already in the log."""


class Unavailable(Exception):  # noqa: N818
    """What was asked could not be made durable; nothing has changed. Worth another try."""


class Ticket(Protocol):
    """A row on its way to the disk."""

    def wait(self) -> None:
        """Returns once it is durable; raises Conflict, KeyTaken or Unavailable."""
        ...


class Log(Protocol):
    """Where rows are kept: append-only, one row for each revision of a table."""

    def create(self, header: Header, row: Row, device: Device) -> None:
        """A new table with its opening row and its host's device; Conflict when an id or code is taken."""
        ...

    def append(self, row: Row, snapshot: Snapshot | None = None) -> Ticket:
        """Takes the row in at once, in the order of the calls; the ticket tells when it is durable."""
        ...

    def load(self, table: str) -> Stored | None: ...

    def rows(self, table: str, after: int = 0) -> Sequence[Row]:
        """The rows of the table after that revision, in order."""
        ...

    def entries(self, table: str, low: int, high: int) -> Sequence[Row]:
        """The rows of the entries low…high (both included) without undo and redo, by revision."""
        ...

    def keyed(self, table: str, device: str, key: str) -> Row | None: ...

    def by_code(self, code: str) -> tuple[str, Role] | None: ...

    def devices(self, table: str) -> Sequence[Device]: ...

    def keep_device(self, table: str, device: Device) -> None:
        """Writes a device or its new role; Conflict when its number is taken."""
        ...


class Clock(Protocol):
    """Where the time comes from."""

    def now(self) -> int:
        """Milliseconds since 1970, UTC."""
        ...
