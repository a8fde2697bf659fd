"""Tables: opening one, sitting down by a link or a code, the page itself, and every command."""

import secrets
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import Blueprint, Response, g, render_template, request
from markupsafe import Markup

from tracker.live.screens import picture
from tracker.rules.kernel import Refusal
from tracker.table.house import HOST_ONLY, SEATING
from tracker.table.model import Outcome, Role
from tracker.table.parse import opening
from tracker.web import asked, htmx, memory
from tracker.web.addresses import machine_addresses
from tracker.web.at_table import Place, place
from tracker.web.document import answer, document, logged
from tracker.web.identity import COOKIE, remember
from tracker.web.presenters import house
from tracker.web.presenters.cast import Cast
from tracker.web.room import room
from tracker.web.services import here, me, words

tables = Blueprint("tables", __name__)


@tables.post("/tables")
def open_table() -> Response:
    """A new table; who opens it is its host."""
    services, device = here(), me()
    services.limits.openings.check(request.remote_addr or "")
    sent = dict(asked.fields())
    if asked.is_form():  # an empty line of the form is nobody
        sent["names"] = [name for name in sent.get("names", ()) if name.strip()]
    wish = opening(sent, form=asked.is_form())
    table = services.tables.open(
        wish.game,
        wish.names,
        wish.options,
        wish.title,
        lambda table_id: services.identities.device(device.uid, table_id),
    )
    return _sit_down(table.id, "seat", status=201)


@tables.get("/j/<code>")
@tables.get("/w/<code>")
def follow_link(code: str) -> Response:
    """Sits the device down; writes nothing, so that a link's preview makes no ghost."""
    wanted: Role = "watcher" if request.path.startswith("/w/") else "seat"
    table_id, role = _by_code(code)
    if role != wanted:
        raise Refusal("no_such_table")
    return _sit_down(table_id, role)


@tables.post("/join")
def join() -> Response:
    """The same by a typed code."""
    code = asked.fields().get("code")
    if asked.is_form():
        code = code[-1] if code else ""
    if not isinstance(code, str):
        raise Refusal("bad_request", field="code")
    return _sit_down(*_by_code(code))


@tables.get("/t/<table_id>")
def show(table_id: str) -> Response:
    """The table: its page, its document, or all its fragments for a page that was away."""
    at = place(table_id)
    if asked.wants_json():
        return answer(document(at))
    if htmx.asks():
        return _whose(htmx.fragments(fragments(at), revision=at.table.revision), at)
    return page(at)


@tables.post("/t/<table_id>/<command>")
def submit(table_id: str, command: str) -> Response:
    """One command, undo and redo among them."""
    services, at = here(), place(table_id)
    # Who may not do it is told so before whatever else may be wrong.
    if at.role == "watcher":
        raise Refusal("watchers_only_look")
    if command in HOST_ONLY and at.audience.role != "host":
        raise Refusal("host_only")
    services.limits.commands.check(me().uid)
    fields = asked.fields()
    if command == "set-address":
        _one_of_this_machines(fields.get("address"))
    outcome = services.tables.submit(
        table_id,
        at.device,
        command,
        fields,
        key=asked.key(),
        role=at.role,
        form=asked.is_form(),
    )
    sits_down = command == "add-participant" and bool(fields.get("sit"))
    if sits_down:
        outcome = _sits_down_too(at, outcome)
    now = Place(outcome.table, at.device, at.role)
    response = _done(now, outcome)
    if command in SEATING or sits_down:
        _answered(response, table_id)
    if command in SEATING or sits_down or command == "seat-device":
        _whose(response, now)
    if command == "start" and outcome.entry is not None:
        memory.keep(response, outcome.table)
    elif command == "draw-deity" and outcome.entry is not None:
        memory.keep_deities(response, outcome.entry.facts["among"])
    return response


def _sits_down_too(at: Place, outcome: Outcome) -> Outcome:
    """Who has just been added sits down on this device; the answer stays the adding's."""
    who = outcome.entry.facts.get("participant") if outcome.entry else None
    if who is None or outcome.replayed:
        return outcome
    seated = here().tables.submit(
        at.table.id, at.device, "take-seat", {"participant": who}, key=None, role=at.role
    )
    return replace(outcome, table=seated.table)


