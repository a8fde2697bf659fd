"""What phones send becomes a typed command, or the refusal the contract names; never anything else."""

from typing import Any

import pytest

from tests.unit.tiny import TINY, Damage
from tracker.rules.kernel import Refusal
from tracker.table.parse import accepted, manner, opening, parse


def damage(sent: dict[str, Any], form: bool = False) -> Damage:
    return parse(TINY.commands, "damage", sent, form)  # type: ignore[no-any-return]


def refusal(sent: dict[str, Any], form: bool = False) -> str:
    with pytest.raises(Refusal) as refused:
        damage(sent, form)
    return refused.value.code


FINE = {"participant": "Ana", "amount": 3}


def test_unknown_fields_are_ignored_and_null_is_absent() -> None:
    assert damage(FINE | {"wings": 2, "power": None, "cause": None}) == Damage("Ana", 3)


@pytest.mark.parametrize("amount", [3.0, "3", True, [3], {"n": 3}, float("nan"), 0.5])
def test_what_is_not_a_whole_number_is_a_bad_request(amount: object) -> None:
    assert refusal(FINE | {"amount": amount}) == "bad_request"


@pytest.mark.parametrize("amount", [0, -1, 10_000, 10**400, -(10**400)])
def test_a_whole_number_out_of_range_is_told_so(amount: int) -> None:
    assert refusal(FINE | {"amount": amount}) == "amount_out_of_range"


def test_bounds_hold_inside_maps_and_zero_may_be_one_of_them() -> None:
    assert damage(FINE | {"reductions": {"p1": 0, "p2": None}}).reductions == {"p1": 0}
    assert refusal(FINE | {"reductions": {"p1": -1}}) == "amount_out_of_range"
    with pytest.raises(Refusal, match="amount_out_of_range"):
        parse(TINY.commands, "correct", {"target": "p1", "by": 0})


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("  Ana\n", "Ana"),
        ("Mari\u0301a", "Mar\u00eda"),
        ("\N{FAMILY}\u200d\N{FAMILY}", "\N{FAMILY}\u200d\N{FAMILY}"),
        ("x" * 24, "x" * 24),
    ],
)
def test_text_is_trimmed_and_composed(sent: str, kept: str) -> None:
    assert parse(TINY.commands, "add-participant", {"name": sent}).name == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "x" * 25,
        "a\u202eb",
        "a\u2066b",
        "a\x00b",
        "a\nb",
        "a\u200bb",
        "\u200d",
        "a\ud800",
        "a\u2028b",
        "\N{RIGHT-TO-LEFT MARK}a",
        "\ufeffa",
    ],
)
def test_names_that_hide_or_turn_others_are_bad_names(name: str) -> None:
    for form in (False, True):
        with pytest.raises(Refusal, match="bad_name"):
            parse(TINY.commands, "add-participant", {"name": name}, form)


def test_text_inside_lists_is_checked_too() -> None:
    assert damage(FINE | {"names": ["", " A "]}).names == ("", "A")
    assert refusal(FINE | {"names": ["a\u202eb"]}) == "bad_name"
    assert refusal(FINE | {"names": "abc"}) == "bad_request"
    assert refusal(FINE | {"names": [1]}) == "bad_request"


def test_a_form_repeats_lists_dots_maps_and_leaves_blanks_in_their_place() -> None:
    sent = {
        "participant": ["Ana"],
        "amount": ["3"],
        "names": ["", "B", ""],
        "reductions.p1": ["2"],
        "reductions.p2": [""],
        "fast": ["on"],
        "power": [""],
        "cause": [""],
        "value": ["12"],
    }
    assert damage(sent, form=True) == Damage(
        "Ana", 3, reductions={"p1": 2}, names=("", "B", ""), fast=True, value=12
    )


@pytest.mark.parametrize(
    ("text", "on"), [("on", True), ("true", True), ("1", True), ("", False), ("0", False)]
)
def test_a_switch_in_a_form(text: str, on: bool) -> None:
    assert damage({"participant": "Ana", "amount": "1", "fast": text}, form=True).fast is on


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "bad_request"),
        ("3.0", "bad_request"),
        ("tres", "bad_request"),
        ("\u0663", "bad_request"),
        ("9" * 5000, "amount_out_of_range"),
        ("\u22125", "amount_out_of_range"),
        ("0", "amount_out_of_range"),
    ],
)
def test_numbers_in_a_form(text: str, code: str) -> None:
    assert refusal({"participant": "Ana", "amount": text}, form=True) == code


def test_an_unknown_command_and_a_missing_field() -> None:
    with pytest.raises(Refusal, match="no_such_command"):
        parse(TINY.commands, "fly", {})
    assert refusal({"amount": 1}) == "bad_request"


def test_an_endless_nest_of_lists_is_a_bad_request_at_most() -> None:
    nest: list[Any] = []
    for _ in range(100_000):
        nest = [nest]
    assert refusal(FINE | {"value": nest}) == "bad_request"


def test_the_fields_of_a_new_table() -> None:
    form = {"game": ["tiny"], "names": ["Ana", "Beto "], "options.resistance": ["20"], "title": [""]}
    opened = opening(form, form=True)
    assert (opened.game, opened.names, opened.options) == ("tiny", ("Ana", "Beto"), {"resistance": 20})
    for bad in ({"names": ["Ana"]}, {"game": "tiny", "names": "Ana"}, {"game": 1, "names": []}):
        with pytest.raises(Refusal, match="bad_request"):
            opening(bad)
    with pytest.raises(Refusal, match="bad_name"):
        opening({"game": "tiny", "names": ["Ana"], "title": "x" * 41})


def test_override_is_true_or_absent() -> None:
    assert manner({"override": True}).override
    assert not manner({}).override
    assert manner({"override": ["on"]}, form=True).override
    with pytest.raises(Refusal, match="bad_request"):
        manner({"override": "yes"})
    with pytest.raises(Refusal, match="amount_out_of_range"):
        manner({"ago_ms": 86_400_001})


def test_what_is_kept_leaves_out_what_nobody_said() -> None:
    assert accepted(Damage("Ana", 3, names=("A",))) == {"participant": "Ana", "amount": 3, "names": ["A"]}
