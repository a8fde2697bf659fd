"""How the deity's turn becomes the next: what it gathers, and how any turn ends."""

from dataclasses import replace
from typing import Any

from tracker.rules.atrum.commands import ReptanteLost
from tracker.rules.atrum.model import same
from tracker.rules.raid.commands import (
    EsbirrosDiscarded,
    EsbirrosExtracted,
    EsbirrosRevealed,
    FosaReshuffled,
    PowerAdded,
    PowerDone,
    PowerRemembered,
    PrincipalFixed,
    ShieldCleared,
)
from tracker.rules.raid.model import (
    DEITY,
    DeityTurn,
    Done,
    Power,
    Principal,
    Printed,
    Raid,
    Revealed,
    is_sombra,
    queue,
)


def ended(before: Raid, raid: Raid, to: str) -> Raid:
    """``before``'s turn was passed: what belonged to it ends; the deity wakes for its own (D-12, D-16)."""
    raid = left(before, replace(raid, played=_played(before, (before.arena.of,))))
    return replace(raid, awake=True, stays_awake=False) if to == DEITY else raid


def corrected(before: Raid, raid: Raid) -> Raid:
    """The turn was set right: what belonged to the one left ends; nobody wakes.

    Forward means that the turns between were played and only the button was forgotten, so these
    people's first turns are over; backward, nobody's is.
    """
    order = before.order
    here = (before.arena.round, order.index(before.arena.of) if before.arena.of in order else 0)
    there = (raid.arena.round, order.index(raid.arena.of) if raid.arena.of in order else 0)
    over = tuple(
        who
        for place, who in enumerate(order)
        if here <= (here[0], place) < there or here < (here[0] + 1, place) < there
    )
    return left(before, replace(raid, played=_played(before, over)))


def left(before: Raid, raid: Raid) -> Raid:
    """Nothing of the deity's turn outlasts it; then it sleeps unless it stays awake (D-16)."""
    awake = raid.stays_awake if before.deitys_turn else raid.awake
    return replace(raid, turn=DeityTurn(), awake=awake)


def _played(raid: Raid, over: tuple[str | None, ...]) -> tuple[str, ...]:
    return (*raid.played, *(who for who in over if who and who != DEITY and who not in raid.played))


def evolve_turn(raid: Raid, event: Any) -> Raid:
    """The next state after an event inside a turn."""
    turn = raid.turn
    match event:
        case ReptanteLost(participant=id) if raid.deitys_turn:
            bare = tuple(other for other in turn.bare if other != id)
            return raid.with_turn(replace(turn, shields=_with(turn.shields, id), bare=bare))
        case ShieldCleared(participant=id, bare=still):
            shields = tuple(other for other in turn.shields if other != id)
            bare = _with(turn.bare, id) if still else turn.bare
            return raid.with_turn(replace(turn, shields=shields, bare=bare))
        case PrincipalFixed(participant=id, because=because, among=among):
            return raid.with_turn(replace(turn, principal=Principal(id, because, tuple(among))))
        case EsbirrosExtracted(esbirros=esbirros, made=made):
            return _extracted(raid, tuple(esbirros), made)
        case PowerAdded(kind=kind, esbirro=esbirro, size=size, made=made):
            power = Power(f"w{made + 1}", kind, esbirro, size)
            raid = replace(raid, powers_made=made + 1)
            return raid.with_turn(replace(turn, powers=(*turn.powers, power)))
        case PowerDone():
            return raid.with_turn(_done(turn, event))
        case EsbirrosRevealed(power=id, esbirros=esbirros, wanted=wanted):
            raid = raid.with_turn(replace(turn, revealed=Revealed(id, tuple(esbirros), wanted)))
            return replace(raid, labels=_labels(raid, (*esbirros, wanted)))
        case FosaReshuffled():
            return raid.with_turn(replace(turn, revealed=None))
        case EsbirrosDiscarded():
            return raid.with_turn(replace(turn, discarded=True))
        case PowerRemembered(label=label, printed=printed, kind=kind, target=target):
            others = tuple(one for one in raid.printed if same(one.label) != same(label))
            return replace(raid, printed=(*others, Printed(label, printed, kind, target)))
        case _:
            return raid


def _done(turn: DeityTurn, event: PowerDone) -> DeityTurn:
    """The turn with that Power done so; whoever did it so before stays the one who did."""
    power = turn.power(event.power)
    if power is None or power.status == event.status:
        return turn
    powers = tuple(replace(one, status=event.status) if one == power else one for one in turn.powers)
    told = Done(event.by, event.amount, event.printed, event.kind, event.target)
    done = tuple(one for one in turn.done if one[0] != power.id)
    return replace(turn, powers=powers, done=(*done, (power.id, told)))


def _with(ids: tuple[str, ...], id: str) -> tuple[str, ...]:
    return ids if id in ids else (*ids, id)


def _extracted(raid: Raid, esbirros: tuple[str, ...], made: int) -> Raid:
    """The queue begins: anew where there was an extraction, before what was added where there wasn't."""
    powers = queue(esbirros, raid.options, made)
    added = () if raid.turn.drawn else raid.turn.powers
    turn = replace(
        raid.turn,
        drawn=True,
        extracted=esbirros,
        powers=(*powers, *added),
        revealed=None,
        discarded=False,
        done=() if raid.turn.drawn else raid.turn.done,
    )
    raid = replace(raid, turn=turn, powers_made=made + len(powers))
    return replace(raid, labels=_labels(raid, esbirros))


def _labels(raid: Raid, seen: tuple[str, ...]) -> tuple[str, ...]:
    """The table's own labels in the order they were first seen; "sombra" is everybody's."""
    labels = list(raid.labels)
    for label in seen:
        if label and not is_sombra(label) and same(label) not in map(same, labels):
            labels.append(label)
    return tuple(labels)
