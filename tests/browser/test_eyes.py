"""What eyes ask for: more contrast, the system's own colours, no movement."""

import pytest

from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import eventually
from tests.browser.server import Script, Server

WORDS = """
const colour = selector => getComputedStyle(document.querySelector(selector)).color;
return ['.sky__state', '.nav__tab:not([aria-current])'].map(colour);
"""
ROW = """
const {outlineStyle, outlineWidth} = getComputedStyle(document.getElementById(arguments[0]));
return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth);
"""
MOVES = """
return [...document.querySelectorAll('html, body *')].filter(one => {
  const style = getComputedStyle(one);
  return style.transitionDuration.split(',').some(time => parseFloat(time) > 0);
}).map(one => one.className || one.tagName);
"""


@pytest.fixture(scope="module")
def server(a_server_for_all: Server) -> Server:
    return a_server_for_all


def test_pale_words_stay_pale_for_who_asks_for_contrast(ana: ChromiumPhone, table: str) -> None:
    sky = "return getComputedStyle(document.querySelector('.sky')).color"
    ink = "return getComputedStyle(document.querySelector('.person__name')).color"
    assert ana.run(WORDS) != [ana.run(sky), ana.run(ink)]
    ana.page.emulate_media(contrast="more")
    eventually(lambda: ana.run(WORDS), [ana.run(sky), ana.run(ink)])


def test_forced_colours_hide_whose_turn_it_is(ana: ChromiumPhone, script: Script, table: str) -> None:
    ana.page.emulate_media(forced_colors="active")
    eventually(lambda: ana.run(ROW, "row-p1"), 3)
    assert ana.run(ROW, "row-p2") == 0
    script.do(table, "end-turn", turn=1)
    eventually(lambda: ana.run(ROW, "row-p2"), 3)
    assert ana.run(ROW, "row-p1") == 0
    # A seat keeps its outline, a key its edge: neither is told by its ground alone.
    assert ana.run("return getComputedStyle(document.querySelector('.person .seat')).strokeWidth") == "2px"


def test_the_screen_moves_for_who_asked_it_not_to(ana: ChromiumPhone, script: Script, table: str) -> None:
    assert ana.run(MOVES)
    ana.page.emulate_media(reduced_motion="reduce")
    eventually(lambda: ana.run(MOVES), [])
    for turn in (1, 2, 3):
        script.do(table, "end-turn", turn=turn)
    # The deity wakes at once: there is no moment between the two moods.
    eventually(lambda: ana.page.locator("[data-mood='awake']").count() > 0, True)
    longer = "return document.getAnimations().filter(one => one.effect.getComputedTiming().duration > 1)"
    assert ana.run(f"{longer}.length") == 0
