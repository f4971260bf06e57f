"""Everything can be reached without Ctrl, function keys and a mouse; and by a mouse alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from textual.actions import parse
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Input

from herrlof.games import GAMES
from herrlof.tui.boards import BOARDS
from herrlof.tui.screens.ends import MatchScreen
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.keys import KeysScreen
from herrlof.tui.screens.new_game import NewGameScreen
from herrlof.tui.screens.review import ReviewScreen
from herrlof.tui.screens.rules import RulesScreen
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.widgets.canvas_widget import CanvasWidget
from herrlof.tui.widgets.keybar import KeyBar
from tests.tiers import last, later
from tests.tui.driving import Sitting, hall
from tests.tui.test_snapshots import SCENES, SOLO, page, record, table

HARD = re.compile(r"ctrl\+|alt\+|f\d")
"""Keys that some keyboards, and some hands, have not."""
PICKS = re.compile(r"letter|digit|pick_|key_|place|own_number")
"""What names a card or a point, which can be clicked itself: `test_a_click_chooses_and_a_second_one_plays`."""
ARROWS = {"left", "right", "up", "down"}
PAGES = {
    **{name: scene for name, scene in SCENES.items() if name != "palette" and not name.startswith("toy-")},
    "statistics": page("s"),
    "learn": page("l"),
    "review": table("herrlof", *SOLO, until=lambda match: match.over, goal=20, keys=["v"]),
    "herfor": table("herfor", *SOLO, until=lambda match: match.mover == 0 and len(match.moves) > 9),
    "herald": table("herald", *SOLO, until=lambda match: match.mover == 0 and len(match.moves) > 24),
}
FEW = ("home", "new-game", "trick", "replay", "settings", "games", "statistics", "herfor")


def bindings(sitting: Sitting) -> Iterator[tuple[str, Binding]]:
    """Yield what works on a page, with its keys: what belongs to the page, not to a field or to the framework."""
    framework = {binding.action for binding in Screen.BINDINGS if isinstance(binding, Binding)}
    for key, (node, binding, enabled, _) in sitting.app.screen.active_bindings.items():
        own = type(node).__module__.startswith("herrlof") and not isinstance(node, App | Input)
        if own and enabled and binding.action not in framework:
            yield key, binding


def by_action(sitting: Sitting) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for key, binding in bindings(sitting):
        found.setdefault(binding.action, set()).add(key)
    return found


async def clickable(sitting: Sitting) -> set[Any]:
    """Return what can be clicked: keys in the last row, as far as it can be turned, and all that is drawn."""
    bar = sitting.app.screen.query_one(KeyBar)
    found: set[Any] = set()
    for _turn in range(9):
        found |= {target for _rect, target in bar.places}
        more = [rect for rect, target in bar.places if target == "»"]
        if not more or _turn == 8:
            break
        await sitting.click(more[0].x, bar.region.y)
    for widget in sitting.app.screen.query(CanvasWidget):
        found |= {str(target).lstrip(":") for _rect, target in widget.places}
    if isinstance(sitting.app.screen, TableScreen):
        found |= {key for key, _name, _what in KeysScreen(sitting.app.screen)._keys}
    return found


@pytest.mark.second
@pytest.mark.parametrize("name", later(PAGES, now=FEW))
async def test_everything_has_a_plain_key(name: str) -> None:
    async with PAGES[name](size=(80, 24)) as sitting:
        await sitting.calm()
        found = by_action(sitting)
        for _field in sitting.app.screen.focus_chain:  # in a field a letter is a letter
            await sitting.press("tab")
            for action, keys in by_action(sitting).items():
                found.setdefault(action, set()).update(keys)
        only_hard = {action for action, keys in found.items() if all(map(HARD.match, keys))}
        buttons = {re.sub(r"\W", "", str(button.id)) for button in sitting.app.screen.query("Button")}
        assert not only_hard - buttons


@pytest.mark.second
@pytest.mark.parametrize("size", [(80, 24), *last([(60, 20), (120, 40)], second=())], ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("name", later(PAGES, now=FEW))
async def test_everything_can_be_clicked(name: str, size: tuple[int, int]) -> None:
    async with PAGES[name](size=size) as sitting:
        await sitting.calm()
        named = {binding.action for _, binding in bindings(sitting) if binding.description or binding.tooltip}
        offered = await clickable(sitting)
        for action, keys in by_action(sitting).items():
            _namespace, verb, parameters = parse(action)
            told = {str(parameter) for parameter in parameters}
            at_table = isinstance(sitting.app.screen, TableScreen)  # what lies there is clicked, not gone to
            asked = action in named or (keys & ARROWS and not at_table)
            if not asked or verb.startswith(("scroll_", "focus_", "button")) or PICKS.match(verb):
                continue
            if verb == "game" or "new" in told:  # a game's tile leads there
                assert any(game in str(target) for target in offered for game in GAMES)
                continue
            taken = [key for key, _label in getattr(sitting.app.screen, "choices", ())]
            if verb in taken and str(taken.index(verb)) in offered:  # a button below the page of an end
                continue
            assert keys & offered or told & offered, (action, keys, sorted(map(str, offered)))


@pytest.mark.second
@pytest.mark.parametrize("game", later(BOARDS, now=["herald"]))
async def test_the_page_of_all_keys_presses_them(game: str) -> None:
    options = {"race": "even"} if game == "how-ruck" else {}
    scene = table(game, *SOLO, until=lambda match: match.mover == 0 and len(match.moves) > 24, **options)
    async with scene(size=(120, 60)) as sitting:
        await press_in_bar(sitting, "question_mark")
        await sitting.until(lambda: sitting.showing(RulesScreen))
        await press_in_bar(sitting, "question_mark")
        await sitting.until(lambda: sitting.showing(KeysScreen))
        await sitting.click_text("rules; again")
        await sitting.until(lambda: sitting.showing(RulesScreen))
        assert not any(isinstance(screen, KeysScreen) for screen in sitting.app.screen_stack)


async def press_in_bar(sitting: Sitting, key: str) -> None:
    """Click a key of the last row."""
    bar = sitting.app.screen.query_one(KeyBar)
    await sitting.click(next(rect.x for rect, target in bar.places if target == key), bar.region.y)


async def click_through(sitting: Sitting) -> None:
    """Play the moment of a table by the mouse: choose the first thing that may be played, and click it again."""
    board = sitting.board
    may = (None, *board.view.legal)
    for name in board.asks():
        area = board.selection.named(name)
        items = [item.thing if name == "field" else at for at, item in enumerate(area.items) if item.action in may]
        rects = [rect for rect, what in board.places if what[0] == name and what[1] in items]
        if rects:
            for _click in range(2):
                await sitting.click(rects[0].x + rects[0].width // 2, rects[0].y + rects[0].height // 2)


@pytest.mark.second
@pytest.mark.parametrize("game", later(BOARDS, now=["herald"]))
async def test_a_sitting_by_the_mouse_alone(game: str) -> None:
    """From home to a table, some moves, the rules, back, out, and in again to the match that waits."""
    async with hall(size=(120, 40)) as sitting:
        tile = next(
            found for found in (re.search(rf"{GAMES[game].title} +\d", row) for row in sitting.lines()) if found
        )
        await sitting.click_text(tile[0])
        await sitting.until(lambda: sitting.showing(NewGameScreen) or sitting.showing(TableScreen))
        if sitting.showing(NewGameScreen):
            await sitting.click_text("Start")
        await sitting.until(lambda: not sitting.showing(NewGameScreen))
        for _move in range(3):
            if sitting.showing(TableScreen) and sitting.board.asked:
                await click_through(sitting)
        for key in ("question_mark", "escape"):
            await press_in_bar(sitting, key)
        while not sitting.showing(HomeScreen):
            sitting.later(1)
            await press_in_bar(sitting, "escape")
        if game == "how-ruck":  # the race with which it begins was left before anybody made a move
            assert not sitting.app.storage.matches()
            return
        await sitting.click_text("Continue")
        await sitting.until(lambda: not sitting.showing(HomeScreen))


@pytest.mark.second
async def test_an_end_a_review_and_the_way_out_by_the_mouse_alone() -> None:
    async with hall(size=(120, 40)) as sitting:
        sitting.app.resume(record(sitting.app.storage, "herald", SOLO, lambda match: match.over))
        await sitting.until(lambda: sitting.showing(MatchScreen))
        await press_in_bar(sitting, "v")
        await sitting.until(lambda: sitting.showing(ReviewScreen))
        await press_in_bar(sitting, "escape")
        await sitting.until(lambda: sitting.showing(MatchScreen))
        await press_in_bar(sitting, "escape")
        await sitting.until(lambda: sitting.showing(HomeScreen))
        await press_in_bar(sitting, "q")
        assert sitting.app._exit
