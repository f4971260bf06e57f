"""Herfor's table: the hexagon on the felt, the count and the moves beside it, the question and its answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from herrlof.game import NOBODY, Action, Sentence
from herrlof.games.herfor import reading
from herrlof.games.herfor.actions import BLACK, PASS, PLACE, SPEND, TAKE, WHITE
from herrlof.games.herfor.observation import Observation, open_points
from herrlof.games.herfor.points import BOARDS, ROW_LETTERS, rows
from herrlof.games.speech import goes_on, refused
from herrlof.messages import paragraph as in_sequence
from herrlof.table.connection import StopReason, View
from herrlof.table.moments import Moment
from herrlof.tui.boards.board import Board, digit_keys, letter_keys
from herrlof.tui.boards.herfor import labels
from herrlof.tui.boards.herfor.areas import Points, komi_items, point_items
from herrlof.tui.boards.herfor.choices import HerforChoices
from herrlof.tui.boards.herfor.hexagon import Marks, clickable, draw_board, draw_legend, fitted
from herrlof.tui.boards.herfor.labels import BoardSpeaker
from herrlof.tui.boards.herfor.side import (
    NARROW,
    WIDE,
    draw_komi,
    draw_moves,
    draw_stones,
    draw_threats,
    draw_who_led,
    regions,
    split,
)  # fmt: skip
from herrlof.tui.boards.scene import Scene
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.fitting import longest
from herrlof.tui.widgets.hint import draw_undone
from herrlof.tui.widgets.pieces import buttons, emphasised, fitting_header, paragraph, question, question_parts, strip
from herrlof.tui.widgets.selection import Area, Item
from herrlof.tui.widgets.teaching import draw_side as draw_lesson

TURN_SECONDS = 0.5
POINTS, ANSWERS, KOMI, RISKS = "points", "answers", "komi", "risks"
KEYS: Final = {SPEND: "S", PASS: "P", TAKE + BLACK: "B", TAKE + WHITE: "W"}
"""The letters that choose what is no placement."""
LOOK_BACK: Final = 6
"""How many events since the last invasion can be looked back at."""
LED_ROWS, LIST_ROWS = 9, 7
"""Rows of who led, a free one among them, and of a list below it without which that is not shown."""
FAR: Final = 10
"""What PgUp and PgDn add to a komi."""


class HerforBoard(Board[Observation]):
    """The table of Herfor; everybody sees the same."""

    STEP_NAME = labels.KeyHelp.step
    CHOICES = HerforChoices

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", labels.KeyHelp.arrows, key_display="← → ↑ ↓", id="left"),
        Binding(
            "home",
            "end(-1)",
            show=False,
            key_display="Home End PgUp PgDn",
            id="first",
            tooltip=labels.KeyHelp.diagonals,
        ),
        Binding("pageup", "page(1)", show=False),
        Binding("pagedown", "page(-1)", show=False),
        Binding("plus,t,T", "risks", key_display="+", tooltip=labels.KeyHelp.risks),
        *letter_keys(ROW_LETTERS, labels.KeyHelp.rows),
        *letter_keys("s", labels.KeyHelp.spend),
        *letter_keys("p", labels.KeyHelp.pass_),
        Binding("w,W", "letter('w')", show=False, key_display="b w", tooltip=labels.KeyHelp.side),
        *digit_keys("0123456789", labels.KeyHelp.digits),
        Binding("minus", "negative", labels.KeyHelp.below, key_display="-", tooltip=labels.KeyHelp.negative),
    ]

    @property
    def speaker(self) -> BoardSpeaker:
        """What the table says to the seat at the keyboard."""
        return BoardSpeaker(self.seen, self.context.names, self.context.readers)

    def __init__(self, *args: Any) -> None:
        """Look at no point yet."""
        super().__init__(*args)
        self._looking = False
        """Whether something was looked at since the table changed."""
        self._climbed: dict[int, int] = {}

    # What is asked and looked at

    def areas(self) -> Sequence[Area]:
        """Return the points and the answers, or the numbers of the komi; and the list of what could turn next."""
        if self.view is None:
            return ()
        seen = self.seen
        if seen.phase == "komi":
            numbers = komi_items(seen.size, seen.negative)
            none = -numbers[0].thing
            return (Area(KOMI, numbers, first=(none, none), upright=True, typed=True),) if self.asked else ()
        answers = [Item(action, action, KEYS[action].lower()) for action in self.view.legal if action in KEYS]
        found: list[Area] = [Area(ANSWERS, answers if self.asked else (), aside=seen.phase == "play")]
        if seen.phase == "side":
            return found
        last = reading.last_stone(seen)
        start = rows(seen.size)[seen.size - 1][seen.size - 1] if last is None else last
        items = point_items(seen.size)
        place = next(at for at, item in enumerate(items) if item.thing == start)
        found.append(Points(POINTS, items, place, typed=True, climbed=self._climbed))
        found.append(Area(RISKS, [Item(threat) for threat in reading.threats(seen, self._own)], downward=True))
        return found

    def asks(self) -> Sequence[str]:
        """Return what Enter plays an item of."""
        if not self.asked:
            return ()
        return {"komi": (KOMI,), "side": (ANSWERS,)}.get(self.seen.phase, (POINTS, ANSWERS))

    def how_to_choose(self) -> str:
        return labels.key_refusal(self.seen.phase)

    @property
    def _point(self) -> int | None:
        """The point that was chosen or looked at since the table changed."""
        item = self.selection.item(POINTS)
        here = self.selection.chosen == POINTS if self.asked else self._looking
        return item.thing if item is not None and here and not self._risks else None

    @property
    def _own(self) -> int:
        """Whose stones could be turned next: those of who sits here, or for an onlooker of the mover."""
        return self.seen.seat if self.seen.seat != NOBODY else max(0, self.seen.mover)

    @property
    def _risks(self) -> bool:
        """Whether the page of what could turn next is open."""
        return self.selection.area == RISKS

    def show(self, scene: Scene) -> None:
        """Show a scene: what was looked at at another moment is no longer; the coach is heard on the board."""
        before = self.scene
        renewed = scene.moment is not before.moment
        if renewed:
            self._looking = False
        if scene.said if renewed else scene.hint is not before.hint or scene.said is not before.said:
            self._close()
        super().show(scene)

    def begin_question(self) -> None:
        """Choose nothing before the player does; the focus stays where it was left."""
        at = self.selection.at(POINTS)
        super().begin_question()
        if at is not None and not self.selection.chosen and self.selection.named(POINTS):
            self.selection.look(POINTS, at)

    def happened(self, moment: Moment) -> None:
        """Let the stones that have just been turned over be seen as they were, for a moment."""
        if any(event.kind == "turned" for event in self.scene.fresh):
            self.effect("turning", TURN_SECONDS * min(1.0, self.context.pace))

    def looked(self) -> None:
        """Show what has come into focus; what is typed is for the board."""
        self._looking = True
        if self.selection.typed:
            self._close()
        super().looked()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """What could turn next is shown while stones are placed; a sign is for a komi."""
        phase = {"risks": "play", "negative": "komi"}.get(action)
        if phase is not None and (self.view is None or self.seen.phase != phase):
            return False
        if action == "negative" and not self.seen.negative:
            return False
        return super().check_action(action, parameters)

    def action_risks(self) -> None:
        """Open or close the page of what could turn next; the point that was chosen still is after it."""
        if not self._risks and not reading.threats(self.seen, self._own):
            self.refuse(labels.Labels.no_risk)
            return
        self.selection.area, self.selection.typed = POINTS if self._risks else RISKS, ""
        self.looked()

    def action_end(self, by: int) -> None:
        """Walk along a diagonal: up with Home, down with End, both to the left; or go to the last komi."""
        if not self._diagonal(-by, -1):
            super().action_end(by)

    def action_page(self, by: int) -> None:
        """Walk along a diagonal: up or down, and to the right; or change the komi by more."""
        if not self._diagonal(by, 1):
            self.action_move(FAR * by)

    def _diagonal(self, up: int, right: int) -> bool:
        area = self.selection.named(POINTS)
        if not isinstance(area, Points) or self.selection.area != POINTS:
            return False
        self.selection.typed = ""
        self.selection.focus(POINTS, area.diagonal(self.selection.at(POINTS), up, right))
        self.looked()
        return True

    def action_letter(self, letter: str) -> None:
        """Begin to type a point, choose a side, to spend or to pass, or say why that cannot be done now."""
        super().action_letter(letter)
        action = {"s": SPEND, "p": PASS}.get(letter)
        if action is not None and self.asked and not self.selection.by_letter(letter):
            self.refuse(refused(self.speaker.refusal(action)), by_rule=True)

    def _close(self) -> None:
        self.selection.area = POINTS if self._risks else self.selection.area

    def action_negative(self) -> None:
        """Put a komi up below 0, or above it again; or begin to type one."""
        area, item = self.selection.named(KOMI), self.selection.item(KOMI)
        if area is not None and item is not None and item.thing:
            self.selection.focus(KOMI, -item.thing - area.items[0].thing)
            self.selection.typed = str(-item.thing) if self.selection.typed else ""
            self.looked()
        else:
            self.action_letter("-")

    def action_commit(self) -> None:
        """Do what was chosen; or go back to the board."""
        if self._risks:
            self.action_risks()
        else:
            super().action_commit()

    @property
    def has_side(self) -> bool:
        """There is always room beside the board."""
        return True

    def looks_away(self) -> bool:
        """On the page of what could turn next Enter goes back to the board."""
        return self._risks

    def describe(self, action: str) -> str | tuple[str, str]:
        """Name what the arrows, Enter and + do now."""
        if told := super().describe(action):
            return told
        if action == "risks":
            return "" if self._risks else labels.Labels.risks
        if action == "commit":
            if self._risks:
                return labels.Labels.back
            answer = self.selection.action if self.selection.chosen == ANSWERS else None
            return labels.enter_label(self.seen.phase if self.asked else "", answer)
        if action == "move(-1)":
            return labels.arrow_label(self.asked)
        return ""

    def rule(self) -> str:
        """Return the rule for the point in focus, or for the question."""
        if self.view is None:
            return ""
        if self._point is not None and self.seen.phase == "play":
            return reading.preview(self._point, self.seen).rule
        return "F9" if self.selection.action == SPEND else super().rule()

    def last(self) -> list[list[Part]]:
        """Return the last invasion in sentences, and the last of what came after it."""
        if self.view is None:
            return []
        label = labels.Labels
        turned = max((at for at, event in enumerate(self.view.events) if event.kind == "turned"), default=-1)
        told: list[list[Part]] = [[(self.speaker.event(event), "text", False)]
                                  for event in self.view.events]  # fmt: skip
        found = told[max(0, turned - 1) : turned + 1] or [[(label.nothing_turned, "text", False)]]
        if since := told[turned + 1 :]:
            head = label.so_far if turned < 0 else label.since_then
            found += [[], [(head, "accent", True)], *since[-LOOK_BACK:]]
        return found

    # Drawing

    def draw_table(self, canvas: Canvas, view: View) -> None:
        """Draw the board on the felt, what stands beside it, and the question."""
        seen = self.seen
        self._draw_header(canvas, seen)
        scene = self.scene
        taught = scene.hint is not None or scene.lesson is not None or scene.again is not None
        felt, side, asked = regions(seen.size, canvas.width, canvas.height, canvas.look, taught)
        canvas.fill(felt, "felt")
        self._draw_board(canvas, felt)
        asked = self._as_said(asked)
        self._draw_side(canvas, side._replace(height=min(side.height, asked.y - side.y)))
        self._draw_question(canvas, asked)

    def _as_said(self, rect: Rect) -> Rect:
        """Return the rows below the board with those above them that the coach needs."""
        height = max(rect.height, sum(len(wrapped(parts, rect.width - 3)) for parts in self.coach_says()))
        return rect._replace(y=rect.bottom - height, height=height)

    def _draw_header(self, canvas: Canvas, seen: Observation) -> None:
        names = self.context.names
        left = self.scene.with_mark(labels.header_text(self.context.game.progress(seen).get("move", 0)))
        begun, alone = seen.black_seat != NOBODY, seen.mover == seen.seat and len(self.context.people) == 1
        right: list[Part] = []
        if begun:
            right = [(f"{labels.Labels.komi} ", "dim", False), (self.speaker.komi_text(), "text", True)]
        else:
            right = [(self.speaker.board_text(), "dim", False)]
        turn: list[Part] = []
        if seen.mover >= 0 and (begun or not alone):
            told = labels.turn_text(alone, names[seen.mover])
            turn = [(cut(told, 24), "accent", True), ("   ", "dim", False)]
        rights = [[*turn, *right]] if begun else [[*turn, *right], turn]
        fitting_header(canvas, self.context.game.title, [(form, right) for right in rights for form in left])

    def _draw_board(self, canvas: Canvas, felt: Rect) -> None:
        """Draw the hexagon with what the mover may do, or with what could be turned next."""
        seen, item, choices = self.seen, self.selection.item(POINTS), self.choices
        black, white, turned = seen.black, seen.white, seen.turned
        if self.effects.running("turning"):
            black, white = black ^ turned, white ^ turned
        marks = Marks(turned=turned, last=reading.last_stone(seen))
        if seen.phase in ("komi", "side"):
            marks = marks._replace(open=BOARDS[seen.size])
        elif self._risks:
            marks = marks._replace(at_risk=reduce(or_, [threat.turned for threat in reading.threats(seen, self._own)]))
            if (looked := self.selection.item(RISKS)) is not None:
                side = 1 - reading.side_of(self._own, seen)
                marks = marks._replace(at_risk=looked.thing.turned, focus=looked.thing.point, chosen=True, side=side)
        elif seen.phase == "play":
            points = open_points(seen) if self.asked or self.scene.replayed else 0
            focus = None if item is None else item.thing
            letters = {action - PLACE: choices.letter(action) for action in choices.best if action < SPEND}
            marks = marks._replace(open=points, focus=focus, chosen=self._point is not None, letters=letters)
            if self._point is not None:
                found = reading.preview(self._point, seen)
                owner = None if found.obstacle else reading.side_of(seen.mover, seen)
                marks = marks._replace(would_turn=found.turned, side=owner)
        board = fitted(seen.size, felt, canvas.look)
        draw_board(canvas, board, black, white, marks)
        draw_legend(canvas, felt, board)
        self.places += [(rect, (POINTS, number)) for rect, number in clickable(board)]

    def _draw_side(self, canvas: Canvas, rect: Rect) -> None:
        """Draw how the match goes; before it begins the komi."""
        seen = self.seen
        if (lesson := self.scene.lesson) is not None:
            taught, rest = split(rect, rect.height - 7, 0)
            draw_lesson(canvas, taught, lesson)
            draw_stones(canvas, rest, self.speaker, self.context)
            return
        if seen.black_seat == NOBODY:
            item, area, at = self.selection.item(KOMI), self.selection.named(KOMI), self.selection.at(KOMI)
            komi = seen.named if item is None else item.thing
            above, below = split(rect, min(11, rect.height // 2), 0)
            if self.draw_coach(canvas, below):
                rect = above
            for place, by in draw_komi(canvas, rect, self.speaker, komi, self.selection.typed, self.context):
                if area is not None and (to := area.beside(at, by)) is not None and (to != at or not by):
                    self.places.append((place, (KOMI, to)))
            return
        if self._risks or self.scene.hint is not None:
            self._draw_course(canvas, rect)
        else:
            self.cache.draw(canvas, rect, self._draw_course)

    def _draw_course(self, canvas: Canvas, rect: Rect) -> None:
        """Draw the stones of both, who led, and the moves or what could turn next."""
        seen, high = self.seen, rect.height > 40
        height = 9 + high if rect.width >= WIDE or rect.width < NARROW else 8 if rect.height > 16 else 6
        stones, rest = split(rect, height, 0)
        draw_stones(canvas, stones, self.speaker, self.context)
        if not self._risks and self.draw_coach(canvas, rest):
            return
        if rect.width >= WIDE and rest.height >= LED_ROWS + LIST_ROWS:
            led, rest = split(rest, LED_ROWS - 1 + 2 * high, 0)
            draw_who_led(canvas, led, seen)
        if self._risks:
            for place, number in draw_threats(canvas, rest, self.selection.at(RISKS), self._own, self.speaker):
                self.places.append((place, (RISKS, number)))
            return
        if (undone := self.scene.undone) is not None and undone.told:
            if (left := draw_undone(canvas, rest, undone.told[1:], undone.further)) is None:
                return
            rest = left
        draw_moves(canvas, rest, seen, self.context)

    def _draw_question(self, canvas: Canvas, rect: Rect) -> None:
        """Draw what is asked, what the point or the answer in focus means, and the answers."""
        seen = self.seen
        canvas.fill(rect, "bg")
        if says := self.coach_says():
            strip(canvas, rect, says)
            return
        if self._risks:
            item = self.selection.item(RISKS)
            known = [] if item is None else emphasised(labels.risk_text(item.thing))
            self._ask(canvas, rect, self.speaker.risk_question(self._own), known, bool(known))
            return
        if not self.asked:
            told = longest(self._waiting(), rect.width - 3)
            canvas.put(2, rect.y, cut(told, rect.width - 3), "dim")
            news: list[Part] = [(in_sequence(*self.events()[-2:]), "text", False)] if self.scene.replayed else []
            below = self.explained() if self._point is not None else news
            paragraph(canvas, Rect(2, rect.y + 1, rect.width - 3, rect.height - 1), rect.y + 1, below)
            return
        below = self.explained()
        rect = self._draw_answers(canvas, rect, below)
        begun = seen.phase != "side" and bool(self.selection.chosen or self.selection.typed)
        self._ask(canvas, rect, self.speaker.question(), below, begun)

    def _ask(self, canvas: Canvas, rect: Rect, asked: Sentence, below: Sequence[Part], begun: bool) -> None:
        """Draw a question, its reason only where that fits whole; in a single row what was `begun` takes its place."""
        warning = self.scene.warning
        known = [("! ", "bad", True), (warning, "bad", True)] if warning else below
        width = rect.width - 3
        rest = len(wrapped(known, width)) if any(text for text, _ink, _bold in known) else 0
        if len(wrapped(question_parts(asked), width)) > max(1, rect.height - rest):
            asked = Sentence(asked.ask)
        if rect.height > 1:
            question(canvas, rect, asked, below, warning)
        elif warning or begun:
            canvas.put(rect.x, rect.y, "▸", "accent", "bg", True)
            shown = known[:-1] if rest > 1 and not warning else known
            paragraph(canvas, Rect(rect.x + 2, rect.y, width, 1), rect.y, shown)
        else:
            question(canvas, rect, asked, [])

    def _draw_answers(self, canvas: Canvas, rect: Rect, below: Sequence[Part]) -> Rect:
        """Draw spend and pass at the right of the question, the sides below it; return what is left for that."""
        answers = self.selection.named(ANSWERS)
        if answers is None or not answers.items:
            return rect
        shown = [f"{KEYS[item.thing]}  {labels.button(item.thing)}" for item in answers.items]
        size = sum(cell_len(label) + 4 for label in shown) + 2 * len(shown)
        under = self.seen.phase == "side" and rect.height > 1
        x, y = (rect.x + 2, rect.bottom - 1) if under else (rect.right - size, rect.y)
        at = self.selection.at(ANSWERS) if self.selection.chosen == ANSWERS else None
        for number, place in enumerate(buttons(canvas, x, y, shown, at)):
            self.places.append((place, (ANSWERS, number)))
        if not under:
            return rect._replace(width=rect.width - size)
        if rect.height == 2:
            paragraph(canvas, Rect(x + size, y, rect.right - x - size - 1, 1), y, below)
        return rect._replace(height=rect.height - 1)

    def explained(self) -> list[Part]:
        """Return what the point or the answer in focus means, or how one is chosen."""
        seen, label, action, typed = self.seen, labels.Labels, self.selection.action, self.selection.typed
        if action is not None:
            return self.explain(action)
        if self._point is not None:
            return self.explain(PLACE + self._point)
        if seen.phase == "side":
            return [(label.press_side, "dim", False)]
        if typed and seen.phase == "play":
            there = [item.code for item in point_items(seen.size) if item.code.startswith(typed[0])]
            return [(f"{typed}…", "accent", True), (f"  {labels.number_next(there[0], there[-1])}", "dim", False)]
        how_to: Part = (label.how_to_point if seen.phase == "play" else label.how_to_komi, "dim", False)
        return self.goal() or [how_to]

    def _waiting(self) -> Sequence[str]:
        """Return what is waited for, or what is held to be looked at, in longer and shorter forms."""
        seen, view = self.seen, self.view
        assert view is not None
        if self.scene.reason is StopReason.FORCED and not open_points(seen):
            return [self.speaker.forced_pass(view.mover)]
        if self.scene.reason is StopReason.HOLD and view.events and not self.scene.replayed:
            happened = self.speaker.event(view.events[-1])
            return [goes_on(happened), happened]
        return [self.scene.waiting]

    # What the coach shows

    @property
    def choices(self) -> HerforChoices:
        """How what can be done is named and measured; letters stand on the board, but on no page of its own."""
        return HerforChoices(self.scene, self.look, self.selection.action, not self._risks)

    def key_of(self, action: Action) -> str:
        """Return the letter that chooses what is no placement."""
        return KEYS.get(action, "")

    def coach_says(self) -> Sequence[Sequence[Part]]:
        """Return what the coach says; of a point on which no stone may be placed, why; of a komi in a lesson, which."""
        scene = self.scene
        if self._risks and scene.lesson is None:
            return ()  # that page has a question of its own
        says, action, hint = super().coach_says(), self.selection.action, scene.hint
        if scene.lesson is not None and self.asked and self.seen.phase == "komi" and action is not None:
            return [*says[:2], self.explained()]  # its number stands nowhere else
        if says and not scene.said and action is not None and hint is not None and hint.of(action) is None:
            return [says[0], self.explained()]
        return says
