"""One open table in memory: its newest state, the last durable one, and how rows become state."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from threading import RLock
from typing import Any

from tracker.rules.kernel import Game, Moved
from tracker.table import house
from tracker.table.entries import gathered, grown, marked
from tracker.table.house import House
from tracker.table.journal import Journal
from tracker.table.model import Device, Entry, Table
from tracker.table.ports import Log, Row, Snapshot, Stored, Ticket

SNAPSHOT_EVERY = 64  # revisions
_ENTRIES_KEPT = 48
_STEPS_KEPT = 64


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that decides, at one revision. turn: whose it is, as the log notes it."""

    revision: int
    state: Any
    house: House
    journal: Journal
    turn: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Writing:
    """A row on its way to the disk, and what will be seen once it is there."""

    row: Row
    ticket: Ticket
    sheet: Sheet
    table: Table
    entry: Entry


def turn_of(game: Game[Any], state: Any) -> Mapping[str, Any]:
    """``{"round", "number", "of"}``; a whole view is made for it, so ask only after a step."""
    view = game.view(state)
    return {"round": view["round"], "number": view["turn"]["number"], "of": view["turn"]["of"]}


def folded(game: Game[Any], state: Any, of_house: House, events: Iterable[Any]) -> tuple[Any, House]:
    """State and house after ``events``."""
    for event in events:
        if isinstance(event, house.Event):
            of_house = house.evolve(of_house, event)
        else:
            state = game.evolve(state, event)
    return state, of_house


def refolded(game: Game[Any], rows: Iterable[Row], journal: Journal) -> tuple[Any, House]:
    """State and house from nothing: every standing entry at the place where it was written."""
    gone = {undone.entry for undone in journal.undone}
    state, of_house = game.blank, House()
    for row in rows:
        if row.entry in gone:
            state = spent(game, state, row)
        elif row.kind not in ("undo", "redo"):
            state, of_house = folded(game, state, of_house, row.events)
    return state, of_house


def spent(game: Game[Any], state: Any, row: Row) -> Any:
    """The state with an entry taken back: nothing of it is left but that its ids are given out."""
    for event in row.events:
        state = game.spent(state, event)
    return state


def unshielded(game: Game[Any]) -> Game[Any]:
    """The game as it treats a tap that goes on with a burst: the shield came too late for it."""
    return replace(
        game,
        objections=lambda state, command: (
            refusal for refusal in game.objections(state, command) if refusal.code != "shielded"
        ),
    )


