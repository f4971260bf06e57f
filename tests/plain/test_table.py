"""A match in lines: what is said and what can be typed, in every game, by nothing but the lines."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from herrlof import messages
from herrlof.bots.search import Estimate
from herrlof.coach.judge import Choice, Judgement
from herrlof.coach.worker import Worker
from herrlof.contract.exchange import elsewhere, places
from herrlof.contract.variants import Variant
from herrlof.game import CHANCE, Game, Outcome, complete_preferences
from herrlof.games import GAMES
from herrlof.plain.hall import Hall
from herrlof.plain.home import visit
from herrlof.plain.lines import SIGNALS, InputEnded, Lines
from herrlof.plain.sitting import Sitting
from herrlof.records.names import Seat
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.table.dealing import deal_code
from herrlof.table.match import Match
from herrlof.table.table import Table
from tests.contract.variants import ALL
from tests.plain.test_elsewhere import Talk
from tests.plain.typing import CLEARED, FIRST, SHORT, Spoken, Typed, match_of, typed
from tests.pseudo import START, Pseudo
from tests.test_messages import outside
from tests.tui.driving import SEED

DEALS = deal_code(SEED[:16])
"""The same deals each time."""
NAMES = ("Anna", "Ben")
SPOKEN = {",": "a comma", ".": "a full stop"}
"""Signs that are not heard, and what stands for them."""
QUESTIONS = ("hand", "table", "last", "scores", "number", "seen", "explain", "turn", "rules", "again", ",", ".", "help")

pytestmark = pytest.mark.usefixtures("toys")


async def played(storage: Storage, key: str, text: str, *names: str, hides: bool = False) -> Spoken:
    """Type lines into a new match."""
    begin = match_of(
        key, *(names or ("Anna", "Freya=bot:random")), deals=DEALS if ALL[key].chance else None, **SHORT.get(key, {})
    )
    return await typed(storage, text, begin, hides)


@pytest.mark.parametrize("key", ALL)
async def test_a_match_is_played_from_start_to_end_by_lines_alone(key: str, storage: Storage) -> None:
    spoken = await played(storage, key, FIRST)
    assert spoken.status == 0
    assert all(line.isprintable() and line == line.strip() for line in spoken.lines)
    end = spoken.lines[-8:]
    assert any(re.search(r"\bwins?\b|had the last word|won\.", line) for line in end)
    assert sum(bool(re.search(r"\bwins?( the match)?[.,]", line)) for line in end) < 2, "who has won is said once"
    assert [line for line in spoken.lines if re.search(r"[.!] [A-Z]\d+$", line)] == []
    assert [found.state for found in storage.matches()] == ["finished"]


@pytest.mark.parametrize("key", GAMES)
async def test_all_that_is_said_in_a_match_can_be_translated(key: str, storage: Storage) -> None:
    messages.use(Pseudo())
    try:
        spoken = await played(storage, key, FIRST, "Q1", "Q2=bot:random")
    finally:
        messages.use(None)
    assert spoken.status == 0
    for line in spoken.lines:
        assert START in line
        assert not re.search(r"[A-Za-z]{3}", outside(line)), line


@pytest.mark.parametrize("key", ALL)
async def test_a_question_is_answered_and_plays_nothing(key: str, storage: Storage) -> None:
    asked = await played(storage, key, "".join(f"{word}\n" for word in QUESTIONS))
    silent = await played(storage, key, "")
    assert asked.status == silent.status == 3, "the input has ended, and the match goes on"
    assert asked.lines[: len(silent.lines)] == silent.lines
    told = "\n".join(asked.lines[len(silent.lines) :])
    for word in QUESTIONS:
        assert f"\n{SPOKEN.get(word, word)}: " in told
    assert {found.moves for found in storage.matches()} == {storage.matches()[0].moves}


# What plays


@pytest.mark.parametrize(
    ("key", "text"),
    [
        ("herrlof", "3"),
        ("herrlof", "predict 3"),
        ("herrlof", "say 3"),
        ("herfor", "3"),
        ("herfor", "komi 3"),
        ("herfor", "Komi 3"),
        ("nim", "3"),
        ("nim", "take 3"),
        ("kuhn", "1"),
        ("kuhn", "PASS"),
        ("kuhn", "p"),
    ],
)
async def test_a_number_a_text_code_or_the_beginning_of_a_name_plays(key: str, text: str, storage: Storage) -> None:
    spoken = await played(storage, key, f"{text}\n")
    told = "You pass." if key == "kuhn" else "3"
    assert any(line.startswith("You ") and told in line for line in spoken.lines), spoken.lines


async def test_a_card_is_played_by_its_place_its_code_or_its_name(storage: Storage) -> None:
    start = await played(storage, "herald", "")
    choices = dict(re.findall(r"(\d) ([\w ]+)", start.lines[-1]))
    card = choices["4"]
    code = "".join(word[0] for word in card.split()).upper()
    for text in ("4", card, card.upper(), card[:-2], f"play {code}", code.lower()):
        spoken = await played(storage, "herald", f"{text}\n")
        assert any(line.startswith("You led") and card in line for line in spoken.lines), text


async def test_what_a_choice_does_is_told_before_it_is_played(storage: Storage) -> None:
    start = await played(storage, "herald", "")
    card = re.findall(r"4 ([\w ]+)", start.lines[-1])[0]
    first = card[0].upper() + card[1:]
    for text, told in (
        ("4", f"{first}, "), (card, f"{first}, "), ("GM", "Gold Mage, "), ("", "Type explain"), ("x", "x: nothing"),
    ):  # fmt: skip
        (line,) = (await played(storage, "herald", f"explain {text}\n")).lines[len(start.lines) :]
        assert line.startswith(told)
    (line,) = (await played(storage, "herfor", "1\nexplain a\n")).lines[-1:]
    assert line.startswith("Which one? a1; ")


async def test_what_is_ambiguous_is_asked_back_and_plays_nothing(storage: Storage) -> None:
    start = await played(storage, "herald", "")
    metals = [name.split()[0] for name in re.findall(r"\d ([\w ]+)", start.lines[-1])]
    metal = next(metal for metal in metals if metals.count(metal) > 1)
    spoken = await played(storage, "herald", f"{metal}\n")
    (line,) = spoken.lines[len(start.lines) :]
    assert line.startswith("Which one? ")
    assert line.count(metal) == metals.count(metal)


NOTHING = ("", "   ", "99999999999", "-1", "gibberish", "\x1b[A", "\u202e", "hand 3", "x" * 3000)


@pytest.mark.parametrize("text", NOTHING, ids=range(len(NOTHING)))
async def test_what_means_nothing_plays_nothing(text: str, storage: Storage) -> None:
    start = await played(storage, "nim", "")
    spoken = await played(storage, "nim", f"{text}\n")
    assert spoken.lines[: len(start.lines)] == start.lines
    assert len(spoken.lines) == len(start.lines) + 1
    assert all(line.isprintable() and line == line.strip() for line in spoken.lines)
    assert len(spoken.lines[-1]) < 120, "what means nothing is not read out at length"


@pytest.mark.parametrize(
    ("key", "text"), [*((key, "zz") for key in ALL), ("herrlof", "take 2"), ("herrlof", "steal 2")]
)
async def test_what_means_nothing_is_told_so_at_any_question(key: str, text: str, storage: Storage) -> None:
    """Also where others are named as choices, and seats that nobody has."""
    spoken = await played(storage, key, f"{text}\nexplain {text}\n6\n1\n" * 200)
    assert spoken.status == 0
    assert sum(line.startswith((f"{text}: nothing", "No: ")) for line in spoken.lines) > 1


async def test_a_line_that_is_too_long_is_no_choice_by_its_end(storage: Storage) -> None:
    lines = Typed("")
    lines._unread, lines._ended = b"", False
    os.close(lines._source)
    lines._source, end = os.pipe()
    writer = asyncio.get_running_loop().run_in_executor(None, pour, end, b"x" * 100_000 + b" " * 20_000 + b"1\n2\n")
    first, second = await lines.hear(), await lines.hear()
    await writer
    assert set(first) == {"x"}
    assert second == "2"
    lines.close()


def pour(end: int, data: bytes) -> None:
    """Write all of it into a pipe."""
    with os.fdopen(end, "wb") as pipe:
        pipe.write(data)


async def test_a_card_that_may_not_be_played_is_refused_by_its_name_too(storage: Storage) -> None:
    texts = ("play R8", "R8", "red 8", "RED 8")
    said = [(await played(storage, "herrlof", f"1\n{text}\n", "Freya=bot:random", "Anna")).lines for text in texts]
    assert "Your card. Blue is led and you hold blue." in said[0]
    assert "R7" in said[0][-1]
    assert len({lines[-1] for lines in said}) == 1


async def test_a_move_that_the_rules_forbid_is_refused_with_the_rule(storage: Storage) -> None:
    spoken = await played(storage, "herfor", "1\nplace a1\n" * 2 + "spend\n", "Freya=bot:random", "Anna")
    assert any(re.search(r"\(F\d\)\.", line) for line in spoken.lines), spoken.lines


# How it ends, and goes on


async def test_who_leaves_goes_on_later_where_the_match_stood(storage: Storage) -> None:
    begun = await played(storage, "herald", "1\n1\nleave\n")
    assert begun.status == 0
    assert begun.lines[-1] == "The match is kept, and goes on another time."
    later = await typed(storage, "continue\nhand\n")
    assert later.status == 3
    assert any(line.startswith("The match goes on: trick") for line in later.lines)
    assert await typed(storage, "continue\n" + FIRST) is not None
    assert [found.state for found in storage.matches()] == ["finished"]


async def test_two_people_with_secrets_are_refused_in_a_pipe(storage: Storage) -> None:
    with pytest.raises(ValueError, match=r"need a terminal that can be cleared between them\."):
        await played(storage, "herald", "", "Anna", "Ben")
    assert storage.matches() == []
    spoken = await played(storage, "nim", FIRST, "Anna", "Ben")
    assert spoken.status == 0, "nothing is secret here"


async def test_a_move_is_taken_back_after_it_was_said_what_that_means(storage: Storage) -> None:
    spoken = await played(storage, "nim", "1\nback\n2\n")
    assert "You took 2." in spoken.lines, "the first time nothing is taken back"
    spoken = await played(storage, "nim", "1\nback\nback\n3\nback\n")
    assert [line for line in spoken.lines if line.startswith(("You took", "Taken back"))] == [
        "You took 1.", "Taken back.", "You took 3.", "Taken back.",
    ]  # fmt: skip


async def test_a_hint_names_a_choice_and_says_what_it_is_worth(storage: Storage) -> None:
    spoken = await played(storage, "nim", "hint\n")
    (place,) = [n for n, line in enumerate(spoken.lines) if re.fullmatch(r"Best: Take \d, won in \d+ of 100\.", line)]
    judged = re.findall(r"Take \d", "\n".join(spoken.lines[place:]))
    assert sorted(judged) == ["Take 1", "Take 2", "Take 3"], "each choice is told of once"
    assert storage.matches()[0].help.hints == 1


@pytest.mark.second
async def test_near_the_goal_a_hint_says_in_how_many_the_match_is_won(storage: Storage) -> None:
    spoken = await played(storage, "herrlof", "hint\n")
    (best,) = [line for line in spoken.lines if line.startswith("Best: ")]
    assert re.fullmatch(r"Best: \d+\. The match is won in \d+ of 100\.", best)
    assert not any("points less" in line for line in spoken.lines)


async def test_what_was_said_is_gone_through_both_ways(storage: Storage) -> None:
    spoken = await played(storage, "nim", "1\n1\n,\n,\n.\n.\nagain\n")
    told = [line for line in spoken.lines if re.match(r"(You|Freya) took", line)]
    assert told[:4] == [line for line in told[:4] if line]
    assert spoken.lines[-5:] == [told[3], told[2], told[3], "Nothing is newer.", "Nothing is newer."]


# A keyboard for two


async def test_a_hand_is_cleared_away_before_the_next_one_is_called(storage: Storage) -> None:
    """Between two clearings one person alone is told secrets: what the other one holds is nowhere there."""
    spoken = await played(storage, "herrlof", "1\nhand\n4\n2\nhand\n5\n1\nhand\n", *NAMES, hides=True)
    _start, *pages, left = "\n".join(spoken.lines).split(CLEARED)
    assert not left, "what the last one was told is cleared away too"
    assert [page.partition(", it is your turn")[0].split()[-1] for page in pages] == ["Anna", "Ben", "Anna"]
    first, second, third = [re.findall(r"^(?:blue|green|red|yellow).*: .*", page, re.M) for page in pages]
    assert first
    assert second
    assert not set(first) & set(second)
    assert set(third) == set(first)
    assert "You said 4." in pages[0]
    assert "4" not in re.sub(r"^\w+(, trump)?: .*", "", pages[1], flags=re.M)


def test_a_signal_wipes_the_screen_while_something_is_being_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stream is at work then, and takes nothing else."""
    read, write = os.pipe()
    out = os.fdopen(write, "w")
    lines = Lines(read, out)
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    ended: list[int] = []
    monkeypatch.setattr(out, "flush", lambda: pytest.fail("reentrant call"), raising=False)
    monkeypatch.setattr("herrlof.plain.lines.os.kill", lambda pid, number: ended.append(number))
    try:
        lines.clear_at_signals()
        handler = signal.getsignal(signal.SIGTERM)
        assert callable(handler)
        handler(signal.SIGTERM, None)
        assert signal.getsignal(signal.SIGTERM) is handler, "what was stopped and goes on clears the next time too"
    finally:
        for number, before in handlers.items():
            signal.signal(number, before)
    assert ended == [signal.SIGTERM]
    assert os.read(read, 1 << 16).endswith(b"\x1b[2J\x1b[3J")
    monkeypatch.undo()
    out.close()
    os.close(read)


