"""What holds of every page and table in every window and language: nothing is cut off in silence or written over.

The sizes are those at which the code decides something, and one column and one row less; they are read from its syntax
tree. What a page says first stands here, page by page.
"""

from __future__ import annotations

import ast
import re
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from herrlof import languages, messages
from herrlof.messages import _
from herrlof.tui.boards.board import Board
from herrlof.tui.cursor import cursor_of
from herrlof.tui.widgets.canvas_widget import CanvasWidget
from tests.pseudo import END, START, Pseudo
from tests.tui.driving import Sitting, stands
from tests.tui.recording import RecordingCanvas, recording
from tests.tui.test_how_ruck import quick_races
from tests.tui.test_pictures import MORE
from tests.tui.test_snapshots import SCENES, SOLO, table

__all__ = ["quick_races"]

SOURCE = Path(__file__).parents[2] / "src" / "herrlof" / "tui"
LEAST, MOST = (60, 20), (200, 60)
"""The windows that are promised."""
ACROSS, DOWN = ("width", "columns"), ("height", "rows")
"""What the code calls the two lengths of a window."""


class First(NamedTuple):
    """What a page says first."""

    said: Sequence[str] = ()
    """Messages, in every language."""
    english: Sequence[str] = ()
    """What messages have come to, in English."""
    keys: Sequence[str] = ("Esc",)
    """The keys in its last row, by their names."""
    focus: bool = True
    """Whether something is in focus."""


