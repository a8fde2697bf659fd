"""What a device's cookie says about its language and theme; nobody has to believe it."""

from dataclasses import dataclass
from typing import Final

from flask import request

from tracker.web.words import LANGUAGES

COOKIE: Final = "taste"
AUTO: Final = "auto"  # as the browser or the phone has it
LANGUAGE_CHOICES: Final = (AUTO, *LANGUAGES)
THEMES: Final = (AUTO, "dark", "light")


@dataclass(frozen=True, slots=True)
class Taste:
    """One device's choice of language and theme."""

    language: str = AUTO
    theme: str = AUTO

    @property
    def written(self) -> str:
        return f"{self.language}.{self.theme}"


def taste() -> Taste:
    """What the asking device prefers, whatever somebody has made of the cookie."""
    language, _, theme = request.cookies.get(COOKIE, "").partition(".")
    return Taste(
        language if language in LANGUAGE_CHOICES else AUTO,
        theme if theme in THEMES else AUTO,
    )
