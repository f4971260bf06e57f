"""The games in OpenSpiel: `pyspiel.load_game("herrlof_herald(seats=4,seed=7)")`, once this is imported.

Chance is sampled, and an observation is the JSON of what a seat knows, or of what is public."""

import json
from random import Random
from types import SimpleNamespace
from typing import Any

import pyspiel

from herrlof.game import CHANCE, NOBODY, TERMINAL, Game, State
from herrlof.games import GAMES, all_keys
from herrlof.games.json import to_json


class HallState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: Any, state: State, rng: Random) -> None:
        super().__init__(game)
        self.rules, self.state, self.rng = game.rules, state, rng

    def current_player(self) -> int:
        return self.state.current_player()  # chance and the end have the same numbers there

    def is_terminal(self) -> bool:
        return self.current_player() == TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.state.legal_actions()) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 1.0)]

    def _apply_action(self, action: int) -> None:
        if self.current_player() == CHANCE:
            self.state.apply_chance(self.state.sample_chance(self.rng))
        else:
            self.state.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return "chance" if player == CHANCE else self.rules.encode(action)

    def returns(self) -> list[float]:
        return list(self.state.returns())

    def seen_by(self, seat: int) -> str:
        return json.dumps(to_json(self.rules, self.state.observation(seat)))

    def __str__(self) -> str:
        return self.state.summary()  # with all secrets, for those who debug


def register(game: Game) -> None:
    t, first, longest = pyspiel.GameType, game.seats[0], game.longest or 10**6
    chance = t.ChanceMode.SAMPLED_STOCHASTIC if game.chance else t.ChanceMode.DETERMINISTIC
    known = t.Information.IMPERFECT_INFORMATION if game.hidden else t.Information.PERFECT_INFORMATION
    kinds = t.Dynamics.SEQUENTIAL, chance, known, t.Utility.CONSTANT_SUM, t.RewardModel.TERMINAL
    tells, params = (False, False, True, False), {"seats": first, "seed": -1}  # below 0: no seed
    about = t("herrlof_" + game.key.replace("-", "_"), game.title, *kinds, game.seats[-1], first, *tells, params)

    class HallGame(pyspiel.Game):  # type: ignore[misc]
        def __init__(self, given: Any = None) -> None:
            seats, seed = {**params, **(given or {})}.values()
            self.rules, self.rng = game, Random(None if seed < 0 else seed)
            super().__init__(about, pyspiel.GameInfo(game.actions, 1, seats, 0, 1, 1, longest), given or {})

        def new_initial_state(self) -> HallState:
            return HallState(self, game.new_state(self.num_players()), Random(self.rng.getrandbits(64)))

        def make_py_observer(self, kind: Any = None, params: Any = None) -> SimpleNamespace:
            private = kind is None or kind.private_info != pyspiel.PrivateInfoType.NONE
            tell = lambda state, player: state.seen_by(player if private else NOBODY)  # noqa: E731
            return SimpleNamespace(tensor=None, dict={}, set_from=lambda *_: None, string_from=tell)

    pyspiel.register_game(about, HallGame)


for key in all_keys():  # those of packages too; one that cannot be loaded is left out
    if key in GAMES:
        register(GAMES[key])
