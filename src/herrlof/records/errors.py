"""What can be wrong with a record or its disk. Every message is a sentence for a person and names no card."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Final

from herrlof.messages import N_, _
from herrlof.records.names import printable

LONGEST: Final = 2000
"""Characters of a message that is told whole."""


class RecordError(ValueError):
    """A record that cannot be used now."""

    def __init__(self, message: str) -> None:
        """Say what is wrong; the name of a file may be long, and hold what a terminal would obey."""
        if len(message) > LONGEST:
            message = f"{message[: LONGEST // 2]}…{message[-LONGEST // 2 :]}"
        super().__init__(printable(message, LONGEST + 1))


class Damaged(RecordError):
    """A record that is not as it was written, from `line` (counted from 1) on."""

    def __init__(self, source: str, line: int, reason: str) -> None:
        """Say in which file, from which line on, and what is wrong: a sentence."""
        super().__init__(_("{file}, line {line}: {reason}", file=source, line=line, reason=reason))
        self.source = source
        self.line = line
        self.reason = reason


class Busy(RecordError):
    """Another program has this record open."""


class Unreadable(RecordError):
    """The operating system does not let this file be read."""


_TEXTS: Final = {
    errno.ENOSPC: N_("the disk is full"),
    errno.EDQUOT: N_("your disk quota is used up"),
    errno.EROFS: N_("the disk is read-only"),
    errno.EIO: N_("the disk reports an error"),
    errno.ENOENT: N_("the file or its folder is gone"),
    errno.EFBIG: N_("the file is too large"),
    errno.EMFILE: N_("too many files are open"),
    errno.ENFILE: N_("too many files are open"),
}


def error_text(error: OSError, reading: bool = False) -> str:
    """Return what the operating system says, in words for a player: the reason in a longer sentence."""
    if error.errno in (errno.EACCES, errno.EPERM):
        return _permission(error.filename, reading)
    if (text := _TEXTS.get(error.errno or 0)) is not None:
        return _(text)
    return error.strerror or _("an operating system error")


def _permission(path: object, reading: bool) -> str:
    """Return what was not allowed, and by whom."""
    from herrlof.records.disk import owner_of

    found = owner_of(Path(os.fsdecode(path))) if isinstance(path, (str, bytes, os.PathLike)) else None
    if found is None:
        return _("you may not read it") if reading else _("you may not write there")
    place, owner = found
    if reading:
        return _("you may not read it: {place} belongs to {owner}", place=place, owner=owner)
    return _("you may not write there: {place} belongs to {owner}", place=place, owner=owner)
