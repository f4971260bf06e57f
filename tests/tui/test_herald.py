"""Herald's table: what is chosen and what is played, what a seat is told, and how it is drawn in every window."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from rich.cells import cell_len
from textual.geometry import Size

from herrlof.bots.search import Estimate
from herrlof.coach.judge import WINS, JudgedAction, Judgement
from herrlof.game import CHANCE, NOBODY, TERMINAL, Event
from herrlof.games.herald import words
from herrlof.games.herald.cards import CARD_CODES, KINDS, parse_card
from herrlof.games.herald.state import HeraldState
from herrlof.table.connection import MomentKind, StopReason, View
from herrlof.table.moments import Moment
from herrlof.tui.boards import ENDS, TILES, board_for
from herrlof.tui.boards.board import Board
from herrlof.tui.boards.herald import labels
from herrlof.tui.boards.herald.board import HeraldBoard
from herrlof.tui.boards.herald.faces import face_of
from herrlof.tui.boards.scene import BoardContext, Curtain, Scene
from herrlof.tui.screens.ends import MatchScreen, RoundScreen
from herrlof.tui.screens.notes import NoteScreen
from herrlof.tui.theme import Look
from herrlof.tui.widgets.canvas import Canvas, Rect
from herrlof.tui.widgets.cards import SIZES, S, draw_card
from herrlof.tui.widgets.hint import Hint
from tests.games.herald.table import GAME, Table, last_tricks
from tests.tiers import later
from tests.tui.driving import SLOWLY, Sitting, rows_of
from tests.tui.driving import at_table as at_match

NAMES = ("Anna", "Boris", "Cleo", "Dag", "Eir", "Frey")
SIZES_OF_WINDOWS = [(60, 20), (80, 24), (100, 30), (120, 40), (160, 50), (60, 45), (93, 27), (150, 21)]
LOOKS = [Look(), Look("light"), Look("terminal"), Look("none"), Look("none", True)]


def at_table(start: Table, people: int = 1, **more: Any) -> AbstractAsyncContextManager[Sitting]:
    """Sit down to a match at this position; the first seats are people's, the others random bots."""
    names = [name if n < people else f"{name}=bot:random" for n, name in enumerate(NAMES[: start.seats])]
    return at_match(start.state, *names, game=GAME, options={"games": start.state.games}, **more)


def board_at(sitting: Sitting) -> HeraldBoard:
    assert isinstance(sitting.board, HeraldBoard)
    return sitting.board


def dealt(*hands: str, moves: Sequence[str] = (), games: int = 1) -> Table:
    """Return a game in which these hands were dealt and these moves made; seat 0 leads."""
    table = Table(len(hands), games)
    table.deal(*hands)
    table.do(*moves)
    return table


# A board alone


def text_of(canvas: Canvas) -> str:
    return "\n".join(rows_of(canvas))


class Strict(Canvas):
    """A canvas that notices what is drawn outside."""

    def put(self, x: int, y: int, text: str, ink: str = "text", ground: str = "bg", bold: bool = False) -> int:
        inside = 0 <= y < self.height and x >= 0 and x + cell_len(text.rstrip()) <= self.width
        assert inside or not text.strip(), f"{text!r} at {x}, {y} of {self.width} x {self.height}"
        return super().put(x, y, text, ink, ground, bold)


def board_of(
    state: HeraldState,
    seat: int,
    events: Sequence[Event] = (),
    look: Look | None = None,
    people: Sequence[int] = (0,),
    why: StopReason = StopReason.NONE,
    names: Sequence[str] = NAMES,
) -> HeraldBoard:
    """Return a board that shows what a seat sees."""
    board = board_for(BoardContext(GAME, names[: state.seats], {}, people), look or Look())
    assert isinstance(board, HeraldBoard)
    legal = state.legal_actions() if seat == state.player and not why else ()
    news = [event.seen_by(seat) for event in events]
    view = View(seat, state.observation(seat), legal, news, state.player)
    board.scene = Scene(board.context, Moment(MomentKind.ASK if legal else MomentKind.PAUSE, view, reason=why))
    board.selection.begin(board.areas(), board.asks())
    return board


def look_at(board: HeraldBoard, card: str) -> None:
    """Bring a card of the hand into focus."""
    board.selection.focus("hand", board.seen.hand.index(parse_card(card)))


def drawn(board: Board, width: int, height: int) -> Canvas:
    """Return a table as it stands in a window of this size, whose last row is for the keys."""
    assert board.view is not None
    board.places = []
    board.canvas = Strict(width, height - 1, board.look)
    board.draw_table(board.canvas, board.view)
    return board.canvas


