"""No bot peeks; and bots that do are caught by the same means, which `honesty.py` explains."""

from __future__ import annotations

import gc
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest

from herrlof.bots import BOTS, evaluator_of
from herrlof.bots.herrlof import evaluator
from herrlof.bots.herrlof.evaluator import HerrlofEvaluator
from herrlof.bots.herrlof.rules import RulesBot
from herrlof.bots.random import RandomBot
from herrlof.bots.search import SearchBot, Strength
from herrlof.game import CHANCE, Action, Bot, Observation
from herrlof.games import GAMES
from herrlof.games.herrlof.cards import VALKNUT
from herrlof.table.match import Match
from tests.bots.honesty import (
    DECISIONS,
    HERRLOF,
    PLAYERS,
    TABLES,
    Make,
    Peeked,
    Stage,
    Table,
    honest,
    kind_at,
    kinds_of,
    peeks,
    twins,
    unplain,
    wired_match,
)
from tests.contract.variants import ALL
from tests.tiers import later

QUICK, FEW, THINKING = 100, 16, 4
"""Twins at each table for a bot that answers at once, for a solver, and for a bot that thinks."""
ALL_QUICK, ALL_THINKING = 5000, 125
"""The same in the long run: with four tables, 20,000 and 500 for each bot."""

by_every_player = pytest.mark.parametrize(("key", "table"), PLAYERS, ids=lambda value: str(value))
REST = [*HERRLOF[1:], *(table for table in TABLES if table.seats > 2)]
"""Tables of the second tier: another edition, and more than two seats."""


def waits(key: str, table: Table) -> list[pytest.MarkDecorator]:
    """Return the tier in which a bot is tried: levels go one way through the code, and differ by numbers.

    At first the lowest of them and the lowest that thinks ahead, beside the bots that are no levels. The others are in
    the second tier, and in the long run where the table is too.
    """
    levels = sorted((kind for kind in kinds_of(ALL[table.game]) if kind.level), key=lambda kind: kind.level)
    lowest = [kind.key for kind in (*levels[:1], *[kind for kind in levels if kind.uses_worker][:1])]
    late = (table in REST) + (kind_at(table, key).level > 0 and key not in lowest)
    return [[], [pytest.mark.second], [pytest.mark.slow]][late]


by_player = pytest.mark.parametrize(
    ("key", "table"),
    [pytest.param(key, table, marks=waits(key, table)) for key, table in PLAYERS],
    ids=lambda value: str(value),
)
"""Every bot at every table."""
by_table = pytest.mark.parametrize(
    "table",
    [pytest.param(table, marks=[pytest.mark.second] if table.seats > 3 else []) for table in TABLES],
    ids=str,
)
"""Every table; more than three seats in the second tier."""
by_herrlof_table = pytest.mark.parametrize("table", HERRLOF, ids=str)
by_edition = pytest.mark.parametrize(
    "table",
    [HERRLOF[0], *(pytest.param(table, marks=pytest.mark.slow) for table in HERRLOF[1:])],
    ids=str,
)
"""One table of Herrlof; the other rule book and three seats in the long run."""


def check_twins(key: str, table: Table, wanted: int) -> None:
    """Compare a bot's choices in this many pairs, most of which do differ in something hidden."""
    different = 0
    make = honest(ALL[table.game], kind_at(table, key))
    for number, pair in enumerate(twins(table, wanted)):
        different += pair.differ
        assert not (found := peeks(make, pair, number)), found
    assert different > 0.9 * wanted if table in HERRLOF else different >= wanted // 8


# No bot peeks


@pytest.mark.second
@by_player
def test_a_bot_chooses_the_same_in_twin_worlds(key: str, table: Table) -> None:
    check_twins(key, table, THINKING if kind_at(table, key).uses_worker else QUICK)


@pytest.mark.second
@by_table
def test_what_an_action_is_worth_exactly_is_the_same_in_twin_worlds(table: Table) -> None:
    game = ALL[table.game]
    for pair in twins(table, FEW):
        worlds = pair.true, pair.twin
        found = [evaluator_of(game).solved(world.observation(pair.seat), world.legal_actions()) for world in worlds]
        assert found[0] == found[1], pair.decision


