"""Matches that are kept: continue, the list of games, replays, cuts and deals again."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from herrlof.bots import new_bot
from herrlof.bots.quick import QuickRandom
from herrlof.games import GAMES
from herrlof.records.journal import Disk
from herrlof.records.storage import FINISHED, UNFINISHED, Storage, read_record
from herrlof.table.match import Match, Seat
from herrlof.table.replay import Replay
from herrlof.tui.screens.games import GamesScreen
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.new_game import CutScreen
from herrlof.tui.screens.replay import ReplayScreen
from herrlof.tui.screens.table import TableScreen
from tests.tui.driving import Sitting, hall

ANNA_BEN = (Seat("Anna"), Seat("Ben"))


def keep(seats: tuple[Seat, ...], moves: int | None = None, **options: object) -> Path:
    """Play a match between simple players into a file, to its end or for some moves."""
    journal = Storage().new_journal()
    match = Match(GAMES["herrlof"], seats, journal=journal, seed=bytes(32), **options)
    bots = [new_bot("rules", QuickRandom(number)) for number in range(len(seats))]
    while not match.over and (moves is None or len(match.moves) < moves):
        if match.mover < 0:
            match.advance()
        else:
            match.play(match.mover, bots[match.mover].choose(match.observe(match.mover), match.legal()))
    journal.close()
    return journal.path


def position(path: Path) -> tuple[object, ...]:
    """Return what everybody knows at the end of a record."""
    match = Match.replay(read_record(path))
    return (match.mover, *(match.observe(seat) for seat in range(len(match.seats))))


async def watch(sitting: Sitting, path: Path) -> None:
    """Open a replay."""
    sitting.app.replay(path)
    await sitting.pilot.pause()
    await sitting.pilot.pause()


async def practise(sitting: Sitting) -> None:
    """Play against a bot that thinks no time."""
    sitting.app.settings = replace(sitting.app.settings, bot="rules")
    await sitting.press("p")


async def test_home_offers_to_continue_only_where_there_is_something() -> None:
    async with hall() as sitting:
        assert "Continue" not in sitting.text()
    path = keep(ANNA_BEN, 20)
    async with hall() as sitting:
        assert re.search(r"Continue      Anna v Ben, 0 : 0, today \d\d:\d\d", sitting.text())
    os.utime(path, (1_700_000_000, 1_700_000_000))
    async with hall() as sitting:
        assert re.search(r"Continue      Anna v Ben, 0 : 0, 2023-11-1\d \d\d:\d\d", sitting.text())


async def test_a_hot_seat_match_is_continued_behind_the_curtain_at_the_same_card() -> None:
    path = keep(ANNA_BEN, 21)
    before = position(path)
    async with hall() as sitting:
        await sitting.press("c")
        assert sitting.showing(TableScreen)
        assert "Hand the keyboard to" in sitting.text()
        match = sitting.match
        assert (match.mover, *(match.observe(seat) for seat in range(2))) == before
        await sitting.press(str(match.mover + 1))
        assert "Hand the keyboard to" not in sitting.text()


async def test_a_match_against_a_bot_is_continued_without_a_curtain() -> None:
    keep((Seat("Anna"), Seat("Ben", "rules")), 21)
    async with hall() as sitting:
        await sitting.press("c")
        assert "Hand the keyboard" not in sitting.text()
        assert sitting.match.mover == 0


async def test_leaving_the_table_gives_the_match_to_others_and_loses_nothing() -> None:
    async with hall() as sitting:
        await practise(sitting)
        await sitting.press("3", "enter")
        moves = len(sitting.match.moves)
        await sitting.press("q")
        assert sitting.showing(HomeScreen)
        (found,) = Storage().matches()
        assert (found.state, found.moves) == (UNFINISHED, moves)
        match, journal = Storage().resume(found.path)
        assert len(match.moves) == moves
        journal.close()


async def test_every_move_is_in_the_file_when_it_is_on_the_screen() -> None:
    async with hall() as sitting:
        await practise(sitting)
        await sitting.press("3", "enter")
        for _ in range(12):
            await sitting.press("enter", "right")
            (found,) = Storage().matches()
            assert found.moves == len(sitting.match.moves)


async def test_a_match_that_is_open_elsewhere_says_where() -> None:
    path = keep(ANNA_BEN, 20)
    _, journal = Storage().resume(path)
    async with hall() as sitting:
        await sitting.press("g", "enter")
        assert not sitting.showing(TableScreen)
        await sitting.press("escape")
        sitting.app.resume(path)
        await sitting.pilot.pause()
        assert str(os.getpid()) in sitting.text()
    journal.close()


async def test_the_list_replays_a_finished_match_and_resumes_an_unfinished_one() -> None:
    finished = keep(ANNA_BEN)
    os.utime(finished, (0, 0))
    keep((Seat("Cleo"), Seat("Dirk")), 20)
    async with hall() as sitting:
        await sitting.press("g")
        assert sitting.showing(GamesScreen)
        lines = [line for line in sitting.lines() if " v " in line]
        assert "Cleo v Dirk" in lines[0]
        assert UNFINISHED in lines[0]
        assert "Anna v Ben" in lines[1]
        assert FINISHED in lines[1]
        await sitting.press("enter")
        assert sitting.showing(TableScreen)
        await sitting.press("q", "g", "down", "enter")
        assert sitting.showing(ReplayScreen)
        await sitting.press("q")
        assert sitting.showing(GamesScreen)


async def test_a_match_is_deleted_at_the_second_asking_only() -> None:
    path = keep(ANNA_BEN, 20)
    async with hall() as sitting:
        await sitting.press("g", "d")
        assert "Press D again" in sitting.text()
        await sitting.press("right")
        assert path.exists()
        await sitting.press("d")
        assert path.exists()
        await sitting.press("d")
        assert not path.exists()
        assert "No match has been played yet" in sitting.text()


async def test_a_damaged_match_names_file_and_line_and_hinders_no_other() -> None:
    damaged, good = keep(ANNA_BEN, 20), keep((Seat("Cleo"), Seat("Dirk")), 20)
    data = bytearray(damaged.read_bytes())
    data[len(data) // 2] ^= 1
    damaged.write_bytes(data)
    os.utime(damaged, (2**31, 2**31))
    async with hall() as sitting:
        await sitting.press("g")
        shown = sitting.text().replace("\n", "").replace("│", "")
        assert damaged.name in shown
        assert ", line " in shown
        await sitting.press("enter")
        assert "cannot be shown" in sitting.text()
        await sitting.press("enter", "down", "enter")
        assert sitting.showing(TableScreen)
        assert sitting.table.journal.path == good
    assert damaged.read_bytes() == data


@pytest.mark.parametrize(("key", "swapped"), [("a", False), ("w", True)])
async def test_the_same_deals_from_the_list(key: str, swapped: bool) -> None:
    path = keep(ANNA_BEN)
    before = Replay(read_record(path))
    hands = [before.observe(1, seat).hand for seat in range(2)]
    async with hall() as sitting:
        await sitting.press("g", key)
        assert sitting.showing(TableScreen)
        again = [sitting.match.observe(seat).hand for seat in range(2)]
        assert again == (hands[::-1] if swapped else hands)


async def test_the_end_screen_shows_seed_and_code_and_deals_again() -> None:
    keep((Seat("Anna"), Seat("Ben", "rules")), None, goal=5)
    async with hall() as sitting:
        await practise(sitting)
        sitting.app.go_home()
        path = keep((Seat("Odin", "rules"), Seat("Freya", "rules")), None, goal=5)
        sitting.app.same_deals(Match.replay(read_record(path)), turn=0)
        for _ in range(40):
            await sitting.pilot.pause()
            await sitting.settle()
            if sitting.app.screen.query("#same"):
                break
            await sitting.press("enter")
        text = sitting.text()
        assert f"Deal code {sitting.match.deal_code}" in text
        table = sitting.table
        await sitting.press("right", "enter")
        assert sitting.table is not table


async def test_cuts_are_mixed_in_and_recorded() -> None:
    async with hall() as sitting:
        await sitting.press("n", settle=False)
        await sitting.press("f2", settle=False)
        assert sitting.showing(CutScreen)
        commitment = sitting.app.screen._match.commitment
        assert commitment in sitting.text()
        await sitting.press(*"odin", "enter", settle=False)
        await sitting.press("enter")
        assert sitting.showing(TableScreen)
        assert sitting.match.cuts == ("odin", "")
        assert sitting.match.commitment == commitment
        assert commitment[:8] in sitting.text()


async def test_leaving_the_cut_leaves_no_match() -> None:
    async with hall() as sitting:
        await sitting.press("n", settle=False)
        await sitting.press("f2", settle=False)
        await sitting.press("escape", settle=False)
        assert sitting.showing(HomeScreen)
        assert "Continue" not in sitting.text()
        assert Storage().matches() == []


async def test_a_replay_goes_both_ways_by_move_by_trick_and_by_round() -> None:
    path = keep(ANNA_BEN)
    async with hall() as sitting:
        await watch(sitting, path)
        first = sitting.text()
        assert "move 1 of" in first
        await sitting.press("right", "right", "left", settle=False)
        assert "move 2 of" in sitting.text()
        await sitting.press("home", settle=False)
        await sitting.press("right", settle=False)
        assert sitting.text() == first
        await sitting.press("down", settle=False)
        trick = sitting.text()
        assert "wins" in trick or "destroyed" in trick
        await sitting.press("down", "up", settle=False)
        assert sitting.text() == trick
        await sitting.press("pagedown", settle=False)
        assert "Round 2" in sitting.text()
        await sitting.press("pageup", settle=False)
        assert sitting.text() == first
        await sitting.press("end", settle=False)
        last = next(line for line in sitting.lines() if "replay: move" in line)
        assert last.split()[2] == last.split()[4]


async def test_a_finished_match_is_replayed_with_all_hands_open() -> None:
    path = keep((Seat("Anna"), Seat("Ben"), Seat("Cleo")))
    replay = Replay(read_record(path))
    async with hall() as sitting:
        await watch(sitting, path)
        shown = [line for line in sitting.lines()[:8] if line.count("B") + line.count("G") + line.count("R") > 2]
        assert len(shown) >= 2
        await sitting.press("tab", settle=False)
        assert "Ben" in sitting.lines()[13]
        assert replay.open


async def test_an_unfinished_match_between_people_is_watched_from_one_seat_only() -> None:
    path = keep(ANNA_BEN, 12)
    replay = Replay(read_record(path))
    assert not replay.open
    async with hall() as sitting:
        await watch(sitting, path)
        await sitting.press("end", settle=False)
        assert "Press your own number" in sitting.text()
        await sitting.press("2", settle=False)
        assert "Press your own number" not in sitting.text()
        hidden = replay.observe(replay.last, 0).hand
        seen = replay.observe(replay.last, 1)
        public = [card for _, what, card in seen.history if what == "play"] + list(seen.turned)
        hand_rows = sitting.lines()[11:16]
        for card in hidden:
            if card < 36 and card not in seen.hand and card not in public:
                rank, letter = str(card % 9 + 1), "BGRY"[card // 9]
                columns = [at for at, sign in enumerate(hand_rows[2]) if sign == rank]
                assert not any(hand_rows[3][at + 1] == letter for at in columns)
        assert {event.kind for event in replay.news(replay.last, 1) if event.only} <= {
            event.kind for event in replay.news(replay.last, 1) if event.only is None or 1 in event.only
        }


async def test_a_replay_plays_by_itself_and_stops() -> None:
    path = keep(ANNA_BEN, None, goal=5)
    async with hall() as sitting:
        await watch(sitting, path)
        await sitting.press("plus", "plus", "plus", "plus", "space", settle=False)
        await sitting.pilot.pause(0.7)
        await sitting.press("space", settle=False)
        at = sitting.app.screen._at
        assert at > 2
        await sitting.pilot.pause(0.3)
        assert sitting.app.screen._at == at


class FullDisk(Disk):
    """A disk without room, until there is."""

    full = False

    def write(self, fd: int, data: bytes) -> int:
        if self.full:
            raise OSError(28, "No space left on device")
        return super().write(fd, data)


async def test_a_full_disk_shows_a_banner_until_there_is_room_and_play_goes_on() -> None:
    disk = FullDisk()
    async with hall() as sitting:
        sitting.app.storage = Storage(disk=disk)
        await practise(sitting)
        assert not sitting.table.has_class("-trouble")
        disk.full = True
        await sitting.press("3", "enter")
        assert sitting.table.has_class("-trouble")
        assert "saved" in sitting.lines()[0]
        await sitting.press("enter", "right", "enter")
        await sitting.press("q")
        assert "Continue" in sitting.text()
        await sitting.press("c")
        assert sitting.table.has_class("-trouble")
        disk.full = False
        while sitting.table.has_class("-trouble"):
            await sitting.press("enter", "right")
        (found,) = Storage().matches()
        assert found.moves == len(sitting.match.moves)


async def test_the_last_choices_are_kept_and_an_unreadable_file_is_said_once() -> None:
    async with hall() as sitting:
        await sitting.press("n", settle=False)
        await sitting.press("end", *["backspace"] * 10, *"Wodan", "f2", settle=False)
        await sitting.press("enter", "enter")
    async with hall() as sitting:
        await sitting.press("n", settle=False)
        assert "Wodan" in sitting.text()
    Storage().settings_file.write_text("edition = 3")
    async with hall() as sitting:
        assert "edition" in sitting.text()
        await sitting.press("enter", settle=False)
        assert sitting.showing(HomeScreen)
    async with hall() as sitting:
        assert sitting.showing(HomeScreen)
