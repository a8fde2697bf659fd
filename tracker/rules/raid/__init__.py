"""A raid: one to eleven people together against a deity (Deidades del Lumen)."""

from tracker.rules.atrum.commands import Damage, DamageAll
from tracker.rules.kernel import Game
from tracker.rules.raid.commands import COMMANDS, COUNTERS, EVENTS
from tracker.rules.raid.facts import facts
from tracker.rules.raid.model import Raid
from tracker.rules.raid.objections import objections
from tracker.rules.raid.play import decide, evolve, open_raid, spent
from tracker.rules.raid.view import figure, view


def _resolves_too(command: object) -> bool:
    """A damage that also resolves a Power is a step."""
    return isinstance(command, Damage | DamageAll) and command.power is not None


RAID: Game[Raid] = Game(
    name="raid",
    commands=COMMANDS,
    events=EVENTS,
    counters=COUNTERS,
    blank=Raid(),
    open=open_raid,
    objections=objections,
    decide=decide,
    evolve=evolve,
    view=view,
    figure=figure,
    facts=facts,
    steps_too=_resolves_too,
    spent=spent,
)
