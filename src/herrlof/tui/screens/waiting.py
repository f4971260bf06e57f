"""Who is here, and how the others come in: the page before a match with players elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from herrlof.bots import bot_label
from herrlof.game import NOBODY
from herrlof.messages import N_, _, all_of, ngettext
from herrlof.records.names import BOT, HERE, PROGRAM
from herrlof.seats.host import CodedDoor, Door, Host
from herrlof.tui.screens.once import WIDEST_PAGE, OnceScreen
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.canvas_widget import DrawnWidget
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.pieces import header, minutes, panel, paragraph, strip

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp


class WaitScreen(OnceScreen[None]):
    """The doors are open, and the match begins by itself when all have sat down."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("c,C", "copy", N_("copy how to join"), key_display="C", id="copy"),
        Binding("n,N", "renew", N_("new code"), key_display="N", id="renew"),
        Binding("b,B", "bot", N_("a bot instead"), key_display="B", id="stand_in"),
        Binding("f,F", "fairness", N_("fair play"), key_display="F", id="fairness"),
        Binding("enter", "go", N_("to the table"), key_display="Enter", id="play"),
        Binding("escape,q,Q", "close", N_("close"), key_display="Esc", id="leave"),
    ]

    def __init__(self, host: Host, doors: Sequence[Door] = (), cuts: Mapping[int, str] | None = None) -> None:
        """Wait at the doors of a host, of which some may be still to be opened; `cuts` are those made here.

        Where the match is on already, this tells how who is away comes back, until it is left.
        """
        super().__init__()
        self.host = host
        self._doors, self._cuts = doors, cuts or {}
        self._meanwhile = host.began
        self._since = monotonic()
        self._wrong: list[str] = []
        self._begins = False
        self._goes_on = host.table.goes_on
        self._short = 0
        """Of how many doors there is no room for what they open: how one comes in goes before."""
        self._canvas_widget = DrawnWidget(self.app.look, self._draw)

    def compose(self) -> ComposeResult:
        """Lay the page out."""
        yield self._canvas_widget
        yield KeyBar(self.app.look)

    def on_mount(self) -> None:
        """Open the doors."""
        self.host.changed = self._changed
        self.set_interval(1.0, self._canvas_widget.redraw)
        self.run_worker(self._open(), exit_on_error=True)

    async def _open(self) -> None:
        self._wrong = await self.host.open(self._doors)
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def _changed(self) -> None:
        if not self.is_mounted:
            return
        self._canvas_widget.redraw()
        self.refresh_bindings()
        if not (self.host.awaited or self._begins or self._meanwhile):
            self._begins = True
            self.run_worker(self._begin(), exit_on_error=True)

    def on_unmount(self) -> None:
        """Be told no more."""
        if self._meanwhile:
            self.host.changed = lambda: None

    async def _begin(self) -> None:
        """Cut, and go to the table; who gave another cut than its hash is awaited again."""
        if not self.host.awaited and not await self.host.cut(self._cuts):
            self._begins = False
            return
        self.host.changed = lambda: None
        self.app.call_later(self.app.take_hosted, self.host)

    # Drawing

    @property
    def _awaited(self) -> str:
        """The names of who is still to come."""
        return all_of([self.host.table.seats[seat].name for seat in self.host.awaited])

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        table = self.host.table
        seats = ngettext("{n} seat", "{n} seats", len(table.seats))
        what = _("{game}, {players}", game=table.game.title, players=seats)
        left = _("Waiting for {names} · {what}", names=self._awaited, what=what) if self.host.awaited else what
        since = [(_("open for"), "dim", False), (f" {minutes(monotonic() - self._since)}", "text", True)]
        header(canvas, "Herrlof", left, since)
        large = canvas.height >= 35
        width = min(canvas.width - (12 if large else 2), WIDEST_PAGE)
        x = (canvas.width - width) // 2
        step, y = (2, 4) if large else (1, 2 if canvas.height >= 23 else 1)
        rows = len(table.seats)
        here = Rect(x, y, width, rows * step + 1 + (step if canvas.height >= 23 else 0))
        self._draw_here(canvas, here, step)
        y = here.bottom + (1 if canvas.height >= 23 else 0)
        self._short = 0
        while (rows := self._join_rows(width, step)) >= canvas.height - y and self._short < len(self.host.doors):
            self._short += 1
        told = (5 if large or width < 76 else 3) + bool(self.host.hints_told)
        height = max(1, min(told, canvas.height - y - rows))  # how to join comes first
        join = Rect(x, y, width, min(rows, canvas.height - y - height))
        self._draw_doors(canvas, join, step)
        strip(
            canvas,
            Rect(
                x - 1 if not large else x,
                min(join.bottom + step, canvas.height - height),
                width + (2 if not large else 0),
                height,
            ),
            self._told(),
        )

    def _draw_here(self, canvas: Canvas, rect: Rect, step: int) -> None:
        inner = panel(canvas, rect, _("Who is here"))
        table, y = self.host.table, inner.y + step - 1
        names = [_("You, {name}", name=seat.name) if seat.how == HERE else seat.name for seat in table.seats]
        words = inner.x + 4 + max(8, *map(cell_len, names)) + 3
        for number, name in enumerate(names):
            if y >= rect.bottom:
                return
            there = number not in self.host.awaited
            canvas.put(inner.x + 1, y, "✓" if there else "…", "good" if there else "accent", "surface", True)
            canvas.put(inner.x + 4, y, cut(name, words - inner.x - 5), "text", "surface", True)
            told, ink = self._where(number)
            canvas.put(words, y, cut(told, max(1, inner.right - 10 - words)), ink, "surface", not there)
            canvas.right(inner.right - 1, y, [(_("seat {number}", number=number + 1), "dim", False)], "surface")
            y += step

    def _where(self, number: int) -> tuple[str, str]:
        """Return where a player is, and in which ink."""
        table = self.host.table
        seat = table.seats[number]
        if seat.how == HERE:
            return _("here, at this keyboard"), "dim"
        if seat.how == BOT and seat.bot is not None:
            return _("a bot: {name}", name=bot_label(table.game.key, seat.bot)), "dim"
        if seat.how == PROGRAM:
            return _("another program"), "dim"
        guest = self.host.guests.get(number)
        if guest is None and number in self.host.lingers.values():
            return _("still at the end of the last match"), "accent"
        if guest is None:
            return _("awaited"), "accent"
        if not guest.sits:
            return _("looks at the table"), "accent"
        return guest.who, "dim"

    def _door_lines(self, door: Door, width: int) -> tuple[list[Sequence[Part]], bool]:
        """Return what is told of a door on a page of a width, in lines, and whether they stand below its place.

        A link that is longer than a line is told in pieces.
        """
        told = [(line, "text", True) for line in door.command.splitlines()]
        opens = door.warns if door in self.host.doors[: self._short] else door.opens
        if opens:
            told.append((opens, "dim", False))
        beside, below = (
            [line for part in told for line in wrapped([part], room)]
            for room in (width - self._column(width) - 3, width - 3)
        )
        return (below, True) if len(below) + 1 < len(beside) else (beside, False)

    def _column(self, width: int) -> int:
        """Return how many columns the places of the doors take."""
        return min(max([cell_len(door.place) for door in self.host.doors] + [18]) + 3, width // 2)

    def _join_rows(self, width: int, step: int) -> int:
        room = width - self._column(width) - 3
        rows = 0
        for door in self.host.doors:
            lines, stands_below = self._door_lines(door, width)
            rows += len(lines) + stands_below + step - 1
        for coded in self._coded:
            beside, below = self._key_lines(coded, width - 3, room)
            rows += step + max(1, len(beside)) + len(below)
        others = len(self._wrong) + bool(self.host.note)
        return 1 + max(1, rows + others * step) + (1 if step == 1 else 2)

    @property
    def _coded(self) -> list[CodedDoor]:
        """The doors that ask for a code."""
        return [door for door in self.host.doors if isinstance(door, CodedDoor)]

    def _key_lines(self, door: CodedDoor, width: int, room: int) -> tuple[list[Part], list[Part]]:
        """Return by what guests know this machine, whole: what stands in the column, and what below its heading."""
        if cell_len(door.key) <= room:
            told = cut(_("ssh shows the same at first: then it is this one"), room)
            return [(door.key, "text", False), (told, "dim", False)], []
        pieces = [door.key[start : start + width] for start in range(0, len(door.key), width)]
        return [], [(piece, "text", False) for piece in pieces]

    def _draw_doors(self, canvas: Canvas, rect: Rect, step: int) -> None:
        """Draw how one comes in, by the doors that are open."""
        title = _("How {names} joins", names=self._awaited) if len(self.host.awaited) == 1 else _("How to join")
        inner = panel(canvas, rect, title)
        x, y = inner.x + 1, inner.y + step - 1
        column = x + self._column(rect.width)
        for door in self.host.doors:
            canvas.put(x, y, door.place, "dim", "surface")
            lines, stands_below = self._door_lines(door, rect.width)
            y += stands_below
            for line in lines[: rect.bottom - y]:
                canvas.parts(x if stands_below else column, y, line, "surface")
                y += 1
            y += step - 1
        for coded in self._coded:
            y = self._draw_code(canvas, coded, x, column, y, inner.right) + step - 1
        for sentence in [*self._wrong, *([self.host.note] if self.host.note else [])]:
            y = paragraph(
                canvas,
                Rect(x, y, inner.width - 2, rect.bottom - y),
                y,
                [("! ", "bad", True), (sentence, "bad", False)],
                "surface",
            )

    def _draw_code(self, canvas: Canvas, door: CodedDoor, x: int, column: int, y: int, right: int) -> int:
        """Draw the code of a door, and by what its guests know this machine, whole; return the row after them."""
        canvas.put(x, y, _("code, good once"), "dim", "surface")
        if door.code:
            end = canvas.put(column, y, f" {door.code} ", "on", "accent", True)
            told = _("three wrong ones make another")
            if door.code_for != NOBODY:
                told = _("for {name} alone", name=self.host.table.seats[door.code_for].name)
            if end + 2 + cell_len(told) <= right:
                canvas.put(end + 2, y, told, "dim", "surface")
        else:
            lost = _("each has its own to come back; N makes a new one") if self.host.away else ""
            told = lost or _("each guest has a code to come back")
            canvas.put(column, y, cut(told, right - column), "dim", "surface")
        canvas.put(x, y + 1, _("this machine's key"), "dim", "surface")
        beside, below = self._key_lines(door, right - x, right - column)
        for number, part in enumerate(beside, y + 1):
            canvas.parts(column, number, [part], "surface")
        y += 1 + max(1, len(beside))
        for number, part in enumerate(below, y):
            canvas.parts(x, number, [part], "surface")
        return y + len(below)

    def _told(self) -> list[list[Part]]:
        deals = _("This machine deals and knows the cards; the commitment proves the deals.")
        if self._meanwhile and not self.host.awaited:
            begins = _("All are here, and the match is on: Esc leads back to the table.")
        elif self._meanwhile:
            begins = _("The match goes on by itself when who is away is back.")
        elif self._goes_on:
            begins = _("The match goes on by itself when all have sat down, or now with Enter.")
        else:
            begins = _("The match begins by itself when all have sat down.")
        sees = _("Who joins sees what its seat sees, and nothing else here.")
        hints = [[(self.host.hints_told, "text", False)]] if self.host.hints_told else []
        return [[(begins, "text", True)], *hints, [(sees, "text", False)], [(deals, "dim", False)]]

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what was begun before goes on without its guests, and codes are where a door asks for them."""
        coded = any(door.code or self.host.away for door in self._coded)
        waits = not self._meanwhile
        return {"go": self._goes_on and waits, "bot": waits, "renew": coded}.get(action, True)

    def action_copy(self) -> None:
        """Copy how to join, as far as the terminal lets us."""
        codes = [door.code for door in self._coded if door.code]
        self.app.copy_to_clipboard("\n".join([*(door.command for door in self.host.doors), *codes]))
        self.app.notify(_("Copied."))

    def action_renew(self) -> None:
        """Let the code that is shown count no more."""
        for door in self._coded:
            door.renew()

    def action_bot(self) -> None:
        """Let bots play for all who have not come."""
        if not self._begins:
            self._begins = True
            self.host.let_bots_play()
            self.run_worker(self._begin(), exit_on_error=True)

    def action_go(self) -> None:
        """Go to the table; the match waits there."""
        if not self._begins:
            self._begins = True
            self.run_worker(self._begin(), exit_on_error=True)

    def action_fairness(self) -> None:
        """Open the page on fair play."""
        self.app.show_fairness()

    def action_close(self) -> None:
        """Shut the doors, and keep no match that was not begun; go back to one that is on."""
        if self._meanwhile:
            self.dismiss()
            return
        self.app.stop_waiting(self.host, keep=self._goes_on)
