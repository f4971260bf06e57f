"""Where files live: the folders of this program, the matches in them, and the settings."""

from __future__ import annotations

import contextlib
import errno
import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from herrlof.journal import (
    DISK,
    Busy,
    Disk,
    Journal,
    Scan,
    Unreadable,
    count_moves,
    lock_file,
    make_folders,
    plain,
    scan,
    write_all,
)
from herrlof.match import FORMAT, Damaged, Match, RecordError, Seat, clean_name, new_game_id
from herrlof.settings import Settings, read_settings, settings_text

if TYPE_CHECKING:
    from herrlof.records import Record

__all__ = ["Busy", "Damaged", "Journal", "Listed", "RecordError", "Storage", "Unreadable"]

SUFFIX: Final = ".herrlof"

UNFINISHED: Final = "unfinished"
FINISHED: Final = "finished"
OPEN: Final = "open"
"""Some program has it open: perhaps this one."""
DAMAGED: Final = "damaged"
UNREADABLE: Final = "unreadable"
"""The system does not let it be read, or a newer program wrote it."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One record in the list of matches; public facts only."""

    path: Path
    state: str
    created: str = ""
    """UTC, as in 2026-11-21T18:30:00Z."""
    touched: float = 0.0
    """When it was last written, in seconds since 1970."""
    game: str = ""
    seats: tuple[Seat, ...] = ()
    scores: tuple[int, ...] = ()
    moves: int = 0
    problem: str = ""
    """What is wrong, in a sentence."""

    @property
    def people(self) -> int:
        """How many seats a person has."""
        return sum(seat.bot is None for seat in self.seats)


def data_folder() -> Path:
    """Return the folder of this program's data: HERRLOF_DATA_DIR, or the system's own place."""
    if named := os.environ.get("HERRLOF_DATA_DIR"):
        return Path(named).expanduser().absolute()
    from platformdirs import user_data_path

    return user_data_path("herrlof", appauthor=False)


def config_folder() -> Path:
    """Return the folder of the settings: HERRLOF_CONFIG_DIR, or the system's own place."""
    if named := os.environ.get("HERRLOF_CONFIG_DIR"):
        return Path(named).expanduser().absolute()
    from platformdirs import user_config_path

    return user_config_path("herrlof", appauthor=False)


class Storage:
    """This program's files. Nothing is made before something is written."""

    def __init__(self, data: Path | None = None, config: Path | None = None, disk: Disk = DISK) -> None:
        """Use these folders, or those of the environment and the system."""
        self.data = data or data_folder()
        self.games = self.data / "games"
        self.config = config or config_folder()
        self.settings_file = self.config / "settings.toml"
        self._disk = disk

    # Matches

    def new_journal(self) -> Journal:
        """Return the file of a new match; it is made when the match writes its first line."""
        return Journal(self.games / f"{new_game_id()}{SUFFIX}", self._disk)

    def resume(self, path: Path) -> tuple[Match, Journal]:
        """Open a record and return its match as it stands; RecordError says why that cannot be."""
        journal = Journal.open(path, self._disk)
        try:
            return Match.resume(journal), journal
        except BaseException:
            journal.close()
            raise

    def matches(self) -> list[Listed]:
        """Return all records, those last written to first; a damaged one hinders no other."""
        return list(self._listed())

    def newest_unfinished(self) -> Listed | None:
        """Return the match to continue."""
        return next((found for found in self._listed() if found.state == UNFINISHED), None)

    def _listed(self) -> Iterator[Listed]:
        places: list[tuple[float, str, Path]] = []
        with contextlib.suppress(OSError), os.scandir(self.games) as entries:
            for entry in entries:
                with contextlib.suppress(OSError):
                    if entry.name.endswith(SUFFIX) and entry.is_file():
                        places.append((entry.stat().st_mtime, entry.name, Path(entry.path)))
        for touched, _, path in sorted(places, reverse=True):
            if (found := look_at(path, touched, self._disk)) is not None:
                yield found

    def delete(self, path: Path) -> None:
        """Delete a record; RecordError where it is open elsewhere or cannot be deleted."""
        try:
            lock = lock_file(self._disk, path)
        except FileNotFoundError:
            return
        except PermissionError:
            lock = None  # what cannot be read can still be deleted, if the folder is ours
        except OSError as fault:
            raise Unreadable(f"{path.name} cannot be deleted: {plain(fault)}") from None
        try:
            self._disk.unlink(path)
            self._disk.sync_folder(path.parent)
        except FileNotFoundError:
            return
        except OSError as fault:
            raise Unreadable(f"{path.name} cannot be deleted: {plain(fault)}") from None
        finally:
            if lock is not None:
                self._disk.close(lock)

    # Settings

    def load_settings(self) -> tuple[Settings, str | None]:
        """Return the settings, and a sentence where the file could not be used and was put aside."""
        try:
            fd = self._disk.open(self.settings_file, os.O_RDONLY)
            try:
                data = self._disk.read(fd)
            finally:
                self._disk.close(fd)
        except FileNotFoundError:
            return Settings(), None
        except OSError as fault:
            return Settings(), f"The settings cannot be read: {plain(fault)}. Defaults are used."
        try:
            return read_settings(data), None
        except ValueError as fault:
            aside = self.settings_file.with_name(self.settings_file.name + ".unreadable")
            try:
                self._disk.rename(self.settings_file, aside)
            except OSError:
                return Settings(), f"The settings are not used: {fault}."
            return Settings(), f"The settings were not used: {fault}. They are kept in {aside}."

    def save_settings(self, settings: Settings) -> str | None:
        """Write the settings; return a sentence where that failed."""
        disk = self._disk
        new = self.settings_file.with_name(f"{self.settings_file.name}.{os.getpid()}.new")
        try:
            make_folders(disk, self.config)
            fd = disk.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            try:
                write_all(disk, fd, settings_text(settings).encode())
                disk.sync(fd)
            finally:
                disk.close(fd)
            disk.rename(new, self.settings_file)
            disk.sync_folder(self.config)
        except OSError as fault:
            with contextlib.suppress(OSError):
                disk.unlink(new)
            return f"The settings are not saved: {plain(fault)}."
        return None


