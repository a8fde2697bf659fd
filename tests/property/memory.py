"""A log and a clock in memory: what the table layer asks for, in a few lines."""

from collections.abc import Sequence

from tracker.table.model import Device, Role
from tracker.table.ports import Conflict, Header, KeyTaken, Row, Snapshot, Stored, Ticket


class Kept:
    """A row that is durable as soon as it is written."""

    def wait(self) -> None:
        """Nothing to wait for."""


class MemoryLog:
    """Rows in lists. No snapshot is used: who loads a table reads all of it."""

    def __init__(self) -> None:
        self.headers: dict[str, Header] = {}
        self.written: dict[str, list[Row]] = {}
        self.at: dict[str, dict[str, Device]] = {}

    def create(self, header: Header, row: Row, device: Device) -> None:
        self.headers[header.id], self.written[header.id] = header, [row]
        self.at[header.id] = {device.id: device}

    def append(self, row: Row, snapshot: Snapshot | None = None) -> Ticket:
        rows = self.written[row.table]
        if row.revision != rows[-1].revision + 1:
            raise Conflict
        if row.key and self.keyed(row.table, row.device, row.key):
            raise KeyTaken
        rows.append(row)
        return Kept()

    def load(self, table: str) -> Stored | None:
        return Stored(self.headers[table], None, self.rows(table)) if table in self.headers else None

    def rows(self, table: str, after: int = 0) -> Sequence[Row]:
        return tuple(self.written[table][after:])

    def entries(self, table: str, low: int, high: int) -> Sequence[Row]:
        return [
            row for row in self.rows(table) if low <= row.entry <= high and row.kind not in ("undo", "redo")
        ]

    def keyed(self, table: str, device: str, key: str) -> Row | None:
        rows = self.rows(table)
        return next((row for row in rows if (row.device, row.key) == (device, key)), None)

    def by_code(self, code: str) -> tuple[str, Role] | None:
        for header in self.headers.values():
            if code in (header.seat_code, header.watch_code):
                return header.id, "seat" if code == header.seat_code else "watcher"
        return None

    def devices(self, table: str) -> Sequence[Device]:
        return list(self.at.get(table, {}).values())

    def keep_device(self, table: str, device: Device) -> None:
        others = [other for other in self.at[table].values() if other.id != device.id]
        if any(other.number == device.number for other in others):
            raise Conflict
        self.at[table][device.id] = device


class HandClock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.time = 1_700_000_000_000

    def now(self) -> int:
        return self.time

    def passes(self, milliseconds: int) -> None:
        self.time += milliseconds
