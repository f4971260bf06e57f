"""What a search knows about Herfor: playouts side by side, which komi is worth a thought, and how a move is judged."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from random import Random
from typing import Final

from herrlof.bots.herfor.playout import PlayoutResult, Playouts
from herrlof.bots.herfor.solver import solve
from herrlof.bots.quick import QuickRandom
from herrlof.bots.search import LEAF_BATCH_SIZE, Evaluator, Node, Plan, Playout, descend
from herrlof.bots.streams import Streams, mixed
from herrlof.game import TERMINAL, Action
from herrlof.games.herfor.actions import BLACK, KOMI, TAKE, WHITE
from herrlof.games.herfor.observation import Observation
from herrlof.games.herfor.points import POINT_COUNTS
from herrlof.games.herfor.state import HerforState

KOMI_TRIED: Final = range(-3, 4)
"""Komi that may be fair."""
MARGIN: Final = 0.1
"""How much of a reward is the margin; the rest is the win. So a bot that is far ahead or behind plays on in earnest."""

ANSWERS: Final = 125
"""Where few moves are in question, so many playouts look for good answers to each, from where they are longest; where
they are shorter, more of them;"""
LEAVES: Final = 16
"""so many at a time."""
SIDES: Final = 250
"""Playouts from the empty board that tell which side is better with a komi."""
KNOWN: Final = 8
"""A position is known a little when so many ways to go on from it were tried."""
JUDGED: Final = Plan(few=10)
"""How a move is judged: each of so many has a tree of its own, and the hint has to be there within a second."""
SIDE_BY_SIDE: Final = 256
"""Judged moves are many, and are played out faster so many at a time."""


class HerforEvaluator(Evaluator[Observation, HerforState]):
    """Herfor for a search. Rewards lie between 0 and 1."""

    spread = 1.0
    unit = "wins"
    doubt = 1.2
    """Two judgements of the same action, each with trees of its own, lie that much further apart."""

    def __init__(self) -> None:
        """Know no size of board yet, and no answers."""
        self._playouts: dict[tuple[int, int], Playouts] = {}
        self._answers: dict[Action, Node] = {}
        """By the move that is judged: a tree of what may follow it."""
        self._empty: list[PlayoutResult] = []
        """What came of playouts from the empty board, to Black."""

    def worlds(self, seen: Observation, rng: Random) -> Callable[[], HerforState]:
        """Return what makes copies of the one true state."""
        return HerforState.of(seen).clone

    def plan(self, seen: Observation) -> Plan:
        return JUDGED

    def candidates(self, seen: Observation, legal: Sequence[Action]) -> Sequence[Action]:
        """Return all actions, but only komi that may be fair."""
        if seen.phase != "komi":
            return legal
        return [action for action in legal if action - KOMI in KOMI_TRIED]

    def stays(self, seen: Observation, found: Mapping[Action, Sequence[Playout]]) -> Collection[Action]:
        """Return the komi that may be fair: beside one with a number its neighbours have one too."""
        return self.candidates(seen, [*found]) if seen.phase == "komi" else ()

    def play_out(
        self, worlds: Sequence[HerforState], draws: Sequence[int], rng: Random, many: int = LEAF_BATCH_SIZE
    ) -> list[Sequence[float]]:
        """Play worlds to their ends, and return who wins them, and a little by how much."""
        played = iter(self._played([world for world in worlds if world.phase == "play"], rng, many))
        return [reward(world, next(played)) if world.phase == "play" else reward(world, None) for world in worlds]

    def _played(
        self,
        playing: Sequence[HerforState],
        rng: Random,
        many: int = LEAF_BATCH_SIZE,
        keys: Sequence[int] | None = None,
    ) -> list[PlayoutResult]:
        """Play on where stones are placed, so many at a time; with `keys` the luck of each follows from its key."""
        size = playing[0].size if playing else 0
        if playing and (size, many) not in self._playouts:
            self._playouts[size, many] = Playouts(size, many, rng)
        found: list[PlayoutResult] = []
        for begun in range(0, len(playing), many):
            some = slice(begun, begun + many)
            sides = [
                (world.black, world.white) if world.player == world.black_seat else (world.white, world.black)
                for world in playing[some]
            ]
            mine, theirs = zip(*sides, strict=True)
            found += self._playouts[size, many].play(mine, theirs, None if keys is None else keys[some])
        return found

    def _wins(self, worlds: Sequence[HerforState], keys: Sequence[int], seat: int) -> list[float]:
        """Return what worlds bring a seat that are played to their ends, each with the luck of its key."""
        places = [place for place, world in enumerate(worlds) if world.phase == "play"]
        some = [worlds[place] for place in places]
        played = iter(self._played(some, QuickRandom(0), SIDE_BY_SIDE, [keys[place] for place in places]))
        return [reward(world, next(played) if world.phase == "play" else None)[seat] for world in worlds]

    def play_to_outcome(self, seen: Observation, worlds: Sequence[HerforState], streams: Streams) -> list[Playout]:
        """Play worlds to their ends; the outcome is whether the match is won.

        After a komi the other seat takes the side that wins more playouts from the empty board. Else, once few moves
        are in question, both sides play on as a tree has it that was grown before, as far as it is known there. The two
        sides are judged by the same games: what the one wins the other loses.
        """
        of_sides = seen.phase == "side"
        if worlds[0].phase == "side":
            for world in worlds:
                world.apply(TAKE + self._better_side(world, streams))
        elif streams.few:
            after = {world.moves[-1]: world for world in worlds}
            if of_sides:
                self._look_for_answers(seen, {TAKE + BLACK: after[TAKE + BLACK]}, streams.seed)
                self._answers[TAKE + WHITE] = self._answers[TAKE + BLACK]
            self._look_for_answers(seen, after, streams.seed)
            luck = streams.shared_random if of_sides else streams.random
            for place, world in enumerate(worlds):
                self._answer(world, luck(place))
        keys = streams.shared if of_sides else streams.own
        found = self._wins(worlds, [mixed(key, 1) for key in keys], seen.seat)
        won = [int(reward > 0.5) for reward in found]
        return [Playout(100.0 * one, one) for one in won]

    def _better_side(self, world: HerforState, streams: Streams) -> int:
        """Return the side that wins more often with the komi that was named."""
        black = _with_side(world, BLACK)
        if not self._empty:
            keys = [mixed(streams.seed, SIDES, number) for number in range(SIDES)]
            self._empty = self._played([black] * SIDES, QuickRandom(0), SIDE_BY_SIDE, keys)
        wins = sum([reward(black, played)[world.player] > 0.5 for played in self._empty])
        return BLACK if 2 * wins >= SIDES else WHITE

    def _look_for_answers(self, seen: Observation, after: Mapping[Action, HerforState], seed: int) -> None:
        """Grow a tree below each of the moves that are judged, when few are left: a near-random answer hides a threat.

        These playouts are no part of the judgement, whose own ones stay independent of each other.
        """
        new = {move: world for move, world in after.items() if move not in self._answers}
        if not new:
            return
        trees = {move: (Node(), world, QuickRandom(mixed(seed, ANSWERS, move))) for move, world in new.items()}
        for _ in range(0, round(ANSWERS / self.length(seen)), LEAVES):
            ways = [
                (descend(self, root, world.clone(), world.legal_actions(), rng), rng.getrandbits(64))
                for root, world, rng in trees.values()
                for _ in range(LEAVES)
            ]
            found = self._wins([world for (world, _, _), _ in ways], [key for _, key in ways], seat=0)
            for ((_, _, path), _), first in zip(ways, found, strict=True):
                for node, mover in path:
                    node.total += 1 - first if mover else first
        self._answers |= {move: root for move, (root, _, _) in trees.items()}

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

    def length(self, seen: Observation) -> float:
        """Return how long a playout takes, which depends on the empty points; a part of it is the same for all."""
        points = POINT_COUNTS[seen.size]
        return 1 - (seen.black | seen.white).bit_count() / points / 2

    def finished(self, world: HerforState) -> bool:
        return world.player == TERMINAL

    def solvable(self, world: HerforState) -> bool:
        """Solve nothing: near its end the tree holds all there is."""
        return False

    def solved(self, seen: Observation, legal: Sequence[Action]) -> Mapping[Action, float] | None:
        """Count out the last points; all margins are halves of a point, never whole ones (F8)."""
        return solve(seen, legal).margins


def _with_side(world: HerforState, side: int) -> HerforState:
    """Return a world after the mover has taken a side."""
    after = world.clone()
    after.apply(TAKE + side)
    return after


def reward(world: HerforState, played: PlayoutResult | None) -> tuple[float, float]:
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
