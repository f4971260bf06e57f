"""Go Fish for Herrlof. Read on in `rules.md`, `game.py`, `reading.py`, `words.py`, `bots.py`, `tile.py`."""

from herrlof.packages import GamePackage
from herrlof_go_fish.game import GoFish

PACKAGE = GamePackage(
    GoFish(),
    rules="rules.md",
    bots="herrlof_go_fish.bots",
    tile="herrlof_go_fish.tile:draw_tile",
    contract=2,
)
"""What the entry point names. Bots and tile are named and not imported: who needs them imports them.

`contract` is the number of the contract for which this was written: CONTRIBUTING says what each has changed.
"""
