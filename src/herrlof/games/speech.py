"""What the sentences of every game have in common: you or a name, one or several, numbers as words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, Self, TypeAlias, TypeVar, cast

from herrlof.game import NOBODY, Event, Observation, Seen, Sentence, Speaker
from herrlof.messages import N_, Message, _, all_of, ngettext, paragraph, said

T = TypeVar("T")


def is_reader(seat: int, seen: Observation, readers: Collection[int] | None = None) -> bool:
    """Whether a text about a seat speaks to it, where these are spoken to; None: whoever looks."""
    return seat == seen.seat != NOBODY and (readers is None or seat in readers)


def speaking_to(speaker: Speaker, readers: Collection[int] | None) -> Speaker:
    """Let a speaker speak to these seats alone where they look, and name the others; None: to whoever looks."""
    if isinstance(speaker, Voice):
        speaker.readers = readers
    return speaker


def share_text(share: float) -> str:
    """Return what a share of the win is called, in a word."""
    return _("won") if share == 1 else _("shared") if share else _("lost")


Handler: TypeAlias = Callable[[Any, Event], str]
"""Returns what a speaker says of an event."""


def line(you: Message, other: Message = "", /, **parts: Callable[[int], object]) -> Handler:
    """Say a message of an event: to its seat, or to the `other` ones, who read its {name}; without `other`, to all.

    `parts` are the arguments of the message in the order of the event's values, each with what makes a text of a value.
    """

    def say(speaker: Voice[Any], event: Event) -> str:
        made = {name: make(value) for (name, make), value in zip(parts.items(), event.values, strict=False)}
        return speaker.tells(event.seat, you, other or you, **made)

    return say


def silent(speaker: Voice[Any], event: Event) -> str:
    """Say nothing, where other events tell it."""
    return ""


def secret(known: Handler, unknown: Handler = silent) -> Handler:
    """Say of a secret event what is known of it to those who may see its values, and to the others what they know."""
    return lambda speaker, event: (known if event.values else unknown)(speaker, event)


class Voice(Speaker, Generic[Seen]):
    """Speaks to one reader: to the seat that looks as you, of the others by their names."""

    EVENTS: ClassVar[Mapping[str, Handler]] = {}
    """What is said of each kind of event: a `line`, or a handler."""

    def __init__(self, seen: Seen, names: Sequence[str], readers: Collection[int] | None = None) -> None:
        """Speak to the seat that sees this, if it is one of the `readers`; `names` are the players' by seat."""
        self.seen, self.names, self.readers = seen, names, readers

    def event(self, event: Event) -> str:
        """Return what is said of an event; ValueError where its kind is not in `EVENTS`."""
        if event.kind not in self.EVENTS:
            raise ValueError(f"nothing is known of {event.kind!r}")
        return self.EVENTS[event.kind](self, event)

    def to_all(self) -> Self:
        """Return who tells what is the same for all seats, and names everybody."""
        seen = cast("Any", self.seen)
        seen = seen._replace(seat=NOBODY) if hasattr(seen, "_replace") else replace(seen, seat=NOBODY)
        return type(self)(seen, self.names)

    def pick(self, seat: int, you: T, other: T) -> T:
        """Return `you` where a text about a seat speaks to it, and `other` where it names it."""
        return you if is_reader(seat, self.seen, self.readers) else other

    def pick_of(self, seat: int, whom: int, you: T, to_you: T, other: T) -> T:
        """Return `you` for a seat, `to_you` for the one to `whom` it did something, and `other` for all others."""
        return self.pick(seat, you, self.pick(whom, to_you, other))

    def tells(self, seat: int, you: Message, other: Message, /, **parts: Any) -> str:
        """Return a message about a seat: `you` where it speaks to it, else the `other` one, which has its {name}.

        Both are as `N_`, `NN_` or `NP_` mark them, where they stand or in a table.
        """
        return said(self.pick(seat, you, other), **{"name": self.names[seat], **parts})

    def tells_of(self, seat: int, whom: int, you: Message, to_you: Message, other: Message, /, **parts: Any) -> str:
        """Return a message about what a seat did to another one, which it calls {other}; `to_you` speaks to that."""
        text = self.pick_of(seat, whom, you, to_you, other)
        return said(text, **{"name": self.names[seat], "other": self.names[whom], **parts})

    def who_won(self, winners: Sequence[int]) -> str:
        if len(winners) > 1:
            others = [self.names[seat] for seat in winners if self.pick(seat, False, True)]
            all_others = len(others) == len(winners)
            text = N_("{names} share the win.") if all_others else N_("You share the win with {names}.")
            return said(text, names=all_of(others))
        return self.tells(winners[0], N_("You win."), N_("{name} wins."))

    def name_of(self, seat: int) -> str:
        """Return a seat's name at the beginning of a sentence: You, or Freya."""
        return self.pick(seat, _("You"), self.names[seat])

    def number_of(self, seat: int, n: int) -> str:
        """Return a seat with a number of its own, in a list of such: `you 8`, `Freya 6`."""
        return self.tells(seat, N_("you {n}"), N_("{name} {n}"), n=n)

    def place_name(self, seat: int) -> str:
        """Return whose an empty place on the table is."""
        return self.pick(seat, _("you"), self.names[seat])


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


def goes_on(text: str = "") -> str:
    return paragraph(text, _("Enter goes on."))


def uncounted() -> str:
    """Return what is said of scores where there are none yet."""
    return _("Nothing is counted before the end.")


def rule_in_brackets(text: str) -> str:
    """Return a sentence with its rule in brackets: beside keys a bare `F7` would be read as one of them."""
    if not isinstance(text, Sentence) or not text.rule:
        return text
    return paragraph(text.ask, text.why, f"({text.rule})")


def refused(why: object) -> str:
    """Return why something is not done, as a sentence; a refusal is a clause."""
    return _("No: {why}.", why=why)


def without_verb(code: str) -> str:
    """Return a text code without its first word: B7 of `play B7`; nothing where it has no more."""
    return " ".join(code.split(" ")[1:])
