"""Every word people read comes from the catalogues: with ⟦marked⟧ words, none stands outside the marks.

Looks at every page, fragment, sheet, notice, refusal, line of the history and of the terminal.
"""

import re
from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.browser.places import ALONE, EVENINGS, Evening, Step
from tests.http.conftest import Phone
from tests.property.memory import HandClock, MemoryLog
from tests.unit.test_cases import OF_THE_STEP, Played, ScriptedChance, _cases, _set_up
from tracker import cli
from tracker.config import Settings
from tracker.factory import create_app
from tracker.rules.kernel import Refusal
from tracker.table.registry import GAMES
from tracker.table.service import Tables
from tracker.web import addresses, lean
from tracker.web.presenters.log import entry_text, history, undo_label
from tracker.web.refusals import sentence
from tracker.web.words import Words

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
WORD = re.compile(r"[^\W\d_]{2,}")

# Names: what a table typed, what the app and its languages call themselves; what a code looks like.
TYPED = {
    "Ana", "Bartolomé", "de", "las", "Casas", "Caro", "Dani", "Elena",
    "Véspera", "Umbral", "Garra", "Velo", "Filo", "Tizne",
}  # fmt: skip
NAMES = {"Vigilia", "Español", "English"}
CODES = re.compile(r"\b(?=[A-Z\d]*\d|K7QM|ZZZZ)[A-Z\d]{4,8}\b|\b[a-z]+://\S+")

FOR_EVER = float("inf")
READ = {"alt", "aria-description", "aria-label", "aria-valuetext", "label", "placeholder", "title"}


def unmarked(text: str, also: set[str] = frozenset()) -> list[str]:  # type: ignore[assignment]
    """The words of ``text`` outside of every ⟦mark⟧."""
    outside, depth = "", 0
    for sign in text:
        if sign == "⟧":
            depth -= 1
        outside += sign if depth == 0 and sign != "⟧" else " "
        if sign == "⟦":
            depth += 1
        assert depth >= 0, f"a mark ends that never began: {text!r}"
    return [
        word
        for word in WORD.findall(CODES.sub(" ", outside.replace("⟦", " ")))
        if word not in TYPED | NAMES | also
    ]


