"""A question of a game, line by line: how it is asked and answered, and the words that can be asked meanwhile."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from herrlof.game import Action, Game, InvalidAction, Row, Value
from herrlof.games.speech import refused, without_verb
from herrlof.messages import _, ngettext, paragraph, pgettext
from herrlof.plain import telling
from herrlof.plain.lines import Lines, again_word, choices_listed, help_word, leave_word, matching, unknown, which
from herrlof.table.table import View

if TYPE_CHECKING:
    from herrlof.coach.judge import Choice, Judgement, Verdict

MOST_SAID: Final = 8
"""Of more choices only the number is said with the question."""
MOST_JUDGED: Final = 5
"""So many choices a hint tells of."""


class Word(NamedTuple):
    """A question that can be asked at any time."""

    word: str
    what: str
    """What it asks for, as `help` says it."""
    answer: Callable[[View, str], Awaitable[None] | None]
    """Takes who asks, and what was typed after the word."""


class Asking:
    """Asks a seat what it does, and answers what it asks."""

    def __init__(
        self,
        lines: Lines,
        game: Game,
        names: Sequence[str],
        preferences: Mapping[str, Value | None],
        novice: bool = False,
    ) -> None:
        """Have asked nothing yet; `novice`: it is said what one plays for."""
        self._lines = lines
        self._game, self._text = game, game.words
        self._names, self._preferences, self._novice = names, preferences, novice
        self._round_began = False
        """Whether there is a hand that nobody has been told yet."""
        self._goal_told = -1
        """The round in which it was said last what one plays for."""
        self._asked: dict[int, str] = {}
        """Why each seat was asked last: what was just said is not said again."""
        self._explained = False
        """Whether it was said how one of many choices is typed."""
        self._codes: dict[str, list[Action]] = {}
        """Actions by their text codes, whole and without the first word."""

    # Questions and answers

    def _say_question(self, view: View, whole: bool = False) -> None:
        """Say what is asked and why, and the choices where they are few; `whole`: however many they are."""
        began = sum(event.kind == self._game.round_start_event for event in view.events)
        if self._novice and began != self._goal_told:
            usual = self._text.usual(view.observation)
            self._lines.say(paragraph(usual, self._text.goal(view.observation, self._names)))
            self._goal_told = began
        asked = self._text.question(view.observation, self._names)
        same = asked.why == self._asked.get(view.seat) and not whole
        self._asked[view.seat] = asked.why
        self._lines.say(asked.ask if same else paragraph(asked.ask, asked.why))
        numbers = [number for action in view.legal if (number := self._game.number(action)) is not None]
        many = len(view.legal) > MOST_SAID
        if self._round_began and (numbers or many):
            self._lines.say(*telling.rows(self._text.hand(view.observation, self._names)))
        self._round_began = False
        if len(numbers) == len(view.legal) and len(numbers) > 2 and numbers == [*range(numbers[0], numbers[-1] + 1)]:
            self._lines.say(_("Type a number from {least} to {most}.", least=numbers[0], most=numbers[-1]))
        elif many and not whole:
            many_text = _("{n} choices.", n=len(view.legal))
            if not self._explained:
                many_text = paragraph(many_text, _("Type the beginning of a name; {word} says all.", word=turn_word()))
            self._explained = True
            self._lines.say(many_text)
        else:
            self._lines.say(_("{text}.", text=choices_listed(self._called(view))))

    def _called(self, view: View) -> list[str]:
        """Return the choices as they are said: each with its number, unless one of them is a number itself."""
        called = [self._text.name(action, view.observation, self._names) for action in view.legal]
        if any(self._game.number(action) is not None for action in view.legal):
            return called
        return [_("{n} {name}", n=n, name=name) for n, name in enumerate(called, 1)]

    async def _answer(self, view: View) -> Action:
        """Return the action that somebody chooses; what can mean several things is asked back."""
        while True:
            text = await self._hear(view)
            if not text:
                self._lines.say(self._text.question(view.observation, self._names).ask)
                continue
            found = self._found(text, view)
            if len(found) == 1:
                return view.legal[found[0]]
            if found:
                called = self._called(view)
                self._lines.say(which([called[place] for place in found]))
            else:
                self._lines.say(self._refusal(text, view))

    def _found(self, text: str, view: View) -> list[int]:
        """Return the places of the choices that a text means: a number, a text code, the beginning of a name."""
        seen, legal = view.observation, view.legal
        if re.fullmatch(r"[-+−]?\d{1,9}", text):
            number = int(text.replace("−", "-"))
            numbers = [self._game.number(action) for action in legal]
            if any(other is not None for other in numbers):
                return [place for place, other in enumerate(numbers) if other == number]
            return [number - 1] if 0 < number <= len(legal) else []
        codes = [self._game.encode(action) for action in legal]
        names = [self._text.name(action, seen, self._names) for action in legal]
        labels = [self._text.label(action, seen, self._names) for action in legal]
        called = [
            (name, code, without_verb(code) or code, label)
            for name, code, label in zip(names, codes, labels, strict=True)
        ]
        return matching(text, called)

    def _refusal(self, text: str, view: View) -> str:
        """Return why a text is no choice: the rule that forbids it, where it is a move at all."""
        action = self._move(text, view)
        return unknown(text) if action is None else self._refused(action, view)

    def _refused(self, action: Action, view: View) -> str:
        """Return why a move may not be made now."""
        return refused(self._text.refusal(action, view.observation))

    def _move(self, text: str, view: View) -> Action | None:
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
        named = matching(text, [(self._name(action, view),) for action in alike])
        asked = [action for action in known if action in alike] or [alike[place] for place in named[:1]]
        return next(iter(asked or known), None)

    def _name(self, action: Action, view: View) -> str:
        """Return what a move is called, legal or not; nothing where it is none at this table."""
        with suppress(LookupError):
            return self._text.name(action, view.observation, self._names)
        return ""

    async def _hear(self, view: View) -> str:
        """Return what is typed and is none of the words that ask something; these are answered."""
        while await self._answers(text := await self._typed(), view):
            pass
        return text

    async def _typed(self) -> str:
        """Return what is typed."""
        return await self._lines.ask()

    async def _answers(self, text: str, view: View) -> bool:
        """Answer what was typed if it is a word that asks something; return whether it is one."""
        if (word := self._word(text)) is None:
            return False
        answered = word.answer(view, " ".join(text.split()[1:]))
        if answered is not None:
            await answered
        return True

    def _word(self, text: str) -> Word | None:
        """Return the word that a text begins with; few take more."""
        first, *more = text.split() or [""]
        found = next((word for word in self._words() if word.word == first.casefold()), None)
        return found if found is None or not more or found.word in (explain_word(), rules_word()) else None

    # What can be asked at any time

    def _words(self) -> list[Word]:
        """Return the words, the same for every game."""
        return [
            Word(pgettext("word", "hand"), _("what you hold, suit by suit"), self._tells(telling.hand)),
            Word(pgettext("word", "table"), _("what lies open"), self._tells(telling.table)),
            Word(pgettext("word", "last"), _("what happened last"), self._tells(telling.last)),
            Word(pgettext("word", "number"), _("what you are after, and how far you are"), self._say_aim),
            Word(pgettext("word", "seen"), _("what has gone by, and what still beats yours"), self._say_memory),
            Word(explain_word(), _("what a choice does, as in {word} 1", word=explain_word()), self._explain),
            Word(turn_word(), _("whose turn it is, and every choice"), self._say_turn),
            Word(rules_word(), _("the rule of this moment, or another by its number"), self._say_rule),
            *self._more_words(),
            Word(again_word(), _("the last thing again"), self._say_again),
            Word(help_word(), _("these words"), self._say_help),
        ]

    def _more_words(self) -> list[Word]:
        """Return the words that can be asked here besides."""
        return []

    def _say_turn(self, view: View, rest: str) -> None:
        self._say_question(view, whole=True)

    def _say_help(self, view: View, rest: str) -> None:
        spoken = {",": _("a comma"), ".": _("a full stop")}
        self._lines.say(
            _("A choice: its number, its text code, or the beginning of its name. A number that is asked for: itself."),
            *telling.rows(Row(spoken.get(word.word, word.word), (word.what,)) for word in self._words()),
            self._leaving(),
        )

    def _leaving(self) -> str:
        """Return what it means to leave."""
        return _("{word} goes back.", word=leave_word())

    def _tells(self, tell: Callable[[Game, View, Sequence[str]], list[str]]) -> Callable[[View, str], None]:
        return lambda view, rest: self._lines.say(*tell(self._game, view, self._names))

    def _say_again(self, view: View, rest: str) -> None:
        self._lines.say(*self._lines.before)

    def _say_aim(self, view: View, rest: str) -> None:
        self._lines.say(self._text.aim(view.observation, self._names) or _("There is no number to tell now."))

    def _say_memory(self, view: View, rest: str) -> None:
        found = telling.rows(self._text.memory(view.observation, self._preferences))
        self._lines.say(*(found or [_("What has gone by is left to your memory here.")]))

    def _explain(self, view: View, rest: str) -> None:
        """Say what a choice would do, or a card that cannot be played now."""
        found = [view.legal[place] for place in self._found(rest, view)] if rest else []
        if not found and rest and (action := self._move(rest, view)) is not None and self._name(action, view):
            found = [action]
        if len(found) == 1:
            text = self._text.explain(found[0], view.observation, self._names)
            self._lines.say(telling.without_number(text) or _("There is no more to tell of it."))
        elif found:
            self._lines.say(which([self._text.name(action, view.observation, self._names) for action in found]))
        else:
            self._lines.say(unknown(rest) if rest else _("Type {word} and a choice.", word=explain_word()))

    def _say_rule(self, view: View, rest: str) -> None:
        self._lines.say(*telling.rule(self._game.key, rest or self._text.rule(view.observation)))

    # The coach

    def _say_judged(self, found: Judgement, view: View) -> None:
        """Say what choices are worth, the best first."""
        for verdict, choices in groupby(found.choices[:MOST_JUDGED], key=lambda choice: choice.verdict):
            self._lines.say(*self._judged(verdict, list(choices), found, view))

    def _judged(self, verdict: Verdict, choices: Sequence[Choice], found: Judgement, view: View) -> list[str]:
        """Return what was found out about choices of one verdict, in sentences."""
        from herrlof.bots import evaluator_of
        from herrlof.coach.judge import WINS

        unit = evaluator_of(self._game).unit
        names = [self._text.name(choice.action, view.observation, self._names) for choice in choices]
        match verdict:
            case "best":
                (best,) = choices
                if found.unit != unit:
                    won = round(best.value.value)
                    return [_("Best: {name}. The match is won in {n} of 100.", name=names[0], n=won)]
                outcome, often = best.likely
                if unit == WINS:
                    outcome, often = 1, round(100 * best.outcomes.get(1, 0) / best.worlds)
                called = self._text.outcome(outcome)
                if unit == WINS:
                    return [_("Best: {name}, {outcome} in {n} of 100.", name=names[0], outcome=called, n=often)]
                return [_("Best: {name}. Most often {outcome}: in {n} of 100.", name=names[0], outcome=called, n=often)]
            case "as good":
                return [_("As good: {names}.", names=choices_listed(names))]
            case "worse":
                return [self._worse(name, choice, found) for name, choice in zip(names, choices, strict=True)]
        return [_("Nobody can tell: {names}.", names=choices_listed(names))]

    def _worse(self, name: str, choice: Choice, found: Judgement) -> str:
        less = max(1, round(choice.loss.value))
        if found.unit == "points":
            return ngettext("{n} point less: {name}.", "{n} points less: {name}.", less, name=name)
        return ngettext("{n} win fewer of 100: {name}.", "{n} wins fewer of 100: {name}.", less, name=name)


def turn_word() -> str:
    """Return the word that asks whose turn it is."""
    return pgettext("word", "turn")


def explain_word() -> str:
    """Return the word that asks what a choice does."""
    return pgettext("word", "explain")


def rules_word() -> str:
    """Return the word that asks for a rule."""
    return pgettext("word", "rules")
