"""The palette: text that can be read, and card faces that colour-blind eyes tell apart."""

from __future__ import annotations

from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt
from typing import TypeAlias

import pytest

from herrlof.tui.theme import DARK, FACES, LIGHT, PALETTES, Look, textual_theme

Triple: TypeAlias = tuple[float, float, float]

THEMES = pytest.mark.parametrize("palette", [DARK, LIGHT], ids=["dark", "light"])
SIX = FACES[:6]
"""The faces of Herrlof: blue, green, red, yellow, Valknut, Hagalaz."""
METALS = ("yellow", "grey", "brown", "white")
"""Those of Herald: gold, silver, bronze, no metal."""
MEN = ("red", "blue", "green", "ivory", "yellow")
"""Those of How-Ruck!: the men of three fields, the white ones, the actions."""
GROUNDS = ("bg", "surface", "raised", "felt")
SIGHT = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip
"""What linear red, green and blue become (Machado, Oliveira and Fernandes 2009, severity 1)."""


def linear(colour: str) -> Triple:
    """Return red, green and blue from 0 to 1, without the gamma of sRGB."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (byte / 255 for byte in bytes.fromhex(colour[1:]))
    )
    return red, green, blue


def contrast(one: str, other: str) -> float:
    """Return the ratio of WCAG 2: 1 to 21."""
    light = [0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (linear(one), linear(other))]
    return (max(light) + 0.05) / (min(light) + 0.05)


def lab(colour: str, sight: str) -> Triple:
    """Return a colour as it is seen, in CIELAB under D65."""
    seen = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear(colour), strict=True)))) for row in SIGHT[sight]]
    rows = (0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041)
    white = 0.95047, 1.0, 1.08883
    x, y, z = (sum(a * b for a, b in zip(row, seen, strict=True)) / most for row, most in zip(rows, white, strict=True))
    fx, fy, fz = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def ciede2000(one: Triple, other: Triple) -> float:
    """Return the distance of two colours (Sharma, Wu and Dalal 2005)."""
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = (hypot(a1, b1) + hypot(a2, b2)) / 2
    g = (1 - sqrt(mean**7 / (mean**7 + 25**7))) / 2
    a1, a2 = a1 * (1 + g), a2 * (1 + g)
    c1, c2 = hypot(a1, b1), hypot(a2, b2)
    h1, h2 = degrees(atan2(b1, a1)) % 360, degrees(atan2(b2, a2)) % 360
    turn = 0.0 if not c1 * c2 else (h2 - h1 + 180) % 360 - 180
    dl, dc, dh = l2 - l1, c2 - c1, 2 * sqrt(c1 * c2) * sin(radians(turn / 2))
    lm, cm = (l1 + l2) / 2, (c1 + c2) / 2
    hm = h1 + h2 if not c1 * c2 else (h1 + turn / 2) % 360
    t = (
        1 - 0.17 * cos(radians(hm - 30)) + 0.24 * cos(radians(2 * hm))
        + 0.32 * cos(radians(3 * hm + 6)) - 0.20 * cos(radians(4 * hm - 63))
    )  # fmt: skip
    sl = 1 + 0.015 * (lm - 50) ** 2 / sqrt(20 + (lm - 50) ** 2)
    sc, sh = 1 + 0.045 * cm, 1 + 0.015 * cm * t
    rt = -sin(radians(60 * exp(-(((hm - 275) / 25) ** 2)))) * 2 * sqrt(cm**7 / (cm**7 + 25**7))
    return sqrt((dl / sl) ** 2 + (dc / sc) ** 2 + (dh / sh) ** 2 + rt * dc / sc * dh / sh)


def nearest(palette: dict[str, str], names: tuple[str, ...], sight: str) -> float:
    """Return the smallest distance of any two of these colours."""
    return min(ciede2000(lab(palette[one], sight), lab(palette[other], sight)) for one, other in combinations(names, 2))


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
        ((50, -1.3802, -84.2814), (50, 0, -82.7485), 1.0000),
        ((50, 2.5, 0), (73, 25, -18), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((22.7233, 20.0904, -46.6940), (23.0331, 14.9730, -42.5619), 2.0373),
    ],
)
def test_the_distance_is_the_published_one(one: Triple, other: Triple, distance: float) -> None:
    assert ciede2000(one, other) == pytest.approx(distance, abs=5e-5)


@THEMES
@pytest.mark.parametrize("ink", ["text", "dim", "accent", "good", "bad"])
def test_text_can_be_read_on_every_ground(palette: dict[str, str], ink: str) -> None:
    for ground in GROUNDS:
        assert contrast(palette[ink], palette[ground]) >= 4.5, ground


@THEMES
def test_text_on_filled_fields_and_on_faces_can_be_read(palette: dict[str, str]) -> None:
    for ground in ("accent", "bad"):
        assert contrast(palette["on"], palette[ground]) >= 4.5
    for face in FACES:
        assert contrast(palette[f"{face}-ink"], palette[face]) >= 4.5, face
        for ground in ("off", *GROUNDS):
            assert contrast(palette[f"{face}-tint"], palette[ground]) >= 4.5, (face, ground)


@pytest.mark.parametrize(
    ("palette", "names", "expected"),
    [
        (DARK, SIX, {"normal": 22.2, "protan": 17.3, "deutan": 17.3, "tritan": 17.0}),
        (LIGHT, SIX, {"normal": 23.9, "protan": 17.3, "deutan": 17.3, "tritan": 16.6}),
        (DARK, SIX[:4], {"normal": 35.4, "protan": 17.3, "deutan": 17.3, "tritan": 17.8}),
        (DARK, METALS, {"normal": 22.2, "protan": 22.5, "deutan": 21.5, "tritan": 17.8}),
        (LIGHT, METALS, {"normal": 27.0, "protan": 24.6, "deutan": 27.5, "tritan": 30.5}),
        (DARK, MEN, {"normal": 22.2, "protan": 17.3, "deutan": 17.3, "tritan": 17.8}),
        (LIGHT, MEN, {"normal": 27.9, "protan": 17.3, "deutan": 17.3, "tritan": 17.8}),
    ],
    ids=["dark", "light", "four colours", "metals", "metals, light", "men", "men, light"],
)
def test_faces_are_told_apart_by_every_kind_of_eyes(
    palette: dict[str, str], names: tuple[str, ...], expected: dict[str, float]
) -> None:
    for sight, distance in expected.items():
        found = nearest(palette, names, sight)
        assert found >= 16, sight
        assert found == pytest.approx(distance, abs=0.06), sight


def test_lit_faces_stand_out_from_the_dark_felt() -> None:
    for face in SIX:
        assert contrast(DARK[face], DARK["felt"]) >= 3.0 or face in ("blue", "red"), face
    for face in ("blue", "red"):
        assert contrast(DARK[face], DARK["felt"]) >= 2.5, face


def test_drained_cards_do_not_pass_for_lit_ones() -> None:
    for palette in (DARK, LIGHT):
        for face in SIX:
            assert contrast(palette[face], palette["off"]) >= 1.2, face


@pytest.mark.parametrize(
    ("palette", "stones", "nearest_two"),
    [(DARK, (3.1, 5.6), 26.7), (LIGHT, (5.9, 3.0), 27.1)],
    ids=["dark", "light"],
)
def test_black_and_white_stones_stand_out_from_the_board(
    palette: dict[str, str], stones: tuple[float, float], nearest_two: float
) -> None:
    board = palette["board"]
    assert (contrast(palette["black"], board), contrast(palette["stone"], board)) == pytest.approx(stones, abs=0.06)
    assert min(nearest(palette, ("black", "stone", "board"), sight) for sight in SIGHT) == pytest.approx(
        nearest_two, abs=0.06
    )
    assert contrast(palette["cursor"], board) >= 3.0
    for mark in ("mark", "risk"):
        assert contrast(palette[f"{mark}-on-black"], palette["black"]) >= 4.5
        assert contrast(palette[f"{mark}-on-white"], palette["stone"]) >= 4.5


def test_every_palette_has_the_same_names_and_makes_a_theme_and_styles() -> None:
    names = set(DARK)
    for key, palette in PALETTES.items():
        assert set(palette) == names, key
        theme = textual_theme(key)
        assert theme.name == f"herrlof-{key}"
        look = Look(key)
        for ink in names:
            for ground in ("bg", "felt", "blue"):
                assert look.style(ink, ground).color is not None
    for key in ("terminal", "none"):
        assert not textual_theme(key).ansi, "the framework has sixteen colours of its own for such a theme"


def test_without_colour_a_lit_face_is_reversed_and_a_drained_one_is_not() -> None:
    look = Look("none")
    assert look.style("blue-ink", "blue").reverse
    assert not look.style("blue-tint", "off").reverse
    assert look.style("accent").bold
    assert look.focus == "━"
    assert Look("none", ascii=True).focus == "▀", "which is drawn as ^"


def test_no_style_is_dim() -> None:
    for key in (*PALETTES, "none"):
        for ink in DARK:
            assert not Look(key).style(ink).dim
