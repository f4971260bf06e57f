"""What stands beside Herfor's board: the stones of both sides, who led, the moves, the komi, what could turn next."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import Final, NamedTuple

from rich.cells import cell_len

from herrlof.games.herfor import reading, words
from herrlof.games.herfor.actions import BLACK, SPEND, WHITE
from herrlof.games.herfor.observation import Observation, stones_of
from herrlof.games.herfor.points import POINT_COUNTS, POINT_NAMES
from herrlof.messages import numeral
from herrlof.tui.boards.herfor import labels
from herrlof.tui.boards.herfor.faces import ink, sign
from herrlof.tui.boards.herfor.hexagon import M, room
from herrlof.tui.boards.herfor.labels import BoardSpeaker
from herrlof.tui.boards.scene import BoardContext
from herrlof.tui.theme import Look
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, width_of, wrapped
from herrlof.tui.widgets.fitting import first_that_fits, longest
from herrlof.tui.widgets.pieces import above, below, filled, joined, panel, paragraph

NARROW, MIDDLE, WIDE = 20, 28, 36
"""Columns from which a panel has room for more than numbers, for short words, and for long ones."""


MOVES_APART: Final = (14, 10, 7)
"""Columns from Black's moves to White's, the shorter where the panel is narrow."""
MOVE: Final = 7
"""Columns of a move, of what it turned, and before it."""


class Regions(NamedTuple):
    """Where everything stands."""

    felt: Rect
    side: Rect
    asked: Rect
    """The question, what the focus means, and the answers: one to three rows."""


def regions(size: int, width: int, height: int, look: Look, taught: bool = False) -> Regions:
    """Return where everything stands on a canvas; the row of keys is no part of it.

    `taught`: the coach needs room beside the board and below it.
    """
    left = 1 if width >= 100 else 0
    beside = next(columns for least, columns in ((160, 50), (120, 39), (100, 33), (80, 28), (0, 25)) if width >= least)
    needed, lines = room(size, M)
    if height >= 23:
        asked, felt = 2, height - (4 if height >= 28 else 3)
    elif (
        not (taught or look.plain) and lines <= height - 2 and needed + 19 <= width
    ):  # a board of round stones, just so
        asked, felt, beside = 1, height - 2, min(beside, width - needed - 6)
    else:
        asked, felt = 3, height - (4 if size == 7 else 5)
    board = Rect(left, 1, width - 2 * left - 1 - beside, felt)
    return Regions(board, Rect(board.right + 1, 1, beside, felt), Rect(0, height - asked, width, asked))


def order(seen: Observation) -> tuple[int, int]:
    """Return the seats, Black's first."""
    return (0, 1) if seen.black_seat == 0 else (1, 0)


def stone(canvas: Canvas, x: int, y: int, side: int) -> int:
    """Draw a stone in a line of text, on a piece of board; return the column after it."""
    return canvas.put(x, y, f" {sign(canvas.look, side)} ", ink(side), "board", side == BLACK or canvas.look.ascii)


def split(rect: Rect, *heights: int) -> list[Rect]:
    """Return panels below each other, with an empty row between them; 0: all that is left."""
    found, y = [], rect.y
    for height in heights:
        found.append(Rect(rect.x, y, rect.width, height or rect.bottom - y))
        y = found[-1].bottom + 1
    return found


# Stones


