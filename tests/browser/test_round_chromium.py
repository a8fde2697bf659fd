"""A round on three phones in Chromium."""

from collections.abc import Callable

from tests.browser.a_round import Round
from tests.browser.chromium import ChromiumPhone
from tests.browser.server import Script, Server


def test_two_phones_and_a_watcher_play_a_round(
    server: Server, script: Script, phone: Callable[..., ChromiumPhone]
) -> None:
    Round(server, script, phone(), phone(theme="light"), phone(width=320, height=568)).play()
