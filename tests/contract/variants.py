"""What tests elsewhere are made from: every game, the toys too."""

from __future__ import annotations

import pytest

from herrlof.game import Game
from herrlof.games import GAMES
from tests.conftest import TOYS

ALL: dict[str, Game] = {**GAMES, **{toy.key: toy for toy in TOYS}}

every_game = pytest.mark.parametrize("game", ALL.values(), ids=lambda game: game.key)
