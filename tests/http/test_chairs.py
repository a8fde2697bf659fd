"""Chairs over HTTP: who holds which, what a page knows of it, «¿Quién eres?», and who may not."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.http.conftest import Phone, told
from tests.http.test_live import Stream

Another = Callable[[], Phone]


@pytest.fixture
def guest(playing: dict[str, Any], another: Another) -> Phone:
    """A second phone at the table, which has scanned the seat's link."""
    guest = another()
    guest.follow(playing["links"]["seat"])
    return guest


@pytest.fixture
def watcher(playing: dict[str, Any], another: Another) -> Phone:
    watcher = another()
    watcher.follow(playing["links"]["watch"])
    return watcher


def chairs(document: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Each phone's name and chairs."""
    return [(one["name"], one["participants"]) for one in document["devices"]]


# --- Taking, leaving, holding -------------------------------------------------------------------


def test_a_phone_is_named_after_its_chair(phone: Phone, guest: Phone) -> None:
    guest.do("take-seat", participant="p2")
    phone.do("hold", participants=["p1", "p4"])
    assert chairs(phone.see()) == [("Ana y Dani", ["p1", "p4"]), ("Beto", ["p2"])]
    english = guest.get(guest.at, headers={"Accept-Language": "en"}).json
    assert chairs(english)[0] == ("Ana and Dani", ["p1", "p4"])
    log = phone.get(f"{phone.at}/log").json["entries"]
    assert [entry["who"]["name"] for entry in log[:2]] == ["Ana y Dani", "Beto"]
    guest.do("leave-seat")
    assert chairs(phone.see())[1] == ("Teléfono 2", [])


def test_a_taken_chair_is_taken_over_and_everybody_hears_of_it(phone: Phone, guest: Phone) -> None:
    phone.do("take-seat", participant="p2")
    stream, page = Stream(phone, "?format=json"), Stream(phone)
    stream.messages()
    page.messages()
    done = guest.do("take-seat", participant="p2")
    assert done["entry"]["text"] == "Teléfono 2 tomó el asiento de Beto, que llevaba Teléfono 1"
    assert chairs(done) == [("Teléfono 1", []), ("Beto", ["p2"])]
    assert "tomó el asiento de Beto, que llevaba" in stream.chunk()
    pushed = page.chunk()
    assert 'id="news"' in pushed
    assert "event: mine\ndata:\n" in pushed.replace("data: \n", "data:\n")
    for one in (stream, page):
        one.close()


def test_scanning_five_times_makes_one_device_and_keeps_its_chair(
    phone: Phone, guest: Phone, playing: dict[str, Any]
) -> None:
    guest.do("take-seat", participant="p3")
    for _ in range(5):
        assert guest.follow(playing["links"]["seat"])["role"] == "seat"
    guest.follow(playing["links"]["watch"])
    assert chairs(phone.see()) == [("Teléfono 1", []), ("Caro", ["p3"])]


def test_the_same_key_takes_a_chair_once(phone: Phone, guest: Phone) -> None:
    key = {"Idempotency-Key": "a-key-of-its-own"}
    first = guest.try_("take-seat", key, participant="p2").json
    phone.do("take-seat", participant="p2")
    again = guest.try_("take-seat", key, participant="p2")
    assert again.headers["Idempotent-Replay"] == "true"
    assert again.json["entry"] == first["entry"] | {
        "who": {"device": first["entry"]["who"]["device"], "name": "Teléfono 2"}
    }
    assert chairs(again.json) == [("Beto", ["p2"]), ("Teléfono 2", [])]


def test_the_host_seats_a_phone_that_never_asked(phone: Phone, guest: Phone, watcher: Phone) -> None:
    guest.do("gain", participant="p1", amount=1)
    Stream(watcher).close()
    its = {one["role"]: one["id"] for one in phone.see()["devices"]}
    assert guest.refused("seat-device", device=its["seat"], participant="p2") == (403, "host_only")
    assert phone.refused("seat-device", device="d", participant="p2") == (404, "no_such_device")
    assert phone.refused("seat-device", device=its["seat"]) == (400, "bad_request")
    done = phone.try_("seat-device", device=its["seat"], participant="p2")
    assert done.json["entry"]["text"] == "El anfitrión dio a Teléfono 2 el asiento de Beto"
    assert done.headers["Vigilia-Mine"] == ""
    assert guest.see()["devices"][1]["participants"] == ["p2"]


# --- Who may not, and what there isn't ----------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "fields"),
    [
        ("take-seat", {"participant": "p1"}),
        ("leave-seat", {}),
        ("hold", {"participants": ["p1"]}),
        ("seat-device", {"device": "d", "participant": "p1"}),
    ],
)
def test_a_watcher_takes_no_chair(phone: Phone, watcher: Phone, command: str, fields: dict[str, Any]) -> None:
    before = phone.see()
    assert watcher.refused(command, **fields) == (403, "watchers_only_look")
    assert phone.see() == before
    page = watcher.get(watcher.at, json=False).text
    assert "¿Quién eres?" not in page
    assert watcher.get(f"{watcher.at}/sheet/who", json=False).status_code == 404
    assert "Tomar" not in watcher.get(f"{watcher.at}/sheet/table", json=False).text


