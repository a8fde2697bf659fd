"""Bad input: the contract's code, nothing changed, never a stack trace."""

from typing import Any

import pytest

from tests.http.conftest import HOST, OWN, Phone, told


@pytest.mark.parametrize(
    ("command", "fields", "status", "code"),
    [
        ("damage-deity", {"amount": 0}, 422, "amount_out_of_range"),
        ("damage-deity", {"amount": -1}, 422, "amount_out_of_range"),
        ("damage-deity", {"amount": 10_000}, 422, "amount_out_of_range"),
        ("damage-deity", {"amount": 10**30}, 422, "amount_out_of_range"),
        ("damage-deity", {"amount": 1.5}, 400, "bad_request"),
        ("damage-deity", {"amount": "1"}, 400, "bad_request"),
        ("damage-deity", {"amount": True}, 400, "bad_request"),
        ("damage-deity", {"amount": [1]}, 400, "bad_request"),
        ("damage-deity", {"amount": {"a": 1}}, 400, "bad_request"),
        ("damage-deity", {}, 400, "bad_request"),
        ("damage-deity", {"amount": None}, 400, "bad_request"),
        ("damage-deity", {"amount": 1, "by": "p9"}, 404, "no_such_participant"),
        ("damage-deity", {"amount": 1, "kind": "magic"}, 400, "bad_request"),
        ("damage-deity", {"amount": 1, "override": "yes"}, 400, "bad_request"),
        ("damage", {"participant": "p9", "amount": 1}, 404, "no_such_participant"),
        ("damage", {"participant": "deity", "amount": 1}, 404, "no_such_participant"),
        ("damage", {"participant": "p1", "amount": 1, "reduction": -1}, 422, "amount_out_of_range"),
        ("damage", {"participant": "p1", "amount": 1, "cause": "relic"}, 400, "bad_request"),
        ("damage", {"participant": "p1", "amount": 1, "power": "w99"}, 404, "no_such_power"),
        ("damage-all", {"amount": 1, "reductions": {"p1": "x"}}, 400, "bad_request"),
        ("damage-all", {"amount": 1, "reductions": {"p9": 1}}, 404, "no_such_participant"),
        ("correct", {"target": "p1"}, 400, "bad_request"),
        ("correct", {"target": "p1", "by": 1, "to": 1}, 400, "bad_request"),
        ("correct", {"target": "p1", "by": 0}, 422, "amount_out_of_range"),
        ("correct", {"target": "p1", "to": 10_000}, 422, "amount_out_of_range"),
        ("lose-reptante", {"participant": "p1", "which": 3}, 404, "no_such_reptante"),
        ("rename-participant", {"participant": "p1", "name": ""}, 422, "bad_name"),
        ("rename-participant", {"participant": "p1", "name": "x" * 25}, 422, "bad_name"),
        ("rename-participant", {"participant": "p1", "name": "A\u2066na"}, 422, "bad_name"),
        ("rename-participant", {"participant": "p1", "name": "A\nna"}, 422, "bad_name"),
        ("rename-table", {"title": "x" * 41}, 422, "bad_name"),
        ("set-option", {"option": "luck", "value": 1}, 400, "bad_request"),
        ("resolve", {"power": "w1"}, 404, "no_such_power"),
        ("undo", {"entry": "x"}, 400, "bad_request"),
        ("undo", {"entry": 10**30}, 404, "no_such_entry"),
        ("confirm-result", {"winner": "me"}, 400, "bad_request"),
        ("end-turn", {"turn": 0}, 409, "turn_already_passed"),
        ("fly", {}, 404, "no_such_command"),
        ("x" * 500, {}, 404, "no_such_command"),
        ("__class__", {}, 404, "no_such_command"),
    ],
)
def test_a_bad_command(
    phone: Phone, playing: dict[str, Any], command: str, fields: dict[str, Any], status: int, code: str
) -> None:
    assert told(phone.post(f"{phone.at}/{command}", fields)) == (status, code)
    after = phone.see()
    assert (after["revision"], after["state"]) == (playing["revision"], playing["state"])


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"amount": "x"}, 400),
        ({"amount": ""}, 400),
        ({"amount": "1e3"}, 400),
        ({"amount": "9" * 5000}, 422),
        ({"amount": "1", "override": "perhaps"}, 400),
        ({"amount": "\u0661"}, 400),
        ({"amount": "1", "by": "\x00"}, 404),
    ],
)
def test_a_bad_form(phone: Phone, playing: dict[str, Any], fields: dict[str, str], status: int) -> None:
    answer = phone.form(f"{phone.at}/damage-deity", fields)
    assert answer.status_code in (status, 422)
    assert "Traceback" not in answer.text
    assert phone.see()["revision"] == playing["revision"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"7",
        b"null",
        b'"amount"',
        b"{",
        b'{"amount": NaN}',
        b'{"amount": 1',
        b"\xff\xfe{}",
        b'{"amount": "\\ud800"}',
        b"[" * 20_000,
        b'{"a":' * 9_000 + b"1" + b"}" * 9_000,
        b"amount=1",
    ],
)
def test_a_body_that_is_no_object(phone: Phone, playing: dict[str, Any], body: bytes) -> None:
    answer = phone.ask(
        "POST",
        f"{phone.at}/damage-deity",
        data=body,
        content_type="application/json",
        headers={"Accept": "application/json"},
    )
    assert told(answer) == (400, "bad_request")
    assert phone.see()["revision"] == playing["revision"]


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", "application/xml", ""])
def test_a_body_of_another_kind(phone: Phone, playing: dict[str, Any], kind: str) -> None:
    answer = phone.ask(
        "POST",
        f"{phone.at}/damage-deity",
        data=b"amount=1",
        headers={"Accept": "application/json"} | ({"Content-Type": kind} if kind else {}),
    )
    assert told(answer) == (415, "unsupported_media_type")
    assert phone.see()["revision"] == playing["revision"]


