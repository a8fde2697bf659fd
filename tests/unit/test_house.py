"""The table's own matters, whatever is played: chairs, the phones that hold them, what is told of it."""

from typing import Any

import pytest

from tests.unit.evening import Evening, playing
from tests.unit.sitting import refused
from tracker.storage.codec import Codec
from tracker.table import house
from tracker.table.house import House, Seated
from tracker.table.model import Chair
from tracker.table.ports import Snapshot
from tracker.web.words import Words

EN = Words("en", strict=True)


def holders(evening: Evening) -> dict[str, tuple[str, ...]]:
    """Who holds which chairs, by device."""
    return {device.id: device.participants for device in evening.devices if device.participants}


def code(evening: Evening, command: str, device: str = "d1", /, **fields: Any) -> str:
    return refused(evening.does, command, device, **fields).code


# --- Who holds what -----------------------------------------------------------------------------


def test_a_chair_has_one_phone_and_a_phone_may_have_several() -> None:
    evening = playing().does("take-seat", participant="p1").does("take-seat", "d2", participant="p2")
    assert holders(evening) == {"d1": ("p1",), "d2": ("p2",)}
    evening.does("hold", "d2", participants=["p4", "p2", "p4", ""])
    assert holders(evening) == {"d1": ("p1",), "d2": ("p2", "p4")}
    evening.does("take-seat", "d2", participant="p3")
    assert holders(evening) == {"d1": ("p1",), "d2": ("p3",)}


def test_the_later_of_two_claims_owns_the_chair_and_the_log_says_so() -> None:
    evening = playing().does("take-seat", participant="p2").does("take-seat", "d2", participant="p2")
    assert holders(evening) == {"d2": ("p2",)}
    assert evening.text() == "Teléfono 2 tomó el asiento de Beto, que llevaba Teléfono 1"
    assert evening.text(EN) == "Phone 2 took the seat of Beto, which Phone 1 held"


def test_what_is_so_already_is_no_entry() -> None:
    evening = playing().does("leave-seat").does("hold", participants=[])
    before = evening.table.revision
    evening.does("take-seat", participant="p2")
    evening.does("take-seat", participant="p2").does("hold", participants=["p2", "p2"])
    assert evening.table.revision == before + 1
    evening.does("leave-seat").does("leave-seat")
    assert evening.table.revision == before + 2


def test_a_chair_of_nobody_is_not_taken() -> None:
    evening = playing().does("remove-participant", participant="p4", override=True)
    for who in ("p9", "", "deity", "p4"):
        assert code(evening, "take-seat", participant=who) == "no_such_participant"
    assert code(evening, "hold", participants=["p1", "p9"]) == "no_such_participant"
    assert code(evening, "seat-device", device="d1", participant="p9") == "no_such_participant"
    assert code(evening, "seat-device", device="d9", participant="p1") == "no_such_device"
    assert holders(evening) == {}


@pytest.mark.parametrize("fields", [{}, {"participant": 3}, {"participant": ["p1"]}, {"participant": None}])
def test_a_chair_is_named_by_its_person(fields: dict[str, Any]) -> None:
    assert code(playing(), "take-seat", **fields) == "bad_request"


@pytest.mark.parametrize("participants", [None, "p1", {"p1": True}, [1], [["p1"]], 4])
def test_what_is_held_is_a_list(participants: Any) -> None:
    assert code(playing(), "hold", participants=participants) == "bad_request"


def test_when_the_game_is_over_only_the_host_still_seats() -> None:
    evening = playing().does("take-seat", "d2", participant="p2").does("confirm-result", winner="draw")
    for command, fields in (
        ("take-seat", {"participant": "p1"}),
        ("leave-seat", {}),
        ("hold", {"participants": ["p1"]}),
    ):
        assert code(evening, command, "d2", **fields) == "already_finished"
    assert code(evening, "take-seat", "d2", participant="p9") == "no_such_participant"
    evening.does("seat-device", device="d2", participant="p3")
    assert holders(evening) == {"d2": ("p3",)}


def test_only_the_host_seats_another_phone() -> None:
    evening = playing().does("take-seat", "d2", participant="p2")
    assert code(evening, "seat-device", "d2", device="d1", participant="p1") == "host_only"
    evening.does("seat-device", device="d2", participant="p1")
    assert holders(evening) == {"d2": ("p1",)}
    assert evening.text() == "El anfitrión dio a Beto el asiento de Ana"


# --- People who come and go ---------------------------------------------------------------------


def test_who_is_removed_frees_the_chair_and_undo_gives_it_back() -> None:
    evening = Evening().does("take-seat", "d2", participant="p2")
    evening.does("remove-participant", participant="p2")
    assert holders(evening) == {}
    evening.does("undo")
    assert holders(evening) == {"d2": ("p2",)}


def test_who_leaves_while_playing_frees_the_chair_and_who_is_out_keeps_it() -> None:
    evening = playing().does("take-seat", "d2", participant="p2").does("take-seat", participant="p1")
    evening.does("remove-participant", participant="p2", override=True)
    for _ in range(3):
        evening.does("lose-reptante", participant="p1")
    assert evening.table.game.view(evening.table.state)["participants"][0]["out"]
    assert holders(evening) == {"d1": ("p1",)}


def test_a_phone_that_moved_on_does_not_get_its_old_chair_back() -> None:
    evening = Evening().does("take-seat", "d2", participant="p2")
    evening.does("remove-participant", participant="p2").does("take-seat", "d2", participant="p3")
    evening.does("undo")
    assert holders(evening) == {"d2": ("p3",)}


