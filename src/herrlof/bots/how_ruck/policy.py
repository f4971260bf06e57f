"""What a choice is worth at a glance: how far the barrel comes, what lies on top then, and what the card costs.

Two policies are made of such numbers: PLAIN, which anybody could have who has read the rules, and FITTED.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from herrlof.game import NOBODY, Action
from herrlof.games.how_ruck.actions import CARD_PLAYED, DISCARD, NAME
from herrlof.games.how_ruck.cards import (
    CARD_CODES,
    CHANGE_SIDES,
    COLOURS,
    DIRTY_TRICK,
    FIRST_ACTION,
    FIRST_WHITE,
    GOOD_BYE,
    HAS_TEXT,
    KINDS,
    NESSIE_VALUE,
    NO_CARD,
    REINFORCEMENTS,
    VALUE_OF,
    Card,
)
from herrlof.games.how_ruck.tug import PRINTED, Rope, after, fields_gained, moves, top_value

WIN: Final = 50.0
"""More than anything but the round can be worth."""
HIDDEN_GAIN: Final = {DIRTY_TRICK: 1.0, REINFORCEMENTS: 0.3}
"""What an action brings that does not show on the rope."""
NAMES: Final = tuple(range(NAME, NAME + NESSIE_VALUE + 1))


@dataclass(frozen=True, slots=True)
class Policy:
    """What the parts of a position are worth."""

    barrel: float
    """A field of the track."""
    own_tops: tuple[float, ...]
    """A top card on the own side, by its value; an empty field is a 2."""
    other_tops: tuple[float, ...]
    """A top card on the other side."""
    worth: tuple[float, ...]
    """Each card while it is in hand, to be played later."""

    def standing(self, rope: Rope, seat: int) -> float:
        """Return what the top cards are worth to a seat."""
        values = list(map(top_value, rope))
        own, other = (values[:COLOURS], values[COLOURS:]) if seat == 0 else (values[COLOURS:], values[:COLOURS])
        return sum([self.own_tops[value] for value in own]) + sum([self.other_tops[value] for value in other])

    def appeal(self, rope: Rope, barrel: int, seat: int, action: Action, other_hand: int = 1) -> float:
        """Return what is in favour of a seat's play, move or naming; the other hand has so many cards."""
        tug = after(rope, barrel, seat, action)
        if tug.winner != NOBODY:
            return WIN if tug.winner == seat else -WIN
        card = CARD_PLAYED.get(action, NO_CARD)
        worth = self.barrel * fields_gained(barrel, tug.barrel, seat) + self.standing(tug.rope, seat)
        if card == NO_CARD:
            return worth
        if action < DISCARD:
            worth += self.best_choice(card, tug.rope, seat)
            if card != DIRTY_TRICK or other_hand:
                worth += HIDDEN_GAIN.get(card, 0.0)
        return worth - self.worth[card]

    def best_choice(self, card: Card, rope: Rope, seat: int) -> float:
        """Return what the best choice after Changing sides or Good-bye adds; 0 for another card."""
        choices: Sequence[Action] = ()
        if card == CHANGE_SIDES:
            choices = moves(rope, seat)
        elif card == GOOD_BYE:
            choices = NAMES
        if not choices:
            return 0.0
        best = max([self.standing(after(rope, 0, seat, action).rope, seat) for action in choices])
        return best - self.standing(rope, seat)


def kind_code(card: Card) -> str:
    """Return a card's code, of a man without his colour."""
    return CARD_CODES[card][1:] if card < FIRST_WHITE else CARD_CODES[card]


def worth_by_card(worth: Mapping[str, float]) -> tuple[float, ...]:
    """Return what each card is worth, where it is told by `kind_code`."""
    return tuple([worth[kind_code(card)] for card in range(KINDS)])


PLAIN: Final = Policy(
    barrel=1.0,
    own_tops=tuple(0.6 * (value - PRINTED) for value in range(NESSIE_VALUE + 1)),
    other_tops=tuple(0.6 * (PRINTED - value) for value in range(NESSIE_VALUE + 1)),
    worth=tuple(0.5 if card >= FIRST_ACTION else 0.05 * VALUE_OF[card] + 0.7 * HAS_TEXT[card] for card in range(KINDS)),
)
"""Strength counts, and a How-Ruck! in hand; in fields of the track."""

IN_HAND: Final = {
    "0": 0.08, "1": 0.04, "2": -0.07, "3": 0.06, "0!": 0.53, "1!": 0.24, "2!": 0.05, "3!": 0.41,
    "W0": 0.25, "W2": 0.08, "W3": 0.26, "W4": 0.35, "N": -0.34,
    "adrenaline": 0.26, "dirty-trick": 0.35, "how-ruck": -0.04, "mucho-macho": 0.1, "weak-wins": 0.19,
    "rope-breaks": 0.21, "change-sides": 0.91, "good-bye": 0.46, "monstrous": 0.11, "reinforcements": -0.2,
}  # fmt: skip
"""By `kind_code`. Nessie costs her owner a turn: almost any card covers her at once."""
FITTED: Final = Policy(
    barrel=0.42,
    own_tops=(-0.97, -0.58, 0.0, 0.49, 0.65, 0.0, -0.06),
    other_tops=(0.75, 0.56, 0.0, -0.55, -1.03, 0.0, -1.27),
    worth=worth_by_card(IN_HAND),
)
"""In logarithms of the odds of winning the round, for a seat that has just played. Fitted to rounds that it played
against itself, and again to those it played with what came out, from PLAIN on (`training/how_ruck.py fit`)."""
