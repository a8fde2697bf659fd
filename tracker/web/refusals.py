"""A sentence for every refusal: the consequence first, then the rule or what to do instead."""

from collections.abc import Callable, Mapping
from typing import Any

from tracker.rules.kernel import Refusal
from tracker.table.model import Table
from tracker.web.presenters.cast import DEITY, Cast, phone_name
from tracker.web.presenters.log import entry_text
from tracker.web.words import Words


def sentence(refusal: Refusal, table: Table | None, words: Words) -> str:
    """What people read when ``refusal`` stops them at ``table`` (None: before there is one)."""
    teller = SENTENCES.get(refusal.code)
    told = _Told(refusal, table, words)
    return teller(told) if teller else words._("That can’t be done now. Reload the page and look again.")


def can_override(refusal: Refusal) -> bool:
    """Whether «De todas formas» is offered: only the games' own rules give way."""
    return refusal.gives_way


class _Told:
    """A refusal's facts in the words of its table."""

    def __init__(self, refusal: Refusal, table: Table | None, words: Words) -> None:
        self.facts, self.table, self.words = refusal.facts, table, words
        self.cast = Cast.of(table, words)
        self._, self.ngettext = words._, words.ngettext

    @property
    def who(self) -> str | None:
        """Who did it before us: a person, or the phone it came from, as facts have it."""
        by = self.facts.get("by")
        if isinstance(by, Mapping):
            number = by.get("number")
            if by.get("participants"):
                return phone_name(number, by["participants"], self.cast)
            phone = by.get("name") or (self._("Phone %(n)s", n=number) if number else None)
            return str(phone) if phone else None
        return self.cast.name(by) if self.cast.person(by) else None

    @property
    def name(self) -> str:
        """The participant it is about."""
        return self.cast.name(self.facts.get("participant"))

    @property
    def people(self) -> list[Any]:
        """The participants it is about, one or more."""
        several = self.facts.get("participants")
        return list(several) if several else [self.facts.get("participant")]

    @property
    def deity(self) -> str:
        return self.cast.deity

    @property
    def turn_of(self) -> str:
        return self.cast.name(self.cast.turn_of)

    @property
    def power(self) -> str:
        """The Power it is about."""
        power = self.cast.power(self.facts.get("power"))
        return power or str(self.facts.get("esbirro") or self._("that Power"))

    @property
    def relic(self) -> str:
        return str(self.facts.get("name") or self._("That relic"))

    def number(self, fact: str, otherwise: int) -> str:
        value = self.facts.get(fact)
        return self.words.number(value if isinstance(value, int) else otherwise)


# --- The ones with several faces ----------------------------------------------------------------


def _bad_name(t: _Told) -> str:
    low, high = t.number("low", 1), t.number("high", 60)
    return t._("That text doesn’t fit here: use %(low)s to %(high)s ordinary characters.", low=low, high=high)


def _amount(t: _Told) -> str:
    low, high = t.number("low", 1), t.number("high", 9999)
    return t._("That amount doesn’t fit here: use a number from %(low)s to %(high)s.", low=low, high=high)


def _turn_already_passed(t: _Told) -> str:
    view, who, of = t.cast.view, t.who, t.turn_of
    began = view.get("round", 0) > 1 and view.get("order", [None])[0] == t.cast.turn_of
    if began and who:
        return t._(
            "Round %(n)s: %(who)s already opened it. Now it’s %(of)s’s turn.", n=view["round"], who=who, of=of
        )
    if who:
        return t._("%(who)s already passed that turn. Now it’s %(of)s’s.", who=who, of=of)
    return t._("That turn has already passed. Now it’s %(of)s’s.", of=of)


def _already_done(t: _Told) -> str:
    if t.who:
        return t._("%(who)s already did it: there’s no need to repeat it.", who=t.who)
    return t._("It’s already done: there’s no need to repeat it.")


def _undo_later_first(t: _Told) -> str:
    first = t.facts.get("first")
    for entry in (t.table.undo_next, t.table.last) if t.table else ():
        if t.table and entry is not None and entry.entry == first:
            text = entry_text(entry, t.table, t.words)
            return t._("Something came after it. Undo this first: %(entry)s.", entry=text)
    return t._("Something came after it. Undo the newer steps of the history first.")


def _nothing_to_undo(t: _Told) -> str:
    if t.who:
        return t._("%(who)s already undid it: there’s no need to repeat it.", who=t.who)
    if "entry" in t.facts:
        return t._("That entry can’t be undone. Choose another one of the history.")
    return t._("There’s nothing to undo: nothing has been done yet.")


def _deity_awake(t: _Told) -> str:
    if t.cast.turn_of == DEITY:
        return t._(
            "%(deity)s is Awake. That hit doesn’t count: no damage until this turn ends.",
            deity=t.cast.deity_first,
        )
    return t._(
        "%(deity)s is still Awake. That hit doesn’t count: no damage until it sleeps.",
        deity=t.cast.deity_first,
    )


