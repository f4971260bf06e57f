"""How the words of every game are put together: who is spoken to, and how much there is of something."""

from __future__ import annotations

from collections.abc import Sequence

from herrlof.game import NOBODY, Observation

NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def told(seat: int, seen: Observation, names: Sequence[str], you: str, other: str, **parts: object) -> str:
    """Return the sentence for the seat that is spoken to, or the one about somebody else (`{name}`)."""
    if seat == seen.seat != NOBODY:
        return you.format(**parts)
    return other.format(name=names[seat], **parts)


def name_of(seat: int, seen: Observation, names: Sequence[str]) -> str:
    """Return a seat's name at the beginning of a sentence: You, or Freya."""
    return "You" if seat == seen.seat != NOBODY else names[seat]


def object_of(seat: int, seen: Observation, names: Sequence[str]) -> str:
    """Return a seat's name within a sentence: you, or Freya."""
    return "you" if seat == seen.seat != NOBODY else names[seat]


def whose(seat: int, seen: Observation, names: Sequence[str]) -> str:
    """Return what belongs to a seat: your, Freya's, Boris'."""
    if seat == seen.seat != NOBODY:
        return "your"
    return f"{names[seat]}'" if names[seat].endswith("s") else f"{names[seat]}'s"


def counted(number: int, one: str, many: str) -> str:
    """Return the text for one, or the one for several with the number in it: `1 card`, `{} cards`."""
    return one if number == 1 else many.format(number)


def in_words(number: int) -> str:
    """Return a small number as a word, a larger one in digits."""
    return NUMBERS[number] if 0 <= number < len(NUMBERS) else str(number)


def listed(parts: Sequence[object], word: str = "and") -> str:
    """Return `a, b and c`."""
    texts = [str(part) for part in parts]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} {word} {texts[-1]}"


def capital(text: str) -> str:
    """Return a text with a capital at its beginning."""
    return text[:1].upper() + text[1:]
