"""Rounds of How-Ruck! driven in notation, for tests that read like the rules page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from herrlof.game import CHANCE, Event
from herrlof.games import GAMES
from herrlof.games.how_ruck.cards import CARD_CODES, COLOUR_NAMES, DECK, parse_card
from herrlof.games.how_ruck.observation import Observation
from herrlof.games.how_ruck.state import HowRuckState

GAME = GAMES["how-ruck"]


def cards(text: str) -> list[int]:
    """Return the cards in a text of codes."""
    return [parse_card(code) for code in text.split()]


def codes(found: Sequence[int]) -> str:
    """Return cards as a text of codes."""
    return " ".join(CARD_CODES[card] for card in found)


class Table:
    """One match; moves are `"0: play R2 own"`, and each is checked to be legal."""

    def __init__(self, race: str = "even", teams: str = "built", goal: int = 3) -> None:
        self.state: HowRuckState = GAME.new_state(2, race=race, teams=teams, goal=goal)
        self.events: list[Event] = []

    @classmethod
    def of(cls, other: Table) -> Table:
        """Return a copy that goes its own way."""
        table = cls()
        table.state = other.state.clone()
        return table

    def deal(self, first: str = "", second: str = "", aside: str = "") -> None:
        """Deal these cards from the top of both piles and of those put aside, and others after them."""
        rest = list(DECK)
        for card in cards(f"{first} {second} {aside}"):
            rest.remove(card)
        dealt: list[int] = []
        for text, size in ((first, 20), (second, 20), (aside, 15)):
            named = cards(text)
            dealt += named + rest[: size - len(named)]
            del rest[: size - len(named)]
        self.chance("deal " + codes(dealt))

    def do(self, *moves: str) -> None:
        for move in moves:
            seat, text = move.split(": ")
            assert self.mover() == int(seat), f"{move}: seat {self.mover()} is to move"
            assert text in self.legal(), f"{move}: legal are {sorted(self.legal())}"
            self.state.apply(GAME.decode(text), self.events)

    def chance(self, text: str) -> None:
        assert self.mover() == CHANCE
        assert text.split()[0] == self.state.chance_kind()
        self.state.apply_chance(GAME.decode_chance(text), self.events)

    def sort(self, choice: int = 1) -> None:
        """Let both sort all their pairs, with the same choice each time."""
        while self.state.phase == "keep":
            self.do(f"{self.mover()}: keep {choice}")

    def shuffle(self) -> None:
        """Leave both teams in the order in which they were sorted."""
        self.chance("stacks " + " / ".join(codes(self.team(seat)) for seat in (0, 1)))

    def team(self, seat: int) -> list[int]:
        return [*self.state.kept[seat], *self.state.given[1 - seat]]

    def legal(self) -> set[str]:
        return set(map(GAME.encode, self.state.legal_actions()))

    def mover(self) -> int:
        return self.state.current_player()

    def seen(self, seat: int) -> Observation:
        return self.state.observation(seat)

    def hand(self, seat: int) -> str:
        return codes(self.state.hands[seat])

    def field(self, name: str) -> str:
        """Return the cards on a field such as `0 red`, from the bottom to the top."""
        return codes(self.state.rope[field_number(name)])

    def told(self, kind: str) -> list[Event]:
        """Return the events of a kind."""
        return [event for event in self.events if event.kind == kind]


def field_number(name: str) -> int:
    seat, colour = name.split()
    return int(seat) * 3 + COLOUR_NAMES.index(colour)


def at_the_rope(
    first: str = "",
    second: str = "",
    piles: Sequence[str] = ("", ""),
    rope: Mapping[str, str] | None = None,
    barrel: int = 6,
    mover: int = 0,
    goal: int = 3,
) -> Table:
    """Return a round in the middle of the tug of war: these hands, piles from the top, and fields from the bottom."""
    table = Table(teams="dealt", goal=goal)
    state, rest = table.state, list(DECK)
    fields = [""] * 6
    for name, text in (rope or {}).items():
        fields[field_number(name)] = text
    for card in cards(" ".join([first, second, *piles, *fields])):
        rest.remove(card)
    state.hands = [sorted(cards(first)), sorted(cards(second))]
    state.piles = tuple(cards(piles[0])), tuple(cards(piles[1]))
    state.rope = tuple(tuple(cards(text)) for text in fields)
    state.aside = tuple(rest)
    state.barrel, state.path = barrel, [barrel]
    state.phase, state.player, state.leader = "play", mover, mover
    return table
