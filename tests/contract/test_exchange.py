"""How matches are made that differ in what some seat was not told."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

import pytest

from herrlof.contract.exchange import Change, ChangedRandom, Sample, twins
from herrlof.contract.variants import Variant
from herrlof.game import Game, Outcome
from herrlof.games import GAMES
from tests.contract.kuhn import KuhnState
from tests.contract.leaking import Leaking
from tests.contract.refusals import SEES, SHIPPED
from tests.tiers import later

HIDDEN = [game for game in GAMES.values() if game.hidden]
SAMPLE = Sample(exchanges=6, every=1, mixes=6, secrets=3, glimpses=10)


def drawn(rng: Random) -> tuple[list[int], list[int], int, int, int]:
    cards = list(range(20))
    rng.shuffle(cards)
    return cards, rng.sample(range(20), 5), rng.choice(range(9)), rng.randrange(5, 25, 5), rng.randint(1, 6)


@pytest.mark.parametrize("draw", range(5))
def test_a_changed_generator_draws_the_same_but_for_one_change(draw: int) -> None:
    for seed in range(50):
        plain, changed = drawn(ChangedRandom(seed)), drawn(ChangedRandom(seed, [Change(draw, seed, seed + 7)]))
        assert plain == drawn(Random(seed))
        different = [number for number, (one, other) in enumerate(zip(plain, changed, strict=True)) if one != other]
        assert different == [draw] or (draw == 1 and not different)  # none of the two was taken
        assert sorted(changed[0]) == list(range(20))
        assert len(set(changed[1])) == 5
        assert changed[3] in range(5, 25, 5)
        if draw == 0:
            assert sum(one != other for one, other in zip(plain[0], changed[0], strict=True)) == 2


@pytest.mark.parametrize("game", later(HIDDEN, now=[GAMES["herald"]]), ids=lambda game: game.key)
def test_the_same_seed_gives_the_same_matches(game: Game[Any, Any]) -> None:
    variant = Variant(game, game.seats[0], {})
    first, again, other = ([str(pair) for pair in twins(variant, seed, SAMPLE)] for seed in (5, 5, 6))
    assert first == again != other


@pytest.mark.parametrize("game", HIDDEN, ids=lambda game: game.key)
def test_twins_are_of_every_sort(game: Game[Any, Any]) -> None:
    """Some seats were told the same though something differs, others not; in the middle of a match too."""
    found = set()
    for pair in twins(Variant(game, game.seats[0], {}), 1, SAMPLE):
        differ = pair.one.state.summary() != pair.other.state.summary()
        late = len(pair.one.done) > 10
        found |= {
            (late, "alike", differ) if pair.alike(seat) else (late, "apart", pair.apart(seat)) for seat in pair.seats
        }
    assert found >= {(late, what, True) for late in (False, True) for what in ("alike", "apart")}


def test_a_leak_is_found_however_a_game_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    deals = list(permutations(range(3), 2))

    def sample_chance(state: KuhnState, rng: Random) -> Outcome:
        return Outcome("deal", deals[int(rng.random() * len(deals))])

    monkeypatch.setattr(KuhnState, "sample_chance", sample_chance)
    with pytest.raises(AssertionError, match="sees what no event told it"):
        SHIPPED[SEES](Variant(Leaking(), 2, {}))
