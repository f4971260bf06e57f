"""The referee: the only holder of a match's true state. `line_of_play` is what has been played, `resume` plays a
record again, and `check` tells what a record is worth."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

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
    State,
)
from herrlof.messages import _
from herrlof.options import with_defaults
from herrlof.records.formats import NEWEST, Format
from herrlof.records.help import Branch, Ending, Help, ShownHint
from herrlof.records.lines import ending_line
from herrlof.records.names import ELSEWHERE, Seat, clean_cut, clean_seats, is_bot_key
from herrlof.records.storage import MOST_UNPLAYED, new_game_id
from herrlof.table.chance import ScriptedChance, SealedChance
from herrlof.table.dealing import ROOT_SIZE, commitment, cut_hash, mixed, new_seed, parse_deal_code
from herrlof.table.line_of_play import LineOfPlay, Move
from herrlof.table.race import ClockLog
from herrlof.table.shown import GivenHints, Showing, judged_line
from herrlof.table.simultaneous import SimultaneousTurn

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement

__all__ = ["Match", "Move", "Seat", "Sink"]


class Sink(Protocol):
    """What receives each line of a record, before anybody can see what it tells."""

    @property
    def game_id(self) -> str:
        """The id of the match, which is also the name of its file."""

    def append(self, *lines: Mapping[str, Any]) -> None:
        """Keep lines; never raises because of the disk."""


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


class Match(LineOfPlay):
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
        form: Format = NEWEST,
        **options: Any,
    ) -> None:
        """Seat the players. Without a seed (32 bytes), a deal code (`deals`) or a script, the system draws a seed.

        A `script` has the text codes of what chance does (`ScriptedChance`); such a match keeps no record. The
        `journal` gets the first line of the record here; `unplayed` are commitments that were shown before, and whose
        match was not played; `branch` says of which match this is one; `hints_agreed`, where several people play, that
        all want hints; a record that is played again has its own `form`. ValueError says what is wrong with an option.
        """
        if script is not None and journal is not None:
            raise ValueError("a match whose chance is scripted keeps no record")
        if game.chance and seed is None and deals is None and script is None:
            seed = new_seed()
        if sum(source is not None for source in (seed, deals, script)) > 1:
            raise ValueError(_("A match has a seed, a deal code or a script, not more than one of them."))
        if not game.chance and (seed is not None or deals is not None):
            raise ValueError(_("{game} leaves nothing to chance: there's no seed and no deal code.", game=game.title))
        super().__init__(game, len(seats))
        self.game_id = new_game_id() if journal is None else journal.game_id
        self.seats = clean_seats(seats)
        self.cuts: tuple[str, ...] = ()
        self.format = form
        """The format of its record."""
        self.seat_changes: list[SeatChange] = []
        """Who stood in for whom, in order."""
        self.clocks: dict[int, ClockLog] = {}
        """What was done to the clock of each race, by its number, counted from 0."""
        self.branch_of = branch
        """The match and move from which this one plays on."""
        self._agreed = hints_agreed and sum(seat.person for seat in seats) > 1
        self._take_backs = 0
        self._given = GivenHints()
        self._given_options = {name: value for name, value in options.items() if value is not None}
        self._sink = journal
        self._started = False
        self._seed = seed
        self._script = script
        self.commitment = None if seed is None else commitment(seed, self.game_id)
        """What is shown before the first card; None with a deal code, as somebody may know its cards."""
        if script is not None:
            self._begin(ScriptedChance(game, script))
        elif seed is not None:
            self._begin(SealedChance(mixed(seed)))
        elif deals is not None:
            self._begin(SealedChance(parse_deal_code(deals)))
        else:  # no chance: nothing but the bots' generators follows from it
            self._begin(SealedChance(hashlib.sha256(self.game_id.encode()).digest()[:ROOT_SIZE]))
        if journal is not None:
            self._write(self._header(unplayed))

    def _header(self, unplayed: Sequence[str]) -> dict[str, Any]:
        """Return the first line of the record."""
        return {
            "branch": None if self.branch_of is None else self.branch_of._asdict(),
            "commitment": self.commitment,
            "created": now(),
            "deals": None if self._seed is not None or not self.game.chance else self._chance.code,
            "event": "match",
            "format": self.format.number,
            "game": self.game.key,
            "id": self.game_id,
            "opened": opened_by(),
            "options": self.options,
            "program": __version__,
            "rules": self.game.version,
            "seats": [{"bot": seat.bot, "how": seat.how, "name": seat.name} for seat in self.seats],
            "seed": None if self._seed is None else self._seed.hex(),
            "unplayed": list(unplayed)[-MOST_UNPLAYED:],
            **({"hints": True} if self._agreed else {}),
        }

    def _begin(self, chance: SealedChance) -> None:
        self._chance = chance
        seats = len(self.seats)
        settled = {option: chance.rng_for(kind, 1).below(seats) for option, kind in self.format.settled.items()}
        self.chosen = {**settled, **self._given_options}
        """The options that were chosen, or settled when the match started."""
        self._lay_out(self.game.new_state(seats, **self.chosen))  # which says what is wrong with an option
        found = with_defaults(self.game.options, seats, self.chosen)
        self.options = {name: value for name, value in found.items() if value is not None}

    # What is known

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
        return Help(self._given.count, self._take_backs, self.branch_of, self._agreed)

    @property
    def hints(self) -> Mapping[int, ShownHint]:
        """What hints showed when the moves that stand were made, by the number of the move."""
        return self._given.kept

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
    def clock_log(self) -> ClockLog | None:
        """What was done to the clock of the race that is on; None where nothing was noted."""
        return self.clocks.get(self._races)

    def again(self, *, rotate_by: int = 0, journal: Sink | None = None) -> Match:
        """Return a new match with the same deals, once this one is over.

        With `rotate_by` 1 everybody moves on by one seat and gets the cards that the player to the right had; with two
        seats the hands are swapped. What was agreed on hints still holds: the players are the same.
        """
        if not self.over:
            raise ValueError(_("The same cards can be dealt again once the match is over."))
        seats = [self.seats[(seat + rotate_by) % len(self.seats)] for seat in range(len(self.seats))]
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
        self.start([clean_cut(cut) for cut in cuts], hashes)

    def name_seat(self, seat: int, name: str) -> None:
        """Record how the person elsewhere who has taken a seat wants to be called; ValueError says why not."""
        seats = list(self.seats)
        if self._started or seat not in range(len(seats)) or seats[seat].how != ELSEWHERE:
            raise ValueError(_("It's too late to change names."))
        seats[seat] = replace(seats[seat], name=name)
        seats = list(clean_seats(seats))
        self._write({"event": "name", "name": seats[seat].name, "seat": seat})
        self.seats = tuple(seats)

    def start(self, cuts: Sequence[str] = (), hashes: Sequence[str] = ()) -> None:
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
        self.start()
        after, events = self._state.clone(), list[Event]()
        after.apply(action, events)
        self._record(self.mover, self.game.encode(action), after, events)

    def advance(self, measured: str | None = None, *, claimed: bool = False) -> None:
        """Let chance move: deal a round, or draw a card. What the table measures has to be given, as its text code.

        It is `claimed` where it was measured at a seat that is elsewhere.
        """
        if self.mover != CHANCE:
            raise IllegalAction(_("there's nothing to deal now"))
        self.start()
        kind = self._state.chance_kind()
        if kind in self._raced.measured:
            if measured is None:
                raise IllegalAction(f"the table has to measure this: {kind}")
            outcome = self.game.decode_chance(measured)
            if outcome.kind != kind:
                raise InvalidAction(f"{measured!r} is no {kind}")
        elif measured is not None or claimed:
            raise IllegalAction(f"the table cannot measure this: {kind}")
        else:
            outcome = self._chance.outcome(self._state, self._chance_counts[kind] + 1)
        after, events = self._state.clone(), list[Event]()
        after.apply_chance(outcome, events)
        self._record(CHANCE, self.game.encode_chance(outcome), after, events, claimed)

    def sample_measured(self, rng: Random) -> str:
        """Return what the table could measure now, for one that has no clock; or what the script says."""
        kind = self._state.chance_kind()
        outcome = self._chance.scripted(kind, self._chance_counts[kind] + 1)
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
        shown = self._given.at(by, self.game, do)
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
        if shown is not None:
            self._given.kept[move.n] = shown
        self._add(move, after, events, claimed)
        self._given.go_on()

    def _end_line(self, returns: Sequence[float], scores: Sequence[float]) -> dict[str, Any]:
        """Return the last line of the record."""
        seed = None if self._seed is None else self._seed.hex()
        return {"event": "end", "returns": list(returns), "scores": list(scores), "seed": seed}

    def keep_in(self, sink: Sink | None, *lines: Mapping[str, Any]) -> None:
        """Keep the record there from now on, with these lines first; None: nowhere."""
        self._sink = sink
        for line in lines:
            self._write(line)

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
        self.go_back(n)

    def go_back(self, n: int) -> None:
        """Stand before move n again, as if what followed had never been; that is recorded nowhere."""
        super().go_back(n)
        self._given.go_back(n)

    def note_hint(self, seat: int) -> None:
        """Record that a seat is shown a hint for the next move, once for each move; IllegalAction: it gets none."""
        self._check_help()
        self._check_seat(seat)
        if seat not in self._given.seats:
            self.start()
            self._write({"by": seat, "event": "hint", "n": len(self.moves)})
            self._given.give(seat)

    def show_hint(self, seat: int, judged: Judgement, complete: bool) -> None:
        """Take note of what a hint shows to the seat that is to move; it is recorded with the move.

        Nothing is noted of a hint that was not (`note_hint`), or whose question is not asked any more.
        """
        if seat == self.mover and self.format.keeps_hints:
            self._given.show(seat, Showing(judged, complete))

    def repeat_hint(self, n: int, shown: ShownHint) -> None:
        """Check and write again what a record says that a hint showed."""
        if shown.by not in self._given.seats or shown.by != self.mover:
            raise IllegalAction(_("no hint was given here"))
        if not {one.action for one in shown.choices} <= set(map(self.game.encode, self.legal())):
            raise IllegalAction(_("that's no choice here"))  # which it is, is for nobody's eyes but its player's
        self._write(judged_line(n, shown))
        self._given.kept[n] = shown

    def end(self, seat: int | None) -> None:
        """Record that a seat gives the match up, at whoever's turn, and has lost; None: all agreed, and nobody has won.

        IllegalAction says why that cannot be.
        """
        if seat is not None:
            self._check_seat(seat)
        if self.over:
            raise IllegalAction(_("the match is over"))
        if self.ending_refusal:
            raise IllegalAction(self.ending_refusal)
        self.start()
        ending = Ending(len(self.moves), seat)
        if self._sink is not None:
            self._write(ending_line(*ending), self._end_line(ending.returns(len(self.seats)), self._state.scores))
        self.ending = ending
        self._given.go_on()

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
        self._given.hide(seat)
        change = SeatChange(len(self.moves), seat, bot)
        self._write({"event": "seat", **change._asdict()})
        self.seat_changes.append(change)

    def note_clock(self, stops: int, restarts: int) -> None:
        """Record how often the clock of the race that is on was stopped so far, and how often it began anew.

        IllegalAction where no clock runs, or where it would have been stopped less often than before.
        """
        if self.over or not (self.measured_kind or self._raced.next_measured_kind(self.observe(NOBODY))):
            raise IllegalAction(_("no clock runs now"))
        before, clock = self.clock_log, ClockLog(stops, restarts)
        if before is not None and (stops < before.stops or restarts < before.restarts):
            raise IllegalAction(_("what was done to a clock isn't undone"))
        if clock != before:
            self.start()
            self._write({"event": "clock", "n": len(self.moves), **clock._asdict()})
            self.clocks[self._races] = clock
