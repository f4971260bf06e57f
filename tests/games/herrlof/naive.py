"""A second, slow and plain implementation of Herrlof: the oracle of the differential tests.

Written from docs/rules.md alone. Cards are strings, hands are lists, and every step names its rule.
"""

COLOURS = ["B", "G", "R", "Y"]
VALKNUT = "V"
HAGALAZ = "H"
CHANCE = -1
TERMINAL = -4
LAST_ROUND = 10


def colour(card: str) -> str | None:
    """The colour of a card; a Valknut or a Hagalaz has none (R1)."""
    if card in (VALKNUT, HAGALAZ):
        return None
    return card[0]


def number(card: str) -> int | None:
    """The number of a card; a Valknut or a Hagalaz has none (R1)."""
    if card in (VALKNUT, HAGALAZ):
        return None
    return int(card[1])


def colour_to_follow(cards: list[str]) -> str | None:
    """R7: the colour of the first coloured card of the trick."""
    for card in cards:
        if colour(card) is not None:
            return colour(card)
    return None


def playable(hand: list[str], cards: list[str]) -> list[str]:
    """R6, R7, R8: what may be played from this hand to the cards already in the trick."""
    wanted = colour_to_follow(cards)
    holds_it = wanted is not None and any(colour(card) == wanted for card in hand)
    if not holds_it:
        return list(hand)
    return [card for card in hand if colour(card) == wanted or card in (VALKNUT, HAGALAZ)]


def winning_card(cards: list[str], trump: str | None) -> int:
    """R13: which card (0 for the one led) wins a trick without a Valknut."""
    assert VALKNUT not in cards
    for wanted in (trump, colour_to_follow(cards)):
        best = None
        for place, card in enumerate(cards):
            if wanted is None or colour(card) != wanted:
                continue
            if best is None or int(card[1]) > int(cards[best][1]):
                best = place
        if best is not None:
            return best
    return cards.index(HAGALAZ)  # nothing but Hagalaz: the first one wins


def points(prediction: int, tricks: int, seats: int, edition: str) -> int:
    """R18: the points of one player for one round."""
    total = tricks
    if tricks == prediction:
        total = total + 10
    if seats == 2 and edition == "english" and tricks in (3, 4, 5):
        total = total + 5
    if seats == 2 and edition == "dutch" and tricks in (3, 4):
        total = total + 5
    return total


