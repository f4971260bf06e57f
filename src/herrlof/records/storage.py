"""Where files live: the folders of this program, the matches in them, and the settings."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections import deque
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final

from herrlof.messages import _
from herrlof.records.disk import DISK, Disk, make_folders, write_all
from herrlof.records.errors import Damaged, RecordError, Unreadable, error_text
from herrlof.records.lines import loads, scan
from herrlof.records.listing import FINISHED, UNFINISHED, RecordSummary, is_finished, read_summary
from herrlof.records.names import printable
from herrlof.records.settings import Settings, read_settings, settings_text

if TYPE_CHECKING:
    from herrlof.records.journal import Journal
    from herrlof.records.models import Record

SUFFIX: Final = ".herrlof"
REVIEW: Final = ".review"
"""What follows the name of a record in that of its review."""
REVIEW_SUFFIX: Final = SUFFIX + REVIEW
MOST_UNPLAYED: Final = 1000
"""Commitments that a record can name."""


def new_game_id() -> str:
    """Return the UTC time and 8 random hex digits: names sort by time and do not collide."""
    return f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{os.urandom(4).hex()}"


def data_folder() -> Path:
    """Return the folder of this program's data: HERRLOF_DATA_DIR, or the system's own place."""
    if named := _folder("HERRLOF_DATA_DIR"):
        return named
    from platformdirs import user_data_path

    return user_data_path("herrlof", appauthor=False)


def config_folder() -> Path:
    """Return the folder of the settings: HERRLOF_CONFIG_DIR, or the system's own place."""
    if named := _folder("HERRLOF_CONFIG_DIR"):
        return named
    from platformdirs import user_config_path

    return user_config_path("herrlof", appauthor=False)


def _folder(variable: str) -> Path | None:
    """Return the folder that a variable of the environment names; Unreadable where nobody has that home."""
    named = os.environ.get(variable)
    try:
        return Path(named).expanduser().absolute() if named else None
    except RuntimeError:
        raise Unreadable(
            _("{variable} is {folder}, and there is no such home.", variable=variable, folder=named)
        ) from None


