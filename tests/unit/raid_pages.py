"""A raid's screens as html, from tables in memory; every stage a raid can stand at."""

from collections.abc import Callable, Mapping, Sequence
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, NamedTuple

import jinja2

from tests.unit.evening import Evening, playing
from tracker.web.presenters import raid
from tracker.web.screen import whole
from tracker.web.words import Words

ROOT = Path(__file__).parents[2]
WORDS = {language: Words(language, strict=True) for language in ("es", "en")}
PAGES = jinja2.Environment(
    loader=jinja2.FileSystemLoader(ROOT / "templates"),
    undefined=jinja2.StrictUndefined,
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
)


class Audience(NamedTuple):
    role: str
    language: str = "es"
    base: str = ""

    @property
    def can_act(self) -> bool:
        return self.role != "watcher"


HOST, WATCHER = Audience("host"), Audience("watcher")


class Form(NamedTuple):
    action: str
    fields: dict[str, str]


class Html(HTMLParser):
    """The parts of a fragment that tests ask for: ids, forms with their fields, words."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.posts: list[Form] = []
        self.words: list[str] = []
        self.roots: list[str | None] = []
        self._depth = 0
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self._depth == 0:
            self.roots.append(given.get("id"))
        if tag not in ("input", "path", "circle", "rect"):
            self._depth += 1
        if given.get("id"):
            self.ids.append(str(given["id"]))
        if tag == "form" and given.get("method") == "post":
            self.posts.append(Form(str(given["action"]), {}))
        if tag == "input" and given.get("type") == "hidden" and self.posts:
            self.posts[-1].fields[str(given["name"])] = str(given.get("value"))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        return

    def handle_endtag(self, tag: str) -> None:
        self._depth -= 1

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.words.append(" ".join(data.split()))

    @property
    def text(self) -> str:
        return " ".join(self.words)

    def form(self, command: str) -> dict[str, str]:
        return next(form.fields for form in self.posts if form.action.endswith(f"/{command}"))


def rendered(template: str, seen: Mapping[str, Any], language: str) -> str:
    said = WORDS[language]
    return PAGES.get_template(template).render(
        s=seen,
        _=said.gettext,
        ngettext=said.ngettext,
        key=lambda: "",
        part=whole,
        base="",
        language=language,
    )


def pieces(evening: Evening, who: Audience = HOST) -> dict[str, Html]:
    seen = raid.screen(evening.table, who, WORDS[who.language])
    return {name: Html(rendered(f"raid/_{name}.html", seen, who.language)) for name in raid.FRAGMENTS}


def page(evening: Evening, who: Audience = HOST) -> Html:
    seen = raid.screen(evening.table, who, WORDS[who.language])
    return Html("".join(rendered(f"raid/_{name}.html", seen, who.language) for name in raid.FRAGMENTS))


def sheet(evening: Evening, name: str, who: Audience = HOST, **args: str | Sequence[str]) -> Html:
    lists = {key: [value] if isinstance(value, str) else list(value) for key, value in args.items()}
    seen = raid.sheet(name, evening.table, who, WORDS[who.language], lists, {"deities": ["Véspera", "Albor"]})
    assert seen is not None
    return Html(rendered(f"raid/sheets/_{name}.html", seen, who.language))


def awake(**options: Any) -> Evening:
    return Evening(**options).until_the_deity_wakes()


def extracted(*esbirros: str, **options: Any) -> Evening:
    return awake(**options).does("extract", esbirros=list(esbirros or ("Garra", "Sombra", "Garra")))


def closing() -> Evening:
    evening = extracted("Velo", "Garra", "Ceniza")
    for place in (1, 2, 3):
        evening.does("resolve", power=place)
    return evening


def finished() -> Evening:
    evening = playing().does("damage-deity", amount=123, by="p1")
    return evening.does("confirm-result", winner="participants")


def losing() -> Evening:
    return playing().does("damage", participant="p2", amount=20)


def revealed() -> Evening:
    return extracted().does("reveal", power=1, esbirros=["Velo", "Sombra", "Garra"], wanted="Velo")


def uncounted() -> Evening:
    return Evening(resistance=None).until_the_deity_wakes()


STAGES: dict[str, Callable[[], Evening]] = {
    "setup": Evening,
    "teams locked": lambda: Evening().does("lock-teams"),
    "deity chosen": lambda: Evening().does("lock-teams").does("choose-deity", name="Véspera"),
    "a first turn": playing,
    "somebody at 0": losing,
    "each Reptante its own": lambda: Evening(resistance_model="per_reptante").does("start", first="p1"),
    "waking": awake,
    "the table is asked": uncounted,
    "Powers": extracted,
    "three Sombras": lambda: extracted("Sombra", "Sombra", "Sombra"),
    "nameless": lambda: awake().does("extract", sombras=1),
    "revealed": revealed,
    "closing": closing,
    "awake in a person's turn": lambda: playing().does("wake"),
    "expelled": lambda: playing().does("damage-deity", amount=120),
    "finished": finished,
}