def _whose(response: Response, at: Place) -> Response:
    """Tells the page whose it is now."""
    response.headers[htmx.MINE] = " ".join(at.mine)
    return response


def _answered(response: Response, table_id: str) -> None:
    """The device has said whose it is; the page doesn't ask again."""
    services, device = here(), me().answers(table_id)
    remember(response, COOKIE, services.identities.write(device), services.settings)


def page(at: Place, notice: str = "", status: int = 200) -> Response:
    """The whole page, playable without scripts: each form brings the key that makes a repetition harmless.

    notice: the html of what was just refused.
    """
    s, pieces = here().painter.page(at.table, at.audience, hidden_key)
    inside = None if at.table.id in me().answered else room(at)
    html = render_template(
        "table/show.html",
        s=s,
        fragments=pieces,
        notice=notice,
        who=house.who(inside) if inside and house.asks(inside) else None,
        mine=" ".join(at.mine),
        mood=s["mood"],
        live=f"{s['at']}/live?{urlencode({'since': picture(at.audience, at.table.revision)})}",
        revision=at.table.revision,
        page_title=at.table.title,
    )
    return Response(html, status, content_type="text/html; charset=utf-8")


def fragments(at: Place) -> dict[str, str]:
    """Every fragment as the stream would send it."""
    services = here()
    screen = services.screens.of(at.table, at.audience)
    phones = services.painter.presence(len(services.hub.online(at.table.id)), at.audience.language)
    return {**{name: piece.html for name, piece in screen.pieces.items()}, "presence": phones}


def hidden_key() -> str:
    """The hidden field with a new key, for this answer alone: what chance gave it, and a number."""
    if "keys" not in g:
        g.keys, g.given = secrets.token_urlsafe(12), 0
    g.given += 1
    field = Markup('<input type="hidden" name="{}" value="{}-{}">')
    return field.format(asked.KEY_FIELD, g.keys, g.given)


def _one_of_this_machines(address: object) -> None:
    """The host chooses among the addresses phones can reach, or none. Raises ``bad_request``."""
    wanted = address[-1] if isinstance(address, list) and address else address
    if wanted and wanted not in machine_addresses():
        raise Refusal("bad_request", field="address", choices=list(machine_addresses()))


def _by_code(code: str) -> tuple[str, Role]:
    """The table a code leads to; wrong ones are counted per address.

    Raises ``no_such_table``, ``slow_down``.
    """
    limits, asker = here().limits, request.remote_addr or ""
    limits.wrong_codes.check(asker, cost=0)
    try:
        return here().tables.by_code(code)
    except Refusal:
        limits.wrong_codes.check(asker)
        raise


def _sit_down(table_id: str, role: Role, status: int = 200) -> Response:
    """The cookie that says where this device may sit, and the way to its table."""
    services, device = here(), me().came(table_id, role)
    at = Place(
        services.tables.get(table_id),
        services.identities.device(device.uid, table_id),
        device.tables[table_id],
    )
    response = answer(document(at), status) if asked.wants_json() else _to_the_table(table_id)
    remember(response, COOKIE, services.identities.write(device), services.settings)
    return response


def _done(at: Place, outcome: Outcome) -> Response:
    """The answer to an accepted command, in the face it was asked for."""
    if asked.wants_json():
        response = answer({**document(at), "entry": _entry(at, outcome)})
    elif htmx.asks():
        response = htmx.done(at.table.revision)
    else:
        response = _to_the_table(at.table.id)
    if outcome.replayed:
        response.headers["Idempotent-Replay"] = "true"
    return response


def _entry(at: Place, outcome: Outcome) -> dict[str, Any] | None:
    devices = here().tables.devices(at.table.id)
    return logged(outcome.entry, Cast.of(at.table, words()), devices) if outcome.entry else None


def _to_the_table(table_id: str) -> Response:
    """Back to where the form was: the history, the sharing, else the table."""
    at = f"{request.script_root}/t/{table_id}"
    came_from = urlsplit(request.referrer or "").path
    back = came_from if came_from in (f"{at}/log", f"{at}/share") else at
    return Response(status=303, headers={"Location": back})
