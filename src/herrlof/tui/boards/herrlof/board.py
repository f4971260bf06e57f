"""Herrlof's board: the panels of the table, and the keys and clicks that choose a move."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.cells import cell_len
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import Click
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Static

from herrlof.game import NOBODY, Action, Event
from herrlof.games.herrlof.actions import DISCARD, PLAY, PREDICT, RETURN
from herrlof.games.herrlof.cards import COLOUR_OF, HAGALAZ, RANK_OF, VALKNUT, Card
from herrlof.games.herrlof.observation import Observation
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.herrlof import drawing, words
from herrlof.tui.boards.herrlof.pad import ScorePad, score_table
from herrlof.tui.cards import LARGE, LETTERS, MEDIUM, Look, card_at, draw_hand

CARD_PHASES = {"play": PLAY, "discard": DISCARD, "return": RETURN}
"""The phases that ask for a card of the hand, and the first of their actions."""


class HandView(Static):
    """The own hand, or the curtain over it."""

    class Clicked(Message):
        """A column of the hand was clicked."""

        def __init__(self, x: int) -> None:
            super().__init__()
            self.x = x

    def on_click(self, event: Click) -> None:
        """Tell the board where."""
        self.post_message(self.Clicked(event.x))


class Prompt(Static):
    """The question, its answers, and the line that explains the focused card."""

    class Picked(Message):
        """An answer was clicked."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    def action_pick(self, index: int) -> None:
        """Take a click on an answer."""
        self.post_message(self.Picked(index))


