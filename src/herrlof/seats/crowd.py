"""Who stands at a door and has not shown yet that it belongs there: a few, and none for longer than it must.

As sshd's MaxStartups, but that a newcomer is heard always: it takes the place of who has overstayed the most, so that
whoever has a key, a code or a link can show it. One address never has all places. Of who guesses codes one is looked
at in a second, and so are those of all who come from its address.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from os import dup
from socket import socket
from time import monotonic
from typing import Final
from weakref import WeakValueDictionary

AT_ONCE: Final = 1
"""So many come in between two looks at who is there,"""
QUEUE: Final = 8
"""and so many wait in the system's queue, and hold up nobody: who finds no place there tries again after a second."""
FREE_TRIES: Final = 3
"""So many wrong codes from an address are looked at as fast as the right one; of the others"""
APART: Final = 1.0
"""one in so many seconds."""
FREE_TRIES_OF_ALL: Final = 100
"""So many wrong codes from everywhere are looked at as fast as they come; of the others"""
APART_OF_ALL: Final = 0.125
"""one in so many seconds."""
FORGOTTEN_SECONDS: Final = 3600.0
"""So long after its last wrong code an address is forgotten."""
ADDRESSES: Final = 1000
"""So many addresses are remembered."""


def lengthen_queue(server: asyncio.Server) -> None:
    """Let more wait in the system's queue than come in at once."""
    for waits in server.sockets:
        with socket(fileno=dup(waits.fileno())) as own:
            own.listen(QUEUE)


def neighbourhood(address: str) -> str:
    """Return what stands for all addresses that one visitor may have: of IPv6 those are a whole network."""
    with suppress(ValueError):
        found = ip_address(address.partition("%")[0])
        if isinstance(found, IPv6Address):
            return str(found.ipv4_mapped or ip_network((found, 64), strict=False))
    return address


class Stranger:
    """A place at a door, and who has it."""

    def __init__(self, crowd: Crowd, address: str, leave: Callable[[], object]) -> None:
        """Come from an address; `leave` ends the line where the place is for somebody else."""
        self.address, self.leave = address, leave
        self.since = self.due = monotonic()
        """When it came, and from when on a newcomer may have its place."""
        self._crowd = crowd

    def stay(self, seconds: float) -> None:
        """Keep the place for so long, whoever comes."""
        self.due = monotonic() + seconds

    def go(self) -> None:
        """Leave the place: it is a stranger no more, or has gone."""
        self._crowd.here.discard(self)


class Crowd:
    """The places at a door."""

    def __init__(self, places: int, each: int | None = None) -> None:
        """Have so many, of which one address has at most so many: half of them, where nothing is said."""
        self._places, self._each = places, places // 2 if each is None else each
        self.here: set[Stranger] = set()

    def come(self, address: str, leave: Callable[[], object]) -> Stranger | None:
        """Give somebody a place, if need be another's; None: all are kept for ever."""
        address = neighbourhood(address)
        own = [stranger for stranger in self.here if stranger.address == address]
        if len(own) >= self._each:
            goes = self._first(own)
        elif len(self.here) >= self._places:
            goes = self._overdue(self.here) or self._crowded(len(own)) or self._first(self.here)
        else:
            goes = None
        if goes is not None:
            goes.go()
            goes.leave()
        elif len(own) >= self._each or len(self.here) >= self._places:
            return None
        made = Stranger(self, address, leave)
        self.here.add(made)
        return made

    def _first(self, among: Collection[Stranger]) -> Stranger | None:
        """Return who goes first: whoever has overstayed the most, or will first; None: all may stay for ever."""
        found = min(among, key=lambda stranger: stranger.due)
        return found if found.due < float("inf") else None

    def _overdue(self, among: Collection[Stranger]) -> Stranger | None:
        """Return who has overstayed the most; None: nobody has."""
        found = self._first(among)
        return found if found is not None and found.due <= monotonic() else None

    def _crowded(self, own: int) -> Stranger | None:
        """Return who came first of the address that has the most places, if those are more than a newcomer's would."""
        by_address: dict[str, list[Stranger]] = {}
        for stranger in self.here:
            by_address.setdefault(stranger.address, []).append(stranger)
        most = max(by_address.values(), key=len, default=[])
        return min(most, key=lambda stranger: stranger.since) if len(most) > own + 1 else None


class Tries:
    """How many wrong codes came from where, and when the next one is looked at."""

    def __init__(self) -> None:
        """Begin with none."""
        self._wrong: dict[str, tuple[int, float]] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    def wrong(self, address: str) -> int:
        """Count one more from an address, and return how many there are."""
        self._count_one("")
        return self._count_one(neighbourhood(address))

    async def turn(self, address: str) -> None:
        """Wait until a code from an address is looked at: one after the other, where many were wrong."""
        for of, free, apart in ((neighbourhood(address), FREE_TRIES, APART), ("", FREE_TRIES_OF_ALL, APART_OF_ALL)):
            if self._count(of) >= free:
                lock = self._locks.setdefault(of, asyncio.Lock())
                async with lock:  # who has gone meanwhile does not wait any more
                    await asyncio.sleep(apart)

    def _count_one(self, address: str) -> int:
        count = self._count(address) + 1
        self._wrong.pop(address, None)
        self._wrong[address] = count, monotonic()
        while len(self._wrong) > ADDRESSES:
            del self._wrong[next(iter(self._wrong))]
        return count

    def _count(self, address: str) -> int:
        count, last = self._wrong.get(address, (0, 0.0))
        return count if monotonic() - last < FORGOTTEN_SECONDS else 0
