"""A recorded match, played again on the table."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key

from herrlof.game import NOBODY
from herrlof.messages import N_, _
from herrlof.records.names import called
from herrlof.table.moments import Moment
from herrlof.table.replay import Playback, Replay
from herrlof.tui.boards import board_for
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.scene import Scene
from herrlof.tui.screens.moments import MomentsScreen
from herrlof.tui.widgets.keybar import KeyBar

if TYPE_CHECKING:
    from herrlof.tui.tables import TablesApp

SPEEDS = (2.5, 1.5, 0.8, 0.4, 0.15)
"""Seconds a move stays when the match plays by itself."""


class ReplayScreen(MomentsScreen[None]):
    """Step by move, by what the table held, by round, both ways; or let it play."""

    app: TablesApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "go(1)", N_("move"), key_display="← →", id="right", priority=True),
        Binding("left", "go(-1)", show=False, id="left", priority=True),
        Binding("down", "jump(1)", N_("next"), key_display="↑ ↓", id="down", priority=True),
        Binding("up", "jump(-1)", show=False, id="up", priority=True),
        Binding("pagedown", "round(1)", N_("round"), key_display="PgUp PgDn", priority=True),
        Binding("pageup", "round(-1)", show=False, priority=True),
        Binding("home", "end(0)", show=False, priority=True),
        Binding("end", "end(1)", show=False, priority=True),
        Binding("space", "run", N_("play"), key_display="Space", priority=True),
        Binding("tab", "other", N_("other hand"), key_display="Tab", priority=True),
        Binding("plus,equals_sign", "faster(1)", N_("speed"), key_display="+ -", priority=True),
        Binding("minus", "faster(-1)", show=False, priority=True),
        Binding("comma,s,S", "scores", N_("scores"), key_display=",", priority=True),
        Binding("v,V", "review", N_("review"), key_display="V", priority=True),
        Binding("question_mark", "rules", N_("rules"), key_display="?", priority=True),
        Binding("escape,q,Q", "leave", N_("back"), key_display="Esc", priority=True),
    ]

    def __init__(self, replay: Replay, at: int | None = None, path: Path | None = None) -> None:
        """Open at the first deal, or at a move; a record with a `path` can be reviewed."""
        super().__init__()
        self._replay, self._path = replay, path
        alone = replay.here[0] if len(replay.here) == 1 else 0
        viewer = alone if alone in replay.viewers and (replay.reveals_all or len(replay.here) == 1) else NOBODY
        self._playback = self.moments = Playback(replay, 1 if at is None else at, viewer)
        self._speed = 1
        readers = replay.here if len(replay.here) == 1 else ()  # nobody is told "you win" from another's seat
        self.board: Board = board_for(replace(self.app.board_context(replay), readers=readers), self.app.look)

    def compose(self) -> ComposeResult:
        yield self.board
        yield KeyBar(self.app.look)

    def cover(self) -> None:
        """Show no hand of an unfinished match when the window is left."""
        playback = self._playback
        if not self._replay.reveals_all and playback.viewer != NOBODY and len(self._replay.viewers) > 1:
            playback.look_from(NOBODY)
            self._show(playback.moment())
            self._done("covered")

    def scene_at(self, moment: Moment) -> Scene:
        """Return what the board shows of a position."""
        replay, viewer = self._replay, self._playback.viewer
        readers = [seat for seat in replay.here if len(replay.here) == 1 and seat == viewer]
        context = replace(self.board.context, names=called(replay.seats, readers))
        open_hands = {}
        if replay.reveals_all and replay.game.hidden:
            open_hands = {seat: replay.view(self._playback.at, seat).observation for seat in replay.viewers}
        scene = Scene(context, moment, replayed=self._where(), open_hands=open_hands)
        if self._playback.covered:
            return scene.covered(_("Whose hand? Press your own number; the others look away."))
        return scene

    def _where(self) -> str:
        at, last = self._playback.at, self._replay.last
        if self._playback.seconds is not None:
            return _("playing: {n} of {last}", n=at, last=last)
        if at == last and (ending := self._replay.ending) is not None:
            ended = ending.brief(self.board.context.names)
            return _("replay: {n} of {last}, {ended}", n=at, last=last, ended=ended)
        return _("replay: {n} of {last}", n=at, last=last)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Tell which keys work now."""
        game = self._replay.game
        if action == "other":
            return self._replay.reveals_all and len(self._replay.viewers) > 1 and game.hidden
        if action == "review":
            return self._path is not None and (self._replay.reveals_all or len(self._replay.here) == 1)
        if action == "round":
            return bool(game.round_start_event)
        return bool(game.pause_events) if action == "jump" else True

    def describe(self, action: str) -> str:
        """Name what Space and the arrows do."""
        if action == "jump(1)":
            return _(self.board.STEP_NAME)
        return _("stop") if action == "run" and self._playback.seconds is not None else ""

    def on_key(self, event: Key) -> None:
        """Take the number of a person whose hand may be seen; where nothing is hidden digits are the board's."""
        if not self._replay.game.hidden:
            return
        if event.key.isascii() and event.key.isdigit() and int(event.key) - 1 in self._replay.viewers:
            event.stop()
            self._playback.look_from(int(event.key) - 1)
            self._done("looked")

    def action_go(self, by: int) -> None:
        """Go a move on or back."""
        self._playback.go(self._playback.at + by)
        self._done("gone")

    def action_jump(self, by: int) -> None:
        """Go to the next or the last thing that the table held."""
        self._playback.go_to_event(self._replay.game.pause_events, back=by < 0)
        self._done("gone")

    def action_round(self, by: int) -> None:
        """Go to the next or the last round."""
        self._playback.go_to_event({self._replay.game.round_start_event}, back=by < 0)
        self._done("gone")

    def action_end(self, end: int) -> None:
        """Go to the beginning or the end."""
        self._playback.go(self._replay.last if end else 0)
        self._done("gone")

    def action_run(self) -> None:
        """Let it play, or stop it."""
        playback = self._playback
        if playback.at == self._replay.last:
            playback.go(0)
        playback.play(SPEEDS[self._speed] if playback.seconds is None else None)
        self._done("gone")

    def action_faster(self, by: int) -> None:
        """Let it play faster or slower."""
        self._speed = max(0, min(len(SPEEDS) - 1, self._speed + by))
        if self._playback.seconds is not None:
            self._playback.play(SPEEDS[self._speed])
            self._done("gone")

    def action_other(self) -> None:
        """Look from the next seat."""
        viewers = self._replay.viewers
        self._playback.look_from(viewers[(viewers.index(self._playback.viewer) + 1) % len(viewers)])
        self._done("looked")

    def action_scores(self) -> None:
        """Show the score sheet at this point."""
        game, seen = self._replay.game, self._replay.view(self._playback.at, NOBODY).observation
        rows = game.words.to(seen, self.board.context.names).sheet()
        self.app.show("notes:ScoresScreen", game.title, rows)

    def action_review(self) -> None:
        """Judge what was decided, from what each player knew."""
        if self._path is not None and (owner := self.app.owner) is not None:
            self._playback.play(None)
            self._done("gone")
            owner.review(self._path)

    def action_rules(self) -> None:
        self.app.open_page("rules", self._replay.game.key, self.board.rule())

    def action_leave(self) -> None:
        self.dismiss()
