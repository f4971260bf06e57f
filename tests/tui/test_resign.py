"""A match that is given up on the screen, or ended because all agree."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from herrlof.records.help import Ending
from herrlof.records.names import ELSEWHERE, Seat
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch
from herrlof.table.commands import Resign, WantEnd
from herrlof.table.match import Match
from herrlof.tui.boards.how_ruck.race import FRAMES, RaceScreen
from herrlof.tui.screens.asks import ResignScreen
from herrlof.tui.screens.ends import MatchScreen
from herrlof.tui.screens.learn import LearnScreen
from herrlof.tui.screens.table import TableScreen
from tests.seats.rooms import begun, play, until
from tests.tiers import later
from tests.tui.driving import Sitting, hall, new_match
from tests.tui.test_hints import SOLO
from tests.tui.test_how_ruck import at_table, dealt
from tests.tui.test_together import asked, come, guest_at, hasty, match_for_two

__all__ = ["hasty"]


@pytest.mark.second
@pytest.mark.parametrize("game", later(["herrlof", "herald", "herfor"], now=["herald"]))
async def test_one_key_asks_and_another_gives_the_match_up(game: str) -> None:
    async with new_match(game, *SOLO, moves=1) as sitting:
        await sitting.until(lambda: sitting.board.asked)
        match = sitting.match
        for stays in ("escape", "enter", "n", "e"):
            await sitting.press("equals_sign")
            await sitting.see("If you resign, you lose.")
            assert "without a winner" not in sitting.text(), "there is nobody to agree with"
            await sitting.press(stays)
            if stays != "e":
                await sitting.until(lambda: sitting.showing(TableScreen))
        assert not match.over
        await sitting.press("r")
        await sitting.until(lambda: sitting.showing(MatchScreen))
        assert match.ending == Ending(len(match.moves), 0)
        await sitting.see("You resigned: Random wins.")


async def test_people_at_one_screen_are_asked_by_name_and_may_agree() -> None:
    async with new_match("herfor", "Anna", "Ben") as sitting:
        await sitting.until(lambda: sitting.board.asked)
        await sitting.press("equals_sign")
        await sitting.see("Whoever resigns loses: ")
        await sitting.see("E ends it without a winner, if you all agree.")
        await sitting.press("e")
        await sitting.until(lambda: sitting.showing(MatchScreen))
        assert sitting.match.ending == Ending(0, None)
        await sitting.see("All agreed to end the match here: nobody has won.")


async def test_behind_a_curtain_nobody_resigns() -> None:
    async with new_match("herald", "Anna", "Ben") as sitting:
        await sitting.until(lambda: sitting.board.scene.curtain is not None)
        await sitting.press("equals_sign")
        assert sitting.showing(TableScreen)


async def test_a_lesson_is_not_given_up(files: Storage) -> None:
    async with hall(storage=files) as sitting:
        sitting.app.open_page("lessons", "herald")
        await sitting.until(lambda: sitting.showing(LearnScreen))
        sitting.app.begin_lesson("herald", 1, 0)
        await sitting.until(lambda: isinstance(sitting.app.screen, TableScreen))
        await sitting.press("equals_sign")
        assert not sitting.showing(ResignScreen)


async def at_race(sitting: Sitting) -> None:
    await sitting.until(lambda: sitting.showing(RaceScreen))
    await sitting.press("space")
    await sitting.until(lambda: "keep" in sitting.text() or "stop" in sitting.lines()[-1])
    await sitting.press("equals_sign")


@pytest.mark.second
async def test_at_a_race_at_one_screen_a_number_says_who_resigns() -> None:
    async with at_table(dealt(), "Anna", "Ben") as sitting:
        await at_race(sitting)
        await sitting.see("Whoever resigns loses: press the number of whoever it is.")
        assert "1 Anna resigns" in sitting.words()
        assert "R resign" not in sitting.words()
        await sitting.press("r", "3", "n")
        await sitting.until(lambda: sitting.showing(RaceScreen))
        assert "stands still" in sitting.words() or "stopped" in sitting.words()
        await sitting.press("equals_sign", "2")
        await sitting.until(lambda: sitting.showing(MatchScreen))
        assert sitting.match.ending == Ending(0, 1)
        await sitting.see("Ben resigned: Anna wins.")


@pytest.mark.second
async def test_at_a_race_all_agree_to_end_it() -> None:
    async with at_table(dealt(), "Anna", "Ben") as sitting:
        await at_race(sitting)
        await sitting.press("e")
        await sitting.until(lambda: sitting.showing(MatchScreen))
        assert sitting.match.ending == Ending(0, None)


@pytest.mark.second
async def test_who_races_alone_or_from_behind_a_curtain_resigns_by_the_same_key() -> None:
    async with at_table(dealt()) as sitting:
        await at_race(sitting)
        await sitting.press("r")
        await sitting.until(lambda: sitting.showing(MatchScreen))
        assert sitting.match.ending == Ending(0, 0)
    async with at_table(dealt(), "Anna", "Ben", preferences={"apart": True}) as sitting:
        await sitting.until(lambda: sitting.showing(RaceScreen))
        await sitting.press("equals_sign")
        assert sitting.showing(RaceScreen), "nobody looks"
        await sitting.press("1", "equals_sign")
        await sitting.see("Whoever resigns loses: that's Anna.")
        await sitting.press("r")
        await sitting.until(lambda: sitting.showing(MatchScreen))
        assert sitting.match.ending == Ending(0, 0)


async def test_at_a_race_it_is_said_why_nobody_resigns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "ending_refusal", "this record is too old")
    async with at_table(dealt()) as sitting:
        await at_race(sitting)
        await sitting.press("r")
        await sitting.see("No: this record is too old.")
        assert sitting.showing(RaceScreen)


@pytest.mark.second
async def test_a_race_that_another_one_ends_is_left_when_the_page_above_has_gone(files: Storage) -> None:
    async with hall(storage=files, straight_to=match_for_two("how-ruck")) as sitting:
        ben = await come(sitting)
        await sitting.until(lambda: sitting.showing(RaceScreen))
        await sitting.press("equals_sign")
        await sitting.until(lambda: sitting.showing(ResignScreen))
        await until(lambda: ben.begun)
        ben.send(1, Resign())
        await until(lambda: sitting.match.over)
        await asyncio.sleep(3 / FRAMES)
        assert sitting.showing(ResignScreen)
        await sitting.press("n")
        await sitting.until(lambda: sitting.showing(MatchScreen))
        await sitting.see("Ben resigned: ")
        ben.close()


async def test_who_is_asked_is_asked_no_more_when_another_one_elsewhere_gives_up(files: Storage) -> None:
    async with hall(storage=files, straight_to=match_for_two("herfor")) as sitting:
        ben = await come(sitting)
        await sitting.until(lambda: sitting.showing(TableScreen))
        playing = asyncio.ensure_future(play(ben, [1], Random(1)))
        await sitting.until(lambda: sitting.board.asked)
        ben.send(1, WantEnd())
        await sitting.see("Ben wants to end the match here")
        ben.send(1, Resign())
        await sitting.until(lambda: sitting.showing(MatchScreen))
        await sitting.see("Ben resigned: ")
        await playing
        ben.close()


async def test_at_a_curtain_it_is_shown_at_once_that_another_one_elsewhere_gives_up(files: Storage) -> None:
    seats = (Seat("Anna"), Seat("Ben", None, ELSEWHERE), Seat("Cleo"))
    async with hall(storage=files, straight_to=NewMatch("herrlof", seats, {})) as sitting:
        ben = await come(sitting)
        await sitting.until(lambda: sitting.showing(TableScreen) and sitting.board.scene.curtain is not None)
        ben.send(1, Resign())
        await sitting.until(lambda: sitting.showing(MatchScreen))
        await sitting.see("Ben resigned: ")
        ben.close()


@pytest.mark.second
async def test_a_guest_gives_up_and_agrees_by_the_same_key(files: Storage) -> None:
    async with guest_at(files) as (sitting, host):
        await sitting.press("f2")
        await begun(host)
        anna = asyncio.ensure_future(play(host.table, [0], Random(0)))
        await sitting.until(lambda: asked(sitting))
        await sitting.press("equals_sign")
        await sitting.see("E ends it without a winner, once all agree.")
        await sitting.press("e")
        await until(lambda: host.table.end_wanted == {1})
        await sitting.until(lambda: sitting.showing(TableScreen))
        await sitting.press("equals_sign")
        await sitting.see("You want to end it without a winner; E takes that back.")
        await sitting.press("e")
        await until(lambda: not host.table.end_wanted)
        await sitting.until(lambda: sitting.showing(TableScreen))
        await sitting.press("equals_sign", "r")
        await sitting.until(lambda: sitting.showing(MatchScreen))
        await sitting.see("You resigned: Anna wins.")
        await anna
        assert host.table.ending is not None
        assert host.table.ending.seat == 1
