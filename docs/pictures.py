"""Draw the pictures of the docs with the program itself: `python docs/pictures.py [NAME …]` writes docs/pictures/*.svg.

The program runs in a pseudo-terminal of the picture's size, goes on with a match that bots have played to a good
moment, and what it draws becomes a picture: every letter has its place and blocks are rectangles, so that no font
and no viewer can move them. `play.svg` moves: some such matches go on, and each row shows what stood in it when.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from html import escape
from itertools import chain, groupby
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final

import pexpect
import pyte
from pyte.screens import Char

from herrlof.bots import new_bot
from herrlof.game import CHANCE, Observation
from herrlof.games import GAMES
from herrlof.games.herald.cards import FIGURE_OF, KING, PAWN
from herrlof.games.herald.tricks import BEATS, ahead_in
from herrlof.games.how_ruck.cards import HAS_TEXT
from herrlof.games.how_ruck.tug import strengths
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.table.match import Match, Seat

WIDTH, HEIGHT = 9, 18
"""A cell, in the picture's units."""
NAMED: Final = {
    "ink": "d8d4c8", "ground": "0f1419",
    "black": "000000", "red": "cd3131", "green": "0dbc79", "brown": "c5a000", "blue": "2472c8",
    "magenta": "bc3fbc", "cyan": "11a8cd", "white": "d3d7cf", "brightblack": "666666", "brightred": "f14c4c",
    "brightgreen": "23d18b", "brightbrown": "f5f543", "brightblue": "3b8eea", "brightmagenta": "d670d6",
    "brightcyan": "29b8db", "brightwhite": "ffffff",
}  # fmt: skip
"""The colours that a terminal knows by name, as many terminals have them; its own ink and ground."""
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
    then: Sequence[tuple[float, str]] = ()
    """In a picture that moves: what is typed from then on, each so many seconds after the one before;"""
    seconds: float = 0.0
    """and how long it is."""


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


def pawn_takes_king(seen: Any, legal: Sequence[int]) -> bool:
    """Herald: the last card of a trick in which a King was lost to a Pawn, and a better Pawn to take both."""
    cards = seen.trick
    return (
        len(cards) == len(seen.scores) - 1
        and KING in [FIGURE_OF[card] for card in cards]
        and FIGURE_OF[ahead := cards[ahead_in(cards)]] == PAWN
        and any(FIGURE_OF[card] == PAWN and BEATS[ahead][card] for card in legal)
    )


def rope(seen: Any, legal: Sequence[int]) -> bool:
    """How-Ruck!: a rope on which both have men."""
    return bool(
        seen.phase == "play" and len(legal) > 12 and sum(map(bool, [card for side in seen.rope for card in side])) > 4
    )


def stronger(seen: Any, legal: Sequence[int]) -> bool:
    """How-Ruck!: whoever plays now is well ahead, the barrel is in the middle, and the second man in hand says Ruck."""
    mine, other = strengths(seen.rope)[:: 1 if seen.seat == 0 else -1]
    return rope(seen, legal) and mine - other > 2 and 5 < seen.barrel < 8 and HAS_TEXT[seen.hand[1]]


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
    Scene("hint", (100, 30), "imagined deals", moment=mid_round, keys=["\x1b[C\x1b[C", "\t"]),
    Scene("review", (120, 40), "the result", ended=True, keys=["g", "v"]),
    Scene("waiting", (80, 24), "herrlof join", command=("host", "herald", "--seat", "Anna", "--seat", "elsewhere")),
    Scene("light", (80, 24), "Freya", moment=mid_round, keys=["\x1b[C\x1b[C"], theme="light"),
)  # fmt: skip
FILM: Final = "play"
ACTS: Final = (
    Scene(
        "takes",
        (80, 24),
        "Cleo",
        "herald",
        moment=pawn_takes_king,
        then=[(0.6, "p"), (0.8, "\r")],
        seconds=2.8,
        seats=(Seat("Anna"), Seat("Ben", "rules"), Seat("Cleo", "rules")),
    ),
    Scene("bars", (80, 24), "Freya", moment=mid_round, keys=["\x1b[C\x1b[C"], then=[(0.3, "\t")], seconds=2.4),
    Scene(
        "pulls",
        (80, 24),
        "Freya",
        "how-ruck",
        options={"teams": "dealt"},
        moment=stronger,
        keys=["\x1b[C\x1b[C"],
        then=[(0.3, "\r"), (0.4, "\x1b[C"), (0.4, "\r")],
        seconds=2.8,
        seats=(Seat("Anna"), Seat("Freya", "rules")),
    ),
)
"""What follows one another in the picture that moves."""


# A terminal

Rows = tuple[tuple[Char, ...], ...]


def rows_of(screen: pyte.Screen) -> Rows:
    """Return the cells of a screen."""
    return tuple(tuple(screen.buffer[y][x] for x in range(screen.columns)) for y in range(screen.lines))


