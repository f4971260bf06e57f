"""Observations as JSON: by field names, through the hints of the class in which the fields stand."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import is_dataclass
from functools import cache
from types import NoneType
from typing import Annotated, Any, Final, NamedTuple, get_args, get_origin, get_type_hints

from herrlof.game import ACTION, Game, Observation


class Code(NamedTuple):
    """Says in a hint how a value goes to JSON and back: `Annotated[int, Code(CARD_CODES.__getitem__, parse_card)]`."""

    of: Callable[[Any], object]
    parse: Callable[[Any], Any]
    """The inverse; what it raises on anything else is a LookupError, TypeError or ValueError."""
    schema: str = "{}"
    """What JSON Schema says of it, as JSON."""


def text_code(code: Callable[[int], str], parse: Callable[[str], int]) -> Code:
    """Return the code of numbers that have text codes; -1, where there is none, is null."""
    return Code(
        lambda number: code(number) if number >= 0 else None,
        lambda text: -1 if text is None else parse(text),
        '{"type": ["string", "null"]}',
    )


def to_json(game: Game, seen: Observation) -> dict[str, Any]:
    """Return an observation as JSON has it.

    Actions, and all that has a `Code` in its hint, are text codes; tuples are lists, and no number is beyond 2^53.
    """
    return _fields(game, seen)


def from_json(game: Game, found: object) -> Any:
    """Return the observation that `to_json` wrote; ValueError names the part that is none."""
    return _read(game, game.observation_type, found, "the observation")


def schema(game: Game) -> dict[str, Any]:
    """Return the JSON Schema of a game's observations and actions: `observation`, `action`, and what they name."""
    found: dict[str, Any] = {"action": {"type": "string", "description": "the text code of an action"}}
    _described(game, game.observation_type, found)
    found["observation"] = found.pop(game.observation_type.__name__)
    return found


_PLAIN: Final = {int: "integer", str: "string", bool: "boolean", float: "number"}


def _described(game: Game, hint: Any, found: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of what has this hint; classes are put into `found`."""
    if get_origin(hint) is Annotated:
        plain, mark = get_args(hint)[:2]
        if mark == ACTION:
            return {"$ref": f"#/$defs/{game.key}/$defs/action"}
        return json.loads(mark.schema) if isinstance(mark, Code) else _described(game, plain, found)
    parts = get_args(hint)
    if NoneType in parts:
        (there,) = set(parts) - {NoneType}
        return {"anyOf": [_described(game, there, found), {"type": "null"}]}
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        name = hint.__name__
        if name not in found:
            found[name] = {}
            hints = {part: _described(game, there, found) for part, there in _hints(hint).items()}
            found[name] = {
                "type": "object",
                "properties": hints,
                "required": list(hints),
                "additionalProperties": False,
            }
        return {"$ref": f"#/$defs/{game.key}/$defs/{'observation' if hint is game.observation_type else name}"}
    if get_origin(hint) is tuple:
        if parts[1:] == (...,):
            return {"type": "array", "items": _described(game, parts[0], found)}
        return {"type": "array", "prefixItems": [_described(game, part, found) for part in parts], "items": False}
    return {"type": _PLAIN[hint]}


def _fields(game: Game, value: Any) -> dict[str, Any]:
    return {name: _value(game, hint, getattr(value, name)) for name, hint in _hints(value.__class__).items()}


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


def _read(game: Game, hint: Any, found: Any, where: str) -> Any:
    if get_origin(hint) is Annotated:
        plain, mark = get_args(hint)[:2]
        if mark != ACTION and not isinstance(mark, Code):
            return _read(game, plain, found, where)
        try:
            return game.decode(found) if mark == ACTION else mark.parse(found)
        except (LookupError, TypeError, ValueError, AttributeError):
            raise ValueError(f"{where} cannot be {ascii(found)[:40]}") from None
    parts = get_args(hint)
    if NoneType in parts:
        (there,) = set(parts) - {NoneType}
        return None if found is None else _read(game, there, found, where)
    if is_dataclass(hint) or hasattr(hint, "_fields"):
        hints = _hints(hint)
        if not isinstance(found, dict) or set(found) != set(hints):
            raise ValueError(f"{where} has other parts than {', '.join(hints)}")
        return hint(**{name: _read(game, part, found[name], name) for name, part in hints.items()})
    if get_origin(hint) is tuple:
        endless = parts[1:] == (...,)
        if not isinstance(found, list) or not (endless or len(found) == len(parts)):
            raise ValueError(f"{where} is no list of the right length")
        each = parts[:1] * len(found) if endless else parts
        return tuple([_read(game, part, item, where) for part, item in zip(each, found, strict=True)])
    if type(found) is not hint:
        raise ValueError(f"{where} cannot be {ascii(found)[:40]}")
    return found
