"""The deal of the day: one game, with the same cards for everybody, and no network."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from herrlof.bots import bot_kind, bot_name, default_bot, free_name, opponents
from herrlof.game import Row
from herrlof.games import GAMES, OWN
from herrlof.games.speech import share_text
from herrlof.messages import _, listed
from herrlof.records.listing import score_text
from herrlof.records.names import Seat
from herrlof.seats.begin import NewMatch
from herrlof.table.dealing import ROOT_SIZE, deal_code

if TYPE_CHECKING:
    from herrlof.records.listing import RecordSummary
    from herrlof.records.storage import Storage

TODAY = "today"
"""What stands for the code of the day where a deal code is asked for."""
WEEK: Final = 7


def today() -> date:
    """Return the day by UTC, so that it is the same one everywhere."""
    return datetime.now(UTC).date()


def game_of(day: date) -> str:
    """Return the key of the day's game: those of the house in turn that deal cards, as packages differ by machine."""
    dealt = [key for key in OWN if GAMES[key].chance]
    return dealt[day.toordinal() % len(dealt)]


def code_of(day: date, game: str = "", rules: int = 0) -> str:
    """Return the day's deal code; of another game or version of rules as it was then.

    Other rules would play other moves with these cards, so they deal others.
    """
    key = game or game_of(day)
    line = f"herrlof deal of the day/{day.isoformat()}/{key}/{rules or GAMES[key].version}"
    return deal_code(sha256(line.encode()).digest()[:ROOT_SIZE])


def match_of(day: date, name: str) -> NewMatch:
    """Return the match of a day: the person first, then the bots and the options that a game begins with."""
    key = game_of(day)
    seats, bot = [Seat(name)], default_bot(key)
    while len(seats) < max(2, GAMES[key].seats[0]):
        seats.append(Seat(bot_name(key, bot, [seat.name for seat in seats]), bot))
    return NewMatch(key, tuple(seats), deals=code_of(day))


# What somebody came to with these cards


class Result(NamedTuple):
    """The end of a day's match, as whoever had its first seat played it."""

    game: str
    rules: int
    """The version of its rules."""
    names: Sequence[str]
    scores: Sequence[float]
    returns: Sequence[float]
    helped: bool = False

    @property
    def worth(self) -> tuple[float, float]:
        """What is compared: the share of the win, then the points ahead of the best of the others."""
        return self.returns[0], self.scores[0] - max(self.scores[1:])

    @property
    def points(self) -> str:
        """The points of all seats, the own first."""
        return score_text(self.scores)


class RecentDays(NamedTuple):
    """What the records tell of the last days."""

    results: Mapping[date, Result]
    """The first match of each day that was played to its end."""
    waiting: Path | None
    """The last day's match that was left; None: there is none."""


def recent_days(storage: Storage, last: date, days: int = WEEK) -> RecentDays:
    """Return what the records tell of so many days, up to the last one."""
    from herrlof.records.errors import Unreadable
    from herrlof.records.listing import UNFINISHED

    first, waiting = last - timedelta(days=days - 1), None
    results: dict[date, Result] = {}
    try:
        for found in storage.summaries():
            if found.played and found.played[:10] < f"{first}":
                break  # they come in order: what follows was played before
            over = bool(found.returns)  # also by rules of another version, which nothing here can play
            if found.ending is not None or not (over or found.state == UNFINISHED) or not _fits(found):
                continue
            day, rules = _day_of(found)
            if day is None or not first <= day <= last:
                continue
            if over:
                names = [seat.name for seat in found.seats]
                results[day] = Result(  # what was played first comes last
                    found.game, rules, names, found.scores, found.returns, found.help.any
                )
            elif day == last and waiting is None:
                waiting = found.path
    except Unreadable:
        pass
    return RecentDays(results, waiting)


def _fits(found: RecordSummary) -> bool:
    """Whether a match could be one of a day: a person in the first seat, and the usual bots."""
    own, *others = found.seats or (None,)
    if own is None or not own.person or found.game not in GAMES:
        return False
    return all(seat.bot == default_bot(found.game) for seat in others)


def _day_of(found: RecordSummary) -> tuple[date | None, int]:
    """Return the day whose cards a match has, which at midnight is the one before, and the version of its rules."""
    from herrlof.records.listing import read_folded

    header = read_folded(found.path)[1].header
    begun = date.fromisoformat(found.created[:10])
    for day in (begun, begun - timedelta(days=1)):
        if header.get("deals") == code_of(day, found.game, header["rules"]):
            return day, header["rules"]
    return None, 0


