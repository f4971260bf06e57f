"""A toy to copy: Kuhn poker, for some rounds. It has secrets, chance, points, rounds, and if one likes a measured coin.

Each of two seats pays 1 and gets one of three cards. They pass or bet 1 more in turns: after two passes or two bets the
higher card wins, and who passes after a bet gives up. `nim.py` is the same for a game without all that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations
from random import Random
from typing import Annotated, Any, NamedTuple, Self, TypeAlias

from herrlof.game import (
    CHANCE,
    NOBODY,
    TERMINAL,
    Action,
    Event,
    Game,
    InvalidAction,
    Mover,
    Outcome,
    Raced,
    Sentence,
    Words,
)
from herrlof.games.fields import Fields
from herrlof.games.json import Code
from herrlof.games.speech import Voice
from herrlof.options import Option, complete_options

CARDS = "JQK"
Card: TypeAlias = Annotated[int, Code(lambda card: CARDS[card], lambda code: CARDS.index(code))]
"""A number inside, and its letter where an observation goes to another program."""

PASS, BET = 0, 1
CODES = ("pass", "bet")
"""The text codes of the actions."""

DEALS = tuple(Outcome("deal", cards) for cards in permutations(range(3), 2))
COINS = (Outcome("coin", (0,)), Outcome("coin", (1,)))
CHANCE_CODES = {
    **{f"deal {CARDS[deal.values[0]]} {CARDS[deal.values[1]]}": deal for deal in DEALS},
    **{f"coin {coin.values[0]}": coin for coin in COINS},
}
"""The text codes of what chance does; the first word is the kind."""


class Seen(NamedTuple):
    """What a seat knows: what is public, and its own card."""

    rounds: int
    phase: str
    """coin, deal, bet or over."""
    mover: Mover
    bets: tuple[Action, ...]
    """What was done in this round, by who begins first."""
    points: tuple[tuple[int, ...], ...]
    """What each finished round brought each seat."""
    winners: tuple[int, ...]
    seat: int
    card: Card | None
    """None between the rounds, and for an onlooker."""


class KuhnState(Fields):
    """A point of a match. `Fields` writes `clone` from these annotations."""

    rounds: int
    phase: str
    mover: Mover
    bets: tuple[Action, ...]
    points: tuple[tuple[int, ...], ...]
    winners: tuple[int, ...]
    cards: tuple[Card, ...]

    __slots__ = tuple(__annotations__)

    def __init__(self, rounds: int, phase: str) -> None:
        self.rounds = rounds
        self.phase = phase
        self.mover = CHANCE
        self.bets = ()
        self.points = ()
        self.winners = ()
        self.cards = ()

    @classmethod
    def of(cls, seen: Seen, cards: tuple[Card, ...]) -> Self:
        """Return the state in which this is seen and these are the cards."""
        state = cls(seen.rounds, seen.phase)
        state.mover = seen.mover
        state.bets = seen.bets
        state.points = seen.points
        state.winners = seen.winners
        state.cards = cards
        return state

    @property
    def scores(self) -> tuple[float, ...]:
        return tuple(sum(line[seat] for line in self.points) / 2 for seat in (0, 1))

    def current_player(self) -> Mover:
        return self.mover

    def legal_actions(self) -> tuple[Action, ...]:
        return (PASS, BET) if self.phase == "bet" else ()

    def chance_kind(self) -> str:
        return self.phase

    def sample_chance(self, rng: Random) -> Outcome:
        return rng.choice(COINS if self.phase == "coin" else DEALS)

    def apply_chance(self, outcome: Outcome, events: list[Event] | None = None) -> None:
        news = [] if events is None else events
        if outcome.kind == "coin":
            self.phase = "deal"
            news.append(Event("coin", NOBODY))
            return
        self.cards = outcome.values
        self.phase = "bet"
        self.mover = Mover(len(self.points) % 2)  # they begin in turns
        self.bets = ()
        news.append(Event("dealt", NOBODY))
        for seat, card in enumerate(self.cards):
            # a secret that a seat is told, it is told by an event that it alone may see
            news.append(Event("got", seat, (card,), visible_to=(seat,)))

    def apply(self, action: Action, events: list[Event] | None = None) -> None:
        news = [] if events is None else events
        seat, other = self.mover, 1 - self.mover
        self.bets += (action,)
        news.append(Event(CODES[action], seat))
        if self.bets in ((PASS,), (BET,), (PASS, BET)):
            self.mover = other
        elif self.bets[-2:] == (BET, PASS):
            self._score(other, 1, news)
        else:
            self._score(self.cards.index(max(self.cards)), 1 + action, news)

    def _score(self, winner: int, stake: int, news: list[Event]) -> None:
        """Give the stake to the winner, and go on or end the match."""
        news.append(Event("scored", winner, (stake,)))
        self.points += (tuple(stake if seat == winner else -stake for seat in (0, 1)),)
        if len(self.points) < self.rounds:
            self.phase = "deal"
            self.mover = CHANCE
            return
        self.phase = "over"
        self.mover = TERMINAL
        self.winners = tuple(seat for seat in (0, 1) if self.scores[seat] == max(self.scores))

    def returns(self) -> tuple[float, ...]:
        return tuple((seat in self.winners) / (len(self.winners) or 1) for seat in (0, 1))

    def observation(self, seat: int) -> Seen:
        card = self.cards[seat] if seat != NOBODY and self.phase == "bet" else None
        return Seen(self.rounds, self.phase, self.mover, self.bets, self.points, self.winners, seat, card)

    def summary(self) -> str:
        return f"{self.observation(NOBODY)} {self.cards}"


class KuhnSpeaker(Voice[Seen]):
    """What one reader is told."""

    def question(self) -> Sentence:
        return Sentence("Bet, or pass?", "" if self.seen.card is None else f"You hold the {CARDS[self.seen.card]}.")

    def label(self, action: Action) -> str:
        return CODES[action].capitalize()

    def refusal(self, action: Action) -> str:
        return "it is not the time for it (P1)"

    def event(self, event: Event) -> str:
        if event.kind in ("coin", "dealt"):
            return f"The {event.kind} came."
        what = event.kind
        if event.kind == "got" and event.values:  # without values for who may not see them
            what = f"got the {CARDS[event.values[0]]}"
        return self.tells(event.seat, "You {what}.", "{name}: {what}.", what=what)

    def match_end(self) -> list[str]:
        return [f"{self.name_of(seat)} won." for seat in self.seen.winners]

    def rule(self) -> str:
        return "P1"


class KuhnWords(Words[Seen]):
    """What is read of the game, and who speaks of a match to one reader."""

    prefix = "P"
    facts: Mapping[str, str] = {"points": "points a round", "won": "won %"}

    def to(self, seen: Seen, names: Sequence[str]) -> KuhnSpeaker:
        return KuhnSpeaker(seen, names)


class Kuhn(Game[KuhnState, Seen], Raced[Seen]):
    """The rules."""

    key = "kuhn"
    title = "Kuhn poker"
    tagline = "Three cards and a bluff."
    version = 1
    seats = range(2, 3)
    longest = 1 + 9 * 4
    """A coin, and in each round the deal and three decisions."""
    options = (
        Option("rounds", lambda seats: range(1, 10), lambda seats: 3),
        Option("coin", lambda seats: ("none", "clock"), lambda seats: "none"),
    )
    measured = frozenset({"coin"})
    pause_events = frozenset({"scored"})
    round_start_event = "dealt"
    round_end_event = "scored"
    words = KuhnWords()
    actions = len(CODES)
    observation_type = Seen

    def new_state(self, seats: int, **options: Any) -> KuhnState:
        chosen = complete_options(self, seats, options)
        return KuhnState(chosen["rounds"], "coin" if chosen["coin"] == "clock" else "deal")

    def determinize(self, seen: Seen, rng: Random) -> KuhnState:
        # its own card stays what it is, and the other seat may hold any of the rest; an onlooker knows neither
        first, second = rng.sample([card for card in range(3) if card != seen.card], 2)
        if seen.card is None:
            return KuhnState.of(seen, (first, second))
        return KuhnState.of(seen, (seen.card, second) if seen.seat == 0 else (first, seen.card))

    def encode(self, action: Action) -> str:
        return CODES[action]

    def decode(self, text: str) -> Action:
        if text not in CODES:
            raise InvalidAction(f"{text!r} is not a move of Kuhn poker")
        return CODES.index(text)

    def encode_chance(self, outcome: Outcome) -> str:
        return next(code for code, known in CHANCE_CODES.items() if known == outcome)

    def decode_chance(self, text: str) -> Outcome:
        if text not in CHANCE_CODES:
            raise InvalidAction(f"{text!r} is nothing that chance does in Kuhn poker")
        return CHANCE_CODES[text]

    def decision_kind(self, seen: Seen) -> str:
        return "bet"

    def round_facts(self, seen: Seen) -> list[Mapping[str, tuple[float, ...]]]:
        return [{"points": line, "won": tuple(float(points > 0) for points in line)} for line in seen.points]

    def progress(self, seen: Seen) -> dict[str, int]:
        return {"round": len(seen.points) + 1}
