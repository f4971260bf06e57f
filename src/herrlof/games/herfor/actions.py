"""What a player can do, as ints and as the text codes of every record."""

from __future__ import annotations

from typing import Final

from herrlof.game import Action, InvalidAction
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
_CODES: Final[dict[Action, str]] = {
    **{PLACE + point: f"place {POINT_NAMES[point]}" for point in points_in(BOARDS[max(SIZES)])},
    SPEND: "spend",
    PASS: "pass",
    **{TAKE + colour: side for colour, side in enumerate(SIDES)},
    **{KOMI + komi: f"komi {komi}" for komi in range(-_MOST, _MOST + 1)},
}
ACTIONS: Final = KOMI + _MOST + 1
_ACTIONS: Final = {code: action for action, code in _CODES.items()}


def encode(action: Action) -> str:
    """Return the text code of an action."""
    return _CODES[action]


def decode(text: str) -> Action:
    """Return the action with this text code."""
    try:
        return _ACTIONS[text]
    except KeyError:
        raise InvalidAction(f"{text!r} is not a move of Herfor") from None
