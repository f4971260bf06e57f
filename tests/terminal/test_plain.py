"""The line face as a program: through a pipe and through a terminal, read by its lines alone."""

from __future__ import annotations

import random
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest

from herrlof.records.listing import read_summary
from herrlof.records.storage import read_record
from herrlof.table.resume import replayed
from tests.terminal.pipes import ASKED, Pipe
from tests.terminal.table import Player
from tests.terminal.terminal import Terminal, herrlof, surroundings

pytestmark = pytest.mark.second

SHORT = {
    "herrlof": ["--goal", "10"],
    "herald": [],
    "how-ruck": ["--goal", "1"],
    "herfor": ["--size", "5"],
}
FIRST = "1\n" * 400
"""Always the first choice: the number 1 where a number is asked for."""


def piped(home: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    """Run the program at both ends of a pipe."""
    return subprocess.run(
        [*herrlof(), *arguments], input=text.encode(), env=surroundings(home, None), capture_output=True, timeout=60
    )


@pytest.mark.parametrize("key", SHORT)
def test_a_match_is_played_through_a_pipe(key: str, tmp_path: Path) -> None:
    done = piped(tmp_path, FIRST, "play", key, "--plain", "--seat", "Anna", "--seat", "bot:rules", *SHORT[key])
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode()
    assert all(sign.isprintable() or sign == "\n" for sign in text)
    assert text.endswith("\n")
    assert text.splitlines()[-1] == "Good-bye."


def test_where_the_input_ends_the_match_can_be_continued(tmp_path: Path) -> None:
    begun = piped(tmp_path, "3\n1\n", "play", "--plain", "--seat", "Anna", "--seat", "bot:rules", "--goal", "10")
    assert begun.returncode == 3
    assert b"You said 3.\n" in begun.stdout
    left = piped(tmp_path, "continue\nleave\nleave\n", "--plain")
    assert left.returncode == 0
    assert b"The match goes on: round 1" in left.stdout
    ended = piped(tmp_path, "continue\n" + FIRST, "--plain")
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_two_people_with_secrets_are_refused_through_a_pipe(tmp_path: Path) -> None:
    done = piped(tmp_path, FIRST, "play", "--plain", "--seat", "Anna", "--seat", "Ben")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"herrlof: Two people with hidden hands need a terminal that can be cleared between turns.\n"


def test_a_reader_that_has_had_enough_ends_it_quietly(tmp_path: Path) -> None:
    command = " ".join(herrlof())
    done = subprocess.run(
        ["sh", "-c", f"yes 1 | {command} play herald --plain --seat Anna --seat bot:rules | head -3"],
        env=surroundings(tmp_path, None), capture_output=True, timeout=60,
    )  # fmt: skip
    assert len(done.stdout.splitlines()) == 3
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("key", SHORT)
def test_a_match_is_played_at_a_terminal(key: str, terminal: Terminal) -> None:
    """Typed line by line, as it is asked for; nothing is written but lines, and home comes after the end."""
    terminal.start(
        ["play", key, "--plain", "--pace", "0", "--seat", "Anna", "--seat", "bot:rules", *SHORT[key]], 120, 50
    )
    answered, until = 0, time.monotonic() + 60
    while b"What now?" not in terminal.raw:
        assert time.monotonic() < until, terminal.text
        terminal.read(0.2)
        asked = ASKED.findall(terminal.raw.decode())
        if len(asked) > answered:
            answered += 1
            terminal.press("\r" if asked[-1].startswith("Against") else "1\r")
    assert answered > 5
    assert not re.search(rb"[^\n -~\r\x80-\xff]", terminal.raw), "no cursor moves, no colour, no bell"
    assert not re.search(rb"\r(?!\n)", terminal.raw)
    terminal.press("\r")
    terminal.wait_for("Home. Type help for the words")
    terminal.press("leave\r")
    terminal.wait_for("once more")
    terminal.press("leave\r")
    assert terminal.wait_for_end() == 0


def test_the_hand_of_one_is_nowhere_when_the_next_one_is_called(terminal: Terminal) -> None:
    terminal.start(["play", "--plain", "--pace", "0", "--seat", "Anna", "--seat", "Ben"], 60, 12)
    hands: dict[str, set[str]] = {}
    for _turn in range(5):
        terminal.wait_for("it's your turn")
        terminal.settle(0.1)
        shown = "\n".join([*terminal.screen.scrollback, *terminal.rows])
        assert not re.search(r"\b(blue|green|red|yellow)[^\n]*:|You said", shown), shown
        name, number = re.search(r"(\w+), it's your turn. Type (\d)", shown).groups()
        terminal.press("\r", f"{number}\r")
        terminal.wait_for(
            lambda rows: any(re.search(r"choices\.|Type a number|; 2 |1 \w+ ?\d?\.", row) for row in rows)
        )
        terminal.press("hand\r")
        terminal.settle(0.2)
        hands[name] = set(re.findall(r"(?:blue|green|red|yellow)[^\n]*: [\d, ]+\.", terminal.text))
        assert hands[name]
        terminal.press("3\r")
        terminal.settle(0.2)
        if "it's your turn" not in terminal.text:  # the power of a card, or a trick that is over
            terminal.press("\r")
            break
    assert len(hands) == 2
    assert not set.intersection(*hands.values())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT])
