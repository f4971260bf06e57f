"""What the contract tests are made from: a game with every number of seats and every choice of an option."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any, NamedTuple

import pytest

from herrlof.game import CHANCE, TERMINAL, Game, State
from herrlof.options import Option, Value


class Variant(NamedTuple):
    """One way in which a game is played."""

    game: Game
    seats: int
    options: dict[str, Any]

    def __str__(self) -> str:
        """Name it as the tests do: `go-fish-2-rounds=3`."""
        chosen = [f"{name}={value}" for name, value in self.options.items()]
        return "-".join([self.game.key, str(self.seats), *chosen])

    def new_state(self) -> State:
        return self.game.new_state(self.seats, **self.options)


def some(option: Option, seats: int) -> Sequence[Value]:
    """Return all choices of an option, or two small ones of a long range: matches are short."""
    choices = option.choices(seats)
    return choices if len(choices) < 5 else [choices[0], choices[max(1, len(choices) // 40)]]


def variants(game: Game) -> Iterator[Variant]:
    """Yield each number of seats as it is by default, and with every choice of each option."""
    for seats in game.seats:
        yield Variant(game, seats, {})
        for option in game.options:
            default = option.default(seats)
            for value in some(option, seats):
                if value != default:
                    yield Variant(game, seats, {option.name: value})


class ForGames:
    """A plugin of pytest that gives the contract tests their games: what they ask for as `game` or `variant`."""

    def __init__(
        self, games: Iterable[Game], marks: Callable[[Variant], Sequence[pytest.MarkDecorator]] = lambda variant: ()
    ) -> None:
        """Take the games, and how the tests of a variant are marked."""
        self.games = list(games)
        self._marks = marks

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Make each test once for every game, or for every variant of one."""
        if "game" in metafunc.fixturenames:
            metafunc.parametrize("game", self.games, ids=lambda game: game.key)
        if "variant" in metafunc.fixturenames:
            found = [one for game in self.games for one in variants(game)]
            metafunc.parametrize("variant", [pytest.param(one, id=str(one), marks=self._marks(one)) for one in found])


DETERMINIZE_SECONDS = 10.0
"""How long `determinize` may take in a test; the games of the hall need less than a hundredth of a second."""


def twin_of(variant: Variant, state: State, seat: int, rng: Random, seed: int) -> State:
    """Return a world in which `seat` would know what it knows; one that never ends is named."""
    where = f"{variant.game.key}: determinize({variant}, seat {seat}, seed {seed})"
    with time_limit(f"{where} takes more than {DETERMINIZE_SECONDS:g} seconds", DETERMINIZE_SECONDS):
        return variant.game.determinize(state.observation(seat), rng)


@contextmanager
def time_limit(said: str, seconds: float) -> Iterator[None]:
    """Fail with these words when the block takes longer; on systems without alarms it is let be."""

    def stop(number: int, frame: object) -> None:
        pytest.fail(said)

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def walk(state: State, rng: Random) -> bool:
    """Make one random move; False: the match is over."""
    mover = state.current_player()
    if mover == TERMINAL:
        return False
    if mover == CHANCE:
        state.apply_chance(state.sample_chance(rng))
    else:
        state.apply(rng.choice(state.legal_actions()))
    return True


def positions(variant: Variant, seed: int) -> Iterator[State]:
    """Yield every position of a random match; the failing seed is the reproducer."""
    rng = Random(seed)
    state = variant.new_state()
    yield state
    while walk(state, rng):
        yield state
