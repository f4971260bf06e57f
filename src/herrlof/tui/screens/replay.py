"""A recorded match, played again on the table with all hands open."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key
from textual.screen import Screen
from textual.timer import Timer

from herrlof.game import NOBODY
from herrlof.replay import Replay
from herrlof.tui.boards import BOARDS
from herrlof.tui.boards.board import Board
from herrlof.tui.widgets import KeyBar

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp

SPEEDS = (2.5, 1.5, 0.8, 0.4, 0.15)
"""Seconds a move stays when the match plays by itself."""


class ReplayScreen(Screen[None]):
    """Step by move, by trick, by round, both ways; or let it play."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, replay: Replay) -> None:
        """Open at the first deal."""
        super().__init__()
        self._replay = replay
        self._names = [seat.name for seat in replay.match.seats]
        people = [number for number, seat in enumerate(replay.match.seats) if seat.bot is None]
        self._views = list(range(len(self._names))) if replay.open else people
        self._view = self._views[0] if replay.open or len(self._views) == 1 else NOBODY
        self._at = min(1, replay.last)
        self._speed = 1
        self._timer: Timer | None = None
        self._board: Board = BOARDS[replay.match.game.key](self._names, self.app.look)

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield self._board
        yield KeyBar()

    def on_mount(self) -> None:
        """Show the first position."""
        self.call_after_refresh(self._draw)

    def _draw(self) -> None:
        curtain = ""
        if self._view == NOBODY:
            curtain = "Whose hand? Press your own number; the others look away."
        seen = self._replay.observe(self._at, self._view)
        others = []
        if self._replay.open:
            others = [self._replay.observe(self._at, seat) for seat in range(len(self._names))]
        held = any(event.kind in self._board.PAUSES for event in self._replay.just_happened(self._at))
        self._board.show(
            seen, self._replay.news(self._at, self._view), hold=held, curtain=curtain, others=others,
            note=self._where(),
        )  # fmt: skip
        self.query_one(KeyBar).show(self.keys())

    def _where(self) -> str:
        state = "playing" if self._timer is not None else "replay"
        return f"{state}: move {self._at} of {self._replay.last}"

    def keys(self) -> list[tuple[str, str, str]]:
        """Return (key, shown name, what it does) for the keys that work now."""
        look = self.app.look
        found = [
            ("right", look.key("← →"), "move"),
            ("down", look.key("↑ ↓"), "trick"),
            ("pagedown", "PgUp PgDn", "round"),
            ("space", "Space", "stop" if self._timer is not None else "play"),
            ("q", "Q", "back"),
            ("plus", "+ -", "speed"),
            ("s", "S", "scores"),
        ]
        if len(self._views) > 1:
            found.insert(4, ("tab", "Tab", "other hand"))
        return found

    def _go(self, at: int) -> None:
        self._at = max(0, min(self._replay.last, at))
        if self._at == self._replay.last:
            self._stop()
        self._draw()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _play(self) -> None:
        self._timer = self.set_interval(SPEEDS[self._speed], lambda: self._go(self._at + 1))

    def on_key(self, event: Key) -> None:
        """Walk about."""
        event.stop()
        key = event.key
        replay, board = self._replay, self._board
        if key in ("q", "escape"):
            self._stop()
            self.app.pop_screen()
        elif key.isdigit() and int(key) - 1 in self._views:
            self._view = int(key) - 1
            self._draw()
        elif key in ("right", "left", "l", "h"):
            self._go(self._at + (1 if key in ("right", "l") else -1))
        elif key in ("down", "up", "j", "k"):
            self._go(replay.after(board.PAUSES, self._at, back=key in ("up", "k")))
        elif key in ("pagedown", "pageup"):
            self._go(replay.after(frozenset({board.ROUND_BEGINS}), self._at, back=key == "pageup"))
        elif key in ("home", "end"):
            self._go(0 if key == "home" else replay.last)
        elif key == "space":
            self._toggle()
        elif key in ("plus", "minus", "equals_sign"):
            self._speed = max(0, min(len(SPEEDS) - 1, self._speed + (-1 if key == "minus" else 1)))
            if self._timer is not None:
                self._stop()
                self._play()
        elif key == "tab" and self._replay.open:
            self._view = self._views[(self._views.index(self._view) + 1) % len(self._views)]
            self._draw()
        elif key == "s":
            pad = board.pad(replay.observe(self._at, NOBODY), self._names, self.app.look, choices=[("back", "Back")])
            self.app.push_screen(pad)
        elif key == "question_mark":
            self.app.show_rules(board.rule())

    def _toggle(self) -> None:
        if self._timer is not None:
            self._stop()
        else:
            if self._at == self._replay.last:
                self._at = 0
            self._play()
        self._draw()
