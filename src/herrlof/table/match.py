"""The referee: the only holder of a match's true state. What a record of it is worth is checked in `check`."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, Self

from herrlof import __version__
from herrlof.game import (
    CHANCE,
    NOBODY,
    TERMINAL,
    Action,
    Event,
    Game,
    IllegalAction,
    InvalidAction,
    Observation,
    State,
    complete_options,
)
from herrlof.records import format1
from herrlof.records.lines import FORMAT
from herrlof.records.names import Seat, clean_cut, clean_seats
from herrlof.records.storage import MOST_UNPLAYED, Storage, new_game_id
from herrlof.table.check import RecordChecker
from herrlof.table.dealing import ROOT_SIZE, FairChance, commitment, mixed, new_seed, parse_deal_code

if TYPE_CHECKING:
    from herrlof.records.models import Record

__all__ = ["Match", "Move", "Seat", "Sink", "Source"]


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


def now() -> str:
    """Return the UTC time as it stands in records."""
    return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"


def opened_by() -> dict[str, Any]:
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

    All chance but what is measured follows from a seed, which is committed to before the first card and shown after
    the last one. Chance is not played by itself: where `mover` is CHANCE, call `advance` when the table is ready.
    """

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        *,
        seed: bytes | None = None,
        deals: str | None = None,
        journal: Sink | None = None,
        unplayed: Sequence[str] = (),
        **options: Any,
    ) -> None:
        """Seat the players. Without a seed (32 bytes) or a deal code (`deals`), the system draws a seed.

        The `journal` gets the first line of the record here; `unplayed` are commitments that were shown before, and
        whose match was not played. ValueError says what is wrong with an option.
        """
        if game.chance and seed is None and deals is None:
            seed = new_seed()
        game_id = new_game_id() if journal is None else journal.game_id
        self._set_up(FORMAT, game, seats, seed, deals, game_id, options)
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
                "opened": opened_by(),
                "options": self._given_options,
                "program": __version__,
                "rules": game.version,
                "seats": [{"bot": seat.bot, "name": seat.name} for seat in self.seats],
                "seed": None if self._seed is None else self._seed.hex(),
                "unplayed": list(unplayed)[-MOST_UNPLAYED:],
            }
        )

    def _set_up(
        self,
        form: int,
        game: Game,
        seats: Sequence[Seat],
        seed: bytes | None,
        deals: str | None,
        game_id: str,
        options: Mapping[str, Any],
    ) -> None:
        """Set everything up before the first deal."""
        if seed is not None and deals is not None:
            raise ValueError("a match has a seed or a deal code, not both")
        if not game.chance and (seed is not None or deals is not None):
            raise ValueError(f"{game.title} leaves nothing to chance: there is no seed and no deal code")
        self.game = game
        self.game_id = game_id
        self.seats = clean_seats(seats)
        self.moves: list[Move] = []
        self.cuts: tuple[str, ...] = ()
        self._format = form
        self._given_options = {name: value for name, value in options.items() if value is not None}
        self._sink = None
        self._started = False
        self._chance_counts: dict[str, int] = {}
        self._events: list[Event] = []
        self._event_counts: list[int] = []
        """How many events there had been after each move."""
        self._seed = seed
        self.commitment = None if seed is None else commitment(seed, game_id)
        """What is shown before the first card; None with a deal code, as somebody may know its cards."""
        if seed is not None:
            root = mixed(seed)
        elif deals is not None:
            root = parse_deal_code(deals)
        else:  # no chance: nothing but the bots' generators follows from it
            root = hashlib.sha256(game_id.encode()).digest()[:ROOT_SIZE]
        self._begin(FairChance(root))

    def _begin(self, chance: FairChance) -> None:
        self._chance = chance
        chosen = self._given_options
        if self._format == format1.NUMBER:
            drawn = chance.rng_for(format1.KIND, 1).below(len(self.seats))
            chosen = format1.options(chosen, drawn)
        self.options = {n: v for n, v in complete_options(self.game, len(self.seats), chosen).items() if v is not None}
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
        """The seed, once the match is over; None before, and where there is none."""
        return self._seed if self.over else None

    @property
    def deal_code(self) -> str | None:
        """The code that deals these cards again, once the match is over; None where nothing is dealt."""
        return self._chance.code if self.over and self.game.chance else None

    @property
    def can_cut(self) -> bool:
        """Whether cuts can still be mixed in: not after the first card, nor into a deal code."""
        return not self._started and self._seed is not None

    @property
    def measured_kind(self) -> str:
        """The kind of chance that the table has to measure now; nothing where there is none."""
        if self.mover != CHANCE or (kind := self._state.chance_kind()) not in self.game.measured:
            return ""
        return kind

    def legal(self) -> tuple[Action, ...]:
        """Return the mover's legal actions."""
        return self._state.legal_actions()

    def returns(self) -> tuple[float, ...]:
        """Return each seat's share of the win; all 0 before the end."""
        return self._state.returns()

    @property
    def scores(self) -> tuple[float, ...]:
        """What a scoreboard shows now; nothing where the game counts nothing."""
        return self._state.scores

    def observe(self, seat: int) -> Observation:
        """Return what a seat knows; NOBODY: what is public."""
        return self._state.observation(seat)

    def news(self, seat: int, since: int = 0) -> list[Event]:
        """Return what has happened, from the event numbered `since` on, as `seat` perceived it."""
        return [event.seen_by(seat) for event in self._events[since:]]

    def story(self) -> list[Event]:
        """Return all that has happened with nothing hidden, once the match is over; until then the public part."""
        return list(self._events) if self.over else self.news(NOBODY)

    @property
    def told(self) -> int:
        """How many events there have been: the number from which `news` goes on."""
        return len(self._events)

    def public_moves(self) -> list[Move]:
        """Return the moves; while the match is not over, only the first word of those that are secret.

        A player's move is secret where its first event is: what it leads to may be, and the move itself not. Chance is
        secret in a game that hides something, but for what the table has measured.
        """
        if self.over:
            return list(self.moves)
        moves: list[Move] = []
        since = 0
        for move, until in zip(self.moves, self._event_counts, strict=True):
            events = self._events[since:until]
            kind = move.do.split(" ")[0]
            if move.by == CHANCE:
                hides = self.game.hidden and kind not in self.game.measured
            else:
                hides = bool(events) and events[0].visible_to is not None
            moves.append(move._replace(do=kind) if hides else move)
            since = until
        return moves

    def again(self, *, turn: int = 0, journal: Sink | None = None) -> Match:
        """Return a new match with the same deals, once this one is over.

        With `turn` 1 everybody moves on by one seat and gets the cards that the player to the right had, and so on;
        with two seats the hands are swapped.
        """
        if not self.over:
            raise ValueError("these cards can be dealt again when the match is over")
        seats = [self.seats[(seat + turn) % len(self.seats)] for seat in range(len(self.seats))]
        return Match(self.game, seats, deals=self.deal_code, journal=journal, **self._given_options)

    def bot_rng(self, seat: int, n: int | None = None) -> Random:
        """Return a bot's generator for move n, or the next one; nothing about the cards follows from it.

        It follows from seat and number alone, so that a bot makes the same move whenever it comes to a position.
        """
        return self._chance.bot_rng(seat, len(self.moves) if n is None else n)

    # What happens

    def cut(self, cuts: Sequence[str]) -> None:
        """Mix in what each person typed after the commitment, in seat order; empty for who does not cut.

        ValueError says why a cut cannot be taken.
        """
        if not self.can_cut:
            raise ValueError("the cards are already cut or fixed")
        if len(cuts) > len(self.seats):
            raise ValueError(f"{len(self.seats)} seats cannot cut {len(cuts)} times")
        self._start([clean_cut(cut) for cut in cuts])

    def _start(self, cuts: Sequence[str] = ()) -> None:
        """Settle all chance to come; from here on nobody can cut."""
        if self._started:
            return
        if self._seed is not None:
            self._begin(FairChance(mixed(self._seed, cuts)))
        line = {"cuts": list(cuts), "event": "start"}
        self._write(format1.start_line(line, self.options) if self._format == format1.NUMBER else line)
        self.cuts = tuple(cuts)
        self._started = True

    def play(self, seat: int, action: Action | str) -> None:
        """Play a seat's move, given as an action or in its text code.

        IllegalAction says why it is not allowed now, InvalidAction that there is no such move.
        """
        if isinstance(action, str):
            action = self.game.decode(action)
        if self.over:
            raise IllegalAction("the match is over")
        if seat != self.mover:
            raise IllegalAction("it is not your turn")
        if action not in self.legal():
            raise IllegalAction(self.game.words.refusal(action, self.observe(seat)))
        self._start()
        after, events = self._state.clone(), list[Event]()
        after.apply(action, events)
        self._record(seat, self.game.encode(action), after, events)

    def advance(self, measured: str | None = None) -> None:
        """Let chance move: deal a round, or draw a card. What the table measures has to be given, as its text code."""
        if self.mover != CHANCE:
            raise IllegalAction("there is nothing to deal now")
        self._start()
        kind = self._state.chance_kind()
        count = self._chance_counts.get(kind, 0) + 1
        if kind in self.game.measured:
            if measured is None:
                raise IllegalAction(f"the table has to measure this: {kind}")
            outcome = self.game.decode_chance(measured)
            if outcome.kind != kind:
                raise InvalidAction(f"{measured!r} is no {kind}")
        elif measured is not None:
            raise IllegalAction(f"the table cannot measure this: {kind}")
        else:
            outcome = self._state.sample_chance(self._chance.rng_for(kind, count))
        after, events = self._state.clone(), list[Event]()
        after.apply_chance(outcome, events)
        self._record(CHANCE, self.game.encode_chance(outcome), after, events)
        self._chance_counts[kind] = count
        if kind in self.game.measured:
            self._hide_undone()

    def _hide_undone(self) -> None:
        """Hide what seats were told in secret since the chance before the one just measured: some of it is undone.

        What stands is told by the outcome's own events.
        """
        before = [0, *self._event_counts]
        last = len(self.moves) - 1
        first = next((n + 1 for n in range(last - 1, -1, -1) if self.moves[n].by == CHANCE), 0)
        told = slice(before[first], before[last])
        self._events[told] = [event.seen_by(NOBODY) for event in self._events[told]]

    def sample_measured(self, rng: Random) -> str:
        """Return what the table could measure now, for one that has no clock."""
        return self.game.encode_chance(self._state.sample_chance(rng))

    def simultaneous_turn(self, seat: int) -> SimultaneousTurn:
        """Return the turn of a seat that moves at the same time as the others, before a measured chance.

        Nothing is recorded. IllegalAction where the seats do not move at the same time.
        """
        if not self.game.next_measured_kind(self.observe(NOBODY)):
            raise IllegalAction("the seats move one after the other here")
        return SimultaneousTurn(self._state.clone(), seat, len(self.moves))

    def _record(self, by: int, do: str, after: State, events: Sequence[Event]) -> None:
        """Record a move, and only then let anybody see what it led to."""
        move = Move(len(self.moves), by, do)
        if self._sink is not None:
            line = {**move._asdict(), "state": state_hash(after)}
            if self._format == format1.NUMBER:
                if after.scores != self._state.scores:
                    line["scores"] = list(after.scores)
            else:
                line["next"] = after.current_player()
                line["progress"] = dict(self.game.progress(after.observation(NOBODY)))
                line["scores"] = list(after.scores)
            self._write(line)
            if after.current_player() == TERMINAL:
                seed = None if self._seed is None else self._seed.hex()
                scores = list(after.scores)
                self._write({"event": "end", "returns": list(after.returns()), "scores": scores, "seed": seed})
        self.moves.append(move)
        self._state = after
        self._events += events
        self._event_counts.append(len(self._events))

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._sink is not None:
            self._sink.append(line)

    # Again from the record

    @classmethod
    def replay(
        cls, record: Record, moves: int | None = None, visit: Callable[[State, int], None] | None = None
    ) -> Self:
        """Return the match after all moves of a record, or after the first `moves` of them; nothing is written.

        Everything is played and computed again and compared: the commitment, every deal and draw, whether each
        move was allowed, every position and score. Damaged names the first line that differs. `visit` gets each true
        state on the way, and how many events there had been, for who may show them.
        """
        return cls._replayed(record, moves, visit)[0]

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
                    "opened": opened_by(),
                    "program": __version__,
                    "time": now(),
                }
            )
        for line in missing:
            match._write(line)
        return match

    @classmethod
    def _replayed(
        cls, record: Record, moves: int | None = None, visit: Callable[[State, int], None] | None = None
    ) -> tuple[Self, list[Mapping[str, Any]]]:
        """Return the match, and the lines that follow from the record's last move but are not in it."""
        header = record.header
        checker = RecordChecker(record)
        game = checker.game
        match = cls.__new__(cls)
        seed = None if header.seed is None else bytes.fromhex(header.seed)
        with checker.line(1):
            if game.chance and seed is None and header.deals is None:
                raise ValueError("there is neither a seed nor a deal code")
            seats = [Seat(seat.name, seat.bot) for seat in header.seats]
            match._set_up(header.format, game, seats, seed, header.deals, header.id, header.options)
        checker.check_commitment(match.commitment)
        match._sink = checker
        if record.start is not None:
            with checker.line(record.line_number("start")):
                match._start([clean_cut(cut) for cut in record.start.cuts])
        if visit is not None:
            visit(match._state, 0)
        for line in record.moves[:moves]:
            with checker.move(line):
                if line.by == CHANCE:
                    match.advance(line.do if match.measured_kind else None)
                else:
                    match.play(line.by, line.do)
            if visit is not None:
                visit(match._state, match.told)
        match._sink = None
        if moves is None:
            checker.check_end(match.over)
        return match, checker.missing


Storage.referee = Match.resume


class SimultaneousTurn:
    """A seat's moves while others move too; moves before its own are made up, since it cannot see them."""

    def __init__(self, state: State, seat: int, n: int) -> None:
        """Go on from move n in a copy of the true state to the first move of `seat`."""
        self.seat = seat
        self.n = n
        """The number that the seat's next move will have."""
        self.actions: list[Action] = []
        """What the seat has done so far."""
        self._state = state
        while state.current_player() not in (seat, CHANCE, TERMINAL):
            state.apply(state.legal_actions()[0])
            self.n += 1

    @property
    def done(self) -> bool:
        """Whether the seat has made all its moves."""
        return self._state.current_player() != self.seat

    def observe(self) -> Observation:
        """Return what the seat knows."""
        return self._state.observation(self.seat)

    def legal(self) -> tuple[Action, ...]:
        """Return what the seat may do now."""
        return () if self.done else self._state.legal_actions()

    def play(self, action: Action) -> None:
        """Make a move; IllegalAction if it is none."""
        if action not in self.legal():
            raise IllegalAction("this cannot be done now")
        self._state.apply(action)
        self.actions.append(action)
        self.n += 1
