"""What each command is called once it has happened: the title of its entry in the history."""

from collections.abc import Callable, Mapping

from tracker.web.presenters import titles_house
from tracker.web.presenters.cast import DEITY, power_name
from tracker.web.presenters.story import Story
from tracker.web.words import Words

# --- Commands whose title depends on more than one thing -----------------------------------------


def _damage_deity(s: Story) -> str:
    match s.fields.get("kind"):
        case "attack":
            return s._("Attack on %(deity)s", deity=s.deity)
        case "tactical":
            return s._("Tactical damage to %(deity)s", deity=s.deity)
        case _:
            return s._("Damage to %(deity)s", deity=s.deity)


def _damage(s: Story) -> str:
    if s.power:
        return s._("%(power)s: damage to %(name)s", power=s.power, name=s.name)
    if s.fields.get("cause") == DEITY:
        return s._("%(deity)s hits %(name)s", deity=s.cast.deity_first, name=s.name)
    return s._("Damage to %(name)s", name=s.name)


def _damage_all(s: Story) -> str:
    if s.power:
        return s._("%(power)s: %(amount)s to all", power=s.power, amount=s.amount)
    return s._("%(amount)s to all", amount=s.amount)


def _correct(s: Story) -> str:
    return s._("Correction: %(name)s", name=s.cast.name(s.fields.get("target")))


def _lose_reptante(s: Story) -> str:
    if s.facts.get("out"):
        return s._("%(name)s loses the last Reptante and is out", name=s.name)
    if s.facts.get("name"):
        return s._("%(name)s loses %(reptante)s", name=s.name, reptante=s.facts["name"])
    return s._("%(name)s loses a Reptante", name=s.name)


def _restore_reptante(s: Story) -> str:
    if s.facts.get("name"):
        return s._("%(name)s gets %(reptante)s back", name=s.name, reptante=s.facts["name"])
    if "which" in s.facts and s.facts["which"] is None:
        return s._("%(name)s is back", name=s.name)
    return s._("%(name)s gets a Reptante back", name=s.name)


def _end_turn(s: Story) -> str:
    to = s.facts.get("to")
    if to == DEITY:
        return s._("%(deity)s wakes", deity=s.cast.deity_first)
    if s.facts.get("new_round"):
        return s._("Round %(n)s begins", n=s.facts["round"])
    return s._("%(name)s’s turn", name=s.cast.name(to))


def _start(s: Story) -> str:
    return s._("The raid begins: %(name)s opens", name=s.cast.name(s.facts.get("first")))


def _annul(s: Story) -> str:
    power = s.power or s._("a Power")
    if s.by:
        return s._("%(name)s annulled %(power)s", name=s.by, power=power)
    return s._("%(power)s was annulled", power=power)


def _extract(s: Story) -> str:
    esbirros = s.fields.get("esbirros")
    if esbirros:
        return s._("Extracted: %(esbirros)s", esbirros=s.titled(esbirros))
    return s.ngettext(
        "Extracted: %(n)s Sombra", "Extracted: %(n)s Sombras", int(s.fields.get("sombras") or 0)
    )


def _reveal(s: Story) -> str:
    return s.ngettext(
        "Revealed: %(n)s match for %(wanted)s",
        "Revealed: %(n)s matches for %(wanted)s",
        int(s.facts.get("matches") or 0),
        wanted=s.titled([str(s.fields.get("wanted") or "")]),
    )


def _confirm(s: Story) -> str:
    match s.fields.get("winner"):
        case "participants":
            return s._("The end: the table wins")
        case "deity":
            return s._("The end: %(deity)s wins", deity=s.deity)
        case "draw":
            return s._("The end: a draw")
        case _:
            return s._("The end: nobody wins")


def _roll(s: Story) -> str:
    if s.fields.get("sides") == 2:
        return s._("Coin: heads") if s.outcome == "1" else s._("Coin: tails")
    if s.fields.get("sides"):
        return s._("Die of %(sides)s: %(outcome)s", sides=s.fields["sides"], outcome=s.outcome)
    return s._("Draw: %(outcome)s", outcome=s.outcome)


def _principal(s: Story) -> str:
    who = (s.facts.get("principal") or {}).get("participant")
    return (
        s._("Principal: %(name)s", name=s.cast.name(who)) if who else s._("The principal is worked out anew")
    )


def _choose_deity(s: Story) -> str:
    name = s.fields.get("name")
    return s._("The deity is %(name)s", name=name) if name else s._("The deity has no name")


