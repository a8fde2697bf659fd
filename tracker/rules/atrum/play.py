"""What follows from the wishes that all Atrum Arena games share, and how their state becomes the next."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from typing import Any, assert_never

from tracker.rules.atrum.commands import (
    AddParticipant,
    ConfirmResult,
    Correct,
    CorrectTurn,
    Damage,
    DamageAll,
    Gain,
    LoseReptante,
    MoveParticipant,
    OptionSet,
    ParticipantAdded,
    ParticipantLeft,
    ParticipantRemoved,
    ParticipantRenamed,
    ParticipantSeated,
    RemoveParticipant,
    RenameParticipant,
    ReptanteLost,
    ReptanteRestored,
    ReptantesNamed,
    Restart,
    Restarted,
    RestoreReptante,
    ResultConfirmed,
    Roll,
    SetOption,
    SetReptantes,
    Shared,
    Start,
    Started,
    TeamsLocked,
    TurnCorrected,
    TurnPassed,
)
from tracker.rules.atrum.model import TEAM, Arena, Person, Result
from tracker.rules.atrum.objections import Customs
from tracker.rules.atrum.options import ATRUM, accepted
from tracker.rules.kernel import Chance, Moved, Refusal, Rolled

Events = tuple[Any, ...]
Verdict = Mapping[str, str | None]


def opening(customs: Customs, names: Collection[str], options: Mapping[str, Any]) -> Events:
    """How a table begins. Raises Refusal: the number of people, an option that isn't one."""
    if not names:
        raise Refusal("too_few_participants", least=1)
    if len(names) > customs.most:
        raise Refusal("too_many_participants", most=customs.most)
    people = (ParticipantAdded(f"p{nth}", name, ("",) * TEAM) for nth, name in enumerate(names, start=1))
    chosen = (
        OptionSet(name, accepted(name, customs.options.get(name), value)) for name, value in options.items()
    )
    return (*people, *chosen)


def decide(
    customs: Customs,
    arena: Arena,
    command: Shared,
    chance: Chance,
    *,
    spared: Collection[str] = (),
    verdict: Verdict | None = None,
) -> Events:
    """What happens. spared: who takes nothing of a damage to all. verdict: what the rules propose."""
    match command:
        case AddParticipant(name=name, reptantes=names):
            return (ParticipantAdded(f"p{arena.made + 1}", name, _team(names)),)
        case RenameParticipant(participant=id, name=name):
            return (ParticipantRenamed(id, name),)
        case RemoveParticipant(participant=id):
            return (ParticipantRemoved(id) if arena.status == "setup" else ParticipantLeft(id),)
        case MoveParticipant(participant=id, seat=seat):
            return (ParticipantSeated(id, seat),)
        case SetReptantes(participant=id, names=names):
            return (ReptantesNamed(id, _team(names)),)
        case SetOption(option=option, value=value):
            return (OptionSet(option, accepted(option, customs.options.get(option), value)),)
        case Start(first=first):
            if first is not None:
                return (Started(first),)
            rolled = roll(chance, tuple(person.id for person in arena.people))
            return rolled, Started(rolled.outcome)
        case CorrectTurn(of=of, round=round):
            return () if (of, round) == (arena.of, arena.round) else (TurnCorrected(of, round),)
        case ConfirmResult(winner=winner):
            agreed = verdict is None or verdict["winner"] != winner
            return (
                ResultConfirmed(winner, "agreed" if verdict is None or agreed else str(verdict["because"])),
            )
        case Restart():
            return (Restarted(),)
        case Roll(sides=sides, among=among):
            faces = (str(side) for side in range(1, sides + 1)) if sides else among or ()
            return (roll(chance, tuple(faces)),)
        case Damage(participant=id, amount=amount, reduction=reduction, which_reptante=which):
            return (_moved(arena, _sure(arena, id), -max(0, amount - reduction), which),)
        case DamageAll(amount=amount, reductions=reductions):
            return tuple(
                _moved(
                    arena,
                    person,
                    0 if person.id in spared else -max(0, amount - reductions.get(person.id, 0)),
                )
                for person in arena.living
            )
        case Gain(participant=id, amount=amount):
            return (_moved(arena, _sure(arena, id), amount),)
        case Correct(target=id, by=by, to=to, which_reptante=which):
            return tuple(_corrected(arena, _sure(arena, id), by, to, which))
        case LoseReptante():
            return tuple(_lost(arena, _sure(arena, command.participant), command))
        case RestoreReptante():
            return tuple(_restored(arena, _sure(arena, command.participant), command))
        case _:
            assert_never(command)


def roll(chance: Chance, among: tuple[str, ...]) -> Rolled:
    """One of ``among``, with the others kept beside it."""
    return Rolled(among, chance.pick(among))


def _team(names: Collection[str]) -> tuple[str, ...]:
    return (*names, *("",) * (TEAM - len(names)))


def _sure(arena: Arena, id: str) -> Person:
    person = arena.person(id)
    if person is None:
        raise Refusal("no_such_participant", participant=id)
    return person


