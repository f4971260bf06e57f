"""How-Ruck! on screen: the race, the rope, what is asked and explained, who sees what, and the ends."""

from __future__ import annotations

import asyncio
import re
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from herrlof.coach.judge import judge
from herrlof.game import CHANCE, NOBODY, TERMINAL, Action, Observation
from herrlof.games import GAMES
from herrlof.games.how_ruck.actions import (
    CARD_PLAYED,
    DISCARD,
    FIELD_PLAYED,
    MOVE,
    MOVE_WHITE,
    NAME,
    moved_from,
    moved_to,
)
from herrlof.games.how_ruck.cards import FIRST_ACTION, KINDS, NESSIE
from herrlof.games.how_ruck.observation import Round
from herrlof.games.how_ruck.state import HowRuckState
from herrlof.games.how_ruck.tug import from_seat
from herrlof.records.names import Seat
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch
from herrlof.tui.boards.how_ruck.board import HowRuckBoard
from herrlof.tui.boards.how_ruck.faces import chip_face, face_of
from herrlof.tui.boards.how_ruck.labels import sorting_text
from herrlof.tui.boards.how_ruck.race import COUNTDOWN, RaceScreen
from herrlof.tui.screens.ends import MatchScreen, RoundScreen
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.widgets.cards import chip
from herrlof.tui.widgets.fields import Dropdown
from herrlof.tui.widgets.hint import Hint
from tests.disks import FastDisk
from tests.games.how_ruck.table import Table, at_the_rope
from tests.tiers import first, later
from tests.tui.driving import SLOWLY, Sitting, hall, rows_of, seats_of
from tests.tui.driving import at_table as at_match

GAME = GAMES["how-ruck"]
SIZES = ((60, 20), (80, 24), (100, 30), (120, 40), (160, 50))

FRAMES = 500
"""How often a second the race looks at its clock here, and the screen is drawn: so nobody waits for them long."""
READY, COUNTING = "Space start", "no key for 0.8 seconds. K6 ? rules Esc stop the clock"
RUNNING, STOPPED, LAST = sorting_text().ask, "The clock stands still.", "there's no hurry. K5"
"""What stands on the screen in each stage of a race; when it is over, it tells what came of it."""


@pytest.fixture(autouse=True)
def quick_races(monkeypatch: pytest.MonkeyPatch) -> None:
    """A race looks at the clock often."""
    monkeypatch.setattr("herrlof.tui.boards.how_ruck.race.FRAMES", FRAMES)


def at_table(
    start: HowRuckState | Table, *names: str, preferences: dict[str, Any] | None = None, **more: Any
) -> AbstractAsyncContextManager[Sitting]:
    """Sit down to a match at this position, against a bot where nobody else is named."""
    state = start.state if isinstance(start, Table) else start
    if preferences:
        more["settings"] = Settings().with_game("how-ruck", preferences=preferences)
    options = {"race": state.race, "goal": state.goal}
    return at_match(state, *(names or ("Anna", "bot:rules")), game=GAME, options=options, **more)


def board_at(sitting: Sitting) -> HowRuckBoard:
    assert isinstance(sitting.board, HowRuckBoard)
    return sitting.board


def moves(sitting: Sitting) -> list[str]:
    """Return the moves of people and bots, and what the clock said."""
    return [move.do for move in sitting.match.moves if move.by != CHANCE or move.do.startswith("race")]


def headline(sitting: Sitting) -> list[str]:
    """Return the rows in which the race shows its clock."""
    return sitting.lines()[1:6]


async def asked(sitting: Sitting) -> None:
    """Wait for a question at the table."""
    await sitting.until(lambda: sitting.showing(TableScreen) and not sitting.waiting and sitting.board.asked)


async def pass_time(sitting: Sitting, seconds: float) -> None:
    """Let the clock go on, and the race look at it."""
    sitting.later(seconds)
    await asyncio.sleep(2 / FRAMES)
    await sitting.settle()


async def start_race(sitting: Sitting) -> None:
    await sitting.until(lambda: sitting.showing(RaceScreen))
    await sitting.press("space")
    await pass_time(sitting, COUNTDOWN if sitting.app.pace else 0)
    assert RUNNING in sitting.words()


async def sort(sitting: Sitting, key: str, times: int, seconds: float = 1.0) -> None:
    """Sort so many pairs with a key, each after so long."""
    for _ in range(times):
        await pass_time(sitting, seconds)
        await sitting.press(key)


FIRST = "R2! W0 B1 N G3 adrenaline R0 B2! W4 G1"
SECOND = "B0 R1! W2 monstrous G2 R3 B3! W3 G0 R2"


def dealt(race: str = "clock") -> HowRuckState:
    """Return a round in which both begin to sort known pairs."""
    table = Table(race=race)
    table.deal(FIRST, SECOND)
    return table.state


def some_rope(mover: int = 0, barrel: int = 5) -> Table:
    return at_the_rope(
        "R2! W3 B0 good-bye change-sides",
        "B2 G1 adrenaline",
        ["R1 G3 G2", "W0 B1!"],
        {"0 red": "R3 R1", "0 green": "W4", "1 blue": "N", "1 green": "G1"},
        barrel,
        mover,
    )


# The race together


@pytest.mark.second
@pytest.mark.parametrize("size", SIZES)
async def test_two_halves_are_as_wide_and_as_far_from_the_edges(size: tuple[int, int]) -> None:
    async with at_table(dealt(), "Anna", "Ben", size=size) as sitting:
        await sitting.until(lambda: sitting.showing(RaceScreen))
        _, y = sitting.find("ANNA")
        grounds = "".join(" #"[cell.ground == "surface"] for cell in sitting.cells()[y])
        assert grounds == grounds[::-1]
        assert grounds.split()[0] * 2 == "".join(grounds.split())
        assert "…" not in sitting.text()


async def test_two_people_race_and_the_first_one_stops_the_other() -> None:
    async with at_table(dealt(), "Anna", "Ben") as sitting:
        await sitting.until(lambda: sitting.showing(RaceScreen))
        text = sitting.text()
        assert "Anna: A keeps the left card, D the right one. Ben: ← and →." in text
        assert "2▲" not in text  # no pair is open before the countdown
        await start_race(sitting)
        text = sitting.text()
        assert all(sign in text for sign in ("2▲", "0◆", "0●", "1▲"))
        await pass_time(sitting, 0.5)
        await sitting.press("a", "right")
        assert text.count("10 pairs left") == sitting.text().count("10 pairs left") == 2, "a pair takes no key so soon"
        await pass_time(sitting, 0.4)
        await sitting.press("d", "right")
        assert sitting.text().count("9 pairs left") == 2
        await sort(sitting, "left", 2)
        await sort(sitting, "a", 8)
        assert not moves(sitting), "nothing is written before the race is over"
        await sort(sitting, "a", 1)
        assert LAST in sitting.words()
        assert "Anna was first! Ben places the pair in hand; there's no hurry. K5" in sitting.text()
        await sitting.press("a")
        await pass_time(sitting, 60)
        assert LAST in sitting.words()
        await sitting.press("right")
        await sitting.see("Anna was first. Ben has placed four; Anna sorts the six pairs left. K5")
        assert "of 10 pairs, then stopped" in sitting.text()
        assert moves(sitting)[:10] == ["keep 2", *["keep 1"] * 9]
        assert moves(sitting)[10:14] == ["keep 2", "keep 1", "keep 1", "keep 2"]
        assert moves(sitting)[20:] == ["race 0 4"]
        await pass_time(sitting, 1)
        await sitting.press("space")
        await sitting.until(lambda: sitting.showing(TableScreen))
        assert sitting.curtain == "ANNA"


