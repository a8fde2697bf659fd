"""Opening a table and sitting down at one."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask

from tests.http.conftest import HOST, NAMES, OWN, Phone, told

Another = Callable[[], Phone]


def test_a_table_is_opened_and_its_document_has_all_of_it(phone: Phone) -> None:
    document = phone.open(resistance=20)
    assert set(document) >= {"id", "game", "title", "revision", "role", "links", "devices", "last", "state"}
    assert (document["game"], document["role"], document["revision"]) == ("raid", "host", 1)
    assert document["state"]["deity"]["resistance"] == 120
    assert document["last"]["command"] == "open"
    assert document["last"]["undone"] is False
    assert [d["role"] for d in document["devices"]] == ["host"]
    for name, path in (("table", "/t/"), ("seat", "/j/"), ("watch", "/w/")):
        assert document["links"][name].startswith(OWN + path)


def test_a_form_opens_a_table_too_and_leads_to_it(phone: Phone) -> None:
    fields = {
        "game": "raid",
        "names": ["Ana", "", "  ", "Beto"],
        "options.resistance": "18",
        "title": "Viernes",
    }
    answer = phone.form("/tables", fields)
    assert answer.status_code == 303
    document = phone.get(answer.location).json
    assert [p["name"] for p in document["state"]["participants"]] == ["Ana", "Beto"]
    assert document["state"]["options"]["resistance"] == 18
    assert document["title"] == "Viernes"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess", "names": ["Ana"]}, 400, "bad_request"),
        ({"names": ["Ana"]}, 400, "bad_request"),
        ({"game": "raid"}, 400, "bad_request"),
        ({"game": "raid", "names": "Ana"}, 400, "bad_request"),
        ({"game": "raid", "names": [7]}, 400, "bad_request"),
        ({"game": "raid", "names": [None]}, 400, "bad_request"),
        ({"game": "raid", "names": ["Ana"], "options": {"luck": 1}}, 400, "bad_request"),
        ({"game": "raid", "names": ["Ana"], "options": []}, 400, "bad_request"),
        ({"game": "raid", "names": []}, 422, "too_few_participants"),
        ({"game": "raid", "names": [f"P{n}" for n in range(12)]}, 422, "too_many_participants"),
        ({"game": "raid", "names": [""]}, 422, "bad_name"),
        ({"game": "raid", "names": ["x" * 25]}, 422, "bad_name"),
        ({"game": "raid", "names": ["Ana\u202eoteB"]}, 422, "bad_name"),
        ({"game": "raid", "names": ["A\x00na"]}, 422, "bad_name"),
        ({"game": "raid", "names": ["Ana"], "title": "x" * 41}, 422, "bad_name"),
        ({"game": "raid", "names": ["Ana"], "options": {"relics": True}}, 422, "relics_not_with_deities"),
    ],
)
def test_what_no_table_can_be_opened_with(phone: Phone, body: Any, status: int, code: str) -> None:
    assert told(phone.post("/tables", body)) == (status, code)


def test_null_is_absent(phone: Phone) -> None:
    answer = phone.post("/tables", {"game": "raid", "names": ["Ana"], "title": None, "options": None})
    assert answer.status_code == 201


def test_names_of_24_of_the_widest_letters_and_of_every_script_are_fine(phone: Phone) -> None:
    names = ["W" * 24, "Ñandú", "李", "👩‍👩‍👧", "<b>&amp;\"'"]
    document = phone.open(names)
    assert [p["name"] for p in document["state"]["participants"]] == names
    page = phone.get(phone.at, json=False).text
    assert "<b>&amp;" not in page.replace("&lt;b&gt;", "")
    assert "&lt;b&gt;&amp;amp;" in page


@pytest.mark.parametrize(
    ("accept", "face"),
    [
        ("application/json", "application/json"),
        ("APPLICATION/JSON", "application/json"),
        ("application/json; charset=utf-8", "application/json"),
        ("application/json, text/html", "application/json"),
        ("application/json, text/plain, */*", "application/json"),
        ("application/json;q=0.5, text/html;q=0.4", "application/json"),
        ("text/html, application/json;q=0.9", "text/html; charset=utf-8"),
        ("application/json;q=0", "text/html; charset=utf-8"),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html; charset=utf-8"),
        ("*/*", "text/html; charset=utf-8"),
    ],
)
def test_who_asks_for_json_gets_json(phone: Phone, table: dict[str, Any], accept: str, face: str) -> None:
    for path in (phone.at, f"{phone.at}/log", "/", "/nowhere", "/t/nowhere"):
        assert phone.ask("GET", path, headers={"Accept": accept}).content_type == face


def test_a_link_sits_the_phone_down_and_the_document_says_as_what(
    table: dict[str, Any], another: Another
) -> None:
    guest, watcher = another(), another()
    assert guest.follow(table["links"]["seat"])["role"] == "seat"
    seen = watcher.follow(table["links"]["watch"])
    assert seen["role"] == "watcher"
    assert "seat" not in seen["links"]
    assert table["links"]["seat"].rpartition("/")[2] not in watcher.get(watcher.at).text


def test_in_a_browser_a_link_leads_to_the_page(table: dict[str, Any], another: Another) -> None:
    guest = another()
    answer = guest.get("/" + table["links"]["seat"].split("/", 3)[3], json=False)
    assert (answer.status_code, answer.location) == (303, f"/t/{table['id']}")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Secure" not in cookie
    assert guest.get(answer.location, json=False).status_code == 200


def test_scanning_three_times_is_one_device(phone: Phone, table: dict[str, Any], another: Another) -> None:
    guest = another()
    for _ in range(3):
        guest.follow(table["links"]["seat"])
    guest.do("rename-participant", participant="p1", name="Anabel")
    for _ in range(2):
        guest.follow(table["links"]["seat"])
        guest.do("rename-table", title="otra vez")
    assert len(phone.see()["devices"]) == 2


def test_a_links_preview_makes_no_ghost(phone: Phone, table: dict[str, Any], another: Another) -> None:
    for _ in range(5):
        another().follow(table["links"]["seat"])
        another().follow(table["links"]["watch"])
    assert len(phone.see()["devices"]) == 1


def test_a_link_never_lowers_a_role(phone: Phone, table: dict[str, Any], another: Another) -> None:
    guest = another()
    guest.follow(table["links"]["watch"])
    assert guest.follow(table["links"]["seat"])["role"] == "seat"
    assert guest.follow(table["links"]["watch"])["role"] == "seat"
    assert phone.follow(table["links"]["watch"])["role"] == "host"


@pytest.mark.parametrize("typing", [str, str.lower, lambda c: f" {c[:4]}-{c[4:]} ", lambda c: " ".join(c)])
def test_a_code_may_be_typed_as_one_likes(
    table: dict[str, Any], another: Another, typing: Callable[[str], str]
) -> None:
    code = table["links"]["seat"].rpartition("/")[2]
    answer = another().post("/join", {"code": typing(code)})
    assert answer.status_code == 200
    assert answer.json["id"] == table["id"]


def test_o_is_zero_and_l_is_one(table: dict[str, Any], another: Another) -> None:
    code = table["links"]["watch"].rpartition("/")[2]
    meant = code.replace("0", "o").replace("1", "l")
    assert another().form("/join", {"code": meant}).status_code == 303


@pytest.mark.parametrize("code", ["", "K7QM", "ZZZZZZZZ", "x" * 500, "☠" * 8])
def test_a_wrong_code_is_told_and_opens_nothing(phone: Phone, table: dict[str, Any], code: str) -> None:
    assert told(phone.post("/join", {"code": code})) == (404, "no_such_table")
    page = phone.form("/join", {"code": code})
    assert page.status_code == 404
    assert 'name="code"' in page.text


@pytest.mark.parametrize("body", [{}, {"code": None}, {"code": 7}, {"code": ["a"]}, {"code": {}}])
def test_a_code_that_is_no_text_is_no_guess(phone: Phone, body: Any) -> None:
    for _ in range(12):
        assert told(phone.post("/join", body)) == (400, "bad_request")


def test_a_seats_code_is_no_watchers_link(table: dict[str, Any], another: Another) -> None:
    code = table["links"]["seat"].rpartition("/")[2]
    assert told(another().get(f"/w/{code}")) == (404, "no_such_table")


def test_who_came_by_no_link_gets_the_code_field_and_nothing_of_the_table(
    table: dict[str, Any], another: Another
) -> None:
    stranger = another()
    for path in ("", "/log", "/live", "/share", "/qr/seat.svg", "/sheet/table"):
        assert told(stranger.get(f"/t/{table['id']}{path}")) == (403, "not_at_this_table")
    page = stranger.get(f"/t/{table['id']}", json=False)
    assert page.status_code == 403
    assert 'name="code"' in page.text
    assert not any(name in page.text for name in NAMES)
    assert told(stranger.post(f"/t/{table['id']}/start")) == (403, "not_at_this_table")


def test_a_table_that_isnt_there(phone: Phone) -> None:
    for path in ("/t/nothing", "/t/nothing/log", "/t/nothing/live", "/j/ZZZZZZZZ"):
        assert told(phone.get(path)) == (404, "no_such_table")
    assert told(phone.post("/t/nothing/undo")) == (404, "no_such_table")


def test_a_forged_cookie_opens_nothing(app: Flask, table: dict[str, Any]) -> None:
    client = app.test_client()
    for forged in ("", "a.b.c", f'["me",[["{table["id"]}","s"]]]'):
        client.set_cookie("vigilia", forged, domain=HOST.partition(":")[0])
        assert told(Phone(client).get(f"/t/{table['id']}")) == (403, "not_at_this_table")


def test_a_device_is_called_otherwise_at_every_table(phone: Phone) -> None:
    first, second = phone.open()["devices"][0]["id"], phone.open()["devices"][0]["id"]
    assert first != second
    assert re.fullmatch(r"d[a-z2-7]{12}", first)


def test_home_lists_the_tables_this_device_came_to(
    phone: Phone, table: dict[str, Any], another: Another
) -> None:
    phone.do("rename-table", title="Los de siempre")
    assert "Los de siempre" in phone.get("/", json=False).text
    assert "Los de siempre" not in another().get("/", json=False).text


def test_home_offers_the_people_of_last_time(phone: Phone, playing: dict[str, Any]) -> None:
    page = phone.get("/", json=False).text
    for name in NAMES:
        assert f'name="names" value="{name}"' in page
    assert 'name="options.resistance" value="20"' in page
    assert 'name="options.resistance_model" value="single"' in page
    assert "options.normal_draw" not in page


@pytest.mark.parametrize(
    "notes", ["{", "7", '{"names": 7}', '{"names": [1, {}], "resistance": "x"}', "[" * 900]
)
def test_a_spoilt_memory_spoils_nothing(app: Flask, notes: str) -> None:
    client = app.test_client()
    client.set_cookie("remember", notes, domain=HOST.partition(":")[0])
    assert Phone(client).get("/", json=False).status_code == 200


@pytest.mark.parametrize("start", [0, -1, 10_000, 1e9, "abc", "1.5", True, [20]])
def test_a_start_figure_of_nothing_or_of_nonsense_breaks_a_person(phone: Phone, start: object) -> None:
    fields = {"game": "raid", "names": ["Ana"], "options": {"resistance": start}}
    answer = phone.post("/tables", fields)
    assert answer.status_code in (400, 422)
    assert answer.json["error"]["code"] in ("bad_request", "amount_out_of_range")
    assert answer.json["error"]["message"]
