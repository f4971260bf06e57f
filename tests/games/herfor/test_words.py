"""What a person reads about Herfor: points before a stone is placed, what happened, the count."""

from __future__ import annotations

import pytest

from herrlof.game import Event, Row
from herrlof.games.herfor import reading, words
from herrlof.games.herfor.observation import Observation
from herrlof.games.herfor.points import parse_point
from herrlof.records.names import Seat
from herrlof.table.match import Match
from herrlof.tui.boards.herfor import labels
from tests.games.herfor.board import BLACK, GAME, WHITE, Board

NAMES = ("Anna", "Ben")
ONLOOKER = -1


def line(board: Board, point: str, names: tuple[str, ...] = NAMES, seat: int | None = None) -> str:
    """Return what the focused point says; to the mover, if not to another seat."""
    viewer = board.state.player if seat is None else seat
    seen = board.seen(viewer)
    return GAME.words.to(seen, names).preview_text(reading.preview(parse_point(point, board.state.size), seen))


def told(board: Board, *moves: str, seat: int = ONLOOKER) -> list[str]:
    """Return the sentences about moves."""
    events: list[Event] = []
    for move in moves:
        assert move in board.legal()
        board.state.apply(GAME.decode(move), events)
    return [GAME.words.to(board.seen(seat), NAMES).event(event) for event in events]


# The focused point


def test_a_point_says_what_would_turn_over() -> None:
    board = Board(white="c4 c6 d6 b4", black="a3")
    assert line(board, "c5") == "c5 turns 4: b4 c4 c6 d6. F5"
    assert line(board, "f1") == "f1 turns nothing. F5"


@pytest.mark.parametrize(
    ("black", "text"),
    [
        ("d5", "e6 is beside your d5, and invades nothing. F4"),
        ("d5 e5", "e6 is beside your d5 and e5, and invades nothing. F4"),
        ("d5 e5 f6", "e6 is beside your d5, e5 and f6, and invades nothing. F4"),
    ],
)
def test_a_point_says_why_it_is_forbidden(black: str, text: str) -> None:
    assert line(Board(black=black), "e6") == text
    assert line(Board(black=black), "e6", seat=WHITE) == text.replace("your ", "Anna's ")


def test_a_point_that_holds_a_stone_or_is_none_says_so() -> None:
    board = Board(5, black="d5", white="c3")
    assert line(board, "d5") == "Black has a stone on d5. F4"
    assert line(board, "c3") == "White has a stone on c3. F4"
    found = reading.preview(parse_point("k6", 6), board.seen(BLACK))
    assert GAME.words.to(board.seen(BLACK), NAMES).preview_text(found) == "This board has no point k6. F1"


def test_a_point_says_nothing_of_turning_where_nobody_places() -> None:
    seen = GAME.new_state(2).observation(0)
    found = reading.preview(parse_point("f6", 6), seen)
    assert GAME.words.to(seen, NAMES).preview_text(found) == "No stone is placed now. F7"


def test_an_explained_point_is_a_sentence_with_its_rule() -> None:
    board = Board(white="c4 c6", black="e5")
    explain = GAME.words.to(board.seen(BLACK), NAMES).explain
    assert explain(GAME.decode("place c5")) == "c5 turns 2: c4 c6. F5"
    assert explain(GAME.decode("place e6")) == "e6 is beside your e5, and invades nothing. F4"
    assert explain(GAME.decode("place e5")) == "Black has a stone on e5. F4"


# What is asked, and why something is refused


