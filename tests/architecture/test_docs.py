"""What the documents say is there, and what is there is said."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: document.relative_to(ROOT).as_posix())
def test_every_link_inside_the_project_leads_somewhere(document: Path) -> None:
    targets = re.findall(r"\]\(([^)#\s]+)", document.read_text())
    inside = [target for target in targets if "://" not in target]
    assert not [target for target in inside if not (document.parent / target).exists()]


@pytest.mark.parametrize("document", ["README.md", "docs/glossary.md", "docs/add-a-command.md"])
def test_every_file_that_a_document_names_exists(document: str) -> None:
    named = re.findall(r"`((?:tracker|templates|static|tests|docs)/[\w./-]*)`", (ROOT / document).read_text())
    assert not [place for place in named if not (ROOT / place).exists()]


def test_every_setting_is_documented() -> None:
    settings = set(re.findall(r"\bVIGILIA_[A-Z_]+\b", (ROOT / "tracker" / "config.py").read_text()))
    documented = set(
        re.findall(r"^\| `(VIGILIA_[A-Z_]+)`", (ROOT / "docs" / "deployment.md").read_text(), re.MULTILINE)
    )
    assert settings == documented


def test_every_folder_of_the_program_is_on_the_map() -> None:
    readme = (ROOT / "README.md").read_text()
    folders = [place.name for place in (ROOT / "tracker").iterdir() if (place / "__init__.py").exists()]
    assert folders
    assert not [folder for folder in folders if f"`tracker/{folder}/`" not in readme]


@pytest.mark.parametrize(
    "record", sorted((ROOT / "docs" / "adr").glob("*.md")), ids=lambda record: record.stem
)
def test_a_decision_tells_its_context_and_its_consequences(record: Path) -> None:
    text = record.read_text()
    assert text.startswith(f"# {int(record.stem[:4])}. ")
    assert all(f"**{part}" in text for part in ("Context", "Decision", "Consequences"))
