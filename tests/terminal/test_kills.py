"""Killed at any instant, the real program has lost nothing that was shown, and goes on where it stood."""

from __future__ import annotations

import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pyte
import pytest

from herrlof.game import CHANCE, NOBODY, Observation
from herrlof.games.herrlof.actions import PLAY
from herrlof.games.herrlof.reading import round_on_table, trick_number
from herrlof.records.listing import read_summary
from herrlof.records.models import parse
from herrlof.records.storage import read_lines
from herrlof.table.match import Match
from herrlof.table.resume import replayed
from tests.terminal.table import Player, at_table, codes, counted, curtain, hand, own_row, playable, situation
from tests.terminal.terminal import _UNREAD, FRAME_END, PATIENCE, Ended, Screen, Terminal, herrlof

ALONE = ("Anna", "bot:rules")
HOT_SEAT = ("Anna", "Ben")
DEAF = 1.5
"""Seconds after which a key is pressed again: one that came before the question is no answer to it."""
LAST_CARDS = 2
"""With so many cards nothing is pressed again: where the match has ended meanwhile, Space plays another one."""
AT_HOME = "Say a number"
CONTINUE = re.compile(r"Continue .*\n[^\w\n]*(\d+ : \d+)?")
NOT_BEGUN = "not begun"
"""Stands for the scores of a match of which nothing but its start is in the record: the home screen tells none."""
HEADER = re.compile(r" HERRLOF +Round (\d+) · (?:Trick (\d+) of )?(\d+)(?:.* deck (\d+) )?")
STANDS = re.compile(r" +(\d+) +([┃╳╎─ ]*)(\S.*)")
"""What stands in a player's row after the name: the score, the strokes of the tricks, and words."""
CARDS = re.compile(r" (\d+) cards? ")
AIM = re.compile(r"(said \d+|no number yet|is choosing|has chosen|number hidden)")
PAD = re.compile(r" HERRLOF +Round (\d+) is over")
SAID = re.compile(r" said (\d+)  won (\d+) ")
TOTAL = re.compile(r" \d+ → (\d+) of \d+ ")
UNSAVED = re.compile(r"Nothing (?:after move \d+|of this match) is saved")


class Lost(AssertionError):
    """Something was shown that the record does not hold, or what goes on is not what was left."""


# What is on the screen


def on_the_table(rows: Sequence[str], names: Sequence[str]) -> dict[str, object]:
    """Read the parts of the table from a frame; nothing where it shows no table, or one before the first deal."""
    header = HEADER.match(rows[0])
    if header is None or header[4] is None:
        return {}
    parts: dict[str, object] = {"header": tuple(int(found or 0) for found in header.groups())}
    own = own_row(rows)
    for row in (*rows[1:3], rows[own]):
        name = next((name for name in ("You, ", *names, "You") if row[2:].startswith(name)), "")
        name = next((other for other in names if name == "You, " and row[7:].startswith(other)), name)
        found = STANDS.fullmatch(row[2:].removeprefix("You, ").removeprefix(name))
        if found is not None and name:
            strokes = found[2].count("┃") + found[2].count("╳")
            cards, aim = CARDS.search(found[3] + " "), AIM.search(found[3])
            parts[names[0] if name == "You" else name] = (
                int(found[1]), strokes, cards and int(cards[1]), aim and aim[1]
            )  # fmt: skip
    felt = "\n".join(row for row in rows[:own] if " took your " not in row)  # what a 6 took stays there for a trick
    parts["table"] = tuple(sorted(codes(felt)))
    if curtain(rows) is None:
        parts["hand"] = tuple(sorted(card.code for card in hand(rows)))
    return parts


def on_the_pad(rows: Sequence[str]) -> tuple[object, ...] | None:
    """Read the round, the predictions, the tricks and the totals from the end of a round; None: it is none."""
    if situation(rows) != "pad":
        return None
    text = "\n".join(rows)
    number = PAD.match(rows[0])
    said, totals = SAID.findall(text), TOTAL.findall(text)
    if number is None or len(said) != len(totals) or not said:
        raise AssertionError(f"the page cannot be read from\n{text}")
    return int(number[1]), *zip(*(tuple(map(int, part)) for part in said), strict=True), tuple(map(int, totals))


