"""Observations as JSON: what is a card, a colour, a point or an action inside is its text code there."""

from __future__ import annotations

from random import Random
from typing import Any

from herrlof.game import Game
from herrlof.games import GAMES
from herrlof.games.json import to_json
from tests.contract.kuhn import Kuhn


def played(game: Game, *moves: str, seats: int = 2, seat: int = 0, **options: Any) -> dict[str, Any]:
    """Return what a seat knows after some moves, as JSON has it."""
    state = game.new_state(seats, **options)
    for move in moves:
        if state.current_player() < 0:
            state.apply_chance(game.decode_chance(move))
        else:
            state.apply(game.decode(move))
    return to_json(game, state.observation(seat))


def test_herrlof() -> None:
    coloured = [f"{letter}{rank}" for letter in "BRYG" for rank in range(1, 10)]
    coloured.remove("G7")
    deal = " ".join(["deal", *coloured[:30], "G7", *coloured[30:]])
    found = played(
        GAMES["herrlof"], f"{deal} V V V H H H", "predict 3", "predict 4", "play B8", "play R7", first_dealer=0
    )
    assert found["seat"] == 0
    assert found["hand"] == ["G1", "G2", "G3", "R8", "R9", "Y1", "Y2", "Y3", "Y4", "Y5", "Y6", "Y7", "Y8", "Y9"]
    assert (found["trump"], found["turned"], found["follow"], found["fresh"]) == ("green", ["G7"], None, None)
    assert found["last_trick"]["cards"] == ["B8", "R7"]
    assert found["history"] == [
        [-1, "turn", "G7"], [1, "predict", None], [0, "predict", 4], [1, "play", "B8"], [0, "play", "R7"],
    ]  # fmt: skip


def test_herald() -> None:
    game = GAMES["herald"]
    found = played(game, game.encode_chance(game.new_state(2, first_dealer=0).sample_chance(Random(1))), first_dealer=0)
    codes = [game.encode(action).removeprefix("play ") for action in range(game.actions)]
    assert set(found["hand"]) <= set(codes)
    assert len(found["hand"]) == 5
    assert found["drawn"] is None


def test_how_ruck() -> None:
    game = GAMES["how-ruck"]
    deal = game.encode_chance(game.new_state(2).sample_chance(Random(1)))
    cards = deal.split()[1:]
    found = played(game, deal, "keep 2", race="even")
    assert (found["kept"], found["given"], found["pair"]) == ([cards[1]], [cards[0]], cards[2:4])
    assert found["stolen"] is None


def test_herfor() -> None:
    found = played(GAMES["herfor"], "komi 3", "black", "place a1", "place f6", size=7)
    assert (found["black"], found["white"], found["turned"]) == (["a1"], ["f6"], [])
    assert found["moves"] == ["komi 3", "black", "place a1", "place f6"]


def test_a_game_of_somebody_elses() -> None:
    found = played(Kuhn(), "deal K J", "bet", seat=1)
    assert found == {
        "rounds": 3, "phase": "bet", "mover": 1, "bets": ["bet"], "points": [], "winners": [], "seat": 1, "card": "J",
    }  # fmt: skip
