"""What stands at the end of a round and of a match; a game with a board of its own has an `ends.py` beside that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Generic

from herrlof.game import Seen
from herrlof.messages import _
from herrlof.tui.boards.board import Board
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut
from herrlof.tui.widgets.pieces import emphasised, paragraph, paragraphs, score_sheet


class Ends(Generic[Seen]):
    """The pages at the end, as the seat at the keyboard sees them; drawn from its words alone where a game has none."""

    FILLS: ClassVar[bool] = False
    """Whether they take all columns of a large window."""

    def __init__(self, board: Board[Seen]) -> None:
        """Show what a board has come to."""
        self.board, self.seen, self.context, self.speaker = board, board.seen, board.context, board.speaker

    def right(self) -> list[Part]:
        """Return what stands at the right edge of the header."""
        return []

    def round_title(self) -> str:
        return _("The round is over")

    def next_round(self) -> tuple[str, str]:
        """Return what the next round is called: on its button, and in the row of keys."""
        return _("Next round"), _("next round")

    def draw_round(self, canvas: Canvas, rect: Rect, progress: float) -> None:
        """Draw what the round brought: a sentence for each player, and the score sheet.

        `progress` counts the players whose results have been shown.
        """
        y = rect.y + 1
        for seat, sentence in enumerate(self.speaker.round_end()):
            x = canvas.put(rect.x + 2, y, self.context.shown(seat, self.seen), "accent", "bg", True) + 2
            y = paragraph(canvas, Rect(x, y, rect.right - x - 2, 2), y, emphasised(sentence)) + 1
        score_sheet(canvas, rect.inset(1)._replace(y=y, height=rect.bottom - y), self.board.sheet_rows())

    def draw_match(self, canvas: Canvas, rect: Rect, deals: Sequence[Part]) -> None:
        """Draw who won the match and what decided it, the score sheet, and in the last rows what proves the `deals`."""
        self.draw_result(canvas, rect, self.speaker.match_end(), deals)

    def draw_result(self, canvas: Canvas, rect: Rect, result: Sequence[str], deals: Sequence[Part]) -> None:
        """Draw sentences about the end of the match, the score sheet, and what proves the `deals`."""
        y = paragraphs(canvas, rect.inset(2), rect.y + 1, result) + 1
        sheet = rect.inset(1)._replace(y=y, height=rect.bottom - y - 1 - len(deals))
        score_sheet(canvas, sheet, self.board.sheet_rows())
        self.draw_deals(canvas, rect, deals)

    def draw_deals(self, canvas: Canvas, rect: Rect, deals: Sequence[Part]) -> None:
        """Write what proves the deals below what is drawn, at most into the last rows of a region.

        Where rows are short there is a free one rather below them, above the choices, than above.
        """
        _first, drawn = canvas.drawn()
        first = min(drawn + 1, max(drawn, rect.bottom - len(deals) - 1))
        for y, (text, ink, bold) in enumerate(deals, min(first, rect.bottom - len(deals))):
            canvas.put(rect.x + 2, y, cut(text, rect.width - 3), ink, "bg", bold)