@pytest.mark.parametrize("who", ["p9", "", "deity", "../p1", "P1", "p1\u202e", "p" * 300])
def test_the_chair_of_somebody_unknown_is_not_taken(phone: Phone, guest: Phone, who: str) -> None:
    before = phone.see()["revision"]
    answer = guest.try_("take-seat", participant=who)
    assert told(answer) in ((404, "no_such_participant"), (422, "bad_name"))
    assert phone.see()["revision"] == before


def test_the_chair_of_somebody_removed_is_not_taken(phone: Phone, guest: Phone) -> None:
    guest.do("take-seat", participant="p4")
    phone.do("remove-participant", participant="p4", override=True)
    assert chairs(guest.see()) == [("Teléfono 1", []), ("Teléfono 2", [])]
    assert phone.refused("take-seat", participant="p4") == (404, "no_such_participant")
    assert "Dani" not in guest.get(f"{guest.at}/sheet/who", json=False).text


def test_nobody_sits_down_from_a_foreign_page(phone: Phone) -> None:
    answer = phone.form(
        f"{phone.at}/take-seat", {"participant": "p1"}, headers={"Origin": "http://evil.example"}
    )
    assert answer.status_code in (403, 404)


# --- What the page knows ------------------------------------------------------------------------


def test_a_page_knows_whose_it_is_and_what_is_pushed_does_not(phone: Phone, guest: Phone) -> None:
    answer = guest.form(f"{guest.at}/take-seat", {"participant": "p2"}, htmx=True)
    assert (answer.status_code, answer.headers["Vigilia-Mine"]) == (204, "p2")
    assert 'data-mine="p2"' in guest.get(guest.at, json=False).text
    assert 'data-mine=""' in phone.get(phone.at, json=False).text
    mine, others = (one.get(one.at, json=False, headers={"HX-Request": "true"}) for one in (guest, phone))
    assert (mine.headers["Vigilia-Mine"], others.headers["Vigilia-Mine"]) == ("p2", "")
    assert "mine" not in mine.text
    assert guest.form(f"{guest.at}/leave-seat", {}, htmx=True).headers["Vigilia-Mine"] == ""


def test_only_the_phone_itself_is_told_which_chairs_are_its_own(phone: Phone, guest: Phone) -> None:
    phone.do("take-seat", participant="p1")
    mine, its = Stream(phone), Stream(guest)
    assert {"event": "mine", "data": "p1"} in mine.messages()
    its.messages()
    guest.do("hold", participants=["p4", "p3"])
    assert {"event": "mine", "data": "p3 p4"} in its.messages()
    assert not [message for message in mine.messages() if message.get("event") == "mine"]
    for stream in (mine, its):
        stream.close()


def test_old_news_is_not_told_again(phone: Phone, guest: Phone) -> None:
    guest.do("take-seat", participant="p2")
    stream = Stream(phone)
    assert 'id="news"' not in stream.chunk()
    phone.do("gain", participant="p1", amount=1)
    assert 'id="news"' not in stream.chunk()
    stream.close()


# --- «¿Quién eres?» -----------------------------------------------------------------------------

ASKS = 'id="who"'


def test_who_came_by_a_link_is_asked_once_who_they_are(guest: Phone) -> None:
    page = guest.get(guest.at, json=False).text
    assert ASKS in page
    assert page.index('id="deity-resistance"') < page.index(ASKS)
    assert guest.form(f"{guest.at}/take-seat", {"participant": "p2"}).status_code == 303
    assert ASKS not in guest.get(guest.at, json=False).text
    guest.do("leave-seat")
    assert ASKS not in guest.get(guest.at, json=False).text


