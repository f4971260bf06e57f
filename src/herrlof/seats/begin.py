"""How a table comes to be, for every face: new, the same deals again, a record taken up again.

A face imports this as it starts: what only some matches need is imported when one does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

from herrlof.games import GAMES
from herrlof.messages import _
from herrlof.records.names import ELSEWHERE, Seat

if TYPE_CHECKING:
    from herrlof.options import Value
    from herrlof.records.settings import Settings
    from herrlof.records.storage import Storage
    from herrlof.seats.seat_store import Doors
    from herrlof.table.own import OwnTable
    from herrlof.table.player import Player


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to be begun."""

    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, Value] = field(default_factory=dict)
    deals: str | None = None
    programs: Mapping[int, str] = field(default_factory=dict)
    """The commands of the seats that programs have."""
    hints: bool | None = None
    """Whether there are hints, as all who play agreed; None: in practice as the settings say, else not."""
    sure: bool | None = None
    """Whether the table asks before a clear mistake, in practice; None: as the settings say."""
    doors: Doors | None = None
    """By which doors players elsewhere come in; None: by that of this machine."""

    @classmethod
    def quick(cls, game: str, settings: Settings, storage: Storage) -> Self:
        """Return a match of the person here against the opponent that is due, with the last options."""
        from herrlof.bots import bot_name

        remembered, seats = settings.of(game), [Seat(settings.name)]
        bot = opponent(game, settings, storage)
        while len(seats) < max(2, GAMES[game].seats[0]):
            seats.append(Seat(bot_name(game, bot, [seat.name for seat in seats]), bot))
        return cls(game, tuple(seats), dict(remembered.options))

    @classmethod
    def again(cls, storage: Storage, table: OwnTable) -> Self:
        """Return a match with the same players, doors and agreed hints, by the options that are offered alone."""
        offered = {option.name for option in table.game.options if option.on_form}
        options = {name: value for name, value in table.options.items() if name in offered}
        import shlex  # for the programs of others alone

        programs = {seat: shlex.join(player.command) for seat, player in table.players.items()}
        hints = table.help.agreed or None
        return cls(table.game.key, tuple(table.seats), options, None, programs, hints, doors=_doors(storage, table))

    @property
    def waits(self) -> bool:
        """Whether players come from elsewhere."""
        return any(seat.how == ELSEWHERE for seat in self.seats)

    def asks_for_cuts(self, settings: Settings) -> bool:
        """Whether people cut its cards, if the settings say so: two of them, and a commitment to cut to."""
        people = sum(seat.person for seat in self.seats)
        return settings.cuts and people > 1 and GAMES[self.game].chance and self.deals is None

    def cut(self, table: OwnTable, cuts: Sequence[str]) -> Mapping[int, str] | None:
        """Cut the cards as was typed here; where others cut elsewhere these wait for theirs, and are returned."""
        if self.waits:
            return dict(enumerate(cuts))
        if any(cuts):
            table.cut(cuts)
        return None

    def table(self, storage: Storage) -> OwnTable:
        """Return its table, the record begun; ValueError says why it cannot be played."""
        from herrlof.table.table import Table

        players: dict[int, Player] = {}
        if self.programs:
            from herrlof.seats.seat_store import players_of

            players = players_of(self.seats, self.programs)
        agreed = bool(self.hints)
        table = Table.new(
            storage, GAMES[self.game], self.seats, self.deals, players, hints_agreed=agreed, **self.options
        )
        _keep_programs(storage, table)
        if self.doors is not None:
            _keep_doors(storage, table, self.doors)
            if _doors(storage, table) not in (None, self.doors):  # a door that was asked for would stay shut, unsaid
                table.close()
                raise ValueError(_("No door can be opened: nothing can be written in {folder}.", folder=storage.data))
        storage.note_commitment(table.commitment)
        return table


