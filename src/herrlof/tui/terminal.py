"""What keeps a terminal and the hands on it safe where the framework does not, all in one place.

Each part names what it mends; tests/terminal/ fails where one no longer takes hold in a newer framework.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import traceback
from codecs import getincrementaldecoder
from contextlib import suppress
from functools import partial
from queue import Full
from typing import Any

from rich.text import Text

NARROWEST = 16
"""Columns the framework is told of in a window that has fewer."""


def refusal() -> str | None:
    """Return why the game cannot be drawn here, or None: it needs a real terminal on both sides."""
    if os.environ.get("TERM", "") in ("", "dumb"):
        return "herrlof needs a terminal that can draw: TERM is empty or 'dumb' here"
    for stream, name in ((sys.stdin, "input"), (sys.stderr, "error output")):
        if stream is None or stream.closed or not stream.isatty():
            return f"herrlof needs a terminal: its {name} is a file or a pipe here"
    return None


def prepare() -> None:
    """Close the channels through which a hand could leave the screen; call before Textual is imported."""
    for name in [name for name in os.environ if name == "TEXTUAL" or name.startswith("TEXTUAL_")]:
        if name not in ("TEXTUAL_ANIMATIONS", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_FPS"):
            del os.environ[name]
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def speaks_unicode() -> bool:
    """Whether the terminal's encoding has the card signs and lines."""
    stream = sys.__stderr__
    return "utf" in (getattr(stream, "encoding", None) or "ascii").lower()


class SafeTerminal:
    """Mixed into the App: leaves a clean terminal and no hand on it, however the program ends."""

    _return_code: int | None

    def get_driver_class(self: Any) -> Any:
        """Return the framework's driver with its holes mended; called before it reads or draws anything."""
        tolerate_bytes()
        return mended(super().get_driver_class())  # type: ignore[misc]

    def guard(self: Any) -> None:
        """Take over signals and repaint after a suspend; call when the app has been mounted."""
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT):
            with suppress(NotImplementedError, RuntimeError, ValueError):  # only the main thread may
                loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))
        self.app_resume_signal.subscribe(self, lambda _: self._come_back())
        self.set_interval(2.0, self._leave_with_the_terminal)

    def _come_back(self: Any) -> None:
        """Draw everything again after a suspend, behind the curtain, whoever it was that suspended."""
        self._cover()
        self.refresh(repaint=True, layout=True)

    def _leave_with_the_terminal(self: Any) -> None:
        """End when the terminal is gone; the framework would spin on its end of file."""
        if not self.is_headless and not os.isatty(0):
            self.exit(return_code=129)

    def panic(self: Any, *_: object) -> None:
        """Say what broke, not what the framework would show of it."""
        self._fatal_error()

    def _fatal_error(self: Any) -> None:
        """Say what broke and where, without the values of any variable: they may be somebody's hand."""
        error = self._exception
        if self._exit_renderables:
            return  # the first fault is told, what follows from it is not
        frames = traceback.extract_tb(error.__traceback__) if error is not None else []
        place = f" at {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
        kind = "its input" if error is None else type(error).__name__
        self._return_code = 1
        self._exit_renderables.append(Text(f"herrlof stopped: {kind}{place}. Please report this line."))
        self._close_messages_no_wait()


def mended(driver: Any) -> Any:
    """Return a terminal driver that leaves blank rows behind and tells of no window narrower than can be laid out."""
    if not driver.__module__.endswith("linux_driver"):
        return driver
    from textual.events import Resize
    from textual.geometry import Size

    def at_least(size: tuple[int, int]) -> tuple[int, int]:
        return max(size[0], NARROWEST), max(size[1], 1)

    class MendedDriver(driver):  # type: ignore[misc]
        """The framework's driver, mended."""

        _must_signal_resume: bool

        def write(self, data: str) -> None:
            """Write, unless nothing takes it any more: the writer dies with its terminal, and its queue is short."""
            writer = self._writer_thread
            while writer.is_alive():
                with suppress(Full):
                    writer._queue.put(data, timeout=1)
                    return

        def close(self) -> None:
            """Wait for what is being written, unless the writer has died."""
            if self._writer_thread is not None and self._writer_thread.is_alive():
                super().close()

        def _sigtstp_application(self, *_: object) -> None:
            """Suspend between two messages, not in the middle of one."""
            self._loop.call_soon_threadsafe(super()._sigtstp_application)

        def _sigcont_application(self, *_: object) -> None:
            """Go on likewise; the signal also comes when nothing was suspended, or with the end of the terminal."""
            self._loop.call_soon_threadsafe(self._go_on)

        def _go_on(self) -> None:
            if not os.isatty(self.fileno):
                return
            if self._auto_restart and not self._must_signal_resume:  # it was stopped with no chance to get ready
                self.suspend_application_mode()
                self._must_signal_resume = True
            super()._sigcont_application()

        def _get_terminal_size(self) -> tuple[int, int]:
            """Return the window's size; lists squeezed to no width at all would end the program."""
            return at_least(super()._get_terminal_size())

        def process_message(self, message: Any) -> None:
            """Do the same for a size that the terminal tells by itself."""
            if isinstance(message, Resize) and message.size.width < NARROWEST:
                size = Size(*at_least(message.size))
                message = Resize(size, size)
            super().process_message(message)

        def stop_application_mode(self) -> None:
            """Wipe, then give the terminal back: where it has no other screen to go back to, the hand would stay.

            Row by row, for some terminals keep a screen that is cleared as a whole in their scrollback.
            """
            rows = range(1, self._get_terminal_size()[1] + 1)
            self.write("\x1b[0m" + "".join(f"\x1b[{row}H\x1b[2K" for row in rows) + "\x1b[H")
            super().stop_application_mode()

    return MendedDriver


def tolerate_bytes() -> None:
    """Let typed or pasted bytes that are no UTF-8 show as a replacement sign instead of ending the program."""
    from textual.drivers import linux_driver

    vars(linux_driver)["getincrementaldecoder"] = lambda name: partial(getincrementaldecoder(name), "replace")
