"""What a page may not do to who holds it: take the focus, jump, chatter; each test bears the fault."""

from collections.abc import Callable

import pytest

from tests.browser.chromium import ChromiumPhone
from tests.browser.fingers import MINUS, SKY, Fingers
from tests.browser.phones import command, eventually, newest, reads, seat, shows
from tests.browser.server import Script, Server


@pytest.fixture(scope="module")
def server(a_server_for_all: Server) -> Server:
    return a_server_for_all


def test_a_redraw_takes_the_focus_the_typed_text_or_the_place(
    ana: ChromiumPhone, script: Script, table: str
) -> None:
    for turn in (1, 2, 3):
        script.do(table, "end-turn", turn=turn)
    ana.press("[data-other]")
    field = ana.page.locator("#extract .slot input").first
    field.press_sequentially("Gara")
    field.press("ArrowLeft")
    for _ in range(20):
        script.do(table, "damage", participant="p2", amount=1)
    shows(ana, "p2-resistance", 80)
    look = (
        "const f = document.activeElement; return [f.value, f.selectionStart, f.closest('.slot').dataset.n]"
    )
    assert ana.run(look) == ["Gara", 3, "1"]
    field.press("r")
    assert field.input_value() == "Garra"
    # A sheet that lies open, what is typed in it, and how far the page was scrolled.
    ana.page.set_viewport_size({"width": 390, "height": 560})
    ana.run("document.activeElement.blur(); scrollTo(0, 90)")
    ana.press("#row-p1 .person__who")
    name = ana.page.locator('#sheet form[action$="/rename-participant"] [name="name"]')
    name.fill("Anab")
    name.press("ArrowLeft")
    scrolled = ana.run("return scrollY")
    for _ in range(5):
        script.do(table, "damage", participant="p3", amount=1)
    shows(ana, "p3-resistance", 95)
    look = "const f = document.activeElement; return [f.name, f.value, f.selectionStart, scrollY]"
    assert ana.run(look) == ["name", "Anab", 3, scrolled]


def test_every_tile_flashes_though_one_changed(ana: ChromiumPhone, script: Script, table: str) -> None:
    ana.run(
        """
        window.flashed = new Set();
        new MutationObserver(seen => seen.forEach(({target}) =>
          target.classList.contains('flash') && window.flashed.add(target.dataset.person)))
          .observe(document.body, {subtree: true, attributes: true, attributeFilter: ['class']});
        """
    )
    order = "return [...document.querySelectorAll('#people [data-person]')].map(row => row.dataset.person)"
    before = ana.run(order)
    script.do(table, "damage", participant="p2", amount=4)
    eventually(lambda: ana.run("return [...window.flashed]"), ["p2"])
    command(ana, "damage", participant="p1", unread=True)
    shows(ana, "p1-resistance", 99)
    ana.page.wait_for_timeout(300)
    assert ana.run("return [...window.flashed]") == ["p2"]
    assert ana.run(order) == before