ASKED = ("Enter", "?", "Esc")
"""The keys of a table that asks: play, help, the way out."""
LOOKED = ("?", "Esc")
TITLES = ("Herrlof", "Herald", "How-Ruck!", "Herfor")
LED = First(["Your card."], ["Red is led and you hold red.", "R7"], ASKED)
"""Of a table of cards what is asked, the rule in force and its number."""
CURTAIN = First(["it's your turn"], keys=LOOKED, focus=False)
FORM = First(english=["Seat 1", "Seat 2"], keys=("F2", "F1", "Esc"))
FIRST: dict[str, First] = {
    # tables
    "trick": LED,
    "three": LED,
    "hint": First(english=["Red 4"], keys=ASKED),
    "predict": First(english=["How many of the 15 tricks will you win?", "R13"], keys=ASKED),
    "power": First(["The 1. Take a trick that was won earlier?"], ["R14"], ASKED),
    "robbed": First(["Your card.", "You lead: any card."], ["Anna took your", "R9"], ASKED),
    "hint-number": First(english=["Better than 4: 3, 5, 6, 7, 9 or 15."], keys=ASKED),
    "hint-lead": First(english=["best"], keys=ASKED),
    "hint-thinking": First(["imagining"], keys=ASKED),
    "sure": First(english=["Sure?"], keys=ASKED),
    "taken-back": First(english=["Taken back."], keys=LOOKED),
    "herald-trick": First(["Your card."], ["Beat", "H6"], ASKED),
    "herald-six": First(["Your card."], keys=ASKED),
    "herald-hint": First(english=["best"], keys=ASKED),
    "herfor-board": First(english=["e8 turns 6", "F5"], keys=ASKED),  # a single row is for what was chosen
    "herfor-five": First(["Place a stone."], keys=ASKED),
    "herfor-seven": First(["Place a stone."], keys=ASKED),
    "herfor-risk": First(keys=ASKED),
    "herfor-komi": First(keys=ASKED),
    "how-ruck-table": First(["Your card."], keys=ASKED),
    "how-ruck-field": First(keys=ASKED),
    "how-ruck-shout": First(keys=LOOKED),
    "how-ruck-pair": First(keys=ASKED),
    "toy-nim": First(english=["Take how many?"], keys=ASKED),
    "toy-kuhn": First(english=["Bet, or pass?"], keys=ASKED),
    # curtains
    "curtain": CURTAIN,
    "herald-curtain": CURTAIN,
    "how-ruck-curtain": CURTAIN,
    # races
    "how-ruck-race": First(keys=["Esc"], focus=False),
    "how-ruck-race-runs": First(keys=["Esc"], focus=False),
    "how-ruck-race-two": First(keys=["Esc"], focus=False),
    "how-ruck-raced": First(keys=["Esc"], focus=False),
    # ends
    "round": First(["Next round"], ["Round 1 is over", "Freya is ahead by 12."], ASKED),
    "round-three": First(["Next round"], ["Round 1 is over", "Ben is ahead by 12."], ASKED),
    "round-second": First(["Next round"], ["Round 2 is over"], ASKED),
    "round-three-second": First(["Next round"], ["Round 2 is over"], ASKED),
    "herald-round": First(["Next game"], keys=ASKED),
    "how-ruck-round": First(["Next round"], ["Round 1 is over"], ASKED),
    "match": First(["The match is over", "Play again"], ["wins"], ASKED),
    "herald-match": First(["The match is over", "Play again"], ["Freya wins."], ASKED),
    "herfor-count": First(["The match is over", "Play again"], ["Anna wins."], ASKED),
    "how-ruck-match": First(["The match is over", "Play again"], ["wins"], ASKED),
    # pages
    "home": First(["Continue"], [*TITLES, "your turn"], ("Enter", "?", "Q")),
    "home-empty": First(["Learn"], ["Never played here?", *TITLES], ("Enter", "?", "Q")),
    "new-game": FORM,
    "new-game-herald": FORM,
    "new-game-how-ruck": FORM,
    "new-game-herfor": FORM,
    "new-game-elsewhere": FORM._replace(keys=("F2", "Esc")),  # the list in focus has keys of its own
    "cut": First(keys=("Enter", "Esc")),
    "name": First(keys=("Enter", "Esc")),
    "games": First(["Matches"], ["You v Freya", "unfinished"], ("Enter", "Esc")),
    "games-empty": First(["Matches", "No match has been played yet."], focus=False),
    "replay": First(english=["replay: 10 of 43"], keys=LOOKED),
    "rules": First(),
    "rules-searched": First(),
    "fairness": First(["Fair play"]),
    "settings": First(["Settings", "Your name"]),
    "settings-list": First(["Settings"]),
    "join": First(["Join"], keys=("Enter", "Esc")),
    "palette": First(keys=()),
    "keys": First(["Keys"], focus=False),
    "herfor-keys": First(["Keys"], focus=False),
    "scores": First(["Scores"], focus=False),
    "last": First(english=["Last trick"], focus=False),
    "how-ruck-last": First(focus=False),
    "waiting": First(["awaited"], ["Waiting for Ben", "herrlof join", "raven-oak-seven"], focus=False),
    "learn": First(["Learn"], keys=("Enter", "Esc")),
    "lesson": First(keys=("Enter", "Esc")),
    "lesson-number": First(keys=("Enter", "Esc")),
    "lesson-trump": First(keys=("Enter", "Esc")),
    "review": First(["Find better"], ["Review · "], ASKED),
    "review-second": First(keys=ASKED),
    "find": First(keys=ASKED),
    "found": First(keys=ASKED),
    "went": First(["How the round went"], focus=False),
    "resign": First(["End the match here?", "If you resign, you lose."], keys=("R", "N"), focus=False),
    "statistics": First(["Statistics"], ["won of"]),
    "statistics-herald": First(["Statistics"], ["won of"]),
    "statistics-how-ruck": First(["Statistics"], ["won of"]),
    "statistics-herfor": First(["Statistics"], ["won of"]),
    "statistics-empty": First(["Finish a match, and it's counted here."], focus=False),
    "today": First(["Deal of the day"], ["You did better than"], ("Enter", "Esc"), focus=False),
    "guest": First(english=["Sit down", "Note how the commitment begins:"], keys=("F2", "Esc")),
}
"""By scene what comes first, in every window."""
ALL = {**SCENES, **MORE}
AWAITED = frozenset({
    "hint-number", "hint-lead", "hint-thinking", "sure", "taken-back", "herald-hint", "how-ruck-round",
    "how-ruck-raced", "how-ruck-shout", "how-ruck-race-runs", "how-ruck-race-two", "guest",
})  # fmt: skip
"""Scenes that wait for what is said in English: they are turned into another language when they are there."""


# The sizes


