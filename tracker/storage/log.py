"""The log port over SQLAlchemy's Core: rows in, rows out, no ORM on the way."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Select, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from tracker.rules.kernel import Game
from tracker.storage.codec import Codec
from tracker.storage.models import Base
from tracker.storage.rows import device_out, header_out, row_in, row_out
from tracker.storage.writer import Job, Writer
from tracker.table.model import Device, Role
from tracker.table.ports import Conflict, Header, KeyTaken, Row, Snapshot, Stored, Ticket, Unavailable

tables, events, devices = (Base.metadata.tables[name] for name in ("tables", "events", "devices"))

_INSERT_EVENT = insert(events)
_NEWEST_KEPT = 4096


@dataclass(frozen=True, slots=True)
class _Create:
    table: Mapping[str, Any]
    event: Mapping[str, Any]
    device: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class _Append:
    event: Mapping[str, Any]
    snapshot: str | None


@dataclass(frozen=True, slots=True)
class _Keep:
    device: Mapping[str, Any]


_Work = _Create | _Append | _Keep


class SqlLog:
    """The log in a database. Reads run where they are called, writes through the one writer."""

    def __init__(self, engine: Engine, games: Mapping[str, Game[Any]]) -> None:
        self._engine = engine
        self._codecs = {name: Codec(game) for name, game in games.items()}
        self._games: OrderedDict[str, str] = OrderedDict()  # table → game
        self._newest: OrderedDict[str, int] = OrderedDict()  # table → revision, the writer's own
        self._writing: Connection | None = None
        self._writer: Writer[_Work] = Writer(self._write)

    # --- Writing ---

    def create(self, header: Header, row: Row, device: Device) -> None:
        """See Log.create."""
        self._known(header.id, header.game)
        event = row_out(self._codec(header.id), row)
        self._writer.put(_Create(header_out(header), event, device_out(header.id, device))).wait()

    def append(self, row: Row, snapshot: Snapshot | None = None) -> Ticket:
        """See Log.append."""
        cached = self._codec(row.table).snapshot_out(snapshot) if snapshot else None
        return self._writer.put(_Append(row_out(self._codec(row.table), row), cached))

    def keep_device(self, table: str, device: Device) -> None:
        """See Log.keep_device."""
        self._writer.put(_Keep(device_out(table, device))).wait()

    def _write(self, batch: Sequence[Job[_Work]]) -> None:
        """One transaction for the whole batch; what doesn't fit is left out and told so."""
        try:
            connection = self._connection()
            with connection.begin():
                appends: list[Job[_Work]] = []
                for job in batch:
                    if isinstance(job.what, _Append):
                        appends.append(job)
                    else:
                        self._write_alone(connection, job)
                self._write_appends(connection, appends)
        except Exception as fault:
            self._newest.clear()
            self._close()
            if not isinstance(fault, SQLAlchemyError):
                raise
            for job in batch:
                job.fault = Unavailable(type(fault).__name__)

    def _write_appends(self, connection: Connection, jobs: Sequence[Job[_Work]]) -> None:
        """All rows by one statement; row by row only where that fails."""
        fitting = []
        reached: dict[str, int] = {}
        for job in jobs:
            assert isinstance(job.what, _Append)
            event = job.what.event
            table = event["table_id"]
            if table not in reached:
                reached[table] = self._newest_of(connection, table)
            if event["revision"] != reached[table] + 1:
                job.fault = Conflict()
                continue
            reached[table] += 1
            fitting.append((job, event))
        if not fitting:
            return
        try:
            with connection.begin_nested():
                connection.execute(_INSERT_EVENT, [event for _, event in fitting])
        except IntegrityError:
            for table in reached:
                self._newest.pop(table, None)
            for job, _ in fitting:
                self._write_alone(connection, job)
        else:
            for table, revision in reached.items():
                self._keep_newest(table, revision)
        for job, _ in fitting:
            if job.fault is None and isinstance(job.what, _Append) and job.what.snapshot is not None:
                self._write_snapshot(connection, job.what)

    def _write_alone(self, connection: Connection, job: Job[_Work]) -> None:
        """One job in a savepoint of its own."""
        try:
            with connection.begin_nested():
                match job.what:
                    case _Create(table=table, event=event, device=device):
                        connection.execute(insert(tables), [table])
                        connection.execute(_INSERT_EVENT, [event])
                        connection.execute(insert(devices), [device])
                        self._keep_newest(table["id"], 1)
                    case _Append(event=event):
                        if event["revision"] != self._newest_of(connection, event["table_id"]) + 1:
                            raise Conflict
                        if self._key_taken(connection, event):
                            raise KeyTaken
                        connection.execute(_INSERT_EVENT, [event])
                        self._keep_newest(event["table_id"], event["revision"])
                    case _Keep(device=device):
                        self._write_device(connection, device)
        except IntegrityError:
            job.fault = Conflict()
        except (Conflict, KeyTaken) as fault:
            job.fault = fault

    def _write_device(self, connection: Connection, device: Mapping[str, Any]) -> None:
        mine = (devices.c.table_id == device["table_id"]) & (devices.c.id == device["id"])
        changed = connection.execute(
            update(devices).where(mine).values(name=device["name"], role=device["role"])
        )
        if not changed.rowcount:
            connection.execute(insert(devices), [device])

    def _write_snapshot(self, connection: Connection, append: _Append) -> None:
        event = append.event
        connection.execute(
            update(tables)
            .where(tables.c.id == event["table_id"], tables.c.snapshot_revision < event["revision"])
            .values(snapshot=append.snapshot, snapshot_revision=event["revision"])
        )

    def _key_taken(self, connection: Connection, event: Mapping[str, Any]) -> bool:
        if event["key"] is None:
            return False
        query = _of_key(event["table_id"], event["device"], event["key"])
        return connection.execute(query).first() is not None

    def _newest_of(self, connection: Connection, table: str) -> int:
        known = self._newest.get(table)
        if known is not None:
            return known
        query = select(func.max(events.c.revision)).where(events.c.table_id == table)
        return connection.execute(query).scalar() or 0

    def _keep_newest(self, table: str, revision: int) -> None:
        self._newest[table] = revision
        if len(self._newest) > _NEWEST_KEPT:
            self._newest.popitem(last=False)

    def _connection(self) -> Connection:
        """The writer's own connection, kept open."""
        if self._writing is None:
            self._writing = self._engine.connect().execution_options(writes=True)
        return self._writing

    def _close(self) -> None:
        if self._writing is not None:
            connection, self._writing = self._writing, None
            connection.invalidate()
            connection.close()

    # --- Reading ---

    def load(self, table: str) -> Stored | None:
        """See Log.load."""
        with self._engine.connect() as connection:
            found = connection.execute(select(tables).where(tables.c.id == table)).first()
            if found is None or found.game not in self._codecs:
                return None
            self._known(table, found.game)
            snapshot = self._codec(table).snapshot_in(found.snapshot)
            after = snapshot.revision if snapshot else 0
            query = _of_table(table).where(events.c.revision > after)
            tail = [row_in(self._codec(row.table_id), row) for row in connection.execute(query)]
        header = Header(found.id, found.game, found.seat_code, found.watch_code, found.opened_at)
        return Stored(header, snapshot, tail)

    def rows(self, table: str, after: int = 0) -> Sequence[Row]:
        """See Log.rows."""
        return self._read(_of_table(table).where(events.c.revision > after))

    def entries(self, table: str, low: int, high: int) -> Sequence[Row]:
        """See Log.entries."""
        return self._read(
            _of_table(table)
            .where(events.c.entry.between(low, high))
            .where(events.c.kind.not_in(("undo", "redo")))
        )

    def keyed(self, table: str, device: str, key: str) -> Row | None:
        """See Log.keyed."""
        found = self._read(_of_key(table, device, key))
        return found[0] if found else None

    def by_code(self, code: str) -> tuple[str, Role] | None:
        """See Log.by_code."""
        query = select(tables.c.id, tables.c.seat_code).where(
            or_(tables.c.seat_code == code, tables.c.watch_code == code)
        )
        with self._engine.connect() as connection:
            found = connection.execute(query).first()
        if found is None:
            return None
        return found.id, "seat" if found.seat_code == code else "watcher"

    def devices(self, table: str) -> Sequence[Device]:
        """See Log.devices."""
        query = select(devices).where(devices.c.table_id == table).order_by(devices.c.number)
        with self._engine.connect() as connection:
            return [Device(d.id, d.name, d.number, d.role) for d in connection.execute(query)]

    def reachable(self) -> bool:
        """Whether the database answers."""
        try:
            with self._engine.connect() as connection:
                connection.execute(select(tables.c.id).limit(1))
        except SQLAlchemyError:
            return False
        return True

    def _read(self, query: Select[Any]) -> list[Row]:
        with self._engine.connect() as connection:
            return [row_in(self._codec(row.table_id), row) for row in connection.execute(query)]

    # --- Games ---

    def _known(self, table: str, game: str) -> None:
        self._games[table] = game
        if len(self._games) > _NEWEST_KEPT:
            self._games.popitem(last=False)

    def _codec(self, table: str) -> Codec:
        game = self._games.get(table)
        if game is None:
            with self._engine.connect() as connection:
                game = connection.execute(select(tables.c.game).where(tables.c.id == table)).scalar_one()
            self._known(table, game)
        return self._codecs[game]


def _of_table(table: str) -> Select[Any]:
    return select(events).where(events.c.table_id == table).order_by(events.c.revision)


def _of_key(table: str, device: str, key: str) -> Select[Any]:
    mine = (events.c.table_id == table) & (events.c.device == device) & (events.c.key == key)
    return select(events).where(mine)
