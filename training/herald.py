"""Make the numbers with which bots play Herald, and measure them without any search.

python training/herald.py fit               # the policy against itself, and again: writes policy.json
python training/herald.py duel [SEATS]      # the fitted policy against PLAIN, mirrored
"""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from herrlof.bots import herald
from herrlof.bots.herald.playout import play_on
from herrlof.bots.herald.policy import PLAIN, Policy, fitted
from herrlof.bots.herald.rules import RulesBot
from herrlof.bots.quick import QuickRandom
from herrlof.game import Outcome
from herrlof.games.herald.cards import CARD_CODES, KINDS
from herrlof.games.herald.state import HeraldState

Floats = NDArray[np.float64]

GAMES, TIMES, PART = 1500, 12, 0.25
"""Games each time, how often, and which part of the new numbers is taken: without that they go to and fro."""
NOISE = 3.0
"""What two players may differ about a card in those games, in points."""
TABLES = {"2": 2, "more": 4}
"""The tables of policy.json, and with how many seats each is fitted."""
DEALS = 500


class Seen(NamedTuple):
    """What a seat had before a trick, and how far it was ahead of the others' mean in the points from there on."""

    features: Floats
    """How many of each kind, whether it leads, and 1."""
    ahead: float


def played(policy: Policy, seats: int, games: int, seed: int) -> dict[bool, list[Seen]]:
    """Return what was seen before each trick of games of a policy against itself, with a stock and without."""
    rng = QuickRandom(seed)
    found: dict[bool, list[Seen]] = {True: [], False: []}
    for _ in range(games):
        state = HeraldState(seats, first_dealer=0)
        state.apply_chance(state.sample_chance(rng))
        before = []
        while state.phase == "play":
            before.append((bool(state.stock), state.leader, [hand[:] for hand in state.hands], state.points[:]))
            play_on(state, 1, rng.random, policy, NOISE)
        for stock, leader, hands, points in before:
            rest = np.array(state.points) - points
            for seat, hand in enumerate(hands):
                features = np.bincount([*hand, *[KINDS] * (seat == leader), KINDS + 1], minlength=KINDS + 2)
                others = (rest.sum() - rest[seat]) / (seats - 1)
                found[stock].append(Seen(features.astype(float), float(rest[seat] - others)))
    return found


def regressed(seen: Sequence[Seen]) -> Floats:
    """Return the weights of the features by least squares, with a little weight decay."""
    inputs = np.array([one.features for one in seen])
    ahead = np.array([one.ahead for one in seen])
    return np.linalg.solve(inputs.T @ inputs + 3 * np.eye(KINDS + 2), inputs.T @ ahead)


def fit() -> None:
    """Fit a policy to its own games, time after time, for two seats and for four; write what came out."""
    tables = {}
    for name, seats in TABLES.items():
        policy = PLAIN
        for time in range(TIMES):
            seen = played(policy, seats, GAMES, time)
            with_stock, without = regressed(seen[True]), regressed(seen[False])
            policy = Policy(
                mixed(policy.worth, with_stock[:KINDS]),
                mixed(policy.last_worth, without[:KINDS]),
                mixed([policy.lead], with_stock[KINDS : KINDS + 1])[0],
                policy.junk,
            )
        print(f"{seats} seats: lead {policy.lead:.2f}")
        for title, worth in (("with a stock", policy.worth), ("without", policy.last_worth)):
            row = " ".join(f"{code} {value:.1f}" for code, value in zip(CARD_CODES, worth, strict=True))
            print(f"  {title}: {row}", flush=True)
        tables[name] = {field: rounded(value) for field, value in policy._asdict().items()}
    path = Path(herald.__file__).parent / "policy.json"
    path.write_text(json.dumps(tables) + "\n", "utf-8")


def mixed(old: Sequence[float], new: Floats) -> tuple[float, ...]:
    """Return the old numbers moved a part of the way to the new ones."""
    return tuple((1 - PART) * before + PART * float(now) for before, now in zip(old, new, strict=True))


def rounded(value: float | tuple[float, ...]) -> float | list[float]:
    """Return numbers as they are written."""
    return round(value, 2) if isinstance(value, float) else [round(number, 2) for number in value]


def duel(seats: int) -> None:
    """Print how often the fitted policy wins against PLAIN in all other seats, each deal once from every seat."""
    shares = []
    for deal in range(DEALS // seats):
        rng = QuickRandom(deal)
        start = HeraldState(seats)
        start.apply_chance(Outcome("dealer", (0,)))
        start.apply_chance(start.sample_chance(rng))
        won = 0.0
        for seat in range(seats):
            state = start.clone()
            bots = [RulesBot(rng, fitted(seats) if other == seat else PLAIN) for other in range(seats)]
            while (mover := state.player) >= 0:
                state.apply(bots[mover].choose(state.observation(mover), state.legal_actions()))
            won += state.returns()[seat]
        shares.append(won / seats)
    error = sqrt(float(np.var(shares, ddof=1)) / len(shares))
    print(f"{seats} seats: {np.mean(shares):.1%} ±{1.96 * error:.1%} of {len(shares) * seats} games won")


if __name__ == "__main__":
    if sys.argv[1] == "fit":
        fit()
    else:
        duel(int(sys.argv[2]) if len(sys.argv) > 2 else 2)
