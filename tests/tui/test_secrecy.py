"""What one seat cannot know changes nothing that it gets: no cell of its screen, no news.

Every check compares the true world with a *twin*: another world in which the seat has seen exactly the same.
Deliberate leaks show that the checks find one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest
from herrlof.tui.cards import Look
from rich.text import Text
from textual.widgets import Static

from herrlof.game import CHANCE, NOBODY, Action, Event, Observation
from herrlof.games import GAMES
from herrlof.games.herrlof.actions import BLIND, DISCARD, DREW, PASS, PLAY, PREDICT, RETURN, STEAL, TURNED
from herrlof.games.herrlof.cards import VALKNUT, Card, cards_in
from herrlof.games.herrlof.state import HerrlofState
from herrlof.table.match import Match
from herrlof.tui.boards.herrlof import drawing, words
from herrlof.tui.boards.herrlof.board import HerrlofBoard
from tests.tui.driving import NAMES, Sitting, at_table, in_play, new_match, walk

GAME = GAMES["herrlof"]
SIZES = [(80, 24), (130, 42)]


# Two worlds and what happened in them


def deal_of(state: HerrlofState) -> tuple[Card, ...]:
    """Return the deal that this round began with, by taking its log back move by move."""
    hands = [list(cards_in(hand)) for hand in state.hands]
    deck = state.deck[:]
    pairs, thief, victim = {}, NOBODY, NOBODY
    for place, item in enumerate(state.log):
        who, what = divmod(item, 256)
        if STEAL <= what < RETURN:
            thief, victim = who, what - STEAL
        pairs[place] = thief, victim
    for place in range(len(state.log) - 1, -1, -1):
        who, what = divmod(state.log[place], 256)
        thief, victim = pairs[place]
        if what >= TURNED:
            deck.append(what - TURNED)
        elif what >= DREW:
            hands[who].remove(what - DREW)
            deck.append(what - DREW)
        elif what >= BLIND:
            hands[thief].remove(what - BLIND)
            hands[victim].append(what - BLIND)
        elif what >= RETURN:
            hands[victim].remove(what - RETURN)
            hands[thief].append(what - RETURN)
        elif DISCARD <= what < DISCARD + 38:
            assert deck.pop(0) == what - DISCARD
            hands[who].append(what - DISCARD)
        elif what < PREDICT:
            hands[who].append(what - PLAY)
    first = (state.dealer + 1) % state.seats
    order = [card for turn in range(state.seats) for card in hands[(first + turn) % state.seats]]
    return tuple(order + deck[::-1])


def story(state: HerrlofState) -> list[Event]:
    """Return the events of this round, played again from its deal; the end is the same position."""
    if state.phase in ("deal", "over"):
        return []
    again = state.clone()
    again.phase, again.player, again.trick, again.follow, again.fresh = "deal", CHANCE, [], -1, -1
    events: list[Event] = []
    again.apply_chance(deal_of(state), events)
    for item in state.log:
        who, what = divmod(item, 256)
        if what >= TURNED:
            continue
        if what >= DREW:
            again.apply(GAME.decode("draw"), events)
        elif what >= BLIND:
            again.apply_chance((what - BLIND,), events)
        else:
            assert again.player == who
            if what not in again.legal_actions():
                assert what != PASS
                raise AssertionError(f"{GAME.encode(what)} was not allowed")
            again.apply(what, events)
    assert again.summary() == state.summary()
    return events


@dataclass(frozen=True)
class Twins:
    """Two worlds that look the same to one seat."""

    seat: int
    true: HerrlofState
    twin: HerrlofState
    true_news: list[Event]
    twin_news: list[Event]

    def differ(self) -> bool:
        """Whether there is anything hidden in them that is not the same."""
        return self.true.summary() != self.twin.summary()


def twins(seats: int, edition: str, seed: int, wanted: int, every: int = 1) -> Iterator[Twins]:
    """Yield pairs of worlds at random positions of random matches, powers used."""
    rng = Random(seed)

    def choose(legal: Any) -> Action:
        choices = [action for action in legal if action != PASS] if rng.random() < 0.8 else list(legal)
        return rng.choice(choices)

    state = HerrlofState(seats, edition, 20, rng.randrange(seats))
    step = 0
    while wanted:
        step += 1
        if not walk(state, rng, choose):
            state = HerrlofState(seats, edition, 20, rng.randrange(seats))
            continue
        if step % every:
            continue
        wanted -= 1
        news = story(state)
        for seat in (NOBODY, *range(seats)):
            twin = GAME.determinize(state.observation(seat), rng)
            yield Twins(seat, state.clone(), twin, news, story(twin))


TABLES = [(seats, edition) for seats in (2, 3) for edition in ("english", "dutch")]


# The checks: each returns where the worlds can be told apart, or nothing


def news_leak(pair: Twins) -> str:
    """Compare what the match tells this seat."""
    match = new_match(pair.true)
    told = []
    for news in (pair.true_news, pair.twin_news):
        match._news[:] = news
        told.append([event._replace(only=None) for event in match.news(pair.seat)])
    return next((f"{a} or {b}" for a, b in zip(*told, strict=True) if a != b), "")


def view_leak(pair: Twins) -> str:
    """Compare the observation and, for the mover, the legal actions."""
    if pair.true.observation(pair.seat) != pair.twin.observation(pair.seat):
        return "observation"
    if pair.seat == pair.true.player and pair.true.legal_actions() != pair.twin.legal_actions():
        return "legal actions"
    return ""


current: list[HerrlofState] = []
"""The world that is being drawn: what a leak needs, and nothing in the program has."""


async def frame(sitting: Sitting, world: HerrlofState, news: list[Event], seat: int) -> list[tuple[str, str]]:
    """Return every cell of the table as this seat sees it; NOBODY: with the curtain down."""
    current[:] = [world]
    table = sitting.table
    table.match = match_of(world, news)
    table._viewer, table._asking, table._holding = seat, seat == world.player, False
    table._curtain_for = max(world.player, 0) if seat == NOBODY else NOBODY
    table._draw()
    await sitting.calm()
    assert not sitting.waiting
    titles = [(str(panel.border_title), str(panel.border_subtitle)) for panel in table.query("*")]
    return sitting.cells() + titles


def match_of(world: HerrlofState, news: list[Event]) -> Match:
    match = new_match(world)
    match._news[:] = news
    return match


async def frame_leak(sitting: Sitting, pair: Twins) -> str:
    """Compare every cell of the screen, text and style, and the panels' titles."""
    true = await frame(sitting, pair.true, pair.true_news, pair.seat)
    twin = await frame(sitting, pair.twin, pair.twin_news, pair.seat)
    width = sitting.app.size.width
    for place, (here, there) in enumerate(zip(true, twin, strict=True)):
        if here != there:
            return f"row {place // width}, column {place % width}: {here} or {there}"
    return ""


