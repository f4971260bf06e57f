"""Mutants of the four games' observations, events and words, and the shipped test that refuses each.

docs/mutants.md lists them. Where an observation is changed, `determinize` goes along with it as a game's own could: it
gives back the true world, so no twin that is made from an observation shows anything.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Callable
from dataclasses import fields, make_dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from herrlof.contract.variants import Variant, variants
from herrlof.game import Event, Row
from herrlof.games import GAMES
from herrlof.games.herald import state as herald_state
from herrlof.games.herald.cards import CARD_CODES as HERALD_CODES
from herrlof.games.herald.state import HeraldState
from herrlof.games.herald.words import HeraldSpeaker
from herrlof.games.herrlof import state as herrlof_state
from herrlof.games.herrlof.cards import cards_in
from herrlof.games.herrlof.log import entries
from herrlof.games.herrlof.state import HerrlofState
from herrlof.games.how_ruck import state as how_ruck_state
from herrlof.games.how_ruck.state import HowRuckState
from herrlof.games.how_ruck.words import HowRuckSpeaker
from herrlof.tui.boards.herald.board import HeraldBoard
from tests.contract.refusals import FORGETS, FRAME, SEES, SHIPPED, WORDS

Patch = pytest.MonkeyPatch

world: list[Any] = []
"""The true state behind the last observation: what a leak needs, and nothing in the program has."""


def mutated(patch: Patch, key: str, state: type[Any], change: Callable[[Any, int, Any], Any]) -> None:
    """Let a game's observations be what `change` makes of state, seat and observation; `determinize` honours it."""
    observation, known = state.observation, dict[Any, Any]()

    def observe(self: Any, seat: int) -> Any:
        seen = change(self, seat, observation(self, seat))
        known[seen] = self.clone()
        return seen

    patch.setattr(state, "observation", observe)
    patch.setattr(type(GAMES[key]), "determinize", lambda game, seen, rng: known[seen].clone())


def watched(patch: Patch, state: type[Any]) -> None:
    """Put the true state behind each observation into `world`."""
    observation = state.observation

    def observe(self: Any, seat: int) -> Any:
        world[:] = [self]
        return observation(self, seat)

    patch.setattr(state, "observation", observe)


def told_to(patch: Patch, module: Any, kinds: set[str], visible_to: tuple[int, ...] | None) -> None:
    """Let events of some kinds be told to others."""

    def make(kind: str, *more: Any) -> Event:
        event = Event(kind, *more)
        return event._replace(visible_to=visible_to) if kind in kinds else event

    patch.setattr(module, "Event", make)


@cache
def _extended(kind: type[Any]) -> type[Any]:
    return make_dataclass("Extended", [("more", tuple)], bases=(kind,), frozen=True, slots=True)


def extended(seen: Any, more: tuple[Any, ...]) -> Any:
    """Return an observation with one more part."""
    return _extended(type(seen))(*[getattr(seen, part.name) for part in fields(seen)], more)


def herrlof_history(patch: Patch, hidden: Callable[[str, int, int, int, int, bool], bool]) -> None:
    """Let a seat's history hide what `hidden` says of (what, who, giver, taker, seat, as it should be)."""
    history_for = herrlof_state.history_for

    def history(state: HerrlofState, seat: int) -> Any:
        return tuple(
            (who, what, None if hidden(what, who, giver, taker, seat, known is None) else which)
            for (who, what, which, giver, taker), (_, _, known) in zip(
                entries(state.log), history_for(state, seat), strict=True
            )
        )

    patch.setattr(herrlof_state, "history_for", history)
    mutated(patch, "herrlof", HerrlofState, lambda state, seat, seen: seen)


# The mutants


def every_hand(patch: Patch) -> None:
    """Every hand is shown to every seat."""
    mutated(patch, "herrlof", HerrlofState, lambda state, seat, seen: extended(seen, tuple(map(cards_in, state.hands))))


def forgotten_look(patch: Patch) -> None:
    """Who drew a card with a 3 and put a card under the deck forgets both."""
    herrlof_history(patch, lambda what, who, giver, taker, seat, secret: secret or what in ("draw", "discard"))


def forgotten_draw(patch: Patch) -> None:
    """Who drew a card with a 3 forgets which of its hand it is."""
    herrlof_history(patch, lambda what, who, giver, taker, seat, secret: secret or what == "draw")


def open_theft(patch: Patch) -> None:
    """The third seat sees which card a 6 has taken, and which was given back."""
    herrlof_history(patch, lambda what, who, giver, taker, seat, secret: secret and what not in ("blind", "return"))


def wrong_discard(patch: Patch) -> None:
    """The card under the deck is remembered by the other seats, and not by the one that put it there."""
    herrlof_history(patch, lambda what, who, giver, taker, seat, secret: seat == who if what == "discard" else secret)


def forgotten_prediction(patch: Patch) -> None:
    """A seat forgets its own number."""
    herrlof_history(patch, lambda what, who, giver, taker, seat, secret: secret or what == "predict")
    mutated(patch, "herrlof", HerrlofState, lambda state, seat, seen: replace(seen, prediction=None))


def unspoken_hand(patch: Patch) -> None:
    """No event tells a seat its hand."""
    told_to(patch, herrlof_state, {"hand"}, ())


def telling_choice(patch: Patch) -> None:
    """What a seat may play depends on the hand of the next one."""
    legal_actions = HerrlofState.legal_actions

    def legal(state: HerrlofState) -> Any:
        found = legal_actions(state)
        odd = state.phase == "play" and sum(cards_in(state.hands[(state.player + 1) % state.seats])) % 2
        return found[1:] if odd and len(found) > 1 else found

    patch.setattr(HerrlofState, "legal_actions", legal)


