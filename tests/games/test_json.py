"""Observations as JSON: what is a card, a colour, a point or an action inside is its text code there."""

from __future__ import annotations

import re
from random import Random
from typing import Annotated, Any, NamedTuple

import pytest

from herrlof.game import Action, Game
from herrlof.games import GAMES
from herrlof.games.json import from_json, schema, to_json
from tests.contract.kuhn import BET, Card, Kuhn


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


# And back


class Taken(NamedTuple):
    """A card, and who took it."""

    who: str
    card: Card


class Seen(NamedTuple):
    """A part of each kind that an observation may have."""

    done: Action
    seat: Annotated[int, "whose knowledge this is"]
    rest: float
    last: Taken | None
    past: tuple[Taken, ...]
    hands: tuple[tuple[Card, ...], bool]


class Toy(Kuhn):
    """A game of which nothing but what is seen matters here."""

    key = "toy"

    @property
    def observation_type(self) -> type[Seen]:
        return Seen


SEEN = Seen(BET, 1, 0.5, Taken("Anna", 2), (Taken("Ben", 0),), ((0, 1), True))
WRITTEN = {
    "done": "bet",
    "seat": 1,
    "rest": 0.5,
    "last": {"who": "Anna", "card": "K"},
    "past": [{"who": "Ben", "card": "J"}],
    "hands": [["J", "Q"], True],
}


def test_an_observation_is_read_as_it_was_written() -> None:
    assert to_json(Toy(), SEEN) == WRITTEN
    assert from_json(Toy(), WRITTEN) == SEEN
    assert from_json(Toy(), {**WRITTEN, "last": None}) == SEEN._replace(last=None)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ([], "the observation has other parts than done, seat, rest, last, past, hands"),
        ({"done": "bet"}, "the observation has other parts than done, seat, rest, last, past, hands"),
        ({**WRITTEN, "more": 1}, "the observation has other parts than done, seat, rest, last, past, hands"),
        ({**WRITTEN, "done": "raise"}, "done cannot be 'raise'"),
        ({**WRITTEN, "seat": True}, "seat cannot be True"),
        ({**WRITTEN, "rest": "much"}, "rest cannot be 'much'"),
        ({**WRITTEN, "last": {"who": "Anna"}}, "last has other parts than who, card"),
        ({**WRITTEN, "last": {"who": "Anna", "card": "ä" * 40}}, "card cannot be '" + r"\xe4" * 9 + r"\xe"),
        ({**WRITTEN, "hands": [["J"]]}, "hands is no list of the right length"),
        ({**WRITTEN, "hands": [{}, True]}, "hands is no list of the right length"),
        ({**WRITTEN, "hands": [[2], True]}, "hands cannot be 2"),
    ],
)
def test_what_is_no_observation_is_named(wrong: object, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(sentence)}$"):
        from_json(Toy(), wrong)


@pytest.mark.parametrize(
    ("key", "entry"),
    [
        *[
            ("herrlof", entry)
            for entry in (["0", "play", "B1"], [0, "sleep", None], [0, "predict", "3"], [0, "play", "X1"])
        ],
        *[("how-ruck", entry) for entry in ([2, "keep 1"], [True, "keep 1"], [0, "keep 3"], [-1, "keep 1"])],
    ],
)
def test_a_move_of_the_past_that_cannot_be_is_named(key: str, entry: list[object]) -> None:
    game = GAMES[key]
    found = to_json(game, game.new_state(2).observation(0))
    with pytest.raises(ValueError, match="history cannot be"):
        from_json(game, {**found, "history": [entry]})


def test_the_schema_says_of_each_part_what_it_may_be() -> None:
    names, yes = {"type": "object", "additionalProperties": False}, {"type": "boolean"}
    taken = {"$ref": "#/$defs/toy/$defs/Taken"}
    assert schema(Toy()) == {
        "action": {"type": "string", "description": "the text code of an action"},
        "Taken": {**names, "properties": {"who": {"type": "string"}, "card": {}}, "required": ["who", "card"]},
        "observation": {
            **names,
            "properties": {
                "done": {"$ref": "#/$defs/toy/$defs/action"},
                "seat": {"type": "integer"},
                "rest": {"type": "number"},
                "last": {"anyOf": [taken, {"type": "null"}]},
                "past": {"type": "array", "items": taken},
                "hands": {"type": "array", "prefixItems": [{"type": "array", "items": {}}, yes], "items": False},
            },
            "required": ["done", "seat", "rest", "last", "past", "hands"],
        },
    }
    assert schema(GAMES["herfor"])["observation"]["properties"]["black"] == {
        "type": "array", "items": {"type": "string"},
    }  # fmt: skip
