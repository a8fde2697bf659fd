"""The raid's flow where it is easiest to get wrong: turns, people, figures, guards, the end."""

from typing import Any

import pytest

from tests.unit.raid_table import Table
from tracker.rules.kernel import Refusal
from tracker.rules.raid import RAID

# --- When something can be wished for -----------------------------------------------------------

FIELDS: dict[str, dict[str, Any]] = {
    "add-participant": {"name": "Eva"},
    "rename-participant": {"participant": "p1", "name": "Eva"},
    "remove-participant": {"participant": "p3"},
    "move-participant": {"participant": "p3", "seat": 1},
    "set-reptantes": {"participant": "p1", "names": ("Filo",)},
    "set-option": {"option": "normal_draw", "value": 4},
    "start": {},
    "correct-turn": {"of": "p2", "round": 1},
    "confirm-result": {"winner": "draw"},
    "restart": {},
    "roll": {"sides": 6},
    "damage": {"participant": "p1", "amount": 1},
    "damage-all": {"amount": 1},
    "gain": {"participant": "p1", "amount": 1},
    "correct": {"target": "p1", "by": 1},
    "lose-reptante": {"participant": "p1"},
    "restore-reptante": {"participant": "p1"},
    "lock-teams": {},
    "choose-deity": {"name": "Véspera"},
    "draw-deity": {"names": ("Véspera", "Ocaso")},
    "end-turn": {"turn": 0},
    "damage-deity": {"amount": 1},
    "altar-hand": {"esbirros": 1},
    "gain-deity": {"amount": 1},
    "extract": {"sombras": 0},
    "resolve": {"power": "w1"},
    "skip": {"power": "w1"},
    "annul": {"power": "w1"},
    "add-power": {"kind": "single"},
    "reveal": {"power": "w1", "esbirros": ("A",), "wanted": "A"},
    "reshuffled": {},
    "to-discard": {},
    "stay-awake": {"on": True},
    "sleep": {},
    "wake": {},
    "choose-principal": {},
    "clear-shield": {"participant": "p1"},
}
BEFORE_THE_END = {
    *("add-participant", "rename-participant", "remove-participant", "set-reptantes", "set-option"),
    *("correct", "roll"),
}
SETUP_ONLY = {"move-participant", "start", "lock-teams", "choose-deity", "draw-deity"}
NAMES_A_POWER = {"resolve", "skip", "annul", "reveal"}


def told(table: Table, name: str) -> str:
    """What the status says to a command, "" where it doesn't object."""
    try:
        table.does(name, **FIELDS[name])
    except Refusal as refusal:
        return refusal.code if refusal.code in ("already_finished", "not_started", "not_in_setup") else ""
    return ""


def test_every_command_is_looked_at() -> None:
    assert set(FIELDS) == set(RAID.commands)


@pytest.mark.parametrize("name", sorted(set(FIELDS) - NAMES_A_POWER))
def test_the_status_says_what_can_be_wished_for(name: str) -> None:
    both, setup = name in BEFORE_THE_END | {"restart"}, name in SETUP_ONLY
    assert told(Table(begun=False), name) == ("" if both or setup else "not_started")
    assert told(Table(), name) == ("not_in_setup" if setup else "")
    finished = Table().does("confirm-result", winner="none")
    assert told(finished, name) == ("" if name == "restart" else "already_finished")


@pytest.mark.parametrize("option", RAID.view(RAID.blank)["options"])
def test_while_playing_only_some_options_can_be_set(option: str) -> None:
    value = {"coinciding_pairs": False, "sombra_has_power": True, "resistance_model": "per_reptante"}.get(
        option, 3
    )
    assert Table(begun=False).does("set-option", option=option, value=value).view["options"][option] == value
    playing = Table()
    if option in ("resistance", "resistance_model"):
        assert playing.refuses("set-option", option=option, value=value) == ("not_in_setup",)
    else:
        assert playing.does("set-option", option=option, value=value).view["options"][option] == value


