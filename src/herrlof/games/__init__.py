"""The games of the hall, by key. A new game is done when the contract tests pass for it."""

from herrlof.game import Game
from herrlof.games.herald import Herald
from herrlof.games.herfor import Herfor
from herrlof.games.herrlof import Herrlof
from herrlof.games.how_ruck import HowRuck

GAMES: dict[str, Game] = {
    game.key: game
    for game in (
        Herrlof(),
        Herald(),
        HowRuck(),
        Herfor(),
    )
}  # fmt: skip
