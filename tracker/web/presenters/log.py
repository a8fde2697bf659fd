"""The history in words: what each entry says, whose it is, and whether it can be undone now."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tracker.table.house import SEATING
from tracker.table.model import Device, Entry, Table
from tracker.web.presenters.cast import DEITY, Cast, device_name
from tracker.web.presenters.story import Story
from tracker.web.presenters.titles import title
from tracker.web.words import Words, moment

__all__ = ["device_name", "entry_line", "entry_text", "history", "undo_label", "undo_short"]

MOVABLE = ("counter", "step")  # what undo may take
ICONS = {  # instead of its author's seat
    "wake": "sun",
    "sleep": "lid",
    "roll": "die",
    "draw-deity": "die",
    "open": "qr",
    "set-address": "qr",
    "make-host": "host",
    "leave-seat": "phone",
    "hold": "phone",
    "restart": "back",
}


def entry_text(entry: Entry, table: Table, words: Words) -> str:
    """One line for the whole entry: «Ataque a Véspera: −7 (120 → 113)»."""
    return text_of(entry, Cast.of(table, words))


def text_of(entry: Entry, cast: Cast) -> str:
    """The same at a table whose cast is known."""
    words, moves = cast.words, _moves(entry)
    what = title(_story(entry, cast))
    if len(moves) == 1:
        move = f"{_delta(moves, words)} ({_span(moves[0], words)})"
        return words._("%(title)s: %(move)s", title=what, move=move)
    if moves:
        several = ", ".join(f"{one['name']} {one['text']}" for one in _people(entry, moves, cast))
        return words._("%(title)s: %(move)s", title=what, move=several)
    return what


def undo_label(entry: Entry, table: Table, words: Words) -> str:
    """The undo button's name: «Deshacer: Ana, Véspera −7»."""
    return words._("Undo: %(what)s", what=_taken_back(entry, Cast.of(table, words)))


def _taken_back(entry: Entry, cast: Cast) -> str:
    """«Ana, Véspera −7»; of anything but one figure's counter, its title."""
    moves = _moves(entry)
    story = _story(entry, cast)
    if entry.kind != "counter" or len(moves) != 1:
        return title(story)
    what = f"{cast.name(_whose(moves[0]))} {_delta(moves, cast.words)}"
    return f"{story.by}, {what}" if story.by else what


def undo_short(entry: Entry, table: Table, words: Words) -> str:
    """What fits beside the undo arrow: «−7», «Turno», «Garra: anulado»."""
    story = _story(entry, Cast.of(table, words))
    moves = _moves(entry)
    if entry.kind == "counter" and len(moves) == 1:
        return _delta(moves, words)
    _ = words._
    match entry.command:
        case "end-turn" | "correct-turn":
            return _("Turn")
        case "damage-all":
            return _("%(amount)s to all", amount=story.amount)
        case "annul" if story.power:
            return _("%(power)s: annulled", power=story.power)
        case "resolve" | "damage" | "skip" if story.power:
            return story.power
        case "lose-reptante" | "restore-reptante" | "set-reptantes":
            return _("Reptante")
        case "extract" | "reveal" | "reshuffled" | "to-discard":
            return _("Extraction") if entry.command == "extract" else _("Esbirros")
        case "choose-principal":
            return _("Principal")
        case "lock-teams":
            return _("Teams")
        case "choose-deity" | "draw-deity" | "stay-awake" | "sleep" | "wake":
            return _("Deity")
        case "start" | "restart":
            return _("Beginning")
        case "confirm-result":
            return _("Result")
        case "set-option" | "rename-table":
            return _("Setting")
        case "clear-shield":
            return _("Shield")
        case "add-participant" | "rename-participant" | "remove-participant" | "move-participant":
            return _("People")
        case _:
            return title(story)


def history(
    entries: Sequence[Entry],
    table: Table,
    devices: Iterable[Device],
    words: Words,
    *,
    offset: int | None = None,
    newest: Sequence[Entry] | None = None,
) -> list[dict[str, Any]]:
    """``entries`` (newest first) in groups by turn: ``[{"heading", "lines": [entry_line, …]}, …]``.

    offset: minutes east of Greenwich, None: this machine's own. newest: the log's first page, where
    ``entries`` is a later one: an undo may be blocked by what stands there.
    """
    cast, phones = Cast.of(table, words), list(devices)
    stand = Standing.of([*(newest or ()), *entries])
    groups: list[dict[str, Any]] = []
    for entry in entries:
        heading = _heading(entry, cast)
        if not groups or groups[-1]["heading"] != heading:
            groups.append({"heading": heading, "lines": []})
        groups[-1]["lines"].append(entry_line(entry, cast, phones, stand, offset))
    return groups