def test_a_phone_in_the_middle_is_an_answer_and_no_entry(phone: Phone, guest: Phone) -> None:
    before = phone.see()["revision"]
    assert guest.form(f"{guest.at}/hold", {"participants": ""}).status_code == 303
    assert ASKS not in guest.get(guest.at, json=False).text
    assert phone.see()["revision"] == before


def test_an_answer_at_one_table_is_none_at_another(phone: Phone, guest: Phone, another: Another) -> None:
    guest.do("hold", participants=[])
    other = another().open()
    guest.follow(other["links"]["seat"])
    assert ASKS in guest.get(guest.at, json=False).text


def test_the_host_is_not_asked_before_anybody_has_a_name(phone: Phone) -> None:
    phone.open(["Jugador 1", "Player 2"])
    assert ASKS not in phone.get(phone.at, json=False).text
    phone.do("rename-participant", participant="p1", name="Ana")
    assert ASKS in phone.get(phone.at, json=False).text


def test_nobody_is_asked_when_the_game_is_over(phone: Phone, guest: Phone) -> None:
    phone.do("confirm-result", winner="draw")
    assert ASKS not in guest.get(guest.at, json=False).text
    assert guest.get(f"{guest.at}/sheet/who", json=False).status_code == 404


def test_somebody_else_comes_in_and_sits_down_in_one_go(phone: Phone, guest: Phone) -> None:
    sheet = guest.get(f"{guest.at}/sheet/who", json=False).text
    assert "Soy otra persona" in sheet
    sent = {"name": "Eva", "sit": "true", "override": "true", "idempotency_key": "once-and-only-once"}
    for _ in range(2):
        answer = guest.form(f"{guest.at}/add-participant", sent, htmx=True)
        assert (answer.status_code, answer.headers["Vigilia-Mine"]) == (204, "p5")
    assert [person["name"] for person in phone.see()["state"]["participants"]][4:] == ["Eva"]
    assert chairs(phone.see())[1] == ("Eva", ["p5"])
    assert guest.form(f"{guest.at}/add-participant", sent | {"name": "x" * 30}).status_code == 422


# --- «Esta mesa» --------------------------------------------------------------------------------


def test_this_table_offers_each_what_it_may_do(phone: Phone, guest: Phone, watcher: Phone) -> None:
    guest.do("take-seat", participant="p2")
    host, seat, looks = (one.get(f"{one.at}/sheet/table", json=False).text for one in (phone, guest, watcher))
    for text in (host, seat):
        assert all(
            name in text for name in ('data-switch="awake"', 'data-switch="left"', 'data-switch="lying"')
        )
        assert "data-lock" in text
        assert "data-read" in text
        assert "/correct-turn" in text
        assert "/confirm-result" in text
    assert "/seat-device" in host
    assert "/seat-device" not in seat
    assert "/restart" not in seat
    assert "Dejar el asiento de Beto" in seat
    assert "Tomar el asiento de Beto, que lleva otro teléfono" in host
    posts = [part.split('"')[0] for part in looks.split('action="')[1:]]
    assert set(posts) == {"/preferences"}


def test_one_of_several_chairs_is_left_by_holding_the_rest(guest: Phone) -> None:
    guest.do("hold", participants=["p2", "p3"])
    sheet = guest.get(f"{guest.at}/sheet/table", json=False).text
    leave = sheet[: sheet.index("Dejar el asiento de Beto")].rpartition("<form")[2]
    assert '/hold"' in leave
    assert 'name="participants" value="p3"' in leave
    assert 'value="p2"' not in leave


def test_home_shows_a_table_by_ones_own_seat(guest: Phone) -> None:
    guest.do("take-seat", participant="p3")
    assert [table["seat"] for table in guest.get("/").json["tables"]] == [3]
    assert "seat--3" in guest.get("/", json=False).text


def test_the_share_sheet_shows_whose_chair_is_free(phone: Phone, guest: Phone) -> None:
    guest.do("take-seat", participant="p2")
    page = phone.get(f"{phone.at}/share", json=False).text
    assert "Tomar el asiento de Ana" in page
    assert "Sin teléfono" in page