def offered(rows: Sequence[str]) -> str:
    """Return the scores of the match that Continue offers; nothing if there is none."""
    found = CONTINUE.search("\n".join(rows)) if AT_HOME in "\n".join(rows) else None
    return "" if found is None else found[1] or NOT_BEGUN


# What is in the record


class Story:
    """What a record tells: for each of its moves, what could be seen then."""

    def __init__(self) -> None:
        """Start with no file."""
        self.path: Path | None = None
        self.bodies: list[bytes] = []
        self.match: Match | None = None
        self.ended = False
        """Whether the record has its last line, with which the end is shown."""
        self.names: list[str] = []
        self.pads: set[tuple[object, ...]] = set()
        self._views: dict[int, set[tuple[str, object]]] = {}
        self._when: defaultdict[tuple[str, object], list[int]] = defaultdict(list)

    @property
    def moves(self) -> int:
        """How many moves are in the record."""
        return 0 if self.match is None else len(self.match.moves)

    @property
    def unfinished(self) -> bool:
        """Whether there is a match to go on with; one whose end nobody has seen waits for that."""
        return self.match is not None and not self.ended

    def read(self, path: Path | None) -> None:
        """Read and check the file as it is now: it has only grown."""
        if path is None or read_summary(path) is None:
            if self.bodies:
                raise Lost("the record is gone")
            return
        self.path = path
        self.hear(read_lines(path))

    def hear(self, bodies: list[bytes]) -> None:
        """Check the lines of a record, and note what those that are new tell."""
        if bodies[: len(self.bodies)] != self.bodies:
            raise Lost(f"the record has changed before line {len(self.bodies) + 1}")
        self.bodies = bodies
        record = parse(bodies, "the record")
        self.ended = record.end is not None
        whole = replayed(record)
        if self.match is None:
            self.match = replayed(record, 0)
            self.names = [seat.name for seat in self.match.seats]
            self._note()
        for move in whole.moves[self.moves :]:
            if move.by == CHANCE:
                self.match.advance()
            else:
                self.match.play(move.by, move.do)
            self._note()

    def _note(self) -> None:
        """Note what each player and an onlooker could see now."""
        match = self.match
        assert match is not None
        now: set[tuple[str, object]] = set()
        for viewer in (NOBODY, *range(len(match.seats))):
            view = match.observe(viewer)
            self._views[viewer] = set(self._parts(view))
            now |= self._views[viewer]
        for part in now:
            self._when[part].append(self.moves)
        sums = [0] * len(match.seats)
        for number, done in enumerate(view.rounds):
            if number and done.game != view.rounds[number - 1].game:
                sums = [0] * len(match.seats)
            sums = [a + b for a, b in zip(sums, done.points, strict=True)]
            self.pads.add((done.number, done.predictions, done.tricks, tuple(sums)))

    def _parts(self, view: Observation) -> Iterator[tuple[str, object]]:
        done = round_on_table(view)
        number = view.round_number if done is None else done.number
        if view.phase in ("predict", "dealer") or not view.turned:
            yield "header", (number, 0, view.hand_size, view.deck_size)
        else:
            yield "header", (number, trick_number(view), view.hand_size, view.deck_size)
            if view.phase == "play" and not view.trick:  # the trick before may still be looked at
                yield "header", (number, trick_number(view) - 1, view.hand_size, view.deck_size)
        yield "hand", tuple(sorted(map(self._code, view.hand)))
        last = () if view.last_trick is None else view.last_trick.cards
        shown = {*map(self._code, (*view.turned[-1:], *view.trick, *last))}
        yield "table", tuple(sorted(code for code in shown if code not in "VH"))
        for seat, name in enumerate(self.names):
            scores = [view.scores[seat]] if done is None else [view.scores[seat] - done.points[seat]]
            if done is not None:
                scores.append(view.scores[seat])
            if seat == view.seat:
                aim = "no number yet" if view.prediction is None else f"said {view.prediction}"
                cards = None
            else:
                chosen = "has chosen" if view.phase == "predict" else "number hidden"
                aim, cards = chosen if view.predicted[seat] else "is choosing", view.hand_sizes[seat]
            for score in scores:
                yield name, (score, view.tricks_won[seat], cards, aim)

    def _code(self, card: int) -> str:
        assert self.match is not None
        return self.match.game.encode(PLAY + card).removeprefix("play ")

    def ends_as(self, rows: Sequence[str], viewer: int) -> bool:
        """Whether a frame shows the last position, as `viewer` sees it."""
        parts = on_the_table(rows, self.names)
        return {"header", "table"} <= set(parts) and set(parts.items()) <= self._views[viewer]

    def when(self, part: str, shown: object, since: int) -> int | None:
        """Return after how many moves a part could look like this, not before `since`."""
        return next((moves for moves in self._when.get((part, shown), ()) if moves >= since), None)

    def follow(self, rows: Sequence[str], since: dict[str, int], until: int) -> bool:
        """See that a frame shows nothing from after `until` moves, and nothing that goes back behind what was shown.

        `since` is after how many moves each part was seen last. Return whether there was anything to see.
        """
        text = "\n".join(rows)
        if UNSAVED.search(text):
            raise Lost(f"the program could not save\n{text}")
        if (pad := on_the_pad(rows)) is not None and pad not in self.pads:
            raise Lost(f"this pad is not in the record\n{text}")
        if situation(rows) == "end" and (self.match is None or self.unfinished):
            raise Lost(f"the end of the match is not in the record\n{text}")
        if at_table(rows) and self.match is None:
            raise Lost(f"there is no record of this\n{text}")
        parts = on_the_table(rows, self.names)
        for part, shown in parts.items():
            found = self.when(part, shown, since.get(part, 0))
            if found is None or found > until:
                raise Lost(f"the {part} is not in the record, or went back: {shown}\n{text}")
            since[part] = found
        return bool(parts)


