"""What fingers do at the table, touch by touch; each test bears the fault that people know from such apps."""

from itertools import pairwise

import pytest
from playwright.sync_api import Route

from tests.browser.chromium import ChromiumPhone
from tests.browser.fingers import MINUS, SKY, WATCH, Fingers
from tests.browser.phones import command, eventually, figure, newest, reads, shows
from tests.browser.server import Script, Server
from tests.browser.test_sleep import HIDE

NEXT = "#dock .btn--main"


@pytest.fixture(scope="module")
def server(a_server_for_all: Server) -> Server:
    return a_server_for_all


def changed(script: Script, table: str) -> int | None:
    """By how much the newest entry changed a figure."""
    changes = newest(script, table)["facts"].get("changes")
    return int(changes[0]["by"]) if changes else None


def test_minus_and_plus_are_invisible_halves(ana: ChromiumPhone) -> None:
    signs = """
    const shown = form => form.querySelector('button').checkVisibility();
    return [...document.querySelectorAll('[data-counter]')].filter(shown).map(form => [
      Number(form.dataset.by), form.querySelector('svg path').getAttribute('d'),
      form.querySelector('svg').clientWidth > 15, !!form.querySelector('button').ariaLabel]);
    """
    keys = ana.run(signs)
    assert len(keys) == 8
    assert {(by, "M12" in path) for by, path, _, _ in keys} == {(-1, False), (1, True)}
    assert all(drawn and named for _, _, drawn, named in keys)


