"""Summaries of records for lists of matches: public facts, read from the lines without playing anything again."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

from herrlof.game import TERMINAL
from herrlof.games import GAMES, problem
from herrlof.messages import N_, _, numeral
from herrlof.options import Value, complete_options
from herrlof.records.disk import DISK, MAX_FILE, Disk
from herrlof.records.errors import Damaged, error_text
from herrlof.records.fold import Fold
from herrlof.records.help import NO_HELP, Branch, Ending, Help
from herrlof.records.lines import BEFORE_BODY, END, FORMAT, game_id, last_time, loads, scan
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
    played: str = ""
    """And when it was last taken up, as far as it says that; no file's own time, which copies and clouds change."""
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
    ending: Ending | None = None
    """How it ended before its rules ended it; None: it did not."""
    problem: str = ""
    """What is wrong, in a sentence."""
    note: str = ""
    """What is said of other files of the same match, in a sentence."""
    returns: tuple[float, ...] = ()
    """Each seat's share of the win, once the match is finished."""
    stood_in: bool = False
    """Whether a bot played for somebody for a while."""

    @property
    def state_text(self) -> str:
        """What its state is called in a list; of a match that was given up, by whom."""
        if self.state == FINISHED and self.ending is not None:
            return self.ending.brief([seat.name for seat in self.seats])
        return _(STATES[self.state])

    @property
    def can_be_dealt_again(self) -> bool:
        """Whether its deals can be played once more: it is over, and there were any."""
        return self.state == FINISHED and GAMES[self.game].chance

    @property
    def offers(self) -> Sequence[str]:
        """What can be done with it, first what is meant most: `resume`, `replay`, `review`, `again`, `delete`.

        One that is open elsewhere may have been closed since, and can be reviewed only then.
        """
        looks = ("replay", "review")
        known = {UNFINISHED: ("resume", *looks), FINISHED: looks, OPEN: ("resume", "replay")}
        found = () if self.problem else known.get(self.state, ())
        return (*found, *(("again",) if self.can_be_dealt_again else ()), "delete")

    @property
    def people(self) -> int:
        """How many seats a person has."""
        return sum(seat.person for seat in self.seats)

    @property
    def beaten(self) -> frozenset[str]:
        """The keys of the bots that a person has beaten by their own strength: alone, to the end, and without help."""
        if self.problem or self.help.any or self.stood_in:
            return frozenset()
        won = any(seat.person and share == 1 for seat, share in zip(self.seats, self.returns, strict=False))
        return frozenset(seat.bot.partition("*")[0] for seat in self.seats if won and seat.bot is not None)

    def when(self, form: str = "%Y-%m-%d %H:%M") -> str:
        """Return when it was last taken up, by the clocks of this place."""
        return local_time(self.played, form)

    def moment(self) -> str:
        """Return when that was as people say it: today 18:30, yesterday, or the date."""
        today = datetime.now().date()
        if self.when("%Y-%m-%d") == f"{today}":
            return _("today {time}", time=self.when("%H:%M"))
        return _("yesterday") if self.when("%Y-%m-%d") == f"{today - timedelta(days=1)}" else self.when("%Y-%m-%d")


def local_time(told: str, form: str = "%Y-%m-%d %H:%M") -> str:
    """Return a time of a record by the clocks of this place, as in all that people read; nothing where it is none."""
    try:
        return datetime.fromisoformat(told).astimezone().strftime(form)
    except (ValueError, OverflowError, OSError):
        return ""


def score_text(scores: Sequence[float]) -> str:
    """Return the scores by seat as they are shown everywhere: `12 : 8`."""
    return " : ".join(map(numeral, scores))


def read_summary(path: Path, disk: Disk = DISK) -> RecordSummary | None:
    """Return the summary of a record, without replaying it; None where nothing was ever written or it is gone."""
    return read_folded(path, disk)[0]


def read_folded(path: Path, disk: Disk = DISK) -> tuple[RecordSummary | None, Fold]:
    """Return the summary of a record, and what its lines come to, as far as they are good."""
    try:
        fd = disk.open(path, os.O_RDONLY)
        try:
            free = disk.lock(fd, shared=True) is not False
            data = disk.read(fd)
        finally:
            disk.close(fd)
    except FileNotFoundError:
        return None, Fold()
    except OSError as error:
        problem = _("This can't be read: {reason}.", reason=error_text(error, reading=True))
        return RecordSummary(path, UNREADABLE, played=last_time(b"", path.name), problem=problem), Fold()
    found = scan(data)
    played = last_time(data, path.name)
    if not found.bodies and found.damage is None:
        return None, Fold()
    try:
        fold = Fold.of(found.bodies)
        facts = _facts(fold)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, OverflowError):
        damaged = Damaged(path.name, len(found.bodies) + 1, found.damage or _("Another line belongs here."))
        return RecordSummary(path, DAMAGED, played=played, problem=str(damaged)), Fold()
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
    return RecordSummary(path, state, played=played, problem=problem_text, **facts), fold


