"""The history of a table, in pages of 200 entries."""

from datetime import datetime

from flask import Blueprint, Response, render_template, request

from tracker.rules.kernel import Refusal
from tracker.web.asked import wants_json
from tracker.web.at_table import place
from tracker.web.document import answer, logged
from tracker.web.presenters.cast import Cast
from tracker.web.presenters.log import history
from tracker.web.services import here, words

log = Blueprint("log", __name__)
PAGE = 200


@log.get("/t/<table_id>/log")
def show(table_id: str) -> Response:
    """Newest first; ``?before=<entry>`` goes on from there."""
    services, at, said = here(), place(table_id), words()
    before = _entry(request.args.get("before", ""))
    entries = services.tables.log(table_id, before, PAGE)
    devices = services.tables.devices(table_id)
    if wants_json():
        cast = Cast.of(at.table, said)
        return answer({"entries": [logged(entry, cast, devices) for entry in entries]})
    newest = services.tables.log(table_id, None, PAGE) if before else entries
    html = render_template(
        "log/show.html",
        table=at.table,
        at=f"{request.script_root}/t/{table_id}",
        title=at.table.title,
        role=at.audience.role,
        can_act=at.audience.can_act,
        groups=history(entries, at.table, devices, said, offset=_offset(), newest=newest),
        before=entries[-1].entry if entries and entries[-1].entry > 1 else None,
        later=before is not None,
    )
    return Response(html, content_type="text/html; charset=utf-8")


def _offset() -> int:
    """Minutes that this machine's clock on the wall is east of Greenwich: it usually stands at the table."""
    east = datetime.now().astimezone().utcoffset()
    return int(east.total_seconds() // 60) if east else 0


def _entry(text: str) -> int | None:
    """The number in ``?before=``. Raises ``bad_request``."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 16):
        raise Refusal("bad_request", field="before")
    return int(text)