class Read(HTMLParser):
    """What people read or hear of a page: its text in one piece, its spoken attributes one by one."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text, self.attributes = "", list[str]()
        self._silent = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self._silent += tag in ("script", "style", "b" if "share__code" in given.get("class", "") else "")
        for name, value in given.items():
            spoken = name in READ or (
                (tag, name) == ("meta", "content") and given.get("name") == "description"
            )
            told = name.startswith("data-") and ("⟦" in value or re.search(r"[^\W\d]{2,} [^\W\d]", value))
            if (
                spoken
                or told
                or (tag == "input" and name == "value" and given.get("type") in ("submit", "button"))
            ):
                self.attributes.append(f"{value}")

    def handle_endtag(self, tag: str) -> None:
        self._silent = 0 if tag in ("script", "style", "b") else self._silent

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.text += f"{data}\n"


def hard_coded(html: str) -> list[str]:
    read = Read(html)
    return [word for text in (read.text, *read.attributes) for word in unmarked(text)]


@pytest.fixture(autouse=True)
def _marked(monkeypatch: pytest.MonkeyPatch) -> None:
    def marks(words: Words, one: str, english: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"⟦{form}⟧" for form in english)

    monkeypatch.setattr(Words, "_forms", marks)
    monkeypatch.setattr(Words, "_and", lambda words, following: "⟦&⟧")
    monkeypatch.setattr(addresses, "_known", (FOR_EVER, ("192.0.2.7", "198.51.100.4")))


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    return create_app(Settings(data=tmp_path, port=8000))


@pytest.fixture
def used(app: Flask) -> set[str]:
    """The templates that were needed so far."""
    names, loader = set[str](), app.jinja_loader
    assert loader is not None
    find = loader.get_source

    def noted(environment: Any, template: str) -> Any:
        names.add(template)
        return find(environment, template)

    loader.get_source = noted  # type: ignore[method-assign]
    return names


class Reader:
    """Two phones that go through an evening, the host's and a watcher's, and what they find hard-coded."""

    def __init__(self, app: Flask) -> None:
        self.host, self.watcher, self.stranger = (Phone(app.test_client()) for _ in range(3))
        self.found: list[tuple[str, str, list[str]]] = []

    def goes_through(self, evening: Evening) -> None:
        document = self.host.open(names=evening.names, **evening.options)
        self.watcher.follow(document["links"]["watch"])
        for stop in evening.stops:
            for command, fields in stop.steps:
                self.host.do(command, **fields)
            self.looks(stop.name, self.host, "")
            self.looks(stop.name, self.watcher, "")
            for sheet in stop.sheets:
                self.looks(f"{stop.name}: {sheet}", self.host, f"/sheet/{sheet}")
            for page in stop.pages:
                self.looks(f"{stop.name}: {page}", self.host, f"/{page}")
                if not page.startswith("sheet/"):
                    self.looks(f"{stop.name}: {page}", self.watcher, f"/{page}")
            if stop.refused:
                self.is_refused(stop.name, stop.refused)
        self.hears(self.host.get(f"{self.host.at}/log").json["entries"])

    def looks(self, where: str, phone: Phone, path: str) -> None:
        """Both faces of one address: the page and what a script gets."""
        for sent in ({}, {"HX-Request": "true"}):
            answer = phone.get(f"{self.host.at}{path}", json=False, headers=sent)
            assert answer.status_code == 200, where
            self.notes(where, answer.text)

    def is_refused(self, where: str, step: Step) -> None:
        command, fields = step
        for htmx in (False, True):
            answer = self.host.form(f"{self.host.at}/{command}", fields, htmx=htmx)
            assert answer.status_code >= 400, where
            assert "⟦" in answer.text
            self.notes(f"{where}: refused", answer.text)

    def notes(self, where: str, html: str) -> None:
        if words := hard_coded(html):
            self.found.append((where, html[:60], words))

    def hears(self, entries: list[dict[str, Any]]) -> None:
        for entry in entries:
            for text in (entry["text"], entry["who"]["name"]):
                if words := unmarked(text):
                    self.found.append(("history", text, words))


def test_no_word_of_a_page_is_hard_coded(app: Flask) -> None:
    reader = Reader(app)
    for evening in EVENINGS:
        reader.goes_through(evening)
    for address in ALONE:
        reader.notes(address, reader.host.get(address, json=False).text)
        reader.notes(address, reader.stranger.get(address, json=False).text)
    reader.stranger.at = reader.host.at
    reader.notes("a stranger", reader.stranger.get(reader.host.at, json=False).text)
    assert not reader.found


def test_the_places_that_are_looked_at_show_every_template(app: Flask, used: set[str]) -> None:
    """As a browser with scripts opens them: pages whole, sheets and notices as fragments."""
    reader = Reader(app)
    host, fragment = reader.host, {"HX-Request": "true"}
    for evening in EVENINGS:
        host.open(names=evening.names, **evening.options)
        for stop in evening.stops:
            for command, fields in stop.steps:
                host.do(command, **fields)
            for path in ("", *(f"/{page}" for page in stop.pages)):
                host.get(f"{host.at}{path}", json=False)
            for sheet in stop.sheets:
                host.get(f"{host.at}/sheet/{sheet}", json=False, headers=fragment)
            if stop.refused:
                host.form(f"{host.at}/{stop.refused[0]}", stop.refused[1], htmx=True)
    for address in ALONE:
        host.get(address, json=False)
    every = {place.relative_to(TEMPLATES).as_posix() for place in TEMPLATES.rglob("*.html")}
    assert every - used == set(), "put a place where they are seen into tests/browser/places.py"


# --- The history and the refusals of every written-down game --------------------------------------


class AtATable(Played):
    """A case played by phones: with a log, and words about it."""

    def opens(self, names: Any, options: Any) -> None:
        self.clock = HandClock()
        self.tables = Tables(MemoryLog(), self.clock, self.chance, lambda table, revision: None, GAMES)
        self.id = self.tables.open(self.game.name, names, options, "", "d1").id
        self.state = self.tables.get(self.id).state

    def does(self, name: str, fields: Mapping[str, Any], *, override: bool = False) -> None:
        self.clock.passes(5000)
        sent = {**self.as_a_phone_sends(name, fields), **({"override": True} if override else {})}
        self.tables.submit(self.id, "d1", name, sent, key=None, role="seat")
        self.state = self.tables.get(self.id).state


CASES = [pytest.param(*case.values, id=case.id) for case in _cases() if "refused" not in case.values[1]]


def said(table: AtATable, steps: list[dict[str, Any]], words: Words) -> Iterator[str]:
    """Everything that is said about a game while it goes on."""
    for step in steps:
        fields = {key: value for key, value in step.items() if key not in OF_THE_STEP}
        try:
            table.does(step["do"], fields, override=step.get("override", False))
        except Refusal as refusal:
            yield sentence(refusal, table.tables.get(table.id), words)
    now, devices = table.tables.get(table.id), table.tables.devices(table.id)
    entries = table.tables.log(table.id)
    for entry in entries:
        yield entry_text(entry, now, words)
        yield undo_label(entry, now, words)
    for group in history(entries, now, devices, words, offset=0):
        yield from sentences(group)


def sentences(inside: Any) -> Iterator[str]:
    """The texts of a line of the history, wherever in it they stand."""
    match inside:
        case dict():
            for name, value in inside.items():
                if name not in ("icon", "kind", "id", "key", "at", "command", "counter"):
                    yield from sentences(value)
        case list() | tuple():
            for value in inside:
                yield from sentences(value)
        case str():
            yield inside


@pytest.mark.parametrize(("game", "case"), CASES)
def test_no_word_of_the_history_or_of_a_refusal_is_hard_coded(game: str, case: dict[str, Any]) -> None:
    table = AtATable(GAMES[game], ScriptedChance(list(case.get("chance", []))))
    _set_up(table, case)
    typed = {"Jugador", *WORD.findall(str([case["people"], case["steps"], case.get("chance", [])]))}
    found = [
        (text, words) for text in said(table, case["steps"], Words("es")) if (words := unmarked(text, typed))
    ]
    assert not found


# --- The terminal ---------------------------------------------------------------------------------


@pytest.mark.parametrize("machine", [("192.0.2.7",), ()])
@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
@pytest.mark.parametrize("language", ["es_MX.UTF-8", "en_GB.UTF-8"])
def test_no_word_of_the_greeting_on_the_terminal_is_hard_coded(
    machine: tuple[str, ...],
    host: str,
    language: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(addresses, "_known", (FOR_EVER, machine))
    cli._greet(Settings(host=host, data=tmp_path), {"LANG": language})
    text = capsys.readouterr().out
    assert "⟦" in text
    assert not unmarked(re.sub(r"[█▀▄]", "", text), {"localhost"})


# --- Scripts and style sheets ---------------------------------------------------------------------

TEXT_IN_A_SCRIPT = re.compile(r""""((?:\\.|[^"\\\n])*)"|'((?:\\.|[^'\\\n])*)'|`((?:\\.|[^`\\])*)`""")
SHOWN = re.compile(
    r"""(?:textContent|innerText|title|placeholder|alt|ariaLabel)\s*=\s*["'`]([^"'`]*)"""
    r"""|(?:"aria-label"|"title"|"alt"),\s*["'`]([^"'`]*)"""
)


@pytest.mark.parametrize("script", sorted((ROOT / "static" / "js").glob("*.js")), ids=lambda file: file.name)
def test_no_word_that_a_script_shows_is_hard_coded(script: Path) -> None:
    code = re.sub(r"\$\{[^{}]*\}", "", lean.script(script.read_text("utf-8")))
    texts = ["".join(found) for found in TEXT_IN_A_SCRIPT.findall(code)]
    sentences = [
        t for t in texts if re.search(r"[^\W\d_]{2,} [^\W\d_]{2,}|[^\W\d_a-zA-Z]", t) and "--" not in t
    ]
    assert set(sentences) <= {"use strict"}
    assert not [text for found in SHOWN.findall(code) for text in found if WORD.search(text)]


def test_no_style_sheet_holds_a_word() -> None:
    texts = re.findall(
        r"""content:\s*["']([^"']*)""", "".join(f.read_text() for f in ROOT.glob("static/css/**/*.css"))
    )
    assert not [text for text in texts if WORD.search(text)]
