"""Draw the pictures of the tour with the program itself: `python docs/pictures.py [NAME …]` writes docs/pictures/*.svg.

The program runs in a pseudo-terminal of the picture's size, goes on with a match that bots have played to a good
moment, and what it draws becomes a picture: every letter has its place and blocks are rectangles, so that no font
and no viewer can move them.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, Final

import pexpect
import pyte
from pyte.screens import Char

from herrlof.bots import new_bot
from herrlof.game import CHANCE, Observation
from herrlof.games import GAMES
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.table.match import Match, Seat

WIDTH, HEIGHT = 9, 18
"""A cell, in the picture's units."""
FOREGROUND, BACKGROUND = "d8d4c8", "0f1419"
NAMED: Final = {
    "default": FOREGROUND, "black": "000000", "red": "cd3131", "green": "0dbc79", "brown": "c5a000", "blue": "2472c8",
    "magenta": "bc3fbc", "cyan": "11a8cd", "white": "d3d7cf", "brightblack": "666666", "brightred": "f14c4c",
    "brightgreen": "23d18b", "brightbrown": "f5f543", "brightblue": "3b8eea", "brightmagenta": "d670d6",
    "brightcyan": "29b8db", "brightwhite": "ffffff",
}  # fmt: skip
"""The colours that a terminal knows by name, as many terminals have them."""
BLOCKS: Final = {
    "█": [(0, 0, 8, 8)], "▀": [(0, 0, 8, 4)], "▄": [(0, 4, 8, 4)], "▌": [(0, 0, 4, 8)], "▐": [(4, 0, 4, 8)],
    "▘": [(0, 0, 4, 4)], "▝": [(4, 0, 4, 4)], "▖": [(0, 4, 4, 4)], "▗": [(4, 4, 4, 4)],
    "▚": [(0, 0, 4, 4), (4, 4, 4, 4)], "▞": [(4, 0, 4, 4), (0, 4, 4, 4)],
    "▙": [(0, 0, 4, 8), (4, 4, 4, 4)], "▟": [(4, 0, 4, 8), (0, 4, 4, 4)],
    "▛": [(0, 0, 4, 8), (4, 0, 4, 4)], "▜": [(4, 0, 4, 8), (0, 0, 4, 4)],
    **{chr(0x2580 + n): [(0, 8 - n, 8, n)] for n in (1, 2, 3, 5, 6, 7)},
    **{chr(0x2590 - n): [(0, 0, n, 8)] for n in (1, 2, 3, 5, 6, 7)},
}  # fmt: skip
"""What is drawn for a block: rectangles in eighths of a cell."""
LINES: Final = {
    "─": "lr", "│": "ud", "┌": "rd", "┐": "ld", "└": "ru", "┘": "lu", "├": "rud", "┤": "lud", "┬": "lrd", "┴": "lru",
    "┼": "lrud", "╭": "rd", "╮": "ld", "╰": "ru", "╯": "lu",
}  # fmt: skip
"""Where the strokes of a line go from the middle of its cell: left, right, up, down."""


@dataclass(frozen=True)
class Scene:
    """A picture: a match at a good moment, or what a command opens, and the keys that lead to what is shown."""

    name: str
    size: tuple[int, int]
    shows: str
    """A text that stands on the screen when everything is there."""
    game: str = "herrlof"
    seats: tuple[Seat, ...] = (Seat("Anna"), Seat("Freya", "rules"))
    options: dict[str, Any] = field(default_factory=dict)
    moment: Callable[[Observation, Sequence[int]], bool] | None = None
    """Whether the first seat's question is the one to be shown; None: there is no match to go on with."""
    ended: bool = False
    """Whether a match that is over is to be found among the matches."""
    command: tuple[str, ...] = ()
    keys: Sequence[str] = ()
    """What is typed one after the other, each when the screen is still."""
    theme: str = "dark"


# Matches


def kept(scene: Scene, storage: Storage) -> None:
    """Play bots' matches with seed after seed until one comes to the scene's moment or its end, and keep it there."""
    game = GAMES[scene.game]
    for number in range(2000):
        journal = storage.new_journal()
        seed = number.to_bytes(32, "big") if game.chance else None
        match = Match(game, scene.seats, seed=seed, journal=journal, **scene.options)
        bots = [new_bot(game, "rules", Random(number)) for _ in scene.seats]
        for _ in range(400):
            if match.over:
                break
            if match.mover == CHANCE:
                match.advance()
                continue
            seen = match.observe(match.mover)
            if match.mover == 0 and scene.moment is not None and scene.moment(seen, match.legal()):
                journal.close()
                return
            match.play(match.mover, bots[match.mover].choose(seen, match.legal()))
        journal.close()
        if match.over and scene.ended:
            return
        journal.path.unlink()
    raise SystemExit(f"no match led to the moment that {scene.name} wants")


