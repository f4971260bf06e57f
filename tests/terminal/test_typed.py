"""Keys as terminals of all kinds send them, on a real terminal: each does what was meant, or nothing."""

from __future__ import annotations

import time

import pytest

from tests.terminal.table import Player
from tests.terminal.terminal import Terminal

SOLO = ["play", "--seat", "Anna", "--seat", "bot:rules", "--pace", "0"]
PAIR = ["play", "--seat", "Anna", "--seat", "Ben", "--pace", "0"]
NO_KEYS = (
    "\x1b[57441;2u",
    "\x1b[57443;3u",
    "\x1b[57453u",
    "\x1b[57439u",
    "\x1b[57358;65u",
    "\x1b[0u",
    "\x1b[27;2;65505~",
)
"""Shift, Alt, the third level, the volume, a lock, nothing at all; Shift as xterm calls it."""


def send(terminal: Terminal, parts: tuple[str | float, ...]) -> None:
    """Let bytes come with so many seconds between them, as over a slow line."""
    for part in parts:
        if isinstance(part, str):
            terminal.child.send(part)
        else:
            terminal.look_on(part)


def stepped(terminal: Terminal) -> tuple[str, str]:
    """Return the table before and after a step to the right, and go back."""
    terminal.press("home", "right")
    terminal.settle(0.2)
    before = terminal.still()
    terminal.press("right")
    terminal.wait_for(lambda _: terminal.text != before)
    after = terminal.still()
    terminal.press("left")
    terminal.wait_for(lambda _: terminal.text == before)
    return before, after


@pytest.mark.second
def test_a_step_that_comes_apart_is_one_step_and_no_leave(terminal: Terminal) -> None:
    terminal.start(SOLO)
    Player(terminal).play_until("play")
    before, after = stepped(terminal)
    for parts in (
        ("\x1b", 0.15, "[C"), ("\x1b", 0.15, "OC"), ("\x1b[", 0.3, "C"), ("\x1b[1", 0.2, ";129", 0.2, "C"),
    ):  # fmt: skip
        send(terminal, parts)
        terminal.wait_for(lambda _: terminal.text == after)
        assert terminal.still() == after
        terminal.press("left")
        terminal.wait_for(lambda _: terminal.text == before)
    for parts in (("\x1b[I", 0.1, "\x1b", 0.2, "[<35;4", 0.2, ";2M"), ("\x1b]11;rgb:ff", 0.3, "ff/q/q\x1b", 0.1, "\\")):
        send(terminal, parts)
        assert terminal.still() == before
    terminal.press("escape")
    terminal.wait_for("Continue")
    terminal.press("ctrl+q")
    assert terminal.wait_for_end() == 0


@pytest.mark.second
def test_the_word_of_escdelay_holds(terminal: Terminal) -> None:
    terminal.start(SOLO, environment={"ESCDELAY": "1500"})
    Player(terminal).play_until("play")
    _, after = stepped(terminal)
    send(terminal, ("\x1b", 1.0, "[C"))
    terminal.wait_for(lambda _: terminal.text == after)
    sent = time.monotonic()
    terminal.press("escape")
    terminal.wait_for("Continue")
    assert time.monotonic() - sent >= 1.5


@pytest.mark.second
def test_what_is_no_key_hides_nothing_that_was_told(terminal: Terminal) -> None:
    """Nor does it open a curtain, or leave."""
    terminal.start(PAIR)
    player = Player(terminal)
    while player.play_until("show", "pad", "end") == "pad":
        player.next_round()
    if player.ready() == "show":
        shown = terminal.still()
        terminal.look_on(1.2)
        send(terminal, NO_KEYS)
        assert terminal.still() == shown
        assert player.act() == "show"


@pytest.mark.second
def test_another_alphabet_quits(terminal: Terminal) -> None:
    terminal.start()
    terminal.wait_for("Settings")
    send(terminal, NO_KEYS)
    terminal.child.send("\x1b[1081::113;5u")
    assert terminal.wait_for_end() == 0
    assert b"\x1b[>29u" in terminal.raw, "alternate keys are asked for"
    assert terminal.is_as_before()


@pytest.mark.second
def test_the_keypad_names_a_komi(terminal: Terminal) -> None:
    terminal.start(["play", "herfor", "--seat", "Anna", "--seat", "Ben", "--pace", "0"])
    terminal.wait_for("komi")
    shown = []
    for sent in ("-", "\x1b[57412;129;45u", "\x1bOm", "\x1b[57412u"):
        terminal.press("home", sent)
        shown.append(terminal.still())
    terminal.press("home")
    assert set(shown) == {shown[0]} != {terminal.still()}
