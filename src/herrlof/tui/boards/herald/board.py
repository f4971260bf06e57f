"""Herald's table: stock and trick on the felt, with the card that is ahead; the hand, and what chooses in it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from rich.cells import cell_len
from textual.binding import BindingType

from herrlof.game import NOBODY, Sentence
from herrlof.games.herald import reading, words
from herrlof.games.herald.cards import FIGURE_OF, LAST_MAGE, NO_CARD, POINTS_OF, Card
from herrlof.games.herald.observation import Observation
from herrlof.games.herald.tricks import Trick, story
from herrlof.games.speech import place_name, slot_label, waiting_label
from herrlof.messages import N_
from herrlof.table.keyboard import Moment
from herrlof.table.table import MomentKind, View
from herrlof.tui.boards.board import Board, digit_keys, letter_keys
from herrlof.tui.boards.herald import ends
from herrlof.tui.boards.herald.faces import FACES, MARKS, letters_of
from herrlof.tui.boards.herald.players import FEW, draw_player, draw_players, rows_of
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.cards import SIZES, S, draw_back, draw_place, tinted
from herrlof.tui.widgets.hand import Hand, HandCard
from herrlof.tui.widgets.layout import Layout, layout
from herrlof.tui.widgets.pieces import emphasised, header, news, news_panel, question
from herrlof.tui.widgets.tricks import Slot, draw_fan, draw_trick, last_trick, trick_size

TURN_SECONDS = 0.3
HEAP = 3
"""How many backs stand for all the cards that a seat has won."""
HAND, TRICK = "hand", "trick"
PICKS = "gsbkqahctpm"


def regions(width: int, height: int, others: int) -> Layout:
    """Return the regions of the table; the cards of this small hand are as large as the rows between allow."""
    found = layout(width, height, others)
    asked = found.question
    top = asked.y + (found.window == 3) if found.window else max(found.hand.bottom, height - 5)
    room = top - found.you - 1
    size = max((size for size in SIZES if size.height < room), key=lambda size: size.height, default=S)
    rows = size.height + 1
    hand = Rect(0, found.you + 1 + max(0, room - rows - (found.window == 3)) // 2, width, rows)
    return found._replace(hand=hand, hand_size=size, question=asked._replace(y=top, height=max(0, height - 1 - top)))


class HeraldBoard(Board[Observation]):
    """The table of Herald as one seat sees it."""

    STEP_NAME = N_("trick")

    BINDINGS: ClassVar[list[BindingType]] = [
        *letter_keys(PICKS, N_("choose by the letter of a colour or of a figure")),
        *digit_keys("12345670", N_("choose by points: the first digit of what a card is worth")),
    ]

    def __init__(self, *args: Any) -> None:
        """Start with nothing in focus."""
        super().__init__(*args)
        self._hand = Hand(grouped=False)
        self._area = HAND
        self._trick_focus = 0
        self._looked_up = False
        """Whether the trick was looked at when the felt was drawn last."""
        self._turned: set[tuple[int, int, int]] = set()
        """Which drawn cards have been turned over before their owners' eyes, each once."""
        self._shown: tuple[Card, ...] = ()
        """The hand as it was shown last."""

    # What is asked and looked at

    def begin_question(self) -> None:
        """Choose nothing before the player does; a card that is the only legal one counts as chosen."""
        assert self.view is not None
        self._area, self._hand.focus = HAND, None
        if len(self.view.legal) == 1:
            self._hand.focus, self.chosen = 0, True

    def happened(self, moment: Moment) -> None:
        """Turn a card over that this seat has drawn; look at no card where the hand has changed."""
        seen = self.seen
        if moment.kind is not MomentKind.ASK and seen.hand != self._shown:
            self._hand.focus = None
        self._shown = seen.hand
        if self._area == TRICK and not seen.trick:
            self._area = HAND
        key = seen.seat, seen.game_number, len(seen.tricks)
        if moment.kind in (MomentKind.ASK, MomentKind.SHOW) and seen.drawn != NO_CARD and key not in self._turned:
            self._turned.add(key)
            self.effect("turning", TURN_SECONDS)

    # Keys

    def action_move(self, by: int) -> None:
        """Look at the next card."""
        if self._area == TRICK and self.seen.trick:
            self._trick_focus = (self._trick_focus + by) % len(self.seen.trick)
        else:
            self._area = HAND
            self._hand.step(by)
            self._card_chosen()
        self._looked()

    def action_climb(self, by: int) -> None:
        """Go up to the trick, or down to the hand."""
        if by > 0 and self.seen.trick:
            if self._area == HAND:
                self._trick_focus = self.seen.ahead
            self._area = TRICK
        else:
            self._area = HAND
            if self._hand.focus is None:
                self._hand.step(1)
                self._card_chosen()
        self._looked()
        self.refresh_bindings()

    def action_end(self, by: int) -> None:
        """Look at the first or the last card."""
        self._area, self._hand.focus = HAND, None
        self._hand.step(-by)
        self._card_chosen()
        self._looked()

    def action_letter(self, letter: str) -> None:
        """Choose the next card with this letter: of its colour, or of its figure."""
        if not self.guarded(letter):
            self._pick([place for place, card in enumerate(self.seen.hand) if letter in letters_of(card)])

    def action_digit(self, digit: str) -> None:
        """Choose the next card whose points begin with a digit; where the settings say so, pressed again it plays."""
        hand = self.seen.hand
        before = self._hand.focus if self.chosen and self._area == HAND else None
        if not self._pick([place for place, card in enumerate(hand) if str(POINTS_OF[card])[0] == digit]):
            return
        if self.context.twice and before == self._hand.focus and self.asked:
            self.action_commit()

    def _pick(self, places: Sequence[int]) -> bool:
        found = self._hand.pick(places)
        if found:
            self._area = HAND
            self._card_chosen()
        self._looked()
        return found

    def _card_chosen(self) -> None:
        if self.asked:
            self.chosen = True

    def _looked(self) -> None:
        self.warning = ""
        self.hurry()
        self.redraw_question()

    def action_commit(self) -> None:
        """Play the card that was chosen since the question came."""
        if not self.asked or self.guarded():
            return
        if self._area == TRICK:
            self.refuse(words.key_refusals()[0])
        elif not self.chosen or self._hand.focus is None:
            self.refuse(words.key_refusals()[1])
        else:
            self.answer(self.seen.hand[self._hand.focus])

    def own_page(self) -> tuple[str, list[list[Part]]]:
        """Return what beats what; the figure that is ahead now is marked."""
        return words.labels().beats_what, self._beating()

    def _beating(self) -> list[list[Part]]:
        """Return the grid of what beats what, a line for each figure that can be ahead."""
        seen = self.seen
        ahead = seen.trick[seen.ahead] if seen.trick else NO_CARD
        marked = -1 if ahead == NO_CARD else FIGURE_OF[ahead] + 1
        if 0 <= ahead <= LAST_MAGE and not seen.ahead:
            marked = 0
        wins, better = ("x", "o") if self.look.ascii else ("●", "○")
        head, *rows = words.beating_table()
        title = max(cell_len(row.title) for row in rows) + 2
        marks: list[Part] = [(f"{mark:>3}", "accent", True) for mark in MARKS]
        lines: list[list[Part]] = [[(f"  {head.title:<{title}}", "dim", False), *marks]]
        for number, row in enumerate(rows):
            here = number == marked
            line: list[Part] = [(f"{'▸' if here else ' '} {row.title:<{title}}", "accent" if here else "text", here)]
            for cell in row.cells:
                sign = {"●": wins, "○": better}.get(cell, "·")
                line.append((f"{sign:>3}", "text" if cell else "line", bool(cell)))
            lines.append(line)
        return [*lines, [(words.beating_note(wins, better), "dim", False)]]

    def clicked(self, what: Any) -> None:
        """Choose what was clicked; a second click plays it."""
        kind, number = what
        if kind == TRICK:
            self._area, self._trick_focus = TRICK, number
        else:
            again = self._area == HAND and number == self._hand.focus and self.chosen
            self._area, self._hand.focus = HAND, number
            self._card_chosen()
            if again and self.asked:
                self.action_commit()
                return
        self._looked()

    def describe(self, action: str) -> str:
        """Name what the arrows and Enter do now."""
        if action == "commit":
            return words.enter_label(self.asked)
        return words.arrow_label() if action == "move(-1)" and not self.asked else ""

    def rule(self) -> str:
        """Return the rule for the situation and the card that is looked at."""
        card = None if self.view is None else self._own_card()
        if card is None or not reading.may_foresee(self.seen):
            return super().rule()
        return reading.outlook(card, self.seen).rule

    def _own_card(self) -> Card | None:
        """Return the card of the hand that is looked at."""
        focus, hand = self._hand.focus, self.seen.hand
        return int(hand[focus]) if self._area == HAND and focus is not None and focus < len(hand) else None

    # Drawing

    def draw_table(self, canvas: Canvas, view: View) -> None:
        """Draw all regions."""
        seen = self.seen
        public = seen.seat == NOBODY
        shown = [(seen.seat + turn) % seen.seats for turn in range(1, seen.seats)]
        if public:
            shown = list(range(seen.seats))
        opened = {seat: hand for seat, hand in self.open_hands.items() if seat in shown}
        rows = rows_of(seen.seats, len(shown), len(opened))
        found = self._layout = regions(canvas.width, canvas.height + 1, rows)
        held = self._held()
        just_won = held.winner if held is not None else NOBODY
        self._draw_header(canvas, found)
        draw_players(canvas, found.others, shown, seen, self.context, just_won, opened)
        self._draw_felt(canvas, found)
        self._draw_side(canvas, found)
        if not public:
            draw_player(canvas, found.you, seen.seat, seen, self.context, seen.seat == just_won)
            self._draw_hand(canvas, found)
        self._draw_question(canvas, found)

    def redraw_question(self) -> None:
        """Draw the hand and what stands below it; the felt too, where a card is looked at or was."""
        found, before = self._layout, self._looked_up
        if found is None or self.view is None or self.curtain_for is not None:
            return self.redraw()
        felt = before or self._area == TRICK
        kinds = {HAND, TRICK} if felt else {HAND}
        self.places = [place for place in self.places if place[1][0] not in kinds]
        if felt:
            self._draw_felt(self.canvas, found)
        self._draw_hand(self.canvas, found)
        self._draw_question(self.canvas, found)
        return self.repaint(range(found.felt.y if felt else found.hand.y, self.canvas.height))

    def _held(self) -> Trick | None:
        """Return the finished trick that still lies on the table."""
        seen = self.seen
        if seen.trick or seen.last_trick is None:
            return None
        trick: Trick = seen.last_trick
        return trick if self.reason == "hold" or seen.phase != "play" else None

    def _has_pillar(self, found: Layout) -> bool:
        """Whether the stock lies on the felt, and not in the header."""
        return found.window > 0 and self.seen.seats <= FEW

    def _draw_header(self, canvas: Canvas, found: Layout) -> None:
        seen, narrow = self.seen, canvas.width < 80
        number = seen.game_number - (seen.phase == "deal" and bool(seen.tricks))
        trick = 0
        if seen.phase in ("play", "over") or seen.tricks:
            trick = reading.trick_number(seen) - (seen.phase == "play" and self._held() is not None)
        label, most = words.labels(), reading.tricks_in_game(seen.seats)
        parts = words.header_parts(number, seen.games, trick, most, narrow)
        if self.note:
            parts.append(self.note)
        right: list[Part] = []
        if not self._has_pillar(found):
            right = [
                (f"{label.stock} ", "dim", False),
                (str(seen.stock_size) if seen.stock_size else label.gone, "text", True),
            ]
        header(canvas, self.context.game.title, " · ".join(parts) or self.context.game.tagline, right)

    # Felt

    def _draw_felt(self, canvas: Canvas, found: Layout) -> None:
        seen, felt = self.seen, found.felt
        self._looked_up = self._area == TRICK
        canvas.fill(felt, "felt")
        if not seen.tricks and seen.phase != "play":
            canvas.centre(felt, felt.y + felt.height // 2, words.labels().the_deal, "dim", "felt")
            return
        pillar = self._has_pillar(found)
        area = Rect(felt.x + 1, felt.y, felt.width - 2, felt.height)
        if pillar:
            rule = felt.x + found.rule
            area = Rect(rule + 2, felt.y, felt.right - rule - 3, felt.height)
        size = trick_size(area, seen.seats, found.table_size, 3 if found.window or seen.seats > FEW else 2, 1)
        fans = found.window == 4 and felt.height >= size.height + 18
        spare = felt.height - size.height - 2 - 6 * fans
        top = felt.y + 6 * fans + max(1, spare // 2)
        if pillar:
            self._draw_pillar(canvas, found, top)
        if fans:
            self._draw_fans(canvas, area)
        held = self._held()
        if held is None:
            self._draw_ahead(canvas, area._replace(y=max(felt.y, top - 2)), top)
        slots = self._slots(held, min(area.width // seen.seats, size.width + 16))
        for rect, place in draw_trick(canvas, area, slots, size, top):
            self.places.append((rect, (TRICK, place)))

    def _draw_pillar(self, canvas: Canvas, found: Layout, top: int) -> None:
        """Draw the stock, and how many cards it still has."""
        seen, felt, size = self.seen, found.felt, found.pillar_size
        roomy = felt.height >= 16
        for y in range(felt.y + roomy, felt.bottom - roomy):
            canvas.put(felt.x + found.rule, y, "│", "line", "felt")
        x = felt.x + (found.rule - size.width) // 2
        label = words.labels()
        canvas.put(x, top - 1, label.stock.upper(), "accent", "felt", True)
        if seen.stock_size:
            draw_back(canvas, x, top, size.width, size.height, "felt", size is SIZES[-1])
        else:
            draw_place(canvas, x, top, size, "", False)
        below = top + size.height + (size is SIZES[-1])
        text: Part = (str(seen.stock_size), "text", True) if seen.stock_size else (label.gone, "dim", False)
        canvas.centre(Rect(x, below, size.width, 1), below, text[0], text[1], "felt", text[2])

    def _draw_ahead(self, canvas: Canvas, area: Rect, end: int) -> None:
        """Say whose card is ahead and why, above row `end`: in one row, or in two where that takes less away."""
        seen = self.seen
        rows: list[list[Part]] = [[(words.labels().nothing_led, "dim", False)]]
        if seen.trick:
            for rows in self._ahead_rows(area.width):
                widest = max(sum(cell_len(text) for text, _, _ in row) for row in rows)
                if len(rows) <= end - area.y and widest <= area.width:
                    break
        for y, row in enumerate(rows, area.y):
            x = area.x + (area.width - sum(cell_len(text) for text, _, _ in row)) // 2
            canvas.parts(x, y, row, "felt")

    def _ahead_rows(self, width: int) -> Iterator[list[list[Part]]]:
        """Yield ways to say who is ahead and why, the fullest first; a name is cut so that the last one always fits."""
        seen = self.seen
        names = [cut(name, width - 1 - cell_len(words.labels().is_ahead)) for name in self.context.names]
        reason, number = words.reason_ahead(seen)
        who: Part = (words.who_is_ahead(seen, names, briefly=True), "text", True)
        led: Part = (words.who_is_ahead(seen, names), "text", True)
        gap: Part = ("  ", "text", False)
        rule: Part = (number, "dim", False)
        if not reason:
            yield from ([[led, gap, rule]], [[who, gap, rule]], [[who]])
            return
        why, short = ((text, "text", False) for text in (reason, words.reason_ahead(seen, briefly=True)[0]))
        yield [[led, gap, why, gap, rule]]
        yield [[who, gap, why, gap, rule]]
        yield [[who], [why, gap, rule]]
        yield [[who, gap, why]]
        yield [[who], [why]]
        yield [[who, gap, short]]
        yield [[who], [short]]
        yield [[who]]

    def _slots(self, held: Trick | None, width: int) -> list[Slot]:
        """Return the places of the trick in playing order; `width`: the columns of each."""
        seen = self.seen
        leader = seen.leader if held is None else held.leader
        cards = seen.trick if held is None else held.cards
        slots, texts = [], words.labels()
        for place in range(seen.seats):
            seat = (leader + place) % seen.seats
            own = seat == seen.seat
            who = self.context.briefly(seat, seen)
            if place >= len(cards):
                on_turn = seat == seen.mover and seen.phase == "play"
                last = place == seen.seats - 1 and not on_turn
                who = place_name(seat, seen, self.context.names)
                label = waiting_label(place, on_turn, last)
                slots.append(Slot(who, yours=own or on_turn, label=label if cell_len(label) <= width else ""))
                continue
            wins = held is not None and held.winner == seat
            ahead = held is None and place == seen.ahead
            label = slot_label(seat, place, wins, seen, self.context.names)
            whole = cell_len(who) < width
            if wins and not whole:
                names = [cut(name, width - 2 - cell_len(texts.won)) for name in self.context.names]
                label = slot_label(seat, place, wins, seen, names)
            looked = self._looked_up and held is None and place == self._trick_focus
            slots.append(
                Slot(
                    who,
                    FACES[cards[place]],
                    wins or ahead,
                    wins=wins,
                    focused=looked,
                    label=label if cell_len(label) < width else who,
                    note=texts.ahead if ahead else texts.won if wins and whole and cell_len(label) >= width else "",
                )
            )
        return slots

    def _draw_fans(self, canvas: Canvas, area: Rect) -> None:
        """Draw the others' hands along the top of the felt, and what each has won beside; yours at the bottom."""
        seen = self.seen
        shown = [(seen.seat + turn) % seen.seats for turn in range(1, seen.seats)] if seen.seat != NOBODY else []
        for number, seat in enumerate(shown):
            cell = area.width // len(shown)
            cards, won = seen.hand_sizes[seat], reading.cards_won(seat, seen)
            fan = (cards - 1) * 2 + S.width if cards else 0
            heap = (HEAP - 1) + S.width if won else 0
            x = area.x + number * cell + max(0, (cell - fan - heap - 2) // 2)
            draw_fan(canvas, x, area.y + 1, cards, 2, cut(self.context.names[seat], max(1, cell - heap - 3)))
            draw_fan(canvas, x + fan + 2, area.y + 1, HEAP if won else 0, 1, words.pile_text(seat, seen) if won else "")
        if seen.seat != NOBODY and (won := reading.cards_won(seen.seat, seen)):
            x = area.x + (area.width - S.width - HEAP) // 2
            draw_fan(canvas, x, area.bottom - 5, HEAP, 1, words.cards_won_text(seen.seat, seen))

    # Side, hand, question

    def _draw_side(self, canvas: Canvas, found: Layout) -> None:
        side, seen = found.side, self.seen
        if side is None:
            return
        if found.window < 3:
            self._draw_last(canvas, side)
            return
        last = min(side.height, seen.seats + 7)
        scores = seen.seats + 3 if seen.rounds and side.height >= last + seen.seats + 8 else 0
        self._draw_last(canvas, side._replace(height=last))
        y = side.y + last + 1
        if scores:
            ends.draw_scores(canvas, Rect(side.x, y, side.width, scores), seen, self.context)
            y += scores + 1
        if side.bottom - y >= 3:
            news_panel(canvas, Rect(side.x, y, side.width, side.bottom - y), self.events())

    def _draw_last(self, canvas: Canvas, rect: Rect) -> None:
        """Draw the last trick: what each card did, and who won, as fully as there is room."""
        seen, names = self.seen, self.context.names
        trick = seen.last_trick
        if trick is None:
            last_trick(canvas, rect, [], [[(words.labels().no_trick, "dim", False)]])
            return
        steps = zip(story(trick.cards), words.steps_text(trick.cards), strict=True)
        notes: list[Part] = []
        for turn, (step, text) in enumerate(steps):
            wins = (trick.leader + turn) % seen.seats == trick.winner
            notes.append((text, "accent" if wins else "text" if step.leads else "dim", wins))
        room = rect.height - 1 - seen.seats
        outcome: Sequence[Part] = []
        for sentence in (words.why_won(trick, seen, names), words.won_with(trick, seen, names)):
            outcome = emphasised(sentence)
            if len(wrapped(outcome, rect.width - (4 if rect.width >= 36 else 2))) <= room:
                break
        last_trick(canvas, rect, self._played(trick), [outcome] if room else [], notes=notes)

    def _played(self, trick: Trick) -> list[tuple[str, Any]]:
        """Return who played what in a trick."""
        seen = self.seen
        seats = [(trick.leader + turn) % seen.seats for turn in range(seen.seats)]
        names = [self.context.briefly(seat, seen) for seat in seats]
        return [(name, FACES[card]) for name, card in zip(names, trick.cards, strict=True)]

    def last(self) -> list[list[Part]]:
        """Return the last trick and its story, a paragraph for each card."""
        if self.view is None:
            return []
        seen, names = self.seen, self.context.names
        trick = seen.last_trick
        if trick is None:
            return [[(words.labels().no_trick, "dim", False)]]
        played: list[Part] = []
        for name, face in self._played(trick):
            played += [(f"{name} ", "dim", False), tinted(face), ("   ", "text", False)]
        line = words.story_sentence(trick.cards)
        steps: list[list[Part]] = [[(sentence, "text", False)] for sentence in words.story_text(trick, seen, names)]
        return [played, [], *steps, [], [(line, "dim", False)], emphasised(words.why_won(trick, seen, names))]

    def _draw_hand(self, canvas: Canvas, found: Layout) -> None:
        hand, new = self.seen.hand, self.seen.drawn
        last = max((place for place, card in enumerate(hand) if card == new), default=-1)
        self._hand.cards = [HandCard(FACES[card], new=place == last) for place, card in enumerate(hand)]
        size = found.hand_size
        places = self._hand.draw(canvas, found.hand, size, self._hand.focus if self._area == HAND else None)
        self.places += [(rect, (HAND, number)) for rect, number in places]
        for rect, number in places:
            if number == last and self.moving("turning"):
                draw_back(canvas, rect.x, rect.y + (number != self._hand.focus), size.width, size.height)

    def _draw_question(self, canvas: Canvas, found: Layout) -> None:
        """Draw what is asked and what is looked at; where that leaves the last row free, what happened last."""
        seen, rect = self.seen, found.question
        if self.told:
            self.draw_told(canvas, rect)
            return
        asked = words.turn(seen) if self.asked else Sentence("")
        if rect.height < 2:
            canvas.fill(rect, "bg")
            canvas.put(2, rect.y, cut(asked or self._waiting(), rect.width - 3), "text" if asked else "dim")
            return
        width, rows = rect.width - 3, rect.height - 1
        below = self._looked_at(briefly=False)
        if len(wrapped(below, width)) > rows:
            below = self._looked_at(briefly=True)
        end = question(canvas, rect, asked, below, self.warning)
        if not asked:
            canvas.fill(rect._replace(height=1), "bg")
            canvas.put(2, rect.y, cut(self._waiting(), width), "dim")
        if found.news is not None and end <= found.news:
            news(canvas, found.news, self.events()[-3:])

    def _looked_at(self, briefly: bool) -> list[Part]:
        """Return what is said about the card in focus; without one, what could still beat the card that is ahead."""
        seen, names = self.seen, self.context.names
        held = self._held()
        if self._area == TRICK and seen.trick:
            return emphasised(words.step_explained(min(self._trick_focus, len(seen.trick) - 1), seen, names))
        if (card := self._own_card()) is not None:
            if not reading.may_foresee(seen):
                return emphasised(self.context.game.words.explain(card, seen, names))
            now = words.prospect(card, seen, briefly)
            parts: list[Part] = [(now.title, "text", True)]
            if now.verdict:
                parts.append((f" {now.verdict}", "text", now.leads))
            return [*parts, (f" {now.why} {now.threats}".rstrip(), "text", False), (f" {now.rule}", "dim", False)]
        if held is not None and self.reason == "hold":
            return emphasised(words.why_won(held, seen, names))
        return [(words.threats_now(seen, briefly), "dim", False)]

    def _waiting(self) -> str:
        """Return what is waited for."""
        return (
            words.space_goes_on()
            if self.reason == "hold" and not self.note and self._held() is not None
            else self.waiting_text()
        )

    # The ends of games and matches

    def header_right(self) -> list[Part]:
        """Return how many games the match has, where there are several."""
        return [(words.number_of_games(self.seen.games), "dim", False)] if self.seen.games > 1 else []

    def round_title(self) -> str:
        """Return which game is over."""
        return words.round_over(len(self.seen.rounds))

    def draw_round(self, canvas: Canvas, rect: Rect, progress: float) -> None:
        """Turn the piles over, one player's after the other."""
        ends.draw_round(canvas, rect, self.seen, self.context, progress)

    def draw_match(self, canvas: Canvas, rect: Rect, deals: Sequence[Part]) -> None:
        """Draw who won the match, and the piles turned over."""
        ends.draw_match(canvas, rect, self.seen, self.context, deals)
        self.draw_deals(canvas, rect, deals)
