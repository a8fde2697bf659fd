"""The house itself: what lies where, how long a file may be, what no file may hold."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TOP = {
    ".ci",
    ".gitignore",
    "CHANGELOG.md",
    "Makefile",
    "README.md",
    "bench",
    "docs",
    "pyproject.toml",
    "requirements-dev.lock",
    "requirements.lock",
    "static",
    "templates",
    "tests",
    "tracker",
    "wsgi.py",
}
IGNORED = {".git", *(line.strip("/") for line in (ROOT / ".gitignore").read_text().split())}
WRITTEN_BY_US = {".css", ".html", ".js", ".py"}
LONGEST = 350


def ours(place: Path = ROOT) -> Iterator[Path]:
    """Every file of the project, without what git leaves out."""
    for path in sorted(place.iterdir()):
        if not any(path.match(pattern) for pattern in IGNORED):
            yield from ours(path) if path.is_dir() else [path]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


FILES = list(ours())
TEXTS = [file for file in FILES if file.suffix not in {".woff2", ".mp4", ".png", ".ico", ".jpg", ".webp"}]
TEMPLATES = [file for file in FILES if named(file).startswith("templates/")]
SOURCES = [file for file in FILES if file.suffix in WRITTEN_BY_US and "vendor" not in file.parts]


def test_nothing_else_lies_at_the_top() -> None:
    assert {named(file).split("/")[0] for file in FILES} <= TOP


@pytest.mark.parametrize("file", SOURCES, ids=named)
def test_a_file_can_be_read_in_one_sitting(file: Path) -> None:
    assert len(file.read_text().splitlines()) <= LONGEST


@pytest.mark.parametrize("file", TEMPLATES, ids=named)
def test_a_template_needs_nothing_the_content_security_policy_forbids(file: Path) -> None:
    forbidden = re.compile(
        r"""\sstyle\s*=|<style\b|\son[a-z]+\s*=|\bhx-on\b|javascript:|<script\b(?![^>]*\ssrc=)""",
        re.IGNORECASE,
    )
    found = [
        f"{number}: {line.strip()}"
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if forbidden.search(line)
    ]
    assert not found


def test_every_template_lints() -> None:
    lint = Path(sys.executable).with_name("djlint")
    told = subprocess.run(
        [lint, "--lint", "templates"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.mark.parametrize("file", TEXTS, ids=named)
def test_no_file_holds_a_place_of_somebodys_machine_or_of_a_registry(file: Path) -> None:
    registries = (
        "pypi" + ".org",
        "python" + "hosted",
        "npmjs" + ".org",
        "deb." + "debian",
        "--find" + "-links ",
        "--index" + "-url ",
    )
    machines = tuple(f"/{folder}/" for folder in ("root", "home", "work", "tmp"))
    text = file.read_text()
    assert not [place for place in registries + machines if place in text]


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_a_lock_pins_every_package_by_its_hash(lock: str) -> None:
    packages = re.findall(r"^([a-z0-9][\w.-]*)(==\S+)?.*(\\)?$", (ROOT / lock).read_text(), re.MULTILINE)
    assert packages
    assert not [name for name, pin, _ in packages if not pin]


def test_no_test_is_skipped() -> None:
    skipping = re.compile(
        r"\bpytest\.(skip|importorskip|xfail)\b|mark\.(skip|skipif|xfail)\b|\bassert True\b"
    )
    here = Path(__file__)
    tests = [file for file in SOURCES if named(file).startswith("tests/") and file != here]
    assert not [named(file) for file in tests if skipping.search(file.read_text())]
