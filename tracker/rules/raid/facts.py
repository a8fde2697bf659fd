"""What a raid's log entries tell besides the figures that moved: JSON-ready, one shape per command."""

from collections.abc import Mapping
from typing import Any

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
    OptionSet,
    ParticipantAdded,
    RemoveParticipant,
    RenameParticipant,
    ReptanteLost,
    ReptanteRestored,
    RestoreReptante,
    ResultConfirmed,
    Roll,
    SetOption,
    SetReptantes,
    Start,
    Started,
    TurnPassed,
)
from tracker.rules.kernel import Moved, Rolled
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
    GainDeity,
    PowerAdded,
    PrincipalFixed,
    Resolve,
    Reveal,
    Skip,
    StayAwake,
)
from tracker.rules.raid.model import DEITY, Power, Raid, is_sombra, matches, queue

Facts = dict[str, Any]


def facts(before: Raid, command: Command | None, events: tuple[Any, ...]) -> Facts:
    """What happened, in ids and numbers. before: the state decided on; command: None at opening.

    Chance adds ``among`` and ``outcome``, whatever was drawn.
    """
    told = _told(before, command, events)
    for event in events:
        if isinstance(event, Rolled):
            told |= {"among": list(event.among), "outcome": event.outcome}
    if isinstance(command, Roll) and command.sides:
        told |= {"among": list(range(1, command.sides + 1)), "outcome": int(told["outcome"])}
    return told


def _told(before: Raid, command: Command | None, events: tuple[Any, ...]) -> Facts:
    match command:
        case None:
            return _opened(events)
        case Damage() | DamageAll() | Gain() | Correct() | DamageDeity() | AltarHand() | GainDeity():
            return _counted(before, command, events)
        case AddParticipant(name=name):
            ids = [event.participant for event in events if isinstance(event, ParticipantAdded)]
            return {"participant": ids[0] if ids else None, "name": name}
        case RenameParticipant(participant=id, name=name):
            return {"participant": id, "name": name, "was": _name(before, id)}
        case RemoveParticipant(participant=id):
            return {"participant": id, "name": _name(before, id), "left": before.arena.status == "playing"}
        case MoveParticipant(participant=id, seat=seat):
            ids = [person.id for person in before.arena.people]
            return {"participant": id, "seat": seat, "was": ids.index(id) + 1}
        case SetReptantes(participant=id, names=names):
            return {"participant": id, "names": list(names)}
        case SetOption(option=option):
            values = [event.value for event in events if isinstance(event, OptionSet)]
            was = getattr(before.options, option, getattr(before.arena.options, option, None))
            return {"option": option, "value": values[0] if values else None, "was": was}
        case Roll(sides=sides):
            return {"sides": sides} if sides else {}
        case LoseReptante(participant=id):
            return _lost(before, id, events)
        case RestoreReptante(participant=id):
            which = [event.which for event in events if isinstance(event, ReptanteRestored)]
            return _reptante(before, id, which[0] if which else None)
        case ConfirmResult():
            return _all(events, ResultConfirmed, "winner", "because")
        case _:
            return _flow(before, command, events)


def _flow(before: Raid, command: Command, events: tuple[Any, ...]) -> Facts:
    """The steps that move the game on, and the deity's own."""
    match command:
        case Start():
            return _all(events, Started, "first") | {
                "initial": before.initial,
                "decks": before.added_decks + 1,
            }
        case EndTurn():
            return _passed(before, events)
        case CorrectTurn(of=of, round=round):
            return {
                "from": before.arena.of,
                "to": of,
                "number": before.arena.number + 1,
                "round": round,
                "round_was": before.arena.round,
            }
        case ChooseDeity() | DrawDeity():
            return _all(events, DeityNamed, "name")
        case Extract():
            return _extracted(before, events)
        case Resolve(power=id) | Skip(power=id):
            return _power(before, id)
        case Annul(power=id, by=by, cost=cost):
            return _power(before, id) | _given({"by": by, "cost": cost})
        case AddPower():
            return _all(events, PowerAdded, "kind", "esbirro", "size")
        case Reveal():
            return _revealed(before, events)
        case StayAwake(on=on):
            return {"on": on}
        case ChoosePrincipal():
            return {"principal": _fixed(events)}
        case ClearShield(participant=id):
            return {"participant": id}
        case _:
            return {}


def _opened(events: tuple[Any, ...]) -> Facts:
    return {
        "names": [event.name for event in events if isinstance(event, ParticipantAdded)],
        "options": {event.option: event.value for event in events if isinstance(event, OptionSet)},
    }