def test_the_komi_pie_is_asked_plainly() -> None:
    state = GAME.new_state(2)
    speaker = GAME.words.to(state.observation(0), NAMES)
    assert speaker.question() == ("How many points should White start with? Then Ben picks a side. F7")
    assert speaker.refusal(GAME.decode("place f6")) == "name a komi from −91 to 91 (F7)"
    for code, text in {
        "komi 3": "Komi 3: White counts 3 more at the end, or spends some. F9",
        "komi 0": "Komi 0: White gets nothing. F7",
        "komi -1": "Komi −1: White counts 1 fewer at the end. F7",
    }.items():
        assert speaker.explain(GAME.decode(code)) == text
    state.apply(GAME.decode("komi -2"))
    speaker = GAME.words.to(state.observation(1), NAMES)
    assert speaker.question() == "Black or White? Anna named a komi of −2. Black moves first. F7"
    assert speaker.explain(GAME.decode("black")) == "You move first, and Anna starts 2 behind. F7"
    assert speaker.explain(GAME.decode("white")) == "Anna moves first, and you start 2 behind. F7"
    assert speaker.refusal(GAME.decode("place f6")) == "take Black or White, not 'place f6' (F7)"


def test_the_first_stone_is_asked_for_with_the_side_that_the_other_player_took() -> None:
    match = Match(GAME, [Seat(name) for name in NAMES])
    for seat, code in ((0, "komi 2"), (1, "white")):
        match.play(seat, code)
    assert GAME.words.to(match.observe(0), NAMES).question().why == "You're Black, and move first."
    for seat, code in ((0, "place a1"), (1, "place k8")):
        assert ("You're " in GAME.words.to(match.observe(seat), NAMES).question()) == (not seat)
        match.play(seat, code)
    assert "You're " not in GAME.words.to(match.observe(0), NAMES).question()


@pytest.mark.parametrize(
    ("komi", "side", "first"),
    [
        (2, "Anna moves first, and you have a komi of 2. F7", "You're White, and have the komi."),
        (0, "Anna moves first, and there's no komi. F7", "You're White."),
        (-2, "Anna moves first, and you start 2 behind. F7", "You're White."),
    ],
)
def test_nobody_is_told_to_have_a_komi_that_is_none(komi: int, side: str, first: str) -> None:
    match = Match(GAME, [Seat(name) for name in NAMES])
    match.play(0, f"komi {komi}")
    assert GAME.words.to(match.observe(1), NAMES).explain(GAME.decode("white")) == side
    match.play(1, "black")
    match.play(1, "place a1")
    assert GAME.words.to(match.observe(0), NAMES).question().why == first


def test_a_turn_says_where_a_stone_may_lie_and_whether_komi_may_be_spent() -> None:
    where = "Not beside your own, unless {} is at both ends of the row."
    assert GAME.words.to(Board().seen(BLACK), NAMES).question() == f"Place a stone. {where.format('White')}"
    board = Board(to_move=WHITE, komi=1)
    assert GAME.words.to(board.seen(WHITE), NAMES).question() == (
        f"Place a stone, or spend the last point of komi. {where.format('Black')}"
    )
    assert GAME.words.to(Board(to_move=WHITE, komi=2).seen(WHITE), NAMES).question().ask == (
        "Place a stone, or spend one of 2 points of komi."
    )
    assert GAME.words.to(board.seen(WHITE), NAMES).explain(GAME.decode("spend")) == (
        "The komi falls to 0, and no stone is placed. F9"
    )
    assert GAME.words.to(board.seen(WHITE), NAMES).refusal(GAME.decode("komi 3")).startswith("place a stone")


def test_options_say_what_they_are_about() -> None:
    said = GAME.words
    assert [said.option(option.name) for option in GAME.options] == [
        "Points a side",
        "Komi below 0",
        "Who names the komi",
    ]
    for option in GAME.options:
        assert said.option_help(option.name, 2).split(". ")[-1] in ("F1", "F7")
        for value in option.choices(2):
            assert said.option_help(option.name, 2, value).split(". ")[-1] in ("F1", "F7")
    assert said.option_help("size", 2, 7) == "127 points. F1"
    assert [said.choice("namer", seat) for seat in (0, 1)] == ["the first player", "the second player"]
    assert [said.choice("negative", value) for value in (True, False)] == ["yes", "no"]