# No leak


@pytest.mark.parametrize(("seats", "edition"), TABLES)
def test_views_and_news_are_the_same_for_twins(seats: int, edition: str) -> None:
    different = 0
    for pair in twins(seats, edition, seed=seats, wanted=30, every=5):
        assert not view_leak(pair)
        assert not news_leak(pair)
        different += pair.differ()
    assert different > 30


@pytest.mark.parametrize("size", SIZES, ids="{0[0]}x{0[1]}".format)
@pytest.mark.parametrize(("seats", "edition"), [(2, "english"), (3, "dutch")])
async def test_every_cell_is_the_same_for_twins(seats: int, edition: str, size: tuple[int, int]) -> None:
    async with at_table(HerrlofState(seats, edition), NAMES[:seats], size) as sitting:
        different = 0
        for pair in twins(seats, edition, seed=20 + seats, wanted=7, every=11):
            leak = await frame_leak(sitting, pair)
            assert not leak, (pair.true.phase, pair.seat, leak)
            different += pair.differ()
        assert different > 10


@pytest.mark.parametrize(
    ("phase", "moves"),
    [
        ("discard", ["0: play G3", "0: draw"]),
        ("return", ["0: play B6", "1: play H", "0: steal 1", "blind R8"]),
        ("take-trick", ["0: play Y4", "1: play Y8", "1: play H", "0: play B1"]),
    ],
)
async def test_every_question_is_the_same_for_twins(phase: str, moves: list[str]) -> None:
    table = in_play("B6 G3 R5 Y4 B1", "H R8 Y8 V V", deck="Y9 R9 G9", moves=moves)
    assert table.state.phase == phase
    rng = Random(5)
    async with at_table(HerrlofState(), NAMES[:2]) as sitting:
        for _ in range(2):
            for seat in (NOBODY, 0, 1):
                twin = GAME.determinize(table.state.observation(seat), rng)
                pair = Twins(seat, table.state, twin, story(table.state), story(twin))
                assert not await frame_leak(sitting, pair)


async def test_under_the_curtain_no_panel_keeps_a_secret_even_where_it_is_not_drawn() -> None:
    """A panel that this window has no room for may come up when the window grows."""
    table = in_play("G3 R5 Y4", "H R8 Y8", deck="Y9 R9 G9")
    async with at_table(table, ["Anna", "Ben"], (130, 42)) as sitting:
        await sitting.press("1", "g", "enter", "y")
        assert any("yellow 9" in str(panel.render()) for panel in sitting.table.query(Static))
        await sitting.resize(80, 24)
        await sitting.press("c")
        for panel in sitting.table.query(Static):
            assert "yellow 9" not in str(panel.render()), panel


# Deliberate leaks


observation = HerrlofState.observation


def other(seat: int, seats: int) -> int:
    return (seat + 1) % seats


def shows_a_hand_under_the_curtain(state: HerrlofState, seat: int) -> Observation:
    seen = observation(state, seat)
    return seen if seat >= 0 else replace(seen, hand=cards_in(state.hands[0]))