def draw_stones(canvas: Canvas, rect: Rect, speaker: BoardSpeaker, context: BoardContext) -> None:
    """Draw who has which side and how many stones, the komi, both as a bar, and who leads."""
    seen = speaker.seen
    inner, label = panel(canvas, rect, labels.Labels.stones), labels.Labels
    wide, middle, narrow = rect.width >= WIDE, MIDDLE <= rect.width < WIDE, rect.width < NARROW
    left, right = rect.x + (3 if wide else 2 if middle else 1), rect.right - (1 if narrow else 2)
    has_komi = bool(seen.komi) and not wide and (middle or narrow)
    spare = inner.height - 5 - has_komi + narrow  # rows are free before the bar, above all and below the bar
    y = inner.y + (spare > 1)
    for seat in order(seen):
        side, stones = reading.side_of(seat, seen), stones_of(seen, seat)[0].bit_count()
        komi = seen.komi if side == WHITE else 0
        number: list[Part] = [(str(stones + (komi if wide else 0)), "text", True)]
        if komi and wide:
            number.insert(0, (f"{labels.with_komi(stones, komi)}  ", "dim", False))
        elif komi and not (middle or narrow):
            number.insert(0, (f"{label.komi} {numeral(komi)}  ", "dim", False))
        end = canvas.right(right, y, number, "surface")
        if seat == seen.mover:
            canvas.put(left - (2 if wide else 1), y, "▸", "accent", "surface", True)
        x = stone(canvas, left, y, side) + (2 if wide else 0 if narrow else 1)
        away = context.away.get(seat)
        shown = context.shown(seat, seen)
        shown = shown if x + cell_len(shown) < end else context.briefly(seat, seen)
        name: Part = (cut(shown, end - 1 - x), "text", seat == seen.seat)
        also: Part = (speaker.side_name(seat), "dim", False)
        if away:
            also = longest(away, end - x - width_of([name]) - 4), "accent", False
        both = filled(labels.Labels.seat, first=name, next=also)
        canvas.parts(x, y, both if also[0] and x + width_of(both) + 1 < end else [name], "surface")
        y += 1
        if komi and middle:
            canvas.put(x, y, label.komi_left if komi > 0 else label.komi, "dim", "surface")
            canvas.right(right, y, [(numeral(komi, "+"), "text", True)], "surface")
        elif komi and narrow:
            canvas.put(left, y, f"{'+' if komi > 0 else '−'} {label.komi} {abs(komi)}", "dim", "surface")
        y += bool(komi) and (middle or narrow)
    y += spare > 0
    if seen.black or seen.white:
        draw_bar(canvas, Rect(left - middle, y, rect.width - (6 if wide else 2), 2), seen)
        y += 2 + (spare > 2)
    if y < rect.bottom and not narrow:
        leads, empty = [speaker.lead_text(briefly) for briefly in (False, True)], speaker.empty_text()
        forms = [joined([(lead, "text", False), (more, "dim", False)]) for more in (empty, "") for lead in leads]
        canvas.parts(left, y, first_that_fits(forms, rect.right - 1 - left, width_of), "surface")


def draw_bar(canvas: Canvas, rect: Rect, seen: Observation) -> None:
    """Draw Black's stones from the left, White's from the right, and the empty points between them, in two rows."""
    plain = canvas.look.plain
    canvas.fill(rect, "board")
    width = rect.width - 2
    for stones, side in ((seen.black, BLACK), (seen.white, WHITE)):
        cells = round(width * stones.bit_count() / POINT_COUNTS[seen.size])
        x = rect.x + 1 if side == BLACK else rect.right - 1 - cells
        for row, half in enumerate("▄▀"):
            text = (sign(canvas.look, side) if not row else " ") if plain else half
            canvas.put(x, rect.y + row, text * cells, ink(side), "board", plain and side == BLACK)


# Who led


