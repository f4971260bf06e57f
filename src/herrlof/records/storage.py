"""Where files live: the folders of this program, the matches in them, and the settings."""

from __future__ import annotations

import contextlib
import os
import re
import stat
from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from herrlof.messages import _
from herrlof.records.copies import Files, compared, names_itself
from herrlof.records.disk import DISK, Disk, make_folders, read_whole, replace_file, write_all
from herrlof.records.errors import Damaged, RecordError, Unreadable, error_text
from herrlof.records.folders import config_folder, data_folder
from herrlof.records.lines import BEFORE_BODY, loads, scan, unedited
from herrlof.records.listing import FINISHED, TAIL, UNFINISHED, RecordSummary, glance, read_summary
from herrlof.records.names import printable
from herrlof.records.settings_file import SettingsFile

if TYPE_CHECKING:
    from herrlof.records.journal import Journal
    from herrlof.records.models import Record

SUFFIX: Final = ".herrlof"
REVIEW: Final = ".review"
"""What follows the name of a record in that of its review."""
REVIEW_SUFFIX: Final = SUFFIX + REVIEW
Mark: TypeAlias = list[int | str]
"""What is remembered of a finished record: its size, its file's time (ns), when it was last played, and the identity of
its match where its name is not that."""
MOST_UNPLAYED: Final = 1000
"""Commitments that a record can name."""


def new_game_id() -> str:
    """Return the UTC time and 8 random hex digits: names sort by time and do not collide."""
    return f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{os.urandom(4).hex()}"


