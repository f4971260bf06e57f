"""What a hint shows at Herrlof's table: how often the number comes true, and how many tricks one ends with."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from herrlof.game import Action
from herrlof.games.herrlof import reading
from herrlof.games.herrlof.actions import PREDICT
from herrlof.games.herrlof.cards import NO_COLOUR
from herrlof.games.herrlof.observation import Observation
from herrlof.messages import numeral, paragraph
from herrlof.tui.boards.herrlof import labels
from herrlof.tui.boards.herrlof.faces import COLOURS, face_of, trump_name
from herrlof.tui.boards.herrlof.labels import BoardSpeaker
from herrlof.tui.boards.herrlof.predicting import number_columns
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, wrapped
from herrlof.tui.widgets.cards import CardState, L, M, S, draw_card
from herrlof.tui.widgets.hint import Hint, Measure, verdict
from herrlof.tui.widgets.pieces import bar

if TYPE_CHECKING:
    from herrlof.coach.judge import JudgedAction

VERDICT_PITCH = 4
"""Columns of a number above which its verdict has room."""
SHOWN = 0.05
"""Half of what a lead is rounded to in a sentence."""
SELDOM = 3
"""What happens in fewer of 100 deals is not told."""


def of_100(choice: JudgedAction, outcome: int) -> int:
    """Return in how many of 100 deals so many tricks come of a choice."""
    return round(100 * choice.outcomes.get(outcome, 0) / max(1, choice.worlds))


def counted(choice: JudgedAction, outcome: int) -> int | None:
    """Return the same for a list: None where a choice has no number."""
    return None if choice.value is None else of_100(choice, outcome)


def measure(plain: Measure) -> Measure:
    """Return how often each number comes true."""
    title = labels.hint_labels().numbers
    return replace(plain, title=title, whole=title, count=lambda choice: counted(choice, choice.action - PREDICT))


def says(choice: JudgedAction, speaker: BoardSpeaker, at_stake: bool) -> Sequence[str]:
    """Return what comes of a choice: how often a number comes true, with how many tricks one ends, and the points."""
    seen, value = speaker.seen, choice.value.value if choice.value is not None else 0.0
    average = speaker.on_average(choice.points or 0.0, value, at_stake)
    if seen.phase == "predict":
        number = choice.action - PREDICT
        return [labels.number_comes_true(number, of_100(choice, number)), average]
    counts = {outcome: of_100(choice, outcome) for outcome in sorted(choice.outcomes)}
    often = {outcome: count for outcome, count in counts.items() if count >= SELDOM}
    found = [labels.ends_with(often)]
    if choice.soon is not None:
        last = len(seen.trick) == seen.seats - 1
        found.insert(0, labels.wins_trick(round(100 * choice.soon / choice.worlds), last))
    return [*found, average]


def number_told(
    choice: JudgedAction,
    hint: Hint,
    told: Sequence[str],
    speaker: BoardSpeaker,
    fits: Callable[[Sequence[Sequence[Part]]], bool],
) -> list[Sequence[Part]]:
    """Return which number is the best and what it brings, beside the one in focus: in a row of its own if that fits."""
    verdict: Sequence[Part] = [(_verdict(choice, hint), "text", True)]
    beside = _best_beside(choice, hint, speaker)
    joined = [verdict, [(paragraph(*told, beside), "text", False)]]
    apart = [verdict, [(paragraph(*told), "text", False)], [(beside, "text", False)]]
    return apart if beside and fits(apart) else joined


def level_of(hint: Hint) -> list[int]:
    """Return the numbers between which nothing decides, in order."""
    level = [one for one in hint.choices if one.verdict != "worse" and one.value is not None]
    return sorted(one.action - PREDICT for one in level)


def _verdict(choice: JudgedAction, hint: Hint) -> str:
    """Return which numbers are the best, and how the one in focus stands to them."""
    level, number, best = level_of(hint), choice.action - PREDICT, hint.choices[0]
    if number in level:
        often = max(of_100(one, one.action - PREDICT) for one in hint.choices)
        likeliest = of_100(best, best.action - PREDICT) == often
        unsure = any(one.verdict == "can't tell" and one.value is not None for one in hint.choices)
        return labels.best_numbers(level, best.action - PREDICT, likeliest, unsure)
    if choice.value is None:
        return labels.number_dropped(number, level)
    from herrlof.coach.saying import less_of, points_less

    assert hint.found is not None
    less = points_less(less_of(choice, hint.found), hint.found.unit)
    return labels.number_compared(number, level, less)


def _best_beside(choice: JudgedAction, hint: Hint, speaker: BoardSpeaker) -> str:
    """Return what the best number brings, beside another one."""
    best = hint.choices[0]
    if choice.action == best.action or choice.value is None:
        return ""
    number, value = best.action - PREDICT, best.value.value if best.value is not None else 0.0
    return speaker.number_beside(number, of_100(best, number), best.points or 0.0, value, hint.in_wins)


def why_best(hint: Hint, speaker: BoardSpeaker, title: Callable[[Action], str], tells_points: bool) -> str:
    """Return by what the best choice is the best, where what is shown of another one is more; else nothing.

    How often a number comes true is shown where it can, its points where the hint `tells_points`.
    """
    seen = speaker.seen
    best, aim = hint.choices[0], reading.own_aim(seen)
    if seen.phase != "predict" and reading.card_of(best.action) is None:
        return ""

    def count(choice: JudgedAction) -> int:
        return of_100(choice, choice.action - PREDICT if aim is None else aim.prediction)

    def points(choice: JudgedAction) -> float:
        return round(choice.points or 0.0, 1)

    tried = [one for one in hint.choices if one.value is not None and (one.verdict == "worse" or one is best)]
    often, dear = max(tried, key=count), max(tried, key=points)
    more = ""
    if aim is not None and SELDOM <= count(often) >= 2 * count(best):
        return ""  # that the number is given up is told as the reason
    if count(often) > count(best):
        said = often.action - PREDICT if aim is None else aim.prediction
        more = labels.true_more_often(said, reading.card_of(often.action))
    elif points(dear) > points(best) and (tells_points or not count(often)):
        more = labels.brings_more(title(dear.action))
    return paragraph(more, speaker.what_counts(hint.in_wins)) if more else ""


def draw_outcomes(canvas: Canvas, rect: Rect, compared: Mapping[str, JudgedAction], seen: Observation) -> None:
    """Draw with how many tricks one ends, and how often, after a choice or two side by side, the focused one first."""
    aim, alone = reading.own_aim(seen), len(compared) == 1
    width = min(12, rect.width - 24) if alone else (rect.width - 6) // 2 - 6
    if alone:
        canvas.put(rect.x, rect.y, cut(labels.ends_title(*compared), rect.width), "text", "surface", True)
    else:
        canvas.put(rect.x, rect.y, labels.hint_labels().tricks, "dim", "surface")
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
            canvas.put(end, y, cut(labels.hint_labels().your_number, rect.right - end), "dim", "surface")


def draw_number_hint(canvas: Canvas, felt: Rect, hint: Hint, seen: Observation, number: int | None, leads: str) -> None:
    """Draw over the full width how often each number comes true, as bars that stand on the numbers."""
    canvas.fill(felt, "felt")
    label, roomy = labels.hint_labels(hint.in_wins, seen.seats), felt.height >= 16
    left, pitch = number_columns(canvas.width, seen)
    narrow, verdicts = felt.width < 80, roomy and pitch > VERDICT_PITCH
    points_row = felt.bottom - 1 - verdicts
    size = S if narrow or felt.height < M.height + 3 else L if roomy else M
    x, y = felt.x + (1 if narrow or roomy else 2), felt.y + 1
    draw_card(canvas, x, y, face_of(seen.turned[-1]), size, CardState(shadow=roomy), "felt")
    tint = "text" if seen.trump == NO_COLOUR else f"{COLOURS[seen.trump]}-tint"
    canvas.put(x, y + size.height + roomy, cut(trump_name(seen.trump, letter=False), left - x), tint, "felt", True)
    if (below := y + size.height + 1 + roomy) < points_row:
        for row, line in enumerate(wrapped([(leads, "dim", False)], left - x, points_row - below), below):
            canvas.parts(x, row, line, "felt")
    top = felt.y + (roomy and not narrow)  # there the card stands below it
    at = canvas.put(x if narrow else left, top, label.hint, "accent", "felt", True) + 2
    title = label.numbers
    if not hint.whole:
        title = "" if hint.found is None else labels.imagining(hint.found.worlds, hint.found.planned)
    canvas.put(at, top, cut(title, felt.right - at - 1), "dim", "felt")
    if hint.found is None:
        return
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
        for row in range(wide.y, wide.bottom) if canvas.look.colourless else ():
            canvas.put(wide.x, row, ("█" if here else "░") * wide.width, "text", "felt")
        if halves % 2:
            canvas.put(cell.x, wide.y - 1, "▄" * (pitch - 1), ink, "felt")
        top = wide.y - 1 - halves % 2
        canvas.centre(wide, top, "" if choice.value is None else str(count), "text" if count else "dim", "felt", here)
        if choice.value is None:  # it dropped out: there is nothing to tell
            continue
        good = hint.whole and not hint.alike and choice.verdict in ("best", "as good")
        ahead = seen.seats == 2 and not hint.in_wins
        value = choice.value.value if ahead or hint.in_wins else choice.points or 0.0
        digits = 1 if roomy and pitch > 4 else 0
        shown = numeral(value, f"{'+' if ahead else ''}.{digits}f")
        if ahead and not digits and SHOWN <= abs(value) < 1 - SHOWN:  # the sentence below tells it in tenths
            shown = numeral(value, "+.1f").replace("0", "", 1)
        canvas.centre(wide, points_row, shown, "good" if good else "text", "felt", good)
        if verdicts and (good or (hint.whole and choice.verdict == "can't tell")):
            text, ink, bold = verdict(choice, hint.found, short=True)
            canvas.centre(wide, points_row + 1, text, ink, "felt", bold)
