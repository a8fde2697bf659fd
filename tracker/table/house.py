"""The table's own matters, the same in every game: its title, its host, the address its links show."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, assert_never

from tracker.rules.kernel import Length, Note, Refusal
from tracker.table.model import Device

Title = Annotated[str, Length(0, 40)]


@dataclass(frozen=True, slots=True)
class House:
    """title may be empty; host: a device; address: None = the server's own choice."""

    title: str = ""
    host: str = ""
    address: str | None = None


# --- Commands ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RenameTable:
    """A step. turn: the turn.number its sender saw, or None."""

    title: Title
    turn: int | None = None


@dataclass(frozen=True, slots=True)
class MakeHost:
    device: str


@dataclass(frozen=True, slots=True)
class SetAddress:
    """address absent or empty: back to the server's own choice."""

    address: Note | None = None


Command = RenameTable | MakeHost | SetAddress
COMMANDS: Mapping[str, type] = {
    "rename-table": RenameTable,
    "make-host": MakeHost,
    "set-address": SetAddress,
}
MATTERS = frozenset({"make-host", "set-address"})  # logged; they neither block an undo nor get undone
HOST_ONLY = frozenset({"make-host", "set-address", "restart"})


# --- Events ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TableOpened:
    title: str
    host: str


@dataclass(frozen=True, slots=True)
class TableRenamed:
    title: str


@dataclass(frozen=True, slots=True)
class HostMade:
    device: str


@dataclass(frozen=True, slots=True)
class AddressSet:
    address: str | None


Event = TableOpened | TableRenamed | HostMade | AddressSet
EVENTS: tuple[type, ...] = (TableOpened, TableRenamed, HostMade, AddressSet)


def decide(
    house: House, command: Command, devices: Mapping[str, Device], turn: int | None
) -> tuple[Event, ...]:
    """What happens; () where it is so already. Raises ``already_done``, ``no_such_device``."""
    match command:
        case RenameTable(title=title, turn=seen):
            if seen is not None and seen != turn:
                raise Refusal("already_done")
            return () if title == house.title else (TableRenamed(title),)
        case MakeHost(device=device):
            if device not in devices:
                raise Refusal("no_such_device", device=device)
            if devices[device].role == "watcher":
                raise Refusal("watchers_only_look", device=device)
            return () if device == house.host else (HostMade(device),)
        case SetAddress(address=address):
            return () if (address or None) == house.address else (AddressSet(address or None),)
        case _:
            assert_never(command)


def evolve(house: House, event: Event) -> House:
    """The table after ``event``."""
    match event:
        case TableOpened(title=title, host=host):
            return House(title, host)
        case TableRenamed(title=title):
            return replace(house, title=title)
        case HostMade(device=device):
            return replace(house, host=device)
        case AddressSet(address=address):
            return replace(house, address=address)
        case _:
            assert_never(event)


def facts(house: House, events: tuple[Event, ...]) -> dict[str, Any]:
    """What the log tells: the new value and the one before."""
    match events:
        case (TableRenamed(title=title),):
            return {"title": title, "was": house.title}
        case (HostMade(device=device),):
            return {"device": device, "was": house.host}
        case (AddressSet(address=address),):
            return {"address": address, "was": house.address}
        case _:
            return {}
