"""The words that are answered wherever something is typed: whole, by their beginnings, or by others for the same."""

from __future__ import annotations

from collections.abc import Collection

from herrlof.messages import _, pgettext


def leave_word() -> str:
    """Return the word that leaves every page."""
    return pgettext("word", "leave")


def help_word() -> str:
    """Return the word that asks what can be typed."""
    return pgettext("word", "help")


def guide_word() -> str:
    """Return the word that tells how playing in lines goes."""
    return pgettext("word", "guide")


def again_word() -> str:
    """Return the word for hearing the last thing again."""
    return pgettext("word", "again")


def back_word() -> str:
    """Return the word that takes a move back, and on a page goes to the question before."""
    return pgettext("word", "back")


def turn_word() -> str:
    """Return the word that asks whose turn it is."""
    return pgettext("word", "turn")


def table_word() -> str:
    """Return the word that asks what lies open."""
    return pgettext("word", "table")


def last_word() -> str:
    """Return the word that asks what happened last."""
    return pgettext("word", "last")


def number_word() -> str:
    """Return the word that asks what one is after, and how far one is."""
    return pgettext("word", "number")


def explain_word() -> str:
    """Return the word that asks what a choice does."""
    return pgettext("word", "explain")


def rules_word() -> str:
    """Return the word that asks for a rule."""
    return pgettext("word", "rules")


def brief_word() -> str:
    """Return the word that leaves reasons out, and tells them again."""
    return pgettext("word", "brief")


def choices_word() -> str:
    """Return the word for the choices of a question, as a kind of what is said."""
    return pgettext("word", "choices")


def points_word() -> str:
    """Return the word for what a round brought."""
    return pgettext("word", "points")


def others_word() -> str:
    """Return the word for what others do unseen."""
    return pgettext("word", "others")


def stand_in_word() -> str:
    """Return the word that lets a bot play for who is away."""
    return pgettext("word", "stand-in")


def resign_word() -> str:
    """Return the word that gives the match up."""
    return pgettext("word", "resign")


def end_word() -> str:
    """Return the word that ends the match, where all agree."""
    return pgettext("word", "end")


def code_word() -> str:
    return pgettext("word", "code")


def watch_word() -> str:
    """Return the word that lets others watch, or nobody any more."""
    return pgettext("word", "watch")


def elsewhere_word() -> str:
    """Return the word for a seat at another screen."""
    return pgettext("word", "elsewhere")


def spoken_word(word: str) -> str:
    """Return how a word is called where it is a sign that is not read aloud."""
    return {",": _("a comma"), ".": _("a full stop")}.get(word, word)


def _same() -> dict[str, str]:
    """Return words that mean the same as one of ours: those of other programs."""
    return {
        "?": help_word(),
        pgettext("word", "quit"): leave_word(),
        pgettext("word", "exit"): leave_word(),
        pgettext("word", "undo"): back_word(),
        pgettext("word", "repeat"): again_word(),
        pgettext("word", "board"): table_word(),
        pgettext("word", "status"): turn_word(),
        pgettext("word", "aim"): number_word(),
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
        leave_word(), help_word(), guide_word(), again_word(), back_word(), turn_word(), table_word(), explain_word(),
        rules_word(),
        brief_word(), stand_in_word(), resign_word(), end_word(), code_word(), watch_word(), elsewhere_word(),
        pgettext("word", "hand"), last_word(), number_word(), pgettext("word", "seen"),
        pgettext("word", "scores"), pgettext("word", "hint"), pgettext("word", "doors"), pgettext("word", "learn"),
        pgettext("word", "home"), pgettext("word", "haste"), pgettext("word", "went"),
        pgettext("word", "think"), pgettext("word", "deals"), pgettext("word", "settings"),
        pgettext("word", "statistics"), pgettext("word", "review"), pgettext("word", "round"),
        pgettext("word", "say"), pgettext("word", "nudge"), pgettext("word", "mute"), pgettext("word", "bell"),
    ]  # fmt: skip
