"""What the matches that are kept amount to: wins, points, streaks, the game's own chart, and costs over time."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from herrlof.bots import bots_of, evaluator_of
from herrlof.coach.judge import WINS
from herrlof.coach.ladder import ladder
from herrlof.coach.saying import bots_text
from herrlof.coach.statistics import Counted, Played, Statistics, as_json, cost_rows, match_rows
from herrlof.games import GAMES
from herrlof.messages import N_, _, ngettext
from herrlof.records.errors import RecordError
from herrlof.records.names import printable
from herrlof.records.storage import new_game_id
from herrlof.seats import daily
from herrlof.tui.boards import CHARTS
from herrlof.tui.screens.drawn_screen import DrawnScreen
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.canvas_widget import CanvasWidget, DrawnWidget
from herrlof.tui.widgets.charts import histogram, line, spacing, two_columns
from herrlof.tui.widgets.fitting import Column, below_free_row, fitted, gap_for
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


class StatisticsLayout(NamedTuple):
    """Where the panels stand in a window at least so large."""

    width: int
    height: int
    filters: int
    matches: Rect
    points: Rect
    moves: Rect
    chart: Rect
    costs: Rect


LAYOUTS: Final = (
    StatisticsLayout(160, 50, 3, Rect(14, 5, 44, 12), Rect(14, 18, 44, 12), Rect(14, 31, 44, 14), Rect(60, 5, 86, 26),
         Rect(60, 32, 86, 13)),
    StatisticsLayout(120, 40, 2, Rect(6, 4, 38, 8), Rect(6, 13, 38, 8), Rect(6, 22, 38, 12), Rect(46, 4, 68, 15),
         Rect(46, 20, 68, 14)),
    StatisticsLayout(80, 24, 1, Rect(1, 3, 28, 6), Rect(1, 10, 28, 5), Rect(1, 16, 28, 7), Rect(30, 3, 49, 13),
         Rect(30, 17, 49, 6)),
    StatisticsLayout(0, 0, 1, Rect(0, 3, 60, 7), Rect(0, 11, 60, 7), Rect(0, 3, 60, 7), Rect(0, 3, 60, 15),
         Rect(0, 11, 60, 7)),
)  # fmt: skip


class StatisticsScreen(DrawnScreen[None]):
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
        Binding("d,D", "today", N_("deals"), key_display="D"),
        Binding("e,E", "export", N_("export"), key_display="E"),
        Binding("escape,q,Q,s,S", "leave", N_("home"), key_display="Esc", id="leave"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._statistics = Statistics(self.app.storage)
        self._reading = (0, 0)
        self._whole = False
        self._filter = self._page_shown = 0
        self._chosen: dict[str, object] = {}
        self._ladders: dict[str, list[str]] = {}

    def on_mount(self) -> None:
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
            ("player", _("who"), players, [_("everybody"), *map(str, players[1:])]),
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
    def _ladder(self) -> list[str]:
        """Which levels of the game were beaten and who is next, in forms for a row."""
        if self._game not in self._ladders:
            beaten = self.app.storage.beaten(self._game) if self._game else ()
            self._ladders[self._game] = ladder(self._game, beaten).forms if self._game else []
        return self._ladders[self._game]

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
    def _window_layout(self) -> StatisticsLayout:
        size = self._canvas_widget.size
        return next(layout for layout in LAYOUTS if size.width >= layout.width and size.height >= layout.height - 1)

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        layout = self._window_layout
        title = GAMES[self._game].title if self._game else "Herrlof"
        told: list[Part] = [(_("from the matches kept on this machine"), "dim", False)]
        if fits := [form for form in self._ladder if cell_len(title) + cell_len(form) + 18 < canvas.width]:
            told = [(fits[0], "dim", False)]
        header(canvas, title, _("Statistics"), told, kept=False)
        if not self._whole:
            done, whole = self._reading
            rect = Rect(max(1, canvas.width // 2 - 30), canvas.height // 2 - 2, min(60, canvas.width - 2), 4)
            inner = panel(canvas, rect, _("Reading the matches"))
            bar(canvas, inner.x + 1, inner.y + 1, inner.width - 2, done / whole if whole else 0.0, "accent")
            canvas.put(inner.x + 1, inner.y + 2, _("{n} of {whole}", n=done, whole=whole), "text", "surface")
            return
        if not self._statistics.matches:
            empty: Part = (_("Finish a match, and it's counted here."), "dim", False)
            paragraph(canvas, Rect(layout.matches.x + 2, 5, canvas.width - layout.matches.x - 4, 3), 5, [empty])
            return
        shift = (canvas.width - layout.width) // 2 if layout.width else 0
        self._draw_filters(widget, canvas, max(1, layout.matches.x + shift), layout.filters)
        counted = Counted(self._game, self._counted())
        pages = (
            [(layout.matches, self._draw_matches), (layout.points, self._draw_points)],
            [(layout.chart, self._draw_chart)],
            [(layout.moves, self._draw_moves), (layout.costs, self._draw_costs)],
        )
        for place, draw in [piece for shown in pages for piece in shown] if layout.width else pages[self._page_shown]:
            draw(canvas, place._replace(x=place.x + shift), counted)
        if layout.costs.bottom + 2 < canvas.height:
            self._draw_foot(canvas, layout.matches.x + shift, layout.costs.bottom + 2, counted)

    def _draw_filters(self, widget: DrawnWidget, canvas: Canvas, left: int, y: int) -> None:
        filters = self._offered()
        self._filter = widget.in_focus = min(self._filter, len(filters) - 1)
        shown = []
        for _key, name, values, texts in filters:
            value = self._chosen.get(_key, values[0] if values else None)
            shown.append((f"{name} ", f" {cut(texts[values.index(value)] if value in values else texts[0], 14)} "))
        sizes = [cell_len(name) + cell_len(text) for name, text in shown]
        gap, x = gap_for(sizes, canvas.width - left - 1, (3, 1)), left
        for number, (size, (name, text)) in enumerate(zip(sizes, shown, strict=True)):
            here = number == self._filter
            if x > left and x + size >= canvas.width:
                x, y = left, y + 1
            widget.places.append((Rect(x, y, size, 1), number))
            x = canvas.put(x, y, name, "dim")
            x = canvas.put(x, y, text, "on" if here else "text", "accent" if here else "raised", here) + gap

    def _draw_matches(self, canvas: Canvas, rect: Rect, counted: Counted) -> None:
        footless = self._window_layout.costs.bottom + 2 >= canvas.height
        helped = len(self._statistics.chosen(self._game, None, True)) if footless and not self._chosen["help"] else 0
        inner = panel(canvas, rect, _("Matches"), _("with help: {n} more", n=helped) if helped else "")
        rows = match_rows(counted.chosen)
        played, won = sum(row.played for row in rows), sum(row.won for row in rows)
        if not played:
            canvas.put(inner.x + 1, inner.y, _("No match."), "dim", "surface")
            return
        by: dict[str | None, list[float]] = {}
        for row in rows:
            found = by.setdefault(row.bot, [0, 0])
            found[0] += row.won
            found[1] += row.played
        levels = {key: number for number, key in enumerate(bots_of(self._game))}
        order = sorted(by, key=lambda bot: (bot is None, levels.get(bot or "", 99), bot or ""))
        pitch = spacing(rect, len(order) + 1)
        inner = below_free_row(inner, pitch * (len(order) + 1))
        told = _("{won:g} won of {played}", won=won, played=played)
        canvas.put(inner.x + 1, inner.y, told, "text", "surface", True)
        canvas.right(inner.right - 1, inner.y, [(_("{n} %", n=round(100 * won / played)), "text", True)], "surface")
        shown = [(bots_text(self._game, bot), _("{won:g} of {n:g}", won=by[bot][0], n=by[bot][1])) for bot in order]
        longest, figures = (max(map(cell_len, column)) for column in zip(*shown, strict=True))
        columns = [Column(min(9, longest), min(15, longest)), Column(figures), Column(3, drop=1, grows=True)]
        name_width, figure_width, bar_width = fitted(columns, inner.width - 2)
        rows_below = range(inner.y + pitch, inner.bottom, pitch)
        for y, bot, (name, told) in zip(rows_below, order, shown, strict=False):
            canvas.put(inner.x + 1, y, cut(name, name_width), "text", "surface")
            right = inner.x + 1 + name_width + 2 + figure_width
            canvas.right(right, y, [(told, "text", False)], "surface")
            bar(canvas, right + 2, y, bar_width, by[bot][0] / by[bot][1], "weave")

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
        title = _("Cost of a decision, in wins in 100") if wins else _("Cost of a decision, in points")
        inner = panel(canvas, rect, title)
        costs = [row.mean for row in cost_rows(counted.chosen)]
        if len(costs) < FEWEST:
            told = ngettext("Too few reviewed for a line: {n} match.",
                            "Too few reviewed for a line: {n} matches.", len(costs))  # fmt: skip
            inner = below_free_row(inner, 1 + len(wrapped([(told, "dim", False)], inner.width)))
            y = paragraph(canvas, inner, inner.y, [(told, "dim", False)], "surface")
            if costs:
                mean = _("{mean:.2f} on average", mean=sum(costs) / len(costs))
                canvas.put(inner.x, y, mean, "text", "surface", True)
            return
        line(canvas, inner, costs)

    def _draw_foot(self, canvas: Canvas, x: int, y: int, counted: Counted) -> None:
        apart = len(self._statistics.chosen(self._game, None, True))
        rounds = GAMES[self._game].words.rounds(sum(match.count for match, _seats in counted.chosen))
        matches = ngettext("{n} match", "{n} matches", len(counted.chosen))
        text = _("{matches}, {rounds}. Counted separately, with hints or take-backs: {apart}.",
                 matches=matches, rounds=rounds, apart=apart)  # fmt: skip
        canvas.put(x, y, cut(text, canvas.width - x - 1), "dim")

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is something to filter and to export when matches have been read; the smallest window has pages."""
        counted = self._whole and bool(self._game)
        offered = {
            "filter": counted,
            "value": counted,
            "export": counted,
            "page": counted and not self._window_layout.width,
        }
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
        self._page_shown = (self._page_shown + 1) % 3
        self._canvas_widget.redraw()

    def action_matches(self) -> None:
        self.app.open_page("matches")

    def action_today(self) -> None:
        """Show the deals of the last days."""
        self.app.open_page("today")

    def action_export(self) -> None:
        """Write the statistics to a file, as `herrlof stats --json` prints them."""
        player = self._chosen.get("player")
        help = bool(self._chosen.get("help", False))
        told = as_json(self._statistics, self._game, None if player is None else str(player), help)
        told["days"] = daily.as_json(daily.recent_days(self.app.storage, daily.today()).results)
        name = f"statistics-{new_game_id()}.json"
        try:
            path = self.app.storage.export(name, json.dumps(told, indent=1) + "\n")
        except RecordError as error:
            self._tell(str(error), "error")
            return
        text = _("The statistics of {game} are in {file}, unfiltered.",
                 game=GAMES[self._game].title, file=printable(str(path), 1000))  # fmt: skip
        self._tell(text, "information")

    def _tell(self, text: str, severity: SeverityLevel) -> None:
        self.app.notify(self.app.look.text(text), severity=severity, timeout=TOLD, markup=False)

    def action_leave(self) -> None:
        self.dismiss()
