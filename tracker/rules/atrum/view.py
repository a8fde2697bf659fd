"""The state of an Atrum Arena table as the contract shows it: what all its games have in common."""

from dataclasses import asdict
from typing import Any

from tracker.rules.atrum.model import Arena, Person


def common(arena: Arena, game: str, order: tuple[str, ...], phase: str | None = None) -> dict[str, Any]:
    """The keys every game shows; ``verdict`` and further ones are the game's own."""
    return {
        "game": game,
        "status": arena.status,
        "round": arena.round,
        "turn": {"number": arena.number, "of": arena.of, "phase": phase},
        "order": list(order),
        "participants": [
            person_shown(arena, person, seat) for seat, person in enumerate(arena.people, start=1)
        ],
        "options": asdict(arena.options),
        "verdict": None,
        "result": arena.result and {"winner": arena.result.winner, "because": arena.result.because},
    }


def person_shown(arena: Arena, person: Person, seat: int) -> dict[str, Any]:
    """One participant: seat from 1, figures as they stand (null where resistance isn't counted)."""
    reptantes: dict[str, Any] = {
        "alive": len(person.living),
        "names": list(person.reptantes),
        "lost": list(person.lost),
    }
    if arena.per_reptante:
        reptantes["resistance"] = [
            arena.reptante(person, which) if arena.counted else None for which in range(len(person.each))
        ]
    return {
        "id": person.id,
        "name": person.name,
        "seat": seat,
        "out": person.out,
        "out_because": person.out_because,
        "reptantes": reptantes,
        "resistance": arena.resistance(person),
        "must_lose_reptante": arena.must_lose(person),
    }
