"""What stands beside the rope: what a play would come to, field by field, and what a card can do."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from rich.cells import cell_len

from herrlof.game import NOBODY
from herrlof.games.how_ruck import reading, words
from herrlof.games.how_ruck.actions import SEATS
from herrlof.games.how_ruck.cards import COLOURS, FIRST_ACTION, KINDS, MONSTROUS, NESSIE, Card, action_row
from herrlof.games.how_ruck.observation import Observation
from herrlof.games.how_ruck.tug import TRACK, Tug, strengths
from herrlof.messages import cached_by_language, said
from herrlof.tui.boards.how_ruck import labels
from herrlof.tui.boards.how_ruck.faces import chip_face
from herrlof.tui.boards.how_ruck.labels import BoardSpeaker
from herrlof.tui.boards.how_ruck.rope import pull_mark
from herrlof.tui.boards.scene import BoardContext
from herrlof.tui.widgets.canvas import Canvas, Part, Rect, cut, cut_parts, width_of, wrapped
from herrlof.tui.widgets.cards import Face, chip, put_chip
from herrlof.tui.widgets.fitting import below_free_row, first_that_fits, text_of
from herrlof.tui.widgets.pieces import below, panel, paragraph

CAN_DO_ROWS = 5 + KINDS - FIRST_ACTION
"""The rows of the list of what a card can do, its title among them."""


def weighed(tug: Tug, seen: Observation) -> tuple[str, Part]:
    """Return the strengths that a play would make, and where the barrel would go."""
    first, second = strengths(tug.rope)
    if tug.barrel != seen.barrel:
        mark = f"{pull_mark(seen.barrel, tug.barrel):>4} {labels.to_field(max(1, min(TRACK, tug.barrel)))}"
        return f"{first}:{second}", (mark, "accent", True)
    return f"{first}:{second}", (f"{pull_mark(first, second):>4}", "dim", False)


def field_label(field: int, fields: Collection[int], speaker: BoardSpeaker) -> str:
    """Return whose field it is, and of which colour where there are more; of an action that it comes then."""
    if field < 0:
        return labels.Labels.then
    if len(fields) > SEATS:
        return speaker.field_label(field)
    return speaker.whose(field // COLOURS)


def ends_round(tug: Tug, speaker: BoardSpeaker, briefly: bool = False) -> Part | None:
    """Return who wins the round by a play, if anybody does."""
    if tug.winner == NOBODY:
        return None
    ink = "good" if tug.winner == reading.actor(speaker.seen) else "bad"
    return (speaker.wins_briefly if briefly else speaker.wins_round)(tug.winner), ink, True


def brief(
    card: Card,
    outcomes: Mapping[int, Tug | None],
    speaker: BoardSpeaker,
    width: int,
    briefly: bool = False,
) -> list[Part]:
    """Return what a card would come to on each field, in a line of this width; of an action first what it does."""
    parts: list[Part] = [(said(action_row(card).short), "text", False)] if card >= FIRST_ACTION else []
    for field in sorted(outcomes):
        label = field_label(field, outcomes, speaker)
        parts += [(" · " if parts else "", "dim", False), (f"{label} ", "text", False)]
        if (tug := outcomes[field]) is None:
            parts.append((labels.Labels.any_field, "dim", False))
        else:
            both, (mark, ink, bold) = weighed(tug, speaker.seen)
            end = ends_round(tug, speaker, briefly) or (mark.strip(), ink, bold)
            parts += [(f"{both} ", "text", True), end]
    if width_of(parts) > width and not briefly:
        return brief(card, outcomes, speaker, width, briefly=True)
    return parts


def draw_weighed(
    canvas: Canvas,
    rect: Rect,
    card: Card,
    outcomes: Mapping[int, Tug | None],
    focus: int | None,
    speaker: BoardSpeaker,
    context: BoardContext,
) -> None:
    """Draw a card and what it would come to on each field, of an action all at once."""
    label = labels.Labels
    inner = panel(canvas, rect, label.if_played)
    wide = text_of(inner) != inner and inner.height > 4 + len(outcomes)
    y = inner.y + wide
    names = labels.both_names(*(context.briefly(seat, speaker.seen) for seat in range(SEATS)))
    face = chip_face(card)
    if not wide and cell_len(chip(face, canvas.look.ascii)) + cell_len(names) > inner.width - 2:
        face = chip_face(card, short=True)
    x = put_chip(canvas, inner.x + 1, y, face) + 1
    ask = label.which_field if wide and len(outcomes) > 1 else ""
    whose = {field: field_label(field, outcomes, speaker) for field in sorted(outcomes)}
    found = {field: weighed(tug, speaker.seen) for field, tug in outcomes.items() if tug is not None}
    at = inner.x + 2 + max(map(cell_len, whose.values()), default=3)
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
        canvas.put(beside, y, cut(label.barrel, inner.right - beside), "dim", "surface")
    y += 1
    for field, name in whose.items():
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
            if (end := ends_round(tug, speaker)) and y + 1 < inner.bottom:
                y += 1
                canvas.put(inner.x + 2, y, cut(end[0], inner.width - 2), end[1], "surface", True)
        y += 1
    seen = speaker.seen
    other = 1 - reading.actor(seen)
    if card == NESSIE and MONSTROUS not in (*seen.discards, *seen.hand) and y < inner.bottom:
        risk, short = labels.nessie_risk(context.names[other])
        text = risk if cell_len(risk) < inner.width else short
        canvas.put(inner.x + 1, y, cut(text, inner.width - 1), "bad", "surface")


def draw_turns(
    canvas: Canvas, rect: Rect, title: str, turns: Sequence[list[Part]], shorter: Sequence[list[Part]]
) -> None:
    """Draw the last turns, and where room is short what came of them; `shorter`: without the cards drawn."""

    def rows(paragraphs: Sequence[list[Part]]) -> int:
        return sum(len(wrapped(parts, inner.width)) for parts in paragraphs)

    inner = panel(canvas, rect, title)
    roomy = text_of(inner) != inner
    inner = inner._replace(x=inner.x + roomy, width=inner.width - roomy)
    shown = turns if rows(turns) <= inner.height else shorter
    while len(shown) > 1 and rows(shown) > inner.height:
        shown = shown[1:]
    y = below_free_row(inner, rows(shown)).y if roomy else inner.y
    for parts in shown:
        y = paragraph(canvas, inner, y, parts, "surface")


def draw_discards(canvas: Canvas, rect: Rect, cards: Sequence[Card]) -> None:
    """Draw the cards that are gone in this round, the latest first."""
    inner = rect._replace(x=rect.x + 2, y=rect.y + 1, width=rect.width - 3, height=rect.height - 1)
    faces = [chip_face(card) for card in reversed(cards)]
    lines = list[list[Face]]()
    room = 0
    for face in faces:
        size = cell_len(chip(face, canvas.look.ascii)) + 1
        if size > room:
            lines.append([])
            room = inner.width + 1
        lines[-1].append(face)
        room -= size
    left_out = sum(map(len, lines[inner.height :]))
    panel(canvas, rect, labels.Labels.discards, below(left_out))
    if not cards:
        canvas.put(inner.x, inner.y, labels.Labels.no_discards, "dim", "surface")
    for y, line in enumerate(lines[: inner.height], below_free_row(inner, len(lines)).y):
        x = inner.x
        for face in line:
            x = put_chip(canvas, x, y, face) + 1


def draw_kinds(
    canvas: Canvas, rect: Rect, hand: Collection[Card], title: str = "", scots: Sequence[tuple[str, str]] = ()
) -> None:
    """Draw what a card can do: the kinds of Scots and, where there is room, the actions, those in hand bold."""
    inner = panel(canvas, rect, title or labels.Labels.can_do)
    found: list[tuple[str, str, int, Part]] = [
        (" ", mark, 11, (text, "dim", False)) for mark, text in scots or labels.kinds_of_scots()
    ]
    scots_end = len(found)
    if rect.height > len(found) + KINDS - FIRST_ACTION:
        for card in range(FIRST_ACTION, KINDS):
            held = card in hand
            text: Part = (said(action_row(card).short), "text" if held else "dim", False)
            found.append(("▸" if held else " ", words.card_name(card), 16, text))
    spare = inner.height - len(found)
    whole = max(column + cell_len(text[0]) for _mark, _name, column, text in found)
    apart = first_that_fits((True, False), inner.width, lambda apart: whole * apart)
    for row, (mark, name, column, text) in enumerate(found):
        y = inner.y + row + (spare > 1) + (spare > 2 and row >= scots_end)
        canvas.put(inner.x, y, mark, "accent", "surface", True)
        bold = column < 16 or mark != " "
        canvas.put(inner.x + 1, y, cut(name, inner.width - 2), "text" if bold else "dim", "surface", bold)
        left = max(inner.x + (column if apart else 8), inner.x + 2 + cell_len(name))
        canvas.parts(left, y, cut_parts([text], inner.right - left), "surface")


@cached_by_language
def own_page() -> tuple[str, list[list[Part]]]:
    """Return what a card can do as a page: its title and its lines."""
    lines = [
        *labels.kinds_of_scots(),
        *((words.card_name(n), said(action_row(n).does)) for n in range(FIRST_ACTION, KINDS)),
    ]
    width = max(cell_len(name) for name, _text in lines) + 2
    padded = [(f"{name}{' ' * (width - cell_len(name))}", text) for name, text in lines]
    return labels.Labels.can_do, [[(name, "text", True), (text, "dim", False)] for name, text in padded]
