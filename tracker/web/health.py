"""Whether the process is up, and whether it can do its work."""

from flask import Blueprint, Response

from tracker.web.services import here

TEXT = "text/plain; charset=utf-8"
health = Blueprint("health", __name__)


@health.get("/healthz")
def up() -> Response:
    """The process answers."""
    return Response("ok\n", content_type=TEXT)


@health.get("/readyz")
def ready() -> Response:
    """The database answers, too."""
    if here().reachable():
        return Response("ok\n", content_type=TEXT)
    return Response("no database\n", 503, content_type=TEXT, headers={"Retry-After": "1"})
