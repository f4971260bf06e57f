"""Two and three real terminals at one match, through the door of the same machine; and both ends killed."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from herrlof.records.errors import RecordError
from herrlof.records.storage import Storage, read_record
from herrlof.table.resume import replayed
from tests.terminal.terminal import Ended, Terminal

SECOND, SLOW = pytest.mark.second, pytest.mark.slow
KEYS = {
    "herrlof": ["right", "right", "left", "enter", "enter", "2", "down"],
    "herald": ["right", "left", "enter", "enter"],
    "how-ruck": ["right", "left", "up", "enter", "enter", "a", "d", "1", "3"],
    "herfor": ["enter", *(f"{letter} {digit} enter" for letter in "abcdefghi" for digit in "123456789")],
}
"""What is pressed by chance; none of it leaves."""
SHORT = {"herrlof": ["--goal", "1"], "how-ruck": ["--goal", "1"], "herfor": ["--size", "5"], "herald": []}
"""Flags of short matches."""


class Room:
    """A host and its guests, each at a terminal of their own with an empty home."""

    doors: Sequence[str] = ()
    """The flags of more doors."""

    def __init__(self, folder: Path, run_folder: Path, game: str, guests: int, seed: int = 1) -> None:
        """Open a table for so many guests, who sit down one after the other."""
        self.folder, self.game, self.rng = folder, game, Random(seed)
        self.runtime = {"HERRLOF_RUNTIME_DIR": str(run_folder), "HERRLOF_PLAIN": "0"}
        self.terminals = [Terminal(folder / f"home{number}") for number in range(1 + guests)]
        for terminal in self.terminals:
            assert terminal.home is not None
            terminal.home.mkdir()
        self.open(0)
        for number in range(1, 1 + guests):
            self.open(number)
        for number in range(1 + guests):
            self.come(number)

    @property
    def storage(self) -> Storage:
        """The host's files."""
        home = self.terminals[0].home
        assert home is not None
        return Storage(home / ".local" / "share" / "herrlof", home / ".config" / "herrlof")

    @property
    def record(self) -> Path:
        """The record of the match."""
        (path,) = self.storage.games.glob("*.herrlof")
        return path

    def open(self, number: int) -> None:
        """Start the host's program, or let a guest join, the third from home, and come to the table or wait for it."""
        terminal = self.terminals[number]
        if number:
            terminal.start(["join"] if number == 1 else [], environment=self.runtime)
            if number > 1:
                terminal.wait_for("Quick game")
                terminal.press("j")
                terminal.wait_for("Enter goes there")
                terminal.press("enter")
            terminal.wait_for(lambda rows: any("Sit down" in row or "? rules" in row for row in rows))
            if "Sit down" in terminal.text:  # else it has come back
                terminal.press("enter")
            return
        seats = [f"--seat={name}=elsewhere" for name in ("Ben", "Cleo")[: len(self.terminals) - 1]]
        flags = ["--seat=Anna", *seats, "--pace", "0", *SHORT[self.game], *self.doors]
        terminal.start(["host", self.game, *flags], environment=self.runtime)
        terminal.wait_for("herrlof join")

    def come(self, number: int) -> None:
        """Wait until a program has left the page before the match."""
        pages = ("THE TABLE ", "WHO'S HERE ")
        self.terminals[number].wait_for(lambda rows: not any(page in row for row in rows for page in pages))

    def again(self, number: int) -> None:
        """Start a program again that was killed: the host goes on with its match, and waits for nobody."""
        if number:
            self.open(number)
            self.come(number)
            return
        self.terminals[0].start(["--ascii"], environment=self.runtime)
        self.terminals[0].wait_for("Continue")
        self.terminals[0].press("c")
        self.terminals[0].wait_for(lambda rows: not any("Continue" in row for row in rows))
        if "or now with Enter" in self.terminals[0].text:  # else its guest was there first
            self.terminals[0].press("enter")

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.record.read_bytes().rstrip().endswith(b"}") and b'"event":"end"' in self.record.read_bytes()

    def play(self, seconds: float) -> None:
        """Press keys by chance at all terminals, until the match is over or so much time has passed."""
        until = monotonic() + seconds
        while monotonic() < until and not self.over:
            for terminal in self.terminals:
                try:
                    terminal.press(*self.rng.choice(KEYS[self.game]).split())
                    terminal.read(0.01)
                except (Ended, OSError):
                    assert self.over, terminal.text

    def finish(self) -> None:
        """Press keys by chance until the match is over, for as long as moves are made."""
        written, since = 0, monotonic()
        while not self.over:
            self.play(5)
            if (now := self.record.stat().st_size) != written:
                written, since = now, monotonic()
            assert monotonic() - since < 120, "\n\n".join(terminal.text for terminal in self.terminals)

    def close(self) -> None:
        """End all programs."""
        for terminal in self.terminals:
            terminal.close()


@pytest.mark.parametrize(
    ("game", "guests"),
    [
        *[pytest.param(game, 1, marks=SECOND if game == "how-ruck" else SLOW) for game in KEYS],
        pytest.param("herrlof", 2, marks=SECOND),
        pytest.param("herald", 2, marks=SLOW),
    ],
)
def test_a_match_at_terminals_of_their_own(game: str, guests: int, tmp_path: Path, run_folder: Path) -> None:
    """Whole matches with keys alone; what was recorded is a match, and each had the own seat."""
    room = Room(tmp_path, run_folder, game, guests)
    try:
        room.finish()
        match = replayed(read_record(room.record))
        assert match.over
        assert [seat.how for seat in match.seats] == ["here", *["elsewhere"] * guests]
        assert {move.by for move in match.moves if move.by >= 0} == set(range(1 + guests))
    finally:
        room.close()


@pytest.mark.parametrize("kills", [pytest.param(6, marks=SECOND), pytest.param(200, marks=SLOW)])
def test_host_and_guest_killed_at_any_instant(
    kills: int, tmp_path: Path, run_folder: Path, record_property: pytest.RecordProperty
) -> None:
    """The same match goes on: no move is lost or made twice, and the guest comes back to its own seat."""
    rng, moves, matches = Random(kills), 0, 0
    room: Room | None = None
    try:
        for number in range(kills):
            if room is None:
                matches += 1
                (tmp_path / str(matches)).mkdir()
                room = Room(tmp_path / str(matches), run_folder / str(matches), "herald", 1, number)
            room.play(rng.uniform(0.2, 2.5))
            victim = number % 2
            terminal = room.terminals[victim]
            assert terminal.child is not None
            terminal.child.kill(signal.SIGKILL)
            terminal.close()
            before = moves_of(room)
            if not room.over:  # else nothing goes on
                room.again(victim)
                room.play(1.5)
                after = moves_of(room)
                assert after[: len(before)] == before
                moves += len(after) - len(before)
            if room.over:
                replayed(read_record(room.record))
                room.close()
                room = None
    finally:
        if room is not None:
            match = replayed(read_record(room.record))
            assert not match.seat_changes
            room.close()
    record_property("counted", f"{kills} kills, {matches} matches, {moves} moves after them, 0 lost, 0 doubled")
    assert moves


def moves_of(room: Room) -> list[str]:
    """Return the moves that stand in the record; a line that is being written is not there yet."""
    for _ in range(20):
        with suppress(RecordError):
            return [f"{move.by} {move.do}" for move in read_record(room.record).moves]
    raise AssertionError("the record can't be read")
