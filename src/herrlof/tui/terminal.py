"""What keeps a terminal and the hands on it safe where the framework does not, all in one place.

Each part names what it mends; tests/terminal/ fails where one no longer takes hold in a newer framework.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
import traceback
from codecs import getincrementaldecoder
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache, partial
from queue import Full
from time import monotonic
from typing import Any, Final

from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from herrlof.messages import N_, _, paragraph

NARROWEST = 16
"""Columns the framework is told of in a window that has fewer."""
LARGEST: Final = (1000, 500)
"""Columns and rows it is told of at most, whatever the terminal says."""
SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
QUIT: Final = frozenset({"ctrl+q", "ctrl+c"})
"""Keys that are taken before all that wait."""
MOST_KEYS: Final = 256
"""Keys that may wait to be taken; nobody types so far ahead, and what comes after them is lost."""


def in_lines() -> str:
    """Return where it can be played all the same."""
    return _("'herrlof --plain' plays in lines.")


def refusal() -> str | None:
    """Return why the game cannot be drawn here, or None: it needs a real terminal on all sides."""
    if os.environ.get("TERM", "") in ("", "dumb"):
        return paragraph(_("This needs a terminal that can draw: TERM is empty or 'dumb' here."), in_lines())
    for stream, sentence in (
        (sys.stdin, N_("This needs a terminal: its input is a file or a pipe here.")),
        (
            sys.stdout,
            N_("This needs a terminal: its output is a file or a pipe here."),
        ),
        (
            sys.stderr,
            N_("This needs a terminal: its error output is a file or a pipe here."),
        ),
    ):
        if stream is None or stream.closed or not stream.isatty():
            return paragraph(_(sentence), in_lines())
    return None


def prepare() -> None:
    """Close the channels through which a hand could leave the screen; call before Textual is imported.

    Signals wait until the program can leave the terminal as it found it: `SafeTerminal.guard` lets them in.
    """
    signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
    for name in [name for name in os.environ if name == "TEXTUAL" or name.startswith("TEXTUAL_")]:
        if name not in ("TEXTUAL_ANIMATIONS", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_FPS"):
            del os.environ[name]
    for name in ("COLUMNS", "LINES"):
        os.environ.pop(name, None)
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def release() -> None:
    """Let signals in again, when the terminal is as it was; they end the program without a word.

    What a terminal that is gone did not take goes nowhere: it would change the exit status.
    """
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None and not stream.closed:
            try:
                stream.flush()
            except OSError:
                with suppress(OSError), open(os.devnull, "wb") as nowhere:
                    os.dup2(nowhere.fileno(), stream.fileno())
    for number in SIGNALS:
        with suppress(ValueError, OSError):
            signal.signal(number, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)


def speaks_unicode() -> bool:
    """Whether the terminal's encoding has the card signs and lines."""
    stream = sys.__stderr__
    return "utf" in (getattr(stream, "encoding", None) or "ascii").lower()


REPEAT: Final = 0.35
"""Seconds within which the same key, or a click, is one more of those that came before."""