def shown(scene: Scene, folder: str) -> list[tuple[float, Rows]]:
    """Return what the program draws: the picture that was waited for at second 0, and all that it becomes."""
    storage = Storage(Path(folder), Path(folder))
    moves = bool(scene.then)
    storage.settings.save(Settings(name="Anna", theme=scene.theme, pace=0.6 if moves else 0.1, motion=moves))
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
    frames = [(0.0, rows_of(screen))]
    begin = monotonic()
    waiting = [(sum(pause for pause, _ in scene.then[: n + 1]), keys) for n, (_, keys) in enumerate(scene.then)]
    while (now := monotonic() - begin) < scene.seconds:
        if waiting and now >= waiting[0][0]:
            child.send(waiting.pop(0)[1])
        with suppress(pexpect.TIMEOUT):
            stream.feed(child.read_nonblocking(1 << 16, timeout=0.04))
            frames.append((monotonic() - begin, rows_of(screen)))
    child.close(force=True)
    return frames


def _read(child: Any, stream: Any, ready: Callable[[], bool], quiet: float = 0.3, most: float = 120.0) -> None:
    """Read until what was waited for is there and nothing more comes."""
    until = monotonic() + most
    while monotonic() < until:
        try:
            stream.feed(child.read_nonblocking(1 << 16, timeout=quiet))
        except pexpect.TIMEOUT:
            if ready():
                return
        except pexpect.EOF:
            raise SystemExit("the program ended") from None
    raise SystemExit("the picture did not come")


# A picture


def svg(rows: Rows, named: Mapping[str, str] = NAMED) -> str:
    """Return a screen as a picture; `named` are the terminal's own colours."""
    shapes, texts = zip(*(_row(row, y, named) for y, row in enumerate(rows)), strict=True)
    return _picture(rows, named, [CRISP, *chain(*shapes), "</g>", LETTERS, *chain(*texts), "</g>"])


def film(frames: Sequence[tuple[float, Rows]], seconds: float, named: Mapping[str, str] = NAMED) -> str:
    """Return screens that follow each other as one picture that moves, for ever: each row is there when it was."""
    parts: list[str] = []
    for y in range(len(frames[0][1])):
        for row, same in groupby(frames, key=lambda frame: frame[1][y]):
            begin = next(same)[0]
            end = min((at for at, rows in frames if at > begin and rows[y] != row), default=seconds)
            shapes, texts = _row(row, y, named)
            if shapes or texts:
                shown = CRISP, *shapes, "</g>", LETTERS, *texts, "</g>"
                parts += ["<g>", _seen(begin / seconds, end / seconds), *shown, "</g>"]
    return _picture(frames[0][1], named, parts)


CRISP: Final = '<g shape-rendering="crispEdges">'
LETTERS: Final = """<g font-family="ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="15">"""


def _seen(begin: float, end: float) -> str:
    """Return when a row is seen, in parts of the whole."""
    times, values = ["0"], ["visible" if begin <= 0 else "hidden"]
    if begin > 0:
        times, values = [*times, f"{begin:.4f}"], [*values, "visible"]
    if end < 1:
        times, values = [*times, f"{end:.4f}"], [*values, "hidden"]
    when = f'keyTimes="{";".join(times)}" values="{";".join(values)}"'
    return (
        f'<animate attributeName="visibility" calcMode="discrete" {when} dur="{SECONDS:g}s" repeatCount="indefinite"/>'
    )


SECONDS: Final = sum(act.seconds for act in ACTS)


def _picture(rows: Rows, named: Mapping[str, str], parts: Sequence[str]) -> str:
    width, height = len(rows[0]) * WIDTH, len(rows) * HEIGHT
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">',
        f'<rect width="{width}" height="{height}" fill="#{named["ground"]}"/>', *parts, "</svg>", "",
    ])  # fmt: skip


def _row(row: Sequence[Char], y: int, named: Mapping[str, str]) -> tuple[list[str], list[str]]:
    """Return the shapes and the letters of a row."""
    shapes: list[str] = []
    texts: list[str] = []
    x = 0
    for (ground, ink, bold), run in groupby(row, key=partial(_colours, named)):
        cells = list(run)
        if ground != named["ground"]:
            shapes.append(_rect(x * WIDTH, y * HEIGHT, len(cells) * WIDTH, HEIGHT, ground))
        shapes += _shapes(cells, x, y, ink)
        texts += _text(cells, x, y, ink, bold)
        x += len(cells)
    return shapes, texts


def _colours(named: Mapping[str, str], cell: Char) -> tuple[str, str, bool]:
    """Return the colours of a cell and whether it is bold."""
    ink = named["ink"] if cell.fg == "default" else named.get(cell.fg, cell.fg)
    ground = named["ground"] if cell.bg == "default" else named.get(cell.bg, cell.bg)
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
    asked = sys.argv[1:] or [*(scene.name for scene in SCENES), FILM]
    for name in asked:
        acts = ACTS if name == FILM else [scene for scene in SCENES if scene.name == name]
        frames: list[tuple[float, Rows]] = []
        since = 0.0
        for act in acts:
            with tempfile.TemporaryDirectory() as kept_in:
                frames += [(since + at, rows) for at, rows in shown(act, kept_in)]
            since += act.seconds
        drawn = film(frames, since) if name == FILM else svg(frames[0][1])
        (folder / f"{name}.svg").write_text(drawn, "utf-8")
        print(f"docs/pictures/{name}.svg")


if __name__ == "__main__":
    main()
