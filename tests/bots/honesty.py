"""Can a bot peek? The means by which `test_honesty.py` shows that none does.

A bot is made with a generator of its own and asked with `choose(match.observe(seat), match.legal())`, nowhere
with more. Here are three ways to notice one that knows more all the same:

**Twin worlds.** `twins` stops matches where somebody has to decide and makes a second world: the same match with cards
exchanged of which no event has told that seat, or one made out of what it has seen. All else differs: the other hands,
the order of the deck, cards put under it, predictions, and the deals to come. To the seat both are the same, so a bot
with the same generator must do the same in both. `peeks` tells where it does not.

**Tripwires.** `wired_match` plays a match in which everything that knows the truth gives alarm when it is
touched while a bot thinks: the referee with all its parts, every state, and the ways around them that Python
reports to an audit hook (files, the callers' frames, the list of all objects). `Peeked` names what was touched.

**Plain values.** `unplain` finds what is not a mere value in something that a bot is given. Values that never
change cannot lead anywhere else.

One limit: tripwires can be stepped over by whoever knows where they are (`object.__getattribute__`, machine code).
What such a bot then does differently, the twins still show.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from random import Random
from typing import Any, NamedTuple, TypeAlias

from herrlof.bots import GAME_BOTS, GameBots, registry_entries
from herrlof.bots.kind import BotKind
from herrlof.contract.exchange import Position, elsewhere, places
from herrlof.contract.variants import Variant
from herrlof.game import CHANCE, Action, Bot, Game, Observation, State
from herrlof.games.herrlof.actions import PREDICT
from herrlof.games.herrlof.state import HerrlofState
from herrlof.table.dealing import ROOT_SIZE, FairChance
from herrlof.table.match import Match, Seat
from tests.contract.variants import ALL

Make: TypeAlias = Callable[[Any, Random], Bot]
"""Makes a bot. An honest one takes the generator; one that peeks takes the referee (or `Stage`) too."""


def honest(game: Game, kind: BotKind) -> Make:
    """Return how the program makes this bot."""
    return lambda _, rng: kind.make(game, rng)


# Where it is tried


class Table(NamedTuple):
    """A game with its options."""

    game: str
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        return "-".join(map(str, (self.game, self.seats, *self.options.values())))

    def match(self, seed: bytes, game: Game | None = None, kind: type[Match] = Match, **options: Any) -> Match:
        """Return a new match at this table."""
        seats = [Seat(f"seat {seat}") for seat in range(self.seats)]
        return kind(game or ALL[self.game], seats, seed=seed, **{**self.options, **options})


HERRLOF = [Table("herrlof", seats, {"edition": edition}) for seats in (2, 3) for edition in ("english", "dutch")]
OTHERS = [
    Table(game.key, seats, {}) for game in ALL.values() if game.hidden and game.key != "herrlof" for seats in game.seats
]
TABLES = HERRLOF + OTHERS
"""Every game with secrets, the toy too, for every number of seats."""
DECISIONS = {
    "herrlof": (
        "play", "predict", "play", "draw/pass", "play", "discard",
        "play", "pass/take-trick", "play", "pass/steal", "play", "return",
    ),
}  # fmt: skip
"""Of which kind a game's decisions are, in the order in which positions are picked; other games: as they come."""
LONGEST = 200
"""Moves of a match in which twins are looked for."""
ENOUGH = 60
"""Decisions of a match of another game that are watched by tripwires."""


def kinds_of(game: Game) -> list[BotKind]:
    """Return all bots of a game."""
    return [kind for _, kind in registry_entries(game, GAME_BOTS.get(game.key, GameBots()).kinds)]


PLAYERS = [(kind.key, table) for table in TABLES for kind in kinds_of(ALL[table.game])]
"""Every bot at every table of its game."""


def kind_at(table: Table, key: str) -> BotKind:
    """Return a bot of a table's game."""
    return next(kind for kind in kinds_of(ALL[table.game]) if kind.key == key)


# Twin worlds


