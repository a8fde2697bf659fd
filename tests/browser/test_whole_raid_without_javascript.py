"""From the home page to the expulsion with nothing but links and forms."""

from collections.abc import Callable
from typing import Any

from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import command, figure, offers
from tests.browser.server import Server


class Plain:
    """Somebody whose browser runs no scripts: follows links, fills in forms, sends them."""

    def __init__(self, phone: ChromiumPhone) -> None:
        self.phone, self.page = phone, phone.page

    def follow(self, end_of_address: str) -> None:
        with self.page.expect_navigation():
            self.page.locator(f'a[href$="{end_of_address}"]:visible').first.tap()

    def fill(self, name: str, value: str, *, inside: str = "") -> None:
        self.page.locator(f'{inside} [name="{name}"]:visible').first.fill(value)

    def send(self, name: str, **fields: Any) -> None:
        with self.page.expect_navigation():
            command(self.phone, name, **fields)

    def figure(self, element: str) -> int | None:
        return figure(self.phone, element)

    def says(self, sentence: str) -> bool:
        return sentence in self.page.locator("body").inner_text()

    def choose_number(self, printed: int) -> None:
        self.page.locator(f'label:has(input[name="printed"][value="{printed}"])').tap()


def test_a_whole_raid(server: Server, phone: Callable[..., ChromiumPhone]) -> None:
    ana = Plain(phone(script=False))
    open_and_prepare(server, ana)
    first_round(ana)
    the_deitys_turn(ana)
    an_older_entry_is_undone(ana)
    sharing(ana)
    the_expulsion(ana)


def open_and_prepare(server: Server, ana: Plain) -> None:
    ana.phone.go(server.at)
    with ana.page.expect_navigation():
        ana.page.locator('form[action$="/tables"] button[type="submit"]').tap()
    assert ana.figure("deity-resistance") == 120
    ana.follow("/sheet/option?option=resistance")
    ana.fill("value", "20")
    ana.send("set-option", option="resistance")
    ana.follow("/sheet/person?participant=p2")
    ana.fill("name", "Beto")
    ana.send("rename-participant", participant="p2")
    assert ana.says("Beto")
    ana.send("lock-teams")
    ana.follow("/sheet/deity")
    ana.fill("name", "Véspera", inside='form[action$="/choose-deity"]')
    ana.send("choose-deity")
    ana.page.locator('select[name="first"]').select_option("p1")
    ana.send("start")
    assert ana.figure("round-number") == 1
    assert ana.figure("p1-resistance") == 20


def first_round(ana: Plain) -> None:
    ana.follow("/sheet/keypad?target=deity")
    ana.fill("amount", "40", inside='form[action$="/damage-deity"]')
    ana.send("damage-deity", kind="attack", by="p1")
    assert ana.figure("deity-resistance") == 80
    ana.send("damage-deity", amount=1)
    ana.send("gain", participant="p4", amount=1)
    assert (ana.figure("deity-resistance"), ana.figure("p4-resistance")) == (79, 21)
    ana.send("end-turn")
    ana.follow("/sheet/keypad?target=deity&mode=altar")
    ana.send("altar-hand", esbirros=3)
    assert ana.figure("deity-resistance") == 76
    ana.follow("/sheet/keypad?target=p2")
    ana.fill("to", "2", inside='form[action$="/correct"]')
    ana.send("correct", target="p2")
    assert ana.figure("p2-resistance") == 2
    for _ in range(3):
        ana.send("end-turn")
    assert ana.says("Despierta")


def the_deitys_turn(ana: Plain) -> None:
    for place, label in enumerate(("Garra", "Velo", "Sombra")):
        ana.page.locator('#extract [name="esbirros"]').nth(place).fill(label)
    ana.send("extract")
    assert ana.figure("plus-total") == 2  # one deck added for four people and the deity, one Sombra

    # Garra: 3 + 2 to all, Ana's Defensa takes 1.
    ana.choose_number(3)
    with ana.page.expect_navigation():
        ana.page.locator("[data-calc] [data-apply]").tap()
    ana.fill("reductions.p1", "1")
    ana.send("damage-all", power="w1", amount=5)
    assert [ana.figure(f"p{n}-resistance") for n in (1, 2, 3, 4)] == [16, -3, 15, 16]

    # Beto is below zero: a Reptante goes, and he is spared for the rest of the turn.
    ana.send("lose-reptante", participant="p2")
    assert ana.figure("p2-resistance") == 20

    # Velo is annulled; the Sombra has no Power of its own.
    ana.follow("/sheet/power?power=w2")
    ana.send("annul", power="w2")
    ana.send("end-turn", to_discard="true")
    assert ana.figure("round-number") == 2
    assert not ana.says("Despierta")


def an_older_entry_is_undone(ana: Plain) -> None:
    """The 40 of the first turn, although a whole round was played since; then they are brought back."""
    table = ana.page.url
    ana.follow("/log")
    line = ana.page.locator(".entry", has_text="40").last
    entry = str(line.get_attribute("id")).removeprefix("entry-")
    ana.send("undo", entry=entry)
    ana.phone.go(table)
    assert ana.figure("deity-resistance") == 116
    ana.follow("/log")
    ana.send("redo", entry=entry)
    ana.phone.go(table)
    assert ana.figure("deity-resistance") == 76


def sharing(ana: Plain) -> None:
    table = ana.page.url
    ana.follow("/share")
    drawn = ana.page.locator('img[src*="/qr/seat.svg"]')
    assert drawn.evaluate("picture => picture.complete && picture.naturalWidth > 0")
    assert "/j/" in str(ana.page.locator("#share-link").input_value())
    ana.follow("/share?tab=watch")
    assert "/w/" in str(ana.page.locator("#share-link").input_value())
    ana.phone.go(table)


def the_expulsion(ana: Plain) -> None:
    ana.follow("/sheet/keypad?target=deity")
    ana.fill("amount", "77", inside='form[action$="/damage-deity"]')
    ana.send("damage-deity", kind="tactical")
    assert ana.figure("deity-resistance") == -1
    assert offers(ana.phone, "confirm-result", winner="participants")
    ana.send("confirm-result", winner="participants")
    assert not offers(ana.phone, "end-turn")
    assert ana.page.locator(".sky__headline").is_visible()
