"""A match driven in notation, for tests that read like the rules page. Each game's `table.py` says how it is set up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, ClassVar

from herrlof.bots import new_bot
from herrlof.game import CHANCE, TERMINAL, Event, Game


class Driven:
    """One match; moves are `"0: play B7"`, or without the seat, and each is checked to be legal."""

    game: ClassVar[Game]

    def __init__(self, state: Any) -> None:
        self.state = state
        self.events: list[Event] = []

    def do(self, *moves: str) -> None:
        for move in moves:
            seat, _colon, text = move.rpartition(": ")
            assert not seat or self.mover() == int(seat), f"{move}: seat {self.mover()} is to move"
            if self.mover() == CHANCE:
                self.chance(text)
                continue
            assert text in self.legal(), f"{move}: legal are {sorted(self.legal())}"
            self.state.apply(self.game.decode(text), self.events)

    def chance(self, text: str) -> None:
        assert self.mover() == CHANCE
        assert text.split()[0] == self.state.chance_kind()
        self.state.apply_chance(self.game.decode_chance(text), self.events)

    def legal(self) -> set[str]:
        return set(map(self.game.encode, self.state.legal_actions()))

    def mover(self) -> int:
        return self.state.current_player()

    def seen(self, seat: int) -> Any:
        return self.state.observation(seat)

    def choice(self, bot: str = "rules") -> str:
        """Return what a bot would do for the mover, in notation."""
        found = new_bot(self.game, bot, Random(1)).choose(self.seen(self.mover()), self.state.legal_actions())
        return self.game.encode(found)

    def told(self, kind: str) -> list[Event]:
        """Return the events of a kind."""
        return [event for event in self.events if event.kind == kind]

    def refused(self, move: str) -> str:
        """Return what the mover is told about a move that the rules forbid."""
        seat, _colon, text = move.rpartition(": ")
        assert not seat or self.mover() == int(seat)
        assert text not in self.legal(), f"{move} is legal"
        seen = self.seen(self.mover())
        return self.game.words.to(seen, ("",) * self.game.seats[-1]).refusal(self.game.decode(text))


def positions(game: Game, seed: int, seats: int = 2, **options: Any) -> Iterator[Any]:
    """Yield the positions of a random match in which a seat is to move."""
    rng, state = Random(seed), game.new_state(seats, **options)
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
            continue
        yield state
        state.apply(rng.choice(state.legal_actions()))


def filled(hand: Sequence[int], size: int, rest: list[int]) -> list[int]:
    """Return a hand with so many cards: these, and the first of the rest, which loses them."""
    missing = size - len(hand)
    assert missing >= 0, f"{len(hand)} cards are more than {size}"
    taken = rest[:missing]
    del rest[:missing]
    return [*hand, *taken]