def cells(canvas: Canvas) -> list[object]:
    return [canvas.strip(y) for y in range(canvas.height)]


def positions(seed: int, seats: int, games: int = 1) -> Iterator[tuple[HeraldState, list[Event]]]:
    """Yield the positions of a random match, after each move, with all events."""
    rng, events = Random(seed), list[Event]()
    state = GAME.new_state(seats, games=games)
    while (mover := state.current_player()) != TERMINAL:
        if mover == CHANCE:
            state.apply_chance(state.sample_chance(rng), events)
        else:
            state.apply(rng.choice(state.legal_actions()), events)
        yield state, events


# Cards


def test_no_two_cards_look_alike_without_colour() -> None:
    for look in (Look("none"), Look("none", True)):
        for size in SIZES:
            found = []
            for card in range(KINDS):
                face, canvas = face_of(card), Strict(size.width, size.height, look)
                draw_card(canvas, 0, 0, face, size)
                found.append(text_of(canvas))
                assert face.rank in found[-1], "what it is worth"
                assert face.letter in found[-1], "its colour"
                name = {3: face.short[:3], 5: face.short}.get(size.height, face.name)
                assert all(word in found[-1] for word in name.split())
                assert look.ascii or size is S or "█" in found[-1], "its emblem"
            assert len(set(found)) == KINDS


def test_the_tile_is_three_cards() -> None:
    canvas = Strict(18, 7, Look())
    TILES["herald"](canvas, Rect(1, 1, 16, 5), "surface")
    assert all(sign in text_of(canvas) for sign in ("K", "Q", "A", "10", "7"))


# Choosing


@pytest.mark.second
@pytest.mark.parametrize(
    ("keys", "card"),
    [
        (["b"], "BA"),
        (["k"], "SK"),
        (["s"], "SK"),
        (["s", "s"], "BS"),
        (["h"], "GH"),
        (["h", "h"], "HERALD"),
        (["5"], "GH"),
        (["2"], "HERALD"),
        (["1"], "SK"),
        (["7"], "BA"),
        (["end"], "HERALD"),
        (["home"], "GH"),
        (["left", "left"], "BS"),
        (["g", "up", "down"], "GH"),
    ],
)
async def test_arrows_letters_and_points_choose_and_enter_plays(keys: list[str], card: str) -> None:
    async with at_table(dealt("GH BA SK BS HERALD", "GK")) as sitting:
        await sitting.press(*keys)
        assert sitting.played() == []
        await sitting.press("enter")
        assert sitting.played()[0] == f"0: play {card}"


@pytest.mark.parametrize("size", later([(60, 20), (80, 24)], now=[(60, 20)]))
async def test_why_enter_plays_nothing_is_told_whole(size: tuple[int, int]) -> None:
    async with at_table(dealt("GH BA SK BS HERALD", "GK"), size=size) as sitting:
        await sitting.press("enter")
        assert "Choose a card first, with the arrows, one of its letters or its points." in sitting.words()
        assert sitting.played() == []


async def test_a_card_on_the_table_can_be_looked_at_and_is_not_played() -> None:
    table = dealt("GP", "GT SK", moves=["0: play GP"])
    table.state.player = 1
    async with at_table(table, people=2) as sitting:
        await sitting.press("2", "up")
        assert "Gold Pawn, 1 point. Anna led a gold Pawn." in sitting.text()
        assert "▀▀▀▀▀▀▀" in "".join(sitting.lines()[2:11]), "the focus under the card"
        await sitting.press("enter")
        assert "go down to your hand" in sitting.text()
        assert sitting.played() == []


# What a seat is told


def test_the_card_ahead_is_lit_and_what_beats_it_stands_above_the_trick() -> None:
    table = dealt("GP", "SK", "BC", "GK", moves=["0: play GP", "1: play SK", "2: play BC"])
    board = board_of(table.state, 3)
    assert "Beaten by 5, 6, 7, a better Catapult or the Herald." in text_of(drawn(board, 80, 24))
    assert "Cleo is ahead. Beaten by 5, 6, 7" in text_of(drawn(board, 120, 40))
    assert "Cleo ✓" in text_of(drawn(board, 60, 20))
    slots = board._slots(None, 12, 2)
    assert [slot.lit for slot in slots] == [False, False, True, True]
    assert [(slot.name, slot.note) for slot in slots[:3]] == [("Anna", "led"), ("Boris", "too high"), ("Cleo", "ahead")]
    mage = dealt("GM", "HERALD", "SK", moves=["0: play GM", "1: play HERALD"])
    text = text_of(drawn(board_of(mage.state, 2), 120, 40))
    assert "Anna is ahead. No card beats a Mage that was led." in text
    assert "▸" not in "".join(row[80:] for row in text.split("\n")), "it is none of those that something beats"


