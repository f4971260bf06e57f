"""What a lesson shows at the table: where it stands beside the felt, and what it says where the question stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len

from herrlof.game import Action
from herrlof.messages import _
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.pieces import header, panel, paragraph

if TYPE_CHECKING:
    from herrlof.coach.lessons import Answer


class Teaching(NamedTuple):
    """Where a lesson stands, and what it says."""

    game: str
    """The game's title."""
    number: int
    title: str
    learned: Sequence[str]
    """What each step is called."""
    step: int
    """The step that is being learned; as many as there are when all is done."""
    says: Sequence[Sequence[Part]]
    """Paragraphs."""
    asks: bool
    """Whether an answer is asked for: the board says which keys give it."""
    hides: Sequence[str]
    """What the board does not show yet, by names of its own."""
    begun: bool
    """Whether anything was played in it: what came before is no news."""
    answer_in_race: Callable[[Action, int], Answer]
    """Says what a try is worth at a question of the race, counted from 0."""
    said_after_race: Callable[[], str]
    """Says whether the race was the end of the lesson."""


def draw_header(canvas: Canvas, lesson: Teaching) -> None:
    """Draw the first row: which lesson of which game, and how far it has come."""
    named = {"game": lesson.game, "number": lesson.number, "title": lesson.title}
    where = [_("Learn {game} · {number} {title}", **named), _("{game} · {number} {title}", **named)]
    steps = len(lesson.learned)
    far = _("step {step} of {steps}", step=min(lesson.step + 1, steps), steps=steps)
    header(canvas, "Herrlof", where, [(far, "dim", False)])


def draw_side(canvas: Canvas, rect: Rect, lesson: Teaching) -> None:
    """Draw the lesson's panel: its steps as strokes, what was learned, and what is being learned."""
    inner = panel(canvas, rect, _("Lesson {number}", number=lesson.number))
    y, steps = inner.y + 1, len(lesson.learned)
    far = _("{n} of {whole}", n=min(lesson.step + 1, steps), whole=steps)
    canvas.put(inner.x, inner.y, cut(lesson.title, inner.width), "text", "surface", True)
    if cell_len(lesson.title) + cell_len(far) < inner.width:  # the header has it too
        canvas.put(inner.right - cell_len(far), inner.y, far, "dim", "surface")
    size = min(3, (inner.width + 1) // steps - 1)
    for number in range(steps):
        done = number <= lesson.step
        x = inner.x + number * (size + 1)
        canvas.put(x, y, ("▄" if done else "▁") * size, "accent" if done else "line", "surface")
    rows: list[tuple[str, Part]] = []
    for number, text in enumerate(lesson.learned[: lesson.step + 1]):
        here = number == lesson.step
        rows.append(("▸" if here else "✓", (text, "text" if here else "dim", here)))
    room = Rect(inner.x + 2, y + 2, inner.width - 2, max(0, inner.bottom - y - 2))
    while rows and _height(rows, room.width) > room.height:
        rows.pop(0)
    y = room.y
    for sign, part in rows:
        canvas.put(inner.x, y, sign, "accent" if sign == "▸" else "good", "surface", True)
        y = paragraph(canvas, room, y, [part], "surface")


def _height(rows: Sequence[tuple[str, Part]], width: int) -> int:

    return sum(len(wrapped([part], width)) for _sign, part in rows)
