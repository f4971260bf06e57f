"""What is mended of the framework is declared, takes hold in the pinned release, and is said where it does not."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from itertools import count
from pathlib import Path

import pytest
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message_pump import MessagePump
from textual.widgets import Button, Input, OptionList

from herrlof.cli import table
from herrlof.tui.mends import MENDS, USED, unmended
from herrlof.tui.screens.base_screen import DEMANDS
from herrlof.tui.terminal import mended
from herrlof.tui.widgets.keybar import KeyBar
from tests.tui.driving import hall

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "src/herrlof/tui").rglob("*.py"))
PLACES = [place for places in MENDS.values() for place in places]
DECLARED = {re.split("[:.]", place)[-1] for place in PLACES}.union(*USED.values())


def test_every_mend_takes_hold_in_the_pinned_release() -> None:
    assert unmended() is None
    assert len({*PLACES}) == len(PLACES)


def test_every_place_is_one_that_is_mended_or_used() -> None:
    source = "".join(path.read_text("utf-8") for path in FILES if path.name != "mends.py")
    words = {*re.findall(r"\w+", source.replace("_writer_thread", "WriterThread _writer_thread"))}
    assert words >= DECLARED


@pytest.mark.parametrize("module", USED)
def test_what_is_used_besides_is_there_in_the_pinned_release(module: str) -> None:
    source = Path(str(import_module(module).__file__)).read_text("utf-8")
    assert {*USED[module]} <= {*re.findall(r"\w+", source)}


def test_what_is_used_below_the_surface_is_declared() -> None:
    """A name of the framework's own that begins with an underscore is no promise of theirs."""
    own, used = {"_replace"}, set()  # of a named tuple
    for path in (*FILES, *(ROOT / "src/herrlof/games").rglob("words.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                own.add(node.name)
            elif isinstance(node, ast.Attribute) and re.match("_[a-z]", node.attr):
                made = isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self"
                (own if made else used).add(node.attr)
            elif isinstance(node, ast.AnnAssign) and node.value is not None and isinstance(node.target, ast.Name):
                own.add(node.target.id)
    assert used - own <= DECLARED


def test_what_is_overridden_below_the_surface_is_declared() -> None:
    for path in FILES:
        import_module(".".join(path.relative_to(ROOT / "src").with_suffix("").parts))
    kinds, found = [MessagePump, mended(LinuxDriver)], set()
    for kind in kinds:
        kinds += kind.__subclasses__()
        theirs = [one for one in kind.__mro__ if one.__module__.startswith("textual")]
        for ours in (one for one in kind.__mro__ if one.__module__.startswith("herrlof")):
            names = [name for name, value in vars(ours).items() if re.match("_[a-z]", name) and callable(value)]
            found |= {name for name in names if any(name in vars(one) for one in theirs)}
    assert found
    assert found <= DECLARED


def test_what_asks_for_something_has_the_names_of_the_framework() -> None:
    assert {kind.__name__ for kind in (Input.Submitted, Button.Pressed, OptionList.OptionSelected)} == DEMANDS


@pytest.mark.parametrize("name", ["_sigtstp_application", "stop_application_mode"])
def test_a_mend_that_takes_no_hold_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    what = next(what for what, places in MENDS.items() if any(place.endswith(name) for place in places))
    for kind in LinuxDriver.__mro__:
        if name in vars(kind):
            monkeypatch.delattr(kind, name)
    told = unmended()
    assert told is not None
    assert told.endswith(f"It may not hold that {what}.")
    assert sum(other in told for other in MENDS) == 1


def test_one_without_which_nothing_starts_ends_with_the_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def make(_plain: bool) -> App[None]:
        raise AttributeError("_re_mouse_event")

    monkeypatch.setattr("herrlof.tui.terminal.refusal", lambda words: None)
    monkeypatch.setattr("herrlof.tui.terminal.prepare", lambda: None)
    with pytest.raises(AttributeError):
        table.run_app(make)  # type: ignore[type-var]
    monkeypatch.delattr("textual._xterm_parser._re_mouse_event")
    with pytest.raises(SystemExit):
        table.run_app(make)  # type: ignore[type-var]
    assert "It may not hold that nothing that a terminal sends can play a card." in capsys.readouterr().err


async def test_a_resize_is_drawn_although_the_program_stood_still_before_its_timer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = count(0, 1)  # a whole second from one look at the clock to the next
    async with hall(size=(80, 24)) as sitting:
        monkeypatch.setattr("textual._time.get_time", lambda: float(next(times)))
        for width in (100, 120):
            await sitting.pilot.resize_terminal(width, 40)
        await sitting.calm()
        assert sitting.app.screen.query_one(KeyBar).size.width == 120


async def test_it_is_said_at_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("textual.drivers._writer_thread.WriterThread")
    async with hall() as sitting:
        assert "a terminal that's gone ends the program" in " ".join(sitting.text().split())
