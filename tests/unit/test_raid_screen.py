"""The raid's screens: what each stage shows, sends, and to whom; set-up and a participant's turn."""

import re

import pytest

from tests.unit.evening import Evening, playing
from tests.unit.raid_pages import (
    HOST,
    ROOT,
    STAGES,
    WATCHER,
    WORDS,
    Audience,
    awake,
    closing,
    losing,
    page,
    pieces,
    rendered,
    sheet,
)
from tracker.web.presenters import raid
from tracker.web.presenters.raid_sheets import SHEETS

STEPS_BY = {
    "resolve": "power",
    "skip": "power",
    "annul": "power",
    "reveal": "power",
    "lose-reptante": "alive",
}
UNGUARDED = {"damage", "damage-all", "gain", "correct", "damage-deity", "altar-hand", "gain-deity", "undo"}


def _cited() -> set[str]:
    """Every rule a refusal or a template points to."""
    places = [*(ROOT / "tracker" / "rules").rglob("*.py"), *(ROOT / "templates" / "raid").rglob("*.html")]
    return {
        rule
        for place in places
        for rule in re.findall(r"raid/[a-z]+(?:-[a-z]+)*(?=\")", place.read_text("utf-8"))
    }


@pytest.fixture(params=STAGES, name="stage")
def _stage(request: pytest.FixtureRequest) -> Evening:
    return STAGES[request.param]()


# --- Every stage --------------------------------------------------------------------------------


def test_a_fragment_is_one_element_with_its_name(stage: Evening) -> None:
    for name, piece in pieces(stage).items():
        assert piece.roots == [name]


def test_no_id_stands_twice(stage: Evening) -> None:
    ids = page(stage).ids
    assert sorted(ids) == sorted(set(ids))


def test_the_live_figures_bear_their_ids(stage: Evening) -> None:
    ids, view = page(stage).ids, stage.table.game.view(stage.table.state)
    assert "deity-resistance" in ids
    for person in view["participants"]:
        assert (f"{person['id']}-resistance" in ids) == (person["resistance"] is not None)
    assert ("round-number" in ids) == (view["status"] != "setup")


def test_who_watches_sees_no_control(stage: Evening) -> None:
    seen = raid.screen(stage.table, WATCHER, WORDS["es"])
    html = "".join(rendered(f"raid/_{name}.html", seen, "es") for name in raid.FRAGMENTS)
    assert not re.search(r"<(form|button|input|select)\b", html)


def test_every_step_carries_its_guard(stage: Evening) -> None:
    turn = stage.table.game.view(stage.table.state)["turn"]["number"]
    for action, fields in page(stage).posts:
        command = action.rpartition("/")[2]
        if command in UNGUARDED:
            continue
        guard = STEPS_BY.get(command, "turn")
        assert guard in fields, action
        assert guard != "turn" or fields["turn"] == str(turn)


@pytest.mark.parametrize("language", ["es", "en"])
def test_both_languages_have_every_word(stage: Evening, language: str) -> None:
    for who in ("host", "seat", "watcher"):
        assert page(stage, Audience(who, language)).text
    for name in SHEETS:
        power = next((p["id"] for p in stage.table.game.view(stage.table.state)["deity"]["powers"]), "")
        args = {
            "participant": ["p1"],
            "target": ["p1"],
            "power": [power],
            "option": ["resistance"],
            "rule": ["raid/plus"],
        }
        seen = raid.sheet(name, stage.table, Audience("host", language), WORDS[language], args, {})
        if seen is not None:
            rendered(f"raid/sheets/_{name}.html", seen, language)


def test_the_mood_is_the_deitys(stage: Evening) -> None:
    seen = raid.screen(stage.table, HOST, WORDS["es"])
    assert f'data-mood="{seen["mood"]}"' in rendered("raid/_deity.html", seen, "es")


# --- Set-up -------------------------------------------------------------------------------------


def test_setup_shows_its_working() -> None:
    text = page(Evening()).text
    assert "4 participantes + deidad = 5. Un mazo por cada 3." in text
    assert "30 × 4 participantes, sin contar la deidad." in text
    assert "Equipos abiertos: se cierran antes de elegir deidad" in text


def test_a_figure_nobody_entered_is_not_invented() -> None:
    text = page(Evening(resistance=None)).text
    assert "La resistencia no se cuenta hasta que la escriban" in text
    assert "No se cuenta" in text


def test_set_up_asks_for_the_resistance_until_it_is_known() -> None:
    asks = "¿Con cuánta resistencia empieza cada quien?"
    evening = Evening(resistance=None)
    assert asks in page(evening).text
    assert asks in page(evening.does("lock-teams")).text
    assert asks not in page(evening, WATCHER).text
    assert asks not in page(Evening()).text


def test_who_has_a_name_makes_room_for_the_next_who_has_none() -> None:
    evening = Evening(("Jugador 1", "Beto", "Jugador 3"))
    first = raid.sheet("person", evening.table, HOST, WORDS["es"], {"participant": ["p1"]}, {})
    assert first is not None
    assert (first["sheet"]["save"], first["sheet"]["then"]) == (
        "Siguiente",
        f"{first['at']}/sheet/person?participant=p3",
    )
    for who, word in (("p2", "Cambiar"), ("p3", "Guardar")):
        seen = raid.sheet("person", evening.table, HOST, WORDS["es"], {"participant": [who]}, {})
        assert seen is not None
        assert (seen["sheet"]["save"], seen["sheet"]["then"]) == (word, None)


