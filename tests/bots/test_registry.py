"""The registry of bots: by game and key, their names, and how a bot is refused that there is not."""

from __future__ import annotations

import re
from random import Random

import pytest

from herrlof.bots import (
    BOTS,
    bot_kind,
    bot_label,
    bot_name,
    bots_of,
    default_bot,
    free_name,
    new_bot,
    opponent,
    opponents,
)
from herrlof.game import Game
from herrlof.games import GAMES
from herrlof.records.names import clean_name
from tests.contract.variants import every_game


def test_every_bot_is_registered_under_its_key_and_can_be_made() -> None:
    for (game, key), kind in BOTS.items():
        assert kind.key == key
        assert kind.title
        assert kind.description.endswith(".")
        assert callable(new_bot(GAMES[game], key, Random(1)).choose)


@pytest.mark.usefixtures("toys")
@every_game
def test_every_game_has_the_two_general_bots_and_a_default(game: Game) -> None:
    found = bots_of(game.key)
    assert {"random", "search"} <= set(found)
    assert default_bot(game.key) in found
    levels = [kind.level for kind in found.values() if kind.level]
    assert levels == list(range(1, len(levels) + 1))
    assert list(found.values())[: len(levels)] == [kind for kind in found.values() if kind.level]


@pytest.mark.usefixtures("toys")
def test_an_unknown_bot_is_refused_with_the_choices() -> None:
    with pytest.raises(ValueError, match=r"There's no bot 'deep-thought' for Herrlof: choose kolbit, .* or random\.$"):
        new_bot(GAMES["herrlof"], "deep-thought", Random(1))
    with pytest.raises(ValueError, match=r"There's no bot 'karl' for Nim: choose search or random\.$"):
        bot_kind("nim", "karl")


def test_a_bot_is_named_by_its_key_and_what_is_free() -> None:
    assert free_name("Karl", []) == "Karl"
    assert free_name("Karl", ["KARL", "karl 2"]) == "Karl 3"
    names = list[str]()
    while len(names) < 6:
        names.append(bot_name("herald", "squire", names))
    assert names[0] == "Squire"
    assert not any(re.search(r"\d", name) for name in names)
    assert len({clean_name(name) for name in names}) == 6
    assert bot_label("herrlof", "karl") == "Karl, level 5 of 8"
    assert bot_label("herrlof", "rules") == "Rules"
    assert bot_label("herrlof", "karl*4") == "Karl*4, level 5 of 8"


@pytest.mark.parametrize("key", GAMES)
def test_people_are_offered_levels_from_1_on_and_nobody_else(key: str) -> None:
    offered = opponents(key)
    assert [kind.level for kind in offered.values()] == [*range(1, len(offered) + 1)]
    assert len({kind.title for kind in offered.values()}) == len(offered)
    assert len({kind.description for kind in offered.values()}) == len(offered)
    assert not {"rules", "random", "search"} & set(offered)
    assert {"rules", "random", "search"} <= set(bots_of(key)), "they stay for the arena and for old records"


@pytest.mark.usefixtures("toys")
def test_a_game_without_levels_offers_all_its_bots() -> None:
    assert list(opponents("nim")) == ["search", "random"]
    assert opponent("nim", ()) == "search"
    assert opponent("nim", (), "random") == "random"
    assert opponent("nim", (), "gone") == "search"


def test_the_opponent_is_the_lowest_level_that_was_not_beaten() -> None:
    assert opponent("herald", ()) == "page"
    assert opponent("herald", {"page"}) == "varlet"
    assert opponent("herald", {"varlet", "rules"}) == "page"
    assert opponent("herald", set(opponents("herald"))) == "marshal"
    assert opponent("herald", (), "marshal") == "page", "who was played last does not matter"
