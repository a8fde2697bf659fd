"""The live stream: what a listener is told, when, and that nothing in it is anybody's own."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from flask import Flask

from tests.http.conftest import HOST, OWN, Phone
from tracker.live import hub
from tracker.live.frames import message
from tracker.live.pieces import Piece, marked
from tracker.live.screens import Audience, Screen
from tracker.web.screen import Canvas, Looked, Painter
from tracker.web.services import KEY, Services

Another = Callable[[], Phone]


class Stream:
    """One open stream, read message by message."""

    def __init__(self, phone: Phone, query: str = "", **headers: str) -> None:
        self.answer = phone.ask("GET", f"{phone.at}/live{query}", headers=headers, buffered=False)
        assert self.answer.status_code == 200
        self.chunks: Iterator[bytes] = iter(self.answer.response)

    def chunk(self) -> str:
        """The next bytes that go out; waits for them."""
        return next(self.chunks).decode()

    def messages(self) -> list[dict[str, str]]:
        """The messages of the next bytes; a comment has none of the fields."""
        return [_fields(text) for text in self.chunk().split("\n\n") if text]

    def close(self) -> None:
        self.answer.close()


def _fields(text: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for line in text.split("\n"):
        name, _, value = line.partition(": ")
        found[name] = f"{found[name]}\n{value}" if name in found else value
    return found


@pytest.fixture
def services(app: Flask) -> Services:
    return app.extensions[KEY]  # type: ignore[no-any-return]


def test_a_new_listener_gets_the_state_at_once(phone: Phone, playing: dict[str, Any]) -> None:
    stream = Stream(phone, "?format=json")
    assert stream.answer.headers["Content-Type"].startswith("text/event-stream")
    assert stream.answer.headers["X-Accel-Buffering"] == "no"
    assert stream.answer.headers["Cache-Control"] == "no-store, no-transform"
    (first,) = stream.messages()
    assert first["id"] == str(playing["revision"])
    assert "event" not in first
    told = json.loads(first["data"])
    assert set(told) == {"id", "game", "revision", "state", "last"}
    assert told["state"] == playing["state"]
    assert told["last"]["command"] == "start"
    stream.close()


def test_every_change_reaches_it_and_the_newest_is_never_lost(
    phone: Phone, playing: dict[str, Any], another: Another
) -> None:
    guest = another()
    guest.follow(playing["links"]["seat"])
    stream = Stream(guest, "?format=json")
    stream.messages()
    phone.do("damage-deity", amount=7)
    (told,) = stream.messages()
    assert json.loads(told["data"])["state"]["deity"]["resistance"] == 113
    for _ in range(20):  # while the listener sleeps
        phone.do("damage-deity", amount=1)
    (told,) = stream.messages()
    assert json.loads(told["data"])["state"]["deity"]["resistance"] == 93
    phone.do("undo")
    (told,) = stream.messages()
    assert json.loads(told["data"])["last"]["undone"] is True
    stream.close()


def test_a_page_gets_all_fragments_then_those_that_changed(phone: Phone, playing: dict[str, Any]) -> None:
    stream = Stream(phone)
    first, presence = stream.messages()
    assert first["id"] == str(playing["revision"])
    for name in ("strip", "deity", "step", "people", "dock"):
        assert f'<hx-partial hx-target="#{name}" hx-swap="outerMorph">' in first["data"]
    assert 'hx-target="#presence"' in presence["data"]
    assert "id" not in presence
    phone.do("gain", participant="p2", amount=3)
    (told,) = stream.messages()
    assert told["id"] == str(playing["revision"] + 1)
    assert 'hx-target="#row-p2"' in told["data"]
    assert ">23<" in told["data"]
    assert 'hx-target="#people"' not in told["data"]
    assert 'hx-target="#dock"' not in told["data"]
    stream.close()


def test_all_of_one_role_and_language_get_the_same_bytes(
    phone: Phone, playing: dict[str, Any], another: Another
) -> None:
    guests = [another() for _ in range(3)]
    for guest in guests:
        guest.follow(playing["links"]["seat"])
    streams = [Stream(guest) for guest in guests]
    for stream in streams:
        stream.chunk()
    phone.do("damage-deity", amount=7)
    told = {next(m["data"] for m in stream.messages() if "id" in m) for stream in streams}
    assert len(told) == 1
    for stream in streams:
        stream.close()


def test_nothing_that_is_pushed_holds_a_code_a_key_a_device_or_an_address(
    phone: Phone, playing: dict[str, Any], another: Another
) -> None:
    document = phone.see()
    secrets = [link.rpartition("/")[2] for name, link in document["links"].items() if name != "table"]
    secrets += [one["id"] for one in document["devices"]] + ["idempotency_key", HOST, "links", "192.0.2"]
    watcher = another()
    watcher.follow(document["links"]["watch"])
    for who in (phone, watcher):
        for query in ("", "?format=json"):
            stream = Stream(who, query)
            told = stream.chunk()
            phone.do("damage-deity", amount=1)
            told += stream.chunk()
            stream.close()
            assert not [one for one in secrets if one in told]


def test_a_watchers_fragments_hold_no_form(phone: Phone, playing: dict[str, Any], another: Another) -> None:
    watcher = another()
    watcher.follow(phone.see()["links"]["watch"])
    stream = Stream(watcher)
    assert "<form" not in stream.chunk()
    stream.close()


def test_english_listeners_are_told_in_english(phone: Phone, playing: dict[str, Any]) -> None:
    stream = Stream(phone, "?format=json", **{"Accept-Language": "en-GB,en;q=0.9"})
    spoken = json.loads(stream.messages()[0]["data"])["last"]["text"]
    assert spoken == "The raid begins: Ana opens"
    stream.close()


def test_a_sign_of_life_comes_by_itself(
    phone: Phone, playing: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert hub.BEAT == 5.0
    monkeypatch.setattr(hub, "BEAT", 0.02)
    stream = Stream(phone)
    stream.chunk()
    chunk = stream.chunk()
    assert chunk.startswith(":")
    assert chunk.endswith(f"event: beat\ndata: {playing['revision']}\n\n")
    stream.close()
    states = Stream(phone, "?format=json")
    states.chunk()
    assert states.chunk() == ":\n\n"
    states.close()


def test_presence_counts_devices_not_streams(phone: Phone, playing: dict[str, Any], another: Another) -> None:
    guest = another()
    guest.follow(playing["links"]["seat"])
    mine = Stream(phone)
    assert ">1<" in mine.messages()[1]["data"]
    first, second = Stream(guest), Stream(guest)
    first.chunk()
    second.chunk()
    (told,) = mine.messages()
    assert ">2<" in told["data"]
    assert sorted(one["online"] for one in phone.see()["devices"]) == [True, True]
    first.close()
    second.close()
    (told,) = mine.messages()
    assert ">1<" in told["data"]
    assert phone.see()["revision"] == playing["revision"]
    mine.close()
    assert not any(one["online"] for one in phone.see()["devices"])


def test_a_phone_that_only_listens_is_a_device(
    phone: Phone, playing: dict[str, Any], another: Another
) -> None:
    guest = another()
    guest.follow(playing["links"]["watch"])
    stream = Stream(guest)
    stream.chunk()
    assert [one["role"] for one in phone.see()["devices"]] == ["host", "watcher"]
    stream.close()


def test_who_is_made_host_sees_the_hosts_screen_at_once(
    phone: Phone, playing: dict[str, Any], another: Another, services: Services
) -> None:
    guest = another()
    guest.follow(playing["links"]["seat"])
    stream = Stream(guest)
    stream.chunk()
    its = next(one["id"] for one in phone.see()["devices"] if one["role"] == "seat")
    phone.do("make-host", device=its)
    assert 'hx-target="#strip"' in stream.chunk()
    stream.close()


def test_a_server_that_stops_ends_its_streams(
    phone: Phone, playing: dict[str, Any], services: Services
) -> None:
    stream = Stream(phone)
    stream.chunk()
    services.hub.close()
    assert list(stream.chunks) == []
    late = Stream(phone, "?format=json")
    late.chunk()
    assert list(late.chunks) == []


def test_a_page_that_was_away_asks_for_all_fragments(phone: Phone, playing: dict[str, Any]) -> None:
    answer = phone.get(phone.at, json=False, headers={"HX-Request": "true"})
    assert answer.headers["Vigilia-Revision"] == str(playing["revision"])
    for name in ("strip", "deity", "step", "people", "dock", "presence"):
        assert f'<hx-partial hx-target="#{name}"' in answer.text
    assert "idempotency_key" not in answer.text


def test_a_piece_that_did_not_change_is_not_sent_again() -> None:
    screen = Screen(9, {"strip": Piece("<b>9</b>", 9), "people": Piece("<i>4</i>", 4)})
    assert b"people" not in screen.since(8)
    assert b"people" in screen.since(3)
    assert screen.since(9) == b""
    assert screen.since(8) is screen.since(8)


def test_of_a_fragment_only_the_rows_that_changed_are_sent() -> None:
    def people(*figures: int) -> str:
        rows = (marked(f"row-{n}", f"<li>{figure}</li>") for n, figure in enumerate(figures))
        return f"<ul>{''.join(rows)}</ul>"

    first = Piece.of(people(20, 20), 1)
    second = Piece.of(people(20, 19), 2, first)
    (row,) = second.since("people", 1)
    assert 'hx-target="#row-1"' in row
    assert "<li>19</li>" in row
    assert second.html == "<ul><li>20</li><li>19</li></ul>"
    (whole,) = second.since("people", 0)
    assert second.html in whole
    third = Piece.of(people(20, 19, 20), 3, second)
    assert 'hx-target="#people"' in third.since("people", 2)[0]
    assert third.since("people", 3) == []


def test_a_template_is_asked_again_only_when_what_it_showed_has_changed() -> None:
    asked: list[int] = []

    def render(looked: Looked) -> str:
        asked.append(looked["figure"])
        return f"<b>{looked['figure']}</b>"

    canvas = Canvas()
    for screen in ({"figure": 1, "turn": 1}, {"figure": 1, "turn": 2}, {"figure": 2, "turn": 2}):
        html = canvas.fragment("deity", screen, render)
        assert html == f"<b>{screen['figure']}</b>"
    assert asked == [1, 2]


def test_a_screen_pushed_bit_by_bit_is_the_screen_rendered_anew(
    app: Flask, phone: Phone, playing: dict[str, Any], services: Services
) -> None:
    commands: list[tuple[str, dict[str, Any]]] = [
        ("damage-deity", {"amount": 7}),
        ("damage", {"participant": "p2", "amount": 30}),
        ("lose-reptante", {"participant": "p2"}),
        *(("end-turn", {"turn": turn}) for turn in (1, 2, 3, 4)),
        ("extract", {"esbirros": ["Garra", "sombra", "Garra"]}),
        ("undo", {}),
        ("rename-participant", {"participant": "p1", "name": "Anabel"}),
        ("add-participant", {"name": "Eva", "override": True}),
    ]
    for command, fields in commands:
        phone.do(command, **fields)
        for role in ("host", "watcher"):
            table = services.tables.get(playing["id"])
            audience = Audience(role, "es", "")
            fresh = Painter(app, services.languages).pieces(table, audience)
            assert services.painter.pieces(table, audience) == fresh


def test_a_message_of_several_lines_is_one_message() -> None:
    assert message("a\nb", id=3) == b"id: 3\ndata: a\ndata: b\n\n"
    assert message("", event="beat") == b"event: beat\ndata:\n\n"


def test_our_own_address_is_where_the_page_listens(phone: Phone, playing: dict[str, Any]) -> None:
    page = phone.get(phone.at, json=False).text
    assert f'hx-sse:connect="{phone.at}/live?since=' in page
    assert OWN not in page.replace(OWN + "/j/", "").replace(OWN + "/w/", "")
