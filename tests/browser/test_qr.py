"""What a phone's camera reads from the screen: the address that phones can reach."""

from collections.abc import Callable
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import Browser

from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import eventually
from tests.browser.server import Script, Server, address_in_the_network

DRAWN = """
const picture = document.querySelector(`img[src*="/qr/${arguments[0]}.svg"]`);
return picture !== null && picture.complete && picture.naturalWidth > 0;
"""


def read(picture: Path) -> list[str]:
    with Image.open(picture) as image:
        return [found.text for found in zxingcpp.read_barcodes(image)]


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_camera_reads_the_address_in_the_network_although_the_page_was_opened_over_loopback(
    server: Server, script: Script, phone: Callable[..., ChromiumPhone], tmp_path: Path, theme: str
) -> None:
    table = script.open_raid(["Ana", "Beto"])
    links = table["links"]
    reachable = f"http://{address_in_the_network()}:{server.port}"
    host = phone(theme=theme)
    host.go(f"{server.at}/j/{links['seat'].rsplit('/', 1)[1]}")
    assert "127.0.0.1" in host.page.url

    host.page.locator('.nav a[href$="/share"]').tap()
    eventually(lambda: host.run(DRAWN, "seat"), True)
    host.page.screenshot(path=tmp_path / "seat.png")
    assert read(tmp_path / "seat.png") == [links["seat"]]
    assert links["seat"].startswith(f"{reachable}/j/")

    host.page.locator('a[href$="/share?tab=watch"]').tap()
    eventually(lambda: host.run(DRAWN, "watch"), True)
    host.page.screenshot(path=tmp_path / "watch.png")
    assert read(tmp_path / "watch.png") == [links["watch"]]
    assert links["watch"].startswith(f"{reachable}/w/")


def test_who_scans_it_sits_down_and_sees_what_the_others_see(
    server: Server, script: Script, phone: Callable[..., ChromiumPhone], chromium: Browser
) -> None:
    links = script.open_raid(["Ana", "Beto"])["links"]
    guest = phone()
    guest.go(links["seat"])
    assert guest.page.url.startswith(f"http://{address_in_the_network()}:{server.port}/t/")
    guest.page.get_by_text("Ana", exact=True).first.wait_for()
