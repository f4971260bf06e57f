"""What the records tell on the first screen, and the panels in which a wide window tells it."""

from __future__ import annotations

from asyncio import sleep
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Final

from rich.cells import cell_len

from herrlof.game import NOBODY
from herrlof.games import GAMES, known, lesson_files, title_of
from herrlof.games.speech import share_text
from herrlof.messages import _, all_of, versus
from herrlof.records.errors import RecordError
from herrlof.records.listing import FINISHED, RecordSummary, score_text
from herrlof.records.storage import Storage
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.fitting import Column, fitted

if TYPE_CHECKING:
    from herrlof.coach.ladder import Ladder
    from herrlof.coach.statistics import Statistics
    from herrlof.table.own import OwnTable

MOST_NEW: Final = 50
"""So many matches that were not counted yet are counted here; more wait for the statistics."""
MOST_FACTS: Final = 4


class Overview:
    """The match to continue, how many are kept and won, and how far lessons and ladders have come."""

    def __init__(self, storage: Storage) -> None:
        """Know nothing of the records yet."""
        self._storage = storage
        self.waiting: RecordSummary | None = None
        """The match to continue."""
        self.kept = 0
        """How many matches are kept."""
        self.learnt = 0
        """How many lessons are done."""
        self.warning: str | None = None
        """What is wrong with where the records are."""
        self.ladders: dict[str, Ladder] = {}
        """By game: which levels were beaten, once all else is drawn."""
        self._last: list[RecordSummary] = []
        self._next_lesson = ""
        """What the first lesson that is not done is called."""
        self._statistics: Statistics | None = None
        """What the matches amount to, where few of them are new."""

    # What is read

    def look(self, table: OwnTable | None) -> None:
        """Read what takes no time; `table`: the one that was left."""
        self.find_waiting(table)
        self.kept = self._storage.count()
        self.learnt = self._storage.lessons_done(GAMES)
        self._last = []
        self.warning = self._storage.unreadable_reason or self._storage.permission_warning()

    def find_waiting(self, table: OwnTable | None) -> None:
        """Find the match to continue: the one that was just left, or the newest in its file."""
        if table is not None and not table.over:
            view = table.view(NOBODY)
            progress = table.game.progress(view.observation)
            now = f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
            self.waiting = RecordSummary(
                table.path, "", game=table.game.key, seats=tuple(table.seats), options=table.options,
                scores=tuple(table.scores), progress=progress, next=view.mover, played=now,
            )  # fmt: skip
            return
        found = self._storage.newest_unfinished(trusting=True)
        self.waiting = found if found is not None and found.game in GAMES else None

    def read_last(self) -> None:
        """Read what a wide window tells of matches and lessons."""
        with suppress(RecordError):  # the warning says it
            finished = (found for found in self._storage.summaries() if found.state == FINISHED)
            self._last = list(islice((found for found in finished if found.game in GAMES), 5))
        self._next_lesson = self._title_of_next()

    def _title_of_next(self) -> str:
        """Return what the first lesson that is not done is called; nothing if all are."""
        from herrlof.coach.lessons import LessonError, lessons_of

        for key in filter(lesson_files, GAMES):
            done = self._storage.lessons(key)
            with suppress(LessonError):
                for number, lesson in enumerate(lessons_of(key), 1):
                    if done.get(number, 0) is not None:
                        return _(lesson.title)
        return ""

    async def count(self) -> None:
        """Count the matches, a new one at a time."""
        from herrlof.coach.statistics import Statistics

        statistics = Statistics(self._storage)
        for _done in statistics.read(MOST_NEW):
            await sleep(0)
        self._statistics = statistics

    def climb(self) -> bool:
        """Find the ladders as far as wins are known; return whether one is another than before."""
        from herrlof.coach.ladder import ladder

        before = self.ladders
        self.ladders = {
            key: ladder(key, self._storage.beaten(key, look=False)) for key in GAMES if known(key) is not None
        }
        return self.ladders != before

    @property
    def whole(self) -> bool:
        """Whether all has been read that a large window tells."""
        return bool(self._last) and self._statistics is not None

    # What is told

    def won(self, game: str | None = None) -> tuple[str, int]:
        """Return how many matches were won, and of how many, those with help left out, as the statistics do."""
        if self._statistics is None:
            return "0", 0
        from herrlof.coach.statistics import match_rows

        rows = match_rows(self._statistics.chosen(game))
        return f"{sum(row.won for row in rows):g}", sum(row.played for row in rows)

    def _numbers(self, game: str) -> list[tuple[str, str]]:
        """Return what the matches of a game amount to."""
        if self._statistics is None:
            return []
        from herrlof.coach.statistics import Counted, cost_rows

        won, played = self.won(game)
        climbed = [(form, "") for form in self.ladders[game].forms[-1:]] if game in self.ladders else []
        if not played:
            helped = len(self._statistics.chosen(game, help=True))
            told = (_("with help, counted separately"), str(helped)) if helped else (_("nothing counted yet"), "")
            return [told, *climbed]
        chosen = self._statistics.chosen(game)
        rows = [(_("matches won"), _("{won} of {n}", won=won, n=played))]
        rows += Counted(game, chosen).facts()[:MOST_FACTS]
        if costs := cost_rows(chosen):
            rows.append((_("cost of a decision"), f"{costs[-1].mean:.2f}"))
        return [*rows[: MOST_FACTS + 2 - len(climbed)], *climbed]

    def draw(self, canvas: Canvas, rect: Rect, game: str) -> None:
        """Draw how far the lessons have come, the last matches, and what those of a game amount to."""
        from herrlof.tui.widgets.pieces import filled, panel

        learn, numbers = rect._replace(width=38), Rect(rect.right - 36, rect.y, 36, rect.height)
        last = Rect(learn.right + 2, rect.y, numbers.x - learn.right - 4, rect.height)
        inner = panel(canvas, learn, _("Learn"))
        if self._next_lesson:
            coming: Part = (self._next_lesson, "text", True)
            parts = wrapped(filled(_("next: {name}"), name=coming), inner.width - 2, 1)[0]
            canvas.parts(inner.x + 1, inner.y + 1, parts, "surface")
        for y, key in zip(range(inner.y + 3, inner.bottom), filter(lesson_files, GAMES), strict=False):
            done = [step is None for step in self._storage.lessons(key).values()].count(True)
            count = len(lesson_files(key))
            canvas.put(inner.x + 1, y, cut(title_of(key), 9), "text", "surface")
            told = _("{done} of {count}", done=done, count=count)
            end = canvas.right(inner.right - 1, y, [(told, "dim", False)], "surface")
            step = 2 if 2 * count <= end - inner.x - 11 else 1
            for number in range(count):
                sign, ink = ("▄", "accent") if number < done else ("▁", "line")
                canvas.put(inner.x + 11 + step * number, y, sign, ink, "surface")
        self._draw_last(canvas, panel(canvas, last, _("Last matches")))
        inner = panel(canvas, numbers, _("{game} in numbers", game=title_of(game)))
        rows = self._numbers(game) if known(game) is not None else []
        for y, (what, figure) in zip(range(inner.y + 1, inner.bottom - 1), rows, strict=False):
            end = canvas.right(inner.right - 1, y, [(figure, "text", True)], "surface")
            canvas.put(inner.x + 1, y, cut(what, end - inner.x - 2), "dim", "surface")

    def _draw_last(self, canvas: Canvas, rect: Rect) -> None:
        """Draw a row a match: its game, the others, the score, how it ended, and when that was."""
        rows = list[tuple[Part, ...]]()
        for match in self._last:
            alone = match.people == 1
            others = versus(seat.name for seat in match.seats if not (alone and seat.bot is None))
            told = (title_of(match.game), "text", False), (others, "dim", False)
            score: Part = (score_text(match.scores), "text", False)
            rows.append((*told, score, result_part(match), (match.moment(), "dim", False)))
        if not rows:
            return
        game, others_width, score_width, result, when = (
            max(cell_len(text) for text, _ink, _bold in column) for column in zip(*rows, strict=True)
        )
        widths = fitted(
            [
                Column(min(game, 9)),
                Column(min(others_width, 6), others_width, drop=2, grows=True),
                Column(score_width),
                Column(min(result, 6), result),
                Column(when, drop=1),
            ],
            rect.width - 2,
        )
        for y, row in zip(range(rect.y + 1, rect.bottom - 1), rows, strict=False):
            x = rect.x + 1
            for place, ((text, ink, bold), width) in enumerate(zip(row, widths, strict=True)):
                if width:
                    at = x + width - cell_len(cut(text, width)) if place in (2, 4) else x
                    canvas.put(at, y, cut(text, width), ink, "surface", bold)
                    x += width + 2


def result_part(match: RecordSummary) -> Part:
    """Return how a match ended for the one person in it, in a word; of several people, who won; or nothing."""
    shares = match.returns if match.ending is None else match.ending.returns(len(match.seats))
    people = [seat for seat, sitter in enumerate(match.seats) if sitter.person]
    if not any(shares) or not people:
        return "", "dim", False
    if len(people) > 1:
        return f"✓ {all_of(seat.name for seat, share in zip(match.seats, shares, strict=False) if share)}", "dim", False
    share = shares[people[0]]
    return share_text(share), "good" if share else "dim", False
