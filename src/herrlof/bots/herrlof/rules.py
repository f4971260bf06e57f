"""A plain opponent for Herrlof: no search, only the advice of a patient player.

Every decision asks one question: *how many points may I expect with the cards I would keep?* A card
wins a trick with a chance that falls with the cards out there that beat it. The chances of a hand make
the odds of each number of tricks, and these make the points: for the tricks, for the prediction, and
for the numbers that earn a bonus (R18). The familiar advice follows from it: win cheaply while tricks
are needed, duck with the highest card that loses when there are enough, keep a Valknut or a Hagalaz
for the trick that must not be won, and take what there is once the prediction is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from typing import Final, NamedTuple, TypeAlias

from herrlof.bots.habits import best_of
from herrlof.game import Action
from herrlof.games.herrlof.actions import DISCARD, DRAW, PASS, PLAY, PREDICT, RETURN, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import COLOUR_OF, NO_COLOUR, RANK_OF, RANKS, VALKNUT, Card, Colour
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.reading import voids
from herrlof.games.herrlof.scoring import points
from herrlof.games.herrlof.tricks import STRENGTH, colour_to_follow


class Curve(NamedTuple):
    """How the chance of a card falls; logarithms of odds, as in a logistic regression."""

    safe: float
    """For a 5 that no card out there beats."""
    rank: float
    """More for each rank above 5."""
    higher: float
    """Less for each higher card of its colour expected in the other hands."""
    ruff: float
    """Less for each trump expected in the hands of others who cannot follow its colour."""

    def chance(self, rank: int, higher: float, ruffs: float) -> float:
        """Return the chance of a card, with so many higher ones and trumps to expect against it."""
        return 1 / (1 + exp(self.higher * higher + self.ruff * ruffs - self.safe - self.rank * (rank - 5)))


TRUMP, PLAIN = 0, 1
KEPT: Final = {
    2: (Curve(1.7, 0.2, 0.9, 0.0), Curve(0.7, 0.2, 0.6, 0.9)),
    3: (Curve(1.3, 0.2, 0.7, 0.0), Curve(-0.3, 0.2, 0.5, 0.9)),
}
"""By seats, for a trump and for another card: does a card in hand win a trick one day?

