"""What every request has to pass and every answer carries: host, origin, size, headers."""

import ipaddress
import re
from typing import Final

from flask import Flask, Response, request

from tracker.config import Settings
from tracker.rules.kernel import Refusal
from tracker.web.asked import wants_json
from tracker.web.errors import in_json
from tracker.web.services import words

LARGEST_BODY: Final = 64 * 1024
TEXT: Final = "text/plain; charset=utf-8"
SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})
_HOST: Final = re.compile(r"(?:\[(?P<six>[0-9a-fA-F:.]+)\]|(?P<name>[A-Za-z0-9.-]+))(?::(?P<port>\d{1,5}))?")

CONTENT_SECURITY_POLICY: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "font-src 'self'",
        "media-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
}
# What a browser heeds on whatever it can show as a page by itself; on the parts of one it is only weight.
OF_A_PAGE: Final = {
    "Content-Security-Policy": CONTENT_SECURITY_POLICY,
    # Not «no-referrer»: with it browsers send «Origin: null» with our own forms.
    "Referrer-Policy": "same-origin",
}
PARTS: Final = frozenset({"text/css", "text/javascript", "font/woff2"})


def protect(app: Flask, settings: Settings) -> None:
    """Puts the checks before and the headers after everything ``app`` answers."""
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = LARGEST_BODY
    names = settings.hosts | ({settings.public_host} if settings.public_host else set())
    public_origin = _origin(settings.public_url) if settings.public_url else None

    @app.before_request
    def our_name_only() -> Response | None:
        """An unknown ``Host`` gets no page: an attacker's name that leads here could read it."""
        if answers_to(request.environ.get("HTTP_HOST", ""), names):
            return None
        text = words()._(
            "This server doesn’t answer to that name. Open its IP address, or set VIGILIA_HOSTS."
        )
        if wants_json():
            return in_json(400, "bad_request", text, {"field": "Host"})
        return Response(f"{text}\n", 400, content_type=TEXT)

    @app.before_request
    def our_pages_only() -> None:
        """Only our own pages may post; who sends no ``Origin`` is no browser."""
        origin = request.headers.get("Origin")
        if origin is None or request.method in SAFE_METHODS:
            return
        if origin.lower() not in (_origin(request.host_url), public_origin):
            raise Refusal("foreign_origin")

    @app.before_request
    def no_larger_than_needed() -> None:
        """Also of a body that comes in chunks, which would else be cut off at the limit and believed."""
        size = request.content_length
        if size is None and "Transfer-Encoding" in request.headers:
            size = len(request.get_data()) + 1
        if size is not None and size > LARGEST_BODY:
            raise Refusal("too_large", most=LARGEST_BODY)

    @app.after_request
    def headers(response: Response) -> Response:
        response.headers.update(HEADERS)
        if response.mimetype not in PARTS:
            response.headers.update(OF_A_PAGE)
        if "Cache-Control" not in response.headers:
            response.headers["Cache-Control"] = "no-store"
        return response


def answers_to(host: str, names: frozenset[str] | set[str]) -> bool:
    """Whether ``host`` (a ``Host`` header) is an IP literal, localhost or one of ``names``."""
    found = _HOST.fullmatch(host)
    if found is None or int(found["port"] or 0) > 65535:
        return False
    name = (found["name"] or "").lower().removesuffix(".")
    if name == "localhost" or name in names:
        return True
    try:
        ipaddress.ip_address(found["six"] or name)
    except ValueError:
        return False
    return True


def _origin(url: str) -> str:
    """Scheme, host and port as a browser writes them."""
    scheme, _, rest = url.lower().partition("://")
    host = rest.split("/")[0]
    return f"{scheme}://{host.removesuffix(':443' if scheme == 'https' else ':80')}"
