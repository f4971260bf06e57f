"""What the tables of card games share: the same regions in the same order, a hand, and a question with its answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any, ClassVar, Final, cast

from herrlof.game import NOBODY, Seen, Sentence
from herrlof.messages import _
from herrlof.table.connection import View
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.choices import CardChoices
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, wrapped
from herrlof.tui.widgets.cards import Face, tinted
from herrlof.tui.widgets.hand import Hand, HandCard
from herrlof.tui.widgets.hint import draw_undone, rows_of
from herrlof.tui.widgets.keybar import NOTHING
from herrlof.tui.widgets.layout import Layout, layout
from herrlof.tui.widgets.pieces import buttons, news, paragraph, question, question_above, question_parts, strip
from herrlof.tui.widgets.teaching import draw_side

HAND: Final = "hand"
TABLE: Final = "table"
ANSWERS: Final = "answers"
SPARED: Final = 25
"""Columns of the felt that a hint leaves in the smallest window."""


class CardBoard(Board[Seen]):
    """The table of a card game as one seat sees it. A subclass draws its regions and names its areas."""

    GROUPED: ClassVar[bool] = True
    """Whether cards of one colour lie together in the hand."""

    def __init__(self, *args: Any) -> None:
        """Start with an empty hand."""
        super().__init__(*args)
        self.hand = Hand(self.GROUPED)
        self._felt_shown: object = None
        self.question_higher = 0
        """Rows above its own that the question took,"""
        self.question_lower = 0
        """and rows below."""

    # What a game draws

    def regions(self, width: int, height: int, rows: int) -> Layout:
        """Return the regions of the table, with so many rows of other players."""
        return layout(width, height, rows)

    def rows_of_others(self, others: Sequence[int]) -> int:
        """Return how many rows the other players take: one each, and one for a hand that lies open."""
        return len(others) + len([seat for seat in others if seat in self.open_hands])

    def draw_header(self, canvas: Canvas, found: Layout) -> None:
        """Draw the first row."""
        raise NotImplementedError

    def draw_others(self, canvas: Canvas, found: Layout, others: Sequence[int]) -> None:
        """Draw the rows of the other players, and below each the hand if it lies open."""
        y = found.others
        for seat in others:
            self.draw_player(canvas, y, seat)
            x, y = 3, y + 1
            for face in self.open_hand(seat) if seat in self.open_hands else ():
                x = canvas.parts(x, y, [tinted(face)]) + 1
            y += seat in self.open_hands

    def draw_player(self, canvas: Canvas, y: int, seat: int, width: int = 0) -> None:
        """Draw a player's row, as wide as the window where it has no `width` of its own."""
        raise NotImplementedError

    def open_hand(self, seat: int) -> Sequence[Face]:
        """Return a hand that lies open."""
        raise NotImplementedError

    def draw_felt(self, canvas: Canvas, found: Layout) -> None:
        """Draw the felt."""
        raise NotImplementedError

    def draw_side(self, canvas: Canvas, found: Layout, side: Rect) -> None:
        """Draw what stands beside the felt."""
        raise NotImplementedError

    def draw_you(self, canvas: Canvas, found: Layout) -> None:
        """Draw the player's own row."""
        raise NotImplementedError

    def hand_cards(self) -> Sequence[HandCard]:
        """Return the hand as it lies there."""
        raise NotImplementedError

    def felt_shows(self) -> object:
        """Return what of the focus the felt, the side and the own row show: they are drawn anew when it changes."""
        on_table = self.selection.at(TABLE) if self.selection.area == TABLE else None
        scene = self.scene
        return on_table, scene.undone and scene.undone.told, scene.unplayed, scene.hint and self.selection.action

    def question_text(self) -> Sentence | None:
        return self.speaker.question() if self.asked else None

    def explained(self) -> list[Part]:
        return []

    @property
    def has_side(self) -> bool:
        """Whether there is room beside the felt."""
        return self._layout is not None and self._layout.side is not None

    def answer_labels(self) -> Sequence[str]:
        """Return the answers that stand side by side below the question."""
        return ()

    def waiting(self) -> str:
        """Return what is waited for, or what is held to be looked at."""
        return self.scene.waiting

    def news(self) -> Sequence[str]:
        """Return what happened last, for the row below the question."""
        return self.events()[-3:]

    def hint_rect(self, found: Layout) -> Rect:
        """Return where the hint stands: beside the felt, in the smallest window on it."""
        if found.side is None:
            felt = found.felt
            return Rect(SPARED, felt.y, felt.width - SPARED, felt.height)
        last = 7 if found.window == 3 else 9 if found.window > 3 else 0
        return found.side._replace(y=found.side.y + last, height=found.side.height - last)

    # What all of them do

    @property
    def choices(self) -> CardChoices[Seen]:
        return cast("CardChoices[Seen]", super().choices)

    def action_climb(self, by: int) -> None:
        """Walk the list of a hint where it stands; else go up or down on the table."""
        hint = self.scene.hint
        if hint is None or not self._has_list:
            super().action_climb(by)
            return
        actions = [choice.action for row in rows_of(hint, self.choices.label, 0) for choice in row]
        action = self.selection.action
        at = actions.index(action) - by if action in actions else 0
        self.selection.choose(actions[max(0, min(len(actions) - 1, at))])
        self.looked()

    def describe(self, action: str) -> str | tuple[str, str]:
        """Name what goes through the list of a hint."""
        return _("ranking") if action == "climb(1)" and self._has_list else super().describe(action)

    def describe_briefly(self, action: str) -> str | tuple[str, str]:
        """Name all arrows at once, where they go through the list of a hint."""
        if action == "move(-1)" and self._has_list:
            return "← → ↑ ↓", _("choose")
        return NOTHING if action == "climb(1)" and self._has_list else ""

    @property
    def _has_list(self) -> bool:
        hint = self.scene.hint
        return hint is not None and bool(hint.choices) and not self._has_numbers

    @property
    def kept_keys(self) -> Collection[str]:
        return ("climb(1)",) if self._has_numbers else (*super().kept_keys, *(("climb(1)",) if self._has_list else ()))

    @property
    def _has_numbers(self) -> bool:
        """Whether the arrows up and down change a number."""
        return any(area.upright and area.items for area in self.selection.areas)

    def looks_away(self) -> bool:
        """A card on the table is not the one in the hand that Enter would play."""
        return self.selection.area == TABLE and HAND in self.selection.asks

    def draw_table(self, canvas: Canvas, view: View) -> None:
        seen = view.observation
        public = seen.seat == NOBODY
        seats = len(self.context.names)
        others = [(seen.seat + turn) % seats for turn in range(1, seats)] if not public else list(range(seats))
        self._felt_shown = self.felt_shows()
        found = self._layout = self.regions(canvas.width, canvas.height + 1, self.rows_of_others(others))
        self.draw_header(canvas, found)
        self.draw_others(canvas, found, others)
        self._draw_above(canvas, found)
        if not public:
            self._draw_hand(canvas, found)
        self._draw_question(canvas, found)

    def _draw_above(self, canvas: Canvas, found: Layout) -> None:
        """Draw what stands above the hand; a hint has the side, or the felt's right part where there is none."""
        scene = self.scene
        hinted = scene.hint is not None and not self._has_numbers
        if hinted and found.side is None:
            self.draw_felt(canvas, found._replace(felt=found.felt._replace(width=SPARED)))
        else:
            self.draw_felt(canvas, found)
        side = found.side
        if scene.undone is not None and scene.undone.told and side is not None and not hinted:
            side = draw_undone(canvas, side, scene.undone.told[1:], scene.undone.further)
        if side is not None:
            self.draw_side(canvas, found, side)
        if scene.lesson is not None and found.side is not None:
            self.cover_places(found.side)
            draw_side(canvas, found.side, scene.lesson)
        if hinted or (scene.again is not None and scene.hint is None and found.side is not None):
            rect = self.hint_rect(found)
            self.cover_places(rect)
            self.draw_coach(canvas, rect)
        if self.seen.seat != NOBODY:
            self.draw_you(canvas, found)

    def redraw_question(self) -> None:
        """Draw the hand and what stands below it; what stands above too, where that changes with the focus."""
        found, before = self._layout, self._felt_shown
        if found is None or self.view is None or self.scene.curtain is not None:
            return self.redraw()
        self._felt_shown = self.felt_shows()
        canvas, above = self.canvas, self._felt_shown != before
        first = found.felt.y if above else found.hand.y
        public = self.seen.seat == NOBODY
        self.places = [place for place in self.places if place[0].y < first]
        if above:
            self._draw_above(canvas, found)
        if not public:
            self._draw_hand(canvas, found)
        self._draw_question(canvas, found)
        return self.repaint(range(first, canvas.height))

    def hand_focus(self) -> int | None:
        """Return which card of the hand is raised."""
        return self.selection.at(HAND) if self.selection.area == HAND else None

    def _with_tag(self, cards: Sequence[HandCard]) -> Sequence[HandCard]:
        """Return a hand in which a card that was taken back says so."""
        if (undone := self.scene.undone) is None or not undone.told:
            return cards
        face = self.choices.face(undone.action)
        at = next((place for place, card in enumerate(cards) if card.face == face), None)
        return [card._replace(new=False, back=True) if place == at else card for place, card in enumerate(cards)]

    def _draw_hand(self, canvas: Canvas, found: Layout) -> None:
        self.hand.cards = self._with_tag(self.hand_cards())
        places = self.hand.draw(canvas, found.hand, found.hand_size, self.hand_focus())
        self.places += [(rect, (HAND, number)) for rect, number in places]

    def _draw_question(self, canvas: Canvas, found: Layout) -> None:
        """Draw what is asked and what is in focus, or what is waited for; and what happened last."""
        rect, width = found.question, found.question.width - 3
        if self.scene.told:
            self.draw_told(canvas, rect)
            return
        asked, warning, lesson = self.question_text(), self.scene.warning, self.scene.lesson
        labels = self.answer_labels() if asked else ()
        if says := self.coach_says():
            taught = labels if self.scene.hint is None and self.asked else ()  # beside a hint its list has them
            rows = sum(len(wrapped(parts, width)) for parts in says) + bool(taught)
            rect = self._room_for(canvas, found, rows)
            strip(canvas, rect, says)
            self._draw_labels(canvas, rect.x + 2, rect.bottom - 1, taught)
            self._draw_news(canvas, found, rect.bottom, lesson is None or lesson.begun)
            return
        below = self.explained()
        known: Sequence[Part] = [("! ", "bad", True), (warning, "bad", True)] if warning else below
        lines = len(wrapped(question_parts(asked), width)) if asked else 1
        rows = lines + bool(labels)
        if not any(text for text, _ink, _bold in known):
            goals = (self.goal(), self.goal(briefly=True))
            known = below = next((goal for goal in goals if rows + len(wrapped(goal, width)) <= rect.height), [])
        rest = len(wrapped(known, width)) if known else 0
        if labels:  # they stay where they are, whatever is in focus
            lowest = found.window == 0
            more, up, down = max(rest, 2 * lowest), lines > 1 or lowest, lines == 1
        else:
            more, up, down = rest, True, True
        rect = self._room_for(canvas, found, rows + more if asked else 0, up, down)
        if asked and rows + rest > rect.height:
            asked = Sentence(asked.ask)
        end = rect.bottom
        if asked and labels:
            y = question_above(canvas, rect, asked, below, warning)
            self._draw_labels(canvas, rect.x + 2, y, labels)
        elif asked:
            end = question(canvas, rect, asked, below, warning)
        else:
            canvas.fill(rect, "bg")
            text = rect._replace(x=2, width=width)
            y = paragraph(canvas, text, rect.y, [(self.waiting(), "dim", False)], most=max(1, rect.height - rest))
            end = paragraph(canvas, text, max(y, rect.y + 1), below)
        self._draw_news(canvas, found, end)

    def _draw_news(self, canvas: Canvas, found: Layout, end: int, begun: bool = True) -> None:
        """Write what happened last, before the first move how the deals are proved, below what is asked."""
        if found.news is not None and end <= found.news:
            told = self.commitment_told()
            news(canvas, found.news, [told] if told else self.news() if begun else ())

    def has_room(self, paragraphs: Sequence[Sequence[Part]]) -> bool:
        """Whether so much can be said between the hand and the row of keys."""
        if (found := self._layout) is None:
            return False
        rows = sum(len(wrapped(parts, found.question.width - 3)) for parts in paragraphs)
        return rows <= self.canvas.height - found.hand.bottom

    def _draw_labels(self, canvas: Canvas, x: int, y: int, labels: Sequence[str]) -> None:
        """Draw the answers side by side, to be clicked on too."""
        for number, place in enumerate(buttons(canvas, x, y, labels, self.selection.at(ANSWERS))):
            self.places.append((place, (ANSWERS, number)))

    def _room_for(self, canvas: Canvas, found: Layout, rows: int, up: bool = True, down: bool = True) -> Rect:
        """Return where so many rows are: where the question stands, and around it what it needs more and is free."""
        rect = found.question
        more = max(0, rows - rect.height)
        below = min(more, canvas.height - rect.bottom) if down else 0
        above = min(more - below, max(0, rect.y - found.hand.bottom)) if up else 0
        if above or self.question_higher:
            canvas.fill(Rect(rect.x, found.hand.bottom, rect.width, rect.y - above - found.hand.bottom), "bg")
            self.hand.covered()
        if self.question_lower > below:
            canvas.fill(Rect(rect.x, rect.bottom + below, rect.width, self.question_lower - below), "bg")
        self.question_higher, self.question_lower = above, below
        return Rect(rect.x, rect.y - above, rect.width, rect.height + above + below)
