"""Whether verdicts about Herrlof's last tricks change where worlds are solved with all their cards open, as bots do it,
instead of played on by what each seat sees.

python training/endplay.py --decisions 500
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import cast
from unittest.mock import patch

from herrlof.bots import new_bot
from herrlof.bots.herrlof.evaluator import SOLVED, HerrlofEvaluator
from herrlof.bots.search import Playout, solve
from herrlof.bots.streams import Streams
from herrlof.coach import judge as coach
from herrlof.coach.judge import Judgement, judge
from herrlof.game import CHANCE, TERMINAL, Action
from herrlof.games import GAMES
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.state import HerrlofState

GAME = GAMES["herrlof"]
LEVELS = ("thrall", "karl")
WORLDS = 400


class Opened(HerrlofEvaluator):
    """Lets every seat see all cards in the last tricks, and do what is best for itself."""

    def play_to_outcome(self, seen: Observation, worlds: Sequence[HerrlofState], streams: Streams) -> list[Playout]:
        """Solve each world."""
        return [Playout(solve(self, world, streams.random(n))[seen.seat], 0) for n, world in enumerate(worlds)]


def decisions(seed: int) -> Iterator[tuple[Observation, Sequence[Action]]]:
    """Yield what seats see at decisions that bots solve, in matches of levels with two seats and with three."""
    rng = Random(seed)
    while True:
        seats = rng.choice((2, 3))
        state = cast(HerrlofState, GAME.new_state(seats))
        bots = [new_bot(GAME, rng.choice(LEVELS), rng) for _ in range(seats)]
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            seen: Observation = state.observation(mover)
            legal = state.legal_actions()
            if len(legal) > 1 and seen.phase == "play" and max(seen.hand_sizes) <= SOLVED:
                yield seen, legal
            state.apply(bots[mover].choose(seen, legal))


def judged(evaluator: HerrlofEvaluator, seen: Observation, legal: Sequence[Action], seed: int) -> Judgement:
    """Judge with another evaluator than the game's."""
    with patch.object(coach, "evaluator_of", lambda game: evaluator):
        return judge(GAME, seen, legal, Random(seed), WORLDS)


def main() -> None:
    """Count how verdicts differ, and what it would cost to follow the solver."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=500)
    wanted = parser.parse_args().decisions
    pairs: Counter[tuple[str, str]] = Counter()
    again: Counter[str] = Counter()
    apart = others = 0
    cost = 0.0
    for number, (seen, legal) in zip(range(wanted), decisions(1), strict=False):
        played, once_more = (judged(HerrlofEvaluator(), seen, legal, seed) for seed in (number, number + wanted))
        opened = judged(Opened(), seen, legal, number)
        words = [{choice.action: choice.verdict for choice in found.choices} for found in (played, opened, once_more)]
        verdicts = [{a: "best" if v in ("best", "as good") else v for a, v in found.items()} for found in words]
        for action in legal:
            pairs[verdicts[0][action], verdicts[1][action]] += 1
            again["same" if verdicts[0][action] == verdicts[2][action] else "other"] += 1
        if played.choices[0].action != opened.choices[0].action:
            apart += 1
            cost += next(c.loss.value for c in played.choices if c.action == opened.choices[0].action)
        others += verdicts[0][opened.choices[0].action] == "worse"
    total = sum(pairs.values())
    print(f"{wanted} decisions, {total} actions, {WORLDS} worlds each")
    print("| by playouts | solved | actions |\n|---|---|---|")
    for (first, second), times in sorted(pairs.items(), key=lambda item: -item[1]):
        print(f"| {first} | {second} | {times} ({times / total:.1%}) |")
    same = sum(times for (first, second), times in pairs.items() if first == second)
    print(f"the same verdict: {same / total:.1%}; of playouts judged once more: {again['same'] / total:.1%}")
    print(f"another best action: {apart / wanted:.1%} of decisions, {cost / wanted:.3f} points a decision by playouts")
    print(f"the solver's best is worse by playouts: {others / wanted:.1%} of decisions")


if __name__ == "__main__":
    main()
