"""A match that is open in another terminal shows what's public, and no hand, however it is asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.table import Player, codes, hand, named, situation
from tests.terminal.terminal import Terminal

LOOK = {"the list": ([], "HERRLOF   Matches"), "the command line": (["replay"], "replay: ")}


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Player]:
    """Anna and Ben at their table in another terminal, with the hand of one of them on its screen."""
    terminal = Terminal(tmp_path)
    terminal.start(["play", "--seat", "Anna", "--seat", "Ben", "--pace", "0"])
    player = Player(terminal)
    while player.ready() != "play":
        player.act()
    yield player
    terminal.close()


def record(home: Path) -> Path:
    """Return the one match that is kept."""
    (path,) = (home / ".local" / "share" / "herrlof" / "games").glob("*.herrlof")
    return path


@pytest.mark.second
@pytest.mark.parametrize("way", LOOK)
def test_a_live_hand_is_on_no_other_screen(tmp_path: Path, elsewhere: Player, terminal: Terminal, way: str) -> None:
    """In the list or by its file: no seat's hand is shown, whatever is pressed."""
    arguments, page = LOOK[way]
    terminal.start([*arguments, *([record(tmp_path).name] if arguments else [])])
    if not arguments:
        terminal.wait_for("Say a number")
        terminal.press("g")
        terminal.wait_for("It's open in another program")
        terminal.press("r")
        terminal.wait_for("replay: ")
    terminal.wait_for(page if arguments else "replay: ")
    live = {card.code for card in hand(elsewhere.rows)} - {*"VH"}
    met: list[str] = []

    def look(rows: list[str]) -> None:
        text = "\n".join(rows)
        public = codes("\n".join(elsewhere.rows[:12])) | named(elsewhere.rows[-2])
        met.extend(sorted(((codes(text) | named(text)) & live) - public))

    terminal.checks.append(look)
    for key in ("1", "2", "tab", "end", "2", "1", "left", "2", "home", "right", "2", "space", "tab", "2"):
        terminal.press(key)
        terminal.settle(0.1)
    assert not met
    assert not hand(terminal.rows)
    assert len(live) > 5


@pytest.mark.second
def test_a_list_that_is_older_than_the_other_table(tmp_path: Path, elsewhere: Player, terminal: Terminal) -> None:
    """What counts is who has the match open when it is shown, not when the list was drawn."""
    elsewhere.terminal.press("q")
    elsewhere.terminal.wait_for("Continue")
    terminal.start()
    terminal.wait_for("Say a number")
    terminal.press("g")
    terminal.wait_for("unfinished")
    elsewhere.terminal.press("c")
    assert elsewhere.ready() == "curtain"
    terminal.press("r")
    terminal.wait_for("replay: ")
    terminal.press("end", "2")
    terminal.settle(0.2)
    assert not hand(terminal.rows)


@pytest.mark.second
def test_a_replay_that_is_left_is_covered(tmp_path: Path, elsewhere: Player, terminal: Terminal) -> None:
    """A hand of an unfinished match is covered when another window gets the focus, and stays so."""
    elsewhere.terminal.press("q")
    elsewhere.terminal.wait_for("Continue")
    terminal.start(["replay", record(tmp_path).name])
    terminal.wait_for("Whose hand?")
    terminal.press("end", "2")
    terminal.wait_for(lambda rows: len(codes("\n".join(rows[-10:]))) > 5)
    terminal.press("\x1b[O")
    terminal.wait_for("Whose hand?")
    terminal.press("\x1b[I")
    terminal.settle()
    assert not codes("\n".join(terminal.rows[-10:]))
    assert not situation(terminal.rows)
