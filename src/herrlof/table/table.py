"""A table: one match being played, for all the faces that show it.

It advances chance, lets bots think and keeps the pace. It knows no widget, no colour and no key, and not who shares a
screen: people at one keyboard sit down with a `Keyboard` (herrlof.table.keyboard), which makes moments of what happens
here. This is all that a face sees of a table, here or elsewhere; it holds no match and no state:

    place = table.join(seats)          # sit down for these seats; none: look on
    stop = await place.next()          # go on to where the table stops next: to ask, to pause, to measure, at an end
    table.view(seat)                   # what a seat may see and do now; NOBODY: what is public
    table.play(seat, action)           # the move of the seat that is asked
    turn = table.turn(seat)            # MEASURE: a seat's own moves, made while others move too,
    await table.measure(outcome)       # and what the clock said; or, with players elsewhere,
    table.read_clock(seat, reading)    # what the clock at its own face says, until
    await table.measured()             # all clocks have said it
    table.take_back(seat)              # to the last decision of one person among bots
    table.want_stand_in(by, seat, …)   # whether a bot plays for who is away
    place.leave()                      # go away; `next` comes back, to the same question
    table.game, .seats, .options, …    # what everybody knows
    table.proof                        # at the end: what proves the deals, and deals them again

The table goes on when every face that is present asks for what comes next, or when the pause is over. A pause is data:
a face may look at it for as long, or ask at once. A face that goes away is not waited for; its seats' moves are.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from enum import Enum
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, Self

from herrlof.bots import bot_kind
from herrlof.bots.kind import BotKind
from herrlof.bots.worker import Worker
from herrlof.game import CHANCE, NOBODY, Action, Event, Game, IllegalAction, Mover, Observation, Value
from herrlof.messages import _
from herrlof.records.help import Help
from herrlof.records.names import HERE, PROGRAM, Seat
from herrlof.records.storage import Storage, read_record
from herrlof.table.match import Clock, Match, SimultaneousTurn

if TYPE_CHECKING:
    from herrlof.records.journal import Journal

BOT_PAUSE: Final = 0.8
"""Seconds a bot takes for a move, however easy or forced it is."""
THINK_TIME: Final = 0.5
"""Seconds before which no bot that thinks has moved, however it is hurried; the same at every pace but 0."""
AWAY_SECONDS: Final = 10.0
"""Seconds after which a bot may play for who is away; a line that breaks is often mended by then."""
MOST_STOPS: Final = 99
"""So many stops of a clock, and beginnings anew, are told of a race at most: what seats elsewhere claim has an end."""
HOLD_PAUSE: Final = 1.2
"""Seconds for which the table stands still after one of a game's `pause_events`."""


class MomentKind(Enum):
    """What a face does where the table stops."""

    ASK = "ask"
    """A seat is asked for a move."""
    WAIT = "wait"
    """A seat is asked, and it is none of this face's: a keyboard makes this of an ASK."""
    PAUSE = "pause"
    """There is something to look at for a while."""
    SHOW = "show"
    """What a seat alone has been told in its turn is shown to it, until it is ready; at a keyboard that is shared."""
    HAND_OVER = "hand over"
    """The next seat's hand is covered until its player asks for it; at a keyboard that is shared."""
    MEASURE = "measure"
    """The seats move at the same time, and the face measures what decides."""
    ROUND_END = "round end"
    MATCH_END = "match end"


class View(NamedTuple):
    """What to show: all that one seat knows, what it may do, and what has happened as it perceived it."""

    seat: int
    """Who looks: a seat, or NOBODY."""
    observation: Observation
    legal: Sequence[Action]
    """What this seat is asked for; nothing where it is not asked now."""
    events: Sequence[Event]
    mover: Mover
    """Whose turn it is: a seat, CHANCE or TERMINAL."""


class Stop(NamedTuple):
    """Where a table stands still, the same for every face."""

    kind: MomentKind
    seat: int = NOBODY
    """Who is asked: at an ASK, or after this PAUSE if nothing comes between."""
    seconds: float = 0.0
    """How long a PAUSE takes at most."""
    reason: str = ""
    """What a PAUSE is for: hold, thinking, forced. What a MEASURE is about: the kind of chance."""


