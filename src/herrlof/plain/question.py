"""A question in lines: what its choices are called and what is typed for one, how it is put, and nothing told twice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from herrlof.game import Action, Game, InvalidAction, Speaker
from herrlof.games.speech import without_verb
from herrlof.messages import _, paragraph
from herrlof.plain import telling
from herrlof.plain.lines import Lines, choices_listed, matching, within
from herrlof.plain.telling import Verbosity
from herrlof.plain.typed import word_of
from herrlof.table.connection import View

MOST_SAID: Final = 8
"""Of more choices only the number is said with the question."""


class Choices:
    """The moves of a game, as they are called to who is asked."""

    def __init__(self, game: Game, names: Sequence[str]) -> None:
        """Know the moves of this game, at a table of these."""
        self._game, self._names = game, names
        self._codes: dict[str, list[Action]] = {}
        """Actions by their text codes, whole and without the first word; nothing before it is asked for."""

    def to(self, view: View) -> Speaker:
        """Return what the game says to who looks."""
        return self._game.words.to(view.observation, self._names)

    # As they are said

    def called(self, view: View) -> list[str]:
        """Return the choices as they are said: each with its number, unless one of them is a number itself."""
        called = [self.to(view).name(action) for action in view.legal]
        if self.has_numbers(view):
            return called
        return [_("{n} {name}", n=n, name=name) for n, name in enumerate(called, 1)]

    def has_numbers(self, view: View) -> bool:
        """Whether one of the choices is a number."""
        return any(self._game.number(action) is not None for action in view.legal)

    def asks_number(self, view: View) -> str | None:
        """Return which numbers may be typed, where all choices are numbers without a gap."""
        numbers = [number for action in view.legal if (number := self._game.number(action)) is not None]
        if len(numbers) < max(3, len(view.legal)) or numbers != [*range(numbers[0], numbers[-1] + 1)]:
            return None
        return _("Type a number from {least} to {most}.", least=numbers[0], most=numbers[-1])

    def name(self, action: Action, view: View) -> str:
        """Return what a move is called, legal or not; nothing where it is none at this table."""
        with suppress(LookupError):
            return self.to(view).name(action)
        return ""

    # As they are typed

    def typed_for(self, action: Action) -> str:
        """Return what is typed for a choice and can mean no other."""
        number = self._game.number(action)
        return self._game.encode(action) if number is None else str(number)

    def found(self, text: str, view: View, asks: bool = False) -> list[int]:
        """Return the places of the choices that a text means: a number, a text code, the beginning of a name.

        What a hint calls it is a name too; and so is any word of a name, unless the text begins one that `asks`
        something.
        """
        legal = view.legal
        if re.fullmatch(r"[-+−]?\d{1,9}", text):
            number = int(text.replace("−", "-"))
            if self.has_numbers(view):
                return [place for place, action in enumerate(legal) if self._game.number(action) == number]
            return [number - 1] if 0 < number <= len(legal) else []
        codes, said = [self._game.encode(action) for action in legal], self.to(view)
        names = [said.name(action) for action in legal]
        wholes = [said.whole_name(action) for action in legal]
        called = [
            (name, code, without_verb(code) or code, said.label(action), whole)
            for action, name, code, whole in zip(legal, names, codes, wholes, strict=True)
        ]
        return matching(text, called) or ([] if asks else within(text, wholes))

    def move(self, text: str, view: View) -> Action | None:
        """Return the move with a text code, legal or not; of those that are asked for also without its first word."""
        if not self._codes:
            for action in range(self._game.actions):
                with suppress(InvalidAction, LookupError):
                    code = self._game.encode(action)
                    for name in {code, without_verb(code)} - {""}:
                        self._codes.setdefault(name.casefold(), []).append(action)
        verbs = {self._game.encode(action).split(" ")[0] for action in view.legal}
        known = self._codes.get(text.casefold(), [])
        every = {action for actions in self._codes.values() for action in actions}
        alike = [action for action in sorted(every) if self._game.encode(action).split(" ")[0] in verbs]
        named = [alike[place] for place in matching(text, [(self.name(action, view),) for action in alike])]
        asked = [action for action in known if action in alike] or self._meant_most(named, view)
        return next(iter(asked or known), None)

    def _meant_most(self, named: Sequence[Action], view: View) -> list[Action]:
        """Return of moves that are called alike one whose refusal says most: not that another card is not held.

        What is said of several moves alike is about the moment; where each has a sentence of its own, it is the rule
        that fewer of them break.
        """
        if len(named) < 2:
            return [*named]
        why = [str(self.to(view).refusal(action)) for action in named]
        rules = [re.sub(r".*\(|\).*", "", text) for text in why]
        said = dict(zip(named, zip(why, rules, strict=True), strict=True))
        return sorted(named, key=lambda action: (-why.count(said[action][0]), rules.count(said[action][1])))


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
