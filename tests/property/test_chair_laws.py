"""Whatever phones do with chairs, people and undo: a chair has one phone, and the log alone says which."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.unit.evening import Evening, FirstAlways
from tracker.rules.kernel import Refusal
from tracker.table.registry import GAMES
from tracker.table.service import Tables

people = st.sampled_from(["p1", "p2", "p3", "p4"])
phones = st.sampled_from(["d1", "d2", "d3"])
WISHES = st.one_of(
    st.tuples(st.just("take-seat"), st.builds(dict, participant=people)),
    st.tuples(st.just("leave-seat"), st.just({})),
    st.tuples(st.just("hold"), st.builds(dict, participants=st.lists(people, max_size=3))),
    st.tuples(st.just("seat-device"), st.builds(dict, device=phones, participant=people)),
    st.tuples(st.just("remove-participant"), st.builds(dict, participant=people)),
    st.tuples(st.just("add-participant"), st.just({"name": "Eva"})),
    st.tuples(st.sampled_from(["undo", "redo", "start", "restart"]), st.just({})),
)


def seats(tables: Tables, table: str) -> dict[str, tuple[str, ...]]:
    return {device.id: device.participants for device in tables.devices(table)}


@given(st.lists(st.tuples(phones, WISHES), max_size=14))
def test_a_chair_has_one_phone_and_the_log_alone_tells_which(
    steps: list[tuple[str, tuple[str, dict[str, Any]]]],
) -> None:
    evening = Evening(["Ana", "Beto", "Caro"])
    for device in ("d2", "d3"):
        evening.tables.meet(evening.id, device, "seat")
    for device, (command, fields) in steps:
        before = evening.table.revision
        try:
            evening.does(command, device, override=True, **fields)
        except Refusal:
            assert evening.table.revision == before
            continue
        now = seats(evening.tables, evening.id)
        held = [who for its in now.values() for who in its]
        there = [p["id"] for p in evening.table.game.view(evening.table.state)["participants"]]
        assert len(held) == len(set(held))
        assert set(held) <= set(there)
        if command == "take-seat":
            assert now[device] == (fields["participant"],)
        elif command == "leave-seat":
            assert now[device] == ()
    afresh = Tables(evening.tables._log, evening.clock, FirstAlways(), lambda table, revision: None, GAMES)
    assert seats(afresh, evening.id) == seats(evening.tables, evening.id)
