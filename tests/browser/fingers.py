"""Fingers on glass: real touches, as the browser's own input delivers them."""

import time
from typing import Any

from tests.browser.chromium import ChromiumPhone

Spot = tuple[float, float]

MINUS = '.person[data-person="{}"] form[action$="/damage"] button'
SKY = '#deity form[action$="/damage-deity"] button:not([tabindex])'

# Notes every number that a figure shows.
WATCH = """
window.drawn = [];
const figure = document.getElementById(arguments[0]);
new MutationObserver(() => window.drawn.push(Number(figure.dataset.value)))
  .observe(figure, {attributes: true, attributeFilter: ['data-value']});
"""


class Fingers:
    """The fingers of one hand on one phone; each has a number."""

    def __init__(self, phone: ChromiumPhone) -> None:
        self.phone = phone
        self._input = phone.context.new_cdp_session(phone.page)
        self._down: dict[int, Spot] = {}

    def spot(self, selector: str) -> Spot:
        """The middle of what the selector finds, brought into sight first."""
        element = self.phone.page.locator(selector).first
        element.evaluate("element => element.scrollIntoView({block: 'center'})")
        box = element.bounding_box()
        assert box, f"{selector} cannot be seen"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def down(self, at: Spot | str, finger: int = 0) -> Spot:
        spot = self.spot(at) if isinstance(at, str) else at
        self._down[finger] = spot
        self._send("touchStart")
        return spot

    def move(self, by: Spot, finger: int = 0, steps: int = 4) -> None:
        """In several small moves, as fingers do."""
        x, y = self._down[finger]
        for n in range(1, steps + 1):
            self._down[finger] = (x + by[0] * n / steps, y + by[1] * n / steps)
            self._send("touchMove")

    def up(self, finger: int = 0) -> None:
        del self._down[finger]
        self._send("touchEnd")

    def tap(self, at: Spot | str) -> None:
        self.down(at)
        self.up()

    def hold(self, at: Spot | str, seconds: float) -> None:
        self.down(at)
        time.sleep(seconds)
        self.up()

    def pinch(self, at: Spot, factor: float) -> None:
        self._input.send(
            "Input.synthesizePinchGesture",
            {"x": at[0], "y": at[1], "scaleFactor": factor, "relativeSpeed": 800},
        )

    def _send(self, kind: str) -> None:
        points: list[dict[str, Any]] = [{"x": x, "y": y, "id": n} for n, (x, y) in self._down.items()]
        self._input.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
