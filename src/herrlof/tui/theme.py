"""One table of colours, and what is made of it: Textual's themes, and the styles of every cell that is drawn.

A style is asked for by two names of the table, ink and ground. Where a terminal has 256 colours each name has one of
them; where it has fewer, a lit face and a filled field are reversed, and what matters most is bold.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.color import Color, ColorSystem, ColorType, parse_rgb_hex
from rich.color_triplet import ColorTriplet
from rich.style import Style

from herrlof.messages import _
from herrlof.tui.terminal_colours import Colours

if TYPE_CHECKING:
    from textual.theme import Theme

DARK: Final = {
    "bg": "#11161a", "surface": "#1a2127", "raised": "#263038", "felt": "#0e1f19",
    "text": "#ece5d6", "dim": "#9ba59f", "accent": "#d9a86c", "good": "#7ecb98", "bad": "#f18f7c", "on": "#11161a",
    "line": "#3b474d", "shadow": "#090e0c", "back": "#4f3a26", "weave": "#86623c", "off": "#222b31",
    "blue": "#1068b9", "blue-ink": "#fbf5e6", "blue-tint": "#86bdf0",
    "green": "#42a975", "green-ink": "#11161a", "green-tint": "#6fc99b",
    "red": "#ae452e", "red-ink": "#fbf5e6", "red-tint": "#ef9680",
    "yellow": "#ecbf42", "yellow-ink": "#11161a", "yellow-tint": "#e2c565",
    "white": "#ece4d2", "white-ink": "#11161a", "white-tint": "#d2cbbb",
    "grey": "#8f9ca3", "grey-ink": "#11161a", "grey-tint": "#a9b5ba",
    "brown": "#86623c", "brown-ink": "#fbf5e6", "brown-tint": "#c9a06c",
    "board": "#4c6557", "black": "#07090a", "stone": "#f6f1e6", "grid": "#6c8677", "legal": "#a3b8aa",
    "cursor": "#f2c48a", "mark-on-black": "#d9a86c", "mark-on-white": "#8a4b00",
    "risk-on-black": "#f18f7c", "risk-on-white": "#c23b22",
    "ivory": "#ece4d2", "ivory-ink": "#11161a", "ivory-tint": "#d2cbbb", "edge": "#090e0c", "rope": "#a98250",
}  # fmt: skip
LIGHT: Final = {
    "bg": "#f5efe1", "surface": "#eae1cd", "raised": "#dcd1b7", "felt": "#dfe4d2",
    "text": "#20262a", "dim": "#55594f", "accent": "#7d4b0a", "good": "#1b6239", "bad": "#a02c1a", "on": "#f9f4e8",
    "line": "#b3a98f", "shadow": "#c5cbb6", "back": "#a9855a", "weave": "#7a5a33", "off": "#e6dcc5",
    "blue": "#1068b9", "blue-ink": "#fbf5e6", "blue-tint": "#0b5394",
    "green": "#42a975", "green-ink": "#11161a", "green-tint": "#16613c",
    "red": "#ae452e", "red-ink": "#fbf5e6", "red-tint": "#963621",
    "yellow": "#ecbf42", "yellow-ink": "#11161a", "yellow-tint": "#6a4f00",
    "white": "#2c3236", "white-ink": "#fbf5e6", "white-tint": "#3c4246",
    "grey": "#87959c", "grey-ink": "#11161a", "grey-tint": "#4c575d",
    "brown": "#7a5a33", "brown-ink": "#fbf5e6", "brown-tint": "#6b4a22",
    "board": "#86997f", "black": "#12171a", "stone": "#fffdf8", "grid": "#6a7d63", "legal": "#44543f",
    "cursor": "#5c3000", "mark-on-black": "#d9a86c", "mark-on-white": "#8a4b00",
    "risk-on-black": "#f18f7c", "risk-on-white": "#b3260f",
    "ivory": "#fffdf8", "ivory-ink": "#11161a", "ivory-tint": "#565348", "edge": "#b3a98f", "rope": "#7a5a33",
}  # fmt: skip
DARK_SLOTS: Final = {
    "bg": 233, "surface": 235, "raised": 237, "felt": 234, "text": 254, "dim": 248, "accent": 179, "good": 114,
    "bad": 210, "on": 233, "line": 240, "shadow": 16, "back": 94, "weave": 137, "off": 236,
    "blue": 25, "blue-ink": 255, "blue-tint": 110, "green": 71, "green-ink": 16, "green-tint": 78,
    "red": 124, "red-ink": 255, "red-tint": 210, "yellow": 220, "yellow-ink": 16, "yellow-tint": 185,
    "white": 255, "white-ink": 16, "white-tint": 252, "grey": 247, "grey-ink": 16, "grey-tint": 249,
    "brown": 94, "brown-ink": 255, "brown-tint": 180,
    "board": 65, "black": 16, "stone": 255, "grid": 108, "legal": 151, "cursor": 222,
    "mark-on-black": 179, "mark-on-white": 94, "risk-on-black": 210, "risk-on-white": 160,
    "ivory": 255, "ivory-ink": 16, "ivory-tint": 252, "edge": 16, "rope": 137,
}  # fmt: skip
LIGHT_SLOTS: Final = {
    "bg": 255, "surface": 254, "raised": 187, "felt": 230, "text": 235, "dim": 240, "accent": 58, "good": 22,
    "bad": 124, "on": 231, "line": 144, "shadow": 250, "back": 137, "weave": 94, "off": 253,
    "blue": 25, "blue-ink": 255, "blue-tint": 25, "green": 71, "green-ink": 16, "green-tint": 22,
    "red": 124, "red-ink": 255, "red-tint": 124, "yellow": 220, "yellow-ink": 16, "yellow-tint": 58,
    "white": 236, "white-ink": 255, "white-tint": 237, "grey": 246, "grey-ink": 16, "grey-tint": 240,
    "brown": 94, "brown-ink": 255, "brown-tint": 52,
    "board": 65, "black": 16, "stone": 231, "grid": 108, "legal": 236, "cursor": 52,
    "mark-on-black": 179, "mark-on-white": 94, "risk-on-black": 210, "risk-on-white": 124,
    "ivory": 231, "ivory-ink": 16, "ivory-tint": 239, "edge": 144, "rope": 94,
}  # fmt: skip
SLOTS: Final = {"dark-256": DARK_SLOTS, "light-256": LIGHT_SLOTS}
"""What stands for each name where a terminal has 256 colours: none of the first sixteen, which are its user's."""
PALETTES: Final = {
    "dark": DARK,
    "light": LIGHT,
    **{theme: {name: f"color({slot})" for name, slot in slots.items()} for theme, slots in SLOTS.items()},
}
TERMINAL: Final = "terminal"
"""The theme of a terminal with sixteen colours: none of them can be read on each other in all that people choose."""
NONE: Final = "none"
"""The theme of a terminal that shows no colours."""
COLOURLESS: Final = (TERMINAL, NONE)
STRIPES: Final = {
    "blue": "blue", "green": "green", "red": "red", "yellow": "yellow", "grey": "cyan", "brown": "magenta",
}  # fmt: skip
"""Of sixteen colours the one at the left edge of a card, where nothing is written."""
FACES: Final = ("blue", "green", "red", "yellow", "white", "grey", "brown", "ivory")
"""The colours that a card can have. White is dark on a light ground; ivory is white there too, and casts a shadow."""
FILLED: Final = frozenset({*FACES, "accent", "bad", "rope"})
"""Grounds that are reversed where there is no colour."""
WEIGHTY: Final = frozenset({"accent", "good", "bad"})
"""Inks that are bold there."""
ASCII: Final = str.maketrans(
    {
        **dict.fromkeys("●■▲◆▼✕", " "),
        "»": ">",
        "┃": "|",
        "╎": ":",
        "╳": "x",
        "═": "=",
        "▀": "^",
        "▄": "_",
        "━": "^",
        "─": "-",
        "│": "|",
        "╌": "-",
        "╱": "/",
        "╲": "\\",
        "▖": "#",
        "▁": ".",
        "−": "-",
        "▸": ">",
        "✓": "=",
        "·": ".",
        "–": "-",
        "—": "-",
        "→": ">",
        "←": "<",
        "↑": "^",
        "↓": "v",
        "█": "#",
        "▓": "+",
        "░": ".",
        "…": "~",
        "○": "O",
        "▏": " ",
        "▌": " ",
        "▐": "|",
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯╵╷", "+"),
        "’": "'",
        "“": '"',
        "”": '"',
        "×": "x",
    }
)
"""What is drawn for each sign of ours where a terminal knows ASCII alone; letters of names are not touched."""


