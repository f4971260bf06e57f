"""Find better: decisions that were made are asked again, and what is as good as the best counts as found."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Final

from herrlof.coach.judge import JudgedAction, Judgement
from herrlof.coach.review import Position, Review, ReviewRefused, judged_again, mistakes, review_of
from herrlof.coach.worker import Worker
from herrlof.messages import _
from herrlof.records.errors import RecordError
from herrlof.records.storage import Storage
from herrlof.table.moments import Moment, Moments
from herrlof.table.view import MomentKind

Question = tuple[Review, int]
"""A match that is reviewed, and the number of a move in it."""

MOST_ASKED: Final = 50
"""Mistakes of all matches that are asked again at a time."""


async def mistakes_of_all(storage: Storage) -> list[Question]:
    """Return the clear mistakes of all matches that were reviewed, in any order; others may do something meanwhile."""
    places, reviews = list[tuple[Path, int]](), dict[Path, Review | None]()
    for place in mistakes(storage):
        if place is None:
            await asyncio.sleep(0)
        else:
            places.append(place)
    Random().shuffle(places)
    asked: list[Question] = []
    for path, n in places[:MOST_ASKED]:
        if path not in reviews:
            reviews[path] = None
            with suppress(RecordError, ReviewRefused):
                reviews[path] = review_of(path, storage)
            await asyncio.sleep(0)
        found = reviews[path]
        if found is not None and n in found.decisions:
            asked.append((found, n))
    return asked


def no_mistakes_text() -> str:
    """Return that there are none of all matches."""
    return _("No clear mistakes yet: review a match first.")


class FindBetter(Moments):
    """Goes from question to question: each is an ASK, with all that its player knew then, and no more."""

    def __init__(self, questions: Sequence[Question]) -> None:
        """Ask about these decisions, at least one."""
        self.questions = questions
        self.at = 0
        """The place of the question that is asked."""
        self._step: int | None = 0
        """How many places the next one is away; None: it is the one after it."""
        self.found: dict[int, bool] = {}
        """By the place of a question that was asked: whether something as good was found before the best was shown."""
        self._worker: Worker | None = None

    @property
    def review(self) -> Review:
        """The match that is asked about."""
        return self.questions[self.at][0]

    @property
    def position(self) -> Position:
        """The decision that is asked again."""
        return self.review.position(self.questions[self.at][1])

    @property
    def coming(self) -> Review:
        """The match that the next question is about."""
        return self.questions[self._next][0]

    @property
    def _next(self) -> int:
        return self.at + 1 if self._step is None else (self.at + self._step) % len(self.questions)

    def step(self, by: int) -> None:
        """Ask the next one, or the one before, instead; after the last comes the first."""
        self._step = (self._step or 0) + by

    async def next(self) -> Moment | None:
        """Go to the next question; None: that was the last one."""
        if self._next == len(self.questions):
            return None
        self.at, self._step = self._next, None
        return Moment(MomentKind.ASK, self.review.view(self.position.n))

    async def judged(self) -> Judgement | None:
        """Return what the coach makes of the question that is asked; None: it cannot, and `trouble` says why."""
        if self._worker is None or self._worker.game is not self.review.game:
            self.close()
            self._worker = Worker(self.review.game)
        return await judged_again(self._worker, self.position)

    @property
    def trouble(self) -> str | None:
        """Why nothing was judged, in a sentence."""
        return None if self._worker is None else self._worker.trouble

    def finds(self, judgement: Judgement, choice: JudgedAction) -> bool:
        """Whether a choice is as good as the best, or may be; then the question is found."""
        worse = judgement.is_worse(choice)
        if not worse:
            self.found.setdefault(self.at, True)
        return not worse

    def give_up(self) -> None:
        """Have the best shown."""
        self.found.setdefault(self.at, False)

    def close(self) -> None:
        """Stop judging."""
        if self._worker is not None:
            self._worker.close()
