"""Who plays here, with what settings, at which table: what all pages in lines share."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from herrlof import languages
from herrlof.coach.seated import help_given
from herrlof.game import Game
from herrlof.games import GAMES, all_keys, missing, title_of
from herrlof.menu import BY_KEY
from herrlof.messages import _, paragraph, pgettext, said
from herrlof.options import complete_preferences
from herrlof.packages import blamed
from herrlof.plain.asking import Word
from herrlof.plain.lines import Left, Lines, MenuChoice
from herrlof.plain.sitting import Sitting
from herrlof.plain.telling import Verbosity
from herrlof.records.errors import RecordError
from herrlof.records.learnt import Learnt
from herrlof.records.names import HERE, Seat, called
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.registry import imported
from herrlof.seats.begin import NewMatch, resumed
from herrlof.seats.doors import OpenDoors
from herrlof.table.chat import heard_text
from herrlof.table.connection import View
from herrlof.table.own import OwnTable, is_unplayed, note_won, told_unplayed
from herrlof.table.updates import Said, Update


class Elsewhere(NamedTuple):
    """A table to go to."""

    socket: str | None
    """None: the only one there is."""
    watches: bool = False
    """Whether to take no seat there."""


class Over(Exception):
    """The match is over, and nobody is there to be asked what comes next."""


class Room:
    """Where somebody is who speaks in lines, with files of their own or without."""

    def __init__(self, lines: Lines, settings: Settings, learnt: Learnt) -> None:
        self.lines, self.settings, self.learnt = lines, settings, learnt
        self.playing = False
        """Whether somebody sits at a match that is not over."""

    @property
    def last_game(self) -> str:
        """The key of the game that was played last, or of the first one."""
        return self.settings.last if self.settings.last in GAMES else next(iter(GAMES))

    async def choose_game(self) -> str:
        """Ask for a game; ValueError where it cannot be loaded."""
        keys = all_keys()
        choices = [
            MenuChoice(title_of(key), _(GAMES[key].tagline) if GAMES.is_known(key) else missing(key)) for key in keys
        ]
        key = keys[await self.lines.choose(_("Which game?"), choices, keys.index(self.last_game))]
        if not GAMES.load(key):
            raise ValueError(missing(key))
        return key

    def change(self, settings: Settings) -> None:
        if settings != self.settings:
            if settings.language != self.settings.language:
                languages.choose(settings.language)
            self.settings = settings

    async def guarded(self, page: Callable[[], Awaitable[None]]) -> None:
        """Go to a page and come back when it is left; what is wrong with a match, or its game, is a sentence."""
        try:
            await page()
        except Left:
            return
        except Exception as error:
            if not self.tell_broken(error):
                if not isinstance(error, (RecordError, ValueError)):
                    raise
                self.lines.say(str(error))

    def tell_broken(self, error: Exception) -> bool:
        """Say whose fault an error is that came out of somebody's package, and what is kept; False: it is no such."""
        if isinstance(error, RecordError) or not (sentence := blamed(error)):
            return False
        self.lines.say(paragraph(sentence, _("The match is kept.") if self.playing else ""))
        self.playing = False
        return True

    async def shut_doors(self) -> None:
        """None is open."""


