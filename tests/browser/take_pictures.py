"""The named pictures of docs/img/screens: `make pictures` takes them anew, to be looked at."""

import tempfile
from dataclasses import dataclass
from pathlib import Path

from tests.browser.chromium import ChromiumPhone, opened
from tests.browser.screens import BY_NAME
from tests.browser.server import ROOT, Script, Server

FOLDER = ROOT / "docs" / "img" / "screens"

# The letters are there and nothing moves; what a tap changed is still told beside the figure.
AT_REST = """
const brief = one => one.effect.getComputedTiming().endTime < 2000;
const moving = document.getAnimations().filter(brief).map(one => one.finished.catch(() => 0));
return Promise.all([document.fonts.ready, ...moving]).then(() => 0);
"""


@dataclass(frozen=True)
class Picture:
    """One of them. screen: a name of screens.py; press: what is pressed on it; letters: their size in %."""

    name: str
    screen: str
    width: int = 390
    height: int = 844
    theme: str = "dark"
    language: str = "es-MX"
    press: str = ""
    letters: int = 100


PICTURES = (
    Picture("home", "home"),
    Picture("set-up", "set-up"),
    Picture("ready", "ready"),
    Picture("turn", "turn"),
    Picture("turn-light", "turn", theme="light"),
    Picture("turn-english", "turn", language="en-GB"),
    Picture("turn-short", "turn", height=664),
    Picture("turn-of-nine-small", "turn of nine", 320, 568),
    Picture("turn-lying", "turn", 844, 390),
    Picture("turn-tablet", "turn", 820, 1180),
    Picture("turn-large-letters", "turn", letters=200),
    Picture("keypad", "keypad"),
    Picture("this-table", "turn", press="#strip .strip__turn"),
    Picture("a-person", "turn", press="#row-p3 .person__who"),
    Picture("a-refusal", "a refusal"),
    Picture("extract", "extract"),
    Picture("extract-light", "extract", theme="light"),
    Picture("powers", "powers"),
    Picture("powers-light", "powers", theme="light"),
    Picture("powers-of-nine", "powers of nine"),
    Picture("closing", "closing"),
    Picture("result", "result"),
    Picture("log", "log"),
    Picture("share", "share"),
)


def take(picture: Picture, phone: ChromiumPhone, server: Server) -> None:
    """Leads the phone there, waits until nothing moves any more, and keeps what it shows."""
    BY_NAME[picture.screen].show(server, Script(server), phone)
    phone.page.wait_for_load_state("load")
    if picture.press:
        phone.press(picture.press)
        phone.page.locator("dialog[open]").wait_for()
    if picture.letters != 100:
        phone.run("document.documentElement.style.fontSize = arguments[0]", f"{picture.letters}%")
    phone.run(AT_REST)
    phone.page.screenshot(path=FOLDER / f"{picture.name}.png")


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, opened() as browser:
        server = Server(Path(folder))
        server.start()
        for one in PICTURES:
            phone = ChromiumPhone(
                browser, width=one.width, height=one.height, theme=one.theme, language=one.language, scale=1
            )
            take(one, phone, server)
            phone.close()
        server.stop()
    for stray in set(FOLDER.glob("*.png")) - {FOLDER / f"{one.name}.png" for one in PICTURES}:
        stray.unlink()


if __name__ == "__main__":
    main()
