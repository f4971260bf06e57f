"""The loop of all that is told in lines: from moment to moment, be it a match, a lesson, a replay or a review."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Any

from herrlof.table.moments import Moment, Moments


class Anew(Exception):
    """The table has gone elsewhere while somebody was asked: it is looked at anew."""


async def _wait(coming: Coroutine[Any, Any, Moment | None]) -> Moment | None:
    """Wait for the next moment, and do nothing else."""
    return await coming


async def go_through(
    moments: Moments,
    face: Callable[[Moment], Awaitable[None]],
    meanwhile: Callable[[Coroutine[Any, Any, Moment | None]], Awaitable[Moment | None]] = _wait,
) -> None:
    """Go from moment to moment, until there is none any more, and `face` each; Anew where it has gone elsewhere.

    `meanwhile` waits for the next one.
    """
    while (moment := await meanwhile(moments.next())) is not None:
        with suppress(Anew):
            await face(moment)