class Breakpoints(NamedTuple):
    """Lengths of a window from which on the code does something else."""

    widths: frozenset[int]
    heights: frozenset[int]


def _constants(tree: ast.Module) -> dict[str, int]:
    """Return the numbers that a module names."""
    named = [node for node in tree.body if isinstance(node, ast.Assign | ast.AnnAssign)]
    pairs = [
        (node.targets[0] if isinstance(node, ast.Assign) else node.target, node.value) for node in named if node.value
    ]
    return {
        name.id: value.value
        for name, value in pairs
        if isinstance(name, ast.Name) and isinstance(value, ast.Constant) and isinstance(value.value, int)
    }


def _called(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _compared(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """Yield the name of each length that is compared with a number, from which on it comes out else."""
    constants = _constants(tree)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Compare):
            continue
        sides = [node.left, *node.comparators]
        for left, operator, right in zip(sides, node.ops, sides[1:], strict=False):
            for one, other, turned in ((left, right, False), (right, left, True)):
                number = other.value if isinstance(other, ast.Constant) else constants.get(_called(other))
                if isinstance(number, int) and not isinstance(number, bool):
                    after = ast.LtE if turned else ast.Gt, ast.Lt if turned else ast.LtE
                    yield _called(one), number + isinstance(operator, after)


def _tabled(tree: ast.Module) -> Iterator[tuple[int, ...]]:
    """Yield the numbers with which the rows of tables of windows begin."""
    for node in tree.body:
        value = node.value if isinstance(node, ast.Assign | ast.AnnAssign) else None
        for row in value.elts if isinstance(value, ast.Tuple) else ():
            first = row.args if isinstance(row, ast.Call) else row.elts if isinstance(row, ast.Tuple) else []
            numbers = [one.value for one in first[:2] if isinstance(one, ast.Constant)]
            if numbers and all(type(number) is int for number in numbers):
                yield tuple(numbers)


@cache
def breakpoints() -> Breakpoints:
    """Return the lengths at which the code decides something, within the windows that are promised."""
    widths, heights = {LEAST[0], MOST[0]}, {LEAST[1], MOST[1]}
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text("utf-8"))
        for name, number in _compared(tree):
            widths |= {number} if name in ACROSS else set()
            heights |= {number} if name in DOWN else set()
        for first in _tabled(tree):
            widths |= {first[0]} if len(first) > 1 else set()
            heights |= {first[-1]}
    return Breakpoints(
        frozenset(width for width in widths if LEAST[0] <= width <= MOST[0]),
        frozenset(height for height in heights if LEAST[1] <= height <= MOST[1]),
    )


FEW = ((60, 20), (79, 23), (119, 39))
"""What the default and the second tier look at: the smallest window, and others a column and a row too small."""


BETWEEN = (13, 5)
"""Columns and rows from window to window besides: what gives way by what it holds does so at any length.

They begin elsewhere on each page, so that at every length some pages are seen.
"""


def all_sizes(page: int) -> list[tuple[int, int]]:
    """Return every length at which something is decided, and one less, and others; each with some of the other way."""
    found = breakpoints()
    decided = {width - less for width in found.widths for less in (0, 1) if width - less >= LEAST[0]}
    widths = sorted(decided | set(range(LEAST[0] + page % BETWEEN[0], MOST[0], BETWEEN[0])))
    decided = {height - less for height in found.heights for less in (0, 1) if height - less >= LEAST[1]}
    heights = sorted(decided | set(range(LEAST[1] + page % BETWEEN[1], MOST[1], BETWEEN[1])))
    across = [(width, height) for width in widths for height in (20, 40)]
    return [*across, *((width, height) for height in heights for width in (80, 120))]


@pytest.mark.second
def test_the_sizes_are_those_at_which_the_code_decides() -> None:
    found = breakpoints()
    assert found.widths > {60, 80, 100, 120, 160, 200}
    assert found.heights > {20, 22, 24, 28, 30, 40, 45, 50, 60}


def test_every_scene_says_what_comes_first() -> None:
    assert FIRST.keys() == ALL.keys()


