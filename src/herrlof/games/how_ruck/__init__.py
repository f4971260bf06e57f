"""How-Ruck!: two teams, a rope and a barrel, for two seats.

The home screen shows every game, so what plays one is imported when a match begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from herrlof.game import Action, Outcome, Race, Raced
from herrlof.games.coded import CodedGame
from herrlof.messages import N_
from herrlof.options import YES_NO, Option, Value

if TYPE_CHECKING:
    from herrlof.games.how_ruck.observation import Observation
    from herrlof.games.how_ruck.state import HowRuckState  # noqa: F401 - in a string below

MOST_BARRELS = 5


class HowRuck(CodedGame["HowRuckState", "Observation"], Raced["Observation"]):
    """The game How-Ruck! for the registry."""

    key = "how-ruck"
    title = "How-Ruck!"
    tagline = N_("Two teams, one rope.")
    version = 1
    room, state_class, words_class = "herrlof.games.how_ruck", "HowRuckState", "HowRuckWords"
    seats = range(2, 3)
    longest = (2 * MOST_BARRELS - 1) * (3 + 3 * 10 + 4 * 20)
    """The deal, the race, the stacks; each pair sorted, and some again; each card played, with a choice or a draw."""
    options = (
        Option("race", lambda seats: ("clock", "even"), lambda seats: "clock"),
        Option("teams", lambda seats: ("built", "dealt"), lambda seats: "built"),
        Option("goal", lambda seats: range(1, MOST_BARRELS + 1), lambda seats: 3),
    )
    preferences = (
        Option("apart", lambda seats: YES_NO, lambda seats: False, people=2),
        Option("clock", lambda seats: ("normal", "gentle", "slow"), lambda seats: "normal"),
    )
    measured = frozenset({"race"})
    pause_events = frozenset({"leads", "pulled", "barrel", "removed", "switched", "stole", "won-round"})
    unordered = frozenset({"pair", "drew"})
    round_start_event = "dealt"
    round_end_event = "won-round"

    def round_facts(self, seen: Observation) -> list[dict[str, tuple[float, ...]]]:
        """Return for each round who won its barrel, who led, and how many fields each seat won in all."""
        return [
            {
                "barrels": tuple(float(seat == done.winner) for seat in (0, 1)),
                "fields": done.pulled,
                "led": tuple(float(seat == done.leader) for seat in (0, 1)),
            }
            for done in seen.rounds
        ]

    def progress(self, seen: Observation) -> dict[str, int]:
        """Return the round, and in the tug of war how many cards have been played."""
        from herrlof.games.how_ruck.log import plays_in

        if seen.phase in ("play", "blind", "stolen", "move", "name"):
            return {"round": seen.round_number, "card": plays_in(seen.history) + (seen.phase in ("play", "stolen"))}
        return {"round": seen.round_number}

    def decision_kind(self, seen: Observation) -> str:
        return {"keep": "sort", "split": "sort", "play": "play", "stolen": "play"}.get(seen.phase, "power")

    def simultaneous(self, seen: Observation) -> Sequence[int]:
        """Nobody sees what the other keeps (K6)."""
        return [seat for seat in (0, 1) if seen.pairs_left[seat]] if seen.phase == "keep" else ()

    def forced(self, seen: Observation) -> bool:
        """A single card that can change sides does so by itself."""
        from herrlof.games.how_ruck.tug import moves

        return seen.phase == "move" and len(moves(seen.rope, seen.mover)) == 1

    def number(self, action: Action) -> int | None:
        """Return the value that says good-bye."""
        from herrlof.games.how_ruck.actions import NAME

        return action - NAME if action >= NAME else None

    def race(self, preferences: Mapping[str, Value | None]) -> Race:
        """Return how the sorting is measured (K6)."""
        from herrlof.games.how_ruck.actions import PAIRS
        from herrlof.games.how_ruck.race import CLOCKS, PAIR_SECONDS, judge

        return Race(PAIRS, PAIR_SECONDS, CLOCKS[str(preferences.get("clock", "normal"))], judge)

    def undone(self, outcome: Outcome) -> dict[int, list[int]]:
        """The slower seat has sorted only what it had placed in time (K5)."""
        from herrlof.games.how_ruck.actions import PAIRS, RACE_EVEN, in_time

        if outcome == RACE_EVEN:
            return {}
        pairs = in_time(outcome)
        return {1 - outcome.values[0]: [pair for pair in range(PAIRS) if pair not in pairs]}

    def next_measured_kind(self, seen: Observation) -> str:
        """Both sort at the same time, against the clock."""
        return "race" if seen.phase == "keep" and seen.race == "clock" else ""
