"""How a hint speaks of the choices: the card and where it goes, and of a pair why one would keep it."""

from __future__ import annotations

from collections.abc import Sequence

from herrlof.game import Action
from herrlof.games.how_ruck import words
from herrlof.games.how_ruck.actions import CARD_PLAYED, DISCARD, FIELD_PLAYED, KEEP, PLAY, PLAY_ACTION, SEATS
from herrlof.games.how_ruck.cards import FIRST_ACTION, FIRST_WHITE, NO_CARD, Card
from herrlof.games.how_ruck.observation import Observation
from herrlof.tui.boards.board import BoardContext
from herrlof.tui.boards.how_ruck.faces import chip_face, face_of
from herrlof.tui.widgets.cards import chip
from herrlof.tui.widgets.hint import Mark


def kept(action: Action, seen: Observation) -> Card:
    """Return the card of the pair that an action keeps; NO_CARD: it keeps none."""
    return seen.pair[(action - KEEP) % SEATS] if action < PLAY and seen.pair else NO_CARD


def label(action: Action, seen: Observation, ascii_only: bool) -> Sequence[Mark]:
    """Return the card that an action keeps or plays as a chip, and in short where it goes; nothing: it has no card."""
    card = CARD_PLAYED.get(action, kept(action, seen))
    if card == NO_CARD:
        return ()
    face = face_of(card)._replace(marked=False) if action >= DISCARD else chip_face(card, short=card < FIRST_ACTION)
    marks = [Mark(chip(face, ascii_only), f"{face.colour}-ink", face.colour)]
    if action >= DISCARD:
        marks += [Mark(" "), Mark(words.idle(), "dim")]
    elif PLAY <= action < PLAY_ACTION:
        marks += [Mark(" "), Mark(words.side_in_short(FIELD_PLAYED[action], card >= FIRST_WHITE))]
    return marks


def name(action: Action, seen: Observation, context: BoardContext) -> str:
    """Return a choice in a sentence: of a pair the card that is kept, of a man or a lady the field too."""
    if (card := kept(action, seen)) != NO_CARD:
        return words.the_card(card)
    if PLAY <= action < PLAY_ACTION:
        return words.played_on(action, seen, context.names)
    return context.game.words.name(action, seen, context.names)


def title(action: Action, seen: Observation, context: BoardContext) -> str:
    """Return a choice where it begins a sentence."""
    card = kept(action, seen)
    return context.game.words.label(action, seen, context.names) if card == NO_CARD else words.the_card_first(card)


def why(action: Action, seen: Observation) -> Sequence[str]:
    """Return why one would keep a card of the pair rather than the other one; nothing of any other choice."""
    card = kept(action, seen)
    return [] if card == NO_CARD else [words.why_keep(card, kept(action ^ 1, seen))]
