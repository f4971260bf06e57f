"""Matches that are kept: the list of games, replays, deals again, and what cannot be opened."""

from __future__ import annotations

import asyncio
import json
import os
import re
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace

import pytest

from herrlof.coach.judge import VERSION
from herrlof.coach.review import KEPT
from herrlof.games import GAMES
from herrlof.records.disk import Disk
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage, read_record
from herrlof.table.export import as_text
from herrlof.table.replay import Replay
from herrlof.table.resume import replayed
from herrlof.tui.screens.ends import MatchScreen
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.matches import MatchesScreen
from herrlof.tui.screens.replay import ReplayScreen
from herrlof.tui.screens.review import ReviewScreen
from herrlof.tui.screens.table import TableScreen
from tests.disks import FastDisk, resumed
from tests.records.test_models import kept_file
from tests.tiers import later
from tests.tui.driving import Sitting, hall, kept, new_match

TWO = ("Anna", "Ben")
SHORT = {"goal": 1}
"""Options of a match that's over after one round."""


def lines(sitting: Sitting) -> list[str]:
    """Return the lines of the list, their dates left out."""
    rows = sitting.lines()
    first = sitting.find("played last")[1] + 1
    return [" ".join(row[19:].split()) for row in takewhile(str.strip, rows[first:])]


# The list


@pytest.mark.parametrize("game", later(GAMES, now=["herrlof"]))
async def test_a_match_that_was_left_before_its_first_move_waits(game: str, files: Storage) -> None:
    kept(files, game, *TWO, moves=0)
    async with hall(storage=files) as sitting:
        assert f"{GAMES[game].title}, Anna v Ben" in sitting.row_of("Continue")
        await sitting.press("g")
        assert lines(sitting)[0].startswith(f"{GAMES[game].title} Anna v Ben")
        await sitting.press("enter")
        assert sitting.match.game.key == game


async def test_an_empty_list_says_so_and_offers_nothing(files: Storage) -> None:
    async with hall(storage=files) as sitting:
        await sitting.press("g")
        assert "No match has been played yet." in sitting.text()
        assert "replay" not in sitting.text()
        await sitting.press("enter", "r", "a", "d", "escape")
        assert sitting.showing(HomeScreen)


async def test_the_list_has_a_line_a_match_the_last_played_first(files: Storage, toys: None) -> None:
    kept(files, "herrlof", *TWO, options=SHORT)
    kept(files, "nim", "Cleo", "bot:random", moves=1)
    kept(files, "kuhn", *TWO)
    async with hall(storage=files) as sitting:
        await sitting.press("g")
        shown = lines(sitting)
        assert shown[0].startswith("Kuhn")
        assert shown[0].endswith("finished")
        assert shown[1] == "Nim Cleo v Random – unfinished"
        assert shown[2].startswith("Herrlof Anna v Ben")
        assert shown[2].endswith("finished")
        assert "played last" in sitting.text()


@pytest.mark.second
async def test_the_list_marks_a_match_with_help_and_says_what_it_was(files: Storage) -> None:
    files.games.mkdir(parents=True)
    (files.games / "helped.herrlof").write_bytes(kept_file("format-3-with-help").read_bytes())
    for size in ((60, 20), (120, 40)):
        async with hall(storage=files, size=size) as sitting:
            await sitting.press("g")
            assert "finished *" in sitting.text()
            await sitting.see("Played with help: 5 hints, 4 take-backs.")
            assert "Enter or R replays it" in sitting.text()


@pytest.mark.second
@pytest.mark.parametrize("above", [[], pytest.param(["r"], marks=pytest.mark.second)], ids=["list", "replay"])
async def test_heads_and_lines_stand_above_each_other_in_every_window(above: list[str], files: Storage) -> None:
    kept(files, "herrlof", *TWO, options=SHORT)
    async with hall(storage=files, size=(120, 24)) as sitting:
        await sitting.press("g", *above)
        for width in (70, 90, 60, 130):
            await sitting.resize(width, 24)
            await sitting.press(*["q"] * len(above))
            heads, line = sitting.find("game ")[0], sitting.find("Herrlof")[0]
            states = sitting.find("state")[0], sitting.find("finished")[0]
            assert heads == line
            assert states[0] == states[1], width
            await sitting.press(*above)