@pytest.mark.second
async def test_the_times_stay_until_the_table_is_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_table(dealt(), "Anna", "Ben") as sitting:
        await start_race(sitting)
        await sort(sitting, "a", 10)
        await sitting.press("right")
        await sitting.see("of 10 pairs, then stopped")
        await pass_time(sitting, 1)
        monkeypatch.setattr(RaceScreen, "dismiss", lambda screen, result: None)
        await sitting.press("space")
        await pass_time(sitting, 0)
        assert "of 10 pairs, then stopped" in sitting.text()


async def hold(sitting: Sitting, key: str, seconds: float) -> None:
    """Hold a key: after half a second a terminal repeats it every thirtieth."""
    await sitting.press(key)
    sitting.later(0.5)
    for _ in range(round((seconds - 0.5) / 0.05)):
        await sitting.press(key)
        sitting.later(0.05)


async def test_a_held_key_wins_no_race() -> None:
    async with at_table(dealt(), "Anna", "Ben", pace=SLOWLY) as sitting:
        await start_race(sitting)
        await pass_time(sitting, 1)
        await hold(sitting, "a", 6)
        assert "9 pairs left" in sitting.text(), "what was pressed before the next pair came is not meant for it"
        assert sitting.row_of("Let go of the key first. K6")
        await sort(sitting, "a", 2)
        assert "7 pairs left" in sitting.text()
        assert "Let go of the key" not in sitting.text()
        await pass_time(sitting, 0.4)
        await sitting.press("a", "right")
        assert sitting.row_of("Too soon: press it again. K6").count("Too soon") == 1, "Ben's pair is old"
        assert "9 pairs left" in sitting.text()


async def test_a_held_key_sorts_no_pairs_without_haste() -> None:
    async with at_table(dealt("even"), pace=SLOWLY) as sitting:
        await asked(sitting)
        await pass_time(sitting, 1)
        await hold(sitting, "a", 4)
        await asked(sitting)
        assert moves(sitting) == ["keep 1"]
        assert "Let go of the key first. K6" in sitting.text()
        await pass_time(sitting, 0.5)
        await sitting.press("a")
        await asked(sitting)
        assert moves(sitting) == ["keep 1", "keep 1"]


async def test_keys_half_a_second_apart_do_not_vanish_without_a_word() -> None:
    state = dealt()
    for _ in range(20):
        state.apply(GAME.decode("keep 1"))
    state.apply_chance(GAME.decode_chance("race 0 3"))
    async with at_table(state, pace=SLOWLY) as sitting:
        await asked(sitting)
        await pass_time(sitting, 1)
        for number in range(4):
            await sitting.press("d")
            await asked(sitting)
            assert ("Too soon: press it again. K6" in sitting.text()) == bool(number % 2)
            await pass_time(sitting, 0.5)
        assert moves(sitting) == ["split 2", "split 2"]


@pytest.mark.second
async def test_equal_times_make_the_race_even() -> None:
    async with at_table(dealt(), "Anna", "Ben") as sitting:
        await start_race(sitting)
        for _ in range(9):
            await pass_time(sitting, 1)
            await sitting.press("a", "left")
        await pass_time(sitting, 1)
        await sitting.press("a")
        sitting.later(0.02)
        await sitting.press("right")
        await sitting.see("Nobody was faster: the first player is drawn by lot. K8")
        assert moves(sitting)[20:] == ["race even"]
        assert sitting.text().count("seconds") == 2


@pytest.mark.second
async def test_a_tenth_pair_in_hand_leaves_nothing_to_sort() -> None:
    async with at_table(dealt(), "Anna", "Ben") as sitting:
        await start_race(sitting)
        for _ in range(9):
            await pass_time(sitting, 1)
            await sitting.press("a", "left")
        await sort(sitting, "left", 1)
        await sort(sitting, "a", 1)
        await sitting.see("Ben was first. No pairs were left over. K5")
        assert moves(sitting)[20:] == ["race 1 10"]


@pytest.mark.second
async def test_the_countdown_can_be_seen_coming() -> None:
    async with at_table(dealt(), "Anna", "Ben", pace=SLOWLY, ascii_only=True) as sitting:
        await sitting.until(lambda: sitting.showing(RaceScreen))
        assert READY in sitting.words()
        await sitting.press("space")
        for number in range(COUNTDOWN, 0, -1):
            assert sitting.lines()[3].strip() == str(number)
            assert COUNTING in sitting.words()
            await sitting.press("a", "left")
            await pass_time(sitting, 1)
        assert sitting.lines()[3].strip() == "HOW-RUCK!"
        await pass_time(sitting, 4)
        assert sitting.lines()[3].strip() == "4"
        assert sitting.text().count("10 pairs left") == 2


# The race against a bot


@pytest.mark.second
async def test_a_bot_sorts_at_its_pace_and_stops_the_person() -> None:
    async with at_table(dealt()) as sitting:
        await sitting.see("Whoever sorts ten pairs first plays")
        await start_race(sitting)
        assert "theirs" in sitting.text()
        assert "1.8 s for a pair" in sitting.text()
        await sort(sitting, "left", 3, 1)  # either half's keys, where one person has the keyboard
        await sort(sitting, "d", 1, 1)
        assert "6 pairs left" in sitting.text()
        assert "8 pairs left" in sitting.text()
        await pass_time(sitting, 14.1)
        assert LAST in sitting.words()
        assert "Rules was first! You place the pair in hand; there's no hurry. K5" in sitting.text()
        await pass_time(sitting, 30)
        await sitting.press("a")
        await sitting.until(lambda: moves(sitting))
        assert moves(sitting)[:5] == ["keep 1"] * 3 + ["keep 2", "keep 1"]
        assert moves(sitting)[20:] == ["race 1 5"]


@pytest.mark.second
@pytest.mark.parametrize("size", [(60, 20), (120, 40)])
async def test_a_person_stops_a_bot(size: tuple[int, int]) -> None:
    async with at_table(dealt(), "bot:rules", "Anna", size=size) as sitting:
        await start_race(sitting)
        await sort(sitting, "a", 10, 1)
        await sitting.see("You were first. Rules has placed six; you sort the four pairs left. K5")
        assert "…" not in sitting.text()
        assert moves(sitting)[20:] == ["race 1 6"]


@pytest.mark.second
@pytest.mark.parametrize("seats", [("Anna", "bot:rules"), ("Anna", "Ben")])
async def test_a_click_keeps_a_card_of_the_pair(seats: tuple[str, str]) -> None:
    """It counts as the key below the card: not too soon, and not twice at once."""
    async with at_table(dealt(), *seats) as sitting:
        await start_race(sitting)
        keys = [" A ← ", " D → "] if "bot:rules" in seats else [" A ", " D "]
        for key in [keys[0], keys[1], keys[0]]:
            await pass_time(sitting, 1.0)
            below = sitting.row_of(key)
            row = sitting.lines().index(below)
            await sitting.clicks(*[(below.index(key) + 2, row - 3)] * 2)
        assert "7 pairs left" in sitting.text()
        await sort(sitting, "a", 7, 1)
        if "Ben" in seats:
            await sort(sitting, "left", 1)  # the pair in hand
        await sitting.until(lambda: moves(sitting))
        assert moves(sitting)[:4] == ["keep 1", "keep 2", "keep 1", "keep 1"]


@pytest.mark.second
@pytest.mark.parametrize("size", SIZES)
async def test_the_pairs_of_both_are_counted_in_one_row(size: tuple[int, int]) -> None:
    async with at_table(dealt(), size=size) as sitting:
        await sitting.until(lambda: sitting.showing(RaceScreen))
        assert sitting.row_of("10 pairs left").count(" 10 ") == 2