def _counted(before: Raid, command: Any, events: tuple[Any, ...]) -> Facts:
    """Counters: what was meant, where it isn't plain from the figures."""
    match command:
        case Damage() | DamageAll():
            told = {"amount": command.amount, "cause": command.cause, "kind": command.kind}
            if command.power is not None:
                told |= _power(before, command.power)
            if command.power is not None or command.printed is not None:
                told |= {"printed": command.printed, "plus": before.plus}
            return _given(
                told
                | (_struck(command) if isinstance(command, Damage) else _struck_all(before, command, events))
            )
        case DamageDeity(amount=amount, kind=kind, by=by):
            return _given({"amount": amount, "kind": kind, "by": by})
        case AltarHand(esbirros=esbirros, by=by):
            return _given({"esbirros": esbirros, "kind": "tactical", "by": by})
        case Gain(participant=id, amount=amount):
            return {"participant": id, "amount": amount}
        case Correct(target=target, by=by, to=to, which_reptante=which):
            return _given({"target": target, "by": by, "to": to, "which": which})
        case _:
            return {"amount": command.amount}


def _struck(command: Damage) -> Facts:
    return {
        "participant": command.participant,
        "reduction": command.reduction or None,
        "by": command.by,
        "which": command.which_reptante,
    }


def _struck_all(before: Raid, command: DamageAll, events: tuple[Any, ...]) -> Facts:
    """Per person: who was spared and why (D-28), whom the table hit all the same (DA-6), who is out."""
    told: Facts = {"reductions": {id: less for id, less in command.reductions.items() if less}}
    hit = {
        event.counter.removesuffix("-resistance") for event in events if isinstance(event, Moved) and event.by
    }
    told["shielded"] = {id: why for id, why in before.shielded.items() if id not in hit}
    told["hit_anyway"] = [id for id in before.shielded if id in hit]
    told["out"] = [person.id for person in before.arena.people if person.out]
    return {key: value for key, value in told.items() if value}


def _lost(before: Raid, id: str, events: tuple[Any, ...]) -> Facts:
    which = [event.which for event in events if isinstance(event, ReptanteLost)]
    person = before.arena.person(id)
    alive = len(person.living) - len(which) if person else 0
    return _reptante(before, id, which[0] if which else None) | {"alive": alive, "out": alive == 0}


def _reptante(before: Raid, id: str, which: int | None) -> Facts:
    person = before.arena.person(id)
    name = person.reptantes[which] if person and which is not None else ""
    return {"participant": id, "which": which, "name": name}


def _passed(before: Raid, events: tuple[Any, ...]) -> Facts:
    told: Facts = {"from": before.arena.of, "number": before.arena.number + 1, "woke": False}
    for event in events:
        if isinstance(event, TurnPassed):
            told |= {"to": event.to, "round": event.round, "woke": event.to == DEITY}
            told["new_round"] = event.round > before.arena.round
    if before.deitys_turn:
        told["to_discard"] = any(isinstance(event, EsbirrosDiscarded) for event in events)
    told["principal"] = _fixed(events)
    return told


def _fixed(events: tuple[Any, ...]) -> Facts | None:
    for event in events:
        if isinstance(event, PrincipalFixed):
            return {"participant": event.participant, "because": event.because, "among": list(event.among)}
    return None


def _extracted(before: Raid, events: tuple[Any, ...]) -> Facts:
    for event in events:
        if isinstance(event, EsbirrosExtracted):
            sombras = sum(is_sombra(name) for name in event.esbirros)
            after = before.with_turn(type(before.turn)(extracted=event.esbirros))
            powers = queue(event.esbirros, before.options, 0)
            return {
                "esbirros": list(event.esbirros),
                "sombras": sombras,
                "plus": after.plus,
                "coinciding": next((power.size for power in powers if power.kind == "coinciding"), None),
                "anew": before.turn.drawn,
            }
    return {}


def _power(before: Raid, id: str) -> Facts:
    power = before.turn.power(id)
    return {"power": id} | ({} if power is None else _power_named(before, power))


def _power_named(before: Raid, power: Power) -> Facts:
    """place: where it stands in the queue, from 1. Its own kind is ``power_kind``."""
    place = before.turn.powers.index(power) + 1
    return {"power_kind": power.kind, "esbirro": power.esbirro, "size": power.size, "place": place}


def _revealed(before: Raid, events: tuple[Any, ...]) -> Facts:
    for event in events:
        if isinstance(event, EsbirrosRevealed):
            return _power(before, event.power) | {
                "esbirros": list(event.esbirros),
                "wanted": event.wanted,
                "matches": matches(event.esbirros, event.wanted),
            }
    return {}


def _name(before: Raid, id: str) -> str:
    person = before.arena.person(id)
    return person.name if person else ""


def _all(events: tuple[Any, ...], kind: type, *names: str) -> Facts:
    return next(
        ({name: getattr(event, name) for name in names} for event in events if isinstance(event, kind)), {}
    )


def _given(told: Mapping[str, Any]) -> Facts:
    return {key: value for key, value in told.items() if value is not None}
