"""Fair chance: a committed seed, cuts, one key for every deal and draw, and codes to deal them again.

`docs/fairness.md` gives the formulas for people, with test vectors. Everything that is hashed is one
line of ASCII text whose fields stand between slashes, and nothing here rests on how a version of
Python draws numbers, so a match can be checked in any language.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
import unicodedata
from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any, Final, SupportsIndex, TypeVar

from herrlof.messages import N_, _, paragraph
from herrlof.records.format1 import LABELS
from herrlof.records.names import clean_cut

T = TypeVar("T")

VERSION: Final = "herrlof/1"
"""Begins every line that is hashed; other formulas need another one."""
SEED_SIZE: Final = 32
ROOT_SIZE: Final = 16


# From the seed to one key for everything that chance does


def new_seed() -> bytes:
    """Return 256 random bits from the operating system."""
    return secrets.token_bytes(SEED_SIZE)


def commitment(seed: bytes, game_id: str) -> str:
    """Return the hex digest that is shown before the first card and fixes the seed of this game."""
    if not re.fullmatch(r"[!-.0-~]+", game_id):
        raise ValueError(f"a game id is made of ASCII letters, digits and signs without '/', not {game_id!r}")
    line = f"{VERSION}/commitment/{game_id}/{_sized(seed, SEED_SIZE, 'seed').hex()}"
    return hashlib.sha256(line.encode()).hexdigest()


def mixed(seed: bytes, cuts: Sequence[str] = ()) -> bytes:
    """Return the root of all chance in a match: the seed with everybody's cut, in seat order, mixed in."""
    line = "/".join([f"{VERSION}/root", *[clean_cut(cut).encode().hex() for cut in cuts]])
    return hmac.digest(_sized(seed, SEED_SIZE, "seed"), line.encode(), "sha256")[:ROOT_SIZE]


def cut_hash(game_id: str, place: int, cut: str) -> str:
    """Return the hex digest that a person gives of a cut before anybody's cut is known, so that nobody cuts last."""
    return hashlib.sha256(f"{VERSION}/cut/{game_id}/{place}/{clean_cut(cut).encode().hex()}".encode()).hexdigest()


def subkey(root: bytes, label: str, *numbers: int) -> bytes:
    """Return the key for one purpose; neither the root nor another key can be computed from it."""
    if not re.fullmatch(r"[a-z-]+", label) or min(numbers, default=0) < 0:
        raise ValueError(f"a key is named by a word and numbers from 0, not {label!r} and {numbers}")
    line = "/".join([VERSION, label, *map(str, numbers)])
    return hmac.digest(_sized(root, ROOT_SIZE, "root"), line.encode(), "sha256")


def _sized(value: bytes, size: int, name: str) -> bytes:
    if len(value) != size:
        raise ValueError(f"a {name} has {size} bytes, not {len(value)}")
    return value


# From a key to numbers


class HmacRandom(Random):
    """A generator fixed by its key: block i of its bytes is HMAC-SHA256(key, i in decimal).

    `below`, `shuffle`, `randrange`, `choice`, `getrandbits` and `random` are defined here down to the
    byte. What else `Random` offers works too, but may differ between versions of Python.
    """

    def __init__(self, key: bytes) -> None:
        """Start at the first byte of this key's stream."""
        super().__init__(key)

    def seed(  # type: ignore[override]  # as in the standard library, which disagrees with its own base class
        self, a: int | float | str | bytes | bytearray | None = None, version: int = 2
    ) -> None:
        """Start at the first byte of another key's stream."""
        if not isinstance(a, bytes):
            raise TypeError(f"the key is bytes, not {type(a).__name__}")
        self._key = a
        self._blocks = 0
        self._pool = b""
        self._at = 0
        self.gauss_next: float | None = None

    def _block(self, number: int) -> bytes:
        return hmac.digest(self._key, b"%d" % number, "sha256")

    def _take(self, size: int) -> int:
        """Return the next `size` bytes as a number, first byte first."""
        while self._at + size > len(self._pool):
            self._pool = self._pool[self._at :] + self._block(self._blocks)
            self._blocks += 1
            self._at = 0
        start = self._at
        self._at = start + size
        return int.from_bytes(self._pool[start : self._at], "big")

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely.

        Take as many bytes as n - 1 needs (none for n = 1); take again where the number is not below
        the largest multiple of n that so many bytes can reach; return the remainder by n.
        """
        if n < 1:
            raise ValueError(f"no number from 0 on is below {n}")
        size = ((n - 1).bit_length() + 7) // 8
        limit = (1 << 8 * size) // n * n
        while (number := self._take(size)) >= limit:
            pass
        return number % n

    _randbelow = below

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle in place (Fisher and Yates): from the last place down to the second, swap with below(place + 1)."""
        for place in range(len(x) - 1, 0, -1):
            other = self.below(place + 1)
            x[place], x[other] = x[other], x[place]

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]  # typeshed asks for less than a sequence
        """Return the element at below(length)."""
        if not len(seq):
            raise IndexError("there is nothing to choose from")
        return seq[self.below(len(seq))]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Return the element of range(start, stop, step) at below(length)."""
        if stop is None:
            start, stop = 0, start
        numbers = range(start, stop, step)
        if not numbers:
            raise ValueError(f"{numbers} is empty")
        return numbers[self.below((numbers[-1] - start) // step + 1)]

    def getrandbits(self, k: SupportsIndex, /) -> int:
        """Return the first k bits of the next whole bytes."""
        bits = k.__index__()
        if bits < 0:
            raise ValueError("there are no fewer than 0 bits")
        size = (bits + 7) // 8
        return self._take(size) >> 8 * size - bits

    def random(self) -> float:
        """Return a number from 0 up to 1: the first 53 bits of the next 7 bytes, divided by 2**53."""
        return (self._take(7) >> 3) / (1 << 53)


class FairChance:
    """All the chance of one match; only the referee holds it, because its root tells every card."""

    __slots__ = ("_root",)

    def __init__(self, root: bytes) -> None:
        """Take the root from `mixed` or from `parse_deal_code`."""
        self._root = _sized(root, ROOT_SIZE, "root")

    @property
    def code(self) -> str:
        """The deal code, for after the match: it gives the same deals again."""
        return deal_code(self._root)

    def rng_for(self, kind: str, n: int) -> HmacRandom:
        """Return the generator of the n-th chance of its kind, counted from 1 over the whole match.

        Each kind is counted by itself, so how a round was played cannot change the next deal.
        """
        label = LABELS.get(kind)
        if label is not None and n == 1:
            return HmacRandom(subkey(self._root, label))
        return HmacRandom(subkey(self._root, label or kind, n))

    def bot_rng(self, seat: int, move: int = 0) -> Random:
        """Return a generator of its own for the bot in a seat and the move of this number.

        It is an ordinary, fast one; nothing about the cards follows from it, since its key is one-way.
        """
        return Random(int.from_bytes(subkey(self._root, "bot", seat, move), "big"))


# Deal codes: 26 base-32 digits of the root and 2 check digits


CODE_LETTERS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's alphabet: no I, L, O (read as 1, 1, 0) and no U."""
CODE_LENGTH: Final = 28
GROUP: Final = 4

