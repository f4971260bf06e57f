"""What an arena found: groups go in as they come, figures come out as a dictionary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from herrlof import __version__
from herrlof.arena.contest import Contest, Group, MatchResult
from herrlof.arena.stats import BOUND, Interval, Ratings, Ratio, Sprt, Table, Times
from herrlof.messages import N_, _

FORMAT: Final = 2
"""The number of the dictionary's form; `tests/arena/test_contest.py` holds it."""
NO_OPENSKILL: Final = N_("For the ratings of openskill install the extra 'ratings': pip install 'herrlof[ratings]'")


class Standing:
    """What one bot did at one table. Facts of rounds count for each of its seats, wins for all of them."""

    def __init__(self, bot: int, table: Table, facts: Mapping[str, str]) -> None:
        """Start without any match; `facts` are the game's own, with their headings."""
        self.bot = bot
        self.seats = table.count(bot)
        self.wins = Ratio()
        self.facts = {name: Ratio() for name in facts}
        self.difference = Ratio()
        """Of the first fact, against the mean of the others."""
        self._shares = {name for name, heading in facts.items() if heading.endswith("%")}

    def add(self, matches: Sequence[MatchResult]) -> float:
        """Take in a group and return the matches won in it."""
        won = sum(self._own(match.seating, match.returns) for match in matches)
        self.wins.add(won, len(matches))
        for place, (name, ratio) in enumerate(self.facts.items()):
            counted = [match for match in matches if name in match.facts]
            if not (rounds := sum(match.rounds for match in counted)):
                continue
            own = sum(self._own(match.seating, match.facts[name]) for match in counted) / self.seats
            ratio.add(own, rounds)
            if not place:
                others = len(matches[0].seating) - self.seats
                theirs = (sum(sum(match.facts[name]) for match in counted) - own * self.seats) / others
                self.difference.add(own - theirs, rounds)
        return won

    def _own(self, seating: Sequence[int], values: Sequence[float]) -> float:
        return sum(value for bot, value in zip(seating, values, strict=True) if bot == self.bot)

    def as_json(self, name: str) -> dict[str, Any]:
        facts = {
            fact: _interval(ratio.share() if fact in self._shares else ratio.mean())
            for fact, ratio in self.facts.items()
        }
        return {
            "bot": name,
            "seats": self.seats,
            "wins": _interval(self.wins.share()),
            "facts": facts,
            "difference": _interval(self.difference.mean()),
        }