def mid_round(seen: Any, legal: Sequence[int]) -> bool:
    """A hand in which some cards may be played and some not, after a trick in which a power was used."""
    trick = seen.last_trick
    return (
        seen.phase == "play"
        and bool(seen.trick)
        and seen.round_number == 2
        and 7 < len(seen.hand) < 12
        and 2 < len(legal) < 6
        and trick is not None
        and trick.robbed >= 0
    )


def predicting(seen: Any, legal: Sequence[int]) -> bool:
    """The first question of a round."""
    return bool(seen.phase == "predict" and seen.round_number == 3)


def taking(seen: Any, legal: Sequence[int]) -> bool:
    """The power of a 1."""
    return bool(seen.phase == "take-trick" and 5 < len(seen.hand) < 12)


def beaten_once(seen: Any, legal: Sequence[int]) -> bool:
    """Herald: a trick in which the card that was ahead has been beaten."""
    return bool(len(seen.trick) > 2 and len(legal) > 2 and 3 < seen.stock_size < 40)


def rope(seen: Any, legal: Sequence[int]) -> bool:
    """How-Ruck!: a rope on which both have men."""
    return bool(
        seen.phase == "play" and len(legal) > 12 and sum(map(bool, [card for side in seen.rope for card in side])) > 4
    )


def in_the_middle(seen: Any, legal: Sequence[int]) -> bool:
    """Herfor: a board about half full."""
    return bool(seen.phase == "play" and len(seen.moves) in (40, 41))


SCENES: Final = (
    Scene("home", (80, 24), "Quick game"),
    Scene("table", (100, 30), "Freya", moment=mid_round, keys=["\x1b[C\x1b[C"]),
    Scene("prediction", (80, 24), "will you win", moment=predicting, keys=["4\x1b[C"]),
    Scene("power", (80, 24), "Take a trick", moment=taking),
    Scene(
        "three", (120, 40), "Cleo", moment=mid_round, keys=["\x1b[C\x1b[C"],
        seats=(Seat("Anna"), Seat("Ben", "rules"), Seat("Cleo", "rules")),
    ),
    Scene(
        "herald", (100, 30), "Cleo", "herald", moment=beaten_once, keys=["\x1b[C\x1b[C"],
        seats=(Seat("Anna"), Seat("Ben", "rules"), Seat("Cleo", "rules"), Seat("Dag", "rules")),
    ),
    Scene("race", (80, 24), "pairs left", command=("play", "how-ruck", "--seat", "Anna", "--seat", "Ben")),
    Scene(
        "rope", (100, 30), "Freya", "how-ruck", options={"teams": "dealt"}, moment=rope, keys=["\x1b[C\x1b[C"],
        seats=(Seat("Anna"), Seat("Freya", "rules")),
    ),
    Scene("herfor", (80, 24), "Freya", "herfor", moment=in_the_middle, keys=["i11"]),
    Scene("lesson", (80, 24), "LESSON", command=("learn", "herrlof", "2")),
    Scene("hint", (100, 30), "deals, imagined", moment=mid_round, keys=["\x1b[C\x1b[C", "\t"]),
    Scene("review", (120, 40), "the result", ended=True, keys=["g", "v"]),
    Scene("waiting", (80, 24), "herrlof join", command=("host", "herald", "--seat", "Anna", "--seat", "elsewhere")),
    Scene("light", (80, 24), "Freya", moment=mid_round, keys=["\x1b[C\x1b[C"], theme="light"),
)  # fmt: skip


# A terminal


def shown(scene: Scene, folder: str) -> pyte.Screen:
    """Return what the program draws."""
    storage = Storage(Path(folder), Path(folder))
    storage.save_settings(Settings(name="Anna", theme=scene.theme, pace=0.1, motion=False))
    if scene.moment is not None or scene.ended:
        kept(scene, storage)
    screen = pyte.Screen(*scene.size)
    stream = pyte.ByteStream(screen)
    environment = {
        **os.environ,
        "TERM": "xterm-256color",
        "COLORTERM": "truecolor",
        "HERRLOF_DATA_DIR": folder,
        "HERRLOF_CONFIG_DIR": folder,
    }
    columns, rows = scene.size
    child = pexpect.spawn(
        sys.executable, ["-m", "herrlof.cli.main", *scene.command], env=environment, dimensions=(rows, columns)
    )
    if scene.moment is not None:
        _read(child, stream, lambda: "Quick game" in "\n".join(screen.display))
        child.send("c")
        _read(child, stream, lambda: "Quick game" not in "\n".join(screen.display))
    for keys in scene.keys:
        _read(child, stream, lambda: True, quiet=0.8)
        child.send(keys)
    _read(child, stream, lambda: scene.shows in "\n".join(screen.display), quiet=0.8)
    child.close(force=True)
    return screen


