"""How a question is put in lines: what is asked and why, the choices where they are few, and nothing twice."""

from __future__ import annotations

from typing import Final

from herrlof.game import Game
from herrlof.messages import _, paragraph
from herrlof.plain import telling
from herrlof.plain.choices import Choices
from herrlof.plain.lines import Lines, choices_listed
from herrlof.plain.telling import Verbosity
from herrlof.plain.typed import word_of
from herrlof.table.connection import View

MOST_SAID: Final = 8
"""Of more choices only the number is said with the question."""


class Question:
    """What those at one screen are asked, and what of it they were told before."""

    def __init__(self, lines: Lines, game: Game, choices: Choices, novice: bool) -> None:
        """Have asked nothing yet; `novice`: it is said what one plays for."""
        self._lines, self._game, self._choices, self._novice = lines, game, choices, novice
        self.hand_is_new = False
        """Whether there is a hand that nobody has been told yet."""
        self._goal_told: dict[int, int] = {}
        """The round in which each seat was told last what one plays for."""
        self._asked: dict[int, tuple[str, object]] = {}
        """Why each seat was asked last, and what that was about: what was just said is not said again."""
        self._read_out: View | None = None
        """At which question all choices were said, however many they are."""
        self._explained = False
        """Whether it was said how one of many choices is typed."""

    def say(self, view: View, verbosity: Verbosity, whole: bool = False) -> None:
        """Say what is asked and why, and the choices where they are few; `whole`: however many they are."""
        to = self._choices.to(view)
        began = sum(event.kind == self._game.round_start_event for event in view.events)
        if self._novice and began != self._goal_told.get(view.seat):
            self._lines.say(paragraph(to.usual(), to.goal()))
            self._goal_told[view.seat] = began
        asked = to.question()
        why = asked.why, to.question_about()
        same = (why == self._asked.get(view.seat) or verbosity.brief) and not whole
        self._asked[view.seat] = why
        self._lines.say(asked.ask if same else paragraph(asked.ask, asked.why))
        many = len(view.legal) > MOST_SAID or not verbosity.choices
        if self.hand_is_new and (many or self._choices.has_numbers(view)):
            self._lines.say(*telling.rows(to.hand()))
        self.hand_is_new = False
        if whole or not many:
            self._read_out = view
        if (asks := self._choices.asks_number(view)) is not None:
            self._lines.say(asks)
        elif many and not whole:
            many_text = _("{n} choices.", n=len(view.legal))
            if not self._explained:
                many_text = paragraph(
                    many_text, _("Type the beginning of a name; {word} says all.", word=word_of("turn"))
                )
            self._explained = True
            self._lines.say(many_text)
        else:
            self._lines.say(_("{text}.", text=choices_listed(self._choices.called(view))))

    def is_doubtful(self, text: str, view: View) -> bool:
        """Whether a person types the number of a choice that nobody has said."""
        numbered = text.isdecimal() and self._game.number(view.legal[0]) is None
        return numbered and self._lines.person and view is not self._read_out

    def forget(self) -> None:
        """Say why again, whatever was said: moves were taken back."""
        self._asked.clear()