def _which(arena: Arena, person: Person, which: int | None = None) -> int | None:
    """Whose figure moves: None for the one of the participant, else the Reptante's."""
    if not arena.per_reptante:
        return None
    if which is not None:
        return which
    return person.living[0] if person.living else person.lost[-1]


def _moved(arena: Arena, person: Person, by: int, which: int | None = None) -> Moved:
    return Moved(f"{person.id}-resistance", by, _which(arena, person, which))


def _figure(arena: Arena, person: Person, which: int | None) -> int:
    """The figure that moves for this Reptante."""
    own = _which(arena, person, which)
    return (arena.options.resistance or 0) + (person.moved if own is None else person.each[own])


def _corrected(
    arena: Arena, person: Person, by: int | None, to: int | None, which: int | None
) -> Iterator[Moved]:
    delta = by if by is not None else (to or 0) - _figure(arena, person, which)
    if delta:
        yield _moved(arena, person, delta, which)


def _after_loss(arena: Arena, wanted: int | None) -> int:
    """The figure after a loss: what the table says, else what it set, else the start (D-29)."""
    return wanted or arena.options.resistance_after_loss or arena.options.resistance or 0


def _lost(arena: Arena, person: Person, command: LoseReptante) -> Iterator[Any]:
    which = command.which
    if which is None:
        which = next(iter(arena.fallen(person) or person.living), None)
    if which is None or which in person.lost:
        return
    yield ReptanteLost(person.id, which)
    if arena.counted and not arena.per_reptante and len(person.living) > 1:
        yield from _corrected(arena, person, None, _after_loss(arena, command.resistance), None)


def _restored(arena: Arena, person: Person, command: RestoreReptante) -> Iterator[Any]:
    which = command.which
    if which is None and person.lost and not (person.left and person.living):
        which = person.lost[-1]
    if which not in person.lost:
        which = None
    if which is None and not person.left:
        return
    yield ReptanteRestored(person.id, which)
    down = command.resistance is not None or _figure(arena, person, which) <= 0
    if which is not None and arena.counted and down:
        yield from _corrected(arena, person, None, _after_loss(arena, command.resistance), which)


# --- Evolve -------------------------------------------------------------------------------------


def evolve(arena: Arena, event: Any) -> Arena:
    """The next state; an event that isn't shared, or of somebody who isn't there, changes nothing."""
    match event:
        case ParticipantAdded(participant=id, name=name, reptantes=names):
            return replace(spent(arena, event), people=(*arena.people, Person(id, name, tuple(names))))
        case ParticipantRemoved(participant=id):
            return replace(arena, people=tuple(person for person in arena.people if person.id != id))
        case ParticipantSeated(participant=id, seat=seat):
            return _seated(arena, id, seat)
        case OptionSet(option=option, value=value) if option in ATRUM:
            changed: dict[str, Any] = {option: value}
            return replace(arena, options=replace(arena.options, **changed))
        case TeamsLocked():
            return replace(arena, teams_locked=True)
        case Started(first=first):
            return replace(arena, first=first, of=first, round=1, number=1)
        case TurnPassed(to=of, round=round) | TurnCorrected(of=of, round=round):
            return replace(arena, of=of, round=round, number=arena.number + 1)
        case ResultConfirmed(winner=winner, because=because):
            return replace(arena, result=Result(winner, because))
        case Restarted():
            people = tuple(Person(person.id, person.name, person.reptantes) for person in arena.people)
            return Arena(people=people, made=arena.made, options=arena.options)
        case Moved(counter=counter):
            person = arena.person(counter.removesuffix("-resistance"))
        case _:
            person = arena.person(getattr(event, "participant", None))
    return arena if person is None else arena.with_person(_changed(person, event))


def spent(arena: Arena, event: Any) -> Arena:
    """The table once the id this event gave to somebody is given out for ever, even if it is undone."""
    match event:
        case ParticipantAdded(participant=id):
            return replace(arena, made=max(arena.made, int(id.removeprefix("p"))))
        case _:
            return arena


def _changed(person: Person, event: Any) -> Person:
    match event:
        case Moved(by=by, which=None):
            return replace(person, moved=person.moved + by)
        case Moved(by=by, which=int(which)):
            return replace(
                person, each=tuple(own + by * (nth == which) for nth, own in enumerate(person.each))
            )
        case ParticipantRenamed(name=name):
            return replace(person, name=name)
        case ParticipantLeft():
            return replace(person, left=True)
        case ReptantesNamed(names=names):
            return replace(person, reptantes=tuple(names))
        case ReptanteLost(which=which) if which not in person.lost:
            return replace(person, lost=(*person.lost, which))
        case ReptanteRestored(which=which):
            return replace(person, left=False, lost=tuple(lost for lost in person.lost if lost != which))
        case _:
            return person


def _seated(arena: Arena, id: str, seat: int) -> Arena:
    moving = arena.person(id)
    others = [person for person in arena.people if person.id != id]
    if moving is not None:
        others.insert(seat - 1, moving)
    return replace(arena, people=tuple(others))
