"""A phone that was away: at most two seconds after its return it shows the truth, without reload."""

from collections.abc import Callable

from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import command, eventually, shows
from tests.browser.server import Script, Server

RETURN = 2.0

# A test can't lock a phone's screen: the page is told that it was, exactly as the browser tells it.
HIDE = """
Object.defineProperty(document, 'visibilityState', {configurable: true, get: () => arguments[0]});
Object.defineProperty(document, 'hidden', {configurable: true, get: () => arguments[0] === 'hidden'});
document.dispatchEvent(new Event('visibilitychange'));
"""


def sit_down(server: Server, script: Script, phone: ChromiumPhone) -> str:
    table = script.open_raid(["Ana", "Beto"], resistance=20)
    script.do(table["id"], "lock-teams")
    script.do(table["id"], "start", first="p1")
    phone.go(f"{server.at}/j/{table['links']['seat'].rsplit('/', 1)[1]}")
    shows(phone, "deity-resistance", 60)
    phone.run("window.neverReloaded = true")
    return str(table["id"])


def test_a_phone_that_slept_shows_the_truth(
    server: Server, script: Script, phone: Callable[..., ChromiumPhone]
) -> None:
    ana = phone()
    table = sit_down(server, script, ana)
    ana.run(HIDE, "hidden")
    script.do(table, "damage-deity", amount=17)
    script.do(table, "damage", participant="p1", amount=3)
    ana.run(HIDE, "visible")
    shows(ana, "deity-resistance", 43, within=RETURN)
    shows(ana, "p1-resistance", 17, within=RETURN)
    assert ana.run("return window.neverReloaded") is True


def test_a_page_open_across_a_restart_of_the_server_shows_the_truth(
    server: Server, script: Script, phone: Callable[..., ChromiumPhone]
) -> None:
    ana = phone()
    table = sit_down(server, script, ana)
    server.stop()
    ana.page.wait_for_timeout(3000)
    server.start()
    script.do(table, "damage-deity", amount=8)
    shows(ana, "deity-resistance", 52, within=RETURN)
    assert ana.page.locator("dialog[open]").count() == 0
    assert ana.run("return window.neverReloaded") is True


def test_taps_made_while_the_server_was_away_arrive_once(
    server: Server, script: Script, phone: Callable[..., ChromiumPhone]
) -> None:
    ana = phone()
    table = sit_down(server, script, ana)
    server.stop()
    for _ in range(3):
        command(ana, "damage-deity", amount=1, unread=True)
    shows(ana, "deity-resistance", 57)
    server.start()
    shows(ana, "deity-resistance", 57)
    eventually(lambda: ana.page.locator(".figure--wait").count(), 0)
    eventually(lambda: script.ask(f"/t/{table}")["state"]["deity"]["resistance"], 57)
