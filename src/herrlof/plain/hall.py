"""Who plays here, with what settings, at which table: what all pages in lines share."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path

from herrlof.game import Game, complete_preferences
from herrlof.games import GAMES, all_keys, missing, title_of
from herrlof.messages import _
from herrlof.plain.lines import Choice, Left, Lines
from herrlof.plain.sitting import Sitting
from herrlof.records.errors import RecordError
from herrlof.records.names import Seat
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch, resumed
from herrlof.table.table import Table


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
        table = new.table(self.storage)
        if self.settings.cuts and new.can_be_cut:
            await self._cut(table)
        self.change(self.settings.remembering(new.game, new.seats, new.options))
        await self.sit_down(table, new.hints)

    async def resume(self, path: Path) -> None:
        """Go on with a record; RecordError or ValueError says why that cannot be."""
        table = resumed(self.storage, path)
        try:
            self._check(table.game, table.seats)
        except ValueError:
            table.close()
            raise
        await self.sit_down(table)

    async def sit_down(self, table: Table, hints: bool | None = None) -> None:
        """Play at a table until the match is over; Left where it is left before."""
        if len(table.people) != 1:
            hints = table.help.agreed
        elif hints is None:
            hints = self.settings.hints
        table.pace = (self.settings.pace if self._pace is None else self._pace) if self.lines.terminal else 0.0
        preferences = complete_preferences(table.game, self.settings.of(table.game.key).preferences)
        self.playing = True
        try:
            await Sitting(self.lines, table, preferences, bell=self.settings.bell, hints=hints).run()
            self.finished, self.playing = table, False
        except Left:
            self.playing = False
            self.lines.say(_("The match is kept, and goes on another time."))
            raise
        finally:
            if not table.save():
                self.lines.say(table.trouble or "")
            table.close()
        if not self.lines.terminal:
            raise Over

    def _check(self, game: Game, seats: Sequence[Seat]) -> None:
        """ValueError where people cannot keep their secrets from each other here."""
        if game.hidden and sum(seat.person for seat in seats) > 1 and not self.lines.hides:
            raise ValueError(_("Two people with secrets need a terminal that can be cleared between them."))

    async def _cut(self, table: Table) -> None:
        """Say the commitment, and take a cut from each person; a match that is left here is not kept."""
        from herrlof.records.names import clean_cut

        cuts = [""] * len(table.seats)
        self.lines.say(_("The deals are settled: commitment {code}.", code=str(table.commitment)))
        try:
            for seat in table.people:
                name = table.seats[seat].name
                cuts[seat] = clean_cut(await self.lines.ask(_("{name}: type anything to cut, or Enter.", name=name)))
        except (Left, ValueError):
            table.close()
            self.storage.delete(table.path)
            raise
        if any(cuts):
            table.cut(cuts)
