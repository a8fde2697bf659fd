"""Whom and what a table's sentences name: people, the deity, its Powers, the devices."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

from tracker.table.model import Device, Table
from tracker.web.words import LANGUAGES, Words, catalogue

DEITY = "deity"


def default_name(n: int, words: Words) -> str:
    """What somebody is called until they say: «Jugador 1»."""
    return words._("Player %(n)s", n=n)


@cache
def _defaults() -> tuple[re.Pattern[str], ...]:
    """The default names of every language; the group is the number."""
    one = "Player %(n)s"
    forms = [one, *(catalogue(language).get(one, (one,))[0] for language in LANGUAGES)]
    return tuple(re.compile("([1-9][0-9]?)".join(map(re.escape, form.split("%(n)s")))) for form in forms)


@lru_cache(maxsize=4096)
def person_name(name: str, words: Words) -> str:
    """A participant's name as the reader reads it: a default one in the reader's language."""
    found = next((match for one in _defaults() if (match := one.fullmatch(name))), None)
    return default_name(int(found[1]), words) if found else name


def is_default(name: str) -> bool:
    """Whether it is a default name, in any language."""
    return any(one.fullmatch(name) for one in _defaults())


@dataclass(frozen=True, slots=True)
class Cast:
    """The names at a table, as its words say them.

    view: the state as the contract shows it, but with default names in the reader's language.
    """

    view: Mapping[str, Any]
    words: Words

    @classmethod
    def of(cls, table: Table | None, words: Words) -> "Cast":
        """Who is at ``table``; nobody when there is none (a wrong code, an opening refused)."""
        if table is None:
            return cls({}, words)
        view = table.game.view(table.state)
        people = [{**person, "name": person_name(person["name"], words)} for person in view["participants"]]
        return cls({**view, "participants": people}, words)

    def person(self, who: object) -> Mapping[str, Any] | None:
        return next((p for p in self.view.get("participants", ()) if p["id"] == who), None)

    def seat(self, who: object) -> int | None:
        person = self.person(who)
        return person["seat"] if person else None

    def name(self, who: object) -> str:
        """A participant's or the deity's name; of somebody who is no longer there: «alguien»."""
        if who == DEITY:
            return self.deity
        person = self.person(who)
        return str(person["name"]) if person else self.words._("somebody")

    def names(self, people: Iterable[object]) -> str:
        return self.words.join([self.name(who) for who in people])

    @property
    def deity(self) -> str:
        """«Véspera»; «la deidad» as long as it has no name."""
        return str(self._deity.get("name") or self.words._("the deity"))

    @property
    def deity_first(self) -> str:
        """The same where a sentence begins."""
        return str(self._deity.get("name") or self.words._("The deity"))

    @property
    def principal(self) -> object:
        return (self._deity.get("principal") or {}).get("participant")

    @property
    def turn_of(self) -> object:
        return self.view.get("turn", {}).get("of")

    def power(self, power: object) -> str | None:
        """What the table calls a Power of this turn's queue; None when it isn't in it."""
        queue = self._deity.get("powers", ())
        for place, item in enumerate(queue, start=1):
            if item["id"] == power:
                return power_name(item, self.words, place)
        return None

    @property
    def _deity(self) -> Mapping[str, Any]:
        return self.view.get(DEITY) or {}


def power_name(item: Mapping[str, Any], words: Words, place: int | None = None) -> str:
    """«Garra», «Sombra», «Coincidentes ×2 (Garra)», «Poder 2»: an item of the deity's queue."""
    esbirro = str(item.get("esbirro") or "")
    kind, size = item.get("kind"), item.get("size") or 1
    if kind == "sombra" or (kind == "single" and esbirro.casefold() == "sombra"):
        return words._("Sombra")
    if kind == "coinciding":
        if esbirro.casefold() == "sombra":
            esbirro = words._("Sombra")
        if esbirro:
            return words._("Coinciding ×%(size)s (%(esbirro)s)", size=size, esbirro=esbirro)
        return words._("Coinciding ×%(size)s", size=size)
    if esbirro:
        return esbirro
    return words._("Power %(n)s", n=place) if place else words._("the Power")


def device_name(device: Device, words: Words, cast: Cast | None = None) -> str:
    """Whose phone: the people of its chairs, else its own name, else «Teléfono 2»."""
    if cast and any(cast.person(who) for who in device.participants):
        return phone_name(device.number, device.participants, cast)
    return device.name or words._("Phone %(n)s", n=device.number)


def phone_name(number: int | None, participants: Sequence[object], cast: Cast) -> str:
    """The same of a phone that facts tell of: by the chairs it held then, else by its number."""
    sitting = [who for who in participants if cast.person(who)]
    if sitting:
        return cast.names(sitting)
    return cast.words._("Phone %(n)s", n=number) if number else cast.words._("somebody")