class HerrlofBoard(Board):
    """The table of Herrlof as one seat sees it."""

    PAUSES = frozenset({"trick"})
    ROUND_BEGINS = "dealt"
    ROUND_ENDS = "scored"

    def __init__(self, names: Sequence[str], look: Look, seal: str = "") -> None:
        """Make an empty board; `show` fills it."""
        super().__init__(names, look, seal)
        self._seen: Observation | None = None
        self._news: Sequence[Event] = ()
        self._legal: Sequence[Action] = ()
        self._hold = False
        self._curtain = ""
        self._refusal = ""
        self._focus = 0
        self._letter = ""
        self._options: list[tuple[str, str, int]] = []
        self._open: dict[int, Observation] = {}
        self._note = ""

    def compose(self) -> ComposeResult:
        """Lay out the panels; app.tcss moves them with the window's size."""
        yield Static(id="header")
        yield Static(id="others")
        with Horizontal(id="middle"):
            yield Static(id="table")
            with Vertical(id="right"):
                yield Static(id="last")
                yield Static(id="scores")
                yield Static(id="side-log")
        yield Static(id="own")
        yield HandView(id="hand")
        yield Prompt(id="prompt")
        yield Static(id="log")

    def on_mount(self) -> None:
        """Name the panels."""
        self.query_one("#last").border_title = "Last trick"
        self.query_one("#scores").border_title = "Scores"
        self.query_one("#side-log").border_title = "So far"

    def on_resize(self) -> None:
        """Draw for the new room."""
        self.call_after_refresh(self._draw)

    # What is shown

    def show(
        self,
        seen: Observation,
        news: Sequence[Event],
        legal: Sequence[Action] = (),
        *,
        hold: bool = False,
        curtain: str = "",
        others: Sequence[Observation] = (),
        note: str = "",
    ) -> None:
        """Draw what a seat sees; see `Board.show`."""
        self._open, self._note = {view.seat: view for view in others}, note
        asked_before = bool(self._legal) and self._seen is not None and self._seen.phase == seen.phase
        focused = self._focused_card() if asked_before else None
        self._seen, self._news, self._legal = seen, news, legal
        self._hold, self._curtain, self._refusal, self._letter = hold, curtain, "", ""
        self._options = []
        if legal:
            if seen.phase in CARD_PHASES:
                self._focus = self._first_focus(seen, focused)
            elif seen.phase == "predict":
                self._focus = -1
                self._typed = ""
            else:
                self._options = words.options(seen, self.names, legal)
                self._focus = 0
        self._draw()

    def _first_focus(self, seen: Observation, before: Card | None) -> int:
        if seen.phase != "play":
            return -1  # what is given up is chosen on purpose: Enter alone gives nothing up
        playable = self._playable()
        if before in playable:
            return seen.hand.index(before)
        return next((place for place, card in enumerate(seen.hand) if card in playable), 0)

    def _playable(self) -> list[Card]:
        assert self._seen is not None
        first = CARD_PHASES.get(self._seen.phase)
        return [] if first is None else [action - first for action in self._legal]

    def _focused_card(self) -> Card | None:
        seen = self._seen
        if seen is None or not self._legal or seen.phase not in CARD_PHASES:
            return None
        if not 0 <= self._focus < len(seen.hand):
            return None
        return seen.hand[self._focus]

    def _card_size(self) -> tuple[int, int]:
        assert self._seen is not None
        wide = self.size.height >= 38 and self.size.width >= (self._seen.hand_size + 1) * LARGE[0]
        return LARGE if wide else MEDIUM

    def _draw(self) -> None:
        seen = self._seen
        if seen is None or not self.is_mounted or not self.size.width:
            return
        width, look, names = self.size.width, self.look, self.names
        self._put("header", drawing.header(seen, look, width, self._hold))
        others = [(seen.seat + turn) % seen.seats for turn in range(1, seen.seats)]
        if seen.seat == NOBODY:
            others = list(range(seen.seats))
        self.set_class(seen.seat == NOBODY, "-public")
        self.set_class(seen.seats == 3, "-three")
        self.set_class(self._card_size() == LARGE, "-large")
        self.set_class(bool(self._open), "-open")
        seat_lines = []
        for seat in others:
            view = self._open.get(seat)
            seat_lines.append(drawing.seat_line(view or seen, seat, names, look, width))
            if view is not None:
                seat_lines.append(drawing.open_hand(view, look))
        own = Text("") if seen.seat == NOBODY else drawing.seat_line(seen, seen.seat, names, look, width)
        if seen.seat == NOBODY:
            own = seat_lines.pop()
        self._put("others", drawing.lines(*seat_lines))
        self._put("own", own)
        table = self.query_one("#table", Static)
        held = seen.last_trick if self._hold and not seen.trick else drawing.on_table(seen)
        inner = table.content_size
        table.update(drawing.table(seen, names, look, max(20, inner.width), max(5, inner.height), held, self.seal))
        table.border_title = "Table"
        edge = words.following(seen) if held is None else ""
        table.border_subtitle = Content(edge)
        self._put("last", drawing.last_trick(seen, names, look))
        self._draw_log()
        self._draw_hand()
        self._draw_prompt()

    def _draw_log(self) -> None:
        assert self._seen is not None
        for name in ("log", "side-log"):
            panel = self.query_one(f"#{name}", Static)
            panel.update(drawing.log(self._news, self.names, self.look, panel.content_size.height))
        scores = self.query_one("#scores", Static)
        if scores.content_size.width:
            scores.update(score_table(self._seen, self.names, self.look, scores.content_size.width))

    def _draw_hand(self) -> None:
        seen = self._seen
        assert seen is not None
        width = self.size.width
        if self._curtain:
            self._put("hand", self._curtain_text(width))
            return
        size = self._card_size()
        choosing = bool(self._legal) and seen.phase in CARD_PHASES
        held = drawing.held_cards(seen, self._playable() if choosing else None)
        self._put(
            "hand", draw_hand(held, self._focus if choosing and self._focus >= 0 else None, width, self.look, size)
        )

    def _curtain_text(self, width: int) -> Text:
        rows = [Text(self.look.back * width, style=self.look.faint) for _ in range(self._card_size()[1] + 1)]
        words_rows = [self._curtain] if cell_len(self._curtain) + 6 <= width else self._curtain.split("   ")
        for number, line in enumerate(words_rows, len(rows) // 2):
            left = (width - cell_len(line) - 4) // 2
            right = width - cell_len(line) - 4 - left
            back = self.look.back
            rows[number] = Text.assemble(
                (back * left, self.look.faint), (f"  {line}  ", "bold"), (back * right, self.look.faint)
            )
        return Text("\n").join(rows)

    def _draw_prompt(self) -> None:
        seen = self._seen
        assert seen is not None
        if self._curtain or not self._legal:
            self._put("prompt", Text(self._note or self._waiting(), style=self.look.faint))
            return
        first = Text(self._refusal or words.question(seen, self.names), style="bold")
        if self._refusal:
            first.stylize(f"bold {self.look.colours[2]}")
        if seen.phase == "predict":
            row = drawing.numbers(seen, self._focus, self.size.width - 2)
            parts = [first, row, Text(words.prediction_text(self._focus, seen))]
        elif self._options:
            parts = [first, drawing.choices(self._options, self._focus)]
        else:
            card = self._focused_card()
            playable = card is None or card in self._playable()
            parts = [first, Text("" if card is None else words.card_text(card, seen, self.names, playable))]
        self._put("prompt", drawing.lines(*parts))

    def _waiting(self) -> str:
        seen = self._seen
        assert seen is not None
        if self._curtain:
            return ""
        if self._hold and seen.last_trick is not None:
            return f"{words.why_won(seen.last_trick, self.names, seen.trump)} Any key goes on."
        if seen.mover < 0:
            return ""
        if self.forced(seen):
            return f"{self.names[seen.mover]} plays the last card."
        return f"{self.names[seen.mover]} is thinking."

    def _put(self, name: str, text: Text) -> None:
        self.query_one(f"#{name}", Static).update(text)

    def refuse(self, sentence: str) -> None:
        """Say why a move is not allowed, until the next key."""
        self._refusal = sentence[:1].upper() + sentence[1:] + "."
        self._draw_prompt()

    # What is chosen

    def press(self, key: str) -> bool:
        """Move the focus or choose; False: the key means nothing here."""
        seen = self._seen
        if seen is None or not self._legal:
            return False
        self._refusal = ""
        if key in ("enter", "space"):
            self._commit()
            return True
        if not (self._move(key) or self._press_own_key(key)):
            return False
        if seen.phase in CARD_PHASES:
            self._draw_hand()
        self._draw_prompt()
        return True

    def _move(self, key: str) -> bool:
        """Move the focus with an arrow, Home or End."""
        last = self._places() - 1
        steps = {"left": max(self._focus, 0) - 1, "right": self._focus + 1, "home": 0, "end": last}
        if key not in steps:
            return False
        self._focus = steps[key] % (last + 1)
        return True

    def _places(self) -> int:
        seen = self._seen
        assert seen is not None
        if seen.phase == "predict":
            return seen.hand_size + 1
        return len(self._options) or len(seen.hand)

    def _press_own_key(self, key: str) -> bool:
        """Take a card's own letter and digit, a digit of a prediction, or the key of an answer."""
        seen = self._seen
        assert seen is not None
        if self._options:
            keys = [option[0] for option in self._options]
            if key not in keys:
                return False
            self._focus = keys.index(key)
            if not key.isdigit():  # a digit also opens a curtain, so it only chooses
                self._commit()
            return True
        if seen.phase == "predict":
            return key.isdigit() and self._type_number(key)
        if len(key) == 1 and key.upper() in LETTERS:
            wanted = [place for place, card in enumerate(seen.hand) if _letter(card) == key.upper()]
        elif key.isdigit():
            same = [place for place, card in enumerate(seen.hand) if RANK_OF[card] == int(key)]
            wanted = [place for place in same if _letter(seen.hand[place]) == self._letter] or same
        else:
            return False
        if wanted:
            self._focus = next((place for place in wanted if place > self._focus), wanted[0])
        self._letter = "" if key.isdigit() else key.upper()
        return True

    def _type_number(self, key: str) -> bool:
        assert self._seen is not None
        typed = int(f"{self._typed}{key}")
        self._typed = str(typed) if typed <= self._seen.hand_size else key
        self._focus = min(int(self._typed), self._seen.hand_size)
        return True

    def _commit(self, clicked: bool = False) -> None:
        """Choose what is in focus; an unplayable card is chosen too, so that the referee can say why not."""
        seen = self._seen
        assert seen is not None
        if self._focus < 0:
            what = (
                "number: type it, or use the arrows"
                if seen.phase == "predict"
                else "card with the arrows or its letter"
            )
            self.refuse(f"choose a {what}")
            return
        if self._options:
            action = self._options[self._focus][2]
        elif seen.phase == "predict":
            action = PREDICT + self._focus
        else:
            action = CARD_PHASES[seen.phase] + seen.hand[self._focus]
        self.post_message(self.Chosen(action, clicked))

    def on_hand_view_clicked(self, message: HandView.Clicked) -> None:
        """Focus the clicked card; a click on the focused card plays it."""
        seen = self._seen
        if seen is None or not self._legal or seen.phase not in CARD_PHASES:
            return
        focus = self._focus if self._focus >= 0 else None
        place = card_at(message.x, len(seen.hand), focus, self.size.width, self._card_size())
        if place == self._focus:
            self._commit(clicked=True)
        elif place is not None:
            self._focus, self._refusal = place, ""
            self._draw_hand()
            self._draw_prompt()

    def on_prompt_picked(self, message: Prompt.Picked) -> None:
        """Choose the clicked answer; a number is only marked, and chosen by a second click."""
        assert self._seen is not None
        again = message.index == self._focus
        self._focus = message.index
        if again or self._options:
            self._commit(clicked=True)
        else:
            self._draw_prompt()

    def keys(self) -> list[tuple[str, str, str]]:
        """Return (key, shown name, what it does) for the keys that work now."""
        if not self._legal or self._seen is None:
            return []
        arrows = self.look.key("← →")
        if self._options:
            keys = " ".join(option[0].upper() for option in self._options)
            return [(self._options[0][0], keys, "at once"), ("right", arrows, "choose"), ("enter", "Enter", "answer")]
        verb = {"predict": "predict", "play": "play", "discard": "put under", "return": "give back"}[self._seen.phase]
        return [("right", arrows, "choose"), ("enter", "Enter", verb)]

    def rule(self) -> str:
        """Return the rule for the current situation."""
        return "R1" if self._seen is None else words.rule_now(self._seen, self._focused_card())

    def last_trick(self) -> str:
        """Return the last trick in words."""
        assert self._seen is not None
        return drawing.last_trick(self._seen, self.names, self.look).plain

    @staticmethod
    def lingers(seen: Observation) -> bool:
        """A trick won with a 1 or a 6 stays while its winner is asked."""
        return drawing.on_table(seen) is not None and seen.mover != NOBODY

    @staticmethod
    def forced(seen: Observation) -> bool:
        """The last card of a hand plays itself."""
        return seen.phase == "play" and seen.hand_sizes[seen.mover] == 1

    @staticmethod
    def pad(seen: Observation, names: Sequence[str], look: Look, **choices: Any) -> ModalScreen[str]:
        """Return the score pad."""
        return ScorePad(seen, names, look, **choices)


def _letter(card: Card) -> str:
    return {VALKNUT: "V", HAGALAZ: "H"}.get(card) or LETTERS[COLOUR_OF[card]]