def shows_another_prediction(state: HerrlofState, seat: int) -> Observation:
    seen = observation(state, seat)
    return replace(seen, prediction=state.predictions[other(seat, state.seats)])


def shows_the_deck(state: HerrlofState, seat: int) -> Observation:
    return replace(observation(state, seat), deck_size=state.deck[-1] if state.deck else 0)


def shows_another_hand(state: HerrlofState, seat: int) -> Observation:
    return replace(observation(state, seat), hand=cards_in(state.hands[other(seat, state.seats)]))


def shows_whether_another_can_follow(state: HerrlofState, seat: int) -> Observation:
    seen = observation(state, seat)
    held = any(card < 9 for card in cards_in(state.hands[other(seat, state.seats)]))
    return replace(seen, predicted=(held, *seen.predicted[1:]))


@pytest.mark.parametrize(
    "leak",
    [
        shows_a_hand_under_the_curtain,
        shows_another_prediction,
        shows_the_deck,
        shows_another_hand,
        shows_whether_another_can_follow,
    ],
)
def test_a_view_that_leaks_is_caught(leak: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = list(twins(2, "english", seed=31, wanted=40, every=3))
    assert not any(map(view_leak, pairs))
    monkeypatch.setattr(HerrlofState, "observation", leak)
    assert any(map(view_leak, pairs))


def test_news_that_leak_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = list(twins(3, "english", seed=32, wanted=60, every=3))
    assert not any(map(news_leak, pairs))
    monkeypatch.setattr(Event, "seen_by", lambda event, _: event)
    assert any(map(news_leak, pairs))


def leaky_observation(patch: pytest.MonkeyPatch) -> None:
    """The board gets the next seat's hand for the seat's own."""
    patch.setattr(HerrlofState, "observation", shows_another_hand)


def leaky_log(patch: pytest.MonkeyPatch) -> None:
    """The log tells everybody everything."""
    patch.setattr(Event, "seen_by", lambda event, _: event)


def leaky_seat_line(patch: pytest.MonkeyPatch) -> None:
    """A seat's line shows what it has predicted."""
    line = drawing.seat_line

    def leak(seen: Observation, seat: int, names: Any, look: Look, width: int) -> Text:
        drawn = line(seen, seat, names, look, width)
        return drawn.append(f" {current[0].predictions[seat]}") if current else drawn

    patch.setattr(drawing, "seat_line", leak)


def leaky_style(patch: pytest.MonkeyPatch) -> None:
    """A name is slanted when its hand holds a Valknut; not a letter is different."""
    line = drawing.seat_line

    def leak(seen: Observation, seat: int, names: Any, look: Look, width: int) -> Text:
        drawn = line(seen, seat, names, look, width)
        if current and VALKNUT in cards_in(current[0].hands[seat]):
            drawn.stylize("italic", 0, 5)
        return drawn

    patch.setattr(drawing, "seat_line", leak)


def leaky_order(patch: pytest.MonkeyPatch) -> None:
    """The row of cards on the back side stops one short when the deck's next card is high."""
    line = drawing.seat_line

    def leak(seen: Observation, seat: int, names: Any, look: Look, width: int) -> Text:
        drawn = line(seen, seat, names, look, width)
        if current and current[0].deck and current[0].deck[-1] % 2:
            drawn.right_crop(1)
        return drawn

    patch.setattr(drawing, "seat_line", leak)


def leaky_title(patch: pytest.MonkeyPatch) -> None:
    """The table's edge names the bottom card of the deck."""
    draw = HerrlofBoard._draw

    def leak(board: HerrlofBoard) -> None:
        draw(board)
        if current and current[0].deck:
            board.query_one("#table").border_title = str(current[0].deck[0])

    patch.setattr(HerrlofBoard, "_draw", leak)


def leaky_question(patch: pytest.MonkeyPatch) -> None:
    """Whoever waits is told how many tricks the mover still wants."""
    waiting = HerrlofBoard._waiting

    def leak(board: HerrlofBoard) -> str:
        return f"{waiting(board)} {current[0].predictions[0]}" if current else waiting(board)

    patch.setattr(HerrlofBoard, "_waiting", leak)


def leaky_table(patch: pytest.MonkeyPatch) -> None:
    """What is said about following depends on whether the next hand could."""
    following = words.following

    def leak(seen: Observation) -> str:
        text = following(seen)
        return text.upper() if current and current[0].hands[-1] & 1 else text

    patch.setattr(words, "following", leak)


LEAKS = [
    leaky_observation, leaky_log, leaky_seat_line, leaky_style, leaky_order, leaky_title, leaky_question, leaky_table,
]  # fmt: skip


@pytest.mark.parametrize("leak", LEAKS)
async def test_a_screen_that_leaks_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    pairs = [pair for pair in twins(2, "english", seed=33, wanted=20, every=4) if pair.differ()]
    async with at_table(HerrlofState(2, "english"), NAMES[:2]) as sitting:
        leak(monkeypatch)
        for pair in pairs:
            if await frame_leak(sitting, pair):
                return
    pytest.fail("nobody noticed")