class CellStyle(Style):
    """A style of cells."""

    __slots__ = ("blank",)
    blank: str
    """What a space in it looks like: its ground. A reversed one shows its ink, which terminals may brighten."""


class Look(NamedTuple):
    """What this terminal can show, and how it is to look."""

    theme: str = "dark"
    """dark, light, dark-256, light-256, terminal (sixteen colours) or none."""
    ascii: bool = False
    motion: bool = True

    def style(self, ink: str, ground: str = "bg", bold: bool = False) -> CellStyle:
        """Return a style by two names of the palette, the same one each time."""
        return _style(self.theme, ink, ground, bold)

    def text(self, text: str) -> str:
        """Return a text in signs that this terminal has."""
        return text.translate(ASCII) if self.ascii else text

    def key(self, name: str) -> str:
        """Return how the name of a key is shown."""
        return self.text(name.replace("↑ ↓", _("Up Dn"))) if self.ascii else name

    @property
    def plain(self) -> bool:
        """Whether signs stand for what elsewhere is painted."""
        return self.ascii or self.colourless

    @property
    def colourless(self) -> bool:
        """Whether nothing is told by colour: there are none, or nobody knows which."""
        return self.theme in COLOURLESS

    @property
    def mixes(self) -> bool:
        """Whether there are colours between those of the palette."""
        return self.theme in ("dark", "light")

    @property
    def shadows(self) -> bool:
        """Whether there are colours enough for shadows."""
        return not self.colourless

    def stripe(self, face: str) -> CellStyle | None:
        """Return what the left edge of a card is painted with where the card itself cannot be; None: as the card."""
        return _stripe(STRIPES[face]) if self.theme == TERMINAL and face in STRIPES else None

    @property
    def focus(self) -> str:
        """The bar under a card in focus: not one that would melt into a reversed face."""
        return "━" if self.colourless and not self.ascii else "▀"


