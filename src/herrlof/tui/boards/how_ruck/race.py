"""The race: both sort their piles at the same time, against the clock (K5, K6, K18, K19).

It stands over the table, and hands the table what was sorted and what the clock said only when the race is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from time import monotonic
from typing import TYPE_CHECKING, ClassVar, Final, cast

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key, MouseDown, Resize
from textual.widgets import Static

from herrlof.game import NOBODY, Action, Outcome
from herrlof.games.how_ruck import words
from herrlof.games.how_ruck.actions import PAIRS, RACE_EVEN, SEATS
from herrlof.games.how_ruck.observation import Observation
from herrlof.games.how_ruck.race import CLOCKS, IN_ORDER, PAIR_SECONDS, judge
from herrlof.table.keyboard import Keyboard
from herrlof.table.table import Reading, Turn, View
from herrlof.tui.boards.board import ENTER_GUARD, Board
from herrlof.tui.boards.how_ruck.held import Presses
from herrlof.tui.boards.how_ruck.pairs import TALL, draw_chips, draw_pair
from herrlof.tui.boards.how_ruck.players import barrels
from herrlof.tui.boards.how_ruck.side import draw_kinds
from herrlof.tui.boards.how_ruck.windows import regions
from herrlof.tui.screens.ends import GUARD
from herrlof.tui.screens.once import OnceScreen
from herrlof.tui.screens.table import CURTAIN_GUARD
from herrlof.tui.theme import NONE
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.canvas_widget import DrawnWidget
from herrlof.tui.widgets.cards import M, draw_back
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.pieces import curtain, emphasised, header, panel, paragraph, too_small
from herrlof.tui.widgets.teaching import draw_header

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp

COUNTDOWN: Final = 3
"""Seconds before the pairs are open."""
CALL_SECONDS: Final = 0.8
"""How long the call stands above the open pairs."""
FRAMES: Final = 10
"""How often a second the clock is drawn."""
TURN_SECONDS: Final = 0.2
"""How long a bot's card is seen on its edge."""
ROOMY, SPACED = 23, 19
"""Rows of a window from which on the clock is large, and of a pile from which on it is spaced."""
KEYS: Final = (("A", "D"), ("←", "→"))
"""The keys of the seats that race together: the left card of the pair, the right one."""

CURTAIN, READY, COUNT, RUN, STOPPED, LAST, OVER = "curtain", "ready", "count", "run", "stopped", "last", "over"
"""Where a race is. LAST: somebody was first, and the other one places the pair in hand. OVER: the times are shown."""


def _known(view: View) -> Observation:
    """Return what a seat knows, as what it is in this game."""
    return cast("Observation", view.observation)


def _filled(pieces: Sequence[tuple[str, str]], value: Part) -> list[Part]:
    """Return a message that is drawn piece by piece, with a value where its argument stands."""
    found: list[Part] = []
    for text, name in pieces:
        found += [(text, "dim", False), value] if name else [(text, "dim", False)]
    return found


class Clock:
    """Seconds that count: none pass while it stands still, and a gentle one counts only a part of them."""

    def __init__(self, rate: float) -> None:
        """Stand still at 0; `rate` is the part of a second that counts."""
        self.rate = rate
        self._passed = 0.0
        self._since: float | None = None

    @property
    def passed(self) -> float:
        """The seconds that have passed while it ran, counted or not."""
        return self._passed + (0.0 if self._since is None else monotonic() - self._since)

    @property
    def time(self) -> float:
        """The seconds that count."""
        return self.passed * self.rate

    def go(self) -> None:
        """Run."""
        if self._since is None:
            self._since = monotonic()

    def stop(self) -> None:
        """Stand still."""
        self._passed, self._since = self.passed, None


