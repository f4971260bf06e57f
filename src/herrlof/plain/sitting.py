"""A match at one keyboard, line by line: what happens is said, a question a line is asked, an answer a line played."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from math import inf
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

from herrlof.game import NOBODY, Action, Game, IllegalAction, InvalidAction, Race, Row, Value
from herrlof.games.speech import refused
from herrlof.messages import _, ngettext, paragraph, pgettext
from herrlof.plain import telling
from herrlof.plain.lines import Lines, again_word, choices_listed, help_word, leave_word, matching, unknown, which
from herrlof.table.keyboard import Keyboard
from herrlof.table.table import MomentKind, Table, View

if TYPE_CHECKING:
    from herrlof.coach.judge import Choice, Judgement
    from herrlof.coach.worker import Worker

MOST_SAID: Final = 8
"""Of more choices only the number is said with the question."""
A_HAND: Final = 3
"""An event that tells a seat alone so many values tells its hand: where that is a sentence it is not told again."""
MOST_JUDGED: Final = 5
"""So many choices a hint tells of."""


class TakenBack(Exception):
    """A move was taken back: the table asks anew."""


class Word(NamedTuple):
    """A question that can be asked at any time."""

    word: str
    what: str
    """What it asks for, as `help` says it."""
    answer: Callable[[View, str], Awaitable[None] | None]
    """Takes who asks, and what was typed after the word."""


class Sitting:
    """The people of one keyboard at one table."""

    def __init__(
        self,
        lines: Lines,
        table: Table,
        preferences: Mapping[str, Value | None],
        *,
        bell: bool = False,
        hints: bool = True,
        seats: Sequence[int] | None = None,
    ) -> None:
        """Sit down at a table, for some seats or for all people here."""
        self._lines = lines
        self._table = table
        self._game, self._text = table.game, table.game.words
        self._names = [seat.name for seat in table.seats]
        self._bell, self._hints = bell, hints
        self._race: Race | None = self._game.race(preferences)
        self._preferences = preferences
        table.clock = self._race is not None
        self._keyboard = Keyboard(table, seats)
        self._heard: dict[int, int] = {}
        """How many events each seat has been told; an onlooker is NOBODY."""
        self._history: dict[int, list[str]] = {}
        """And in which lines."""
        self._place = 0
        """Where in its history who looks has gone back to."""
        self._begun = len(table.view(NOBODY).events)
        """How many events there were before anybody sat down."""
        self._coach: Worker | None = None
        self._round_began = False
        """Whether there is a hand that nobody has been told yet."""
        self._asked: dict[int, str] = {}
        """What each seat was asked last: what was just said is not said again."""
        self._explained = False
        """Whether it was said how one of many choices is typed."""
        self._trouble: str | None = None
        self._warned = False
        """Whether it was said that a match with a move taken back is marked."""
        self._codes: dict[str, list[Action]] = {}
        """Actions by their text codes, whole and without the first word."""

    # From moment to moment

    async def run(self) -> None:
        """Play until the match is over; Left where somebody leaves, InputEnded where nothing more is typed."""
        self._table.start()
        self._say_beginning()
        if hides := self._keyboard.needs_curtain and self._lines.hides:
            self._lines.clear_at_signals()
        try:
            while True:
                moment = await self._keyboard.next()
                if (trouble := self._table.trouble) != self._trouble:
                    self._trouble = trouble
                    self._lines.say(trouble or "")
                self._tell(moment.view)
                match moment.kind:
                    case MomentKind.MATCH_END:
                        self._say_end(moment.view)
                        return
                    case MomentKind.ROUND_END:
                        self._say_round(moment.view)
                    case MomentKind.ASK:
                        await self._ask(moment.view)
                    case MomentKind.WAIT:
                        self._lines.say(_("{name} is to move.", name=self._names[moment.view.mover]))
                    case MomentKind.SHOW:
                        self._lines.say(_("Press Enter when you have heard it: then the screen is cleared."))
                        await self._hear(moment.view)
                    case MomentKind.HAND_OVER:
                        await self._hand_over(moment.seat)
                    case MomentKind.MEASURE if self._race is not None:
                        await self._measure(self._race)
        finally:
            self._keyboard.leave()
            if self._coach is not None:
                self._coach.close()
            if hides and not self._table.over:
                self._lines.clear()

    def _say_beginning(self) -> None:
        """Say where the match stands, or what settles its deals."""
        view = self._keyboard.view()
        if not self._begun:
            code = self._table.commitment
            self._lines.say(_("The deals are settled: commitment {code}.", code=code[:8]) if code else "")
            return
        self._round_began = True
        where = self._text.progress(self._game.progress(view.observation), self._table.options)
        self._lines.say(_("The match goes on: {where}.", where=where) if where else _("The match goes on."))
        self._heard = dict.fromkeys((NOBODY, *range(len(self._names))), self._begun)
        if not self._keyboard.needs_curtain:
            self._lines.say(*telling.last(self._game, view, self._names))

    def _tell(self, view: View) -> None:
        """Say what has happened since who looks was told last, an event a line."""
        heard = min(self._heard.get(view.seat, 0), len(view.events))
        new = view.events[heard:]
        self._heard[view.seat] = len(view.events)
        said = telling.event_lines(self._game, view, self._names, heard)
        self._lines.say(*said)
        if said:
            self._history.setdefault(view.seat, []).extend(said)
            self._place = len(self._history[view.seat])
        for event in new:
            if event.kind == self._game.round_start_event:
                self._round_began = True
            elif event.visible_to is not None and len(event.values) >= A_HAND:
                self._round_began = not self._text.event(event, view.observation, self._names)

    def _say_round(self, view: View) -> None:
        """Say what the round brought each seat."""
        for name, sentence in zip(self._names, self._text.round_end(view.observation, self._names), strict=False):
            self._lines.say(_("{name}: {sentence}", name=name, sentence=telling.without_number(sentence)))
        self._lines.say(telling.score(self._table.scores, view, self._names))

    def _say_end(self, view: View) -> None:
        """Say who has won, and what proves the deals."""
        told = self._text.match_end(view.observation, self._names)
        said = self._history.get(view.seat, [])[-5:]
        self._lines.say(*[text for text in told if text not in said])
        self._lines.say(telling.score(self._table.scores, view, self._names))
        deals, seed = self._table.proof
        self._lines.say(_("Deal code {code}.", code=deals) if deals is not None else "")
        self._lines.say(_("The commitment matches: the deals were fixed before the first card.") if seed else "")

    async def _hand_over(self, seat: int) -> None:
        """Clear the screen, and call the next one by name."""
        name, number = self._names[seat], str(seat + 1)
        self._lines.clear()
        self._lines.say(_("{name}, it is your turn. Type {n} when only you listen.", name=name, n=number))
        while (text := await self._lines.ask()) != number:
            self._lines.say(_("It is {name}: the number is {n}.", name=name, n=number) if text else "")
        self._keyboard.open(seat)
        self._round_began = True

    # Questions and answers

    async def _ask(self, view: View) -> None:
        """Ask for a move, and play it."""
        if self._bell:
            self._lines.ring()
        self._say_question(view)
        try:
            self._keyboard.play(await self._answer(view))
        except TakenBack:
            return
        self._tell(self._keyboard.view())

    def _say_question(self, view: View, whole: bool = False) -> None:
        """Say what is asked and why, and the choices where they are few; `whole`: however many they are."""
        asked = self._text.question(view.observation, self._names)
        same = asked == self._asked.get(view.seat) and not whole
        self._asked[view.seat] = asked
        self._lines.say(asked.ask if same else paragraph(asked.ask, asked.why))
        numbers = [number for action in view.legal if (number := self._game.number(action)) is not None]
        many = len(view.legal) > MOST_SAID
        if self._round_began and (numbers or many):
            self._lines.say(*telling.hand(self._game, view, self._names))
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
        """Return the move with a text code, legal or not; without its first word one of those that are asked for."""
        if not self._codes:
            for action in range(self._game.actions):
                with suppress(InvalidAction, LookupError):
                    code = self._game.encode(action)
                    for name in {code, without_verb(code)} - {""}:
                        self._codes.setdefault(name.casefold(), []).append(action)
        verbs = {self._game.encode(action).split(" ")[0] for action in view.legal}
        known = self._codes.get(text.casefold(), [])
        asked = [action for action in known if self._game.encode(action).split(" ")[0] in verbs]
        return next(iter(asked or known), None)

    async def _hear(self, view: View) -> str:
        """Return what is typed and is none of the words that ask something; these are answered."""
        words = {word.word: word for word in self._words()}
        while True:
            text = await self._lines.ask()
            first, *more = text.split(" ", 1)
            rest = more[0] if more else ""
            if (word := words.get(first.casefold())) is None or (rest and word.word != rules_word()):
                return text
            answered = word.answer(view, rest)
            if answered is not None:
                await answered

    # What can be asked at any time

    def _words(self) -> list[Word]:
        """Return the words, the same for every game."""
        return [
            Word(pgettext("word", "hand"), _("what you hold, suit by suit"), self._tells(telling.hand)),
            Word(pgettext("word", "table"), _("what lies open"), self._tells(telling.table)),
            Word(pgettext("word", "last"), _("what happened last"), self._tells(telling.last)),
            Word(pgettext("word", "scores"), _("the scores, round by round"), self._say_scores),
            Word(pgettext("word", "number"), _("what you are after, and how far you are"), self._say_aim),
            Word(pgettext("word", "seen"), _("what has gone by, and what still beats yours"), self._say_memory),
            Word(turn_word(), _("whose turn it is, and every choice"), self._say_turn),
            Word(rules_word(), _("the rule of this moment, or another by its number"), self._say_rule),
            Word(pgettext("word", "hint"), _("what the coach thinks of your choices"), self._hint),
            Word(pgettext("word", "back"), _("take your last move back"), self._take_back),
            Word(again_word(), _("the last thing again"), self._say_again),
            Word(",", _("what happened before that"), lambda view, rest: self._older(view, -1)),
            Word(".", _("what happened after that"), lambda view, rest: self._older(view, 1)),
            Word(help_word(), _("these words"), self._say_help),
        ]

    def _tells(self, tell: Callable[[Game, View, Sequence[str]], list[str]]) -> Callable[[View, str], None]:
        return lambda view, rest: self._lines.say(*tell(self._game, view, self._names))

    def _say_scores(self, view: View, rest: str) -> None:
        said = [telling.score(self._table.scores, view, self._names), *telling.sheet(self._game, view, self._names)]
        self._lines.say(*(list(filter(None, said)) or [_("Nothing is counted before the end.")]))

    def _say_again(self, view: View, rest: str) -> None:
        self._lines.say(*self._lines.before)

    def _say_aim(self, view: View, rest: str) -> None:
        self._lines.say(self._text.aim(view.observation, self._names) or _("There is no number to tell now."))

    def _say_memory(self, view: View, rest: str) -> None:
        found = telling.rows(self._text.memory(view.observation, self._preferences))
        self._lines.say(*(found or [_("What has gone by is left to your memory here.")]))

    def _say_turn(self, view: View, rest: str) -> None:
        if view.legal:
            self._say_question(view, whole=True)
        elif view.mover >= 0:
            self._lines.say(_("{name} is to move.", name=self._names[view.mover]))

    def _say_rule(self, view: View, rest: str) -> None:
        self._lines.say(*telling.rule(self._game.key, rest or self._text.rule(view.observation)))

    def _older(self, view: View, by: int) -> None:
        """Say the line before or after the one that was said of what has happened."""
        history = self._history.get(view.seat, [])
        if 0 <= self._place + by < len(history):
            self._place += by
            self._lines.say(history[self._place])
        else:
            self._lines.say(_("Nothing is older.") if by < 0 else _("Nothing is newer."))

    def _say_help(self, view: View, rest: str) -> None:
        self._lines.say(
            _("A choice: its number, its text code, or the beginning of its name. A number that is asked for: itself."),
            *telling.rows(Row(word.word, (word.what,)) for word in self._words()),
            _("{word}: the match is kept, and goes on another time.", word=leave_word()),
        )

    async def _take_back(self, view: View, rest: str) -> None:
        """Go back to the last decision; the first time it is asked whether the match may be marked."""
        if not self._warned and not self._table.help.take_backs:
            self._warned = True
            word = pgettext("word", "back")
            self._lines.say(
                _("Then the match is marked as one with a move taken back. {word} again does it.", word=word)
            )
            return
        try:
            self._keyboard.take_back()
        except IllegalAction as error:
            self._lines.say(refused(error))
            return
        self._asked.clear()
        self._lines.say(_("Taken back."))
        raise TakenBack

    # The coach

    async def _hint(self, view: View, rest: str) -> None:
        """Say what each choice is worth, the best first."""
        if len(view.legal) < 2 or not self._hints:
            self._lines.say(
                _("There is only one choice: no hint.") if self._hints else _("There are no hints in this match.")
            )
            return
        try:
            self._table.note_hint(view.seat)
        except IllegalAction as error:
            self._lines.say(refused(error))
            return
        from herrlof.coach.judge import WORLDS
        from herrlof.coach.worker import Worker

        self._coach = self._coach or Worker(self._game)
        rng = Random(repr(view.observation))
        found = await self._coach.judge(view.observation, view.legal, rng, WORLDS, lambda judgement: None)
        if found is None:
            self._lines.say(self._coach.trouble or _("Nothing was judged."))
            return
        self._lines.say(*[self._judged(choice, found, view) for choice in found.choices[:MOST_JUDGED]])

    def _judged(self, choice: Choice, found: Judgement, view: View) -> str:
        """Return what was found out about a choice, in a sentence."""
        from herrlof.coach.judge import WINS

        name = self._text.name(choice.action, view.observation, self._names)
        less = max(1, round(choice.loss.value))
        match choice.verdict:
            case "best":
                outcome = 1 if found.unit == WINS else max(choice.outcomes, key=lambda one: choice.outcomes[one])
                often = round(100 * choice.outcomes.get(outcome, 0) / choice.worlds)
                called = self._text.outcome(outcome)
                return _("Best: {name}, {outcome} in {n} of 100.", name=name, outcome=called, n=often)
            case "as good":
                return _("As good: {name}.", name=name)
            case "worse" if found.unit == "points":
                return ngettext("{n} point less: {name}.", "{n} points less: {name}.", less, name=name)
            case "worse":
                return ngettext("{n} win fewer of 100: {name}.", "{n} wins fewer of 100: {name}.", less, name=name)
        return _("Nobody can tell: {name}.", name=name)

    # Seats that move at the same time

    async def _measure(self, race: Race) -> None:
        """Let each person move without seeing the others; without haste, unless somebody asks for the clock."""
        people = [seat for seat in self._keyboard.people if self._moves_now(seat)]
        others = [seat for seat in range(len(self._names)) if seat not in self._keyboard.people]
        paces = {seat: max(race.least, self._table.seconds_for(seat)) for seat in others if self._bot_sits(seat)}
        times = [[paces.get(seat, 1.0) * n for n in range(1, race.moves + 1)] for seat in range(len(self._names))]
        can_haste = bool(people) and self._lines.terminal and len(paces) == len(others)
        hasty = can_haste and await self._wants_haste()
        end = min((times[seat][-1] for seat in others), default=inf)
        if hasty:
            noted = self._table.noted_clock
            self._table.note_clock(*((0, 0) if noted is None else (noted.stops, noted.restarts + 1)))
        for seat in people:
            if self._keyboard.needs_curtain:
                await self._hand_over(seat)
            times[seat] = await self._moves(seat, race, end if hasty else None)
        if not hasty or any(len(row) < race.moves and not self._moves_now(seat) for seat, row in enumerate(times)):
            times = [[1.0] * race.moves for _row in times]  # nobody was first, or some moves have no time
        await self._table.measure(self._game.encode_chance(race.judge(times)))

    def _bot_sits(self, seat: int) -> bool:
        return self._table.seats[seat].bot is not None

    def _moves_now(self, seat: int) -> bool:
        """Whether a seat has moves to make while others move too."""
        try:
            return not self._table.turn(seat).done
        except ValueError:
            return False

    async def _wants_haste(self) -> bool:
        word = pgettext("word", "haste")
        self._lines.say(_("Without haste nobody is first. {word} lets the times count; Enter does without.", word=word))
        return (await self._lines.ask()).casefold() == word

    async def _moves(self, seat: int, race: Race, end: float | None) -> list[float]:
        """Let a person make the moves of a seat; return when each was made, stopped by who is done at `end` seconds.

        None: there is no haste.
        """
        turn, times, begun = self._table.turn(seat), list[float](), monotonic()
        while not turn.done and (end is None or not times or times[-1] <= end):
            view, opened = turn.view(), monotonic()
            self._say_question(view)
            action = await self._answer(view)
            while end is not None and monotonic() - opened < race.least:
                self._lines.say(_("Too soon: a choice takes {n} seconds. Type it again.", n=race.least))
                action = await self._answer(view)
            turn.play(action)
            times.append((monotonic() - begun) * race.rate)
        if end is not None:
            self._lines.say(_("{n} seconds.", n=round(times[-1], 1)))
        return times


def turn_word() -> str:
    """Return the word that asks whose turn it is."""
    return pgettext("word", "turn")


def rules_word() -> str:
    """Return the word that asks for a rule."""
    return pgettext("word", "rules")


def without_verb(code: str) -> str:
    """Return a text code without its first word: B7 of `play B7`; nothing where it has no more."""
    return " ".join(code.split(" ")[1:])
