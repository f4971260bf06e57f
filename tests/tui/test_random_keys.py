"""Random keys: nothing breaks, nothing is played that nobody chose, and the terminal shows what was drawn."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from herrlof.game import NOBODY
from herrlof.games.herrlof.actions import PASS, PREDICT, STEAL, TAKE_TRICK
from herrlof.games.herrlof.reading import CARD_PHASES
from herrlof.games.herrlof.words import card_name
from herrlof.records.settings import Settings
from herrlof.records.storage import read_record
from herrlof.table.connection import MomentKind
from herrlof.table.moments import Moment
from herrlof.table.resume import replayed
from herrlof.tui.boards.guard import ENTER_GUARD
from herrlof.tui.boards.herrlof.board import HerrlofBoard
from herrlof.tui.screens.ends import EndScreen
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.table import TableScreen
from tests.tui.driving import Sitting, new_match

CHOOSING = {*"bgryvh0123456789", "left", "right", "up", "down", "home", "end"}
"""Keys that can choose a card, a number or an answer."""
KEYS = [
    *"bgryvh0123456789", *["enter"] * 14, *["space"] * 4, *["left", "right"] * 4, "up", "down", "home", "end",
    *"ynync", *["1", "2", "3"] * 4, "l", "k", "s", "question_mark", "x", "tab", "backspace", "pagedown", "f2", "delete",
]  # fmt: skip


def in_focus(sitting: Sitting) -> str:
    """Return what the screen shows to be chosen: the words of the card or the answer in focus, or the number."""
    rows = sitting.cells()
    phase = sitting.match.observe(NOBODY).phase
    if phase == "predict":
        row = next(cells for cells in rows if "".join(cell.letter for cell in cells).startswith("▸ You say"))
        return "".join(cell.letter for cell in row if cell.ground == "accent").strip()
    if phase in CARD_PHASES:
        return sitting.lines()[20].strip().split(",")[0].split(".")[0].lower()
    return "".join(cell.letter for cell in rows[20] if cell.ground == "accent").strip()


def words_of(sitting: Sitting, action: int, phase: str) -> str:
    """Return how the screen shows that this action is chosen."""
    if phase == "predict":
        return str(action - PREDICT)
    if phase in CARD_PHASES:
        return card_name(action - CARD_PHASES[phase]).lower()
    if action == PASS or sitting.match.observe(NOBODY).seats == 2 or phase == "draw":
        return "▸ n  " if action == PASS else "▸ y  "
    return f"▸ {action - (TAKE_TRICK if action < STEAL else STEAL) + 1}  "


async def come_back(sitting: Sitting) -> None:
    """Return to the table from wherever a key has led to."""
    for _ in range(9):
        if sitting.showing(TableScreen):
            return
        home = "c" if "Continue" in sitting.text() else "p"  # where no match waits, another one is begun
        sitting.later(1)  # a page at an end is looked at before it is left
        await sitting.press(
            "enter" if sitting.showing(EndScreen) else home if sitting.showing(HomeScreen) else "escape"
        )
    raise AssertionError(f"there is no way back to the table:\n{sitting.text()}")


async def watch_choices(sitting: Sitting, count: int, rng: Random) -> int:
    """Press random keys one by one; return how many moves were made, each of them chosen since its question came."""
    moves, question = 0, None
    since: list[str] = []
    for _ in range(count):
        await come_back(sitting)
        table, match = sitting.table, sitting.match
        if table.moment is not question:
            question, since = table.moment, []
        phase, legal = match.observe(NOBODY).phase, match.legal()
        asked, before = table.board.asked, len(match.moves)
        key = rng.choice(KEYS)
        shown = in_focus(sitting) if asked and key in ("enter", "space") else ""
        await sitting.press(key)
        made = [move for move in match.moves[before:] if move.by >= 0]
        if made:
            moves += 1
            why = f"{key} after {since} played {made[0].do} while {shown!r} was in focus"
            assert asked, why
            if key in "yn":
                assert phase not in (*CARD_PHASES, "predict"), why
                assert (made[0].do == "pass") == (key == "n"), why
            else:
                assert key in ("enter", "space"), why
                assert len(legal) == 1 or CHOOSING.intersection(since), why
                action = match.game.decode(made[0].do)
                known = f"{shown} ".lower().startswith(words_of(sitting, action, phase))
                assert known or shown.startswith("! "), why  # why a key did nothing may stand there until the next one
        since.append(key)
    return moves


async def a_hot_seat(names: tuple[str, ...], count: int, seed: int) -> None:
    async with new_match("herrlof", *names, options={"goal": 999}) as sitting:
        moves = await watch_choices(sitting, count, Random(seed))
        assert moves > count / 50, "so many moves were watched"


@pytest.mark.second
async def test_random_keys_in_a_hot_seat_play_nothing_that_was_not_chosen() -> None:
    await a_hot_seat(("Anna", "Ben"), 120, 2)


@pytest.mark.parametrize("names", [("Anna", "Ben"), ("Anna", "Ben", "Cleo")], ids=["two", "three"])
@pytest.mark.parametrize(
    ("count", "seed"),
    [
        pytest.param(300, 11, marks=pytest.mark.second),
        *(pytest.param(5000, seed, marks=pytest.mark.slow) for seed in (11, 12)),
    ],
)
async def test_thousands_of_random_keys_in_a_hot_seat_play_nothing_that_was_not_chosen(
    names: tuple[str, ...], count: int, seed: int
) -> None:
    await a_hot_seat(names, count, seed)


@pytest.mark.second
async def test_a_table_where_enter_plays_unchosen_cards_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The watch sees what it is there for: a board that counts its first card as chosen."""
    show = HerrlofBoard.show

    def careless(board: HerrlofBoard, moment: Moment) -> None:
        show(board, moment)
        if moment.kind is MomentKind.ASK:
            board.action_move(1)

    monkeypatch.setattr(HerrlofBoard, "show", careless)
    async with new_match("herrlof", "Anna", "Ben") as sitting:
        with pytest.raises(AssertionError, match="in focus"):
            await watch_choices(sitting, 250, Random(2))