class SafeTerminal:
    """Mixed into the App: leaves a clean terminal and no hand on it, however the program ends."""

    _return_code: int | None
    pace: float
    _run: tuple[str, float, Any] = ("", 0.0, None)
    """What was pressed last, when, and on which page it was pressed first."""
    quitting = False
    """Whether a key to quit has come: what was typed before it is not waited for."""

    def get_driver_class(self: Any) -> Any:
        """Return the framework's driver with its holes mended; called before it reads or draws anything."""
        driver = super().get_driver_class()  # type: ignore[misc]
        tolerate_input()
        return mended(driver)

    def guard(self: Any) -> None:
        """Take over signals and repaint after a suspend; call when the app has been mounted."""
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            with suppress(NotImplementedError, RuntimeError, ValueError):  # only the main thread may
                loop.add_signal_handler(number, partial(self.exit, return_code=128 + number))
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        self.app_resume_signal.subscribe(self, lambda _: self._come_back())
        self.set_interval(2.0, self._follow_the_terminal)

    async def on_event(self: Any, event: Any) -> None:
        """Take an event; keys that wait behind one that quits are passed over, as are those after the end.

        So is a key that comes back unused from a page which has been left meanwhile: the framework would use it on the
        page in front now. And so is what is pressed again where it has only just brought another page.
        """
        key = getattr(event, "key", None)
        if isinstance(key, str):
            if self._exit or not self._screen_stack or (self.quitting and key not in QUIT):
                return
            if event.is_forwarded and event.pressed_on is not self.screen:
                return
            if not event.is_forwarded and key not in QUIT and self._is_repeated(key, event.time):
                return
            event.pressed_on = self.screen
        elif type(event).__name__ == "MouseDown" and not event.is_forwarded and self._is_repeated("click", event.time):
            return
        await super().on_event(event)  # type: ignore[misc]

    def _is_repeated(self: Any, what: str, now: float) -> bool:
        """Whether a key, or a click, goes on from a page that is gone: pressed twice, or held."""
        before, last, page = self._run
        if what != before or now - last >= REPEAT:
            page = self.screen
        self._run = what, now, page
        return bool(self.pace) and page is not self.screen

    @property
    def keys_wait(self: Any) -> bool:
        """Whether so many messages wait that no more keys are taken; asked by the thread that reads them."""
        screens = self._screen_stack[-1:]
        pumps = [self, *screens, *[screen.focused for screen in screens if screen.focused is not None]]
        return any(pump.message_queue_size > MOST_KEYS for pump in pumps)

    def _display(self: Any, screen: Any, renderable: Any) -> None:
        """Write to the terminal; of lines that changed in part that part alone."""
        from textual._compositor import ChopsUpdate

        if isinstance(renderable, ChopsUpdate):
            renderable = short_update()(renderable.chops, renderable.spans, renderable.chop_ends)
        super()._display(screen, renderable)  # type: ignore[misc]

    def _come_back(self: Any) -> None:
        """Draw everything again after a suspend, behind the curtain, whoever it was that suspended."""
        self._cover()
        self.refresh(repaint=True, layout=True)

    def _follow_the_terminal(self: Any) -> None:
        """End when the terminal is gone, as SIGHUP would; the framework would spin on its end of file.

        Take its size again too: of two changes in one instant the framework may believe the first.
        """
        if self.is_headless or self.is_web:
            return
        if not os.isatty(0):
            self.exit(return_code=128 + signal.SIGHUP)
        elif (size := getattr(self._driver, "_get_terminal_size", lambda: self.size)()) != self.size:
            from textual.events import Resize
            from textual.geometry import Size

            self.post_message(Resize(Size(*size), Size(*size)))

    def panic(self: Any, *_: object) -> None:
        """Say what broke, not what the framework would show of it."""
        self._fatal_error()

    def _fatal_error(self: Any) -> None:
        """Say what broke and where, without the values of any variable: they may be somebody's hand."""
        from textual.worker import WorkerFailed

        if self._exit_renderables:
            return  # the first error is told, what follows from it is not
        error = self._exception
        if isinstance(error, WorkerFailed):
            error = error.error
        frames = traceback.extract_tb(error.__traceback__) if error is not None else []
        place = f" at {os.path.basename(frames[-1].filename)}:{frames[-1].lineno}" if frames else ""
        kind = "its input" if error is None else type(error).__name__
        self._return_code = 1
        self._exit_renderables.append(Text(self.told_of(f"{kind}{place}")))
        self._close_messages_no_wait()

    def told_of(self, broken: str) -> str:
        """Return a sentence on what broke, and where."""
        return f"herrlof stopped: {broken}. Please report this line."