async def test_the_curtain_opens_for_the_next_ones_own_number_alone(storage: Storage) -> None:
    spoken = await played(storage, "herrlof", "\nhand\n7\nyes\n", "Anna", "Ben", hides=True)
    assert not any("trump:" in line or re.match(r"(blue|green|red|yellow)", line) for line in spoken.lines)
    assert spoken.status == 3


# What nobody can know


@pytest.mark.parametrize("key", [key for key, game in ALL.items() if game.hidden])
async def test_two_worlds_that_look_alike_are_told_in_the_same_lines(key: str) -> None:
    """The same match with something exchanged that no event has told this seat: no question brings it out."""
    game, rng, compared = ALL[key], Random(7), 0
    seats, questions = game.seats[0], "".join(f"{word}\n" for word in (*QUESTIONS, "explain 1"))
    while compared < 6:
        found = list(places(Variant(game, seats, {}), 60, rng))
        for place in found[3:-1:7]:
            seat = place.world.state.current_player()
            if seat < 0 or len(place.world.state.legal_actions()) < 2:  # the table plays what is forced
                continue
            twin = elsewhere(found, place, seat, rng).other
            if twin.told(seat) != place.world.told(seat) or twin.state.summary() == place.world.state.summary():
                continue
            one, other = [await told_of(game, world, seat, questions) for world in (place.world, twin)]
            assert one == other
            assert len(one) > 20
            compared += 1