class PlayerGone(Exception):
    """Who plays a seat from outside is not to be played with any more; the message is a sentence."""


class Player(Protocol):
    """Who plays a seat from outside, and is no person: another program (`herrlof.seats.program`)."""

    command: Sequence[str]
    """What it was started with."""

    def start(self, hello: Hello) -> None:
        """Get ready, so that the first question need not wait for it; whatever fails is told at that question."""

    async def choose(self, view: View) -> Action:
        """Return one of the legal actions; PlayerGone says why there will be none any more."""

    async def over(self, result: Result) -> None:
        """Tell it how the match ended; what fails is of no account."""

    def close(self) -> None:
        """Ask it no more."""


class Hello(NamedTuple):
    """What a player from outside is told of the match first."""

    game: Game
    seat: int
    seats: Sequence[Seat]
    options: Mapping[str, Value]
    commitment: str | None
    game_id: str
    seed: int | None
    """For a generator of its own; nothing about the cards follows from it. A person is told none."""


class Reading(NamedTuple):
    """What the clock at a seat's own face says, where others have another one."""

    times: tuple[float, ...] = ()
    """The seconds from the start at which it made its moves."""
    order: tuple[int, ...] = ()
    """The numbers of the moves, from 1, in the order in which they were made."""
    ready: bool = False
    """Whether this seat is ready to start."""
    over: bool = False
    stops: int = 0
    """How often the clock was stopped."""
    restarts: int = 0
    """How often the race began anew there."""


class Proof(NamedTuple):
    """What is shown of a match's chance when it is over."""

    deals: str | None
    """The code that deals these cards again; None where nothing was dealt."""
    seed: bytes | None
    """What the commitment was made of, and fits; None where a code had dealt."""


class Result(NamedTuple):
    """How a match ended."""

    returns: Sequence[float]
    scores: Sequence[float]
    proof: Proof