def _read(child: Any, stream: Any, ready: Callable[[], bool], quiet: float = 0.3, most: float = 120.0) -> None:
    """Read until what was waited for is there and nothing more comes."""
    until = time.monotonic() + most
    while time.monotonic() < until:
        try:
            stream.feed(child.read_nonblocking(1 << 16, timeout=quiet))
        except pexpect.TIMEOUT:
            if ready():
                return
        except pexpect.EOF:
            raise SystemExit("the program ended") from None
    raise SystemExit("the picture did not come")


# A picture


def svg(screen: pyte.Screen) -> str:
    """Return a screen as a picture."""
    width, height = screen.columns * WIDTH, screen.lines * HEIGHT
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" fill="#{BACKGROUND}"/>',
        '<g shape-rendering="crispEdges">',
    ]
    rows = [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]
    texts: list[str] = []
    for y, row in enumerate(rows):
        x = 0
        for (ground, ink, bold), run in groupby(row, key=_colours):
            cells = list(run)
            if ground != BACKGROUND:
                parts.append(_rect(x * WIDTH, y * HEIGHT, len(cells) * WIDTH, HEIGHT, ground))
            parts += _shapes(cells, x, y, ink)
            texts += _text(cells, x, y, ink, bold)
            x += len(cells)
    font = "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace"
    return "\n".join([*parts, "</g>", f'<g font-family="{font}" font-size="15">', *texts, "</g></svg>", ""])


def _colours(cell: Char) -> tuple[str, str, bool]:
    """Return the colours of a cell and whether it is bold."""
    ink = NAMED.get(cell.fg, cell.fg)
    ground = BACKGROUND if cell.bg == "default" else NAMED.get(cell.bg, cell.bg)
    return (ink, ground, cell.bold) if cell.reverse else (ground, ink, cell.bold)


def _rect(x: float, y: float, width: float, height: float, colour: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="#{colour}"/>'


def _shapes(cells: Sequence[Char], column: int, row: int, ink: str) -> Iterator[str]:
    """Yield the blocks and lines of a run."""
    for x, cell in enumerate(cells, column):
        for left, top, width, height in BLOCKS.get(cell.data, ()):
            corner = x * WIDTH + left * WIDTH / 8, row * HEIGHT + top * HEIGHT / 8
            yield _rect(*corner, width * WIDTH / 8, height * HEIGHT / 8, ink)
        middle, centre = x * WIDTH + WIDTH // 2, row * HEIGHT + HEIGHT // 2
        for way in LINES.get(cell.data, ""):
            match way:
                case "l":
                    yield _rect(x * WIDTH, centre, WIDTH // 2 + 1, 1, ink)
                case "r":
                    yield _rect(middle, centre, WIDTH - WIDTH // 2, 1, ink)
                case "u":
                    yield _rect(middle, row * HEIGHT, 1, HEIGHT // 2 + 1, ink)
                case _:
                    yield _rect(middle, centre, 1, HEIGHT - HEIGHT // 2, ink)


def _text(cells: Sequence[Char], column: int, row: int, ink: str, bold: bool) -> Iterator[str]:
    """Yield the letters of a run, each with its own place."""
    letters = [
        (x, cell.data)
        for x, cell in enumerate(cells, column)
        if cell.data.strip() and cell.data not in BLOCKS and cell.data not in LINES
    ]
    if letters:
        places = " ".join(f"{x * WIDTH:g}" for x, _ in letters)
        weight = ' font-weight="bold"' if bold else ""
        words = escape("".join(data for _, data in letters))
        yield f'<text x="{places}" y="{row * HEIGHT + 13.5:g}" fill="#{ink}"{weight}>{words}</text>'


def main() -> None:
    """Draw the pictures that were named, or all."""
    folder = Path(__file__).with_name("pictures")
    for scene in SCENES:
        if sys.argv[1:] and scene.name not in sys.argv[1:]:
            continue
        with tempfile.TemporaryDirectory() as kept_in:
            (folder / f"{scene.name}.svg").write_text(svg(shown(scene, kept_in)), "utf-8")
        print(f"docs/pictures/{scene.name}.svg")


if __name__ == "__main__":
    main()