async def told_of(game: Game, world: Any, seat: int, text: str) -> list[str]:
    """Return what a person is told who sits down at a match that was played so far, and asks."""
    script = [game.encode_chance(what) for _by, what in world.done if isinstance(what, Outcome)]
    sitters = [Seat(name, None if number == seat else "random") for number, name in enumerate(NAMES[: game.seats[0]])]
    match = Match(game, sitters, script=script)
    for by, what in world.done:
        if by == CHANCE:
            match.advance(game.encode_chance(what) if match.measured_kind else None)
        else:
            match.play(by, what)
    lines, table = Typed(text), Table(match, pace=0)
    with suppress(InputEnded):
        await Sitting(lines, table, complete_preferences(game, {})).run()
    table.close()
    return lines.close()


async def test_what_has_gone_by_is_told_unless_the_players_wish_to_remember_it(storage: Storage) -> None:
    text = "4\nseen\n"
    told = (await played(storage, "herrlof", text)).lines
    assert "Valknut: 0 of 3." in told
    assert any(re.fullmatch(r"(Blue|Green|Red|Yellow) \d: \d+ of 26 unseen cards beats? it\.", line) for line in told)
    storage.save_settings(Settings().with_game("herrlof", preferences={"seen": False}))
    assert "What has gone by is left to your memory here." in (await played(storage, "herrlof", text)).lines


