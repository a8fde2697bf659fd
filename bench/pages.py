"""Lighthouse, as a middling phone on a slow mobile network, on the home page and on a table in play.

.venv/bin/python -m bench.pages [runs]
"""

import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.browser.chromium import on_path
from tests.browser.server import Script, Server

LIGHTHOUSE = Path(__file__).with_name("node_modules") / ".bin" / "lighthouse"
AUDITS = (
    "first-contentful-paint",
    "largest-contentful-paint",
    "total-blocking-time",
    "cumulative-layout-shift",
    "total-byte-weight",
)
HEAD = """\
| page | performance · accessibility · best practices | first paint | largest | blocked | shift | weight |
| --- | --- | --- | --- | --- | --- | --- |"""
NINE = ["Ana", "Beto", "Caro", "Dani", "Elena", "Fran", "Gael", "Hilda", "Inés"]


def chrome() -> str:
    return (
        os.environ.get("CHROME_PATH")
        or on_path()
        or sys.exit("Missing: Chromium. Install it, or set CHROME_PATH.")
    )


def playing(server: Server, names: list[str]) -> tuple[str, str]:
    """A table in its first turn: its path, and the cookie of a phone that has sat down at it."""
    script = Script(server)
    table = script.open_raid(names, resistance=20)
    script.do(table["id"], "lock-teams")
    script.do(table["id"], "choose-deity", name="Véspera")
    script.do(table["id"], "start", first="p1")
    door = http.client.HTTPConnection("127.0.0.1", server.port)
    door.request("GET", f"/j/{table['links']['seat'].rsplit('/', 1)[1]}")
    answer = door.getresponse()
    answer.read()
    cookies = "; ".join(cookie.split(";")[0] for cookie in answer.headers.get_all("Set-Cookie", []))
    return f"/t/{table['id']}", cookies


def audit(address: str, cookie: str, folder: Path, *, stream: bool) -> dict[str, Any]:
    """One run of Lighthouse. Without the stream it measures; with it, it listens for errors.

    A page with an open stream is never idle, which Lighthouse waits for; one whose stream is kept
    from it says so in the console.
    """
    report = folder / "report.json"
    wanted = ("best-practices",) if stream else ("performance", "accessibility")
    how = ["--max-wait-for-load=12000"] if stream else ["--blocked-url-patterns=*/live*"]
    subprocess.run(
        [
            LIGHTHOUSE,
            address,
            "--quiet",
            "--output=json",
            f"--output-path={report}",
            f"--only-categories={','.join(wanted)}",
            f"--extra-headers={json.dumps({'Cookie': cookie} if cookie else {})}",
            "--chrome-flags=--headless=new --disable-dev-shm-usage"
            + ("" if os.getuid() else " --no-sandbox"),
            *how,
        ],
        env={**os.environ, "CHROME_PATH": chrome()},
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    found: dict[str, Any] = json.loads(report.read_text())
    return found


def middle(reports: list[dict[str, Any]], look: Callable[[dict[str, Any]], float]) -> float:
    return float(statistics.median(look(report) for report in reports))


def score(reports: list[dict[str, Any]], category: str) -> int:
    return round(100 * middle(reports, lambda report: report["categories"][category]["score"]))


def figure(reports: list[dict[str, Any]], audit: str) -> float:
    return middle(reports, lambda report: report["audits"][audit]["numericValue"])


def row(name: str, measured: list[dict[str, Any]], heard: dict[str, Any]) -> str:
    """The middle of all runs, as a line of the table."""
    fcp, lcp, tbt, cls, weight = (figure(measured, one) for one in AUDITS)
    scores = [
        score(measured, "performance"),
        score(measured, "accessibility"),
        score([heard], "best-practices"),
    ]
    told = " · ".join(map(str, scores))
    seconds = f"{fcp / 1000:.2f} s | {lcp / 1000:.2f} s"
    return f"| {name} | {told} | {seconds} | {tbt:.0f} ms | {cls:.3f} | {weight / 1000:.1f} kB |"


def faults(report: dict[str, Any]) -> list[str]:
    """What cost points, in Lighthouse's words."""
    categories, audits = report["categories"].values(), report["audits"]
    weighed = [one["id"] for category in categories for one in category["auditRefs"] if one["weight"]]
    return [
        audits[one]["title"]
        for one in weighed
        if (audits[one]["score"] or 0) < 0.9 and audits[one]["score"] is not None
    ]


def main() -> int:
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    if not LIGHTHOUSE.exists():
        sys.exit("Missing: Lighthouse. make bench installs it (it needs node 18 or newer, and npm).")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = Server(folder).start()
        try:
            pages = {
                "home": ("/", ""),
                "table of four": playing(server, NINE[:4]),
                "table of nine": playing(server, NINE),
            }
            print(HEAD)
            reached = True
            for page, (path, cookie) in pages.items():
                measured = [audit(server.at + path, cookie, folder, stream=False) for _ in range(runs)]
                heard = audit(server.at + path, cookie, folder, stream=True)
                print(row(page, measured, heard), flush=True)
                for words in sorted({title for report in (*measured, heard) for title in faults(report)}):
                    print(f"  - {words}")
                reached &= score(measured, "performance") >= 98 and score(measured, "accessibility") == 100
                reached &= score([heard], "best-practices") == 100 and figure(measured, AUDITS[1]) <= 1500
        finally:
            server.stop()
    return 0 if reached else 1


if __name__ == "__main__":
    sys.exit(main())
