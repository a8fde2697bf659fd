"""Every screen at every size: nothing runs out of the side, keys are large, the deed lies at the thumb."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import eventually
from tests.browser.screens import BY_NAME, SCREENS, Screen, Step, lowest_quarter
from tests.browser.server import Script, Server

SIZES = {
    "the smallest phone": (320, 568),
    "a phone with its bars": (390, 664),
    "a phone": (390, 844),
    "a tablet": (820, 1180),
    "a phone on its side": (844, 390),
}
DEEDS = ("ready", "turn", "turn of nine", "extract", "closing")
WIDE = "W" * 24

LOOK = """
const problems = [];
const root = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
const words = one => one.getAttribute('aria-label') ?? one.textContent;
const says = one => words(one).replace(/\\s+/g, ' ').trim().slice(0, 30);
const found = (what, one) => problems.push(`${what}: ${one.className || one.tagName} «${says(one)}»`);
const shown = {opacityProperty: true, visibilityProperty: true};
const seen = one => one.checkVisibility(shown) && !one.closest('.skip, .sr');
const wider = document.scrollingElement.scrollWidth - document.documentElement.clientWidth;
if (wider > 0) problems.push(`${wider} px too wide`);

// What is pressed: large enough, be it by its label or by the room around it; a link among words is words.
const pressed = 'button, a[href], input:not([type=hidden]), select, summary, textarea';
for (const one of root.querySelectorAll(pressed)) {
  if (!seen(one) || one.closest('p')) continue;
  const all = one.labels?.[0]?.contains(one) ? one.labels[0] : one;
  const place = () => all.getBoundingClientRect();
  const {width, height, left, right} = place();
  if (width < 2 || height < 2) continue;
  if (left < -0.5 || right > innerWidth + 0.5) found('out of the side', one);
  if (width > 47.5 && height > 47.5) continue;
  one.scrollIntoView({block: 'center'});
  const now = place();
  const [x, y] = [now.left + now.width / 2, now.top + now.height / 2];
  const hits = (dx, dy) => {
    const hit = document.elementFromPoint(x + dx, y + dy);
    return hit !== null && (hit === all || all.contains(hit));
  };
  const steps = [...Array(121).keys()].map(n => n - 60);
  const [across, down] = [steps.filter(n => hits(n, 0)).length, steps.filter(n => hits(0, n)).length];
  if (across < 47) found(`${across} px wide`, one);
  if (down < 47) found(`${down} px high`, one);
}
// What is read: no figure and no name loses a part of itself without saying so.
for (const one of root.querySelectorAll('[data-value], .person__name, .btn, h1, h2')) {
  if (!seen(one)) continue;
  const style = getComputedStyle(one);
  const says = style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none';
  if (style.overflowX !== 'visible' && !says && one.scrollWidth > one.clientWidth + 1) found('cut off', one);
}
scrollTo(0, 0);
return [...new Set(problems)];
"""

SEEN = """
return arguments[0].every(selector => {
  const place = document.querySelector(selector)?.getBoundingClientRect();
  return place && place.height > 0 && place.top >= 0 && place.bottom <= innerHeight;
});
"""


def rests(phone: ChromiumPhone, width: int, height: int) -> None:
    """The phone at this size, its page at the top and nothing on it moving any more."""
    phone.page.set_viewport_size({"width": width, "height": height})
    phone.run("""
      for (const moving of document.getAnimations()) {
        if (Number.isFinite(moving.effect.getComputedTiming().endTime)) moving.finish();
      }
      scrollTo(0, 0);
    """)
    phone.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.fixture
def shown(a_server_for_all: Server, phone: Callable[..., ChromiumPhone]) -> Callable[..., ChromiumPhone]:
    def show(screen: Screen, **wanted: Any) -> ChromiumPhone:
        made = phone(**wanted)
        screen.show(a_server_for_all, Script(a_server_for_all), made)
        made.page.wait_for_load_state("load")
        # What the finger pressed has come up again.
        eventually(
            lambda: made.run("return document.querySelector('button:active, a:active') === null"), True
        )
        return made

    return show


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.name)
def test_every_screen_at_every_size(screen: Screen, shown: Callable[..., ChromiumPhone]) -> None:
    ana = shown(screen)
    found = []
    for size, (width, height) in SIZES.items():
        rests(ana, width, height)
        found += [(size, problem) for problem in ana.run(LOOK)]
        lies = ana.run("return document.documentElement.hasAttribute('data-lies')")
        if screen.name in DEEDS and not lies and not lowest_quarter(ana):
            found.append((size, "the deed is not within the thumb's reach"))
    assert not found, "\n".join(map(str, found))


def test_nine_people_on_the_smallest_phone(shown: Callable[..., ChromiumPhone]) -> None:
    for name, current in (("turn of nine", "p1"), ("late turn of nine", "p8")):
        ana = shown(BY_NAME[name])
        rests(ana, 320, 568)
        assert ana.run(SEEN, ["#deity-resistance", f"#row-{current}"]), name
        rows = ana.run("""
          const rows = [...document.querySelectorAll('.people .person')];
          return rows.map(one => one.getBoundingClientRect().height);
        """)
        assert len(rows) == 9
        assert max(rows[1:] if current == "p1" else rows[:-2]) <= 56
        assert ana.run("return document.scrollingElement.scrollHeight") <= 2 * 568  # one swipe


def test_the_deitys_figure_is_read_from_across_the_table(shown: Callable[..., ChromiumPhone]) -> None:
    ana = shown(BY_NAME["turn"])
    for size, least in (("a phone", 120), ("a phone with its bars", 96)):
        rests(ana, *SIZES[size])
        high = ana.run(
            "return parseFloat(getComputedStyle(document.getElementById('deity-resistance')).fontSize)"
        )
        assert high >= least, size


@pytest.mark.parametrize("figures", [0, 9999, -999])
def test_the_widest_names_and_figures(
    figures: int, a_server_for_all: Server, shown: Callable[..., ChromiumPhone]
) -> None:
    names = tuple(f"{WIDE[:-1]}{seat}" for seat in range(1, 5))
    steps: tuple[Step, ...] = (
        ("lock-teams", {}),
        ("choose-deity", {"name": "W" * 60}),
        ("start", {"first": "p1"}),
        *(("correct", {"target": target, "to": figures}) for target in ("deity", "p1", "p2", "p4")),
    )
    ana = shown(Screen("wide", names, steps))
    found = []
    for size, (width, height) in SIZES.items():
        rests(ana, width, height)
        found += [(size, problem) for problem in ana.run(LOOK)]
    assert not found, "\n".join(map(str, found))


@pytest.mark.parametrize("screen", ["set-up", "turn", "extract", "powers", "closing", "log"])
def test_letters_twice_as_large(screen: str, shown: Callable[..., ChromiumPhone]) -> None:
    ana = shown(BY_NAME[screen])
    found = []
    for width, height in ((390, 844), (320, 568)):
        rests(ana, width, height)
        # What a phone's own setting does: it is the root's letter that everything is measured by.
        ana.run("document.documentElement.style.fontSize = '200%'")
        rests(ana, width, height)
        found += [(width, problem) for problem in ana.run(LOOK)]
    assert not found, "\n".join(map(str, found))
