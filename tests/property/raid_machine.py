"""A table of phones that send anything, in any order, and the laws that hold all the same."""

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from tests.property.memory import HandClock, MemoryLog
from tests.property.wishes import WISHES, Fields, forms, hostile, labels, sent
from tracker.rules.kernel import Game, Moved, Refusal
from tracker.rules.raid import RAID
from tracker.storage.codec import Codec
from tracker.table.house import House
from tracker.table.journal import Journal
from tracker.table.ports import Row, Snapshot
from tracker.table.service import Tables

PHONES = ("d1", "d2")
devices = st.sampled_from(PHONES)
pauses = st.sampled_from([0, 400, 3000])  # milliseconds: inside and outside a burst
EVERYTHING = st.sampled_from([*WISHES, "undo", "redo", "rename-table", "no-such-command", ""])
PLAY = (
    "damage",
    "damage-all",
    "gain",
    "correct",
    "lose-reptante",
    "damage-deity",
    "altar-hand",
    "gain-deity",
)
SETUP = (
    "add-participant",
    "set-option",
    "set-reptantes",
    "lock-teams",
    "choose-deity",
    "draw-deity",
    "start",
)
DEITY = (
    *("reveal", "reshuffled", "damage", "damage-all", "lose-reptante", "restore-reptante", "to-discard"),
    *("stay-awake", "choose-principal", "add-power", "clear-shield"),
)


class TurningChance:
    """Luck that goes round: every candidate comes up in the end, the same way on every run."""

    def __init__(self) -> None:
        self.drawn = 0

    def pick(self, among: Sequence[str], /) -> str:
        self.drawn += 1
        return among[self.drawn % len(among)]


