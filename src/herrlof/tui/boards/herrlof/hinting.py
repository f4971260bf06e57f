"""What a hint shows at Herrlof's table: how often the number comes true, and how many tricks one ends with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from herrlof.game import Action
from herrlof.games.herrlof import reading, words
from herrlof.games.herrlof.actions import PREDICT
from herrlof.games.herrlof.cards import NO_COLOUR
from herrlof.games.herrlof.observation import Observation
from herrlof.messages import paragraph
from herrlof.tui.boards.herrlof.faces import COLOURS, face_of, trump_name
from herrlof.tui.boards.herrlof.predicting import number_columns
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut
from herrlof.tui.widgets.cards import CardState, L, M, S, draw_card
from herrlof.tui.widgets.hint import Hint, Measure, as_good, verdict
from herrlof.tui.widgets.pieces import bar

if TYPE_CHECKING:
    from herrlof.coach.judge import Choice

SELDOM = 3
"""What happens in fewer of 100 deals is not told."""


def of_100(choice: Choice, outcome: int) -> int:
    """Return in how many of 100 deals so many tricks come of a choice."""
    return round(100 * choice.outcomes.get(outcome, 0) / choice.worlds)


def measure(seen: Observation, plain: Measure) -> Measure | None:
    """Return how often the number comes true; None where it can no longer, so that points count."""
    aim = reading.own_aim(seen)
    if seen.phase == "predict":
        title = words.hint_labels(0).numbers
        return replace(plain, title=title, whole=title, count=lambda choice: of_100(choice, choice.action - PREDICT))
    if aim is None or aim.state == "over":
        return None
    said, label = aim.prediction, words.hint_labels(aim.prediction)
    return replace(
        plain, title=label.comes_true, whole=label.of_100, scale=100.0, count=lambda choice: of_100(choice, said)
    )


def says(choice: Choice, seen: Observation, names: Sequence[str], roomy: bool, at_stake: bool) -> Sequence[str]:
    """Return what comes of a choice; where there is a chart of the tricks, only the points."""
    average = words.on_average(choice.points or 0.0, choice.value.value, at_stake, seen, names)
    if seen.phase == "predict":
        number = choice.action - PREDICT
        return [words.number_comes_true(number, of_100(choice, number)), average]
    counts = {outcome: of_100(choice, outcome) for outcome in sorted(choice.outcomes)}
    often = {outcome: count for outcome, count in counts.items() if count >= SELDOM}
    found = [] if roomy else [words.ends_with(often)]
    if choice.soon is not None:
        last = len(seen.trick) == seen.seats - 1
        found.insert(0, words.wins_trick(round(100 * choice.soon / choice.worlds), last))
    return [*found, average]


def number_told(
    choice: Choice, hint: Hint, told: Sequence[str], fits: Callable[[Sequence[Sequence[Part]]], bool]
) -> list[Sequence[Part]]:
    """Return which number is the best and what it brings, beside the one in focus: in a row of its own if that fits."""
    verdict, beside = _verdict(choice, hint), _best_beside(choice, hint)
    joined = [verdict, [(paragraph(*told, beside), "text", False)]]
    apart = [verdict, [(paragraph(*told), "text", False)], [(beside, "text", False)]]
    return apart if beside and fits(apart) else joined


def _verdict(choice: Choice, hint: Hint) -> Sequence[Part]:
    """Return which number is the best, and how the one in focus stands to it."""
    good = [other for other in hint.choices if other.verdict == "as good"]
    best, less = hint.choices[0].action - PREDICT, max(1, round(choice.loss.value))
    text = words.number_compared(choice.action - PREDICT, best, choice.verdict, less, hint.in_wins)
    parts: list[Part] = [(text, "text", True)]
    if good and choice.verdict == "best":
        parts.append((f" {as_good([str(other.action - PREDICT) for other in good])}", "text", False))
    return parts


def _best_beside(choice: Choice, hint: Hint) -> str:
    """Return what the best number brings, beside another one."""
    best = hint.choices[0]
    if choice.action == best.action:
        return ""
    number = best.action - PREDICT
    return words.number_beside(number, of_100(best, number), best.points or 0.0, best.value.value, hint.in_wins)


def why_best(
    hint: Hint, seen: Observation, names: Sequence[str], title: Callable[[Action], str], tells_points: bool
) -> str:
    """Return by what the best choice is the best, where what is shown of another one is more; else nothing.

    How often a number comes true is shown where it can, its points where the hint `tells_points`.
    """
    best, aim = hint.choices[0], reading.own_aim(seen)
    if seen.phase != "predict" and reading.card_of(best.action) is None:
        return ""

    def count(choice: Choice) -> int:
        return of_100(choice, choice.action - PREDICT if aim is None else aim.prediction)

    def points(choice: Choice) -> float:
        return round(choice.points or 0.0, 1)

    tried = [choice for choice in hint.choices if choice.worlds == best.worlds]
    often, dear = max(tried, key=count), max(tried, key=points)
    more = ""
    if count(often) > count(best):
        said = often.action - PREDICT if aim is None else aim.prediction
        more = words.true_more_often(said, reading.card_of(often.action))
    elif points(dear) > points(best) and (tells_points or not count(often)):
        more = words.brings_more(title(dear.action))
    return paragraph(more, words.what_counts(hint.in_wins, seen, names)) if more else ""


def draw_outcomes(canvas: Canvas, rect: Rect, compared: Mapping[str, Choice], seen: Observation) -> None:
    """Draw with how many tricks one ends, and how often, after a choice or two side by side, the focused one first."""
    aim, alone = reading.own_aim(seen), len(compared) == 1
    width = min(12, rect.width - 24) if alone else (rect.width - 6) // 2 - 6
    if alone:
        canvas.put(rect.x, rect.y, cut(words.ends_title(*compared), rect.width), "text", "surface", True)
    else:
        canvas.put(rect.x, rect.y, words.hint_labels(0).tricks, "dim", "surface")
        for number, name in enumerate(compared):
            canvas.put(rect.x + 7 + number * (width + 6), rect.y, cut(name, width + 5), "text", "surface", True)
    often = {
        tricks: [of_100(other, tricks) for other in compared.values()]
        for choice in compared.values()
        for tricks in choice.outcomes
    }
    most = sorted(sorted(often), key=lambda tricks: max(often[tricks]), reverse=True)[: rect.height - 1]
    told = [tricks for tricks in sorted(most) if max(often[tricks]) >= SELDOM]
    for y, tricks in enumerate(told, rect.y + 1):
        own = aim is not None and tricks == aim.prediction
        canvas.right(rect.x + 4, y, [(str(tricks), "accent" if own and not alone else "text", own)], "surface")
        end = rect.x + 7
        for number, count in enumerate(often[tricks]):
            first = own if alone else not number
            bar(canvas, end, y, width, count / 100, "accent" if first else "weave")
            canvas.right(end + width + 4, y, [(str(count), "text", alone) if count else ("–", "dim", False)], "surface")
            end += width + 6
        if own and alone:
            canvas.put(end, y, cut(words.hint_labels(0).your_number, rect.right - end), "dim", "surface")


def draw_number_hint(canvas: Canvas, felt: Rect, hint: Hint, seen: Observation, number: int | None, leads: str) -> None:
    """Draw over the full width how often each number comes true, as bars that stand on the numbers."""
    canvas.fill(felt, "felt")
    label, roomy = words.hint_labels(0, hint.in_wins), felt.height >= 16
    left, pitch = number_columns(canvas.width, seen)
    narrow = felt.width < 80
    size = S if narrow else L if roomy else M
    x, y = felt.x + (1 if narrow or roomy else 2), felt.y + 1
    draw_card(canvas, x, y, face_of(seen.turned[-1]), size, CardState(shadow=roomy), "felt")
    tint = "text" if seen.trump == NO_COLOUR else f"{COLOURS[seen.trump]}-tint"
    canvas.put(x, y + size.height + roomy, cut(trump_name(seen.trump, letter=False), left - x), tint, "felt", True)
    if felt.height > 8:
        canvas.put(x, y + size.height + 1 + roomy, cut(leads, left - 1 - x), "dim", "felt")
    at = canvas.put(x if narrow else left, felt.y + roomy, label.hint, "accent", "felt", True) + 2
    worlds = 0 if hint.found is None else hint.found.worlds
    title = label.numbers if hint.whole else words.imagining(worlds, hint.worlds)
    canvas.put(at, felt.y + roomy, cut(title, felt.right - at - 1), "dim", "felt")
    if hint.found is None:
        return
    points_row = felt.bottom - 1 - roomy
    base, rows = points_row - 1, points_row - felt.y - (6 if roomy else 3 if felt.height > 8 else 2)
    canvas.right(left - 1, points_row, [(cut(label.lead, left - 2), "dim", False)], "felt")
    counts = {choice.action - PREDICT: of_100(choice, choice.action - PREDICT) for choice in hint.found.choices}
    most = max(1, *counts.values())
    for choice in hint.found.choices:
        said = choice.action - PREDICT
        cell, count = Rect(left + said * pitch, base, pitch, 1), counts[said]
        here = said == number
        halves = 0 if canvas.look.ascii else round(2 * rows * count / most)
        ink = "accent" if here else "weave"
        wide = Rect(cell.x, base + 1 - halves // 2, pitch - 1, halves // 2)
        canvas.fill(wide, ink)
        if halves % 2:
            canvas.put(cell.x, wide.y - 1, "▄" * (pitch - 1), ink, "felt")
        top = wide.y - 1 - halves % 2
        canvas.centre(wide, top, str(count) if count else "·", "text" if count else "dim", "felt", here)
        good = hint.whole and not hint.alike and choice.verdict in ("best", "as good")
        value = choice.value.value
        digits = 1 if roomy and pitch > 4 else 0
        shown = f"{round(value, digits) + 0.0:{'' if hint.in_wins else '+'}.{digits}f}"  # no -0
        canvas.centre(wide, points_row, shown, "good" if good else "text", "felt", good)
        if roomy and good:
            text, ink, bold = verdict(choice, hint.found.unit, short=True)
            canvas.centre(wide, points_row + 1, text, ink, "felt", bold)
