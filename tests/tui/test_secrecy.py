"""What a seat cannot know changes no cell of its frame.

Every check compares the true world with a *twin*, another world in which the seat has seen exactly the same. Deliberate
leaks show that the checks find one. Every game that hides something is tried, on the board it has.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import count
from random import Random
from typing import Any

import pytest

from herrlof.contract.exchange import elsewhere, places
from herrlof.contract.variants import Variant
from herrlof.game import NOBODY, Event, Game, Observation, Sentence
from herrlof.games.herrlof.cards import VALKNUT, cards_in
from herrlof.games.herrlof.state import HerrlofState
from herrlof.games.herrlof.words import HerrlofSpeaker
from herrlof.records.storage import Storage
from herrlof.table.connection import MomentKind, View
from herrlof.table.match import Match
from herrlof.table.moments import Moment
from herrlof.tui.boards.herrlof.board import HerrlofBoard
from herrlof.tui.theme import FACES
from tests.contract.variants import ALL
from tests.disks import FastDisk
from tests.tiers import last
from tests.tui.driving import SEED, Cell, Sitting, at_table, hall, in_play, kept, new_match, scripted, seats_of

pytestmark = pytest.mark.usefixtures("toys")
NAMES = ("Anna", "Ben", "Cleo", "Dag", "Eir", "Finn")
TABLES = [
    (game.key, seats) for game in ALL.values() if game.hidden for seats in sorted({game.seats[0], game.seats[-1]})
]
"""Every game with secrets, with as few and as many seats as it takes."""


@dataclass(frozen=True)
class Twins:
    """Two worlds that look the same to one seat."""

    seat: int
    true: Any
    twin: Any
    events: tuple[Event, ...]
    """What has happened, as this seat perceived it: in both worlds the same."""

    @property
    def differ(self) -> bool:
        """Whether anything hidden in them is not the same."""
        return bool(self.true.summary() != self.twin.summary())


def twins(game: Game, seats: int, seed: int, wanted: int, every: int = 5) -> Iterator[Twins]:
    """Yield pairs of worlds at positions of random matches, for each seat and an onlooker.

    Three of four are the same match with cards exchanged that no event has told this seat, one is made out of what it
    has seen.
    """
    rng, number = Random(seed), 0
    while number < wanted:
        found = list(places(Variant(game, seats, {}), 1000, rng))
        for place in found[every:-1:every][: wanted - number]:
            number += 1
            state, told = place.world.state, place.world.told
            for seat in (NOBODY, *range(seats)):
                twin = game.determinize(state.observation(seat), rng)
                if number % 4:
                    twin = elsewhere(found, place, seat, rng).other.state
                yield Twins(seat, state.clone(), twin, tuple(told(seat)))


world: list[Any] = []
"""The world that is being drawn: what a leak needs, and nothing in the program has."""


async def frame(sitting: Sitting, state: Any, pair: Twins) -> list[list[Cell]]:
    """Return the screen as this seat sees a world; NOBODY: behind the curtain of whoever is next."""
    world[:] = [state]
    seat, mover = pair.seat, state.current_player()
    legal = state.legal_actions() if seat == mover else ()
    view = View(seat, state.observation(seat), legal, pair.events, mover)
    what = MomentKind.ASK if legal else MomentKind.HAND_OVER if seat == NOBODY and mover >= 0 else MomentKind.PAUSE
    told = [event for event in pair.events[-3:] if event.values and event.visible_to is not None]
    if what is MomentKind.PAUSE and told:
        what = MomentKind.SHOW
    moment = Moment(what, view, seat=mover, told=told if what is MomentKind.SHOW else ())
    sitting.board.show(sitting.board.scene.at(moment))
    await sitting.calm()
    return sitting.cells()


async def leak_between(sitting: Sitting, pair: Twins) -> str:
    """Return where on the screen two worlds can be told apart, text or style; nothing if nowhere."""
    true, twin = await frame(sitting, pair.true, pair), await frame(sitting, pair.twin, pair)
    for y, (here, there) in enumerate(zip(true, twin, strict=True)):
        for x, (one, other) in enumerate(zip(here, there, strict=True)):
            if one != other:
                return f"row {y}, column {x}: {one} or {other}"
    return ""


@pytest.mark.parametrize(
    ("key", "seats"),
    [pytest.param(key, seats, marks=[pytest.mark.second] if seats > 2 else []) for key, seats in TABLES],
    ids=str,
)
async def test_every_cell_is_the_same_for_twins(key: str, seats: int) -> None:
    game, different = ALL[key], 0
    async with new_match(key, *NAMES[:seats]) as sitting:
        for pair in twins(game, seats, seed=seats, wanted=6):
            leak = await leak_between(sitting, pair)
            assert not leak, (pair.seat, leak, pair.true.summary())
            different += pair.differ
    assert different > seats


@pytest.mark.parametrize(
    "size",
    last([(60, 20), (80, 24), (120, 40), (160, 50)], second=[(60, 20), (120, 40)]),
    ids="{0[0]}x{0[1]}".format,
)
@pytest.mark.parametrize(("key", "seats"), TABLES, ids=str)
async def test_every_cell_is_the_same_for_many_twins_at_every_size(key: str, seats: int, size: tuple[int, int]) -> None:
    async with new_match(key, *NAMES[:seats], size=size) as sitting:
        for pair in twins(ALL[key], seats, seed=30 + size[0], wanted=16, every=7):
            leak = await leak_between(sitting, pair)
            assert not leak, (pair.seat, leak, pair.true.summary())


@pytest.mark.second
@pytest.mark.parametrize(
    ("phase", "moves"),
    [
        ("discard", ["0: play G3", "0: draw"]),
        ("return", ["0: play B6", "1: play H", "0: steal 1", "blind R8"]),
        ("take-trick", ["0: play Y4", "1: play Y8", "1: play H", "0: play B1"]),
        ("play", ["0: play B6", "1: play H", "0: steal 1", "blind R8", "0: return G3"]),
    ],
)
async def test_every_question_is_the_same_for_twins(phase: str, moves: list[str]) -> None:
    table = in_play("B6 G3 R5 Y4 B1", "H R8 Y8 V V", deck="Y9 R9 G9", moves=moves)
    assert table.state.phase == phase
    async with at_table(table, "Anna", "Ben") as sitting:
        for seat in (NOBODY, 0, 1):
            for seed in range(3):
                twin = ALL["herrlof"].determinize(table.state.observation(seat), Random(seed))
                assert not await leak_between(sitting, Twins(seat, table.state, twin, ()))


# Deliberate leaks


observation = HerrlofState.observation


def leaky_observation(patch: pytest.MonkeyPatch) -> None:
    """The board gets the next seat's hand for the seat's own."""

    def leak(state: HerrlofState, seat: int) -> Observation:
        return replace(observation(state, seat), hand=cards_in(state.hands[(seat + 1) % state.seats]))

    patch.setattr(HerrlofState, "observation", leak)


def leaky_number(patch: pytest.MonkeyPatch) -> None:
    """A seat's row shows what it has said."""
    row_of = HerrlofBoard._row_of

    def leak(board: HerrlofBoard, seat: int, *more: Any) -> Any:
        row = row_of(board, seat, *more)
        return row._replace(name=f"{row.name} {world[0].predictions[seat]}") if world else row

    patch.setattr(HerrlofBoard, "_row_of", leak)


