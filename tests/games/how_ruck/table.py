"""Rounds of How-Ruck! driven in notation, for tests that read like the rules page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from herrlof.games import GAMES
from herrlof.games.how_ruck.cards import CARD_CODES, COLOUR_NAMES, DECK, parse_card
from tests.games.driven import Driven, filled

GAME = GAMES["how-ruck"]


def cards(text: str) -> list[int]:
    """Return the cards in a text of codes."""
    return [parse_card(code) for code in text.split()]


def codes(found: Sequence[int]) -> str:
    """Return cards as a text of codes."""
    return " ".join(CARD_CODES[card] for card in found)


class Table(Driven):
    """One match."""

    game = GAME

    def __init__(self, race: str = "even", teams: str = "built", goal: int = 3) -> None:
        super().__init__(GAME.new_state(2, race=race, teams=teams, goal=goal))

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
            dealt += filled(cards(text), size, rest)
        self.chance("deal " + codes(dealt))

    def sort(self, choice: int = 1) -> None:
        """Let both sort all their pairs, with the same choice each time."""
        while self.state.phase == "keep":
            self.do(f"{self.mover()}: keep {choice}")

    def shuffle(self) -> None:
        """Leave both teams in the order in which they were sorted."""
        self.chance("stacks " + " / ".join(codes(self.team(seat)) for seat in (0, 1)))

    def team(self, seat: int) -> list[int]:
        return [*self.state.kept[seat], *self.state.given[1 - seat]]

    def hand(self, seat: int) -> str:
        return codes(self.state.hands[seat])

    def field(self, name: str) -> str:
        """Return the cards on a field such as `0 red`, from the bottom to the top."""
        return codes(self.state.rope[field_number(name)])


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
