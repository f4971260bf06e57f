"""What keeps a terminal and the hands on it safe where the framework does not, all in one place.

Each part names what it mends; tests/terminal/ fails where one no longer takes hold in a newer framework.
"""

from __future__ import annotations

import asyncio
import os
import select
import shlex
import signal
import sys
import traceback
from codecs import getincrementaldecoder
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache, partial
from queue import Full
from time import monotonic
from typing import Any, Final, NoReturn
from unicodedata import combining, east_asian_width, normalize

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from herrlof import titles
from herrlof.messages import N_, _, paragraph
from herrlof.packages import blamed, is_zipped, zipped
from herrlof.tui.terminal_colours import Answers, Colours, colours_of, questions
from herrlof.tui.theme import ASCII, codes_of

NARROWEST = 16
"""Columns the framework is told of in a window that has fewer."""
LARGEST: Final = (1000, 500)
"""Columns and rows it is told of at most, whatever the terminal says."""
SIGNALS: Final = (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT)
QUIT: Final = frozenset({"ctrl+q", "ctrl+c"})
"""Keys that are taken before all that wait."""
MOST_KEYS: Final = 256
"""Keys that may wait to be taken; nobody types so far ahead, and what comes after them is lost."""
STUCK: Final = 5.0
"""Seconds after a signal, or a key to quit, within which the loop answers, or is taken for stuck."""


def _be_impatient(*_: object) -> None:
    """Wait no longer than that for the loop, where somebody has said what happens then."""
    if signal.getsignal(signal.SIGALRM) not in (signal.SIG_DFL, signal.SIG_IGN, None):
        signal.setitimer(signal.ITIMER_REAL, STUCK)


def refusal(command: Sequence[str] | None = ()) -> str | None:
    """Return why the game cannot be drawn here, or None: it needs a real terminal on all sides.

    `command`: the words after the program's name with which it was asked for, which do it in lines too; None: who has
    come by ssh has no other way to play from there.
    """
    otherwise = ""
    if command is not None:
        words = [word for word in command if word != "--ascii"]
        otherwise = _("This does it in lines: {command}", command=shlex.join(["herrlof", *words, "--plain"]))
    if is_zipped():
        return paragraph(zipped(), otherwise)
    if os.environ.get("TERM", "") in ("", "dumb"):
        return paragraph(_("This needs a terminal that can draw: TERM is empty or 'dumb'."), otherwise)
    for stream, sentence in (
        (sys.stdin, N_("This needs a terminal: the input is a file or a pipe.")),
        (
            sys.stdout,
            N_("This needs a terminal: the output is a file or a pipe."),
        ),
        (
            sys.stderr,
            N_("This needs a terminal: the error output is a file or a pipe."),
        ),
    ):
        if stream is None or stream.closed or not stream.isatty():
            return paragraph(_(sentence), otherwise)
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
    signal.setitimer(signal.ITIMER_REAL, 0)
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
ESCAPE: Final = 0.25
"""Seconds for which an Esc may be the beginning of another key, where ESCDELAY does not say how long;"""
ESCAPE_LEAVES: Final = 0.6
"""and where it leaves a table, which has to be sure."""


