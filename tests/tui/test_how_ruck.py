"""How-Ruck! on screen: the race, the rope, what is asked and explained, who sees what, and the ends."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from textual.events import AppBlur, Key
from textual.pilot import Pilot
from textual.screen import Screen
from textual.strip import Strip

from herrlof.game import CHANCE, NOBODY, TERMINAL, Action
from herrlof.games import GAMES
from herrlof.games.how_ruck import HowRuck
from herrlof.games.how_ruck.state import HowRuckState
from herrlof.records.names import Seat
from herrlof.records.storage import Storage
from herrlof.table.match import Match
from herrlof.table.session import What
from herrlof.tui.app import HerrlofApp, NewMatch
from herrlof.tui.boards.how_ruck.board import HowRuckBoard
from herrlof.tui.boards.how_ruck.race import COUNT, COUNTDOWN, LAST, OVER, READY, RUN, STOPPED, RaceScreen
from herrlof.tui.screens.ends import MatchScreen, RoundScreen
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.table import TableScreen
from tests.disks import FastDisk
from tests.games.how_ruck.table import Table, at_the_rope

GAME = GAMES["how-ruck"]
SIZES = ((60, 20), (80, 24), (100, 30), (120, 40), (160, 50))


class Clock:
    """The time that the race and the guards look at; it passes only when a test lets it."""

    time = 1000.0

    def now(self) -> float:
        return self.time


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    for module in ("board", "how_ruck.board", "how_ruck.race"):
        monkeypatch.setattr(f"herrlof.tui.boards.{module}.monotonic", found.now)
    return found


class Prepared(HowRuck):
    """How-Ruck!, but every match of it starts at a given position."""

    def __init__(self, start: HowRuckState) -> None:
        self._start = start

    def new_state(self, seats: int = 2, **options: Any) -> HowRuckState:
        return self._start.clone()


class Sitting:
    """A person at the keyboard, looking at the screen."""

    def __init__(self, app: HerrlofApp, pilot: Pilot[None], clock: Clock) -> None:
        self.app = app
        self.pilot = pilot
        self.clock = clock

    @property
    def table(self) -> TableScreen:
        return next(screen for screen in reversed(self.app.screen_stack) if isinstance(screen, TableScreen))

    @property
    def board(self) -> HowRuckBoard:
        board = self.table.board
        assert isinstance(board, HowRuckBoard)
        return board

    @property
    def race(self) -> RaceScreen:
        return next(screen for screen in self.app.screen_stack if isinstance(screen, RaceScreen))

    @property
    def moves(self) -> list[str]:
        """The moves of people and bots, and what the clock said."""
        moves = self.table.match.moves
        return [move.do for move in moves if move.by != CHANCE or move.do.startswith("race")]

    def lines(self) -> list[str]:
        update = self.app.screen._compositor.render_update(full=True, screen_stack=self.app._background_screens)
        return [Strip.join(row).text for row in update.strips]  # type: ignore[union-attr]

    def text(self) -> str:
        return "\n".join(self.lines())

    def said(self) -> str:
        """Return the text with its broken lines joined."""
        return " ".join(self.text().split())

    def cells(self) -> list[tuple[str, str]]:
        """Return the letters of the screen with their styles."""
        update = self.app.screen._compositor.render_update(full=True, screen_stack=self.app._background_screens)
        return [(part.text, str(part.style)) for row in update.strips for strip in row for part in strip]  # type: ignore[union-attr]

    async def calm(self) -> None:
        """Let everything happen that happens without a key or a clock."""
        quiet = 0
        for _ in range(3000):
            await asyncio.sleep(0.001)
            if self.app._exception is not None or quiet == 2:
                return
            pumps = [self.app, *self.app.screen_stack]
            pumps += [child for screen in self.app.screen_stack for child in screen.walk_children()]
            busy = any(pump.message_queue_size or pump._next_callbacks for pump in pumps)
            quiet = 0 if busy or any(screen._callbacks for screen in self.app.screen_stack) else quiet + 1
        raise AssertionError("the program never comes to rest")

    async def press(self, *keys: str) -> None:
        for key in keys:
            character = " " if key == "space" else "?" if key == "question_mark" else key if len(key) == 1 else None
            self.app.post_message(Key(key, character))
            await self.calm()

    async def wait(self, seconds: float) -> None:
        """Let the clock go on."""
        self.clock.time += seconds
        if any(isinstance(screen, RaceScreen) for screen in self.app.screen_stack):
            self.race._tick()
        await self.calm()

    async def until(self, kind: type[Screen[Any]]) -> None:
        """Wait for a screen of this kind to be in front."""
        for _ in range(200):
            if isinstance(self.app.screen, kind):
                await self.calm()
                return
            await asyncio.sleep(0.005)
        raise AssertionError(f"{kind.__name__} does not come up:\n{self.text()}")

    async def until_asked(self) -> None:
        for _ in range(400):
            moment = self.table.moment
            if isinstance(self.app.screen, TableScreen) and moment is not None and moment.what is What.ASK:
                await self.calm()
                return
            await asyncio.sleep(0.005)
        raise AssertionError(f"nobody is asked:\n{self.text()}")

    async def start_race(self) -> None:
        await self.until(RaceScreen)
        await self.press("space")
        await self.wait(0)
        assert self.race._stage == RUN

    async def sort(self, key: str, times: int, seconds: float = 1.0) -> None:
        """Sort so many pairs with a key, each after so long."""
        for _ in range(times):
            await self.wait(seconds)
            await self.press(key)


@asynccontextmanager
async def at_table(
    clock: Clock,
    start: HowRuckState | Table | None,
    *names: str,
    size: tuple[int, int] = (80, 24),
    pace: float = 0,
    motion: bool = False,
    preferences: dict[str, Any] | None = None,
    storage: Storage | None = None,
    **look: Any,
) -> AsyncIterator[Sitting]:
    """Sit down to a match: at a position, or from its first deal. `bot:rules` seats a bot."""
    state = start.state if isinstance(start, Table) else start
    seats = []
    for text in names or ("Anna", "bot:rules"):
        name, _, bot = text.partition("bot:")
        seats.append(Seat(name or bot.title(), bot or None))
    app = HerrlofApp(pace=pace, motion=motion, storage=storage, **look)
    if preferences:
        app.settings = app.settings.with_game("how-ruck", preferences=preferences)

    def prepared(*_: object, journal: Any, **__: object) -> Match:
        assert state is not None
        return Match(
            Prepared(state), seats, seed=bytes(range(32)), journal=journal, race=state.race, goal=state.goal
        )  # fmt: skip

    async with app.run_test(size=size) as pilot:
        sitting = Sitting(app, pilot, clock)
        await sitting.calm()
        new = NewMatch("how-ruck", tuple(seats))
        if state is None:
            app.start(new)
        else:
            with patch("herrlof.table.match.Match", prepared):
                app.start(new)
        await sitting.calm()
        try:
            yield sitting
        finally:
            table = next((screen for screen in app.screen_stack if isinstance(screen, TableScreen)), None)
            if table is not None:
                table.session.close()


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


async def test_two_people_race_and_the_first_one_stops_the_other(clock: Clock) -> None:
    async with at_table(clock, dealt(), "Anna", "Ben") as sitting:
        await sitting.until(RaceScreen)
        text = sitting.text()
        assert "Anna: A keeps the left card, D the right one. Ben: ← and →." in text
        assert "2▲" not in text  # no pair is open before the countdown
        await sitting.start_race()
        text = sitting.text()
        assert all(sign in text for sign in ("2▲", "0◆", "0●", "1▲"))
        await sitting.wait(0.5)
        await sitting.press("a", "right")
        assert text.count("10 pairs left") == sitting.text().count("10 pairs left") == 2, "a pair takes no key so soon"
        await sitting.wait(0.4)
        await sitting.press("d", "right")
        assert sitting.text().count("9 pairs left") == 2
        await sitting.sort("left", 2)
        await sitting.sort("a", 8)
        assert not sitting.moves, "nothing is written before the race is over"
        await sitting.sort("a", 1)
        assert sitting.race._stage == LAST
        assert "Anna was first! Ben places the pair in hand; there is no hurry. K5" in sitting.text()
        await sitting.press("a")
        await sitting.wait(60)
        assert sitting.race._stage == LAST
        await sitting.press("right")
        assert sitting.race._stage == OVER
        assert "Anna was first. Ben has placed four; Anna sorts the six pairs left. K5" in sitting.text()
        assert "of 10 pairs, then stopped" in sitting.text()
        assert sitting.moves[:10] == ["keep 2", *["keep 1"] * 9]
        assert sitting.moves[10:14] == ["keep 2", "keep 1", "keep 1", "keep 2"]
        assert sitting.moves[20:] == ["race 0 4"]
        await sitting.wait(1)
        await sitting.press("space")
        await sitting.until(TableScreen)
        assert "A N N A" in sitting.text()


async def test_equal_times_make_the_race_even(clock: Clock) -> None:
    async with at_table(clock, dealt(), "Anna", "Ben") as sitting:
        await sitting.start_race()
        for _ in range(9):
            await sitting.wait(1)
            await sitting.press("a", "left")
        await sitting.wait(1)
        await sitting.press("a")
        clock.time += 0.02
        await sitting.press("right")
        assert sitting.moves[20:] == ["race even"]
        assert "Both finished at the same time: lots decide who leads. K8" in sitting.text()
        assert sitting.text().count("seconds") == 2


async def test_a_tenth_pair_in_hand_leaves_nothing_to_sort(clock: Clock) -> None:
    async with at_table(clock, dealt(), "Anna", "Ben") as sitting:
        await sitting.start_race()
        for _ in range(9):
            await sitting.wait(1)
            await sitting.press("a", "left")
        await sitting.sort("left", 1)
        await sitting.sort("a", 1)
        assert sitting.moves[20:] == ["race 1 10"]
        assert "Ben was first. No pair was left to be sorted. K5" in sitting.text()


async def test_the_countdown_can_be_seen_coming(clock: Clock) -> None:
    async with at_table(clock, dealt(), "Anna", "Ben", pace=1, ascii_only=True) as sitting:
        await sitting.until(RaceScreen)
        assert sitting.race._stage == READY
        await sitting.press("space")
        for number in range(COUNTDOWN, 0, -1):
            assert sitting.lines()[3].strip() == str(number)
            assert sitting.race._stage == COUNT
            await sitting.press("a", "left")
            await sitting.wait(1)
        assert sitting.lines()[3].strip() == "HOW-RUCK!"
        await sitting.wait(4)
        assert sitting.lines()[3].strip() == "4"
        assert sitting.text().count("10 pairs left") == 2


# The race against a bot


async def test_a_bot_sorts_at_its_pace_and_stops_the_person(clock: Clock) -> None:
    async with at_table(clock, dealt()) as sitting:
        await sitting.start_race()
        assert "takes 1.8 s for a pair" in sitting.text()
        await sitting.sort("left", 3, 1)  # either half's keys, where one person has the keyboard
        await sitting.sort("d", 1, 1)
        assert "6 pairs left" in sitting.text()
        assert "8 pairs left" in sitting.text()
        await sitting.wait(14.1)
        assert sitting.race._stage == LAST
        assert "Rules was first! You place the pair in hand; there is no hurry. K5" in sitting.text()
        await sitting.wait(30)
        await sitting.press("a")
        assert sitting.moves[:5] == ["keep 1"] * 3 + ["keep 2", "keep 1"]
        assert sitting.moves[20:] == ["race 1 5"]


async def test_a_person_stops_a_bot(clock: Clock) -> None:
    async with at_table(clock, dealt(), "bot:rules", "Anna") as sitting:
        await sitting.start_race()
        await sitting.sort("a", 10, 1)
        assert sitting.moves[20:] == ["race 1 6"]
        assert "You were first. Rules has placed six; you sort the four pairs left. K5" in sitting.text()


async def test_a_gentle_clock_counts_a_part_of_the_time(clock: Clock) -> None:
    async with at_table(clock, dealt(), preferences={"clock": "slow"}) as sitting:
        await sitting.start_race()
        assert "of each second counts 50%" in sitting.text()
        await sitting.sort("a", 10, 3)
        assert "15.0" in f"{sitting.race._runners[0].times[-1]:.1f}"
        assert sitting.moves[20:] == ["race 0 9"]


# The race apart


async def test_apart_each_sorts_behind_the_curtain(clock: Clock) -> None:
    async with at_table(clock, dealt(), "Anna", "Ben", preferences={"apart": True}) as sitting:
        await sitting.until(RaceScreen)
        assert "A N N A" in sitting.text()
        await sitting.press("2")
        assert "It is Anna: the number is 1." in sitting.text()
        await sitting.press("1")
        await sitting.start_race()
        assert "2▲" in sitting.text()
        assert "0●" not in sitting.text()
        await sitting.sort("right", 10, 2)
        assert "B E N" in sitting.text()
        assert "20" not in sitting.text()
        assert "seconds" not in sitting.text()
        await sitting.press("2")
        await sitting.start_race()
        assert "0●" in sitting.text()
        assert "2▲" not in sitting.text()
        await sitting.sort("a", 6, 3)
        await sitting.sort("d", 4, 3)
        assert sitting.race._stage == OVER
        assert sitting.text().count("seconds") == 2
        assert sitting.moves == ["keep 2"] * 10 + ["keep 1"] * 6 + ["keep 2"] * 4 + ["race 0 7"]


async def test_apart_a_covered_race_waits_for_its_own_seat(clock: Clock) -> None:
    async with at_table(clock, dealt(), "Anna", "Ben", preferences={"apart": True}) as sitting:
        await sitting.until(RaceScreen)
        await sitting.press("1")
        await sitting.start_race()
        await sitting.sort("a", 2)
        sitting.app.post_message(AppBlur())
        await sitting.calm()
        assert "A N N A" in sitting.text()
        await sitting.wait(50)
        await sitting.press("1")
        await sitting.start_race()
        assert "8 pairs left" in sitting.text()
        assert sitting.race._clock.time < 3


# What stops the clock


async def test_pages_suspending_and_small_windows_stop_the_clock_and_cover_the_pairs(clock: Clock) -> None:
    async with at_table(clock, dealt(), "Anna", "Ben") as sitting:
        await sitting.start_race()
        await sitting.sort("a", 1, 1)

        async def go_on() -> None:
            assert sitting.race._stage == STOPPED
            assert "╱╲" in sitting.text()
            assert not any(sign in sitting.text() for sign in ("1●", "6~", "0●", "1▲"))
            before = sitting.race._clock.time
            await sitting.wait(100)
            await sitting.press("a", "left")
            assert sitting.race._clock.time == before
            await sitting.press("space")
            await sitting.wait(0)
            assert sitting.race._stage == RUN
            assert "1●" in sitting.text()
            await sitting.press("a")
            assert "9 pairs left" in sitting.text(), "the pair that is open again takes no key at once"

        await sitting.press("question_mark")
        assert not isinstance(sitting.app.screen, RaceScreen)
        await sitting.wait(100)
        await sitting.press("escape")
        await go_on()
        sitting.app.post_message(AppBlur())
        await sitting.calm()
        await go_on()
        await sitting.press("escape")
        await go_on()
        await sitting.pilot.resize_terminal(50, 15)
        await sitting.calm()
        assert "The table needs 60 x 20 characters" in sitting.said()
        await sitting.press("a", "space")
        await sitting.pilot.resize_terminal(80, 24)
        await sitting.calm()
        await go_on()
        await sitting.sort("a", 1)
        assert "8 pairs left" in sitting.text()


# Leaving and resuming


async def test_a_race_broken_off_begins_again_with_the_same_cards(clock: Clock, tmp_path: Path) -> None:
    storage = Storage(tmp_path / "data", tmp_path / "config", FastDisk())
    async with at_table(clock, None, "Anna", "Ben", storage=storage) as sitting:
        await sitting.start_race()
        pairs = [list(runner.pair) for runner in sitting.race._runners]
        await sitting.sort("a", 3)
        await sitting.press("escape", "escape")
        await sitting.until(HomeScreen)
        await sitting.press("c")
        await sitting.until(RaceScreen)
        assert sitting.race._stage == READY
        assert [list(runner.pair) for runner in sitting.race._runners] == pairs
        assert not sitting.moves
        assert sitting.text().count("10 pairs left") == 2
        await sitting.press("space")
        sitting.app.go_home()
        await sitting.until(HomeScreen)
        assert "Continue" in sitting.text()


@pytest.mark.parametrize(("written", "apart"), [(4, False), (13, False), (13, True), (20, True)])
async def test_a_race_whose_times_are_lost_is_even(clock: Clock, written: int, apart: bool) -> None:
    """The program may end while the sorting is written down: what is there stays, and nobody was first (K18)."""
    state = dealt()
    for _ in range(written):
        state.apply(GAME.decode("keep 1"))
    async with at_table(clock, state, "Anna", "Ben", preferences={"apart": apart}) as sitting:
        await sitting.until(RaceScreen)
        if apart and written < 20:
            assert "B E N" in sitting.text()
            await sitting.press("2")
        if written < 20:
            await sitting.start_race()
            await sitting.sort("a", max(0, 10 - written))
            await sitting.sort("right", min(10, 20 - written))
        assert sitting.race._stage == OVER
        assert sitting.moves[20 - written :] == ["race even"]
        assert "its times are lost" in sitting.said()


# Sorting without haste, and what was left


async def test_without_haste_letters_keep_and_enter_keeps_what_was_chosen(clock: Clock) -> None:
    async with at_table(clock, dealt("even"), pace=1) as sitting:
        await sitting.until_asked()
        assert "PAIR 1 OF 10" in sitting.text()
        await sitting.press("a", "enter")
        assert not sitting.moves, "neither a letter too soon nor an Enter before a choice"
        await sitting.wait(1)
        await sitting.press("enter")
        assert "Choose a card first: ← or →, or keep one at once with A or D." in sitting.text()
        await sitting.press("right")
        assert "A white 0 joins your team, a red 2 with How-Ruck! goes to Rules'." in sitting.text()
        await sitting.press("enter")
        await sitting.until_asked()
        await sitting.wait(1)
        await sitting.press("a")
        await sitting.until_asked()
        assert sitting.moves == ["keep 2", "keep 1"]
        assert "PAIR 3 OF 10" in sitting.text()


async def test_the_faster_one_sorts_what_is_left(clock: Clock) -> None:
    state = dealt()
    for _ in range(20):
        state.apply(GAME.decode("keep 1"))
    state.apply_chance(GAME.decode_chance("race 0 8"))
    async with at_table(clock, state) as sitting:
        await sitting.until_asked()
        assert "2 PAIRS LEFT" in sitting.text()
        assert "Keep which card of Rules' pile?" in sitting.text()
        await sitting.press("d")
        await sitting.until_asked()
        assert "THE LAST PAIR" in sitting.text()
        await sitting.press("left", "enter")
        assert sitting.moves == ["split 2", "split 1"]


# The rope


async def test_a_card_is_placed_with_arrows_on_the_rope(clock: Clock) -> None:
    async with at_table(clock, some_rope()) as sitting:
        await sitting.until_asked()
        assert "pull 2 →" in sitting.text()
        await sitting.press("r")
        about = "Red 2 with How-Ruck!: it goes on a red field, yours or Rules'; then the sides are compared. K12"
        assert about in sitting.said()
        assert "red, you 8:9 to 6" in sitting.said()
        assert "red, Rules 7:9 to 7" in sitting.said()
        await sitting.press("up")
        assert "8:9 →1" in sitting.lines()[8]
        await sitting.press("enter")
        assert "Choose a field first, with ← and →." in sitting.text()
        assert not sitting.moves
        await sitting.press("right")
        assert "The field is empty and counts 2. You 7, Rules 9: the barrel moves 2 fields towards" in sitting.said()
        assert "→→→" in sitting.lines()[9]
        await sitting.press("enter")
        await sitting.until_asked()
        assert sitting.moves[0] == "play R2! other"
        assert sitting.table.match.moves[0].by == 0


async def test_enter_takes_a_card_to_the_rope_and_down_brings_it_back(clock: Clock) -> None:
    async with at_table(clock, some_rope()) as sitting:
        await sitting.until_asked()
        await sitting.press("w", "enter", "left")
        assert "▸green, you" in sitting.text()
        await sitting.press("left", "left", "left")
        assert "▸green, Rules" in sitting.text()
        await sitting.press("down")
        await sitting.press("b", "enter", "left", "enter")
        assert sitting.moves[0] == "play B0 own"


async def test_actions_explain_themselves_and_without_effect_is_offered(clock: Clock) -> None:
    async with at_table(clock, some_rope()) as sitting:
        await sitting.until_asked()
        await sitting.press("x")
        assert "Changing sides: A card on top of one side goes to the other. There are 8 ways. K13" in sitting.said()
        assert "▸ play it" in sitting.text()
        assert "without effect" in sitting.text()
        await sitting.press("down")
        assert "▸ without effect" in sitting.text()
        assert "Changing sides without effect: it goes to the discard pile. K13" in sitting.text()
        await sitting.press("up", "x")
        assert "▸ play it" in sitting.text()
        await sitting.press("down", "enter")
        await sitting.until_asked()
        assert sitting.moves[0] == "discard good-bye"


async def test_changing_sides_takes_a_white_card_to_any_field(clock: Clock) -> None:
    async with at_table(clock, some_rope()) as sitting:
        await sitting.until_asked()
        await sitting.press("x", "enter")
        await sitting.until_asked()
        await sitting.press("enter")
        assert sitting.moves == ["play change-sides"]
        await sitting.press("right")
        assert "▸blue, Rules" in sitting.text()
        await sitting.press("enter")
        assert "On which field does Nessie go?" in sitting.text()
        await sitting.press("down", "right", "left", "enter", "enter")
        assert "Choose a field first" in sitting.text()
        await sitting.press("left", "enter")
        assert sitting.moves[1] == "move other blue to green"


async def test_good_bye_names_a_value(clock: Clock) -> None:
    async with at_table(clock, some_rope()) as sitting:
        await sitting.until_asked()
        await sitting.press("x", "x", "enter")
        await sitting.until_asked()
        await sitting.press("enter")
        assert "Choose a value first" in sitting.text()
        await sitting.press("1")
        text = sitting.text()
        assert "The red 1 on your red field and the green 1 on Rules' green field go." in sitting.said()
        assert text.count("goes") >= 2
        await sitting.press("enter")
        assert sitting.moves[:2] == ["play good-bye", "name 1"]


async def test_a_stolen_card_has_to_be_placed_by_choice(clock: Clock) -> None:
    table = at_the_rope("dirty-trick R1", "B2", ["R3", "G1"])
    async with at_table(clock, table) as sitting:
        await sitting.until_asked()
        await sitting.press("x", "enter")
        await sitting.until_asked()
        assert "Play the stolen card. It is a blue 2 from Rules' hand" in sitting.text()
        await sitting.press("enter", "r", "1", "enter", "home", "enter", "up", "enter", "down", "enter")
        assert sitting.moves == ["play dirty-trick"]
        await sitting.press("left", "enter")
        assert sitting.moves[1] == "play B2 own"


async def test_a_stolen_action_is_played_one_way_or_the_other_by_choice(clock: Clock) -> None:
    table = at_the_rope("dirty-trick R1", "adrenaline", ["R3", "G1"])
    async with at_table(clock, table) as sitting:
        await sitting.until_asked()
        await sitting.press("x", "enter")
        await sitting.until_asked()
        await sitting.press("enter")
        assert "Choose a way first, with ↑ and ↓." in sitting.text()
        await sitting.press("down")
        assert "Adrenaline without effect" in sitting.text()
        await sitting.press("up")
        assert "It would stand on field 4." in sitting.said()
        await sitting.press("enter")
        assert sitting.moves == ["play dirty-trick", "play adrenaline"]


async def test_a_click_chooses_and_a_second_one_plays(clock: Clock) -> None:
    async with at_table(clock, some_rope()) as sitting:
        await sitting.until_asked()
        board = sitting.board
        place = {what: rect for rect, what in board.places}
        rect = place["hand", 0]
        await sitting.pilot.click(offset=(rect.x + 1, rect.y + 2))
        await sitting.calm()
        assert board._card is not None
        await sitting.pilot.click(offset=(rect.x + 1, rect.y + 2))
        await sitting.calm()
        rect = {what: rect for rect, what in board.places}["field", 0]
        await sitting.pilot.click(offset=(rect.x + 2, rect.y + 2))
        await sitting.calm()
        assert not sitting.moves
        await sitting.pilot.click(offset=(rect.x + 2, rect.y + 2))
        await sitting.until_asked()
        assert sitting.moves


CHOOSING = ("left", "right", "up", "down", "home", "end", *"rbgwx", *"0123456")
IDLE = ("enter", "space", "tab", "z", "7", "9", "backspace", "f5")


async def test_nothing_is_played_that_was_not_chosen(clock: Clock) -> None:
    """Any keys but those that choose play nothing; with those, only what was in focus is played."""
    rng = Random("hurry")
    async with at_table(clock, some_rope()) as sitting:
        played = 0
        answers: list[tuple[Action | None, Action]] = []

        def answer(self: HowRuckBoard, action: Action, key: str = "") -> None:
            answers.append((self._in_focus() if self.chosen else None, action))
            HowRuckBoard.__mro__[1].answer(self, action, key)  # type: ignore[attr-defined]

        with patch.object(HowRuckBoard, "answer", answer):
            for _ in range(5):
                if sitting.table.match.observe(NOBODY).rounds:
                    break
                await sitting.until_asked()
                board = sitting.board
                await sitting.press(*rng.choices(IDLE, k=6))
                assert len(answers) == played, "a key that chooses nothing has played"
                while len(answers) == played and board.asked:
                    await sitting.press(rng.choice((*CHOOSING, "enter", "enter")))
                played = len(answers)
        assert played > 2
        assert all(chosen == action for chosen, action in answers)


# The barrel


async def test_the_barrel_goes_field_by_field_and_can_be_hurried(clock: Clock) -> None:
    table = at_the_rope("how-ruck R1 R0 W2", "B2 G1", ["R2", "G3"], {"0 red": "R3", "0 blue": "B3", "0 green": "G3"}, 8)
    async with at_table(clock, table, pace=1, motion=True) as sitting:
        await sitting.until_asked()
        await sitting.wait(1)
        await sitting.press("x", "enter")
        board = sitting.board
        assert board.moving("barrel")
        assert board._scene().barrel > sitting.table.match.observe(0).barrel == 5
        await asyncio.sleep(0.2)
        assert board._scene().barrel == 7
        await sitting.press("space")
        assert board._scene().barrel == 5
    async with at_table(clock, table, pace=1, motion=False) as sitting:
        await sitting.until_asked()
        await sitting.wait(1)
        await sitting.press("x", "enter")
        assert sitting.board._scene().barrel == 5


async def test_a_barrel_pulled_just_past_the_track_is_drawn(clock: Clock) -> None:
    """Pulled from field 3 by three it stands on 0, and is not taken for one that is not there yet."""
    table = at_the_rope("how-ruck R1", "B2 G1", ["R2", "G3"], {"0 red": "R3", "0 blue": "B3", "0 green": "G3"}, 3)
    async with at_table(clock, table, ascii_only=True) as sitting:
        await sitting.until_asked()
        await sitting.press("x", "enter")
        await sitting.until(RoundScreen)
        assert sitting.board.seen.barrel == 0
        assert any("[#]" in row for row in sitting.board.canvas.rows())


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


@pytest.mark.parametrize("seed", range(4))
async def test_frames_of_twins_are_equal(clock: Clock, seed: int) -> None:
    state = walked(seed, "even", 9 * (seed + 1))
    seat = state.current_player()
    twin = GAME.determinize(state.observation(seat), Random(seed))
    people = ("Anna", "bot:rules") if seat == 0 else ("bot:rules", "Anna")
    frames = []
    for start in (state, twin):
        async with at_table(clock, start, *people) as sitting:
            await sitting.until_asked()
            await sitting.press("right")
            frames.append(sitting.cells())
    assert frames[0] == frames[1]


@pytest.mark.parametrize("seed", range(2))
async def test_the_curtain_shows_what_is_public(clock: Clock, seed: int) -> None:
    state = walked(seed, "even", 11 * (seed + 1))
    twin = GAME.determinize(state.observation(NOBODY), Random(seed))
    frames = []
    for start in (state, twin):
        async with at_table(clock, start, "Anna", "Ben") as sitting:
            name = ("A N N A", "B E N")[state.current_player()]
            assert name in sitting.text()
            frames.append(sitting.cells())
    assert frames[0] == frames[1]


async def test_the_table_below_the_race_shows_no_pair(clock: Clock) -> None:
    async with at_table(clock, dealt()) as sitting:
        await sitting.until(RaceScreen)
        rows = "\n".join(sitting.board.canvas.rows())
        assert "The teams are being sorted" in rows
        assert "2▲" not in rows


async def test_a_covered_hand_leaves_the_screen(clock: Clock) -> None:
    async with at_table(clock, some_rope(), "Anna", "Ben") as sitting:
        await sitting.press("1")
        await sitting.until_asked()
        assert "Your card." in sitting.text()
        sitting.app.post_message(AppBlur())
        await sitting.calm()
        assert "A N N A" in sitting.text()
        assert "Bye" not in sitting.text()


# The ends


async def test_a_round_ends_with_who_won_and_the_barrels_way(clock: Clock) -> None:
    table = at_the_rope("adrenaline R2", "B2 G1", ["R1", "G3"], barrel=3)
    async with at_table(clock, table) as sitting:
        await sitting.until_asked()
        await sitting.press("x")
        assert "It wins the round now." in sitting.text()
        await sitting.press("enter")
        await sitting.until(RoundScreen)
        text = sitting.text()
        assert "You win the round: the barrel is at your end. K14" in text
        assert "Won: the barrel came to the end; 2 fields pulled in all." in text
        assert "Lost" in text
        assert "THE BARREL'S WAY" in text
        assert "1 barrel" in text


async def test_after_a_round_two_people_race_again(clock: Clock) -> None:
    table = at_the_rope("adrenaline R2", "B2 G1", ["R1", "G3"], barrel=3)
    table.state.teams, table.state.race = "built", "clock"
    async with at_table(clock, table, "Anna", "Ben") as sitting:
        await sitting.press("1")
        await sitting.until_asked()
        await sitting.press("x", "enter")
        await sitting.until(RoundScreen)
        assert "Anna wins the round: the barrel is at Anna's end. K14" in sitting.text()
        await sitting.press("enter")
        await sitting.start_race()
        assert "Round 2 · Team building" in sitting.text()
        await sitting.sort("left", 10)
        assert sitting.race._stage == LAST
        assert sitting.board.seen.seat == NOBODY


@pytest.mark.parametrize(("size", "ascii_only"), [((60, 20), False), ((80, 24), True), ((160, 50), False)])
async def test_a_match_ends_with_a_story(clock: Clock, size: tuple[int, int], ascii_only: bool) -> None:
    table = at_the_rope("adrenaline R2", "B2 G1", ["R1", "G3"], barrel=3, goal=1)
    async with at_table(clock, table, size=size, ascii_only=ascii_only) as sitting:
        await sitting.until_asked()
        await sitting.press("x", "enter")
        await sitting.until(MatchScreen)
        text = sitting.text()
        assert "You win." in text
        assert "1 barrel to none, in one round. K4" in text
        assert "ROUND BY ROUND" in text
        assert size == (60, 20) or "THE BARRELS' WAYS" in text


# Sizes


@pytest.mark.parametrize("size", SIZES)
async def test_everything_fits(clock: Clock, size: tuple[int, int]) -> None:
    hand = "R2! W3 W0 B0 B1 G0 good-bye change-sides monstrous"
    table = at_the_rope(hand, "B2 G1", ["R1", "G3"], {"0 red": "R3", "0 green": "W4", "1 blue": "N"}, 12)
    async with at_table(clock, table, size=size) as sitting:
        await sitting.until_asked()
        await sitting.press("w", "up")
        places = sitting.board.places
        for kind, count in (("hand", 9), ("field", 6)):
            rects = [rect for rect, what in places if what[0] == kind]
            assert len(rects) == count
            assert all(rect.x >= 0 and rect.right <= size[0] and rect.bottom < size[1] for rect in rects)
            assert len({rect.x for rect in rects}) == count
        assert " 12" in sitting.text()
        assert "Your card." in sitting.text()


async def test_any_size_at_any_time(clock: Clock) -> None:
    rng = Random("sizes")
    async with at_table(clock, dealt()) as sitting:
        await sitting.start_race()
        for size in ((61, 20), (30, 10)):
            await sitting.pilot.resize_terminal(*size)
            await sitting.press("space")
            await sitting.wait(1)
            await sitting.press("a")
    async with at_table(clock, some_rope(), "Anna", "Ben") as sitting:
        for _ in range(6):
            await sitting.pilot.resize_terminal(rng.randint(16, 200), rng.randint(1, 60))
            await sitting.press("1", *rng.choices((*CHOOSING, "enter"), k=4))
            assert sitting.app._exception is None
