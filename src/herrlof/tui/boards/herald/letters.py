"""The letters on the cards of Herald, which are the keys that choose them."""

from __future__ import annotations

from typing import Final

from herrlof.messages import Letters

LETTERS: Final = Letters(
    "letters: gold, silver and Shield, bronze, King, Queen, Archer and Armoured, Horse and Herald, Catapult and Chest, "
    "Tower, Pawn, Mage",
    "GSBKQAHCTPM",
)
