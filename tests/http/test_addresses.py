"""Links and QRs lead phones here: never to «localhost», never past what a trusted proxy says."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import zxingcpp
from flask import Flask
from PIL import Image, ImageDraw

from tests.http.conftest import Phone
from tracker.config import Settings
from tracker.factory import create_app
from tracker.web.addresses import Asked, machine_addresses, reach

LAN = ("192.168.1.23", "10.8.0.2", "fd00::2")
EVERYTHING = "0.0.0.0"


def base(host: str, **more: Any) -> str:
    """What links begin with, for a request to ``host`` of a server on port 8000."""
    given = {"public_url": None, "bound": EVERYTHING, "chosen": None, "machine": LAN} | more
    scheme, prefix = given.pop("scheme", "http"), given.pop("prefix", "")
    return reach(Asked(scheme, host, prefix, 8000), **given).base


def test_the_configured_address_goes_before_all() -> None:
    for host in ("localhost:8000", "192.168.1.23:8000", "mesa.local"):
        assert (
            base(host, public_url="https://mesa.example.org/x", chosen="10.8.0.2")
            == "https://mesa.example.org/x"
        )


def test_then_the_one_the_request_came_by() -> None:
    assert base("192.168.1.23:8000") == "http://192.168.1.23:8000"
    assert base("mesa.local") == "http://mesa.local"
    assert base("[fd00::9]:8000", scheme="https", prefix="/mesa") == "https://[fd00::9]:8000/mesa"
    assert base("203.0.113.5:80") == "http://203.0.113.5:80"


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "localhost:9999",
        "127.0.0.1:8000",
        "127.9.9.9",
        "[::1]:8000",
        "0.0.0.0:8000",
        "[::]",
        "[::ffff:127.0.0.1]",
        "a.localhost",
    ],
)
def test_from_this_machine_itself_its_address_in_the_network(host: str) -> None:
    assert base(host) == "http://192.168.1.23:8000"


def test_the_port_is_the_one_the_server_has_open() -> None:
    assert base("localhost:9999") == "http://192.168.1.23:8000"
    assert (
        reach(Asked("http", "localhost", "", 80), public_url=None, bound="", chosen=None, machine=LAN).base
        == "http://192.168.1.23"
    )


def test_the_host_chooses_among_the_machines_addresses() -> None:
    assert base("localhost", chosen="10.8.0.2") == "http://10.8.0.2:8000"
    assert base("192.168.1.23:8000", chosen="10.8.0.2") == "http://10.8.0.2:8000"
    assert base("localhost", chosen="fd00::2", bound="::") == "http://[fd00::2]:8000"
    found = reach(Asked("http", "localhost", "", 8000), public_url=None, bound="::", chosen=None, machine=LAN)
    assert found.choices == LAN


def test_a_choice_that_is_no_longer_this_machines_is_passed_over() -> None:
    assert base("localhost", chosen="evil.example") == "http://192.168.1.23:8000"
    assert base("localhost", chosen="192.168.7.7") == "http://192.168.1.23:8000"


def test_only_what_the_server_listens_on() -> None:
    assert base("localhost", bound="10.8.0.2") == "http://10.8.0.2:8000"
    assert base("localhost", bound=EVERYTHING, machine=("fd00::2", "10.8.0.2")) == "http://10.8.0.2:8000"


def test_where_no_phone_can_come_in_the_reason_is_told() -> None:
    found = reach(
        Asked("http", "localhost", "", 8000), public_url=None, bound=EVERYTHING, chosen=None, machine=()
    )
    assert (found.base, found.why) == ("", "no_network")
    found = reach(
        Asked("http", "localhost", "", 8000), public_url=None, bound="127.0.0.1", chosen=None, machine=LAN
    )
    assert found.why == "only_this_machine"
    assert "localhost" not in found.base


def test_this_machines_addresses_are_no_loopback() -> None:
    for address in machine_addresses():
        assert not address.startswith(("127.", "0.", "169.254.", "fe80", "::"))


# --- Over HTTP ------------------------------------------------------------------------------------


def links(app: Flask, host: str, **headers: str) -> dict[str, str]:
    answer = app.test_client().post(
        "/tables",
        json={"game": "raid", "names": ["Ana"]},
        headers={"Host": host, "Accept": "application/json", **headers},
        environ_overrides={"SERVER_PORT": "8000"},
    )
    assert answer.status_code == 201
    document: Any = answer.json
    return dict(document["links"])


FORWARDED = {
    "X-Forwarded-For": "203.0.113.9",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "mesa.example.org",
    "X-Forwarded-Prefix": "/juegos",
}


@pytest.fixture
def lan(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tracker.web.at_table.machine_addresses", lambda: LAN)


@pytest.mark.usefixtures("lan")
def test_links_of_a_table_opened_on_localhost(app: Flask) -> None:
    for link in links(app, "localhost:8000").values():
        assert link.startswith("http://192.168.1.23:8000/")


@pytest.mark.usefixtures("lan")
def test_a_trusted_proxy_is_believed_and_nobody_else(settings: Settings) -> None:
    hosts = frozenset({"mesa.example.org"})
    alone = create_app(replace(settings, hosts=hosts))
    assert links(alone, "localhost:8000", **FORWARDED)["table"].startswith("http://192.168.1.23:8000/t/")
    behind = create_app(replace(settings, hosts=hosts, trusted_proxies=1))
    assert links(behind, "localhost:8000", **FORWARDED)["table"].startswith(
        "https://mesa.example.org/juegos/t/"
    )
    spoofed = {name: f"evil.example, {value}" for name, value in FORWARDED.items()}
    assert links(behind, "localhost:8000", **spoofed)["table"].startswith(
        "https://mesa.example.org/juegos/t/"
    )


def test_behind_tls_cookies_are_secure(settings: Settings) -> None:
    app = create_app(replace(settings, hosts=frozenset({"mesa.example.org"}), trusted_proxies=1))
    answer = app.test_client().post(
        "/tables", json={"game": "raid", "names": ["Ana"]}, headers={"Host": "localhost", **FORWARDED}
    )
    cookie = answer.headers["Set-Cookie"]
    assert "Secure" in cookie
    assert "Path=/juegos/" in cookie


def test_an_origin_is_compared_with_what_the_proxy_says(settings: Settings) -> None:
    app = create_app(replace(settings, hosts=frozenset({"mesa.example.org"}), trusted_proxies=1))
    for origin, status in (("https://mesa.example.org", 201), ("http://localhost:8000", 403)):
        answer = app.test_client().post(
            "/tables",
            json={"game": "raid", "names": ["Ana"]},
            headers={"Host": "localhost:8000", "Origin": origin, "Accept": "application/json", **FORWARDED},
        )
        assert answer.status_code == status


def test_mounted_under_a_prefix_every_address_has_it(settings: Settings) -> None:
    client: Any = create_app(settings).test_client()
    under = {"base_url": "http://192.0.2.7:8000/mesa"}
    json = {"Accept": "application/json"}
    raid = {"game": "raid", "names": ["Ana"], "options": {"resistance": 20}}
    document = client.post("/tables", json=raid, headers=json, **under).json
    at = f"/t/{document['id']}"
    assert client.post(f"{at}/start", json={"first": "p1"}, headers=json, **under).status_code == 200
    assert document["links"]["seat"].startswith("http://192.0.2.7:8000/mesa/j/")
    told = next(iter(client.get(f"{at}/live", buffered=False, **under).response)).decode()
    pages = [client.get(path, **under).text for path in ("/", at, f"{at}/log", f"{at}/share")]
    for text in [*pages, told]:
        found = re.findall(r'(?:href|src|action|hx-post|hx-sse:connect|data-at)="(/[^"]*)"', text)
        assert found
        assert [address for address in found if not address.startswith("/mesa/")] == []


# --- The pictures ---------------------------------------------------------------------------------


def read(svg: str) -> str:
    """What a camera reads in a QR made of one path of squares on a white ground."""
    width = float(re.search(r'viewBox="0 0 ([\d.]+)', svg)[1])  # type: ignore[index]
    assert re.search(r'<(?:svg:)?rect[^>]*fill="white"', svg)
    scale = 24 * 8 / width if width < 60 else 8
    picture = Image.new("L", (int(width * scale), int(width * scale)), 255)
    pen = ImageDraw.Draw(picture)
    path = re.search(r' d="([^"]+)"', svg)[1]  # type: ignore[index]
    for x, y, right, down in re.findall(r"M([\d.]+),([\d.]+)H([\d.]+)V([\d.]+)", path):
        box = (float(x), float(y), float(right), float(down))
        pen.rectangle([round(edge * scale) - (n > 1) for n, edge in enumerate(box)], fill=0)
    (found,) = zxingcpp.read_barcodes(picture)
    return str(found.text)


def test_the_qr_says_what_the_link_says(phone: Phone, table: dict[str, Any]) -> None:
    for name in ("seat", "watch"):
        answer = phone.get(f"{phone.at}/qr/{name}.svg", json=False)
        assert answer.content_type.startswith("image/svg+xml")
        assert answer.headers["Cache-Control"] == "no-store"
        assert read(answer.text) == table["links"][name]


def test_the_share_page_shows_code_and_address(
    phone: Phone, table: dict[str, Any], another: Callable[[], Phone]
) -> None:
    page = phone.get(f"{phone.at}/share", json=False).text
    code = table["links"]["seat"].rpartition("/")[2]
    assert code[:4] in page
    assert "192.0.2.7:8000" in page
    assert f"{phone.at}/qr/seat.svg" in page
    sheet = phone.get(f"{phone.at}/share", json=False, headers={"HX-Request": "true"}).text
    assert "<html" not in sheet
    watcher = another()
    watcher.follow(table["links"]["watch"])
    shown = watcher.get(f"{watcher.at}/share", json=False).text
    assert code[:4] not in shown
    assert "qr/seat.svg" not in shown


def test_programs_get_the_links_of_the_share_page_as_the_document(
    phone: Phone, table: dict[str, Any]
) -> None:
    assert phone.get(f"{phone.at}/share").json == phone.see()


def test_without_a_network_the_share_page_says_why(
    phone: Phone, table: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.web.at_table.machine_addresses", lambda: ())
    answer = phone.ask("GET", f"{phone.at}/share", headers={"Host": "localhost:8000", "Accept": "text/html"})
    assert answer.status_code == 403  # cookies are per host: this is another door
    client = phone.client
    client.set_cookie("vigilia", client.get_cookie("vigilia", "192.0.2.7").decoded_value, domain="localhost")  # type: ignore[union-attr]
    page = client.get(f"{phone.at}/share", base_url="http://localhost:8000").text
    assert "qr/seat.svg" not in page
    assert "localhost" not in page
