"""The keys of the table."""

from __future__ import annotations

from herrlof.tui.cards import Look
from herrlof.tui.widgets import Note

KEYS = """\
← →  Home End    choose a card, a number, an answer
b g r y v h      choose a card of that colour, a Valknut, a Hagalaz
1 … 9            choose by rank (b 7: the blue 7), or type a number
Enter, Space     play the card, take the answer
y, n             yes and no, where the table asks
1 2 3            open the curtain, each player their own number

?                the rules, at the rule of this moment
L                the last trick
S                the score pad
C                cover the hand (two or three people)
Q, Esc           leave the table; the match waits at Home
Ctrl+Q           quit

A * marks a card with a power, a · one that cannot be played now.
A click chooses a card, a second click plays it.
Any key hurries the bots and clears a finished trick."""


class KeysScreen(Note):
    """All keys on one page."""

    def __init__(self, look: Look) -> None:
        """Show them in signs that this terminal has."""
        text = KEYS.replace("← → ", "<- ->").replace("…", "-").replace("·", ".") if look.ascii else KEYS
        super().__init__("Keys at the table", text)