# Bursts, windows of any size, whole matches


SIZES = [(60, 20), (80, 24), (100, 30), (120, 40), (160, 50), (200, 60), (61, 33), (40, 10), (16, 3), (79, 23)]


async def press_at_random(
    game: str, names: tuple[str, ...], seed: int, times: int, burst: int, pace: float = 0, **options: Any
) -> None:
    """Press random keys in bursts, in windows of any size; the record stays legal, and the terminal true."""
    rng = Random(seed)
    options |= {"race": "even"} if game == "how-ruck" else {}
    settings = Settings(name="Anna")
    async with new_match(game, *names, options=options, settings=settings, pace=pace, motion=bool(pace)) as sitting:
        for number in range(times):
            await come_back(sitting)
            sitting.later(ENTER_GUARD if pace else 0)  # a question is just old enough to be answered
            keys = rng.choices(KEYS, k=rng.randint(1, burst))
            await sitting.burst(*[key for key in keys if key != "tab"])  # a hint that comes changes what is compared
            await sitting.settle()
            if number % 5 == 4:
                await sitting.resize(*rng.choice(SIZES))
            if number % 10 == 9 and not pace:
                shown = sitting.cells()
                await sitting.press("ctrl+l")
                assert sitting.cells() == shown, "something was not repainted"
        await come_back(sitting)
        again = replayed(read_record(sitting.table.table.path))
        assert again.observe(NOBODY) == sitting.match.observe(NOBODY)


TABLES = [
    ("herrlof", ("Anna", "Ben", "bot:random"), 1),
    pytest.param("herrlof", ("Anna", "bot:random"), 2, marks=pytest.mark.second),
    pytest.param("nim", ("Anna", "bot:random", "Ben"), 3, marks=pytest.mark.second),
    pytest.param("kuhn", ("Anna", "Ben"), 4, marks=pytest.mark.second),
]


MORE = [
    ("herald", ("Anna", "Ben", "bot:random"), 5),
    ("how-ruck", ("Anna", "Ben"), 6),
    ("herfor", ("Anna", "bot:random"), 7),
]


@pytest.mark.second
@pytest.mark.parametrize(
    ("game", "names", "seed"),
    [*TABLES, *(pytest.param(*one, marks=pytest.mark.second) for one in MORE)],
    ids=str,
)
async def test_bursts_of_keys_and_windows_of_any_size_break_nothing(
    game: str, names: tuple[str, ...], seed: int, toys: None
) -> None:
    await press_at_random(game, names, seed, times=25, burst=5)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "names", "seed"), TABLES, ids=str)
async def test_thousands_of_keys_in_bursts_break_nothing(
    game: str, names: tuple[str, ...], seed: int, toys: None
) -> None:
    await press_at_random(game, names, seed + 10, times=250, burst=8)


@pytest.mark.second
@pytest.mark.parametrize(("game", "options", "times"), [
    ("herald", {}, 25),
    *(pytest.param(game, options, 100, marks=pytest.mark.second) for game, options in (
        ("herrlof", {}), ("herald", {}), ("how-ruck", {"teams": "dealt"}), ("herfor", {"size": 5})
    )),
])  # fmt: skip
async def test_keys_while_something_moves_break_nothing(game: str, options: dict[str, Any], times: int) -> None:
    """What is shown of one move for a moment is still shown after the next ones, since hardly any time passes."""
    await press_at_random(game, ("Anna", "bot:random"), 3, times, burst=5, pace=0.01, **options)


async def answer(sitting: Sitting, rng: Random) -> None:
    """Press what a person would press now: come to the keyboard, choose, and play."""
    if sitting.showing(EndScreen):
        await sitting.press("enter")
        return
    await sitting.come()
    match = sitting.match
    if match.mover < 0 or not sitting.board.asked:
        return
    seen, action = match.observe(match.mover), rng.choice(match.legal())
    if seen.phase == "predict":
        await sitting.press(*str(action - PREDICT), "enter")
    elif seen.phase in CARD_PHASES:
        place = seen.hand.index(action - CARD_PHASES[seen.phase])
        await sitting.press("home", *["right"] * place, "enter")
    else:
        await sitting.press("n" if action == PASS else "right", "enter")


@pytest.mark.parametrize(
    ("names", "size"),
    [
        (("Anna", "bot:rules"), (60, 20)),
        pytest.param(("Anna", "Ben", "Freya=bot:random"), (80, 24), marks=pytest.mark.second),
    ],
    ids=["solo-60", "hot-80"],
)
async def test_a_match_is_played_to_its_end(names: tuple[str, ...], size: tuple[int, int]) -> None:
    rng = Random(size[0])
    async with new_match("herrlof", *names, options={"goal": 1}, size=size) as sitting:
        match = sitting.match
        for _ in range(400):
            if match.over:
                break
            await answer(sitting, rng)
        assert match.over
        assert "wins." in sitting.text() or "win" in sitting.text()


@pytest.mark.second
async def test_bots_alone_play_while_one_looks_on() -> None:
    async with new_match("herrlof", "A=bot:random", "B=bot:rules", options={"goal": 1}) as sitting:
        await sitting.until(lambda: sitting.match.over)
        await sitting.see("The match is over")