@pytest.mark.second
@pytest.mark.parametrize(("goal", "sizes"), [(60, ((60, 20), (80, 24), (120, 40))), (100, ((200, 60), (80, 24)))])
async def test_no_round_of_a_match_goes_without_a_sign(goal: int, sizes: Sequence[tuple[int, int]]) -> None:
    async with table("herrlof", *SOLO, until=lambda match: match.over, goal=goal)(size=sizes[0]) as sitting:
        rounds = [str(number) for number in range(1, len(sitting.match.observe(0).rounds) + 1)]
        assert len(rounds) > 3
        for size in sizes:
            await sitting.resize(*size)
            heads = next(line.partition(" sum")[0].split() for line in sitting.lines() if " sum" in line)
            shown = [head for head in heads if head.isdigit()]
            assert shown[-1] == rounds[-1]
            assert ("…" in heads) == (len(shown) < len(rounds)), (size, heads)


@pytest.mark.second
async def test_beside_a_hint_the_cards_of_the_hand_keep_their_drawings() -> None:
    async with ALL["herald-hint"](size=LEAST) as sitting:
        assert sum(line.count("▄███▄") for line in sitting.lines()) == 4  # pawns: the one ahead, three of one's own


@pytest.mark.second
@pytest.mark.parametrize("name", ["home", "match", "how-ruck-round", "herald-match"])
async def test_a_page_stands_in_the_middle_of_a_tall_window(name: str) -> None:
    async with spoken_in("en", name, MOST) as sitting:
        first, end = drawn(sitting)[0].drawn(first=1)
        free = MOST[1] - 1 - end
        assert abs(first - free) < 5
        await sitting.resize(160, 50)
        assert drawn(sitting)[0].drawn(first=1)[0] < 6


# What holds


def drawn(sitting: Sitting) -> list[RecordingCanvas]:
    """Return what is drawn on the page in front."""
    widgets = sitting.app.screen.query(CanvasWidget)
    shown = [widget.canvas for widget in widgets if widget.display and widget.size.width]
    assert all(isinstance(canvas, RecordingCanvas) for canvas in shown)
    return [canvas for canvas in shown if isinstance(canvas, RecordingCanvas)]


def wrong(sitting: Sitting, first: First, english: bool) -> list[str]:
    """Return what does not hold of a page as it stands."""
    rows = sitting.lines()
    found = [fault for canvas in drawn(sitting) for fault in canvas.faults]
    wanted = [*map(_, first.said), *(first.english if english else ())]
    found += [f"{one!r} isn't there" for one in wanted if not stands(rows, one) and not stands(rows, one.upper())]
    bar = rows[-1]
    keys = [_(key) if key.isalpha() and len(key) > 1 else key for key in first.keys]
    found += [f"the key {key} isn't there" for key in keys if f" {key} " not in f" {bar}"]
    if bar.count(START) != bar.count(END):
        found.append(f"the row of keys is cut: {bar}")
    texts = [text for canvas in drawn(sitting) for text in canvas.written]
    found += [f"{text!r} has a hyphen for a minus" for text in texts if re.search(r"(?<![\w-])-\d", text)]
    return [*found, *filter(None, map(cut_in_silence, drawn(sitting))), *unfocused(sitting, first)]


def cut_in_silence(canvas: RecordingCanvas) -> str:
    """Return what was written last of a text that lost its end without a `…`; nothing if none has."""
    depth, begun = 0, ""
    for text in canvas.written:
        for sign in text:
            depth = 0 if sign == "…" else max(0, depth + (sign == START) - (sign == END))
            begun = text if sign == START and depth == 1 else begun
    return f"{begun!r} is cut in silence" if depth else ""


def unfocused(sitting: Sitting, first: First) -> list[str]:
    """Return what is wrong with the focus: that it is not in sight."""
    screen = sitting.app.screen
    if not first.focus:
        return []
    place = cursor_of(screen)
    if place is None or not screen.region.contains_point(place):
        return [f"the focus is out of sight: {place}"]
    widget = screen.focused
    if widget is not None and not isinstance(widget, CanvasWidget):
        seen = screen.find_widget(widget).visible_region
        return [] if seen.height else ["the focus is scrolled out of sight"]
    for board in screen.query(Board):
        rects = [rect for rect, what in board.places if what == board.target()]
        if board.target()[1] is not None and not any(
            rect.x >= 0 and rect.y >= 0 and rect.right <= board.canvas.width and rect.bottom <= board.canvas.height
            for rect in rects
        ):
            return [f"what is in focus is not drawn: {board.target()}"]
    return []


