"""The bot that plays anything."""

from collections import Counter
from random import Random

from herrlof.bots.random import RandomBot


def test_random_chooses_each_legal_action_about_as_often() -> None:
    bot = RandomBot(Random(1))
    chosen = Counter(bot.choose(None, (2, 3, 5, 7)) for _ in range(4000))
    assert set(chosen) == {2, 3, 5, 7}
    assert all(900 < times < 1100 for times in chosen.values())


def test_random_repeats_itself_with_the_same_seed() -> None:
    first, second = RandomBot(Random(4)), RandomBot(Random(4))
    legal = tuple(range(20))
    assert [first.choose(None, legal) for _ in range(50)] == [second.choose(None, legal) for _ in range(50)]
