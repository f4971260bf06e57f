"""Herald: a trick game turned over, for two to six seats.

The home screen shows every game, so what plays one is imported when a match begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from herrlof.games.coded import PlayedOutGame
from herrlof.messages import N_
from herrlof.options import Option

if TYPE_CHECKING:
    from herrlof.games.herald.observation import Observation
    from herrlof.games.herald.state import HeraldState  # noqa: F401 - in a string below

SEATS: Final = range(2, 7)
MOST_GAMES: Final = 9


class Herald(PlayedOutGame["HeraldState", "Observation"]):
    """The game Herald for the registry."""

    key = "herald"
    title = "Herald"
    tagline = N_("The low card may take all.")
    version = 1
    room, state_class, words_class = "herrlof.games.herald", "HeraldState", "HeraldWords"
    seats = SEATS
    longest = 1 + MOST_GAMES * (1 + 60)
    """Who deals first; a deal and every card, in each game."""
    options = (
        Option("games", lambda seats: range(1, MOST_GAMES + 1), lambda seats: 1),
        Option("first_dealer", range, lambda seats: None, on_form=False),
    )
    pause_events = frozenset({"trick"})
    unordered = frozenset({"hand", "drew"})
    round_start_event = "dealt"
    round_end_event = "scored"

    def round_facts(self, seen: Observation) -> list[dict[str, tuple[float, ...]]]:
        return [
            {
                "points": done.points,
                "tricks": done.tricks,
                "herald": tuple(float(seat == done.herald) for seat in range(seen.seats)),
            }
            for done in seen.rounds
        ]

    def progress(self, seen: Observation) -> dict[str, int]:
        """Return the game, where there are several, and within one the trick."""
        from herrlof.games.herald.reading import trick_number

        found = {"game": seen.game_number} if seen.games > 1 else {}
        if seen.phase in ("play", "over"):
            found["trick"] = trick_number(seen)
        return found

    def decision_kind(self, seen: Observation) -> str:
        """Return play: nothing else is decided."""
        return "play"
