"""Browsers and servers for the tests that see what people see."""

import re
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import ChromiumPhone, opened
from tests.browser.fingers import Fingers
from tests.browser.phones import seat, shows
from tests.browser.server import Script, Server
from tests.browser.webkit import WebKitPhone, screen

PICTURES = Path(__file__).with_name("pictures")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, Any]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


FAILED = pytest.StashKey[bool]()


def picture(request: pytest.FixtureRequest, number: int) -> str:
    """Where the picture of a phone in a failed test goes."""
    PICTURES.mkdir(exist_ok=True)
    return str(PICTURES / f"{re.sub(r'[^a-z0-9]+', '-', request.node.name.lower())}-{number}.png")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path)
    server.start()
    yield server
    server.stop()
    assert not server.traces(), server.log.read_text()


@pytest.fixture(scope="module")
def a_server_for_all(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One for a whole module, whose tests have tables of their own."""
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()
    assert not server.traces(), server.log.read_text()


@pytest.fixture
def script(server: Server) -> Script:
    """Somebody who prepares a table without pressing through its pages."""
    return Script(server)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    with opened() as browser:
        yield browser


@pytest.fixture
def phone(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Callable[..., ChromiumPhone]]:
    """Makes phones; at the end none of them may have complained about its page."""
    phones: list[ChromiumPhone] = []

    def another(**wanted: Any) -> ChromiumPhone:
        phones.append(ChromiumPhone(chromium, **wanted))
        return phones[-1]

    yield another
    failed = request.node.stash.get(FAILED, False)
    for number, made in enumerate(phones, 1):
        if failed:
            made.page.screenshot(path=picture(request, number))
        made.close()
    assert not [complaint for made in phones for complaint in made.complaints]


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    with screen() as name:
        yield name


@pytest.fixture
def webkit_phone(display: str, request: pytest.FixtureRequest) -> Iterator[Callable[[], WebKitPhone]]:
    phones: list[WebKitPhone] = []

    def another() -> WebKitPhone:
        phones.append(WebKitPhone(display))
        return phones[-1]

    yield another
    failed = request.node.stash.get(FAILED, False)
    for number, made in enumerate(phones, 1):
        if failed:
            made.driver.save_screenshot(picture(request, number))
        made.close()


@pytest.fixture
def table(script: Script) -> str:
    """Ana's first turn of three, against Véspera with 90."""
    table = script.open_raid(["Ana", "Beto", "Caro"], resistance=100)
    script.do(table["id"], "lock-teams")
    script.do(table["id"], "choose-deity", name="Véspera")
    script.do(table["id"], "start", first="p1")
    return str(table["id"])


@pytest.fixture
def ana(server: Server, script: Script, table: str, phone: Callable[..., ChromiumPhone]) -> ChromiumPhone:
    """Her phone, at that table."""
    ana = phone()
    ana.go(server.at + seat(script, table))
    shows(ana, "deity-resistance", 90)
    return ana


@pytest.fixture
def hand(ana: ChromiumPhone) -> Fingers:
    """Her fingers."""
    return Fingers(ana)
