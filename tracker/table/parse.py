"""From what a phone sent to a typed command: shapes first, then the bounds the rules name."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from tracker.rules.kernel import Bounds, Length, PersonName, Refusal
from tracker.table.house import Title
from tracker.table.text import cleaned

_WHOLE = re.compile(r"[+\-\u2212]?[0-9]+")
_ON, _OFF = frozenset({"on", "true", "1"}), frozenset({"", "off", "false", "0"})
_HUGE = 10**18  # longer numbers than this are out of every range
_TEXT = Length(0, 200)


@dataclass(frozen=True, slots=True)
class Opening:
    """The fields of ``POST /tables``. options: as they came; the game judges them."""

    game: str
    names: tuple[PersonName, ...]
    options: dict[str, Any] = field(default_factory=dict)
    title: Title = ""


@dataclass(frozen=True, slots=True)
class Manner:
    """override: the rules give way. ago_ms: how long ago the finger tapped (counters)."""

    override: bool = False
    ago_ms: Annotated[int, Bounds(0, 86_400_000)] = 0


_PLAIN = Manner()


# --- Types -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shape:
    """A field's type taken apart. base: int, str, bool, Literal, tuple, dict or Any."""

    base: Any
    optional: bool = False
    bounds: Bounds | None = None
    length: Length | None = None
    item: "_Shape | None" = None


Shapes = Mapping[str, tuple[str, _Shape]]


def _shape(hint: Any) -> _Shape:
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        shape = _shape(args[0])
        for marker in args[1:]:
            if isinstance(marker, Bounds):
                shape = replace(shape, bounds=marker)
            elif isinstance(marker, Length):
                shape = replace(shape, length=marker)
        return shape
    if origin in (Union, UnionType):
        rest = [arg for arg in args if arg is not NoneType]
        return replace(_shape(rest[0]), optional=True) if len(rest) == 1 else _Shape(Any)
    if origin is Literal:
        return _Shape(Literal)
    if origin in (tuple, list, Sequence):
        return _Shape(tuple, item=_shape(args[0]))
    if origin in (dict, Mapping):
        return _Shape(dict, item=_shape(args[1]))
    return _Shape(hint)


@cache
def _shapes(command: type) -> Shapes:
    """Of each field: the name it bears outside (``from`` for ``from_``) and its shape."""
    hints = get_type_hints(command, include_extras=True)
    return {f.name: (f.name.rstrip("_"), _shape(hints[f.name])) for f in fields(command)}


# --- Forms -------------------------------------------------------------------------------------


def _whole(text: str, name: str) -> int | None:
    text = text.strip()
    if not text:
        return None
    if not _WHOLE.fullmatch(text):
        raise Refusal("bad_request", field=name)
    text = text.replace("\u2212", "-")
    if len(text) > len(str(_HUGE)):
        return -_HUGE if text.startswith("-") else _HUGE
    return int(text)


def _switch(text: str, name: str) -> bool:
    word = text.strip().lower()
    if word not in _ON | _OFF:
        raise Refusal("bad_request", field=name)
    return word in _ON


def loosely(text: str) -> Any:
    """What a form's text means where the type depends on another field (the value of an option)."""
    word = text.strip()
    if _WHOLE.fullmatch(word):
        return _whole(word, "value")
    return {"": None, "on": True, "true": True, "off": False, "false": False}.get(word.lower(), text)


def _from_form(texts: Sequence[str], shape: _Shape, name: str) -> Any:
    """The value of one field; None stands for absent."""
    match shape.base:
        case base if base is tuple and shape.item is not None:
            values = [_from_form([text], shape.item, name) for text in texts]
            return [value for value in values if value is not None] if shape.item.base is not str else values
        case base if base is int:
            return _whole(texts[-1], name)
        case base if base is bool:
            return _switch(texts[-1], name)
        case base if base is str:
            choice = shape.length is None and not texts[-1].strip()
            return None if choice else texts[-1]
        case base if base is Any:
            return loosely(texts[-1])
        case _:
            return texts[-1].strip() or None


def _form(shapes: Shapes, sent: Mapping[str, str | Sequence[str]]) -> dict[str, Any]:
    """A form's fields with the types the command has; a list is repeated, a map is ``map.key``."""
    texts = {name: [value] if isinstance(value, str) else list(value) for name, value in sent.items()}
    found: dict[str, Any] = {}
    for name, (outside, shape) in shapes.items():
        if shape.base is dict and shape.item is not None:
            prefix = outside + "."
            keyed = {key[len(prefix) :]: lines for key, lines in texts.items() if key.startswith(prefix)}
            found[name] = {key: _from_form(lines, shape.item, key) for key, lines in keyed.items() if lines}
        elif texts.get(outside):
            item = shape.item
            if shape.base is tuple and item is not None and item.base is str:
                found[name] = texts[outside]
            else:
                found[name] = _from_form(texts[outside], shape, outside)
        elif shape.base is bool:  # a switch that is off sends nothing
            found[name] = False
    return found


