"""Whether a table asks before a clear mistake, for every face: once for a choice, and after that not for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from herrlof.game import Action

if TYPE_CHECKING:  # slow to load, and of no use before something is judged
    from herrlof.coach.judge import JudgedAction, Judgement

REST: Final = 3
"""So many decisions of one's own pass unasked after one that was asked about, unless it gives the win away."""


class Doubts:
    """What was asked before mistakes at one table."""

    def __init__(self) -> None:
        self.asked: Action | None = None
        """The action about which it was asked in this turn."""
        self._rests = 0

    def new_question(self) -> None:
        """Take note that another decision is to be made."""
        self._rests = REST if self.asked is not None else max(0, self._rests - 1)
        self.asked = None

    def about(self, action: Action, found: Judgement | None) -> JudgedAction | None:
        """Return what is known of an action if it is to be asked about now; None: it is to be played."""
        if found is None or not found.whole or action == self.asked:
            return None
        choice = next((one for one in found.choices if one.action == action), None)
        if choice is None or choice.value is None or not clearly_worse(choice, found):
            return None
        if self._rests and not found.costs_win(choice):
            return None
        self.asked = action
        return choice


def clearly_worse(choice: JudgedAction, found: Judgement) -> bool:
    """Whether a choice is asked about before it is played: a review would call it a clear mistake, and no small one."""
    from herrlof.coach.judge import SLACK

    return found.is_worse(choice) and (found.exact or choice.loss.value >= 2 * SLACK[found.unit])
