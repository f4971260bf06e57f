"""How the cards, numbers and answers of Herrlof are named where one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from herrlof.game import Action
from herrlof.games.herrlof import reading, words
from herrlof.games.herrlof.actions import DRAW, RETURN, TAKE_TRICK
from herrlof.games.herrlof.observation import Observation
from herrlof.tui.boards.choices import CardChoices
from herrlof.tui.boards.herrlof.faces import face_of
from herrlof.tui.boards.herrlof.hinting import draw_outcomes, measure, number_told, says, why_best
from herrlof.tui.boards.herrlof.labels import BoardSpeaker
from herrlof.tui.boards.scene import Scene
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Part, Rect
from herrlof.tui.widgets.cards import Face
from herrlof.tui.widgets.hint import Mark, Measure

if TYPE_CHECKING:
    from herrlof.coach.judge import JudgedAction, Judgement


class HerrlofChoices(CardChoices[Observation]):
    """What a seat can do at Herrlof's table."""

    def __init__(self, scene: Scene, look: Look, focus: Action | None = None, window: int = 3) -> None:
        """Show the choices of a scene; with how many tricks one ends is drawn, too, where the `window` is large."""
        super().__init__(scene, look, focus)
        self._window = window

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

    def verdict(self, fits: Callable[[Sequence[Sequence[Part]]], bool]) -> Sequence[Sequence[Part]]:
        """Return the verdict; of a number the best one too, and what was imagined, which no panel tells then.

        Where what is shown of another choice is more than of the best, it says why; what has no room goes, last first.
        """
        found, hint = list(super().verdict(fits)), self.scene.hint
        if hint is None or hint.found is None or len(hint.legal) == 1:
            return found
        choosing, more = self.seen.phase == "predict", list[list[Part]]()
        counted = ""
        if not hint.alike:
            if choosing:
                counted = self.why_best(hint.of(self.focus), hint.found)
            whys = counted, why_best(hint, self.speaker, self.title, tells_points=choosing or self._window > 3)
            more += [[(why, "text", False)] for why in whys if why]
        if choosing:
            more.append([(self.measure(hint.found).foot, "dim", False)])
        if choosing and not hint.alike:
            choice = hint.of(self.focus) or hint.choices[0]
            room = lambda lines: fits([*lines, *more])  # noqa: E731
            told = self.comes_of(choice)
            found = number_told(choice, hint, told, self.speaker, room)
            if counted and not fits([*found, *more[:1]]):  # points are shown above, too
                found = number_told(choice, hint, told[:1], self.speaker, room)
        for line in more:
            if fits([*found, line]):
                found.append(line)
        return found

    def draw_outcomes(self, canvas: Canvas, rect: Rect, choice: JudgedAction) -> None:
        """Draw with how many tricks one ends, where the window is large."""
        if self._window > 2:
            other = None if self.scene.hint is None else self.scene.hint.beside(choice)
            name = self.title if other is None else self.name
            compared = {name(one.action): one for one in (choice, other) if one is not None}
            draw_outcomes(canvas, rect, compared, self.seen)
