"""The bots by game and key. A bot gets an observation and the legal actions, and owns its generator."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from herrlof import packages
from herrlof.bots.kind import BotKind, search_kind
from herrlof.bots.random import RandomBot
from herrlof.game import Action, Bot, Game, Observation
from herrlof.games import GAMES, others, package
from herrlof.messages import N_, _, one_of
from herrlof.packages import Entry
from herrlof.registry import Registry

if TYPE_CHECKING:
    from herrlof.bots.motive import Motive
    from herrlof.bots.search import Evaluator


class GameBots(NamedTuple):
    """What is known about one game."""

    kinds: Sequence[BotKind] = ()
    default: str = ""
    """The bot that it is played against to begin with."""
    evaluator: Callable[[], Evaluator] | None = None
    """Makes what a search knows about it."""
    names: Sequence[str] = ()
    """What bots are called whose title somebody else at the table has already."""
    motives: Callable[[Any, Action, Action], Iterator[Motive]] | None = None
    """Yields what tells the best choice from another one, what weighs most first, from what its seat sees."""
    scale: Mapping[str, float] = {}
    """What a decision of some of its bots costs on average, all on the same decisions, to read a mean cost by."""


def _kinds(room: Any, entry: Entry) -> tuple[BotKind, ...]:
    """Return the bots in a module of others."""
    import pickle  # for the bots of others alone

    for kind in room.KINDS:
        if not isinstance(kind, BotKind) or not re.fullmatch(packages.KEY, kind.key):
            raise TypeError(f"{kind!r} is no BotKind with a key of small letters")
        try:
            pickle.dumps(kind)
        except Exception as error:
            raise TypeError(f"the bot {kind.key} cannot be sent to the bots' process: {error}") from None
    return tuple(replace(kind, source=entry.package) for kind in room.KINDS)


def _others_room(game: str) -> GameBots | None:
    """Return what a package knows about its game."""
    brought = package(game)
    if brought is None:
        return None
    entry = others()[game]
    return packages.brought(entry, brought.bots, lambda room: _checked_room(room, entry))


def _checked_room(room: Any, entry: Entry) -> GameBots:
    kinds = _kinds(room, entry)
    if room.DEFAULT not in [kind.key for kind in kinds]:
        raise ValueError(f"the default is {room.DEFAULT!r}, and there's no such bot")
    return GameBots(kinds, room.DEFAULT, getattr(room, "evaluator", None), getattr(room, "NAMES", ()),
                    getattr(room, "motives", None), getattr(room, "SCALE", {}))  # fmt: skip


GAME_BOTS: Final[Registry[GameBots]] = Registry(
    {
        "herrlof": "herrlof.bots.herrlof",
        "herald": "herrlof.bots.herald",
        "how-ruck": "herrlof.bots.how_ruck",
        "herfor": "herrlof.bots.herfor",
    },
    make=lambda room: GameBots(room.KINDS, room.DEFAULT, room.evaluator, room.NAMES, room.motives, room.SCALE),
    others=_others_room,
)
"""The bots of each game that has its own."""


def _of(game: str) -> GameBots:
    """Return what is known about a game; of one without bots of its own, nothing."""
    return GAME_BOTS.get(game, GameBots())


def _random(game: Game, rng: Random) -> Bot:
    return RandomBot(rng)


def _search(game: Game, rng: Random, times: int = 1) -> Bot:
    from herrlof.bots.search import RandomRollouts, SearchBot, Strength

    strength = Strength(iterations=100 * times, tree=not game.hidden)
    return SearchBot(RandomRollouts(game), strength, rng)


RANDOM: Final = BotKind("random", N_("Plays anything the rules allow, at random."), _random, measure=True)
SEARCH: Final = search_kind(
    "search",
    N_("Plays on at random from each move, and takes what wins most often; it knows nothing but the rules."),
    _search,
    measure=True,
)


def registry_entries(game: Game, own: Sequence[BotKind] = ()) -> Iterator[tuple[tuple[str, str], BotKind]]:
    """Yield the entries of a game in the registry: its own bots, and those that play every game."""
    for kind in (*own, SEARCH, RANDOM):
        yield (game.key, kind.key), kind


BOTS: Final[dict[tuple[str, str], BotKind]] = dict(
    chain.from_iterable(registry_entries(game, _of(key).kinds) for key, game in GAMES.items())
)
_asked: set[str] = set()
"""The games whose bots somebody has asked for."""


def bots_in(entry: Entry) -> tuple[BotKind, ...]:
    """Return the bots that a package brings for a game; none where they cannot be loaded."""

    def check(room: Any) -> tuple[BotKind, ...]:
        packages.check_contract(getattr(room, "CONTRACT", 1))  # those of 1 did not say it
        return _kinds(room, entry)

    return packages.brought(entry, entry.value, check) or ()


def _ask_packages(game: str) -> None:
    """Put in what packages bring for a game, once somebody asks for its bots."""
    if game in _asked or game not in GAMES:
        return
    _asked.add(game)
    if game in others():
        for place, kind in registry_entries(GAMES[game], _of(game).kinds):
            BOTS.setdefault(place, kind)
    for entry in packages.entries():
        if entry.group == packages.BOTS_GROUP and entry.key == game:
            for kind in bots_in(entry):
                if BOTS.setdefault((game, kind.key), kind) is not kind:
                    packages.note(entry, _("there's another bot '{key}' already", key=kind.key))


def bots_of(game: str) -> dict[str, BotKind]:
    """Return the bots of a game by key: the levels from the weakest to the strongest, then the others."""
    _ask_packages(game)
    found = [kind for (played, _key), kind in BOTS.items() if played == game]
    return {kind.key: kind for kind in sorted(found, key=lambda kind: (not kind.level, kind.level))}


def scale_of(game: str) -> Mapping[str, float]:
    """Return the mean cost of a decision of some of its bots, by their keys; nothing where nobody has measured it."""
    return _of(game).scale


def default_bot(game: str) -> str:
    """Return the key of the bot that a game is played against to begin with."""
    return _of(game).default or SEARCH.key


def opponents(game: str) -> dict[str, BotKind]:
    """Return the bots that people are offered: where a game has levels, none that only measures others."""
    found = bots_of(game)
    levels = any(kind.level for kind in found.values())
    return {key: kind for key, kind in found.items() if not (levels and kind.measure)}


def opponent(game: str, beaten: Collection[str], last: str | None = None) -> str:
    """Return the key of the bot that a game is practised against: the lowest level that nobody here has beaten yet,
    or the highest; where a game has no levels the last one, or else the default."""
    levels = [kind.key for kind in opponents(game).values() if kind.level]
    if levels:
        return next((key for key in levels if key not in beaten), levels[-1])
    return last if last is not None and last in bots_of(game) else default_bot(game)


def free_name(title: str, taken: Sequence[str], others: Sequence[str] = ()) -> str:
    """Return a name that nobody at the table has: the title, one of the others, or `Karl 2`."""
    names = {name.casefold() for name in taken}
    tried = chain([title], others, (f"{title} {n}" for n in count(2)))
    return next(name for name in tried if name.casefold() not in names)


def bot_names(game: str) -> Sequence[str]:
    """Return what bots of a game are called whose title somebody else at the table has already."""
    return _of(game).names


def bot_name(game: str, key: str, taken: Sequence[str]) -> str:
    """Return a name for a bot that nobody at the table has: its title, or one from the world of its game."""
    return free_name(bot_kind(game, key).title, taken, bot_names(game))


def evaluator_of(game: Game) -> Evaluator:
    """Return what a search knows about a game: its own knowledge, or else its rules alone."""
    from herrlof.bots.search import RandomRollouts

    make = _of(game.key).evaluator
    return make() if make else RandomRollouts(game)


def reason(game: Game, seen: Observation, best: Action, other: Action, settled: bool = False) -> Motive | None:
    """Return the fact that weighs most of those that tell the best choice from another one; None: there is none.

    `settled`: whether the best one succeeds as good as always, or never; then no fact counts what may beat it.
    """
    found = _of(game.key).motives
    if not found or best == other:
        return None
    return next((one for one in found(seen, best, other) if not (settled and one.risk)), None)


def bot_kind(game: str, key: str) -> BotKind:
    """Return the kind of bot with this key in a game; ValueError with a readable sentence if there is none.

    `jarl*4` is the jarl with four times its playouts.
    """
    plain, star, times = key.partition("*")
    _ask_packages(game)
    kind = BOTS.get((game, plain))
    if kind is None:
        text = N_("There's no bot '{key}' for {game}: choose {bots}.")
        raise ValueError(_(text, key=key, game=GAMES[game].title, bots=one_of(bots_of(game))))
    if not star:
        return kind
    if not kind.uses_worker or not times.isdecimal() or not 1 <= int(times) <= 1000:
        able = [name for name, other in bots_of(game).items() if other.uses_worker]
        text = N_("There's no bot '{key}': only {bots} can think longer, as in {example}.")
        raise ValueError(_(text, key=key, bots=one_of(able), example=f"{able[-1]}*4"))
    return kind.with_more_playouts(int(times))


def new_bot(game: Game, key: str, rng: Random) -> Bot:
    """Make a bot with a generator of its own; raise ValueError on an unknown key."""
    return bot_kind(game.key, key).make(game, rng)


def bot_label(game: str, key: str) -> str:
    """Return a bot's title, and for a level how strong it is: `Karl, level 2 of 5`."""
    kind = bot_kind(game, key)
    if not kind.level:
        return kind.title
    levels = max(other.level for other in bots_of(game).values())
    return _("{name}, level {level} of {levels}", name=kind.title, level=kind.level, levels=levels)
