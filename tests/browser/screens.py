"""The screens that are measured and pictured: what leads to each, by JSON, and what is touched on it then."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import Phone
from tests.browser.server import Script, Server

Step = tuple[str, Mapping[str, Any]]

NINE = ("Ana", "Beto", "Caro", "Dani", "Elena", "Fede", "Gabi", "Hugo", "Inés")
FOUR = NINE[:4]


def passes(*turns: int) -> tuple[Step, ...]:
    return tuple(("end-turn", {"turn": turn}) for turn in turns)


BEGUN: tuple[Step, ...] = (
    ("lock-teams", {}),
    ("choose-deity", {"name": "Véspera"}),
    ("start", {"first": "p1"}),
)
PLAYED: tuple[Step, ...] = (
    *BEGUN,
    ("damage", {"participant": "p2", "amount": 2}),
    ("gain", {"participant": "p3", "amount": 2}),
    ("lose-reptante", {"participant": "p3"}),
    ("damage", {"participant": "p4", "amount": 6}),
    ("damage-deity", {"amount": 7, "by": "p1"}),
)
AWAKE: tuple[Step, ...] = (*PLAYED, *passes(1, 2, 3, 4))
EXTRACTED: tuple[Step, ...] = (*AWAKE, ("extract", {"esbirros": ["Garra", "sombra", "Garra"]}))
HALF: tuple[Step, ...] = (
    *EXTRACTED,
    ("damage-all", {"power": "w1", "amount": 5, "printed": 3, "kind": "attack", "cause": "deity"}),
    ("annul", {"power": "w3", "by": "p4", "cost": 3}),
)
CLOSING: tuple[Step, ...] = (*HALF, ("skip", {"power": "w4"}))


@dataclass(frozen=True)
class Screen:
    """One screen. steps: from a new table's set-up; path: below the table; press: what is pressed in turn.

    names: none of them for a place outside of any table.
    """

    name: str
    names: tuple[str, ...] = FOUR
    steps: tuple[Step, ...] = ()
    path: str = ""
    press: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=lambda: {"resistance": 20})

    def show(self, server: Server, script: Script, phone: ChromiumPhone) -> str:
        """Plays to this screen and shows it; the table's id."""
        if not self.names:
            phone.go(server.at + self.path)
            return ""
        table = script.open_raid(list(self.names), **self.options)
        for command, fields in self.steps:
            script.do(table["id"], command, **fields)
        phone.go(f"{server.at}/j/{table['links']['seat'].rsplit('/', 1)[1]}")
        # Whose phone it is was asked once: it lies in the middle.
        phone.page.request.post(f"{server.at}/t/{table['id']}/hold", data={"participants": []}, headers=JSON)
        phone.go(f"{server.at}/t/{table['id']}{self.path}")
        for selector in self.press:
            phone.page.locator(selector).first.tap(force=True)
        return str(table["id"])


JSON = {"Accept": "application/json", "Content-Type": "application/json"}

SCREENS = (
    Screen("home", names=()),
    Screen("set-up"),
    Screen("ready", steps=BEGUN[:2]),
    Screen("turn", steps=PLAYED),
    Screen("turn of nine", NINE, PLAYED),
    Screen("late turn of nine", NINE, (*PLAYED, *passes(*range(1, 8)))),
    Screen("extract", steps=AWAKE),
    Screen("powers", steps=HALF),
    Screen("powers of nine", NINE, (*PLAYED, *passes(*range(1, 10)), *HALF[len(AWAKE) :])),
    Screen("closing", steps=CLOSING),
    Screen("result", steps=(*CLOSING, ("confirm-result", {"winner": "participants"}))),
    Screen("log", steps=CLOSING, path="/log"),
    Screen("share", steps=PLAYED, path="/share"),
    Screen(
        "keypad", steps=PLAYED, press=(".step--turn [data-keypad]", '[data-digit="1"]', '[data-digit="2"]')
    ),
    Screen("a refusal", steps=AWAKE, press=(".key--lock",)),
)  # fmt: skip
BY_NAME = {screen.name: screen for screen in SCREENS}


def lowest_quarter(phone: Phone) -> bool:
    """Whether the main action of the screen lies where the thumb is."""
    look = """
    const actions = '.page__bottom .btn--main, .page__bottom .slot-key, .power--now [data-apply]';
    return [...document.querySelectorAll(actions)].some(one => {
      const place = one.getBoundingClientRect();
      return one.checkVisibility() && place.bottom > innerHeight * 0.75 && place.bottom <= innerHeight + 0.5;
    });
    """
    return bool(phone.run(look))
