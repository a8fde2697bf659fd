"""The raid's screens: everything its templates print, worked out once per revision, role and language."""

from collections.abc import Mapping
from typing import Any

from tracker.web.presenters import raid_deity
from tracker.web.presenters.raid_people import halves, losses, rows
from tracker.web.presenters.raid_scene import Audience, Scene
from tracker.web.presenters.raid_setup import setup
from tracker.web.presenters.raid_sheets import SHEETS, Arguments, Remembered
from tracker.web.presenters.raid_sky import sky, strip
from tracker.web.presenters.raid_turn import passing, result, turn, verdict
from tracker.web.words import Words

FRAGMENTS = ("strip", "deity", "step", "people", "dock")
__all__ = ["FRAGMENTS", "frame", "screen", "sheet"]


def screen(table: Any, audience: Audience, words: Words) -> dict[str, Any]:
    """The dict all five fragments print; the same for every device of one role and language."""
    scene = Scene.of(table, audience, words)
    return {**_frame(scene), **_stage(scene)}


def frame(table: Any, audience: Audience, words: Words) -> dict[str, Any]:
    """What every screen and sheet of a raid needs, also those that are any game's."""
    return _frame(Scene.of(table, audience, words))


def sheet(
    name: str, table: Any, audience: Audience, words: Words, args: Arguments, remembered: Remembered
) -> dict[str, Any] | None:
    """What ``templates/raid/sheets/_<name>.html`` prints; None when there is no such sheet (now).

    args: the address's fields, each with all its values. remembered: what this device keeps of
    earlier games (its names of deities among it).
    """
    build = SHEETS.get(name)
    scene = Scene.of(table, audience, words)
    if build is None or (not scene.can_act and name not in ("why", "table", "principal")):
        return None
    body = build(scene, args, remembered)
    return None if body is None else {**_frame(scene), "sheet": body}


def _frame(scene: Scene) -> dict[str, Any]:
    """What every screen and sheet needs."""
    return {
        "id": scene.table.id,
        "at": scene.at,
        "title": scene.table.title,
        "role": scene.role,
        "can_act": scene.can_act,
        "status": scene.status,
        "stage": scene.stage,
        "mood": "awake" if scene.awake else "asleep",
        "turn": scene.turn,
        "turn_of": scene.turn_of,
        "deity_name": scene.cast.deity_first,
        "counted": scene.counted,
        "slim": scene.slim,
    }


def _stage(scene: Scene) -> Mapping[str, Any]:
    """The fragments' own parts; those of other stages are left out, so that templates can't print them."""
    people = rows(scene)
    common = {"strip": strip(scene), "sky": sky(scene), "people": people, "halves": halves(people)}
    match scene.stage:
        case "setup" | "ready":
            return {**common, "setup": setup(scene)}
        case "finished":
            return {**common, "result": result(scene)}
        case "turn":
            return {**common, "step": turn(scene), "pass": passing(scene)}
        case _:
            return {
                **common,
                "stages": raid_deity.stages(scene),
                "principal": raid_deity.principal(scene),
                "plus": raid_deity.plus(scene),
                "step": {"losses": losses(scene), "verdict": verdict(scene)},
                "labels": raid_deity.labels(scene),
                "queue": raid_deity.queue(scene),
                "card": raid_deity.card(scene),
                "matches": raid_deity.matches(scene),
                "reshuffle": bool(scene.deity["reshuffle_due"]),
                "closing": raid_deity.closing(scene),
            }
