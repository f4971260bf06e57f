"""Herfor: two seats, boards with 5, 6 or 7 points a side, the komi pie."""

from __future__ import annotations

from random import Random
from typing import Any

from herrlof.game import YES_NO, Action, Game, Option, settle
from herrlof.games.herfor import actions
from herrlof.games.herfor.observation import Observation, counts_of, may_spend, open_points
from herrlof.games.herfor.points import SIZES
from herrlof.games.herfor.state import SEATS, HerforState
from herrlof.games.herfor.words import HerforWords


class Herfor(Game):
    """The game Herfor for the registry."""

    key = "herfor"
    title = "Herfor"
    version = 1
    seats = range(SEATS, SEATS + 1)
    options = (
        Option("size", lambda seats: SIZES, lambda seats: 6),
        Option("negative", lambda seats: YES_NO, lambda seats: True),
        Option("namer", range, lambda seats: 0),
    )
    hidden = False
    chance = False
    holds = frozenset({"turned", "passed"})
    words = HerforWords()

    def new_state(self, seats: int = SEATS, **options: Any) -> HerforState:
        """Start a match; options: `size` (6), `negative` (a komi below 0 may be named), `namer` (of the komi: 0)."""
        return HerforState(**settle(self, seats, options))

    def determinize(self, seen: Observation, rng: Random) -> HerforState:
        """Return the one true state."""
        return HerforState.of(seen)

    def encode(self, action: Action) -> str:
        """Return the text code of an action."""
        return actions.encode(action)

    def decode(self, text: str) -> Action:
        """Return the action with this text code."""
        return actions.decode(text)

    def round_facts(self, seen: Observation) -> list[dict[str, tuple[float, ...]]]:
        """Return the final scores: a match is its only round."""
        return [{"points": tuple(count.halves / 2 for count in counts_of(seen))}] if seen.winners else []

    def progress(self, seen: Observation) -> dict[str, int]:
        """Return the number of the move that is asked for; 0 before the first of the board."""
        return {"move": max(0, len(seen.moves) - 1 - (seen.phase == "over"))}

    def forced(self, seen: Observation) -> bool:
        """Whether there is nothing to choose: the only point, or a pass (F6)."""
        return seen.phase == "play" and open_points(seen).bit_count() + may_spend(seen) < 2