@pytest.mark.second
async def test_of_a_game_that_hides_nothing_no_hands_are_opened(files: Storage) -> None:
    kept(files, "herfor", *TWO, options={"size": 5})
    async with hall(storage=files) as sitting:
        await sitting.press("g")
        assert "Enter or R replays it." in sitting.text()


async def test_the_list_tells_what_enter_does(files: Storage) -> None:
    kept(files, "herrlof", *TWO, options=SHORT)
    kept(files, "herrlof", "Cleo", "bot:random", moves=20)
    async with hall(storage=files) as sitting:
        await sitting.press("g")
        assert "Enter continues it at round 1, trick 6; R replays it so far." in sitting.text()
        assert "Enter go on" in sitting.lines()[-1]
        await sitting.press("down")
        assert "Enter or R replays it, all hands open." in sitting.text()
        assert "Enter replay" in sitting.lines()[-1]
        await sitting.press("enter")
        assert sitting.showing(ReplayScreen)
        await sitting.press("q", "up", "enter")
        assert sitting.showing(TableScreen)


@pytest.mark.second
async def test_a_match_open_elsewhere_says_so_and_is_not_gone_on_with(files: Storage) -> None:
    path = kept(files, "herrlof", *TWO, moves=20)
    _, journal = resumed(files, path)
    async with hall(storage=files) as sitting:
        await sitting.press("g")
        assert lines(sitting)[0].endswith(" open")
        assert "It's open in another program: R shows what's public." in sitting.words()
        await sitting.press("enter")
        assert "THIS MATCH CAN'T BE OPENED" in sitting.text()
        assert str(os.getpid()) in sitting.text()
        await sitting.press("escape", "d", "d")
        assert path.exists(), "it cannot be deleted either"
    journal.close()


@pytest.mark.second
async def test_a_match_with_a_bot_that_is_not_known_here_says_so(files: Storage) -> None:
    kept(files, "herrlof", "Anna", "Xeno=bot:xeno", moves=0)
    async with hall(storage=files) as sitting:
        await sitting.press("c")
        assert "There's no bot 'xeno' for Herrlof" in sitting.words()
        await sitting.press("escape")
        assert sitting.showing(HomeScreen)
        await sitting.press("g")
        assert lines(sitting)[0].split()[-1] == "unfinished", "its file is closed again"


@pytest.mark.second
async def test_the_deals_of_a_bot_that_is_not_known_here_are_not_played_again(files: Storage) -> None:
    kept(files, "herrlof", "Anna", "Xeno=bot:xeno", options=SHORT)
    async with hall(storage=files) as sitting:
        await sitting.press("g", "a")
        assert "There's no bot 'xeno' for Herrlof" in sitting.words()
        await sitting.press("escape", "g")
        assert len(lines(sitting)) == 1


@pytest.mark.second
@pytest.mark.parametrize(("size", "scores"), [((80, 24), "0 : 0 : 0 :…"), ((120, 40), "0 : 0 : 0 : 0 : 0 : 0")])
async def test_the_list_has_the_scores_of_all_where_there_is_room(
    size: tuple[int, int], scores: str, files: Storage
) -> None:
    kept(files, "herald", "Anna", "Ben", "Cleo", "Dag", "Egil", "Finn", moves=9)
    async with hall(storage=files, size=size) as sitting:
        await sitting.press("g")
        assert lines(sitting)[0].endswith(f" {scores} unfinished")