def _reptante_repeated(t: _Told) -> str:
    name = t.facts.get("name") or t.facts.get("reptante") or "?"
    owner = t.facts.get("owner", t.facts.get("participant"))
    if owner is None or t.cast.person(owner) is None:
        return t._("«%(name)s» is there twice. Reptantes aren’t repeated: write another one.", name=name)
    whose = t.cast.name(owner)
    if t.facts.get("same_team"):
        return t._(
            "«%(name)s» is already in this team of %(whose)s. A team repeats no Reptante.",
            name=name,
            whose=whose,
        )
    return t._(
        "«%(name)s» is already in %(whose)s’s team. In a raid none is repeated.", name=name, whose=whose
    )


def _already_annulled(t: _Told) -> str:
    rule = t._("The next chance comes in the deity’s next turn.")
    power = t.cast.power(t.facts.get("power")) or t.facts.get("esbirro")
    if power and t.who:
        done = t._("A Power was already annulled this turn (%(power)s, %(who)s).", power=power, who=t.who)
    elif power:
        done = t._("A Power was already annulled this turn (%(power)s).", power=power)
    else:
        done = t._("A Power was already annulled this turn.")
    return f"{done} {rule}"


def _not_pending(t: _Told) -> str:
    match t.facts.get("status"):
        case "annulled":
            return t._(
                "%(power)s is already annulled. To change that, undo it in the history.", power=t.power
            )
        case "skipped":
            return t._("%(power)s is already skipped. To change that, undo it in the history.", power=t.power)
        case _:
            return t._(
                "%(power)s is already resolved. To change that, undo it in the history.", power=t.power
            )


def _principal_fixed(t: _Told) -> str:
    principal = t.facts.get("participant") or t.cast.principal
    if principal is None:
        return t._("The principal was fixed on waking and stays until the turn ends.")
    return t._("The principal was fixed on waking: %(who)s, until the turn ends.", who=t.cast.name(principal))


def _powers_pending(t: _Told) -> str:
    names = [t.cast.power(power) or t._("a Power") for power in t.facts.get("powers", ())]
    return t.ngettext(
        "Before closing, resolve or skip this Power: %(names)s.",
        "Before closing, resolve or skip these Powers: %(names)s.",
        len(names),
        names=t.words.join(names),
    )


def _reptante_pending(t: _Told) -> str:
    return t.ngettext(
        "%(names)s has to eliminate a Reptante before the turn passes.",
        "%(names)s have to eliminate a Reptante each before the turn passes.",
        len(t.people),
        names=t.cast.names(t.people),
    )


def _too_many(t: _Told) -> str:
    return t._("That’s too many people: up to %(most)s fit in this game.", most=t.number("most", 11))


def _too_few(t: _Told) -> str:
    least = t.facts.get("least", 1)
    return t.ngettext(
        "Somebody is missing: this game needs at least %(n)s person.",
        "Somebody is missing: this game needs at least %(n)s people.",
        least if isinstance(least, int) else 1,
    )


# --- All of them --------------------------------------------------------------------------------

