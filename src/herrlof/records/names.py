"""Who sits where, and the one definition of a fit name and a fit cut: for forms, flags, settings and records."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, TypeGuard

from herrlof.messages import _

MAX_CELLS: Final = 20
"""Terminal cells in a player's name."""
MAX_LETTERS: Final = 200
"""Characters in a name, marks that take no cell included, and in a cut."""
BOT_KEY: Final = r"^[!-~]{1,40}$"
"""What the key of a bot is made of, `*4` for more playouts included."""


HERE: Final = "here"
"""How a person plays who sits at the table's own keyboard."""
ELSEWHERE: Final = "elsewhere"
BOT: Final = "bot"
PROGRAM: Final = "program"
"""A bot that is another program."""
HOW: Final = (HERE, ELSEWHERE, BOT, PROGRAM)


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where: a person, a bot by its key, or another program."""

    name: str
    bot: str | None = None
    how: str = ""
    """One of `HOW`; where it is not given, a person is here."""

    def __post_init__(self) -> None:
        """Fill in how this seat plays."""
        if not self.how:
            object.__setattr__(self, "how", HERE if self.bot is None else BOT)

    @property
    def person(self) -> bool:
        """Whether a person sits here, at whatever keyboard."""
        return self.how in (HERE, ELSEWHERE)


def cells(text: str) -> int:
    """Return how many cells of a terminal a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # loaded for names beyond ASCII alone

    return cell_len(text)


def called(seats: Sequence[Seat], readers: Collection[int] = ()) -> list[str]:
    """Return the names in sentences: a player called You has a letter, but where that seat alone reads them."""
    return [
        _("Player {letter}", letter=chr(ord("A") + number))
        if is_you(seat.name) and [*readers] != [number]
        else seat.name
        for number, seat in enumerate(seats)
    ]


def is_you(name: str) -> bool:
    """Whether a name is the word by which the table speaks to who looks."""
    return name.casefold() in ("you", _("You").casefold())


def clean_name(text: str) -> str:
    """Return a name fit for the table: composed, trimmed, no control or direction marks; ValueError if it cannot be."""
    text = _decoded(text)
    if len(text) > 4 * MAX_LETTERS:
        raise ValueError(_("A name has at most {most} characters, not {n}.", most=MAX_LETTERS, n=len(text)))
    text = "".join(letter for letter in text if unicodedata.category(letter)[0] != "C" or letter == "\t")
    text = " ".join(unicodedata.normalize("NFC", text).split())
    if not text or not cells(text):
        raise ValueError(_("A name needs at least one visible character."))
    if cells(text) > MAX_CELLS:
        raise ValueError(_("The name '{name}…' is longer than {most} cells.", name=text[:MAX_CELLS], most=MAX_CELLS))
    if len(text) > MAX_LETTERS:
        raise ValueError(_("A name has at most {most} characters, not {n}.", most=MAX_LETTERS, n=len(text)))
    return text


def _decoded(text: str) -> str:
    """Return a text of which the locale could not read some bytes, read as UTF-8; ValueError where it is not that."""
    if text.isascii() or not any("\udc80" <= letter <= "\udcff" for letter in text):
        return text
    try:
        return text.encode("utf-8", "surrogateescape").decode()
    except UnicodeError:
        shown = "".join([letter if letter.isprintable() else "?" for letter in text[:MAX_CELLS]])
        raise ValueError(_("Some letters of '{name}' can't be read here: type it in UTF-8.", name=shown)) from None


def clean_seats(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats with clean names; ValueError where two are alike, or a bot's key is none."""
    cleaned = tuple(Seat(clean_name(seat.name), seat.bot, seat.how) for seat in seats)
    for seat in cleaned:
        if seat.bot is not None and not is_bot_key(seat.bot):
            raise ValueError(_("'{key}' isn't the key of a bot.", key=printable(seat.bot, 40)))
        if seat.how not in HOW or (seat.how == BOT) != (seat.bot is not None):
            raise ValueError(f"a seat is {HERE}, {ELSEWHERE}, a {BOT} with its key, or a {PROGRAM}")
    names = [seat.name.casefold() for seat in cleaned]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise ValueError(_("Two players are called '{name}': names have to differ.", name=cleaned[number].name))
    return cleaned


def is_bot_key(key: object) -> TypeGuard[str]:
    """Whether a bot can have this key; whether there is such a bot is another question."""
    return isinstance(key, str) and re.fullmatch(BOT_KEY, key) is not None


def clean_cut(text: str) -> str:
    """Return a cut as it is mixed in and recorded: NFC, without spaces at its ends; ValueError if it is too long.

    Characters that this Python does not know are refused: a later one might compose them differently.
    """
    for letter in text:
        if unicodedata.category(letter) in ("Cn", "Cs"):
            raise ValueError(
                _(
                    "This program doesn't know the character {letter!r}: leave it out of the cut.",
                    letter=letter,
                )
            )
    text = unicodedata.normalize("NFC", text).strip()
    if len(text) > MAX_LETTERS:
        raise ValueError(_("A cut has at most {most} characters, not {n}.", most=MAX_LETTERS, n=len(text)))
    return text


FIRST_STRONG: Final = "\u2068"
END_ISOLATE: Final = "\u2069"
_RIGHT_TO_LEFT: Final = "\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_RUN: Final = f"[{_RIGHT_TO_LEFT}](?:[{_RIGHT_TO_LEFT}\\s'’\u05f3\u05f4-]*[{_RIGHT_TO_LEFT}])?"


def isolated(line: str, names: Collection[str] = ()) -> str:
    """Return a line in which what is written from right to left turns nothing about that stands beside it.

    What is between the two marks keeps its direction to itself: `names` whole, and any words of such a script.
    """
    if line.isascii() or re.search(_RUN, line) is None:
        return line
    known = sorted((name for name in names if re.search(_RUN, name)), key=len, reverse=True)
    pattern = "|".join([*map(re.escape, known), _RUN])
    return re.sub(pattern, lambda found: f"{FIRST_STRONG}{found[0]}{END_ISOLATE}", line)


def printable(text: str, most: int = MAX_LETTERS) -> str:
    """Return a text from outside with nothing in it that a terminal would obey."""
    return "".join([letter if letter.isprintable() else "?" for letter in text[:most]])
