"""Somebody at the other end of a line, and what guards the table from it.

A guest is never waited for where it need not be: it is sent one stop and says when it is ready, so what it has not read
is a few lines; one that reads nothing, says too much or nothing at all is sent away and its seat kept for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing, suppress
from typing import Final, Protocol

from herrlof.coach.judge import motive_of
from herrlof.coach.saying import reason_text, rival_of
from herrlof.coach.seated import Coach
from herrlof.game import NOBODY, IllegalAction, InvalidAction, Observation, Speaker
from herrlof.messages import _
from herrlof.packages import blamed
from herrlof.records.errors import RecordError
from herrlof.running import monotonic
from herrlof.seats import protocol
from herrlof.seats.codec import command_of, update_lines
from herrlof.seats.crowd import Stranger
from herrlof.seats.finished import Finished
from herrlof.seats.judging import GuestCoach
from herrlof.seats.protocol import LONGEST, ProtocolError, from_seat, greeted, written
from herrlof.seats.saying import sentence
from herrlof.table.commands import (
    Choose,
    ComeAlong,
    Command,
    FarCommand,
    GiveCut,
    Leave,
    Play,
    Ready,
    Sit,
    WantHint,
    WantRecord,
    WantReview,
)
from herrlof.table.connection import Place
from herrlof.table.own import OwnTable
from herrlof.table.teller import Teller
from herrlof.table.updates import (
    Choosing,
    Invited,
    Judged,
    Reason,
    RecordPart,
    Refused,
    Reviewed,
    Update,
)
from herrlof.table.view import MomentKind, Stop

HELLO_SECONDS: Final = 10.0
"""How long a stranger at the door may take to say who it is."""
PING_SECONDS: Final = 5.0
SILENCE_SECONDS: Final = 15.0
"""Who has said nothing for so long is away: at least every third ping is answered."""
FAREWELL_SECONDS: Final = 10.0
LINES_A_SECOND: Final = 40
BURST: Final = 200
"""So many lines come in at once, and then so many a second; what is more waits at the guest's end."""
PARTING_SECONDS: Final = 0.5
"""How long the line stays open for who was sent away and has not ended it."""
UNREAD: Final = 1 << 20
"""Bytes that a guest may leave unread before it is sent away."""
WRONG: Final = 20
"""So many lines that are none, or not to be said now, and a guest is sent away; what the rules refuse is no such."""
RECORDS: Final = 3
"""So often a guest is sent the finished record."""
HINT_SECONDS: Final = 0.2
"""How long a hint stays as it is while more is found."""
PART: Final = 1 << 14
"""Characters of a record in a line."""
REVIEWS: Final = 100
"""So often it begins to look at what its match comes to."""
LATE: Final = (protocol.RecordWanted, protocol.ReviewWanted, protocol.Again, protocol.Bye)
"""What a guest may still say at the end of a match, while its host plays the next one."""


class Lobby(Protocol):
    """Who lets guests in and gives them seats (`herrlof.seats.host.Host`)."""

    @property
    def table(self) -> OwnTable:
        """Where they sit."""

    @property
    def began(self) -> bool:
        """Whether the match has begun, or goes on."""

    def coach_for_guest(self) -> GuestCoach:
        """Return who judges for one of them."""

    def seat(self, guest: GuestLine, said: protocol.SeatHello) -> None:
        """Give somebody who has said hello a seat; ProtocolError says why there is none."""

    def sat(self, guest: GuestLine, said: Sit) -> None:
        """Let a guest who has looked at the table sit down; ProtocolError says why not."""

    def come_along(self, guest: GuestLine) -> None:
        """Let a guest of the match before this one look at the table; ProtocolError where there is none."""

    def leaves(self, guest: GuestLine) -> None:
        """Take note that somebody says that it goes."""

    def left(self, guest: GuestLine) -> None:
        """Take note that somebody's line has ended."""

    def fell_silent(self, guest: GuestLine) -> None:
        """Take somebody for away who says nothing."""

    def speaks_again(self, guest: GuestLine) -> None:
        """Let somebody back who was only silent."""

    def refused(self, why: str) -> None:
        """Take note of why somebody was not let in."""

    @property
    def finished(self) -> Finished | None:
        """The match, once it is over."""

    def record_hash(self) -> str | None:
        """Return the SHA-256 of the finished record's file."""


