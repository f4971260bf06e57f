"""What the cards that a player has played tell about the prediction that nobody else has seen."""

from __future__ import annotations

from math import exp, log
from typing import Final

from herrlof.bots.herrlof.decision import so_far
from herrlof.bots.herrlof.policy import (
    DEEDS,
    LEAD,
    NOBODYS,
    SHARPNESS,
    Policy,
    Sight,
    choose,
    expects,
    half,
    situation_of,
)
from herrlof.bots.herrlof.prediction import Predictions, dealt_hands, first_trump
from herrlof.games.herrlof.actions import BLIND, DISCARD, DREW, PASS, RETURN, STEAL, TAKE_TRICK, TURNED
from herrlof.games.herrlof.cards import COLOUR_OF, KINDS, ONE, RANK_OF, VALKNUT, Card, Colour, Hand, size_of
from herrlof.games.herrlof.scoring import HAND_SIZES
from herrlof.games.herrlof.state import HerrlofState

CREDENCE: Final = 0.4
"""A play counts as that part of one: the players at the table are not those whom the policy imagines."""


def clues(policy: Policy, model: Predictions, worlds: list[HerrlofState], seat: int) -> list[float]:
    """Return how much more likely each prediction is than the hands alone make it, by what `seat` has played.

    `worlds` are some that may be true; in each the seat's plays speak for those predictions with which
    the policy would have made them. A common factor means nothing.
    """
    found = [likelihoods(policy, world, seat) for world in worlds]
    most = max(found[0])
    before = [0.0] * len(found[0])
    after = before
    for world, spoken in zip(worlds, found, strict=True):
        odds = model.odds_in(world, seat)
        before = [whole + chance for whole, chance in zip(before, odds, strict=True)]
        after = [
            whole + chance * exp(CREDENCE * (heard - most))
            for whole, chance, heard in zip(after, odds, spoken, strict=True)
        ]
    return [heard / unheard for heard, unheard in zip(after, before, strict=True)]


def likelihoods(policy: Policy, world: HerrlofState, seat: int) -> list[float]:
    """Return for each prediction the logarithm of how likely the policy plays as `seat` did so far in this world.

    Only what lies open counts: cards played, and tricks taken with a 1 or left.
    """
    found = [0.0] * (HAND_SIZES[policy.seats] + 1)
    hand = dealt_hands(world)[seat]
    trump = first_trump(world)
    seen = power = 0
    thief = victim = -1
    draws = False
    won = [0] * world.seats
    trick: list[Card] = []
    players: list[int] = []
    for item in world.log:
        who, what = item >> 8, item & 255
        if what < KINDS:
            if len(trick) == world.seats:
                trick.clear()
                players.clear()
            if who == seat:
                _add_play(found, policy, hand, won[seat], trump, seen, trick, what)
                hand -= ONE[what]
            trick.append(what)
            players.append(who)
            power = 0
            draws = RANK_OF[what] == 3
            if what < VALKNUT:
                seen |= ONE[what]
            if len(trick) == world.seats and VALKNUT not in trick:
                winner = so_far(trick, trump)[2]
                won[players[winner]] += 1
                power = RANK_OF[trick[winner]]
        elif what == PASS and draws:  # R9
            draws = False
        elif TAKE_TRICK <= what < STEAL or (what == PASS and power == 1):  # R14
            if who == seat:
                _add_choice(found, policy, hand, won[seat], trump, seen, what != PASS)
            if what != PASS:
                won[what - TAKE_TRICK] -= 1
                won[who] += 1
        elif what >= TURNED:
            trump = COLOUR_OF[what - TURNED]
            if what - TURNED < VALKNUT:
                seen |= ONE[what - TURNED]
        elif what >= DREW:
            draws = False
            if who == seat:
                hand += ONE[what - DREW]
        elif what >= RETURN:
            card, taker = (what - BLIND, thief) if what >= BLIND else (what - RETURN, victim)
            if taker == seat:
                hand += ONE[card]
            elif seat in (thief, victim):
                hand -= ONE[card]
        elif what >= STEAL:
            thief, victim = who, what - STEAL
        elif what >= DISCARD and who == seat:
            hand -= ONE[what - DISCARD]
    return found


def _add_play(
    found: list[float],
    policy: Policy,
    hand: Hand,
    won: int,
    trump: Colour,
    seen: int,
    trick: list[Card],
    card: Card,
) -> None:
    left = size_of(hand)
    if left == 1:
        return
    follow, best, _, valknuts = so_far(trick, trump)
    deed = NOBODYS if valknuts else -1 if trick else LEAD
    sights: list[Sight] = []
    choose(policy, hand, 0, left, trump, follow, best, deed, policy.seats - len(trick) - 1, seen, half, sights)
    if len(sights) == 1:
        return
    total = expects(policy, hand, left, trump, seen)
    known: dict[int, float] = {}
    for prediction in range(len(found)):
        situation = situation_of(total, prediction - won, left)
        if situation not in known:
            known[situation] = _chance(policy, sights, situation, card)
        found[prediction] += log(known[situation])


def _chance(policy: Policy, sights: list[Sight], situation: int, played: Card) -> float:
    """Return how often the policy plays a card of those in sight, were this the situation."""
    mine = whole = 0.0
    for card, at, stage, kept, now, sort, length in sights:
        sight = (card, situation * DEEDS + at % DEEDS, stage, kept, now, sort, length)
        weight = exp(SHARPNESS * policy.liking(sight))
        whole += weight
        if card == played:
            mine = weight
    return mine / whole


def _add_choice(found: list[float], policy: Policy, hand: Hand, won: int, trump: Colour, seen: int, took: bool) -> None:
    left = size_of(hand)
    total = expects(policy, hand, left, trump, seen)
    for prediction in range(len(found)):
        chance = policy.takes[situation_of(total, prediction - won, left)]
        found[prediction] += log(chance if took else 1 - chance)
