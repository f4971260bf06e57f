"""A hint as it stands at the table: every choice with what comes of it, and the verdict in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Final, NamedTuple

from rich.cells import cell_len

from herrlof.game import Action
from herrlof.messages import _, all_of, numeral, pgettext
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.fitting import below_free_row, first_that_fits, gap_for, text_of
from herrlof.tui.widgets.pieces import bar, panel, paragraph

if TYPE_CHECKING:  # slow to load, and of no use before somebody asks
    from herrlof.coach.judge import JudgedAction, Judgement

BARS: Final = 9
"""The column of a panel from which on the bars stand, where the choices leave it free."""
BAR, LEAST_BAR = 12, 5
"""Columns of a bar that has room, and of the shortest for which words are said."""
VERDICT, SIGN = 15, 4
"""Columns of a verdict in words, and of its sign."""
LEAST_BELOW: Final = 6
"""Rows of a panel below what was taken back."""
FEW: Final = 5
"""Choices that are in sight before a row above them tells what their numbers are, and that may stand apart."""
OUTCOMES: Final = 8
"""Rows that what comes of the choice in focus is given before choices stand apart."""


class Hint(NamedTuple):
    """What the coach knows of a question so far."""

    legal: Sequence[Action]
    """The choices in the order in which they lie at the table."""
    found: Judgement | None = None
    played: Action | None = None
    """What was played then, where a decision is asked again: the others are compared with it."""
    only: Collection[Action] = ()
    """The choices that are listed; nothing: all."""

    @property
    def whole(self) -> bool:
        return self.found is not None and self.found.whole

    @property
    def choices(self) -> Sequence[JudgedAction]:
        """The choices as they are listed: while more is being found in their own order, then the best first.

        Where none is any better than another, the highest number is first.
        """
        if self.found is None:
            return ()
        order = list(self.found.choices)
        if not self.whole:
            by_action = {choice.action: choice for choice in order}
            order = [by_action[action] for action in self.legal if action in by_action]
        elif self.alike:
            order.sort(key=lambda one: -inf if one.value is None else one.value.value, reverse=True)
        return [one for one in order if not self.only or one.action in self.only]

    @property
    def exact(self) -> bool:
        """Whether what is told is known, and nothing imagined."""
        return self.found is not None and self.found.exact

    @property
    def alike(self) -> bool:
        """Whether no choice is any better than another."""
        return self.found is not None and self.found.alike

    @property
    def in_wins(self) -> bool:
        """Whether it counts wins of 100, and not points."""
        from herrlof.coach.judge import WINS

        return self.found is not None and self.found.unit == WINS

    def of(self, action: Action | None) -> JudgedAction | None:
        return next((choice for choice in self.choices if choice.action == action), None)

    def beside(self, choice: JudgedAction) -> JudgedAction | None:
        """Return with what a choice is compared: with what was played, and that with the best."""
        other = self.choices[0] if choice.action == self.played else self.of(self.played)
        return None if self.played is None or other is None or other.action == choice.action else other


class DecisionAgain(NamedTuple):
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
    count: Callable[[JudgedAction], float | None]
    """None where a choice dropped out early, and there is no number."""
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

    if found is not None and found.exact:
        most = max([abs(choice.value.value) for choice in found.choices if choice.value is not None])
        foot = _("exact: played to the end, with best play by both")
        title = _("Points ahead at the end")
        return Measure(title, title, foot, value_of, max(1.0, most), _("exact, best play"), foot)
    wins = found is None or found.unit == WINS or found.choices[0].points is None
    worlds = found.worlds if found is not None else 0
    foot = _("{n} games played on from each", n=worlds)
    brief = _("{n} games each", n=worlds)
    source = ""
    if hidden:
        source = _("going by what you see")
        foot = _("{n} imagined deals, going by what you see", n=worlds)
        brief = _("{n} imagined deals", n=worlds)
    if wins or found is None:
        whole = _("You win in … of 100 games")
        return Measure(_("You win in"), whole, foot, value_of, 100.0, brief, source)
    title = _("Points ahead of the others")
    if len(others) == 1:
        title = _("Points ahead of {name}", name=others[0])
    most = max([1.0, *[choice.value.value for choice in found.choices if choice.value is not None]])
    return Measure(title, title, foot, value_of, most, brief, source)


def value_of(choice: JudgedAction) -> float | None:
    """Return what a choice is worth, by which the list is ordered and its verdicts are found."""
    return None if choice.value is None else choice.value.value


class Mark(NamedTuple):
    """A piece of what stands for a choice: a chip, a name."""

    text: str
    ink: str = "text"
    ground: str = ""
    """Nothing: the row's own."""


