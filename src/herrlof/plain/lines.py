"""What is said, a line at a time, and what is typed. A line is never rewritten; nothing is drawn.

With a terminal at both ends the screen can be cleared between two people, the bell rings, and the window's title may
tell whose turn it is; else nothing is written but text and newlines.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from locale import getpreferredencoding
from typing import Any, Final, NamedTuple, TextIO

from herrlof.messages import _, pgettext
from herrlof.plain.typed import begun, whole, word_of
from herrlof.records.names import isolated
from herrlof.titles import GIVE_BACK, KEEP, titled, turn_title

TOGETHER: Final = 0.2
"""Seconds for which what was said waits for more: all up to a question is one write, since each breaks a reader off."""
LONGEST: Final = 1 << 14
"""Bytes of a line that are read; what is more is passed over."""
ECHOED: Final = 40
"""Letters of what was typed that are said again where it means nothing."""
ROWS: Final = 200
"""As many rows as are wiped one by one: some terminals keep a screen that is cleared as a whole in their scrollback."""
WIPE: Final = "".join(f"\x1b[{row}H\x1b[2K" for row in range(1, ROWS + 1)) + "\x1b[H\x1b[2J\x1b[3J"
WHO: Final = "\x1b[>c"
"""Asks a terminal which one it is,"""
SCREEN: Final = b"83"
"""and GNU screen, which keeps in its scrollback what is cleared, answers with this number."""
DEVICE: Final = "\x1b[c"
"""Asks it what it can do: every one answers that."""
ANSWER: Final = rb"\x1b\[[?>][0-9;]*c"
DEVICE_ANSWER: Final = rb"\x1b\[\?[0-9;]*c"
ANSWER_SECONDS: Final = 1.0
"""How long the answer is waited for, before two people who have secrets from each other play."""
NO_LETTERS: Final = re.compile(
    r"\x1b(?:\[\[?[0-?]*[ -/]*[@-~]|O.|[\]P_^X].*?(?:\x07|\x1b\\|$))|[\x00-\x08\x0e-\x1f\x7f-\x9f]"
)
"""What comes into a line with keys that are no letters, and with what a terminal answers to somebody else."""
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP)
"""At these a hand is taken off the screen."""


class InputEnded(Exception):
    """Nothing more will be typed."""


class Left(Exception):
    """Somebody has asked to leave the page."""


class Back(Left):
    """Somebody wants the question before; where there is none, to leave."""


class MenuChoice(NamedTuple):
    """One of several things that can be chosen."""

    name: str
    """What is said, and typed or begun."""
    more: str = ""
    """What it is about, in a sentence."""


class Lines:
    """Both ends of a conversation in lines."""

    def __init__(self, source: int = 0, out: TextIO | None = None, person: bool = False) -> None:
        """Read from a file descriptor, and write to a stream; `person`: somebody listens, terminal or not."""
        self._source = source
        self._out = out or sys.stdout
        self.terminal = os.isatty(source) and self._out.isatty()
        """Whether a terminal is at both ends."""
        self._person = person
        self.tells: Callable[[int], bool] = lambda number: False
        """Asked before a signal ends the program: whether others are told first, and it is ended from there."""
        self.at_interrupt: Callable[[], object] | None = None
        """Done at the first Ctrl+C in its place: it leaves, and ends the program once that is said."""
        self.hides: bool | None = self.terminal and os.environ.get("TERM", "") not in ("", "dumb")
        """Whether what was said can be taken off the screen and out of its scrollback, as `forgets` has found out."""
        self._entitles = bool(self.hides)
        """Whether the window may have a title of ours,"""
        self._title = self._title_next = ""
        """which it has, and which with what is written next; nothing: its own."""
        self._clears = False
        """Whether a signal clears before it ends or stops the program."""
        self._unicode = "utf" in (getattr(self._out, "encoding", None) or "utf-8").lower()
        self.muted = False
        """Whether what others say is not told."""
        self.names: Sequence[str] = ()
        """Who plays: a name is isolated whole where it is written from right to left."""
        self._unread = b""
        self._ended = False
        self._unwritten: list[str] = []
        """What was said and is not written yet,"""
        self._rings = False
        """whether the bell is rung then,"""
        self._writing: asyncio.TimerHandle | None = None
        """and what will write it."""
        self._said: list[str] = []
        """What was said since something was typed,"""
        self.before: Sequence[str] = ()
        """and before that."""

    @property
    def person(self) -> bool:
        """Whether somebody listens who is asked what comes next; a pipe is a program's, where nothing else is known."""
        return self._person or self.terminal

    def say(self, *sentences: str) -> None:
        """Say sentences, a line each; empty ones are left out."""
        for sentence in filter(None, sentences):
            line = "".join([sign if sign.isprintable() else " " for sign in sentence]).strip()
            self._said.append(line)
            self._unwritten.append(isolated(line, self.names) if self._unicode else line)
        if self._writing is None:
            with suppress(RuntimeError):  # before the program runs there is nothing else to wait for
                self._writing = asyncio.get_running_loop().call_later(TOGETHER, self.flush)

    def flush(self) -> None:
        """Write what was said, all at once."""
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None
        if self._rings:
            self._rings = False
            self._out.write("\a")
        self._out.write(self._title_change())
        written, self._unwritten = self._unwritten, []
        self.write(written)

    def write(self, lines: Sequence[str]) -> None:
        self._out.write("".join(f"{line}\n" for line in lines))
        self._out.flush()

    def offer(self, choices: Sequence[tuple[str, str]], words: Sequence[str] | None = None) -> None:
        """Note what can be chosen now, each with what is typed for it, and the words that are answered.

        None: the words are those that every page has. Where buttons can be pressed they are these.
        """

    async def hear(self) -> str:
        """Return the next line that is typed, without spaces at its ends; InputEnded where there is none."""
        text = await self.peek()
        self._unread = self._unread.partition(b"\n")[2]
        if self._said:
            self.before, self._said = self._said, []
        return text

    async def either(self, change: asyncio.Event, *others: asyncio.Future[Any]) -> str | None:
        """Wait until a line is typed, or something else has happened; return the line, which is left to be heard.

        InputEnded where there will be none.
        """
        changed = asyncio.ensure_future(change.wait())
        typed = asyncio.ensure_future(self.peek())
        self.flush()
        try:
            await asyncio.wait([changed, typed, *others], return_when=asyncio.FIRST_COMPLETED)
            return typed.result() if typed.done() else None
        finally:
            changed.cancel()
            typed.cancel()
            await asyncio.wait([changed, typed])

    async def peek(self) -> str:
        """Return the next line and leave it there to be heard; InputEnded where there is none."""
        self.flush()
        while b"\n" not in self._unread and not self._ended:
            with suppress(BlockingIOError):
                try:
                    data = await self._read()
                except OSError:
                    data = b""  # the terminal is gone
                self._ended = not data
                line, feed, more = (self._unread + data).partition(b"\n")
                self._unread = line[:LONGEST] + feed + more
        if not self._unread:
            raise InputEnded
        text = _read(self._unread.partition(b"\n")[0])
        return " ".join(NO_LETTERS.sub("", text).split())

    async def _read(self) -> bytes:
        loop = asyncio.get_running_loop()
        ready = asyncio.Event()
        try:
            loop.add_reader(self._source, ready.set)
        except PermissionError:  # a plain file always is
            ready.set()
        try:
            await ready.wait()
        finally:
            with suppress(PermissionError):
                loop.remove_reader(self._source)
        return os.read(self._source, 1 << 12)

    def ring(self) -> None:
        """Ring the terminal's bell, with what is said next."""
        self._rings = self.terminal

    def tell_turn(self, own: bool | None) -> None:
        """Say in the window's title, with what is said next, whether it is somebody's turn here; None: that is over."""
        if self._entitles:
            title = "" if own is None else turn_title(own)
            self._title_next = title if self._unicode else " ".join(re.sub(r"[^ -~]", "", title).split())

    def _title_change(self) -> str:
        """Return what gives the window the title that it is to have; nothing where it has that."""
        before, self._title = self._title, self._title_next
        if before == self._title:
            return ""
        return GIVE_BACK if not self._title else ("" if before else KEEP) + titled(self._title)

    async def forgets(self) -> bool | None:
        """Whether what was said can be taken off the screen and out of its scrollback; None: it does not say.

        It is asked who it is: a variable of the environment may be another one's, or be gone. GNU screen keeps all.
        """
        if not self.hides or not self.terminal:
            return self.hides
        told = await self._asked(WHO)
        found = re.search(rb"\x1b\[>(\d+)", told)
        if found is None:
            named = os.environ.get("TERM", "").startswith("screen") or "STY" in os.environ
            self.hides = False if named else None
        else:
            self.hides = found[1] != SCREEN
        return self.hides

    async def _asked(self, question: str) -> bytes:
        """Return what the terminal answers, up to what every one answers; what somebody typed meanwhile is kept."""
        import termios
        import tty

        before = termios.tcgetattr(self._source)
        told = b""
        try:
            self.flush()
            tty.setcbreak(self._source, termios.TCSANOW)
            self._out.write(question + DEVICE)
            self._out.flush()
            with suppress(TimeoutError):
                async with asyncio.timeout(ANSWER_SECONDS):
                    while re.search(DEVICE_ANSWER, told) is None and (data := await self._read()):
                        told += data
        finally:
            termios.tcsetattr(self._source, termios.TCSANOW, before)
        self._unread += re.sub(ANSWER, b"", told)
        return told

    def clear(self) -> None:
        """Take all that was said off the screen and out of its scrollback, and forget what was typed ahead."""
        self.forget()
        self.flush()
        self._said, self.before = [], ()
        self._out.write(WIPE)
        self._out.flush()

    def forget(self) -> None:
        """Forget what was typed ahead at a terminal: it was meant for what came before."""
        import termios

        if self.terminal:
            with suppress(OSError, termios.error):
                termios.tcflush(self._source, termios.TCIFLUSH)
            self._unread = b""

    def clear_at_signals(self) -> None:
        """Clear before a signal ends or stops the program."""
        self._clears = True
        self.tell_at_signals()

    def tell_at_signals(self) -> None:
        """Do what is to be done before a signal ends the program."""

        def end(number: int, _frame: object) -> None:
            with suppress(OSError):  # not by the stream: it may be at work just now
                self._title_next = ""
                os.write(self._out.fileno(), f"{WIPE if self._clears else ''}{self._title_change()}".encode())
            leaves, self.at_interrupt = self.at_interrupt, None if number == signal.SIGINT else self.at_interrupt
            if number == signal.SIGINT and leaves is not None:
                leaves()
                return
            if number != signal.SIGTSTP and self.tells(number):
                return
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
            signal.signal(number, end)  # it was stopped, and goes on

        for number in SIGNALS:
            signal.signal(number, end)

    # Questions of pages

    async def ask(self, question: str = "") -> str:
        """Ask for a text; Left where somebody leaves."""
        self.say(question)
        text = await self.hear()
        if whole(text, [word_of("leave")]):
            raise Left
        return text

    async def answered(self, question: str, *more: str, about: str = "") -> str:
        """Ask for a text that is none of the words of every page: those are answered. `more` is told with the question.

        `about`: what is told to who asks, where the question was said already.
        Left where somebody leaves, Back where somebody wants the question before.
        """
        self.say(question, *more)
        while word := self._page_word(text := await self.hear()):
            self._leave_by(word)
            self.say(question or about, *more, _going())
        return text

    @staticmethod
    def _page_words(inner: bool = True) -> list[str]:
        return [word_of("leave"), word_of("help"), word_of("again"), *([word_of("take_back")] if inner else [])]

    def _page_word(self, text: str, inner: bool = True) -> str:
        """Return which word of every page was typed; help about one is help about the page."""
        first, *more = text.split() or [""]
        return whole(text, self._page_words(inner)) or (whole(first, [word_of("help")]) if more else "")

    @staticmethod
    def _leave_by(word: str) -> None:
        if word == word_of("take_back"):
            raise Back
        if word == word_of("leave"):
            raise Left

    async def choose(
        self,
        question: str,
        choices: Sequence[MenuChoice],
        default: int | None = None,
        known: bool = False,
        inner: bool = True,
    ) -> int:
        """Ask for one of several things by its number or the beginning of its name; Enter takes the default.

        What is a number itself is typed as that number. What is `known` is told again only when it is asked for.
        `inner`: whether there is a page to go back to.
        """
        numbers = all(re.fullmatch(r"\d+(\.\d+)?", choice.name) for choice in choices)
        numbered = [choice.name if numbers else _("{n} {name}", n=n, name=choice.name)
                    for n, choice in enumerate(choices, 1)]  # fmt: skip
        lines = []
        for name, choice in zip(numbered, choices, strict=True):
            lines.append(_("{name}: {sentence}", name=name, sentence=choice.more) if choice.more else name)
        takes = _("Enter takes {name}.", name=choices[default].name) if default is not None else ""
        self.say(question, *([] if known else lines), takes)
        self.offer([(name, choice.name if numbers else str(n))
                    for n, (name, choice) in enumerate(zip(numbered, choices, strict=True), 1)])  # fmt: skip
        try:
            return await self._chosen(question, choices, numbered, lines, takes, default, inner)
        finally:
            self.offer(())

    async def _chosen(
        self,
        question: str,
        choices: Sequence[MenuChoice],
        numbered: Sequence[str],
        lines: Sequence[str],
        takes: str,
        default: int | None,
        inner: bool,
    ) -> int:
        """Return which of several things somebody chooses, once the question was asked."""
        called = [choice.name for choice in choices]
        numbers = called == list(numbered)
        while True:
            text = await self.hear()
            if not text and default is not None:
                return default
            exact, word = called_so(text, called), self._page_word(text, inner)
            found = exact or matching(text, [(name,) for name in called]) or within(text, called)
            if text.isdecimal() and not numbers:
                found = [*({int(text) - 1} & {*range(len(choices))} - {*exact}), *exact]
            if exact and (word or len(found) > 1):
                place = await self.meant(text, found, called, word)
                if place is not None:
                    return place
            if text and not found and len(words := begun(text, self._page_words(inner))) == 1:
                word = words[0]
            self._leave_by(word)
            if not text or word:
                self.say(question, *lines, takes, _going() if inner else "")
            elif len(found) == 1:
                return found[0]
            elif not exact:
                self.say(which([numbered[place] for place in found]) if found else unknown(text))

    async def meant(
        self,
        text: str,
        places: Sequence[int],
        called: Sequence[str],
        word: str = "",
        hear: Callable[[], Awaitable[str]] | None = None,
    ) -> int | None:
        """Ask back what a text means that means two things, and return which choice; None: it is the `word`."""
        meanings = [_("number {n}, {name}", n=place + 1, name=called[place]) for place in places]
        if word:
            meanings.append(_("the word {word}", word=word))
        letters = [chr(ord("a") + number) for number in range(len(meanings))]
        said = [_("{n} {name}", n=letter, name=what) for letter, what in zip(letters, meanings, strict=True)]
        while True:
            self.say(_("{text} could mean several things: type a letter. {choices}.", text=text,
                       choices=choices_listed(said)))  # fmt: skip
            letter = (await (hear or self.hear)()).casefold()
            if letter in letters:
                return [*places, None][letters.index(letter)]


