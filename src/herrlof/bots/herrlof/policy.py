"""How an imagined player chooses: weights for what it could know itself, and the tables made from them.

Whoever moves weighs its cards by how the tricks that the rest of its hand is good for compare with those it
still needs, by what the card does now, and by what it would be worth later. The weights are learned from
the search's own values (`training/policy.py`) and lie in `policy.json`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from math import exp
from typing import Final, TypeAlias

from herrlof.bots.herrlof.rules import KEPT, LED
from herrlof.games.herrlof.cards import BLUE, COLOUR_BITS, COLOUR_CARDS, DECK, RANKS, SPECIAL_CARDS, VALKNUT
from herrlof.games.herrlof.scoring import HAND_SIZES

POPCOUNT: Final = [bits.bit_count() for bits in range(1 << RANKS)]
FEW: Final = [0 if n == 0 else 1 if n < 4 else 2 for n in POPCOUNT]
"""How many trumps are out, by their bits: none, up to 3, more."""
FEW_KINDS: Final = 3
TRUMPS_OUT: Final = (0.0, 2.0, 5.0)
STAGE: Final = [0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3]
"""By cards in hand: 1 to 3, 4 to 6, 7 to 10, more."""
STAGES: Final = 4
USUAL: Final = (2, 5, 8, 12)
"""Cards in hand in the middle of each stage."""

ROW: Final = (RANKS + 1) * RANKS * RANKS
"""Entries of a policy's tables for one stage and number of trumps out."""
TRUMP_PART: Final = STAGES * FEW_KINDS * ROW
"""Where the part for trumps begins."""
PLACES: Final[list[list[int]]] = [[]] * (1 << 2 * RANKS)
"""`PLACES[out << RANKS | hand]`: where the cards of a colour in a hand are found in a policy's tables, by how many
of the colour are out and how many of these are higher. A list is made when it is first asked for."""


def _places(out_and_hand: int) -> list[int]:
    out, hand = out_and_hand >> RANKS, out_and_hand & COLOUR_BITS
    places = [(POPCOUNT[out] * 9 + POPCOUNT[out >> bit]) * 9 + bit for bit in COLOUR_CARDS[BLUE][hand]]
    PLACES[out_and_hand] = places
    return places


# What the features tell apart

EVEN: Final = 7
"""Situations 0 to 6: the hand is good for -3 to 3 tricks more than are needed."""
EXCEEDED: Final = 7
"""There are more tricks than predicted."""
BEYOND: Final = 8
"""The prediction is out of reach."""
SITUATIONS: Final = 9
WINS, LOSES, AHEAD, BEHIND, LEAD, NOBODYS, PUT_BACK, GIVE = range(8)
"""What a card does: as the last of a trick it wins or loses; with others to play it beats what lies there
or not; it leads; it goes down with a destroyed trick; under the deck; to the victim of a 6."""
USES: Final = 8
KINDS_OF_CARD: Final = 2 * RANKS + 2
"""Each rank as trump or not, Valknut, Hagalaz."""
STEPS: Final = 32
"""Quarters of a trick from -4 to 4: what the hand is good for less what it needs, once the card is gone."""

SHARPNESS: Final = 2.0
"""Imagined players know better what they want than the learned weights say, which hesitate as they were taught to."""

BALANCE: Final = 0
KIND: Final = BALANCE + 3 * STAGES * STEPS
WORTH: Final = KIND + SITUATIONS * USES * KINDS_OF_CARD
LENGTH: Final = WORTH + SITUATIONS * USES * 8
NOW: Final = LENGTH + SITUATIONS * USES * 4
TAKE: Final = NOW + SITUATIONS * USES * 8
FEATURES: Final = TAKE + SITUATIONS


PARTS: Final = {"balance": STEPS, "kind": KINDS_OF_CARD, "worth": 8, "length": 4, "now": 8, "take": SITUATIONS}
"""The parts of `policy.json` in the order of the weights, and how long their rows are. A row is for a situation and a
use; in "balance" for a mode (in reach, exceeded, beyond) and a stage."""


def flat(parts: Mapping[str, Sequence[Sequence[float]]]) -> list[float]:
    """Return the weights in a row, as `Policy` takes them, from the parts of the file."""
    return [float(weight) for name in PARTS for row in parts[name] for weight in row]


