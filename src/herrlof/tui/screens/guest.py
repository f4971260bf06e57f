"""A guest's page: whose table this is, which seat is free, what can be seen from here; then one sits down."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Input, Static

from herrlof import languages
from herrlof.bots import bot_label
from herrlof.games import lesson_files
from herrlof.messages import N_, _
from herrlof.records.names import BOT, HERE, MAX_LETTERS, PROGRAM, clean_cut
from herrlof.records.settings import THEMES
from herrlof.seats.after import offered_to
from herrlof.seats.visit import told_of_deals
from herrlof.tui.screens.base_screen import OnceScreen
from herrlof.tui.screens.ends import MatchScreen
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.canvas_widget import DrawnWidget
from herrlof.tui.widgets.fields import Dropdown, Field
from herrlof.tui.widgets.fitting import Block, Column, below_free_row, draw_blocks, first_that_fits, fitted
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.pieces import header, panel, paragraph

if TYPE_CHECKING:
    from herrlof.tui.guest import GuestApp

LOOK, LANGUAGE, CALL = "look", "language", "call"
"""The ids of fields."""
CALLED: Final = 60.0
"""Seconds for which who reads another page is told that the match has begun."""
NARROWEST: Final = 37
"""Columns of a panel that has another beside it, at least."""
BELOW_NAME: Final = 7
"""The first row below the program's name in big letters."""
LOOKS = [
    *[(theme, theme) for theme in THEMES],
    ("ASCII", "ascii"),
]


