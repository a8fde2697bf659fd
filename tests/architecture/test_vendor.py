"""What others wrote lies here unchanged, named with its version, checksum and licence."""

import hashlib
from pathlib import Path

import pytest

VENDOR = Path(__file__).parents[2] / "static" / "vendor"
LISTED = [
    line.split()
    for line in (VENDOR / "VERSIONS").read_text().splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("listed", LISTED, ids=lambda listed: str(listed[0]))
def test_a_file_is_the_one_that_is_listed(listed: list[str]) -> None:
    name, _package, _version, _inside, checksum, _licence, text = listed
    assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == checksum
    assert (VENDOR / text).is_file()


def test_nothing_lies_here_unlisted() -> None:
    accounted = {"VERSIONS", *(listed[0] for listed in LISTED), *(listed[-1] for listed in LISTED)}
    assert {file.name for file in VENDOR.iterdir()} == accounted