def test_a_signal_takes_the_hand_off_the_screen(number: int, terminal: Terminal) -> None:
    terminal.start(["play", "herald", "--plain", "--pace", "0", "--seat", "Anna", "--seat", "Ben"], 60, 12)
    terminal.wait_for("it's your turn")
    terminal.settle(0.1)
    terminal.press(re.search(r"Type (\d)", terminal.text)[1] + "\r")
    terminal.wait_for("Your hand: ")
    terminal.signal(number)
    assert terminal.wait_for_end() == 128 + number
    assert not re.search(r"gold|silver|bronze", "\n".join([*terminal.screen.scrollback, *terminal.rows]))


def test_what_was_said_is_on_the_disk_whenever_the_program_is_killed(tmp_path: Path) -> None:
    rng = random.Random(3)
    for number in range(8):
        home = tmp_path / str(number)
        home.mkdir()
        program = subprocess.Popen(
            [*herrlof(), "play", "herald", "--plain", "--seat", "Anna", "--seat", "bot:rules"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=surroundings(home, None),
        )  # fmt: skip
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(FIRST.encode())
        program.stdin.flush()
        said = [program.stdout.readline() for _ in range(rng.randrange(8, 120))]
        time.sleep(rng.random() / 100)
        program.send_signal(signal.SIGKILL)
        said += program.stdout.readlines()  # `communicate` knows nothing of what was read ahead of these lines
        program.communicate()
        (path,) = home.rglob("*.herrlof")
        match = replayed(read_record(path))
        names, seen = [seat.name for seat in match.seats], match.observe(0)
        kept = [match.game.words.to(seen, names).event(event) for event in match.news(0)]
        moves = [line.decode().strip() for line in said if re.match(rb"(You|Rules) (led|played).*\n", line)]
        recorded = [getattr(text, "ask", text) for text in kept if re.match(r"(You|Rules) (led|played)", text)]
        assert len(moves) <= len(recorded)
        for shown, held in zip(moves, recorded, strict=False):
            assert shown.startswith(held)
        assert read_summary(path).state in ("unfinished", "finished")
        assert piped(home, "continue\nleave\nleave\n", "--plain").returncode == 0


# At two terminals


@pytest.fixture
def door(run_folder: Path) -> dict[str, str]:
    """Return where the sockets of this test lie."""
    return {"HERRLOF_RUNTIME_DIR": str(run_folder)}


@pytest.mark.parametrize("key", SHORT)
def test_two_pipes_play_a_match(key: str, tmp_path: Path, door: dict[str, str]) -> None:
    homes = [tmp_path / "host", tmp_path / "guest"]
    for home in homes:
        home.mkdir()
    haste = ["--race", "even"] if key == "how-ruck" else []
    begin = ["host", key, "--plain", "--seat", "Anna", "--seat", "Ben=elsewhere", *SHORT[key], *haste]
    with Pipe([*herrlof(), *begin], surroundings(homes[0], door)) as anna:
        anna.opened()
        with Pipe([*herrlof(), "join", "--plain"], surroundings(homes[1], door)) as ben:
            ends = [anna.end(), ben.end()]
    assert [status for status, _lines in ends] == [0, 0]
    for _status, lines in ends:
        assert all(line.isprintable() for line in lines)
        assert lines[-1] == "Good-bye.", lines[-3:]


def test_a_pipe_and_a_screen_play_a_match(tmp_path: Path, door: dict[str, str], terminal: Terminal) -> None:
    begin = ["host", "herrlof", "--pace", "0", "--seat", "Anna", "--seat", "Ben=elsewhere", "--goal", "1"]
    terminal.start(begin, environment=door)
    terminal.wait_for("herrlof join")
    home = tmp_path / "guest"
    home.mkdir()
    with Pipe([*herrlof(), "join", "--plain"], surroundings(home, door)) as ben:
        player = Player(terminal)
        if player.play_until("pad", "end") == "pad":
            player.next_round()
        player.play_until("end")
        assert "You " in terminal.text
        status, lines = ben.end()
    assert status == 0
    assert "commitment matches" in lines[-2]


def test_ctrl_c_leaves_with_one_clear_line(terminal: Terminal) -> None:
    terminal.start(["play", "herald", "--plain", "--seat", "Anna", "--seat", "bot:rules"], 80, 24)
    terminal.wait_for("Your card.")
    terminal.press("1\r")
    terminal.wait_for(lambda rows: any(re.match("You (led|played) ", row) for row in rows))
    terminal.press("\x03")
    terminal.wait_for("You've left; the match is kept for another time.")
    assert terminal.wait_for_end() == 128 + signal.SIGINT
