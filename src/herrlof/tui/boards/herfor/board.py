"""Herfor's table: the hexagon on the felt, the count and the moves beside it, the question and its answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

from textual.binding import Binding, BindingType

from herrlof.game import Action, Event
from herrlof.game import Observation as AnyObservation
from herrlof.games.herfor import reading, words
from herrlof.games.herfor.actions import BLACK, KOMI, PASS, PLACE, SPEND, TAKE, WHITE
from herrlof.games.herfor.observation import Observation, open_points
from herrlof.games.herfor.points import (
    BOARDS,
    POINT_COUNTS,
    POINT_NAMES,
    ROW_LETTERS,
    Point,
    number_of,
    parse_point,
    points_in,
    row_of,
    rows,
)
from herrlof.messages import N_
from herrlof.table.keyboard import Moment
from herrlof.table.table import View
from herrlof.tui.boards.board import Board, digit_keys, letter_keys
from herrlof.tui.boards.herfor import ends
from herrlof.tui.boards.herfor.hexagon import Marks, draw_board, fitted, room, scale_for
from herrlof.tui.boards.herfor.side import draw_moves, draw_stones
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut
from herrlof.tui.widgets.pieces import buttons, emphasised, header, news, news_panel, panel, paragraph, question

TURN_SECONDS = 0.5
NARROWEST_SIDE: Final = 25
WIDEST_SIDE: Final = 50
KEYS: Final = {SPEND: "S", PASS: "P", TAKE + BLACK: "B", TAKE + WHITE: "W"}
"""The letters that choose what is no placement."""
LOOK_BACK: Final = 6
"""How many events since the last invasion can be looked back at."""
FAR: Final = 10
"""What PgUp and PgDn add to a komi."""


class HerforBoard(Board[Observation]):
    """The table of Herfor; everybody sees the same."""

    STEP_NAME = N_("invasion")

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", N_("choose"), key_display="← → ↑ ↓", id="left"),
        Binding(
            "home",
            "end(-1)",
            show=False,
            key_display="Home End PgUp PgDn",
            id="first",
            tooltip=N_("walk along the diagonals"),
        ),
        Binding("pageup", "page(1)", show=False),
        Binding("pagedown", "page(-1)", show=False),
        *letter_keys(ROW_LETTERS, N_("type a point: d4")),
        *letter_keys("s", N_("spend a point of komi")),
        *letter_keys("p", N_("pass, where no stone may be placed")),
        Binding(
            "w,W", "letter('w')", show=False, key_display="b w", tooltip=N_("Black or White, where the table asks")
        ),
        *digit_keys("0123456789", N_("the number of a point, or a komi")),
        Binding("minus", "negative", show=False, key_display="-", tooltip=N_("a komi below 0")),
    ]

    def __init__(self, *args: Any) -> None:
        """Look at no point yet."""
        super().__init__(*args)
        self._focus: Point | None = None
        self._halves = 0
        """The column in which the focus walks up and down, in halves of the way to the next point."""
        self._typed = ""
        """What was typed of a point or of a komi."""
        self._answer: Action | None = None
        """The action in focus that is no placement."""
        self._komi: int | None = None

    # What is asked and looked at

    @property
    def _answers(self) -> Sequence[Action]:
        """What can be done now that is neither a placement nor a komi."""
        if not self.asked:
            return ()
        assert self.view is not None
        return [action for action in self.view.legal if action in KEYS]

    @property
    def _naming(self) -> bool:
        return self.asked and bool(self.seen.phase == "komi")

    @property
    def _on_point(self) -> bool:
        """Whether the point in focus was chosen or looked at since the table changed."""
        return self.chosen and self._answer is None and self._focus is not None and not self._naming

    def show(self, moment: Moment) -> None:
        """Show a moment; the focus stays where it was left, but is not chosen."""
        self._forget()
        super().show(moment)

    def show_position(self, view: View, others: Sequence[AnyObservation], note: str, held: bool) -> None:
        """Show a position of a replay; what was looked at in another one is not looked at in this."""
        self._forget()
        super().show_position(view, others, note, held)

    def _forget(self) -> None:
        """Choose nothing, and begin nothing."""
        self._typed, self._answer, self._komi, self.chosen = "", None, None, False

    def begin_question(self) -> None:
        """Choose nothing before the player does; what is the only action counts as chosen."""
        assert self.view is not None
        if len(self.view.legal) == 1:
            (action,) = self.view.legal
            self.chosen = True
            if action in KEYS:
                self._answer = action
            else:
                self._go(action - PLACE)

    def happened(self, moment: Moment) -> None:
        """Let the stones that have just been turned over be seen as they were, for a moment."""
        fresh = moment.view.events[len(moment.view.events) - moment.new_events :]
        if any(event.kind == "turned" for event in fresh):
            self.effect("turning", TURN_SECONDS * min(1.0, self.context.pace))

    # Keys

    def action_move(self, by: int) -> None:
        """Walk along a row, change the komi, or go along the answers."""
        if self._naming:
            self._put_up(0 if self._komi is None else self._komi + by)
        elif self.asked and self.seen.phase == "side":
            answers = self._answers
            at = answers.index(self._answer) + by if self._answer in answers else min(0, by)
            self._choose(answers[at % len(answers)])
        else:
            self._walk(0, by)

    def action_climb(self, by: int) -> None:
        """Walk to the row above or below, as straight as it goes; or change the komi."""
        if self._naming or (self.asked and self.seen.phase == "side"):
            self.action_move(by)
        else:
            self._walk(by, None)

    def action_end(self, by: int) -> None:
        """Walk along a diagonal: up with Home, down with End, both to the left; or go to the last komi."""
        if self._naming:
            most = POINT_COUNTS[self.seen.size]
            self._put_up(most if by > 0 else -most if self.seen.negative else 0)
        else:
            self._walk(-by, -1)

    def action_page(self, by: int) -> None:
        """Walk along a diagonal: up or down, and to the right; or change the komi by more."""
        if self._naming:
            self._put_up((self._komi or 0) + FAR * by)
        else:
            self._walk(by, 1)

    def _walk(self, up: int, right: int | None) -> None:
        """Look at the next point; `right` None: as near as can be to the column in which the walk began."""
        size = self.seen.size
        if self._focus is None or not BOARDS[size] >> self._focus & 1:
            last = reading.last_stone(self.seen)
            self._look(rows(size)[size - 1][size - 1] if last is None else last)
            return None
        row = row_of(self._focus) + up
        if not 0 <= row < 2 * size - 1:
            return self._look(self._focus, self._halves)
        here = _halves(self._focus)
        if up and right is None:
            target = min(rows(size)[row], key=lambda point: (abs(_halves(point) - self._halves), _halves(point)))
            return self._look(target, self._halves)
        assert right is not None
        wanted = here + (right if up else 2 * right)
        target = next((point for point in rows(size)[row] if _halves(point) == wanted), self._focus)
        return self._look(target)

    def _look(self, point: Point, halves: int | None = None) -> None:
        """Look at a point; where the table asks for one, it is chosen."""
        self._go(point, halves)
        self._typed, self._answer, self.chosen, self.warning = "", None, True, ""
        self._looked()

    def _go(self, point: Point, halves: int | None = None) -> None:
        self._focus = point
        self._halves = _halves(point) if halves is None else halves

    def _looked(self) -> None:
        self.redraw_question()
        self.refresh_bindings()

    def _choose(self, action: Action) -> None:
        """Choose an action that is no placement; the referee says why one is forbidden."""
        self._typed, self._answer, self.chosen, self.warning = "", action, True, ""
        self._looked()

    def _put_up(self, komi: int) -> None:
        """Put a komi up to be named."""
        most = POINT_COUNTS[self.seen.size]
        self._komi = max(-most if self.seen.negative else 0, min(most, komi))
        self._typed, self.chosen, self.warning = "", True, ""
        self._looked()

    def action_letter(self, letter: str) -> None:
        """Begin to type a point; or choose a side, to spend or to pass."""
        if self._naming:
            return
        siding = self.asked and self.seen.phase == "side"
        if siding or letter not in ROW_LETTERS:
            self._choose_by(letter)
        elif letter > ROW_LETTERS[2 * self.seen.size - 2]:
            self._type(f"{letter}1")
        else:
            self._wait_for_more(letter)

    def _choose_by(self, letter: str) -> None:
        """Choose what a letter stands for, or say why it cannot be done now."""
        action = next((action for action, key in KEYS.items() if key == letter.upper()), None)
        if not self.asked or action is None:
            return
        if action in self._answers:
            self._choose(action)
        elif action in (SPEND, PASS):
            self.refuse(self.context.game.words.refusal(action, self.seen))

    def action_digit(self, digit: str) -> None:
        """Type the number of a point, or a komi."""
        if self._naming:
            typed = f"{self._typed}{digit}"
            if abs(int(typed)) > POINT_COUNTS[self.seen.size]:
                typed = f"{'-' if typed.startswith('-') else ''}{digit}"
            self._put_up(int(typed))
            self._typed = typed
        elif not (self.asked and self.seen.phase == "side"):
            before = self._typed or ("" if self._focus is None else ROW_LETTERS[row_of(self._focus)])
            if before:
                self._type(f"{before}{digit}")

    def action_negative(self) -> None:
        """Put a komi up below 0, or type one."""
        if not self._naming:
            return
        if not self.seen.negative:
            self.refuse(self.context.game.words.refusal(KOMI - 1, self.seen))
        elif self._komi:
            self._put_up(-self._komi)
            self._typed = str(self._komi)
        else:
            self._komi = None
            self._wait_for_more("-")

    def _type(self, text: str) -> None:
        """Look at the point that was typed, or wait for the rest of it; a number too many begins a new one."""
        size = self.seen.size
        names = [POINT_NAMES[point] for point in points_in(BOARDS[size])]
        if len(text) > 2 and not any(name.startswith(text) for name in names):
            text = text[0] + text[-1]
        if text not in names and any(name.startswith(text) for name in names):
            self._wait_for_more(text)
            return
        try:
            self._look(parse_point(text, size))
            self._typed = text
        except ValueError as error:
            self._wait_for_more("")
            self.refuse(str(error))

    def _wait_for_more(self, typed: str) -> None:
        """Choose nothing before the rest has been typed."""
        self._typed, self._answer, self.chosen, self.warning = typed, None, False, ""
        self._looked()

    def action_commit(self) -> None:
        """Do what was chosen since the question came; on a forbidden point too, so that the referee says why not."""
        if not self.asked or self.guarded():
            return
        if not self.chosen:
            self.refuse(words.key_refusal(self.seen.phase))
        elif self._answer is not None:
            self.answer(self._answer)
        elif self._naming and self._komi is not None:
            self.answer(KOMI + self._komi)
        elif self._focus is not None:
            self.answer(PLACE + self._focus)

    def clicked(self, what: Any) -> None:
        """Choose what was clicked; a second click does it."""
        kind, value = what
        if kind == "point" and (self._naming or (self.asked and self.seen.phase == "side")):
            return
        in_focus = self._answer if kind == "answer" else self._komi if kind == "komi" else self._focus
        if self.asked and self.chosen and value == in_focus and (kind == "answer" or self._answer is None):
            self.action_commit()
        elif kind == "answer":
            self._choose(value)
        elif kind == "komi":
            self._put_up(value)
        else:
            self._look(value)

    def describe(self, action: str) -> str:
        """Name what the arrows and Enter do now."""
        if action == "commit":
            return words.enter_label(self.seen.phase if self.asked else "", self._answer)
        if action == "move(-1)":
            return words.arrow_label(self.asked)
        return ""

    def rule(self) -> str:
        """Return the rule for the point in focus, or for the question."""
        if self.view is None:
            return ""
        if self._on_point and self._focus is not None and self.seen.phase == "play":
            return reading.preview(self._focus, self.seen).rule
        return "F9" if self._answer == SPEND else super().rule()

    def last(self) -> list[list[Part]]:
        """Return the last invasion in sentences, and the last of what came after it."""
        if self.view is None:
            return []
        game_words, names, events = self.context.game.words, self.context.names, self.view.events
        turned = max((place for place, event in enumerate(events) if event.kind == "turned"), default=0)
        invasion, since = (events[turned - 1 : turned + 1], events[turned + 1 :]) if turned else ((), events)

        def paragraphs(events: Sequence[Event]) -> list[list[Part]]:
            return [[(game_words.event(event, self.seen, names), "text", False)] for event in events]

        label = words.labels()
        found = paragraphs(invasion) or [[(label.nothing_turned, "text", False)]]
        if since:
            found += [
                [],
                [(label.since_then if turned else label.so_far, "accent", True)],
                *paragraphs(since[-LOOK_BACK:]),
            ]
        return found

    # Drawing

    def draw_table(self, canvas: Canvas, view: View) -> None:
        """Draw the board on the felt, what stands beside it, and the question."""
        seen = self.seen
        self._draw_header(canvas, seen)
        roomy = canvas.width >= 100
        tall = canvas.height >= 23
        asked = Rect(0, canvas.height - (4 if tall else 3), canvas.width, 3)
        left, gap = (1, 2) if roomy else (0, 1)
        width, height = canvas.width - 2 * left, asked.y - 1
        scale = scale_for(seen.size, width - gap - NARROWEST_SIDE, height)
        needed, _ = room(seen.size, scale)
        side_width = min(WIDEST_SIDE, width * 9 // 20, max(NARROWEST_SIDE, width - gap - needed - 4))
        margin = int(tall and scale_for(seen.size, needed, height - 2) == scale)
        felt = Rect(left, 1 + margin, width - gap - side_width, height - 2 * margin)
        canvas.fill(felt, "felt")
        self._draw_board(canvas, felt)
        has_news = self._draw_side(canvas, Rect(felt.right + gap, felt.y, side_width, felt.height))
        self._draw_question(canvas, asked)
        if tall and not (has_news or self.note):
            news(canvas, canvas.height - 1, self.events()[-3:])

    def _draw_header(self, canvas: Canvas, seen: Observation) -> None:
        names = self.context.names
        left = words.header_text(self.context.game.progress(seen).get("move", 0))
        right: list[Part] = [(f"{words.labels().komi} ", "dim", False), (words.komi_text(seen), "text", True)]
        if seen.mover >= 0:
            alone = seen.mover == seen.seat and len(self.context.people) == 1
            turn = words.turn_text(alone, names[seen.mover])
            right = [(cut(turn, 24), "accent", True), ("   ", "dim", False), *right]
        header(canvas, self.context.game.title, left, right)

    def _draw_board(self, canvas: Canvas, felt: Rect) -> None:
        """Draw the hexagon with what the mover may do."""
        seen = self.seen
        black, white, turned = seen.black, seen.white, seen.turned
        if self.moving("turning"):
            black, white = black ^ turned, white ^ turned
        shows = self.asked or bool(self.note)
        would = 0
        if self._on_point and self._focus is not None and seen.phase == "play":
            would = reading.preview(self._focus, seen).turned
        focus = None if self._naming or seen.phase in ("side", "over") else self._focus
        marks = Marks(open_points(seen) if shows else 0, turned, would, reading.last_stone(seen), focus, self._on_point)
        board = fitted(seen.size, felt)
        draw_board(canvas, board, black, white, marks, "felt")
        self.places += [(board.place(point), ("point", point)) for point in points_in(BOARDS[seen.size])]

    def _draw_side(self, canvas: Canvas, rect: Rect) -> bool:
        """Draw the stones of both, and below them the moves or the komi that is being named.

        Return whether there was room for what happened last, too.
        """
        seen = self.seen
        height = 6 + (rect.height > 16)
        draw_stones(canvas, rect._replace(height=height), seen, self.context)
        rest = Rect(rect.x, rect.y + height + 1, rect.width, rect.height - height - 1)
        if self._naming:
            self._draw_komi(canvas, rest)
            return False
        lower = rest.height // 3 if rest.height > 20 else 0
        if lower:
            news_panel(canvas, Rect(rect.x, rect.bottom - lower, rect.width, lower), self.events())
            rest = rest._replace(height=rest.height - lower - 1)
        draw_moves(canvas, rest, seen)
        return bool(lower)

    def _draw_komi(self, canvas: Canvas, rect: Rect) -> None:
        """Draw the komi that is put up, large."""
        inner = panel(canvas, rect, words.labels().your_komi)
        y = inner.y + max(0, (min(inner.height, 8) - 4) // 2)
        if self._komi is None:
            canvas.put(inner.x + 1, y, self._typed or words.labels().none_yet, "dim", "surface")
            return
        end = figures.big(canvas, inner.x + 2, y, str(self._komi), "text", "surface")
        if not canvas.look.ascii:
            canvas.put(end + 3, y, "↑", "accent", "surface", True)
            canvas.put(end + 3, y + 2, "↓", "accent", "surface", True)

    def _draw_question(self, canvas: Canvas, rect: Rect) -> None:
        """Draw what is asked, what the point or the answer in focus means, and the answers."""
        seen, names, game_words = self.seen, self.context.names, self.context.game.words
        if not self.asked:
            text = self._waiting()
            question(canvas, rect, None, [])
            canvas.parts(2, rect.y, [(cut(text, rect.width - 3), "dim", False)])
            news: list[Part] = [(" ".join(self.events()[-2:]), "text", False)] if self.note else []
            below = self._explained() if self._on_point else news
            paragraph(canvas, Rect(2, rect.y + 1, rect.width - 3, 2), rect.y + 1, below)
            return
        lower = Rect(rect.x + 2, rect.bottom - 1, rect.width - 3, 1)
        if self._naming or self._answers:
            rect = rect._replace(height=2)
            canvas.fill(lower, "bg")
        question(canvas, rect, game_words.question(seen, names), self._explained(), self.warning)
        if self._naming:
            self._draw_numbers(canvas, lower)
        elif self._answers:
            labels = [f"{KEYS[action]}  {game_words.label(action, seen, names)}" for action in self._answers]
            at = self._answers.index(self._answer) if self._answer in self._answers else None
            for place, action in zip(buttons(canvas, lower.x, lower.y, labels, at), self._answers, strict=True):
                self.places.append((place, ("answer", action)))

    def _explained(self) -> list[Part]:
        """Return what the point or the answer in focus means, or how one is chosen."""
        seen, names, game_words = self.seen, self.context.names, self.context.game.words
        label = words.labels()
        if self._answer is not None:
            return emphasised(game_words.explain(self._answer, seen, names))
        if self._naming:
            if self._komi is not None and self.chosen:
                return emphasised(game_words.explain(KOMI + self._komi, seen, names))
            return [(label.type_number, "dim", False)]
        if seen.phase == "side":
            return [(label.press_side, "dim", False)]
        if self._typed and not self.chosen:
            return [(f"{self._typed}…", "accent", True), (f"  {label.number_next}", "dim", False)]
        if self._on_point and self._focus is not None:
            name: Part = (f"{POINT_NAMES[self._focus]}  ", "accent", True)
            return [name, *emphasised(game_words.explain(PLACE + self._focus, seen, names))]
        return [(label.how_to_point, "dim", False)]

    def _draw_numbers(self, canvas: Canvas, rect: Rect) -> None:
        """Draw the komi that is put up among its neighbours, for a click."""
        most = POINT_COUNTS[self.seen.size]
        least = -most if self.seen.negative else 0
        count = min(rect.width // 5, 15)
        first = max(least, min((self._komi or 0) - count // 2, most + 1 - count))
        for place in range(count):
            komi = first + place
            here = komi == self._komi
            cell = Rect(rect.x + 5 * place, rect.y, 5, 1)
            if here:
                canvas.fill(cell, "accent")
            canvas.centre(cell, rect.y, str(komi), "on" if here else "text", "accent" if here else "bg", here)
            self.places.append((cell, ("komi", komi)))

    def _waiting(self) -> str:
        """Return what is waited for, or what is held to be looked at."""
        seen, names, view = self.seen, self.context.names, self.view
        assert view is not None
        if self.reason == "forced" and not open_points(seen):
            return words.forced_pass(self.context.names[view.mover])
        if self.reason == "hold" and view.events and not self.note:
            return words.space_goes_on(self.context.game.words.event(view.events[-1], seen, names))
        return self.waiting_text()

    # The end of a match

    def draw_match(self, canvas: Canvas, rect: Rect, deals: Sequence[Part]) -> None:
        """Draw the count, who won and by what, and the final board."""
        ends.draw_match(canvas, rect, self.seen, self.context)
        self.draw_deals(canvas, rect, deals)


def _halves(point: Point) -> int:
    """Return the column of a point, in halves of the way to the next one of its row."""
    return 2 * number_of(point) - row_of(point)
