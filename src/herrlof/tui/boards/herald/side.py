"""What stands beside Herald's felt: the last trick, what beats what, and this trick."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from herrlof.games.herald import reading, words
from herrlof.games.herald.cards import FIGURE_OF, FIGURE_POINTS, FIGURES, NO_CARD
from herrlof.games.herald.observation import Observation
from herrlof.games.herald.tricks import Trick
from herrlof.tui.boards.herald import labels
from herrlof.tui.boards.herald.faces import face_of
from herrlof.tui.boards.herald.labels import BoardSpeaker
from herrlof.tui.boards.scene import BoardContext
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut_parts, width_of, wrapped
from herrlof.tui.widgets.cards import Face, tinted
from herrlof.tui.widgets.fitting import first_that_fits, text_of
from herrlof.tui.widgets.pieces import emphasised, news_panel, panel, stacked
from herrlof.tui.widgets.tricks import last_trick


def draw_side(
    canvas: Canvas, side: Rect, wide: bool, speaker: BoardSpeaker, context: BoardContext, events: Sequence[str]
) -> None:
    """Draw the last trick; where it is `wide` what beats what, and what happened in this trick, too."""
    seen = speaker.seen
    if not wide:
        _draw_last(canvas, side, speaker, context)
        return
    lines = beating_lines(seen, side.width)
    parts = [("last", seen.seats + 5), ("beats", len(lines) + 2), ("news", 3)]
    for name, rect in stacked(side, parts, "news"):
        if name == "last":
            _draw_last(canvas, rect, speaker, context)
        elif name == "news":
            news_panel(canvas, rect, events, labels.Labels.this_trick)
        else:
            _draw_beats(canvas, rect, lines)


def _draw_beats(canvas: Canvas, rect: Rect, lines: Sequence[Sequence[Part]]) -> None:
    """Draw what beats what, the figure that is ahead marked."""
    inner = panel(canvas, rect, labels.Labels.beats_what)
    for y, line in enumerate(lines, inner.y):
        ground = "raised" if line[0][0] == "▸" else "surface"
        canvas.fill(Rect(inner.x, y, inner.width, 1), ground)
        canvas.parts(inner.x, y, cut_parts(line, inner.width), ground)


def beating_lines(seen: Observation, width: int = 60) -> list[list[Part]]:
    """Return what beats what, a line for each figure that can be ahead; the one that is now is marked."""
    text = labels.Labels
    ahead = seen.trick[seen.ahead] if seen.trick and reading.can_be_beaten(seen) else NO_CARD
    widest = max(cell_len(labels.beaten_by_figures(figure)) for figure in range(FIGURES))
    column = first_that_fits((14, 9), width - 6, lambda column: column + widest)
    lines: list[list[Part]] = [[(f"    {text.figure_ahead:<{column}}{text.is_beaten_by}", "dim", False)]]
    for figure in reversed(range(FIGURES)):
        here = ahead != NO_CARD and FIGURE_OF[ahead] == figure
        name, others = words.figure_name(figure), labels.beaten_by_figures(figure)
        if cell_len(name) >= column:
            name = labels.short_name(figure, column - 1)
        if cell_len(others) > width - column - 6:
            others = labels.beaten_by_figures(figure, briefly=True)
        mark, points = "▸" if here else " ", f"{FIGURE_POINTS[figure]:>2} "
        row: list[Part] = [(mark, "accent", True), (points, "text", True), (f"{name:<{column}}", "text", here)]
        lines.append([*row, (others, "text" if here else "dim", False)])
    first, *notes = labels.beating_notes()
    inset: Part = (" ", "text", False)
    return [*lines, [inset, (first, "text", False)], *([inset, (note, "dim", False)] for note in notes)]


def _draw_last(canvas: Canvas, rect: Rect, speaker: BoardSpeaker, context: BoardContext) -> None:
    """Draw the last trick: what each card did, and who won, as fully as there is room."""
    seen = speaker.seen
    trick = seen.last_trick
    if trick is None:
        last_trick(canvas, rect, [], [[(labels.Labels.no_trick, "dim", False)]])
        return
    roomy, cards = text_of(rect.inset(1)) != rect.inset(1), played(trick, seen, context)
    notes: list[Part] = []
    for turn, text in enumerate(labels.steps_text(trick.cards)):
        wins = (trick.leader + turn) % seen.seats == trick.winner
        note = (f"{text} ✓" if roomy else f"✓ {labels.Labels.won}") if wins else text
        notes.append((note, "good" if wins else "dim", wins))
    room, width, outcome = rect.height - 1 - seen.seats - roomy, rect.width - 2 - 2 * roomy, list[list[Part]]()
    for sentence in (speaker.why_won(trick), speaker.won_with(trick)):
        if len(wrapped(emphasised(sentence), width)) <= room:
            outcome = [emphasised(sentence)]
            break
    last_trick(canvas, rect, cards, outcome, notes=notes)


def played(trick: Trick, seen: Observation, context: BoardContext) -> list[tuple[str, Face]]:
    seats = [(trick.leader + turn) % seen.seats for turn in range(seen.seats)]
    return [(context.briefly(seat, seen), face_of(card)) for seat, card in zip(seats, trick.cards, strict=True)]


def tricks_told(speaker: BoardSpeaker, context: BoardContext, width: int = 80) -> list[list[Part]]:
    """Return the last trick and its story, a paragraph for each card; once a game is over all its tricks.

    What was played stands in lines of so many columns at most, a name always beside its card.
    """
    seen = speaker.seen
    over = seen.phase != "play"
    if not seen.tricks:
        return [[(labels.Labels.no_trick, "dim", False)]]
    told: list[list[Part]] = []
    for number, trick in list(enumerate(seen.tricks, 1))[0 if over else -1 :]:
        if over:
            told.append([(labels.trick_heading(number), "accent", True)])
        lines: list[list[Part]] = [[]]
        for name, face in played(trick, seen, context):
            card: list[Part] = [(f"{name} ", "dim", False), tinted(face), (f" {face.short}   ", "text", False)]
            if width_of([*lines[-1], *card]) > width + 3:
                lines.append([])
            lines[-1] += card
        steps: list[list[Part]] = [[(sentence, "text", False)] for sentence in speaker.story_text(trick)]
        told += [*lines, *([] if over else [[], *steps, []]), emphasised(speaker.why_won(trick)), []]
    return told[:-1]