def test_a_phone_in_a_child_s_hand_changes_the_table(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    hand.tap("#strip .strip__turn")
    hand.tap("#sheet [data-lock]")
    eventually(lambda: ana.page.locator("dialog[open]").count(), 0)
    reads(ana, "Toques bloqueados")
    eventually(lambda: ana.page.locator("#say").inner_text(), "Toques bloqueados")
    x, y = ana.run(
        """
        const box = document.querySelector('#row-p1 form button').getBoundingClientRect();
        return [box.x + 20, box.y + 20];
        """
    )
    for _ in range(3):
        hand.tap((x, y))
    hand.hold((x, y), 0.6)
    for _ in range(4):
        ana.page.keyboard.press("Tab")
        ana.page.keyboard.press("Enter")
    # Others play on, and it shows; neither a redraw nor a reload opens the lock.
    script.do(table, "damage", participant="p1", amount=9)
    shows(ana, "p1-resistance", 91)
    ana.page.reload(wait_until="domcontentloaded")
    reads(ana, "Toques bloqueados")
    hand.hold("[data-unlock]", 1)
    hand.tap((x, y))
    assert newest(script, table)["who"]["device"] != "d2"
    hand.hold("[data-unlock]", 2.3)
    eventually(lambda: ana.page.locator("#lock").is_visible(), False)
    hand.tap(MINUS.format("p1"))
    shows(ana, "p1-resistance", 90)


def test_focus_is_lost_where_a_sheet_was_or_a_key_became_another(
    ana: ChromiumPhone, script: Script, table: str
) -> None:

    def focused() -> str:
        look = "const f = document.activeElement; return f.id || f.getAttribute('href') || f.ariaLabel"
        return str(ana.run(look))

    for opener, dialog in (("#strip .strip__turn", "#sheet"), ("#p2-resistance", "#keypad")):
        ana.page.locator(opener).focus()
        before = focused()
        ana.page.keyboard.press("Enter")
        ana.page.locator(f"{dialog}[open]").wait_for()
        script.do(table, "damage", participant="p2", amount=1)  # redraws what opened it
        assert ana.run(f"return document.querySelector('{dialog}').contains(document.activeElement)")
        ana.page.keyboard.press("Escape")
        eventually(focused, before)
    ana.page.keyboard.press("Enter")
    ana.page.keyboard.press("5")
    ana.page.keyboard.press("Enter")
    shows(ana, "p2-resistance", 93)
    ana.page.locator(SKY).focus()
    ana.page.keyboard.press("Space")
    shows(ana, "deity-resistance", 89)
    for turn in (1, 2, 3):
        script.do(table, "end-turn", turn=turn)
    eventually(lambda: ana.page.locator("#deity .key--lock").count(), 1)
    # The key is a lock now, or gone: the focus is on what stands in its place, never nowhere.
    assert ana.run("return document.getElementById('deity').contains(document.activeElement)")


def test_a_voice_says_nothing_or_too_much(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    ana.run(
        """
        window.said = [];
        const say = document.getElementById('say');
        new MutationObserver(() => window.said.push([performance.now(), say.textContent]))
          .observe(say, {childList: true});
        """
    )
    named = "return document.getElementById('p1-resistance').ariaLabel.split('.')[0]"
    assert ana.run(named) == "Ana, 100 de resistencia"
    for _ in range(3):
        hand.tap(MINUS.format("p1"))
    sentences = "return window.said.map(([, text]) => text.trim())"
    assert ana.run(sentences) == []  # only when the burst is over
    eventually(lambda: ana.run(sentences), ["Ana, 97"])
    assert ana.run(named) == "Ana, 97 de resistencia"
    for _ in range(4):
        script.do(table, "damage-deity", amount=2)
    script.do(table, "gain", participant="p3", amount=5)
    script.do(table, "end-turn", turn=1)
    shows(ana, "p3-resistance", 105)
    summed = "Véspera menos 8, quedan 82. Caro más 5, ahora 105. Turno de Beto. Dormida"
    eventually(lambda: ana.run(sentences)[1:], [summed])
    times = [at for at, _ in ana.run("return window.said")]
    assert times[1] - times[0] >= 2990
    # All of it on demand.
    hand.tap("#strip .strip__turn")
    hand.tap("#sheet [data-read]")
    told = ana.page.locator("[data-readout]").inner_text()
    assert told == ana.run("return document.getElementById('say').textContent.trim()")
    assert "Ana, 97 de resistencia, " in told
    assert "Beto, 100 de resistencia, " in told
    assert "Turno de Beto" in told


def test_a_choice_of_this_phone_is_forgotten_or_makes_the_page_jump(
    ana: ChromiumPhone, hand: Fingers, script: Script, table: str
) -> None:
    hand.tap("#strip .strip__turn")
    hand.tap('#sheet label:has([data-switch="left"])')
    assert ana.run("return document.documentElement.hasAttribute('data-left')")
    # It stands there before anything is painted, and the switch shows it.
    ana.page.add_init_script(
        "const root = () => document.documentElement;"
        "new MutationObserver(() => document.body && (window.before ??= root().dataset.left))"
        ".observe(document, {childList: true, subtree: true})"
    )
    ana.page.reload(wait_until="domcontentloaded")
    assert ana.run("return window.before") == ""
    hand.tap("#strip .strip__turn")
    assert ana.page.locator('#sheet [data-switch="left"]').is_checked()
    # Whoever takes a chair: the page learns it from the answer.
    ana.page.keyboard.press("Escape")
    command(ana, "take-seat", participant="p2")
    eventually(lambda: ana.run("return document.getElementById('mesa').dataset.mine"), "p2")


def test_the_history_tells_the_time_of_another_country(
    server: Server, ana: ChromiumPhone, table: str
) -> None:
    zone = ana.context.new_cdp_session(ana.page)
    zone.send("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Kathmandu"})
    ana.go(f"{server.at}/t/{table}/log")
    clocks = """
    return [...document.querySelectorAll('time[data-local]')].map(time => {
      const at = new Date(time.dateTime);
      const two = n => String(n).padStart(2, '0');
      return [time.textContent.trim(), `${two(at.getHours())}:${two(at.getMinutes())}`];
    });
    """
    shown = ana.run(clocks)
    assert shown
    assert all(said == right for said, right in shown)
    assert ana.run("return new Date().getTimezoneOffset()") == -345


def test_a_private_page_without_storage_has_no_switches(
    server: Server, script: Script, table: str, phone: Callable[..., ChromiumPhone]
) -> None:
    ana = phone()
    ana.page.add_init_script(
        "for (const name of ['localStorage', 'sessionStorage'])"
        " Object.defineProperty(window, name, {get() { throw new DOMException('no', 'SecurityError') }})"
    )
    ana.go(server.at + seat(script, table))
    ana.press("#strip .strip__turn")
    ana.press('#sheet label:has([data-switch="left"])')
    assert ana.run("return document.documentElement.hasAttribute('data-left')")
    ana.page.keyboard.press("Escape")
    ana.press(MINUS.format("p1"))
    shows(ana, "p1-resistance", 99)