def telling_label(patch: Patch) -> None:
    """A choice names a card of the next player."""
    watched(patch, HeraldState)
    label = HeraldSpeaker.label

    def leak(speaker: HeraldSpeaker, action: int) -> str:
        cards = sorted(world[0].hands[(speaker.seen.seat + 1) % speaker.seen.seats]) if world else []
        return f"{label(speaker, action)} ({HERALD_CODES[cards[0]]})" if cards else label(speaker, action)

    patch.setattr(HeraldSpeaker, "label", leak)


def telling_row(patch: Patch) -> None:
    """A row of what is public counts what lies in the stock."""
    watched(patch, HeraldState)
    standing = HeraldSpeaker.standing

    def leak(speaker: HeraldSpeaker) -> Any:
        return [*standing(speaker), Row("Points in the stock", (str(sum(world[0].stock)),))]

    patch.setattr(HeraldSpeaker, "standing", leak)


def telling_sentence(patch: Patch) -> None:
    """A sentence about a draw names the card that another one drew."""
    watched(patch, HeraldState)
    event_text = HeraldSpeaker.event

    def leak(speaker: HeraldSpeaker, event: Event) -> str:
        if event.kind == "drew" and not event.values:
            return f"{speaker.names[event.seat]} holds {HERALD_CODES[max(world[0].hands[event.seat], default=0)]}."
        return event_text(speaker, event)

    patch.setattr(HeraldSpeaker, "event", leak)


def hand_as_dealt(patch: Patch) -> None:
    """A hand is told in the order in which it was dealt, which nobody remembers."""
    patch.setattr(
        herald_state, "sorted", lambda cards: cards if type(cards) is list else builtins.sorted(cards), raising=False
    )
    mutated(patch, "herald", HeraldState, lambda state, seat, seen: replace(seen, hand=tuple(sorted(seen.hand))))


def telling_cell(patch: Patch) -> None:
    """A dot in the corner of the board is bright when the next card of the stock is an even one."""
    watched(patch, HeraldState)
    draw_table = HeraldBoard.draw_table

    def leak(board: HeraldBoard, canvas: Any, view: Any) -> None:
        draw_table(board, canvas, view)
        odd = world[0].stock and world[0].stock[-1] % 2
        canvas.put(canvas.width - 1, 0, ".", "text" if odd else "dim")

    patch.setattr(HeraldBoard, "draw_table", leak)


def open_team(patch: Patch) -> None:
    """A seat sees what the other one kept."""
    mutated(
        patch, "how-ruck", HowRuckState,
        lambda state, seat, seen: extended(seen, state.kept[1 - seat] if seat >= 0 else ()),
    )  # fmt: skip


def forgotten_gift(patch: Patch) -> None:
    """A seat forgets what it gave to the other team."""
    mutated(patch, "how-ruck", HowRuckState, lambda state, seat, seen: replace(seen, given=()))


def announced_choice(patch: Patch) -> None:
    """Everybody is told which card of a pair was kept, and no observation knows it."""
    told_to(patch, how_ruck_state, {"kept"}, None)


def telling_refusal(patch: Patch) -> None:
    """Why a card cannot be played depends on whether the other seat holds it."""
    watched(patch, HowRuckState)
    refusal = HowRuckSpeaker.refusal

    def leak(speaker: HowRuckSpeaker, action: int) -> str:
        text, seen = refusal(speaker, action), speaker.seen
        return f"{text}: {len(set(world[0].hands[1 - seen.seat]))}" if seen.phase == "play" else text

    patch.setattr(HowRuckSpeaker, "refusal", leak)


MUTANTS: list[tuple[Callable[[Patch], None], str, str]] = [
    (every_hand, "herrlof", SEES),
    (open_theft, "herrlof", SEES),
    (wrong_discard, "herrlof", SEES),
    (forgotten_look, "herrlof", FORGETS),
    (forgotten_draw, "herrlof", FORGETS),
    (forgotten_prediction, "herrlof", FORGETS),
    (unspoken_hand, "herrlof", SEES),
    (telling_choice, "herrlof", SEES),
    (telling_label, "herald", WORDS),
    (telling_row, "herald", WORDS),
    (telling_sentence, "herald", WORDS),
    (hand_as_dealt, "herald", FORGETS),
    (telling_cell, "herald", FRAME),
    (open_team, "how-ruck", SEES),
    (forgotten_gift, "how-ruck", FORGETS),
    (announced_choice, "how-ruck", FORGETS),
    (telling_refusal, "how-ruck", WORDS),
]


@pytest.mark.second
@pytest.mark.parametrize(("spoil", "key", "test"), MUTANTS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_mutant_is_refused(spoil: Callable[[Patch], None], key: str, test: str, monkeypatch: Patch) -> None:
    """By the test that is named, for some number of seats and some options; and what it says leads there."""
    world.clear()
    with monkeypatch.context() as patch:
        spoil(patch)
        refused = ((variant, refusal(test, variant)) for variant in variants(GAMES[key]))
        variant, said = next((one for one in refused if one[1]), (None, ""))
    assert variant is not None, "it is not refused"
    assert re.search(rf"{key}-\d.*, seed 1", said)
    assert re.search(r"move \d+ exchanged: .+ or .+", said)
    assert not refusal(test, variant), "it is refused as it is"


def refusal(test: str, variant: Variant) -> str:
    """Return what a shipped test has against a game; nothing if it passes."""
    try:
        SHIPPED[test](variant)
    except AssertionError as error:
        return str(error)
    return ""


def test_every_mutant_is_listed() -> None:
    page = (Path(__file__).parents[2] / "docs" / "mutants.md").read_text("utf-8")
    for spoil, _, test in MUTANTS:
        assert f"| `{spoil.__name__}` | {spoil.__doc__} | `{test}` |" in page