class SafeTerminal:
    """Mixed into the App: leaves a clean terminal and no hand on it, however the program ends."""

    _return_code: int | None
    pace: float
    _run: tuple[str, float, Any] = ("", 0.0, None)
    """What was pressed last, when, and on which page it was pressed first."""
    _gave_up = False
    """Whether a table is just being left whose game broke."""
    titled = _told_turn = False
    """Whether the window has a title of ours, and the one before waits to be had back; and whether ours calls."""
    quitting = False
    """Whether a key to quit has come: what was typed before it is not waited for."""
    colours = Colours.ALL
    """What the terminal can show,"""
    wide = False
    """and whether it draws signs in two cells that have one for us."""

    def find_colours(self) -> None:
        """Find out what the terminal shows; call before the framework asks the environment for itself."""
        self.colours = colours_of(os.environ)
        os.environ.pop("NO_COLOR", None)  # the framework takes an empty one for a wish, and mixes greys for it

    @property
    def has_themes(self) -> bool:
        """Whether it makes a difference which theme is chosen: fewer colours are the terminal's own."""
        return self.colours > Colours.SIXTEEN

    def answered(self: Any, answers: Answers) -> None:
        """Use what the terminal has answered."""
        if answers.colours and Colours.NONE < self.colours < Colours.ALL:
            self.colours = Colours.ALL
        self.wide = answers.wide
        self.apply_look()

    def apply_look(self) -> None:
        """Draw as the terminal can show it."""
        raise NotImplementedError

    def set_timer(self: Any, *args: Any, **more: Any) -> Any:
        """Call a function after a delay, however late.

        The framework passes over what a timer missed before its task first ran: one that rings once then never does,
        and a window whose size changed meanwhile would not be drawn anew until the end.
        """
        timer = super().set_timer(*args, **more)  # type: ignore[misc]
        timer._skip = False
        return timer

    def get_driver_class(self: Any) -> Any:
        """Return the framework's driver with its holes mended; called before it reads or draws anything."""
        driver = super().get_driver_class()  # type: ignore[misc]
        read_input(self)
        return mended(driver)

    def tell_turn(self: Any, own: bool) -> None:
        """Say in the title of the window whether it is one's turn here, and no more; at the end it is given back."""
        if own == self._told_turn or self._driver is None or self._exit:
            return
        self._told_turn = own
        self._driver.write(("" if self.titled else titles.KEEP) + titles.titled(self.look.text(titles.turn_title(own))))
        self.titled = True

    def call_out(self: Any) -> None:
        """Let the terminal, or the browser, tell somebody who looks at something else that it is their turn."""
        if self._driver is not None:
            self._driver.write(f"\x1b]9;{_('It is your turn at the table.')}\x07")

    def guard(self: Any) -> None:
        """Take over signals and repaint after a suspend; call when the app has been mounted."""
        loop = asyncio.get_running_loop()
        for number in SIGNALS:
            with suppress(NotImplementedError, RuntimeError, ValueError):  # only the main thread may
                loop.add_signal_handler(number, partial(self._end_by, number))
                signal.signal(number, _be_impatient)  # beside that: others' code may keep the loop for ever
        with suppress(ValueError):
            signal.signal(signal.SIGALRM, self._end_stuck)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        self.app_resume_signal.subscribe(self, lambda _: self._come_back())
        self.set_interval(2.0, self._follow_the_terminal)

    def _end_by(self: Any, number: int) -> None:
        """End at a signal."""
        signal.setitimer(signal.ITIMER_REAL, 0)
        self.exit(return_code=128 + number)

    def _end_stuck(self: Any, *_: object) -> NoReturn:
        """End where the loop does not answer a signal, and give the terminal back; what was played is on the disk."""
        with suppress(Exception):
            self._driver.stop_application_mode()
            self._driver.close()
        os._exit(128 + signal.SIGTERM)

    async def on_event(self: Any, event: Any) -> None:
        """Take an event; keys that wait behind one that quits are passed over, as are those after the end.

        So is a key that comes back unused from a page which has been left meanwhile: the framework would use it on the
        page in front now. And so is what is pressed again where it has only just brought another page.
        """
        if getattr(event, "position", "") and not event.is_forwarded and not self._takes_text:
            event.key = event.position
        key = getattr(event, "key", None)
        if isinstance(key, str):
            if key in QUIT:
                signal.setitimer(signal.ITIMER_REAL, 0)
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

    @property
    def _takes_text(self: Any) -> bool:
        """Whether what is typed is a text, for there is a field in focus."""
        from textual.widgets import Input

        return isinstance(self.focused, Input)

    def _is_repeated(self: Any, what: str, now: float) -> bool:
        """Whether a key, or a click, goes on from a page that is gone: pressed twice, or held."""
        before, last, page = self._run
        if what != before or now - last >= REPEAT:
            page = self.screen
        self._run = what, now, page
        return bool(self.pace) and page is not self.screen

    @property
    def escape_patience(self: Any) -> float:
        """How long an Esc may be the beginning of another key, in seconds; asked by the thread that reads keys."""
        from textual import constants

        if os.environ.get("ESCDELAY", "").isdecimal():
            return constants.ESCAPE_DELAY
        leaves = any(getattr(screen, "ESCAPE_LEAVES", False) for screen in self._screen_stack[-1:])
        return ESCAPE_LEAVES if leaves else ESCAPE

    @property
    def keys_wait(self: Any) -> bool:
        """Whether so many messages wait that no more keys are taken; asked by the thread that reads them."""
        screens = self._screen_stack[-1:]
        pumps = [self, *screens, *[screen.focused for screen in screens if screen.focused is not None]]
        return any(pump.message_queue_size > MOST_KEYS for pump in pumps)

    def _display(self: Any, screen: Any, renderable: Any) -> None:
        """Write to the terminal in its own colours, of lines that changed in part that part alone; its cursor ends at
        the focus."""
        from textual._compositor import ChopsUpdate, LayoutUpdate

        from herrlof.tui.cursor import cursor_of

        whole, short = updates()
        pen = Pen(self.look.theme, self.wide)
        if isinstance(renderable, ChopsUpdate):
            renderable = short(renderable.chops, renderable.spans, renderable.chop_ends, pen)
        elif isinstance(renderable, LayoutUpdate):
            renderable = whole(renderable.strips, renderable.region, pen)
        if (place := cursor_of(screen)) is not None:
            self.cursor_position = place
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

    async def show_plainly(self: Any, lines: Iterable[str], over: asyncio.Event) -> None:
        """Leave the drawn screen and print lines there, to be selected and copied whole, until Enter, or it is `over`.

        What is drawn meanwhile is drawn afterwards; the program goes on, and so do its guests.
        """
        import termios

        from textual.app import SuspendNotSupported

        loop = asyncio.get_running_loop()
        with suppress(SuspendNotSupported), self.batch_update(), self.suspend():
            signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
            sys.stdout.write("".join(f"{line}\n" for line in lines))
            sys.stdout.flush()
            loop.add_reader(0, over.set)
            try:
                await over.wait()
            finally:
                loop.remove_reader(0)
                with suppress(OSError, termios.error):
                    termios.tcflush(0, termios.TCIFLUSH)

    def panic(self: Any, *_: object) -> None:
        """Say what broke, not what the framework would show of it."""
        self._fatal_error()

    def _handle_exception(self: Any, error: Exception) -> None:
        """Go home where it is a package that broke at a table, and end where anything else did."""
        if self._gave_up or not (sentence := blamed(error)) or not self.leaves_broken(sentence):
            super()._handle_exception(error)  # type: ignore[misc]
            return
        self._gave_up = True  # what follows from it is not told again; what breaks at home ends the program
        self.call_later(lambda: self.call_after_refresh(setattr, self, "_gave_up", False))

    def leaves_broken(self, sentence: str) -> bool:
        """Leave the table whose game cannot go on, and say why; False: there is none to be left."""
        return False

    def _fatal_error(self: Any) -> None:
        """Say what broke and where, without the values of any variable: they may be somebody's hand."""
        from textual.worker import WorkerFailed

        if self._exit_renderables:
            return  # the first error is told, what follows from it is not
        error = self._exception
        if isinstance(error, WorkerFailed):
            error = error.error
        if sentence := blamed(error):
            self._return_code = 1
            self._exit_renderables.append(Text(sentence))
            self._close_messages_no_wait()
            return
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
def updates() -> tuple[Any, Any]:
    """Return two kinds of updates that write with a pen: a whole one, and one that writes what has changed alone.

    The framework's begins at the left of what has changed. What has one style is written one after the other: to go
    somewhere costs fewer bytes than a colour.
    """
    from textual._compositor import ChopsUpdate, LayoutUpdate

    class WholeUpdate(LayoutUpdate):
        """Writes row by row."""

        def __init__(self, strips: Any, region: Any, pen: Pen) -> None:
            super().__init__(strips, region)
            self._pen = pen

        def render_segments(self, console: Any) -> str:
            written = []
            for y, line in enumerate(self.strips, self.region.y + 1):
                written.append(f"\x1b[{y};{self.region.x + 1}H")
                written += [self._pen.written(text, style) for strip in line for text, style, _control in strip]
            return "".join([*written, RESET])

    class ShortUpdate(ChopsUpdate):
        """Writes what lies in its spans."""

        def __init__(self, chops: Any, spans: Any, chop_ends: Any, pen: Pen) -> None:
            super().__init__(chops, spans, chop_ends)
            self._pen = pen

        def render_segments(self, console: Any) -> str:
            pen, pieces = self._pen, defaultdict[tuple[str, ...], list[Any]](list)
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

    return WholeUpdate, ShortUpdate


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

    def __init__(self, theme: str, wide: bool = False) -> None:
        """Begin without a style, for a theme; `wide`: signs that standards leave open have two cells here."""
        self._codes = _codes(theme)
        self._wide = wide
        self._now = ("", "", "")

    def written(self, text: str, style: Style | None) -> str:
        """Return a text after the codes that it needs here."""
        marks, ink, ground = self._codes(style or Style.null())
        if self._wide and not text.isascii():
            text = in_one_cell(text)
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
        if style is not None and style.link:
            text = f"\x1b]8;id={style._link_id};{style.link}\x1b\\{text}\x1b]8;;\x1b\\"
        return f"\x1b[{codes}m{text}" if codes else text

    def order(self, text: str, style: Style | None) -> tuple[str, str, str]:
        """Return by what texts are sorted so that few codes are written between them: a space has no ink."""
        marks, ink, ground = self._codes(style or Style.null())
        return (ground, ink, marks) if text.strip() else (ground, "", "")


