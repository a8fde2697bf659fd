"""What follows from a wish in a raid, and how its state becomes the next."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from tracker.rules.atrum import play as atrum
from tracker.rules.atrum.commands import (
    Correct,
    Damage,
    DamageAll,
    OptionSet,
    Restarted,
    Start,
    Started,
    TeamsLocked,
    TurnCorrected,
    TurnPassed,
)
from tracker.rules.atrum.model import following
from tracker.rules.atrum.options import Switch, accepted
from tracker.rules.kernel import Chance, Moved, Refusal, Rolled
from tracker.rules.raid.commands import (
    AddPower,
    AltarHand,
    Annul,
    ChooseDeity,
    ChoosePrincipal,
    ClearShield,
    DamageDeity,
    DeityNamed,
    DrawDeity,
    EndTurn,
    EsbirrosDiscarded,
    EsbirrosExtracted,
    EsbirrosRevealed,
    Extract,
    FosaReshuffled,
    GainDeity,
    LockTeams,
    PowerAdded,
    PowerDone,
    PowerRemembered,
    PrincipalFixed,
    RaidCommand,
    Reshuffled,
    Resolve,
    Reveal,
    ShieldCleared,
    Skip,
    Sleep,
    Slept,
    StayAwake,
    StayingAwake,
    ToDiscard,
    Wake,
    Woke,
)
from tracker.rules.raid.model import DEITY, EXTRACTED, OWN_OPTIONS, SOMBRA, Raid, is_sombra, label, principal
from tracker.rules.raid.objections import CUSTOMS
from tracker.rules.raid.turn import corrected, ended, evolve_turn

Events = tuple[Any, ...]
RESISTANCE = "deity-resistance"


def open_raid(names: Sequence[str], options: Mapping[str, Any], _chance: Chance) -> Events:
    """How a raid's table begins. Raises Refusal: the number of people, options, Reliquias (D-11)."""
    if accepted("relics", Switch(), options.get("relics")):
        raise Refusal("relics_not_with_deities", "raid/relics")
    return atrum.opening(CUSTOMS, names, {name: value for name, value in options.items() if name != "relics"})


def decide(raid: Raid, command: RaidCommand, chance: Chance) -> Events:
    """What happens, given that nothing objects or all gave way; nothing when it is so already."""
    events = tuple(_decide(raid, command, chance))
    if not any(isinstance(event, Moved | Rolled) for event in events):
        after = raid
        for event in events:
            after = evolve(after, event)
        if after == raid:
            return ()
    return events


def _decide(raid: Raid, command: RaidCommand, chance: Chance) -> Iterator[Any]:
    match command:
        case LockTeams():
            yield TeamsLocked()
        case Start():
            yield TeamsLocked()
            yield from atrum.decide(CUSTOMS, raid.arena, command, chance)
        case ChooseDeity(name=name):
            yield DeityNamed(name)
        case DrawDeity(names=names):
            drawn = atrum.roll(chance, tuple(names))
            yield drawn
            yield DeityNamed(drawn.outcome)
        case EndTurn():
            yield from _end_turn(raid, command, chance)
        case DamageDeity(amount=amount) | AltarHand(esbirros=amount):
            yield Moved(RESISTANCE, -amount)
        case GainDeity(amount=amount):
            yield Moved(RESISTANCE, amount)
        case Correct(target="deity", by=by, to=to):
            delta = by if by is not None else (to or 0) - raid.resistance
            if delta:
                yield Moved(RESISTANCE, delta)
        case Damage(power=power) | DamageAll(power=power):
            spared = {} if isinstance(command, DamageAll) and command.override else raid.shielded
            yield from atrum.decide(CUSTOMS, raid.arena, command, chance, spared=spared)
            if power is not None:
                yield _hurt(power, command)
                yield from _remembered(raid, command)
        case Extract(esbirros=esbirros, sombras=sombras):
            if esbirros is None:
                esbirros = (SOMBRA,) * (sombras or 0) + ("",) * (EXTRACTED - (sombras or 0))
            names = tuple(SOMBRA if is_sombra(name) else name for name in esbirros)
            yield EsbirrosExtracted(names, raid.powers_made)
        case Resolve(power=power):
            yield PowerDone(power, "resolved")
        case Skip(power=power):
            yield PowerDone(power, "skipped")
        case Annul(power=power, by=by):
            yield PowerDone(power, "annulled", by)
        case AddPower(kind=kind, esbirro=esbirro, size=size):
            name = SOMBRA if kind == SOMBRA or is_sombra(esbirro) else esbirro
            yield PowerAdded(kind, name, size or (2 if kind == "coinciding" else 1), raid.powers_made)
        case Reveal(power=power, esbirros=esbirros, wanted=wanted):
            names = tuple(SOMBRA if is_sombra(name) else name for name in esbirros)
            yield EsbirrosRevealed(power, names, SOMBRA if is_sombra(wanted) else wanted)
        case Reshuffled():
            yield FosaReshuffled()
        case ToDiscard():
            yield EsbirrosDiscarded()
        case StayAwake(on=on):
            yield StayingAwake(on)
        case Sleep():
            yield Slept()
        case Wake():
            yield Woke()
        case ChoosePrincipal(participant=id):
            yield from _chosen(raid, id) if id is not None else _principal_again(raid, chance)
        case ClearShield(participant=id):
            yield ShieldCleared(id, _still_losing(raid, id))
        case _:
            yield from atrum.decide(CUSTOMS, raid.arena, command, chance, verdict=raid.verdict)


