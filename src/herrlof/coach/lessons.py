"""Lessons: a course of questions at a real table, with chance and the moves of the others written down.

A lesson is a file of data, `lessons/<key>/NN-name.toml` in this package or in one that brings a game. It names what it
teaches, how chance falls, where it begins, and its steps; each step is the moves that come before it, what is so, what
to do, which answers are right, and what is said to the others. Its sentences are messages.
"""

from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources.abc import Traversable
from random import Random
from typing import Annotated, Any, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from herrlof.bots import new_bot
from herrlof.game import CHANCE, NOBODY, Action, Bot, Game, raced
from herrlof.games import lesson_files
from herrlof.games.speech import refused
from herrlof.messages import _, emphasis, paragraph
from herrlof.records.names import Seat
from herrlof.table.commands import Play
from herrlof.table.connection import Connection, MomentKind
from herrlof.table.match import Match
from herrlof.table.stops import BOT_PAUSE
from herrlof.table.table import Table

Message = Annotated[str, Field(min_length=1, max_length=300)]
"""A sentence or two, as a message: it is translated when it is shown."""
Emphasised = Annotated[str, Field(pattern=r"^[^|]+\|[^|]*$", max_length=300)]
"""The same with a `|` after what is emphasised; `{how}` in it is how a face takes the answer that the lesson means."""
Code = Annotated[str, Field(min_length=1, max_length=40)]
"""The text code of an action, as in `play B7`."""
Name = Annotated[str, Field(min_length=1, max_length=20)]


class LessonError(ValueError):
    """What is wrong with a lesson's file."""


