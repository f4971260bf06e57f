"""A match of Herrlof driven in notation, for tests that read like the rule page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from herrlof.game import Outcome
from herrlof.games import GAMES
from herrlof.games.herrlof.cards import CARD_CODES, cards_in, parse_card
from herrlof.games.herrlof.state import HerrlofState
from herrlof.options import complete_options
from tests.games.driven import Driven, filled

GAME = GAMES["herrlof"]


def cards(text: str) -> list[int]:
    """Return the cards in a text of codes."""
    return [parse_card(code) for code in text.split()]


class ReadableState(HerrlofState):
    """The state, with its secrets in text."""

    __slots__ = ()

    def hands_text(self, seat: int) -> list[str]:
        return sorted(CARD_CODES[card] for card in cards_in(self.hands[seat]))

    def deck_text(self) -> list[str]:
        return [CARD_CODES[card] for card in reversed(self.deck)]


class Table(Driven):
    """One match."""

    game = GAME

    def __init__(
        self,
        seats: int = 2,
        edition: str = "english",
        goal: int | None = None,
        first_dealer: int = 0,
        hand_size: int | None = None,
    ) -> None:
        chosen = complete_options(GAME, seats, {"edition": edition, "goal": goal, "first_dealer": first_dealer})
        super().__init__(ReadableState(seats, **chosen, hand_size=hand_size))

    def deal(self, hands: Sequence[str], turned: str = "H", deck: str = "") -> None:
        """Deal these cards to the seats and fill every hand and the deck from what is left."""
        state = self.state
        rest, top = list(state.cards), cards(f"{turned} {deck}")
        given = [cards(hand) for hand in (*hands, *[""] * (state.seats - len(hands)))]
        for card in (*top, *(card for hand in given for card in hand)):
            rest.remove(card)
        given = [filled(hand, state.hand_size, rest) for hand in given]
        first = (state.dealer + 1) % state.seats
        dealt = [card for turn in range(state.seats) for card in given[(first + turn) % state.seats]]
        self.state.apply_chance(Outcome("deal", (*dealt, *top, *rest)), self.events)

    def predict(self, *numbers: int) -> None:
        """Enter everybody's prediction; `numbers[i]` is seat i's."""
        first = (self.state.dealer + 1) % self.state.seats
        for turn in range(self.state.seats):
            seat = (first + turn) % self.state.seats
            self.do(f"{seat}: predict {numbers[seat]}")

    def history(self, seat: int) -> list[str]:
        """Return what `seat` has seen happen in this round, in notation; ? where it is secret."""
        lines = []
        for who, what, which in self.seen(seat).history:
            number = what in ("predict", "take-trick", "steal")
            text = "?" if which is None else str(which) if number else CARD_CODES[which]
            lines.append(f"{who}: {what}" if what == "pass" else f"{who}: {what} {text}")
        return lines

    def play_out(self, until: Callable[[Table], bool] | None = None) -> None:
        """Play the first legal action, passing on powers, until the round is scored or `until` holds."""
        scored = len(self.state.rounds)
        while len(self.state.rounds) == scored and not (until is not None and until(self)):
            legal = sorted(self.state.legal_actions())
            texts = list(map(GAME.encode, legal))
            self.state.apply(GAME.decode("pass") if "pass" in texts else legal[0])
