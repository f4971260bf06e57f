"""What any game of the hall must keep to. A new game is done when these pass unchanged."""

from __future__ import annotations

import re
from dataclasses import is_dataclass
from random import Random
from typing import Any, get_type_hints

import pytest

from herrlof.contract.variants import Variant, positions, some, twin_of, walk
from herrlof.game import CHANCE, NOBODY, TERMINAL, Event, Game, IllegalAction, InvalidAction, Sentence, State
from herrlof.options import Option, complete_options

NAMES = ("Anna", "Bo", "Cleo", "Dag", "Eir", "Frey")


def everything(state: State, seats: int) -> list[Any]:
    seen = [state.observation(seat) for seat in (NOBODY, *range(seats))]
    return [state.current_player(), state.legal_actions(), state.returns(), state.scores, state.winners, *seen]


# The state


def test_a_match_ends_and_its_returns_are_shares_of_the_win(variant: Variant) -> None:
    for seed in range(3):
        for state in positions(variant, seed):
            over = state.current_player() == TERMINAL
            assert sum(state.returns()) == pytest.approx(float(over))
            assert len(state.returns()) == variant.seats
            assert len(state.scores) in (0, variant.seats)
            assert bool(state.winners) == over
        assert [seat for seat, share in enumerate(state.returns()) if share] == sorted(state.winners)
        assert state.current_player() == TERMINAL
        assert state.legal_actions() == ()


def test_legal_actions_are_ascending_different_and_wait_for_the_mover(variant: Variant) -> None:
    for state in positions(variant, 1):
        legal = state.legal_actions()
        assert type(legal) is tuple
        assert legal == tuple(sorted(set(legal)))
        assert bool(legal) == (state.current_player() >= 0)


def test_notation_goes_both_ways(variant: Variant) -> None:
    game, rng = variant.game, Random(2)
    for state in positions(variant, 2):
        if state.current_player() == CHANCE:
            outcome = state.sample_chance(rng)
            code = game.encode_chance(outcome)
            assert game.decode_chance(code) == outcome
            assert code.split(" ")[0] == outcome.kind == state.chance_kind()
            assert code.isascii()
            continue
        for action in state.legal_actions():
            assert game.decode(game.encode(action)) == action
            assert game.encode(action).isascii()


@pytest.mark.parametrize("text", ["", " ", "?", "no such move", "-1", "x" * 999])
def test_text_that_is_no_move_is_refused_in_a_sentence(game: Game, text: str) -> None:
    for decode in (game.decode, game.decode_chance):
        with pytest.raises(InvalidAction, match=r"\w+ \w+"):
            decode(text)


def test_codes_of_other_moves_are_refused(game: Game) -> None:
    """Nothing but the exact text of a code is one."""
    rng = Random(3)
    state = game.new_state(game.seats[0])
    for _ in range(30):
        if state.current_player() >= 0:
            for code in map(game.encode, state.legal_actions()):
                word = code.split(" ")[0]
                near = (f" {code}", f"{code} ", f"{code}\n", code.swapcase(), f"{code} 1 2 3", code[:-1] + "²")
                for wrong in (*near, f"{word} ?", f"{word}  {code[len(word) + 1 :]}"):
                    with pytest.raises(InvalidAction):
                        game.decode(wrong)
        if not walk(state, rng):
            return


def test_a_clone_shares_nothing(variant: Variant) -> None:
    rng = Random(3)
    for number, state in enumerate(positions(variant, 3)):
        if number % 7:
            continue
        before = everything(state, variant.seats)
        twin = state.clone()
        assert everything(twin, variant.seats) == before
        for _ in range(5):
            walk(twin, rng)
        assert everything(state, variant.seats) == before


def test_the_same_moves_lead_to_the_same_place(variant: Variant) -> None:
    """A match replays from its text codes, in the same state after each of them."""
    game, rng = variant.game, Random(5)
    state, twin = variant.new_state(), variant.new_state()
    while (mover := state.current_player()) != TERMINAL:
        assert twin.current_player() == mover
        if mover == CHANCE:
            code = game.encode_chance(state.sample_chance(rng))
            state.apply_chance(game.decode_chance(code))
            twin.apply_chance(game.decode_chance(code))
        else:
            code = game.encode(rng.choice(state.legal_actions()))
            state.apply(game.decode(code))
            twin.apply(game.decode(code))
        assert twin.summary() == state.summary(), code
    assert everything(twin, variant.seats) == everything(state, variant.seats)


def test_a_summary_tells_all_that_can_differ_and_changes_with_every_move(variant: Variant) -> None:
    slots = {slot for kind in type(variant.new_state()).__mro__ for slot in getattr(kind, "__slots__", ())}
    known: dict[str, list[str]] = {}
    for seed in (6, 6, 7):
        summaries = set()
        for state in positions(variant, seed):
            summary = state.summary()
            assert summary.isascii()
            assert summary.isprintable()
            assert summary == state.clone().summary()
            assert summary not in summaries
            summaries.add(summary)
            everything_in_it = [repr(getattr(state, slot)) for slot in sorted(slots)]
            assert known.setdefault(summary, everything_in_it) == everything_in_it


