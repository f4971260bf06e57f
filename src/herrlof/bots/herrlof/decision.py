"""What an imagined player does in a world: the policy's choice in every phase, from the mover's own view."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from herrlof.bots.herrlof.policy import GIVE, LEAD, NOBODYS, PUT_BACK, CardView, Policy, choose, takes
from herrlof.games.herrlof.actions import DISCARD, DRAW, PASS, PLAY, RETURN, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import COLOUR_OF, COLOURED, ONE, VALKNUT, size_of
from herrlof.games.herrlof.state import HerrlofState
from herrlof.games.herrlof.tricks import STRENGTH


class ImaginedState(HerrlofState):
    """A state that a searcher imagines, and by which player model each seat plays."""

    models: list[int]
    """For each seat the place of its policy among several."""

    __slots__ = tuple(__annotations__)

    def __init__(self, seats: int = 2, *more: Any, **options: Any) -> None:
        """Let everybody play by the first model."""
        super().__init__(seats, *more, **options)
        self.models = [0] * seats


def models_of(world: HerrlofState) -> list[int]:
    """Return in which model each seat plays: in a state that nobody imagined, in the first."""
    return world.models if isinstance(world, ImaginedState) else [0] * world.seats


def decide(
    policy: Policy, world: HerrlofState, random: Callable[[], float], report: list[CardView] | None = None
) -> int:
    """Return the mover's action in any phase after the predictions; its own view of `world` is all that counts."""
    phase, player = world.phase, world.player
    hands, hand = world.hands, world.hands[world.player]
    left = size_of(hand)
    need = world.predictions[player] - world.tricks_won[player]
    seen = gone_by(hands, world.deck)
    if phase == "play":
        follow, best, _, valknuts = so_far(world.trick, world.trump)
        use = NOBODYS if valknuts else -1 if world.trick else LEAD
        to_play = world.seats - len(world.trick) - 1
        return PLAY + choose(policy, hand, need, left, world.trump, follow, best, use, to_play, seen, random, report)
    if phase == "draw":
        return DRAW
    if phase == "steal":
        return STEAL + most_tricks(world.tricks_won, player)
    if phase == "take-trick":
        took = takes(policy, hand, need, left, world.trump, seen, random, report)
        return TAKE_TRICK + most_tricks(world.tricks_won, player) if took else PASS
    if phase == "discard":
        return DISCARD + choose(policy, hand, need, left, world.trump, -1, 0, PUT_BACK, 0, seen, random, report)
    return RETURN + choose(policy, hand, need, left - 1, world.trump, -1, 0, GIVE, 0, seen, random, report)


def gone_by(hands: list[int], deck: list[int]) -> int:
    """Return the coloured cards that are out of the round."""
    seen = COLOURED
    for hand in hands:
        seen &= ~hand
    for card in deck:
        if card < VALKNUT:
            seen &= ~ONE[card]
    return seen


def so_far(trick: list[int], trump: int) -> tuple[int, int, int, int]:
    """Return a trick's colour to follow, its best strength and the place of that card, and how many Valknut lie
    there; -1 for what there is not."""
    follow = best = -1
    winner = valknuts = 0
    for place, card in enumerate(trick):
        if card < VALKNUT:
            if follow < 0:
                follow = COLOUR_OF[card]
        elif card == VALKNUT:
            valknuts += 1
        force = STRENGTH[trump][follow][card]
        if force > best:
            best = force
            winner = place
    return follow, best, winner, valknuts


def most_tricks(won: list[int], but: int) -> int:
    """Return the seat with most tricks among the others, the first of several."""
    found = -1
    for seat, tricks in enumerate(won):
        if seat != but and (found < 0 or tricks > won[found]):
            found = seat
    return found
