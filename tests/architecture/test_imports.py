"""Which part may import which: pyproject.toml says it, import-linter and a look at the source prove it."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULES = ROOT / "tracker" / "rules"

# The standard library's parts that neither look at the clock nor at chance, disk or network.
PURE = {
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "itertools",
    "math",
    "operator",
    "re",
    "string",
    "types",
    "typing",
    "unicodedata",
}


def imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file.name} imports relatively: write the whole name"
            yield node.module or ""


def test_imports_go_down_only() -> None:
    lint = Path(sys.executable).with_name("lint-imports")
    told = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


@pytest.mark.parametrize("file", sorted(RULES.rglob("*.py")), ids=lambda file: str(file.relative_to(RULES)))
def test_rules_import_nothing_but_rules_and_pure_parts_of_the_standard_library(file: Path) -> None:
    foreign = {
        name
        for name in imports(file)
        if not name.startswith("tracker.rules") and name.split(".")[0] not in PURE
    }
    assert not foreign


@pytest.mark.parametrize(
    "file", sorted((ROOT / "tracker").rglob("*.py")), ids=lambda file: str(file.relative_to(ROOT))
)
def test_only_the_places_meant_for_it_touch_the_database(file: Path) -> None:
    place = file.relative_to(ROOT / "tracker").as_posix()
    if not place.startswith("storage/") and place not in {"factory.py", "cli.py"}:
        assert not [
            name
            for name in imports(file)
            if name.split(".")[0] in {"sqlalchemy", "flask_sqlalchemy", "sqlite3"}
        ]