def put_mark(canvas: Canvas, x: int, y: int, mark: Mark, ground: str, bold: bool = False) -> int:
    """Write a piece on a ground, or on its own; return the column after it."""
    if mark.ground and mark.ink == f"{mark.ground}-ink":
        return canvas.chip(x, y, mark.text, mark.ground, bold)
    return canvas.put(x, y, mark.text, mark.ink, mark.ground or ground, bold)


def verdict(choice: JudgedAction, found: Judgement, short: bool) -> Part:
    """Return a verdict in words, or in a sign or two."""
    from herrlof.coach.saying import verdict_text

    ink = {"best": "good", "as good": "good", "worse": "bad"}.get(choice.verdict, "dim")
    return verdict_text(choice, found, short), ink, choice.verdict == "best" and not found.alike


def verdict_parts(
    choice: JudgedAction | None, hint: Hint, name: Callable[[Action], str], listed: Callable[[Action], str]
) -> list[Part]:
    """Return the verdict on what is in focus: bold, and after it what is as good.

    `name` begins a sentence with an action, `listed` names it within one.
    """
    from herrlof.coach.saying import alike_text, error_of, less_of, points_less

    assert hint.found is not None
    choices, unit = hint.found.choices, hint.found.unit
    best = choices[0]
    if hint.alike and choice is not None:
        return [(_as_good_as_others(name(choice.action), len(choices) - 1), "text", True)]
    if hint.alike:
        return [(alike_text(hint.found), "text", True)]
    good = [other for other in choices if other.verdict == "as good"]
    first = choice or best
    unsure = [other for other in choices if other.verdict == "can't tell" and other.value is not None]
    if first.verdict == "best" and 0 < len(unsure) == len(choices) - 1:
        return [(_("Too close to call; if anything, {name}.", name=listed(best.action)), "text", True)]
    if first.verdict != "best":
        told = {
            "as good": _("{name}: about as good as {best}.", name=name(first.action),
                         best=listed(best.action)),
            "can't tell": _("{name}: too close to call with {best}, give or take {error}.",
                            name=name(first.action), best=listed(best.action), error=error_of(first, unit)),
            "worse": _("{name}: {less} than {best}.", name=name(first.action), best=listed(best.action),
                       less=points_less(less_of(first, hint.found), unit)),
        }  # fmt: skip
        said = told[first.verdict]
        if first.verdict == "worse" and hint.found.costs_win(first):
            said = _("{name} gives the win away that {best} keeps.", name=name(first.action), best=listed(best.action))
        elif first.value is None:
            said = _("{name}: worse, as far as tried.", name=name(first.action))
            if first.verdict != "worse":
                said = _("{name}: hardly tried.", name=name(first.action))
        return [(said, "text", True)]
    parts: list[Part] = [(_("Best: {name}.", name=name(best.action)), "text", True)]
    if good:
        parts.append((f" {as_good([listed(other.action) for other in good])}", "text", False))
    return parts


def _as_good_as_others(name: str, others: int) -> str:
    if others == 1:
        return _("{name}: about as good as the other.", name=name)
    return _("{name}: about as good as all others.", name=name)


