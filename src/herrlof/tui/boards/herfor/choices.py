"""How the moves of Herfor are named where one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from herrlof.game import Action, Sentence
from herrlof.games.herfor import reading
from herrlof.games.herfor.actions import PLACE, SPEND
from herrlof.games.herfor.observation import Observation
from herrlof.tui.boards.choices import Choices
from herrlof.tui.boards.herfor import labels
from herrlof.tui.boards.herfor.labels import BoardSpeaker
from herrlof.tui.boards.herfor.side import WIDE
from herrlof.tui.boards.scene import Scene
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.hint import Hint, Mark
from herrlof.tui.widgets.pieces import paragraph

if TYPE_CHECKING:
    from herrlof.coach.judge import JudgedAction

LETTERS: Final = "ABCDE"
"""What marks the best points on the board, where the coach has been asked; typed, a letter names a row as ever."""


class HerforChoices(Choices[Observation]):
    """What a seat can do at Herfor's table."""

    def __init__(self, scene: Scene, look: Look, focus: Action | None = None, lettered: bool = False) -> None:
        """Show the choices of a scene; of which the best have letters where those stand on a board, too."""
        super().__init__(scene, look, focus)
        self._lettered = lettered

    @property
    def speaker(self) -> BoardSpeaker:
        return BoardSpeaker(self.seen, self.scene.context.names, self.scene.context.readers)

    @property
    def best(self) -> list[Action]:
        """The best choices, where the coach has found them."""
        hint = self.scene.hint
        return [choice.action for choice in hint.choices[: len(LETTERS)]] if hint is not None and hint.whole else []

    def letter(self, action: Action) -> str:
        """Return what one of the best points is called on the board; nothing for all else."""
        best = self.best if self._lettered and action < SPEND else []
        return LETTERS[best.index(action)] if action in best else ""

    def label(self, action: Action) -> Sequence[Mark]:
        """Return the letter that a choice has on the board, and its name."""
        name = self.name(action)
        if not (letter := self.letter(action)):
            return [Mark(f" {name}")]
        ink, ground = ("on", "accent") if action == self.focus else ("accent", "bg")
        return [Mark(f" {letter} ", ink, ground), Mark(f" {name}")]

    def title(self, action: Action) -> str:
        """Return the name of a choice with its letter on the board."""
        return labels.lettered(self.name(action), self.letter(action))

    def says(self, choice: JudgedAction) -> Sequence[str]:
        """Return what a stone turns, and how often the match is won."""
        says = super().says(choice)
        if choice.action >= SPEND:
            return says
        found = self.speaker.preview_text(reading.preview(choice.action - PLACE, self.seen))
        return [Sentence(found.ask, found.why), *says]

    def listed(self, hint: Hint) -> Hint:
        """Return the best choices with what was played then, and none before all have been played on."""
        if hint.found is None:
            return hint
        played = () if hint.played is None else (hint.played,)
        return hint._replace(only=(*self.best, *played))

    def draw_outcomes(self, canvas: Canvas, rect: Rect, choice: JudgedAction) -> None:
        """Say of the two best what they turn, and how much the largest answer does then."""
        y = rect.y
        for action in [action for action in self.best[:2] if action < SPEND]:
            found = reading.preview(action - PLACE, self.seen)
            told = labels.answered(found, reading.largest_answer(self.seen, found.point))
            y = paragraph(canvas, rect, y, [(told, "text", False)], "surface") + (rect.width >= WIDE)
