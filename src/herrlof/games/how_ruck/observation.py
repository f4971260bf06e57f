"""What one seat knows: its own secrets and the public past, with perfect memory (K16)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from herrlof.game import Mover, SeatOrNobody
from herrlof.games.how_ruck.cards import Card
from herrlof.games.how_ruck.log import Known
from herrlof.games.how_ruck.tug import Rope

Cards: TypeAlias = tuple[tuple[Card, ...], tuple[Card, ...]]
"""Cards of each seat."""

REASONS: Final = ("end", "half", "monstrous")
"""What ends a round: the barrel at an end, no cards left and the half in which it stands, Nessie caught (K14)."""


class Round(NamedTuple):
    """A finished round."""

    leader: int
    """Who played the first card."""
    winner: int
    reason: str
    """One of REASONS."""
    path: tuple[int, ...]
    """The fields on which the barrel stood: at the start, and after each entry of the round's history."""
    pulled: tuple[int, int]
    """How many fields each seat won in all, going to and fro."""


@dataclass(frozen=True, slots=True)
class Observation:
    """All that one seat could know at one point of a match; plain values only.

    What stands before `seat` stands so in the state.

    In which order a seat drew its cards is left out, as nothing can follow from it.
    """

    race: str
    teams: str
    goal: int
    round_number: int
    scores: tuple[int, int]
    """The barrels won."""
    rounds: tuple[Round, ...]
    winners: tuple[int, ...]
    phase: str
    leader: SeatOrNobody
    """Who sorted first, or won the lots, and so plays the first card; NOBODY before that is known."""
    placed: int
    """How many pairs the other seat had placed by then (K5)."""
    rope: Rope
    """From the deal of a round on it is that round's; until then the last position of the one before, as are `barrel`,
    `discards`, `history` and `path`."""
    barrel: int
    """The field on which it stands; an end or beyond it when it was pulled there, NOWHERE before the start."""
    discards: tuple[Card, ...]
    stolen: Card
    """The card that the mover has stolen and must play now; -1: none."""

    seat: int
    """Whose knowledge this is; NOBODY: an onlooker's."""
    mover: Mover
    lots: tuple[tuple[Card, Card], ...]
    """The cards that were drawn to decide who leads, seat 0's first; the last pair decided (K8)."""
    history: tuple[Known, ...]
    """The tug of war of this round: (seat, action), or (CHANCE, the card drawn blind)."""
    path: tuple[int, ...]
    """The barrel's fields: at the start, and after each entry of the history."""
    pairs_left: tuple[int, int]
    """How many pairs are still to be sorted in each seat's pile."""
    hand_sizes: tuple[int, int]
    pile_sizes: tuple[int, int]
    """How many cards are left to draw; while teams are built, to sort."""
    pair: tuple[Card, ...]
    """The two cards to choose between, while this seat sorts."""
    kept: tuple[Card, ...]
    """What this seat sorted into its own team, pair by pair."""
    given: tuple[Card, ...]
    """What it gave to the other team, pair by pair."""
    hand: tuple[Card, ...]
