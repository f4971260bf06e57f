"""The learned numbers are worth what docs/bots.md says, and their files are what the bots expect."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest
from training.gains import NEIGHBOURS, of_plays, of_policy, of_predictions

from herrlof.bots.herrlof import policy, prediction
from herrlof.bots.herrlof.prediction import dealt_hands
from herrlof.game import CHANCE
from herrlof.games.herrlof import EDITIONS
from herrlof.games.herrlof.scoring import HAND_SIZES
from herrlof.games.herrlof.state import HerrlofState
from tests.tiers import last

TABLES = [(seats, edition) for seats in (2, 3) for edition in EDITIONS]
PAGE = Path(__file__).parents[2] / "docs" / "bots.md"


@pytest.mark.second
@pytest.mark.parametrize(("seats", "edition"), TABLES)
def test_the_policy_plays_better_than_any_card(seats: int, edition: str) -> None:
    gain = of_policy(edition, seats, deals=60)
    assert gain.points > 3 * gain.error


@pytest.mark.parametrize("table", last(TABLES, second=TABLES[:1]), ids=str)
def test_plays_tell_what_was_predicted(table: tuple[int, str]) -> None:
    seats, edition = table
    known = of_plays(edition, seats, "rules", deals=4)
    assert known.plays > known.hands + 0.05


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "edition"), TABLES)
def test_the_reported_gains_come_out_again(seats: int, edition: str) -> None:
    """The same deals and seed as in the page give the same figures."""
    row = re.search(
        rf"^\| {edition}, {seats} seats \| (\S+ ±\S+) \| (\S+ ±\S+) \| (.+) \| (.+) \|", PAGE.read_text("utf-8"), re.M
    )
    assert row is not None
    gains = of_predictions(edition, seats, deals=4000), of_policy(edition, seats, deals=4000)
    known = [of_plays(edition, seats, key, deals=40) for key in NEIGHBOURS]
    assert row.groups() == (*map(str, gains), *map(str, known))
    for gain in gains:
        assert gain.points > 2 * gain.error
    for of in known:
        assert of.plays > of.hands


def test_the_files_hold_a_number_for_everything() -> None:
    where = files("herrlof.bots.herrlof")
    learned = json.loads((where / "policy.json").read_text("utf-8"))
    model = json.loads((where / "prediction.json").read_text("utf-8"))
    assert model["features"] == list(prediction.FEATURES)
    for seats in (2, 3):
        for parts in (learned[str(seats)], learned[f"{seats} counting"]):
            assert len(policy.flat(parts)) == policy.FEATURES
            assert all(len(row) == policy.PARTS[name] for name, rows in parts.items() for row in rows)
        for edition in EDITIONS:
            rows = model[f"{edition} {seats}"]
            assert [len(row) for row in rows] == [len(prediction.FEATURES)] * (HAND_SIZES[seats] + 1)


@pytest.mark.parametrize("seats", [2, 3])
def test_dealt_hands_are_found_again(seats: int) -> None:
    """Whatever moved by a 3 or a 6, the log leads back to the deal."""
    rng = Random(seats)
    for _ in range(30):
        state = HerrlofState(seats, first_dealer=0)
        state.apply_chance(state.sample_chance(rng))
        dealt = state.hands[:]
        while not state.rounds:
            assert dealt_hands(state) == dealt
            if state.player == CHANCE:
                state.apply_chance(state.sample_chance(rng))
            else:
                state.apply(rng.choice(state.legal_actions()))
