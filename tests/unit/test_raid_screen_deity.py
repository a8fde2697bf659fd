"""The raid's screens in the deity's turn, and the end."""

import pytest

from tests.unit.evening import Evening, playing
from tests.unit.raid_pages import (
    HOST,
    WORDS,
    Audience,
    awake,
    closing,
    extracted,
    finished,
    pieces,
    revealed,
    sheet,
    uncounted,
)
from tracker.web.presenters import raid
from tracker.web.presenters.raid_sky import arc

# --- The deity's turn ---------------------------------------------------------------------------


def test_the_principal_comes_with_its_reason() -> None:
    assert "Sorteo: empate con Beto, Caro y Dani." in pieces(awake())["step"].text
    hurt = playing().does("damage", participant="p1", amount=3)
    for person in ("p3", "p4"):
        hurt.does("damage", participant=person, amount=5)
    for _ in range(4):
        hurt.does("end-turn")
    assert "Tantos Reptantes como Ana, Caro y Dani; más resistencia." in pieces(hurt)["step"].text
    assert "Principal: Beto" in pieces(hurt)["strip"].text


def test_a_tie_without_figures_asks_the_table() -> None:
    step = pieces(uncounted())["step"]
    assert "deciden ustedes" in step.text
    chosen = [
        form.fields.get("participant") for form in step.posts if form.action.endswith("choose-principal")
    ]
    assert chosen == ["p1", "p2", "p3", "p4", None]


def test_plus_always_shows_both_parts() -> None:
    assert "(+) +1 mazo añadido +1 0 Sombras +0 hasta ahora" in pieces(awake())["step"].text
    assert "(+) +2 mazo añadido +1 1 Sombra +1" in pieces(extracted())["step"].text


def test_the_queue_tells_what_became_of_each_power() -> None:
    evening = extracted()
    evening.does("damage-all", power=1, amount=5, printed=3, kind="attack", cause="deity")
    evening.does("annul", power=3, by="p4")
    text = pieces(evening)["step"].text
    assert "3(+) → 5 Ataque a todos" in text
    assert "Sin Poder propio: sube el (+)" in text
    assert "Anulado por Dani · único de este turno" in text
    assert "Va al final. Coste X: no se puede anular." in text


def test_the_open_power_knows_its_number_from_the_last_time() -> None:
    evening = extracted()
    assert raid.screen(evening.table, HOST, WORDS["es"])["card"]["preset"] is None
    evening.does("damage-all", power=1, amount=5, printed=3, kind="tactical", cause="deity")
    card = raid.screen(evening.table, HOST, WORDS["es"])["card"]
    assert (card["preset"], card["kind_chosen"], card["label"]) == ("3", "tactical", "3 + 2 = 5 a todos")


def test_the_shield_takes_nothing() -> None:
    evening = extracted().does("lose-reptante", participant="p1")
    evening.does("damage-all", power=1, amount=5, printed=3, cause="deity")
    card = raid.screen(evening.table, HOST, WORDS["es"])["card"]
    assert [(p["shield"], p["takes"]) for p in card["people"][:2]] == [(True, "0"), (False, "−5")]
    assert "Escudo" in pieces(evening)["people"].text


def test_reduce_counts_for_each_person() -> None:
    evening = extracted().does("damage", participant="p1", amount=16)
    power = evening.table.game.view(evening.table.state)["deity"]["powers"][0]["id"]
    seen = sheet(evening, "reduce", power=power, printed="3", kind="attack", target="all")
    assert "4 → −1" in seen.text
    assert "Ana llega a 0: elimina un Reptante y queda con escudo hasta que acabe este turno." in seen.text
    assert "Aplicar y seguir con el Poder 3" in seen.text
    assert seen.form("damage-all") == {"power": power, "amount": "5", "printed": "3", "cause": "deity"}
    alone = sheet(evening, "reduce", power=power, printed="3", plus="off", target="p2")
    assert (alone.form("damage")["participant"], alone.form("damage")["amount"]) == ("p2", "3")


