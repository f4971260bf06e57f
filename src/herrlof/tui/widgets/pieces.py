"""What every table is put together from: header, rows of players, tallies, panels, questions, news."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from herrlof.game import Row, Sentence
from herrlof.messages import _, ngettext, pieces
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, cut_parts, width_of, wrapped
from herrlof.tui.widgets.fitting import Block, below_free_row, draw_blocks, first_that_fits, longest


def emphasised(text: str) -> list[Part]:
    """Return a text whose beginning is bold: of a sentence what it says first, of any other all; a rule is dim."""
    if not isinstance(text, Sentence):
        return [(text, "text", True)] if text else []
    return _spaced([(text.ask, "text", True), (text.why, "text", False), (text.rule, "dim", False)])


def question_parts(asked: Sentence) -> list[Part]:
    """Return a question: what is asked in bold, why in dim."""
    return _spaced([(asked.ask, "text", True), (asked.why, "dim", False), (asked.rule, "dim", False)])


def _spaced(parts: Sequence[Part]) -> list[Part]:
    there = [part for part in parts if part[0]]
    return [(f" {text}" if number else text, ink, bold) for number, (text, ink, bold) in enumerate(there)]


def filled(message: str, ink: str = "dim", **values: Part) -> list[Part]:
    """Return a message in an ink, with a piece of its own where each of its arguments stands."""
    found: list[Part] = []
    for text, name in pieces(message):
        found += [(text, ink, False)] if text else []
        found += [values[name]] if name else []
    return found


def minutes(seconds: float) -> str:
    """Return how long something has lasted, as 1:12."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02}"


SHEET_HEADS = 2
"""Rows of a score sheet above its first round: its title, and whose columns they are."""


# Header


def header(canvas: Canvas, title: str, left: str | Sequence[str], right: Sequence[Part], kept: bool = True) -> int:
    """Draw the first row: the title, where the match stands, and what is public at the right edge.

    Where the match stands is said in the first of its forms that has room. Where none has, what is at the right edge
    goes, unless it is `kept`; else the last form ends in `…`. Return the column in which the right edge begins.
    """
    canvas.fill(Rect(0, 0, canvas.width, 1), "surface")
    canvas.put(1, 0, title.upper(), "accent", "surface", True)
    x = _after(title)
    forms = [left] if isinstance(left, str) else left
    told = longest(forms, canvas.width - 2 - width_of(right) - x)
    if not kept and x + cell_len(told) + 2 + width_of(right) > canvas.width:
        told, right = longest(forms, canvas.width - 1 - x), []
    start = canvas.right(canvas.width - 1, 0, right, "surface")
    canvas.put(x, 0, cut(told, max(0, start - x - bool(right))), "text", "surface")
    return start


def _after(title: str) -> int:
    """Return the column of the first row in which it is said where the match stands."""
    return max(1 + cell_len(title.upper()) + 3, 11)


def fitting_header(canvas: Canvas, title: str, forms: Sequence[tuple[str, Sequence[Part]]]) -> tuple[int, int]:
    """Draw the first row in the first form that has room: where the match stands, and what is at the right edge.

    Return which form that is, and the column in which the right edge begins.
    """
    room = canvas.width - 2 - _after(title)
    at = first_that_fits(range(len(forms)), room, lambda at: cell_len(forms[at][0]) + width_of(forms[at][1]))
    return at, header(canvas, title, *forms[at])


# Rows of players


class Columns(NamedTuple):
    """Where the parts of a player's row stand."""

    mark: int
    name: int
    score: int
    """The column after the score."""
    tally: int
    words: int
    right: int
    """The column after the cards."""


class RowForm(NamedTuple):
    """Where the parts of a player's row stand, from so many columns of a window on."""

    columns: int
    name: int
    score: int
    tally: int
    words: int
    right: int
    """How far the cards end from the edge."""
    more: int
    """What longer names than usual are given at most."""


ROW_FORMS: Final = (
    RowForm(100, 3, 15, 18, 28, 2, 12),
    RowForm(80, 2, 14, 17, 27, 1, 6),
    RowForm(0, 2, 13, 15, 22, 1, 0),
)
"""In the order in which they give way."""
USUAL_NAME: Final = 8
"""Columns of a name that has room in every row."""


