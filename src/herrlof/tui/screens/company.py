"""The others at a table, for who sits at a screen: who is away, what they say and want, and when one is called."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static

from herrlof.game import IllegalAction
from herrlof.games.speech import refused
from herrlof.messages import N_, _, all_of, ngettext
from herrlof.records.names import called
from herrlof.table.chat import READY_WORDS, heard_text, word_text
from herrlof.table.commands import Say, WantStandIn
from herrlof.table.connection import MomentKind
from herrlof.table.keyboard import Keyboard
from herrlof.table.moments import Moment
from herrlof.table.telling import away_texts, stood_in_text
from herrlof.tui.screens.base_screen import OnceModal, OnceScreen, Result
from herrlof.tui.widgets.canvas import Part
from herrlof.tui.widgets.fitting import longest
from herrlof.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from herrlof.seats.host import Host
    from herrlof.tui.tables import TablesApp

SHOWN_SECONDS: Final = 8.0
"""For how long something that was said is shown."""
NUDGE, MUTE = "nudge", "mute"
OTHERS: Final = (
    Binding("plus", "stand_in", show=False, key_display="+", id="own_page"),
    Binding("semicolon", "say", show=False, key_display=";", tooltip=N_("say something to the others"), id="say"),
    Binding("slash", "doors", show=False, key_display="/", tooltip=N_("how the others join"), id="doors"),
)
"""The keys of a table that are about others elsewhere; `AmongOthers` does what they are for."""


class Company:
    """Who plays elsewhere, seen from one screen."""

    def __init__(self, app: TablesApp, keyboard: Keyboard) -> None:
        """Hear from now on."""
        self._app, self._keyboard = app, keyboard
        self._heard = len(keyboard.table.heard)

    def stand(self, moment: Moment) -> None:
        """Call who sits here where it is their turn: the others' may take minutes."""
        if moment.kind is MomentKind.ASK:
            self._app.call()
        if (turn := self._keyboard.turn(moment)) is not None:
            self._app.tell_turn(turn)

    def leave(self) -> None:
        """Call nobody any more."""
        self._app.tell_turn(False)

    def heed(self) -> None:
        """Show what was said since the last time; a nudge to who sits here calls them. Who is back is told of a bot."""
        keyboard = self._keyboard
        if keyboard.hears_of_stand_in():
            self._app.notify(stood_in_text(), timeout=SHOWN_SECONDS, markup=False)
        new, self._heard = keyboard.table.heard[self._heard :], len(keyboard.table.heard)
        for said in new:
            nudged = keyboard.is_nudged(said)
            text = heard_text(said, called(keyboard.table.seats, keyboard.people), keyboard.people, nudged)
            if text and not self._app.muted:
                self._app.notify(self._app.look.text(text), timeout=SHOWN_SECONDS, markup=False)
            if nudged and not self._app.muted:
                self._app.bell()

    @property
    def speaks(self) -> bool:
        """Whether there is somebody elsewhere who hears what is said here."""
        return self._keyboard.speaks

    # Who is away, and what the others want

    @property
    def _names(self) -> Sequence[str]:
        return called(self._keyboard.table.seats, self._keyboard.people)

    @property
    def host(self) -> Host | None:
        """Whose doors are open here; None: all who play are here, or at another's table."""
        return None if self._app.owner is None else self._app.owner.host

    @property
    def may_stand_in(self) -> int | None:
        return self._keyboard.may_stand_in

    def notice(self) -> Sequence[Sequence[Part]]:
        """Return who is away, and what can be done about it, in paragraphs; nothing where nobody is waited for."""
        waited = self._keyboard.table.away.waited
        if not waited:
            return ()
        gone, back = away_texts([self._names[seat] for seat in waited])
        if self.host is not None:
            name = self._all(waited)
            back = _("The same command brings {name} back; Ctrl+P shows how others join.", name=name)
        told: list[Part] = [(gone, "text", True)]
        if not self._keyboard.people:
            return [told]
        text, can = self._about_stand_in()
        return [told, [(back, "text", False)], [(text, "text" if can else "dim", False)]]

    def _about_stand_in(self) -> tuple[str, bool]:
        """Return when a bot plays for who is away, and whether that can be wanted here now."""
        seat, people = self.may_stand_in, self._keyboard.people
        if seat is None:
            return _("After ten seconds a bot may play meanwhile."), False
        if self._keyboard.table.away.is_wanted(seat, people):
            return _("You want a bot to play meanwhile; everybody here has to agree."), False
        return self._votes(seat) or _("+ lets a bot play meanwhile, if everybody here wants it."), True

    def _votes(self, seat: int) -> str:
        """Return who else wants a bot to play for who is away, in a sentence; nothing where nobody does."""
        wanted = sorted(self._keyboard.table.away.votes.get(seat, ()))
        if not wanted:
            return ""
        return ngettext("{who} wants a bot to play for {name}: + agrees.",
                        "{who} want a bot to play for {name}: + agrees.", len(wanted), who=self._all(wanted),
                        name=self._names[seat])  # fmt: skip

    def _all(self, seats: Collection[int]) -> str:
        return all_of([self._names[seat] for seat in sorted(seats)])

    def row(self, unnoticed: bool, width: int) -> str | None:
        """Return what stands above what is shown, in a row of so many columns; None: there is nothing to be said.

        That is who wants to end the match, or where no notice of it is shown, who is away.
        """
        table, people = self._keyboard.table, self._keyboard.people
        if table.over or not people:
            return None
        if wanted := self._keyboard.end_is_wanted_by:
            n, name = len(wanted), self._all(wanted)
            forms = [
                ngettext("{name} wants to end the match here, with no winner: = answers.",
                         "{name} want to end the match here, with no winner: = answers.", n, name=name),
                ngettext("{name} wants no winner: = answers.", "{name} want no winner: = answers.", n, name=name),
            ]  # fmt: skip
            return longest(forms, width)
        return (self.gone() or None) if unnoticed else None

    def gone(self) -> str:
        """Return in a sentence who is away, or if others want a bot to play for them, that; nothing: nobody is."""
        away, seat = self._keyboard.table.away, self.may_stand_in
        told = ""
        if seat is not None and not away.is_wanted(seat, self._keyboard.people):
            told = self._votes(seat)
        if told or not away.waited:
            return told
        return ngettext("{name} is away.", "{name} are away.", len(away.waited), name=self._all(away.waited))

    def stand_in(self) -> None:
        """Want a bot to play for who has been away for longest."""
        if (seat := self.may_stand_in) is not None:
            self._keyboard.send(WantStandIn(seat))

    def stand_in_label(self) -> str:
        """Return for whom a bot plays then."""
        seat = self.may_stand_in
        return "" if seat is None else _("a bot plays for {name}", name=self._names[seat])

    def offer(self) -> None:
        """Offer what can be said."""
        may_nudge = any(map(self._keyboard.table.may_nudge, self._keyboard.people))
        self._app.show("company:SayScreen", may_nudge, self._app.muted, then=self._take)

    def _take(self, choice: str | None) -> None:
        keyboard, app = self._keyboard, self._app
        try:
            if choice == MUTE:
                app.muted = not app.muted
            elif choice == NUDGE:
                keyboard.nudge()
            elif choice:
                keyboard.send(Say(choice))
        except IllegalAction as error:
            app.notify(refused(error), timeout=SHOWN_SECONDS, markup=False)