@pytest.mark.second
@pytest.mark.parametrize("name", ["Cleo", "Squire 2", "Annabella-Rosalie"])
def test_what_beats_the_card_ahead_is_told_in_every_window(name: str) -> None:
    names = ["Anna", "Boris", name, *NAMES[3:]]
    for seats in range(4, 7):
        hands = ["GP", "SK", "BC", *[""] * (seats - 3)]
        table = dealt(*hands, moves=["0: play GP", "1: play SK", "2: play BC"])
        for width, height in SIZES_OF_WINDOWS:
            text = text_of(drawn(board_of(table.state, 3, names=names), width, height))
            assert "5, 6, 7, a better Catapult or the Herald" in text, text


def test_the_card_in_focus_says_whether_it_would_be_ahead_and_what_could_beat_it() -> None:
    table = dealt("GC", "SK GH", "BP", moves=["0: play GC"])
    board = board_of(table.state, 1)
    look_at(board, "SK")
    text = " ".join(text_of(drawn(board, 80, 24)).split())
    assert "Silver King, 10 points. It would be lost. 10 is more than three above 4. H5" in text
    look_at(board, "GH")
    text = " ".join(text_of(drawn(board, 80, 24)).split())
    assert "Gold Horse, 5 points. It would be ahead. 5 beats 4: one point more." in text
    assert GAME.words.to(table.seen(1), NAMES).prospect(parse_card("GH")).threats in text
    assert "the Armoured Pawn, 3 Archers and the Herald" in text


def test_a_card_of_who_does_not_lead_is_not_said_to_lead() -> None:
    table = dealt("GP", "GT SK")
    board = board_of(table.state, 1)
    look_at(board, "SK")
    text = " ".join(text_of(drawn(board, 80, 24)).split())
    assert "Silver King, 10 points. What beats it: Queen, Chest, Herald, a better colour. H7" in text


def test_the_last_trick_tells_each_step_of_its_story() -> None:
    table = dealt("GK", "SQ", "BS", "GP", moves=["0: play GK", "1: play SQ", "2: play BS", "3: play GP"])
    board = board_of(table.state, 0)
    rows = [line[52:] for line in text_of(drawn(board, 80, 24)).split("\n")]
    for name, card, step in (
        ("You", "10◆ King", "led"),
        ("Boris", "10■ Queen", "beats it"),
        ("Cleo", "10▲ Shield", "✓ won"),
        ("Dag", "1◆ Pawn", "too low"),
    ):
        assert any(name in row and card in row and step in row for row in rows), (name, rows)
    assert any("Cleo won with" in row for row in rows)
    told = [" ".join(text for text, _, _ in parts) for parts in board.last()]
    assert any("Boris played the silver Queen and is ahead. Queen beats King. H7" in line for line in told)


def test_every_step_has_a_few_letters() -> None:
    for ahead in range(KINDS):
        for card in range(KINDS):
            for briefly, room in ((False, 8), (True, 7)):
                assert 0 < cell_len(labels.steps_text([ahead, card], briefly)[1]) <= room, (ahead, card)


def test_in_the_story_of_a_trick_each_name_stands_beside_its_card() -> None:
    table = dealt(*["GP"] * 6, moves=[f"{seat}: play GP" for seat in range(6)])
    board = board_of(table.state, 0)
    for width in (60, 80, 160):
        drawn(board, width, 40)
        lines = ["".join(text for text, _, _ in parts) for parts in board.look_back()]
        played = lines[: lines.index("")]
        assert all(cell_len(line.rstrip()) <= min(width - 8, 91) and line.rstrip().endswith(" Pawn") for line in played)
        assert all(any(f"{name} 1◆G Pawn" in line for line in played) for name in ("You", *NAMES[1:]))


async def test_what_beats_what_is_one_key_away_and_marks_the_figure_ahead() -> None:
    table = dealt("GP", "GT SK", moves=["0: play GP"])
    async with at_table(table, people=2) as sitting:
        await sitting.press("2", "plus")
        assert isinstance(sitting.app.screen, NoteScreen)
        await sitting.press("escape")
        lines = ["".join(text for text, _, _ in parts) for parts in board_at(sitting).own_page()[1]]
        assert [line.split() for line in lines if line.startswith("▸")] == [["▸", "1", "Pawn", "Tower,", "Catapult"]]
        assert all(cell_len(line) <= 55 for line in lines)
        assert sitting.played() == []


