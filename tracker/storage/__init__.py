"""Where tables are kept: SQLAlchemy models, migrations, the log that the table layer asks for."""

import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask_migrate import Migrate, upgrade
from sqlalchemy import Connection, event

from tracker.rules.kernel import Game
from tracker.storage.log import SqlLog
from tracker.storage.models import db

__all__ = ["SqlLog", "connect", "db"]

MIGRATIONS = str(Path(__file__).with_name("migrations"))
_BUSY_MS = 5000


def connect(app: Flask, url: str, games: Mapping[str, Game[Any]]) -> SqlLog:
    """The log in the database at ``url``, brought up to date by its migrations.

    SQLite must be a file: the writer and the readers have connections of their own.
    """
    app.config["SQLALCHEMY_DATABASE_URI"] = url
    db.init_app(app)
    Migrate(app, db, directory=MIGRATIONS)  # type: ignore[no-untyped-call]  # the library has no types
    with app.app_context():
        engine = db.engine
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _durable)
            event.listen(engine, "begin", _begun)
        upgrade(directory=MIGRATIONS)
    return SqlLog(engine, games)


def _durable(connection: sqlite3.Connection, _record: object) -> None:
    """A commit is on the disk before it is answered; readers never wait for the writer."""
    connection.isolation_level = None  # SQLAlchemy says when a transaction begins, not the driver
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        f"busy_timeout={_BUSY_MS}",
        "foreign_keys=ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begun(connection: Connection) -> None:
    """The writer takes its lock at once: it can't be refused half-way."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
