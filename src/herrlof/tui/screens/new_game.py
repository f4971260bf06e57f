"""Who plays, by which edition, to which goal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.content import Content
from textual.events import DescendantFocus
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, Input, OptionList, Select, Static

from herrlof.bots import BOTS, name_for
from herrlof.dealing import tidy_cut
from herrlof.games import GAMES
from herrlof.games.herrlof.scoring import GOALS
from herrlof.match import MAX_CUT, MAX_NAME, Match, Seat, clean_seats
from herrlof.settings import Settings
from herrlof.tui.bots import CHOICES, label

PERSON, NOBODY_HERE = "person", "nobody"
NAMES = ("Anna", "Ben", "Cleo")
"""Whose seats they are before anybody has typed a name."""
EDITION_NOTE = {
    "english": "2 seats: +5 for 3, 4 or 5 tricks. A tie to the end is a shared win.",
    "dutch": "2 seats: +5 for 3 or 4 tricks. A tie to the end is played out in another game.",
}


class Choice(Select[str]):
    """A list that unfolds on Enter; left and right change the choice without it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right", "step(1)", "Change", key_display="← →"),
        Binding("enter", "show_overlay", "List", key_display="Enter"),
    ]

    class Looked(Message):
        """An entry is in focus in the list; it need not be taken."""

        def __init__(self, value: str) -> None:
            super().__init__()
            self.value = value

    def __init__(self, entries: Sequence[tuple[str, str]], value: str, name: str) -> None:
        """Offer entries (what is shown, value); `name` is the widget's id."""
        super().__init__(
            [(Content(shown), key) for shown, key in entries], value=value, allow_blank=False, id=name, compact=True
        )
        self._values = [key for _, key in entries]

    def on_mount(self) -> None:
        """Watch the list."""
        self.watch(self.query_one(OptionList), "highlighted", self._look, init=False)

    def _look(self, place: int | None) -> None:
        if self.expanded and place is not None:
            self.post_message(self.Looked(self._values[place]))

    def action_step(self, by: int) -> None:
        """Take the entry before or after this one; the first and the last are neighbours."""
        self.value = self._values[(self._values.index(str(self.value)) + by) % len(self._values)]


class NewGameScreen(ModalScreen[Settings | None]):
    """The form; its result are choices that can be played, or None."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "cancel", "Home"),
        Binding("tab", "app.focus_next", "Next", show=True),
        Binding("down", "app.focus_next", show=False),
        Binding("up", "app.focus_previous", show=False),
        Binding("f2", "start", "Start"),
    ]

    def __init__(self, settings: Settings) -> None:
        """Open with the last choices."""
        super().__init__()
        self._last = settings
        taken = [Seat(seat.name, seat.bot if seat.bot in BOTS else None) for seat in settings.seats[:3]]
        others = [Seat(NAMES[0]), Seat(NAMES[1]), Seat(NAMES[2], NOBODY_HERE)]
        self._seats = taken + others[len(taken) :]
        self._who = [seat.bot or PERSON for seat in self._seats]

    def compose(self) -> ComposeResult:
        """Lay the form out."""
        with Vertical(id="new-game"):
            yield Static(Text("New game", style="bold"), id="title")
            for number, seat in enumerate(self._seats, 1):
                with Horizontal(classes="row"):
                    yield Static(f"Seat {number}", classes="label")
                    yield Input(seat.name, id=f"name{number}", max_length=2 * MAX_NAME, compact=True)
                    yield Choice(_sitters(number), self._who[number - 1], f"who{number}")
            with Horizontal(classes="row"):
                yield Static("Edition", classes="label")
                editions = [("English, January 2020", "english"), ("Dutch, February 2020", "dutch")]
                yield Choice(editions, self._last.edition, "edition")
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
                yield Static("points (50; with three seats 40)", classes="note")
            yield Static(id="fault")
            with Horizontal(classes="row"):
                yield Button("Start", id="start", variant="primary", compact=True)
            yield Static(id="bot-note")
            yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Explain the choices that stand."""
        self._explain()
        self.query_one("#name1").focus()

    def on_select_changed(self) -> None:
        """Explain the choices that stand; a name that nobody typed follows who sits there."""
        for place, before in enumerate(self._who):
            who = self._who[place] = str(self.query_one(f"#who{place + 1}", Select).value)
            if who != before:
                self._rename(place, who)
                self._tell_of(who)
        self._explain()

    def on_choice_looked(self, message: Choice.Looked) -> None:
        """Tell of the bot in focus in a list."""
        self._tell_of(message.value)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Tell of the bot whose seat is in focus."""
        name = event.widget.id or ""
        if name.startswith(("who", "name")):
            self._tell_of(self._who[int(name[-1]) - 1])

    def _tell_of(self, who: str) -> None:
        text = f"{label(who)}. {BOTS[who].sentence}" if who in BOTS else ""
        self.query_one("#bot-note", Static).update(Text(text))

    def _rename(self, place: int, who: str) -> None:
        """Give a seat the name that goes with its sitter, where the name in it was given so before."""
        fields = [self.query_one(f"#name{number}", Input) for number in (1, 2, 3)]
        field = fields.pop(place)
        if field.value.rstrip(" 0123456789") in (NAMES[place], *(kind.title for kind in BOTS.values())):
            others = [other.value for other in fields if not other.disabled]
            field.value = name_for(who, others) if who in BOTS else NAMES[place]

    def _explain(self) -> None:
        edition = str(self.query_one("#edition", Select).value)
        self.query_one("#edition-note", Static).update(EDITION_NOTE[edition])
        three = self._who[2] != NOBODY_HERE
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


def _sitters(number: int) -> list[tuple[str, str]]:
    """Return who may take a seat: what is shown, and its value."""
    found = [("person", PERSON), *((label(key), key) for key in CHOICES)]
    return [("nobody", NOBODY_HERE), *found] if number == 3 else found


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
