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
    EVEN,
    EXCEEDED,
    FEW,
    FEW_KINDS,
    KINDS_OF_CARD,
    LEAD,
    LOSES,
    NOBODYS,
    ROW,
    SITUATIONS,
    STAGE,
    STAGES,
    USES,
    WINS,
    Policy,
)
from herrlof.games.herrlof.cards import COLOUR_BITS, COLOURED, KINDS, RANKS, VALKNUT

Ints: TypeAlias = NDArray[np.int64]
"""A number for each world, or a row of them; hands and cards are numbers as everywhere."""
Floats: TypeAlias = NDArray[np.float64]
Bools: TypeAlias = NDArray[np.bool_]

_FEW: Final = np.array(FEW)
_GROUPS: Final = np.arange(5)
"""The four colours, and the Valknuts and Hagalazes after them: kinds are numbered by rank, group after group."""
_SHIFTS: Final = RANKS * _GROUPS
_MASKS: Final = np.array([COLOUR_BITS] * 4 + [0])
_GROUP, _PLACE = np.divmod(np.arange(KINDS), RANKS)
_BITS: Final = np.arange(RANKS)
_LENGTH: Final = np.array([min(bits.bit_count(), 4) for bits in range(1 << RANKS)])
_SPECIAL: Final = np.array([bool(bits & 3) + 2 * (bits > 3) for bits in range(16)]) << VALKNUT
"""A bit for Valknut and one for Hagalaz, by the bits of a hand that count them."""
_SUITED: Final = np.array([*(_MASKS[:4] << _SHIFTS[:4]), 0])
"""The bits of a colour, and of none."""
_THREES: Final = np.array([int(f"{bits:b}", 3) for bits in range(1 << RANKS)])
"""Bits read as digits to the base 3. `_THREES[out] + 2 * _THREES[hand]` names a *lie*: which cards of a colour are
out, which are in the hand, and which are gone."""
_LIES: Final = 3**RANKS
_KINDS_OF_CARD: Final = 2 * 5 * RANKS
"""Each rank as trump or not in a colour of 0 to 4 cards; no card is in a colour of none, so there is the place for
Valknut and Hagalaz."""
_ROOM: Final = 64 + _KINDS_OF_CARD
"""A situation, use and stage have a weight for each worth (8 chances to win one day, 8 to win now) and each kind."""


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
        worth = np.array(policy.worth, np.int16).reshape(-1, ROW).take(places, axis=1)
        led = np.array(policy.led, np.int16).reshape(-1, ROW).take(places, axis=1)
        hopes = np.stack([worth, worth + led, worth + 7])
        hopes[:, :, 0] = 0  # a colour of which nothing is left stands for Valknut and Hagalaz
        self.worth: NDArray[np.int16] = hopes.ravel()
        """Where a card is found in `weights` if it does not win this trick, if it leads or others are to play, and if
        it wins."""
        self.hope: Final = worth.size
        """How far these lie apart."""
        at = len(policies) * SITUATIONS * USES
        kinds_of_card = np.concatenate([policy.kinds_of_card for policy in policies]).reshape(at, KINDS_OF_CARD)
        lengths = np.concatenate([policy.lengths for policy in policies]).reshape(at, 4)
        ranks = (
            kinds_of_card[:, : 2 * RANKS].reshape(at, 2, 1, RANKS) * np.insert(lengths, 0, 1, axis=1)[:, None, :, None]
        )
        ranks[:, 0, 0, :2] = kinds_of_card[:, 2 * RANKS :] * lengths[:, :1]
        weights = np.empty((at, STAGES, _ROOM))
        weights[:, :, :64] = np.concatenate([policy.balanced for policy in policies]).reshape(at, STAGES, 64)
        weights[:, :, 64:] = ranks.reshape(at, 1, _KINDS_OF_CARD)
        self.weights: Floats = weights.ravel()
        """For each situation, use and stage two factors: by what a card is worth, and by its kind."""
        self.takes: Floats = np.concatenate([policy.takes for policy in policies])


@lru_cache(maxsize=4)
def tables_of(policies: tuple[Policy, ...]) -> Tables:
    return Tables(policies)


