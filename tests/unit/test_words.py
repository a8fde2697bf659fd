"""How Vigilia speaks: the language it picks, its numbers, lists and times."""

from datetime import datetime

import pytest

from tracker.web import words as words_module
from tracker.web.words import MissingTranslationError, Words, negotiate

ES, EN = Words("es"), Words("en")


@pytest.mark.parametrize(
    ("header", "language"),
    [
        pytest.param(None, "es", id="no header at all"),
        pytest.param("", "es", id="an empty one"),
        pytest.param("en", "en", id="English"),
        pytest.param("en-GB,en;q=0.9", "en", id="English of a country"),
        pytest.param("es-CR,es;q=0.9,en;q=0.8", "es", id="Spanish before English"),
        pytest.param("en;q=0.4, es;q=0.6", "es", id="the order does not matter, the weight does"),
        pytest.param("en,es", "en", id="the first of two equals"),
        pytest.param("fr-FR,de;q=0.7", "es", id="neither of ours"),
        pytest.param("fr,en;q=0.1", "en", id="ours last, but there"),
        pytest.param("*", "es", id="anything"),
        pytest.param("en;q=0", "es", id="refused outright"),
        pytest.param("en;q=lots", "es", id="a weight that is no number"),
        pytest.param(";;,,en-;q=;", "es", id="rubbish"),
    ],
)
def test_the_language_a_phone_asks_for(header: str | None, language: str) -> None:
    assert negotiate(header) == language


@pytest.mark.parametrize(
    ("names", "spanish", "english"),
    [
        ([], "", ""),
        (["Ana"], "Ana", "Ana"),
        (["Ana", "Beto"], "Ana y Beto", "Ana and Beto"),
        (["Ana", "Beto", "Caro"], "Ana, Beto y Caro", "Ana, Beto and Caro"),
        (["Ana", "Inés"], "Ana e Inés", "Ana and Inés"),
        (["Ana", "Íñigo"], "Ana e Íñigo", "Ana and Íñigo"),
        (["Ana", "Beto", "hilda"], "Ana, Beto e hilda", "Ana, Beto and hilda"),
        (["Ana", "Yvonne"], "Ana e Yvonne", "Ana and Yvonne"),
        (["Ana", "Yago"], "Ana y Yago", "Ana and Yago"),
        (["Nieve", "Hielo"], "Nieve y Hielo", "Nieve and Hielo"),
        (["Ana", "Y"], "Ana y Y", "Ana and Y"),
        (["Ana", "«Iris»"], "Ana e «Iris»", "Ana and «Iris»"),
    ],
)
def test_a_list_reads_as_people_say_it(names: list[str], spanish: str, english: str) -> None:
    assert ES.join(names) == spanish
    assert EN.join(names) == english


def test_minus_is_a_real_minus_and_a_change_shows_its_sign() -> None:
    assert [ES.signed(n) for n in (-7, 0, 7)] == ["−7", "0", "+7"]
    assert [ES.number(n) for n in (-7, 0, 7)] == ["−7", "0", "7"]


def test_a_time_is_shown_where_the_table_is() -> None:
    noon = 1_700_049_600_000
    assert ES.time(noon, 0) == "12:00"
    assert ES.time(noon, -360) == "06:00"
    assert ES.time(noon, 330) == "17:30"
    assert ES.time(noon) == f"{datetime.fromtimestamp(noon / 1000):%H:%M}"


def test_english_is_the_id_itself() -> None:
    assert EN._("%(name)s is out", name="Ana") == "Ana is out"
    assert EN.ngettext("%(n)s tap", "%(n)s taps", 1) == "1 tap"
    assert EN.ngettext("%(n)s tap", "%(n)s taps", -7) == "−7 taps"


def test_spanish_comes_from_the_catalogues() -> None:
    assert ES.ngettext("%(n)s tap", "%(n)s taps", 1) == "1 toque"
    assert ES.ngettext("%(n)s tap", "%(n)s taps", 7) == "7 toques"


def test_a_sentence_without_spanish_is_told_in_english_and_fails_a_test() -> None:
    missing = "nobody ever " + "wrote this"
    assert ES._(missing) == missing
    with pytest.raises(MissingTranslationError, match=missing):
        Words("es", strict=True)._(missing)


def test_a_language_we_do_not_speak_is_spanish() -> None:
    assert Words("fr").language == "es"


def test_the_catalogues_are_read_once() -> None:
    assert words_module.catalogue("es") is words_module.catalogue("es")