def _read(line: bytes) -> str:
    """Return what was typed: UTF-8, or what the locale has; what neither can read is no letter, and no name has it."""
    for encoding in ("utf-8", getpreferredencoding(False)):
        with suppress(UnicodeError, LookupError):
            return line.decode(encoding)
    return line.decode("utf-8", "surrogateescape")


def matching(text: str, names: Sequence[Sequence[str]]) -> list[int]:
    """Return the places of what is called by a text: exactly so, or else whose names begin so.

    Each has as many names, and what fits a name that stands before others is not looked for among those.
    """
    wanted = text.casefold()
    for fits in (str.__eq__, str.startswith):
        for called in zip(*names, strict=True):
            if found := [place for place, name in enumerate(called) if fits(name.casefold(), wanted)]:
                return found
    return []


def within(text: str, names: Sequence[str]) -> list[int]:
    """Return the places of what has a word in its name that begins so."""
    wanted = f" {text.casefold()}"
    return [place for place, name in enumerate(names) if text and wanted in f" {name.casefold()}"]


def _going() -> str:
    """Return what goes away from a page."""
    return _("{word} goes back.", word=word_of("leave"))


def called_so(text: str, names: Sequence[str]) -> list[int]:
    """Return the places of what is called exactly so."""
    return [place for place, name in enumerate(names) if name.casefold() == text.casefold()]


def unknown(text: str) -> str:
    return _("{text}? I don't know that. Type {word}.", text=text[:ECHOED], word=word_of("help"))


def choices_listed(names: Sequence[str]) -> str:
    """Return choices after one another; a name may have a comma in it."""
    text = names[0]
    for name in names[1:]:
        text = pgettext("choices", "{first}; {next}", first=text, next=name)
    return text


def which(names: Sequence[str]) -> str:
    """Return what is asked back where a text could mean several things."""
    return _("Which one? {names}.", names=choices_listed(names))
