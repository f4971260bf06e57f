"""What is said, a line at a time, and what is typed. A line is never rewritten; nothing is drawn.

With a terminal at both ends the screen can be cleared between two people, and the bell rings; else nothing is written
but text and newlines.
"""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple, TextIO

from herrlof.messages import _, pgettext

LONGEST: Final = 1 << 14
"""Bytes of a line that are read; what is more is passed over."""
ECHOED: Final = 40
"""Letters of what was typed that are said again where it means nothing."""
ROWS: Final = 200
"""As many rows as are wiped one by one: some terminals keep a screen that is cleared as a whole in their scrollback."""
WIPE: Final = "".join(f"\x1b[{row}H\x1b[2K" for row in range(1, ROWS + 1)) + "\x1b[H\x1b[2J\x1b[3J"
SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGTSTP)
"""At these a hand is taken off the screen."""


class InputEnded(Exception):
    """Nothing more will be typed."""


class Left(Exception):
    """Somebody has asked to leave the page."""


class Choice(NamedTuple):
    """One of several things that can be chosen."""

    name: str
    """What is said, and typed or begun."""
    more: str = ""
    """What it is about, in a sentence."""


class Lines:
    """Both ends of a conversation in lines."""

    def __init__(self, source: int = 0, out: TextIO | None = None) -> None:
        """Read from a file descriptor, and write to a stream."""
        self._source = source
        self._out = out or sys.stdout
        self.terminal = os.isatty(source) and self._out.isatty()
        """Whether somebody types here and hears what is said."""
        self.hides = self.terminal and os.environ.get("TERM", "") not in ("", "dumb") and "STY" not in os.environ
        """Whether what was said can be taken off the screen and out of its scrollback."""
        self._unread = b""
        self._ended = False
        self._said: list[str] = []
        """What was said since something was typed,"""
        self.before: Sequence[str] = ()
        """and before that."""

    def say(self, *sentences: str) -> None:
        """Say sentences, a line each; empty ones are left out."""
        for sentence in filter(None, sentences):
            line = "".join([sign if sign.isprintable() else " " for sign in sentence]).strip()
            self._said.append(line)
            self._out.write(f"{line}\n")
        self._out.flush()

    async def hear(self) -> str:
        """Return the next line that is typed, without spaces at its ends; InputEnded where there is none."""
        text = await self.peek()
        self._unread = self._unread.partition(b"\n")[2]
        if self._said:
            self.before, self._said = self._said, []
        return text

    async def either(self, change: asyncio.Event, *others: asyncio.Future[Any], kept: bool = False) -> str | None:
        """Wait until a line is typed, or something else has happened; return the line, which is left to be heard.

        `kept`: the next line is known, and for later. InputEnded where there will be none.
        """
        changed = asyncio.ensure_future(change.wait())
        typed = None if kept else asyncio.ensure_future(self.peek())
        own = [task for task in (changed, typed) if task is not None]
        try:
            await asyncio.wait([*own, *others], return_when=asyncio.FIRST_COMPLETED)
            return typed.result() if typed is not None and typed.done() else None
        finally:
            for task in own:
                task.cancel()
            await asyncio.wait(own)

    async def peek(self) -> str:
        """Return the next line and leave it there to be heard; InputEnded where there is none."""
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
        return " ".join(self._unread.partition(b"\n")[0].decode("utf-8", "replace").split())

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
        """Ring the terminal's bell."""
        if self.terminal:
            self._out.write("\a")

    def clear(self) -> None:
        """Take all that was said off the screen and out of its scrollback, and forget what was typed ahead."""
        self.forget()
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

        def end(number: int, _frame: object) -> None:
            with suppress(OSError):
                os.write(self._out.fileno(), WIPE.encode())  # not by the stream: it may be at work just now
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
        if text.casefold() == leave_word():
            raise Left
        return text

    async def choose(
        self,
        question: str,
        choices: Sequence[Choice],
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
        while True:
            text = await self.ask()
            if not text and default is not None:
                return default
            if not text or text.casefold() in (help_word(), again_word()):
                self.say(question, *lines, takes, _("{word} goes back.", word=leave_word()) if inner else "")
                continue
            found = matching(text, [(choice.name,) for choice in choices])
            if text.isdecimal() and not numbers:
                found = [int(text) - 1] if 0 < int(text[:9]) <= len(choices) else []
            if len(found) == 1:
                return found[0]
            self.say(which([numbered[place] for place in found]) if found else unknown(text))


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


def leave_word() -> str:
    """Return the word that leaves every page."""
    return pgettext("word", "leave")


def help_word() -> str:
    """Return the word that asks what can be typed."""
    return pgettext("word", "help")


def again_word() -> str:
    """Return the word for hearing the last thing again."""
    return pgettext("word", "again")


def unknown(text: str) -> str:
    """Return that a text means nothing here."""
    return _("{text}: nothing here is called so. {word} tells what is.", text=text[:ECHOED], word=help_word())


def choices_listed(names: Sequence[str]) -> str:
    """Return choices after one another; a name may have a comma in it."""
    text = names[0]
    for name in names[1:]:
        text = pgettext("choices", "{first}; {next}", first=text, next=name)
    return text


def which(names: Sequence[str]) -> str:
    """Return what is asked back where a text could mean several things."""
    return _("Which one? {names}.", names=choices_listed(names))