@pytest.mark.parametrize("decks", [0, 1])
@pytest.mark.parametrize("typed", ["", "x", "-3", "99999", "٣"])
def test_reduce_asks_again_for_a_number_it_cannot_read(typed: str, decks: int) -> None:
    evening = extracted("Velo", "Garra", "Ceniza", added_decks=decks)
    power = evening.table.game.view(evening.table.state)["deity"]["powers"][0]["id"]
    seen = sheet(evening, "reduce", power=power, printed=typed)
    assert not [form for form in seen.posts if form.action.endswith("damage-all")]
    assert "None" not in seen.text


def test_a_coinciding_power_offers_no_annulment_and_says_why() -> None:
    evening = extracted()
    last = evening.table.game.view(evening.table.state)["deity"]["powers"][-1]["id"]
    seen = sheet(evening, "power", power=last)
    assert "Coste X: no se pueden anular" in seen.text
    assert not [form for form in seen.posts if form.action.endswith("annul")]


def test_the_reshuffle_comes_before_anything_else() -> None:
    step = pieces(revealed())["step"]
    assert "Devuelvan lo revelado a la Fosa y barajen." in step.text
    assert "2 de ellos cuentan como Velo." in step.text
    assert "Ataque" not in step.text


def test_closing_is_one_press() -> None:
    seen = pieces(closing())
    assert "3 Esbirros al Vertedero Velo, Garra y Ceniza" in seen["step"].text
    assert "Dormir a Véspera · Ronda 2, Ana" in seen["dock"].text
    assert "turn" in seen["dock"].form("end-turn")


# --- The end ------------------------------------------------------------------------------------


def test_the_verdict_is_proposed_and_the_table_confirms() -> None:
    step = pieces(playing().does("damage-deity", amount=123))["step"]
    assert "¿Deidad expulsada? Véspera está en −3." in step.text
    assert step.form("confirm-result")["winner"] == "participants"


def test_both_at_once_leaves_it_to_the_table() -> None:
    evening = playing().does("damage-deity", amount=120)
    for person in ("p1", "p2", "p3", "p4"):
        for _ in range(3):
            evening.does("lose-reptante", participant=person)
    winners = [
        f.fields["winner"] for f in pieces(evening)["step"].posts if f.action.endswith("confirm-result")
    ]
    assert winners == ["participants", "deity", "draw"]


def test_the_end_says_who_stands() -> None:
    seen = pieces(finished())
    assert "Véspera, expulsada." in seen["deity"].text
    assert "Gana la mesa, con Ana, Beto, Caro y Dani en pie." in seen["deity"].text
    assert "Otra con los mismos" in seen["dock"].text
    assert "anfitrión" in pieces(finished(), Audience("seat"))["dock"].text
    assert pieces(finished(), Audience("watcher"))["dock"].text == ""


def test_a_deity_without_a_name_wins_in_both_languages() -> None:
    for language, headline in (("es", "Gana la deidad."), ("en", "The deity wins.")):
        evening = Evening().does("lock-teams").does("start", first="p1")
        evening.does("confirm-result", winner="deity")
        assert headline in pieces(evening, Audience("host", language))["deity"].text


# --- The arc ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("figure", "lit", "over"),
    [
        (120, 4, 0),
        (113, 4, 0),
        (31, 2, 0),
        (30, 1, 0),
        (1, 1, 0),
        (0, 0, 0),
        (-9, 0, 0),
        (133, 4, 1),
        (9999, 4, 12),
    ],
    ids=["full", "a bit less", "two segments", "one", "barely", "none", "below zero", "over", "far over"],
)
def test_the_arc_has_a_segment_for_30_points_and_begins_anew_above(figure: int, lit: int, over: int) -> None:
    kinds = [part["kind"] for part in arc(figure, 120)]
    assert (kinds.count("track"), kinds.count("lit"), kinds.count("over")) == (4, lit, over)
