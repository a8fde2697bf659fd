"""Values of the table layer ⇄ columns."""

from typing import Any

import msgspec

from tracker.storage.codec import VERSION, Codec
from tracker.table.model import Device
from tracker.table.ports import Header, Row


def row_out(codec: Codec, row: Row) -> dict[str, Any]:
    """A row as the columns of ``events``."""
    encode = msgspec.json.encode
    return {
        "table_id": row.table,
        "revision": row.revision,
        "entry": row.entry,
        "kind": row.kind,
        "at": row.at,
        "tap_at": row.tap_at,
        "device": row.device,
        "command": row.command,
        "fields": encode(row.fields).decode(),
        "facts": encode(row.facts).decode(),
        "events": codec.events_out(row.events),
        "version": VERSION,
        "overridden": row.overridden,
        "game_turn": None if row.game_turn is None else encode(row.game_turn).decode(),
        "key": row.key,
        "digest": row.digest,
    }


def row_in(codec: Codec, row: Any) -> Row:
    """A row again."""
    decode = msgspec.json.decode
    return Row(
        table=row.table_id,
        revision=row.revision,
        entry=row.entry,
        kind=row.kind,
        at=row.at,
        tap_at=row.tap_at,
        device=row.device,
        command=row.command,
        fields=decode(row.fields),
        facts=decode(row.facts),
        events=codec.events_in(row.events, row.version),
        overridden=row.overridden,
        game_turn=None if row.game_turn is None else decode(row.game_turn),
        key=row.key,
        digest=row.digest,
    )


def header_out(header: Header) -> dict[str, Any]:
    """A new table as the columns of ``tables``."""
    return {
        "id": header.id,
        "game": header.game,
        "seat_code": header.seat_code,
        "watch_code": header.watch_code,
        "opened_at": header.opened_at,
        "snapshot_revision": 0,
        "snapshot": None,
    }


def device_out(table: str, device: Device) -> dict[str, Any]:
    """A device as the columns of ``devices``."""
    return {
        "table_id": table,
        "id": device.id,
        "number": device.number,
        "name": device.name,
        "role": device.role,
    }
