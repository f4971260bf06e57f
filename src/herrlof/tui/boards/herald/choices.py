"""How the cards of Herald are named where one is chosen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from herrlof.game import Action
from herrlof.games.herald import words
from herrlof.games.herald.cards import FIGURE_LETTERS, FIGURE_OF, KING, QUEEN, SHIELD
from herrlof.games.herald.observation import Observation
from herrlof.tui.boards.choices import CardChoices
from herrlof.tui.boards.herald.faces import face_of
from herrlof.tui.boards.herald.labels import BoardSpeaker
from herrlof.tui.boards.herald.letters import LETTERS
from herrlof.tui.widgets.cards import Face

if TYPE_CHECKING:
    from herrlof.coach.judge import JudgedAction


class HeraldChoices(CardChoices[Observation]):
    """What a seat can do at Herald's table."""

    @property
    def speaker(self) -> BoardSpeaker:
        return BoardSpeaker(self.seen, self.scene.context.names, self.scene.context.readers)

    def hand(self) -> Sequence[Face]:
        return list(map(self.face, self.seen.hand))

    def face(self, action: Action) -> Face:
        """Return a card; of the three figures that are worth 10 each has its letter, too."""
        face = face_of(action)
        if FIGURE_OF[action] not in (SHIELD, KING, QUEEN):
            return face
        letter = LETTERS.own(FIGURE_LETTERS[FIGURE_OF[action]])
        return face._replace(letter=f"{face.letter}{letter}")

    def title(self, action: Action) -> str:
        return words.card_first(action)

    def says(self, choice: JudgedAction) -> Sequence[str]:
        """Return how often the card wins the trick, who may still beat it, and the points."""
        won = round(100 * choice.outcomes.get(1, 0) / choice.worlds)
        return self.speaker.hint_text(choice.action, won, choice.points)
