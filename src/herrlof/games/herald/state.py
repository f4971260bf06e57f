"""A match of Herald from the first deal to the last trick; `apply` is the one way in which it changes."""

from __future__ import annotations

from collections.abc import Iterable
from operator import add
from random import Random
from typing import Final

from herrlof.game import CHANCE, NOBODY, TERMINAL, Action, Event, Mover, Outcome
from herrlof.games.fields import PhasedState, dotted, dotted_by, observer
from herrlof.games.herald.actions import HAND_SIZE
from herrlof.games.herald.cards import CARD_CODES, DECK, NO_CARD, POINTS_OF, THE_HERALD, Card
from herrlof.games.herald.observation import Observation
from herrlof.games.herald.scoring import Round, judge, piles_of
from herrlof.games.herald.tricks import BEATEN_LED, BEATS, Trick, tricks_of

FIRST_SEAT: Final = Mover(0)


class HeraldState(PhasedState):
    """The whole truth about one point of a match.

    Attributes that people and tests read: `scores` (the points of the finished games), `points` (of this game, which no
    seat is told before its end), `tricks_won`, `hands`, `stock`, `trick`, `ahead`, `tricks`, `phase`, `game_number`,
    `winners`. `phase` is one of dealer, deal, play, over.
    """

    seats: int
    games: int
    game_number: int
    dealer: int
    """Who has dealt; the deal passes on with the next one (H13)."""
    scores: tuple[int, ...]
    rounds: tuple[Round, ...]
    hands: list[list[Card]]
    """In the order in which the cards came."""
    stock: list[Card]
    """The next card to be drawn is the last one."""
    leader: int
    ahead: int
    """The place in the trick on the table of the card that is ahead; 0 while none lies there."""
    points: list[int]
    tricks_won: list[int]
    log: list[Card]
    """All cards of this game in playing order; until the next deal those of the one before."""

    __slots__ = tuple(__annotations__)

    def __init__(self, seats: int = 2, games: int = 1, first_dealer: int | None = None) -> None:
        """Start before the first deal; options are not checked here. Without a first dealer chance names one (H3)."""
        self.seats = seats
        self.games = games
        self.game_number = 1
        self.dealer = NOBODY if first_dealer is None else first_dealer
        self.scores = (0,) * seats
        self.rounds = ()
        self.winners = ()
        self.phase = "dealer" if first_dealer is None else "deal"
        self.player = CHANCE
        self.hands = [[] for _ in range(seats)]
        self.stock = []
        self.leader = NOBODY
        self.ahead = 0
        self.points = [0] * seats
        self.tricks_won = [0] * seats
        self.log = []

    def __repr__(self) -> str:
        """Name the point in the match without a card of it: a crash report may hold this."""
        return f"<Herald {self.seats} seats, game {self.game_number} of {self.games}, {self.phase}>"

    # What may happen now

    def legal_actions(self) -> tuple[Action, ...]:
        """Return the mover's actions, ascending: any card of the hand (H4); none for chance and after the end."""
        if self.player < 0:
            return ()
        return tuple(sorted(set(self.hands[self.player])))

    def sample_chance(self, rng: Random) -> Outcome:
        """Return who deals first, or a shuffled deck (H3)."""
        if self.phase == "dealer":
            return Outcome("dealer", (rng.randrange(self.seats),))
        cards = list(DECK)
        rng.shuffle(cards)
        return Outcome("deal", tuple(cards))

    # What happens

    def apply(self, action: Action, events: list[Event] | None = None) -> None:
        player, leader, seats, log = self.player, self.leader, self.seats, self.log
        self.hands[player].remove(action)
        place = player - leader if player >= leader else player - leader + seats
        if place:
            before = self.ahead
            best = log[before - place]
            if (BEATS if before else BEATEN_LED)[best][action]:
                self.ahead = place
            if events is not None:
                events.append(Event("played", player, (action, place, best, before)))
        elif events is not None:
            events.append(Event("played", player, (action, 0, NO_CARD, NOBODY)))
        log.append(action)
        if place < seats - 1:
            self.player = player + 1 if player + 1 < seats else FIRST_SEAT
        else:
            self._finish_trick(events)

    def apply_chance(self, outcome: Outcome, events: list[Event] | None = None) -> None:
        """Name the first dealer, or deal a game in the order of H3."""
        kind, values = outcome
        if kind == "dealer":
            (self.dealer,) = values
            self.phase = "deal"
            if events is not None:
                events.append(Event("dealer", self.dealer))
            return
        seats = self.seats
        if self.rounds:
            self.dealer = (self.dealer + 1) % seats
        self.leader = self.player = first = Mover((self.dealer + 1) % seats)
        self.hands = [list(values[(seat - first) % seats : HAND_SIZE * seats : seats]) for seat in range(seats)]
        self.stock = list(values[: HAND_SIZE * seats - 1 : -1])
        self.points = [0] * seats
        self.tricks_won = [0] * seats
        self.log = []
        self.phase = "play"
        if events is not None:
            events.append(Event("dealt", self.dealer, (self.game_number,)))
            for turn in range(seats):
                seat = (first + turn) % seats
                events.append(Event("hand", seat, tuple(sorted(self.hands[seat])), (seat,)))

    def _finish_trick(self, events: list[Event] | None) -> None:
        """Give the trick to whoever is ahead; draw, and go on or count (H4)."""
        seats, hands, stock = self.seats, self.hands, self.stock
        cards = self.log[-seats:]
        winner = Mover((self.leader + self.ahead) % seats)
        self.points[winner] += sum([POINTS_OF[card] for card in cards])
        self.tricks_won[winner] += 1
        if events is not None:
            events.append(Event("trick", winner, (self.leader, *cards)))
        self.leader = self.player = winner
        self.ahead = 0
        if stock:
            for turn in range(winner, winner + seats):
                hands[turn % seats].append(stock.pop())
            if events is not None:
                for turn in range(winner, winner + seats):
                    events.append(Event("drew", turn % seats, (hands[turn % seats][-1],), (turn % seats,)))
                if not stock:
                    events.append(Event("stock-gone", NOBODY))
        elif not hands[winner]:
            self._count(events)

    def _count(self, events: list[Event] | None) -> None:
        """Count the points; deal again, or end the match (H11 to H13)."""
        points = tuple(self.points)
        piles = piles_of(self.tricks, self.seats)
        herald = next(seat for seat, pile in enumerate(piles) if THE_HERALD in pile)
        self.scores = tuple(map(add, self.scores, points))
        self.rounds += (Round(self.dealer, points, tuple(self.tricks_won), herald),)
        if events is not None:
            events.append(Event("scored", NOBODY, points))
        if self.game_number < self.games:
            self.game_number += 1
            self.phase, self.player = "deal", CHANCE
        else:
            self.winners = judge(self.scores, piles).winners
            self.phase, self.player = "over", TERMINAL
            if events is not None:
                events.append(Event("won", NOBODY, self.winners))

    # What is known

    @property
    def trick(self) -> list[Card]:
        """The trick on the table, in playing order."""
        return self.log[len(self.log) - len(self.log) % self.seats :]

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The finished tricks of this game."""
        return tuple(tricks_of(self.log, self.seats, (self.dealer + 1) % self.seats))

    def summary(self) -> str:
        return (
            f"seats={self.seats} games={self.games} game={self.game_number} dealer={self.dealer} "
            f"scores={dotted(self.scores)} rounds={_rounds(self.rounds)} winners={dotted(self.winners)} "
            f"phase={self.phase} player={self.player} hands={'/'.join(map(_codes, self.hands))} "
            f"stock={_codes(self.stock)} leader={self.leader} ahead={self.ahead} points={dotted(self.points)} "
            f"tricks={dotted(self.tricks_won)} log={_codes(self.log)}"
        )

    def observation(self, seat: int) -> Observation:
        own = seat >= 0
        seats, log = self.seats, self.log
        lying = len(log) % seats
        hand = self.hands[seat] if own else []
        return _observation(
            self,
            seat,
            self.player,
            tuple(sorted(hand)),
            hand[-1] if len(hand) == HAND_SIZE and len(log) >= seats else NO_CARD,
            tuple(map(len, self.hands)),
            len(self.stock),
            tuple(log[len(log) - lying :]),
            self.ahead if lying else NOBODY,
            tuple(tricks_of(log, seats, (self.dealer + 1) % seats)),
            tuple(self.tricks_won),
        )


_observation = observer(Observation)
_codes = dotted_by(CARD_CODES)


def _rounds(rounds: Iterable[Round]) -> str:
    return (
        "|".join(f"{done.dealer}:{dotted(done.points)}:{dotted(done.tricks)}:{done.herald}" for done in rounds) or "-"
    )
