"""Herrlof: two or three seats, both editions of its rules.

The home screen shows every game, so what plays one is imported when a match begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import eq
from random import Random
from typing import TYPE_CHECKING, Final

from herrlof.game import Action, Event
from herrlof.games.coded import PlayedOutGame
from herrlof.messages import N_, NP_
from herrlof.options import YES_NO, Option

if TYPE_CHECKING:
    from herrlof.games.herrlof.observation import Observation
    from herrlof.games.herrlof.state import HerrlofState

EDITIONS: Final = ("english", "dutch")
GOALS: Final = {2: 50, 3: 40}
MAX_GOAL: Final = 999


class Herrlof(PlayedOutGame["HerrlofState", "Observation"]):
    """The game Herrlof for the registry."""

    key = "herrlof"
    title = "Herrlof"
    tagline = N_("Say a number, win just that.")
    version = 1
    room, state_class, words_class = "herrlof.games.herrlof", "HerrlofState", "HerrlofWords"
    seats = range(2, 4)
    options = (
        Option(
            "edition",
            lambda seats: EDITIONS,
            lambda seats: EDITIONS[0],
            in_language=NP_("preselected edition: english or dutch", "english"),
        ),
        Option("goal", lambda seats: range(1, MAX_GOAL + 1), lambda seats: GOALS[seats]),
        Option("first_dealer", range, lambda seats: None, on_form=False),
    )
    preferences = (
        Option("highest", lambda seats: YES_NO, lambda seats: True),
        Option("brings", lambda seats: YES_NO, lambda seats: True),
        Option("seen", lambda seats: YES_NO, lambda seats: True, people=1),
    )
    pause_events = frozenset({"trick"})
    round_start_event = "dealt"
    round_end_event = "scored"

    def determinize(self, seen: Observation, rng: Random) -> HerrlofState:
        from herrlof.games.herrlof.belief import Belief

        return Belief(seen, rng).sample(rng)

    def number(self, action: Action) -> int | None:
        """Return the number of tricks of a prediction."""
        from herrlof.games.herrlof.actions import DRAW, PREDICT

        return action - PREDICT if PREDICT <= action < DRAW else None

    def round_facts(self, seen: Observation) -> list[dict[str, tuple[float, ...]]]:
        return [
            {
                "points": done.points,
                "said": done.predictions,
                "made": done.tricks,
                "exact": tuple(map(float, map(eq, done.predictions, done.tricks))),
            }
            for done in seen.rounds
        ]

    def deeds(self, story: Sequence[Event], seats: int) -> Sequence[Mapping[str, int]]:
        """Return whose 9 gave the lead away, whose Valknut destroyed a trick, and whose Hagalaz led the next one."""
        from herrlof.games.herrlof.reading import deeds

        return deeds(story, seats)

    def progress(self, seen: Observation) -> dict[str, int]:
        from herrlof.games.herrlof.reading import trick_number

        if seen.phase in ("dealer", "deal", "predict", "over"):
            return {"round": seen.round_number}
        return {"round": seen.round_number, "trick": trick_number(seen)}

    def decision_kind(self, seen: Observation) -> str:
        return {"predict": "number", "play": "play"}.get(seen.phase, "power")

    def simultaneous(self, seen: Observation) -> Sequence[int]:
        """Predictions are secret until the round is over (R5)."""
        return [seat for seat in range(seen.seats) if not seen.predicted[seat]] if seen.phase == "predict" else ()
