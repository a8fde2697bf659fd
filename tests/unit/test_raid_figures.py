"""The figures of a raid's people where it is easiest to get wrong, and how the table agrees on the end."""

from typing import Any

import pytest

from tests.unit.raid_table import Table

# --- Resistance ---------------------------------------------------------------------------------

ALL_THREE: dict[str, Any] = {"resistance_model": "per_reptante", "resistance": 5}


@pytest.mark.parametrize(
    ("options", "given", "figure"),
    [
        ({}, None, 20),
        ({"resistance_after_loss": 12}, None, 12),
        ({"resistance_after_loss": 12}, 9, 9),
        (ALL_THREE, None, 8),
        (ALL_THREE, 9, 8),
        ({"resistance": None}, 9, None),
    ],
)
def test_the_figure_after_a_loss(options: dict[str, Any], given: int | None, figure: int | None) -> None:
    table = Table(**options)
    if figure is not None:
        table.does("damage", participant="p1", amount=7)
    table.loses("p1", resistance=given)
    assert table.person("p1")["resistance"] == (10 if figure == 8 else figure)


def test_the_last_loss_leaves_the_figure() -> None:
    table = Table().loses("p1", 2).does("damage", participant="p1", amount=23).loses("p1")
    assert (table.person("p1")["resistance"], table.person("p1")["must_lose_reptante"]) == (-3, False)
    table.does("restore-reptante", participant="p1")
    assert (table.person("p1")["resistance"], table.person("p1")["reptantes"]["lost"]) == (20, [0, 1])


def test_a_reptante_restored_keeps_a_figure_above_zero() -> None:
    table = Table(resistance_after_loss=12).does("damage", participant="p1", amount=3).loses("p1", 3)
    assert table.does("restore-reptante", participant="p1", which=0).person("p1")["resistance"] == 12
    table.does("damage", participant="p1", amount=5).does("restore-reptante", participant="p1")
    assert table.person("p1")["resistance"] == 7
    assert not table.does("restore-reptante", participant="p1", which=0).written


def test_three_figures_go_down_one_by_one() -> None:
    table = Table(**ALL_THREE).does("damage", participant="p1", amount=4)
    table.does("damage", participant="p1", amount=6, which_reptante=1)
    assert table.person("p1")["reptantes"]["resistance"] == [1, -1, 5]
    assert table.person("p1")["resistance"] == 5 and table.person("p1")["must_lose_reptante"]
    table.loses("p1")  # the first living at 0 or below
    assert (table.person("p1")["reptantes"]["lost"], table.person("p1")["resistance"]) == ([1], 6)
    assert table.refuses("damage", participant="p1", amount=1, which_reptante=1) == ("no_such_reptante",)
    assert table.refuses("damage", participant="p1", amount=1, which_reptante=3) == ("no_such_reptante",)
    table.does("damage-all", amount=2).does("gain", participant="p1", amount=3)
    assert table.person("p1")["reptantes"]["resistance"] == [2, -1, 5]
    table.does("correct", target="p1", to=9).does("restore-reptante", participant="p1")
    assert table.person("p1")["reptantes"]["resistance"] == [9, 5, 5]


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("damage", {"participant": "p1", "amount": 1}),
        ("damage-all", {"amount": 1}),
        ("gain", {"participant": "p1", "amount": 1}),
        ("correct", {"target": "p1", "to": 1}),
    ],
)
def test_nothing_is_counted_without_a_start_value(name: str, fields: dict[str, Any]) -> None:
    assert Table(resistance=None).refuses(name, **fields) == ("not_counted",)


def test_a_damage_wholly_reduced_is_written_and_no_correction_is_not() -> None:
    table = Table().does("damage", participant="p1", amount=3, reduction=5)
    assert table.written and table.person("p1")["resistance"] == 20
    assert not table.does("correct", target="p1", to=20).written
    assert not table.does("correct", target="deity", to=90).written
    assert table.does("correct", target="deity", to=-4).deity["resistance"] == -4


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("damage", {"participant": "p1", "amount": 1, "cause": "relic"}),
        ("damage-all", {"amount": 1, "cause": "relic"}),
        ("correct", {"target": "p1"}),
        ("correct", {"target": "p1", "by": 1, "to": 1}),
        ("roll", {}),
        ("roll", {"sides": 6, "among": ("a",)}),
        ("confirm-result", {"winner": "p1"}),
        ("set-reptantes", {"participant": "p1", "names": ("a", "b", "c", "d")}),
    ],
)
def test_fields_that_make_no_sense_together(name: str, fields: dict[str, Any]) -> None:
    assert Table().refuses(name, **fields) == ("bad_request",)


# --- The end ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deity", "out", "verdict", "said", "because"),
    [
        (3, 0, None, "participants", "agreed"),
        (0, 0, ("participants", "deity_expelled"), "participants", "deity_expelled"),
        (-3, 2, ("participants", "deity_expelled"), "draw", "agreed"),
        (3, 3, ("deity", "all_out"), "deity", "all_out"),
        (0, 3, (None, "both"), "draw", "agreed"),
    ],
)
def test_rules_propose_and_the_table_says(
    deity: int, out: int, verdict: tuple[str | None, str] | None, said: str, because: str
) -> None:
    table = Table().does("correct", target="deity", to=deity)
    for nth in range(out):
        table.loses(f"p{nth + 1}", 3)
    assert table.view["verdict"] == (verdict and {"winner": verdict[0], "because": verdict[1]})
    assert table.view["status"] == "playing"
    table.does("confirm-result", winner=said)
    assert table.view["result"] == {"winner": said, "because": because}
