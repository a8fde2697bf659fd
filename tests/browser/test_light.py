"""What a real browser fetches at its first visit; and that lean style sheets mean the same."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import eventually
from tests.browser.server import Script, Server
from tracker.web import lean

MOST = 60_000  # bytes over the wire
SHEETS = sorted((Path(__file__).parents[2] / "static" / "css").rglob("*.css"))
RULES = """
const rules = text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return Array.from(sheet.cssRules, rule => rule.cssText.replace(/\\s+/g, ' ').replace(/ ?, ?/g, ','));
};
const [written, served] = Array.from(arguments, rules);
return written.filter((rule, n) => rule !== served[n]).concat(served.slice(written.length));
"""


class Wire:
    """Everything that one phone fetches, with the bytes that came for it."""

    def __init__(self, phone: ChromiumPhone) -> None:
        self.requested: dict[str, str] = {}
        self.bytes: dict[str, float] = {}
        devtools = phone.context.new_cdp_session(phone.page)
        devtools.on("Network.requestWillBeSent", self._asked)
        devtools.on("Network.dataReceived", self._came)
        devtools.on("Network.responseReceived", self._began)
        devtools.on("Network.loadingFinished", self._ended)
        devtools.send("Network.enable")

    def _asked(self, event: dict[str, Any]) -> None:
        if not event["request"]["url"].startswith("data:"):
            self.requested[event["requestId"]] = event["request"]["url"]

    def _began(self, event: dict[str, Any]) -> None:
        self.bytes[event["requestId"]] = event["response"]["encodedDataLength"]

    def _came(self, event: dict[str, Any]) -> None:
        self.bytes[event["requestId"]] = self.bytes.get(event["requestId"], 0) + event["encodedDataLength"]

    def _ended(self, event: dict[str, Any]) -> None:
        self.bytes[event["requestId"]] = event["encodedDataLength"]

    def fetched(self, kind: str) -> list[str]:
        return [address for address in self.requested.values() if address.split("?")[0].endswith(kind)]

    @property
    def total(self) -> float:
        return sum(self.bytes[one] for one in self.requested if one in self.bytes)


def test_a_phone_that_comes_in_fetches_little_and_all_of_it_from_here(
    server: Server, script: Script, phone: Callable[..., ChromiumPhone]
) -> None:
    table = script.open_raid(["Ana", "Beto", "Caro", "Dani"], resistance=20)
    script.do(table["id"], "start", first="p1")
    ana = phone()
    wire = Wire(ana)
    ana.go(f"{server.at}/j/{table['links']['seat'].rsplit('/', 1)[1]}")
    eventually(lambda: ana.run("return document.getElementById('presence').textContent.trim() !== ''"), True)
    eventually(lambda: ana.run("return document.fonts.status"), "loaded")
    assert all(address.startswith(server.at) for address in wire.requested.values())
    assert [len(wire.fetched(kind)) for kind in (".css", ".js", ".woff2", "/live")] == [1, 2, 1, 1]
    assert 0 < wire.total <= MOST, wire.bytes


def test_a_lean_style_sheet_means_what_the_written_one_says(phone: Callable[..., ChromiumPhone]) -> None:
    page = phone()
    assert SHEETS
    for sheet in SHEETS:
        text = sheet.read_text("utf-8")
        assert page.run(RULES, text, lean.sheet(text)) == [], sheet.name
