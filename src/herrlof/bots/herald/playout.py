"""How a search imagines the next tricks: every seat plays by a policy, give or take, and formulas judge the rest."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, sqrt
from typing import Final

from herrlof.bots.herald.policy import TAKES, WHOLE, Policy, appeals, packed
from herrlof.games.herald.cards import DECK
from herrlof.games.herald.scoring import points_in
from herrlof.games.herald.state import HeraldState

NOISE: Final = 1.5
"""What two imagined players may differ about a card, in points."""
MARGIN: Final = 0.1
"""How much of a reward is the margin; the rest is the chance to win. So a bot that is far ahead plays on in earnest."""
ALL_POINTS: Final = points_in(DECK)


def play_on(world: HeraldState, tricks: int, random: Callable[[], float], policy: Policy, noise: float = NOISE) -> None:
    """Play the trick on the table and so many more, or to the end of the game."""
    seats, log, hands = world.seats, world.log, world.hands
    left = WHOLE - packed(log)
    end = len(log) + -len(log) % seats + seats * tricks
    while world.phase == "play" and (done := len(log)) < end:
        hand = hands[world.player]
        card = hand[0]
        if len(hand) > 1:
            place, most = done % seats, -1e9
            unseen = len(DECK) - done - len(hand)
            for value, one in appeals(policy, seats, hand, log[done - place :], world.ahead, left, unseen):
                value += noise * random()
                if value > most:
                    most, card = value, one
        left -= TAKES[card]
        world.apply(card)


def points_left(world: HeraldState) -> int:
    """Return the points of this game that nobody has won; who misremembers what was played counts none below 0."""
    return max(0, ALL_POINTS - sum(world.points))


def expected(world: HeraldState, policy: Policy) -> list[float]:
    """Return the points that each seat may expect in the end, between two tricks."""
    seats = world.seats
    if world.phase != "play":
        return list(world.scores)
    worth = policy.worth if world.stock else policy.last_worth
    hands = [sum([worth[card] for card in hand]) for hand in world.hands]
    hands[world.leader] += policy.lead
    mean = sum(hands) / seats
    each = points_left(world) / seats
    return [
        score + points + each + (hand - mean) * (seats - 1) / seats
        for score, points, hand in zip(world.scores, world.points, hands, strict=True)
    ]


def rewards(world: HeraldState, policy: Policy) -> list[float]:
    """Return about what chance each seat has to end ahead of the best other, from 0 to 1, with a part for the margin.

    With more than two seats these sum to more than 1: they tell a search which card is better, and nobody a chance.
    """
    unsure, found = _unsure(world), expected(world, policy)
    second, first = sorted(found)[-2:]
    rewarded = []
    for points in found:
        margin = points - (second if points == first else first)
        chance = 1 / (1 + exp(max(-30.0, min(30.0, -margin / unsure))))
        rewarded.append((1 - MARGIN) * chance + MARGIN * (0.5 + margin / ALL_POINTS / 2))
    return rewarded


def chances(world: HeraldState, points: Sequence[float]) -> list[float]:
    """Return the chance of each seat to win the match, which sum to 1, by the points that it may expect in the end."""
    unsure, most = _unsure(world), max(points)
    odds = [exp(max(-30.0, (one - most) / unsure)) for one in points]
    return [one / sum(odds) for one in odds]


def _unsure(world: HeraldState) -> float:
    """Return how far the points at the end may lie from those that are expected."""
    left = ALL_POINTS * (world.games - world.game_number + (world.phase == "deal"))
    if world.phase == "play":
        left += points_left(world)
    return 0.3 + 1.3 * sqrt(left)