class GuestLine:
    """Somebody at the other end of a line: a stranger until it has said hello, then a seat's player."""

    def __init__(
        self,
        host: Lobby,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        who: str,
        seated: Callable[[int], object],
        watches: bool = False,
    ) -> None:
        """Take the streams, whom the door takes it for, and whom to tell which seat it has.

        `watches`: the door has let it in to watch, and for nothing else.
        """
        self.who, self.seated = who, seated
        self.seat: int = NOBODY
        self.watches = watches
        """Whether it is an onlooker, for whom nobody waits."""
        self.coming = watches
        """Whether it counts among the onlookers who are on their way."""
        self.stranger: Stranger | None = None
        """Its place at the door, until it has said who it is."""
        self.gone = False
        """Whether it was sent away, or its line has ended."""
        self.sits = False
        """Whether it has looked at the table and sat down."""
        self.finished: Finished | None = None
        """The match that it was at, where its host plays again and it has not come along yet."""
        self.cut_hash: str | None = None
        self.cut: asyncio.Future[str] | None = None
        self._host, self._reader, self._writer = host, reader, writer
        self._teller = Teller()
        self._place: Place | None = None
        self._number = 0
        """By which number the table calls the stop or the question that it was told of last."""
        self._asked = self._ended = False
        """Whether it is asked, and whether it was told that the match is over."""
        self._answered = asyncio.Event()
        self._heard = monotonic()
        self.silent = False
        """Whether it has said nothing for long; its line has not ended, and its program may only have been stopped."""
        self._wrong = self._records = self._reviews = 0
        self._tokens = float(BURST)
        self._tasks: list[asyncio.Task[None]] = []
        self._serving: asyncio.Task[None] | None = None
        self._sending: asyncio.Task[None] | None = None
        self._reviewing: asyncio.Task[None] | None = None
        self._came_along = False
        """Whether it was at another match here before this one."""
        self._coach: Coach | None = None
        """What finds out about the question it is asked, once it has wanted a hint."""

    def tell(self, *told: Update) -> None:
        """Tell it what has happened."""
        if lines := [line for update in told for line in update_lines(self._host.table.game, update)]:
            self.send(*lines)

    def send(self, *lines: protocol.Line) -> None:
        """Send lines at once; who leaves too much unread is sent away."""
        self.write(b"".join(map(written, lines)))

    def write(self, data: bytes) -> None:
        """Send what is written already."""
        if self.gone or self._writer.is_closing():
            return
        self._writer.write(data)
        if self._writer.transport.get_write_buffer_size() > UNREAD:
            self.drop()

    def drop(self, text: str = "", final: bool = False) -> None:
        """Send it away, with a sentence if there is one.

        A line that is shut while something comes on it is reset, and what was said last may be lost. So it is shut one
        way after a sentence, and ends with the other end's.
        """
        if not self.gone and not self._writer.is_closing():
            loop = asyncio.get_running_loop()
            if text:
                with suppress(OSError):
                    self._writer.write(written(protocol.bye(text, final)))
                    self._writer.write_eof()
                loop.call_later(PARTING_SECONDS, self._writer.close)
            else:
                self._writer.close()
            # What it does not read any more would be kept for it without end.
            loop.call_later(FAREWELL_SECONDS, self._writer.transport.abort)
        self.gone = True
        for task in self._tasks:
            if task is not asyncio.current_task():
                task.cancel()
        self._forget_hint()
        self._host.left(self)

    async def talk(self) -> None:
        """Listen to it from its hello to the end of the line; whatever ends it, nothing here is held any longer."""
        try:
            if await self._is_seated():
                self._tasks.append(asyncio.ensure_future(self._watch()))
                try:
                    while not self.gone:
                        await self._listen()
                except asyncio.LimitOverrunError:
                    self.drop(_("A line has at most {n} bytes.", n=LONGEST))
            while not self._writer.is_closing() and await self._reader.read(LONGEST):
                pass  # it has not heard yet that it is sent away
        except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass
        except Exception as error:  # else it would be written over the table
            what = _("An error ended a guest's connection: {what}.", what=type(error).__name__)
            self._host.refused(blamed(error) or what)
        finally:
            self.drop()
            self._writer.close()

    async def _is_seated(self) -> bool:
        """Hear who it is, and return whether it was given a seat."""
        looks = False
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                first = await self._line()
            greeted(first, _("The guest's program"))
            said = from_seat(first)
            if not isinstance(said, protocol.SeatHello):
                raise ProtocolError("the first line says hello")
            looks = said.looks
            self._host.seat(self, said)
        except ProtocolError as error:
            if not looks:
                self._host.refused(str(error))
            self.drop(sentence(error), final=True)
        return not self.gone

    async def _line(self) -> bytes:
        line = await self._reader.readuntil(b"\n")
        self._heard = monotonic()
        if self.silent:
            self.silent = False
            self._host.speaks_again(self)
        return line

    async def _listen(self) -> None:
        """Hear one line, as fast as lines may come."""
        line = await self._line()
        if self.gone:
            return
        self._tokens -= 1
        if self._tokens < 0:
            await asyncio.sleep(1 / LINES_A_SECOND)
            self._tokens += 1
        of = ""
        try:
            said = from_seat(line)
            of = said.type
            self._hear(said)
        except IllegalAction as error:
            rule = ""
            if of in ("move", "choose"):
                rule = self._speaker(self._host.table.view(self.seat).observation).rule()
            self.tell(Refused(self._number, sentence(error), rule, of))
        except (ProtocolError, InvalidAction) as error:
            self._wrong += 1
            if self._wrong > WRONG:
                self.drop(_("Too much from this seat can't be understood."))
            else:
                self.tell(Refused(self._number, sentence(error), of=of))

    async def _watch(self) -> None:
        """Ask whether it is still there."""
        while True:
            await asyncio.sleep(PING_SECONDS)
            self._tokens = min(BURST, self._tokens + PING_SECONDS * LINES_A_SECOND)
            if monotonic() - self._heard > SILENCE_SECONDS and not self.silent:
                if self.seat == NOBODY:
                    self.drop()
                    return
                self.silent = True
                self._host.fell_silent(self)
            self.send(protocol.Ping())

    # What it says

    def _hear(self, said: protocol.Line) -> None:
        """Do what a line asks for, or answer what is about the line itself; what is refused is raised."""
        if isinstance(said, protocol.Ping):
            self.send(protocol.Pong())
        elif not isinstance(said, protocol.Pong):
            if self.watches and not isinstance(said, (protocol.Again, protocol.Bye)):
                raise ProtocolError("who watches only watches")
            if self.seat == NOBODY and not isinstance(said, LATE):
                raise ProtocolError("the match is over")
            self._do(command_of(self._host.table.game, said))

    def _do(self, command: Command | FarCommand | None) -> None:
        match command:
            case Leave():
                self._leave()
            case WantRecord():
                self._give_record()
            case WantReview(wanted):
                self._review(wanted)
            case ComeAlong():
                self._host.come_along(self)
            case Sit():
                self._host.sat(self, command)
            case GiveCut(cut):
                self._take_cut(cut)
            case Play():
                self._play(command)
            case WantHint():
                self._hint(command)
            case Ready(number):
                if number == self._number:
                    self._answered.set()
            case Command() if self.sits and self._host.began:
                self._host.table.send(self.seat, command)
                if isinstance(command, Choose):
                    self._send_turn()
            case _:
                raise ProtocolError("this is not to be said now")

    def _leave(self) -> None:
        self._host.leaves(self)
        self.drop()

    def _give_record(self) -> None:
        """Send the finished record, not too often."""
        finished = self._host.finished or self.finished
        if finished is None and self._came_along:
            return  # it asked before it did
        if finished is None or self._records == RECORDS:
            raise ProtocolError("there is no record to be had now")
        self._records += 1
        self._sending = asyncio.ensure_future(self._send_record(finished.record))
        self._tasks.append(self._sending)

    def _review(self, wanted: bool) -> None:
        """Have the match that is over judged, for as long as that is wanted."""
        if self._reviewing is not None:
            self._reviewing.cancel()
        finished = self._host.finished or self.finished
        if wanted and (finished is None or self._reviews == REVIEWS):
            raise ProtocolError("there is no review to be had now")
        if wanted and finished is not None:
            self._reviews += 1
            self._reviewing = asyncio.ensure_future(self._send_review(finished))
            self._tasks.append(self._reviewing)

    def _take_cut(self, cut: str) -> None:
        """Take the cut, if it is asked for."""
        if self.cut is None or self.cut.done():
            raise ProtocolError("no cut is asked for")
        self.cut.set_result(cut)

    def _play(self, command: Play) -> None:
        """Play a move, if its question stands."""
        self._check_asked(command.number)
        self._host.table.send(self.seat, command)
        self._asked = False
        self._answered.set()

    def _check_asked(self, number: int | None) -> None:
        """IllegalAction where a question is not asked any more."""
        if number != self._number or not self._asked:
            raise IllegalAction(_("this question isn't asked any more"))

    def _hint(self, command: WantHint) -> None:
        """Write down that it gets a hint, and judge its question, once."""
        self._check_asked(command.number)
        table, told = self._host.table, self._coach is not None and self._coach.found is not None
        self._coach = self._coach or Coach(table, self._host.coach_for_guest(), self._tell_hint, HINT_SECONDS)
        self._coach.give(table.view(self.seat), command.more)
        if told:
            self._tell_hint()

    def _tell_hint(self) -> None:
        """Tell what each choice is worth, as far as it is known, or why nothing can be judged."""
        coach = self._coach
        assert coach is not None
        try:
            if coach.found is not None:
                self.tell(Judged(self._number, coach.found, self._reason(coach)))
                coach.show()
                return
        except ValueError:  # more than a line holds
            pass
        self._forget_hint()  # it may be asked again
        self.tell(Refused(self._number, coach.failure or _("Nothing was judged."), of="hint"))

    def _reason(self, coach: Coach) -> Reason | None:
        """Return what tells the best choice from the next one, for the seat that is asked."""
        assert coach.view is not None
        assert coach.found is not None
        game, seen, choices = self._host.table.game, coach.view.observation, coach.found.choices
        other = rival_of(coach.found)
        if other is None or (fact := motive_of(game, seen, choices, other)) is None:
            return None
        return Reason(fact.name, other, reason_text(game, seen, choices, other, self._speaker(seen)))

    def _speaker(self, seen: Observation) -> Speaker:
        table = self._host.table
        return table.game.words.to(seen, [seat.name for seat in table.seats])

    def _forget_hint(self) -> None:
        """Judge no more: the question is answered, or nobody is there to be told."""
        coach, self._coach = self._coach, None
        if coach is not None:
            coach.forget()

    def _send_turn(self) -> None:
        self.tell(Choosing(self._host.table.turn(self.seat)))

    # What it is told

    def begin(self) -> None:
        """Take it to the table."""
        self._serving = asyncio.ensure_future(self._serve())
        self._tasks.append(self._serving)

    def rest(self) -> None:
        """Tell it no stops for now: nobody waits for it."""
        if self._serving is not None:
            self._serving.cancel()
        self._forget_hint()
        self._asked = False

    def end(self, finished: Finished | None) -> None:
        """Leave it at the end of its match, of which it may still want something; its host plays again."""
        self.rest()
        if not self._ended and self._host.table.over:  # it was still at something before
            self._tell(Stop(MomentKind.MATCH_END))
        self.tell(Invited())
        self._ended = False
        self._teller, self._number, self._records, self._asked = Teller(), 0, 0, False
        self.seat, self.sits, self.finished = NOBODY, False, finished
        self.cut_hash = self.cut = None

    def come_along(self) -> None:
        """Go to the table of another match: what is still to be told of the one before belongs to it no more."""
        self.finished, self._came_along, self._reviews = None, True, 0
        for task in (self._sending, self._reviewing):
            if task is not None:
                task.cancel()

    async def _serve(self) -> None:
        """Tell it stop by stop where the table stands."""
        table = self._host.table
        place = self._place = table.join([self.seat])
        try:
            while True:
                stop = await place.next()
                self._answered.clear()
                self._tell(stop)
                await self._answered.wait()
                self._forget_hint()
        finally:
            place.leave()

    def look_again(self) -> None:
        """Wait no more for an answer where somebody has ended the match meanwhile."""
        if self._host.table.ending is not None and not self._ended:
            self._answered.set()

    def _tell(self, stop: Stop) -> None:
        """Tell it where the table stands, and what has happened since."""
        self._number = self._host.table.number
        self._ended = stop.kind is MomentKind.MATCH_END
        self._asked = stop == Stop(MomentKind.ASK, self.seat)
        self.tell(*self._teller.stand(self._host.table, self.seat, stop, self._host.record_hash))

    async def _send_record(self, record: bytes) -> None:
        """Send the finished record, part by part, as fast as it is read."""
        text = record.decode()
        parts = [text[start : start + PART] for start in range(0, len(text), PART)]
        for number, part in enumerate(parts):
            self.tell(RecordPart(number, len(parts), part))
            await self._writer.drain()

    async def _send_review(self, finished: Finished) -> None:
        """Send what is found of a match that is over, as it is found and as fast as it is read."""
        try:
            async with aclosing(finished.judged()) as found:
                async for told in found:
                    self.tell(told)
                    await self._writer.drain()
        except (RecordError, ValueError) as error:
            self.tell(Reviewed(trouble=str(error)))
        except OSError:  # its line is lost
            pass
