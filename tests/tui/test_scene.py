"""A board is handed scenes: it holds nothing of one that went, and nobody outside sets a thing of it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import FrozenInstanceError, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from textual.geometry import Size

import herrlof.tui
from herrlof.contract.exchange import TracedMatch
from herrlof.contract.variants import Variant
from herrlof.game import CHANCE, TERMINAL
from herrlof.games import GAMES
from herrlof.table.connection import MomentKind, StopReason, View
from herrlof.table.moments import Moment
from herrlof.tui.boards import board_class
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.scene import BoardContext, Curtain, Scene, Undone
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas
from herrlof.tui.widgets.hint import Hint
from herrlof.tui.widgets.teaching import Teaching
from tests.tui.driving import rows_of

ROOT = Path(herrlof.tui.__file__).parent
TREES = {path.relative_to(ROOT): ast.parse(path.read_text()) for path in ROOT.rglob("*.py")}
SIZES = ((60, 20), (80, 24), (120, 40))
NAMES = ("Anna", "Boris", "Cleo", "Dag", "Eva", "Finn")


def names_in(node: ast.AST) -> list[str]:
    """Return the names along an expression, as `self`, `board`, `scene`."""
    found = []
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        if isinstance(node, ast.Attribute):
            found.append(node.attr)
        node = node.func if isinstance(node, ast.Call) else node.value
    return [*([node.id] if isinstance(node, ast.Name) else []), *reversed(found)]


def assigned(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield what is assigned to, one by one."""
    for node in ast.walk(tree):
        targets: list[ast.expr] = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            targets = [node.target]
        for target in targets:
            yield from target.elts if isinstance(target, ast.Tuple) else [target]


@pytest.mark.second
def test_nobody_outside_a_board_sets_anything_of_it() -> None:
    set_outside = [
        f"{path}:{target.lineno} {ast.unparse(target)}"
        for path, tree in TREES.items()
        for target in assigned(tree)
        if isinstance(target, ast.Attribute) and "board" in names_in(target)[:-1]
    ]
    assert not set_outside


@pytest.mark.second
def test_the_letters_of_a_board_are_taken_from_no_list_of_keys() -> None:
    taken = [
        f"{path}:{node.lineno}"
        for path, tree in TREES.items()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and "_bindings" in names_in(node) and names_in(node)[-1] in ("pop", "clear")
    ]
    assert not taken


def test_a_scene_is_never_changed() -> None:
    scene = Scene(BoardContext(GAMES["herrlof"], NAMES[:2], {}, (0,)))
    with pytest.raises(FrozenInstanceError):
        scene.replayed = "replay"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        scene.context.pace = 0  # type: ignore[misc]


def board_of(game: str, size: tuple[int, int], people: tuple[int, ...] = (0,), seats: int = 0) -> Board[Any]:
    """Return a board of this size that is on no screen."""
    kind = board_class(game)
    framed = type("Framed", (kind,), {"size": Size(size[0], size[1] - 1)})
    board: Board[Any] = framed(BoardContext(GAMES[game], NAMES[: seats or min(GAMES[game].seats)], {}, people, pace=0),
                               Look(motion=False))  # fmt: skip
    return board


def drawn(board: Board[Any]) -> list[str]:
    """Return the rows that a board draws now."""
    board.places = []
    canvas = Canvas(*board.size, board.look)
    board.draw(canvas)
    board.canvas = canvas
    return rows_of(canvas)


def moments(game: str, seed: int, most: int = 60, seats: int = 0) -> Iterator[Moment]:
    """Yield what a seat is shown on the way through a random match."""
    rng = Random(seed)
    variant = Variant(GAMES[game], seats or min(GAMES[game].seats), {})
    world = TracedMatch(variant)
    for _step in range(most):
        mover = world.state.current_player()
        if mover == TERMINAL:
            return
        if mover == CHANCE:
            world.let(world.state.sample_chance(rng))
            continue
        seat = 0
        legal = world.legal(seat) if mover == seat else ()
        view = View(seat, world.state.observation(seat), legal, tuple(world.told(seat)), mover)
        kind = MomentKind.ASK if legal else MomentKind.PAUSE
        yield Moment(kind, view, reason=StopReason.NONE if legal else StopReason.THINKING)
        world.play(rng.choice(world.legal(mover)))


