"""The loop of all that is told in lines: from moment to moment, be it a match, a lesson, a replay or a review."""

from __future__ import annotations

from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from herrlof.table.moments import Moment, Moments

T = TypeVar("T")


class Anew(Exception):
    """The table has gone elsewhere while somebody was asked: it is looked at anew."""


class MomentsInLines:
    """Tells moments, and does what each asks for."""

    async def _go_through(self, moments: Moments) -> None:
        """Go from moment to moment, until there is none any more."""
        while (moment := await self._meanwhile(moments.next())) is not None:
            with suppress(Anew):
                await self._face(moment)

    async def _meanwhile(self, coming: Coroutine[Any, Any, T]) -> T:
        """Wait for something."""
        return await coming

    async def _face(self, moment: Moment) -> None:
        """Do what a moment asks for; Anew where that has gone elsewhere meanwhile."""
        raise NotImplementedError