@dataclass(frozen=True)
class Stage:
    """A referee of a single position: it holds what a match would, where a bot that peeks looks for it."""

    _state: State
    _chance: FairChance

    def observe(self, seat: int) -> Observation:
        """Return what a seat knows."""
        return self._state.observation(seat)

    def legal(self) -> Sequence[Action]:
        """Return the mover's legal actions."""
        return self._state.legal_actions()


@dataclass(frozen=True)
class Twins:
    """Two worlds in which the mover has seen the same."""

    table: Table
    decision: str
    seat: int
    true: Any
    twin: Any

    @property
    def differ(self) -> bool:
        """Whether anything is not the same in them."""
        return bool(self.true.summary() != self.twin.summary())

    def stages(self, seed: int) -> list[Stage]:
        """Return a stage in each world, with other deals to come."""
        rng = Random(f"chance {seed}")
        return [Stage(world, FairChance(rng.randbytes(ROOT_SIZE))) for world in (self.true, self.twin)]


def twins(table: Table, wanted: int) -> Iterator[Twins]:
    """Yield pairs at random places of random matches where there is a choice; kinds of decisions take turns.

    One of three twins is the same match with cards exchanged that no event has told the seat; one is made from nothing
    but what the seat has seen; in the third one only the predictions of the others are changed, if any are made. The
    same arguments give the same pairs.
    """
    game = ALL[table.game]
    wishes = DECISIONS.get(table.game, ("",))
    start = TABLES.index(table) * 3  # so that a few pairs at each table are of all kinds together
    rng = Random(f"twins {table}")
    choices = decisions(table, rng)
    for number in range(wanted):
        for _ in range(rng.randrange(40)):
            next(choices)
        wish = wishes[(start + number) % len(wishes)]
        found, place = next(
            (found, place) for found, place in choices if not wish or decision_at(game, place.world.state) == wish
        )
        state = place.world.state.clone()
        seat = state.current_player()
        seen = state.observation(seat)
        if number % 3 == 0:
            twin = elsewhere(found, place, seat, rng, tries=20).other.state
        else:
            twin = with_other_predictions(state, seat, rng) if number % 3 == 2 else None
            twin = twin or game.determinize(seen, rng)
        assert twin.observation(seat) == seen
        assert twin.legal_actions() == state.legal_actions()
        yield Twins(table, wish, seat, state, twin)


def decisions(table: Table, rng: Random) -> Iterator[tuple[Sequence[Position], Position]]:
    """Yield where the mover has a choice in random matches, one after the other, with all places of that match."""
    variant = Variant(ALL[table.game], table.seats, table.options)
    while True:
        found = list(places(variant, LONGEST, rng))
        yield from ((found, place) for place in found if len(place.world.state.legal_actions()) > 1)


def decision_at(game: Game, state: State) -> str:
    """Return what is decided here: the first words of the legal actions."""
    return "/".join(sorted({game.encode(action).split(" ")[0] for action in state.legal_actions()}))


def with_other_predictions(state: State, seat: int, rng: Random) -> State | None:
    """Return this state with other secret predictions of the others, and nothing else changed."""
    if not isinstance(state, HerrlofState):
        return None
    twin = state.clone()
    for other, number in enumerate(state.predictions):
        if other != seat and number >= 0:
            new = rng.choice([n for n in range(state.hand_size + 1) if n != number])
            twin.predictions[other] = new
            twin.log[twin.log.index(other << 8 | PREDICT + number)] = other << 8 | PREDICT + new
    return None if twin.predictions == state.predictions else twin


def peeks(make: Make, pair: Twins, seed: int) -> str:
    """Return how a bot gives away that it knows more than its seat; nothing if it does not."""

    def chosen(stage: Stage) -> Action:
        return make(stage, Random(seed)).choose(stage.observe(pair.seat), stage.legal())

    true, twin = pair.stages(seed)
    here, there = chosen(true), chosen(twin)
    if here == there:
        return ""
    what = "peeks" if chosen(true) == here else "is not repeatable"
    encode = ALL[pair.table.game].encode
    return f"{what}: {encode(here)} or {encode(there)}, in {pair.true.summary()}"


# Tripwires