class AmongOthers(OnceScreen[Result]):
    """A screen at a table at which others sit elsewhere: what is done about them is done here, whatever it shows."""

    app: TablesApp

    @property
    def company(self) -> Company | None:
        """The others at the table on the screen."""
        return None if self.app.at_table is None else self.app.at_table.company

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys for others do nothing where there are none, or nobody of them is away."""
        company = self.company
        match action:
            case "say":
                return company is not None and company.speaks
            case "doors":
                return company is not None and company.host is not None
            case "stand_in":
                return company is not None and company.may_stand_in is not None
        return super().check_action(action, parameters)

    def describe(self, action: str) -> str | tuple[str, str]:
        """Return what a key does now, where its binding does not say it."""
        return self.company.stand_in_label() if action == "stand_in" and self.company is not None else ""

    def with_gone(self, *forms: str) -> Sequence[str]:
        """Return what a header says in longer and shorter forms, and who is away."""
        gone = "" if self.company is None else self.company.gone()
        return [*(_("{left} · {right}", left=form, right=gone) for form in forms if gone), *forms]

    def action_stand_in(self) -> None:
        """Want a bot to play for who is away."""
        if self.company is not None:
            self.company.stand_in()

    def action_say(self) -> None:
        """Offer what can be said to the others."""
        if self.company is not None:
            self.company.offer()

    def action_doors(self) -> None:
        """Show how who is away comes back."""
        if self.company is not None and self.company.host is not None:
            self.app.show("waiting:WaitScreen", self.company.host)


class SayScreen(OnceModal[str]):
    """The ready words, a nudge, and quiet: the result is the name of a word, `nudge`, `mute`, or nothing."""

    app: TablesApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(str(n), f"dismiss('{word}')", text) for n, (word, text) in enumerate(READY_WORDS.items(), 1)],
        Binding("enter", "app.bell", N_("say"), key_display="Enter"),  # the list takes it; this names it
        Binding("n,N", f"dismiss('{NUDGE}')", N_("nudge"), key_display="N"),
        Binding("m,M", f"dismiss('{MUTE}')", N_("mute"), key_display="M"),
        Binding("escape,semicolon", "dismiss('')", N_("back"), key_display="Esc"),
    ]

    def __init__(self, may_nudge: bool, muted: bool) -> None:
        """Offer the words; a nudge only where somebody has been waited for long enough."""
        super().__init__()
        self._may_nudge, self._muted = may_nudge, muted

    def compose(self) -> ComposeResult:
        """Lay the words out."""
        with Vertical(id="form"):
            yield Static(_("Say to all").upper(), classes="title")
            names = [_("{n} {name}", n=number, name=word_text(word)) for number, word in enumerate(READY_WORDS, 1)]
            yield OptionList(*map(Content, names), id="words")
            yield Static(Text(self._about_nudge), id="deal")
            yield Static(Text(self._about_mute))
        yield KeyBar(self.app.look)

    def on_mount(self) -> None:
        """Begin with the first word."""
        self.query_one("#words", OptionList).highlighted = 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Say the word that was chosen."""
        self.dismiss([*READY_WORDS][event.option_index])

    @property
    def _about_nudge(self) -> str:
        if self._may_nudge:
            return _("N reminds whoever is waited for.")
        return _("Once somebody has been waited for for half a minute, N reminds them.")

    @property
    def _about_mute(self) -> str:
        if self._muted:
            return _("You hear nothing of what the others say: M lets you hear it again.")
        return _("M mutes the others' words and nudges, for you.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Nobody is hurried."""
        return self._may_nudge if parameters == (NUDGE,) else True

    def describe(self, action: str) -> str:
        """Name what M does."""
        return _("hear them again") if action == f"dismiss('{MUTE}')" and self._muted else ""
