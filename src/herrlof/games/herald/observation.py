"""What one seat knows: its own hand and all that was played, with perfect memory (H11, H14)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from herrlof.game import Mover, SeatOrNobody
from herrlof.games.herald.cards import DECK, Card
from herrlof.games.herald.scoring import Round
from herrlof.games.herald.tricks import Trick


@dataclass(frozen=True, slots=True)
class Observation:
    """All that one seat could know at one point of a match; plain values only.

    What stands before `seat` stands so in the state.

    In which order a seat drew the cards of its hand is left out, but for the last one: nothing can follow from it.
    """

    seats: int
    games: int
    """How many games the match has (H13)."""
    game_number: int
    dealer: SeatOrNobody
    """Who has dealt this game; until the next deal who dealt the one before; NOBODY before chance has named one."""
    scores: tuple[int, ...]
    """The points of the finished games."""
    rounds: tuple[Round, ...]
    """The finished games."""
    winners: tuple[int, ...]
    phase: str
    """dealer, deal, play or over."""
    leader: SeatOrNobody
    """Who leads, or has led, the trick on the table."""

    seat: int
    """Whose knowledge this is; NOBODY: an onlooker's."""
    mover: Mover
    hand: tuple[Card, ...]
    """Ascending."""
    drawn: Card
    """The card that this seat drew after the last trick and still holds; NO_CARD: none."""
    hand_sizes: tuple[int, ...]
    stock_size: int
    trick: tuple[Card, ...]
    """The trick on the table, in playing order."""
    ahead: SeatOrNobody
    """The place in it of the card that is ahead; NOBODY: no card lies there."""
    tricks: tuple[Trick, ...]
    """The finished tricks of this game; until the next deal those of the one before."""
    tricks_won: tuple[int, ...]
    """How many of them each seat has won."""

    @property
    def last_trick(self) -> Trick | None:
        """The trick that was finished last, the only one that a screen shows (H11)."""
        return self.tricks[-1] if self.tricks else None


def unseen(seen: Observation) -> list[Card]:
    """Return the cards that this seat has not seen in this game, ascending: in the stock, or in another hand."""
    left = Counter(DECK)
    left.subtract([*seen.hand, *seen.trick, *(card for trick in seen.tricks for card in trick.cards)])
    return list(left.elements())
