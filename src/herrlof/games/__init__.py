"""The games by key. A new game is done when the contract tests pass for it."""

from herrlof.game import Game
from herrlof.registry import Registry

GAMES: Registry[Game] = Registry(
    {
        "herrlof": "herrlof.games.herrlof:Herrlof",
        "herald": "herrlof.games.herald:Herald",
        "how-ruck": "herrlof.games.how_ruck:HowRuck",
        "herfor": "herrlof.games.herfor:Herfor",
    },
    make=lambda found: found(),
)