def leaky_style(patch: pytest.MonkeyPatch) -> None:
    """Words are bold when a hand holds a Valknut; not a letter is different."""
    row_of = HerrlofBoard._row_of

    def leak(board: HerrlofBoard, seat: int, *more: Any) -> Any:
        row = row_of(board, seat, *more)
        if not world or VALKNUT not in cards_in(world[0].hands[seat]):
            return row
        return row._replace(words=[[(text, ink, not bold) for text, ink, bold in form] for form in row.words])

    patch.setattr(HerrlofBoard, "_row_of", leak)


def leaky_question(patch: pytest.MonkeyPatch) -> None:
    """Whoever waits is told how many tricks the first seat wants."""
    waiting = HerrlofBoard.waiting

    def leak(board: HerrlofBoard) -> str:
        return f"{waiting(board)} {world[0].predictions[0]}" if world else waiting(board)

    patch.setattr(HerrlofBoard, "waiting", leak)


def leaky_words(patch: pytest.MonkeyPatch) -> None:
    """A question says it louder when the next card of the deck is a high one."""
    question = HerrlofSpeaker.question

    def leak(speaker: HerrlofSpeaker) -> Sentence:
        asked = question(speaker)
        loud = world and world[0].deck and world[0].deck[-1] % 2
        return Sentence(asked.ask.upper(), asked.why, asked.rule) if loud else asked

    patch.setattr(HerrlofSpeaker, "question", leak)


