"""Coin, dice, lots: in two taps, and what came up is the same on every phone."""

import re
from collections.abc import Callable

from tests.http.conftest import Phone


def sheet(phone: Phone) -> str:
    return str(phone.get(f"{phone.at}/sheet/table", json=False).text)


def told(page: str) -> str | None:
    found = re.search(r'role="status"><b>(.*?)</b>', page)
    return found and found[1]


def test_what_came_up_is_told_until_something_else_happens(
    phone: Phone, another: Callable[[], Phone]
) -> None:
    document = phone.open(resistance=20)
    guest = another()
    guest.follow(document["links"]["seat"])
    assert told(sheet(phone)) is None
    for fields, said in (
        ({"sides": "6"}, r"Dado de 6: [1-6]"),
        ({"sides": "2"}, r"Moneda: (cara|cruz)"),
        ({"among": ["p1", "p3"]}, r"Sorteo: (Ana|Caro)"),
    ):
        assert phone.form(f"{phone.at}/roll", fields).status_code == 303
        outcome = told(sheet(phone))
        assert outcome and re.fullmatch(said, outcome)
        assert told(sheet(guest)) == outcome == phone.get(phone.at).json["last"]["text"]
    guest.post(f"{guest.at}/undo")
    assert told(sheet(phone)) is None


def test_who_only_watches_rolls_nothing(phone: Phone, another: Callable[[], Phone]) -> None:
    document = phone.open(resistance=20)
    watcher = another()
    watcher.follow(document["links"]["watch"])
    assert "/roll" in sheet(phone)
    assert "/roll" not in sheet(watcher)


def test_the_dead_draw_no_lots(phone: Phone) -> None:
    phone.open(resistance=20)
    phone.post(f"{phone.at}/start", {"first": "p1", "override": True})
    for _ in range(3):
        phone.post(f"{phone.at}/lose-reptante", {"participant": "p2"})
    lots = re.search(r'action="[^"]*/roll"(?:(?!</form>).)*name="among".*?</form>', sheet(phone), re.DOTALL)
    assert lots
    assert re.findall(r'name="among" value="(p\d)"', lots[0]) == ["p1", "p3", "p4"]
