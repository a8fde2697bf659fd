"""How many taps an evening costs: counted as a person makes them."""

from collections.abc import Callable

from tests.browser.a_round import power_to_all
from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import command, eventually, shows, state
from tests.browser.server import Script, Server

NAMES = ["Ana", "Beto", "Caro", "Dani"]


def test_from_home_to_the_first_turn_with_remembered_names(
    server: Server, phone: Callable[..., ChromiumPhone]
) -> None:
    ana = phone()
    for evening in ("the first", "the second"):
        ana.go(server.at)
        ana.taps = 0
        ana.press('form[action$="/tables"] button[type="submit"]')
        ana.page.wait_for_url("**/t/*")
        if evening == "the first":
            rename(ana)
            ana.taps = 0
        command(ana, "lock-teams")
        ana.press('#dock a[href$="/sheet/deity"]')
        if evening == "the first":
            ana.page.locator('#sheet form[action$="/choose-deity"] [name="name"]').fill("Véspera")
            command(ana, "choose-deity")
        else:
            command(ana, "draw-deity", names="Véspera")
        eventually(lambda: ana.page.locator("#sheet[open]").count(), 0)
        command(ana, "start")
        eventually(lambda: state(ana)["status"], "playing")
        shows(ana, "round-number", 1)
    assert state(ana)["deity"]["name"] == "Véspera"
    assert [person["name"] for person in state(ana)["participants"]] == NAMES
    assert ana.taps <= 8


def rename(phone: ChromiumPhone) -> None:
    """The first evening: one name after the other, the sheet goes on to whoever has none yet."""
    phone.press('a[href$="/sheet/person?participant=p1"]')
    for seat, name in enumerate(NAMES, 1):
        form = f'#sheet form[action$="/rename-participant"]:has([name="participant"][value="p{seat}"])'
        phone.page.locator(f'{form} [name="name"]').fill(name)
        command(phone, "rename-participant", participant=f"p{seat}")
        phone.page.locator(f'.member[data-name="{name}"]').wait_for()
    eventually(lambda: phone.page.locator("#sheet[open]").count(), 0)


def test_the_deitys_turn_with_three_powers_to_all(
    server: Server, script: Script, phone: Callable[..., ChromiumPhone]
) -> None:
    table = script.open_raid(NAMES, resistance=30)["id"]
    do = script.do
    do(table, "lock-teams")
    do(table, "start", first="p1")
    # A first round, in which the table taught its phones its Esbirros.
    turn = 0
    for turn in (1, 2, 3, 4):
        do(table, "end-turn", turn=turn)
    do(table, "extract", esbirros=["Garra", "Velo", "Ceniza"])
    for power in ("w1", "w2", "w3"):
        do(table, "resolve", power=power)
    do(table, "end-turn", turn=5, to_discard=True)
    for turn in (6, 7, 8):
        do(table, "end-turn", turn=turn)

    ana = phone()
    ana.go(f"{server.at}/j/{script.ask(f'/t/{table}')['links']['seat'].rsplit('/', 1)[1]}")
    ana.page.locator("#strip").wait_for()
    ana.taps = 0
    command(ana, "end-turn")
    for label in ("Garra", "Velo", "Ceniza"):
        ana.press(f'[data-keys] [data-esbirro="{label}"]')
    taken = 0
    for printed in (3, 4, 2):
        power_to_all(ana, printed)
        taken += printed + 1  # one deck is added for four people and the deity
        shows(ana, "p4-resistance", 30 - taken)
    command(ana, "end-turn")
    shows(ana, "round-number", 3)
    assert ana.taps <= 12
