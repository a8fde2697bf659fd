"""How the history tells the table's own matters: its title, its host, its address, who took which chair."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tracker.web.presenters.cast import phone_name
from tracker.web.presenters.story import Story


def _phone(s: Story) -> str:
    """Whose phone it was before: «Caro», «Teléfono 3»."""
    return phone_name(s.facts.get("phone"), s.facts.get("was") or (), s.cast)


def _taken(s: Story) -> Sequence[Mapping[str, Any]]:
    """The chairs that another phone held till then."""
    return s.facts.get("from") or ()


def _holder(s: Story, taken: Mapping[str, Any]) -> str:
    """Whose phone it was with: by the chairs that stayed with it, else by its number."""
    gone = {one["participant"] for one in _taken(s)}
    stayed = [who for who in taken.get("was") or () if who not in gone]
    return phone_name(taken.get("phone"), stayed, s.cast)


def _take_seat(s: Story) -> str:
    name = s.cast.name(next(iter(s.facts.get("participants") or [s.fields.get("participant")])))
    if _taken(s):
        return s._(
            "%(who)s took the seat of %(name)s, which %(whom)s held",
            who=_phone(s),
            name=name,
            whom=_holder(s, _taken(s)[0]),
        )
    return s._("%(who)s took the seat of %(name)s", who=_phone(s), name=name)


def _leave_seat(s: Story) -> str:
    was = s.facts.get("was") or ()
    return s.ngettext("%(who)s left the seat", "%(who)s left their seats", len(was) or 1, who=_phone(s))


def _hold(s: Story) -> str:
    people = s.facts.get("participants") or ()
    if not people:
        return _leave_seat(s)
    if len(people) == 1:
        return _take_seat(s)
    held = s._("%(who)s holds the seats of %(names)s", who=_phone(s), names=s.cast.names(people))
    others = [
        s._("%(name)s’s was with %(whom)s", name=s.cast.name(one["participant"]), whom=_holder(s, one))
        for one in _taken(s)
    ]
    return f"{held} ({', '.join(others)})" if others else held


def _seat_device(s: Story) -> str:
    name = s.cast.name(s.fields.get("participant"))
    if _taken(s):
        return s._(
            "The host gave %(who)s the seat of %(name)s, which %(whom)s held",
            who=_phone(s),
            name=name,
            whom=_holder(s, _taken(s)[0]),
        )
    return s._("The host gave %(who)s the seat of %(name)s", who=_phone(s), name=name)


def _set_address(s: Story) -> str:
    return s._("The links show %(address)s", address=s.fields.get("address") or "")


TITLES: Mapping[str, Callable[[Story], str]] = {
    "open": lambda s: s._("The table was opened"),
    "rename-table": lambda s: s._("The table is called «%(title)s»", title=s.fields.get("title") or "…"),
    "make-host": lambda s: s._("The host changed"),
    "set-address": _set_address,
    "take-seat": _take_seat,
    "leave-seat": _leave_seat,
    "hold": _hold,
    "seat-device": _seat_device,
}
