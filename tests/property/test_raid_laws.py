"""The laws of a raid at a table: docs/laws.md says what they are and shows one being broken."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from tests.property.raid_machine import RaidLaws, TurningChance
from tests.property.wishes import WISHES, amounts, deltas, whole
from tracker.rules.kernel import Moved, decide, fold
from tracker.rules.raid import RAID
from tracker.table.parse import parse

LUCK = TurningChance()


# --- The machine -------------------------------------------------------------------------------


def test_every_command_has_a_rule() -> None:
    assert set(WISHES) == set(RAID.commands)


def test_no_play_breaks_a_law() -> None:
    examples = 2 * settings().max_examples
    run_state_machine_as_test(RaidLaws, settings=settings(max_examples=examples))


TOUR: list[tuple[str, dict[str, Any]]] = [
    ("add-participant", {"name": "Caro"}),
    ("rename-participant", {"participant": "p3", "name": "Carla"}),
    ("move-participant", {"participant": "p3", "seat": 1}),
    ("remove-participant", {"participant": "p3"}),
    ("set-reptantes", {"participant": "p1", "names": ["Ópalo"]}),
    ("set-option", {"option": "normal_draw", "value": 3}),
    ("lock-teams", {}),
    ("choose-deity", {"name": "Alba"}),
    ("draw-deity", {"names": ["Velo", "Ocaso"]}),
    ("start", {}),
    ("damage-deity", {"amount": 7}),
    ("altar-hand", {"esbirros": 2}),
    ("gain-deity", {"amount": 90}),
    ("damage", {"participant": "p1", "amount": 2}),
    ("gain", {"participant": "p1", "amount": 1}),
    ("correct", {"target": "p1", "to": -4}),
    ("lose-reptante", {"participant": "p1"}),
    ("restore-reptante", {"participant": "p1"}),
    ("wake", {}),
    ("sleep", {}),
    ("roll", {"sides": 6}),
    ("correct-turn", {"of": "p2", "round": 2}),
    ("correct", {"target": "p2", "by": -9}),
    ("end-turn", {"turn": "now", "next": "deity"}),
    ("choose-principal", {"participant": "p2"}),
    ("extract", {"esbirros": ["A", "sombra", "B"]}),
    ("reveal", {"power": 1, "esbirros": ["A"], "wanted": "A"}),
    ("reshuffled", {}),
    ("annul", {"power": 1}),
    ("damage-all", {"amount": 1, "cause": "deity", "power": 3}),
    ("add-power", {"kind": "single"}),
    ("resolve", {"power": 4}),
    ("add-power", {"kind": "coinciding", "esbirro": "A"}),
    ("skip", {"power": 5}),
    ("lose-reptante", {"participant": "p2"}),
    ("clear-shield", {"participant": "p2"}),
    ("stay-awake", {"on": True}),
    ("to-discard", {}),
    ("end-turn", {"turn": "now"}),
    ("confirm-result", {"winner": "draw"}),
    ("restart", {}),
]


def test_the_laws_hold_on_a_tour_of_every_command() -> None:
    """What chance seldom reaches: each command is accepted here, undone and brought back."""
    assert {name for name, _ in TOUR} == set(RAID.commands)
    table = RaidLaws()
    table.open(["Ana", "Beto"], 20, "single", "set-up")
    for name, fields in TOUR:
        before = table.view
        entry = table.submit(name, fields, override=True)
        after = table.state
        assert entry is not None, name
        table.check()
        table.submit("undo", {"entry": entry})
        assert table.view == before, name
        table.check()
        table.submit("redo", {"entry": entry})
        assert table.state == after, name
        table.check()
        table.clock.passes(3000)


def test_a_restart_brought_back_starts_the_figures_anew() -> None:
    """Found by the machine: a counter from before the restart was brought back while that was undone."""
    table = RaidLaws()
    table.open(["Ana"], 20, "single", "people")
    tap = table.submit("damage", {"participant": "p1", "amount": 3})
    table.submit("undo", {"entry": tap})
    restart = table.submit("restart", {})
    for command, entry in (("undo", restart), ("redo", tap), ("redo", restart)):
        table.submit(command, {"entry": entry})
        table.check()
    assert RAID.figure(table.state, "p1-resistance") == 20


def twice_on_the_second() -> Any:
    """An evolve that moves p2's figure twice as far: what a careless change might do."""

    def evolve(state: Any, event: Any) -> Any:
        state = RAID.evolve(state, event)
        if isinstance(event, Moved) and event.counter == "p2-resistance":
            state = RAID.evolve(state, event)
        return state

    return evolve


