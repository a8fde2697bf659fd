"""The deity's turn where it is easiest to get wrong: extraction, Powers, shields, principal, its end."""

from typing import Any

import pytest

from tests.unit.raid_table import Table
from tracker.rules.raid.model import Power, RaidOptions, matches, queue


def its_turn(people: int = 3, **options: Any) -> Table:
    return Table(people, **options).to_the_deity()


def shown(powers: tuple[Power, ...]) -> list[str]:
    return [f"{power.esbirro}×{power.size}" if power.size > 1 else power.esbirro for power in powers]


# --- Extraction and (+) -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("extracted", "items"),
    [
        ("ABC", ["A", "B", "C"]),
        ("ABA", ["A", "B", "A", "A×2"]),
        ("AaA", ["A", "a", "A", "A×3"]),
        ("AAs", ["A", "A", "sombra", "A×2"]),
        ("Ass", ["A", "sombra", "sombra"]),
        ("sss", ["sombra×3"]),
        ("ss", ["sombra", "sombra"]),
        ("AA", ["A", "A", "A×2"]),
        ("", []),
    ],
)
def test_the_queue_of_what_was_extracted(extracted: str, items: list[str]) -> None:
    names = ["sombra" if letter == "s" else letter for letter in extracted]
    assert shown(queue(names, RaidOptions(), 0)) == items
    assert shown(queue(names, RaidOptions(coinciding_pairs=False), 0)) == [i for i in items if "×2" not in i]


def test_nameless_singles_never_coincide() -> None:
    table = its_turn().does("extract", sombras=1)
    assert table.deity["extracted"] == ["sombra", "", ""]
    assert [power["kind"] for power in table.deity["powers"]] == ["sombra", "single", "single"]
    assert table.view["memory"]["labels"] == []


@pytest.mark.parametrize(
    ("people", "sombras", "options", "plus"),
    [
        (3, 0, {}, (1, 0, 1)),
        (3, 2, {}, (1, 2, 3)),
        (3, 3, {}, (1, 0, 1)),
        (11, 3, {"sombra3_bonus": 3}, (3, 3, 6)),
        (2, 1, {"added_decks": 5}, (5, 1, 6)),
    ],
)
def test_the_plus_and_its_breakdown(
    people: int, sombras: int, options: dict[str, Any], plus: tuple[int, ...]
) -> None:
    table = its_turn(people, **options)
    assert table.deity["plus"] == {"decks": plus[0], "sombras": 0, "total": plus[0]}
    table.does("extract", sombras=sombras)
    assert tuple(table.deity["plus"].values()) == plus
    assert table.deity["decks"] == {"total": plus[0] + 1, "added": plus[0]}


def test_sombras_are_born_done_unless_they_have_a_power() -> None:
    assert its_turn().extracts("A", "Sombra", "B").statuses == ["pending", "resolved", "pending"]
    assert its_turn(sombra_has_power=True).extracts("SOMBRA", "A", "B").statuses == ["pending"] * 3


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ({}, ("bad_request",)),
        ({"esbirros": ("A", "B", "C"), "sombras": 0}, ("bad_request",)),
        ({"esbirros": ("A", "B", "C", "D")}, ("bad_request",)),
        ({"esbirros": ("A", "B")}, ("extract_three",)),
        ({"esbirros": ()}, ("extract_three",)),
    ],
)
def test_three_are_extracted_or_their_sombras_told(fields: dict[str, Any], codes: tuple[str, ...]) -> None:
    assert its_turn().refuses("extract", **fields) == codes


def test_a_fosa_without_cards_may_give_nothing() -> None:
    table = its_turn().does("extract", esbirros=(), override=True)
    assert table.refuses("extract", sombras=0) == ("already_extracted",)
    assert table.passes().turn == (2, "p1", 3)  # nothing lies out, nothing is pending


