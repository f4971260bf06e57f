"""What the line face says: `python docs/plain.py` writes the rounds and the table of words into docs/plain.md.

Somebody who plays as the bot `rules` would types the name of a choice, or its number where it is one, against that
bot; the deals are always the same. With espeak-ng on the system the seconds of its speech are measured too, else those
in the page stay.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
import wave
from collections.abc import Mapping
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from herrlof.bots import new_bot
from herrlof.game import NOBODY
from herrlof.games import GAMES
from herrlof.options import complete_preferences
from herrlof.plain.lines import InputEnded, Lines
from herrlof.plain.sitting import Sitting
from herrlof.plain.telling import Verbosity
from herrlof.records.names import Seat
from herrlof.table.connection import View
from herrlof.table.match import Match
from herrlof.table.table import Table

PAGE: Final = Path(__file__).with_name("plain.md")
SPEAKER: Final = "espeak-ng"
SHOWN: Final[Mapping[str, Mapping[str, Any]]] = {
    "herrlof": {"script": ["dealer 1"]},
    "herald": {"script": ["dealer 1"]},
    "how-ruck": {"script": []},
    "herfor": {"script": [], "size": 5},
}
"""The matches of two whose first round is shown."""
COUNTED: Final = (
    ("herrlof", 2, False), ("herrlof", 2, True), ("herrlof", 3, False),
    ("herald", 2, False), ("herald", 2, True), ("herald", 4, False), ("herald", 4, True),
    ("herald", 6, False), ("herald", 6, True),
    ("how-ruck", 2, False), ("how-ruck", 2, True), ("herfor", 2, False), ("herfor", 2, True),
)  # fmt: skip
"""Those whose words are counted to the end: with how many seats, and whether reasons are left out by `brief`."""
BOTS: Final = ("Freya", "Squire", "Knight", "Marshal", "Page")
NUMBERS: Final = ["oh", "one", "two", "three", "four", "five", "six", "sev en", "eight", "nine"]
"""How a digit is said, with a gap between its syllables."""


class Turn(NamedTuple):
    """What is said before something is typed."""

    lines: list[str]
    typed: str


class Typist(Lines):
    """Types what a bot would play, and keeps what was said before."""

    def __init__(self, table: Table) -> None:
        """Play at a table in the first seat, alone."""
        self._table, self._game = table, table.game
        self._bot = new_bot(table.game, "rules", Random(1))
        self._text = StringIO()
        self.turns: list[Turn] = []
        self.end: list[str] = []
        """What was said after the last answer."""
        self.rounds: list[int] = []
        """How many answers there were when each round had ended."""
        super().__init__(os.open(os.devnull, os.O_RDONLY), self._text)

    async def hear(self) -> str:
        """Return the answer of somebody who plays as the bot does."""
        view = self._view()
        names = [seat.name for seat in self._table.seats]
        action = self._bot.choose(view.observation, view.legal)
        number = self._game.number(action)
        typed = str(number) if number is not None else self._game.words.to(view.observation, names).name(action)
        self._note_rounds(view)
        self.turns.append(Turn(self._said_now(), typed))
        return typed

    def _view(self) -> View:
        try:
            return self._table.turn(0).view
        except ValueError:
            return self._table.view(0)

    def _note_rounds(self, view: View) -> None:
        ended = sum(event.kind == self._game.round_end_event for event in view.events)
        self.rounds += [len(self.turns)] * (ended - len(self.rounds))

    def _said_now(self) -> list[str]:
        self.flush()
        lines = self._text.getvalue().splitlines()
        self._text.seek(0)
        self._text.truncate()
        return lines

    def finish(self) -> None:
        """Note what was said at the end."""
        self.end = self._said_now()
        self._note_rounds(self._table.view(NOBODY))


def played(key: str, seats: int = 2, brief: bool = False) -> Typist:
    """Return a whole match of a game."""
    game, options = GAMES[key], dict(SHOWN[key])
    bots = [Seat(name, "rules") for name in BOTS[: seats - 1]]
    match = Match(game, [Seat("Anna"), *bots], script=options.pop("script"), **options)
    table = Table(match, pace=0)
    typist = Typist(table)

    async def play() -> None:
        try:
            await Sitting(typist, table, complete_preferences(game, {}), verbosity=Verbosity(brief)).run()
        except InputEnded:
            raise SystemExit(f"the match of {key} did not end") from None
        finally:
            table.close()

    asyncio.run(play())
    typist.finish()
    return typist


def first_round(typist: Typist) -> str:
    """Return the lines of the first round; what was typed follows a `>`."""
    lines: list[str] = []
    for turn in typist.turns[: typist.rounds[0] if typist.rounds else None]:
        lines += [*turn.lines, f"> {turn.typed}"]
    rest = typist.end
    if typist.rounds and typist.rounds[0] < len(typist.turns):
        rest = typist.turns[typist.rounds[0]].lines
        rest = rest[: next(n for n, line in enumerate(rest) if line.startswith("Scores: ")) + 1]
    return "\n".join([*lines, *rest])


def seconds(text: str) -> float:
    """Return how long the speaker speaks."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "said.wav"
        subprocess.run([SPEAKER, "-v", "en", "-w", str(path)], input=text.encode(), check=True, timeout=60)
        with wave.open(str(path)) as sound:
            return sound.getnframes() / sound.getframerate()


