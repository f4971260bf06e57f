"""How a search imagines the next tricks: every seat plays by a policy, give or take, and formulas judge the rest."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, sqrt
from typing import Final

from herrlof.bots.herald.policy import TAKES, WHOLE, Policy, appeals, packed
from herrlof.games.herald.cards import DECK, POINTS_OF, Card
from herrlof.games.herald.scoring import points_in
from herrlof.games.herald.state import HeraldState
from herrlof.games.herald.tricks import ahead_in

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


def rewards(world: HeraldState, policy: Policy, part: float = MARGIN) -> list[float]:
    """Return about what chance each seat has to win the match, from 0 to 1, with a part for the margin."""
    left = ALL_POINTS * (world.games - world.game_number + (world.phase == "deal"))
    if world.phase == "play":
        left += points_left(world)
    unsure = 0.3 + 1.3 * sqrt(left)
    found = expected(world, policy)
    second, first = sorted(found)[-2:]
    rewarded = []
    for points in found:
        margin = points - (second if points == first else first)
        chance = 1 / (1 + exp(max(-30.0, min(30.0, -margin / unsure))))
        rewarded.append((1 - part) * chance + part * (0.5 + margin / ALL_POINTS / 2))
    return rewarded


def solved(world: HeraldState) -> Card:
    """Return the best card of the mover with two seats, no stock and all cards known: minimax over the points to come.

    A position between two tricks is both hands and the leader; its value is how far the leader will be ahead.
    """
    known: dict[tuple[tuple[Card, ...], tuple[Card, ...]], int] = {}

    def taken(mine: tuple[Card, ...], theirs: tuple[Card, ...], card: Card, answer: Card) -> int:
        """Return what a trick and the rest bring the leader."""
        points = POINTS_OF[card] + POINTS_OF[answer]
        mine, theirs = without(mine, card), without(theirs, answer)
        return -points - ahead(theirs, mine) if ahead_in((card, answer)) else points + ahead(mine, theirs)

    def ahead(mine: tuple[Card, ...], theirs: tuple[Card, ...]) -> int:
        """Return how far the leader of a trick will be ahead."""
        if not mine:
            return 0
        if (mine, theirs) not in known:
            known[mine, theirs] = max(min(taken(mine, theirs, card, answer) for answer in theirs) for card in mine)
        return known[mine, theirs]

    mine, theirs = (tuple(sorted(world.hands[seat])) for seat in (world.player, 1 - world.player))
    if world.trick:
        (led,) = world.trick
        return min(mine, key=lambda card: taken((*theirs, led), mine, led, card))
    return max(mine, key=lambda card: min(taken(mine, theirs, card, answer) for answer in theirs))


def without(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return cards without one of them."""
    place = cards.index(card)
    return cards[:place] + cards[place + 1 :]
