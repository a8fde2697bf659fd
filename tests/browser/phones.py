"""A phone at the table, whichever browser drives it: what a person sees and presses."""

import time
from collections.abc import Callable
from typing import Any, Protocol

from tests.browser.server import Script

GLANCE = 0.4
SOON = 5.0  # seconds in which another phone's tap must show; how fast it really is, bench/ measures


class Phone(Protocol):
    """One browser with its own cookies."""

    def go(self, address: str) -> None: ...
    def run(self, script: str, *arguments: Any) -> Any:
        """What the body of a function of the page returns; a promise is waited for."""
        ...

    def press(self, selector: str) -> None:
        """Presses what the selector finds, once it can be seen."""
        ...

    def press_found(self, script: str, *arguments: Any) -> None:
        """Presses the element that the script returns."""
        ...

    def write(self, selector: str, text: str) -> None:
        """Types into a field and presses Enter."""
        ...

    def close(self) -> None: ...


def eventually(look: Callable[[], Any], wanted: Any, within: float = SOON) -> None:
    """Looks again and again until it sees what is wanted."""
    until = time.monotonic() + within
    while (seen := look()) != wanted:
        assert time.monotonic() < until, f"still {seen!r} instead of {wanted!r} after {within} s"
        time.sleep(0.02)


TEXT = "const found = document.getElementById(arguments[0]); return found && found.textContent.trim()"


def figure(phone: Phone, element: str) -> int | None:
    """The number that stands in a live figure; None where there is none."""
    text = phone.run(TEXT, element)
    return int(str(text).replace("\N{MINUS SIGN}", "-").split()[0]) if text else None


def shows(phone: Phone, element: str, number: int, within: float = SOON) -> None:
    eventually(lambda: figure(phone, element), number, within)


def reads(phone: Phone, sentence: str, within: float = SOON) -> None:
    """The page says this somewhere a person can see it."""
    look = "return document.body.innerText.includes(arguments[0])"
    eventually(lambda: phone.run(look, sentence), True, within)


# The control of a command: of the forms that send it, the first visible one whose fields are as wanted.
FIND = """
const [command, fields] = arguments;
for (const form of document.querySelectorAll('form[action$="/' + command + '"]')) {
  for (const button of form.elements) {
    if (button.type !== 'submit' || !button.checkVisibility({visibilityProperty: true})) continue;
    const data = new FormData(form);
    if (button.name) data.append(button.name, button.value);
    const as_wanted = ([name, value]) => data.getAll(name).includes(String(value));
    if (Object.entries(fields).every(as_wanted)) return button;
  }
}
return null;
"""


def command(phone: Phone, name: str, *, unread: bool = False, **fields: Any) -> None:
    """Presses the control that sends this command with these fields, once the page offers it.

    unread: at once, as one taps − again and again; else after a look at what the button says now.
    """
    eventually(lambda: offers(phone, name, **fields), True)
    if not unread:
        read()
    phone.press_found(FIND, name, fields)


def read() -> None:
    """A look at the page: a button whose meaning has just changed under the finger takes no press yet."""
    time.sleep(GLANCE)


def offers(phone: Phone, name: str, **fields: Any) -> bool:
    return bool(phone.run(f"return (function () {{ {FIND} }}).apply(null, arguments) !== null", name, fields))


DOCUMENT = """
return fetch(location.pathname, {headers: {Accept: 'application/json'}}).then(answer => answer.json())
"""


def document(phone: Phone) -> dict[str, Any]:
    """The table as this phone's cookies let it be seen."""
    seen: dict[str, Any] = phone.run(DOCUMENT)
    return seen


def state(phone: Phone) -> dict[str, Any]:
    inside: dict[str, Any] = document(phone)["state"]
    return inside


def seat(script: Script, table: str) -> str:
    """The path of the link that a phone scans to sit down."""
    return "/j/" + str(script.ask(f"/t/{table}")["links"]["seat"]).rsplit("/", 1)[1]


def newest(script: Script, table: str) -> dict[str, Any]:
    """The last entry of the log."""
    entry: dict[str, Any] = script.ask(f"/t/{table}/log")["entries"][0]
    return entry
