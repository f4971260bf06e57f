"""The referee: the only holder of a match's true state. What a record of it is worth is checked in `check`."""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
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
    Mover,
    Observation,
    State,
    raced,
)
from herrlof.games import broken
from herrlof.messages import _
from herrlof.options import complete_options
from herrlof.records.formats import NEWEST, Format
from herrlof.records.help import Branch, Ending, Help, ShownChoice, ShownHint
from herrlof.records.names import ELSEWHERE, Seat, clean_cut, clean_seats, is_bot_key
from herrlof.records.storage import MOST_UNPLAYED, new_game_id
from herrlof.table.chance import ScriptedChance, SealedChance
from herrlof.table.check import RecordChecker
from herrlof.table.dealing import ROOT_SIZE, commitment, cut_hash, mixed, new_seed, parse_deal_code
from herrlof.table.race import Clock
from herrlof.table.shown import Judged, Showing, judged_line

if TYPE_CHECKING:
    from herrlof.records import models
    from herrlof.records.models import Line, Record

__all__ = ["Match", "Move", "Seat", "Sink", "Source"]


class Sink(Protocol):
    """What receives each line of a record, before anybody can see what it tells."""

    @property
    def game_id(self) -> str:
        """The id of the match, which is also the name of its file."""

    def append(self, *lines: Mapping[str, Any]) -> None:
        """Keep lines; never raises because of the disk."""


class Source(Sink, Protocol):
    """A record that is open to be read and then continued."""

    def read(self) -> Record:
        """Return the record as it stands; RecordError says why it cannot be used."""

    def close(self) -> None:
        """Let others open it."""


class Move(NamedTuple):
    """One line of a match's record: `by` is a seat or CHANCE, `do` a text code."""

    n: int
    by: Mover
    do: str


