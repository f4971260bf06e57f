"""What a bot is to those who choose it and to those who seat it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Any

from herrlof.game import Bot, Game
from herrlof.registry import call_named


@dataclass(frozen=True, slots=True)
class BotKind:
    """A kind of bot. It is pickled for other processes, so `make` is a function with a name."""

    key: str
    """In records and on the command line; it never changes."""
    description: str
    """How it plays and what it sees."""
    make: Callable[..., Bot]
    """`make(game, rng)` returns a bot with a generator of its own; a searching one also takes `times`."""
    uses_worker: bool = False
    """Whether a move takes so long that a table lets the bot think in a process of its own."""
    level: int = 0
    """Its place among the levels of its game, from 1 for the weakest; 0: none of them."""
    times: int = 1
    """By how much its usual number of playouts is multiplied."""
    measure: bool = False
    """Whether it is there to measure others by: where a game has levels, people are not offered it as an opponent."""
    seconds: float = 1.5
    """How long it takes for each move while seats move at the same time against the clock."""
    source: str = ""
    """The package that brings it, with its version; nothing: this program does."""

    @property
    def thinks_apart(self) -> bool:
        """Whether a table lets it think in a process of its own: where a move takes long, or the bot is another's."""
        return self.uses_worker or bool(self.source)

    @property
    def title(self) -> str:
        return self.key.capitalize()

    def with_more_playouts(self, times: int) -> BotKind:
        return replace(self, key=f"{self.key}*{times}", make=partial(self.make, times=times), times=times)


def ruled(named: str, game: Game, rng: Random) -> Bot:
    """Make the bot of the class that is named as `module:name` and needs its generator alone."""
    bot: Bot = call_named(named, rng)
    return bot


def searching(
    evaluator: str, game: Game, rng: Random, times: int = 1, *, iterations: int, memory: int | None = None, **more: Any
) -> Bot:
    """Make a bot that searches with what the class named as `module:name` knows; `more` is of its `Strength`.

    `memory` is for an evaluator that can forget: how many of the cards played last it remembers.
    """
    from herrlof.bots.search import SearchBot, Strength

    known = call_named(evaluator) if memory is None else call_named(evaluator, memory)
    return SearchBot(known, Strength(iterations * times, **more), rng)


def search_kind(key: str, description: str, make: Callable[..., Bot], level: int = 0, **more: Any) -> BotKind:
    """Return a kind of bot that thinks ahead, in a process of its own."""
    return BotKind(key, description, make, uses_worker=True, level=level, **more)