def columns_for(width: int, names: Sequence[str]) -> Columns:
    """Return the columns of all rows: names get what they need, as far as the window has it."""
    form = first_that_fits(ROW_FORMS, width, lambda form: form.columns)
    more = min(max([0, *(cell_len(name) - USUAL_NAME for name in names)]), form.more)
    return Columns(0, form.name, form.score + more, form.tally + more, form.words + more, width - form.right)


class PlayerRow(NamedTuple):
    """What stands in a player's row."""

    name: str
    score: str
    tally: Sequence[Part] = ()
    words: Sequence[Sequence[Part]] = ()
    """In longer and shorter forms."""
    cards: int | None = None
    """How many cards in hand, where that is told."""
    on_turn: bool = False
    own: bool = False
    told_first: bool = False
    """Whether longer words come before the drawing of the cards; else a shorter form gives it room."""


def player_row(canvas: Canvas, y: int, row: PlayerRow, at: Columns, width: int = 0) -> None:
    """Draw a row: a mark on turn, name, score, tally, words, and cards at the right edge; the own row is raised.

    It is as wide as the window where it has no `width` of its own.
    """
    ground = "raised" if row.own else "bg"
    canvas.fill(Rect(0, y, width or canvas.width, 1), ground)
    if row.on_turn:
        canvas.put(at.mark, y, "▸", "accent", ground, True)
    score_at = at.score - cell_len(row.score)
    canvas.put(at.name, y, cut(row.name, max(1, score_at - at.name - 1)), "text", ground, row.own or row.on_turn)
    canvas.put(score_at, y, row.score, "text", ground, True)
    x = max(at.words, canvas.parts(at.tally, y, row.tally, ground) + 1)
    text, backs, right = "", "", at.right
    if row.cards is not None:
        text, backs = ngettext("{n} card", "{n} cards", row.cards), "▖" * row.cards
    bare = cell_len(text) + 2 if text else 0
    beside = bare if row.told_first else bare + len(backs)
    words = first_that_fits(row.words or ((),), right - x - beside - 1, width_of)
    if text:
        if x + width_of(words) + bare + len(backs) + 1 > right:
            backs = ""
        right = canvas.right(right, y, [(text, "dim", False), (f" {backs}" if backs else "", "weave", False)], ground)
    canvas.parts(x, y, cut_parts(words, max(0, right - 1 - x)), ground)


def joined(parts: Sequence[Part]) -> list[Part]:
    """Return pieces with a dim ` · ` between them."""
    found: list[Part] = []
    for part in parts:
        if part[0]:
            found += [(" · ", "dim", False)] if found else []
            found.append(part)
    return found


def tally(won: int, needed: int = 0, ink: str = "text", over: int = 0) -> list[Part]:
    """Return strokes in fives: won, still needed, too many."""
    strokes = ["┃"] * (won - over) + ["╳"] * over + ["╎"] * needed
    if not strokes:
        return [("─", "line", False)]
    found: list[Part] = []
    for number, stroke in enumerate(strokes):
        if number and number % 5 == 0:
            found.append((" ", "text", False))
        colour = "bad" if stroke == "╳" else "dim" if stroke == "╎" else ink
        found.append((stroke, colour, stroke != "╎"))
    return found


# Panels


def panel(canvas: Canvas, rect: Rect, title: str, more: str = "") -> Rect:
    """Draw a surface with its title on a thin rule; return the region below the title, inset by a column.

    What has no room in it is told at the rule's end: `more`.
    """
    canvas.fill(rect, "surface")
    end = canvas.right(rect.right - 1, rect.y, [(more, "dim", False)], "surface") - bool(more)
    x = canvas.put(rect.x + 1, rect.y, cut(title.upper(), end - rect.x - 1), "accent", "surface", True)
    if x + 1 < end:
        canvas.put(x + 1, rect.y, "─" * (end - x - 1), "line", "surface")
    return Rect(rect.x + 1, rect.y + 1, rect.width - 2, rect.height - 1)