class Table:
    """One match, from stop to stop. Whoever made it starts the bots, stops them, and closes it in the end."""

    ended = ""
    """Why there is no way back to a table that is elsewhere, in a sentence."""

    def __init__(
        self,
        match: Match,
        pace: float = 1.0,
        clock: bool = False,
        journal: Journal | None = None,
        players: Mapping[int, Player] | None = None,
    ) -> None:
        """Play `match`, which writes to `journal`; ValueError where a bot is not known here.

        `players` play the seats of programs; where one is missing a bot stands in from its first move on.
        """
        self._match = match
        self._journal = journal
        self.pace = pace
        """What stretches or shortens all pauses; 0: there are none."""
        self.clock = clock
        """Whether a face measures. Else seats that could move at the same time are asked one after the other, and
        what their haste would decide is drawn."""
        self.goes_on = match.told > 0
        """Whether the match had begun before."""
        self._kinds = {
            number: bot_kind(match.game.key, bot) for number, bot in enumerate(match.bots) if bot is not None
        }
        """The bots that play now, stand-ins among them."""
        self.players = dict(players or {})
        """Who plays the seats of programs, as it was at the beginning."""
        self._players = {
            number: self.players.get(number)
            for number, seat in enumerate(match.seats)
            if seat.how == PROGRAM and number not in self._kinds
        }
        self._failures: list[str] = []
        """Why programs play no more."""
        self._away: dict[int, float] = {}
        """Since when players are away."""
        self._wanted: dict[int, set[int]] = {}
        """For each seat that is away, who wants a bot to play for it."""
        self._worker = self._new_worker()
        self._bot_move: asyncio.Task[Action] | None = None
        """What the mover will do; it outlasts a face, and ends with the move or the table."""
        self._turns: dict[int, SimultaneousTurn] = {}
        """At a MEASURE, what the seats do at the same time."""
        self._sorting: list[asyncio.Task[None]] = []
        """And the bots' part in it."""
        self._readings: dict[int, Reading] = {}
        """At a MEASURE, what the clocks of those say who each have their own,"""
        self._measuring: asyncio.Task[None] | None = None
        """and what writes it down when all are over."""
        self._places: set[Place] = set()
        """The faces that are present."""
        self._stop: Stop | None = None
        self._number = 0
        """How many stops there have been."""
        self._views: dict[int, View] = {}
        """What seats see at this stop, as far as anybody has asked."""
        self._over_at = 0.0
        """When the pause is over."""
        self._changed = asyncio.Event()
        """Set, and replaced, when something has happened that a waiting face waits for."""
        self._farewells: list[asyncio.Task[None]] = []
        self._held = match.told
        """How many events have been held to be looked at."""
        self._round_over = False

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
        match, journal = storage.resume(path)
        try:
            return cls(match, journal=journal, players=players)
        except ValueError:
            journal.close()
            raise

    @classmethod
    def finished(cls, path: Path) -> Self:
        """Return the table of a finished record, for who wants to play its deals again."""
        return cls(Match.replay(read_record(path)))

    @classmethod
    def branch(cls, storage: Storage, path: Path, n: int, seats: Sequence[Seat] | None = None) -> Self:
        """Begin a match that plays on from before move n of a finished record, with the same cards.

        RecordError and ValueError say why that cannot be.
        """
        journal = storage.new_journal()
        return cls(Match.branch(read_record(path), n, seats=seats, journal=journal), journal=journal)

    def again(self, storage: Storage, turn: int) -> Table:
        """Begin a match with the same deals, once this one is over; with a `turn` of 1 everybody gets another hand."""
        journal = storage.new_journal()
        count = len(self.seats)
        players = {(seat - turn) % count: player for seat, player in self.players.items()}
        return Table(self._match.again(turn=turn, journal=journal), journal=journal, players=players)

    # What everybody knows

    @property
    def game(self) -> Game:
        """The rules."""
        return self._match.game

    @property
    def seats(self) -> Sequence[Seat]:
        """Who sits where: names, and the keys of bots."""
        return self._match.seats

    @property
    def options(self) -> Mapping[str, Value]:
        """What the match is played by."""
        return self._match.options

    @property
    def commitment(self) -> str | None:
        """What was shown before the first card; None where there is none."""
        return self._match.commitment

    def hello(self, seat: int) -> Hello:
        """Return what a seat elsewhere is told of the match first."""
        seed = None if self.seats[seat].person else self._match.bot_rng(seat, 0).getrandbits(53)
        return Hello(self.game, seat, self.seats, self.options, self.commitment, self._match.game_id, seed)

    @property
    def people(self) -> list[int]:
        """The seats of people, wherever they sit."""
        return [number for number, seat in enumerate(self.seats) if seat.person]

    @property
    def here(self) -> list[int]:
        """The seats of those who sit at this table's own keyboard."""
        return [number for number, seat in enumerate(self.seats) if seat.how == HERE]

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self._match.over

    @property
    def scores(self) -> Sequence[float]:
        """What a scoreboard shows now; nothing where the game counts nothing."""
        return self._match.scores

    @property
    def proof(self) -> Proof:
        """What proves the deals, once the match is over; nothing before."""
        return Proof(self._match.deal_code, self._match.seed)

    @property
    def result(self) -> Result:
        """How the match ended."""
        return Result(self._match.returns(), self._match.scores, self.proof)

    @property
    def trouble(self) -> str | None:
        """Why a match is not saved, or why bots do not think as they should, in a sentence."""
        if self._journal is not None and self._journal.trouble is not None:
            return str(self._journal.trouble)
        return self._failures[-1] if self._failures else self._worker.trouble

    def seconds_for(self, seat: int) -> float:
        """Return how long a bot takes for each move while seats move at the same time."""
        return self._kinds[seat].seconds

    # What a face does

    def join(self, seats: Collection[int] = ()) -> Place:
        """Sit down for some seats; ValueError where no person sits."""
        for seat in seats:
            if seat not in self.people:
                raise ValueError(f"no person sits in seat {seat}")
        return Place(self, seats)

    def view(self, seat: int) -> View:
        """Return what a seat may see now; NOBODY: what is public."""
        if seat not in self._views:
            match, stop = self._match, self._stop
            legal = match.legal() if stop is not None and stop.kind is MomentKind.ASK and stop.seat == seat else ()
            self._views[seat] = View(seat, match.observe(seat), legal, match.news(seat), match.mover)
        return self._views[seat]

    def play(self, seat: int, action: Action) -> None:
        """Play the move of the seat that is asked; IllegalAction says which rule forbids it."""
        if self._stop != Stop(MomentKind.ASK, seat):
            raise IllegalAction(_("it is not your turn"))
        self._match.play(seat, action)
        self._go_on()

    @property
    def help(self) -> Help:
        """The hints and take-backs so far, of what this match is a branch, and whether all agreed to hints."""
        return self._match.help

    @property
    def help_refusal(self) -> str:
        """Why this match goes on without hints and take-backs, in a sentence; nothing where it need not."""
        return self._match.help_refusal

    def note_hint(self, seat: int) -> None:
        """Record that a seat is shown a hint for its next move; IllegalAction says why it gets none."""
        if len(self.people) > 1 and not self.help.agreed:
            raise IllegalAction(_("between people there are hints only if all agreed when the match began"))
        self._match.note_hint(seat)

    def take_back(self, seat: int) -> Action:
        """Go back to the last decision of a person who plays alone against bots, and return what it was.

        IllegalAction says why that cannot be.
        A bot that is thinking stops. Faces are told where the table stands then, as after any move.
        """
        match = self._match
        if self.people != [seat]:
            raise IllegalAction(_("moves are taken back only by one person against bots"))
        if self._stop is not None and self._stop.kind is MomentKind.MEASURE:
            raise IllegalAction(_("nothing is taken back while a clock runs"))
        if (n := self._last_decision(seat)) is None:
            raise IllegalAction(_("there is no decision to take back"))
        undone = match.game.decode(match.moves[n].do)
        match.take_back(n)
        if self._bot_move is not None:
            self._bot_move.cancel()
            self._bot_move = None
        self._held, self._round_over = match.told, False
        self._go_on()
        return undone

    def _last_decision(self, seat: int) -> int | None:
        """Return the number of the last move for which a seat had a choice."""
        moves = self._match.moves
        return next((one.n for one in reversed(moves) if one.by == seat and len(self._match.legal(one.n)) > 1), None)

    def last_decision(self, seat: int) -> tuple[Observation, Action] | None:
        """Return what a seat saw before the last move for which it had a choice, and that move; None: it had none."""
        if (n := self._last_decision(seat)) is None:
            return None
        match = self._match
        return match.observe(seat, n), match.game.decode(match.moves[n].do)

    def turn(self, seat: int) -> Turn:
        """Return the moves of a person's seat at a MEASURE, beside those of others; ValueError where there are none."""
        if not self._is_asked(seat) or seat not in self._turns:
            raise ValueError(f"seat {seat} does not move at the same time as others")
        return Turn(self, seat)

    @property
    def noted_clock(self) -> Clock | None:
        """What was done to the clock of this race so far, also before the match was left; None: it has not begun."""
        return self._match.clock

    def note_clock(self, stops: int, restarts: int) -> None:
        """Record how often the clock of this race was stopped so far, and how often it began anew."""
        self._match.note_clock(stops, restarts)

    async def measure(self, outcome: str) -> None:
        """Record what was done at the same time, in the state's order, and what the clock said, as its text code.

        Moves that a seat has not made are made up: what the clock said leaves them out. IllegalAction where no clock
        runs, or not any more.
        """
        await self._measure(outcome)

    @property
    def apart(self) -> bool:
        """Whether those who move at the same time each have a clock of their own, as some of them are elsewhere."""
        return any(self._is_asked(seat) and seat not in self.here for seat in self._turns)

    @property
    def readings(self) -> Mapping[int, Reading]:
        """What the clocks of seats say that each have their own."""
        return self._readings

    @property
    def number(self) -> int:
        """How many stops there have been: another one, and a face that is busy with a stop is out of date."""
        return self._number

    def read_clock(self, seat: int, reading: Reading) -> None:
        """Take note of what the clock at a seat's own face says, and what was done to it; IllegalAction: none runs.

        When all are over the race is recorded, as claimed.
        """
        if seat not in self._turns or not self._is_asked(seat) or self._at() is not MomentKind.MEASURE:
            raise IllegalAction(_("no clock runs now"))
        if self._readings.get(seat, Reading()).over:
            return
        if not self._is_possible(seat, reading):
            raise IllegalAction(_("this is nothing that a clock says"))
        self._readings[seat] = reading
        if reading.times or reading.stops:
            before = self.noted_clock or Clock()
            stops = sum(other.stops for other in self._readings.values())
            restarts = max(other.restarts for other in self._readings.values())
            stops, restarts = min(stops, MOST_STOPS), min(restarts, MOST_STOPS)
            self._match.note_clock(max(stops, before.stops), max(restarts, before.restarts))
        asked = [number for number in self._turns if self._is_asked(number)]
        if self._measuring is None and all(self._readings.get(number, Reading()).over for number in asked):
            self._measuring = asyncio.ensure_future(self._measure(None, claimed=True))
        self._wake()

    def _is_possible(self, seat: int, reading: Reading) -> bool:
        """Whether a clock can say this: one seat makes all its moves, the others what they came to and one more."""
        race = self.game.race({})
        if race is None:
            return False
        times, order = reading.times, reading.order
        first = len(times) == race.moves or any(
            len(other.times) == race.moves for number, other in self._readings.items() if number != seat
        )
        return (
            list(times) == sorted(times)
            and len(times) == len(order) == len(set(order) & set(range(1, race.moves + 1)))
            and (not reading.over or (first and bool(times)))
        )

    async def measured(self) -> None:
        """Wait until all clocks are over, and the race is recorded."""
        number = self._number
        while number == self._number:
            if self._measuring is not None and self._measuring.done():
                self._measuring.result()
            await self._changed.wait()

    def _judged(self) -> str:
        """Return what the clocks of all seats amount to, as a text code."""
        race = self.game.race({})
        assert race is not None
        times = [
            self._readings[seat].times
            if self._is_asked(seat)
            else [self.seconds_for(seat) * (move + 1) for move in range(race.moves)]
            for seat in self._turns
        ]
        orders = [
            self._readings[seat].order if self._is_asked(seat) else range(1, race.moves + 1) for seat in self._turns
        ]
        return self.game.encode_chance(race.judge(times, orders))

    async def _measure(self, outcome: str | None, claimed: bool = False) -> None:
        sorting, number = self._sorting, self._number
        if sorting:
            await asyncio.wait(sorting)  # they go on for the other faces, where this one waits no more
        for task in sorting:
            task.result()
        if self._at() is not MomentKind.MEASURE or number != self._number:
            raise IllegalAction(_("no clock runs now"))
        if outcome is None:
            outcome = self._judged()
        made = {seat: list(turn.actions) for seat, turn in self._turns.items()}
        while self._match.mover >= 0:
            mover = self._match.mover
            self._match.play(mover, made[mover].pop(0) if made[mover] else self._match.legal()[0])
        self._match.advance(outcome, claimed=claimed)
        self._go_on()

    def _at(self) -> MomentKind | None:
        """Return what kind of stop this is."""
        return None if self._stop is None else self._stop.kind

    # What its owner does

    def cut(self, cuts: Sequence[str], hashes: Sequence[str] = ()) -> None:
        """Mix in what each person typed after the commitment, in seat order; empty for who does not cut.

        ValueError where one is not the cut whose hash was given before.
        """
        self._match.cut(cuts, hashes)

    def name_seat(self, seat: int, name: str) -> None:
        """Call the person elsewhere who has taken a seat by this name from now on; ValueError says why not."""
        if name != self.seats[seat].name:
            self._match.name_seat(seat, name)

    @property
    def can_cut(self) -> bool:
        """Whether cuts can still be mixed in."""
        return self._match.can_cut

    def start(self) -> None:
        """Start the process of the bots and the programs, so that the first question need not wait for them."""
        self._worker.start()
        for seat, player in self._players.items():
            if player is not None:
                player.start(self.hello(seat))

    def stop(self) -> None:
        """Stop the bots; the match can go on, and they begin to think anew."""
        for task in (self._bot_move, *self._sorting):
            if task is not None:
                task.cancel()
        self._stop, self._bot_move, self._sorting, self._views = None, None, [], {}
        self._worker.close()
        self._worker = self._new_worker()
        for player in self._playing():
            player.close()

    # Who is away

    @property
    def away(self) -> Mapping[int, float]:
        """Since how many seconds players are away."""
        return {seat: monotonic() - since for seat, since in self._away.items()}

    @property
    def stand_ins(self) -> Mapping[int, str]:
        """The bots that play for players who are away."""
        return {seat: kind.key for seat, kind in self._kinds.items() if self.seats[seat].person}

    def note_away(self, seat: int) -> None:
        """Take note that the line of a player broke; the match waits for it."""
        self._away.setdefault(seat, monotonic())
        self._wake()

    def note_back(self, seat: int) -> None:
        """Take note that a player is back; a bot that stood in plays no more."""
        self._away.pop(seat, None)
        self._wanted.pop(seat, None)
        if seat in self.stand_ins:
            self._seat_bot(seat, None)
        elif seat in self._turns and self._readings:
            self._go_on()  # nobody knows how far the sorting had come there: all begin it anew
        self._wake()

    def want_stand_in(self, by: Collection[int], seat: int, wanted: bool = True) -> None:
        """Let a bot play for who is away, once all who are present want it; IllegalAction: it is too early for that."""
        if seat not in self._away or seat in self.stand_ins:
            raise IllegalAction(_("nobody has to stand in here"))
        if self.away[seat] < AWAY_SECONDS and self.pace:
            raise IllegalAction(_("a line that broke may be mended at once: wait ten seconds"))
        votes = self._wanted.setdefault(seat, set())
        votes.update(by) if wanted else votes.difference_update(by)
        if votes >= {other for other in self.people if other not in self._away}:
            self.stand_in(seat)
        self._wake()

    def stand_in(self, seat: int) -> None:
        """Let a bot play at once for who is away; IllegalAction where nobody has to."""
        if seat not in self._away or seat in self.stand_ins:
            raise IllegalAction(_("nobody has to stand in here"))
        self._wanted.pop(seat, None)
        self._seat_bot(seat, self._fallback)
        self._wake()

    @property
    def wanted(self) -> Mapping[int, Collection[int]]:
        """For each seat that is away, who wants a bot to play for it."""
        return self._wanted

    def _seat_bot(self, seat: int, kind: BotKind | None) -> None:
        """Let a bot play for a seat from now on; None: who sits there plays again."""
        self._match.seat_bot(seat, None if kind is None else kind.key)
        if kind is None:
            del self._kinds[seat]
        else:
            self._kinds[seat] = kind
        if self._match.mover == seat or (self._stop is not None and self._stop.kind is MomentKind.MEASURE):
            for task in (self._bot_move, *self._sorting):
                if task is not None:
                    task.cancel()
            self._bot_move = None
            self._go_on()

    @property
    def path(self) -> Path:
        """The file of the match."""
        assert self._journal is not None
        return self._journal.path

    def save(self) -> bool:
        """Try to write what could not be written; return whether all is safe."""
        return self._journal is None or self._journal.save()

    def close(self) -> None:
        """Stop the bots and close the file: nobody plays here any more."""
        self.stop()
        if self._journal is not None:
            self._journal.close()

    def _new_worker(self) -> Worker:
        return Worker(self.game, {seat: kind for seat, kind in self._kinds.items() if kind.uses_worker})

    # From stop to stop

    async def _next(self, place: Place) -> Stop:
        """Return where the table stands, after the stop that a face has seen."""
        self._where()
        self._places.add(place)
        if place.seen == self._number:
            place.ready = True
            self._wake()
            try:
                await self._leave_stop(place)
            finally:
                place.ready = False
            if place not in self._places:
                raise asyncio.CancelledError
        stop = self._where()
        place.seen = self._number
        return stop

    def _where(self) -> Stop:
        """Return where the table stands; one that has just been started goes to its first stop."""
        return self._stop or self._go_on()

    def _gone(self, place: Place) -> None:
        self._places.discard(place)
        self._wake()

    def next_change(self) -> asyncio.Event:
        """Return what is set when the table goes on, somebody comes or goes, or a clock says something."""
        return self._changed

    def _wake(self) -> None:
        """Let all who wait look again."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def _leave_stop(self, place: Place) -> None:
        """Wait until the table has gone on, or is to be asked again; whoever may do so first takes it on."""
        while place.seen == self._number:
            stop = self._where()
            asked = stop.kind is MomentKind.ASK and stop.seat in place.seats
            if asked or stop.kind is MomentKind.MATCH_END:
                return  # the same again
            left = self._over_at - monotonic() if stop.kind is MomentKind.PAUSE else None
            if stop.kind in (MomentKind.PAUSE, MomentKind.ROUND_END) and (
                all(other.ready for other in self._places) or (left is not None and left <= 0)
            ):
                await self._pass(stop)
                continue
            try:
                async with asyncio.timeout(left):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def _pass(self, stop: Stop) -> None:
        """Do what a stop announced, and go on to the next one; where a bot thinks, wait for it."""
        number = self._number
        if self._bot_move is not None:
            move = self._bot_move
            await asyncio.wait([move])
            if number != self._number:
                return  # another face has gone on meanwhile, or a move was taken back
            action, self._bot_move = move.result(), None
            self._match.play(self._match.mover, action)
        elif stop.reason == "forced":
            (action,) = self._match.legal()
            self._match.play(self._match.mover, action)
        self._go_on()

    def _go_on(self) -> Stop:
        """Go on to the next stop."""
        self._turns, self._sorting = {}, []
        self._readings, self._measuring = {}, None
        stop = self._stop = self._find_stop()
        self._number += 1
        self._views = {}
        self._over_at = monotonic() + stop.seconds
        self._wake()
        return stop

    def _find_stop(self) -> Stop:
        """Let chance move, and return where the table stops next."""
        match = self._match
        while True:
            if self._needs_pause():
                return Stop(MomentKind.PAUSE, self._asked(), HOLD_PAUSE * self.pace, "hold")
            if self._round_over and not match.over:
                self._round_over = False
                return Stop(MomentKind.ROUND_END)
            if match.over:
                if not self._farewells:
                    self._farewells = [asyncio.ensure_future(player.over(self.result)) for player in self._playing()]
                return Stop(MomentKind.MATCH_END)
            mover = match.mover
            if kind := self._measured_kind():
                self._begin_turns()
                return Stop(MomentKind.MEASURE, reason=kind)
            if mover == CHANCE:
                match.advance(self._drawn() if match.measured_kind else None)
            elif not self._is_asked(mover):
                self._bot_move = asyncio.ensure_future(self._decide(mover))
                self._bot_move.add_done_callback(_retrieve_error)
                return Stop(MomentKind.PAUSE, seconds=BOT_PAUSE * self.pace, reason="thinking")
            elif self._asked() == NOBODY:
                return Stop(MomentKind.PAUSE, seconds=BOT_PAUSE * self.pace, reason="forced")
            else:
                return Stop(MomentKind.ASK, mover)

    def _needs_pause(self) -> bool:
        """Whether something has happened since the last look that the players want to look at."""
        since, self._held = self._held, self._match.told
        kinds = {event.kind for event in self._match.news(NOBODY, since)}
        game = self._match.game
        self._round_over = self._round_over or (game.round_end_event in kinds if game.round_end_event else False)
        return bool(kinds & game.pause_events)

    def _asked(self) -> int:
        """Return the seat of a person that is to move next and has a choice; NOBODY where something comes before."""
        mover = self._match.mover
        if mover < 0 or not self._is_asked(mover) or self._round_over or self._measured_kind():
            return NOBODY
        return NOBODY if self._match.game.forced(self._match.observe(NOBODY)) else mover

    def _measured_kind(self) -> str:
        """Return the kind of chance that a face has to measure now, and nothing where there is none."""
        if not self.clock:
            return ""
        return self._match.measured_kind or self._match.game.next_measured_kind(self._match.observe(NOBODY))

    def _drawn(self) -> str:
        return self._match.sample_measured(self._match.bot_rng(0))

    # Bots

    def _begin_turns(self) -> None:
        """Let seats move at the same time: the bots begin at once."""
        if self._match.mover >= 0:
            self._turns = {seat: self._match.simultaneous_turn(seat) for seat in range(len(self.seats))}
        self._sorting = [
            asyncio.ensure_future(self._sort(turn)) for seat, turn in self._turns.items() if not self._is_asked(seat)
        ]

    async def _sort(self, turn: SimultaneousTurn) -> None:
        """Make a bot's moves while others move too."""
        while not turn.done:
            turn.play(await self._choose(turn.seat, turn.observe(), turn.legal(), turn.n))

    async def _decide(self, mover: int) -> Action:
        """Return a bot's move, after THINK_TIME at the earliest: how long a bot thinks tells what it holds.

        With no pauses at all the players do without that.
        """
        seen, legal = self._match.observe(mover), self._match.legal()
        until = monotonic() + (THINK_TIME if self.pace else 0)
        action = await self._choose(mover, seen, legal, len(self._match.moves))
        if mover in self._players or self._kinds[mover].uses_worker:
            await asyncio.sleep(until - monotonic())
        return action

    async def _choose(self, seat: int, seen: Observation, legal: Sequence[Action], n: int) -> Action:
        """Return the move n of a bot, or a program, as soon as it has one."""
        if seat in self._players:
            try:
                if (player := self._players[seat]) is None:
                    raise PlayerGone(_("{name} is not started here", name=self.seats[seat].name))
                return await player.choose(View(seat, seen, legal, self._match.news(seat), self._match.mover))
            except PlayerGone as error:
                self._replace_player(seat, error)
        kind, rng = self._kinds[seat], self._match.bot_rng(seat, n)
        if kind.uses_worker:
            action = await self._worker.choose(seat, seen, legal, rng)
            if action is not None:
                return action
            kind = self._fallback
        return kind.make(self._match.game, rng).choose(seen, legal)

    def _is_asked(self, seat: int) -> bool:
        """Whether it is a face that answers for a seat: a person sits there, and no bot stands in."""
        return seat not in self._kinds and seat not in self._players

    def _playing(self) -> list[Player]:
        """Return the programs that still play."""
        return [player for player in self._players.values() if player is not None]

    def _replace_player(self, seat: int, why: PlayerGone) -> None:
        """Let a bot play on for a program, and say so."""
        player, kind = self._players.pop(seat), self._fallback
        if player is not None:
            player.close()
        self._failures.append(_("{why}: the bot {bot} plays on", why=why, bot=kind.title))
        self._match.seat_bot(seat, kind.key)
        self._kinds[seat] = kind

    @property
    def _fallback(self) -> BotKind:
        """Who plays without thinking ahead, where no process can be had: the rules bot, if the game has one."""
        try:
            return bot_kind(self._match.game.key, "rules")
        except ValueError:
            return bot_kind(self._match.game.key, "random")


