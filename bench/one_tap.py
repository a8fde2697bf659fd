"""How long until every phone of a table holds a tap: one server, five phones, real requests over loopback.

.venv/bin/python -m bench.one_tap [taps] [phones]
"""

import http.client
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from urllib.parse import urlencode

from tests.browser.server import Script, Server

PAUSE = 0.02  # seconds between two taps: nobody taps faster
ENOUGH = 0.25  # what the table was promised


class Phone:
    """Sits down by the link and listens to the page's stream; remembers when each revision came."""

    def __init__(self, server: Server, code: str) -> None:
        self.came: dict[int, float] = {}
        self.news = threading.Condition()
        door = http.client.HTTPConnection("127.0.0.1", server.port)
        door.request("GET", f"/j/{code}")
        answer = door.getresponse()
        answer.read()
        self.at = str(answer.headers["Location"]).split("?")[0]
        cookies = [cookie.split(";")[0] for cookie in answer.headers.get_all("Set-Cookie", [])]
        self.headers = {"Cookie": "; ".join(cookies)}
        self.table = http.client.HTTPConnection("127.0.0.1", server.port)
        self.stream = http.client.HTTPConnection("127.0.0.1", server.port)
        self.stream.request("GET", f"{self.at}/live", headers=self.headers)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        lines = self.stream.getresponse()
        while line := lines.readline():
            if line.startswith(b"id: "):
                with self.news:
                    self.came[int(line[4:])] = time.perf_counter()
                    self.news.notify_all()

    def tap(self) -> int:
        """−1 for the deity; the revision it made."""
        form = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
        self.table.request(
            "POST", f"{self.at}/damage-deity", urlencode({"amount": 1}), {**self.headers, **form}
        )
        answer = self.table.getresponse()
        answer.read()
        return int(str(answer.headers["Vigilia-Revision"]))

    def saw(self, revision: int) -> float:
        """When it held this revision or a later one."""
        with self.news:
            self.news.wait_for(lambda: any(came >= revision for came in self.came), timeout=5)
            return min(when for came, when in self.came.items() if came >= revision)


def measure(taps: int, phones: int) -> list[float]:
    """Seconds from each tap until the last of the phones held it."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder)).start()
        try:
            script = Script(server)
            table = script.open_raid(["Ana", "Beto", "Caro", "Dani"], resistance=20)
            for command in ("lock-teams", "start"):
                script.do(table["id"], command)
            code = table["links"]["seat"].rsplit("/", 1)[1]
            people = [Phone(server, code) for _ in range(phones)]
            for phone in people:
                phone.saw(0)
            took = []
            for n in range(taps):
                before = time.perf_counter()
                revision = people[n % phones].tap()
                took.append(max(phone.saw(revision) for phone in people) - before)
                time.sleep(PAUSE)
            return took
        finally:
            server.stop()


def main() -> int:
    taps, phones = (int(text) for text in (sys.argv[1:] + ["300", "5"][len(sys.argv) - 1 :]))
    took = sorted(measure(taps, phones))
    middle, late, last = statistics.median(took), took[int(len(took) * 0.99)], took[-1]
    print(f"{taps} taps, {phones} phones: until the last phone held it")
    print(f"p50 {middle * 1000:.1f} ms · p99 {late * 1000:.1f} ms · slowest {last * 1000:.1f} ms")
    return 0 if last <= ENOUGH else 1


if __name__ == "__main__":
    sys.exit(main())
