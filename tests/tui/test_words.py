"""What the table says: reasons, questions, the score pad, and the end."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from herrlof.tui.cards import Look

from herrlof.game import NOBODY
from herrlof.games.herrlof.actions import DRAW, PASS, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import NO_COLOUR, parse_card
from herrlof.games.herrlof.scoring import Round
from herrlof.games.herrlof.state import HerrlofState
from herrlof.games.herrlof.tricks import Trick
from herrlof.tui.boards.herrlof import drawing, words
from tests.tui.driving import in_play

NAMES = ("Anna", "Ben", "Cleo")


def trick(cards: str, winner: int, leads: int, robbed: int = NOBODY) -> Trick:
    """Return a trick that Anna led."""
    return Trick(0, tuple(map(parse_card, cards.split())), winner, robbed, leads)


@pytest.mark.parametrize(
    ("played", "won", "leads", "used"),
    [
        (trick("B7 B8", 1, 1), "Ben won it: highest blue.", "Ben leads.", ""),
        (trick("B7 R8", 0, 0), "Anna won it: highest blue.", "Anna leads.", ""),
        (trick("B7 G2", 1, 1), "Ben won it: trump green.", "Ben leads.", ""),
        (trick("B7 V", NOBODY, 0), "Destroyed by Ben's Valknut.", "Anna leads again.", ""),
        (trick("V B7 V", NOBODY, 0), "Destroyed by 2 Valknut. New trump: none.", "Anna leads again.", ""),
        (trick("B7 H", 0, 1), "Anna won it: highest blue.", "Ben leads: played the Hagalaz.", ""),
        (trick("H B7", 1, 0), "Ben won it: highest blue.", "Anna leads: played the Hagalaz.", ""),
        (trick("H H", 0, 1), "Anna won it: only Hagalaz, the first wins.", "Ben leads: played the last Hagalaz.", ""),
        (trick("B9 B8", 0, 1), "Anna won it: highest blue.", "Ben leads: a 9 gives the lead away.", ""),
        (trick("B7 B9 B8", 1, 2), "Ben won it: highest blue.", "Cleo leads: sits left of the winning 9.", ""),
        (trick("B9 B4 H", 0, 2), "Anna won it: highest blue.", "Cleo leads: played the Hagalaz.", ""),
        (trick("B1 H", 0, 1, robbed=1), "Anna won it", "Ben leads", "The 1: Anna took a trick from Ben."),
        (trick("B6 B4 R2", 0, 0, robbed=2), "Anna won it", "Anna leads.", "The 6: Anna drew from Cleo's hand."),
    ],
)  # fmt: skip
def test_the_last_trick_gives_its_reasons(played: Trick, won: str, leads: str, used: str) -> None:
    names = NAMES[: len(played.cards)]
    assert words.why_won(played, names, NO_COLOUR).startswith(won)
    assert words.why_leads(played, names).startswith(leads)
    assert words.power_used(played, names) == used


def test_the_last_trick_panel_holds_back_the_lead_while_a_power_is_asked() -> None:
    table = in_play("B6 G4 R5", "H G8 R8", moves=["0: play B6", "1: play H"])
    text = drawing.last_trick(table.seen(0), NAMES[:2], Look()).plain
    assert text.split("\n") == ["Anna 6●B*  Ben ×H", "Anna won it: highest blue."]
    table.do("0: pass")
    assert "Ben leads: played the Hagalaz." in drawing.last_trick(table.seen(0), NAMES[:2], Look()).plain


def test_the_options_of_a_power_name_the_seats() -> None:
    seen = in_play("B7 G4", "B8 G2").seen(0)
    assert words.options(seen, NAMES, (DRAW, PASS)) == [("y", "Yes, draw", DRAW), ("n", "No", PASS)]
    two = replace(seen, tricks_won=(0, 3))
    assert words.options(two, NAMES, (PASS, TAKE_TRICK + 1)) == [
        ("y", "Yes, from Ben, who has 3", TAKE_TRICK + 1),
        ("n", "No", PASS),
    ]
    assert words.options(two, NAMES, (PASS, STEAL + 1))[0] == ("y", "Yes, from Ben", STEAL + 1)
    three = replace(in_play("B7 G4", "B8 G2", "B9 G9").seen(1), tricks_won=(2, 0, 1))
    found = words.options(three, NAMES, (PASS, TAKE_TRICK, TAKE_TRICK + 2))
    assert [option[:2] for option in found] == [
        ("1", "from Anna, who has 2"),
        ("3", "from Cleo, who has 1"),
        ("n", "No"),
    ]
    found = words.options(three, NAMES, (PASS, STEAL, STEAL + 2))
    assert [option[:2] for option in found] == [("1", "from Anna"), ("3", "from Cleo"), ("n", "No")]


def ended(**values: Any) -> Any:
    """Return what is seen of a finished match."""
    return replace(HerrlofState().observation(NOBODY), phase="over", **values)


def test_the_verdict_names_the_tie_break_that_decided() -> None:
    rounds = (Round(1, 1, (3, 4), (4, 4), (9, 19), 0), Round(1, 2, (5, 1), (6, 5), (6, 10), 1))
    won = ended(scores=(52, 61), winners=(1,), rounds=rounds, correct=(1, 0))
    assert words.verdict(won, NAMES[:2]) == ("Ben wins: Ben 61, Anna 52.", "The highest score wins (R20).")
    won = ended(scores=(52, 52), winners=(0,), rounds=rounds, correct=(4, 3))
    assert words.verdict(won, NAMES[:2]) == (
        "Anna wins: Anna 52, Ben 52.",
        "Anna and Ben have 52; predictions right: Anna 4, Ben 3 (R20).",
    )
    won = ended(scores=(52, 52), winners=(0,), rounds=rounds, correct=(3, 3))
    assert words.verdict(won, NAMES[:2]) == (
        "Anna wins: Anna 52, Ben 52.",
        "Anna and Ben have 52 and as many right predictions; last round's tricks: Anna 6, Ben 5 (R20).",
    )
    title, reason = words.verdict(ended(scores=(52, 52), winners=(0, 1), rounds=rounds, correct=(3, 3)), NAMES[:2])
    assert title == "Anna and Ben share the win: Anna 52, Ben 52."
    assert "(R20)" in reason


def test_the_verdict_of_three_names_only_the_seats_that_are_level() -> None:
    rounds = (Round(1, 1, (0, 0, 0), (2, 6, 3), (2, 6, 3), 0),)
    won = replace(
        HerrlofState(3).observation(NOBODY), phase="over", scores=(40, 30, 40), winners=(2,), rounds=rounds,
        correct=(2, 5, 2),
    )  # fmt: skip
    title, reason = words.verdict(won, NAMES)
    assert title == "Cleo wins: Cleo 40, Anna 40, Ben 30."
    assert reason.startswith("Anna and Cleo have 40 and as many right predictions; last round's tricks: Anna 2, Cleo 3")


def cells(scored: Round, edition: str, seats: int = 2) -> dict[str, list[str]]:
    """Return the score pad's lines by title."""
    seen = replace(HerrlofState(seats, edition).observation(NOBODY), rounds=(scored,), scores=scored.points)
    rows = words.pad_rows(scored, seen)
    assert all(meaning.endswith(".") for _, _, meaning in rows)
    return {title: row for title, row, _ in rows}