@cache
def short_update() -> Any:
    """Return a kind of update that writes what has changed and nothing else; the framework begins at the left of it.

    What has one style is written one after the other: to go somewhere costs fewer bytes than a colour.
    """
    from textual._compositor import ChopsUpdate

    class ShortUpdate(ChopsUpdate):
        """Writes what lies in its spans."""

        def render_segments(self, console: Any) -> str:
            pen, pieces = Pen(console), defaultdict[tuple[str, ...], list[Any]](list)
            for y, left, right in self.spans:
                for end, (x, strip) in zip(self.chop_ends[y], self.chops[y].items(), strict=False):
                    if strip is None or x >= right or end <= left:
                        continue
                    for text, style, _control in strip:
                        if x >= right:
                            break
                        begin, x = x, x + (len(text) if text.isascii() else cell_len(text))
                        if x > left:
                            if begin < left or x > right:
                                begin, text = max(begin, left), in_cells(text, max(0, left - begin), right - begin)
                            pieces[pen.order(text, style)].append((y, begin, min(x, right), text, style))
            written, row, column = [], -1, -1
            for y, begin, after, text, style in (piece for order in sorted(pieces) for piece in pieces[order]):
                if y != row:
                    written.append(f"\x1b[{y + 1};{begin + 1}H")
                elif begin != column:
                    written.append(f"\x1b[{begin + 1}G")
                written.append(pen.written(text, style))
                row, column = y, after
            return "".join([*written, RESET])

    return ShortUpdate


def in_cells(text: str, begin: int, end: int) -> str:
    """Return what stands in some cells of a text; half of a wide letter is a space."""
    if len(text) == cell_len(text):
        return text[begin:end]
    return Segment(text).split_cells(begin)[1].split_cells(end - begin)[0].text


RESET: Final = "\x1b[0m"
BOLD: Final = "1"
NOT_BOLD: Final = "22"


class Pen:
    """Writes text in styles; of a style it writes what differs from the one before, of which most bytes would be."""

    def __init__(self, console: Any) -> None:
        """Begin without a style, for this terminal's colours."""
        self._system = console._color_system or ColorSystem.TRUECOLOR
        self._codes = _codes(self._system)
        self._now = ("", "", "")

    def written(self, text: str, style: Style | None) -> str:
        """Return a text after the codes that it needs here."""
        style = style or Style.null()
        if style.link:
            self._now = ("", "", "")
            return RESET + style.render(text, color_system=self._system)
        marks, ink, ground = self._codes(style)
        before, ink_before, ground_before = self._now
        if {marks, before} - {"", BOLD} or (ink_before and not ink) or (ground_before and not ground):
            wanted = ["0", marks, ink, ground]
        else:
            if not text.strip():
                marks, ink = before, ink_before  # a space has none
            wanted = [marks or NOT_BOLD] * (marks != before) + [ink] * (ink != ink_before)
            wanted += [ground] * (ground != ground_before)
        self._now = marks, ink, ground
        codes = ";".join(filter(None, wanted))
        return f"\x1b[{codes}m{text}" if codes else text

    def order(self, text: str, style: Style | None) -> tuple[str, str, str]:
        """Return by what texts are sorted so that few codes are written between them: a space has no ink."""
        marks, ink, ground = self._codes(style or Style.null())
        return (ground, ink, marks) if text.strip() else (ground, "", "")


@cache
def _codes(system: ColorSystem) -> Callable[[Style], tuple[str, str, str]]:
    """Return what tells the codes of a style: of all but its colours, of its ink, of its ground."""

    @cache
    def codes(style: Style) -> tuple[str, str, str]:
        ink, ground = (
            "" if colour is None else ";".join(colour.downgrade(system).get_ansi_codes(foreground))
            for colour, foreground in ((style.color, True), (style.bgcolor, False))
        )
        return style.without_color._make_ansi_codes(system), ink, ground

    return codes


