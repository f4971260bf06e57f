"""The matches that are kept: go on, replay, deal again, delete."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
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
from herrlof.messages import N_, _, ngettext, versus
from herrlof.records.errors import RecordError
from herrlof.records.listing import FINISHED, OPEN, STATES, UNFINISHED, RecordSummary, score_text
from herrlof.records.names import printable
from herrlof.tui.screens.base_screen import OnceModal, page_width
from herrlof.tui.screens.match_panel import MatchFacts, draw_match, facts_of, review_text, winner_text
from herrlof.tui.widgets.canvas import Canvas, Rect, cut
from herrlof.tui.widgets.canvas_widget import DrawnWidget
from herrlof.tui.widgets.fitting import Block, Column, draw_blocks, fitted
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.titlebar import TitleBar

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp


PANEL_ROWS: Final = ((50, 18), (40, 14), (30, 11), (24, 8))
"""By the rows that a window has at least: those of the panel of the match in focus."""
TEXT_ROWS: Final = 3
"""In a lower one it is told in so many rows."""
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
        self._bar = TitleBar(self.app.look, _("Matches"))
        self._panel = DrawnWidget(self.app.look, self._draw_panel, id="match")
        self._message = ""
        """What is told instead of the match: a question, or why there is none."""
        self._facts: dict[Path, MatchFacts] = {}
        """What was read of matches that were in focus."""
        self._found: list[RecordSummary] = []
        self._doomed: RecordSummary | None = None

    def compose(self) -> ComposeResult:
        yield self._bar
        with Vertical(id="matches", classes="page"):
            yield Static(id="heads")
            yield OptionList(id="list")
            yield self._panel
        yield KeyBar(self.app.look)

    def on_resize(self) -> None:
        """Let the columns be as wide as the window lets them be now."""
        if self not in self.app.screen_stack:
            return  # closed since
        self._panel.styles.height = self._panel_rows or TEXT_ROWS
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
        """How wide the columns of the list are: times give way first, the players have what the others leave."""
        when, game, players, score, state = map(cell_len, self._heads)
        states = [cell_len(_(name)) for name in STATES.values()]
        columns = [
            Column(max(16, when), drop=1),
            Column(max(9, game)),
            Column(max(14, players), 24, grows=True),
            Column(max(12, score), 24),
            Column(max(state, *states) + 2),
        ]
        return fitted(columns, page_width(self.app.size.width) - 1)

    def on_screen_resume(self) -> None:
        """What was replayed may be resumed now."""
        self.call_later(self.run_worker, self._fill, exclusive=True)

    async def _fill(self) -> None:
        """Read the records, and show them while one looks on."""
        listing = self.query_one("#list", OptionList)
        place = listing.highlighted or 0
        self._draw_heads()
        self._found = []
        self._facts.clear()
        listing.clear_options()
        records = self.app.storage.summaries()
        try:
            await self._add(listing, records)
        except RecordError as error:  # the folder is closed
            listing.display = False
            self._about(str(error))
            return
        self._bar.tell(ngettext("{n} match kept", "{n} matches kept", len(self._found)) if self._found else "")
        if not self._found:
            listing.display = False
            self._about(_("No match has been played yet."))
        elif place:
            listing.highlighted = min(place, len(self._found) - 1)
        if self._doomed is None:
            self._tell()
        self.refresh_bindings()

    async def _add(self, listing: OptionList, records: Iterator[RecordSummary]) -> None:
        """Add the records to the list, some at a time."""
        while some := list(islice(records, AT_ONCE)):
            self._found += some
            listing.display = True
            listing.add_options([Option(Content(self._line(found))) for found in some])
            if listing.highlighted is None:
                listing.highlighted = 0
                listing.focus()
                self.refresh_bindings()
            self._bar.tell(_("{n} …", n=len(self._found)))
            await asyncio.sleep(0)

    def _line(self, found: RecordSummary) -> str:
        """Return a match in one line: when it was played last, the game, who, score, state."""
        seats = versus(seat.name for seat in found.seats) or printable(found.path.name)
        score = score_text(found.scores) or "–"
        state = _(STATES[found.state])
        if found.help.any:
            state = f"{state} *"
        game = GAMES[found.game].title if found.game in GAMES else found.game
        return _columns([found.when(), game, seats, score, state], self._widths)

    def _about(self, text: str) -> None:
        """Tell something instead of the match in focus."""
        self._message = text
        self._panel.redraw()

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
        """Tell of the match in focus; what is kept of it is read when it is first looked at."""
        chosen = self._chosen
        if chosen is None:
            return
        self._about(printable(chosen.problem))
        if not chosen.problem and chosen.path not in self._facts:
            self.call_later(self.run_worker, self._read, group="facts", exclusive=True)

    async def _read(self) -> None:
        await asyncio.sleep(0)  # who goes through the list waits for none of those that are passed
        if (match := self._chosen) is not None and not match.problem:
            self._facts[match.path] = facts_of(match, self.app.storage)
            self._panel.redraw()

    @property
    def _panel_rows(self) -> int:
        """How many rows the panel has; 0: there is none, and the match is told in a few lines."""
        return next((rows for least, rows in PANEL_ROWS if self.app.size.height >= least), 0)

    def _draw_panel(self, widget: DrawnWidget, canvas: Canvas) -> None:
        rect, match = Rect(0, 0, canvas.width, canvas.height), self._chosen
        told = [Block([(self._message, "text", False)])] if self._message else []
        if match is None:
            draw_blocks(canvas, rect, told)
            return
        facts = self._facts.get(match.path, MatchFacts(match, (), None))
        if not told:
            told = self._blocks(facts, match.path in self._facts)
        if self._panel_rows:
            draw_match(canvas, rect, facts, told)
        else:
            draw_blocks(canvas, rect, told)

    def _blocks(self, facts: MatchFacts, read: bool) -> list[Block]:
        """Return what is said of a match, and what gives way first where rows are short."""
        match = facts.match
        where = ""
        if match.game in GAMES and match.progress:
            where = GAMES[match.game].words.progress(match.progress, match.options)
        hidden = match.game in GAMES and GAMES[match.game].hidden
        enter = {
            UNFINISHED: _("Enter continues it, R replays it so far."),
            FINISHED: _("Enter or R replays it, all hands open.") if hidden else _("Enter or R replays it."),
            OPEN: _("It's open in another program: R shows what's public."),
        }.get(match.state, "")
        if where and match.state == UNFINISHED:
            enter = _("Enter continues it at {where}; R replays it so far.", where=where)
        with_help = _("* Played with help: {help}.", help=match.help) if match.help.any else ""
        if match.help.agreed and not match.help.any:
            with_help = _("All agreed to hints.")
        ended = "" if match.ending is None else match.ending.told([seat.name for seat in match.seats])
        reviewed = facts.review is not None
        told = [
            (ended or winner_text(match), True, 0),
            (review_text(facts) if read else "", False, 1 if reviewed else 4),
            (with_help, False, 2),
            (enter, False, 3),
            (printable(match.note), False, 1),
        ]
        if not self._panel_rows:  # where there is one, it stands beside each seat
            known = bots_of(match.game)
            told += [
                (_("{name} is {bot}.", name=seat.name, bot=bot_label(match.game, seat.bot)), False, 5)
                for seat in match.seats
                if seat.bot in known and seat.name in bot_names(match.game)
            ]
        return [Block([(words, "text", bold)], drop) for words, bold, drop in told if words]

    def on_option_list_option_selected(self) -> None:
        """Go on with the match, or look at it; of one that cannot be read it stands below why not."""
        chosen = self._chosen
        if chosen is None or chosen.problem:
            return
        if chosen.offers[0] == "resume":
            self.app.resume(chosen.path)
        else:
            self.app.replay(chosen.path)

    def action_open(self) -> None:
        """Enter is the list's own key; this names it in the row of keys."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what can be done with the match in focus: one that cannot be read can only be deleted."""
        offers = () if self._chosen is None else self._chosen.offers
        if action == "open":
            return "replay" in offers
        return action in offers if action in ("replay", "review", "again", "delete") else True

    def describe(self, action: str) -> str:
        """Name what Enter does with the match in focus."""
        chosen = self._chosen
        if action != "open" or chosen is None:
            return ""
        return _("go on") if chosen.offers[0] == "resume" else _("replay")

    def action_replay(self) -> None:
        """Show the match move by move."""
        if (chosen := self._chosen) is not None:
            self.app.replay(chosen.path)

    def action_review(self) -> None:
        """Judge what was decided in the match."""
        if (chosen := self._chosen) is not None:
            self.app.review(chosen.path)

    def action_again(self, rotate_by: int) -> None:
        """Play the same deals again."""
        from herrlof.seats.begin import finished, same_deals

        chosen = self._chosen
        if chosen is None:
            return
        try:
            table = finished(self.app.storage, chosen.path)
        except ValueError as error:
            self._about(str(error))
            return
        self.app.go_home()
        self.app.sit_down(same_deals(self.app.storage, table, rotate_by))

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
            self._about(_("The match is kept."))

    def action_back(self) -> None:
        """Go home."""
        self.dismiss()


def _columns(cells: Sequence[str], widths: Sequence[int]) -> str:
    """Return cells below those of other lines; a column of no width is left out."""
    shown = [set_cell_size(cut(cell, width), width) for cell, width in zip(cells, widths, strict=True) if width]
    return "  ".join(shown).rstrip()