def _end_turn(raid: Raid, command: EndTurn, chance: Chance) -> Iterator[Any]:
    if raid.deitys_turn:
        if command.to_discard and not raid.turn.discarded:
            yield EsbirrosDiscarded()
        if command.stays_awake is not None and command.stays_awake != raid.stays_awake:
            yield StayingAwake(command.stays_awake)
    to, number = following(raid.arena, raid.order, command.next)
    yield TurnPassed(to, number)
    if to == DEITY:
        yield from _fixed(raid, chance)


def _fixed(raid: Raid, chance: Chance) -> Iterator[Any]:
    """The principal by D-21 as things stand; the table is asked, or a draw says, where it must."""
    found, drawn = principal(raid)
    if found is None:
        return
    if drawn:
        rolled = atrum.roll(chance, drawn)
        yield rolled
        yield PrincipalFixed(rolled.outcome, "draw", drawn)
    else:
        yield PrincipalFixed(found.participant, found.because, found.among)


def _chosen(raid: Raid, id: str) -> Iterator[PrincipalFixed]:
    now = raid.turn.principal
    if now is None or now.participant != id:
        asked = now.among if now and now.because == "ask" else ()
        yield PrincipalFixed(id, "chosen", asked or tuple(person.id for person in raid.arena.living))


def _principal_again(raid: Raid, chance: Chance) -> Iterator[Any]:
    """Nobody named: where the table was asked, a draw among the living of them; else D-21 anew."""
    now = raid.turn.principal
    asked = now.among if now and now.because == "ask" else ()
    living = tuple(person.id for person in raid.arena.living if person.id in asked)
    if not living:
        yield from _fixed(raid, chance)
        return
    rolled = atrum.roll(chance, living)
    yield rolled
    yield PrincipalFixed(rolled.outcome, "draw", living)


def _still_losing(raid: Raid, id: str) -> bool:
    """Whether somebody shielded must still lose a Reptante."""
    person = raid.arena.person(id)
    return person is not None and raid.shield(person) is not None and raid.arena.must_lose(person)


def _hurt(power: str, command: Damage | DamageAll) -> PowerDone:
    target = command.participant if isinstance(command, Damage) else "all"
    return PowerDone(power, "resolved", None, command.amount, command.printed, command.kind, target)


def _remembered(raid: Raid, command: Damage | DamageAll) -> Iterator[PowerRemembered]:
    power = raid.turn.power(command.power or "")
    if power is None or command.printed is None or not label(power):
        return
    target = "all"
    if isinstance(command, Damage):
        now = raid.turn.principal
        target = "principal" if now and now.participant == command.participant else command.participant
    yield PowerRemembered(label(power), command.printed, command.kind, target)


# --- Evolve -------------------------------------------------------------------------------------


def evolve(raid: Raid, event: Any) -> Raid:
    """The next state. Never refuses; what no longer has anybody to happen to changes nothing."""
    before, raid = raid, replace(raid, arena=atrum.evolve(raid.arena, event))
    match event:
        case Moved(counter="deity-resistance", by=by):
            return replace(raid, moved=raid.moved + by)
        case OptionSet(option=option, value=value) if option in OWN_OPTIONS:
            changed: dict[str, Any] = {option: value}
            return replace(raid, options=replace(raid.options, **changed))
        case DeityNamed(name=name):
            return replace(raid, name=name)
        case Started():
            return replace(raid, people_at_start=len(raid.arena.people))
        case TurnPassed(to=to):
            return ended(before, raid, to)
        case TurnCorrected():
            return corrected(before, raid)
        case StayingAwake(on=on):
            return replace(raid, stays_awake=on)
        case Slept():
            return replace(raid, awake=False, stays_awake=False)
        case Woke():
            return replace(raid, awake=True)
        case Restarted():
            return Raid(
                arena=raid.arena,
                options=raid.options,
                powers_made=raid.powers_made,
                labels=raid.labels,
                printed=raid.printed,
            )
        case _:
            return evolve_turn(raid, event)


def spent(raid: Raid, event: Any) -> Raid:
    """The raid where an event was taken back: no id it gave out returns."""
    match event:
        case EsbirrosExtracted(made=made):
            return replace(raid, powers_made=max(raid.powers_made, made + EXTRACTED + 1))
        case PowerAdded(made=made):
            return replace(raid, powers_made=max(raid.powers_made, made + 1))
        case _:
            return replace(raid, arena=atrum.spent(raid.arena, event))
