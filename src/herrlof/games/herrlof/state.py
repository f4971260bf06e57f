"""A match of Herrlof from the first deal to the winner; `apply` is the one way in which it changes."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add, eq
from random import Random
from typing import Final

from herrlof.game import CHANCE, NOBODY, TERMINAL, Action, Event, IllegalAction, Mover, Outcome
from herrlof.games.fields import PhasedState, dotted, dotted_by, observer
from herrlof.games.herrlof import GOALS
from herrlof.games.herrlof.actions import (
    DISCARD,
    DRAW,
    PASS,
    PREDICT,
    RETURN,
    STEAL,
    STEALS,
    TAKE_TRICK,
)
from herrlof.games.herrlof.cards import (
    CARD_CODES,
    COLOUR_OF,
    DECK,
    NO_COLOUR,
    ONE,
    RANK_OF,
    VALKNUT,
    Card,
    Colour,
    cards_in,
    hand_of,
    kinds_in,
    size_of,
)
from herrlof.games.herrlof.log import entries, entry
from herrlof.games.herrlof.observation import Known, Observation
from herrlof.games.herrlof.scoring import (
    HAND_SIZES,
    LAST_ROUND,
    Round,
    leaders,
    points,
)
from herrlof.games.herrlof.tricks import Trick, legal_cards, next_lead, winning_position

FIRST_SEAT: Final = Mover(0)
PREDICTIONS: Final = tuple(range(PREDICT, PREDICT + max(HAND_SIZES.values()) + 1))


class HerrlofState(PhasedState):
    """The whole truth about one point of a match.

    Attributes that people and tests read: `scores`, `tricks_won`, `trump`, `phase`, `last_trick`,
    `round_number`, `winners`. `phase` is one of dealer, deal, predict, play, draw and discard (the 3),
    take-trick (the 1), steal, blind and return (the 6), over.
    """

    seats: int
    edition: str
    goal: int
    cards: tuple[Card, ...]
    hand_size: int
    game_number: int
    round_number: int
    dealer: int
    scores: tuple[int, ...]
    correct: tuple[int, ...]
    rounds: tuple[Round, ...]
    hands: list[int]
    deck: list[Card]
    trump: Colour
    turned: tuple[Card, ...]
    predictions: list[int]
    tricks_won: list[int]
    destroyed: int
    leader: Mover
    trick: list[Card]
    follow: Colour
    fresh: Card
    robbed: int
    log: list[int]
    last: tuple[int, tuple[Card, ...], int] | None
    """Leader, cards and winner of the most recent trick."""

    __slots__ = tuple(__annotations__)

    def __init__(
        self,
        seats: int = 2,
        edition: str = "english",
        goal: int | None = None,
        first_dealer: int | None = None,
        hand_size: int | None = None,
        cards: tuple[Card, ...] = DECK,
    ) -> None:
        """Start before the first deal; options are not checked here. Without a first dealer chance names one (R2).

        `hand_size` and `cards` make the tiny decks that can be counted out.
        """
        self.seats = seats
        self.edition = edition
        self.goal = GOALS[seats] if goal is None else goal
        self.cards = cards
        self.hand_size = HAND_SIZES[seats] if hand_size is None else hand_size
        self.dealer = NOBODY if first_dealer is None else first_dealer
        self.rounds = ()
        self.winners = ()
        self.game_number = 0
        self._new_game()
        if first_dealer is None:
            self.phase = "dealer"
        self.hands = [0] * seats
        self.deck = []
        self.trump = NO_COLOUR
        self.turned = ()
        self.predictions = [-1] * seats
        self.tricks_won = [0] * seats
        self.destroyed = 0
        self.leader = Mover((self.dealer + 1) % seats)
        self.trick = []
        self.follow = NO_COLOUR
        self.fresh = -1
        self.robbed = NOBODY
        self.log = []
        self.last = None

    def _new_game(self) -> None:
        self.game_number += 1
        self.round_number = 1
        self.scores = self.correct = (0,) * self.seats
        self.phase = "deal"
        self.player = CHANCE

    def __repr__(self) -> str:
        """Name the point in the match without a card of it: a crash report may hold this."""
        return f"<Herrlof {self.seats} seats, {self.edition}, round {self.round_number}, {self.phase}>"

    # What may happen now

    def legal_actions(self) -> tuple[Action, ...]:
        phase = self.phase
        if phase == "play":
            return legal_cards(self.hands[self.player], self.follow)
        if phase == "predict":
            return PREDICTIONS[: self.hand_size + 1]
        if phase == "draw":
            return DRAW, PASS
        if phase == "discard":
            return tuple([DISCARD + card for card in kinds_in(self.hands[self.player])])
        if phase == "take-trick":
            player, won = self.player, self.tricks_won
            return PASS, *[TAKE_TRICK + seat for seat in range(self.seats) if won[seat] and seat != player]
        if phase == "steal":
            return STEALS[self.seats][self.player]
        if phase == "return":
            return tuple([RETURN + card for card in kinds_in(self.hands[self.player])])
        return ()

    def sample_chance(self, rng: Random) -> Outcome:
        """Return who deals first, a shuffled deck, or a card drawn blind from the robbed hand (R2, R3, R15)."""
        if self.phase == "deal":
            cards = list(self.cards)
            rng.shuffle(cards)
            return Outcome("deal", tuple(cards))
        if self.phase == "dealer":
            return Outcome("dealer", (rng.randrange(self.seats),))
        return Outcome("blind", (rng.choice(cards_in(self.hands[self.robbed])),))

    # What happens

    def apply(self, action: Action, events: list[Event] | None = None) -> None:
        phase = self.phase
        player = self.player
        if phase == "play":
            self.log.append(player << 8 | action)
            hands, trick = self.hands, self.trick
            hands[player] -= ONE[action]
            trick.append(action)
            if self.follow < 0:
                self.follow = COLOUR_OF[action]
            if events is not None:
                events.append(Event("played", player, (action, len(trick) - 1)))
            if action == VALKNUT and trick.count(VALKNUT) == 2:  # R12, R22
                self._turn_trump(events)
            if RANK_OF[action] == 3 and hands[player]:  # R9, R10
                self.phase = "draw"
            elif len(trick) < self.seats:
                self.player = player + 1 if player + 1 < self.seats else FIRST_SEAT
            else:
                self._finish_trick(events)
        elif phase == "predict":
            self.log.append(player << 8 | action)
            self.predictions[player] = action - PREDICT
            if events is not None:
                events.append(Event("predicted", player, (action - PREDICT,), (player,)))
            if player == self.dealer:
                self.phase = "play"
            self.player = (player + 1) % self.seats
        elif action == PASS:
            self.log.append(player << 8 | PASS)
            if events is not None:
                events.append(Event("passed", player, (RANK_OF[self.trick[-1] if phase == "draw" else self._power()],)))
            if phase == "draw":
                self._next_card(events)
            else:
                self._next_trick(events)
        elif phase == "draw":
            card = self.deck.pop()
            self.log.append(entry(player, "draw", card))
            self.hands[player] += ONE[card]
            self.fresh = card
            self.phase = "discard"
            if events is not None:
                events.append(Event("drew", player, (card,), (player,)))
        elif phase == "discard":
            card = action - DISCARD
            self.log.append(player << 8 | action)
            self.hands[player] -= ONE[card]
            self.deck.insert(0, card)
            self.fresh = -1
            if events is not None:
                events.append(Event("discarded", player, (card,), (player,)))
            self._next_card(events)
        elif phase == "take-trick":
            other = action - TAKE_TRICK
            self.log.append(player << 8 | action)
            self.tricks_won[other] -= 1
            self.tricks_won[player] += 1
            self.robbed = other
            if events is not None:
                events.append(Event("took-trick", player, (other,)))
            self._next_trick(events)
        elif phase == "steal":
            self.log.append(player << 8 | action)
            self.robbed = action - STEAL
            self.phase = "blind"
            self.player = CHANCE
            if events is not None:
                events.append(Event("stole", player, (self.robbed,)))
        else:
            card = action - RETURN
            self.log.append(player << 8 | action)
            self.hands[player] -= ONE[card]
            self.hands[self.robbed] += ONE[card]
            self.fresh = -1
            if events is not None:
                events.append(Event("returned", player, (self.robbed, card), (player, self.robbed)))
            self._next_trick(events)

    def apply_chance(self, outcome: Outcome, events: list[Event] | None = None) -> None:
        """Name the first dealer, deal a round in the order of R3, or give the thief the card drawn blind (R15)."""
        kind, values = outcome
        if kind == "deal":
            self._deal(values, events)
            return
        if kind == "dealer":
            (self.dealer,) = values
            self.leader = Mover((self.dealer + 1) % self.seats)
            self.phase = "deal"
            if events is not None:
                events.append(Event("dealer", self.dealer))
            return
        (card,) = values
        if card not in kinds_in(self.hands[self.robbed]):
            raise IllegalAction("a card is drawn from the hand in which it is (R15)")
        thief = self._winner()
        self.log.append(entry(CHANCE, "blind", card))
        self.hands[self.robbed] -= ONE[card]
        self.hands[thief] += ONE[card]
        self.fresh = card
        self.phase = "return"
        self.player = Mover(thief)
        if events is not None:
            events.append(Event("drew-blind", thief, (self.robbed, card), (thief, self.robbed)))

    def _deal(self, cards: tuple[Card, ...], events: list[Event] | None) -> None:
        seats, size = self.seats, self.hand_size
        first = self.leader = self.player = Mover((self.dealer + 1) % seats)
        for turn in range(seats):
            self.hands[(first + turn) % seats] = hand_of(cards[turn * size : (turn + 1) * size])
        self.deck = list(cards[: seats * size - 1 : -1])
        self.turned = ()
        self.predictions = [-1] * seats
        self.tricks_won = [0] * seats
        self.destroyed = 0
        self.robbed = NOBODY
        self.log = []
        self.last = None
        self.phase = "predict"
        if events is not None:
            events.append(Event("dealt", self.dealer))
            for turn in range(seats):
                seat = (first + turn) % seats
                events.append(Event("hand", seat, cards_in(self.hands[seat]), (seat,)))
        self._turn_trump(events)

    def _turn_trump(self, events: list[Event] | None) -> None:
        card = self.deck.pop()
        self.log.append(entry(CHANCE, "turn", card))
        self.turned = (*self.turned, card)
        self.trump = COLOUR_OF[card]
        if events is not None:
            events.append(Event("turned", CHANCE, (card,)))

    def _next_card(self, events: list[Event] | None) -> None:
        """Go on after a 3: the next player plays to the trick, or it is finished."""
        if len(self.trick) < self.seats:
            self.phase = "play"
            self.player = (self.player + 1) % self.seats
        else:
            self._finish_trick(events)

    def _finish_trick(self, events: list[Event] | None) -> None:
        """Settle who won the trick and who leads next, and ask about a 1 or a 6: R11, R13 to R16."""
        cards, leader, seats, power = tuple(self.trick), self.leader, self.seats, 0
        self.trick.clear()
        if VALKNUT in cards:
            winner: int = NOBODY
            self.destroyed += 1
        else:
            winning = winning_position(cards, self.trump, self.follow)
            winner = (leader + winning) % seats
            self.tricks_won[winner] += 1
            self.leader = (leader + next_lead(cards, winning)[0]) % seats
            power = RANK_OF[cards[winning]]
        self.last = leader, cards, winner
        self.follow = NO_COLOUR
        self.robbed = NOBODY
        if events is not None:
            events.append(Event("trick", winner, (leader, *cards)))
        if power == 1 and sum(self.tricks_won) > self.tricks_won[winner]:
            self.phase = "take-trick"
            self.player = Mover(winner)
        elif power == 6 and self.hands[winner]:
            self.phase = "steal"
            self.player = Mover(winner)
        else:
            self._next_trick(events)

    def _next_trick(self, events: list[Event] | None) -> None:
        leader = self.leader
        if self.hands[leader]:
            self.phase = "play"
            self.player = leader
            if events is not None:
                events.append(Event("leads", leader))
        else:
            self._score(events)

    def _score(self, events: list[Event] | None) -> None:
        """Score the round, then deal again, end the match, or start an extra game: R18 to R20, R23."""
        seats, edition = self.seats, self.edition
        predictions, tricks = tuple(self.predictions), tuple(self.tricks_won)
        earned = tuple([points(predictions[seat], tricks[seat], seats, edition) for seat in range(seats)])
        self.scores = tuple(map(add, self.scores, earned))
        self.correct = tuple(map(add, self.correct, map(eq, predictions, tricks)))
        self.rounds += (Round(self.game_number, self.round_number, predictions, tricks, earned, self.destroyed),)
        if events is not None:
            events.append(Event("predictions", NOBODY, predictions))
            events.append(Event("scored", NOBODY, earned))
        if max(self.scores) >= self.goal or self.round_number == LAST_ROUND:
            first = leaders(self.scores, self.correct, tricks)
            if len(first) == 1 or self.edition == "english":
                self.winners = first
                self.phase = "over"
                self.player = TERMINAL
                if events is not None:
                    events.append(Event("won", NOBODY, first))
                return
            self._new_game()
            if events is not None:
                events.append(Event("extra-game", NOBODY, first))
        else:
            self.round_number += 1
            self.phase = "deal"
            self.player = CHANCE
        self.dealer = (self.dealer + 1) % self.seats

    # What is known

    @property
    def last_trick(self) -> Trick | None:
        """The most recent trick of the round, the only one that may be looked at again (R17)."""
        return None if self.last is None else Trick(*self.last, self.robbed, self.leader)

    def _winner(self) -> int:
        assert self.last is not None
        return self.last[2]

    def _power(self) -> Card:
        """Return the card that won the last trick."""
        assert self.last is not None
        leader, cards, winner = self.last
        return cards[(winner - leader) % self.seats]

    def summary(self) -> str:
        fresh = "-" if self.fresh < 0 else CARD_CODES[self.fresh]
        return (
            f"seats={self.seats} edition={self.edition} goal={self.goal} cards={_codes(self.cards)} "
            f"hand-size={self.hand_size} game={self.game_number} round={self.round_number} dealer={self.dealer} "
            f"scores={dotted(self.scores)} correct={dotted(self.correct)} rounds={_rounds(self.rounds)} "
            f"winners={dotted(self.winners)} phase={self.phase} player={self.player} "
            f"hands={'/'.join([_codes(cards_in(hand)) for hand in self.hands])} deck={_codes(self.deck)} "
            f"trump={self.trump} turned={_codes(self.turned)} predictions={dotted(self.predictions)} "
            f"tricks={dotted(self.tricks_won)} destroyed={self.destroyed} leader={self.leader} "
            f"trick={_codes(self.trick)} follow={self.follow} fresh={fresh} robbed={self.robbed} "
            f"log={dotted(self.log)} last={_last(self.last)}"
        )

    def observation(self, seat: int) -> Observation:
        own = seat >= 0
        sees_fresh = own and self.fresh >= 0 and seat == self.player
        return _observation(
            self,
            seat,
            self.player,
            cards_in(self.hands[seat]) if own else (),
            self.fresh if sees_fresh else None,
            tuple(map(size_of, self.hands)),
            len(self.deck),
            self.predictions[seat] if own and self.predictions[seat] >= 0 else None,
            tuple(prediction >= 0 for prediction in self.predictions),
            tuple(self.tricks_won),
            tuple(self.trick),
            self.last_trick,
            history_for(self, seat),
        )


_observation = observer(Observation)


def history_for(state: HerrlofState, seat: int) -> tuple[Known, ...]:
    """Return the log of the round with what is secret from `seat` left out (R5, R9, R15)."""
    known: list[Known] = []
    for who, what, which, giver, taker in entries(state.log):
        if what in ("predict", "draw", "discard"):
            hidden = who != seat
        else:
            hidden = what == "pass" or (what in ("blind", "return") and seat not in (giver, taker))
        known.append((who, what, None if hidden else which))
    return tuple(known)


_codes = dotted_by(CARD_CODES)


def _last(last: tuple[int, tuple[Card, ...], int] | None) -> str:
    if last is None:
        return "-"
    leader, cards, winner = last
    return f"{leader}:{_codes(cards)}:{winner}"


def _rounds(rounds: Sequence[tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...], int]]) -> str:
    return (
        "|".join(
            f"{game}:{number}:{dotted(predictions)}:{dotted(tricks)}:{dotted(points)}:{destroyed}"
            for game, number, predictions, tricks, points, destroyed in rounds
        )
        or "-"
    )
