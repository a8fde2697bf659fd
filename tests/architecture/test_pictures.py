"""The pictures that are kept are those that have a name, and light enough to be kept."""

from tests.browser.take_pictures import FOLDER, PICTURES


def test_every_named_picture_is_there_and_no_other() -> None:
    assert len(PICTURES) >= 20
    assert {path.stem for path in FOLDER.iterdir()} == {picture.name for picture in PICTURES}


def test_the_pictures_stay_light() -> None:
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 1_500_000
