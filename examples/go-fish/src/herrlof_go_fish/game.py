"""The rules. A rank is a number from 0 (the 2) to 12 (the ace), and a hand counts how many cards of each it has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Self, TypeAlias

from herrlof.game import CHANCE, NOBODY, TERMINAL, Action, Event, Game, InvalidAction, Mover, Outcome
from herrlof.games.fields import Fields
from herrlof.games.json import Code
from herrlof.options import complete_options

if TYPE_CHECKING:
    from herrlof_go_fish.words import GoFishWords

RANKS = "23456789TJQKA"
BOOK = 4
DECK = [rank for rank in range(len(RANKS)) for _ in range(BOOK)]
DEALT = {2: 7, 3: 7, 4: 5}
"""Cards that each seat is dealt, by the number of seats."""
Rank: TypeAlias = Annotated[int, Code(RANKS.__getitem__, RANKS.index)]
"""A number inside, and its letter where an observation goes to another program."""

CODES = [f"ask {seat} {letter}" for seat in range(max(DEALT)) for letter in RANKS]
"""The text codes of the actions: a seat, from 0, is asked for a rank."""


def asked_in(action: Action) -> tuple[int, Rank]:
    """Return whom an action asks, and for what."""
    return divmod(action, len(RANKS))


class Fact(NamedTuple):
    """What everybody saw."""

    kind: str
    """asked, gave, fish, drew, showed or book: the kind of the event that told it."""
    seat: int
    """Who did it."""
    rank: Rank | None = None
    """None for a card that was drawn and not shown."""
    other: int = NOBODY
    """Who was asked, or was given cards."""
    number: int = 0
    """How many cards were given."""


class Seen(NamedTuple):
    """What a seat knows: all that was done openly, and its own hand."""

    seat: int
    mover: Mover
    turn: int
    """Whose turn it is, also while chance draws a card for that seat."""
    wanted: Rank | None
    """What was asked for in vain, while a card is drawn for it."""
    vain: int
    """How many turns in a row went by in vain since the stock is empty."""
    log: tuple[Fact, ...]
    sizes: tuple[int, ...]
    """How many cards each hand has."""
    stock: int
    books: tuple[int, ...]
    """How many books each seat has laid down."""
    winners: tuple[int, ...]
    hand: tuple[int, ...]
    """How many cards of each rank; () for an onlooker."""


class GoFishState(Fields):
    """A point of a match. `Fields` writes `clone` from these annotations."""

    mover: Mover
    turn: int
    wanted: Rank | None
    vain: int
    log: tuple[Fact, ...]
    books: tuple[int, ...]
    hands: list[list[int]]

    __slots__ = tuple(__annotations__)

    def __init__(self, seats: int) -> None:
        self.mover = CHANCE
        self.turn = 0
        self.wanted = None
        self.vain = 0
        self.log = ()
        self.books = (0,) * seats
        self.hands = [[0] * len(RANKS) for _ in range(seats)]

    @classmethod
    def of(cls, seen: Seen, hands: list[list[int]]) -> Self:
        """Return the state in which this is seen and these are the hands."""
        state = cls(len(hands))
        state.mover = seen.mover
        state.turn = seen.turn
        state.wanted = seen.wanted
        state.vain = seen.vain
        state.log = seen.log
        state.books = seen.books
        state.hands = hands
        return state

    # What there is

    @property
    def stock(self) -> list[Rank]:
        """The cards that nobody has, in no order: each that is drawn is drawn by chance."""
        left = [BOOK] * len(RANKS)
        for fact in self.log:
            if fact.kind == "book":
                left[fact.rank or 0] = 0
        for hand in self.hands:
            left = [number - held for number, held in zip(left, hand, strict=True)]
        return [rank for rank, number in enumerate(left) for _ in range(number)]

    @property
    def scores(self) -> tuple[float, ...]:
        return self.books

    @property
    def winners(self) -> tuple[int, ...]:
        if self.mover != TERMINAL:
            return ()
        return tuple(seat for seat, books in enumerate(self.books) if books == max(self.books))

    def current_player(self) -> Mover:
        return self.mover

    def legal_actions(self) -> tuple[Action, ...]:
        if self.mover < 0:
            return ()
        others = [seat for seat in range(len(self.hands)) if seat != self.mover]
        with_cards = [seat for seat in others if any(self.hands[seat])]
        held = [rank for rank, number in enumerate(self.hands[self.mover]) if number]
        return tuple(seat * len(RANKS) + rank for seat in with_cards or others for rank in held)

    # What is done

    def apply(self, action: Action, events: list[Event] | None = None) -> None:
        news = [] if events is None else events
        seat, (other, rank) = self.mover, asked_in(action)
        self._tell(news, Fact("asked", seat, rank, other))
        count = self.hands[other][rank]
        if count:
            self.vain = 0
            self.hands[other][rank] = 0
            self.hands[seat][rank] += count
            self._tell(news, Fact("gave", other, rank, seat, count))
            self._lay_down(news, seat, rank)
            self._begin_turn(news, seat)
            return
        self._tell(news, Fact("fish", other, rank, seat))
        if self.stock:
            self.mover, self.wanted = CHANCE, rank
        else:
            self.vain += 1
            self._begin_turn(news, self._after(seat))

    def chance_kind(self) -> str:
        return "draw" if self.log else "deal"

    def sample_chance(self, rng: Random) -> Outcome:
        if self.log:
            return Outcome("draw", (rng.choice(self.stock),))
        seats = len(self.hands)
        return Outcome("deal", tuple(rng.sample(DECK, seats * DEALT[seats])))

    def apply_chance(self, outcome: Outcome, events: list[Event] | None = None) -> None:
        news = [] if events is None else events
        if outcome.kind == "deal":
            self._deal(news, outcome.values)
            return
        seat, wanted, (rank,) = self.turn, self.wanted, outcome.values
        self.wanted = None
        self.hands[seat][rank] += 1
        # what was drawn is a secret: everybody is told that it was, and this seat alone what
        self.log += (Fact("drew", seat),)
        news.append(Event("drew", seat, (rank,), visible_to=(seat,)))
        if rank == wanted:
            self._tell(news, Fact("showed", seat, rank))
        self._lay_down(news, seat, rank)
        self._begin_turn(news, seat if wanted is None or rank == wanted else self._after(seat))

    def _deal(self, news: list[Event], cards: tuple[Rank, ...]) -> None:
        self._tell(news, Fact("dealt", NOBODY))
        size = DEALT[len(self.hands)]
        for seat, hand in enumerate(self.hands):
            own = sorted(cards[seat * size : (seat + 1) * size])
            for rank in own:
                hand[rank] += 1
            news.append(Event("got", seat, tuple(own), visible_to=(seat,)))
        for seat in range(len(self.hands)):
            for rank in range(len(RANKS)):
                self._lay_down(news, seat, rank)
        self._begin_turn(news, 0)

    def _lay_down(self, news: list[Event], seat: int, rank: Rank) -> None:
        """Lay a book down, if there is one."""
        if self.hands[seat][rank] == BOOK:
            self.hands[seat][rank] = 0
            self.books = tuple(books + (owner == seat) for owner, books in enumerate(self.books))
            self._tell(news, Fact("book", seat, rank))

    def _begin_turn(self, news: list[Event], seat: int) -> None:
        """Let a seat go on, or the next one that can; end the match if that is how it is."""
        stock, playing = bool(self.stock), sum(map(any, self.hands))
        if not stock and (not playing or self.vain >= playing):
            self.mover = TERMINAL
            self._tell(news, Fact("ended", NOBODY))
            return
        while not stock and not any(self.hands[seat]):
            seat = self._after(seat)
        self.turn = seat
        self.mover = Mover(seat) if any(self.hands[seat]) else CHANCE

    def _after(self, seat: int) -> int:
        return (seat + 1) % len(self.hands)

    def _tell(self, news: list[Event], fact: Fact) -> None:
        """Tell everybody, and remember it for them."""
        self.log += (fact,)
        known = () if fact.rank is None else (fact.rank, fact.other, fact.number)
        news.append(Event(fact.kind, fact.seat, known))

    # What is known

    def returns(self) -> tuple[float, ...]:
        return tuple((seat in self.winners) / (len(self.winners) or 1) for seat in range(len(self.hands)))

    def observation(self, seat: int) -> Seen:
        return Seen(
            seat,
            self.mover,
            self.turn,
            self.wanted,
            self.vain,
            self.log,
            tuple(map(sum, self.hands)),
            len(self.stock),
            self.books,
            self.winners,
            () if seat == NOBODY else tuple(self.hands[seat]),
        )

    def summary(self) -> str:
        return f"{self.mover} {self.turn} {self.wanted} {self.vain} {self.books} {self.hands} {self.log}"


class GoFish(Game[GoFishState, Seen]):
    """The game itself: what it is called, how many can play, its codes, and what its observations mean."""

    key = "go-fish"
    title = "Go Fish"
    tagline = "Remember who asked for what."
    version = 1
    seats = range(2, 5)
    longest = 1 + 3 * len(DECK) + 4 * (len(DECK) + 1)
    """The deal; for each card a draw, an ask that led to it, and one that was given cards; asks in vain in between."""
    pause_events = frozenset({"gave", "book"})
    unordered = frozenset({"got", "drew"})  # a hand is what it is, however it came
    round_start_event = "dealt"
    round_end_event = "ended"
    actions = len(CODES)
    observation_type = Seen

    @cached_property
    def words(self) -> GoFishWords:
        from herrlof_go_fish.words import GoFishWords

        return GoFishWords()

    def new_state(self, seats: int, **options: Any) -> GoFishState:
        complete_options(self, seats, options)  # there are none, and this says so
        return GoFishState(seats)

    def determinize(self, seen: Seen, rng: Random) -> GoFishState:
        from herrlof_go_fish.reading import imagined_hands

        return GoFishState.of(seen, imagined_hands(seen, rng))

    def encode(self, action: Action) -> str:
        return CODES[action]

    def decode(self, text: str) -> Action:
        if text not in CODES:
            raise InvalidAction(f"{text!r} is not a move of Go Fish")
        return CODES.index(text)

    def encode_chance(self, outcome: Outcome) -> str:
        return " ".join([outcome.kind, *(RANKS[rank] for rank in outcome.values)])

    def decode_chance(self, text: str) -> Outcome:
        kind, *letters = text.split(" ")
        right = {"deal": [seats * size for seats, size in DEALT.items()], "draw": [1]}.get(kind, [])
        known = all(len(letter) == 1 and letter in RANKS for letter in letters)
        if len(letters) not in right or not known or any(letters.count(letter) > BOOK for letter in RANKS):
            raise InvalidAction(f"{text!r} is nothing that chance does in Go Fish")
        return Outcome(kind, tuple(map(RANKS.index, letters)))

    def decision_kind(self, seen: Seen) -> str:
        return "ask"

    def seats_out(self, seen: Seen) -> list[int]:
        return [seat for seat, size in enumerate(seen.sizes) if not size and not seen.stock]

    def round_facts(self, seen: Seen) -> list[Mapping[str, tuple[float, ...]]]:
        return [{"points": seen.books}] if seen.mover == TERMINAL else []

    def progress(self, seen: Seen) -> dict[str, int]:
        return {"ask": 1 + sum(fact.kind == "asked" for fact in seen.log), "stock": seen.stock}
