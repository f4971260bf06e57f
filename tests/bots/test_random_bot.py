"""The registry, and the bot that plays anything."""

from collections import Counter
from random import Random

import pytest

from herrlof.bots import BOTS, DEFAULT_BOT, new_bot
from herrlof.bots.random import RandomBot
from herrlof.games import GAMES


def test_every_bot_is_registered_under_its_key_and_can_be_made() -> None:
    assert DEFAULT_BOT in BOTS
    for key, kind in BOTS.items():
        assert kind.key == key
        assert kind.title
        assert kind.sentence.endswith(".")
        assert kind.games is None or set(kind.games) <= set(GAMES)
        assert callable(new_bot(key, Random(1)).choose)


def test_every_game_has_a_bot() -> None:
    assert all(any(kind.games is None or game in kind.games for kind in BOTS.values()) for game in GAMES)


def test_an_unknown_bot_is_refused_with_the_choices() -> None:
    with pytest.raises(ValueError, match="there is no bot 'deep-thought': choose random or rules"):
        new_bot("deep-thought", Random(1))


def test_random_chooses_each_legal_action_about_as_often() -> None:
    bot = RandomBot(Random(1))
    chosen = Counter(bot.choose(None, (2, 3, 5, 7)) for _ in range(4000))
    assert set(chosen) == {2, 3, 5, 7}
    assert all(900 < times < 1100 for times in chosen.values())


def test_random_repeats_itself_with_the_same_seed() -> None:
    first, second = RandomBot(Random(4)), RandomBot(Random(4))
    legal = tuple(range(20))
    assert [first.choose(None, legal) for _ in range(50)] == [second.choose(None, legal) for _ in range(50)]
