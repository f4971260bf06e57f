"""What states have in common: fields named once, by the annotations of their classes, phases, summaries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from inspect import get_annotations
from itertools import takewhile
from operator import attrgetter
from typing import Any, Self, TypeVar

from herrlof.game import Mover

T = TypeVar("T")


def shared_fields(observation: type) -> tuple[str, ...]:
    """Return what stands in an observation as it does in the state: its fields before `seat`."""
    return tuple(takewhile(lambda name: name != "seat", get_annotations(observation)))


def observer(observation: type[T]) -> Callable[..., T]:
    """Return what observes a state: it takes these fields from there, and after the state the others in their order."""
    shared = attrgetter(*shared_fields(observation))
    return lambda state, *others: observation(*shared(state), *others)


def dotted(parts: Iterable[object]) -> str:
    """Return parts as a summary has them: with dots between, `-` for none."""
    return ".".join(map(str, parts)) or "-"


def dotted_by(codes: Sequence[str]) -> Callable[[Iterable[int]], str]:
    """Return what has cards stand in a summary by these codes."""
    return lambda cards: dotted([codes[card] for card in cards])


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
        raise NotImplementedError


class PhasedState(Fields):
    """A base for states that always are in one phase; where chance moves, the phase is the kind of what it does."""

    seats: int
    phase: str
    player: Mover
    winners: tuple[int, ...]

    __slots__ = ("phase", "player", "winners")

    def current_player(self) -> Mover:
        return self.player

    def chance_kind(self) -> str:
        return self.phase

    def returns(self) -> tuple[float, ...]:
        winners = self.winners
        return tuple([(seat in winners) / (len(winners) or 1) for seat in range(self.seats)])

    def take_shared(self, seen: Any) -> None:
        """Take from an observation what stands in it as it does in the state, and who moves."""
        for name in shared_fields(type(seen)):
            setattr(self, name, getattr(seen, name))
        self.player = seen.mover
