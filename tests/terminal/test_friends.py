"""Three friends at a terminal, by ssh and in a browser: lines are lost, pages are loaded again, the host is killed."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from herrlof.game import NOBODY
from herrlof.records.storage import read_record
from herrlof.seats.seat_store import load_seats
from herrlof.table.resume import replayed
from tests.seats.chromium import PROGRAM, Chromium
from tests.terminal.terminal import Ended, Terminal
from tests.terminal.test_ssh import CLIENT, SshRoom
from tests.terminal.test_together import moves_of

pytestmark = pytest.mark.skipif(PROGRAM is None, reason="there's no Chromium on this machine: apt install chromium")


class Browser:
    """Chromium as a terminal is used here, in a thread of its own."""

    def __init__(self, folder: Path) -> None:
        """Start it."""
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self.page = Chromium(folder)
        self.beside: list[Terminal] = []
        """Terminals that are read while something is waited for here: a program whose terminal is full waits."""
        self._do(self.page.__aenter__())

    def _do(self, doing: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run_coroutine_threadsafe(doing, self._loop).result(120)

    def open(self, link: str) -> None:
        """Open a link, or load it again."""
        self._do(self.page.open(link))

    def press(self, *keys: str) -> None:
        """Press keys."""
        self._do(self.page.press(*keys))

    def read(self, seconds: float = 0.0) -> None:
        """Let it draw, and others too."""
        until = time.monotonic() + seconds
        for terminal in self.beside:
            with suppress(Ended, OSError):
                terminal.read(0)
        time.sleep(max(0, until - time.monotonic()))

    @property
    def text(self) -> str:
        """What is drawn."""

        async def drawn() -> str:
            return self.page.text

        found = self._do(drawn())
        assert isinstance(found, str)
        return found

    def wait_for(self, wanted: str | Callable[[list[str]], object]) -> None:
        """Wait until a text is on the page, or a condition on its rows holds."""
        found = (lambda rows: wanted in "\n".join(rows)) if isinstance(wanted, str) else wanted
        until = time.monotonic() + 40
        while not found((text := self.text).split("\n")):
            assert time.monotonic() < until, f"waited for {wanted!r}; the page is\n{text}"
            self.read(0.05)

    def ask(self, expression: str) -> Any:
        """Return what an expression is worth in the page."""
        return self._do(self.page.ask(expression))

    def picture(self, path: Path) -> None:
        """Keep a picture of the page."""
        self._do(self.page.picture(path))

    def close(self) -> None:
        """End it."""
        self.page.kill()
        with suppress(Exception):
            self._do(self.page.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)


PLACES = {
    "herrlof": {"Ben": "ssh", "Cleo": "browser"},
    "herald": {"Ben": "ssh", "Cleo": "browser"},
    "how-ruck": {"Ben": "ssh", "": "browser"},
    "herfor": {"Ben": "browser", "": "ssh"},
}
"""How the friends of each game come; who has no name watches, where there are two seats."""


class Friends(SshRoom):
    """A host, and friends by two doors; of `terminals` each plays."""

    def __init__(self, folder: Path, run_folder: Path, game: str) -> None:
        """Let all come in, and sit down."""
        self.places = [*PLACES[game].values()]
        self.browser = Browser(folder / "chromium")
        self.watcher: Any = None
        super().__init__(folder, run_folder, game, 1 + (game in ("herrlof", "herald")), system=False)

    def open(self, number: int) -> None:
        """Start the host's program with both doors, or come by one of them."""
        if not number:
            self.browser.beside = [self.terminals[0]]
            if "--web" not in self.doors:
                self.doors += ["--web", *(["--watch"] if "" in PLACES[self.game] else [])]
            super().open(0)
            if "" in PLACES[self.game]:
                self.watch()
        elif self.places[number - 1] == "ssh":
            super().open(number)
        else:
            self.terminals[number] = self.browser  # type: ignore[call-overload]
            self.load()

    @property
    def record(self) -> Path:
        """The record of the match that was begun last."""
        return max(self.storage.games.glob("*.herrlof"), key=lambda path: path.stat().st_ctime_ns)

    def link(self, seat: int) -> str:
        """Return the link that the host's page has for a seat."""
        from herrlof.seats.web import link_of

        found = load_seats(self.storage, self.record)
        token = found.watch_token if seat == NOBODY else found.tokens[seat]
        assert found.doors.web is not None
        assert token is not None
        return f"http://127.0.0.1:{found.doors.web.port}/{link_of(token)}"

    def load(self) -> None:
        """Open the link of the browser's seat, or load it again, and sit down; who comes back sits at once."""
        seats = [number + 1 for number, place in enumerate(self.places) if place == "browser"]
        self.browser.open(self.link(NOBODY if self.watcher is self.browser else seats[0]))
        self.browser.wait_for(lambda rows: any("Sit down" in row or "? rules" in row for row in rows))
        if "Sit down" in self.browser.text:
            self.browser.press("enter")

    def watch(self) -> None:
        """Let the one in who has no seat."""
        if self.places[[*PLACES[self.game]].index("")] == "browser":
            self.watcher = self.browser
            self.load_watcher()
            return
        self.watcher = Terminal(self.folder / "watcher")
        (self.folder / "watcher").mkdir()
        self.come_to_watch()

    def load_watcher(self) -> None:
        """Open the link for onlookers, or load it again."""
        self.browser.open(self.link(NOBODY))
        self.browser.wait_for(lambda rows: any("You watch" in row or "? rules" in row for row in rows))

    def come_to_watch(self) -> None:
        """Come by ssh to watch."""
        code = lambda rows: re.search(r"watch@.*?code\s+([a-z]+-[a-z]+-[a-z]+)", " ".join(rows))  # noqa: E731
        self.terminals[0].wait_for(code)
        found = code(self.terminals[0].text.splitlines())
        assert found is not None
        self.watcher.start([self.port, found[1], "watch"], program=CLIENT, environment=self.environment)

    def lose_lines(self) -> None:
        """Cut the lines of those by ssh, and load the browser's page again."""
        for number, place in enumerate(self.places, 1):
            if number < len(self.terminals) and place == "ssh":
                self.terminals[number].child.kill(signal.SIGKILL)
                self.terminals[number].close()
                self.terminals[number].start([self.port, self.back[number]], program=CLIENT)
                self.see(self.terminals[number], "? rules")
            elif number < len(self.terminals):
                self.load()
        if self.watcher is self.browser:
            self.load_watcher()

    def kill_host(self) -> None:
        """Kill the host's program, take the match up again, and let all come back by what brought them back before."""
        host = self.terminals[0]
        host.child.kill(signal.SIGKILL)
        host.close()
        host.start(["--ascii"], environment=self.runtime)
        host.wait_for("Continue")
        host.press("c")
        host.wait_for(lambda rows: not any("Continue" in row for row in rows))
        for number, place in enumerate(self.places, 1):
            if number < len(self.terminals):
                if place == "ssh":
                    self.terminals[number].close()
                    self.terminals[number].start([self.port, self.back[number]], program=CLIENT)
                else:
                    self.browser.open(self.link(number))
        if self.watcher is self.browser:
            self.load_watcher()
        for terminal in self.terminals:
            self.see(terminal, "? rules")

    def see(self, one: Any, wanted: str, patience: float = 40) -> None:
        """Wait until something stands at one end, and let the others draw meanwhile."""
        until = time.monotonic() + patience
        while wanted not in one.text:
            assert time.monotonic() < until, f"waited for {wanted!r}; there stands\n{one.text}"
            for other in (*self.terminals, self.watcher):
                if other is not None:
                    with suppress(Ended, OSError):
                        other.read(0.02)

    def close(self) -> None:
        """End all programs."""
        for end in {id(end): end for end in (*self.terminals, self.watcher, self.browser) if end is not None}.values():
            end.close()