def entry_line(
    entry: Entry, cast: Cast, devices: Sequence[Device], stand: "Standing", offset: int | None = None
) -> dict[str, Any]:
    """One entry of the history screen: seat or icon, title, second line, delta, and what undo may do."""
    words, moves, told = cast.words, _moves(entry), title(_story(entry, cast))
    author = _author(entry)
    seat = cast.seat(author)
    icon = _icon(entry, seat)
    undoable = entry.kind in MOVABLE and not entry.undone
    first = stand.in_the_way(entry) if undoable else None
    return {
        "entry": entry.entry,
        "seat": None if icon else seat,
        "author": cast.name(author) if cast.person(author) else None,
        "icon": icon,
        "title": told,
        "at": _moment(entry, words, offset),
        "detail": _undone(entry, devices, cast) if entry.undone else _detail(entry, devices, cast),
        "delta": _delta(moves, words) if len(moves) == 1 and entry.command != "damage-all" else None,
        "people": _people(entry, moves, cast),
        "override": words._("anyway") if entry.override else None,
        "undone": entry.undone,
        "can_undo": undoable and first is None,
        "can_redo": entry.entry in stand.redoable,
        "blocked": words._("first: %(entry)s", entry=title(_story(first, cast))) if first else None,
        "undo_label": words._("Undo: %(what)s", what=_taken_back(entry, cast)),
        "redo_label": words._("Redo: %(what)s", what=_taken_back(entry, cast)),
    }


@dataclass(frozen=True, slots=True)
class Standing:
    """What of a log decides which entries move. restarted: the number of the newest restart, else 0."""

    newest: Entry | None
    top: Entry | None
    restarted: int
    redoable: frozenset[int]

    @classmethod
    def of(cls, log: Sequence[Entry]) -> "Standing":
        """newest: the newest standing entry, top: the newest standing step."""
        standing = sorted((e for e in log if e.kind in MOVABLE and not e.undone), key=lambda e: e.entry)
        steps = [e for e in standing if e.kind == "step"]
        restarted = max((e.entry for e in steps if e.command == "restart"), default=0)
        return cls(
            standing[-1] if standing else None,
            steps[-1] if steps else None,
            restarted,
            frozenset(_redoable(log, restarted)),
        )

    def in_the_way(self, entry: Entry) -> Entry | None:
        """The newest standing entry to be undone before this one; None when nothing is in the way.

        A later step is in a step's way, a later restart in everything's, any later entry in a start's.
        """
        newest, top = self.newest, self.top
        if top and top.entry > entry.entry and (entry.kind == "step" or self.restarted > entry.entry):
            return newest if top.command == "start" else top
        if entry.command == "start" and newest and newest.entry > entry.entry:
            return newest
        return None


def _redoable(log: Sequence[Entry], restarted: int) -> Iterator[int]:
    """The undone entries that redo takes: counters no restart follows, the step undone last."""
    yield from (e.entry for e in log if e.undone and e.kind == "counter" and e.entry > restarted)
    steps = [e for e in log if e.kind == "step"]
    last = max((e for e in steps if e.undone), key=lambda e: e.undone_at or 0, default=None)
    if last is not None and not any(e.at > (last.undone_at or 0) for e in steps):
        yield last.entry


# --- The parts ----------------------------------------------------------------------------------


def _story(entry: Entry, cast: Cast) -> Story:
    return Story(entry.command, entry.fields, entry.facts, cast)


def _moves(entry: Entry) -> list[Mapping[str, Any]]:
    return [change for change in entry.facts.get("changes") or () if "by" in change]


def _whose(move: Mapping[str, Any]) -> str:
    return str(move["counter"]).partition("-")[0]


def _delta(moves: Sequence[Mapping[str, Any]], words: Words) -> str:
    return words.signed(sum(move["by"] for move in moves))


def _span(move: Mapping[str, Any], words: Words) -> str:
    return f"{words.number(move['from'])} → {words.number(move['to'])}"


def _author(entry: Entry) -> object:
    """The person an entry belongs to: named by the command, else whose turn it was."""
    if entry.command in ("take-seat", "seat-device"):
        return entry.fields.get("participant")
    by = entry.fields.get("by")
    return by if isinstance(by, str) and by else _turn(entry).get("of")


