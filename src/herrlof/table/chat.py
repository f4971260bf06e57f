"""What people at different screens say to each other: four ready words, and a nudge for whoever is waited for.

There is no free text, so there is nothing to be filtered, and a face may mute it all.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from herrlof.game import IllegalAction
from herrlof.messages import N_, _
from herrlof.table.updates import Nudged, Said

READY_WORDS: Final[Mapping[str, str]] = {
    "well played": N_("Well played!"),
    "one moment": N_("One moment."),
    "sorry": N_("Sorry."),
    "again?": N_("Again?"),
}
"""What can be said, by its name in the lines of a seat, in the order in which it is offered."""
SAY_SECONDS: Final = 3.0
"""So long after a word a seat says the next one."""
NUDGE_SECONDS: Final = 30.0
"""So long the table has waited for somebody, and not heard a nudge, before there is one."""


def word_text(word: str) -> str:
    """Return a ready word as it is said here; IllegalAction: it is none."""
    if word not in READY_WORDS:
        raise IllegalAction(_("there's no such word"))
    return _(READY_WORDS[word])


def heard_text(heard: Said | Nudged, names: Sequence[str], people: Collection[int], nudged: bool) -> str:
    """Return what was said as it is told to people at one screen; nothing where it is not for them.

    `nudged`: whether it is a nudge for them.
    """
    match heard:
        case Said(seat, word) if [*people] == [seat]:
            return _("You: {sentence}", sentence=word_text(word))
        case Said(seat, word):
            return _("{name}: {sentence}", name=names[seat], sentence=word_text(word))
        case Nudged(by) if by in people:
            return _("Whoever is waited for has been reminded.")
        case Nudged(by) if nudged:
            return _("{name} is waiting for you.", name=names[by])
    return ""