class Peeked(Exception):
    """A bot touched something while it was thinking."""


_touched: list[str] | None = None
"""What the bot has touched that is thinking now; None: no bot is."""

AUDITED = ("open", "os.", "gc.", "sys._", "socket.", "subprocess.", "ctypes.", "sqlite3.", "shutil.", "glob.")
"""How the names of events begin that the interpreter reports and that no bot has a reason for."""


def alarm(what: str) -> None:
    """Note and stop a touch, if a bot is thinking."""
    if _touched is not None:
        _touched.append(what)
        raise Peeked(what)


@cache
def _listen() -> None:
    """Hear what the interpreter reports, from now on; that can never be undone, but it is silent between tests."""
    sys.addaudithook(lambda event, _: alarm(event) if event.startswith(AUDITED) else None)


@contextmanager
def thinking() -> Iterator[None]:
    """Arm the tripwires for as long as a bot thinks; Peeked, even if the bot has swallowed the first alarm."""
    global _touched
    _listen()
    touched: list[str] = []
    _touched = touched
    try:
        yield
    finally:
        _touched = None
    if touched:
        raise Peeked(touched[0])


class WiredMatch(Match):
    """A referee that nobody may even look at while a bot thinks."""

    def __getattribute__(self, name: str) -> Any:
        alarm(f"Match.{name}")
        return super().__getattribute__(name)


def wired(kind: type[Any]) -> type[Any]:
    """Return a class of states whose every attribute and method is a tripwire."""

    class Wired(kind):  # type: ignore[misc]
        __slots__ = ()

        def __getattribute__(self, name: str) -> Any:
            alarm(f"{kind.__name__}.{name}")
            return super().__getattribute__(name)

    return Wired


def wired_game(game: Game) -> Game:
    """Return the game with states that are tripwires; those that a bot samples for itself are not."""

    class Wired(type(game)):  # type: ignore[misc]
        def new_state(self, seats: int, **options: Any) -> State:
            state: Any = super().new_state(seats, **options)
            state.__class__ = wired(type(state))
            return state  # type: ignore[no-any-return]

    return Wired()


def wired_match(table: Table, make: Make, seed: int = 1, every: int = 1) -> Match:
    """Play a round between tripwires and return the match.

    The bot sits in all seats. It is asked at each decision, or at `every` so many; else chance decides. Another one
    is asked before the first, with no tripwire, to load what it has learned.
    """
    rng = Random(seed)
    short = {"goal": 1} if table in HERRLOF else {}
    match = table.match(rng.randbytes(32), wired_game(ALL[table.game]), WiredMatch, **short)
    bots = [make(match, Random(f"{seed} {seat}")) for seat in range(table.seats)]
    number = 0
    while not match.over and (table in HERRLOF or number < ENOUGH):
        mover = match.mover
        if mover == CHANCE:
            match.advance(match.sample_measured(rng) if match.measured_kind else None)
            continue
        seen, legal = match.observe(mover), match.legal()
        action = rng.choice(legal)
        if number == 0:
            make(match, Random(seed)).choose(seen, legal)
        if number % every == 0:
            assert not unplain((seen, legal))
            with thinking():
                action = bots[mover].choose(seen, legal)
        number += 1
        match.play(mover, action)
    return match


# Plain values


def unplain(value: object, where: str = "it") -> str:
    """Return where in a value there is anything but numbers, texts, None, tuples and frozen records of them."""
    if type(value) in (int, str, bool, type(None)):
        return ""
    if hasattr(value, "__dict__"):
        return f"{where} can hold anything"
    if is_dataclass(value) and value.__dataclass_params__.frozen:  # type: ignore[union-attr]
        parts = [(f"{where}.{field.name}", getattr(value, field.name)) for field in fields(value)]
    elif type(value) is tuple or (isinstance(value, tuple) and hasattr(value, "_fields")):
        parts = [(f"{where}[{place}]", part) for place, part in enumerate(value)]
    else:
        return f"{where} is a {type(value).__name__}"
    return next((found for name, part in parts if (found := unplain(part, name))), "")
