"""Herfor: two seats, boards with 5, 6 or 7 points a side, the komi pie.

The home screen shows every game, so what plays one is imported when a match begins.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from herrlof.game import Action
from herrlof.games.coded import CodedGame
from herrlof.messages import N_
from herrlof.options import YES_NO, Option

if TYPE_CHECKING:
    from herrlof.games.herfor.observation import Observation
    from herrlof.games.herfor.state import HerforState


class Herfor(CodedGame["HerforState", "Observation"]):
    """The game Herfor for the registry."""

    key = "herfor"
    title = "Herfor"
    tagline = N_("Stones, lines, no luck.")
    version = 1
    room, state_class, words_class = "herrlof.games.herfor", "HerforState", "HerforWords"
    seats = range(2, 3)
    longest = 4 * (1 + 127)
    """Every point placed on, every point of the komi spent, a pass before each; the komi, the side, two passes."""
    options = (
        Option("size", lambda seats: (5, 6, 7), lambda seats: 6),
        Option("negative", lambda seats: YES_NO, lambda seats: True),
        Option("namer", range, lambda seats: 0),
    )
    hidden = False
    chance = False
    pause_events = frozenset({"turned", "passed"})

    def determinize(self, seen: Observation, rng: Random) -> HerforState:
        from herrlof.games.herfor.state import HerforState

        return HerforState.of(seen)

    def round_facts(self, seen: Observation) -> list[dict[str, tuple[float, ...]]]:
        """Return the final scores: a match is its only round."""
        from herrlof.games.herfor.observation import counts_of

        return [{"points": tuple(count.halves / 2 for count in counts_of(seen))}] if seen.winners else []

    def number(self, action: Action) -> int | None:
        """Return the komi that is named."""
        from herrlof.games.herfor.actions import KOMI, TAKE, WHITE

        return action - KOMI if action > TAKE + WHITE else None

    def progress(self, seen: Observation) -> dict[str, int]:
        """Return the number of the move that is asked for; 0 before the first of the board."""
        return {"move": max(0, len(seen.moves) - 1 - (seen.phase == "over"))}

    def decision_kind(self, seen: Observation) -> str:
        return "place" if seen.phase == "play" else seen.phase

    def forced(self, seen: Observation) -> bool:
        """Whether there is nothing to choose: the only point, or a pass (F6)."""
        from herrlof.games.herfor.observation import may_spend, open_points

        return seen.phase == "play" and open_points(seen).bit_count() + may_spend(seen) < 2
