"""The people of a raid as rows: seat, name, marks, Reptantes, figure and what its keys send."""

from collections.abc import Mapping
from typing import Any

from tracker.web.presenters.cast import DEITY, is_default
from tracker.web.presenters.raid_scene import Scene, text_length


def rows(scene: Scene) -> list[dict[str, Any]]:
    """Everybody by seat; the figure is None where resistance isn't counted."""
    return [row(scene, person) for person in scene.people]


def halves(people: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """Who sits on the near side of a phone lying in the middle, then who sits across: seats clockwise."""
    near = (len(people) + 1) // 2
    return [people[:near], people[near:]]


def row(scene: Scene, person: Mapping[str, Any]) -> dict[str, Any]:
    """One participant, precomputed."""
    _ = scene.words.gettext
    name, figure = person["name"], person["resistance"]
    shown = scene.words.number(figure) if figure is not None else ""
    acts = scene.can_act and scene.status == "playing"
    return {
        "id": person["id"],
        "name": name,
        "seat": person["seat"],
        "figure": figure,
        "shown": shown,
        "length": text_length(figure),
        "label": _("%(name)s, %(n)s of resistance. Type an amount", name=name, n=shown),
        "group": _("Resistance of %(name)s", name=name),
        "minus_label": _("Take 1 from %(name)s", name=name),
        "plus_label": _("Give 1 to %(name)s", name=name),
        "edit_label": _("Edit %(name)s", name=name),
        "more_label": _("More about %(name)s", name=name),
        "cause": "deity" if scene.turn_of == DEITY else "other",
        "turn": scene.turn_of == person["id"] and scene.status == "playing",
        "out": person["out"],
        "must_lose": person["must_lose_reptante"],
        "low": figure is not None and figure <= 0 and not person["out"],
        "marks": _marks(scene, person),
        "pips": pips(person),
        "pips_label": pips_label(scene, person),
        "team": ", ".join(n for n in person["reptantes"]["names"] if n),
        "alive": person["reptantes"]["alive"],
        "pad": {
            "target": person["id"],
            "name": name,
            "at": scene.at,
            "cause": "deity" if scene.turn_of == DEITY else "other",
        },
        "acts": acts,
        "opens": "sheet" if scene.options.get("resistance_model") == "per_reptante" else "keypad",
        "tapped": not scene.slim,
        "counts": acts and figure is not None and not person["out"],
    }


def nameless(scene: Scene, person: Mapping[str, Any]) -> bool:
    """Whether somebody still bears the name the table gave them when it opened."""
    return is_default(person["name"])


def next_nameless(scene: Scene, person: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Who is asked for a name once ``person`` has one; None unless ``person`` has none yet."""
    if not nameless(scene, person):
        return None
    later = [other for other in scene.people if other["seat"] > person["seat"]]
    return next((other for other in later if nameless(scene, other)), None)


def pips(person: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The three Reptantes in their places."""
    lost, names = person["reptantes"]["lost"], person["reptantes"]["names"]
    figures = person["reptantes"].get("resistance") or [None, None, None]
    return [
        {"which": n, "alive": n not in lost, "name": names[n] if n < len(names) else "", "figure": figures[n]}
        for n in range(3)
    ]


def pips_label(scene: Scene, person: Mapping[str, Any]) -> str:
    return scene.words._("%(n)s of 3 Reptantes", n=person["reptantes"]["alive"])


def _marks(scene: Scene, person: Mapping[str, Any]) -> list[dict[str, str]]:
    """What hangs beside a name, as words: never by colour alone."""
    _ = scene.words.gettext
    marks = []
    if scene.cast.principal == person["id"] and scene.status == "playing":
        marks.append({"kind": "lumen", "icon": "target", "text": _("Principal")})
    if person["out"]:
        text = _("Left") if person.get("out_because") == "left" else _("Out")
        marks.append({"kind": "out", "icon": "out", "text": text})
    elif person["must_lose_reptante"]:
        marks.append({"kind": "harm", "icon": "", "text": _("At 0: lose one")})
    if person.get("shielded") and not person["out"]:
        marks.append({"kind": "line", "icon": "shield", "text": _("Shield")})
    return marks


def losses(scene: Scene) -> list[dict[str, Any]]:
    """Who must lose a Reptante now, with the buttons that do it."""
    return [loss(scene, person) for person in scene.living if person["must_lose_reptante"]]


def loss(scene: Scene, person: Mapping[str, Any]) -> dict[str, Any]:
    """One press loses a Reptante: by name where it has one, else the next; the figure it gets is shown."""
    _ = scene.words.gettext
    alive = [pip for pip in pips(person) if pip["alive"]]
    per_reptante = scene.options.get("resistance_model") == "per_reptante"
    after = scene.options.get("resistance_after_loss")
    after = scene.options.get("resistance") if after is None else after
    last = len(alive) == 1
    named = [pip for pip in alive if pip["name"]] if not per_reptante else alive
    choices = [
        {
            "which": p["which"],
            "text": p["name"] or _("Reptante %(n)s", n=p["which"] + 1),
            "figure": p["figure"],
        }
        for p in named
    ]
    if len(named) < len(alive):
        nameless = next(pip for pip in alive if not pip["name"])
        choices.append({"which": nameless["which"], "text": _("Lose a Reptante"), "figure": None})
    if last:
        then = _("It is the last one: %(name)s is out.", name=person["name"])
    elif per_reptante or after is None:
        then = ""
    else:
        then = _("The next one enters with %(n)s.", n=scene.words.number(after))
    return {
        "id": person["id"],
        "name": person["name"],
        "seat": person["seat"],
        "alive": person["reptantes"]["alive"],
        "title": _("%(name)s is at 0: lose a Reptante", name=person["name"]),
        "then": then,
        "choices": choices,
        "after": None if last or per_reptante else after,
        "asks": not last and not per_reptante and scene.counted,
    }