class Desk:
    """A table that is being played at.

    sheet: the newest, perhaps still on its way to the disk; shown: the newest durable one, as
    others may see it. Whoever decides holds ``lock`` and doesn't wait while holding it.
    """

    def __init__(self, game: Game[Any], log: Log, stored: Stored) -> None:
        self.game, self.log, self.header = game, log, stored.header
        self.lenient = unshielded(game)
        self.lock = RLock()
        self.waiting: dict[int, Row] = {}
        self._recent: OrderedDict[int, Entry] = OrderedDict()
        self._before: OrderedDict[int, Sheet] = OrderedDict()  # by step: what was known before it
        self.devices: Mapping[str, Device] = {}
        self.see_devices()
        self.sheet = self._read(stored)
        self.shown_journal = self.sheet.journal
        self.shown = self.table_at(self.sheet)

    def see_devices(self) -> None:
        """Reads the devices anew."""
        self.devices = {device.id: device for device in self.log.devices(self.header.id)}

    def _read(self, stored: Stored) -> Sheet:
        snapshot, tail = stored.snapshot, stored.tail
        journal, state, of_house = Journal(), self.game.blank, House()
        revision = 0
        if snapshot is not None:
            revision, state, of_house = snapshot.revision, snapshot.state, snapshot.house
            journal = snapshot.journal
        steps_moved = False
        for row in tail:
            steps_moved = steps_moved or (row.kind in ("undo", "redo") and journal.is_step(row.entry))
            if row.kind == "step":
                self._before[row.entry] = Sheet(revision, state, of_house, journal, {})
            state, of_house = folded(self.game, state, of_house, row.events)
            journal, revision = journal.after(row), row.revision
        if steps_moved:
            self._before.clear()
            rows = (row for row in self.log.rows(self.header.id) if row.revision <= revision)
            state, of_house = refolded(self.game, rows, journal)
        return Sheet(revision, state, of_house, journal, turn_of(self.game, state))

    # --- Writing ---

    def write(self, row: Row, state: Any = None) -> Writing:
        """Takes the row as the newest; its ticket tells when it is durable.

        state: the game's after the row, where it is known already.
        """
        sheet = self.after(row, state)
        snapshot = None
        if self._moves_step(row) or row.revision % SNAPSHOT_EVERY == 0:
            snapshot = Snapshot(sheet.revision, sheet.state, sheet.house, sheet.journal)
        if row.kind not in ("undo", "redo"):
            joined = self._entry(row.entry) if row.entry <= self.sheet.journal.last else None
            self._keep(grown(joined, row))
        table, entry = self.table_at(sheet), self.entry_at(row.entry, sheet.journal)
        ticket = self.log.append(row, snapshot)
        self.waiting[row.revision] = row
        if row.kind == "step":
            self._before[row.entry] = self.sheet
            if len(self._before) > _STEPS_KEPT:
                self._before.popitem(last=False)
        self.sheet = sheet
        return Writing(row, ticket, sheet, table, entry)

    def after(self, row: Row, known: Any = None) -> Sheet:
        """The sheet once ``row`` is written."""
        sheet = self.sheet
        journal, turn = sheet.journal.after(row), sheet.turn
        if self._moves_step(row):
            state, of_house = self._anew(row.entry, journal)
        elif known is not None:
            state, of_house = known, sheet.house
        else:
            state, of_house = folded(self.game, sheet.state, sheet.house, row.events)
        if row.kind == "step" or self._moves_step(row):
            turn = turn_of(self.game, state)
        return Sheet(row.revision, state, of_house, journal, turn)

    def _anew(self, step: int, journal: Journal) -> tuple[Any, House]:
        """State and house by what stands in ``journal``, where ``step`` has just come or gone.

        The steps before it stand as they did when it was written, else it could not be moved; so
        what was known then is good, with all that was written since. Counters bring their own undoing,
        unless a restart lies between: it takes the figures back to their start, wherever it is put.
        """
        before = self._before.get(step)
        if before is None or any(s.command == "restart" and s.entry >= step for s in journal.steps):
            return refolded(self.game, self._rows(), journal)
        gone = {undone.entry for undone in journal.undone}
        state, of_house = before.state, before.house
        for row in self._rows(before.revision):
            if row.kind == "step" and row.entry in gone:
                state = spent(self.game, state, row)
            else:
                state, of_house = folded(self.game, state, of_house, row.events)
        return state, of_house

    def _moves_step(self, row: Row) -> bool:
        """Whether it undoes or redoes a step: then everything is folded anew."""
        return row.kind in ("undo", "redo") and self.sheet.journal.is_step(row.entry)

    def durable(self, written: Writing) -> None:
        """The row is on the disk: others may see it."""
        self.waiting.pop(written.row.revision, None)
        if written.table.revision > self.shown.revision:
            self.shown, self.shown_journal = written.table, written.sheet.journal

    # --- Reading ---

    def moves(self, entry: int) -> tuple[Moved, ...]:
        """The figures' moves that an entry made itself."""
        return tuple(
            event for row in self._entries(entry) for event in row.events if isinstance(event, Moved)
        )

    def entry_at(self, number: int, journal: Journal) -> Entry:
        """An entry as ``journal`` has it."""
        entry = self._entry(number)
        return entry if number == journal.newest else marked(entry, journal.taken_back(number))

    def table_at(self, sheet: Sheet) -> Table:
        """What others see of ``sheet``."""
        journal, header = sheet.journal, self.header
        newest = self._entry(journal.newest) if journal.newest else None
        stands = journal.last == journal.newest
        return Table(
            header.id,
            self.game,
            sheet.house.title,
            sheet.revision,
            sheet.state,
            sheet.house.host,
            sheet.house.address,
            header.seat_code,
            header.watch_code,
            header.opened_at,
            last=newest if newest and stands else self.entry_at(journal.last, journal),
            undo_next=newest,
            redo_next=self.entry_at(journal.redo, journal) if journal.redo else None,
            chairs=sheet.house.chairs,
        )

    def _entry(self, number: int) -> Entry:
        found = self._recent.get(number)
        if found is None:
            found = gathered(self._entries(number))[number]
            self._keep(found)
        return found

    def _keep(self, entry: Entry) -> None:
        self._recent[entry.entry] = entry
        self._recent.move_to_end(entry.entry)
        if len(self._recent) > _ENTRIES_KEPT:
            self._recent.popitem(last=False)

    def _entries(self, number: int) -> list[Row]:
        """The rows of one entry, those still on their way, too."""
        rows = self._and_coming(self.log.entries(self.header.id, number, number))
        return [row for row in rows if row.entry == number and row.kind not in ("undo", "redo")]

    def _rows(self, after: int = 0) -> list[Row]:
        """The rows after a revision, those still on their way, too."""
        return self._and_coming(self.log.rows(self.header.id, after), after)

    def _and_coming(self, written: Sequence[Row], after: int = 0) -> list[Row]:
        newest = written[-1].revision if written else after  # what was coming may have arrived
        return [*written, *(row for revision, row in sorted(self.waiting.items()) if revision > newest)]
