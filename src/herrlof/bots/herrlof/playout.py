"""How a searcher imagines the rest of a round: every seat plays from its own hand and its own prediction.

Many worlds are played out side by side, a card in all of them at a time, and what the seats weigh for their
choices is looked up for all of them together. The rules are those of `HerrlofState.apply` and the choices
those of `decide` (a test plays them in lock-step).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from random import Random
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from herrlof.bots.herrlof.policy import (
    AHEAD,
    BEHIND,
    BEYOND,
    DEEDS,
    EVEN,
    EXCEEDED,
    FEW,
    FEW_SORTS,
    GIVE,
    LEAD,
    LOSES,
    NOBODYS,
    PUT_BACK,
    ROW,
    SITUATIONS,
    SORTS,
    STAGE,
    STAGES,
    WINS,
    Policy,
)
from herrlof.games.herrlof.actions import DISCARD, DRAW, PASS, PLAY, RETURN, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import (
    COLOUR_BITS,
    COLOUR_OF,
    COLOURED,
    HAGALAZ,
    KINDS,
    ONE,
    RANK_OF,
    RANKS,
    VALKNUT,
    size_of,
)
from herrlof.games.herrlof.state import HerrlofState
from herrlof.games.herrlof.tricks import STRENGTH

Ints: TypeAlias = NDArray[np.int64]
"""A number for each world, or a row of them; hands and cards are numbers as everywhere."""
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]
Log: TypeAlias = list[list[tuple[int, float]]]
"""For each world its actions, and -1 - card for what a 6 draws, with the luck that chose them."""

_ONE: Final = np.array(ONE)
_COLOURED_ONE: Final = np.array([*ONE[:VALKNUT], 0, 0])
_COLOUR: Final = np.array(COLOUR_OF)
_RANK: Final = np.array(RANK_OF)
_STRENGTH: Final = np.array(STRENGTH)
_FEW: Final = np.array(FEW)
_COLOURS: Final = np.arange(4)
_SHIFTS: Final = RANKS * _COLOURS
_BITS: Final = np.arange(RANKS)
_HELD: Final = (np.arange(1 << RANKS)[:, None] >> _BITS & 1).astype(np.float64)
"""1 for each rank of a colour that is there, by its bits."""
_LENGTH: Final = np.minimum(_HELD.sum(1).astype(np.int64), 4)
_HELD_SPECIAL: Final = np.array([[bool(bits & 3), bits > 3] for bits in range(16)], np.float64)
_THREES: Final = (_HELD @ 3.0**_BITS).astype(np.int64)
"""Bits read as digits to the base 3. `_THREES[out] + 2 * _THREES[hand]` names a *lie*: which cards of a colour are
out, which are in the hand, and which are gone."""
_LIES: Final = 3**RANKS


class Tables:
    """What a policy weighs, for whole colours at once.

    The row of a lie in a table is found by trump or not, stage, and how many trumps are out (`FEW`).
    """

    def __init__(self, policy: Policy) -> None:
        """Look everything up for every lie."""
        digits = np.arange(_LIES)[:, None] // 3**_BITS % 3
        out = digits == 1
        higher = np.minimum(out[:, ::-1].cumsum(1)[:, ::-1], RANKS - 1)
        places = (out.sum(1)[:, None] * RANKS + higher) * RANKS + _BITS
        kept = np.array(policy.kept).reshape(-1, ROW)
        held = (digits == 2).T.astype(np.float64)
        self.good_for: Floats = sum(
            (kept.take(where, axis=1) * there for where, there in zip(places.T, held, strict=True)), np.zeros(1)
        ).ravel()
        """The tricks to expect."""
        worth = np.array(policy.worth, np.uint8).reshape(-1, ROW).take(places, axis=1)
        led = np.array(policy.led, np.uint8).reshape(-1, ROW).take(places, axis=1)
        self.worth: NDArray[np.uint8] = worth.reshape(-1, RANKS)
        self.worth_and_led: NDArray[np.uint8] = (worth + led).reshape(-1, RANKS)
        """Where a card is found in `balanced`, with its chance to win this trick."""
        self.balanced: Floats = np.array(policy.balanced)
        at = SITUATIONS * DEEDS
        sorts, lengths = np.array(policy.sorts).reshape(at, SORTS), np.array(policy.lengths).reshape(at, 4)
        ranks = sorts[:, : 2 * RANKS].reshape(at, 2, 1, RANKS)
        self.ranks: Floats = (ranks * np.insert(lengths, 0, 1, axis=1)[:, None, :, None]).reshape(-1, RANKS)
        """For each situation and deed, as trump or not, in a colour of 0 to 4 cards: a weight for each rank."""
        none = self.balanced.reshape(at, STAGES, 64)[:, :, :1]
        self.special: Floats = (sorts[:, None, 2 * RANKS :] * lengths[:, None, :1] * none).reshape(-1, 2)
        """For each situation, deed and stage: the weight of a Valknut and of a Hagalaz."""
        self.takes: Floats = np.array(policy.takes)


@lru_cache(maxsize=4)
def tables_of(policy: Policy) -> Tables:
    """Return the tables of a policy."""
    return Tables(policy)


class Choosers:
    """Those who have to choose, one in each world, with `left` cards to come."""

    def __init__(self, tables: Tables, hand: Ints, need: Ints, left: int, trump: Ints, seen: Ints) -> None:
        """Take hands and the tricks still missing; `seen` holds the coloured cards that are out of the round."""
        self._tables = tables
        self._stage = STAGE[left]
        self._specials = hand >> VALKNUT
        self._bits = hand[:, None] >> _SHIFTS & COLOUR_BITS
        elsewhere = ~(seen | hand)
        few = _FEW.take(elsewhere >> RANKS * np.maximum(trump, 0) & COLOUR_BITS) * (trump >= 0)
        self._is_trump = trump[:, None] == _COLOURS
        rows = (self._is_trump * STAGES + self._stage) * FEW_SORTS + few[:, None]
        lies = _THREES.take(elsewhere[:, None] >> _SHIFTS & COLOUR_BITS) + 2 * _THREES.take(self._bits)
        self._lies = rows * _LIES + lies
        step = (tables.good_for.take(self._lies).sum(1) - need + 3.5).astype(np.int64)
        reached = np.minimum(np.maximum(step, 0), EVEN - 1)
        self._situation = np.where(need < 0, EXCEEDED, np.where(need > left, BEYOND, reached))

    def takes(self, luck: Floats) -> Bools:
        """Return who takes a trick with a 1."""
        return luck < self._tables.takes.take(self._situation)

    def any_card(self, deed: int, luck: Floats) -> Ints:
        """Return the cards chosen from the whole hands for one deed: LEAD, PUT_BACK or GIVE."""
        tables = self._tables
        at = self._situation * DEEDS + deed
        where = (tables.worth_and_led if deed == LEAD else tables.worth).take(self._lies, axis=0)
        cards = tables.balanced.take(((at * STAGES + self._stage) * 64)[:, None, None] + where)
        cards *= tables.ranks.take((at[:, None] * 2 + self._is_trump) * 5 + _LENGTH.take(self._bits), axis=0)
        cards *= _HELD.take(self._bits, axis=0)
        return self._drawn(cards, at, luck)

    def following(self, follow: Ints, best: Ints, destroyed: Bools, to_play: int, luck: Floats) -> Ints:
        """Return the cards chosen to play after others; `best` is the strength to beat, in a trick that counts."""
        tables = self._tables
        same = follow[:, None] == _COLOURS
        able = (self._bits * same).any(1)
        allowed = np.where(same | ~able[:, None], self._bits, 0)
        highest = np.where(same | (follow < 0)[:, None], best[:, None] - 11, RANKS)
        highest = np.where(self._is_trump, best[:, None] - 21, highest)
        beats = (highest[:, :, None] < _BITS) & ~destroyed[:, None, None]
        win, lose = (AHEAD, BEHIND) if to_play else (WINS, LOSES)
        below = self._situation * DEEDS + np.where(destroyed, NOBODYS, lose)
        at = np.where(beats, (self._situation * DEEDS + win)[:, None, None], below[:, None, None])
        where = tables.worth.take(self._lies, axis=0)
        where = np.where(beats, tables.worth_and_led.take(self._lies, axis=0) if to_play else where + 7, where)
        cards = tables.balanced.take((at * STAGES + self._stage) * 64 + where)
        length = _LENGTH.take(self._bits)[:, :, None]
        cards *= tables.ranks.take(((at * 2 + self._is_trump[:, :, None]) * 5 + length) * RANKS + _BITS)
        cards *= _HELD.take(allowed, axis=0)
        return self._drawn(cards, below, luck)

    def _drawn(self, cards: Floats, at: Ints, luck: Floats) -> Ints:
        """Return a card by the weights of the coloured ones, and of the others in their situation and deed."""
        weights = np.empty((len(cards), KINDS))
        weights[:, :VALKNUT] = cards.reshape(-1, VALKNUT)
        special = self._tables.special.take(at * STAGES + self._stage, axis=0)
        weights[:, VALKNUT:] = special * _HELD_SPECIAL.take(self._specials, axis=0)
        heaps = weights.cumsum(1)
        chosen: Ints = (heaps > (luck * heaps[:, -1])[:, None]).argmax(1)
        return chosen


def same_luck(draws: Sequence[int], rng: Random) -> Callable[[], Floats]:
    """Return what draws a number from 0 to 1 for each world, the same for those with the same number in `draws`."""
    chance = np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
    whole, each = max(draws) + 1, np.array(draws)
    return lambda: chance.random(whole).take(each)


def finish(
    policy: Policy, worlds: Sequence[HerrlofState], luck: Callable[[], Floats], log: Log | None = None
) -> list[list[int]]:
    """Play rounds to their end from where a card is to be played; return the tricks of each seat in each world.

    In all worlds as many cards are left, and lie in the trick. `luck` draws a number from 0 to 1 for each of them.
    """
    tables, seats, n = tables_of(policy), policy.seats, len(worlds)
    every = np.arange(n)
    hands = np.array([world.hands for world in worlds]).T.ravel()  # by seat * n + world, as the next two
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

    def choosers(lanes: Ints, at: Ints) -> Choosers:
        return Choosers(tables, hands[at], predictions[at] - won[at], left, trump[lanes], seen[lanes])

    def note(lanes: Ints, actions: Ints, lucks: Floats) -> None:
        if log is not None:
            for lane, action, chance in zip(lanes.tolist(), actions.tolist(), lucks.tolist(), strict=True):
                log[lane].append((action, chance))

    while left:
        follow, best, winner, rank, last_hagalaz = np.full((5, n), -1)
        valknuts = np.zeros(n, np.int64)
        for place in range(seats):
            player = (leader + place) % seats
            if place < len(lying):
                card = lying[place]
            else:
                at = player * n + every
                lucks = luck()
                mine = choosers(every, at)
                if place:
                    card = mine.following(follow, best, valknuts > 0, seats - place - 1, lucks)
                else:
                    card = mine.any_card(LEAD, lucks)
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
                lucks = luck()[lanes]
                card = choosers(lanes, at).any_card(PUT_BACK, lucks)
                hands[at] -= _ONE.take(card)
                bottom[lanes] -= 1
                deck[lanes, bottom[lanes]] = card
                note(lanes, np.full(len(lanes), DRAW), lucks)
                note(lanes, DISCARD + card, lucks)
        lying = lying[:0]
        left -= 1
        counts = valknuts == 0  # R11
        winners = winner * n + every
        won[winners[counts]] += 1
        victim = _most_tricks(won.reshape(seats, n), winner)
        victims = victim * n + every
        lanes = np.flatnonzero(counts & (rank == 1) & (won[victims] > 0))
        if len(lanes):  # R14
            lucks = luck()[lanes]
            took = choosers(lanes, winners[lanes]).takes(lucks)
            note(lanes, np.where(took, TAKE_TRICK + victim[lanes], PASS), lucks)
            won[victims[lanes[took]]] -= 1
            won[winners[lanes[took]]] += 1
        lanes = np.flatnonzero(counts & (rank == 6))
        if left and len(lanes):  # R15
            thieves, robbed = winners[lanes], victims[lanes]
            lucks = luck()[lanes]
            card = nth_card(hands[robbed], (lucks * left).astype(np.int64))
            note(lanes, STEAL + victim[lanes], lucks)
            note(lanes, -1 - card, lucks)
            hands[robbed] -= _ONE.take(card)
            hands[thieves] += _ONE.take(card)
            lucks = luck()[lanes]
            card = choosers(lanes, thieves).any_card(GIVE, lucks)
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
