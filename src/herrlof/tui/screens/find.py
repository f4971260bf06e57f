"""Find better: a decision that was made is asked again, and everything as good as the best counts as found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from herrlof.coach.better import FindBetter, Question, mistakes_of_all, no_mistakes_text
from herrlof.coach.review import Position, Review
from herrlof.coach.saying import better_in, counts_as, hard_text, less_of, points_less, reason_text, what_it_cost
from herrlof.messages import N_, _
from herrlof.messages import paragraph as in_sequence
from herrlof.table.moments import Moment
from herrlof.tui.boards import board_for
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.scene import Scene
from herrlof.tui.screens.base_screen import OnceScreen
from herrlof.tui.screens.moments import MomentsScreen
from herrlof.tui.widgets.canvas import Part
from herrlof.tui.widgets.hint import DecisionAgain, Hint
from herrlof.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from herrlof.coach.judge import JudgedAction
    from herrlof.game import Action
    from herrlof.tui.app import HerrlofApp


class FindScreen(MomentsScreen[None]):
    """One decision after the other, on the table as its player saw it then."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "best", N_("best"), key_display="Tab", tooltip=N_("show the best"), priority=True),
        Binding("pagedown", "next", N_("next one"), key_display="PgDn", priority=True),  # boards may turn pages with it
        Binding("pageup", "back_one", show=False, priority=True),
        Binding("n,N", "letter_next", show=False),
        Binding("o,O", "open", N_("open all hands"), key_display="O"),
        Binding("question_mark", "rules", N_("rules"), key_display="?", id="rules"),
        Binding("escape,q,Q", "leave", N_("back"), key_display="Esc", id="leave"),
    ]

    def __init__(self, questions: list[Question]) -> None:
        """Ask about these decisions, at least one."""
        super().__init__()
        self._questions = self.moments = FindBetter(questions)
        self._hint: Hint | None = None
        self._answered: Action | None = None
        self._shows = False
        """Whether the comparison is shown as soon as it is there."""
        self._told = False
        """Whether the best has been shown or found."""
        self.board: Board = self._board_of(self._review)

    def _board_of(self, review: Review) -> Board:
        return board_for(self.app.coach_context(review), self.app.look)

    @property
    def _review(self) -> Review:
        return self._questions.review

    @property
    def _position(self) -> Position:
        return self._questions.position

    def compose(self) -> ComposeResult:
        yield self.board
        yield KeyBar(self.app.look)

    def on_mount(self) -> None:
        """Take keys as they are set."""
        self.app.use_keys()

    def on_unmount(self) -> None:
        """Stop judging."""
        self._questions.close()

    # Asking

    def _show(self, moment: Moment) -> None:
        position = self._position
        self._told = False
        self._hint, self._answered, self._shows = Hint(position.legal, played=position.played), None, False
        super()._show(moment)
        self.run_worker(self._judge(position), group="judging", exclusive=True)

    def scene_at(self, moment: Moment) -> Scene:
        """Return a decision as its player saw it, and what is asked of it again."""
        scene = super().scene_at(moment)
        return replace(scene, again=self._again(scene))

    async def _face(self, moment: Moment) -> None:
        """Ask until another one is turned to; a match of its own has a board of its own."""
        review = self._review
        await super()._face(moment)
        while (coming := self._questions.coming) is not review:
            review = coming
            await self.board.remove()
            self.board = self._board_of(review)
            await self.mount(self.board, before=0)
            self.board.focus()

    def _again(self, scene: Scene) -> DecisionAgain:
        """Return what is asked once more in a scene."""
        review, n, count = self._review, self._position.n, len(self._questions.questions)
        decision, position, found = review.decisions.get(n), self._position, self._questions.found
        name = self.board.CHOICES(scene, self.app.look).name(position.played)
        so_far = _("found so far: {n} of {count}", n=sum(found.values()), count=len(found)) if found else ""
        return DecisionAgain(
            _("Find better · {n} of {count}", n=self._questions.at + 1, count=count),
            review.where(n),
            position.played,
            _("Find something better than {name}.", name=name),
            "" if decision is None else in_sequence(what_it_cost(decision), counts_as(review, decision)),
            so_far,
        )

    async def _judge(self, position: Position) -> None:
        found = await self._questions.judged()
        if self._hint is None or position is not self._position:
            return  # the page was turned
        if found is None:
            self.board.show(self.board.scene.refused(self._questions.trouble or ""))
            return
        self._hint = self._hint._replace(found=found)
        if self._answered is not None:
            self._compare(self._answered)
        elif self._shows:
            self._show_best()

    # Answers

    def on_board_chosen(self, message: Board.Chosen) -> None:
        """Compare what was tried with the best."""
        message.stop()
        self._answered = message.action
        self._compare(message.action)

    def _compare(self, action: Action) -> None:
        hint = self._hint
        choice = None if hint is None else hint.of(action)
        if hint is None or hint.found is None or choice is None:
            self._coached(None, self._still_judging())
            return
        title = self.board.choices.title(action)
        if not self._questions.finds(hint.found, choice):
            less = points_less(less_of(choice, hint.found), hint.found.unit)
            told = _("Not that one: {less} than the best. Try again, or Tab.", less=less)
            self._coached(None, [(title, "text", True), (f": {told}", "text", False)])
            return
        best = hint.found.choices[0].action
        lines: list[list[Part]] = []
        if action == best:
            lines.append([(_("Found: {name} is the best.", name=title), "good", True)])
        elif choice.verdict == "as good":
            name = self.board.choices.name(best)
            text = _("Found: {name}. It's about as good as {best}.", name=title, best=name)
            lines.append([(text, "good", True)])
        else:
            name = self.board.choices.name(best)
            text = _("Found: {name}. What sets it apart from {best} may be luck.", name=title, best=name)
            lines.append([(text, "good", True)])
        self._tell(lines, choice)

    def _still_judging(self) -> list[Part]:
        told = _("The coach is imagining deals.") if self._review.game.hidden else _("The coach plays on from here.")
        return [(told, "text", True)]

    def _show_best(self) -> None:
        if self._hint is None or self._hint.found is None:
            self._shows = True
            self._coached(None, self._still_judging())
            return
        self._questions.give_up()
        best = self._hint.found.choices[0]
        self._tell([[(_("The best: {name}.", name=self.board.choices.name(best.action)), "text", True)]], best)

    def _tell(self, lines: list[list[Part]], choice: JudgedAction) -> None:
        """Show the comparison, what comes of a choice, and how knowable it was."""
        self._told = True
        self.board.selection.choose(choice.action)
        self._coached(self._hint)
        if says := in_sequence(*self.board.choices.comes_of(choice)):
            lines[-1].append((f" {says}", "text", False))
        decision = self._review.decisions.get(self._position.n)
        if decision is not None:
            speaker, seen = self.board.speaker, self._position.seen
            assert self._hint is not None
            played = self._hint.of(decision.played)
            compared = [choice] if played is None else [choice, played]
            why = reason_text(self._review.game, seen, compared, decision.played, speaker)
            told = in_sequence(why, hard_text(self._review, decision), better_in(self._review, decision))
            lines.append([(told, "dim", False)])
        self._coached(self._hint, *lines)
        self.refresh_bindings()

    def _coached(self, hint: Hint | None, *said: Sequence[Part]) -> None:
        """Show a comparison, and what the coach says."""
        self.board.show(self.board.scene.coached(hint, *said))

    # Keys

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """There is a next one only where there are several, and hands are opened after the answer."""
        if action == "open":
            review = self._review
            named = "o" in self.board.letters
            return self._told and not named and review.complete and review.game.hidden and review.path is not None
        if action == "letter_next":
            return len(self._questions.questions) > 1 and "n" not in self.board.letters
        return len(self._questions.questions) > 1 if action == "next" else True

    def describe(self, action: str) -> str:
        """Name what Enter does where it answers."""
        answers = action == "commit" and not (self.board.looks_away() or self.board.leads_on())
        return _("try it") if answers else ""

    def action_best(self) -> None:
        self._show_best()

    def action_open(self) -> None:
        """Show the position with all hands open, and what came before and after."""
        assert self._review.path is not None
        self.app.replay(self._review.path, self._position.n)

    def action_next(self, by: int = 1) -> None:
        """Go to another decision."""
        self._questions.step(by)
        self._done("turned")

    def action_letter_next(self) -> None:
        """Go to the next one by a letter that names nothing in the game."""
        self.action_next()

    def action_back_one(self) -> None:
        """Go to the decision before."""
        self.action_next(-1)

    def action_rules(self) -> None:
        self.app.open_page("rules", self._review.game.key, self.board.rule())

    def action_leave(self) -> None:
        self.dismiss()


class MistakesScreen(OnceScreen[None]):
    """Collects the clear mistakes of all matches that were reviewed, and asks about them in any order."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,Q,enter,space", "leave", N_("back"), key_display="Esc", id="leave"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(_("Reading what was reviewed …"), id="note")
        yield KeyBar(self.app.look)

    def on_mount(self) -> None:
        self.call_after_refresh(self.run_worker, self._collect())

    async def _collect(self) -> None:
        questions = await mistakes_of_all(self.app.storage)
        if not questions:
            self.query_one("#note", Static).update(no_mistakes_text())
            return
        self.dismiss()
        self.app.call_later(self.app.find_better, questions)

    def action_leave(self) -> None:
        self.dismiss()
