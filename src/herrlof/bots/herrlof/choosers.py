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
from herrlof.games.herrlof.cards import COLOUR_BITS, COLOURED, KINDS, RANKS, VALKNUT

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
_SPECIAL: Final = np.array([bool(bits & 3) + 2 * (bits > 3) for bits in range(16)]) << VALKNUT
"""A bit for Valknut and one for Hagalaz, by the bits of a hand that count them."""
_COLOURED_BITS: Final = np.array([*(COLOUR_BITS << _SHIFTS), 0])
"""The bits of a colour, and of none."""
_COLOUR: Final = np.minimum(np.arange(KINDS) // RANKS, 3)
_BIT: Final = np.arange(KINDS) % RANKS
_THREES: Final = (_HELD @ 3.0**_BITS).astype(np.int64)
"""Bits read as digits to the base 3. `_THREES[out] + 2 * _THREES[hand]` names a *lie*: which cards of a colour are
out, which are in the hand, and which are gone."""
_LIES: Final = 3**RANKS
_SORTS: Final = 2 * 5 * RANKS + 2
"""Each rank as trump or not in a colour of 0 to 4 cards, Valknut, Hagalaz."""


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
        worth = np.array(policy.worth, np.uint8).reshape(-1, ROW).take(places, axis=1).ravel()
        led = np.array(policy.led, np.uint8).reshape(-1, ROW).take(places, axis=1).ravel()
        self.worth: NDArray[np.uint8] = np.concatenate([worth, worth + led, worth + 7])
        """Where a card is found in `balanced` if it does not win this trick, if it leads or others are to play, and
        if it wins."""
        self.cards: Final = len(worth)
        self.balanced: Floats = np.concatenate([policy.balanced for policy in policies])
        at = len(policies) * SITUATIONS * DEEDS
        sorts = np.concatenate([policy.sorts for policy in policies]).reshape(at, SORTS)
        lengths = np.concatenate([policy.lengths for policy in policies]).reshape(at, 4)
        ranks = sorts[:, : 2 * RANKS].reshape(at, 2, 1, RANKS) * np.insert(lengths, 0, 1, axis=1)[:, None, :, None]
        special = sorts[:, 2 * RANKS :] * lengths[:, :1]
        self.sorts: Floats = np.concatenate([ranks.reshape(at, -1), special], axis=1).ravel()
        """For each situation and deed: a weight for each of the `_SORTS`."""
        self.takes: Floats = np.concatenate([policy.takes for policy in policies])


@lru_cache(maxsize=4)
def tables_of(policies: tuple[Policy, ...]) -> Tables:
    """Return the tables of some policies."""
    return Tables(policies)


class Choices:
    """The cards that may be chosen: those of the first chooser, then those of the next."""

    def __init__(self, tables: Tables, stage: int, owners: Ints, kinds: Ints, deeds: Ints, places: Ints, sorts: Ints):
        """Take for each card its chooser, its kind, what it does, and where it is found in the tables."""
        self.kinds = kinds
        self.owners = owners
        self._tables = tables
        self._at = deeds * STAGES * 64 + stage * 64 + places
        self._sorts = deeds * _SORTS + sorts
        counts = np.bincount(owners)
        self._ends = counts.cumsum()
        self._starts = self._ends - counts

    def chances(self, situations: Ints) -> Floats:
        """Return how likely each card is chosen in the situations of the choosers, or in each row of such."""
        each = situations.take(self.owners, axis=-1)
        weights = self._tables.balanced.take(each * (DEEDS * STAGES * 64) + self._at)
        weights *= self._tables.sorts.take(each * (DEEDS * _SORTS) + self._sorts)
        weights /= np.add.reduceat(weights, self._starts, axis=-1).take(self.owners, axis=-1)
        return weights

    def drawn(self, situations: Ints, luck: Floats) -> Ints:
        """Return a card for each chooser, by a number from 0 to 1."""
        heaps = self.chances(situations).cumsum()
        chosen = heaps.searchsorted(luck + np.arange(len(luck)), side="right")
        kinds: Ints = self.kinds.take(np.minimum(np.maximum(chosen, self._starts), self._ends - 1))
        return kinds


class Choosers:
    """Those who have to choose, one in each world, with `left` cards to come."""

    def __init__(self, tables: Tables, hand: Ints, left: int, trump: Ints, seen: Ints) -> None:
        """Take hands; `seen` holds the coloured cards that are out of the round."""
        self._tables = tables
        self._left = left
        self._stage = STAGE[left]
        self._hand = hand & COLOURED | _SPECIAL.take(hand >> VALKNUT)
        bits = hand[:, None] >> _SHIFTS & COLOUR_BITS
        elsewhere = ~(seen | hand)
        few = _FEW.take(elsewhere >> RANKS * np.maximum(trump, 0) & COLOUR_BITS) * (trump >= 0)
        self._is_trump = trump[:, None] == _COLOURS
        rows = (self._is_trump * STAGES + self._stage) * FEW_SORTS + few[:, None]
        lies = _THREES.take(elsewhere[:, None] >> _SHIFTS & COLOUR_BITS) + 2 * _THREES.take(bits)
        self._lies = rows * _LIES + lies
        self._sorts = (self._is_trump * 5 + _LENGTH.take(bits)) * RANKS

    def situations(self, manner: Ints, need: Ints) -> Ints:
        """Return the situations of players of a manner who still need so many tricks."""
        step = (self._tables.good_for.take(self._lies).sum(1) - need + 3.5).astype(np.int64)
        reached = np.minimum(np.maximum(step, 0), EVEN - 1)
        unlike = np.where(need < 0, EXCEEDED, np.where(need > self._left, BEYOND, reached))
        found: Ints = manner * SITUATIONS + unlike
        return found

    def any_card(self, deed: int) -> Choices:
        """Return the choices where one card of the whole hand goes: LEAD, PUT_BACK or GIVE."""
        owners, kinds, colours = self._listed(self._hand)
        return self._choices(owners, kinds, colours, np.full(len(kinds), deed), int(deed == LEAD))

    def following(self, follow: Ints, best: Ints, destroyed: Bools, to_play: int) -> Choices:
        """Return the choices among cards to be played after others; `best` is the strength to beat, in a trick
        that counts."""
        same = self._hand & _COLOURED_BITS.take(follow)
        allowed = np.where(same > 0, same | self._hand >> VALKNUT << VALKNUT, self._hand)
        owners, kinds, colours = self._listed(allowed)
        free = (follow[:, None] == _COLOURS) | (follow < 0)[:, None]
        highest = np.where(free, best[:, None] - 11, RANKS)
        highest = np.where(self._is_trump, best[:, None] - 21, highest)
        highest = np.where(destroyed[:, None], RANKS, highest)
        beats = (_BIT.take(kinds) > highest.take(colours)) & (kinds < VALKNUT)
        win, lose = (AHEAD, BEHIND) if to_play else (WINS, LOSES)
        deeds = np.where(beats, win, np.where(destroyed, NOBODYS, lose).take(owners))
        return self._choices(owners, kinds, colours, deeds, beats * (1 if to_play else 2))

    def _listed(self, cards: Ints) -> tuple[Ints, Ints, Ints]:
        """Return the cards whose bits are set: whose, which, and where what concerns its owner's colour is found."""
        bits = np.unpackbits(cards.astype("<i8").view(np.uint8), bitorder="little")
        found = np.flatnonzero(bits.view(np.bool_))
        owners, kinds = found >> 6, found & 63
        return owners, kinds, owners * 4 + _COLOUR.take(kinds)

    def _choices(self, owners: Ints, kinds: Ints, colours: Ints, deeds: Ints, hope: Ints | int) -> Choices:
        """Return choices; `hope` is the part of `Tables.worth` that tells of a card."""
        bit, coloured = _BIT.take(kinds), kinds < VALKNUT
        cards = self._lies.take(colours) * RANKS + bit + hope * self._tables.cards
        places = self._tables.worth.take(cards) * coloured
        sorts = np.where(coloured, self._sorts.take(colours) + bit, kinds + (_SORTS - KINDS))
        return Choices(self._tables, self._stage, owners, kinds, deeds, places, sorts)
