"""Every word of the history, of a refusal and of the terminal comes from the catalogues."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.architecture.marks import FOR_EVER, WORD, speak_in_marks, unmarked
from tests.property.memory import HandClock, MemoryLog
from tests.unit.test_cases import OF_THE_STEP, Played, ScriptedChance, _cases, _set_up
from tracker import cli
from tracker.config import Settings
from tracker.rules.kernel import Refusal
from tracker.table.registry import GAMES
from tracker.table.service import Tables
from tracker.web import addresses
from tracker.web.presenters.log import entry_text, history, undo_label
from tracker.web.refusals import sentence
from tracker.web.words import Words


@pytest.fixture(autouse=True)
def _marked(monkeypatch: pytest.MonkeyPatch) -> None:
    speak_in_marks(monkeypatch)


# --- The history and the refusals of every written-down game --------------------------------------


class AtATable(Played):
    """A case played by phones: with a log, and words about it."""

    def opens(self, names: Any, options: Any) -> None:
        self.clock = HandClock()
        self.tables = Tables(MemoryLog(), self.clock, self.chance, lambda table, revision: None, GAMES)
        self.id = self.tables.open(self.game.name, names, options, "", "d1").id
        self.state = self.tables.get(self.id).state

    def does(self, name: str, fields: Mapping[str, Any], *, override: bool = False) -> None:
        self.clock.passes(5000)
        sent = {**self.as_a_phone_sends(name, fields), **({"override": True} if override else {})}
        self.tables.submit(self.id, "d1", name, sent, key=None, role="seat")
        self.state = self.tables.get(self.id).state


CASES = [pytest.param(*case.values, id=case.id) for case in _cases() if "refused" not in case.values[1]]


def said(table: AtATable, steps: list[dict[str, Any]], words: Words) -> Iterator[str]:
    """Everything that is said about a game while it goes on."""
    for step in steps:
        fields = {key: value for key, value in step.items() if key not in OF_THE_STEP}
        try:
            table.does(step["do"], fields, override=step.get("override", False))
        except Refusal as refusal:
            yield sentence(refusal, table.tables.get(table.id), words)
    now, devices = table.tables.get(table.id), table.tables.devices(table.id)
    entries = table.tables.log(table.id)
    for entry in entries:
        yield entry_text(entry, now, words)
        yield undo_label(entry, now, words)
    for group in history(entries, now, devices, words, offset=0):
        yield from sentences(group)


def sentences(inside: Any) -> Iterator[str]:
    """The texts of a line of the history, wherever in it they stand."""
    match inside:
        case dict():
            for name, value in inside.items():
                if name not in ("icon", "kind", "id", "key", "at", "command", "counter"):
                    yield from sentences(value)
        case list() | tuple():
            for value in inside:
                yield from sentences(value)
        case str():
            yield inside


@pytest.mark.parametrize(("game", "case"), CASES)
def test_no_word_of_the_history_or_of_a_refusal_is_hard_coded(game: str, case: dict[str, Any]) -> None:
    table = AtATable(GAMES[game], ScriptedChance(list(case.get("chance", []))))
    _set_up(table, case)
    typed = {"Jugador", *WORD.findall(str([case["people"], case["steps"], case.get("chance", [])]))}
    found = [
        (text, words) for text in said(table, case["steps"], Words("es")) if (words := unmarked(text, typed))
    ]
    assert not found


# --- The terminal ---------------------------------------------------------------------------------


@pytest.mark.parametrize("machine", [("192.0.2.7",), ()])
@pytest.mark.parametrize("host", ["0.0.0.0", "127.0.0.1"])
@pytest.mark.parametrize("language", ["es_MX.UTF-8", "en_GB.UTF-8"])
def test_no_word_of_the_greeting_on_the_terminal_is_hard_coded(
    machine: tuple[str, ...],
    host: str,
    language: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(addresses, "_known", (FOR_EVER, machine))
    cli._greet(Settings(host=host, data=tmp_path), {"LANG": language})
    text = capsys.readouterr().out
    assert "⟦" in text
    assert not unmarked(re.sub(r"[█▀▄]", "", text), {"localhost"})


@pytest.mark.parametrize(
    "environ",
    [
        {"VIGILIA_PORT": "http"},
        {"VIGILIA_PORT": "70000"},
        {"VIGILIA_TRUSTED_PROXIES": "90"},
        {"VIGILIA_PUBLIC_URL": "192.0.2.7"},
        {"VIGILIA_DATABASE_URL": "7"},
    ],
)
def test_no_word_about_a_wrong_setting_is_hard_coded(
    environ: dict[str, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert cli.main(["serve"]) == 2
    assert not unmarked(capsys.readouterr().err, {"vigilia"})


def test_no_word_of_ours_in_the_help_is_hard_coded(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["--help"], ["serve", "--help"]):
        with pytest.raises(SystemExit):
            cli.main(arguments)
    text = re.sub(r"--?[a-z-]+|[A-Z]{3,}|vigilia|serve", "", capsys.readouterr().out)
    its_own = "usage options positional arguments show this help message and exit"
    assert not unmarked(text, set(its_own.split()))