def records(home: Path) -> list[Path]:
    """Return the files of all matches."""
    return list((home / ".local" / "share" / "herrlof" / "games").glob("*.herrlof"))


def without_pauses(home: Path) -> None:
    """Let nothing pause for who plays at `home`."""
    settings = home / ".config" / "herrlof" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text("pace = 0\n")


# The ordeal


class Ordeal:
    """Matches of the real program that is killed again and again, played by what is on the screen."""

    def __init__(self, home: Path, seats: Sequence[str], seed: int, program: Sequence[str] | None = None) -> None:
        """Sit down to play at `home`; nothing pauses there."""
        self.home = home
        self.seats = seats
        self.seed = seed
        self.program = program
        self.random = random.Random(f"{seats} {seed}")
        self.kills = self.sightings = self.finished = 0
        self.story = Story()
        self._known: set[Path] = set()
        without_pauses(home)

    def newest(self) -> Path | None:
        """Return the file of the match in play."""
        if self.story.path is not None:
            return self.story.path
        found = set(records(self.home)) - self._known
        return found.pop() if found else None

    def kill(self, times: int = 1) -> None:
        """Start, go on, play, and be killed at a random instant; then compare what was shown with the record."""
        for _ in range(times):
            early = self.random.random() < 0.15
            self._live(self.random.uniform(0, 1.0 if early else 0.7), early)
            self.kills += 1

    def look_in(self) -> None:
        """Start once more, to see that what was left last is still there."""
        self._live(0.0, early=False)

    def _live(self, instant: float, early: bool) -> None:
        if self.story.match is not None and not self.story.unfinished:
            self._end_match()
        life = Life(self, instant, early)
        try:
            life.run()
            life.check()
        except AssertionError as fault:
            since = "its start" if early else "the first sight of the table"
            fault.add_note(f"seed {self.seed} of {self.seats}, kill {self.kills + 1}, {instant:.4f} s after {since}")
            fault.add_note(f"{self.story.moves} moves are in the record")
            raise

    def _end_match(self) -> None:
        """See that a match that is over is not offered, and make room for the next one."""
        assert self.story.path is not None
        terminal = Terminal(self.home).start(program=self.program)
        try:
            terminal.wait_for(AT_HOME)
            terminal.settle()
            if "Continue" in terminal.text:
                raise Lost(f"a match that is over is offered\n{terminal.text}")
            terminal.signal(signal.SIGKILL)
            terminal.wait_for_end()
        finally:
            terminal.close()
        self._known.add(self.story.path)
        self.story = Story()
        self.finished += 1


