"""Statistics of the matches that are kept: counted from their records, and from nothing else.

What a record tells is kept, so that ten thousand of them are read once. A finished match counts once for each seat that
is counted: the seats of people, or those of one player.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, Final, NamedTuple

from herrlof.game import CHANCE, NOBODY, Event, Statistic, StatisticsPage
from herrlof.games import GAMES
from herrlof.messages import _
from herrlof.records.copies import names_itself
from herrlof.records.errors import RecordError
from herrlof.records.listing import read_folded
from herrlof.records.storage import REVIEW, REVIEW_SUFFIX, Storage

SCHEMA: Final = "herrlof.stats/1"
KEPT: Final = "herrlof.kept-stats/3"
SAVE_EVERY: Final = 500
"""Records after which what was read is kept."""


@dataclass(frozen=True, slots=True)
class Played:
    """A finished match, as its record tells it."""

    id: str
    created: str
    """UTC, as in 2026-11-21T18:30:00Z."""
    game: str
    rules: int
    """The version of its rules."""
    names: list[str]
    bots: list[str | None]
    """By seat: the key of its bot, or None for a person or another program."""
    people: list[int]
    """The seats of people."""
    help: bool
    """Whether it had hints or take-backs, or is a branch."""
    won: list[float]
    """Each seat's share of the win."""
    rounds: dict[str, list[list[float]]]
    """By the name of a fact, for each round, by seat."""
    moves: list[dict[str, int]]
    """By seat: how often it made a move whose text code begins with this word, or did what the game counts besides."""
    declined: list[dict[str, int]]
    """By seat: how often it could have made one, and answered with another word."""
    means: dict[str, float] = field(default_factory=dict)
    """By seat: the mean cost of a decision, where the match was reviewed."""

    @property
    def count(self) -> int:
        """How many rounds it had."""
        return max((len(rounds) for rounds in self.rounds.values()), default=0)

    def against(self, seat: int) -> str | None:
        """Return the keys of the other seats' bots, joined with a plus; None where there are none."""
        found = {bot for other, bot in enumerate(self.bots) if bot is not None and other != seat}
        return "+".join(sorted(found)) or None


class Matches(NamedTuple):
    """How often a game was played against a bot, and how often it was won."""

    game: str
    seats: int
    bot: str | None
    help: bool
    played: int
    won: float
    """A win that is shared counts as its share."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What a round brought on average."""

    game: str
    name: str
    count: int
    """Rounds."""
    mean: float


class Cost(NamedTuple):
    """The mean cost of a decision in a match that was reviewed."""

    id: str
    created: str
    mean: float


class Statistics:
    """All finished matches of a storage, once `read` has come to its end."""

    def __init__(self, storage: Storage) -> None:
        self.matches: list[Played] = []
        """The oldest first."""
        self._storage = storage

    def read(self, most: int | None = None) -> Iterator[tuple[int, int]]:
        """Read what was not read before, a record at a time; yield how many of how many are done.

        Nothing is read where that is more than `most`.
        """
        storage = self._storage
        marks = storage.marks()
        before = storage.kept_statistics()
        kept: dict[str, Any] = before.get("records", {}) if before.get("schema") == KEPT else {}
        known = {name: one for name, one in kept.items() if name in marks} if isinstance(kept, dict) else {}
        fresh = [name for name in marks if not _is_known(known.get(name), marks[name])]
        if most is not None and len(fresh) > most:
            return
        for done, name in enumerate(fresh, 1):
            path = storage.games / name
            found = _review(storage, path) if name.endswith(REVIEW_SUFFIX) else _record(path)
            known[name] = {"mark": marks[name], "found": found}
            if not done % SAVE_EVERY:
                self._keep(known)
            yield done, len(fresh)
        if fresh or len(known) != len(kept):
            self._keep(known)
        self.matches = sorted(_matches(known), key=lambda match: (match.created, match.id))

    def _keep(self, known: Mapping[str, Any]) -> None:
        self._storage.keep_statistics(json.dumps({"schema": KEPT, "records": known}).encode())

    def chosen(
        self, game: str | None = None, player: str | None = None, help: bool | None = False
    ) -> list[tuple[Played, list[int]]]:
        """Return matches, each with the seats that are counted in it.

        Those of a game, of a player by name; without help (False), with it (True), or all of them (None).
        """
        found = []
        for match in self.matches:
            if game not in (None, match.game) or help not in (None, match.help):
                continue
            seats = match.people
            if player is not None:
                wanted = player.casefold()
                seats = [seat for seat, name in enumerate(match.names) if name.casefold() == wanted]
            if seats:
                found.append((match, seats))
        return found