@cache
def _codes(theme: str) -> Callable[[Style], tuple[str, str, str]]:
    """Return what tells the codes of a style in the terminals of a theme."""
    return cache(partial(codes_of, theme))


def in_one_cell(text: str) -> str:
    """Return a text without signs that take two cells where standards leave that open: other signs, bare letters."""
    return "".join(map(_one_cell, text))


@cache
def _one_cell(letter: str) -> str:
    if east_asian_width(letter) != "A":
        return letter
    bare = normalize("NFD", letter.translate(ASCII))[:1]
    return bare if bare.isascii() else "" if combining(bare) else "#" if "▁" <= bare <= "▟" else "?"


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
                if not self._app.size.contains(message.x, message.y):
                    return
            elif isinstance(message, Key):
                if message.key in QUIT:
                    self._app.quitting = True
                    _be_impatient()
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
            self._asked = False

        def _request_terminal_sync_mode_support(self) -> None:
            """Ask the terminal the first questions of a start; what it shows is asked once."""
            if not self._asked:
                self._asked = True
                self.write(questions(os.environ, self._app.colours, width=not self._app.look.ascii))
            super()._request_terminal_sync_mode_support()

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
            if self._app.titled:
                self.write(titles.GIVE_BACK)
            self._app.titled = False
            self.write("\x1b[?1016l")  # where the mouse was told in pixels, which the framework does not take back
            super().stop_application_mode()

    return MendedDriver


ANSWER_PATIENCE: Final = 2.0
"""Seconds after a start within which the terminal answers what it was asked, if it ever does."""


def read_input(app: Any) -> None:
    """Let what comes from the terminal be read by `herrlof.tui.input`, in all drivers of the framework."""
    from textual.drivers import linux_driver

    from herrlof.tui.input import Reader

    def waits() -> bool:
        assert sys.__stdin__ is not None
        return bool(select.select([sys.__stdin__.fileno()], [], [], 0)[0])

    def reader(debug: bool = False) -> Reader:
        answers = Answers()

        def hear(data: str) -> None:
            if answers.hear(data):
                app.call_later(app.answered, answers)

        return Reader(lambda: app.escape_patience, waits, hear, debug)

    for driver in filter(None, (linux_driver, sys.modules.get("textual.drivers.web_driver"))):
        vars(driver)["XTermParser"] = reader
        vars(driver)["getincrementaldecoder"] = lambda name: partial(getincrementaldecoder(name), "surrogateescape")
    kitty = vars(linux_driver)
    kitty["KITTY_DISAMBIGUATE_ESCAPE_CODES"] |= kitty["KITTY_REPORT_ALTERNATE_KEYS"]  # and what is asked with it