def test_what_beats_what_stands_beside_a_large_table() -> None:
    table = dealt("SH", "GT SK", moves=["0: play SH"])
    for width, height in ((120, 40), (160, 50)):
        rows = [line[79:] for line in text_of(drawn(board_of(table.state, 1), width, height)).split("\n")]
        assert any("WHAT BEATS WHAT" in row for row in rows)
        assert next(row for row in rows if "▸" in row).split()[:4] == ["▸", "5", "Horse", "Armoured"]
        pawn = ["Armoured"] if width < 160 else ["Armoured", "Pawn"]
        assert next(row for row in rows if " 6 " in row).split() == ["6", *pawn, "Archer"]


def test_a_wide_table_too_tells_the_commitment_until_somebody_here_has_moved() -> None:
    board = board_of(dealt("GP", "GT SK").state, 0)
    board.scene = replace(board.scene, context=replace(board.context, commitment="0123456789abcdef"))
    for board.opening in (True, False):
        for width, height in ((80, 24), (100, 30), (120, 40), (160, 50)):
            board.canvas = Strict(width, height - 1, board.look)
            board.draw(board.canvas)
            assert board._layout is not None
            left = board._layout.hand.width if width > 100 else 0  # beside the hand, or below it
            told = " ".join(" ".join(row[left:] for row in rows_of(board.canvas)).split())
            assert ("The deals are settled: 01234567" in told) is board.opening, (width, height)


def test_a_curtain_leaves_what_beats_what_whole() -> None:
    table = dealt("GP", "GT SK", moves=["0: play GP"])
    for width, height in ((120, 40), (160, 50)):
        board = board_of(table.state, NOBODY, people=(0, 1))
        board.scene = replace(board.scene, curtain=Curtain(1))
        board.canvas = Strict(width, height - 1, board.look)
        with patch.object(HeraldBoard, "size", Size(width, height - 1)):
            board.draw(board.canvas)
        text = text_of(board.canvas)
        assert "B O R I S" in text
        assert all(words.figure_name(figure)[:5] in text for figure in range(12))
        assert "gold, silver, bronze" in text


def test_the_own_row_says_who_plays_after_you_and_the_header_what_the_stock_holds() -> None:
    table = dealt(*["GP"] * 6, moves=["0: play GP"])
    text = text_of(drawn(board_of(table.state, 1), 80, 24))
    assert "no trick · 5 cards · Cleo, Dag, Eir and Frey play after you" in text
    assert "stock 30" in text.split("\n")[0]
    assert "Trick 1 of 10" in text.split("\n")[0]


def test_while_a_finished_trick_lies_there_nobody_is_said_to_play_after() -> None:
    table = dealt("GK", "SP", "SP", moves=["0: play GK", "1: play SP", "2: play SP"])
    for width, height in SIZES_OF_WINDOWS:
        text = text_of(drawn(board_of(table.state, 0, why=StopReason.HOLD), width, height))
        assert "play after you" not in text
        assert "✓ won" in text.split("▸ You")[0], "under the winner's card"
        assert "Boris and Cleo play after you" in text_of(drawn(board_of(table.state, 0), width, height))


def test_a_drawn_card_is_new_until_it_is_played() -> None:
    table = dealt("GK", "SP", moves=["0: play GK", "1: play SP"])
    board = board_of(table.state, 0)
    drawn(board, 80, 24)
    assert [card.new for card in board.hand.cards].count(True) == 1
    table.do(f"0: play {CARD_CODES[table.seen(0).drawn]}")
    board = board_of(table.state, 0)
    drawn(board, 80, 24)
    assert not any(card.new for card in board.hand.cards)


async def test_a_drawn_card_is_turned_over_before_its_owner() -> None:
    table = dealt("GK", "SP", moves=["0: play GK", "1: play SP"])
    for motion in (True, False):
        async with at_table(table, pace=SLOWLY, motion=motion) as sitting:
            hand = "\n".join(sitting.lines()[12:19])
            assert ("╱╲" in hand) is motion
            assert "new" in hand


def test_while_a_game_is_played_tricks_are_told_and_no_points() -> None:
    looked = 0
    for state, events in positions(3, 3):
        if state.phase != "play" or not state.tricks:
            continue
        text = text_of(drawn(board_of(state, 0, events, why=StopReason.HOLD), 80, 24))
        assert text.count("┃") == sum(state.tricks_won)
        assert not re.search(r"\d points\b", text), text
        looked += 1
    assert looked > 30


