"""What a table can set about a game: each option's kind, and the values it takes."""

from dataclasses import dataclass
from typing import Any

from tracker.rules.kernel import Refusal

Value = int | bool | str | None
_ON, _OFF = ("on", "true", "1"), ("off", "false", "0", "")


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from low to high; ``unset`` says whether null is a value too."""

    low: int
    high: int
    unset: bool = True


@dataclass(frozen=True, slots=True)
class Switch:
    """Yes or no."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few words."""

    among: tuple[str, ...]


Kind = Whole | Switch | Choice

ATRUM: dict[str, Kind] = {
    "resistance": Whole(1, 9999),
    "resistance_model": Choice(("single", "per_reptante")),
    "resistance_after_loss": Whole(1, 9999),
    "normal_draw": Whole(1, 9999),
}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of every Atrum Arena game, at their defaults (A20, A24: no figure is known)."""

    resistance: int | None = None
    resistance_model: str = "single"
    resistance_after_loss: int | None = None
    normal_draw: int | None = None


def accepted(option: str, kind: Kind | None, value: Any) -> Value:
    """The value to keep for what was sent; forms send text.

    Raises Refusal ``bad_request`` (no such option, another kind of value) or ``amount_out_of_range``.
    """
    match kind:
        case Whole():
            return _whole(option, kind, value)
        case Switch():
            return _switch(option, value)
        case Choice(among=among) if isinstance(value, str) and value in among:
            return value
        case _:
            raise Refusal("bad_request", field=option)


def _whole(option: str, kind: Whole, value: Any) -> int | None:
    if isinstance(value, str):
        text = value.strip().replace("\u2212", "-")
        if text and not (text.isascii() and text.removeprefix("-").isdigit() and len(text) < 12):
            raise Refusal("bad_request", field=option)
        value = int(text) if text else None
    if value is None and kind.unset:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refusal("bad_request", field=option)
    if not kind.low <= value <= kind.high:
        raise Refusal("amount_out_of_range", field=option, low=kind.low, high=kind.high)
    return value


def _switch(option: str, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, int):  # a form's 1
        value = str(value)
    word = "" if value is None else value.strip().lower() if isinstance(value, str) else None
    if word in _ON or word in _OFF:
        return word in _ON
    raise Refusal("bad_request", field=option)
