"""What is written to the terminal: little for a key, all of it after a resize, and no colour that it does not have."""

from __future__ import annotations

from random import Random

import pyte
import pytest
from rich.cells import cell_len
from rich.style import Style

from herrlof.records.settings import Settings
from herrlof.tui.terminal import RESET, Pen, in_cells
from tests.tiers import later
from tests.tui.driving import Sitting, at_table, hall, in_play, new_match, rows_of

MOST = 1100
"""Bytes that a key in the hand writes at most."""
SOLO = ("Anna", "bot:random")
SIZES = pytest.mark.parametrize("size", later([(80, 24), (120, 40)], now=[(80, 24)]), ids="{0[0]}x{0[1]}".format)
WINDOWS = [
    (60, 20), (80, 24), (100, 30), (120, 40), (160, 50), (200, 60), (61, 47), (199, 20), (59, 20), (30, 8), (16, 2),
]  # fmt: skip
"""Sizes of windows; of fewer than 16 columns the framework is never told."""


async def written(sitting: Sitting, key: str) -> int:
    """Return how many bytes a key writes."""
    before = sitting.terminal.written
    await sitting.press(key)
    return sitting.terminal.written - before


@SIZES
async def test_a_key_in_the_hand_writes_little(size: tuple[int, int]) -> None:
    options = {"first_dealer": 1}
    async with new_match("herrlof", *SOLO, moves=1, options=options, size=size) as sitting:
        await sitting.press("4", "enter", "right")
        assert len(sitting.match.observe(0).hand) == 15
        sizes = {key: await written(sitting, key) for key in ("right", "left", "end", "home", "g", "r", "7", "b", "y")}
        assert max(sizes.values()) <= MOST, sizes
        assert min(sizes.values()) > 0, "each of them moves the focus"


@pytest.mark.second
@SIZES
@pytest.mark.parametrize(
    ("game", "options"),
    [("herald", {"first_dealer": 1}), ("how-ruck", {"race": "even", "teams": "dealt"}), ("herfor", {"size": 7})],
)
async def test_arrows_write_little_in_every_game(game: str, options: dict[str, object], size: tuple[int, int]) -> None:
    """In the middle of what they write."""
    async with new_match(game, *SOLO, moves=4, options=options, size=size) as sitting:
        assert sitting.board.asked
        sizes = sorted([await written(sitting, key) for key in ("right",) * 9])
        assert 0 < sizes[4] <= MOST, sizes


@SIZES
async def test_what_a_key_leaves_as_it_lay_is_as_a_whole_frame_has_it(size: tuple[int, int]) -> None:
    """Also after the coach's words, which stand above the question, have covered the rows there."""
    options = {"race": "even", "teams": "dealt"}
    async with new_match("how-ruck", *SOLO, moves=4, options=options, size=size) as sitting:
        board = sitting.board
        for key in ("right", "left", "coach", "right", "end", "up", "down", "home"):
            if key == "coach":
                board.show(board.scene.coached(None, *[[("Here the coach says something.", "text", False)]] * 3))
            else:
                await sitting.press(key)
            kept = rows_of(board.canvas)
            board.redraw()
            assert rows_of(board.canvas) == kept, key


@SIZES
async def test_a_key_while_a_number_is_chosen_writes_little(size: tuple[int, int]) -> None:
    options = {"first_dealer": 1}
    async with new_match("herrlof", *SOLO, moves=1, options=options, size=size) as sitting:
        await sitting.press("right")
        sizes = {key: await written(sitting, key) for key in ("right", "left", "4", "up", "down", "9")}
        assert max(sizes.values()) <= MOST, sizes


@SIZES
async def test_a_key_among_answers_and_a_refusal_write_little(size: tuple[int, int]) -> None:
    async with at_table(in_play("B3 G4 R5", "B8 G2 R8", deck="Y9 Y8"), *SOLO, size=size) as sitting:
        await sitting.press("b", "enter")
        assert max([await written(sitting, key) for key in ("right", "left", "right")]) <= MOST
    table = in_play("B7 G4 R5", "B8 G2 R8", dealer=0, moves=["1: play B8"])
    async with at_table(table, *SOLO, size=size) as sitting:
        await sitting.press("g")
        assert 0 < await written(sitting, "enter") <= MOST
        assert "! No: you hold blue" in sitting.text()


async def test_a_key_that_changes_nothing_writes_no_cell() -> None:
    async with at_table(in_play("B7 G4 R5", "B8 G2 R8"), *SOLO) as sitting:
        await sitting.press("b")
        assert await written(sitting, "b") < 100


STYLES = [
    "", "bold", "red", "on blue", "red on blue", "bold red on blue", "bold green on blue", "green on yellow",
    "underline red on blue", "reverse red on blue", "bold reverse", "red on blue link https://example.org",
]  # fmt: skip


@pytest.mark.parametrize("theme", ["dark", "light-256", "terminal", "none"])
def test_what_a_style_shares_with_the_one_before_is_not_written_again(theme: str) -> None:
    """Each letter looks as if it had been written by itself."""
    rng = Random(1)
    parts = [(rng.choice(["ab", " ", "c ", "   "]), Style.parse(rng.choice(STYLES))) for _ in range(300)]
    pen = Pen(theme)
    short = "".join([pen.written(text, style) for text, style in parts]) + RESET
    whole = "".join([Pen(theme).written(text, style) + RESET for text, style in parts])
    screens = []
    for data in (short, whole):
        screen = pyte.Screen(80, 24)
        pyte.Stream(screen).feed(data)
        screens.append(screen)
    for y in range(24):
        for x in range(80):
            found, wanted = (screen.buffer[y][x] for screen in screens)
            blank = wanted.data == " " and not (wanted.reverse or wanted.underscore)
            assert (found._replace(fg="", bold=False) if blank else found) == (
                wanted._replace(fg="", bold=False) if blank else wanted
            )


