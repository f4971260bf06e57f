"""What a decision is worth, and how sure that is."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Sequence
from itertools import pairwise
from math import e, inf
from random import Random
from typing import Any

import pytest

from herrlof.bots import evaluator_of
from herrlof.bots.search import Estimate, Logistic, Plan, Playout, RandomRollouts
from herrlof.bots.streams import Streams
from herrlof.coach.judge import Judge, JudgedAction, Judgement, Verdict, asked, asking, judge, motive_of, verdict_of
from herrlof.game import CHANCE, TERMINAL, Action, Observation
from herrlof.games import GAMES
from herrlof.games.herrlof.actions import DRAW, PASS, PLAY
from herrlof.games.herrlof.cards import COLOUR_OF, RANK_OF, VALKNUT
from herrlof.games.herrlof.observation import Observation as HerrlofObservation
from herrlof.games.json import from_json, to_json
from tests.bots.honesty import HERRLOF, TABLES, Table, twins
from tests.contract.variants import ALL
from tests.games.herald.table import Table as Herald
from tests.tiers import later, tiers
from tests.tui.driving import in_play

KEYS = (*GAMES, "nim", "kuhn")
SMALL = 24
"""Worlds where nothing depends on how many there are."""

AS_IT_IS = Logistic(0.0, 1.0)

Position = tuple[Observation, Sequence[Action]]


def positions(key: str, wanted: int, seed: int = 1) -> list[Position]:
    """Return what the mover sees and may do at places of random matches."""
    rng = Random(seed)
    found: list[Position] = []
    game = ALL[key]
    while len(found) < wanted:
        state = game.new_state(game.seats[0])
        while (mover := state.current_player()) != TERMINAL and len(found) < wanted:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            legal = state.legal_actions()
            if len(legal) > 1 and rng.random() < 0.2:
                found.append((state.observation(mover), legal))
            state.apply(rng.choice(legal))
    return found


def choice_of(found: Judgement, action: Action) -> JudgedAction:
    return next(choice for choice in found.choices if choice.action == action)


class Told(RandomRollouts):
    """Knows what each playout brings: action `a` is worth `values(rng)[a]` in a world, whatever happens."""

    def __init__(self, values: Callable[[Random], Sequence[float]], correction: Logistic) -> None:
        super().__init__(ALL["nim"])
        self.values, self.correction = values, correction

    def calibrated(self, seen: Observation, share: float) -> float:
        return self.correction.of(share)

    def worlds(self, seen: Observation, rng: Random) -> Callable[[], Any]:
        return lambda: World(self.values(rng))

    def play_to_outcome(self, seen: Observation, worlds: Sequence[Any], streams: Streams) -> list[Playout]:
        found = [world.values[world.action] for world in worlds]
        return [Playout(value, int(value > 50)) for value in found]


class World:
    def __init__(self, values: Sequence[float], action: int = -1) -> None:
        self.values, self.action = values, action

    def clone(self) -> World:
        return World(self.values)

    def apply(self, action: Action) -> None:
        self.action = action


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Judgement]:
    """Return what judges actions whose values in a world are told."""

    def judged(
        values: Callable[[Random], Sequence[float]],
        many: int,
        seed: int = 1,
        worlds: int = 200,
        correction: Logistic = AS_IT_IS,
    ) -> Judgement:
        monkeypatch.setattr("herrlof.coach.judge.evaluator_of", lambda game: Told(values, correction))
        return judge(ALL["nim"], None, range(many), Random(seed), worlds)

    return judged


@pytest.mark.second
@pytest.mark.parametrize("key", KEYS)
def test_every_legal_action_is_judged_best_first(key: str) -> None:
    for seen, legal in positions(key, 3):
        found = judge(ALL[key], seen, legal, Random(1), SMALL)
        assert sorted(choice.action for choice in found.choices) == sorted(legal)
        assert found.worlds == SMALL
        assert found.unit == ("points" if key == "herrlof" else "wins")
        best = found.choices[0]
        assert (best.verdict, best.loss, best.worlds) == ("best", (0, 0), SMALL)
        assert best.value.value == max(choice.value.value for choice in found.choices if choice.value is not None)
        assert [choice.verdict for choice in found.choices].count("best") == 1
        for choice in found.choices:
            assert (choice.value is None) == (choice.worlds < SMALL), "what dropped out has no number"
            assert sum(choice.outcomes.values()) == (0 if choice.value is None else choice.worlds)


@pytest.mark.second
@pytest.mark.parametrize("key", later(KEYS, now=("herrlof", "nim")))
def test_a_judgement_grows_with_its_worlds(key: str) -> None:
    seen, legal = next(found for found in positions(key, 20) if len(found[1]) <= Plan().few)
    grown = list(asking(ALL[key], seen, legal))
    assert len(grown) > 3
    assert [found.whole for found in grown] == [False] * (len(grown) - 1) + [True]
    assert grown[-1] == asked(ALL[key], seen, legal)
    for before, found in pairwise(grown):
        assert before.worlds < found.worlds <= found.planned
    for found in grown:
        assert {choice.action for choice in found.choices} == set(legal)
        assert all(choice.worlds == found.worlds for choice in found.choices)
        assert all(sum(choice.outcomes.values()) == found.worlds for choice in found.choices)


QUICK = {"herrlof": 7, "herald": 7, "how-ruck": 5, "herfor": 14, "nim": 9, "kuhn": 9}
"""Up to so many actions are judged six times within the default tier."""


def by_action(found: Judgement) -> dict[Action, JudgedAction]:
    return {choice.action: choice for choice in found.choices}


@pytest.mark.second
@pytest.mark.parametrize("tier", tiers(now=0, slow=1))
@pytest.mark.parametrize("key", later(KEYS, now=("how-ruck", "nim")))
def test_a_question_has_one_answer_however_it_is_asked(key: str, tier: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The order of the actions, how many worlds are tried at a time, an observation that went through JSON or pickle,
    one more action that stays in, and worlds that come after these shift no number."""
    game = ALL[key]
    found_there = positions(key, 60, seed=5 + tier)
    quick = [(seen, legal) for seen, legal in found_there if 2 < len(legal) <= QUICK[key]] or found_there
    for seen, legal in found_there[:12] if tier else quick[-1:]:
        found = asked(game, seen, legal)
        assert asked(game, pickle.loads(pickle.dumps(seen)), legal[::-1]) == found
        with monkeypatch.context() as patch:
            patch.setattr("herrlof.coach.judge.MOST", 7)
            patch.setattr("herrlof.coach.judge.BATCH_SIZE", 50)
            assert asked(game, from_json(game, json.loads(json.dumps(to_json(game, seen)))), legal) == found
        kept = found.choices[-1]
        same = next(group for group in evaluator_of(game).alike(seen, sorted(legal)) if kept.action in group)
        more = asked(game, seen, legal, keep=kept.action)
        assert by_action(more)[kept.action].worlds == more.worlds
        assert more.choices[0] == found.choices[0]
        for action, choice in by_action(more).items():
            assert choice == by_action(found)[action] or (action in same and kept.value is None)
        remembers = Judge(game)
        assert [*remembers.asking(seen, legal)][-1] == found
        assert [*remembers.asking(seen, legal, kept.action)] == [more], "at once, and as if it had been kept"
        assert asked(game, seen, legal, more=20).worlds == found.worlds + 20 * (not found.exact)


