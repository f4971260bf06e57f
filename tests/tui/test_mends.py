"""What is mended of the framework is declared, takes hold in the pinned release, and is said where it does not."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path

import pytest
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.screen import Screen

import herrlof.tui.input
import herrlof.tui.screens.once
import herrlof.tui.terminal
from herrlof.cli import table
from herrlof.tui.mends import MENDS, unmended
from herrlof.tui.screens.once import OnceScreen
from herrlof.tui.terminal import SafeTerminal, mended
from herrlof.tui.widgets.keybar import KeyBar
from tests.tui.driving import hall

PLACES = [place for places in MENDS.values() for place in places]


def test_every_mend_takes_hold_in_the_pinned_release() -> None:
    assert unmended() is None
    assert len({*PLACES}) == len(PLACES)


def test_every_place_is_one_that_is_mended() -> None:
    source = "".join(
        Path(str(module.__file__)).read_text("utf-8")
        for module in (herrlof.tui.input, herrlof.tui.terminal, herrlof.tui.screens.once)
    )
    for place in PLACES:
        assert re.search(rf"\b{re.escape(re.split('[:.]', place)[-1])}\b|_writer_thread", source), place


@pytest.mark.parametrize(
    ("ours", "theirs"), [(mended(LinuxDriver), LinuxDriver), (OnceScreen, Screen), (SafeTerminal, App)]
)
def test_what_is_overridden_below_the_surface_is_declared(ours: type, theirs: type) -> None:
    """A name of the framework's own that begins with an underscore is no promise of theirs."""
    names = {
        name
        for kind in ours.__mro__
        if kind.__module__.startswith("herrlof")
        for name, value in vars(kind).items()
        if name.startswith("_") and not name.startswith(("__", "_abc")) and callable(value) and hasattr(theirs, name)
    }
    declared = {re.split("[:.]", place)[-1] for place in PLACES}
    assert names <= declared
    assert names or ours is SafeTerminal


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
