"""What the matches that are kept amount to: wins, points, streaks, the game's own chart, and costs over time."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from herrlof.bots import bots_of, evaluator_of
from herrlof.coach.judge import WINS
from herrlof.coach.saying import bots_text
from herrlof.coach.statistics import Counted, Played, Statistics, as_json, cost_rows, match_rows
from herrlof.games import GAMES
from herrlof.messages import N_, _, ngettext
from herrlof.records.errors import RecordError
from herrlof.records.names import printable
from herrlof.records.storage import new_game_id
from herrlof.tui.boards import CHARTS
from herrlof.tui.screens.once import OnceScreen
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut
from herrlof.tui.widgets.canvas_widget import CanvasWidget, DrawnWidget
from herrlof.tui.widgets.charts import histogram, line, spacing, two_columns
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.pieces import bar, header, panel, paragraph

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from herrlof.tui.app import HerrlofApp

FEWEST: Final = 10
"""Matches of which a line over time is drawn."""
AT_A_TIME: Final = 0.05
"""Seconds for which records are read before keys are taken again."""
SINCE: Final[tuple[int | None, ...]] = (None, 365, 90, 30, 7)
"""Days; None: ever."""
TOLD: Final = 20
"""Seconds for which it stands where a file was written, or why not."""


class Page(NamedTuple):
    """Where the panels stand in a window at least so large."""

    width: int
    height: int
    filters: int
    matches: Rect
    points: Rect
    moves: Rect
    chart: Rect
    costs: Rect


PAGES: Final = (
    Page(160, 50, 3, Rect(14, 5, 44, 12), Rect(14, 18, 44, 12), Rect(14, 31, 44, 14), Rect(60, 5, 86, 26),
         Rect(60, 32, 86, 13)),
    Page(120, 40, 2, Rect(6, 4, 38, 8), Rect(6, 13, 38, 8), Rect(6, 22, 38, 12), Rect(46, 4, 68, 15),
         Rect(46, 20, 68, 14)),
    Page(80, 24, 1, Rect(1, 3, 28, 6), Rect(1, 10, 28, 5), Rect(1, 16, 28, 7), Rect(30, 3, 49, 13),
         Rect(30, 17, 49, 6)),
    Page(0, 0, 1, Rect(0, 3, 60, 7), Rect(0, 11, 60, 7), Rect(0, 3, 60, 7), Rect(0, 3, 60, 15), Rect(0, 11, 60, 7)),
)  # fmt: skip


class StatisticsScreen(OnceScreen[None]):
    """Filters in a row, panels below; records that were not read before are read while one looks on."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "filter(-1)", N_("filter"), key_display="← →", id="left"),
        Binding("right", "filter(1)", show=False, id="right"),
        Binding("up", "value(-1)", N_("its value"), key_display="↑ ↓", id="up"),
        Binding("down", "value(1)", show=False, id="down"),
        Binding("tab", "page", N_("next page"), key_display="Tab"),
        Binding("enter", "matches", N_("the matches"), key_display="Enter"),
        Binding("g,G", "matches", show=False),
        Binding("e,E", "export", N_("export"), key_display="E"),
        Binding("escape,q,Q,s,S", "leave", N_("home"), key_display="Esc", id="leave"),
    ]

    def __init__(self) -> None:
        """Have read nothing yet."""
        super().__init__()
        self._statistics = Statistics(self.app.storage)
        self._reading = (0, 0)
        self._whole = False
        self._filter = self._page_shown = 0
        self._chosen: dict[str, object] = {}
        self._canvas_widget = DrawnWidget(self.app.look, self._draw)

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield self._canvas_widget
        yield KeyBar(self.app.look)

    def on_mount(self) -> None:
        """Read the records."""
        self.call_after_refresh(self.run_worker, self._read, exclusive=True)

    async def _read(self) -> None:
        shown = monotonic()
        for reading in self._statistics.read():
            self._reading = reading
            if monotonic() - shown > AT_A_TIME:
                self._canvas_widget.redraw()
                await asyncio.sleep(0)
                shown = monotonic()
        self._whole = True
        games = [key for key in GAMES if any(match.game == key for match in self._statistics.matches)]
        last = self.app.settings.last
        self._choose_game(last if last in games else games[0] if games else None)
        self._canvas_widget.redraw()
        self.refresh_bindings()

    def _choose_game(self, game: object) -> None:
        """Show a game, of all seats and players; its matches with help where there are no others."""
        self._chosen = {"game": game, "since": self._chosen.get("since")}
        self._chosen["help"] = not self._statistics.chosen(self._game)

    def on_resize(self) -> None:
        """Another window may have other keys."""
        self.refresh_bindings()

    # Filters

    def _filters(self) -> list[tuple[str, str, list[object], list[str]]]:
        """Return each filter: its key, its name, its values, and what these are called."""
        matches = self._statistics.matches
        games: list[object] = [key for key in GAMES if any(match.game == key for match in matches)]
        mine = [(match, seats) for match, seats in self._statistics.chosen(help=None) if match.game == self._game]
        seats: list[object] = [None, *sorted({len(match.names) for match, _seats in mine})]
        bots: list[object] = [None, *sorted({found for match, at in mine for s in at if (found := match.against(s))})]
        players: list[object] = [None, *sorted({match.names[seat] for match, at in mine for seat in at})]
        days = [_("ever"), *(_("{n} days", n=day) for day in SINCE if day is not None)]
        return [
            ("game", _("game"), games, [GAMES[str(key)].title for key in games]),
            ("seats", _("seats"), seats, [_("any"), *map(str, seats[1:])]),
            ("bot", _("against"), bots, [_("everybody"), *(bots_text(self._game, str(bot)) for bot in bots[1:])]),
            ("player", _("who"), players, [_("all"), *map(str, players[1:])]),
            ("since", _("since"), list(SINCE), days),
            ("help", _("help"), [False, True], [_("without"), _("with help")]),
        ]

    def _offered(self) -> list[tuple[str, str, list[object], list[str]]]:
        """Return the filters that make a difference: a single value besides all of them makes none."""
        helped = bool(self._statistics.chosen(self._game, help=True))
        return [
            one
            for one in self._filters()
            if one[0] in ("game", "since") or (helped if one[0] == "help" else len(one[2]) > 2)
        ]

    @property
    def _game(self) -> str:
        return str(self._chosen.get("game") or "")

    def _counted(self) -> list[tuple[Played, list[int]]]:
        """Return the matches that the filters let through, each with the seats that count."""
        chosen = self._chosen
        player = chosen.get("player")
        help = bool(chosen.get("help", False))
        found = self._statistics.chosen(self._game, None if player is None else str(player), help)
        day = chosen.get("since")
        first = "" if not isinstance(day, int) else f"{datetime.now(UTC) - timedelta(days=day):%Y-%m-%dT%H:%M:%SZ}"
        counted = []
        for match, seats in found:
            if chosen.get("seats") not in (None, len(match.names)) or match.created < first:
                continue
            against = [seat for seat in seats if chosen.get("bot") in (None, match.against(seat))]
            if against:
                counted.append((match, against))
        return counted

    # Drawing

    @property
    def _page(self) -> Page:
        size = self._canvas_widget.size
        return next(page for page in PAGES if size.width >= page.width and size.height >= page.height - 1)

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        page = self._page
        title = GAMES[self._game].title if self._game else "Herrlof"
        told: list[Part] = [(_("from the matches kept on this machine"), "dim", False)]
        header(canvas, title, _("Statistics"), told if page.width else [])
        if not self._whole:
            done, whole = self._reading
            rect = Rect(max(1, canvas.width // 2 - 30), canvas.height // 2 - 2, min(60, canvas.width - 2), 4)
            inner = panel(canvas, rect, _("Reading the matches"))
            bar(canvas, inner.x + 1, inner.y + 1, inner.width - 2, done / whole if whole else 0.0, "accent")
            canvas.put(inner.x + 1, inner.y + 2, _("{n} of {whole}", n=done, whole=whole), "text", "surface")
            return
        if not self._statistics.matches:
            canvas.put(page.matches.x + 2, 5, _("Play a match to the end, and it is counted here."), "dim")
            return
        shift = (canvas.width - page.width) // 2 if page.width else 0
        self._draw_filters(widget, canvas, max(1, page.matches.x + shift), page.filters)
        counted = Counted(self._game, self._counted())
        pages = (
            [(page.matches, self._draw_matches), (page.points, self._draw_points)],
            [(page.chart, self._draw_chart)],
            [(page.moves, self._draw_moves), (page.costs, self._draw_costs)],
        )
        for place, draw in [piece for shown in pages for piece in shown] if page.width else pages[self._page_shown]:
            draw(canvas, place._replace(x=place.x + shift), counted)
        if page.height >= 40:
            self._draw_foot(canvas, page.matches.x + shift, page.costs.bottom + 2, counted)

    def _draw_filters(self, widget: DrawnWidget, canvas: Canvas, left: int, y: int) -> None:
        filters = self._offered()
        self._filter = min(self._filter, len(filters) - 1)
        small = canvas.width < 100
        x = left
        for number, (key, name, values, texts) in enumerate(filters):
            value = self._chosen.get(key, values[0] if values else None)
            text = texts[values.index(value)] if value in values else texts[0]
            here = number == self._filter
            if x + len(name) + len(text) + 4 > canvas.width:
                x, y = left, y + 1
            begin = x
            x = canvas.put(x, y, f"{name} ", "dim")
            x = canvas.put(x, y, f" {cut(text, 14)} ", "on" if here else "text", "accent" if here else "raised", here)
            widget.places.append((Rect(begin, y, x - begin, 1), number))
            x += 1 if small else 3

    def _draw_matches(self, canvas: Canvas, rect: Rect, counted: Counted) -> None:
        inner = panel(canvas, rect, _("Matches"))
        rows = match_rows(counted.chosen)
        played, won = sum(row.played for row in rows), sum(row.won for row in rows)
        y = inner.y + (inner.height > 6)
        if not played:
            canvas.put(inner.x + 1, y, _("No match."), "dim", "surface")
            return
        told = _("{won:g} won of {played}", won=won, played=played)
        canvas.put(inner.x + 1, y, told, "text", "surface", True)
        canvas.right(inner.right - 1, y, [(_("{n} %", n=round(100 * won / played)), "text", True)], "surface")
        by: dict[str | None, list[float]] = {}
        for row in rows:
            found = by.setdefault(row.bot, [0, 0])
            found[0] += row.won
            found[1] += row.played
        levels = {key: number for number, key in enumerate(bots_of(self._game))}
        order = sorted(by, key=lambda bot: (bot is None, levels.get(bot or "", 99), bot or ""))
        wide = 10 if inner.width < 40 else 16
        pitch = spacing(rect, len(order) + 1)
        for bot in order[: inner.bottom - y - 1]:
            y += pitch
            mine, of = by[bot]
            canvas.put(inner.x + 1, y, cut(bots_text(self._game, bot), wide - 1), "text", "surface")
            canvas.right(inner.x + wide + 9, y, [(_("{won:g} of {n:g}", won=mine, n=of), "text", False)], "surface")
            left = inner.x + wide + 11
            bar(canvas, left, y, inner.right - left - 1, mine / of, "weave")

    def _draw_points(self, canvas: Canvas, rect: Rect, counted: Counted) -> None:
        now, most = counted.streaks()
        rows = [(_("won in a row, now"), str(now)), (_("won in a row, most"), str(most))]
        told = GAMES[self._game].words.statistics()
        own = [(one.title, counted.number(one)) for one in told.points] if told else counted.facts()
        if len(own) + len(rows) >= rect.height:
            rows = [(_("won in a row"), _("{now}, most {most}", now=now, most=most))]
        two_columns(canvas, rect, _("Points and streaks"), [*own, *rows])

    def _draw_moves(self, canvas: Canvas, rect: Rect, counted: Counted) -> None:
        told = GAMES[self._game].words.statistics()
        rows = [(one.title, counted.number(one)) for one in told.moves] if told else counted.moves()
        two_columns(canvas, rect, told.title if told else _("Moves in a round"), rows)

    def _draw_chart(self, canvas: Canvas, rect: Rect, counted: Counted) -> None:
        told = GAMES[self._game].words.statistics()
        if self._game in CHARTS:
            CHARTS[self._game](canvas, rect, counted)
        elif told is None:
            two_columns(canvas, rect, _("What a round brings"), counted.facts())
        else:
            histogram(canvas, rect, told.chart, counted.charted(told), told.step)

    def _draw_costs(self, canvas: Canvas, rect: Rect, counted: Counted) -> None:
        wins = evaluator_of(GAMES[self._game]).unit == WINS
        title = _("Cost of a decision, in wins of 100") if wins else _("Cost of a decision, in points")
        inner = panel(canvas, rect, title)
        costs = [row.mean for row in cost_rows(counted.chosen)]
        if len(costs) < FEWEST:
            told = ngettext("Too few matches for a line: {n} was reviewed.",
                            "Too few matches for a line: {n} were reviewed.", len(costs))  # fmt: skip
            y = paragraph(canvas, inner, inner.y + (inner.height > 6), [(told, "dim", False)], "surface")
            if costs:
                mean = _("{mean:.2f} on average", mean=sum(costs) / len(costs))
                canvas.put(inner.x, y, mean, "text", "surface", True)
            return
        line(canvas, inner, costs)

    def _draw_foot(self, canvas: Canvas, x: int, y: int, counted: Counted) -> None:
        apart = len(self._statistics.chosen(self._game, None, True))
        rounds = GAMES[self._game].words.rounds(sum(match.count for match, _seats in counted.chosen))
        matches = ngettext("{n} match", "{n} matches", len(counted.chosen))
        text = _("{matches}, {rounds}. Apart, with hints or take-backs: {apart}.",
                 matches=matches, rounds=rounds, apart=apart)  # fmt: skip
        canvas.put(x, y, cut(text, canvas.width - x - 1), "dim")

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is something to filter and to export when matches have been read; the smallest window has pages."""
        counted = self._whole and bool(self._game)
        offered = {"filter": counted, "value": counted, "export": counted, "page": counted and not self._page.width}
        return offered.get(action, True)

    def on_canvas_widget_pressed(self, message: CanvasWidget.Pressed) -> None:
        """Take a click on a filter: its next value."""
        message.stop()
        self._filter = message.target
        self.action_value(1)

    def action_filter(self, by: int) -> None:
        """Go along the filters."""
        filters = self._offered()
        self._filter = (self._filter + by) % max(1, len(filters))
        self._canvas_widget.redraw()

    def action_value(self, by: int) -> None:
        """Choose another value."""
        filters = self._offered()
        if not self._whole or not filters:
            return
        key, _name, values, _texts = filters[min(self._filter, len(filters) - 1)]
        if not values:
            return
        value = self._chosen.get(key, values[0])
        at = values.index(value) if value in values else 0
        chosen = values[(at + by) % len(values)]
        if key == "game":
            self._choose_game(chosen)
        else:
            self._chosen[key] = chosen
        self._canvas_widget.redraw()

    def action_page(self) -> None:
        """Turn the page."""
        self._page_shown = (self._page_shown + 1) % 3
        self._canvas_widget.redraw()

    def action_matches(self) -> None:
        """List the matches."""
        self.app.show_matches()

    def action_export(self) -> None:
        """Write the statistics to a file, as `herrlof stats --json` prints them."""
        player = self._chosen.get("player")
        help = bool(self._chosen.get("help", False))
        told = as_json(self._statistics, self._game, None if player is None else str(player), help)
        name = f"statistics-{new_game_id()}.json"
        try:
            path = self.app.storage.export(name, json.dumps(told, indent=1) + "\n")
        except RecordError as error:
            self._tell(str(error), "error")
            return
        text = _("The statistics of {game} are in {file}, with all seats, opponents and days.",
                 game=GAMES[self._game].title, file=printable(str(path), 1000))  # fmt: skip
        self._tell(text, "information")

    def _tell(self, text: str, severity: SeverityLevel) -> None:
        self.app.notify(self.app.look.text(text), severity=severity, timeout=TOLD, markup=False)

    def action_leave(self) -> None:
        """Go back."""
        self.dismiss()