def opponent(game: str, settings: Settings, storage: Storage, look: bool = True) -> str:
    """Return the key of the bot that is due; without `look` as far as it is known before new records are read."""
    from herrlof import bots

    return bots.opponent(game, storage.beaten(game, look), settings.of(game).bot)


def usual_seats(game: str, settings: Settings, storage: Storage) -> list[Seat]:
    """Return who sat at the last table; where the game has levels, each bot as the one that is due.

    Whom nobody knows any more is a person.
    """
    from herrlof.bots import bot_name, bot_names, bots_of, opponents

    due, known, offered = opponent(game, settings, storage), bots_of(game), opponents(game)
    usual = {kind.title for kind in known.values()}.union(bot_names(game))
    seats: list[Seat] = []
    for seat in settings.of(game).seats:
        if seat.bot is not None and seat.bot.partition("*")[0] not in known:
            seat = Seat(seat.name)
        elif seat.bot is not None and (offered[due].level or seat.bot not in offered):
            named = seat.name.rstrip(" 0123456789") not in usual
            name = seat.name if named else bot_name(game, due, [other.name for other in seats])
            seat = Seat(name, due)
        seats.append(seat)
    return seats


def same_deals(storage: Storage, table: OwnTable, rotate_by: int) -> OwnTable:
    """Return a table with the same players and deals, every player `rotate_by` seats on."""
    again = table.again(storage, rotate_by=rotate_by)
    _keep_programs(storage, again)
    if (doors := _doors(storage, table)) is not None:
        _keep_doors(storage, again, doors)
    return again


def resumed(storage: Storage, path: Path) -> OwnTable:
    """Return the table of a record, at the move where it stands; RecordError or ValueError says why that cannot be."""
    from herrlof.table.table import Table

    return Table.resume(storage, path, _kept_players(storage, path))


def _kept_players(storage: Storage, path: Path) -> dict[int, Player]:
    """Return the programs of a record's match, as far as they are kept beside it."""
    if not storage.beside(path).exists():
        return {}
    from herrlof.seats.seat_store import kept_players

    return kept_players(storage, path)


def finished(storage: Storage, path: Path) -> OwnTable:
    """Return the table of a finished record, for who wants to play its deals again; RecordError: it is none."""
    from herrlof.table.table import Table

    return Table.finished(path, _kept_players(storage, path))


def branched(storage: Storage, path: Path, n: int, bots: bool = False) -> OwnTable:
    """Return the table of a match that plays on from before move n of a finished record, with the same cards.

    `bots`: they play on for everybody. RecordError and ValueError say why that cannot be.
    """
    from herrlof.table.table import Table

    return Table.branch(storage, path, n, _played_by_bots(path) if bots else None)


def _played_by_bots(path: Path) -> list[Seat] | None:
    """Return the seats of a record, with a bot that sat there for each person; None where it cannot be read."""
    from herrlof.bots import default_bot
    from herrlof.records.listing import read_summary

    if (found := read_summary(path)) is None:
        return None
    bot = next((seat.bot for seat in found.seats if seat.bot is not None), default_bot(found.game))
    return [Seat(seat.name, seat.bot or bot) for seat in found.seats]


def _doors(storage: Storage, table: OwnTable) -> Doors | None:
    """Return by which doors the players of a match came in; None: they were all here."""
    if not table.elsewhere:
        return None
    from herrlof.seats.seat_store import load_seats

    return load_seats(storage, table.path).doors


def _keep_doors(storage: Storage, table: OwnTable, doors: Doors) -> None:
    """Keep which doors are open, so that the match goes on behind them."""
    from herrlof.seats.seat_store import load_seats, save_seats

    save_seats(storage, table.path, load_seats(storage, table.path).model_copy(update={"doors": doors}))


def _keep_programs(storage: Storage, table: OwnTable) -> None:
    """Keep which programs have seats, so that the match can go on with them."""
    if table.players:
        from herrlof.seats.seat_store import keep_programs

        keep_programs(storage, table)
