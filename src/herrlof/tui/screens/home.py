"""The first screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from herrlof.tui.widgets import KeyBar

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp

BANNER = (
    "█  █ █▀▀▀ █▀▀▄ █▀▀▄ █    ▄▀▀▄ █▀▀▀",
    "█▀▀█ █▀▀  █▄▄▀ █▄▄▀ █    █  █ █▀▀ ",
    "▀  ▀ ▀▀▀▀ ▀  ▀ ▀  ▀ ▀▀▀▀  ▀▀  ▀   ",
)


class HomeScreen(Screen[None]):
    """What can be done, one line each; arrows or the first letter."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = [
        ("c", "pick('continue')"),
        ("n", "pick('new')"),
        ("p", "pick('practise')"),
        ("r", "pick('rules')"),
        ("f", "pick('fairness')"),
        ("g", "pick('games')"),
        ("question_mark", "pick('rules')"),
        ("q", "pick('quit')"),
    ]

    def __init__(self) -> None:
        """Have no match to continue yet."""
        super().__init__()
        self._unfinished = ""

    def compose(self) -> ComposeResult:
        """Lay the menu out."""
        with Vertical(id="home"):
            if self.app.look.ascii:
                yield Static("H E R R L O F", id="banner")
            else:
                yield Static(Text("\n".join(BANNER)), id="banner")
            yield Static("a trick-taking game of the Vikings", id="motto")
            yield OptionList(id="menu")
        yield KeyBar()

    def on_mount(self) -> None:
        """Start in the menu."""
        self._fill()

    def on_screen_resume(self) -> None:
        """Offer what is possible now."""
        self._fill()

    def _fill(self) -> None:
        menu = self.query_one("#menu", OptionList)
        before, self._unfinished = self._unfinished, self.app.unfinished
        chosen = "" if menu.highlighted_option is None else menu.highlighted_option.id
        menu.clear_options()
        found = [
            ("new", "New game", "two or three players"),
            ("practise", "Practise", f"against {self.app.opponent}"),
            ("rules", "Rules", "both editions"),
            ("fairness", "Fair play", "the deals, the bots, and how to check them"),
            ("games", "Games", "go on, replay, deal again"),
            ("quit", "Quit", ""),
        ]
        if self._unfinished:
            found.insert(0, ("continue", "Continue", self._unfinished))
        for key, label, what in found:
            menu.add_option(Option(Content.assemble((f"{label:<14}", "bold"), what), id=key))
        lines: list[str | None] = [key for key, _, _ in found]
        stays = chosen in lines and self._unfinished in ("", before)
        menu.highlighted = lines.index(chosen) if stays else 0
        menu.focus()
        keys = [
            ("down", self.app.look.key("↑ ↓"), "choose"),
            ("enter", "Enter", "open"),
            ("question_mark", "?", "rules"),
            ("q", "Q", "quit"),
        ]
        self.query_one(KeyBar).show(keys)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what was chosen."""
        self.action_pick(event.option_id or "")

    def action_pick(self, what: str) -> None:
        """Do what a line of the menu says."""
        match what:
            case "continue":
                self.app.go_on()
            case "new":
                self.app.new_game()
            case "practise":
                self.app.practise()
            case "rules":
                self.app.show_rules()
            case "fairness":
                self.app.show_fairness()
            case "games":
                self.app.show_games()
            case "quit":
                self.app.leave()
