"""The tables of the database. Types that SQLite and PostgreSQL share; times are milliseconds, UTC."""

from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import (
    BigInteger,
    Boolean,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """What every model stands on."""


db = SQLAlchemy(model_class=Base, disable_autonaming=True)


class TableRow(Base):
    """A table: what never changes of it, and its cached state (``snapshot``, JSON)."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    game: Mapped[str] = mapped_column(String(20))
    seat_code: Mapped[str] = mapped_column(String(16), unique=True)
    watch_code: Mapped[str] = mapped_column(String(16), unique=True)
    opened_at: Mapped[int] = mapped_column(BigInteger)
    snapshot_revision: Mapped[int] = mapped_column(Integer, default=0)
    snapshot: Mapped[str | None] = mapped_column(Text)


class EventRow(Base):
    """One revision of a table, append-only. fields, facts, events, game_turn: JSON."""

    __tablename__ = "events"
    __table_args__ = (
        UniqueConstraint("table_id", "device", "key", name="one_use_of_a_key"),
        Index("events_of_an_entry", "table_id", "entry"),
    )

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    revision: Mapped[int] = mapped_column(Integer, primary_key=True)  # UNIQUE(table, revision)
    entry: Mapped[int] = mapped_column(Integer)
    kind: Mapped[str] = mapped_column(String(8))
    at: Mapped[int] = mapped_column(BigInteger)
    tap_at: Mapped[int] = mapped_column(BigInteger)
    device: Mapped[str] = mapped_column(String(64))
    command: Mapped[str] = mapped_column(String(40))
    fields: Mapped[str] = mapped_column(Text)
    facts: Mapped[str] = mapped_column(Text)
    events: Mapped[str] = mapped_column(Text)
    version: Mapped[int] = mapped_column(SmallInteger)
    overridden: Mapped[bool] = mapped_column(Boolean)
    game_turn: Mapped[str | None] = mapped_column(Text)
    key: Mapped[str | None] = mapped_column(String(64))
    digest: Mapped[str | None] = mapped_column(String(64))


class DeviceRow(Base):
    """A phone that has done something at a table."""

    __tablename__ = "devices"
    __table_args__ = (UniqueConstraint("table_id", "number", name="one_phone_a_number"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id"), primary_key=True)
    id: Mapped[str] = mapped_column(String(64), primary_key=True)
    number: Mapped[int] = mapped_column(Integer)
    name: Mapped[str | None] = mapped_column(String(48))
    role: Mapped[str] = mapped_column(String(8))
