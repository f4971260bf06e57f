"""What the sentences of every game have in common: you or a name, one or several, numbers as words."""

from __future__ import annotations

from collections.abc import Sequence

from herrlof.game import NOBODY, Observation

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def sentence_about(seat: int, seen: Observation, names: Sequence[str], you: str, other: str, **parts: object) -> str:
    """Return `you`, a sentence in the second person, if this is the reader's seat, else `other`, which names it."""
    if seat == seen.seat != NOBODY:
        return you.format(**parts)
    return other.format(name=names[seat], **parts)


def name_of(seat: int, seen: Observation, names: Sequence[str]) -> str:
    """Return a seat's name at the beginning of a sentence: You, or Freya."""
    return "You" if seat == seen.seat != NOBODY else names[seat]


def object_of(seat: int, seen: Observation, names: Sequence[str]) -> str:
    """Return a seat's name within a sentence: you, or Freya."""
    return "you" if seat == seen.seat != NOBODY else names[seat]


def possessive_of(seat: int, seen: Observation, names: Sequence[str]) -> str:
    """Return what belongs to a seat: your, Freya's, Boris'."""
    if seat == seen.seat != NOBODY:
        return "your"
    return f"{names[seat]}'" if names[seat].endswith("s") else f"{names[seat]}'s"


def plural(number: int, one: str, many: str) -> str:
    """Return the text for one, or the one for several with the number in it: `1 card`, `{} cards`."""
    return one if number == 1 else many.format(number)


def in_words(number: int) -> str:
    """Return a small number as a word, a larger one in digits."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def capitalized(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