_DIGITS: Final = {
    **{letter: digit for digit, letter in enumerate(CODE_LETTERS)},
    **{letter.lower(): digit for digit, letter in enumerate(CODE_LETTERS)},
    **dict.fromkeys("Oo", 0),
    **dict.fromkeys("IiLl", 1),
}
_GROUPS: Final = (
    N_("Check the 1st group."), N_("Check the 2nd group."), N_("Check the 3rd group."), N_("Check the 4th group."),
    N_("Check the 5th group."), N_("Check the 6th group."), N_("Check the 7th group."),
)  # fmt: skip


def deal_code(root: bytes) -> str:
    """Return a root as seven groups of four letters and digits."""
    number = int.from_bytes(_sized(root, ROOT_SIZE, "root"), "big")
    digits = [number >> 5 * place & 31 for place in reversed(range(CODE_LENGTH - 2))]
    plain, _ = _sums(digits)
    tails = [(first, plain ^ first) for first in range(32)]
    digits += next(tail for tail in tails if not any(_sums([*digits, *tail])))
    letters = "".join(CODE_LETTERS[digit] for digit in digits)
    return "-".join(letters[start : start + GROUP] for start in range(0, CODE_LENGTH, GROUP))


def parse_deal_code(text: str) -> bytes:
    """Return the root in a deal code; raise ValueError with a sentence that says where to look.

    Small letters, O for 0, I and L for 1, and spaces or dashes anywhere or nowhere are fine.
    """
    groups = "".join(" " if unicodedata.category(letter) == "Pd" else letter for letter in text).split()
    letters = "".join(groups)
    for place, letter in enumerate(letters):
        if letter not in _DIGITS:
            where = _(_GROUPS[place // GROUP]) if place < CODE_LENGTH else ""
            raise ValueError(paragraph(_("A deal code never has {letter!r}.", letter=letter), where))
    if len(letters) != CODE_LENGTH:
        odd = [number for number, group in enumerate(groups) if len(group) != GROUP]
        where = _(_GROUPS[odd[0]]) if len(groups) == len(_GROUPS) else ""
        text = _("A deal code has {most} letters and digits, not {n}.", most=CODE_LENGTH, n=len(letters))
        raise ValueError(paragraph(text, where))
    digits = [_DIGITS[letter] for letter in letters]
    plain, weighted = _sums(digits)
    if plain or weighted:
        raise ValueError(paragraph(_("The check letters at the end don't fit."), _advice(plain, weighted)))
    number = 0
    for digit in digits[:-2]:
        number = number << 5 | digit
    if number >> 8 * ROOT_SIZE:
        raise ValueError(_("This isn't a deal code, or it's a newer kind: the first character is 0 to 7."))
    return number.to_bytes(ROOT_SIZE, "big")


def _double(digit: int) -> int:
    """Multiply by x in the field of 32 elements, modulo x^5 + x^2 + 1."""
    return digit << 1 ^ (0b100101 if digit & 16 else 0)


def _sums(digits: Sequence[int]) -> tuple[int, int]:
    """Return the plain sum of the digits and the one that counts each double the next; both 0 in a right code."""
    plain = weighted = 0
    for digit in digits:
        plain ^= digit
        weighted = _double(weighted) ^ digit
    return plain, weighted


def _advice(plain: int, weighted: int) -> str:
    """Say where to look: if only one letter is wrong, the two sums tell which."""
    if not plain:
        return _("Have two letters changed places?")
    for place in reversed(range(CODE_LENGTH)):
        if plain == weighted:
            return paragraph(_(_GROUPS[place // GROUP]), _("If it's right, more than one letter is wrong."))
        plain = _double(plain)
    return _("More than one letter is wrong.")
