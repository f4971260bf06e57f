"""All that a person reads. A sentence speaks to the seat whose observation it is given, and names the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from herrlof.game import NOBODY, TERMINAL, Action, Event, Row, Sentence, Value, Words
from herrlof_go_fish.game import RANKS, Rank, Seen, asked_in
from herrlof_go_fish.reading import known_hands

ONE = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
MANY = ("twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings",
        "aces")  # fmt: skip


def cards(rank: Rank, count: int) -> str:
    """Return `a king`, `2 kings`."""
    if count == 1:
        return f"an {ONE[rank]}" if ONE[rank] in ("8", "ace") else f"a {ONE[rank]}"
    return f"{count} {MANY[rank]}"


class GoFishWords(Words[Seen]):
    """The words of Go Fish."""

    prefix = "G"
    facts: Mapping[str, str] = {"points": "books"}

    def kind(self, kind: str) -> str:
        return {"ask": "whom to ask for what"}[kind]

    def question(self, seen: Seen, names: Sequence[str]) -> Sentence:
        return Sentence("Whom do you ask, and for what?", "Ask for a rank that you hold yourself.", "G3")

    def label(self, action: Action, seen: Seen, names: Sequence[str]) -> str:
        other, rank = asked_in(action)
        return f"Ask {names[other]} for {MANY[rank]}"

    def name(self, action: Action, seen: Seen, names: Sequence[str]) -> str:
        other, rank = asked_in(action)
        return MANY[rank] if len(names) == 2 else f"{MANY[rank]} of {names[other]}"

    def explain(self, action: Action, seen: Seen, names: Sequence[str]) -> str:
        other, rank = asked_in(action)
        known = known_hands(seen)[other][rank]
        held = f"You hold {cards(rank, seen.hand[rank])}" if seen.hand else f"It is about {MANY[rank]}"
        return f"{held}; {names[other]} is known to hold {cards(rank, known)}." if known else f"{held}."

    def refusal(self, action: Action, seen: Seen) -> str:
        other, rank = asked_in(action)
        if other == seen.seat:
            return "you cannot ask yourself (G3)"
        if seen.hand and not seen.hand[rank]:
            return f"you have no {ONE[rank]} yourself (G3)"
        return "ask somebody who has cards (G3)"

    def event(self, event: Event, seen: Seen, names: Sequence[str]) -> str:
        yours = event.seat == seen.seat != NOBODY
        name = "" if event.seat == NOBODY else names[event.seat]
        if event.kind == "dealt":
            return "The cards were dealt."
        if event.kind == "ended":
            return "The match is over."
        if event.kind == "got":
            return self._got(event, yours)
        if event.kind == "drew":
            if not event.values:
                return f"{name} drew a card."
            drawn = cards(event.values[0], 1)
            return f"You drew {drawn}." if yours else f"{name} drew {drawn}."
        rank, other, count = event.values
        if event.kind == "showed":
            return f"You showed {cards(rank, 1)}." if yours else f"{name} showed {cards(rank, 1)}."
        if event.kind == "book":
            return (
                f"You laid down the book of {MANY[rank]}." if yours else f"{name} laid down the book of {MANY[rank]}."
            )
        whom = "you" if other == seen.seat != NOBODY else names[other]
        if event.kind == "asked":
            return f"You asked {whom} for {MANY[rank]}." if yours else f"{name} asked {whom} for {MANY[rank]}."
        if event.kind == "gave":
            given = cards(rank, count)
            return f"You gave {whom} {given}." if yours else f"{name} gave {whom} {given}."
        return f"You had no {ONE[rank]}: go fish!" if yours else f"{name} had no {ONE[rank]}: go fish!"

    def _got(self, event: Event, yours: bool) -> str:
        if not event.values or not yours:
            return ""  # that everybody got cards is told once
        return f"You were dealt {', '.join(ONE[rank] for rank in event.values)}."

    def progress(self, progress: Mapping[str, int], options: Mapping[str, Value]) -> str:
        if "ask" not in progress or "stock" not in progress:
            return ""
        return f"turn {progress['ask']}, {progress['stock']} cards in the stock"

    def standing(self, seen: Seen, names: Sequence[str]) -> list[Row]:
        known = known_hands(seen)
        rows = [Row("Stock", (str(seen.stock),))]
        for seat, name in enumerate(names):
            held = ", ".join(cards(rank, count) for rank, count in enumerate(known[seat]) if count)
            told = f"Known to hold at least {held}." if held else ""
            rows.append(Row(name, (f"{seen.books[seat]} books", f"{seen.sizes[seat]} cards"), told))
        return rows

    def hand(self, seen: Seen, names: Sequence[str]) -> list[Row]:
        held = [ONE[rank] for rank, count in enumerate(seen.hand) for _ in range(count)]
        return [Row("Your hand", (" ".join(held) or "empty",))] if seen.hand else []

    def sheet(self, seen: Seen, names: Sequence[str]) -> list[Row]:
        if seen.mover != TERMINAL:
            return []
        return [Row("", tuple(names)), Row("books", tuple(map(str, seen.books)))]

    def round_end(self, seen: Seen, names: Sequence[str]) -> list[str]:
        if seen.mover != TERMINAL:
            return []
        return [f"{number} book{'s' * (number != 1)}." for number in seen.books]

    def match_end(self, seen: Seen, names: Sequence[str]) -> list[str]:
        shared = len(seen.winners) > 1
        with_books = f"with {max(seen.books)} of {len(RANKS)} books"
        return [f"{names[seat]} {'shares the win' if shared else 'wins'}, {with_books}." for seat in seen.winners]

    def rule(self, seen: Seen) -> str:
        return "G8" if seen.mover == TERMINAL else "G5" if seen.wanted is not None else "G3"
