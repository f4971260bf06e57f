"""What only trick games share: the trick on the felt, the last trick beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from rich.cells import cell_len

from herrlof.games.speech import Voice
from herrlof.messages import N_, _
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.cards import (
    SIZES,
    XL,
    CardState,
    Face,
    S,
    Size,
    chip,
    draw_back,
    draw_card,
    draw_place,
    put_chip,
)
from herrlof.tui.widgets.fitting import below_free_row, gap_for, text_of
from herrlof.tui.widgets.pieces import panel, paragraph

if TYPE_CHECKING:
    from herrlof.tui.boards.board import Board


class Slot(NamedTuple):
    """A place in the trick, in playing order."""

    name: str
    """Whose place it is, as the table speaks of them: you, Freya."""
    face: Face | None = None
    lit: bool = True
    hem: bool = False
    wins: bool = False
    ahead: bool = False
    """It wins if nothing beats it: its note is bright, and the largest card has bars."""
    focused: bool = False
    """It is looked at."""
    yours: bool = False
    """The place is the viewer's own, or the next one to be filled."""
    label: str = ""
    """Under the card: "Freya led"."""
    note: str = ""
    """Under the label, dim: "highest so far"."""
    short: str = ""
    """The same where that has no room."""


def slot_label(speaker: Voice[Any], seat: int, place: int, won: bool) -> str:
    """Return whose card lies at a place on the table, and that it was led or has won."""
    if won:
        return speaker.tells(seat, N_("You won"), N_("{name} won"))
    return speaker.name_of(seat) if place else speaker.tells(seat, N_("You led"), N_("{name} led"))


def waiting_label(place: int, on_turn: bool, last: bool) -> str:
    """Return what is to be done at an empty place on the table."""
    if on_turn:
        return _("to play") if place else _("to lead")
    return _("plays last") if last else ""


def with_places(
    board: Board[Any], speaker: Voice[Any], filled: Sequence[Slot], leader: int, on_turn: int, width: int
) -> list[Slot]:
    """Return a trick with the places where no card lies yet, and what is to be done there if that has room."""
    context, slots = board.context, list(filled)
    seats = len(context.names)
    for place in range(len(filled), seats):
        seat = (leader + place) % seats
        away, label = seat in context.away, waiting_label(place, seat == on_turn, place == seats - 1)
        if seat == on_turn and board.scene.unplayed and cell_len(unplayed := _("not played yet")) <= width:
            label = unplayed
        label = _("away") if away else label
        name = speaker.place_name(seat)
        yours = seat in (board.seen.seat, on_turn) or away
        slots.append(Slot(name, yours=yours, label=label if cell_len(label) <= width else ""))
    return slots


def trick_size(rect: Rect, slots: int, most: Size, spare: int, gap: int = 2) -> Size:
    """Return the largest size in which all cards of a trick fit, `gap` columns between them.

    `spare` rows are for what stands above and below.
    """
    for size in reversed(SIZES):
        if size.height + spare <= rect.height and (size.width + gap) * slots <= rect.width:
            return size if SIZES.index(size) <= SIZES.index(most) or rect.height >= size.height + spare + 4 else most
    return S


