"""From rows to what people read: the taps of a burst are one entry."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, cast

from tracker.rules.kernel import Game, Moved
from tracker.table.journal import MAGNITUDES, Undone
from tracker.table.model import Entry, Kind
from tracker.table.ports import Row


def grown(entry: Entry | None, row: Row) -> Entry:
    """The entry once ``row`` is in it; ``entry``: as it was, None for its first row."""
    if entry is None:
        return Entry(
            row.entry,
            row.revision,
            row.tap_at,
            row.device,
            row.command,
            row.fields,
            row.facts,
            cast(Kind, row.kind),
            override=row.overridden,
            game_turn=row.game_turn,
        )
    return replace(
        entry,
        revision=row.revision,
        at=max(entry.at, row.tap_at),
        fields=_summed(entry.command, entry.fields, row.fields),
        facts=_merged(entry.command, entry.facts, row.facts),
        override=entry.override or row.overridden,
    )


def gathered(rows: Iterable[Row]) -> dict[int, Entry]:
    """The entries that ``rows`` (by revision, without undo and redo) make up, by number."""
    entries: dict[int, Entry] = {}
    for row in rows:
        entries[row.entry] = grown(entries.get(row.entry), row)
    return entries


def marked(entry: Entry, undone: Undone | None) -> Entry:
    """The entry, struck through where it was taken back."""
    if undone is None:
        return entry
    return replace(entry, undone=True, undone_by=undone.device, undone_at=undone.at)


def changes(game: Game[Any], before: Any, after: Any, events: Iterable[Any]) -> list[dict[str, Any]]:
    """How the figures went: ``{"counter", "from", "to", "by"}`` for each, in the order of the events."""
    sums: dict[str, int] = {}
    for event in events:
        if isinstance(event, Moved):
            sums[event.counter] = sums.get(event.counter, 0) + event.by
    return [
        {
            "counter": counter,
            "from": game.figure(before, counter),
            "to": game.figure(after, counter),
            "by": by,
        }
        for counter, by in sums.items()
    ]


def _summed(command: str, values: Mapping[str, Any], more: Mapping[str, Any]) -> Mapping[str, Any]:
    """``values`` with what the burst counts: both taps' together."""
    magnitude = MAGNITUDES.get(command, "")
    if magnitude not in values or magnitude not in more:
        return values
    return {**values, magnitude: values[magnitude] + more[magnitude]}


def _merged(command: str, facts: Mapping[str, Any], more: Mapping[str, Any]) -> Mapping[str, Any]:
    """Facts of a burst: ``from`` before the first tap, ``to`` after the last, ``by`` their own sum."""
    by_counter = {change["counter"]: change for change in facts.get("changes", ())}
    for change in more.get("changes", ()):
        first = by_counter.get(change["counter"])
        if first is not None:
            change = {**change, "from": first["from"], "by": first["by"] + change["by"]}
        by_counter[change["counter"]] = change
    together = {**more, **_summed(command, facts, more)}
    return {**together, "changes": list(by_counter.values()), "taps": facts.get("taps", 1) + 1}
