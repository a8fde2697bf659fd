"""What the table layer hands out: frozen values, JSON-ready where they hold games' own words."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tracker.rules.kernel import Game

Role = Literal["seat", "watcher"]
Kind = Literal["open", "counter", "step", "matter"]


@dataclass(frozen=True, slots=True)
class Device:
    """A phone at the table. number: 1… in the order in which they came; name: None until it has one.

    participants: those whose chairs it holds, by seat.
    """

    id: str
    name: str | None
    number: int
    role: Role
    participants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Chair:
    """A participant's chair, and the device that holds it."""

    participant: str
    device: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log; a burst of taps is one.

    revision and at are those of its last change; at and undone_at: milliseconds since 1970, UTC.
    fields: the command as it was accepted, without what was left at its default (a burst: its sum).
    facts: what happened; a figure's moves under ``changes``. game_turn: the turn it was done in,
    ``{"round", "number", "of"}``. undone_by: the device that took it back.
    """

    entry: int
    revision: int
    at: int
    device: str
    command: str
    fields: Mapping[str, Any]
    facts: Mapping[str, Any]
    kind: Kind
    override: bool = False
    undone: bool = False
    undone_by: str | None = None
    undone_at: int | None = None
    game_turn: Mapping[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """A table at one revision. undo_next, redo_next: what ``undo {}`` and ``redo {}`` would move.

    chairs: as they were taken, also of people who are gone; ``house.held`` knows who sits now.
    """

    id: str
    game: Game[Any]
    title: str
    revision: int
    state: Any
    host: str
    address: str | None
    seat_code: str
    watch_code: str
    opened_at: int
    last: Entry
    undo_next: Entry | None
    redo_next: Entry | None
    chairs: tuple[Chair, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer to a command. entry: its own, or the one it moved; None when nothing was written.

    replayed: the idempotency key was known, nothing was done again; table is today's all the same.
    """

    table: Table
    entry: Entry | None
    replayed: bool = False
