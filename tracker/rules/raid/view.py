"""A raid as the contract shows it: JSON-ready, derived figures included."""

from dataclasses import asdict
from typing import Any

from tracker.rules.atrum.view import common
from tracker.rules.raid.model import Principal, Raid, matches


def view(raid: Raid) -> dict[str, Any]:
    """The state's keys of contract §2, §4 and §5, and ``memory``: what phones offer again."""
    shown = common(raid.arena, "raid", raid.order)
    for person, entry in zip(raid.arena.people, shown["participants"], strict=True):
        entry["shielded"] = raid.shield(person) is not None
        entry["first_turn"] = person.id not in raid.played
    shown["options"] |= asdict(raid.options)
    shown["verdict"] = raid.verdict
    shown["deity"] = _deity(raid)
    shown["memory"] = _memory(raid)
    return shown


def figure(raid: Raid, counter: str) -> int:
    """What a figure shows; 0 where it isn't there or isn't counted."""
    if counter == "deity-resistance":
        return raid.resistance
    person = raid.arena.person(counter.removesuffix("-resistance"))
    return (raid.arena.resistance(person) or 0) if person else 0


def _deity(raid: Raid) -> dict[str, Any]:
    return {
        "name": raid.name,
        "teams_locked": raid.arena.teams_locked,
        "resistance": raid.resistance,
        "initial": raid.initial,
        "awake": raid.awake,
        "stays_awake": raid.stays_awake,
        "decks": {"total": raid.added_decks + 1, "added": raid.added_decks},
        "principal": principal_shown(raid.turn.principal) if raid.deitys_turn else None,
        "extracted": list(raid.turn.extracted),
        "plus": {"decks": raid.added_decks, "sombras": raid.sombra_bonus, "total": raid.plus},
        "powers": [asdict(power) for power in raid.turn.powers],
        "reshuffle_due": raid.turn.revealed is not None,
        "extracted_to_discard": raid.turn.discarded,
    }


def principal_shown(principal: Principal | None) -> dict[str, Any] | None:
    """The principal with why and among whom; None where there is none."""
    if principal is None:
        return None
    return {
        "participant": principal.participant,
        "because": principal.because,
        "among": list(principal.among),
    }


def _memory(raid: Raid) -> dict[str, Any]:
    revealed = raid.turn.revealed
    return {
        "labels": list(raid.labels),
        "printed": {
            one.label: {"printed": one.printed, "kind": one.kind, "target": one.target}
            for one in raid.printed
        },
        "done": {power: asdict(done) for power, done in raid.turn.done},
        "revealed": revealed
        and {
            "power": revealed.power,
            "esbirros": list(revealed.esbirros),
            "wanted": revealed.wanted,
            "matches": matches(revealed.esbirros, revealed.wanted),
        },
    }
