"""A table's sheets: a page of its own without scripts, a fragment for the dialog with them."""

from typing import Any

from flask import Blueprint, Response, render_template, request

from tracker.web import htmx, memory
from tracker.web.at_table import Place, place
from tracker.web.errors import plain
from tracker.web.presenters import house
from tracker.web.room import room
from tracker.web.screen import PRESENTERS, no_key
from tracker.web.services import words
from tracker.web.tables import hidden_key

sheets = Blueprint("sheets", __name__)


@sheets.get("/t/<table_id>/sheet/<name>")
def show(table_id: str, name: str) -> Response:
    """One sheet: the house's, the same in every game, else the game's."""
    at = place(table_id)
    found = _houses(name, at) or _games(name, at)
    if found is None:
        return plain(404)
    body, piece = found
    if htmx.asks():
        html = render_template(piece, s=body, key=no_key)
    else:
        html = render_template("table/sheet.html", s=body, piece=piece, key=hidden_key, at=body["at"])
    return Response(html, content_type="text/html; charset=utf-8")


def _houses(name: str, at: Place) -> tuple[dict[str, Any], str] | None:
    """«Esta mesa», to which the game adds its own, and «¿Quién eres?»."""
    game, inside = at.table.game.name, room(at)
    match name:
        case "table":
            body = _of_game(name, at) or {}
            body["house"] = house.table(inside) | {"piece": f"{game}/sheets/_table.html"}
        case "who" if house.may_sit(inside):
            body = PRESENTERS[game].frame(at.table, at.audience, words()) | {"house": house.who(inside)}
        case _:
            return None
    return body, f"house/_{name}.html"


def _games(name: str, at: Place) -> tuple[dict[str, Any], str] | None:
    """What the game's presenter builds from the address's fields."""
    body = _of_game(name, at)
    if body is None:
        return None
    return body, f"{at.table.game.name}/sheets/_{name.replace('-', '_')}.html"


def _of_game(name: str, at: Place) -> dict[str, Any] | None:
    body: dict[str, Any] | None = PRESENTERS[at.table.game.name].sheet(
        name, at.table, at.audience, words(), request.args.to_dict(flat=False), memory.kept()
    )
    return body
