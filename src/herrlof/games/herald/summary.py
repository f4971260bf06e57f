"""A state as one line of text, for the hash that a record keeps of every position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from herrlof.games.herald.cards import CARD_CODES, Card

if TYPE_CHECKING:
    from herrlof.games.herald.scoring import Round
    from herrlof.games.herald.state import HeraldState


def _codes(cards: Iterable[Card]) -> str:
    return ".".join([CARD_CODES[card] for card in cards]) or "-"


def _numbers(numbers: Iterable[int]) -> str:
    return ".".join(map(str, numbers)) or "-"


def _rounds(rounds: Iterable[Round]) -> str:
    return (
        "|".join(f"{done.dealer}:{_numbers(done.points)}:{_numbers(done.tricks)}:{done.herald}" for done in rounds)
        or "-"
    )


def summarize(state: HeraldState) -> str:
    """Return all slots of a state, `name=value` with spaces between; cards in their codes, lists with dots."""
    return (
        f"seats={state.seats} games={state.games} game={state.game_number} dealer={state.dealer} "
        f"scores={_numbers(state.scores)} rounds={_rounds(state.rounds)} winners={_numbers(state.winners)} "
        f"phase={state.phase} player={state.player} hands={'/'.join(map(_codes, state.hands))} "
        f"stock={_codes(state.stock)} leader={state.leader} ahead={state.ahead} points={_numbers(state.points)} "
        f"tricks={_numbers(state.tricks_won)} log={_codes(state.log)}"
    )
