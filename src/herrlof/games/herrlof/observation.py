"""What one seat knows: its own secrets and the public past, with perfect memory (R5, R9, R15, R17)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeAlias

from herrlof.game import CHANCE, NOBODY
from herrlof.games.herrlof.actions import (
    BLIND,
    DISCARD,
    DREW,
    PASS,
    PLAY,
    PREDICT,
    RETURN,
    STEAL,
    TAKE_TRICK,
    TURNED,
)
from herrlof.games.herrlof.cards import Card, Colour, cards_in, size_of
from herrlof.games.herrlof.scoring import Round
from herrlof.games.herrlof.tricks import Trick

if TYPE_CHECKING:
    from herrlof.games.herrlof.state import HerrlofState

Entry: TypeAlias = tuple[int, str, int | None]
"""(who, what, which): who is a seat or CHANCE; which is a card, a number or a seat, None where it is secret."""

_SORTS: Final = (
    (TURNED, "turn"),
    (DREW, "draw"),
    (BLIND, "blind"),
    (RETURN, "return"),
    (STEAL, "steal"),
    (TAKE_TRICK, "take-trick"),
    (DISCARD, "discard"),
    (PASS, "pass"),
    (PREDICT, "predict"),
    (PLAY, "play"),
)


@dataclass(frozen=True, slots=True)
class Observation:
    """All that one seat could know at one point of a match; plain values only."""

    seat: int
    """Whose knowledge this is; NOBODY: an onlooker's."""
    seats: int
    edition: str
    goal: int
    cards: tuple[Card, ...]
    """The deck this match is played with."""
    hand_size: int
    """Cards in a hand after the deal."""

    game_number: int
    round_number: int
    dealer: int
    scores: tuple[int, ...]
    correct: tuple[int, ...]
    """How often each seat's prediction came true in this game."""
    rounds: tuple[Round, ...]
    winners: tuple[int, ...]

    phase: str
    mover: int
    hand: tuple[Card, ...]
    fresh: Card | None
    """The card just drawn by a 3 or a 6, while its owner chooses what to give up."""
    hand_sizes: tuple[int, ...]
    deck_size: int
    trump: Colour
    turned: tuple[Card, ...]
    """The cards turned up for trump this round; the last one counts."""
    prediction: int | None
    predicted: tuple[bool, ...]
    tricks_won: tuple[int, ...]
    destroyed: int
    leader: int
    follow: Colour
    trick: tuple[Card, ...]
    last_trick: Trick | None
    history: tuple[Entry, ...]
    """What happened in this round since the deal."""


def history_for(state: HerrlofState, seat: int) -> tuple[Entry, ...]:
    """Return the log of the round with what is secret from `seat` left out."""
    entries: list[Entry] = []
    thief = victim = NOBODY
    for item in state.log:
        who, what = item >> 8, item & 255
        first, sort = next(pair for pair in _SORTS if what >= pair[0])
        which: int | None = what - first
        if sort == "pass":
            which = None
        elif sort in ("predict", "draw", "discard"):
            which = which if who == seat else None
        elif sort == "steal":
            thief, victim = who, what - first
        elif sort in ("blind", "return"):
            which = which if seat in (thief, victim) else None
        entries.append((CHANCE if sort in ("blind", "turn") else who, sort, which))
    return tuple(entries)


def observe(state: HerrlofState, seat: int) -> Observation:
    """Return what `seat` knows of `state`."""
    own = seat >= 0
    sees_fresh = own and state.fresh >= 0 and seat == state.player
    return Observation(
        seat=seat,
        seats=state.seats,
        edition=state.edition,
        goal=state.goal,
        cards=state.cards,
        hand_size=state.hand_size,
        game_number=state.game_number,
        round_number=state.round_number,
        dealer=state.dealer,
        scores=state.scores,
        correct=state.correct,
        rounds=state.rounds,
        winners=state.winners,
        phase=state.phase,
        mover=state.player,
        hand=cards_in(state.hands[seat]) if own else (),
        fresh=state.fresh if sees_fresh else None,
        hand_sizes=tuple(map(size_of, state.hands)),
        deck_size=len(state.deck),
        trump=state.trump,
        turned=state.turned,
        prediction=state.predictions[seat] if own and state.predictions[seat] >= 0 else None,
        predicted=tuple(prediction >= 0 for prediction in state.predictions),
        tricks_won=tuple(state.tricks_won),
        destroyed=state.destroyed,
        leader=state.leader,
        follow=state.follow,
        trick=tuple(state.trick),
        last_trick=state.last_trick,
        history=history_for(state, seat),
    )