@dataclass(frozen=True, slots=True)
class Counted:
    """The matches of one game that are counted, each with the seats that are."""

    game: str
    chosen: Sequence[tuple[Played, Sequence[int]]]
    """The oldest first."""

    def values(self, name: str) -> list[float]:
        """Return the values of a fact, one for each round and seat, the oldest first."""
        return [row[seat] for match, seats in self.chosen for row in match.rounds.get(name, ()) for seat in seats]

    def pairs(self, one: str, other: str) -> list[tuple[int, int]]:
        """Return the values of two facts of the same rounds."""
        return list(zip(map(int, self.values(one)), map(int, self.values(other)), strict=True))

    def others(self, name: str) -> list[float]:
        """Return the values of a fact for the seats that are not counted."""
        return [
            value
            for match, seats in self.chosen
            for row in match.rounds.get(name, ())
            for seat, value in enumerate(row)
            if seat not in seats
        ]

    def uses(self) -> Counter[str]:
        """Return how often each kind of move was made, by the first word of its text code."""
        found: Counter[str] = Counter()
        for match, seats in self.chosen:
            for seat in seats:
                found.update(match.moves[seat])
        return found

    def used(self, kind: str) -> str:
        """Return how often a kind of move was made, of how often it could have been, where there was an answer."""
        times = self.uses()[kind]
        declined = sum(match.declined[seat].get(kind, 0) for match, seats in self.chosen for seat in seats)
        return _("{n} of {whole}", n=times, whole=times + declined)

    def number(self, one: Statistic) -> str:
        values = self.values(one.of)
        match one.how:
            case "mean" | "against":
                values = values if one.how == "mean" else self.others(one.of)
                return f"{sum(values) / len(values):.1f}" if values else "–"
            case "share":
                return _("{n} of {whole}", n=round(sum(values)), whole=len(values))
            case "run":
                return str(max((len(list(run)) for true, run in groupby(values) if true), default=0))
            case "both":
                return str(sum(1 for both in self.pairs(one.of, one.other) if all(both)))
            case "used":
                return self.used(one.of)
            case "times":
                return str(self.uses()[one.of])
        return f"{self.uses()[one.of] / max(1, self.rounds):.1f}"

    def charted(self, page: StatisticsPage) -> list[float]:
        """Return the values that a chart shows, a round and seat each."""
        values = self.values(page.of)
        if not page.ahead:
            return values
        return [mine - theirs for mine, theirs in zip(values, self.others(page.of), strict=False)]

    @property
    def rounds(self) -> int:
        """How many rounds there were, for each seat that counts."""
        return sum(match.count * len(seats) for match, seats in self.chosen)

    def moves(self) -> list[tuple[str, str]]:
        """Return how often each kind of move was made in a round."""
        return [(word, f"{times / max(1, self.rounds):.1f}") for word, times in sorted(self.uses().items())]

    def streaks(self) -> tuple[int, int]:
        """Return how many matches in a row were won, now and at most."""
        now = most = 0
        for match, seats in self.chosen:
            for seat in seats:
                now = now + 1 if match.won[seat] == max(match.won) else 0
                most = max(most, now)
        return now, most

    def facts(self) -> list[tuple[str, str]]:
        """Return the means of the facts that the game's words name."""
        return means(self.game, fact_rows(self.chosen))


def match_rows(chosen: Iterable[tuple[Played, Sequence[int]]]) -> list[Matches]:
    """Return how often each game was played and won, by the bots against whom, those with help apart."""
    played: Counter[tuple[str, int, str | None, bool]] = Counter()
    won: Counter[tuple[str, int, str | None, bool]] = Counter()
    for match, seats in chosen:
        for seat in seats:
            place = match.game, len(match.names), match.against(seat), match.help
            played[place] += 1
            won[place] += match.won[seat]  # type: ignore[assignment]
    order = sorted(played, key=lambda place: (place[0], place[1], place[2] is not None, place[2] or "", place[3]))
    return [Matches(*place, played[place], won[place]) for place in order]


def means(game: str, found: Iterable[Fact]) -> list[tuple[str, str]]:
    """Return the means of the facts that a game's words name, each with its heading."""
    values = {fact.name: fact.mean for fact in found if fact.game == game}
    heads = [(name, head) for name, head in GAMES[game].words.facts.items() if name in values]
    return [
        (head, f"{100 * values[name]:.0f}" if head.endswith("%") else f"{values[name]:.1f}") for name, head in heads
    ]


def fact_rows(chosen: Iterable[tuple[Played, Sequence[int]]]) -> list[Fact]:
    """Return what a round brought on average: the game's own facts, and how often each kind of move was made."""
    rounds: Counter[str] = Counter()
    facts: dict[tuple[str, str], list[float]] = {}
    uses: Counter[tuple[str, str]] = Counter()
    for match, seats in chosen:
        rounds[match.game] += match.count * len(seats)
        for name, values in match.rounds.items():
            facts.setdefault((match.game, name), []).extend([row[seat] for row in values for seat in seats])
        for seat in seats:
            for word, times in match.moves[seat].items():
                uses[match.game, word] += times
    found = [Fact(*place, len(values), sum(values) / len(values)) for place, values in facts.items() if values]
    for (game, word), times in uses.items():
        if rounds[game] and (game, word) not in facts:
            found.append(Fact(game, word, rounds[game], times / rounds[game]))
    return sorted(found, key=lambda fact: (fact.game, fact.name))


