"""Why something an Atrum Arena table wishes for would not be done: what all its games have in common."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tracker.rules.atrum.commands import (
    AddParticipant,
    Command,
    ConfirmResult,
    Correct,
    CorrectTurn,
    Damage,
    DamageAll,
    Gain,
    LoseReptante,
    MoveParticipant,
    RemoveParticipant,
    Roll,
    SetOption,
    SetReptantes,
    Step,
    When,
)
from tracker.rules.atrum.model import TEAM, Arena, Person, repeated
from tracker.rules.atrum.options import Kind, accepted
from tracker.rules.kernel import Refusal

MOST_ROLLED = 1000


@dataclass(frozen=True, slots=True)
class Customs:
    """What one game does its own way.

    pages: where the look-up explains a refusal. most: people at a table. causes: of damage. across:
    whether Reptantes may not repeat in the whole table. closing: who comes last in the order.
    targets: what else ``correct`` and ``by`` may name. while_playing: options that can still be set
    then. winners: who may be said to have won.
    """

    pages: Mapping[str, str]
    most: int
    causes: frozenset[str]
    across: bool
    options: Mapping[str, Kind]
    while_playing: frozenset[str]
    winners: Callable[[Arena], tuple[str, ...]]
    closing: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()

    def order(self, arena: Arena) -> tuple[str, ...]:
        return arena.order(*self.closing)


def objections(customs: Customs, arena: Arena, command: Command) -> Iterator[Refusal]:
    """Everything against ``command`` that isn't one game's own."""
    yield from _shape(customs, arena, command)
    yield from _unknown(customs, arena, command)
    yield from against_status(arena, command.when)
    yield from _late(arena, command)
    yield from _plain(customs, arena, command)
    yield from _rules(customs, arena, command)


def against_status(arena: Arena, when: When) -> Iterator[Refusal]:
    """What the status of the game says to a wish that can be had ``when``."""
    match arena.status, when:
        case "finished", "setup" | "before_the_end" | "playing":
            yield Refusal("already_finished")
        case "setup", "playing":
            yield Refusal("not_started")
        case "playing", "setup":
            yield Refusal("not_in_setup")


def against_turn_of(customs: Customs, arena: Arena, who: str) -> Iterator[Refusal]:
    """What stands against giving ``who`` the turn."""
    person = arena.person(who)
    if person is None and who not in customs.closing:
        yield Refusal("no_such_participant", participant=who)
    elif person is not None and person.out:
        yield _out(customs, person)


def _out(customs: Customs, person: Person) -> Refusal:
    return Refusal("participant_out", customs.pages["participant_out"], participant=person.id)


def _shape(customs: Customs, arena: Arena, command: Command) -> Iterator[Refusal]:
    match command:
        case AddParticipant(reptantes=names) | SetReptantes(names=names) if len(names) > TEAM:
            yield Refusal("bad_request", field="names")
        case MoveParticipant(seat=seat) if not 1 <= seat <= len(arena.people):
            yield Refusal("amount_out_of_range", field="seat", low=1, high=len(arena.people))
        case SetOption(option=option, value=value):
            try:
                accepted(option, customs.options.get(option), value)
            except Refusal as refusal:
                yield refusal
        case Damage(cause=cause) | DamageAll(cause=cause) if cause not in customs.causes:
            yield Refusal("bad_request", field="cause")
        case Damage(cause="relic", reduction=reduction) if reduction:
            yield Refusal("bad_request", field="reduction")
        case DamageAll(cause="relic", reductions=reductions) if any(reductions.values()):
            yield Refusal("bad_request", field="reductions")
        case Correct(by=by, to=to) if (by is None) == (to is None):
            yield Refusal("bad_request", field="by")
        case ConfirmResult(winner=winner) if winner not in customs.winners(arena):
            yield Refusal("bad_request", field="winner")
        case Roll(sides=sides, among=among) if (sides is None) == (not among) or len(
            among or ()
        ) > MOST_ROLLED:
            yield Refusal("bad_request", field="among")


def _named(command: Command) -> Iterator[str]:
    """The people a command names, whatever they do in it."""
    for name in ("participant", "by", "first", "target"):
        value = getattr(command, name, None)
        if isinstance(value, str):
            yield value
    yield from getattr(command, "reductions", ())


def _unknown(customs: Customs, arena: Arena, command: Command) -> Iterator[Refusal]:
    for id in _named(command):
        things = (
            customs.targets if id in (getattr(command, "by", None), getattr(command, "target", None)) else ()
        )
        if arena.person(id) is None and id not in things:
            yield Refusal("no_such_participant", participant=id)
    which = getattr(command, "which", None)
    which = getattr(command, "which_reptante", None) if which is None else which
    if which is not None and not 0 <= which < TEAM:
        yield Refusal("no_such_reptante", which=which)
    match command:
        case Damage(participant=id, which_reptante=int(which)) if arena.per_reptante:
            person = arena.person(id)
            if person and not person.out and which in person.lost:
                yield Refusal("no_such_reptante", participant=id, which=which)


def _late(arena: Arena, command: Command) -> Iterator[Refusal]:
    match command:
        case LoseReptante(participant=id, alive=int(alive)):
            person = arena.person(id)
            if person and len(person.living) != alive:
                yield Refusal("already_done", participant=id, alive=len(person.living))
        case Step(turn=int(turn)) if turn != arena.number:
            yield Refusal("already_done", turn=arena.number)


def _plain(customs: Customs, arena: Arena, command: Command) -> Iterator[Refusal]:
    match command:
        case AddParticipant() if len(arena.people) >= customs.most:
            yield Refusal("too_many_participants", most=customs.most)
        case RemoveParticipant() if arena.status == "setup" and len(arena.people) == 1:
            yield Refusal("too_few_participants", least=1)
        case SetOption(option=option) if arena.status == "playing" and option not in customs.while_playing:
            yield Refusal("not_in_setup", option=option)
        case Damage() | DamageAll() | Gain() if not arena.counted:
            yield Refusal("not_counted")
        case Correct(target=target) if not arena.counted and target not in customs.targets:
            yield Refusal("not_counted")


def _rules(customs: Customs, arena: Arena, command: Command) -> Iterator[Refusal]:
    match command:
        case AddParticipant() | RemoveParticipant() | SetReptantes() if arena.teams_locked:
            yield Refusal("teams_locked", customs.pages["teams_locked"])
    match command:
        case AddParticipant(reptantes=names):
            yield from _repeated(customs, arena, names, None)
        case SetReptantes(participant=id, names=names):
            yield from _repeated(customs, arena, names, id)
        case Damage(participant=id) | Gain(participant=id) | LoseReptante(participant=id):
            person = arena.person(id)
            if person and person.out:
                yield _out(customs, person)
        case CorrectTurn(of=of):
            yield from against_turn_of(customs, arena, of)


def _repeated(customs: Customs, arena: Arena, names: tuple[str, ...], owner: str | None) -> Iterator[Refusal]:
    twice = repeated(arena, names, owner, across=customs.across)
    if twice:
        page = customs.pages["reptante_repeated"]
        yield Refusal("reptante_repeated", page, name=twice[0], participant=twice[1])
