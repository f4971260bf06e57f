"""What is easily forgotten or said wrong in a new game is refused by a shipped test, in words that name it."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any, NamedTuple

import pytest

from herrlof.bots import BOTS, registry_entries
from herrlof.contract import test_contract, variants
from herrlof.contract import test_description as described
from herrlof.contract.variants import Variant
from herrlof.game import Game
from herrlof.games import GAMES
from tests.contract.kuhn import Kuhn, KuhnState, Seen
from tests.contract.lasting import Lasting
from tests.contract.nim import Nim
from tests.contract.refusals import refusals
from tests.table.race import Race


class Factless(Kuhn):
    def round_facts(self, seen: Seen) -> list[Any]:
        return []


class Aimless(Kuhn):
    def progress(self, seen: Seen) -> dict[str, int]:
        return {}


class Roundless(Kuhn):
    def progress(self, seen: Seen) -> dict[str, int]:
        return {"bet": len(seen.bets)}


class Short(Kuhn):
    longest = 5


class Few(Kuhn):
    actions = 1


class Secretive(Kuhn):
    def decision_kind(self, seen: Seen) -> str:
        return "bluff" if seen.card == 0 else "bet"


class Blunt(Nim):
    """It says that all choose at the same time, and everybody sees what was taken."""

    def simultaneous(self, seen: Any) -> tuple[int, ...]:
        return tuple(range(seen.mover, seen.seats)) if seen.mover >= 0 else ()


class Back(Nim):
    """Who has moved first is out, and comes back."""

    def seats_out(self, seen: Any) -> tuple[int, ...]:
        return (0,) if seen.mover == 1 else ()


class Out(Nim):
    """Everybody but the first seat is out, and moves all the same."""

    def seats_out(self, seen: Any) -> tuple[int, ...]:
        return tuple(range(1, seen.seats))


class Big(NamedTuple):
    seat: int
    winners: tuple[int, ...]
    mover: int
    board: int


class BigState(KuhnState):
    __slots__ = ()

    def observation(self, seat: int) -> Big:  # type: ignore[override]
        return Big(seat, self.winners, self.mover, 1 << 60)


class Bits(Kuhn):
    """It has a bit board in its observation, and no code for it."""

    observation_type = Big  # type: ignore[assignment]

    def new_state(self, seats: int, **options: Any) -> KuhnState:
        return BigState(1, "deal")


class Vague(Bits):
    """What it sees is not what it says that it sees."""

    observation_type = Seen


@pytest.mark.parametrize(
    ("game", "test", "said"),
    [
        (Factless, described.test_rounds_are_counted, "round_facts has one line a round"),
        (Aimless, described.test_rounds_are_counted, "progress names the round"),
        (Roundless, described.test_rounds_are_counted, "progress is the same in two rounds"),
        (Short, described.test_no_match_is_longer_than_the_longest, "longer than `longest`"),
        (Few, described.test_every_action_is_below_their_number, "`actions` is their number"),
        (Secretive, described.test_everybody_knows_what_is_decided, "`decision_kind` is no secret"),
        (
            Blunt,
            described.test_who_chooses_at_the_same_time_sees_nothing_of_the_others_choices,
            "seat -?1 sees what seat 0",
        ),
        (Back, described.test_who_is_out_stays_out_and_does_not_move, "are back before a round begins"),
        (Out, described.test_who_is_out_stays_out_and_does_not_move, "seat 1 is out, and moves"),
        (Bits, described.test_an_observation_goes_to_json_whole, r"beyond 2\^53|same JSON"),
        (Vague, described.test_an_observation_goes_to_json_whole, "Big"),
    ],
    ids=lambda part: part.__name__ if isinstance(part, type) else "",
)
def test_what_is_said_wrong_is_refused(game: Callable[[], Game], test: Callable[[Variant], None], said: str) -> None:
    with pytest.raises(AssertionError, match=said):
        test(Variant(game(), 2, {}))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_with_seats_that_are_out_passes_all(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    toy = Lasting()
    monkeypatch.setitem(GAMES, toy.key, toy)
    for entry, kind in registry_entries(toy):
        monkeypatch.setitem(BOTS, entry, kind)
    assert refusals(Variant(toy, seats, {})) == {}


@pytest.mark.parametrize("seats", [2, 3])
def test_seats_that_choose_before_a_race_choose_at_the_same_time(seats: int) -> None:
    described.test_who_chooses_at_the_same_time_sees_nothing_of_the_others_choices(Variant(Race(), seats, {}))


class Endless(Kuhn):
    def determinize(self, seen: Seen, rng: Random) -> KuhnState:
        while True:
            rng.random()


def test_a_determinize_that_never_ends_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants, "DETERMINIZE_SECONDS", 0.2)
    begun = monotonic()
    for test in (test_contract.test_hidden_twins_look_the_same, test_contract.test_a_twin_can_be_played_to_the_end):
        with pytest.raises(
            pytest.fail.Exception, match=r"kuhn: determinize\(kuhn-2, seat -?\d, seed [78]\) takes more"
        ):
            test(Variant(Endless(), 2, {}))
    assert monotonic() - begun < 60
