"""docs/rules.md is complete: what code, tests and messages cite stands there, once."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules.md").read_text("utf-8")
ROWS = re.findall(r'^\| <a id="([\w-]+)"></a>([\w-]+) \| (.+?) \|', RULES, re.MULTILINE)
NUMBERS = [
    *(f"A{n}" for n in range(1, 31)),
    *(f"D-{n:02}" for n in range(1, 34)),
    *(f"DA-{n}" for n in range(1, 17)),
    *(f"R-{n:02}" for n in range(1, 20)),
    *(f"RA-{n}" for n in range(1, 8)),
    *(f"M-{n:02}" for n in range(1, 19)),
    *(f"M-A{n}" for n in range(1, 6)),
]
PAGE = r"(?:raid|relics|archenemy)/[a-z][a-z0-9-]+"
NUMBER = re.compile(r"\b(?:D-\d\d|DA-\d+|R-\d\d|RA-\d+|M-\d\d|M-A\d)(?!\w)")


def _sources(*folders: str) -> dict[str, str]:
    files = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return {str(path.relative_to(ROOT)): path.read_text("utf-8") for path in files}


def test_every_rule_has_one_row_with_its_anchor_and_a_sentence() -> None:
    assert [number for _, number, _ in ROWS] == NUMBERS
    assert [anchor for anchor, _, _ in ROWS] == [number.lower() for number in NUMBERS]
    assert all(sentence.strip().endswith(".") for _, _, sentence in ROWS)


def test_the_pages_listed_are_those_that_the_program_cites() -> None:
    cited = {page for text in _sources("tracker").values() for page in re.findall(rf'"({PAGE})"', text)}
    listed = RULES[RULES.index("## ") :]
    assert cited == set(re.findall(f"`({PAGE})`", listed))


def test_every_number_that_the_program_cites_exists() -> None:
    cited = {number for text in _sources("tracker").values() for number in NUMBER.findall(text)}
    assert cited <= set(NUMBERS)


@pytest.mark.parametrize(
    "case", sorted((ROOT / "tests" / "cases").glob("*/*.toml")), ids=lambda case: case.stem
)
def test_every_number_that_a_case_shows_exists(case: Path) -> None:
    assert set(tomllib.loads(case.read_text("utf-8"))["rules"]) <= set(NUMBERS)


def test_the_notice_stands_before_everything_else() -> None:
    notice = RULES.split("## ", maxsplit=1)[0]
    assert all(
        word in notice for word in ("unofficial", "Estudio Fedorian", "Wizards of the Coast", "no card text")
    )
