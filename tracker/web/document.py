"""The table as JSON: the document of contract §2, an entry of the log, what a stream says of a revision."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from flask import Response

from tracker.table.model import Device, Entry, Table
from tracker.web.asked import JSON
from tracker.web.at_table import Place, links
from tracker.web.presenters.log import device_name, entry_text
from tracker.web.services import here, words
from tracker.web.words import Words


def answer(body: object, status: int = 200) -> Response:
    """``body`` as JSON."""
    return Response(msgspec.json.encode(body), status, content_type=JSON)


def document(of: Place) -> dict[str, Any]:
    """The table document, as this device may see it."""
    services, said, table = here(), words(), of.table
    its, online = links(of), services.hub.online(table.id)
    passed_on = {"table": its.table, "seat": its.seat, "watch": its.watch}
    return {
        **said_of(table, said),
        "title": table.title,
        "role": of.audience.role,
        "links": {name: link for name, link in passed_on.items() if link is not None},
        "devices": [device(one, table, said, online) for one in services.tables.devices(table.id)],
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


def device(one: Device, table: Table, said: Words, online: frozenset[str]) -> dict[str, Any]:
    """A phone at the table, and whether it is following now."""
    return {
        "id": one.id,
        "name": device_name(one, said),
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


def logged(entry: Entry, table: Table, devices: Sequence[Device], said: Words) -> dict[str, Any]:
    """One entry of the log (contract §3)."""
    by = next((one for one in devices if one.id == entry.device), None)
    return {
        "entry": entry.entry,
        "revision": entry.revision,
        "at": _moment(entry.at),
        "who": {"device": entry.device, "name": device_name(by, said) if by else None},
        "command": entry.command,
        "facts": entry.facts,
        "text": entry_text(entry, table, said),
        "undone": entry.undone,
        "override": entry.override,
    }


def _moment(at: int) -> str:
    """Milliseconds since 1970 as ISO 8601, UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
