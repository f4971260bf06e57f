"""How the choices of a seat are named and measured: at the table, in a hint, in a review, where one is asked again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Generic, cast

from herrlof.game import Action, Seen, Speaker
from herrlof.messages import _
from herrlof.messages import paragraph as in_sequence
from herrlof.tui.boards.scene import Scene
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Part, Rect
from herrlof.tui.widgets.cards import Face, chip
from herrlof.tui.widgets.hint import Hint, Mark, Measure, draw_hint, measure_of, verdict_parts

if TYPE_CHECKING:
    from herrlof.coach.judge import JudgedAction, Judgement


class Choices(Generic[Seen]):
    """What a seat that sees a scene can do, in names, chips and numbers. A game's board has its own."""

    def __init__(self, scene: Scene, look: Look, focus: Action | None = None) -> None:
        """Show the choices of a scene, of which one is in `focus`."""
        self.scene, self.look, self.focus = scene, look, focus

    @property
    def seen(self) -> Seen:
        """What the seat knows."""
        assert self.scene.view is not None
        return cast("Seen", self.scene.view.observation)

    @property
    def speaker(self) -> Speaker:
        """What the game says to it."""
        return self.scene.context.speaker_to(self.seen)

    def held(self) -> Sequence[Mark]:
        """Return the chips of what is held; nothing where there are none."""
        return ()

    def label(self, action: Action) -> Sequence[Mark]:
        """Return what stands for a choice in a list."""
        return [Mark(self.name(action))]

    def name(self, action: Action) -> str:
        """Return the name of a choice in a sentence."""
        return self.speaker.in_sentence(action)

    def title(self, action: Action) -> str:
        """Return the name of a choice where it begins a sentence."""
        return self.name(action)

    def measure(self, found: Judgement | None) -> Measure:
        """Return what the bars of a hint show: wins of 100, or else the points on average."""
        context = self.scene.context
        others = [name for seat, name in enumerate(context.names) if seat != self.seen.seat]
        return measure_of(found, context.game.hidden, others)

    def says(self, choice: JudgedAction) -> Sequence[str]:
        """Return what comes of a choice, in sentences."""
        if self.scene.hint is not None and self.scene.hint.in_wins and choice.value is not None:
            return [_("You win in {n} of 100 games played on from here.", n=round(choice.value.value))]
        if choice.points is None:
            return []
        return [_("{points:.1f} points on average.", points=choice.points)]

    def comes_of(self, choice: JudgedAction) -> Sequence[str]:
        """Return what comes of a choice: exactly, by what was imagined, or why there is no number."""
        from herrlof.coach.saying import dropped_text, ends_text

        if self.scene.hint is not None and self.scene.hint.exact:
            return [ends_text(choice)]
        return [dropped_text(choice)] if choice.value is None else self.says(choice)

    def verdict(self, fits: Callable[[Sequence[Sequence[Part]]], bool]) -> Sequence[Sequence[Part]]:
        """Return the verdict on the choice in focus and what comes of it, as far as that fits."""
        from herrlof.coach.saying import tie_text

        hint = self.scene.hint
        assert hint is not None
        assert hint.found is not None
        choice = hint.of(self.focus)
        verdict = verdict_parts(choice, hint, self.title, self.name)
        if hint.alike and choice is None:
            comes: Sequence[str] = [tie_text(self.scene.context.game, self.seen, hint.found, self.speaker)]
        else:
            comes = self.comes_of(choice or hint.found.choices[0])
        counted = self.why_best(choice, hint.found)
        fresh = (one for one in comes if not counted.startswith(one.rstrip(".")))
        told = [text for text in (counted, *fresh) if text]
        while told[2:] and not fits([verdict, [(in_sequence(*told), "text", False)]]):
            del told[-2]  # what it brings on average is told last
        return [verdict, [(in_sequence(*told), "text", False)]] if told else [verdict]

    def why_best(self, choice: JudgedAction | None, found: Judgement) -> str:
        """Return what tells the best choice from the next one, where that one is in focus."""
        from herrlof.coach.saying import reason_text, rival_of

        best = found.choices[0]
        if choice not in (None, best):
            return ""
        return reason_text(self.scene.context.game, self.seen, found.choices, rival_of(found), self.speaker)

    def listed(self, hint: Hint) -> Hint:
        """Return a hint with the choices that its list has."""
        return hint

    def draw_hint(self, canvas: Canvas, rect: Rect) -> list[tuple[Rect, Action]]:
        """Draw the list of a hint; return where each choice can be clicked."""
        assert self.scene.hint is not None
        hint = self.listed(self.scene.hint)
        return draw_hint(canvas, rect, hint, self.measure(hint.found), self.label, self.focus, self.draw_outcomes)

    def draw_outcomes(self, canvas: Canvas, rect: Rect, choice: JudgedAction) -> None:
        """Draw what else comes of a choice, where there is room below the list."""


class CardChoices(Choices[Seen]):
    """Cards, as chips."""

    def hand(self) -> Sequence[Face]:
        """Return the cards that are held."""
        raise NotImplementedError

    def face(self, action: Action) -> Face | None:
        """Return the card that an action is about; None: it is about none."""
        return None

    def held(self) -> Sequence[Mark]:
        """Return the hand as chips."""
        return [self._chip(face) for face in self.hand()]

    def label(self, action: Action) -> Sequence[Mark]:
        face = self.face(action)
        return super().label(action) if face is None else [self._chip(face)]

    def _chip(self, face: Face) -> Mark:
        return Mark(chip(face, self.look.ascii), f"{face.colour}-ink", face.colour)
