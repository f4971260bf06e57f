"""A language in which every message is longer by a third, with marks at both ends and letters of its own.

What shows no marks, or letters of English, is not translated; what loses a mark is cut.
"""

from __future__ import annotations

import re
import string
from collections.abc import Collection

START, END = "⟦", "⟧"
LETTERS = str.maketrans(string.ascii_letters, "áƀćđéƒǵħíĵķłɱńóṕɋŕśťúṽẃẋýźÁɃĆĐÉƑǴĦÍĴĶŁⱮŃÓṔɊŔŚŤÚṼẂẊÝŹ")
CODES = r"[0-9A-Z]{4}(?:-[0-9A-Z]{4})+|\b[0-9a-f]{8,}\b"
"""Codes of deals and commitments, which are no words."""


ARGUMENT = r"(\{[^}]*\}|%(?:\(\w+\))?[a-z])"


def spoken(text: str) -> str:
    """Return a text in the letters of that language; arguments stay as they are."""
    return "".join(part if part[:1] in "{%" else part.translate(LETTERS) for part in re.split(ARGUMENT, text))


class Pseudo:
    """The catalogue of that language; a text for a cell fills the cell."""

    def gettext(self, message: str) -> str:
        """Return a message with its marks."""
        beginning, bar, rest = message.rpartition("|")
        letters = len(re.sub(r"\{\w+\}", "", message))
        return f"{START}{spoken(beginning)}{bar}{spoken(rest)}{'·' * -(-letters // 3)}{END}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a message for a number, with its marks."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return a message with its marks; a cell is filled to its last column."""
        found = re.match(r"cell:(\d+)", context)
        return spoken(message).ljust(int(found[1]), "·") if found else self.gettext(message)


def strangers(text: str, names: Collection[str] = ()) -> list[str]:
    """Return the words of a text that are not of that language, nor names, be they cut."""
    found: list[str] = re.findall(r"[A-Za-z]{3,}", re.sub(CODES, "", text))
    return [word for word in found if not any(name.startswith(word) for name in names)]


def outside(text: str) -> str:
    """Return what of a text stands outside of all marks."""
    found, depth = [], 0
    for sign in text:
        depth += (sign == START) - (sign == END)
        found.append(sign if not depth else " ")
    assert not depth, f"{text!r} has lost a mark"
    return "".join(found)