# What is known


def test_an_observation_is_made_of_plain_values_only(variant: Variant) -> None:
    def plain(value: Any) -> bool:
        if isinstance(value, tuple):
            return all(map(plain, value))
        return value is None or type(value) in (int, str, bool)

    for state in positions(variant, 9):
        for seat in (NOBODY, *range(variant.seats)):
            seen = state.observation(seat)
            assert seen.seat == seat
            assert hash(seen) == hash(state.observation(seat))  # frozen
            assert is_dataclass(seen) or isinstance(seen, tuple)
            names = list(get_type_hints(type(seen)))
            for name in names:
                assert plain(getattr(seen, name)), name


def test_hidden_twins_look_the_same(variant: Variant) -> None:
    """A state made from what a seat saw cannot be told from the true one by that seat."""
    rng = Random(7)
    for number, state in enumerate(positions(variant, 7)):
        for seat in (NOBODY, *range(variant.seats)):
            if number % 3 and seat != state.current_player():
                continue
            seen = state.observation(seat)
            twin = twin_of(variant, state, seat, rng, 7)
            assert twin.observation(seat) == seen
            assert twin.current_player() == state.current_player()
            if not variant.game.hidden:
                assert twin.summary() == state.summary()
            if seat == state.current_player():
                assert twin.legal_actions() == state.legal_actions()


def test_a_twin_can_be_played_to_the_end(variant: Variant) -> None:
    rng = Random(8)
    for number, state in enumerate(positions(variant, 8)):
        if number % 11:
            continue
        twin = twin_of(variant, state, number % variant.seats, rng, 8)
        while walk(twin, rng):
            pass
        assert sum(twin.returns()) == pytest.approx(1)


def test_events_change_nothing_and_keep_secrets(variant: Variant) -> None:
    rng = Random(10)
    told, silent = variant.new_state(), variant.new_state()
    events: list[Event] = []
    while (mover := told.current_player()) != TERMINAL:
        before = len(events)
        if mover == CHANCE:
            outcome = told.sample_chance(rng)
            told.apply_chance(outcome, events)
            silent.apply_chance(outcome)
        else:
            action = rng.choice(told.legal_actions())
            told.apply(action, events)
            silent.apply(action)
        assert silent.summary() == told.summary()
        assert len(events) > before
        for event in events[before:]:
            assert variant.game.hidden or event.visible_to is None
            assert event.seat in range(NOBODY, variant.seats)
            assert all(type(value) is int for value in event.values), event
            for seat in (NOBODY, *range(variant.seats)):
                public = (
                    event
                    if event.visible_to is None or seat in event.visible_to
                    else event._replace(values=(), visible_to=())
                )
                assert event.seen_by(seat) == public


def test_flags_say_what_is_so(game: Game) -> None:
    """Chance, measured chance, rounds and pauses are as the game declares them."""
    chance, kinds = False, set()
    for seed in range(3):
        rng, state, events = Random(seed), game.new_state(game.seats[0]), list[Event]()
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                chance = True
                state.apply_chance(state.sample_chance(rng), events)
            else:
                state.apply(rng.choice(state.legal_actions()), events)
        kinds |= {event.kind for event in events}
    assert chance == game.chance
    assert {game.round_start_event, game.round_end_event, *game.unordered} - {""} <= kinds


# Options


def test_options_have_choices_defaults_and_words(game: Game) -> None:
    for option in (*game.options, *game.preferences):
        assert option.name.isidentifier()
        assert game.words.option(option.name)
        for seats in game.seats:
            default = option.default(seats)
            assert default is None or default in option.choices(seats)
            for value in (*some(option, seats), default):
                assert game.words.choice(option.name, value)
                assert isinstance(game.words.option_help(option.name, seats, value), str)
    assert len({option.name for option in (*game.options, *game.preferences)}) == len(game.options) + len(
        game.preferences
    )


def wrong_choices(option: Option, seats: int) -> list[Any]:
    choices = option.choices(seats)
    return ["Klingon", -99_999, 99_999, 1.5] + ([] if isinstance(choices[0], bool) else [True])


def test_a_bad_option_is_refused_in_a_sentence(game: Game) -> None:
    none: tuple[Any, ...] = (0, 1, 99, True, "2", 2.0)
    for seats in none:
        if seats not in game.seats or type(seats) is not int:
            with pytest.raises(ValueError, match=r"\w+ \w+ \w+"):
                game.new_state(seats)
    with pytest.raises(ValueError, match="colour"):
        game.new_state(game.seats[0], colour="pink")
    for option in game.options:
        for value in wrong_choices(option, game.seats[0]):
            with pytest.raises(ValueError, match=option.name):
                game.new_state(game.seats[0], **{option.name: value})
        assert complete_options(game, game.seats[0], {option.name: None})[option.name] == option.default(game.seats[0])


