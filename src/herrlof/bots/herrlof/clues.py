"""What the choices of a player tell about its hand, its prediction, and the manner in which it plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from herrlof.bots.herrlof.choosers import Choices, Choosers, Floats, Ints, tables_of
from herrlof.bots.herrlof.decision import so_far
from herrlof.bots.herrlof.policy import GIVE, LEAD, PUT_BACK, SITUATIONS, Policy
from herrlof.bots.herrlof.prediction import Counted, Predictions, dealt_hands, drawn, first_trump
from herrlof.games.herrlof.actions import BLIND, DISCARD, DREW, PASS, RETURN, STEAL, TAKE_TRICK, TURNED
from herrlof.games.herrlof.cards import COLOUR_OF, KINDS, ONE, RANK_OF, VALKNUT, Card, size_of
from herrlof.games.herrlof.scoring import HAND_SIZES
from herrlof.games.herrlof.state import HerrlofState

_ONE: Final = np.array(ONE)
CREDENCE: Final = 0.5
"""A choice counts as that part of one: the players at the table are not quite those who are imagined."""


class Player(NamedTuple):
    """A manner to play: how the cards are chosen, and what is predicted."""

    policy: Policy
    predictions: Predictions | Counted


def odds_in(players: Sequence[Player], world: HerrlofState, seat: int) -> list[float]:
    """Return how likely `seat` is each of these players with each prediction, by the hand that it was dealt in this
    world: the predictions of the first player, then those of the next."""
    hand, trump, leads = dealt_hands(world)[seat], first_trump(world), (world.dealer + 1) % world.seats == seat
    return [chance for player in players for chance in player.predictions.odds(hand, trump, leads)]


def drawn_player(odds: Sequence[float], seats: int, random: Callable[[], float]) -> tuple[int, int]:
    """Return by odds in the order of `odds_in` the place of a player, and its prediction."""
    return divmod(drawn(odds, random), HAND_SIZES[seats] + 1)


def heard(players: Sequence[Player], worlds: Sequence[HerrlofState], seat: int) -> Floats:
    """Return for each world how likely it is that `seat` is each of these players with each prediction, as in
    `odds_in`, and has made all its choices so far. A common factor means nothing.

    The worlds are some that may be true after the same open play.
    """
    odds = np.array([odds_in(players, world, seat) for world in worlds])
    logs = likelihoods([player.policy for player in players], worlds, seat)
    found: Floats = odds * np.exp(CREDENCE * (logs - logs.max()))
    return found


def likelihoods(policies: Sequence[Policy], worlds: Sequence[HerrlofState], seat: int) -> Floats:
    """Return the logarithm of how likely each policy, with each prediction, chooses what `seat` has chosen so far: a
    row for each world, in it the predictions of the first policy, then those of the next.

    In all worlds the same cards were played; what was drawn, taken and put back may differ.
    """
    tables, n, seats = tables_of(tuple(policies)), len(worlds), worlds[0].seats
    logs = np.array([world.log for world in worlds]).T & 255
    hand = np.array([dealt_hands(world)[seat] for world in worlds])
    manner = np.arange(len(policies))[:, None, None]
    every = np.arange(len(policies) * SITUATIONS)[:, None] + np.zeros(n, np.int64)
    predictions = np.arange(HAND_SIZES[seats] + 1)[:, None]
    found = np.zeros((len(policies), len(predictions), n))
    trump = first_trump(worlds[0])
    seen = power = 0
    thief = victim = -1
    draws = False
    won = [0] * seats
    trick: list[Card] = []
    movers: list[int] = []

    def chosen(left: int) -> tuple[Choosers, Ints]:
        those = Choosers(tables, hand, left, np.full(n, trump), np.full(n, seen))
        return those, those.situations(manner, predictions - won[seat])

    def note(choices: Choices, situation: Ints, card: Ints) -> None:
        chances = choices.chances(every)[:, choices.kinds == card.take(choices.owners)]
        np.add(found, np.log(chances)[situation, np.arange(n)], out=found)

    for item, codes in zip(worlds[0].log, logs, strict=True):
        who, what = item >> 8, item & 255
        left = size_of(int(hand[0]))
        if len(trick) == seats and not (DISCARD <= what < TAKE_TRICK or what >= DREW or (what == PASS and draws)):
            winner = so_far(trick, trump)[2]
            power = 0 if VALKNUT in trick else RANK_OF[trick[winner]]
            won[movers[winner]] += power > 0
            trick.clear()
            movers.clear()
        if what < KINDS:
            if who == seat and left > 1:
                those, situation = chosen(left)
                follow, best, _, valknuts = so_far(trick, trump)
                if trick:
                    destroyed = np.full(n, valknuts > 0)
                    choices = those.following(np.full(n, follow), np.full(n, best), destroyed, seats - len(trick) - 1)
                else:
                    choices = those.any_card(LEAD)
                note(choices, situation, codes)
            if who == seat:
                hand = hand - _ONE.take(codes)
            trick.append(what)
            movers.append(who)
            draws = RANK_OF[what] == 3
            if what < VALKNUT:
                seen |= ONE[what]
        elif what == PASS and draws:  # R9
            draws = False
        elif TAKE_TRICK <= what < STEAL or (what == PASS and power == 1):  # R14
            if who == seat:
                _, situation = chosen(left)
                chance = tables.takes.take(situation)
                found += np.log(1 - chance if what == PASS else chance)
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
                hand = hand + _ONE.take(codes - DREW)
        elif what >= BLIND:
            card = _ONE.take(codes - BLIND)
            hand = hand + card * ((seat == thief) - (seat == victim))
        elif what >= RETURN:
            if who == seat:
                those, situation = chosen(left - 1)
                note(those.any_card(GIVE), situation, codes - RETURN)
            card = _ONE.take(codes - RETURN)
            hand = hand + card * ((seat == victim) - (seat == thief))
        elif what >= STEAL:
            thief, victim = who, what - STEAL
        elif what >= DISCARD and who == seat:
            those, situation = chosen(left)
            note(those.any_card(PUT_BACK), situation, codes - DISCARD)
            hand = hand - _ONE.take(codes - DISCARD)
    return found.reshape(-1, n).T