def _icon(entry: Entry, seat: int | None) -> str | None:
    """What stands in the seat's place, where the entry isn't one person's."""
    if entry.command == "end-turn" and entry.facts.get("woke"):
        return "sun"
    shown = ICONS.get(entry.command)
    return shown or (None if seat else "eye" if _turn(entry).get("of") == DEITY else "pencil")


def _turn(entry: Entry) -> Mapping[str, Any]:
    """The turn an entry is listed under: one that gives the turn, under the turn it gave."""
    match entry.command:
        case "end-turn" | "correct-turn":
            return {"of": entry.facts.get("to"), "round": entry.facts.get("round")}
        case "start":
            return {"of": entry.facts.get("first"), "round": 1}
        case "restart":
            return {}
        case _:
            return entry.game_turn or {}


def _heading(entry: Entry, cast: Cast) -> str:
    turn = _turn(entry)
    if not turn.get("of"):
        return cast.words._("Set-up")
    return cast.words._("Round %(n)s · %(name)s’s turn", n=turn["round"], name=cast.name(turn["of"]))


def _phone(device: str | None, devices: Iterable[Device], cast: Cast) -> str | None:
    found = next((d for d in devices if d.id == device), None)
    return device_name(found, cast.words, cast) if found else None


def _moment(entry: Entry, words: Words, offset: int | None) -> dict[str, str]:
    """When it was done or undone: for scripts, which know the reader's zone, and as it is shown without."""
    at = entry.at if entry.undone_at is None else entry.undone_at
    return {"iso": moment(at), "shown": words.time(at, offset)}


def _detail(entry: Entry, devices: Iterable[Device], cast: Cast) -> str:
    """«Ana · 7 toques · 120 → 113»."""
    words, moves = cast.words, _moves(entry)
    author = _story(entry, cast).by
    phone = _phone(entry.device, devices, cast) if entry.command not in SEATING else None
    parts = []
    if entry.command == "altar-hand":
        esbirros = int(entry.fields.get("esbirros") or 0)
        parts.append(words.ngettext("%(n)s Esbirro", "%(n)s Esbirros", esbirros))
    if author and entry.command != "annul":
        parts.append(author)
    if phone and phone != author:
        parts.append(words._("from %(phone)s", phone=phone) if author else phone)
    taps = _taps(entry)
    if taps > 1:
        parts.append(words.ngettext("%(n)s tap", "%(n)s taps", taps))
    parts += _told(entry, cast)
    if len(moves) == 1 and entry.command != "damage-all":
        parts.append(_span(moves[0], words))
    elif moves:
        parts.append(words.ngettext("%(n)s change, one entry", "%(n)s changes, one entry", len(moves)))
    return " · ".join(parts)


def _told(entry: Entry, cast: Cast) -> Iterator[str]:
    """What some commands add to their second line."""
    facts, words = entry.facts, cast.words
    if facts.get("reduction"):
        yield words._("reduced by %(n)s", n=facts["reduction"])
    if entry.command == "extract" and isinstance(facts.get("plus"), int):
        yield f"(+) = {words.signed(facts['plus'])}"
    if entry.command == "start" and facts.get("among"):
        yield words._("drawn by lot")
    principal = facts.get("principal")
    if entry.command == "end-turn" and principal:
        if principal.get("participant") is None:
            yield words._("principal: the table chooses")
        else:
            yield words._("principal: %(name)s", name=cast.name(principal["participant"]))


def _taps(entry: Entry) -> int:
    """How many taps a burst was; a phone sends those that wait for an answer together."""
    requests = entry.facts.get("taps", 1)
    by_key = entry.command in ("damage", "gain", "damage-deity") and "kind" not in entry.fields
    return int(entry.fields.get("amount", requests)) if requests > 1 and by_key else int(requests)


def _undone(entry: Entry, devices: Iterable[Device], cast: Cast) -> str:
    """«Lo deshizo Caro»."""
    phone = _phone(entry.undone_by, devices, cast) or cast.words._("somebody")
    return cast.words._("Undone by %(who)s", who=phone)


def _people(entry: Entry, moves: Sequence[Mapping[str, Any]], cast: Cast) -> list[dict[str, Any]]:
    """Each person an entry to several changed: «4 → −1»; shielded ones say so."""
    if len(moves) < 2 and entry.command != "damage-all":
        return []
    shielded = entry.facts.get("shielded") or {}
    return [
        {
            "seat": cast.seat(_whose(move)),
            "name": cast.name(_whose(move)),
            "shielded": _whose(move) in shielded,
            "text": cast.words._("shielded") if _whose(move) in shielded else _span(move, cast.words),
        }
        for move in moves
    ]