@pytest.mark.second
def test_the_points_of_games_before_stand_in_the_rows_and_not_those_of_the_game_on_the_table() -> None:
    games = set()
    for state, events in positions(3, 3, games=2):
        seen = state.observation(0)
        if not seen.tricks and not seen.hand:
            continue
        board = board_of(state, 0, events, why=StopReason.HOLD)
        rows = text_of(drawn(board, 80, 24)).split("\n")
        assert board._layout is not None
        row = rows[board._layout.you].strip(" ▸")
        second = state.phase == "over" or (state.phase == "play" and bool(state.rounds))
        points = f"{state.rounds[0].points[0]} " if second else ""
        assert re.match(rf"You +{points}[┃─].* {words.tricks_text(seen.tricks_won[0])}", row), row
        games.add(second)
    assert games == {False, True}


# The hint


def hint_for(board: HeraldBoard) -> Hint:
    """Return a hint in which the last card of the hand is the best."""
    assert board.view is not None
    legal = board.view.legal
    choices = [
        JudgedAction(card, Estimate(50.0 - place, 1.0), Estimate(float(place), 1.0), {0: 38, 1: 62}, 74.0, 100,
               "worse" if place else "best")
        for place, card in enumerate(reversed(legal))
    ]  # fmt: skip
    return Hint(legal, Judgement(choices, 100, WINS))


def test_a_reason_and_what_comes_of_a_card_do_not_say_the_same_twice() -> None:
    """The hint said "No unseen card beats it; 2 beat a gold Horse. No unseen card beats it."."""
    table = dealt("HERALD CHEST GH", "GP GC", "SP SC")
    table.do("0: play HERALD", "1: play GP", "2: play SP")
    board = board_of(table.state, 0)
    choices = [
        JudgedAction(
            parse_card(code), Estimate(50.0 - loss, 1.0), Estimate(loss, 1.0), {0: 50, 1: 50}, 74.0, 100, verdict
        )
        for code, loss, verdict in (("CHEST", 0.0, "best"), ("GH", 9.0, "worse"))
    ]
    assert board.view is not None
    board.scene = replace(board.scene, hint=Hint(board.view.legal, Judgement(choices, 100, WINS)))
    look_at(board, "CHEST")
    text = " ".join(text_of(drawn(board, 120, 40)).split())
    assert "No unseen card beats it; " in text
    assert "No unseen card beats it." not in text


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40), (160, 50)])
def test_a_hint_says_who_can_still_beat_the_card(size: tuple[int, int]) -> None:
    table = dealt("ST", "GC GK GQ BP", "GP", "GP", moves=["0: play ST"])
    board = board_of(table.state, 1)
    board.scene = replace(board.scene, hint=hint_for(board))
    look_at(board, "GC")
    rows = text_of(drawn(board, *size)).split("\n")
    for chip in ("4◆G", "10◆GK", "10◆GQ"):
        assert any(f" {chip} " in row for row in rows), (chip, rows)
    assert any("Beaten by" in row for row in rows), "a hint leaves what it is about"
    found = board._layout
    assert found is not None
    said = " ".join(" ".join(row[1 : found.question.right] for row in rows[found.question.y :]).split())
    assert "Wins this trick in 62 of 100 deals. Cleo or Dag can" in said
    if size[0] > 60:
        assert "can beat it with 5, 6, 7 or the Herald. On average you end with 74 points." in said


def test_the_place_says_what_is_not_played_yet_while_the_table_asks() -> None:
    table = dealt("ST", "GC", "GP", moves=["0: play ST"])
    board = board_of(table.state, 1)
    board.scene = replace(board.scene, unplayed=True)
    assert "not played yet" in text_of(drawn(board, 80, 24))


def test_a_hint_is_short_where_nobody_can_beat_the_card() -> None:
    table = dealt("ST", "GC GK HERALD", moves=["0: play ST"])
    seen = table.seen(1)
    assert labels.BoardSpeaker(seen, NAMES).hint_text(parse_card("GC"), 100, 74.4) == [
        "It would win the trick.", "On average you end with 74 points.",
    ]  # fmt: skip
    assert labels.BoardSpeaker(seen, NAMES).hint_text(parse_card("GK"), 0, None) == [
        "It would be lost.", "10 is more than three above 3.",
    ]  # fmt: skip


# In every window


