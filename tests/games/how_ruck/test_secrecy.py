"""Hidden twins: what a seat cannot know changes neither what it sees, nor what it may do, nor what any bot does."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from herrlof.bots import bot_kind, bots_of, new_bot
from herrlof.game import CHANCE, NOBODY, TERMINAL
from herrlof.games.how_ruck.state import HowRuckState
from herrlof.table.match import Match, Seat
from tests.games.how_ruck.table import GAME, Table, codes

OPTIONS = ({}, {"race": "even"}, {"teams": "dealt"})


def positions(seed: int, **options: Any) -> Iterator[HowRuckState]:
    """Yield the positions of a random match in which a seat is to move."""
    rng, state = Random(seed), GAME.new_state(2, **options)
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
            continue
        yield state
        state.apply(rng.choice(state.legal_actions()))


def permuted(state: HowRuckState, seat: int, rng: Random) -> HowRuckState:
    """Return a state in which cards that `seat` cannot tell apart have changed places, made by hand."""
    twin, other = state.clone(), 1 - seat
    if state.phase == "keep":
        hidden, mine = list(state.piles[other]), state.piles[seat]
        seen = 2 * len(state.kept[seat]) + (2 if state.player == seat else 0)
        hidden += [*mine[seen:], *state.aside]
        rng.shuffle(hidden)
        theirs, rest = tuple(hidden[:20]), hidden[20:]
        own = (*mine[:seen], *rest[: 20 - seen])
        twin.piles = (own, theirs) if seat == 0 else (theirs, own)
        twin.aside = tuple(rest[20 - seen :])
        choices = [rng.randrange(2) for _ in state.kept[other]]
        kept = tuple(theirs[2 * n + choice] for n, choice in enumerate(choices))
        given = tuple(theirs[2 * n + 1 - choice] for n, choice in enumerate(choices))
        twin.kept = (state.kept[0], kept) if other else (kept, state.kept[1])
        twin.given = (state.given[0], given) if other else (given, state.given[1])
        return twin
    if state.phase == "split":
        return twin
    unseen = [*state.hands[other], *state.piles[other]]
    if state.teams == "dealt":  # nothing is known of any card that has not been seen
        lots = 2 * state.lots
        unseen += [*state.piles[seat], *state.aside[lots:]]
        rng.shuffle(unseen)
        size = len(state.piles[seat])
        mine_left, unseen = tuple(unseen[:size]), unseen[size:]
        twin.aside = (*state.aside[:lots], *unseen[len(unseen) - 15 + lots :])
        unseen = unseen[: len(unseen) - 15 + lots]
    else:
        rng.shuffle(unseen)
        pile = list(state.piles[seat])
        rng.shuffle(pile)
        mine_left = tuple(pile)
    size = len(state.hands[other])
    twin.hands[other] = sorted(unseen[:size])
    theirs_left = tuple(unseen[size:])
    twin.piles = (mine_left, theirs_left) if seat == 0 else (theirs_left, mine_left)
    return twin


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_permuting_what_a_seat_cannot_know_changes_nothing_for_it(options: dict[str, Any]) -> None:
    different = places = 0
    for seed in range(4):
        rng = Random(seed)
        for state in positions(seed, **options):
            for seat in (0, 1):
                twin = permuted(state, seat, rng)
                places += 1
                different += twin.summary() != state.summary()
                assert twin.observation(seat) == state.observation(seat)
                assert twin.observation(NOBODY) == state.observation(NOBODY)
                if state.current_player() == seat:
                    assert twin.legal_actions() == state.legal_actions()
    assert different > 0.8 * places


@pytest.mark.parametrize("key", list(bots_of("how-ruck")))
def test_a_bot_chooses_the_same_in_twin_worlds(key: str) -> None:
    """With the same generator, in worlds permuted by hand and in worlds made from what was seen."""
    every = 6 if bot_kind("how-ruck", key).uses_worker else 1
    options = {"goal": 1, "teams": "dealt"} if key == "search" else {"goal": 1}
    checked = 0
    for number, state in enumerate(positions(5, **options)):
        if number % every:
            continue
        rng, seat = Random(number), state.current_player()
        twins = permuted(state, seat, rng), GAME.determinize(state.observation(seat), rng)
        found = {
            new_bot(GAME, key, Random(7)).choose(world.observation(seat), world.legal_actions())
            for world in (state, *twins)
        }
        assert len(found) == 1
        checked += 1
    assert checked >= 5


PILE = codes(range(20)).split()
"""A card of each of twenty kinds."""


@pytest.mark.parametrize("placed", [1, 4, 8, 9])
def test_the_slower_player_cannot_know_what_was_undone(placed: int) -> None:
    """Other cards in the undone pairs, and other choices there, are the same to the slower player."""
    looks = []
    for choice in (1, 2):
        done, undone = PILE[: 2 * placed], PILE[2 * placed :]
        table = Table(race="clock")
        table.deal("N", " ".join(done + (undone if choice == 1 else undone[::-1])))
        table.do(*["0: keep 1"] * 10)
        table.do(*[f"1: keep {choice if pair >= placed else 1}" for pair in range(10)])
        before = len(table.events)
        table.chance(f"race 0 {placed}")
        looks.append([table.seen(1)])
        while table.mover() == 0:
            table.do(f"0: split {choice}")
            looks[-1].append(table.seen(1))
        looks[-1] += [event.seen_by(1) for event in table.events[before:]]
        assert codes(table.seen(1).kept).split() == done[::2]
        assert codes(table.seen(1).given).split() == done[1::2]
        assert len(table.seen(0).kept) == 20 - placed
    assert looks[0] == looks[1]


def test_an_onlooker_knows_no_card_that_is_not_public() -> None:
    for state in positions(3):
        seen = state.observation(NOBODY)
        assert seen.hand == seen.pair == seen.kept == seen.given == ()


def test_what_a_race_undoes_is_told_no_more() -> None:
    """K6: in a match that was asked in turns too, the slower player's events are those of one whom the race cut off."""
    match = Match(GAME, [Seat("Anna"), Seat("Boris")], seed=bytes(32))
    match.advance()
    while match.mover >= 0:
        match.play(match.mover, "keep 1")
    shown = {seat: [event for event in match.news(seat) if event.kind in ("pair", "kept")] for seat in (0, 1)}
    assert [sum(bool(event.values) for event in shown[seat]) for seat in (0, 1)] == [20, 20]
    match.advance("race 0 4")
    for seat in (NOBODY, 0, 1):
        told = [event for event in match.news(seat) if event.kind in ("pair", "kept", "sorted") and event.values]
        kinds = [event.kind for event in told]
        assert kinds == {NOBODY: [], 0: ["pair", "sorted", "pair"], 1: ["sorted"]}[seat]
    (sorted_,) = [event for event in match.news(1) if event.kind == "sorted" and event.values]
    assert sorted_.values == match.observe(1).kept + match.observe(1).given
    assert [move.do for move in match.public_moves()] == ["deal", *["keep"] * 20, "race 0 4"]