@pytest.mark.second
async def test_a_gentle_clock_counts_a_part_of_the_time() -> None:
    async with at_table(dealt(), preferences={"clock": "slow"}, ascii_only=True) as sitting:
        await start_race(sitting)
        assert "50% of each second counts" in sitting.text()
        await sort(sitting, "a", 10, 3)
        await sitting.see("You were first.")
        assert "15.0" in sitting.words()
        assert moves(sitting)[20:] == ["race 0 9"]


# The race apart


@pytest.mark.second
async def test_apart_each_sorts_behind_the_curtain() -> None:
    async with at_table(dealt(), "Anna", "Ben", preferences={"apart": True}) as sitting:
        await sitting.until(lambda: sitting.showing(RaceScreen))
        assert "A N N A" in sitting.text()
        assert sitting.lines()[-1].split("  ")[0].strip() == "1 I am Anna"
        await sitting.press("2")
        assert "Anna is next: type 1." in sitting.text()
        await sitting.press("1")
        await start_race(sitting)
        assert "2▲" in sitting.text()
        assert "0●" not in sitting.text()
        await sort(sitting, "right", 10, 2)
        assert "B E N" in sitting.text()
        assert "20" not in sitting.text()
        assert "seconds" not in sitting.text()
        await sitting.press("2")
        await start_race(sitting)
        assert "0●" in sitting.text()
        assert "2▲" not in sitting.text()
        await sort(sitting, "a", 6, 3)
        await sort(sitting, "d", 4, 3)
        await sitting.until(lambda: sitting.text().count("seconds") == 2)
        assert moves(sitting) == ["keep 2"] * 10 + ["keep 1"] * 6 + ["keep 2"] * 4 + ["race 0 7"]


@pytest.mark.second
async def test_sorting_apart_is_chosen_on_the_form_where_two_people_look() -> None:
    async with hall() as sitting:
        await sitting.press("3")
        assert "Sort one after the other" not in sitting.text()
        form = sitting.app.screen
        form.query_one("#where2", Dropdown).value = "person"
        await sitting.settle()
        assert "Sort one after the other" in sitting.text()
        form.query_one("#option-apart", Dropdown).value = "True"
        await sitting.press("f2")
        await sitting.see("it's your turn to sort")
        assert sitting.app.settings.of("how-ruck").preferences["apart"] is True


async def test_apart_a_covered_race_waits_for_its_own_seat() -> None:
    async with at_table(dealt(), "Anna", "Ben", preferences={"apart": True}) as sitting:
        await sitting.until(lambda: sitting.showing(RaceScreen))
        await sitting.press("1")
        await start_race(sitting)
        await sort(sitting, "a", 2)
        before = headline(sitting)
        await sitting.look_away()
        assert "A N N A" in sitting.text()
        await pass_time(sitting, 50)
        await sitting.press("1")
        await start_race(sitting)
        assert "8 pairs left" in sitting.text()
        assert headline(sitting) == before


# What stops the clock


@pytest.mark.second
async def test_pages_suspending_and_small_windows_stop_the_clock_and_cover_the_pairs() -> None:
    async with at_table(dealt(), "Anna", "Ben") as sitting:
        await start_race(sitting)
        await sort(sitting, "a", 1, 1)
        signs = ["1●", "3■", "0▲", "4◆"]  # a card of the second to the fifth pair

        async def go_on() -> None:
            assert STOPPED in sitting.words()
            assert "╱╲" in sitting.text()
            assert not any(sign in sitting.text() for sign in (*signs, "0●", "1▲"))
            before = headline(sitting)
            await pass_time(sitting, 100)
            await sitting.press("a", "left")
            assert headline(sitting) == before
            await sitting.press("space")
            await pass_time(sitting, 0)
            assert RUNNING in sitting.words()
            if len(signs) > 1:
                assert signs.pop(0) not in sitting.text(), "the pair that was open goes last"
                assert signs[0] in sitting.text()
            await sitting.press("a")
            assert "9 pairs left" in sitting.text(), "the pair that is open now takes no key at once"

        await sitting.press("question_mark")
        assert not isinstance(sitting.app.screen, RaceScreen)
        await pass_time(sitting, 100)
        await sitting.press("escape")
        await go_on()
        await sitting.look_away()
        await go_on()
        await sitting.press("escape")
        await go_on()
        await sitting.resize(50, 15)
        assert "The table needs 60 x 20 characters" in sitting.words()
        assert "Lines need no window: herrlof --plain." in sitting.words()
        await sitting.press("a", "space")
        await sitting.resize(80, 24)
        assert "Space go on" in sitting.lines()[-1]
        await go_on()
        await sort(sitting, "a", 1)
        assert "8 pairs left" in sitting.text()


async def stop_and_go_on(sitting: Sitting) -> None:
    await sitting.press("escape")
    assert "The clock stands still. The pair that was open comes last." in sitting.words()
    await sitting.press("space")
    await pass_time(sitting, 0)
    assert RUNNING in sitting.words()


async def test_pairs_put_off_come_last_and_count_as_they_were_chosen() -> None:
    async with at_table(dealt(), "bot:rules", "Anna") as sitting:
        await start_race(sitting)
        await sort(sitting, "a", 1)
        await stop_and_go_on(sitting)
        await stop_and_go_on(sitting)
        assert sitting.text().count("9 pairs left") == 1
        assert "3●" in sitting.text(), "the fourth pair: the second and third were put off"
        await sort(sitting, "a", 7, 0.9)
        assert "2 pairs left" in sitting.text()
        assert "Monstrous" in sitting.text()
        await stop_and_go_on(sitting)
        assert "2■" in sitting.text()
        await sort(sitting, "d", 1, 0.9)
        await sitting.press("escape")
        await sitting.press("space")
        await pass_time(sitting, 0)
        assert "Monstrous" in sitting.text(), "the last pair stays"
        await sort(sitting, "d", 1, 0.9)
        await sitting.see("You were first.")
        assert moves(sitting)[10:20] == ["keep 1", "keep 2", "keep 2", *["keep 1"] * 7]
        assert moves(sitting)[20:] == ["race 1 6"]


@pytest.mark.second
async def test_an_action_is_marked_when_it_is_kept_and_not_when_its_pair_is_put_off() -> None:
    for keys, marked in ((["a"], True), (["escape"], False)):
        table = Table(race="clock")
        table.deal("adrenaline W0 R2! B1", SECOND)
        async with at_table(table, size=(120, 40)) as sitting:
            await start_race(sitting)
            await pass_time(sitting, 1)
            await sitting.press(*keys)
            assert ("▸Adrenaline" in sitting.text()) == marked


@pytest.mark.second
async def test_a_pair_put_off_and_not_placed_is_left_to_the_faster_one() -> None:
    async with at_table(dealt(), "Anna", "Ben") as sitting:
        await start_race(sitting)
        await sort(sitting, "a", 1)
        await sort(sitting, "right", 1)
        await stop_and_go_on(sitting)
        await sort(sitting, "right", 2)
        await sort(sitting, "a", 8)
        assert "1●" in sitting.text()
        await sort(sitting, "d", 1)
        assert LAST in sitting.words()
        await sitting.press("escape", "space")
        await pass_time(sitting, 0)
        assert LAST in sitting.words()
        await pass_time(sitting, 1)
        await sitting.press("left")
        await sitting.see("Anna was first. Ben has placed four; Anna sorts the six pairs left. K5")
        assert moves(sitting)[:10] == ["keep 1", "keep 2", *["keep 1"] * 8]
        assert moves(sitting)[10:15] == ["keep 2", "keep 1", "keep 2", "keep 2", "keep 1"]
        assert moves(sitting)[20:] == ["race 0 4 later 2"]