def test_codes_are_written_for_what_changes() -> None:
    pen = Pen("dark")
    styles = ["red on blue", "bold red on blue", "green on blue", "green on blue", "green", "underline green"]
    found = [pen.written(text, Style.parse(style)) for text, style in zip("ab cde", styles, strict=True)]
    assert found == [
        "\x1b[31;44ma", "\x1b[1mb", " ", "\x1b[22;32mc", "\x1b[0;32md", "\x1b[0;4;32me",
    ]  # fmt: skip


def test_a_part_of_a_text_is_as_wide_as_its_cells() -> None:
    for text in ("abcd", "╱╲╱╲", "a日b", "日本"):
        for begin in range(5):
            for end in range(begin, 5):
                assert cell_len(in_cells(text, begin, end)) == end - begin
    assert [in_cells("a日b", 0, 2), in_cells("a日b", 1, 3), in_cells("a日b", 2, 4)] == ["a ", "日", " b"]


async def resized_at_random(seed: int, times: int, game: str, *names: str) -> None:
    """Resize at random with a key now and then; nothing breaks, and what is shown depends on the size alone."""
    rng = Random(seed)
    shown: dict[tuple[int, int], str] = {}
    async with new_match(game, *names, moves=4) as sitting:
        for _ in range(times):
            size = rng.choice(WINDOWS)
            await sitting.resize(*size)
            assert len(sitting.lines()) == size[1]
            width, height = size
            if (width, height) < sitting.board.SMALLEST or height < sitting.board.SMALLEST[1]:
                assert "needs" in sitting.words() or width < 12
                continue
            await sitting.come()
            assert shown.setdefault(size, sitting.text()) == sitting.text()
        await sitting.resize(80, 24)
        await sitting.come()
        assert sitting.board.asked


@pytest.mark.second
@pytest.mark.parametrize(
    ("game", "names"),
    [
        ("herrlof", SOLO),
        pytest.param("herrlof", ("Anna", "Ben", "Cleo"), marks=pytest.mark.second),
        pytest.param("nim", ("Anna", "Ben"), marks=pytest.mark.second),
    ],
    ids=str,
)
async def test_windows_of_any_size_break_nothing(game: str, names: tuple[str, ...], toys: None) -> None:
    await resized_at_random(len(names), 20, game, *names)


@pytest.mark.parametrize(
    "count", [pytest.param(60, marks=pytest.mark.second), pytest.param(600, marks=pytest.mark.slow)]
)
async def test_many_resizes_break_nothing(count: int) -> None:
    await resized_at_random(5, count, "herrlof", "Anna", "Ben")


@pytest.mark.second
@pytest.mark.parametrize("key", ["", *[pytest.param(key, marks=pytest.mark.second) for key in "r1gof"]])
async def test_pages_hold_any_window(key: str) -> None:
    rng = Random(7)
    async with hall() as sitting:
        await sitting.press(*filter(None, [key]))
        for _ in range(8):
            await sitting.resize(*rng.choice(WINDOWS))
        await sitting.resize(80, 24)
        assert len(sitting.text()) > 100


# What a terminal can show


@pytest.mark.second
@pytest.mark.parametrize(
    ("environment", "settings", "wanted", "unwanted"),
    [
        ({}, Settings(), ["38;2;", "48;2;"], []),
        ({"NO_COLOR": ""}, Settings(), ["38;2;", "48;2;"], []),
        ({"COLORTERM": ""}, Settings(), ["38;5;179;48;5;235m", "48;5;71m"], ["38;2;", "48;2;"]),
        ({"COLORTERM": ""}, Settings(theme="light"), ["38;5;58;48;5;254m", "48;5;71m"], ["38;2;", "48;2;"]),
        ({}, Settings(theme="terminal"), ["\x1b[44m ", "\x1b[0;1;7m"], ["38;", "48;", ";44m", "37m", "97m"]),
        ({"COLORTERM": "", "TERM": "xterm"}, Settings(), ["\x1b[44m "], ["38;", "48;", ";44m", "37m", "97m"]),
        ({"NO_COLOR": "1"}, Settings(), ["\x1b[0;1;7m"], ["38;", "48;", "44m", "37m", "97m"]),
    ],
    ids=["all colours", "an empty wish for none", "256", "256 light", "asked for 16", "16", "none"],
)
async def test_a_terminal_gets_the_colours_it_has(
    environment: dict[str, str],
    settings: Settings,
    wanted: list[str],
    unwanted: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    async with at_table(in_play("B7 G4 R5", "B8 G2 R8"), *SOLO, settings=settings) as sitting:
        everything = sitting.terminal.everything
        for sequence in wanted:
            assert sequence in everything
        for sequence in unwanted:
            assert sequence not in everything, sequence


@pytest.mark.parametrize(
    "size",
    later([(60, 20), (80, 24), (120, 40), (160, 50)], now=[(80, 24)]),
    ids=str,
)
async def test_the_table_in_ascii_is_ascii(size: tuple[int, int]) -> None:
    async with new_match("herrlof", "Anna", "Ben", moves=30, size=size, ascii_only=True) as sitting:
        assert sitting.text().isascii()
        await sitting.come()
        assert sitting.text().isascii()
        for page in ("l", "s", "k"):
            await sitting.press(page)
            assert sitting.text().translate(dict.fromkeys(map(ord, "▁▂▃▄▅▆▇█"))).isascii()
            await sitting.press("escape")
