"""The log in a real SQLite file: durable, append-only, quick to open, safe among many writers."""

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import gevent
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from flask import Flask

from tests.property.memory import HandClock
from tests.unit.tiny import TINY, First
from tracker.storage import SqlLog, connect, db
from tracker.table.model import Device
from tracker.table.ports import Conflict, Header, KeyTaken, Log, Row, Unavailable
from tracker.table.service import Tables

GAMES = {"tiny": TINY}
HOST = Device("host", None, 1, "seat")


class House:
    """A data folder; each ``log`` is a process that opens it."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "vigilia.sqlite3"
        self.apps: list[Flask] = []

    def log(self) -> SqlLog:
        app = Flask("storage")
        self.apps.append(app)
        return connect(app, f"sqlite:///{self.file}", GAMES)

    def tables(self, log: Log | None = None) -> Tables:
        return Tables(log or self.log(), HandClock(), First(), lambda table, revision: None, GAMES)

    def close(self) -> None:
        for app in self.apps:
            with app.app_context():
                db.engine.dispose()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    yield house
    house.close()


def row(revision: int, table: str = "t1", **more: object) -> Row:
    plain = Row(table, revision, revision, "step", 1, 1, "host", "start", {}, {}, ())
    return replace(plain, **more)  # type: ignore[arg-type]  # whatever a test wants to differ


def opened(log: Log, table: str = "t1") -> None:
    log.create(Header(table, "tiny", f"S{table}", f"W{table}", 5), row(1, table, kind="open"), HOST)


def tap(tables: Tables, table: str, device: str = "host", **more: object) -> int:
    fields = {"participant": "Ana", "amount": 1, **more}
    return tables.submit(table, device, "damage", fields, key=None, role="seat").table.revision


# --- The database --------------------------------------------------------------------------------


def test_the_migrations_make_what_the_models_say(house: House) -> None:
    house.log()
    with house.apps[0].app_context(), db.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, db.metadata) == []


def test_the_file_is_in_wal_mode_and_every_commit_is_synced(house: House) -> None:
    house.log()
    with house.apps[0].app_context(), db.engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 5000


def test_opening_the_folder_again_finds_everything(house: House) -> None:
    tables = house.tables()
    table = tables.open("tiny", ["Ana"], {}, "Viernes", "host")
    tap(tables, table.id)
    again = house.tables()
    assert again.get(table.id) == tables.get(table.id)
    assert again.log(table.id) == tables.log(table.id)
    assert again.by_code(table.seat_code) == (table.id, "seat")
    assert again.by_code(table.watch_code) == (table.id, "watcher")
    assert again.devices(table.id) == [HOST]


# --- Append only ---------------------------------------------------------------------------------


def test_a_row_comes_back_as_it_was(house: House) -> None:
    log = house.log()
    opened(log)
    full = row(
        2,
        entry=2,
        fields={"name": "María «x»"},
        facts={"changes": []},
        overridden=True,
        game_turn={"number": 1},
        key="k" * 64,
        digest="d",
    )
    log.append(full).wait()
    assert log.rows("t1")[1] == full
    assert log.keyed("t1", "host", "k" * 64) == full
    assert log.keyed("t1", "host", "other") is None


@pytest.mark.parametrize("revision", [1, 3, 99])
def test_a_revision_is_written_once_and_none_is_left_out(house: House, revision: int) -> None:
    log, other = house.log(), house.log()
    for one in (log, other):
        if one is log:
            opened(log)
        with pytest.raises(Conflict):
            one.append(row(revision)).wait()
    assert [r.revision for r in log.rows("t1")] == [1]


def test_a_process_that_comes_late_is_told(house: House) -> None:
    log, other = house.log(), house.log()
    opened(log)
    log.append(row(2)).wait()
    other.append(row(3)).wait()
    with pytest.raises(Conflict):
        log.append(row(3)).wait()
    log.append(row(4)).wait()


def test_a_phones_key_is_written_once(house: House) -> None:
    log = house.log()
    opened(log)
    log.append(row(2, key="k" * 8)).wait()
    with pytest.raises(KeyTaken):
        log.append(row(3, key="k" * 8)).wait()
    log.append(row(3, key="k" * 8, device="b")).wait()


def test_one_that_does_not_fit_leaves_the_others_of_its_batch_alone(house: House) -> None:
    log = house.log()
    for table in ("t1", "t2", "t3"):
        opened(log, table)
    log.append(row(2, "t1", key="k" * 8)).wait()
    tickets = {
        "repeated key": log.append(row(3, "t1", key="k" * 8)),
        "on top of it": log.append(row(4, "t1")),
        "another table": log.append(row(2, "t2")),
        "a gap": log.append(row(3, "t3")),
        "the next": log.append(row(3, "t2")),
    }
    faults = {}
    for name, ticket in tickets.items():
        try:
            ticket.wait()
        except (Conflict, KeyTaken) as fault:
            faults[name] = type(fault)
    assert faults == {"repeated key": KeyTaken, "on top of it": Conflict, "a gap": Conflict}
    assert [r.revision for r in log.rows("t2")] == [1, 2, 3]


def test_codes_and_numbers_of_phones_are_taken_once(house: House) -> None:
    log = house.log()
    opened(log)
    with pytest.raises(Conflict):
        log.create(Header("t9", "tiny", "St1", "W", 5), row(1, "t9", kind="open"), HOST)
    assert log.load("t9") is None
    log.keep_device("t1", Device("b", None, 2, "watcher"))
    with pytest.raises(Conflict):
        log.keep_device("t1", Device("c", None, 2, "seat"))
    log.keep_device("t1", Device("b", None, 2, "seat"))
    assert log.devices("t1") == [HOST, Device("b", None, 2, "seat")]


def test_many_phones_at_once_lose_no_tap(house: House) -> None:
    tables = house.tables()
    ids = [tables.open("tiny", ["Ana"], {}, "", "host").id for _ in range(3)]

    def phone(number: int) -> None:
        for _ in range(10):
            tap(tables, ids[number % 3], f"phone {number}")

    gevent.joinall([gevent.spawn(phone, number) for number in range(12)], raise_error=True)
    other = house.tables()
    for table in ids:
        assert TINY.figure(other.get(table).state, "Ana") == 20 - 40
        assert other.get(table).state == tables.get(table).state
        assert len(other.devices(table)) == 5


def test_an_undo_sees_what_is_still_on_its_way_to_the_disk(house: House) -> None:
    tables = house.tables()
    table = tables.open("tiny", ["Ana"], {}, "", "host").id

    def does(command: str, **fields: object) -> None:
        tables.submit(table, "host", command, fields, key=None, role="seat")

    for on in (True, False, True):
        at_once = [
            gevent.spawn(tap, tables, table),
            gevent.spawn(does, "shield", on=on),
            gevent.spawn(tap, tables, table, amount=2),
            gevent.spawn(does, "undo"),
            gevent.spawn(does, "undo"),
            gevent.spawn(does, "redo"),
        ]
        gevent.joinall(at_once, raise_error=True)
    with sqlite3.connect(house.file) as other:
        other.execute("UPDATE tables SET snapshot = NULL")
    other.close()
    assert house.tables().get(table) == tables.get(table)
    assert TINY.figure(tables.get(table).state, "Ana") == 20 - 3


# --- Durable before shown ------------------------------------------------------------------------


def test_a_database_that_fails_undoes_what_was_decided(house: House) -> None:
    log = house.log()
    tables = house.tables(log)
    table = tables.open("tiny", ["Ana"], {}, "", "host").id
    with sqlite3.connect(house.file) as other:
        other.execute("ALTER TABLE events RENAME TO away")
    with pytest.raises(Unavailable):
        log.append(row(2, table)).wait()
    with sqlite3.connect(house.file) as other:
        other.execute("ALTER TABLE away RENAME TO events")
    other.close()
    assert tap(tables, table) == 2
    assert log.reachable()


CHILD = """
import sys
from flask import Flask
from tests.unit.test_storage import House, tap
from pathlib import Path
tables = House(Path(sys.argv[1])).tables()
table = tables.open("tiny", ["Ana"], {}, "", "host").id
print(table, flush=True)
while True:
    print(tap(tables, table), flush=True)
