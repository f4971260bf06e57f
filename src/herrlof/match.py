"""The referee: the only holder of a match's true state."""

from __future__ import annotations

import hashlib
import os
import secrets
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, Self

from rich.cells import cell_len

from herrlof import __version__
from herrlof.dealing import FairChance, commitment, mixed, new_seed, parse_deal_code, tidy_cut
from herrlof.game import CHANCE, NOBODY, TERMINAL, Action, Event, Game, IllegalAction, Observation, State

if TYPE_CHECKING:
    from herrlof.records import Record

FORMAT: Final = 1
"""The number of the record format that is written; `docs/records.md` describes it."""
MAX_NAME: Final = 20
"""Terminal cells in a player's name."""
MAX_CUT: Final = 200
"""Characters in a cut."""


class RecordError(ValueError):
    """A record that cannot be used now. The message is a sentence for a person and names no card."""


class Damaged(RecordError):
    """A record that is not as it was written, from `line` (counted from 1) on."""

    def __init__(self, source: str, line: int, reason: str) -> None:
        """Say in which file, from which line on, and what is wrong."""
        super().__init__(f"{source}, line {line}: {reason}")
        self.source = source
        self.line = line
        self.reason = reason


class Sink(Protocol):
    """What receives each line of a record, before anybody can see what it tells."""

    @property
    def game_id(self) -> str:
        """The id of the match, which is also the name of its file."""

    def append(self, line: Mapping[str, Any]) -> None:
        """Keep a line; never raises because of the disk."""


class Source(Sink, Protocol):
    """A record that is open to be read and then continued."""

    def read(self) -> Record:
        """Return the record as it stands; RecordError says why it cannot be used."""


class Move(NamedTuple):
    """One line of a match's record: `by` is a seat or CHANCE, `do` a text code."""

    n: int
    by: int
    do: str


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where: a person, or a bot by its key in BOTS."""

    name: str
    bot: str | None = None


def clean_name(text: str) -> str:
    """Return a name fit for the table: composed, trimmed, no control or direction marks; ValueError if none is left."""
    text = unicodedata.normalize("NFC", text)
    text = "".join(letter for letter in text if unicodedata.category(letter)[0] != "C" or letter == "\t")
    text = " ".join(text.split())
    if not text:
        raise ValueError("a name needs at least one visible character")
    if cell_len(text) > MAX_NAME:
        raise ValueError(f"the name {text[:MAX_NAME]!r}… is longer than {MAX_NAME} cells")
    return text


def clean_seats(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return the seats with clean names; ValueError where two are alike."""
    cleaned = tuple(Seat(clean_name(seat.name), seat.bot) for seat in seats)
    names = [seat.name.casefold() for seat in cleaned]
    for number, name in enumerate(names):
        if name in names[:number]:
            raise ValueError(f"two players are called {cleaned[number].name!r}: give each a name of their own")
    return cleaned


def new_game_id() -> str:
    """Return the UTC time and 8 random hex digits: names sort by time and do not collide."""
    return f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}-{secrets.token_hex(4)}"