async def test_what_begins_a_round_is_told_before_its_first_question_at_a_race_too(storage: Storage) -> None:
    told = (await played(storage, "how-ruck", "1\n1\n", *NAMES, hides=True)).after("Anna, it is your turn")
    assert told[0].startswith("Round 1: ")
    assert "Pair 1 of 10: keep which card? The other one goes to the team of Ben." in told[1:4]


async def test_two_who_go_on_are_not_told_the_whole_match_again(storage: Storage) -> None:
    await played(storage, "herald", "1\n1\n2\n1\n" * 4, *NAMES, hides=True)
    moves = storage.matches()[0].moves
    assert moves > 4
    later = await typed(storage, "continue\n1\n2\nlast\n", hides=True)
    assert later.after(CLEARED)[0].startswith("The match goes on"), "it is not wiped before anybody has heard it"
    told = [line for line in later.lines if re.match(r"(You|Anna|Ben) (led|played)", line)]
    assert len(told) < moves - 2


async def test_what_one_plays_for_is_said_once_a_round_to_who_has_never_won(storage: Storage) -> None:
    goal = "Most hands win 4 to 8 tricks."
    spoken = await typed(storage, "4\nleave\n", match_of("herrlof", "Anna", "bot:random"))
    assert sum(line.startswith(goal) for line in spoken.lines) == 1
    storage.note_won("herrlof")
    spoken = await typed(storage, "4\nleave\n", match_of("herrlof", "Anna", "bot:random"))
    assert not any(line.startswith(goal) for line in spoken.lines)


@pytest.mark.parametrize("hints", [True, False])
async def test_at_a_terminal_who_has_never_won_hears_what_hands_like_this_one_win(
    hints: bool, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def judge(worker: Worker, seen: Any, legal: Sequence[int], *more: object) -> Judgement:
        even = Estimate(0.0, 0.1)
        return Judgement([Choice(legal[0], even, even, {4: 90, 5: 70, 3: 40}, 0.0, 200, "best")], 200, "points")

    monkeypatch.setattr("herrlof.coach.worker.Worker.judge", judge)
    storage.save_settings(Settings(hints=hints))
    anna, told = Talk(), "Hands like this one win 4 tricks most often: in 45 of 100 ways to deal the rest."
    here = asyncio.create_task(visit(Hall(anna, storage, 0), match_of("herrlof", "Anna", "bot:random")))
    await anna.heard(told if hints else "Most hands win 4 to 8 tricks.")
    anna.type("4", "leave", "leave")
    await here
    assert [line for line in anna.close() if line == told] == [told] * hints
    assert storage.matches()[0].help.hints == hints
