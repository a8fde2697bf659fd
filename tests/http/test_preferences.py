"""Each phone's own language and theme: kept in its cookie, without scripts, never a way out to elsewhere."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.http.conftest import Phone, told

Another = Callable[[], Phone]
ENGLISH = {"Accept-Language": "en-GB,en;q=0.9"}


def reads(phone: Phone, **headers: str) -> tuple[str, str]:
    """The language and the theme of the start page ("" where the phone's own is followed)."""
    page = phone.get("/", json=False, headers=headers).text
    tag = page[page.index("<html") : page.index(">", page.index("<html"))]
    theme = tag.partition('data-theme="')[2].partition('"')[0]
    return tag.partition('lang="')[2].partition('"')[0], theme


def test_without_a_choice_the_browser_decides(phone: Phone) -> None:
    assert reads(phone) == ("es", "")
    assert reads(phone, **ENGLISH) == ("en", "")


def test_what_was_chosen_by_hand_goes_before_what_the_browser_says(phone: Phone, another: Another) -> None:
    phone.form("/preferences", {"language": "es"})
    assert reads(phone, **ENGLISH) == ("es", "")
    phone.form("/preferences", {"theme": "light"})
    assert reads(phone, **ENGLISH) == ("es", "light")
    assert reads(another(), **ENGLISH) == ("en", "")
    phone.form("/preferences", {"language": "auto", "theme": "auto"})
    assert reads(phone, **ENGLISH) == ("en", "")


def test_each_phone_of_a_table_reads_its_own_language(
    phone: Phone, playing: dict[str, Any], another: Another
) -> None:
    guest = another()
    guest.follow(playing["links"]["seat"])
    guest.form("/preferences", {"language": "en"})
    assert "Ana’s turn" in guest.get(guest.at, json=False).text
    assert "Turno de Ana" in phone.get(phone.at, json=False).text
    assert guest.see()["last"]["text"] != phone.see()["last"]["text"]
    assert guest.try_("take-seat", participant="p9").json["error"]["message"].startswith("That person")


def test_default_names_are_read_in_ones_own_language(phone: Phone) -> None:
    phone.open(["Jugador 1", "Jugador 2"])
    phone.form("/preferences", {"language": "en"})
    for path in ("", "/sheet/table", "/share"):
        page = phone.get(f"{phone.at}{path}", json=False).text
        assert "Player 2" in page
        assert "Jugador" not in page
    assert "Player 1" in phone.get("/", json=False).text


def test_the_history_leaves_the_time_of_day_to_the_phone(phone: Phone, playing: dict[str, Any]) -> None:
    at = phone.get(f"{phone.at}/log").json["entries"][0]["at"]
    assert f'<time datetime="{at}" data-local>' in phone.get(f"{phone.at}/log", json=False).text


def test_a_program_is_told_what_holds_now(phone: Phone) -> None:
    assert phone.post("/preferences", {"theme": "dark"}).json == {"language": "auto", "theme": "dark"}
    assert phone.post("/preferences", {"language": "en"}).json == {"language": "en", "theme": "dark"}
    assert phone.post("/preferences", {"language": None}).json == {"language": "en", "theme": "dark"}
    assert phone.post("/preferences").json == {"language": "en", "theme": "dark"}


def test_the_cookie_is_the_phones_own_and_no_scripts(phone: Phone) -> None:
    cookie = phone.form("/preferences", {"theme": "dark"}).headers["Set-Cookie"]
    assert cookie.startswith("taste=auto.dark;")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


@pytest.mark.parametrize(
    "fields",
    [
        {"language": "xx"},
        {"language": "es.light"},
        {"language": "../../etc"},
        {"language": 3},
        {"language": ["es", {"a": 1}]},
        {"theme": "blue"},
        {"theme": True},
        {"theme": {"dark": 1}},
        {"language": "es", "theme": "\r\nSet-Cookie: a=b"},
    ],
)
def test_what_cannot_be_chosen_changes_nothing(phone: Phone, fields: dict[str, Any]) -> None:
    answer = phone.post("/preferences", fields)
    assert told(answer) == (400, "bad_request")
    assert "Set-Cookie" not in answer.headers
    assert reads(phone) == ("es", "")


@pytest.mark.parametrize(
    "cookie", ["", ".", "xx.blue", "en", "a" * 5000, "en.dark.light", "<script>.dark", "en%2Edark"]
)
def test_a_cookie_that_somebody_wrote_is_only_a_wish(phone: Phone, cookie: str) -> None:
    language, theme = reads(phone, Cookie=f"taste={cookie}")
    assert language in ("es", "en")
    assert theme in ("", "dark", "light")


@pytest.mark.parametrize(
    "back",
    [
        "//evil.example",
        "///evil.example",
        "http://evil.example/",
        "https:evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "/\t/evil.example",
        "/\n/evil.example",
        "javascript:alert(1)",
        "evil.example",
        "/ñ",
        "/" + "a" * 400,
        "",
    ],
)
def test_the_way_back_never_leads_elsewhere(phone: Phone, back: str) -> None:
    answer = phone.form("/preferences", {"theme": "dark", "back": back})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_the_way_back_leads_to_where_the_form_was(phone: Phone, playing: dict[str, Any]) -> None:
    answer = phone.form("/preferences", {"language": "en", "back": f"{phone.at}/sheet/table?x=1"})
    assert answer.headers["Location"] == f"{phone.at}/sheet/table?x=1"
    page = phone.get(f"{phone.at}/sheet/table", json=False).text
    assert f'name="back" value="{phone.at}"' in page
    assert 'value="en" lang="en" aria-current="true"' in page


def test_only_our_own_pages_choose(phone: Phone) -> None:
    answer = phone.form("/preferences", {"theme": "dark"}, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403
    assert reads(phone) == ("es", "")


def test_under_a_prefix_the_way_back_is_the_prefix(phone: Phone) -> None:
    answer = phone.client.post(
        "/preferences",
        data={"theme": "dark", "back": "//evil"},
        base_url="http://192.0.2.7:8000/table",
    )
    assert answer.headers["Location"] == "/table/"
    assert "Path=/table/" in answer.headers["Set-Cookie"]


def test_a_broken_body_is_told_so(phone: Phone) -> None:
    for body, kind, code in (
        (b"{", "application/json", 400),
        (b"x", "text/plain", 415),
        (b"[]", "application/json", 400),
    ):
        answer = phone.ask(
            "POST", "/preferences", data=body, content_type=kind, headers={"Accept": "application/json"}
        )
        assert answer.status_code == code
