"""A table's sheets: a page of its own without scripts, a fragment for the dialog with them."""

from flask import Blueprint, Response, render_template, request

from tracker.web import htmx, memory
from tracker.web.at_table import place
from tracker.web.errors import plain
from tracker.web.screen import PRESENTERS, no_key
from tracker.web.services import words
from tracker.web.tables import hidden_key

sheets = Blueprint("sheets", __name__)


@sheets.get("/t/<table_id>/sheet/<name>")
def show(table_id: str, name: str) -> Response:
    """One of the game's sheets, as its presenter builds it from the address's fields."""
    at, game = place(table_id), ""
    game = at.table.game.name
    body = PRESENTERS[game].sheet(
        name, at.table, at.audience, words(), request.args.to_dict(flat=False), memory.kept()
    )
    if body is None:
        return plain(404)
    piece = f"{game}/sheets/_{name.replace('-', '_')}.html"
    if htmx.asks():
        html = render_template(piece, s=body, key=no_key)
    else:
        html = render_template("table/sheet.html", s=body, piece=piece, key=hidden_key, at=body["at"])
    return Response(html, content_type="text/html; charset=utf-8")
