"""The sheets of a raid: small pages over the table, each also a page of its own without JavaScript."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tracker.web.presenters.cast import DEITY, power_name
from tracker.web.presenters.raid_deity import label_shown, labels, principal
from tracker.web.presenters.raid_people import loss, nameless, next_nameless, pips, row
from tracker.web.presenters.raid_reduce import reduce
from tracker.web.presenters.raid_scene import Scene
from tracker.web.presenters.raid_setup import WHILE_PLAYING, option
from tracker.web.presenters.raid_turn import winner_text
from tracker.web.presenters.raid_why import why

Arguments = Mapping[str, Sequence[str]]
Remembered = Mapping[str, Any]
Build = Callable[[Scene, Arguments, Remembered], dict[str, Any] | None]


def first(args: Arguments, name: str, default: str = "") -> str:
    """The first value of a field of the address."""
    values = args.get(name) or ()
    return values[0] if values else default


def keypad(scene: Scene, args: Arguments, kept: Remembered) -> dict[str, Any] | None:
    """Amounts for the deity or one person; ``mode=altar`` counts Esbirros instead."""
    _ = scene.words.gettext
    target = first(args, "target", DEITY)
    altar = first(args, "mode") == "altar"
    person = scene.person(target)
    if target != DEITY and (person is None or person["resistance"] is None):
        return None
    name = scene.cast.deity if person is None else person["name"]
    value = int(scene.deity["resistance"] if person is None else person["resistance"])
    by = scene.turn_of if scene.turn_of not in (None, DEITY) else ""
    title = _("Altar / hand") if altar else _("Damage to %(name)s", name=name)
    return {
        "title": title,
        "target": target,
        "deity": person is None,
        "altar": altar,
        "name": name,
        "value": value,
        "shown": scene.words.number(value),
        "by": by,
        "authors": scene.pick(scene.living) if person is None else [],
        "cause": "deity" if scene.turn_of == DEITY else "other",
        "awake": scene.awake,
        "living": [p for p in pips(person) if p["alive"]] if person else [],
        "per_reptante": person is not None and scene.options.get("resistance_model") == "per_reptante",
    }


def person(scene: Scene, args: Arguments, kept: Remembered) -> dict[str, Any] | None:
    """Somebody's name, Reptantes, chair; with nobody named: who comes in."""
    _ = scene.words.gettext
    who = scene.person(first(args, "participant"))
    if who is None:
        return {
            "title": _("Add a participant"),
            "new": True,
            "late": scene.status == "playing" or scene.deity["teams_locked"],
        }
    seats = len(scene.people)
    after = next_nameless(scene, who) if scene.status == "setup" else None
    return {
        "title": who["name"],
        "new": False,
        "nameless": nameless(scene, who),
        "save": _("Next") if after else _("Save") if nameless(scene, who) else _("Rename"),
        "then": f"{scene.at}/sheet/person?participant={after['id']}" if after else None,
        "row": row(scene, who),
        "reptantes": pips(who),
        "loss": loss(scene, who),
        "setup": scene.status == "setup",
        "locked": bool(scene.deity["teams_locked"]),
        "seats": [n for n in range(1, seats + 1) if n != who["seat"]],
        "up": who["seat"] - 1 if who["seat"] > 1 else None,
        "down": who["seat"] + 1 if who["seat"] < seats else None,
        "can_restore": bool(who["reptantes"]["lost"]),
        "shielded": who.get("shielded", False),
        "correct": scene.status != "finished" and who["resistance"] is not None,
    }


def power(scene: Scene, args: Arguments, kept: Remembered) -> dict[str, Any] | None:
    """What else can be done with one Power: annul, skip, resolve without damage, gains, reveals."""
    item = scene.power(first(args, "power"))
    if item is None:
        return None
    _ = scene.words.gettext
    place = scene.deity["powers"].index(item) + 1
    annulled = next((p for p in scene.deity["powers"] if p["status"] == "annulled"), None)
    coinciding = item["kind"] == "coinciding"
    if coinciding:
        note = _("Powers of coinciding Esbirros have Coste X: they can’t be annulled.")
    elif annulled is not None and annulled["id"] != item["id"]:
        note = _("One Power was already annulled this turn. Again in the deity’s next turn.")
    else:
        note = ""
    return {
        "title": power_name(item, scene.words, place),
        "power": item["id"],
        "pending": item["status"] == "pending",
        "coinciding": coinciding,
        "annul_note": note,
        "can_annul": item["status"] == "pending" and not coinciding and annulled is None,
        "people": scene.pick(scene.living),
        "deity": scene.cast.deity_first,
    }