class Life:
    """One run of the program, from its start until it is killed."""

    def __init__(self, ordeal: Ordeal, instant: float, early: bool) -> None:
        """It ends `instant` seconds after its start (`early`), or after it has come to where it was left."""
        self.ordeal = ordeal
        self.story = story = ordeal.story
        self.goes_on = story.unfinished
        self.left = story.moves
        self.early = early
        self.instant = instant
        self.asked = self.scores = None
        """Who is asked first and the scores until then, where that is known."""
        if self.goes_on and story.match is not None:
            seen = story.match.observe(NOBODY)
            self.scores = " : ".join(map(str, seen.scores)) if story.moves else NOT_BEGUN
            mover = story.match.mover
            if mover >= 0 and not story.match.game.forced(seen) and not ordeal.seats[mover].startswith("bot:"):
                self.asked = mover
        self.behind = sum(not seat.startswith("bot:") for seat in ordeal.seats) > 1
        """Whether the curtain has to be down."""
        self.frames: list[list[str]] = []
        self.exposed: list[str] | None = None
        self.terminal = Terminal(ordeal.home)
        self.terminal.checks.append(self._look)
        self._answered: tuple[object, ...] = ()
        self._answered_at = 0.0
        self._killer: threading.Timer | None = None

    def _look(self, rows: list[str]) -> None:
        if not self.frames or rows != self.frames[-1]:
            self.frames.append(rows)
        if self.behind and self.exposed is None and hand(rows):
            self.exposed = rows

    def run(self) -> None:
        """Play as fast as the screen can be read, until the program is gone."""
        seats = [part for seat in self.ordeal.seats for part in ("--seat", seat)]
        arguments = [] if self.goes_on else ["play", *seats, "--pace", "0"]
        terminal = self.terminal.start(arguments, program=self.ordeal.program)
        try:
            if self.early:
                self._arm()
            self._arrive()
            if not self.early:
                self._arm()
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until:
                self._press()
                terminal.read(0.02)
            raise AssertionError(f"the program outlives its kill\n{terminal.text}")
        except (Ended, OSError):
            status = terminal.wait_for_end()
            assert status == 128 + signal.SIGKILL, f"the program ended by itself, with {status}\n{terminal.text}"
        finally:
            if self._killer is not None:
                self._killer.cancel()
                self._killer.join()
            terminal.close()

    def _arm(self) -> None:
        assert self.terminal.child is not None
        self._killer = threading.Timer(self.instant, os.kill, (self.terminal.child.pid, signal.SIGKILL))
        self._killer.start()

    def _arrive(self) -> None:
        """Go on with the match; where a person was asked when it was left, see the very same again."""
        if not self.goes_on:
            self._await(at_table, "a new match")
            return
        self._await(offered, "Continue")
        self.terminal.press("c")
        if self.asked is None:
            self._await(lambda rows: at_table(rows) or situation(rows) in ("pad", "end"), "the match that was left")
            return
        if self.behind:
            self._await(
                lambda rows: curtain(rows) == self.asked and self.story.ends_as(rows, NOBODY), "the curtain of before"
            )
            self.behind = False
            self.terminal.press(str(self.asked + 1))
        self._await(lambda rows: self.story.ends_as(rows, self.asked), "the table and the hand of before")

    def _await(self, found: Callable[[list[str]], object], what: str) -> None:
        until = time.monotonic() + PATIENCE
        while not found(self.terminal.rows):
            if time.monotonic() > until:
                raise Lost(f"waited for {what}\n{self.terminal.text}")
            self.terminal.read(0.1)

    def _press(self) -> None:
        """Answer what is asked; once, and again if nothing comes of it."""
        if not self.frames:
            return
        rows = self.frames[-1]
        asked = situation(rows), curtain(rows), rows[0], rows[-5], counted(rows)
        if asked == self._answered and (
            time.monotonic() - self._answered_at < DEAF or 0 < counted(rows).total() <= LAST_CARDS
        ):
            return
        keys = self._answer(rows)
        if keys:
            self._answered, self._answered_at = asked, time.monotonic()
            self.terminal.press(*keys)

    def _answer(self, rows: list[str]) -> list[str]:
        """Return keys that choose nothing where they come too late."""
        chance = self.ordeal.random
        match situation(rows):
            case "curtain":
                self.behind = False
                return [str((curtain(rows) or 0) + 1)]
            case "predict":
                return [str(chance.randint(2, 7)), "space"]
            case "play" | "discard" | "return":
                cards = playable(rows)
                return [*chance.choice(cards).lower(), "space"] if cards else []
            case "answer":
                return [chance.choice("yn")]
            case "show":
                return ["space"]
            case "pad":
                return ["enter"]
        return ["c"] if offered(rows) else []

    def check(self) -> None:
        """Compare what was shown with the record, and with what the life before has left."""
        story = self.story
        story.read(self.ordeal.newest())
        if self.exposed is not None:
            raise Lost("a hand was shown before the curtain was opened\n" + "\n".join(self.exposed))
        since = dict.fromkeys(("header", "table", "hand", *story.names), self.left)
        arrived = False
        for rows in self.frames:
            if not arrived and (found := offered(rows)) and found != self.scores:
                raise Lost(f"offered to go on from {found}, not from {self.scores}")
            if story.follow(rows, since, story.moves):
                arrived = True
                self.ordeal.sightings += 1


