"""Pages to read, with their search: the rules, and how play is kept fair."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import Key
from textual.widgets import Input, Markdown, OptionList
from textual.widgets.option_list import Option

from herrlof.doc_pages import Section, fairness_text, matching, rules_text, sections
from herrlof.games import GAMES
from herrlof.messages import N_, _
from herrlof.tui.boards import PICTURES
from herrlof.tui.screens.base_screen import OnceModal
from herrlof.tui.widgets.canvas import Rect
from herrlof.tui.widgets.canvas_widget import DrawnWidget
from herrlof.tui.widgets.fields import Field
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.titlebar import TitleBar

if TYPE_CHECKING:
    from herrlof.tui.tables import TablesApp


class PageScreen(OnceModal[None]):
    """All sections of a page on the left, the chosen one on the right; typing narrows the list."""

    app: TablesApp
    CSS_PATH = "../pages.tcss"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", N_("choose"), key_display="↑ ↓", priority=True),
        Binding("down", "move(1)", show=False, priority=True),
        Binding("pageup", "scroll(-1)", N_("scroll"), key_display="PgUp PgDn", priority=True),
        Binding("pagedown", "scroll(1)", show=False, priority=True),
        Binding("slash", "search", N_("search"), key_display="/"),
        Binding("escape", "back", N_("back"), key_display="Esc"),
    ]

    def __init__(self, title: str, text: str, search: str, nothing: str, key: str = "") -> None:
        """Open a Markdown text at a section; `search` stands in the empty search line, `nothing` says it missed."""
        super().__init__()
        self._title = title
        self._all = sections(text)
        self._shown = self._all
        self._search = search
        self._nothing = nothing
        self._key = key
        self._read: Section | None = None
        """The section that is open."""

    def compose(self) -> ComposeResult:
        yield TitleBar(self.app.look, self._title)
        with Vertical(id="rules", classes="page"):
            yield Field(placeholder=self._search, id="search", select_on_focus=False, compact=True)
            with Horizontal():
                yield OptionList(id="sections")
                with VerticalScroll(id="page"):
                    yield from self.picture()
                    yield Markdown(id="text", open_links=False)
        yield KeyBar(self.app.look)

    def picture(self) -> Iterable[DrawnWidget]:
        """Return what is drawn above the first section."""
        return ()

    def on_mount(self) -> None:
        """Fill the list and open the wanted section."""
        if not self.query("#sections"):
            return  # closed before it was drawn
        self._fill()
        place = next((n for n, part in enumerate(self._all) if part.key == self._key), 0)
        self._list.highlighted = place
        self._list.focus()

    @property
    def _list(self) -> OptionList:
        return self.query_one("#sections", OptionList)

    def _fill(self) -> None:
        self._list.clear_options()
        self._list.add_options([Option(Content(part.title)) for part in self._shown])

    def on_key(self, event: Key) -> None:
        """Search for what is typed wherever the focus is, or nowhere yet."""
        letter = (event.character or "").strip()
        if letter and letter.isprintable() and event.key not in self.active_bindings:
            event.stop()
            search = self.query_one("#search", Input)
            search.focus()
            search.replace(letter, *search.selection)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Narrow the list to what was typed."""
        self._shown = matching(self._all, event.value)
        self._fill()
        if self._shown:
            self._list.highlighted = 0
        else:
            self._read = None
            self.query_one("#text", Markdown).update(self._nothing)

    def on_input_submitted(self) -> None:
        """Go to the list."""
        self._list.focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Show the chosen section; the list may have become another, or the page closed, since it was chosen."""
        if event.option_index < len(self._shown):
            self._show(self._shown[event.option_index])

    def _show(self, part: Section) -> None:
        if part is self._read:
            return  # another letter of a search, and the same section is still the first
        self._read = part
        for picture in self.query(DrawnWidget):
            picture.display = part is self._all[0]
        for text in self.query("#text").results(Markdown):
            text.update(f"## {part.title}\n\n{part.text}")
        for page in self.query("#page").results(VerticalScroll):
            page.scroll_home(animate=False)

    def action_search(self) -> None:
        """Go to the search line."""
        search = self.query_one("#search", Input)
        search.focus()
        search.select_all()

    def action_move(self, step: int) -> None:
        """Choose the next section, also while typing."""
        if step < 0:
            self._list.action_cursor_up()
        else:
            self._list.action_cursor_down()

    def action_scroll(self, step: int) -> None:
        page = self.query_one("#page", VerticalScroll)
        page.scroll_relative(y=step * max(1, page.size.height - 2), animate=False)

    def action_back(self) -> None:
        """Go back to where the page was opened."""
        self.dismiss()


class RulesScreen(PageScreen):
    """The rules page of a game."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark", "keys", N_("all keys"), key_display="?")]

    def __init__(self, game: str, rule: str = "") -> None:
        """Open at the rule with this number, as in `R7`."""
        self._game, title = game, GAMES[game].title
        search, nothing = _("search the rules of {game}", game=title), _("No rule has these words.")
        super().__init__(_("Rules: {game}", game=title), rules_text(game), search, nothing, rule)

    def picture(self) -> Iterable[DrawnWidget]:
        """Return the game's cards, or what else it is played with."""
        if (draw := PICTURES.get(self._game)) is not None:
            yield DrawnWidget(
                self.app.look,
                lambda _, canvas: draw(canvas, Rect(0, 0, canvas.width, canvas.height), "bg"),
                id="picture",
            )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """All keys are those of the table below, or of home; a guest's page has a row for its few."""
        return action != "keys" or self.app.owner is not None or self.app.at_table is not None

    def action_keys(self) -> None:
        """Show all keys of the table, or of home."""
        self.app.show("keys:KeysScreen", self.app.at_table or self.app.screen_stack[0])


class FairnessScreen(PageScreen):
    """The page on fair play."""

    def __init__(self) -> None:
        """Open at the beginning."""
        search, nothing = _("search this page"), _("No part of this page has these words.")
        super().__init__(_("Fair play"), fairness_text(), search, nothing)
