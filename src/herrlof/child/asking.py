"""Puts questions to a child process, one at a time; one that is stuck or has died is replaced and asked again."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from herrlof.child.process import Child, Fault
from herrlof.running import timeout

ATTEMPTS: Final = 3
"""Processes that are asked the same question, one after the other, before there is no answer."""
PATIENCE: Final = 10.0
"""Seconds after which a process that says nothing is taken for stuck; none that works takes nearly as long."""


class NoAnswer(Exception):
    """There will be none. The message is a sentence where something of a package broke, else nothing."""


class Cancelled(Exception):
    """Nobody waits for this answer any more, as something else was asked or nothing is to be asked again."""


class Asked:
    """A process that answers one question at a time. It ends with `close`, or by itself when this one has ended."""

    def __init__(self, module: str, told: object) -> None:
        """Name the module whose `main` answers (`herrlof.child.process.serve`), and what it is told first."""
        self.child: Child | None = None
        """The process, while there is one."""
        self.number = 0
        """How many questions there were, and how many were cancelled."""
        self.closed = False
        self.busy = False
        """Whether a question is being answered."""
        self._module, self._told = module, told

    def start(self) -> None:
        """Start the process now, so that the first question need not wait for it; else that question starts it."""
        if self.child is None and not self.closed:
            with suppress(OSError):
                self._start_child()

    async def ask(
        self,
        *question: Any,
        tell: Callable[[Any], object] = lambda _: None,
        fits: Callable[[Any], bool] = lambda _: True,
        again: Callable[[], object] = lambda: None,
        patience: float = 1.0,
        attempts: int = 0,
    ) -> Any:
        """Return the last word about a question, and `tell` what is said before; NoAnswer, Cancelled.

        What does not fit is no answer. `again` is called before another process is asked, `patience` is a multiple of
        PATIENCE, and `attempts` how many processes are asked (0: ATTEMPTS).
        """
        self.number += 1
        number = self.number
        for attempt in range(attempts or ATTEMPTS):
            if self.closed or number != self.number:
                raise Cancelled
            if attempt:
                again()
            with suppress(OSError):
                return await self._ask(number, question, tell, fits, patience)
        if number != self.number:
            raise Cancelled
        raise NoAnswer

    async def _ask(
        self,
        number: int,
        question: tuple[Any, ...],
        tell: Callable[[Any], object],
        fits: Callable[[Any], bool],
        patience: float,
    ) -> Any:
        """Ask one process; OSError if there is none, or it dies, is stuck, or says what is no answer."""
        child = self.child
        try:
            child = child or self._start_child()
            self.busy = True
            child.send((number, *question))
            last = False
            while not last:
                async with timeout(PATIENCE * patience):
                    last, found = await child.answer(number)
                if not last:
                    tell(found)
            if not isinstance(found, Fault) and not fits(found):
                raise ConnectionError("this does not fit the question")
        except BaseException:  # also where nobody waits any more: what it says must not be taken for something else
            if self.child is child:
                self._end()
            raise
        self.busy = False
        if isinstance(found, Fault):
            raise NoAnswer(found.text)
        return found

    def cancel(self) -> None:
        """Stop what is being answered, at once. The process is killed for that, and its successor started."""
        self.number += 1
        if self.busy:
            self._end()
            self.start()

    def close(self) -> None:
        """End the process at once, whatever it is doing; nobody is asked any more."""
        self.closed = True
        self.number += 1
        self._end()

    def _end(self) -> None:
        self.busy = False
        child, self.child = self.child, None
        if child is not None:
            child.end()

    def _start_child(self) -> Child:
        child = self.child = Child(self._module, self._told)
        return child
