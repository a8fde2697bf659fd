"""Set-up of a raid: decks and deity with their working, the people, the table's figures, the checks."""

from typing import Any

from tracker.web.presenters.raid_scene import MOST, Scene

# Options that may still be set while playing (contract §2); the others belong to set-up.
WHILE_PLAYING = (
    "normal_draw",
    "resistance_after_loss",
    "added_decks",
    "sombra3_bonus",
    "coinciding_pairs",
    "sombra_has_power",
)
SWITCHES = ("coinciding_pairs", "sombra_has_power")


def setup(scene: Scene) -> dict[str, Any]:
    """Everything the set-up screen prints; ``ready`` once the teams are locked."""
    _ = scene.words.gettext
    people, deity = len(scene.people), scene.deity
    decks = int(deity["decks"]["total"])
    return {
        "ready": scene.stage == "ready",
        "decks": decks,
        "decks_why": _decks_why(scene, people),
        "deity_why": scene.words.ngettext(
            "30 × 1 participant, not counting the deity.",
            "30 × %(n)s participants, not counting the deity.",
            people,
        ),
        "can_add": scene.can_act and people < MOST and not deity["teams_locked"],
        "can_edit": scene.can_act,
        "asks_resistance": scene.can_act and not scene.counted,
        "options": [option(scene, name) for name in ("resistance", "normal_draw")],
        "more": [option(scene, name) for name in ("added_decks", *SWITCHES, "sombra3_bonus")],
        "models": [("single", _("each participant")), ("per_reptante", _("each Reptante"))],
        "model": scene.options.get("resistance_model", "single"),
        "checks": checks(scene),
        "deity_named": bool(deity["name"]),
        "deity_name": deity["name"],
        "starters": scene.pick(scene.people),
    }


def _decks_why(scene: Scene, people: int) -> str:
    words = scene.words
    if scene.options.get("added_decks") is not None:
        return words._("Set by the table: 1 and %(n)s added.", n=scene.options["added_decks"])
    return words.ngettext(
        "1 participant + deity = 2. One deck for every 3.",
        "%(n)s participants + deity = %(all)s. One deck for every 3.",
        people,
        all=people + 1,
    )


def option(scene: Scene, name: str) -> dict[str, Any]:
    """One setting as a row: what it is called, what it is now, in words."""
    _ = scene.words.gettext
    value = scene.options.get(name)
    labels = {
        "resistance": (_("Starting resistance"), _("The one your rules give; ours are not known")),
        "normal_draw": (_("Esbirros drawn per turn"), _("From the second turn on")),
        "resistance_after_loss": (_("Resistance after losing a Reptante"), _("Empty: the starting one")),
        "added_decks": (_("Added decks"), _("Empty: one for every 3, the deity counted")),
        "coinciding_pairs": (_("Power of two coinciding"), _("If this deity has one")),
        "sombra_has_power": (_("Sombra has a Power of its own"), _("Off: it only raises the (+)")),
        "sombra3_bonus": (_("(+) with three Sombras"), _("By the letter: 0")),
    }
    label, note = labels[name]
    return {
        "name": name,
        "label": label,
        "note": note,
        "value": value,
        "switch": name in SWITCHES,
        "shown": _shown(scene, name, value),
        "least": 1 if name in ("resistance", "resistance_after_loss") else 0,
        "most": 3 if name == "sombra3_bonus" else 99 if name == "added_decks" else 9999,
        "nullable": name != "sombra3_bonus",
        "none": _none(scene, name),
    }


def _none(scene: Scene, name: str) -> str:
    _ = scene.words.gettext
    return {
        "resistance": _("Not counted"),
        "normal_draw": _("Not shown"),
        "resistance_after_loss": _("The starting one"),
        "added_decks": _("By the formula"),
    }.get(name, "")


def _shown(scene: Scene, name: str, value: Any) -> str:
    if isinstance(value, bool):
        return scene.words._("Yes") if value else scene.words._("No")
    if value is None:
        return _none(scene, name)
    return scene.words.number(int(value))


def checks(scene: Scene) -> list[dict[str, Any]]:
    """What the rules ask before the first turn, ticked or not; nothing here stops anybody."""
    _ = scene.words.gettext
    deity, people = scene.deity, len(scene.people)
    counted = scene.options.get("resistance")
    return [
        {
            "done": 1 <= people <= MOST,
            "text": scene.words.ngettext(
                "%(n)s participant and the deity, which plays last",
                "%(n)s participants and the deity, which plays last",
                people,
            ),
        },
        {"done": True, "text": _("No Reptante twice, in any of the teams")},
        {
            "done": counted is not None,
            "text": _("Everybody starts with %(n)s", n=scene.words.number(counted))
            if counted is not None
            else _("Resistance isn’t counted until you enter it"),
        },
        {
            "done": bool(deity["teams_locked"]),
            "text": _("Teams locked")
            if deity["teams_locked"]
            else _("Teams open: they close before the deity is chosen"),
        },
        {
            "done": bool(deity["name"]),
            "text": _("Deity: %(name)s", name=deity["name"]) if deity["name"] else _("Deity: not chosen yet"),
        },
        {
            "done": None,
            "text": scene.words.ngettext(
                "On the table: %(n)s base deck and one Paquete de Incursión",
                "On the table: %(n)s base decks and one Paquete de Incursión",
                int(deity["decks"]["total"]),
            ),
        },
    ]