@pytest.mark.second
async def test_apart_only_the_pair_of_who_sorts_is_put_off() -> None:
    async with at_table(dealt(), "Anna", "Ben", preferences={"apart": True}) as sitting:
        await sitting.until(lambda: sitting.showing(RaceScreen))
        await sitting.press("1")
        await start_race(sitting)
        await sitting.look_away()
        await sitting.press("1")
        await start_race(sitting)
        assert "1●" in sitting.text()
        await sort(sitting, "a", 10, 3)
        await sitting.press("2")
        await start_race(sitting)
        assert "0●" in sitting.text()
        await sort(sitting, "d", 10, 2)
        await sitting.until(lambda: sitting.text().count("seconds") == 2)
        assert moves(sitting)[20:] == ["race 1 7 later 1"]


# Leaving and resuming


async def test_an_escape_that_comes_twice_stops_the_clock_and_does_not_leave() -> None:
    async with at_table(dealt(), "Anna", "Ben", pace=SLOWLY) as sitting:
        await start_race(sitting)
        await sitting.burst("escape", "escape")
        sitting.later(0.1)
        await sitting.press("escape")
        assert "The clock stands still." in sitting.text()
        sitting.later(0.4)
        await sitting.press("escape")
        assert sitting.showing(HomeScreen)


@pytest.mark.second
async def test_stops_and_new_starts_are_told_with_the_times_and_recorded() -> None:
    async with hall() as sitting:
        sitting.app.start(NewMatch("how-ruck", (Seat("Anna"), Seat("Rules", "rules"))))
        await start_race(sitting)
        await sort(sitting, "a", 2)
        await sitting.press("escape")
        assert sitting.match.clock_log == (1, 0)
        await sitting.press("escape", "c")
        await start_race(sitting)
        assert sitting.match.clock_log == (1, 1)
        await sort(sitting, "a", 1)
        for key in ("question_mark", "escape"):
            await sitting.press(key)
            if key == "question_mark":
                await sitting.press("escape")
            await sitting.press("space")
            await pass_time(sitting, 0)
        assert sitting.match.clock_log == (3, 1)
        await sort(sitting, "a", 9)
        await sitting.see("The clock was stopped 3 times. The race started over once. K6")
        assert sitting.match.clocks[0] == (3, 1)
        lines = sitting.table.table.path.read_text().splitlines()
        assert sum('"event":"clock"' in line for line in lines) == 5


@pytest.mark.second
async def test_a_race_broken_off_begins_again_with_the_same_cards(tmp_path: Path) -> None:
    storage = Storage(tmp_path / "data", tmp_path / "config", FastDisk())
    async with hall(storage=storage, pace=SLOWLY) as sitting:
        sitting.app.start(NewMatch("how-ruck", tuple(seats_of(("Anna", "Ben")))))
        await start_race(sitting)
        begun = sitting.text()
        await sort(sitting, "a", 3)
        await sitting.press("escape")
        sitting.later(1)
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(HomeScreen))
        await sitting.press("c")
        await sitting.until(lambda: sitting.showing(RaceScreen))
        assert READY in sitting.words()
        assert sitting.text().count("10 pairs left") == 2
        assert not moves(sitting)
        await start_race(sitting)
        assert sitting.text() == begun
        await sitting.press("escape", "space")
        assert COUNTING in sitting.words()
        sitting.app.go_home()
        await sitting.see("Continue")


@pytest.mark.second
@pytest.mark.parametrize(("written", "apart"), [(4, False), (13, False), (13, True), (20, True)])
async def test_a_race_whose_times_are_lost_is_even(written: int, apart: bool) -> None:
    """The program may end while the sorting is written down: what is there stays, and nobody was first (K18)."""
    state = dealt()
    for _ in range(written):
        state.apply(GAME.decode("keep 1"))
    async with at_table(state, "Anna", "Ben", preferences={"apart": apart}) as sitting:
        await sitting.until(lambda: sitting.showing(RaceScreen))
        if apart and written < 20:
            assert "B E N" in sitting.text()
            await sitting.press("2")
        if written < 20:
            await start_race(sitting)
            await sort(sitting, "a", max(0, 10 - written))
            await sort(sitting, "right", min(10, 20 - written))
        await sitting.see("its times are lost")
        assert moves(sitting)[20 - written :] == ["race even"]


# Sorting without haste, and what was left


async def test_without_haste_letters_keep_and_enter_keeps_what_was_chosen() -> None:
    async with at_table(dealt("even"), pace=SLOWLY) as sitting:
        await asked(sitting)
        assert "PAIR 1 OF 10" in sitting.text()
        await sitting.press("a", "enter")
        assert not moves(sitting), "neither a letter too soon nor an Enter before a choice"
        await pass_time(sitting, 1)
        await sitting.press("enter")
        assert "Choose a card first: ← or →, or keep one at once with A or D." in sitting.text()
        await sitting.press("right")
        assert "A white 0 joins your team, a red 2 with How-Ruck! goes to Rules." in sitting.text()
        await sitting.press("enter")
        await asked(sitting)
        await pass_time(sitting, 1)
        await sitting.press("A")
        await asked(sitting)
        assert moves(sitting) == ["keep 2", "keep 1"]
        assert "PAIR 3 OF 10" in sitting.text()


def test_no_card_in_a_line_looks_like_another_one() -> None:
    for short in (True, False):
        assert len({chip(chip_face(card, short), False) for card in range(KINDS)}) == KINDS
        names = [chip(chip_face(card, short), True).split() for card in range(FIRST_ACTION, KINDS)]
        assert ["Nessie"] not in names
    for card in range(NESSIE):  # small cards and hints call a Ruck! alike
        assert ("!" in chip(face_of(card))) == ("!" in chip(chip_face(card, True)))
        assert "*" not in chip(face_of(card))


@pytest.mark.second
async def test_the_faster_one_sorts_what_is_left() -> None:
    state = dealt()
    for _ in range(20):
        state.apply(GAME.decode("keep 1"))
    state.apply_chance(GAME.decode_chance("race 0 8"))
    async with at_table(state) as sitting:
        assert "2 PAIRS LEFT" in sitting.text()
        assert "which card do you keep?" in sitting.text()
        await sitting.press("d")
        assert "THE LAST PAIR" in sitting.text()
        await sitting.press("left", "enter")
        assert moves(sitting) == ["split 2", "split 1"]


@pytest.mark.second
async def test_a_back_turns_for_each_pair_that_somebody_else_sorts() -> None:
    for motion in (True, False):
        state = dealt()
        for _ in range(20):
            state.apply(GAME.decode("keep 1"))
        state.apply_chance(GAME.decode_chance("race 1 7"))
        async with at_table(state, pace=SLOWLY, motion=motion) as sitting:

            def drawn(sign: str) -> int:
                return sitting.lines()[sitting.find("being sorted")[1] + 2].count(sign)

            await sitting.until(lambda: sitting.waiting and drawn("╱╲╱╲") == 3)
            assert drawn("▐") == 0
            sitting.later(1)
            await sitting.press("space")
            await sitting.until(lambda: sitting.waiting and drawn("╱╲╱╲") == 2)
            assert drawn("▐") == int(motion)


# The rope


