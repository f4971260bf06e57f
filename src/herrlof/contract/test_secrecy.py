"""What a seat was told, and nothing else, is what it knows: `exchange` explains how that is found out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from herrlof.contract.exchange import Sample, TracedMatch, Twins, twins
from herrlof.contract.frames import SIZE, frame
from herrlof.contract.variants import Variant
from herrlof.game import NOBODY, TERMINAL, Action, Event, raced

NAMES = ("Anna", "Bo", "Cleo", "Dag", "Eir", "Frey", "Gro", "Hal")
SEED = 1
"""Where the matches come from; the second tier of the program's own tests takes more of them."""


def test_a_seat_sees_no_more_than_it_was_told(variant: Variant) -> None:
    """Who was told the same in two matches holds the same observation, and may do the same."""
    check_leaks(variant, SEED, Sample(exchanges=6, every=1, mixes=12, glimpses=50))


def test_a_seat_forgets_nothing_that_it_was_told(variant: Variant) -> None:
    """Who was told something else in two matches holds another observation, until the round ends."""
    check_memory(variant, SEED, Sample(exchanges=6, every=1, mixes=0, secrets=8, glimpses=100))


def test_words_say_no_more_than_a_seat_was_told(variant: Variant) -> None:
    """Who was told the same reads the same."""
    check_words(variant, SEED, Sample(exchanges=2, every=9, mixes=12))


def test_a_frame_shows_no_more_than_a_seat_was_told(variant: Variant) -> None:
    """Who was told the same sees the same on its board, to the cell and its colour."""
    check_frames(variant, SEED, Sample(exchanges=2, every=15, mixes=6))


def check_leaks(variant: Variant, seed: int, sample: Sample) -> None:
    """Compare observations and legal actions of seats that were told the same."""
    different = False
    for pair in twins(variant, seed, sample):
        for seat in filter(pair.alike, pair.seats):
            different = different or pair.one.state.summary() != pair.other.state.summary()
            one, other = (world.state.observation(seat) for world in pair.worlds)
            assert one == other, f"{who(seat)} sees what no event told it: {difference(one, other)}\n{pair}"
            may, might = (world.legal(seat) for world in pair.worlds)
            assert may == might, f"what {who(seat)} may do shows what no event told it: {may} or {might}\n{pair}"
    assert different == variant.game.hidden, "`hidden` says whether anything is secret"


def check_memory(variant: Variant, seed: int, sample: Sample) -> None:
    """Compare observations of seats that were not told the same."""
    compared = False
    for pair in twins(variant, seed, sample):
        for seat in filter(pair.apart, pair.seats):
            one, other = (world.state.observation(seat) for world in pair.worlds)
            assert one != other, f"{who(seat)} forgets what an event told it: {news(pair, seat)}\n{pair}"
            compared = True
    assert compared == variant.game.hidden, "`hidden` says whether anybody is told a secret"


def check_words(variant: Variant, seed: int, sample: Sample) -> None:
    """Compare every text of seats that were told the same."""
    known: set[Action] = set()
    for pair in twins(variant, seed, sample):
        known.update(pair.one.state.legal_actions())
        for seat in filter(pair.alike, pair.seats):
            one, other = (list(texts(world, seat, sorted(known))) for world in pair.worlds)
            told = next((f"{a!r} or {b!r}" for a, b in zip(one, other, strict=False) if a != b), "one says more")
            assert one == other, f"{who(seat)} reads what no event told it: {told}\n{pair}"


def check_frames(variant: Variant, seed: int, sample: Sample, size: tuple[int, int] = SIZE) -> None:
    """Compare the frames of seats that were told the same."""
    for pair in twins(variant, seed, sample):
        for seat in filter(pair.alike, pair.seats):
            one, other = (drawn(world, seat, size) for world in pair.worlds)
            rows = [(a, b) for a, b in zip(one, other, strict=True) if a != b]
            told = [["".join(segment.text for segment in row).strip() for row in pair_] for pair_ in rows[:1]]
            assert one == other, f"the frame of {who(seat)} shows what no event told it: {told}\n{pair}"


def texts(world: TracedMatch, seat: int, known: Iterable[Action]) -> Iterator[tuple[str, Any]]:
    """Yield all that a person in a seat can read now."""
    game, words, state = world.variant.game, world.variant.game.words, world.state
    seen, names = state.observation(seat), NAMES[: world.variant.seats]
    legal, said = world.legal(seat), words.to(seen, names)
    if legal:
        asked = said.question()
        yield "question", (asked.ask, asked.why, asked.rule)
        for action in legal:
            yield "label", said.label(action)
            yield "name", said.name(action)
            yield "whole name", said.whole_name(action)
            yield "in a sentence", said.in_sentence(action)
            yield "explain", said.explain(action)
        for action in known:
            if action not in legal:
                yield "refusal", said.refusal(action)
    for method in (said.standing, said.hand, said.sheet, said.round_end):
        yield method.__name__, list(method())
    yield "aim", said.aim()
    yield "rule", said.rule()
    if state.current_player() == TERMINAL:
        yield "match_end", list(said.match_end())
    if seat == NOBODY:
        yield "progress", words.progress(game.progress(seen), world.variant.options)
        yield "forced", game.forced(seen)
        yield "next_measured_kind", raced(game).next_measured_kind(seen)
    for event in world.told(seat):
        yield event.kind, said.event(event)


def drawn(world: TracedMatch, seat: int, size: tuple[int, int]) -> list[list[Any]]:
    """Return what the board draws for a seat now."""
    seen, names = world.state.observation(seat), NAMES[: world.variant.seats]
    mover = world.state.current_player()
    return frame(world.variant.game, names, seen, world.legal(seat), world.told(seat), mover, size)


def who(seat: int) -> str:
    """Name a seat in a failure."""
    return "an onlooker" if seat == NOBODY else f"seat {seat}"


def difference(one: Any, other: Any) -> str:
    """Return the parts of an observation that differ."""
    names = [part.name for part in fields(one)] if is_dataclass(one) else list(one._fields)
    pairs = ((name, getattr(one, name), getattr(other, name)) for name in names)
    return ", ".join(f"{name} is {a} or {b}" for name, a, b in pairs if a != b)


def news(pair: Twins, seat: int) -> str:
    """Return the first events that a seat perceived differently."""
    one, other = (world.told(seat, pair.fork) for world in pair.worlds)
    both: list[tuple[Event, Event]] = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
    return f"{both[0][0]} or {both[0][1]}" if both else "one match tells more"
