"""Where chance comes from: sealed by a seed or a deal code, or scripted, for lessons and tests."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Sequence

from herrlof.game import Game, Outcome, State
from herrlof.table.dealing import ROOT_SIZE, FairChance


class SealedChance(FairChance):
    """Chance that follows from a root, which nobody knows before the end."""

    __slots__ = ()

    def scripted(self, kind: str, n: int) -> Outcome | None:
        """Return what a script has for the n-th chance of a kind, counted from 1 over the whole match."""
        return None

    def outcome(self, state: State, n: int) -> Outcome:
        """Return what chance does now, where it is the n-th of its kind."""
        kind = state.chance_kind()
        return self.scripted(kind, n) or state.sample_chance(self.rng_for(kind, n))


class ScriptedChance(SealedChance):
    """The n-th line of a kind is the n-th chance of that kind: `["toss 1", "roll 6", "roll 2"]`.

    Where it says nothing, or no more, chance follows from the script itself, so a script always plays alike.
    """

    __slots__ = ("_outcomes",)

    def __init__(self, game: Game, script: Sequence[str]) -> None:
        """Read the script; InvalidAction names a line that is nothing that chance does in this game."""
        super().__init__(hashlib.sha256("\n".join(script).encode()).digest()[:ROOT_SIZE])
        self._outcomes: defaultdict[str, list[Outcome]] = defaultdict(list)
        for line in script:
            outcome = game.decode_chance(line)
            self._outcomes[outcome.kind].append(outcome)

    def scripted(self, kind: str, n: int) -> Outcome | None:
        """Return what the script has for the n-th chance of a kind."""
        found = self._outcomes[kind]
        return found[n - 1] if n <= len(found) else None