@pytest.mark.second
@pytest.mark.parametrize("seats", later(range(2, 7), now=[2, 6]))
def test_nothing_is_drawn_outside_and_nothing_that_matters_is_cut(seats: int) -> None:
    rng = Random(seats)
    for number, (state, events) in enumerate(positions(40 + seats, seats, games=2)):
        if rng.random() > 0.09 and state.phase == "play":
            continue
        look = LOOKS[number % len(LOOKS)]
        for width, height in SIZES_OF_WINDOWS:
            seat = state.player if state.player >= 0 else NOBODY
            board = board_of(
                state, seat, events, look, range(seats), StopReason.NONE if number % 3 else StopReason.HOLD
            )
            if seat != NOBODY and number % 2:
                board.selection.focus("hand", rng.randrange(len(state.hands[seat])))
            text = text_of(drawn(board, width, height))
            where = f"{seats} seats, {width} x {height}, position {number}\n{text}"
            for name in NAMES[:seats]:
                assert name in text, where
            found = board._layout
            assert found is not None
            rows = text.split("\n")
            above = [row for y, row in enumerate(rows) if y != found.news]
            mark = "~" if look.ascii else "…"
            side = found.side.x if found.side is not None and found.window > 2 else width
            assert not any(mark in row[:side] for row in above), where
            if board.asked and board.selection.at("hand") is not None:
                card = board._own_card
                assert card is not None
                told = " ".join(" ".join(row[: found.question.right].split()) for row in rows[found.question.y :])
                whole, brief = (GAME.words.to(board.seen, NAMES).prospect(card, briefly) for briefly in (False, True))
                assert any(f"{now.title} {now.verdict}".strip() in told for now in (whole, brief)), where
                assert brief.threats.removesuffix(".") in told, where


def test_six_long_names_fit_in_the_rows() -> None:
    names = ["Bartholomew", "Wilhelmina", "Maximilian", "Persephone", "Cornelius", "Evangeline"]
    table = dealt(*["GP"] * 6, moves=["0: play GP"])
    for seat in (NOBODY, 1):
        text = text_of(drawn(board_of(table.state, seat, people=range(6), names=names), 80, 24))
        rows = "\n".join(text.split("\n")[:3])
        assert [name for name in names if name not in rows] == ([] if seat == NOBODY else ["Wilhelmina"])


def test_six_long_names_stand_apart_under_the_trick_and_whole_in_their_own_row() -> None:
    names = ["Annabella-Rosalie", "Eirikssonnur", "Finnbogadottir", "Dagfinnsson", "Gunnhildur", "Hallgerdur"]
    table = dealt(*["GP"] * 6, moves=[f"{seat}: play GP" for seat in range(4)])
    for width, height in SIZES_OF_WINDOWS:
        text = text_of(drawn(board_of(table.state, 4, people=range(6), names=names), width, height))
        assert "You, Gunnhildur " in text
        labels = next(row for row in text.split("\n") if "to play" in row)
        assert not re.search("…[^ ]|[^ ]to play", labels), text
        text = text_of(drawn(board_of(table.state, 0, people=range(6), names=names), width, height))
        assert "You, Annabella-Rosalie " in text
    table.do("4: play GP", "5: play GP")
    text = text_of(drawn(board_of(table.state, 5, people=range(6), why=StopReason.HOLD, names=names), 60, 20))
    assert re.search("Annab.*… ✓", text)
    last = text_of(drawn(board_of(table.state, 0, people=range(6), names=names), 80, 24))
    assert [name for name in names if f"{name[:8]}" not in last.partition("LAST TRICK")[2]] == []


def test_where_room_is_short_tricks_are_a_number() -> None:
    names = ["Annabella-Rosalie", "Eirikssonnur", "Finnboga", "Dagfinns", "Gunnhild", "Hallgerd"]
    table = dealt(*["GP"] * 6, moves=[f"{seat}: play GP" for seat in range(6)])
    text = text_of(drawn(board_of(table.state, 1, names=names), 60, 20))
    assert re.search(r"Annabella-R.*… +1 ", text)
    assert re.search(r"Finnboga +0 ", text)
    assert "▖" not in text
    table.state.tricks_won = [18, 0, 0, 0, 0, 0]
    assert re.search("Anna +18 +▖▖▖▖", text_of(drawn(board_of(table.state, 1), 80, 24)))


def test_before_the_first_deal_no_stock_is_told() -> None:
    state = GAME.new_state(2)
    while state.current_player() == CHANCE:
        for width, height in SIZES_OF_WINDOWS:
            assert "stock" not in text_of(drawn(board_of(state, 0), width, height)).splitlines()[0]
        state.apply_chance(state.sample_chance(Random(1)), [])
    assert "stock 50" in text_of(drawn(board_of(state, 0), 80, 24)).splitlines()[0]


