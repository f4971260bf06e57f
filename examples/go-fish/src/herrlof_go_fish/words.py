"""All that a person reads. A sentence speaks to the seat whose observation it is given, and names the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from herrlof.game import TERMINAL, Action, Event, Row, Sentence, Words
from herrlof.games.speech import Handler, Voice, line, secret
from herrlof.options import Value
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


def a_card(rank: Rank) -> str:
    """Return `a king`."""
    return cards(rank, 1)


class GoFishSpeaker(Voice[Seen]):
    """What one reader is told: the seat that sees this is you, the others have names."""

    def question(self) -> Sentence:
        return Sentence("Whom do you ask, and for what?", "Ask for a rank that you hold yourself.", "G3")

    def label(self, action: Action) -> str:
        other, rank = asked_in(action)
        return f"Ask {self.names[other]} for {MANY[rank]}"

    def name(self, action: Action) -> str:
        other, rank = asked_in(action)
        return MANY[rank] if len(self.names) == 2 else f"{MANY[rank]} of {self.names[other]}"

    def explain(self, action: Action) -> str:
        other, rank = asked_in(action)
        known = known_hands(self.seen)[other][rank]
        held = f"You hold {cards(rank, self.seen.hand[rank])}" if self.seen.hand else f"It is about {MANY[rank]}"
        return f"{held}; {self.names[other]} is known to hold {cards(rank, known)}." if known else f"{held}."

    def refusal(self, action: Action) -> str:
        other, rank = asked_in(action)
        if other == self.seen.seat:
            return "you cannot ask yourself (G3)"
        if self.seen.hand and not self.seen.hand[rank]:
            return f"you have no {ONE[rank]} yourself (G3)"
        return "ask somebody who has cards (G3)"

    def standing(self) -> list[Row]:
        known = known_hands(self.seen)
        rows = [Row("Stock", (str(self.seen.stock),))]
        for seat, name in enumerate(self.names):
            held = ", ".join(cards(rank, count) for rank, count in enumerate(known[seat]) if count)
            told = f"Known to hold at least {held}." if held else ""
            rows.append(Row(name, (f"{self.seen.books[seat]} books", f"{self.seen.sizes[seat]} cards"), told))
        return rows

    def hand(self) -> list[Row]:
        held = [ONE[rank] for rank, count in enumerate(self.seen.hand) for _ in range(count)]
        return [Row("Your hand", (" ".join(held) or "empty",))] if self.seen.hand else []

    def sheet(self) -> list[Row]:
        if self.seen.mover != TERMINAL:
            return []
        return [Row("", tuple(self.names)), Row("books", tuple(map(str, self.seen.books)))]

    def round_end(self) -> list[str]:
        if self.seen.mover != TERMINAL:
            return []
        return [f"{number} book{'s' * (number != 1)}." for number in self.seen.books]

    def match_end(self) -> list[str]:
        shared = len(self.seen.winners) > 1
        with_books = f"with {max(self.seen.books)} of {len(RANKS)} books"
        return [
            f"{self.names[seat]} {'shares the win' if shared else 'wins'}, {with_books}." for seat in self.seen.winners
        ]

    def rule(self) -> str:
        return "G8" if self.seen.mover == TERMINAL else "G5" if self.seen.wanted is not None else "G3"

    def _got(self, event: Event) -> str:
        held = ", ".join(ONE[rank] for rank in event.values)
        return self.pick(event.seat, f"You were dealt {held}.", "")  # that everybody got cards is told once

    def _asked(self, event: Event) -> str:
        rank, other, _count = event.values
        you, others = "You asked {whom} for {ranks}.", "{name} asked {whom} for {ranks}."
        return self.tells(event.seat, you, others, whom=self.place_name(other), ranks=MANY[rank])

    def _gave(self, event: Event) -> str:
        rank, other, count = event.values
        you, others = "You gave {whom} {given}.", "{name} gave {whom} {given}."
        return self.tells(event.seat, you, others, whom=self.place_name(other), given=cards(rank, count))

    EVENTS: ClassVar[Mapping[str, Handler]] = {
        "dealt": line("The cards were dealt."),
        "ended": line("The match is over."),
        "got": secret(_got),
        "drew": secret(line("You drew {card}.", "{name} drew {card}.", card=a_card), line("{name} drew a card.")),
        "showed": line("You showed {card}.", "{name} showed {card}.", card=a_card),
        "book": line(
            "You laid down the book of {ranks}.", "{name} laid down the book of {ranks}.", ranks=MANY.__getitem__
        ),
        "asked": _asked,
        "gave": _gave,
        "fish": line("You had no {rank}: go fish!", "{name} had no {rank}: go fish!", rank=ONE.__getitem__),
    }
    """What's said of each kind of event: a line for you and one for others, or a method."""


class GoFishWords(Words[Seen]):
    """The words of Go Fish."""

    prefix = "G"
    facts: Mapping[str, str] = {"points": "books"}

    def kind(self, kind: str) -> str:
        return {"ask": "whom to ask for what"}[kind]

    def to(self, seen: Seen, names: Sequence[str]) -> GoFishSpeaker:
        return GoFishSpeaker(seen, names)

    def progress(self, progress: Mapping[str, int], options: Mapping[str, Value]) -> str:
        if "ask" not in progress or "stock" not in progress:
            return ""
        return f"turn {progress['ask']}, {progress['stock']} cards in the stock"