class WeightedCards:
    """The cards that may be chosen: those of the first chooser, then those of the next."""

    def __init__(self, weights: Floats, owners: Ints, kinds: Ints, places: tuple[Ints, Ints]) -> None:
        """Take for each card its chooser, its kind, and where its factors lie in the first situation."""
        self.owners = owners
        self.kinds = kinds
        self._weights = weights
        self._places = places
        counts = np.bincount(owners)
        self._ends = counts.cumsum()
        self._starts = self._ends - counts

    def chances(self, situations: Ints) -> Floats:
        """Return how likely each card is chosen in the situations of the choosers, or in each row of such."""
        rows = (situations * (USES * STAGES * _ROOM)).take(self.owners, axis=-1)
        worth, kind = self._places
        chances: Floats = self._weights.take(rows + worth)
        chances *= self._weights.take(rows + kind)
        chances /= np.add.reduceat(chances, self._starts, axis=-1).take(self.owners, axis=-1)
        return chances

    def drawn(self, situations: Ints, luck: Floats) -> Ints:
        """Return a card for each chooser, by a number from 0 to 1."""
        heaps = self.chances(situations).cumsum()
        chosen = heaps.searchsorted(luck + np.arange(len(luck)), "right")
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
        held = self._hand[:, None] >> _SHIFTS & _MASKS
        out = ~(seen | hand)[:, None] >> _SHIFTS & _MASKS
        self._is_trump = trump[:, None] == _GROUPS
        few = (_FEW.take(out) * self._is_trump).sum(1)
        rows = (self._is_trump * STAGES + self._stage) * FEW_KINDS + few[:, None]
        self._lies = rows * _LIES + _THREES.take(out) + 2 * _THREES.take(held)
        self._kinds = (self._is_trump * 5 + _LENGTH.take(held)) * RANKS

    def situations(self, model: Ints, need: Ints) -> Ints:
        """Return the situations of players of a model who still need so many tricks."""
        step = (self._tables.good_for.take(self._lies).sum(1) - need + 3.5).astype(np.int64)
        reached = np.minimum(np.maximum(step, 0), EVEN - 1)
        unlike = np.where(need < 0, EXCEEDED, np.where(need > self._left, BEYOND, reached))
        found: Ints = model * SITUATIONS + unlike
        return found

    def any_card(self, use: int) -> WeightedCards:
        """Return the choices where one card of the whole hand goes: LEAD, PUT_BACK or GIVE."""
        owners, kinds, groups = self._listed(self._hand)
        return self._choices(owners, kinds, groups, use, self._tables.hope * (use == LEAD))

    def following(self, follow: Ints, best: Ints, destroyed: Bools, to_play: int) -> WeightedCards:
        """Return the choices among cards to be played after others; `best` is the strength to beat, in a trick
        that counts."""
        same = self._hand & _SUITED.take(follow)
        allowed = np.where(same > 0, same | self._hand >> VALKNUT << VALKNUT, self._hand)
        owners, kinds, groups = self._listed(allowed)
        free = (follow[:, None] == _GROUPS) | (follow < 0)[:, None]
        highest = np.where(free, best[:, None] - 11, RANKS)
        highest = np.where(self._is_trump, best[:, None] - 21, highest)
        highest[destroyed] = RANKS
        highest[:, 4] = RANKS
        beats = _PLACE.take(kinds) > highest.take(groups)
        win, lose = (AHEAD, BEHIND) if to_play else (WINS, LOSES)
        uses = np.where(beats, win, np.where(destroyed, NOBODYS, lose).take(owners))
        return self._choices(owners, kinds, groups, uses, beats * (self._tables.hope * (1 if to_play else 2)))

    def _listed(self, cards: Ints) -> tuple[Ints, Ints, Ints]:
        """Return the cards whose bits are set: whose, which, and where what is known of their groups lies."""
        bits = np.unpackbits(cards.astype("<i8", copy=False).view(np.uint8), bitorder="little")
        found = bits.view(np.bool_).nonzero()[0]
        owners, kinds = found >> 6, found & 63
        return owners, kinds, owners * 5 + _GROUP.take(kinds)

    def _choices(self, owners: Ints, kinds: Ints, groups: Ints, uses: Ints | int, hopes: Ints | int) -> WeightedCards:
        """Return choices; `hopes` tells which part of `Tables.worth` counts."""
        place = _PLACE.take(kinds)
        row = (uses * STAGES + self._stage) * _ROOM
        worth = self._tables.worth.take((self._lies * RANKS).take(groups) + place + hopes) + row
        return WeightedCards(
            self._tables.weights, owners, kinds, (worth, self._kinds.take(groups) + place + (row + 64))
        )
