"""Which entries stand, which taps belong together, what undo and redo may take: a pure value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from tracker.rules.kernel import Refusal
from tracker.table.ports import Row

BURST_MS = 2000
_OPEN_BURSTS = 64  # remembered at once; more never run together at a table

# The field of a burst's command that sums up; the others must be the same.
MAGNITUDES: Mapping[str, str] = {
    "damage": "amount",
    "gain": "amount",
    "correct": "by",
    "damage-deity": "amount",
    "altar-hand": "esbirros",
    "gain-deity": "amount",
    "change-life": "by",
    "poison": "by",
    "commander-damage": "amount",
}
_TURN_PASSERS = frozenset({"end-turn", "next-phase", "correct-turn", "start", "restart"})


@dataclass(frozen=True, slots=True)
class Step:
    """A step in the log. about: the Power it dealt with, else the participant, or ""."""

    entry: int
    command: str
    device: str
    about: str = ""


@dataclass(frozen=True, slots=True)
class Undone:
    """An entry taken back: by whom and when. step: its step, None for a counter.

    final: a newer step stands in its place; redo passes over it.
    """

    entry: int
    device: str
    at: int
    step: Step | None = None
    final: bool = False


@dataclass(frozen=True, slots=True)
class Burst:
    """Taps that may still go on. others: the fields that must be the same; last: the latest tap."""

    entry: int
    device: str
    command: str
    others: str
    last: int


def others_of(command: str, fields: Mapping[str, Any]) -> str | None:
    """What two taps must share to be one burst; None where the command never bursts."""
    magnitude = MAGNITUDES.get(command)
    if magnitude is None or "to" in fields:
        return None
    rest = {name: value for name, value in fields.items() if name not in (magnitude, "override")}
    return msgspec.json.encode(rest, order="sorted").decode()


@dataclass(frozen=True, slots=True)
class Journal:
    """The log in short.

    last: the highest entry number. newest: the newest standing entry that undo could take, else 0.
    steps: those that stand, in order. matters: the host's own entries, which undo never sees.
    undone: in the order of undoing. redo: the entry undone last that still fits, else 0.
    """

    last: int = 0
    newest: int = 0
    steps: tuple[Step, ...] = ()
    matters: tuple[int, ...] = ()
    undone: tuple[Undone, ...] = ()
    bursts: tuple[Burst, ...] = ()
    redo: int = 0

    # --- What has happened ---

    def after(self, row: Row) -> "Journal":
        """The journal once ``row`` is written."""
        match row.kind:
            case "open":
                return replace(self, last=row.entry)
            case "matter":
                return replace(self, last=row.entry, matters=(*self.matters, row.entry))
            case "step":
                return self._after_step(row)._with_redo()
            case "counter":
                return self._after_counter(row)
            case "undo":
                return self._after_undo(row)._with_redo()
            case "redo":
                return self._after_redo(row)._with_redo()

    def _after_step(self, row: Row) -> "Journal":
        about = row.fields.get("power") or row.fields.get("participant") or ""
        step = Step(row.entry, row.command, row.device, str(about))
        undone = self.undone
        if any(u.step is not None and not u.final for u in undone):
            undone = tuple(replace(u, final=True) if u.step is not None else u for u in undone)
        return replace(
            self, last=row.entry, newest=row.entry, steps=(*self.steps, step), undone=undone, bursts=()
        )

    def _after_counter(self, row: Row) -> "Journal":
        bursts = self.bursts
        others = others_of(row.command, row.fields)
        if others is not None:
            last = max([row.tap_at, *(b.last for b in bursts if b.entry == row.entry)])
            kept = [b for b in bursts if (b.device, b.command, b.others) != (row.device, row.command, others)]
            burst = Burst(row.entry, row.device, row.command, others, last)
            bursts = (*kept[-_OPEN_BURSTS + 1 :], burst)
        return Journal(
            max(self.last, row.entry),
            max(self.newest, row.entry),
            self.steps,
            self.matters,
            self.undone,
            bursts,
            self.redo,
        )

    def _after_undo(self, row: Row) -> "Journal":
        step = next((s for s in self.steps if s.entry == row.entry), None)
        undone = (*self.undone, Undone(row.entry, row.device, row.at, step))
        return replace(
            self,
            newest=self._newest_before(row.entry, undone) if row.entry == self.newest else self.newest,
            steps=tuple(s for s in self.steps if s.entry != row.entry),
            undone=undone,
            bursts=() if step else tuple(b for b in self.bursts if b.entry != row.entry),
        )

    def _after_redo(self, row: Row) -> "Journal":
        back = next(u for u in self.undone if u.entry == row.entry)
        return replace(
            self,
            newest=max(self.newest, row.entry),
            steps=(*self.steps, back.step) if back.step else self.steps,
            undone=tuple(u for u in self.undone if u.entry != row.entry),
            bursts=() if back.step else self.bursts,
        )

    def _newest_before(self, entry: int, undone: tuple[Undone, ...]) -> int:
        passed = {u.entry for u in undone}.union(self.matters)
        return next((n for n in range(entry - 1, 1, -1) if n not in passed), 0)

    # --- What may happen ---

    def burst_for(self, device: str, command: str, fields: Mapping[str, Any], tap_at: int) -> int | None:
        """The entry that a tap goes on with, if it is no more than 2 s after that entry's last."""
        others = others_of(command, fields)
        if others is None:
            return None
        for burst in reversed(self.bursts):
            if (burst.device, burst.command, burst.others) == (device, command, others):
                return burst.entry if abs(tap_at - burst.last) <= BURST_MS else None
        return None

    def taken_back(self, entry: int) -> Undone | None:
        """Who took ``entry`` back, or None where it stands."""
        return next((u for u in self.undone if u.entry == entry), None)

    def is_step(self, entry: int) -> bool:
        """Whether a standing or undone entry is a step."""
        undone = self.taken_back(entry)
        return undone.step is not None if undone else any(s.entry == entry for s in self.steps)

    def to_undo(self, entry: int | None = None) -> int:
        """The entry that undo takes back: the newest, or ``entry``.

        Raises ``nothing_to_undo``, ``undo_later_first`` (``first``: the newest in the way),
        ``no_such_entry``.
        """
        if entry is None:
            if not self.newest:
                raise Refusal("nothing_to_undo")
            return self.newest
        if not 1 <= entry <= self.last:
            raise Refusal("no_such_entry", entry=entry)
        undone = self.taken_back(entry)
        if undone:
            raise Refusal("nothing_to_undo", entry=entry, by=undone.device)
        if entry == 1 or entry in self.matters:
            raise Refusal("nothing_to_undo", entry=entry)
        first = self._in_the_way(entry)
        if first:
            raise Refusal("undo_later_first", entry=entry, first=first)
        return entry

    def to_redo(self, entry: int | None = None) -> int:
        """The entry that redo brings back: what was undone last, or ``entry``.

        Raises ``nothing_to_redo``, ``redo_no_longer_fits``, ``no_such_entry``.
        """
        if entry is None:
            if not self.redo:
                raise Refusal("nothing_to_redo")
            return self.redo
        if not 1 <= entry <= self.last:
            raise Refusal("no_such_entry", entry=entry)
        undone = self.taken_back(entry)
        if undone is None:
            raise Refusal("nothing_to_redo", entry=entry)
        if entry not in self._fitting():
            raise Refusal("redo_no_longer_fits", entry=entry)
        return entry

    def _in_the_way(self, entry: int) -> int | None:
        """The newest standing entry to be undone before ``entry``.

        A later step is in a step's way, a later restart in everything's, whatever comes later in
        a start's.
        """
        step = next((s for s in self.steps if s.entry == entry), None)
        if step and step.command == "start":
            return self.newest if self.newest > entry else None
        top = self.steps[-1] if self.steps else None
        if top is None:
            return None
        restarted = any(s.command == "restart" and s.entry > entry for s in self.steps)
        if top.entry > entry and (step or restarted):
            return self.newest if top.command == "start" else top.entry
        return None

    def _fitting(self) -> Iterator[int]:
        """What redo may bring back, the last undone first.

        Every counter, unless the table was restarted since; of the steps the one undone last.
        """
        restarted = max((step.entry for step in self.steps if step.command == "restart"), default=0)
        steps_passed = False
        for undone in reversed(self.undone):
            if undone.step is None:
                if undone.entry > restarted:
                    yield undone.entry
            elif not steps_passed:
                steps_passed = True
                if not undone.final:
                    yield undone.entry

    def _with_redo(self) -> "Journal":
        return replace(self, redo=next(self._fitting(), 0))

    def doer(self, code: str, command: str, power: str, participant: str = "") -> Step | None:
        """Whose step made ``command`` come too late: the newest that did the same, or passed the turn."""
        tests = (
            lambda s: bool(power) and s.about == power,
            lambda s: code == "already_done" and (s.command, s.about) == (command, power or participant),
            lambda s: s.command in _TURN_PASSERS,
        )
        for test in tests:
            found = next((s for s in reversed(self.steps) if test(s)), None)
            if found:
                return found
        return None
