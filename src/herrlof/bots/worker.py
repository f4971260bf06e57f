"""Bots that think, in a process of their own: `Worker` at the table's end of the pipes, `main` at the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from herrlof.bots.kind import BotKind
from herrlof.child.asking import Asked, Cancelled, NoAnswer
from herrlof.child.process import serve
from herrlof.game import Action, Game, Observation
from herrlof.messages import _, paragraph

if TYPE_CHECKING:
    import asyncio

SLOW: Final = 4.0
"""Seconds after which the players are told that they are waiting for a process; a bot with more playouts gets as many
times more, as it does of patience."""


class Worker:
    """The bots of one table that think. Their process ends with `close`, or by itself when the table's has ended."""

    def __init__(self, game: Game, seats: Mapping[int, BotKind]) -> None:
        """Take the kind of bot in each seat."""
        self.seats = seats
        self.trouble: str | None = None
        """A sentence for the players, while a bot is slow or once bots cannot think here any more."""
        self.asked = Asked(__name__, (game, seats))
        self._given_up: dict[int, str] = {}
        """The seats of packages' bots that are asked no more, and why."""
        self._lock: asyncio.Lock | None = None
        """Questions come one after the other, also where several bots are asked at the same time."""

    def start(self) -> None:
        if self.seats:
            self.asked.start()

    async def choose(self, seat: int, seen: Observation, legal: Sequence[Action], rng: Random) -> Action | None:
        """Return one of the legal actions, or None: see `trouble`. The same generator gives the same one."""
        import asyncio  # slow to load, and of no use at the other end

        self._lock = self._lock or asyncio.Lock()
        async with self._lock:
            if self.asked.closed or seat in self._given_up:
                return None
            kind = self.seats[seat]
            slow = asyncio.get_running_loop().call_later(SLOW * kind.times, self._is_slow)
            try:
                action: int = await self.asked.ask(
                    seat,
                    seen,
                    legal,
                    rng,
                    fits=lambda found: type(found) is int and found in legal,
                    again=self._begins_anew,
                    patience=kind.times,
                    attempts=1 if kind.source else 0,  # what is wrong with another's bot is so the next time, too
                )
            except NoAnswer as why:
                self._fail(seat, str(why))
                return None
            except Cancelled:
                return None
            except asyncio.CancelledError:
                self.trouble = self._failure  # nobody waits any more
                raise
            finally:
                slow.cancel()
            self.trouble = self._failure
            return action

    def close(self) -> None:
        self.asked.close()

    @property
    def _failure(self) -> str | None:
        """What stays wrong, whatever other bots answer."""
        return next(iter(self._given_up.values()), None)

    def _fail(self, seat: int, why: str) -> None:
        """Say that a bot has no move; one of a package is given up for good."""
        kind = self.seats[seat]
        if not kind.source:
            self.trouble = why or _("The bots' process failed: bots play without thinking ahead.")
            return
        why = why or _("{bot} (package {package}) found no move.", bot=kind.title, package=kind.source)
        self.trouble = self._given_up[seat] = paragraph(why, _("Another bot plays on."))

    def _is_slow(self) -> None:
        self.trouble = self.trouble or _("The bots are taking a long time to answer.")

    def _begins_anew(self) -> None:
        self.trouble = _("The bots' process doesn't answer: a new one is started.")


def answers(told: tuple[Game, Mapping[int, BotKind]]) -> Callable[..., Iterator[tuple[bool, Action]]]:
    """Return what finds the moves of a table's bots.

    A bot is made anew for each, so that nothing but the question decides its move: it is the same after a move was
    taken back, and in a match that was taken up again.
    """
    game, seats = told

    def find(seat: int, seen: Observation, legal: Sequence[Action], rng: Random) -> Iterator[tuple[bool, Action]]:
        yield True, int(seats[seat].make(game, rng).choose(seen, legal))

    return find


def main() -> None:
    """Answer questions about the bots' moves, until the table is gone."""
    serve(answers)


if __name__ == "__main__":
    main()