async def test_a_card_is_placed_with_arrows_on_the_rope() -> None:
    async with at_table(some_rope()) as sitting:
        assert "pull 2 →" in sitting.text()
        await sitting.press("r")
        about = "Red 2 with How-Ruck!: it goes on a red field, yours or Rules's; then the sides are compared. K12"
        assert about in sitting.words()
        assert "yours 8:9 1 → to 6" in sitting.words()
        assert "Rules 7:9 2 → to 7" in sitting.words()
        await sitting.press("enter")
        assert "8:9 1 →" in sitting.lines()[8]
        await sitting.press("enter")
        assert "Choose a field first, with ← and →." in sitting.text()
        assert not moves(sitting)
        await sitting.press("right")
        assert "The field is empty and counts 2. You 7, Rules 9: the barrel moves 2 fields towards" in sitting.words()
        assert "→→→" in sitting.lines()[9]
        await sitting.press("enter")
        assert moves(sitting)[0] == "play R2! other"
        assert sitting.match.moves[0].by == 0


async def test_enter_takes_a_card_to_the_rope_and_down_brings_it_back() -> None:
    async with at_table(some_rope()) as sitting:
        await sitting.press("w", "enter", "left")
        assert "▸green, you" in sitting.text()
        await sitting.press("left", "left", "left")
        assert "▸green, Rules" in sitting.text()
        await sitting.press("down")
        await sitting.press("b", "enter", "left", "enter")
        assert moves(sitting)[0] == "play B0 own"


async def test_actions_explain_themselves_and_without_effect_is_offered() -> None:
    async with at_table(some_rope()) as sitting:
        await sitting.press("x")
        assert "Changing sides: A card on top of one side goes to the other. There are 8 ways. K13" in sitting.words()
        assert "▸ play it" in sitting.text()
        assert "without effect" in sitting.text()
        await sitting.press("down")
        assert "▸ without effect" in sitting.text()
        assert "Changing sides without effect: it goes to the discard pile. K13" in sitting.text()
        await sitting.press("up", "x")
        assert "▸ play it" in sitting.text()
        await sitting.press("down", "enter")
        assert moves(sitting)[0] == "discard good-bye"


@pytest.mark.second
async def test_a_long_question_takes_the_rows_that_are_free() -> None:
    async with at_table(some_rope(), "Anna", "Annabella-Rosalie=bot:rules") as sitting:
        assert "Annabella-Rosalie is 2 stronger: a Ruck! now pulls 2 that way." in sitting.text()
        await sitting.press("right")
        below = "Red 2 with How-Ruck!: it goes on a red field"
        assert below in sitting.text()
        await sitting.resize(100, 30)
        assert sitting.find(below)[1] == sitting.find("▸ Your card.")[1] + 1, "one row where it fits"
        await sitting.resize(60, 20)
        await sitting.press("down", "x", "x", "enter")
        assert "▸ Which value goes? 0 1 2" in sitting.words()
        before = sitting.find(" 5   6 ")[1]
        await sitting.press("1")
        assert sitting.words().count("goes") == 3, "the question and the felt say it"
        assert sitting.find(" 5   6 ")[1] == before, "a second click finds the value where it was"


@pytest.mark.second
@pytest.mark.parametrize("name", ["Ben", "Bartholomew-Bonavent"])
async def test_what_came_of_the_last_turn_is_not_cut(name: str) -> None:
    async with at_table(some_rope(), "Anna", name) as sitting:
        await sitting.come()
        await sitting.press("r", "enter", "left", "enter")
        await sitting.come()
        await sitting.press("x", "enter")
        await sitting.come()
        assert moves(sitting) == ["play R2! own", "play adrenaline"]
        assert sitting.board._layout is not None
        side = sitting.board._layout.side
        assert side is not None
        rows = [line[side.x : side.right] for line in sitting.lines()[side.y : side.bottom]]
        told = " ".join(" ".join(rows).split())
        assert f"{name} played Adrenaline. The barrel moves 2 fields towards {name}, to field" in told
        assert "…" not in told
        if name == "Ben":
            assert "You 8, Ben 9: the barrel moves 1 field towards Ben." in told, "what was drawn goes before"


@pytest.mark.second
async def test_a_secret_draw_does_not_hide_what_came_before_it() -> None:
    async with at_table(some_rope(), "Anna", "Ben", size=(120, 40)) as sitting:
        await sitting.come()
        await sitting.press("r", "enter", "left", "enter")
        await sitting.come()
        await sitting.press("x", "enter")
        await sitting.come()
        await sitting.press("right")
        told = [line[80:] for line in sitting.lines()[sitting.find("SINCE THEN")[1] + 1 :]]
        assert "The barrel moves 2 fields towards Ben" in " ".join(" ".join(told).split())


async def test_the_last_turn_is_told_in_one_panel_and_below_it_what_is_gone() -> None:
    table = at_the_rope("R3! W0 B1", "B2 G1", ["R1", "G3"])
    table.state.discards = tuple(range(KINDS))
    async with at_table(table, size=(120, 40)) as sitting:
        assert "LAST TURN" in sitting.text()
        assert "SINCE THEN" not in sitting.text()
        assert re.search(r"DISCARDS ─.* ↓ \d+ more", sitting.text())
        assert "Reinforcements" in sitting.text().partition("DISCARDS")[2], "the latest first"
        await sitting.press("right")
        assert "SINCE THEN" in sitting.text()
        assert "DISCARDS" not in sitting.text()
    table.state.discards = ()
    async with at_table(table, size=(120, 40)) as sitting:
        assert re.search(r"DISCARDS ─[^↓]*none", sitting.text())


async def test_changing_sides_takes_a_white_card_to_any_field() -> None:
    async with at_table(some_rope()) as sitting:
        await sitting.press("x", "enter")
        await sitting.press("enter")
        assert moves(sitting) == ["play change-sides"]
        await sitting.press("right")
        assert "▸blue, Rules" in sitting.text()
        await sitting.press("enter")
        assert "On which field does Nessie go?" in sitting.text()
        await sitting.press("down", "right", "left", "enter", "enter")
        assert "Choose a field first" in sitting.text()
        await sitting.press("left", "enter")
        assert moves(sitting)[1] == "move other blue to green"


@pytest.mark.second
async def test_no_name_is_cut_beside_a_card_nor_at_an_end_of_the_track() -> None:
    async with at_table(some_rope(), "Anna", "bot:chieftain") as sitting:
        await sitting.press("x")
        assert "You:Chieftain" in sitting.text()
        numbers = sitting.row_of("YOUR END")
        assert "YOUR END  3 " in numbers
        assert " 10 CHIEFTAIN " in numbers


async def test_an_end_of_the_round_is_said_before_anything_is_chosen() -> None:
    rope = {"0 blue": "B0", "0 green": "W0", "1 red": "R1", "1 blue": "N"}
    async with at_table(at_the_rope("B3! monstrous W4", "R0 G1", ["R2", "G3"], rope, 3)) as sitting:
        await sitting.press("b")
        assert "yours 5:9 4 → to 7" in sitting.words()
        assert "Rules 2:6 4 → to 7" in sitting.words()
        await sitting.press("x")
        assert sitting.style_of("you win the round") == "good/surface!", "Nessie lies opposite"
    async with at_table(at_the_rope("B3! N", "R0 G1", ["R2", "G3"], {"0 red": "R3", "0 green": "G3"}, 3)) as sitting:
        await sitting.press("b")
        assert sitting.words().count("you win the round") == 1
        await sitting.press("w")
        assert sitting.style_of("On yours: fear Monstrous") == "bad/surface"


