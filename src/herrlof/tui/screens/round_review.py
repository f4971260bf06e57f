"""How a round went: what was decided in it, judged while one looks on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Static

from herrlof.coach.review import Review
from herrlof.coach.saying import round_lines
from herrlof.messages import _
from herrlof.tui.screens.notes import NoteScreen
from herrlof.tui.widgets.canvas import Part

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp


class RoundReviewScreen(NoteScreen):
    """What the coach would have said, and what cost most in the last round; what was found is kept for a review."""

    app: HerrlofApp

    def __init__(self, review: Review) -> None:
        """Judge what was decided in the last round."""
        super().__init__(_("How the round went"), [[(_("The coach is judging; that takes a while."), "dim", False)]])
        self._review = review

    def on_mount(self) -> None:
        """Begin to judge."""
        self.call_after_refresh(self.run_worker, self._judge, exclusive=True)

    async def _judge(self) -> None:
        review = self._review
        whole = await review.run(alone=review.last_round)
        told = round_lines(review, review.last_round) if whole else [review.trouble or ""]
        parts: list[list[Part]] = [[(text, "text", False)] for text in told]
        self._paragraphs = [line for one in parts for line in (one, [])][:-1]
        self.query(Static).last().update(self._text())