class Hall(Room):
    """The hall in lines."""

    def __init__(self, lines: Lines, storage: Storage, pace: float | None = None) -> None:
        """Open the hall; `pace` is for this time."""
        self.storage = storage
        settings, note = storage.settings.load()
        super().__init__(lines, settings, storage)
        self.finished: OwnTable | None = None
        """The match that has just come to its end."""
        self.doors = OpenDoors(storage)
        """Guests may stay after the end of a match, until something else is done here."""
        self._ends: asyncio.Task[None] | None = None
        """What ends the program at a signal, once guests have been told."""
        self._pace = pace
        self._sitting: Sitting
        """Who sits at the match that was begun last."""
        lines.say(note or "", storage.unreadable_reason or "")

    def change(self, settings: Settings) -> None:
        """Take over settings, and keep them."""
        if settings != self.settings:
            super().change(settings)
            self.lines.say(self.storage.settings.save(settings) or "")

    # Matches

    async def begin(self, new: NewMatch) -> None:
        """Play a new match; ValueError says why that cannot be."""
        await self._check(GAMES[new.game], new.seats)
        if new.waits and HERE not in [seat.how for seat in new.seats]:
            raise ValueError(_("Somebody has to sit at this keyboard."))
        table = new.table(self.storage)
        cuts = new.cut(table, await self._cuts(table)) if new.asks_for_cuts(self.settings) else None
        self.change(self.settings.remembering(new.game, new.seats, new.options))
        await self.sit_down(table, new.hints, new.sure, cuts)

    async def resume(self, path: Path) -> None:
        """Go on with a record; RecordError or ValueError says why that cannot be."""
        table = resumed(self.storage, path)
        try:
            await self._check(table.game, table.seats)
        except ValueError:
            table.close()
            raise
        await self.sit_down(table)

    async def sit_down(
        self,
        table: OwnTable,
        hints: bool | None = None,
        sure: bool | None = None,
        cuts: Mapping[int, str] | None = None,
        tried: bool = False,
    ) -> None:
        """Play at a table until the match is over; Left where it is left before.

        `cuts`: what was cut here, where others cut elsewhere; `tried`: whether it is kept is still to be asked.
        """
        helps, asks = help_given(table, self.settings, hints, sure)
        table.pace = (self._pace or 0.0) if self.lines.person else 0.0  # pauses are for eyes
        preferences = complete_preferences(table.game, self.settings.of(table.game.key).preferences)
        if self.doors.lead_to(table):
            await self.shut_doors()
        else:
            await self._open_doors(table, cuts)
        host = self.doors.host
        self.playing = True
        try:
            novice = not self.storage.has_won(table.game.key)
            words = [*self._door_words(), *self._pages_beside(table)]
            if table.alone and table.game.round_start_event:
                words.append(Word.of("went", partial(self._went, table.path)))
            self._sitting = sitting = Sitting(
                self.lines, table, preferences, bell=self.settings.bell, hints=helps, sure=asks,
                novice=novice, verbosity=Verbosity.of(self.settings), words=words,
            )  # fmt: skip
            if host is not None:
                host.begin()  # the table knows now what its face measures
            await sitting.run()
            if host is not None:
                table.listen(partial(self._hear_guest, table))
            note_won(table, self.storage)
            self.finished, self.playing = table, False
        except Left:
            self.playing = False
            kept = table.save() and not (tried or self._drops(table))
            self.lines.say(_("The match is kept for another time.") if kept else "")
            raise
        finally:
            if not table.save():
                self.lines.say(table.trouble or "")
            if not table.over:
                await self.shut_doors()
            drops = not tried and self._drops(table)
            table.close()
            if drops:
                self.playing = False
                self.storage.drop(table.path)
                self.lines.say(told_unplayed())
        if not self.lines.person:
            if host is not None:
                self.lines.say(_("The table closes once your guests have gone."))
                await host.all_gone()
            raise Over

    def _pages_beside(self, table: OwnTable) -> list[Word]:
        """Return the words for pages that can be gone to from a match, as from home."""

        def page(lines: str, *more: object) -> Callable[[View, str], Awaitable[None]]:
            return partial(self._beside, partial(imported(f"{__package__}.{lines}"), self, *more))

        pages = [BY_KEY[name] for name in ("settings", "statistics")]
        found = [Word(said(one.word), _("that page, as at home"), page(one.lines)) for one in pages]
        if table.alone:
            review = page("coach:review", table.path)
            found.append(Word(pgettext("word", "review"), _("what your decisions cost so far"), review))
        return found

    async def _beside(self, page: Callable[[], Awaitable[None]], view: View, rest: str) -> None:
        """Go to a page beside a match and come back to its question; what was set there counts at once."""
        await self.guarded(page)
        self._sitting.use(self.settings)
        self._sitting.ask_again(view)

    def _drops(self, table: OwnTable) -> bool:
        """Whether a match is not kept: nobody has moved in it, and it is no program's, which may go on with it."""
        return self.lines.person and is_unplayed(table)

    def _hear_guest(self, table: OwnTable, update: Update) -> None:
        """Say what a guest says once the match is over: one that asks for a rematch waits."""
        if isinstance(update, Said) and not self.lines.muted:
            self.lines.say(heard_text(update, called(table.seats), table.here, nudged=False))

    async def _went(self, path: Path, view: View, rest: str) -> None:
        """Say how the last round of a match that goes on went."""
        from herrlof.coach.review import review_of
        from herrlof.coach.saying import round_lines

        found = review_of(path, self.storage)
        number = sum(event.kind == found.game.round_end_event for event in view.events)
        if not number:
            self.lines.say(_("No round is over yet."))
            return
        self.lines.say(_("The coach is judging; that takes a while."))
        whole = await found.run(alone=number)
        self.lines.say(*(round_lines(found, number) if whole else [found.trouble or ""]))

    async def _open_doors(self, table: OwnTable, cuts: Mapping[int, str] | None) -> None:
        """Wait for the players who are elsewhere; a match that was never begun is not kept where that is left."""
        from herrlof.plain.elsewhere import open_doors

        try:
            await open_doors(self.lines, self.doors, table, cuts, self.tell_guests_at_signals)
        except BaseException:
            table.close()
            if not table.goes_on:
                self.storage.drop(table.path)
            raise

    def _door_words(self) -> list[Word]:
        """Return what can be asked of the doors while a match is on."""
        if self.doors.host is None:
            return []
        from herrlof.plain.elsewhere import door_words

        return door_words(self.lines, self.doors.host)

    def tell_guests_at_signals(self) -> None:
        """Let guests be told whatever ends this program, while they can be."""
        loop = asyncio.get_running_loop()

        def tells(number: int) -> bool:
            if self._ends is not None or self.doors.host is None:
                return False
            loop.call_soon_threadsafe(self._end_by, number)
            return True

        self.lines.tells = tells
        if threading.current_thread() is threading.main_thread():  # no other hears of signals
            self.lines.tell_at_signals()

    def _end_by(self, number: int) -> None:
        """End the program as a signal does, once the guests have been told."""

        async def end() -> None:
            await self.shut_doors()
            os.kill(os.getpid(), number)

        self._ends = asyncio.ensure_future(end())

    async def shut_doors(self) -> None:
        """Send the guests away, and keep their seats."""
        self.doors.shut()
        await self.doors.farewell()

    async def _check(self, game: Game, seats: Sequence[Seat]) -> None:
        """ValueError where people cannot keep their secrets from each other here."""
        secrets = game.hidden and [seat.how for seat in seats].count(HERE) > 1
        if secrets and await self.lines.forgets() is False:
            raise ValueError(_("Two people with hidden hands need a terminal that can be cleared between turns."))

    async def _cuts(self, table: OwnTable) -> list[str]:
        """Say the commitment, and take a cut from each person here; a match that is left here is not kept."""
        from herrlof.records.names import clean_cut

        cuts = [""] * len(table.seats)
        self.lines.say(_("The deals are settled: commitment {code}.", code=str(table.commitment)))
        try:
            for seat in table.here:
                name = table.seats[seat].name
                cuts[seat] = clean_cut(await self.lines.ask(_("{name}: type anything to cut, or Enter.", name=name)))
        except (Left, ValueError):
            table.close()
            self.storage.drop(table.path)
            raise
        return cuts
