"""Why something wished for in a raid would not be done: what is the raid's own."""

from collections.abc import Iterator
from typing import assert_never

from tracker.rules.atrum import objections as atrum
from tracker.rules.atrum.commands import Damage, DamageAll
from tracker.rules.atrum.model import Arena
from tracker.rules.atrum.objections import Customs
from tracker.rules.kernel import Refusal
from tracker.rules.raid.commands import (
    AddPower,
    AltarHand,
    Annul,
    ChooseDeity,
    ChoosePrincipal,
    ClearShield,
    DamageDeity,
    DrawDeity,
    EndTurn,
    Extract,
    GainDeity,
    LockTeams,
    Own,
    RaidCommand,
    Reshuffled,
    Resolve,
    Reveal,
    Skip,
    Sleep,
    StayAwake,
    ToDiscard,
    Wake,
)
from tracker.rules.raid.model import DEITY, EXTRACTED, MOST, OPTIONS, OWN_OPTIONS, Power, Raid

MOST_LISTED = 100


def _winners(_arena: Arena) -> tuple[str, ...]:
    return "participants", DEITY, "draw", "none"


CUSTOMS = Customs(
    pages={
        "teams_locked": "raid/teams",
        "reptante_repeated": "raid/reptantes",
        "participant_out": "raid/elimination",
    },
    most=MOST,
    causes=frozenset({"power", "deity", "other"}),
    across=True,
    options=OPTIONS,
    while_playing=frozenset({"resistance_after_loss", "normal_draw", *OWN_OPTIONS}),
    winners=_winners,
    closing=(DEITY,),
    targets=(DEITY,),
)

_DEITYS_TURN_ONLY = (Extract, Resolve, Skip, Annul, AddPower, Reveal, ToDiscard, StayAwake, ChoosePrincipal)


def objections(raid: Raid, command: RaidCommand) -> Iterator[Refusal]:
    """Everything against ``command``, in any order."""
    yield from atrum.objections(CUSTOMS, raid.arena, command)
    if isinstance(command, _DEITYS_TURN_ONLY) and not raid.deitys_turn:
        yield Refusal("not_deitys_turn", "raid/deity-turn", of=raid.arena.of)
    match command:
        case Damage() | DamageAll():
            yield from _against_damage(raid, command)
        case (
            LockTeams()
            | ChooseDeity()
            | DrawDeity()
            | EndTurn()
            | DamageDeity()
            | AltarHand()
            | GainDeity()
            | Extract()
            | Resolve()
            | Skip()
            | Annul()
            | AddPower()
            | Reveal()
            | Reshuffled()
            | ToDiscard()
            | StayAwake()
            | Sleep()
            | Wake()
            | ChoosePrincipal()
            | ClearShield()
        ):
            yield from _own(raid, command)
        case _:
            pass


def _own(raid: Raid, command: Own) -> Iterator[Refusal]:
    match command:
        case ChooseDeity() | DrawDeity():
            if isinstance(command, DrawDeity) and not 1 <= len(command.names) <= MOST_LISTED:
                yield Refusal("bad_request", field="names")
            if not raid.arena.teams_locked:
                yield Refusal("teams_first", "raid/teams")
        case DamageDeity() | AltarHand():
            if raid.awake:
                yield Refusal("deity_awake", "raid/awake")
        case EndTurn():
            yield from _against_end_turn(raid, command)
        case Extract():
            yield from _against_extract(raid, command)
        case Resolve(power=power):
            yield from _against_doing(raid, power, "resolved")
        case Skip(power=power):
            yield from _against_doing(raid, power, "skipped")
        case Annul(power=power):
            yield from _against_doing(raid, power, "annulled")
        case Reveal(power=power):
            if len(command.esbirros) > MOST_LISTED:
                yield Refusal("bad_request", field="esbirros")
            yield from _extracted(raid)
            yield from _against_using(raid, power)
        case ToDiscard():
            yield from _against_closing(raid)
        case ChoosePrincipal(participant=id):
            person = raid.arena.person(id)
            if person and person.out:
                yield Refusal("participant_out", "raid/elimination", participant=id)
            if raid.turn.principal and raid.turn.principal.participant:
                yield Refusal(
                    "principal_fixed", "raid/principal", participant=raid.turn.principal.participant
                )
        case (
            LockTeams()
            | GainDeity()
            | AddPower()
            | Reshuffled()
            | StayAwake()
            | Sleep()
            | Wake()
            | ClearShield()
        ):
            pass
        case _:
            assert_never(command)