class Runner:
    """A seat that sorts its pile: its pairs, and the times at which they were placed."""

    def __init__(self, keyboard: Keyboard, seat: int) -> None:
        """Take the first pair; of a bot the pace is known, and not what it holds."""
        table = keyboard.table
        self.seat = seat
        self.times: list[float] = []
        self._order: list[int] = []
        """The places in the pile of the pairs that a person has placed, in that order."""
        self._opened = 0
        """How many pairs of the pile have a move in the turn, be it one that is made up for a pair put off."""
        self._put_off: list[tuple[int, View]] = []
        """The pairs that were open when the clock was stopped: their places, and what is to be chosen."""
        self.turn: Turn | None = table.turn(seat) if seat in keyboard.people else None
        """The choices of a person; a bot makes its own elsewhere."""
        self.pace = None if self.turn is not None else max(PAIR_SECONDS, table.seconds_for(seat))
        """The seconds that a bot takes for a pair; None for a person."""
        self.open_since = 0.0
        """What the clock had passed when the pair in hand was opened."""
        self.note = ""
        """Why the last key did not count for the pair in hand."""
        view = table.view(NOBODY) if self.turn is None else self.turn.view()
        self.all = _known(view).pairs_left[seat]
        """How many pairs there are to sort."""

    @property
    def pair(self) -> Sequence[int]:
        """A person's pair in hand; nothing where all are placed."""
        _, view = self._open
        return _known(view).pair

    @property
    def _open(self) -> tuple[int, View]:
        """The place of the pair in hand, and what is to be chosen: those put off come after all others (K19)."""
        assert self.turn is not None
        return (self._opened, self.turn.view()) if self._opened < self.all else self._put_off[0]

    @property
    def view(self) -> View:
        """What a person has come to know."""
        assert self.turn is not None
        return self.turn.view()

    @property
    def placed(self) -> Sequence[int]:
        """The places in the pile of the pairs that a person has placed, in that order."""
        return self._order

    @property
    def opened(self) -> bool:
        """Whether the pair in hand can be placed: where the table is elsewhere it may still be on its way."""
        return bool(self._open[1].legal)

    @property
    def order(self) -> Sequence[int]:
        """The numbers of the pairs in the order in which they were placed."""
        return IN_ORDER if self.turn is None else [place + 1 for place in self._order]

    @property
    def pairs_put_off(self) -> int:
        """How many pairs come after all others."""
        return len(self._put_off)

    @property
    def done(self) -> bool:
        """Whether all pairs were placed in the race."""
        return len(self.times) >= self.all

    @property
    def pairs_left(self) -> int:
        """How many pairs are left, as the screen shows it."""
        return self.all - len(self.times)

    def choice(self, choice: int) -> tuple[int, Action]:
        """Return the place in the pile of the pair in hand, and the move that keeps one of its cards."""
        place, view = self._open
        return place, view.legal[choice]

    def place(self, choice: int, time: float, passed: float) -> None:
        """Keep a card of the pair in hand, at a time that counts."""
        place, action = self.choice(choice)
        self._make(place, action)
        self._order.append(place)
        self.times.append(time)
        self.open_since, self.note = passed, ""

    def put_off(self) -> None:
        """Let a person's pair in hand come after all others, if there are any (K19)."""
        if self.turn is not None and self.pairs_left > 1:
            place, view = self._open
            self._make(place, view.legal[0])  # made up, and changed when the pair is placed
            self._put_off.append((place, view))

    def _make(self, place: int, action: Action) -> None:
        """Take the pair in hand: its move, or another one instead of what was made up for it."""
        assert self.turn is not None
        if place == self._opened:
            self.turn.play(action)
            self._opened += 1
        else:
            self.turn.change(place, action)
            self._put_off.pop(0)

    def follow(self, time: float) -> None:
        """Let a bot place what it has placed by now: its pace is all that counts."""
        assert self.pace is not None
        while not self.done and (at := self.pace * (len(self.times) + 1)) <= time:
            self.times.append(at)


class FarRunner(Runner):
    """A person at another screen: what the clock there says is all that is known."""

    def __init__(self, keyboard: Keyboard, seat: int) -> None:
        """Have sorted nothing yet."""
        self.seat = seat
        self.times, self.turn, self.pace = [], None, 0.0
        self.open_since, self.note = 0.0, ""
        self._order, self._opened, self._put_off = [], 0, []
        self._table = keyboard.table
        self.all = _known(self._table.view(NOBODY)).pairs_left[seat]

    def follow(self, time: float) -> None:
        """Take over what the clock there says."""
        self.times = list(self._table.readings.get(self.seat, Reading()).times)