def situation_of(total: float, need: int, left: int) -> int:
    """Return how the tricks that a hand is good for compare with those it needs, of `left` to come."""
    if need < 0:
        return EXCEEDED
    if need > left:
        return BEYOND
    step = int(total - need + 3.5)
    return 0 if step < 0 else 6 if step > 6 else step


CardView: TypeAlias = tuple[int, int, int, int, int, int, int]
"""A card as the policy sees it: its number, situation * USES + use, stage, its chance to win one day and in
this trick in eighths, kind, length of its colour in hand up to 4. With TAKE: 1, situation, stage, and zeros."""


def features(view: CardView) -> list[int]:
    """Return the places of the weights that count for a card."""
    _, at, stage, kept, now, kind, length = view
    situation = at // USES
    mode = max(0, situation - EVEN + 1)
    ahead = situation - 3 if situation < EVEN else 0
    step = int((ahead + (now / 7 if now % 7 == 0 else (now + 0.5) / 8) - (kept + 0.5) / 8 + 4) * 4)
    return [
        BALANCE + (mode * STAGES + stage) * STEPS + min(max(step, 0), STEPS - 1),
        WORTH + at * 8 + kept,
        NOW + at * 8 + now,
        KIND + at * KINDS_OF_CARD + kind,
        LENGTH + at * 4 + length - 1,
    ]


@cache
def _good_for(seats: int) -> tuple[list[float], list[int], list[int]]:
    """Return what a card is good for one day, that in eighths * 8, and if it is led in eighths: no policy learns it."""
    deck = len(DECK) - 1 - seats * HAND_SIZES[seats]
    kept: list[float] = []
    led: list[int] = []
    for trump in range(2):
        kept_curve, led_curve = KEPT[seats][1 - trump], LED[seats][1 - trump]
        for usual in USUAL:
            others = (seats - 1) * usual
            share = others / (others + deck)
            for trumps in TRUMPS_OUT:
                for out in range(RANKS + 1):
                    ruffs = 0.0 if trump else (1 - share) ** out * trumps * share
                    for higher in range(RANKS):
                        for rank in range(1, RANKS + 1):
                            kept.append(kept_curve.chance(rank, higher * share, ruffs))
                            led.append(int(led_curve.chance(rank, higher * share, ruffs) * 7.99))
    return kept, [int(chance * 7.99) * 8 for chance in kept], led


class Policy:
    """The learned weights for a number of seats, and the tables made from them.

    A card of a colour is found in the tables by trump or not, stage, how many trumps are out (`FEW`), how many
    of its colour are out, how many of these are higher, and its rank.
    """

    def __init__(self, seats: int, weights: list[float], sharpness: float = SHARPNESS) -> None:
        """Take the logarithms of the weights, `FEATURES` of them, and how much surer than these its players are."""
        self.seats = seats
        self.sharpness = sharpness
        self.logs = weights
        sharp = [sharpness * weight for weight in weights]
        self.takes = [1 / (1 + exp(-sharp[TAKE + situation])) for situation in range(SITUATIONS)]
        self.kept, self.worth, self.led = _good_for(seats)
        self.balanced: list[float] = []
        self.kinds_of_card: list[float] = []
        self.lengths: list[float] = []
        for situation in range(SITUATIONS):
            for use in range(USES):
                for stage in range(STAGES):
                    for kept8 in range(8):
                        for now8 in range(8):
                            view = (0, situation * USES + use, stage, kept8, now8, 0, 1)
                            self.balanced.append(exp(sum([sharp[place] for place in features(view)[:3]])))
                at = situation * USES + use
                self.kinds_of_card += map(exp, sharp[KIND + at * KINDS_OF_CARD : KIND + (at + 1) * KINDS_OF_CARD])
                self.lengths += map(exp, sharp[LENGTH + at * 4 : LENGTH + (at + 1) * 4])

    def liking(self, view: CardView) -> float:
        """Return the logarithm of a card's weight."""
        return sum([self.logs[place] for place in features(view)])


def chances(policy: Policy, hand: int, at: int, trump: int, out: int) -> list[float]:
    """Return the chance of each coloured card of a hand to win a trick one day; `at` is the hand's stage * FEW_KINDS +
    the trumps out, `out` all cards out."""
    kept = policy.kept
    found: list[float] = []
    for colour in range(4):
        bits = hand >> colour * RANKS & COLOUR_BITS
        if bits:
            start = at * ROW + (TRUMP_PART if colour == trump else 0)
            index = (out >> colour * RANKS & COLOUR_BITS) << RANKS | bits
            found += [kept[start + place] for place in PLACES[index] or _places(index)]
    return found