def draw_curve(canvas: Canvas, rect: Rect, seen: Observation, ground: str = "surface", marks: bool = True) -> None:
    """Draw Black's lead after each of White's moves up from the middle, and White's, with the komi, down from it.

    `marks`: with the largest lead at its right and the numbers of the moves below it.
    """
    moves = reading.played(seen)
    leads = [move.lead for move in moves if move.side == WHITE or move is moves[-1]]  # both have placed as many
    chart = Rect(rect.x, rect.y, rect.width - 6, rect.height - 1) if marks else rect
    canvas.fill(chart, "board")
    most = max(map(abs, leads), default=0)
    if not most:
        return
    half = chart.height  # half rows on each side of the middle
    width = chart.width // len(leads) * len(leads) or chart.width  # a few moves have bars of one width
    for column in range(width):
        begin = column * len(leads) // width
        end = max(begin + 1, (column + 1) * len(leads) // width)
        lead = leads[-1] if end == len(leads) else max(leads[begin:end], key=abs)
        steps = 0 if not lead else max(1, round(abs(lead) / most * half))
        side = BLACK if lead > 0 else WHITE
        upper, lower = (half - steps, half) if side == BLACK else (half, half + steps)
        for row in range(upper // 2, (lower + 1) // 2):
            above, below = upper <= 2 * row < lower, upper <= 2 * row + 1 < lower
            text = "█" if above and below else "▀" if above else "▄"
            text = sign(canvas.look, side) if canvas.look.plain else text
            canvas.put(chart.x + column, chart.y + row, text, ink(side), "board")
    if marks:
        ends = [(chart.y, BLACK), (chart.bottom - 1, WHITE)]
        if chart.height < len(ends):  # the side that led by the most
            ends = [ends[max(leads, key=abs) < 0]]
        for y, side in ends:
            canvas.put(chart.right + 1, y, f"{labels.side_letters()[side]} +{most}", "dim", ground)
        canvas.put(chart.x, chart.bottom, "1", "dim", ground)
        canvas.right(chart.x + width, chart.bottom, [(str(len(moves)), "dim", False)], ground)


def draw_who_led(canvas: Canvas, rect: Rect, seen: Observation) -> None:
    """Draw who led, move by move, in a panel."""
    panel(canvas, rect, labels.Labels.who_led)
    draw_curve(canvas, Rect(rect.x + 3, rect.y + 2, rect.width - 6, rect.height - 3), seen)


# Moves


def draw_moves(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw the last moves, Black's and White's beside each other, with what they turned, the newest last."""
    if rect.height < 3:
        return
    if rect.width < NARROW:
        _draw_last(canvas, rect, seen, context)
        return
    inner = panel(canvas, rect, labels.Labels.moves)
    wide = rect.width >= WIDE
    first = 9 if wide else 7
    apart = first_that_fits(MOVES_APART if wide else MOVES_APART[1:], rect.width - first, lambda step: step + MOVE)
    columns = (rect.x + first, rect.x + first + apart)
    for x, side in zip(columns, (BLACK, WHITE), strict=True):
        end = stone(canvas, x, inner.y, side)
        if rect.width >= MIDDLE and cell_len(name := words.side_names()[side]) <= columns[1] - columns[0] - 4:
            canvas.put(end + 1, inner.y, name, "dim", "surface")
    moves = reading.played(seen)
    lines = inner.height - 1 - wide
    first = max(0, (len(moves) + 1) // 2 - lines)
    for number, move in enumerate(moves[2 * first :], 2 * first):
        y, newest = inner.y + 1 + wide + number // 2 - first, number == len(moves) - 1
        canvas.right(rect.x + 5, y, [(str(number // 2 + 1), "dim", False)], "surface")
        x = columns[number % 2] + 1
        canvas.put(x, y, labels.move_name(move.action), "text" if newest else "dim", "surface", newest)
        if move.turned:
            text = f"+{move.turned}"
            at = min(x + 4, rect.right - len(text))
            canvas.put(at, y, text, "accent" if newest else "text", "surface", True)


def _draw_last(canvas: Canvas, rect: Rect, seen: Observation, context: BoardContext) -> None:
    """Draw the last move alone, where there is no room for more."""
    panel(canvas, rect, labels.Labels.last_move)
    moves = reading.played(seen)
    if not moves:
        return
    last = moves[-1]
    seat = seen.black_seat if last.side == BLACK else 1 - seen.black_seat
    name = labels.move_name(last.action)
    shown = cut(context.briefly(seat, seen), rect.width - 3 - len(name))
    canvas.parts(rect.x + 1, rect.y + 2, [(f"{shown} {name}", "text", True)], "surface")
    if last.action < SPEND and last.turned:
        canvas.put(rect.x + 1, rect.y + 3, labels.last_turned(last.turned), "dim", "surface")


# The komi

KOMI_PANELS: Final = ((11, 11, 6), (8, 9), (0,))
"""Rows of the panels of a komi, of why it matters and of what is usual, in the order in which they give way."""


def draw_komi(
    canvas: Canvas, rect: Rect, speaker: BoardSpeaker, komi: int | None, typed: str, context: BoardContext
) -> list[tuple[Rect, int]]:
    """Draw a komi, large, why it matters and what is usual; return where a click makes it more or less by how much."""
    seen = speaker.seen
    naming = seen.phase == "komi"
    wanted = first_that_fits(KOMI_PANELS, rect.height, lambda heights: sum(heights) + len(heights) - 1)
    roomy, low = wanted is KOMI_PANELS[0], wanted is KOMI_PANELS[-1]
    parts = split(rect, *(wanted[:-1] if roomy or low else [rect.height // 2]), 0)
    label = labels.Labels

    def titled(part: Rect, title: str) -> Rect:
        return panel(canvas, part, title).inset(int(roomy))

    inner = titled(parts[0], label.your_komi if naming and seen.mover == seen.seat else label.komi)
    y, places = inner.y + (2 if roomy else 0 if low else 1), list[tuple[Rect, int]]()
    if komi is None:
        end = inner.x + 1
        canvas.put(end, y, typed or label.none_yet, "dim", "surface")
    else:
        text, high = str(komi), 5 if rect.width < NARROW else 7
        x = inner.x + max(0, (inner.width - figures.big_width(text, high) - 10) // 2)
        end = figures.big(canvas, x, y, text, "text", "surface", high) + 2
        places.append((Rect(x, y, end - x - 2, 4), 0))
    for row, (arrow, text, by) in enumerate((("↑", label.more, 1), ("↓", label.less, -1)), y + 1):
        if naming and seen.mover == seen.seat and end + 6 <= parts[0].right:
            right = canvas.put(end, row, f"{arrow} {text}", "accent", "surface")
            places.append((Rect(end, row, right - end, 1), by))
    y = paragraph(canvas, inner, y + 5, [(labels.Labels.komi_use, "dim", False)], "surface")
    usual = labels.usual_komi(seen.negative)
    if low:
        canvas.put(inner.x, y + 1, label.usual_inside, "dim", "surface")
        below = rect.width < NARROW  # a number is not broken
        x = inner.x + (1 if below else cell_len(label.usual_inside) + 1)
        canvas.put(x, y + 1 + below, usual[0][0], "text", "surface", True)
        return places
    first, then = speaker.komi_reasons()
    inner = titled(parts[1], label.why if naming else label.sides)
    y = paragraph(canvas, inner, inner.y + roomy, [(first, "text", False)], "surface")
    y = paragraph(canvas, inner, y + roomy, [(then, "text", roomy)], "surface")
    if roomy:
        inner = titled(parts[2], label.usual)
        for y, (number, text) in enumerate(usual, inner.y + 1):
            canvas.put(inner.x, y, number, "text", "surface", True)
            canvas.put(inner.x + 12, y, cut(text, inner.width - 12), "dim", "surface")
        paragraph(canvas, inner, inner.y + 5, [(labels.Labels.by_chance, "dim", False)], "surface")
    elif naming:
        paragraph(canvas, inner, y, [(label.usual_inside, "dim", False), (f" {usual[0][0]}", "text", True)], "surface")
    return places


# What could turn next


def draw_threats(
    canvas: Canvas, rect: Rect, looked: int | None, seat: int, speaker: BoardSpeaker
) -> list[tuple[Rect, int]]:
    """Draw which points would turn how many and which stones of `seat`; return where each stands."""
    found = reading.threats(speaker.seen, seat)
    at_risk = reduce(or_, [threat.turned for threat in found])
    wide = rect.width >= WIDE
    head = wrapped([(speaker.risk_head(seat, at_risk), "text", True)], rect.width - 2 - 2 * wide)
    lines = rect.height - 1 - 2 * wide - len(head)
    first = max(0, min((looked or 0) - lines // 2, len(found) - lines))
    last = len(found) - first - lines
    inner = panel(canvas, rect, labels.Labels.could_turn, below(last) or above(first))
    y = inner.y + wide
    for line in head:
        canvas.parts(inner.x + (2 if wide else 0), y, line, "surface")
        y += 1
    y += wide
    places = []
    for number, threat in enumerate(found[first : first + lines], first):
        here = number == looked
        canvas.fill(Rect(rect.x, y, rect.width, 1), "raised" if here else "surface")
        ground = "raised" if here else "surface"
        if here:
            canvas.put(rect.x, y, "▸", "accent", ground, True)
        x = rect.x + (3 if wide else 1)
        canvas.put(x, y, POINT_NAMES[threat.point], "text", ground, True)
        x = canvas.put(x + 4, y, f"+{threat.turned.bit_count()}", "accent", ground, True)
        x = max(x + 1, rect.x + (11 if wide else 9))
        canvas.put(x, y, cut(words.point_list(threat.turned), rect.right - 1 - x), "dim", ground)
        places.append((Rect(rect.x, y, rect.width, 1), number))
        y += 1
    return places
