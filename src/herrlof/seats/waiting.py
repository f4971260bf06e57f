"""Waiting for the players of a table who come from elsewhere: when its match begins, for every face."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from herrlof.seats.host import Host


class Waiting:
    """Waits at the doors of a host until all have sat down and cut, or somebody here goes on without them."""

    def __init__(self, host: Host, cuts: Mapping[int, str]) -> None:
        """Wait for nobody yet; `cuts` are those made here."""
        self._host, self._cuts = host, cuts
        self._begins = False

    @property
    def may_go_on(self) -> bool:
        """Whether the match can go on without those who have not come: it was begun before, and is not on."""
        return self._host.table.goes_on and not self._host.began

    async def begins(self) -> bool:
        """Whether it begins now, and did not before; whoever gave another cut than its hash is awaited again."""
        if self._begins or self._host.began or self._host.awaited:
            return False
        self._begins = True
        self._begins = await self._host.cut(self._cuts)
        return self._begins

    def goes_on(self, with_bots: bool = False) -> bool:
        """Go on without those who have not come, for whom bots may play; False: it does already, or has to wait."""
        if self._begins or not (with_bots or self.may_go_on):
            return False
        self._begins = True
        if with_bots:
            self._host.let_bots_play()
        return True
