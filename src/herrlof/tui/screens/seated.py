"""What the screens on which people sit have in common: a curtain between them, and no card in a window too small."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual.binding import Binding, BindingType
from textual.events import Key, MouseDown, Resize
from textual.geometry import Region
from textual.strip import Strip
from textual.widgets import Static

from herrlof.game import IllegalAction
from herrlof.games.speech import refused
from herrlof.messages import N_, _
from herrlof.table.commands import Resign, WantEnd
from herrlof.table.keyboard import Keyboard
from herrlof.tui.boards.board import Board
from herrlof.tui.screens.base_screen import Result
from herrlof.tui.screens.company import AmongOthers
from herrlof.tui.widgets.pieces import too_small

if TYPE_CHECKING:
    from herrlof.tui.tables import TablesApp

CURTAIN_GUARD: Final = 1.0
"""Seconds without any key or click after which a seat opens the curtain: a key that is held opens nothing."""
SMALL: Final = "-small-window"
"""The class of a screen in a window too small; it has a `Static` that says so, named `too-small`."""


class SeatedScreen(AmongOthers[Result]):
    """A screen with a board at which people sit. A subclass covers, opens and notes."""

    app: TablesApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "equals_sign", "resign", show=False, key_display="=", tooltip=N_("resign, or agree to end"), id="resign"
        )
    ]
    ESCAPE_LEAVES: ClassVar[bool] = True

    def __init__(self, board: Board, keyboard: Keyboard) -> None:
        """Sit at a board, as those at this keyboard do."""
        super().__init__()
        self.board, self.keyboard = board, keyboard
        self._last_input = 0.0
        self.silence = 0.0
        """Seconds for which nothing had been pressed before the last key or click."""

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the ground, of which hardly anything is seen: nothing is looked up for its lines."""
        return [Strip.blank(crop.width, self.board.look.style("text"))] * crop.height

    def cover(self) -> bool:
        """Cover what must be kept from somebody; False: there is nothing."""
        raise NotImplementedError

    @property
    def small(self) -> bool:
        """Whether the window is too small, and nothing can be done but leave."""
        return self.has_class(SMALL)

    @property
    def too_small(self) -> bool:
        """Whether the window of now has no room for the board."""
        (columns, rows), (width, height) = self.board.SMALLEST, self.app.size
        return width < columns or height < rows

    def on_resize(self, _event: Resize) -> None:
        """Say what a window too small lacks; it shows no card."""
        small = self.too_small
        if small:
            if not self.small:
                self.cover()
            told = too_small(self.board.SMALLEST, self.app.size, self.app.is_web)
            self.query_one("#too-small", Static).update(Text(told))
        if small != self.small:
            self.set_class(small, SMALL)
            self.refresh_bindings()

    def pressed(self, event: Key) -> bool:
        """Take note of a key; False: in a window too small it does nothing."""
        self.silence, self._last_input = event.time - self._last_input, event.time
        if not self.small:
            return True
        if event.key.lower() not in ("q", "escape"):
            event.stop()
        return False

    def on_mouse_down(self, event: MouseDown) -> None:
        """Take note of a click: it disturbs a curtain as a key does."""
        self.silence, self._last_input = event.time - self._last_input, event.time

    @property
    def curtain_guard(self) -> float:
        """How long nothing must have been pressed before a curtain opens."""
        return CURTAIN_GUARD if self.board.context.pace else 0

    def key_of_seat(self, seat: int) -> tuple[str, str]:
        """Return the key that lifts the curtain for a seat, and what it says."""
        return str(seat + 1), _("I am {name}", name=self.board.context.names[seat])

    def action_own_number(self) -> None:
        """A number opens the curtain before bindings are asked."""

    def pressed_at_curtain(self, event: Key, seat: int) -> str | None:
        """Return why a number does not open; nothing where it is the seat's own, after a second of silence."""
        if not (event.key.isascii() and event.key.isdigit()):
            return None
        event.stop()
        if event.key != str(seat + 1):
            return _("{name} is next: type {n}.", name=self.board.context.names[seat], n=seat + 1)
        return _("Wait a second, then press it once.") if self.silence < self.curtain_guard else ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nobody resigns where nobody here is in the match, nor in a lesson."""
        if action == "resign":
            return self.board.scene.lesson is None and bool(self.resigning)
        return super().check_action(action, parameters)

    # An end before the end

    @property
    def resigning(self) -> Sequence[int]:
        """Who of those at this keyboard may give the match up now: the seat whose view is shown."""
        seat = self.keyboard.resigns
        return () if seat is None else [seat]

    def ended(self) -> None:
        """Ask nobody any more: the match has been ended from here."""
        raise NotImplementedError

    def say_refused(self, why: str) -> None:
        """Say why it cannot be ended."""
        self.board.refuse(why)

    def action_resign(self) -> None:
        """Ask how the match is to end before somebody has won."""
        keyboard = self.keyboard
        if keyboard.wants_end:
            agree = _("You want to end it without a winner; E takes that back.")
        elif keyboard.ends_at_once:
            agree = _("E ends it without a winner, if you all agree.")
        else:
            agree = _("E ends it without a winner, once all agree.")
        names = {seat: self.board.context.names[seat] if len(keyboard.people) > 1 else "" for seat in self.resigning}
        self.app.show("asks:ResignScreen", names, agree if keyboard.may_agree else "", then=self._end_match)

    def _end_match(self, how: int | str | None) -> None:
        try:
            if isinstance(how, int):
                self.keyboard.send(Resign(), how)
            elif how == "end":
                self.keyboard.send(WantEnd(not self.keyboard.wants_end))
        except IllegalAction as error:
            self.say_refused(refused(error))
            return
        if self.keyboard.table.over:
            self.ended()
