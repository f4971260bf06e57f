"""Where the end of a match is known it is told so: margins and no chances, a win before a margin, in every face."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest

from herrlof.bots.search import Estimate
from herrlof.coach.doubt import clearly_worse
from herrlof.coach.judge import WINS, Judgement, asked, exactly
from herrlof.coach.review import Decision, cost_in_result, decision_of, in_unit
from herrlof.coach.saying import cost_text, ends_text, what_it_cost
from herrlof.game import Action
from herrlof.games import GAMES
from herrlof.seats.codec import update_lines, update_of
from herrlof.seats.protocol import from_table, written
from herrlof.table.updates import Judged
from herrlof.tui.widgets.hint import measure_of, verdict
from tests.coach.test_judge import choice_of, positions

HERFOR = GAMES["herfor"]


def known(*margins: float) -> Judgement:
    return exactly(dict(enumerate(margins)))


def decided(*margins: float, played: int) -> Decision:
    """Return the decision of who played this where actions are known to end so."""
    position: Any = type("Position", (), {"n": 0, "seat": 0, "round": 1, "kind": "place", "played": played})
    return decision_of(position, known(*margins), HERFOR)


def test_a_win_comes_before_a_margin_and_a_draw_before_a_defeat() -> None:
    found = known(-3.0, 0.5, 12.0, 0.0, 12.0)
    assert [choice.action for choice in found.choices] == [2, 4, 1, 3, 0]
    assert [choice.verdict for choice in found.choices] == ["best", "as good", "worse", "worse", "worse"]
    assert [choice.loss.value for choice in found.choices] == [0, 0, 11.5, 12, 15]
    assert (found.exact, found.whole, found.worlds, found.unit) == (True, True, 0, "points")
    assert {choice.action for choice in found.choices if found.costs_win(choice)} == {3, 0}
    near = known(0.5, -0.5)
    assert near.choices[1].verdict == "worse"
    assert near.is_worse(near.choices[1])
    assert clearly_worse(near.choices[1], near)
    assert not clearly_worse(found.choices[2], found), "to win by less is no mistake to be asked about"


def test_who_has_lost_anyway_is_told_by_how_much() -> None:
    found = known(-8.0, -20.0)
    assert [choice.verdict for choice in found.choices] == ["best", "worse"]
    assert not any(map(found.costs_win, found.choices))


class Knows:
    """Stands for an evaluator that can count out where it stands."""

    asked = 0

    def solved(self, seen: Any, legal: Sequence[Action]) -> Mapping[Action, float] | None:
        Knows.asked += 1
        return {action: float(place) for place, action in enumerate(legal, -1)}


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> type[Knows]:
    from herrlof.bots.herfor.evaluator import HerforEvaluator

    Knows.asked = 0
    monkeypatch.setattr(HerforEvaluator, "solved", Knows.solved, raising=False)
    return Knows


def test_what_can_be_solved_is_not_imagined(solver: type[Knows], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("herrlof.bots.herfor.evaluator.HerforEvaluator.play_to_outcome", None)
    seen, legal = positions("herfor", 3)[-1]
    found = asked(HERFOR, seen, legal, keep=legal[0], more=100)
    assert found.exact
    assert found.choices[0].action == legal[-1]
    assert choice_of(found, legal[0]).value == Estimate(-1.0, 0.0)
    assert solver.asked == 1


def test_a_line_tells_that_it_is_exact(solver: type[Knows]) -> None:
    seen, legal = positions("herfor", 3)[-1]
    found = asked(HERFOR, seen, legal)
    (line,) = update_lines(HERFOR, Judged(3, found))
    sent = written(line)
    update = update_of(HERFOR, seen.seat, 2, from_table(sent))
    assert isinstance(update, Judged)
    again = update.found
    assert again._replace(choices=[*again.choices]) == found._replace(choices=[*found.choices][: len(again.choices)])
    assert json.loads(sent)["exact"] is True


def test_what_is_exact_is_said_in_points_and_never_of_100() -> None:
    found = known(4.0, 0.0, -8.0)
    said = [ends_text(choice) for choice in found.choices]
    assert said == [
        "Exact: with best play you end 4 ahead.",
        "Exact: with best play you end level.",
        "Exact: with best play you end 8 behind.",
    ]
    measure = measure_of(found, True, ["Rules"])
    assert "100" not in " ".join((measure.title, measure.whole, measure.foot, measure.brief, measure.source))
    assert [measure.count(choice) for choice in found.choices] == [4, 0, -8]
    assert [verdict(choice, found, short=True)[0] for choice in found.choices] == ["best", "even", "lost"]
    assert [verdict(choice, found, short=False)[0] for choice in found.choices] == ["best", "no longer wins", "loses"]
    assert verdict(known(12.0, 4.0).choices[1], known(12.0, 4.0), short=False)[0] == "8 points less"


def test_a_win_given_away_costs_the_whole_match_and_a_smaller_win_nothing() -> None:
    lost, drawn, less = decided(4.0, -2.0, played=1), decided(4.0, 0.0, played=1), decided(4.0, 2.0, played=1)
    assert [one.clear for one in (lost, drawn, less)] == [True, True, False]
    assert [100 * cost_in_result(one, HERFOR) for one in (lost, drawn, less)] == [100, 50, 0]
    review: Any = SimpleNamespace(unit=WINS, in_unit=partial(in_unit, game=HERFOR))
    assert [cost_text(review, one) for one in (lost, drawn, less)] == ["the win", "the win", "0.0 in 100"]
    assert what_it_cost(lost) == "It gave the win away, for certain."
    assert [cost_in_result(one, GAMES["herald"]) for one in (lost, drawn, less)] == [6, 4, 2], "Herald counts points"
