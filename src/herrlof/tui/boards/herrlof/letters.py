"""The letters on the cards of Herrlof, which are the keys that choose them."""

from __future__ import annotations

from typing import Final

from herrlof.messages import Letters

LETTERS: Final = Letters("letters: blue, green, red, yellow, Valknut, Hagalaz", "BGRYVH")
