"""Herrlof's table as text: pure functions of an observation, the names, and the room there is."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from herrlof.game import NOBODY, Event
from herrlof.games.herrlof.cards import COLOUR_NAMES, VALKNUT, Card
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.tricks import Trick
from herrlof.tui.boards.herrlof import words
from herrlof.tui.boards.herrlof.words import FACES
from herrlof.tui.cards import GRAND, LARGE, LETTERS, MEDIUM, Canvas, Held, Look, draw_card


def lines(*parts: Text | str) -> Text:
    """Return the parts on lines of their own."""
    return Text("\n").join([part if isinstance(part, Text) else Text(part) for part in parts])


def header(seen: Observation, look: Look, width: int, held: bool = False) -> Text:
    """Return the top line: round, trick, trump, deck, goal and edition; `held`: the last trick still lies there."""
    number = words.trick_number(seen) - (held and seen.phase == "play" and not seen.trick)
    done = words.round_on_table(seen)
    trump = Text("no trump", style="bold")
    if seen.trump >= 0:
        name = COLOUR_NAMES[seen.trump].upper()
        shape = "" if look.ascii else look.shape(seen.trump) + " "
        trump = Text(f"{shape}{name} {LETTERS[seen.trump]}", style=f"bold {look.colours[seen.trump]}")
    wide = width >= 80
    parts = [
        Text("Herrlof", style="bold"),
        Text(f"Round {seen.round_number if done is None else done.number}"),
        Text(f"Trick {number} of {seen.hand_size}" if wide else f"Trick {number}/{seen.hand_size}"),
        Text.assemble("Trump " if wide and seen.trump >= 0 else "", trump),
        Text(f"Deck {seen.deck_size}"),
        Text(f"to {seen.goal}"),
    ]
    if seen.phase == "deal" and not seen.rounds:
        parts[2:5] = []
    if width >= 96:
        parts.append(Text(f"{seen.edition.capitalize()} edition", style=look.faint))
    used = sum(part.cell_len for part in parts)
    gap = max(1, min(5, (width - 1 - used) // len(parts)))
    return Text(" ") + Text(" " * gap).join(parts)


def seat_line(seen: Observation, seat: int, names: Sequence[str], look: Look, width: int) -> Text:
    """Return a seat's line: name, score, trick pile, prediction, and how many cards it holds."""
    room = min(20 if width >= 80 else 12, max(map(cell_len, names)))
    mark = ">" if look.ascii else "▸"
    moving = seen.mover == seat or (seen.phase == "blind" and seat == _thief(seen))
    line = Text(f"{mark if moving else ' '}{set_cell_size(names[seat], room)}", style="bold" if moving else "")
    done = words.round_on_table(seen)
    scores = seen.scores if done is None else words.totals_before(done, seen)
    line.append(f" {scores[seat]:>4}", "bold")
    tricks = seen.tricks_won[seat]
    line.append(f"   tricks {tricks:<2} " if width >= 80 else f"  tricks {tricks:<2} ")
    if seat == seen.seat:
        left = width - line.cell_len - 2
        end = next((text for text in words.aims(seen) if len(text) <= left - tricks), words.aims(seen)[-1])
    else:
        cards = seen.hand_sizes[seat]
        end = f"{'predicted ?   ' if seen.predicted[seat] else ''}{cards} {'card' if cards == 1 else 'cards'} "
    free = width - line.cell_len - len(end) - 2
    line.append(f"{look.pile * min(tricks, free):<{max(0, min(7 if width >= 80 else 4, free))}}", "bold")
    line.append(f"  {end}")
    if seat != seen.seat and line.cell_len + cards <= width:
        line.append(look.back * cards, look.faint)
    return line


def open_hand(seen: Observation, look: Look) -> Text:
    """Return a seat's hand in one line, for a replay."""
    return Text("   ") + Text(" ").join([FACES[card].inline(look) for card in seen.hand])


def _thief(seen: Observation) -> int:
    return NOBODY if seen.last_trick is None else seen.last_trick.winner


def on_table(seen: Observation) -> Trick | None:
    """Return the finished trick while it still lies on the table."""
    return seen.last_trick if not seen.trick and seen.phase in words.AFTER_TRICK else None