@pytest.mark.second
async def test_two_ends_of_the_round_are_said_whole_in_the_smallest_window() -> None:
    strong, weak = {"0 red": "R3", "0 green": "G3", "1 red": "R0"}, {"0 red": "R0", "1 red": "R3", "1 green": "G3"}
    for name, rope, barrel, said in (
        ("Bo", strong, 3, "yours 9:4 you win the round · Bo 8:5 you win the round"),
        ("Bartholomew-Bona", strong, 3, "yours 9:4 you win · Bartholomew-Bona 8:5 you win"),
        ("Bartholomew-Bona", weak, 11, "yours 5:8 you lose · Bartholomew-Bona 4:9 you lose"),
    ):
        start = at_the_rope("B3! R1", "R2 G1", ["R2", "G2"], rope, barrel)
        async with at_table(start, "Anna", f"{name}=bot:rules", size=(60, 20)) as sitting:
            await sitting.press("b")
            assert said in sitting.text()


@pytest.mark.second
async def test_what_a_field_would_make_is_said_whole_in_the_smallest_window() -> None:
    async with at_table(some_rope(), size=(60, 20)) as sitting:
        await sitting.press("w", "enter", "right")
        assert sitting.lines()[-2].strip() == "Rules 7:10 3 →"
        await sitting.press("down", "x", "enter", "right")
        assert sitting.lines()[-2].strip() == "a card changes sides · Rules any field"
        await sitting.press("right")
        assert sitting.lines()[-2].strip() == "a card changes sides · Rules 4:10 6 →"


@pytest.mark.second
@pytest.mark.parametrize("size", [(120, 40), (160, 50), (200, 60)])
async def test_a_tall_window_goes_to_the_cards_of_a_race_and_not_to_empty_rows(size: tuple[int, int]) -> None:
    async with at_table(dealt(), "Anna", "bot:rules", size=size) as sitting:
        await start_race(sitting)
        await sort(sitting, "left", 1)
        rows = sitting.lines()
        head, asked = sitting.find("WHY HURRY")[1], sitting.find("Keep one card")[1]
        told = [row[: sitting.find("WHAT'S GOOD")[0]].strip() for row in rows[head + 1 : asked - 1]]
        assert [bool(row) for row in told] == [False, *[True] * (len(told) - 2), False]
        assert "████" in "".join(rows[4:head]), "figures are twice as large"


async def test_what_stands_below_a_field_is_apart_from_its_neighbours() -> None:
    async with at_table(some_rope()) as sitting:
        await sitting.press("w", "enter", "right")
        assert " 6:9 3 →   ▀▀▀▀▀▀▀ 7:6 ← 1 7:11 4→ " in sitting.text()


async def test_that_nessie_has_an_enemy_is_said_in_the_smallest_window_too() -> None:
    async with at_table(at_the_rope("N R1", "B2 G1", ["R2", "G3"]), size=(60, 20)) as sitting:
        await sitting.press("w")
        assert "Nessie: on any field; on yours fear Monstrous. K11" in sitting.text()


@pytest.mark.second
async def test_in_a_wide_window_what_is_weighed_has_a_head_for_each_column() -> None:
    async with at_table(some_rope(), size=(120, 40)) as sitting:
        await sitting.press("r")
        barrel, head = sitting.find("the barrel")
        assert sitting.lines()[head][:barrel].rstrip().endswith("You:Rules")
        assert [sitting.lines()[head + row][barrel:].split() for row in (1, 2)] == [
            ["1", "→", "to", "6"],
            ["2", "→", "to", "7"],
        ]


@pytest.mark.second
async def test_strokes_go_before_what_a_side_had_and_no_name_is_cut_for_a_gap() -> None:
    rope = {"0 green": "W3", "1 red": "R3!", "1 blue": "B3"}
    table = at_the_rope("change-sides G0! R2", "B2 G1", ["R1", "G3"], rope, 8)
    async with at_table(table, "Anna", "Clansman=bot:rules") as sitting:
        await sitting.press("x", "enter")
        await sitting.until(lambda: board_at(sitting).seen.phase == "move")
        await sitting.press("right", "right")
        assert "YOU 7→8    ╲╲╲╲╲╲╲╲ ← pull 1 ╱╱╱╱╱╱╱   7 CLANSMAN" in sitting.text()
    async with at_table(table, "Anna", "Clansman=bot:rules") as sitting:
        await sitting.press("g", "enter")
        assert re.search(r"Clansman +\d:\d", sitting.text())


async def test_the_ends_of_the_rope_have_names() -> None:
    for seats, ends in ((("Anna", "bot:rules"), "YOUR END RULES"), (("bot:rules", "Anna"), "RULES YOUR END")):
        async with at_table(some_rope(mover=seats.index("Anna")), *seats) as sitting:
            row = sitting.row_of("YOUR END").split()
            assert " ".join(word for word in row if not word.isdigit()) == ends


@pytest.mark.second
async def test_a_hint_walks_the_cards_with_their_fields() -> None:
    async with at_table(at_the_rope("B3! W4 adrenaline", "R0", ["", ""], {"0 red": "R3"}, 8)) as sitting:
        board, legal = board_at(sitting), sitting.match.legal()
        judged = judge(GAME, board.seen, legal, Random("hint"), worlds=4)
        board.show(board.scene.coached(Hint(legal, judged)))
        await sitting.settle()
        for choice in judged.choices:
            await sitting.press("down")
            assert board.selection.action == choice.action
        await sitting.press("enter")
        assert moves(sitting)[0] == GAME.encode(judged.choices[-1].action)


@pytest.mark.second
@pytest.mark.parametrize("size", SIZES)
async def test_a_hint_names_every_card_whole_and_says_how_it_is_hidden(size: tuple[int, int]) -> None:
    start = at_the_rope("reinforcements change-sides mucho-macho monstrous adrenaline B3!", "R0", rope={"0 red": "R3"})
    async with at_table(start, size=size) as sitting:
        board, legal = board_at(sitting), sitting.match.legal()
        board.show(board.scene.coached(Hint(legal, judge(GAME, board.seen, legal, Random("hint"), worlds=4))))
        await sitting.settle()
        for _ in legal:
            assert ("Tab hide" if size[0] < 80 else "Tab hide hint") in sitting.lines()[-1]
            assert "…" not in sitting.text().replace("You win in … of 100 games", "")
            await sitting.press("down")


async def test_good_bye_names_a_value() -> None:
    async with at_table(some_rope()) as sitting:
        await sitting.press("x", "x", "enter")
        await sitting.press("enter")
        assert "Choose a value first" in sitting.text()
        await sitting.press("1")
        text = sitting.text()
        assert "The red 1 on your red field and the green 1 on Rules's green field go." in sitting.words()
        assert text.count("goes") >= 2
        await sitting.press("enter")
        assert moves(sitting)[:2] == ["play good-bye", "name 1"]


@pytest.mark.second
async def test_looking_back_numbers_the_cards_as_the_table_counts_them() -> None:
    start = at_the_rope("B3! R1 adrenaline", "B2 G1 W0", rope={"0 green": "G3", "1 red": "R0"}, barrel=4, goal=1)
    async with at_table(start, "Anna", "Ben") as sitting:
        for keys in ("r enter left", "b enter right", "x", "w enter right", "b enter left"):
            await sitting.come()
            await sitting.press(*keys.split(), "enter")
        await sitting.press("full_stop")
        told = sitting.words().partition("So far ")[2]
        assert told.startswith("1 Anna played a red 1 on their own red field. 2 Ben played")
        assert "3 Anna played Adrenaline. The barrel moves 2 fields towards Anna, to field 2. 4 Ben" in told
        assert "to the end. Anna wins the round" in told, "what came of it all has no number"


