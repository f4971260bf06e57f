"""The levels of a game as a ladder, for every face: which of them were beaten here without help, and who is next."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, NamedTuple

from herrlof.bots import bot_label, opponent, opponents
from herrlof.games import GAMES
from herrlof.messages import _, all_of

if TYPE_CHECKING:
    from herrlof.table.own import OwnTable


class Ladder(NamedTuple):
    """The levels of a game, from the lowest on."""

    levels: tuple[str, ...]
    """What they are called."""
    beaten: tuple[bool, ...]
    """Which of them were beaten."""
    next: str
    """The lowest that was not, with how high it stands; nothing where all were, or there are no levels."""

    @property
    def due(self) -> str:
        """What the lowest that was not beaten is called."""
        return next((name for name, beaten in zip(self.levels, self.beaten, strict=True) if not beaten), "")

    @property
    def told(self) -> str:
        """Who was beaten and who is next, in sentences; nothing where a game has no levels."""
        if not self.levels:
            return ""
        if not self.next:
            return _("Every level beaten without help.")
        if not any(self.beaten):
            return _("No level beaten without help yet. Next: {name}.", name=self.next)
        return _("Beaten without help: {names}. Next: {name}.", names=self._names, name=self.next)

    @property
    def forms(self) -> list[str]:
        """The same for a row, in longer and shorter forms."""
        if not self.levels:
            return []
        if not self.next:
            return [_("every level beaten without help"), _("every level beaten")]
        shorter = _("next: {name}", name=self.next)
        if not any(self.beaten):
            return [shorter]
        return [_("beaten: {names} · next: {name}", names=self._names, name=self.next), shorter]

    @property
    def _names(self) -> str:
        return all_of(name for name, beaten in zip(self.levels, self.beaten, strict=True) if beaten)


def offer_text(game: str, bot: str) -> tuple[str, str]:
    """Return what is said after the last lesson of a game, and what is offered: against whom one would play."""
    return (_("That was the last lesson of {game}.", game=GAMES[game].title),
            _("Play a match against {name}?", name=bot_label(game, bot)))  # fmt: skip


def apart_text(table: OwnTable) -> str:
    """Return why the ladder stands still after a match that one person won with help; nothing after any other."""
    won = table.alone and any(table.result.returns[seat] for seat in table.here)
    return _("Won with help: it counts separately, not for the levels.") if won and table.help.any else ""


def ladder(game: str, beaten: Collection[str]) -> Ladder:
    """Return the ladder of a game, of which these bots were beaten."""
    levels = {key: kind for key, kind in opponents(game).items() if kind.level}
    due = opponent(game, beaten)
    named = bot_label(game, due) if due in levels and due not in beaten else ""
    return Ladder(tuple(kind.title for kind in levels.values()), tuple(key in beaten for key in levels), named)