# Words


def sentences(variant: Variant, seat: int) -> list[str]:
    """Return all that a seat is told in a random match: each must be one printable text."""
    game, words, rng = variant.game, variant.game.words, Random(4)
    names = NAMES[: variant.seats]
    state, events, found = variant.new_state(), list[Event](), list[str]()
    while (mover := state.current_player()) != TERMINAL:
        seen = state.observation(seat)
        said = words.to(seen, names)
        for row in (*said.standing(), *said.hand(), *said.sheet()):
            found += [row.title, *row.cells, row.note]
        assert said.rule().startswith(words.prefix)
        found.append(said.aim())
        found.append(words.progress(game.progress(state.observation(NOBODY)), variant.options))
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng), events)
            continue
        legal = state.legal_actions()
        if mover == seat:
            question = said.question()
            assert isinstance(question, Sentence)
            found.append(words.kind(game.decision_kind(seen)))
            labels = [said.label(action) for action in legal]
            assert question
            assert len(set(labels)) == len(labels)
            called = [said.name(action) for action in legal]
            assert len({name.casefold() for name in called}) == len(called), called
            numbers = [number for action in legal if (number := game.number(action)) is not None]
            assert len(set(numbers)) == len(numbers)
            found += [question, *labels, *called, *[said.explain(action) for action in legal]]
        state.apply(rng.choice(legal), events)
    said = words.to(state.observation(seat), names)
    assert said.match_end()
    found += [*said.match_end(), *said.round_end()]
    found += [words.outcome(outcome) for outcome in (0, 1)]
    found += [said.event(event.seen_by(seat)) for event in events]
    found += [said.event(event) for event in events]
    return found


def test_words_are_printable_texts(variant: Variant) -> None:
    for seat in (NOBODY, 0, variant.seats - 1):
        found = sentences(variant, seat)
        assert len(set(found)) > 3
        for text in found:
            assert text.isprintable(), text
            assert text == text.strip(), text
            assert not any(sign in text for sign in "{}"), text
            assert not re.search(r"[\w,;] You\b", text), text  # whoever reads is You where a sentence begins
        for other in range(variant.seats):
            assert other == seat or any(NAMES[other] in text for text in found), NAMES[other]


def test_public_rows_are_the_same_for_all_seats(variant: Variant) -> None:
    words, names = variant.game.words, NAMES[: variant.seats]
    for state in positions(variant, 6):
        public = words.to(state.observation(NOBODY), names).standing()
        assert not words.to(state.observation(NOBODY), names).hand()
        for seat in range(variant.seats):
            assert words.to(state.observation(seat), names).standing() == public


def test_a_move_that_is_not_allowed_now_is_refused_with_a_sentence(variant: Variant) -> None:
    from herrlof.table.match import Match, Seat

    rng = Random(5)
    seen_actions: set[int] = set()
    match = Match(variant.game, [Seat(name) for name in NAMES[: variant.seats]], **variant.options)
    refused = 0
    for _ in range(60):
        if match.over:
            break
        if match.mover == CHANCE:
            match.advance(match.sample_measured(rng) if match.measured_kind else None)
            continue
        legal = match.legal()
        for action in sorted(seen_actions - set(legal))[:20]:
            with pytest.raises(IllegalAction, match=r"\w+ \w+"):
                match.play(match.mover, action)
            refused += 1
        seen_actions |= set(legal)
        match.play(match.mover, rng.choice(legal))


# Rounds


def test_what_is_told_of_rounds_and_moves_fits_the_match(variant: Variant) -> None:
    game, rng = variant.game, Random(3)
    state = variant.new_state()
    before: list[Any] = []
    assert not game.round_facts(state.observation(NOBODY))
    while walk(state, rng):
        facts = list(game.round_facts(state.observation(NOBODY)))
        assert facts[: len(before)] == before
        before = facts
    for fact in before:
        assert set(game.words.facts) <= set(fact)
        for values in fact.values():
            assert len(values) == variant.seats
            assert {type(value) for value in values} <= {int, float}
    forced = set()
    for state in positions(variant, 3):
        if game.forced(state.observation(NOBODY)):
            forced.add(state.current_player())
            assert len(state.legal_actions()) == 1
        for name, value in game.progress(state.observation(NOBODY)).items():
            assert name.isascii()
            assert type(value) is int
            assert value >= 0
    for found in ({}, {"made-up": 7}, dict.fromkeys(game.progress(state.observation(NOBODY)), 0)):
        assert isinstance(game.words.progress(found, variant.options), str)
    assert forced in (set(), set(range(variant.seats))), "what plays itself does so for every seat"