def test_open_hands_are_written_alike_and_where_the_replay_stands_is_told_whole() -> None:
    table = dealt("GP", "GT ST BT GC SC", "GK SK BK GS SS", moves=["0: play GP"], games=3)
    for width, height in SIZES_OF_WINDOWS:
        board = board_of(table.state, 0)
        hands = {seat: table.seen(seat) for seat in range(3)}
        board.scene = replace(board.scene, open_hands=hands, replayed="replay: 4 of 184")
        text = text_of(drawn(board, width, height))
        assert "replay: 4 of 184" in text
        assert "…" not in text
        assert ("3◆GT" in text) is ("10◆GK" in text) is (width >= 80), text


@pytest.mark.parametrize("seats", [2, 6])
def test_all_hands_open_in_a_replay(seats: int) -> None:
    for number, (state, events) in enumerate(positions(5, seats)):
        if number != 20:
            continue
        for width, height in SIZES_OF_WINDOWS:
            board = board_of(state, 0, events)
            hands = {seat: state.observation(seat) for seat in range(seats)}
            board.scene = replace(board.scene, open_hands=hands)
            text = text_of(drawn(board, width, height))
            for seat in range(1, seats):
                for card in state.hands[seat]:
                    assert CARD_CODES[card] in text, (width, height)
                    signed = f"{face_of(card).rank}{face_of(card).shape}{CARD_CODES[card]}" in text
                    assert signed or width < 80 or seats > 3, (width, height)
            assert all(face_of(card).short in text for card in state.trick), (width, height)


# The end


async def test_after_one_of_several_games_the_next_one_can_be_played() -> None:
    table = last_tricks("HERALD", "BP", games=2)
    table.state.game_number = 1
    async with at_table(table, people=1) as sitting:
        assert isinstance(sitting.app.screen, RoundScreen)
        rows = sitting.lines()
        assert "Game 1 is over" in rows[0]
        assert "▸ Next game " in [row for row in rows[:-1] if row.strip()][-1], "below the piles"
        assert "Enter next game" in rows[-1]
        assert "How it went" in " ".join(rows)


async def test_the_end_turns_the_piles_over() -> None:
    async with at_table(last_tricks("HERALD", "BP"), people=1) as sitting:
        assert isinstance(sitting.app.screen, MatchScreen)
        text = text_of(sitting.app.screen.query_one("DrawnWidget").canvas)  # type: ignore[attr-defined]
        assert "You win." in text
        assert "Herald 25  Pawn 1" in text
        assert "240 points in all" in text


@pytest.mark.second
@pytest.mark.parametrize("seats", range(2, 7))
def test_the_end_tells_all_piles_in_every_window(seats: int) -> None:
    *_, (state, events) = positions(seats, seats, games=2)
    assert state.phase == "over"
    for look in LOOKS:
        for width, height in SIZES_OF_WINDOWS:
            board = board_of(state, 0, events, look)
            canvas = Strict(width, height - 1, look)
            ENDS["herald"](board).draw_match(canvas, Rect(0, 1, width, height - 3), [("Deal 1234", "dim", False)])
            rows = text_of(canvas).split("\n")
            points = state.rounds[-1].points
            order = sorted(range(seats), key=lambda seat: -state.scores[seat])  # it is the match that is over
            heads = [row for row in rows if any(row.strip().startswith(f"{name.upper()} ") for name in ("You", *NAMES))]
            assert [row.split()[0] for row in heads] == [("You", *NAMES[1:])[seat].upper() for seat in order]
            for seat, head in zip(order, heads, strict=True):
                assert f" {state.rounds[0].points[seat]} + {points[seat]} = {state.scores[seat]} " in head
            assert any("win" in row for row in rows[:3])
            assert "Deal 1234" in [row for row in rows if row.strip()][-1], "below the piles, whole"
            assert not any("…" in row or "~" in row for row in rows), rows


def test_what_is_level_at_the_end_of_a_match_is_not_shown_as_won() -> None:
    table = last_tricks("GK HERALD", "BK GP", games=2, scores=(0, 46))
    table.do("0: play HERALD", "1: play BK", "0: play GK", "1: play GP")
    canvas, good = end_of(table.state), Look().style("good").color
    rows = text_of(canvas).split("\n")
    shown = [
        any(segment.style is not None and segment.style.color == good for segment in canvas.strip(y + 2))
        for name in ("YOU ", "BORIS ")
        for y, row in enumerate(rows)
        if row.strip().startswith(name)
    ]
    assert shown == [True, False], "the Herald decided"