class Storage:
    """This program's files. Nothing is made before something is written."""

    referee: ClassVar[Callable[[Journal], Any] | None] = None
    """Makes a match of its open record. The table stands above this room, and puts itself here when it is imported."""

    def __init__(self, data: Path | None = None, config: Path | None = None, disk: Disk = DISK) -> None:
        """Use these folders, or those of the environment and the system."""
        self.data = data or data_folder()
        self.games = self.data / "games"
        self.config = config or config_folder()
        self.settings_file = self.config / "settings.toml"
        self._finished = self.data / "finished.json"
        """Which records are known to be finished: can be thrown away, and is made anew."""
        self._statistics = self.data / "statistics.json"
        """What statistics have read of the records: can be thrown away, and is made anew."""
        self._shown = self.data / "shown"
        """The commitments that were shown and not yet played, a line each."""
        self._lessons = self.data / "lessons.json"
        self._won = self.data / "won.json"
        self._disk = disk

    def permission_warning(self) -> str | None:
        """Return a sentence where others than their owner can write into the folder of the records."""
        for folder in (self.games, self.data):
            with contextlib.suppress(OSError):
                if folder.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                    text = printable(str(folder))
                    return _("Others can write into {folder}: they could change or delete your matches.", folder=text)
        return None

    # Matches

    def new_journal(self, game_id: str = "") -> Journal:
        """Return the file of a new match; it is made when the match writes its first line."""
        from herrlof.records.journal import Journal

        return self._watched(Journal(self.games / f"{game_id or new_game_id()}{SUFFIX}", self._disk))

    def resume(self, path: Path) -> tuple[Any, Journal]:
        """Open a record and return its match (`herrlof.table.match.Match`) as it stands; RecordError says why not."""
        if Storage.referee is None:
            raise RuntimeError("import herrlof.table.match first: a match is resumed by its referee")
        from herrlof.records.journal import Journal

        journal = self._watched(Journal.open(path, self._disk))
        try:
            return Storage.referee(journal), journal
        except BaseException:
            journal.close()
            raise

    def matches(self) -> list[RecordSummary]:
        """Return all records, those last written to first; a damaged one hinders no other."""
        return list(self.summaries())

    def count(self) -> int:
        """Return how many records there are."""
        try:
            return sum(name.endswith(SUFFIX) for name in os.listdir(self.games))
        except OSError:
            return 0

    def summaries(self) -> Iterator[RecordSummary]:
        """Yield the summary of each record, those last written to first; each file is read when it is its turn."""
        finished: dict[str, list[int]] = {}
        for touched, name, size in sorted(self._files(), reverse=True):
            found = read_summary(self.games / name, touched / 1e9, self._disk)
            if found is None:
                continue
            if found.state == FINISHED:
                finished[name] = [size, touched]
            yield found
        self._remember(finished)

    def newest_unfinished(self, trusting: bool = False) -> RecordSummary | None:
        """Return the match to continue.

        With `trusting`, records that are remembered as finished are not looked at: thousands of them cost little, and
        `mistakes` finds out later whether one of them is not.
        """
        if not trusting:
            deque(self.mistakes(), maxlen=0)
        known = self._read_json(self._finished)
        places = self._files()
        finished: dict[str, list[int]] = {}
        newest = None
        unknown = [place for place in places if known.get(place[1]) != [place[2], place[0]]]
        for touched, name, size in sorted(unknown, reverse=True):
            path = self.games / name
            if is_finished(path, self._disk):
                finished[name] = [size, touched]
            elif (found := read_summary(path, touched / 1e9, self._disk)) is not None and found.state == UNFINISHED:
                newest = found
                break
        if finished:
            there = {name for _, name, _ in places}
            self._remember({name: mark for name, mark in {**known, **finished}.items() if name in there})
        return newest

    def mistakes(self) -> Iterator[bool]:
        """Look at the end of each record that is remembered as finished; True: some are not, and that is forgotten."""
        known, mistaken = self._read_json(self._finished), set[str]()
        for touched, name, size in self._files():
            if known.get(name) == [size, touched] and not is_finished(self.games / name, self._disk):
                mistaken.add(name)
            yield False
        if mistaken:
            self._remember({name: mark for name, mark in known.items() if name not in mistaken})
            yield True

    def _files(self, suffixes: tuple[str, ...] = (SUFFIX,)) -> list[tuple[int, str, int]]:
        """Return the files of records by what their folder tells: when they were last written (ns), name, and size."""
        places: list[tuple[int, str, int]] = []
        with contextlib.suppress(OSError), os.scandir(self.games) as entries:
            for entry in entries:
                name = entry.name
                if not name.endswith(suffixes):
                    continue
                try:  # ten thousand times: a `with` would take as long as all the rest
                    there = entry.stat()
                except OSError:
                    continue
                if stat.S_ISREG(there.st_mode):
                    places.append((there.st_mtime_ns, name, there.st_size))
        return places

    def _remember(self, finished: dict[str, list[int]]) -> None:
        """Keep which files are finished, as far as the disk lets us."""
        if finished != self._read_json(self._finished):
            self._write_json(self._finished, finished)

    # Commitments

    def note_commitment(self, commitment: str | None) -> None:
        """Note that a commitment was shown: if its match is not played, the next record says so."""
        if not commitment:
            return
        with contextlib.suppress(OSError):
            make_folders(self._disk, self.data)
            fd = self._disk.open(self._shown, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
            try:
                write_all(self._disk, fd, f"{commitment}\n".encode())
            finally:
                self._disk.close(fd)

    def unplayed(self) -> list[str]:
        """Return the commitments that were shown since the last match that was played; the last thousand of many."""
        try:
            lines = read_file(self._shown, self._disk).decode("ascii", "replace").splitlines()
        except RecordError:
            return []
        fit = [line for line in lines if re.fullmatch(r"[0-9a-f]{64}", line)]
        return list(dict.fromkeys(fit))[-MOST_UNPLAYED:]

    def _watched(self, journal: Journal) -> Journal:
        """Return a journal whose first move settles what was shown before."""
        journal.on_first_move = lambda: self._forget_played(journal)
        return journal

    def _forget_played(self, journal: Journal) -> None:
        """Forget the commitments that stand in a record whose match is being played."""
        header = loads(journal.bodies[0])
        recorded = {header["commitment"], *header.get("unplayed", [])}
        left = [commitment for commitment in self.unplayed() if commitment not in recorded]
        with contextlib.suppress(OSError):
            if left:
                self.replace(self._shown, "".join(f"{commitment}\n" for commitment in left).encode())
            else:
                self._disk.unlink(self._shown)

    # Lessons

    def lessons(self, game: str) -> dict[int, int | None]:
        """Return how far the lessons of a game have come, by number: the step to go on with, None for one that is done.

        A file that cannot be read is as good as none: nothing but ticks is lost.
        """
        found = self._read_json(self._lessons).get(game)
        steps = found.items() if isinstance(found, dict) else ()
        known = {number: step for number, step in steps if number.isdecimal() and (step is None or type(step) is int)}
        return {int(number): step for number, step in known.items()}

    def note_lesson(self, game: str, number: int, step: int | None) -> None:
        """Remember the step at which a lesson goes on, or that it is done (None), which it then remains."""
        lessons = self.lessons(game)
        if number in lessons and lessons[number] is None:
            return
        lessons[number] = step
        found = {**self._read_json(self._lessons), game: {str(one): lessons[one] for one in sorted(lessons)}}
        self._write_json(self._lessons, found)

    def has_won(self, game: str) -> bool:
        """Whether a person has won a match of a game here; where that cannot be read, nobody has."""
        return game in self._read_json(self._won)

    def note_won(self, game: str) -> None:
        """Remember that somebody has."""
        found = self._read_json(self._won)
        if game not in found:
            self._write_json(self._won, {**found, game: True})

    # Statistics

    def marks(self) -> dict[str, list[int]]:
        """Return size and time of each record and each review, by the names of their files."""
        places = self._files((SUFFIX, REVIEW_SUFFIX))
        return {name: [size, touched] for touched, name, size in sorted(places)}

    def kept_statistics(self) -> dict[str, Any]:
        """Return what statistics have kept; nothing where there is nothing that can be read."""
        return self._read_json(self._statistics)

    def keep_statistics(self, data: bytes) -> None:
        """Keep what statistics have read, as far as the disk lets us."""
        with contextlib.suppress(OSError):
            self.replace(self._statistics, data, sync=False)

    def export(self, name: str, text: str) -> Path:
        """Write a file for other programs, which nothing here reads; Unreadable says why not."""
        path = self.data / "exports" / name
        try:
            self.replace(path, text.encode())
        except OSError as error:
            raise Unreadable(_("{file} cannot be written: {reason}.", file=path, reason=error_text(error))) from None
        return path

    # Reviews

    def kept_review(self, path: Path) -> dict[str, Any]:
        """Return what the coach has kept of its review of a record; nothing where there is none that can be read."""
        return self._read_json(review_file(path))

    def keep_review(self, path: Path, data: bytes) -> None:
        """Keep a review beside its record, as far as the disk lets us."""
        if os.path.lexists(path):
            with contextlib.suppress(OSError):
                self.replace(review_file(path), data, sync=False)

    def beside(self, path: Path) -> Path:
        """Return the file of what is needed to play a match on and stands in no record: how its seats come back."""
        return self.data / "seats" / f"{path.stem}.json"

    def _read_json(self, path: Path) -> dict[str, Any]:
        """Return the JSON object of a file that can be thrown away; nothing where there is none."""
        try:
            text = read_file(path, self._disk)
            import json  # where nothing is kept yet, home opens without it

            found = json.loads(text)
        except (RecordError, ValueError, RecursionError):
            return {}
        return found if isinstance(found, dict) else {}

    def _write_json(self, path: Path, found: dict[str, Any]) -> None:
        """Keep what can be thrown away, as far as the disk lets us."""
        import json

        with contextlib.suppress(OSError):
            self.replace(path, json.dumps(found).encode(), sync=False)

    def delete(self, path: Path) -> None:
        """Delete a record and its review; RecordError where it is open elsewhere or cannot be deleted."""
        from herrlof.records.journal import lock_file

        try:
            lock = lock_file(self._disk, path)
        except FileNotFoundError:
            return
        except PermissionError:
            lock = None  # what cannot be read can still be deleted, if the folder is ours
        except OSError as error:
            raise Unreadable(
                _("{file} cannot be deleted: {reason}.", file=path.name, reason=error_text(error))
            ) from None
        try:
            with contextlib.suppress(FileNotFoundError):
                self._disk.unlink(review_file(path))
            self._disk.unlink(path)
            self._disk.sync_folder(path.parent)
            with contextlib.suppress(OSError):
                self._disk.unlink(self.beside(path))
        except FileNotFoundError:
            return
        except OSError as error:
            raise Unreadable(
                _("{file} cannot be deleted: {reason}.", file=path.name, reason=error_text(error))
            ) from None
        finally:
            if lock is not None:
                self._disk.close(lock)

    # Settings

    def settings_now(self) -> Settings:
        """Return the settings for a look at them: a file that cannot be used stays, for `load_settings` to tell of."""
        with contextlib.suppress(ValueError):
            return read_settings(read_file(self.settings_file, self._disk))
        return Settings()

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
        except OSError as error:
            return Settings(), _("The settings cannot be read: {reason}. Defaults are used.", reason=error_text(error))
        try:
            return read_settings(data), None
        except ValueError as error:
            file = _behind_links(self.settings_file)
            aside = file.with_name(file.name + ".unreadable")
            try:
                self._disk.rename(file, aside)
            except OSError:
                return Settings(), _("The settings are not used: {reason}.", reason=error)
            return Settings(), _(
                "The settings were not used: {reason}. They are kept in {file}.",
                reason=error,
                file=printable(str(aside), 1000),
            )

    def save_settings(self, settings: Settings) -> str | None:
        """Write the settings; return a sentence where that failed."""
        try:
            old = read_file(self.settings_file, self._disk).decode("utf-8", "replace")
        except Unreadable:
            old = ""
        try:
            self.replace(_behind_links(self.settings_file), settings_text(settings, old).encode())
        except OSError as error:
            return _("The settings are not saved: {reason}.", reason=error_text(error))
        return None

    def replace(self, path: Path, data: bytes, sync: bool = True) -> None:
        """Put a file in place of another one, whole or not at all, readable by its owner alone."""
        disk = self._disk
        make_folders(disk, path.parent)
        new = path.with_name(f"{path.name}.{os.urandom(4).hex()}.new")
        try:
            fd = disk.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL)
            try:
                write_all(disk, fd, data)
                if sync:
                    disk.sync(fd)
            finally:
                disk.close(fd)
            disk.rename(new, path)
            if sync:
                disk.sync_folder(path.parent)
        except OSError:
            with contextlib.suppress(OSError):
                disk.unlink(new)
            raise


