"""The reserved seats of a table: for whom each is kept, and what brings its player back, kept beside the record."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Collection, Mapping, Sequence

from herrlof.game import NOBODY
from herrlof.messages import _
from herrlof.records.names import ELSEWHERE
from herrlof.records.storage import Storage
from herrlof.seats.protocol import ProtocolError
from herrlof.seats.seat_store import Back, Doors, load_seats, save_seats
from herrlof.table.own import OwnTable


class Reservations:
    """Who has a right to which seat elsewhere, and who may watch, match after match."""

    def __init__(self, table: OwnTable, storage: Storage) -> None:
        """Give each seat a token, the one it had before where the match goes on."""
        self._storage = storage
        self._take(table)
        found = load_seats(storage, self._path)
        self._tokens = {seat: found.tokens.get(seat) or _new_token() for seat in self.seats}
        self._back = dict(found.back)
        self.may_watch = found.doors.watch
        """Whether onlookers may come in."""
        self._watch_token = found.watch_token or _new_token()
        if self._tokens != found.tokens:
            self._keep()
        self._claimed = set(found.tokens) if table.goes_on else set[int]()
        """The seats that somebody has sat in before: they are for who has their token."""
        self._carried: set[int] = set()
        """Those of the match before this one, whose players have not come to this one yet,"""
        self._left: set[int] = set()
        """and those whose players have said at the end of this one that they go."""

    def _take(self, table: OwnTable) -> None:
        self._table = table
        self._path = table.path
        """Beside which record they were kept last."""
        self.seats = [number for number, seat in enumerate(table.seats) if seat.how == ELSEWHERE]

    # What brings whom in

    def token(self, seat: int) -> str:
        """Return what brings a guest to a seat elsewhere; NOBODY: what lets onlookers in."""
        return self._watch_token if seat == NOBODY else self._tokens[seat]

    def seat_of(self, token: str) -> int | None:
        """Return the seat that a token brings to, NOBODY for an onlooker's; None: it is none of this table."""
        if self.may_watch and hmac.compare_digest(self._watch_token, token):
            return NOBODY
        return next((seat for seat, own in self._tokens.items() if hmac.compare_digest(own, token)), None)

    @property
    def back(self) -> Mapping[int, Back]:
        """What brings guests back who came by ssh, by seat."""
        return self._back

    def bring_back(self, seat: int, back: Back | None) -> None:
        """Let this bring back to a seat from now on; None: nothing but its token."""
        self._back.pop(seat, None)
        if back is not None:
            self._back[seat] = back
        self._keep()

    def renew(self, seat: int) -> None:
        """Let nothing bring to a seat any more that did, but a new token."""
        self._tokens[seat] = _new_token()
        self.bring_back(seat, None)

    def let_watch(self, allowed: bool) -> None:
        """Let onlookers in from now on, or nobody by what let them in before."""
        self.may_watch = allowed
        if not allowed:
            self._watch_token = _new_token()
        self._keep()

    def check_watched(self) -> None:
        """ProtocolError: nobody may watch here."""
        if not self.may_watch:
            raise ProtocolError(_("Nobody may watch here: the host doesn't allow it."))

    # Whose they are

    def seat_for(self, token: str | None, free: Sequence[int]) -> int:
        """Return the seat for who shows a token, else the first that is free; ProtocolError where none is."""
        known = None if token is None else self.seat_of(token)
        if known is not None and known != NOBODY:
            return known
        if not free:
            raise ProtocolError(_("Every seat is taken, or kept for its player, who comes back as before."))
        if free[0] in self._carried:
            self.release(free[0])
        return free[0]

    def free(self, taken: Collection[int], began: bool) -> list[int]:
        """Return the seats that anybody may have: nobody has `taken` one, nor has sat there before.

        Those of a match before this one are kept for their players until this one has begun without them; then they
        are the last that are given to somebody else.
        """
        empty = [seat for seat in self.seats if seat not in taken]
        late = [seat for seat in empty if began and seat in self._carried]
        return [*(seat for seat in empty if seat not in self._claimed), *late]

    def is_claimed(self, seat: int) -> bool:
        """Whether somebody has sat in a seat before."""
        return seat in self._claimed

    def claim(self, seat: int) -> None:
        """Keep a seat for who sits there."""
        self._claimed.add(seat)

    def come(self, seat: int) -> None:
        """Take note that the player of a seat is here, whatever was said before."""
        self._carried.discard(seat)
        self._left.discard(seat)

    def leave(self, seat: int) -> None:
        """Take note that the player of a seat goes at the end of this match, and has none in the next one."""
        self._left.add(seat)

    def release(self, seat: int) -> None:
        """Let a seat be anybody's: what brought back to it counts no more."""
        self._claimed.discard(seat)
        self._carried.discard(seat)
        self.renew(seat)

    def move_on(self, table: OwnTable, moved: Mapping[int, int], present: Collection[int]) -> None:
        """Go on at the table of another match, where the seats have these numbers; `present`: who is here now.

        All keep their seats, and what brings them back, but who has said that it goes.
        """
        doors = load_seats(self._storage, self._path).doors
        doors = doors.model_copy(update={"name": doors.name or self._path.stem})
        tokens, backs = self._tokens, self._back
        stay = (self._claimed - self._carried | {*present}) - self._left
        self._take(table)
        self._tokens = {moved[seat]: tokens[seat] for seat in stay}
        self._tokens |= {seat: _new_token() for seat in self.seats if seat not in self._tokens}
        self._back = {moved[seat]: backs[seat] for seat in stay if seat in backs}
        self._claimed, self._left = {moved[seat] for seat in stay}, set()
        self._carried = set(self._claimed)
        self._keep(doors)

    def _keep(self, doors: Doors | None = None) -> None:
        """Write down what is to outlast this program; these doors, or those that stand there."""
        found = load_seats(self._storage, self._path)
        doors = (doors or found.doors).model_copy(update={"watch": self.may_watch})
        own = {"tokens": self._tokens, "back": self._back, "doors": doors, "watch_token": self._watch_token}
        self._path = self._table.path  # a record that somebody else has changed goes on in another file
        save_seats(self._storage, self._path, found.model_copy(update=own))


def _new_token() -> str:
    return secrets.token_hex(16)
