"""What axe-core finds on every page and open sheet, asleep and awake, by day and by night: nothing.

Where they are stands in places.py; that no template is left out, tests/architecture makes sure.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest

from tests.browser.chromium import ChromiumPhone
from tests.browser.phones import eventually
from tests.browser.places import ALONE, EVENINGS, Evening
from tests.browser.server import Server

AXE = Path(axe_playwright_python.__file__).with_name("axe.min.js").read_text("utf-8")
LOOK = """
const all = {rules: {'target-size': {enabled: true}}};
const colours = {runOnly: {type: 'rule', values: ['color-contrast']}};
const context = arguments[0] ? {include: [arguments[0]]} : document;
return (async () => {
  const problems = [];
  for (const mood of ['asleep', 'awake']) {
    for (const theme of ['dark', 'light']) {
      for (const element of document.querySelectorAll('[data-mood]')) element.dataset.mood = mood;
      document.documentElement.dataset.theme = theme;
      // A sheet that is still coming up has half its colours.
      for (const moving of document.getAnimations()) {
        if (Number.isFinite(moving.effect.getComputedTiming().endTime)) moving.finish();
      }
      const first = mood === 'asleep' && theme === 'dark';
      const found = await axe.run(context, {resultTypes: ['violations'], ...(first ? all : colours)});
      for (const {id, nodes} of found.violations) {
        for (const {html, failureSummary} of nodes) {
          // What lies half under the bar at the bottom comes out when it is scrolled.
          if (id === 'target-size' && /partially obscured/.test(failureSummary)) continue;
          problems.push([mood, theme, id, html, failureSummary]);
        }
      }
    }
  }
  return problems;
})();
"""


class Auditor:
    """One phone that looks at one place after the other, in all four dresses."""

    def __init__(self, phone: ChromiumPhone, server: Server) -> None:
        self.phone, self.page, self.server = phone, phone.page, server
        self.found: list[Any] = []
        self.at = ""
        # The mood's colours move for most of a second; without motion they are there at once.
        self.page.emulate_media(reduced_motion="reduce")

    def opens(self, evening: Evening) -> None:
        """A table of its own, this phone its host."""
        document = self.posts(
            "/tables", {"game": "raid", "names": list(evening.names), "options": dict(evening.options)}
        )
        self.at = f"/t/{document['id']}"

    def posts(self, path: str, fields: dict[str, Any]) -> dict[str, Any]:
        wanted = {"Accept": "application/json"}
        answer = self.page.request.post(self.server.at + path, data=fields, headers=wanted)
        assert answer.ok, answer.text()
        document: dict[str, Any] = answer.json()
        return document

    def goes(self, path: str) -> None:
        self.phone.go(self.server.at + path)
        self.page.evaluate(AXE)

    def audits(self, where: str, inside: str = "") -> None:
        """All of axe in the first dress; in the others what only colours can break."""
        self.found += [(where, *problem) for problem in self.phone.run(LOOK, inside)]

    def opens_sheet(self, name: str) -> None:
        self.phone.run("vigilia.openSheet(arguments[0])", f"{self.at}/sheet/{name}")
        eventually(lambda: self.page.locator("#sheet[open] #sheet-title").count(), 1)
        self.audits(f"{name} over the table", "#sheet")
        self.phone.run("document.getElementById('sheet').close()")
        eventually(lambda: self.phone.run("return history.state?.dialog ?? null"), None)  # it goes back

    def goes_through(self, evening: Evening) -> None:
        self.opens(evening)
        for stop in evening.stops:
            for command, fields in stop.steps:
                self.posts(f"{self.at}/{command}", fields)
            self.goes(self.at)
            if stop.refused:
                command, fields = stop.refused
                self.phone.run(
                    "return vigilia.send(...arguments).then(() => 0)", f"{self.at}/{command}", fields
                )
                eventually(lambda: self.page.locator("#notice .notice").count(), 1)
            self.audits(stop.name)
            for name in stop.sheets:
                self.opens_sheet(name)
            for path in stop.pages:
                self.goes(f"{self.at}/{path}")
                self.audits(f"{path}: {stop.name}")


@pytest.fixture
def auditor(server: Server, phone: Callable[..., ChromiumPhone]) -> Auditor:
    return Auditor(phone(), server)


def test_every_screen_can_be_read_and_used_by_everybody(auditor: Auditor) -> None:
    for path in ALONE:
        auditor.goes(path)
        auditor.audits(path)
    for evening in EVENINGS:
        auditor.goes_through(evening)
    auditor.goes("/")
    auditor.audits("home with tables")
    assert not auditor.found