class RaidLaws(RuleBasedStateMachine):
    """One table, played through the service with a log in memory."""

    game: ClassVar[Game[Any]] = RAID

    def __init__(self) -> None:
        super().__init__()
        self.clock, self.log = HandClock(), MemoryLog()
        self.tables, self.codec = self.service(), Codec(self.game)
        self.id = ""
        self.principal: tuple[int, str | None] | None = None
        self.seen: tuple[int, dict[str, Any]] | None = None

    def service(self) -> Tables:
        """A server that knows nothing but the log."""
        games = {self.game.name: self.game}
        return Tables(self.log, self.clock, TurningChance(), lambda table, revision: None, games)

    # --- What phones do ---

    @initialize(
        names=st.lists(st.sampled_from(["Ana", "Beto", "Caro", "Ana"]), min_size=1, max_size=4),
        resistance=st.sampled_from([None, 3, 20]),
        model=st.sampled_from(["single", "per_reptante"]),
        begun=st.sampled_from(["set-up", "people", "people", "deity", "deity"]),
    )
    def open(self, names: list[str], resistance: int | None, model: str, begun: str) -> None:
        options = {"resistance": resistance, "resistance_model": model}
        self.id = self.tables.open("raid", names, options, "", "d1").id
        for device in PHONES:
            self.tables.meet(self.id, device, "seat")
        if begun != "set-up":
            self.submit("start", {})
        if begun == "deity":
            self.submit("end-turn", {"turn": "now", "next": "deity"})

    @rule(wish=sent(), override=st.booleans(), device=devices, pause=pauses)
    def anything(self, wish: tuple[str, Fields], *, override: bool, device: str, pause: int) -> None:
        self.clock.passes(pause)
        self.submit(*wish, override=override, device=device)

    @precondition(lambda self: self.view["status"] == "playing")
    @rule(wish=sent(PLAY), device=devices, pause=pauses)
    def in_play(self, wish: tuple[str, Fields], device: str, pause: int) -> None:
        self.clock.passes(pause)
        self.submit(*wish, device=device)

    @precondition(lambda self: self.view["status"] == "playing")
    @rule(wish=sent())
    def whatever_the_rules_say(self, wish: tuple[str, Fields]) -> None:
        self.submit(*wish, override=True)

    @precondition(lambda self: self.view["status"] == "setup")
    @rule(wish=sent(SETUP))
    def in_set_up(self, wish: tuple[str, Fields]) -> None:
        self.submit(*wish)

    @precondition(lambda self: self.view["turn"]["of"] == "deity" and not self.view["deity"]["extracted"])
    @rule(esbirros=st.lists(labels, min_size=3, max_size=3))
    def three_esbirros(self, esbirros: list[str]) -> None:
        self.submit("extract", {"esbirros": esbirros})

    @precondition(lambda self: self.view["deity"]["powers"])
    @rule(wish=sent(DEITY), device=devices)
    def in_the_deitys_turn(self, wish: tuple[str, Fields], device: str) -> None:
        self.submit(*wish, device=device)

    @precondition(lambda self: self.pending)
    @rule(commands=st.lists(st.sampled_from(["annul", "annul", "resolve", "skip"]), min_size=2, max_size=3))
    def the_next_powers(self, commands: list[str]) -> None:
        for command in commands:
            self.submit(command, {"power": "next"})

    @precondition(lambda self: self.principal_now in [person["id"] for person in self.view["participants"]])
    @rule()
    def the_principal_loses_a_reptante(self) -> None:
        self.submit("lose-reptante", {"participant": self.principal_now})

    @precondition(lambda self: self.view["status"] == "playing" and not self.pending)
    @rule()
    def on_it_goes(self) -> None:
        self.submit("end-turn", {"turn": "now"}, override=True)

    @rule(command=EVERYTHING, fields=hostile, override=st.booleans())
    def nonsense(self, command: str, fields: Fields, *, override: bool) -> None:
        self.submit(command, fields, override=override)

    @rule(command=EVERYTHING, fields=forms)
    def a_nonsensical_form(self, command: str, fields: Fields) -> None:
        self.submit(command, fields, form=True)

    @rule(entry=st.none() | st.integers(0, 30), device=devices)
    def undo(self, entry: int | None, device: str) -> None:
        self.submit("undo", {} if entry is None else {"entry": entry}, device=device)

    @rule(entry=st.none() | st.integers(0, 30), device=devices)
    def redo(self, entry: int | None, device: str) -> None:
        self.submit("redo", {} if entry is None else {"entry": entry}, device=device)

    @precondition(lambda self: self.tables.get(self.id).undo_next is not None)
    @rule(device=devices)
    def undo_then_redo_is_nothing(self, device: str) -> None:
        before = self.state
        entry = self.submit("undo", {}, device=device)
        assert entry is not None
        self.submit("redo", {"entry": entry}, device=device)
        assert self.state == before

    @rule(wish=sent(), override=st.booleans())
    def an_entry_undone_at_once_is_nothing(self, wish: tuple[str, Fields], *, override: bool) -> None:
        """To everybody's eyes: ids that were given out stay given out."""
        self.clock.passes(3000)
        before = self.view
        entry = self.submit(*wish, override=override)
        if entry is not None:
            self.submit("undo", {"entry": entry})
        assert self.view == before

    # --- How it is sent, and what holds for every sending ---

    def submit(
        self, command: str, fields: Fields, *, override: bool = False, device: str = "d1", form: bool = False
    ) -> int | None:
        """The entry it made or moved; None where it was refused or changed nothing."""
        before, rows, view = self.state, len(self.rows), self.view
        body = self._as_a_phone_sends(fields, view) | ({"override": override} if override else {})
        try:
            outcome = self.tables.submit(self.id, device, command, body, key=None, role="seat", form=form)
        except Refusal as refusal:
            self._nothing_happened(refusal, before, rows, override=override)
            return None
        assert (outcome.entry is None) == (len(self.rows) == rows)
        if outcome.entry is None:
            assert self.state == before
            return None
        json.dumps([outcome.entry.facts, outcome.entry.fields])
        row = self.rows[-1]
        assert self.codec.events_in(self.codec.events_out(row.events)) == row.events
        self._figures_moved_by_what_is_written(before, row)
        self._one_annulment(row, view)
        self._one_principal(row)
        return outcome.entry.entry

    def _nothing_happened(self, refusal: Refusal, before: Any, rows: int, *, override: bool) -> None:
        assert (self.state, len(self.rows)) == (before, rows), "a refusal changed something"
        assert not (override and refusal.gives_way), "a rule didn't give way"
        json.dumps(refusal.facts)

    def _as_a_phone_sends(self, fields: Fields, view: dict[str, Any]) -> Fields:
        """The fields with the turn that a phone sees and the id of the nth Power."""
        body = dict(fields)
        if body.get("turn") in ("now", "late"):
            body["turn"] = view["turn"]["number"] - (body["turn"] == "late")
        powers = view["deity"]["powers"]
        match body.get("power"):
            case "next" if self.pending:
                body["power"] = next(one["id"] for one in powers if one["status"] == "pending")
            case "next":
                del body["power"]
            case int(place):
                body["power"] = powers[place - 1]["id"] if 0 < place <= len(powers) else "w999"
        return body

    def _figures_moved_by_what_is_written(self, before: Any, row: Row) -> None:
        """Never clamped, never assigned: a counter's figures are what they were and what was added."""
        moves = Counter[tuple[str, int | None]]()
        for event in row.events if row.kind == "counter" else ():
            if isinstance(event, Moved):
                moves[event.counter, event.which] += event.by
        for (counter, which), by in moves.items():
            moved = self._figure(self.state, counter, which) - self._figure(before, counter, which)
            assert moved == by, f"{counter} should move by {by} and moved by {moved}"

    def _figure(self, state: Any, counter: str, which: int | None) -> int:
        if which is None:
            return self.game.figure(state, counter)
        people = {person["id"]: person for person in self.game.view(state)["participants"]}
        figure: int = people[counter.removesuffix("-resistance")]["reptantes"]["resistance"][which]
        return figure

    def _one_annulment(self, row: Row, before: dict[str, Any]) -> None:
        if row.command == "annul" and not row.overridden:
            statuses = [power["status"] for power in before["deity"]["powers"]]
            assert "annulled" not in statuses, "two annulled in one turn"

    def _one_principal(self, row: Row) -> None:
        chosen = self.principal_now
        here = (self.view["turn"]["number"], chosen)
        free = row.kind in ("undo", "redo") or (row.command == "choose-principal" and row.overridden)
        if self.principal and chosen and self.principal[0] == here[0] and not free:
            assert self.principal == here, "another principal in the same turn"
        self.principal = here if chosen else None if free else self.principal

    # --- What holds at every moment ---

    def check(self) -> None:
        """All of it, for who plays by hand."""
        self.what_stands_in_the_log_is_the_state()
        self.a_server_that_starts_again_sees_the_same()
        self.the_state_survives_storage()
        self.the_view_is_plain_json()
        self.the_deity_plays_last()

    @property
    def state(self) -> Any:
        return self.tables.get(self.id).state

    @property
    def view(self) -> dict[str, Any]:
        table = self.tables.get(self.id)
        if self.seen is None or self.seen[0] != table.revision:
            self.seen = table.revision, self.game.view(table.state)
        return self.seen[1]

    @property
    def pending(self) -> bool:
        return any(power["status"] == "pending" for power in self.view["deity"]["powers"])

    @property
    def principal_now(self) -> str | None:
        principal: dict[str, Any] = self.view["deity"]["principal"] or {}
        return principal.get("participant")

    @property
    def rows(self) -> Sequence[Row]:
        return self.log.rows(self.id)

    @invariant()
    def what_stands_in_the_log_is_the_state(self) -> None:
        if not self.id:
            return
        undone: set[int] = set()
        for row in self.rows:
            if row.kind == "undo":
                undone.add(row.entry)
            elif row.kind == "redo":
                undone.discard(row.entry)
        state = self.game.blank
        for row in self.rows:
            step = self.game.spent if row.entry in undone else self.game.evolve
            for event in row.events if row.kind not in ("undo", "redo") else ():
                if isinstance(event, self.game.events):
                    state = step(state, event)
        assert self.game.view(state) == self.view
        assert state == self.state

    @invariant()
    def a_server_that_starts_again_sees_the_same(self) -> None:
        if self.id and len(self.rows) % 3 == 0:
            assert self.service().get(self.id) == self.tables.get(self.id)

    @invariant()
    def the_state_survives_storage(self) -> None:
        if self.id:
            kept = Snapshot(len(self.rows), self.state, House(), Journal())
            assert self.codec.snapshot_in(self.codec.snapshot_out(kept)) == kept

    @invariant()
    def the_view_is_plain_json(self) -> None:
        if self.id:
            assert json.loads(json.dumps(self.view, allow_nan=False)) == self.view

    @invariant()
    def the_deity_plays_last(self) -> None:
        order = self.view["order"] if self.id else []
        if order:
            people = [person["id"] for person in self.view["participants"]]
            assert order[-1] == "deity" and sorted(order[:-1]) == sorted(people)
