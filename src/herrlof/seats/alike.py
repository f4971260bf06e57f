"""Which names a guest may choose: none that is taken for another player's, or that spills over its row."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection
from functools import cache
from typing import Final

from herrlof import languages
from herrlof.messages import _
from herrlof.records.names import MAX_CELLS, cells, is_you

MARKS: Final = 2
"""So many marks stand over and under a letter at most."""


def check_chosen(name: str, others: Collection[str]) -> None:
    """ValueError says why a guest cannot be called so at a table with these other players."""
    if is_you(name) or any(_look_alike(name, you) for you in _called_by_the_table()):
        raise ValueError(_("Everybody is called You at their own screen, so that can't be a name: choose another one."))
    if _most_marks(name) > MARKS or cells(unicodedata.normalize("NFKC", name)) > MAX_CELLS:
        raise ValueError(_("This name takes more room than its letters: choose a plainer one."))
    for other in others:
        if _look_alike(name, other):
            raise ValueError(_("'{name}' looks like {other}'s name: choose another one.", name=name, other=other))


@cache
def _called_by_the_table() -> frozenset[str]:
    """Return the words by which the table speaks to who looks, at screens in any language."""
    found = set[str]()
    for language in (*languages.offered(), *languages.drafts()):
        with languages.speaking(language):
            found.add(_("You"))
    return frozenset(found)


def _most_marks(name: str) -> int:
    most = here = 0
    for letter in unicodedata.normalize("NFD", name):
        here = here + 1 if unicodedata.category(letter)[0] == "M" else 0
        most = max(most, here)
    return most


def _look_alike(one: str, other: str) -> bool:
    """Whether two names are the same to the eye: letter for letter, in any case."""
    for fold in (str, str.casefold):
        mine, yours = (unicodedata.normalize("NFD", fold(name)) for name in (one, other))
        if len(mine) == len(yours) and all(a == b or _seen(a) == _seen(b) for a, b in zip(mine, yours, strict=True)):
            return True
    return False


def _seen(letter: str) -> str:
    return _prototype(letter).casefold()


@cache
def _prototype(letter: str) -> str:
    """Return the letter that stands for all that look like this one (UTS 39)."""
    from confusable_homoglyphs.confusables import confusables_data  # slow to load, and hardly ever needed

    def alike(of: str) -> list[str]:
        return [one["c"] for one in confusables_data.get(of, ()) if len(one["c"]) == 1]

    return max([letter, *alike(letter)], key=lambda one: (len(alike(one)), -ord(one)))
