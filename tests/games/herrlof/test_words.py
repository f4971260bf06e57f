"""What the sentences of Herrlof say where a number is one, or a name is needed."""

from __future__ import annotations

from random import Random

import pytest

from herrlof.game import CHANCE
from herrlof.games.herrlof.actions import PREDICT
from herrlof.games.herrlof.cards import POWERS, parse_card
from herrlof.tui.boards.herrlof import labels
from herrlof.tui.boards.herrlof.faces import FACES
from tests.games.herrlof.table import GAME, Table

NAMES = ("Anna", "Freya", "Karl")


@pytest.mark.parametrize(("goal", "said"), [(1, "1 point wins the match."), (50, "50 points win the match.")])
def test_one_point_that_wins_the_match_is_no_points(goal: int, said: str) -> None:
    table = Table(goal=goal)
    table.deal(())
    assert said in GAME.words.to(table.seen(0), NAMES).goal()
    table.predict(3, 4)
    assert said in GAME.words.to(table.seen(0), NAMES).goal()


def test_an_answer_about_a_power_says_what_it_does_where_nobody_sees_its_question() -> None:
    """In a list of a review stood "Yes, draw" and "No", and the other's name for one of her tricks."""
    rng, found = Random(1), dict[str, set[str]]()
    while len(found) < 3 or any(len(names) < 3 - (phase == "draw") for phase, names in found.items()):
        state = GAME.new_state(3)
        while (mover := state.current_player()) >= 0 or mover == CHANCE:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
                continue
            seen, legal = state.observation(mover), state.legal_actions()
            if seen.phase in ("draw", "take-trick", "steal"):
                others = GAME.words.to(seen, NAMES)
                found.setdefault(seen.phase, set()).update(map(others.whole_name, legal))
            state.apply(rng.choice(legal))
    assert found == {
        "draw": {"draw a card", "no card"},
        "take-trick": {"no trick", *[f"a trick from {name}" for name in NAMES]},
        "steal": {"no card", *[f"a card from {name}" for name in NAMES]},
    }


@pytest.mark.parametrize(
    ("often", "said"),
    [
        ({4: 90}, "You end with 4 tricks in 90 of 100 deals."),
        ({0: 60, 1: 40}, "Tricks at the end: 0 in 60 of 100, 1 in 40."),
        ({2: 20, 3: 60, 4: 20}, "Tricks at the end: 3 in 60 of 100, 2 in 20, 4 in 20."),
        ({0: 75, 1: 8, 2: 7, 3: 5, 4: 5}, "You end with 0 tricks in 75 of 100 deals."),
        ({1: 5, 2: 40, 3: 35, 4: 10, 5: 10}, "You end with 2 or 3 tricks in 75 of 100 deals."),
    ],
)
def test_with_how_many_tricks_one_ends_is_a_number_or_a_span(often: dict[int, int], said: str) -> None:
    assert labels.ends_with(often) == said


@pytest.mark.parametrize(
    ("seats", "lead", "whom"),
    [
        (2, 3.1, "3.1 ahead of Freya."), (2, -3.1, "3.1 behind Freya."),
    ],
)  # fmt: skip
def test_a_lead_is_one_over_the_other(seats: int, lead: float, whom: str) -> None:
    table = Table(seats)
    table.deal(())
    assert (
        labels.BoardSpeaker(table.seen(0), NAMES[:seats]).on_average(12.5, lead, False)
        == f"12.5 points on average, {whom}"
    )


def test_of_three_nobody_is_called_behind() -> None:
    """Against the best of two others one always is."""
    table = Table(3)
    table.deal(())
    assert labels.BoardSpeaker(table.seen(0), NAMES[:3]).on_average(12.5, -3.1, False) == "12.5 points on average."


@pytest.mark.parametrize(
    ("level", "best", "likeliest", "told"),
    [
        ([9], 9, True, "9 is the best number, and comes true most often."),
        ([9], 9, False, "9 is the best number."),
        ([8, 9], 8, True, "8 or 9: too close to call. 8 comes true most often."),
        ([8, 9], 9, False, "8 or 9: too close to call. Of these 9 comes true most often."),
        ([5, 6, 7, 8], 7, True, "5 to 8: too close to call. 7 comes true most often."),
        ([4, 6, 7, 8], 7, True, "4, 6, 7 or 8: too close to call. 7 comes true most often."),
    ],
)
def test_the_best_number_is_named_with_those_that_are_too_close_to_tell(
    level: list[int], best: int, likeliest: bool, told: str
) -> None:
    assert labels.best_numbers(level, best, likeliest, unsure=True) == told
    same = told.replace("too close to call", "about as good")
    assert labels.best_numbers(level, best, likeliest, unsure=False) == same


def test_the_sentence_says_how_often_the_number_comes_true_that_is_said() -> None:
    state = GAME.new_state(2)
    while state.current_player() == CHANCE:
        state.apply_chance(state.sample_chance(Random(1)))
    seen = state.observation(state.current_player())
    usual, say = GAME.words.to(seen, NAMES).usual, [(PREDICT + 8, {8: 500, 9: 290, 7: 210})]
    assert usual(say) == "Say 8, and it comes true in 50 of 100 ways to deal the rest."
    likelier = [(PREDICT + 9, {9: 290, 8: 710}), (PREDICT + 8, {8: 500, 9: 500})]
    assert usual(likelier) == "Say 9, and it comes true in 29 of 100 ways to deal the rest; 8 in 50."


# Powers


@pytest.mark.parametrize(
    ("code", "to_its_player", "to_others"),
    [
        ("B1", "You would take an earlier trick with it. R14", "If it wins, Anna may take an earlier trick. R14"),
        ("B6", "You would draw from another hand with it. R15", "If it wins, Anna may draw from another hand. R15"),
        ("B9", "If it wins, the player on your left leads. R16", "If it wins, the player on Anna's left leads. R16"),
        ("H", "You lead next, unless another Hagalaz follows. R16", "Anna leads next, unless another follows. R16"),
        ("V", "Nobody gets the trick, and its leader leads again. R11",
         "Nobody gets the trick, and its leader leads again. R11"),
        ("B3", "Loses to every higher blue. R13", "Loses to every higher blue. R13"),
    ],
)  # fmt: skip
def test_a_card_that_lies_there_says_what_its_power_will_do(code: str, to_its_player: str, to_others: str) -> None:
    """A 3 has done it by then."""
    table = Table(first_dealer=1)
    table.deal([code], turned="H")
    table.predict(3, 4)
    table.do(f"0: play {code}")
    if code == "B3":
        table.do("0: pass")
    for seat, said in enumerate((to_its_player, to_others)):
        assert GAME.words.to(table.seen(seat), NAMES).explain(parse_card(code)).endswith(said)


def test_faces_lists_and_statistics_tell_of_the_same_powers() -> None:
    """The hand of every colour bears a mark where the row has a rank; the page of statistics counts each row."""
    ranks = {power.rank for power in POWERS if power.rank}
    assert ranks == {1, 3, 6, 9}
    assert {face.rank for face in FACES if face.marked} == set(map(str, ranks))
    assert [code for code, _text in labels.power_lines()] == ["1", "3", "6", "9", "V", "H"]
    assert [(counted.how, counted.of) for counted in GAME.words.statistics().moves] == [
        ("used", "take-trick"), ("used", "draw"), ("used", "steal"),
        ("times", "nine"), ("times", "valknut"), ("times", "hagalaz"),
    ]  # fmt: skip