class Storage:
    """This program's files. Nothing is made before something is written."""

    def __init__(self, data: Path | None = None, config: Path | None = None, disk: Disk = DISK) -> None:
        """Use these folders, or those of the environment and the system."""
        self.data = data or data_folder()
        self.games = self.data / "games"
        self.config = config or config_folder()
        self.settings = SettingsFile(self.config / "settings.toml", disk)
        self._finished = self.data / "finished.json"
        """Which records are known to be finished: can be thrown away, and is made anew."""
        self._statistics = self.data / "statistics.json"
        """What statistics have read of the records: can be thrown away, and is made anew."""
        self._shown = self.data / "shown"
        """The commitments that were shown and not yet played, a line each."""
        self._lessons = self.data / "lessons.json"
        self._won = self.data / "won.json"
        """For each game that somebody has won, which bots were beaten: as good as what the records tell."""
        self._seen_won = self.data / "beaten.json"
        """In which records that was looked for: can be thrown away, and is made anew."""
        self._disk = disk

    def permission_warning(self) -> str | None:
        """Return a sentence where others than their owner can write into the folder of the records."""
        for folder in (self.games, self.data):
            with contextlib.suppress(OSError):
                if folder.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                    text = printable(str(folder))
                    return _("Others can write into {folder}, and change or delete your matches.", folder=text)
        return None

    def keeps_secrets(self) -> bool:
        """Whether this disk keeps a file its owner's alone; some show each to everybody. OSError: nothing is kept."""
        tried = self.data / f".{os.urandom(4).hex()}"
        try:
            self.replace(tried, b"", sync=False)
            return not tried.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO)
        finally:
            tried.unlink(missing_ok=True)

    # Matches

    def new_journal(self, game_id: str = "") -> Journal:
        """Return the file of a new match; it is made when the match writes its first line."""
        from herrlof.records.journal import Journal

        return self._watched(Journal(self.games / f"{game_id or new_game_id()}{SUFFIX}", self._disk))

    def open(self, path: Path) -> Journal:
        """Open the file of a match that is to go on, for its referee (`resume.resumed`); RecordError says why not."""
        from herrlof.records.journal import Journal

        return self._watched(Journal.open(path, self._disk))

    def matches(self) -> list[RecordSummary]:
        """Return all records, those last played first; a damaged one hinders no other."""
        return list(self.summaries())

    def count(self) -> int:
        try:
            return sum(name.endswith(SUFFIX) for name in os.listdir(self.games))
        except OSError:
            return 0

    @property
    def unreadable_reason(self) -> str | None:
        """A sentence where the folder of the records cannot be looked into: what is not seen there is not gone."""
        try:
            os.scandir(self.games).close()
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            return _("{file} can't be read: {reason}.", file=self.games, reason=error_text(error, reading=True))
        return None

    def summaries(self) -> Iterator[RecordSummary]:
        """Yield the summary of each record, those last played first; each file is read when it is its turn.

        Unreadable: the folder cannot be looked into.
        """
        if (sentence := self.unreadable_reason) is not None:
            raise Unreadable(sentence)
        known = self._read_json(self._finished)
        finished: dict[str, Mark] = {}
        places = self._in_order(known)
        files = self._compared([(name, identity) for _played, name, identity, _mark in places])
        for played, name, identity, (size, touched) in places:
            mark = _mark(name, size, touched, played, identity)
            if name in files.parts:
                if _is_mark(name, known.get(name), size, touched):
                    finished[name] = mark
                continue
            found = read_summary(self.games / name, self._disk)
            if found is None:
                continue
            if found.state == FINISHED:
                finished[name] = mark
            yield found._replace(note=files.notes.get(name, ""))
        self._remember(finished)

    def _in_order(self, known: dict[str, Any]) -> list[tuple[str, str, str, tuple[int, int]]]:
        """Return when each record was last played, its name, its match, and size and time of its file; the last first.

        What is not known to be finished, with its time, is looked at, and thousands of others are not.
        """
        places = []
        for touched, name, size in self._files():
            mark: Any = known.get(name)
            if _is_mark(name, mark, size, touched):
                played, identity = mark[2], _identity(name, mark[3:])
            else:
                seen = glance(self.games / name, self._disk)
                played, identity = seen.played, seen.id
            places.append((played, name, identity, (size, touched)))
        return sorted(places, reverse=True)

    def _compared(self, there: Sequence[tuple[str, str]]) -> Files:
        """Compare the files of those matches that have several; most have one, and are not looked at."""
        shared = {identity or name for name, identity in there if not names_itself(name)}
        by_match: dict[str, list[str]] = {identity: [] for identity in shared}
        for name, identity in there if shared else ():
            if (match := identity or name) in shared:
                by_match[match].append(name)
        several = [(identity, names) for identity, names in by_match.items() if len(names) > 1]
        return compared(several, lambda name: read_file(self.games / name, self._disk)) if several else Files()

    def newest_unfinished(self, trusting: bool = False) -> RecordSummary | None:
        """Return the match to continue.

        With `trusting`, records that are remembered as finished are not looked at: thousands of them cost little, and
        `mistakes` finds out later whether one of them is not.
        """
        if not trusting:
            deque(self.check_finished(), maxlen=0)
        known = self._read_json(self._finished)
        places = self._files()
        finished: dict[str, Mark] = {}
        going: list[tuple[str, str]] = []
        others: list[tuple[str, str]] = []
        """The files that are called otherwise than their match, and which that is."""
        for touched, name, size in places:
            mark: Any = known.get(name)
            if not _is_mark(name, mark, size, touched):
                seen = glance(self.games / name, self._disk)
                mark = _mark(name, size, touched, seen.played, seen.id)
                if seen.finished:
                    finished[name] = mark
                else:
                    going.append((seen.played, name))
            if len(mark) > 3:
                others.append((name, str(mark[3])))
        if finished:
            there = {name for _, name, _ in places}
            self._remember({name: mark for name, mark in {**known, **finished}.items() if name in there})
        if going and others:
            own = [(name, name.removesuffix(SUFFIX)) for _touched, name, _size in places if names_itself(name)]
            parts = self._compared([*others, *own]).parts
            going = [(played, name) for played, name in going if name not in parts]
        for _played, name in sorted(going, reverse=True):
            found = read_summary(self.games / name, self._disk)
            if found is not None and found.state == UNFINISHED:
                return found
        return None

    def check_finished(self) -> Iterator[bool]:
        """Look at the end of each record that is remembered as finished; True: some are not, and that is forgotten."""
        known, mistaken = self._read_json(self._finished), set[str]()
        for touched, name, size in self._files():
            seems = _is_mark(name, known.get(name), size, touched)
            if seems and not glance(self.games / name, self._disk, TAIL).finished:
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

    def _remember(self, finished: dict[str, Mark]) -> None:
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

    def lessons_done(self, games: Iterable[str]) -> int:
        """Return how many lessons of games are done."""
        return sum(step is None for game in games for step in self.lessons(game).values())

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

    def note_won(self, game: str, bots: Collection[str] = ()) -> None:
        """Remember that somebody has, and which bots were beaten."""
        found = self._read_json(self._won)
        before = _texts(found.get(game))
        if game not in found or not before.issuperset(bots):
            self._write_json(self._won, {**found, game: sorted(before.union(bots))})

    def beaten(self, game: str, look: bool = True) -> frozenset[str]:
        """Return the keys of the bots of a game that somebody here has beaten without help.

        Without `look` it is what was found before: the first frame of home does not wait for records.
        """
        if look:
            deque(self.look_for_wins(), maxlen=0)
        return _texts(self._read_json(self._won).get(game))

    def look_for_wins(self) -> Iterator[bool]:
        """Look at each finished record once; True where somebody has beaten a bot in it."""
        names = {name for _, name, _ in self._files()}
        known = _texts(self._read_json(self._seen_won).get("looked")) & names
        looked = set(known)
        for name in sorted(names - known):
            found = read_summary(self.games / name, self._disk)
            if found is None or not found.returns:
                yield False
                continue
            looked.add(name)
            if found.beaten:
                self.note_won(found.game, found.beaten)
            yield bool(found.beaten)
        if looked != known:
            self._write_json(self._seen_won, {"looked": sorted(looked)})

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
            raise Unreadable(_("{file} can't be written: {reason}.", file=path, reason=error_text(error))) from None
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

    def drop(self, path: Path) -> None:
        """Delete the record of a match that nobody here has played: the commitments in it leave their trace."""
        with contextlib.suppress(RecordError):
            header, noted = read_record(path).header, self.unplayed()
            for commitment in (*header.unplayed, header.commitment):
                if commitment not in noted:
                    self.note_commitment(commitment)
        self.delete(path)

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
            raise _not_deleted(path, error) from None
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
            raise _not_deleted(path, error) from None
        finally:
            if lock is not None:
                self._disk.close(lock)

    def replace(self, path: Path, data: bytes, sync: bool = True) -> None:
        """Put a file in place of another one, whole or not at all, readable by its owner alone."""
        replace_file(self._disk, path, data, sync)