def test_to_think_on_goes_on_with_the_same_worlds(told: Callable[..., Judgement]) -> None:
    """All that was found before is a part of what is found then."""
    for few, many in ((50, 80), (200, 230)):
        before, after = (
            told(lambda rng: [100.0 * (rng.random() < 0.5), 20.0], 2, worlds=worlds) for worlds in (few, many)
        )
        was, now = (choice_of(found, 0) for found in (before, after))
        wins = was.outcomes[1]
        assert (was.worlds, now.worlds) == (few, many)
        assert 0 <= now.outcomes[1] - wins <= many - few


def test_what_stays_by_the_games_word_does_not_drop_out(
    told: Callable[..., Judgement], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Told, "plan", lambda self, seen: Plan(60, 4))
    monkeypatch.setattr(Told, "stays", lambda self, seen, found: [3])
    found = told(lambda rng: [float(action) for action in range(30)], 30, worlds=60)
    assert [choice.action for choice in found.choices if choice.value is not None] == [29, 28, 3]
    assert choice_of(found, 3).worlds == 60


def test_between_what_nothing_decides_the_game_says_which_is_the_best(
    told: Callable[..., Judgement], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Told, "preferred", lambda self, seen, level: max(level), raising=False)
    found = told(lambda rng: [5.0 + rng.random(), 5.0 + rng.random(), 5.0 + rng.random(), 0.0], 4, worlds=60)
    assert found.choices[0].action == 2
    assert found.choices[0].verdict == "best"
    assert choice_of(found, 3).verdict == "worse", "it is known to bring less, and is not asked about"


