"""A keyboard: the people who share one screen, be it one of them or several. Who looks, and when the curtain falls.

It knows no widget, no colour and no key. A face goes from moment to moment:

    keyboard = Keyboard(table, seats)
    moment = await keyboard.next()
    show(moment.view)
    # ASK: keyboard.play(action). HAND_OVER: keyboard.open(seat). MEASURE: Choose(action), then table.measure(…).
    # SHOW, ROUND_END: go on when the players are ready. PAUSE: or when the time has come. WAIT: go on at once, it takes
    # as long as it takes. After a MATCH_END there is none.

Between two people a curtain falls before the seat changes. What somebody was told alone meanwhile (the card of a blind
draw, what was stolen) is shown before the hand-over to who still looks, and to anybody else with the next question.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from herrlof.game import NOBODY, Action, Event
from herrlof.table.commands import Command, Nudge, Play, TakeBack
from herrlof.table.connection import Connection, MomentKind, Stop, StopReason, View
from herrlof.table.moments import Moment, Moments
from herrlof.table.updates import Nudged, Said


class Twice:
    """Lets be done what is wanted twice, with nothing else between."""

    def __init__(self) -> None:
        self.wanted = ""
        """What was wanted once."""

    def confirms(self, what: str) -> bool:
        """Whether it was wanted just before, too; else it is now."""
        confirmed = self.wanted == what
        self.wanted = "" if confirmed else what
        return confirmed

    def forget(self, but: str = "") -> None:
        """Something else was done, if not this."""
        if self.wanted != but:
            self.wanted = ""


class Keyboard(Moments):
    """The people at one screen, moment by moment."""

    def __init__(self, table: Connection, seats: Collection[int] | None = None) -> None:
        """Sit down at a table for some seats, or for all who are here; nobody at all looks on."""
        self.table = table
        self.people = sorted(table.here if seats is None else seats)
        """The seats of those who share this keyboard."""
        self.needs_curtain = table.game.hidden and len(self.people) > 1
        """Whether hands must be kept from somebody at this keyboard."""
        self.viewer: int = self.people[0] if len(self.people) == 1 else NOBODY
        """Whose view is shown."""
        self._place = table.join(self.people)
        self._stop: Stop | None = None
        """Where the table stands, as far as this keyboard was told."""
        self._shown = len(table.view(NOBODY).events)
        """How many events moments have shown."""
        self._turn_of: int = NOBODY
        """Who has opened the curtain last,"""
        self._since = 0
        """the number of the event with which that turn began,"""
        self._own: set[int] = set()
        """and those in it that told no more than what the seat itself has chosen."""
        self._stood_in_for = False
        """Whether a bot has played for somebody here who was away, as far as that was told."""
        self.twice = Twice()
        """What somebody here wants that is asked once more."""

    def view(self) -> View:
        """Return what the seat at the keyboard may see now."""
        return self.table.view(self.viewer)

    async def next(self) -> Moment | None:
        """Go on to the next moment; it may have to wait for others, or for a bot. None: the match is over."""
        gone_on = self._place.seen != self.table.number  # others elsewhere may have ended the match
        if self._stop is not None and self._stop.kind is MomentKind.MATCH_END and not gone_on:
            return None
        if self._stop is None or gone_on or not self._hands_over(self._stop):
            self._stop = await self._place.next()
        stop = self._stop
        if self._hands_over(stop):
            if told := self._told():
                self._since = len(self.view().events)
                return self._moment(MomentKind.SHOW, reason=stop.reason)._replace(told=told)
            self.viewer = NOBODY
            return self._moment(MomentKind.HAND_OVER, reason=stop.reason, seat=stop.seat)
        if stop.kind is MomentKind.ASK and stop.seat not in self.people:
            return self._moment(MomentKind.WAIT, reason=stop.reason)
        if stop.kind is MomentKind.ASK:
            self.viewer = stop.seat
        elif stop.kind in (MomentKind.ROUND_END, MomentKind.MATCH_END) and len(self.people) > 1:
            self.viewer = NOBODY  # everybody looks, and nobody is spoken to
        return self._moment(stop.kind, stop.seconds, stop.reason)._replace(measured_kind=stop.measured_kind)

    def leave(self) -> None:
        """Go away from the table; `next` comes back, to the same question."""
        self._stop = None
        self._place.leave()

    # What a face answers

    def send(self, command: Command, seat: int | None = None) -> None:
        """Ask the table for something; IllegalAction says why that cannot be.

        For a `seat` of this keyboard, for all of them if they want it together, or else for who looks, or the first.
        """
        one = (self.viewer if self.viewer in self.people else self.people[0]) if seat is None else seat
        for by in self.people if command.of_all else [one]:
            self.table.send(by, command)
        if self.table.over:
            self._stop = None

    def play(self, action: Action) -> None:
        """Play the move of the seat that was asked; IllegalAction says which rule forbids it."""
        before = len(self.view().events) if self.needs_curtain else 0
        self.table.send(self.viewer, Play(action))
        self._stop = None
        if not self.needs_curtain:
            return
        move = self.view().events[before : before + 1]
        if not move or move[0].visible_to is None:
            self._since = before
        elif " " in self.table.game.encode(action):  # it names what was chosen; `draw` alone leaves that to be told
            self._own.add(before)

    def take_back(self) -> Action:
        """Go back to the last decision of one person against bots, and return what it was.

        IllegalAction says why that cannot be.
        """
        last = self.table.last_decision(self.viewer)
        self.table.send(self.viewer, TakeBack())
        assert last is not None
        self._stop = None
        return last[1]

    @property
    def take_back_marks(self) -> bool:
        """Whether a take-back would be the first of this match, which marks it: a face asks once more."""
        return not self.table.help.take_backs and self.table.people == [self.viewer]

    @property
    def resigns(self) -> int | None:
        """Who gives the match up when somebody here does: the seat whose view is shown; None: nobody's is."""
        return self.viewer if self.viewer in self.people and not self.table.over else None

    @property
    def wants_end(self) -> bool:
        """Whether all at this keyboard want to end the match here."""
        return self.table.end_wanted >= {*self.people}

    @property
    def may_agree(self) -> bool:
        """Whether there is somebody here, and somebody else, to agree on something."""
        return len(self.table.people) > 1 and bool(self.people)

    @property
    def end_is_wanted_by(self) -> Collection[int]:
        """The seats of others that want to end the match here."""
        return self.table.end_wanted - {*self.people}

    @property
    def ends_at_once(self) -> bool:
        """Whether the match ends as soon as all at this keyboard want it: nobody else has still to agree."""
        return {*self.people} | self.table.end_wanted >= {*self.table.people}

    @property
    def speaks(self) -> bool:
        """Whether who sits here can say something to others elsewhere, and want a bot to play for them."""
        return self.table.elsewhere and bool(self.people)

    def hears_of_stand_in(self) -> bool:
        """Whether a bot has played for somebody here who was away, which was not told before; now it is."""
        before, self._stood_in_for = self._stood_in_for, bool(self.table.stood_in_for & {*self.people})
        return self._stood_in_for and not before

    def turn(self, moment: Moment) -> bool | None:
        """Whether somebody here is waited for; None: nobody elsewhere plays with them, and it is not told."""
        asks = moment.kind in (MomentKind.ASK, MomentKind.HAND_OVER, MomentKind.MEASURE)
        return asks if self.speaks else None

    @property
    def may_stand_in(self) -> int | None:
        """The seat of who has been away for longest, where a bot may play for it by now; None: there is none."""
        away = self.table.away
        longest = away.longest if self.people else None
        return longest if longest is not None and away.is_due(longest) else None

    def nudge(self) -> None:
        """Remind whoever is waited for; IllegalAction says why nobody is reminded now."""
        self.send(Nudge(), next(filter(self.table.may_nudge, self.people), self.people[0]))

    def is_nudged(self, heard: Said | Nudged) -> bool:
        """Whether somebody here is reminded, who has not answered yet."""
        stop = self._stop
        if not isinstance(heard, Nudged) or stop is None or heard.by in self.people:
            return False
        waited = {stop.seat} if stop.kind is MomentKind.ASK else {*self.people}
        return bool(waited & {*self.people} & heard.seats)

    def open(self, seat: int) -> None:
        """Show the hand of the seat to which the keyboard was handed; ValueError where it is nobody's here."""
        if seat not in self.people:
            raise ValueError(f"nobody at this keyboard sits in seat {seat}")
        self.viewer = seat
        if seat != self._turn_of:
            self._turn_of, self._since = seat, len(self.view().events)

    def cover(self) -> Moment | None:
        """Take the hand off the screen, if it must be kept from somebody; return the moment that covers it."""
        if not self.needs_curtain or self.viewer == NOBODY:
            return None
        seat, self.viewer = self.viewer, NOBODY
        return self._moment(MomentKind.HAND_OVER, seat=seat)

    # Moments

    def _hands_over(self, stop: Stop) -> bool:
        """Whether the keyboard must be handed over before the seat that is asked can move."""
        return self.needs_curtain and stop.seat in self.people and stop.seat != self.viewer

    def _told(self) -> Sequence[Event]:
        """Return what who looks has been told alone since the last move that all saw, with what led to it.

        Nothing, where it was but told what it had chosen itself.
        """
        events = self.view().events
        since = enumerate(events[self._since :], self._since)
        secret = [number for number, event in since if event.values and event.visible_to is not None]
        if not set(secret) - self._own:
            return ()
        first = secret[0]
        cause = events[first - 1] if first else None
        if cause and cause.seat == events[first].seat and cause.kind not in self.table.game.pause_events:
            first -= 1
        return events[first : secret[-1] + 1]

    def _moment(
        self, kind: MomentKind, seconds: float = 0.0, reason: StopReason = StopReason.NONE, seat: int = NOBODY
    ) -> Moment:
        view = self.view()
        new_events = max(0, len(view.events) - self._shown)  # fewer, where moves were taken back
        self._shown = len(view.events)
        return Moment(kind, view, seconds, reason, seat, new_events)