def test_extracting_anew_starts_the_turn_of_powers_anew() -> None:
    table = its_turn().extracts("A", "B", "C").does("annul", power="w1")
    table.does("reveal", power="w2", esbirros=("A",), wanted="A")
    assert table.refuses("extract", esbirros=("A", "B")) == ("extract_three", "already_extracted")
    table.extracts("C", "C", override=True)
    assert (table.statuses, table.deity["reshuffle_due"]) == (["pending"] * 3, False)
    assert [power["id"] for power in table.deity["powers"]] == ["w4", "w5", "w6"]  # old buttons find nothing
    assert table.refuses("resolve", power="w1") == ("no_such_power",)
    assert table.does("annul", power="w4").written


def test_a_power_added_before_the_extraction_stays_behind_it() -> None:
    table = its_turn().does("add-power", kind="coinciding", esbirro="A")
    assert table.refuses("resolve", power="w1") == ("extract_first",)
    table.extracts("A", "B", "C").does("add-power", kind="sombra", size=3)
    assert [(one["kind"], one["size"]) for one in table.deity["powers"]] == [
        *[("single", 1)] * 3,
        ("coinciding", 2),
        ("sombra", 3),
    ]
    assert table.statuses == ["pending"] * 5


# --- Powers -------------------------------------------------------------------------------------


def test_powers_go_in_order_unless_the_table_says_otherwise() -> None:
    table = its_turn().extracts("A", "B", "C")
    for name in ("resolve", "skip", "annul"):
        assert table.refuses(name, power="w2") == ("powers_in_order",)
    assert table.refuses("damage-all", amount=1, power="w3") == ("powers_in_order",)
    assert table.does("resolve", power="w2", override=True).overridden
    assert table.does("resolve", power="w1").statuses == ["resolved", "resolved", "pending"]


@pytest.mark.parametrize("name", ["resolve", "skip", "annul"])
def test_doing_what_is_done_writes_nothing(name: str) -> None:
    table = its_turn().extracts("A", "B", "C").does("add-power", kind="single").does(name, power="w1")
    assert not table.does(name, power="w1").written
    for other in {"resolve", "skip", "annul"} - {name}:
        assert "not_pending" in table.refuses(other, power="w1")
    assert table.refuses("damage", participant="p1", amount=1, power="w1") == ("already_done",)
    assert table.refuses("damage-all", amount=1, power="w1", override=True) == ("already_done",)
    assert table.refuses("reveal", power="w1", esbirros=("A",), wanted="A") == ("already_done",)


def test_one_power_is_annulled_and_never_a_coinciding_one() -> None:
    table = its_turn().extracts("A", "A", "B").does("annul", power="w1", by="p2", cost=3)
    assert table.facts["by"] == "p2" and table.facts["cost"] == 3
    assert table.refuses("annul", power="w2") == ("already_annulled",)
    both = ("coinciding_not_annullable", "already_annulled", "powers_in_order")
    assert table.refuses("annul", power="w4") == both
    assert table.does("annul", power="w2", override=True).overridden
    assert table.resolves_all().passes(to_discard=True).to_the_deity().extracts("A", "B", "C").turn[0] == 2
    assert table.does("annul", power=table.deity["powers"][0]["id"]).written


def test_what_was_revealed_goes_back_before_anything_else() -> None:
    table = its_turn().extracts("A", "B", "C")
    table.does("reveal", power="w1", esbirros=("A", "Sombra", "B", "á"), wanted="Á")
    assert table.facts["matches"] == 3 and table.deity["reshuffle_due"]
    table.does("damage-all", amount=3, power="w1")  # the one that revealed goes on
    assert table.refuses("resolve", power="w2") == ("reshuffle_first",)
    assert table.refuses("damage", participant="p1", amount=1, power="w2") == ("reshuffle_first",)
    assert table.does("damage", participant="p1", amount=1).written  # without a Power nothing stops it
    assert table.refuses("to-discard") == ("reshuffle_first", "powers_pending")
    assert table.does("reshuffled").does("resolve", power="w2").written
    assert not table.does("reshuffled").written