def test_after_the_end_nothing_is_asked_and_nothing_is_allowed() -> None:
    seen = ended().seen(BLACK)
    assert GAME.words.to(seen, NAMES).question() == ""
    assert GAME.words.to(seen, NAMES).refusal(GAME.decode("pass")) == "the match is over (F6)"
    found = reading.preview(parse_point("a1", 5), seen)
    assert GAME.words.to(seen, NAMES).preview_text(found) == "No stone is placed now. F6"


# What happened


def test_events_speak_to_whoever_reads_them() -> None:
    board = Board(white="c4 c6", komi=1)
    assert told(board, "place c5", seat=BLACK) == ["You placed c5.", "You turned 2 stones: c4 and c6."]
    assert told(board, "spend", seat=BLACK) == ["Ben spent a point of komi; none is left."]
    state = GAME.new_state(2)
    events: list[Event] = []
    for move in ("komi 3", "white"):
        state.apply(GAME.decode(move), events)
    sentences = [GAME.words.to(state.observation(1), NAMES).event(event) for event in events]
    assert sentences == ["Anna named a komi of 3.", "You took White."]
    with pytest.raises(ValueError, match="sang"):
        GAME.words.to(state.observation(0), NAMES).event(Event("sang", 0))


def ended(komi: int = 0, first: int = BLACK) -> Board:
    """Return a small board that was filled but for a dead corner, after two passes."""
    white = "b1 b2 c3"
    black = " ".join(point for point in GAME_POINTS if point not in {"a1", *white.split()})
    board = Board(5, black, white, first, komi)
    board.do("pass", "pass")
    return board


GAME_POINTS = Board(5).open_points()


def test_the_count_has_komi_half_and_who_passed_first() -> None:
    board = ended(komi=4)
    assert GAME.words.to(board.seen(BLACK), NAMES).sheet() == [
        Row("", ("You", "Ben")),
        Row("side", ("Black", "White")),
        Row("stones", ("57", "3")),
        Row("komi left", ("", "4")),
        Row("half point", ("", "0.5"), "At the end you passed first, so the half goes to Ben. F8"),
        Row("score", ("57", "7.5")),
    ]
    assert GAME.words.to(board.seen(WHITE), NAMES).match_end() == [
        "Anna wins.",
        "By 49.5 points, 57 to 7.5.",
        "At the end Anna passed first, so the half goes to you. F8",
    ]


def test_the_end_says_when_the_half_decided() -> None:
    board = ended(komi=54, first=WHITE)
    lines = GAME.words.to(board.seen(BLACK), NAMES).match_end()
    assert lines[:2] == ["You win.", "By half a point, 57.5 to 57."]
    assert told_end(board) == "Anna wins."


def told_end(board: Board) -> str:
    """Return the sentence about the end of a match."""
    first, second = (round(2 * score) for score in board.state.scores)
    return GAME.words.to(board.seen(ONLOOKER), NAMES).event(Event("won", board.state.winners[0], (first, second)))


def test_a_negative_score_is_written_as_people_do() -> None:
    assert [words.points_text(halves) for halves in (97, 96, 1, 0, -1, -5, -6)] == [
        "48.5", "48", "0.5", "0", "−0.5", "−2.5", "−3",
    ]  # fmt: skip


def test_a_first_pass_says_what_hangs_on_the_second() -> None:
    board = ended()
    board = Board(5, " ".join(board.black), " ".join(board.white))
    assert told(board, "pass", seat=WHITE) == ["Anna couldn't place a stone, and passed."]
    text = GAME.words.to(board.seen(WHITE), NAMES).who_passed_first()
    assert text == "Anna passed; if you can't place either, the match is over. F6"
    assert GAME.words.to(board.seen(WHITE), NAMES).question().startswith("Pass. ")
    assert GAME.words.to(Board().seen(WHITE), NAMES).who_passed_first() == ""
    assert told(board, "pass")[1:] == [told_end(board)]
    assert GAME.words.to(Board().seen(WHITE), NAMES).match_end() == []


# What stands beside the board