async def test_a_stolen_card_has_to_be_placed_by_choice() -> None:
    table = at_the_rope("dirty-trick R1", "B2", ["R3", "G1"])
    async with at_table(table) as sitting:
        await sitting.press("x", "enter")
        assert "Play the stolen card. It's a blue 2 from Rules's hand" in sitting.text()
        await sitting.press("enter", "r", "1", "enter", "x", "enter")
        assert moves(sitting) == ["play dirty-trick"]
        await sitting.press("left", "enter")
        assert moves(sitting)[1] == "play B2 own"


@pytest.mark.second
async def test_a_stolen_action_is_played_one_way_or_the_other_by_choice() -> None:
    table = at_the_rope("dirty-trick R1", "adrenaline", ["R3", "G1"])
    async with at_table(table) as sitting:
        await sitting.press("x", "enter")
        await sitting.press("enter")
        assert "Choose how first, with ↑ and ↓." in sitting.text()
        await sitting.press("down")
        assert "Adrenaline without effect" in sitting.text()
        await sitting.press("up")
        assert "It would stand on field 4." in sitting.words()
        await sitting.press("enter")
        assert moves(sitting) == ["play dirty-trick", "play adrenaline"]


CHOOSING = ("left", "right", "up", "down", "home", "end", *"rbgwx", *"0123456")
IDLE = ("enter", "space", "tab", "z", "7", "9", "backspace", "f5")


def in_focus(sitting: Sitting) -> set[object]:
    """Return what the board shows as chosen: the places with a bar below them or a ground of their own."""
    cells = sitting.cells()
    found = set()
    for rect, what in sitting.board.places:
        foot = cells[rect.bottom - 1][rect.x], cells[rect.bottom][rect.x]
        if any((cell.letter, cell.ink) == ("▀", "accent") or cell.ground == "accent" for cell in foot):
            found.add(what)
    return found


def choices(action: Action, seen: Observation) -> set[object]:
    """Return what has to be chosen on the board for an action."""
    if action >= NAME:
        return {("answers", action - NAME)}
    if action >= MOVE:
        begin, end = (("field", from_seat(field, seen.seat)) for field in (moved_from(action), moved_to(action)))
        return {begin, end} if action >= MOVE_WHITE else {begin}
    card = CARD_PLAYED[action]
    hand = ("hand", seen.hand.index(card))
    if card >= FIRST_ACTION:
        return {hand, ("answers", int(action >= DISCARD))}
    return {hand, ("field", from_seat(FIELD_PLAYED[action], seen.seat))}


@pytest.mark.second
async def test_nothing_is_played_that_was_not_chosen() -> None:
    """Any keys but those that choose play nothing; with those, only what is shown as chosen is played."""
    rng = Random("hurry")
    async with at_table(some_rope()) as sitting:
        board, played = board_at(sitting), 0
        for _ in range(5):
            if sitting.match.observe(NOBODY).rounds:
                break
            before = sitting.played()
            await sitting.press(*rng.choices(IDLE, k=6))
            assert sitting.played() == before, "a key that chooses nothing has played"
            while sitting.played() == before:
                key = rng.choice((*CHOOSING, "enter", "enter"))
                if key == "enter":
                    chosen, focus, seen = bool(board.selection.chosen), in_focus(sitting), board.seen
                await sitting.press(key)
            move = sitting.match.moves[len(before)]
            assert move.by == 0
            assert key == "enter"
            assert chosen
            assert choices(GAME.decode(move.do), seen) == focus
            played += 1
        assert played > 2


# The barrel


def barrel_field(sitting: Sitting) -> int:
    """Return the field of the track on which the barrel is shown: the number that stands out."""
    y = next(y for y, line in enumerate(sitting.lines()) if "YOUR END" in line)
    return int("".join(cell.letter for cell in sitting.cells()[y] if cell.bold and cell.ink == "text"))


async def test_a_how_ruck_is_called_and_the_way_of_the_barrel_is_seen() -> None:
    table = at_the_rope("how-ruck R1 R0 W2", "B2 G1", ["R2", "G3"], {"0 red": "R3", "0 blue": "B3", "0 green": "G3"}, 8)
    for motion in (True, False):
        async with at_table(table, pace=SLOWLY, motion=motion) as sitting:
            await asked(sitting)
            sitting.later(1)
            await sitting.press("x", "enter")
            assert barrel_field(sitting) == 5
            called = "HOW-RUCK! 9 against 6: your side pulls 3 fields."
            assert ("░░░" in sitting.text()) == (called in sitting.words()) == motion
            await sitting.press("space")
            assert "░░░" not in sitting.text()


async def test_a_call_is_over_with_the_next_move_of_the_barrel() -> None:
    rope = {"0 red": "R0", "0 blue": "B0", "0 green": "G0", "1 red": "R2", "1 blue": "B0", "1 green": "G0"}
    table = at_the_rope("adrenaline W2", "how-ruck G2", ["R2 B1", "G1"], rope, 6, mover=1)
    async with at_table(table, pace=0.01, motion=True) as sitting:
        await asked(sitting)
        sitting.later(0.6)
        await sitting.press("x", "enter")
        await sitting.see("You played Adrenaline")
        assert barrel_field(sitting) == 6
        assert "HOW-RUCK! 0" not in sitting.text()


@pytest.mark.second
async def test_the_call_stands_in_the_middle_without_blocks_too() -> None:
    table = at_the_rope("how-ruck R1 R0 W2", "B2 G1", ["R2", "G3"], {"0 red": "R3", "0 blue": "B3", "0 green": "G3"}, 8)
    async with at_table(table, pace=SLOWLY, motion=True, ascii_only=True) as sitting:
        await asked(sitting)
        sitting.later(1)
        await sitting.press("x", "enter")
        call = next(line for line in sitting.lines() if "HOW-RUCK!" in line and "Round" not in line)
        assert call[:51].find("HOW-RUCK!") == (51 - len("HOW-RUCK!")) // 2


@pytest.mark.second
async def test_what_a_call_has_done_stands_whole_in_the_smallest_window() -> None:
    table = at_the_rope("how-ruck R1 R0 W2", "B2 G1", ["R2", "G3"], {"0 red": "R3", "0 blue": "B3", "0 green": "G3"}, 8)
    async with at_table(table, pace=SLOWLY, size=(60, 20)) as sitting:
        await asked(sitting)
        sitting.later(1)
        await sitting.press("x", "enter")
        assert "HOW-RUCK! 9 against 6: your side pulls 3 fields." in sitting.words()
        assert "…" not in sitting.text()


async def test_a_call_says_which_side_pulls_and_its_way_leaves_the_middle_of_the_rope() -> None:
    rope = {"0 red": "R0", "0 blue": "B0", "0 green": "G0"}
    weak = "HOW-RUCK! 0 against 6: your side is weaker and pulls 6 fields. K13"
    man = "Rules's side pulls 5 fields. A Ruck! pulls once, when its card is played. K12"
    for hand, barrel, keys, said in (
        ("weak-wins W2", 8, ["x", "enter"], weak),
        ("R1! W2", 6, ["r", "enter", "right", "left", "enter"], man),
    ):
        table = at_the_rope(hand, "B2 G1", ["R2", "G3"], rope, barrel)
        async with at_table(table, pace=SLOWLY, motion=True) as sitting:
            await asked(sitting)
            sitting.later(1)
            await sitting.press(*keys)
            await sitting.see(said)
            assert [sitting.lines()[9][x] for x in (1, 25, 49)] == ["┃"] * 3
            await sitting.press("space")


