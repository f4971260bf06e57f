"""The lines of a record: the text of each, and its hash, which the next one is chained to; see `docs/records.md`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from herrlof.messages import _

FORMAT: Final = 3
"""The number of the format that new records have."""
FIRST: Final = "0" * 32
"""What the hash of the first line is chained to."""
BEFORE_BODY: Final = 6 + 1 + 32 + 1
"""Bytes of a line before its JSON: the length, a space, the hash, a space."""
MAX_BODY: Final = 999_999


def encode_line(line: Mapping[str, Any], previous: str) -> tuple[bytes, str]:
    """Return a whole line of the file and its hash, which the next line is chained to."""
    body = dumps(line).encode("ascii")
    if len(body) > MAX_BODY:
        raise ValueError(f"a line of a record has at most {MAX_BODY} bytes, not {len(body)}")
    digest = hash_of(previous, body)
    return b"%06d %s %s\n" % (len(body), digest.encode(), body), digest


def dumps(line: Any) -> str:
    """Return a line as JSON."""
    import json  # where nothing is kept yet, home opens without it

    return json.dumps(line, sort_keys=True, separators=(",", ":"), allow_nan=False)


def loads(body: bytes | str) -> dict[str, Any]:
    """Return what the JSON of a line says; ValueError where it does not stand as this program writes it.

    That leaves one text for each line: no key twice, no space, no number that is none, nothing beyond ASCII.
    """
    import json

    try:
        text = body.decode("ascii") if isinstance(body, bytes) else body
        raw = json.loads(text)
        same = isinstance(raw, dict) and dumps(raw) == text
    except (ValueError, RecursionError):
        raise ValueError(_("This is no JSON.")) from None
    if not same:
        raise ValueError(_("This is not as the program writes it."))
    found: dict[str, Any] = raw
    return found


def hash_of(previous: str, body: bytes) -> str:
    """Return the hash of a line: 32 hex digits of SHA-256 over the hash before it and its JSON."""
    import hashlib  # where nothing is kept yet, home opens without it

    return hashlib.sha256(previous.encode() + body).hexdigest()[:32]


class Scan(NamedTuple):
    """What the bytes of a file hold."""

    bodies: list[bytes]
    """The JSON of each good line."""
    good: int
    """How many bytes the good lines take."""
    last: str
    """The hash of the last good line."""
    damage: str | None
    """What is wrong after the good lines; a torn last line is nothing wrong."""


def scan(data: bytes) -> Scan:
    """Return the good lines from the start of a file.

    What was being written when the power went is torn: no line break, and shorter than its length says, with
    or without zeros after it. It was never shown, so it counts as not there. Anything else is damage.
    """
    bodies: list[bytes] = []
    at, previous = 0, FIRST
    while at < len(data):
        digits = data[at : at + 6]
        start = at + BEFORE_BODY
        end = start + int(digits) if len(digits) == 6 and digits.isdigit() else len(data)
        body = data[start:end]
        digest = hash_of(previous, body)
        if data[at + 6 : start] != b" %s " % digest.encode() or data[end : end + 1] != b"\n":
            return Scan(bodies, at, previous, None if _torn(data[at:]) else _("This line is not as it was written."))
        bodies.append(body)
        at, previous = end + 1, digest
    return Scan(bodies, at, previous, None)


def _torn(tail: bytes) -> bool:
    if b"\n" in tail:
        return False
    text = tail.rstrip(b"\0")
    digits = text[:6]
    if not digits:
        return True
    return digits.isdigit() and (len(digits) < 6 or len(text) <= BEFORE_BODY + int(digits))


# What lines are, told by their first bytes: lists read thousands of records and load two lines of each


TAKE_BACK: Final = b'{"event":"take-back"'
"""How the JSON of a take-back begins."""
HINT: Final = b',"event":"hint"'
"""What stands in the JSON of a hint alone: in a text, a quote has a backslash."""
NAME: Final = b'{"event":"name"'
"""How the JSON of a name begins that somebody has chosen who took a seat."""
END: Final = b'{"event":"end"'
"""How the JSON of a finished match's last line begins."""
_MOVE: Final = rb'\{"by":-?[0-9]+,(?:"claimed":true,)?"do":'
_N: Final = rb',"n":([0-9]{1,7})[,}]'
"""The number of a move."""


def last_move(bodies: Sequence[bytes]) -> tuple[int, bytes | None]:
    """Return how many moves stand, and the JSON of the last of them: those that were taken back do not."""
    until = None
    for body in reversed(bodies):
        taken = body.startswith(TAKE_BACK)
        if not taken and re.match(_MOVE, body) is None:
            continue
        found = re.search(_N, body)
        if found is None:
            continue
        n = int(found[1])
        if taken:
            until = n if until is None else min(n, until)
        elif until is None or n < until:
            return n + 1, body
    return 0, None
