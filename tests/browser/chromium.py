"""Chromium by Playwright, as a phone: small, touched with a finger, Spanish."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, sync_playwright

PORTRAIT = {"width": 390, "height": 844}


def on_path() -> str | None:
    """The machine's own Chromium."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)


@contextmanager
def opened() -> Iterator[Browser]:
    """The machine's own Chromium, else the one that Playwright brought."""
    with sync_playwright() as driver:
        rootless = [] if os.getuid() else ["--no-sandbox"]
        browser = driver.chromium.launch(
            executable_path=on_path(), args=["--disable-dev-shm-usage", *rootless]
        )
        yield browser
        browser.close()


class ChromiumPhone:
    """A phone of its own: its cookies, its size, its language, its theme."""

    def __init__(
        self,
        browser: Browser,
        *,
        script: bool = True,
        width: int = 390,
        height: int = 844,
        theme: Any = "dark",
        language: str = "es-MX",
        scale: float = 2,
    ) -> None:
        self.context = browser.new_context(
            viewport={"width": width, "height": height},
            device_scale_factor=scale,
            is_mobile=True,
            has_touch=True,
            locale=language,
            color_scheme=theme,
            java_script_enabled=script,
        )
        self.context.set_default_timeout(8000)
        self.page: Page = self.context.new_page()
        self.taps = 0
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._listen)

    def _listen(self, message: ConsoleMessage) -> None:
        # Refused commands and a stopped server are told to the console, too: no faults of the page.
        expected = ("Failed to load resource", "net::ERR", "htmx:sse:error", "Failed to fetch")
        if message.type == "error" and not any(words in message.text for words in expected):
            self.complaints.append(message.text)

    def go(self, address: str) -> None:
        self.page.goto(address, wait_until="domcontentloaded")

    def run(self, script: str, *arguments: Any) -> Any:
        while True:
            try:
                return self.page.evaluate(_inside(script), list(arguments))
            except Error as error:  # the page left while it was looked at: look at the next one
                if "context was destroyed" not in str(error):
                    raise

    def press(self, selector: str) -> None:
        self.taps += 1
        self.page.locator(selector).first.tap()

    def press_found(self, script: str, *arguments: Any) -> None:
        self.taps += 1
        found = self.page.evaluate_handle(_inside(script), list(arguments)).as_element()
        assert found
        found.tap()

    def write(self, selector: str, text: str) -> None:
        field = self.page.locator(selector).first
        field.fill(text)
        field.press("Enter")

    def close(self) -> None:
        self.context.close()


def _inside(script: str) -> str:
    # Written into the text, for the page's policy rightly forbids to make functions from strings.
    return f"inside => (function () {{ {script} }}).apply(null, inside)"
