"""What is taken back at a table, by whom, and what stays: by a tiny game."""

import pytest

from tests.unit.sitting import Sitting, refused


@pytest.fixture
def sitting() -> Sitting:
    return Sitting()


def test_undo_of_a_tap_takes_its_own_change_and_nothing_else(sitting: Sitting) -> None:
    mine = sitting.tap(amount=3).entry
    sitting.tap(amount=4, device="b")
    sitting.do("shield", on=True)
    assert mine is not None
    outcome = sitting.do("undo", "c", entry=mine.entry)
    assert sitting.shows() == 16
    assert outcome.entry and (outcome.entry.entry, outcome.entry.undone_by) == (mine.entry, "c")
    sitting.do("redo", entry=mine.entry)
    assert sitting.shows() == 13


def test_undo_of_a_step_leaves_the_taps_that_came_later(sitting: Sitting) -> None:
    sitting.do("shield", on=True)
    sitting.tap(amount=4)
    sitting.do("undo", entry=2)
    assert (sitting.table.state.shield, sitting.shows()) == (False, 16)
    sitting.do("redo")
    assert (sitting.table.state.shield, sitting.shows()) == (True, 16)


def test_a_damage_that_resolves_a_power_is_a_step_with_its_figures(sitting: Sitting) -> None:
    hit = sitting.tap(amount=4, power="w1").entry
    later = sitting.tap(amount=1, power="w2").entry
    assert hit and later and (hit.kind, hit.entry + 1) == ("step", later.entry)
    assert hit.facts["changes"] == [{"counter": "Ana", "from": 20, "to": 16, "by": -4}]
    assert refused(sitting.do, "undo", entry=hit.entry).facts["first"] == later.entry
    sitting.do("undo")
    sitting.do("undo")
    assert sitting.shows() == 20


def test_restart_is_undone_with_all_it_swept_away(sitting: Sitting) -> None:
    sitting.tap(amount=4)
    sitting.do("restart")
    assert sitting.shows() == 20
    sitting.tap(amount=1)
    sitting.do("undo", entry=3)
    assert sitting.shows() == 15
    sitting.do("redo")
    assert sitting.shows() == 19


def test_what_undo_would_take_is_known_beforehand(sitting: Sitting) -> None:
    tap = sitting.tap().entry
    sitting.do("set-address", address="192.0.2.7")
    assert sitting.table.address == "192.0.2.7"
    assert sitting.table.undo_next == tap
    sitting.do("undo")
    assert sitting.table.undo_next is None


def test_the_tables_own_name_is_a_step(sitting: Sitting) -> None:
    sitting.do("rename-table", "b", title=" Viernes ")
    assert sitting.table.title == "Viernes"
    assert sitting.do("rename-table", title="Viernes").entry is None
    assert refused(sitting.do, "rename-table", title="x", turn=7).code == "already_done"
    sitting.do("undo")
    assert sitting.table.title == ""


def test_the_shield_comes_too_late_for_a_running_burst(sitting: Sitting) -> None:
    sitting.tap(amount=19, cause="deity")
    sitting.tap(amount=1, cause="deity")
    joined = sitting.tap(amount=1, cause="deity")
    assert joined.entry and (joined.entry.entry, joined.entry.override) == (2, False)
    assert refused(sitting.tap, amount=1, cause="deity", device="b").code == "shielded"
    sitting.clock.passes(3000)
    assert refused(sitting.tap, amount=1, cause="deity").code == "shielded"
    assert sitting.shows() == -1


def test_an_override_is_told_only_where_a_rule_gave_way(sitting: Sitting) -> None:
    plain = sitting.tap(override=True)
    assert plain.entry and not plain.entry.override
    sitting.do("shield", on=True)
    forced = sitting.tap(cause="deity", override=True)
    assert forced.entry and forced.entry.override


def test_another_process_sees_the_same_after_everything(sitting: Sitting) -> None:
    sitting.tap(amount=2)
    sitting.do("start")
    sitting.do("undo")
    sitting.tap(amount=3, device="b")
    sitting.do("undo", entry=2)
    there = sitting.process().get(sitting.id)
    assert there == sitting.table
