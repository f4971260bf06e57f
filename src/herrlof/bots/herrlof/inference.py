"""What the choices of a player tell about its hand, its prediction, and the model in which it plays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from herrlof.bots.herrlof.choosers import Choosers, Floats, Ints, WeightedCards, tables_of
from herrlof.bots.herrlof.decision import so_far
from herrlof.bots.herrlof.policy import GIVE, LEAD, PUT_BACK, SITUATIONS, Policy
from herrlof.bots.herrlof.prediction import CountedPredictions, Predictions, dealt_hands, drawn, first_trump
from herrlof.games.herrlof.cards import COLOUR_OF, ONE, RANK_OF, VALKNUT, Card, size_of
from herrlof.games.herrlof.log import FIRST, entries
from herrlof.games.herrlof.scoring import HAND_SIZES
from herrlof.games.herrlof.state import HerrlofState

_ONE: Final = np.array(ONE)
LIKELIHOOD_EXPONENT: Final = 0.5
"""A choice counts as that part of one: the players at the table are not quite those who are imagined."""


class PlayerModel(NamedTuple):
    """A model to play: how the cards are chosen, and what is predicted."""

    policy: Policy
    predictions: Predictions | CountedPredictions


def odds_in(players: Sequence[PlayerModel], world: HerrlofState, seat: int) -> list[float]:
    """Return how likely `seat` is each of these players with each prediction, by the hand that it was dealt in this
    world: the predictions of the first player, then those of the next."""
    hand, trump, leads = dealt_hands(world)[seat], first_trump(world), (world.dealer + 1) % world.seats == seat
    return [chance for player in players for chance in player.predictions.odds(hand, trump, leads)]


def drawn_player(odds: Sequence[float], seats: int, random: Callable[[], float]) -> tuple[int, int]:
    """Return by odds in the order of `odds_in` the place of a player, and its prediction."""
    return divmod(drawn(odds, random), HAND_SIZES[seats] + 1)


def posterior(players: Sequence[PlayerModel], worlds: Sequence[HerrlofState], seat: int) -> Floats:
    """Return for each world how likely it is that `seat` is each of these players with each prediction, as in
    `odds_in`, and has made all its choices so far. A common factor means nothing.

    The worlds are some that may be true after the same open play.
    """
    odds = np.array([odds_in(players, world, seat) for world in worlds])
    logs = likelihoods([player.policy for player in players], worlds, seat)
    found: Floats = odds * np.exp(LIKELIHOOD_EXPONENT * (logs - logs.max()))
    return found


def likelihoods(policies: Sequence[Policy], worlds: Sequence[HerrlofState], seat: int) -> Floats:
    """Return the logarithm of how likely each policy, with each prediction, chooses what `seat` has chosen so far: a
    row for each world, in it the predictions of the first policy, then those of the next.

    In all worlds the same cards were played; what was drawn, taken and put back may differ.
    """
    tables, n, seats = tables_of(tuple(policies)), len(worlds), worlds[0].seats
    logs = np.array([world.log for world in worlds]).T & 255
    hand = np.array([dealt_hands(world)[seat] for world in worlds])
    model = np.arange(len(policies))[:, None, None]
    every = np.arange(len(policies) * SITUATIONS)[:, None] + np.zeros(n, np.int64)
    predictions = np.arange(HAND_SIZES[seats] + 1)[:, None]
    found = np.zeros((len(policies), len(predictions), n))
    trump = first_trump(worlds[0])
    seen = power = 0
    draws = False
    won = [0] * seats
    trick: list[Card] = []
    movers: list[int] = []

    def chosen(left: int) -> tuple[Choosers, Ints]:
        those = Choosers(tables, hand, left, np.full(n, trump), np.full(n, seen))
        return those, those.situations(model, predictions - won[seat])

    def note(choices: WeightedCards, situation: Ints, card: Ints) -> None:
        chances = choices.chances(every)[:, choices.kinds == card.take(choices.owners)]
        np.add(found, np.log(chances)[situation, np.arange(n)], out=found)

    for (who, what, which, giver, taker), codes in zip(entries(worlds[0].log), logs, strict=True):
        left = size_of(int(hand[0]))
        cards = codes - FIRST[what]
        own = who == seat
        if len(trick) == seats and not (what in ("discard", "draw") or what == "turn" or (what == "pass" and draws)):
            winner = so_far(trick, trump)[2]
            power = 0 if VALKNUT in trick else RANK_OF[trick[winner]]
            won[movers[winner]] += power > 0
            trick.clear()
            movers.clear()
        if what == "play":
            if own and left > 1:
                those, situation = chosen(left)
                follow, best, _, valknuts = so_far(trick, trump)
                if trick:
                    destroyed = np.full(n, valknuts > 0)
                    choices = those.following(np.full(n, follow), np.full(n, best), destroyed, seats - len(trick) - 1)
                else:
                    choices = those.any_card(LEAD)
                note(choices, situation, cards)
            if own:
                hand = hand - _ONE.take(cards)
            trick.append(which)
            movers.append(who)
            draws = RANK_OF[which] == 3
            if which < VALKNUT:
                seen |= ONE[which]
        elif what == "pass" and draws:  # R9
            draws = False
        elif what == "take-trick" or (what == "pass" and power == 1):  # R14
            if own:
                _, situation = chosen(left)
                chance = tables.takes.take(situation)
                found += np.log(1 - chance if what == "pass" else chance)
            if what == "take-trick":
                won[which] -= 1
                won[who] += 1
        elif what == "turn":
            trump = COLOUR_OF[which]
            if which < VALKNUT:
                seen |= ONE[which]
        elif what == "draw":
            draws = False
            if own:
                hand = hand + _ONE.take(cards)
        elif what in ("blind", "return"):
            if what == "return" and own:
                those, situation = chosen(left - 1)
                note(those.any_card(GIVE), situation, cards)
            hand = hand + _ONE.take(cards) * ((seat == taker) - (seat == giver))
        elif what == "discard" and own:
            those, situation = chosen(left)
            note(those.any_card(PUT_BACK), situation, cards)
            hand = hand - _ONE.take(cards)
    return found.reshape(-1, n).T