@pytest.mark.parametrize("path", ["/tables", "/join", "{at}/damage-deity"])
@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
def test_a_body_too_large(phone: Phone, playing: dict[str, Any], path: str, kind: str) -> None:
    answer = phone.ask(
        "POST",
        path.format(at=phone.at),
        data=b"x" * 70_000,
        content_type=kind,
        headers={"Accept": "application/json"},
    )
    assert told(answer) == (413, "too_large")
    page = phone.form(path.format(at=phone.at), {"code": "x" * 70_000})
    assert page.status_code == 413
    assert "<html" in page.text


def test_a_command_without_a_body_is_one_without_fields(phone: Phone, playing: dict[str, Any]) -> None:
    phone.do("damage-deity", amount=1)
    answer = phone.ask("POST", f"{phone.at}/undo", headers={"Accept": "application/json"})
    assert answer.status_code == 200


# --- Where it comes from --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "http://evil.example",
        "https://" + HOST,
        "http://192.0.2.7",
        "http://192.0.2.7:8001",
        "",
        OWN + ".evil",
    ],
)
def test_a_foreign_page_changes_nothing(phone: Phone, playing: dict[str, Any], origin: str) -> None:
    for path, fields in (
        (f"{phone.at}/damage-deity", {"amount": 1}),
        ("/tables", {}),
        ("/join", {"code": "x"}),
    ):
        assert told(phone.post(path, fields, headers={"Origin": origin})) == (403, "foreign_origin")
        assert phone.form(path, fields, headers={"Origin": origin}).status_code == 403
    assert phone.see()["revision"] == playing["revision"]


def test_our_own_page_and_who_names_no_origin_pass(phone: Phone, playing: dict[str, Any]) -> None:
    assert phone.try_("damage-deity", headers={"Origin": OWN}, amount=1).status_code == 200
    assert phone.try_("damage-deity", amount=1).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8000",
        "192.0.2.7.evil.example",
        "localhost.evil",
        "a b",
        "[::1",
        "1.2.3.4:99999",
        "",
    ],
)
def test_an_unknown_host_gets_a_plain_400(phone: Phone, host: str) -> None:
    for path in ("/", "/healthz", "/nowhere"):
        answer = phone.ask("GET", path, headers={"Host": host})
        assert answer.status_code == 400
        assert answer.content_type.startswith("text/plain")
        assert host not in answer.text or not host


def test_an_unknown_host_is_told_to_programs_in_json(phone: Phone) -> None:
    answer = phone.ask("GET", "/", headers={"Host": "evil.example", "Accept": "application/json"})
    assert told(answer) == (400, "bad_request")
    assert answer.json["error"]["facts"] == {"field": "Host"}


@pytest.mark.parametrize(
    "host", ["localhost", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000", "10.1.2.3", "[fe80::1]"]
)
def test_an_ip_literal_and_localhost_are_answered(phone: Phone, host: str) -> None:
    assert phone.ask("GET", "/healthz", headers={"Host": host}).status_code == 200


def test_a_script_always_gets_its_refusal_as_a_notice(phone: Phone, table: dict[str, Any]) -> None:
    evil = {"Origin": "http://evil.example"}
    for path, headers in (
        (f"{phone.at}/fly", {}),
        ("/t/nothing/undo", {}),
        (f"{phone.at}/undo", evil),
        ("/x", {}),
    ):
        answer = phone.form(path, {}, htmx=True, headers=headers)
        assert answer.status_code >= 400
        assert answer.text.startswith('<hx-partial hx-target="#notice"')


# --- Addresses and methods ------------------------------------------------------------------------


def test_an_unknown_address_in_both_faces(phone: Phone) -> None:
    assert told(phone.get("/nowhere")) == (404, "no_such_page")
    page = phone.get("/nowhere", json=False)
    assert page.status_code == 404
    assert "<html" in page.text
    assert page.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/tables"),
        ("GET", "/join"),
        ("POST", "/"),
        ("DELETE", "{at}"),
        ("PUT", "{at}/log"),
        ("GET", "{at}/undo"),
    ],
)
def test_a_method_that_isnt_offered(phone: Phone, table: dict[str, Any], method: str, path: str) -> None:
    answer = phone.ask(method, path.format(at=phone.at), headers={"Accept": "application/json"})
    assert told(answer) == (405, "method_not_allowed")
    assert answer.headers["Allow"]


def test_head_and_options(phone: Phone, table: dict[str, Any]) -> None:
    for path in ("/", phone.at, f"{phone.at}/live", f"{phone.at}/log", "/healthz"):
        answer = phone.ask("HEAD", path)
        assert (answer.status_code, answer.data) == (200, b"")
    answer = phone.ask("OPTIONS", f"{phone.at}/undo")
    assert answer.status_code == 200
    assert "POST" in answer.headers["Allow"]
    assert "Access-Control-Allow-Origin" not in answer.headers
    assert not any(one["online"] for one in phone.see()["devices"])


def test_what_breaks_inside_tells_nothing_of_the_inside(
    phone: Phone, table: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tracker.web.tables.document", lambda at: 1 / 0)
    answer = phone.get(phone.at)
    assert told(answer) == (500, "server_error")
    assert "ZeroDivision" not in answer.text