async def test_a_match_begun_over_another_leaves_that_one_as_it_stands(files: Storage) -> None:
    path = kept(files, "herrlof", *TWO, moves=20)
    async with hall(storage=files, settings=Settings(name="Cleo")) as sitting:
        sitting.app.resume(path)
        await sitting.settle()
        left = sitting.table
        sitting.app.open_page("quick", "herrlof")
        await sitting.settle()
        assert sitting.table is not left
        assert [screen for screen in sitting.app.screen_stack if isinstance(screen, TableScreen)] == [sitting.table]
        assert not left.is_running
        await sitting.press("q", "g")
        assert [line.split()[-1] for line in lines(sitting)] == ["unfinished"], "nobody had moved in the other one"
    assert len(read_record(path).moves) == 20


async def test_a_broken_record_is_named_and_hinders_no_other(files: Storage) -> None:
    path = kept(files, "herrlof", *TWO, moves=30)
    data = path.read_bytes()
    path.write_bytes(data[:900] + b"#" + data[901:])
    kept(files, "herrlof", "Cleo", "Dag", moves=20)
    async with hall(storage=files) as sitting:
        await sitting.press("g")
        assert [line.split()[-1] for line in lines(sitting)] == ["unfinished", "damaged"]
        await sitting.press("down")
        assert path.name[:20] in sitting.text()
        assert "Enter" not in sitting.lines()[-1]
        assert "replay" not in sitting.lines()[-1]
        assert "review" not in sitting.lines()[-1]
        assert "D delete" in sitting.lines()[-1]
        await sitting.press("enter", "r", "v")
        assert sitting.showing(MatchesScreen)
        assert path.name[:20] in sitting.text()
        await sitting.press("up")
        assert "R replay" in sitting.lines()[-1]
        await sitting.press("enter")
        assert sitting.showing(TableScreen)


@pytest.mark.second
@pytest.mark.parametrize("key", ["d", "D"])
async def test_a_record_is_deleted_at_the_second_asking(key: str, files: Storage) -> None:
    path = kept(files, "herrlof", *TWO, moves=20)
    async with hall(storage=files) as sitting:
        await sitting.press("g", key)
        assert "Press D again; any other key keeps it." in sitting.words()
        await sitting.press("x")
        assert "The match is kept." in sitting.text()
        await sitting.press(key)
        assert path.exists()
        await sitting.press(key)
        assert not path.exists()
        assert "No match has been played yet." in sitting.text()


