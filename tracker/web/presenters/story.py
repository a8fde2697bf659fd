"""One entry as its title tells it: fields and facts in the words of its table."""

from collections.abc import Mapping, Sequence
from typing import Any

from tracker.web.presenters.cast import Cast, person_name, power_name
from tracker.web.words import Words


class Story:
    """One entry's fields and facts, in the words of its table."""

    def __init__(self, command: str, fields: Mapping[str, Any], facts: Mapping[str, Any], cast: Cast) -> None:
        self.command, self.fields, self.facts, self.cast = command, fields, facts, cast
        self.words: Words = cast.words
        self._, self.ngettext = cast.words._, cast.words.ngettext

    @property
    def name(self) -> str:
        """The participant the command is about."""
        return self.cast.name(self.fields.get("participant", self.facts.get("participant")))

    def called(self, name: object) -> str:
        """A name that was typed; a default one in the reader's language."""
        return person_name(str(name or ""), self.words)

    @property
    def by(self) -> str | None:
        """The person a command names as its author."""
        by = self.fields.get("by")
        return self.cast.name(by) if isinstance(by, str) and by else None

    @property
    def deity(self) -> str:
        return self.cast.deity

    @property
    def power(self) -> str | None:
        """The Power it resolves or touches, as it was called then."""
        kind = self.facts.get("power_kind")
        if kind:
            return power_name({**self.facts, "kind": kind}, self.words, self.facts.get("place"))
        return self.cast.power(self.fields.get("power"))

    @property
    def outcome(self) -> str:
        outcome = self.facts.get("outcome")
        return self.cast.name(outcome) if self.cast.person(outcome) else str(outcome or "")

    @property
    def amount(self) -> str:
        return self.words.number(int(self.fields.get("amount") or 0))

    def titled(self, esbirros: Sequence[str]) -> str:
        """Extracted or revealed Esbirros, as a list."""
        sombra = self._("Sombra")
        return ", ".join(sombra if e.casefold() == "sombra" else e or self._("nameless") for e in esbirros)
