"""What the table screen needs of a game's board, and what all boards have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from string import ascii_letters
from typing import Any, ClassVar, Final, Generic, cast

from textual.binding import Binding, BindingsMap, BindingType
from textual.events import MouseDown
from textual.geometry import Offset
from textual.screen import Screen

from herrlof.game import NOBODY, Action, Event, Row, Seen, Sentence, Speaker
from herrlof.messages import ANSWER_LETTERS, N_, Catalogue, Letters, _, current_catalogue
from herrlof.messages import paragraph as in_sequence
from herrlof.table import telling
from herrlof.table.connection import View
from herrlof.table.keyboard import Keyboard
from herrlof.table.moments import Moment
from herrlof.tui.boards.choices import Choices
from herrlof.tui.boards.guard import QuestionGuard
from herrlof.tui.boards.scene import BoardContext, Scene, SceneCache
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Part, Rect
from herrlof.tui.widgets.canvas_widget import CanvasWidget, Demand
from herrlof.tui.widgets.effects import Effects
from herrlof.tui.widgets.hint import DecisionAgain, draw_again
from herrlof.tui.widgets.keybar import KeyBar
from herrlof.tui.widgets.layout import SMALLEST, Layout
from herrlof.tui.widgets.pieces import curtain, emphasised, filled, hand_over, paragraph
from herrlof.tui.widgets.selection import Area, Selection
from herrlof.tui.widgets.teaching import draw_header

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


@lru_cache(maxsize=16)
def _letters(board: type[Board[Any]], _language: Catalogue | None) -> frozenset[str]:
    """Return the letters that name something on a board; the row of keys asks for them twenty times a key."""
    found = BindingsMap() if board._merged_bindings is None else board._merged_bindings
    own, keys = board.own_letters(), found.key_to_bindings
    return frozenset(own.get(one.id or "", key) for key in keys.keys() & set(ascii_letters) for one in keys[key])


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
    LETTERS: ClassVar[Letters | None] = None
    """The letters on its pieces that a language has of its own."""
    CHOICES: ClassVar[type[Choices[Any]]] = Choices
    """How what can be done is named and measured."""
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

    class Chosen(Demand):
        """The player at the keyboard has decided."""

        def __init__(self, action: Action) -> None:
            super().__init__()
            self.action = action

    class Opened(Demand):
        """The curtain was clicked."""

    def __init__(self, context: BoardContext, look: Look) -> None:
        """Make an empty board; `show` fills it."""
        super().__init__(look, id="board")
        self.scene = Scene(context)
        """What it shows."""
        self.selection = Selection()
        """What is in focus and what is chosen."""
        self.opening = True
        """Whether nobody here has moved yet."""
        self.guard = QuestionGuard()
        """What comes too soon after a question."""
        self.effects = Effects(self)
        """What moves on the table."""
        self._area_shown = ""
        """The area that was in focus when the keys were shown last."""
        self._enter: str | tuple[str, str] = ""
        """What the row of keys says of Enter."""
        self._layout: Layout | None = None
        """The regions of the table, on a board that has such."""
        self.cache = SceneCache()
        """What is neither told nor drawn anew at each key."""

    # What the table says

    def show(self, scene: Scene) -> None:
        """Show a scene; with another moment what is chosen begins anew."""
        before, self.scene = self.scene, scene
        moment = scene.moment
        same = scene == replace(before, warning=scene.warning, rule_told=scene.rule_told, advised=scene.advised)
        if not same:
            self.cache.clear()
        if moment is not None and moment is not before.moment:
            self._begin(moment)
        if same:
            self.redraw_question()
        else:
            self.redraw()
            self.refresh_bindings()

    def reword(self) -> None:
        self.cache.clear()
        super().reword()

    def _begin(self, moment: Moment) -> None:
        if self.asked:
            self.guard.ask()
            self.begin_question()
        else:
            self.guard.mouse_down = self.guard.mouse_down and self.scene.curtain is None
            self.selection.renew(self.areas())
        if not self.scene.replayed:  # a replay steps, and nothing moves
            self.happened(moment)

    def refuse(self, sentence: str, by_rule: bool = False) -> None:
        """Say why a key of the board does nothing, beside the question, until the next key."""
        self.show(self.scene.refused(sentence, by_rule))

    @property
    def context(self) -> BoardContext:
        """What the board knows of its match."""
        return self.scene.context

    @property
    def view(self) -> View | None:
        """What the seat at the keyboard may see."""
        return self.scene.view

    @property
    def seen(self) -> Seen:
        """What the seat at the keyboard knows."""
        view = self.scene.view
        assert view is not None
        return cast("Seen", view.observation)

    @property
    def open_hands(self) -> Mapping[int, Seen]:
        """What every seat saw, in a replay with all hands open."""
        return cast("Mapping[int, Seen]", self.scene.open_hands)

    @classmethod
    def own_letters(cls) -> dict[str, str]:
        """Return the small letters that name something in this game and language, by the ids of their keys."""
        named = () if cls.LETTERS is None else zip(cls.LETTERS.letters.lower(), cls.LETTERS.said().lower(), strict=True)
        yes, no = tuple(ANSWER_LETTERS.said().lower())
        return {**{f"pick_{letter}": own for letter, own in named}, "yes": yes, "no": no}

    @property
    def letters(self) -> frozenset[str]:
        """The letters that name something in this game."""
        return _letters(type(self), current_catalogue())

    @property
    def choices(self) -> Choices[Seen]:
        """How what can be done is named and measured."""
        return self.CHOICES(self.scene, self.look, self.selection.action)

    @property
    def speaker(self) -> Speaker:
        """What the game says to the seat at the keyboard."""
        return self.context.speaker_to(self.seen)

    def sentences(self, events: Iterable[Event]) -> list[str]:
        """Return sentences about events, as the seat at the keyboard is told them."""
        return telling.sentences(self.speaker, events)

    def explain(self, action: Action) -> list[Part]:
        """Return what an action means, its beginning bold."""
        return emphasised(self.speaker.explain(action))

    @property
    def asked(self) -> bool:
        """Whether the player at the keyboard is asked for a move."""
        return self.scene.asked

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The board's own keys do nothing before there is something to see or behind a curtain; a replay plays none."""
        scene = self.scene
        return scene.moment is not None and scene.curtain is None and not (action == "commit" and scene.replayed)

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

    def describe(self, action: str) -> str | tuple[str, str]:
        """Return what a key does now, where its binding does not say it."""
        if action == "commit" and self._advice is not None:
            return _("the first") if self.scene.hint is not None and self.scene.hint.alike else _("the best")
        if not self.scene.unplayed or self.scene.hint is not None:
            return ""
        return {"commit": _("go ahead"), "move(-1)": _("choose again")}.get(action, "")

    @property
    def kept_keys(self) -> Collection[str]:
        """What has room in the row of keys before other keys: the arrows, where they go through a hint."""
        return ("move(-1)",) if self.scene.hint is not None else ()

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
        return "" if self.view is None else self.speaker.rule()

    def own_page(self) -> tuple[str, list[list[Part]]] | None:
        """Return the game's own page, its title and its paragraphs; None: it has none now."""
        return None

    # What the coach shows

    def coach_says(self) -> Sequence[Sequence[Part]]:
        """Return what the coach says where the question stands; nothing: the question stays, with why not."""
        scene, hint = self.scene, self.scene.hint
        taught = scene.lesson.says if scene.lesson is not None else ()
        if scene.lesson is not None and scene.lesson.asks:
            taught = [*taught, [(self.how_to_answer(), "dim", False)]]
        if scene.warning:  # a lesson says what it asks for or said to a try, and below it why a key did nothing
            why = [("! ", "bad", True), (scene.warning, "bad", True)]
            return [*(taught[1:2] or taught), why] if taught else ()
        if scene.notice and not scene.asked:
            return scene.notice
        if scene.again is not None and hint is None and not scene.said:
            return self._asked_again(scene.again)
        if scene.said or hint is None or not hint.whole or hint.found is None:
            return scene.said or taught
        return self.choices.verdict(self.has_room)

    def _asked_again(self, again: DecisionAgain) -> list[list[Part]]:
        """Return what is asked once more, and below it what is in focus."""
        why = self.speaker.question().why
        known = _("You know what was known then, and nothing else.")
        explained = [part for part in self.explained() if part[0]]
        asked: list[Part]
        if not self.has_side:  # the header says what is asked
            asked = [(again.asks, "text", True)]
            return [asked, explained or [(in_sequence(again.cost, known), "text", False)]]
        asked = [(again.asks, "text", True), *([(f" {why}", "dim", False)] if why else [])]
        return [asked, *([explained] if explained else []), [(known, "text", False)]]

    def explained(self) -> list[Part]:
        """Return what is said of what is in focus."""
        return [] if self.selection.action is None else self.explain(self.selection.action)

    @property
    def has_side(self) -> bool:
        """Whether there is room beside the table for what the coach asks or has found."""
        return False

    def has_room(self, paragraphs: Sequence[Sequence[Part]]) -> bool:
        """Whether so much can be said where the question stands; a board that knows says so."""
        return True

    def draw_coach(self, canvas: Canvas, rect: Rect) -> bool:
        """Draw beside the table the hint, or what is asked once more; return whether there is either."""
        hint, again = self.scene.hint, self.scene.again
        if hint is not None:
            self.draw_hint(canvas, rect)
        elif again is not None:
            draw_again(canvas, rect, again, self.choices.label(again.played))
        return hint is not None or again is not None

    def draw_hint(self, canvas: Canvas, rect: Rect) -> None:
        """Draw the list of a hint; a click on a choice chooses it."""
        self.places += [(place, (HINTED, action)) for place, action in self.choices.draw_hint(canvas, rect)]

    def last(self) -> list[list[Part]]:
        """Return what happened last, in paragraphs, for a window too small to show it all the time."""
        return []

    def look_back(self) -> list[list[Part]]:
        """Return what happened last, and below it the whole round: a paragraph for each time the table stood still."""
        last = self.last()
        context, view = self.context, self.view
        steps = [] if view is None else telling.steps(context.game, view, self.speaker, self.STEP_BEGINS)
        if len(steps) < 2:
            return last
        found: list[list[Part]] = [*last, [], [(_("So far"), "accent", True)]]
        for number, sentences in steps:
            told: Part = (in_sequence(*sentences), "text", False)
            found.append([(f"{number:>2}  ", "dim", False), told] if number else [told])
        return found

    def renew(self) -> None:
        """Let what can be chosen follow what has come into focus."""
        self.selection.renew(self.areas(), self.asks())

    def looked(self) -> None:
        """Show what has come into focus."""
        before, self.scene = self.scene, self.scene.looked_on()
        if self.scene is not before:
            self.cache.clear()
        self.renew()
        self.redraw_question()
        if self.selection.area != self._area_shown or before.unplayed:
            self._area_shown = self.selection.area
            self.refresh_bindings()
        if self._enter != (enter := self.describe("commit")):
            self._enter = enter
            for bar in self.screen.query(KeyBar) if self.is_attached else ():
                bar.reword()

    def target(self) -> Any:
        """Return what the arrows have come to last."""
        return self.selection.area, self.selection.at(self.selection.area)

    def focus_begins(self) -> Offset | None:
        """Return where what the arrows have come to begins; before that, where the question does."""
        if (place := super().focus_begins()) is not None:
            return place
        question = (0, 0) if self._layout is None else self._layout.question[:2]
        return self.region.offset + question

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
        if (best := self._advice) is not None:
            self.selection.choose(best)
            self.looked()
        elif action is None or self.looks_away():
            self.refuse(self.how_to_choose())
        else:
            self.answer(action)

    @property
    def _advice(self) -> Action | None:
        """The best choice of a hint, or the first of equals: before anything is chosen Enter goes there, not on."""
        hint = self.scene.hint
        if not self.asked or self.selection.chosen or hint is None or not hint.whole:
            return None
        return hint.choices[0].action if hint.choices else None

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
        self.draw_table(canvas, self.view)
        if self.scene.lesson is not None:
            draw_header(canvas, self.scene.lesson)
        if (covered := self.scene.curtain) is None:
            return
        rect = self.curtain_rect()
        self.cover_places(rect)
        self.places.append((rect, "curtain"))
        if covered.seat == NOBODY:
            curtain(canvas, rect, "", [[(covered.note, "accent", True)]])
        else:
            name, number = self.context.names[covered.seat], covered.seat + 1
            hand_over(canvas, rect, name, number, _("it's your turn"), covered.note)

    def guarded(self, key: str = "enter") -> bool:
        """Whether a key comes too soon after the question to be meant for it."""
        return bool(self.context.pace) and self.guard.stops(key)

    def answer(self, action: Action, key: str = "") -> None:
        """Play an action; `key`: the letter that answered at once."""
        self.guard.answered_with, self.opening = key, False
        self.selection.typed = ""  # what is typed next is another answer
        self.post_message(self.Chosen(action))

    def effect(self, name: str, seconds: float, once: object = None) -> None:
        """Let something move for a while, `once` for what it is about; with the setting off it is over at once."""
        if self.look.motion and self.context.pace:
            self.effects.start(name, seconds, once)

    def latest(self) -> list[Event]:
        """Return what happened since the table last stood still; before that, since the round began."""
        if self.view is None:
            return []
        return telling.latest(self.context.game, self.view, self.speaker, self.SHOWN)

    def events(self) -> list[str]:
        return self.cache.told(self._events_told)

    def _events_told(self) -> list[str]:
        return self.sentences(self.latest())

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
        usual, goal = self.speaker.usual(self.scene.advised), self.speaker.goal()
        if briefly:
            return [(usual or (goal.ask if isinstance(goal, Sentence) else goal), "dim", False)]
        return [(in_sequence(usual, goal), "dim", False)]

    def draw_told(self, canvas: Canvas, rect: Rect) -> None:
        """Draw what a player alone has been told, where the question stands; the hand is hidden when it was read."""
        canvas.fill(rect, "bg")
        canvas.put(rect.x, rect.y, "▸", "accent", "bg", True)
        sentences: Part = (in_sequence(*self.sentences(self.scene.told)), "text", True)
        parts = filled(_("{told} Space hides your hand."), told=sentences)
        paragraph(canvas, Rect(rect.x + 2, rect.y, rect.width - 3, rect.height), rect.y, parts)

    def sheet_rows(self) -> Sequence[Row]:
        return () if self.view is None else self.speaker.sheet()

    def on_canvas_widget_pressed(self, message: CanvasWidget.Pressed) -> None:
        """Take a click, unless it was meant for what came before."""
        message.stop()
        if not self.guard.mouse_down or (self.asked and self.guarded()):
            return
        if message.target == "curtain":
            self.post_message(self.Opened())
        else:
            self.clicked(message.target)

    def on_mouse_down(self, _: MouseDown) -> None:
        """Take note of a click that begins."""
        self.guard.mouse_down = True

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