def mended(driver: Any) -> Any:
    """Return a terminal driver that leaves blank rows behind and tells of no window that cannot be laid out."""
    if not driver.__module__.endswith(("linux_driver", "web_driver")):
        return driver
    from threading import Event

    from textual.events import Key, MouseEvent, Resize
    from textual.geometry import Size
    from textual.messages import InBandWindowResize

    def bounded(size: tuple[int, int]) -> tuple[int, int]:
        return min(max(size[0], NARROWEST), LARGEST[0]), min(max(size[1], 1), LARGEST[1])

    class HeedfulDriver(driver):  # type: ignore[misc]
        """The framework's driver, which takes what it is told for what it is worth."""

        _size: tuple[int, int] | None

        def process_message(self, message: Any) -> None:
            """Hear of a quit at once, and take what the terminal tells of sizes and places for what it is worth.

            A window without rows is none, and a click beside the window would leave nothing in focus.
            """
            if isinstance(message, Resize):
                if not all(message.size):
                    return
                size = Size(*bounded(message.size))
                if size != message.size:
                    message = Resize(size, size)
            elif isinstance(message, MouseEvent):
                width, height = self._app.size
                if not (0 <= message.x < width and 0 <= message.y < height):
                    return
            elif isinstance(message, Key):
                if message.key in QUIT:
                    self._app.quitting = True
                elif self._app.keys_wait:
                    return
            super().process_message(message)

    if driver.__module__.endswith("web_driver"):
        return HeedfulDriver

    class MendedDriver(HeedfulDriver):
        """The framework's driver, mended."""

        _must_signal_resume: bool

        def __init__(self, *args: Any, **more: Any) -> None:
            """Know the size from the beginning: until it is told, the framework would ask another stream for it."""
            super().__init__(*args, **more)
            self._size = self._size or self._get_terminal_size()
            self._answered = Event()
            self._answer_until = 0.0

        def _query_in_band_window_resize(self) -> None:
            """Ask the terminal the last question of a start."""
            self._answered.clear()
            self._answer_until = monotonic() + ANSWER_PATIENCE
            super()._query_in_band_window_resize()

        def process_message(self, message: Any) -> None:
            """Know when the last answer has come."""
            if isinstance(message, InBandWindowResize):
                self._answered.set()
            super().process_message(message)

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
            """Suspend between two messages, not in the middle of one; and cover first what must be covered.

            Clocks stop with it, and nothing open stays on the screen while the program cannot hide it.
            """
            self._loop.call_soon_threadsafe(self._cover_and_suspend, super()._sigtstp_application)

        def _cover_and_suspend(self, suspend: Callable[[], object]) -> None:
            self._app._cover()
            self._app.call_after_refresh(suspend)

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
            """Return the size of the window that is drawn in; lists squeezed to no width at all would end the program.

            The framework asks the standard output, and the window is where errors go: two sizes would draw for ever.
            """
            try:
                columns, rows = os.get_terminal_size(self._file.fileno())
            except OSError:  # it is gone
                columns, rows = 0, 0
            return bounded((columns or 80, rows or 24))

        def stop_application_mode(self) -> None:
            """Wipe, then give the terminal back: where it has no other screen to go back to, the hand would stay.

            Row by row, for some terminals keep a screen that is cleared as a whole in their scrollback. What it still
            answers to a start just made would be typed at the shell: that is heard first.
            """
            self._answered.wait(max(0.0, self._answer_until - monotonic()))
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)  # `release` lets them in again
            rows = range(1, self._get_terminal_size()[1] + 1)
            self.write("\x1b[0m" + "".join(f"\x1b[{row}H\x1b[2K" for row in rows) + "\x1b[H")
            self.write("\x1b[?1016l")  # where the mouse was told in pixels, which the framework does not take back
            super().stop_application_mode()

    return MendedDriver


_STRING: Final = r"\x1b[\]P_^X][^\x07\x1b]*(\x07|\x1b\\|\Z)"
"""What a terminal tells in a string: a title, a colour, a picture. No key of ours begins so."""
_STRING_END: Final = r"\x07|\x1b\\|\x1b(?!\\)"
_CONTROL: Final = r"\x1b\[[0-?]{24,}[ -/]*([@-~]|\Z)"
"""A control sequence longer than any key or report that the framework knows."""
_CONTROL_END: Final = r"[@-~]"
_REPORT: Final = r"\x1b\[[0-?]*[ -/]*[@-LN-Z\\-~]"
"""A whole control sequence; `ESC[M` and `ESC[[` go on."""
PATIENCE: Final = 0.2
"""Seconds after which the rest of a broken report is no longer waited for."""
ANSWER_PATIENCE: Final = 2.0
"""Seconds after a start within which the terminal answers what it was asked, if it ever does."""
LONGEST_PASTE: Final = 1 << 14
"""Letters of a paste that are taken; no field of ours takes nearly as many."""
PASTE_PATIENCE: Final = 1.0
"""Seconds after which the rest of a paste is no longer waited for."""