def reveal(scene: Scene, args: Arguments, kept: Remembered) -> dict[str, Any] | None:
    """Which Esbirros a Power turned up, and which it asks for; they go back and the Fosa is shuffled."""
    item = scene.power(first(args, "power"))
    if item is None:
        return None
    _ = scene.words.gettext
    place = scene.deity["powers"].index(item) + 1
    count = first(args, "count")
    return {
        "title": _("Reveal: %(name)s", name=power_name(item, scene.words, place)),
        "power": item["id"],
        "labels": labels(scene),
        "count": min(12, max(1, int(count)))
        if count.isascii() and count.isdecimal() and len(count) < 4
        else 4,
        "wanted": first(args, "wanted") or label_shown(scene, item.get("esbirro")),
        "plus": int(scene.deity["plus"]["total"]),
    }


def table(scene: Scene, args: Arguments, kept: Remembered) -> dict[str, Any] | None:
    """What a raid adds to «Esta mesa»: the deity, who left or came, what may be set, how it ends."""
    names = WHILE_PLAYING if scene.status == "playing" else ("resistance", "normal_draw", *WHILE_PLAYING[1:])
    return {
        "awake": scene.awake,
        "deity": scene.cast.deity,
        "people": [row(scene, p) for p in scene.people],
        "options": [option(scene, name) for name in names],
        "ends": [(w, winner_text(scene, w)) for w in ("participants", "deity", "draw", "none")],
    }


def option_sheet(scene: Scene, args: Arguments, kept: Remembered) -> dict[str, Any] | None:
    """One setting, with its number."""
    name = first(args, "option")
    known = ("resistance", "normal_draw", *WHILE_PLAYING[1:])
    if name not in known:
        return None
    one = option(scene, name)
    return {"title": one["label"], "option": one}


def principal_sheet(scene: Scene, args: Arguments, kept: Remembered) -> dict[str, Any] | None:
    """Who is the principal: the reason, and the deliberate other choice."""
    fixed = principal(scene)
    if fixed is None:
        return None
    reason = why(scene, "raid/principal") or {}
    return {
        "title": scene.words._("Principal"),
        "principal": fixed,
        "people": scene.pick(scene.living),
        "text": reason.get("text", ""),
    }


def deity(scene: Scene, args: Arguments, kept: Remembered) -> dict[str, Any] | None:
    """Which deity: by lot over the names this phone remembers and those just typed, or by choice."""
    names = dict.fromkeys([*args.get("names", ()), *map(str, kept.get("deities") or ())])
    added = first(args, "add").strip()
    if added:
        names = dict.fromkeys([*names, added])
    known = [name for name in names if name.strip()][:24]
    return {
        "title": scene.words._("Which deity?"),
        "names": known,
        "chosen": scene.deity["name"],
        "open": not scene.deity["teams_locked"],
        "draw": scene.words.ngettext("Draw it: the only one", "Draw among %(n)s", len(known)),
    }


def extract(scene: Scene, args: Arguments, kept: Remembered) -> dict[str, Any] | None:
    """Other ways to extract: only how many Sombras; fewer than three because the Fosa ran out."""
    return {"title": scene.words._("Other ways to extract"), "labels": labels(scene)}


def add(scene: Scene, args: Arguments, kept: Remembered) -> dict[str, Any] | None:
    """A Power that the queue doesn't have by itself (DA-16)."""
    return {"title": scene.words._("Add a Power"), "labels": labels(scene)}


SHEETS: Mapping[str, Build] = {
    "keypad": keypad,
    "person": person,
    "reduce": lambda scene, args, kept: reduce(scene, {name: first(args, name) for name in args}),
    "power": power,
    "reveal": reveal,
    "table": table,
    "option": option_sheet,
    "add": add,
    "principal": principal_sheet,
    "deity": deity,
    "extract": extract,
    "why": lambda scene, args, kept: why(scene, first(args, "rule")),
}
