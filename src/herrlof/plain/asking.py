"""A question of a game, line by line: how it is asked and answered, and the words that can be asked meanwhile."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from herrlof.game import Action, Game, Inquiry, InvalidAction, Row, Speaker
from herrlof.games.speech import refused, without_verb
from herrlof.menu import VERBS
from herrlof.messages import _, listed, ngettext, paragraph
from herrlof.options import Value
from herrlof.plain import telling
from herrlof.plain.lines import Left, Lines, called_so, choices_listed, matching, unknown, which, within
from herrlof.plain.moments import MomentsInLines
from herrlof.plain.typed import begun, choices_word, others_word, points_word, spoken_word, whole, word_of
from herrlof.table.connection import View

if TYPE_CHECKING:
    from herrlof.coach.judge import JudgedAction, Judgement, Verdict

MOST_SAID: Final = 8
"""Of more choices only the number is said with the question."""
MOST_JUDGED: Final = 5
"""So many choices a hint tells of."""


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


class Asking(MomentsInLines):
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
        self._names, self._preferences, self._novice = names, preferences, novice
        self._round_began = False
        """Whether there is a hand that nobody has been told yet."""
        self._goal_told: dict[int, int] = {}
        """The round in which each seat was told last what one plays for."""
        self._asked: dict[int, tuple[str, object]] = {}
        """Why each seat was asked last, and what that was about: what was just said is not said again."""
        self.verbosity = WHOLE
        """How much is said unasked; `last`, `explain`, `turn` and `scores` tell the rest."""
        self._read_out: View | None = None
        """At which question all choices were said, however many they are."""
        self._explained = False
        """Whether it was said how one of many choices is typed."""
        self._codes: dict[str, list[Action]] = {}
        """Actions by their text codes, whole and without the first word."""

    def _to(self, view: View) -> Speaker:
        """Return what the game says to who looks."""
        return self._game.words.to(view.observation, self._names)

    # Questions and answers

    def _say_question(self, view: View, whole: bool = False) -> None:
        """Say what is asked and why, and the choices where they are few; `whole`: however many they are."""
        began = sum(event.kind == self._game.round_start_event for event in view.events)
        if self._novice and began != self._goal_told.get(view.seat):
            usual = self._to(view).usual()
            self._lines.say(paragraph(usual, self._to(view).goal()))
            self._goal_told[view.seat] = began
        asked = self._to(view).question()
        why = asked.why, self._to(view).question_about()
        same = (why == self._asked.get(view.seat) or self.verbosity.brief) and not whole
        self._asked[view.seat] = why
        self._lines.say(asked.ask if same else paragraph(asked.ask, asked.why))
        many = len(view.legal) > MOST_SAID or not self.verbosity.choices
        if self._round_began and (many or any(self._game.number(action) is not None for action in view.legal)):
            self._lines.say(*telling.rows(self._to(view).hand()))
        self._round_began = False
        if whole or not many:
            self._read_out = view
        if (asks := self._asks_number(view)) is not None:
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
            self._lines.say(_("{text}.", text=choices_listed(self._called(view))))

    def _asks_number(self, view: View) -> str | None:
        """Return which numbers may be typed, where all choices are numbers without a gap."""
        numbers = [number for action in view.legal if (number := self._game.number(action)) is not None]
        if len(numbers) < max(3, len(view.legal)) or numbers != [*range(numbers[0], numbers[-1] + 1)]:
            return None
        return _("Type a number from {least} to {most}.", least=numbers[0], most=numbers[-1])

    def _called(self, view: View) -> list[str]:
        """Return the choices as they are said: each with its number, unless one of them is a number itself."""
        called = [self._to(view).name(action) for action in view.legal]
        if any(self._game.number(action) is not None for action in view.legal):
            return called
        return [_("{n} {name}", n=n, name=name) for n, name in enumerate(called, 1)]

    def ask_again(self, view: View) -> None:
        """Say the question again after a page that lay over it, and offer its choices."""
        self._offer(view)
        self._say_turn(view, "")

    def _offer(self, view: View) -> None:
        choices = [*zip(self._called(view), map(self._typed_for, view.legal), strict=True)]
        self._lines.offer(choices, [word.word for word in self._named_words(view)])

    async def _answer(self, view: View) -> Action:
        """Return the action that somebody chooses; what can mean several things is asked back."""
        self._offer(view)
        try:
            return await self._chosen(view)
        finally:
            self._lines.offer((), [word.word for word in self._named_words(view)])

    def _typed_for(self, action: Action) -> str:
        """Return what is typed for a choice and can mean no other."""
        number = self._game.number(action)
        return self._game.encode(action) if number is None else str(number)

    async def _chosen(self, view: View) -> Action:
        doubted = ""
        while True:
            text = await self._hear(view, view.legal)
            if isinstance(text, int):
                return view.legal[text]
            if not text:
                self._say_turn(view, "")
                continue
            found = self._found(text, view)
            if len(found) == 1 and text != doubted and self._is_doubtful(text, view):
                doubted, name = text, self._to(view).name(view.legal[found[0]])
                self._lines.say(_("{text} is {name}. {text} again plays it; {word} says all.", text=text, name=name,
                                  word=word_of("turn")))  # fmt: skip
            elif len(found) == 1:
                return view.legal[found[0]]
            elif found:
                called = self._called(view)
                self._lines.say(which([called[place] for place in found]))
            else:
                self._lines.say(*self._refusal(text, view))

    def _is_doubtful(self, text: str, view: View) -> bool:
        """Whether a person types the number of a choice that nobody has said."""
        numbered = text.isdecimal() and self._game.number(view.legal[0]) is None
        return numbered and self._lines.person and view is not self._read_out

    def _found(self, text: str, view: View) -> list[int]:
        """Return the places of the choices that a text means: a number, a text code, the beginning of a name.

        What a hint calls it is a name too; and so is any word of a name, unless it begins one that asks something.
        """
        legal = view.legal
        if re.fullmatch(r"[-+−]?\d{1,9}", text):
            number = int(text.replace("−", "-"))
            numbers = [self._game.number(action) for action in legal]
            if any(other is not None for other in numbers):
                return [place for place, other in enumerate(numbers) if other == number]
            return [number - 1] if 0 < number <= len(legal) else []
        codes, said = [self._game.encode(action) for action in legal], self._to(view)
        names = [said.name(action) for action in legal]
        wholes = [said.whole_name(action) for action in legal]
        called = [
            (name, code, without_verb(code) or code, said.label(action), whole)
            for action, name, code, whole in zip(legal, names, codes, wholes, strict=True)
        ]
        return matching(text, called) or ([] if self._word_begins(text) else within(text, wholes))

    def _word_begins(self, text: str) -> bool:
        """Whether a text is the beginning of words that ask something."""
        first, *more = text.split() or [""]
        return bool(begun(first, self._known_words(more)))

    def _refusal(self, text: str, view: View) -> list[str]:
        """Return why a text is no choice, by the rule where it is a move; then the choices, if they are few."""
        action, asks = self._move(text, view), self._asks_number(view)
        number = re.fullmatch(r"[-+−]?\d+", text) is not None
        if asks is not None:
            return [asks] if number or action is not None else [unknown(text)]
        if number:
            n = len(view.legal)
            return [ngettext("There's {n} choice.", "There are {n} choices.", n)]
        if action is None:
            return [unknown(text)]
        few = len(view.legal) <= MOST_SAID
        return [self._refused(action, view), _("{text}.", text=choices_listed(self._called(view))) if few else ""]

    def _refused(self, action: Action, view: View) -> str:
        """Return why a move may not be made now."""
        return refused(self._to(view).refusal(action))

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
        named = [alike[place] for place in matching(text, [(self._name(action, view),) for action in alike])]
        asked = [action for action in known if action in alike] or self._meant_most(named, view)
        return next(iter(asked or known), None)

    def _meant_most(self, named: Sequence[Action], view: View) -> list[Action]:
        """Return of moves that are called alike one whose refusal says most: not that another card is not held.

        What is said of several moves alike is about the moment; where each has a sentence of its own, it is the rule
        that fewer of them break.
        """
        if len(named) < 2:
            return [*named]
        why = [str(self._to(view).refusal(action)) for action in named]
        rules = [re.sub(r".*\(|\).*", "", text) for text in why]
        said = dict(zip(named, zip(why, rules, strict=True), strict=True))
        return sorted(named, key=lambda action: (-why.count(said[action][0]), rules.count(said[action][1])))

    def _name(self, action: Action, view: View) -> str:
        """Return what a move is called, legal or not; nothing where it is none at this table."""
        with suppress(LookupError):
            return self._to(view).name(action)
        return ""

    async def _hear(self, view: View, legal: Sequence[Action] = ()) -> str | int:
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
            number = self._found(text, view) if text.isdecimal() else []
            places = [*exact, *(place for place in number if place not in exact)]
            if exact and (word or len(places) > 1):
                place = await self._lines.meant(text, places, called, word, self._typed)
                if place is not None:
                    return place
            if leaves:
                raise Left
            is_move = text and not word and (bool(self._found(text, view)) or self._move(text, view) is not None)
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
        self._say_question(view, whole=True)

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
        found = [view.legal[place] for place in self._found(rest, view)] if rest else []
        if not found and rest and (action := self._move(rest, view)) is not None and self._name(action, view):
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

    # The coach

    def _say_judged(self, found: Judgement, view: View) -> None:
        """Say what choices are worth, the best first, and together what is said of them alike."""
        from herrlof.coach.judge import VERDICTS
        from herrlof.coach.saying import alike_text, reason_text, rival_of, tie_text

        if found.alike and len(found.choices) > 1:
            self._lines.say(alike_text(found), tie_text(self._game, view.observation, found, self._to(view)))
            return
        some = found.choices[:MOST_JUDGED]
        for verdict in VERDICTS:
            choices = [choice for choice in some if choice.verdict == verdict]
            if choices:
                self._lines.say(*self._judged(verdict, choices, found, view))
            if verdict == "best":
                told = reason_text(self._game, view.observation, found.choices, rival_of(found), self._to(view))
                self._lines.say(told)

    def _judged(self, verdict: Verdict, choices: Sequence[JudgedAction], found: Judgement, view: View) -> list[str]:
        """Return what was found out about choices of one verdict, in sentences."""
        names = [self._to(view).whole_name(choice.action) for choice in choices]
        match verdict:
            case "best":
                return [self._best(names[0], choices[0], found, view)]
            case "as good":
                return [_("As good: {names}.", names=choices_listed(names))]
            case "worse":
                told = dict(zip(names, choices, strict=True))
                less = [self._worse(name, choice, found) for name, choice in told.items() if choice.value is not None]
                dropped = [name for name, choice in told.items() if choice.value is None]
                return [*less, _("Worse: {names}.", names=choices_listed(dropped))] if dropped else less
        return self._unsure(dict(zip(names, choices, strict=True)), found)

    def _best(self, name: str, best: JudgedAction, found: Judgement, view: View) -> str:
        """Return what the best choice brings: the number that a screen shows."""
        from herrlof.coach.judge import WINS
        from herrlof.coach.saying import ends_text

        assert best.value is not None  # the best one does not drop out
        if found.exact:
            return paragraph(_("Best: {name}.", name=name), ends_text(best))
        if found.unit == WINS:
            return _("Best: {name}. You win in {n} of 100.", name=name, n=round(best.value.value))
        judged = [(choice.action, choice.outcomes) for choice in found.choices if choice.value is not None]
        if usual := self._to(view).usual(judged):
            return paragraph(_("Best: {name}.", name=name), usual)
        outcome, often = best.likely
        called = self._game.words.outcome(outcome)
        return _("Best: {name}. Most often {outcome}: in {n} of 100.", name=name, outcome=called, n=often)

    def _unsure(self, told: Mapping[str, JudgedAction], found: Judgement) -> list[str]:
        """Return which choices nobody can tell from the best, and how well that is known."""
        from herrlof.coach.judge import WINS
        from herrlof.coach.saying import error_of

        tried = {name: choice for name, choice in told.items() if choice.value is not None}
        dropped = [name for name in told if name not in tried]
        said = []
        if tried:
            widest = max(tried.values(), key=lambda choice: choice.loss.error)
            names, error = choices_listed(list(tried)), error_of(widest, found.unit)
            said = [_("Too close to call, give or take {error} points: {names}.", error=error, names=names)]
            if found.unit == WINS:
                said = [_("Too close to call, give or take {error} wins in 100: {names}.", error=error, names=names)]
        return [*said, _("Hardly tried: {names}.", names=choices_listed(dropped))] if dropped else said

    def _worse(self, name: str, choice: JudgedAction, found: Judgement) -> str:
        from herrlof.coach.saying import less_of, points_less

        if found.costs_win(choice):
            return _("{name} gives the win away.", name=name)
        return _("{name} brings {less}.", name=name, less=points_less(less_of(choice, found), found.unit))
