"""How-Ruck!'s table: the rope on the felt, the hand, and where a card would go and what it would do there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from time import monotonic
from typing import Any, ClassVar, Final

from rich.cells import cell_len
from textual.binding import Binding, BindingType
from textual.screen import Screen

from herrlof.game import NOBODY, Action, Event, Sentence
from herrlof.games.how_ruck import reading
from herrlof.games.how_ruck.actions import (
    CARD_PLAYED,
    KEEP,
    MOVE_WHITE,
    NAME,
    PLAY,
    PLAYS,
    SEATS,
    SPLIT,
    moved_from,
)
from herrlof.games.how_ruck.cards import (
    CHANGE_SIDES,
    COLOURS,
    FIRST_ACTION,
    HAS_TEXT,
    NESSIE_VALUE,
    NO_CARD,
    VALUE_OF,
    Card,
)
from herrlof.games.how_ruck.observation import Observation
from herrlof.games.how_ruck.tug import Tug, from_seat
from herrlof.games.speech import goes_on
from herrlof.table.connection import MomentKind, StopReason
from herrlof.table.keyboard import Keyboard
from herrlof.table.moments import Moment
from herrlof.tui.boards.board import digit_keys, letter_keys
from herrlof.tui.boards.card_board import ANSWERS, HAND, CardBoard
from herrlof.tui.boards.how_ruck import labels
from herrlof.tui.boards.how_ruck.choices import HowRuckChoices
from herrlof.tui.boards.how_ruck.choosing import FIELD, OnTheRope, Pair, Presses, Ways
from herrlof.tui.boards.how_ruck.faces import face_of, letter_of
from herrlof.tui.boards.how_ruck.labels import BoardSpeaker
from herrlof.tui.boards.how_ruck.pairs import TURN_SECONDS, draw_open, draw_sorted, draw_waiting
from herrlof.tui.boards.how_ruck.players import barrels, draw_row
from herrlof.tui.boards.how_ruck.rope import RopeScene, draw_rope
from herrlof.tui.boards.how_ruck.side import (
    CAN_DO_ROWS,
    brief,
    draw_discards,
    draw_kinds,
    draw_turns,
    draw_weighed,
    own_page,
)
from herrlof.tui.boards.how_ruck.windows import regions
from herrlof.tui.widgets.canvas import Canvas, Part, Rect
from herrlof.tui.widgets.cards import Face
from herrlof.tui.widgets.hand import HandCard
from herrlof.tui.widgets.layout import Layout
from herrlof.tui.widgets.pieces import buttons, emphasised, header, news_panel, stacked
from herrlof.tui.widgets.selection import Area, Item

SORTING: Final = ("keep", "split")
WEIGHED_ROWS: Final = 9
"""The rows of what a card would come to, in windows where more stands below it."""
KEEPING: Final = "ad"
"""The letters that keep the left and the right card of a pair."""
CALL_SECONDS: Final = 1.2
"""How long the call lies over the fields, and the way of the barrel is seen."""
TURNED: Final = "turned"
"""The effect of a pair that somebody else has sorted."""


class HowRuckBoard(CardBoard[Observation]):
    """The table of How-Ruck! as one seat sees it."""

    STEP_NAME = labels.KeyHelp.step
    STEP_BEGINS = frozenset(reading.PLAYED)
    MEASURES_TIME = True
    CHOICES = HowRuckChoices
    LETTERS = labels.LETTERS

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "climb(1)", show=False, key_display="↑ ↓", id="up", tooltip=labels.KeyHelp.up),
        Binding(
            "a,A", "letter('a')", labels.KeyHelp.keep, key_display="A D", id="keep_left", tooltip=labels.KeyHelp.pair
        ),
        Binding("d,D", "letter('d')", show=False, id="keep_right"),
        *letter_keys("rbgwx", labels.KeyHelp.letters),
        *digit_keys("0123456", labels.KeyHelp.digits),
    ]

    @property
    def speaker(self) -> BoardSpeaker:
        """What the table says to the seat at the keyboard."""
        return BoardSpeaker(self.seen, self.context.names, self.context.readers)

    def __init__(self, *args: Any) -> None:
        """Start with nothing in focus."""
        super().__init__(*args)
        self.selection = OnTheRope(self._bring)
        self._source: int | None = None
        """The field from which a white card is being moved, while its new field is chosen."""
        self._presses = Presses()
        self._drawn: tuple[Rect, RopeScene] | None = None
        """What the felt shows of the rope,"""
        self._fields: Sequence[tuple[Rect, int]] = ()
        """and where its fields can be clicked."""
        self._played: Card = NO_CARD
        """The card that was played last."""
        self._moved: tuple[str, Sequence[int], Card] = ("", (0,), NO_CARD)
        """The event that moved the barrel last, and the card that did it."""
        self._left = 0
        """How many pairs were left to who sorted, when the table stood still last."""

    # What is asked and looked at

    @property
    def _phase(self) -> str:
        """What the seat at the keyboard is asked for; nothing where it only looks."""
        return str(self.seen.phase) if self.asked else ""

    @property
    def _events(self) -> Sequence[Event]:
        return () if self.view is None else self.view.events

    @property
    def _card(self) -> Card | None:
        """The card that is looked at: one of the hand, or the stolen one that has to be played."""
        if self._phase == "stolen":
            return self.seen.stolen
        item = self.selection.item(HAND)
        return None if item is None else int(item.thing)

    def _targets(self) -> Mapping[int, Action]:
        """Return the fields that can be chosen now, as the rope counts them, and what choosing each one does."""
        assert self.view is not None
        return reading.targets(self._phase, self.seen.seat, self._card, self._source, self.view.legal)

    def areas(self) -> Sequence[Area]:
        """Return what is chosen from: answers, the hand, and the fields to which the card in focus may go."""
        if self.view is None:
            return ()
        phase, card = self._phase, self._card
        areas: list[Area] = []
        if phase in SORTING:
            return (Pair(ANSWERS, [Item(place, (SPLIT if phase == "split" else KEEP) + place) for place in range(2)]),)
        if phase == "name":
            return (Area(ANSWERS, [Item(n, NAME + n, code=str(n)) for n in range(NESSIE_VALUE + 1)]),)
        if card is not None and card >= FIRST_ACTION and phase in ("play", "stolen"):
            ways = [Item(number, action) for number, action in enumerate(reading.ways_to_play(card))]
            areas.append(Ways(ANSWERS, ways, upright=True))
        if phase not in ("move", "stolen"):
            codes = ["" if card >= FIRST_ACTION else str(VALUE_OF[card]) for card in self.seen.hand]
            hand = [Item(card, None, letter_of(card), code) for card, code in zip(self.seen.hand, codes, strict=True)]
            areas.append(Area(HAND, hand))
        if found := sorted(self._targets().items()):
            left = len([number for number, _action in found if number < COLOURS])
            items = [
                Item(number, None if reading.leads_on(action, self._source) else action) for number, action in found
            ]
            areas.append(Area(FIELD, items, start=left * (self.seen.seat == 1), first=(left % len(items), left - 1)))
        return areas

    def asks(self) -> Sequence[str]:
        """Return what is asked for: a card and then a field or a way to play it, or one of these alone."""
        asked = {"play": (HAND, FIELD, ANSWERS), "stolen": (FIELD, ANSWERS), "move": (FIELD,), "": ()}
        return asked.get(self._phase, (ANSWERS,))

    def begin_question(self) -> None:
        """Choose nothing before the player does, but the last card."""
        self._source = None
        super().begin_question()
        self.selection.renew(self.areas(), self.asks())
        if self._phase == "play" and len(self.seen.hand) == 1:
            self.selection.focus(HAND, 0)
            self.renew()

    def renew(self) -> None:
        """Let fields and ways follow the card of the hand: a new one has no field, and first its effect."""
        chosen, at = self.selection, self.selection.at(HAND)
        if chosen.area == HAND and at is not None and chosen.at(FIELD) is not None:
            chosen.forget(FIELD)
            chosen.focus(HAND, at)
        super().renew()
        if at is not None and chosen.named(ANSWERS) is not None and chosen.at(ANSWERS) is None:
            chosen.look(ANSWERS, 0)
            chosen.look(HAND, at)

    def _bring(self, action: Action) -> None:
        """Bring the card that an action plays or moves into focus."""
        seen, card = self.seen, CARD_PLAYED.get(action)
        self._source = from_seat(moved_from(action), seen.seat) if MOVE_WHITE <= action < NAME else None
        if self._phase == "play" and card in seen.hand:
            self.selection.focus(HAND, seen.hand.index(card))
        self.renew()

    def happened(self, moment: Moment) -> None:
        """Show whence the barrel has just come, and the call that moved it; or that somebody else has sorted a pair."""
        before, self._left = self._left, reading.pairs_to_sort(self.seen)
        if self._sorts and not self.asked and self._left == before - 1:
            self.effect(TURNED, TURN_SECONDS)
        for event in self.scene.fresh:
            if event.kind == "played":
                self._played = event.values[0]
            elif event.kind in ("pulled", "barrel"):
                self._moved = event.kind, event.values, self._played
                self.effect(event.kind, CALL_SECONDS)

    @property
    def _calls(self) -> bool:
        """Whether a How-Ruck! has just moved the barrel, and nothing since."""
        return self._moved[0] == "pulled" and self.effects.running("pulled")

    # Keys

    def action_climb(self, by: int) -> None:
        """Go up to the rope and down again; from the new field of a white card back to the card."""
        if by < 0 and (source := self._source) is not None:
            self._source = None
            self.renew()
            self.selection.focus(FIELD, sorted(self._targets()).index(source))
            self.looked()
        else:
            super().action_climb(by)

    def action_letter(self, letter: str) -> None:
        """Choose a card; keep one of a pair at once, but not in its first moments, nor with a key that is held (K6)."""
        if letter not in KEEPING:
            super().action_letter(letter)
            return
        now, place = monotonic(), KEEPING.index(letter)
        if self.context.pace and (why_not := self._presses.refusal(place, now, self.guard.age)):
            self.refuse(why_not)
        else:
            self.answer((SPLIT if self._phase == "split" else KEEP) + place)

    def action_commit(self) -> None:
        """Play what was chosen since the question came; a Scot goes up to the rope first."""
        found, item = self.selection, self.selection.item()
        if not self.asked or self.guarded() or not found.chosen or item is None or found.action is not None:
            super().action_commit()
            return
        if found.area == FIELD:
            self._source = int(item.thing)
            found.forget(FIELD)
        else:
            found.area = FIELD
        self.looked()

    def how_to_choose(self) -> str:
        says = labels.Keys
        if self._phase in (*SORTING, "name"):
            return says.choose_value if self._phase == "name" else says.choose_pair
        if self.selection.area == FIELD:
            return says.choose_field
        return says.choose_way if self._phase == "stolen" else says.choose_card

    def how_to_answer(self) -> str:
        if self._phase in SORTING:
            return labels.letter_keeps()
        if self._ways_beside:
            return labels.effect_or_not(bool(self.selection.at(ANSWERS)))
        return labels.card_then_field() if self._phase == "play" else super().how_to_answer()

    def clicked(self, what: Any) -> None:
        """Choose what was clicked; a second click plays it."""
        kind, number = what
        area = self.selection.named(kind)
        numbers = [item.thing for item in area.items] if area is not None and kind == FIELD else []
        if kind != FIELD:
            super().clicked(what)
        elif number in numbers:
            super().clicked((FIELD, numbers.index(number)))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Cards are kept by a letter only while pairs are sorted; while somebody else sorts there is nothing to see."""
        if not super().check_action(action, parameters) or (action == "move" and self._sorts and not self.asked):
            return False
        return self._phase in SORTING or action != "letter" or str(parameters[0]) not in KEEPING

    def leads_on(self) -> bool:
        """A man goes up to the fields first."""
        return self.selection.area != FIELD and self._card is not None and self.selection.action is None

    def describe(self, action: str) -> str | tuple[str, str]:
        if told := super().describe(action):
            return told
        phase, on_fields = self._phase, self.selection.area == FIELD
        if action == "commit":
            to_field = self.leads_on()
            told = labels.enter_label(phase, to_field)
            other = told if on_fields else labels.enter_label(phase, not to_field)
            return told + " " * (cell_len(other) - cell_len(told))  # what stands behind it stays where it is
        if action == "climb(-1)" and phase and on_fields and self.scene.hint is None:  # whose list ↓ goes through
            return labels.Labels.down_key
        return labels.Labels.look_key if action == "move(-1)" and not phase else ""

    def rule(self) -> str:
        """Return the rule for the situation and the card that is looked at."""
        card = None if self.view is None else self._card
        if card is not None and self.seen.phase == "play":
            return "K13" if card >= FIRST_ACTION else "K12" if HAS_TEXT[card] else "K11"
        return super().rule()

    def own_page(self) -> tuple[str, list[list[Part]]]:
        return own_page()

    def measuring_screen(self, keyboard: Keyboard, kind: str) -> Screen[bool]:
        from herrlof.tui.boards.how_ruck.race import RaceScreen  # not needed for the first frame

        return RaceScreen(self, keyboard)

    # Drawing

    def regions(self, width: int, height: int, rows: int) -> Layout:
        """Return the regions of the table; while pairs are sorted there is no hand, and the felt has its room.

        So it has that of the own row where nobody has one: its cards keep their size while a curtain is down.
        """
        found = regions(width, height, rows, self._sorts, bool(self.coach_says()))
        if self._sorts or self.seen.seat != NOBODY or found.felt.bottom < found.you:
            return found
        felt, side = found.felt, found.side
        return found._replace(
            felt=felt._replace(height=felt.height + 1), side=side and side._replace(height=side.height + 1)
        )

    @property
    def _sorts(self) -> bool:
        """Whether the felt shows pairs: while teams are built."""
        return self.seen.phase == "split" or (self.seen.phase in ("keep", "race", "stacks") and not self.seen.path)

    def curtain_rect(self) -> Rect:
        """Return the region that a curtain covers: with a pair on the felt all below the others' rows."""
        if self._layout is None or not self._sorts:
            return super().curtain_rect()
        return Rect(0, self._layout.felt.y, self.size.width, self.size.height - self._layout.felt.y)

    def felt_shows(self) -> object:
        """Return what felt and side show of the focus: the card, its field or way, whence it is moved."""
        chosen = self.selection
        return self._card, chosen.area, chosen.at(FIELD), chosen.at(ANSWERS), self._source, super().felt_shows()

    def draw_header(self, canvas: Canvas, found: Layout) -> None:
        """Draw round and card, and how many barrels win; in the smallest window the own ones, which have no row."""
        seen, narrow = self.seen, found.side is None
        lies = bool(seen.rounds) and seen.phase in ("deal", "over")  # what is there is still of the round before
        number = len(seen.rounds) if lies else seen.round_number
        left = labels.header_text(number, self.context.game.progress(seen).get("card", 0), self._sorts, narrow)
        if note := self.scene.replayed:
            left = f"{left} · {note}"
        goal, own = labels.first_to(seen.goal), list[Part]()
        if narrow and seen.seat != NOBODY:
            own = [(f"{labels.Labels.you} ", "dim", False), *barrels(seen.seat, seen), ("  ", "dim", False)]
        header(canvas, self.context.game.title, self.scene.with_mark(left), [*own, (goal, "dim", False)])

    def open_hand(self, seat: int) -> Sequence[Face]:
        return [face_of(card) for card in self.open_hands[seat].hand]

    def draw_player(self, canvas: Canvas, y: int, seat: int, width: int = 0) -> None:
        draw_row(canvas, y, seat, self.seen, self.context, width)

    def draw_you(self, canvas: Canvas, found: Layout) -> None:
        """Draw the own row, where there is one."""
        if found.you < found.hand.y:
            self.cache.draw(canvas, Rect(0, found.you, found.hand.width, 1), self._draw_own)

    def _draw_own(self, canvas: Canvas, rect: Rect) -> None:
        self.draw_player(canvas, rect.y, self.seen.seat, rect.width)

    # The felt

    def draw_felt(self, canvas: Canvas, found: Layout) -> None:
        """Draw the rope, or while teams are built the pair."""
        seen, felt = self.seen, found.felt
        if not self._sorts:
            rope = felt, self._rope()
            if canvas is not self.canvas or rope != self._drawn:  # else it still lies there as it was
                self._fields, self._drawn = draw_rope(canvas, felt, rope[1]), rope
            self.places += [(rect, (FIELD, number)) for rect, number in self._fields]
        elif not seen.pair or self.scene.kind is MomentKind.MEASURE:
            draw_waiting(canvas, felt, seen, self.effects.running(TURNED))
        else:
            focus, keys = self.selection.at(ANSWERS), KEEPING.upper() if self.asked else ""
            # what a lesson says is read before the next pair is seen
            open_now = self.asked or self.scene.lesson is None
            places = list(zip(draw_open(canvas, felt, seen, focus, keys, open_now), range(SEATS), strict=True))
            self.places += [(rect, (ANSWERS, number)) for rect, number in places]

    def _rope(self) -> RopeScene:
        """Return what the felt shows of the rope."""
        seen, action = self.seen, self.selection.action
        item = self.selection.item(FIELD) if self.selection.area == FIELD else None
        kind, values, _card = self._moved
        preview = None if action is None or action < PLAY else self._outcome(action)
        if preview is not None and (preview.rope, preview.barrel) == (seen.rope, seen.barrel):
            preview = None  # nothing would change: the rope stays as it is drawn
        return RopeScene(
            [self.context.briefly(seat, seen) for seat in range(SEATS)],
            [self.speaker.end_label(seat) for seat in range(SEATS)],
            seen.rope,
            seen.barrel if seen.path else None,
            came=values[-2] if self.effects.running(kind) else None,
            call=self._calls,
            preview=preview,
            targets=self._outcomes() if self.selection.area == FIELD else {},
            focus=None if item is None else int(item.thing),
            fresh=reading.fresh_fields(self._events, seen.seat),
            marked=frozenset() if self._source is None else frozenset((self._source,)),
        )

    def _outcome(self, action: Action) -> Tug | None:
        """Return what a choice makes of rope and barrel; None where there is more to choose."""
        return reading.outcome(action, self._source, self.seen)

    def _outcomes(self) -> Mapping[int, Tug | None]:
        """Return what the card that is looked at would come to."""
        card = self._card
        if self._phase == "move" or card is None or self.seen.phase not in reading.TUG:
            return {number: self._outcome(action) for number, action in self._targets().items()}
        return reading.outcomes(card, self.seen)

    # Side, hand, question

    def draw_side(self, canvas: Canvas, found: Layout, side: Rect) -> None:
        """Weigh the card in focus, or tell the last turn; in large windows tell what a card can do, and the news."""
        if self._sorts:
            self.cache.draw(canvas, side, self._draw_sorted)
            return
        outcomes = self._outcomes()
        parts = [("weighed", side.height)]
        if found.window > 2:
            parts = [("weighed", WEIGHED_ROWS), ("kinds", CAN_DO_ROWS + 2), ("news", 3)]
        for name, rect in stacked(side, parts, "news"):
            if name == "kinds":
                self.cache.draw(canvas, rect, self._draw_kinds)
            elif name == "news":  # where nothing is weighed, what happened stands above
                self.cache.draw(canvas, rect, self._draw_news_panel if outcomes else self._draw_discards)
            elif outcomes:
                card = CHANGE_SIDES if self._phase == "move" or self._card is None else self._card
                item = self.selection.item(FIELD)
                focus = -1 if -1 in outcomes else None if item is None else int(item.thing)
                draw_weighed(canvas, rect, card, outcomes, focus, self.speaker, self.context)
            else:
                title = labels.Labels.the_pull if self._calls else labels.Labels.last_turn
                draw_turns(canvas, rect, title, self.last(), self._last_turns(False))

    def _draw_sorted(self, canvas: Canvas, rect: Rect) -> None:
        draw_sorted(canvas, rect, self.seen, shown=self.scene.kind is not MomentKind.MEASURE)

    def _draw_kinds(self, canvas: Canvas, rect: Rect) -> None:
        draw_kinds(canvas, rect, self.seen.hand)

    def _draw_news_panel(self, canvas: Canvas, rect: Rect) -> None:
        news_panel(canvas, rect, self.cache.told(self._without_draws) or self.events())

    def _draw_discards(self, canvas: Canvas, rect: Rect) -> None:
        draw_discards(canvas, rect, self.seen.discards)

    def hand_cards(self) -> Sequence[HandCard]:
        """Return the hand, the stolen card last; what cannot be played now is drained."""
        seen, phase, new = self.seen, self._phase, reading.new_cards(self._events, self.seen.seat)
        cards = []
        for card in seen.hand:
            if is_new := card in new:
                new.remove(card)
            cards.append(HandCard(face_of(card), phase not in ("stolen", "move", "name"), is_new))
        return [*cards, HandCard(face_of(seen.stolen))] if phase == "stolen" else cards

    def hand_focus(self) -> int | None:
        """Return which card is raised: also while its field is chosen."""
        return len(self.seen.hand) if self._phase == "stolen" else self.selection.at(HAND)

    @property
    def _small(self) -> bool:
        """Whether there is no room beside the felt, and one row for what is asked."""
        return self._layout is not None and self._layout.side is None

    @property
    def _short(self) -> bool:
        """Whether a question is asked without why: where its answers stand beside it, or the felt says it."""
        return (self._small and self._phase in ("play", "stolen", "move", "name")) or self._ways_beside

    @property
    def _ways_beside(self) -> bool:
        """Whether the ways to play a card stand beside the question."""
        return self._phase in ("play", "stolen") and self.selection.named(ANSWERS) is not None

    def question_text(self) -> Sentence | None:
        """Return what is asked; while the call lies over the fields what it has done."""
        seen = self.seen
        if not self.asked:
            _kind, values, card = self._moved
            told = self.speaker.called(card, values) if self._calls else None
            return Sentence(told.ask) if told is not None and self._small else told
        if self._source is not None:
            return labels.where_to(seen.rope[self._source][-1])
        asked = self.speaker.question()
        return Sentence(asked.ask) if self._short else asked

    def explained(self) -> list[Part]:
        """Return what the choice in focus does, or what the card in focus is good for."""
        seen, action, card = self.seen, self.selection.action, self._card
        outcomes = self._outcomes() if self._small else {}
        if len(outcomes) > SEATS and self.selection.area == FIELD and (item := self.selection.item(FIELD)) is not None:
            outcomes = {item.thing: outcomes[item.thing]}
        if 0 < len(outcomes) <= SEATS:
            return brief(CHANGE_SIDES if card is None else card, outcomes, self.speaker, self.size.width - 3)
        if action is not None and not (card is not None and card >= FIRST_ACTION and action in PLAYS[card]):
            return self.explain(action)
        if card is not None and seen.phase in reading.TUG and seen.seat != NOBODY:
            return emphasised(self.speaker.about_card(card))
        return []

    def answer_labels(self) -> Sequence[str]:
        """Return the values that can be named."""
        return [item.code for item in self.selection.areas[0].items] if self._phase == "name" else ()

    def _draw_question(self, canvas: Canvas, found: Layout) -> None:
        super()._draw_question(canvas, found)
        if self.scene.told or not self._ways_beside or self.coach_says() or (asked := self.question_text()) is None:
            return
        label = labels.Labels
        x, y = found.question.x + cell_len(asked) + 4, found.question.y - self.question_higher
        places = buttons(canvas, x, y, [label.play_it, label.without], self.selection.at(ANSWERS), gap=1)
        self.places += [(place, (ANSWERS, number)) for number, place in enumerate(places)]
        canvas.put(places[-1].right + 2, y, "↑ ↓", "dim")

    def waiting(self) -> str:
        held = self.events() if self.scene.reason is StopReason.HOLD and not self.scene.replayed else []
        return goes_on(held[-1]) if held else self.scene.waiting

    def news(self) -> Sequence[str]:
        """Return what happened last, but not what was drawn: the hand shows it."""
        return self.cache.told(self._without_draws)[-3:]

    def _without_draws(self) -> Sequence[str]:
        """Return what happened since the table last stood still, but not what was drawn."""
        return self.sentences(event for event in self.latest() if event.kind != "drew")

    def last(self) -> list[list[Part]]:
        """Return what the last two turns were in paragraphs, or before them how the round began."""
        return [] if self.view is None else self._last_turns()

    def _last_turns(self, drawn: bool = True) -> list[list[Part]]:
        """Return the last two turns in paragraphs, with or without the cards that were drawn."""
        events = [event for event in reading.last_turns(self._events) if drawn or event.kind != "drew"]
        told = [(event, sentence) for event in events if (sentence := self.speaker.event(event))]
        return [
            [(sentence, "accent", True) if self._calls and event.kind == "pulled" else (sentence, "text", False)]
            for event, sentence in told
        ]

    # The coach

    @property
    def _has_numbers(self) -> bool:
        """The list of a hint has every way to play a card."""
        return self.scene.hint is None and super()._has_numbers

    def hint_rect(self, found: Layout) -> Rect:
        """Return where the hint stands: below what is weighed, or all of the felt, since a rope is never cut."""
        if found.side is None:
            return found.felt
        above = 0 if found.window < 3 else 8 if self._sorts else WEIGHED_ROWS + 1
        return found.side._replace(y=found.side.y + above, height=found.side.height - above)