def test_a_broken_evolve_is_caught() -> None:
    class BrokenLaws(RaidLaws):
        game = replace(RAID, evolve=twice_on_the_second())

    with pytest.raises(AssertionError):
        run_state_machine_as_test(
            BrokenLaws, settings=settings(phases=[Phase.generate], stateful_step_count=20, max_examples=500)
        )


# --- Counters commute --------------------------------------------------------------------------

person = st.sampled_from(["p1", "p2", "p3"])
COUNTERS = st.one_of(
    st.tuples(
        st.just("damage"),
        st.fixed_dictionaries(
            {"participant": person, "amount": amounts},
            optional={"reduction": whole, "which_reptante": st.integers(0, 2), "by": person},
        ),
    ),
    st.tuples(
        st.just("damage-all"),
        st.fixed_dictionaries(
            {"amount": amounts}, optional={"reductions": st.dictionaries(person, whole, max_size=2)}
        ),
    ),
    st.tuples(st.just("gain"), st.fixed_dictionaries({"participant": person, "amount": amounts})),
    st.tuples(st.just("correct"), st.fixed_dictionaries({"target": person | st.just("deity"), "by": deltas})),
    st.tuples(st.just("damage-deity"), st.fixed_dictionaries({"amount": amounts})),
    st.tuples(st.just("altar-hand"), st.fixed_dictionaries({"esbirros": st.integers(1, 5)})),
    st.tuples(st.just("gain-deity"), st.fixed_dictionaries({"amount": amounts})),
)
STEPS = st.sampled_from(
    [
        ("end-turn", {}),
        ("rename-participant", {"participant": "p2", "name": "Otra"}),
        ("wake", {}),
        ("sleep", {}),
        ("extract", {"sombras": 1}),
        ("add-participant", {"name": "Eva"}),
        ("correct-turn", {"of": "p3", "round": 2}),
    ]
)


def played(model: str, wishes: list[tuple[str, dict[str, Any]]]) -> Any:
    options = {"resistance": 20, "resistance_model": model}
    state = fold(RAID, RAID.blank, RAID.open(["Ana", "Beto", "Caro"], options, LUCK))
    for name, fields in [("start", {"first": "p1"}), *wishes]:
        if name == "end-turn":
            fields = {"turn": RAID.view(state)["turn"]["number"]}
        command = parse(RAID.commands, name, fields)
        state = fold(RAID, state, decide(RAID, state, command, LUCK, override=True).events)
    return state


def figures(state: Any) -> list[int]:
    return [RAID.figure(state, f"{who}-resistance") for who in ("p1", "p2", "p3", "deity")]


@given(st.sampled_from(["single", "per_reptante"]), st.lists(COUNTERS, min_size=2, max_size=8), st.data())
def test_counters_in_any_order_come_to_the_same(
    model: str, counters: list[tuple[str, dict[str, Any]]], data: st.DataObject
) -> None:
    shuffled = data.draw(st.permutations(counters))
    assert RAID.view(played(model, counters)) == RAID.view(played(model, shuffled))


@given(
    st.sampled_from(["single", "per_reptante"]),
    st.lists(COUNTERS, min_size=1, max_size=6),
    st.lists(STEPS, max_size=4),
    st.data(),
)
def test_steps_between_counters_lose_none(
    model: str,
    counters: list[tuple[str, dict[str, Any]]],
    steps: list[tuple[str, dict[str, Any]]],
    data: st.DataObject,
) -> None:
    mixed = list(steps)
    for tap in counters:
        mixed.insert(data.draw(st.integers(0, len(mixed))), tap)
    assert figures(played(model, counters)) == figures(played(model, mixed))
