"""How a number is said at Herrlof's table: what is known on the felt, the numbers below it, the hand counted beside."""

from __future__ import annotations

from rich.cells import cell_len

from herrlof.games.herrlof import words
from herrlof.games.herrlof.cards import NO_COLOUR
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.scoring import TRICKS_BONUS, points
from herrlof.tui.boards.herrlof import labels
from herrlof.tui.boards.herrlof.faces import COLOURS, FACES, SHAPES, face_of, trump_name
from herrlof.tui.boards.herrlof.labels import BoardSpeaker
from herrlof.tui.boards.herrlof.letters import LETTERS
from herrlof.tui.boards.scene import BoardContext
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Rect, cut, wrapped
from herrlof.tui.widgets.cards import XL, CardState, L, S, draw_card, draw_shadow
from herrlof.tui.widgets.layout import Layout
from herrlof.tui.widgets.pieces import filled, panel


def draw_prediction(
    canvas: Canvas, found: Layout, speaker: BoardSpeaker, context: BoardContext, asked: bool, number: int | None
) -> None:
    """Draw trump, who leads, and the number that is put up, on the felt."""
    seen, felt = speaker.seen, found.felt
    narrow = found.window == 0
    size = S if narrow else XL if felt.height >= 15 else L
    x, y = felt.x + (1 if narrow else 2 if felt.height < 15 else 4), felt.y + (1 if felt.height < 15 else 2)
    y += max(0, (felt.height - 24) // 2)
    draw_card(canvas, x, y, face_of(seen.turned[-1]), size, CardState(shadow=True), "felt")
    if size is L:
        draw_shadow(canvas, x, y, size.width, size.height)
    x += size.width + (6 if size is XL else 2)
    label = labels.Labels
    canvas.put(x, y, label.trump.upper(), "accent", "felt", True)
    if seen.trump == NO_COLOUR:
        canvas.put(x, y + 1, label.no_trump, "text", "felt", True)
    else:
        canvas.put(x, y + 1, trump_name(seen.trump), f"{COLOURS[seen.trump]}-tint", "felt", True)
    dealer, leads = speaker.first_seats()
    step = 26 if size is XL else max(19, min(24, max(cell_len(dealer), cell_len(leads)) + 1))
    canvas.put(x, y + 3, cut(dealer, step - 1), "dim", "felt")
    canvas.put(x, y + 4, cut(leads, step - 1), "text" if seen.leader == seen.seat else "dim", "felt")
    if not asked:
        return
    x += step
    canvas.put(x, y, label.your_number, "accent", "felt", True)
    if number is None:
        canvas.put(x, y + 2, label.none_yet, "dim", "felt")
    else:
        end = figures.big(canvas, x + 2, y + 2 - (size is S), str(number), "text", "felt")
        if not canvas.look.ascii:
            canvas.put(max(end, x + 7) + 2, y + 2 - (size is S), "↑", "accent", "felt", True)
            canvas.put(max(end, x + 7) + 2, y + 4 - (size is S), "↓", "accent", "felt", True)
        below = y + 6 if size is XL else felt.bottom - 2 + narrow
        canvas.put(x - step, below, cut(speaker.if_you_win(number), felt.right - x + step), "dim", "felt")
    if size is XL and number is not None and context.preferences.get("brings", True):
        _draw_chart(canvas, seen, number, Rect(x - 26, y + 8, felt.right - x + 24, felt.bottom - y - 9))


def _draw_chart(canvas: Canvas, seen: Observation, said: int, rect: Rect) -> None:
    """Draw what the number brings for each number of tricks."""
    values = [points(said, made, seen.seats, seen.edition) for made in range(seen.hand_size + 1)]
    room = max(2, min(5, rect.width // len(values)))
    x = canvas.put(rect.x, rect.y, labels.chart_title(said), "accent", "felt", True)
    canvas.put(x + 2, rect.y, labels.Labels.chart, "dim", "felt")
    height = max(2, min(10, rect.height - 5))
    area = Rect(rect.x, rect.y + 2, rect.width, height)
    figures.columns(canvas, area, values, said, "felt", room, max(1, room - 1))
    for made, value in enumerate(values):
        bold = made == said
        canvas.put(rect.x + made * room, area.bottom, str(made), "text" if bold else "dim", "felt", bold)
        if made in (said, said + 1, said - 1, seen.hand_size):
            tall = max(1, round(value / max(values) * height * 2))
            canvas.put(
                rect.x + made * room,
                area.bottom - 1 - (tall + 1) // 2,
                str(value),
                "text" if bold else "dim",
                "felt",
                bold,
            )


def number_columns(width: int, seen: Observation) -> tuple[int, int]:
    """Return the column of the first number that can be said, and how many columns each has."""
    count = seen.hand_size + 1
    left = 16 if width >= 160 else 11 if width >= 80 else 9
    pitch = max(3, min(8 if width >= 160 else 6, (width - left - 2) // count))
    left = max(left, 13 if pitch > 3 else left)
    return min(left, width - pitch * count), pitch


def draw_numbers(
    canvas: Canvas, y: int, speaker: BoardSpeaker, name: str, chosen: int | None, roomy: bool
) -> list[Rect]:
    """Draw the numbers that can be said, and if there is room which bring more; return where each is."""
    seen, places = speaker.seen, []
    canvas.fill(Rect(0, y, canvas.width, 1), "raised")
    canvas.fill(Rect(0, y + 1, canvas.width, 1), "bg")
    canvas.put(0, y, "▸", "accent", "raised", True)
    left, pitch = number_columns(canvas.width, seen)
    canvas.parts(2, y, wrapped(filled(labels.Labels.you_say, you=(name, "text", True)), left - 2, 1)[0], "raised")
    count = seen.hand_size + 1
    bonus, note = speaker.bonus_note()
    for number in range(count):
        place = Rect(left + number * pitch, y, pitch, 1)
        here = number == chosen
        if here:
            canvas.fill(place, "accent")
        canvas.centre(place, y, str(number), "on" if here else "text", "accent" if here else "raised", here)
        places.append(place)
    if bonus and roomy:
        start, end = left + bonus[0] * pitch, left + (bonus[-1] + 1) * pitch
        middle = f"+{TRICKS_BONUS}"
        width = end - start
        dashes = width - 2 - len(middle) - 2
        line = f"╰{'─' * (dashes // 2)} {middle} {'─' * (dashes - dashes // 2)}╯" if dashes > 0 else middle
        canvas.put(start, y + 1, line, "line")
        canvas.put(start + 2 + dashes // 2, y + 1, middle, "dim")
        whole = labels.whatever_you_say(note)
        canvas.put(end + 2, y + 1, whole if end + 2 + cell_len(whole) < canvas.width else note, "dim")
    return places


def draw_counts(canvas: Canvas, rect: Rect, seen: Observation) -> None:
    """Say how many cards of each colour are in the hand."""
    label = labels.Labels
    inner = panel(canvas, rect, label.your_hand)
    hand = seen.hand
    y = inner.y + (1 if rect.height >= 11 else 0)
    bars = inner.x + 6 + max(cell_len(words.suit_label(number, seen.trump)) for number in range(len(SHAPES)))
    for number, shape in enumerate(SHAPES):
        count = len([card for card in hand if FACES[card].letter == LETTERS.letters[number]])
        name = words.suit_label(number, seen.trump)
        tint = f"{(*COLOURS, 'white', 'grey')[number]}-tint"
        canvas.parts(
            inner.x + 1, y, [(shape, tint, True), (f" {count} ", "text", True), (name, "dim", False)], "surface"
        )
        canvas.put(bars, y, "▖" * min(count, inner.right - bars), tint, "surface", True)
        y += 1
    powers = len([card for card in hand if FACES[card].marked])
    if y < inner.bottom:
        canvas.parts(
            inner.x + 1,
            y,
            [("*", "text", True), (f" {powers} ", "text", True), (label.with_power, "dim", False)],
            "surface",
        )