class GuestScreen(OnceScreen[None]):
    """The way to a seat at somebody else's table."""

    app: GuestApp

    ESCAPE_LEAVES: ClassVar[bool] = True
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next", N_("next field"), key_display="Tab"),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("f2", "sit", N_("sit down"), key_display="F2", id="start"),
        Binding("f1,question_mark", "rules", N_("rules"), key_display="F1", id="rules"),
        Binding("escape", "leave", N_("leave"), key_display="Esc", id="leave"),
    ]

    def __init__(self) -> None:
        """Show the table that the app has come to."""
        super().__init__()
        self._called = False
        """Whether who reads another page was told that the match has begun."""
        self._make()

    def _make(self) -> None:
        """Make what the table changes; it may tell something while the page is made or goes."""
        self._page = DrawnWidget(self.app.look, self._draw, id="guest-page")
        self._sit = Button("", id="sit", compact=True)
        self._line, self._error = Static(id="told"), Static(id="error")

    def reword(self) -> None:
        """Lay the page out anew, at the language that was just chosen."""
        self.run_worker(self._lay_out_anew(), exclusive=True, exit_on_error=True)

    async def _lay_out_anew(self) -> None:
        typed = {field.id: field.value for field in self.query(Input)}
        self._make()
        async with self.batch():
            await self.recompose()
            for field in self.query(Input):
                field.value = typed.get(field.id, field.value)
            self.heard()
            for choice in self.query(f"Dropdown#{LANGUAGE}"):
                choice.focus()

    def compose(self) -> ComposeResult:
        """Lay the page out."""
        table = self.app.remote
        self._sit.label = self._sits
        yield self._page
        with Vertical(id="guest-form"):
            if not table.watches:
                with Horizontal(classes="row"):
                    yield Static(_("Your name"), classes="label")
                    own = table.seats[table.seat].name
                    yield Field(own, id="name", max_length=MAX_LETTERS, disabled=table.goes_on, compact=True)
                    if not table.goes_on:
                        yield Static(_("change it if you like"), classes="beside")
            if len(known := languages.offered()) > 1:
                with Horizontal(classes="row"):
                    yield Static(_("Language"), classes="label")
                    yield Dropdown([(languages.own_name(key), key) for key in known], languages.spoken(), LANGUAGE)
            with Horizontal(classes="row"):
                yield Static(_("Look"), classes="label")
                yield Dropdown(LOOKS, "ascii" if self.app.look.ascii else self.app.settings.theme, LOOK)
            if not table.watches:
                with Horizontal(classes="row"):
                    yield Static(_("Your turn"), classes="label")
                    calls = [(_("no sound"), ""), (_("bell"), "bell"), (_("notification"), "notification")]
                    yield Dropdown(calls, self.app.calls, CALL)
            if table.hello.cuts and not table.watches:
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

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nobody sits down who watches, or where there is no way back."""
        return action != "sit" or not (self.app.remote.watches or self._gone)

    def on_mount(self) -> None:
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
        if self._gone and self._sit.display:
            self._sit.display = False
            self.query_one("#go").focus()
            self.refresh_bindings()
        if self._sit.label != self._sits:
            self._sit.label = self._sits
            self._sit.refresh(layout=True)
        if self._begun and not self.app.left and self.app.at_table is None:
            if self.app.screen is self:
                self.app.take_seat()
            elif not self._called:
                self._called = True
                self.app.notify(_("The match has begun: Esc goes to the table."), timeout=CALLED)

    @property
    def _sits(self) -> str:
        """What the first button says."""
        table = self.app.remote
        if table.over and table.invited:
            return _("Play again")
        if table.watches:
            return _("To the table") if self._begun else _("You watch")
        if not table.sits:
            return _("Sit down")
        return _("To the table") if self.app.left else _("You're seated")

    def _refuse(self, why: str) -> None:
        self._error.update(Text(why))

    @property
    def _begun(self) -> bool:
        """Whether one sits, or watches, and the match has begun."""
        table = self.app.remote
        return (table.sits or table.watches) and table.begun and not self._gone

    @property
    def _gone(self) -> bool:
        """Whether there is no way back to a table whose match is not over."""
        return bool(self.app.remote.ended) and not self.app.remote.over

    # Drawing

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        table = self.app.remote
        header(canvas, "Herrlof", _("{name}'s table", name=table.owner), [])
        width = canvas.width - 2
        half, beside = fitted(
            [Column(NARROWEST, (width - 1) // 2 + 1), Column(NARROWEST, drop=1, grows=True)], width, 1
        )
        half, told = half if beside else width, self._from_here()
        played: list[Part] = [(table.played, "dim", False)]
        rows = len(table.seats) + 1 + len(wrapped(played, half - 3))
        said_rows = sum(len(wrapped(block.parts, (beside or half) - 3)) for block in told)
        needed = max(rows, said_rows) if beside else rows + said_rows
        y = first_that_fits((BELOW_NAME, 2), canvas.height - 1, lambda top: top + 1 + needed)
        if y == BELOW_NAME:
            figures.big(canvas, 1, 2, "HERRLOF", "accent")
        height = max(3, canvas.height - y - 1)
        left = panel(canvas, Rect(1, y, half, height), _("The table"))
        left = left._replace(x=left.x + 1, width=left.width - 1)
        names = max([4, *(cell_len(seat.name) for seat in table.seats)])
        first = below_free_row(left, rows).y
        for number, (seat, at) in enumerate(zip(table.seats, range(first, left.bottom), strict=False)):
            canvas.put(left.x, at, seat.name, "text", "surface", True)
            said, ink = self._where(number)
            end = canvas.right(left.right, at, [(_("seat {number}", number=number + 1), "dim", False)], "surface")
            x = left.x + 2 + names
            canvas.put(x, at, cut(said, max(1, end - x - 1)), ink, "surface", ink != "dim")
        lines = wrapped(played, left.width)
        last = max(first + len(table.seats), left.bottom - len(lines))
        paragraph(canvas, left._replace(y=last, height=left.bottom - last), last, played, "surface")
        if beside:
            right = panel(canvas, Rect(half + 2, y, beside, height), _("From here"))
            draw_blocks(canvas, right._replace(x=right.x + 1, width=right.width - 1), told, "surface")
        else:
            free = below_free_row(left._replace(y=first + len(table.seats), height=last - first - len(table.seats)), 1)
            draw_blocks(canvas, free, told, "surface")

    def _from_here(self) -> list[Block]:
        """Return what can be seen from here, and what should be noted, which goes last."""
        table = self.app.remote
        sees = _("You see your own cards, the table and the rules, not the host's matches and settings.")
        if table.watches:
            sees = _("You watch: you see the table and the rules, but no hand. Nobody waits for you.")
        told = zip((sees, *told_of_deals(table)), (2, 1, 0), strict=True)
        return [Block([(text, "dim", False)], drop=drop) for text, drop in told if text]

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
            again = _("{name} is playing again and asks you to join in.", name=table.owner) if table.invited else ""
            return [(_("The match is over.") + "\n", "good", False), (table.trouble or again, "dim", False)]
        if table.trouble:
            return [(table.trouble, "bad", True)]
        back = (self.app.back, "dim", False)
        if table.watches:
            on = _("The match is on.") if self._begun else _("The match begins when everybody is seated.")
            return [(f"{on}\n", "good", False), back]
        if self._begun:
            return [(_("The match waits; your seat is kept.") + "\n", "good", False), back]
        if table.sits:
            return [(_("The match begins when everybody is seated.") + "\n", "good", False), back]
        goes_on = [(_("The match has begun and waits for you.") + "\n", "good", False)] if table.goes_on else []
        hints = [(f"{table.hints_told}\n", "text", False)] if table.hints_told else []
        return [*goes_on, *hints, back]

    # What is done

    def on_dropdown_changed(self, message: Dropdown.Changed) -> None:
        """Draw in the look, speak the language, and call in the way, that was chosen."""
        if message.field == CALL:
            self.app.calls = message.value
            self.app.call()  # so it sounds; a browser asks whether it may
        elif message.field == LANGUAGE:
            self.app.change(self.app.settings._replace(language=message.value))
        else:
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
        if self._gone:
            return
        if table.over and table.invited:
            table.come_along()
        elif self._begun:
            self.app.take_seat()
        if table.sits or table.watches:
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
        self.app.open_page("lessons", self.app.remote.game.key)

    def action_rules(self) -> None:
        """Read the rules first."""
        self.app.open_page("rules", self.app.remote.game.key)

    def action_leave(self) -> None:
        """Go away; the seat is kept once one has sat in it."""
        self.app.leave()


class GuestMatchScreen(MatchScreen):
    """The end of a match at another's table."""

    app: GuestApp

    @property
    def choices(self) -> list[tuple[str, str]]:
        """It is played again where its host wants to, for which one may wait and ask; its record may be kept."""
        app = self.app
        names = {
            "again": _("Play again"),
            "wait": _("Wait"),
            "rematch": _("Rematch"),
            "record": _("Keep the record"),
            "review": _("Review"),
            "leave": _("Leave"),
        }
        found = offered_to(app.remote, app.can_keep_record, app.waits, app.asked_again)
        return [(one, names[one]) for one in found]

    def heading(self) -> Sequence[str]:
        """Say too that the host is waited for, or has gone."""
        remote, over = self.app.remote, _("The match is over")
        told = remote.ended.rstrip(".")
        if not told and self.app.waits and not remote.invited:
            told = _("waiting for {name}", name=remote.owner)
        return [*([_("{left} · {right}", left=over, right=told)] if told else []), *super().heading()]

    def take(self, choice: str) -> None:
        """Wait for a rematch, ask for one, or look at what was played, without leaving the page."""
        if choice == "review":
            self.action_review()
            return
        if choice not in ("wait", "rematch"):
            super().take(choice)
            return
        self.app.waits = True
        if choice == "rematch":
            self.app.ask_again()
        self.focus_on = 0
        self.heard()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whoever had a seat may review the match."""
        if action == "review":
            return not self.app.remote.watches
        return super().check_action(action, parameters)

    def action_review(self) -> None:
        """Judge what was decided, at the host's machine."""
        self.app.review_here()

    def heard(self) -> None:
        """Show what may be chosen now."""
        self.focus_on = min(self.focus_on, len(self.choices) - 1)
        self._canvas_widget.redraw()
        self.refresh_bindings()
