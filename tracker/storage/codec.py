"""Values of the rules ⇄ JSON: an event bears its class's name; older versions are lifted here alone."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec

from tracker.rules.kernel import Game, Moved, Rolled
from tracker.table import house
from tracker.table.house import House
from tracker.table.journal import Journal
from tracker.table.ports import Snapshot

VERSION = 1
# What has to be done to an event of version n, by name, to make it one of version n + 1.
Lift = Callable[[str, dict[str, Any]], tuple[str, dict[str, Any]]]
LIFTS: Mapping[int, Lift] = {}

_TAGGED = list[tuple[str, msgspec.Raw]]


class _Cached(msgspec.Struct):
    """A state as it is kept beside the rows; good only for the version of the code that wrote it."""

    version: int
    revision: int
    state: msgspec.Raw
    house: House
    journal: Journal


@dataclass(frozen=True)
class Codec:
    """Writes and reads what one game leaves behind."""

    game: Game[Any]

    @cached_property
    def classes(self) -> Mapping[str, type]:
        """Every event that can stand in a row, by name."""
        return {event.__name__: event for event in (*self.game.events, Moved, Rolled, *house.EVENTS)}

    def events_out(self, events: Iterable[Any]) -> str:
        """Events as JSON, each ``[name, fields]``."""
        return msgspec.json.encode([[type(event).__name__, event] for event in events]).decode()

    def events_in(self, text: str, version: int = VERSION) -> tuple[Any, ...]:
        """The events again. Raises msgspec.ValidationError, KeyError on what no version ever wrote."""
        if version < VERSION:
            return tuple(self._lifted(name, fields, version) for name, fields in msgspec.json.decode(text))
        return tuple(
            msgspec.json.decode(raw, type=self.classes[name])
            for name, raw in msgspec.json.decode(text, type=_TAGGED)
        )

    def _lifted(self, name: str, fields: dict[str, Any], version: int) -> Any:
        for older in range(version, VERSION):
            if older in LIFTS:
                name, fields = LIFTS[older](name, fields)
        return msgspec.convert(fields, self.classes[name])

    def snapshot_out(self, snapshot: Snapshot) -> str:
        """A table's state as JSON."""
        return msgspec.json.encode(
            {
                "version": VERSION,
                "revision": snapshot.revision,
                "state": snapshot.state,
                "house": snapshot.house,
                "journal": snapshot.journal,
            }
        ).decode()

    def snapshot_in(self, text: str | None) -> Snapshot | None:
        """The state again; None where another version wrote it: the rows still tell everything."""
        if text is None:
            return None
        try:
            cached = msgspec.json.decode(text, type=_Cached)
            if cached.version != VERSION:
                return None
            state = msgspec.json.decode(cached.state, type=type(self.game.blank))
        except msgspec.MsgspecError:
            return None
        return Snapshot(cached.revision, state, cached.house, cached.journal)
