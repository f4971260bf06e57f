"""A hint as it stands at the table: every choice with what comes of it, and the verdict in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len

from herrlof.game import Action
from herrlof.messages import _, all_of, ngettext, pgettext
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.pieces import bar, panel, paragraph

if TYPE_CHECKING:  # slow to load, and of no use before somebody asks
    from herrlof.coach.judge import Choice, Judgement

BARS: Final = 9
"""The column of a panel from which on the bars stand, where the choices leave it free."""
ROOMY: Final = 35
"""Columns of a panel that has room for the verdicts in words."""
TALL: Final = 20
"""Rows of a panel up to which a few choices stand close to each other."""


class Hint(NamedTuple):
    """What the coach knows of a question so far."""

    legal: Sequence[Action]
    """The choices in the order in which they lie at the table."""
    worlds: int
    """How many worlds there will be."""
    found: Judgement | None = None
    played: Action | None = None
    """What was played then, where a decision is asked again: the others are compared with it."""

    @property
    def whole(self) -> bool:
        """Whether all worlds have been imagined."""
        return self.found is not None and self.found.worlds >= self.worlds

    @property
    def choices(self) -> Sequence[Choice]:
        """The choices as they are listed: while more is being found in their own order, then the best first."""
        if self.found is None:
            return ()
        if self.whole:
            return self.found.choices
        by_action = {choice.action: choice for choice in self.found.choices}
        return [by_action[action] for action in self.legal if action in by_action]

    @property
    def alike(self) -> bool:
        """Whether no choice is any better than another."""
        return self.found is not None and all(one.verdict in ("best", "as good") for one in self.found.choices)

    @property
    def in_wins(self) -> bool:
        """Whether it counts wins of 100, and not points."""
        from herrlof.coach.judge import WINS

        return self.found is not None and self.found.unit == WINS

    def of(self, action: Action | None) -> Choice | None:
        """Return what is known of an action."""
        return next((choice for choice in self.choices if choice.action == action), None)

    def beside(self, choice: Choice) -> Choice | None:
        """Return with what a choice is compared: with what was played, and that with the best."""
        other = self.choices[0] if choice.action == self.played else self.of(self.played)
        return None if self.played is None or other is None or other.action == choice.action else other


class Again(NamedTuple):
    """A decision that is asked again: which one, what was played then, and what it cost."""

    where: str
    """Which of how many it is."""
    what: str
    """Its round and what it was about."""
    played: Action
    asks: str
    """The question, with what was played."""
    cost: str
    so_far: str
    """How many were found so far."""


@dataclass(frozen=True, slots=True)
class Measure:
    """What the bars of a hint show, as a game says it."""

    title: str
    """Above the counts: "Your 4 comes true in"."""
    whole: str
    """The same with what the counts are a part of, where there is room; the title again where they are of nothing."""
    foot: str
    """What was imagined, and from what."""
    count: Callable[[Choice], float]
    scale: float = 100.0
    """What a full bar stands for."""
    brief: str = ""
    """The foot where there is a row for it alone."""
    source: str = ""
    """The foot where what stands above the counts tells how many: from what they were imagined."""


def measure_of(found: Judgement | None, hidden: bool, others: Sequence[str]) -> Measure:
    """Return a measure that fits every game: wins of 100, or else the points on average.

    `hidden`: whether what is hidden was imagined, or all games were played on from the same position; `others`: the
    names of those against whom one plays.
    """
    from herrlof.coach.judge import WINS

    wins = found is None or found.unit == WINS or any(choice.points is None for choice in found.choices)
    worlds = found.worlds if found is not None else 0
    foot = _("{n} games played on from each", n=worlds)
    brief = _("{n} games each", n=worlds)
    source = ""
    if hidden:
        source = _("imagined from what you see alone")
        foot = _("{n} deals, imagined from what you see alone", n=worlds)
        brief = _("{n} deals, imagined", n=worlds)
    if wins or found is None:
        whole = _("You win in … of 100 games")
        return Measure(_("You win in"), whole, foot, lambda choice: choice.value.value, 100.0, brief, source)

    def points(choice: Choice) -> float:
        return choice.points or 0.0

    def ahead(choice: Choice) -> float:
        return choice.value.value

    title, count = _("Points you end with"), points
    if max(map(points, found.choices)) > points(max(found.choices, key=ahead)):  # what others end with tells them apart
        title, count = _("Points ahead of the others"), ahead
        if len(others) == 1:
            title = _("Points ahead of {name}", name=others[0])
    return Measure(title, title, foot, count, max(1.0, *map(count, found.choices)), brief, source)


class Mark(NamedTuple):
    """A piece of what stands for a choice: a chip, a name."""

    text: str
    ink: str = "text"
    ground: str = ""
    """Nothing: the row's own."""


