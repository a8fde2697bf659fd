"""Passing the table on: the page with the address and the QR, and the QRs themselves."""

from io import BytesIO

import qrcode
from flask import Blueprint, Response, render_template, request
from qrcode.constants import ERROR_CORRECT_M
from qrcode.image.svg import SvgPathFillImage

from tracker.rules.kernel import Refusal
from tracker.web import htmx
from tracker.web.asked import wants_json
from tracker.web.at_table import links, place
from tracker.web.document import answer, document
from tracker.web.presenters import house
from tracker.web.room import room

share = Blueprint("share", __name__)


@share.get("/t/<table_id>/share")
def show(table_id: str) -> Response:
    """The QR with its address and code, who is here, and what to do when nobody can come.

    For programs the table's document, which holds the links.
    """
    at = place(table_id)
    if wants_json():
        return answer(document(at))
    its, inside = links(at), room(at)
    template = "share/_sheet.html" if htmx.asks() else "share/show.html"
    html = render_template(
        template,
        table=at.table,
        at=f"{request.script_root}/t/{table_id}",
        title=at.table.title,
        role=at.audience.role,
        can_act=at.audience.can_act,
        links=its,
        reach=its.reach,
        code=None if at.role == "watcher" else at.table.seat_code,
        watch_code=at.table.watch_code,
        room=house.table(inside),
    )
    # It holds the codes: nothing on its way may pack it (see packing.py).
    headers = {"Cache-Control": "no-store, no-transform"}
    return Response(html, content_type="text/html; charset=utf-8", headers=headers)


@share.get("/t/<table_id>/qr/seat.svg")
def seat(table_id: str) -> Response:
    """The QR that sits a phone down; a watcher may not pass it on."""
    link = links(place(table_id)).seat
    if link is None:
        raise Refusal("watchers_only_look")
    return _svg(link)


@share.get("/t/<table_id>/qr/watch.svg")
def watch(table_id: str) -> Response:
    """The QR for who only looks."""
    return _svg(links(place(table_id)).watch)


def code(text: str) -> qrcode.QRCode[SvgPathFillImage]:
    """``text`` as a QR with the quiet zone cameras want, a sixth of it allowed to be damaged."""
    made: qrcode.QRCode[SvgPathFillImage] = qrcode.QRCode(
        error_correction=ERROR_CORRECT_M, border=4, image_factory=SvgPathFillImage
    )
    made.add_data(text)
    made.make(fit=True)
    return made


def _svg(link: str) -> Response:
    """On a white ground of its own: black on a dark theme is nothing a phone could read."""
    picture = BytesIO()
    code(link).make_image().save(picture)
    return Response(picture.getvalue(), content_type="image/svg+xml; charset=utf-8")
