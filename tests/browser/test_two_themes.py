"""Every screen by day and by night, on the smallest phone and on the usual one."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import Phone
from tests.browser.server import Script, Server

SIZES = {"320": (320, 568), "390": (390, 844)}
FIGURES = ["deity-resistance", "round-number", "p1-resistance", "p2-resistance"]


def at_stage(script: Script, stage: str) -> dict[str, Any]:
    """A table that has come as far as this."""
    table = script.open_raid(["Ana", "Bartolomé de las Casas I", "Caro", "Dani"], resistance=20)
    do = partial(script.do, table["id"])
    if stage == "setup":
        return table
    do("lock-teams")
    do("choose-deity", name="Véspera")
    if stage == "ready":
        return table
    do("start", first="p1")
    if stage == "turn":
        return table
    for turn in (1, 2, 3, 4):
        do("end-turn", turn=turn)
    if stage == "extract":
        return table
    do("extract", esbirros=["Garra", "sombra", "Garra"])
    if stage == "powers":
        return table
    for power in ("w1", "w3", "w4"):
        do("resolve", power=power)
    return table


def lowest_quarter(phone: Phone) -> bool:
    """Whether the main action of the screen lies where the thumb is."""
    look = """
    const actions = '.page__bottom .btn--main, .page__bottom .slot-key, .power--now [data-apply]';
    return [...document.querySelectorAll(actions)].some(one => {
      const place = one.getBoundingClientRect();
      return one.checkVisibility() && place.bottom > innerHeight * 0.75 && place.bottom <= innerHeight;
    });
    """
    return bool(phone.run(look))


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", SIZES)
def test_every_screen_fits(
    server: Server, script: Script, phone: Callable[..., ChromiumPhone], size: str, theme: str
) -> None:
    width, height = SIZES[size]
    ana = phone(width=width, height=height, theme=theme)
    ana.go(server.at)
    fits(ana)
    for stage in ("setup", "ready", "turn", "extract", "powers", "closing"):
        table = at_stage(script, stage)
        ana.go(f"{server.at}/j/{table['links']['seat'].rsplit('/', 1)[1]}")
        ana.page.locator("#strip").wait_for()
        fits(ana)
        if stage not in ("setup", "ready"):
            for element in FIGURES:
                assert ana.page.locator(f'[id="{element}"]').count() == 1, f"{element} in {stage}"
        if size == "390" and stage != "powers":
            assert lowest_quarter(ana), f"the main action of {stage} is out of the thumb's reach"
        for place in ("log", "share"):
            ana.go(f"{server.at}/t/{table['id']}/{place}")
            fits(ana)


def fits(phone: Phone) -> None:
    """Nothing scrolls sideways, and no element id is there twice."""
    wider = phone.run("return document.scrollingElement.scrollWidth - document.documentElement.clientWidth")
    assert wider <= 0, f"{wider} px too wide at {phone.run('return location.pathname')}"
    ids = phone.run("return [...document.querySelectorAll('[id]')].map(element => element.id)")
    assert len(ids) == len(set(ids)), sorted({name for name in ids if ids.count(name) > 1})


def test_the_theme_follows_the_phone(
    server: Server, script: Script, phone: Callable[..., ChromiumPhone]
) -> None:
    seat = script.open_raid(["Ana"])["links"]["seat"].rsplit("/", 1)[1]
    grounds = []
    for theme in ("dark", "light"):
        ana = phone(theme=theme)
        ana.go(f"{server.at}/j/{seat}")
        grounds.append(ana.run("return getComputedStyle(document.body).backgroundColor"))
    assert grounds[0] != grounds[1]