class SeatChange(NamedTuple):
    """Before move n a bot stood in for a seat, or who sits there came back (None)."""

    n: int
    seat: int
    bot: str | None


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
        script: Sequence[str] | None = None,
        branch: Branch | None = None,
        journal: Sink | None = None,
        unplayed: Sequence[str] = (),
        hints_agreed: bool = False,
        **options: Any,
    ) -> None:
        """Seat the players. Without a seed (32 bytes), a deal code (`deals`) or a script, the system draws a seed.

        A `script` has the text codes of what chance does (`ScriptedChance`); such a match keeps no record. The
        `journal` gets the first line of the record here; `unplayed` are commitments that were shown before, and whose
        match was not played; `branch` says of which match this is one; `hints_agreed`, where several people play, that
        all want hints. ValueError says what is wrong with an option.
        """
        if script is not None and journal is not None:
            raise ValueError("a match whose chance is scripted keeps no record")
        if game.chance and seed is None and deals is None and script is None:
            seed = new_seed()
        game_id = new_game_id() if journal is None else journal.game_id
        agreed = hints_agreed and sum(seat.person for seat in seats) > 1
        self._set_up(NEWEST, game, seats, seed, deals, game_id, options, branch, script, agreed)
        self._sink: Sink | None = journal
        self._write(
            {
                "branch": None if branch is None else branch._asdict(),
                "commitment": self.commitment,
                "created": now(),
                "deals": None if deals is None else self._chance.code,
                "event": "match",
                "format": self.format.number,
                "game": game.key,
                "id": self.game_id,
                "opened": opened_by(),
                "options": self.options,
                "program": __version__,
                "rules": game.version,
                "seats": [{"bot": seat.bot, "how": seat.how, "name": seat.name} for seat in self.seats],
                "seed": None if self._seed is None else self._seed.hex(),
                "unplayed": list(unplayed)[-MOST_UNPLAYED:],
                **({"hints": True} if agreed else {}),
            }
        )

    def _set_up(
        self,
        form: Format,
        game: Game,
        seats: Sequence[Seat],
        seed: bytes | None,
        deals: str | None,
        game_id: str,
        options: Mapping[str, Any],
        branch: Branch | None,
        script: Sequence[str] | None = None,
        agreed: bool = False,
    ) -> None:
        """Set everything up before the first deal."""
        if sum(source is not None for source in (seed, deals, script)) > 1:
            raise ValueError(_("A match has a seed, a deal code or a script, not more than one of them."))
        if not game.chance and (seed is not None or deals is not None):
            raise ValueError(_("{game} leaves nothing to chance: there's no seed and no deal code.", game=game.title))
        self.game = game
        self._raced = raced(game)
        self.game_id = game_id
        self.seats = clean_seats(seats)
        self.moves: list[Move] = []
        self.cuts: tuple[str, ...] = ()
        self.format = form
        """The format of its record."""
        self.seat_changes: list[SeatChange] = []
        """Who stood in for whom, in order."""
        self.clocks: dict[int, Clock] = {}
        """What was done to the clock of each race, by its number, counted from 0."""
        self.claimed: set[int] = set()
        """The numbers of the moves of chance that were measured at a seat elsewhere, and not at this table."""
        self.branch_of = branch
        """The match and move from which this one plays on."""
        self._agreed = agreed
        self._hints = self._take_backs = 0
        self._hinted: set[int] = set()
        """The seats that were shown a hint for the next move,"""
        self._showing: dict[int, Showing] = {}
        """and what that shows now."""
        self.hints: dict[int, ShownHint] = {}
        """What hints showed when the moves that stand were made, by the number of the move."""
        self.ending: Ending | None = None
        """How the match ended before its rules ended it; None: it did not."""
        self._given_options = {name: value for name, value in options.items() if value is not None}
        self._sink = None
        self._started = False
        self._chance_counts: dict[str, int] = {}
        self._events: list[Event] = []
        self._undone: dict[int, tuple[int, list[Event]]] = {}
        """By the number of a measured move, what it hid: the number of the first event, and the events as they were."""
        self._seed = seed
        self._script = script
        self.commitment = None if seed is None else commitment(seed, game_id)
        """What is shown before the first card; None with a deal code, as somebody may know its cards."""
        if script is not None:
            self._begin(ScriptedChance(game, script))
        elif seed is not None:
            self._begin(SealedChance(mixed(seed)))
        elif deals is not None:
            self._begin(SealedChance(parse_deal_code(deals)))
        else:  # no chance: nothing but the bots' generators follows from it
            self._begin(SealedChance(hashlib.sha256(game_id.encode()).digest()[:ROOT_SIZE]))

    def _begin(self, chance: SealedChance) -> None:
        self._chance = chance
        self._settled = {
            option: chance.rng_for(kind, 1).below(len(self.seats)) for option, kind in self.format.settled.items()
        }
        chosen = {**self._settled, **self._given_options}
        self.options = {n: v for n, v in complete_options(self.game, len(self.seats), chosen).items() if v is not None}
        self._state = self.game.new_state(len(self.seats), **self.options)
        self._states, self._told = [self._state], [0]
        """The state, and the number of events, before each move, and now."""

    # What is known

    @property
    def mover(self) -> Mover:
        """The seat to move, CHANCE or TERMINAL."""
        return self._state.current_player() if self.ending is None else TERMINAL

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
        return self._chance.code if self.over and self.game.chance and self._script is None else None

    @property
    def can_cut(self) -> bool:
        """Whether cuts can still be mixed in: not after the first card, nor into a deal code."""
        return not self._started and self._seed is not None

    @property
    def measured_kind(self) -> str:
        """The kind of chance that the table has to measure now; nothing where there is none."""
        if self.mover != CHANCE or (kind := self._state.chance_kind()) not in self._raced.measured:
            return ""
        return kind

    @property
    def help(self) -> Help:
        """The hints and take-backs so far, of what this is a branch, and whether all agreed to hints."""
        return Help(self._hints, self._take_backs, self.branch_of, self._agreed)

    @property
    def help_refusal(self) -> str:
        """Why this match goes on without hints and take-backs, in a sentence; nothing where it need not."""
        return self.format.help_refusal

    @property
    def ending_refusal(self) -> str:
        """Why nobody resigns here, and no end is agreed on, in a sentence; nothing where that can be."""
        return self.format.ending_refusal

    @property
    def bots(self) -> list[str | None]:
        """The key of the bot that plays for each seat now, stand-ins among them; None: who sits there plays."""
        found = [seat.bot for seat in self.seats]
        for change in self.seat_changes:
            found[change.seat] = change.bot
        return found

    @property
    def clock(self) -> Clock | None:
        """What was done to the clock of the race that is on; None where nothing was noted."""
        return self.clocks.get(self._races)

    @property
    def _races(self) -> int:
        """How many times a clock has decided."""
        return sum(self._chance_counts.get(kind, 0) for kind in self._raced.measured)

    def legal(self, n: int | None = None) -> tuple[Action, ...]:
        """Return the mover's legal actions, now or before move n."""
        if n is not None:
            return self._states[n].legal_actions()
        if self.over:
            return ()
        found = self._state.legal_actions()
        if not found and self.mover >= 0:
            raise broken(self.game.key, _("a seat is to move, and has no legal action"))
        return found

    def returns(self) -> tuple[float, ...]:
        """Return each seat's share of the win; all 0 before the end, and where nobody has won."""
        return self._state.returns() if self.ending is None else self.ending.returns(len(self.seats))

    @property
    def scores(self) -> tuple[float, ...]:
        """What a scoreboard shows now; nothing where the game counts nothing."""
        return self._state.scores

    def observe(self, seat: int, n: int | None = None) -> Observation:
        """Return what a seat knows now, or knew before move n; NOBODY: what is public."""
        return (self._state if n is None else self._states[n]).observation(seat)

    def before_and_after(self, n: int) -> tuple[State, State]:
        """Return the true states around move n of a match that is over."""
        if not self.over:
            raise ValueError("the match is not over")
        return self._states[n], self._states[n + 1]

    @property
    def final_state(self) -> State:
        """The true state in which a match that is over has ended."""
        if not self.over:
            raise ValueError("the match is not over")
        return self._state

    def told_before(self, n: int) -> int:
        """Return how many events there had been before move n."""
        return self._told[n]

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
        for move, until in zip(self.moves, self._told[1:], strict=True):
            events = self._events[since:until]
            kind = move.do.split(" ")[0]
            if move.by == CHANCE:
                hides = self.game.hidden and kind not in self._raced.measured
            else:
                hides = bool(events) and events[0].visible_to is not None
            moves.append(move._replace(do=kind) if hides else move)
            since = until
        return moves

    def again(self, *, turn: int = 0, journal: Sink | None = None) -> Match:
        """Return a new match with the same deals, once this one is over.

        With `turn` 1 everybody moves on by one seat and gets the cards that the player to the right had, and so on;
        with two seats the hands are swapped. What was agreed on hints still holds: the players are the same.
        """
        if not self.over:
            raise ValueError(_("The same cards can be dealt again once the match is over."))
        seats = [self.seats[(seat + turn) % len(self.seats)] for seat in range(len(self.seats))]
        cards: dict[str, Any] = {"deals": self.deal_code, "script": self._script}
        return Match(self.game, seats, journal=journal, hints_agreed=self._agreed, **cards, **self._given_options)

    def bot_rng(self, seat: int, n: int | None = None) -> Random:
        """Return a bot's generator for move n, or the next one; nothing about the cards follows from it.

        It follows from seat and number alone, so that a bot makes the same move whenever it comes to a position.
        """
        return self._chance.bot_rng(seat, len(self.moves) if n is None else n)

    # What happens

    def cut(self, cuts: Sequence[str], hashes: Sequence[str] = ()) -> None:
        """Mix in what each person typed after the commitment, in seat order; empty for who does not cut.

        With `hashes` each gave the hash of a cut (`dealing.cut_hash`) before anybody's cut was known. ValueError says
        why a cut cannot be taken.
        """
        if not self.can_cut:
            raise ValueError(_("The cards are already cut or fixed."))
        if len(cuts) > len(self.seats):
            raise ValueError(_("{seats} seats can't cut {times} times.", seats=len(self.seats), times=len(cuts)))
        self._start([clean_cut(cut) for cut in cuts], hashes)

    def name_seat(self, seat: int, name: str) -> None:
        """Record how the person elsewhere who has taken a seat wants to be called; ValueError says why not."""
        seats = list(self.seats)
        if self._started or seat not in range(len(seats)) or seats[seat].how != ELSEWHERE:
            raise ValueError(_("It's too late to change names."))
        seats[seat] = replace(seats[seat], name=name)
        seats = list(clean_seats(seats))
        self._write({"event": "name", "name": seats[seat].name, "seat": seat})
        self.seats = tuple(seats)

    def _start(self, cuts: Sequence[str] = (), hashes: Sequence[str] = ()) -> None:
        """Settle all chance to come; from here on nobody can cut."""
        if self._started:
            return
        if hashes and list(hashes) != [cut_hash(self.game_id, place, cut) for place, cut in enumerate(cuts)]:
            raise ValueError(_("This isn't the cut whose hash was given."))
        if self._seed is not None:
            self._begin(SealedChance(mixed(self._seed, cuts)))
        self._write({"cut_hashes": list(hashes), "cuts": list(cuts), "event": "start"})
        self.cuts = tuple(cuts)
        self._started = True

    def play(self, seat: int, action: Action | str) -> None:
        """Play a seat's move, given as an action or in its text code.

        IllegalAction says why it is not allowed now, InvalidAction that there is no such move.
        """
        if isinstance(action, str):
            action = self.game.decode(action)
        if self.over:
            raise IllegalAction(_("the match is over"))
        if seat != self.mover:
            raise IllegalAction(_("it isn't your turn"))
        if action not in self.legal():
            names = [seat.name for seat in self.seats]
            raise IllegalAction(self.game.words.to(self.observe(seat), names).refusal(action))
        self._start()
        after, events = self._state.clone(), list[Event]()
        after.apply(action, events)
        self._record(self.mover, self.game.encode(action), after, events)

    def advance(self, measured: str | None = None, *, claimed: bool = False) -> None:
        """Let chance move: deal a round, or draw a card. What the table measures has to be given, as its text code.

        It is `claimed` where it was measured at a seat that is elsewhere.
        """
        if self.mover != CHANCE:
            raise IllegalAction(_("there's nothing to deal now"))
        self._start()
        kind = self._state.chance_kind()
        count = self._chance_counts.get(kind, 0) + 1
        if kind in self._raced.measured:
            if measured is None:
                raise IllegalAction(f"the table has to measure this: {kind}")
            outcome = self.game.decode_chance(measured)
            if outcome.kind != kind:
                raise InvalidAction(f"{measured!r} is no {kind}")
        elif measured is not None or claimed:
            raise IllegalAction(f"the table cannot measure this: {kind}")
        else:
            outcome = self._chance.outcome(self._state, count)
        after, events = self._state.clone(), list[Event]()
        after.apply_chance(outcome, events)
        self._record(CHANCE, self.game.encode_chance(outcome), after, events, claimed)
        self._chance_counts[kind] = count
        if kind in self._raced.measured:
            self._hide_undone()

    def _hide_undone(self) -> None:
        """Hide what seats were told in secret since the chance before the one just measured: some of it is undone.

        What stands is told by the outcome's own events.
        """
        last = len(self.moves) - 1
        first = next((n + 1 for n in range(last - 1, -1, -1) if self.moves[n].by == CHANCE), 0)
        told = slice(self._told[first], self._told[last])
        self._undone[last] = told.start, self._events[told]
        self._events[told] = [event.seen_by(NOBODY) for event in self._events[told]]

    def sample_measured(self, rng: Random) -> str:
        """Return what the table could measure now, for one that has no clock; or what the script says."""
        kind = self._state.chance_kind()
        outcome = self._chance.scripted(kind, self._chance_counts.get(kind, 0) + 1)
        return self.game.encode_chance(outcome or self._state.sample_chance(rng))

    def simultaneous_turn(self, seat: int) -> SimultaneousTurn:
        """Return the turn of a seat that moves at the same time as the others: before a measured chance, or in secret.

        Nothing is recorded. IllegalAction where the seats do not move at the same time.
        """
        seen = self.observe(NOBODY)
        if self.over or not (self._raced.next_measured_kind(seen) or seat in self.game.simultaneous(seen)):
            raise IllegalAction(_("the seats move one after the other here"))
        return SimultaneousTurn(self._state.clone(), seat, len(self.moves))

    def _record(self, by: Mover, do: str, after: State, events: Sequence[Event], claimed: bool = False) -> None:
        """Record a move, and only then let anybody see what it led to."""
        move = Move(len(self.moves), by, do)
        showing = self._showing.get(by)
        shown = None if showing is None else showing.at(self.game, by, self.game.decode(do))
        if self._sink is not None:
            line = {
                **move._asdict(),
                "state": state_hash(after),
                "next": after.current_player(),
                "progress": dict(self.game.progress(after.observation(NOBODY))),
                "scores": list(after.scores),
            }
            if claimed:
                line["claimed"] = True
            lines = [line] if shown is None else [judged_line(move.n, shown), line]
            if after.current_player() == TERMINAL:
                lines.append(self._end_line(after.returns(), after.scores))
            self._write(*lines)  # in one go: they stand there together, unless the power goes just then
        if claimed:
            self.claimed.add(move.n)
        if shown is not None:
            self.hints[move.n] = shown
        self.moves.append(move)
        self._events += events
        self._state = after
        self._states.append(after)
        self._told.append(len(self._events))
        self._forget_hints()

    def _end_line(self, returns: Sequence[float], scores: Sequence[float]) -> dict[str, Any]:
        """Return the last line of the record."""
        seed = None if self._seed is None else self._seed.hex()
        return {"event": "end", "returns": list(returns), "scores": list(scores), "seed": seed}

    def _forget_hints(self) -> None:
        """Nobody has been shown a hint for the next move."""
        self._hinted.clear()
        self._showing.clear()

    def _write(self, *lines: Mapping[str, Any]) -> None:
        """Write lines as the format of the record has them, in one go."""
        if self._sink is not None:
            scores = self._state.scores
            written = [self.format.lowered(line, self.options, scores) for line in lines]
            if kept := [line for line in written if line is not None]:
                self._sink.append(*kept)

    # What happens beside the moves

    def take_back(self, n: int) -> None:
        """Go back to before move n, from where moves follow anew; chance does again what it did.

        IllegalAction says why that cannot be.
        """
        self._check_help()
        if not 0 <= n < len(self.moves):
            raise IllegalAction(_("there's no move {n} to take back", n=n))
        if any(move.by == CHANCE and move.do.split(" ")[0] in self._raced.measured for move in self.moves[n:]):
            raise IllegalAction(_("what a clock measured can't be taken back"))
        self._write({"event": "take-back", "n": n})
        self._take_backs += 1
        self._go_back(n)

    def _go_back(self, n: int) -> None:
        for number in [number for number in self._undone if number >= n]:
            start, events = self._undone.pop(number)
            self._events[start : start + len(events)] = events
        del self.moves[n:]
        del self._states[n + 1 :], self._told[n + 1 :]
        del self._events[self._told[n] :]
        self._state = self._states[n]
        self.claimed = {number for number in self.claimed if number < n}
        self.hints = {number: shown for number, shown in self.hints.items() if number < n}
        self.ending = None
        self._forget_hints()
        self._chance_counts = Counter(move.do.split(" ")[0] for move in self.moves if move.by == CHANCE)

    def note_hint(self, seat: int) -> None:
        """Record that a seat is shown a hint for the next move, once for each move; IllegalAction: it gets none."""
        self._check_help()
        self._check_seat(seat)
        if seat not in self._hinted:
            self._start()
            self._write({"by": seat, "event": "hint", "n": len(self.moves)})
            self._hinted.add(seat)
            self._hints += 1

    def show_hint(self, seat: int, judged: Judged, complete: bool) -> None:
        """Take note of what a hint shows to the seat that is to move; it is recorded with the move.

        Nothing is noted of a hint that was not (`note_hint`), or whose question is not asked any more.
        """
        if seat in self._hinted and seat == self.mover and self.format.keeps_hints:
            self._showing[seat] = Showing(judged, complete)

    def _repeat_hint(self, line: models.Judged) -> None:
        """Check and write again what a record says that a hint showed."""
        if line.by not in self._hinted or line.by != self.mover:
            raise IllegalAction(_("no hint was given here"))
        shown = ShownHint(
            line.by, line.worlds, line.complete, tuple(ShownChoice(*one) for one in line.choices), line.exact is True
        )
        if not {one.action for one in shown.choices} <= set(map(self.game.encode, self.legal())):
            raise IllegalAction(_("that's no choice here"))  # which it is, is for nobody's eyes but its player's
        self._write(judged_line(line.n, shown))
        self.hints[line.n] = shown

    def resign(self, seat: int) -> None:
        """Record that a seat gives the match up, at whoever's turn: it has lost, and the match is over.

        IllegalAction says why that cannot be.
        """
        self._check_seat(seat)
        self._end(Ending(len(self.moves), seat), {"event": "resign", "n": len(self.moves), "seat": seat})

    def end_by_agreement(self) -> None:
        """Record that all have agreed to end the match here: nobody has won. IllegalAction says why that cannot be."""
        self._end(Ending(len(self.moves), None), {"event": "end", "n": len(self.moves)})

    def _end(self, ending: Ending, line: Mapping[str, Any]) -> None:
        if self.over:
            raise IllegalAction(_("the match is over"))
        if self.ending_refusal:
            raise IllegalAction(self.ending_refusal)
        self._start()
        if self._sink is not None:
            self._write(line, self._end_line(ending.returns(len(self.seats)), self._state.scores))
        self.ending = ending
        self._forget_hints()

    def _check_help(self) -> None:
        """IllegalAction where there are no hints and no take-backs."""
        if self.help_refusal:
            raise IllegalAction(self.help_refusal)
        if self.over:
            raise IllegalAction(_("the match is over"))

    def _check_seat(self, seat: int) -> None:
        if seat not in range(len(self.seats)):
            raise IllegalAction(_("there's no seat {seat}", seat=seat))

    def seat_bot(self, seat: int, bot: str | None) -> None:
        """Record that a bot plays for a seat from now on, or that who sits there is back (None).

        IllegalAction where that changes nothing, or a bot sits there already.
        """
        self._check_seat(seat)
        if self.seats[seat].bot is not None or self.bots[seat] == bot:
            raise IllegalAction(_("{name} plays already", name=self.seats[seat].name))
        if bot is not None and not is_bot_key(bot):
            raise IllegalAction(_("this isn't the key of a bot"))
        if self.over:
            raise IllegalAction(_("the match is over"))
        self._showing.pop(seat, None)  # who saw that does not make the move
        change = SeatChange(len(self.moves), seat, bot)
        self._write({"event": "seat", **change._asdict()})
        self.seat_changes.append(change)

    def note_clock(self, stops: int, restarts: int) -> None:
        """Record how often the clock of the race that is on was stopped so far, and how often it began anew.

        IllegalAction where no clock runs, or where it would have been stopped less often than before.
        """
        if self.over or not (self.measured_kind or self._raced.next_measured_kind(self.observe(NOBODY))):
            raise IllegalAction(_("no clock runs now"))
        before, clock = self.clock, Clock(stops, restarts)
        if before is not None and (stops < before.stops or restarts < before.restarts):
            raise IllegalAction(_("what was done to a clock isn't undone"))
        if clock != before:
            self._start()
            self._write({"event": "clock", "n": len(self.moves), **clock._asdict()})
            self.clocks[self._races] = clock

    # Again from the record

    @classmethod
    def replay(cls, record: Record, n: int | None = None) -> Self:
        """Return the match after all moves of a record that stand, or before move n; nothing is written.

        Everything is played and computed again and compared: the commitment, every deal and draw, whether each
        move was allowed, every position and score, and so with the moves that were taken back. Damaged names the first
        line that differs.
        """
        match, _ = cls._replayed(record)
        if n is not None:
            match._go_back(n)
        return match

    @classmethod
    def resume(cls, journal: Source) -> Self:
        """Return the match of a journal as it stands, which goes on writing there.

        RecordError says why that cannot be; then the journal is closed.
        """
        try:
            record = journal.read()
            match, missing = cls._replayed(record)
        except BaseException:
            journal.close()
            raise
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
    def branch(
        cls, record: Record, n: int, *, seats: Sequence[Seat] | None = None, journal: Sink | None = None
    ) -> Self:
        """Return a new match that plays on from before move n of a finished one, with the same cards.

        Its record holds the first n moves itself. ValueError says why that cannot be, RecordError what is wrong with
        the record of that match.
        """
        old = cls.replay(record)
        if not old.over:
            raise ValueError(_("A branch begins in a match that's over."))
        if not 0 <= n < len(old.moves):
            raise ValueError(_("{id} has no move {n}.", id=old.game_id, n=n))
        first = Lines(new_game_id() if journal is None else journal.game_id)
        match = cls(
            old.game,
            [Seat(seat.name, seat.bot) for seat in old.seats] if seats is None else seats,
            deals=old.deal_code,
            branch=Branch(old.game_id, n),
            journal=first,
            **{**old._settled, **old._given_options},
        )
        for move in old.moves[:n]:
            if move.by == CHANCE:
                match.advance(move.do if match.measured_kind else None, claimed=move.n in old.claimed)
            else:
                match.play(move.by, move.do)
        match._sink = journal
        if journal is not None:
            journal.append(*first.lines)
        return match

    @classmethod
    def _replayed(cls, record: Record) -> tuple[Self, list[Mapping[str, Any]]]:
        """Return the match, and the lines that follow from the record's last move but are not in it."""
        header = record.header
        checker = RecordChecker(record)
        game = checker.game
        match = cls.__new__(cls)
        seed = None if header.seed is None else bytes.fromhex(header.seed)
        found = header.branch
        branch = None if found is None else Branch(found.id, found.n)
        with checker.line(1):
            if game.chance and seed is None and header.deals is None:
                raise ValueError(_("There's neither a seed nor a deal code."))
            seats = [Seat(seat.name, seat.bot, seat.how) for seat in header.seats]
            agreed = header.hints is True
            match._set_up(
                Format(header.format), game, seats, seed, header.deals, header.id, header.options, branch, agreed=agreed
            )
        checker.check_commitment(match.commitment)
        match._sink = checker
        for number, line in enumerate(record.parsed, 1):
            with checker.line(number):
                match._repeat(line)
        match._sink = None
        checker.check_end(match.over)
        return match, checker.missing

    def _repeat(self, line: Line) -> None:
        """Do what a line of a record says."""
        from herrlof.records import models  # loaded already, where there is a line

        match line:
            case models.Start():
                self._start([clean_cut(cut) for cut in line.cuts], line.cut_hashes)
            case models.MoveLine():
                if line.by == CHANCE:
                    self.advance(line.do if self.measured_kind else None, claimed=line.claimed is not None)
                else:
                    self.play(line.by, line.do)
            case models.TakeBack():
                self.take_back(line.n)
            case models.Hint():
                self.note_hint(line.by)
            case models.Judged():
                self._repeat_hint(line)
            case models.Resign():
                self.resign(line.seat)
            case models.AgreedEnd():
                self.end_by_agreement()
            case models.SeatChange():
                self.seat_bot(line.seat, line.bot)
            case models.Named():
                self.name_seat(line.seat, line.name)
            case models.ClockLine():
                self.note_clock(line.stops, line.restarts)
            case _:
                """The first line, one about taking it up, and the end, which follows from the last move."""


