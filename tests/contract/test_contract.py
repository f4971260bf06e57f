"""What any game of the hall must keep to. A new game is done when these pass unchanged."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from random import Random
from typing import Any

import pytest

from herrlof.game import CHANCE, NOBODY, TERMINAL, Event, Game, IllegalAction, State
from herrlof.games import GAMES

VARIANTS: list[tuple[str, int, dict[str, Any]]] = [
    ("herrlof", seats, {"edition": edition, "goal": goal, "first_dealer": seats - 1})
    for seats in (2, 3)
    for edition, goal in (("english", 50), ("dutch", 20))
]
pytestmark = pytest.mark.parametrize(
    ("key", "seats", "options"),
    VARIANTS,
    ids=[f"{key}-{seats}-{options['edition']}" for key, seats, options in VARIANTS],
)


def positions(game: Game, seats: int, options: dict[str, Any], seed: int) -> Iterator[State]:
    """Yield every position of a random match; the failing seed is the reproducer."""
    rng = Random(seed)
    state = game.new_state(seats, **options)
    while True:
        yield state
        mover = state.current_player()
        if mover == TERMINAL:
            return
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
        else:
            state.apply(rng.choice(state.legal_actions()))


def everything(state: State, seats: int) -> list[Any]:
    """Return all that can be asked of a state."""
    seen = [state.observation(seat) for seat in (NOBODY, *range(seats))]
    return [state.current_player(), list(state.legal_actions()), state.returns(), *seen]


def test_a_match_ends_and_its_returns_are_shares_of_the_win(key: str, seats: int, options: dict[str, Any]) -> None:
    game = GAMES[key]
    assert seats in game.seats
    for seed in range(10):
        for state in positions(game, seats, options, seed):
            over = state.current_player() == TERMINAL
            assert sum(state.returns()) == pytest.approx(float(over))
        assert len(state.returns()) == seats
        assert state.current_player() == TERMINAL
        assert list(state.legal_actions()) == []


def test_legal_actions_are_ascending_different_and_wait_for_the_mover(
    key: str, seats: int, options: dict[str, Any]
) -> None:
    for state in positions(GAMES[key], seats, options, 1):
        legal = list(state.legal_actions())
        assert legal == sorted(set(legal))
        assert bool(legal) == (state.current_player() >= 0)


def test_notation_goes_both_ways(key: str, seats: int, options: dict[str, Any]) -> None:
    game = GAMES[key]
    rng = Random(2)
    for state in positions(game, seats, options, 2):
        for action in state.legal_actions():
            assert game.decode(game.encode(action)) == action
        if state.current_player() == CHANCE:
            outcome = state.sample_chance(rng)
            assert game.decode_chance(game.encode_chance(outcome)) == outcome


@pytest.mark.parametrize("text", ["", "sing", "play", "play Z9", "play  B7", "PLAY B7", "predict -1", "deal", "blind"])
def test_text_that_is_no_move_is_refused_in_a_sentence(
    key: str, seats: int, options: dict[str, Any], text: str
) -> None:
    for decode in (GAMES[key].decode, GAMES[key].decode_chance):
        with pytest.raises(IllegalAction, match=r"\w+ \w+"):
            decode(text)


def test_a_clone_shares_nothing(key: str, seats: int, options: dict[str, Any]) -> None:
    rng = Random(3)
    for number, state in enumerate(positions(GAMES[key], seats, options, 3)):
        if number % 7:
            continue
        before = everything(state, seats)
        twin = state.clone()
        assert everything(twin, seats) == before
        for _ in range(5):
            mover = twin.current_player()
            if mover == CHANCE:
                twin.apply_chance(twin.sample_chance(rng))
            elif mover >= 0:
                twin.apply(rng.choice(twin.legal_actions()))
        assert everything(state, seats) == before


def test_the_same_moves_lead_to_the_same_place(key: str, seats: int, options: dict[str, Any]) -> None:
    first = list(map(repr, (everything(state, seats) for state in positions(GAMES[key], seats, options, 4))))
    again = list(map(repr, (everything(state, seats) for state in positions(GAMES[key], seats, options, 4))))
    assert first == again


def test_a_match_replays_from_its_text_codes(key: str, seats: int, options: dict[str, Any]) -> None:
    game, rng = GAMES[key], Random(5)
    state = game.new_state(seats, **options)
    record = []
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            record.append((CHANCE, game.encode_chance(state.sample_chance(rng))))
            state.apply_chance(game.decode_chance(record[-1][1]))
        else:
            record.append((mover, game.encode(rng.choice(state.legal_actions()))))
            state.apply(game.decode(record[-1][1]))
    replay = game.new_state(seats, **options)
    for mover, text in record:
        assert replay.current_player() == mover
        if mover == CHANCE:
            replay.apply_chance(game.decode_chance(text))
        else:
            replay.apply(game.decode(text))
    assert everything(replay, seats) == everything(state, seats)


def test_hidden_twins_look_the_same(key: str, seats: int, options: dict[str, Any]) -> None:
    """A world made from what a seat saw cannot be told from the true one by that seat."""
    game = GAMES[key]
    for seed in (6, 7):
        rng = Random(seed)
        for state in positions(game, seats, options, seed):
            for seat in (NOBODY, *range(seats)):
                seen = state.observation(seat)
                twin = game.determinize(seen, rng)
                assert twin.observation(seat) == seen
                assert twin.current_player() == state.current_player()
                if seat == state.current_player():
                    assert list(twin.legal_actions()) == list(state.legal_actions())


def test_a_twin_can_be_played_to_the_end(key: str, seats: int, options: dict[str, Any]) -> None:
    game, rng = GAMES[key], Random(8)
    for number, state in enumerate(positions(game, seats, options, 8)):
        if number % 11:
            continue
        twin = game.determinize(state.observation(number % seats), rng)
        while (mover := twin.current_player()) != TERMINAL:
            if mover == CHANCE:
                twin.apply_chance(twin.sample_chance(rng))
            else:
                twin.apply(rng.choice(twin.legal_actions()))
        assert sum(twin.returns()) == pytest.approx(1)


def test_an_observation_is_made_of_plain_values_only(key: str, seats: int, options: dict[str, Any]) -> None:
    def plain(value: Any) -> bool:
        if isinstance(value, tuple):
            return all(map(plain, value))
        return value is None or type(value) in (int, str, bool)

    for state in positions(GAMES[key], seats, options, 9):
        for seat in (NOBODY, *range(seats)):
            seen = state.observation(seat)
            assert is_dataclass(seen)
            assert hash(seen) == hash(state.observation(seat))  # frozen
            for field in fields(seen):
                assert plain(getattr(seen, field.name)), field.name


def test_events_change_nothing_and_keep_secrets(key: str, seats: int, options: dict[str, Any]) -> None:
    game, rng = GAMES[key], Random(10)
    told, silent = game.new_state(seats, **options), game.new_state(seats, **options)
    news: list[Event] = []
    while (mover := told.current_player()) != TERMINAL:
        before = len(news)
        if mover == CHANCE:
            outcome = told.sample_chance(rng)
            told.apply_chance(outcome, news)
            silent.apply_chance(outcome)
        else:
            action = rng.choice(told.legal_actions())
            told.apply(action, news)
            silent.apply(action)
        assert everything(told, seats) == everything(silent, seats)
        assert len(news) > before
        for event in news[before:]:
            for seat in (NOBODY, *range(seats)):
                seen = event.seen_by(seat)
                assert seen == (
                    event if event.only is None or seat in event.only else event._replace(values=(), only=())
                )


@pytest.mark.parametrize("bad", [{"seats": 1}, {"seats": 9}, {"colour": "pink"}, {"goal": 0}, {"edition": "Klingon"}])
def test_a_bad_option_is_refused_in_a_sentence(
    key: str, seats: int, options: dict[str, Any], bad: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+ \w+"):
        GAMES[key].new_state(**{"seats": seats, **options, **bad})


def test_a_summary_is_one_line_that_changes_with_every_move(key: str, seats: int, options: dict[str, Any]) -> None:
    for seed in (4, 5):
        seen = set()
        for state in positions(GAMES[key], seats, options, seed):
            summary = state.summary()
            assert summary.isascii()
            assert summary.isprintable()
            assert summary == state.clone().summary()
            assert summary not in seen
            seen.add(summary)


def test_a_summary_tells_all_that_can_differ(key: str, seats: int, options: dict[str, Any]) -> None:
    """What differs for anybody, or in any slot, differs in the summary."""
    slots = {slot for kind in type(GAMES[key].new_state(seats)).__mro__ for slot in getattr(kind, "__slots__", ())}
    known: dict[str, list[Any]] = {}
    for seed in (6, 6, 7):
        for state in positions(GAMES[key], seats, options, seed):
            everything_in_it = [repr(getattr(state, slot)) for slot in sorted(slots)]
            assert known.setdefault(state.summary(), everything_in_it) == everything_in_it


def test_chance_is_named_by_the_word_of_its_text_code(key: str, seats: int, options: dict[str, Any]) -> None:
    game = GAMES[key]
    for state in positions(game, seats, options, 8):
        if state.current_player() == CHANCE:
            code = game.encode_chance(state.sample_chance(Random(8)))
            assert code.split(" ")[0] == state.chance_kind()


def test_a_sheet_tells_the_story_in_lines(key: str, seats: int, options: dict[str, Any]) -> None:
    """From public events it can be written at every point; it is given nothing else."""
    game = GAMES[key]
    rng = Random(9)
    state = game.new_state(seats, **options)
    events: list[Event] = []
    names = ["Anna", "Bo", "Cleo", "Dag", "Eir", "Frey"][:seats]
    while state.current_player() != TERMINAL:
        lines = list(game.sheet(names, state.observation(NOBODY), [event.seen_by(NOBODY) for event in events]))
        assert all(line.isprintable() for line in lines)
        if state.current_player() == CHANCE:
            state.apply_chance(state.sample_chance(rng), events)
        else:
            state.apply(rng.choice(state.legal_actions()), events)
    public = list(game.sheet(names, state.observation(NOBODY), [event.seen_by(NOBODY) for event in events]))
    assert len(public) >= len(lines) > seats
    assert all(any(name in line for line in public) for name in names)
