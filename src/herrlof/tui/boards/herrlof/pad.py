"""The score pad: the round just scored line by line, the race, and at the end the winner."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Button, Footer, OptionList, Static
from textual.widgets.option_list import Option

from herrlof.games.herrlof.observation import Observation
from herrlof.tui.boards.herrlof import words
from herrlof.tui.cards import Look, chart

if TYPE_CHECKING:
    from herrlof.tui.app import HerrlofApp


def running_totals(seen: Observation, seat: int) -> list[int]:
    """Return a seat's score after each round of the game in play."""
    game = seen.rounds[-1].game if seen.rounds else 1
    totals: list[int] = []
    for done in seen.rounds:
        if done.game == game:
            totals.append((totals[-1] if totals else 0) + done.points[seat])
    return totals


def race(seen: Observation, names: Sequence[str], look: Look) -> Text:
    """Return each seat's way to the goal: a small chart and the scores."""
    room = max(map(cell_len, names))
    top = max(seen.goal, *(max(running_totals(seen, seat), default=0) for seat in range(seen.seats)))
    lines = []
    for seat, name in enumerate(names):
        totals = running_totals(seen, seat)
        line = Text(f" {set_cell_size(name, room)}  ")
        line.append(chart(totals, top, look), look.colours[seat])
        line.append("  " + " - ".join(map(str, totals)))
        lines.append(line)
    return Text("\n").join(lines)


