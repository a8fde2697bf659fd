"""What a refusal says, in both languages, told of real tables."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.unit.evening import Evening, extracted, playing
from tracker.rules.kernel import Refusal
from tracker.web.refusals import can_override, sentence
from tracker.web.words import Words

ES, EN = Words("es", strict=True), Words("en", strict=True)
setup = Evening


def refused(evening: Evening, command: str, fields: dict[str, Any]) -> Refusal:
    with pytest.raises(Refusal) as caught:
        evening.does(command, **fields)
    return caught.value


def told(evening: Evening, command: str, fields: dict[str, Any], words: Words = ES) -> str:
    return sentence(refused(evening, command, fields), evening.table, words)


def named() -> Evening:
    return Evening().does("set-reptantes", participant="p1", names=["Filo"])


def annulled() -> Evening:
    return extracted().does("annul", power=1, by="p4")


def still_awake() -> Evening:
    return playing().does("wake")


def in_round_two() -> Evening:
    return extracted().does("end-turn", "d2", to_discard=True, override=True)


def finished() -> Evening:
    return playing().does("confirm-result", winner="draw")


def shielded() -> Evening:
    return extracted().does("lose-reptante", participant="p1")


def fallen() -> Evening:
    return playing().does("damage-all", amount=20, reductions={"p2": 5, "p3": 5})


def out() -> Evening:
    return playing().does("remove-participant", participant="p2", override=True)


def revealing() -> Evening:
    return extracted("Garra", "Ojo", "Luna").does("reveal", power=1, esbirros=["Ojo"], wanted="Ojo")


Row = tuple[Callable[[], Evening], str, dict[str, Any], str]
ROWS: list[Row] = [
    (setup, "damage-deity", {"amount": 1}, "La partida no ha empezado. Toquen primero «Empezar»."),
    (setup, "dance", {}, "Esta mesa no conoce esa acción. Recarga la página e inténtalo otra vez."),
    (playing, "gain", {"participant": "p9", "amount": 1}, "Esa persona ya no está en la mesa. Elige a otra."),
    (
        playing,
        "gain",
        {"participant": "p1", "amount": 10000},
        "Esa cantidad no cabe aquí: usa un número de 1 a 9999.",
    ),
    (
        playing,
        "correct",
        {"target": "p1", "to": -10000},
        "Esa cantidad no cabe aquí: usa un número de −9999 a 9999.",
    ),
    (
        setup,
        "add-participant",
        {"name": "x" * 25},
        "Ese texto no cabe aquí: usa de 1 a 24 caracteres comunes.",
    ),
    (
        playing,
        "move-participant",
        {"participant": "p1", "seat": 2},
        "Eso se decide antes de empezar. Para cambiarlo, vuelvan a la preparación.",
    ),
    (
        finished,
        "gain",
        {"participant": "p1", "amount": 1},
        "La partida terminó. Para seguir, deshagan el resultado; para otra, empiecen de nuevo.",
    ),
    (playing, "end-turn", {"turn": 3}, "Teléfono 1 ya pasó ese turno. Ahora es el de Ana."),
    (in_round_two, "end-turn", {"turn": 5}, "Ronda 2: Teléfono 2 ya la abrió. Ahora es el turno de Ana."),
    (setup, "lock-teams", {"turn": 7}, "Ya está hecho: no hace falta repetirlo."),
    (playing, "undo", {"entry": 1}, "Esa entrada no se deshace. Elige otra del historial."),
    (playing, "undo", {"entry": 99}, "El historial no tiene esa entrada. Elige otra."),
    (setup, "undo", {}, "No hay nada que deshacer: todavía no ha pasado nada."),
    (setup, "redo", {}, "No hay nada que rehacer: no queda nada deshecho que traer de vuelta."),
    (
        playing,
        "undo",
        {"entry": 2},
        "Después pasó algo más. Deshagan esto primero: Empieza la incursión: abre Ana.",
    ),
    (
        named,
        "set-reptantes",
        {"participant": "p2", "names": ["FILO"]},
        "«FILO» ya está en el equipo de Ana. En una incursión no se repiten.",
    ),
    (setup, "choose-deity", {"name": "Véspera"}, "Primero cierren los equipos: la deidad se elige después."),
    (
        playing,
        "add-participant",
        {"name": "Eva"},
        "Los equipos están cerrados: no cambian cuando ya se puede conocer a la deidad.",
    ),
    (
        still_awake,
        "damage-deity",
        {"amount": 1},
        "Véspera sigue Despierta. Ese golpe no cuenta: no recibe daño hasta que se duerma.",
    ),
    (
        extracted,
        "altar-hand",
        {"esbirros": 1},
        "Véspera está Despierta. Ese golpe no cuenta: no recibe daño hasta que termine este turno.",
    ),
    (playing, "extract", {"sombras": 1}, "Ahora es el turno de Ana: eso se hace en el de Véspera."),
    (
        extracted,
        "choose-principal",
        {"participant": "p2"},
        "El principal se fijó al despertar: Ana, hasta el final del turno.",
    ),
    (extracted, "annul", {"power": 4}, "Los Poderes de coincidentes tienen Coste X: no se pueden anular."),
    (
        annulled,
        "annul",
        {"power": 3},
        "Ya se anuló un Poder en este turno (Garra). Se puede otra vez en el próximo turno de la deidad.",
    ),
    (annulled, "resolve", {"power": 1}, "Garra: ya se anuló. Para cambiarlo, deshazlo en el historial."),
    (extracted, "resolve", {"power": 3}, "Primero se resuelve Garra, que salió antes."),
    (
        extracted,
        "end-turn",
        {"to_discard": True},
        "Antes de cerrar, resuelvan u omitan estos Poderes: Garra, Garra y Coincidentes ×2 (Garra).",
    ),
    (
        extracted,
        "extract",
        {"sombras": 1},
        "Los Esbirros de este turno ya se extrajeron. Extraer otra vez empieza de nuevo los Poderes.",
    ),
    (extracted, "resolve", {"power": "w99"}, "Ese Poder no está en la lista de este turno. Elige otro."),
    (revealing, "resolve", {"power": 2}, "Primero devuelvan lo revelado a la Fosa y barajen."),
    (
        shielded,
        "damage",
        {"participant": "p1", "amount": 5, "cause": "deity"},
        "Ana perdió un Reptante en este turno: los demás Poderes de la deidad ya no le hacen daño.",
    ),
    (
        fallen,
        "end-turn",
        {},
        "Ana y Dani tienen que eliminar un Reptante cada quien antes de que pase el turno.",
    ),
    (
        out,
        "gain",
        {"participant": "p2", "amount": 1},
        "Beto está fuera de la partida. Elige a alguien que siga jugando.",
    ),
]


@pytest.mark.parametrize(
    ("table", "command", "fields", "spanish"),
    [pytest.param(*row, id=f"{row[1]}: {row[3][:40]}") for row in ROWS],
)
def test_a_refusal_says_what_it_means_and_what_to_do(
    table: Callable[[], Evening], command: str, fields: dict[str, Any], spanish: str
) -> None:
    evening = table()
    assert told(evening, command, fields) == spanish
    english = told(evening, command, fields, EN)
    assert english != spanish
    assert english.endswith((".", "?"))


def test_who_undid_it_first_is_told() -> None:
    evening = playing().does("damage-deity", amount=1).does("undo", "d2", entry=4)
    assert told(evening, "undo", {"entry": 4}) == "Teléfono 2 ya lo deshizo: no hace falta repetirlo."


def test_too_many_people_and_too_few() -> None:
    crowd = [f"Jugador {n}" for n in range(1, 12)]
    assert told(Evening(crowd), "add-participant", {"name": "Eva"}) == (
        "Son demasiadas personas: en este juego caben hasta 11."
    )
    assert told(Evening(["Ana"]), "remove-participant", {"participant": "p1"}) == (
        "Falta gente: en este juego hace falta al menos 1 persona."
    )


def test_one_person_alone_is_told_in_the_singular() -> None:
    evening = playing().does("damage", participant="p1", amount=20)
    assert told(evening, "end-turn", {}) == "Ana tiene que eliminar un Reptante antes de que pase el turno."
    assert told(evening, "end-turn", {}, EN) == "Ana has to eliminate a Reptante before the turn passes."


def test_what_is_not_counted_says_so() -> None:
    evening = Evening(resistance=None).does("start", first="p1")
    assert told(evening, "gain", {"participant": "p1", "amount": 1}).startswith("En esta mesa no se cuenta")


def test_a_code_leads_nowhere_without_any_table() -> None:
    assert sentence(Refusal("no_such_table"), None, ES) == (
        "No hay ninguna mesa con ese código. Revísalo letra por letra o escanea el QR."
    )


def test_only_rules_give_way() -> None:
    assert can_override(refused(still_awake(), "damage-deity", {"amount": 1}))
    assert not can_override(refused(playing(), "end-turn", {"turn": 3}))


def test_a_code_nobody_wrote_words_for_still_says_something() -> None:
    assert sentence(Refusal("unheard_of"), None, ES).startswith("Eso no se puede hacer ahora.")
