"""The table's own matters, the same in every game: title, host, address, who holds which chair."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, assert_never

from tracker.rules.kernel import Length, Note, Refusal
from tracker.table.model import Chair, Device

Title = Annotated[str, Length(0, 40)]


@dataclass(frozen=True, slots=True)
class House:
    """title may be empty; host: a device; address: None = the server's own choice.

    chairs: at most one device each, also those of people who are gone: they may come back.
    """

    title: str = ""
    host: str = ""
    address: str | None = None
    chairs: tuple[Chair, ...] = ()


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


@dataclass(frozen=True, slots=True)
class TakeSeat:
    """The sender sits down on this chair and on no other, whoever held it."""

    participant: str


@dataclass(frozen=True, slots=True)
class LeaveSeat:
    """The sender holds no chair any more."""


@dataclass(frozen=True, slots=True)
class Hold:
    """The sender holds exactly these chairs; blanks don't count (a form that names nobody sends one)."""

    participants: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeatDevice:
    """The host seats another phone, as if it had taken the chair itself."""

    device: str
    participant: str


Seating = TakeSeat | LeaveSeat | Hold | SeatDevice
Command = RenameTable | MakeHost | SetAddress | Seating
COMMANDS: Mapping[str, type] = {
    "rename-table": RenameTable,
    "make-host": MakeHost,
    "set-address": SetAddress,
    "take-seat": TakeSeat,
    "leave-seat": LeaveSeat,
    "hold": Hold,
    "seat-device": SeatDevice,
}
SEATING = frozenset({"take-seat", "leave-seat", "hold"})  # by which a device says whose it is
MATTERS = SEATING | {"make-host", "set-address", "seat-device"}  # logged; undo passes over them
HOST_ONLY = frozenset({"make-host", "set-address", "seat-device", "restart"})


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


@dataclass(frozen=True, slots=True)
class Seated:
    """The device holds these chairs and no other; who held them before doesn't any more."""

    device: str
    participants: tuple[str, ...]


Event = TableOpened | TableRenamed | HostMade | AddressSet | Seated
EVENTS: tuple[type, ...] = (TableOpened, TableRenamed, HostMade, AddressSet, Seated)


# --- Chairs ------------------------------------------------------------------------------------


def sitting(view: Mapping[str, Any]) -> tuple[str, ...]:
    """Whose chairs stand at the table, by seat: everybody's but theirs who left. view: the game's state."""
    return tuple(
        person["id"] for person in view.get("participants", ()) if person.get("out_because") != "left"
    )


def held(chairs: Sequence[Chair], view: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    """Each device's participants, by seat; devices without a chair are left out."""
    holders = {chair.participant: chair.device for chair in chairs}
    found: dict[str, tuple[str, ...]] = {}
    for who in sitting(view):
        if who in holders:
            found[holders[who]] = (*found.get(holders[who], ()), who)
    return found


# --- Decide, evolve, tell ----------------------------------------------------------------------


def decide(
    house: House, command: Command, sender: str, devices: Mapping[str, Device], view: Mapping[str, Any]
) -> tuple[Event, ...]:
    """What happens; () where it is so already. sender: a device; view: the game's state.

    Raises ``already_done``, ``no_such_device``, ``no_such_participant``, ``watchers_only_look``.
    """
    match command:
        case RenameTable(title=title, turn=seen):
            if seen is not None and seen != view["turn"]["number"]:
                raise Refusal("already_done")
            return () if title == house.title else (TableRenamed(title),)
        case MakeHost(device=device):
            _plays(device, devices)
            return () if device == house.host else (HostMade(device),)
        case SetAddress(address=address):
            return () if (address or None) == house.address else (AddressSet(address or None),)
        case TakeSeat(participant=who):
            return _seated(house, sender, (who,), view)
        case LeaveSeat():
            return _seated(house, sender, (), view)
        case Hold(participants=people):
            return _seated(house, sender, tuple(who for who in dict.fromkeys(people) if who), view)
        case SeatDevice(device=device, participant=who):
            _plays(device, devices)
            return _seated(house, device, (who,), view)
        case _:
            assert_never(command)


def _plays(device: str, devices: Mapping[str, Device]) -> None:
    if device not in devices:
        raise Refusal("no_such_device", device=device)
    if devices[device].role == "watcher":
        raise Refusal("watchers_only_look", device=device)


def _seated(house: House, device: str, people: tuple[str, ...], view: Mapping[str, Any]) -> tuple[Event, ...]:
    chairs = sitting(view)
    for who in people:
        if who not in chairs:
            raise Refusal("no_such_participant", participant=who)
    its = held(house.chairs, view).get(device, ())
    return () if set(people) == set(its) else (Seated(device, people),)


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
        case Seated(device=device, participants=people):
            others = (c for c in house.chairs if c.device != device and c.participant not in people)
            return replace(house, chairs=(*others, *(Chair(who, device) for who in people)))
        case _:
            assert_never(event)


def facts(
    house: House, events: Sequence[Event], devices: Mapping[str, Device], view: Mapping[str, Any]
) -> dict[str, Any]:
    """What the log tells: the new value and the one before.

    Of chairs: ``participants``, the ``phone`` that holds them now and ``was`` its own before, and
    ``from``: each that another phone held, with that phone. Phones by number: facts are told to all.
    """
    match events:
        case (TableRenamed(title=title),):
            return {"title": title, "was": house.title}
        case (HostMade(device=device),):
            return {"device": device, "was": house.host}
        case (AddressSet(address=address),):
            return {"address": address, "was": house.address}
        case (Seated(device=device, participants=people),):
            before = held(house.chairs, view)
            taken = [
                {"participant": who, "phone": _number(one, devices), "was": list(its)}
                for one, its in before.items()
                for who in its
                if one != device and who in people
            ]
            phone, was = _number(device, devices), list(before.get(device, ()))
            return {"participants": list(people), "phone": phone, "was": was, "from": taken}
        case _:
            return {}


def _number(device: str, devices: Mapping[str, Device]) -> int | None:
    return devices[device].number if device in devices else None