def test_a_chair_that_was_taken_neither_stops_an_undo_nor_gets_undone() -> None:
    evening = Evening().does("add-participant", name="Eva")
    added = evening.last.entry
    evening.does("take-seat", "d2", participant="p5")
    assert evening.table.undo_next is not None
    assert evening.table.undo_next.entry == added
    assert code(evening, "undo", entry=added + 1) == "nothing_to_undo"
    evening.does("undo")
    assert holders(evening) == {}
    evening.does("redo")
    assert holders(evening) == {"d2": ("p5",)}


def test_chairs_follow_people_who_move() -> None:
    evening = Evening().does("hold", "d2", participants=["p1", "p4"])
    evening.does("move-participant", participant="p4", seat=1)
    assert holders(evening) == {"d2": ("p4", "p1")}


def test_starting_over_leaves_everybody_in_their_chair() -> None:
    evening = playing().does("take-seat", "d2", participant="p2").does("restart")
    assert holders(evening) == {"d2": ("p2",)}


# --- What is told -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "spanish", "english"),
    [
        (
            [("d2", "take-seat", {"participant": "p2"})],
            "Teléfono 2 tomó el asiento de Beto",
            "Phone 2 took the seat of Beto",
        ),
        (
            [
                ("d3", "take-seat", {"participant": "p3"}),
                ("d2", "take-seat", {"participant": "p2"}),
                ("d3", "take-seat", {"participant": "p2"}),
            ],
            "Caro tomó el asiento de Beto, que llevaba Teléfono 3",
            "Caro took the seat of Beto, which Phone 3 held",
        ),
        (
            [
                ("d2", "hold", {"participants": ["p2", "p4"]}),
                ("d1", "hold", {"participants": ["p1", "p2"]}),
            ],
            "Teléfono 1 lleva los asientos de Ana y Beto (el de Beto lo llevaba Dani)",
            "Phone 1 holds the seats of Ana and Beto (Beto’s was with Dani)",
        ),
        (
            [("d2", "hold", {"participants": ["p2", "p4"]}), ("d2", "leave-seat", {})],
            "Beto y Dani dejaron sus asientos",
            "Beto and Dani left their seats",
        ),
        (
            [("d2", "take-seat", {"participant": "p2"}), ("d2", "hold", {"participants": []})],
            "Beto dejó el asiento",
            "Beto left the seat",
        ),
        (
            [
                ("d2", "take-seat", {"participant": "p2"}),
                ("d1", "seat-device", {"device": "d1", "participant": "p2"}),
            ],
            "El anfitrión dio a Teléfono 1 el asiento de Beto, que llevaba Teléfono 2",
            "The host gave Phone 1 the seat of Beto, which Phone 2 held",
        ),
    ],
)
def test_everybody_is_told_who_sits_where(
    steps: list[tuple[str, str, dict[str, Any]]], spanish: str, english: str
) -> None:
    evening = Evening()
    for device, command, fields in steps:
        evening.does(command, device, **fields)
    assert (evening.text(), evening.text(EN)) == (spanish, english)


def test_the_history_shows_a_chair_by_its_person() -> None:
    evening = playing().does("take-seat", "d2", participant="p2")
    line = evening.line()
    assert (line["seat"], line["title"], line["detail"]) == (2, "Teléfono 2 tomó el asiento de Beto", "")
    assert not line["can_undo"]
    assert evening.does("leave-seat", "d2").line()["icon"] == "phone"


def test_a_phone_is_called_by_its_chair_in_the_history_and_in_refusals() -> None:
    evening = playing().does("take-seat", "d2", participant="p2").does("end-turn", "d2")
    assert evening.line()["detail"] == "Beto"
    refusal = refused(evening.does, "end-turn", turn=1)
    assert refusal.facts["by"]["participants"] == ["p2"]


def test_facts_name_phones_by_their_number_because_everybody_reads_them() -> None:
    evening = playing().does("take-seat", "d2", participant="p2").does("take-seat", participant="p2")
    assert evening.last.facts == {
        "participants": ["p2"],
        "phone": 1,
        "was": [],
        "from": [{"participant": "p2", "phone": 2, "was": ["p2"]}],
    }


# --- Kept ---------------------------------------------------------------------------------------


def test_a_state_kept_before_there_were_chairs_is_still_good() -> None:
    evening = playing()
    codec = Codec(evening.table.game)
    kept = Snapshot(
        7, evening.table.state, House("x", "d1", None), evening.tables._desk(evening.id).sheet.journal
    )
    without = codec.snapshot_out(kept).replace(',"chairs":[]', "")
    assert "chairs" not in without
    found = codec.snapshot_in(without)
    assert found is not None
    assert found.house == House("x", "d1", None)


def test_a_chair_survives_the_way_to_the_disk() -> None:
    codec = Codec(Evening().table.game)
    event = Seated("d2", ("p2", "p4"))
    assert codec.events_in(codec.events_out([event])) == (event,)
    assert house.evolve(House(chairs=(Chair("p2", "d1"), Chair("p3", "d1"))), event).chairs == (
        Chair("p3", "d1"),
        Chair("p2", "d2"),
        Chair("p4", "d2"),
    )


# --- Default names ------------------------------------------------------------------------------


def test_a_default_name_is_read_in_the_readers_language() -> None:
    evening = Evening(["Jugador 1", "Player 2", "Ana", "Jugador 01"])
    evening.does("take-seat", "d2", participant="p2")
    assert evening.text() == "Teléfono 2 tomó el asiento de Jugador 2"
    assert evening.text(EN) == "Phone 2 took the seat of Player 2"
    evening.does("rename-participant", participant="p1", name="Eva")
    assert evening.text(EN) == "Player 1 is called Eva now"
    evening.does("rename-participant", participant="p4", name="Jugador 4")
    assert evening.text(EN) == "Jugador 01 is called Player 4 now"
    evening.does("remove-participant", participant="p2")
    assert evening.text() == "Jugador 2 se va"
