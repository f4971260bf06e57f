"""Summaries of records for lists of matches: public facts, read from the lines without playing anything again."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

from herrlof.game import Value, complete_options
from herrlof.games import GAMES, problem
from herrlof.messages import N_, _
from herrlof.records import format1
from herrlof.records.disk import DISK, Disk
from herrlof.records.errors import Damaged, error_text
from herrlof.records.help import NO_HELP, Branch, Help
from herrlof.records.lines import BEFORE_BODY, END, FORMAT, HINT, NAME, TAKE_BACK, Scan, last_move, loads, scan
from herrlof.records.names import ELSEWHERE, Seat, clean_seats, is_bot_key, printable

UNFINISHED: Final = "unfinished"
FINISHED: Final = "finished"
OPEN: Final = "open"
"""Some program has it open: perhaps this one."""
DAMAGED: Final = "damaged"
UNREADABLE: Final = "unreadable"
"""The system does not let it be read, or a newer program wrote it."""
STATES: Final = {
    UNFINISHED: N_("unfinished"),
    FINISHED: N_("finished"),
    OPEN: N_("open"),
    DAMAGED: N_("damaged"),
    UNREADABLE: N_("unreadable"),
}
"""What each state is called."""


class RecordSummary(NamedTuple):
    """What a list of matches shows of one record; public facts only."""

    path: Path
    state: str
    created: str = ""
    """UTC, as in 2026-11-21T18:30:00Z."""
    touched: float = 0.0
    """When it was last written, in seconds since 1970."""
    game: str = ""
    seats: tuple[Seat, ...] = ()
    options: Mapping[str, Value] = {}
    scores: tuple[float, ...] = ()
    progress: Mapping[str, int] = {}
    """Where in the match it is, in the game's own words."""
    next: int | None = None
    """Who moves now: a seat, or below 0; None where the record does not say."""
    moves: int = 0
    help: Help = NO_HELP
    """With what it was played that others are played without."""
    problem: str = ""
    """What is wrong, in a sentence."""

    @property
    def people(self) -> int:
        """How many seats a person has."""
        return sum(seat.person for seat in self.seats)

    def when(self, form: str = "%Y-%m-%d %H:%M") -> str:
        """Return when it was last written, in this place's time; nothing where no calendar has that time."""
        try:
            return datetime.fromtimestamp(self.touched).strftime(form)
        except (ValueError, OverflowError, OSError):
            return ""

    def moment(self) -> str:
        """Return when that was as people say it: today 18:30, yesterday, or the date."""
        today = datetime.now().date()
        if self.when("%Y-%m-%d") == f"{today}":
            return _("today {time}", time=self.when("%H:%M"))
        return _("yesterday") if self.when("%Y-%m-%d") == f"{today - timedelta(days=1)}" else self.when("%Y-%m-%d")


def score_text(scores: Sequence[float]) -> str:
    """Return the scores by seat as they are shown everywhere: `12 : 8`."""
    return " : ".join(f"{score:g}" for score in scores).replace("-", "−")


def read_summary(path: Path, touched: float = 0.0, disk: Disk = DISK) -> RecordSummary | None:
    """Return the summary of a record, without replaying it; None where nothing was ever written or it is gone."""
    try:
        fd = disk.open(path, os.O_RDONLY)
        try:
            free = disk.lock(fd, shared=True)
            data = disk.read(fd)
        finally:
            disk.close(fd)
    except FileNotFoundError:
        return None
    except OSError as error:
        return RecordSummary(
            path, UNREADABLE, touched=touched, problem=_("This cannot be read: {reason}.", reason=error_text(error))
        )
    found = scan(data)
    if not found.bodies and found.damage is None:
        return None
    try:
        facts = _facts(found)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError):
        problem = Damaged(path.name, len(found.bodies) + 1, found.damage or _("Another line belongs here."))
        return RecordSummary(path, DAMAGED, touched=touched, problem=str(problem))
    problem_text = facts.pop("problem")
    if found.damage is not None:
        state = DAMAGED
        problem_text = str(Damaged(path.name, len(found.bodies) + 1, found.damage))
    elif problem_text:
        state = UNREADABLE
    elif not free:
        state = OPEN
    else:
        state = FINISHED if found.bodies[-1].startswith(END) else UNFINISHED
    return RecordSummary(path, state, touched=touched, problem=problem_text, **facts)


