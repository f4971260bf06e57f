"""A state as one line of text, for the hash that a record keeps of every position."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from herrlof.games.how_ruck.cards import CARD_CODES, Card

if TYPE_CHECKING:
    from herrlof.games.how_ruck.observation import Round
    from herrlof.games.how_ruck.state import HowRuckState


def _codes(cards: Iterable[Card]) -> str:
    return ".".join([CARD_CODES[card] for card in cards]) or "-"


def _each(several: Iterable[Iterable[Card]]) -> str:
    return "/".join(map(_codes, several))


def _numbers(numbers: Iterable[int]) -> str:
    return ".".join(map(str, numbers)) or "-"


def _rounds(rounds: Iterable[Round]) -> str:
    return (
        "|".join(
            f"{done.leader}:{done.winner}:{done.reason}:{_numbers(done.path)}:{_numbers(done.pulled)}"
            for done in rounds
        )
        or "-"
    )


def summarize(state: HowRuckState) -> str:
    """Return all slots of a state, `name=value` with spaces between; cards in their codes, lists with dots."""
    return (
        f"race={state.race} teams={state.teams} goal={state.goal} round={state.round_number} "
        f"scores={_numbers(state.scores)} rounds={_rounds(state.rounds)} winners={_numbers(state.winners)} "
        f"phase={state.phase} player={state.player} leader={state.leader} placed={state.placed} lots={state.lots} "
        f"aside={_codes(state.aside)} piles={_each(state.piles)} kept={_each(state.kept)} "
        f"given={_each(state.given)} hands={_each(state.hands)} "
        f"stolen={'-' if state.stolen < 0 else CARD_CODES[state.stolen]} rope={_each(state.rope)} "
        f"barrel={state.barrel} discards={_codes(state.discards)} log={_numbers(state.log)} "
        f"path={_numbers(state.path)}"
    )