def as_good(names: Sequence[str]) -> str:
    """Return what is as good as the best, at most three of it."""
    return _("About as good: {names}.", names=all_of(names[:3]))


def rows_of(hint: Hint, label: Callable[[Action], Sequence[Mark]], width: int) -> list[Sequence[JudgedAction]]:
    """Return the choices as a list has them, row by row: chips of all that is as good as the best share a row below it.

    `width`: the columns of such a row; what does not fit stands in one more.
    """
    choices = hint.choices
    good = [choice for choice in choices if choice.verdict == "as good"]
    chips = {choice.action: label(choice.action) for choice in good}
    are_chips = all(len(marks) == 1 and marks[0].ground for marks in chips.values())
    if not hint.whole or hint.alike or len(good) < 2 or not are_chips:
        return [(choice,) for choice in choices]
    shared: list[list[JudgedAction]] = []
    left = 0
    for choice in good:
        wide = cell_len(chips[choice.action][0].text) + 1
        if wide > left:
            shared.append([])
            left = width
        shared[-1].append(choice)
        left -= wide
    best, *others = [choice for choice in choices if choice.verdict != "as good"]
    return [(best,), *shared, *[(choice,) for choice in others]]


def draw_hint(
    canvas: Canvas,
    rect: Rect,
    hint: Hint,
    measure: Measure,
    label: Callable[[Action], Sequence[Mark]],
    focus: Action | None,
    extra: Callable[[Canvas, Rect, JudgedAction], None] | None = None,
) -> list[tuple[Rect, Action]]:
    """Draw the panel of a hint; return where each choice can be clicked. `extra` fills what room is left."""
    tells_all = cell_len(measure.whole) <= rect.width - 2
    choices = hint.choices
    wide = max((sum(cell_len(mark.text) for mark in label(choice.action)) for choice in choices), default=0)
    said = max([VERDICT, *(cell_len(verdict(one, hint.found, False)[0]) for one in choices if hint.found is not None)])
    left = max(BARS, wide + 3)
    brief = first_that_fits(  # words give way to the choices and their bars
        (False, True), rect.width - 6, lambda brief: left + LEAST_BAR + (SIGN if brief else said)
    )
    said = SIGN if brief else said
    left = min(left, rect.width - said - 10)
    inset = text_of(rect.inset(1))
    text = inset._replace(width=rect.right - 1 - inset.x)
    told = measure.source if tells_all and measure.whole != measure.title and measure.source else measure.foot
    foot = len(wrapped([(told, "dim", False)], text.width)) if hint.whole else 2
    rows = rows_of(hint, label, rect.width - said - 4)
    averages = bool(choices) and choices[0].points is not None and left + BAR + said + 12 <= rect.width
    flat = first_that_fits(  # the heads of the columns go before choices do
        (False, True), rect.height - foot - 1, lambda flat: (not flat) + averages + min(len(rows), FEW)
    )
    title = _("Hint") if hint.played is None else _("Compared")
    inner = panel(canvas, rect, measure.title if flat else title)
    y = inner.y
    if not flat:
        x = canvas.put(text.x, y, cut(measure.whole if tells_all else measure.title, text.width), "dim", "surface")
        behind = pgettext("cell:4", "less")
        if brief and hint.whole and x + cell_len(behind) < rect.right - 1:
            canvas.right(rect.right - 1, y, [(behind, "dim", False)], "surface")
        y += 1
    if not choices:
        _thinking(canvas, rect, hint, y)
        return []
    assert hint.found is not None
    width = min(BAR, rect.width - left - said - 6 - 6 * averages)
    if averages:
        canvas.right(rect.x + left + width + 10, y, [(_("points"), "dim", False)], "surface")
        y += 1
    whole = OUTCOMES if extra is not None else 0
    steps = (2, 1) if len(rows) <= FEW else (1,)
    spaced = first_that_fits(steps, rect.bottom - y - foot - whole, lambda step: step * len(rows))
    if len(rows) > rect.bottom - y - foot and hint.whole and measure.brief:
        foot = 1  # the list has more need of a row
    room = max(1, (rect.bottom - y - foot) // spaced)
    at = next((place for place, row in enumerate(rows) for choice in row if choice.action == focus), 0)
    if len(rows) > room:
        room = max(1, room - 1)
    begin = max(0, min(at - room + 1, len(rows) - room))
    places = []
    for choice, *beside in rows[begin : begin + room]:
        here = focus in [one.action for one in (choice, *beside)]
        ground = "raised" if here else "surface"
        canvas.fill(Rect(rect.x, y, rect.width, 1), ground)
        if choice.verdict == "as good" and len(rows) < len(choices):
            places += _draw_shared(canvas, rect.x + 1, y, (choice, *beside), label, focus, ground)
            if choice is rows[1][0]:
                canvas.parts(rect.right - said - 1, y, [verdict(choice, hint.found, brief)], ground)
            y += spaced
            continue
        if here:
            canvas.put(rect.x, y, "▸", "accent", ground, True)
        x = rect.x + 2
        for mark in label(choice.action):
            x = put_mark(canvas, x, y, mark._replace(text=cut(mark.text, max(0, rect.x + left - 1 - x))), ground, True)
        count, end = measure.count(choice), rect.x + left + width + 4
        if count is not None:
            bar(canvas, rect.x + left, y, width, count / measure.scale, "accent" if here else "weave", ground)
            canvas.right(end, y, [(_shown(count, measure, hint), "text", True)], ground)
        if averages and choice.points is not None:
            canvas.right(end + 6, y, [(numeral(choice.points, ".1f"), "dim", False)], ground)
        end += 6 * averages
        if hint.whole:
            canvas.parts(end + 1, y, [verdict(choice, hint.found, brief)], ground)
        places.append((Rect(rect.x, y, rect.width, 1), choice.action))
        y += spaced
    if len(rows) > room:
        above, below = (sum(map(len, some)) for some in (rows[:begin], rows[begin + room :]))
        more = _("↓ {n} more", n=below) if below else _("↑ {n} more", n=above)
        if y == rect.bottom:  # the panel has no row for it
            canvas.right(rect.right - 1, rect.y, [(f" {more}", "dim", False)], "surface")
            return places
        x = canvas.put(rect.x + 2, y, more, "dim", "surface")
        shown = _("{n} of {whole} shown", n=len(choices) - above - below, whole=len(choices))
        if x + cell_len(shown) < rect.right - 1:
            canvas.right(rect.right - 1, y, [(shown, "dim", False)], "surface")
        y += 1
    if not hint.whole:
        _thinking(canvas, rect, hint, y)
        return places
    focused = hint.of(focus) or choices[0]
    if extra is not None and rect.bottom - y > foot + 3:
        extra(canvas, Rect(rect.x + 2, y + 1, rect.width - 3, rect.bottom - y - foot - 2), focused)
    if rect.bottom - foot >= y and not (flat and measure.brief) and cell_len(told) <= foot * text.width:
        paragraph(canvas, text, rect.bottom - foot, [(told, "dim", False)], "surface")
    elif rect.bottom > y:
        canvas.put(text.x, rect.bottom - 1, cut(measure.brief, text.width), "dim", "surface")
    return places


def _draw_shared(
    canvas: Canvas,
    x: int,
    y: int,
    choices: Sequence[JudgedAction],
    label: Callable[[Action], Sequence[Mark]],
    focus: Action | None,
    ground: str,
) -> list[tuple[Rect, Action]]:
    """Draw choices of one row, each as a chip; return where each can be clicked."""
    places = []
    for choice in choices:
        x = canvas.put(x, y, "▸" if choice.action == focus else " ", "accent", ground, True)
        begin = x
        for mark in label(choice.action):
            x = put_mark(canvas, x, y, mark, ground, True)
        places.append((Rect(begin, y, x - begin, 1), choice.action))
    return places


def _shown(count: float, measure: Measure, hint: Hint) -> str:
    """Return a number of a list: of few points tenths tell something, and what is exact has none but those it has."""
    return numeral(count) if hint.exact else numeral(count, ".1f" if measure.scale < 10 else ".0f")


def draw_again(canvas: Canvas, rect: Rect, again: DecisionAgain, played: Sequence[Mark]) -> None:
    """Draw what was played then and what it cost, beside the table on which it is asked again."""
    inner = panel(canvas, rect, _("Find better"))
    text = text_of(inner)
    what, cost = [(again.what, "text", True)], [(again.cost, "text", False)]
    aim: list[Part] = [(_("Anything as good as the best counts."), "dim", False)]
    label = _("played")
    size = cell_len(label) + 1 + sum(cell_len(mark.text) for mark in played)
    apart = size > text.width  # the choice has a row of its own
    told, costs, aims = (len(wrapped(parts, text.width)) for parts in (what, cost, aim))
    rows = told, 1 + apart + costs, aims + 2 * bool(again.so_far)
    gap = gap_for(rows, inner.height, (1, 0))
    y = below_free_row(inner, sum(rows) + gap * len(rows)).y if gap else inner.y
    y = paragraph(canvas, text, y, what, "surface") + gap
    x = canvas.put(text.x, y, label, "dim", "surface") + 1
    if apart:
        x, y = text.x, y + 1
    for mark in played:
        x = put_mark(canvas, x, y, mark._replace(text=cut(mark.text, max(0, text.right - x))), "surface", True)
    y = paragraph(canvas, text, y + 1, cost, "surface") + gap
    y = paragraph(canvas, text, y, aim, "surface")
    if again.so_far and y + 1 < rect.bottom:
        canvas.put(text.x, y + 1, cut(again.so_far, text.width), "dim", "surface")


def draw_undone(canvas: Canvas, rect: Rect, sentences: Sequence[str], further: str) -> Rect | None:
    """Draw what was taken back with a decision, in the order in which it had happened, and where one gets next.

    Return what is left below it, where that is enough for another panel.
    """
    width = text_of(rect.inset(1)).width
    below = wrapped([(further, "dim", False)], width) if further else []
    told = sum(len(wrapped([(sentence, "text", False)], width)) for sentence in sentences)
    rows = told + 1 + len(below)
    height = first_that_fits((rows + 2, rect.height), rect.height, lambda height: height + 1 + LEAST_BELOW)
    inner = panel(canvas, rect._replace(height=height), _("Taken back"))
    text, y = text_of(inner), below_free_row(inner, rows).y
    end = inner.bottom - len(below)
    for sentence in sentences:
        y = paragraph(canvas, text._replace(height=end - text.y), y, [(sentence, "text", False)], "surface")
    paragraph(canvas, text, min(end, y + 1), [(further, "dim", False)], "surface")
    rest = rect._replace(y=inner.bottom + 1, height=rect.bottom - inner.bottom - 1)
    return rest if height < rect.height else None


def _thinking(canvas: Canvas, rect: Rect, hint: Hint, y: int) -> None:
    """Say how far the imagining has come."""
    y = max(y, rect.bottom - 2)
    done, whole = (hint.found.worlds, hint.found.planned) if hint.found is not None else (0, 0)
    counted = _("{n} of {whole}", n=done, whole=whole) if whole else ""
    canvas.put(rect.x + 1, y, cut(_("imagining"), rect.width - cell_len(counted) - 3), "dim", "surface")
    canvas.right(rect.right - 1, y, [(counted, "dim", False)], "surface")
    if y + 1 < rect.bottom:
        bar(canvas, rect.x + 1, y + 1, rect.width - 2, done / max(1, whole), "accent")
