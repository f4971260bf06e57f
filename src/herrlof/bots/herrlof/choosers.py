"""How many players choose side by side: what they weigh is looked up for all of them together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
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
    LEAD,
    LOSES,
    NOBODYS,
    ROW,
    SITUATIONS,
    SORTS,
    STAGE,
    STAGES,
    WINS,
    Policy,
)
from herrlof.games.herrlof.cards import COLOUR_BITS, KINDS, RANKS, VALKNUT

Ints: TypeAlias = NDArray[np.int64]
"""A number for each world, or a row of them; hands and cards are numbers as everywhere."""
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]

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
    """What policies weigh, for whole colours at once.

    The row of a lie in a table is found by trump or not, stage, and how many trumps are out (`FEW`). The situations
    of the second policy come after those of the first, and so on.
    """

    def __init__(self, policies: Sequence[Policy]) -> None:
        """Look everything up for every lie."""
        policy = policies[0]  # what a card is good for is the same to all
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
        self.balanced: Floats = np.concatenate([policy.balanced for policy in policies])
        at = len(policies) * SITUATIONS * DEEDS
        sorts = np.concatenate([policy.sorts for policy in policies]).reshape(at, SORTS)
        lengths = np.concatenate([policy.lengths for policy in policies]).reshape(at, 4)
        ranks = sorts[:, : 2 * RANKS].reshape(at, 2, 1, RANKS)
        self.ranks: Floats = (ranks * np.insert(lengths, 0, 1, axis=1)[:, None, :, None]).reshape(-1, RANKS)
        """For each situation and deed, as trump or not, in a colour of 0 to 4 cards: a weight for each rank."""
        none = self.balanced.reshape(at, STAGES, 64)[:, :, :1]
        self.special: Floats = (sorts[:, None, 2 * RANKS :] * lengths[:, None, :1] * none).reshape(-1, 2)
        """For each situation, deed and stage: the weight of a Valknut and of a Hagalaz."""
        self.takes: Floats = np.concatenate([policy.takes for policy in policies])


@lru_cache(maxsize=4)
def tables_of(policies: tuple[Policy, ...]) -> Tables:
    """Return the tables of some policies."""
    return Tables(policies)


class Choosers:
    """Those who have to choose, one in each world, with `left` cards to come.

    What they do follows from their situations; with a row of these for each world, it is told for every row.
    """

    def __init__(self, tables: Tables, hand: Ints, left: int, trump: Ints, seen: Ints) -> None:
        """Take hands; `seen` holds the coloured cards that are out of the round."""
        self._tables = tables
        self._left = left
        self._stage = STAGE[left]
        self._specials = hand >> VALKNUT
        self._bits = hand[:, None] >> _SHIFTS & COLOUR_BITS
        elsewhere = ~(seen | hand)
        few = _FEW.take(elsewhere >> RANKS * np.maximum(trump, 0) & COLOUR_BITS) * (trump >= 0)
        self._is_trump = trump[:, None] == _COLOURS
        rows = (self._is_trump * STAGES + self._stage) * FEW_SORTS + few[:, None]
        lies = _THREES.take(elsewhere[:, None] >> _SHIFTS & COLOUR_BITS) + 2 * _THREES.take(self._bits)
        self._lies = rows * _LIES + lies

    def situations(self, manner: Ints, need: Ints) -> Ints:
        """Return the situations of players of a manner who still need so many tricks."""
        step = (self._tables.good_for.take(self._lies).sum(1) - need + 3.5).astype(np.int64)
        reached = np.minimum(np.maximum(step, 0), EVEN - 1)
        unlike = np.where(need < 0, EXCEEDED, np.where(need > self._left, BEYOND, reached))
        found: Ints = manner * SITUATIONS + unlike
        return found

    def any_card(self, situation: Ints, deed: int) -> Floats:
        """Return the weights of all kinds of cards where one of the whole hand goes: LEAD, PUT_BACK or GIVE."""
        tables = self._tables
        at = situation * DEEDS + deed
        where = (tables.worth_and_led if deed == LEAD else tables.worth).take(self._lies, axis=0)
        cards = tables.balanced.take(((at * STAGES + self._stage) * 64)[..., None, None] + where)
        cards *= tables.ranks.take((at[..., None] * 2 + self._is_trump) * 5 + _LENGTH.take(self._bits), axis=0)
        cards *= _HELD.take(self._bits, axis=0)
        return self._of_all_kinds(cards, at)

    def following(self, situation: Ints, follow: Ints, best: Ints, destroyed: Bools, to_play: int) -> Floats:
        """Return the weights of all kinds of cards, to be played after others; `best` is the strength to beat, in a
        trick that counts."""
        tables = self._tables
        same = follow[:, None] == _COLOURS
        able = (self._bits * same).any(1)
        allowed = np.where(same | ~able[:, None], self._bits, 0)
        highest = np.where(same | (follow < 0)[:, None], best[:, None] - 11, RANKS)
        highest = np.where(self._is_trump, best[:, None] - 21, highest)
        beats = (highest[:, :, None] < _BITS) & ~destroyed[:, None, None]
        win, lose = (AHEAD, BEHIND) if to_play else (WINS, LOSES)
        below = situation * DEEDS + np.where(destroyed, NOBODYS, lose)
        at = np.where(beats, (situation * DEEDS + win)[..., None, None], below[..., None, None])
        where = tables.worth.take(self._lies, axis=0)
        where = np.where(beats, tables.worth_and_led.take(self._lies, axis=0) if to_play else where + 7, where)
        cards = tables.balanced.take((at * STAGES + self._stage) * 64 + where)
        length = _LENGTH.take(self._bits)[:, :, None]
        cards *= tables.ranks.take(((at * 2 + self._is_trump[:, :, None]) * 5 + length) * RANKS + _BITS)
        cards *= _HELD.take(allowed, axis=0)
        return self._of_all_kinds(cards, below)

    def _of_all_kinds(self, cards: Floats, at: Ints) -> Floats:
        """Return the weights of the coloured cards, and after them those of the others in their situation and deed."""
        weights = np.empty((*at.shape, KINDS))
        weights[..., :VALKNUT] = cards.reshape(*at.shape, VALKNUT)
        special = self._tables.special.take(at * STAGES + self._stage, axis=0)
        weights[..., VALKNUT:] = special * _HELD_SPECIAL.take(self._specials, axis=0)
        return weights


def drawn(weights: Floats, luck: Floats) -> Ints:
    """Return a place in each row of weights, by a number from 0 to 1."""
    heaps = weights.cumsum(1)
    chosen: Ints = (heaps > (luck * heaps[:, -1])[:, None]).argmax(1)
    return chosen