@pytest.mark.parametrize(
    ("option", "value", "code"),
    [
        ("relics", True, "bad_request"),
        ("resistance", "viente", "bad_request"),
        ("resistance", 2.5, "bad_request"),
        ("resistance", True, "bad_request"),
        ("resistance", 0, "amount_out_of_range"),
        ("resistance", 10_000, "amount_out_of_range"),
        ("resistance_model", "double", "bad_request"),
        ("sombra3_bonus", 4, "amount_out_of_range"),
        ("sombra3_bonus", None, "bad_request"),
        ("added_decks", -1, "amount_out_of_range"),
        ("coinciding_pairs", "quizás", "bad_request"),
    ],
)
def test_an_option_takes_only_its_own_kind(option: str, value: Any, code: str) -> None:
    assert Table(begun=False).refuses("set-option", option=option, value=value) == (code,)
    if option != "relics":
        with pytest.raises(Refusal, match=code):
            Table(begun=False, **{option: value})


@pytest.mark.parametrize(("people", "code"), [(0, "too_few_participants"), (12, "too_many_participants")])
def test_one_to_eleven_people_open_a_raid(people: int, code: str) -> None:
    with pytest.raises(Refusal, match=code):
        Table(people)


def test_reliquias_are_not_used_against_deities() -> None:
    with pytest.raises(Refusal, match="relics_not_with_deities"):
        Table(relics=True)


# --- Whose turn ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("of", "wanted", "then"),
    [
        ("p1", None, (1, "p2", 2)),
        ("p1", "p3", (1, "p3", 2)),
        ("p1", "deity", (1, "deity", 2)),
        ("p1", "p1", (1, "p1", 2)),
        ("p3", "p1", (2, "p1", 3)),
        ("deity", None, (2, "p1", 3)),
        ("deity", "p3", (2, "p3", 3)),
        ("deity", "deity", (1, "deity", 3)),
    ],
)
def test_a_round_begins_when_next_stands_before(
    of: str, wanted: str | None, then: tuple[int, str, int]
) -> None:
    table = Table()
    if of != "p1":
        table.passes(next=of)
    if of == "deity":
        table.extracts("A", "B", "C").resolves_all()
    assert table.passes(next=wanted, to_discard=True).turn == then


def test_who_is_out_stays_in_the_order_and_is_passed_over() -> None:
    table = Table(4, begun=False).does("start", first="p3")
    table.loses("p3", 3).loses("p1", 3)
    assert table.view["order"] == ["p3", "p4", "p1", "p2", "deity"]
    assert table.turn == (1, "p3", 1)  # nobody's turn passes by itself
    assert table.passes().turn == (1, "p4", 2)
    assert table.passes().turn == (1, "p2", 3)
    table.passes().extracts("A", "B", "C").resolves_all()
    assert table.passes(to_discard=True).turn == (2, "p4", 5)
    assert table.refuses("end-turn", turn=5, next="p1") == ("participant_out",)
    assert table.passes(next="p1", override=True).turn == (2, "p1", 6)


def test_the_deity_plays_on_when_nobody_else_does() -> None:
    table = Table(1).loses("p1", 3).passes()
    assert table.deity["principal"] is None and table.view["verdict"]["because"] == "all_out"
    table.extracts("A", "B", "C").resolves_all()
    assert table.passes(to_discard=True).turn == (2, "deity", 3)


def test_the_first_turn_is_over_when_it_was_ones_own() -> None:
    table = Table().passes(next="p3")
    assert table.all_that("first_turn") == ["p2", "p3"]  # p2 was skipped
    assert table.passes(next="p3").all_that("first_turn") == ["p2"]


@pytest.mark.parametrize(
    ("of", "in_round", "still"),
    [
        ("p1", 1, ["p1"]),
        ("deity", 1, []),
        ("p3", 2, []),
        ("p2", 2, []),
        ("p2", 1, ["p1", "p3"]),
        ("p3", 1, ["p1", "p3"]),
    ],
    ids=["on", "to the deity", "a round later", "and a bit", "back", "nowhere"],
)
def test_a_forgotten_button_ends_the_first_turns_between(of: str, in_round: int, still: list[str]) -> None:
    table = Table(begun=False).does("start", first="p2").passes()  # now p3; then p1, the deity, p2
    assert table.does("correct-turn", of=of, round=in_round).all_that("first_turn") == still


def test_correcting_the_turn_runs_no_rule() -> None:
    table = Table().does("correct-turn", of="deity", round=3)
    assert table.turn == (3, "deity", 2)
    assert (table.deity["awake"], table.deity["principal"]) == (False, None)
    table.does("choose-principal").extracts("A", "A", "A").loses("p1")
    assert table.deity["principal"]["because"] == "draw" and table.all_that("shielded") == ["p1"]
    table.does("wake").does("correct-turn", of="p2", round=3)
    assert (table.deity["awake"], table.deity["extracted"], table.deity["powers"]) == (False, [], [])
    assert table.all_that("shielded") == []
    assert not table.does("correct-turn", of="p2", round=3).written
    assert table.refuses("correct-turn", of="p9", round=1) == ("no_such_participant",)


