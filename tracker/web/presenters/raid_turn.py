"""A participant's turn, the verdict and the end: what stands between sky and people, and in the dock."""

from typing import Any

from tracker.web.presenters.cast import DEITY
from tracker.web.presenters.raid_people import losses
from tracker.web.presenters.raid_scene import Scene

FIRST_DRAW = 2  # D-12
HERE = "\0"  # where a number set in bold goes in its sentence


def turn(scene: Scene) -> dict[str, Any]:
    """The step of a participant's turn."""
    return {
        "draw": draw(scene),
        "losses": losses(scene),
        "verdict": verdict(scene),
        "awake": scene.awake,
        "sleep": scene.words._("Put %(name)s to sleep", name=scene.cast.deity),
        "awake_text": scene.words._(
            "%(name)s is still Awake: it takes no damage.", name=scene.cast.deity_first
        ),
        "out": out_in_turn(scene),
    }


def draw(scene: Scene) -> dict[str, Any] | None:
    """How many Esbirros are drawn: two in the first turn of each, later what the table entered."""
    person = scene.person(scene.turn_of)
    if person is None or person["out"]:
        return None
    _ = scene.words.gettext
    if person.get("first_turn"):
        before, _mark, after = _("First turn: draw only %(n)s Esbirros.", n=HERE).partition(HERE)
        return {"first": True, "n": FIRST_DRAW, "before": before, "after": after}
    normal = scene.options.get("normal_draw")
    if normal is None:
        return None
    before, _mark, after = _("Draw %(n)s Esbirros.", n=HERE).partition(HERE)
    return {"first": False, "n": normal, "before": before, "after": after}


def out_in_turn(scene: Scene) -> str | None:
    """Whose turn it is, but out: nobody's turn passes by itself, so the screen offers it."""
    person = scene.person(scene.turn_of)
    if person is None or not person["out"]:
        return None
    return scene.words._("%(name)s is out. Pass the turn when you are ready.", name=person["name"])


def verdict(scene: Scene) -> dict[str, Any] | None:
    """What the rules propose; the table confirms, or plays on."""
    proposed = scene.view.get("verdict")
    if not proposed or scene.status != "playing":
        return None
    _ = scene.words.gettext
    name, figure = scene.cast.deity_first, scene.words.number(int(scene.deity["resistance"]))
    if proposed["because"] == "both":
        return {
            "title": _("Both at once"),
            "text": _(
                "%(name)s fell and nobody is left standing. No rule says who wins: you decide.", name=name
            ),
            "choices": [(winner, winner_text(scene, winner)) for winner in ("participants", "deity", "draw")],
        }
    if proposed["because"] == "deity_expelled":
        return {
            "title": _("Deity expelled?"),
            "text": _("%(name)s stands at %(n)s.", name=name, n=figure),
            "choices": [("participants", _("Yes, expelled"))],
        }
    return {
        "title": _("Has the deity won?"),
        "text": _("Nobody has a Reptante left."),
        "choices": [(str(proposed["winner"]), _("Yes, %(name)s wins", name=scene.cast.deity))],
    }


def winner_text(scene: Scene, winner: str) -> str:
    """An outcome as a button."""
    _ = scene.words.gettext
    return {
        "participants": _("The participants win"),
        "deity": capital(_("%(name)s wins", name=scene.cast.deity)),
        "draw": _("A draw"),
        "none": _("Nobody: we stop here"),
    }[winner]


def capital(sentence: str) -> str:
    """The sentence with a capital first: a deity without a name may stand first or last in it."""
    return sentence[:1].upper() + sentence[1:]


def passing(scene: Scene) -> dict[str, Any]:
    """The dock's button: whose turn comes, and the turn it was drawn for."""
    _ = scene.words.gettext
    who, number = scene.next
    name = scene.name(who)
    if scene.turn_of != DEITY:
        return {"turn": scene.turn, "label": _("Next: %(name)s", name=name), "seat": scene.seat(who)}
    deity = scene.cast.deity
    return {
        "turn": scene.turn,
        "label": _("Put %(deity)s to sleep · Round %(n)s, %(name)s", deity=deity, n=number, name=name),
        "label_awake": _(
            "%(deity)s stays Awake · Round %(n)s, %(name)s", deity=scene.cast.deity_first, n=number, name=name
        ),
        "seat": scene.seat(who),
    }


def result(scene: Scene) -> dict[str, Any] | None:
    """The end as the table confirmed it, in words."""
    confirmed = scene.view.get("result")
    if scene.status != "finished" or not confirmed:
        return None
    _ = scene.words.gettext
    name = scene.cast.deity_first
    standing = [p["name"] for p in scene.living]
    fallen = [p["name"] for p in scene.people if p["out"]]
    winner = confirmed["winner"]
    headlines = {
        "participants": _("%(name)s, expelled.", name=name),
        "deity": capital(_("%(name)s wins.", name=scene.cast.deity)),
        "draw": _("A draw."),
    }
    lines = []
    if winner == "participants":
        lines.append(
            _("The table wins, with %(names)s standing.", names=scene.words.join(standing))
            if standing
            else _("The table wins, with nobody standing.")
        )
    elif winner == "deity":
        lines.append(_("It stood at %(n)s.", n=scene.words.number(int(scene.deity["resistance"]))))
    if fallen and len(fallen) < len(scene.people):
        lines.append(
            scene.words.ngettext(
                "%(names)s fell.", "%(names)s fell.", len(fallen), names=scene.words.join(fallen)
            )
        )
    return {"headline": headlines.get(winner, _("The game ends here.")), "text": " ".join(lines)}
