"""How much a phone loads before it shows the table: everything counted, all of it from here."""

import gzip
import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import pytest

from tests.http.conftest import OWN, Phone

Another = Callable[[], Phone]
MOST = 60_000  # bytes over the wire, headers included
NINE = ("Ana", "Beto", "Caro", "Dani", "Elena", "Fran", "Gael", "Hilda", "Inés")
LOADED = re.compile(
    r"<(?:link|script|img|source|video|audio|iframe)\b[^>]*?\s(?:href|src|poster)=\"([^\"]+)\""
)
IN_A_SHEET = re.compile(rb"url\(\"?([^\"')]+)\"?\)")


def length(answer: Any) -> int:
    """Of an answer as it goes over the wire, its headers too."""
    return len(str(answer.headers)) + len(answer.data) + len("HTTP/1.1 200 OK\r\n")


def first_load(phone: Phone, path: str) -> dict[str, int]:
    """Every address a browser asks for when it opens ``path`` for the first time, with its bytes."""
    packed = {"Accept-Encoding": "gzip"}
    page = phone.get(path, json=False, headers=packed)
    assert page.status_code == 200
    loaded = {path: length(page)}
    html = gzip.decompress(page.data).decode()
    named = [address for address in LOADED.findall(html) if not address.startswith("data:")]
    wanted = [urljoin(f"{OWN}{path}", address) for address in named]
    while wanted:
        address = wanted.pop(0)
        assert address.startswith(f"{OWN}/"), f"from another host: {address}"
        if address in loaded:
            continue
        answer = phone.get(address.removeprefix(OWN), json=False, headers=packed)
        assert answer.status_code == 200, address
        loaded[address] = length(answer)
        if answer.mimetype == "text/css":
            sheet = gzip.decompress(answer.data)
            wanted += [urljoin(address, found.decode()) for found in IN_A_SHEET.findall(sheet)]
        answer.close()
    for address in re.findall(r'hx-sse:connect="([^"]+)"', html):
        stream = phone.ask("GET", address.replace("&amp;", "&"), buffered=False)
        loaded["stream"] = len(str(stream.headers)) + len(next(iter(stream.response)))
        stream.close()
    return loaded


@pytest.fixture
def nine(phone: Phone) -> Phone:
    """The fullest table there is, a turn of it."""
    phone.open(names=NINE, resistance=20)
    phone.do("lock-teams")
    phone.do("choose-deity", name="Véspera")
    phone.do("start", first="p1")
    return phone


def test_a_first_load_stays_under_60_kb_and_asks_nobody_else(nine: Phone, another: Another) -> None:
    for who, path in ((another(), "/"), (nine, nine.at)):
        loaded = first_load(who, path)
        assert sum(loaded.values()) <= MOST, json.dumps(loaded, indent=1)
        assert sum(".css" in address for address in loaded) == 1
        assert sum(".woff2" in address for address in loaded) == 1
        assert sum(".js" in address for address in loaded) == 2


def test_a_page_names_no_other_host(nine: Phone) -> None:
    for path in ("/", nine.at, f"{nine.at}/log", f"{nine.at}/sheet/table", "/nowhere"):
        elsewhere = re.findall(
            r"""(?:href|src|action|content)=["'](?:https?:)?//[^"']+""", nine.get(path, json=False).text
        )
        assert not elsewhere


# --- Packed ---------------------------------------------------------------------------------------


def test_a_page_is_packed_for_who_can_unpack_it(nine: Phone) -> None:
    plain = nine.get(nine.at, json=False)
    packed = nine.get(nine.at, json=False, headers={"Accept-Encoding": "br, gzip"})
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data) / 4
    assert gzip.decompress(packed.data).endswith(b"</html>")
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer.headers["Vary"]


def test_a_page_that_holds_a_code_is_never_packed(nine: Phone, another: Another) -> None:
    document = nine.see()
    codes = {link.rpartition("/")[2] for name, link in document["links"].items() if name != "table"}
    watcher = another()
    watcher.follow(document["links"]["watch"])
    for who in (nine, watcher):
        pages = ["", "/log", "/share", "/share?tab=watch", "/share?tab=host", "/sheet/table", "/sheet/person"]
        for path in pages:
            for htmx in ({}, {"HX-Request": "true"}):
                sent = {"Accept-Encoding": "gzip", **htmx}
                answer = who.get(f"{nine.at}{path}", json=False, headers=sent)
                packed = answer.headers.get("Content-Encoding") == "gzip"
                text = (gzip.decompress(answer.data) if packed else answer.data).decode()
                assert not packed or not [code for code in codes if code in text], path
    assert "no-transform" in nine.get(f"{nine.at}/share", json=False).headers["Cache-Control"]


# --- The stream of a page that was just loaded ----------------------------------------------------


def since(phone: Phone, wanted: str | None = None) -> str:
    """The first that a page's stream says; ``wanted``: what the page claims to show."""
    (address,) = re.findall(r'hx-sse:connect="([^"]+)"', phone.get(phone.at, json=False).text)
    if wanted is not None:
        address = f"{address.partition('?')[0]}?since={wanted}"
    stream = phone.ask("GET", address, buffered=False)
    said = bytes(next(iter(stream.response)))
    stream.close()
    return said.decode()


def test_a_page_that_was_just_loaded_is_only_told_who_is_here(nine: Phone) -> None:
    said = since(nine)
    assert 'hx-target="#presence"' in said
    assert 'hx-target="#people"' not in said
    assert len(said) < 400


def test_a_page_that_lies_open_since_earlier_is_told_what_changed(nine: Phone) -> None:
    revision = nine.see()["revision"]
    nine.do("damage-deity", amount=7)
    said = since(nine, f"host-es-{revision}")
    assert 'hx-target="#deity"' in said
    assert 'hx-target="#dock"' not in said or f"id: {revision + 1}" in said


@pytest.mark.parametrize(
    "wanted", ["", "x", "host-es-", "host-es-99999", "host-en-4", "seat-es-4", "host-es-²"]
)
def test_a_page_that_shows_something_else_is_told_everything(nine: Phone, wanted: str) -> None:
    said = since(nine, wanted)
    for name in ("strip", "deity", "step", "people", "dock"):
        assert f'hx-target="#{name}"' in said
