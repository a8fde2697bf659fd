"""The one service behind every page: open, submit, undo, redo, log, whatever the game."""

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from tracker.rules.kernel import Game, Refusal
from tracker.table import codes, house
from tracker.table.desk import Desk, Writing
from tracker.table.draft import Wish, draft
from tracker.table.entries import gathered, marked
from tracker.table.journal import Undone
from tracker.table.model import Device, Entry, Outcome, Role, Table
from tracker.table.parse import opening
from tracker.table.ports import Chance, Clock, Conflict, Header, KeyTaken, Log, Row, Ticket, Unavailable
from tracker.table.registry import GAMES

__all__ = ["Device", "Entry", "Outcome", "Role", "Table", "Tables", "Unavailable"]

_ATTEMPTS = 16  # how often somebody else may be first before we give up
_TABLES_KEPT = 512
_KEYS_KEPT = 4096
_OUTSIDE_THE_BODY = ("idempotency_key", "ago_ms")  # a tap sent again is the same tap, only later


@dataclass(frozen=True, slots=True)
class _Written:
    """What an idempotency key led to; nothing to write where it was so already."""

    digest: str | None
    entry: Entry | None
    ticket: Ticket | None


class Tables:
    """All tables. announce(table, revision) is called once a revision is durable."""

    def __init__(
        self,
        log: Log,
        clock: Clock,
        chance: Chance,
        announce: Callable[[str, int], None],
        games: Mapping[str, Game[Any]] = GAMES,
    ) -> None:
        self._log, self._clock, self._chance, self._announce = log, clock, chance, announce
        self._games = games
        self._desks: OrderedDict[str, Desk] = OrderedDict()
        self._keys: OrderedDict[tuple[str, str, str], _Written] = OrderedDict()

    # --- Opening and finding ---

    def open(
        self,
        game: str,
        names: Sequence[str],
        options: Mapping[str, Any],
        title: str,
        device: Callable[[str], str] | str,
    ) -> Table:
        """A new table in set-up, ``device`` its host: an id, or what the device is called at a table's id.

        Raises Refusal: ``bad_request`` (also an unknown game), ``bad_name`` and what the game says.
        """
        asked = opening({"game": game, "names": list(names), "options": dict(options), "title": title})
        if asked.game not in self._games:
            raise Refusal("bad_request", field="game")
        played = self._games[asked.game]
        events = played.open(asked.names, asked.options, self._chance)
        facts = played.facts(played.blank, None, events)
        now = self._clock.now()
        for _ in range(_ATTEMPTS):
            header = Header(codes.new_id(), played.name, codes.new_code(), codes.new_code(), now)
            host = device if isinstance(device, str) else device(header.id)
            row = Row(
                table=header.id,
                revision=1,
                entry=1,
                kind="open",
                at=now,
                tap_at=now,
                device=host,
                command="open",
                fields={"names": list(asked.names), "options": asked.options},
                facts=facts,
                events=(house.TableOpened(asked.title, host), *events),
            )
            try:
                self._log.create(header, row, Device(host, None, 1, "seat"))
            except Conflict:
                continue
            return self.get(header.id)
        raise Unavailable

    def by_code(self, code: str) -> tuple[str, Role]:
        """The table and the role a typed code leads to. Raises ``no_such_table``."""
        meant = codes.normalised(code)
        found = self._log.by_code(meant) if meant else None
        if found is None:
            raise Refusal("no_such_table")
        return found

    def get(self, table_id: str) -> Table:
        """The table as its newest durable revision has it. Raises ``no_such_table``."""
        return self._desk(table_id).shown

    # --- Commands ---

    def submit(
        self,
        table_id: str,
        device: str,
        command: str,
        fields: Mapping[str, Any],
        *,
        key: str | None,
        role: Role,
        form: bool = False,
    ) -> Outcome:
        """Does what was wished for, durably, or raises the Refusal that says why not.

        command: of the game, ``undo``, ``redo``, or one of the house's. fields: a JSON object, or with
        ``form`` texts and lists of texts. key: the device's idempotency key. Raises Unavailable when
        it could not be kept.
        """
        desk = self._desk(table_id)
        if role == "watcher":
            raise Refusal("watchers_only_look")
        digest = _digest(command, fields) if key else None
        for _ in range(_ATTEMPTS):
            self.meet(table_id, device, role)
            try:
                return self._tried(desk, device, command, fields, key, digest, form)
            except Conflict:
                desk = self._anew(desk)
            except KeyTaken:
                desk = self._anew(desk)
                replayed = self._replayed(desk, device, key, digest)
                if replayed:
                    return replayed
        raise Unavailable

    def _tried(
        self,
        desk: Desk,
        device: str,
        command: str,
        fields: Mapping[str, Any],
        key: str | None,
        digest: str | None,
        form: bool,
    ) -> Outcome:
        """One try on the newest state. Raises Conflict or KeyTaken when others were first."""
        table_id = desk.header.id
        with desk.lock:
            if command in house.HOST_ONLY and device != desk.sheet.house.host:
                raise Refusal("host_only")
            known = self._keys.get((table_id, device, key)) if key else None
            wish = Wish(device, command, fields, form, self._clock.now(), key, digest)
            done = self._decided(desk, wish) if known is None else self._same(desk, known, digest)
        if isinstance(done, Outcome):
            if known is None:
                return done
            if known.ticket:
                known.ticket.wait()
            return replace(done, table=self.get(table_id))
        try:
            done.ticket.wait()
        except (Conflict, KeyTaken, Unavailable):
            if key:
                self._keys.pop((table_id, device, key), None)
            self._drop(desk)
            raise
        desk.durable(done)
        self._announce(table_id, done.row.revision)
        return Outcome(desk.shown, done.entry)

    def _decided(self, desk: Desk, wish: Wish) -> Writing | Outcome:
        """What is being written; an Outcome where nothing has to be."""
        try:
            found = draft(desk, wish, self._chance)
        except Refusal:
            replayed = self._replayed(desk, wish.device, wish.key, wish.digest)
            if replayed:
                return replayed
            raise
        if found is None:
            replayed = self._replayed(desk, wish.device, wish.key, wish.digest)
            if replayed is None:
                self._remember(desk, wish, None, None)
            return replayed or Outcome(desk.shown, None)
        writing = desk.write(found.row, found.state)
        self._remember(desk, wish, writing.entry, writing.ticket)
        return writing

    def _remember(self, desk: Desk, wish: Wish, entry: Entry | None, ticket: Ticket | None) -> None:
        """Keeps what the wish's key led to; what was written is in the log, too."""
        if wish.key:
            self._keys[desk.header.id, wish.device, wish.key] = _Written(wish.digest, entry, ticket)
            if len(self._keys) > _KEYS_KEPT:
                self._keys.popitem(last=False)

    def _same(self, desk: Desk, known: _Written, digest: str | None) -> Outcome:
        """The answer to a key that is known. Raises ``key_reused``."""
        if known.digest != digest:
            raise Refusal("key_reused")
        return Outcome(desk.shown, known.entry, replayed=True)

    def _replayed(self, desk: Desk, device: str, key: str | None, digest: str | None) -> Outcome | None:
        """The first answer to a key that only the log remembers."""
        row = self._log.keyed(desk.header.id, device, key) if key else None
        if row is None:
            return None
        if row.digest != digest:
            raise Refusal("key_reused")
        rows = self._log.entries(desk.header.id, row.entry, row.entry)
        entry = gathered(one for one in rows if one.revision <= row.revision)[row.entry]
        undone = Undone(row.entry, row.device, row.at) if row.kind == "undo" else None
        return Outcome(desk.shown, marked(entry, undone), replayed=True)

    # --- Looking ---

    def log(self, table_id: str, before: int | None = None, limit: int = 200) -> list[Entry]:
        """The entries below ``before`` (absent: all), newest first, at most ``limit``."""
        desk = self._desk(table_id)
        shown, journal = desk.shown, desk.shown_journal
        high = journal.last if before is None else min(before - 1, journal.last)
        low = max(1, high - limit + 1)
        rows = self._log.entries(table_id, low, high) if high >= low else ()
        undone = {one.entry: one for one in journal.undone}
        entries = gathered(row for row in rows if row.revision <= shown.revision)
        return [marked(entries[n], undone.get(n)) for n in sorted(entries, reverse=True)]

    def meet(self, table_id: str, device: str, role: Role) -> None:
        """Writes the device down, once; a seat's link lifts a watcher. Raises ``no_such_table``."""
        desk = self._desk(table_id)
        while True:
            known = desk.devices.get(device)
            if known is not None and (known.role == role or role == "watcher"):
                return
            number = known.number if known else max((d.number for d in desk.devices.values()), default=0) + 1
            with suppress(Conflict):
                self._log.keep_device(table_id, Device(device, known.name if known else None, number, role))
            desk.see_devices()

    def devices(self, table_id: str) -> list[Device]:
        """The phones at the table with their chairs, in the order in which they came."""
        desk = self._desk(table_id)
        chairs = house.held(desk.shown.chairs, desk.game.view(desk.shown.state)) if desk.shown.chairs else {}
        return sorted(
            (replace(device, participants=chairs.get(device.id, ())) for device in desk.devices.values()),
            key=lambda device: device.number,
        )

    # --- Tables in memory ---

    def _desk(self, table_id: str) -> Desk:
        desk = self._desks.get(table_id)
        if desk is None:
            stored = self._log.load(table_id)
            if stored is None or stored.header.game not in self._games:
                raise Refusal("no_such_table")
            fresh = Desk(self._games[stored.header.game], self._log, stored)
            desk = self._desks.setdefault(table_id, fresh)
            self._make_room()
        elif len(self._desks) > _TABLES_KEPT // 2:
            self._desks.move_to_end(table_id)
        return desk

    def _make_room(self) -> None:
        """Lets the tables go that nobody has used for longest."""
        if len(self._desks) > _TABLES_KEPT:
            idle = (table_id for table_id, desk in self._desks.items() if not desk.waiting)
            oldest = next(idle, None)
            if oldest is not None:
                self._desks.pop(oldest, None)

    def _drop(self, desk: Desk) -> None:
        """Forgets a state that did not become durable."""
        if self._desks.get(desk.header.id) is desk:
            self._desks.pop(desk.header.id, None)

    def _anew(self, desk: Desk) -> Desk:
        self._drop(desk)
        return self._desk(desk.header.id)


def _digest(command: str, fields: Mapping[str, Any]) -> str:
    """What tells one body from another under the same key."""
    body = {name: value for name, value in fields.items() if name not in _OUTSIDE_THE_BODY}
    try:
        said = msgspec.json.encode([command, body], order="sorted")
    except (RecursionError, TypeError, ValueError, OverflowError):
        said = repr([command, sorted(body.items(), key=lambda field: field[0])]).encode()  # refused later
    return hashlib.blake2b(said, digest_size=12).hexdigest()
