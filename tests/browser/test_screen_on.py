"""The screen of a phone stays on while it plays, and no longer than it is wanted.

Whether glass really stays lit no browser can tell; what can be seen is that the lock is held, or that the
film over plain http really plays (docs/adr/0008-screen-on.md says what a screen saver makes of it).
"""

from collections.abc import Callable

import pytest

from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import Phone, eventually
from tests.browser.server import Script, Server, address_in_the_network
from tests.browser.test_sleep import HIDE
from tests.browser.webkit import WebKitPhone

LOCKS = """
window.locks = [];
const ask = navigator.wakeLock.request.bind(navigator.wakeLock);
navigator.wakeLock.request = async kind => {
  const lock = await ask(kind);
  window.locks.push(lock);
  return lock;
};
"""
HELD = "return window.locks.filter(lock => !lock.released).length"
FILM = """
const film = document.querySelector('video');
return film !== null && !film.paused && film.currentTime > 0 && film.error === null;
"""
SWITCH = 'label:has([data-switch="awake"])'


@pytest.fixture
def code(script: Script) -> str:
    table = script.open_raid(["Ana", "Beto"], resistance=20)
    script.do(table["id"], "lock-teams")
    script.do(table["id"], "start", first="p1")
    return str(table["links"]["seat"].rsplit("/", 1)[1])


def away_and_back(phone: Phone) -> None:
    phone.run(HIDE, "hidden")
    phone.run(HIDE, "visible")


def flip(phone: Phone) -> None:
    phone.press("#strip .strip__turn")
    phone.press(f"#sheet {SWITCH}")
    phone.press("#sheet [data-close]")
    eventually(lambda: phone.run("return history.state"), None)  # closing went one step back


def test_the_screen_is_kept_on_although_somebody_switched_it_off(
    server: Server, code: str, phone: Callable[..., ChromiumPhone]
) -> None:
    ana = phone()
    ana.page.add_init_script(LOCKS)
    ana.go(f"{server.at}/j/{code}")
    eventually(lambda: ana.run(HELD), 1)
    # The browser lets go while nobody looks; on return it is taken again.
    ana.run("return (async () => { for (const lock of window.locks) await lock.release() })()")
    away_and_back(ana)
    eventually(lambda: ana.run(HELD), 1)
    flip(ana)
    eventually(lambda: ana.run(HELD), 0)
    away_and_back(ana)
    ana.page.reload(wait_until="domcontentloaded")
    ana.press("#people .key")
    ana.page.wait_for_timeout(300)
    assert ana.run("return window.locks.length") == 0
    flip(ana)
    eventually(lambda: ana.run(HELD), 1)


def film_plays_and_stops(phone: Phone, code: str, port: int) -> None:
    """Over the address that phones have on an evening, where no browser offers a wake lock."""
    phone.go(f"http://{address_in_the_network()}:{port}/j/{code}")
    assert not phone.run("return isSecureContext || 'wakeLock' in navigator")
    phone.press("#people .key")
    eventually(lambda: phone.run(FILM), True)
    away_and_back(phone)
    eventually(lambda: phone.run(FILM), True)
    flip(phone)
    eventually(lambda: phone.run(FILM), False)
    away_and_back(phone)
    phone.press("#people .key")
    assert phone.run("return document.querySelector('video').paused")


def test_over_plain_http_nothing_keeps_the_screen_on(
    server: Server, code: str, phone: Callable[..., ChromiumPhone]
) -> None:
    ana = phone()
    film_plays_and_stops(ana, code, server.port)
    # Only one that fills the view counts for Chromium, and it must not be seen or touched.
    film = ana.page.locator("video").bounding_box()
    assert film == {"x": 0, "y": 0, "width": 390, "height": 844}
    assert ana.run("return document.elementFromPoint(5, 400).tagName") != "VIDEO"


def test_over_plain_http_nothing_keeps_an_iphones_screen_on(
    server: Server, code: str, webkit_phone: Callable[[], WebKitPhone]
) -> None:
    ana = webkit_phone()
    film_plays_and_stops(ana, code, server.port)
    # Only one with sound that isn't muted and doesn't loop by itself counts for WebKit.
    quiet = "const film = document.querySelector('video'); return film.muted || film.loop"
    assert not ana.run(quiet)


def test_where_even_the_film_is_refused_one_sentence_says_what_to_do(
    server: Server, code: str, phone: Callable[..., ChromiumPhone]
) -> None:
    ana = phone()
    ana.page.route("**/awake.mp4*", lambda route: route.abort())
    ana.go(f"http://{address_in_the_network()}:{server.port}/j/{code}")
    ana.press("#people .key")
    ana.page.wait_for_timeout(300)
    ana.press("#strip .strip__turn")
    ana.page.locator("#sheet [data-awake-sentence]").wait_for(state="visible")