def test_what_each_game_brought_stands_below_the_piles_once_all_are_turned_over() -> None:
    *_, (state, events) = positions(3, 2, games=2)
    for progress, told in ((1.9, False), (2.0, True)):
        canvas = Strict(120, 39, Look())
        ENDS["herald"](board_of(state, 0, events)).draw_round(canvas, Rect(5, 1, 110, 37), progress)
        rows = [row.split() for row in text_of(canvas).split("\n")]
        assert all(([str(n), *map(str, game.points)] in rows) is told for n, game in enumerate(state.rounds, 1))
        assert canvas.drawn()[1] < 38, "a row stays free above the choices"


def test_cards_in_the_bar_of_a_pile_are_divided_without_colours() -> None:
    *_, (state, events) = positions(3, 2)
    canvas = Strict(80, 23, Look("none", True))
    ENDS["herald"](board_of(state, 0, events, Look("none", True))).draw_match(canvas, Rect(0, 1, 80, 21), [])
    assert re.search(r"\|\d+ +\|", text_of(canvas))


@pytest.mark.parametrize(("seats", "width", "height"), [(4, 60, 20), (6, 80, 24)])
def test_figures_that_have_no_room_at_the_end_are_told_together(seats: int, width: int, height: int) -> None:
    """Where piles have few rows, what one leaves free another one uses."""
    for seed in range(9):
        *_, (state, events) = positions(seed, seats)
        canvas = Strict(width, height - 1, Look())
        deals = [("Deal", "dim", False)] * 2
        ENDS["herald"](board_of(state, 0, events)).draw_match(canvas, Rect(0, 1, width, height - 3), deals)
        text = text_of(canvas)
        told = [won for row in text.split("\n") for won in row.strip().split("  ") if re.fullmatch(r"[\w ]+ \d+", won)]
        assert sum(int(won.split()[-1]) for won in told) == 240, text


def test_looking_back_tells_the_last_trick_alone_until_the_piles_are_turned_over() -> None:
    told: dict[str, set[int]] = {"play": set(), "over": set()}
    for state, events in positions(4, 4):
        if state.phase in told and state.tricks and not state.trick:
            lines = ["".join(text for text, _, _ in parts) for parts in board_of(state, 0, events).look_back()]
            told[state.phase].add(sum(" won with " in line for line in lines))
    assert told == {"play": {1}, "over": {15}}, "what was taken lies face down (H11)"


def test_piles_are_turned_over_one_after_the_other_and_no_sum_before_its_own() -> None:
    *_, (state, events) = positions(2, 3, games=2)
    board = board_of(state, 0, events)
    sums = {f" = {score} " for score in state.scores}
    assert len(sums) == 3
    for turned, progress in enumerate((0.0, 1.0, 2.0, 99.0)):
        canvas = Strict(100, 29, Look())
        ENDS["herald"](board).draw_round(canvas, Rect(0, 1, 100, 27), progress)
        text = text_of(canvas)
        assert sum(text.count(found) for found in sums) == turned


@pytest.mark.parametrize(("seed", "width", "height"), [(14, 80, 23), (5, 60, 19)])
def test_two_piles_tell_all_their_figures_where_rows_are_free(seed: int, width: int, height: int) -> None:
    *_, (state, events) = positions(seed, 2)
    canvas = Strict(width, height, Look())
    ENDS["herald"](board_of(state, 0, events)).draw_round(canvas, Rect(0, 1, width, height - 2), 99.0)
    assert "…" not in text_of(canvas)


def test_a_tie_names_what_decided_it() -> None:
    table = last_tricks("GK HERALD", "BK GP", games=2, scores=(5, 41))
    table.do("0: play HERALD", "1: play BK", "0: play GK", "1: play GP")
    assert table.state.scores == (51, 41)
    table = last_tricks("GK HERALD", "BK GP", games=2, scores=(0, 46))
    table.do("0: play HERALD", "1: play BK", "0: play GK", "1: play GP")
    assert table.state.scores == (46, 46)
    assert table.state.winners == (0,)
    text = " ".join(text_of(end_of(table.state)).split())
    assert "You win. You and Boris have 46 points each over two games. You have won the Herald. H12" in text


def end_of(state: HeraldState) -> Canvas:
    board = board_of(state, 0)
    canvas = Strict(80, 23, Look())
    ENDS["herald"](board).draw_match(canvas, Rect(0, 1, 80, 21), [])
    return canvas