@asynccontextmanager
async def spoken_in(language: str, name: str, size: tuple[int, int]) -> AsyncIterator[Sitting]:
    """Show a scene in a language."""
    catalogue = Pseudo() if language == "pseudo" else languages.catalogue(language, languages.FOLDER)
    with recording():
        try:
            messages.use_catalogue(None if name in AWAITED else catalogue)
            async with ALL[name](size=size) as sitting:
                if name in AWAITED and catalogue is not None:
                    messages.use_catalogue(catalogue)
                    sitting.app.use_keys()
                    for screen in sitting.app.screen_stack:
                        screen.reword()
                    await sitting.settle()
                yield sitting
        finally:
            messages.use_catalogue(None)


LANGUAGES = ("en", "pseudo", "nl")
QUICK = ("trick", "herald-trick", "how-ruck-table", "herfor-board", "home", "games")
THINKS = ("review", "review-second", "find", "found", "went", "settings-list", "new-game-elsewhere")
"""What takes seconds to be opened."""
TABLES = [name for name, first in FIRST.items() if first.keys in (ASKED, LOOKED)]


def variations(names: Iterable[str], language: str, tier: str = "") -> list[Any]:
    marks = [getattr(pytest.mark, tier)] if tier else []
    return [pytest.param(name, language, id=f"{name}-{language}{tier and '-'}{tier}", marks=marks) for name in names]


VARIATIONS = [
    *variations(QUICK, "pseudo"),
    *variations([name for name in FIRST if name not in THINKS], "en", "second"),
    *variations([name for name in FIRST if name not in (*THINKS, *TABLES, *QUICK)], "pseudo", "second"),
    *variations([name for name in FIRST if name not in THINKS], "nl", "second"),
    *(one for language in LANGUAGES for one in variations(FIRST, language, "slow")),
]


@pytest.mark.second
@pytest.mark.parametrize(("name", "language"), VARIATIONS)
async def test_a_page_holds_in_every_window(name: str, language: str, request: pytest.FixtureRequest) -> None:
    if name.startswith("toy-"):
        request.getfixturevalue("toys")
    sizes = all_sizes(list(FIRST).index(name)) if request.node.get_closest_marker("slow") else FEW
    found: dict[str, list[tuple[int, int]]] = {}
    async with spoken_in(language, name, sizes[0]) as sitting:
        for size in sizes:
            await sitting.resize(*size)
            for fault in wrong(sitting, FIRST[name], language == "en"):
                found.setdefault(fault, []).append(size)
    assert not found, "\n".join(f"{fault}: {sizes}" for fault, sizes in found.items())


ONCE_WRONG: dict[tuple[str, str], Sequence[tuple[int, int]]] = {
    ("hint-number", "en"): ((60, 40), (80, 20)),
    ("herfor-risk", "en"): ((120, 20), (120, 22)),
    ("herfor-count", "en"): ((120, 20), (160, 20)),
    ("herfor-five", "en"): ((69, 20), (70, 20)),
    ("how-ruck-pair", "en"): ((120, 24),),
    ("trick", "pseudo"): ((120, 40),),
    ("hint", "pseudo"): ((80, 21), (100, 40)),
    ("robbed", "pseudo"): ((60, 20), (120, 40)),
    ("review", "pseudo"): ((120, 40), (159, 40)),
    ("new-game-elsewhere", "pseudo"): ((60, 20),),
    ("match", "en"): ((86, 40),),
}
"""Windows in which all was looked through once, and something did not hold; by scene and language."""


@pytest.mark.second
@pytest.mark.parametrize(("name", "language"), ONCE_WRONG)
async def test_what_did_not_hold_once_does(name: str, language: str) -> None:
    sizes = ONCE_WRONG[name, language]
    async with spoken_in(language, name, sizes[0]) as sitting:
        for size in sizes:
            await sitting.resize(*size)
            assert not wrong(sitting, FIRST[name], english=language == "en"), size
