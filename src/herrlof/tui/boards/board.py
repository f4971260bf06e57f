"""What the table screen needs of a game's board, and what all boards have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, cast

from textual.binding import Binding, BindingType
from textual.events import MouseDown
from textual.message import Message
from textual.screen import Screen

from herrlof.game import NOBODY, Action, Event, Game, Observation, Row, Seen, Sentence, Value
from herrlof.games.speech import is_reader, speaking_to
from herrlof.messages import N_, _
from herrlof.messages import paragraph as in_sequence
from herrlof.table import telling
from herrlof.table.keyboard import Keyboard, Moment
from herrlof.table.table import MomentKind, View
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Part, Rect
from herrlof.tui.widgets.canvas_widget import CanvasWidget
from herrlof.tui.widgets.hint import Again, Hint, Mark, Measure, draw_again, draw_hint, measure_of, verdict_parts
from herrlof.tui.widgets.layout import SMALLEST, Layout
from herrlof.tui.widgets.pieces import curtain, emphasised, filled, hand_over, news, paragraph
from herrlof.tui.widgets.selection import Area, Selection
from herrlof.tui.widgets.teaching import Teaching, draw_header

if TYPE_CHECKING:
    from herrlof.coach.judge import Choice, Judgement

ENTER_GUARD = 0.35
"""Seconds for which a new question takes no Enter and no click that was meant for what came before."""


@dataclass(frozen=True, slots=True)
class BoardContext:
    """What a board knows of its match and of the settings beyond what a seat sees."""

    game: Game
    names: Sequence[str]
    options: Mapping[str, Value]
    people: Sequence[int]
    """The seats of people at this keyboard."""
    preferences: Mapping[str, Value | None] = field(default_factory=dict)
    commitment: str = ""
    """The commitment to the deals of a match that has only begun: the table tells the first digits."""
    twice: bool = False
    """Whether the second press of a card's rank plays it."""
    pace: float = 1.0
    hints: bool = False
    """Whether the players may ask for hints."""
    sure: bool = False
    """Whether the table asks before a clear mistake, in practice."""
    novice: bool = False
    """Whether nobody here has won a match of this game yet: then the table says what one plays for."""
    readers: Collection[int] | None = None
    """The seats that are called You when they look, in a replay; None: whichever looks."""
    away: dict[int, str] = field(default_factory=dict)
    """What stands in the rows of players whose lines broke: `away since 0:40`."""

    @property
    def rows(self) -> list[str]:
        """The longest that can stand in each player's row."""
        return [_("You, {name}", name=name) for name in self.names] if len(self.people) > 1 else list(self.names)

    def shown(self, seat: int, seen: Observation) -> str:
        """Return a seat's name in its row: You, or with several people at one keyboard, You, Anna."""
        if not is_reader(seat, seen):
            return self.names[seat]
        return _("You, {name}", name=self.names[seat]) if len(self.people) > 1 else _("You")

    def briefly(self, seat: int, seen: Observation) -> str:
        """Return a seat's name where room is short: You, or its name."""
        return _("You") if is_reader(seat, seen) else self.names[seat]


HINTED: Final = "hinted"
"""What a click on a choice in the list of a hint hits."""


def letter_keys(letters: str, tooltip: str) -> list[BindingType]:
    """Return the keys that choose by a letter, be it small or a capital."""
    shown = " ".join(letters)
    keys = [Binding(f"{a},{a.upper()}", f"letter('{a}')", show=False, id=f"pick_{a}") for a in letters]
    return [replace(keys[0], key_display=shown, tooltip=tooltip), *keys[1:]]


def digit_keys(digits: str, tooltip: str) -> list[BindingType]:
    """Return the keys that choose or type a number."""
    shown = f"{min(digits)}-{max(digits)}"
    keys = [Binding(digit, f"digit('{digit}')", show=False, id=f"digit_{digit}") for digit in digits]
    return [replace(keys[0], key_display=shown, tooltip=tooltip), *keys[1:]]


