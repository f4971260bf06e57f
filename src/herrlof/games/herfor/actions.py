"""What a player can do, as ints and as the text codes of every record."""

from __future__ import annotations

from typing import Final

from herrlof.game import Action
from herrlof.games.coded import Codes
from herrlof.games.herfor.points import BOARDS, CELLS, POINT_COUNTS, POINT_NAMES, SIZES, points_in

PLACE: Final[Action] = 0
SPEND: Final[Action] = PLACE + CELLS
PASS: Final[Action] = SPEND + 1
TAKE: Final[Action] = PASS + 1
KOMI: Final[Action] = TAKE + 2 + POINT_COUNTS[max(SIZES)]
"""The first action of each sort: `PLACE + point`, `TAKE + colour`; and `KOMI + komi`, which may be less."""

BLACK, WHITE = 0, 1
SIDES: Final = ("black", "white")

_MOST: Final = POINT_COUNTS[max(SIZES)]
CODES: Final = Codes(
    "Herfor",
    {
        **{PLACE + point: f"place {POINT_NAMES[point]}" for point in points_in(BOARDS[max(SIZES)])},
        SPEND: "spend",
        PASS: "pass",
        **{TAKE + colour: side for colour, side in enumerate(SIDES)},
        **{KOMI + komi: f"komi {komi}" for komi in range(-_MOST, _MOST + 1)},
    },
)