def test_late_steps_are_told_apart() -> None:
    table = Table().passes()
    assert table.refuses("end-turn", turn=1) == ("turn_already_passed",)
    assert table.refuses("end-turn", turn=1, override=True) == ("turn_already_passed",)
    assert table.refuses("wake", turn=1) == ("already_done",)
    table.does("lose-reptante", participant="p1", which=0, alive=3)
    assert table.refuses("lose-reptante", participant="p1", which=0, alive=3) == ("already_done",)
    assert not table.does("lose-reptante", participant="p1", which=0).written


# --- People -------------------------------------------------------------------------------------


def test_ids_are_never_used_again_and_seats_have_no_gaps() -> None:
    table = (
        Table(begun=False).does("remove-participant", participant="p2").does("add-participant", name="Eva")
    )
    table.does("move-participant", participant="p4", seat=1)
    assert [(one["id"], one["seat"]) for one in table.view["participants"]] == [
        ("p4", 1),
        ("p1", 2),
        ("p3", 3),
    ]
    assert table.deity["initial"] == 90
    assert table.refuses("move-participant", participant="p4", seat=4) == ("amount_out_of_range",)


def test_the_last_one_cannot_leave_the_set_up() -> None:
    assert Table(1, begun=False).refuses("remove-participant", participant="p1") == ("too_few_participants",)


def test_who_comes_in_mid_game_sits_last_and_the_deity_stays_as_it_is() -> None:
    table = Table(3, begun=False).does("start", first="p2")
    assert table.refuses("add-participant", name="Eva") == ("teams_locked",)
    table.does("add-participant", name="Eva", override=True)
    assert table.view["order"] == ["p2", "p3", "p4", "p1", "deity"]
    assert (table.deity["initial"], table.deity["decks"]["total"]) == (90, 2)
    assert table.person("p4")["first_turn"]
    table.does("remove-participant", participant="p4", override=True)
    assert (table.person("p4")["out"], table.person("p4")["out_because"]) == (True, "left")
    assert table.view["order"] == ["p2", "p3", "p4", "p1", "deity"]


def test_who_left_comes_back_as_they_were() -> None:
    table = Table().loses("p1").does("remove-participant", participant="p1", override=True)
    assert table.refuses("damage", participant="p1", amount=1) == ("participant_out",)
    table.does("restore-reptante", participant="p1")
    assert (table.person("p1")["out"], table.person("p1")["reptantes"]["lost"]) == (False, [0])


@pytest.mark.parametrize(
    ("own", "other", "again"),
    [
        (("Filo", "Áspid", ""), ("Nácar", "", ""), False),
        (("Filo", " fílo ", ""), ("", "", ""), True),
        (("Filo", "Áspid", ""), ("", "ASPID", ""), True),
        (("Filo  de Luna", "", ""), ("filo de luna", "", ""), True),
        (("", "", ""), ("", "", ""), False),
    ],
)
def test_no_reptante_twice_in_a_raid(own: tuple[str, ...], other: tuple[str, ...], again: bool) -> None:
    table = Table(begun=False).does("set-reptantes", participant="p1", names=other)
    if again:
        assert table.refuses("set-reptantes", participant="p2", names=own) == ("reptante_repeated",)
        assert table.does("set-reptantes", participant="p2", names=own, override=True).overridden
    else:
        table.does("set-reptantes", participant="p2", names=own)
    assert not table.does("set-reptantes", participant="p1", names=other, override=True).written


def test_restart_keeps_the_people_and_their_texts_only() -> None:
    table = Table(begun=False).does("set-reptantes", participant="p1", names=("Filo",)).does("lock-teams")
    table.does("choose-deity", name="Véspera").does("start", first="p2").loses("p2")
    table.does("damage-deity", amount=7).does("remove-participant", participant="p3", override=True)
    table.to_the_deity().extracts("A", "B", "C").does("confirm-result", winner="none").does("restart")
    fresh = Table(begun=False).does("set-reptantes", participant="p1", names=("Filo",)).view
    assert table.view | {"memory": fresh["memory"]} == fresh
    assert not table.does("restart").written
