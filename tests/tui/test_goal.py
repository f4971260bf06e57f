"""What one plays for is on the screen until a first match is won."""

from __future__ import annotations

import pytest

from herrlof.records.storage import Storage
from herrlof.tui.screens.ends import MatchScreen
from tests.disks import FastDisk
from tests.tiers import later
from tests.tui.driving import at_table, in_play, new_match

GOALS = {
    "herrlof": "Most hands win 4 to 8 tricks.",
    "herald": "has the most of the 240 points wins.",
    "how-ruck": "Pull the barrel to your end: that wins a round.",
    "herfor": "more stones win",
}


@pytest.mark.parametrize("key", later(GOALS, now=["how-ruck"]))
async def test_the_first_screen_says_what_one_plays_for_to_who_has_never_won(key: str) -> None:
    async with new_match(key, "Anna", "bot:random", novice=True) as sitting:
        await sitting.see(GOALS[key])
        assert "…" not in sitting.text()
    async with new_match(key, "Anna", "bot:random") as sitting:
        assert GOALS[key] not in sitting.words()


async def test_the_question_is_whole_where_both_have_no_room() -> None:
    people = ("Anna", "Ben=bot:random", "Cleo=bot:random")
    async with new_match("herrlof", *people, novice=True, size=(60, 20)) as sitting:
        await sitting.until(lambda: sitting.board.asked)
        assert "will you win? Nobody sees it before the end. Most hands win 2 to 4 tricks." in sitting.words()


async def test_after_the_race_it_is_said_again_where_the_smallest_window_had_no_room() -> None:
    async with new_match("how-ruck", "Anna", "bot:random", moves=32, novice=True, size=(60, 20)) as sitting:
        await sitting.until(lambda: sitting.board.asked)
        assert GOALS["how-ruck"] in sitting.words(), sitting.text()
        assert "…" not in sitting.text()


async def test_what_one_plays_for_is_said_whole_or_not_at_all() -> None:
    async with at_table(in_play("B6 G4 R8", "B2 G9 Y2"), "Anna", "bot:random", novice=True) as sitting:
        await sitting.press("b", "enter")
        assert "Win exactly as many tricks as you said: that brings 10 points." in sitting.words()
        assert "…" not in sitting.text()


@pytest.mark.second
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_a_question_and_what_its_answers_mean_are_whole_where_rows_are_free(size: tuple[int, int]) -> None:
    async with at_table(in_play("B6 G4 R8", "B2 G9 Y2"), "Anna", "Freya=bot:random", size=size) as sitting:
        await sitting.press("b", "enter")
        place = sitting.find("N  no")
        for key in ("left", "right", "g"):
            await sitting.press(key)
            assert "…" not in sitting.text()
            assert sitting.find("N  no")[1] == place[1], "answers stay in their row"


async def test_a_rule_is_said_once_to_be_opened() -> None:
    followed = in_play("B8 B4 G4", "B2 G2 R8", dealer=0, moves=["1: play B2"])
    async with at_table(followed, "Anna", "bot:random", novice=True) as sitting:
        await sitting.press("enter")
        assert "! " in sitting.text()
        assert "? opens the rule." not in sitting.words()
        for told in (True, False):
            await sitting.press("g", "enter")
            assert "(R7)" in sitting.words()
            assert ("? opens the rule." in sitting.words()) == told


@pytest.mark.parametrize(("own", "won"), [("B8", True), ("B1", False)])
async def test_a_match_that_was_won_is_remembered(own: str, won: bool) -> None:
    last = in_play(own, "B2", dealer=0, predict=(int(won), int(not won)), goal=1, moves=["1: play B2"])
    storage = Storage(disk=FastDisk())
    async with at_table(last, "Anna", "bot:random", storage=storage, novice=True) as sitting:
        await sitting.until(lambda: sitting.match.over and sitting.showing(MatchScreen))
        assert storage.has_won("herrlof") == won, "however the program ends from here"
    async with new_match("herrlof", "Anna", "bot:random", storage=storage, novice=True) as sitting:
        await sitting.until(lambda: sitting.board.asked)
        assert (GOALS["herrlof"] in sitting.words()) == (not won)