class Paste:
    """Bounds what is pasted, and ends it where the terminal does not."""

    def __init__(self, begin: str, end: str) -> None:
        """Know what begins and what ends a paste."""
        self._begin, self._end = begin, end
        self._open = False
        self._taken = 0
        self._tail = ""
        """The last letters that came: a mark may come in pieces."""
        self._until = 0.0

    def bounded(self, data: str) -> str:
        """Return of new data what is to be read."""
        if self._open and monotonic() > self._until:
            self._open, self._tail = False, ""
            return self._end + self.bounded(data)
        self._until = monotonic() + PASTE_PATIENCE
        text = self._tail + data
        self._tail = text[1 - len(self._end) :]
        if self._open:
            ended = text.find(self._end)
            if ended < 0:
                self._taken += len(data)
                return data if self._taken <= LONGEST_PASTE else ""
            text = text[ended + len(self._end) :]
            if self._taken > LONGEST_PASTE:  # the beginning of the mark may have been left out
                data = self._end + text
        begun = text.rfind(self._begin)
        self._open = begun > text.rfind(self._end)
        self._taken = len(text) - begun
        return data


def tolerate_input() -> None:
    """Let no byte from the terminal end the program, fill its memory, or play.

    Bytes that are no UTF-8 show as a replacement sign. Reports that the framework does not understand are passed
    over, and are no keys: numbers that are no characters, releases of keys, strings and sequences of any length,
    answers to what another program has asked. A paste is bounded.
    """
    from textual import _xterm_parser as xterm
    from textual import events
    from textual.drivers import linux_driver
    from textual.keys import Keys

    class TolerantParser(xterm.XTermParser):
        """The framework's parser, which passes over what it cannot read."""

        def __init__(self, debug: bool = False) -> None:
            super().__init__(debug)
            self._skipping: str | None = None
            """What ends the report of which only the beginning has come."""
            self._skipped_until = 0.0
            self._paste = Paste(xterm.BRACKETED_PASTE_START, xterm.BRACKETED_PASTE_END)

        def feed(self, data: str) -> Iterable[Any]:
            """Read new data. Where nothing is left of it that is a NUL, which no key sends: none would be the end."""
            return super().feed(self._without_reports(self._paste.bounded(data)) or "\x00" if data else data)

        def _without_reports(self, data: str) -> str:
            """Return the data without strings and overlong sequences, also where they come in pieces."""
            if self._skipping is not None:
                end = re.search(self._skipping, data)
                if monotonic() < self._skipped_until and end is None:
                    self._skipped_until = monotonic() + PATIENCE
                    return ""
                if monotonic() < self._skipped_until and end is not None:
                    data = data[end.end() :]
                self._skipping = None
            for pattern, ends in ((_STRING, _STRING_END), (_CONTROL, _CONTROL_END)):
                while (found := re.search(pattern, data)) is not None and len(found[0]) > 2:
                    if not found[1]:
                        self._skipping, self._skipped_until = ends, monotonic() + PATIENCE
                    data = data[: found.start()] + data[found.end() :]
            return data

        def _sequence_to_key_events(self, sequence: str, alt: bool = False) -> Iterable[Any]:
            if sequence == "\x00":
                return [events.Key(Keys.Ignore, sequence)]
            try:
                found = list(super()._sequence_to_key_events(sequence, alt))
            except (ValueError, OverflowError):
                return [events.Key(Keys.Ignore, sequence)]
            if found or not re.fullmatch(_REPORT, sequence) or any(known.match(sequence) for known in reports):
                return found
            return [events.Key(Keys.Ignore, sequence)]

        def parse_mouse_code(self, code: str) -> Any:
            try:
                return super().parse_mouse_code(code)
            except (ValueError, OverflowError, ZeroDivisionError):
                return None

    reports = (xterm._re_mouse_event, xterm._re_terminal_mode_response)
    for driver in filter(None, (linux_driver, sys.modules.get("textual.drivers.web_driver"))):
        vars(driver)["XTermParser"] = TolerantParser
        vars(driver)["getincrementaldecoder"] = lambda name: partial(getincrementaldecoder(name), "replace")
