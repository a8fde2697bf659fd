"""Which taps are one entry, what undo and redo may take, and what is in the way."""

from typing import Any

import pytest

from tracker.rules.kernel import Refusal
from tracker.table.journal import Journal
from tracker.table.ports import Row, RowKind


class Pen:
    """Writes rows by hand and keeps the journal. Each method gives the entry's number."""

    def __init__(self) -> None:
        self.journal = Journal()
        self.revision, self.now = 0, 0
        self._write("open", "open", 1)

    def _write(self, kind: RowKind, command: str, entry: int, device: str = "a", **fields: Any) -> int:
        self.revision += 1
        tap_at = fields.pop("tap_at", self.now)
        row = Row("t", self.revision, entry, kind, self.now, tap_at, device, command, fields, {}, ())
        self.journal = self.journal.after(row)
        return entry

    def tap(self, device: str = "a", command: str = "damage", ago: int = 0, **fields: Any) -> int:
        fields = fields or {"participant": "p1", "amount": 1}
        joined = self.journal.burst_for(device, command, fields, self.now - ago)
        entry = joined or self.journal.last + 1
        return self._write("counter", command, entry, device, tap_at=self.now - ago, **fields)

    def step(self, command: str = "end-turn", device: str = "a", **fields: Any) -> int:
        return self._write("step", command, self.journal.last + 1, device, **fields)

    def matter(self) -> int:
        return self._write("matter", "make-host", self.journal.last + 1)

    def undo(self, entry: int | None = None, device: str = "a") -> int:
        return self._write("undo", "undo", self.journal.to_undo(entry), device)

    def redo(self, entry: int | None = None) -> int:
        return self._write("redo", "redo", self.journal.to_redo(entry))


@pytest.fixture
def pen() -> Pen:
    return Pen()


def refused(ask: Any, *args: Any) -> tuple[str, dict[str, Any]]:
    with pytest.raises(Refusal) as refusal:
        ask(*args)
    return refusal.value.code, refusal.value.facts


# --- Bursts --------------------------------------------------------------------------------------


def test_taps_of_one_phone_within_two_seconds_are_one_entry(pen: Pen) -> None:
    first = pen.tap()
    for _ in range(5):
        pen.now += 2000
        assert pen.tap(participant="p1", amount=4) == first
    pen.now += 2001
    assert pen.tap() == first + 1


def test_a_burst_goes_on_when_another_phone_taps_in_between(pen: Pen) -> None:
    mine, yours = pen.tap("a"), pen.tap("b")
    assert (pen.tap("a"), pen.tap("b")) == (mine, yours)


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("gain", {"participant": "p1", "amount": 1}),
        ("damage", {"participant": "p2", "amount": 1}),
        ("damage", {"participant": "p1", "amount": 1, "cause": "deity"}),
        ("damage", {"participant": "p1", "amount": 1, "reduction": 1}),
    ],
)
def test_another_command_or_another_field_is_another_entry(
    pen: Pen, command: str, fields: dict[str, Any]
) -> None:
    first = pen.tap()
    assert pen.tap(command=command, **fields) != first
    assert pen.tap() == first  # and the first goes on beside it


def test_setting_a_figure_and_damage_to_all_never_burst(pen: Pen) -> None:
    assert pen.tap(command="correct", target="p1", to=5) != pen.tap(command="correct", target="p1", to=5)
    assert pen.tap(command="damage-all", amount=1) != pen.tap(command="damage-all", amount=1)
    assert pen.tap(command="correct", target="p1", by=5) == pen.tap(command="correct", target="p1", by=-3)


def test_an_override_joins_the_burst_it_belongs_to(pen: Pen) -> None:
    assert pen.tap() == pen.tap(participant="p1", amount=1, override=True)


def test_grouping_goes_by_the_time_of_the_finger(pen: Pen) -> None:
    pen.now = 60_000
    early = pen.tap(ago=30_000)
    assert pen.tap(ago=29_000) == early
    late = pen.tap()
    assert late != early
    assert pen.tap(ago=1_000) == late


@pytest.mark.parametrize("how", ["step", "its undo", "its redo", "undo of the entry"])
def test_what_ends_a_burst(pen: Pen, how: str) -> None:
    step = pen.step()
    if how == "its redo":
        pen.undo(step)
    first = pen.tap()
    match how:
        case "step":
            pen.step(device="b")
        case "its undo":
            pen.undo(step)
        case "its redo":
            pen.redo(step)
        case _:
            pen.undo(first)
    assert pen.tap() != first


def test_undoing_another_entry_does_not_end_a_burst(pen: Pen) -> None:
    other, mine = pen.tap("b"), pen.tap("a")
    pen.undo(other)
    assert pen.tap("a") == mine


def test_a_matter_of_the_host_does_not_end_a_burst(pen: Pen) -> None:
    first = pen.tap()
    pen.matter()
    assert pen.tap() == first


def test_the_journal_stays_small_however_many_tap(pen: Pen) -> None:
    for nth in range(500):
        pen.tap(f"phone {nth}")
    assert len(pen.journal.bursts) == 64


# --- Undo ----------------------------------------------------------------------------------------


def test_undo_takes_the_newest_then_the_one_before(pen: Pen) -> None:
    step, tap = pen.step(), pen.tap()
    assert [pen.undo(), pen.undo()] == [tap, step]
    assert refused(pen.undo)[0] == "nothing_to_undo"


def test_a_counter_can_be_undone_whatever_came_later(pen: Pen) -> None:
    tap = pen.tap()
    pen.step()
    pen.step()
    assert pen.undo(tap) == tap


