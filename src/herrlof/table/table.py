"""A table: one match being played, for all the faces that show it.

It does what seats ask and tells what happens; where it stops, and what plays in between, is found by its `Stops`
(herrlof.table.stops). It knows no widget, no colour and no key, and not who shares a screen: people at one keyboard sit
down with a `Keyboard` (herrlof.table.keyboard), which makes moments of what happens here. What a face sees of it is
declared in `herrlof.table.connection`, and what its owner does besides in `herrlof.table.own`.

The table goes on when every face that is present asks for what comes next, or when the pause is over. A pause is data:
a face may look at it for as long, or ask at once. A face that goes away is not waited for; its seats' moves are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from herrlof.bots import bot_kind
from herrlof.bots.kind import BotKind
from herrlof.game import CHANCE, NOBODY, Action, Game, IllegalAction, Observation
from herrlof.messages import _
from herrlof.options import Value
from herrlof.records.help import Ending, Help
from herrlof.records.names import HERE, Seat
from herrlof.records.storage import Storage, read_record
from herrlof.running import monotonic, timeout
from herrlof.table.automatic import AutomaticPlayers
from herrlof.table.away import NO_VOTES, Away
from herrlof.table.commands import (
    Choose,
    Command,
    NoteClock,
    NoteHint,
    Nudge,
    Play,
    ReadClock,
    Resign,
    Say,
    ShowHint,
    TakeBack,
    WantEnd,
    WantStandIn,
)
from herrlof.table.connection import BaseConnection, Place
from herrlof.table.match import Match
from herrlof.table.player import Hello, Player
from herrlof.table.race import ClockLog, Reading, are_over
from herrlof.table.resume import branched, replayed, resumed
from herrlof.table.stops import Stops
from herrlof.table.updates import (
    CameBack,
    Clocks,
    EndWanted,
    Nudged,
    Said,
    Stood,
    StoodIn,
    Watching,
    WentAway,
)
from herrlof.table.view import MomentKind, Proof, Result, Stop, Turn, View

if TYPE_CHECKING:
    from herrlof.records.journal import Journal


class Table(BaseConnection):
    """One match, from stop to stop. Whoever made it starts the bots, stops them, and closes it in the end."""

    ended = ""
    """Why there is no way back to a table that is elsewhere, in a sentence."""

    def __init__(
        self,
        match: Match,
        pace: float = 1.0,
        measures_time: bool = False,
        journal: Journal | None = None,
        players: Mapping[int, Player] | None = None,
        race_seconds: float | None = None,
    ) -> None:
        """Play `match`, which writes to `journal`; ValueError where a bot is not known here.

        `players` play the seats of programs.
        `race_seconds`: how long every bot takes for a move against a clock; None: as long as it usually does.
        """
        self._automatic = AutomaticPlayers(match, players, race_seconds)
        super().__init__(Away(stand_ins=self._automatic.stand_ins))
        self._record: Path | None = None
        """The file of a finished match, to which nothing is written."""
        self._match = match
        self._journal = journal
        self.pace, self.measures_time = pace, measures_time
        self.goes_on = match.event_count > 0
        self._stops = Stops(match, self._automatic, self._bot_chose)
        self._measuring: asyncio.Task[None] | None = None
        """What writes down what the clocks say of those who each have their own, when all are over."""
        self._places: set[Place] = set()
        """The faces that are present."""
        self._views: dict[int, View] = {}
        """What seats see at this stop, as far as anybody has asked."""
        self._over_at = 0.0
        """When the pause is over."""
        self.duel: tuple[Sequence[float], ...] = ()
        """What each seat had in the matches before, where these deals go from seat to seat."""

    @classmethod
    def new(
        cls,
        storage: Storage,
        game: Game,
        seats: Sequence[Seat],
        deals: str | None = None,
        players: Mapping[int, Player] | None = None,
        hints_agreed: bool = False,
        **options: Any,
    ) -> Self:
        """Begin a match in a file of its own; ValueError says what is wrong with an option or a bot."""
        for seat in seats:
            if seat.bot is not None:
                bot_kind(game.key, seat.bot)  # before there is a file
        journal = storage.new_journal()
        unplayed = storage.unplayed()
        match = Match(
            game, seats, deals=deals, journal=journal, unplayed=unplayed, hints_agreed=hints_agreed, **options
        )
        return cls(match, journal=journal, players=players)

    @classmethod
    def resume(cls, storage: Storage, path: Path, players: Mapping[int, Player] | None = None) -> Self:
        """Go on with a record, at the move where it stands; RecordError says why that cannot be."""
        journal = storage.open(path)
        match = resumed(journal)
        try:
            return cls(match, journal=journal, players=players)
        except ValueError:
            journal.close()
            raise

    @classmethod
    def finished(cls, path: Path, players: Mapping[int, Player] | None = None) -> Self:
        """Return the table of a finished record, for who wants to play its deals again, with these programs."""
        found = cls(replayed(read_record(path)), players=players)
        found._record = path
        return found

    @classmethod
    def branch(cls, storage: Storage, path: Path, n: int, seats: Sequence[Seat] | None = None) -> Self:
        """Begin a match that plays on from before move n of a finished record, with the same cards.

        RecordError and ValueError say why that cannot be.
        """
        journal = storage.new_journal()
        return cls(branched(read_record(path), n, seats=seats, journal=journal), journal=journal)

    def again(self, storage: Storage, rotate_by: int) -> Table:
        journal = storage.new_journal()
        count = len(self.seats)
        players = {(seat - rotate_by) % count: player for seat, player in self.players.items()}
        table = Table(self._match.again(rotate_by=rotate_by, journal=journal), journal=journal, players=players)
        if rotate_by:
            before = self.duel if len(self.duel) + 1 < count else ()
            rows = (*before, list(self.scores) or list(self.result.returns))
            table.duel = tuple([row[(seat + rotate_by) % count] for seat in range(count)] for row in rows)
        return table

    # What everybody knows

    @property
    def game(self) -> Game:
        return self._match.game

    @property
    def seats(self) -> Sequence[Seat]:
        return self._match.seats

    @property
    def options(self) -> Mapping[str, Value]:
        return self._match.options

    @property
    def commitment(self) -> str | None:
        return self._match.commitment

    @property
    def players(self) -> Mapping[int, Player]:
        return self._automatic.players

    def hello(self, seat: int) -> Hello:
        seed = None if seat == NOBODY or self.seats[seat].person else self._match.bot_rng(seat, 0).getrandbits(53)
        return Hello(self.game, seat, self.seats, self.options, self.commitment, self._match.game_id, seed)

    @property
    def here(self) -> list[int]:
        """The seats of those who sit at this table's own keyboard."""
        return [number for number, seat in enumerate(self.seats) if seat.how == HERE]

    @property
    def over(self) -> bool:
        return self._match.over

    @property
    def scores(self) -> Sequence[float]:
        return self._match.scores

    @property
    def proof(self) -> Proof:
        return Proof(self._match.deal_code, self._match.seed)

    @property
    def standing(self) -> Stop | None:
        return self.known.stop

    @property
    def result(self) -> Result:
        return Result(self._match.returns(), self._match.scores, self.proof, self.ending)

    @property
    def ending(self) -> Ending | None:
        return self._match.ending

    @property
    def trouble(self) -> str | None:
        """Why a match is not saved, or why bots do not think as they should, in a sentence."""
        if self._journal is not None and self._journal.trouble is not None:
            return str(self._journal.trouble)
        return self._automatic.trouble

    def seconds_for(self, seat: int) -> float:
        return self._automatic.seconds_for(seat)

    # What a face does

    def join(self, seats: Collection[int] = ()) -> Place:
        """Sit down for some seats; ValueError where no person sits."""
        for seat in seats:
            if seat not in self.people:
                raise ValueError(f"no person sits in seat {seat}")
        return Place(self, seats)

    def view(self, seat: int) -> View:
        """Return what a seat may see now; NOBODY: what is public."""
        match, choices = self._match, self._stops.choices
        if choices is not None and seat in choices.turns:
            return choices.view(seat)
        if seat not in self._views:
            legal = match.legal() if self.is_asked(seat) else ()
            mover = match.mover if choices is None else CHANCE
            self._views[seat] = View(seat, match.observe(seat), legal, match.news(seat), mover)
        return self._views[seat]

    @property
    def _waited_for(self) -> frozenset[int]:
        """The seats of people for whom the table waits; where several choose in secret all of them, whoever has."""
        if self._stops.choices is not None:
            return frozenset(self._stops.choices.people)
        if self.known.at(MomentKind.ROUND_END):
            return frozenset(seat for place in self._places if not place.ready for seat in place.seats)
        return frozenset({self._match.mover} & {*self.people})

    def is_asked(self, seat: int) -> bool:
        return self._stop_of([seat]) == Stop(MomentKind.ASK, seat)

    def _stop_of(self, seats: Collection[int]) -> Stop | None:
        """Return where the table stands for some seats: where several are asked at once, each by itself."""
        stop, choices = self.known.stop, self._stops.choices
        if choices is None or (chooses := choices.next_of(seats)) == NOBODY:
            return stop
        return Stop(MomentKind.ASK, chooses)

    def _do(self, seat: int, command: Command) -> None:
        asks = self._stops.choices or self._match
        match command:
            case Play(action):
                asks.play(seat, action)
                self._played()
            case Choose():
                self._stops.turns.choose(seat, command)
            case TakeBack():
                self._take_back(seat)
            case NoteHint():
                asks.note_hint(seat)
            case ShowHint(judged, complete):
                asks.show_hint(seat, judged, complete)
            case NoteClock(stops, restarts):
                self._match.note_clock(stops, restarts)
            case ReadClock(reading):
                self._read_clock(seat, reading)
            case WantStandIn():
                self._vote(seat, command)
            case Resign():
                self._match.end(seat)
                self._break_off()
            case WantEnd(wanted):
                self._vote_end(seat, wanted)
            case Say(word):
                self._tell(Said(seat, word))
            case Nudge():
                self._tell(Nudged(seat, self._waited_for - {seat}))

    @property
    def help(self) -> Help:
        return self._match.help

    @property
    def help_refusal(self) -> str:
        return self._match.help_refusal

    def _take_back(self, seat: int) -> None:
        """Go back to the last decision of a person; a bot that is thinking stops."""
        if self.known.at(MomentKind.MEASURE):
            raise IllegalAction(_("nothing is taken back while a clock runs"))
        if (n := self._last_decision(seat)) is None:
            raise IllegalAction(_("there's no decision to take back"))
        self._stops.take_back(n)
        self._break_off()

    def _last_decision(self, seat: int) -> int | None:
        """Return the number of the last move for which a seat had a choice."""
        moves = self._match.moves
        return next((one.n for one in reversed(moves) if one.by == seat and len(self._match.legal(one.n)) > 1), None)

    def last_decision(self, seat: int) -> tuple[Observation, Action] | None:
        if (n := self._last_decision(seat)) is None:
            return None
        match = self._match
        return match.observe(seat, n), match.game.decode(match.moves[n].do)

    def turn(self, seat: int) -> Turn:
        turn = self._stops.turns.of(seat)
        return Turn(len(turn.actions), self.view(seat)._replace(observation=turn.observe(), legal=turn.legal()))

    @property
    def noted_clock(self) -> ClockLog | None:
        return self._match.clock_log

    @property
    def apart(self) -> bool:
        return not {*self._stops.turns.people} <= {*self.here}

    def _read_clock(self, seat: int, reading: Reading) -> None:
        if not self.known.at(MomentKind.MEASURE):
            raise IllegalAction(_("no clock runs now"))
        readings = self._stops.turns.read_clock(seat, reading, self.readings)
        if self._measuring is None and are_over(readings, self._stops.turns.people):
            self._measuring = asyncio.ensure_future(self.measure(None))
        if readings != self.readings:
            self._tell(Clocks([readings.get(number) for number in range(len(self.seats))]))

    async def measured(self) -> None:
        number = self.number
        while number == self.number:
            if self._measuring is not None and self._measuring.done():
                self._measuring.result()
            await self._changed.wait()

    async def measure(self, outcome: str | None) -> None:
        """Record the turns, and what the clock said; None: what the clocks at the seats have claimed."""
        turns, number = self._stops.turns, self.number
        await turns.bots_done()
        if not self.known.at(MomentKind.MEASURE) or number != self.number:
            raise IllegalAction(_("no clock runs now"))
        said = turns.judged(self.readings) if outcome is None else outcome
        turns.play()
        self._match.advance(said, claimed=outcome is None)
        self._go_on()

    # What its owner does

    def cut(self, cuts: Sequence[str], hashes: Sequence[str] = ()) -> None:
        self._match.cut(cuts, hashes)

    def name_seat(self, seat: int, name: str) -> None:
        if name != self.seats[seat].name:
            self._match.name_seat(seat, name)

    @property
    def can_cut(self) -> bool:
        return self._match.can_cut

    def start(self) -> None:
        """Start the process of the bots and the programs, so that the first question need not wait for them."""
        self._automatic.start(self.hello)

    def stop(self) -> None:
        """Stop the bots; the match can go on, and they begin to think anew."""
        self._stops.stop()
        self.known.stop, self._views = None, {}
        self._automatic.stop()

    # Who is away

    def note_away(self, seat: int) -> None:
        if seat not in self.away.since:
            self._tell(WentAway(seat))
            self._race_anew(seat)

    def note_back(self, seat: int) -> None:
        away = self.away
        if was_away := seat in away.since or seat in away.stand_ins:
            self._tell(CameBack(seat))
        if (played_for := seat in away.stand_ins) or seat in away.votes:
            self._tell(StoodIn(seat, None))
        if played_for and not self.over:
            self._seat_bot(seat, None)
        elif not was_away:
            self._race_anew(seat)

    def _race_anew(self, seat: int) -> None:
        """Break off a race whose clock at a seat is lost: nobody knows how far its player had come."""
        if seat in self._stops.turns.people and self.readings and not self.readings.get(seat, Reading()).over:
            self._break_off()

    def note_watching(self, count: int) -> None:
        self._tell(Watching(count))

    def _vote(self, by: int, command: WantStandIn) -> None:
        seat, away = command.seat, self.away.voted([by], command.seat, command.wanted)
        if away.is_wanted(seat, [other for other in self.people if other not in away.since]):
            self.stand_in(seat)
        elif away.votes[seat] != self.away.votes.get(seat, NO_VOTES):
            self._tell(StoodIn(seat, None, away.votes[seat]))

    def stand_in(self, seat: int) -> None:
        self.away.check_waited(seat)
        self._seat_bot(seat, self._automatic.fallback)

    def _seat_bot(self, seat: int, kind: BotKind | None) -> None:
        """Let a bot play for a seat from now on; None: who sits there plays again."""
        self._automatic.seat_bot(seat, kind)
        if kind is not None:
            self._tell(StoodIn(seat, kind.key))
        if self._stops.choices is not None:
            self._stops.choices.ask(seat)
            self._wake()
        elif self._match.mover == seat or self.known.at(MomentKind.MEASURE):
            self._break_off()

    # An end before the end

    def _vote_end(self, seat: int, wanted: bool) -> None:
        if self.over or self._match.ending_refusal:
            self._match.end(None)  # which says why not
        if wanted != (seat in self.end_wanted):
            self._tell(EndWanted(self.end_wanted | {seat} if wanted else self.end_wanted - {seat}))
        if self.end_wanted >= {*self.people}:
            self._match.end(None)
            self._break_off()

    def _break_off(self) -> None:
        """Go on from where the match stands now."""
        self._stops.stop()
        self._go_on()

    @property
    def path(self) -> Path:
        path = self._record if self._journal is None else self._journal.path
        assert path is not None
        return path

    def save(self) -> bool:
        return self._journal is None or self._journal.save()

    def close(self) -> None:
        """Stop the bots and close the file: nobody plays here any more."""
        self.stop()
        if self._journal is not None:
            self._journal.close()

    # From stop to stop

    async def _next(self, place: Place) -> Stop:
        self._where()
        self._places.add(place)
        if place.seen == self.number:
            place.ready = True
            self._wake()
            try:
                await self._leave_stop(place)
            finally:
                place.ready = False
            if place not in self._places:
                raise asyncio.CancelledError
        self._where()
        place.seen, place.last_stop = self.number, self._stop_of(place.seats)
        assert place.last_stop is not None
        return place.last_stop

    def _where(self) -> Stop:
        """Return where the table stands; one that has just been started goes to its first stop."""
        return self.known.stop or self._go_on()

    def _gone(self, place: Place) -> None:
        self._places.discard(place)
        self._wake()

    async def _leave_stop(self, place: Place) -> None:
        """Wait until the table has gone on, or is to be asked again; whoever may do so first takes it on."""
        while place.seen == self.number and place.last_stop == self._stop_of(place.seats):
            stop = place.last_stop or self._where()
            asked = stop.kind is MomentKind.ASK and stop.seat in place.seats
            if asked or stop.kind is MomentKind.MATCH_END:
                return  # the same again
            if self._stops.choices is not None:
                self._stops.choices.check_bots()
            left = self._over_at - monotonic() if stop.kind is MomentKind.PAUSE else None
            if stop.kind in (MomentKind.PAUSE, MomentKind.ROUND_END) and (
                all(other.ready for other in self._places) or (left is not None and left <= 0)
            ):
                await self._pass(stop)
                continue
            try:
                async with timeout(left):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def _pass(self, stop: Stop) -> None:
        """Do what a stop announced, and go on to the next one; where a bot thinks, wait for it."""
        number = self.number
        await self._stops.bot_decided()
        if number == self.number:  # else another face has gone on meanwhile, or a move was taken back
            self._stops.play(stop)
            self._go_on()

    def _go_on(self) -> Stop:
        stop, self._measuring = self._stops.next(self.pace, self.measures_time), None
        if stop.kind is MomentKind.MATCH_END:
            self._automatic.tell_over(self.result)
        self._views = {}
        self._over_at = monotonic() + stop.seconds
        self._tell(Stood(self.number + 1, stop))
        return stop

    def _bot_chose(self) -> None:
        """Go on where a bot's secret choice was the last; one that comes when all have gone on changes nothing."""
        if self._stops.choices is None:
            self._wake()
        else:
            self._played()

    def _played(self) -> None:
        """Go on after a move; where several choose in secret, once all have."""
        choices = self._stops.choices
        if choices is None:
            self._go_on()
        elif choices.done:
            choices.record()
            self._go_on()
        else:
            self._wake()
