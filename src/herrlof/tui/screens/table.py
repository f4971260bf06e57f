"""The table: whose turn it is at this keyboard, what they may see, and how fast the others play."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key, Resize
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from herrlof.bots import kind_of, new_bot
from herrlof.game import CHANCE, NOBODY, Action, Bot, IllegalAction
from herrlof.journal import Journal
from herrlof.match import Match
from herrlof.thinking import Thinkers
from herrlof.tui.boards import BOARDS
from herrlof.tui.boards.board import Board
from herrlof.tui.screens.keys import KeysScreen
from herrlof.tui.widgets import KeyBar, Note

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp

BOT_PAUSE = 0.8
"""Seconds a bot takes for a move, however easy or forced it is."""
THINK_TIME = 0.5
"""Seconds before which no bot that thinks has moved, however it is hurried; the same at every pace but 0."""
TRICK_PAUSE = 2.4
"""Seconds a finished trick lies on the table."""
CURTAIN_GUARD = 0.4
"""Seconds for which a new curtain listens to no key."""
ENTER_GUARD = 0.35
"""Seconds for which a new question takes no Enter and no click: it was meant for what came before."""


def now() -> float:
    """Return the time of the clock that stamps key presses."""
    return Message().time


def _heed(thought: asyncio.Task[Action]) -> None:
    """Take note of a fault in a thought: it is raised where the move is made, or nowhere if the table is left."""
    if not thought.cancelled():
        thought.exception()


class TableScreen(Screen[None]):
    """One match at one keyboard.

    Exactly one of these holds at any time: the curtain is down, a person at the keyboard is asked,
    a step is waited for (`_step` is due when the timer rings or a key hurries it), or a pad is open.
    Beside that a bot may think (`_thought`): its move is one of those steps, and not due before it is decided.
    """

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, match: Match, journal: Journal, pace: float) -> None:
        """Play `match`, which writes to `journal`; `pace` stretches or shortens all pauses, 0 for none."""
        super().__init__()
        self.match = match
        self.journal = journal
        self._pace = pace
        self._names = [seat.name for seat in match.seats]
        self._people = [number for number, seat in enumerate(match.seats) if seat.bot is None]
        self._bots: dict[int, Bot] = {}
        """Those that have moved here: not the ones that think in their own process."""
        self._thinkers = Thinkers(
            {
                number: seat.bot
                for number, seat in enumerate(match.seats)
                if seat.bot is not None and kind_of(seat.bot).thinks
            },
            match.bot_rng,
        )
        self._thought: asyncio.Task[Action] | None = None
        """What the mover will do. It outlasts a curtain; it ends with the move, or with the table."""
        self._board: Board = BOARDS[match.game.key](self._names, self.app.look, match.commitment or "")
        self._viewer = self._people[0] if len(self._people) == 1 else NOBODY
        self._curtain_for = NOBODY
        self._curtain_since = 0.0
        self._asking = False
        self._asked_since = 0.0
        self._holding = False
        self._pad_due = False
        self._told = match.told
        self._step: Callable[[], None] | None = None
        self._timer: Timer | None = None

    @property
    def _secret(self) -> bool:
        """Whether hands must be kept from somebody at this keyboard."""
        return len(self._people) > 1

    def compose(self) -> ComposeResult:
        """Lay the screen out."""
        yield Static(id="trouble")
        yield self._board
        yield Static(id="too-small")
        yield KeyBar()

    def on_mount(self) -> None:
        """Start, or go on where the match stands."""
        self._thinkers.start()
        self.call_after_refresh(self._proceed)

    def on_unmount(self) -> None:
        """Let nobody think any more, however the table is left."""
        self._cancel_wait()
        if self._thought is not None:
            self._thought.cancel()
        self._thinkers.close()

    # How a match goes on

    def _proceed(self) -> None:
        """Look at what just happened, then let the next one move."""
        happened = self.match.news(NOBODY, self._told)
        self._told = self.match.told
        self._pad_due = self._pad_due or any(event.kind == self._board.ROUND_ENDS for event in happened)
        self._asking = False
        if any(event.kind in self._board.PAUSES for event in happened):
            self._holding = True
            mover = self.match.mover
            if self._passes_to(mover):
                self._lower_curtain(mover)
            elif mover == self._viewer and self._board.lingers(self.match.observe(NOBODY)):
                self._go_on()
            else:
                self._wait(TRICK_PAUSE, self._go_on)
        else:
            self._go_on()

    def _go_on(self) -> None:
        """Let the next one move."""
        if self not in self.app.screen_stack:
            return
        self._holding = False
        mover = self.match.mover
        if self._pad_due or self.match.over:
            self._open_pad()
        elif mover == CHANCE:
            self.match.advance()
            self._proceed()
        elif mover not in self._people or self._board.forced(self.match.observe(NOBODY)):
            if not self._people:
                self._viewer = NOBODY
            if mover in self._thinkers.seats and self._thought is None:
                self._thought = asyncio.create_task(self._think(mover))
                self._thought.add_done_callback(_heed)
            self._wait(BOT_PAUSE, self._move_without_asking)
        elif self._passes_to(mover):
            self._lower_curtain(mover)
        else:
            self._viewer = mover
            self._ask()

    def _passes_to(self, mover: int) -> bool:
        """Whether the keyboard must be handed over before this seat can move."""
        return (
            self._secret
            and mover in self._people
            and mover != self._viewer
            and not self._board.forced(self.match.observe(NOBODY))
        )

    def _ask(self) -> None:
        self._asking = True
        self._asked_since = now()
        self._draw()

    def _move_without_asking(self) -> None:
        mover = self.match.mover
        legal = self.match.legal()
        if self._thought is not None:
            action, self._thought = self._thought.result(), None
        elif mover not in self._people:
            action = self._bot(mover).choose(self.match.observe(mover), legal)
        else:
            (action,) = legal
        self.match.play(mover, action)
        self._proceed()

    def _bot(self, seat: int) -> Bot:
        """Return the bot of a seat, made when it is first needed here."""
        if seat not in self._bots:
            self._bots[seat] = new_bot(self.match.seats[seat].bot or "", self.match.bot_rng(seat))
        return self._bots[seat]

    async def _think(self, mover: int) -> Action:
        """Return a bot's move, after THINK_TIME at the earliest: how long a bot thinks tells what it holds.

        With no pauses at all the players do without that.
        """
        until = now() + (THINK_TIME if self._pace else 0)
        seen, legal = self.match.observe(mover), self.match.legal()
        action = await self._thinkers.choose(mover, seen, legal)
        if action is None:
            await asyncio.sleep(0.05)  # the table is drawn first: it stands still now
            action = self._bot(mover).choose(seen, legal)
        await asyncio.sleep(until - now())
        return action

    def _wait(self, seconds: float, step: Callable[[], None]) -> None:
        """Do `step` after a while, or at the next key."""
        self._step = step
        self._draw()
        self._timer = self.set_timer(max(0.001, seconds * self._pace), self._ring)

    def _ring(self) -> None:
        """Do what is waited for when its time has come; not while rules or scores are being read."""
        if self.app.screen is self:
            self._hurry()
        else:
            self._timer = self.set_timer(0.1, self._ring)

    def _hurry(self) -> None:
        """Do at once what is waited for, or as soon as a bot has decided."""
        step = self._step
        self._cancel_wait()
        if step is not None and self._thought is not None and not self._thought.done():
            self._step = step
            self._timer = self.set_timer(0.02, self._ring)
        elif step is not None:
            step()

    # Who sees what

    def _draw(self) -> None:
        """Draw what the player at the keyboard may see; nobody's hand while the curtain is down."""
        if self not in self.app.screen_stack:
            return  # the table has been left since this was called for
        width, height = self.app.size
        columns, rows = self._board.MIN_SIZE
        small = width < columns or height < rows
        self.set_class(small, "-small-window")
        if small:
            if self._secret and self._viewer != NOBODY:
                self._hide_from(self._viewer)
            note = f"The table needs {columns} x {rows} characters; this window has {width} x {height}."
            self.query_one("#too-small", Static).update(Text(note))
            self._board.show(self.match.observe(NOBODY), [])
            return
        curtain = ""
        viewer = self._viewer
        if self._curtain_for != NOBODY:
            name = self._names[self._curtain_for]
            curtain = f"Hand the keyboard to {name}.   {name}: press {self._curtain_for + 1}"
            viewer = NOBODY
        legal = self.match.legal() if self._asking and not curtain else ()
        self._board.show(
            self.match.observe(viewer), self.match.news(viewer), legal, hold=self._holding, curtain=curtain
        )
        self.query_one(KeyBar).show(self.keys())
        trouble = self.journal.trouble or self._thinkers.trouble
        self.set_class(trouble is not None, "-trouble")
        self.query_one("#trouble", Static).update(Text("" if trouble is None else f" {trouble}"))

    def keys(self) -> list[tuple[str, str, str]]:
        """Return (key, shown name, what it does) for the keys that work now, the most wanted first."""
        if self._curtain_for != NOBODY:
            seat = str(self._curtain_for + 1)
            found = [(seat, seat, f"I am {self._names[self._curtain_for]}")]
        elif self._asking:
            found = self._board.keys()
        else:
            found = [("enter", "any key", "go on")]
        found.append(("question_mark", "?", "rules"))
        if self.app.size.width < 80:
            found.append(("l", "L", "last trick"))
        found += [("k", "K", "keys"), ("s", "S", "scores")]
        if self._secret and self._curtain_for == NOBODY:
            found.append(("c", "C", "cover"))
        return [*found, ("q", "Q", "leave")]

    def _lower_curtain(self, seat: int) -> None:
        """Cover the hand, then wait for `seat`: nothing of any hand is composed until its owner asks."""
        self._hide_from(seat)
        self._board.show(self.match.observe(NOBODY), self.match.news(NOBODY), hold=self._holding, curtain=" ")
        self.call_after_refresh(self._draw)  # the next name is called when nothing of the last hand is left

    def _hide_from(self, seat: int) -> None:
        self._cancel_wait()
        self._curtain_for = seat
        self._curtain_since = now()
        self._viewer = NOBODY
        self._asking = False

    def _cancel_wait(self) -> None:
        self._step = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _open_curtain(self) -> None:
        """Show the hand of the player who asked for it, and go on."""
        self._viewer, self._curtain_for = self._curtain_for, NOBODY
        self._go_on()

    def cover(self) -> None:
        """Lower the curtain over the hand on the screen, if it must be kept from somebody."""
        if self._secret and self._viewer != NOBODY and self._curtain_for == NOBODY:
            self._lower_curtain(self._viewer)

    def blank(self) -> None:
        """Take every card off the screen before the program leaves it."""
        self._cancel_wait()
        self._board.show(self.match.observe(NOBODY), [], curtain=" ")

    def on_resize(self, _: Resize) -> None:
        """Draw for the new size; a window too small shows no card."""
        self._draw()

    def on_screen_resume(self) -> None:
        """Draw for the size that the window has come to while a page lay over the table."""
        self.call_after_refresh(self._draw)

    # What is pressed

    def on_key(self, event: Key) -> None:
        """Take a key in whatever the table is waiting for; not one that was meant for a page just opened over it."""
        event.stop()
        if self.app.screen is not self:
            return
        key = event.key.lower() if len(event.key) == 1 else event.key
        if self.has_class("-small-window"):
            if key == "q":
                self.app.go_home()
        elif key == "question_mark":
            self.app.show_rules(self._board.rule())
        elif key == "k":
            self.app.push_screen(KeysScreen(self.app.look))
        elif key == "s":
            self._show_scores()
        elif key == "l":
            self.app.push_screen(Note("Last trick", self._board.last_trick()))
        elif key in ("q", "escape"):
            self.app.go_home()
        elif self._curtain_for != NOBODY:
            self._press_at_curtain(event)
        elif key == "c" and self._secret and self._viewer != NOBODY:
            self.cover()
        elif self._asking:
            if self._meant(event):
                self._board.press(key)
        else:
            self._hurry()

    def _meant(self, event: Key) -> bool:
        """Whether a key can be an answer: not typed before the question, nor an Enter too soon after it."""
        guard = ENTER_GUARD if self._pace and event.key in ("enter", "space") else 0
        return event.time - self._asked_since >= guard

    def _press_at_curtain(self, event: Key) -> None:
        """Open for the seat's own number, unless it was pressed before or just as the curtain fell."""
        guard = CURTAIN_GUARD if self._pace else 0
        if event.key == str(self._curtain_for + 1) and event.time - self._curtain_since >= guard:
            self._open_curtain()

    def on_click(self) -> None:
        """Hurry what is waited for."""
        if self._curtain_for == NOBODY and not self._asking:
            self._hurry()

    def on_board_chosen(self, message: Board.Chosen) -> None:
        """Play what the player at the keyboard chose, or say which rule forbids it; not what was clicked too soon."""
        guard = ENTER_GUARD if self._pace and message.clicked else 0
        if self._asking and message.time - self._asked_since >= guard:
            self._play(message.action)

    def _play(self, action: Action) -> None:
        try:
            self.match.play(self._viewer, action)
        except IllegalAction as fault:
            self._board.refuse(str(fault))
            return
        self._proceed()

    # The pad

    def _open_pad(self) -> None:
        """Lay the score pad on the table: after a round, and with the winner after the match."""
        self._pad_due = False
        if self._secret:
            self._viewer = NOBODY
        self._draw()
        if self.match.over:
            choices = [
                ("again", "Play again"),
                ("same", "Same deals"),
                ("swapped", "Hands swapped"),
                ("replay", "Replay"),
                ("home", "Home"),
            ]
        else:
            choices = [("next", "Next round"), ("home", "Leave")]
        pad = self._board.pad(
            self.match.observe(NOBODY),
            self._names,
            self.app.look,
            choices=choices,
            note=self._reveal(),
            guard=CURTAIN_GUARD if self._pace else 0,
        )
        self.app.push_screen(pad, self._after_pad)

    def _reveal(self) -> str:
        """Return what proves the deals, once the match is over."""
        if self.match.deal_code is None:
            return ""
        seed = "" if self.match.seed is None else f"Seed {self.match.seed.hex()}\n"
        return f"{seed}Deal code {self.match.deal_code}"

    def _after_pad(self, choice: str | None) -> None:
        if choice == "again":
            self.app.play_again()
        elif choice in ("same", "swapped"):
            self.app.same_deals(self.match, turn=1 if choice == "swapped" else 0)
        elif choice == "replay":
            self.app.go_home()
            self.app.replay(self.journal.path)
        elif choice == "home":
            self.app.go_home()
        else:
            self._go_on()

    def _show_scores(self) -> None:
        pad = self._board.pad(
            self.match.observe(NOBODY), self._names, self.app.look, choices=[("back", "Back to the table")]
        )
        self.app.push_screen(pad)
