"""The score sheet and the tricks of a match as text, for people to read and paste."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from herrlof.game import Event
from herrlof.games.herrlof.cards import CARD_CODES
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.scoring import Round


def sheet(names: Sequence[str], seen: Observation, events: Sequence[Event]) -> Iterator[str]:
    """Yield the score sheet and then every round with its tricks; what the events hide stays hidden."""
    yield f"{seen.edition.capitalize()} edition, {seen.goal} points"
    yield ""
    yield from _scores(names, seen)
    finished = list(seen.rounds)
    number = 0
    trick = 0
    turned = False
    asides: list[str] = []
    for kind, seat, values, _ in events:
        cards = [CARD_CODES[card] for card in values] if kind in _CARDS else []
        if kind == "dealt":
            number += 1
            trick = 0
            turned = False
            yield ""
            yield f"Round {number}, {names[seat]} deals"
            if number <= len(finished):
                yield f"  predicted: {_listed(names, finished[number - 1].predictions)}"
        elif kind == "turned":
            if turned:
                asides.append(f"{cards[0]} is turned up")
            else:
                yield f"  turned up: {cards[0]}"
            turned = True
        elif kind == "predicted" and values and number > len(finished):
            yield f"  {names[seat]} predicts {values[0]}"
        elif kind == "drew":
            asides.append(f"{names[seat]} draws {cards[0] if cards else 'a card'}")
        elif kind == "discarded":
            asides.append(f"{names[seat]} discards {cards[0] if cards else 'a card'}")
        elif kind == "trick":
            trick += 1
            leader, *played = values
            story = "  ".join(
                f"{names[(leader + place) % len(names)]} {CARD_CODES[card]}" for place, card in enumerate(played)
            )
            won = "destroyed" if seat < 0 else f"to {names[seat]}"
            yield f"  {trick:2}  {story}  {won}{_told(asides)}"
            asides = []
        elif kind == "took-trick":
            yield f"      {names[seat]} takes a trick from {names[values[0]]}"
        elif kind == "stole":
            yield f"      {names[seat]} draws a card from {names[values[0]]}"
        elif kind == "drew-blind" and values:
            yield f"      it is {CARD_CODES[values[1]]}"
        elif kind == "returned" and values:
            yield f"      {names[seat]} gives {CARD_CODES[values[1]]} back"
        elif kind == "scored":
            yield f"  points: {_listed(names, values)}"
        elif kind == "extra-game":
            yield "A tie: an extra game follows."
        elif kind == "won":
            yield ""
            yield f"{' and '.join(names[winner] for winner in values)} won."


_CARDS = ("turned", "drew", "discarded")


def _told(asides: Sequence[str]) -> str:
    return f"  ({'; '.join(asides)})" if asides else ""


def _listed(names: Sequence[str], numbers: Sequence[int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=True))


def _scores(names: Sequence[str], seen: Observation) -> Iterator[str]:
    """Yield the score pad: a line for each round, with `tricks/prediction points` for each seat."""
    wide = max(14, *(len(name) + 2 for name in names))
    yield f"{'round':<8}{''.join(f'{name:>{wide}}' for name in names)}"
    for number, line in enumerate(seen.rounds, 1):
        yield f"{number:<8}{''.join(f'{cell:>{wide}}' for cell in _cells(line))}"
    yield f"{'score':<8}{''.join(f'{score:>{wide}}' for score in seen.scores)}"


def _cells(line: Round) -> Iterator[str]:
    for tricks, prediction, points in zip(line.tricks, line.predictions, line.points, strict=True):
        yield f"{tricks}/{prediction} {points:4}"
