"""What stands beside the rope: what a play would come to, field by field, and what a card can do."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from rich.cells import cell_len

from herrlof.game import NOBODY
from herrlof.games.how_ruck import reading, words
from herrlof.games.how_ruck.actions import SEATS
from herrlof.games.how_ruck.cards import COLOURS, FIRST_ACTION, KINDS, MONSTROUS, NESSIE, Card
from herrlof.games.how_ruck.observation import Observation
from herrlof.games.how_ruck.tug import TRACK, Tug, strengths
from herrlof.messages import kept
from herrlof.tui.boards.board import BoardContext
from herrlof.tui.boards.how_ruck.faces import chip_face
from herrlof.tui.boards.how_ruck.rope import pull_mark
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, width_of, wrapped
from herrlof.tui.widgets.cards import chip, put_chip
from herrlof.tui.widgets.pieces import panel, paragraph

WIDE: Final = 35
"""Columns from which on what is weighed stands apart from its head."""
CAN_DO_ROWS = 5 + KINDS - FIRST_ACTION
"""The rows of the list of what a card can do, its title among them."""


def weighed(tug: Tug, seen: Observation) -> tuple[str, Part]:
    """Return the strengths that a play would make, and where the barrel would go."""
    first, second = strengths(tug.rope)
    if tug.barrel != seen.barrel:
        mark = f"{pull_mark(seen.barrel, tug.barrel):>4} {words.to_field(max(1, min(TRACK, tug.barrel)))}"
        return f"{first}:{second}", (mark, "accent", True)
    return f"{first}:{second}", (f"{pull_mark(first, second):>4}", "dim", False)


def field_label(field: int, fields: Collection[int], seen: Observation, context: BoardContext) -> str:
    """Return whose field it is, and of which colour where there are more; of an action that it comes then."""
    if field < 0:
        return words.Labels.then
    if len(fields) > SEATS:
        return words.field_label(field, seen, context.names)
    return words.whose(field // COLOURS, seen, context.names)


def ends_round(tug: Tug, seen: Observation, context: BoardContext, briefly: bool = False) -> Part | None:
    """Return who wins the round by a play, if anybody does."""
    if tug.winner == NOBODY:
        return None
    ink = "good" if tug.winner == reading.actor(seen) else "bad"
    return (words.wins_briefly if briefly else words.wins_round)(tug.winner, seen, context.names), ink, True


def brief(
    card: Card,
    outcomes: Mapping[int, Tug | None],
    seen: Observation,
    context: BoardContext,
    width: int,
    briefly: bool = False,
) -> list[Part]:
    """Return what a card would come to on each field, in a line of this width; of an action first what it does."""
    parts: list[Part] = [(words.action_short(card), "text", False)] if card >= FIRST_ACTION else []
    for field in sorted(outcomes):
        label = field_label(field, outcomes, seen, context)
        parts += [(" · " if parts else "", "dim", False), (f"{label} ", "text", False)]
        if (tug := outcomes[field]) is None:
            parts.append((words.Labels.any_field, "dim", False))
        else:
            both, (mark, ink, bold) = weighed(tug, seen)
            end = ends_round(tug, seen, context, briefly) or (mark.strip(), ink, bold)
            parts += [(f"{both} ", "text", True), end]
    if width_of(parts) > width and not briefly:
        return brief(card, outcomes, seen, context, width, briefly=True)
    return parts


def draw_weighed(
    canvas: Canvas,
    rect: Rect,
    card: Card,
    outcomes: Mapping[int, Tug | None],
    focus: int | None,
    seen: Observation,
    context: BoardContext,
    told: str = "",
) -> None:
    """Draw a card and what it would come to on each field, of an action all at once; below it what happened last."""
    label = words.Labels
    inner = panel(canvas, rect, label.if_played)
    wide = rect.width >= WIDE and inner.height > 4 + len(outcomes)
    y = inner.y + wide
    names = words.both_names(*(context.briefly(seat, seen) for seat in range(SEATS)))
    face = chip_face(card)
    if not wide and cell_len(chip(face, canvas.look.ascii)) + cell_len(names) > inner.width - 2:
        face = chip_face(card, short=True)
    x = put_chip(canvas, inner.x + 1, y, face) + 1
    ask = label.which_field if wide and len(outcomes) > 1 else ""
    labels = {field: field_label(field, outcomes, seen, context) for field in sorted(outcomes)}
    found = {field: weighed(tug, seen) for field, tug in outcomes.items() if tug is not None}
    at = inner.x + 2 + max(map(cell_len, labels.values()), default=3)
    room = inner.right - max((cell_len(mark) for _both, (mark, _ink, _bold) in found.values()), default=4)
    at = min(at, room - 6)
    beside = min(room, at + 7)
    if wide and (apart := at + max(7, cell_len(names) + 2)) + 10 <= inner.right:
        beside = min(room, apart)
    canvas.put(x + 1, y, cut(ask, inner.right - x - 1), "dim", "surface")
    y += 2 * wide
    head_at = at if wide else max(at, x + 1)
    canvas.put(head_at, y, cut(names, inner.right - head_at), "dim", "surface")
    if beside > at + 7:
        canvas.put(beside, y, label.barrel, "dim", "surface")
    y += 1
    for field, name in labels.items():
        if y >= inner.bottom:
            return
        if field == focus:
            canvas.put(inner.x, y, "▸", "accent", "surface", True)
        canvas.put(inner.x + 1, y, cut(name, at - inner.x - 2), "text", "surface", True)
        if (tug := outcomes[field]) is None:
            canvas.put(at, y, label.any_field, "dim", "surface")
        else:
            both, mark = found[field]
            canvas.put(at + (beside - at - 7) // 2, y, f"{both:>5}", "text", "surface", True)
            canvas.parts(beside, y, [mark], "surface")
            if (end := ends_round(tug, seen, context)) and y + 1 < inner.bottom:
                y += 1
                canvas.put(inner.x + 2, y, cut(end[0], inner.width - 2), end[1], "surface", True)
        y += 1
    other = 1 - reading.actor(seen)
    if card == NESSIE and MONSTROUS not in (*seen.discards, *seen.hand) and y < inner.bottom:
        risk, short = words.nessie_risk(context.names[other])
        text = risk if cell_len(risk) < inner.width else short
        canvas.put(inner.x + 1, y, cut(text, inner.width - 1), "bad", "surface")
        y += 1
    last: list[Part] = [(told, "dim", False)]
    rows = len(wrapped(last, inner.width)) if told else 0
    if y + rows < inner.bottom:
        paragraph(canvas, inner, inner.bottom - rows, last, "surface")


def draw_turns(
    canvas: Canvas, rect: Rect, title: str, turns: Sequence[list[Part]], shorter: Sequence[list[Part]]
) -> None:
    """Draw the last turns, and where room is short what came of them; `shorter`: without the cards drawn."""

    def rows(paragraphs: Sequence[list[Part]]) -> int:
        return sum(len(wrapped(parts, inner.width)) for parts in paragraphs)

    inner = panel(canvas, rect, title)
    if rect.width >= WIDE:
        inner = inner._replace(x=inner.x + 1, width=inner.width - 1)
    shown = turns if rows(turns) <= inner.height else shorter
    while len(shown) > 1 and rows(shown) > inner.height:
        shown = shown[1:]
    y = inner.y + (rect.width >= WIDE and rows(shown) < inner.height)
    for parts in shown:
        y = paragraph(canvas, inner, y, parts, "surface")


def draw_kinds(
    canvas: Canvas, rect: Rect, hand: Collection[Card], title: str = "", scots: Sequence[tuple[str, str]] = ()
) -> None:
    """Draw what a card can do: the kinds of Scots and, where there is room, the actions, those in hand bold."""
    inner = panel(canvas, rect, title or words.Labels.can_do)
    found: list[tuple[str, str, int, Part]] = [
        (" ", mark, 11, (text, "dim", False)) for mark, text in scots or words.kinds_of_scots()
    ]
    scots_end = len(found)
    if rect.height > len(found) + KINDS - FIRST_ACTION:
        for card in range(FIRST_ACTION, KINDS):
            held = card in hand
            text: Part = (words.action_short(card), "text" if held else "dim", False)
            found.append(("▸" if held else " ", words.card_name(card), 16, text))
    spare = inner.height - len(found)
    for row, (mark, name, column, text) in enumerate(found):
        y = inner.y + row + (spare > 1) + (spare > 2 and row >= scots_end)
        canvas.put(inner.x, y, mark, "accent", "surface", True)
        bold = column < 16 or mark != " "
        canvas.put(inner.x + 1, y, name, "text" if bold else "dim", "surface", bold)
        canvas.parts(inner.x + (8 if inner.width < 32 else column), y, [text], "surface")


@kept
def own_page() -> tuple[str, list[list[Part]]]:
    """Return what a card can do as a page: its title and its lines."""
    lines = [
        *words.kinds_of_scots(),
        *((words.card_name(n), words.action_lines()[n]) for n in range(FIRST_ACTION, KINDS)),
    ]
    width = max(cell_len(name) for name, _text in lines) + 2
    padded = [(f"{name}{' ' * (width - cell_len(name))}", text) for name, text in lines]
    return words.Labels.can_do, [[(name, "text", True), (text, "dim", False)] for name, text in padded]
