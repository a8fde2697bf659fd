"""What one phone does at the table: the keypad, a refusal that teaches, a door that is closed."""

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import command, eventually, offers, read, reads, shows
from tests.browser.server import Script, Server


@pytest.fixture
def table(script: Script) -> dict[str, Any]:
    """Ana's first turn, against Véspera with 60."""
    table = script.open_raid(["Ana", "Beto"], resistance=20)
    script.do(table["id"], "lock-teams")
    script.do(table["id"], "choose-deity", name="Véspera")
    script.do(table["id"], "start", first="p1")
    return table


@pytest.fixture
def ana(server: Server, table: dict[str, Any], phone: Callable[..., ChromiumPhone]) -> ChromiumPhone:
    ana = phone()
    ana.go(f"{server.at}/j/{table['links']['seat'].rsplit('/', 1)[1]}")
    shows(ana, "deity-resistance", 60)
    return ana


def type_in(phone: ChromiumPhone, digits: str) -> None:
    for digit in digits:
        phone.press(f'#keypad [data-digit="{digit}"]')


def test_an_attack_is_typed(ana: ChromiumPhone) -> None:
    ana.press('.step--turn [data-keypad]:has-text("Daño")')
    type_in(ana, "12")
    reads(ana, "−12 Ataque")
    ana.press('#keypad [data-do="attack"]')
    shows(ana, "deity-resistance", 48)
    assert not ana.page.locator("#keypad").is_visible()


def test_the_altar_costs_the_deity_one_for_each_esbirro(ana: ChromiumPhone) -> None:
    ana.press('[data-mode="altar"]')
    type_in(ana, "3")
    ana.press('#keypad [data-do="minus"]')
    shows(ana, "deity-resistance", 57)


def test_a_figure_is_set(ana: ChromiumPhone) -> None:
    ana.press("#p2-resistance")
    ana.press('#keypad [data-pad="fix"]')
    type_in(ana, "7")
    ana.press('#keypad [data-do="set"]')
    shows(ana, "p2-resistance", 7)


def test_a_figure_below_zero_can_not_be_typed(ana: ChromiumPhone) -> None:
    ana.press("#p2-resistance")
    ana.press('#keypad [data-pad="fix"]')
    type_in(ana, "7")
    ana.press('#keypad [data-pad="below"]')
    ana.press('#keypad [data-do="set"]')
    shows(ana, "p2-resistance", -7)


def test_what_can_not_be_fetched_opens_an_empty_sheet(ana: ChromiumPhone) -> None:
    ana.page.route("**/sheet/**", lambda route: route.abort())
    ana.press("#strip .strip__turn")
    reads(ana, "No se pudo abrir")
    assert ana.page.locator("dialog[open]").count() == 0
    ana.page.unroute("**/sheet/**")
    ana.press("#strip .strip__turn")
    ana.page.locator("#sheet[open]").wait_for()
    assert not ana.page.get_by_text("No se pudo abrir").is_visible()


def test_a_coin_takes_two_taps(ana: ChromiumPhone) -> None:
    ana.press("#strip .strip__turn")
    ana.press("#sheet .fold:has(form[action$='/roll']) summary")
    ana.press("#sheet form[action$='/roll'] button")
    eventually(lambda: ana.page.locator("#sheet [role=status]").first.inner_text()[:8], "Moneda: ")


def test_a_half_typed_amount_survives_what_others_tap(
    ana: ChromiumPhone, script: Script, table: dict[str, Any]
) -> None:
    ana.press('.step--turn [data-keypad]:has-text("Daño")')
    type_in(ana, "1")
    script.do(table["id"], "damage-deity", amount=10)
    shows(ana, "deity-resistance", 50)
    type_in(ana, "2")
    reads(ana, "−12 Ataque")
    ana.press('#keypad [data-do="attack"]')
    shows(ana, "deity-resistance", 38)


def test_a_refusal_says_its_rule_and_gives_way(
    ana: ChromiumPhone, script: Script, table: dict[str, Any]
) -> None:
    for turn in (1, 2):
        script.do(table["id"], "end-turn", turn=turn)
    read()
    # Only announced as blocked: it can be pressed, and explains itself.
    ana.page.locator(".key--lock").tap(force=True)
    reads(ana, "está Despierta")
    assert ana.page.locator("#notice").inner_text().count("De todas formas") == 1
    shows(ana, "deity-resistance", 60)
    command(ana, "damage-deity", override="true")
    shows(ana, "deity-resistance", 59)
    newest = script.ask(f"/t/{table['id']}/log")["entries"][0]
    assert (newest["command"], newest["override"]) == ("damage-deity", True)


def test_a_hurried_second_tap_does_not_pass_the_next_turn_too(
    ana: ChromiumPhone, script: Script, table: dict[str, Any]
) -> None:
    next_ = ana.page.locator("#dock .btn--main")
    next_.dispatch_event("click")
    next_.dispatch_event("click")
    reads(ana, "Turno de Beto")
    ana.page.wait_for_timeout(500)
    assert script.ask(f"/t/{table['id']}")["state"]["turn"]["of"] == "p2"


def test_why_opens_the_reason_over_the_table(ana: ChromiumPhone) -> None:
    ana.press(".step--turn .why")
    ana.page.locator("#sheet[open]").wait_for()
    ana.press("#sheet [data-close]")
    eventually(lambda: ana.page.locator("#sheet[open]").count(), 0)


def test_who_comes_without_a_link_sees_nothing_of_the_table_and_may_type_the_code(
    server: Server, table: dict[str, Any], phone: Callable[..., ChromiumPhone]
) -> None:
    stranger = phone()
    stranger.go(f"{server.at}/t/{table['id']}")
    text = stranger.page.locator("body").inner_text()
    assert "Véspera" not in text and "Ana" not in text
    assert not offers(stranger, "damage-deity")
    code = table["links"]["seat"].rsplit("/", 1)[1]
    stranger.write("#code", f" {code[:4].lower()}-{code[4:].lower()} ")
    shows(stranger, "deity-resistance", 60)


def test_a_code_of_no_table_leads_to_no_table(server: Server, phone: Callable[..., ChromiumPhone]) -> None:
    ana = phone()
    ana.go(server.at)
    ana.write("#code", "ZZZZ-ZZZZ")
    reads(ana, "No hay ninguna mesa con ese código")
    assert ana.page.locator("#code").input_value() == "ZZZZ-ZZZZ"
