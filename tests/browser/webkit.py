"""WebKit, what iPhones have: its GTK port with its driver, on a screen that nobody sees."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from glob import glob
from typing import Any

from selenium.webdriver import WebKitGTK
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

LEAST_WIDTH = 447  # MiniBrowser can't be made narrower


def minibrowser() -> str:
    places = [*glob("/usr/lib/*/webkit2gtk-4*/MiniBrowser"), *glob("/usr/libexec/webkit2gtk-4*/MiniBrowser")]
    found = shutil.which("MiniBrowser") or next(iter(sorted(places, reverse=True)), None)
    assert found, "MiniBrowser is missing: make browsers installs it (package webkit2gtk-driver)"
    return found


@contextmanager
def screen() -> Iterator[str]:
    """A screen without glass; its name for DISPLAY."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as server:
        os.close(writing)
        with os.fdopen(reading) as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb did not start: make browsers installs it (package xvfb)"
        try:
            yield f":{number}"
        finally:
            server.terminate()


class WebKitPhone:
    """One MiniBrowser with its own driver, hence its own cookies."""

    def __init__(self, display: str) -> None:
        driver = shutil.which("WebKitWebDriver")
        assert driver, "WebKitWebDriver is missing: make browsers installs it (package webkit2gtk-driver)"
        options = Options()
        options.binary_location = minibrowser()
        options.add_argument("--automation")
        options.set_capability("browserName", "MiniBrowser")
        environment = {
            **os.environ,
            "DISPLAY": display,
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "LANG": "es_MX.UTF-8",
            "LANGUAGE": "es_MX",
        }
        self.driver = WebKitGTK(options=options, service=Service(executable_path=driver, env=environment))
        self.driver.set_script_timeout(10)
        self.driver.set_window_size(LEAST_WIDTH, 844)

    def go(self, address: str) -> None:
        self.driver.get(address)

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def press(self, selector: str) -> None:
        wait = WebDriverWait(self.driver, 8)
        button = wait.until(
            lambda driver: next(
                (b for b in driver.find_elements(By.CSS_SELECTOR, selector) if b.is_displayed()), None
            )
        )
        self._click(button)

    def press_found(self, script: str, *arguments: Any) -> None:
        self._click(self.run(script, *arguments))

    def _click(self, button: Any) -> None:
        self.run("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()

    def write(self, selector: str, text: str) -> None:
        field = self.driver.find_element(By.CSS_SELECTOR, selector)
        self.run("arguments[0].select()", field)  # clear() would also leave the field
        field.send_keys(text, Keys.ENTER)

    def close(self) -> None:
        self.driver.quit()