class Report:
    """The figures of a contest, as far as it has been played. Sums alone: its size does not grow with the matches."""

    def __init__(self, contest: Contest, sprt: float | None = None) -> None:
        """Start without any match. `sprt`: test whether the first bot is that many points a round ahead, or not at all.

        Where a game counts no points in a round, it is the share of matches above an even one that is tested.
        ValueError says why that cannot be tested.
        """
        if sprt is not None and len(contest.bots) != 2:
            raise ValueError(_("The sequential test compares two bots."))
        if sprt == 0:
            raise ValueError(_("The sequential test needs a difference: more or less than 0."))
        self.contest = contest
        self.interrupted = False
        self._standings = {
            table: [Standing(bot, table, contest.game.words.facts) for bot in sorted(set(table))]
            for table in contest.tables
        }
        self._matches = dict.fromkeys(contest.tables, 0)
        self._rounds = dict.fromkeys(contest.tables, 0)
        self._ties = dict.fromkeys(contest.tables, 0)
        self._times = [Times() for _ in contest.bots]
        self._sprt = None if sprt is None else Sprt(min(sprt, 0.0), max(sprt, 0.0))
        self._points_tested = True
        pool = len(contest.bots) > 2
        self._ratings = Ratings(contest.tables, len(contest.bots), contest.seed) if pool else None
        self._skill = _Skill(len(contest.bots)) if pool and contest.seats > 2 and _Skill.available() else None

    @property
    def matches(self) -> int:
        """How many matches are finished."""
        return sum(self._matches.values())

    @property
    def decided(self) -> bool:
        """Whether the sequential test wants no more matches."""
        return self._sprt is not None and self._sprt.verdict != "undecided"

    def add(self, group: Group) -> None:
        """Take in a group; in the order in which the arena hands them out."""
        table, matches = group.table, group.matches
        self._matches[table] += len(matches)
        self._rounds[table] += sum(match.rounds for match in matches)
        self._ties[table] += sum(max(match.returns) < 1 for match in matches)
        won = [standing.add(matches) for standing in self._standings[table]]
        for bot, counts in group.times.items():
            self._times[bot].merge(counts)
        if self._sprt is not None:
            self._sprt.add(self._tested(group))
        if self._ratings is not None:
            self._ratings.add(group.number, table, won)
        if self._skill is not None:
            for match in matches:
                self._skill.add(match)

    def _tested(self, group: Group) -> float:
        """Return how far the first bot was ahead in a group: by the first fact of a round, or its share of the wins."""
        alone = Standing(0, group.table, self.contest.game.words.facts)
        won = alone.add(group.matches)
        if alone.difference.count:
            return alone.difference.ratio
        self._points_tested = False
        return won / len(group.matches) - 1 / self.contest.seats

    def as_json(self) -> dict[str, Any]:
        """Return everything as plain values; all but `milliseconds` follows from the seed."""
        contest = self.contest
        return {
            "format": FORMAT,
            "program": __version__,
            "game": contest.game.key,
            "rules": contest.game.version,
            "seats": contest.seats,
            "options": dict(contest.options),
            "seed": contest.seed,
            "bots": list(contest.bots),
            "games": contest.games,
            "matches": self.matches,
            "interrupted": self.interrupted,
            "tables": [
                {
                    "matches": self._matches[table],
                    "groups": self._matches[table] // contest.seats,
                    "rounds": self._rounds[table],
                    "ties": self._ties[table],
                    "standings": [standing.as_json(contest.bots[standing.bot]) for standing in standings],
                }
                for table, standings in self._standings.items()
            ],
            "sprt": self._sprt_as_json(),
            "ratings": self._ratings_as_json(),
            "milliseconds": {
                bot: {
                    "moves": times.counts.total(),
                    "p50": _figure(times.quantile(0.5)),
                    "p95": _figure(times.quantile(0.95)),
                }
                for bot, times in zip(contest.bots, self._times, strict=True)
            },
        }

    def _unit(self) -> str:
        headings = list(self.contest.game.words.facts.values())
        return headings[0] if headings and self._points_tested else "share of matches"

    def _sprt_as_json(self) -> dict[str, Any] | None:
        test = self._sprt
        if test is None:
            return None
        return {
            "unit": self._unit(),
            "low": test.low,
            "high": test.high,
            "groups": test.groups,
            "llr": _figure(test.llr),
            "bound": _figure(BOUND),
            "verdict": test.verdict,
        }

    def _ratings_as_json(self) -> dict[str, Any] | None:
        if self._ratings is None:
            return None
        intervals = self._ratings.intervals()
        return {
            "model": "Bradley-Terry" if self.contest.seats == 2 else "Plackett-Luce",
            "bots": [
                {
                    "bot": bot,
                    "rating": _interval(intervals[number]),
                    "openskill": None if self._skill is None else self._skill.as_json(number),
                }
                for number, bot in enumerate(self.contest.bots)
            ],
            "note": _(NO_OPENSKILL) if self._skill is None and self.contest.seats > 2 else None,
        }


class _Skill:
    """Openskill's ratings, match by match: who wins comes first, the others share the next place."""

    def __init__(self, bots: int) -> None:
        from openskill.models import PlackettLuce

        self._model = PlackettLuce()
        self._ratings = [self._model.rating() for _ in range(bots)]

    @staticmethod
    def available() -> bool:
        from importlib.util import find_spec

        return find_spec("openskill") is not None

    def add(self, match: MatchResult) -> None:
        teams = [[self._ratings[bot]] for bot in match.seating]
        for bot, (rating,) in zip(match.seating, self._model.rate(teams, scores=list(match.returns)), strict=True):
            self._ratings[bot] = rating

    def as_json(self, bot: int) -> dict[str, float]:
        """Return a bot's rating: the mean, its spread, and what it is worth at least (mean - 3 spreads)."""
        rating = self._ratings[bot]
        return {
            "mu": round(rating.mu, 3),
            "sigma": round(rating.sigma, 3),
            "at_least": round(rating.mu - 3 * rating.sigma, 3),
        }


def _interval(found: Interval | None) -> dict[str, float | None] | None:
    """Return a figure and its limits; None where the game has no such figure."""
    if found is None:
        return None
    return {name: _figure(value) for name, value in found._asdict().items()}


def _figure(value: float | None) -> float | None:
    """Return a number that reads well."""
    return None if value is None else round(value, 6)
