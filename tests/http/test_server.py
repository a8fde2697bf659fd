"""A real server, stopped and killed: nothing that was acknowledged is lost, and phones are soon back."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@dataclass
class Remote:
    """A phone over a real connection; it keeps its cookie over restarts of the server."""

    port: int
    cookie: str = ""
    at: str = ""
    opened: dict[str, Any] = field(default_factory=dict)

    def ask(self, method: str, path: str, fields: Any = None, **headers: str) -> tuple[int, dict[str, Any]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        body = None if fields is None else json.dumps(fields)
        sent = {
            "Accept": "application/json",
            "Content-Type": "application/json",
            "Cookie": self.cookie,
            **headers,
        }
        try:
            connection.request(method, path, body, sent)
            answer = connection.getresponse()
            for cookie in answer.headers.get_all("Set-Cookie") or ():
                if cookie.startswith("vigilia="):
                    self.cookie = cookie.partition(";")[0]
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()

    def open(self) -> None:
        status, self.opened = self.ask("POST", "/tables", {"game": "raid", "names": ["Ana", "Beto"]})
        assert status == 201
        self.at = f"/t/{self.opened['id']}"
        assert self.ask("POST", f"{self.at}/start", {"first": "p1"})[0] == 200

    def deity(self) -> int:
        return int(self.ask("GET", self.at)[1]["state"]["deity"]["resistance"])

    def listen(self, *, room: int | None = None) -> socket.socket:
        """An open stream, its first message read; room: how much it takes before it is read from."""
        stream = socket.socket()
        if room:
            stream.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        stream.settimeout(10)
        stream.connect(("127.0.0.1", self.port))
        request = (
            f"GET {self.at}/live?format=json HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {self.cookie}\r\n\r\n"
        )
        stream.sendall(request.encode())
        told = b""
        while b"\n\n" not in told.partition(b"\r\n\r\n")[2]:
            told += stream.recv(65536)
        assert told.startswith(b"HTTP/1.1 200")
        return stream


@contextmanager
def server(data: Path, port: int = 0) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """``vigilia serve`` in a process of its own."""
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "tracker",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
            "--data",
            str(data),
        ],
        cwd=ROOT,
        env={"PATH": os.environ.get("PATH", ""), "LANG": "en_US.UTF-8", "PYTHONIOENCODING": "utf-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    told = ""
    rest = threading.Thread(target=process.stdout.read, daemon=True)
    try:
        for line in process.stdout:
            told += line
            if found := re.search(r"http://localhost:(\d+)", line):
                break
        else:
            raise AssertionError(f"the server did not start: {told}")
        rest.start()
        yield process, int(found[1])
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(10)
        if rest.is_alive():
            rest.join(10)
        process.stdout.close()


def test_kill_9_between_taps_loses_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    with server(tmp_path) as (process, port):
        phone = Remote(port)
        phone.open()
        stop = threading.Timer(0.6, process.kill)
        stop.start()
        acknowledged = 0
        try:
            while True:
                status, _ = phone.ask("POST", f"{phone.at}/damage-deity", {"amount": 1})
                assert status == 200
                acknowledged += 1
                time.sleep(0.005)  # a phone that asks faster is told to slow down
        except (OSError, http.client.HTTPException):
            stop.join()
    assert acknowledged > 5
    with server(tmp_path, port):
        taken = 60 - phone.deity()
        assert taken in (acknowledged, acknowledged + 1)  # the last may have been kept and not answered
        assert phone.ask("POST", f"{phone.at}/undo", {})[0] == 200
        assert phone.deity() == 60


def test_a_tap_sent_again_after_a_crash_counts_once(tmp_path: Path) -> None:
    key = {"Idempotency-Key": "before-the-crash"}
    with server(tmp_path) as (process, port):
        phone = Remote(port)
        phone.open()
        _, first = phone.ask("POST", f"{phone.at}/damage-deity", {"amount": 4}, **key)
        process.kill()
    with server(tmp_path, port):
        _, again = phone.ask("POST", f"{phone.at}/damage-deity", {"amount": 4}, **key)
        assert again["entry"] == first["entry"]
        assert phone.deity() == 56


def test_told_to_stop_it_ends_its_streams_at_once_and_the_port_is_free_again(tmp_path: Path) -> None:
    with server(tmp_path) as (process, port):
        phone = Remote(port)
        phone.open()
        stream = phone.listen()
        before = time.monotonic()
        process.send_signal(signal.SIGTERM)
        rest = b""
        while chunk := stream.recv(65536):
            rest += chunk
        assert process.wait(5) == 0
        assert time.monotonic() - before < 2
        assert rest.endswith(b"0\r\n\r\n")
        stream.close()
    with server(tmp_path, port) as (_, same):
        assert same == port
        phone.listen().close()
        assert phone.deity() == 60


def test_a_change_reaches_another_connection_at_once(tmp_path: Path) -> None:
    with server(tmp_path) as (_, port):
        phone = Remote(port)
        phone.open()
        stream = phone.listen()
        before = time.monotonic()
        phone.ask("POST", f"{phone.at}/damage-deity", {"amount": 9})
        told = b""
        while b'"resistance":51' not in told:
            told += stream.recv(65536)
        assert time.monotonic() - before < 1
        stream.close()


def test_fifty_taps_each_of_two_phones_at_once_are_a_hundred(tmp_path: Path) -> None:
    with server(tmp_path) as (_, port):
        phone = Remote(port)
        phone.open()
        guest = Remote(port, at=phone.at)
        guest.ask("GET", "/" + phone.opened["links"]["seat"].split("/", 3)[3])
        statuses: list[int] = []

        def tap(one: Remote) -> None:
            path, amount = f"{one.at}/gain-deity", {"amount": 1}
            statuses.extend(one.ask("POST", path, amount)[0] for _ in range(50))

        hands = [threading.Thread(target=tap, args=(one,)) for one in (phone, guest)]
        for hand in hands:
            hand.start()
        for hand in hands:
            hand.join()
        assert set(statuses) == {200}
        assert phone.deity() == guest.deity() == 160


def test_of_two_phones_that_pass_the_turn_at_once_one_does(tmp_path: Path) -> None:
    with server(tmp_path) as (_, port):
        phone = Remote(port)
        phone.open()
        guest = Remote(port, at=phone.at)
        guest.ask("GET", "/" + phone.opened["links"]["seat"].split("/", 3)[3])
        for turn in (1, 2):
            answers: list[int] = []

            def press(one: Remote, turn: int = turn, answers: list[int] = answers) -> None:
                answers.append(one.ask("POST", f"{one.at}/end-turn", {"turn": turn})[0])

            hands = [threading.Thread(target=press, args=(one,)) for one in (phone, guest)]
            for hand in hands:
                hand.start()
            for hand in hands:
                hand.join()
            assert sorted(answers) == [200, 409]
        assert phone.ask("GET", phone.at)[1]["state"]["turn"]["number"] == 3


def test_a_slow_listener_passes_over_old_revisions_and_ends_with_the_newest(tmp_path: Path) -> None:
    with server(tmp_path) as (_, port):
        phone = Remote(port)
        phone.open()
        stream = phone.listen(room=2048)
        revision = 0
        for _ in range(200):
            phone.ask("POST", f"{phone.at}/gain-deity", {"amount": 1})
        revision = phone.ask("GET", phone.at)[1]["revision"]
        told = b""
        while f"id: {revision}\n".encode() not in told:
            told += stream.recv(65536)
        assert told.count(b"\nid: ") + told.count(b"\r\nid: ") < 150
        stream.close()


def test_a_body_without_a_length_is_measured_as_it_comes(tmp_path: Path) -> None:
    with server(tmp_path) as (_, port):
        head = "POST /tables HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\nConnection: close\r\n"
        head += "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
        chunks = b"4000\r\n" + b" " * 0x4000 + b"\r\n"
        with socket.create_connection(("127.0.0.1", port), timeout=10) as sent:
            sent.sendall(head.encode() + chunks * 8 + b"0\r\n\r\n")
            assert sent.recv(65536).startswith(b"HTTP/1.1 413 ")


def test_a_port_that_is_taken_is_told_in_one_line(tmp_path: Path) -> None:
    with server(tmp_path) as (_, port):
        second = subprocess.run(
            [
                sys.executable,
                "-m",
                "tracker",
                "serve",
                "--host",
                "127.0.0.1",
                "--port",
                str(port),
                "--data",
                str(tmp_path / "b"),
            ],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=30,
        )
        assert second.returncode == 1
        assert len(second.stderr.splitlines()) == 1
        assert str(port) in second.stderr


@pytest.mark.parametrize("wrong", [["--port", "99999"], ["--public-url", "mesa"]])
def test_a_wrong_option_is_told_in_one_line(tmp_path: Path, wrong: list[str]) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "tracker", "serve", "--data", str(tmp_path), *wrong],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert told.returncode == 2
    assert len(told.stderr.splitlines()) == 1


def test_a_folder_that_cant_be_made_is_told_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    told = subprocess.run(
        [sys.executable, "-m", "tracker", "serve", "--data", str(tmp_path / "file" / "data")],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=30,
    )
    assert told.returncode == 1
    assert len(told.stderr.splitlines()) == 1
    assert str(tmp_path) in told.stderr
