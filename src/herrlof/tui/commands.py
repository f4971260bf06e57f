"""What the command palette offers: the program's own commands, and nothing that would write a hand to a file."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider

from herrlof.games import all_keys, title_of
from herrlof.menu import PAGES, VERBS
from herrlof.messages import _
from herrlof.tui.screens.base_screen import OnceScreen
from herrlof.tui.theme import css_colour

if TYPE_CHECKING:
    from textual.app import ComposeResult

    from herrlof.tui.app import HerrlofApp


class Palette(CommandPalette, OnceScreen[None]):
    """The command palette."""

    CSS = """
    Palette SearchIcon, .-sliver CommandList { display: none; }
    Palette > Vertical { background: $surface; border: none; }
    Palette #--input { border: none; background: $raised; }
    Palette CommandList { background: $surface; border: none; }
    """

    def compose(self) -> ComposeResult:
        """Lay it out; what lies behind shines through where there are colours between those of the look."""
        app: HerrlofApp = self.app  # type: ignore[assignment]
        if not app.look.mixes:
            self.styles.background = css_colour(app.look.theme, "bg")
        return super().compose()

    def _action_command_list(self, action: str) -> None:
        """Turn pages of the list once it is laid out: the framework's would end the program before."""
        if self.query_one(CommandList).size.width:
            super()._action_command_list(action)


class TableHit(DiscoveryHit):
    """What a table can do: before anything is typed it stands above what can be done everywhere."""

    @property
    def score(self) -> float:
        """How high it stands."""
        return 1.0


class Commands(Provider):
    """Commands by name: what can be done, and what does it."""

    OFFERS: ClassVar[type[DiscoveryHit]] = DiscoveryHit

    def _commands(self) -> Iterator[tuple[str, Callable[[], object]]]:
        raise NotImplementedError

    async def discover(self) -> Hits:
        """Offer everything."""
        for name, do in self._commands():
            yield self.OFFERS(name, do)

    async def search(self, query: str) -> Hits:
        """Offer what fits."""
        matcher = self.matcher(query)
        for name, do in self._commands():
            if (score := matcher.match(name)) > 0:
                yield Hit(score, matcher.highlight(name), do)


class TableCommands(Commands):
    """What the keys of every table do, as far as it can be done now."""

    OFFERS = TableHit

    def _commands(self) -> Iterator[tuple[str, Callable[[], object]]]:
        for action, verb in VERBS.items():
            works = bool(verb.title) and hasattr(self.screen, f"action_{action}")
            if works and self.screen.check_action(action, ()) is not False:
                yield _(verb.title), partial(self.screen.run_action, action)


class AppCommands(Commands):
    """New games, pages, settings, and the way out."""

    def _commands(self) -> Iterator[tuple[str, Callable[[], object]]]:
        app: HerrlofApp = self.app  # type: ignore[assignment]
        for key in all_keys():
            for page in PAGES:
                if page.each:
                    yield _(page.each, game=title_of(key)), partial(app.open_page, page.key, key)
        for page in PAGES:
            if page.screen and not page.each:
                yield _(page.title), partial(app.open_page, page.key)
        if app.has_themes:
            yield _("Dark, light or the terminal's colours"), app.next_theme
        yield _("Home"), app.go_home
        yield _("Quit"), app.leave
