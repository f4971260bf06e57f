"""A lesson on the screen: the table with a match of its own, where the coach asks and answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar, Final

from textual.binding import Binding, BindingType

from herrlof.coach.lessons import Answer, Course, lessons_of
from herrlof.coach.taught import Taught
from herrlof.game import Action
from herrlof.games import GAMES
from herrlof.games.speech import without_verb
from herrlof.menu import VERBS
from herrlof.messages import N_, _
from herrlof.table.connection import MomentKind
from herrlof.table.moments import Moment
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.scene import BoardContext, Scene
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.widgets.canvas import Part
from herrlof.tui.widgets.teaching import Teaching

OF_MATCH: Final = {f"{no}{name}" for name, verb in VERBS.items() if verb.of_match for no in ("", "no_")}
"""The actions that a lesson lacks, and those that say why there is no such thing."""


class LessonScreen(TableScreen):
    """One lesson, from a step to its end."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "backspace", "step_back", N_("back"), key_display="Backspace", id="take_back", tooltip=N_("a step back")
        ),
    ]

    def __init__(self, game: str, number: int, step: int | None = None) -> None:
        """Begin where this lesson was left, or at a step; LessonError says what is wrong with its data."""
        lesson = lessons_of(game)[number - 1]
        if step is None:
            step = self.app.learnt.lessons(game).get(number) or 0
        self._course = Course.tried(GAMES[game], lesson, self.app.settings.name, step)
        self._course.how = self._how
        self._number = number
        table = self._course.table(self.app.pace)
        names = [seat.name for seat in table.seats]
        super().__init__(table, BoardContext(table.game, names, table.options, [lesson.seat], pace=self.app.pace))
        self.moments: Taught = Taught(self._course, self.keyboard, partial(self.app.learnt.note_lesson, game, number))
        self._answer: Answer | None = None
        """What is said to the last try, until the next one."""
        self._opens = not any(map(self.app.learnt.lessons, GAMES))
        """Whether it is said that a key opens the rule: until a first step of any lesson was learned."""

    def on_mount(self) -> None:
        self.run_worker(self._course.play_others(self.table, self.table.pace), exit_on_error=True)

    def on_unmount(self) -> None:
        """Close the table: it is this lesson's alone."""
        self.table.close()

    async def _go_through(self) -> None:
        """Go from step to step, until the lesson is done or left."""
        await super()._go_through()
        course = self._course
        self.dismiss()
        if (step := course.step if course.anew else self.moments.again) is not None:
            self.app.begin_lesson(course.game.key, self._number, step)
        elif course.done and self._number == len(lessons_of(course.game.key)) and self.app.owner is not None:
            self.app.owner.offer_game(course.game.key)

    def _show(self, moment: Moment) -> None:
        if moment.kind is MomentKind.SHOW and not self._course.explains:
            self._answer = None
        super()._show(moment)

    async def _face(self, moment: Moment) -> None:
        """Do what a moment asks for; once something was read, the answer to it is said no more."""
        await super()._face(moment)
        if moment.kind is MomentKind.SHOW:
            self._answer, self._opens = None, False

    async def _go_home(self) -> None:
        """Leave the lesson, where a race was left."""
        self.dismiss()
        await asyncio.Event().wait()

    def scene_at(self, moment: Moment) -> Scene:
        """Return the scene with what the lesson says to it."""
        return replace(super().scene_at(moment), lesson=self._teaching())

    def _teaching(self) -> Teaching:
        lesson, asked = self._course.lesson, self._course.asked
        return Teaching(
            self.table.game.title,
            self._number,
            _(lesson.title),
            [_(step.learned) for step in lesson.steps],
            self._course.step,
            self._says(),
            asked is not None and bool(asked.right) and self._answer is None,
            lesson.hides,
            self._course.begun,
            self._course.answer_in_race,
            self._said_after_race,
        )

    def _how(self, action: Action) -> str:
        """Return which keys take an answer."""
        code = self.table.game.encode(action)
        return _("Type {code}, then Enter.", code=self.board.key_of(action) or without_verb(code) or code)

    def _says(self) -> Sequence[Sequence[Part]]:
        """Return the coach's paragraphs: what is so and what to do, or the answer to a try."""
        goes_on: list[Part] = [(_("Enter goes on."), "dim", False)]
        asked, answer = self._course.asked, self._answer
        if self._course.off is not None:
            strong, rest = self._course.told_of_round
            again = _("Enter deals the same cards again; Esc leaves.")
            return [
                [(strong, "text", True), (f" {rest}", "text", False)],
                goes_on if self._course.passed else [(again, "dim", False)],
            ]
        if answer is not None and (self._course.explains or not answer.right):
            strong, rest = answer.text
            said: list[Part] = [(strong, "text", True)]
            said += [(f" {rest}", "text", False)] if rest else []
            if answer.rule:
                opens = _("Rule {rule}: press ? to read it.", rule=answer.rule) if self._opens else answer.rule
                said.append((f" {opens}", "dim", False))
            return [said, goes_on] if answer.right else [said]
        if asked is None:
            return []
        strong, rest = self._course.todo
        says: list[list[Part]] = [[(_(asked.so), "text", True)], [(strong, "text", True), (f" {rest}", "text", False)]]
        return says if asked.right else [*says, goes_on]

    def _said_after_race(self) -> str:
        """Return what is said when a race is over: whether the lesson is."""
        if self._course.passed:
            return _("This lesson is done.")
        return _("Space: the same ten pairs once more. Esc leaves the lesson.")

    # What is pressed

    async def on_board_chosen(self, message: Board.Chosen) -> None:
        """Play what is right, and answer what is not; in a round, whatever the rules allow."""
        if self._course.playing:
            return
        message.prevent_default()
        if self.moment is None or self.moment.kind is not MomentKind.ASK or self._course.asked is None:
            return
        self._answer = self._course.answer(message.action)
        if self._answer.right:
            self.keyboard.play(message.action)
            self._course.played()
            self._done("played")
            return
        self.board.show(replace(self.board.scene, warning="", lesson=self._teaching()))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A lesson has nothing of a match that is won or lost; a step back is there from the second on."""
        if action == "step_back":
            return self._course.step > 0
        if action in OF_MATCH:
            return False
        return super().check_action(action, parameters)

    def action_step_back(self) -> None:
        """Begin the step before this one again."""

        def goes_back() -> None:
            self.dismiss()
            self.app.begin_lesson(self._course.game.key, self._number, self._course.step - 1)

        self._lose_round(goes_back)

    def action_rules(self) -> None:
        """Open the rules at the rule that this step shows."""
        asked = self._course.asked
        self.app.open_page("rules", self.table.game.key, (asked.rule if asked is not None else "") or self.board.rule())

    def action_leave(self) -> None:
        """Go back to the list of lessons; this one is gone on with where it was, and a round that went well is done."""
        course = self._course
        if course.off is not None and course.passed:
            course.go_on()
            self.app.learnt.note_lesson(course.game.key, self._number, None if course.done else course.step)
        self._lose_round(self.dismiss)

    def _lose_round(self, leaves: Callable[[], object]) -> None:
        """Leave, if that is wanted though a round is being played, which nobody keeps."""

        def decided(lost: bool | None) -> None:
            if lost:
                leaves()

        if self._course.playing and self._course.off is None:
            self.app.show("asks:LeaveRoundScreen", then=decided)
        else:
            leaves()
