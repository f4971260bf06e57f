"""Judgements in a process of their own, so that a hint delays neither a key nor a bot: `Worker` at the end of the pipes
that asks, `main` at the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Protocol

from herrlof.child.asking import Asked, Cancelled, NoAnswer
from herrlof.child.process import serve
from herrlof.game import Action, Game, Observation, State
from herrlof.messages import _

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement


class Judges(Protocol):
    """Who judges decisions, in a process of its own or at another machine."""

    thinks_on: bool
    """Whether a question that was judged is judged further."""

    @property
    def trouble(self) -> str | None:
        """Why a question got no answer, in a sentence."""

    def start(self) -> None:
        """Get ready, so that the first question need not wait for it."""

    async def judge(
        self,
        seen: Observation,
        legal: Sequence[Action],
        grown: Callable[[Judgement], object] = ...,
        *,
        keep: Action | None = None,
        more: int = 0,
    ) -> Judgement | None:
        """Return what `herrlof.coach.judge.asked` says, and tell `grown` as it grows; None: see `trouble`."""

    def cancel(self) -> None:
        """Stop what is being judged."""

    def close(self) -> None:
        """Judge nothing any more."""


class Worker:
    """Who judges decisions for a face. The process ends with `close`, or by itself when the face's has ended."""

    thinks_on = True

    def __init__(self, game: Game) -> None:
        """Judge this game's decisions."""
        self.trouble: str | None = None
        """A sentence for the player, where a question got no answer."""
        self.game = game
        """Whose decisions are judged."""
        self.asked = Asked(__name__, game)

    def start(self) -> None:
        self.asked.start()

    async def judge(
        self,
        seen: Observation,
        legal: Sequence[Action],
        grown: Callable[[Judgement], object] = lambda _: None,
        *,
        keep: Action | None = None,
        more: int = 0,
    ) -> Judgement | None:
        """Return what `herrlof.coach.judge.asked` says, and tell `grown` each time that more of it is found.

        None: it was cancelled, something else was asked meanwhile, or see `trouble`. Where the process dies, another
        one begins anew, and says the same.
        """
        most = 0

        def tell(found: Judgement) -> None:
            nonlocal most
            if found.worlds > most:
                most = found.worlds
                grown(found)

        found: Judgement | None = await self._answer("judge", seen, legal, keep, more, tell=tell)
        return found

    async def luck(self, before: State, after: State, rng: Random) -> list[float] | None:
        """Return what `herrlof.coach.ledger.luck` says of a match that is over; None as for `judge`."""
        found: list[float] | None = await self._answer("luck", before, after, rng)
        return found

    async def found_by(
        self, seen: Observation, legal: Sequence[Action], good: Sequence[Action]
    ) -> dict[str, int] | None:
        """Return what `herrlof.coach.hard.found_by` says; None as for `judge`."""
        found: dict[str, int] | None = await self._answer("found_by", seen, legal, good)
        return found

    async def _answer(self, *question: Any, tell: Callable[[Any], object] = lambda _: None) -> Any:
        """Return the last word about a question; None: there is none."""
        self.cancel()
        try:
            found = await self.asked.ask(*question, tell=tell)
        except Cancelled:
            return None
        except NoAnswer as why:
            self.trouble = str(why) or _("The coach's process failed: it can't judge anything now.")
            return None
        self.trouble = None
        return found

    def cancel(self) -> None:
        """Stop what is being judged, at once."""
        self.asked.cancel()

    def close(self) -> None:
        """End the process at once, whatever it is doing; nothing is judged any more."""
        self.asked.close()


def answers(game: Game) -> Callable[..., Iterator[tuple[bool, Any]]]:
    """Return what judges a game's decisions."""
    from herrlof.bots import evaluator_of
    from herrlof.coach.hard import found_by
    from herrlof.coach.judge import Judge
    from herrlof.coach.ledger import luck

    others: dict[str, Callable[..., Any]] = {"luck": luck, "found_by": found_by}
    evaluator_of(game)  # what it loads is there when the first question comes
    judge = Judge(game)

    def find(what: str, *question: Any) -> Iterator[tuple[bool, Any]]:
        if what != "judge":
            yield True, others[what](game, *question)
            return
        for judgement in judge.asking(*question):
            yield judgement.whole, judgement

    return find


def main() -> None:
    """Judge what is asked, until nobody can ask any more."""
    serve(answers)


if __name__ == "__main__":
    main()