async def test_the_question_before_a_delete_stays_while_more_records_are_read(
    files: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(files, "herrlof", *TWO, moves=20)
    more = asyncio.Event()
    monkeypatch.setattr("herrlof.tui.screens.matches.asyncio", SimpleNamespace(sleep=lambda _: more.wait()))
    async with hall(storage=files) as sitting:
        await sitting.press("g", "d")
        more.set()
        await sitting.until(lambda: "…" not in sitting.row_of("Matches"))
        assert "Press D again; any other key keeps it." in sitting.words()
        await sitting.press("d")
        assert not path.exists()


@pytest.mark.second
@pytest.mark.parametrize(("key", "swapped"), [("a", False), ("w", True), ("A", False), ("W", True)])
async def test_the_same_deals_again(key: str, swapped: bool, files: Storage) -> None:
    path = kept(files, "herrlof", *TWO, options={**SHORT, "first_dealer": 0})
    replay = Replay(read_record(path))
    hands = [replay.view(1, seat).observation.hand for seat in range(2)]
    async with hall(storage=files) as sitting:
        await sitting.press("g", key)
        assert sitting.showing(TableScreen)
        assert [sitting.match.observe(seat).hand for seat in range(2)] == hands
        names = [seat.name for seat in sitting.match.seats]
        assert names == (["Ben", "Anna"] if swapped else ["Anna", "Ben"]), "swapped hands are swapped seats"


async def test_deals_are_offered_again_where_there_are_some_and_the_match_is_over(files: Storage, toys: None) -> None:
    kept(files, "herrlof", *TWO, options=SHORT)
    kept(files, "nim", *TWO)
    kept(files, "herrlof", *TWO, moves=20)
    async with hall(storage=files, size=(120, 40)) as sitting:
        await sitting.press("g")
        for key in ("a", "w"):
            assert "same deals" not in sitting.lines()[-1]
            assert "swapped" not in sitting.lines()[-1]
            await sitting.press(key, "down")
            assert sitting.showing(MatchesScreen)
        assert "A same deals" in sitting.lines()[-1]
        assert "W swapped" in sitting.lines()[-1]


# Replays


def place(sitting: Sitting) -> int:
    """Return the number of the move that is shown."""
    return int(sitting.text().split("ing: " if "playing: " in sitting.text() else "replay: ")[1].split()[0])


@pytest.mark.second
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
async def test_a_replay_says_where_it_is_at_every_size(size: tuple[int, int], files: Storage) -> None:
    last = len(replayed(read_record(kept(files, "herrlof", *TWO, options=SHORT))).moves)
    async with hall(storage=files, size=size) as sitting:
        await sitting.press("g", "enter", "right", "right")
        assert f"replay: 3 of {last}" in sitting.text()
        await sitting.press("down")
        assert f"replay: {place(sitting)} of {last}" in sitting.text()


@pytest.mark.second
async def test_a_replay_goes_both_ways_by_move_by_trick_and_by_round(files: Storage) -> None:
    last = len(replayed(read_record(kept(files, "herrlof", *TWO, options={"goal": 30}))).moves)
    async with hall(storage=files) as sitting:
        await sitting.press("g", "enter")
        first = sitting.text()
        assert place(sitting) == 1
        await sitting.press("right", "right", "left")
        assert place(sitting) == 2
        await sitting.press("home", "right")
        assert sitting.text() == first
        await sitting.press("down")
        trick = sitting.text()
        assert "won:" in trick or "Void" in trick
        await sitting.press("down", "up")
        assert sitting.text() == trick
        await sitting.press("pagedown")
        assert "Round 2" in sitting.text()
        await sitting.press("pageup")
        assert "Round 1" in sitting.text()
        await sitting.press("end")
        assert place(sitting) == last
        await sitting.press("home")
        assert place(sitting) == 0


async def test_a_replay_names_a_seat_that_nobody_here_had(files: Storage) -> None:
    """Nobody reads "you win" from the seat of who has beaten them."""
    path = kept(files, "herrlof", "Anna", "bot:random", options=SHORT)
    async with hall(storage=files, size=(120, 40)) as sitting:
        sitting.app.replay(path)
        await sitting.settle()
        await sitting.press("end")
        assert re.search(r"\bYou\b", sitting.text())
        await sitting.press("tab")
        assert not re.search(r"\b[Yy]ou\b", sitting.text())


@pytest.mark.second
@pytest.mark.parametrize("game", later(GAMES, now=["herald"]))
async def test_who_is_called_you_has_another_name_where_others_look(game: str, files: Storage) -> None:
    path = kept(files, game, "Freya=bot:random", "You")
    wrong = re.compile(r"\b(You|you) (has|is|was|[a-z]+[^u]s|played|placed|took)\b|\b(of|to|by) You\b")
    match = replayed(read_record(path))
    assert not (found := wrong.search("\n".join(as_text(read_record(path), match)))), found
    async with hall(storage=files, size=(160, 50)) as sitting:
        sitting.app.replay(path, at=len(match.moves) // 3)
        await sitting.settle()
        if match.game.hidden:
            await sitting.press("tab")  # the hand of Freya
        for _number in range(5):
            await sitting.press("right")
            assert not re.search(r"\b(of|to|by) You\b|\bYou [a-z]+s\b", sitting.text()), sitting.text()
            assert ("Player B" in sitting.text()) == match.game.hidden


async def test_a_finished_match_is_replayed_with_all_hands_open(files: Storage) -> None:
    path = kept(files, "herrlof", "Anna", "Ben", "Cleo", options=SHORT)
    replay = Replay(read_record(path))
    async with hall(storage=files, size=(120, 40)) as sitting:
        await sitting.press("g", "enter", "right", "right", "right", "right")
        for seat, name in enumerate(("Anna", "Ben", "Cleo")):
            row = [line for line in sitting.lines() if line.lstrip(" ▸").startswith(f"{name} ")][-1]
            assert "said" in row or "choosing" in row
            for other in {0, 1, 2} - {seat}:
                hand = replay.view(place(sitting), other).observation.hand
                assert any(
                    sum(f"{card % 9 + 1}{'●■▲◆'[card // 9]}" in line for card in hand if card < 36) > 5
                    for line in sitting.lines()
                )
            await sitting.press("tab")


@pytest.mark.second
async def test_a_replay_plays_by_itself_and_stops(files: Storage) -> None:
    kept(files, "herrlof", *TWO, options=SHORT)
    async with hall(storage=files) as sitting:
        await sitting.press("g", "enter", "plus", "plus", "plus", "plus", "space")
        assert "playing: 1" in sitting.text()
        await sitting.until(lambda: place(sitting) > 2)
        await sitting.press("space")
        assert "replay: " in sitting.text()


@pytest.mark.second
async def test_a_replay_plays_no_card(files: Storage) -> None:
    path = kept(files, "herrlof", *TWO, options=SHORT)
    before = path.read_bytes()
    async with hall(storage=files) as sitting:
        await sitting.press("g", "enter", *["right"] * 4)
        assert "Enter" not in sitting.lines()[-1]
        text = sitting.text()
        await sitting.press("enter", "enter", "b", "enter")
        assert place(sitting) == 5
        assert sitting.text().splitlines()[:12] == text.splitlines()[:12]
        await sitting.press("s", "escape", "question_mark", "escape", "q")
        assert sitting.showing(MatchesScreen)
    assert path.read_bytes() == before


async def test_a_game_without_secrets_is_replayed_on_its_board(files: Storage, toys: None) -> None:
    kept(files, "nim", *TWO)
    async with hall(storage=files) as sitting:
        await sitting.press("g", "enter", "end")
        assert "replay: " in sitting.text()
        assert "Stones" in sitting.text()
        assert "other hand" not in sitting.text()


# What a disk does


class FullDisk(FastDisk):
    """A disk without room, until there is."""

    full = False

    def write(self, fd: int, data: bytes) -> int:
        if self.full:
            raise OSError(28, "No space left on device")
        return Disk.write(self, fd, data)


@pytest.mark.second
async def test_a_full_disk_shows_a_banner_until_there_is_room_and_play_goes_on() -> None:
    disk = FullDisk()
    storage = Storage(disk=disk)
    options = {"first_dealer": 1}
    async with new_match("herrlof", "Anna", "bot:random", moves=1, options=options, storage=storage) as sitting:
        disk.full = True
        await sitting.press("3", "enter")
        assert "saved" in sitting.lines()[0]
        assert sitting.cells()[0][1].ground == "bad"
        await sitting.press("right", "enter")
        await sitting.press("q")
        assert "Continue" in sitting.text()
        await sitting.press("c")
        assert "saved" in sitting.lines()[0]
        disk.full = False
        while "saved" in sitting.lines()[0]:
            await sitting.press("right", "enter")
        (found,) = storage.matches()
        assert found.moves == len(sitting.match.moves)


@pytest.mark.second
@pytest.mark.parametrize(("keys", "quits"), [(["n"], False), (["escape"], False), (["enter"], False), (["y"], True)])
async def test_quitting_asks_once_where_something_would_be_lost(keys: list[str], quits: bool) -> None:
    disk = FullDisk()
    storage = Storage(disk=disk)
    options = {"first_dealer": 1}
    async with new_match("herrlof", "Anna", "bot:random", moves=1, options=options, storage=storage) as sitting:
        disk.full = True
        await sitting.press("3", "enter")
        await sitting.burst("ctrl+q")
        assert "THIS MATCH CAN'T BE SAVED" in sitting.text()
        assert "lost if you quit now. Quit anyway?" in sitting.text()
        for key in keys:
            await sitting.burst(key)
        if quits:
            await sitting.until(lambda: not sitting.app.is_running)
        else:
            assert sitting.showing(TableScreen)


# The end of a match


@pytest.mark.second
async def test_the_end_of_a_match_proves_its_deals_and_deals_them_again(files: Storage) -> None:
    path = kept(files, "herrlof", "Anna", "bot:random", options=SHORT)
    async with hall(storage=files) as sitting:
        sitting.app.resume(path)
        await sitting.settle()
        text = sitting.text()
        assert f"Deal {sitting.match.deal_code}" in text
        assert "The commitment matches: the deals were fixed from the start." in text
        for part in ("The match is over", "ROUND BY ROUND", "THE RACE TO 1", "By "):
            assert part in text
        first = sitting.match
        sitting.later(1)
        await sitting.press("right", "enter")
        await sitting.until(lambda: sitting.showing(TableScreen) and sitting.match is not first)
        assert sitting.match.commitment is None
        assert sitting.match.seats == first.seats


@pytest.mark.second
@pytest.mark.parametrize(("steps", "screen"), [(3, ReviewScreen), (4, ReplayScreen), (5, HomeScreen)])
async def test_the_end_of_a_match_leads_to_its_replay_and_home(steps: int, screen: type, files: Storage) -> None:
    path = kept(files, "herrlof", "Anna", "bot:random", options=SHORT)
    async with hall(storage=files) as sitting:
        sitting.app.resume(path)
        await sitting.settle()
        sitting.later(1)
        await sitting.press(*["right"] * steps, "enter")
        await sitting.until(lambda: sitting.showing(screen))
        if screen is not HomeScreen:
            await sitting.press("escape")
            await sitting.until(lambda: sitting.showing(MatchScreen))


@pytest.mark.second
@pytest.mark.parametrize(("pace", "soon"), [(0.01, (0.9, 0.2, 0.2)), (0, (0, 0.2))])
async def test_a_double_enter_at_the_end_of_a_match_begins_no_other(
    pace: float, soon: tuple[float, ...], files: Storage
) -> None:
    path = kept(files, "herfor", *TWO)
    async with hall(storage=files, pace=pace) as sitting:
        sitting.app.resume(path)
        await sitting.until(lambda: sitting.showing(MatchScreen))
        first = sitting.match
        for seconds in soon:
            sitting.later(seconds)
            await sitting.burst("enter")
        assert sitting.showing(MatchScreen)
        sitting.later(0.4)
        await sitting.burst("enter")
        await sitting.until(lambda: not sitting.showing(MatchScreen) and sitting.match is not first)


async def test_no_deal_code_is_shown_where_nothing_is_dealt(files: Storage, toys: None) -> None:
    path = kept(files, "nim", *TWO)
    async with hall(storage=files) as sitting:
        sitting.app.resume(path)
        await sitting.settle()
        assert "Deal" not in sitting.text()
        assert "Same deals" not in sitting.text()
        assert "Play again" in sitting.text()
        assert "had the last word." in sitting.text()


@pytest.mark.second
@pytest.mark.parametrize(("name", "said"), [("resigned", "Ben resigned"), ("agreed", "ended by agreement")])
@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids="{0[0]}".format)
async def test_a_replay_of_a_match_that_was_given_up_says_so_at_its_last_position(
    name: str, said: str, size: tuple[int, int]
) -> None:
    async with hall(size=size) as sitting:
        sitting.app.replay(kept_file(f"format-4-{name}"), 1)
        await sitting.see("1 of")
        assert said not in sitting.text()
        await sitting.press("end")
        await sitting.see(said)


# The match in focus


def reviewed(storage: Storage, path: Path, clear: int, complete: bool = True) -> None:
    """Keep what a review would have found: so many clear mistakes of the first seat, and one of another's."""
    decisions = [{"n": n, "seat": 0, "clear": True} for n in range(clear)]
    decisions += [{"n": 90, "seat": 0, "clear": False}, {"n": 91, "seat": 1, "clear": True}]
    told = {"people": {"0": 1.25}, "decisions": decisions}
    kept_review = {"schema": KEPT, "judge": VERSION, "complete": complete, **told}
    storage.keep_review(path, json.dumps(kept_review).encode())


def panel(sitting: Sitting) -> str:
    """Return what stands below the list."""
    rows = sitting.lines()
    first = next(n for n, row in enumerate(rows) if row.strip().startswith(("HERRLOF,", "HERALD,", "HERFOR,")))
    return " ".join(" ".join(rows[first:-1]).split())


@pytest.mark.second
async def test_the_match_in_focus_tells_who_won_how_the_scores_went_and_what_its_review_found(files: Storage) -> None:
    path = kept(files, "herrlof", "Anna", "Karl=bot:karl", options={"goal": 40})
    result = Replay(read_record(path))
    view = result.view(result.last, 0).observation
    winner = view.winners[0]
    reviewed(files, path, 3)
    for size in ((80, 24), (120, 40), (200, 60)):
        async with hall(storage=files, size=size) as sitting:
            await sitting.press("g")
            await sitting.see("Reviewed: 3 clear mistakes.")
            told = panel(sitting)
            assert size[0] < 200 or "Anna: 1.25 points a decision." in told
            assert ("You won." if winner == 0 else "Karl won.") in told
            assert f"✓ {('Anna', 'Karl')[winner]} {view.scores[winner]}" in told
            assert "Karl, level 5 of 8" in told
            for seat, name in enumerate(("Anna", "Karl")):
                assert len(re.findall(rf"{name} +{view.scores[seat]}\b", sitting.text())) == 2, "at its line, too"
            rounds = " ".join(str(number) for number in range(1, len(view.rounds) + 1))
            assert rounds in " ".join(sitting.lines()[-2].split()), "a number a round below the chart"


@pytest.mark.second
async def test_the_smallest_window_tells_who_won_and_what_the_review_found_in_words(files: Storage) -> None:
    path = kept(files, "herfor", *TWO)
    name = TWO[replayed(read_record(path)).returns().index(1)]
    reviewed(files, path, 1)
    async with hall(storage=files, size=(60, 20)) as sitting:
        await sitting.press("g")
        await sitting.see("Reviewed: 1 clear mistake.")
        assert f"{name} won." in sitting.text()


@pytest.mark.second
async def test_a_review_of_another_judge_or_a_half_one_is_told_as_what_it_is(files: Storage) -> None:
    path = kept(files, "herrlof", *TWO, options=SHORT)
    reviewed(files, path, 2, complete=False)
    async with hall(storage=files) as sitting:
        await sitting.press("g")
        await sitting.see("Half reviewed: 2 clear mistakes so far.")
    files.keep_review(path, b'{"judge": "of old", "complete": true, "people": {}, "decisions": []}')
    async with hall(storage=files) as sitting:
        await sitting.press("g")
        await sitting.see("Not reviewed yet: V does it.")


async def test_who_goes_through_the_list_reads_each_match_once(files: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [kept(files, "herrlof", *TWO, options=SHORT) for _ in range(3)]
    read = []

    def course(path: Path) -> list[tuple[float, ...]]:
        read.append(path)
        return []

    monkeypatch.setattr("herrlof.tui.screens.match_panel.course", course)
    async with hall(storage=files) as sitting:
        await sitting.press("g")
        for key in ("down", "down", "up", "up", "down", "down"):
            await sitting.press(key)
            await sitting.calm()
        assert sorted(read) == sorted(paths)