@pytest.mark.parametrize(
    ("revealed", "wanted", "count"),
    [("AsBA", "A", 3), ("ss", "C", 2), ("B", "A", 0), ("sA", "s", 1), ("", "A", 0)],
)
def test_sombras_are_wild_in_a_reveal(revealed: str, wanted: str, count: int) -> None:
    names = {"s": "sombra"}
    assert matches([names.get(one, one) for one in revealed], names.get(wanted, wanted)) == count


def test_a_power_is_remembered_as_it_was_used() -> None:
    table = its_turn().extracts("A", "A", "B")
    table.does("damage-all", amount=4, power="w1", printed=3, kind="attack")
    assert table.facts["printed"] == 3 and table.facts["plus"] == 1
    principal = table.deity["principal"]["participant"]
    table.does("damage", participant=principal, amount=6, power="w2", printed=5, kind="tactical")
    table.does("resolve", power="w3").does("damage", participant="p1", amount=2, power="w4", printed=1)
    assert table.view["memory"]["printed"] == {
        "A": {"printed": 5, "kind": "tactical", "target": "principal"},
        "A×2": {"printed": 1, "kind": None, "target": "p1"},
    }


# --- Shields ------------------------------------------------------------------------------------


def test_who_must_lose_or_has_lost_takes_no_more_from_the_deity() -> None:
    table = its_turn(resistance_after_loss=9).extracts("A", "B", "C")
    table.does("damage", participant="p1", amount=20, cause="deity")
    assert table.all_that("shielded") == ["p1"]
    assert table.refuses("damage", participant="p1", amount=1, cause="deity") == ("shielded",)
    assert table.refuses("damage", participant="p1", amount=1, power="w1") == ("shielded",)
    table.does("damage", participant="p1", amount=1)  # somebody else's doing
    table.loses("p2").does("damage-all", amount=5, cause="deity", reductions={"p3": 2})
    assert table.facts["shielded"] == {"p1": "must_lose", "p2": "lost"}
    assert [person["resistance"] for person in table.view["participants"]] == [-1, 9, 17]
    table.does("damage-all", amount=5, power="w1", override=True)
    assert table.overridden and table.facts["hit_anyway"] == ["p1", "p2"]
    assert [person["resistance"] for person in table.view["participants"]] == [-6, 4, 12]


def test_override_where_nobody_is_shielded_overrides_nothing() -> None:
    assert not its_turn().does("damage-all", amount=5, override=True).overridden


def test_a_shield_can_be_cleared_and_comes_back_with_the_next_loss() -> None:
    table = its_turn().loses("p1").does("clear-shield", participant="p1")
    assert table.all_that("shielded") == [] and not table.does("clear-shield", participant="p1").written
    table.does("damage", participant="p1", amount=25, cause="deity").does("clear-shield", participant="p1")
    assert table.all_that("shielded") == []
    assert table.loses("p1").all_that("shielded") == ["p1"]


def test_shields_end_with_the_deitys_turn_and_exist_only_there() -> None:
    table = Table().loses("p1")
    assert table.all_that("shielded") == []
    table.to_the_deity().loses("p2").extracts("A", "B", "C").resolves_all().passes(to_discard=True)
    assert table.all_that("shielded") == []


# --- Principal ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("standing", "said", "because", "among"),
    [
        ([(3, 12), (3, 15), (2, 30)], "p2", "resistance", ["p1", "p2"]),
        ([(3, 1), (2, 40), (2, 40)], "p1", "reptantes", ["p1", "p2", "p3"]),
        ([(2, 10), (2, 10), (1, 40)], "p2", "draw", ["p1", "p2"]),
        ([(3, 20), (3, 20), (3, 9)], "p2", "draw", ["p1", "p2"]),
        ([(0, 9), (0, 9), (1, 3)], "p3", "only", ["p3"]),
    ],
)
def test_who_the_principal_is(
    standing: list[tuple[int, int]], said: str, because: str, among: list[str]
) -> None:
    table = Table()
    for nth, (alive, resistance) in enumerate(standing, start=1):
        table.loses(f"p{nth}", 3 - alive).does("correct", target=f"p{nth}", to=resistance)
    table.to_the_deity()
    assert table.deity["principal"] == {"participant": said, "because": because, "among": among}
    assert table.facts.get("outcome") == (said if because == "draw" else None)