# Single files


def read_file(path: Path, disk: Disk = DISK) -> bytes:
    """Return what is in a file; Unreadable says why it cannot be read."""
    try:
        fd = disk.open(path, os.O_RDONLY)
        try:
            return disk.read(fd)
        finally:
            disk.close(fd)
    except OSError as fault:
        reason = "there is no such file" if fault.errno == errno.ENOENT else plain(fault)
        raise Unreadable(f"{path} cannot be read: {reason}") from None


def read_lines(path: Path, disk: Disk = DISK) -> list[bytes]:
    """Return the JSON of every line of a record; Damaged names the first line that is wrong."""
    data = read_file(path, disk)
    found = scan(data)
    if found.damage is not None and not data[:6].isdigit() and data[39:41] != b" {":
        raise RecordError(f"{path} is no Herrlof record")
    if found.damage is not None or not found.bodies:
        raise Damaged(str(path), len(found.bodies) + 1, found.damage or "there is no complete line")
    return found.bodies


def read_record(path: Path) -> Record:
    """Return a record whose lines have their form; RecordError says why it cannot be read."""
    from herrlof.records import parse

    return parse(read_lines(path), str(path))


def look_at(path: Path, touched: float = 0.0, disk: Disk = DISK) -> Listed | None:
    """Return what a list says of a record, without replaying it; None where nothing was ever written or it is gone."""
    try:
        fd = disk.open(path, os.O_RDONLY)
        try:
            free = disk.lock(fd, shared=True)
            data = disk.read(fd)
        finally:
            disk.close(fd)
    except FileNotFoundError:
        return None
    except OSError as fault:
        return Listed(path, UNREADABLE, touched=touched, problem=plain(fault))
    found = scan(data)
    if not found.bodies and found.damage is None:
        return None
    try:
        facts = _facts(found)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        state, problem = (
            DAMAGED,
            str(Damaged(path.name, len(found.bodies) + 1, found.damage or "another line belongs here")),
        )
        return Listed(path, state, touched=touched, problem=problem)
    if found.damage is not None:
        state, problem = DAMAGED, str(Damaged(path.name, len(found.bodies) + 1, found.damage))
    elif facts.pop("format") > FORMAT:
        state, problem = UNREADABLE, "a newer version of Herrlof wrote this"
    elif not free:
        state, problem = OPEN, ""
    else:
        state, problem = FINISHED if b'"event":"end"' in found.bodies[-1] else UNFINISHED, ""
    facts.pop("format", None)
    return Listed(path, state, touched=touched, problem=problem, **facts)


def _facts(found: Scan) -> dict[str, Any]:
    header: dict[str, Any] = {"format": FORMAT, "created": "", "game": "", "seats": []}
    if found.bodies:
        header = json.loads(found.bodies[0])
    scored = next((body for body in reversed(found.bodies[1:]) if b'"scores":' in body), b"{}")
    scores: list[int] | None = json.loads(scored).get("scores")
    return {
        "format": int(header["format"]),
        "created": "".join(filter(str.isprintable, str(header["created"])))[:20],
        "game": str(header["game"]),
        "seats": tuple(Seat(clean_name(seat["name"]), seat["bot"]) for seat in header["seats"]),
        "scores": tuple(map(int, scores or ())),
        "moves": count_moves(found.bodies),
    }


def repair(path: Path, disk: Disk = DISK) -> tuple[Path, int, Damaged] | None:
    """Write a copy of a damaged record up to the damage, beside it, and return its path, its lines and the damage.

    The damaged file stays as it is. None: nothing is damaged. RecordError: nothing can be saved.
    """
    from herrlof.records import parse

    data = read_file(path, disk)
    found = scan(data)
    damage = found.damage and Damaged(str(path), len(found.bodies) + 1, found.damage)
    keep = found.bodies
    while True:
        try:
            Match.replay(parse(keep, str(path)))
        except Damaged as fault:
            if fault.line == 1:
                reason = fault.reason if keep else found.damage or fault.reason
                raise Damaged(str(path), 1, f"{reason}; there is nothing before that to save") from None
            damage, keep = fault, keep[: fault.line - 1]
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
        except OSError as fault:
            raise Unreadable(f"{copy} cannot be written: {plain(fault)}") from None
        try:
            write_all(disk, fd, data[:size])
            disk.sync(fd)
            disk.sync_folder(copy.parent)
        except OSError as fault:
            with contextlib.suppress(OSError):
                disk.unlink(copy)
            raise Unreadable(f"{copy} cannot be written: {plain(fault)}") from None
        finally:
            disk.close(fd)
        return copy, len(keep), damage
    raise RecordError(f"there are too many repaired copies of {path}")


def _copies(path: Path) -> Sequence[Path]:
    return [path.with_name(f"{path.stem}-repaired{number}{SUFFIX}") for number in ("", *range(2, 100))]
