"""How one device wants to read: its language and its theme, in a cookie of its own."""

from collections.abc import Mapping
from typing import Any, Final

from flask import Blueprint, Response, request

from tracker.rules.kernel import Refusal
from tracker.web import asked
from tracker.web.document import answer
from tracker.web.identity import remember
from tracker.web.services import here
from tracker.web.taste import COOKIE, LANGUAGE_CHOICES, THEMES, Taste, taste

preferences = Blueprint("preferences", __name__)
LONGEST: Final = 300  # characters of an address to go back to


@preferences.post("/preferences")
def prefer() -> Response:
    """Keeps what was chosen; a page goes back to where it was, a program is told what holds now."""
    sent = asked.fields()
    before = taste()
    now = Taste(
        language=_one_of(LANGUAGE_CHOICES, sent, "language") or before.language,
        theme=_one_of(THEMES, sent, "theme") or before.theme,
    )
    if asked.wants_json():
        response = answer({"language": now.language, "theme": now.theme})
    else:
        response = Response(status=303, headers={"Location": _back(_text(sent, "back"))})
    remember(response, COOKIE, now.written, here().settings)
    return response


def local(path: str) -> bool:
    """Whether ``path`` is a path of this server and nothing that a browser could read otherwise."""
    plain = path.isascii() and path.isprintable() and " " not in path and "\\" not in path
    return plain and path.startswith("/") and not path.startswith("//") and len(path) <= LONGEST


def _back(path: str) -> str:
    """Where the form was; home when it doesn't say so, or says somewhere else."""
    return path if local(path) else f"{request.script_root}/"


def _text(sent: Mapping[str, Any], field: str) -> str:
    """A field as text, "" where it is absent. Raises ``bad_request``."""
    value = sent.get(field, "")
    if isinstance(value, list):
        value = value[-1] if value else ""
    if not isinstance(value, str):
        raise Refusal("bad_request", field=field)
    return value.strip()


def _one_of(choices: tuple[str, ...], sent: Mapping[str, Any], field: str) -> str:
    """What was chosen, "" for nothing. Raises ``bad_request`` for what can't be chosen."""
    value = _text(sent, field)
    if value and value not in choices:
        raise Refusal("bad_request", field=field, choices=list(choices))
    return value