def test_the_pad_shows_nineteen_for_four_predicted_and_four_made() -> None:
    rows = cells(Round(1, 1, (4, 7), (4, 9), (19, 9), 2), "english")
    assert rows == {
        "predicted": ["4", "7"],
        "tricks": ["4", "9"],
        "prediction right": ["+10", "-"],
        "3, 4 or 5 tricks": ["+5", "-"],
        "this round": ["19", "9"],
        "before": ["0", "0"],
        "total": ["19", "9"],
    }


def test_the_pad_follows_the_edition_and_the_number_of_seats() -> None:
    assert cells(Round(1, 1, (6, 0), (5, 8), (10, 8), 2), "english")["3, 4 or 5 tricks"] == ["+5", "-"]
    assert cells(Round(1, 1, (6, 0), (5, 8), (5, 8), 2), "dutch")["3 or 4 tricks"] == ["-", "-"]
    rows = cells(Round(1, 1, (4, 0, 3), (4, 4, 3), (14, 4, 13), 0), "english", 3)
    assert "3, 4 or 5 tricks" not in rows
    assert rows["this round"] == ["14", "4", "13"]


def test_every_line_of_the_pad_adds_up_in_random_rounds() -> None:
    from random import Random

    from tests.tui.driving import walk

    for seats in (2, 3):
        for edition in ("english", "dutch"):
            rng = Random(seats)
            state = HerrlofState(seats, edition, 60)
            while walk(state, rng):
                pass
            seen = state.observation(NOBODY)
            for scored in seen.rounds:
                if scored.game != seen.rounds[-1].game:
                    continue
                rows = {title: row for title, row, _ in words.pad_rows(scored, seen)}
                for seat in range(seats):
                    column = {title: row[seat] for title, row in rows.items()}
                    gains = [column["tricks"], column["prediction right"]]
                    gains += [cell for title, cell in column.items() if title.endswith(" tricks")]
                    assert sum(int(gain) for gain in gains if gain != "-") == int(column["this round"])
                    assert int(column["before"]) + int(column["this round"]) == int(column["total"])
            assert [row for title, row, _ in words.pad_rows(seen.rounds[-1], seen) if title == "total"] == [
                list(map(str, seen.scores))
            ]


@pytest.mark.parametrize(
    ("made", "left", "text"),
    [
        (0, 3, "predicted 2: 2 more, 3 tricks to play"),
        (1, 1, "predicted 2: 1 more, 1 trick to play"),
        (2, 2, "predicted 2: made, 2 tricks to play"),
        (4, 1, "predicted 2: 2 too many, 1 trick to play"),
    ],
)
def test_the_own_aim(made: int, left: int, text: str) -> None:
    seen = replace(in_play("B7 G4", "B8 G2").seen(0), prediction=2, tricks_won=(made, 0), hand_size=made + left)
    assert words.aims(seen)[0] == text


def test_an_onlooker_reads_names_and_no_question_is_his() -> None:
    seen = in_play("B7 G4", "B8 G2").seen(NOBODY)
    assert words.aims(seen)[0] == ""
    assert words.other_hand(seen, NAMES) == "another player"
