"""The history in words, told of real tables."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.unit.evening import Evening, extracted, playing
from tracker.rules.kernel import Refusal
from tracker.table.model import Device
from tracker.web.presenters.cast import Cast
from tracker.web.presenters.log import device_name, undo_label, undo_short
from tracker.web.words import LANGUAGES, Words

ES, EN = Words("es", strict=True), Words("en", strict=True)


def test_who_was_shielded_stays_visible() -> None:
    evening = (
        extracted()
        .does("lose-reptante", participant="p1")
        .does("damage-all", amount=5, cause="power", power=1)
    )
    assert "Ana con escudo, Beto 20 → 15" in evening.text()
    people = evening.line()["people"]
    assert [(p["seat"], p["text"], p["shielded"]) for p in people[:2]] == [
        (1, "con escudo", True),
        (2, "20 → 15", False),
    ]


# --- The history's lines ------------------------------------------------------------------------


def test_the_turns_are_the_headings_newest_first() -> None:
    evening = Evening().until_the_deity_wakes()
    assert [group["heading"] for group in evening.groups()] == [
        "Ronda 1 · turno de Véspera",
        "Ronda 1 · turno de Dani",
        "Ronda 1 · turno de Caro",
        "Ronda 1 · turno de Beto",
        "Ronda 1 · turno de Ana",
        "Preparación",
    ]
    assert evening.groups(EN)[0]["heading"] == "Round 1 · Véspera’s turn"


def test_the_deity_wakes_with_its_principal() -> None:
    evening = Evening().until_the_deity_wakes()
    line = evening.line()
    assert (line["title"], line["icon"], line["seat"]) == ("Véspera despierta", "sun", None)
    assert line["detail"] == "Teléfono 1 · principal: Ana"


def test_a_new_round_is_announced() -> None:
    evening = extracted().does("end-turn", to_discard=True, override=True)
    assert evening.line()["title"] == "Empieza la ronda 2"
    assert evening.groups()[0]["heading"] == "Ronda 2 · turno de Ana"


def test_a_burst_is_one_line_with_its_taps_and_its_figures() -> None:
    evening = playing()
    for _ in range(7):
        evening.does("damage-deity", amount=1, by="p1", after=300)
    line = evening.line()
    assert (line["seat"], line["title"], line["delta"]) == (1, "Daño a Véspera", "−7")
    assert line["detail"] == "Ana · desde Teléfono 1 · 7 toques · 120 → 113"


def test_a_second_line_tells_what_the_title_leaves_out() -> None:
    evening = playing()
    assert "2 Esbirros · " in evening.does("altar-hand", esbirros=2, by="p1").line()["detail"]
    assert (
        " · reducción de 3 · "
        in evening.does("damage", participant="p1", amount=5, reduction=3).line()["detail"]
    )
    assert evening.does("damage-all", amount=2).line()["detail"].endswith(" · 4 cambios, una entrada")
    assert extracted().line()["detail"].endswith(" · (+) = +2")
    assert Evening().does("start").line()["detail"].endswith(" · por sorteo")


def test_an_entry_against_a_rule_says_so() -> None:
    evening = playing().does("wake").does("damage-deity", amount=1, override=True)
    assert evening.line()["override"] == "de todas formas"
    assert evening.line(2)["override"] == "de todas formas"
    assert evening.line(3)["override"] is None


def test_who_undid_it_and_when_stands_in_its_place() -> None:
    evening = playing().does("damage-deity", amount=9).does("undo", "d2")
    line = evening.line(4)
    assert line["undone"]
    assert (line["detail"], line["at"]["shown"]) == ("Lo deshizo Teléfono 2", ES.time(evening.clock.now(), 0))
    assert (line["can_undo"], line["can_redo"], line["delta"]) == (False, True, "−9")


# --- What can be undone now ---------------------------------------------------------------------


def moves(evening: Evening) -> dict[int, tuple[bool, bool, str | None]]:
    lines = [line for group in evening.groups() for line in group["lines"]]
    return {line["entry"]: (line["can_undo"], line["can_redo"], line["blocked"]) for line in lines}


def test_counters_always_steps_only_from_the_newest_back() -> None:
    evening = playing().does("damage-deity", amount=7).does("end-turn").does("damage-deity", amount=2)
    assert moves(evening) == {
        1: (False, False, None),
        2: (False, False, "primero: Turno de Beto"),
        3: (False, False, "primero: Turno de Beto"),
        4: (True, False, None),
        5: (True, False, None),
        6: (True, False, None),
    }


def test_a_start_waits_for_everything_after_it() -> None:
    evening = playing().does("damage-deity", amount=7)
    assert moves(evening)[3] == (False, False, "primero: Daño a Véspera")
    assert moves(evening.does("undo"))[3] == (True, False, None)


def test_nothing_before_a_restart_moves() -> None:
    evening = (
        playing().does("damage-deity", amount=7).does("gain-deity", amount=1).does("undo").does("restart")
    )
    assert moves(evening)[4] == (False, False, "primero: De vuelta a la preparación")
    assert moves(evening)[5] == (False, False, None)


def test_a_step_comes_back_until_another_is_taken() -> None:
    evening = playing().does("end-turn").does("end-turn").does("undo").does("undo")
    assert [moves(evening)[n][1] for n in (4, 5)] == [True, False]
    assert [moves(evening.does("end-turn"))[n][1] for n in (4, 5)] == [False, False]


def test_what_the_history_offers_is_what_the_table_takes() -> None:
    luck, evening = random.Random(7), playing()
    wishes: list[tuple[str, dict[str, Any]]] = [
        ("damage-deity", {"amount": 1, "override": True}),
        ("gain", {"participant": "p1", "amount": 1}),
        ("end-turn", {"override": True}),
        ("wake", {}),
        ("undo", {}),
        ("undo", {}),
        ("redo", {}),
    ]
    for _ in range(60):
        journal = evening.tables._desk(evening.id).sheet.journal
        entries = range(1, journal.last + 1)
        offered = moves(evening)
        undoable = {entry for entry in entries if offered[entry][0]}
        redoable = {entry for entry in entries if offered[entry][1]}
        assert undoable == {entry for entry in entries if took(journal.to_undo, entry)}
        assert redoable == {entry for entry in entries if took(journal.to_redo, entry)}
        wish, fields = luck.choice(wishes)
        if not (wish == "undo" and not undoable) and not (wish == "redo" and not redoable):
            evening.does(wish, **fields)


def took(take: Callable[[int], int], entry: int) -> bool:
    try:
        take(entry)
    except Refusal:
        return False
    return True


# --- The undo button, devices -------------------------------------------------------------------


def test_the_undo_button_names_what_it_takes_back() -> None:
    evening = playing().does("damage-deity", amount=7, kind="attack", by="p1")
    assert undo_label(evening.last, evening.table, ES) == "Deshacer: Ana, Véspera −7"
    assert undo_short(evening.last, evening.table, ES) == "−7"
    evening.does("gain", participant="p2", amount=3)
    assert undo_label(evening.last, evening.table, EN) == "Undo: Beto +3"
    evening.does("end-turn")
    assert undo_label(evening.last, evening.table, ES) == "Deshacer: Turno de Beto"
    assert undo_short(evening.last, evening.table, ES) == "Turno"


@pytest.mark.parametrize(
    ("command", "fields", "short"),
    [
        ("annul", {"power": 1}, "Garra: anulado"),
        ("resolve", {"power": 1}, "Garra"),
        ("damage-all", {"amount": 5, "power": 1}, "5 a todos"),
        ("lose-reptante", {"participant": "p1"}, "Reptante"),
        ("choose-principal", {"participant": "p2", "override": True}, "Principal"),
        ("extract", {"sombras": 1, "override": True}, "Extracción"),
        ("sleep", {}, "Deidad"),
    ],
)
def test_beside_the_arrow_it_is_short(command: str, fields: dict[str, Any], short: str) -> None:
    evening = extracted().does(command, **fields)
    assert undo_short(evening.last, evening.table, ES) == short


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_phone_is_its_people_its_name_or_its_number(language: str) -> None:
    words = Words(language, strict=True)
    cast = Cast.of(Evening().table, words)
    sitting = Device("d2", "Azul", 2, "seat", ("p1", "p2"))
    assert device_name(sitting, words, cast) == words.join(["Ana", "Beto"])
    assert device_name(Device("d2", "Azul", 2, "seat"), words) == "Azul"
    assert device_name(Device("d2", None, 2, "seat"), ES, cast) == "Teléfono 2"
