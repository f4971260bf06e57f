"""The arena's arithmetic, on data whose answers are known."""

from __future__ import annotations

from math import log10
from random import Random

import pytest

from herrlof.arena.stats import BOUND, MIN_GROUPS, Interval, Ratings, Ratio, Sprt, Times, strengths, student_t


def ratio(pairs: list[tuple[float, float]]) -> Ratio:
    found = Ratio()
    for value, count in pairs:
        found.add(value, count)
    return found


@pytest.mark.parametrize(("freedom", "quantile"), [(5, 2.571), (9, 2.262), (29, 2.045), (1000, 1.962)])
def test_student_is_near_the_tables(freedom: int, quantile: float) -> None:
    assert student_t(freedom) == pytest.approx(quantile, rel=0.01)


def test_a_mean_and_its_interval() -> None:
    """1 to 10: mean 5.5, standard deviation 3.0277, standard error 0.9574, Student's 2.262."""
    mean = ratio([(value, 1) for value in range(1, 11)]).mean()
    assert mean is not None
    assert mean.value == 5.5
    assert mean == pytest.approx((5.5, 5.5 - 2.166, 5.5 + 2.166), abs=0.005)


def test_a_ratio_weighs_groups_by_their_counts() -> None:
    """Cochran's linearised variance, worked by hand: the residuals are -1/3, 2/3, -1/3."""
    found = ratio([(1, 1), (2, 1), (5, 4)])
    assert found.ratio == pytest.approx(8 / 6)
    residuals = [1 - 8 / 6, 2 - 8 / 6, 5 - 4 * 8 / 6]
    assert found.variance() == pytest.approx(sum(r * r for r in residuals) * 3 / 2 / 36)


def test_nothing_and_a_single_group() -> None:
    assert Ratio().mean() is None
    assert Ratio().share() is None
    single = ratio([(3, 2)]).mean()
    assert single == (1.5, None, None)


def test_the_interval_of_a_share() -> None:
    """Independent trials give Wilson's interval: 8 of 10 lie between 49.0 and 94.3 %."""
    independent = ratio([(value, 1) for value in [1] * 8 + [0] * 2]).share()
    assert independent is not None
    assert independent == pytest.approx((0.8, 0.490, 0.943), abs=0.02)
    always = ratio([(2, 2)] * 20).share()
    assert always is not None
    assert always[0] == always[2] == 1
    assert always.low == pytest.approx(1 / (1 + 1.96**2 / 20), abs=1e-4)
    even = ratio([(1, 2)] * 200).share()
    assert even is not None
    assert even == pytest.approx((0.5, 0.451, 0.549), abs=0.001), "no spread: as many trials as matches, not more"


def test_matches_that_hang_together_count_less() -> None:
    rng = Random(1)
    wins = [rng.random() < 0.6 for _ in range(500)]
    alone = ratio([(win, 1) for win in wins]).share()
    doubled = ratio([(2 * win, 2) for win in wins]).share()
    assert doubled == pytest.approx(alone)


def holds(found: Interval | None, truth: float) -> bool:
    return found is not None and found.low is not None and found.high is not None and found.low <= truth <= found.high


@pytest.mark.second
@pytest.mark.parametrize("count", [30, 120])
def test_intervals_hold_the_truth_as_often_as_they_say(count: int) -> None:
    rng = Random(f"coverage {count}")
    held = held_share = 0
    for _ in range(600):
        means, shares = Ratio(), Ratio()
        for _ in range(count):
            rounds = rng.randint(3, 9)
            means.add(sum(rng.gauss(0.7, 4) for _ in range(rounds)), rounds)
            shares.add(sum(rng.random() < 0.9 for _ in range(2)), 2)
        mean, share = means.mean(), shares.share()
        held += holds(mean, 0.7)
        held_share += holds(share, 0.9)
    assert 0.92 <= held / 600 <= 0.98
    assert 0.92 <= held_share / 600 <= 0.985