def test_a_hold_does_not_repeat_or_does_not_stop_or_is_undone_one_by_one(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    ana.run(WATCH, "p1-resistance")
    hand.down(MINUS.format("p1"))
    eventually(lambda: (figure(ana, "p1-resistance") or 0) <= 75, True, within=10)
    hand.up()
    left = figure(ana, "p1-resistance")
    ana.page.wait_for_timeout(600)
    assert figure(ana, "p1-resistance") == left
    drawn = [100, *ana.run("return window.drawn.filter((n, i, all) => n !== all[i - 1])")]
    steps = [before - after for before, after in pairwise(drawn)]
    # Eleven by one, a leap to the next round number, then by five; the release adds no tap.
    assert steps[:11] == [1] * 11
    assert set(steps[12:]) == {5}
    assert drawn[-1] == left
    assert not [n for n in drawn[12:] if n % 5]
    eventually(lambda: newest(script, table)["facts"]["changes"][0]["to"], left)
    assert newest(script, table)["facts"]["changes"][0]["from"] == 100
    command(ana, "undo")
    shows(ana, "p1-resistance", 100)


def test_a_hold_on_a_stepper_of_the_setup_does_not_repeat(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    ana.press("#strip .strip__turn")
    ana.page.locator("#sheet[open]").wait_for()
    # Whatever sheet has a stepper: the mechanism is one.
    ana.run(
        """
        document.querySelector('#sheet .sheet__content').innerHTML = '<span data-stepper>'
          + '<button type="button" data-step="-1">a</button><input type="number" min="0" max="30" value="20">'
          + '<button type="button" data-step="1">b</button></span>';
        """
    )
    value = "return Number(document.querySelector('#sheet [data-stepper] input').value)"
    hand.tap('#sheet [data-step="1"]')
    assert ana.run(value) == 21
    hand.down('#sheet [data-step="-1"]')
    eventually(lambda: ana.run(value), 0, within=10)
    hand.up()
    ana.page.locator('#sheet [data-step="1"]').press("Enter")
    assert ana.run(value) == 1


def test_a_tap_is_felt_only_when_the_server_answers(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    waiting: list[Route] = []
    ana.page.route("**/damage*", lambda route: waiting.append(route))
    ana.page.route("**/end-turn", lambda route: waiting.append(route))
    hand.down(MINUS.format("p2"))
    assert figure(ana, "p2-resistance") == 100  # not before it is let go
    hand.up()
    for expected in (99, 98, 97):
        assert figure(ana, "p2-resistance") == expected
        if expected > 97:
            hand.tap(MINUS.format("p2"))
    assert ana.page.locator(".delta--own").inner_text() == "−3"
    eventually(lambda: len(waiting), 1)  # the first went at once, the others wait for its answer
    assert waiting.pop().request.post_data == "participant=p2&amount=1&cause=other"
    # A step can't be shown before it is accepted: its button says that it is on its way.
    hand.tap(NEXT)
    assert ana.page.locator(NEXT).get_attribute("aria-busy") == "true"
    hand.tap(NEXT)
    eventually(lambda: len(waiting), 1)


def test_what_opens_is_silent_until_the_server_answers(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    waiting: list[Route] = []
    ana.page.route("**/sheet/**", lambda route: waiting.append(route))
    for link in ("#row-p1 .person__who", "#strip .strip__turn", ".step--turn .why"):
        hand.tap(link)
        assert ana.page.locator(link).get_attribute("aria-busy") == "true"
        eventually(lambda: len(waiting) + 0 * ana.page.locator("html").count(), 1)
        waiting.pop().continue_()
        ana.page.locator("#sheet[open]").wait_for()
        assert ana.page.locator(link).get_attribute("aria-busy") is None
        ana.press("#sheet [data-close]")
        eventually(lambda: ana.page.locator("#sheet[open]").count(), 0)


def test_taps_that_wait_for_an_answer_are_lost(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    waiting: list[Route] = []
    sent: list[str] = []

    def later(route: Route) -> None:
        waiting.append(route)
        sent.append(route.request.post_data or "")

    ana.page.route("**/damage", later)
    at = hand.spot(MINUS.format("p3"))
    for _ in range(7):
        hand.tap(at)
    shows(ana, "p3-resistance", 93)
    while sum(int(body.split("amount=")[1].split("&")[0]) for body in sent) < 7:
        eventually(lambda: len(waiting) + ana.page.locator("html").count(), 2)
        waiting.pop().continue_()
    assert len(sent) == 2  # the first at once, the other six together
    eventually(lambda: ana.page.locator("html").count() and changed(script, table), -7)
    assert script.ask(f"/t/{table}")["state"]["participants"][2]["resistance"] == 93


def test_scrolling_taps_and_a_finger_that_strays_taps(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    ana.page.set_viewport_size({"width": 390, "height": 500})
    key = MINUS.format("p1")
    at = hand.spot(key)
    before = ana.run("return scrollY")
    hand.down(at)
    hand.move((0, -120), steps=12)
    hand.up()
    eventually(lambda: ana.run("return scrollY") != before, True)
    hand.down(key)
    hand.move((-30, 0))
    hand.up()
    hand.down(key)
    hand.move((30, 0))
    ana.page.wait_for_timeout(700)  # neither does it begin to repeat
    hand.move((-30, 0))
    hand.up()
    assert figure(ana, "p1-resistance") == 100
    hand.down(key)
    hand.move((8, 8))
    hand.up()
    shows(ana, "p1-resistance", 99)
    eventually(lambda: changed(script, table), -1)


def test_quick_taps_zoom_the_page(ana: ChromiumPhone, hand: Fingers) -> None:
    at, other = hand.spot(SKY), hand.spot('#deity form[action$="/gain-deity"] button')
    ana.run("window.presses = 0; addEventListener('pointerup', () => window.presses++, true)")
    for _ in range(20):
        hand.tap(at)
    # Two thumbs at once, the second down before the first is up.
    for _ in range(5):
        hand.down(at, 0)
        hand.down(other, 1)
        hand.up(0)
        hand.up(1)
    assert ana.run("return window.presses") == 30
    shows(ana, "deity-resistance", 70)
    assert ana.run("return visualViewport.scale") == 1
    assert ana.page.locator("#deity .delta").count() == 1
    # Whoever needs it larger may still zoom with two fingers.
    hand.pinch((195, 150), 2)
    assert ana.run("return visualViewport.scale") > 1


def test_the_first_tap_only_wakes_the_page(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    at = hand.spot(SKY)
    ana.run(HIDE, "hidden")
    script.do(table, "damage-deity", amount=30)
    ana.run(HIDE, "visible")
    hand.tap(at)
    shows(ana, "deity-resistance", 59)
    eventually(lambda: script.ask(f"/t/{table}")["state"]["deity"]["resistance"], 59)


def test_a_button_changes_its_meaning_under_the_finger_and_acts(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    hand.down(NEXT)
    script.do(table, "end-turn", turn=1)
    reads(ana, "Turno de Beto")
    ana.page.wait_for_timeout(500)  # longer than any button is deaf
    hand.up()
    # The same for a finger that comes down right after the change.
    script.do(table, "end-turn", turn=2)
    reads(ana, "Turno de Caro")
    hand.tap(NEXT)
    ana.page.wait_for_timeout(300)
    assert script.ask(f"/t/{table}")["state"]["turn"]["of"] == "p3"
    hand.tap(NEXT)
    eventually(lambda: script.ask(f"/t/{table}")["state"]["turn"]["of"], "deity")


def test_a_key_that_became_a_lock_under_the_finger_acts(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    hand.down(SKY)
    for turn in (1, 2, 3):
        script.do(table, "end-turn", turn=turn)
    eventually(lambda: ana.page.locator("#deity .key--lock").count(), 1)
    ana.page.wait_for_timeout(700)
    hand.up()
    ana.page.wait_for_timeout(300)
    assert ana.page.locator("#notice .notice").count() == 0
    assert figure(ana, "deity-resistance") == 90


def test_the_phone_s_own_keyboard_covers_the_table(ana: ChromiumPhone, hand: Fingers) -> None:
    hand.tap("#p2-resistance")
    ana.page.locator("#keypad[open]").wait_for()
    assert not ana.run("return document.activeElement.matches('input, textarea, select')")
    assert ana.page.locator("#keypad input:not([type=radio])").count() == 0
    # Below zero has a key of its own.
    hand.tap('#keypad [data-pad="fix"]')
    hand.tap('#keypad [data-pad="below"]')
    hand.tap('#keypad [data-digit="3"]')
    hand.tap('#keypad [data-do="set"]')
    shows(ana, "p2-resistance", -3)
