"""How the cards of How-Ruck! are named where one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from herrlof.game import Action
from herrlof.games.how_ruck import reading, words
from herrlof.games.how_ruck.cards import NO_CARD
from herrlof.games.how_ruck.observation import Observation
from herrlof.tui.boards.choices import CardChoices
from herrlof.tui.boards.how_ruck import labels
from herrlof.tui.boards.how_ruck.faces import face_of, marks_of
from herrlof.tui.boards.how_ruck.labels import BoardSpeaker
from herrlof.tui.widgets.cards import Face
from herrlof.tui.widgets.hint import Mark

if TYPE_CHECKING:
    from herrlof.coach.judge import JudgedAction


class HowRuckChoices(CardChoices[Observation]):
    """What a seat can do at How-Ruck!'s table."""

    @property
    def speaker(self) -> BoardSpeaker:
        return BoardSpeaker(self.seen, self.scene.context.names, self.scene.context.readers)

    def hand(self) -> Sequence[Face]:
        return [face_of(card) for card in self.seen.hand]

    def label(self, action: Action) -> Sequence[Mark]:
        """Return the card that an action keeps or plays as a chip, and in short where it goes."""
        return marks_of(action, self.seen, self.look.ascii) or super().label(action)

    def title(self, action: Action) -> str:
        if (card := reading.kept(action, self.seen)) != NO_CARD:
            return words.the_card_first(card)
        return self.speaker.label(action)

    def says(self, choice: JudgedAction) -> Sequence[str]:
        """Return how often it wins, and of a pair why."""
        action, seen = choice.action, self.seen
        card, says = reading.kept(action, seen), super().says(choice)
        return says if card == NO_CARD else [*says, labels.why_keep(card, reading.kept(action ^ 1, seen))]
