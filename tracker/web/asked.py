"""What a request asks for: which face, which fields, under which key."""

from collections.abc import Mapping
from typing import Any, Final

import msgspec
from flask import request

from tracker.rules.kernel import Refusal

JSON: Final = "application/json"
FORM: Final = "application/x-www-form-urlencoded"
KEY_FIELD: Final = "idempotency_key"
KEY_LENGTH: Final = range(8, 65)


def wants_json() -> bool:
    """Whether the answer is JSON: the request asks for it by name, no less than for a page (browsers
    never do), or it brings JSON and takes anything back.
    """
    accept = request.headers.get("Accept", "")
    if JSON in accept.lower():
        kinds = reversed(request.accept_mimetypes)  # what is wanted most comes last, and stays
        weights = {kind.partition(";")[0].strip().lower(): weight for kind, weight in kinds}
        return 0 < weights[JSON] >= weights.get("text/html", 0)
    return request.mimetype == JSON and accept in ("", "*/*")


def is_form() -> bool:
    """Whether the body is what a form sends."""
    return request.mimetype == FORM


def fields() -> Mapping[str, Any]:
    """The fields sent, without the key: of JSON as they are (null is absent), of a form each as a list
    of texts. Raises Refusal ``bad_request`` or ``unsupported_media_type``.
    """
    if request.mimetype == FORM:
        return {name: texts for name, texts in request.form.lists() if name != KEY_FIELD}
    if request.mimetype != JSON:
        if request.mimetype or request.get_data():
            raise Refusal("unsupported_media_type")
        return {}
    return _object(request.get_data())


def key() -> str | None:
    """The key that makes a repetition harmless; None without one. Raises Refusal ``bad_request``."""
    sent = request.headers.get("Idempotency-Key")
    if sent is None and is_form():
        sent = request.form.get(KEY_FIELD)
    if sent is not None and (len(sent) not in KEY_LENGTH or not sent.isprintable()):
        raise Refusal("bad_request", field="Idempotency-Key")
    return sent


def _object(body: bytes) -> Mapping[str, Any]:
    if not body:
        return {}
    try:
        sent = msgspec.json.decode(body)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Refusal("bad_request") from error
    if not isinstance(sent, dict):
        raise Refusal("bad_request")
    return {name: value for name, value in sent.items() if value is not None}
