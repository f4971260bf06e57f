"""Texts for people. Each is a message of gettext with named arguments, looked up when it is said and never at import.

A message is whole, from its capital to its full stop, with a form of its own for whoever reads it ("You led {card}.")
and for the others ("{name} led {card}."). `pybabel` finds the functions below by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextvars import ContextVar
from functools import cache, wraps
from typing import Any, ParamSpec, Protocol, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")


class Catalogue(Protocol):
    """The messages of one language, as `gettext.GNUTranslations` has them."""

    def gettext(self, message: str) -> str:
        """Return a message in this language."""

    def pgettext(self, context: str, message: str) -> str:
        """Return a message in this language, as it is said in a context."""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the form of a message for a number."""


_catalogue: ContextVar[Catalogue | None] = ContextVar("catalogue", default=None)


def use(catalogue: Catalogue | None) -> None:
    """Say everything in this context with a catalogue from now on; None: in English."""
    _catalogue.set(catalogue)


def use_language(language: str) -> None:
    """Say everything in this context in a language; OSError where there is no catalogue of it."""
    from gettext import translation
    from pathlib import Path

    use(translation("messages", Path(__file__).with_name("locale"), [language]))


def _(message: str, /, **parts: object) -> str:
    """Return a message with its arguments."""
    catalogue = _catalogue.get()
    text = message if catalogue is None else catalogue.gettext(message)
    return text.format(**parts) if parts else text


def pgettext(context: str, message: str, /, **parts: object) -> str:
    """Return a message as it is said in a context; `cell:9` is a text for a place of nine columns."""
    catalogue = _catalogue.get()
    text = message if catalogue is None else catalogue.pgettext(context, message)
    return text.format(**parts) if parts else text


def ngettext(one: str, many: str, n: int, /, **parts: object) -> str:
    """Return the form of a message for a number, which is its argument `n`."""
    catalogue = _catalogue.get()
    text = (one if n == 1 else many) if catalogue is None else catalogue.ngettext(one, many, n)
    return text.format(n=n, **parts)


def N_(message: str, /) -> str:
    """Return a message as it is, in a table that is made at import; `_` says it where it is shown."""
    return message


class Label:
    """A message without arguments that is an attribute of a class: it is said where it is read."""

    def __init__(self, message: str, context: str = "") -> None:
        """Keep a message; `cell:9` is the context of a text for a place of nine columns."""
        self._message, self._context = message, context

    def __get__(self, _object: object, _owner: type) -> str:
        """Say it."""
        return pgettext(self._context, self._message) if self._context else _(self._message)


def kept(make: Callable[P, R]) -> Callable[P, R]:
    """Make once in each language what consists of messages alone, for it is drawn at every key."""
    made: Any = cache(lambda _catalogue, *args, **more: make(*args, **more))

    @wraps(make)
    def found(*args: P.args, **more: P.kwargs) -> R:
        return cast("R", made(_catalogue.get(), *args, **more))

    return found


def emphasis(message: str, /, **parts: object) -> tuple[str, str]:
    """Return a message in two: its beginning, up to the `|` in it, is emphasised, and the rest is not."""
    beginning, rest = _(message).split("|")
    return beginning.format(**parts), rest.strip().format(**parts)


def pieces(text: str) -> list[tuple[str, str]]:
    """Return the texts of a message that is drawn piece by piece, each with the name of the argument after it."""
    from string import Formatter

    return [(literal, name or "") for literal, name, _format, _conversion in Formatter().parse(text)]


# Lists


def all_of(items: Iterable[object]) -> str:
    """Return `a, b and c`."""
    return _joined(items, pgettext("list", "{first}, {next}"), pgettext("list, last", "{first} and {last}"))


def one_of(items: Iterable[object]) -> str:
    """Return `a, b or c`."""
    return _joined(items, pgettext("list", "{first}, {next}"), pgettext("list, last", "{first} or {last}"))


def listed(items: Iterable[object]) -> str:
    """Return `a, b, c`; nothing for nothing."""
    return _joined(items, pgettext("list", "{first}, {next}"))


def versus(items: Iterable[object]) -> str:
    """Return `a v b v c`, who plays against whom; nothing for nothing."""
    return _joined(items, pgettext("players", "{first} v {next}"))


def _joined(items: Iterable[object], between: str, last: str = "") -> str:
    texts = [str(item) for item in items]
    found = texts[0] if texts else ""
    for number, text in enumerate(texts[1:], 2):
        form = last if last and number == len(texts) else between
        found = form.format(first=found, next=text, last=text)
    return found


def paragraph(*sentences: str) -> str:
    """Return whole sentences after one another; empty ones are left out."""
    return " ".join(filter(None, sentences))