@cache
def _style(theme: str, ink: str, ground: str, bold: bool) -> CellStyle:
    if theme in COLOURLESS:
        bold, reverse = bold or ink in WEIGHTY or ground == "accent", ground in FILLED
        style = CellStyle(bold=bold, reverse=reverse)
        style.blank = f"reverse {bold}" if reverse else ""
        return style
    palette = PALETTES[theme]
    style = CellStyle(color=palette[ink], bgcolor=palette[ground], bold=bold)
    style.blank = palette[ground]
    return style


@cache
def _stripe(colour: str) -> CellStyle:
    style = CellStyle(bgcolor=colour)
    style.blank = colour
    return style


def theme_for(wanted: str, colours: Colours) -> str:
    """Return the theme for a wish (dark, light, terminal), and what the terminal can show."""
    if colours is Colours.NONE:
        return NONE
    if colours is Colours.SIXTEEN or wanted == TERMINAL:
        return TERMINAL
    return f"{wanted}-256" if colours is Colours.MANY else wanted


# The framework's own widgets


def css_colour(theme: str, name: str) -> str:
    """Return a colour as Textual's style sheets name it."""
    if theme in SLOTS:
        return Color.from_ansi(SLOTS[theme][name]).get_truecolor().hex
    return PALETTES["dark" if theme in COLOURLESS else theme][name]


GROUNDS: Final = ("bg", "surface", "raised", "accent", "bad")
INKS: Final = ("text", "dim", "accent", "good", "bad", "on")


@cache
def role_of(theme: str, colour: ColorTriplet, names: tuple[str, ...]) -> str:
    """Return which of some names a colour stands for: the framework mixes some of its own from those it is told."""
    return min(names, key=lambda name: sum((a - b) ** 2 for a, b in zip(colour, triplet_of(theme, name), strict=True)))


@cache
def triplet_of(theme: str, name: str) -> ColorTriplet:
    """Return a colour that the framework is told, by its name."""
    return parse_rgb_hex(css_colour(theme, name)[1:])