def test_the_standing_names_sides_stones_and_komi() -> None:
    board = Board(black="f6", white="c3 a1", to_move=WHITE, komi=3)
    board.do("spend")
    cells = {row.title: row.cells for row in GAME.words.to(board.seen(WHITE), NAMES).standing()}
    assert cells == {
        "Komi": ("2 of 3",),
        "Black": ("Anna", "1 stone"),
        "White": ("Ben", "2 stones", "4 with the komi"),
        "Black on": ("f6",),
        "White on": ("a1", "c3"),
    }
    assert GAME.words.to(board.seen(WHITE), NAMES).aim() == "You count 4, Anna 1."
    assert [row.cells for row in GAME.words.to(GAME.new_state(2).observation(0), NAMES).standing()] == [
        ("not named yet",)
    ]
    assert GAME.words.to(GAME.new_state(2).observation(0), NAMES).side_name(0) == ""
    assert "move 3" in repr(board.state)


def test_the_rule_of_the_moment() -> None:
    def rule(seen: Observation) -> str:
        return GAME.words.to(seen, NAMES).rule()

    assert rule(GAME.new_state(2).observation(0)) == "F7"
    assert rule(Board().seen(BLACK)) == "F4"
    assert rule(ended().seen(BLACK)) == "F8"
    board = ended()
    assert rule(Board(5, " ".join(board.black), " ".join(board.white)).seen(BLACK)) == "F6"


def test_a_list_says_how_far_a_match_is() -> None:
    board = Board()
    assert GAME.words.progress(GAME.progress(GAME.new_state(2).observation(ONLOOKER)), {}) == "before the first move"
    assert GAME.words.progress(GAME.progress(board.seen(ONLOOKER)), {}) == "move 1"
    board.do("place f6")
    assert GAME.words.progress(GAME.progress(board.seen(ONLOOKER)), {}) == "move 2"
    assert GAME.progress(ended().seen(ONLOOKER)) == {"move": 2}


def test_who_cannot_place_a_stone_is_spoken_to_where_it_is_the_reader() -> None:
    board = Board()
    assert (
        labels.BoardSpeaker(board.seen(BLACK), NAMES).forced_pass(BLACK)
        == "You can't place a stone and have to pass. F6"
    )
    told = labels.BoardSpeaker(board.seen(WHITE), NAMES).forced_pass(BLACK)
    assert told == "Anna can't place a stone and has to pass. F6"


def test_the_lead_is_counted_with_the_komi() -> None:
    board = Board(black="f6 f8", white="c3 a1 k11", komi=2)
    assert labels.BoardSpeaker(board.seen(BLACK), NAMES).lead_text(False) == "White leads by 3"
    assert labels.BoardSpeaker(board.seen(BLACK), NAMES).lead_text(True) == "White by 3"
    assert labels.BoardSpeaker(board.seen(BLACK), NAMES).empty_text() == "86 empty"
    assert labels.BoardSpeaker(Board().seen(BLACK), NAMES).lead_text(False) == "Level"


def test_the_largest_turn_is_named() -> None:
    board = Board(5)
    assert labels.BoardSpeaker(board.seen(BLACK), NAMES).most_turned() == ""
    board.do("place e3", "place e2", "place a1", "place e5", "place e4")
    assert labels.BoardSpeaker(board.seen(BLACK), NAMES).most_turned() == "Move 5 turned most: e4, 2 stones."


def test_what_could_turn_next_is_told_to_its_owner_and_to_others() -> None:
    board = Board(5, black="e2 e4", white="e3 c1")
    (threat,) = reading.threats(board.seen(BLACK), WHITE)
    assert labels.risk_text(threat) == "d2 would turn 2: c1 e3. F5"
    for seat, told in ((WHITE, "2 of your 2 could turn."), (BLACK, "2 of White's 2 could turn.")):
        assert labels.BoardSpeaker(board.seen(seat), NAMES).risk_head(WHITE, threat.turned) == told
