"""The engine against a second, naive implementation written from the rules page alone."""

from __future__ import annotations

from random import Random

import pytest

from herrlof.game import CHANCE, TERMINAL, Outcome
from herrlof.games import GAMES
from herrlof.games.herrlof.cards import CARD_CODES, DECK, cards_in, parse_card
from herrlof.games.herrlof.state import HerrlofState
from tests.games.differential import play_alike
from tests.games.herrlof.naive import NaiveMatch
from tests.tiers import last, later

GAME = GAMES["herrlof"]


def agree(state: HerrlofState, naive: NaiveMatch) -> None:
    """Assert that both implementations are at the same point."""
    mover = state.current_player()
    assert mover == naive.mover()
    assert set(map(GAME.encode, state.legal_actions())) == naive.legal()
    assert state.phase == naive.phase
    assert list(state.scores) == naive.scores
    assert state.tricks_won == naive.tricks
    assert sorted(state.winners) == sorted(naive.winners)
    if state.phase not in ("deal", "over"):
        assert state.round_number == naive.round_number
        assert state.dealer == naive.dealer
        assert (CARD_CODES[state.trump * 9][0] if state.trump >= 0 else None) == naive.trump
        assert [sorted(CARD_CODES[card] for card in cards_in(hand)) for hand in state.hands] == list(
            map(sorted, naive.hands)
        )
        assert [CARD_CODES[card] for card in reversed(state.deck)] == naive.deck
    if state.phase == "play":
        assert state.leader == naive.leader


def play_both(seed: int) -> None:
    """Play one random match in both and compare after every move."""
    rng = Random(seed)
    seats = rng.choice((2, 3))
    edition = rng.choice(("english", "dutch"))
    goal = rng.choice((5, 20, 40, 50, 80))
    dealer = rng.randrange(seats)
    start = seats, edition, goal, dealer
    play_alike(GAME, HerrlofState(*start), NaiveMatch(*start), agree, rng)


def test_50_random_matches_agree_move_by_move() -> None:
    for seed in range(2000, 2050):
        play_both(seed)


@pytest.mark.parametrize("batch", last(range(20), second=range(5)))
def test_2000_random_matches_agree_move_by_move(batch: int) -> None:
    for seed in range(batch * 100, batch * 100 + 100):
        play_both(seed)


@pytest.mark.slow
@pytest.mark.parametrize("batch", range(100))
def test_100000_random_matches_agree_move_by_move(batch: int) -> None:
    for seed in range(10_000 + batch * 1000, 10_000 + batch * 1000 + 1000):
        play_both(seed)


TINY = {
    "powers": (2, 2, "B1 R2 B6 R7 H B3"),
    "the 3 and a Valknut": (2, 2, "G3 V G5 R3 Y2 B9 B8"),
    "two Valknuts turn a trump": (2, 2, "V V R4 G4 H R9 Y1"),
    "three seats, a 9 and a Hagalaz": (3, 2, "G9 H G2 R1 R6 R5 Y7 B4"),
    "three tricks with the 6": (2, 3, "B6 B2 R6 B1 R1 R9 H Y5"),
    "only Hagalaz": (3, 1, "H H H B1 B2"),
}


def leaves(state: HerrlofState, naive_line: tuple[int, int, tuple[str, ...]], moves: list[str]) -> int:
    """Count the ends of all lines of play of one round, replaying each in the naive implementation."""
    if state.rounds or state.current_player() == TERMINAL:
        seats, size, deal = naive_line
        naive = NaiveMatch(seats, "english", 999, 0, size)
        naive.chance(" ".join(("deal", *deal)))
        for move in moves:
            if move.startswith("blind"):
                naive.chance(move)
            else:
                assert move in naive.legal(), moves
                naive.do(move)
        agree(state, naive)
        return 1
    total = 0
    if state.current_player() == CHANCE:
        hand = sorted(set(cards_in(state.hands[state.robbed])))
        steps = [(GAME.encode_chance(Outcome("blind", (card,))), card) for card in hand]
    else:
        steps = [(GAME.encode(action), action) for action in state.legal_actions()]
    for text, step in steps:
        after = state.clone()
        if state.current_player() == CHANCE:
            after.apply_chance(Outcome("blind", (step,)))
        else:
            after.apply(step)
        total += leaves(after, naive_line, [*moves, text])
    return total


def naive_leaves(line: tuple[int, int, tuple[str, ...]], moves: tuple[str, ...] = ()) -> int:
    """Count the same ends in the naive implementation alone."""
    seats, size, deal = line
    naive = NaiveMatch(seats, "english", 999, 0, size)
    naive.chance(" ".join(("deal", *deal)))
    for move in moves:
        (naive.chance if move.startswith("blind") else naive.do)(move)
    if naive.phase in ("deal", "over"):
        return 1
    if naive.mover() == CHANCE:
        thief = next(move for move in reversed(moves) if move.startswith("steal"))
        steps = {f"blind {card}" for card in naive.hands[int(thief.split()[1])]}
    else:
        steps = naive.legal()
    return sum(naive_leaves(line, (*moves, step)) for step in steps)


@pytest.mark.parametrize("name", later(TINY, now=[name for name in TINY if not name.startswith("three")]))
def test_tiny_decks_are_counted_out(name: str) -> None:
    seats, size, text = TINY[name]
    deal = tuple(text.split())
    line = (seats, size, deal)
    cards = tuple(map(parse_card, deal))
    state = HerrlofState(seats, "english", 999, 0, size, cards)
    state.apply_chance(Outcome("deal", cards))
    assert leaves(state, line, []) == naive_leaves(line)


def test_the_deck_has_the_cards_of_r1() -> None:
    assert sorted(CARD_CODES[card] for card in DECK) == sorted(
        [f"{letter}{rank}" for letter in "BGRY" for rank in range(1, 10)] + ["V", "H"] * 3
    )