def verdict(choice: Choice, unit: str, short: bool) -> Part:
    """Return a verdict in words, or in a sign or two."""
    less = max(1, round(choice.loss.value))
    match choice.verdict:
        case "best":
            return _("best"), "good", True
        case "as good":
            return pgettext("cell:4", "same") if short else _("as good"), "good", False
        case "worse" if short:
            return f"−{less}", "bad", False
        case "worse":
            return points_less(less, unit), "bad", False
    return "?" if short else _("can't tell"), "dim", False


def points_less(less: int, unit: str) -> str:
    """Return how much less a choice brings than the best."""
    from herrlof.coach.judge import WINS

    if unit == WINS:
        return ngettext("{n} fewer win", "{n} fewer wins", less)
    return ngettext("{n} point less", "{n} points less", less)


def verdict_parts(
    choice: Choice | None, hint: Hint, name: Callable[[Action], str], listed: Callable[[Action], str]
) -> list[Part]:
    """Return the verdict on what is in focus: bold, and after it what is as good.

    `name` begins a sentence with an action, `listed` names it within one.
    """
    assert hint.found is not None
    choices, unit = hint.found.choices, hint.found.unit
    best = choices[0]
    if hint.alike:
        return [(_("All of these are as good."), "text", True)]
    good = [other for other in choices if other.verdict == "as good"]
    first = choice or best
    if first.verdict != "best":
        told = {
            "as good": _("{name}: as good as {best}, within the error.", name=name(first.action),
                         best=listed(best.action)),
            "can't tell": _("{name}: can't tell. What sets it apart from {best} may be luck.",
                            name=name(first.action), best=listed(best.action)),
            "worse": _("{name}: {less} than {best}.", name=name(first.action), best=listed(best.action),
                       less=points_less(max(1, round(first.loss.value)), unit)),
        }  # fmt: skip
        return [(told[first.verdict], "text", True)]
    parts: list[Part] = [(_("{name}: the best.", name=name(best.action)), "text", True)]
    if good:
        parts.append((f" {as_good([listed(other.action) for other in good])}", "text", False))
    return parts


def as_good(names: Sequence[str]) -> str:
    """Return what is as good as the best, at most three of it."""
    return _("As good, within the error: {names}.", names=all_of(names[:3]))


