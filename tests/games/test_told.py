"""Who is told what, by the rules pages. The contract tests hold observations to the events; here the events are held.

A game that told too much in an event and in the observation alike would keep to the contract, and break its rules.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from herrlof.contract.exchange import TracedMatch
from herrlof.contract.variants import Variant, variants
from herrlof.game import CHANCE, NOBODY, TERMINAL, Event, Row
from herrlof.games import GAMES
from herrlof.games.herald import state as herald_state
from herrlof.games.herald.scoring import points_in
from herrlof.games.herald.words import HeraldSpeaker
from herrlof.games.herrlof import state as herrlof_state
from herrlof.games.herrlof.log import entries
from herrlof.games.how_ruck import state as how_ruck_state
from herrlof.table.match import Match
from tests.contract.test_mutants import told_to
from tests.games.herald import test_secrecy as herald_secrecy
from tests.games.how_ruck import test_secrecy as how_ruck_secrecy

SECRET: dict[str, dict[str, tuple[str, Callable[[Event], set[int]]]]] = {
    "herrlof": {
        "hand": ("R3", lambda event: {event.seat}),
        "predicted": ("R5", lambda event: {event.seat}),
        "drew": ("R9", lambda event: {event.seat}),
        "discarded": ("R9", lambda event: {event.seat}),
        "drew-blind": ("R15", lambda event: {event.seat, event.values[0]}),
        "returned": ("R15", lambda event: {event.seat, event.values[0]}),
    },
    "herald": {
        "hand": ("H14", lambda event: {event.seat}),
        "drew": ("H14", lambda event: {event.seat}),
    },
    "how-ruck": {
        "pair": ("K16", lambda event: {event.seat}),
        "kept": ("K16", lambda event: {event.seat}),
        "sorted": ("K16", lambda event: {event.seat}),
        "split": ("K16", lambda event: {event.seat}),
        "drew": ("K16", lambda event: {event.seat}),
    },
    "herfor": {},
}
"""By kind of event the rule that makes it secret, and who may see it."""

PUBLIC: dict[str, set[str]] = {
    "herrlof": {
        "dealer", "dealt", "turned", "played", "passed", "trick", "took-trick", "stole", "leads", "predictions",
        "scored", "won", "extra-game",
    },
    "herald": {"dealer", "dealt", "played", "trick", "stock-gone", "scored", "won"},
    "how-ruck": {
        "dealt", "raced", "lots", "leads", "stacked", "played", "pulled", "barrel", "discarded", "switched", "named",
        "removed", "nothing", "stole", "won-round", "won",
    },
    "herfor": {"named", "took", "placed", "turned", "passed", "spent", "won"},
}  # fmt: skip
"""What lies open for everybody. Predictions and points are told when a round is over (R5, H11)."""
AT_THE_END = {"herrlof": {"predictions", "scored"}, "herald": {"scored"}}
"""What is public when all hands are empty, and not before."""


def check_told(variant: Variant, seed: int = 1) -> set[str]:
    """Check who sees what happens in a random match; return the kinds of secret that there were."""
    key, rng, world = variant.game.key, Random(seed), TracedMatch(variant)
    found = set()
    while (mover := world.state.current_player()) != TERMINAL:
        before = len(world.events)
        if mover == CHANCE:
            world.chance(rng.getrandbits(32))
        else:
            world.play(rng.choice(world.state.legal_actions()))
        for event in world.events[before:]:
            assert event.kind in {*SECRET[key], *PUBLIC[key]}
            everybody = {NOBODY, *range(variant.seats)}
            if event.kind in SECRET[key]:
                found.add(event.kind)
                rule, may_see = SECRET[key][event.kind]
                assert event.values, rule
                everybody = may_see(event)
            seen = {seat for seat in (NOBODY, *range(variant.seats)) if event.seen_by(seat).values == event.values}
            assert seen == everybody or not event.values, (event, SECRET[key].get(event.kind))
            if event.kind in AT_THE_END.get(key, ()):
                assert not any(world.state.hands), event  # type: ignore[attr-defined]
    return found


@pytest.mark.parametrize("variant", [one for game in GAMES.values() for one in variants(game)], ids=str)
def test_events_tell_a_secret_to_whom_the_rules_tell_it(variant: Variant) -> None:
    found = check_told(variant) | check_told(variant, 2)
    if not variant.options:
        assert found == set(SECRET[variant.game.key])


# What the contract cannot see


def herrlof_leak(patch: pytest.MonkeyPatch, events: set[str], entry_kinds: set[str]) -> None:
    """Let events and histories of Herrlof tell some secrets to everybody."""
    told_to(patch, herrlof_state, events, None)
    history_for = herrlof_state.history_for
    patch.setattr(
        herrlof_state,
        "history_for",
        lambda state, seat: tuple(
            (who, what, which if what in entry_kinds else known)
            for (who, what, which, *_), (_, _, known) in zip(
                entries(state.log), history_for(state, seat), strict=True
            )
        ),
    )  # fmt: skip


def told_theft(patch: pytest.MonkeyPatch) -> None:
    """Everybody is told which card a 6 took and which was given back."""
    herrlof_leak(patch, {"drew-blind", "returned"}, {"blind", "return"})


def told_discard(patch: pytest.MonkeyPatch) -> None:
    """Everybody is told which card was put under the deck."""
    herrlof_leak(patch, {"discarded"}, {"discard"})


def told_number(patch: pytest.MonkeyPatch) -> None:
    """Everybody is told a prediction when it is made."""
    herrlof_leak(patch, {"predicted"}, {"predict"})


def told_draw(patch: pytest.MonkeyPatch) -> None:
    """Everybody is told what is drawn from the stock."""
    told_to(patch, herald_state, {"drew"}, None)


def told_kept(patch: pytest.MonkeyPatch) -> None:
    """Everybody is told which cards went into a team."""
    told_to(patch, how_ruck_state, {"kept", "sorted", "split"}, None)


def told_undone(patch: pytest.MonkeyPatch) -> None:
    """The pairs that a race undid stay told."""
    patch.setattr(Match, "_hide_undone", lambda match: None)


def told_points(patch: pytest.MonkeyPatch) -> None:
    """Points are shown before the piles are turned; they follow from the tricks that everybody saw."""
    standing = HeraldSpeaker.standing

    def leak(speaker: HeraldSpeaker) -> object:
        won = [card for trick in speaker.seen.tricks if trick.winner == 0 for card in trick.cards]
        rows = {row.title: row for row in standing(speaker)}
        title = "You" if speaker.seen.seat == 0 else speaker.names[0]
        return [*{**rows, title: Row(title, (f"{points_in(won)} points",))}.values()]

    patch.setattr(HeraldSpeaker, "standing", leak)


def by_the_rules(key: str) -> Callable[[], object]:
    return lambda: [check_told(one, seed) for one in variants(GAMES[key]) if not one.options for seed in (1, 2)]


LEAKS: list[tuple[Callable[[pytest.MonkeyPatch], None], Callable[[], object], str]] = [
    (told_theft, by_the_rules("herrlof"), "tests/games/test_told.py"),
    (told_discard, by_the_rules("herrlof"), "tests/games/test_told.py"),
    (told_number, by_the_rules("herrlof"), "tests/games/test_told.py"),
    (told_draw, by_the_rules("herald"), "tests/games/test_told.py"),
    (told_kept, by_the_rules("how-ruck"), "tests/games/test_told.py"),
    (told_undone, how_ruck_secrecy.test_what_a_race_undoes_is_told_no_more, "tests/games/how_ruck/test_secrecy.py"),
    (
        told_points,
        herald_secrecy.test_while_a_game_is_played_nothing_tells_points_won,
        "tests/games/herald/test_secrecy.py",
    ),
]


@pytest.mark.parametrize(("leak", "test", "where"), LEAKS, ids=lambda value: getattr(value, "__name__", ""))
def test_a_leak_that_is_told_is_refused_by_the_rules(
    leak: Callable[[pytest.MonkeyPatch], None],
    test: Callable[[], object],
    where: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    test()
    leak(monkeypatch)
    with pytest.raises(AssertionError):
        test()
    page = (Path(__file__).parents[2] / "docs" / "mutants.md").read_text("utf-8")
    assert f"| `{leak.__name__}` | {leak.__doc__} | `{where}` |" in page
