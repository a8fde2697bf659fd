"""A real `vigilia serve` for the browsers: own process, own port, a data folder that survives."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def address_in_the_network() -> str:
    """This machine's own address towards others; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError as error:
            raise AssertionError(
                "a phone needs a network to come in by: connect this machine to one"
            ) from error
        address: str = probe.getsockname()[0]
    return address


class Server:
    """One server; `at` is how it is reached over loopback."""

    def __init__(self, folder: Path, port: int | None = None) -> None:
        self.folder, self.port = folder, port or free_port()
        self.at = f"http://127.0.0.1:{self.port}"
        self.log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        environment = {name: value for name, value in os.environ.items() if not name.startswith("VIGILIA_")}
        arguments = [
            "serve",
            "--host",
            "0.0.0.0",
            "--port",
            str(self.port),
            "--data",
            str(self.folder / "data"),
        ]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tracker", *arguments],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
            )
        until = time.monotonic() + 20
        while not self._answers():
            assert self._process.poll() is None, f"the server ended at once:\n{self.log.read_text()}"
            assert time.monotonic() < until, f"no answer from the server:\n{self.log.read_text()}"
            time.sleep(0.05)
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Ends it; SIGKILL gives it no moment to put anything in order."""
        if self._process is None:
            return
        self._process.send_signal(how)
        try:
            self._process.wait(10)
        finally:
            self._process.kill()
            self._process.wait()
            self._process = None

    def restart(self, how: signal.Signals = signal.SIGTERM) -> None:
        self.stop(how)
        self.start()

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"{self.at}/readyz", timeout=1) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def traces(self) -> list[str]:
        """Lines of its log that no visitor should ever cause."""
        return [line for line in self.log.read_text().splitlines() if line.startswith("Traceback")]


class Script:
    """Somebody who plays by JSON instead of a page: opens tables, taps, reads them."""

    def __init__(self, server: Server) -> None:
        self._at = server.at
        self._opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())

    def ask(self, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        data = None if body is None else json.dumps(body).encode()
        wanted = {"Accept": "application/json", "Content-Type": "application/json"}
        request = urllib.request.Request(self._at + path, data=data, headers=wanted)
        try:
            with self._opener.open(request, timeout=10) as answer:
                document: dict[str, Any] = json.load(answer)
        except urllib.error.HTTPError as refused:
            with refused:
                document = json.load(refused)
        return document

    def open_raid(self, names: list[str], **options: Any) -> dict[str, Any]:
        table = self.ask("/tables", {"game": "raid", "names": names, "options": options})
        assert "error" not in table, table["error"]
        return table

    def do(self, table: str, command: str, **fields: Any) -> dict[str, Any]:
        document = self.ask(f"/t/{table}/{command}", fields)
        assert "error" not in document, document["error"]
        return document