def test_a_step_waits_for_the_later_steps_and_names_the_newest(pen: Pen) -> None:
    first, _second = pen.step(), pen.step()
    tap, third = pen.tap(), pen.step()
    assert refused(pen.undo, first) == ("undo_later_first", {"entry": first, "first": third})
    pen.undo(third)
    pen.undo()  # the tap doesn't matter either way
    assert pen.journal.taken_back(tap)
    pen.undo()
    assert pen.undo(first) == first


def test_later_taps_are_not_in_a_steps_way_but_in_the_starts(pen: Pen) -> None:
    start, tap = pen.step("start"), pen.tap()
    assert refused(pen.undo, start) == ("undo_later_first", {"entry": start, "first": tap})
    turn = pen.step()
    other = pen.tap("b")
    assert refused(pen.undo, start)[1]["first"] == other
    assert pen.undo(turn) == turn
    pen.undo(other)
    pen.undo(tap)
    assert pen.undo(start) == start


def test_what_lies_before_a_restart_waits_for_it(pen: Pen) -> None:
    tap, restart = pen.tap(), pen.step("restart")
    assert refused(pen.undo, tap) == ("undo_later_first", {"entry": tap, "first": restart})
    later = pen.step("choose-deity")
    assert refused(pen.undo, tap)[1]["first"] == later
    start, after = pen.step("start"), pen.tap()
    assert refused(pen.undo, tap)[1]["first"] == after
    for entry in (after, start, later, restart, tap):
        assert pen.undo(entry) == entry


def test_a_tap_before_a_standing_restart_is_not_brought_back(pen: Pen) -> None:
    tap = pen.tap()
    pen.undo(tap)
    restart = pen.step("restart")
    assert refused(pen.redo, tap)[0] == "redo_no_longer_fits"
    assert refused(pen.redo)[0] == "nothing_to_redo"
    pen.undo(restart)
    assert pen.redo(tap) == tap


def test_the_opening_and_the_hosts_matters_cannot_be_undone(pen: Pen) -> None:
    matter = pen.matter()
    for entry in (1, matter):
        assert refused(pen.undo, entry)[0] == "nothing_to_undo"
        assert refused(pen.redo, entry)[0] == "nothing_to_redo"
    assert refused(pen.undo)[0] == "nothing_to_undo"


def test_matters_of_the_host_are_in_nobodys_way(pen: Pen) -> None:
    start = pen.step("start")
    pen.matter()
    assert pen.undo() == start


def test_an_undone_entry_is_not_undone_again_and_who_did_it_is_told(pen: Pen) -> None:
    tap = pen.tap()
    pen.undo(tap, device="b")
    assert refused(pen.undo, tap) == ("nothing_to_undo", {"entry": tap, "by": "b"})


@pytest.mark.parametrize("entry", [0, -1, 9, 10**30])
def test_an_entry_that_never_was(pen: Pen, entry: int) -> None:
    for ask in (pen.undo, pen.redo):
        assert refused(ask, entry)[0] == "no_such_entry"


# --- Redo ----------------------------------------------------------------------------------------


def test_redo_brings_back_what_was_undone_last(pen: Pen) -> None:
    step, tap = pen.step(), pen.tap()
    pen.undo()
    pen.undo()
    assert [pen.redo(), pen.redo()] == [step, tap]
    assert refused(pen.redo)[0] == "nothing_to_redo"


def test_any_undone_counter_but_only_the_step_undone_last(pen: Pen) -> None:
    tap, first, second = pen.tap(), pen.step(), pen.step()
    for entry in (tap, second, first):
        pen.undo(entry)
    assert refused(pen.redo, second)[0] == "redo_no_longer_fits"
    assert pen.redo(tap) == tap
    assert [pen.redo(first), pen.redo(second)] == [first, second]
    assert refused(pen.redo, tap)[0] == "nothing_to_redo"


def test_a_new_step_makes_the_undone_ones_final_and_redo_passes_over_them(pen: Pen) -> None:
    tap, step = pen.tap(), pen.step()
    pen.undo(tap)
    pen.undo(step)
    pen.step()
    assert refused(pen.redo, step)[0] == "redo_no_longer_fits"
    assert pen.redo() == tap
    assert refused(pen.redo)[0] == "nothing_to_redo"


def test_a_new_tap_leaves_the_undone_step_redoable(pen: Pen) -> None:
    step = pen.step()
    pen.undo(step)
    pen.tap()
    assert pen.redo() == step


def test_an_entry_brought_back_is_the_newest_only_if_it_was(pen: Pen) -> None:
    first = pen.tap()
    pen.now += 5000
    second = pen.tap()
    pen.undo(first)
    pen.redo(first)
    assert pen.journal.newest == second
    pen.undo(second)
    assert pen.journal.newest == first
    pen.redo(second)
    assert pen.journal.newest == second


# --- Who did it ----------------------------------------------------------------------------------


def test_who_was_first_is_known(pen: Pen) -> None:
    pen.step("resolve", "b", power="w1")
    pen.step("resolve", "c", power="w2")
    pen.step("lose-reptante", "d")
    pen.step("end-turn", "e")

    def doer(code: str, command: str, power: str = "") -> str | None:
        step = pen.journal.doer(code, command, power)
        return step.device if step else None

    assert doer("already_done", "reveal", "w1") == "b"
    assert doer("already_done", "lose-reptante") == "d"
    assert doer("turn_already_passed", "end-turn") == "e"
    assert doer("already_done", "wake") == "e"
