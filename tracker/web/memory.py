"""What a device keeps from one raid to the next: the people, and the figures its table told it."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from flask import Response, request

from tracker.table.model import Table
from tracker.web.identity import remember
from tracker.web.services import here

COOKIE: Final = "remember"
LARGEST: Final = 3500  # bytes; browsers drop cookies over 4096
MOST: Final = 12  # names of people, of deities
FIGURES: Final = ("resistance", "resistance_after_loss", "normal_draw")
MODELS: Final = ("single", "per_reptante")


def keep(response: Response, table: Table) -> None:
    """Writes down how the raid at ``table`` began."""
    state = table.game.view(table.state)
    options = state["options"]
    deity = str(state.get("deity", {}).get("name") or "")
    known = [name for name in kept()["deities"] if name != deity]
    notes: dict[str, Any] = {
        "names": [person["name"] for person in state["participants"]],
        **{name: options.get(name) for name in (*FIGURES, "resistance_model")},
        "deities": [*([deity] if deity else []), *known][:MOST],
    }
    _write(response, notes)


def keep_deities(response: Response, among: Sequence[str]) -> None:
    """Keeps the names a deity was drawn from, so that the next raid offers them again."""
    notes = kept()
    others = [name for name in notes["deities"] if name not in among]
    _write(response, notes | {"deities": [*among, *others][:MOST]})


def _write(response: Response, notes: dict[str, Any]) -> None:
    """As much of it as a cookie holds."""
    text = json.dumps(notes, separators=(",", ":"))
    for spare in ("deities", "names"):
        if len(text) > LARGEST:
            notes[spare] = []
            text = json.dumps(notes, separators=(",", ":"))
    remember(response, COOKIE, text, here().settings)


def kept() -> dict[str, Any]:
    """What the device kept, whatever somebody has made of the cookie: every key, with its type."""
    try:
        notes = json.loads(request.cookies.get(COOKIE, ""))
    except (ValueError, RecursionError):
        notes = None
    if not isinstance(notes, Mapping):
        notes = {}
    model = notes.get("resistance_model")
    return {
        "names": _texts(notes.get("names")),
        **{name: _figure(notes.get(name)) for name in FIGURES},
        "resistance_model": model if model in MODELS else None,
        "deities": _texts(notes.get("deities")),
    }


def _texts(value: object) -> list[str]:
    return [text for text in value[:MOST] if isinstance(text, str)] if isinstance(value, list) else []


def _figure(value: object) -> int | None:
    return value if type(value) is int and 0 <= value <= 9999 else None
