"""What can be saved of a damaged record."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from herrlof.messages import _, paragraph
from herrlof.records.disk import DISK, Disk, write_all
from herrlof.records.errors import Damaged, RecordError, Unreadable, error_text
from herrlof.records.lines import scan, unedited
from herrlof.records.storage import SUFFIX, read_file
from herrlof.table.resume import replayed


def repair(path: Path, disk: Disk = DISK) -> tuple[Path, int, Damaged] | None:
    """Write a copy of a damaged record up to the damage, beside it, and return its path, its lines and the damage.

    The damaged file stays as it is. None: nothing is damaged. RecordError: nothing can be saved.
    """
    from herrlof.records.models import parse

    saved = read_file(path, disk)
    data = unedited(saved)
    found = scan(data)
    told = scan(saved).damage if data != saved else found.damage
    damage = told and Damaged(str(path), len(found.bodies) + 1 if found.damage else 1, told)
    keep = found.bodies
    while True:
        try:
            replayed(parse(keep, str(path)))
        except Damaged as error:
            if error.line == 1:
                reason = error.reason if keep else found.damage or error.reason
                nothing = _("There's nothing before that to save.")
                raise Damaged(str(path), 1, paragraph(reason, nothing)) from None
            damage, keep = error, keep[: error.line - 1]
        else:
            break
    if not damage:
        return None
    size = sum(len(body) + 41 for body in keep)
    for copy in _copies(path):
        try:
            fd = disk.open(copy, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
        except FileExistsError:
            continue
        except OSError as error:
            raise Unreadable(_("{file} can't be written: {reason}.", file=copy, reason=error_text(error))) from None
        try:
            write_all(disk, fd, data[:size])
            disk.sync(fd)
            disk.sync_folder(copy.parent)
        except OSError as error:
            with contextlib.suppress(OSError):
                disk.unlink(copy)
            raise Unreadable(_("{file} can't be written: {reason}.", file=copy, reason=error_text(error))) from None
        finally:
            disk.close(fd)
        return copy, len(keep), damage
    raise RecordError(_("There are too many repaired copies of {file}.", file=path))


def _copies(path: Path) -> Sequence[Path]:
    return [path.with_name(f"{path.stem}-repaired{number}{SUFFIX}") for number in ("", *range(2, 100))]
