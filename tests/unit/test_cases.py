"""Plays every game written down in tests/cases: how to read and write one stands in its README.md."""

import dataclasses
import json
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from tracker.rules.kernel import Game, Refusal, decide, fold
from tracker.table.parse import parse
from tracker.table.registry import GAMES

CASES = Path(__file__).parents[1] / "cases"
OF_THE_STEP = {"do", "override", "state", "refused", "also", "facts", "overridden", "unchanged"}
WITHOUT_END = 60  # turns passed until somebody's own is found, at most


@dataclass
class ScriptedChance:
    """Luck that comes up as the case says, in order."""

    picks: list[str]

    def pick(self, among: Sequence[str], /) -> str:
        assert self.picks, f"the case foresees no draw here (among {list(among)})"
        pick = self.picks.pop(0)
        assert pick in among, f"{pick!r} can't come up among {list(among)}"
        return pick


@dataclass
class Played:
    """A table of one case while it is played: pure rules, no journal."""

    game: Game[Any]
    chance: ScriptedChance
    state: Any = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    overridden: bool = False
    changed: bool = True

    def opens(self, names: Sequence[str], options: Mapping[str, Any]) -> None:
        self.state = fold(self.game, self.game.blank, self.game.open(names, options, self.chance))

    def does(self, name: str, fields: Mapping[str, Any], *, override: bool = False) -> None:
        assert name in self.game.commands, f"there is no command {name!r}"
        known = {known.name.rstrip("_") for known in dataclasses.fields(self.game.commands[name])}
        assert known.issuperset(fields), f"{name} has no field {sorted(set(fields) - known)}"
        command = parse(self.game.commands, name, self.as_a_phone_sends(name, fields))
        decision = decide(self.game, self.state, command, self.chance, override=override)
        self.facts = self.game.facts(self.state, command, decision.events)
        self.state = fold(self.game, self.state, decision.events)
        self.overridden, self.changed = decision.overridden, bool(decision.events)

    def as_a_phone_sends(self, name: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        """The fields with what only a phone knows: the turn it sees, the id of the nth Power."""
        view, sent = self.view, dict(fields)
        if name == "end-turn":
            sent.setdefault("turn", view["turn"]["number"])
        if isinstance(sent.get("power"), int):
            sent["power"] = view["deity"]["powers"][sent["power"] - 1]["id"]
        return sent

    @property
    def view(self) -> dict[str, Any]:
        view: dict[str, Any] = json.loads(json.dumps(self.game.view(self.state)))
        return view

    def shows(self, path: str) -> Any:
        """What the state holds at a dotted path; «none» where it holds nothing."""
        view = self.view
        people = {person["id"]: person for person in view["participants"]}
        match path.split("."):
            case ["queue"]:
                return [_item(power) for power in view["deity"]["powers"]]
            case ["statuses"]:
                return [power["status"] for power in view["deity"]["powers"]]
            case ["people"]:
                return list(people)
            case [person, *rest] if person in people:
                found = people[person]
            case rest:
                found = view
        for key in rest:
            found = found[int(key)] if isinstance(found, list) else found[key]
        return _with_none(found)


def _with_none(found: Any) -> Any:
    """``found`` as a case can write it: TOML has no null."""
    match found:
        case None:
            return "none"
        case dict():
            return {key: _with_none(inner) for key, inner in found.items()}
        case list():
            return [_with_none(inner) for inner in found]
        case _:
            return found


def _item(power: Mapping[str, Any]) -> str:
    """A queue item as a player would write it: `A`, `sombra`, `A ×2`."""
    return f"{power['esbirro']} ×{power['size']}" if power["kind"] == "coinciding" else power["esbirro"]


# --- Reading a file ----------------------------------------------------------------------------


def _filled(value: Any, row: Mapping[str, Any]) -> Any:
    """``value`` with every "$column" replaced by the row's entry."""
    match value:
        case str() if value.startswith("$"):
            return row[value[1:]]
        case dict():
            return {key: _filled(inner, row) for key, inner in value.items()}
        case list():
            return [_filled(inner, row) for inner in value]
        case _:
            return value


def _cases() -> Iterator[Any]:
    for path in sorted(CASES.glob("*/*.toml")):
        case = tomllib.loads(path.read_text("utf-8"))
        columns, rows = case.pop("columns", []), case.pop("rows", [[]])
        for row in rows:
            assert len(row) == len(columns), f"{path.name}: {row} doesn't fill {columns}"
            name = f"{path.parent.name}/{path.stem}" + (f": {row[0]}" if row else "")
            yield pytest.param(path.parent.name, _filled(case, dict(zip(columns, row, strict=True))), id=name)


# --- Playing it --------------------------------------------------------------------------------


def _set_up(table: Played, case: Mapping[str, Any]) -> None:
    people = case["people"]
    names = [f"Jugador {n}" for n in range(1, people + 1)] if isinstance(people, int) else people
    table.opens(names, case.get("options", {}))
    if "first" in case:
        table.does("start", {"first": case["first"]})
    for number, (alive, resistance) in enumerate(case.get("standing", []), 1):
        for _ in range(alive, 3):
            table.does("lose-reptante", {"participant": f"p{number}"})
        table.does("correct", {"target": f"p{number}", "to": resistance})
    for _ in range(WITHOUT_END):
        if table.view["turn"]["of"] == case.get("turn", table.view["turn"]["of"]):
            break
        table.does("end-turn", {})
    else:
        pytest.fail(f"the turn of {case['turn']} never comes")


def _play(table: Played, step: Mapping[str, Any]) -> None:
    fields = {key: value for key, value in step.items() if key not in OF_THE_STEP}
    override = step.get("override", False)
    if "refused" in step:
        before = table.view
        with pytest.raises(Refusal) as refusal:
            table.does(step["do"], fields, override=override)
        assert refusal.value.code == step["refused"]
        assert refusal.value.facts.get("also", []) == step.get("also", [])
        _includes(refusal.value.facts, step.get("facts", {}))
        assert table.view == before
    else:
        table.does(step["do"], fields, override=override)
        assert table.changed is not step.get("unchanged", False), "did it change anything?"
        assert table.overridden is step.get("overridden", override), "did a rule give way?"
        _includes(table.facts, step.get("facts", {}))
    shown = {path: table.shows(path) for path in step.get("state", {})}
    assert shown == step.get("state", {})


def _includes(facts: Mapping[str, Any], expected: Mapping[str, Any]) -> None:
    plain = json.loads(json.dumps(facts))
    assert {key: plain.get(key) for key in expected} == expected


@pytest.mark.parametrize(("game", "case"), list(_cases()))
def test_a_written_down_game_goes_as_it_says(game: str, case: dict[str, Any]) -> None:
    table = Played(GAMES[game], ScriptedChance(list(case.get("chance", []))))
    if "refused" in case:
        with pytest.raises(Refusal) as refusal:
            _set_up(table, case)
        assert refusal.value.code == case["refused"]
        return
    _set_up(table, case)
    for number, step in enumerate(case["steps"], 1):
        try:
            _play(table, step)
        except Refusal as refusal:
            pytest.fail(f"step {number}, {step['do']}: refused, {refusal.code} {refusal.facts}")
        except AssertionError as failure:
            pytest.fail(f"step {number}, {step['do']}: {failure}")
    assert table.chance.picks == [], "chance that never came up"


def test_every_case_says_what_it_tells_and_which_rules_it_shows() -> None:
    for path in CASES.glob("*/*.toml"):
        case = tomllib.loads(path.read_text("utf-8"))
        assert case["tells"] and case["rules"], path.name