def _stay_awake(s: Story) -> str:
    if s.fields.get("on"):
        return s._("%(deity)s will stay Awake", deity=s.cast.deity_first)
    return s._("%(deity)s will sleep after its turn", deity=s.cast.deity_first)


def _set_option(s: Story) -> str:
    value = s.fields.get("value")
    match value:
        case bool():
            shown = s._("yes") if value else s._("no")
        case None:
            shown = s._("not set")
        case "single":
            shown = s._("one figure each")
        case "per_reptante":
            shown = s._("one figure per Reptante")
        case _:
            shown = str(value)
    return s._("%(option)s: %(value)s", option=option_name(str(s.fields.get("option")), s.words), value=shown)


def option_name(option: str, words: Words) -> str:
    """What people call an option of the table."""
    _ = words._
    return {
        "resistance": _("Starting resistance"),
        "resistance_model": _("How resistance is counted"),
        "resistance_after_loss": _("Resistance after a loss"),
        "normal_draw": _("Esbirros drawn per turn"),
        "added_decks": _("Base decks added"),
        "sombra3_bonus": _("(+) of three Sombras"),
        "coinciding_pairs": _("Powers of two coinciding Esbirros"),
        "sombra_has_power": _("The Sombra has a Power of its own"),
    }.get(option, option)


def _set_reptantes(s: Story) -> str:
    names = [name for name in s.fields.get("names") or () if name]
    if not names:
        return s._("%(name)s’s Reptantes have no names", name=s.name)
    return s._("%(name)s’s Reptantes: %(reptantes)s", name=s.name, reptantes=s.words.join(names))


def _add_power(s: Story) -> str:
    return s._("A Power was added: %(power)s", power=power_name(s.facts, s.words))


# --- All of them --------------------------------------------------------------------------------

TITLES: Mapping[str, Callable[[Story], str]] = {
    **titles_house.TITLES,
    "add-participant": lambda s: s._("%(name)s joins", name=s.called(s.fields.get("name"))),
    "rename-participant": lambda s: s._(
        "%(was)s is called %(name)s now",
        was=s.called(s.facts.get("was")) or s.name,
        name=s.called(s.fields.get("name")),
    ),
    "remove-participant": lambda s: s._("%(name)s leaves", name=s.called(s.facts.get("name")) or s.name),
    "move-participant": lambda s: s._(
        "%(name)s moves to seat %(seat)s", name=s.name, seat=s.fields.get("seat") or ""
    ),
    "set-reptantes": _set_reptantes,
    "set-option": _set_option,
    "lock-teams": lambda s: s._("The teams are locked"),
    "start": _start,
    "restart": lambda s: s._("Back to set-up"),
    "damage": _damage,
    "damage-all": _damage_all,
    "gain": lambda s: s._("%(name)s gains resistance", name=s.name),
    "correct": _correct,
    "lose-reptante": _lose_reptante,
    "restore-reptante": _restore_reptante,
    "end-turn": _end_turn,
    "correct-turn": lambda s: s._(
        "Turn corrected: round %(n)s, %(name)s",
        n=s.fields.get("round") or "",
        name=s.cast.name(s.fields.get("of")),
    ),
    "confirm-result": _confirm,
    "roll": _roll,
    "choose-deity": _choose_deity,
    "draw-deity": lambda s: s._("The deity is drawn: %(name)s", name=s.facts.get("name") or s.outcome),
    "damage-deity": _damage_deity,
    "altar-hand": lambda s: s._("Altar / hand on %(deity)s", deity=s.deity),
    "gain-deity": lambda s: s._("%(deity)s gains resistance", deity=s.cast.deity_first),
    "extract": _extract,
    "resolve": lambda s: s._("%(power)s was resolved", power=s.power or s._("a Power")),
    "skip": lambda s: s._("%(power)s was skipped", power=s.power or s._("a Power")),
    "annul": _annul,
    "add-power": _add_power,
    "reveal": _reveal,
    "reshuffled": lambda s: s._("The Fosa was shuffled"),
    "to-discard": lambda s: s._("The Esbirros went to the Vertedero"),
    "stay-awake": _stay_awake,
    "sleep": lambda s: s._("%(deity)s falls asleep", deity=s.cast.deity_first),
    "wake": lambda s: s._("%(deity)s wakes", deity=s.cast.deity_first),
    "choose-principal": _principal,
    "clear-shield": lambda s: s._("%(name)s’s shield is taken off", name=s.name),
}


def title(story: Story) -> str:
    """What happened, in a few words; a command without words of its own shows its name."""
    teller = TITLES.get(story.command)
    return teller(story) if teller else story.command
