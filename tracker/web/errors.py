"""What went wrong, as an answer: one handler for refusals, one for everything else, both faces."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import urlencode

from flask import Flask, Response, g, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from tracker.rules.kernel import Refusal
from tracker.table.ports import Unavailable
from tracker.web import document, htmx
from tracker.web.asked import KEY_FIELD, wants_json
from tracker.web.at_table import Place
from tracker.web.refusals import sentence
from tracker.web.services import here, words
from tracker.web.words import Words

STATUSES: Final[Mapping[str, int]] = {
    "bad_request": 400,
    **dict.fromkeys(
        (
            "not_at_this_table",
            "watchers_only_look",
            "host_only",
            "foreign_origin",
            "removed_from_table",
            "table_locked",
        ),
        403,
    ),
    **dict.fromkeys(
        (
            "no_such_table",
            "no_such_command",
            "no_such_participant",
            "no_such_reptante",
            "no_such_power",
            "no_such_relic",
            "no_such_reminder",
            "no_such_scheme",
            "no_such_entry",
            "no_such_device",
        ),
        404,
    ),
    **dict.fromkeys(("turn_already_passed", "already_done"), 409),
    "table_expired": 410,
    "too_large": 413,
    "unsupported_media_type": 415,
    "slow_down": 429,
}

# What isn't the table's doing but HTTP's: a code and a sentence for each status we can answer with.
HTTP: Final[Mapping[int, tuple[str, Callable[[Words], str]]]] = {
    400: ("bad_request", lambda w: w._("The table didn’t understand that. Reload the page and try again.")),
    404: ("no_such_page", lambda w: w._("There is nothing at this address. Go back to the start.")),
    405: (
        "method_not_allowed",
        lambda w: w._("That can’t be opened like this. Go back and use the page’s buttons."),
    ),
    413: ("too_large", lambda w: w._("That’s too long to be sent. Write less and try again.")),
    415: ("unsupported_media_type", lambda w: w._("The table can’t read that format. Send a form or JSON.")),
    500: ("server_error", lambda w: w._("Something failed here. Nothing was changed: try again.")),
    503: ("unavailable", lambda w: w._("It couldn’t be saved, so it wasn’t done. Try again in a moment.")),
}

# The heading of an error's page.
TITLES: Final[Mapping[str, Callable[[Words], str]]] = {
    "not_at_this_table": lambda w: w._("This isn’t your table"),
    "no_such_table": lambda w: w._("No table with that code"),
    "slow_down": lambda w: w._("One moment"),
    "no_such_page": lambda w: w._("There is nothing here"),
    "server_error": lambda w: w._("Something failed"),
    "bad_request": lambda w: w._("It can’t be done like this"),
}

# How a refused form goes back to its person: the page it came from, with the notice in it.
TablePage = Callable[[Place, str, int], Response]


def init(app: Flask, table_page: TablePage) -> None:
    """Registers the handlers; ``table_page`` renders a table with a notice in it."""

    @app.errorhandler(Refusal)
    def refused(refusal: Refusal) -> Response:
        status = STATUSES.get(refusal.code, 422)
        at = _newest(g.get("place"))
        text = sentence(refusal, at.table if at else None, words())
        if wants_json():
            response = in_json(status, refusal.code, text, refusal.facts, refusal.rule)
        elif _from_a_script():
            response = _notice_alone(status, notice(text, at, refusal))
        elif at is not None and request.method == "POST":
            its = render_template("table/_notice.html", notice=notice(text, at, refusal))
            response = table_page(at, its, status)
        else:
            response = page(status, refusal.code, text)
        if "retry_after" in refusal.facts:
            response.headers["Retry-After"] = str(refusal.facts["retry_after"])
        return response

    @app.errorhandler(Unavailable)
    def unavailable(_: Unavailable) -> Response:
        response = plain(503)
        response.headers["Retry-After"] = "1"
        return response

    @app.errorhandler(HTTPException)
    def http(error: HTTPException) -> Response:
        if isinstance(error, RequestRedirect):
            return Response(status=error.code, headers={"Location": error.new_url})
        response = plain(error.code or 500)
        allowed = getattr(error, "valid_methods", None)
        if allowed:
            response.headers["Allow"] = ", ".join(sorted(allowed))
        return response


def notice(text: str, at: Place | None, refusal: Refusal | None = None) -> dict[str, Any]:
    """What the notice in the page says, and what «De todas formas» would send (none: it gives no way)."""
    address = f"{request.script_root}/t/{at.table.id}" if at else f"{request.script_root}/"
    anyway, why = None, ""
    if refusal is not None and refusal.gives_way:
        sent = {n: values for n, values in request.form.lists() if n not in (KEY_FIELD, "override")}
        anyway = {"action": request.script_root + request.path, "fields": {**sent, "override": "true"}}
    if refusal is not None and refusal.rule:
        why = f"{address}/sheet/why?{urlencode({'rule': refusal.rule})}"
    return {"text": text, "why": why, "anyway": anyway, "back": address}


def page(status: int, code: str, text: str) -> Response:
    """An error as a page of its own, with the way on: the code field, or the start."""
    titles = TITLES.get(code) or (TITLES["server_error"] if status >= 500 else TITLES["bad_request"])
    asks_code = code in ("not_at_this_table", "no_such_table", "slow_down")
    context = {
        "at": request.script_root,
        "title": titles(words()),
        "text": text,
        "code_field": asks_code,
        "code": request.form.get("code", "")[:40] if asks_code else "",
        "problem": "",
        "retry": request.script_root + request.path if status >= 500 and request.method == "GET" else "",
    }
    html = render_template("error/show.html", s=context)
    return Response(html, status, content_type="text/html; charset=utf-8")


def plain(status: int) -> Response:
    """What HTTP itself has to say, in the face that was asked for."""
    code, says = HTTP.get(status) or HTTP[500 if status >= 500 else 400]
    text = says(words())
    if wants_json():
        return in_json(status, code, text, {})
    return _notice_alone(status, notice(text, None)) if _from_a_script() else page(status, code, text)


def _from_a_script() -> bool:
    """Whether one of our own forms was sent by a script, which puts a notice into the page it is on."""
    return request.method == "POST" and htmx.asks()


def _notice_alone(status: int, its: dict[str, Any]) -> Response:
    return htmx.fragments({"notice": render_template("table/_notice.html", notice=its)}, status)


def _newest(at: Place | None) -> Place | None:
    """Where the asking device sits, with the table as it is now: what refused may just have changed it."""
    return replace(at, table=here().tables.get(at.table.id)) if at else None


def in_json(status: int, code: str, text: str, facts: Mapping[str, Any], rule: str = "") -> Response:
    """An error as programs get it (contract §3); ``rule``: the page that explains it, or ""."""
    body = {"code": code, "message": text, "facts": facts, "rule": rule or None}
    return document.answer({"error": body}, status)
