"""What the sentences of every game have in common: you or a name, one or several, numbers as words."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar

from herrlof.game import NOBODY, Observation
from herrlof.messages import _, ngettext, paragraph

_readers: ContextVar[Collection[int] | None] = ContextVar("readers", default=None)


@contextmanager
def speaking_to(seats: Collection[int] | None) -> Iterator[None]:
    """Speak to these seats alone where they look, and name the others; None: to whoever looks."""
    token = _readers.set(seats)
    try:
        yield
    finally:
        _readers.reset(token)


def is_reader(seat: int, seen: Observation) -> bool:
    """Whether a text about a seat speaks to it."""
    readers = _readers.get()
    return seat == seen.seat != NOBODY and (readers is None or seat in readers)


def number_of(seat: int, seen: Observation, names: Sequence[str], n: int) -> str:
    """Return a seat with a number of its own, in a list of such: `you 8`, `Freya 6`."""
    return _("you {n}", n=n) if is_reader(seat, seen) else _("{name} {n}", name=names[seat], n=n)


def number_word(n: int) -> str:
    """Return a small number as a word, a larger one in digits."""
    words = (
        _("none"), _("one"), _("two"), _("three"), _("four"), _("five"), _("six"), _("seven"), _("eight"), _("nine"),
        _("ten"), _("eleven"), _("twelve"),
    )  # fmt: skip
    return words[n] if 0 <= n < len(words) else str(n)


def number_word_first(n: int) -> str:
    """Return a small number as a word at the beginning of a sentence, a larger one in digits."""
    words = (
        _("None"), _("One"), _("Two"), _("Three"), _("Four"), _("Five"), _("Six"), _("Seven"), _("Eight"), _("Nine"),
        _("Ten"), _("Eleven"), _("Twelve"),
    )  # fmt: skip
    return words[n] if 0 <= n < len(words) else str(n)


def unseen_beat(n: int, whole: int) -> str:
    """Return how many of the cards that a player has not seen beat a card."""
    if not n:
        return _("No unseen card beats it.")
    return ngettext("{n} of {whole} unseen cards beats it.", "{n} of {whole} unseen cards beat it.", n, whole=whole)


def name_of(seat: int, seen: Observation, names: Sequence[str]) -> str:
    """Return a seat's name at the beginning of a sentence: You, or Freya."""
    return _("You") if is_reader(seat, seen) else names[seat]


def slot_label(seat: int, place: int, won: bool, seen: Observation, names: Sequence[str]) -> str:
    """Return whose card lies at a place on the table, and that it was led or has won."""
    own, name = is_reader(seat, seen), names[seat]
    if won:
        return _("You won") if own else _("{name} won", name=name)
    if not place:
        return _("You led") if own else _("{name} led", name=name)
    return name_of(seat, seen, names)


def place_name(seat: int, seen: Observation, names: Sequence[str]) -> str:
    """Return whose an empty place on the table is."""
    return _("you") if is_reader(seat, seen) else names[seat]


def away_label() -> str:
    """Return what stands at the place of a player whose line broke."""
    return _("away")


def waiting_label(place: int, on_turn: bool, last: bool) -> str:
    """Return what is to be done at an empty place on the table."""
    if on_turn:
        return _("to play") if place else _("to lead")
    return _("plays last") if last else ""


def not_played_yet() -> str:
    """Return what stands at the player's place while the table asks before a mistake."""
    return _("not played yet")


def goes_on(text: str = "") -> str:
    """Return what happened, and how to go on."""
    return paragraph(text, _("Enter goes on."))


def uncounted() -> str:
    """Return what is said of scores where there are none yet."""
    return _("Nothing is counted before the end.")


def refused(why: object) -> str:
    """Return why something is not done, as a sentence; a refusal is a clause."""
    return _("No: {why}.", why=why)


def without_verb(code: str) -> str:
    """Return a text code without its first word: B7 of `play B7`; nothing where it has no more."""
    return " ".join(code.split(" ")[1:])
