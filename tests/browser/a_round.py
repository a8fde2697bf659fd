"""A whole round as people play it, whichever browser they have: two phones and one that only watches."""

import signal
import time
from functools import partial
from typing import Any

from tests.browser.phones import FIND, Phone, command, document, eventually, offers, read, shows, state
from tests.browser.server import Script, Server


class Round:
    """Ana and Beto play against Véspera; Caro looks on."""

    def __init__(self, server: Server, script: Script, ana: Phone, beto: Phone, caro: Phone) -> None:
        self.server, self.script = server, script
        self.ana, self.beto, self.caro = ana, beto, caro
        self.everybody = (ana, beto, caro)
        table = script.open_raid(["Ana", "Beto"], resistance=5)
        self.table = table["id"]
        script.do(self.table, "lock-teams")
        script.do(self.table, "choose-deity", name="Véspera")
        script.do(self.table, "start", first="p1")
        links = table["links"]
        for phone, link in ((ana, links["seat"]), (beto, links["seat"]), (caro, links["watch"])):
            phone.go(server.at + "/" + link.split("/", 3)[3])

    def play(self) -> None:
        self.all_show("deity-resistance", 60)
        self.a_burst()
        self.two_taps_at_once()
        self.who_watches_can_only_watch()
        self.to_the_deitys_turn()
        self.the_server_falls()
        self.three_esbirros()
        self.one_power_is_annulled()
        self.ana_loses_a_reptante()
        self.who_lost_one_is_spared()
        self.the_first_tap_is_undone()
        self.the_round_ends()

    def all_show(self, element: str, number: int) -> None:
        for phone in self.everybody:
            shows(phone, element, number)

    def log(self) -> list[dict[str, Any]]:
        entries: list[dict[str, Any]] = self.script.ask(f"/t/{self.table}/log")["entries"]
        return entries

    def a_burst(self) -> None:
        for _ in range(7):
            command(self.ana, "damage-deity", amount=1, unread=True)
        self.all_show("deity-resistance", 53)
        eventually(lambda: [change["by"] for change in self.log()[0]["facts"]["changes"]], [-7])

    def two_taps_at_once(self) -> None:
        """Both press the same − in the same moment: each of the two counts."""
        when = time.time() * 1000 + 400
        press = f"const button = (function () {{ {FIND} }}).apply(null, arguments);"
        press += "setTimeout(() => button.click(), arguments[2] - Date.now());"
        for phone in (self.ana, self.beto):
            phone.run(press, "damage", {"participant": "p1"}, when)
        self.all_show("p1-resistance", 3)

    def who_watches_can_only_watch(self) -> None:
        assert document(self.caro)["role"] == "watcher"
        assert "seat" not in document(self.caro)["links"]
        for name in ("damage-deity", "damage", "gain", "end-turn", "undo"):
            assert not offers(self.caro, name)

    def to_the_deitys_turn(self) -> None:
        command(self.ana, "end-turn", turn=1)
        command(self.beto, "end-turn", turn=2)
        for phone in self.everybody:
            eventually(partial(mood, phone), "awake")
        assert state(self.ana)["deity"]["principal"]["participant"] == "p2"

    def the_server_falls(self) -> None:
        """Pulled out of its socket in the deity's turn, and put back: nobody reloads anything."""
        for phone in self.everybody:
            phone.run("window.neverReloaded = true")
        self.server.restart(signal.SIGKILL)

    def three_esbirros(self) -> None:
        self.beto.press("[data-other]")
        for place, label in enumerate(("Garra", "Velo", "Ceniza"), 1):
            self.beto.write(f'#extract .slot[data-n="{place}"] input', label)
        for phone in self.everybody:
            eventually(partial(names_of_powers, phone), ["Garra", "Velo", "Ceniza"])

    def one_power_is_annulled(self) -> None:
        self.beto.press(".power--now .power__more")
        command(self.beto, "annul", power="w1")
        for phone in self.everybody:
            eventually(partial(struck, phone), ["Garra"])

    def ana_loses_a_reptante(self) -> None:
        power_to_all(self.ana, 3)
        self.all_show("p1-resistance", 0)
        self.all_show("p2-resistance", 2)
        command(self.ana, "lose-reptante", participant="p1", alive=3)
        self.all_show("p1-resistance", 5)
        for phone in self.everybody:
            eventually(partial(reptantes, phone, "p1"), 2)

    def who_lost_one_is_spared(self) -> None:
        power_to_all(self.beto, 1)
        self.all_show("p2-resistance", 1)
        self.all_show("p1-resistance", 5)

    def the_first_tap_is_undone(self) -> None:
        """Much was done since: only the seven are given back."""
        first = next(entry for entry in self.log() if entry["command"] == "damage-deity")
        self.beto.go(f"{self.server.at}/t/{self.table}/log")
        command(self.beto, "undo", entry=first["entry"])
        eventually(lambda: offers(self.beto, "redo", entry=first["entry"]), True)
        self.beto.press(f'.nav a[href$="/t/{self.table}"]')
        self.all_show("deity-resistance", 60)
        self.all_show("p1-resistance", 5)
        self.all_show("p2-resistance", 1)

    def the_round_ends(self) -> None:
        command(self.ana, "end-turn", to_discard="true")
        self.all_show("round-number", 2)
        for phone in self.everybody:
            eventually(partial(mood, phone), "asleep")
        for phone in (self.ana, self.caro):
            assert phone.run("return window.neverReloaded") is True


def mood(phone: Phone) -> str:
    return str(phone.run("return document.documentElement.dataset.mood"))


NAMES = "return [...document.querySelectorAll(arguments[0])].map(name => name.textContent.trim())"


def names_of_powers(phone: Phone) -> list[str]:
    return list(phone.run(NAMES, ".powers .power__name"))


def struck(phone: Phone) -> list[str]:
    return list(phone.run(NAMES, ".power--annulled .power__name"))


def reptantes(phone: Phone, person: str) -> int:
    look = """
    const row = document.querySelector(`[data-person="${arguments[0]}"]`);
    return row.querySelectorAll('.pip:not(.pip--gone)').length;
    """
    return int(phone.run(look, person))


def power_to_all(phone: Phone, printed: int) -> None:
    """The open Power: its printed number, then the button that says the sum."""
    read()
    phone.press(f'[data-calc] label:has(input[name="printed"][value="{printed}"])')
    phone.press("[data-calc] [data-apply]")
