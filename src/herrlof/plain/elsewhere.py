"""Seats at other screens: the host's door in lines, and the way to another one's table."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from herrlof.game import NOBODY, complete_preferences
from herrlof.messages import _, all_of, listed, paragraph, pgettext
from herrlof.plain.asking import Word
from herrlof.plain.hall import Elsewhere, Hall, Over
from herrlof.plain.lines import Choice, Left, Lines, again_word, help_word, leave_word, unknown
from herrlof.plain.sitting import Sitting, stand_in_word
from herrlof.records.names import clean_cut
from herrlof.seats.doors import doors_of
from herrlof.seats.host import CodedDoor, Door, DoorError, Host
from herrlof.seats.join import Joined, keep_record, table_at
from herrlof.seats.local import table_named, tables_here
from herrlof.seats.remote import JoinError, RemoteCoach, RemoteTable

if TYPE_CHECKING:
    from herrlof.table.table import Table, View


# The host's end


async def opened(hall: Hall, table: Table, cuts: Mapping[int, str] | None, before: Host | None) -> Host:
    """Open the doors of a table, and wait until all have sat down, or the match is to go on without them.

    `cuts`: those made here, where the cards are cut. `before`: the host of a match of the same players that is over:
    its guests may come along. Left and InputEnded where the table is closed; ValueError says why
    nobody can come in.
    """
    host = before or Host(table, hall.storage, cuts is not None)
    try:
        doors = [] if before else doors_of(host, hall.storage)
    except DoorError as error:
        raise ValueError(str(error)) from None
    if before is not None:
        before.play_on(table, cuts is not None)
    hall.lines.say(*await host.open(doors))
    try:
        if not host.doors:
            raise ValueError(_("No door is open: nobody can come in."))
        await _Door(hall.lines, host).wait(cuts or {})
    except BaseException:
        host.close(final=not table.goes_on)
        raise
    return host


class _Door:
    """What is said and answered while guests are waited for."""

    def __init__(self, lines: Lines, host: Host) -> None:
        self._lines, self._host = lines, host
        self._sat: Mapping[int, str] = {}
        """Who is known to have come, and whom the door takes them for."""
        self._codes: Mapping[CodedDoor, str] = {}
        self._note = ""
        self._change = asyncio.Event()
        host.changed = self._changed

    def _changed(self) -> None:
        self._change.set()

    async def wait(self, cuts: Mapping[int, str]) -> None:
        """Wait until all have sat down and the cards are cut, or somebody wants to begin without them."""
        self._say_doors()
        kept = False
        while True:
            self._change.clear()
            self._say_changes()
            if not self._host.awaited and await self._host.cut(cuts):
                break
            text = await self._lines.either(self._change, kept=kept)
            if text is not None:
                kept = not self._lines.terminal and not self._is_word(text)
                if not kept and self._begins(await self._lines.ask()):
                    break
        self._host.changed = lambda: None

    def _is_word(self, text: str) -> bool:
        words = (leave_word(), help_word(), again_word(), stand_in_word(), code_word())
        return text.casefold() in words or (not text and self._host.table.goes_on)

    def _begins(self, text: str) -> bool:
        """Answer what was typed; whether the match is to begin, or to go on, without those who have not come."""
        if text.casefold() == stand_in_word():
            self._host.let_bots_play()
            return True
        if not text and self._host.table.goes_on:
            return True
        if text.casefold() == code_word() and self.coded:
            self.renew()
        elif text.casefold() not in ("", help_word(), again_word()):
            self._lines.say(unknown(text))
        else:
            self._say_doors()
        return False

    def _names(self, seats: Collection[int]) -> str:
        return all_of([self._host.table.seats[seat].name for seat in seats])

    def renew(self) -> None:
        """Make another code, for the next one who may need one."""
        for door in self.coded:
            door.renew()

    def say_ways(self) -> None:
        """Say who is waited for, and how they come in."""
        self._lines.say(
            _("Waiting for {names}.", names=self._names(self._host.awaited)) if self._host.awaited else "",
            *[line for door in self._host.doors for line in self._about(door)],
        )

    def _say_doors(self) -> None:
        """Say how one comes in, and what can be typed."""
        goes_on = _("Enter goes on without them.") if self._host.table.goes_on else ""
        self.say_ways()
        self._lines.say(
            self._host.hints_told,
            paragraph(_("{word} lets bots play until they come; {leave} closes the table.", word=stand_in_word(),
                        leave=leave_word()), goes_on),
        )  # fmt: skip

    def _about(self, door: Door) -> list[str]:
        """Return how one comes in by a door, in lines."""
        ways = [_("From {place}: {command}", place=door.place, command=way) for way in door.command.splitlines()]
        coded = [self._code(door), _("This machine's key: {key}.", key=door.key)] if isinstance(door, CodedDoor) else []
        return [*ways, door.opens, *coded]

    def _code(self, door: CodedDoor) -> str:
        if not door.code and self._host.away:
            return _(
                "Each guest has a code to come back; {word} makes a new one for who has lost it.", word=code_word()
            )
        if not door.code:
            return _("Every seat at this table is taken.")
        if door.code_for != NOBODY:
            return _("The code for {name} alone, good once: {code}.", name=self._names([door.code_for]), code=door.code)
        return _(
            "The code, good once: {code}. Three wrong ones make another; so does {word}.",
            code=door.code, word=code_word(),
        )  # fmt: skip

    @property
    def coded(self) -> Sequence[CodedDoor]:
        """The doors that ask for a code."""
        return [door for door in self._host.doors if isinstance(door, CodedDoor)]

    def _say_changes(self) -> None:
        """Say who has come and gone, who was not let in, and which code is good now."""
        host = self._host
        codes = {door: self._code(door) for door in self.coded}
        self._lines.say(*[text for door, text in codes.items() if self._codes.get(door, text) != text])
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
        self._sat, self._note = sat, host.note


def door_words(lines: Lines, host: Host) -> list[Word]:
    """Return the words about the doors of a table whose match is on."""
    door = _Door(lines, host)

    def renew(view: View, rest: str) -> None:
        door.renew()
        door.say_ways()

    words = [Word(pgettext("word", "doors"), _("how who is away comes back"), lambda view, rest: door.say_ways())]
    return [*words, Word(code_word(), _("a new code for who is away"), renew)] if door.coded else words


def code_word() -> str:
    """Return the word that makes another code."""
    return pgettext("word", "code")


# The guest's end


async def join(hall: Hall, where: Elsewhere | None = None) -> None:
    """Go to a table on this machine and play there; ValueError says why that cannot be."""
    try:
        joined = Joined(hall.storage)
        path = await _chosen(hall.lines, joined) if where is None else table_named(where.socket)
        remote = table_at(path, joined.token(path))
        await remote.open()
    except (DoorError, JoinError) as error:
        raise ValueError(str(error)) from None
    try:
        joined.keep(path, remote.token)
        while await _sit(hall, remote):
            pass
    except (ArithmeticError, AttributeError, LookupError, TypeError) as error:
        what = type(error).__name__
        raise ValueError(_("The table was left: what its host sent cannot be shown ({what}).", what=what)) from None
    finally:
        remote.close()


async def _chosen(lines: Lines, joined: Joined) -> Path:
    """Return the table that somebody chooses, where there are several."""
    paths, choices = list[Path](), list[Choice]()
    for path in found if len(found := tables_here()) > 1 else []:
        remote = table_at(path, joined.token(path))
        with suppress(JoinError):
            await remote.look()
            choices.append(Choice(listed([remote.game.title, *(seat.name for seat in remote.seats)])))
            paths.append(path)
    return paths[await lines.choose(_("Which table?"), choices)] if paths else table_named(None)


async def _sit(hall: Hall, remote: RemoteTable) -> bool:
    """Say whose table this is, sit down there, and play; return whether to come along to another match there."""
    lines, names = hall.lines, [seat.name for seat in remote.seats]
    lines.say(
        _("The table of {name}. {game}.", name=remote.owner, game=remote.played),
        _("Seats: {names}. You are {name}.", names=listed(names), name=names[remote.seat]),
        _("The host's machine deals, and knows the cards."),
    )
    if remote.commitment is not None:
        lines.say(_("Note the beginning of the commitment: {digits}.", digits=remote.commitment[:8]))
    name = cut = ""
    if remote.help.agreed or (lines.terminal and not remote.goes_on):
        name = await _ask_to_sit(lines, remote)
    if remote.hello.cuts:
        cut = clean_cut(await lines.ask(_("{name}: type anything to cut, or Enter.", name=name or names[remote.seat])))
    remote.sit(cut, name)
    hall.playing = True
    preferences = complete_preferences(remote.game, hall.settings.of(remote.game.key).preferences)
    try:
        if await _wait(lines, remote):
            table: Table = remote  # type: ignore[assignment]  # it offers a face the same
            coach, hints = RemoteCoach(remote), remote.help.agreed
            await Sitting(lines, table, preferences, bell=hall.settings.bell, hints=hints, coach=coach).run()
        hall.playing = False
    except Left:
        hall.playing = False
        lines.say(_("Your seat is kept; the same command comes back."))
        raise
    if not lines.terminal:
        raise Over
    return remote.over and await _offer_record(hall, remote)


async def _ask_to_sit(lines: Lines, remote: RemoteTable) -> str:
    """Tell what who sits down agrees to, and return how the player wants to be called; nothing: as it is."""
    if remote.goes_on:
        enter = _("Enter sits down; {leave} goes away.", leave=leave_word())
    else:
        own = remote.seats[remote.seat].name
        enter = _("Enter sits down as {name}; or type another name. {leave} goes away.", name=own, leave=leave_word())
    asked = paragraph(remote.hints_told, enter)
    while text := await lines.ask(asked):
        try:
            if not remote.goes_on:
                return remote.fit_name(text)
        except ValueError as error:
            lines.say(str(error))
        asked = enter
    return ""


async def _wait(lines: Lines, remote: RemoteTable) -> bool:
    """Wait until the match begins, and say who comes; False where there is no way back to the table."""
    waits = (
        _("You sit. The match has begun.") if remote.goes_on else _("You sit. The match begins when all have sat down.")
    )
    lines.say(waits)
    present, trouble, kept = {*remote.here}, None, False
    while not remote.begun:
        text = await lines.either(remote.next_change(), kept=kept)
        for seat in sorted({*remote.present} - present):
            lines.say(_("{name} is here.", name=remote.seats[seat].name))
        present |= {*remote.present}
        if remote.trouble != trouble:
            trouble = remote.trouble
            lines.say(trouble or _("All is well again."))
        if remote.ended:
            return False
        if remote.refused:
            lines.say(remote.refused)
            remote.sit(remote.cut, await _ask_to_sit(lines, remote))
        elif text is not None:
            kept = not lines.terminal and text.casefold() != leave_word()
            if not kept:
                await lines.ask()
                lines.say(_("The match begins when all have sat down. {word} goes away.", word=leave_word()))
    return True


async def _offer_record(hall: Hall, remote: RemoteTable) -> bool:
    """Ask whether the finished record is to be kept here; return whether to come along to another match."""
    lines = hall.lines
    keep, again, away = pgettext("word", "keep the record"), _("play again"), pgettext("word", "go away")
    words = [keep, again, away]
    while (word := words[await lines.choose(_("What now?"), list(map(Choice, words)), len(words) - 1)]) == keep:
        words = [again, away]
        try:
            lines.say(await keep_record(hall.storage, remote))
        except (ValueError, OSError, TimeoutError) as error:
            lines.say(str(error) or _("The host's machine does not answer."))
    return word == again and await _come_along(lines, remote)


async def _come_along(lines: Lines, remote: RemoteTable) -> bool:
    """Wait until the host plays again, and return whether there is a table to look at."""
    if not remote.invited:
        lines.say(_("Waiting for {name} to play again; {leave} goes away.", name=remote.owner, leave=leave_word()))
    over, asked = remote.hello.game_id, False
    while remote.hello.game_id == over:
        if remote.ended:
            lines.say(remote.ended)
            return False
        if remote.invited and not asked:
            asked = True
            remote.come_along()
        if await lines.either(remote.next_change()) is not None:
            await lines.ask()
    return True
