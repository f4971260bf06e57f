"""A race line by line: what is asked and said while it goes on. Without haste there is no clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Protocol, TypeVar

from herrlof.game import Action, Race
from herrlof.messages import _, paragraph, pgettext
from herrlof.plain.lines import Lines, unknown
from herrlof.plain.moments import Anew
from herrlof.plain.question import Choices
from herrlof.plain.typed import begun
from herrlof.table.connection import View
from herrlof.table.keyboard import Keyboard
from herrlof.table.race import race_anew, stood_still
from herrlof.table.racing import Racing, Stage

T = TypeVar("T")


class Racers(Protocol):
    """Those at one keyboard, as a race needs them."""

    def tell(self, view: View) -> None:
        """Say what has happened since who looks was told last."""

    def say_question(self, view: View) -> None:
        """Say what is asked."""

    async def answer(self, view: View) -> Action:
        """Return the action that somebody chooses."""

    async def hear(self, view: View) -> object:
        """Let a line be typed, and answer what it asks."""

    async def hand_over(self, seat: int) -> None:
        """Clear the screen, and call the next one by name."""

    async def meanwhile(self, coming: Coroutine[Any, Any, T]) -> T:
        """Wait for something."""


class RaceInLines:
    """Seats move at the same time: those here one after the other, without haste unless others sit elsewhere."""

    def __init__(self, lines: Lines, keyboard: Keyboard, racers: Racers, race: Race, choices: Choices) -> None:
        self._lines, self._keyboard, self._table = lines, keyboard, keyboard.table
        self._racers, self._race, self._to = racers, race, choices.to
        self.in_hand = 0
        """The number, from 0, of the move that is asked for."""
        self.starts = ""
        """What starts it, while that is waited for."""

    async def run(self) -> None:
        """Let people move, one after the other, with a clock only if others sit elsewhere or somebody asks for it."""
        table, keyboard, race = self._table, self._keyboard, self._race
        moving = {seat for seat in keyboard.people if self._moves_now(seat)}
        if table.apart and moving:
            if table.noted_clock is not None:
                self._lines.say(race_anew())
            self.starts = _("The clock counts, as you aren't all at this screen. Press Enter when you're ready.")
            self._lines.say(self.starts)
            try:
                await self._racers.hear(keyboard.view())
            finally:
                self.starts = ""
        hasty = bool(moving) and (table.apart or await self._wants_haste())
        gone = {*keyboard.people} - moving
        left = (lambda _view, seat: 0 if seat in gone else race.moves) if moving else None
        racing = Racing(keyboard, race, left, timed=True, one_by_one=True, countdown=0, hasty=hasty)
        while racing.stage is not Stage.OVER:
            await self._go_on(racing, hasty)
        await self._racers.meanwhile(racing.hand_in())

    async def _go_on(self, racing: Racing, hasty: bool) -> None:
        """Do what the race waits for."""
        match racing.stage:
            case Stage.CURTAIN:
                if self._keyboard.needs_curtain:
                    await self._racers.hand_over(racing.runner_now)
                    self._racers.tell(self._keyboard.view())
                racing.stage = Stage.READY
            case Stage.READY | Stage.STOPPED:
                put_off = any(runner.put_off_count for runner in racing.people)
                last = _("You'll be asked that one last.") if put_off else ""
                self._lines.say(paragraph(stood_still(racing.stood_still), last) if racing.stood_still else "")
                racing.go()
                await self._until(racing, lambda: not racing.waits)
            case _:
                await self._make_move(racing, hasty)

    async def _until(self, racing: Racing, true: Callable[[], object]) -> None:
        """Let time pass until something is so; Anew where the table has gone elsewhere."""

        async def changed() -> None:
            await self._table.next_change().wait()

        racing.tick()
        while not true():
            await self._racers.meanwhile(changed())
            if racing.outdated:
                raise Anew
            racing.tick()

    async def _make_move(self, racing: Racing, hasty: bool) -> None:
        """Let a person make the move in hand, unless the clock is stopped meanwhile.

        What is typed too soon counts as soon as it may.
        """
        (runner,) = filter(racing.may_move, racing.people)
        view, self.in_hand = runner.in_hand, runner.choice(0)[0]
        self._racers.say_question(view)
        action = await self._racers.answer(view)
        racing.follow()
        if not racing.may_move(runner):
            return
        self._lines.say(_("You chose {choice}.", choice=self._to(view).in_sentence(action)))
        if hasty:
            await asyncio.sleep(racing.too_soon(runner))
        racing.make(runner, view.legal.index(action))
        await self._until(racing, lambda: not racing.may_move(runner) or runner.in_hand.legal)
        if hasty and (racing.stage is Stage.OVER or runner.done):
            self._lines.say(_("{n} seconds.", n=round(runner.times[-1], 1)))

    def _moves_now(self, seat: int) -> bool:
        """Whether a seat has moves to make while others move too."""
        try:
            return not self._table.turn(seat).done
        except ValueError:
            return False

    async def _wants_haste(self) -> bool:
        """Ask whether there is to be a clock: at a terminal, and where all others are bots."""
        others = [sitter for seat, sitter in enumerate(self._table.seats) if seat not in self._keyboard.people]
        if not self._lines.person or any(sitter.bot is None for sitter in others):
            return False
        word = pgettext("word", "haste")
        asked = _("Against the clock? Type {word}. Enter: without haste.", word=word)
        text = await self._lines.answered(asked)
        while text and not begun(text, [word]):
            self._lines.say(unknown(text))
            text = await self._lines.answered(asked)
        return bool(text)
