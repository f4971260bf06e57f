"""Herrlof's table: trump and trick on the felt, the hand, the question, and the keys that answer it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from herrlof.game import NOBODY, Action
from herrlof.games.herrlof import reading, words
from herrlof.games.herrlof.actions import PASS, PLAY, PREDICT, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import COLOUR_OF, NO_COLOUR, RANK_OF, VALKNUT, Card
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.reading import CARD_PHASES, Aim
from herrlof.games.herrlof.scoring import PREDICTION_BONUS, TRICKS_BONUS, points
from herrlof.games.herrlof.tricks import Trick
from herrlof.games.speech import place_name, slot_label, waiting_label
from herrlof.table.keyboard import Moment
from herrlof.table.table import MomentKind, View
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.herrlof import ends
from herrlof.tui.boards.herrlof.faces import COLOURS, FACES, LETTERS, SHAPES, face_of, letter_of
from herrlof.tui.widgets import figures
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut
from herrlof.tui.widgets.cards import XL, CardState, L, S, draw_back, draw_card, put_chip, tinted
from herrlof.tui.widgets.hand import Hand, HandCard
from herrlof.tui.widgets.layout import Layout, layout
from herrlof.tui.widgets.pieces import (
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
    tally,
)
from herrlof.tui.widgets.tricks import Slot, draw_fan, draw_trick, last_trick, trick_size

TONES = {"needed": "accent", "met": "good", "over": "bad"}
GONE_SECONDS = 1.5
MOVED_SECONDS = 0.8
TURN_SECONDS = 0.3
HAND, TRICK, ANSWERS = "hand", "trick", "answers"


class HerrlofBoard(Board[Observation]):
    """The table of Herrlof as one seat sees it."""

    STEP_NAME = "trick"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "b,B",
            "pick('b')",
            show=False,
            key_display="b g r y v h",
            id="pick_b",
            tooltip="choose by colour, a Valknut, a Hagalaz",
        ),
        *[
            Binding(f"{letter},{letter.upper()}", f"pick('{letter}')", show=False, id=f"pick_{letter}")
            for letter in "gryvh"
        ],
        Binding("n,N", "pick('n')", show=False, key_display="y n", id="no", tooltip="yes and no, where the table asks"),
        Binding(
            "1",
            "digit(1)",
            show=False,
            key_display="0-9",
            id="digit_1",
            tooltip="choose by rank, type a number, say whose card or trick",
        ),
        *[Binding(str(digit), f"digit({digit})", show=False, id=f"digit_{digit}") for digit in (0, *range(2, 10))],
    ]

    def __init__(self, *args: Any) -> None:
        """Start with nothing in focus."""
        super().__init__(*args)
        self._hand = Hand()
        self._area = HAND
        self._trick_focus = 0
        self._drawn_for: tuple[bool, int | None] = (False, None)
        """Whether the trick was looked at, and the number, when the felt was drawn last."""
        self._answer = -1
        self._number: int | None = None
        self._typed = ""
        self._letter = ""
        self._gone: set[str] = set()
        """Which lost cards have been shown as gone, each once."""

    # What is asked and looked at

    @property
    def _answers(self) -> Sequence[Action]:
        """The answers to a question that is not about a card, what is asked for first; nothing else."""
        if not self.asked or self.seen.phase in (*CARD_PHASES, "predict"):
            return ()
        assert self.view is not None
        return sorted(self.view.legal, key=lambda action: action == PASS)

    def begin_question(self) -> None:
        """Choose nothing before the player does; a card that is the only legal one counts as chosen."""
        seen = self.seen
        self._number, self._typed, self._letter, self._answer = None, "", "", -1
        self._area = ANSWERS if self._answers else HAND
        self._hand.focus = None
        assert self.view is not None
        if seen.phase in CARD_PHASES and len(self.view.legal) == 1:
            self._hand.focus = seen.hand.index(self.view.legal[0] - CARD_PHASES[seen.phase])
            self.chosen = True
        elif seen.fresh is not None:
            self._hand.focus = seen.hand.index(seen.fresh)

    def happened(self, moment: Moment) -> None:
        """Let the table move for what has just happened."""
        view = moment.view
        if moment.kind is MomentKind.SHOW:
            new = reading.new_cards(self.seen)
            self._area, self._hand.focus = HAND, self.seen.hand.index(new[0]) if new else None
        fresh = [event.kind for event in view.events[len(view.events) - moment.new_events :]]
        if "took-trick" in fresh:
            self.effect("strokes", MOVED_SECONDS)
        if fresh.count("turned") and len(self.seen.turned) > 1:
            self.effect("turning", TURN_SECONDS)
        if moment.kind is not MomentKind.ASK:
            self._area = HAND if self._area == ANSWERS else self._area
            if self._hand.focus is not None and self._hand.focus >= len(self.seen.hand):
                self._hand.focus = None
        if view.seat != NOBODY and reading.robbed_by_six(self.seen) and not reading.has_played(self.seen):
            key = f"gone {view.seat} {len(self.seen.history)}"
            if "returned" in fresh or (moment.kind is MomentKind.ASK and key not in self._gone):
                self._gone.add(key)
                self.effect("gone", GONE_SECONDS)

    # Keys

    def action_move(self, by: int) -> None:
        """Look at the next card, or choose the next answer."""
        if self._area == ANSWERS and self._answers:
            count = len(self._answers)
            self._answer = (self._answer + by) % count if self._answer >= 0 else (0 if by > 0 else count - 1)
            self.chosen = True
        elif self._area == TRICK and self.seen.trick:
            self._trick_focus = (self._trick_focus + by) % len(self.seen.trick)
        else:
            self._area = HAND
            self._hand.step(by)
            self._card_chosen()
        self._looked()

    def action_climb(self, by: int) -> None:
        """Change the number; else go up to the trick, or down to the hand and the answers."""
        if self.asked and self.seen.phase == "predict":
            most = self.seen.hand_size
            start = min(4, most) if by > 0 else min(3, most)
            self._number = start if self._number is None else max(0, min(most, self._number + by))
            self.chosen, self._typed = True, ""
            self._looked()
            return
        areas = [area for area in (ANSWERS, HAND, TRICK) if self._has(area)]
        if not areas:
            return
        if self._area not in areas:
            self._area = areas[0]
        self._area = areas[max(0, min(len(areas) - 1, areas.index(self._area) + by))]
        if self._area == TRICK:
            self._trick_focus = min(self._trick_focus, len(self.seen.trick) - 1)
        elif self._area == HAND and self._hand.focus is None:
            self._hand.step(1)
        self._looked()
        self.refresh_bindings()

    def _has(self, area: str) -> bool:
        if area == ANSWERS:
            return bool(self._answers)
        return bool(self.seen.hand) if area == HAND else bool(self.seen.trick)

    def action_end(self, by: int) -> None:
        """Look at the first or the last card."""
        self._area = HAND
        self._hand.focus = None
        self._hand.step(-by)
        self._card_chosen()
        self._looked()

    def action_pick(self, letter: str) -> None:
        """Look at the next card of a colour; where the table asks, y and n answer at once."""
        if self._answers and letter in "yn":
            if self.guarded():
                return
            if letter == "n":
                self.answer(PASS, letter)
                return
            if len(self._answers) == 2:
                self.answer(self._answers[0], letter)
                return
        if letter == "n" or self.guarded(letter):
            return
        cards = [place for place, card in enumerate(self.seen.hand) if letter_of(card) == letter]
        if self._hand.pick(cards):
            self._area, self._letter = HAND, letter
            self._card_chosen()
        self._looked()

    def action_digit(self, digit: int) -> None:
        """Set the number, choose whose trick or card, or look at a card of that rank."""
        seen = self.seen
        if self.asked and seen.phase == "predict":
            typed = int(f"{self._typed}{digit}")
            self._typed = str(typed) if typed <= seen.hand_size else str(digit)
            self._number = min(int(self._typed), seen.hand_size)
            self.chosen = True
            self._looked()
            return
        if self._answers:
            for place, action in enumerate(self._answers):
                if action in (TAKE_TRICK + digit - 1, STEAL + digit - 1) and seen.seats > 2:
                    self._area, self._answer, self.chosen = ANSWERS, place, True
            self._looked()
            return
        same = [place for place, card in enumerate(seen.hand) if RANK_OF[card] == digit]
        wanted = [place for place in same if letter_of(seen.hand[place]) == self._letter] or same
        before = self._hand.focus if self.chosen else None
        if self._hand.pick(wanted):
            self._area, self._letter = HAND, ""
            self._card_chosen()
            if self.context.twice and before == self._hand.focus and self.asked:
                self.action_commit()
                return
        self._looked()

    def _card_chosen(self) -> None:
        if self.asked and self.seen.phase in CARD_PHASES:
            self.chosen = True

    def _looked(self) -> None:
        self.warning = ""
        self.redraw_question()

    def action_commit(self) -> None:
        """Play what was chosen since the question came; an unplayable card too, so that the referee says why not."""
        if not self.asked or self.guarded():
            return
        seen = self.seen
        if not self.chosen:
            self.refuse(self._how_to_choose())
        elif self._answers:
            if self._answer >= 0:
                self.answer(self._answers[self._answer])
        elif seen.phase == "predict":
            if self._number is not None:
                self.answer(PREDICT + self._number)
        elif self._area == TRICK:
            self.refuse(words.key_refusals().on_table)
        elif self._hand.focus is not None:
            self.answer(CARD_PHASES[seen.phase] + seen.hand[self._hand.focus])

    def _how_to_choose(self) -> str:
        refusals = words.key_refusals()
        if self._answers:
            return refusals.choose_answer
        return refusals.choose_number if self.seen.phase == "predict" else refusals.choose_card

    def clicked(self, what: Any) -> None:
        """Choose what was clicked; a second click plays it."""
        kind, number = what
        if kind == HAND:
            again = self._area == HAND and number == self._hand.focus and self.chosen
            self._area, self._hand.focus = HAND, number
            self._card_chosen()
            if again and self.asked and self.seen.phase in CARD_PHASES:
                self.action_commit()
                return
        elif kind == TRICK:
            self._area, self._trick_focus = TRICK, number
        elif kind == ANSWERS:
            again = number == self._answer and self.chosen
            self._area, self._answer, self.chosen = ANSWERS, number, True
            if again:
                self.action_commit()
                return
        elif kind == "number" and self.asked:
            again = number == self._number and self.chosen
            self._number, self.chosen, self._typed = number, True, ""
            if again:
                self.action_commit()
                return
        self._looked()

    def describe(self, action: str) -> str:
        """Name what the arrows, Enter and the digits do now."""
        phase = self.seen.phase if self.asked else ""
        if action == "commit":
            return words.enter_label(phase)
        if action == "move(-1)":
            return words.arrow_label(phase)
        number, digits = words.number_keys() if phase == "predict" else ("", "")
        return {"climb(1)": number, "digit(1)": digits}.get(action, "")

    def rule(self) -> str:
        """Return the rule for the situation and the card that is looked at."""
        if self.view is None:
            return ""
        return reading.rule_of(self.seen, self._looked_at())

    def _looked_at(self) -> Card | None:
        """Return the card that is looked at."""
        seen = self.seen
        if self._area == TRICK and seen.trick:
            return int(seen.trick[min(self._trick_focus, len(seen.trick) - 1)])
        if self._area == HAND and self._hand.focus is not None and self._hand.focus < len(seen.hand):
            return int(seen.hand[self._hand.focus])
        return None

    # Drawing

    def draw_table(self, canvas: Canvas, view: View) -> None:
        """Draw all regions."""
        seen = self.seen
        public = seen.seat == NOBODY
        self._drawn_for = self._area == TRICK, self._number
        others = [(seen.seat + turn) % seen.seats for turn in range(1, seen.seats)]
        if public:
            others = list(range(seen.seats))
        rows = len(others) + len([seat for seat in others if seat in self.open_hands])
        found = self._layout = layout(canvas.width, canvas.height + 1, rows)
        self._draw_header(canvas, seen)
        self._draw_others(canvas, found, others)
        if seen.phase == "predict":
            self._draw_prediction(canvas, found)
        elif seen.turned:
            self._draw_felt(canvas, found)
        else:
            self._draw_before(canvas, found)
        self._draw_side(canvas, found)
        if not public:
            self._draw_you(canvas, found)
            self._draw_hand(canvas, found)
        self._draw_question(canvas, found)
        if found.news is not None and not (seen.phase == "predict" and self.asked):
            news(canvas, found.news, self.events()[-3:])

    def redraw_question(self) -> None:
        """Draw the hand and what stands below it; the felt too, where a card or a number changes there."""
        found, looked = self._layout, (self._area == TRICK, self._number)
        before, self._drawn_for = self._drawn_for, looked
        if found is None or self.view is None or self.curtain_for is not None:
            return self.redraw()
        canvas, kinds, first = self.canvas, {HAND, ANSWERS}, found.hand.y
        felt = looked != before or looked[0]
        if felt:
            kinds |= {TRICK, "number"}
            first = found.felt.y
        self.places = [place for place in self.places if place[1][0] not in kinds]
        if felt and self.seen.phase == "predict":
            self._draw_prediction(canvas, found)
            self._draw_you(canvas, found)
        elif felt and self.seen.turned:
            self._draw_felt(canvas, found)
        self._draw_hand(canvas, found)
        self._draw_question(canvas, found)
        return self.repaint(range(first, canvas.height))

    def _draw_header(self, canvas: Canvas, seen: Observation) -> None:
        narrow = canvas.width < 80
        done = reading.round_on_table(seen)
        number = seen.round_number if done is None else done.number
        right: list[Part] = []
        trick = 0
        if seen.phase not in ("predict", "dealer") and seen.turned:
            trick = reading.trick_number(seen) - (self.reason == "hold" and seen.phase == "play" and not seen.trick)
        left, label = words.header_text(number, seen.hand_size, trick, narrow), words.labels()
        if seen.turned:
            name = self._trump_name()
            if not narrow:
                right = [(f"{label.trump} ", "dim", False)] if seen.trump != NO_COLOUR else []
                right.append((f" {name} ", "chip", True))
                right += [(f"   {label.deck} ", "dim", False), (str(seen.deck_size), "text", True)]
            else:
                right = [(name, "tint", True)]
            right.append((f"{'  ' if narrow else '   '}{label.to_goal} ", "dim", False))
        else:
            right = [(f"{label.to_goal} ", "dim", False)]
        right.append((str(seen.goal), "text", True))
        colour = COLOURS[seen.trump] if seen.trump != NO_COLOUR else "white"
        plain = [(text, f"{colour}-tint" if ink in ("chip", "tint") else ink, bold) for text, ink, bold in right]
        header(canvas, self.context.game.title, left, plain)
        x = canvas.width - 1 - sum(cell_len(text) for text, _, _ in right)
        for text, ink, _ in right:
            if ink == "chip":
                canvas.put(x, 0, text, f"{colour}-ink", colour, True)
            x += cell_len(text)

    def _trump_name(self, letter: bool = True) -> str:
        """Return the name of trump in capitals, with its shape and letter."""
        trump = self.seen.trump
        if trump == NO_COLOUR:
            return words.labels().no_trump.upper()
        name = f"{SHAPES[trump]} {words.colour_name(trump).upper()}"
        return f"{name} {LETTERS[trump]}" if letter else name

    def _draw_others(self, canvas: Canvas, found: Layout, others: Sequence[int]) -> None:
        y = found.others
        at = columns_for(canvas.width, self.context.rows)
        for seat in others:
            view = self.open_hands.get(seat)
            player_row(canvas, y, self._row_of(seat, view), at)
            y += 1
            if view is not None:
                x = 3
                for card in view.hand:
                    x = canvas.parts(x, y, [tinted(face_of(card))]) + 1
                y += 1

    def _row_of(self, seat: int, opened: Observation | None = None) -> PlayerRow:
        seen = self.seen
        scores = seen.scores
        if (done := reading.round_on_table(seen)) is not None and self.moment_kind is not MomentKind.ROUND_END:
            scores = tuple(score - points for score, points in zip(seen.scores, done.points, strict=True))
        moving = seen.mover == seat or (seen.phase == "blind" and seen.last_trick and seat == seen.last_trick.winner)
        own = seat == seen.seat
        strokes, parts = self._tally_of(seat, opened)
        cards = None if own else seen.hand_sizes[seat]
        name = self.context.shown(seat, seen)
        return PlayerRow(name, str(scores[seat]), strokes, parts, cards, bool(moving), own)

    def _tally_of(self, seat: int, opened: Observation | None) -> tuple[list[Part], list[Part]]:
        """Return the strokes of a seat's tricks, and the words beside them."""
        seen = self.seen
        if not seen.turned:
            return [], []
        won = seen.tricks_won[seat]
        known = opened if opened is not None else seen if seat == seen.seat else None
        if known is None or known.prediction is None:
            if known is not None and seat == seen.seat and seen.phase == "predict":
                return [], [(words.labels().no_number, "dim", False)]
            found = tally(won)
            return self._moved(found, seat), [(words.public_aim(seen, seat), "dim", False)]
        aim = Aim(known.prediction, won, reading.tricks_left(seen))
        said, state, left = words.aim_text(aim, self.size.width < 80)
        tone = TONES[aim.state]
        needed = max(0, min(aim.missing, aim.left))
        strokes = tally(won, needed, tone if aim.state != "over" else "text", max(0, -aim.missing))
        return self._moved(strokes, seat), joined([(said, "dim", False), (state, tone, True), (left, "dim", False)])

    def _moved(self, strokes: list[Part], seat: int) -> list[Part]:
        """Return strokes with the newest in reverse, while a trick comes or goes."""
        trick = self.seen.last_trick
        just_won = self.reason == "hold" and not self.seen.trick and trick is not None and trick.winner == seat
        took = self.moving("strokes") and trick is not None and trick.winner == seat
        if not (just_won or took) or not self.look.motion:
            return strokes
        places = [place for place, (text, _, _) in enumerate(strokes) if text in "┃╳"]
        if places:
            text, _, _ = strokes[places[-1]]
            strokes[places[-1]] = (text, "accent", True)
        return strokes

    def _held(self) -> Trick | None:
        """Return the finished trick that still lies on the table."""
        seen = self.seen
        if seen.trick or seen.last_trick is None:
            return None
        trick: Trick = seen.last_trick
        return trick if self.reason == "hold" or seen.phase in reading.AFTER_TRICK else None

    def _draw_felt(self, canvas: Canvas, found: Layout) -> None:
        seen, felt = self.seen, found.felt
        canvas.fill(felt, "felt")
        narrow, roomy = found.window == 0, felt.height >= 16
        rule = 9 if narrow else felt.x + found.rule
        top = self._trick_top(found)
        self._draw_pillar(canvas, found, top)
        if not narrow:
            for y in range(felt.y + roomy, felt.bottom - roomy):
                canvas.put(rule, y, "│", "line", "felt")
        area = Rect(rule + 2, felt.y, felt.right - rule - 3, felt.height)
        size = trick_size(area, seen.seats, found.table_size, (2, 3, 4, 4, 4)[found.window])
        if found.window == 4:
            self._draw_fans(canvas, area)
        held = self._held()
        if held is None and seen.trick:
            self._draw_following(canvas, area, top - 1 - (not narrow))
        slots = self._slots(held)
        for rect, place in draw_trick(canvas, area, slots, size, top):
            self.places.append((rect, (TRICK, place)))
        if held is not None and held.winner == NOBODY:
            canvas.centre(area, top + size.height // 2, f"  {words.labels().void}  ", "on", "accent", True)
        self._draw_strip(canvas, felt)

    def _trick_top(self, found: Layout) -> int:
        """Return the row of the trick's and the trump's upper edge."""
        felt = found.felt
        if found.window == 0:
            return felt.y + 1
        size = trick_size(felt, 1, found.table_size, 4)
        if found.window == 4:
            return felt.y + 9 + max(0, (felt.height - 30) // 2)
        spare = felt.height - size.height
        return felt.y + min(4, max(2, spare // 2 - 1)) + max(0, (felt.height - 21) // 2)

    def _draw_pillar(self, canvas: Canvas, found: Layout, top: int) -> None:
        """Draw the turned card, the name of its colour, and the deck."""
        seen, felt, size = self.seen, found.felt, found.pillar_size
        narrow = found.window == 0
        x = felt.x + (1 if narrow else 2 if found.window == 1 else 4)
        label = words.labels()
        canvas.put(x, top - (1 if narrow else 2), label.trump.upper(), "accent", "felt", True)
        card = seen.turned[-1]
        turning = self.moving("turning")
        if turning:
            draw_back(canvas, x, top, size.width, size.height, "felt")
        else:
            state = CardState(shadow=True, wins=self._new_trump() and found.window > 0)
            draw_card(canvas, x, top, face_of(card), size, state, "felt")
        below = top + size.height + (1 if self._new_trump() and found.window > 0 else 0)
        if seen.trump == NO_COLOUR:
            name: Part = (label.no_trump, "text", True)
        else:
            name = (self._trump_name(found.window > 2), f"{COLOURS[seen.trump]}-tint", True)
        deck: list[Part] = [(str(seen.deck_size), "text", True)]
        if narrow:
            canvas.parts(felt.x + 1, felt.bottom - 2, [(f"{label.deck} ", "dim", False), *deck], "felt")
            return
        if found.window > 2:
            below += 1
        canvas.parts(x, below, [(label.new_trump, "accent", True) if self._new_trump() else name], "felt")
        if found.window > 2:
            y = below + 2
            if y + S.height <= felt.bottom:
                draw_back(canvas, x, y, S.width, S.height, "felt", y + S.height < felt.bottom)
                canvas.put(x + 6, y, label.deck.upper(), "accent", "felt", True)
                canvas.parts(x + 6, y + 1, deck, "felt")
            return
        right = felt.x + found.rule - 5
        canvas.put(right, top - 2, label.deck.upper(), "accent", "felt", True)
        draw_back(canvas, right, top + size.height - S.height, S.width, S.height, "felt")
        canvas.parts(right + 1, below, deck, "felt")

    def _new_trump(self) -> bool:
        """Whether a new trump was turned in the trick that lies on the table."""
        held = self._held()
        cards = held.cards if held is not None else self.seen.trick
        return len(self.seen.turned) > 1 and tuple(cards).count(VALKNUT) > 1

    def _draw_following(self, canvas: Canvas, area: Rect, y: int) -> None:
        """Say what has to be followed."""
        seen = self.seen
        if y < area.y:
            y = area.y
        if seen.follow < 0:
            parts: list[Part] = [(words.labels().any_card, "dim", False)]
        else:
            name = f"{SHAPES[seen.follow]} {words.colour_name(seen.follow).upper()}"
            after: dict[str, Part] = {
                "colour": (name, f"{COLOURS[seen.follow]}-tint", True),
                "valknut": (f"{SHAPES[4]}{LETTERS[4]}", "dim", False),
                "hagalaz": (f"{SHAPES[5]}{LETTERS[5]}", "dim", False),
                "": ("", "dim", False),
            }
            found = words.following_parts(wide=area.width >= 50)
            parts = [part for text, name in found for part in ((text, "dim", False), after[name])]
        x = area.x + (area.width - sum(cell_len(text) for text, _, _ in parts)) // 2
        canvas.parts(max(area.x, x), y, parts, "felt")

    def _slots(self, held: Trick | None) -> list[Slot]:
        """Return the places of the trick in playing order."""
        seen = self.seen
        leader = seen.leader if held is None else held.leader
        cards = list(seen.trick if held is None else held.cards)
        highest = reading.highest_so_far(seen) if held is None else None
        slots = []
        for place in range(seen.seats):
            seat = (leader + place) % seen.seats
            name = place_name(seat, seen, self.context.names)
            if place < len(cards):
                slots.append(self._card_slot(cards[place], place, seat, held, highest == place))
                continue
            on_turn = seat == seen.mover and seen.phase == "play"
            last = place == seen.seats - 1 and not on_turn
            label = waiting_label(place, on_turn, last)
            slots.append(Slot(name, yours=seat == seen.seat or on_turn, label=label))
        return slots

    def _card_slot(self, card: Card, place: int, seat: int, held: Trick | None, highest: bool) -> Slot:
        seen = self.seen
        who = self.context.briefly(seat, seen)
        wins = held is not None and held.winner == seat
        label = slot_label(seat, place, wins, seen, self.context.names)
        note, short = words.highest_notes() if highest and self.context.preferences.get("highest", True) else ("", "")
        drained = held is not None and held.winner != seat
        hem = COLOUR_OF[card] == seen.trump >= 0
        looked = self._area == TRICK and held is None and place == self._trick_focus
        return Slot(who, face_of(card), not drained, hem, wins, looked, label=label, note=note, short=short)

    def _draw_fans(self, canvas: Canvas, area: Rect) -> None:
        """Draw the others' hands as fans along the top of the felt, with their tricks beside; yours at the bottom."""
        seen = self.seen
        others = [(seen.seat + turn) % seen.seats for turn in range(1, seen.seats)] if seen.seat != NOBODY else []
        for number, seat in enumerate(others):
            cell = area.width // len(others)
            cards, won = seen.hand_sizes[seat], seen.tricks_won[seat]
            pitch = 3 if len(others) == 1 else 2
            fan = max(0, (cards - 1) * pitch + S.width) if cards else 0
            heap = (won - 1) * 2 + S.width if won else 0
            x = area.x + number * cell + max(0, (cell - fan - heap - 3) // 2)
            draw_fan(
                canvas,
                x,
                area.y + 2,
                cards,
                pitch,
                words.hand_label(self.context.names[seat], cards),
            )
            draw_fan(canvas, x + fan + 3, area.y + 2, won, 2, words.pile_label(won, own=False) if won else "")
        if seen.seat != NOBODY and seen.tricks_won[seen.seat]:
            won = seen.tricks_won[seen.seat]
            x = area.x + (area.width - (won - 1) * 2 - S.width) // 2
            draw_fan(canvas, x, area.bottom - 5, won, 2, words.pile_label(won, own=True))

    def _draw_strip(self, canvas: Canvas, felt: Rect) -> None:
        """Say along the foot of the felt what a 6 took from this hand, until its owner has played."""
        if (
            self.curtain_for is not None
            or (moved := reading.robbed_by_six(self.seen)) is None
            or reading.has_played(self.seen)
        ):
            return
        trick = self.seen.last_trick
        assert trick is not None
        y = felt.bottom - 1
        canvas.fill(Rect(felt.x, y, felt.width, 1), "bad", ink="on")
        x = canvas.put(felt.x + 1, y, "! ", "on", "bad", True)
        for text, after in words.robbed_parts():
            x = canvas.put(x, y, text, "on", "bad", True)
            if after == "name":
                x = canvas.put(x, y, cut(self.context.names[trick.winner], 12), "on", "bad", True)
            elif after:
                x = put_chip(canvas, x, y, face_of(moved[0 if after == "took" else 1]))

    def _draw_before(self, canvas: Canvas, found: Layout) -> None:
        """Draw the felt before the first deal."""
        canvas.fill(found.felt, "felt")
        canvas.centre(found.felt, found.felt.y + found.felt.height // 2, words.labels().the_deal, "dim", "felt")

    # Prediction

    def _draw_prediction(self, canvas: Canvas, found: Layout) -> None:
        seen, felt = self.seen, found.felt
        canvas.fill(felt, "felt")
        narrow = found.window == 0
        size = S if narrow else XL if felt.height >= 15 else L
        x, y = felt.x + (1 if narrow else 2 if felt.height < 15 else 4), felt.y + (1 if felt.height < 15 else 2)
        draw_card(canvas, x, y, face_of(seen.turned[-1]), size, CardState(shadow=True), "felt")
        if size is L and canvas.look.theme in ("dark", "light"):
            canvas.put(x + 1, y + size.height, "▀" * size.width, "shadow", "felt")
            for row in range(1, size.height):
                canvas.put(x + size.width, y + row, "▌", "shadow", "felt")
        x += size.width + (2 if narrow else 3 if size is L else 6)
        label = words.labels()
        canvas.put(x, y, label.trump.upper(), "accent", "felt", True)
        if seen.trump == NO_COLOUR:
            canvas.put(x, y + 1, label.no_trump, "text", "felt", True)
        else:
            canvas.put(x, y + 1, self._trump_name(), f"{COLOURS[seen.trump]}-tint", "felt", True)
        dealer, leads = words.first_seats(seen, self.context.names)
        step = 19 if narrow or size is L else 26
        canvas.put(x, y + 3, cut(dealer, step - 1), "dim", "felt")
        canvas.put(x, y + 4, cut(leads, step - 1), "text" if seen.leader == seen.seat else "dim", "felt")
        if not self.asked:
            return
        x += step
        canvas.put(x, y, label.your_number, "accent", "felt", True)
        if self._number is None:
            canvas.put(x, y + 2, label.none_yet, "dim", "felt")
        else:
            end = figures.big(canvas, x + 2, y + 2 - (size is S), str(self._number), "text", "felt")
            if not canvas.look.ascii:
                canvas.put(max(end, x + 7) + 2, y + 2 - (size is S), "↑", "accent", "felt", True)
                canvas.put(max(end, x + 7) + 2, y + 4 - (size is S), "↓", "accent", "felt", True)
            brings = f" {words.if_you_win(self._number)}"
            canvas.parts(x, felt.bottom - 2 if size is not XL else y + 6,
                         [(f"+{PREDICTION_BONUS}", "good", True), (brings, "dim", False)], "felt")  # fmt: skip
        if size is XL and self._number is not None and self.context.preferences.get("brings", True):
            self._draw_chart(canvas, Rect(x - 26, y + 8, felt.right - x + 24, felt.bottom - y - 9))

    def _draw_chart(self, canvas: Canvas, rect: Rect) -> None:
        """Draw what the number brings for each number of tricks."""
        seen = self.seen
        assert self._number is not None
        said = self._number
        values = [points(said, made, seen.seats, seen.edition) for made in range(seen.hand_size + 1)]
        room = max(2, min(4, rect.width // len(values)))
        x = canvas.put(rect.x, rect.y, words.chart_title(said), "accent", "felt", True)
        canvas.put(x + 2, rect.y, words.labels().chart, "dim", "felt")
        height = max(2, min(8, rect.height - 5))
        area = Rect(rect.x, rect.y + 2, rect.width, height)
        if canvas.look.ascii:
            for made, value in enumerate(values):
                canvas.put(rect.x + made * room, rect.y + 2, str(value), "text", "felt", made == said)
                canvas.put(rect.x + made * room, rect.y + 3, str(made), "dim", "felt")
            return
        figures.columns(canvas, area, values, said, "felt", room, max(1, room - 1))
        for made, value in enumerate(values):
            bold = made == said
            canvas.put(rect.x + made * room, area.bottom, str(made), "text" if bold else "dim", "felt", bold)
            if made in (said, said + 1, said - 1, seen.hand_size):
                tall = max(1, round(value / max(values) * height * 2))
                canvas.put(
                    rect.x + made * room,
                    area.bottom - 1 - (tall + 1) // 2,
                    str(value),
                    "text" if bold else "dim",
                    "felt",
                    bold,
                )

    # Side, you, hand, question

    def _draw_side(self, canvas: Canvas, found: Layout) -> None:
        side, seen = found.side, self.seen
        if side is None:
            return
        if found.window < 3:
            if seen.phase == "predict" and seen.seat != NOBODY:
                self._draw_counts(canvas, side)
                return
            last_trick(canvas, side, *self._last_trick())
            return
        choosing = seen.phase == "predict" and seen.seat != NOBODY
        parts: list[tuple[str, int]] = [("last", 3 if choosing else 9)]
        if choosing:
            parts.append(("hand", 10))
        parts += [("scores", 3 + seen.seats + (found.window > 2 and not choosing) + (found.window == 4)), ("news", 4)]
        if found.window == 4:
            parts.append(("powers", 9))
        total = sum(height for _, height in parts) + len(parts) - 1
        while total > side.height and len(parts) > 1:
            _, height = parts.pop()
            total -= height + 1
        spare = side.height - total
        y = side.y
        for name, height in parts:
            height += spare if name == "news" else 0
            rect = Rect(side.x, y, side.width, height)
            if name == "last":
                last_trick(canvas, rect, *self._last_trick())
            elif name == "hand":
                self._draw_counts(canvas, rect)
            elif name == "scores":
                self._draw_scores(canvas, rect)
            elif name == "news":
                news_panel(canvas, rect, self.events())
            else:
                self._draw_powers(canvas, rect)
            y += height + 1
        if parts[-1][0] not in ("news", "powers") and y < side.bottom:
            canvas.fill(Rect(side.x, y - 1, side.width, side.bottom - y + 1), "surface")

    def _last_trick(self) -> tuple[list[tuple[str, Any]], list[list[Part]]]:
        seen, names = self.seen, self.context.names
        trick = seen.last_trick
        if trick is None:
            return [], [[(words.labels().no_trick, "dim", False)]]
        cards = [
            (self.context.briefly((trick.leader + turn) % seen.seats, seen), face_of(card))
            for turn, card in enumerate(trick.cards)
        ]
        paragraphs: list[list[Part]] = [[(words.why_won(trick, seen.trump, seen, names), "text", False)]]
        if used := words.power_used(trick, seen, names):
            mine = trick.robbed == seen.seat
            owed = trick.winner == seen.seat and seen.phase == "return"
            paragraphs.append([(used, "bad" if mine else "accent" if owed else "text", False)])
        if seen.phase not in ("take-trick", "steal", "blind", "return") and reading.tricks_left(seen):
            paragraphs.append([(words.why_leads(trick, seen, names), "dim", False)])
        return cards, paragraphs

    def last(self) -> list[list[Part]]:
        """Return the last trick in paragraphs."""
        if self.view is None:
            return []
        cards, paragraphs = self._last_trick()
        played: list[Part] = []
        for name, face in cards:
            played += [(f"{name} ", "dim", False), tinted(face), ("   ", "text", False)]
        return [played, *paragraphs] if played else paragraphs

    def _draw_counts(self, canvas: Canvas, rect: Rect) -> None:
        """Say how many cards of each colour are in the hand."""
        label = words.labels()
        inner = panel(canvas, rect, label.your_hand)
        hand, seen = self.seen.hand, self.seen
        y = inner.y + (1 if rect.height >= 11 else 0)
        for number, shape in enumerate(SHAPES):
            count = len([card for card in hand if FACES[card].letter == LETTERS[number]])
            name = words.suit_label(number, seen.trump)
            tint = f"{(*COLOURS, 'white', 'grey')[number]}-tint"
            canvas.parts(
                inner.x + 1, y, [(shape, tint, True), (f" {count} ", "text", True), (name, "dim", False)], "surface"
            )
            canvas.put(inner.x + 18, y, "▖" * count, tint, "surface", True)
            y += 1
        powers = len([card for card in hand if FACES[card].marked])
        if y < inner.bottom:
            canvas.parts(
                inner.x + 1,
                y,
                [("*", "text", True), (f" {powers} ", "text", True), (label.with_power, "dim", False)],
                "surface",
            )

    def _draw_scores(self, canvas: Canvas, rect: Rect) -> None:
        """Draw a row a player, a column a round, the sum at the right; many rounds scroll to the latest."""
        seen = self.seen
        label = words.labels()
        inner = panel(canvas, rect, label.scores)
        y = inner.y + (1 if rect.height >= 4 + seen.seats else 0)
        rounds = [done for done in seen.rounds if done.game == seen.game_number]
        room = max(1, (inner.width - 19) // 5)
        shown = rounds[-(room - 1) :] if room > 1 else []
        left = inner.x + 10
        canvas.put(inner.x + 1, y, label.round, "dim", "surface")
        for column, done in enumerate(shown):
            canvas.right(left + 4 + column * 5, y, [(str(done.number), "dim", False)], "surface")
        playing = seen.phase not in ("over", "deal")
        if playing:
            canvas.right(left + 4 + len(shown) * 5, y, [(str(seen.round_number), "dim", False)], "surface")
        canvas.right(inner.right - 1, y, [(label.sum, "dim", False)], "surface")
        order = (
            [(seen.seat + turn) % seen.seats for turn in range(1, seen.seats + 1)]
            if seen.seat != NOBODY
            else range(seen.seats)
        )
        for row, seat in enumerate(order, y + 1):
            own = seat == seen.seat
            canvas.put(inner.x + 1, row, cut(self.context.briefly(seat, seen), 8), "text", "surface", own)
            for column, done in enumerate(shown):
                exact = done.predictions[seat] == done.tricks[seat]
                canvas.right(
                    left + 4 + column * 5,
                    row,
                    [(str(done.points[seat]), "good" if exact else "text", False)],
                    "surface",
                )
                if exact:
                    canvas.put(left + 4 + column * 5, row, "✓", "good", "surface")
            if playing:
                canvas.right(left + 4 + len(shown) * 5, row, [("·", "text", False)], "surface")
            canvas.right(inner.right - 1, row, [(str(seen.scores[seat]), "text", True)], "surface")

    def _draw_powers(self, canvas: Canvas, rect: Rect) -> None:
        inner = panel(canvas, rect, words.labels().powers)
        for y, (sign, text) in enumerate(words.power_lines(), inner.y + (1 if rect.height > 8 else 0)):
            shape = {"V": SHAPES[4], "H": SHAPES[5]}.get(sign, "")
            if y < inner.bottom:
                canvas.put(inner.x + 1, y, f"{shape}{sign}", "text", "surface", True)
                canvas.put(inner.x + 4, y, cut(text, inner.width - 5), "dim", "surface")

    def _draw_you(self, canvas: Canvas, found: Layout) -> None:
        seen = self.seen
        if seen.phase == "predict" and self.asked:
            return self._draw_numbers(canvas, found)
        return player_row(canvas, found.you, self._row_of(seen.seat), columns_for(canvas.width, self.context.rows))

    def _draw_numbers(self, canvas: Canvas, found: Layout) -> None:
        """Draw the numbers that can be said, and below them which bring more."""
        seen, y = self.seen, found.you
        canvas.fill(Rect(0, y, canvas.width, 1), "raised")
        canvas.fill(Rect(0, y + 1, canvas.width, 1), "bg")
        canvas.put(0, y, "▸", "accent", "raised", True)
        x = 2
        for text, after in words.you_say():
            x = canvas.put(x, y, text, "dim", "raised")
            if after:
                x = canvas.put(x, y, self.context.briefly(seen.seat, seen), "text", "raised", True)
        count = seen.hand_size + 1
        left = 11 if canvas.width >= 80 else 9
        pitch = max(3, min(6, (canvas.width - left - 2) // count))
        left = max(left, 13 if pitch > 3 else left)
        if left + pitch * count > canvas.width:
            left = canvas.width - pitch * count
        bonus, note = words.bonus_note(seen)
        for number in range(count):
            place = Rect(left + number * pitch, y, pitch, 1)
            here = number == self._number
            if here:
                canvas.fill(place, "accent")
            ink = "on" if here else "text" if number in bonus else "dim"
            canvas.centre(place, y, str(number), ink, "accent" if here else "raised", here or number in bonus)
            self.places.append((place, ("number", number)))
        if bonus and found.window > 0:
            start, end = left + bonus[0] * pitch, left + (bonus[-1] + 1) * pitch
            middle = f"+{TRICKS_BONUS}"
            width = end - start
            dashes = width - 2 - len(middle) - 2
            line = f"╰{'─' * (dashes // 2)} {middle} {'─' * (dashes - dashes // 2)}╯" if dashes > 0 else middle
            canvas.put(start, y + 1, line, "line")
            canvas.put(start + 2 + dashes // 2, y + 1, middle, "text", "bg", True)
            whole = words.whatever_you_say(note)
            canvas.put(end + 2, y + 1, whole if end + 2 + cell_len(whole) < canvas.width else note, "dim")

    def _draw_hand(self, canvas: Canvas, found: Layout) -> None:
        self._hand.cards = self._hand_cards()
        focus = self._hand.focus if self._area == HAND else None
        places = self._hand.draw(canvas, found.hand, found.hand_size, focus)
        self.places += [(rect, (HAND, number)) for rect, number in places]

    def _hand_cards(self) -> list[HandCard]:
        seen, view = self.seen, self.view
        assert view is not None
        hand = list(seen.hand)
        legal: set[Card] | None = None
        if self.asked and seen.phase == "play":
            legal = {action - PLAY for action in view.legal}
        new = reading.new_cards(seen)
        cards = []
        for card in hand:
            is_new = card in new
            if is_new:
                new.remove(card)
            hem = COLOUR_OF[card] == seen.trump >= 0
            cards.append(HandCard(face_of(card), legal is None or card in legal, is_new, hem))
        if self.moving("gone") and (moved := reading.robbed_by_six(seen)) is not None:
            place = len([card for card in hand if card < moved[0]])
            cards.insert(place, HandCard(face_of(moved[0]), gone=True))
        return cards

    def _draw_question(self, canvas: Canvas, found: Layout) -> None:
        seen, rect = self.seen, found.question
        names = self.context.names
        below: list[Part] = []
        card = self._looked_at()
        if self.told:
            self.draw_told(canvas, rect)
            return
        if self.asked and self._answers:
            self._draw_answers(canvas, rect, card)
            return
        if card is not None and seen.seat != NOBODY:
            below = emphasised(self.context.game.words.explain(self._action_for(card), seen, names))
        asked = self.context.game.words.question(seen, names) if self.asked else None
        if not asked and not below:
            below = [(self._waiting(), "dim", False)]
        elif not asked:
            question(canvas, rect, None, [])
            text = self._waiting()
            canvas.put(2, rect.y, cut(text, rect.width - 3), "dim")
            paragraph(canvas, Rect(2, rect.y + 1, rect.width - 3, rect.height - 1), rect.y + 1, below)
            return
        question(canvas, rect, asked, below, self.warning)

    def _action_for(self, card: Card) -> Action:
        """Return the action that stands for a card that is looked at."""
        seen = self.seen
        if self._area == HAND and self.asked and seen.phase in CARD_PHASES:
            return CARD_PHASES[seen.phase] + card
        return PLAY + card

    def _waiting(self) -> str:
        """Return what is waited for."""
        seen = self.seen
        held = self._held()
        if self.reason != "hold" or held is None:
            return self.waiting_text()
        won = words.why_won(held, seen.trump, seen, self.context.names)
        return f"{self.note} · {won}" if self.note else words.space_goes_on(won)

    def _draw_answers(self, canvas: Canvas, rect: Rect, card: Card | None) -> None:
        """Draw the answers to a question, and what the one in focus means."""
        seen, names, game_words = self.seen, self.context.names, self.context.game.words
        labels = []
        for action in self._answers:
            key = "N" if action == PASS else "Y"
            if action >= TAKE_TRICK and seen.seats > 2:
                first = TAKE_TRICK if action < STEAL else STEAL
                key = str(action - first + 1)
            labels.append(f"{key}  {words.answer(action, seen, names)}")
        focus = self._answer if self._answer >= 0 else None  # Enter gives it, whatever is looked at meanwhile
        below: list[Part] = []
        if focus is not None and self._area == ANSWERS:
            below = emphasised(game_words.explain(self._answers[focus], seen, names))
        elif card is not None and self._area != ANSWERS:
            below = emphasised(game_words.explain(PLAY + card, seen, names))
        y = question_above(canvas, rect, game_words.question(seen, names), below, self.warning)
        for number, place in enumerate(buttons(canvas, rect.x + 2, y, labels, focus)):
            self.places.append((place, (ANSWERS, number)))

    # The ends of rounds and matches

    def header_right(self) -> list[Part]:
        """Return the goal."""
        return [(f"{words.labels().to_goal} ", "dim", False), (str(self.seen.goal), "text", True)]

    def round_title(self) -> str:
        """Return which round is over."""
        return words.round_over(self.seen.rounds[-1].number)

    def draw_round(self, canvas: Canvas, rect: Rect, progress: float) -> None:
        """Draw what the round brought each player."""
        ends.draw_round(canvas, rect, self.seen, self.context, progress)

    def draw_match(self, canvas: Canvas, rect: Rect, deals: Sequence[Part]) -> None:
        """Draw who won the match."""
        if not ends.draw_match(canvas, rect, self.seen, self.context, deals):
            self.draw_deals(canvas, rect, deals)
