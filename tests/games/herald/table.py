"""Games of Herald driven in notation, for tests that read like the rules page."""

from __future__ import annotations

from collections.abc import Sequence

from herrlof.games import GAMES
from herrlof.games.herald.actions import HAND_SIZE
from herrlof.games.herald.cards import CARD_CODES, DECK, parse_card
from herrlof.games.herald.tricks import ahead_in
from tests.games.driven import Driven, filled

GAME = GAMES["herald"]


def cards(text: str) -> list[int]:
    """Return the cards in a text of codes."""
    return [parse_card(code) for code in text.split()]


def codes(found: Sequence[int]) -> str:
    """Return cards as a text of codes."""
    return " ".join(CARD_CODES[card] for card in found)


def winner_of(trick: str) -> str:
    """Return the card that wins a trick, all in codes."""
    found = cards(trick)
    return CARD_CODES[found[ahead_in(found)]]


class Table(Driven):
    """One match; seat 0 leads the first trick."""

    game = GAME

    def __init__(self, seats: int = 2, games: int = 1) -> None:
        super().__init__(GAME.new_state(seats, games=games, first_dealer=seats - 1))
        self.seats = seats

    def deal(self, *hands: str, stock: str = "") -> None:
        """Deal hands that begin with these cards, seat by seat, and a stock with these on top."""
        rest = list(DECK)
        given = [cards(hand) for hand in (*hands, *[""] * (self.seats - len(hands)))]
        top = cards(stock)
        for card in (*top, *(card for hand in given for card in hand)):
            rest.remove(card)
        given = [filled(hand, HAND_SIZE, rest) for hand in given]
        first = (self.state.dealer + 1) % self.seats
        order = [(first + turn) % self.seats for turn in range(self.seats)]
        dealt = [given[seat][turn] for turn in range(HAND_SIZE) for seat in order]
        self.chance("deal " + codes([*dealt, *top, *rest]))

    def trick(self, text: str) -> None:
        """Play a card for each seat, from the one that leads."""
        for code in text.split():
            self.do(f"{self.mover()}: play {code}")

    def hand(self, seat: int) -> str:
        return codes(sorted(self.state.hands[seat]))


def last_tricks(*hands: str, games: int = 1, scores: Sequence[int] = ()) -> Table:
    """Return the end of a match: seat 0 leads, these hands are all that is left, and the stock is gone.

    Nothing has been won yet, so points add up to those of the hands; `scores` are those of the games before.
    """
    table = Table(len(hands), games)
    state = table.state
    state.hands = [cards(hand) for hand in hands]
    state.phase, state.player, state.leader = "play", 0, 0
    state.game_number = games
    state.scores = tuple(scores) or state.scores
    return table


def dealt(*hands: str, stock: str = "") -> Table:
    table = Table(len(hands))
    table.deal(*hands, stock=stock)
    return table