@pytest.mark.slow
@by_every_player
def test_a_bot_chooses_the_same_in_thousands_of_twin_worlds(key: str, table: Table) -> None:
    check_twins(key, table, ALL_THINKING if kind_at(table, key).uses_worker else ALL_QUICK)


@pytest.mark.slow
@by_herrlof_table
def test_a_hurried_search_chooses_the_same_in_thousands_of_twin_worlds(
    table: Table, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    """The levels differ in how long they search, so a short search stands for all of them in 20,000 twins.

    It weighs a tenth of the worlds: weighing them takes most of its time, and makes no other use of what it is given.
    """
    monkeypatch.setattr(evaluator, "WEIGHED", evaluator.WEIGHED // 10)
    for number, pair in enumerate(twins(table, ALL_QUICK)):
        found = peeks(lambda _, rng: SearchBot(HerrlofEvaluator(), Strength(6, prior_weight=20), rng), pair, number)
        assert not found, found
    record_property("counted", f"{ALL_QUICK:,} twins")


@pytest.mark.second
@by_player
def test_a_bot_touches_no_tripwire(key: str, table: Table) -> None:
    """And it changes nothing: the cards are those that follow from the seed alone."""
    kind = kind_at(table, key)
    match = wired_match(table, honest(ALL[table.game], kind), every=9 if kind.uses_worker else 1)
    if match.over:
        assert_deals_follow_from_the_seed(match)
    assert match.over or table not in HERRLOF


def assert_deals_follow_from_the_seed(match: Match) -> None:
    again = Match(ALL[match.game.key], match.seats, seed=match.seed, **match.options)
    for move in match.moves:
        if move.by == CHANCE:
            again.advance(move.do if again.measured_kind else None)
        else:
            again.play(move.by, move.do)
    assert again.moves == match.moves


def test_every_bot_and_every_game_with_secrets_takes_part() -> None:
    assert {table.game for table in TABLES} == {game.key for game in ALL.values() if game.hidden} >= set(DECISIONS)
    for other in ALL.values():
        if other.hidden:
            assert {table.seats for table in TABLES if table.game == other.key} == set(other.seats)
    for (game, key), kind in BOTS.items():
        if GAMES[game].hidden:
            assert [table for played, table in PLAYERS if played == key and table.game == game], kind
    assert len(set(map(str, PLAYERS))) == len(PLAYERS)


# What the twins are


@pytest.mark.second
@by_edition
def test_twins_are_of_every_kind_and_differ_in_what_is_hidden(table: Table) -> None:
    kinds: Counter[str] = Counter()
    different: Counter[str] = Counter()
    for pair in twins(table, 360):
        kinds[pair.decision] += 1
        true, twin = pair.true, pair.twin
        others = [other for other in range(table.seats) if other != pair.seat]
        different["hands"] += any(true.hands[other] != twin.hands[other] for other in others)
        different["deck"] += true.deck != twin.deck
        different["predictions"] += true.predictions != twin.predictions
        different["predictions alone"] += true.predictions != twin.predictions and true.hands == twin.hands
        assert true.hands[pair.seat] == twin.hands[pair.seat]
    assert set(kinds) == set(DECISIONS[table.game])
    assert min(kinds.values()) >= 30
    assert min(different["hands"], different["deck"], different["predictions"]) > 180
    assert different["predictions alone"] > 90


def test_a_few_twins_at_each_table_are_of_every_kind_together() -> None:
    for game, kinds in DECISIONS.items():
        tables = [table for table in TABLES if table.game == game]
        assert {pair.decision for table in tables for pair in twins(table, THINKING)} == set(kinds)


@pytest.mark.second
@by_table
def test_the_same_twins_come_again(table: Table) -> None:
    first, again = ([(pair.true.summary(), pair.twin.summary()) for pair in twins(table, 20)] for _ in range(2))
    assert first == again


# Bots that peek


Referee: TypeAlias = Match | Stage
"""What a bot that peeks gets hold of."""


def truth(match: Referee) -> Any:
    """Return what the referee holds."""
    return match._state


def other_hands(match: Referee, seat: int) -> object:
    return [hand for other, hand in enumerate(truth(match).hands) if other != seat]


def other_predictions(match: Referee, seat: int) -> object:
    return [number for other, number in enumerate(truth(match).predictions) if other != seat]


def next_card(match: Referee, seat: int) -> object:
    return truth(match).deck[-1]


def next_deal(match: Referee, seat: int) -> object:
    return match._chance.rng_for("deal", 2).random()


SECRETS = [other_hands, other_predictions, next_card, next_deal]


class Peeker:
    """Has the referee, and plays by a secret."""

    def __init__(self, secret: Callable[[Referee, int], object], match: Referee, rng: Random) -> None:
        self._secret = partial(secret, match)

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        return Random(repr(self._secret(seen.seat))).choice(legal)


class Seer:
    """Plays the round to its end in its mind, from the true world: the slip that is easiest for a bot that searches."""

    def __init__(self, match: Referee, rng: Random) -> None:
        self._match = match
        self._rng = rng

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        return max(legal, key=lambda action: sum(self._points(action, seen.seat) for _ in range(4)))

    def _points(self, action: Action, seat: int) -> int:
        world = truth(self._match).clone()
        world.apply(action)
        while world.phase not in ("deal", "over"):
            if world.current_player() == CHANCE:
                world.apply_chance(world.sample_chance(self._rng))
            else:
                world.apply(self._rng.choice(world.legal_actions()))
        return int(world.rounds[-1].points[seat])


class SlyPeeker(RulesBot):
    """Plays well and honestly, but when the deck's next card is a Valknut it plays its last card."""

    def __init__(self, match: Referee, rng: Random) -> None:
        super().__init__(rng)
        self._match = match

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        return legal[-1] if truth(self._match).deck[-1] == VALKNUT else super().choose(seen, legal)


@pytest.mark.second
@pytest.mark.parametrize("secret", later(SECRETS, now=[next_card]))
@by_edition
def test_a_bot_that_peeks_is_caught_by_twins(secret: Callable[[Referee, int], object], table: Table) -> None:
    """In more than half of the twins in which its secret is another one."""
    caught = []
    different = 0
    for number, pair in enumerate(twins(table, 300)):
        true, twin = (secret(stage, pair.seat) for stage in pair.stages(number))
        different += true != twin
        caught += [found for found in [peeks(partial(Peeker, secret), pair, number)] if found]
    assert different > 100
    assert len(caught) > different / 2
    assert all(found.startswith("peeks") for found in caught)


@pytest.mark.second
@by_edition
def test_a_bot_that_searches_the_true_world_is_caught_by_twins(table: Table) -> None:
    """In more than a third of the twins with other hands."""
    pairs = [pair for pair in twins(table, 150) if pair.true.hands != pair.twin.hands]
    caught = [found for number, pair in enumerate(pairs) if (found := peeks(Seer, pair, number))]
    assert len(pairs) > 70
    assert len(caught) > len(pairs) / 3


@by_edition
def test_a_bot_that_peeks_now_and_then_is_caught_by_twins(table: Table) -> None:
    assert any(peeks(SlyPeeker, pair, number) for number, pair in enumerate(twins(table, 300)))


def test_a_bot_that_the_same_seed_does_not_repeat_is_told_apart() -> None:
    rng = Random(1)
    found = [peeks(lambda *_: RandomBot(rng), pair, 1) for pair in twins(TABLES[0], 50)]
    assert any(text.startswith("is not repeatable") for text in found)


class Doing:
    """Does something that is none of a bot's business, and says nothing about it."""

    def __init__(self, match: Referee, _: Random, what: Callable[[Referee, Any], object]) -> None:
        self._match = match
        self._state = match._state
        self._what = what

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        with suppress(Exception):
            self._what(self._match, self._state)
        return legal[0]


@pytest.mark.parametrize(
    "what",
    [
        lambda match, _: match._state,
        lambda match, _: match.moves,
        lambda match, _: match.seed,
        lambda match, _: match.observe(1),
        lambda match, _: vars(match),
        lambda match, _: match.advance(),
        lambda _, state: state.hands,
        lambda _, state: state.clone(),
        lambda _, state: state.observation(1),
        lambda *_: sys._getframe(1),
        lambda *_: gc.get_objects(),
        lambda match, _: gc.get_referents(match),
        lambda *_: Path(__file__).read_text("utf-8"),
        lambda *_: list(Path(__file__).parent.iterdir()),
    ],
)
def test_a_bot_that_goes_where_it_should_not_is_caught_by_tripwires(what: Callable[[Referee, Any], object]) -> None:
    with pytest.raises(Peeked):
        wired_match(TABLES[0], partial(Doing, what=what))


@pytest.mark.parametrize("make", [*(partial(Peeker, secret) for secret in SECRETS), Seer, SlyPeeker])
@by_herrlof_table
def test_a_bot_that_peeks_is_caught_by_tripwires(make: Make, table: Table) -> None:
    with pytest.raises(Peeked):
        wired_match(table, make)


# What a bot is given


@dataclass
class Open:
    number: int = 1


@dataclass(frozen=True)
class Loose:
    number: int = 1


@dataclass(frozen=True, slots=True)
class Carrier:
    number: int = 1
    hidden: Any = field(default=None, compare=False, repr=False)


class Pair(NamedTuple):
    one: Any
    two: Any


class Number(int):
    """Looks like a number, and can carry anything."""


@pytest.mark.parametrize(
    "value", [1, "text", None, True, (), (1, (2, "x")), Pair(1, ("x", None)), Carrier(1, (2, Pair(1, 2)))]
)
def test_plain_values_are_plain(value: object) -> None:
    assert not unplain(value)


@pytest.mark.parametrize(
    "value",
    [
        [1], {1: 2}, len, lambda: 1, object(), bytearray(1), iter("x"), Open(), Loose(), Number(1), (1, [2]),
        Pair(1, (2, [3])), Carrier(1, GAMES["herrlof"].new_state(2)), Carrier(1, (1, Carrier(2, [3]))),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_values_with_something_behind_them_are_not(value: object) -> None:
    assert unplain(value)


@pytest.mark.second
@by_table
def test_an_observation_has_nothing_behind_it(table: Table) -> None:
    for pair in twins(table, 40):
        for seat in (-1, *range(table.seats)):
            assert not unplain(pair.true.observation(seat))
        assert not unplain(pair.true.legal_actions())


# Generators


class Gambler(RandomBot):
    """Draws a great many numbers before each choice."""

    def choose(self, seen: Observation, legal: Sequence[Action]) -> Action:
        for _ in range(1000):
            self._rng.random()
        return super().choose(seen, legal)


def played(table: Table, make: Callable[[Random], Bot], seed: bytes = b"\5" * 32) -> Match:
    """Return a match of several rounds in which the program's own generators are handed out."""
    match = table.match(seed, first_dealer=0)
    bots = [make(match.bot_rng(seat)) for seat in range(table.seats)]
    while not match.over:
        if match.mover < 0:
            match.advance()
        else:
            match.play(match.mover, bots[match.mover].choose(match.observe(match.mover), match.legal()))
    return match


@by_herrlof_table
def test_deals_are_the_same_whoever_plays_and_however_much_they_draw(table: Table) -> None:
    matches = [played(table, make) for make in (RandomBot, RulesBot, Gambler)]
    deals = [[move.do for move in match.moves if move.do.startswith("deal ")] for match in matches]
    assert min(map(len, deals)) > 1
    common = min(map(len, deals))
    assert deals[0][:common] == deals[1][:common] == deals[2][:common]
    for match in matches:
        assert_deals_follow_from_the_seed(match)


def test_a_generator_holds_nothing_but_its_own_numbers() -> None:
    """Python's own class, which the referee's are not: they hold their keys. `tests/table/test_dealing.py` has more."""
    match = TABLES[0].match(bytes(32))
    match.advance()
    rng = match.bot_rng(0)
    assert type(rng) is Random
    assert vars(rng) == {"gauss_next": None}
    assert rng is not match.bot_rng(0)


@pytest.mark.second
@by_player
def test_the_same_seed_does_the_same_again(key: str, table: Table) -> None:
    kind, game = kind_at(table, key), ALL[table.game]
    for pair in twins(table, 1 if kind.uses_worker else 40):
        seen, legal = pair.true.observation(pair.seat), pair.true.legal_actions()
        first, again = (kind.make(game, Random(9)).choose(seen, legal) for _ in range(2))
        assert first == again, pair.decision