@cache
def slots_of(theme: str) -> dict[ColorTriplet, int]:
    """Return the slots of a theme by the colours that the framework is told for them."""
    return {Color.from_ansi(slot).get_truecolor(): slot for slot in SLOTS[theme].values()}


def codes_of(theme: str, style: Style) -> tuple[str, str, str]:
    """Return the codes of a style in the terminals of a theme: of all but its colours, of its ink, of its ground.

    Everything that is drawn comes by here. No library rounds a colour; where there are none, what is filled is
    reversed, and what matters is bold, as in cells of ours.
    """
    if theme in SLOTS:
        return _marks(style), _slot(theme, style.color, INKS, 38), _slot(theme, style.bgcolor, GROUNDS, 48)
    ink, ground = style.color, style.bgcolor
    if theme not in COLOURLESS:
        codes = [
            "" if colour is None else ";".join(colour.get_ansi_codes(foreground))
            for colour, foreground in ((ink, True), (ground, False))
        ]
        return style.without_color._make_ansi_codes(ColorSystem.TRUECOLOR), codes[0], codes[1]
    if ground is not None and ground.type is ColorType.STANDARD:
        return "", "", ";".join(ground.get_ansi_codes(False)) if theme == TERMINAL else ""
    bold = ink is not None and ink.triplet is not None and role_of(theme, ink.triplet, INKS) in WEIGHTY
    filled = ground is not None and ground.triplet is not None and _is_filled(theme, ground.triplet)
    return _marks(style, bold, filled), "", ""


def _is_filled(theme: str, ground: ColorTriplet) -> bool:
    """Whether a ground of the framework's stands out so that it is reversed: what is in focus, a cursor."""
    return role_of(theme, ground, (*GROUNDS, "text")) in ("accent", "bad", "text")


def _marks(style: Style, bold: bool = False, filled: bool = False) -> str:
    """Return the codes of what is not colour; nothing is faint, which would read as what cannot be used."""
    marks = (
        (style.bold or bold, "1"),
        (style.italic, "3"),
        (style.underline, "4"),
        (bool(style.reverse) != filled, "7"),
        (style.strike, "9"),
    )
    return ";".join(code for there, code in marks if there)


def _slot(theme: str, colour: Color | None, names: tuple[str, ...], code: int) -> str:
    if colour is None:
        return ""
    if colour.type is ColorType.EIGHT_BIT:
        return f"{code};5;{colour.number}"
    if colour.triplet is None:
        slot = SLOTS[theme]["text" if code == 38 else "bg"]
    else:
        found = slots_of(theme).get(colour.triplet)
        slot = SLOTS[theme][role_of(theme, colour.triplet, names)] if found is None else found
    return f"{code};5;{slot}"


def textual_theme(theme: str) -> Theme:
    """Return a theme of this table for Textual's widgets; it is called herrlof-dark, and so on."""
    from textual.theme import Theme

    def colour(name: str) -> str:
        return css_colour(theme, name)

    focus = {"block-cursor-foreground": colour("on"), "block-cursor-background": colour("accent")}
    return Theme(
        name=f"herrlof-{theme}",
        primary=colour("accent"),
        accent=colour("accent"),
        warning=colour("accent"),
        secondary=colour("dim"),
        foreground=colour("text"),
        background=colour("bg"),
        surface=colour("surface"),
        panel=colour("raised"),
        success=colour("good"),
        error=colour("bad"),
        dark=not theme.startswith("light"),
        variables={
            **{name: colour(name) for name in ("dim", "on", "raised")},
            **focus,
            "block-cursor-text-style": "bold",
            "block-cursor-blurred-foreground": colour("text"),
            "block-cursor-blurred-background": colour("raised"),
            "block-hover-background": colour("raised"),
            "input-cursor-background": colour("text"),
            "input-cursor-foreground": colour("bg"),
            "input-selection-background": colour("accent"),
            "input-selection-foreground": colour("on"),
            "button-focus-text-style": "bold",
            "scrollbar": colour("line"),
            "scrollbar-hover": colour("dim"),
            "scrollbar-active": colour("dim"),
            "scrollbar-background": colour("surface"),
            "scrollbar-background-hover": colour("surface"),
            "scrollbar-background-active": colour("surface"),
            "scrollbar-corner-color": colour("surface"),
        },
    )  # fmt: skip
