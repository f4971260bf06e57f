"""Players of habit: what they see, what they overlook, and who beats them."""

from __future__ import annotations

from random import Random

import pytest
from training.beginner import WAYS, measured

from herrlof.bots import bots_of, new_bot, opponents
from herrlof.bots.habits import HabitBot
from herrlof.game import CHANCE, TERMINAL
from herrlof.games import GAMES
from tests.games.herald.table import Table as Herald

EDITIONS = [("herrlof", {"edition": "english"}), ("herrlof", {"edition": "dutch"}), *((key, {}) for key in WAYS)]


def test_a_player_of_habit_takes_what_it_values_most_and_of_equals_any() -> None:
    bot = HabitBot(lambda seen, legal: [float(action > 3) for action in legal], Random(1))
    assert {bot.choose(None, (1, 2, 4, 5)) for _ in range(50)} == {4, 5}
    assert bot.choose(None, (2,)) == 2


def test_who_is_heedless_does_not_look_in_that_share_of_its_choices() -> None:
    bot = HabitBot(lambda seen, legal: [float(action) for action in legal], Random(1), heedless=0.4)
    chosen = [bot.choose(None, (0, 1)) for _ in range(2000)]
    assert 0.16 < chosen.count(0) / 2000 < 0.24, "half of what is played without a look is the best by chance"


def test_the_page_forgets_what_was_played_and_grabs_what_lies_there() -> None:
    table = Herald(2)
    table.deal("GA GP", "SS BP BT GP GP")
    table.do("0: play GA")
    seen, legal = table.seen(1), table.state.legal_actions()
    chosen = [
        GAMES["herald"].encode(new_bot(GAMES["herald"], "page", Random(n)).choose(seen, legal)) for n in range(60)
    ]
    assert chosen.count("play SS") > 30


@pytest.mark.parametrize("key", WAYS)
def test_the_lowest_levels_answer_without_a_process_of_their_own(key: str) -> None:
    kinds = [kind for kind in opponents(key).values() if not kind.uses_worker]
    assert [kind.level for kind in kinds] == [*range(1, len(kinds) + 1)]
    assert len(kinds) >= 2


@pytest.mark.parametrize(
    ("key", "bot"),
    [
        pytest.param(key, kind.key, marks=[] if kind.level == 1 else [pytest.mark.second])
        for key in WAYS
        for kind in bots_of(key).values()
        if kind.level and not kind.uses_worker
    ],
)
def test_a_player_of_habit_plays_a_match_to_its_end(key: str, bot: str) -> None:
    game = GAMES[key]
    rng, state = Random(5), game.new_state(2)
    bots = [new_bot(game, bot, Random(seat)) for seat in range(2)]
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
        else:
            legal = state.legal_actions()
            action = bots[mover].choose(state.observation(mover), legal)
            assert action in legal
            state.apply(action)
    assert sum(state.returns()) == 1


@pytest.mark.second
@pytest.mark.parametrize("folly", [0.25, 0.0])
@pytest.mark.parametrize(("key", "options"), EDITIONS, ids=str)
def test_who_has_just_read_the_lessons_wins_sometimes_against_the_lowest_level(
    key: str, options: dict[str, str], folly: float
) -> None:
    won = measured(key, next(iter(opponents(key))), 40, folly, **options)
    assert won is not None
    assert 0.2 < won.value < 0.95
