"""A language in which every message is longer by a third, with marks at both ends: what is cut or not said shows."""

from __future__ import annotations

import re

START, END = "⟦", "⟧"


class Pseudo:
    """The catalogue of that language; a text for a cell fills the cell."""

    def gettext(self, message: str) -> str:
        """Return a message with its marks."""
        beginning, bar, rest = message.rpartition("|")
        letters = len(re.sub(r"\{\w+\}", "", message))
        return f"{START}{beginning}{bar}{rest}{'·' * -(-letters // 3)}{END}"

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a message for a number, with its marks."""
        return self.gettext(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:
        """Return a message with its marks; a cell is filled to its last column."""
        found = re.match(r"cell:(\d+)", context)
        return message.ljust(int(found[1]), "·") if found else self.gettext(message)


def outside(text: str) -> str:
    """Return what of a text stands outside of all marks."""
    found, depth = [], 0
    for sign in text:
        depth += (sign == START) - (sign == END)
        found.append(sign if not depth else " ")
    assert not depth, f"{text!r} has lost a mark"
    return "".join(found)
