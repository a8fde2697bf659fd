"""What the pages are given to work with: one object, made in the factory, found through the app."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from flask import current_app, g, request

from tracker.config import Settings
from tracker.live.hub import Hub
from tracker.live.screens import Screens
from tracker.live.states import States
from tracker.table.service import Tables
from tracker.web.identity import Identities, Identity, asking
from tracker.web.limits import Limits
from tracker.web.screen import Painter
from tracker.web.taste import taste
from tracker.web.words import LANGUAGES, Words, negotiate

KEY = "vigilia"


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of the running app that pages use. reachable: whether the database answers."""

    settings: Settings
    tables: Tables
    hub: Hub
    screens: Screens
    states: States
    painter: Painter
    identities: Identities
    limits: Limits
    languages: dict[str, Words]
    reachable: Callable[[], bool]


def here() -> Services:
    """The services of the app that answers this request."""
    return cast(Services, current_app.extensions[KEY])


def languages(*, strict: bool) -> dict[str, Words]:
    """Every language we speak; strict: a missing translation is an error."""
    return {language: Words(language, strict=strict) for language in LANGUAGES}


def words() -> Words:
    """The reader's language: what the device chose, else what its browser prefers."""
    if "words" not in g:
        chosen = taste().language
        if chosen not in LANGUAGES:
            chosen = negotiate(request.headers.get("Accept-Language"))
        g.words = here().languages[chosen]
    return cast(Words, g.words)


def me() -> Identity:
    """The device that asks."""
    if "identity" not in g:
        g.identity = asking(here().identities)
    return cast(Identity, g.identity)
