"""The lines of a record: the text of each, and its hash, which the next one is chained to; see `docs/records.md`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from herrlof.messages import _

FORMAT: Final = 4
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
        raise ValueError(_("This isn't JSON.")) from None
    if not same:
        raise ValueError(_("This isn't as the program writes it."))
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
    from hashlib import sha256  # where nothing is kept yet, home opens without it

    bodies: list[bytes] = []
    at, previous = 0, FIRST
    while at < len(data):
        digits = data[at : at + 6]
        start = at + BEFORE_BODY
        end = start + int(digits) if len(digits) == 6 and digits.isdigit() else len(data)
        body = data[start:end]
        digest = sha256(previous.encode() + body).hexdigest()[:32]
        if data[at + 6 : start] != b" %s " % digest.encode() or data[end : end + 1] != b"\n":
            return Scan(bodies, at, previous, None if _torn(data[at:]) else _damage(data))
        bodies.append(body)
        at, previous = end + 1, digest
    return Scan(bodies, at, previous, None)


EDITED: Final = b"\xef\xbb\xbf", b"\r\n"
"""What editors put before a text and at the ends of its lines, and what stands in no record."""


def unedited(data: bytes) -> bytes:
    """Return a file without what editors put into it when they save a text."""
    mark, end = EDITED
    return data.removeprefix(mark).replace(end, b"\n")


def _damage(data: bytes) -> str:
    if unedited(data) != data and scan(unedited(data)).bodies:
        return _("An editor has changed this file's form: herrlof repair makes a copy as it was.")
    return _("This line isn't as it was written.")


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
SEAT: Final = b',"event":"seat"'
"""Likewise of a bot that stands in, or stands in no more."""
START: Final = b',"event":"start"'
"""And of the line that starts the match."""
NAME: Final = b'{"event":"name"'
"""How the JSON of a name begins that somebody has chosen who took a seat."""
RESUME: Final = b'{"event":"resume"'
"""How the JSON about taking a match up again begins."""
ENDINGS: Final = b'{"event":"resign"', b'{"event":"end","n":'
"""How the JSON of an end begins before the rules end the match: a resignation's, and one's that all agreed to;"""
END: Final = b'{"event":"end","returns":'
"""and that of a finished match's last line."""
_TIME: Final = rb"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"
_CREATED: Final = rb',"created":"(%s)",' % _TIME
_RESUMED: Final = rb'\n[0-9]{6} [0-9a-f]{32} \{"event":"resume",[^\n]*"time":"(%s)"\}' % _TIME
_STAMP: Final = r"([0-9]{4})([0-9]{2})([0-9]{2}T[0-9]{2})([0-9]{2})([0-9]{2}Z)-"
"""How the name begins that the file of a match is made with."""
_ID: Final = rb',"id":"([!#-.0-[\]-~]{1,100})",'
_N: Final = rb',"n":([0-9]{1,7})[,}]'
"""The number of a move."""


def ending_line(n: int, seat: int | None) -> dict[str, Any]:
    """Return the line of an end before the rules end the match: who resigns before which move; None: all agreed."""
    return {"event": "end", "n": n} if seat is None else {"event": "resign", "n": n, "seat": seat}


def last_time(data: bytes, name: str = "") -> str:
    """Return the last time that a record tells of, in UTC: when it was taken up again, else when it was begun.

    Where it tells none it is the one with which the name of its file begins; nothing where that does not, either.
    """
    resumed = data.rfind(b' {"event":"resume"')
    found = re.search(_RESUMED, data[max(0, resumed - 40) :]) if resumed >= 0 else None
    found = found or re.search(_CREATED, data[: data.find(b"\n") + 1])
    if found is not None:
        return found[1].decode()
    stamp = re.match(_STAMP, name)
    return "{}-{}-{}:{}:{}".format(*stamp.groups()) if stamp else ""


def game_id(data: bytes) -> str:
    """Return the identity of the match of a record, as its first line has it; nothing where it has none."""
    found = re.search(_ID, data[: data.find(b"\n") + 1])
    return "" if found is None else found[1].decode()


def number_of(body: bytes) -> int:
    """Return the number of a move that stands in the JSON of a line; ValueError where there is none."""
    found = re.search(_N, body)
    if found is None:
        raise ValueError(_("Another line belongs here."))
    return int(found[1])
