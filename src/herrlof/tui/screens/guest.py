"""A guest's page: whose table this is, which seat is free, what can be seen from here; then one sits down."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from herrlof.bots import bot_label
from herrlof.games import lesson_files
from herrlof.messages import N_, _
from herrlof.records.names import BOT, HERE, MAX_LETTERS, PROGRAM, clean_cut
from herrlof.records.settings import THEMES
from herrlof.tui.screens.once import OnceScreen
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.canvas_widget import DrawnWidget
from herrlof.tui.widgets.fields import Choice, Field
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.pieces import header, panel, paragraph

if TYPE_CHECKING:
    from herrlof.tui.guest import GuestApp

CALLED: Final = 60.0
"""Seconds for which who reads another page is told that the match has begun."""
LOOKS = [
    *[(theme, theme) for theme in THEMES],
    ("ASCII", "ascii"),
]


class GuestScreen(OnceScreen[None]):
    """The way to a seat at somebody else's table."""

    app: GuestApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", N_("next field"), key_display="Tab"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("f2", "sit", N_("sit down"), key_display="F2", id="start"),
        Binding("f1", "rules", N_("rules"), key_display="F1", id="rules"),
        Binding("escape", "leave", N_("leave"), key_display="Esc", id="leave"),
    ]

    def __init__(self) -> None:
        """Show the table that the app has come to."""
        super().__init__()
        self._page = DrawnWidget(self.app.look, self._draw, id="guest-page")
        self._sit = Button("", id="sit", compact=True)
        self._called = False
        """Whether who reads another page was told that the match has begun."""
        self._line, self._error = Static(id="told"), Static(id="error")
        """What the table tells, also while the page is made or goes."""

    def compose(self) -> ComposeResult:
        """Lay the page out."""
        table = self.app.remote
        self._sit.label = self._sits
        yield self._page
        with Vertical(id="guest-form"):
            with Horizontal(classes="row"):
                yield Static(_("Your name"), classes="label")
                own = table.seats[table.seat].name
                yield Field(own, id="name", max_length=MAX_LETTERS, disabled=table.goes_on, compact=True)
                if not table.goes_on:
                    yield Static(_("as {name} wrote it; change it if you like", name=table.owner), classes="beside")
            with Horizontal(classes="row"):
                yield Static(_("Look"), classes="label")
                yield Choice(LOOKS, "ascii" if self.app.look.ascii else self.app.settings.theme, "look")
            if table.hello.cuts:
                with Horizontal(classes="row"):
                    yield Static(_("Your cut"), classes="label")
                    yield Field(id="cut", max_length=MAX_LETTERS, placeholder=_("no cut"), compact=True)
            with Horizontal(classes="row"):
                yield self._sit
                if lesson_files(table.game.key):
                    yield Button(_("Learn first"), id="learn", compact=True)
                yield Button(_("Leave"), id="go", compact=True)
            yield self._error
            yield self._line
        yield KeyBar(self.app.look)

    def on_mount(self) -> None:
        """Begin at the button that sits down."""
        self._sit.focus()

    def on_screen_resume(self) -> None:
        """Tell what has changed meanwhile."""
        self.heard()

    def heard(self) -> None:
        """Show what the line has told."""
        if not self.is_mounted:
            return
        self._page.redraw()
        line = Text()
        for words, ink, bold in self._told():
            line.append(words, self.app.look.style(ink, bold=bold))
        self._line.update(line)
        for field in self.query("#name, #cut").results(Input):
            field.disabled = self.app.remote.sits or (field.id == "name" and self.app.remote.goes_on)
        self._refuse(self.app.remote.refused)
        if self._sit.label != self._sits:
            self._sit.label = self._sits
            self._sit.refresh(layout=True)
        if self._begun and not self.app.left and self.app.at_table is None:
            if self.app.screen is self:
                self.app.take_seat()
            elif not self._called:
                self._called = True
                self.app.notify(_("The match has begun: Esc leads to the table."), timeout=CALLED)

    @property
    def _sits(self) -> str:
        """What the first button says."""
        table = self.app.remote
        if table.over and table.invited:
            return _("Play again")
        if not table.sits:
            return _("Sit down")
        return _("To the table") if self.app.left else _("You sit")

    def _refuse(self, why: str) -> None:
        self._error.update(Text(why))

    @property
    def _begun(self) -> bool:
        """Whether one sits, and the match has begun."""
        return self.app.remote.sits and self.app.remote.begun

    # Drawing

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        table = self.app.remote
        header(canvas, "Herrlof", _("The table of {name}", name=table.owner), [])
        roomy = canvas.height >= 15
        if roomy:
            figures.big(canvas, 1, 2, "HERRLOF", "accent")
        y, width = (7 if roomy else 2), canvas.width - 2
        half = (width - 1) // 2 + 1 if width >= 76 else width
        height = max(3, canvas.height - y - 1)
        left = panel(canvas, Rect(1, y, half, height), _("The table"))
        names = max([4, *(cell_len(seat.name) for seat in table.seats)])
        for number, seat in enumerate(table.seats):
            at = left.y + number + (1 if height > len(table.seats) + 3 else 0)
            if at >= left.bottom:
                break
            canvas.put(left.x + 1, at, seat.name, "text", "surface", True)
            told, ink = self._where(number)
            canvas.put(
                left.x + 3 + names,
                at,
                cut(told, max(1, left.right - left.x - 10 - names)),
                ink,
                "surface",
                ink != "dim",
            )
            canvas.right(left.right, at, [(_("seat {number}", number=number + 1), "dim", False)], "surface")
        played: list[Part] = [(table.played, "dim", False)]
        at = max(left.y + len(table.seats), left.bottom - len(wrapped(played, left.width - 1)))
        paragraph(canvas, Rect(left.x + 1, at, left.width - 1, left.bottom - at), at, played, "surface")
        if half < width:
            right = panel(canvas, Rect(half + 2, y, width - half - 1, height), _("From here"))
            self._from_here(canvas, right)

    def _from_here(self, canvas: Canvas, rect: Rect) -> None:
        table = self.app.remote
        lines = [
            _("You see your own cards, the table and the rules. The matches and settings of the host are shut."),
            _("The host's machine deals, and knows the cards."),
        ]
        if table.commitment is not None:
            lines.append(_("Note the beginning of the commitment: {digits}.", digits=table.commitment[:8]))
        y = rect.y
        for line in lines:
            y = paragraph(
                canvas, Rect(rect.x + 1, y, rect.width - 1, rect.bottom - y), y, [(line, "dim", False)], "surface"
            )

    def _where(self, number: int) -> tuple[str, str]:
        table = self.app.remote
        seat, there = table.seats[number], table.hello.seats[number]
        if number == table.seat:
            return (_("you sit here") if table.sits else _("this seat is for you")), "accent"
        if there.how == BOT and seat.bot is not None:
            return _("a bot: {name}", name=bot_label(table.game.key, seat.bot)), "dim"
        if there.how == PROGRAM:
            return _("another program"), "dim"
        if there.how == HERE:
            return _("at the host's keyboard"), "dim"
        return (_("is here") if number in table.present else _("awaited")), "dim"

    def _told(self) -> list[Part]:
        table = self.app.remote
        if table.over:
            again = _("{name} plays again: you are asked to come along.", name=table.owner) if table.invited else ""
            return [(_("The match is over.") + "\n", "good", False), (table.trouble or again, "dim", False)]
        if table.trouble:
            return [(table.trouble, "bad", True)]
        back = (self.app.back, "dim", False)
        if self._begun:
            return [(_("The match waits for you, and your seat is kept.") + "\n", "good", False), back]
        if table.sits:
            return [(_("The match begins when all have sat down.") + "\n", "good", False), back]
        goes_on = [(_("The match has begun, and waits for you.") + "\n", "good", False)] if table.goes_on else []
        hints = [(f"{table.hints_told}\n", "text", False)] if table.hints_told else []
        return [*goes_on, *hints, back]

    # What is done

    def on_choice_changed(self, message: Choice.Changed) -> None:
        """Draw in the look that was chosen."""
        self.app.use_look(message.value)

    def on_button_pressed(self, message: Button.Pressed) -> None:
        """Do what the button says."""
        {"sit": self.action_sit, "learn": self.action_learn, "go": self.action_leave}[str(message.button.id)]()

    def on_input_submitted(self) -> None:
        """Enter sits down."""
        self.action_sit()

    def action_sit(self) -> None:
        """Sit down; the match begins by itself."""
        table = self.app.remote
        if table.over and table.invited:
            table.come_along()
        elif self._begun:
            self.app.take_seat()
        if table.sits:
            return
        cuts = [field.value for field in self.query("#cut").results(Input)]
        try:
            name = "" if table.goes_on else table.fit_name(self.query_one("#name", Input).value)
            table.sit(clean_cut("".join(cuts)), name)
        except ValueError as error:
            self._refuse(str(error))
        else:
            self.heard()

    def action_learn(self) -> None:
        """Learn the game first."""
        self.app.show_lessons(self.app.remote.game.key)

    def action_rules(self) -> None:
        """Read the rules first."""
        self.app.show_rules(self.app.remote.game.key)

    def action_leave(self) -> None:
        """Go away; the seat is kept once one has sat in it."""
        self.app.leave()
