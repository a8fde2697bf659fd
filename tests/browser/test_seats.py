"""How a table looks from its seats, and what turning and leaving may not take; each test bears the fault."""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize

from tests.browser.chromium import ChromiumPhone
from tests.browser.fingers import Fingers
from tests.browser.phones import eventually, figure, reads, seat, shows
from tests.browser.screens import NINE
from tests.browser.server import Script, Server

UPRIGHT = ViewportSize(width=390, height=844)
SIDEWAYS = ViewportSize(width=844, height=390)
ON_SCREEN = """
  const {left, top, right, bottom} = document.getElementById(arguments[0]).getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight + 1;
"""


@pytest.fixture(scope="module")
def server(a_server_for_all: Server) -> Server:
    return a_server_for_all


def resistance(script: Script, table: str, person: int) -> int:
    """What the server counts for them."""
    return int(script.ask(f"/t/{table}")["state"]["participants"][person - 1]["resistance"])


def sits_among(phone: ChromiumPhone, server: Server, script: Script, people: int) -> str:
    """A turn of so many people, this phone at it; the table's id."""
    table = script.open_raid(list(NINE[:people]), resistance=100)
    for command, fields in (
        ("lock-teams", {}),
        ("choose-deity", {"name": "Véspera"}),
        ("start", {"first": "p1"}),
    ):
        script.do(table["id"], command, **fields)
    phone.go(server.at + seat(script, table["id"]))
    phone.page.locator("#row-p1").wait_for()
    return str(table["id"])


