"""What a search knows about Herald: likely worlds, how the next tricks are played, and what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Final

from herrlof.bots.herald.playout import chances, expected, play_on, rewards
from herrlof.bots.herald.policy import fitted
from herrlof.bots.herald.rules import values_of
from herrlof.bots.herald.solver import best, margins
from herrlof.bots.search import Evaluator, Playout
from herrlof.bots.streams import Streams
from herrlof.game import Action
from herrlof.games.herald import SEATS
from herrlof.games.herald.belief import Belief
from herrlof.games.herald.cards import DECK
from herrlof.games.herald.observation import Observation
from herrlof.games.herald.state import HeraldState

AHEAD: Final = 2
AHEAD_OF_MANY: Final = 1
"""So many tricks are imagined after the one on the table, with two seats and with more, where a trick has more cards;
then what the hands are worth tells the rest."""
CHANCE_A_POINT: Final = 0.012
"""About what a point is worth as a chance to win."""


class HeraldEvaluator(Evaluator[Observation, HeraldState]):
    """The knowledge of all levels. A reward is about the chance to win the match, from 0 to 1."""

    spread = 1.0
    unit = "wins"
    counts_points = True
    a_win = 1 / CHANCE_A_POINT

    def __init__(self, memory: int | None = None) -> None:
        """Remember so many of the cards played last, at least the trick on the table; None: all."""
        self._memory = memory

    def worlds(self, seen: Observation, rng: Random) -> Callable[[], HeraldState]:
        """Return what makes worlds that agree with what is remembered of `seen`."""
        belief, memory = Belief(seen), self._memory
        if memory is None:
            return lambda: belief.sample(rng)

        def remembered() -> HeraldState:
            world = belief.sample(rng)
            misremember(world, seen, memory, rng)
            return world

        return remembered

    def candidates(self, seen: Observation, legal: Sequence[Action]) -> Sequence[Action]:
        """Return all cards; but of two seats without a stock each knows the other's hand, if it remembers all."""
        card = best(seen) if self._memory is None else None
        return legal if card is None else [card]

    def prior(self, world: HeraldState, actions: Sequence[Action]) -> list[float]:
        values = values_of(fitted(world.seats), world.observation(world.player))
        return [CHANCE_A_POINT * values[action] for action in actions]

    def play_out(self, worlds: Sequence[HeraldState], draws: Sequence[int], rng: Random) -> list[Sequence[float]]:
        """Play a few more tricks in each world, and return what it is then worth to each seat."""
        found: list[Sequence[float]] = []
        seats = worlds[0].seats
        policy, ahead = fitted(seats), AHEAD if seats == 2 else AHEAD_OF_MANY
        for world in worlds:
            play_on(world, ahead, rng.random, policy)
            found.append(rewards(world, policy))
        return found

    def play_to_outcome(self, seen: Observation, worlds: Sequence[HeraldState], streams: Streams) -> list[Playout]:
        """Play as `play_out` does; the outcome is whether the trick on the table is won, the points are the match's."""
        found = []
        seat, seats = seen.seat, seen.seats
        policy, ahead = fitted(seats), AHEAD if seats == 2 else AHEAD_OF_MANY
        for place, world in enumerate(worlds):
            random = streams.random(place).random
            play_on(world, 0, random, policy)
            won = world.tricks_won[seat] - seen.tricks_won[seat]
            play_on(world, ahead, random, policy)
            points = expected(world, policy)
            chance = chances(world, points)[seat]
            lead = points[seat] - (sum(points) - points[seat]) / (seats - 1)
            found.append(Playout(100 * chance, won, points[seat], lead=lead))
        return found

    def results(self, worlds: Sequence[HeraldState], rng: Random) -> list[list[float]]:
        """Play the game to its end, and return the points of the match so far."""
        policy = fitted(worlds[0].seats)
        for world in worlds:
            while world.phase in ("dealer", "deal"):
                world.apply_chance(world.sample_chance(rng))
            play_on(world, len(DECK), rng.random, policy)
        return [list(map(float, world.scores)) for world in worlds]

    def final(self, world: HeraldState) -> Sequence[float]:
        return world.scores

    def length(self, seen: Observation) -> float:
        """Return how long playouts take: they are shorter with fewer seats, but making a world is not."""
        return (2 + seen.seats) / (2 + SEATS[-1])

    def finished(self, world: HeraldState) -> bool:
        return world.phase != "play"

    def solved(self, seen: Observation, legal: Sequence[Action]) -> Mapping[Action, float] | None:
        """Count out the last tricks of two seats; half a point is a match with level points, won or lost (H12).

        What was played is known to whoever has seen it, whatever a level remembers of it or a screen shows.
        """
        return margins(seen)


def misremember(world: HeraldState, seen: Observation, memory: int, rng: Random) -> None:
    """Mix the cards played longer ago than the last `memory` among those that the observer does not see."""
    old = len(world.log) - max(memory, len(seen.trick))
    if old <= 0:
        return
    others = [seat for seat in range(world.seats) if seat != seen.seat]
    cards = [*world.log[:old], *world.stock, *(card for seat in others for card in world.hands[seat])]
    rng.shuffle(cards)
    world.log[:old], cards = cards[:old], cards[old:]
    world.stock, cards = cards[: len(world.stock)], cards[len(world.stock) :]
    for seat in others:
        size = len(world.hands[seat])
        world.hands[seat], cards = cards[:size], cards[size:]
