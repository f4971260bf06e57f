"""A toy: Kuhn poker, a card each of three, some rounds. Secrets, chance, points, and a coin that is measured."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partialmethod as method
from itertools import permutations
from operator import attrgetter
from random import Random
from typing import Any, NamedTuple

from herrlof.game import (
    CHANCE,
    TERMINAL,
    Event,
    Game,
    InvalidAction,
    Option,
    Outcome,
    Sentence,
    Words,
    complete_options,
)
from herrlof.games.fields import Fields
from herrlof.games.speech import name_of, sentence_about

CARDS, CODES = "JQK", ("pass", "bet")
OUTCOMES = {f"deal {CARDS[a]} {CARDS[b]}": Outcome("deal", (a, b)) for a, b in permutations(range(3), 2)}
OUTCOMES |= {f"coin {side}": Outcome("coin", (side,)) for side in (0, 1)}


class Seen(NamedTuple):
    rounds: int
    phase: str
    mover: int = CHANCE
    bets: tuple[int, ...] = ()
    points: tuple[tuple[int, ...], ...] = ()
    winners: tuple[int, ...] = ()
    seat: int = -1
    card: int | None = None


class KuhnState(Fields):
    public: Seen
    cards: tuple[int, ...]
    __slots__ = tuple(__annotations__)
    winners = property(attrgetter("public.winners"))
    scores = property(lambda self: tuple(sum(line[seat] for line in self.public.points) / 2 for seat in (0, 1)))
    current_player = method(attrgetter("public.mover"))
    legal_actions = method(lambda self: (0, 1) if self.public.mover >= 0 else ())
    chance_kind = method(attrgetter("public.phase"))
    sample_chance = method(lambda self, rng: rng.choice([o for o in OUTCOMES.values() if o.kind == self.public.phase]))
    summary = method("{0.public} {0.cards}".format)
    returns = method(lambda self: tuple((seat in self.winners) / (len(self.winners) or 1) for seat in (0, 1)))

    def __init__(self, public: Seen, cards: tuple[int, ...] = ()) -> None:
        self.public, self.cards = public, cards

    def apply_chance(self, outcome: Outcome, events: list[Event] | None = None) -> None:
        news = [] if events is None else events
        if outcome.kind == "coin":
            self.public = self.public._replace(phase="deal")
            return news.append(Event("coin", CHANCE))
        self.cards, first = outcome.values, len(self.public.points) % 2
        self.public = self.public._replace(phase="bet", mover=first, bets=())
        return news.extend(
            [Event("dealt", CHANCE), *[Event("got", s, (c,), (s,)) for s, c in enumerate(outcome.values)]]
        )

    def apply(self, action: int, events: list[Event] | None = None) -> None:
        news, (rounds, _, mover, bets, points, *_) = [] if events is None else events, self.public
        bets = (*bets, action)
        news.append(Event(CODES[action], mover))
        self.public = self.public._replace(mover=1 - mover, bets=bets)
        if bets in ((0, 1), (0,), (1,)):
            return
        called = bets[-1] == bets[-2]
        winner = self.cards.index(max(self.cards)) if called else (len(points) + bets.index(1)) % 2
        stake = 1 + (called and action)
        news.append(Event("scored", winner, (stake,)))
        points = (*points, tuple(stake if seat == winner else -stake for seat in (0, 1)))
        self.public = self.public._replace(phase="deal", mover=CHANCE, points=points)
        if len(points) == rounds:
            winners = tuple(seat for seat in (0, 1) if self.scores[seat] == max(self.scores))
            self.public = self.public._replace(phase="over", mover=TERMINAL, winners=winners)

    def observation(self, seat: int) -> Seen:
        card = self.cards[seat] if seat >= 0 and self.public.phase == "bet" else None
        return self.public._replace(seat=seat, card=card)


class KuhnWords(Words):
    prefix, facts = "P", {"points": "points a round", "won": "won %"}
    question = staticmethod(lambda seen, names: Sentence("Bet, or pass?", f"You hold the {CARDS[seen.card or 0]}."))
    label = staticmethod(lambda action, seen, names: CODES[action].capitalize())
    match_end = staticmethod(lambda seen, names: [f"{name_of(seat, seen, names)} won." for seat in seen.winners])
    refusal = staticmethod(lambda action, seen: "it is not the time for it (P1)")

    def event(self, event: Event, seen: Seen, names: Sequence[str]) -> str:
        if event.seat == CHANCE:
            return f"The {event.kind} came."
        what = f"got the {CARDS[event.values[0]]}" if event.kind == "got" and event.values else event.kind
        return sentence_about(event.seat, seen, names, "You {what}.", "{name}: {what}.", what=what)


class Kuhn(Game):
    key, title, tagline, version = "kuhn", "Kuhn poker", "Three cards and a bluff.", 1
    seats, words = range(2, 3), KuhnWords()
    options = (
        Option("rounds", lambda seats: range(1, 10), lambda seats: 3),
        Option("coin", lambda seats: ("none", "clock"), lambda seats: "none"),
    )
    encode = staticmethod(CODES.__getitem__)  # type: ignore[assignment]
    encode_chance = staticmethod({code: text for text, code in OUTCOMES.items()}.get)  # type: ignore[assignment]
    round_facts = staticmethod(lambda seen: [{"points": p, "won": tuple(int(n > 0) for n in p)} for p in seen.points])
    progress = staticmethod(lambda seen: {"round": len(seen.points) + 1})
    measured, pause_events, round_start_event, round_end_event = (
        frozenset({"coin"}),
        frozenset({"scored"}),
        "dealt",
        "scored",
    )

    def new_state(self, seats: int, **options: Any) -> KuhnState:
        rounds, coin = complete_options(self, seats, options).values()
        return KuhnState(Seen(rounds, "coin" if coin == "clock" else "deal"))

    def determinize(self, seen: Seen, rng: Random) -> KuhnState:
        cards = rng.sample([card for card in range(3) if card != seen.card], 2)
        cards[seen.seat] = cards[seen.seat] if seen.card is None else seen.card
        return KuhnState(seen._replace(seat=-1, card=None), tuple(cards))

    def decode(self, text: str) -> int:
        if text in CODES:
            return CODES.index(text)
        raise InvalidAction(f"{text!r} is not a move of Kuhn poker")

    def decode_chance(self, text: str) -> Outcome:
        return OUTCOMES[text] if text in OUTCOMES else super().decode_chance(text)