def score_table(seen: Observation, names: Sequence[str], look: Look, width: int) -> Text:
    """Return all rounds of the match: for every seat the prediction, the tricks, and the score after it."""
    column = max(14, min(20, (width - 4) // seen.seats))
    lines = [Text("    " + "".join(set_cell_size(name, column) for name in names), style="bold")]
    lines.append(Text("    " + "".join(f"{'pred won  sum':<{column}}"[:column] for _ in names), style=look.faint))
    sums = [0] * seen.seats
    game = 1
    for done in seen.rounds:
        if done.game != game:
            game, sums = done.game, [0] * seen.seats
            lines.append(Text(f" extra game {game - 1}", style=look.faint))
        line = Text(f"{done.number:>3} ")
        for seat in range(seen.seats):
            sums[seat] += done.points[seat]
            hit = done.predictions[seat] == done.tricks[seat]
            cell = f"{done.predictions[seat]:>4} {done.tricks[seat]:>3} {sums[seat]:>4}"
            line.append(f"{cell:<{column}}", "bold" if hit else "")
        lines.append(line)
    if not seen.rounds:
        lines.append(Text("    no round is over yet", style=look.faint))
    return Text("\n").join(lines)


class Rows(OptionList):
    """The lines of a round."""

    class Left(Message):
        """The arrow down was pressed on the last line."""

    def action_cursor_down(self) -> None:
        """Go down, and from the last line out of the list."""
        if self.highlighted == self.option_count - 1:
            self.post_message(self.Left())
        else:
            super().action_cursor_down()


class ScorePad(ModalScreen[str]):
    """The paper pad. Its result is the key of the choice taken."""

    app: HerrlofApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "none", "Choose"),  # the buttons take it; the footer names it
        Binding("up", "explain", "Explain a line", key_display="↑"),
        Binding("question_mark", "rules", "Rules", key_display="?"),
        Binding("escape", "leave", "Leave"),
        Binding("escape", "back", "Back"),
    ]

    def __init__(
        self,
        seen: Observation,
        names: Sequence[str],
        look: Look,
        *,
        choices: Sequence[tuple[str, str]],
        note: str = "",
        guard: float = 0,
    ) -> None:
        """Lay the last round's pad out.

        `choices` are (key, label) of the buttons, the one that goes on first and the one that leaves last.
        The `note` stands above them.
        For `guard` seconds the buttons listen to nothing: the key that ended the round is no choice.
        """
        super().__init__()
        self._seen = seen
        self._names = names
        self._look = look
        self._choices = list(choices)
        self._note = note
        self._guard = guard
        self._since = Message().time
        self._answered = False

    def compose(self) -> ComposeResult:
        """Lay the pad out."""
        seen, names, look = self._seen, self._names, self._look
        over = bool(seen.winners)
        with Vertical(id="pad"):
            if over:
                title, reason = words.verdict(seen, names)
                yield Static(Text(f" {title}", style="bold"), id="verdict")
                yield Static(Text(f" {reason}"))
            if seen.rounds:
                yield Static(Text(self._heading(), style="bold"), id="columns")
                self._rows = words.pad_rows(seen.rounds[-1], seen)
                yield Rows(
                    *[Option(self._row(title, cells), id=str(n)) for n, (title, cells, _) in enumerate(self._rows)],
                    id="rows",
                )
                yield Static(id="meaning")
                yield Static(self._notes(), id="notes")
                yield Static(race(seen, names, look), id="race")
            else:
                yield Static(Text(" No round is over yet."))
            if self._note:
                yield Static(Text(self._note, style=look.faint), id="note-line")
            with Horizontal(id="choices"):
                for key, label in self._choices:
                    yield Button(label, id=key, compact=True)
            yield Footer(show_command_palette=False)

    def _heading(self) -> str:
        return self._line(f"Round {self._seen.rounds[-1].number}", list(self._names))

    def _line(self, title: str, cells: Sequence[str]) -> str:
        room = min(14, (min(76, self.app.size.width) - 26) // len(cells) - 1)
        return f" {title:<19}" + "".join(f" {set_cell_size(cell, room)}" for cell in cells)

    def _row(self, title: str, cells: Sequence[str]) -> Text:
        return Text(self._line(title, cells), style="bold" if title in ("total", "this round") else "")

    def _notes(self) -> Text:
        done = self._seen.rounds[-1]
        tricks = "trick was" if done.destroyed == 1 else "tricks were"
        note = f" {done.destroyed} {tricks} destroyed by Valknut." if done.destroyed else " No trick was destroyed."
        return Text(note, style=self._look.faint)

    def on_mount(self) -> None:
        """Start on the button that goes on."""
        if not self.query(Button):
            return  # closed before it was drawn
        self._focus_choices()
        if self._seen.rounds:
            self._explain(0)

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """Explain the line that is chosen."""
        self._explain(event.option_index)

    def _explain(self, number: int) -> None:
        title, _, meaning = self._rows[number]
        for line in self.query("#meaning").results(Static):  # none where the pad was closed before it was drawn
            line.update(Text(f" {title}: {meaning}", style=self._look.faint))

    def on_key(self, event: object) -> None:
        """Let left and right go along the buttons, and up to the lines."""
        key = getattr(event, "key", "")
        if key in ("left", "right") and isinstance(self.focused, Button):
            buttons = list(self.query(Button))
            buttons[(buttons.index(self.focused) + (1 if key == "right" else -1)) % len(buttons)].focus()
        elif key in ("left", "right"):
            self._focus_choices()

    def on_option_list_option_selected(self) -> None:
        """Enter on a line goes back to the buttons."""
        self._focus_choices()

    def on_rows_left(self) -> None:
        """So does the arrow down from the last line."""
        self._focus_choices()

    def _focus_choices(self) -> None:
        self.query_one(f"#{self._choices[0][0]}", Button).focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Close the pad with the choice."""
        self._close(str(event.button.id))

    def action_rules(self) -> None:
        """Open the rules of scoring."""
        self.app.show_rules("R20" if self._seen.winners else "R18")

    def action_explain(self) -> None:
        """Go up to the lines."""
        self.query_one("#rows").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Escape goes back where there is nothing but a way back; there are lines after the first round only."""
        alone = len(self._choices) == 1
        return {"leave": not alone, "back": alone, "explain": bool(self._seen.rounds)}.get(action, True)

    def action_leave(self) -> None:
        """Leave the match."""
        self._close(self._choices[-1][0])

    def action_back(self) -> None:
        """Go back to the table."""
        self._close(self._choices[0][0])

    def _close(self, choice: str) -> None:
        """Close once, and not by the key that brought the pad."""
        if not self._answered and Message().time - self._since >= self._guard:
            self._answered = True
            self.dismiss(choice)
