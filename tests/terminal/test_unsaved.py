"""Where nothing can be saved the table says it, and what would be lost is asked once before it is."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from tests.terminal.table import Player, counted, situation
from tests.terminal.terminal import Terminal, herrlof

SEATS = ["play", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"]
ASKED = "THIS MATCH CAN'T BE SAVED"


@pytest.fixture
def nowhere(tmp_path: Path) -> dict[str, str]:
    """Surroundings in which no record can be made: its folder would have to lie in a file."""
    (tmp_path / "file").write_text("")
    return {"HERRLOF_DATA_DIR": str(tmp_path / "file" / "data")}


def at_play(terminal: Terminal) -> Player:
    """Come to a card of the first round, with the banner above it."""
    player = Player(terminal)
    terminal.wait_for("Nothing of this match is saved")
    terminal.wait_for(lambda rows: "many of" in "\n".join(rows))
    terminal.press("3", "enter")
    terminal.wait_for("Your card.")
    player.ready()
    return player


@pytest.mark.second
def test_quitting_asks_once(terminal: Terminal, nowhere: dict[str, str]) -> None:
    """The banner says it first; N goes back to the table, Y quits and loses the match."""
    terminal.start(SEATS, environment=nowhere)
    at_play(terminal)
    before = counted(terminal.rows)
    terminal.press("ctrl+q")
    terminal.wait_for(ASKED)
    assert "Nothing of this match is saved" in terminal.text
    terminal.press("n")
    terminal.wait_for(lambda rows: situation(rows) == "play" and counted(rows) == before)
    terminal.press("ctrl+q")
    terminal.wait_for(ASKED)
    terminal.press("y")
    assert terminal.wait_for_end() == 0
    assert terminal.is_as_before()


@pytest.mark.second
def test_who_asks_twice_is_not_asked_twice(terminal: Terminal, nowhere: dict[str, str]) -> None:
    """Ctrl+Q at the question quits; so does a signal, which nobody is there to answer."""
    for leave in ("key", "signal"):
        terminal.start(SEATS, environment=nowhere)
        at_play(terminal)
        if leave == "key":
            terminal.press("ctrl+q")
            terminal.wait_for(ASKED)
            terminal.press("ctrl+q")
            assert terminal.wait_for_end() == 0
        else:
            terminal.signal(signal.SIGTERM)
            assert terminal.wait_for_end() == 128 + signal.SIGTERM
        assert terminal.is_as_before()
        terminal.close()


@pytest.mark.second
def test_a_match_that_is_left_waits_and_another_one_asks_first(terminal: Terminal, nowhere: dict[str, str]) -> None:
    """At home the match waits in memory; a new one in its place says what is lost, and No keeps it."""
    terminal.start(SEATS, environment=nowhere)
    at_play(terminal)
    terminal.press("q")
    terminal.wait_for("Continue")
    terminal.press("p")
    terminal.wait_for(ASKED)
    terminal.press("n")
    terminal.wait_for("Continue")
    terminal.press("c")
    terminal.wait_for("Your card.")
    terminal.press("q")
    terminal.wait_for("Continue")
    terminal.press("q")
    terminal.wait_for(ASKED)
    terminal.press("n")
    terminal.wait_for("Continue")
    terminal.press("p")
    terminal.wait_for(ASKED)
    terminal.press("y")
    terminal.wait_for("How many of the 15 tricks")
    terminal.press("ctrl+q")
    terminal.wait_for(ASKED)
    terminal.press("y")
    assert terminal.wait_for_end() == 0


@pytest.mark.second
def test_a_disk_that_fills_up(terminal: Terminal) -> None:
    """The move from which on nothing is saved is named; all before it is there when the program starts again."""
    full = 'ulimit -f 4; exec "$@"'
    terminal.start(["-c", full, "sh", *herrlof(), *SEATS], program=["/bin/bash"])
    player = Player(terminal)
    for _ in range(60):
        player.terminal.wait_for(lambda rows: situation(rows) or "is saved" in rows[0])
        if "is saved" in terminal.rows[0]:
            break
        player.act()
    assert "Nothing after move " in terminal.rows[0]
    assert "the file is too large" in terminal.rows[0]
    terminal.press("ctrl+q")
    terminal.wait_for(ASKED)
    terminal.press("y")
    assert terminal.wait_for_end() == 0
    terminal.close()
    terminal.start()
    terminal.wait_for("Continue")
    terminal.press("c")
    terminal.wait_for(lambda rows: bool(counted(rows)))
    terminal.press("ctrl+q")
    assert terminal.wait_for_end() == 0