def test_uncounted_resistance_asks_the_table() -> None:
    table = its_turn(4, resistance=None)
    asked = {"participant": None, "because": "ask", "among": ["p1", "p2", "p3", "p4"]}
    assert table.deity["principal"] == asked
    drawn = table.loses("p4", 3).does("choose-principal")
    assert drawn.deity["principal"] == {"participant": "p3", "because": "draw", "among": ["p1", "p2", "p3"]}
    chosen = its_turn(4, resistance=None).does("choose-principal", participant="p2")
    assert chosen.deity["principal"] == asked | {"participant": "p2", "because": "chosen"}


def test_the_principal_stays_until_the_table_chooses_another() -> None:
    table = Table().loses("p2").loses("p3").to_the_deity().loses("p1", 3)
    assert table.deity["principal"]["participant"] == "p1"
    assert table.refuses("choose-principal") == ("principal_fixed",)
    assert table.refuses("choose-principal", participant="p1") == ("participant_out", "principal_fixed")
    table.does("choose-principal", override=True)
    assert table.deity["principal"] == {"participant": "p3", "because": "draw", "among": ["p2", "p3"]}
    table.does("choose-principal", participant="p2", override=True)
    assert table.deity["principal"] == {"participant": "p2", "because": "chosen", "among": ["p2", "p3"]}
    assert table.passes(override=True).deity["principal"] is None


# --- Awake, asleep, the end of the turn ---------------------------------------------------------


def test_nothing_damages_the_deity_while_it_is_awake() -> None:
    table = its_turn()
    assert table.refuses("damage-deity", amount=4) == ("deity_awake",)
    assert table.refuses("altar-hand", esbirros=2) == ("deity_awake",)
    assert table.does("gain-deity", amount=15).deity["resistance"] == 105
    assert table.does("damage-deity", amount=4, by="deity", override=True).deity["resistance"] == 101


def test_the_deity_sleeps_at_the_end_unless_it_stays_awake() -> None:
    table = its_turn().extracts("A", "B", "C").resolves_all().does("stay-awake", on=True)
    table.passes(to_discard=True)
    assert (table.deity["awake"], table.deity["stays_awake"]) == (True, True)
    assert table.refuses("stay-awake", on=False) == ("not_deitys_turn",)
    table.to_the_deity()
    assert (table.deity["awake"], table.deity["stays_awake"]) == (True, False)
    table.extracts("A", "B", "C").resolves_all().passes(to_discard=True, stays_awake=True).does("sleep")
    assert (table.deity["awake"], table.deity["stays_awake"]) == (False, False)
    assert not table.does("sleep").written
    assert table.does("wake").deity["awake"]


def test_what_the_deitys_turn_owes_before_it_ends() -> None:
    table = its_turn()
    now = table.raid.arena.number
    assert table.refuses("end-turn", turn=now) == ("extract_first",)
    table.extracts("A", "B", "C")
    assert table.refuses("end-turn", turn=now) == ("powers_pending", "discard_first")
    table.does("damage", participant="p1", amount=20).resolves_all()
    assert table.refuses("end-turn", turn=now) == ("reptante_pending", "discard_first")
    table.loses("p1").does("to-discard")
    assert not table.does("to-discard").written
    table.passes()
    ended = {"extracted": [], "powers": [], "extracted_to_discard": False, "awake": False, "principal": None}
    assert {key: table.deity[key] for key in ended} == ended


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("extract", {"sombras": 0}),
        ("add-power", {"kind": "single"}),
        ("to-discard", {}),
        ("stay-awake", {"on": True}),
        ("choose-principal", {}),
    ],
)
def test_only_in_the_deitys_turn(name: str, fields: dict[str, Any]) -> None:
    assert Table().refuses(name, **fields)[0] == "not_deitys_turn"