@pytest.mark.second
def test_what_is_preferred_is_preferred_of_the_list_that_is_shown(
    told: Callable[..., Judgement], monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "5 to 8: too close to call. Of these 6 comes true most often": none of those that are named does more often."""
    monkeypatch.setattr(Told, "preferred", lambda self, seen, level: max(level), raising=False)
    for seed in range(40):
        found = told(lambda rng: [rng.gauss(action % 3, 10) for action in range(8)], 8, seed, 100)
        assert found.choices[0].action == max(one.action for one in found.choices if one.verdict != "worse")


@pytest.mark.second
@pytest.mark.parametrize("many", later([16, 80], now=[16]))
def test_who_plays_last_to_a_trick_knows_whether_it_is_won(many: int) -> None:
    """In one colour the higher rank wins, and a trick with a Valknut is nobody's."""
    found: set[bool] = set()
    for seen, legal in positions("herrlof", many):
        assert isinstance(seen, HerrlofObservation)
        choices = judge(ALL["herrlof"], seen, legal, Random(1), 4).choices
        if seen.phase != "play":
            assert {choice.soon for choice in choices} == {None}
            continue
        choices = [choice for choice in choices if choice.value is not None]
        assert all(choice.soon is not None and 0 <= choice.soon <= 4 for choice in choices)
        for choice in choices if seen.trick else ():
            (led,), card = seen.trick, choice.action - PLAY
            destroyed = VALKNUT in (led, card)
            if destroyed or COLOUR_OF[card] == COLOUR_OF[led]:
                won = not destroyed and RANK_OF[card] > RANK_OF[led]
                assert choice.soon == 4 * won
                found.add(won)
    assert found == {True, False}


def test_the_same_generator_judges_the_same() -> None:
    for key in ("herrlof", "kuhn"):
        (position,) = positions(key, 1)
        assert judge(ALL[key], *position, Random(5), SMALL) == judge(ALL[key], *position, Random(5), SMALL)


@pytest.mark.parametrize(
    "table",
    [
        pytest.param(table, marks=[pytest.mark.second] if table.seats > 2 or table in HERRLOF else [])
        for table in TABLES
    ],
    ids=str,
)
def test_a_judgement_sees_what_its_seat_sees(table: Table) -> None:
    """All that the seat cannot know is another, and so is the whole state that the observation comes from."""
    game = ALL[table.game]
    different = 0
    for pair in twins(table, 8):
        different += pair.differ
        here, there = (
            judge(game, world.observation(pair.seat), world.legal_actions(), Random(7), SMALL)
            for world in (pair.true, pair.twin)
        )
        assert here == there, pair.true.summary()
    assert different


def test_equal_cards_share_a_judgement() -> None:
    """The red 7 and the red 8 lie side by side in a hand, and neither has a power."""
    game = ALL["herrlof"]
    low, high = game.decode("play R7"), game.decode("play R8")
    seen, legal = next(found for found in positions("herrlof", 400) if {low, high} <= set(found[1]))
    found = judge(game, seen, legal, Random(1), SMALL)
    one, other = choice_of(found, low), choice_of(found, high)
    assert one[1:6] == other[1:6]
    assert other.verdict == ("as good" if one.verdict == "best" else one.verdict)


def test_the_difference_is_measured_within_each_world(told: Callable[..., Judgement]) -> None:
    """Worlds differ by tens of wins, the two actions by five or so in each of them."""

    def values(rng: Random) -> list[float]:
        luck = rng.gauss(0, 30)
        return [luck, luck - rng.gauss(5, 1)]

    found = told(values, 2)
    assert found.choices[0].action == 0
    assert found.choices[0].value.error == pytest.approx(30 / 200**0.5, rel=0.2)
    assert found.choices[1].loss.value == pytest.approx(5, abs=0.3)
    assert found.choices[1].loss.error == pytest.approx(1 / 200**0.5, rel=0.2)
    assert found.choices[1].verdict == "worse"


@pytest.mark.second
def test_the_best_of_several_does_not_look_better_than_it_is(told: Callable[..., Judgement]) -> None:
    """Where all actions are worth the same, the others lose nothing on average."""
    losses, naive = [], []
    for seed in range(50):
        best, *others = told(lambda rng: [rng.gauss(0, 10) for _ in range(8)], 8, seed, 100).choices
        losses += [choice.loss.value for choice in others]
        naive += [best.value.value - choice.value.value for choice in others]
    assert abs(sum(losses) / len(losses)) < 0.3
    assert sum(naive) / len(naive) > 1, "the test could not tell"


@pytest.mark.second
def test_what_is_called_as_good_is_so_by_the_numbers_that_are_shown(told: Callable[..., Judgement]) -> None:
    """The halves of the worlds can say that a choice loses nothing where the list shows five wins less."""
    found = 0
    for seed in range(40):
        best, *others = told(lambda rng: [rng.gauss(50, 10) for _ in range(8)], 8, seed, 100).choices
        for choice in [choice for choice in others if choice.verdict == "as good"]:
            assert best.value.value - choice.value.value + 2 * choice.loss.error < 3
            found += 1
    assert found


@pytest.mark.second
@pytest.mark.parametrize("many", later([8, 60], now=[8]))
def test_few_of_equal_actions_are_said_to_be_worse(told: Callable[..., Judgement], many: int) -> None:
    """Two standard errors leave one in twenty, and dropping out on a bad beginning one more in a hundred or two."""
    verdicts = [
        choice.verdict
        for seed in range(60)
        for choice in told(lambda rng: [rng.gauss(0, 10) for _ in range(many)], many, seed, 100).choices[1:]
    ]
    assert verdicts.count("worse") < 0.08 * len(verdicts)
    assert verdicts.count("can't tell") > 0.3 * len(verdicts)


def test_the_worse_of_many_drop_out_and_say_how_many_worlds_they_had(told: Callable[..., Judgement]) -> None:
    tried = []

    def values(rng: Random) -> list[float]:
        tried.append(0)
        return [action + rng.gauss(0, 5) for action in range(80)]

    found = told(values, 80)
    assert len(tried) == found.worlds == 200
    assert found.choices[0].action >= 77
    assert found.choices[0].worlds == 200
    assert choice_of(found, 0).worlds < 10
    assert choice_of(found, 0).verdict == "worse"
    assert 5 <= sum(choice.worlds == 200 for choice in found.choices) <= Plan().few
    assert sum(choice.worlds for choice in found.choices) < 2 * Plan().few * 200
    assert {choice.verdict for choice in found.choices if choice.value is None} <= {"worse", "can't tell"}


def test_wins_are_told_as_they_come_true(told: Callable[..., Judgement]) -> None:
    """A correction that was learned changes counts, values, losses and their errors; never and always stay."""
    correction = Logistic(-1.0, 0.5)

    def values(rng: Random) -> list[float]:
        return [100.0, 100.0 * (rng.random() < 0.7), 100.0 * (rng.random() < 0.2), 0.0]

    raw, found = told(values, 4), told(values, 4, correction=correction)
    assert [choice.action for choice in found.choices] == [0, 1, 2, 3]
    for before, after in zip(raw.choices, found.choices, strict=True):
        share = before.outcomes.get(1, 0) / 200
        right = correction.of(share)
        assert after.value.value == pytest.approx(100 * right)
        assert after.outcomes.get(1, 0) == round(200 * right)
        assert after.loss.value == pytest.approx(100 - 100 * right if after.action else 0)
        assert sum(after.outcomes.values()) == 200
    assert found.choices[0].outcomes == {1: 200}
    assert found.choices[3].outcomes == {0: 200}
    assert found.choices[1].value.error < 0.7 * raw.choices[1].value.error


def test_the_odds_of_a_share_are_corrected_by_a_line() -> None:
    assert AS_IT_IS.of(0.37) == pytest.approx(0.37)
    assert Logistic(-1.0, 1.0).of(0.5) == pytest.approx(1 / (1 + e))
    assert Logistic(0.0, 2.0).of(0.8) == pytest.approx(16 / 17)
    assert (Logistic(-1.0, 2.0).of(0), Logistic(-1.0, 2.0).of(1)) == (0, 1)


@pytest.mark.parametrize(
    ("value", "error", "slack", "verdict"),
    [
        (0.2, 0.3, 1.0, "as good"),
        (0.5, 0.2, 1.0, "as good"),
        (0.0, 0.0, 1.0, "as good"),
        (-5.0, 1.0, 1.0, "as good"),
        (0.5, 0.3, 1.0, "can't tell"),
        (3.0, 1.6, 1.0, "can't tell"),
        (0.0, inf, 1.0, "can't tell"),
        (3.0, 1.4, 1.0, "worse"),
        (1.0, 0.0, 1.0, "worse"),
        (2.0, 0.4, 3.0, "as good"),
        (2.0, 0.6, 3.0, "worse"),
    ],
)
def test_verdicts(value: float, error: float, slack: float, verdict: str) -> None:
    """Errors are two standard errors; what is as good is so even where it is surely a little less."""
    assert verdict_of(Estimate(value, error), slack) == verdict


# What came of it, in each game's terms


@pytest.mark.second
@pytest.mark.parametrize("many", later([5, 40], now=[5]))
def test_outcomes_of_herrlof_are_the_tricks_at_the_end_of_the_round(many: int) -> None:
    for seen, legal in positions("herrlof", many, seed=4):
        found = judge(ALL["herrlof"], seen, legal, Random(1), SMALL)
        left = max(seen.hand_sizes)
        won = seen.tricks_won[seen.seat]
        for choice in [choice for choice in found.choices if choice.value is not None]:
            assert all(0 <= tricks <= seen.hand_size for tricks in choice.outcomes)
            assert choice.points is not None
            assert min(choice.outcomes) >= won - left
            assert max(choice.outcomes) <= won + 2 * left


def test_the_last_tricks_are_played_on_as_each_seat_sees_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bot solves them with all cards open, which would give the other seats eyes that they do not have."""
    monkeypatch.setattr("herrlof.bots.search.solve", None)
    seen, legal = next(found for found in positions("herrlof", 200) if max(found[0].hand_sizes) == 2)
    assert judge(ALL["herrlof"], seen, legal, Random(1), SMALL).worlds == SMALL


def test_a_number_is_played_on_as_that_number() -> None:
    seen, legal = next(found for found in positions("herrlof", 40) if found[0].phase == "predict")
    assert len(legal) == 16
    found = judge(ALL["herrlof"], seen, legal, Random(1), 200)
    told = [choice_of(found, action) for action in legal]
    own = sum(told[number].outcomes.get(number, 0) / told[number].worlds for number in range(2, 10))
    next_to = sum(told[number + 1].outcomes.get(number, 0) / told[number + 1].worlds for number in range(2, 10))
    assert own > 1.3 * next_to, "each number comes true more often where it was said"
    assert told[15].value is None, "it has dropped out"


def test_the_outcome_of_herald_is_whether_the_trick_is_won() -> None:
    """Who plays last wins for sure or never, as the rules have it."""
    table = Herald(2)
    table.deal("GK", "SK SP")
    table.do("0: play GK")
    seen, legal = table.state.observation(1), table.state.legal_actions()
    found = judge(ALL["herald"], seen, legal, Random(1), SMALL)
    for choice in found.choices:
        after = table.state.clone()
        after.apply(choice.action)
        assert choice.outcomes == {after.tricks_won[1]: SMALL}
        assert choice.points is not None


def test_the_outcome_of_how_ruck_is_whether_the_barrel_is_won() -> None:
    late = [found for found in positions("how-ruck", 60) if len(found[0].path) > 12 and len(found[1]) > 4]
    for seen, legal in late[:4]:
        found = judge(ALL["how-ruck"], seen, legal, Random(1), SMALL)
        outcomes = {outcome for choice in found.choices for outcome in choice.outcomes}
        assert outcomes <= {0, 1}
        if outcomes == {0, 1}:
            return
    raise AssertionError("the barrel was never in question")


def test_where_a_round_of_herrlof_may_end_the_match_wins_of_it_are_counted() -> None:
    """One point is the goal: in each world the round is the last one, and the match won, shared or lost."""
    found = {}
    for goal in (1, 300):
        state = in_play("B8 G2", "B7 G3", predict=(1, 0), goal=goal).state
        found[goal] = judge(ALL["herrlof"], state.observation(0), state.legal_actions(), Random(1), SMALL)
    assert (found[1].unit, found[300].unit) == ("wins", "points")
    for choice in found[1].choices:
        shares = 2 * SMALL * choice.value.value / 100
        assert 0 < shares < 2 * SMALL
        assert shares == pytest.approx(round(shares))
        assert choice.points == choice_of(found[300], choice.action).points


@pytest.mark.second
def test_the_outcome_of_herfor_is_whether_the_match_is_won() -> None:
    game = ALL["herfor"]
    state = game.new_state(2)
    komi = judge(game, state.observation(state.current_player()), state.legal_actions(), Random(1), 40)
    extreme = {game.decode("komi 90"), game.decode("komi -90")}
    told = [choice.value for choice in komi.choices if choice.action in extreme]
    assert all(value is None or value.value < 20 for value in told), "the other seat takes the better side"
    assert komi.choices[0].value is not None
    assert 30 < komi.choices[0].value.value < 70
    state.apply(game.decode("komi 90"))
    side = judge(game, state.observation(state.current_player()), state.legal_actions(), Random(1), SMALL)
    assert game.encode(side.choices[0].action) == "white"
    assert side.choices[0].outcomes == {1: SMALL}
    assert side.choices[1].outcomes == {0: SMALL}


@pytest.mark.parametrize(
    ("often", "points", "name"),
    [
        ((8, 9), (0.0, 0.0), "rids"),
        ((2, 9), (1.0, 6.0), "gives up to hinder"),
        ((2, 9), (6.0, 1.0), "gives up for tricks"),
    ],
)
def test_who_gives_a_number_up_is_told_what_for_and_not_what_serves_it(
    often: tuple[int, int], points: tuple[float, float], name: str
) -> None:
    """Here a high card is led to win, although no trick is needed."""
    game, table = GAMES["herrlof"], in_play("B7 B4 R5", "B8 B9 R8", predict=(0, 2))
    seen = table.state.observation(0)
    best, other = (game.decode(code) for code in ("play B7", "play B4"))
    verdicts: tuple[Verdict, Verdict] = ("best", "worse")
    choices = [
        JudgedAction(
            action,
            Estimate(5.0 - n, 0.1),
            Estimate(float(n), 0.1),
            {0: often[n], 3: 10 - often[n]},
            points[n],
            10,
            verdicts[n],
        )
        for n, action in enumerate((best, other))
    ]
    found = motive_of(game, seen, choices, other)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize(("soon", "settled"), [(None, False), (60, False), (99, True), (1, True)])
def test_what_may_beat_a_card_is_no_reason_where_it_wins_as_good_as_always(soon: int | None, settled: bool) -> None:
    """ "Of 11 unseen cards 3 beat it" stood above "Wins this trick in 99 of 100 deals."."""
    game, seen = GAMES["herrlof"], in_play("B7 B4 R5", "B8 B9 R8", predict=(0, 2)).state.observation(0)
    best, other = (game.decode(code) for code in ("play B7", "play B4"))
    choices = [
        JudgedAction(action, Estimate(5.0 - n, 0.1), Estimate(float(n), 0.1), {0: 100}, 5.0, 100, verdict, soon=soon)
        for n, (action, verdict) in enumerate(((best, "best"), (other, "worse")))
    ]
    found = motive_of(game, seen, choices, other)
    assert (found is None or not found.risk) == settled


def test_where_nothing_decides_a_3_draws_since_the_card_may_be_put_back() -> None:
    seen = in_play("B3 B4 R5", "B8 B9 R8", deck="G1 G2 G3", moves=["0: play B3"]).state.observation(0)
    assert seen.phase == "draw"
    evaluator = evaluator_of(GAMES["herrlof"])
    level = {action: [Playout(value, 1)] for action, value in ((PASS, 1.5), (DRAW, 1.0))}
    assert evaluator.preferred(seen, level) == DRAW
    assert evaluator.preferred(seen, {PASS: level[PASS]}) == PASS


@pytest.mark.parametrize("komi", [-1, 2])
def test_the_two_sides_of_herfor_share_a_hundred_wins(komi: int) -> None:
    state = GAMES["herfor"].new_state(2, size=5)
    state.apply(GAMES["herfor"].decode(f"komi {komi}"))
    found = judge(GAMES["herfor"], state.observation(1), state.legal_actions(), Random(1), SMALL)
    assert sum(choice.value.value for choice in found.choices if choice.value is not None) == pytest.approx(100)


@pytest.mark.second
def test_each_komi_that_may_be_fair_has_a_number() -> None:
    """So that none is dropped between two that were tried in all games."""
    game = GAMES["herfor"]
    state = game.new_state(2, size=5)
    found = judge(game, state.observation(0), state.legal_actions(), Random(1), SMALL)
    known = {game.number(choice.action) for choice in found.choices if choice.value is not None}
    assert set(range(-3, 4)) <= known < {*map(game.number, state.legal_actions())}
