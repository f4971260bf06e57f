"""A hand of cards: how it lies, what is in focus, and what a click hits."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from herrlof.messages import _
from herrlof.tui.widgets.canvas import Canvas, Rect, cut
from herrlof.tui.widgets.cards import STRIP, CardState, Face, S, Size, draw_card


class HandCard(NamedTuple):
    """A card as it lies in a hand."""

    face: Face
    lit: bool = True
    new: bool = False
    hem: bool = False
    back: bool = False
    """It was played, and taken back."""
    gone: bool = False
    """It was taken away: its gap stays for a moment."""


class Spread(NamedTuple):
    """Where the cards of a hand lie."""

    places: tuple[int, ...]
    """The left column of each."""
    overlapping: bool

    def width_of(self, number: int, focus: int | None, size: Size) -> int:
        """Return how many columns of a card are seen."""
        if not self.overlapping or number == focus or number == len(self.places) - 1:
            return size.width
        return min(size.width, self.places[number + 1] - self.places[number])


def spread(groups: Sequence[int], size: Size, width: int, focus: int | None = None) -> Spread:
    """Lay out a hand in the middle of so many columns; `groups` are the numbers of cards of each colour.

    The first pitch that leaves a margin: with a gap between cards and 2, 1 or (S) no columns more between colours;
    touching, with 2, 1 or none; overlapping, with 2, 1 or none, where the card in focus is whole.
    """
    groups = [group for group in groups if group]
    count = sum(groups)
    if not count:
        return Spread((), False)
    tries = [(size.width + 1, more) for more in ((2, 1, 0) if size is S else (2, 1))]
    tries += [(size.width, more) for more in (2, 1, 0)]
    for pitch, more in tries:
        needed = count * pitch - (pitch - size.width) + more * (len(groups) - 1)
        if needed <= width - 2:
            break
    else:
        pitch = STRIP
        needed = (count - 1) * STRIP + size.width + (size.width - STRIP)  # the card in focus is whole
        more = next((more for more in (2, 1) if needed + more * (len(groups) - 1) <= width - 2), 0)
        needed += more * (len(groups) - 1)
        if focus is None or focus == count - 1:
            needed -= size.width - STRIP
    x = max(0, (width - needed) // 2)
    places = []
    number = 0
    for group in groups:
        for _place in range(group):
            places.append(x)
            x += pitch
            if pitch == STRIP and number == focus and focus < count - 1:
                x += size.width - STRIP
            number += 1
        x += more
    return Spread(tuple(places), pitch == STRIP)


class Hand:
    """The cards of a hand; cards of one colour next to each other are a group."""

    def __init__(self, grouped: bool = True) -> None:
        """Hold nothing. Not `grouped`: the cards stand apart, whatever their colours."""
        self._grouped = grouped
        self.cards: Sequence[HandCard] = ()
        self._drawn: tuple[object, ...] = ()
        self._drawn_focus: int | None = None
        self._spread = Spread((), False)

    def draw(self, canvas: Canvas, rect: Rect, size: Size, focus: int | None) -> list[tuple[Rect, int]]:
        """Draw the hand with a card in focus; return where each card that is there can be clicked, the topmost last.

        Where only the focus has moved since it was drawn on this canvas, the two cards concerned are drawn; but where
        cards have a shadow and touch it lies on the next one, and all are drawn.
        """
        cards, there = list(self.cards), self._there()
        number_of = {place: number for number, place in enumerate(there)}
        focus = there[focus] if focus is not None and focus < len(there) else None
        shadows = any(card.face.colour == "ivory" for card in cards)
        apart = all(left + size.width < right for left, right in pairwise(self._spread.places))
        same = self._drawn == (canvas, rect, size, cards) and not self._spread.overlapping and (apart or not shadows)
        if not same:
            groups: list[int] = []
            for number, card in enumerate(cards):
                if number and self._grouped and card.face.colour == cards[number - 1].face.colour:
                    groups[-1] += 1
                else:
                    groups.append(1)
            self._spread = spread(groups, size, rect.width, focus)
            canvas.fill(rect._replace(height=rect.height + shadows), "bg")
        found = self._spread
        changed = {focus, self._drawn_focus} if same else set(range(len(cards)))
        places = []
        for number in sorted(range(len(cards)), key=lambda number: number == focus):
            x, width = rect.x + found.places[number], found.width_of(number, focus, size)
            if number in number_of:
                places.append((Rect(x, rect.y, width, rect.height), number_of[number]))
            if number in changed:
                if same:
                    canvas.fill(Rect(x, rect.y, width + shadows, rect.height + shadows), "bg")
                self._draw_card(canvas, x, rect.y + 1, number, size, width, number == focus)
        self._drawn, self._drawn_focus = (canvas, rect, size, cards), focus
        return places

    def covered(self) -> None:
        """Take note that something was drawn over its edge: next time all of it is drawn."""
        self._drawn = ()

    def _there(self) -> list[int]:
        """Return the places of the cards that are there."""
        return [place for place, card in enumerate(self.cards) if not card.gone]

    def _draw_card(self, canvas: Canvas, x: int, y: int, number: int, size: Size, width: int, focused: bool) -> None:
        card, found = self.cards[number], self._spread
        if card.gone:
            place = Rect(x, y, width, size.height)
            canvas.centre(place, y + size.height // 2, cut(_("gone"), width), "bad", "bg", True)
            return
        divided = number > 0 and (found.overlapping or found.places[number - 1] + size.width == found.places[number])
        state = CardState(card.lit, focused, card.new, card.hem, divided=divided and not focused, back=card.back)
        draw_card(canvas, x, y, card.face, size, state, "bg", width)


__all__ = ["STRIP", "Hand", "HandCard"]
