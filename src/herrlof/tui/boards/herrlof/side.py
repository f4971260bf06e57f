"""What stands beside Herrlof's felt in large windows: the last trick, scores, cards seen, news, what a card can do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from herrlof.game import NOBODY
from herrlof.games.herrlof import reading, words
from herrlof.games.herrlof.cards import HAGALAZ, RANKS, VALKNUT
from herrlof.games.herrlof.observation import Observation, gone_by
from herrlof.tui.boards.herrlof import labels
from herrlof.tui.boards.herrlof.faces import COLOURS, SHAPES
from herrlof.tui.boards.herrlof.letters import LETTERS
from herrlof.tui.boards.herrlof.predicting import draw_counts
from herrlof.tui.boards.scene import BoardContext
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut
from herrlof.tui.widgets.fitting import below_free_row, first_that_fits, longest
from herrlof.tui.widgets.pieces import news_panel, panel, stacked
from herrlof.tui.widgets.tricks import last_trick

POWERS = 7
"""Rows of the panel of what cards can do, at least."""


def draw_side(
    canvas: Canvas,
    side: Rect,
    seen: Observation,
    context: BoardContext,
    trick: tuple[Sequence[tuple[str, Any]], Sequence[list[Part]]],
    events: Sequence[str] | None,
    gone: bool,
    roomy: bool,
) -> None:
    """Draw as many panels as there is room for; `trick`: who played what in the last one, and what came of it.

    `gone`: with the cards seen, which stand in the place of the `events` where those have a row of their own.
    """
    choosing = seen.phase == "predict" and seen.seat != NOBODY
    last = 9 - roomy if seen.seats == 2 else 7  # rows that the third player's row and score take
    if choosing:
        parts = [("last", 3), ("hand", 10), ("scores", 3 + seen.seats)]  # the felt shows what happened
        parts += [] if roomy else [("news", 3)]
    elif gone and events is not None:
        parts = _all_panels(seen.seats)
    elif gone:
        parts = [("last", last if roomy else 7), ("scores", 8 - seen.seats), ("gone", 5)]
        if roomy:  # a free row above the scores gives way to the last panel
            under = last + 5 + POWERS + len(parts)
            scores = first_that_fits((4, 3), side.height - under - seen.seats, lambda rows: rows)
            parts[1] = "scores", scores + seen.seats
    else:
        parts = [("last", last), ("scores", 4 + seen.seats), ("news", 3)]
    if roomy:
        parts.append(("powers", POWERS if gone else POWERS + 2))
    shown = stacked(side, parts, "powers" if choosing and roomy else "news" if events is not None else "gone")
    for name, rect in shown:
        if name == "last":
            last_trick(canvas, rect, *trick)
        elif name == "hand":
            draw_counts(canvas, rect, seen)
        elif name == "scores":
            draw_scores(canvas, rect, seen, context)
        elif name == "news":
            news_panel(canvas, rect, events or ())
        elif name == "gone":
            _draw_gone(canvas, rect, seen)
        else:
            _draw_powers(canvas, rect)
    name, end = shown[-1]
    if name in ("last", "hand", "scores") and end.bottom + 1 < side.bottom:
        canvas.fill(Rect(side.x, end.bottom, side.width, side.bottom - end.bottom), "surface")


def _all_panels(seats: int) -> list[tuple[str, int]]:
    return [("last", 7), ("scores", 2 + seats), ("news", 3), ("gone", 5)]


def has_room_for_all(side: Rect, seats: int, roomy: bool) -> bool:
    """Whether what happened has a panel of its own beside the cards seen."""
    parts = [height for _name, height in _all_panels(seats)] + [POWERS] * roomy
    return sum(parts) + len(parts) - 1 <= side.height


def draw_scores(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw a row a player, a column a round, the sum at the right; many rounds scroll to the latest."""
    label = labels.Labels
    inner = panel(canvas, rect, label.scores)
    y = inner.y + (1 if rect.height >= 4 + seen.seats else 0)
    rounds = reading.match_rounds(seen)
    room = max(1, (inner.width - 19) // 5)
    shown = rounds[-(room - 1) :] if room > 1 else []
    playing = seen.phase not in ("over", "deal")
    columns = range(inner.x + 14, inner.x + 14 + 5 * (len(shown) + playing), 5)
    numbers = [done.number for done in shown] + [seen.round_number] * playing
    canvas.put(inner.x + 1, y, label.round, "dim", "surface")
    for x, number in zip(columns, numbers, strict=True):
        canvas.right(x, y, [(str(number), "dim", False)], "surface")
    canvas.right(inner.right - 1, y, [(label.sum, "dim", False)], "surface")
    stays = seen.seat == NOBODY or len(context.people) > 1  # between people it does not turn with who looks
    first = 0 if stays else seen.seat + 1
    for row, turn in enumerate(range(seen.seats), y + 1):
        seat = (first + turn) % seen.seats
        name = cut(context.briefly(seat, seen), 8)
        canvas.put(inner.x + 1, row, name, "text", "surface", seat == seen.seat)
        for x, done in zip(columns, shown, strict=False):
            exact = done.predictions[seat] == done.tricks[seat]
            canvas.right(x, row, [(str(done.points[seat]), "good" if exact else "text", False)], "surface")
            if exact:
                canvas.put(x, row, "✓", "good", "surface")
        if playing:
            canvas.right(columns[-1], row, [("·", "text", False)], "surface")
        canvas.right(inner.right - 1, row, [(str(seen.scores[seat]), "text", True)], "surface")


def _draw_gone(canvas: Canvas, rect: Rect, seen: Observation) -> None:
    """Draw a row a colour: the ranks that have gone by, in their columns; Valknuts and Hagalaz at the right."""
    inner = panel(canvas, rect, labels.Labels.gone_by)
    gone = gone_by(seen)
    top = below_free_row(inner, len(COLOURS)).y
    for colour, name in enumerate(COLOURS):
        y = top + colour
        canvas.put(inner.x + 1, y, f"{SHAPES[colour]}{LETTERS.said()[colour]}", f"{name}-tint", "surface", True)
        for rank in range(RANKS):
            there = colour * RANKS + rank in gone
            text, ink = (str(rank + 1), f"{name}-tint") if there else ("·", "dim")
            canvas.put(inner.x + 5 + 2 * rank, y, text, ink, "surface", there)
    for row, card in enumerate((VALKNUT, HAGALAZ)):
        sign = f"{SHAPES[4 + row]}{LETTERS.said()[4 + row]} "
        x = canvas.put(inner.x + 26, top + row, sign, "text", "surface", True)
        count = gone.count(card)
        told = longest((words.copies_gone(count), str(count)), inner.right - x)
        canvas.put(x, top + row, told, "dim", "surface")


def _draw_powers(canvas: Canvas, rect: Rect) -> None:
    inner = panel(canvas, rect, labels.Labels.powers)
    lines = labels.power_lines()
    for y, (sign, text) in enumerate(lines, below_free_row(inner, len(lines)).y):
        shape = {"V": SHAPES[4], "H": SHAPES[5]}.get(sign, "")
        if y < inner.bottom:
            canvas.put(inner.x + 1, y, f"{shape}{sign}", "text", "surface", True)
            canvas.put(inner.x + 4, y, cut(text, inner.width - 4), "dim", "surface")
