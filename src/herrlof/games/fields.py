"""What states have in common: fields named once, by the annotations of their classes, summaries, shares of a win."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from inspect import get_annotations
from itertools import takewhile
from operator import attrgetter
from typing import Any, Self


def shared_fields(observation: type) -> tuple[str, ...]:
    """Return what stands in an observation as it does in the state: its fields before `seat`."""
    return tuple(takewhile(lambda name: name != "seat", get_annotations(observation)))


def shared_by(observation: type) -> Callable[[Any], tuple[Any, ...]]:
    """Return what takes these fields from a state."""
    return attrgetter(*shared_fields(observation))


def dotted(parts: Iterable[object]) -> str:
    """Return parts as a summary has them: with dots between, `-` for none."""
    return ".".join(map(str, parts)) or "-"


def dotted_by(codes: Sequence[str]) -> Callable[[Iterable[int]], str]:
    """Return what has cards stand in a summary by these codes."""
    return lambda cards: dotted([codes[card] for card in cards])


def shares(winners: Collection[int], seats: int) -> tuple[float, ...]:
    """Return by seat what it has of the win; all 0 before the end."""
    return tuple([(seat in winners) / (len(winners) or 1) for seat in range(seats)])


class Fields:
    """A base for states: gives each class with annotated `__slots__` a `clone` as fast as one written by hand.

    Slots annotated as lists are copied, a list of lists one level deeper; all else is shared, so it has to be
    immutable.
    """

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        """Write the `clone` of a class, as dataclasses write their `__init__`."""
        lines = ["def clone(self):", "    new = make(type(self))"]
        for base in reversed(cls.__mro__):
            notes = get_annotations(base)
            for name in base.__dict__.get("__slots__", ()):
                note = str(notes.get(name, ""))
                value = f"self.{name}"
                if note.startswith("list[list["):
                    value = f"[part[:] for part in {value}]"
                elif note.startswith("list["):
                    value += "[:]"
                lines.append(f"    new.{name} = {value}")
        scope: dict[str, Any] = {"make": object.__new__}
        exec("\n".join([*lines, "    return new"]), scope)  # noqa: S102 - names from the source alone
        cls.clone = scope["clone"]  # type: ignore[method-assign]

    def clone(self) -> Self:
        """Return an independent copy."""
        raise NotImplementedError
