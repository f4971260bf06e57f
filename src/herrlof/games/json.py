"""Observations as JSON: by field names, through the hints of the class in which the fields stand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache
from types import NoneType
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints

from herrlof.game import ACTION, Game, Observation


class Code(NamedTuple):
    """Says in a hint how a value goes to JSON: `Card = Annotated[int, Code(lambda card: CARD_CODES[card])]`."""

    of: Callable[[Any], object]


def to_json(game: Game, seen: Observation) -> dict[str, Any]:
    """Return an observation as JSON has it.

    Actions, and all that has a `Code` in its hint, are text codes; tuples are lists, and no number is beyond 2^53.
    """
    return _fields(game, seen)


def _fields(game: Game, value: Any) -> dict[str, Any]:
    return {name: _value(game, hint, getattr(value, name)) for name, hint in _hints(type(value)).items()}  # type: ignore[arg-type]  # a class is hashable


@cache
def _hints(kind: object) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def _value(game: Game, hint: Any, value: Any) -> Any:
    if value is None:
        return None
    if get_origin(hint) is Annotated:
        plain, mark = get_args(hint)[:2]
        if mark == ACTION:
            return game.encode(value)
        return mark.of(value) if isinstance(mark, Code) else _value(game, plain, value)
    parts = get_args(hint)
    if NoneType in parts:
        (there,) = set(parts) - {NoneType}
        return _value(game, there, value)
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        return _fields(game, value)
    if isinstance(value, tuple):
        each = parts[:1] * len(value) if parts[1:] == (...,) else parts
        return [_value(game, part, item) for part, item in zip(each, value, strict=True)]
    return value
