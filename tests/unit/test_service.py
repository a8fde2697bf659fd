"""A table from opening to log, by a tiny game: who may do what, once, and what everybody sees."""

from typing import Any

import pytest

from tests.property.memory import MemoryLog
from tests.unit.sitting import Sitting, refused
from tests.unit.tiny import TINY
from tracker.table import codes
from tracker.table.ports import Conflict, Row, Snapshot, Ticket, Unavailable


@pytest.fixture
def sitting() -> Sitting:
    return Sitting()


# --- Opening -------------------------------------------------------------------------------------


def test_opening_is_the_first_entry_and_the_opener_is_host(sitting: Sitting) -> None:
    table = sitting.table
    assert (table.revision, table.last.entry, table.last.command, table.host) == (1, 1, "open", "host")
    assert table.undo_next is None and table.redo_next is None
    assert [device.number for device in sitting.tables.devices(sitting.id)] == [1]


def test_a_code_leads_to_the_table_however_it_is_typed(sitting: Sitting) -> None:
    table = sitting.table
    spoken = f" {table.seat_code[:4].lower()} - {table.seat_code[4:]} ".replace("0", "o").replace("1", "l")
    assert sitting.tables.by_code(spoken) == (table.id, "seat")
    assert sitting.tables.by_code(table.watch_code) == (table.id, "watcher")
    for wrong in ("", "ZZZZZZZZ", table.id, "\u0661" * 8, "x" * 9999):
        assert refused(sitting.tables.by_code, wrong).code == "no_such_table"


def test_codes_hold_nothing_that_is_misread() -> None:
    code = codes.new_code()
    assert len(code) == 8 and not set(code) & set("OILU")
    assert codes.normalised(code.lower()) == code


@pytest.mark.parametrize(
    ("game", "names", "options", "title", "code"),
    [
        ("chess", ["Ana"], {}, "", "bad_request"),
        ("tiny", ["Ana", ""], {}, "", "bad_name"),
        ("tiny", ["Ana"], {}, "x" * 41, "bad_name"),
        ("tiny", ["Ana"], {"odd": 1}, "", "bad_request"),
    ],
)
def test_an_opening_that_does_not_fit(
    sitting: Sitting, game: str, names: list[str], options: dict[str, Any], title: str, code: str
) -> None:
    assert refused(sitting.tables.open, game, names, options, title, "host").code == code


def test_a_table_that_is_not_there(sitting: Sitting) -> None:
    assert refused(sitting.tables.get, "nowhere").code == "no_such_table"
    assert refused(sitting.tables.meet, "nowhere", "host", "seat").code == "no_such_table"


# --- Who may, and what comes first ---------------------------------------------------------------


def test_a_watcher_looks_on_whatever_they_send(sitting: Sitting) -> None:
    for command in ("damage", "undo", "fly"):
        assert refused(sitting.do, command, "w", role="watcher").code == "watchers_only_look"
    assert sitting.table.revision == 1
    assert [device.id for device in sitting.tables.devices(sitting.id)] == ["host"]


def test_only_the_host_restarts_and_names_another(sitting: Sitting) -> None:
    for command, fields in (("restart", {}), ("make-host", {"device": "b"}), ("set-address", {})):
        assert refused(sitting.do, command, "b", **fields).code == "host_only"
    sitting.tables.meet(sitting.id, "b", "seat")
    sitting.do("make-host", device="b")
    assert sitting.table.host == "b"
    assert refused(sitting.do, "restart").code == "host_only"
    assert sitting.do("restart", "b").entry is not None


def test_a_host_must_be_a_phone_at_the_table_that_may_act(sitting: Sitting) -> None:
    assert refused(sitting.do, "make-host", device="nobody").code == "no_such_device"
    sitting.tables.meet(sitting.id, "w", "watcher")
    assert refused(sitting.do, "make-host", device="w").code == "watchers_only_look"
    assert sitting.do("make-host", device="host").entry is None


def test_unknown_commands_and_shapes_come_before_the_rules(sitting: Sitting) -> None:
    assert refused(sitting.do, "fly").code == "no_such_command"
    assert refused(sitting.do, "damage", participant="nobody", amount=0).code == "amount_out_of_range"
    assert refused(sitting.do, "damage", participant="nobody", amount=1).code == "no_such_participant"
    assert refused(sitting.do, "undo", entry="1").code == "bad_request"
    assert sitting.table.revision == 1


def test_a_link_never_lowers_a_role_and_the_same_phone_stays_one(sitting: Sitting) -> None:
    for role in ("watcher", "seat", "watcher"):
        sitting.tables.meet(sitting.id, "b", role)
    assert [(d.id, d.number, d.role) for d in sitting.tables.devices(sitting.id)] == [
        ("host", 1, "seat"),
        ("b", 2, "seat"),
    ]


# --- Once, and in order --------------------------------------------------------------------------


def test_the_same_key_again_changes_nothing_and_gives_the_first_answer(sitting: Sitting) -> None:
    first = sitting.tap(amount=3, key="k" * 8)
    sitting.tap(amount=4)
    for tables in (sitting.tables, sitting.process()):
        again = sitting.tap(amount=3, key="k" * 8, by=tables)
        assert again.replayed and again.entry == first.entry
        assert again.table.revision == 3
    assert sitting.shows() == 13


def test_a_key_counts_for_its_phone_alone(sitting: Sitting) -> None:
    sitting.tap(key="k" * 8)
    assert not sitting.tap(key="k" * 8, device="b").replayed


