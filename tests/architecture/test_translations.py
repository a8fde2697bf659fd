"""Spanish and English say the same: every sentence is there, used, whole and really translated."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from tracker.rules import kernel
from tracker.rules.kernel import Refusal
from tracker.web.refusals import SENTENCES, sentence
from tracker.web.words import CATALOGUES, LANGUAGES, Words

ROOT = Path(__file__).parents[2]
KEYWORDS: Mapping[str, Any] = {"_": None, "gettext": None, "ngettext": (1, 2)}
PLACEHOLDER = re.compile(r"%\((\w+)\)s|\{(\w+)\}")

# The same in both languages: the rules' own nouns, names of things, signs.
SHARED = {
    "%(n)s Esbirro",
    "%(n)s Esbirros",
    "%(n)s Sombra",
    "%(n)s Sombras",
    "%(option)s: %(value)s",
    "%(title)s: %(move)s",
    "Coste",
    "Defensa",
    "Esbirro %(n)s",
    "Esbirros",
    "No",
    "Principal",
    "Principal (%(name)s)",
    "Principal: %(name)s",
    "Reptante",
    "Reptante %(n)s",
    "Reptantes",
    "Sombra",
    "no",
    "principal: %(name)s",
}

# Codes of the contract that nothing raises yet: they come with the parts that are still to be built.
TO_COME = {
    "bad_import",
    "effect_not_resolved",
    "host_is_here",
    "no_powers_in_relic_phase",
    "no_schemes_left",
    "no_such_relic",
    "no_such_reminder",
    "no_such_scheme",
    "not_ongoing",
    "not_your_relic_phase",
    "relic_already_active",
    "relic_names_repeated",
    "relic_retired",
    "relics_not_in_official_tournaments",
    "removed_from_table",
    "scheme_not_set_in_motion",
    "show_your_hand",
    "table_expired",
    "table_locked",
}

Message = tuple[str, ...]


@dataclass(frozen=True)
class Translation:
    """One message of a catalogue."""

    file: str
    message: Message
    forms: Message
    fuzzy: bool


@cache
def used() -> dict[Message, str]:
    """Every message the program and the templates say, with where it is said."""
    found: dict[Message, str] = {}
    strictly = {"**": {"silent": "false"}}  # a template that can't be read is an error, not empty
    for folder, methods in (
        ("tracker", [("**.py", "python")]),
        ("templates", [("**.html", "jinja2.ext:babel_extract")]),
    ):
        for file, line, message, *_ in extract_from_dir(
            ROOT / folder, method_map=methods, keywords=dict(KEYWORDS), options_map=strictly
        ):
            key = (message,) if isinstance(message, str) else tuple(str(form) for form in message)
            found.setdefault(key, f"{folder}/{file}:{line}")
    return found


def catalogues() -> Iterator[tuple[str, Catalog]]:
    for path in sorted((CATALOGUES / "es").glob("*.po")):
        with path.open("rb") as file:
            yield path.name, read_po(file, locale="es", abort_invalid=True)


def as_forms(value: str | Iterable[str] | None) -> Message:
    return (value,) if isinstance(value, str) else tuple(value or ("",))


@cache
def translations() -> tuple[Translation, ...]:
    return tuple(
        Translation(name, as_forms(message.id), as_forms(message.string), message.fuzzy)
        for name, catalogue in catalogues()
        for message in catalogue
        if message.id
    )


def placeholders(text: str) -> Counter[str]:
    return Counter(a or b for a, b in PLACEHOLDER.findall(text))


def test_everything_said_in_english_is_there_in_spanish() -> None:
    known = {translation.message for translation in translations()}
    assert not {message: place for message, place in used().items() if message not in known}


def test_nothing_is_translated_that_nobody_says() -> None:
    assert not [(t.file, t.message) for t in translations() if t.message not in used()]


def test_nothing_is_translated_twice() -> None:
    twice = Counter(t.message[0] for t in translations())
    assert not [(t.file, t.message) for t in translations() if twice[t.message[0]] > 1]


def test_every_translation_is_finished() -> None:
    assert not [(t.file, t.message) for t in translations() if t.fuzzy or not all(t.forms)]


def test_a_plural_has_its_two_forms() -> None:
    assert not [(t.file, t.message) for t in translations() if len(t.forms) != len(t.message)]


def test_every_catalogue_counts_as_spanish_does() -> None:
    assert {name: catalogue.plural_forms for name, catalogue in catalogues()} == {
        name: "nplurals=2; plural=(n != 1);" for name, _ in catalogues()
    }


def test_a_translation_fills_in_the_same_facts() -> None:
    wrong = [
        (t.file, original, form)
        for t in translations()
        for original, form in zip(t.message, t.forms, strict=True)
        if set(placeholders(form)) - {"n"} != set(placeholders(original)) - {"n"}
        or ("n" in placeholders(form) and "n" not in placeholders("".join(t.message)))
    ]
    assert not wrong


def test_a_percent_sign_is_always_a_fact_to_fill_in() -> None:
    stray = re.compile(r"%(?!\(\w+\)s)")
    texts = [(t.file, text) for t in translations() for text in (*t.message, *t.forms)]
    assert not [(file, text) for file, text in texts if stray.search(text)]


def test_spanish_is_spanish() -> None:
    words = re.compile(r"[^\W\d_]{2,}")
    same = {
        original
        for t in translations()
        for original, form in zip(t.message, t.forms, strict=True)
        if original == form and words.search(PLACEHOLDER.sub("", original))
    }
    assert not same - SHARED


def test_spanish_uses_the_signs_of_spanish() -> None:
    texts = [(t.file, form) for t in translations() for form in t.forms]
    assert not [(file, text) for file, text in texts if text.count("¿") != text.count("?")]
    assert not [(file, text) for file, text in texts if text.count("¡") != text.count("!")]
    assert not [(file, text) for file, text in texts if re.search(r"['’]|(?<!\w)-\d", text)]


# --- Refusals -----------------------------------------------------------------------------------


@cache
def refused_in_the_code() -> dict[str, str]:
    """The codes the program raises, with where."""
    return {
        code: path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "tracker").rglob("*.py"))
        for code in re.findall(r'\bRefusal\(\s*"(\w+)"', path.read_text())
    }


def test_every_refusal_the_program_raises_has_a_sentence() -> None:
    assert not {code: place for code, place in refused_in_the_code().items() if code not in SENTENCES}


def test_every_code_the_rules_sort_has_a_sentence() -> None:
    sorted_codes = {*kernel.SHAPES, *kernel.UNKNOWN_IDS, *kernel.STATUSES, *kernel.LATE, *kernel.RULES}
    assert sorted_codes <= set(SENTENCES)


def test_no_sentence_is_left_over() -> None:
    assert set(SENTENCES) - set(refused_in_the_code()) == TO_COME


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", sorted(SENTENCES))
def test_a_refusal_says_something_even_when_it_knows_nothing(code: str, language: str) -> None:
    text = sentence(Refusal(code), None, Words(language, strict=True))
    assert text.endswith((".", "?"))
    assert "%(" not in text
    assert "_" not in text