def draw_hint(
    canvas: Canvas,
    rect: Rect,
    hint: Hint,
    measure: Measure,
    label: Callable[[Action], Sequence[Mark]],
    focus: Action | None,
    extra: Callable[[Canvas, Rect, Choice], None] | None = None,
) -> list[tuple[Rect, Action]]:
    """Draw the panel of a hint; return where each choice can be clicked. `extra` fills what room is left."""
    flat, tells_all = rect.height < 9, cell_len(measure.whole) <= rect.width - 2
    title = _("Hint") if hint.played is None else _("Compared")
    inner = panel(canvas, rect, measure.title if flat else title)
    short = rect.width < ROOMY
    y = inner.y
    if not flat:
        title = measure.whole if tells_all else measure.title
        canvas.put(rect.x + (1 if short else 2), y, cut(title, rect.width - 2), "dim", "surface")
        y += 1
    choices = hint.choices
    if not choices:
        _thinking(canvas, rect, hint, y)
        return []
    assert hint.found is not None
    labels = [label(choice.action) for choice in choices]
    wide = max(sum(cell_len(mark.text) for mark in marks) for marks in labels)
    said = 4 if short else 13
    averages = rect.width >= 48 and all(choice.points is not None for choice in choices)
    left = min(max(BARS, wide + 3), rect.width - said - 10)
    width = min(12, rect.width - left - said - 6 - 6 * averages)
    if averages:
        canvas.right(rect.x + left + width + 10, y, [(_("points"), "dim", False)], "surface")
        y += 1
    foot = 2 if short or not hint.whole else 1
    spaced = 2 if (rect.width >= 48 or (not short and rect.height > TALL)) and len(choices) <= 5 else 1
    room = max(1, (rect.bottom - y - foot) // spaced)
    if len(choices) > room and short and hint.whole and measure.brief:
        room += 1  # the list has more need of a row than the foot
    at = next((place for place, choice in enumerate(choices) if choice.action == focus), 0)
    if len(choices) > room:
        room = max(1, room - 1)
    begin = max(0, min(at - room + 1, len(choices) - room))
    places = []
    for choice, marks in list(zip(choices, labels, strict=True))[begin : begin + room]:
        here = choice.action == focus
        ground = "raised" if here else "surface"
        canvas.fill(Rect(rect.x, y, rect.width, 1), ground)
        if here:
            canvas.put(rect.x, y, "▸", "accent", ground, True)
        x = rect.x + 2
        for mark in marks:
            x = canvas.put(x, y, cut(mark.text, max(0, rect.x + left - 1 - x)), mark.ink, mark.ground or ground, True)
        count = measure.count(choice)
        bar(canvas, rect.x + left, y, width, count / measure.scale, "accent" if here else "weave", ground)
        end = rect.x + left + width + 4
        shown = f"{count:.1f}" if measure.scale < 10 else str(round(count))  # of few points tenths tell something
        canvas.right(end, y, [(shown, "text", True)], ground)
        if averages:
            canvas.right(end + 6, y, [(f"{choice.points:.1f}", "dim", False)], ground)
            end += 6
        if hint.whole:
            canvas.parts(end + 1, y, [verdict(choice, hint.found.unit, short)], ground)
        places.append((Rect(rect.x, y, rect.width, 1), choice.action))
        y += spaced
    if len(choices) > room:
        below = len(choices) - begin - room
        more = _("↓ {n} more", n=below) if below else _("↑ {n} more", n=begin)
        x = canvas.put(rect.x + 2, y, more, "dim", "surface")
        shown = _("{n} of {whole} shown", n=room, whole=len(choices))
        if x + cell_len(shown) < rect.right - 1:
            canvas.right(rect.right - 1, y, [(shown, "dim", False)], "surface")
        y += 1
    if not hint.whole:
        _thinking(canvas, rect, hint, y)
        return places
    focused = hint.of(focus) or choices[0]
    if extra is not None and rect.bottom - y > foot + 3:
        extra(canvas, Rect(rect.x + 2, y + 1, rect.width - 3, rect.bottom - y - foot - 2), focused)
    text = Rect(rect.x + (1 if short else 2), rect.y, rect.width - (2 if short else 3), rect.height)
    counted = tells_all and measure.whole != measure.title
    told = measure.source if counted and measure.source else measure.foot
    lines = 2 if cell_len(told) > text.width else 1
    if rect.bottom - lines >= y and not (flat and measure.brief):
        paragraph(canvas, text, rect.bottom - lines, [(told, "dim", False)], "surface")
    elif rect.bottom > y:
        canvas.put(text.x, rect.bottom - 1, cut(measure.brief, text.width), "dim", "surface")
    return places


def draw_again(canvas: Canvas, rect: Rect, again: Again, played: Sequence[Mark]) -> None:
    """Draw what was played then and what it cost, beside the table on which it is asked again."""
    inner = panel(canvas, rect, _("Find better"))
    inset = 1 if rect.width < ROOMY else 2
    text = Rect(rect.x + inset, inner.y, rect.width - 2 * inset, inner.height)
    low = rect.height < 9
    y = paragraph(canvas, text, inner.y + (rect.height > 11), [(again.what, "text", True)], "surface") + (not low)
    x = canvas.put(text.x, y, _("played"), "dim", "surface") + 1
    if x + sum(cell_len(mark.text) for mark in played) > text.right:
        x, y = text.x, y + 1
    for mark in played:
        x = canvas.put(x, y, cut(mark.text, max(0, text.right - x)), mark.ink, mark.ground or "surface", True)
    y = paragraph(canvas, text, y + 1, [(again.cost, "text", False)], "surface") + (not low)
    y = paragraph(canvas, text, y, [(_("Whatever is as good as the best counts as found."), "dim", False)], "surface")
    if again.so_far and y + 1 < rect.bottom:
        canvas.put(text.x, y + 1, cut(again.so_far, text.width), "dim", "surface")


def draw_undone(canvas: Canvas, rect: Rect, sentences: Sequence[str], further: str) -> None:
    """Draw what was taken back with a decision, in the order in which it had happened, and where one gets next."""
    inner = panel(canvas, rect, _("Taken back"))
    text = inner._replace(x=inner.x + 1, width=inner.width - 2) if rect.width >= ROOMY else inner
    below = wrapped([(further, "dim", False)], text.width) if further else []
    end, y = inner.bottom - len(below), inner.y + (rect.height > TALL)
    for sentence in sentences:
        y = paragraph(canvas, text._replace(height=end - text.y), y, [(sentence, "text", False)], "surface")
    paragraph(canvas, text, min(end, y + 1), [(further, "dim", False)], "surface")


def _thinking(canvas: Canvas, rect: Rect, hint: Hint, y: int) -> None:
    """Say how far the imagining has come."""
    y = max(y, rect.bottom - 2)
    done = 0 if hint.found is None else hint.found.worlds
    counted = _("{n} of {whole}", n=done, whole=hint.worlds)
    canvas.put(rect.x + 1, y, cut(_("imagining"), rect.width - cell_len(counted) - 3), "dim", "surface")
    canvas.right(rect.right - 1, y, [(counted, "dim", False)], "surface")
    if y + 1 < rect.bottom:
        bar(canvas, rect.x + 1, y + 1, rect.width - 2, done / hint.worlds, "accent")
