"""Who is here, and how the others come in: the page before a match with players elsewhere."""

from __future__ import annotations

from asyncio import Event
from collections.abc import Callable, Mapping, Sequence
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from herrlof.bots import bot_label
from herrlof.messages import N_, _, all_of, ngettext
from herrlof.records.names import BOT, HERE, PROGRAM
from herrlof.seats.host import CodedDoor, Door, Host, LinkedDoor
from herrlof.seats.waiting import Waiting
from herrlof.tui.screens.base_screen import page_width
from herrlof.tui.screens.drawn_screen import DrawnScreen
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.canvas_widget import DrawnWidget
from herrlof.tui.widgets.pieces import header, minutes, panel, paragraph, strip
from herrlof.tui.widgets.qr_code import draw_qr_code, qr_size

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp


AIRY: Final = 2, 4, True
CLOSE: Final = 1, 2, True
FLAT: Final = 1, 1, False
"""Rows from one line to the next, the first row, and whether panels stand apart; where rows are short the next one."""


class WaitScreen(DrawnScreen[None]):
    """The doors are open, and the match begins by itself when all have sat down."""

    app: HerrlofApp

    ESCAPE_LEAVES: ClassVar[bool] = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("down", "choose(1)", N_("for whom"), key_display="↑ ↓", id="down"),
        Binding("up", "choose(-1)", show=False, id="up"),
        Binding("c,C", "copy", N_("copy"), key_display="C", id="copy"),
        Binding("p,P", "show", N_("print"), key_display="P", id="show"),
        Binding("s,S", "scan", N_("QR code"), key_display="S", id="scan"),
        Binding("n,N", "renew", N_("new code"), key_display="N", id="renew"),
        Binding("n,N", "renew_link", N_("new link"), key_display="N", id="renew_link"),
        Binding("b,B", "bot", N_("a bot instead"), key_display="B", id="stand_in"),
        Binding(
            "w,W", "watch", N_("onlookers"), key_display="W", id="watch", tooltip=N_("let others watch, or nobody")
        ),
        Binding("f,F", "fairness", N_("fair play"), key_display="F", id="fairness"),
        Binding("enter", "go", N_("to the table"), key_display="Enter", id="play"),
        Binding("escape,q,Q", "close", N_("shut"), key_display="Esc", id="leave"),
    ]

    def __init__(self, host: Host, doors: Sequence[Door] = (), cuts: Mapping[int, str] | None = None) -> None:
        """Wait at the doors of a host, of which some may be still to be opened; `cuts` are those made here.

        Where the match is on already, this tells how who is away comes back, until it is left.
        """
        super().__init__()
        self.host = host
        self._doors, self._waiting = doors, Waiting(host, cuts or {})
        self._meanwhile = host.began
        self._since = monotonic()
        self._wrong: list[str] = []
        self._chosen = 0
        """For which seat it was last told how one joins."""
        self._scanned: int | None = None
        """The seat whose link is shown as a QR code; None: the page is."""
        self._stop_listening: Callable[[], None] = lambda: None
        self._short = 0
        """Of how many doors there is no room for what they open: how one comes in goes before."""
        self._shown: Event | None = None
        """Is set when what is printed plainly has been looked at."""

    def on_mount(self) -> None:
        """Open the doors."""
        self._stop_listening = self.host.listen(lambda _host: self._changed())
        self.set_interval(1.0, self._canvas_widget.redraw)
        self.run_worker(self._open(), exit_on_error=True)

    async def _open(self) -> None:
        self._wrong = await self.host.open(self._doors)
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def _changed(self) -> None:
        if not self.is_mounted:
            return
        if self._scanned not in self.host.awaited:
            self._scanned = None
        self._canvas_widget.redraw()
        self.refresh_bindings()
        self.call_later(self.run_worker, self._begin, exit_on_error=True)

    def on_unmount(self) -> None:
        """Be told no more."""
        self._stop_listening()

    async def _begin(self) -> None:
        """Go to the table, if the match begins now."""
        if await self._waiting.begins():
            self._go()

    def _go(self) -> None:
        self._stop_listening()
        if self._shown is not None:
            self._shown.set()
        self.app.call_later(self.app.take_hosted, self.host)

    # Drawing

    @property
    def _awaited(self) -> str:
        """The names of who is still to come."""
        return all_of([self.host.table.seats[seat].name for seat in self.host.awaited])

    @property
    def chosen(self) -> int | None:
        """The awaited seat whose player is told how to join, by a code or a link of its own; None: all are here."""
        awaited = self.host.awaited
        return next((seat for seat in awaited if seat >= self._chosen), awaited[0] if awaited else None)

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        table = self.host.table
        seats = ngettext("{n} seat", "{n} seats", len(table.seats))
        what = _("{game}, {players}", game=table.game.title, players=seats)
        left = _("Waiting for {names} · {what}", names=self._awaited, what=what) if self.host.awaited else what
        since: list[Part] = [(_("open for {time}", time=minutes(monotonic() - self._since)), "dim", False)]
        if watching := table.watching:
            watch = ngettext("{n} watches", "{n} watch", watching)
            since = [(watch, "accent", True), ("   ", "dim", False), *since]
        header(canvas, "Herrlof", left, since)
        if self._scanned is not None:
            self._draw_qr_code(canvas, self._scanned)
            return
        width = page_width(canvas.width)
        x = (canvas.width - width) // 2
        told, inset = self._told(), x * (x > 1)  # a narrow margin is the strip's
        below = Rect(inset, 0, canvas.width - 2 * inset, 0)
        rows_told = sum(len(wrapped(parts, below.width - 3)) for parts in told)
        self._short = 0
        for step, top, apart in AIRY, CLOSE, FLAT:  # free rows go first
            here = Rect(x, top, width, len(table.seats) * step + 1 + step * apart)
            y = here.bottom + apart
            if y + self._join_rows(width, step) + step * apart + rows_told <= canvas.height:
                break
        self._draw_here(canvas, here, step)
        while (rows := self._join_rows(width, step)) >= canvas.height - y and self._short < len(self.host.doors):
            self._short += 1
        room = max(1, canvas.height - y - rows - apart)  # how to join comes first
        while (rows_told := sum(len(wrapped(parts, below.width - 3)) for parts in told)) > room and len(told) > 1:
            told.pop()
        height = min(room, rows_told)
        join = Rect(x, y, width, min(rows, canvas.height - y - height))
        self._draw_doors(canvas, join, step)
        strip(canvas, below._replace(y=min(join.bottom + step, canvas.height - height), height=height), told)

    @property
    def _linked(self) -> list[LinkedDoor]:
        """The doors whose links others can open."""
        return [door for door in self.host.doors if isinstance(door, LinkedDoor) and door.distant]

    def _draw_qr_code(self, canvas: Canvas, seat: int) -> None:
        """Draw the link of a seat to be scanned, in the middle of what is left beside what it is."""
        door = self._linked[0]
        modules = door.qr_code(seat)
        name = self.host.table.seats[seat].name
        room = Rect(0, 1, canvas.width, canvas.height - 1)
        drawn = qr_size(canvas.look, modules, room)
        if drawn is None:
            told = _("This window is too small for the QR code: make it larger.")
            paragraph(canvas, room.inset(2), 3, [(told, "text", False)])
            return
        beside = canvas.width - drawn.width - 6
        parts = [(_("For {name} alone.", name=name), "text", True), (" ", "text", False),
                 (_("Point a phone's camera at it to open the link."), "text", False)]  # fmt: skip
        draw_qr_code(canvas, drawn._replace(x=canvas.width - drawn.width - 2), modules)
        y = paragraph(canvas, Rect(2, 1, beside, room.height), 3, parts)
        paragraph(canvas, Rect(2, 1, beside, room.height), y + 1, [(door.way(seat), "dim", False)])

    def _draw_here(self, canvas: Canvas, rect: Rect, step: int) -> None:
        inner = panel(canvas, rect, _("Who's here"))
        table, y = self.host.table, inner.y + step - 1
        names = [_("You, {name}", name=seat.name) if seat.how == HERE else seat.name for seat in table.seats]
        words = inner.x + 4 + max(8, *map(cell_len, names)) + 3
        for number, name in enumerate(names):
            if y >= rect.bottom:
                return
            there = number not in self.host.awaited
            if number == self.chosen and len(self.host.awaited) > 1:
                canvas.put(inner.x, y, "▸", "accent", "surface", True)
            canvas.put(inner.x + 1, y, "✓" if there else "…", "good" if there else "accent", "surface", True)
            canvas.put(inner.x + 4, y, cut(name, words - inner.x - 5), "text", "surface", True)
            told, ink = self._where(number)
            seat: Part = (_("seat {number}", number=number + 1), "dim", False)
            end = canvas.right(inner.right - 1, y, [seat], "surface")
            canvas.put(words, y, cut(told, max(1, end - words - 2)), ink, "surface", not there)
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
            return _("still looking at the last match"), "accent"
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
        if self.host.reservations.may_watch:
            told.append((self.host.way_to_watch(door), "text", False))
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
            told = cut(_("ssh should show the same"), room)
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
        if self.chosen is not None and (code := door.code(self.chosen)):
            end = canvas.put(column, y, f" {code} ", "on", "accent", True)
            told = _("for {name} alone", name=self.host.table.seats[self.chosen].name)
            if end + 2 + cell_len(told) <= right:
                canvas.put(end + 2, y, told, "dim", "surface")
        else:
            lost = self.chosen in self.host.away
            told = _("each has its own to come back; N makes a new one") if lost else ""
            told = told or _("each guest has a code to come back")
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
            begins = _("Everybody is here, and the match is on: Esc goes to the table.")
        elif self._meanwhile:
            begins = _("The match goes on by itself when everybody is back.")
        elif self._waiting.may_go_on:
            begins = _("The match goes on by itself when everybody is seated, or now with Enter.")
        else:
            begins = _("The match begins by itself when everybody is seated.")
        sees = _("Whoever joins sees what their seat sees, and nothing else.")
        hints = [[(self.host.hints_told, "text", False)]] if self.host.hints_told else []
        helps = [[(line, "dim", False)] for door in self._coded for line in door.helps]
        return [[(begins, "text", True)], *hints, [(sees, "text", False)], [(deals, "dim", False)], *helps]

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what was begun before goes on without its guests, and codes are where a door asks for them."""
        chosen, waits = self.chosen, not self._meanwhile
        renewable, coded = chosen in self.host.renewable, bool(self._coded)
        offered = {
            "go": self._waiting.may_go_on, "bot": waits, "renew": renewable and coded,
            "renew_link": renewable and not coded, "copy": chosen is not None,
            "choose": len(self.host.awaited) > 1, "scan": chosen is not None and bool(self._linked),
        }  # fmt: skip
        return offered.get(action, True)

    def action_copy(self) -> None:
        """Copy how the player of the chosen seat joins, as far as the terminal lets us."""
        if self.chosen is not None:
            self.app.copy_to_clipboard(self.host.invitation(self.chosen))
            self.app.notify(_("Copied, for {name} alone.", name=self.host.table.seats[self.chosen].name))

    def action_choose(self, step: int) -> None:
        """Choose another awaited seat."""
        awaited = self.host.awaited
        if self.chosen is not None:
            self._chosen = awaited[(awaited.index(self.chosen) + step) % len(awaited)]
            self._scanned = None if self._scanned is None else self._chosen
            self._changed()

    def action_scan(self) -> None:
        """Show the link of the chosen seat as a QR code, or the page again."""
        self._scanned = self.chosen if self._scanned is None else None
        self._changed()

    async def action_show(self) -> None:
        """Print how to join outside the drawn screen, each thing in one piece, to be selected by a mouse."""
        if self._shown is None:
            self.run_worker(self._show(), exit_on_error=True)

    async def _show(self) -> None:
        self._shown = Event()
        await self.app.show_plainly(self._plain_lines(), self._shown)
        self._shown = None

    def _plain_lines(self) -> list[str]:
        lines = list[str]()
        for seat in self.host.awaited:
            name = self.host.table.seats[seat].name
            lines += ["", _("For {name} alone:", name=name), *self.host.invitation(seat).splitlines()]
        lines += ["", *self.host.ways_to_watch]
        for door in self._coded:
            lines += ["", _("This machine's key:"), door.key, *door.helps]
        return [*lines, "", _("Enter goes back.")]

    def action_renew(self) -> None:
        """Let nothing that was given out for the chosen seat count any more, but what is shown from now on."""
        if self.chosen is not None:
            self.host.renew(self.chosen)

    def action_renew_link(self) -> None:
        """Do so where there are no codes."""
        self.action_renew()

    def action_watch(self) -> None:
        """Let others watch, or nobody any more."""
        self.host.let_watch(not self.host.reservations.may_watch)

    def action_bot(self) -> None:
        """Let bots play for all who have not come."""
        if self._waiting.goes_on(with_bots=True):
            self._go()

    def action_go(self) -> None:
        """Go to the table; the match waits there."""
        if self._waiting.goes_on():
            self._go()

    def action_fairness(self) -> None:
        """Open the page on fair play."""
        self.app.open_page("fairness")

    def action_close(self) -> None:
        """Shut the doors, and keep no match that was not begun; go back to one that is on, or from a QR code."""
        if self._scanned is not None:
            self.action_scan()
        elif self._meanwhile:
            self.dismiss()
        else:
            self.app.stop_waiting(self.host)