def keep_picture(room: Friends, name: str) -> None:
    """Keep what stands in the browser, where pictures are wanted, and what stands at the terminals."""
    if folder := os.environ.get("HERRLOF_PICTURES"):
        room.browser.picture(Path(folder, f"friends-{room.game}-{name}.png"))
        text = "\n\n".join(terminal.text for terminal in room.terminals)
        Path(folder, f"friends-{room.game}-{name}.txt").write_text(text, "utf-8")


def take(terminal: Any, choice: str) -> None:
    """Take a choice of an end page."""
    until = time.monotonic() + 20
    while f"Enter {choice}" not in terminal.text:
        assert time.monotonic() < until, terminal.text
        terminal.press("right")
        terminal.read(0.3)
    terminal.press("enter")


@pytest.mark.slow
@pytest.mark.parametrize("game", PLACES)
def test_three_friends_play_a_match_to_its_end_and_another_whatever_is_lost(
    game: str, tmp_path: Path, run_folder: Path
) -> None:
    room = Friends(tmp_path, run_folder, game)
    try:
        keep_picture(room, "begun")
        room.play(3)
        for loses in (room.lose_lines, room.kill_host):
            if not room.over:
                before = moves_of(room)
                loses()
                assert moves_of(room)[: len(before)] == before
                room.play(3)
        room.finish()
        first = room.record
        match = replayed(read_record(first))
        assert match.over
        assert {move.by for move in match.moves if move.by >= 0} == {*range(len(room.terminals))}
        for terminal in room.terminals:
            room.see(terminal, "is over")
        keep_picture(room, "over")
        player = room.browser if room.watcher is not room.browser else room.terminals[1]
        time.sleep(1.5)  # a key comes late for a while
        player.press("v")
        room.see(player, "DECISIONS")
        room.see(player, "all judged", 400)
        keep_picture(room, "review")
        player.press("escape")
        room.see(player, "is over")
        room.load() if player is room.browser else room.load_watcher()  # between two matches
        room.see(room.browser, "is over")
        take(room.terminals[0], "play again")
        room.see(room.terminals[0], "WHO'S HERE")
        for terminal in room.terminals[1:]:
            room.see(terminal, "Play again")
            take(terminal, "play again")
            room.see(terminal, "Sit down")
            terminal.press("enter")
        for terminal in room.terminals:
            room.see(terminal, "? rules")
        assert room.record != first
        keep_picture(room, "again")
        room.terminals[0].press("ctrl+q")
        room.terminals[0].wait_for_end()
        said = "document.querySelector('.ended').textContent"
        until = time.monotonic() + 20
        while "The host has left the table. Your seat is kept." not in room.browser.ask(said):
            assert time.monotonic() < until, room.browser.ask(said)
            time.sleep(0.1)
        keep_picture(room, "left")
        assert not room.browser.page.errors
    finally:
        room.close()