TAIL: Final = 4096
"""Bytes in which a record's last line ends, with room to spare."""


def is_finished(path: Path, disk: Disk = DISK) -> bool:
    """Whether a record seems to be finished, by its last bytes alone."""
    try:
        fd = disk.open(path, os.O_RDONLY)
        try:
            tail = disk.tail(fd, TAIL)
        finally:
            disk.close(fd)
    except OSError:
        return False
    line = tail[tail[:-1].rfind(b"\n") + 1 :]
    return line.endswith(b"\n") and line[BEFORE_BODY:].startswith(END)


def _facts(found: Scan) -> dict[str, Any]:
    """Return what the first line and the last move that stands tell; any error means that they are no such lines."""
    if not found.bodies:
        return {"problem": ""}
    bodies = found.bodies[1:]
    header = loads(found.bodies[0])
    form = header["format"]
    if type(form) is not int or form < 1:
        raise ValueError("a format is a number from 1")
    if form > FORMAT:
        return {"problem": _("A newer version of Herrlof wrote this.")}
    moves, moved = last_move(bodies)
    move = scored = loads(moved or b"{}")
    if form == format1.NUMBER:  # only where they changed
        scored = loads(next((body for body in reversed(bodies) if b'"scores":' in body), b"{}"))
    seats, options = header["seats"], header["options"]
    if not 0 < len(seats) <= MOST_SEATS:
        raise ValueError("a match has 1 to 99 seats")
    facts: dict[str, Any] = {
        "created": printable(_text(header["created"]), 20),
        "game": printable(_text(header["game"]), 40),
        "seats": clean_seats(_renamed(list(map(_seat, seats)), bodies)),
        "options": {printable(name, 40): _value(value) for name, value in options.items()},
        "scores": tuple(map(_number, (scored.get("scores") or ())[:MOST_SEATS])),
        "progress": _progress(move.get("progress", {})),
        "next": None if move.get("next") is None else int(_number(move["next"])),
        "moves": moves,
        "help": _help(header, bodies),
        "problem": "",
    }
    game = GAMES.get(facts["game"])
    if game is None:
        facts["problem"] = problem(facts["game"]) or _("This program has no game '{key}'.", key=facts["game"])
    elif header["rules"] != game.version:
        facts["problem"] = _("This program has another version of the rules of {game}.", game=game.title)
    else:
        complete_options(game, len(seats), facts["options"])
    return facts


def _help(header: Mapping[str, Any], bodies: Sequence[bytes]) -> Help:
    found = header.get("branch")
    branch = None if found is None else Branch(printable(_text(found["id"]), 100), int(_number(found["n"])))
    whole = b"".join(bodies)
    return Help(whole.count(HINT), whole.count(TAKE_BACK), branch, header.get("hints") is True)


MOST_SEATS: Final = 99


def _text(value: Any) -> str:
    if type(value) is not str:
        raise ValueError("this is no text")
    return value


def _seat(found: Mapping[str, Any]) -> Seat:
    return Seat(_text(found["name"]), _bot(found["bot"]), _text(found.get("how", "")))


def _renamed(seats: list[Seat], bodies: Sequence[bytes]) -> list[Seat]:
    """Return the seats with the names that those have chosen who took one elsewhere."""
    if any(seat.how == ELSEWHERE for seat in seats):
        for found in map(loads, [body for body in bodies if body.startswith(NAME)]):
            number = int(_number(found["seat"]))
            seats[number] = replace(seats[number], name=_text(found["name"]))
    return seats


def _bot(value: Any) -> str | None:
    if value is not None and not is_bot_key(value):
        raise ValueError("this is not the key of a bot")
    return value  # type: ignore[no-any-return]


def _progress(found: Mapping[str, Any]) -> dict[str, int]:
    if len(found) > MOST_SEATS:
        raise ValueError("there are too many numbers")
    return {printable(name, 40): int(_number(value)) for name, value in found.items()}


def _number(value: Any) -> float:
    """Return a finite number of a bearable size; whole ones as int."""
    if type(value) not in (int, float) or not -1_000_000 <= value <= 1_000_000:
        raise ValueError("this is no number of a record")
    return int(value) if value == int(value) else float(value)


def _value(value: Any) -> Value:
    if type(value) is str:
        return printable(value)
    if type(value) is bool:
        return value
    return int(_number(value))
