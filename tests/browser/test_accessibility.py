"""What axe-core finds on every screen, by day and by night: nothing."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import eventually
from tests.browser.server import Script, Server
from tests.browser.test_two_themes import at_stage

SETTLED = 1100  # milliseconds in which the deity's disc has risen: colours in between are nobody's choice


def flawless(phone: ChromiumPhone, screen: str) -> None:
    found = Axe().run(phone.page).response["violations"]
    assert not [(screen, one["id"], one["nodes"][0]["html"]) for one in found]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_screen_can_be_read_and_used_by_everybody(
    server: Server, script: Script, phone: Callable[..., ChromiumPhone], theme: str
) -> None:
    ana = phone(theme=theme)
    ana.go(server.at)
    flawless(ana, "home")
    for stage in ("setup", "ready", "turn", "extract", "powers", "closing"):
        table = at_stage(script, stage)
        ana.go(f"{server.at}/j/{table['links']['seat'].rsplit('/', 1)[1]}")
        ana.page.locator("#strip").wait_for()
        ana.page.wait_for_timeout(SETTLED)
        flawless(ana, stage)
        if stage == "turn":
            ana.press(".step--turn [data-keypad]")
            eventually(lambda: ana.page.locator("#keypad").is_visible(), True)
            ana.page.wait_for_timeout(SETTLED)
            flawless(ana, "keypad")
            ana.press("#keypad [data-close]")
            ana.page.wait_for_timeout(SETTLED)
        if stage not in ("setup", "powers"):
            continue
        for place in ("log", "share", "share?tab=watch", "sheet/table", "sheet/person?participant=p1"):
            ana.go(f"{server.at}/t/{table['id']}/{place}")
            flawless(ana, f"{place} while {stage}")
