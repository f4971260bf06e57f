"""Cards as characters: pure functions from ints to a small canvas of styled cells.

Every card carries its rank, its colour's letter, its shape and its colour; no two signs differ by
colour alone. Colours are Okabe and Ito's, or the terminal's own sixteen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len
from rich.text import Text

SHAPES: Final = ("●", "■", "▲", "◆", "▼", "×")
LETTERS: Final = "BGRYVH"
RICH_COLOURS: Final = ("#56b4e9", "#2fc08f", "#ef7a4a", "#f0e442", "#e8e8e8", "#e8e8e8")
PLAIN_COLOURS: Final = ("bright_blue", "green", "red", "yellow", "default", "default")


@dataclass(frozen=True, slots=True)
class Look:
    """What this terminal can show."""

    ascii: bool = False
    colours: tuple[str, ...] = RICH_COLOURS
    faint: str = "#8a8a8a"

    def shape(self, sign: int) -> str:
        """Return a sign's shape; in ASCII the letter alone tells."""
        return " " if self.ascii else SHAPES[sign]

    @property
    def box(self) -> str:
        """The corners and lines of a card: ┌ ─ ┐ │ └ ┘ and the gap of an unplayable one."""
        return "+-+|++." if self.ascii else "┌─┐│└┘·"

    @property
    def pile(self) -> str:
        """One trick in a pile."""
        return "#" if self.ascii else "▮"

    @property
    def back(self) -> str:
        """One face-down card."""
        return "=" if self.ascii else "░"

    @property
    def bars(self) -> str:
        """Eight rising bars for a chart."""
        return "12345678" if self.ascii else "▁▂▃▄▅▆▇█"

    def key(self, name: str) -> str:
        """Return how the name of a key is shown, which may be an arrow or two."""
        if not self.ascii:
            return name
        return name.replace("← →", "<- ->").replace("↑", "Up").replace("↓", "Dn")


@dataclass(frozen=True, slots=True)
class Face:
    """What stands on a card."""

    rank: str
    """A digit, or nothing on a Valknut and a Hagalaz."""
    sign: int
    """0..3 blue, green, red, yellow; 4 Valknut; 5 Hagalaz."""
    power: bool

    def inline(self, look: Look) -> Text:
        """Return the card in a line of text: `7■G`, `1▲R*`, `▼V`."""
        shape = "" if look.ascii else look.shape(self.sign)
        return Text(f"{self.rank}{shape}{LETTERS[self.sign]}{'*' if self.power else ''}", style=look.colours[self.sign])


class Canvas:
    """A rectangle of styled cells."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self._rows: list[list[tuple[str, str]]] = [[(" ", "")] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write text from cell (x, y) on; what does not fit is cut off. Wide letters take two cells."""
        row = self._rows[y]
        for letter in text:
            size = cell_len(letter)
            if size == 0 or x < 0 or x + size > self.width:
                continue
            row[x] = (letter, style)
            if size == 2:
                row[x + 1] = ("", style)
            x += size

    def text(self) -> Text:
        """Return the canvas as lines of text."""
        lines = []
        for row in self._rows:
            line = Text(no_wrap=True, end="")
            for letter, style in row:
                line.append(letter, style)
            lines.append(line)
        return Text("\n", no_wrap=True, end="").join(lines)


MEDIUM: Final = (5, 4)
LARGE: Final = (7, 5)
GRAND: Final = (11, 8)
STRIP: Final = 3
"""Columns of a card that another one overlaps."""


def draw_card(
    canvas: Canvas, x: int, y: int, face: Face | None, look: Look, *, size: tuple[int, int] = MEDIUM,
    playable: bool = True, focused: bool = False, strip: bool = False,
) -> None:  # fmt: skip
    """Draw a card with its top left corner at (x, y); None: an empty place with a question mark.

    An unplayable card is faint and has a gap in its top edge; a strip is its left three columns.
    """
    width, height = size
    top_left, line, top_right, side, bottom_left, bottom_right, gap = tuple(look.box)
    frame = "" if playable else look.faint
    if focused:
        frame = "bold"
    rows = [f"{top_left}{line * (width - 2)}{top_right}"]
    rows += [f"{side}{' ' * (width - 2)}{side}"] * (height - 2)
    rows.append(f"{bottom_left}{line * (width - 2)}{bottom_right}")
    if not playable:
        rows[0] = top_left + gap + rows[0][2:]
    for number, row in enumerate(rows):
        canvas.put(x, y + number, row[:STRIP] if strip else row, frame)
    if face is None:
        canvas.put(x + width // 2, y + height // 2, "?", look.faint)
        return
    style = f"{'bold' if playable else 'dim'} {look.colours[face.sign]}"
    head = f"{face.rank}{look.shape(face.sign)}" if face.rank else f" {look.shape(face.sign)}"
    canvas.put(x + 1, y + 1, head[: STRIP - 1], style)
    canvas.put(x + width // 2, y + height // 2, LETTERS[face.sign], style)
    if face.power:
        canvas.put(*((x + 1, y + 2) if strip else (x + width - 2, y + 1)), "*", style)
    if height > MEDIUM[1]:
        canvas.put(x + width - 3, y + height - 2, f"{look.shape(face.sign)}{face.rank}", style)


@dataclass(frozen=True, slots=True)
class Held:
    """A card in a hand."""

    face: Face
    playable: bool = True
    fresh: bool = False


def hand_places(count: int, focus: int | None, width: int, size: tuple[int, int] = MEDIUM) -> list[int]:
    """Return the left column of every card of a hand; where the width is short, cards overlap the ones before."""
    card = size[0]
    if count * card <= width:
        return [number * card for number in range(count)]
    step = max(1, min(STRIP, (width - card - (card - STRIP)) // max(1, count - 1)))
    return [
        number * step + (card - STRIP if focus is not None and number > focus and focus < count - 1 else 0)
        for number in range(count)
    ]


def draw_hand(cards: Sequence[Held], focus: int | None, width: int, look: Look, size: tuple[int, int] = MEDIUM) -> Text:
    """Draw a hand one row higher than a card; the focused card is raised, a fresh one marked `new`."""
    canvas = Canvas(width, size[1] + 1)
    places = hand_places(len(cards), focus, width, size)
    overlapping = len(cards) * size[0] > width
    order = sorted(range(len(cards)), key=lambda number: number == focus)
    for number in order:
        held = cards[number]
        raised = number == focus
        draw_card(
            canvas, places[number], 0 if raised else 1, held.face, look, size=size, playable=held.playable,
            focused=raised, strip=overlapping and not raised and number < len(cards) - 1,
        )  # fmt: skip
        if raised:
            canvas.put(places[number], size[1], " " * size[0])
        if held.fresh:
            canvas.put(places[number], 0 if not raised else size[1], "new", "bold reverse")
    return canvas.text()


def card_at(x: int, count: int, focus: int | None, width: int, size: tuple[int, int] = MEDIUM) -> int | None:
    """Return which card of a hand lies at a column."""
    places = hand_places(count, focus, width, size)
    hit = [number for number, place in enumerate(places) if place <= x < place + size[0]]
    if not hit:
        return None
    return focus if focus in hit and places[focus] + size[0] > x and count * size[0] > width else hit[-1]


def chart(values: Sequence[int], top: int, look: Look) -> str:
    """Return a bar for every value, `top` being the full height."""
    return "".join(look.bars[min(7, max(0, value * 8 // max(1, top) - (value >= top)))] for value in values)