def test_a_key_with_another_body_is_refused(sitting: Sitting) -> None:
    sitting.tap(key="k" * 8)
    for tables in (sitting.tables, sitting.process()):
        assert refused(sitting.tap, amount=2, key="k" * 8, by=tables).code == "key_reused"
        assert refused(sitting.do, "fly", key="k" * 8, by=tables).code == "key_reused"


def test_a_replay_comes_before_the_rules_that_would_refuse_it_now(sitting: Sitting) -> None:
    sitting.do("start")
    turn = sitting.do("end-turn", turn=1, key="k" * 8)
    for tables in (sitting.tables, sitting.process()):
        again = sitting.do("end-turn", turn=1, key="k" * 8, by=tables)
        assert again.replayed and again.entry == turn.entry


def test_undo_and_redo_take_keys_too(sitting: Sitting) -> None:
    sitting.tap()
    undone = sitting.do("undo", key="k" * 8)
    for tables in (sitting.tables, sitting.process()):
        again = sitting.do("undo", key="k" * 8, by=tables)
        assert again.replayed and again.entry == undone.entry
    assert sitting.shows() == 20


def test_a_refused_command_leaves_its_key_free(sitting: Sitting) -> None:
    refused(sitting.do, "end-turn", turn=1, key="k" * 8)
    sitting.do("start")
    assert not sitting.do("end-turn", turn=1, key="k" * 8).replayed


def test_a_key_that_changed_nothing_changes_nothing_later(sitting: Sitting) -> None:
    assert sitting.do("shield", key="k1", on=False).entry is None
    sitting.do("shield", on=True)
    again = sitting.do("shield", key="k1", on=False)
    assert (again.entry, again.replayed, sitting.table.state.shield) == (None, True, True)
    assert refused(sitting.do, "shield", key="k1", on=True).code == "key_reused"


def test_two_phones_pass_the_turn_and_the_second_hears_who_did(sitting: Sitting) -> None:
    sitting.do("start")
    turn = sitting.do("end-turn", "b", turn=1)
    refusal = refused(sitting.do, "end-turn", "c", turn=1)
    assert refusal.code == "turn_already_passed"
    assert refusal.facts["by"] == {"device": "b", "number": 2, "name": None, "participants": []}
    assert turn.entry and refusal.facts["entry"] == turn.entry.entry


def test_a_step_that_changes_nothing_is_no_entry(sitting: Sitting) -> None:
    sitting.do("shield", on=True)
    again = sitting.do("shield", on=True)
    assert (again.entry, again.table.revision) == (None, 2)
    assert sitting.said == [(sitting.id, 2)]


def test_two_processes_tap_and_none_is_lost(sitting: Sitting) -> None:
    other = sitting.process()
    for _ in range(10):
        sitting.tap(device="a")
        sitting.tap(device="b", by=other)
    assert TINY.figure(other.get(sitting.id).state, "Ana") == 0
    assert other.get(sitting.id).revision == 21


# --- The log -------------------------------------------------------------------------------------


def test_a_burst_reads_as_one_with_its_own_sum(sitting: Sitting) -> None:
    sitting.tap(amount=2)
    sitting.tap(device="b")
    outcome = sitting.tap(amount=5)
    assert outcome.entry is not None
    assert (outcome.entry.entry, outcome.entry.revision) == (2, 4)
    assert outcome.entry.fields["amount"] == 7
    assert outcome.entry.facts["changes"] == [{"counter": "Ana", "from": 20, "to": 12, "by": -7}]
    assert [entry.entry for entry in sitting.tables.log(sitting.id)] == [3, 2, 1]


def test_last_is_the_highest_entry_even_undone(sitting: Sitting) -> None:
    sitting.tap()
    sitting.do("undo", "b")
    assert (sitting.table.last.entry, sitting.table.last.undone, sitting.table.last.undone_by) == (
        2,
        True,
        "b",
    )
    assert sitting.table.redo_next == sitting.table.last


def test_pages_of_the_log(sitting: Sitting) -> None:
    for _ in range(8):
        sitting.do("shield", on=True)
        sitting.do("shield", on=False)
    page = sitting.tables.log(sitting.id, limit=5)
    assert [entry.entry for entry in page] == [17, 16, 15, 14, 13]
    assert [entry.entry for entry in sitting.tables.log(sitting.id, before=4)] == [3, 2, 1]
    for nothing in (1, 0, -5):
        assert sitting.tables.log(sitting.id, before=nothing) == []


def test_the_finger_s_time_is_the_entry_s(sitting: Sitting) -> None:
    outcome = sitting.tap(ago_ms=5000)
    assert outcome.entry and outcome.entry.at == sitting.clock.now() - 5000


# --- When the disk fails -------------------------------------------------------------------------


class Failing(MemoryLog):
    """A log whose disk is full from now on."""

    full = False

    def append(self, row: Row, snapshot: Snapshot | None = None) -> Ticket:
        if self.full:
            return Lost()
        return super().append(row, snapshot)


class Lost:
    def wait(self) -> None:
        raise Unavailable


def test_what_could_not_be_kept_is_not_shown_and_can_be_sent_again() -> None:
    log = Failing()
    sitting = Sitting(log)
    log.full = True
    with pytest.raises(Unavailable):
        sitting.tap(key="k" * 8)
    assert (sitting.shows(), sitting.table.revision, sitting.said) == (20, 1, [])
    log.full = False
    assert not sitting.tap(key="k" * 8).replayed
    assert sitting.shows() == 19


class Busy(MemoryLog):
    """A log where somebody else is always first."""

    def append(self, row: Row, snapshot: Snapshot | None = None) -> Ticket:
        raise Conflict


def test_a_table_where_others_are_always_first_gives_up_politely() -> None:
    with pytest.raises(Unavailable):
        Sitting(Busy()).tap()