def is_of_today(code: str | None) -> bool:
    """Whether a deal code is today's, or yesterday's: a match may go on beyond midnight."""
    return code is not None and code in (code_of(today()), code_of(today() - timedelta(days=1)))


async def levels(day: date) -> AsyncIterator[tuple[str, Result]]:
    """Yield what each level of the day's game came to with these cards in the first seat, the lowest one first.

    It is the same on every machine: a bot's choices follow from the cards and the place of the move.
    """
    from herrlof.bots.worker import Worker
    from herrlof.table.match import Match

    new, key = match_of(day, ""), game_of(day)
    game, others = GAMES[key], new.seats[1:]
    known = opponents(key)
    kinds = dict(enumerate([*known.values(), *(bot_kind(key, seat.bot or "") for seat in others)]))
    worker = Worker(game, kinds)
    try:
        for place, (bot, kind) in enumerate(known.items()):
            seats = (Seat(free_name(kind.title, [seat.name for seat in others]), bot), *others)
            match, measured = Match(game, seats, deals=new.deals), Random(new.deals)
            while not match.over:
                if (seat := match.mover) < 0:
                    match.advance(match.sample_measured(measured) if match.measured_kind else None)
                    continue
                asked = place if seat == 0 else len(known) + seat - 1
                action = await worker.choose(asked, match.observe(seat), match.legal(), match.bot_rng(seat))
                if action is None:
                    return
                match.play(seat, action)
            names = [kind.title, *(seat.name for seat in others)]
            yield bot, Result(key, game.version, names, match.scores, match.returns())
    finally:
        worker.close()


def as_json(results: Mapping[date, Result]) -> list[dict[str, Any]]:
    """Return what programs get of the last days, the newest first."""
    return [
        {"day": f"{day}", "game": found.game, "rules": found.rules, "scores": [*found.scores],
         "returns": [*found.returns], "help": found.helped}
        for day, found in sorted(results.items(), reverse=True)
    ]  # fmt: skip


# What is said of it


def about(day: date) -> list[str]:
    """Return what is played today, and what is fixed."""
    key = game_of(day)
    others = listed([seat.name for seat in match_of(day, "").seats[1:]])
    return [
        _("{day}: {game}, against {others}.", day=day, game=GAMES[key].title, others=others),
        _("The same cards for everybody until midnight UTC. Rules version {n}.", n=GAMES[key].version),
    ]


def told(result: Result) -> str:
    """Return how a match ended, as in `61 : 40, won`."""
    return listed(filter(None, (result.points, share_text(result.returns[0]), _("with help") if result.helped else "")))


def ahead(own: Result, others: Mapping[str, Result]) -> int:
    """Return how many levels somebody was ahead of."""
    return sum(own.worth > other.worth for other in others.values())


def compared(own: Result, others: Mapping[str, Result]) -> str:
    """Return how many levels somebody was ahead of, in a sentence."""
    return _("You did better than {n} of {all} levels.", n=ahead(own, others), all=len(others))


def to_share(day: date, own: Result, others: Mapping[str, Result]) -> str:
    """Return a line for others that gives no card away."""
    game = GAMES[own.game].title
    return _(
        "herrlof, deal of {day}, {game} (rules {rules}): {told}; ahead of {n} of {all} levels",
        day=day, game=game, rules=own.rules, told=told(own), n=ahead(own, others), all=len(others),
    )  # fmt: skip


def standings(own: Result | None, others: Mapping[str, Result]) -> list[Row]:
    """Return who came to what with today's cards, the best first; `own` is called You."""
    found = [(other.worth, False, other.names[0], told(other)) for other in others.values()]
    if own is not None:
        found.append((own.worth, True, _("You"), told(own)))
    return [Row(name, (text,)) for _worth, _own, name, text in sorted(found, key=lambda one: one[:2], reverse=True)]


def week(found: RecentDays, last: date) -> list[Row]:
    """Return the last days, the newest first, each with its game and how it ended."""
    rows = []
    for day in (last - timedelta(days=number) for number in range(WEEK)):
        own = found.results.get(day)
        key = game_of(day) if own is None else own.game
        missing = _("begun") if found.waiting is not None and day == last else _("not played")
        text = missing if own is None else told(own)
        if own is not None and own.rules != GAMES[key].version:
            text = _("{told}, by rules version {rules}: other cards", told=text, rules=own.rules)
        rows.append(Row(_called(day, last), (GAMES[key].title, text)))
    return rows


def _called(day: date, last: date) -> str:
    """Return what a day is called on the last one."""
    return {0: _("today"), 1: _("yesterday")}.get((last - day).days, f"{day:%m-%d}")
