"""The table as JSON: the document of contract §2, an entry of the log, what a stream says of a revision."""

from collections.abc import Sequence
from typing import Any

import msgspec
from flask import Response

from tracker.table.model import Device, Entry, Table
from tracker.web.asked import JSON
from tracker.web.at_table import Place, links
from tracker.web.presenters.cast import Cast, device_name
from tracker.web.presenters.log import entry_text, text_of
from tracker.web.services import here, words
from tracker.web.words import Words, moment


def answer(body: object, status: int = 200) -> Response:
    """``body`` as JSON."""
    return Response(msgspec.json.encode(body), status, content_type=JSON)


def document(of: Place) -> dict[str, Any]:
    """The table document, as this device may see it."""
    services, said, table = here(), words(), of.table
    its, online, cast = links(of), services.hub.online(table.id), Cast.of(table, said)
    passed_on = {"table": its.table, "seat": its.seat, "watch": its.watch}
    return {
        **said_of(table, said),
        "title": table.title,
        "role": of.audience.role,
        "links": {name: link for name, link in passed_on.items() if link is not None},
        "devices": [device(one, table, cast, online) for one in services.tables.devices(table.id)],
    }


def said_of(table: Table, said: Words) -> dict[str, Any]:
    """What everybody at the table may see, and all that a streamed message holds."""
    return {
        "id": table.id,
        "game": table.game.name,
        "revision": table.revision,
        "state": table.game.view(table.state),
        "last": last(table, said),
    }


def device(one: Device, table: Table, cast: Cast, online: frozenset[str]) -> dict[str, Any]:
    """A phone at the table, named after its chairs, and whether it is following now."""
    return {
        "id": one.id,
        "name": device_name(one, cast.words, cast),
        "role": "host" if one.id == table.host else one.role,
        "participants": list(one.participants),
        "online": one.id in online,
    }


def last(table: Table, said: Words) -> dict[str, Any]:
    """The newest entry, undone or not."""
    entry = table.last
    return {
        "entry": entry.entry,
        "command": entry.command,
        "facts": entry.facts,
        "text": entry_text(entry, table, said),
        "undone": entry.undone,
    }


def logged(entry: Entry, cast: Cast, devices: Sequence[Device]) -> dict[str, Any]:
    """One entry of the log (contract §3)."""
    by = next((one for one in devices if one.id == entry.device), None)
    return {
        "entry": entry.entry,
        "revision": entry.revision,
        "at": moment(entry.at),
        "who": {"device": entry.device, "name": device_name(by, cast.words, cast) if by else None},
        "command": entry.command,
        "facts": entry.facts,
        "text": text_of(entry, cast),
        "undone": entry.undone,
        "override": entry.override,
    }
