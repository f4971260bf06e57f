"""The bots of the hall, by key. A bot gets an observation and the legal actions, and owns its generator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, count
from random import Random
from typing import Any, Final

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
    thinks: bool = False
    """Whether a move takes so long that a table lets the bot think in a process of its own."""
    longer: Callable[[int], BotKind] | None = None
    """Returns the same bot with that many times its playouts."""


def _level(key: str, sentence: str, **strength: Any) -> BotKind:
    """Return a bot that thinks ahead, with this `Strength`; what it needs for it is loaded when it sits down."""

    def make(rng: Random) -> Bot:
        from herrlof.bots.herrlof.insight import HerrlofInsight
        from herrlof.bots.search import SearchBot, Strength

        tried = Strength(**strength)
        return SearchBot(HerrlofInsight(tried.memory), tried, rng)

    def longer(times: int) -> BotKind:
        return _level(f"{key}*{times}", sentence, **{**strength, "iterations": times * strength["iterations"]})

    return BotKind(key, key.capitalize(), sentence, ("herrlof",), make, thinks=True, longer=longer)


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
            "Skald",
            "Counts what its hand is worth, remembers the cards that are gone and plays for its prediction; "
            "it sees only what its seat sees.",
            ("herrlof",),
            RulesBot,
        ),
        _level(
            "thrall",
            "Thinks for a moment only, forgets all but the last few tricks, and often takes the second best; "
            "it sees only what its seat sees.",
            iterations=130,
            trust=40,
            warmth=0.62,
            memory=12,
        ),
        _level(
            "karl",
            "Thinks a little longer, remembers most of what was played, and is not always careful; "
            "it sees only what its seat sees.",
            iterations=230,
            trust=40,
            warmth=0.42,
            memory=20,
        ),
        _level(
            "huskarl",
            "Remembers every card, gathers from the play what the others hold, and is content with a good move; "
            "it sees only what its seat sees.",
            iterations=325,
            trust=40,
            warmth=0.345,
        ),
        _level(
            "jarl",
            "Plays the rest of the round through a thousand times before each card, and seldom misses the best; "
            "it sees only what its seat sees.",
            iterations=1100,
            trust=40,
            warmth=0.185,
        ),
        _level(
            "konung",
            "Plays the rest of the round through thousands of times before each card and takes the best; "
            "it sees only what its seat sees.",
            iterations=4000,
            trust=40,
        ),
    )
}
LEVELS: Final = ("thrall", "karl", "huskarl", "jarl", "konung")
"""The bots that think ahead, each stronger than the one before it."""
DEFAULT_BOT: Final = "karl"


def name_for(key: str, taken: Sequence[str]) -> str:
    """Return a name for a bot that nobody at the table has: its title, or `Karl 2`."""
    title = kind_of(key).title
    names = {name.casefold() for name in taken}
    tried = chain([title], (f"{title} {n}" for n in count(2)))
    return next(name for name in tried if name.casefold() not in names)


def kind_of(key: str) -> BotKind:
    """Return the sort of bot with this key; raise ValueError with a readable sentence if there is none.

    `jarl*4` is the jarl with four times its playouts.
    """
    plain, star, times = key.partition("*")
    kind = BOTS.get(plain)
    if kind is None:
        raise ValueError(f"there is no bot {key!r}: choose {' or '.join(BOTS)}")
    if not star:
        return kind
    if kind.longer is None or not times.isdecimal() or not 1 <= int(times) <= 1000:
        raise ValueError(f"there is no bot {key!r}: only {' or '.join(LEVELS)} can think longer, as in jarl*4")
    return kind.longer(int(times))


def new_bot(key: str, rng: Random) -> Bot:
    """Make a bot with a generator of its own; raise ValueError on an unknown key."""
    return kind_of(key).make(rng)
