"""Games of Herald driven in notation, for tests that read like the rules page."""

from __future__ import annotations

from collections.abc import Sequence

from herrlof.game import CHANCE, Event
from herrlof.games import GAMES
from herrlof.games.herald.actions import HAND_SIZE
from herrlof.games.herald.cards import CARD_CODES, DECK, parse_card
from herrlof.games.herald.observation import Observation
from herrlof.games.herald.state import HeraldState
from herrlof.games.herald.tricks import ahead_in

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


class Table:
    """One match; seat 0 leads the first trick. Moves are `"0: play GK"`, and each is checked to be legal."""

    def __init__(self, seats: int = 2, games: int = 1) -> None:
        self.state: HeraldState = GAME.new_state(seats, games=games, first_dealer=seats - 1)
        self.seats = seats
        self.events: list[Event] = []

    def deal(self, *hands: str, stock: str = "") -> None:
        """Deal hands that begin with these cards, seat by seat, and a stock with these on top."""
        rest = list(DECK)
        given = [cards(hand) for hand in (*hands, *[""] * (self.seats - len(hands)))]
        top = cards(stock)
        for card in (*top, *(card for hand in given for card in hand)):
            rest.remove(card)
        for hand in given:
            missing = HAND_SIZE - len(hand)
            hand += rest[:missing]
            del rest[:missing]
        first = (self.state.dealer + 1) % self.seats
        order = [(first + turn) % self.seats for turn in range(self.seats)]
        dealt = [given[seat][turn] for turn in range(HAND_SIZE) for seat in order]
        self.chance("deal " + codes([*dealt, *top, *rest]))

    def do(self, *moves: str) -> None:
        for move in moves:
            seat, text = move.split(": ")
            assert self.mover() == int(seat), f"{move}: seat {self.mover()} is to move"
            assert text in self.legal(), f"{move}: legal are {sorted(self.legal())}"
            self.state.apply(GAME.decode(text), self.events)

    def trick(self, text: str) -> None:
        """Play a card for each seat, from the one that leads."""
        for code in text.split():
            self.do(f"{self.mover()}: play {code}")

    def chance(self, text: str) -> None:
        assert self.mover() == CHANCE
        assert text.split()[0] == self.state.chance_kind()
        self.state.apply_chance(GAME.decode_chance(text), self.events)

    def legal(self) -> set[str]:
        return set(map(GAME.encode, self.state.legal_actions()))

    def mover(self) -> int:
        return self.state.current_player()

    def seen(self, seat: int) -> Observation:
        return self.state.observation(seat)

    def hand(self, seat: int) -> str:
        return codes(sorted(self.state.hands[seat]))

    def told(self, kind: str) -> list[Event]:
        """Return the events of a kind."""
        return [event for event in self.events if event.kind == kind]


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