TAIL: Final = 4096
"""Bytes in which a record's last line ends, with room to spare."""


class Glance(NamedTuple):
    """What is seen of a record without checking any of it."""

    finished: bool = False
    """Whether it seems to be, by its last bytes."""
    played: str = ""
    """As `RecordSummary` has it; nothing where only the end was looked at, as of the next."""
    id: str = ""
    """The identity of its match."""


def glance(path: Path, disk: Disk = DISK, size: int = MAX_FILE) -> Glance:
    """Look at the last bytes of a record, or at all of them."""
    try:
        fd = disk.open(path, os.O_RDONLY)
        try:
            tail = disk.tail(fd, size)
        finally:
            disk.close(fd)
    except OSError:
        tail = b""
    line = tail[tail[:-1].rfind(b"\n") + 1 :]
    finished = line.endswith(b"\n") and line[BEFORE_BODY:].startswith(END)
    if size < MAX_FILE:
        return Glance(finished)
    return Glance(finished, last_time(tail, path.name), game_id(tail))


def _facts(fold: Fold) -> dict[str, Any]:
    """Return what a record tells in public; any error means that its lines are none."""
    if fold.first is None:
        return {"problem": ""}
    header = fold.header
    form = header["format"]
    if type(form) is not int or form < 1:
        raise ValueError("a format is a number from 1")
    if form > FORMAT:
        return {"problem": _("A newer version of Herrlof wrote this.")}
    last = fold.last()
    ended = loads(fold.end or b"{}")
    seats = header["seats"]
    if not 0 < len(seats) <= MOST_SEATS:
        raise ValueError("a match has 1 to 99 seats")
    facts: dict[str, Any] = {
        "created": printable(_text(header["created"]), 20),
        "game": printable(_text(header["game"]), 40),
        "seats": clean_seats(_renamed(list(map(_seat, seats)), fold.names)),
        "options": {printable(name, 40): _value(value) for name, value in header["options"].items()},
        "scores": tuple(map(_number, (last["scores"] or ())[:MOST_SEATS])),
        "progress": _progress(last.get("progress", {})),
        "next": None if last.get("next") is None else int(_number(last["next"])),
        "moves": len(fold.moves),
        "help": _help(header, fold),
        "ending": _ending(fold, len(seats)),
        "returns": tuple(map(_number, (ended.get("returns") or ())[:MOST_SEATS])),
        "stood_in": fold.stood_in,
        "problem": "",
    }
    if facts["ending"] is not None:
        facts["next"] = int(TERMINAL)
    game = GAMES.get(facts["game"])
    if game is None:
        facts["problem"] = problem(facts["game"]) or _("This program has no game '{key}'.", key=facts["game"])
    elif header["rules"] != game.version:
        facts["problem"] = _("This program has another version of the rules of {game}.", game=game.title)
    else:
        complete_options(game, len(seats), facts["options"])
    return facts


def _help(header: Mapping[str, Any], fold: Fold) -> Help:
    found = header.get("branch")
    branch = None if found is None else Branch(printable(_text(found["id"]), 100), int(_number(found["n"])))
    return Help(fold.hints, fold.take_backs, branch, header.get("hints") is True)


def _ending(fold: Fold, seats: int) -> Ending | None:
    found = fold.ending
    if found is not None and found.seat is not None and not 0 <= int(_number(found.seat)) < seats:
        raise ValueError("there is no such seat")
    return None if found is None else Ending(int(_number(found.n)), found.seat)


MOST_SEATS: Final = 99


def _text(value: Any) -> str:
    if type(value) is not str:
        raise ValueError("this is no text")
    return value


def _seat(found: Mapping[str, Any]) -> Seat:
    return Seat(_text(found["name"]), _bot(found["bot"]), _text(found.get("how", "")))


def _renamed(seats: list[Seat], names: Sequence[bytes]) -> list[Seat]:
    """Return the seats with the names that those have chosen who took one elsewhere."""
    if any(seat.how == ELSEWHERE for seat in seats):
        for found in map(loads, names):
            number = int(_number(found["seat"]))
            seats[number] = replace(seats[number], name=_text(found["name"]))
    return seats


def _bot(value: Any) -> str | None:
    if value is None or is_bot_key(value):
        return value
    raise ValueError("this isn't the key of a bot")


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
