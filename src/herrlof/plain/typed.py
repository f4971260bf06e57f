"""The words that are answered wherever something is typed: whole, by their beginnings, or by others for the same."""

from __future__ import annotations

from collections.abc import Collection

from herrlof.menu import BY_KEY, VERBS
from herrlof.messages import _, pgettext, said


def word_of(verb: str) -> str:
    """Return what is typed for something that can be done at a table, or on a page as well."""
    return said(VERBS[verb].word)


def choices_word() -> str:
    """Return the word for the choices of a question, as a kind of what is said."""
    return pgettext("word", "choices")


def points_word() -> str:
    """Return the word for what a round brought."""
    return pgettext("word", "points")


def others_word() -> str:
    """Return the word for what others do unseen."""
    return pgettext("word", "others")


def elsewhere_word() -> str:
    """Return the word for a seat at another screen."""
    return pgettext("word", "elsewhere")


def spoken_word(word: str) -> str:
    """Return how a word is called where it is a sign that is not read aloud."""
    return {",": _("a comma"), ".": _("a full stop")}.get(word, word)


def _same() -> dict[str, str]:
    """Return words that mean the same as one of ours: those of other programs."""
    return {
        "?": word_of("help"),
        pgettext("word", "quit"): word_of("leave"),
        pgettext("word", "exit"): word_of("leave"),
        pgettext("word", "undo"): word_of("take_back"),
        pgettext("word", "repeat"): word_of("again"),
        pgettext("word", "board"): word_of("table"),
        pgettext("word", "status"): word_of("turn"),
        pgettext("word", "aim"): word_of("number"),
    }


def whole(text: str, words: Collection[str]) -> str:
    """Return which of some words was typed, or another one that means the same; nothing where it is none."""
    word = text.casefold()
    found = _same().get(word, word)
    return word if word in words else found if found in words else ""


def begun(text: str, words: Collection[str]) -> list[str]:
    """Return which of some words a text means: the whole one, or those that begin so."""
    if word := whole(text, words):
        return [word]
    return [word for word in words if text[:1].isalpha() and word.startswith(text.casefold())]


def is_no_name(text: str) -> bool:
    """Whether a text is a word of ours, or a number: nobody is called so."""
    return text.isdecimal() or bool(whole(text, _reserved()))


def _reserved() -> list[str]:
    """Return the words that are answered, in a match and on the way there."""
    return [
        *(said(verb.word) for verb in VERBS.values() if verb.word), elsewhere_word(),
        *(said(BY_KEY[key].word) for key in ("lessons", "settings", "statistics")),
        pgettext("word", "home"), pgettext("word", "haste"), pgettext("word", "review"), pgettext("word", "round"),
    ]  # fmt: skip
