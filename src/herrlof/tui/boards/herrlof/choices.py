"""How the cards, numbers and answers of Herrlof are named where one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from herrlof.game import Action
from herrlof.games.herrlof import reading, words
from herrlof.games.herrlof.actions import DRAW, RETURN, TAKE_TRICK
from herrlof.games.herrlof.observation import Observation
from herrlof.tui.boards.choices import CardChoices
from herrlof.tui.boards.herrlof.faces import face_of
from herrlof.tui.boards.herrlof.hinting import draw_outcomes, measure, says
from herrlof.tui.boards.herrlof.labels import BoardSpeaker
from herrlof.tui.boards.scene import Scene
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import Face
from herrlof.tui.widgets.hint import Mark, Measure

if TYPE_CHECKING:
    from herrlof.coach.judge import JudgedAction, Judgement


class HerrlofChoices(CardChoices[Observation]):
    """What a seat can do at Herrlof's table."""

    def __init__(self, scene: Scene, look: Look, focus: Action | None = None, roomy: bool = True) -> None:
        """Show the choices of a scene; with how many tricks one ends is drawn, too, where it is `roomy`."""
        super().__init__(scene, look, focus)
        self._roomy = roomy

    @property
    def speaker(self) -> BoardSpeaker:
        return BoardSpeaker(self.seen, self.scene.context.names, self.scene.context.readers)

    def hand(self) -> Sequence[Face]:
        return [face_of(card) for card in self.seen.hand]

    def face(self, action: Action) -> Face | None:
        """Return the card that an action is about."""
        card = reading.card_of(action)
        return None if card is None else face_of(card)

    def label(self, action: Action) -> Sequence[Mark]:
        """Return a chip; whose trick or card is taken by the name alone, for the column beside it says the rest."""
        return [Mark(self.speaker.name(action))] if TAKE_TRICK <= action < RETURN else super().label(action)

    def title(self, action: Action) -> str:
        """Return the name of a choice where it begins a sentence: of an answer all of it."""
        if (card := reading.card_of(action)) is not None:
            return words.card_title(card)
        return super().title(action) if action < DRAW else self.speaker.label(action)

    def measure(self, found: Judgement | None) -> Measure:
        """Return of numbers how often each comes true, of cards what decides about them."""
        plain = super().measure(found)
        return measure(plain) if self.seen.phase == "predict" else plain

    def says(self, choice: JudgedAction) -> Sequence[str]:
        """Return how often the number comes true, with how many tricks one ends, and the points."""
        hint = self.scene.hint
        return says(choice, self.speaker, bool(hint and hint.in_wins))

    def draw_outcomes(self, canvas: Canvas, rect: Rect, choice: JudgedAction) -> None:
        """Draw with how many tricks one ends, where the window is large."""
        if self._roomy:
            other = None if self.scene.hint is None else self.scene.hint.beside(choice)
            name = self.title if other is None else self.name
            compared = {name(one.action): one for one in (choice, other) if one is not None}
            draw_outcomes(canvas, rect, compared, self.seen)
