"""The matches that are kept: resume, replay, deal again, delete."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Footer, OptionList, Static
from textual.widgets.option_list import Option

from herrlof.match import RecordError
from herrlof.storage import FINISHED, OPEN, UNFINISHED, Listed, read_record

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp


class GamesScreen(ModalScreen[None]):
    """One line a match, the one played last first."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "Go on, or replay", key_display="Enter"),
        Binding("r", "replay", "Replay"),
        Binding("a", "again(0)", "Same deals"),
        Binding("w", "again(1)", "Swapped"),
        Binding("d", "delete", "Delete"),
        Binding("escape,q", "back", "Home", key_display="Esc"),
    ]

    def __init__(self) -> None:
        """Look up what there is when shown."""
        super().__init__()
        self._found: list[Listed] = []
        self._doomed: Listed | None = None

    def compose(self) -> ComposeResult:
        """Lay the list out."""
        with Vertical(id="games"):
            yield Static(Text.assemble(("Matches", "bold"), "   the one played last first"))
            yield OptionList(id="list")
            yield Static(id="about")
            yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Fill the list."""
        self._fill()

    def on_screen_resume(self) -> None:
        """What was replayed may be resumed now."""
        self._fill()

    def _fill(self) -> None:
        listing = self.query_one("#list", OptionList)
        place = listing.highlighted or 0
        self._found = self.app.storage.matches()
        listing.clear_options()
        listing.add_options([Option(Content(_line(found))) for found in self._found])
        if self._found:
            listing.highlighted = min(place, len(self._found) - 1)
        else:
            self._about("No match has been played yet.")
        listing.focus()

    def _about(self, text: str) -> None:
        self.query_one("#about", Static).update(Text(text))

    @property
    def _chosen(self) -> Listed | None:
        place = self.query_one("#list", OptionList).highlighted
        return self._found[place] if place is not None and place < len(self._found) else None

    def on_option_list_option_highlighted(self) -> None:
        """Say what is wrong with a match, if anything is; and forget a delete that was not confirmed."""
        self._doomed = None
        chosen = self._chosen
        self._about("" if chosen is None else chosen.problem)

    def on_option_list_option_selected(self) -> None:
        """Go on with the match, or look at it."""
        chosen = self._chosen
        if chosen is None:
            return
        if chosen.state in (UNFINISHED, OPEN):
            self.app.resume(chosen.path)
        else:
            self.app.replay(chosen.path)

    def action_open(self) -> None:
        """Enter is the list's own key; this names it in the footer."""

    def action_replay(self) -> None:
        """Show the match move by move."""
        if (chosen := self._chosen) is not None:
            self.app.replay(chosen.path)

    def action_again(self, turn: int) -> None:
        """Play the same deals again."""
        from herrlof.match import Match

        chosen = self._chosen
        if chosen is None:
            return
        if chosen.state != FINISHED:
            self._about("The same cards can be dealt again when the match is over.")
            return
        try:
            match = Match.replay(read_record(chosen.path))
        except RecordError as fault:
            self._about(f"{fault}.")
            return
        self.app.same_deals(match, turn)

    def action_delete(self) -> None:
        """Delete at the second asking."""
        chosen = self._chosen
        if chosen is None:
            return
        if self._doomed != chosen:
            self._doomed = chosen
            self._about("Delete this match for good? Press D again; any other key keeps it.")
            return
        self._doomed = None
        try:
            self.app.storage.delete(chosen.path)
        except RecordError as fault:
            self._about(f"{fault}.")
            return
        self._fill()

    def on_key(self, event: object) -> None:
        """Any other key takes a delete back."""
        if getattr(event, "key", "") != "d" and self._doomed is not None:
            self._doomed = None
            self._about("It is kept.")

    def action_back(self) -> None:
        """Go home."""
        self.dismiss()


def _line(found: Listed) -> str:
    """Return a match in one line: when it was played last, who, score, state."""
    when = f"{datetime.fromtimestamp(found.touched):%Y-%m-%d %H:%M}"
    seats = " v ".join(seat.name for seat in found.seats) or found.path.name
    score = " : ".join(map(str, found.scores)) or "-"
    state = "open elsewhere" if found.state == OPEN else found.state
    return f"{when:<16}  {seats[:24]:<24}  {score:<12}  {state}"