BOTH = {"alone": ALONE, "hot-seat": HOT_SEAT}


def endure(home: Path, seats: Sequence[str], seed: int, kills: int) -> Ordeal:
    """Be killed so many times, and see that much was seen."""
    ordeal = Ordeal(home, seats, seed)
    ordeal.kill(kills)
    ordeal.look_in()
    assert ordeal.sightings > kills  # a busy machine shows little in a life
    assert ordeal.story.moves + ordeal.finished
    return ordeal


@pytest.mark.parametrize(
    ("seats", "kills"),
    [
        *(pytest.param(seats, 12, id=f"{name}-12", marks=pytest.mark.second) for name, seats in BOTH.items()),
        *(pytest.param(seats, 250, id=f"{name}-250", marks=pytest.mark.slow) for name, seats in BOTH.items()),
    ],
)
def test_killed_at_any_instant(
    tmp_path: Path, seats: tuple[str, ...], kills: int, record_property: Callable[[str, object], None]
) -> None:
    """What was shown is in the record, and the program goes on from there."""
    found = endure(tmp_path, seats, seed=kills, kills=kills)
    counts = f"{found.kills} kills, {found.sightings} frames compared, {found.finished} matches finished"
    record_property("counted", counts)


# What does it wrong is caught

RUNNER = """
import asyncio
import sys

from herrlof.cli.main import main
from herrlof.records.disk import Disk
from herrlof.records.journal import Journal

append = Journal.append


def a_move_later(journal, *lines):
    waiting = vars(journal).pop("waiting", ())
    if waiting:
        append(journal, *waiting)
    if "do" in lines[-1]:
        journal.waiting = lines
    else:
        append(journal, *lines)


def a_moment_later(journal, *lines):
    asyncio.get_running_loop().call_later(0.1, append, journal, *lines)


def never(disk, fd):
    pass


how = sys.argv.pop(1)
if how == "never":
    Disk.sync = never
else:
    Journal.append = {"a move later": a_move_later, "a moment later": a_moment_later}[how]
sys.exit(main())
"""
"""The program, but lines are written, or synced, otherwise than they should be."""


def spoiled(folder: Path, how: str) -> list[str]:
    """Return the command that starts a program that writes or syncs `how`."""
    runner = folder / "runner.py"
    runner.write_text(RUNNER)
    return [sys.executable, str(runner), how]


@pytest.mark.second
@pytest.mark.parametrize("how", ["a move later", "a moment later"])
def test_a_program_that_shows_before_it_writes_is_caught(tmp_path: Path, how: str) -> None:
    """A few kills find it out; forty are many more than it ever needs, so that a slow machine finds it too."""
    ordeal = Ordeal(tmp_path, ALONE, 3, spoiled(tmp_path, how))
    with pytest.raises(Lost, match=r"not in the record|no record of this"):
        ordeal.kill(40)


# In the order of its calls to the system

