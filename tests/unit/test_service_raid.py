"""A raid through the table's service: what undo leaves behind, and what a server that starts again sees."""

from typing import Any

import pytest

from tests.property.memory import HandClock, MemoryLog
from tests.unit.raid_table import Luck
from tests.unit.sitting import refused
from tracker.rules.raid import RAID
from tracker.table.service import Tables


class Evening:
    """One raid with its service. ``do`` gives the entry's number, None where nothing was written."""

    def __init__(self) -> None:
        self.log, self.clock = MemoryLog(), HandClock()
        self.tables = self.process()
        self.id = self.tables.open("raid", ["Ana", "Beto"], {"resistance": 20}, "", "host").id

    def process(self) -> Tables:
        """A server that knows nothing but the log."""
        return Tables(self.log, self.clock, Luck(), lambda table, revision: None)

    def starts_again(self) -> None:
        self.tables = self.process()

    def do(self, command: str, phone: str = "host", /, *, form: bool = False, **fields: Any) -> int | None:
        self.clock.passes(3000)
        done = self.tables.submit(self.id, phone, command, fields, key=None, role="seat", form=form)
        return done.entry.entry if done.entry else None

    def to_the_deity(self) -> None:
        self.do("start", first="p1")
        self.do("end-turn", turn=1, next="deity")

    @property
    def view(self) -> dict[str, Any]:
        return RAID.view(self.tables.get(self.id).state)

    @property
    def figures(self) -> dict[str, int]:
        return {person["id"]: person["resistance"] for person in self.view["participants"]}

    @property
    def powers(self) -> list[str]:
        return [power["id"] for power in self.view["deity"]["powers"]]


@pytest.fixture
def evening() -> Evening:
    return Evening()


# --- Ids -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("again", [False, True], ids=["the same server", "one that started again"])
def test_whoever_comes_after_an_undone_newcomer_is_somebody_else(evening: Evening, again: bool) -> None:
    came = evening.do("add-participant", name="Caro")
    tap = evening.do("correct", target="p3", by=5)
    evening.do("undo", entry=came)
    if again:
        evening.starts_again()
    evening.do("add-participant", name="Dani")
    assert evening.figures == {"p1": 20, "p2": 20, "p4": 20}
    evening.do("undo", entry=tap)
    assert evening.figures == {"p1": 20, "p2": 20, "p4": 20}


@pytest.mark.parametrize("again", [False, True], ids=["the same server", "one that started again"])
def test_a_button_of_an_undone_extraction_presses_no_other_power(evening: Evening, again: bool) -> None:
    evening.to_the_deity()
    evening.do("extract", esbirros=["A", "B", "C"])
    old = evening.powers
    evening.do("undo")
    if again:
        evening.starts_again()
    evening.do("extract", esbirros=["X", "Y", "Z"])
    assert not set(old) & set(evening.powers)
    assert refused(evening.do, "resolve", power=old[0]).code == "no_such_power"


def test_what_is_brought_back_has_the_ids_it_had(evening: Evening) -> None:
    evening.to_the_deity()
    evening.do("extract", esbirros=["A", "B", "C"])
    evening.do("add-power", kind="single", esbirro="D")
    powers = evening.powers
    for command in ("undo", "undo", "redo", "redo"):
        evening.do(command)
    assert evening.powers == powers
    evening.do("undo")
    evening.do("add-power", kind="single", esbirro="E")
    live = evening.view
    assert evening.powers[-1] not in powers
    evening.starts_again()
    assert evening.view == live


# --- What follows from figures --------------------------------------------------------------------


def test_a_cleared_shield_stays_cleared_when_the_damage_comes_and_goes(evening: Evening) -> None:
    evening.to_the_deity()
    tap = evening.do("damage", participant="p1", amount=20, cause="deity")
    evening.do("clear-shield", participant="p1")
    mistaken = evening.do("stay-awake", on=True)
    evening.do("undo", entry=tap)
    evening.do("undo", entry=mistaken)
    evening.starts_again()
    evening.do("redo", entry=tap)
    assert evening.view["participants"][0]["must_lose_reptante"]
    assert not evening.view["participants"][0]["shielded"]


# --- Late, ended, switched off ---------------------------------------------------------------------


def test_who_took_that_persons_reptante_is_told(evening: Evening) -> None:
    evening.do("start", first="p1")
    first = evening.do("lose-reptante", "a", participant="p1", alive=3)
    evening.do("lose-reptante", "b", participant="p2", alive=3)
    late = refused(evening.do, "lose-reptante", "b", participant="p1", alive=3)
    assert (late.code, late.facts["entry"], late.facts["by"]["device"]) == ("already_done", first, "a")


def test_a_finished_table_keeps_its_name(evening: Evening) -> None:
    evening.do("start")
    evening.do("confirm-result", winner="none")
    assert refused(evening.do, "rename-table", title="Otra").code == "already_finished"
    evening.do("undo")
    assert evening.do("rename-table", title="Otra")


def test_a_switch_left_off_in_the_closing_form_lets_the_deity_sleep(evening: Evening) -> None:
    evening.to_the_deity()
    evening.do("stay-awake", on=True)
    evening.do("extract", sombras=3)
    evening.do("skip", power=evening.powers[0])
    evening.do("end-turn", form=True, turn="2", to_discard="on")
    assert not evening.view["deity"]["awake"]


@pytest.mark.parametrize(
    ("text", "on"), [("1", True), ("on", True), ("true", True), ("0", False), ("", False)]
)
def test_a_forms_switch_sets_an_option(evening: Evening, text: str, on: bool) -> None:
    evening.do("set-option", option="coinciding_pairs", value=not on)
    evening.do("set-option", form=True, option="coinciding_pairs", value=text)
    assert evening.view["options"]["coinciding_pairs"] is on
