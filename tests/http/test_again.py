"""A new app on the folder of an old one: what was there is there, what was answered is answered so again."""

from flask.testing import FlaskClient

from tests.http.conftest import Phone
from tracker.config import Settings
from tracker.factory import create_app


def client_with(settings: Settings, phone: Phone) -> FlaskClient:
    """A client of a new app that has the phone's cookie."""
    cookie = phone.client.get_cookie("vigilia", "192.0.2.7")
    assert cookie is not None
    client = create_app(settings).test_client()
    client.set_cookie("vigilia", cookie.decoded_value, domain="192.0.2.7")
    return client


def test_a_new_app_on_the_same_folder_has_every_table_role_and_undo(settings: Settings) -> None:
    phone = Phone(create_app(settings).test_client())
    opened = phone.open(resistance=20)
    phone.do("start", first="p1")
    phone.do("damage-deity", amount=7)
    phone.do("end-turn", turn=1)
    before, log = phone.see(), phone.get(f"{phone.at}/log").json

    again = Phone(client_with(settings, phone), phone.at)
    assert again.see() == before
    assert again.get(f"{phone.at}/log").json == log
    assert again.do("undo")["state"]["turn"]["of"] == "p1"
    guest = Phone(create_app(settings).test_client())
    assert guest.follow(opened["links"]["seat"])["role"] == "seat"


def test_a_key_gives_its_first_entry_after_a_restart_of_the_server_too(settings: Settings) -> None:
    phone = Phone(create_app(settings).test_client())
    phone.open(resistance=20)
    phone.do("start", first="p1")
    sent = [
        ("damage-deity", {"amount": 7}, {"Idempotency-Key": "the-tap-01"}),
        ("undo", {}, {"Idempotency-Key": "its-undo-1"}),
        ("redo", {}, {"Idempotency-Key": "its-redo-1"}),
    ]
    first = [phone.try_(command, headers=key, **fields).json["entry"] for command, fields, key in sent]
    assert [entry["undone"] for entry in first] == [False, True, False]

    for again in (phone, Phone(client_with(settings, phone), phone.at)):
        answers = [again.try_(command, headers=key, **fields) for command, fields, key in sent]
        assert [answer.json["entry"] for answer in answers] == first
        assert all(answer.headers["Idempotent-Replay"] == "true" for answer in answers)
        assert again.deity == 113