def cost_rows(chosen: Iterable[tuple[Played, Sequence[int]]]) -> list[Cost]:
    """Return the mean costs of the matches that were reviewed, the oldest first."""
    found = []
    for match, seats in chosen:
        means = [match.means[str(seat)] for seat in seats if str(seat) in match.means]
        if means:
            found.append(Cost(match.id, match.created, sum(means) / len(means)))
    return found


def as_json(statistics: Statistics, game: str | None, player: str | None, with_help: bool) -> dict[str, Any]:
    """Return what programs get. Facts and costs are of matches without help; `matches` may have those with help too."""
    plain = statistics.chosen(game, player)
    counted = statistics.chosen(game, player, None) if with_help else plain
    return {
        "schema": SCHEMA,
        "filters": {"game": game, "player": player, "with_help": with_help},
        "matches": [row._asdict() for row in match_rows(counted)],
        "facts": [asdict(row) for row in fact_rows(plain)],
        "costs": [row._asdict() for row in cost_rows(plain)],
    }


# From the files


def _is_known(entry: Any, mark: list[int]) -> bool:
    return isinstance(entry, dict) and entry.get("mark") == mark and "found" in entry


def _matches(known: Mapping[str, Any]) -> Iterator[Played]:
    """Yield the matches among what is known, with the means of their reviews; one with several files once."""
    met: set[str] = set()
    for name, entry in sorted(known.items(), key=lambda one: (not names_itself(one[0]), one[0])):
        found = entry["found"]
        if name.endswith(REVIEW_SUFFIX) or found is None:
            continue
        try:
            match = Played(**found)
        except TypeError:
            continue
        if match.id in met:
            continue
        met.add(match.id)
        if match.game in GAMES and match.rules == GAMES[match.game].version:
            review = known.get(name + REVIEW)
            if review is not None and isinstance(review["found"], dict):
                match.means.update(review["found"])
            yield match


def _review(storage: Storage, path: Path) -> dict[str, float] | None:
    """Return the mean costs that a review has kept, by seat; None before all is judged."""
    found = storage.kept_review(path.with_name(path.name.removesuffix(REVIEW)))
    means = found.get("people")
    if not found.get("complete") or not isinstance(means, dict):
        return None
    return {str(seat): float(mean) for seat, mean in means.items() if isinstance(mean, int | float)}


def _record(path: Path) -> dict[str, Any] | None:
    """Return what the record of a finished match tells; None where it is none, or cannot be read.

    Its moves are played once more, without a look at the hashes of the positions: `herrlof verify` does that.
    """
    summary, fold = read_folded(path)
    try:
        if summary is None or fold.end is None or summary.problem:
            return None
        if summary.ending is not None and summary.ending.seat is None:
            return None  # nobody has won, and nobody has lost
        game = GAMES[summary.game]
        state = game.new_state(len(summary.seats), **fold.options)
        words: list[Counter[str]] = [Counter() for _ in summary.seats]
        declined: list[Counter[str]] = [Counter() for _ in summary.seats]
        story: list[Event] = []
        for by, do in fold.played():
            if by == CHANCE:
                state.apply_chance(game.decode_chance(do), story)
            else:
                if " " not in do:  # an answer, such as a pass: what else could have been done?
                    declined[by].update({_kind(game.encode(other)) for other in state.legal_actions()} - {do})
                state.apply(game.decode(do), story)
                words[by][_kind(do)] += 1
        for seat, deeds in enumerate(game.deeds(story, len(words))):
            words[seat].update(deeds)
        won = state.returns() if summary.ending is None else summary.ending.returns(len(summary.seats))
        facts = game.round_facts(state.observation(NOBODY))
        names: Collection[str] = dict.fromkeys(name for fact in facts for name in fact)
        played = Played(
            id=fold.header["id"],
            created=summary.created,
            game=summary.game,
            rules=game.version,
            names=[seat.name for seat in summary.seats],
            bots=[seat.bot for seat in summary.seats],
            people=[number for number, seat in enumerate(summary.seats) if seat.person],
            help=summary.help.any,
            won=[float(share) for share in won],
            rounds={name: [list(fact[name]) for fact in facts if name in fact] for name in names},
            moves=[dict(word) for word in words],
            declined=[dict(word) for word in declined],
        )
    except (RecordError, ValueError, LookupError, TypeError, AttributeError, StopIteration, RecursionError):
        return None
    return asdict(played)


def _kind(do: str) -> str:
    """Return the kind of a move: the first word of its text code."""
    return do.partition(" ")[0]
