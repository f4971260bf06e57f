"""A question of a game, line by line: how it is asked and answered, and the words that can be asked meanwhile."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from herrlof.game import Action, Game, Inquiry, Row
from herrlof.games.speech import refused
from herrlof.menu import VERBS
from herrlof.messages import _, listed, ngettext
from herrlof.options import Value
from herrlof.plain import telling
from herrlof.plain.lines import Left, Lines, called_so, choices_listed, unknown, which
from herrlof.plain.question import MOST_SAID, Choices, Question
from herrlof.plain.typed import begun, choices_word, others_word, points_word, spoken_word, whole, word_of
from herrlof.table.connection import View

WHOLE: Final = telling.Verbosity()
"""All is said that is usually said."""


class Word(NamedTuple):
    """A question that can be asked at any time."""

    word: str
    what: str
    """What it asks for, as `help` says it."""
    answer: Callable[[View, str], Awaitable[None] | None]
    """Takes who asks, and what was typed after the word."""
    takes: bool = False
    """Whether something may stand after it."""
    tells: Callable[[View], bool] = lambda view: True
    """Whether it has an answer here and now; else it is not named by `help`, and says why where it is typed."""
    of_match: bool = False
    """Whether it is about a match that is won or lost."""

    @classmethod
    def of(cls, verb: str, answer: Callable[[View, str], Awaitable[None] | None], **more: Any) -> Word:
        """Return what is typed for something that can be done at every table."""
        word = word_of(verb)
        return cls(word, _(VERBS[verb].told, word=word), answer, of_match=VERBS[verb].of_match, **more)


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
        self._game = game
        self._names, self._preferences = names, preferences
        self._choices = Choices(game, names)
        self._to = self._choices.to
        self._question = Question(lines, game, self._choices, novice)
        self.verbosity = WHOLE
        """How much is said unasked; `last`, `explain`, `turn` and `scores` tell the rest."""

    # Questions and answers

    def say_question(self, view: View, whole: bool = False) -> None:
        """Say what is asked; `whole`: with why, and all choices."""
        self._question.say(view, self.verbosity, whole)

    def ask_again(self, view: View) -> None:
        """Say the question again after a page that lay over it, and offer its choices."""
        self._offer(view)
        self._say_turn(view, "")

    def _offer(self, view: View) -> None:
        choices = [*zip(self._choices.called(view), map(self._choices.typed_for, view.legal), strict=True)]
        self._lines.offer(choices, [word.word for word in self._named_words(view)])

    async def answer(self, view: View) -> Action:
        """Return the action that somebody chooses; what can mean several things is asked back."""
        self._offer(view)
        try:
            return await self._chosen(view)
        finally:
            self._lines.offer((), [word.word for word in self._named_words(view)])

    async def _chosen(self, view: View) -> Action:
        doubted = ""
        while True:
            text = await self.hear(view, view.legal)
            if isinstance(text, int):
                return view.legal[text]
            if not text:
                self._say_turn(view, "")
                continue
            found = self.found(text, view)
            if len(found) == 1 and text != doubted and self._question.is_doubtful(text, view):
                doubted, name = text, self._to(view).name(view.legal[found[0]])
                self._lines.say(_("{text} is {name}. {text} again plays it; {word} says all.", text=text, name=name,
                                  word=word_of("turn")))  # fmt: skip
            elif len(found) == 1:
                return view.legal[found[0]]
            elif found:
                called = self._choices.called(view)
                self._lines.say(which([called[place] for place in found]))
            else:
                self._lines.say(*self._refusal(text, view))

    def found(self, text: str, view: View) -> list[int]:
        """Return the places of the choices that a text means; it may begin a word that asks something."""
        return self._choices.found(text, view, self._word_begins(text))

    def _word_begins(self, text: str) -> bool:
        """Whether a text is the beginning of words that ask something."""
        first, *more = text.split() or [""]
        return bool(begun(first, self._known_words(more)))

    def _refusal(self, text: str, view: View) -> list[str]:
        """Return why a text is no choice, by the rule where it is a move; then the choices, if they are few."""
        action, asks = self._choices.move(text, view), self._choices.asks_number(view)
        number = re.fullmatch(r"[-+−]?\d+", text) is not None
        if asks is not None:
            return [asks] if number or action is not None else [unknown(text)]
        if number:
            n = len(view.legal)
            return [ngettext("There's {n} choice.", "There are {n} choices.", n)]
        if action is None:
            return [unknown(text)]
        few = len(view.legal) <= MOST_SAID
        return [
            self._refused(action, view),
            _("{text}.", text=choices_listed(self._choices.called(view))) if few else "",
        ]

    def _refused(self, action: Action, view: View) -> str:
        """Return why a move may not be made now."""
        return refused(self._to(view).refusal(action))

    async def hear(self, view: View, legal: Sequence[Action] = ()) -> str | int:
        """Return what is typed and is none of the words that ask something; these are answered.

        What is called as such a word is, or as another choice's number, is asked back: then the place of a choice.
        """
        to = self._to(view)
        called, labels = [to.name(action) for action in legal], [to.label(action) for action in legal]
        while True:
            text = await self._typed()
            word = self._word(text, whole_only=True)
            leaves = word == word_of("leave")
            exact = sorted({*called_so(text, called), *called_so(text, labels)}) if text else []
            number = self.found(text, view) if text.isdecimal() else []
            places = [*exact, *(place for place in number if place not in exact)]
            if exact and (word or len(places) > 1):
                place = await self._lines.meant(text, places, called, word, self._typed)
                if place is not None:
                    return place
            if leaves:
                raise Left
            is_move = text and not word and (bool(self.found(text, view)) or self._choices.move(text, view) is not None)
            if is_move or not await self._answers(text, view):
                return text

    async def _typed(self) -> str:
        """Return what is typed, whatever it means."""
        return await self._lines.hear()

    async def _answers(self, text: str, view: View) -> bool:
        """Answer what was typed if it is a word that asks something; return whether it is one."""
        first, *more = text.split() or [""]
        meant = begun(first, self._known_words(more))
        if len(meant) > 1:
            self._lines.say(which(meant))
        elif meant == [word_of("leave")]:
            raise Left
        elif meant:
            word = next(word for word in self._words() if word.word == meant[0])
            if (answered := word.answer(view, " ".join(more) if word.takes else "")) is not None:
                await answered
        return bool(meant)

    def _word(self, text: str, whole_only: bool = False) -> str:
        """Return the word that a text is, or begins like no other, with what stands after it; nothing: it is none."""
        first, *more = text.split() or [""]
        words = self._known_words(more)
        meant = [whole(first, words)] if whole_only else begun(first, words)
        return meant[0] if len(meant) == 1 else ""

    def _known_words(self, more: Sequence[str]) -> list[str]:
        """Return the words that are answered; with more after them those that take more, or all once again."""
        if not more or [one.casefold() for one in more] == [word_of("again")]:
            return [*(word.word for word in self._words()), word_of("leave")]
        return [word.word for word in self._words() if word.takes]

    # What can be asked at any time

    def _words(self) -> list[Word]:
        """Return the words, the same for every game but for what its board can be asked besides."""
        return [
            Word.of("hand", self._say_hand, tells=self._holds),
            Word.of("table", self._tells(telling.table)),
            Word.of("last", self._tells(telling.last)),
            Word.of("number", self._say_aim, tells=lambda view: bool(self._to(view).aim())),
            Word.of("seen", self._say_memory, tells=lambda view: bool(self._to(view).memory(self._preferences))),
            Word.of("explain", self._explain, takes=True),
            Word.of("turn", self._say_turn),
            Word.of("rules", self._say_rule, takes=True),
            *self._more_words(),
            *(Word(one.word, one.about, partial(self._inquire, one), True) for one in self._game.words.inquiries),
            Word(word_of("brief"), self._about_brief(), self._shorten, takes=True),
            Word.of("again", self._say_again),
            Word.of("guide", lambda view, rest: self._lines.say(*telling.guide(rest)), takes=True),
            Word.of("help", self._say_help, takes=True),
        ]

    def _more_words(self) -> list[Word]:
        """Return the words that can be asked here besides."""
        return []

    def _named_words(self, view: View) -> list[Word]:
        """Return the words that have an answer here and now."""
        return [word for word in self._words() if word.tells(view)]

    def _holds(self, view: View) -> bool:
        """Whether there is a hand to tell."""
        return bool(self._to(view).hand())

    def _say_turn(self, view: View, rest: str) -> None:
        self.say_question(view, whole=True)

    def _inquire(self, inquiry: Inquiry, view: View, rest: str) -> None:
        self._lines.say(*inquiry.answer(self._to(view), rest))

    def _about_brief(self) -> str:
        """Return what the word for the short form does, alone or with a kind."""
        kinds = {"choices": choices_word(), "points": points_word(), "others": others_word()}
        return _("leave reasons out, or tell them again; with {choices}, {points} or {others} just those", **kinds)

    def _shorten(self, view: View, rest: str) -> None:
        """Say less, or more again: all of it, or one kind of it."""
        old, choices, points, others = self.verbosity, choices_word(), points_word(), others_word()
        kinds = {
            choices: old._replace(choices=not old.choices),
            points: old._replace(points=not old.points),
            others: old._replace(others=not old.others),
        }
        meant = begun(rest, list(kinds)) if rest else [""]
        if len(meant) != 1:
            known = _(
                "{word} alone leaves out reasons; type one of these after it to leave out something else: {kinds}.",
                word=word_of("brief"),
                kinds=listed(kinds),
            )
            self._lines.say(which(meant) if meant else known)
            return
        new = self.verbosity = kinds.get(meant[0], old._replace(brief=not old.brief))
        told = {
            "": (_("Reasons are told again."), _("Brief: no reasons; {last} tells them.", last=word_of("last"))),
            choices: (_("A few choices are read out again."), _("Choices are counted; {word} tells them.",
                                                                word=word_of("turn"))),
            points: (_("What a round brings is told again."), _("At the end of a round only the totals are told.")),
            others: (_("What others do unseen is told again."), _("What others do unseen is left out.")),
        }  # fmt: skip
        less = {"": new.brief, choices: not new.choices, points: not new.points, others: not new.others}
        self._lines.say(told[meant[0]][less[meant[0]]])

    def _say_help(self, view: View, rest: str) -> None:
        """Say what can be typed, or what one word asks; in the short form the words alone."""
        meant = begun(rest, [word.word for word in self._words()]) if rest else []
        known = self._named_words(view)
        if rest or self.verbosity.brief:
            told = [word for word in self._words() if word.word in meant]
            names = listed(spoken_word(word.word) for word in known)
            each = _("Words: {names}. {help} and one of them tells what it does.", names=names, help=word_of("help"))
            self._lines.say(*(telling.rows(Row(spoken_word(word.word), (word.what,)) for word in told) or [each]))
            return
        self._lines.say(
            self._how_typed(),
            *telling.rows(Row(spoken_word(word.word), (word.what,)) for word in known),
            self._leaving(),
        )

    def _how_typed(self) -> str:
        """Return how is answered what is asked."""
        return _("For a choice type its number, its text code, or how its name begins. For a number, the number.")

    def _leaving(self) -> str:
        return _("{word} goes back.", word=word_of("leave"))

    def _tells(self, tell: Callable[[Game, View, Sequence[str]], list[str]]) -> Callable[[View, str], None]:
        return lambda view, rest: self._lines.say(*tell(self._game, view, self._names))

    def _say_hand(self, view: View, rest: str) -> None:
        self._lines.say(*telling.hand(self._game, view, self._names))

    def _say_again(self, view: View, rest: str) -> None:
        self._lines.say(*self._lines.before)

    def _say_aim(self, view: View, rest: str) -> None:
        self._lines.say(self._to(view).aim() or _("Nothing to tell yet."))

    def _say_memory(self, view: View, rest: str) -> None:
        found = telling.rows(self._to(view).memory(self._preferences))
        self._lines.say(*(found or [_("The cards gone by aren't listed here.")]))

    def _explain(self, view: View, rest: str) -> None:
        """Say what a choice would do, or a card that cannot be played now."""
        found = [view.legal[place] for place in self.found(rest, view)] if rest else []
        if (
            not found
            and rest
            and (action := self._choices.move(rest, view)) is not None
            and self._choices.name(action, view)
        ):
            found = [action]
        if len(found) == 1:
            text = self._to(view).explain(found[0])
            self._lines.say(telling.without_number(text) or _("That's all there is to it."))
        elif found:
            self._lines.say(which([self._to(view).name(action) for action in found]))
        else:
            self._lines.say(unknown(rest) if rest else _("Type {word} and a choice.", word=word_of("explain")))

    def _say_rule(self, view: View, rest: str) -> None:
        self._lines.say(*telling.rule(self._game.key, rest or self._to(view).rule()))
