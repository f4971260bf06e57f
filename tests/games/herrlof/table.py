"""A match of Herrlof driven in notation, for tests that read like the rule page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from herrlof.game import CHANCE, Event, Outcome, complete_options
from herrlof.games import GAMES
from herrlof.games.herrlof.cards import CARD_CODES, cards_in, parse_card
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.state import HerrlofState

GAME = GAMES["herrlof"]


class ReadableState(HerrlofState):
    """The state, with its secrets in text."""

    __slots__ = ()

    def hands_text(self, seat: int) -> list[str]:
        return sorted(CARD_CODES[card] for card in cards_in(self.hands[seat]))

    def deck_text(self) -> list[str]:
        return [CARD_CODES[card] for card in reversed(self.deck)]


class Table:
    """One match; moves are `"0: play B7"`, and each is checked to be legal."""

    def __init__(
        self,
        seats: int = 2,
        edition: str = "english",
        goal: int | None = None,
        first_dealer: int = 0,
        hand_size: int | None = None,
    ) -> None:
        chosen = complete_options(GAME, seats, {"edition": edition, "goal": goal, "first_dealer": first_dealer})
        self.state = ReadableState(seats, **chosen, hand_size=hand_size)
        self.events: list[Event] = []

    def deal(self, hands: Sequence[str], turned: str = "H", deck: str = "") -> None:
        """Deal these cards to the seats and fill every hand and the deck from what is left."""
        state = self.state
        rest = [CARD_CODES[card] for card in state.cards]
        for code in " ".join((*hands, turned, deck)).split():
            rest.remove(code)
        filled = []
        for seat in range(state.seats):
            hand = hands[seat].split() if seat < len(hands) else []
            missing = state.hand_size - len(hand)
            assert missing >= 0, f"seat {seat} is dealt too many cards"
            filled.append(hand + rest[:missing])
            del rest[:missing]
        first = (state.dealer + 1) % state.seats
        order = [code for turn in range(state.seats) for code in filled[(first + turn) % state.seats]]
        cards = tuple(map(parse_card, [*order, turned, *deck.split(), *rest]))
        self.state.apply_chance(Outcome("deal", cards), self.events)

    def predict(self, *numbers: int) -> None:
        """Enter everybody's prediction; `numbers[i]` is seat i's."""
        first = (self.state.dealer + 1) % self.state.seats
        for turn in range(self.state.seats):
            seat = (first + turn) % self.state.seats
            self.do(f"{seat}: predict {numbers[seat]}")

    def do(self, *moves: str) -> None:
        for move in moves:
            if move.startswith("blind"):
                assert self.mover() == CHANCE, f"{move}: seat {self.mover()} is to move"
                self.state.apply_chance(GAME.decode_chance(move), self.events)
                continue
            seat, text = move.split(": ")
            assert self.mover() == int(seat), f"{move}: seat {self.mover()} is to move"
            assert text in self.legal(), f"{move}: legal are {sorted(self.legal())}"
            self.state.apply(GAME.decode(text), self.events)

    def legal(self) -> set[str]:
        return set(map(GAME.encode, self.state.legal_actions()))

    def mover(self) -> int:
        return self.state.current_player()

    def seen(self, seat: int) -> Observation:
        return self.state.observation(seat)

    def told(self, seat: int) -> list[str]:
        """Return what `seat` has seen happen in this round, in notation; ? where it is secret."""
        lines = []
        for who, what, which in self.seen(seat).history:
            number = what in ("predict", "take-trick", "steal")
            text = "?" if which is None else str(which) if number else CARD_CODES[which]
            lines.append(f"{who}: {what}" if what == "pass" else f"{who}: {what} {text}")
        return lines

    def refuse(self, move: str) -> str:
        """Return what the player is told about a move that the rules forbid."""
        seat, text = move.split(": ")
        assert self.mover() == int(seat)
        assert text not in self.legal(), f"{move} is legal"
        return GAME.words.refusal(GAME.decode(text), self.seen(int(seat)))

    def play_out(self, until: Callable[[Table], bool] | None = None) -> None:
        """Play the first legal action, passing on powers, until the round is scored or `until` holds."""
        scored = len(self.state.rounds)
        while len(self.state.rounds) == scored and not (until is not None and until(self)):
            legal = sorted(self.state.legal_actions())
            texts = list(map(GAME.encode, legal))
            self.state.apply(GAME.decode("pass") if "pass" in texts else legal[0])
