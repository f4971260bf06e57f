"""The compiled engine against its source: the same matches, the same bots, the same words, move by move."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
from importlib.util import find_spec
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]

PLAY = '''
import pickle
from hashlib import sha256
from random import Random

from herrlof.bench import build
from herrlof.bots import LEVELS, new_bot
from herrlof.game import CHANCE, TERMINAL
from herrlof.games import GAMES

GAME = GAMES["herrlof"]


def digest(matches, bots):
    """Return a hash of every position of some matches; bots play those that have any, chance the others."""
    told = sha256()
    for seed in range(matches):
        rng = Random(seed)
        seats = 2 + seed % 2
        state = GAME.new_state(seats, edition=rng.choice(("english", "dutch")), goal=rng.choice((5, 40, 80)))
        players = [new_bot(key, Random(rng.random())) for key in rng.choices(bots, k=seats)] if bots else []
        while (mover := state.current_player()) != TERMINAL:
            events = []
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng), events)
            else:
                seen = state.observation(mover)
                assert pickle.loads(pickle.dumps(seen)) == seen
                legal = state.legal_actions()
                action = players[mover].choose(seen, legal) if players else rng.choice(legal)
                if rng.random() < 0.05:
                    told.update(GAME.determinize(seen, rng).summary().encode())
                told.update(f"{seen} {legal} {action}".encode())
                state.apply(action, events)
            copy = state.clone()
            assert copy.summary() == state.summary()
            told.update(f"{state.summary()} {events} {state.returns()}".encode())
    return told.hexdigest()


print(build())
print(digest(200, []))
print(digest(4, ["rules", *LEVELS[:3]]))
'''


def missing() -> str:
    """Return what this environment cannot compile without, or nothing."""
    for module in ("mypyc", "setuptools", "hatchling", "build"):
        if find_spec(module) is None:
            return f"{module} is not installed"
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return "" if shutil.which(compiler) else f"there is no compiler {compiler}"


def played(package: Path) -> list[str]:
    """Return how the engine in a folder was built, and the hashes of the matches that it plays."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.returncode, done.stderr
    return done.stdout.split("\n")


@pytest.mark.slow
def test_the_compiled_engine_plays_move_by_move_like_its_source(tmp_path: Path) -> None:
    if reason := missing():
        pytest.skip(f"nothing can be compiled here: {reason}")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(tmp_path), str(ROOT)],
        env={**os.environ, "HATCH_BUILD_HOOK_ENABLE_CUSTOM": "1"},
        check=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    ZipFile(wheel).extractall(tmp_path / "compiled")
    assert not list((ROOT / "src").rglob("*__mypyc*"))
    plain, compiled = played(ROOT / "src"), played(tmp_path / "compiled")
    assert (plain[0], compiled[0]) == ("plain Python", "compiled")
    assert compiled[1:] == plain[1:]
