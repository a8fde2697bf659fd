"""What an update costs the phone that shows it: script on a slow processor, jumps, time from finger to eye.

.venv/bin/python -m bench.screens [taps]
"""

import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, CDPSession, sync_playwright

from bench.pages import NINE, chrome
from tests.browser.chromium import ChromiumPhone
from tests.browser.server import Script, Server

SLOW = 4  # times slower than this machine: a cheap phone
PAUSE = 0.3  # seconds between two taps
ENOUGH = 8.0  # milliseconds of script for one update
COSTS = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration", "TaskDuration")

# Written down by the page itself: what moved without a finger, and when figures changed.
WATCH = """
window.seen = {shift: 0, moved: [], changed: [], pressed: [], handled: []};
new PerformanceObserver(list => {
  for (const entry of list.getEntries()) {
    if (entry.hadRecentInput) continue;
    seen.shift += entry.value;
    for (const {node} of entry.sources)
      seen.moved.push(node?.id || node?.getAttribute?.('class') || node?.nodeName || '?');
  }
}).observe({type: 'layout-shift', buffered: true});
const now = () => performance.timeOrigin + performance.now();
addEventListener('pointerup', () => seen.pressed.push(now()), true);
addEventListener('pointerup', () => seen.handled.push(now() - seen.pressed.at(-1)));
addEventListener('DOMContentLoaded', () => new MutationObserver(() => {
  const figure = document.getElementById('deity-resistance')?.textContent;
  if (figure !== seen.figure) seen.changed.push([figure, now()]);
  seen.figure = figure;
}).observe(document.body, {subtree: true, childList: true, characterData: true}));
"""


class Watched:
    """A phone at the table whose work is measured."""

    def __init__(self, browser: Browser, address: str, slow: int = 1) -> None:
        self.phone = ChromiumPhone(browser)
        self.phone.page.add_init_script(WATCH)
        self.devtools: CDPSession = self.phone.context.new_cdp_session(self.phone.page)
        self.devtools.send("Performance.enable")
        self.devtools.send("Emulation.setCPUThrottlingRate", {"rate": slow})
        self.phone.go(address)
        self.phone.page.locator("html[data-live=ok]").wait_for()
        time.sleep(1.5)

    def costs(self) -> dict[str, float]:
        """Milliseconds so far, by kind."""
        metrics = self.devtools.send("Performance.getMetrics")["metrics"]
        return {one["name"]: one["value"] * 1000 for one in metrics if one["name"] in COSTS}

    def place(self, selector: str) -> tuple[float, float]:
        """The middle of what the selector finds."""
        box = self.phone.page.locator(selector).first.bounding_box()
        assert box
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def taps(self, place: tuple[float, float]) -> None:
        """A finger there; nothing else runs in the page for it."""
        self.phone.page.touchscreen.tap(*place)
        time.sleep(PAUSE)

    def seen(self) -> dict[str, Any]:
        found: dict[str, Any] = self.phone.run("return seen")
        return found

    def forgets(self) -> None:
        self.phone.run("Object.assign(seen, {shift: 0, moved: [], changed: [], pressed: [], handled: []})")


class Table:
    """A raid in its first turn, and somebody who taps from afar."""

    def __init__(self, server: Server, names: list[str]) -> None:
        self.script, self.server, self.people = Script(server), server, len(names)
        table = self.script.open_raid(names, resistance=20)
        self.id, self.link = table["id"], table["links"]["seat"].rsplit("/", 1)[1]
        self.do("lock-teams")
        self.do("choose-deity", name="Véspera")
        self.do("start", first="p1")

    @property
    def address(self) -> str:
        return f"{self.server.at}/j/{self.link}"

    def do(self, command: str, **fields: Any) -> None:
        self.script.do(self.id, command, **fields)
        time.sleep(PAUSE)

    def taps(self, n: int) -> None:
        for number in range(n):
            if number % 2:
                self.do("gain", participant=f"p{1 + number % self.people}", amount=1)
            else:
                self.do("damage-deity", amount=1)

    def goes_round(self) -> int:
        """A whole round of the table; how many steps it had."""
        self.taps(4)
        for turn in range(1, self.people + 1):
            self.do("end-turn", turn=turn)
        self.do("extract", esbirros=["Garra", "sombra", "Garra"])
        self.do("damage-all", power="w1", amount=5, printed=3, kind="attack", cause="deity")
        self.do("annul", power="w3", by="p1")
        self.do("skip", power="w4")
        self.do("end-turn", turn=self.people + 1, to_discard=True)
        return 4 + self.people + 5