CALL = re.compile(r'(\d+) +(\w+)\(\d+<([^>]*)>(?:, "((?:[^"\\]|\\.)*)", \d+)?.*?(?:= (-?\d+)|(<unfinished))')
RESUMED = re.compile(r"(\d+) +<\.\.\. \w+ resumed>.*= (-?\d+)")
FRAME_BEGIN = b"\x1b[?2026h"


def calls(trace: Path) -> Iterator[tuple[bool, str, str, bytes]]:
    """Yield the calls of a trace, (returned, name, path, what was written), each when it begins and when it returns."""
    open_calls: dict[str, tuple[str, str, bytes]] = {}
    for line in trace.read_text("utf-8", "replace").splitlines():
        if (resumed := RESUMED.match(line)) is not None:
            if resumed[1] in open_calls:
                yield True, *_taken(open_calls.pop(resumed[1]), int(resumed[2]))
        elif (call := CALL.match(line)) is not None:
            what = (call[2], call[3], ast.literal_eval(f'b"{call[4] or ""}"'))
            yield False, *what
            if call[6]:
                open_calls[call[1]] = what
            else:
                yield True, *_taken(what, int(call[5]))


def _taken(call: tuple[str, str, bytes], result: int) -> tuple[str, str, bytes]:
    name, path, data = call
    assert result >= 0, f"{name} of {path} has failed"
    return name, path, data[:result]


