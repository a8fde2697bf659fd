"""The corner of htmx: whether a request comes from it, and the answers it understands.

htmx-flask 0.1.0 was written for htmx 2: its ``make_response`` refuses valid ``reswap`` values and
``request.htmx.trigger`` is never filled by htmx 4. What we need of it is here, typed.
"""

from typing import Any, Final, cast

from flask import Flask, Response, request
from htmx_flask import Htmx

from tracker.live.frames import partial

REVISION: Final = "Vigilia-Revision"
MINE: Final = "Vigilia-Mine"  # the people whose chairs the asking device holds


def init(app: Flask) -> None:
    """Gives every request its ``htmx`` attribute."""
    Htmx(app)


def asks() -> bool:
    """Whether a script of ours sent this, which wants fragments instead of a page."""
    return bool(cast(Any, request).htmx)


def fragments(pieces: dict[str, str], status: int = 200, revision: int | None = None) -> Response:
    """Each piece finds its own place by its id; nothing else of the page changes.

    revision: which one they show.
    """
    html = "\n".join(partial(name, piece) for name, piece in pieces.items())
    response = Response(html, status, content_type="text/html; charset=utf-8")
    if revision is not None:
        response.headers[REVISION] = str(revision)
    return response


def done(revision: int) -> Response:
    """It is done: the stream brings what changed, up to ``revision``."""
    return Response(status=204, headers={REVISION: str(revision)})
