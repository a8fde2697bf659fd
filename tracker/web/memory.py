"""What a device keeps from one raid to the next: names, teams, the figures its table told it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Response, request

from tracker.table.model import Table
from tracker.web.identity import remember
from tracker.web.services import here

COOKIE: Final = "remember"
LARGEST: Final = 3500  # bytes; browsers drop cookies over 4096
DEITIES: Final = 12


def keep(response: Response, table: Table) -> None:
    """Writes down how the raid at ``table`` began."""
    state = table.game.view(table.state)
    people, options = state["participants"], state["options"]
    deity = str(state.get("deity", {}).get("name") or "")
    known = [name for name in kept()["deities"] if name != deity]
    notes: dict[str, Any] = {
        "names": [person["name"] for person in people],
        "reptantes": [list(person["reptantes"]["names"]) for person in people],
        "resistance": options.get("resistance"),
        "normal_draw": options.get("normal_draw"),
        "deities": ([deity] if deity else []) + known[: DEITIES - 1],
    }
    _write(response, notes)


def keep_deities(response: Response, among: Sequence[str]) -> None:
    """Keeps the names a deity was drawn from, so that the next raid offers them again."""
    notes = kept()
    others = [name for name in notes["deities"] if name not in among]
    _write(response, notes | {"deities": [*among, *others][:DEITIES]})


def _write(response: Response, notes: dict[str, Any]) -> None:
    """As much of it as a cookie holds."""
    text = _written(notes)
    for spare in ("reptantes", "deities", "names"):
        if len(text) > LARGEST:
            notes[spare] = []
            text = _written(notes)
    remember(response, COOKIE, text, here().settings)


def kept() -> dict[str, Any]:
    """What the device kept, whatever somebody has made of the cookie: every key is there, with its type."""
    try:
        notes = json.loads(request.cookies.get(COOKIE, ""))
    except (ValueError, RecursionError):
        notes = None
    if not isinstance(notes, Mapping):
        notes = {}
    return {
        "names": _texts(notes.get("names")),
        "reptantes": [_texts(team) for team in _list(notes.get("reptantes"))],
        "resistance": _figure(notes.get("resistance")),
        "normal_draw": _figure(notes.get("normal_draw")),
        "deities": _texts(notes.get("deities")),
    }


def _written(notes: Mapping[str, Any]) -> str:
    return json.dumps(notes, separators=(",", ":"))


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _texts(value: object) -> list[str]:
    return [text for text in _list(value)[:DEITIES] if isinstance(text, str)]


def _figure(value: object) -> int | None:
    return value if type(value) is int and 0 <= value <= 9999 else None
