"""The race: both sort their piles at the same time, against the clock (K5, K6, K18, K19).

It stands over the table, and hands the table what was sorted and what the clock said only when the race is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.widgets import Static

from herrlof.game import NOBODY, Sentence, raced
from herrlof.games.how_ruck import words
from herrlof.games.how_ruck.actions import PAIRS, SEATS
from herrlof.games.how_ruck.cards import Card
from herrlof.games.how_ruck.observation import Observation
from herrlof.messages import paragraph as sentences
from herrlof.running import monotonic
from herrlof.table.connection import View
from herrlof.table.keyboard import Keyboard
from herrlof.table.race import stood_still
from herrlof.table.racing import Racing, Runner, Stage
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.guard import ENTER_GUARD
from herrlof.tui.boards.how_ruck import labels
from herrlof.tui.boards.how_ruck.choosing import Presses
from herrlof.tui.boards.how_ruck.labels import BoardSpeaker
from herrlof.tui.boards.how_ruck.pairs import TALL, TURN_SECONDS, draw_chips, draw_pair, draw_turning
from herrlof.tui.boards.how_ruck.players import barrels
from herrlof.tui.boards.how_ruck.side import draw_kinds
from herrlof.tui.boards.how_ruck.windows import regions
from herrlof.tui.commands import TableCommands
from herrlof.tui.screens.company import OTHERS
from herrlof.tui.screens.ends import GUARD
from herrlof.tui.screens.seated import SeatedScreen
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.canvas_widget import CanvasWidget, DrawnWidget
from herrlof.tui.widgets.cards import M, draw_back
from herrlof.tui.widgets.fitting import longest
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.pieces import emphasised, filled, hand_over, header, panel, paragraph
from herrlof.tui.widgets.teaching import draw_header

if TYPE_CHECKING:
    from herrlof.tui.tables import TablesApp

COUNTDOWN: Final = 3
"""Seconds before the pairs are open."""
CALL_SECONDS: Final = 0.8
"""How long the call stands above the open pairs."""
FRAMES: Final = 10
"""How often a second the clock is drawn."""
ROOMY, SPACED = 23, 19
"""Rows of a window from which on the clock is large, and of a pile from which on it is spaced."""
KEYS: Final = (("A", "D"), ("←", "→"))
"""The keys of the seats that race together: the left card of the pair, the right one."""


def _known(view: View) -> Observation:
    """Return what a seat knows, as what it is in this game."""
    return cast("Observation", view.observation)


def _pairs_left(view: View, seat: int) -> int:
    """Return how many pairs a seat has yet to sort."""
    return _known(view).pairs_left[seat]


def _sorted(runner: Runner) -> tuple[Sequence[Card], Sequence[Card]]:
    """Return what a person has kept and given: not what was made up for a pair that was put off."""
    known = _known(runner.view)
    there = [place for place in runner.placed if place < len(known.kept)]  # a move may be on its way
    return [known.kept[place] for place in there], [known.given[place] for place in there]


class RaceScreen(SeatedScreen[bool]):
    """The race of a round. Its result is False where the table is left."""

    app: TablesApp
    COMMANDS: ClassVar[set[Any]] = {TableCommands}

    BINDINGS: ClassVar[list[BindingType]] = [
        *OTHERS,
        Binding("1,2", "own_number", "open", id="own_number"),
        Binding("a,A", "place(0, 0)", labels.KeyHelp.keep, key_display="A D", id="race_a"),
        Binding("d,D", "place(0, 1)", show=False, id="race_d"),
        Binding("left", "place(1, 0)", labels.KeyHelp.keep, key_display="← →", id="race_left"),
        Binding("right", "place(1, 1)", show=False, id="race_right"),
        Binding("space,enter", "go", labels.KeyHelp.start, key_display="Space", id="race_go"),
        Binding("question_mark", "rules", labels.KeyHelp.rules, key_display="?", id="rules"),
        Binding("escape,q,Q", "leave", labels.KeyHelp.leave, key_display="Esc", id="race_leave"),
    ]

    def __init__(self, board: Board, keyboard: Keyboard) -> None:
        """Get ready for a race at this keyboard's table."""
        super().__init__(board, keyboard)
        self._table = table = keyboard.table
        context = board.context
        self._names = context.names
        public = _known(table.view(NOBODY))
        sorts, pace = public.phase == "keep", bool(context.pace)
        measured = raced(context.game).race(context.preferences)
        assert measured is not None
        self._race = Racing(
            keyboard,
            measured,
            _pairs_left if sorts else None,
            timed=sorts and public.pairs_left == (PAIRS, PAIRS),
            one_by_one=bool(context.preferences.get("apart")),
            countdown=COUNTDOWN if pace else 0,
        )
        self._handed_in = False
        self._presses = Presses()
        self._note = ""
        self._result: list[list[Part]] = []
        self._lesson_says: list[list[Part]] = []
        """Why a lesson did not take the last card, or why nobody resigns, until another card is tried."""
        self._canvas_widget = DrawnWidget(board.look, self._draw)
        self._drawn: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        yield self._canvas_widget
        yield Static(id="too-small")
        yield KeyBar(self.board.look)

    def on_mount(self) -> None:
        """Let time pass, where there is anything to sort."""
        if self._stage is Stage.OVER:
            self._go_on()
        else:
            self.set_interval(1 / FRAMES, self._tick)

    @property
    def _speaker(self) -> BoardSpeaker:
        return BoardSpeaker(_known(self.keyboard.view()), self._names)

    @property
    def _stage(self) -> Stage:
        return self._race.stage

    def _tick(self) -> None:
        """Let the race go on; where the table has gone elsewhere, it is over here."""
        if self._race.outdated:
            self._close(True)
        else:
            self._race.tick()
            self._go_on()

    def _go_on(self) -> None:
        """Hand in what was sorted when the race is over, and draw."""
        if self._stage is Stage.OVER and not self._handed_in:
            self._handed_in = True
            self.run_worker(self._hand_in(), exit_on_error=True)
        self._redraw()

    def _close(self, played: bool) -> None:
        if self.in_front:  # else it is closed when the page above has gone
            self._race.stage = Stage.LEFT
            self.dismiss(played)

    async def _hand_in(self) -> None:
        """Record what was sorted, and what the clock said; then show the times."""
        if await self._race.hand_in():
            self._result = self._result_sentences()
        self._redraw()

    def _result_sentences(self) -> list[list[Part]]:
        """Return what came of the race, in paragraphs."""
        seen, race = _known(self.keyboard.view()), self._race
        sentences = [self._speaker.race_text()]
        if not race.timed:
            sentences.insert(0, labels.times_lost_text())
        elif seen.lots:
            sentences.insert(0, words.race_even_text())
        if race.begun:
            sentences.append(labels.clock_text(race.stops, race.restarts))
        result = [emphasised(sentence) for sentence in sentences if sentence]
        if (lesson := self.board.scene.lesson) is not None:
            result.append([(lesson.said_after_race(), "text", False)])
        return result

    # Keys

    def on_key(self, event: Key) -> None:
        """Take a number at a curtain, and nothing in a window too small."""
        at_curtain = self.pressed(event) and self._stage is Stage.CURTAIN
        if at_curtain and (note := self.pressed_at_curtain(event, self._race.runner_now)) is not None:
            self._note = note
            self._race.stage = Stage.CURTAIN if note else Stage.READY
            self._redraw()

    def action_place(self, keys: int, choice: int) -> None:
        """Keep a card of the pair in hand, unless it has only just been opened or the key is still held (K6)."""
        race = self._race
        race.follow()
        runner = race.runner_of(keys)
        if runner is not None and race.may_move(runner) and runner.in_hand.legal:
            open_for = race.clock.passed - runner.open_since
            runner.note = self._presses.refusal((keys, choice), monotonic(), open_for)
            if not runner.note and not self._is_refused(runner, choice):
                race.make(runner, choice)
        self._go_on()

    def on_canvas_widget_pressed(self, message: CanvasWidget.Pressed) -> None:
        """Keep the card of a pair that was clicked."""
        message.stop()
        self.action_place(*message.target)

    def _is_refused(self, runner: Runner, choice: int) -> bool:
        """Whether a lesson does not take this card of the pair; then it says why, and the pair stays open."""
        lesson, self._lesson_says = self.board.scene.lesson, []
        if lesson is not None:
            place, action = runner.choice(choice)
            answer = lesson.answer_in_race(action, place)
            if not answer.right:
                strong, rest = answer.text
                self._lesson_says = [[(strong, "text", True), (f" {rest}", "text", False)]]
        return bool(self._lesson_says)

    def action_go(self) -> None:
        """Begin to count down, go on after a stop, or leave the times behind."""
        if self._stage is not Stage.OVER:
            self._race.go()
            self._redraw()
        elif self._result and monotonic() - self._race.since >= GUARD:
            self._close(True)

    def action_rules(self) -> None:
        """Open the rules; the clock stands still."""
        self.app.open_page("rules", self._table.game.key, "K5" if self._stage is Stage.OVER else "K6")

    def action_leave(self) -> None:
        """Stop first, so that no key beside the ones of the race ends it; then leave."""
        guard = ENTER_GUARD if self.board.context.pace else 0  # the same key, twice or held
        if self._race.halt():
            self._redraw()
        elif monotonic() - self._race.stopped >= guard and self._stage is not Stage.LEFT:
            self._close(False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which keys work now."""
        if self.small:
            return action == "leave"
        if action == "place":
            runner = self._race.runner_of(int(str(parameters[0])))
            return runner is not None and self._race.may_move(runner)
        if action == "own_number":
            return self._stage is Stage.CURTAIN
        if action == "go" and self._stage is Stage.OVER:
            return bool(self._result)
        return (
            self._stage in (Stage.READY, Stage.STOPPED) if action == "go" else super().check_action(action, parameters)
        )

    @property
    def resigning(self) -> Sequence[int]:
        """Those who race now, but from behind no curtain."""
        if self._stage in (Stage.CURTAIN, Stage.OVER, Stage.LEFT):
            return ()
        return [runner.seat for runner in self._race.people]

    def say_refused(self, why: str) -> None:
        """Say it here: the board lies below."""
        self._lesson_says = [[(why, "text", True)]]
        self._redraw()

    def ended(self) -> None:
        """Go back to the table, which shows how the match ended."""
        self._close(True)

    def describe(self, action: str) -> str | tuple[str, str]:
        label = labels.RaceLabels
        if action == "own_number":
            return self.key_of_seat(self._race.runner_now)
        if action == "go":
            return label.go_on if self._stage in (Stage.STOPPED, Stage.OVER) else label.start
        if action == "leave":
            return label.stop if self._race.runs else label.leave
        if action in ("place(0, 0)", "place(1, 0)"):
            runner = self._race.runner_of(int(action[len("place(")]))
            return label.keep if runner is None or len(self._race.people) == 1 else self._names[runner.seat]
        return super().describe(action)

    # What stops the clock

    def cover(self) -> bool:
        """Stop where the window is left, or has become too small."""
        if halted := self._race.halt():
            self._redraw()
        return halted

    def on_screen_suspend(self) -> None:
        """Stop while a page lies over the race."""
        self.cover()

    def on_screen_resume(self) -> None:
        """Draw in the size that the window has come to."""
        self.call_after_refresh(self._redraw)

    # Drawing

    def _redraw(self) -> None:
        """Draw what there is to see now, if it is anything new."""
        if not self.is_mounted:
            return
        pairs = [
            (len(runner.times), runner.note, self._race.takes_keys(runner), self._turns(runner))
            for runner in self._race.runners
        ]
        says, result = self._lesson_says or self._says(), bool(self._result)
        may_stand_in = self.company is not None and self.company.may_stand_in is not None
        keys = self._stage, result, may_stand_in
        shown = keys, self._note, self._headline(), self.app.size, pairs, says, self._notice, self._above()
        if shown != self._drawn:
            new_keys = self._drawn[:1] != shown[:1]
            self._drawn = shown
            self._canvas_widget.redraw()
            if new_keys:
                self.refresh_bindings()

    def _headline(self) -> tuple[str, str]:
        """Return what stands at the top in big figures, and its ink: the countdown, the call, and then the clock."""
        race = self._race
        match race.stage:
            case Stage.COUNT:
                return str(max(1, COUNTDOWN - int(monotonic() - race.since))), "accent"
            case Stage.RUN if race.clock.passed < CALL_SECONDS:
                return "HOW-RUCK!", "accent"
            case Stage.RUN | Stage.STOPPED:
                return str(int(race.clock.time)), "text"
        return "HOW-RUCK!", "dim"

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        """Draw the header, who sorts, and what is said below."""
        seen = _known(self._table.view(NOBODY))
        right: list[Part] = [(labels.first_to(seen.goal), "dim", False)]
        if (rate := self._race.clock.rate) < 1:
            right = filled(labels.RaceLabels.seconds_count, share=(f"{rate:.0%}", "text", True))
        elif self._stage is Stage.READY and self.board.commitment_told():
            right = filled(labels.RaceLabels.deals, code=(self.board.context.commitment[:8], "text", False))
        number = seen.round_number
        where = labels.sorting_header(number), labels.header_text(number, sorting=True, narrow=True)
        if self.board.scene.lesson is not None:
            draw_header(canvas, self.board.scene.lesson)
        else:
            header(canvas, self._table.game.title, self._with_gone(where), right)
        if self._stage is Stage.CURTAIN:
            self._draw_curtain(canvas)
            return
        roomy = canvas.height >= ROOMY
        rest = Rect(0, 1, canvas.width, canvas.height - 1 - (4 if roomy else 3))
        runners = self._race.runners
        people = [runner for runner in runners if runner.pace is None]
        if len(people) == 1 and len(runners) > 1:
            self._draw_against(canvas, rest, people[0], runners[1 - people[0].seat])
        else:
            self._draw_halves(canvas, rest, seen)
        y = rest.bottom + (1 if roomy else 0)
        canvas.put(0, y, "▸", "accent", "bg", True)
        width = canvas.width - 4
        says: list[Sequence[Part]] = [emphasised(self._says()), *(self._lesson_says or self._open_cards())]
        if self._notice:
            says = [*self._notice]
        if self._lesson_says and self._stage is not Stage.LAST:  # that somebody was first is said at once
            says = [*self._lesson_says]
        for parts in [*self._above(), *(self._result or says)]:
            y = paragraph(canvas, Rect(2, y, width, canvas.height - y), y, parts)
        goal = self._goal()
        if y + len(wrapped(goal, width)) <= canvas.height:  # it is said whole, or at the table that follows
            paragraph(canvas, Rect(2, y, width, canvas.height - y), y, goal)

    @property
    def _notice(self) -> Sequence[Sequence[Part]]:
        """What is said of who is away, where nothing else is."""
        return () if self._result or self._open_cards() else self.board.scene.notice

    def _with_gone(self, where: Sequence[str]) -> Sequence[str]:
        """Return what the header says; of who is away, where no notice says it."""
        forms = self.board.scene.with_mark(*where)
        return forms if self._notice else self.with_gone(*forms)

    def _above(self) -> list[list[Part]]:
        """Return what stands above a table, and here before all else: what goes wrong, and who wants to end it."""
        row = None if self.company is None else self.company.row(False, self.app.size.width - 4)
        told = self._table.trouble or row
        return [[(told, "bad", True)]] if told else []

    def _open_cards(self) -> list[list[Part]]:
        """Return what the open cards do, where one person sorts alone."""
        people = [runner for runner in self._race.people if self._race.may_move(runner)]
        if len(self.keyboard.people) > 1 or not people:
            return []
        left, right = map(labels.in_short, _known(people[0].in_hand).pair)
        return [[*emphasised(left), ("  ", "text", False), *emphasised(right)]]

    def _goal(self) -> list[Part]:
        """Return what one plays for, before the race, for who is new to it."""
        return self.board.goal() if self._stage is Stage.READY and self.board.scene.lesson is None else []

    def _draw_against(self, canvas: Canvas, rest: Rect, person: Runner, bot: Runner) -> None:
        """Draw a person's pile with what came of it, and beside it the bot's, what is good, and why one hurries."""
        found = regions(canvas.width, canvas.height + 1, 1)
        width = 20 if found.side is None else max(30, found.side.width)
        edge = int(found.window > 1)
        x, y = edge, rest.y + edge
        tall = rest.height >= TALL
        text = emphasised(labels.why_hurry(self._names[bot.seat]))
        low = rest.height - edge
        if tall:
            low -= len(wrapped(text, canvas.width - width - 5 - 2 * edge)) + 4  # a title, and free rows
        left = Rect(x, y, canvas.width - width - 1 - 2 * edge, low)
        self._draw_half(canvas, left, person)
        right = Rect(left.right + 1, y, width, low)
        if tall:
            why = Rect(x, left.bottom + 1, left.width, rest.bottom - left.bottom - 1)
            inner = panel(canvas, why, labels.RaceLabels.why_hurry).inset(1)
            paragraph(canvas, inner, inner.y + 1, text, "surface")
            right = right._replace(height=rest.height // 3)
            good = Rect(right.x, right.bottom + 1, width, rest.bottom - right.bottom - 1)
            self._draw_half(canvas, right, bot)
            kept = () if self._stage in (Stage.OVER, Stage.LEFT) else _sorted(person)[0]  # all is handed in
            draw_kinds(canvas, good, kept, labels.RaceLabels.good, labels.good_cards())
        else:
            self._draw_half(canvas, right, bot)
            if found.window and self._stage is not Stage.OVER:
                above = 9 + (low >= SPACED)
                good = Rect(right.x, y + above, width, low - above)
                draw_kinds(canvas, good, (), labels.RaceLabels.good, labels.good_cards())

    def _draw_halves(self, canvas: Canvas, rest: Rect, seen: Observation) -> None:
        """Draw the clock, and below it both piles; in a tall window what is good and the barrels too."""
        clock = 5 if canvas.height >= ROOMY else 3
        self._draw_clock(canvas, Rect(0, 1, canvas.width, clock))
        tall = rest.height >= TALL
        low = rest.height - clock - (11 if tall else 0)
        width = canvas.width // 2 - 2
        lefts = 1, canvas.width - 1 - width
        for seat, left in enumerate(lefts):
            rect = Rect(left, rest.y + clock, width, low)
            if self._race.one_by_one and self._stage is not Stage.OVER and seat != self._race.runner_now:
                panel(canvas, rect, self._names[seat])
                canvas.centre(rect, rect.y + rect.height // 2, labels.RaceLabels.separately, "dim", "surface")
            elif self._race.runners:
                self._draw_half(canvas, rect, self._race.runners[seat])
        if not tall:
            return
        below = Rect(lefts[0], rest.y + clock + low + 1, width, 10)
        draw_kinds(canvas, below, (), labels.RaceLabels.good, labels.good_cards())
        inner = panel(canvas, below._replace(x=lefts[1]), labels.RaceLabels.barrels)
        inner = inner._replace(x=inner.x + 1, width=inner.width - 1)
        x = inner.x
        for seat in range(SEATS):
            x = canvas.put(x, inner.y, cut(self._names[seat], width // 3), "text", "surface", True) + 1
            x = canvas.parts(x, inner.y, barrels(seat, seen), "surface") + 3
        if seen.rounds:
            won_text = emphasised(self._speaker.how_won(seen.rounds[-1]))
            paragraph(canvas, inner, inner.y + 2, won_text, "surface", 2)
        why = [(labels.RaceLabels.first_one, "text", False)]
        paragraph(canvas, inner, inner.bottom - len(wrapped(why, inner.width)), why, "surface")

    def _draw_clock(self, canvas: Canvas, rect: Rect, ground: str = "bg") -> None:
        """Draw the headline in big figures."""
        text, ink = self._headline()
        height = 7 if rect.height > 3 else 5
        figures.big_centre(canvas, rect, rect.y + (1 if height == 7 else 0), text, ink, ground, height)

    def _draw_half(self, canvas: Canvas, rect: Rect, runner: Runner) -> None:
        """Draw a seat's pairs as squares, and its open pair; of who plays alone what came of it, of a bot backs."""
        own = len(self.keyboard.people) == 1 and runner.pace is None
        label = labels.RaceLabels
        inner = panel(canvas, rect, label.your_pile if own else self._names[runner.seat])
        left, later, y = runner.left, runner.put_off_count, inner.y + (rect.height >= SPACED or canvas.height >= TALL)
        placed = PAIRS - left
        size = 3 if rect.width >= 60 else 2 if rect.width >= (46 if own else 38) else 1
        gap = " " if size > 1 else ""
        x = inner.x + 1
        for number, ink, sign in (
            (placed, "accent" if runner.pace is None else "text", "█"),
            (left - later, "line", "░"),
            (later, "dim", "▒"),
        ):
            square = (sign if canvas.look.plain else "█") * max(1, size - 1) + gap
            x = canvas.put(x, y, square * number, ink, "surface")
        end = inner.right
        if own and self._stage in (Stage.RUN, Stage.STOPPED, Stage.LAST):
            end = canvas.right(end, y, [(labels.seconds_text(int(self._race.clock.time)), "text", True)], "surface") - 1
        text = longest([labels.pairs_left(left), str(left)], end - x - 1)
        canvas.put(max(x + 1, min(end - cell_len(text), x + 2)), y, text, "text", "surface", True)
        middle = Rect(inner.x, y + 2, inner.width, inner.bottom - y - 2)
        if self._stage in (Stage.OVER, Stage.LEFT):  # left, and drawn until the table is back
            self._draw_time(canvas, middle, runner)
        elif runner.pace is not None:
            self._draw_backs(canvas, middle, runner)
        elif own and self._stage is Stage.COUNT:
            self._draw_clock(canvas, middle._replace(y=middle.y + 1), "surface")
        else:
            if own:
                rows = 2 if rect.height < TALL // 2 else 4
                kept, given = _sorted(runner)
                below = Rect(middle.x + 1, middle.bottom - rows, middle.width - 1, rows)
                why = [(labels.RaceLabels.first_one, "dim", False)]
                if self._stage is Stage.READY and canvas.height < TALL and len(wrapped(why, below.width)) <= rows:
                    paragraph(canvas, below, below.y, why, "surface")  # nothing is sorted yet
                else:
                    draw_chips(canvas, below, kept, given)
                middle = middle._replace(height=middle.height - rows)
            keys = [f"{one} {two}" for one, two in zip(*KEYS, strict=True)]
            self._draw_pair(canvas, middle, runner, keys if self._race.people == [runner] else KEYS[runner.seat])

    def _draw_backs(self, canvas: Canvas, rect: Rect, runner: Runner) -> None:
        """Draw the pair of a bot, face down: a card turns on its edge whenever one is placed."""
        height = min(M.height, rect.height - 2)
        gap = min(6, rect.width - 2 * M.width)
        x = rect.x + (rect.width - 2 * M.width - gap) // 2
        turning = self._turns(runner)
        draw_back(canvas, x, rect.y, M.width, height, "surface")
        if turning:
            draw_turning(canvas, x + M.width + gap, rect.y, M.width, height, "surface")
        elif not runner.done:
            draw_back(canvas, x + M.width + gap, rect.y, M.width, height, "surface")
        if runner.pace:
            told = labels.pace_text(runner.pace), labels.whole_pace_text(runner.pace, runner.all)
            for y, text in enumerate(told[: rect.height - height], rect.y + height):
                canvas.centre(rect, y, cut(text, rect.width), "dim", "surface")

    def _turns(self, runner: Runner) -> bool:
        """Whether a bot has only just placed a card."""
        if runner.pace is None or not runner.times or self._stage is not Stage.RUN or not self.board.look.motion:
            return False
        return self._race.clock.time - runner.times[-1] < TURN_SECONDS

    def _draw_pair(self, canvas: Canvas, rect: Rect, runner: Runner, keys: Sequence[str]) -> None:
        """Draw the open pair with the keys that keep its cards; face down while nothing may be placed."""
        if runner.done:
            canvas.centre(rect, rect.y + rect.height // 2, labels.RaceLabels.done, "good", "surface", True)
            return
        is_open = self._race.may_move(runner)
        ready = not is_open or self._race.takes_keys(runner)
        note = cut(runner.note, rect.width) if is_open else ""
        pair = _known(runner.in_hand).pair if is_open else ()
        cards = draw_pair(canvas, rect, pair, keys, "surface", ready=ready, note=note)
        if is_open:
            self._canvas_widget.places += [(card, (runner.seat, choice)) for choice, card in enumerate(cards)]

    def _draw_time(self, canvas: Canvas, rect: Rect, runner: Runner) -> None:
        """Draw the time of a seat, or where it was stopped."""
        if not self._result:
            return
        label = labels.RaceLabels
        if not self._race.timed:
            text, note = "-", label.no_time
        elif runner.done:
            text, note = f"{runner.times[-1]:.1f}", label.seconds
        else:
            text, note = str(len(runner.times)), labels.then_stopped()
        height = 7 if rect.height >= 6 else 5
        y = rect.y + max(0, (rect.height - 5) // 2)
        ink = "good" if _known(self._table.view(NOBODY)).leader == runner.seat else "text"
        figures.big_centre(canvas, rect, y, text, ink, "surface", height)
        for row, line in enumerate(wrapped([(note, "dim", False)], rect.width), y + 4):
            canvas.centre(rect, row, "".join(text for text, _ink, _bold in line), "dim", "surface")

    def _draw_curtain(self, canvas: Canvas) -> None:
        turn, region = self._race.runner_now, Rect(0, 1, canvas.width, canvas.height - 1)
        hand_over(canvas, region, self._names[turn], turn + 1, labels.RaceLabels.your_turn, self._note)

    def _says(self) -> str:
        """Return what is going on, in a sentence or two."""
        race = self._race
        people = [runner.seat for runner in race.people]
        if race.waits:
            return labels.race_waits(self._names[1 - people[0]])
        match race.stage:
            case Stage.READY | Stage.COUNT:
                return labels.how_to_sort(people, self._names, anew=race.far and race.restarts > 0)
            case Stage.STOPPED:
                told = labels.clock_stopped(any(runner.put_off_count for runner in race.active))
                return Sentence(told.ask, sentences(stood_still(race.stood_still), told.why), told.rule)
            case Stage.LAST:
                return self._speaker.last_pair_text(race.first)
            case Stage.OVER:
                return self._speaker.last_pair_text(race.first) if race.first in people and race.far else ""
        return labels.sorting_text() if not self._open_cards() else labels.sorting_text().ask