def above(rows: int) -> str:
    """Return that a list has so many rows more above those that are shown."""
    return _("↑ {n} more", n=rows) if rows > 0 else ""


def below(rows: int) -> str:
    """Return that a list has so many rows more below those that are shown."""
    return _("↓ {n} more", n=rows) if rows > 0 else ""


def score_sheet(canvas: Canvas, rect: Rect, rows: Sequence[Row], title: str = "") -> None:
    """Draw a score sheet in a panel, its heads first; of many rounds the latest, and how many were before."""
    head, rest, room = rows[:1], rows[1:], rect.height - SHEET_HEADS
    if not head or room < 1:
        return
    shown = rest[-room:]
    inner = panel(canvas, rect, title or _("Round by round"), above(len(rest) - len(shown)))
    width = max(6, *(cell_len(row.title) for row in rows)) + 2
    column = min(24, (inner.width - width) // max(1, len(rows[0].cells)))
    for y, row in enumerate((*head, *shown), inner.y):
        canvas.put(inner.x + 1, y, row.title, "dim", "surface")
        for number, cell in enumerate(row.cells):
            right = inner.x + width + (number + 1) * column
            canvas.right(right, y, [(cut(cell, column - 1), "dim" if row is rows[0] else "text", False)], "surface")


def stacked(rect: Rect, parts: Sequence[tuple[str, int]], grows: str) -> list[tuple[str, Rect]]:
    """Return where panels of these names and heights stand below each other; the last ones go where room is short.

    What is left of the room belongs to the one that `grows`.
    """
    shown = list(parts)
    while len(shown) > 1 and sum(height + 1 for _name, height in shown) - 1 > rect.height:
        shown.pop()
    spare = rect.height - sum(height + 1 for _name, height in shown) + 1
    found, y = [], rect.y
    for name, height in shown:
        height += spare if name == grows else 0
        found.append((name, Rect(rect.x, y, rect.width, height)))
        y += height + 1
    return found


def paragraph(
    canvas: Canvas, rect: Rect, y: int, parts: Sequence[Part], ground: str = "bg", most: int | None = None
) -> int:
    """Write pieces into a region from row `y` on, broken at spaces; return the row after them."""
    room = rect.bottom - y if most is None else min(most, rect.bottom - y)
    if room <= 0:
        return y
    for line in wrapped(parts, rect.width, room):
        canvas.parts(rect.x, y, line, ground)
        y += 1
    return y


def paragraphs(
    canvas: Canvas, rect: Rect, y: int, sentences: Sequence[str], inks: Sequence[str] = ("accent", "text")
) -> int:
    """Write sentences from row `y` on, a paragraph each, the first one bold, rules dim; return the row after them."""
    for number, sentence in enumerate(sentences):
        ink, rule = inks[min(number, len(inks) - 1)], sentence.rule if isinstance(sentence, Sentence) else ""
        said = [sentence.ask, sentence.why] if isinstance(sentence, Sentence) else [sentence]
        y = paragraph(canvas, rect, y, _spaced([*[(text, ink, not number) for text in said], (rule, "dim", False)]))
    return y


def question(canvas: Canvas, rect: Rect, asked: Sentence | None, below: Sequence[Part], warning: str = "") -> int:
    """Draw what is asked, and below it what is in focus, or why that cannot be done now; return the row after it all.

    What is asked takes the rows that what is below leaves, at least one; a warning that has no room else takes its
    place.
    """
    canvas.fill(rect, "bg")
    parts: Sequence[Part] = [("! ", "bad", True), (warning, "bad", True)] if warning else below
    width, y = rect.width - 3, rect.y
    rest = len(wrapped(parts, width)) if any(text for text, _, _ in parts) else 0
    crowded = bool(warning) and rest >= rect.height
    if asked and not crowded:
        canvas.put(rect.x, y, "▸", "accent", "bg", True)
        text = Rect(rect.x + 2, y, width, rect.height)
        y = paragraph(canvas, text, y, question_parts(asked), most=max(1, rect.height - rest))
    elif not crowded:
        y += 1
    return paragraph(canvas, Rect(rect.x + 2, y, width, rect.bottom - y), y, parts)


def question_above(canvas: Canvas, rect: Rect, asked: Sentence, below: Sequence[Part], warning: str = "") -> int:
    """Draw a question with a row for its choices, and return that row.

    It is the one below what is asked; where that takes more than a row, the last one, whatever is below. A warning
    leaves the choices on the screen: it stands below them, and where there is no row left, in place of the question.
    """
    if len(wrapped(question_parts(asked), rect.width - 3, max(1, rect.height - 1))) > 1:
        canvas.fill(rect, "bg")
        question(canvas, rect._replace(height=rect.height - 1), asked, below, warning)
        return rect.bottom - 1
    lower = Rect(rect.x + 2, rect.y + 2, rect.width - 3, max(0, rect.height - 2))
    question(canvas, rect, Sentence(f"! {warning}") if warning and not lower.height else asked, [])
    paragraph(canvas, lower, lower.y, [("! ", "bad", True), (warning, "bad", True)] if warning else below)
    return rect.y + 1


def news(canvas: Canvas, y: int, sentences: Sequence[str]) -> None:
    """Write what happened last in one dim row, as many sentences as fit."""
    canvas.fill(Rect(0, y, canvas.width, 1), "bg")
    text = ""
    for sentence in reversed(sentences):
        longer = f"{sentence} {text}".strip()
        if cell_len(longer) > canvas.width - 3:
            break
        text = longer
    if not text and sentences:
        text = cut(sentences[-1], canvas.width - 3)
    if text:
        canvas.put(0, y, f"· {text}", "dim")


def news_panel(canvas: Canvas, rect: Rect, sentences: Sequence[str], title: str = "") -> None:
    """Write what happened last in a panel, the newest last and brightest, below a free row where there is room."""
    inner = panel(canvas, rect, title or _("Since then"))
    rows: list[Sequence[Part]] = []
    for place, sentence in reversed(list(enumerate(sentences))):
        newest = place == len(sentences) - 1
        told = wrapped([(sentence, "text" if newest else "dim", False)], inner.width - 1, max(1, inner.height))
        if rows and len(told) + len(rows) > inner.height:
            break  # a sentence that has no room is left out whole
        rows = [*told, *rows]
    for y, line in enumerate(rows, below_free_row(inner, len(rows)).y):
        canvas.parts(inner.x + 1, y, line, "surface")


# The coach


def strip(canvas: Canvas, rect: Rect, paragraphs: Sequence[Sequence[Part]]) -> None:
    """Let the coach speak where the question stands: on a raised ground with a bar at its left.

    What is said first is cut last, and leaves a row to the next; of more than two paragraphs the last ones go first.
    """
    canvas.fill(rect, "raised")
    for row in range(rect.y, rect.bottom):
        canvas.put(rect.x, row, "|" if canvas.look.ascii else "▌", "accent", "raised", True)
    text = rect._replace(x=rect.x + 2, width=rect.width - 3)
    shown = [parts for parts in paragraphs if parts][: max(0, rect.height)]
    while shown[2:] and sum(len(wrapped(parts, text.width)) for parts in shown[:-1]) >= rect.height:
        shown.pop()
    draw_blocks(canvas, text, [Block(parts) for parts in shown], "raised")


def bar(canvas: Canvas, x: int, y: int, width: int, share: float, ink: str, ground: str = "surface") -> None:
    """Draw a part of a whole, in half cells, on a line that is the whole."""
    halves = round(max(0.0, min(1.0, share)) * width * 2)
    canvas.put(x, y, "▁" * width, "line", ground)
    if canvas.look.ascii:
        canvas.put(x, y, "#" * round(halves / 2), ink, ground)
        canvas.put(x + round(halves / 2), y, "." * (width - round(halves / 2)), "line", ground)
        return
    canvas.put(x, y, "▄" * (halves // 2), ink, ground)
    if halves % 2:
        canvas.put(x + halves // 2, y, "▖", ink, ground)


# Choices


def buttons(canvas: Canvas, x: int, y: int, labels: Sequence[str], focus: int | None, gap: int = 2) -> list[Rect]:
    """Draw choices beside each other, the one in focus filled; return where they are.

    Where there is no room for all, those are drawn that end with the one in focus, and what follows as far as it fits;
    the others have no cell.
    """
    texts = [f" ▸ {label} " if number == focus else f" {label} " for number, label in enumerate(labels)]
    widths = [cell_len(text) for text in texts]
    at, whole = focus or 0, sum(widths) + gap * (len(texts) - 1) <= canvas.width - x + 1  # the last cell is a space
    room = canvas.width - x - 2 * (not whole)
    first = next((n for n in range(at) if sum(widths[n : at + 1]) + gap * (at - n) <= room), at) if not whole else 0
    places = [Rect(x, y, 0, 0)] * len(texts)
    if first:
        x = canvas.put(x, y, "… ", "dim")
    for number in range(first, len(texts)):
        if not whole and number > at and x + widths[number] > canvas.width - 2:
            canvas.put(x, y, "…", "dim")
            break
        chosen = number == focus
        places[number] = Rect(x, y, widths[number], 1)
        canvas.put(x, y, texts[number], "on" if chosen else "text", "accent" if chosen else "raised", chosen)
        x = places[number].right + gap
    return places


# The curtain

EDGES: Final = 4
"""Rows of a curtain's box that its edges take, with a free one beside each."""


def curtain(canvas: Canvas, rect: Rect, name: str, lines: Sequence[Sequence[Part]]) -> None:
    """Cover a region with the lattice; between it stands the next name alone, and below it what to do."""
    from herrlof.tui.widgets.cards import draw_back

    draw_back(canvas, rect.x, rect.y, rect.width, rect.height)
    width = min(max(40, max((sum(cell_len(t) for t, _, _ in line) for line in lines), default=0) + 4), rect.width - 4)
    height = min(len(lines) + 5, rect.height)
    box = Rect(rect.x + (rect.width - width) // 2, rect.y + (rect.height - height) // 2, width, height)
    canvas.fill(box, "bg")
    if first_that_fits((True, False), height, lambda edged: len(lines) + 1 + EDGES * edged):
        canvas.put(box.x, box.y, "▀" * width, "accent")
        canvas.put(box.x, box.bottom - 1, "▄" * width, "accent")
    spaced = " ".join(name.upper())
    spaced = spaced if cell_len(spaced) <= width - 2 else cut(name.upper(), width - 2)
    y = box.y + (height - len(lines) - 1) // 2
    canvas.centre(box, y, spaced, "text", "bg", True)
    for row, parts in enumerate(lines, y + 1):
        if row < box.bottom:
            x = box.x + (width - sum(cell_len(text) for text, _, _ in parts)) // 2
            for text, ink, bold in parts:
                x = canvas.put(x, row, text, ink, "accent" if ink == "on" else "bg", bold)


def hand_over(canvas: Canvas, rect: Rect, name: str, number: int, asks: str, note: str = "") -> None:
    """Cover a region until the next one presses the number; a note says why another key did nothing."""
    press = filled(_("press {number} when only you can see"), number=(f" {number} ", "on", True))
    curtain(canvas, rect, name, [[(asks, "dim", False)], [(note, "accent", True)] if note else [], press])


def too_small(needed: tuple[int, int], there: tuple[int, int], browser: bool = False) -> str:
    """Return what a window too small lacks, and what needs none; a browser has smaller letters when it begins anew."""
    (columns, rows), (width, height) = needed, there
    if browser:
        return _(
            "The table needs {columns} x {rows} characters; this window has {width} x {height}. Make it larger, "
            "turn the phone, or reload this page: its letters follow the window.",
            columns=columns, rows=rows, width=width, height=height,
        )  # fmt: skip
    return _(
        "The table needs {columns} x {rows} characters; this window has {width} x {height}. Lines need no window: "
        "herrlof --plain.",
        columns=columns, rows=rows, width=width, height=height,
    )  # fmt: skip