def per_update(name: str, phone: Watched, updates: int, before: dict[str, float]) -> tuple[str, float]:
    after = phone.costs()
    script, style, layout, task = ((after[one] - before[one]) / updates for one in COSTS)
    told = f"| {name} | {updates} | {script:.1f} ms | {style + layout:.1f} ms | {task:.1f} ms |"
    return told, script


def updates(browser: Browser, server: Server, taps: int) -> float:
    """The cost of others' taps, of a whole round and of own taps; the dearest script."""
    print(f"Every update at {SLOW} times slower; in brackets the people at the table.\n")
    print("| what | updates | script | style and layout | all work |")
    print("| --- | --- | --- | --- | --- |")
    dearest, shifts = 0.0, []
    for names in (NINE[:4], NINE):
        table = Table(server, names)
        phone = Watched(browser, table.address, SLOW)
        phone.forgets()
        before = phone.costs()
        table.taps(taps)
        line, script = per_update(f"somebody else’s tap ({len(names)})", phone, taps, before)
        print(line, flush=True)
        dearest = max(dearest, script)
        shifts.append((f"{taps} taps of others ({len(names)})", phone.seen()))
        phone.forgets()
        before = phone.costs()
        line, script = per_update(f"a whole round ({len(names)})", phone, table.goes_round(), before)
        print(line, flush=True)
        dearest = max(dearest, script)
        shifts.append((f"a whole round ({len(names)})", phone.seen()))
        phone.forgets()
        place = phone.place("#people .person [data-by='1'] button")
        before = phone.costs()
        for _ in range(taps // 2):
            phone.taps(place)
        line, _ = per_update(
            f"own tap, its answer and its push together ({len(names)})", phone, taps // 2, before
        )
        print(line, flush=True)
        script = statistics.mean(phone.seen()["handled"])
        print(f"| of these at the finger’s release ({len(names)}) | {taps // 2} | {script:.1f} ms | | |")
        shifts.append((f"{taps // 2} own taps ({len(names)})", phone.seen()))
        phone.phone.close()
    print("\n| meanwhile | layout shift | what moved |")
    print("| --- | --- | --- |")
    for name, seen in shifts:
        print(f"| {name} | {seen['shift']:.4f} | {', '.join(sorted(set(seen['moved']))) or '–'} |")
    return dearest


def from_finger_to_eye(browser: Browser, server: Server, taps: int) -> None:
    """Milliseconds from the finger's release to the figure here and on another phone."""
    table = Table(server, NINE[:4])
    here, there = Watched(browser, table.address), Watched(browser, table.address)
    place = here.place("#deity [data-by='-1'] button")
    own, other = [], []
    for _ in range(taps):
        here.forgets()
        there.forgets()
        here.taps(place)
        pressed = here.seen()["pressed"][0]
        own.append(here.seen()["changed"][0][1] - pressed)
        other.append(there.seen()["changed"][0][1] - pressed)
    print("\n| from the finger’s release to | p50 | p95 | slowest |")
    print("| --- | --- | --- | --- |")
    for name, took in (("the figure under it", own), ("the figure on another phone", other)):
        took.sort()
        late = took[int(len(took) * 0.95)]
        print(f"| {name} | {statistics.median(took):.1f} ms | {late:.1f} ms | {took[-1]:.1f} ms |")


def main() -> int:
    taps = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        server = Server(Path(folder)).start()
        browser = driver.chromium.launch(
            executable_path=chrome(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        try:
            dearest = updates(browser, server, taps)
            from_finger_to_eye(browser, server, taps)
        finally:
            browser.close()
            server.stop()
    return 0 if dearest < ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