def test_turning_the_phone_resets_the_counters_or_what_is_half_typed(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    ana.press("#p2-resistance")
    ana.press('#keypad [data-digit="1"]')
    for size in (SIDEWAYS, UPRIGHT, SIDEWAYS, UPRIGHT):
        ana.page.set_viewport_size(size)
    script.do(table, "damage", participant="p3", amount=4)
    shows(ana, "p3-resistance", 96)
    ana.press('#keypad [data-digit="2"]')
    reads(ana, "−12")
    ana.press('#keypad [data-do="minus"]')
    shows(ana, "p2-resistance", 88)
    # Turned while a finger holds a key, which then lies elsewhere: what was counted stays counted.
    hand.down('.person[data-person="p2"] form[action$="/damage"] button')
    eventually(lambda: (figure(ana, "p2-resistance") or 99) < 87, True)
    ana.page.set_viewport_size(SIDEWAYS)
    hand.up()
    counted = figure(ana, "p2-resistance")
    ana.page.set_viewport_size(UPRIGHT)
    # What the burst adds up to doesn't hang where the figure was.
    eventually(lambda: ana.page.locator(".delta--own").count(), 0, within=2)
    eventually(lambda: resistance(script, table, 2), counted)
    shows(ana, "p2-resistance", counted or 0)


def test_the_back_button_ends_the_game(
    ana: ChromiumPhone, server: Server, script: Script, table: str
) -> None:
    at = ana.page.url
    ana.press("#p2-resistance")
    ana.press('#keypad [data-digit="3"]')
    ana.page.go_back()
    eventually(lambda: ana.page.locator("dialog[open]").count(), 0)
    assert ana.page.url == at
    ana.press("#strip .strip__turn")
    ana.page.locator("#sheet[open]").wait_for()
    ana.page.go_back()
    eventually(lambda: ana.page.locator("dialog[open]").count(), 0)
    assert ana.page.url == at
    # Out of the table altogether and in again: it goes on where the others have brought it.
    ana.go(server.at)
    script.do(table, "damage", participant="p2", amount=5)
    ana.page.go_back()
    assert ana.page.url == at
    shows(ana, "p2-resistance", 95)
    script.do(table, "damage", participant="p2", amount=5)
    shows(ana, "p2-resistance", 90)


@pytest.mark.parametrize("people", range(2, 10))
def test_five_at_a_table_are_four_under_and_one_at_the_side(
    phone: Callable[..., ChromiumPhone], server: Server, script: Script, people: int
) -> None:
    ana = phone()
    sits_among(ana, server, script, people)
    for size, column in ((UPRIGHT, 2), (SIDEWAYS, 5)):
        ana.page.set_viewport_size(size)
        ana.run("vigilia.own('lying', true); document.dispatchEvent(new CustomEvent('vigilia:own'))")
        eventually(lambda: ana.run("return document.documentElement.hasAttribute('data-lies')"), True)
        eventually(
            lambda: ana.run(
                "return getComputedStyle(document.querySelector('.people__half')).display !== 'contents'"
            ),
            True,
        )
        halves = ana.run("""
          return [...document.querySelectorAll('.people__half')].map(half => ({
            turned: getComputedStyle(half).rotate,
            people: [...half.querySelectorAll('.person')].map(one => {
              const box = one.getBoundingClientRect();
              return [box.left, box.top, box.right, box.bottom].map(Math.round);
            }),
          }));
        """)
        near, far = sorted(halves, key=lambda half: str(half["turned"]) != "none")
        assert (near["turned"], far["turned"]) == ("none", "180deg")
        # One side has at most one more than the other, nobody sits outside or on a neighbour.
        assert abs(len(near["people"]) - len(far["people"])) <= 1
        boxes = near["people"] + far["people"]
        assert len(boxes) == people
        for number, (left, top, right, bottom) in enumerate(boxes):
            inside = right <= size["width"] + 1 and bottom <= size["height"] + 1
            assert left >= 0 and top >= 0 and inside, (people, size)
            for other in boxes[number + 1 :]:
                apart = (
                    right <= other[0] + 1
                    or other[2] <= left + 1
                    or bottom <= other[1] + 1
                    or other[3] <= top + 1
                )
                assert apart, (people, size)
        for half in (near, far):
            assert len({box[0] for box in half["people"]}) <= column
        small = ana.run("""
          const keys = [...document.querySelectorAll('.person .key, .person .figure, .sky .key')];
          const places = keys.filter(key => key.checkVisibility()).map(key => key.getBoundingClientRect());
          const sizes = places.map(({width, height}) => [width, height]);
          return sizes.filter(sides => Math.min(...sides) < 47.5);
        """)
        assert not small, (people, size)


def test_the_menu_faces_the_wrong_side(ana: ChromiumPhone, table: str) -> None:
    ana.page.set_viewport_size(SIDEWAYS)
    ana.page.locator("#turned").check(force=True)
    ana.press("#strip .strip__turn")
    ana.page.locator("#sheet[open]").wait_for()
    assert ana.run("return getComputedStyle(document.getElementById('sheet')).rotate") == "180deg"


@pytest.mark.parametrize("size", [(820, 1180), (1180, 820)])
def test_a_sheet_is_cut_off_on_a_tablet(ana: ChromiumPhone, table: str, size: tuple[int, int]) -> None:
    ana.page.set_viewport_size({"width": size[0], "height": size[1]})
    for opens, dialog in (
        ("#p2-resistance", "keypad"),
        ("#strip .strip__turn", "sheet"),
        ("#row-p1 .person__who", "sheet"),
    ):
        ana.press(opens)
        sheet = ana.page.locator(f"#{dialog}[open]")
        sheet.wait_for()
        # It comes up from below: all of it is there when it has come to rest.
        eventually(lambda dialog=dialog: ana.run(ON_SCREEN, dialog), True)  # type: ignore[misc]
        ana.page.keyboard.press("Escape")
        eventually(lambda: ana.page.locator("dialog[open]").count(), 0)


def test_dark_seats_look_alike_and_nobody_knows_whose_turn_it_is(
    phone: Callable[..., ChromiumPhone], server: Server, script: Script
) -> None:
    ana = phone()
    table = sits_among(ana, server, script, 9)
    # Without any colour: each seat has a shape and a number of its own.
    seats = ana.run("return [...document.querySelectorAll('.person > .seat')].map(seat => seat.innerHTML)")
    shapes = [seat.split("<text")[0] for seat in seats]
    assert len(set(shapes)) == len(set(seats)) == 9
    assert [
        ana.run("return document.querySelector(arguments[0]).textContent.trim()", f"#row-p{n} .seat__n")
        for n in range(1, 10)
    ] == [str(n) for n in range(1, 10)]
    marked = """
      const look = row => {
        const style = getComputedStyle(row);
        return [style.backgroundColor, getComputedStyle(row, '::before').content !== 'none', row.ariaCurrent];
      };
      return [...document.querySelectorAll('.person')].map(row => [row.id, ...look(row)]);
    """
    for turn, current in ((1, "row-p1"), (2, "row-p2")):
        rows = {row[0]: row[1:] for row in ana.run(marked)}
        mine = rows.pop(current)
        # A ground and a bar of its own, which greyscale keeps; and a word for ears.
        assert mine[1:] == [True, "true"]
        assert all(row[0] != mine[0] and row[1:] == [False, None] for row in rows.values())
        if turn == 1:
            script.do(table, "end-turn", turn=1)
            eventually(lambda: ana.run("return document.getElementById('row-p2').ariaCurrent"), "true")


def test_who_had_their_turn_is_greyed_out_and_can_not_be_changed(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    look = "return getComputedStyle(document.querySelector('#row-p1 .figure')).color"
    before = ana.run(look)
    script.do(table, "end-turn", turn=1)
    eventually(lambda: ana.run("return document.getElementById('row-p2').ariaCurrent"), "true")
    assert ana.run(look) == before
    hand.tap('.person[data-person="p1"] form[action$="/damage"] button')
    shows(ana, "p1-resistance", 99)
    eventually(lambda: resistance(script, table, 1), 99)
