"""The others at a table, for who sits at a screen: what they say, and how one is called when it is one's turn."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.widgets import Static

from herrlof.game import IllegalAction
from herrlof.games.speech import refused
from herrlof.messages import N_, _
from herrlof.records.names import called
from herrlof.table.connection import MomentKind
from herrlof.table.keyboard import Keyboard
from herrlof.table.moments import Moment
from herrlof.table.words import READY_WORDS, heard_text, word_text
from herrlof.tui.screens.once import OnceModal
from herrlof.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from herrlof.tui.tables import TablesApp

SHOWN_SECONDS: Final = 8.0
"""For how long something that was said is shown."""
NUDGE, MUTE = "nudge", "mute"


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
        if self._keyboard.speaks:
            self._app.tell_turn(moment.kind in (MomentKind.ASK, MomentKind.HAND_OVER, MomentKind.MEASURE))

    def leave(self) -> None:
        """Call nobody any more."""
        self._app.tell_turn(False)

    def heed(self) -> None:
        """Show what was said since the last time; a nudge to who sits here calls them."""
        keyboard = self._keyboard
        new, self._heard = keyboard.table.heard[self._heard :], len(keyboard.table.heard)
        for said in new:
            nudged = keyboard.is_nudged(said)
            text = heard_text(said, called(keyboard.table.seats, keyboard.people), keyboard.people, nudged)
            if text and not self._app.muted:
                self._app.notify(self._app.look.text(text), timeout=SHOWN_SECONDS, markup=False)
            if nudged and not self._app.muted:
                self._app.bell()

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
                keyboard.say(choice)
        except IllegalAction as error:
            app.notify(refused(error), timeout=SHOWN_SECONDS, markup=False)


class SayScreen(OnceModal[str]):
    """The ready words, a nudge, and quiet: the result is the name of a word, `nudge`, `mute`, or nothing."""

    app: TablesApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        *[Binding(str(n), f"dismiss('{word}')", text) for n, (word, text) in enumerate(READY_WORDS.items(), 1)],
        Binding("n,N", f"dismiss('{NUDGE}')", N_("nudge"), key_display="N"),
        Binding("m,M", f"dismiss('{MUTE}')", N_("mute"), key_display="M"),
        Binding("escape,enter,semicolon", "dismiss('')", N_("back"), key_display="Esc"),
    ]

    def __init__(self, may_nudge: bool, muted: bool) -> None:
        """Offer the words; a nudge only where somebody has been waited for long enough."""
        super().__init__()
        self._may_nudge, self._muted = may_nudge, muted

    def compose(self) -> ComposeResult:
        """Lay the words out."""
        with Vertical(id="form"):
            yield Static(_("Say to all").upper(), classes="title")
            for number, word in enumerate(READY_WORDS, 1):
                yield Static(Text(_("{n} {name}", n=number, name=word_text(word))))
            yield Static(Text(self._about_nudge), id="deal")
            yield Static(Text(self._about_mute))
        yield KeyBar(self.app.look)

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
