"""Herrlof: two or three seats, both editions of its rules.

The hall shows every game, so what plays one is imported when a match begins.
"""

from __future__ import annotations

from functools import cached_property
from operator import eq
from random import Random
from typing import TYPE_CHECKING, Any

from herrlof.game import NOBODY, YES_NO, Action, Game, Option, Outcome, settle
from herrlof.games.herrlof.scoring import EDITIONS, GOALS, MAX_GOAL

if TYPE_CHECKING:
    from herrlof.games.herrlof.observation import Observation
    from herrlof.games.herrlof.state import HerrlofState
    from herrlof.games.herrlof.words import HerrlofWords


class Herrlof(Game):
    """The game Herrlof for the registry."""

    key = "herrlof"
    title = "Herrlof"
    tagline = "Say a number, win just that."
    version = 1
    seats = range(2, 4)
    options = (
        Option("edition", lambda seats: EDITIONS, lambda seats: EDITIONS[0]),
        Option("goal", lambda seats: range(1, MAX_GOAL + 1), lambda seats: GOALS[seats]),
        Option("first_dealer", range, lambda seats: None, on_form=False),
    )
    preferences = (
        Option("highest", lambda seats: YES_NO, lambda seats: True),
        Option("brings", lambda seats: YES_NO, lambda seats: True),
    )
    holds = frozenset({"trick"})
    round_begins = "dealt"
    round_ends = "scored"

    @cached_property
    def words(self) -> HerrlofWords:
        """All that a person reads about it."""
        from herrlof.games.herrlof.words import HerrlofWords

        return HerrlofWords()

    def new_state(self, seats: int = 2, **options: Any) -> HerrlofState:
        """Start a match; options: `edition`, `goal` (50; 3 seats: 40), `first_dealer` (chance)."""
        from herrlof.games.herrlof.state import HerrlofState

        return HerrlofState(seats, **settle(self, seats, options))

    def determinize(self, seen: Observation, rng: Random) -> HerrlofState:
        """Return a random world in which the observer knows exactly `seen`."""
        from herrlof.games.herrlof.belief import Belief

        return Belief(seen, rng).sample(rng)

    def encode(self, action: Action) -> str:
        """Return the text code of an action."""
        from herrlof.games.herrlof import actions

        return actions.encode(action)

    def decode(self, text: str) -> Action:
        """Return the action with this text code."""
        from herrlof.games.herrlof import actions

        return actions.decode(text)

    def encode_chance(self, outcome: Outcome) -> str:
        """Return the text code of a deal, a blind draw, or who deals first."""
        from herrlof.games.herrlof import actions

        return actions.encode_chance(outcome)

    def decode_chance(self, text: str) -> Outcome:
        """Return the outcome with this text code."""
        from herrlof.games.herrlof import actions

        return actions.decode_chance(text)

    def round_facts(self, seen: Observation) -> list[dict[str, tuple[float, ...]]]:
        """Return for each round its points, what was said and made, and whose prediction came true."""
        return [
            {
                "points": done.points,
                "said": done.predictions,
                "made": done.tricks,
                "exact": tuple(map(float, map(eq, done.predictions, done.tricks))),
            }
            for done in seen.rounds
        ]

    def progress(self, seen: Observation) -> dict[str, int]:
        """Return the round, and within one the trick."""
        from herrlof.games.herrlof.words import trick_number

        if seen.phase in ("dealer", "deal", "predict", "over"):
            return {"round": seen.round_number}
        return {"round": seen.round_number, "trick": trick_number(seen)}

    def forced(self, seen: Observation) -> bool:
        """The last card of a hand plays itself."""
        return seen.phase == "play" and seen.mover != NOBODY and seen.hand_sizes[seen.mover] == 1
