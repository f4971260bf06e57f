"""A bot that remembers who asked for what. It gets what its seat has seen, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from herrlof.bots.kind import BotKind
from herrlof.game import Action, Bot, Game
from herrlof_go_fish.game import Seen, asked_in
from herrlof_go_fish.reading import drawn_since, known_hands


class Angler:
    """Asks for what somebody is known to hold; else for what somebody may well have drawn since it had none."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, seen: Seen, legal: Sequence[Action]) -> Action:
        known = known_hands(seen)

        def value(action: Action) -> tuple[int, ...]:
            other, rank = asked_in(action)
            return known[other][rank], drawn_since(seen, other, rank) * seen.hand[rank]

        best = max(map(value, legal))
        return self._rng.choice([action for action in legal if value(action) == best])


def angler(game: Game, rng: Random) -> Bot:
    """Make one. A kind of bot goes to other processes by the name of this function."""
    return Angler(rng)


KINDS = (BotKind("angler", "Remembers who asked for what, and asks for it.", angler),)
DEFAULT = "angler"
