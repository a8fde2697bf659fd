"""What every command is called once it has happened, in both languages, told of real tables."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.unit.evening import Evening, extracted, playing
from tracker.rules.raid import RAID
from tracker.table.draft import TABLE_COMMANDS
from tracker.web.presenters.titles import TITLES
from tracker.web.words import Words

ES, EN = Words("es", strict=True), Words("en", strict=True)
setup = Evening


def revealed() -> Evening:
    return extracted().does("reveal", power=1, esbirros=["Ojo"], wanted="Ojo")


Row = tuple[Callable[[], Evening], str, dict[str, Any], str, str]

# (the table, the command as it is sent, what Spanish says of it, what English says)
ROWS: list[Row] = [
    (
        setup,
        "rename-table",
        {"title": "Viernes"},
        "La mesa se llama «Viernes»",
        "The table is called «Viernes»",
    ),
    (setup, "add-participant", {"name": "Eva"}, "Eva se une", "Eva joins"),
    (
        setup,
        "rename-participant",
        {"participant": "p1", "name": "Anita"},
        "Ana ahora se llama Anita",
        "Ana is called Anita now",
    ),
    (setup, "remove-participant", {"participant": "p4"}, "Dani se va", "Dani leaves"),
    (
        setup,
        "move-participant",
        {"participant": "p1", "seat": 2},
        "Ana pasa al puesto 2",
        "Ana moves to seat 2",
    ),
    (
        setup,
        "set-reptantes",
        {"participant": "p1", "names": ["Filo", "", "Iris"]},
        "Reptantes de Ana: Filo e Iris",
        "Ana’s Reptantes: Filo and Iris",
    ),
    (
        setup,
        "set-option",
        {"option": "resistance", "value": 18},
        "Resistencia inicial: 18",
        "Starting resistance: 18",
    ),
    (
        setup,
        "set-option",
        {"option": "resistance", "value": None},
        "Resistencia inicial: sin fijar",
        "Starting resistance: not set",
    ),
    (
        setup,
        "set-option",
        {"option": "sombra_has_power", "value": True},
        "La Sombra tiene Poder propio: sí",
        "The Sombra has a Power of its own: yes",
    ),
    (
        setup,
        "set-option",
        {"option": "resistance_model", "value": "per_reptante"},
        "Cómo se cuenta la resistencia: una cifra por Reptante",
        "How resistance is counted: one figure per Reptante",
    ),
    (setup, "lock-teams", {}, "Los equipos se cierran", "The teams are locked"),
    (
        setup,
        "choose-deity",
        {"name": "Véspera", "override": True},
        "La deidad es Véspera",
        "The deity is Véspera",
    ),
    (
        setup,
        "draw-deity",
        {"names": ["Véspera", "Noctua"], "override": True},
        "Sorteo de la deidad: Véspera",
        "The deity is drawn: Véspera",
    ),
    (setup, "start", {}, "Empieza la incursión: abre Ana", "The raid begins: Ana opens"),
    (setup, "roll", {"sides": 20}, "Dado de 20: 1", "Die of 20: 1"),
    (setup, "roll", {"sides": 2}, "Moneda: cara", "Coin: heads"),
    (setup, "roll", {"among": ["p2", "p1"]}, "Sorteo: Beto", "Draw: Beto"),
    (
        setup,
        "set-address",
        {"address": "192.168.1.23"},
        "Los enlaces muestran 192.168.1.23",
        "The links show 192.168.1.23",
    ),
    (playing, "restart", {}, "De vuelta a la preparación", "Back to set-up"),
    (
        playing,
        "damage-deity",
        {"amount": 7, "kind": "attack", "by": "p1"},
        "Ataque a Véspera: −7 (120 → 113)",
        "Attack on Véspera: −7 (120 → 113)",
    ),
    (
        playing,
        "damage-deity",
        {"amount": 2, "kind": "tactical"},
        "Táctico a Véspera: −2 (120 → 118)",
        "Tactical damage to Véspera: −2 (120 → 118)",
    ),
    (
        playing,
        "damage-deity",
        {"amount": 1},
        "Daño a Véspera: −1 (120 → 119)",
        "Damage to Véspera: −1 (120 → 119)",
    ),
    (
        playing,
        "altar-hand",
        {"esbirros": 2},
        "Altar / mano a Véspera: −2 (120 → 118)",
        "Altar / hand on Véspera: −2 (120 → 118)",
    ),
    (
        playing,
        "gain-deity",
        {"amount": 15},
        "Véspera gana resistencia: +15 (120 → 135)",
        "Véspera gains resistance: +15 (120 → 135)",
    ),
    (
        playing,
        "damage",
        {"participant": "p1", "amount": 21},
        "Daño a Ana: −21 (20 → −1)",
        "Damage to Ana: −21 (20 → −1)",
    ),
    (
        playing,
        "damage",
        {"participant": "p1", "amount": 2, "reduction": 5},
        "Daño a Ana: 0 (20 → 20)",
        "Damage to Ana: 0 (20 → 20)",
    ),
    (
        playing,
        "damage",
        {"participant": "p1", "amount": 1, "cause": "deity"},
        "Véspera daña a Ana: −1 (20 → 19)",
        "Véspera hits Ana: −1 (20 → 19)",
    ),
    (
        playing,
        "damage-all",
        {"amount": 2},
        "2 a todos: Ana 20 → 18, Beto 20 → 18, Caro 20 → 18, Dani 20 → 18",
        "2 to all: Ana 20 → 18, Beto 20 → 18, Caro 20 → 18, Dani 20 → 18",
    ),
    (
        playing,
        "gain",
        {"participant": "p2", "amount": 3},
        "Beto gana resistencia: +3 (20 → 23)",
        "Beto gains resistance: +3 (20 → 23)",
    ),
    (
        playing,
        "correct",
        {"target": "p2", "to": 12},
        "Corrección: Beto: −8 (20 → 12)",
        "Correction: Beto: −8 (20 → 12)",
    ),
    (
        playing,
        "correct",
        {"target": "deity", "by": 3},
        "Corrección: Véspera: +3 (120 → 123)",
        "Correction: Véspera: +3 (120 → 123)",
    ),
    (
        playing,
        "lose-reptante",
        {"participant": "p1", "resistance": 20},
        "Ana pierde un Reptante",
        "Ana loses a Reptante",
    ),
    (playing, "end-turn", {}, "Turno de Beto", "Beto’s turn"),
    (
        playing,
        "correct-turn",
        {"of": "p3", "round": 2},
        "Turno corregido: ronda 2, Caro",
        "Turn corrected: round 2, Caro",
    ),
    (playing, "confirm-result", {"winner": "participants"}, "Final: gana la mesa", "The end: the table wins"),
    (playing, "confirm-result", {"winner": "deity"}, "Final: gana Véspera", "The end: Véspera wins"),
    (playing, "confirm-result", {"winner": "draw"}, "Final: empate", "The end: a draw"),
    (playing, "confirm-result", {"winner": "none"}, "Final: no gana nadie", "The end: nobody wins"),
    (playing, "wake", {}, "Véspera despierta", "Véspera wakes"),
    (extracted, "sleep", {}, "Véspera se duerme", "Véspera falls asleep"),
    (extracted, "stay-awake", {"on": True}, "Véspera seguirá Despierta", "Véspera will stay Awake"),
    (extracted, "resolve", {"power": 1}, "Se resolvió Garra", "Garra was resolved"),
    (extracted, "skip", {"power": 1}, "Se omitió Garra", "Garra was skipped"),
    (extracted, "annul", {"power": 1, "by": "p4"}, "Dani anuló Garra", "Dani annulled Garra"),
    (extracted, "annul", {"power": 1}, "Se anuló Garra", "Garra was annulled"),
    (
        extracted,
        "add-power",
        {"kind": "coinciding", "esbirro": "Garra"},
        "Se añadió un Poder: Coincidentes ×2 (Garra)",
        "A Power was added: Coinciding ×2 (Garra)",
    ),
    (extracted, "add-power", {"kind": "sombra"}, "Se añadió un Poder: Sombra", "A Power was added: Sombra"),
    (
        extracted,
        "reveal",
        {"power": 1, "esbirros": ["Garra", "sombra", "Ojo"], "wanted": "Garra"},
        "Revelados: 2 coinciden con Garra",
        "Revealed: 2 matches for Garra",
    ),
    (revealed, "reshuffled", {}, "Se barajó la Fosa", "The Fosa was shuffled"),
    (
        extracted,
        "damage",
        {"participant": "p1", "amount": 5, "cause": "power", "power": 1, "printed": 3},
        "Garra: daño a Ana: −5 (20 → 15)",
        "Garra: damage to Ana: −5 (20 → 15)",
    ),
    (
        extracted,
        "damage-all",
        {"amount": 5, "cause": "power", "power": 1},
        "Garra: 5 a todos: Ana 20 → 15, Beto 20 → 15, Caro 20 → 15, Dani 20 → 15",
        "Garra: 5 to all: Ana 20 → 15, Beto 20 → 15, Caro 20 → 15, Dani 20 → 15",
    ),
    (
        extracted,
        "choose-principal",
        {"participant": "p3", "override": True},
        "Principal: Caro",
        "Principal: Caro",
    ),
    (
        extracted,
        "to-discard",
        {"override": True},
        "Los Esbirros van al Vertedero",
        "The Esbirros went to the Vertedero",
    ),
    (extracted, "extract", {"sombras": 2, "override": True}, "Extraídos: 2 Sombras", "Extracted: 2 Sombras"),
    (
        extracted,
        "extract",
        {"esbirros": ["Garra", "Ojo", "sombra"], "override": True},
        "Extraídos: Garra, Ojo, Sombra",
        "Extracted: Garra, Ojo, Sombra",
    ),
]


@pytest.mark.parametrize(
    ("table", "command", "fields", "spanish", "english"),
    [pytest.param(*row, id=f"{row[1]}: {row[3]}") for row in ROWS],
)
def test_an_entry_says_what_happened(
    table: Callable[[], Evening], command: str, fields: dict[str, Any], spanish: str, english: str
) -> None:
    evening = table().does(command, **fields)
    assert evening.text(ES) == spanish
    assert evening.text(EN) == english


def test_opening_and_a_new_host_are_told_too() -> None:
    evening = Evening()
    assert evening.text() == "Se abrió la mesa"
    evening.tables.meet(evening.id, "d2", "seat")
    evening.tables.submit(evening.id, "d1", "make-host", {"device": "d2"}, key=None, role="seat")
    assert evening.text() == "Cambió el anfitrión"


def test_every_command_there_is_has_words() -> None:
    assert set(RAID.commands) | set(TABLE_COMMANDS) - {"undo", "redo"} | {"open"} == set(TITLES)


def test_a_deity_without_a_name_is_the_deity() -> None:
    evening = Evening().does("start", first="p1").does("damage-deity", amount=1)
    assert evening.text() == "Daño a la deidad: −1 (120 → 119)"
    assert evening.does("gain-deity", amount=1).text() == "La deidad gana resistencia: +1 (119 → 120)"


def test_a_reptante_with_a_name_is_called_by_it() -> None:
    evening = Evening().does("set-reptantes", participant="p1", names=["Filo", "Brasa", "Nudo"])
    evening.does("start", first="p1").does("lose-reptante", participant="p1", which=1, resistance=20)
    assert evening.text() == "Ana pierde a Brasa"
    assert evening.does("restore-reptante", participant="p1").text() == "Ana recupera a Brasa"


def test_the_last_reptante_is_told_as_what_it_means() -> None:
    evening = playing()
    for _ in range(3):
        evening.does("lose-reptante", participant="p2")
    assert evening.text() == "Beto pierde su último Reptante y queda fuera"