class Place:
    """A face's place at a table."""

    def __init__(self, table: Table, seats: Collection[int]) -> None:
        """Sit down for these seats, and be present from the first `next` on."""
        self.seats = frozenset(seats)
        self.seen = 0
        """The number of the stop that this face was told of last."""
        self.ready = False
        """Whether this face waits for what comes next."""
        self._table = table

    async def next(self) -> Stop:
        """Be done with the last stop and wait for the next one; a question that is not answered comes again."""
        return await self._table._next(self)

    def leave(self) -> None:
        """Go away: nobody waits for this face until it asks again, and then it is told where the table stands.

        A `next` that still waits is cancelled.
        """
        self.seen = 0
        self._table._gone(self)


class Turn:
    """A seat's own moves while others move too: nothing is recorded before all is measured."""

    def __init__(self, table: Table, seat: int) -> None:
        """Begin; a table knows how far a seat has come."""
        self._table = table
        self.seat = seat

    @property
    def done(self) -> bool:
        """Whether the seat has made all its moves."""
        return self._table._turns[self.seat].done

    @property
    def made(self) -> int:
        """How many moves the seat has made in this turn."""
        return len(self._table._turns[self.seat].actions)

    def view(self) -> View:
        """Return what the seat knows and may do now."""
        turn = self._table._turns[self.seat]
        return self._table.view(self.seat)._replace(observation=turn.observe(), legal=turn.legal())

    def play(self, action: Action) -> None:
        """Make a move; IllegalAction if it is none."""
        self._table._turns[self.seat].play(action)

    @property
    def waits(self) -> bool:
        """Whether a move is on its way: at a table that is here none is."""
        return False

    def change(self, index: int, action: Action) -> None:
        """Make another move of this turn instead, the first being 0; IllegalAction if one of them then is none."""
        self._table._turns[self.seat].change(index, action)


def _retrieve_error(move: asyncio.Task[Action]) -> None:
    """Look at an error in a bot's move: it is raised where the move is made, or nowhere if the table is left."""
    if not move.cancelled():
        move.exception()
