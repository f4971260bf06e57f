"""Who plays, by which edition, to which goal."""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, Input, Select, Static

from herrlof.bots import BOTS
from herrlof.dealing import tidy_cut
from herrlof.games import GAMES
from herrlof.games.herrlof.scoring import GOALS
from herrlof.match import MAX_CUT, MAX_NAME, Match, Seat, clean_seats
from herrlof.settings import Settings

PERSON, NOBODY_HERE = "person", "nobody"
EDITION_NOTE = {
    "english": "2 seats: +5 for 3, 4 or 5 tricks. A tie to the end is a shared win.",
    "dutch": "2 seats: +5 for 3 or 4 tricks. A tie to the end is played out in another game.",
}


class NewGameScreen(ModalScreen[Settings | None]):
    """The form; its result are choices that can be played, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Home"),
        Binding("tab", "app.focus_next", "Next field", show=True),
        Binding("f2", "start", "Start"),
    ]

    def __init__(self, settings: Settings) -> None:
        """Open with the last choices."""
        super().__init__()
        self._last = settings

    def compose(self) -> ComposeResult:
        """Lay the form out."""
        seats = [*(self._last.seats or (Seat("Anna"), Seat("Ben"))), Seat("Cleo", NOBODY_HERE)][:3]
        with Vertical(id="new-game"):
            yield Static(Text("New game", style="bold"), id="title")
            for number, seat in enumerate(seats, 1):
                with Horizontal(classes="row"):
                    yield Static(f"Seat {number}", classes="label")
                    yield Input(seat.name, id=f"name{number}", max_length=2 * MAX_NAME, compact=True)
                    yield Select(
                        self._who(number),
                        value=seat.bot if seat.bot in (*BOTS, NOBODY_HERE) else PERSON,
                        allow_blank=False,
                        id=f"who{number}",
                        compact=True,
                    )
            with Horizontal(classes="row"):
                yield Static("Edition", classes="label")
                yield Select(
                    [("English, January 2020", "english"), ("Dutch, February 2020", "dutch")],
                    value=self._last.edition,
                    allow_blank=False,
                    id="edition",
                    compact=True,
                )
            yield Static(id="edition-note")
            with Horizontal(classes="row"):
                yield Static("Goal", classes="label")
                yield Input(
                    str(self._last.goal or ""),
                    placeholder="50",
                    id="goal",
                    type="integer",
                    max_length=3,
                    valid_empty=True,
                    compact=True,
                )
                yield Static("points; empty: 50, with three seats 40", classes="note")
            yield Static(id="fault")
            with Horizontal(classes="row"):
                yield Button("Start", id="start", variant="primary", compact=True)
            yield Static(id="bot-note")
            yield Footer(show_command_palette=False)

    @staticmethod
    def _who(number: int) -> list[tuple[Content, str]]:
        found = [(Content("person"), PERSON)]
        found += [(Content(f"bot: {kind.title}"), key) for key, kind in BOTS.items()]
        if number == 3:
            found.insert(0, (Content("nobody"), NOBODY_HERE))
        return found

    def on_mount(self) -> None:
        """Explain the choices that stand."""
        self._explain()
        self.query_one("#name1").focus()

    def on_select_changed(self) -> None:
        """Explain the choices that stand."""
        self._explain()

    def _explain(self) -> None:
        edition = str(self.query_one("#edition", Select).value)
        self.query_one("#edition-note", Static).update(EDITION_NOTE[edition])
        chosen = [str(self.query_one(f"#who{number}", Select).value) for number in (1, 2, 3)]
        notes = [f"{BOTS[key].title}: {BOTS[key].sentence}" for key in dict.fromkeys(chosen) if key in BOTS]
        self.query_one("#bot-note", Static).update(Text("\n".join(notes)))
        three = chosen[2] != NOBODY_HERE
        self.query_one("#name3", Input).disabled = not three
        self.query_one("#goal", Input).placeholder = str(GOALS[3 if three else 2])

    def on_input_submitted(self) -> None:
        """Enter starts the game."""
        self.action_start()

    def on_button_pressed(self) -> None:
        """Start."""
        self.action_start()

    def action_start(self) -> None:
        """Start if the form can be played; else say what is wrong."""
        seats = []
        for number in (1, 2, 3):
            who = str(self.query_one(f"#who{number}", Select).value)
            name = self.query_one(f"#name{number}", Input).value
            if who != NOBODY_HERE:
                seats.append(Seat(name, None if who == PERSON else who))
        goal = self.query_one("#goal", Input).value.strip() or None
        edition = str(self.query_one("#edition", Select).value)
        try:
            if goal is not None and not goal.isdecimal():
                raise ValueError(f"the goal is a number from 1 to 999, not {goal!r} (R23)")
            chosen = replace(
                self._last, seats=clean_seats(seats), edition=edition, goal=None if goal is None else int(goal)
            )
            GAMES["herrlof"].new_state(len(chosen.seats), edition=chosen.edition, goal=chosen.goal)
        except ValueError as fault:
            self.query_one("#fault", Static).update(Text(f"{str(fault)[:1].upper()}{str(fault)[1:]}."))
            return
        self.dismiss(chosen)

    def action_cancel(self) -> None:
        """Go back home."""
        self.dismiss(None)


class CutScreen(ModalScreen[list[str] | None]):
    """The commitment to the deals, and each person's cut; the result are the cuts in seat order, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Home"),
        Binding("enter", "deal", "Deal"),
        Binding("tab", "app.focus_next", "Next field"),
    ]

    def __init__(self, match: Match) -> None:
        """Ask before the first deal of this match."""
        super().__init__()
        self._match = match

    def compose(self) -> ComposeResult:
        """Lay the form out."""
        with Vertical(id="cut"):
            yield Static(Text("The deals are settled", style="bold"))
            yield Static(
                "They follow from a secret number, and this is its seal. Note its beginning: when the match is over "
                "the number is shown, and the seal proves that it was not changed."
            )
            yield Static(Text(str(self._match.commitment), style="bold"), id="seal")
            yield Static(
                "Each player may cut: type anything. It is mixed into the secret number, so nobody can have chosen "
                "the deals. Or press Enter until the cards are dealt."
            )
            for number, seat in enumerate(self._match.seats):
                if seat.bot is None:
                    with Horizontal(classes="row"):
                        yield Static(Text(seat.name), classes="label")
                        yield Input(id=f"cut{number}", max_length=MAX_CUT, placeholder="no cut", compact=True)
            yield Static(id="fault")
            yield Button("Deal", id="deal", variant="primary", compact=True)
            yield Footer(show_command_palette=False)

    def on_input_submitted(self) -> None:
        """Enter goes on to the next person, and then deals."""
        if self.focused is self.query(Input).last():
            self.action_deal()
        else:
            self.focus_next(Input)

    def on_button_pressed(self) -> None:
        """Deal."""
        self.action_deal()

    def action_deal(self) -> None:
        """Take the cuts, if they can be taken."""
        cuts = [""] * len(self._match.seats)
        for field in self.query(Input):
            cuts[int((field.id or "cut0").removeprefix("cut"))] = field.value
        try:
            for cut in cuts:
                tidy_cut(cut)
        except ValueError as fault:
            self.query_one("#fault", Static).update(Text(f"{str(fault)[:1].upper()}{str(fault)[1:]}."))
            return
        self.dismiss(cuts)

    def action_cancel(self) -> None:
        """Go back home."""
        self.dismiss(None)