class RaceScreen(OnceScreen[bool]):
    """The race of a round. Its result is False where the table is left."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,A", "place(0, 0)", "keep left or right", key_display="A D", id="race_a"),
        Binding("d,D", "place(0, 1)", show=False, id="race_d"),
        Binding("left", "place(1, 0)", "keep left or right", key_display="← →", id="race_left"),
        Binding("right", "place(1, 1)", show=False, id="race_right"),
        Binding("space,enter", "go", "start", key_display="Space", id="race_go"),
        Binding("question_mark", "rules", "rules", key_display="?", id="rules"),
        Binding("escape,q,Q", "leave", "leave", key_display="Esc", id="race_leave"),
    ]

    def __init__(self, board: Board, keyboard: Keyboard) -> None:
        """Get ready for a race at this keyboard's table."""
        super().__init__()
        self._board = board
        self._keyboard = keyboard
        self._table = keyboard.table
        context = board.context
        self._names = context.names
        self._far = self._table.apart
        """Whether others sort at screens of their own: then each clock tells the table what it says."""
        self._number = self._table.number
        self._rate = 1.0 if self._far else CLOCKS[str(context.preferences.get("clock", "normal"))]
        self._apart = bool(context.preferences.get("apart")) and len(keyboard.people) > 1
        self._clock = Clock(self._rate)
        public = _known(self._table.view(NOBODY))
        self._unclocked = public.phase != "keep" or public.pairs_left != (PAIRS, PAIRS)
        """Whether some of the sorting has been recorded without its times: then nobody was first."""
        self._runners = [] if public.phase != "keep" else [self._runner(seat) for seat in range(SEATS)]
        self._stage = READY
        self._later = [runner.seat for runner in self._runners if self._apart and runner.all]
        """Where people sort one after the other, who has yet to begin."""
        self._turn = self._later.pop(0) if self._later else NOBODY
        """And who sorts now."""
        self._since = 0.0
        """When the countdown began, or the times came up."""
        noted = self._table.noted_clock
        self._stops, self._restarts = (0, 0) if noted is None else (noted.stops, noted.restarts + 1)
        """How often the clock was stopped while pairs were open, and how often the race has begun anew."""
        self._stopped = 0.0
        """When the clock was stopped last."""
        self._begun = False
        """Whether pairs were open on this screen."""
        self._last_input = 0.0
        self._presses = Presses()
        self._note = ""
        self._result: list[list[Part]] = []
        self._lesson_says: list[list[Part]] = []
        """Why a lesson did not take the last card, until another one is tried."""
        self._canvas_widget = DrawnWidget(board.look, self._draw)
        self._drawn: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield self._canvas_widget
        yield Static(id="too-small")
        yield KeyBar(self._board.look)

    def on_mount(self) -> None:
        """Let time pass, where there is anything to sort."""
        if not any(runner.all for runner in self._runners):
            self._finish()
            return
        if self._apart:
            self._stage = CURTAIN
        self.set_interval(1 / FRAMES, self._tick)

    # Who runs

    def _runner(self, seat: int) -> Runner:
        far = self._far and seat not in self._keyboard.people
        return (FarRunner if far else Runner)(self._keyboard, seat)

    @property
    def _own(self) -> Runner:
        """Who sorts here, where others sort elsewhere."""
        return self._runners[self._keyboard.people[0]]

    def _report(self, over: bool = False, ready: bool = True) -> None:
        """Tell the table what this clock says, where each has its own."""
        if self._far:
            own = self._own
            done = self._stops, self._restarts
            self._table.read_clock(own.seat, Reading(tuple(own.times), tuple(own.order), ready, over, *done))

    @property
    def _all_ready(self) -> bool:
        readings = self._table.readings
        return all(runner.seat in readings and readings[runner.seat].ready for runner in self._runners)

    @property
    def _sorters(self) -> Sequence[Runner]:
        """Who sorts now: both, or where people sort apart the one at the keyboard."""
        return self._runners if self._turn == NOBODY else [self._runners[self._turn]]

    @property
    def _first(self) -> int:
        """Who was done first in a race together; NOBODY before, and where no times count."""
        done = [runner for runner in self._runners if runner.done]
        if not done or self._apart or self._unclocked:
            return NOBODY
        return min(done, key=lambda runner: runner.times[-1]).seat

    def _runner_of(self, keys: int) -> Runner | None:
        """Return the person whose keys these are: alone at the keyboard one has them all."""
        people = [runner for runner in self._sorters if runner.pace is None]
        if len(people) == 1:
            return people[0]
        return self._runners[keys] if people else None

    def _is_alone(self, runner: Runner) -> bool:
        """Whether somebody has the whole keyboard now."""
        return [other for other in self._sorters if other.pace is None] == [runner]

    def _places(self, runner: Runner) -> bool:
        """Whether a person may place a pair now: while the clock runs, and after that the pair in hand."""
        if runner.done:
            return False
        return self._stage == RUN or (self._stage == LAST and runner.seat != self._first)

    def _takes_keys(self, runner: Runner) -> bool:
        """Whether the pair in hand has been open for long enough (K6)."""
        return self._clock.passed - runner.open_since >= PAIR_SECONDS

    # Time

    def _tick(self) -> None:
        """Go on with the countdown, the bots and the clock."""
        if self._far and self._table.number != self._number and self._stage not in (OVER, ""):
            self._stage = ""
            self.dismiss(True)  # somebody was away: the race begins anew, or a bot sorts
            return
        if self._stage == READY and self._far and self._all_ready:
            self._stage, self._since = COUNT, monotonic()
        if self._stage == COUNT and monotonic() - self._since >= self._countdown:
            self._stage = RUN
            if not self._begun:
                self._begun = True
                self._note_clock()
            for runner in self._sorters:
                runner.open_since = self._clock.passed
            self._clock.go()
        if self._stage == RUN:
            self._follow()
        self._redraw()

    @property
    def _countdown(self) -> float:
        return COUNTDOWN if self._board.context.pace else 0

    def _follow(self) -> None:
        """Let the bots keep up with the clock, and stop the race when somebody is done."""
        for runner in self._sorters:
            if runner.pace is not None:
                runner.follow(self._clock.time)
        if all(runner.done for runner in self._sorters):
            self._all_done()
        elif self._first != NOBODY:
            self._stage = LAST
            self._last_pair()

    def _note_clock(self) -> None:
        if self._far:
            self._report()
        else:
            self._table.note_clock(self._stops, self._restarts)

    def _last_pair(self) -> None:
        """Let the slower one place the pair in hand, unhurried; a bot does so in its own time."""
        slower = self._runners[1 - self._first]
        if isinstance(slower, FarRunner):
            self._all_done()
        elif slower.pace is not None:
            slower.times.append(slower.pace * (len(slower.times) + 1))
            self._all_done()

    def _all_done(self) -> None:
        """Go on to the second one who sorts separately, or to the times."""
        self._clock.stop()
        if self._later:
            self._turn = self._later.pop(0)
            self._stage, self._clock = CURTAIN, Clock(self._rate)
            return
        self._finish()

    def _finish(self) -> None:
        self._stage, self._since = OVER, monotonic()
        self.run_worker(self._hand_in(), exit_on_error=True)

    async def _hand_in(self) -> None:
        """Record what was sorted, and what the clock said; then show the times."""
        if self._far and self._runners:
            self._report(over=True)
            self._redraw()
            await self._table.measured()
        else:
            outcome = RACE_EVEN if self._unclocked else self._judged()
            await self._table.measure(self._table.game.encode_chance(outcome))
        self._since = monotonic()
        self._result = self._result_sentences()
        self._redraw()

    def _judged(self) -> Outcome:
        """Return what the clock said."""
        return judge([runner.times for runner in self._runners], [runner.order for runner in self._runners])

    def _result_sentences(self) -> list[list[Part]]:
        """Return what came of the race, in paragraphs."""
        seen = _known(self._keyboard.view())
        sentences = [words.race_text(seen, self._names)]
        if self._unclocked:
            sentences.insert(0, words.times_lost_text())
        elif seen.lots:
            sentences.insert(0, words.race_even_text())
        if self._begun:
            sentences.append(words.clock_text(self._stops, self._restarts))
        return [emphasised(sentence) for sentence in sentences if sentence]

    # Keys

    def on_key(self, event: Key) -> None:
        """Take a number at a curtain, and nothing in a window too small."""
        silence, self._last_input = event.time - self._last_input, event.time
        if self.has_class("-small-window") and event.key.lower() not in ("q", "escape"):
            event.stop()
        elif self._stage == CURTAIN and event.key.isascii() and event.key.isdigit():
            event.stop()
            if event.key != str(self._turn + 1):
                self._note = words.other_number(self._turn, self._names)
            elif silence < (CURTAIN_GUARD if self._board.context.pace else 0):
                self._note = words.wait_a_second()
            else:
                self._stage, self._note = READY, ""
            self._redraw()

    def on_mouse_down(self, _: MouseDown) -> None:
        """Take note of a click: it disturbs a curtain as a key does."""
        self._last_input = monotonic()

    def action_place(self, keys: int, choice: int) -> None:
        """Keep a card of the pair in hand, unless it has only just been opened or the key is still held (K6)."""
        if self._stage == RUN:
            self._follow()
        runner = self._runner_of(keys)
        if runner is None or not self._places(runner) or not runner.opened:
            return
        open_for = self._clock.passed - runner.open_since
        runner.note = self._presses.refusal((keys, choice), monotonic(), open_for)
        if runner.note or self._is_refused(runner, choice):
            self._redraw()
            return
        runner.place(choice, self._clock.time, self._clock.passed)
        self._report()
        if self._stage == LAST:
            self._all_done()
        else:
            self._follow()
        self._redraw()

    def _is_refused(self, runner: Runner, choice: int) -> bool:
        """Whether a lesson does not take this card of the pair; then it says why, and the pair stays open."""
        lesson, self._lesson_says = self._board.lesson, []
        if lesson is not None:
            place, action = runner.choice(choice)
            answer = lesson.answer_in_race(action, place)
            if not answer.right:
                strong, rest = answer.text
                self._lesson_says = [[(strong, "text", True), (f" {rest}", "text", False)]]
        return bool(self._lesson_says)

    def action_go(self) -> None:
        """Begin to count down, go on after a stop, or leave the times behind."""
        if self._stage == READY and self._far:
            self._report()
            self._redraw()
        elif self._stage in (READY, STOPPED):
            self._stage, self._since = COUNT, monotonic()
            self._redraw()
        elif self._stage == OVER and self._result and monotonic() - self._since >= GUARD:
            self._stage = ""
            self.dismiss(True)

    def action_rules(self) -> None:
        """Open the rules; the clock stands still."""
        self.app.show_rules(self._table.game.key, "K6" if self._stage != OVER else "K5")

    def action_leave(self) -> None:
        """Stop first, so that no key beside the ones of the race ends it; then leave."""
        if self._stage in (COUNT, RUN, LAST):
            self._halt()
        elif self._board.context.pace and monotonic() - self._stopped < ENTER_GUARD:
            return  # the same key, twice or held
        elif self._stage != "":
            self._stage = ""
            self.dismiss(False)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which keys work now."""
        if self.has_class("-small-window"):
            return action == "leave"
        if action == "place":
            runner = self._runner_of(int(str(parameters[0])))
            return runner is not None and self._places(runner)
        return self._stage in (READY, STOPPED, OVER) if action == "go" else True

    def describe(self, action: str) -> str:
        """Name what the keys do now."""
        label = words.race_labels()
        if action == "go":
            return label.go_on if self._stage in (STOPPED, OVER) else label.start
        if action == "leave":
            return label.stop if self._stage in (COUNT, RUN, LAST) else label.leave
        if action in ("place(0, 0)", "place(1, 0)"):
            runner = self._runner_of(int(action[len("place(")]))
            return label.keep if runner is None or self._is_alone(runner) else self._names[runner.seat]
        return ""

    # What stops the clock

    def _halt(self) -> None:
        """Stop the clock, cover the pairs, and put off those that were open; the last pair in hand has no hurry."""
        if self._stage in (COUNT, RUN, LAST):
            if self._stage == RUN:
                for runner in self._sorters:
                    runner.put_off()
            self._clock.stop()
            self._stopped = monotonic()
            if self._stage != COUNT:
                self._stops += 1
                self._note_clock()
            self._stage = CURTAIN if self._apart else STOPPED
            self._redraw()

    def cover(self) -> None:
        """Stop where the window is left."""
        self._halt()

    def on_screen_suspend(self) -> None:
        """Stop while a page lies over the race."""
        self._halt()

    def on_screen_resume(self) -> None:
        """Draw in the size that the window has come to."""
        self.call_after_refresh(self._redraw)

    def on_resize(self, _: Resize) -> None:
        """Stop in a window too small; it shows no card."""
        (columns, rows), (width, height) = self._board.SMALLEST, self.app.size
        small = width < columns or height < rows
        if small:
            self._halt()
            self.query_one("#too-small", Static).update(Text(too_small(self._board.SMALLEST, self.app.size)))
        self.set_class(small, "-small-window")
        self.refresh_bindings()

    # Drawing

    def _redraw(self) -> None:
        """Draw what there is to see now, if it is anything new."""
        if not self.is_mounted:
            return
        pairs = [
            (len(runner.times), runner.note, self._takes_keys(runner), self._turns(runner)) for runner in self._runners
        ]
        says = self._lesson_says or self._says()
        shown = (self._stage, self._note, self._headline(), bool(self._result), self.app.size, pairs, says)
        if shown != self._drawn:
            new_stage = self._drawn[:1] != shown[:1]
            self._drawn = shown
            self._canvas_widget.redraw()
            if new_stage:
                self.refresh_bindings()

    def _headline(self) -> tuple[str, str]:
        """Return what stands at the top in big figures, and its ink: the countdown, the call, and then the clock."""
        if self._stage == COUNT:
            return str(max(1, COUNTDOWN - int(monotonic() - self._since))), "accent"
        if self._stage == RUN and self._clock.passed < CALL_SECONDS:
            return "HOW-RUCK!", "accent"
        if self._stage in (RUN, STOPPED):
            return str(int(self._clock.time)), "text"
        return "HOW-RUCK!", "dim"

    def _draw(self, widget: DrawnWidget, canvas: Canvas) -> None:
        """Draw the header, who sorts, and what is said below."""
        seen = _known(self._table.view(NOBODY))
        right: list[Part] = [(words.first_to(seen.goal), "dim", False)]
        if self._rate < 1:
            right = _filled(words.seconds_count(), (f"{self._rate:.0%}", "text", True))
        elif self._stage == READY and self._board.commitment_told():
            right = [("deals ", "dim", False), (self._board.context.commitment[:8], "text", False)]
        where = words.sorting_header(seen.round_number)
        if canvas.width < 80:
            where = words.header_text(seen.round_number, sorting=True, narrow=True)
        if self._board.lesson is not None:
            draw_header(canvas, self._board.lesson)
        else:
            header(canvas, "How-Ruck!", where, right)
        if self._stage == CURTAIN:
            self._draw_curtain(canvas)
            return
        roomy = canvas.height >= ROOMY
        rest = Rect(0, 1, canvas.width, canvas.height - 1 - (4 if roomy else 3))
        people = [runner for runner in self._runners if runner.pace is None]
        if len(people) == 1 and len(self._runners) > 1:
            self._draw_against(canvas, rest, people[0], self._runners[1 - people[0].seat])
        else:
            self._draw_halves(canvas, rest, seen)
        y = rest.bottom + (1 if roomy else 0)
        canvas.put(0, y, "▸", "accent", "bg", True)
        width = canvas.width - 4
        for parts in self._result or self._lesson_says or [emphasised(self._says()), *self._open_cards()]:
            y = paragraph(canvas, Rect(2, y, width, canvas.height - y), y, parts)
        goal = self._goal()
        if y + len(wrapped(goal, width)) <= canvas.height:  # it is said whole, or at the table that follows
            paragraph(canvas, Rect(2, y, width, canvas.height - y), y, goal)

    def _open_cards(self) -> list[list[Part]]:
        """Return what the open cards do, where one person sorts alone."""
        people = [runner for runner in self._runners if runner.pace is None and self._places(runner)]
        if len(self._keyboard.people) > 1 or not people:
            return []
        left, right = map(words.in_short, people[0].pair)
        return [[*emphasised(left), ("  ", "text", False), *emphasised(right)]]

    def _goal(self) -> list[Part]:
        """Return what one plays for, before the race, for who is new to it."""
        return self._board.goal() if self._stage == READY and self._board.lesson is None else []

    def _draw_against(self, canvas: Canvas, rest: Rect, person: Runner, bot: Runner) -> None:
        """Draw a person's pile with what came of it, and beside it the bot's, what is good, and why one hurries."""
        found = regions(canvas.width, canvas.height + 1, 1)
        width = 20 if found.side is None else max(30, found.side.width)
        edge = int(found.window > 1)
        x, y = edge, rest.y + edge
        tall = rest.height >= TALL
        low = (rest.height - 2) * 2 // 3 if tall else rest.height - edge
        left = Rect(x, y, canvas.width - width - 1 - 2 * edge, low)
        self._draw_half(canvas, left, person)
        right = Rect(left.right + 1, y, width, low)
        if tall:
            text = words.why_hurry(self._names[bot.seat])
            why = Rect(x, left.bottom + 1, left.width, rest.bottom - left.bottom - 1)
            inner = panel(canvas, why, words.race_labels().why_hurry)
            paragraph(canvas, inner, inner.y + 1, emphasised(text), "surface")
            right = right._replace(height=low // 2)
            good = Rect(right.x, right.bottom + 1, width, rest.bottom - right.bottom - 1)
            self._draw_half(canvas, right, bot)
            draw_kinds(canvas, good, _known(person.view).kept, words.race_labels().good, words.good_cards())
        else:
            self._draw_half(canvas, right, bot)
            if found.window and self._stage != OVER:
                above = 9 + (low >= SPACED)
                good = Rect(right.x, y + above, width, low - above)
                draw_kinds(canvas, good, (), words.race_labels().good, words.good_cards())

    def _draw_halves(self, canvas: Canvas, rest: Rect, seen: Observation) -> None:
        """Draw the clock, and below it both piles; in a tall window what is good and the barrels too."""
        clock = 5 if canvas.height >= ROOMY else 3
        self._draw_clock(canvas, Rect(0, 1, canvas.width, clock))
        tall = rest.height >= TALL
        low = rest.height - clock - (9 if tall else 0)
        width = (canvas.width - 3) // 2
        for seat in range(SEATS):
            rect = Rect(1 + seat * (width + 1), rest.y + clock, width, low)
            if self._apart and self._stage != OVER and seat != self._turn:
                panel(canvas, rect, self._names[seat])
                canvas.centre(rect, rect.y + rect.height // 2, words.race_labels().separately, "dim", "surface")
            elif self._runners:
                self._draw_half(canvas, rect, self._runners[seat])
        if not tall:
            return
        below = Rect(1, rest.y + clock + low + 1, width, 8)
        draw_kinds(canvas, below, (), words.race_labels().good, words.good_cards())
        inner = panel(canvas, below._replace(x=width + 2), words.race_labels().barrels)
        x = inner.x
        for seat in range(SEATS):
            x = canvas.put(x, inner.y, cut(self._names[seat], width // 3), "text", "surface", True) + 1
            x = canvas.parts(x, inner.y, barrels(seat, seen), "surface") + 3
        if seen.rounds:
            won_text = emphasised(words.how_won(seen.rounds[-1], seen, self._names))
            paragraph(canvas, inner, inner.y + 2, won_text, "surface", 2)
        paragraph(canvas, inner, inner.y + 5, emphasised(words.first_one()), "surface", 2)

    def _draw_clock(self, canvas: Canvas, rect: Rect, ground: str = "bg") -> None:
        """Draw the headline in big figures."""
        text, ink = self._headline()
        height = 7 if rect.height > 3 else 5
        x = rect.x + (rect.width - figures.big_width(text, height)) // 2
        figures.big(canvas, x, rect.y + (1 if height == 7 else 0), text, ink, ground, height)

    def _draw_half(self, canvas: Canvas, rect: Rect, runner: Runner) -> None:
        """Draw a seat's pairs as squares, and its open pair; of who plays alone what came of it, of a bot backs."""
        own = len(self._keyboard.people) == 1 and runner.pace is None
        label = words.race_labels()
        inner = panel(canvas, rect, label.your_pile if own else self._names[runner.seat])
        left, later, y = runner.pairs_left, runner.pairs_put_off, inner.y + (rect.height >= SPACED)
        placed = PAIRS - left
        size = 3 if rect.width >= 60 else 2 if rect.width >= (46 if own else 38) else 1
        gap = " " if size > 1 else ""
        plain = canvas.look.theme == NONE or canvas.look.ascii
        x = inner.x + 1
        for number, ink, sign in (
            (placed, "accent" if runner.pace is None else "text", "█"),
            (left - later, "line", "░"),
            (later, "dim", "▒"),
        ):
            square = (sign if plain else "█") * max(1, size - 1) + gap
            x = canvas.put(x, y, square * number, ink, "surface")
        end = inner.right
        if own and self._stage in (RUN, STOPPED, LAST):
            end = canvas.right(end, y, [(words.seconds_text(int(self._clock.time)), "text", True)], "surface") - 1
        text = words.pairs_left(left) if end - x > 13 else str(left)
        canvas.put(max(x + 1, min(end - cell_len(text), x + 2)), y, text, "text", "surface", True)
        middle = Rect(inner.x, y + 2, inner.width, inner.bottom - y - 2)
        if self._stage in (OVER, ""):  # left, and drawn until the table is back
            self._draw_time(canvas, middle, runner)
        elif runner.pace is not None:
            self._draw_backs(canvas, middle, runner)
        elif own and self._stage == COUNT:
            self._draw_clock(canvas, middle._replace(y=middle.y + 1), "surface")
        else:
            if own:
                rows = 2 if rect.height < TALL // 2 else 4
                known = _known(runner.view)
                there = [place for place in runner.placed if place < len(known.kept)]  # a move may be on its way
                kept, given = ([cards[place] for place in there] for cards in (known.kept, known.given))
                draw_chips(canvas, Rect(middle.x, middle.bottom - rows, middle.width, rows), kept, given)
                middle = middle._replace(height=middle.height - rows)
            keys = [f"{one} {two}" for one, two in zip(*KEYS, strict=True)]
            self._draw_pair(canvas, middle, runner, keys if self._is_alone(runner) else KEYS[runner.seat])

    def _draw_backs(self, canvas: Canvas, rect: Rect, runner: Runner) -> None:
        """Draw the pair of a bot, face down: a card turns on its edge whenever one is placed."""
        height = min(M.height, rect.height - 2)
        gap = min(6, rect.width - 2 * M.width)
        x = rect.x + (rect.width - 2 * M.width - gap) // 2
        turning = self._turns(runner)
        draw_back(canvas, x, rect.y, M.width, height, "surface")
        if turning:
            for row in range(rect.y, rect.y + height):
                canvas.put(x + M.width + gap + 3, row, "▐", "weave", "surface")
        elif not runner.done:
            draw_back(canvas, x + M.width + gap, rect.y, M.width, height, "surface")
        if runner.pace:
            told = words.pace_text(runner.pace), words.whole_pace_text(runner.pace, runner.all)
            for y, text in enumerate(told[: rect.height - height], rect.y + height):
                canvas.centre(rect, y, cut(text, rect.width), "dim", "surface")

    def _turns(self, runner: Runner) -> bool:
        """Whether a bot has only just placed a card."""
        if runner.pace is None or not runner.times or self._stage != RUN or not self._board.look.motion:
            return False
        return self._clock.time - runner.times[-1] < TURN_SECONDS

    def _draw_pair(self, canvas: Canvas, rect: Rect, runner: Runner, keys: Sequence[str]) -> None:
        """Draw the open pair with the keys that keep its cards; face down while nothing may be placed."""
        if runner.done:
            canvas.centre(rect, rect.y + rect.height // 2, words.race_labels().done, "good", "surface", True)
            return
        is_open = self._places(runner)
        ready = not is_open or self._takes_keys(runner)
        note = cut(runner.note, rect.width) if is_open else ""
        draw_pair(canvas, rect, runner.pair if is_open else (), keys, "surface", ready=ready, note=note)

    def _draw_time(self, canvas: Canvas, rect: Rect, runner: Runner) -> None:
        """Draw the time of a seat, or where it was stopped."""
        if not self._result:
            return
        label = words.race_labels()
        if self._unclocked:
            text, note = "-", label.no_time
        elif runner.done:
            text, note = f"{runner.times[-1]:.1f}", label.seconds
        else:
            text, note = str(len(runner.times)), words.then_stopped()
        height = 7 if rect.height >= 6 else 5
        y = rect.y + max(0, (rect.height - 5) // 2)
        ink = "good" if _known(self._table.view(NOBODY)).leader == runner.seat else "text"
        x = rect.x + (rect.width - figures.big_width(text, height)) // 2
        figures.big(canvas, x, y, text, ink, "surface", height)
        canvas.centre(rect, y + 4, cut(note, rect.width), "dim", "surface")

    def _draw_curtain(self, canvas: Canvas) -> None:
        note: list[list[Part]] = [[(self._note, "accent", True)]] if self._note else [[]]
        asks = _filled(words.press_number(), (f" {self._turn + 1} ", "on", True))
        lines: list[list[Part]] = [[(words.race_labels().your_turn, "dim", False)], *note, asks]
        curtain(canvas, Rect(0, 1, canvas.width, canvas.height - 1), self._names[self._turn], lines)

    def _says(self) -> str:
        """Return what is going on, in a sentence or two."""
        people = [runner.seat for runner in self._sorters if runner.pace is None]
        if self._stage == READY and self._far and self._own.seat in self._table.readings:
            return words.race_waits(self._names[1 - self._own.seat])
        match self._stage:
            case "ready" | "count":
                return words.how_to_sort(people, self._names)
            case "stopped":
                return words.clock_stopped(any(runner.pairs_put_off for runner in self._sorters))
            case "last":
                return words.last_pair_text(self._first, _known(self._keyboard.view()), self._names)
            case "over":
                return ""
        return words.sorting_text() if not self._open_cards() else words.sorting_text().ask
