"""What trackers get wrong about numbers; each test bears the fault."""

import itertools
from typing import Any

import pytest

from tests.unit.raid_table import Table


def left(amount: int, reduction: int, figure: int = 20) -> int:
    """What is left of a figure after a reduced damage (D-28)."""
    table = Table(resistance=figure)
    table.does("damage", participant="p1", amount=amount, reduction=reduction, cause="other")
    return int(table.person("p1")["resistance"])


def test_a_figure_is_cut_off_at_0_before_its_protection_counts() -> None:
    assert left(11, 3, figure=9) == 1
    assert left(11, 1, figure=9) == -1  # by how much it was passed stays to be seen


def test_damage_below_the_protection_heals() -> None:
    assert [left(2, reduction) for reduction in (1, 2, 3, 9999)] == [19, 20, 20, 20]


def test_the_order_of_two_changes_changes_their_result() -> None:
    steps: tuple[tuple[str, dict[str, Any]], ...] = (
        ("damage", {"participant": "p1", "amount": 7, "reduction": 2}),
        ("gain", {"participant": "p1", "amount": 3}),
        ("damage-all", {"amount": 4, "reductions": {"p1": 4, "p2": 1}}),
    )
    for order in itertools.permutations(steps):
        table = Table()
        for command, fields in order:
            table.does(command, **fields)
        assert [table.person(id)["resistance"] for id in ("p1", "p2", "p3")] == [18, 17, 16]


@pytest.mark.parametrize("people", range(1, 12))
def test_the_boss_forgets_how_many_they_are(people: int) -> None:
    table = Table(people, begun=False)
    assert table.deity["resistance"] == table.deity["initial"] == 30 * people


def test_the_dead_get_the_turn() -> None:
    table = Table(4)
    table.loses("p1", 3).loses("p2", 3)
    assert table.turn == (1, "p1", 1)  # eliminated, not skipped: the table passes it
    assert table.passes().turn == (1, "p3", 2)
    assert table.view["order"] == ["p1", "p2", "p3", "p4", "deity"]