@pytest.mark.parametrize("size", later([(60, 20), (80, 24)], now=[(60, 20)]))
async def test_the_keys_lead_to_the_fields_back_to_the_hand_and_past_the_effect_of_an_action(
    size: tuple[int, int],
) -> None:
    async with at_table(at_the_rope("how-ruck R1 R0 W2", "B2 G1"), size=size) as sitting:
        await asked(sitting)
        await sitting.press("x")
        assert "▸ play it   without effect   ↑ ↓" in sitting.text()
        assert "Enter play" in re.split(r"  +", sitting.lines()[-1].strip())
        leave = sitting.find("Esc leave")
        await sitting.press("w", "2")
        assert "Enter field" in re.split(r"  +", sitting.lines()[-1].strip())
        assert sitting.find("Esc leave") == leave, "what stands behind Enter stays where it is"
        assert size == (60, 20) or "+ what a card can do" in sitting.text(), "no panel has it in these windows"
        await sitting.press("enter")
        assert all(key in sitting.lines()[-1] for key in ("↓ hand", "Enter play", "Tab hint", "? rules"))


@pytest.mark.second
async def test_a_barrel_pulled_just_past_the_track_is_drawn() -> None:
    """Pulled from field 3 by three it stands on 0, and is not taken for one that is not there yet."""
    table = at_the_rope("how-ruck R1", "B2 G1", ["R2", "G3"], {"0 red": "R3", "0 blue": "B3", "0 green": "G3"}, 3)
    async with at_table(table, ascii_only=True) as sitting:
        await sitting.press("x", "enter")
        await sitting.until(lambda: sitting.showing(RoundScreen))
        assert board_at(sitting).seen.barrel == 0
        assert any("[#]" in row for row in rows_of(sitting.board.canvas))


# Who sees what


def walked(seed: int, race: str, steps: int) -> HowRuckState:
    """Return a position of a random match at which a person is asked."""
    rng = Random(f"walk {seed}")
    state = GAME.new_state(2, race=race, teams="built" if seed % 2 else "dealt")
    while steps > 0 or state.current_player() == CHANCE:
        if state.current_player() == CHANCE:
            state.apply_chance(state.sample_chance(rng))
        else:
            state.apply(rng.choice(state.legal_actions()))
        if state.current_player() == TERMINAL:
            break
        steps -= 1
    return state


async def test_the_table_below_the_race_shows_no_pair() -> None:
    async with at_table(dealt()) as sitting:
        await sitting.until(lambda: sitting.showing(RaceScreen))
        rows = "\n".join(rows_of(sitting.board.canvas))
        assert "The teams are being sorted" in rows
        assert "2▲" not in rows


@pytest.mark.second
@pytest.mark.parametrize("size", SIZES)
async def test_the_cards_on_the_rope_keep_their_size_while_a_curtain_is_down(size: tuple[int, int]) -> None:
    async with at_table(some_rope(), "Anna", "Ben", size=size) as sitting:
        widths = [sorted({rect.width for rect, _ in board_at(sitting)._fields})]
        assert "A N N A" in sitting.text()
        await sitting.come()
        widths.append(sorted({rect.width for rect, _ in board_at(sitting)._fields}))
        assert "Your card." in sitting.text()
        assert widths[0] == widths[1]


# The ends


async def test_a_round_ends_with_who_won_and_the_barrels_way() -> None:
    table = at_the_rope("adrenaline R2", "B2 G1", ["R1", "G3"], barrel=3)
    async with at_table(table) as sitting:
        await sitting.press("x")
        assert "It wins the round now." in sitting.text()
        await sitting.press("enter")
        await sitting.until(lambda: sitting.showing(RoundScreen))
        text = sitting.text()
        assert "You win the round: the barrel is at your end. K14" in text
        assert "Won: the barrel came to the end; 2 fields pulled in all." in text
        assert "Lost" in text
        assert "THE BARREL'S PATH" in text
        assert "1 barrel" in text


@pytest.mark.second
async def test_after_a_round_two_people_race_again() -> None:
    table = at_the_rope("adrenaline R2", "B2 G1", ["R1", "G3"], barrel=3)
    table.state.teams, table.state.race = "built", "clock"
    async with at_table(table, "Anna", "Ben") as sitting:
        await sitting.press("1")
        await sitting.press("x", "enter")
        await sitting.until(lambda: sitting.showing(RoundScreen))
        assert "Anna wins the round: the barrel is at Anna's end. K14" in sitting.text()
        await sitting.press("enter")
        await start_race(sitting)
        assert "Round 2 · both sort their pile" in sitting.text()
        await sort(sitting, "left", 10)
        assert LAST in sitting.words()
        assert board_at(sitting).seen.seat == NOBODY


@pytest.mark.parametrize(("size", "ascii_only"), first([((60, 20), False), ((80, 24), True), ((160, 50), False)]))
async def test_a_match_ends_with_a_story(size: tuple[int, int], ascii_only: bool) -> None:
    table = at_the_rope("adrenaline R2", "B2 G1", ["R1", "G3"], barrel=3, goal=1)
    async with at_table(table, size=size, ascii_only=ascii_only) as sitting:
        await sitting.press("x", "enter")
        await sitting.until(lambda: sitting.showing(MatchScreen))
        text = sitting.text()
        assert "You win the match." in text
        assert "1 barrel to none, in one round. K4" in text
        assert "ROUND BY ROUND" in text
        assert size == (60, 20) or "THE BARREL'S PATH" in text


@pytest.mark.second
@pytest.mark.parametrize(
    ("size", "shown"), [((60, 20), "1 2 3 4 5"), ((80, 24), "1 2 3 4 5"), ((60, 20), "3 4 5 6 7 8 9")]
)
async def test_no_round_goes_from_the_list_without_a_sign(size: tuple[int, int], shown: str) -> None:
    last = int(shown[-1])
    goal = last // 2 + 1
    table = at_the_rope("adrenaline R2", "B2 G1", ["R1", "G3"], barrel=3, goal=goal)
    table.state.rounds = tuple(Round(0, number % 2, "half", (6, 5, 6), (11, 11)) for number in range(last - 1))
    table.state.scores = (goal - 1, goal - 1)
    async with at_table(table, size=size) as sitting:
        await sitting.press("x", "enter")
        await sitting.until(lambda: sitting.showing(MatchScreen))
        listed = [line.split()[0] for line in sitting.lines() if re.search(r"^  \d \w+ +(in|at) ", line)]
        assert listed == shown.split()
        assert "in this half, 11 fields" in sitting.text()
        (title,) = [line for line in sitting.lines() if "ROUND BY ROUND" in line]
        assert ("↑ 2 more" in title) == (listed[0] == "3")


# Sizes


@pytest.mark.second
@pytest.mark.parametrize("size", SIZES)
async def test_everything_fits(size: tuple[int, int]) -> None:
    hand = "R2! W3 W0 B0 B1 G0 good-bye change-sides monstrous"
    table = at_the_rope(hand, "B2 G1", ["R1", "G3"], {"0 red": "R3", "0 green": "W4", "1 blue": "N"}, 12)
    async with at_table(table, size=size) as sitting:
        await sitting.press("w", "up")
        places = sitting.board.places
        for kind, count in (("hand", 9), ("field", 6)):
            rects = [rect for rect, what in places if what[0] == kind]
            assert len(rects) == count
            assert all(rect.x >= 0 and rect.right <= size[0] and rect.bottom < size[1] for rect in rects)
            assert len({rect.x for rect in rects}) == count
        assert "YOUR END" in sitting.text()
        assert "Your card." in sitting.text()


@pytest.mark.second
async def test_a_race_has_any_size_at_any_time() -> None:
    async with at_table(dealt()) as sitting:
        await start_race(sitting)
        for size in ((61, 20), (30, 10)):
            await sitting.resize(*size)
            await sitting.press("space")
            await pass_time(sitting, 1)
            await sitting.press("a")
