"""How-Ruck!'s table: the rope on the felt, the hand, and where a card would go and what it would do there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.screen import Screen

from herrlof.game import NOBODY, Action, Event, Sentence
from herrlof.games.how_ruck import reading, words
from herrlof.games.how_ruck.actions import (
    FIELD_PLAYED,
    KEEP,
    MOVE_WHITE,
    NAME,
    PLAY,
    PLAYS,
    SEATS,
    SPLIT,
    moved_from,
    moved_to,
)
from herrlof.games.how_ruck.cards import CHANGE_SIDES, COLOURS, FIRST_ACTION, HAS_TEXT, NESSIE_VALUE, VALUE_OF, Card
from herrlof.games.how_ruck.observation import Observation
from herrlof.games.how_ruck.tug import Tug, after, from_seat
from herrlof.messages import N_
from herrlof.table.keyboard import Keyboard, Moment
from herrlof.table.table import MomentKind, View
from herrlof.tui.boards.board import Board, digit_keys, letter_keys
from herrlof.tui.boards.how_ruck import ends
from herrlof.tui.boards.how_ruck.faces import face_of, letter_of
from herrlof.tui.boards.how_ruck.held import Presses
from herrlof.tui.boards.how_ruck.rope import Scene, draw_rope
from herrlof.tui.boards.how_ruck.side import CAN_DO_ROWS, brief, draw_kinds, draw_weighed
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.cards import SIZES, XL, CardState, L, M, S, draw_card, tinted
from herrlof.tui.widgets.hand import Hand, HandCard
from herrlof.tui.widgets.layout import Layout, Window, layout
from herrlof.tui.widgets.pieces import (
    Columns,
    PlayerRow,
    buttons,
    columns_for,
    emphasised,
    header,
    joined,
    news,
    news_panel,
    panel,
    paragraph,
    player_row,
    question,
    question_above,
    question_parts,
    tally,
)

HAND, FIELD, ANSWERS = "hand", "field", "answers"
SORTING: Final = ("keep", "split")
BEGINNING: Final = ("raced", "lots", "leads", "stacked")
"""The events that tell how a tug of war begins."""
STEP_SECONDS: Final = 0.15
"""How long the barrel takes for a field."""
LONGEST_SECONDS: Final = 1.0
"""How long it takes at most, however far it goes."""
SHOUT_SECONDS: Final = 1.2
"""How long the call lies over the fields, and the way of the barrel is seen."""
WINDOWS: Final = (
    Window(60, 20, M, M, S, 1, 0, 60, 0, 0, 11, 11, 6, 17, 0),
    Window(80, 24, M, M, S, 1, 0, 51, 28, 0, 11, 12, 6, 19, 22),
    Window(100, 30, M, M, S, 2, 1, 64, 33, 0, 17, 19, 6, 25, 28),
    Window(120, 40, L, XL, S, 2, 1, 78, 39, 0, 25, 26, 8, 35, 0),
    Window(160, 50, XL, XL, S, 2, 1, 107, 50, 0, 33, 34, 10, 45, 0),
)
"""The regions of the table; the smallest window has no row for the own seat."""


class HowRuckBoard(Board[Observation]):
    """The table of How-Ruck! as one seat sees it."""

    STEP_NAME = N_("turn")
    MEASURES_TIME = True

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a,A", "keep(0)", N_("keep left"), key_display="A", id="keep_left"),
        Binding("d,D", "keep(1)", N_("keep right"), key_display="D", id="keep_right"),
        *letter_keys("rbgwx", N_("choose a card by its colour, or an action")),
        *digit_keys("0123456", N_("choose a card by its value, or say the value that goes")),
    ]

    def __init__(self, *args: Any) -> None:
        """Start with nothing in focus."""
        super().__init__(*args)
        self._hand = Hand()
        self._area = HAND
        self._field: int | None = None
        """The field in focus, as the rope counts it."""
        self._source: int | None = None
        """The field from which a white card is being moved, while its new field is chosen."""
        self._answer = -1
        self._hand_before: Sequence[Card] = ()
        """The hand that was shown last: what was looked at in another one is of no interest."""
        self._presses = Presses()
        self._way: list[int] = []
        """The fields that the barrel has yet to pass, the last of them where it stands."""
        self._came = 0
        """Whence it came last."""
        self._called: Sequence[int] = (0, 0)
        """The strengths that were compared last."""

    # What is asked and looked at

    @property
    def _phase(self) -> str:
        """What the seat at the keyboard is asked for; nothing where it only looks."""
        return str(self.seen.phase) if self.asked else ""

    @property
    def _cards(self) -> tuple[Card, ...]:
        """What lies in the hand, the stolen card last."""
        seen = self.seen
        return (*seen.hand, seen.stolen) if self._phase == "stolen" else tuple(seen.hand)

    @property
    def _card(self) -> Card | None:
        """The card of the hand that is looked at."""
        focus = self._hand.focus
        return None if focus is None or focus >= len(self._cards) else self._cards[focus]

    def _is_mine(self, card: Card | None) -> bool:
        """Whether a card can be played now: while a stolen one has to be, no other."""
        if card is None or self._phase not in ("play", "stolen"):
            return False
        return self._phase == "play" or self._hand.focus == len(self._cards) - 1

    @property
    def _answers(self) -> Sequence[Action]:
        """The choices that stand side by side: a card of a pair, a value, the ways to play an action."""
        match self._phase:
            case "keep":
                return KEEP, KEEP + 1
            case "split":
                return SPLIT, SPLIT + 1
            case "name":
                return tuple(range(NAME, NAME + NESSIE_VALUE + 1))
        card = self._card
        if card is not None and card >= FIRST_ACTION and self._is_mine(card):
            return reading.ways_to_play(card)
        return ()

    @property
    def _targets(self) -> Mapping[int, Action]:
        """The fields that can be chosen now, as the rope counts them, and what choosing each one does.

        A white card that changes sides is chosen first, then its new field: its first action stands for it.
        """
        seat = self.seen.seat
        if self._phase == "move":
            assert self.view is not None
            legal = self.view.legal
            if self._source is None:
                return {from_seat(moved_from(action), seat): action for action in reversed(legal)}
            source = from_seat(self._source, seat)
            return {from_seat(moved_to(action), seat): action for action in legal if moved_from(action) == source}
        card = self._card
        if self._area == FIELD and card is not None and card < FIRST_ACTION and self._is_mine(card):
            return {from_seat(FIELD_PLAYED[action], seat): action for action in PLAYS[card]}
        return {}

    def _in_focus(self) -> Action | None:
        """Return the whole action that Enter would play now."""
        if self._phase == "move" and self._source is None and self._field is not None:
            action = self._targets[self._field]
            return action if action < MOVE_WHITE else None
        if self._targets:
            return None if self._field is None else self._targets[self._field]
        return self._answers[self._answer] if self._answers and self._answer >= 0 else None

    def begin_question(self) -> None:
        """Choose nothing before the player does."""
        self._field = self._source = None
        self._answer = -1
        self._hand.focus = None
        phase = self.seen.phase
        self._area = ANSWERS if phase in (*SORTING, "name") else FIELD if phase == "move" else HAND
        if phase == "stolen":
            self._hand.focus = len(self._cards) - 1
            self._area = FIELD if self.seen.stolen < FIRST_ACTION else ANSWERS
        elif phase == "play" and len(self.seen.hand) == 1:
            self._hand.focus, self.chosen = 0, True
            self._answer = 0 if self._answers else -1

    def happened(self, moment: Moment) -> None:
        """Let the barrel go for what has just happened."""
        if moment.kind is not MomentKind.ASK:
            self._area, self._field, self._source, self._answer = HAND, None, None, -1
            if self.seen.hand != self._hand_before:
                self._hand.focus = None
        self._hand_before = self.seen.hand
        fresh = moment.view.events[len(moment.view.events) - moment.new_events :]
        moved = next((event for event in reversed(fresh) if event.kind in ("pulled", "barrel")), None)
        if moved is None:
            return
        self._came = moved.values[-2]
        self.effect("call", SHOUT_SECONDS)
        if moved.kind == "pulled":
            self._called = moved.values[:2]
            self.effect("shout", SHOUT_SECONDS)
        self._let_go(*moved.values[-2:])

    def _let_go(self, before: int, now: int) -> None:
        """Begin to move the barrel field by field."""
        by = 1 if now > before else -1
        way = list(range(before, now, by))
        pause = min(STEP_SECONDS, LONGEST_SECONDS / max(1, len(way)))
        self.effect("barrel", pause * len(way))
        if not way or not self.moving("barrel"):
            return
        self._way = way
        for number in range(1, len(way)):
            self.set_timer(number * pause, self._step)

    def _step(self) -> None:
        if self.moving("barrel") and self._way:
            self._way.pop(0)
            self.redraw()

    # Keys

    def action_move(self, by: int) -> None:
        """Look at the next card, field or choice."""
        count = len(self._answers)
        if self._area == ANSWERS and count:
            if self._phase in SORTING:
                self._answer = int(by > 0)
            else:
                self._answer = (self._answer + by) % count if self._answer >= 0 else 0 if by > 0 else count - 1
            self.chosen = True
        elif self._area == FIELD and self._targets:
            self._step_field(by)
        else:
            self._area = HAND
            self._hand.step(by)
            self._card_chosen()
        self._looked()

    def _step_field(self, by: int) -> None:
        """Go along the fields that can be chosen; the first step begins in the middle of the rope."""
        places = sorted(self._targets)
        if self._field is None:
            side = [place for place in places if (place >= COLOURS) == (by > 0)] or places
            self._field = side[0] if by > 0 else side[-1]
        else:
            self._field = places[(places.index(self._field) + by) % len(places)]
        self.chosen = True

    def action_climb(self, by: int) -> None:
        """Go up to the rope and down again; of an action choose the way to play it."""
        if self._answers and self._phase in ("play", "stolen"):
            self._answer, self.chosen = (0 if by > 0 else 1), True
        elif self._area == HAND and by > 0 and self._is_mine(self._card):
            self._area, self._field = FIELD, None
        elif self._area == HAND and self._card is None:
            self._hand.step(1)
            self._card_chosen()
        elif self._area == FIELD and by < 0:
            if self._source is not None:
                self._field, self._source = self._source, None
            elif self._phase == "play":
                self._area, self._field = HAND, None
        self._looked()

    def action_end(self, by: int) -> None:
        """Look at the first or the last card."""
        if self._phase in ("", "play"):
            self._area, self._field = HAND, None
            self._hand.focus = None
            self._hand.step(-by)
            self._card_chosen()
            self._looked()

    def action_letter(self, letter: str) -> None:
        """Look at the next card of a colour, or at the next action."""
        self._choose([place for place, card in enumerate(self._cards) if letter_of(card) == letter])

    def action_digit(self, digit: str) -> None:
        """Look at the next card of a value, or say the value that goes."""
        if self._phase == "name":
            self._answer, self.chosen = int(digit), True
            self._looked()
            return
        scots = [place for place, card in enumerate(self._cards) if card < FIRST_ACTION]
        self._choose([place for place in scots if VALUE_OF[self._cards[place]] == int(digit)])

    def _choose(self, places: Sequence[int]) -> None:
        if self._phase in ("", "play") and self._hand.pick(places):
            self._area, self._field = HAND, None
            self._card_chosen()
            self._looked()

    def action_keep(self, place: int) -> None:
        """Keep a card of the pair at once, but not in its first moments, nor with a key that is held (K6)."""
        if self._phase not in SORTING:
            return
        now = monotonic()
        if self.context.pace and (why_not := self._presses.refusal(place, now, now - self._asked_since)):
            self.refuse(why_not)
        else:
            self.answer(self._answers[place])

    def _card_chosen(self) -> None:
        """Take note that a card was chosen; of an action the way with its effect comes first."""
        self._field = None
        self._answer = 0 if self._answers else -1
        self.chosen = self._is_mine(self._card)

    def _looked(self) -> None:
        self.warning = ""
        self.redraw_question()
        self.refresh_bindings()

    def action_commit(self) -> None:
        """Play what was chosen since the question came; a Scot goes up to the rope first."""
        if not self.asked or self.guarded():
            return
        action = self._in_focus()
        if not self.chosen:
            self.refuse(self._how_to_choose())
        elif action is not None:
            self.answer(action)
        elif self._phase == "move" and self._source is None and self._field is not None:
            self._source, self._field = self._field, None
            self._looked()
        elif self._area == HAND and self._is_mine(self._card):
            self._area, self._field = FIELD, None
            self._looked()
        else:
            self.refuse(self._how_to_choose())

    def _how_to_choose(self) -> str:
        says = words.key_refusals()
        match self._phase:
            case "keep" | "split":
                return says.choose_pair
            case "name":
                return says.choose_value
        if self._area == FIELD:
            return says.choose_field
        return says.choose_way if self._area == ANSWERS else says.choose_card

    def clicked(self, what: Any) -> None:
        """Choose what was clicked; a second click plays it."""
        kind, number = what
        if kind == HAND:
            if self._phase not in ("", "play"):
                return
            again = self._area == HAND and number == self._hand.focus and self.chosen
            self._area, self._hand.focus = HAND, number
            if again:
                self.action_commit()
                return
            self._card_chosen()
        elif kind == FIELD:
            if number not in self._targets:
                return
            again = number == self._field and self.chosen
            self._field, self.chosen = number, True
            if again:
                self.action_commit()
                return
        elif kind == ANSWERS and self.asked:
            again = number == self._answer and self.chosen
            self._answer, self.chosen = number, True
            if again:
                self.action_commit()
                return
        self._looked()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Cards are kept by a letter only while pairs are sorted."""
        if not super().check_action(action, parameters):
            return False
        return self._phase in SORTING if action == "keep" else True

    def describe(self, action: str) -> str:
        """Name what the arrows and Enter do now."""
        phase = self._phase
        if action == "commit":
            to_field = self._area == HAND and self._card is not None and not self._answers
            return words.enter_label(phase, to_field)
        return words.arrow_label(phase, self._area == FIELD) if action == "move(-1)" else ""

    def rule(self) -> str:
        """Return the rule for the situation and the card that is looked at."""
        if self.view is None:
            return ""
        card = self._card
        if self.seen.phase == "play" and card is not None:
            return "K13" if card >= FIRST_ACTION else "K12" if HAS_TEXT[card] else "K11"
        return super().rule()

    def measuring_screen(self, keyboard: Keyboard, kind: str) -> Screen[bool]:
        """Return the screen of the race."""
        from herrlof.tui.boards.how_ruck.race import RaceScreen  # not needed for the first frame

        return RaceScreen(self, keyboard)

    # Drawing

    def draw_table(self, canvas: Canvas, view: View) -> None:
        """Draw all regions."""
        seen = view.observation
        public = seen.seat == NOBODY
        others = list(range(SEATS)) if public else [1 - seen.seat]
        rows = len(others) + len([seat for seat in others if seat in self.open_hands])
        found = self._layout = layout(canvas.width, canvas.height + 1, rows, WINDOWS, side_down=True)
        self._draw_header(canvas)
        self._draw_others(canvas, found, others)
        self._draw_felt(canvas, found)
        self._draw_side(canvas, found)
        if not public:
            if found.you < found.hand.y:
                player_row(canvas, found.you, self._row_of(seen.seat), self._columns(canvas), found.hand.width)
            self._draw_hand(canvas, found)
        self._draw_question(canvas, found)
        if found.news is not None:
            news(canvas, found.news, self.events()[-3:])

    def redraw_question(self) -> None:
        """Draw what changes with the focus: the felt, the side, the hand and the question."""
        found = self._layout
        if found is None or self.view is None or self.curtain_for is not None:
            return self.redraw()
        canvas = self.canvas
        self.places = []
        self._draw_felt(canvas, found)
        self._draw_side(canvas, found)
        if self.seen.seat != NOBODY:
            self._draw_hand(canvas, found)
        self._draw_question(canvas, found)
        return self.repaint(range(found.felt.y, canvas.height))

    def _draw_header(self, canvas: Canvas) -> None:
        seen = self.seen
        narrow = canvas.width < 80
        number = len(seen.rounds) if self._round_lies(seen) else seen.round_number
        card = self.context.game.progress(seen).get("card", 0)
        left = words.header_text(number, card, seen.phase in SORTING, narrow)
        if self.note:
            left = f"{left} · {self.note}"
        right: list[Part] = []
        if narrow and seen.seat != NOBODY:  # there is no row for it
            won = seen.scores[seen.seat]
            right = [*tally(won, max(0, seen.goal - won), "accent"), ("  ", "dim", False)]
        header(canvas, "How-Ruck!", left, [*right, *self.header_right()])

    def _round_lies(self, seen: Observation) -> bool:
        """Whether what lies on the rope is still of the round before."""
        return bool(seen.rounds) and seen.phase in ("deal", "over")

    def _draw_others(self, canvas: Canvas, found: Layout, others: Sequence[int]) -> None:
        y = found.others
        at = self._columns(canvas)
        for seat in others:
            player_row(canvas, y, self._row_of(seat), at)
            y += 1
            if (opened := self.open_hands.get(seat)) is not None:
                x = 3
                for card in opened.hand:
                    x = canvas.parts(x, y, [tinted(face_of(card))]) + 1
                y += 1

    def _columns(self, canvas: Canvas) -> Columns:
        """Return the columns of players' rows; a barrel is a stroke, and no number stands before it."""
        at = columns_for(canvas.width, self.context.rows)
        return at._replace(tally=at.score - 2, words=at.score + 4)

    def _row_of(self, seat: int) -> PlayerRow:
        seen = self.seen
        won = seen.scores[seat]
        parts: list[Part] = []
        sorting = seen.phase in ("keep", "race", "split")
        if sorting and seen.pairs_left[seat]:
            parts = [(words.pairs_left(seen.pairs_left[seat]), "dim", False)]
        elif seen.phase in reading.TUG:
            parts = [(words.barrels_text(won), "dim", False), (words.to_draw(seen.pile_sizes[seat]), "dim", False)]
            if seat == seen.leader and len(seen.history) < 2:
                parts.append((words.labels().leads, "accent", True))
        own = seat == seen.seat
        cards = None if own or seen.phase not in reading.TUG else seen.hand_sizes[seat]
        barrels = tally(won, max(0, seen.goal - won), "accent")
        return PlayerRow(self.context.shown(seat, seen), "", barrels, joined(parts), cards, seen.mover == seat, own)

    # The felt

    def _draw_felt(self, canvas: Canvas, found: Layout) -> None:
        seen, felt = self.seen, found.felt
        if seen.phase == "split" or (seen.phase in ("keep", "race", "stacks") and not seen.path):
            self._draw_pair(canvas, felt)
            return
        places = draw_rope(canvas, felt, self._scene())
        self.places += [(rect, (FIELD, number)) for rect, number in places]

    def _scene(self) -> Scene:
        """Return what the felt shows of the rope."""
        seen = self.seen
        stands = seen.barrel if seen.path else None
        barrel = self._way[0] if self.moving("barrel") and self._way else stands
        seat = reading.actor(seen)
        targets = {number: self._outcome(action) for number, action in self._targets.items()}
        action = self._in_focus()
        preview = None if action is None or action < PLAY else after(seen.rope, seen.barrel, seat, action)
        marked = frozenset() if self._source is None else frozenset((self._source,))
        names = [self.context.briefly(number, seen) for number in range(SEATS)]
        label = [words.end_label(number, seen, self.context.names) for number in range(SEATS)]
        came = self._came if self.moving("call") else None
        return Scene(
            names, label, seen.rope, barrel, came, self.moving("shout"), preview, targets, self._field,
            self._fresh_fields(), marked,
        )  # fmt: skip

    def _outcome(self, action: Action) -> Tug | None:
        """Return what a choice makes of rope and barrel; None for a white card whose new field is yet to be chosen."""
        seen = self.seen
        if action >= MOVE_WHITE and action < NAME and self._source is None:
            return None
        return after(seen.rope, seen.barrel, reading.actor(seen), action)

    def _fresh_fields(self) -> frozenset[int]:
        """Return the fields on which the other seat, or for an onlooker either one, has put its last card."""
        events = self.view.events if self.view is not None else ()
        for event in reversed(events):
            if event.kind in ("played", "switched") and len(event.values) > 1 and event.seat != self.seen.seat:
                return frozenset((event.values[-1],))
            if event.kind in ("played", "stacked"):
                break
        return frozenset()

    def _draw_pair(self, canvas: Canvas, felt: Rect) -> None:
        """Draw the pair that is sorted; the other one sees how many are left."""
        seen = self.seen
        canvas.fill(felt, "felt")
        if not seen.pair or self.moment_kind is MomentKind.MEASURE:
            label = words.labels()
            text = label.sorting if seen.phase in SORTING else label.shuffled
            canvas.centre(felt, felt.y + felt.height // 2, text, "dim", "felt")
            return
        title = words.pair_title(reading.pair_number(seen))
        if seen.phase == "split":
            title = words.pairs_title(max(seen.pairs_left))
        canvas.centre(felt, felt.y, title, "accent", "felt", True)
        size = next((size for size in reversed(SIZES) if size.height + 4 <= felt.height), S)
        top = felt.y + 2 + max(0, (felt.height - size.height - 4) // 2)
        gap = size.width + 6
        x = felt.x + (felt.width - gap - size.width) // 2
        for place, card in enumerate(seen.pair):
            here = place == self._answer
            rect = Rect(x + place * gap, top, size.width, size.height)
            draw_card(canvas, rect.x, rect.y, face_of(card), size, CardState(focused=here), "felt")
            self.places.append((rect, (ANSWERS, place)))
            below = Rect(rect.x - 3, rect.bottom + 1, size.width + 6, 1)
            if self.asked and below.y < felt.bottom:
                canvas.centre(below, below.y, words.keeps("AD"[place]), "accent", "felt", True)

    # The side

    def _draw_side(self, canvas: Canvas, found: Layout) -> None:
        side = found.side
        if side is None:
            return
        seen = self.seen
        canvas.fill(side, "surface")
        if seen.phase in SORTING and seen.pair and self.moment_kind is not MomentKind.MEASURE:
            self._draw_sorted(canvas, side)
            return
        tall = found.window > 2
        first = side._replace(height=12 if len(self._weighed()) > 2 else 9) if tall else side
        self._draw_choices(canvas, first)
        if not tall:
            return
        second = Rect(side.x, first.bottom + 1, side.width, min(CAN_DO_ROWS + 2, side.bottom - first.bottom - 1))
        draw_kinds(canvas, second, seen.hand)
        canvas.fill(Rect(side.x, first.bottom, side.width, 1), "bg")
        canvas.fill(Rect(side.x, second.bottom, side.width, 1), "bg")
        rest = Rect(side.x, second.bottom + 1, side.width, side.bottom - second.bottom - 1)
        if rest.height > 2:
            news_panel(canvas, rest, self.events())

    def _weighed(self) -> Mapping[int, Tug | None]:
        """Return what the card that is looked at would come to: on each field, or of an action at all (-1)."""
        card, seat = self._card, reading.actor(self.seen)
        if self._phase == "move":
            return {number: self._outcome(action) for number, action in self._targets.items()}
        if card is None or self.seen.phase not in reading.TUG:
            return {}
        if card < FIRST_ACTION:
            return {from_seat(FIELD_PLAYED[action], seat): self._outcome(action) for action in PLAYS[card]}
        return {-1: self._outcome(PLAYS[card][0])}

    def _draw_choices(self, canvas: Canvas, rect: Rect) -> None:
        """Weigh where the card in focus may go; else tell what happened."""
        chosen, label = self._weighed(), words.labels()
        if chosen:
            card = CHANGE_SIDES if self._phase == "move" or self._card is None else self._card
            focus = -1 if -1 in chosen else self._field
            y = draw_weighed(canvas, rect, card, chosen, focus, self.seen, self.context)
            if self._layout is None or self._layout.window > 2 or rect.bottom - y < 3:
                return
            turns = self.last()[-1:]
            rows = _rows(turns, rect.width - 2)
            if rows < rect.bottom - y:
                for parts in turns:
                    inner = Rect(rect.x + 1, rect.bottom - rows, rect.width - 2, rows)
                    paragraph(canvas, inner, inner.y, [(text, "dim", False) for text, _, _ in parts], "surface")
            return
        inner = panel(canvas, rect, label.the_pull if self.moving("shout") else label.last_turn)
        turns, y = self.last(), inner.y
        if _rows(turns, inner.width) > inner.height:
            turns = self._last_turns(drawn=False)
        while len(turns) > 1 and _rows(turns, inner.width) > inner.height:
            turns = turns[1:]  # what came of it stands last
        for parts in turns:
            y = paragraph(canvas, inner, y, parts, "surface")

    def _draw_sorted(self, canvas: Canvas, rect: Rect) -> None:
        """Show what was sorted so far by the seat that looks."""
        seen, label = self.seen, words.labels()
        inner = panel(canvas, rect, label.sorted)
        y = inner.y
        for title, cards in ((label.kept, seen.kept), (label.given, seen.given)):
            canvas.put(inner.x, y, title, "dim", "surface")
            canvas.right(inner.right, y, [(str(len(cards)), "text", True)], "surface")
            x, y = inner.x, y + 1
            for card in cards:
                width = cell_len(face_of(card).rank) + 4
                if x + width > inner.right:
                    x, y = inner.x, y + 1
                if y < inner.bottom:
                    x = canvas.parts(x, y, [tinted(face_of(card))], "surface") + 1
            y += 1

    # The hand and the question

    def _draw_hand(self, canvas: Canvas, found: Layout) -> None:
        new = self._new_cards()
        stolen = self._phase == "stolen"
        last = len(self._cards) - 1
        cards = []
        for number, card in enumerate(self._cards):
            is_new = card in new and not (stolen and number == last)
            if is_new:
                new.remove(card)
            lit = not stolen or number == last
            cards.append(HandCard(face_of(card), lit and self._phase not in ("move", "name"), is_new))
        self._hand.cards = cards
        places = self._hand.draw(canvas, found.hand, found.hand_size, self._hand.focus)
        self.places += [(rect, (HAND, number)) for rect, number in places]

    def _new_cards(self) -> list[Card]:
        """Return the cards that came into the hand with its owner's last turn."""
        seen = self.seen
        new: list[Card] = []
        for event in reversed(self.view.events if self.view is not None else ()):
            if event.kind == "stacked":
                return []
            if event.seat == seen.seat and event.kind == "drew":
                new += event.values
            elif event.seat == seen.seat and event.kind in ("played", "discarded"):
                break
        return new

    def _draw_question(self, canvas: Canvas, found: Layout) -> None:
        seen, rect, names = self.seen, found.question, self.context.names
        if self.told:
            self.draw_told(canvas, rect)
            return
        game_words = self.context.game.words
        asked = game_words.question(seen, names) if self.asked else Sentence("")
        if self._source is not None:
            asked = words.where_to(seen.rope[self._source][-1])
        action, card, small = self._in_focus(), self._card, found.side is None
        if small and self._phase == "name":
            asked = Sentence(asked.ask)
        below: list[Part] = []
        if small and (found_out := self._weighed()) and len(found_out) <= SEATS:
            below = brief(CHANGE_SIDES if card is None else card, found_out, seen, self.context)
            asked = Sentence(asked.ask)  # the felt says who is stronger, and there is one row for each
        elif action is not None and not (card is not None and card >= FIRST_ACTION and action in PLAYS[card]):
            below = emphasised(game_words.explain(action, seen, names))
        elif card is not None and seen.phase in reading.TUG and seen.seat != NOBODY:
            below = emphasised(words.about_card(card, seen, names))
        if self.asked and self._phase == "name":
            y = question_above(canvas, rect, asked, below, self.warning)
            self._draw_answers(canvas, rect.x + 2, y, [str(action - NAME) for action in self._answers])
        elif self._answers and self._phase not in SORTING:
            asked, label = Sentence(asked.ask), words.labels()
            question(canvas, rect, asked, below, self.warning)
            x = self._draw_answers(canvas, rect.x + cell_len(asked) + 4, rect.y, [label.play_it, label.without])
            canvas.put(x + 2, rect.y, "↑ ↓", "dim")
        elif asked:
            question(canvas, rect, asked, below, self.warning)
        elif self.moving("shout"):
            said = words.called(self._called, self._came, seen.barrel, seen, names)
            question(canvas, rect, Sentence(said.ask), question_parts(Sentence("", said.why, said.rule)))
        else:
            question(canvas, rect, None, [])
            waiting = self._waiting()
            canvas.put(2, rect.y, cut(waiting, rect.width - 3), "dim")
            paragraph(canvas, Rect(2, rect.y + 1, rect.width - 3, rect.height - 1), rect.y + 1, below)

    def _draw_answers(self, canvas: Canvas, x: int, y: int, labels: Sequence[str]) -> int:
        """Draw choices side by side; return the column after them."""
        focus = self._answer if self._answer >= 0 else None
        places = buttons(canvas, x, y, labels, focus, gap=1)
        self.places += [(place, (ANSWERS, number)) for number, place in enumerate(places)]
        return places[-1].right

    def _waiting(self) -> str:
        """Return what is waited for."""
        if self.reason == "hold" and not self.note and (sentences := self.events()):
            return words.space_goes_on(sentences[-1])
        return self.waiting_text()

    def last(self) -> list[list[Part]]:
        """Return what the last two turns were in paragraphs, or before them how the round began."""
        return self._last_turns()

    def _last_turns(self, drawn: bool = True) -> list[list[Part]]:
        """Return the last two turns in paragraphs, with or without the cards that were drawn."""
        if self.view is None:
            return []
        seen, names = self.seen, self.context.names
        events = [event for event in _last_turn(self.view.events) if drawn or event.kind != "drew"]
        sentences = (self.context.game.words.event(event, seen, names) for event in events)
        return [[(sentence, "text", False)] for sentence in sentences if sentence]

    # The ends of rounds and matches

    def header_right(self) -> list[Part]:
        """Return the goal."""
        return [(words.first_to(self.seen.goal), "dim", False)]

    def round_title(self) -> str:
        """Return which round is over."""
        return words.round_over(len(self.seen.rounds))

    def draw_round(self, canvas: Canvas, rect: Rect, progress: float) -> None:
        """Draw who has won the barrel, and its way."""
        ends.draw_round(canvas, rect, self.seen, self.context, progress)

    def draw_match(self, canvas: Canvas, rect: Rect, deals: Sequence[Part]) -> None:
        """Draw who won the match, and the ways of all its barrels."""
        ends.draw_match(canvas, rect, self.seen, self.context, len(deals))
        self.draw_deals(canvas, rect, deals)


def _rows(paragraphs: Sequence[Sequence[Part]], width: int) -> int:
    """Return how many rows paragraphs take."""
    return sum(len(wrapped(parts, width)) for parts in paragraphs)


def _last_turn(events: Sequence[Event]) -> Sequence[Event]:
    """Return the events of the last two cards that were played; before the first one, what decided who leads."""
    begin = max((n for n, event in enumerate(events) if event.kind == "dealt"), default=0)
    marks = [n for n, event in enumerate(events) if n >= begin and event.kind in ("played", "discarded")]
    if marks:
        return events[marks[-2:][0] :]
    return [event for event in events[begin:] if event.kind in BEGINNING]