def now() -> str:
    """Return the UTC time as it stands in records."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"


def opener() -> dict[str, Any]:
    """Return where this program runs, for a second one that finds the record in use."""
    try:
        terminal = os.ttyname(0)
    except OSError:
        terminal = None
    return {"host": os.uname().nodename, "pid": os.getpid(), "terminal": terminal}


def state_hash(state: State) -> str:
    """Return 16 hex digits that change with anything in a state."""
    return hashlib.sha256(state.summary().encode()).hexdigest()[:16]


class Match:
    """One match from the first deal to the end: checks moves, keeps their record, tells each seat its part.

    All chance follows from a seed, which is committed to before the first card and shown after the last one.
    Chance is not played by itself: where `mover` is CHANCE, call `advance` when the table is ready.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        *,
        seed: bytes | None = None,
        deals: str | None = None,
        journal: Sink | None = None,
        **options: Any,
    ) -> None:
        """Seat the players. Without a seed (32 bytes) or a deal code (`deals`), the system draws a seed.

        The `journal` gets the first line of the record here. ValueError says what is wrong with an option.
        """
        self._set_up(game, seats, seed, deals, new_game_id() if journal is None else journal.game_id, options)
        self._sink: Sink | None = journal
        self._write(
            {
                "commitment": self.commitment,
                "created": now(),
                "deals": None if deals is None else self._chance.code,
                "event": "match",
                "format": FORMAT,
                "game": game.key,
                "id": self.game_id,
                "opened": opener(),
                "options": self._given,
                "program": __version__,
                "rules": game.version,
                "seats": [{"bot": seat.bot, "name": seat.name} for seat in self.seats],
                "seed": None if self._seed is None else self._seed.hex(),
            }
        )

    def _set_up(
        self,
        game: Game,
        seats: Sequence[Seat],
        seed: bytes | None,
        deals: str | None,
        game_id: str,
        options: Mapping[str, Any],
    ) -> None:
        """Lay the table for the first deal."""
        if seed is not None and deals is not None:
            raise ValueError("a match has a seed or a deal code, not both")
        self.game = game
        self.game_id = game_id
        self.seats = clean_seats(seats)
        self.moves: list[Move] = []
        self.cuts: tuple[str, ...] = ()
        self._given = {name: value for name, value in options.items() if value is not None}
        self._sink = None
        self._started = False
        self._drawn: dict[str, int] = {}
        self._news: list[Event] = []
        self._marks: list[int] = []
        if deals is None:
            self._seed: bytes | None = new_seed() if seed is None else seed
            self.commitment: str | None = commitment(self._seed, game_id)
            """What is shown before the first card; None with a deal code, as somebody may know its cards."""
            self._lay(FairChance(mixed(self._seed)))
        else:
            self._seed = self.commitment = None
            self._lay(FairChance(parse_deal_code(deals)))

    def _lay(self, chance: FairChance) -> None:
        self._chance = chance
        self.options = {"first_dealer": chance.first_dealer(len(self.seats)), **self._given}
        self._state = self.game.new_state(len(self.seats), **self.options)

    # What is known

    @property
    def mover(self) -> int:
        """The seat to move, CHANCE or TERMINAL."""
        return self._state.current_player()

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.mover == TERMINAL

    @property
    def seed(self) -> bytes | None:
        """The seed, once the match is over; None before, and where a deal code was used."""
        return self._seed if self.over else None

    @property
    def deal_code(self) -> str | None:
        """The code that deals these cards again, once the match is over."""
        return self._chance.code if self.over else None

    @property
    def can_cut(self) -> bool:
        """Whether cuts can still be mixed in: not after the first card, nor into a deal code."""
        return not self._started and self._seed is not None

    def legal(self) -> Sequence[Action]:
        """Return the mover's legal actions."""
        return self._state.legal_actions()

    def returns(self) -> tuple[float, ...]:
        """Return each seat's share of the win; all 0 before the end."""
        return self._state.returns()

    def observe(self, seat: int) -> Observation:
        """Return what a seat knows; NOBODY: what is public."""
        return self._state.observation(seat)

    def news(self, seat: int, since: int = 0) -> list[Event]:
        """Return what has happened, from the event numbered `since` on, as `seat` perceived it."""
        return [event.seen_by(seat) for event in self._news[since:]]

    def story(self) -> list[Event]:
        """Return all that has happened with nothing hidden, once the match is over; until then the public part."""
        return list(self._news) if self.over else self.news(NOBODY)

    @property
    def told(self) -> int:
        """How many events there have been."""
        return len(self._news)

    def public_moves(self) -> list[Move]:
        """Return the moves; while the match is not over, only the first word of those that hide something."""
        if self.over:
            return list(self.moves)
        moves: list[Move] = []
        since = 0
        for move, until in zip(self.moves, self._marks, strict=True):
            hides = move.by == CHANCE or any(event.only is not None for event in self._news[since:until])
            moves.append(move._replace(do=move.do.split(" ")[0]) if hides else move)
            since = until
        return moves

    def again(self, *, turn: int = 0, journal: Sink | None = None) -> Match:
        """Return a new match with the same deals, once this one is over.

        With `turn` 1 everybody gets the cards that the player to the right had, and so on; with two seats the
        hands are swapped. The seats stay: it is the first dealer that moves.
        """
        if not self.over:
            raise ValueError("these cards can be dealt again when the match is over")
        options = {**self.options, "first_dealer": (self.options["first_dealer"] + turn) % len(self.seats)}
        return Match(self.game, self.seats, deals=self.deal_code, journal=journal, **options)

    def bot_rng(self, seat: int) -> Random:
        """Return a generator for the bot that sits down now; nothing about the cards follows from it."""
        return self._chance.bot_rng(seat, len(self.moves))

    # What happens

    def cut(self, cuts: Sequence[str]) -> None:
        """Mix in what each person typed after the commitment, in seat order; empty for who does not cut.

        It may change the first dealer. ValueError says why a cut cannot be taken.
        """
        if not self.can_cut:
            raise ValueError("the cards have been cut, or lie fixed already")
        if len(cuts) > len(self.seats):
            raise ValueError(f"{len(self.seats)} seats cannot cut {len(cuts)} times")
        tidy = [tidy_cut(cut) for cut in cuts]
        if max(map(len, tidy), default=0) > MAX_CUT:
            raise ValueError(f"a cut has at most {MAX_CUT} characters")
        self._start(tidy)

    def _start(self, cuts: Sequence[str] = ()) -> None:
        """Settle all chance to come; from here on nobody can cut."""
        if self._started:
            return
        if self._seed is not None:
            self._lay(FairChance(mixed(self._seed, cuts)))
        self._write({"cuts": list(cuts), "event": "start", "first_dealer": self.options["first_dealer"]})
        self.cuts = tuple(cuts)
        self._started = True

    def play(self, seat: int, action: Action | str) -> None:
        """Play a seat's move, given as an action or in its text code; IllegalAction says why it is not allowed."""
        if isinstance(action, str):
            action = self.game.decode(action)
        if self.over:
            raise IllegalAction("the match is over")
        if seat != self.mover:
            raise IllegalAction("it is not your turn")
        if action not in self.legal():
            raise IllegalAction(self.game.refusal(self.observe(seat), action))
        self._start()
        after, news = self._state.clone(), list[Event]()
        after.apply(action, news)
        self._settle(seat, self.game.encode(action), after, news)

    def advance(self) -> None:
        """Let chance move: deal a round, or draw a card."""
        if self.mover != CHANCE:
            raise IllegalAction("there is nothing to deal now")
        self._start()
        kind = self._state.chance_kind()
        count = self._drawn.get(kind, 0) + 1
        outcome = self._state.sample_chance(self._chance.rng_for(kind, count))
        after, news = self._state.clone(), list[Event]()
        after.apply_chance(outcome, news)
        self._settle(CHANCE, self.game.encode_chance(outcome), after, news)
        self._drawn[kind] = count

    def _settle(self, by: int, do: str, after: State, news: Sequence[Event]) -> None:
        """Record a move, and only then let anybody see what it led to."""
        move = Move(len(self.moves), by, do)
        if self._sink is not None:
            line = {**move._asdict(), "state": state_hash(after)}
            scores = _scores(after)
            if scores != _scores(self._state):
                line["scores"] = scores
            self._write(line)
            if after.current_player() == TERMINAL:
                seed = None if self._seed is None else self._seed.hex()
                self._write({"event": "end", "returns": list(after.returns()), "scores": scores, "seed": seed})
        self.moves.append(move)
        self._state = after
        self._news += news
        self._marks.append(len(self._news))

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._sink is not None:
            self._sink.append(line)

    # Again from the record

    @classmethod
    def replay(cls, record: Record, moves: int | None = None) -> Self:
        """Return the match after all moves of a record, or after the first `moves` of them; nothing is written.

        Everything is played and computed again and compared: the commitment, every deal and draw, whether each
        move was allowed, every position and score. Damaged names the first line that differs.
        """
        return cls._replayed(record, moves)[0]

    @classmethod
    def resume(cls, journal: Source) -> Self:
        """Return the match of a journal as it stands, which goes on writing there."""
        record = journal.read()
        match, missing = cls._replayed(record)
        match._sink = journal
        if record.end is None:
            match._write(
                {
                    "event": "resume",
                    "moves": len(match.moves),
                    "opened": opener(),
                    "program": __version__,
                    "time": now(),
                }
            )
        for line in missing:
            match._write(line)
        return match

    @classmethod
    def _replayed(cls, record: Record, moves: int | None = None) -> tuple[Self, list[Mapping[str, Any]]]:
        """Return the match, and the lines that follow from the record's last move but are not in it."""
        from herrlof.games import GAMES

        header = record.header
        match = cls.__new__(cls)
        game = GAMES.get(header.game)
        if game is None:
            raise RecordError(f"{record.source}: this program has no game {header.game!r}")
        if game.version != header.rules:
            raise RecordError(
                f"{record.source}: this match has version {header.rules} of the rules of {game.title}, "
                f"this program version {game.version}"
            )
        seed = None if header.seed is None else bytes.fromhex(header.seed)
        try:
            seats = [Seat(seat.name, seat.bot) for seat in header.seats]
            match._set_up(game, seats, seed, header.deals, header.id, header.options)
        except (ValueError, TypeError) as fault:
            raise Damaged(record.source, 1, str(fault)) from None
        if match.commitment != header.commitment:
            raise Damaged(record.source, 1, "the seed does not fit the commitment")
        checker = _Checker(record)
        match._sink = checker
        if record.start is not None:
            try:
                match._start([tidy_cut(cut) for cut in record.start.cuts])
            except ValueError as fault:
                raise Damaged(record.source, record.line_of(record.start), str(fault)) from None
        for line in record.moves[:moves]:
            try:
                if line.by == CHANCE:
                    match.advance()
                else:
                    match.play(line.by, line.do)
            except IllegalAction:
                raise Damaged(record.source, record.line_of(line), "this move is not allowed here") from None
        match._sink = None
        if record.end is not None and moves is None and not match.over:
            raise Damaged(record.source, record.line_of(record.end), "the match is not over here")
        return match, checker.missing