def _against_damage(raid: Raid, command: Damage | DamageAll) -> Iterator[Refusal]:
    match command:
        case Damage(participant=id, cause=cause, power=power):
            person = raid.arena.person(id)
            why = raid.shield(person) if person and (cause == DEITY or power is not None) else None
            if why:
                yield Refusal("shielded", "raid/shield", participant=id, because=why)
        case DamageAll(override=True) if raid.shielded:
            yield Refusal("shielded", "raid/shield", participants=list(raid.shielded))
    if command.power is not None:
        yield from _against_using(raid, command.power)


def _against_using(raid: Raid, id: str) -> Iterator[Refusal]:
    """What stands against a Power that deals damage or reveals (D-24, D-25)."""
    power = raid.turn.power(id)
    if power is None:
        yield Refusal("no_such_power", power=id)
        return
    if power.status != "pending":
        yield Refusal("already_done", power=id, status=power.status)
    yield from _out_of_order(raid, power)


def _against_doing(raid: Raid, id: str, wanted: str) -> Iterator[Refusal]:
    """What stands against ending a Power as ``wanted``; nothing when it ended so already."""
    power = raid.turn.power(id)
    if power is None:
        yield Refusal("no_such_power", power=id)
        return
    if power.status == wanted:
        return
    yield from _extracted(raid)
    if wanted == "annulled":
        yield from _against_annulling(raid, power)
    if power.status != "pending":
        yield Refusal("not_pending", "raid/powers", power=id, status=power.status)
    yield from _out_of_order(raid, power)


def _against_annulling(raid: Raid, power: Power) -> Iterator[Refusal]:
    if power.kind == "coinciding":
        yield Refusal("coinciding_not_annullable", "raid/annul", power=power.id)
    annulled = next((other for other in raid.turn.powers if other.status == "annulled"), None)
    if annulled:
        yield Refusal("already_annulled", "raid/annul", power=annulled.id, esbirro=annulled.esbirro)


def _out_of_order(raid: Raid, power: Power) -> Iterator[Refusal]:
    revealed = raid.turn.revealed
    if revealed and revealed.power != power.id:
        yield Refusal("reshuffle_first", "raid/reveal", power=revealed.power)
    earlier = raid.turn.earlier_pending(power.id)
    if earlier:
        yield Refusal("powers_in_order", "raid/powers", power=earlier[0].id, esbirro=earlier[0].esbirro)


def _extracted(raid: Raid) -> Iterator[Refusal]:
    if not raid.turn.drawn:
        yield Refusal("extract_first", "raid/extract")


def _against_extract(raid: Raid, command: Extract) -> Iterator[Refusal]:
    esbirros = command.esbirros
    if (esbirros is None) == (command.sombras is None) or len(esbirros or ()) > EXTRACTED:
        yield Refusal("bad_request", field="esbirros")
    if esbirros is not None and len(esbirros) < EXTRACTED:
        yield Refusal("extract_three", "raid/extract", esbirros=len(esbirros))
    if raid.turn.drawn:
        yield Refusal("already_extracted", "raid/extract", esbirros=list(raid.turn.extracted))


def _against_closing(raid: Raid) -> Iterator[Refusal]:
    """What the deity's turn still owes before its Esbirros go to the Vertedero (D-31)."""
    yield from _extracted(raid)
    if raid.turn.revealed:
        yield Refusal("reshuffle_first", "raid/reveal", power=raid.turn.revealed.power)
    pending = [power.id for power in raid.turn.powers if power.status == "pending"]
    if pending:
        yield Refusal("powers_pending", "raid/powers", powers=pending)


def _against_end_turn(raid: Raid, command: EndTurn) -> Iterator[Refusal]:
    if command.turn != raid.arena.number:
        yield Refusal("turn_already_passed", turn=raid.arena.number, of=raid.arena.of)
    if command.next is not None:
        yield from atrum.against_turn_of(CUSTOMS, raid.arena, command.next)
    losing = [person.id for person in raid.arena.people if raid.arena.must_lose(person)]
    if losing:
        yield Refusal("reptante_pending", "raid/loss", participants=losing)
    if raid.deitys_turn:
        yield from _against_closing(raid)
        if raid.turn.extracted and not (raid.turn.discarded or command.to_discard):
            yield Refusal("discard_first", "raid/discard", esbirros=list(raid.turn.extracted))
