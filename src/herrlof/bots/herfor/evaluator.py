"""What a search knows about Herfor: playouts side by side, which komi is worth a thought, and how a move is judged."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from herrlof.bots.herfor.playout import Played, Playouts
from herrlof.bots.search import LEAF_BATCH_SIZE, Evaluator, Node, Playout, descend
from herrlof.game import TERMINAL, Action
from herrlof.games.herfor.actions import BLACK, KOMI, TAKE, WHITE
from herrlof.games.herfor.observation import Observation
from herrlof.games.herfor.points import POINT_COUNTS
from herrlof.games.herfor.state import HerforState

KOMI_TRIED: Final = range(-3, 4)
"""Komi that may be fair."""
MARGIN: Final = 0.1
"""How much of a reward is the margin; the rest is the win. So a bot that is far ahead or behind plays on in earnest."""

FEW: Final = 16
"""Where no more moves are judged, it is by good answers to them,"""
ANSWERS: Final = 1500
"""which so many playouts look for from where they are longest; where they are shorter, more of them."""
KNOWN: Final = 8
"""A position is known a little when so many ways to go on from it were tried."""
SIDE_BY_SIDE: Final = 256
"""Judged moves are many, and are played out faster so many at a time."""


class HerforEvaluator(Evaluator[Observation, HerforState]):
    """Herfor for a search. Rewards lie between 0 and 1."""

    spread = 1.0
    unit = "wins"

    def __init__(self) -> None:
        """Know no size of board yet, and no answers."""
        self._playouts: dict[tuple[int, int], Playouts] = {}
        self._answers: dict[Action, Node] = {}
        """By the move that is judged: a tree of what may follow it."""

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

    def play_out(
        self, worlds: Sequence[HerforState], draws: Sequence[int], rng: Random, many: int = LEAF_BATCH_SIZE
    ) -> list[Sequence[float]]:
        """Play worlds to their ends, and return who wins them, and a little by how much."""
        played = iter(self._played([world for world in worlds if world.phase == "play"], rng, many))
        return [reward(world, next(played)) if world.phase == "play" else reward(world, None) for world in worlds]

    def _played(self, playing: Sequence[HerforState], rng: Random, many: int = LEAF_BATCH_SIZE) -> list[Played]:
        """Play on where stones are placed, so many at a time."""
        size = playing[0].size if playing else 0
        if playing and (size, many) not in self._playouts:
            self._playouts[size, many] = Playouts(size, many, rng)
        found: list[Played] = []
        for begun in range(0, len(playing), many):
            sides = [
                (world.black, world.white) if world.player == world.black_seat else (world.white, world.black)
                for world in playing[begun : begun + many]
            ]
            found += self._playouts[size, many].play([mine for mine, _ in sides], [theirs for _, theirs in sides])
        return found

    def play_to_outcome(
        self, seen: Observation, worlds: Sequence[HerforState], draws: Sequence[int], rng: Random
    ) -> list[Playout]:
        """Play worlds to their ends; the outcome is whether the match is won.

        After a komi the other seat takes the side that wins more of these playouts. Else both sides play on as a tree
        has it that was grown before, as far as it is known there.
        """
        if worlds[0].phase == "side":
            found = self._taken(worlds, rng)
        else:
            self._look_for_answers(seen, worlds, rng)
            for world in worlds:
                self._answer(world, rng)
            found = self.play_out(worlds, draws, rng, SIDE_BY_SIDE)
        won = [int(rewarded[seen.seat] > 0.5) for rewarded in found]
        return [Playout(100.0 * one, one) for one in won]

    def _look_for_answers(self, seen: Observation, worlds: Sequence[HerforState], rng: Random) -> None:
        """Grow a tree below each of the moves that are judged, when few are left: a near-random answer hides a threat.

        These playouts are no part of the judgement, whose own ones stay independent of each other.
        """
        after = {world.moves[-1]: world for world in worlds}
        if len(after) > FEW or after.keys() <= self._answers.keys():
            return
        self._answers = {move: Node() for move in after}
        each = round(ANSWERS / self.length(seen)) // len(after)
        some = max(1, SIDE_BY_SIDE // len(after))
        for begun in range(0, each, some):
            ways = [
                descend(self, self._answers[move], world.clone(), world.legal_actions(), rng)
                for move, world in after.items()
                for _ in range(min(some, each - begun))
            ]
            found = self.play_out([world for world, _, _ in ways], range(len(ways)), rng, SIDE_BY_SIDE)
            for (_, _, path), rewards in zip(ways, found, strict=True):
                for node, mover in path:
                    node.total += rewards[mover]

    def _answer(self, world: HerforState, rng: Random) -> None:
        """Go on in a world by what its tree has tried most, as the squares of how often."""
        node = self._answers.get(world.moves[-1])
        while node is not None:
            tried = {move: child.visits for move, child in node.children.items()}
            if sum(tried.values()) < KNOWN:
                return
            move = rng.choices(list(tried), [visits * visits for visits in tried.values()])[0]
            world.apply(move)
            node = node.children[move]

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
