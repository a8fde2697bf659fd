"""The words people read: English message ids, Spanish from the catalogues, numbers, lists and times."""

import unicodedata
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel.messages.pofile import read_po

LANGUAGES: Final = ("es", "en")
DEFAULT: Final = "es"
CATALOGUES: Final = Path(__file__).parent.parent / "translations"
MINUS: Final = "\u2212"


class MissingTranslationError(LookupError):
    """An id has no Spanish yet: add it to the catalogue of its area, ``translations/es/<area>.po``."""


Forms = tuple[str, ...]


@cache
def catalogue(language: str) -> Mapping[str, Forms]:
    """Id → its forms (one, or one and many) in ``language``: all its files together, read once."""
    forms: dict[str, Forms] = {}
    for path in sorted((CATALOGUES / language).glob("*.po")):
        with path.open("rb") as file:
            for message in read_po(file, locale=language, abort_invalid=True):
                if message.id and message.string and not message.fuzzy:
                    one = message.id if isinstance(message.id, str) else message.id[0]
                    text = message.string
                    forms[one] = (text,) if isinstance(text, str) else tuple(text)
    return forms


class Words:
    """One language: ``_`` and ``ngettext`` for sentences, and how it writes numbers, lists and times.

    strict: a missing translation raises MissingTranslationError (tests) instead of showing the id.
    """

    def __init__(self, language: str = DEFAULT, *, strict: bool = False) -> None:
        self.language = language if language in LANGUAGES else DEFAULT
        self.strict = strict

    def _(self, message: str, /, **params: Any) -> str:
        """``message`` in this language, its ``%(name)s`` filled from ``params``."""
        return _filled(self._forms(message, (message,))[0], params)

    gettext = _

    def ngettext(self, one: str, many: str, n: int, /, **params: Any) -> str:
        """``one`` for exactly one, else ``many``; ``%(n)s`` is the number, its minus a real one."""
        return _filled(self._forms(one, (one, many))[0 if n == 1 else -1], {"n": self.number(n), **params})

    def _forms(self, one: str, english: Forms) -> Forms:
        if self.language == "en":
            return english
        forms = catalogue(self.language).get(one)
        if forms is None or len(forms) != len(english) or not all(forms):
            if self.strict:
                raise MissingTranslationError(one)
            return english
        return forms

    def number(self, n: int) -> str:
        """``7``, ``−7``."""
        return f"{MINUS}{-n}" if n < 0 else str(n)

    def signed(self, n: int) -> str:
        """A change: ``+7``, ``−7``, ``0``."""
        return f"+{n}" if n > 0 else self.number(n)

    def join(self, names: Iterable[str]) -> str:
        """«Ana, Beto y Caro», «Ana e Inés»; "Ana, Beto and Caro"."""
        *rest, last = list(names) or [""]
        if not rest:
            return last
        return f"{', '.join(rest)} {self._and(last)} {last}"

    def _and(self, following: str) -> str:
        if self.language == "en":
            return "and"
        return "e" if _sounds_i(following) else "y"

    def time(self, at: int, offset: int | None = None) -> str:
        """HH:MM of ``at`` (milliseconds of UTC), ``offset`` minutes east of Greenwich.

        offset None: as the clock of this machine goes, which mostly stands beside the table.
        """
        moment = datetime.fromtimestamp(at / 1000, UTC)
        local = moment.astimezone() if offset is None else moment + timedelta(minutes=offset)
        return f"{local:%H:%M}"


def moment(at: int) -> str:
    """Milliseconds since 1970 as ISO 8601, UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def negotiate(accept_language: str | None) -> str:
    """Which of our languages an ``Accept-Language`` header wants most; Spanish when it says neither."""
    wanted: dict[str, float] = {}
    for part in (accept_language or "").split(","):
        tag, _, parameter = part.partition(";")
        language = tag.strip().split("-")[0].lower()
        if language in LANGUAGES:
            wanted[language] = max(wanted.get(language, 0.0), _quality(parameter))
    best = max(wanted, key=lambda language: wanted[language], default=DEFAULT)
    return best if wanted.get(best) else DEFAULT


def _quality(parameter: str) -> float:
    name, _, value = parameter.strip().partition("=")
    if name.strip() != "q":
        return 1.0
    try:
        return float(value)
    except ValueError:
        return 0.0


def _filled(text: str, params: Mapping[str, Any]) -> str:
    return text % params if params else text


def _sounds_i(word: str) -> bool:
    """Whether «y» before this word becomes «e»: Inés, Hilda, Yvonne; but not hielo, not Yago."""
    bare = "".join(c for c in unicodedata.normalize("NFD", word.lower()) if not unicodedata.combining(c))
    bare = bare.lstrip("«“\"'¿¡( ")
    if bare.startswith(("hie", "ie")):
        return False
    if bare.startswith("y"):
        return len(bare) > 1 and bare[1] not in "aeiou"
    return bare.startswith(("i", "hi"))