def _behind_links(path: Path) -> Path:
    """Return the file itself, where a person keeps it elsewhere and has put a link here."""
    return Path(os.path.realpath(path))


# Single files


def review_file(path: Path) -> Path:
    """Return where the review of a record is kept: beside it, to be thrown away without loss."""
    return path.with_name(path.name + REVIEW)


def read_file(path: Path, disk: Disk = DISK) -> bytes:
    """Return what is in a file; Unreadable says why it cannot be read."""
    try:
        fd = disk.open(path, os.O_RDONLY)
        try:
            return disk.read(fd)
        finally:
            disk.close(fd)
    except OSError as error:
        reason = _("there is no such file") if isinstance(error, FileNotFoundError) else error_text(error)
        raise Unreadable(_("{file} cannot be read: {reason}.", file=path, reason=reason)) from None


def read_lines(path: Path, disk: Disk = DISK) -> list[bytes]:
    """Return the JSON of every line of a record; Damaged names the first line that is wrong."""
    data = read_file(path, disk)
    found = scan(data)
    if found.damage is not None and not data[:6].isdigit() and data[39:41] != b" {":
        raise RecordError(_("{file} is no Herrlof record.", file=path))
    if found.damage is not None or not found.bodies:
        raise Damaged(str(path), len(found.bodies) + 1, found.damage or _("There is no complete line."))
    return found.bodies


def read_record(path: Path) -> Record:
    """Return a record whose lines have their form; RecordError says why it cannot be read."""
    from herrlof.records.models import parse

    return parse(read_lines(path), str(path))
