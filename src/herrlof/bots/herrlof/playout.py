"""How a searcher imagines the rest of a round: every seat plays from its own hand and its own prediction.

Many worlds are played out side by side, a card in all of them at a time, and what the seats weigh for their
choices is looked up for all of them together. The rules are those of `HerrlofState.apply` and the choices
those of `decide` (a test plays them in lock-step).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

import numpy as np

from herrlof.bots.herrlof.choosers import Choosers, Floats, Ints, tables_of
from herrlof.bots.herrlof.decision import models_of
from herrlof.bots.herrlof.policy import GIVE, LEAD, PUT_BACK, Policy
from herrlof.bots.streams import FACTORS, GOLDEN, MASK
from herrlof.games.herrlof.actions import DISCARD, DRAW, PASS, PLAY, RETURN, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import COLOUR_OF, COLOURED, HAGALAZ, KINDS, ONE, RANK_OF, VALKNUT, size_of
from herrlof.games.herrlof.state import HerrlofState
from herrlof.games.herrlof.tricks import STRENGTH

Log: TypeAlias = list[list[tuple[int, float]]]
"""For each world its actions, and -1 - card for what a 6 draws, with the luck that chose them."""

_ONE: Final = np.array(ONE)
_COLOURED_ONE: Final = np.array([*ONE[:VALKNUT], 0, 0])
_COLOUR: Final = np.array(COLOUR_OF)
_RANK: Final = np.array(RANK_OF)
_STRENGTH: Final = np.array(STRENGTH)
_11, _27, _30, _31 = (np.uint64(bits) for bits in (11, 27, 30, 31))


Luck: TypeAlias = Callable[[int], Floats]
"""Draws a number from 0 to 1 for each world, for a step of the round: no two steps have the same number."""
STEPS: Final = 32
"""Each card that is left to a hand has so many steps of its own:"""
TAKING, STEALING, GIVING = range(STEPS - 3, STEPS)
"""what follows a trick; before that, two for each seat, to play a card and to put one back."""


def same_luck(draws: Sequence[int], rng: Random) -> Luck:
    """Return the luck of worlds as it comes, the same for those with the same number in `draws`."""
    chance = np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
    whole, each = max(draws) + 1, np.array(draws)
    return lambda step: chance.random(whole).take(each)


def luck_of(keys: Sequence[int]) -> Luck:
    """Return the luck that follows from a key of each world and the step alone, as `streams.mixed` has it."""
    different, each = np.unique(np.array(keys, np.uint64), return_inverse=True)
    first, second = (np.uint64(factor) for factor in FACTORS)

    def luck(step: int) -> Floats:
        found = different + np.uint64((step + 1) * GOLDEN & MASK)
        found = (found ^ found >> _30) * first
        found = (found ^ found >> _27) * second
        found ^= found >> _31
        return ((found >> _11).astype(np.float64) * 2.0**-53).take(each)

    return luck


def finish(
    policies: tuple[Policy, ...],
    worlds: Sequence[HerrlofState],
    luck: Luck,
    log: Log | None = None,
    first: list[int] | None = None,
) -> list[list[int]]:
    """Play rounds to their end from where a card is to be played; return the tricks of each seat in each world.

    In all worlds as many cards are left, and lie in the trick. `luck` draws a number from 0 to 1 for each of them.
    `first` gets the seat that wins the trick on the table in each, -1 for nobody.
    """
    tables, seats, n = tables_of(policies), worlds[0].seats, len(worlds)
    every = np.arange(n)
    hands = np.array([world.hands for world in worlds]).T.ravel()  # by seat * n + world, as the next three
    models = np.array([models_of(world) for world in worlds]).T.ravel()
    won = np.array([world.tricks_won for world in worlds]).T.ravel()
    predictions = np.array([world.predictions for world in worlds]).T.ravel()
    leader = np.array([world.leader for world in worlds])
    trump = np.array([world.trump for world in worlds])
    lying = np.array([world.trick for world in worlds], np.int64).T
    left = size_of(worlds[0].hands[worlds[0].player])
    deck, bottom, top = _decks([world.deck for world in worlds], left * seats)
    seen = (
        COLOURED & ~np.bitwise_or.reduce(hands.reshape(seats, n)) & ~np.bitwise_or.reduce(_COLOURED_ONE[deck], axis=1)
    )

    def choosers(lanes: Ints, at: Ints) -> tuple[Choosers, Ints]:
        those = Choosers(tables, hands[at], left, trump[lanes], seen[lanes])
        return those, those.situations(models[at], predictions[at] - won[at])

    def note(lanes: Ints, actions: Ints, lucks: Floats) -> None:
        if log is not None:
            for lane, action, chance in zip(lanes.tolist(), actions.tolist(), lucks.tolist(), strict=True):
                log[lane].append((action, chance))

    while left:
        step = STEPS * left
        follow, best, winner, rank, last_hagalaz = np.full((5, n), -1)
        valknuts = np.zeros(n, np.int64)
        for place in range(seats):
            player = (leader + place) % seats
            if place < len(lying):
                card = lying[place]
            else:
                at = player * n + every
                lucks = luck(step + 2 * place)
                those, situation = choosers(every, at)
                if place:
                    choices = those.following(follow, best, valknuts > 0, seats - place - 1)
                else:
                    choices = those.any_card(LEAD)
                card = choices.drawn(situation, lucks)
                hands[at] -= _ONE.take(card)
                seen |= _COLOURED_ONE.take(card)
                note(every, PLAY + card, lucks)
            follow = np.where(follow < 0, _COLOUR.take(card), follow)
            force = _STRENGTH[trump, follow, card]
            stronger = force > best
            best = np.where(stronger, force, best)
            winner = np.where(stronger, player, winner)
            card_rank = _RANK.take(card)
            rank = np.where(stronger, card_rank, rank)
            last_hagalaz = np.where(card == HAGALAZ, player, last_hagalaz)
            is_valknut = card == VALKNUT
            valknuts += is_valknut
            if place < len(lying):
                continue
            lanes = np.flatnonzero(is_valknut & (valknuts == 2))
            if len(lanes):  # R12, R22
                turned = deck[lanes, top[lanes]]
                top[lanes] -= 1
                trump[lanes] = _COLOUR.take(turned)
                seen[lanes] |= _COLOURED_ONE.take(turned)
            lanes = np.flatnonzero(card_rank == 3)
            if left > 1 and len(lanes):  # R9, R10
                at = player[lanes] * n + lanes
                hands[at] += _ONE.take(deck[lanes, top[lanes]])
                top[lanes] -= 1
                lucks = luck(step + 2 * place + 1)[lanes]
                those, situation = choosers(lanes, at)
                card = those.any_card(PUT_BACK).drawn(situation, lucks)
                hands[at] -= _ONE.take(card)
                bottom[lanes] -= 1
                deck[lanes, bottom[lanes]] = card
                note(lanes, np.full(len(lanes), DRAW), lucks)
                note(lanes, DISCARD + card, lucks)
        lying = lying[:0]
        left -= 1
        counts = valknuts == 0  # R11
        if first is not None and not first:
            first += np.where(counts, winner, -1).tolist()
        winners = winner * n + every
        won[winners[counts]] += 1
        victim = _most_tricks(won.reshape(seats, n), winner)
        victims = victim * n + every
        lanes = np.flatnonzero(counts & (rank == 1) & (won[victims] > 0))
        if len(lanes):  # R14
            lucks = luck(step + TAKING)[lanes]
            _, situation = choosers(lanes, winners[lanes])
            took = lucks < tables.takes.take(situation)
            note(lanes, np.where(took, TAKE_TRICK + victim[lanes], PASS), lucks)
            won[victims[lanes[took]]] -= 1
            won[winners[lanes[took]]] += 1
        lanes = np.flatnonzero(counts & (rank == 6))
        if left and len(lanes):  # R15
            thieves, robbed = winners[lanes], victims[lanes]
            lucks = luck(step + STEALING)[lanes]
            card = nth_card(hands[robbed], (lucks * left).astype(np.int64))
            note(lanes, STEAL + victim[lanes], lucks)
            note(lanes, -1 - card, lucks)
            hands[robbed] -= _ONE.take(card)
            hands[thieves] += _ONE.take(card)
            lucks = luck(step + GIVING)[lanes]
            those, situation = choosers(lanes, thieves)
            card = those.any_card(GIVE).drawn(situation, lucks)
            note(lanes, RETURN + card, lucks)
            hands[thieves] -= _ONE.take(card)
            hands[robbed] += _ONE.take(card)
        next_leader = np.where(rank == 9, (winner + 1) % seats, winner)
        next_leader = np.where(last_hagalaz >= 0, last_hagalaz, next_leader)
        leader = np.where(counts, next_leader, leader)  # R16
    tricks: list[list[int]] = won.reshape(seats, n).T.tolist()
    return tricks


def _decks(decks: Sequence[list[int]], room: int) -> tuple[Ints, Ints, Ints]:
    """Return decks in rows with `room` below them, and where their lowest and their highest cards lie."""
    longest = max(map(len, decks))
    rows = np.full((len(decks), room + longest), VALKNUT)
    rows[:, room:] = [cards + [VALKNUT] * (longest - len(cards)) for cards in decks]
    return rows, np.full(len(decks), room), np.array([room + len(cards) - 1 for cards in decks])


def _most_tricks(won: Ints, but: Ints) -> Ints:
    """Return the seat with most tricks among the others, the first of several; `won` has a row for each seat."""
    others = won.copy()
    others[but, np.arange(len(but))] = -1
    most: Ints = others.argmax(0)
    return most


def nth_card(hand: Ints, place: Ints) -> Ints:
    """Return the cards at a place of hands, counted in the order of the cards from 0."""
    copies = np.empty((len(hand), KINDS), np.int64)
    copies[:, :VALKNUT] = hand[:, None] >> np.arange(VALKNUT) & 1
    copies[:, VALKNUT] = hand >> VALKNUT & 3
    copies[:, HAGALAZ] = hand >> VALKNUT + 2
    found: Ints = (copies.cumsum(1) > place[:, None]).argmax(1)
    return found