"""


def test_killed_between_taps_nothing_acknowledged_is_lost(house: House) -> None:
    command = [sys.executable, "-c", CHILD, str(house.file.parent)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        table = child.stdout.readline().strip()
        answered = [int(child.stdout.readline()) for _ in range(20)]
        os.kill(child.pid, signal.SIGKILL)
        answered += [int(line) for line in child.stdout if line.endswith("\n")]
    found = house.tables().get(table)
    assert found.revision >= answered[-1]
    assert TINY.figure(found.state, "Ana") == 20 - (found.revision - 1)


# --- Long tables ---------------------------------------------------------------------------------


def counted(log: SqlLog, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How many times all rows of a table were read."""
    calls: list[str] = []
    rows = log.rows

    def counting(table: str, after: int = 0) -> object:
        if not after:
            calls.append(table)
        return rows(table, after)

    monkeypatch.setattr(log, "rows", counting)
    return lambda: len(calls)


def test_a_long_table_opens_from_its_cached_state(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = house.tables()
    table = tables.open("tiny", ["Ana"], {}, "", "host").id
    for number in range(150):
        tables.submit(table, "host", "shield", {"on": number % 2 == 0}, key=None, role="seat")
    tap(tables, table)
    tables.submit(table, "host", "undo", {}, key=None, role="seat")
    log = house.log()
    stored = log.load(table)
    assert stored is not None and stored.snapshot is not None
    assert (stored.snapshot.revision, len(stored.tail)) == (128, 25)
    reads = counted(log, monkeypatch)
    assert house.tables(log).get(table) == tables.get(table)
    assert reads() == 0


def test_an_undone_step_is_in_the_cached_state_at_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = house.tables()
    table = tables.open("tiny", ["Ana"], {}, "", "host").id
    for command in ("start", "undo", "redo", "undo"):
        tables.submit(table, "host", command, {}, key=None, role="seat")
    log = house.log()
    reads = counted(log, monkeypatch)
    assert house.tables(log).get(table) == tables.get(table)
    assert reads() == 0


def test_undoing_a_recent_step_reads_no_more_than_what_came_since(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = house.log()
    tables = house.tables(log)
    table = tables.open("tiny", ["Ana"], {}, "", "host").id
    tap(tables, table)
    reads = counted(log, monkeypatch)
    for command in ("start", "restart", "undo", "undo", "redo", "redo", "undo"):
        tables.submit(table, "host", command, {}, key=None, role="seat")
        tap(tables, table)
        if command != "restart":
            tables.submit(table, "host", "undo", {}, key=None, role="seat")
    tables.submit(table, "host", "shield", {"on": True}, key=None, role="seat")
    log = house.log()
    reads_later = counted(log, monkeypatch)
    started_again = house.tables(log)
    started_again.submit(table, "host", "undo", {}, key=None, role="seat")
    assert reads() == reads_later() == 0
    assert house.tables().get(table) == started_again.get(table)


def test_without_the_cached_state_the_rows_tell_the_same(house: House) -> None:
    tables = house.tables()
    table = tables.open("tiny", ["Ana"], {}, "", "host").id
    for command in ("start", "undo", "redo", "restart", "undo"):
        tables.submit(table, "host", command, {}, key=None, role="seat")
        tap(tables, table)
    with sqlite3.connect(house.file) as other:
        other.execute("UPDATE tables SET snapshot = 'of another version'")
    other.close()
    assert house.tables().get(table) == tables.get(table)
