"""Names with markup, control sequences and direction marks are names: shown or cleaned, never obeyed."""

from __future__ import annotations

import re

import pytest

from tests.terminal.table import Player, situation
from tests.terminal.terminal import Terminal

NAMES = {
    "[/]": "[/]",
    "[b]x[/b]": "[b]x[/b]",
    "[@click=app.quit]": "[@click=app.quit]",
    "[link=x]y": "[link=x]y",
    "$primary": "$primary",
    "\\[x": "\\[x",
    ":smile:": ":smile:",
    "\x1b]2;x\x07": "]2;x",
    "\x1b[31mred": "[31mred",
    "\x9b5mC1": "5mC1",
    "a\u202eb\u2066c": "abc",
    " \t two  words\n": "two words",
}


@pytest.mark.second
@pytest.mark.parametrize("first", range(0, len(NAMES), 3))
def test_a_name_is_only_text(terminal: Terminal, first: int) -> None:
    """Three such names through curtain, table, score sheet and home; the window's title is left alone."""
    names = list(NAMES)[first : first + 3]
    terminal.start(["play", *[word for name in names for word in ("--seat", name)], "--pace", "0"])
    player = Player(terminal)
    met, asked = set(), ""
    while asked != "play":
        asked = player.act()
        player.ready()
        met |= {name for name in names if NAMES[name][:12] in terminal.text}
    assert met == set(names)
    assert "is choosing a number" in terminal.text or "number hidden" in terminal.text
    terminal.press("s")
    terminal.wait_for("No round is over yet")
    terminal.press("escape")
    terminal.wait_for(lambda rows: "SCORES" not in "\n".join(rows[:4]) and situation(rows))
    terminal.press("q")
    terminal.wait_for("Continue")
    y = next(y for y, row in enumerate(terminal.rows) if "Continue" in row)
    assert NAMES[names[0]] in terminal.rows[y]
    sent = re.sub(rb"\x1b\]22;[a-z]+\x07", b"", terminal.raw)  # the framework tells the shape of the pointer
    assert b"\x1b]" not in sent
    assert b"\x07" not in sent
    for x in range(10, 70, 12):
        terminal.click(x, y - 2)
    terminal.press("ctrl+q")
    assert terminal.wait_for_end() == 0
    assert terminal.is_as_before()