def draw_trick(canvas: Canvas, rect: Rect, slots: Sequence[Slot], size: Size, y: int) -> list[tuple[Rect, int]]:
    """Draw a trick with its cards' top at row `y`; return where each card can be clicked."""
    if not slots:
        return []
    width = min(rect.width // len(slots), size.width + 16)
    left = rect.x + (rect.width - width * len(slots)) // 2
    places = []
    for number, slot in enumerate(slots):
        cell = Rect(left + number * width, y, width, size.height)
        x = cell.x + (width - size.width) // 2
        if slot.face is None:
            draw_place(canvas, x, y, size, slot.name, slot.yours, room=width - 1)
        else:
            state = CardState(slot.lit, hem=slot.hem, wins=slot.wins or (slot.ahead and size is XL), shadow=True)
            draw_card(canvas, x, y, slot.face, size, state, "felt")
            places.append((Rect(x, y, size.width, size.height), number))
            if slot.focused:
                canvas.put(x, y + size.height, canvas.look.focus * size.width, "accent", "felt")
        shadowed = size is XL and canvas.look.shadows
        below = y + size.height + (1 if slot.wins or slot.focused or shadowed else 0)
        ink = "accent" if slot.wins or (slot.face is None and slot.yours) else "text" if slot.note else "dim"
        if slot.face is not None and not slot.wins:
            ink = "text" if slot.lit else "dim"
        if slot.label and below < rect.bottom:
            room = width - (number < len(slots) - 1)  # a space between labels
            canvas.centre(cell, below, cut(slot.label, room), ink, "felt", True)
        if slot.note and below + 1 < rect.bottom:
            note = slot.note if cell_len(slot.note) <= width else slot.short or slot.note
            canvas.centre(cell, below + 1, cut(note, width), "accent" if slot.ahead else "dim", "felt")
    return places


def last_trick(
    canvas: Canvas,
    rect: Rect,
    cards: Sequence[tuple[str, Face]],
    outcome: Sequence[Sequence[Part]],
    notes: Sequence[Part] = (),
) -> None:
    """Draw the panel of the last trick: who played what, and what came of it, a paragraph each.

    Where there are `notes`, each card has a row with its own, and the names as much room as those leave.
    """
    inner = panel(canvas, rect, _("Last trick"))
    text = text_of(inner)
    roomy = text != inner
    if roomy:
        inner = below_free_row(text, 6 + (len(cards) > 3))
    y = inner.y
    longest = max((cell_len(name) for name, _ in cards), default=0)
    if roomy and cards and not notes:
        sizes = [cell_len(name) + 1 + len(chip(face)) for name, face in cards]
        gap = gap_for(sizes, inner.width, (4, 2, 0))
        in_row = len(cards) if gap else max(1, (inner.width + 2) // (max(sizes) + 2))
        x = inner.x
        for number, ((name, face), size) in enumerate(zip(cards, sizes, strict=True)):
            if number and number % in_row == 0:
                x, y = inner.x, y + 1
            canvas.put(x, y, name, "dim", "surface")
            put_chip(canvas, x + cell_len(name) + 1, y, face)
            x += size + gap if gap else max(sizes) + 2
        rows = sum(len(wrapped(parts, inner.width)) for parts in outcome)
        y += 2 if y + 2 + rows <= inner.bottom else 1
    else:
        ascii_only = canvas.look.ascii
        noted = max((cell_len(note) + 1 for note, _, _ in notes), default=0)
        forms = [[face for _, face in cards]]
        if notes:  # where names are long, the sign of a colour is enough, and then the card without its name
            forms += [[face._replace(letter="" if face.shape and not ascii_only else face.letter) for _, face in cards]]
            forms += [[face._replace(short="") for _, face in cards]]
        for faces, apart in zip(forms, (1, 0, 1), strict=False):
            chips = max((len(chip(face, ascii_only, named=True)) for face in faces), default=0)
            room = inner.width - chips - noted
            if room >= longest + apart:
                break
        column = min(longest + 1, room) if notes else max(7, min(longest + 1, 8))
        for number, (name, face) in enumerate(zip([name for name, _ in cards], faces, strict=True)):
            bold = bool(notes) and notes[number][2]
            name = cut(name, column - (not notes or room < longest))
            canvas.put(inner.x, y, name, "text" if bold else "dim", "surface", bold)
            x = put_chip(canvas, inner.x + column, y, face, chips if notes else 0, named=True)
            if notes:
                canvas.parts(x + 1, y, [notes[number]], "surface")
            y += 1
        rows = sum(len(wrapped(parts, inner.width)) for parts in outcome)
        y += bool(notes) and y + 1 + rows <= inner.bottom
    for parts in outcome:
        y = paragraph(canvas, Rect(inner.x, inner.y, inner.width, inner.height), y, parts, "surface")


def draw_fan(canvas: Canvas, x: int, y: int, count: int, pitch: int, label: str) -> None:
    """Draw face-down cards on the felt, so many columns apart, and a label below."""
    for number in range(count):
        left = x + number * pitch
        draw_back(canvas, left, y, S.width, S.height, "felt")
        for row in range(S.height if number else 0):
            canvas.put(left, y + row, "▏", "felt", "back")
    canvas.put(x, y + S.height, label, "dim", "felt")