class NaiveMatch:
    """One match, driven in the text codes of the contract."""

    def __init__(self, seats: int, edition: str, goal: int, first_dealer: int, hand_size: int | None = None) -> None:
        assert seats in (2, 3)
        assert edition in ("english", "dutch")  # R21
        assert 1 <= goal <= 999  # R23
        assert 0 <= first_dealer < seats
        self.seats = seats
        self.edition = edition
        self.goal = goal
        if hand_size is None:
            hand_size = 15 if seats == 2 else 11  # R3
        self.hand_size = hand_size
        self.dealer = first_dealer  # R2: chosen at random by whoever sets the match up
        self.round_number = 1
        self.scores = [0] * seats
        self.correct = [0] * seats  # exact predictions so far in this game (R20)
        self.tricks = [0] * seats
        self.winners: list[int] = []
        self.predictions: list[int | None] = [None] * seats
        self.hands: list[list[str]] = [[] for _ in range(seats)]
        self.deck: list[str] = []
        self.trump: str | None = None
        self.leader = self.left_of(first_dealer)  # R6
        self.trick: list[tuple[int, str]] = []  # (seat, card) in the order of play
        self.winner = -1  # of the trick that was just completed
        self.victim = -1  # of the 6
        self.phase = "deal"

    # -- questions ---------------------------------------------------------------------------------

    def left_of(self, seat: int) -> int:
        """The seat on the left of this one."""
        return (seat + 1) % self.seats

    def others(self, seat: int) -> list[int]:
        """All seats but this one."""
        return [other for other in range(self.seats) if other != seat]

    def cards_in_trick(self) -> list[str]:
        """The cards of the trick in the order of play."""
        return [card for _, card in self.trick]

    def mover(self) -> int:
        """The seat that acts now; CHANCE or TERMINAL."""
        if self.phase == "over":
            return TERMINAL
        if self.phase in ("deal", "blind"):
            return CHANCE
        if self.phase == "predict":
            seat = self.left_of(self.dealer)  # from the player left of the dealer, seat after seat
            while self.predictions[seat] is not None:
                seat = self.left_of(seat)
            return seat
        if self.phase == "play":
            return (self.leader + len(self.trick)) % self.seats  # R6: going round to the left
        if self.phase in ("draw", "discard"):
            seat, _ = self.trick[-1]  # R9: whoever has just played the 3
            return seat
        assert self.phase in ("take-trick", "steal", "return")
        return self.winner  # R14, R15

    def legal(self) -> set[str]:
        """What the mover may do, in text; empty when nobody moves."""
        if self.phase in ("deal", "blind", "over"):
            return set()
        seat = self.mover()
        hand = self.hands[seat]
        if self.phase == "predict":  # R5
            return {f"predict {count}" for count in range(self.hand_size + 1)}
        if self.phase == "play":  # R7
            return {f"play {card}" for card in playable(hand, self.cards_in_trick())}
        if self.phase == "draw":  # R9
            return {"draw", "pass"}
        if self.phase == "discard":  # R9: the drawn card is in the hand, so it is allowed
            return {f"discard {card}" for card in hand}
        if self.phase == "take-trick":  # R14
            return {"pass"} | {f"take-trick {other}" for other in self.others(seat) if self.tricks[other] > 0}
        if self.phase == "steal":  # R15
            return {"pass"} | {f"steal {other}" for other in self.others(seat) if self.hands[other]}
        assert self.phase == "return"  # R15: the drawn card is in the hand, so it is allowed
        return {f"return {card}" for card in hand}

    # -- moves -------------------------------------------------------------------------------------

    def do(self, text: str) -> None:
        """The mover does this."""
        assert text in self.legal(), f"{text!r} is not legal in phase {self.phase}"
        seat = self.mover()
        words = text.split()
        if words[0] == "predict":
            self.do_predict(seat, int(words[1]))
        elif words[0] == "play":
            self.do_play(seat, words[1])
        elif self.phase == "draw":
            self.do_draw(seat, words[0] == "draw")
        elif words[0] == "discard":
            self.do_discard(seat, words[1])
        elif self.phase == "take-trick":
            self.do_take_trick(seat, None if words[0] == "pass" else int(words[1]))
        elif self.phase == "steal":
            self.do_steal(None if words[0] == "pass" else int(words[1]))
        else:
            self.do_return(seat, words[1])

    def chance(self, text: str) -> None:
        """Chance does this: a deal, or the card that a 6 draws."""
        words = text.split()
        assert words[0] == self.phase, f"{words[0]!r} is not what chance does in phase {self.phase}"
        if words[0] == "deal":
            self.do_deal(words[1:])
        else:
            assert len(words) == 2
            self.do_blind(words[1])

    def do_deal(self, cards: list[str]) -> None:
        """R3: the hands, the turned card, the deck."""
        assert len(cards) > self.seats * self.hand_size
        rest = list(cards)
        self.hands = [[] for _ in range(self.seats)]
        seat = self.left_of(self.dealer)  # R3: served first
        for _ in range(self.seats):
            self.hands[seat] = rest[: self.hand_size]
            rest = rest[self.hand_size :]
            seat = self.left_of(seat)
        self.deck = rest
        self.turn_trump()
        self.predictions = [None] * self.seats
        self.tricks = [0] * self.seats
        self.trick = []
        self.leader = self.left_of(self.dealer)  # R6
        self.phase = "predict"

    def turn_trump(self) -> None:
        """R3, R12: the top card of the deck is turned, names the trump and is out of play."""
        turned = self.deck.pop(0)
        self.trump = colour(turned)

    def do_predict(self, seat: int, count: int) -> None:
        """R5."""
        self.predictions[seat] = count
        if None not in self.predictions:
            self.phase = "play"

    def do_play(self, seat: int, card: str) -> None:
        """A card is played to the trick."""
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if card == VALKNUT and self.cards_in_trick().count(VALKNUT) == 2:
            self.turn_trump()  # R12, R22: at once, and not for a third Valknut
        if number(card) == 3 and len(self.hands[seat]) > 0:
            self.phase = "draw"  # R9, unless it was the last card (R10)
        else:
            self.after_card()

    def do_draw(self, seat: int, wants: bool) -> None:
        """R9: the top card of the deck, or not."""
        if wants:
            self.hands[seat].append(self.deck.pop(0))
            self.phase = "discard"
        else:
            self.after_card()

    def do_discard(self, seat: int, card: str) -> None:
        """R9: a card of the hand goes under the deck."""
        self.hands[seat].remove(card)
        self.deck.append(card)
        self.after_card()

    def after_card(self) -> None:
        """The next player plays, or the trick is complete."""
        if len(self.trick) < self.seats:
            self.phase = "play"
        else:
            self.complete_trick()

    def complete_trick(self) -> None:
        """Who wins the trick, and does the winning card have a power?"""
        cards = self.cards_in_trick()
        if VALKNUT in cards:  # R11: nobody wins it and no power acts
            self.winner = -1
            self.finish_trick()
            return
        self.winner, card = self.trick[winning_card(cards, self.trump)]  # R13
        rivals = self.others(self.winner)
        self.tricks[self.winner] = self.tricks[self.winner] + 1
        if number(card) == 1 and any(self.tricks[rival] > 0 for rival in rivals):
            self.phase = "take-trick"  # R14
        elif number(card) == 6 and any(len(self.hands[rival]) > 0 for rival in rivals):
            self.phase = "steal"  # R15
        else:
            self.finish_trick()

    def do_take_trick(self, seat: int, rival: int | None) -> None:
        """R14."""
        if rival is not None:
            self.tricks[rival] = self.tricks[rival] - 1
            self.tricks[seat] = self.tricks[seat] + 1
        self.finish_trick()

    def do_steal(self, rival: int | None) -> None:
        """R15: from whom, or not at all."""
        if rival is None:
            self.finish_trick()
        else:
            self.victim = rival
            self.phase = "blind"

    def do_blind(self, card: str) -> None:
        """R15: the card that was drawn unseen."""
        self.hands[self.victim].remove(card)
        self.hands[self.winner].append(card)
        self.phase = "return"

    def do_return(self, seat: int, card: str) -> None:
        """R15: one card goes back."""
        self.hands[seat].remove(card)
        self.hands[self.victim].append(card)
        self.finish_trick()

    def next_leader(self) -> int:
        """R16: the first line that fits."""
        cards = self.cards_in_trick()
        if VALKNUT in cards:
            return self.leader
        if HAGALAZ in cards:
            return [seat for seat, card in self.trick if card == HAGALAZ][-1]
        won_with = next(card for seat, card in self.trick if seat == self.winner)
        if number(won_with) == 9:
            return self.left_of(self.winner)
        return self.winner

    def finish_trick(self) -> None:
        """R17: the power has been settled; now the lead, then the next trick or the end of the round."""
        self.leader = self.next_leader()
        self.trick = []
        if any(len(hand) > 0 for hand in self.hands):
            self.phase = "play"
        else:
            self.finish_round()

    def finish_round(self) -> None:
        """R18, R19: the points, and whether that was the last round."""
        for seat in range(self.seats):
            prediction = self.predictions[seat]
            assert prediction is not None
            self.scores[seat] = self.scores[seat] + points(prediction, self.tricks[seat], self.seats, self.edition)
            if prediction == self.tricks[seat]:
                self.correct[seat] = self.correct[seat] + 1
        self.trump = None
        self.deck = []  # all cards are gathered for the next deal
        if max(self.scores) >= self.goal or self.round_number == LAST_ROUND:  # R19
            self.finish_game()
        else:
            self.round_number = self.round_number + 1
            self.next_deal()

    def finish_game(self) -> None:
        """R20: who has won?"""
        best = list(range(self.seats))
        for count in (self.scores, self.correct, self.tricks):
            most = max(count[seat] for seat in best)
            best = [seat for seat in best if count[seat] == most]
        if len(best) > 1 and self.edition == "dutch":  # R20, R23: everything starts from nothing
            self.scores = [0] * self.seats
            self.correct = [0] * self.seats
            self.round_number = 1
            self.next_deal()
        else:
            self.winners = best
            self.phase = "over"

    def next_deal(self) -> None:
        """R2: the deal passes to the left."""
        self.dealer = self.left_of(self.dealer)
        self.leader = self.left_of(self.dealer)
        self.phase = "deal"