class Lines:
    """Keeps lines, to be written together."""

    def __init__(self, game_id: str) -> None:
        """Begin with none."""
        self.game_id = game_id
        self.lines: list[Mapping[str, Any]] = []

    def append(self, *lines: Mapping[str, Any]) -> None:
        """Keep lines."""
        self.lines += lines


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
        self._events: list[Event] = []
        """What has happened in it, as nobody else was told."""
        while state.current_player() not in (seat, CHANCE, TERMINAL):
            state.apply(state.legal_actions()[0], self._events)
            self.n += 1
        self._start, self._made_up = state.clone(), len(self._events)

    @property
    def done(self) -> bool:
        """Whether the seat has made all its moves."""
        return self._state.current_player() != self.seat

    def observe(self) -> Observation:
        """Return what the seat knows."""
        return self._state.observation(self.seat)

    def news(self) -> list[Event]:
        """Return what has happened in this turn, as the seat perceives it."""
        return [event.seen_by(self.seat) for event in self._events]

    def legal(self) -> tuple[Action, ...]:
        """Return what the seat may do now."""
        return () if self.done else self._state.legal_actions()

    def play(self, action: Action) -> None:
        """Make a move; IllegalAction if it is none."""
        if action not in self.legal():
            raise IllegalAction(_("that can't be done now"))
        self._state.apply(action, self._events)
        self.actions.append(action)
        self.n += 1

    def change(self, index: int, action: Action) -> None:
        """Make another move of this turn instead, the first being 0; IllegalAction if one of them then is none."""
        if not 0 <= index < len(self.actions):
            raise IllegalAction(_("there's no such move to change"))
        actions = [*self.actions[:index], action, *self.actions[index + 1 :]]
        state, events = self._start.clone(), self._events[: self._made_up]
        for made in actions:
            if state.current_player() != self.seat or made not in state.legal_actions():
                raise IllegalAction(_("this can't be done with what was done after it"))
            state.apply(made, events)
        self.actions, self._state, self._events = actions, state, events
