"""The live stream of a table: fragments for pages, states for programs."""

from collections.abc import Iterator
from typing import Protocol

from flask import Blueprint, Response, request

from tracker.live.frames import COMMENT, message, partial
from tracker.live.hub import stream
from tracker.web.at_table import Place, audience, place
from tracker.web.services import Services, here, words
from tracker.web.words import Words

live = Blueprint("live", __name__)
EVENTS = "text/event-stream; charset=utf-8"
HEADERS = {"Cache-Control": "no-store, no-transform", "X-Accel-Buffering": "no"}


@live.get("/t/<table_id>/live")
def follow(table_id: str) -> Response:
    """Every change from now on, the present state first, until the listener goes."""
    services, at, said = here(), place(table_id), words()
    as_json = request.args.get("format") == "json"
    told: Told = States(services, at, said) if as_json else Pages(services, at, said)
    return Response(_listen(services, at, told), content_type=EVENTS, headers=HEADERS)


def _listen(services: Services, at: Place, told: "Told") -> Iterator[bytes]:
    services.tables.meet(at.table.id, at.device, at.role)
    with services.hub.listen(at.table.id, at.device) as listener:
        yield from stream(listener, told.news, told.beat)


class Told(Protocol):
    """What one listener has been told, and what is new to it."""

    def news(self) -> bytes: ...
    def beat(self) -> bytes: ...


class States:
    """For programs: each message the whole state; the same bytes for all of one language."""

    def __init__(self, services: Services, at: Place, said: Words) -> None:
        self._services, self._table, self._said = services, at.table.id, said
        self._seen = -1

    def news(self) -> bytes:
        table = self._services.tables.get(self._table)
        if table.revision == self._seen:
            return b""
        self._seen = table.revision
        return self._services.states.of(table, self._said.language)

    def beat(self) -> bytes:
        return COMMENT


class Pages:
    """For pages: the fragments that changed since this listener's last message, and who is here."""

    def __init__(self, services: Services, at: Place, said: Words) -> None:
        self._services, self._at, self._language = services, at, said.language
        self._prefix = request.script_root
        self._audience = at.audience
        self._seen = -1
        self._phones = 0

    def news(self) -> bytes:
        services, table = self._services, self._services.tables.get(self._at.table.id)
        looks = audience(table, self._at.device, self._at.role, self._language, self._prefix)
        if looks != self._audience:  # it was made host, or no longer is
            self._audience, self._seen = looks, -1
        told = b""
        if table.revision > self._seen:
            screen = services.screens.of(table, looks)
            told = screen.since(self._seen) or message(str(screen.revision), id=screen.revision, event="beat")
            self._seen = screen.revision
        phones = len(services.hub.online(table.id))
        if phones != self._phones:
            self._phones = phones
            told += message(partial("presence", services.painter.presence(phones, self._language)))
        return told

    def beat(self) -> bytes:
        """A sign of life; a comment alone would be invisible to the page's scripts."""
        return COMMENT + message(str(self._seen), event="beat")