def _scores(state: State) -> list[int]:
    """Return the points so far, for lists of games; nothing where a game counts none."""
    return list(getattr(state, "scores", ()))


class _Checker:
    """Compares the lines that a replay would write with those that were written."""

    def __init__(self, record: Record) -> None:
        self.game_id = record.header.id
        self.missing: list[Mapping[str, Any]] = []
        self._record = record
        self._expected = record.told()

    def append(self, line: Mapping[str, Any]) -> None:
        """Find the line in the record; Damaged if it says something else."""
        number, found = next(self._expected, (0, None))
        if found is None:
            self.missing.append(line)
            return
        for name in (*_REASONS, *line):
            if line.get(name) != found.get(name):
                reason = _REASONS.get(name, "this does not follow from the lines before")
                if name == "do" and line["by"] == CHANCE:
                    reason = "this deal or draw does not follow from the seed and the cuts"
                raise Damaged(self._record.source, number, reason)


_REASONS: Final = {
    "event": "another line belongs here",
    "cuts": "the cuts are not as they were mixed in",
    "first_dealer": "this first dealer does not follow from the seed and the cuts",
    "by": "it is not this seat's turn",
    "do": "this move is not allowed here",
    "n": "a move is missing before this one",
    "scores": "the score does not follow from the moves",
    "state": "the position after this move is not the one that was recorded",
    "returns": "the result does not follow from the moves",
    "seed": "this is not the seed of the match",
}
"""What is wrong where a part of a line differs, in the order in which parts are compared."""
