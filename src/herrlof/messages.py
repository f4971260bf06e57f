"""Texts for people. Each is a message of gettext with named arguments, looked up when it is said and never at import.

A message is whole, from its capital to its full stop, with a form of its own for whoever reads it ("You led {card}.")
and for the others ("{name} led {card}."). `pybabel` finds the functions below by their names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, wraps
from typing import Any, Final, NamedTuple, ParamSpec, Protocol, TypeAlias, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")


class Catalogue(Protocol):
    """The messages of one language, as `gettext.GNUTranslations` has them."""

    def gettext(self, message: str) -> str: ...

    def pgettext(self, context: str, message: str) -> str: ...

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str: ...

    def __hash__(self) -> int: ...


_spoken: Catalogue | None = None
"""The language of the program: one that is chosen is heard at once in all that goes on; None: English."""
_own: ContextVar[tuple[Catalogue | None] | None] = ContextVar("own", default=None)
"""Another one for what is said to somebody who has a language of their own."""


def use_catalogue(catalogue: Catalogue | None) -> None:
    """Say everything in this program with a catalogue from now on; None: in English."""
    global _spoken
    _spoken = catalogue


@contextmanager
def using_catalogue(catalogue: Catalogue | None) -> Iterator[None]:
    """Say with a catalogue what is said meanwhile in this task, whatever the language of the program."""
    before = _own.set((catalogue,))
    try:
        yield
    finally:
        _own.reset(before)


def current_catalogue() -> Catalogue | None:
    """Return in which language is spoken now; None: English."""
    own = _own.get()
    return _spoken if own is None else own[0]


class Said(str):
    """A message that was said, which is still known: another end of a line may say it in another language."""

    message: Message
    parts: dict[str, object]

    __slots__ = ("message", "parts")

    def format(self, *args: object, **parts: object) -> str:
        """Return it with more arguments."""
        return _known(super().format(*args, **_signed(parts)), self.message, {**self.parts, **parts})


def numeral(value: float, form: str = "g") -> str:
    """Return a number as people write it: one below 0 with a minus sign, not with a hyphen; and 0 has none."""
    text = format(value, form)
    return text.replace("-", "−") if text.strip("-0.") else format(abs(value), form)


class _Below:
    """A number below 0, in whatever form a message gives it."""

    def __init__(self, value: float) -> None:
        self._value = value

    def __format__(self, form: str) -> str:
        return numeral(self._value, form)

    def __repr__(self) -> str:
        return numeral(self._value)


def _signed(parts: Mapping[str, object]) -> dict[str, object]:
    return {name: _Below(part) if isinstance(part, int | float) and part < 0 else part for name, part in parts.items()}


def _known(text: str, message: Message, parts: dict[str, object]) -> str:
    found = Said(text)
    found.message, found.parts = message, parts
    return found


def _filled(text: str, english: str, message: Message, parts: dict[str, object]) -> str:
    """Return a text with its arguments; one that a translator has got wrong is said in English."""
    if parts:
        signed = _signed(parts)
        try:
            text = text.format(**signed)
        except (LookupError, ValueError):
            text = english.format(**signed)
    return _known(text, message, parts)


def _(message: str, /, **parts: object) -> str:
    """Return a message with its arguments."""
    catalogue = current_catalogue()
    text = message if catalogue is None else catalogue.gettext(message)
    return _filled(text, message, message, parts)


def pgettext(context: str, message: str, /, **parts: object) -> str:
    """Return a message as it is said in a context; `cell:9` is a text for a place of nine columns."""
    catalogue = current_catalogue()
    text = message if catalogue is None else catalogue.pgettext(context, message)
    return _filled(text, message, InContext(context, message), parts)


def ngettext(one: str, many: str, n: int, /, **parts: object) -> str:
    """Return the form of a message for a number, which is its argument `n`."""
    catalogue = current_catalogue()
    english, parts = one if n == 1 else many, {"n": n, **parts}
    text = english if catalogue is None else catalogue.ngettext(one, many, n)
    return _filled(text, english, Plural(one, many), parts)


def N_(message: str, /) -> str:
    """Return a message as it is, in a table that is made at import; `_` says it where it is shown."""
    return message


class Plural(NamedTuple):
    """A message that has a form for each number `n`, as it is in a table."""

    one: str
    many: str


class InContext(NamedTuple):
    """A message with a context, as it is in a table."""

    context: str
    text: str


Message: TypeAlias = "str | Plural | InContext"
"""A message that is not said yet: `said` says it."""


def NN_(one: str, many: str, /) -> Plural:
    """Return a message with a form for each number as it is, where it is not said yet."""
    return Plural(one, many)


def NP_(context: str, message: str, /) -> InContext:
    """Return a message with a context as it is, where it is not said yet."""
    return InContext(context, message)


def said(message: Message, /, **parts: Any) -> str:
    """Return a message with its arguments; nothing for an empty one."""
    if not message:
        return ""
    if isinstance(message, Plural):
        return ngettext(message.one, message.many, parts.pop("n"), **parts)
    return pgettext(message.context, message.text, **parts) if isinstance(message, InContext) else _(message, **parts)


class Label:
    """A message without arguments that is an attribute of a class: it is said where it is read."""

    def __init__(self, message: str, context: str = "") -> None:
        """Keep a message; `cell:9` is the context of a text for a place of nine columns."""
        self._message, self._context = message, context

    def __get__(self, _object: object, _owner: type) -> str:
        return pgettext(self._context, self._message) if self._context else _(self._message)


class Letters:
    """Letters that stand on pieces and are the keys that choose them; a language has its own, in the same order."""

    def __init__(self, context: str, letters: str) -> None:
        """Keep letters, all of them different; the context tells who translates what each of them names."""
        self._context, self.letters = context, letters

    def said(self) -> str:
        found = pgettext(self._context, self.letters)
        return found if len(found) == len(self.letters) else self.letters

    def own(self, letter: str) -> str:
        """Return what this language has for one of them; others are the same everywhere."""
        place = self.letters.find(letter.upper()) if letter else -1
        if place < 0:
            return letter
        found = self.said()[place]
        return found if letter.isupper() else found.lower()


ANSWER_LETTERS: Final = Letters("letters: yes, no", "YN")
"""What answers a question with a yes or a no."""


def cached_by_language(make: Callable[P, R]) -> Callable[P, R]:
    """Make once in each language what consists of messages alone, for it is drawn at every key."""
    made: Any = cache(lambda _language, *args, **more: make(*args, **more))

    @wraps(make)
    def found(*args: P.args, **more: P.kwargs) -> R:
        return cast("R", made(current_catalogue(), *args, **more))

    return found


def emphasis(message: str, /, **parts: object) -> tuple[str, str]:
    """Return a message in two: its beginning, up to the `|` in it, is emphasised, and the rest is not."""
    try:
        return _halves(_(message), parts)
    except (LookupError, ValueError):
        return _halves(message, parts)


def _halves(text: str, parts: Mapping[str, object]) -> tuple[str, str]:
    beginning, rest = text.split("|")
    parts = _signed(parts)
    return beginning.format(**parts), rest.strip().format(**parts)


def pieces(text: str) -> list[tuple[str, str]]:
    """Return the texts of a message that is drawn piece by piece, each with the name of the argument after it."""
    from string import Formatter

    return [(literal, name or "") for literal, name, _format, _conversion in Formatter().parse(text)]


# Lists


def all_of(items: Iterable[object]) -> str:
    """Return `a, b and c`."""
    return _joined(items, NP_("list", "{first}, {next}"), NP_("list, last", "{first} and {last}"))


def one_of(items: Iterable[object]) -> str:
    """Return `a, b or c`."""
    return _joined(items, NP_("list", "{first}, {next}"), NP_("list, last", "{first} or {last}"))


def listed(items: Iterable[object]) -> str:
    """Return `a, b, c`; nothing for nothing."""
    return _joined(items, NP_("list", "{first}, {next}"))


def versus(items: Iterable[object]) -> str:
    """Return `a v b v c`, who plays against whom; nothing for nothing."""
    return _joined(items, NP_("players", "{first} v {next}"))


def _joined(items: Iterable[object], between: InContext, last: InContext | None = None) -> str:
    texts = [item if isinstance(item, str) else str(item) for item in items]
    found = texts[0] if texts else ""
    for number, text in enumerate(texts[1:], 2):
        if last and number == len(texts):
            found = said(last, first=found, last=text)
        else:
            found = said(between, first=found, next=text)
    return found


def paragraph(*sentences: str) -> str:
    """Return whole sentences after one another; empty ones are left out."""
    return " ".join(filter(None, sentences))
