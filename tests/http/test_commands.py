"""Commands on both faces: what they answer, what stops them, what is never done twice."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.http.conftest import OWN, Phone, told

Another = Callable[[], Phone]


def test_a_command_answers_the_document_with_its_own_entry(phone: Phone, playing: dict[str, Any]) -> None:
    document = phone.do("damage-deity", amount=7, kind="attack", by="p1")
    assert document["state"]["deity"]["resistance"] == 113
    entry = document["entry"]
    assert set(entry) >= {"entry", "revision", "at", "who", "command", "facts", "text", "undone", "override"}
    assert (entry["command"], entry["undone"], entry["override"]) == ("damage-deity", False, False)
    assert entry["facts"]["changes"] == [{"counter": "deity-resistance", "from": 120, "to": 113, "by": -7}]
    assert entry["revision"] == document["revision"] == playing["revision"] + 1
    assert document["last"]["entry"] == entry["entry"]
    assert "113" in entry["text"]


def test_what_changes_nothing_writes_nothing(phone: Phone, playing: dict[str, Any]) -> None:
    document = phone.do("correct", target="p1", to=20)
    assert document["entry"] is None
    assert document["revision"] == playing["revision"]


def test_a_plain_form_is_led_back_to_the_table(phone: Phone, playing: dict[str, Any]) -> None:
    answer = phone.form(f"{phone.at}/damage-deity", {"amount": "3", "kind": "", "by": ""})
    assert (answer.status_code, answer.location) == (303, phone.at)
    assert phone.deity == 117


def test_an_undo_from_the_history_is_led_back_to_the_history(phone: Phone, playing: dict[str, Any]) -> None:
    entry = phone.do("damage-deity", amount=3)["entry"]["entry"]
    log = f"{phone.at}/log"
    answer = phone.form(f"{phone.at}/undo", {"entry": str(entry)}, headers={"Referer": OWN + log})
    assert answer.location == log


def test_a_script_gets_204_and_the_revision_the_stream_will_bring(
    phone: Phone, playing: dict[str, Any]
) -> None:
    answer = phone.form(f"{phone.at}/damage-deity", {"amount": "1"}, htmx=True)
    assert (answer.status_code, answer.data) == (204, b"")
    assert int(answer.headers["Vigilia-Revision"]) == playing["revision"] + 1


def test_a_refused_form_comes_back_as_the_table_with_its_notice(
    phone: Phone, playing: dict[str, Any]
) -> None:
    phone.do("wake")
    answer = phone.form(f"{phone.at}/damage-deity", {"amount": "4", "kind": "attack", "by": "p1"})
    assert answer.status_code == 422
    page = answer.text
    assert '<main class="page mesa" id="mesa"' in page
    notice = page[page.index('id="notice"') :]
    again = notice[notice.index("<form") : notice.index("</form>")]
    assert f'action="{phone.at}/damage-deity"' in again
    for name, value in (("amount", "4"), ("kind", "attack"), ("by", "p1"), ("override", "true")):
        assert f'name="{name}" value="{value}"' in again


def test_a_refused_script_gets_the_notice_alone(phone: Phone, playing: dict[str, Any]) -> None:
    phone.do("wake")
    answer = phone.form(f"{phone.at}/damage-deity", {"amount": "4"}, htmx=True)
    assert answer.status_code == 422
    assert answer.text.startswith('<hx-partial hx-target="#notice"')
    assert 'name="override" value="true"' in answer.text
    assert "<html" not in answer.text


def test_what_gives_no_way_offers_no_way(phone: Phone, playing: dict[str, Any]) -> None:
    answer = phone.form(f"{phone.at}/damage-deity", {"amount": "0"}, htmx=True)
    assert answer.status_code == 422
    assert "override" not in answer.text


def test_an_override_is_marked_only_where_a_rule_gave_way(phone: Phone, playing: dict[str, Any]) -> None:
    assert phone.do("damage-deity", amount=1, override=True)["entry"]["override"] is False
    phone.do("wake")
    assert phone.refused("damage-deity", amount=1) == (422, "deity_awake")
    assert phone.do("damage-deity", amount=1, override=True)["entry"]["override"] is True


def test_a_watcher_can_do_nothing(phone: Phone, playing: dict[str, Any], another: Another) -> None:
    watcher = another()
    watcher.follow(phone.see()["links"]["watch"])
    for command in ("damage-deity", "undo", "end-turn", "rename-table", "make-host", "no-such"):
        assert watcher.refused(command, amount=1) == (403, "watchers_only_look")
    assert told(watcher.get(f"{watcher.at}/qr/seat.svg")) == (403, "watchers_only_look")
    assert watcher.get(f"{watcher.at}/qr/watch.svg").status_code == 200
    page = watcher.get(watcher.at, json=False).text
    assert "<form" not in page
    assert phone.see()["revision"] == playing["revision"]


def test_the_host_hands_the_role_over_and_only_the_host(
    phone: Phone, playing: dict[str, Any], another: Another
) -> None:
    guest = another()
    guest.follow(playing["links"]["seat"])
    guest.do("damage-deity", amount=1)
    _mine, its = (one["id"] for one in phone.see()["devices"])
    assert guest.refused("make-host", device=its) == (403, "host_only")
    assert guest.refused("restart") == (403, "host_only")
    phone.do("make-host", device=its)
    assert (guest.see()["role"], phone.see()["role"]) == ("host", "seat")
    assert guest.refused("make-host", device="nobody") == (404, "no_such_device")


def test_only_the_host_learns_what_else_is_wrong_with_the_hosts_commands(
    playing: dict[str, Any], another: Another
) -> None:
    guest = another()
    guest.follow(playing["links"]["seat"])
    for command in ("restart", "make-host", "set-address"):
        broken = guest.ask(
            "POST",
            f"{guest.at}/{command}",
            data=b"{",
            content_type="application/json",
            headers={"Accept": "application/json"},
        )
        assert told(broken) == (403, "host_only")
        keyed = guest.try_(command, headers={"Idempotency-Key": "short"})
        assert told(keyed) == (403, "host_only")


def test_the_host_chooses_which_address_links_show(
    phone: Phone, playing: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("tables", "at_table"):
        monkeypatch.setattr(f"tracker.web.{module}.machine_addresses", lambda: ("192.0.2.7", "10.8.0.2"))
    document = phone.do("set-address", address="10.8.0.2")
    assert document["entry"]["command"] == "set-address"
    assert document["links"]["seat"].startswith("http://10.8.0.2:8000/j/")
    assert phone.do("set-address")["links"]["seat"].startswith(f"{OWN}/j/")
    refused = phone.try_("set-address", address="evil.example")
    assert told(refused) == (400, "bad_request")
    assert refused.json["error"]["facts"]["choices"] == ["192.0.2.7", "10.8.0.2"]


def test_a_step_happens_once(phone: Phone, playing: dict[str, Any], another: Another) -> None:
    guest = another()
    guest.follow(playing["links"]["seat"])
    phone.do("end-turn", turn=1)
    assert guest.refused("end-turn", turn=1) == (409, "turn_already_passed")
    assert phone.see()["state"]["turn"] == {"number": 2, "of": "p2", "phase": None}
    assert guest.refused("end-turn") == (400, "bad_request")


def test_two_phones_taps_add_up(phone: Phone, playing: dict[str, Any], another: Another) -> None:
    guest = another()
    guest.follow(playing["links"]["seat"])
    for _ in range(10):
        phone.do("damage-deity", amount=1)
        guest.do("damage-deity", amount=1)
    assert phone.deity == guest.deity == 100
    log = phone.get(f"{phone.at}/log").json["entries"]
    assert [e["facts"]["changes"][0]["by"] for e in log[:2]] == [-10, -10]


def test_the_first_tap_can_be_undone_after_all_that_came_later(
    phone: Phone, playing: dict[str, Any], another: Another
) -> None:
    guest = another()
    guest.follow(playing["links"]["seat"])
    first = phone.do("damage-deity", amount=7)["entry"]["entry"]
    guest.do("damage-deity", amount=5, kind="tactical")
    phone.do("end-turn", turn=1)
    document = guest.do("undo", entry=first)
    assert document["state"]["deity"]["resistance"] == 115
    assert document["state"]["turn"]["of"] == "p2"
    assert (document["entry"]["entry"], document["entry"]["undone"]) == (first, True)
    assert phone.do("redo")["state"]["deity"]["resistance"] == 108


def test_undo_refuses_what_it_cant_take(phone: Phone, playing: dict[str, Any]) -> None:
    assert phone.refused("undo", entry=1) == (422, "nothing_to_undo")
    assert phone.refused("undo", entry=99) == (404, "no_such_entry")
    assert phone.refused("redo") == (422, "nothing_to_redo")
    passed = phone.do("end-turn", turn=1)["entry"]["entry"]
    phone.do("end-turn", turn=2)
    answer = phone.try_("undo", entry=passed)
    assert told(answer) == (422, "undo_later_first")
    assert answer.json["error"]["facts"]["first"] == passed + 1


# --- The same key again ---------------------------------------------------------------------------

KEY = {"Idempotency-Key": "tap-0001"}


def test_the_same_key_again_changes_nothing(phone: Phone, playing: dict[str, Any]) -> None:
    first = phone.try_("damage-deity", headers=KEY, amount=5)
    phone.do("end-turn", turn=1)
    again = phone.try_("damage-deity", headers=KEY, amount=5)
    assert again.status_code == 200
    assert again.headers["Idempotent-Replay"] == "true"
    assert "Idempotent-Replay" not in first.headers
    assert again.json["entry"] == first.json["entry"]
    assert again.json["state"]["deity"]["resistance"] == 115
    assert again.json["state"]["turn"]["number"] == 2


def test_a_step_sent_again_under_its_key_is_no_stale_step(phone: Phone, playing: dict[str, Any]) -> None:
    phone.try_("end-turn", headers=KEY, turn=1)
    again = phone.try_("end-turn", headers=KEY, turn=1)
    assert (again.status_code, again.headers["Idempotent-Replay"]) == (200, "true")


def test_a_key_with_another_body(phone: Phone, playing: dict[str, Any]) -> None:
    phone.try_("damage-deity", headers=KEY, amount=5)
    assert told(phone.try_("damage-deity", headers=KEY, amount=6)) == (422, "key_reused")
    assert told(phone.try_("gain-deity", headers=KEY, amount=5)) == (422, "key_reused")


def test_a_refused_command_leaves_its_key_free(phone: Phone, playing: dict[str, Any]) -> None:
    assert told(phone.try_("damage-deity", headers=KEY, amount=0)) == (422, "amount_out_of_range")
    assert phone.try_("damage-deity", headers=KEY, amount=2).status_code == 200


def test_another_phone_may_use_the_same_key(phone: Phone, playing: dict[str, Any], another: Another) -> None:
    guest = another()
    guest.follow(playing["links"]["seat"])
    phone.try_("damage-deity", headers=KEY, amount=5)
    assert "Idempotent-Replay" not in guest.try_("damage-deity", headers=KEY, amount=5).headers
    assert phone.deity == 110


def test_undo_takes_a_key_too(phone: Phone, playing: dict[str, Any]) -> None:
    phone.do("damage-deity", amount=5)
    phone.do("gain-deity", amount=1)
    for _ in range(2):
        assert phone.try_("undo", headers=KEY).status_code == 200
    assert phone.deity == 115


def test_a_form_carries_its_key_in_a_field(phone: Phone, playing: dict[str, Any]) -> None:
    fields = {"amount": "5", "idempotency_key": "form-0001"}
    for _ in range(2):
        assert phone.form(f"{phone.at}/damage-deity", fields).status_code == 303
    assert phone.deity == 115


@pytest.mark.parametrize("key", ["1234567", "x" * 65, ""])
def test_a_key_of_the_wrong_length(phone: Phone, playing: dict[str, Any], key: str) -> None:
    answer = phone.try_("damage-deity", headers={"Idempotency-Key": key}, amount=1)
    assert told(answer) == (400, "bad_request")
    assert phone.deity == 120


def test_keys_of_8_and_64_characters_are_fine(phone: Phone, playing: dict[str, Any]) -> None:
    for key in ("x" * 8, "x" * 64):
        assert phone.try_("damage-deity", headers={"Idempotency-Key": key}, amount=1).status_code == 200


# --- History --------------------------------------------------------------------------------------


def test_the_history_comes_newest_first_in_pages_of_200(
    phone: Phone, playing: dict[str, Any], another: Another
) -> None:
    guest = another()
    guest.follow(playing["links"]["seat"])
    for n in range(105):
        phone.do("damage-deity", amount=1)
        phone.do("gain-deity", amount=1 + n % 3)
        guest.do("rename-table", title=f"mesa {n}")
    entries = phone.get(f"{phone.at}/log").json["entries"]
    assert len(entries) == 200
    numbers = [e["entry"] for e in entries]
    assert numbers == sorted(numbers, reverse=True)
    rest = phone.get(f"{phone.at}/log?before={numbers[-1]}").json["entries"]
    assert [e["entry"] for e in rest] == list(range(numbers[-1] - 1, 0, -1))
    assert rest[-1]["command"] == "open"
    assert phone.get(f"{phone.at}/log", json=False).status_code == 200
    assert phone.get(f"{phone.at}/log?before={numbers[-1]}", json=False).status_code == 200


@pytest.mark.parametrize("before", ["x", "-1", "1.5", "9" * 40, "٣"])
def test_a_page_of_history_that_is_no_number(phone: Phone, playing: dict[str, Any], before: str) -> None:
    assert told(phone.get(f"{phone.at}/log?before={before}")) == (400, "bad_request")


def test_what_was_undone_stays_in_the_history(phone: Phone, playing: dict[str, Any]) -> None:
    entry = phone.do("damage-deity", amount=5)["entry"]["entry"]
    phone.do("undo", entry=entry)
    newest = phone.get(f"{phone.at}/log").json["entries"][0]
    assert (newest["entry"], newest["undone"]) == (entry, True)
    assert phone.see()["last"]["undone"] is True
