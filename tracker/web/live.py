"""The live stream of a table: fragments for pages, states for programs."""

from collections.abc import Iterator
from typing import Protocol

from flask import Blueprint, Response, request

from tracker.live.frames import COMMENT, message, partial
from tracker.live.hub import stream
from tracker.live.screens import picture
from tracker.table.model import Chair, Table
from tracker.web.at_table import Place, audience, held_by, place
from tracker.web.presenters.log import entry_text
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


def _seen(since: str, at: Place) -> int:
    """The revision whose picture a page has; -1 when it has none, or one that was drawn for others."""
    revision = since.rpartition("-")[2]
    if not (revision.isascii() and revision.isdigit() and len(revision) < 16):
        return -1
    known = int(revision) <= at.table.revision and since == picture(at.audience, int(revision))
    return int(revision) if known else -1


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
    """For pages: the fragments that changed since this listener's last message, and who is here.

    Which chairs are its own is all that is said to one device alone.
    """

    def __init__(self, services: Services, at: Place, said: Words) -> None:
        self._services, self._at, self._language = services, at, said.language
        self._prefix = request.script_root
        self._audience = at.audience
        self._seen = _seen(request.args.get("since", ""), at)
        self._phones = 0
        self._said, self._heard = said, at.table.revision
        self._chairs: tuple[Chair, ...] = ()
        self._mine: tuple[str, ...] | None = None

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
        told += self._of_the_house(table)
        phones = len(services.hub.online(table.id))
        if phones != self._phones:
            self._phones = phones
            told += message(partial("presence", services.painter.presence(phones, self._language)))
        return told

    def _of_the_house(self, table: Table) -> bytes:
        """What somebody just did to the table itself, and the chairs of this device once any change."""
        told, painter = b"", self._services.painter
        if table.last.kind == "matter" and table.last.revision > self._heard:
            told = message(partial("news", painter.news(entry_text(table.last, table, self._said))))
        self._heard = table.revision
        if table.chairs != self._chairs:
            mine = held_by(table, self._at.device)
            told += message(" ".join(mine), event="mine") if mine != self._mine else b""
            self._chairs, self._mine = table.chairs, mine
        return told

    def beat(self) -> bytes:
        """A sign of life; a comment alone would be invisible to the page's scripts."""
        return COMMENT + message(str(self._seen), event="beat")