def table(
    seen: Observation, names: Sequence[str], look: Look, width: int, height: int, held: Trick | None, seal: str = ""
) -> Text:
    """Return the trick on the table: a card for each seat in playing order, the leader first.

    `held` is a finished trick that stays for the players to see; the `seal` is shown before the first card.
    """
    if seen.phase == "predict":
        return _turned(seen, names, look, width, height, seal)
    leader = seen.leader if held is None else held.leader
    cards: list[Card | None] = list(seen.trick if held is None else held.cards)
    cards += [None] * (seen.seats - len(cards))
    sizes = (GRAND, LARGE, MEDIUM)
    size = next((size for size in sizes if height >= size[1] + 3 and width >= seen.seats * (size[0] + 6)), MEDIUM)
    canvas = Canvas(width, height)
    slot = width // seen.seats
    top = max(0, (height - size[1] - 1) // 2)
    if height - size[1] - 1 == 1:
        top = 0
    for turn, card in enumerate(cards):
        seat = (leader + turn) % seen.seats
        middle = turn * slot + slot // 2
        winning = held is not None and held.winner == seat
        draw_card(
            canvas, middle - size[0] // 2, top, None if card is None else FACES[card], look, size=size, focused=winning
        )
        label = names[seat]
        if winning:
            label = f"{label} wins"
        elif turn == 0 and card is not None:
            label = f"{label} led"
        elif turn == 0 and seen.phase == "play":
            label = f"{label} leads"
        if cell_len(label) > slot - 1:
            label = set_cell_size(label, slot - 1)
        canvas.put(max(0, middle - cell_len(label) // 2), top + size[1], label, "bold" if winning else "")
    if held is not None and held.winner == NOBODY and top + size[1] + 1 < height:
        note = "destroyed"
        canvas.put((width - len(note)) // 2, top + size[1] + 1, note, "bold")
    return canvas.text()


def _turned(seen: Observation, names: Sequence[str], look: Look, width: int, height: int, seal: str) -> Text:
    """Return the table before the first prediction: the turned card and what it means."""
    if not seen.turned:
        return Text("")
    card = seen.turned[-1]
    canvas = Canvas(width, height)
    draw_card(canvas, 2, 0, FACES[card], look)
    canvas.put(10, 0, "Turned for trump:", look.faint)
    canvas.put(10, 1, f"{words.card_name(card)}: " + ("no trump" if card >= VALKNUT else "trump"), "bold")
    canvas.put(10, 2, f"{names[seen.dealer]} dealt;")
    canvas.put(10, 3, f"{names[seen.leader]} leads first.")
    if seal and seen.round_number == seen.game_number == 1 and height > 4:
        text = f"The seal: {seal}"
        canvas.put(2, height - 1, text if len(text) <= width - 2 else f"{text[: width - 5]}...", look.faint)
    return canvas.text()


def last_trick(seen: Observation, names: Sequence[str], look: Look) -> Text:
    """Return who played what to the last trick, who won it and why, and who leads and why (R16, R17)."""
    trick = seen.last_trick
    if trick is None:
        if seen.phase == "predict" or not seen.history:
            return Text("none yet", style=look.faint)
        return Text("none yet: the first trick is being played", style=look.faint)
    played = Text("  ").join(
        [
            Text.assemble(f"{names[(trick.leader + turn) % seen.seats]} ", FACES[card].inline(look))
            for turn, card in enumerate(trick.cards)
        ]
    )
    parts: list[Text | str] = [played, words.why_won(trick, names, seen.trump)]
    if used := words.power_used(trick, names, seen.history):
        parts.append(used)
    if seen.phase not in ("take-trick", "steal", "blind", "return") and words.tricks_left(seen):
        parts.append(words.why_leads(trick, names))
    return lines(*parts)


def log(news: Sequence[Event], names: Sequence[str], look: Look, height: int) -> Text:
    """Return the latest happenings, the newest last, back to the last finished trick and no further (R17)."""
    begin = words.since_last_trick(news)
    told = [sentence for event in news[begin:] if (sentence := words.happened(event, names))]
    shown = told[-height:] if height else []
    return Text("\n").join([Text(f" {line}", style="" if line is shown[-1] else look.faint) for line in shown])


def held_cards(seen: Observation, legal: Sequence[Card] | None) -> list[Held]:
    """Return the hand to draw; `legal` cards are playable, None: it is not the time to choose one."""
    cards = []
    fresh = seen.fresh
    for card in seen.hand:
        cards.append(Held(FACES[card], legal is None or card in legal, card == fresh))
        if card == fresh:
            fresh = None
    return cards


def numbers(seen: Observation, chosen: int, width: int) -> Text:
    """Return the row of predictions with the chosen one marked; each can be clicked."""
    cell = 4 if width >= 4 * (seen.hand_size + 1) else 3
    row = Text()
    for number in range(seen.hand_size + 1):
        here = number == chosen
        text = f"[{number}]" if here and cell > 3 else str(number)
        row.append(f"{text:^{cell}}", Style(bold=here, reverse=here, meta={"@click": f"pick({number})"}))
    return row


def choices(found: Sequence[tuple[str, str, int]], chosen: int) -> Text:
    """Return the answers to a question with the chosen one marked; each can be clicked."""
    row = Text()
    for number, (key, label, _) in enumerate(found):
        style = Style(bold=number == chosen, reverse=number == chosen, meta={"@click": f"pick({number})"})
        row.append(f" {key.upper()} {label} ", style)
        row.append("  ")
    return row
