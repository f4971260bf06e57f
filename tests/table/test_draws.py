"""What the games draw, as their pages of rules tell it: by the program, and a second way from the pages alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from herrlof.game import CHANCE
from herrlof.games import GAMES
from herrlof.records.names import Seat
from herrlof.table.dealing import FairChance, deal_code
from herrlof.table.match import Match
from tests.table.test_dealing import WITH_CUTS, naive_deal, naive_hmac, naive_numbers

DOCS = Path(__file__).parents[2] / "docs"


def vectors(game: str) -> dict[str, str]:
    """Return the vectors at the end of a page of rules."""
    (block,) = re.findall(r"```text\n(.*?)```", (DOCS / f"rules-{game}.md").read_text("utf-8"), re.S)
    return dict(line.split(" = ", 1) for line in block.splitlines())


HERALD, HOW_RUCK = vectors("herald"), vectors("how-ruck")
ROOT = bytes.fromhex(WITH_CUTS["root"])


def key(label: str) -> bytes:
    return naive_hmac(ROOT, f"herrlof/1/{label}")


def copies(codes: str, number: int = 1) -> list[str]:
    return [code for code in codes.split() for _ in range(number)]


HERALD_CARDS = [
    *copies("GM SM BM"), *copies("GP SP BP", 9), *copies("GT ST BT", 2), *copies("GC SC BC"), *copies("GH SH BH", 2),
    *copies("ARMOUR GA SA BA GQ SQ BQ GK SK BK GS SS BS CHEST HERALD"),
]  # fmt: skip
HOW_RUCK_CARDS = [
    *[f"{colour}{value}{text}" for colour in "RBG" for value in range(4) for text in ("", "", "!")],
    *copies("W0 W2 W3 W4", 2), "N",
    *copies("adrenaline dirty-trick how-ruck mucho-macho weak-wins rope-breaks change-sides good-bye monstrous"),
    "reinforcements",
]  # fmt: skip


@pytest.mark.parametrize("page", [HERALD, HOW_RUCK], ids=["herald", "how-ruck"])
def test_the_pages_begin_with_the_root_of_the_page_on_fair_play(page: dict[str, str]) -> None:
    assert page["root"] == WITH_CUTS["root"]


# A second way


def test_heralds_vectors_by_a_second_way() -> None:
    assert len(HERALD_CARDS) == 60
    dealer = int(HERALD["first dealer of 4"])
    assert naive_numbers(key("first-dealer"), [4]) == [dealer]
    for number in (1, 2):
        assert " ".join(naive_deal(key(f"deal/{number}"), HERALD_CARDS)) == HERALD[f"deal {number}"]
    cards = HERALD["deal 1"].split()
    hands: list[list[str]] = [[] for _ in range(4)]
    for place, card in enumerate(cards[:20]):
        hands[(dealer + 1 + place) % 4].append(card)
    assert [" ".join(hand) for hand in hands] == [HERALD[f"hand of seat {seat} of 4"] for seat in range(4)]
    assert HERALD["first trick draws of 4"].split() == cards[20:24]


def naive_stacks(teams: Sequence[Sequence[str]]) -> str:
    """Both shuffles from one stream of bytes."""
    numbers = iter(naive_numbers(key("stacks/1"), [n for team in teams for n in range(len(team), 1, -1)]))
    found = []
    for team in teams:
        rest = list(team)
        for place in range(len(rest) - 1, 0, -1):
            other = next(numbers)
            rest[place], rest[other] = rest[other], rest[place]
        found.append(" ".join(rest))
    return " / ".join(found)


def test_how_rucks_vectors_by_a_second_way() -> None:
    assert len(HOW_RUCK_CARDS) == 55
    cards = naive_deal(key("deal/1"), HOW_RUCK_CARDS)
    assert " ".join(cards) == HOW_RUCK["deal 1"]
    one, two = cards[:20], cards[20:40]
    assert naive_stacks([one[::2] + two[1::2], two[::2] + one[1::2]]) == HOW_RUCK["stacks 1"]
    assert naive_numbers(key("race/1"), [21]) == [int(HOW_RUCK["race 1 of 21"])]
    assert naive_numbers(key("blind/1"), [6]) == [int(HOW_RUCK["blind 1 of 6"])]
    assert naive_numbers(key("blind/2"), [5]) == [int(HOW_RUCK["blind 2 of 5"])]


# By the program


def chance_of(game: str, seats: int, moves: Iterable[str], **options: str) -> tuple[Match, list[str]]:
    """Play a match from the root with these moves for everybody; return what chance did."""
    match = Match(GAMES[game], [Seat(name) for name in "ABCD"[:seats]], deals=deal_code(ROOT), **options)
    left = iter(moves)
    while True:
        if match.mover == CHANCE:
            match.advance()
        elif (move := next(left, None)) is None:
            return match, [move.do for move in match.moves if move.by == CHANCE]
        else:
            match.play(match.mover, match.game.decode(move))


def test_heralds_vectors_by_the_program() -> None:
    match, drawn = chance_of("herald", 4, [])
    assert drawn == [f"dealer {HERALD['first dealer of 4']}", f"deal {HERALD['deal 1']}"]
    encode = match.game.encode
    for seat in range(4):
        hand = sorted(encode(card).removeprefix("play ") for card in match.observe(seat).hand)
        assert hand == sorted(HERALD[f"hand of seat {seat} of 4"].split())


def test_how_rucks_vectors_by_the_program() -> None:
    _, drawn = chance_of("how-ruck", 2, ["keep 1"] * 20, race="even")
    assert drawn == [f"deal {HOW_RUCK['deal 1']}", f"stacks {HOW_RUCK['stacks 1']}"]
    chance = FairChance(ROOT)
    for name in ("race 1 of 21", "blind 1 of 6", "blind 2 of 5"):
        kind, number, _, size = name.split()
        assert chance.rng_for(kind, int(number)).below(int(size)) == int(HOW_RUCK[name])