def expects(policy: Policy, hand: int, left: int, trump: int, seen: int) -> float:
    """Return how many tricks a hand of `left` cards may expect; `seen` holds the coloured cards out of the round."""
    out = ~(seen | hand)
    at = STAGE[left] * FEW_KINDS
    if trump >= 0:
        at += FEW[out >> trump * RANKS & COLOUR_BITS]
    return sum(chances(policy, hand, at, trump, out))


def takes(
    policy: Policy,
    hand: int,
    need: int,
    left: int,
    trump: int,
    seen: int,
    random: Callable[[], float],
    report: list[CardView] | None = None,
) -> bool:
    """Return whether the winner with a 1 takes a trick; what is not told here is as in `choose`."""
    situation = situation_of(expects(policy, hand, left, trump, seen), need, left)
    if report is not None:
        report.append((1, situation, STAGE[left], 0, 0, 0, 0))
    return random() < policy.takes[situation]


def half() -> float:
    """Stand in for a generator where nothing is left to chance."""
    return 0.5


def choose(
    policy: Policy,
    hand: int,
    need: int,
    left: int,
    trump: int,
    follow: int,
    best: int,
    use: int,
    to_play: int,
    seen: int,
    random: Callable[[], float],
    report: list[CardView] | None = None,
) -> int:
    """Return the card to play or to part with.

    `need` counts the tricks still missing, `left` the cards in hand, `best` is the strength to beat, `seen`
    holds the coloured cards that are out of the round, `use` what the card is for; -1: to beat `best` or not.
    `report` gets what the features of each card follow from.
    """
    first, last = 0, 4
    if follow >= 0:
        bits = hand >> follow * RANKS & COLOUR_BITS
        if bits:
            if not bits & bits - 1 and not hand >> VALKNUT and report is None:
                return follow * RANKS + bits.bit_length() - 1
            first, last = follow, follow + 1
    stage = STAGE[left]
    out = ~(seen | hand)
    at = stage * FEW_KINDS
    if trump >= 0:
        at += FEW[out >> trump * RANKS & COLOUR_BITS]
    total = sum(chances(policy, hand, at, trump, out))
    situation = situation_of(total, need, left)
    balanced, kinds_of_card, worth, led = policy.balanced, policy.kinds_of_card, policy.worth, policy.led
    whole = 0.0
    cards: list[int] = []
    weights: list[float] = []
    row = situation * USES
    win, lose = (AHEAD, BEHIND) if to_play else (WINS, LOSES)
    for colour in range(first, last):
        bits = hand >> colour * RANKS & COLOUR_BITS
        if not bits:
            continue
        start = at * ROW
        kind = 0
        beats = best - 11
        if colour == trump:
            start += TRUMP_PART
            kind = RANKS
            beats = best - 21
        elif follow != colour and follow >= 0:
            beats = RANKS
        length = POPCOUNT[bits]
        if length > 4:
            length = 4
        index = (out >> colour * RANKS & COLOUR_BITS) << RANKS | bits
        for place in PLACES[index] or _places(index):
            bit = place % RANKS
            place += start
            now = 0
            if use >= 0:
                what = row + use
                if use == LEAD:
                    now = led[place]
            elif bit > beats:
                what = row + win
                now = led[place] if to_play else 7
            else:
                what = row + lose
            weight = (
                balanced[(what * STAGES + stage) * 64 + worth[place] + now]
                * kinds_of_card[what * KINDS_OF_CARD + kind + bit]
                * policy.lengths[what * 4 + length - 1]
            )
            whole += weight
            cards.append(colour * RANKS + bit)
            weights.append(weight)
            if report is not None:
                report.append((cards[-1], what, stage, worth[place] >> 3, now, kind + bit, length))
    for card in SPECIAL_CARDS[hand >> VALKNUT]:
        what = row + (use if use >= 0 else lose)
        kind = 2 * RANKS + card - VALKNUT
        weight = (
            balanced[(what * STAGES + stage) * 64]
            * policy.lengths[what * 4]
            * kinds_of_card[what * KINDS_OF_CARD + kind]
        )
        whole += weight
        cards.append(card)
        weights.append(weight)
        if report is not None:
            report.append((card, what, stage, 0, 0, kind, 1))
    if len(cards) > 1:
        point = random() * whole
        for place, weight in enumerate(weights):
            point -= weight
            if point < 0:
                return cards[place]
    return cards[-1]
