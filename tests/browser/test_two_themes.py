"""Every screen by day and by night, on the smallest phone and on the usual one."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import Phone
from tests.browser.screens import BY_NAME, lowest_quarter
from tests.browser.server import Script, Server

SIZES = {"320": (320, 568), "390": (390, 844)}
NAMES = ("Ana", "Bartolomé de las Casas I", "Caro", "Dani")
FIGURES = ["deity-resistance", "round-number", "p1-resistance", "p2-resistance"]


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("size", SIZES)
def test_every_screen_fits(
    server: Server, script: Script, phone: Callable[..., ChromiumPhone], size: str, theme: str
) -> None:
    width, height = SIZES[size]
    ana = phone(width=width, height=height, theme=theme)
    ana.go(server.at)
    fits(ana)
    for stage in ("set-up", "ready", "turn", "extract", "powers", "closing"):
        table = replace(BY_NAME[stage], names=NAMES).show(server, script, ana)
        ana.page.locator("#strip").wait_for()
        fits(ana)
        if stage not in ("set-up", "ready"):
            for element in FIGURES:
                assert ana.page.locator(f'[id="{element}"]').count() == 1, f"{element} in {stage}"
        if size == "390" and stage != "powers":
            assert lowest_quarter(ana), f"the main action of {stage} is out of the thumb's reach"
        for place in ("log", "share"):
            ana.go(f"{server.at}/t/{table}/{place}")
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
