"""A state as one line of text, for the hash that a record keeps of every position."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from herrlof.games.herrlof.cards import CARD_CODES, Card, cards_in

if TYPE_CHECKING:
    from herrlof.games.herrlof.state import HerrlofState


def _codes(cards: Iterable[Card]) -> str:
    return ".".join([CARD_CODES[card] for card in cards]) or "-"


def _numbers(numbers: Iterable[int]) -> str:
    return ".".join(map(str, numbers)) or "-"


def _last(last: tuple[int, tuple[Card, ...], int] | None) -> str:
    if last is None:
        return "-"
    leader, cards, winner = last
    return f"{leader}:{_codes(cards)}:{winner}"


def _rounds(rounds: Sequence[tuple[int, int, tuple[int, ...], tuple[int, ...], tuple[int, ...], int]]) -> str:
    return (
        "|".join(
            f"{game}:{number}:{_numbers(predictions)}:{_numbers(tricks)}:{_numbers(points)}:{destroyed}"
            for game, number, predictions, tricks, points, destroyed in rounds
        )
        or "-"
    )


def summarize(state: HerrlofState) -> str:
    """Return all slots of a state, `name=value` with spaces between; cards in their codes, lists with dots."""
    fresh = "-" if state.fresh < 0 else CARD_CODES[state.fresh]
    return (
        f"seats={state.seats} edition={state.edition} goal={state.goal} cards={_codes(state.cards)} "
        f"hand-size={state.hand_size} game={state.game_number} round={state.round_number} dealer={state.dealer} "
        f"scores={_numbers(state.scores)} correct={_numbers(state.correct)} rounds={_rounds(state.rounds)} "
        f"winners={_numbers(state.winners)} phase={state.phase} player={state.player} "
        f"hands={'/'.join([_codes(cards_in(hand)) for hand in state.hands])} deck={_codes(state.deck)} "
        f"trump={state.trump} turned={_codes(state.turned)} predictions={_numbers(state.predictions)} "
        f"tricks={_numbers(state.tricks_won)} destroyed={state.destroyed} leader={state.leader} "
        f"trick={_codes(state.trick)} follow={state.follow} fresh={fresh} robbed={state.robbed} "
        f"log={_numbers(state.log)} last={_last(state.last)}"
    )
