"""What every game's table shows about itself: its chairs, its phones, how this one likes to read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tracker.table.model import Device, Table
from tracker.web.presenters.cast import DEITY, Cast, device_name, is_default
from tracker.web.presenters.log import text_of
from tracker.web.words import LANGUAGES, Words

NAMES: Final[Mapping[str, str]] = {"es": "Español", "en": "English"}  # each in its own words


@dataclass(frozen=True, slots=True)
class Room:
    """A table as one of its phones sees it. me: that phone; online: those that follow now.

    choices: the addresses the host may choose among, chosen: the one in use. language, theme: as
    this phone has set them, ``auto`` where it has not.
    """

    table: Table
    cast: Cast
    at: str
    role: str
    me: str
    devices: Sequence[Device]
    online: frozenset[str]
    language: str = "auto"
    theme: str = "auto"
    choices: Sequence[str] = ()
    chosen: str | None = None

    @property
    def words(self) -> Words:
        return self.cast.words

    @property
    def status(self) -> str:
        return str(self.cast.view["status"])

    @property
    def people(self) -> list[Mapping[str, Any]]:
        """Whose chairs stand at the table, by seat."""
        return [p for p in self.cast.view["participants"] if p.get("out_because") != "left"]

    @property
    def mine(self) -> tuple[str, ...]:
        return next((one.participants for one in self.devices if one.id == self.me), ())

    def holder(self, who: str) -> Device | None:
        return next((one for one in self.devices if who in one.participants), None)

    def state(self, phone: Device) -> str:
        """Whether a phone follows."""
        return self.words._("Connected") if phone.id in self.online else self.words._("Asleep or gone")


def chairs(room: Room) -> list[dict[str, Any]]:
    """Every chair with the phone that holds it, and what pressing its button is called."""
    return [_chair(room, person) for person in room.people]


def _chair(room: Room, person: Mapping[str, Any]) -> dict[str, Any]:
    _, name, phone = room.words._, person["name"], room.holder(person["id"])
    mine = phone is not None and phone.id == room.me
    if phone is None:
        note, take = _("Without a phone"), _("Take the seat of %(name)s", name=name)
    elif mine:
        note, take = _("This phone"), ""
    else:
        others = [one for one in phone.participants if one != person["id"]]
        with_whom = _("with %(names)s", names=room.cast.names(others)) if others else ""
        note = " · ".join(part for part in (with_whom, room.state(phone)) if part)
        take = _("Take the seat of %(name)s, which another phone holds", name=name)
    may = may_sit(room)
    return {
        "id": person["id"],
        "name": name,
        "seat": person["seat"],
        "free": phone is None,
        "mine": mine,
        "note": note[:1].upper() + note[1:],
        "take": take if may and not mine else "",
        "leave": _("Leave the seat of %(name)s", name=name) if may and mine else "",
        "rest": [one for one in room.mine if one != person["id"]],
    }


def who(room: Room) -> dict[str, Any]:
    """«¿Quién eres?»: the free chairs, the others, and what «somebody else» means now."""
    every = chairs(room)
    deity = room.cast.view.get(DEITY) or {}
    return {
        "title": room.words._("Who are you?"),
        "at": room.at,
        "free": [one for one in every if one["free"]],
        "taken": [one for one in every if not one["free"] and not one["mine"]],
        "late": room.status == "playing" or bool(deity.get("teams_locked")),
    }


def may_sit(room: Room) -> bool:
    """Whether this phone may take chairs: a seat's, until the game is over."""
    return room.role != "watcher" and room.status != "finished"


def asks(room: Room) -> bool:
    """Whether the page asks a phone that hasn't answered yet who it is.

    Not the host's while nobody has a name: it has just opened the table and will name them.
    """
    unnamed = all(is_default(person["name"]) for person in room.people)
    return may_sit(room) and not room.mine and not (room.role == "host" and unnamed)


def table(room: Room) -> dict[str, Any]:
    """«Esta mesa»: chairs, turn, this phone, phones, the table itself; the game adds its own."""
    view, words = room.cast.view, room.words
    return {
        "title": words._("This table"),
        "at": room.at,
        "host": room.role == "host",
        "can_act": room.role != "watcher",
        "may_sit": may_sit(room),
        "status": room.status,
        "turn": view["turn"]["number"],
        "name": room.table.title,
        "chairs": chairs(room),
        "mine": list(room.mine),
        "others": loose(room),
        "order": [(who, _called(room, who)) for who in view["order"]],
        "turn_of": view["turn"]["of"],
        "round": view["round"],
        "living": [p["id"] for p in room.people if not p["out"]],
        "rolled": _rolled(room),
        "phones": phones(room),
        "choices": [(one, one == (room.chosen or room.choices[0])) for one in room.choices],
        "taste": taste(room.language, room.theme, words),
    }


def _rolled(room: Room) -> str:
    """What came up, while nothing has happened since."""
    last = room.table.last
    return "" if last.command != "roll" or last.undone else text_of(last, room.cast)


def _called(room: Room, who: str) -> str:
    return room.cast.deity_first if who == DEITY else room.cast.name(who)


def phones(room: Room) -> list[dict[str, Any]]:
    """Every phone with its role, and what the host may do with it."""
    return [_phone(room, one) for one in room.devices]


def loose(room: Room) -> list[dict[str, Any]]:
    """The phones that hold no chair."""
    return [_phone(room, one) for one in room.devices if not one.participants]


def _phone(room: Room, phone: Device) -> dict[str, Any]:
    _, role = room.words._, "host" if phone.id == room.table.host else phone.role
    name = device_name(phone, room.words, room.cast)
    says = {"host": _("Host"), "seat": _("Seat"), "watcher": _("Only watches")}[role]
    note = [_("This phone")] if phone.id == room.me else []
    return {
        "id": phone.id,
        "name": name,
        "icon": {"host": "host", "seat": "phone", "watcher": "eye"}[role],
        "note": " · ".join([*note, says, room.state(phone)]),
        "plays": role != "watcher",
        "make_host": _("Make %(name)s the host", name=name) if role == "seat" else "",
        "seat_label": _("Seat for %(name)s", name=name),
        "chairs": [(p["id"], p["name"]) for p in room.people],
        "first": phone.participants[0] if phone.participants else None,
    }


def taste(language: str, theme: str, words: Words) -> dict[str, Any]:
    """Language and theme to choose: ``[(value, label, chosen)]``; the theme of who never chose is auto."""
    _ = words._
    themes = (("auto", _("Automatic")), ("dark", _("Dark")), ("light", _("Light")))
    return {
        "languages": [(one, NAMES[one], one == words.language) for one in LANGUAGES],
        "themes": [(one, label, one == theme) for one, label in themes],
        "by_hand": language != "auto",
    }
