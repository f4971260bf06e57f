"""How many colours a terminal shows, and how wide it draws signs of which standards leave that open.

Both are found out once. What the environment says is known before the first frame; the terminal is asked too, and
nothing waits for its answer: where it comes, everything is drawn anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import IntEnum
from subprocess import DEVNULL, SubprocessError, run
from typing import Final


class Colours(IntEnum):
    """What a terminal can show."""

    NONE = 0
    SIXTEEN = 16
    """Its user's own, of which nothing is known."""
    MANY = 256
    ALL = 1 << 24


CONSOLES: Final = ("linux", "vt")
"""How the names of terminals begin that show no more than they say, whatever another one has said before."""
MULTIPLEXED: Final = ("screen", "tmux")
"""How the names of terminals begin that are drawn in another one."""
NAMES: Final = (
    (("dumb", "unknown", "vt1", "vt2", "vt3", "vt4"), ("-m", "-mono", "-nc"), Colours.NONE),
    (("linux", "cons25", "cygwin", "vt5"), (), Colours.SIXTEEN),
    ((), ("-direct", "-direct2", "-direct16", "-direct256"), Colours.ALL),
    (("xterm-kitty", "kitty", "xterm-ghostty", "ghostty", "alacritty", "foot", "wezterm", "contour", "rio", "mintty",
      "konsole", "vte", "st-", "iterm2"), (), Colours.ALL),
    (("tmux", "iterm"), ("256color", "256colour", "256color-bce", "256color-italic"), Colours.MANY),
    (("xterm", "screen", "rxvt", "putty", "ansi", "nsterm", "Eterm", "kterm", "mlterm"), (), Colours.SIXTEEN),
)  # fmt: skip
"""What names of terminals tell: how they begin, how they end."""
PROGRAMS: Final = {
    **dict.fromkeys(("iTerm.app", "WezTerm", "ghostty", "vscode", "mintty", "WarpTerminal", "rio", "Hyper", "Tabby"),
                    Colours.ALL),
    "Apple_Terminal": Colours.MANY,
}  # fmt: skip
"""What names of programs tell that call themselves so in TERM_PROGRAM."""
TELLING: Final = ("VTE_VERSION", "KONSOLE_VERSION", "WT_SESSION", "KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID")
"""Variables of terminals that show all colours."""
TMUX_SECONDS: Final = 0.5
COMMON: Final = ("xterm", "xterm-color", "xterm-16color", "xterm-88color", "xterm-256color")
"""Names that terminals take which can do more than those say."""


def tmux_hands_on(environment: Mapping[str, str]) -> bool:
    """Whether tmux says that the terminals it is drawn in show all colours; else it rounds them as it likes."""
    asked = ["tmux", "display-message", "-p", "#{client_termfeatures}"]
    try:
        said = run(  # noqa: S603 - always the same words
            asked, env=dict(environment), stdin=DEVNULL, capture_output=True, timeout=TMUX_SECONDS, check=False
        )
    except (OSError, SubprocessError):
        return False
    return b"RGB" in said.stdout


def colours_of(environment: Mapping[str, str], tmux: Callable[[Mapping[str, str]], bool] = tmux_hands_on) -> Colours:
    """Return what a terminal shows, by what the environment says of it, and tmux where it is within one.

    NO_COLOR counts where it is not empty. FORCE_COLOR and its like say what a program shall do whose output is no
    terminal, and nothing of what a terminal can show.
    """
    if environment.get("NO_COLOR"):
        return Colours.NONE
    term = environment.get("TERM", "")
    named = next((colours for begins, ends, colours in NAMES if term.startswith(begins) or term.endswith(ends)), None)
    inside = term.startswith(MULTIPLEXED) or "TMUX" in environment or "STY" in environment
    if named is Colours.NONE or term.startswith(CONSOLES):
        return Colours.SIXTEEN if named is None else named
    if "TMUX" in environment:
        named = max(named or Colours.MANY, Colours.MANY)  # it knows 256, whatever name its terminals have
    says_all = environment.get("COLORTERM", "").lower() in ("truecolor", "24bit")
    if says_all and "TMUX" in environment:  # it may have been said by another terminal, and be handed on
        says_all = named is Colours.ALL or tmux(environment)
    if says_all and ("STY" not in environment or named is Colours.ALL):  # as screen does
        return Colours.ALL
    if inside:
        return Colours.SIXTEEN if named is None else named
    if (program := PROGRAMS.get(environment.get("TERM_PROGRAM", ""))) is not None:
        return program if named is None else max(program, named)
    if any(name in environment for name in TELLING):
        return Colours.ALL
    return _described(term) if named is None else named


def _described(term: str) -> Colours:
    """Return what the system's descriptions say of a terminal that is not known by its name."""
    try:
        import curses

        curses.setupterm(term, 1)
        count = curses.tigetnum("colors")
    except Exception:  # there may be no such library, no descriptions, or not this one
        return Colours.SIXTEEN
    return next((colours for colours in (Colours.ALL, Colours.MANY) if count >= colours), Colours(16 * (count >= 8)))


def questions(environment: Mapping[str, str], colours: Colours, width: bool) -> str:
    """Return what a terminal is asked, to be written before the first frame, which covers what should not be shown.

    Whether it keeps a colour as it was told, where its name is one that many take; and how wide a sign is drawn.
    """
    asked = ""
    inside = "TMUX" in environment or "STY" in environment
    if Colours.NONE < colours < Colours.ALL and not inside and environment.get("TERM") in COMMON:
        asked += "\x1b[H\x1b[48:2::1:2:3m\x1bP$qm\x1b\\\x1b[0m"
    if width:
        asked += f"\x1b[{ROW}H●\x1b[6n"
    return f"{asked}\x1b[H" if asked else ""


ROW: Final = 2
"""Where the sign stands: what is told of the first row could be a key."""
KEPT: Final = r"\x1bP1\$r[\d:;]*48[:;]2[:;](\d*[:;])?1[:;]2[:;]3(?=[;m])"
WIDE: Final = f"\x1b[{ROW};3R"
LONGEST: Final = 64


class Answers:
    """Hears what a terminal answers, amid all else that comes from it."""

    def __init__(self) -> None:
        """Begin with nothing heard."""
        self._tail = ""
        self.colours = False
        """Whether it has said that it shows every colour."""
        self.wide = False
        """Whether it has said that it draws a sign in two cells which standards leave open."""

    def hear(self, data: str) -> bool:
        """Listen to what came; return whether it was news."""
        text, before = self._tail + data, (self.colours, self.wide)
        self._tail = text[-LONGEST:]
        self.colours = self.colours or ("48" in text and re.search(KEPT, text) is not None)
        self.wide = self.wide or WIDE in text
        return (self.colours, self.wide) != before
