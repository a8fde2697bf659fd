"""What is kept can be read again, also by later versions of the code."""

from typing import Any

import msgspec
import pytest

from tests.unit.tiny import TINY, Joined, Numbered
from tracker.rules.kernel import Moved, Rolled
from tracker.rules.raid import RAID
from tracker.storage import codec as codecs
from tracker.storage.codec import Codec
from tracker.table.house import AddressSet, HostMade, House, TableOpened, TableRenamed
from tracker.table.journal import Burst, Journal, Step, Undone
from tracker.table.ports import Snapshot

CODEC = Codec(TINY)


def test_every_event_of_games_and_house_comes_back_as_it_was() -> None:
    events = (
        TableOpened("Viernes", "a"),
        Joined("María"),
        Moved("p1", -3, 2),
        Moved("deity", 10**12),
        Rolled(("1", "2"), "2"),
        TableRenamed(""),
        HostMade("b"),
        AddressSet(None),
    )
    assert CODEC.events_in(CODEC.events_out(events)) == events


def test_every_raid_event_has_its_own_name() -> None:
    codec = Codec(RAID)
    assert set(codec.classes.values()) >= set(RAID.events)


def test_a_state_comes_back_with_house_and_journal() -> None:
    state = RAID.blank
    for event in RAID.open(["Ana", "Beto"], {"resistance": 20}, Second()):
        state = RAID.evolve(state, event)
    journal = Journal(
        last=9,
        newest=8,
        steps=(Step(2, "start", "a"), Step(4, "resolve", "b", "w1")),
        matters=(3,),
        undone=(Undone(5, "b", 1, Step(5, "wake", "a"), final=True), Undone(6, "b", 2)),
        bursts=(Burst(8, "a", "damage", '{"participant":"p1"}', 12),),
    )
    snapshot = Snapshot(14, state, House("Viernes", "a", "192.0.2.7"), journal)
    codec = Codec(RAID)
    assert codec.snapshot_in(codec.snapshot_out(snapshot)) == snapshot


class Second:
    def pick(self, among: Any, /) -> str:
        return str(among[-1])


@pytest.mark.parametrize("text", [None, "", "{}", "[]", '{"version": 1, "revision": "x"}'])
def test_a_cached_state_that_cannot_be_read_is_none(text: str | None) -> None:
    assert CODEC.snapshot_in(text) is None


def test_a_cached_state_of_another_version_is_none() -> None:
    written = msgspec.json.decode(CODEC.snapshot_out(Snapshot(1, TINY.blank, House(), Journal())))
    assert CODEC.snapshot_in(msgspec.json.encode(written).decode()) is not None
    written["version"] = codecs.VERSION + 1
    assert CODEC.snapshot_in(msgspec.json.encode(written).decode()) is None


def test_an_older_event_is_lifted_version_by_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def name_was_turn(name: str, fields: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        return ("Numbered", {"number": fields["turn"]}) if name == "TurnCame" else (name, fields)

    def counted_from_zero(name: str, fields: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        return name, {"number": fields["number"] + 1} if name == "Numbered" else fields

    monkeypatch.setattr(codecs, "VERSION", 3)
    monkeypatch.setattr(codecs, "LIFTS", {1: name_was_turn, 2: counted_from_zero})
    assert CODEC.events_in('[["TurnCame",{"turn":4}],["Joined",{"name":"Ana"}]]', 1) == (
        Numbered(5),
        Joined("Ana"),
    )
    assert CODEC.events_in('[["Numbered",{"number":4}]]', 2) == (Numbered(5),)
    assert CODEC.events_in('[["Numbered",{"number":4}]]', 3) == (Numbered(4),)


def test_an_event_nobody_knows_is_an_error_and_not_left_out() -> None:
    with pytest.raises(KeyError):
        CODEC.events_in('[["Dragon",{}]]')
