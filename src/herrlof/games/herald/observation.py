"""What one seat knows: its own hand and all that was played, with perfect memory (H11, H14)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from operator import attrgetter
from typing import TYPE_CHECKING, Final

from herrlof.game import NOBODY, Mover, SeatOrNobody
from herrlof.games.herald.actions import HAND_SIZE
from herrlof.games.herald.cards import DECK, NO_CARD, Card
from herrlof.games.herald.scoring import Round
from herrlof.games.herald.tricks import Trick, tricks_of

if TYPE_CHECKING:
    from herrlof.games.herald.state import HeraldState

PUBLIC: Final = (
    "seats", "games", "game_number", "dealer", "scores", "rounds", "winners", "phase", "leader",
)  # fmt: skip
"""What stands in an observation as it does in the state."""


@dataclass(frozen=True, slots=True)
class Observation:
    """All that one seat could know at one point of a match; plain values only. It begins with what is `PUBLIC`.

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


_public = attrgetter(*PUBLIC)


def observe(state: HeraldState, seat: int) -> Observation:
    """Return what `seat` knows of `state`."""
    own = seat >= 0
    seats, log = state.seats, state.log
    lying = len(log) % seats
    hand = state.hands[seat] if own else []
    return Observation(  # type: ignore[call-arg]  # nobody can count what an attrgetter returns
        *_public(state),
        seat,
        state.player,
        tuple(sorted(hand)),
        hand[-1] if len(hand) == HAND_SIZE and len(log) >= seats else NO_CARD,
        tuple(map(len, state.hands)),
        len(state.stock),
        tuple(log[len(log) - lying :]),
        state.ahead if lying else NOBODY,
        tuple(tricks_of(log, seats, (state.dealer + 1) % seats)),
        tuple(state.tricks_won),
    )


def unseen(seen: Observation) -> list[Card]:
    """Return the cards that this seat has not seen in this game, ascending: in the stock, or in another hand."""
    left = Counter(DECK)
    left.subtract([*seen.hand, *seen.trick, *(card for trick in seen.tricks for card in trick.cards)])
    return list(left.elements())
