"""The sky of a raid: the deity's name, figure and arc, what may be done to it, and the strip above."""

from collections.abc import Iterator
from math import cos, pi, sin
from typing import Any

from tracker.web.presenters.cast import DEITY
from tracker.web.presenters.log import undo_label, undo_short
from tracker.web.presenters.raid_scene import Scene, text_length

WIDTH, RADIUS, LAP = 360, 175.0, 7.0  # the arc's viewBox, its radius, how far in the next lap lies
GAP = 0.005  # of the half circle, between two segments
ROUND = "\0"  # where the live figure «round-number» goes in its sentence
LAPS = 4  # drawn; more would meet in the middle


def strip(scene: Scene) -> dict[str, Any]:
    """The small line, whose turn it is, and what undo would take back."""
    _ = scene.words.gettext
    eyebrow, title = scene.table.title or _("New raid"), _("Set-up")
    if scene.status == "playing":
        eyebrow = _("Round %(n)s", n=ROUND)
        principal = scene.cast.principal
        if principal:
            eyebrow = _("Round %(n)s · Principal: %(name)s", n=ROUND, name=scene.name(principal))
        title = _("%(name)s’s turn", name=scene.name(scene.turn_of))
    elif scene.status == "finished":
        eyebrow = scene.words.ngettext("%(n)s round", "%(n)s rounds", scene.round, n=ROUND)
        title = _("End of the game")
    before, number, after = eyebrow.partition(ROUND)
    return {
        "before": before,
        "round": scene.round if number else None,
        "after": after,
        "title": title[:1].upper() + title[1:],
        "undo": _undo(scene),
    }


def _undo(scene: Scene) -> dict[str, Any] | None:
    entry = scene.table.undo_next
    if entry is None or not scene.can_act:
        return None
    return {
        "entry": entry.entry,
        "short": undo_short(entry, scene.table, scene.words),
        "label": undo_label(entry, scene.table, scene.words),
    }


def sky(scene: Scene) -> dict[str, Any]:
    """The deity: ``figure`` and what surrounds it; ``low`` where the list below needs the room."""
    _ = scene.words.gettext
    deity, words = scene.deity, scene.words
    figure = int(deity["resistance"])
    by = scene.turn_of if scene.turn_of not in (None, DEITY) else None
    name = scene.cast.deity
    return {
        "name": scene.cast.deity_first,
        "named": bool(deity["name"]),
        "figure": figure,
        "shown": words.number(figure),
        "length": text_length(figure),
        "label": _(
            "%(name)s, %(n)s of resistance. Type an amount",
            name=scene.cast.deity_first,
            n=words.number(figure),
        ),
        "awake": scene.awake,
        "state": _("Awake") if scene.awake else _("Asleep"),
        "low": scene.stage == "powers",
        "aside": _("Takes no damage, may gain"),
        "delta": _delta(scene),
        "arc": list(arc(figure, int(deity["initial"]))),
        "minus": {"amount": 1, "by": by, "turn": None},
        "minus_label": _("Take 1 from %(name)s", name=name),
        "plus_label": _("Give 1 to %(name)s", name=name),
        "locked_label": _("Locked: %(name)s takes no damage while Awake", name=name),
        "acts": scene.can_act and scene.status == "playing",
        "pad": {
            "target": "deity",
            "name": scene.cast.deity,
            "at": scene.at,
            "awake": "true" if scene.awake else None,
            "by": by,
        },
    }


def _delta(scene: Scene) -> dict[str, Any] | None:
    """What the newest entry did to the deity, as long as it is the newest."""
    last = scene.table.last
    if last is None or last.undone or scene.status != "playing":
        return None
    moved = sum(c["by"] for c in last.facts.get("changes", ()) if c["counter"] == "deity-resistance")
    return {"text": scene.words.signed(moved), "revision": last.revision} if moved else None


def arc(figure: int, initial: int) -> Iterator[dict[str, str]]:
    """The gauge as paths: one segment per 30 points, lit ones over their track; above 100 % inner laps."""
    segments = max(1, round(initial / 30))
    for lap in range(min(LAPS, max(1, -(-figure // initial)))):
        radius = RADIUS - LAP * lap
        part = min(1.0, max(0.0, (figure - initial * lap) / initial))
        for n in range(segments):
            start, end = n / segments + GAP, (n + 1) / segments - GAP
            if lap == 0:
                yield {"kind": "track", "d": _path(radius, start, end)}
            if part > start:
                yield {"kind": "over" if lap else "lit", "d": _path(radius, start, min(end, part))}


def _path(radius: float, start: float, end: float) -> str:
    (x1, y1), (x2, y2) = (_point(radius, at) for at in (start, end))
    return f"M{x1:.1f} {y1:.1f}A{radius:.0f} {radius:.0f} 0 0 1 {x2:.1f} {y2:.1f}"


def _point(radius: float, at: float) -> tuple[float, float]:
    return WIDTH / 2 - radius * cos(pi * at), WIDTH / 2 - radius * sin(pi * at)