def trace_a_few_tricks(terminal: Terminal, trace: Path, program: Sequence[str]) -> None:
    """Play with every write and sync noted, and leave."""
    strace = shutil.which("strace")
    if strace is None:
        pytest.skip("strace is not installed")
    command = [strace, "-f", "-y", "-s", "1000000", "-e", "trace=write,fsync,fdatasync", "-o", str(trace)]
    probe = subprocess.run([*command, "true"], capture_output=True, text=True, check=False)
    if probe.returncode:
        pytest.skip(f"strace may not trace here: {probe.stderr.strip()}")
    seats = ["play", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"]
    terminal.start(seats, program=[*command, *program])
    player = Player(terminal)
    for _ in range(9):
        player.act()
    player.ready()
    terminal.press("ctrl+q")
    assert terminal.wait_for_end() == 0


def follow_the_trace(trace: Path, story: Story) -> int:
    """See that nothing was drawn before it was synced; return how many moves were."""
    screen = Screen(80, 24)
    stream = pyte.ByteStream(screen)
    since: dict[str, int] = {}
    drawn = b""
    written = synced = allowed = 0
    named = False
    for returned, name, path, data in calls(trace):
        if path.endswith(".herrlof") and returned:
            written += data.count(b'{"by":')
            synced = written if name in ("fsync", "fdatasync") else synced
        elif path.endswith("/games") and returned:
            named = name == "fsync"
        elif path.startswith("/dev/") and not returned:
            begun = FRAME_BEGIN in drawn
            drawn += data
            if not begun:
                allowed = synced
            while FRAME_END in drawn:
                frame, drawn = drawn.split(FRAME_END, 1)
                stream.feed(_UNREAD.sub(b"", frame + FRAME_END))
                rows = [screen.row(y) for y in range(24)]
                if story.follow(rows, since, allowed) and not named:
                    raise Lost("the name of the record was not synced before the table was shown")
                allowed = synced
    assert written == story.moves
    return max(since.values(), default=0)


@pytest.mark.second
@pytest.mark.parametrize("how", ["as it is", "never", "a move later"])
def test_every_move_is_synced_before_it_is_drawn(terminal: Terminal, tmp_path: Path, how: str) -> None:
    """The call that syncs a move has returned before the bytes that draw it are written, if the program is as it is."""
    trace = tmp_path / "trace"
    trace_a_few_tricks(terminal, trace, herrlof() if how == "as it is" else spoiled(tmp_path, how))
    story = Story()
    story.read(*records(tmp_path))
    if how == "as it is":
        assert follow_the_trace(trace, story) >= 9
    else:
        with pytest.raises(Lost, match="not in the record"):
            follow_the_trace(trace, story)


# Two copies of the program


def at_the_same_match(home: Path) -> tuple[Terminal, Terminal]:
    """Return a terminal where a match is played, and one whose list of matches is older than that."""
    without_pauses(home)
    first, second = Terminal(home), Terminal(home)
    first.start(["play", "--seat", "Anna", "--seat", "bot:rules"])
    player = Player(first)
    for _ in range(3):
        player.act()
    first.press("q")
    first.wait_for(offered)
    second.start()
    second.wait_for(offered)
    second.press("g")
    second.wait_for("unfinished")
    first.press("c")
    player.ready()
    return first, second


@pytest.mark.second
def test_a_second_copy_is_told_where_the_match_is_open(tmp_path: Path) -> None:
    """It changes nothing, and can go on within a second when the first one is killed."""
    first, second = at_the_same_match(tmp_path)
    try:
        assert first.child is not None
        (path,) = records(tmp_path)
        before = path.read_bytes()
        second.press("enter")
        second.wait_for("THIS MATCH CAN'T BE OPENED")
        second.wait_for(lambda rows: f"open elsewhere: process {first.child.pid}" in " ".join("\n".join(rows).split()))
        second.press("escape")
        second.wait_for("HERRLOF   Matches")
        second.wait_for(lambda rows: [row.split()[-1] for row in rows if "Anna v Rules" in row] == ["open"])
        second.wait_for("It's open in another program")
        second.press("d")
        second.wait_for("Press D again")
        second.press("d")
        second.wait_for(lambda rows: "open elsewhere: process" in " ".join("\n".join(rows).split()))
        second.press("escape")
        second.wait_for(AT_HOME)
        second.settle()
        assert not offered(second.rows)
        assert path.read_bytes() == before

        Player(first).act()
        assert path.read_bytes().startswith(before)
        assert len(path.read_bytes()) > len(before)
        story = Story()
        first.signal(signal.SIGKILL)
        killed = time.monotonic()
        while not is_free(path):
            assert time.monotonic() - killed < 1, "the lock outlives its process"
            time.sleep(0.005)
        assert first.wait_for_end() == 128 + signal.SIGKILL
        story.read(path)
        second.press("g")
        second.wait_for("unfinished")
        second.press("enter")
        second.wait_for(at_table)
        Player(second).ready()
        moves = story.moves
        story.read(path)
        assert story.moves >= moves
        assert story.ends_as(second.rows, 0)
        Player(second).act()
    finally:
        first.close()
        second.close()


def is_free(path: Path) -> bool:
    """Whether no program holds the lock of a record."""
    found = read_summary(path)
    return found is not None and found.state != "open"


@pytest.mark.parametrize(
    "races", [pytest.param(5, marks=pytest.mark.second), pytest.param(100, marks=pytest.mark.slow)]
)
def test_two_copies_never_have_one_match(
    tmp_path: Path, races: int, record_property: Callable[[str, object], None]
) -> None:
    """Both go on with it at the same instant: one has it, the other one is told where it is."""
    without_pauses(tmp_path)
    both = [Terminal(tmp_path), Terminal(tmp_path)]
    won = [0, 0]
    try:
        both[0].start(["play", "--seat", "Anna", "--seat", "bot:rules"])
        Player(both[0]).act()
        both[0].press("q")
        both[1].start()
        for race in range(races):
            for terminal in both:
                terminal.wait_for(offered)
                terminal.settle()
            for terminal in both if race % 2 else reversed(both):
                terminal.press("c")
            for terminal in both:
                terminal.wait_for(lambda rows: at_table(rows) or "CAN'T BE OPENED" in "\n".join(rows))
                terminal.settle()
            (winner,) = [number for number, terminal in enumerate(both) if at_table(terminal.rows)]
            won[winner] += 1
            both[1 - winner].press("escape")
            both[winner].press("q")
            both[winner].wait_for(offered)
            both[1 - winner].wait_for(AT_HOME)
            both[1 - winner].press("g")  # the home screen looks again for what waits
            both[1 - winner].wait_for("unfinished")
            both[1 - winner].settle()
            both[1 - winner].press("escape")
    finally:
        for terminal in both:
            terminal.close()
    story = Story()
    story.read(*records(tmp_path))
    record_property("counted", f"{races} races, won {won[0]} : {won[1]}")
    assert story.unfinished
