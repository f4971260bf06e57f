"""Herrlof's table: trump and trick on the felt, the hand, the question and its answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.binding import Binding, BindingType

from herrlof.game import NOBODY, Action
from herrlof.games.herrlof import reading, words
from herrlof.games.herrlof.actions import PASS, PLAY, PREDICT, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import COLOUR_OF, NO_COLOUR, RANK_OF, Card
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.reading import CARD_PHASES, Aim
from herrlof.games.herrlof.tricks import Trick
from herrlof.games.speech import goes_on
from herrlof.messages import ANSWER_LETTERS
from herrlof.table.connection import MomentKind, StopReason
from herrlof.table.moments import Moment
from herrlof.tui.boards.board import digit_keys, letter_keys
from herrlof.tui.boards.card_board import ANSWERS, HAND, TABLE, CardBoard
from herrlof.tui.boards.herrlof import labels
from herrlof.tui.boards.herrlof.choices import HerrlofChoices
from herrlof.tui.boards.herrlof.faces import COLOURS, face_of, letter_of, trump_name
from herrlof.tui.boards.herrlof.felt import draw_fans, draw_following, draw_robbed
from herrlof.tui.boards.herrlof.hinting import draw_number_hint
from herrlof.tui.boards.herrlof.labels import BoardSpeaker
from herrlof.tui.boards.herrlof.letters import LETTERS
from herrlof.tui.boards.herrlof.predicting import draw_counts, draw_numbers, draw_prediction
from herrlof.tui.boards.herrlof.side import draw_side, has_room_for_all
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, width_of, wrapped
from herrlof.tui.widgets.cards import CardState, Face, M, S, draw_back, draw_card, tinted
from herrlof.tui.widgets.hand import HandCard
from herrlof.tui.widgets.layout import Layout
from herrlof.tui.widgets.pieces import (
    PlayerRow,
    columns_for,
    fitting_header,
    joined,
    paragraph,
    player_row,
    question_parts,
    tally,
)  # fmt: skip
from herrlof.tui.widgets.selection import Area, Item
from herrlof.tui.widgets.tricks import Slot, draw_trick, last_trick, slot_label, trick_size, with_places

NARROW_PILLAR = 9
"""Columns of trump and deck in the narrowest windows."""
TONES = {"needed": "accent", "met": "good", "over": "bad"}
GONE_SECONDS = 1.5
MOVED_SECONDS = 0.8
TURN_SECONDS = 0.3
NUMBERS = "numbers"


class HerrlofBoard(CardBoard[Observation]):
    """The table of Herrlof as one seat sees it."""

    STEP_NAME = labels.KeyHelp.step
    CHOICES = HerrlofChoices
    LETTERS = LETTERS

    BINDINGS: ClassVar[list[BindingType]] = [
        *letter_keys("bgryvh", labels.KeyHelp.letters),
        Binding("y,Y", "letter('y')", show=False, id="yes"),
        Binding("n,N", "letter('n')", show=False, key_display="y n", id="no", tooltip=labels.KeyHelp.yes_no),
        *digit_keys("1234567890", labels.KeyHelp.digits),
    ]

    # What is asked and looked at

    @property
    def speaker(self) -> BoardSpeaker:
        """What the table says to the seat at the keyboard."""
        return BoardSpeaker(self.seen, self.context.names, self.context.readers)

    @property
    def _answers(self) -> Sequence[Action]:
        """The answers to a question that is not about a card, what is asked for first; nothing else."""
        if not self.asked or self.seen.phase in (*CARD_PHASES, "predict"):
            return ()
        assert self.view is not None
        return sorted(self.view.legal, key=lambda action: action == PASS)

    def areas(self) -> Sequence[Area]:
        """Return the answers, the hand, the trick; and the numbers that can be said."""
        if self.view is None:
            return ()
        seen, base = self.seen, CARD_PHASES.get(self.seen.phase) if self.asked else None
        hand = [
            Item(card, None if base is None else base + card, letter_of(card), str(RANK_OF[card] or ""),
                 allowed=base is None or base + card in self.view.legal)
            for card in seen.hand
        ]  # fmt: skip
        areas = [
            Area(ANSWERS, [self._answer_item(action) for action in self._answers]),
            Area(HAND, hand),
            Area(TABLE, [Item(card) for card in seen.trick]),
        ]
        if self.asked and seen.phase == "predict":
            most = seen.hand_size
            numbers = [Item(number, PREDICT + number, code=str(number)) for number in range(most + 1)]
            areas.append(Area(NUMBERS, numbers, first=(min(4, most), min(3, most)), upright=True, typed=True))
        return areas

    def _answer_item(self, action: Action) -> Item:
        if action == PASS:
            return Item(action, action, "n", at_once=True)
        seat = action - (TAKE_TRICK if action < STEAL else STEAL)
        code = str(seat + 1) if action >= TAKE_TRICK and self.seen.seats > 2 else ""
        return Item(action, action, "y" if len(self._answers) == 2 else "", code, at_once=True)

    def asks(self) -> Sequence[str]:
        """Return what is asked for: a card, a number, or an answer."""
        if not self.asked:
            return ()
        return (NUMBERS if self.seen.phase == "predict" else HAND if self.seen.phase in CARD_PHASES else ANSWERS,)

    def begin_question(self) -> None:
        """Look at a card that came into the hand, and choose nothing but the only card that can be played."""
        super().begin_question()
        if self.seen.phase == "predict":
            self.selection.area = HAND
        if not self.selection.chosen and (new := reading.new_cards(self.seen)):
            self.selection.look(HAND, self.seen.hand.index(new[0]))

    def happened(self, moment: Moment) -> None:
        """Let the table move for what has just happened."""
        view = moment.view
        if moment.kind is MomentKind.SHOW and (new := reading.new_cards(self.seen)):
            self.selection.look(HAND, self.seen.hand.index(new[0]))
        fresh = [event.kind for event in self.scene.fresh]
        if "took-trick" in fresh:
            self.effect("strokes", MOVED_SECONDS)
        if fresh.count("turned") and len(self.seen.turned) > 1:
            self.effect("turning", TURN_SECONDS)
        robbed = view.seat != NOBODY and reading.robbed_by_six(self.seen) and not reading.has_played(self.seen)
        if robbed and ("returned" in fresh or moment.kind is MomentKind.ASK):
            self.effect("gone", GONE_SECONDS, once=(view.seat, len(self.seen.history)))

    def how_to_choose(self) -> str:
        refusals = labels.Keys
        if self.looks_away():
            return refusals.on_table
        if self._answers:
            return refusals.choose_answer
        return refusals.choose_number if self.seen.phase == "predict" else refusals.choose_card

    def how_to_answer(self) -> str:
        if self._answers:
            return labels.letter_answers()
        scene = self.scene
        teaches_trump = scene.hides("wild") and not scene.hides("trump")
        new = teaches_trump and scene.lesson is not None and scene.lesson.step == 0
        return labels.with_trump_sign(super().how_to_answer()) if new else super().how_to_answer()

    def describe(self, action: str) -> str | tuple[str, str]:
        if told := super().describe(action):
            return told
        phase = self.seen.phase if self.asked else ""
        if action == "commit":
            return labels.enter_label(phase)
        if action == "move(-1)":
            return labels.arrow_label(phase)
        return labels.Labels.number_key if phase == "predict" and action == "climb(1)" else ""

    def rule(self) -> str:
        """Return the rule for the situation and the card that is looked at."""
        return "" if self.view is None else reading.rule_of(self.seen, self._card)

    @property
    def _card(self) -> Card | None:
        item = self.selection.item() if self.selection.area in (HAND, TABLE) else None
        return None if item is None else int(item.thing)

    @property
    def _number(self) -> int | None:
        return self.selection.at(NUMBERS)

    @property
    def _remembers(self) -> bool:
        """Whether the table tells which cards have gone by."""
        return bool(self.context.preferences.get("seen", True))

    @property
    def _shows_gone(self) -> bool:
        """Whether they stand beside the felt of a large window."""
        return self._remembers and bool(self.seen.turned) and self.seen.phase != "predict"

    # Drawing

    def regions(self, width: int, height: int, rows: int) -> Layout:
        """Return the regions of the table; what happened has a row of its own where the cards seen take its panel."""
        found = super().regions(width, height, rows)
        if found.window < 3 or not self._shows_gone:
            return found
        if found.side is not None and has_room_for_all(found.side, self.seen.seats, found.window > 3):
            return found
        return found._replace(news=min(found.question.bottom, height - 2))

    def felt_shows(self) -> object:
        """Return the card of the trick in focus and the number: the felt and the row below it show them."""
        return super().felt_shows(), self._number

    def draw_header(self, canvas: Canvas, found: Layout) -> None:
        """Draw round and trick, trump, deck and goal."""
        seen, label = self.seen, labels.Labels
        done = reading.round_on_table(seen)
        number = seen.round_number if done is None else done.number
        trick = 0
        if seen.phase not in ("predict", "dealer") and seen.turned:
            held = self.scene.reason is StopReason.HOLD and seen.phase == "play" and not seen.trick
            trick = reading.trick_number(seen) - held
        goal: list[Part] = [(f"{label.to_goal} ", "dim", False), (str(seen.goal), "text", True)]
        whole, short = goal, goal
        lead, name, face = list[Part](), trump_name(seen.trump), "white"
        if seen.turned:
            if seen.trump != NO_COLOUR:
                lead, face = [(f"{label.trump} ", "dim", False)], COLOURS[seen.trump]
            deck: list[Part] = [(f"   {label.deck} ", "dim", False), (str(seen.deck_size), "text", True)]
            whole = [*lead, (f" {name} ", f"{face}-tint", True), *deck, ("   ", "text", False), *goal]
            short = [(name, f"{face}-tint", True), ("  ", "text", False), *goal]
        texts = labels.header_texts(number, seen.hand_size, trick, self.scene.marked)
        forms = [(text, whole) for form in texts[:-1] for text in self.scene.with_mark(form)]
        forms += [(text, short) for text in self.scene.with_mark(texts[-1])]
        at, x = fitting_header(canvas, self.context.game.title, forms)
        if seen.turned and forms[at][1] is whole:
            canvas.chip(x + width_of(lead), 0, f" {name} ", face)

    def open_hand(self, seat: int) -> Sequence[Face]:
        return [face_of(card) for card in self.open_hands[seat].hand]

    def draw_player(self, canvas: Canvas, y: int, seat: int, width: int = 0) -> None:
        player_row(canvas, y, self._row_of(seat), columns_for(canvas.width, self.context.rows), width)

    def _row_of(self, seat: int) -> PlayerRow:
        seen, scores = self.seen, self.seen.scores
        if (done := reading.round_on_table(seen)) is not None and self.scene.kind is not MomentKind.ROUND_END:
            scores = tuple(score - points for score, points in zip(seen.scores, done.points, strict=True))
        moving = seen.mover == seat or (seen.phase == "blind" and seen.last_trick and seat == seen.last_trick.winner)
        if self.scene.reason is StopReason.AT_ONCE:
            moving = False  # several are asked, and nobody learns who was first
        own = seat == seen.seat
        strokes, parts = self._tally_of(seat, self.open_hands.get(seat))
        if away := self.context.away.get(seat):
            parts = [[(form, "accent", True)] for form in away]
        cards = None if own else seen.hand_sizes[seat]
        score = "" if self.scene.hides("score") else str(scores[seat])
        return PlayerRow(
            self.context.shown(seat, seen), score, strokes, parts, cards, bool(moving), own, seat in self.open_hands
        )

    def _tally_of(self, seat: int, opened: Observation | None) -> tuple[list[Part], list[list[Part]]]:
        """Return the strokes of a seat's tricks, and the words beside them in longer and shorter forms."""
        seen = self.seen
        if not seen.turned:
            return [], []
        won = seen.tricks_won[seat]
        known = opened if opened is not None else seen if seat == seen.seat else None
        if self.scene.hides("number"):
            return self._moved(tally(won), seat), [[(words.tricks_text(won), "dim", False)]]
        if known is None or known.prediction is None:
            if known is not None and seat == seen.seat and seen.phase == "predict":
                return [], [[(labels.Labels.no_number, "dim", False)]]
            public = [self.speaker.public_aim(seat)]
            if seen.phase != "predict":
                public.append(words.tricks_text(won))  # that it is hidden gives way to the cards
            return self._moved(tally(won), seat), [[(text, "dim", False)] for text in public]
        aim = Aim(known.prediction, won, reading.tricks_left(seen))
        tone = TONES[aim.state]
        needed = max(0, min(aim.missing, aim.left))
        strokes = tally(won, needed, tone if aim.state != "over" else "text", max(0, -aim.missing))
        told = (labels.aim_text(aim, short) for short in (False, True))
        forms = [
            joined([(said, "dim", False), (state, tone, True), (left, "dim", False)]) for said, state, left in told
        ]
        return self._moved(strokes, seat), forms

    def _moved(self, strokes: list[Part], seat: int) -> list[Part]:
        """Return strokes with the newest in reverse, while a trick comes or goes."""
        trick = self.seen.last_trick
        theirs = trick is not None and trick.winner == seat
        just_won = theirs and self.scene.reason is StopReason.HOLD and not self.seen.trick
        took = theirs and self.effects.running("strokes")
        if not (just_won or took) or not self.look.motion:
            return strokes
        places = [place for place, (text, _, _) in enumerate(strokes) if text in "┃╳"]
        if places:
            text, _, _ = strokes[places[-1]]
            strokes[places[-1]] = (text, "accent", True)
        return strokes

    @property
    def _held(self) -> Trick | None:
        """The finished trick that still lies on the table."""
        return reading.trick_on_table(self.seen, self.scene.reason is StopReason.HOLD)

    def draw_felt(self, canvas: Canvas, found: Layout) -> None:
        """Draw trump and trick, or what a number is said by."""
        seen, felt = self.seen, found.felt
        canvas.fill(felt, "felt")
        if seen.phase == "predict" and (hint := self.scene.hint) is not None:
            right = felt.right if found.side is None else found.side.right
            leads = self.speaker.leads_briefly()
            below = felt.height if felt.height > 15 or found.window == 0 else found.you - felt.y
            rect = felt._replace(width=right - felt.x, height=below)
            draw_number_hint(canvas, rect, hint, seen, self._number, leads)
            return
        if seen.phase == "predict":
            draw_prediction(canvas, found, self.speaker, self.context, self.asked, self._number)
            return
        if not seen.turned:
            canvas.centre(felt, felt.y + felt.height // 2, labels.Labels.the_deal, "dim", "felt")
            return
        narrow, roomy = found.window == 0, felt.height >= 16
        rule = 9 if narrow else felt.x + found.rule
        top = self._trick_top(found)
        self._draw_pillar(canvas, found, top)
        if not narrow:
            for y in range(felt.y + roomy, felt.bottom - roomy):
                canvas.put(rule, y, "│", "line", "felt")
        area = Rect(rule + 2, felt.y, felt.right - rule - 3, felt.height)
        size = trick_size(area, seen.seats, found.table_size, (2, 3, 4, 4, 4, 4)[found.window])
        if found.window > 3:
            draw_fans(canvas, area, self.speaker)
        held = self._held
        if held is None and seen.trick and (seen.follow >= 0 or not self.asked):  # else the question says it
            draw_following(canvas, area, top - 1 - (not narrow), seen, self.scene.hides("wild"))
        slots = self._slots(held)
        if area.width < 2 * M.width:  # a hint has the rest of the felt: the cards stay, their places go
            slots = [slot for slot in slots if slot.face is not None] or slots[:1]
            slots = [slot._replace(label=slot.name if len(slots) > 1 else slot.label, note="") for slot in slots]
            size = M if len(slots) == 1 else S
        for rect, place in draw_trick(canvas, area, slots, size, top):
            self.places.append((rect, (TABLE, place)))
        if held is not None and held.winner == NOBODY:
            canvas.centre(area, max(area.y, top - 2), f"  {labels.Labels.void}  ", "on", "accent", True)
        if self.scene.curtain is None:
            draw_robbed(canvas, felt, self.speaker)

    def _trick_top(self, found: Layout) -> int:
        """Return the row of the trick's and the trump's upper edge."""
        felt = found.felt
        if found.window == 0:
            return felt.y + 1
        size = trick_size(felt, 1, found.table_size, 4)
        if found.window > 3:
            return felt.y + 9 + max(0, (felt.height - 30) // 2)
        spare = felt.height - size.height
        return felt.y + min(4, max(2, spare // 2 - 1)) + max(0, (felt.height - 21) // 2)

    def _draw_pillar(self, canvas: Canvas, found: Layout, top: int) -> None:
        """Draw the turned card, the name of its colour, and the deck."""
        seen, felt, size = self.seen, found.felt, found.pillar_size
        narrow = found.window == 0
        x = felt.x + (1 if narrow else 2 if found.window == 1 else 4)
        label = labels.Labels
        if self.scene.hides("trump"):
            room = Rect(x, top + 1, (NARROW_PILLAR if narrow else felt.x + found.rule) - x - 1, felt.height)
            paragraph(canvas, room, room.y, [(labels.Labels.no_trump_yet, "dim", False)], "felt")
            return
        beside = felt.x + found.rule - 5  # where the deck has no room below
        width = felt.right - x if narrow or found.window > 2 else beside - 1 - x
        canvas.put(x, top - (1 if narrow else 2), cut(label.trump.upper(), width), "accent", "felt", True)
        card = seen.turned[-1]
        turning = self.effects.running("turning")
        if turning:
            draw_back(canvas, x, top, size.width, size.height, "felt")
        else:
            state = CardState(shadow=True, wins=self._new_trump and found.window > 0)
            draw_card(canvas, x, top, face_of(card), size, state, "felt")
        below = top + size.height + (1 if self._new_trump and found.window > 0 else 0)
        if seen.trump == NO_COLOUR:
            name: Part = (label.no_trump, "text", True)
        else:
            name = (trump_name(seen.trump, found.window > 2), f"{COLOURS[seen.trump]}-tint", True)
        deck: list[Part] = [(str(seen.deck_size), "text", True)]
        taught = not self.scene.hides("deck")
        if narrow:
            if taught:
                word = cut(label.deck_short, NARROW_PILLAR - 1 - width_of(deck))
                canvas.parts(felt.x + 1, felt.bottom - 2, [(f"{word} ", "dim", False), *deck], "felt")
            return
        if found.window > 2:
            below += 1
        text, ink, bold = (label.new_trump, "accent", True) if self._new_trump else name
        canvas.put(x, below, cut(text, width + 1), ink, "felt", bold)
        if not taught:
            return
        if found.window > 2:
            y = top + size.height + 3
            if y + S.height < felt.bottom:  # a row of felt is left below the pack
                draw_back(canvas, x, y, S.width, S.height, "felt", y + S.height < felt.bottom - 1)
                end = felt.x + found.rule if found.rule else felt.right
                word = label.deck if cell_len(label.deck) <= end - x - 6 else label.deck_short
                canvas.put(x + 6, y, word.upper(), "accent", "felt", True)
                canvas.parts(x + 6, y + 1, deck, "felt")
            else:
                canvas.parts(x, y, [(f"{label.deck.upper()} ", "accent", True), *deck], "felt")
            return
        canvas.put(beside, top - 2, label.deck_short.upper(), "accent", "felt", True)
        draw_back(canvas, beside, top + size.height - S.height, S.width, S.height, "felt")
        canvas.parts(beside + 1, below, deck, "felt")

    @property
    def _new_trump(self) -> bool:
        """Whether a new trump was turned in the trick that lies on the table."""
        held = self._held
        return reading.has_new_trump(self.seen.trick if held is None else held.cards, self.seen)

    def _slots(self, held: Trick | None) -> list[Slot]:
        """Return the places of the trick in playing order."""
        seen = self.seen
        leader, cards = (seen.leader, seen.trick) if held is None else (held.leader, held.cards)
        highest = reading.highest_so_far(seen) if held is None else None
        filled = [self._card_slot(card, place, leader, held, highest == place) for place, card in enumerate(cards)]
        return with_places(
            self, self.speaker, filled, leader, seen.mover if seen.phase == "play" else NOBODY, self.size.width
        )

    def _card_slot(self, card: Card, place: int, leader: int, held: Trick | None, highest: bool) -> Slot:
        seen, seat = self.seen, (leader + place) % self.seen.seats
        who = self.context.briefly(seat, seen)
        wins = held is not None and held.winner == seat
        label = slot_label(self.speaker, seat, place, wins)
        note, short = labels.highest_notes() if highest and self.context.preferences.get("highest", True) else ("", "")
        drained = held is not None and held.winner != seat
        hem = COLOUR_OF[card] == seen.trump >= 0
        looked = self.selection.area == TABLE and held is None and place == self.selection.at(TABLE)
        return Slot(who, face_of(card), not drained, hem, wins, looked, label=label, note=note, short=short)

    # Side, you, hand, question

    def draw_side(self, canvas: Canvas, found: Layout, side: Rect) -> None:
        """Draw the last trick, and in large windows scores, news and powers; the colours where a number is said."""
        choosing = self.seen.phase == "predict" and self.seen.seat != NOBODY
        if choosing and self.scene.hint is not None:
            return  # its bars have the whole width
        if found.window < 3 and choosing:
            draw_counts(canvas, side, self.seen)
        elif found.window < 3:
            last_trick(canvas, side, *self._last_trick())
        elif self.scene.hint is not None or self.scene.again is not None:  # below it stands the coach
            height = self.hint_rect(found).y - side.y - 1
            last_trick(canvas, side._replace(height=height), *self._last_trick())
        else:
            events, gone = self.events() if found.news is None else None, self._shows_gone
            draw_side(canvas, side, self.seen, self.context, self._last_trick(), events, gone, found.window > 3)

    def _last_trick(self) -> tuple[list[tuple[str, Any]], list[list[Part]]]:
        seen = self.seen
        trick = seen.last_trick
        if trick is None:
            return [], [[(labels.Labels.no_trick, "dim", False)]]
        cards = [
            (self.context.briefly((trick.leader + turn) % seen.seats, seen), face_of(card))
            for turn, card in enumerate(trick.cards)
        ]
        paragraphs: list[list[Part]] = [[(self.speaker.why_won(trick, seen.trump), "text", False)]]
        if used := self.speaker.power_used(trick):
            mine = trick.robbed == seen.seat
            owed = trick.winner == seen.seat and seen.phase == "return"
            paragraphs.append([(used, "bad" if mine else "accent" if owed else "text", False)])
        if seen.phase not in ("take-trick", "steal", "blind", "return") and reading.tricks_left(seen):
            paragraphs.append([(self.speaker.why_leads(trick), "dim", False)])
        return cards, paragraphs

    def look_back(self) -> list[list[Part]]:
        """Return the last trick alone: those before it have to be remembered (R17)."""
        return [*self.last(), [], [(labels.Labels.remembered, "dim", False)]]

    def last(self) -> list[list[Part]]:
        """Return the last trick in paragraphs."""
        if self.view is None:
            return []
        cards, paragraphs = self._last_trick()
        played: list[Part] = []
        for name, face in cards:
            played += [(f"{name} ", "dim", False), tinted(face), ("   ", "text", False)]
        return [played, *paragraphs] if played else paragraphs

    def draw_you(self, canvas: Canvas, found: Layout) -> None:
        """Draw the player's own row, or in its place the numbers that can be said."""
        seen = self.seen
        if seen.phase == "predict" and self.asked:
            name = self.context.briefly(seen.seat, seen)
            places = draw_numbers(canvas, found.you, self.speaker, name, self._number, found.window > 0)
            self.places += [(place, (NUMBERS, number)) for number, place in enumerate(places)]
        else:
            self.draw_player(canvas, found.you, seen.seat)

    def hand_cards(self) -> Sequence[HandCard]:
        """Return the hand, with what can be played now lit and a gap for what was taken."""
        seen, view = self.seen, self.view
        assert view is not None
        legal: set[Card] | None = None
        if self.asked and seen.phase == "play":
            legal = {action - PLAY for action in view.legal}
        new = reading.new_cards(seen)
        cards = []
        for card in seen.hand:
            is_new = card in new
            if is_new:
                new.remove(card)
            hem = COLOUR_OF[card] == seen.trump >= 0
            cards.append(HandCard(face_of(card), legal is None or card in legal, is_new, hem))
        if self.effects.running("gone") and (moved := reading.robbed_by_six(seen)) is not None:
            place = len([card for card in seen.hand if card < moved[0]])
            cards.insert(place, HandCard(face_of(moved[0]), gone=True))
        return cards

    def explained(self) -> list[Part]:
        """Return what the answer or the card in focus means."""
        seen, card, at = self.seen, self._card, self.selection.at(ANSWERS)
        action: Action | None = None
        if self.selection.area == ANSWERS and at is not None:
            action = self._answers[at]
        elif card is not None and seen.seat != NOBODY:
            own = self.selection.area == HAND and self.asked and seen.phase in CARD_PHASES
            action = (CARD_PHASES[seen.phase] if own else PLAY) + card
        if action is None:
            return []
        told = self.explain(action)
        if card is None or not self._remembers or not (beaten := self.speaker.threats_text(card)):
            return told
        more: list[Part] = [*told[:-1], (f" {beaten}", "text", False), *told[-1:]]
        return more if self._fits(more) else told

    def _fits(self, parts: Sequence[Part]) -> bool:
        """Whether a text has room below the question."""
        rect, asked = self._layout.question if self._layout else Rect(0, 0, 80, 3), self.question_text()
        above = len(wrapped(question_parts(asked), rect.width - 3)) if asked else 1
        return above + len(wrapped(parts, rect.width - 3)) <= rect.height

    def answer_labels(self) -> Sequence[str]:
        labels = []
        for item in self.selection.areas[0].items:
            text = self.speaker.answer(item.thing)
            labels.append(f"{item.code or ANSWER_LETTERS.own('N' if item.thing == PASS else 'Y')}  {text}")
        return labels

    def news(self) -> Sequence[str]:
        """Return what happened last; nothing beside the numbers that can be said."""
        return () if self.asked and self.seen.phase == "predict" else super().news()

    def waiting(self) -> str:
        seen, held = self.seen, self._held
        if self.scene.reason is not StopReason.HOLD or held is None:
            return self.scene.waiting
        won, note = self.speaker.why_won(held, seen.trump), self.scene.replayed
        return f"{note} · {won}" if note else goes_on(won)

    # The hint

    @property
    def choices(self) -> HerrlofChoices:
        window = 0 if self._layout is None else self._layout.window
        return HerrlofChoices(self.scene, self.look, self.selection.action, window)
