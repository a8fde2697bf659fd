"""The style sheets weigh what they must: nothing in them is for an element that no page has."""

import re
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[2]
CLASS = re.compile(r"\.([a-zA-Z][\w-]*)")
MADE = re.compile(r"([\w-]+[-_])(?:\{\{|\"\s*~|\$\{)")  # its end is worked out: mark--{{ mark.kind }}


def written(*patterns: str) -> str:
    return "\n".join(file.read_text("utf-8") for file in chain.from_iterable(map(ROOT.glob, patterns)))


def styled() -> set[str]:
    """Every class a style sheet speaks of."""
    sheets = re.sub(r"/\*.*?\*/", "", written("static/css/**/*.css"), flags=re.DOTALL)
    selectors = re.sub(r"\{[^{}]*\}", "{}", sheets)
    return set(CLASS.findall(selectors))


def test_every_class_that_is_styled_is_somewhere_used() -> None:
    pages = written("templates/**/*.html", "static/js/*.js", "tracker/web/**/*.py")
    used = set(re.findall(r"[a-zA-Z][\w-]*", pages))
    made = set(MADE.findall(pages))
    dead = {one for one in styled() - used if not any(one.startswith(start) for start in made)}
    assert not dead
