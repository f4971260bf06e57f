"""How a searcher imagines the next cards: each seat plays by `policy`, in a hurry, and a formula judges the rest.

`choose` finds what `Policy.appeal` likes best without laying out every play; a test holds them together.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from math import exp
from operator import mul
from typing import Final

from herrlof.bots.how_ruck.policy import FITTED, IN_HAND, WIN, Policy, kind_code
from herrlof.game import Action
from herrlof.games.how_ruck.actions import DISCARD, FIELDS, PLAY_ACTION, PLAYS
from herrlof.games.how_ruck.cards import (
    COLOUR_OF,
    COLOURS,
    FIRST_ACTION,
    FIRST_WHITE,
    HAS_TEXT,
    KINDS,
    NO_CARD,
    VALUE_OF,
)
from herrlof.games.how_ruck.state import HowRuckState
from herrlof.games.how_ruck.tug import DIRECTIONS, TRACK, strengths, top_value

NOISE: Final = 0.3
"""What two imagined players may differ about a choice."""


def choose(world: HowRuckState, random: Callable[[], float], noise: float = NOISE, policy: Policy = FITTED) -> Action:
    """Return what the mover would do: what is worth most, give or take as much as `noise`."""
    seat, rope = world.player, world.rope
    own_tops, other_tops, a_field, worth = policy.own_tops, policy.other_tops, policy.barrel, policy.worth
    if world.phase in ("move", "name"):
        return max(
            world.legal_actions(), key=lambda act: policy.appeal(rope, world.barrel, seat, act) + noise * random()
        )
    if pair := world.pair():
        return world.legal_actions()[max((0, 1), key=lambda place: policy.worth[pair[place]] + noise * random())]
    values = list(map(top_value, rope))
    own, other = (values[:COLOURS], values[COLOURS:]) if seat == 0 else (values[COLOURS:], values[:COLOURS])
    ahead = sum(own) - sum(other)
    to_end = world.barrel - 1 if seat == 0 else TRACK - world.barrel
    to_lose = 1 - TRACK + to_end
    other_hand = len(world.hands[1 - seat])
    before = NO_CARD
    base = None
    best, found = -10 * WIN, -1
    for card in world.hands[seat] if world.stolen == NO_CARD else (world.stolen,):
        if card == before:
            continue
        before = card
        cost = worth[card]
        if card < FIRST_WHITE:
            value, colour = VALUE_OF[card], COLOUR_OF[card]
            on_own, on_other = PLAYS[card]
            gain = own_tops[value] - own_tops[own[colour]] - cost + noise * random()
            gain_other = other_tops[value] - other_tops[other[colour]] - cost + noise * random()
            if HAS_TEXT[card]:
                pull = ahead + value - own[colour]
                pull_other = ahead + other[colour] - value
                if pull >= to_end or pull_other >= to_end:
                    return on_own if pull >= to_end else on_other
                gain += a_field * pull if pull > to_lose else -WIN
                gain_other += a_field * pull_other if pull_other > to_lose else -WIN
            if gain > best:
                best, found = gain, on_own
            if gain_other > best:
                best, found = gain_other, on_other
        elif card < FIRST_ACTION:
            value = VALUE_OF[card]
            plays = PLAYS[card]
            for field in range(FIELDS):
                if field < COLOURS:
                    gain = own_tops[value] - own_tops[own[field]]
                else:
                    gain = other_tops[value] - other_tops[other[field - COLOURS]]
                gain += noise * random() - cost
                if gain > best:
                    best, found = gain, plays[field]
        else:
            if base is None:
                base = policy.standing(rope, seat)
            action = PLAY_ACTION + card - FIRST_ACTION
            gain = policy.appeal(rope, world.barrel, seat, action, other_hand) - base
            if gain + cost < 0:
                gain, action = -cost, DISCARD + card - FIRST_ACTION
            gain += noise * random()
            if gain > best:
                best, found = gain, action
    return found


TOP_VALUES: Final = (0, 1, 2, 3, 4, 6)
KIND_CODES: Final = tuple(IN_HAND)
KIND_OF: Final = tuple([KIND_CODES.index(code) for code in map(kind_code, range(KINDS))])
"""The place of each card in `KIND_CODES`."""
BASICS: Final = 2 + 2 * len(TOP_VALUES) + 2 * len(KIND_CODES)
"""So many features come first: 1, the barrel, the top cards of both sides, the cards of both hands."""
ALL_CARDS: Final = 40


def features(world: HowRuckState) -> list[float]:
    """Return what the formula looks at where a seat is about to play, from that seat's side."""
    seat, hands, piles = world.player, world.hands, world.piles
    found = [0.0] * BASICS
    found[0] = 1.0
    barrel = found[1] = (world.barrel - (1 + TRACK) / 2) * DIRECTIONS[seat]
    first, second = strengths(world.rope)
    ahead = first - second if seat == 0 else second - first
    start = 2
    for side in (seat, 1 - seat):
        for pile in world.rope[side * COLOURS : side * COLOURS + COLOURS]:
            found[start + _TOP_PLACES[top_value(pile)]] += 1
        start += len(TOP_VALUES)
    texts = [0, 0]
    for place, side in enumerate((seat, 1 - seat)):
        for card in hands[side]:
            found[start + KIND_OF[card]] += 1
            texts[place] += HAS_TEXT[card]
        start += len(KIND_CODES)
    left = (len(hands[0]) + len(hands[1]) + len(piles[0]) + len(piles[1])) / ALL_CARDS
    found += [
        barrel * abs(barrel),
        barrel * left,
        (1 - left) ** 2 * (1 if barrel > 0 else -1),
        ahead * left,
        ahead * abs(ahead),
        ahead * texts[0],
        ahead * texts[1],
        left * texts[0],
        left * texts[1],
        len(hands[seat]) - len(hands[1 - seat]),
    ]
    return found


_TOP_PLACES: Final = tuple([TOP_VALUES.index(number) if number in TOP_VALUES else -1 for number in range(7)])


@cache
def weights() -> tuple[float, ...]:
    """Return the weights of the features, as `training/how_ruck.py fit` wrote them."""
    text = files("herrlof.bots.how_ruck").joinpath("value.json").read_text("utf-8")
    return tuple(json.loads(text))


def value(world: HowRuckState) -> float:
    """Return the chance of seat 0 to win the round, where a seat is about to play."""
    chance = 1 / (1 + exp(-sum(map(mul, weights(), features(world)))))
    return chance if world.player == 0 else 1 - chance
