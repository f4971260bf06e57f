"""The plain board: a game without a board of its own is played from its words alone, from the form to the replay."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence

import pytest
from textual.widgets import Input

from herrlof import languages
from herrlof.contract.frames import frame
from herrlof.game import NOBODY, Row
from herrlof.games import GAMES
from herrlof.table.moments import Moment
from herrlof.tui.boards import BOARDS
from herrlof.tui.boards.plain import PlainBoard
from herrlof.tui.screens.ends import MatchScreen, RoundScreen
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.keys import KeysScreen
from herrlof.tui.screens.replay import ReplayScreen
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.widgets.fields import Dropdown
from tests.conftest import TOYS
from tests.contract.nim import Nim, NimSpeaker, NimWords, Seen
from tests.tiers import later
from tests.tui.driving import Sitting, hall, new_match, seat_in_form

pytestmark = pytest.mark.usefixtures("toys")


async def from_the_form(sitting: Sitting, key: str, **values: str) -> None:
    """Fill in the New game form of a game and start."""
    sitting.app.open_page("new", key)
    await sitting.calm()
    for name, value in values.items():
        if name.startswith("who"):
            seat_in_form(sitting.app.screen, int(name[3:]), value)
        else:
            field = sitting.app.screen.query_one(f"#{name.replace('__', '-')}")
            assert isinstance(field, Input | Dropdown)
            field.value = value
        await sitting.calm()
    await sitting.press("f2")
    await sitting.until(lambda: sitting.showing(TableScreen))
    await sitting.settle()


async def to_the_end(sitting: Sitting) -> None:
    """Choose the first thing to do, again and again."""
    for _ in range(200):
        if sitting.showing(MatchScreen):
            return
        await sitting.come()
        await sitting.press(*(["enter"] if sitting.showing(RoundScreen) else ["down", "enter"]))
    raise AssertionError(f"there's no end:\n{sitting.text()}")


@pytest.mark.second
@pytest.mark.parametrize("toy", later([toy.key for toy in TOYS], now=["nim"]))
@pytest.mark.parametrize(
    "who", ["person", *(pytest.param(bot, marks=pytest.mark.second) for bot in ("random", "search"))]
)
async def test_a_toy_is_played_from_the_form_to_the_end_and_found_again(toy: str, who: str) -> None:
    assert toy not in BOARDS
    async with hall() as sitting:
        await from_the_form(sitting, toy, name1="Freya", name2="Odin", who1="person", who2=who)
        assert isinstance(sitting.board, PlainBoard)
        await sitting.come()
        assert GAMES[toy].title.upper() in sitting.lines()[0]
        if who == "search":  # it thinks in a process of its own, and is not waited for by `settle` alone
            await sitting.until(lambda: not sitting.waiting)
        await to_the_end(sitting)
        match = sitting.match
        assert match.over
        sentence = match.game.words.to(match.observe(sitting.table.keyboard.viewer), ["Freya", "Odin"]).match_end()[0]
        assert sentence in sitting.text()
        await sitting.press("q")
        await sitting.until(lambda: sitting.showing(HomeScreen))
        await sitting.press("g")
        row = sitting.row_of("Freya v Odin")
        assert GAMES[toy].title[:8] in row
        assert "finished" in row
        await sitting.press("enter")
        assert sitting.showing(ReplayScreen)
        await sitting.press("end")
        assert f"{len(match.moves)} of {len(match.moves)}" in sitting.text()


@pytest.mark.second
async def test_three_at_a_game_without_secrets_take_turns_without_a_curtain() -> None:
    async with hall() as sitting:
        names = {"name1": "Anna", "name2": "Ben", "name3": "Cleo"}
        await from_the_form(sitting, "nim", who2="person", who3="person", **names, option__stones="9")
        for mover in (0, 1, 2):
            assert "Take how many?" in sitting.text()
            assert sitting.match.mover == mover
            assert sitting.curtain == ""
            await sitting.press("down", "enter")


async def test_enter_alone_chooses_nothing_and_the_only_choice_counts() -> None:
    async with new_match("nim", "Anna", "Ben", options={"stones": 5}) as sitting:
        await sitting.burst(*["enter"] * 10)
        assert sitting.played() == []
        assert "Choose a move first, with the arrows or a click." in sitting.text()
        assert "Take how many? 5 stones lie there." in sitting.text(), "the question stays"
        await sitting.press("up", "enter")
        assert sitting.played() == ["0: take 3"]
        await sitting.press("home", "enter")
        assert sitting.played()[1] == "1: take 1"
        assert "1 stone lies there." in sitting.text()
        await sitting.press("enter")
        assert sitting.played()[2] == "0: take 1"


async def test_the_end_of_a_match_waits_until_a_page_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    async with new_match("nim", "Anna", "Ben", options={"stones": 5}) as sitting:
        await sitting.press("up", "enter", "home", "enter")
        keyboard, thought = sitting.table.keyboard, asyncio.Event()
        next_moment = keyboard.next

        async def slow() -> Moment:
            await thought.wait()
            return await next_moment()

        monkeypatch.setattr(keyboard, "next", slow)
        await sitting.pilot.press("enter", "k")
        thought.set()
        await sitting.settle()
        assert sitting.match.over
        assert sitting.showing(KeysScreen)
        await sitting.press("escape")
        assert sitting.showing(MatchScreen)


async def test_arrows_go_round_the_list_and_a_second_click_plays() -> None:
    async with new_match("nim", "Anna", "Ben", options={"stones": 9}) as sitting:
        for keys, label in ((["down"], "Take 1"), (["down"], "Take 2"), (["right"], "Take 3"), (["right"], "Take 1"),
                            (["left"], "Take 3"), (["home"], "Take 1"), (["end"], "Take 3")):  # fmt: skip
            await sitting.press(*keys)
            assert sitting.style_of(label).startswith("on/accent")
        await sitting.click_text("Take 2")
        assert sitting.played() == []
        await sitting.click_text("Take 2")
        assert sitting.played() == ["0: take 2"]


async def test_what_happened_and_what_stands_is_told_in_the_games_words() -> None:
    async with new_match("nim", "Anna", "Ben=bot:random", options={"stones": 20}) as sitting:
        await sitting.press("down", "enter")
        assert "You took 1." in sitting.text()
        assert "Ben took" in sitting.text()
        stones = sitting.match.observe(NOBODY).stones
        assert f"Stones  {stones}" in sitting.text()


async def test_a_curtain_on_the_plain_board_covers_all_of_it() -> None:
    async with new_match("kuhn", "Anna", "Ben") as sitting:
        assert sitting.curtain == "ANNA"
        assert "You hold" not in sitting.text()
        assert all(line.startswith(("╱╲", "╲╱")) for line in sitting.lines()[:-1])
        await sitting.press("1")
        assert "You hold the" in sitting.text()
        await sitting.look_away()
        assert "You hold" not in sitting.text()


@pytest.mark.second
async def test_the_seats_of_a_game_set_how_many_can_sit_down() -> None:
    async with hall() as sitting:
        sitting.app.open_page("new", "nim")
        await sitting.calm()
        assert "Seat 4" in sitting.text()
        sitting.app.go_home()
        await sitting.calm()
        sitting.app.open_page("new", "kuhn")
        await sitting.calm()
        assert "Seat 3" not in sitting.text()


class NotedSpeaker(NimSpeaker):
    """Rows with notes, as many as stones."""

    def standing(self) -> list[Row]:
        return [Row(f"Row {number}", ("cell",), f"what {number} means") for number in range(self.seen.stones)]


class Noted(NimWords):
    def to(self, seen: Seen, names: Sequence[str]) -> NotedSpeaker:
        return NotedSpeaker(seen, names)


class Long(Nim):
    words = Noted()

    def seats_out(self, seen: Seen) -> tuple[int, ...]:
        return (1,)


@pytest.mark.parametrize(
    ("stones", "shown", "hidden"),
    [
        (3, ["Row 2  cell", "what 0 means", "what 2 means", "Out    Ben"], ["no room"]),
        (6, ["Row 5  cell", "Out    Ben"], ["means", "no room"]),
        (7, ["Row 5  cell", "no room for 2 more rows"], ["Row 6", "means"]),
    ],
)
def test_rows_have_their_notes_where_there_is_room_and_what_is_cut_is_told(
    stones: int, shown: list[str], hidden: list[str]
) -> None:
    game = Long()
    state = game.new_state(3, stones=5)
    state.stones = stones
    drawn = frame(game, ("Anna", "Ben", "Cleo"), state.observation(0), state.legal_actions(), (), 0)
    text = "\n".join("".join(part.text for part in line) for line in drawn)
    assert [part for part in shown if part not in text] == []
    assert [part for part in hidden if part in text] == []


def test_the_row_of_ones_own_aim_is_in_the_language_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NimSpeaker, "aim", lambda _speaker: "the last stone", raising=False)
    state = Nim().new_state(2)
    try:
        languages.use("nl")
        drawn = frame(Nim(), ("Anna", "Ben"), state.observation(0), state.legal_actions(), (), 0)
    finally:
        languages.use(languages.ENGLISH)
    assert any(re.search("Jij +the last stone", "".join(part.text for part in line)) for line in drawn)
