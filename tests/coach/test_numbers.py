"""Herrlof's number: lesson, sentence, hint and review say the same of a hand, and *Sure?* asks for clear mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from training.number import HERRLOF, Hand, first_hand, taught

from herrlof.bots import new_bot
from herrlof.bots.herrlof.evaluator import HerrlofEvaluator
from herrlof.bots.search import Playout
from herrlof.coach.doubt import clearly_worse
from herrlof.coach.judge import asked
from herrlof.coach.lessons import Course, lessons_of
from herrlof.game import CHANCE, Action, Game
from herrlof.games import GAMES
from herrlof.games.herrlof.actions import PREDICT
from herrlof.games.herrlof.cards import COLOUR_OF, RANK_OF, VALKNUT
from tests.tiers import later, tiers

ADVICE = {"herrlof": (4, 6, 7, 8, 9), "herald": (4, 5, 6), "how-ruck": (2, 6), "herfor": (4, 6, 7)}
"""Lessons that say what is best, and do not only show what a move does."""
KOMI = ("herfor", 5, 0)
"""The one step of another lesson that names a number."""


def check(hand: Hand) -> None:
    """A hand is told of in one voice, and of numbers that decide nothing has dropped out."""
    numbers = {choice.action - PREDICT: choice for choice in hand.hint.choices}
    best = hand.best.action - PREDICT
    tried = [number for number, choice in numbers.items() if choice.value is not None]
    assert hand.hint.worlds == 1000
    assert all(numbers[number].worlds == 1000 for number in tried)
    assert all(not choice.outcomes for number, choice in numbers.items() if number not in tried)
    assert best in hand.level
    assert numbers[best].outcomes[best] == max(numbers[number].outcomes[number] for number in hand.level), (
        "the likeliest"
    )
    assert hand.sentence.startswith(f"Say {best}, and it comes true in {hand.often} of 100")
    assert hand.review.best == hand.best.action, "whatever was said"
    kept = numbers[taught(hand.seen)]
    assert (hand.review.cost, hand.review.verdict) == (kept.loss, kept.verdict) or kept.value is None


def neighbours(hand: Hand) -> bool:
    """Whether the numbers beside the best one stayed to the end."""
    best = hand.best.action
    return all(one.value is not None for one in hand.hint.choices if abs(one.action - best) == 1)


def a_count_is_worse(hand: Hand) -> bool:
    """Whether the hint calls the number worse of who says how many high cards there are, and no more."""
    coloured = [card for card in hand.seen.hand if card < VALKNUT]
    trumps = [RANK_OF[card] >= 5 for card in coloured if COLOUR_OF[card] == hand.seen.trump]
    others = [RANK_OF[card] >= 8 for card in coloured if COLOUR_OF[card] != hand.seen.trump]
    said = PREDICT + sum(trumps) + sum(others)
    return next(one.verdict for one in hand.hint.choices if one.action == said) == "worse"


@pytest.mark.parametrize("hands", tiers(second=4, slow=20))
def test_lesson_sentence_hint_and_review_say_one_thing_of_first_hands(hands: int) -> None:
    """The lesson begins with six; a count of high cards alone comes to three or four, and is worse more often.

    The lesson's number is a beginning: the review calls it worse in about half of the hands, most of them strong ones.
    """
    some = [first_hand(seed) for seed in range(hands)]
    for hand in some:
        check(hand)
    assert sum(map(neighbours, some)) >= 0.7 * hands
    assert sum(hand.review.verdict != "worse" for hand in some) >= 0.4 * hands
    assert sum(hand.review.verdict == "worse" for hand in some) < sum(map(a_count_is_worse, some))


@pytest.mark.parametrize("edition", tiers(second="english", slow="dutch"))
def test_with_three_seats_they_do_too(edition: str) -> None:
    check(first_hand(0, 3, edition))


def found(*rows: tuple[float, int]) -> dict[Action, list[Playout]]:
    """Return what came of numbers from 0 on: what each is worth, and in how many of 10 worlds it came true."""
    return {
        PREDICT + number: [Playout(value, number if world < true else 99) for world in range(10)]
        for number, (value, true) in enumerate(rows)
    }


def test_the_best_number_the_likeliest_and_those_beside_them_do_not_drop_out() -> None:
    evaluator, seen = HerrlofEvaluator(), number_asked()
    tried = found((0.0, 1), (5.0, 2), (0.0, 1), (0.0, 1), (0.0, 1), (0.0, 6), (0.0, 1), (0.0, 1))
    assert sorted(action - PREDICT for action in evaluator.stays(seen, tried)) == [0, 1, 2, 4, 5, 6]


def test_of_numbers_that_are_level_the_one_that_comes_true_more_often_is_the_best() -> None:
    assert HerrlofEvaluator().preferred(number_asked(), found((3.0, 2), (2.9, 5), (2.8, 4))) == PREDICT + 1


def number_asked() -> Any:
    """Return what the first to say a number sees."""
    state = HERRLOF.new_state(2)
    while state.current_player() == CHANCE:
        state.apply_chance(state.sample_chance(Random(1)))
    return state.observation(state.current_player())


# Lessons


def step_of(game: Game, number: int, step: int) -> Course:
    """Return a lesson where a step is asked."""
    course = Course(game, lessons_of(game.key)[number - 1], "Anna", step)
    for code in course.lesson.steps[step].before:
        course.match.play(course.match.mover, code)
        while course.match.mover == CHANCE:
            course.match.advance()
    return course


STEPS = [
    (key, number, step)
    for key, numbers in ADVICE.items()
    for number in numbers
    for step, one in enumerate(lessons_of(key)[number - 1].steps)
    if one.right
] + [KOMI]


@pytest.mark.second
@pytest.mark.parametrize("place", later(STEPS, now=[("herrlof", 4, 0)]), ids=lambda place: "{}-{}-{}".format(*place))
def test_what_a_lesson_calls_the_best_the_judge_does_not_call_worse(place: tuple[str, int, int]) -> None:
    key, number, step = place
    game = GAMES[key]
    course = step_of(game, number, step)
    seen, legal = course.match.observe(course.lesson.seat), course.match.legal()
    meant = game.decode(next(iter(course.lesson.steps[step].right)))
    judged = asked(game, seen, legal)
    (choice,) = [choice for choice in judged.choices if choice.action == meant]
    assert not judged.is_worse(choice)
    if game.encode(meant).startswith(("predict", "komi")):
        assert choice.verdict in ("best", "as good"), "a number is no matter of taste"


# Sure?


def asks(seed: int) -> tuple[int, int]:
    """Return how often a round of random cards is asked about, and how often Karl is who looks at the same hands."""
    rng, other = Random(seed), Random(seed + 1)
    karl = new_bot(HERRLOF, "karl", Random(seed))
    state: Any = HERRLOF.new_state(2)
    blind = thinks = 0
    while not state.rounds:
        mover = state.current_player()
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng))
            continue
        seen, legal = state.observation(mover), state.legal_actions()
        if mover or len(legal) == 1:
            state.apply(other.choice(legal))
            continue
        karls = karl.choose(seen, legal)
        if state.phase == "predict":
            state.apply(karls)
            continue
        judged, chosen = asked(HERRLOF, seen, legal), rng.choice(legal)
        choices = {one.action: one for one in judged.choices}
        blind += clearly_worse(choices[chosen], judged)
        thinks += clearly_worse(choices[karls], judged)
        state.apply(chosen)
    return blind, thinks


@pytest.mark.parametrize("seeds", tiers(second=[2], slow=range(1, 5)), ids=len)
def test_before_random_cards_the_table_asks_and_before_karls_it_seldom_does(seeds: Sequence[int]) -> None:
    """Most random cards cost less than two points: those are no clear mistakes."""
    blind, thinks = (sum(column) for column in zip(*map(asks, seeds), strict=True))
    assert blind >= len(seeds)
    assert thinks <= blind / 2