def verdicts(drift: float, low: float, high: float) -> list[Sprt]:
    found = []
    for seed in range(100):
        rng = Random(f"{seed} {drift}")
        test = Sprt(low, high)
        while test.verdict == "undecided" and test.groups < 20_000:
            test.add(rng.gauss(drift, 4.8))
        found.append(test)
    return found


def test_the_sequential_test_errs_as_seldom_as_it_says() -> None:
    """With pairs that spread by 4.8 points, 1 point a round takes about 136 pairs."""
    better = verdicts(1.0, 0.0, 1.0)
    same = verdicts(0.0, 0.0, 1.0)
    worse = verdicts(-0.5, -0.5, 0.0)
    assert sum(test.verdict == "accepted" for test in better) >= 90
    assert sum(test.verdict == "rejected" for test in same) >= 90
    assert sum(test.verdict == "rejected" for test in worse) >= 90
    assert 80 < sum(test.groups for test in better) / 100 < 200
    assert all(abs(test.llr) >= BOUND for test in better + same)
    assert pytest.approx(2.944, abs=0.001) == BOUND


def test_the_sequential_test_waits_and_then_stands() -> None:
    test = Sprt(0, 1)
    for _ in range(MIN_GROUPS - 1):
        test.add(5.0)
        assert test.verdict == "undecided"
    test.add(5.1)
    assert test.verdict == "accepted"
    test.add(-1e6)
    assert (test.verdict, test.groups) == ("accepted", MIN_GROUPS)


def test_bradley_and_terry_find_known_strengths() -> None:
    true = [8.0, 4.0, 2.0, 1.0]
    wins: dict[tuple[int, ...], list[float]] = {
        (a, b): [4000 * true[a] / (true[a] + true[b]), 4000 * true[b] / (true[a] + true[b])]
        for a in range(4)
        for b in range(a + 1, 4)
    }
    found = strengths(wins, 4)
    assert sum(found) == pytest.approx(0, abs=1e-6)
    for better, worse in ((0, 1), (1, 2), (2, 3)):
        assert found[better] - found[worse] == pytest.approx(400 * log10(2), abs=1)


def test_three_at_a_table_find_known_strengths_too() -> None:
    true = [6.0, 3.0, 2.0, 1.0]
    tables = [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    wins: dict[tuple[int, ...], list[float]]
    wins = {table: [6000 * true[player] / sum(true[p] for p in table) for player in table] for table in tables}
    found = strengths(wins, 4)
    assert found[0] - found[3] == pytest.approx(400 * log10(6), abs=1)
    assert found[1] - found[2] == pytest.approx(400 * log10(1.5), abs=1)


def test_who_always_wins_has_a_rating_all_the_same() -> None:
    found = strengths({(0, 1): [50, 0], (0, 2): [50, 0], (1, 2): [25, 25]}, 3)
    assert 500 < found[0] - found[1] < 1500
    assert found[1] == pytest.approx(found[2])


def test_bootstrap_intervals_have_the_right_width() -> None:
    """Against the delta method: Var(log odds) = 1 / (n p q) for one pair."""
    rng = Random(5)
    ratings = Ratings([(0, 1)], 2, seed=1)
    for number in range(2000):
        won = float(rng.random() < 0.7)
        ratings.add(number, (0, 1), [won, 1 - won])
    first, second = ratings.intervals()
    assert first.low is not None
    assert first.high is not None
    assert first.low < 200 * log10(7 / 3) < first.high
    width = 2 * 1.96 * 200 / 2.302585 * (1 / (2000 * 0.7 * 0.3)) ** 0.5
    assert first.high - first.low == pytest.approx(width, rel=0.2)
    assert second.value == pytest.approx(-first.value)


def test_times_give_quantiles_to_a_percent_or_so_and_stay_small() -> None:
    times, other = Times(), Times()
    for step in range(1, 50_001):
        (times if step % 2 else other).add(step / 1e6)
    times.merge(other.counts)
    assert times.counts.total() == 50_000
    assert times.quantile(0.5) == pytest.approx(25, rel=0.02)
    assert times.quantile(0.95) == pytest.approx(47.5, rel=0.02)
    assert len(times.counts) < 600
    assert Times().quantile(0.5) is None