def test_the_dock_goes_from_lock_to_draw_to_start() -> None:
    evening = Evening()
    assert pieces(evening)["dock"].text == "Cerrar equipos"
    assert "Sortear la deidad" in pieces(evening.does("lock-teams"))["dock"].text
    dock = pieces(evening.does("draw-deity", names=["Véspera", "Albor"]))["dock"]
    assert "Sortear la deidad" not in dock.text
    assert "Empieza: al azar" in dock.text


def test_the_draw_offers_what_this_phone_remembers_and_what_was_typed() -> None:
    text = sheet(Evening().does("lock-teams"), "deity", names=["Índigo"], add="Umbral").text
    assert "Sortear entre 4" in text
    assert all(name in text for name in ("Índigo", "Véspera", "Albor", "Umbral"))


def test_a_change_after_the_lock_says_that_it_is_an_exception() -> None:
    evening = Evening().does("lock-teams")
    seen = sheet(evening, "person", participant="p1")
    assert "Los equipos están cerrados" in seen.text
    assert seen.form("set-reptantes")["override"] == "true"
    assert "override" not in sheet(Evening(), "person", participant="p1").form("set-reptantes")


# --- A participant's turn -----------------------------------------------------------------------


def test_the_first_turn_draws_two_and_later_what_the_table_entered() -> None:
    evening = playing()
    assert "Primer turno: roba solo 2 Esbirros." in pieces(evening)["step"].text
    evening.does("set-option", option="normal_draw", value=3)
    assert "roba solo" in pieces(evening)["step"].text
    evening.does("correct-turn", of="p1", round=2)
    assert "Roba 3 Esbirros." in pieces(evening)["step"].text


def test_next_names_who_comes_and_passes_over_who_is_out() -> None:
    evening = playing()
    assert pieces(evening)["dock"].text.startswith("Siguiente: Beto")
    for _ in range(3):
        evening.does("lose-reptante", participant="p2")
    dock = pieces(evening)["dock"]
    assert dock.text.startswith("Siguiente: Caro")
    assert dock.form("end-turn")["turn"] == "1"


def test_a_rows_keys_say_who_does_the_damage() -> None:
    assert pieces(playing())["people"].form("damage") == {
        "participant": "p1",
        "amount": "1",
        "cause": "other",
    }
    assert pieces(closing())["people"].form("damage")["cause"] == "deity"
    assert pieces(playing())["deity"].form("damage-deity") == {"amount": "1", "by": "p1"}


def test_while_the_deity_acts_rows_have_no_keys_but_their_figure_opens_the_keypad() -> None:
    people = rendered("raid/_people.html", raid.screen(awake().table, HOST, WORDS["es"]), "es")
    assert "people--slim" in people
    assert "data-keypad" in people
    assert "/damage" not in people


def test_a_figure_of_three_reptantes_opens_the_sheet_that_asks_which_one() -> None:
    evening = Evening(resistance_model="per_reptante").does("lock-teams").does("start", first="p1")
    people = rendered("raid/_people.html", raid.screen(evening.table, HOST, WORDS["es"]), "es")
    assert "data-keypad" not in people
    assert 'data-sheet data-value="60"' in people


def test_at_0_one_press_loses_a_reptante() -> None:
    step = pieces(losing())["step"]
    assert "Beto llega a 0: elimina un Reptante" in step.text
    assert "El siguiente entra con 20." in step.text
    assert step.form("lose-reptante") == {"participant": "p2", "which": "0", "alive": "3"}


def test_named_reptantes_are_buttons_of_their_own() -> None:
    evening = Evening().does("set-reptantes", participant="p2", names=["Filo", "", "Tizne"])
    evening.does("start", first="p1").does("damage", participant="p2", amount=25)
    step = pieces(evening)["step"]
    assert [form.fields["which"] for form in step.posts if form.action.endswith("lose-reptante")] == [
        "0",
        "2",
        "1",
    ]
    assert "Filo" in step.text
    assert "Eliminar un Reptante" in step.text


def test_the_last_reptante_takes_its_person_out() -> None:
    evening = playing()
    for _ in range(2):
        evening.does("lose-reptante", participant="p2")
    evening.does("damage", participant="p2", amount=20)
    assert "Es el último: Beto queda fuera." in pieces(evening)["step"].text
    evening.does("lose-reptante", participant="p2")
    assert "Fuera" in pieces(evening)["people"].text


def test_who_is_out_in_their_own_turn_is_told_to_pass() -> None:
    evening = playing()
    for _ in range(3):
        evening.does("lose-reptante", participant="p1")
    assert "Ana quedó fuera. Pasen el turno cuando quieran." in pieces(evening)["step"].text


def test_an_awake_deity_can_be_put_to_sleep() -> None:
    step = pieces(playing().does("wake"))["step"]
    assert "Véspera sigue Despierta: no recibe daño." in step.text
    assert step.form("sleep")["turn"] == "1"


# --- Why ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rule", sorted(_cited()))
def test_every_rule_that_is_cited_has_its_reason(rule: str) -> None:
    assert sheet(Evening(), "why", WATCHER, rule=rule).text


def test_a_rule_nobody_cites_has_no_page() -> None:
    assert raid.sheet("why", Evening().table, HOST, WORDS["es"], {"rule": ["raid/none"]}, {}) is None
