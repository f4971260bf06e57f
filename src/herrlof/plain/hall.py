"""Who plays here, with what settings, at which table: what all pages in lines share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from herrlof.game import Game, complete_preferences
from herrlof.games import GAMES, all_keys, missing, title_of
from herrlof.messages import _
from herrlof.plain.asking import Word
from herrlof.plain.lines import Choice, Left, Lines
from herrlof.plain.sitting import Sitting
from herrlof.records.errors import RecordError
from herrlof.records.names import HERE, Seat
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch, resumed
from herrlof.table.table import Table

if TYPE_CHECKING:
    from herrlof.seats.host import Host


class Elsewhere(NamedTuple):
    """A table to go to."""

    socket: str | None
    """None: the only one there is."""


class Over(Exception):
    """The match is over, and nobody is there to be asked what comes next."""


class Hall:
    """The hall in lines."""

    def __init__(self, lines: Lines, storage: Storage, pace: float | None = None) -> None:
        """Open the hall; `pace` is for this time."""
        self.lines, self.storage = lines, storage
        self.settings, note = storage.load_settings()
        self.playing = False
        """Whether somebody sits at a match that is not over."""
        self.finished: Table | None = None
        """The match that has just come to its end."""
        self._host: Host | None = None
        """Whose doors are open: guests may stay after the end of a match, until something else is done here."""
        self._pace = pace
        lines.say(note or "")

    @property
    def last_game(self) -> str:
        """The key of the game that was played last, or of the first one."""
        return self.settings.last if self.settings.last in GAMES else next(iter(GAMES))

    async def choose_game(self) -> str:
        """Ask for a game; ValueError where it cannot be loaded."""
        keys = all_keys()
        choices = [Choice(title_of(key), GAMES[key].tagline if key in list(GAMES) else "") for key in keys]
        key = keys[await self.lines.choose(_("Which game?"), choices, keys.index(self.last_game))]
        if key not in GAMES:
            raise ValueError(missing(key))
        return key

    def change(self, settings: Settings) -> None:
        """Take over settings, and keep them."""
        if settings != self.settings:
            self.settings = settings
            self.lines.say(self.storage.save_settings(settings) or "")

    async def guarded(self, page: Callable[[], Awaitable[None]]) -> None:
        """Go to a page and come back when it is left; what is wrong with a match is a sentence."""
        try:
            await page()
        except Left:
            return
        except (RecordError, ValueError) as error:
            self.lines.say(str(error))

    # Matches

    async def begin(self, new: NewMatch) -> None:
        """Play a new match; ValueError says why that cannot be."""
        self._check(GAMES[new.game], new.seats)
        if new.waits and HERE not in [seat.how for seat in new.seats]:
            raise ValueError(_("Somebody has to sit at this keyboard."))
        table = new.table(self.storage)
        cuts = await self._cuts(table) if self.settings.cuts and new.can_be_cut else None
        if cuts and not new.waits and any(cuts):
            table.cut(cuts)
        self.change(self.settings.remembering(new.game, new.seats, new.options))
        await self.sit_down(table, new.hints, cuts)

    async def resume(self, path: Path) -> None:
        """Go on with a record; RecordError or ValueError says why that cannot be."""
        table = resumed(self.storage, path)
        try:
            self._check(table.game, table.seats)
        except ValueError:
            table.close()
            raise
        await self.sit_down(table)

    async def sit_down(self, table: Table, hints: bool | None = None, cuts: Sequence[str] | None = None) -> None:
        """Play at a table until the match is over; Left where it is left before.

        `cuts`: what was cut here, where others cut elsewhere.
        """
        if len(table.people) != 1:
            hints = table.help.agreed
        elif hints is None:
            hints = self.settings.hints
        table.pace = (self.settings.pace if self._pace is None else self._pace) if self.lines.terminal else 0.0
        preferences = complete_preferences(table.game, self.settings.of(table.game.key).preferences)
        if table.people != table.here and not table.over:
            self._host = await self._opened(table, cuts)
        else:
            await self.shut_doors()
        self.playing = True
        try:
            novice = not self.storage.has_won(table.game.key)
            words = self._door_words() if self._host is not None else []
            sitting = Sitting(
                self.lines, table, preferences, bell=self.settings.bell, hints=hints, novice=novice, words=words
            )
            if self._host is not None:
                self._host.begin()  # the table knows now what its face measures
            await sitting.run()
            if any(table.result.returns[seat] for seat in table.here):
                self.storage.note_won(table.game.key)
            self.finished, self.playing = table, False
        except Left:
            self.playing = False
            self.lines.say(_("The match is kept, and goes on another time.") if table.save() else "")
            raise
        finally:
            if not table.save():
                self.lines.say(table.trouble or "")
            if not table.over:
                await self.shut_doors()
            table.close()
        if not self.lines.terminal:
            if self._host is not None:
                await self._host.all_gone()
            raise Over

    async def _opened(self, table: Table, cuts: Sequence[str] | None) -> Host:
        """Wait for the players who are elsewhere; a match that was never begun is not kept where that is left."""
        from herrlof.plain.elsewhere import opened

        before, self._host = self._host, None
        try:
            return await opened(self, table, None if cuts is None else dict(enumerate(cuts)), before)
        except BaseException:
            table.close()
            if not table.goes_on:
                self.storage.delete(table.path)
            raise

    def _door_words(self) -> list[Word]:
        """Return what can be asked of the doors while a match is on."""
        from herrlof.plain.elsewhere import door_words

        assert self._host is not None
        return door_words(self.lines, self._host)

    async def shut_doors(self) -> None:
        """Send the guests away, and keep their seats."""
        host, self._host = self._host, None
        if host is not None:
            host.close()
            await host.farewell()

    def _check(self, game: Game, seats: Sequence[Seat]) -> None:
        """ValueError where people cannot keep their secrets from each other here."""
        if game.hidden and [seat.how for seat in seats].count(HERE) > 1 and not self.lines.hides:
            raise ValueError(_("Two people with secrets need a terminal that can be cleared between them."))

    async def _cuts(self, table: Table) -> list[str]:
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
            self.storage.delete(table.path)
            raise
        return cuts
