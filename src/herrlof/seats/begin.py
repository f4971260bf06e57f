"""How a table comes to be, for every face: new, the same deals again, a record taken up again.

A face imports this as it starts: what only some matches need is imported when one does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Self

from herrlof.games import GAMES
from herrlof.records.names import ELSEWHERE, Seat

if TYPE_CHECKING:
    from herrlof.game import Value
    from herrlof.records.settings import Settings
    from herrlof.records.storage import Storage
    from herrlof.seats.kept import Doors
    from herrlof.table.table import Player, Table


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
    def quick(cls, game: str, settings: Settings) -> Self:
        """Return a match of the person here against the last bot, with the last options."""
        from herrlof.bots import bot_name, opponent

        remembered, seats = settings.of(game), [Seat(settings.name)]
        bot = opponent(game, remembered.bot)
        while len(seats) < max(2, GAMES[game].seats[0]):
            seats.append(Seat(bot_name(game, bot, [seat.name for seat in seats]), bot))
        return cls(game, tuple(seats), dict(remembered.options))

    @classmethod
    def again(cls, storage: Storage, table: Table) -> Self:
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

    @property
    def can_be_cut(self) -> bool:
        """Whether people can cut its cards: two of them, and a commitment to cut to."""
        return sum(seat.person for seat in self.seats) > 1 and GAMES[self.game].chance and self.deals is None

    def table(self, storage: Storage) -> Table:
        """Return its table, the record begun; ValueError says why it cannot be played."""
        from herrlof.table.table import Table

        players: dict[int, Player] = {}
        if self.programs:
            from herrlof.seats.kept import players_of

            players = players_of(self.seats, self.programs)
        agreed = bool(self.hints)
        table = Table.new(
            storage, GAMES[self.game], self.seats, self.deals, players, hints_agreed=agreed, **self.options
        )
        _keep_programs(storage, table)
        if self.doors is not None:
            _keep_doors(storage, table, self.doors)
        storage.note_commitment(table.commitment)
        return table


def same_deals(storage: Storage, table: Table, turn: int) -> Table:
    """Return a table with the same players and deals, every player `turn` seats on."""
    again = table.again(storage, turn=turn)
    _keep_programs(storage, again)
    if (doors := _doors(storage, table)) is not None:
        _keep_doors(storage, again, doors)
    return again


def resumed(storage: Storage, path: Path) -> Table:
    """Return the table of a record, at the move where it stands; RecordError or ValueError says why that cannot be."""
    from herrlof.table.table import Table

    players: dict[int, Player] = {}
    if storage.beside(path).exists():
        from herrlof.seats.kept import kept_players

        players = kept_players(storage, path)
    return Table.resume(storage, path, players)


def _doors(storage: Storage, table: Table) -> Doors | None:
    """Return by which doors the players of a match came in; None: they were all here."""
    if table.people == table.here:
        return None
    from herrlof.seats.kept import kept

    return kept(storage, table.path).doors


def _keep_doors(storage: Storage, table: Table, doors: Doors) -> None:
    """Keep which doors are open, so that the match goes on behind them."""
    from herrlof.seats.kept import keep, kept

    keep(storage, table.path, kept(storage, table.path).model_copy(update={"doors": doors}))


def _keep_programs(storage: Storage, table: Table) -> None:
    """Keep which programs have seats, so that the match can go on with them."""
    if table.players:
        from herrlof.seats.kept import keep_programs

        keep_programs(storage, table)