class _Data(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Hasty(_Data):
    """One of the questions that come one after the other against a clock."""

    right: Sequence[Code] = Field(min_length=1)
    wrong: Emphasised
    """What is said to every other answer; nothing is played."""


class LessonRace(_Data):
    """The end of a lesson that goes against a clock: the lesson's chance comes once more, from the beginning."""

    bot: Name
    """The kind of bot that takes the other seats,"""
    seconds: float = Field(gt=0)
    """and how long it takes for each move."""
    options: Mapping[str, Any] = {}
    questions: Sequence[Hasty] = Field(min_length=1)


class Round(_Data):
    """The end of a lesson that is played as at any table, from where it stands to the end of the round."""

    bot: Name
    """The kind of bot that takes the other seats."""
    near: tuple[Name, Name]
    """Two facts of a round (`Game.round_facts`) that are to be equal for who learns."""
    passes: Mapping[int, Emphasised] = Field(min_length=1)
    """How far apart they may be, and what is said then."""
    fails: Emphasised
    """What is said where they are further apart: the lesson is not done."""


class LessonStep(_Data):
    """One question, or, with nothing that is right, something to look at.

    The last one may lead to a race, or to a round.
    """

    learned: Message
    """What the side calls it."""
    so: Message
    """What is so."""
    todo: Emphasised
    """What to do, and why."""
    rule: str = ""
    """The number of the rule that it shows, as in R7."""
    before: Sequence[Code] = ()
    """The moves that come first, by whoever's turn it is."""
    right: Mapping[Code, Emphasised] = {}
    """The answers that are right, and why; the first is the one that the lesson means."""
    after: Sequence[Code] = ()
    """The moves that follow a right answer, before it is told why it was."""
    wrong: Mapping[Code, Emphasised] = {}
    """What is said to others; nothing is played."""
    otherwise: Emphasised | None = None
    """What is said to every other legal answer."""
    illegal: Emphasised | None = None
    """What is said to what the rules forbid, in words that were taught.

    Else the game says it, as at any table, and the lesson again what to do."""
    forbids: str = ""
    """The number of the rule that forbids that, where it isn't the one that the step shows."""
    race: LessonRace | None = None
    round: Round | None = None
    """What follows when this was read."""


class Lesson(_Data):
    """A lesson as its file has it."""

    title: Message
    teaches: Message
    """What one can do afterwards."""
    minutes: int = Field(ge=1, le=9)
    others: Sequence[Name] = Field(min_length=1)
    """The names of the other seats, in order."""
    seat: int = Field(default=0, ge=0)
    """The seat of who learns."""
    options: Mapping[str, Any] = {}
    hides: Sequence[Name] = ()
    """What the board does not show yet, by names that it knows."""
    chance: Sequence[str] = ()
    """What chance does, as text codes (`ScriptedChance`)."""
    position: Sequence[Code] = ()
    """The moves that were made when the lesson begins."""
    steps: Sequence[LessonStep] = Field(min_length=2, max_length=9)


class Answer(NamedTuple):
    """What is said to a try."""

    right: bool
    """Whether it is played; else it is asked for again."""
    text: tuple[str, str]
    """What is emphasised, and what is not."""
    rule: str = ""


class Course:
    """One person's way through a lesson.

    A face takes its `table`, where `play_others` makes the moves of the other seats, shows what `asked` says, and hands
    in what the learner tries. It begins at a step, as if all before had been answered. A step that leads to a race
    begins with a match of its own: where the next one does (`anew`), a face makes another course. A race or a round
    that was not `passed` is no step learned.
    """

    def __init__(self, game: Game, lesson: Lesson, name: str, step: int = 0) -> None:
        """Deal, and play up to a step; LessonError says which move of the lesson cannot be made."""
        self.game, self.lesson, self.step = game, lesson, step
        self._first = step
        race = self.race
        try:
            seats = [Seat(one, None if race is None else race.bot) for one in lesson.others]
            seats.insert(lesson.seat, Seat(name))
            options = lesson.options if race is None else race.options
            self.match = Match(game, seats, script=lesson.chance if game.chance else None, **options)
            self._play(lesson.position if race is None else ())
            self._began = self._made
            for past in lesson.steps[:step] if race is None else ():
                self._play([*past.before, *list(past.right)[:1], *past.after])
        except ValueError as error:
            raise LessonError(f"{lesson.title}: {error}") from error
        self.how: Callable[[Action], str] = lambda action: ""
        """How a face takes an answer, in a sentence."""
        self._bot: Bot | None = None
        """Who plays the other seats, while a round is played."""
        self._answered = False
        self._since = self._made
        self._went_on = asyncio.Event()

    @classmethod
    def tried(cls, game: Game, lesson: Lesson, name: str, step: int) -> Self:
        """Return the way through a lesson of which every move was tried; LessonError says which cannot be made.

        Who has no name, or that of another seat, is called You; a step beyond the last is the last.
        """
        name = _("You") if name in ("", *lesson.others) else name
        step = min(step, len(lesson.steps) - 1)
        for number, one in enumerate(lesson.steps):
            for right in one.right or [None]:
                cls(game, lesson, name, number)._try(right)
        return cls(game, lesson, name, step)

    def _try(self, right: str | None) -> None:
        """Make the moves of a step, with one of its right answers; a table makes those itself that are forced."""
        step, seat = self.lesson.steps[self.step], self.lesson.seat
        moves = [(code, False) for code in step.before]
        if right is not None:
            moves += [(right, True), *((code, False) for code in step.after)]
        for code, own in moves:
            try:
                if (self.match.mover == seat) != own and not self.game.forced(self.match.observe(NOBODY)):
                    raise ValueError(_("somebody else is to move"))
                self._play([code])
            except ValueError as error:
                text = _("Lesson '{title}', {move}: {why}.", title=_(self.lesson.title), move=code, why=error)
                raise LessonError(text) from error

    def table(self, pace: float) -> Table:
        """Return a table at which this lesson is played, and nobody else."""
        return Table(self.match, pace, race_seconds=None if self.race is None else self.race.seconds)

    @property
    def race(self) -> LessonRace | None:
        """The race to which this step leads."""
        return None if self.done else self.lesson.steps[self.step].race

    def _play(self, codes: Iterable[str]) -> None:
        """Make moves, and let chance move before each of them and after."""
        for code in (None, *codes):
            if code is not None:
                self.match.play(self.match.mover, code)
            while self.match.mover == CHANCE:
                self.match.advance()

    @property
    def _made(self) -> int:
        """How many moves seats have made."""
        return sum(move.by != CHANCE for move in self.match.moves)

    @property
    def _ahead(self) -> Sequence[str]:
        """The moves of others that come next. A table makes those itself that are forced."""
        if self.done or self.playing:
            return ()
        step = self.lesson.steps[self.step]
        made = self._made - self._since
        return step.after[made - len(step.before) - 1 :] if self._answered else step.before[made:]

    @property
    def asked(self) -> LessonStep | None:
        """The step that is asked, or shown where nothing is right; None: others move first, a round, or all is done."""
        waits = self.done or self._answered or self._ahead or self.playing
        return None if waits else self.lesson.steps[self.step]

    @property
    def round(self) -> Round | None:
        """The round to which this step leads."""
        return None if self.done else self.lesson.steps[self.step].round

    @property
    def playing(self) -> bool:
        """Whether its round has begun."""
        return self._bot is not None

    def begin_round(self) -> None:
        """Let whoever learns play as at any table, against a bot."""
        assert self.round is not None
        self._bot = new_bot(self.game, self.round.bot, Random(self.lesson.title))
        self._went_on.set()

    @property
    def off(self) -> int | None:
        """How far apart the two facts were that a round is to bring together; None while it is played."""
        facts = self.game.round_facts(self.match.observe(NOBODY))
        if self.round is None or not facts:
            return None
        one, two = (facts[0][name][self.lesson.seat] for name in self.round.near)
        return int(abs(one - two))

    @property
    def passed(self) -> bool:
        """Whether a round brought what it should, or whoever learns sorted all before a race was over."""
        if self.round is not None:
            return self.off in self.round.passes
        measured = raced(self.game)
        codes = [move.do for move in self.match.moves if move.by == CHANCE and move.do.split()[0] in measured.measured]
        return not any(self.lesson.seat in measured.undone(self.game.decode_chance(code)) for code in codes)

    @property
    def told_of_round(self) -> tuple[str, str]:
        """What is said of the round that was played."""
        assert self.round is not None
        assert self.off is not None
        return emphasis(self.round.passes.get(self.off, self.round.fails))

    @property
    def anew(self) -> bool:
        """Whether what comes next begins with a match of its own."""
        return self.race is not None and self.step != self._first

    @property
    def explains(self) -> bool:
        """Whether a right answer was played and what follows has happened: now it is told why it was right."""
        return self._answered and not self._ahead

    @property
    def begun(self) -> bool:
        """Whether anything was played since the lesson began."""
        return self._made > self._began

    @property
    def done(self) -> bool:
        """Whether every step was answered."""
        return self.step == len(self.lesson.steps)

    def _said(self, message: str) -> tuple[str, str]:
        """Return a message of this step, in two."""
        meant = next(iter(self.lesson.steps[self.step].right), None)
        return emphasis(message, how="" if meant is None else self.how(self.game.decode(meant)))

    @property
    def todo(self) -> tuple[str, str]:
        """What is to be done, or looked at."""
        return self._said(self.lesson.steps[self.step].todo)

    def answer(self, action: Action) -> Answer:
        """Say what a try of the learner is worth; nothing is played here."""
        assert self.asked is not None
        step, code, seat = self.asked, self.game.encode(action), self.lesson.seat
        if code in step.right:
            return Answer(True, self._said(step.right[code]), step.rule)
        if code in step.wrong:
            return Answer(False, self._said(step.wrong[code]), step.rule)
        if action not in self.match.legal():
            if step.illegal is not None:
                return Answer(False, self._said(step.illegal), step.forbids or step.rule)
            said = self.game.words.to(self.match.observe(seat), [who.name for who in self.match.seats])
            return Answer(False, (refused(said.refusal(action)), paragraph(*self.todo)))
        if step.otherwise is None:
            return Answer(False, (_("The lesson asks for something else here."), paragraph(*self.todo)), step.rule)
        return Answer(False, self._said(step.otherwise), step.rule)

    def answer_in_race(self, action: Action, place: int) -> Answer:
        """Say what a try is worth at a question of the race, counted from 0; nothing is played here."""
        assert self.race is not None
        question = self.race.questions[place]
        return Answer(self.game.encode(action) in question.right, emphasis(question.wrong))

    def played(self) -> None:
        """Take note that a right answer was played."""
        self._answered = True
        self._went_on.set()

    def go_on(self) -> None:
        """Be done with what was told, or with what was shown."""
        step = self.lesson.steps[self.step]
        self._since += len(step.before) + bool(step.right) + len(step.after)
        self._answered, self.step = False, self.step + 1
        self._went_on.set()

    async def play_others(self, table: Connection, pace: float) -> None:
        """Make the moves of the other seats when the lesson comes to them, each as fast as a bot at this pace."""
        others = [seat for seat in table.people if seat != self.lesson.seat]
        if not others:
            return  # bots race
        place = table.join(others)
        while (stop := await place.next()).kind not in (MomentKind.ROUND_END, MomentKind.MATCH_END):
            while not (self._ahead or self.playing):  # the learner reads: nobody goes on, whatever the pace is
                self._went_on.clear()
                await self._went_on.wait()
            if stop.kind is MomentKind.ASK and stop.seat in place.seats:
                await asyncio.sleep(BOT_PAUSE * pace)
                if self._bot is not None:
                    view = table.view(stop.seat)
                    action = self._bot.choose(view.observation, view.legal)
                else:
                    action = self.game.decode(self._ahead[0])
                table.send(stop.seat, Play(action))


@cache
def lessons_of(key: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game, in order; LessonError names the file that is none, and says why."""
    return tuple(_read(path) for path in lesson_files(key))


def _read(path: Traversable) -> Lesson:
    try:
        return Lesson.model_validate(tomllib.loads(path.read_text("utf-8")))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise LessonError(f"{path.name}: {where}: {first['msg']}") from None
    except (OSError, ValueError) as error:
        raise LessonError(f"{path.name}: {error}") from None