SENTENCES: Mapping[str, Callable[[_Told], str]] = {
    # the shape
    "bad_request": lambda t: t._("The table didn’t understand that. Reload the page and try again."),
    "amount_out_of_range": _amount,
    "bad_name": _bad_name,
    # who may
    "not_at_this_table": lambda t: t._("You aren’t at this table. Scan its QR or type its code to sit down."),
    "watchers_only_look": lambda t: t._("This link only watches. To keep count, ask for the players’ QR."),
    "host_only": lambda t: t._("Only the host’s phone does that. Ask whoever has it."),
    "foreign_origin": lambda t: t._(
        "That came from another page and doesn’t count. Do it from the table itself."
    ),
    "removed_from_table": lambda t: t._(
        "This phone is no longer at the table. Ask for the new QR to come back."
    ),
    "table_locked": lambda t: t._("The table is closed to new phones. Ask the host to open it."),
    # what isn't there
    "no_such_table": lambda t: t._(
        "There’s no table with that code. Check it letter by letter, or scan its QR."
    ),
    "no_such_command": lambda t: t._("This table doesn’t know that action. Reload the page and try again."),
    "no_such_participant": lambda t: t._("That person isn’t at the table any more. Choose somebody else."),
    "no_such_reptante": lambda t: t._("That Reptante can’t be chosen now. Choose another one of the team."),
    "no_such_power": lambda t: t._("That Power isn’t in this turn’s list. Choose another one."),
    "no_such_relic": lambda t: t._("That relic isn’t on the table. Choose one of the three."),
    "no_such_reminder": lambda t: t._("That reminder isn’t there any more: nothing is left to remove."),
    "no_such_scheme": lambda t: t._("That scheme isn’t face up any more. Choose another one."),
    "no_such_entry": lambda t: t._("The history doesn’t have that entry. Choose another one."),
    "no_such_device": lambda t: t._("That phone isn’t at the table. Choose another one of the list."),
    # too late
    "turn_already_passed": _turn_already_passed,
    "already_done": _already_done,
    "table_expired": lambda t: t._(
        "This table was deleted after a long time without play. Open another one."
    ),
    # the wire
    "too_large": lambda t: t._("That’s too long to be sent. Write less and try again."),
    "unsupported_media_type": lambda t: t._("The table can’t read that format. Send a form or JSON."),
    "slow_down": lambda t: t._("Too many at once. Wait a moment and try again."),
    # how the game stands
    "already_finished": lambda t: t._(
        "The game is over. To go on, undo the result; for a new one, start over."
    ),
    "not_started": lambda t: t._("The game hasn’t begun. Press «Start» first."),
    "not_in_setup": lambda t: t._("That’s decided before the start. To change it, go back to set-up."),
    "key_reused": lambda t: t._(
        "That was sent twice with different contents: the first one counts. Do it again."
    ),
    "too_many_participants": _too_many,
    "too_few_participants": _too_few,
    "undo_later_first": _undo_later_first,
    "nothing_to_undo": _nothing_to_undo,
    "nothing_to_redo": lambda t: t._("There’s nothing to redo: nothing undone is left to bring back."),
    "redo_no_longer_fits": lambda t: t._("It can’t be redone: the game went on another way. Enter it again."),
    "not_counted": lambda t: t._(
        "Resistance isn’t counted at this table. Note only the Reptantes that are lost."
    ),
    "no_schemes_left": lambda t: t._("No schemes are left in the deck. Go on without setting one in motion."),
    "host_is_here": lambda t: t._(
        "The host’s phone is still here. Ask it to hand over, or wait until it’s gone 2 min."
    ),
    "bad_import": lambda t: t._("That file isn’t a table of Vigilia. Choose one exported from here."),
    "relics_not_with_deities": lambda t: t._("Reliquias aren’t used against deities. Choose one of the two."),
    "relics_not_in_official_tournaments": lambda t: t._(
        "Reliquias aren’t used in official tournaments. Choose one of the two."
    ),
    # the rules, which give way
    "teams_locked": lambda t: t._("The teams are locked: they don’t change once the deity may be known."),
    "teams_first": lambda t: t._("Lock the teams first: the deity is chosen afterwards."),
    "reptante_repeated": _reptante_repeated,
    "reptante_pending": _reptante_pending,
    "participant_out": lambda t: t._(
        "%(name)s is out of the game. Choose somebody who plays on.", name=t.name
    ),
    "shielded": lambda t: t._(
        "%(name)s lost a Reptante this turn: the deity’s other Powers don’t hurt them any more.", name=t.name
    ),
    "deity_awake": _deity_awake,
    "not_deitys_turn": lambda t: t._(
        "Now it’s %(of)s’s turn: that’s done in the turn of %(deity)s.", of=t.turn_of, deity=t.deity
    ),
    "principal_fixed": _principal_fixed,
    "coinciding_not_annullable": lambda t: t._(
        "Powers of coinciding Esbirros have Coste X: they can’t be annulled."
    ),
    "already_annulled": _already_annulled,
    "extract_first": lambda t: t._(
        "First extract the three Esbirros of %(deity)s: its Powers come from them.", deity=t.deity
    ),
    "extract_three": lambda t: t._(
        "Three Esbirros are extracted. Go on with fewer only if the Fosa has run out."
    ),
    "already_extracted": lambda t: t._(
        "This turn’s Esbirros are already extracted. Extracting anew starts the Powers over."
    ),
    "reshuffle_first": lambda t: t._("First return what was revealed to the Fosa and shuffle it."),
    "not_pending": _not_pending,
    "powers_in_order": lambda t: t._("%(power)s goes first: it came out earlier.", power=t.power),
    "powers_pending": _powers_pending,
    "discard_first": lambda t: t._("The extracted Esbirros are still out: put them in the Vertedero first."),
    "not_your_relic_phase": lambda t: t._(
        "Relics are activated in the relic phase of one’s own turn. Wait for yours."
    ),
    "relic_retired": lambda t: t._(
        "%(relic)s is retired and doesn’t come back. Choose another one.", relic=t.relic
    ),
    "relic_already_active": lambda t: t._(
        "%(relic)s is still active. You may activate another one when it retires.", relic=t.relic
    ),
    "show_your_hand": lambda t: t._("Show your whole hand: does it meet the requirement?"),
    "effect_not_resolved": lambda t: t._("The effect of your relic is still due. Resolve it first."),
    "no_powers_in_relic_phase": lambda t: t._(
        "No Powers are launched in the relic phase. Go on to Preparar first."
    ),
    "relic_names_repeated": lambda t: t._(
        "«%(relic)s» is already one of the three. They’re all different.", relic=t.relic
    ),
    "scheme_not_set_in_motion": lambda t: t._("This turn’s scheme hasn’t been set in motion yet."),
    "not_ongoing": lambda t: t._("That scheme isn’t ongoing: it leaves by itself once it’s resolved."),
}
