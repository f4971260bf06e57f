"""Judging a kept match for a command, with how far it is on a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from herrlof.cli.output import fail, say
from herrlof.cli.progress import bar
from herrlof.messages import _
from herrlof.records.errors import Damaged
from herrlof.records.storage import Storage

if TYPE_CHECKING:
    from pathlib import Path

    from herrlof.coach.review import Review


def judged(path: Path) -> Review | None:
    """Return the review of a record with all that is judged in it; None: it was said why there is none."""
    review = opened(path)
    return review if review is not None and finished(review) else None


def opened(path: Path) -> Review | None:
    """Return the review of a record as far as it has come; None: it was said that the record is not as it was written.

    Where it is not to be reviewed, leave with a sentence.
    """
    from herrlof.coach.review import ReviewRefused, review_of

    try:
        return review_of(path, Storage())
    except Damaged as error:
        say(error)
    except ReviewRefused as error:
        fail(error)
    return None


def finished(review: Review) -> bool:
    """Judge what is left of a review; False: it was said why not all was judged."""
    with _progress(review) as told:
        whole = asyncio.run(review.run(told))
    if not whole:
        say(review.trouble)
    return whole


@contextmanager
def _progress(review: Review) -> Iterator[Callable[[], None]]:
    """Show how far a review is; yield what to call for each step."""
    if review.done:
        yield lambda: None
        return
    with bar(_("decisions")) as update:
        yield lambda: update(len(review.decisions), len(review.positions))