def syllables(text: str) -> int:
    """Return about how many syllables a text has: its vowels that stand together, without an e that is not heard."""
    found = 0
    for word in re.findall(r"[a-z]+|\d", text.casefold()):
        for part in NUMBERS[int(word)].split() if word.isdecimal() else [word]:
            heard = re.sub(r"(?<=[^aeiouy])(e|ed|es)$", "", part) if len(part) > 3 and not part.endswith("le") else part
            found += max(1, len(re.findall(r"[aeiouy]+", heard)))
    return found


def figures(name: str, typist: Typist, speech: str) -> str:
    """Return a line of the table: turns; words and syllables from an answer to the next question; seconds."""
    said = [" ".join(turn.lines) for turn in typist.turns]
    counts = [str(len(said))]
    for count in (lambda text: len(text.split()), syllables):
        found = sorted(map(count, said))
        counts += [str(found[len(found) // 2]), str(found[-1])]
    return f"| {name} | {' | '.join(counts)} | {speech} |"


def named(key: str, seats: int, brief: bool) -> str:
    """Return what a line of the table is about."""
    return f"{GAMES[key].title}, {seats} seats{', brief' if brief else ''}"


def spoken(typist: Typist) -> str:
    """Return how many seconds a turn is spoken, at the median and at most."""
    times = sorted(seconds("\n".join(turn.lines)) for turn in typist.turns)
    return f"{times[len(times) // 2]:.1f} | {times[-1]:.0f}"


def page(old: str, measure: bool) -> str:
    """Return the page with its parts made anew; without `measure` the seconds stay as they are."""
    rows = []
    for key, seats, brief in COUNTED:
        typist, name = played(key, seats, brief), named(key, seats, brief)
        kept = re.search(rf"^\| {re.escape(name)} \|(?:[^|]*\|){{5}} (.*?) \|$", old, re.M)
        rows.append(figures(name, typist, spoken(typist) if measure or kept is None else kept[1]))
        if seats == 2 and not brief:
            old = _with(old, key, f"```text\n{first_round(typist)}\n```")
    heads = "| match | turns | words a turn | at most | syllables a turn | at most | seconds a turn | at most |"
    return _with(old, "words", "\n".join([heads, "|---" + "|--:" * 7 + "|", *rows]))


def _with(text: str, name: str, part: str) -> str:
    """Return a text with a part between its marks."""
    begin, end = f"<!-- {name} -->\n", f"\n<!-- end of {name} -->"
    before, _, rest = text.partition(begin)
    if not rest:
        raise SystemExit(f"docs/plain.md has no place for {name}")
    return before + begin + part + end + rest.partition(end)[2]


def main() -> None:
    """Write the page."""
    measure = shutil.which(SPEAKER) is not None
    PAGE.write_text(page(PAGE.read_text("utf-8"), measure), "utf-8")
    if not measure:
        print(f"{SPEAKER} is not there: the seconds stay as they were.", file=sys.stderr)


if __name__ == "__main__":
    main()