# --- Checks ------------------------------------------------------------------------------------


def _checked(value: Any, shape: _Shape, name: str) -> Any:
    """The value as the rules get it; raises ``amount_out_of_range`` or ``bad_name``."""
    if shape.bounds is not None and type(value) is int:
        bounds = shape.bounds
        if not bounds.low <= value <= bounds.high or (value == 0 and not bounds.zero):
            raise Refusal("amount_out_of_range", field=name, low=bounds.low, high=bounds.high)
        return value
    if isinstance(value, str):
        length = shape.length or _TEXT
        text = cleaned(value)
        if text is None or not length.low <= len(text) <= length.high:
            raise Refusal("bad_name", field=name, low=length.low, high=length.high)
        return text
    if isinstance(value, (tuple, list)):
        inner = shape.item or _Shape(Any)
        return type(value)(_checked(item, inner, name) for item in value)
    if isinstance(value, dict):
        inner = shape.item or _Shape(Any)
        return {_checked(key, _Shape(str), name): _checked(item, inner, name) for key, item in value.items()}
    return value


def _built(command: type, sent: Mapping[str, Any], form: bool) -> Any:
    shapes = _shapes(command)
    raw = (
        _form(shapes, sent)
        if form
        else {name: sent[outside] for name, (outside, _) in shapes.items() if outside in sent}
    )
    given: dict[str, Any] = {}
    for name, value in raw.items():
        if value is None:
            continue
        if shapes[name][1].base is dict and isinstance(value, dict):
            value = {key: item for key, item in value.items() if item is not None}
        given[name] = value
    try:
        built: Any = msgspec.convert(given, command)
        changed = _changes(built, given, shapes)
    except (msgspec.ValidationError, RecursionError, ValueError) as fault:
        raise Refusal("bad_request", field=_field_of(str(fault))) from None
    return replace(built, **changed) if changed else built


def _changes(built: Any, given: Mapping[str, Any], shapes: Shapes) -> dict[str, Any]:
    """The fields whose text had to be trimmed or composed."""
    changed: dict[str, Any] = {}
    for name in given:
        outside, shape = shapes[name]
        before = getattr(built, name)
        after = _checked(before, shape, outside)
        if after is not before and after != before:
            changed[name] = after
    return changed


def _field_of(message: str) -> str:
    """The field a shape's fault lies in, as msgspec names it, or ""."""
    found = re.search(r"`\$\.(\w+)|required field `(\w+)`", message)
    return next((name for name in found.groups() if name), "").rstrip("_") if found else ""


def parse(commands: Mapping[str, type], command: str, sent: Mapping[str, Any], form: bool = False) -> Any:
    """The command that was wished for, as the game's own type.

    sent: a JSON object, or with ``form`` a form's fields (each a text or a list of texts); unknown
    fields are ignored, null is absent. Raises ``no_such_command``, ``bad_request`` (with the
    ``field``), ``amount_out_of_range``, ``bad_name``.
    """
    if command not in commands:
        raise Refusal("no_such_command", command=command[:60])
    return _built(commands[command], sent, form)


def opening(sent: Mapping[str, Any], form: bool = False) -> Opening:
    """The fields of a new table; raises as ``parse`` does."""
    opened: Opening = _built(Opening, sent, form)
    return opened


def manner(sent: Mapping[str, Any], form: bool = False) -> Manner:
    """What every command may bear besides its own fields; raises as ``parse`` does."""
    if "override" not in sent and "ago_ms" not in sent:
        return _PLAIN
    found: Manner = _built(Manner, sent, form)
    return found


@cache
def _kept(command: type) -> Sequence[tuple[str, str, Any]]:
    """Of each field: its name, the one it bears outside, its default."""
    return [
        (f.name, f.name.rstrip("_"), f.default if f.default_factory is MISSING else f.default_factory())
        for f in fields(command)
    ]


def accepted(command: Any) -> dict[str, Any]:
    """A command's fields as they are kept: JSON-ready, without what is at its default."""
    kept: dict[str, Any] = {}
    of: type = type(command)
    for name, outside, default in _kept(of):
        value = getattr(command, name)
        if value is not None and value != default:
            kept[outside] = list(value) if isinstance(value, tuple) else value
    return kept
