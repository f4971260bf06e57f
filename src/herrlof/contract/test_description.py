"""What a game says of itself is so: its actions, its longest match, its observations as JSON, its decisions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from herrlof.contract.variants import Variant, positions
from herrlof.game import CHANCE, NOBODY, TERMINAL, Event, State, raced
from herrlof.games.json import from_json, to_json

BIGGEST = 2**53
"""Beyond it not every program reads a number of JSON as it was written."""


def test_every_action_is_below_their_number(variant: Variant) -> None:
    for state in positions(variant, 11):
        assert all(0 <= action < variant.game.actions for action in state.legal_actions()), "`actions` is their number"


def test_no_match_is_longer_than_the_longest(variant: Variant) -> None:
    longest = variant.game.longest
    for seed in range(3):
        moves = sum(1 for _ in positions(variant, seed)) - 1
        assert longest is None or moves <= longest, f"a match of {moves} moves is longer than `longest`"


def numbers(value: Any) -> Iterator[int]:
    if isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from numbers(part)
    elif isinstance(value, int):
        yield value


def test_an_observation_goes_to_json_whole(variant: Variant) -> None:
    """Every field by its name, nothing lost, and no number that another program would read differently."""
    texts: dict[str, Any] = {}
    for state in positions(variant, 12):
        for seat in (NOBODY, *range(variant.seats)):
            seen = state.observation(seat)
            assert type(seen) is variant.game.observation_type
            written = to_json(variant.game, seen)
            text = json.dumps(written)
            assert json.loads(text) == written
            assert from_json(variant.game, written) == seen, "`Code.parse` is no inverse"
            assert all(getattr(seen, name) is not None or value is None for name, value in written.items())
            assert texts.setdefault(text, seen) == seen, "two observations are the same JSON"
            assert all(abs(number) <= BIGGEST for number in numbers(written)), "a number beyond 2^53"


def test_everybody_knows_what_is_decided(variant: Variant) -> None:
    game = variant.game
    for state in positions(variant, 13):
        if state.current_player() >= 0:
            kinds = {game.decision_kind(state.observation(seat)) for seat in (NOBODY, *range(variant.seats))}
            assert len(kinds) == 1, f"`decision_kind` is no secret, and here it is {kinds}"
            (kind,) = kinds
            assert kind.isascii()
            assert kind.replace("-", "").isalpha()
            assert kind.islower()


def after(state: State, action: int) -> State:
    twin = state.clone()
    twin.apply(action)
    return twin


def test_who_chooses_at_the_same_time_sees_nothing_of_the_others_choices(variant: Variant) -> None:
    """Whatever the mover does, the others who have yet to choose know the same and may do the same."""
    game = variant.game
    for number, state in enumerate(positions(variant, 14)):
        seats = game.simultaneous(state.observation(NOBODY))
        if not seats:
            assert not raced(game).next_measured_kind(state.observation(NOBODY)) or state.current_player() < 0
            continue
        mover = state.current_player()
        assert mover in seats
        assert sorted(set(seats)) == list(seats)
        assert set(seats) <= set(range(variant.seats))
        if len(seats) == 1 or number % 3:
            continue
        worlds = [after(state, action) for action in state.legal_actions()[:8]]
        for seat in {NOBODY, *seats} - {mover}:
            seen = {world.observation(seat) for world in worlds}
            assert len(seen) == 1, f"seat {seat} sees what seat {mover} chooses at the same time"
        (then,) = {world.current_player() for world in worlds}
        assert then in seats
        if then != mover:
            assert len({world.legal_actions() for world in worlds}) == 1


def test_who_is_out_stays_out_and_does_not_move(variant: Variant) -> None:
    """Until a round begins: nobody is out before the first one, and after the match it does not matter."""
    game, rng = variant.game, Random(15)
    state, events, before = variant.new_state(), list[Event](), set[int]()
    while (mover := state.current_player()) != TERMINAL:
        (told,) = {tuple(game.seats_out(state.observation(seat))) for seat in (NOBODY, *range(variant.seats))}
        out = set(told)
        if any(event.kind == game.round_start_event for event in events):
            before = set()
        events.clear()
        assert before <= out, f"seats {before - out} were out, and are back before a round begins"
        assert out < set(range(variant.seats)), "not every seat can be out"
        assert mover not in out, f"seat {mover} is out, and moves"
        before = out
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng), events)
        else:
            state.apply(rng.choice(state.legal_actions()), events)


def test_rounds_are_counted(variant: Variant) -> None:
    """Each round that ends leaves facts, and progress tells one round from the next."""
    game, rng = variant.game, Random(16)
    state, events = variant.new_state(), list[Event]()
    told = []
    while (mover := state.current_player()) != TERMINAL:
        begun = sum(event.kind == game.round_start_event for event in events)
        if mover >= 0:
            told.append((begun, tuple(game.progress(state.observation(NOBODY)).items())))
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng), events)
        else:
            state.apply(rng.choice(state.legal_actions()), events)
    if game.round_end_event:
        ended = sum(event.kind == game.round_end_event for event in events)
        assert len(game.round_facts(state.observation(NOBODY))) == ended, "round_facts has one line a round"
    if game.round_start_event:
        assert all(progress for _, progress in told), "progress names the round"
        rounds = [{progress for begun, progress in told if begun == number} for number in {begun for begun, _ in told}]
        assert sum(map(len, rounds)) == len(set.union(*rounds)), "progress is the same in two rounds"
