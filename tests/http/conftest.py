"""Phones for the tests over HTTP: each with its own cookies, talking JSON unless asked otherwise."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tracker.config import Settings
from tracker.factory import create_app

HOST = "192.0.2.7:8000"  # how phones reach the table in these tests
OWN = f"http://{HOST}"
NAMES = ("Ana", "Beto", "Caro", "Dani")


@dataclass
class Phone:
    """One device. ``at``: the path of the table it sits at."""

    client: FlaskClient
    at: str = ""

    def ask(self, method: str, path: str, **more: Any) -> Any:
        headers = {"Host": HOST, **more.pop("headers", {})}
        return self.client.open(path, method=method, base_url=OWN, headers=headers, **more)

    def get(self, path: str, *, json: bool = True, **more: Any) -> Any:
        accept = "application/json" if json else "text/html"
        return self.ask("GET", path, headers={"Accept": accept, **more.pop("headers", {})}, **more)

    def post(self, path: str, fields: Any = None, **more: Any) -> Any:
        """A JSON body, a JSON answer."""
        headers = {"Accept": "application/json", **more.pop("headers", {})}
        return self.ask("POST", path, json={} if fields is None else fields, headers=headers, **more)

    def form(self, path: str, fields: Any = None, *, htmx: bool = False, **more: Any) -> Any:
        """A form as a browser posts it."""
        headers = {"Accept": "text/html", "Origin": OWN, **more.pop("headers", {})}
        if htmx:
            headers["HX-Request"] = "true"
        content_type = "application/x-www-form-urlencoded"
        return self.ask("POST", path, data=fields or {}, headers=headers, content_type=content_type, **more)

    def open(self, names: Any = NAMES, **options: Any) -> dict[str, Any]:
        answer = self.post("/tables", {"game": "raid", "names": list(names), "options": options})
        assert answer.status_code == 201, answer.text
        document: dict[str, Any] = answer.json
        self.at = f"/t/{document['id']}"
        return document

    def follow(self, link: str) -> dict[str, Any]:
        """Scans a link of a table document."""
        answer = self.get("/" + link.split("/", 3)[3])
        assert answer.status_code == 200, answer.text
        document: dict[str, Any] = answer.json
        self.at = f"/t/{document['id']}"
        return document

    def try_(self, command: str, headers: dict[str, str] | None = None, **fields: Any) -> Any:
        sent = {name.rstrip("_"): value for name, value in fields.items()}
        return self.post(f"{self.at}/{command}", sent, headers=headers or {})

    def do(self, command: str, **fields: Any) -> dict[str, Any]:
        """A command that has to succeed."""
        answer = self.try_(command, **fields)
        assert answer.status_code == 200, answer.text
        document: dict[str, Any] = answer.json
        return document

    def refused(self, command: str, **fields: Any) -> tuple[int, str]:
        """Status and code of a command that must not succeed."""
        return told(self.try_(command, **fields))

    def see(self) -> dict[str, Any]:
        document: dict[str, Any] = self.get(self.at).json
        return document

    @property
    def deity(self) -> int:
        return int(self.see()["state"]["deity"]["resistance"])


def told(answer: Any) -> tuple[int, str]:
    """Status and code of a refusal; the message must be words for people."""
    error = answer.json["error"]
    assert set(error) == {"code", "message", "facts", "rule"}
    assert len(error["message"]) > 10
    return answer.status_code, error["code"]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data=tmp_path, port=8000, strict_words=True)


@pytest.fixture
def app(settings: Settings) -> Flask:
    return create_app(settings)


@pytest.fixture
def phone(app: Flask) -> Phone:
    return Phone(app.test_client())


@pytest.fixture
def another(app: Flask) -> Callable[[], Phone]:
    """Makes one more phone."""
    return lambda: Phone(app.test_client())


@pytest.fixture
def table(phone: Phone) -> dict[str, Any]:
    """A raid of four, in set-up; ``phone`` is its host."""
    return phone.open(resistance=20)


@pytest.fixture
def playing(phone: Phone, table: dict[str, Any]) -> dict[str, Any]:
    """The same, once it began: Ana's turn, round 1."""
    return phone.do("start", first="p1")
