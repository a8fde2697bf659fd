"""From a wish to the row that will be written: parse, find what it moves, let the rules decide."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tracker.rules import kernel
from tracker.rules.kernel import LATE, Chance, Moved, Refusal, Weight
from tracker.table import house
from tracker.table.desk import Desk, folded
from tracker.table.entries import changes
from tracker.table.house import HOST_ONLY, MATTERS
from tracker.table.parse import Manner, accepted, manner, parse
from tracker.table.ports import Row, RowKind


@dataclass(frozen=True, slots=True)
class Undo:
    """entry absent: the newest."""

    entry: int | None = None


@dataclass(frozen=True, slots=True)
class Redo:
    """entry absent: what was undone last."""

    entry: int | None = None


TABLE_COMMANDS: Mapping[str, type] = {**house.COMMANDS, "undo": Undo, "redo": Redo}


@dataclass(frozen=True, slots=True)
class Wish:
    """What a device asked for. fields: as sent; now: milliseconds since 1970."""

    device: str
    command: str
    fields: Mapping[str, Any]
    form: bool
    now: int
    key: str | None = None
    digest: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A row to write; state: the game's after it, where it is known already."""

    row: Row
    state: Any = None


def draft(desk: Desk, wish: Wish, chance: Chance) -> Draft | None:
    """What to write, decided on the desk's newest state; None where nothing changes.

    Raises the Refusal that the contract puts first.
    """
    commands = {**desk.game.commands, **TABLE_COMMANDS}
    command = parse(commands, wish.command, wish.fields, wish.form)
    how = manner(wish.fields, wish.form)
    try:
        match command:
            case Undo(entry=entry) | Redo(entry=entry):
                return Draft(_moved(desk, wish, entry))
            case _ if wish.command in house.COMMANDS:
                row = _housed(desk, wish, command)
                return Draft(row) if row else None
            case _:
                return _played(desk, wish, command, how, chance)
    except Refusal as refusal:
        raise _told(desk, wish, command, refusal) from None


def _row(desk: Desk, wish: Wish, kind: RowKind, entry: int, **more: Any) -> Row:
    return Row(
        table=desk.header.id,
        revision=desk.sheet.revision + 1,
        entry=entry,
        kind=kind,
        at=wish.now,
        tap_at=more.pop("tap_at", wish.now),
        device=wish.device,
        command=wish.command,
        game_turn=desk.sheet.turn,
        key=wish.key,
        digest=wish.digest,
        **more,
    )


def _moved(desk: Desk, wish: Wish, wanted: int | None) -> Row:
    """An undo or a redo: of a counter its moves, at once; of a step all is folded anew."""
    journal = desk.sheet.journal
    undo = wish.command == "undo"
    entry = journal.to_undo(wanted) if undo else journal.to_redo(wanted)
    events: tuple[Moved, ...] = ()
    if not journal.is_step(entry):
        sign = -1 if undo else 1
        events = tuple(replace(move, by=sign * move.by) for move in desk.moves(entry))
    kind: RowKind = "undo" if undo else "redo"
    fields = {} if wanted is None else {"entry": wanted}
    return _row(desk, wish, kind, entry, fields=fields, facts={}, events=events)


def _housed(desk: Desk, wish: Wish, command: house.Command) -> Row | None:
    sheet = desk.sheet
    view = desk.game.view(sheet.state)
    over = wish.command not in HOST_ONLY and view.get("status") == "finished"
    try:
        events = house.decide(sheet.house, command, wish.device, desk.devices, view)
    except Refusal as refusal:
        if over and refusal.weight > Weight.STATUS:
            raise Refusal("already_finished") from None
        raise
    if over:
        raise Refusal("already_finished")
    if not events:
        return None
    kind: RowKind = "matter" if wish.command in MATTERS else "step"
    facts = house.facts(sheet.house, events, desk.devices, view)
    return _row(
        desk, wish, kind, sheet.journal.last + 1, fields=accepted(command), facts=facts, events=events
    )


def _played(desk: Desk, wish: Wish, command: Any, how: Manner, chance: Chance) -> Draft | None:
    game, sheet = desk.game, desk.sheet
    fields = accepted(command)
    counts = wish.command in game.counters and not game.steps_too(command)
    tap_at = wish.now - how.ago_ms if counts else wish.now
    joined = sheet.journal.burst_for(wish.device, wish.command, fields, tap_at) if counts else None
    judge = desk.lenient if joined else game
    decision = kernel.decide(judge, sheet.state, command, chance, override=how.override)
    if not decision.events:
        return None
    after, _ = folded(game, sheet.state, sheet.house, decision.events)
    facts = dict(game.facts(sheet.state, command, decision.events))
    moved = changes(game, sheet.state, after, decision.events)
    if moved or counts:
        facts["changes"] = moved
    row = _row(
        desk,
        wish,
        "counter" if counts else "step",
        joined or sheet.journal.last + 1,
        tap_at=tap_at,
        fields=fields,
        facts=facts,
        events=decision.events,
        overridden=decision.overridden,
    )
    return Draft(row, after)


def _held_by(desk: Desk, device: str) -> tuple[str, ...]:
    """Whose chairs the device holds."""
    chairs = desk.sheet.house.chairs
    return house.held(chairs, desk.game.view(desk.sheet.state)).get(device, ()) if chairs else ()


def _told(desk: Desk, wish: Wish, command: Any, refusal: Refusal) -> Refusal:
    """The refusal, with who did it where it came too late or was undone already."""
    device = refusal.facts.get("by") if refusal.code == "nothing_to_undo" else None
    if refusal.code in LATE:
        power, person = (getattr(command, name, None) or "" for name in ("power", "participant"))
        doer = desk.sheet.journal.doer(refusal.code, wish.command, power, person)
        if doer is not None:
            device = doer.device
            refusal.facts["entry"] = doer.entry
    if device is not None:
        known = desk.devices.get(device)
        refusal.facts["by"] = {
            "device": device,
            "number": known.number if known else None,
            "name": known.name if known else None,
            "participants": list(_held_by(desk, device)),
        }
    return refusal
