"""Herrlof: two or three seats, both editions of its rules."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import eq
from random import Random
from typing import Any

from herrlof.game import Action, Event, Outcome, RoundFacts
from herrlof.games.herrlof import actions
from herrlof.games.herrlof.belief import Belief
from herrlof.games.herrlof.cards import CARD_CODES, COLOUR_NAMES
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.sheet import sheet
from herrlof.games.herrlof.state import HerrlofState


class Herrlof:
    """The game Herrlof for the registry."""

    key = "herrlof"
    title = "Herrlof"
    version = 1
    seats = range(2, 4)

    def new_state(self, seats: int = 2, **options: Any) -> HerrlofState:
        """Start a match; options: `edition` (english, dutch), `goal` (50; 3 seats: 40), `first_dealer` (0)."""
        for name in options:
            if name not in ("edition", "goal", "first_dealer"):
                raise ValueError(f"Herrlof has no option {name!r}: there are edition, goal and first_dealer")
        return HerrlofState(seats, **options)

    def determinize(self, seen: Observation, rng: Random) -> HerrlofState:
        """Return a random world in which the observer knows exactly `seen`."""
        return Belief(seen, rng).sample(rng)

    def encode(self, action: Action) -> str:
        """Return the text code of an action."""
        return actions.encode(action)

    def decode(self, text: str) -> Action:
        """Return the action with this text code."""
        return actions.decode(text)

    def encode_chance(self, outcome: Outcome) -> str:
        """Return the text code of a deal or a blind draw."""
        return actions.encode_chance(outcome)

    def decode_chance(self, text: str) -> Outcome:
        """Return the deal or blind draw with this text code."""
        return actions.decode_chance(text)

    def refusal(self, seen: Observation, action: Action) -> str:
        """Return the sentence that tells the mover why `action` is not allowed now."""
        sort, _, card = actions.encode(action).partition(" ")
        if sort in ("play", "discard", "return") and sort == seen.phase:
            if CARD_CODES.index(card) not in seen.hand:
                return f"you do not hold {card}"
            colour = COLOUR_NAMES[seen.follow]
            return f"you hold {colour}: follow with {colour}, a Valknut or a Hagalaz (R7)"
        return f"{_NOW[seen.phase]}, not {actions.encode(action)!r}"

    def sheet(self, names: Sequence[str], seen: Observation, events: Sequence[Event]) -> Iterator[str]:
        """Yield the score sheet and the tricks of a match, from no more than what is given."""
        return sheet(names, seen, events)

    def round_facts(self, seen: Observation) -> list[RoundFacts]:
        """Return each round's points and whose prediction came true."""
        return [RoundFacts(line.points, tuple(map(eq, line.predictions, line.tricks))) for line in seen.rounds]


_NOW = {
    "deal": "the cards have yet to be dealt",
    "predict": "predict a number of tricks (R5)",
    "play": "play a card (R6)",
    "draw": "say whether the 3 draws a card (R9)",
    "discard": "put a card under the deck (R9)",
    "take-trick": "say whether the 1 takes a trick, and whose (R14)",
    "steal": "say whether the 6 draws a card, and whose (R15)",
    "blind": "a card is being drawn (R15)",
    "return": "give a card back (R15)",
    "over": "the match is over (R19)",
}
