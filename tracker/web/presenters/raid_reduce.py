"""A Power's damage, person by person: amount, Defensa or preventive Táctico, what each one takes."""

from collections.abc import Mapping
from typing import Any

from tracker.web.presenters.cast import power_name
from tracker.web.presenters.raid_deity import kind_name, targets
from tracker.web.presenters.raid_scene import Scene

HIGHEST = 9999


def reduce(scene: Scene, args: Mapping[str, str]) -> dict[str, Any] | None:
    """The sheet «Reducir», worked out from the open card's fields; None when that Power isn't there."""
    item = scene.power(args.get("power"))
    if item is None:
        return None
    _ = scene.words.gettext
    place = scene.deity["powers"].index(item) + 1
    printed = _number(
        args.get("other") if args.get("printed") in (None, "", "other") else args.get("printed")
    )
    bonus = int(scene.deity["plus"]["total"]) if args.get("plus", "on") not in ("off", "false") else 0
    kind = "tactical" if args.get("kind") == "tactical" else "attack"
    target = args.get("target") or "all"
    hit = scene.cast.principal if target == "principal" else target
    everybody = target == "all"
    people = [p for p in scene.living if everybody or p["id"] == hit]
    amount = min(HIGHEST, printed + bonus) if printed else 0  # nothing to count before it is asked
    name = power_name(item, scene.words, place)
    to = _("to all") if everybody else _("to %(name)s", name=scene.name(hit))
    pending = [p for p in scene.deity["powers"] if p["status"] == "pending" and p["id"] != item["id"]]
    upcoming = scene.deity["powers"].index(pending[0]) + 1 if pending else None
    return {
        "title": _("%(power)s, %(to)s", power=name, to=to),
        "power": item["id"],
        "printed": printed,
        "bonus": bonus,
        "plus_on": args.get("plus", "on") not in ("off", "false"),
        "amount": amount,
        "kind": kind,
        "kinds": [(k, kind_name(scene, k)) for k in ("attack", "tactical")],
        "shield_word": _("Defensa"),
        "prevent_word": _("Preventive Táctico"),
        "target": target,
        "all": everybody,
        "command": "damage-all" if everybody else "damage",
        "hit": None if everybody else hit,
        "rows": [_row(scene, p, amount, everybody) for p in people],
        "counted": scene.counted,
        "targets": targets(scene),
        "untouchable": _untouchable(scene, people, everybody),
        "apply": _("Apply and go on with Power %(n)s", n=upcoming)
        if upcoming
        else _("Apply and close the turn"),
        "annul": item["kind"] != "coinciding"
        and not any(p["status"] == "annulled" for p in scene.deity["powers"]),
    }


def _untouchable(scene: Scene, people: list[Mapping[str, Any]], everybody: bool) -> str:
    """Why nothing can be counted: nobody there, the shield, resistance that isn't counted; else ""."""
    _ = scene.words.gettext
    if not people:
        return _("No target: the Power is resolved without effect.")
    if not scene.counted:
        return _("This table doesn’t count resistance: settle it among you.")
    if not everybody and people[0]["shielded"]:
        return _("%(name)s has the shield: no damage.", name=people[0]["name"])
    return ""


def _number(text: str | None) -> int | None:
    """The printed number as typed; None when it is no whole number of a sensible size."""
    if not text or not (text.isascii() and text.isdecimal()) or len(text) > 4:
        return None
    return int(text)


def _row(scene: Scene, person: Mapping[str, Any], amount: int, everybody: bool) -> dict[str, Any]:
    words, figure = scene.words, int(person["resistance"] or 0)
    takes = 0 if person["shielded"] else amount
    return {
        "id": person["id"],
        "name": person["name"],
        "seat": person["seat"],
        "figure": figure,
        "shield": person["shielded"],
        "field": f"reductions.{person['id']}" if everybody else "reduction",
        "takes": words.signed(-takes),
        "path": f"{words.number(figure)} → {words.number(figure - takes)}",
        "falls": figure - takes <= 0,
        "falls_text": words._(
            "%(name)s reaches 0: loses a Reptante and has the shield until this turn ends.",
            name=person["name"],
        ),
        "shield_text": words._(
            "%(name)s lost a Reptante this turn: the deity’s other Powers no longer hurt.",
            name=person["name"],
        ),
    }
