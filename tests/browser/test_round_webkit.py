"""The same round in WebKit, as on iPhones."""

from collections.abc import Callable

from tests.browser.a_round import Round
from tests.browser.server import Script, Server
from tests.browser.webkit import WebKitPhone


def test_two_phones_and_a_watcher_play_a_round(
    server: Server, script: Script, webkit_phone: Callable[[], WebKitPhone]
) -> None:
    Round(server, script, webkit_phone(), webkit_phone(), webkit_phone()).play()
