"""A table's screen as html: each game's presenter with its templates, piece by piece."""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Flask
from jinja2 import Template
from markupsafe import Markup

from tracker.live.pieces import marked
from tracker.live.screens import KEPT, Audience
from tracker.table.model import Table
from tracker.web.presenters import raid
from tracker.web.words import Words

Key = Callable[[], str]

PRESENTERS: Final[Mapping[str, Any]] = {"raid": raid}


def no_key() -> str:
    """Pushed fragments hold no key: their phones make one for each press."""
    return ""


class Looked(dict[str, Any]):
    """What a presenter says of a screen, noting what a template looks at.

    Its own attribute begins with a line, so that none of the screen's names means it.
    """

    def __init__(self, screen: Mapping[str, Any]) -> None:
        super().__init__(screen)
        self._noted: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        self._noted[name] = value = self.get(name)
        return value if name in self else super().__getitem__(name)


class Canvas:
    """The fragments of one table and audience as they were last rendered.

    A template is asked again only when something it looked at has changed; so is a part of it (a
    row), as long as the value that is handed to ``part`` is all that it shows.
    """

    def __init__(self) -> None:
        self._fragments: dict[str, tuple[Mapping[str, Any], str]] = {}
        self._parts: dict[str, tuple[Any, str]] = {}

    def fragment(self, name: str, screen: Mapping[str, Any], render: Callable[[Looked], str]) -> str:
        """The fragment ``name`` for ``screen``."""
        looked, html = self._fragments.get(name, ({"": self}, ""))
        if any(screen.get(key) != value for key, value in looked.items()):
            looking = Looked(screen)
            html = render(looking)
            self._fragments[name] = (looking._noted, html)
        return html

    def part(self, name: str, shows: Any, caller: Callable[[], str]) -> str:
        """For templates: the element with id ``name``; ``shows`` is all it shows that may change."""
        shown, html = self._parts.get(name, (self, ""))
        if shown != shows:
            html = caller()
            self._parts[name] = (shows, html)
        return Markup(marked(name, html))  # noqa: S704  it comes from a template


def whole(name: str, shows: Any, caller: Callable[[], str]) -> str:  # noqa: ARG001  as Canvas.part
    """``part`` for a page of its own: every form in it has a key, so nothing is used twice."""
    return caller()


class Painter:
    """Renders the pieces of a screen outside of any request, so that one rendering serves everybody."""

    def __init__(self, app: Flask, languages: Mapping[str, Words]) -> None:
        self._templates, self._languages = app.jinja_env, languages
        self._canvases: OrderedDict[tuple[str, Audience], Canvas] = OrderedDict()

    def pieces(self, table: Table, audience: Audience) -> dict[str, str]:
        """Every fragment by its id, as it is pushed, its parts marked."""
        screen = self._screen(table, audience)
        canvas = self._canvases.setdefault((table.id, audience), Canvas())
        self._canvases.move_to_end((table.id, audience))
        if len(self._canvases) > KEPT:
            self._canvases.popitem(last=False)
        context = self._context(audience) | {"key": no_key, "part": canvas.part}

        def rendered(name: str) -> str:
            template = self._template(table, name)
            return canvas.fragment(name, screen, lambda looked: template.render(context, s=looked))

        return {name: rendered(name) for name in PRESENTERS[table.game.name].FRAGMENTS}

    def page(self, table: Table, audience: Audience, key: Key) -> tuple[dict[str, Any], dict[str, str]]:
        """What the game's presenter says of the whole screen, and every fragment by its id."""
        screen = self._screen(table, audience)
        context = self._context(audience) | {"key": key, "part": whole, "s": screen}
        names = PRESENTERS[table.game.name].FRAGMENTS
        return screen, {name: self._template(table, name).render(context) for name in names}

    def _screen(self, table: Table, audience: Audience) -> dict[str, Any]:
        presenter, said = PRESENTERS[table.game.name], self._languages[audience.language]
        screen: dict[str, Any] = presenter.screen(table, audience, said)
        return screen

    def _context(self, audience: Audience) -> dict[str, Any]:
        said = self._languages[audience.language]
        return {
            "_": said.gettext,
            "ngettext": said.ngettext,
            "language": said.language,
            "base": audience.base,
        }

    def _template(self, table: Table, name: str) -> Template:
        return self._templates.get_template(f"{table.game.name}/_{name}.html")

    def news(self, text: str) -> str:
        """What somebody did to the table itself, for a moment, on the phones that are looking."""
        return Markup('<div class="news" id="news"><p class="news__words">{}</p></div>').format(text)

    def presence(self, phones: int, language: str) -> str:
        """How many phones are with us, as the tiny fragment of its own that it is."""
        said = self._languages[language]
        text = said.ngettext("%(n)s phone", "%(n)s phones", phones)
        inner = Markup('<span aria-hidden="true">{}</span><span class="sr">{}</span>').format(phones, text)
        return Markup('<span class="presence__n" id="presence">{}</span>').format(inner)
