"""What a search knows about Herfor: playouts side by side, and which komi is worth a thought."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from herrlof.bots.herfor.playout import Played, Playouts
from herrlof.bots.search import LEAF_BATCH_SIZE, Evaluator, Playout
from herrlof.game import TERMINAL, Action
from herrlof.games.herfor.actions import BLACK, KOMI, TAKE, WHITE
from herrlof.games.herfor.observation import Observation
from herrlof.games.herfor.points import POINT_COUNTS
from herrlof.games.herfor.state import HerforState

KOMI_TRIED: Final = range(-3, 4)
"""Komi that may be fair."""
MARGIN: Final = 0.1
"""How much of a reward is the margin; the rest is the win. So a bot that is far ahead or behind plays on in earnest."""


class HerforEvaluator(Evaluator[Observation, HerforState]):
    """Herfor for a search. Rewards lie between 0 and 1."""

    spread = 1.0
    unit = "wins"

    def __init__(self) -> None:
        """Know no size of board yet."""
        self._playouts: dict[int, Playouts] = {}

    def worlds(self, seen: Observation, rng: Random) -> Callable[[], HerforState]:
        """Return what makes copies of the one true state."""
        return HerforState.of(seen).clone

    def candidates(self, seen: Observation, legal: Sequence[Action]) -> Sequence[Action]:
        """Return all actions, but only komi that may be fair."""
        if seen.phase != "komi":
            return legal
        return [action for action in legal if action - KOMI in KOMI_TRIED]

    def prior(self, world: HerforState, actions: Sequence[Action]) -> Sequence[float]:
        """Prefer none."""
        return [0.0] * len(actions)

    def play_out(self, worlds: Sequence[HerforState], draws: Sequence[int], rng: Random) -> list[Sequence[float]]:
        """Play worlds to their ends, and return who wins them, and a little by how much."""
        played = iter(self._played([world for world in worlds if world.phase == "play"], rng))
        return [reward(world, next(played)) if world.phase == "play" else reward(world, None) for world in worlds]

    def _played(self, playing: Sequence[HerforState], rng: Random) -> list[Played]:
        """Play on where stones are placed."""
        size = playing[0].size if playing else 0
        if playing and size not in self._playouts:
            self._playouts[size] = Playouts(size, LEAF_BATCH_SIZE, rng)
        found: list[Played] = []
        for begun in range(0, len(playing), LEAF_BATCH_SIZE):
            sides = [
                (world.black, world.white) if world.player == world.black_seat else (world.white, world.black)
                for world in playing[begun : begun + LEAF_BATCH_SIZE]
            ]
            found += self._playouts[size].play([mine for mine, _ in sides], [theirs for _, theirs in sides])
        return found

    def play_to_outcome(
        self, seen: Observation, worlds: Sequence[HerforState], draws: Sequence[int], rng: Random
    ) -> list[Playout]:
        """Play worlds to their ends; the outcome is whether the match is won.

        After a komi the other seat takes the side that wins more of these playouts.
        """
        found = self._taken(worlds, rng) if worlds[0].phase == "side" else self.play_out(worlds, draws, rng)
        won = [int(rewarded[seen.seat] > 0.5) for rewarded in found]
        return [Playout(100.0 * one, one) for one in won]

    def _taken(self, worlds: Sequence[HerforState], rng: Random) -> list[Sequence[float]]:
        """Return the rewards of worlds in which a side is to be taken, by the side that is better with each komi.

        All of them begin on the empty board, so each match that is played out tells something about every komi.
        """
        ahead = self._played([_with_side(world, BLACK) for world in worlds], rng)
        sides: dict[int | None, int] = {}
        for world in worlds:
            if world.named not in sides:
                black = _with_side(world, BLACK)
                wins = sum([reward(black, played)[world.player] > 0.5 for played in ahead])
                sides[world.named] = BLACK if 2 * wins >= len(ahead) else WHITE
        return [
            reward(_with_side(world, sides[world.named]), played) for world, played in zip(worlds, ahead, strict=True)
        ]

    def length(self, seen: Observation) -> float:
        """Return how long a playout takes, which depends on the empty points; a part of it is the same for all."""
        points = POINT_COUNTS[seen.size]
        return 1 - (seen.black | seen.white).bit_count() / points / 2

    def finished(self, world: HerforState) -> bool:
        """Look on to the end of the match."""
        return world.player == TERMINAL

    def solvable(self, world: HerforState) -> bool:
        """Solve nothing: near its end the tree holds all there is."""
        return False


def _with_side(world: HerforState, side: int) -> HerforState:
    """Return a world after the mover has taken a side."""
    after = world.clone()
    after.apply(TAKE + side)
    return after


def reward(world: HerforState, played: Played | None) -> tuple[float, float]:
    """Return what a world is worth to each seat after it was played out, or by itself if it was not."""
    if played is None:
        if world.phase != "over":
            return 0.5, 0.5  # whoever takes a side will take the better one
        first, second = world.scores
        return share(first - second, world.size)
    mover = world.player
    white = mover != world.black_seat
    second_passes = played.last if played.last is not None else world.passed_first == 1 - mover
    ahead = played.ahead + (world.komi if white else -world.komi) + (0.5 if second_passes else -0.5)
    mine, theirs = share(ahead, world.size)
    return (mine, theirs) if mover == 0 else (theirs, mine)


def share(ahead: float, size: int) -> tuple[float, float]:
    """Return the rewards of a side that ends so many points ahead, and of the other."""
    mine = (1 - MARGIN) * (ahead > 0) + MARGIN * (0.5 + ahead / POINT_COUNTS[size] / 2)
    return mine, 1 - mine
