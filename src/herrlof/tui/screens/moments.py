"""The loop of every screen that has a board: from moment to moment, be it a match, a lesson, a replay or a review."""

from __future__ import annotations

import asyncio
from functools import cached_property
from math import inf

from herrlof.table.moments import Moment, Moments
from herrlof.table.view import MomentKind
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.scene import Scene
from herrlof.tui.screens.base_screen import OnceScreen, Result


class MomentsScreen(OnceScreen[Result]):
    """A screen that shows moments on a board, and does what each asks for."""

    board: Board
    moments: Moments
    """Where the moments come from."""
    moment: Moment | None = None
    """The one that is shown."""
    _waiting: asyncio.Future[str] | None = None

    @cached_property
    def _on_top(self) -> asyncio.Event:
        """Set while no page lies over the board."""
        return asyncio.Event()

    def on_mount(self) -> None:
        """Begin with the first moment."""
        self.on_screen_resume()
        self.board.focus()
        self.run_worker(self._go_through(), name="moments", exit_on_error=True)

    def on_screen_suspend(self) -> None:
        """Let no time pass while a page lies over the board."""
        self._on_top.clear()

    def on_screen_resume(self) -> None:
        """Go on, in the size that the window has come to, if no page was opened over the board meanwhile."""
        if self.app.screen is self:
            self._on_top.set()

    async def _go_through(self) -> None:
        """Go from moment to moment, until there is none any more, or this is left."""
        while (moment := await self.moments.next()) is not None:
            if not self.board.is_attached:
                return  # the program ends meanwhile
            self._show(moment)
            await self._face(moment)

    def _show(self, moment: Moment) -> None:
        """Show a moment."""
        self.moment = moment
        self.board.show(self.scene_at(moment))
        self.refresh_bindings()

    def scene_at(self, moment: Moment) -> Scene:
        """Return what the board shows of a moment."""
        return self.board.scene.at(moment)

    async def _face(self, moment: Moment) -> None:
        """Do what a moment asks for, and return when it is done."""
        match moment.kind:
            case MomentKind.PAUSE:
                await self._until(moment, "hurried", moment.seconds)
            case MomentKind.SHOW:
                await self._until(moment, "read")
            case MomentKind.ASK:
                await self._until(moment, "played")

    async def _until(self, moment: Moment, reason: str, seconds: float | None = None) -> None:
        """Wait until something is done, or for so long."""
        await self._wait(seconds)

    async def _wait(self, seconds: float | None) -> str:
        """Return what ended the wait. Time does not pass while rules or scores are being read; None: it never does."""
        waiting: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        self._waiting = waiting
        try:
            while seconds is not None and seconds < inf:
                try:
                    return await asyncio.wait_for(asyncio.shield(waiting), seconds)
                except TimeoutError:
                    if self._on_top.is_set():
                        return "time"
                    await self._on_top.wait()
                    seconds = 0.1
            return await waiting
        finally:
            self._waiting = None

    def _done(self, reason: str) -> None:
        """End the wait."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(reason)
