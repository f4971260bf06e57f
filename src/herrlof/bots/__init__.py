"""The bots of the hall, by key. A bot gets an observation and the legal actions, and owns its generator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, count
from random import Random
from typing import Final

from herrlof.bots.herrlof.rules import RulesBot
from herrlof.bots.random import RandomBot
from herrlof.game import Bot


@dataclass(frozen=True, slots=True)
class BotKind:
    """A sort of bot, as people choose it and as the table makes it."""

    key: str
    title: str
    """The name shown to people."""
    sentence: str
    """How it plays and what it sees."""
    games: tuple[str, ...] | None
    """The keys of the games it can play; None: any."""
    make: Callable[[Random], Bot]


BOTS: Final[dict[str, BotKind]] = {
    kind.key: kind
    for kind in (
        BotKind(
            "random",
            "Loki",
            "Plays any card that the rules allow, and looks at nothing but its own seat's cards.",
            None,
            RandomBot,
        ),
        BotKind(
            "rules",
            "Karl",
            "Counts what its hand is worth, remembers the cards that are gone and plays for its prediction; "
            "it sees only what its seat sees.",
            ("herrlof",),
            RulesBot,
        ),
    )
}
DEFAULT_BOT: Final = "rules"


def name_for(key: str, taken: Sequence[str]) -> str:
    """Return a name for a bot that nobody at the table has: its title, or `Karl 2`."""
    title = BOTS[key].title
    names = {name.casefold() for name in taken}
    tried = chain([title], (f"{title} {n}" for n in count(2)))
    return next(name for name in tried if name.casefold() not in names)


def new_bot(key: str, rng: Random) -> Bot:
    """Make a bot with a generator of its own; raise ValueError with a readable sentence on an unknown key."""
    if key not in BOTS:
        raise ValueError(f"there is no bot {key!r}: choose {' or '.join(BOTS)}")
    return BOTS[key].make(rng)
