"""The adapter for OpenSpiel: its own tests pass for every game, and its observations hold what a seat was told."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from herrlof.contract.exchange import Sample, twins
from herrlof.contract.variants import Variant
from herrlof.game import NOBODY
from herrlof.games import GAMES
from tests.others import environment, install_game

FILE = Path(__file__).parents[1] / "examples" / "openspiel.py"
TABLES = [(key, seats) for key, game in GAMES.items() for seats in game.seats]

pytestmark = pytest.mark.second


@pytest.fixture
def spiel(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return OpenSpiel with the games in it."""
    found = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install '.[bench]'")
    monkeypatch.syspath_prepend(str(FILE.parent))
    import openspiel

    assert Path(openspiel.__file__) == FILE
    return found


def loaded(spiel: Any, key: str, seats: int, seed: int = 1) -> Any:
    return spiel.load_game(f"herrlof_{key.replace('-', '_')}(seats={seats},seed={seed})")


def test_the_adapter_is_short() -> None:
    assert len(FILE.read_text("utf-8").splitlines()) <= 80


def test_games_of_packages_are_there_and_one_that_cannot_be_loaded_hinders_none(spiel: Any, tmp_path: Path) -> None:
    """In a process of its own: what OpenSpiel knows stays known."""
    install_game(tmp_path)
    install_game(tmp_path, "peace", "peace_game", game="1 / 0")
    code = """
import openspiel, pyspiel
game = pyspiel.load_game("herrlof_war(seats=2,seed=1)")
pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
print(*(name for name in pyspiel.registered_names() if name.startswith("herrlof_")))
"""
    found = environment(tmp_path)
    found["PYTHONPATH"] = ":".join([found["PYTHONPATH"], str(FILE.parent), *filter(None, sys.path)])
    done = subprocess.run([sys.executable, "-c", code], env=found, capture_output=True, text=True, timeout=120)
    assert set(done.stdout.split()) == {f"herrlof_{key.replace('-', '_')}" for key in (*GAMES, "war")}, done.stderr


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_openspiel_s_own_test_passes(spiel: Any, key: str, seats: int) -> None:
    game = loaded(spiel, key, seats)
    assert game.num_players() == seats
    assert game.get_type().long_name == GAMES[key].title
    spiel.random_sim_test(game, num_sims=3, serialize=False, verbose=False)


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_a_match_is_the_same_as_in_the_hall(spiel: Any, key: str, seats: int) -> None:
    """Legal actions, names, observations and the end are the game's own, and a seed gives the same match again."""
    ends = []
    for _ in range(2):
        rng, state = Random(5), loaded(spiel, key, seats).new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(0)
                continue
            legal = state.legal_actions()
            assert tuple(legal) == state.state.legal_actions()
            assert [state.action_to_string(action) for action in legal] == list(map(GAMES[key].encode, legal))
            state.apply_action(rng.choice(legal))
        assert tuple(state.returns()) == state.state.returns()
        ends.append(str(state))
    assert ends[0] == ends[1] == state.state.summary()


@pytest.mark.parametrize(("key", "seats"), [(key, seats) for key, seats in TABLES if GAMES[key].hidden])
def test_an_observation_holds_what_a_seat_was_told_and_no_more(spiel: Any, key: str, seats: int) -> None:
    """Of two matches in which a seat was told the same it has the same observation, and an onlooker what is public."""
    state, other = (loaded(spiel, key, seats).new_initial_state() for _ in range(2))
    kind = spiel.IIGObservationType(perfect_recall=False, private_info=spiel.PrivateInfoType.NONE)
    public = loaded(spiel, key, seats).make_py_observer(kind)
    alike = different = 0
    for pair in twins(Variant(GAMES[key], seats, {}), 1, Sample(exchanges=4, every=1, mixes=4, secrets=4, glimpses=10)):
        state.state, other.state = (world.state for world in pair.worlds)
        for seat in range(seats):
            one, two = state.observation_string(seat), other.observation_string(seat)
            assert json.loads(one)["seat"] == seat
            if pair.alike(seat):
                assert one == two
                alike += state.state.summary() != other.state.summary()
            elif pair.apart(seat):
                assert one != two
                different += 1
            assert json.loads(public.string_from(state, seat))["seat"] == NOBODY
        if pair.alike(NOBODY):
            assert public.string_from(state, 0) == public.string_from(other, 1)
    assert alike
    assert different
