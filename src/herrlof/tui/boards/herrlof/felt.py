"""What lies on Herrlof's felt beside trump and trick: the others' hands, what has to be followed, what a 6 took."""

from __future__ import annotations

from rich.cells import cell_len

from herrlof.game import NOBODY
from herrlof.games.herrlof import reading, words
from herrlof.games.herrlof.observation import Observation
from herrlof.tui.boards.board import own_first
from herrlof.tui.boards.herrlof import labels
from herrlof.tui.boards.herrlof.faces import COLOURS, SHAPES, face_of
from herrlof.tui.boards.herrlof.labels import BoardSpeaker
from herrlof.tui.boards.herrlof.letters import LETTERS
from herrlof.tui.widgets.canvas import Canvas, Rect, cut
from herrlof.tui.widgets.cards import S, put_chip
from herrlof.tui.widgets.tricks import draw_fan


def draw_following(canvas: Canvas, area: Rect, y: int, seen: Observation, bare: bool) -> None:
    """Say what has to be followed, and what may always be played, but where that was not taught yet."""
    if y < area.y:
        y = area.y
    if seen.follow < 0:
        canvas.centre(area, y, labels.Labels.any_card, "dim", "felt")
        return
    colour, wide, tight = COLOURS[seen.follow], area.width >= 50, area.width < 20
    letters = LETTERS.said()
    name = f"{SHAPES[seen.follow]} {letters[seen.follow] if tight else words.colour_name(seen.follow).upper()}"
    signs = {
        "colour": (f" {name} " if wide else name, f"{colour}-tint", "felt"),
        "valknut": (f"{SHAPES[4]}{letters[4]}", "dim", "felt"),
        "hagalaz": (f"{SHAPES[5]}{letters[5]}", "dim", "felt"),
    }
    parts = labels.following_parts(wide, bare or tight)
    room = sum(cell_len(text) + cell_len(signs[after][0] if after else "") for text, after in parts)
    x = max(area.x, area.x + (area.width - room) // 2)
    for text, after in parts:
        x = canvas.put(x, y, text, "dim", "felt")
        if after == "colour" and wide:
            x = canvas.chip(x, y, signs[after][0], colour)
        elif after:
            x = canvas.put(x, y, *signs[after], after == "colour")


def draw_fans(canvas: Canvas, area: Rect, speaker: BoardSpeaker) -> None:
    """Draw the others' hands as fans along the top of the felt, with their tricks beside; yours at the bottom.

    While nobody looks all hands are others'.
    """
    seen = speaker.seen
    others = [seat for seat in own_first(seen.seat, seen.seats) if seat != seen.seat]
    for number, seat in enumerate(others):
        cell = area.width // len(others)
        cards, won = seen.hand_sizes[seat], seen.tricks_won[seat]
        pitch = 4 - len(others)
        fan = max(0, (cards - 1) * pitch + S.width) if cards else 0
        heap = (won - 1) * 2 + S.width if won else 0
        label = cut(labels.hand_label(speaker.names[seat], cards), cell - 8)
        beside = max(fan + 3, cell_len(label) + 2)  # of few cards the label is wider
        x = area.x + number * cell + max(0, (cell - beside - heap) // 2)
        draw_fan(canvas, x, area.y + 2, cards, pitch, label)
        draw_fan(canvas, x + beside, area.y + 2, won, 2, labels.pile_label(won, own=False) if won else "")
    if seen.seat != NOBODY and seen.tricks_won[seen.seat]:
        won = seen.tricks_won[seen.seat]
        x = area.x + (area.width - (won - 1) * 2 - S.width) // 2
        draw_fan(canvas, x, area.bottom - 5, won, 2, labels.pile_label(won, own=True))


def draw_robbed(canvas: Canvas, felt: Rect, speaker: BoardSpeaker) -> None:
    """Say along the foot of the felt what a 6 took from this hand, until its owner has played."""
    seen = speaker.seen
    moved, trick = reading.robbed_by_six(seen), seen.last_trick
    if moved is None or reading.has_played(seen):
        return
    assert trick is not None
    y = felt.bottom - 1
    canvas.fill(Rect(felt.x, y, felt.width, 1), "bad", ink="on")
    x = canvas.put(felt.x + 1, y, "! ", "on", "bad", True)
    for text, after in labels.robbed_parts():
        x = canvas.put(x, y, cut(text, felt.right - x), "on", "bad", True)
        if after == "name":
            x = canvas.put(x, y, cut(speaker.names[trick.winner], 12), "on", "bad", True)
        elif after:
            x = put_chip(canvas, x, y, face_of(moved[0 if after == "took" else 1]))