def _not_deleted(path: Path, error: OSError) -> Unreadable:
    return Unreadable(_("{file} can't be deleted: {reason}.", file=path.name, reason=error_text(error)))


def _texts(found: Any) -> frozenset[str]:
    """Return the texts of a list in a file that can be thrown away; none where it is no list."""
    return frozenset(one for one in found if isinstance(one, str)) if isinstance(found, list) else frozenset()


# Single files


def _mark(name: str, size: int, touched: int, played: str, identity: str) -> Mark:
    """Return what is remembered of a finished record."""
    return [size, touched, played] if names_itself(name) else [size, touched, played, identity]


def _is_mark(name: str, found: Any, size: int, touched: int) -> bool:
    """Whether this is what is remembered of a file that is as it was then."""
    if type(found) is not list or len(found) != (3 if names_itself(name) else 4):
        return False
    return found[0] == size and found[1] == touched and type(found[2]) is str and type(found[-1]) is str


def _identity(name: str, kept: Sequence[str]) -> str:
    """Return the identity of a match: the name of its file, or what is remembered of it."""
    return kept[0] if kept else name.removesuffix(SUFFIX)


def review_file(path: Path) -> Path:
    """Return where the review of a record is kept: beside it, to be thrown away without loss."""
    return path.with_name(path.name + REVIEW)


def read_file(path: Path, disk: Disk = DISK) -> bytes:
    """Return what is in a file; Unreadable says why it cannot be read."""
    try:
        return read_whole(disk, path)
    except OSError as error:
        told = error_text(error, reading=True)
        reason = _("there's no such file") if isinstance(error, FileNotFoundError) else told
        raise Unreadable(_("{file} can't be read: {reason}.", file=path, reason=reason)) from None


def read_lines(path: Path, disk: Disk = DISK) -> list[bytes]:
    """Return the JSON of every line of a record; Damaged names the first line that is wrong."""
    data = read_file(path, disk)
    found = scan(data)
    begin = unedited(data[: BEFORE_BODY + 9])
    if found.damage is not None and not begin[:6].isdigit() and begin[39:41] != b" {":
        raise RecordError(_("{file} isn't a Herrlof record.", file=path))
    if found.damage is not None or not found.bodies:
        raise Damaged(str(path), len(found.bodies) + 1, found.damage or _("There's no complete line."))
    return found.bodies


def read_record(path: Path) -> Record:
    """Return a record whose lines have their form; RecordError says why it cannot be read."""
    from herrlof.records.models import parse

    return parse(read_lines(path), str(path))