def own_first(seat: int, seats: int) -> Sequence[int]:
    """Return the seats in turn, the viewer's own first."""
    return [(max(seat, 0) + turn) % seats for turn in range(seats)]


class Board(CanvasWidget, Generic[Seen]):
    """Draws one seat's observation and asks for its moves. It never holds a state.

    A subclass draws with `draw_table`, names what it asks for with bindings of its own, and posts `Chosen`.
    """

    can_focus = True
    SMALLEST: ClassVar[tuple[int, int]] = SMALLEST
    STEP_NAME: ClassVar[str] = N_("move")
    """What the table pauses after, in a word: the last one can be looked at again."""
    STEP_BEGINS: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events with which such a step begins; none: it ends where the table pauses."""
    SHOWN: ClassVar[frozenset[str]] = frozenset()
    """Kinds of events that the table shows, so that no sentence tells them."""
    MEASURES_TIME: ClassVar[bool] = False
    """Whether the board measures what a game leaves to the clock; else its seats are asked one after the other."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)", N_("choose"), key_display="← →", id="left"),
        Binding("right", "move(1)", show=False, id="right"),
        Binding("up", "climb(1)", show=False, key_display="↑ ↓", id="up"),
        Binding("down", "climb(-1)", show=False, id="down"),
        Binding("home", "end(-1)", show=False, id="first"),
        Binding("end", "end(1)", show=False, id="last_card"),
        Binding("enter,space", "commit", N_("play"), key_display="Enter", id="play"),
    ]

    class Chosen(Message):
        """The player at the keyboard has decided."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    class Opened(Message):
        """The curtain was clicked."""

    def __init__(self, context: BoardContext, look: Look) -> None:
        """Make an empty board; `show` fills it."""
        super().__init__(look, id="board")
        self.context = context
        self.view: View | None = None
        self.moment_kind = MomentKind.PAUSE
        self.reason = ""
        self.told: Sequence[Event] = ()
        """What is shown to its player alone before the hand is hidden."""
        self.curtain_for: int | None = None
        self.curtain_note = ""
        self.open_hands: dict[int, Seen] = {}
        """In a replay with all hands open, what every seat saw."""
        self.note = ""
        """In a replay, where in the match this is."""
        self.warning = ""
        self.selection = Selection()
        """What is in focus and what is chosen."""
        self.hint: Hint | None = None
        """What the coach shows of this question; None: nothing was asked of it."""
        self.again: Again | None = None
        """The decision that is asked once more, of a match that is reviewed."""
        self.lesson: Teaching | None = None
        """The lesson that is given at this table."""
        self.notice: Sequence[Sequence[Part]] = ()
        """What is said of players who are away, where nobody here is asked."""
        self.likely: tuple[int, int] | None = None
        """With what hands like this one end most often, and in how many of 100; None: the coach has not told it."""
        self.said: Sequence[Sequence[Part]] = ()
        """What the coach says until something else is looked at."""
        self.unplayed = False
        """Whether the table has asked before a mistake, and waits for an answer."""
        self.undone: Sequence[str] = ()
        """What has just been taken back, in sentences."""
        self.further = ""
        """What would be taken back next, in a sentence; nothing: nothing could."""
        self.undone_action: Action | None = None
        """The decision that was taken back last."""
        self.marked = False
        """Whether moves were taken back in this match."""
        self.opening = True
        """Whether nobody here has moved yet."""
        self._rules_told = False
        """Whether it was said how a rule is opened."""
        self._asked_since = 0.0
        self._area_shown = ""
        """The area that was in focus when the keys were shown last."""
        self._answered_with = ""
        """The letter that answered a question: held a little longer it must not choose in the next one."""
        self._pressing = False
        """Whether the mouse was pressed since the question came: a click that was begun before is not meant for it."""
        self._layout: Layout | None = None
        """The regions of the table, on a board that has such."""
        self._effects: dict[str, float] = {}
        """What moves on the table, and until when,"""
        self._moved_once: set[object] = set()
        """and what has moved that does so only once."""

    # What the table says

    def show(self, moment: Moment) -> None:
        """Show a moment."""
        self.view, self.moment_kind, self.reason, self.told = moment.view, moment.kind, moment.reason, moment.told
        self.curtain_for = moment.seat if moment.kind is MomentKind.HAND_OVER else None
        self.curtain_note = self.warning = ""
        self.hint, self.likely, self.said, self.undone, self.unplayed = None, None, (), (), False
        if self.asked or self.curtain_for is not None:
            self._pressing = False
        if self.asked:
            self._asked_since = monotonic()
            self.begin_question()
        else:
            self.selection.renew(self.areas())
        self.happened(moment)
        self.redraw()
        self.refresh_bindings()

    def show_position(self, view: View, others: Sequence[Observation], note: str, held: bool) -> None:
        """Show a position of a replay."""
        self.view, self.moment_kind, self.reason = view, MomentKind.PAUSE, "hold" if held else ""
        self.open_hands = {seen.seat: cast("Seen", seen) for seen in others}
        self.note, self.curtain_for = note, None
        self.selection.renew(self.areas())
        self.redraw()

    def cover_all(self, note: str = "") -> None:
        """Cover every hand, until somebody says who looks."""
        self.curtain_for, self.curtain_note = NOBODY, note
        self.redraw()

    def refuse(self, sentence: str, by_rule: bool = False) -> None:
        """Say why something cannot be done, beside the question, until the next key; once, where a rule is."""
        if by_rule and self.context.novice and not self._rules_told:
            sentence, self._rules_told = _("{why} ? opens the rule.", why=sentence), True
        self.warning = sentence
        self.redraw_question()

    def hurry(self) -> None:
        """End all motion."""
        if self._effects:
            self._effects.clear()
            self.redraw()

    @property
    def seen(self) -> Seen:
        """What the seat at the keyboard knows."""
        assert self.view is not None
        return cast("Seen", self.view.observation)

    def sentences(self, events: Iterable[Event], view: View | None = None) -> list[str]:
        """Return sentences about events, as the seat at the keyboard or in another view is told them."""
        seen = self.seen if view is None else view.observation
        return telling.sentences(self.context.game, events, seen, self.context.names)

    def explain(self, action: Action) -> list[Part]:
        """Return what an action means, its beginning bold."""
        return emphasised(self.context.game.words.explain(action, self.seen, self.context.names))

    @property
    def asked(self) -> bool:
        """Whether the player at the keyboard is asked for a move."""
        return self.moment_kind is MomentKind.ASK and self.view is not None and bool(self.view.legal)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The board's own keys do nothing before there is something to see or behind a curtain; a replay plays none."""
        return self.view is not None and self.curtain_for is None and not (action == "commit" and self.note)

    @property
    def chosen(self) -> bool:
        """Whether something was chosen since the question came."""
        return bool(self.selection.chosen)

    # What a game's board adds

    def areas(self) -> Sequence[Area]:
        """Return what can be looked at now, from the bottom of the table up."""
        return ()

    def asks(self) -> Sequence[str]:
        """Return the names of the areas that are asked for now."""
        return ()

    def how_to_choose(self) -> str:
        """Return what to do where Enter has nothing to play."""
        return _("Choose a move first, with the arrows or a click.")

    def how_to_answer(self) -> str:
        """Return which keys choose and play here, as a lesson says it."""
        asked = [area for area in self.selection.areas if area.name in self.selection.asks]
        if asked and all(area.has_numbers for area in asked):
            return _("Choose a number with the arrows, or type it; then Enter.")
        return _("Choose with the arrows or by letters; then Enter.")

    def begin_question(self) -> None:
        """Choose nothing before the player does; what is the only choice counts as chosen."""
        self.selection.begin(self.areas(), self.asks())
        assert self.view is not None
        if len(self.view.legal) == 1:
            self.selection.choose(self.view.legal[0])

    def happened(self, moment: Moment) -> None:
        """Begin what moves because of what has just happened."""

    def draw_table(self, canvas: Canvas, view: View) -> None:
        """Draw everything but the curtain."""
        raise NotImplementedError

    def redraw_question(self) -> None:
        """Draw what changes with the focus; a board that knows better draws less."""
        self.redraw()

    def curtain_rect(self) -> Rect:
        """Return the region that a curtain covers: from the player's row down, or all of a board without a layout.

        Nobody has that row while a curtain is down: where the felt reaches down to it, it stays free.
        """
        top = 0
        if (found := self._layout) is not None:
            top = max(found.you, found.felt.bottom + (found.window > 0))
        return Rect(0, top, self.size.width, self.size.height - top)

    def describe(self, action: str) -> str:
        """Return what a key does now, where its binding does not say it."""
        if not self.unplayed or self.hint is not None:
            return ""
        return {"commit": _("go ahead"), "move(-1)": _("choose again")}.get(action, "")

    def hides(self, what: str) -> bool:
        """Whether a lesson does not show something of the game yet."""
        return self.lesson is not None and what in self.lesson.hides

    def key_of(self, action: Action) -> str:
        """Return the letter that chooses an action; nothing where it is typed by its code."""
        return ""

    def measuring_screen(self, keyboard: Keyboard, kind: str) -> Screen[bool]:
        """Return the screen on which seats move at the same time; it hands the table what it measured.

        It returns False where the table is left.
        """
        raise NotImplementedError

    def rule(self) -> str:
        """Return the rule for what is looked at."""
        return "" if self.view is None else self.context.game.words.rule(self.view.observation)

    def own_page(self) -> tuple[str, list[list[Part]]] | None:
        """Return the game's own page, its title and its paragraphs; None: it has none now."""
        return None

    # What the coach shows

    def held(self) -> Sequence[Mark]:
        """Return the chips of what is held; nothing where there are none."""
        return ()

    def hint_label(self, action: Action) -> Sequence[Mark]:
        """Return what stands for a choice in the list of a hint."""
        return [Mark(self.hint_name(action))]

    def hint_name(self, action: Action) -> str:
        """Return the name of a choice in a sentence."""
        return self.context.game.words.name(action, self.seen, self.context.names)

    def hint_title(self, action: Action) -> str:
        """Return the name of a choice where it begins a sentence."""
        return self.hint_name(action)

    def hint_measure(self, found: Judgement | None) -> Measure:
        """Return what the bars of a hint show: wins of 100, or else the points on average."""
        names = self.context.names
        others = [name for seat, name in enumerate(names) if seat != self.seen.seat]
        return measure_of(found, self.context.game.hidden, others)

    def hint_says(self, choice: Choice) -> Sequence[str]:
        """Return what comes of a choice, in sentences."""
        if self.hint is not None and self.hint.in_wins:
            return [_("You win in {n} of 100 games played on from here.", n=round(choice.value.value))]
        if choice.points is None:
            return []
        return [_("{points:.1f} points on average.", points=choice.points)]

    def coach_says(self) -> Sequence[Sequence[Part]]:
        """Return what the coach says where the question stands; nothing: the question stays, with why not."""
        taught = self.lesson.says if self.lesson is not None else ()
        if self.lesson is not None and self.lesson.asks:
            taught = [*taught, [(self.how_to_answer(), "dim", False)]]
        if self.warning:  # a lesson says what it asks for, or what it said to a try, and below it why a key did nothing
            why = [("! ", "bad", True), (self.warning, "bad", True)]
            return [*(taught[1:2] or taught), why] if taught else ()
        if self.notice and not self.asked:
            return self.notice
        if self.again is not None and self.hint is None and not self.said:
            return self._asked_again(self.again)
        if self.said or self.hint is None or not self.hint.whole or self.hint.found is None:
            return self.said or taught
        if len(self.hint.legal) == 1:
            return [[(_("The only move you may make: no hint."), "text", True)]]
        choice = self.hint.of(self.selection.action)
        verdict = verdict_parts(choice, self.hint, self.hint_title, self.hint_name)
        told = in_sequence(*self.hint_says(choice or self.hint.found.choices[0]))
        return [verdict, [(told, "text", False)]] if told else [verdict]

    def _asked_again(self, again: Again) -> list[list[Part]]:
        """Return what is asked once more, and below it what is in focus."""
        why = self.context.game.words.question(self.seen, self.context.names).why
        known = _("You know what was known then, and nothing else.")
        explained = [part for part in self.explained() if part[0]]
        if not self.has_side:  # the header says what is asked
            asked: list[Part] = [(again.asks, "text", True)]
            return [explained] if explained else [asked, [(in_sequence(again.cost, known), "text", False)]]
        lines: list[list[Part]] = [[(again.asks, "text", True)], [(known, "text", False)]]
        if why:
            lines[0].append((f" {why}", "dim", False))
        return [*lines, explained] if explained else lines

    def explained(self) -> list[Part]:
        """Return what is said of what is in focus."""
        return [] if self.selection.action is None else self.explain(self.selection.action)

    @property
    def has_side(self) -> bool:
        """Whether there is room beside the table for what the coach asks or has found."""
        return False

    def draw_coach(self, canvas: Canvas, rect: Rect) -> bool:
        """Draw beside the table the hint, or what is asked once more; return whether there is either."""
        if self.hint is not None:
            self.draw_hint(canvas, rect)
        elif self.again is not None:
            draw_again(canvas, rect, self.again, self.hint_label(self.again.played))
        return self.hint is not None or self.again is not None

    def draw_hint(self, canvas: Canvas, rect: Rect) -> None:
        """Draw the list of the hint; a click on a choice chooses it."""
        if self.hint is None:
            return
        measure = self.hint_measure(self.hint.found)
        focus = self.selection.action
        places = draw_hint(canvas, rect, self.hint, measure, self.hint_label, focus, self.draw_outcomes)
        self.places += [(place, (HINTED, action)) for place, action in places]

    def draw_outcomes(self, canvas: Canvas, rect: Rect, choice: Choice) -> None:
        """Draw what else comes of a choice, where there is room below the list."""

    def show_away(self, away: Mapping[int, str], *notice: Sequence[Part]) -> None:
        """Show who is away, and say what that means; nothing where everybody is here."""
        if away or self.context.away:
            self.context.away.clear()
            self.context.away.update(away)
            self.notice = notice
            self.redraw()

    def coach_found(self, hint: Hint | None, *said: Sequence[Part]) -> None:
        """Show what the coach has found, or says."""
        self.hint, self.said = hint, said
        self.redraw()
        self.refresh_bindings()

    def show_taken_back(self, before: View, action: Action, earlier: tuple[Observation, Action] | None) -> None:
        """Say what was taken back: what had happened before an action was undone, and has not any more.

        `earlier`: the decision before it, and what was seen then; it would be taken back next.
        """
        if (now := self.view) is None:
            return
        self.undone, self.undone_action = self.sentences(before.events[len(now.events) :], before), action
        first = self.undone[0] if self.undone else ""
        self.further = ""
        if earlier is not None:
            move = self.context.game.words.label(earlier[1], earlier[0], self.context.names)
            self.further = _("Backspace goes on back to: {move}", move=move)
        self.coach_found(
            None,
            [(in_sequence(_("Taken back."), first), "text", True)],
            [(_("Everything is as it was; what you have seen, you know."), "text", False)],
            [(_("The match is marked, and counts apart in the statistics."), "dim", False)],
        )

    def with_mark(self, left: str) -> str:
        """Return what the header says: what is asked again, or the rest with the mark of moves that were taken back."""
        if self.again is not None:
            return self.again.where
        if not self.marked:
            return left
        return _("{left} · taken back", left=left) if self.size.width < 80 else _("{left} · with take-backs", left=left)

    def last(self) -> list[list[Part]]:
        """Return what happened last, in paragraphs, for a window too small to show it all the time."""
        return []

    def look_back(self) -> list[list[Part]]:
        """Return what happened last, and below it the whole round: a paragraph for each time the table stood still."""
        last = self.last()
        context, view = self.context, self.view
        steps = [] if view is None else telling.steps(context.game, view, context.names, self.STEP_BEGINS)
        if len(steps) < 2:
            return last
        found: list[list[Part]] = [*last, [], [(_("Since the beginning"), "accent", True)]]
        for number, sentences in steps:
            told: Part = (in_sequence(*sentences), "text", False)
            found.append([(f"{number:>2}  ", "dim", False), told] if number else [told])
        return found

    def renew(self) -> None:
        """Let what can be chosen follow what has come into focus."""
        self.selection.renew(self.areas(), self.asks())

    def looked(self) -> None:
        """Show what has come into focus."""
        asked_before, self.unplayed = self.unplayed, False
        self.warning, self.said, self.undone = "", (), ()
        self.renew()
        self.redraw_question()
        if self.selection.area != self._area_shown or asked_before:
            self._area_shown = self.selection.area
            self.refresh_bindings()

    def action_move(self, by: int) -> None:
        """Move the focus sideways."""
        self.selection.next(by)
        self.looked()

    def action_climb(self, by: int) -> None:
        """Move the focus up or down."""
        self.selection.climb(by)
        self.looked()

    def action_end(self, by: int) -> None:
        """Move the focus to the first or the last place."""
        self.selection.end(by)
        self.looked()

    def action_letter(self, letter: str) -> None:
        """Choose what a letter names, or answer with it where the table asks for a yes or no."""
        if self.guarded(letter):
            return
        item = self.selection.by_letter(letter)
        if item is not None and item.at_once and item.action is not None:
            if not self.guarded():
                self.answer(item.action, letter)
            return
        self.selection.letter(letter)
        self.looked()

    def action_digit(self, digit: str) -> None:
        """Choose or type by a digit; where the settings say so, the second press of a card's rank plays it."""
        chosen, before = self.selection.chosen, self.selection.item(self.selection.chosen or "-")
        again = bool(chosen) and self.selection.typed == digit
        self.selection.digit(digit)
        again = again and self.selection.chosen == chosen and self.selection.item(chosen) is before
        area = self.selection.named(chosen)
        self.looked()
        if again and self.context.twice and area is not None and not area.typed and area.in_line:
            self.action_commit()

    def action_commit(self) -> None:
        """Play what was chosen since the question came; a forbidden move too, so that the referee says why."""
        if not self.asked or self.guarded():
            return
        action = self.selection.action
        if action is None or self.looks_away():
            self.refuse(self.how_to_choose())
        else:
            self.answer(action)

    def looks_away(self) -> bool:
        """Whether something else is looked at than what Enter would play, so that it does not."""
        return False

    def leads_on(self) -> bool:
        """Whether Enter plays nothing yet, but leads to what is to be chosen next."""
        return False

    # What all boards do

    def draw(self, canvas: Canvas) -> None:
        """Draw the table, and over it the curtain."""
        if self.view is None:
            return
        with speaking_to(self.context.readers):
            self._draw(canvas, self.view)

    def _draw(self, canvas: Canvas, view: View) -> None:
        self.draw_table(canvas, view)
        if self.lesson is not None:
            draw_header(canvas, self.lesson)
        if (told := self.commitment_told()) and self._layout is not None and self._layout.news is not None:
            news(canvas, self._layout.news, [told])
        if self.curtain_for is None:
            return
        rect = self.curtain_rect()
        self.cover_places(rect)
        self.places.append((rect, "curtain"))
        if self.curtain_for == NOBODY:
            curtain(canvas, rect, "", [[(self.curtain_note, "accent", True)]])
        else:
            name, number = self.context.names[self.curtain_for], self.curtain_for + 1
            hand_over(canvas, rect, name, number, _("it is your turn"), self.curtain_note)

    def guarded(self, key: str = "enter") -> bool:
        """Whether a key comes too soon after the question to be meant for it."""
        if not self.context.pace:
            return False
        return monotonic() - self._asked_since < ENTER_GUARD and (key == "enter" or key == self._answered_with)

    def answer(self, action: Action, key: str = "") -> None:
        """Play an action; `key`: the letter that answered at once."""
        self._answered_with, self.opening = key, False
        self.post_message(self.Chosen(action))

    def effect(self, name: str, seconds: float, once: object = None) -> None:
        """Let something move for a while, `once` for what it is about; with the setting off it is over at once."""
        if not self.look.motion or not self.context.pace or once in self._moved_once:
            return
        self._moved_once |= {once} - {None}
        self._effects[name] = monotonic() + seconds
        self.set_timer(seconds, self._effect_over)

    def moving(self, name: str) -> bool:
        """Whether something still moves."""
        return self._effects.get(name, 0.0) > monotonic()

    def _effect_over(self) -> None:
        before = len(self._effects)
        now = monotonic() + 0.005
        self._effects = {name: until for name, until in self._effects.items() if until > now}
        if len(self._effects) != before:
            self.redraw()

    def events(self) -> list[str]:
        """Return sentences about what happened since the table last stood still; before that, since the round began."""
        if self.view is None:
            return []
        return telling.latest(self.context.game, self.view, self.context.names, self.SHOWN)

    def commitment_told(self) -> str:
        """Return the first digits of the commitment, before anybody here has moved; nothing afterwards."""
        known = self.context.commitment
        if not (known and self.opening):
            return ""
        return _("The deals are settled: {commitment} will prove it (F tells how).", commitment=known[:8])

    def goal(self, briefly: bool = False) -> list[Part]:
        """Return what one plays for, on the first screens of a round, until somebody here has won a match.

        `briefly`: where what is asked needs the room, no more than what is usual, or what the goal says first.
        """
        view, game = self.view, self.context.game
        if view is None or view.seat == NOBODY or not self.context.novice or not telling.is_young(game, view):
            return []
        usual = game.words.usual(view.observation, self.likely)
        goal = game.words.goal(view.observation, self.context.names)
        if briefly:
            return [(usual or (goal.ask if isinstance(goal, Sentence) else goal), "dim", False)]
        return [(in_sequence(usual, goal), "dim", False)]

    def draw_told(self, canvas: Canvas, rect: Rect) -> None:
        """Draw what a player alone has been told, where the question stands; the hand is hidden when it was read."""
        canvas.fill(rect, "bg")
        canvas.put(rect.x, rect.y, "▸", "accent", "bg", True)
        sentences: Part = (in_sequence(*self.sentences(self.told)), "text", True)
        parts = filled(_("{told} Space hides your hand."), told=sentences)
        paragraph(canvas, Rect(rect.x + 2, rect.y, rect.width - 3, rect.height), rect.y, parts)

    def waiting_text(self) -> str:
        """Return who is waited for, where nobody at the keyboard is asked."""
        view = self.view
        if view is None or self.moment_kind in (MomentKind.ASK, MomentKind.HAND_OVER):
            return ""
        if self.note:
            return self.note
        if view.mover < 0 or self.reason == "hold":
            return ""
        if self.reason == "forced" and view.mover == view.seat:
            return _("You play the only move.")
        name = self.context.names[view.mover]
        if self.reason == "forced":
            return _("{name} plays the only move.", name=name)
        return _("{name} is thinking.", name=name)

    def sheet_rows(self) -> Sequence[Row]:
        """Return the score sheet."""
        view = self.view
        if view is None:
            return ()
        return self.context.game.words.sheet(view.observation, self.context.names)

    def on_canvas_widget_pressed(self, message: CanvasWidget.Pressed) -> None:
        """Take a click, unless it was meant for what came before."""
        message.stop()
        if not self._pressing or (self.asked and self.guarded()):
            return
        if message.target == "curtain":
            self.post_message(self.Opened())
        else:
            self.clicked(message.target)

    def on_mouse_down(self, _: MouseDown) -> None:
        """Take note of a click that begins."""
        self._pressing = True

    def clicked(self, what: Any) -> None:
        """Choose what was clicked, an area and a place in it; a second click plays it."""
        area, at = what
        if area == HINTED:
            self.selection.choose(at)
            self.looked()
        elif self.selection.click(area, at) and self.asked:
            self.action_commit()
        else:
            self.looked()
