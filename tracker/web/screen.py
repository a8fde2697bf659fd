"""A table's screen as html: each game's presenter with its templates, piece by piece."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from flask import Flask
from markupsafe import Markup

from tracker.live.screens import Audience
from tracker.table.model import Table
from tracker.web.presenters import raid
from tracker.web.words import Words

Key = Callable[[], str]


PRESENTERS: Final[Mapping[str, Any]] = {"raid": raid}


def no_key() -> str:
    """Pushed fragments hold no key: their phones make one for each press."""
    return ""


class Painter:
    """Renders the pieces of a screen outside of any request, so that one rendering serves everybody."""

    def __init__(self, app: Flask, languages: Mapping[str, Words]) -> None:
        self._templates, self._languages = app.jinja_env, languages

    def pieces(self, table: Table, audience: Audience) -> dict[str, str]:
        """Every fragment by its id, as it is pushed."""
        return self.page(table, audience, no_key)[1]

    def page(self, table: Table, audience: Audience, key: Key) -> tuple[dict[str, Any], dict[str, str]]:
        """What the game's presenter says of the whole screen, and every fragment by its id."""
        game, said = table.game.name, self._languages[audience.language]
        presenter = PRESENTERS[game]
        screen: dict[str, Any] = presenter.screen(table, audience, said)
        context = {
            "s": screen,
            "_": said.gettext,
            "ngettext": said.ngettext,
            "language": said.language,
            "base": audience.base,
            "key": key,
        }
        return screen, {
            name: self._templates.get_template(f"{game}/_{name}.html").render(context)
            for name in presenter.FRAGMENTS
        }

    def presence(self, phones: int, language: str) -> str:
        """How many phones are with us, as the tiny fragment of its own that it is."""
        said = self._languages[language]
        text = said.ngettext("%(n)s phone", "%(n)s phones", phones)
        inner = Markup('<span aria-hidden="true">{}</span><span class="sr">{}</span>').format(phones, text)
        return Markup('<span class="presence__n" id="presence">{}</span>').format(inner)
