"""Herald's table: the trick on the felt and what beats the card that is ahead; the hand, and what chooses in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from textual.binding import BindingType

from herrlof.game import NOBODY, Sentence
from herrlof.games.herald import reading
from herrlof.games.herald.cards import NO_CARD, POINTS_OF, Card
from herrlof.games.herald.observation import Observation
from herrlof.games.herald.tricks import Trick
from herrlof.games.speech import goes_on
from herrlof.messages import paragraph as in_sequence
from herrlof.messages import said
from herrlof.table.connection import MomentKind, StopReason
from herrlof.table.moments import Moment
from herrlof.tui.boards.board import digit_keys, letter_keys
from herrlof.tui.boards.card_board import HAND, TABLE, CardBoard
from herrlof.tui.boards.herald import labels
from herrlof.tui.boards.herald.choices import HeraldChoices
from herrlof.tui.boards.herald.faces import face_of, letters_of
from herrlof.tui.boards.herald.labels import BoardSpeaker
from herrlof.tui.boards.herald.letters import LETTERS
from herrlof.tui.boards.herald.players import draw_fans, draw_others, draw_own, rows_of
from herrlof.tui.boards.herald.side import beating_lines, draw_side, tricks_told
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, cut_parts, width_of, wrapped
from herrlof.tui.widgets.cards import LOW, XL, L, M, S, draw_back, draw_card
from herrlof.tui.widgets.hand import HandCard
from herrlof.tui.widgets.layout import Layout, Window, layout
from herrlof.tui.widgets.pieces import emphasised, filled, header, paragraph, question_parts
from herrlof.tui.widgets.selection import Area, Item
from herrlof.tui.widgets.tricks import Slot, draw_trick, trick_size, with_places

TURN_SECONDS = 0.3
LEAST_FELT: Final = 6
"""Rows of a felt without which no trick has room that has drawings on it."""
HINT_ROWS: Final = 4
"""Rows that the coach has below the hand, of few."""
WINDOWS = (
    Window(60, 20, M, M, S, 1, 0, 60, 0, 0, 10, 11, 6, 17, 0),
    Window(80, 24, M, M, S, 1, 0, 51, 28, 0, 11, 12, 6, 19, 22),
    Window(100, 30, L, L, S, 2, 1, 64, 33, 0, 17, 18, 8, 26, 28),
    Window(120, 40, XL, XL, S, 2, 1, 78, 39, 0, 22, 24, 10, 35, 0),
    Window(160, 50, XL, XL, S, 2, 1, 107, 50, 0, 31, 33, 10, 44, 0),
)


class HeraldBoard(CardBoard[Observation]):
    """The table of Herald as one seat sees it."""

    STEP_NAME = labels.KeyHelp.step
    SHOWN = frozenset({"hand"})
    GROUPED = False
    CHOICES = HeraldChoices
    LETTERS = LETTERS

    BINDINGS: ClassVar[list[BindingType]] = [
        *letter_keys("gsbkqahctpm", labels.KeyHelp.letters),
        *digit_keys("01234567", labels.KeyHelp.digits),
    ]

    @property
    def speaker(self) -> BoardSpeaker:
        """What the table says to the seat at the keyboard."""
        return BoardSpeaker(self.seen, self.context.names, self.context.readers)

    # What is asked and looked at

    def areas(self) -> Sequence[Area]:
        """Return the hand and the trick."""
        if self.view is None:
            return ()
        hand = [
            Item(card, card if self.asked else None, letters_of(card), str(POINTS_OF[card])) for card in self.seen.hand
        ]
        return Area(HAND, hand), Area(TABLE, [Item(card) for card in self.seen.trick], start=self.seen.ahead)

    def asks(self) -> Sequence[str]:
        return (HAND,) if self.asked else ()

    def happened(self, moment: Moment) -> None:
        """Turn a card over that this seat has drawn."""
        seen = self.seen
        key = seen.seat, seen.game_number, len(seen.tricks)
        if moment.kind in (MomentKind.ASK, MomentKind.SHOW) and seen.drawn != NO_CARD:
            self.effect("turning", TURN_SECONDS, once=key)

    def how_to_choose(self) -> str:
        return labels.Keys.on_table if self.looks_away() else labels.Keys.choose_card

    def describe(self, action: str) -> str | tuple[str, str]:
        if told := super().describe(action):
            return told
        if action == "commit":
            return labels.enter_label(self.asked)
        return labels.Labels.look_at if action == "move(-1)" and not self.asked else ""

    def rule(self) -> str:
        """Return the rule for the situation and the card that is looked at."""
        card = None if self.view is None else self._own_card
        if card is None or not reading.may_foresee(self.seen):
            return super().rule()
        return reading.outlook(card, self.seen).rule

    def own_page(self) -> tuple[str, list[list[Part]]]:
        """Return what beats what; the figure that is ahead now is marked."""
        return labels.Labels.beats_what, beating_lines(self.seen)

    @property
    def _own_card(self) -> Card | None:
        """The card of the hand that is looked at."""
        item = self.selection.item(HAND) if self.selection.area == HAND else None
        return None if item is None else int(item.thing)

    # Drawing

    def regions(self, width: int, height: int, rows: int) -> Layout:
        """Return the regions of the table; the side reaches down to the keys.

        In the smallest window the coach has rows of the felt; of many players' felt too few, so that the hand is low.
        """
        found = layout(width, height, rows, WINDOWS, side_down=True)
        if found.side is not None or not self.coach_says():
            return found
        found = self._below_felt(found)
        if found.felt.height >= LEAST_FELT and self._coach_rows(found) <= found.question.height:
            return found
        return layout(width, height, rows)._replace(hand_size=LOW)

    def _below_felt(self, found: Layout) -> Layout:
        """Return regions in which the felt gives the coach its rows; for a hint as many, whatever is in focus."""
        more = max(0, min(HINT_ROWS, self._coach_rows(found)) - found.question.height)
        felt, hand, asked = found.felt, found.hand, found.question
        return found._replace(
            felt=felt._replace(height=felt.height - more),
            you=found.you - more,
            hand=hand._replace(y=hand.y - more),
            question=asked._replace(y=asked.y - more, height=asked.height + more),
        )

    def _coach_rows(self, found: Layout) -> int:
        """Return how many rows the coach needs; beside a hint, where it says more or less by card, as many for each."""
        if self.scene.hint is not None:
            return HINT_ROWS
        return sum(len(wrapped(parts, found.question.width - 3)) for parts in self.coach_says())

    @property
    def _close(self) -> bool:
        """Whether the others stand as closely as they can, since the coach needs the rows."""
        rows = self._rows_of_others(close=False)
        found = layout(self._columns, self.canvas.height + 1, rows, WINDOWS, side_down=True)
        return found.side is None and bool(self.coach_says()) and self._below_felt(found).felt.height < LEAST_FELT

    def _rows_of_others(self, close: bool) -> int:
        """Return how many rows the other players take."""
        shown = self.seen.seats - (self.seen.seat != NOBODY)
        return rows_of(self._columns, shown, bool(self.open_hands), close)

    @property
    def _columns(self) -> int:
        return self.size.width or self.canvas.width

    def rows_of_others(self, others: Sequence[int]) -> int:
        return self._rows_of_others(self._close)

    def redraw_question(self) -> None:
        """Draw what changes with the focus; all of it where the coach needs more rows now, or fewer."""
        found = self._layout
        if found is not None and found.side is None and self.view is not None:
            rows = self._rows_of_others(self._close)
            if self.regions(self.canvas.width, self.canvas.height + 1, rows) != found:
                self._layout = None
        super().redraw_question()

    def curtain_rect(self) -> Rect:
        """Return what a curtain covers; beside it stands what all may see, where the side reaches down to the keys."""
        rect, found = super().curtain_rect(), self._layout
        if found is None or found.side is None or found.window < 3 or self.seen.seat != NOBODY:
            return rect
        return rect._replace(width=found.hand.width)

    def draw_header(self, canvas: Canvas, found: Layout) -> None:
        """Draw which game and which trick this is, and the stock."""
        seen, label = self.seen, labels.Labels
        number = seen.game_number - (seen.phase == "deal" and bool(seen.tricks))
        trick = 0
        if seen.phase in ("play", "over") or seen.tricks:
            trick = reading.trick_number(seen) - (seen.phase == "play" and self._held is not None)
        parts = labels.header_parts(number, seen.games, trick, reading.tricks_in_game(seen.seats))
        stock = str(seen.stock_size) if seen.stock_size else label.empty
        right: list[Part] = [(f"{label.stock} ", "dim", False), (stock, "text", True)] if trick else []
        left = self.scene.with_mark(" · ".join(parts) or said(self.context.game.tagline))
        header(canvas, self.context.game.title, left, right)

    def draw_others(self, canvas: Canvas, found: Layout, others: Sequence[int]) -> None:
        """Draw the other players beside each other."""
        opened = {seat: hand for seat, hand in self.open_hands.items() if seat in others}
        draw_others(canvas, found.others, others, self.seen, self.context, self._just_won, opened, self._close)

    def draw_you(self, canvas: Canvas, found: Layout) -> None:
        draw_own(canvas, found.you, found.hand.width, self.speaker, self.context, self._held)

    def draw_side(self, canvas: Canvas, found: Layout, side: Rect) -> None:
        """Draw the last trick, and where there is room what beats what and this trick."""
        events = [text for text in (self.commitment_told(), *self.events()) if text]
        draw_side(canvas, side, found.window > 2, self.speaker, self.context, events)

    @property
    def _held(self) -> Trick | None:
        """The finished trick that still lies on the table."""
        return reading.trick_on_table(self.seen, self.scene.reason is StopReason.HOLD)

    @property
    def _just_won(self) -> int:
        """Who has won the trick that still lies on the table."""
        held = self._held
        return NOBODY if held is None else held.winner

    def draw_felt(self, canvas: Canvas, found: Layout) -> None:
        """Draw the trick, and above it what beats the card that is ahead."""
        seen, felt, wide = self.seen, found.felt, found.window > 2
        canvas.fill(felt, "felt")
        if not seen.tricks and seen.phase != "play":
            canvas.centre(felt, felt.y + felt.height // 2, labels.Labels.the_deal, "dim", "felt")
            return
        if felt.width <= M.width * seen.seats:
            self._draw_ahead(canvas, felt)
            return
        size = trick_size(felt, seen.seats, found.table_size, min(felt.height - M.height, min(3, found.window + 1)), 1)
        fans = found.window > 3 and felt.height >= size.height + 12
        above = 8 if fans else 3 if wide else 1 + (felt.height >= size.height + 4)
        above = min(above, felt.height - size.height)
        heap = fans and felt.height >= above + size.height + 9
        spare = felt.height - above - size.height - (9 if heap else 4 if wide else 2)
        top = felt.y + above + max(0, spare // 2)
        if fans:
            draw_fans(canvas, felt, self.speaker, heap)
        held = self._held
        if held is None and top > felt.y:
            beaten = cut_parts(self._beaten(felt.width), felt.width)
            canvas.parts(felt.x + (felt.width - width_of(beaten)) // 2, max(felt.y, top - 2), beaten, "felt")
        rows = felt.bottom - top - size.height - (size is XL)
        slots = self._slots(held, min(felt.width // seen.seats, size.width + 16), rows)
        for rect, place in draw_trick(canvas, felt, slots, size, top):
            self.places.append((rect, (TABLE, place)))

    def _draw_ahead(self, canvas: Canvas, felt: Rect) -> None:
        """Draw the card that is ahead alone, and beside it what beats it: a hint has the rest of the felt."""
        seen, x = self.seen, felt.x + 1
        if seen.trick:
            draw_card(canvas, x, felt.y + 1, face_of(seen.trick[seen.ahead]), M, ground="felt")
            x += M.width + 1
        text = felt._replace(x=x, y=felt.y + 1, width=felt.right - x, height=felt.height - 1)
        paragraph(canvas, text, text.y, self._beaten(99), "felt")

    def _beaten(self, width: int) -> list[Part]:
        """Return what beats the card that is ahead, and where there is room whose that is."""
        seen = self.seen
        if not seen.trick:
            return [(labels.Labels.nothing_led, "dim", False)]
        who: list[Part] = [(self.speaker.who_is_ahead(), "text", True), (" ", "text", False)]
        if self.scene.hides("beaten"):
            return who
        unbeaten = labels.Labels.safe if reading.can_be_beaten(seen) else labels.Labels.unbeaten
        parts: list[Part] = [(unbeaten, "dim", False)]
        for briefly in () if reading.is_safe(seen) else (True, False):
            beaters = labels.beaters_text(seen.trick[seen.ahead], seen.ahead == 0, briefly)
            line = filled(labels.Labels.beaten_by, cards=(beaters, "accent", True))
            parts = line if briefly or width_of(line) <= width else parts
        return [*who, *parts] if width_of([*who, *parts]) <= width - 2 else parts

    def _slots(self, held: Trick | None, width: int, rows: int) -> list[Slot]:
        """Return the places of the trick in playing order; `width`: the columns of each, `rows`: those below it."""
        seen = self.seen
        leader, cards = (seen.leader, seen.trick) if held is None else (held.leader, held.cards)
        looked = self.selection.at(TABLE) if self.selection.area == TABLE and held is None else None
        filled = []
        for place, (card, step) in enumerate(zip(cards, labels.steps_text(cards, briefly=width < 9), strict=True)):
            seat = (leader + place) % seen.seats
            wins, ahead = held is not None and held.winner == seat, held is None and place == seen.ahead
            who = self.context.briefly(seat, seen)
            label = f"{cut(who, width - 3)} ✓" if (ahead or wins) and rows < 2 else who
            note = labels.Labels.ahead if ahead else f"✓ {labels.Labels.won}" if wins else step
            bars = wins and rows > 2
            filled.append(Slot(who, face_of(card), ahead or wins, wins=bars, ahead=ahead or (wins and not bars),
                               focused=looked == place, label=label, note=note))  # fmt: skip
        return with_places(self, self.speaker, filled, leader, seen.mover if seen.phase == "play" else NOBODY, width)

    # Hand, question

    @property
    def _drawn(self) -> int:
        """Which card of the hand was drawn last."""
        return max((place for place, card in enumerate(self.seen.hand) if card == self.seen.drawn), default=-1)

    def hand_cards(self) -> Sequence[HandCard]:
        """Return the hand; the card drawn last is new."""
        return [HandCard(face_of(card), new=place == self._drawn) for place, card in enumerate(self.seen.hand)]

    def _draw_hand(self, canvas: Canvas, found: Layout) -> None:
        """Draw the hand; a card that was just drawn shows its back first."""
        super()._draw_hand(canvas, found)
        for rect, (area, number) in self.places:
            if area == HAND and number == self._drawn and self.effects.running("turning"):
                y = rect.y + (number != self.hand_focus())
                draw_back(canvas, rect.x, y, found.hand_size.width, found.hand_size.height)

    def question_text(self) -> Sentence | None:
        """Return what is asked: in one row, where there are no more."""
        if not self.asked:
            return None
        forms = self.cache.told(self._questions)
        return next((form for form in forms if self._fits(question_parts(form), 3)), forms[-1])

    def _questions(self) -> list[Sentence]:
        """Return what is asked in longer and shorter forms."""
        return [self.speaker.turn(brevity) for brevity in range(3)]

    def _fits(self, parts: Sequence[Part], left: int) -> bool:
        """Whether a text leaves free so many rows less one of those of the question."""
        if self._layout is None:  # before a board has been drawn
            return False
        rect = self._layout.question
        return len(wrapped(parts, rect.width - 3)) <= max(1, rect.height - left + 1)

    def explained(self) -> list[Part]:
        """Return what is said about the card in focus; without one, what could still beat the card that is ahead."""
        told = self._explained(briefly=False)
        return told if self._fits(told, 2) else self._explained(briefly=True)

    def _explained(self, briefly: bool) -> list[Part]:
        seen, held = self.seen, self._held
        place = self.selection.at(TABLE) if self.selection.area == TABLE else None
        if place is not None and seen.trick:
            return emphasised(self.speaker.step_explained(place))
        if (card := self._own_card) is not None:
            if not reading.may_foresee(seen):
                return self.explain(card)
            now = self.speaker.prospect(card, briefly)
            verdict: Part = (f" {now.verdict}" if now.verdict else "", "good" if now.leads else "bad", now.leads)
            why = in_sequence(now.why, now.threats)
            return [
                (now.title, "text", True),
                verdict,
                (f" {why}" if why else "", "text", False),
                (f" {now.rule}", "dim", False),
            ]
        if held is not None and self.scene.reason is StopReason.HOLD:
            return emphasised(self.speaker.won_with(held) if briefly else self.speaker.why_won(held))
        return [(self.speaker.threats_now(briefly), "dim", False)]

    def news(self) -> Sequence[str]:
        """Return what happened last, without the reasons, for which the row has no room."""
        return [text.ask if isinstance(text, Sentence) else text for text in self.events()[-3:]]

    def waiting(self) -> str:
        held = self.scene.reason is StopReason.HOLD and not self.scene.replayed and self._held is not None
        return goes_on() if held else self.scene.waiting

    def look_back(self) -> list[list[Part]]:
        """Return the last trick alone: what was taken before lies face down until the game is over (H11)."""
        return self.last()

    def last(self) -> list[list[Part]]:
        """Return the last trick and its story; once a game is over all its tricks; for a page, with its margins."""
        return [] if self.view is None else tricks_told(self.speaker, self.context, min(90, self.canvas.width - 8))

    # The hint

    def hint_rect(self, found: Layout) -> Rect:
        """Return where the hint stands: beside the felt, below the last trick where there is room for both."""
        last = self.seen.seats + 6 if found.window > 2 else 0
        rect = super().hint_rect(found) if found.side is None else found.side
        return rect._replace(y=rect.y + last, height=rect.height - last)
