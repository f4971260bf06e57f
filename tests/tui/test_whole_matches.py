"""Whole matches at the table, and random keys: nothing breaks, and the referee's rules hold."""

from __future__ import annotations

from random import Random

import pytest
from herrlof.tui.boards.herrlof.pad import ScorePad

from herrlof.games import GAMES
from herrlof.games.herrlof.actions import DISCARD, PLAY, PREDICT, RETURN
from herrlof.table.match import Match, Seat
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.table import TableScreen
from tests.tui.driving import Sitting, at_table, fresh_match, in_play

KEYS = [
    *"bgryvh123456789", "enter", "enter", "enter", "space", "left", "right", "home", "end", "y", "n", "y",
    "1", "2", "3",
    "question_mark", "l", "k", "s", "c", "escape", "up", "down", "x", "pageup", "pagedown", "f2", "backspace",
]  # fmt: skip


async def answer(sitting: Sitting, rng: Random) -> None:
    """Press what a person would press now: come to the keyboard, predict, play a legal card, take an answer."""
    if sitting.showing(ScorePad):
        await sitting.press("enter")
        return
    match = sitting.match
    seat = match.mover
    if seat < 0:
        return
    if "Hand the keyboard to" in sitting.text():
        await sitting.press(str(seat + 1))
    seen = match.observe(seat)
    action = rng.choice(match.legal())
    if seen.phase == "predict":
        await sitting.burst(*str(action - PREDICT), "enter")
    elif seen.phase in ("play", "discard", "return"):
        card = action - {"play": PLAY, "discard": DISCARD, "return": RETURN}[seen.phase]
        await sitting.burst("home", *["right"] * seen.hand.index(card), "enter")
    else:
        await sitting.burst(*rng.choice([["enter"], ["right", "enter"], ["n"]]))
    await sitting.settle()


def replayed(match: Match) -> Match:
    """Play the record of a match again: every move in it is legal."""
    again = Match(match.game, match.seats, seed=bytes(range(32)), **match.options)
    for move in match.moves:
        if move.by < 0:
            again.advance()
            assert again.moves[-1] == move
        else:
            again.play(move.by, move.do)
    return again


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (130, 42)], ids="{0[0]}x{0[1]}".format)
async def test_a_person_and_two_bots_play_to_the_end(size: tuple[int, int]) -> None:
    rng = Random(size[0])
    async with fresh_match(["Anna", "bot:rules", "Freya=bot:random"], size, goal=12) as sitting:
        for _ in range(400):
            if sitting.match.over:
                break
            await answer(sitting, rng)
        match = sitting.match
        assert match.over
        assert sitting.showing(ScorePad)
        if size != (60, 20):
            assert "wins" in sitting.text() or "share the win" in sitting.text()
        assert replayed(match).observe(-1) == match.observe(-1)


async def test_the_winner_is_named_at_60_columns_and_20_rows() -> None:
    table = in_play("B7", "B8", "B9", predict=(0, 0, 1), goal=5)
    async with at_table(table, size=(60, 20)) as sitting:
        assert sitting.match.over
        assert "Cleo wins" in sitting.text()


async def test_three_people_play_a_round() -> None:
    rng = Random(1)
    async with fresh_match(["Anna", "Ben", "Cleo"], goal=5) as sitting:
        for _ in range(400):
            if sitting.match.over:
                break
            await answer(sitting, rng)
        assert sitting.match.over
        assert replayed(sitting.match).over


def test_the_player_of_bots_alone_needs_no_person() -> None:
    match = Match(GAMES["herrlof"], [Seat("A", "rules"), Seat("B", "random")], seed=bytes(32))
    match.advance()
    assert match.mover >= 0


async def test_bots_alone_play_while_one_watches() -> None:
    async with fresh_match(["A=bot:random", "B=bot:rules"], goal=5) as sitting:
        for _ in range(20):
            if sitting.match.over:
                break
            await sitting.press("enter")
        assert sitting.match.over


MANY = pytest.mark.parametrize(
    ("names", "seed"),
    [
        (["Anna", "Ben"], 1),
        (["Anna", "Ben", "Cleo"], 2),
        (["Anna", "bot:random"], 3),
        (["Anna", "Ben", "bot:rules"], 4),
    ],
    ids=["two", "three", "solo", "two and a bot"],
)


async def press_at_random(names: list[str], seed: int, times: int, burst: int) -> None:
    """Press random keys, now and then what a person would, in windows of any size; the record stays legal."""
    rng = Random(seed)
    pressed: list[str] = []
    async with fresh_match(names, goal=30) as sitting:
        match = sitting.match
        for number in range(times):
            keys = rng.choices(KEYS, k=rng.randint(1, burst))
            pressed += keys
            await sitting.burst(*keys)
            await sitting.settle()
            if number % 20 == 19:
                size = rng.choice([(60, 20), (80, 24), (130, 42), (40, 10), (8, 3), (61, 30), (200, 60)])
                await sitting.resize(*size)
                await sitting.settle()
            assert sitting.app._exception is None, pressed[-20:]
            while not sitting.showing(TableScreen) and rng.random() < 0.7:
                await sitting.press("c" if sitting.showing(HomeScreen) else "escape")
            if not sitting.showing(TableScreen):
                continue
            match = sitting.match
            if number % 2 and match.mover >= 0 and "needs" not in sitting.text():
                await answer(sitting, rng)
        assert len(match.moves) > 10
        assert replayed(match).observe(-1) == match.observe(-1)


@MANY
async def test_random_keys_break_nothing(names: list[str], seed: int) -> None:
    await press_at_random(names, seed, times=50, burst=1)


@pytest.mark.slow
@MANY
async def test_thousands_of_keys_in_bursts_break_nothing(names: list[str], seed: int) -> None:
    await press_at_random(names, seed, times=1000, burst=8)


async def test_a_held_key_closes_the_pad_once() -> None:
    async with at_table(in_play("B7", "B8", predict=(0, 1)), ["Anna", "Ben"]) as sitting:
        assert sitting.showing(ScorePad)
        await sitting.burst(*["enter"] * 4)
        assert sitting.app._exception is None
        assert sitting.match.observe(-1).round_number == 2


@pytest.mark.parametrize("keys", [["escape"] * 4, ["enter", "escape"], ["right", "escape"]])
async def test_escape_leaves_the_match_at_the_pad_as_it_does_at_the_table(keys: list[str]) -> None:
    async with at_table(in_play("B7", "B8", predict=(0, 1)), ["Anna", "Ben"]) as sitting:
        assert sitting.showing(ScorePad)
        await sitting.burst(*keys)
        assert sitting.app._exception is None
        assert sitting.showing(HomeScreen)


@pytest.mark.parametrize("page", ["s", "question_mark"])
async def test_a_key_pressed_before_a_page_is_drawn_does_not_leave_the_table(page: str) -> None:
    async with at_table(in_play("B7 G1", "B8 G2"), ["Anna", "Ben"]) as sitting:
        await sitting.burst(page, "escape")
        assert not sitting.showing(HomeScreen)
