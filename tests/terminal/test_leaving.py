"""However the program ends, the terminal is as it was and no card is left on it."""

from __future__ import annotations

import re
import signal
import sys

import pytest

from tests.terminal.table import COLOURED, NAMED, Player, curtain, hand, situation
from tests.terminal.terminal import ALTERNATE_SCREEN, Screen, Terminal, herrlof

SEATS = ["play", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"]
HOT_SEAT = ["play", "--seat", "Anna", "--seat", "Ben", "--pace", "0"]


def second(value: object) -> object:
    """Return a parameter for the second tier alone."""
    return pytest.param(value, marks=pytest.mark.second)


def look_at_a_hand(terminal: Terminal, arguments: list[str] = SEATS, **how: object) -> Player:
    """Start a match and bring a hand on the screen."""
    terminal.start(arguments, **how)
    player = Player(terminal)
    if player.ready() == "curtain":
        player.act()
        player.ready()
    assert hand(terminal.rows)
    return player


def cards_on(screen: Screen) -> list[str]:
    """Return the cards that can be read on a screen or in its scrollback."""
    rows = [*screen.scrollback, *[screen.row(y) for y in range(screen.lines)]]
    return [found.group() for row in rows for pattern in (COLOURED, NAMED) for found in pattern.finditer(row)]


def nothing_is_left(terminal: Terminal) -> bool:
    """Whether no card is left, in a terminal with an alternate screen or without."""
    return not cards_on(terminal.screen) and not cards_on(terminal.replay(alternate=False))


@pytest.mark.second
@pytest.mark.parametrize("name", ["SIGTERM", *(second(name) for name in ("SIGHUP", "SIGINT", "SIGQUIT"))])
def test_a_signal(terminal: Terminal, name: str) -> None:
    """A signal ends the program in order, with 128 + its number."""
    number = signal.Signals[name]
    look_at_a_hand(terminal)
    assert terminal.screen.modes[ALTERNATE_SCREEN]
    terminal.signal(number)
    assert terminal.wait_for_end(5) == 128 + number
    assert terminal.is_as_before()
    assert nothing_is_left(terminal)


@pytest.mark.second
@pytest.mark.parametrize("keys", [("ctrl+q",), second(("ctrl+c",)), second(("s", "ctrl+q")), second(("?", "ctrl+c"))])
def test_a_key_that_quits(terminal: Terminal, keys: tuple[str, ...]) -> None:
    """Ctrl+C and Ctrl+Q quit from everywhere."""
    look_at_a_hand(terminal)
    for key in keys:
        terminal.press(key)
        if key != keys[-1]:
            terminal.settle()
    assert terminal.wait_for_end(5) == 0
    assert terminal.is_as_before()
    assert nothing_is_left(terminal)


def prompted(rows: list[str]) -> bool:
    """Whether the shell waits for a command."""
    return [row.strip() for row in rows if row.strip()][-1:] == ["ready>"]


@pytest.mark.second
def test_suspended_and_resumed(terminal: Terminal) -> None:
    """Ctrl+Z gives the terminal back without a card; `fg` draws everything again, behind the curtain."""
    command = " ".join([*herrlof(), *HOT_SEAT])
    terminal.start(["--norc", "--noprofile", "-i"], program=["/bin/bash"], environment={"PS1": "ready> "})
    terminal.wait_for("ready>")
    terminal.press(f"{command}\r")
    player = Player(terminal)
    player.act()
    player.ready()
    seen = [card.code for card in hand(terminal.rows)]
    seat = player.seat
    terminal.press("ctrl+z")
    terminal.wait_for(lambda rows: "Stopped" in "\n".join(rows) and prompted(rows))
    assert not terminal.screen.modes[ALTERNATE_SCREEN]
    assert not cards_on(terminal.screen)
    assert not cards_on(terminal.replay(alternate=False))
    terminal.press("fg\r")
    terminal.wait_for(lambda rows: curtain(rows) == seat)
    terminal.settle()
    assert terminal.rows[0].startswith(" HERRLOF ")
    assert "LAST TRICK" in terminal.text
    assert terminal.screen.modes[ALTERNATE_SCREEN]
    player.act()
    terminal.wait_for(lambda rows: [card.code for card in hand(rows)] == seen)
    terminal.press("ctrl+q")
    terminal.wait_for(lambda rows: not terminal.screen.modes.get(ALTERNATE_SCREEN) and prompted(rows))
    terminal.press("echo status $?\r")
    terminal.wait_for("status 0")
    assert nothing_is_left(terminal)


@pytest.mark.second
def test_stopped_from_outside(terminal: Terminal) -> None:
    """A SIGTSTP from elsewhere leaves no card either, and the curtain is down afterwards."""
    player = look_at_a_hand(terminal, HOT_SEAT)
    terminal.signal(signal.SIGTSTP)
    terminal.wait_for(lambda rows: not terminal.screen.modes.get(ALTERNATE_SCREEN))
    terminal.settle(0.1)
    assert nothing_is_left(terminal)
    shown: list[object] = []
    terminal.checks.append(lambda rows: shown.extend(hand(rows)))
    terminal.wait_until_stopped()
    terminal.signal(signal.SIGCONT)
    terminal.wait_for(lambda rows: curtain(rows) == player.seat)
    assert not shown, "the hand was drawn before the curtain"


@pytest.mark.second
def test_a_race_stopped_from_outside(terminal: Terminal) -> None:
    """A SIGTSTP stops the clock of a race and covers its pairs before the program sleeps."""
    terminal.start(["play", "how-ruck", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"])
    terminal.wait_for("Space start")
    terminal.press("space")
    terminal.wait_for("Keep one card of each pair")
    terminal.signal(signal.SIGTSTP)
    terminal.wait_for(lambda rows: not terminal.screen.modes.get(ALTERNATE_SCREEN))
    last = terminal.raw[: terminal.raw.rindex(b"\x1b[?1049l")]
    assert last.rindex(b"The clock stands still.") > last.rindex(b"Keep one card of each pair")
    open_pairs: list[str] = []
    terminal.checks.append(lambda rows: open_pairs.extend(row for row in rows if "Keep one card" in row))
    terminal.wait_until_stopped()
    terminal.signal(signal.SIGCONT)
    terminal.wait_for("The clock stands still.")
    assert not open_pairs


@pytest.mark.second
def test_bytes_that_are_no_text(terminal: Terminal) -> None:
    """Bytes that are not UTF-8 end nothing and play nothing."""
    player = look_at_a_hand(terminal)
    before = terminal.still()
    terminal.child.send(b"\xff\xfe\x80\xc3(\xf0\x9f\xed\xa0\x80")
    terminal.settle(0.1)
    terminal.child.send(b"\xe2\x82")
    assert terminal.still() == before
    player.act()
    player.act()


@pytest.mark.second
def test_a_large_paste(terminal: Terminal) -> None:
    """100 kB of marked pasting play nothing, however they look."""
    player = look_at_a_hand(terminal)
    player.act()
    player.ready()
    before = terminal.still()
    terminal.paste("\r3y1qVH g7\rn\n" * 8192)
    assert terminal.still() == before
    player.act()
    assert terminal.text != before


@pytest.mark.second
def test_many_keys_at_once(terminal: Terminal) -> None:
    """Thousands of keys in one breath are taken."""
    look_at_a_hand(terminal)
    for _ in range(20):
        terminal.child.send("xzx\x1b[Cjw" * 25)
        terminal.settle()
    terminal.press("ctrl+q")
    assert terminal.wait_for_end() == 0


CRASH = """
import sys
from herrlof.cli.main import main
from herrlof.tui.{module} import {owner}
def broken(self, *a):
    secret = repr(getattr(self, "board", self).view)
    raise RuntimeError("the hand is B7 green 7 7\\u25a0 " + secret)
{owner}.{method} = broken
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.second
@pytest.mark.parametrize(
    ("module", "owner", "method", "key"),
    [
        ("boards.herrlof.board", "HerrlofBoard", "action_move", "right"),
        ("boards.herrlof.board", "HerrlofBoard", "draw_table", ""),
        ("screens.table", "TableScreen", "action_scores", "s"),
        ("screens.table", "TableScreen", "on_resize", ""),
        ("screens.table", "TableScreen", "_show", ""),  # in a worker
    ],
)
def test_an_error_in_the_program(terminal: Terminal, module: str, owner: str, method: str, key: str) -> None:
    """An error is told in one line that holds no card and no variable; status 1."""
    program = CRASH.format(module=module, owner=owner, method=method)
    terminal.start(SEATS, program=[sys.executable, "-c", program])
    if key:
        terminal.wait_for(situation)
        terminal.settle()
        terminal.press(key)
    assert terminal.wait_for_end(10) == 1
    assert terminal.is_as_before()
    assert nothing_is_left(terminal)
    lines = [row.strip() for row in terminal.rows if row.strip()]
    assert len(lines) == 1
    assert re.fullmatch(r"herrlof stopped: RuntimeError at .*:\d+\. Please report this line\.", lines[0])


@pytest.mark.second
def test_an_answer_that_comes_late(terminal: Terminal) -> None:
    """What a slow line still brings to a program that ends as it starts is not typed at the shell."""
    late, terminal.answers = terminal.answers, {}
    broken = CRASH.format(module="screens.table", owner="TableScreen", method="on_resize")
    terminal.start(SEATS, program=[sys.executable, "-c", broken])
    terminal.wait_for(lambda _: all(query in terminal.raw for query in late))
    terminal.look_on(0.2)
    for answer in late.values():
        terminal.child.send(answer)
    assert terminal.wait_for_end(10) == 1
    assert "2026" not in terminal.text


DEAF = """
import signal, sys
from herrlof.cli.main import main
from herrlof.tui.terminal import SafeTerminal
guard = SafeTerminal.guard
def deaf(self):
    import asyncio
    guard(self)
    asyncio.get_running_loop().remove_signal_handler(signal.SIGHUP)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
SafeTerminal.guard = deaf
sys.exit(main(sys.argv[1:]))
"""


@pytest.mark.second
@pytest.mark.parametrize("program", [None, [sys.executable, "-c", DEAF]], ids=["hung up", "deaf to hanging up"])
def test_a_terminal_that_goes_away(terminal: Terminal, program: list[str] | None) -> None:
    """When its terminal is closed the program ends by itself within five seconds."""
    look_at_a_hand(terminal, program=program)
    assert terminal.hang_up() == 128 + signal.SIGHUP
