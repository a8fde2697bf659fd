"""Every word of a page comes from the catalogues: every page, fragment, sheet and notice in marked words."""

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.architecture.marks import WORD, speak_in_marks, unmarked
from tests.browser.places import ALONE, EVENINGS, Evening, Step
from tests.http.conftest import Phone
from tracker.config import Settings
from tracker.factory import create_app
from tracker.web import lean

ROOT = Path(__file__).parents[2]
TEMPLATES = ROOT / "templates"
READ = {"alt", "aria-description", "aria-label", "aria-valuetext", "label", "placeholder", "title"}


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
    speak_in_marks(monkeypatch)


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
