"""The doors of a table in lines: how others come in, who has come, who is away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from herrlof.messages import _, all_of, paragraph
from herrlof.plain.asking import Word
from herrlof.plain.company import watching_told
from herrlof.plain.lines import Lines, unknown
from herrlof.plain.typed import whole, word_of
from herrlof.seats.host import CodedDoor, Door, DoorError, Host, LinkedDoor
from herrlof.seats.waiting import Waiting

if TYPE_CHECKING:
    from herrlof.seats.doors import OpenDoors
    from herrlof.table.connection import View
    from herrlof.table.own import OwnTable


async def open_doors(
    lines: Lines, opened: OpenDoors, table: OwnTable, cuts: Mapping[int, str] | None, told: Callable[[], None]
) -> None:
    """Open the doors of a table, and wait until all have sat down, or the match is to go on without them.

    `cuts`: those made here, where the cards are cut; `told` is called once there are guests who can be told of an end.
    Left and InputEnded where the table is closed; ValueError says why nobody can come in.
    """
    try:
        host, doors = opened.open(table, cuts is not None)
        lines.say(*await host.open(doors))
        if not host.doors:
            raise ValueError(_("No door is open: nobody can join."))
        told()
        await _Door(lines, host).wait(Waiting(host, cuts or {}))
    except DoorError as error:
        raise ValueError(str(error)) from None
    except BaseException:
        opened.shut(final=not table.goes_on)
        await opened.farewell()
        raise


class _Door:
    """What is said and answered while guests are waited for."""

    def __init__(self, lines: Lines, host: Host) -> None:
        self._lines, self._host = lines, host
        self._sat: Mapping[int, str] = {}
        """Who is known to have come, and whom the door takes them for."""
        self._codes: Mapping[Door, Sequence[str]] = {}
        """What was said of codes and links."""
        self._note = ""
        self._watching = host.table.watching
        self._change = asyncio.Event()

    async def wait(self, waiting: Waiting) -> None:
        """Wait until the match begins, and answer what is typed."""
        self._say_doors()
        stop = self._host.listen(lambda _host: self._change.set())
        try:
            await self._until_begun(waiting)
        finally:
            stop()

    async def _until_begun(self, waiting: Waiting) -> None:
        while True:
            self._change.clear()
            self._say_changes()
            if await waiting.begins():
                break
            if await self._lines.either(self._change) is not None and self._begins(waiting, await self._lines.ask()):
                break

    def _begins(self, waiting: Waiting, text: str) -> bool:
        """Answer what was typed; whether the match is to begin, or to go on, without those who have not come."""
        word = whole(text, [word_of("stand_in"), word_of("watch"), word_of("help"), word_of("again")])
        if word == word_of("stand_in") or (not text and waiting.may_go_on):
            return waiting.goes_on(with_bots=word == word_of("stand_in"))
        if word == word_of("watch"):
            self.let_watch()
            return False
        if _is_code(text) and self.renews:
            self.renew(text[len(word_of("code")) :].strip())
        elif text and not word:
            self._lines.say(unknown(text))
        else:
            self._say_doors()
        return False

    def _names(self, seats: Collection[int]) -> str:
        return all_of([self._host.table.seats[seat].name for seat in seats])

    def renew(self, name: str) -> None:
        """Make another code and link for who is called so, or for the only one who may need them."""
        seats = {self._names([seat]): seat for seat in self._host.renewable}
        if not seats:
            self._lines.say(_("Every seat at this table is taken."))
            return
        called = list(seats) if not name else [own for own in seats if own.casefold() == name.casefold()]
        if len(called) != 1:
            example = f"{word_of('code')} {next(iter(seats))}"
            self._lines.say(
                _("Whose code? Type {word} and a name, as in: {example}.", word=word_of("code"), example=example)
            )
            return
        self._host.renew(seats[called[0]])

    def let_watch(self) -> None:
        """Let others watch, or nobody any more."""
        self._host.let_watch(not self._host.reservations.may_watch)
        self._lines.say(*self._host.ways_to_watch or [_("Nobody may watch.")])

    def say_ways(self) -> None:
        """Say who is waited for, and how they come in, or watch."""
        self._lines.say(
            _("Waiting for {names}.", names=self._names(self._host.awaited)) if self._host.awaited else "",
            *[line for door in self._host.doors for line in self._about(door)],
            *self._host.ways_to_watch,
        )

    def _say_doors(self) -> None:
        """Say how one comes in, and what can be typed."""
        goes_on = _("Enter starts without them.") if self._host.table.goes_on else ""
        self.say_ways()
        self._lines.say(
            self._host.hints_told,
            paragraph(_("{word} lets bots play until they come; {leave} closes the table.", word=word_of("stand_in"),
                        leave=word_of("leave")), goes_on),
            "" if self._host.reservations.may_watch else _("{word} lets others watch.", word=word_of("watch")),
        )  # fmt: skip

    def _about(self, door: Door) -> list[str]:
        """Return how one comes in by a door, in lines."""
        ways = self._told_ways(door)
        if isinstance(door, CodedDoor):
            key = _("This machine's key: {key}.", key=door.key)
            return [*ways, door.opens, *self._told_codes(door), key, *door.helps]
        if isinstance(door, LinkedDoor) and self._host.renewable:
            another = _("{word} makes another link; the one before counts no more.", word=word_of("code"))
            return [*ways, door.opens, another]
        return [*ways, door.opens]

    def _told_ways(self, door: Door) -> list[str]:
        """Return what is typed or opened at a door; where each seat has its own link, a line for each."""
        return [_("From {place}: {command}", place=door.place, command=way) for way in door.command.splitlines()]

    def _told_codes(self, door: CodedDoor) -> list[str]:
        """Return the code of each who is waited for, in sentences of their own: each is for one player alone."""
        host = self._host
        told = [
            _("The code for {name} alone, good once: {code}.", name=self._names([seat]), code=code)
            for seat in host.awaited
            if (code := door.code(seat))
        ]
        if any(seat in host.away and not door.code(seat) for seat in host.awaited):
            told.append(
                _(
                    "Each guest has a code to come back; {word} makes a new one for whoever lost it.",
                    word=word_of("code"),
                )
            )
        elif told:
            told.append(_("{word} makes another one.", word=word_of("code")))
        return told or [_("Every seat at this table is taken.")]

    @property
    def renews(self) -> bool:
        """Whether a door asks for something that can be called back, and another one made."""
        return any(isinstance(door, (CodedDoor, LinkedDoor)) for door in self._host.doors)

    def _say_changes(self) -> None:
        """Say who has come and gone, who was not let in, and which code and link is good now."""
        host = self._host
        codes = dict[Door, Sequence[str]]()
        for door in host.doors:
            if isinstance(door, CodedDoor):
                codes[door] = self._told_codes(door)
            elif isinstance(door, LinkedDoor):
                codes[door] = self._told_ways(door)
        for door, told in codes.items():
            before = self._codes.get(door, told)
            self._lines.say(*[text for text in told if text not in before])
        self._codes = codes
        sat = {seat: guest.who for seat, guest in host.guests.items() if guest.sits}
        for seat, who in sat.items():
            if seat not in self._sat:
                self._lines.say(_("{name} has sat down, {how}.", name=self._names([seat]), how=who))
        for seat in self._sat:
            if seat not in sat:
                self._lines.say(_("{name} has gone.", name=self._names([seat])))
        if host.note != self._note:
            self._lines.say(host.note)
        if (watching := host.table.watching) != self._watching:
            self._lines.say(watching_told(watching))
        self._sat, self._note, self._watching = sat, host.note, watching


def door_words(lines: Lines, host: Host) -> list[Word]:
    """Return the words about the doors of a table whose match is on."""
    door = _Door(lines, host)

    def renew(view: View, rest: str) -> None:
        door.renew(rest)
        door.say_ways()

    words = [
        Word.of("doors", lambda view, rest: door.say_ways()),
        Word.of("watch", lambda view, rest: door.let_watch()),
    ]
    return [*words, Word.of("code", renew, takes=True)] if door.renews else words


def _is_code(text: str) -> bool:
    """Whether another code is asked for."""
    return text.casefold().split()[:1] == [word_of("code")]