Fitted to the hands that the bot held in 2 800 rounds, against itself and against random play, at its
predictions and at its leads while it still needed tricks: 98 000 cards. Then rounded.
"""
LED: Final = {
    2: (Curve(1.2, 0.15, 1.1, 0.0), Curve(1.0, 0.2, 0.7, 0.7)),
    3: (Curve(1.0, 0.1, 1.2, 0.0), Curve(0.5, 0.15, 0.9, 0.8)),
}
"""Likewise, and fitted to the 13 000 cards that it led: does a card win that all others have yet to answer?"""

DENIED: Final = 0.3
"""What a trick is worth beyond its own points, because nobody else holds it."""
ESCAPE: Final = 0.3
"""What a Valknut or a Hagalaz in hand is worth: with it, any trick can be declined."""

Chances: TypeAlias = dict[Card, float]


@dataclass(frozen=True, slots=True)
class UnseenCards:
    """What a seat can work out about the cards that it does not see."""

    trump: Colour
    unseen: tuple[int, ...]
    """For each colour, a bit for each card that may still be played by another seat."""
    share: tuple[float, ...]
    """For each colour, the chance that such a card is in another hand, and not in the deck."""

    def higher(self, card: Card) -> float:
        """Return how many higher cards of its colour to expect in the other hands."""
        colour = COLOUR_OF[card]
        return (self.unseen[colour] >> RANK_OF[card]).bit_count() * self.share[colour]

    def ruffs(self, card: Card) -> float:
        """Return how many trumps to expect in the other hands if none of these can follow `card`."""
        colour = COLOUR_OF[card]
        if self.trump in (colour, NO_COLOUR):
            return 0.0
        nobody_follows: float = (1 - self.share[colour]) ** self.unseen[colour].bit_count()
        return nobody_follows * self.unseen[self.trump].bit_count() * self.share[self.trump]


def unseen_cards(seen: Observation) -> UnseenCards:
    """Return what the cards gone by and the shown voids tell."""
    gone = {which for who, what, which in seen.history if what in ("play", "turn", "discard")}
    unseen = [0] * 4
    for card in set(seen.cards).difference(gone, seen.hand):
        if card < VALKNUT:
            unseen[COLOUR_OF[card]] |= 1 << card % RANKS
    lacking = shown_voids(seen)
    share = []
    for colour in range(4):
        sizes = zip(range(seen.seats), seen.hand_sizes, strict=True)
        held = sum(size for seat, size in sizes if seat != seen.seat and colour not in lacking[seat])
        share.append(held / (held + seen.deck_size) if held else 0.0)
    return UnseenCards(seen.trump, tuple(unseen), tuple(share))


def shown_voids(seen: Observation) -> list[set[Colour]]:
    """Return the colours that each seat did not follow, and has not had from a 3 or a 6 since."""
    shown = voids(seen)
    return [{colour for who, colour in shown if who == seat} for seat in range(seen.seats)]


def win_chance(card: Card, look: UnseenCards, curves: tuple[Curve, Curve]) -> float:
    """Return the chance that a card wins a trick."""
    if card >= VALKNUT:
        return 0.0
    curve = curves[TRUMP if COLOUR_OF[card] == look.trump else PLAIN]
    return curve.chance(RANK_OF[card], look.higher(card), look.ruffs(card))


def wins_this(trick: Sequence[Card], seen: Observation, look: UnseenCards) -> float:
    """Return the chance that the last card of `trick` wins it, with the other seats still to play."""
    if VALKNUT in trick:
        return 0.0
    *before, card = trick
    strength = STRENGTH[seen.trump][colour_to_follow(trick)]
    if any(strength[other] >= strength[card] for other in before):
        return 0.0
    to_play = seen.seats - len(trick)
    chance: float = win_chance(card, look, LED[seen.seats]) ** (to_play / (seen.seats - 1))
    return chance


def odds(chances: Sequence[float]) -> list[float]:
    """Return the odds of 0, 1, 2, … tricks for cards that win with these chances."""
    row = [1.0]
    for chance in chances:
        miss = 1 - chance
        row = [none * miss + one * chance for none, one in zip([*row, 0.0], [0.0, *row], strict=True)]
    return row


def without(row: Sequence[float], chance: float) -> list[float]:
    """Return the odds that are left when a card with this chance is taken out: one step of `odds` undone."""
    if chance > 0.5:  # count misses instead of tricks, so that rounding errors shrink
        return without(row[::-1], 1 - chance)[::-1]
    rest, fewer = [], 0.0
    for here in row[:-1]:
        fewer = (here - fewer * chance) / (1 - chance)
        rest.append(fewer)
    return rest


def rewards(seen: Observation) -> list[float]:
    """Return what each final number of tricks is worth to the seat."""
    assert seen.prediction is not None
    return [points(seen.prediction, n, seen.seats, seen.edition) + DENIED * n for n in range(seen.hand_size + 1)]


def expected(row: Sequence[float], reward: Sequence[float], won: int) -> float:
    """Return the points to expect with `won` tricks already held and these odds of more."""
    return sum(map(float.__mul__, row, reward[won:]))


def hand_chances(seen: Observation, look: UnseenCards) -> Chances:
    return {card: win_chance(card, look, KEPT[seen.seats]) for card in seen.hand}


def predict(seen: Observation, legal: Sequence[Action]) -> list[float]:
    """Predict a likely number, and rather one that earns a bonus: the play can steer for it."""
    chances = hand_chances(seen, unseen_cards(seen))
    row = odds([chances[card] for card in seen.hand])
    worth = appeal(row, seen.seats, seen.edition)
    return [worth[action - PREDICT] for action in legal]


def appeal(row: Sequence[float], seats: int, edition: str) -> list[float]:
    """Return what is in favour of each prediction: the odds of so many tricks, and its bonus."""
    return [chance * (points(n, n, seats, edition) - n) for n, chance in enumerate(row)]


def part_with(seen: Observation, legal: Sequence[Action]) -> list[float]:
    """Play, discard or give back the card after which the rest is worth most."""
    first = {"play": PLAY, "discard": DISCARD, "return": RETURN}[seen.phase]
    look = unseen_cards(seen)
    chances = hand_chances(seen, look)
    row = odds([chances[card] for card in seen.hand])
    reward, won = rewards(seen), seen.tricks_won[seen.seat]
    values = []
    for action in legal:
        card = action - first
        rest = without(row, chances[card])
        trick = (*seen.trick, card) if seen.phase == "play" else seen.trick
        win = wins_this(trick, seen, look) if trick else 0.0
        value = win * expected(rest, reward, won + 1) + (1 - win) * expected(rest, reward, won)
        values.append(value - ESCAPE * (card >= VALKNUT))
    return values


def draw(seen: Observation, legal: Sequence[Action]) -> list[float]:
    """Draw with the 3: the drawn card may be put back, so it costs nothing (R9)."""
    return [float(action == DRAW) for action in legal]


def steal(seen: Observation, legal: Sequence[Action]) -> list[float]:
    """Steal with the 6, for the same reason, from whoever has most tricks (R15)."""
    return [-1.0 if action == PASS else seen.tricks_won[action - STEAL] for action in legal]


def take_trick(seen: Observation, legal: Sequence[Action]) -> list[float]:
    """Take a trick with the 1 if one more is welcome, from whoever has most (R14)."""
    chances = hand_chances(seen, unseen_cards(seen))
    row = odds([chances[card] for card in seen.hand])
    reward, won = rewards(seen), seen.tricks_won[seen.seat]
    more = expected(row, reward, won + 1)
    return [
        expected(row, reward, won) if action == PASS else more + seen.tricks_won[action - TAKE_TRICK] / 1000
        for action in legal
    ]


ADVICE: Final[dict[str, Callable[[Observation, Sequence[Action]], list[float]]]] = {
    "predict": predict,
    "play": part_with,
    "draw": draw,
    "discard": part_with,
    "take-trick": take_trick,
    "steal": steal,
    "return": part_with,
}
"""By phase: what each legal action is worth."""


class RulesBot:
    """Follows the advice; of several equally good actions it takes one at random."""

    def __init__(self, rng: Random) -> None:
        """Break ties by `rng`."""
        self._rng = rng

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        if len(legal) == 1:
            return legal[0]
        return best_of(legal, ADVICE[seen.phase](seen, legal), self._rng)