@pytest.mark.second
@pytest.mark.parametrize("leak", [leaky_observation, leaky_number, leaky_style, leaky_question, leaky_words])
async def test_a_screen_that_leaks_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = [pair for pair in twins(ALL["herrlof"], 2, seed=33, wanted=12) if pair.differ]
    async with new_match("herrlof", "Anna", "Ben") as sitting:
        world.clear()
        leak(monkeypatch)
        for pair in pairs:
            if await leak_between(sitting, pair):
                return
    raise AssertionError("the leak was not seen")


# What else must show nothing


def coloured(sitting: Sitting, below: int = 12) -> set[str]:
    """Return the colours of card faces in the rows from `below` on."""
    return {cell.ground for row in sitting.cells()[below:] for cell in row} & {*FACES, "off"}


async def test_the_curtain_shows_nothing_of_either_hand() -> None:
    """The frame behind the curtain is the same whatever either of the two holds."""
    frames = []
    for hands in (("B7 G4 R5", "B8 G2 R8"), ("Y7 Y4 Y5", "G8 V H")):
        table = in_play(*hands, turned="H", deck="B1 B2")
        async with at_table(table, "Anna", "Ben") as sitting:
            assert sitting.curtain == "ANNA"
            assert not coloured(sitting)
            frames.append(sitting.cells())
    assert frames[0] == frames[1]


async def test_nothing_of_a_hand_stays_on_the_screen_when_the_curtain_falls() -> None:
    table = in_play("B6 G4 R5", "H G8 R8", moves=["0: play B6", "1: play H"])
    async with at_table(scripted(table, "R8"), "Anna", "Ben") as sitting:
        await sitting.press("1", "y")
        assert "red 8" in sitting.text()
        await sitting.press("g", "enter", "space")
        assert sitting.curtain == "BEN"
        for word in ("red 8", "green 4", "8▲", "4■", "said 1"):
            assert word not in sitting.text()
        assert not coloured(sitting)


@pytest.mark.second
async def test_a_match_open_elsewhere_shows_only_its_public_state() -> None:
    """Replayed from the list of matches it is the same picture, whatever was dealt and said, if the trump is."""

    def dealt(seed: bytes) -> Match:
        match = Match(ALL["herrlof"], seats_of(("Anna", "Ben")), seed=seed, first_dealer=1)
        match.advance()
        return match

    seeds = (n.to_bytes(32, "big") for n in count())
    turned = dealt(SEED).observe(NOBODY).turned
    frames = []
    for seed in (SEED, next(seed for seed in seeds if dealt(seed).observe(NOBODY).turned == turned)):
        storage = Storage(disk=FastDisk())
        async with hall(storage=storage) as sitting:
            journal = storage.new_journal()
            match = Match(ALL["herrlof"], seats_of(("Anna", "Ben")), seed=seed, journal=journal, first_dealer=1)
            match.advance()
            for seat in (0, 1):
                match.play(seat, f"predict {seat + 2 + len(frames)}")
            await sitting.press("g", "r")
            assert "replay: " in sitting.text()
            await sitting.press("end")
            assert "number hidden" in sitting.text()
            assert sitting.curtain == ""
            assert not coloured(sitting)
            text = sitting.text()
            await sitting.press("1", "2", "tab")
            assert sitting.text() == text, "no hand can be asked for"
            frames.append((match.observe(0).hand, [row[53:] for row in text.splitlines()[1:3]], text.splitlines()[12:]))
            journal.close()
            storage.delete(journal.path)
    assert frames[0][0] != frames[1][0], "other cards were dealt"
    assert frames[0][1:] == frames[1][1:]


async def test_a_replay_of_an_unfinished_match_asks_whose_hand_may_be_seen() -> None:
    storage = Storage(disk=FastDisk())
    kept(storage, "herrlof", "Anna", "Ben", moves=12)
    async with hall(storage=storage) as sitting:
        await sitting.press("g", "r", "end")
        assert "Whose hand? Press your own number; the others look away." in sitting.text()
        assert not coloured(sitting)
        await sitting.press("2")
        assert coloured(sitting)
        await sitting.look_away()
        assert "Whose hand?" in sitting.text()
        assert not coloured(sitting)
