"""What a search knows about How-Ruck!: likely worlds, hopeful plays, how the next cards fall, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Final

from herrlof.bots.how_ruck.playout import NOISE, choose, value, weights
from herrlof.bots.how_ruck.policy import FITTED
from herrlof.bots.how_ruck.rules import values_of
from herrlof.bots.search import Evaluator, Playout, calibration
from herrlof.bots.streams import Streams
from herrlof.game import CHANCE, Action
from herrlof.games.how_ruck.actions import PLAY
from herrlof.games.how_ruck.belief import Belief
from herrlof.games.how_ruck.observation import Observation
from herrlof.games.how_ruck.state import HowRuckState

AHEAD: Final = 2
"""So many cards are imagined after the one in question; then `value` tells the rest."""
MOST: Final = 6
"""No more plays than this are searched, the best by rule of thumb,"""
MARGIN: Final = 1.5
"""and none that is worse than the best by more than this."""
CHANCE_A_POINT: Final = 0.22
"""About what a point of the policy is worth as a chance to win the round."""


class HowRuckEvaluator(Evaluator[Observation, HowRuckState]):
    """The knowledge of all levels. A reward is the chance to win the round, from 0 to 1."""

    spread = 1.0
    unit = "wins"

    def __init__(self) -> None:
        """Read the weights now, for a bot that has begun to play opens no file."""
        weights()

    def worlds(self, seen: Observation, rng: Random) -> Callable[[], HowRuckState]:
        """Return what makes worlds that agree with `seen`; while cards are sorted, the other seat has sorted well."""
        belief = Belief(seen)
        if seen.phase != "keep":
            return lambda: belief.sample(rng)

        def sorted_well() -> HowRuckState:
            world = belief.sample(rng)
            sort_again(world, 1 - seen.seat, rng.random)
            return world

        return sorted_well

    def candidates(self, seen: Observation, legal: Sequence[Action]) -> Sequence[Action]:
        """Return the plays that may be best, and of a pair to be sorted the better card: no search tells more there."""
        values = dict(zip(legal, values_of(FITTED, seen, legal), strict=True))
        ranked = sorted(legal, key=values.__getitem__, reverse=True)
        if legal[0] < PLAY:
            return ranked[:1]
        return [action for action in ranked[:MOST] if values[action] > values[ranked[0]] - MARGIN]

    def prior(self, world: HowRuckState, actions: Sequence[Action]) -> list[float]:
        seat = world.player
        other_hand = len(world.hands[1 - seat])
        return [
            CHANCE_A_POINT * FITTED.appeal(world.rope, world.barrel, seat, action, other_hand) for action in actions
        ]

    def play_out(self, worlds: Sequence[HowRuckState], draws: Sequence[int], rng: Random) -> list[tuple[float, float]]:
        """Play a few more cards in each world, and return each seat's chance to win the round then."""
        found = []
        for world in worlds:
            self._play_on(world, AHEAD, rng)
            chance = self._chance(world)
            found.append((chance, 1 - chance))
        return found

    def play_to_outcome(self, seen: Observation, worlds: Sequence[HowRuckState], streams: Streams) -> list[Playout]:
        """Play a few cards; the value is the chance to win the barrel then, and by that chance the outcome is drawn."""
        found = []
        for place, world in enumerate(worlds):
            rng = streams.random(place)
            self._play_on(world, AHEAD, rng)
            chance = 1 - self._chance(world) if seen.seat else self._chance(world)
            found.append(Playout(100 * chance, int(rng.random() < chance)))
        return found

    def share_of_match(self, seen: Observation) -> float:
        """Return how much more often the match is won by who wins this barrel than by who loses it."""
        left, right = (max(1, seen.goal - barrels) for barrels in seen.scores)
        return match_chance(left - 1, right) - match_chance(left, right - 1)

    def results(self, worlds: Sequence[HowRuckState], rng: Random) -> list[tuple[float, float]]:
        """Play on until a card is to be played, and return each seat's chance to win the match then."""
        found = []
        for world in worlds:
            if world.phase == "deal":
                world.apply_chance(world.sample_chance(rng))
            left, right = (world.goal - barrels for barrels in world.scores)
            self._play_on(world, 0, rng)
            chance = self._chance(world)
            first = chance * match_chance(left - 1, right) + (1 - chance) * match_chance(left, right - 1)
            found.append((first, 1 - first))
        return found

    def corrected_as(self, seen: Observation) -> str:
        """Return whether cards are sorted still, or else how the teams came about: of a team that the other seat has
        sorted cards are imagined as if nobody had."""
        return "sort" if seen.phase == "keep" else seen.teams

    def calibrated(self, seen: Observation, share: float) -> float:
        """Return what comes true where levels play, who do not play as they are imagined."""
        return calibration(__package__)[self.corrected_as(seen)].of(share)

    def _play_on(self, world: HowRuckState, plays: int, rng: Random) -> None:
        while not self.finished(world):
            if world.player == CHANCE:
                world.apply_chance(world.sample_chance(rng))
                continue
            if world.phase == "play":
                if not plays:
                    return
                plays -= 1
            world.apply(choose(world, rng.random))

    def _chance(self, world: HowRuckState) -> float:
        """Return the chance of seat 0 to win the round, where a seat is about to play or the round is over."""
        return 1.0 - world.rounds[-1].winner if self.finished(world) else value(world)

    def finished(self, world: HowRuckState) -> bool:
        """Look no further than the round."""
        return world.phase in ("deal", "over")


def sort_again(world: HowRuckState, seat: int, random: Callable[[], float]) -> None:
    """Let a seat have kept of each pair that it has sorted what a player would, give or take."""
    pile = world.piles[seat]
    pairs = [pile[2 * place : 2 * place + 2] for place in range(len(world.kept[seat]))]
    rows = [sorted(pair, key=lambda card: FITTED.worth[card] + NOISE * random()) for pair in pairs]
    kept, given = tuple([better for _, better in rows]), tuple([worse for worse, _ in rows])
    world.kept = (kept, world.kept[1]) if seat == 0 else (world.kept[0], kept)
    world.given = (given, world.given[1]) if seat == 0 else (world.given[0], given)


@cache
def match_chance(left: int, right: int) -> float:
    """Return the chance to win so many more barrels before the other seat wins that many, if each may win any."""
    if not (left and right):
        return float(not left)
    return (match_chance(left - 1, right) + match_chance(left, right - 1)) / 2