def modes(scene: Scene) -> Iterator[Scene]:
    """Yield a scene in each of its modes."""
    view = scene.view
    assert view is not None
    said = [[("The coach says something.", "text", True)]]
    lesson = Teaching("Game", 1, "A lesson", ("one", "two"), 0, said, True, (), True, lambda action, place: None, str)  # type: ignore[arg-type, return-value]
    away = replace(scene.context, away={1: ("away for 0:40", "away")})
    yield replace(scene, curtain=Curtain(0, "Wait."))
    yield scene.covered("Whose hand?")
    yield replace(scene, said=said)
    yield replace(scene, marked=True, undone=Undone(0, ["One.", "Two."], "Further."))
    yield replace(scene, lesson=lesson)
    yield replace(scene, context=away, notice=said)
    yield replace(scene, replayed="replay: 4 of 184", open_hands={view.seat: view.observation})
    yield scene.refused("That cannot be.")
    if scene.asked:
        yield scene.coached(Hint(view.legal))


AWAY = {"away for 0:40": "away", "a bot plays, until back": "bot"}


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("game", GAMES)
def test_who_is_away_still_has_a_name_and_what_was_won(game: str, seats: int, size: tuple[int, int]) -> None:
    if seats not in GAMES[game].seats:
        return
    board = board_of(game, size, seats=seats)
    for moment in (one for number, one in enumerate(moments(game, 7, 60, seats)) if number % 20 == 9):
        board.show(Scene(board.context, moment))
        before = drawn(board)
        for whole, short in AWAY.items():
            away = dict.fromkeys(range(1, seats), (whole, short))
            board.show(Scene(replace(board.context, away=away), moment))
            after, named = drawn(board), [name for name in NAMES[1:seats] if name in "".join(before)]
            assert all(name in "".join(after) for name in named)
            assert sum(row.count(short) for row in after) >= seats - 1, after
            for row, plain in zip(after, before, strict=True):
                assert row.count("┃") >= plain.count("┃")


@pytest.mark.second
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", GAMES)
def test_no_mode_leaves_anything_behind(game: str, size: tuple[int, int]) -> None:
    board, seen = board_of(game, size), 0
    for number, moment in enumerate(moments(game, 7)):
        if number % 9 != 4:
            continue
        fresh = board_of(game, size)
        scene = Scene(fresh.context, moment)
        fresh.show(scene)
        plain = drawn(fresh)
        for mode in modes(scene):
            board.show(mode)
            assert drawn(board) != plain or mode.undone or not mode.said, "the mode is seen"
            board.show(replace(scene, moment=moment._replace()))
            assert drawn(board) == plain, mode
            seen += 1
    assert seen > 8


@pytest.mark.parametrize("size", [pytest.param(size, marks=pytest.mark.second) for size in SIZES[:-1]] + [SIZES[-1]])
@pytest.mark.parametrize("game", GAMES)
def test_after_each_key_a_board_shows_what_it_would_if_all_of_it_were_drawn_anew(
    game: str, size: tuple[int, int]
) -> None:
    board, seen = board_of(game, size), 0
    for number, moment in enumerate(moments(game, 7)):
        if number % 27 != 4:
            continue
        scene = Scene(board.context, moment)
        for mode in (scene, *modes(scene)):
            board.show(replace(mode, moment=moment._replace()))
            drawn(board)
            for key, by in ((board.action_move, 1), (board.action_climb, 1), (board.action_move, -1)):
                key(by)
                shown = drawn(board)
                board.reword()
                assert drawn(board) == shown, mode
                seen += 1
    assert seen > 40


@pytest.mark.second
@pytest.mark.parametrize("game", GAMES)
def test_another_scene_of_the_same_moment_keeps_what_is_chosen(game: str) -> None:
    board = board_of(game, (80, 24))
    moment = next(moment for moment in moments(game, 3) if len(moment.view.legal) > 1)
    board.show(Scene(board.context, moment))
    board.selection.choose(moment.view.legal[-1])
    chosen = board.selection.action
    assert chosen is not None
    board.show(replace(board.scene, context=replace(board.context, away={1: "away"})))
    board.show(board.scene.refused("No."))
    assert board.selection.action == chosen
    board.show(board.scene.at(moment._replace()))
    assert board.scene.warning == ""
    assert board.selection.action is None


def test_a_newcomer_is_told_once_how_a_rule_is_opened() -> None:
    scene = Scene(BoardContext(GAMES["herrlof"], NAMES[:2], {}, (0,), novice=True))
    told = scene.refused("Follow suit.", by_rule=True)
    assert told.warning == "Follow suit. ? opens the rule."
    assert replace(told, warning="").refused("No.", by_rule=True).warning == "No."
    assert scene.refused("Choose a card.").warning == "Choose a card."
