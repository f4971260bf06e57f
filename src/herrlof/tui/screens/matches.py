"""The matches that are kept: go on, replay, deal again, delete."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, ClassVar, Final

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from herrlof.bots import bot_label, bot_names, bots_of
from herrlof.games import GAMES
from herrlof.messages import N_, _, paragraph, versus
from herrlof.records.errors import RecordError
from herrlof.records.listing import FINISHED, OPEN, STATES, UNFINISHED, RecordSummary, score_text
from herrlof.records.names import printable
from herrlof.tui.screens.once import OnceModal
from herrlof.tui.widgets.canvas import cut
from herrlof.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp


WIDEST_LIST: Final = 120
"""Columns of the list at most, as pages.tcss has it."""
ROOMY: Final = 100
"""Columns from which on there is room for the scores of six players."""
AT_ONCE: Final = 20
"""Records read before the list is drawn and keys are taken again."""


class MatchesScreen(OnceModal[None]):
    """One line a match, the one played last first."""

    app: HerrlofApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", N_("go on, or replay"), key_display="Enter"),
        Binding("r,R", "replay", N_("replay"), key_display="R"),
        Binding("v,V", "review", N_("review"), key_display="V"),
        Binding("a,A", "again(0)", N_("same deals"), key_display="A"),
        Binding("w,W", "again(1)", N_("swapped"), key_display="W"),
        Binding("d,D", "delete", N_("delete"), key_display="D"),
        Binding("escape,q,Q", "back", N_("home"), key_display="Esc"),
    ]

    def __init__(self) -> None:
        """Look up what there is when shown."""
        super().__init__()
        self._found: list[RecordSummary] = []
        self._doomed: RecordSummary | None = None

    def compose(self) -> ComposeResult:
        """Lay the list out."""
        with Vertical(id="matches"):
            yield Static(_("Matches").upper(), id="title", classes="title")
            yield Static(id="heads")
            yield OptionList(id="list")
            yield Static(id="about")
        yield KeyBar(self.app.look)

    def on_resize(self) -> None:
        """Let the columns be as wide as the window lets them be now."""
        if self not in self.app.screen_stack:
            return  # closed since
        self._draw_heads()
        listing = self.query_one("#list", OptionList)
        for place, found in enumerate(self._found):
            listing.replace_option_prompt_at_index(place, Content(self._line(found)))

    def _draw_heads(self) -> None:
        self.query_one("#heads", Static).update(Text(_columns(self._heads, self._widths)))

    @property
    def _heads(self) -> list[str]:
        return [_("played last"), _("game"), _("players"), _("score"), _("state")]

    @property
    def _widths(self) -> list[int]:
        """How wide the columns of the list are: the players have what the others leave, times give way first."""
        heads = list(map(cell_len, self._heads))
        states = [cell_len(_(name)) for name in STATES.values()]
        when, game, score, state = max(16, heads[0]), max(9, heads[1]), max(12, heads[3]), max(heads[4], *states) + 2
        if self.app.size.width >= ROOMY:
            score = max(24, score)
        room = min(self.app.size.width, WIDEST_LIST) - 4 - 3 * 2 - game - score - state
        if room - when - 2 < max(14, heads[2]):
            return [0, game, max(1, room), score, state]
        return [when, game, room - when - 2, score, state]

    def on_screen_resume(self) -> None:
        """What was replayed may be resumed now."""
        self.call_later(self.run_worker, self._fill, exclusive=True)

    async def _fill(self) -> None:
        """Read the records, and show them while one looks on."""
        listing = self.query_one("#list", OptionList)
        place = listing.highlighted or 0
        self._draw_heads()
        self._found = []
        listing.clear_options()
        records = self.app.storage.summaries()
        while some := list(islice(records, AT_ONCE)):
            self._found += some
            listing.display = True
            listing.add_options([Option(Content(self._line(found))) for found in some])
            if listing.highlighted is None:
                listing.highlighted = 0
                listing.focus()
                self.refresh_bindings()
            self.query_one("#title", Static).update(_("Matches: {n} …", n=len(self._found)).upper())
            await asyncio.sleep(0)
        self.query_one("#title", Static).update(_("Matches").upper())
        if not self._found:
            listing.display = False
            self._about(_("No match has been played yet."))
        elif place:
            listing.highlighted = min(place, len(self._found) - 1)
        if self._doomed is None:
            self._tell()
        self.refresh_bindings()

    def _line(self, found: RecordSummary) -> str:
        """Return a match in one line: when it was played last, the game, who, score, state."""
        seats = versus(seat.name for seat in found.seats) or printable(found.path.name)
        score = score_text(found.scores) or "-"
        state = _(STATES[found.state])
        if found.help.any:
            state = f"{state} *"
        game = GAMES[found.game].title if found.game in GAMES else found.game
        return _columns([found.when(), game, seats, score, state], self._widths)

    def _about(self, text: str) -> None:
        self.query_one("#about", Static).update(Text(self.app.look.text(text)))

    @property
    def _chosen(self) -> RecordSummary | None:
        if not self._found:
            return None
        place = self.query_one("#list", OptionList).highlighted
        return self._found[place] if place is not None and place < len(self._found) else None

    def on_option_list_option_highlighted(self) -> None:
        """Say what Enter does, or what is wrong; and forget a delete that was not confirmed."""
        self._doomed = None
        self._tell()
        self.refresh_bindings()

    def _tell(self) -> None:
        chosen = self._chosen
        if chosen is None:
            return
        if chosen.problem:
            self._about(printable(chosen.problem))
            return
        where = ""
        if chosen.game in GAMES and chosen.progress:
            where = GAMES[chosen.game].words.progress(chosen.progress, chosen.options)
        text = {
            UNFINISHED: _("Enter goes on with it, R replays what was played."),
            FINISHED: _("Enter or R replays it with everything open."),
            OPEN: _("Another program has it open: R shows what is public."),
        }.get(chosen.state, "")
        if where and chosen.state == UNFINISHED:
            text = _("Enter goes on with it at {where}; R replays what was played.", where=where)
        known = bots_of(chosen.game)
        bots = [
            _("{name} is {bot}.", name=seat.name, bot=bot_label(chosen.game, seat.bot))
            for seat in chosen.seats
            if seat.bot in known and seat.name in bot_names(chosen.game)
        ]
        with_help = _("Played with help: {help}.", help=chosen.help) if chosen.help.any else ""
        if chosen.help.agreed and not chosen.help.any:
            with_help = _("All agreed to hints.")
        self._about(paragraph(with_help, text, *bots))

    def on_option_list_option_selected(self) -> None:
        """Go on with the match, or look at it; of one that cannot be read it stands below why not."""
        chosen = self._chosen
        if chosen is None or chosen.problem:
            return
        if chosen.state in (UNFINISHED, OPEN):
            self.app.resume(chosen.path)
        else:
            self.app.replay(chosen.path)

    def action_open(self) -> None:
        """Enter is the list's own key; this names it in the row of keys."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what can be done with the match in focus: one that cannot be read can only be deleted."""
        chosen = self._chosen
        if action == "again":
            return chosen is not None and chosen.state == FINISHED and GAMES[chosen.game].chance
        if action in ("open", "replay", "review"):
            return chosen is not None and not chosen.problem
        return action != "delete" or chosen is not None

    def describe(self, action: str) -> str:
        """Name what Enter does with the match in focus."""
        chosen = self._chosen
        if action != "open" or chosen is None:
            return ""
        return _("go on") if chosen.state in (UNFINISHED, OPEN) else _("replay")

    def action_replay(self) -> None:
        """Show the match move by move."""
        if (chosen := self._chosen) is not None:
            self.app.replay(chosen.path)

    def action_review(self) -> None:
        """Judge what was decided in the match."""
        if (chosen := self._chosen) is not None:
            self.app.review(chosen.path)

    def action_again(self, turn: int) -> None:
        """Play the same deals again."""
        from herrlof.table.table import Table

        chosen = self._chosen
        if chosen is None:
            return
        try:
            table = Table.finished(chosen.path)
        except ValueError as error:
            self._about(str(error))
            return
        self.app.go_home()
        self.app.sit_down(table.again(self.app.storage, turn))

    def action_delete(self) -> None:
        """Delete at the second asking."""
        chosen = self._chosen
        if chosen is None:
            return
        if self._doomed != chosen:
            self._doomed = chosen
            self._about(_("Delete this match for good? Press D again; any other key keeps it."))
            return
        self._doomed = None
        try:
            self.app.storage.delete(chosen.path)
        except RecordError as error:
            self._about(str(error))
            return
        self.call_later(self.run_worker, self._fill, exclusive=True)

    def on_key(self, event: object) -> None:
        """Any other key takes a delete back."""
        if getattr(event, "key", "") not in ("d", "D") and self._doomed is not None:
            self._doomed = None
            self._about(_("It is kept."))

    def action_back(self) -> None:
        """Go home."""
        self.dismiss()


def _columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return cells below those of other lines; a column of no width is left out."""
    shown = [set_cell_size(cut(cell, width), width) for cell, width in zip(cells, widths, strict=True) if width]
    return "  ".join(shown).rstrip()
