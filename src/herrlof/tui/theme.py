"""One table of colours, and what is made of it: Textual's themes, and the styles of every cell that is drawn.

A style is asked for by two names of the table, ink and ground. Where a terminal has sixteen colours they are its own;
where it has none, a lit face and a filled field are reversed, and what matters most is bold.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.style import Style

from herrlof.messages import _

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
TERMINAL: Final = {
    "bg": "default", "surface": "default", "raised": "default", "felt": "default", "off": "default",
    "back": "default", "shadow": "default",
    "text": "bright_white", "dim": "white", "accent": "bright_cyan", "good": "bright_green", "bad": "bright_red",
    "on": "black", "line": "bright_black", "weave": "bright_black",
    "blue": "blue", "blue-ink": "bright_white", "blue-tint": "bright_blue",
    "green": "green", "green-ink": "black", "green-tint": "bright_green",
    "red": "red", "red-ink": "bright_white", "red-tint": "bright_red",
    "yellow": "yellow", "yellow-ink": "black", "yellow-tint": "bright_yellow",
    "white": "bright_white", "white-ink": "black", "white-tint": "bright_white",
    "grey": "bright_black", "grey-ink": "black", "grey-tint": "white",
    "brown": "magenta", "brown-ink": "bright_white", "brown-tint": "bright_magenta",
    "board": "green", "black": "black", "stone": "bright_white", "grid": "black", "legal": "black",
    "cursor": "bright_cyan", "mark-on-black": "bright_cyan", "mark-on-white": "blue",
    "risk-on-black": "bright_red", "risk-on-white": "red",
    "ivory": "bright_white", "ivory-ink": "black", "ivory-tint": "bright_white", "edge": "default", "rope": "white",
}  # fmt: skip
PALETTES: Final = {"dark": DARK, "light": LIGHT, "terminal": TERMINAL}
FACES: Final = ("blue", "green", "red", "yellow", "white", "grey", "brown", "ivory")
"""The colours that a card can have. White is dark on a light ground; ivory is white there too, and casts a shadow."""
FILLED: Final = frozenset({*FACES, "accent", "bad", "rope"})
"""Grounds that are reversed where there is no colour."""
NONE: Final = "none"
"""The theme of a terminal that shows no colours."""

ASCII: Final = str.maketrans(
    {
        **dict.fromkeys("●■▲◆▼✕", " "),
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
    """dark, light, terminal (sixteen colours) or none."""
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
        return self.ascii or self.theme == NONE

    @property
    def shadows(self) -> bool:
        """Whether there are colours enough for shadows."""
        return self.theme in ("dark", "light")

    @property
    def focus(self) -> str:
        """The bar under a card in focus: not one that would melt into a reversed face."""
        return "━" if self.theme == NONE and not self.ascii else "▀"


@cache
def _style(theme: str, ink: str, ground: str, bold: bool) -> CellStyle:
    if theme == NONE:
        bold, reverse = bold or ink == "accent" or ground == "accent", ground in FILLED
        style = CellStyle(bold=bold, reverse=reverse)
        style.blank = f"reverse {bold}" if reverse else ""
        return style
    palette = PALETTES[theme]
    style = CellStyle(color=palette[ink], bgcolor=palette[ground], bold=bold)
    style.blank = palette[ground]
    return style


def css_colour(theme: str, name: str) -> str:
    """Return a colour as Textual's style sheets name it."""
    colour = PALETTES["terminal" if theme == NONE else theme][name]
    return colour if colour.startswith("#") else f"ansi_{colour}"


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
        dark=theme != "light",
        ansi=theme in ("terminal", NONE),
        variables={
            **{name: colour(name) for name in ("dim", "on", "raised")},
            **focus,
            "ansi-background": "ansi_black",
            "ansi-foreground": "ansi_white",
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
