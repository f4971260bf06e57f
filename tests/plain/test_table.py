"""A match in lines: what is said and what can be typed, in every game, by nothing but the lines."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import tty
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from random import Random
from typing import Any

import pytest

from herrlof import messages
from herrlof.bots.search import Estimate, Plan
from herrlof.coach.judge import JudgedAction, Judgement
from herrlof.coach.worker import Worker
from herrlof.contract.exchange import elsewhere, places
from herrlof.contract.variants import Variant
from herrlof.game import CHANCE, Game, Outcome
from herrlof.games import GAMES
from herrlof.options import complete_preferences
from herrlof.plain.asking import Asking
from herrlof.plain.hall import Hall, Over
from herrlof.plain.home import visit
from herrlof.plain.lines import SIGNALS, InputEnded, Left, Lines, MenuChoice
from herrlof.plain.sitting import Sitting
from herrlof.records.names import HERE, Seat
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage, read_record
from herrlof.table.connection import View
from herrlof.table.dealing import deal_code
from herrlof.table.match import Match
from herrlof.table.own import is_unplayed
from herrlof.table.resume import replayed
from herrlof.table.table import Table
from tests.contract.variants import ALL
from tests.disks import step
from tests.games.driven import positions
from tests.plain.test_elsewhere import Talk, until
from tests.plain.typing import CLEARED, FIRST, SHORT, Spoken, Typed, match_of, typed
from tests.pseudo import START, Pseudo
from tests.test_messages import outside
from tests.tiers import first, later
from tests.tui.driving import SEED, given_up

DEALS = deal_code(SEED[:16])
"""The same deals each time."""
NAMES = ("Anna", "Ben")
SPOKEN = {",": "a comma", ".": "a full stop"}
"""Signs that are not heard, and what stands for them."""
UNTOLD = {
    "hand": "You hold nothing.", "seen": "The cards gone by aren't listed here.", "number": "Nothing to tell yet.",
}  # fmt: skip
"""What is answered where help doesn't name a word."""
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
    messages.use_catalogue(Pseudo())
    try:
        spoken = await played(storage, key, FIRST, "Q1", "Q2=bot:random")
    finally:
        messages.use_catalogue(None)
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
        assert (f"\n{SPOKEN.get(word, word)}: " in told) != (UNTOLD.get(word, word) in asked.lines), word
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
        ("4", f"{first}, "), (card, f"{first}, "), ("GM", "Gold Mage, "), ("", "Type explain"), ("x", "x? I"),
    ):  # fmt: skip
        (line,) = (await played(storage, "herald", f"explain {text}\n")).lines[len(start.lines) :]
        assert line.startswith(told)
    (line,) = (await played(storage, "herfor", "1\nexplain a\n")).lines[-1:]
    assert re.match(r"Which one\? a\d; a", line)


async def test_what_is_ambiguous_is_asked_back_and_plays_nothing(storage: Storage) -> None:
    start = await played(storage, "herald", "")
    metals = [name.split()[0] for name in re.findall(r"\d ([\w ]+)", start.lines[-1])]
    metal = next(metal for metal in metals if metals.count(metal) > 1)
    spoken = await played(storage, "herald", f"{metal}\n")
    (line,) = spoken.lines[len(start.lines) :]
    assert line.startswith("Which one? ")
    assert line.count(metal) == metals.count(metal)


NOTHING = ("99999999999", "-1", "gibberish", "\u202e", "hand 3", "x" * 3000)


@pytest.mark.parametrize("text", NOTHING, ids=range(len(NOTHING)))
async def test_what_means_nothing_plays_nothing(text: str, storage: Storage) -> None:
    start = await played(storage, "nim", "")
    spoken = await played(storage, "nim", f"{text}\n")
    assert spoken.lines[: len(start.lines)] == start.lines
    assert len(spoken.lines) == len(start.lines) + 1
    assert all(line.isprintable() and line == line.strip() for line in spoken.lines)
    assert len(spoken.lines[-1]) < 120, "what means nothing is not read out at length"


@pytest.mark.parametrize("text", ["", "   ", "\x1b[A", "turn", "tu", "status"])
async def test_enter_alone_says_the_whole_question_again(text: str, storage: Storage) -> None:
    start = await played(storage, "nim", "")
    spoken = await played(storage, "nim", f"{text}\n")
    assert spoken.lines == [*start.lines, *start.lines[-2:]]
    assert start.lines[-1] == "Type a number from 1 to 3."


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("sc", r"Nothing is counted before the end\.|Scores: .*"),
        ("?", "For a choice type its number, .*"),
        ("ha", r"You hold nothing\."),
        ("undo", r"That marks the match\. Type back once more to do it\."),
        ("s", r"Which one\? seen; scores; settings; statistics\."),
        ("4", r"Type a number from 1 to 3\."),
        ("hand again", r"You hold nothing\."),
    ],
)
async def test_a_word_is_meant_by_its_beginning_or_by_another_one(text: str, said: str, storage: Storage) -> None:
    start = await played(storage, "nim", "1\n")
    spoken = await played(storage, "nim", f"1\n{text}\n")
    assert re.fullmatch(said, spoken.lines[len(start.lines)]), spoken.lines


async def test_who_is_brief_hears_no_reasons_until_it_asks(storage: Storage) -> None:
    """By a word for this match, by a setting for all."""
    long = await played(storage, "herald", FIRST)
    storage.settings.save(Settings(brief=True))
    short = await played(storage, "herald", FIRST)
    told = [line for line in short.lines if re.match(r"(You|Freya) played .*(lost|ahead)\.", line)]
    assert told
    assert all(re.fullmatch(r".* (it's lost|is ahead|are ahead)\.", line) for line in told)
    assert sum(len(line) for line in short.lines) < sum(len(line) for line in long.lines) * 0.9
    again = await played(storage, "herald", f"brief\n{FIRST}")
    assert "Reasons are told again." in again.lines
    assert again.lines[-20:] == long.lines[-20:]
    asked = await played(storage, "herald", "1\n1\n1\nlast\n")
    assert any(re.search(r"(lost|ahead)\. \w", line) for line in asked.lines), "last tells reasons"


async def test_what_is_ahead_is_said_again_where_the_same_card_lies_in_another_trick(storage: Storage) -> None:
    """With more than two the question would be *Your card.* alone, and nobody would know of what."""
    seats = ("Anna", *(f"{name}=bot:random" for name in ("Squire", "Knight", "Marshal")))
    spoken = await played(storage, "herald", FIRST, *seats)
    asked = [place for place, line in enumerate(spoken.lines) if line.startswith("Your card.")]
    for place in asked:
        led = any(re.match(r"(Squire|Knight|Marshal) led", line) for line in spoken.lines[place - 4 : place])
        assert not led or spoken.lines[place] != "Your card."


async def test_a_board_can_be_asked_what_it_alone_has(storage: Storage) -> None:
    spoken = await played(storage, "herfor", "0\n1\nlook c3\nlo c3\nline c\nlook\nhelp\n", "Anna", "Ben")
    told = [line for line in spoken.lines if line.startswith("c3 empty, with 6 points beside it.")]
    assert len(told) == 2
    assert any(line.startswith("From c1 to c7: ") for line in spoken.lines)
    assert "look: what lies beside a point, as in look e5." in spoken.lines
    assert not any("look:" in line for line in (await played(storage, "nim", "help\n")).lines)


async def test_back_is_done_by_back_again_as_it_is_read(storage: Storage) -> None:
    assert "Taken back." in (await played(storage, "nim", "1\nback\nback again\n")).lines
    assert "Taken back." in (await played(storage, "nim", "1\nundo\nundo\n")).lines


async def test_what_begins_a_choice_is_no_word(storage: Storage) -> None:
    """A colour that may not be played is refused with the rule, not as a card that is not held."""
    spoken = await played(storage, "herrlof", "1\nr\nb\n", "Freya=bot:random", "Anna")
    assert "Your card. Blue is led and you hold blue." in spoken.lines
    first, *more = spoken.after("Your card. Blue is led and you hold blue.")
    assert re.fullmatch(r"1 blue .*\.", first)
    assert re.fullmatch(r"No: you hold blue; follow with .*\(R7\)\.", more[0]), "the red ones may not be played"
    assert more[1] == first, "and then what may be"
    assert more[2].startswith("Which one? "), "b is blue and not back"


async def test_a_number_that_nobody_has_said_plays_nothing_at_first(storage: Storage) -> None:
    """At a terminal; a program at a pipe knows what it types."""
    anna = Talk()
    here = asyncio.create_task(visit(Hall(anna, storage, 0), match_of("herfor", "Anna", "Freya=bot:random", size=5)))
    await anna.heard("Type a number from")
    anna.type("0")
    await until(lambda: storage.matches() and storage.matches()[0].moves >= 2)
    if "Black or White?" in anna.text.getvalue():
        anna.type("1")
    await anna.heard("choices.")
    moves = storage.matches()[0].moves
    anna.type("200", "2")
    await anna.heard("2 again plays it; turn says all.")
    assert re.search(r"^There are \d+ choices\.$", anna.text.getvalue(), re.MULTILINE)
    assert storage.matches()[0].moves == moves
    anna.type("2")
    await anna.heard("You placed ")
    anna.type("leave", "leave")
    await here


@pytest.mark.second
@pytest.mark.parametrize(
    ("key", "text"), [*((key, "zz") for key in ALL), ("herrlof", "take 2"), ("herrlof", "steal 2")]
)
async def test_what_means_nothing_is_told_so_at_any_question(key: str, text: str, storage: Storage) -> None:
    """Also where others are named as choices, and seats that nobody has."""
    spoken = await played(storage, key, f"{text}\nexplain {text}\n6\n1\n" * 200)
    assert spoken.status == 0
    assert sum(line.startswith((f"{text}? I don't know that.", "No: ", "Type a")) for line in spoken.lines) > 1


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
    assert any("R7" in line for line in said[0][-2:])
    assert len({lines[-1] for lines in said}) == 1


async def test_a_move_that_the_rules_forbid_is_refused_with_the_rule(storage: Storage) -> None:
    spoken = await played(storage, "herfor", "1\nplace a1\n" * 2 + "spend\n", "Freya=bot:random", "Anna")
    assert any(re.search(r"\(F\d\)\.", line) for line in spoken.lines), spoken.lines


# How it ends, and goes on


async def test_who_leaves_goes_on_later_where_the_match_stood(storage: Storage) -> None:
    begun = await played(storage, "herald", "1\n1\nleave\n")
    assert begun.status == 0
    assert begun.lines[-1] == "The match is kept for another time."
    later = await typed(storage, "continue\nhand\n")
    assert later.status == 3
    assert any(line.startswith("The match goes on: trick") for line in later.lines)
    assert await typed(storage, "continue\n" + FIRST) is not None
    assert [found.state for found in storage.matches()] == ["finished"]


async def test_two_people_with_secrets_are_refused_in_a_pipe(storage: Storage) -> None:
    with pytest.raises(ValueError, match=r"need a terminal that can be cleared between turns\."):
        await played(storage, "herald", "", "Anna", "Ben")
    assert storage.matches() == []
    spoken = await played(storage, "nim", FIRST, "Anna", "Ben")
    assert spoken.status == 0, "nothing is secret here"


async def test_a_move_is_taken_back_after_it_was_said_what_that_means(storage: Storage) -> None:
    spoken = await played(storage, "nim", "1\nback\n2\n")
    assert "You took 2." in spoken.lines, "the first time nothing is taken back"
    spoken = await played(storage, "nim", "1\nback\n1\nback\n")
    assert "Taken back." not in spoken.lines, "a move was made between"
    spoken = await played(storage, "nim", "1\nback\nback\n3\nback\n")
    assert [line for line in spoken.lines if line.startswith(("You took", "Taken back"))] == [
        "You took 1.", "Taken back.", "You took 3.", "Taken back.",
    ]  # fmt: skip


async def test_a_match_is_given_up_by_a_word_that_is_typed_twice_at_once(storage: Storage) -> None:
    spoken = await played(storage, "nim", "1\nresign\nhand\nresign\n1\n")
    assert spoken.lines.count("Then you lose this match. Type resign once more to do it.") == 2
    assert not any("resigned" in line for line in spoken.lines), "something else was typed between"
    spoken = await played(storage, "nim", "resign\n1\nresign\n")
    assert not any("resigned" in line for line in spoken.lines), "a move was made between"
    spoken = await played(storage, "nim", "end\n1\nresign\nresign\n")
    assert "No: it takes two to agree on an end: resign, or leave." not in spoken.lines, "it is no word here"
    assert "You resigned: Freya wins." in spoken.lines
    assert sorted((match.state, match.ending and match.ending.seat) for match in storage.matches()) == [
        ("finished", 0), ("unfinished", None), ("unfinished", None),
    ]  # fmt: skip


async def test_two_people_end_a_match_without_a_winner(storage: Storage) -> None:
    spoken = await played(storage, "nim", "1\nend\nend\n", "Anna", "Ben")
    assert "Then nobody wins this match. Type end once more to do it." in spoken.lines
    assert "All agreed to end the match here: nobody has won." in spoken.lines
    spoken = await played(storage, "nim", "1\nresign\nresign\n", "Anna", "Ben")
    assert "Then Ben loses this match. Type resign once more to do it." in spoken.lines, "whose turn it is"
    assert "Ben resigned: Anna wins." in spoken.lines


@pytest.mark.parametrize("hints", [True, False])
async def test_in_lines_too_it_is_asked_before_a_clear_mistake(
    hints: bool, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def judge(worker: Worker, seen: Any, legal: Sequence[int], *rest: object, more: int = 0) -> Judgement:
        best, worse = Estimate(60.0, 0.1), Estimate(20.0, 0.1)
        one = JudgedAction(legal[0], best, Estimate(0.0, 0.0), {1: 60, 0: 40}, None, 100, "best")
        rest = [JudgedAction(one, worse, Estimate(40.0, 0.2), {1: 20, 0: 80}, None, 100, "worse") for one in legal[1:]]
        judged.append(seen)
        return Judgement([one, *rest], 100, "wins")

    judged: list[Any] = []
    monkeypatch.setattr("herrlof.coach.worker.Worker.judge", judge)
    storage.settings.save(Settings(sure=True, hints=hints))
    anna = Talk()
    here = asyncio.create_task(visit(Hall(anna, storage, 0), match_of("nim", "Anna", "bot:random")))
    await until(lambda: judged)
    await asyncio.sleep(0)
    anna.type("3")
    asks = "Sure? That's clearly worse than another choice: 40 fewer wins on average, in games played on from here."
    await anna.heard(asks)
    await anna.heard("Repeat it to play it; hint tells why." if hints else "Repeat it to play it.")
    assert storage.matches()[0].moves == 0
    anna.type("3")
    await anna.heard("You took 3.")
    anna.type("leave", "leave")
    await here
    assert anna.close().count(asks) == 1
    assert storage.matches()[0].help.hints == 0


@pytest.mark.parametrize("stops", [True, False])
async def test_in_lines_too_the_coach_thinks_on_until_it_is_stopped_or_clear(
    stops: bool, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(legal: Sequence[int], worlds: int, verdict: Any) -> Judgement:
        best, less = Estimate(60.0, 0.1), Estimate(58.0, 3.0)
        one = JudgedAction(legal[0], best, Estimate(0.0, 0.0), {1: 60, 0: 40}, None, worlds, "best")
        rest = [JudgedAction(one, less, Estimate(2.0, 3.0), {1: 58, 0: 42}, None, worlds, verdict) for one in legal[1:]]
        return Judgement([one, *rest], worlds, "wins")

    async def judge(worker: Worker, seen: Any, legal: Sequence[int], grown: Any, *rest: Any, more: int = 0) -> Any:
        if not more:
            return found(legal, 200, "can't tell")
        grown(found(legal, 700, "can't tell" if stops else "worse"))
        await over.wait()
        return None

    over = asyncio.Event()
    monkeypatch.setattr("herrlof.coach.worker.Worker.judge", judge)
    monkeypatch.setattr("herrlof.coach.worker.Worker.cancel", lambda worker: over.set())
    anna = Talk()
    here = asyncio.create_task(visit(Hall(anna, storage, 0), match_of("nim", "Anna", "bot:random")))
    anna.type("1", "think", "hint", "think")
    await anna.heard("The coach thinks on; Enter stops it.")
    if stops:
        anna.type("")
    await anna.heard("From 700 games played on from each choice.")
    anna.type("think", "leave", "leave")
    await here
    said = anna.close()
    assert said.count("Nothing to think on about: ask for a hint first.") == 1
    clear = "Nothing here is too close to call: there's no more to think about."
    assert said.count(clear) == (not stops)
    assert sum(line.startswith("Too close to call") for line in said) == (3 if stops else 1)
    assert storage.matches()[0].help.hints == 1


async def test_a_hint_names_a_choice_and_says_what_it_is_worth(storage: Storage) -> None:
    spoken = await played(storage, "nim", "hint\n")
    (place,) = [
        n for n, line in enumerate(spoken.lines) if re.fullmatch(r"Best: Take \d\. You win in \d+ of 100\.", line)
    ]
    judged = re.findall(r"Take \d", "\n".join(spoken.lines[place:]))
    assert sorted(judged) == ["Take 1", "Take 2", "Take 3"], "each choice is told of once"
    assert storage.matches()[0].help.hints == 1


@pytest.mark.parametrize(("unit", "within"), [("wins", "6 wins in 100"), ("points", "6.0 points")])
async def test_of_what_is_too_close_to_tell_a_hint_says_how_well_that_is_known(
    unit: str, within: str, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def judge(worker: Worker, seen: Any, legal: Sequence[int], *_rest: object, more: int) -> Judgement:
        sure, told = Estimate(0.0, 0.0), Estimate(60.0, 1.0)
        return Judgement(
            [
                JudgedAction(legal[0], told, sure, {1: 120, 0: 80}, None, 200, "best"),
                JudgedAction(legal[1], told, Estimate(2.0, 3.0), {1: 116, 0: 84}, None, 200, "can't tell"),
                JudgedAction(legal[2], None, Estimate(9.0, 5.0), {}, None, 10, "can't tell"),
            ],
            200,
            unit,
        )

    monkeypatch.setattr("herrlof.coach.worker.Worker.judge", judge)
    spoken = await played(storage, "nim", "hint\n")
    assert f"Too close to call, give or take {within}: Take 2." in spoken.lines
    assert "Hardly tried: Take 3." in spoken.lines


async def test_what_a_hint_said_is_kept_with_the_move_that_was_made_then(storage: Storage) -> None:
    spoken = await played(storage, "nim", "hint\n2\n")
    (best,) = [
        found for line in spoken.lines if (found := re.fullmatch(r"Best: (Take \d)\. You win in (\d+) of 100\.", line))
    ]
    (shown,) = replayed(read_record(storage.matches()[0].path)).hints.values()
    assert (shown.by, shown.worlds, shown.complete, len(shown.choices)) == (0, Plan().worlds, True, 3)
    first = shown.choices[0]
    assert (first.action, first.verdict) == (best[1].lower(), "best")
    assert first.value is not None
    assert round(first.value) == int(best[2])


@pytest.mark.parametrize("key", ["herrlof", "herald", "how-ruck", "herfor"])
async def test_a_match_that_was_given_up_just_before_the_power_went_ends_when_it_is_taken_up(
    key: str, storage: Storage
) -> None:
    lines, path = Typed(""), given_up(storage, key)
    with pytest.raises(Over):
        await Hall(lines, storage).resume(path)
    assert "Random resigned: you win." in lines.close()
    assert storage.matches()[0].state_text == "Random resigned"
    told_again = await typed(storage, "30\n\n", path)
    assert "Random resigned: Anna wins." in told_again.lines


@pytest.mark.second
async def test_near_the_goal_a_hint_says_in_how_many_the_match_is_won(storage: Storage) -> None:
    spoken = await played(storage, "herrlof", "hint\n")
    (best,) = [line for line in spoken.lines if line.startswith("Best: ")]
    assert re.fullmatch(r"Best: \d+\. You win in \d+ of 100\.", best)
    assert not any("points less" in line for line in spoken.lines)


async def test_what_was_said_is_gone_through_both_ways(storage: Storage) -> None:
    spoken = await played(storage, "nim", "1\n1\n,\n,\n.\n.\nagain\n")
    told = [line for line in spoken.lines if re.match(r"(You|Freya) took", line)]
    assert told[:4] == [line for line in told[:4] if line]
    assert spoken.lines[-5:] == [told[3], told[2], told[3], "That's the latest.", "That's the latest."]


# A keyboard for two


async def test_a_hand_is_cleared_away_before_the_next_one_is_called(storage: Storage) -> None:
    """Between two clearings one person alone is told secrets: what the other one holds is nowhere there."""
    spoken = await played(storage, "herrlof", "1\nhand\n4\n2\nhand\n5\n1\nhand\n", *NAMES, hides=True)
    _start, *pages, left = "\n".join(spoken.lines).split(CLEARED)
    assert not left, "what the last one was told is cleared away too"
    assert [page.partition(", it's your turn")[0].split()[-1] for page in pages] == ["Anna", "Ben", "Anna"]
    first, second, third = [re.findall(r"^(?:blue|green|red|yellow).*: .*", page, re.M) for page in pages]
    assert first
    assert second
    assert not set(first) & set(second)
    assert set(third) == set(first)
    assert "You said 4." in pages[0]
    assert "4" not in re.sub(r"^(\w+(, trump)?: |Most hands win ).*", "", pages[1], flags=re.M)


async def test_between_two_people_nothing_is_said_to_nobody_and_cleared_at_once(storage: Storage) -> None:
    spoken = await played(storage, "herald", "1\n1\n2\n1\n\n1\nhelp\nleave\n", *NAMES, hides=True)
    _start, *pages = "\n".join(spoken.lines).split(CLEARED)
    said = [page.strip().splitlines() for page in pages]
    calls = [number for number, page in enumerate(said) if any("it's your turn" in line for line in page)]
    assert not _start.strip()
    assert len(calls) > 1
    assert all(len([line for line in page if " led " in line or "You led" in line]) <= 1 for page in said)
    assert not any(line.startswith("Anna led") for line in said[0])


async def test_who_is_called_may_ask_how_to_go_on(storage: Storage) -> None:
    spoken = await played(storage, "herald", "help\n", *NAMES, hides=True)
    assert spoken.lines[-3:] == ["Anna is next: type 1.", "leave: the match is kept for another time.", CLEARED]


async def test_a_match_in_which_nobody_has_moved_is_not_kept(storage: Storage) -> None:
    anna = Talk()
    anna.type("leave", "leave")
    await visit(Hall(anna, storage, 0), match_of("nim", "Anna", "bot:random"))
    assert "Nobody here had moved, so this match isn't kept." in anna.close()
    assert not storage.matches()
    ben = Talk()
    ben.type("1", "leave", "leave")
    await visit(Hall(ben, storage, 0), match_of("nim", "Ben", "bot:random"))
    assert len(storage.matches()) == 1


def test_a_match_whose_game_fails_is_kept(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the rules break")

    table = Table.new(storage, GAMES["herrlof"], [Seat("Anna", None, HERE), Seat("Ben", None, HERE)])
    assert is_unplayed(table)
    monkeypatch.setattr(Table, "last_decision", fail)
    assert not is_unplayed(table)
    table.close()


@pytest.mark.parametrize(
    ("term", "encoding"), [("xterm", "utf-8"), ("xterm", "ascii"), ("dumb", "utf-8"), ("", "utf-8")]
)
def test_the_title_of_a_window_tells_whose_turn_it_is_and_is_given_back(
    term: str, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With what is said, in one write; at a signal too. A terminal that draws nothing has none."""
    monkeypatch.setenv("TERM", term)
    master, terminal = os.openpty()
    tty.setraw(terminal)
    out = os.fdopen(terminal, "w", encoding=encoding, closefd=False)
    lines = Lines(terminal, out)
    monkeypatch.setattr("herrlof.plain.lines.os.kill", lambda pid, number: None)
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    told = list[str]()

    def written() -> None:
        os.write(terminal, b"|")
        heard = b""
        while not heard.endswith(b"|"):
            heard += os.read(master, 1 << 12)
        told.append(heard.decode().removesuffix("|"))

    try:
        for own in (True, True, False, None):
            lines.tell_turn(own)
            lines.say("So.")
            lines.flush()
            written()
        lines.tell_turn(True)
        lines.flush()
        written()
        lines.tell_at_signals()
        handler = signal.getsignal(signal.SIGTERM)
        assert callable(handler)
        handler(signal.SIGTERM, None)
        written()
    finally:
        for number, before in handlers.items():
            signal.signal(number, before)
        out.close()
        for end in (master, terminal):
            os.close(end)
    if term != "xterm":
        assert told == ["So.\n"] * 4 + [""] * 2
        return
    turn = "\x1b]2;● Your turn – Herrlof\x07" if encoding == "utf-8" else "\x1b]2;Your turn Herrlof\x07"
    kept, back = f"\x1b[22;2t{turn}", "\x1b[23;2t"
    assert told == [f"{kept}So.\n", "So.\n", "\x1b]2;Herrlof\x07So.\n", f"{back}So.\n", kept, back]


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


@pytest.mark.second
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
    storage.settings.save(Settings().with_game("herrlof", preferences={"seen": False}))
    assert "The cards gone by aren't listed here." in (await played(storage, "herrlof", text)).lines


async def test_what_begins_a_round_is_told_before_its_first_question_at_a_race_too(storage: Storage) -> None:
    told = (await played(storage, "how-ruck", "1\n1\n", *NAMES, hides=True)).after("Anna, it's your turn")
    assert told[0].startswith("Round 1: ")
    assert "Pair 1 of 10: which card do you keep? The other goes to Ben." in told[1:4]


async def test_two_who_go_on_are_not_told_the_whole_match_again(storage: Storage) -> None:
    await played(storage, "herald", "1\n1\n2\n1\n" * 4, *NAMES, hides=True)
    moves = storage.matches()[0].moves
    assert moves > 4
    later = await typed(storage, "continue\n1\n2\nlast\n", hides=True)
    assert later.after(CLEARED)[0].startswith("The match goes on"), "it is not wiped before anybody has heard it"
    told = [line for line in later.lines if re.match(r"(You|Anna|Ben) (led|played)", line)]
    assert len(told) < moves - 2


@pytest.mark.parametrize(("key", "first"), [("herald", "Ahead"), ("herrlof", "Played"), ("how-ruck", "Barrel")])
def test_what_lies_open_is_told_first(key: str, first: str) -> None:
    game = GAMES[key]
    told = [
        [row.title for row in game.words.to(state.observation(0), NAMES).standing()]
        for state in islice(positions(game, 5, **SHORT[key]), 60)
    ]
    assert any(first in titles for titles in told)
    assert not [titles for titles in told if first in titles[1:]]


async def test_the_end_of_a_match_tells_its_result_once_and_speaks_to_who_looks(storage: Storage) -> None:
    """Who has won comes first; no scores where a sentence has told them, or somebody has given up."""
    told = (await played(storage, "herald", FIRST)).lines
    (won,) = (n for n, line in enumerate(told) if line in ("You win.", "Freya wins."))
    assert re.fullmatch(r"You: \d+ points from \d+ tricks.*", told[won + 1])
    assert told[won + 3].startswith("By ")
    assert not any(line.startswith(("The game brought", "Scores: ")) for line in told)
    told = (await played(storage, "herrlof", FIRST)).lines
    assert sum(line.startswith("Scores: ") for line in told) == 1
    told = (await played(storage, "herfor", "3\n1\n1\nresign\nresign\n")).lines
    assert not any(line.startswith("Scores: ") for line in told)


async def test_the_scores_are_told_once(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(SHORT, "herald", {"games": 2, "first_dealer": 1})
    told = (await played(storage, "herald", "1\n" * 30 + "scores\n")).lines
    assert any(line.startswith("points: You ") for line in told[-3:])
    assert not any(line.startswith("Scores: ") for line in told[-3:])


def test_no_option_is_explained_by_its_own_name() -> None:
    for game in GAMES.values():
        for option in game.options:
            told = game.words.option_help(option.name, game.seats[0])
            assert not told.casefold().startswith(game.words.option(option.name).casefold()), told


async def test_a_match_that_is_taken_up_again_tells_the_hand(storage: Storage) -> None:
    spoken = await played(storage, "herrlof", "3\nhand\n")
    held = next(line for line in spoken.after("You said 3.") if re.match(r"(blue|green|red|yellow)(, trump)?: ", line))
    again = (await typed(storage, "continue\n")).after("The match goes on")
    assert held in again[: next(n for n, line in enumerate(again) if line.startswith("Your card."))]


@pytest.mark.parametrize("hint", [True, False])
async def test_where_the_coach_thinks_for_long_that_is_said(
    hint: bool, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Asked for a hint, and unasked for what hands like this one win."""
    gate = asyncio.Event()

    async def judge(worker: Worker, seen: Any, legal: Sequence[int], *rest: object, more: int = 0) -> Judgement:
        await gate.wait()
        even = Estimate(0.0, 0.1)
        return Judgement([JudgedAction(legal[0], even, even, {0: 200}, 0.0, 200, "best")], 200, "points")

    monkeypatch.setattr("herrlof.coach.worker.Worker.judge", judge)
    monkeypatch.setattr("herrlof.plain.coached.SILENCE_SECONDS", 0.0)
    if hint:
        storage.note_won("herrlof")
    anna = Talk()
    here = asyncio.create_task(visit(Hall(anna, storage, 0), match_of("herrlof", "Anna", "bot:random")))
    if hint:
        await anna.heard("Type a number")
        anna.type("hint")
    await anna.heard("The coach is thinking.")
    gate.set()
    await anna.heard("Best: " if hint else "Type a number")
    anna.type("leave", "leave")
    await here
    anna.close()


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
    async def judge(worker: Worker, seen: Any, legal: Sequence[int], *rest: object, more: int = 0) -> Judgement:
        even = Estimate(0.0, 0.1)
        return Judgement([JudgedAction(legal[4], even, even, {4: 90, 5: 70, 3: 40}, 0.0, 200, "best")], 200, "points")

    monkeypatch.setattr("herrlof.coach.worker.Worker.judge", judge)
    storage.settings.save(Settings(hints=hints))
    anna, told = Talk(), "Say 4, and it comes true in 45 of 100 ways to deal the rest."
    here = asyncio.create_task(visit(Hall(anna, storage, 0), match_of("herrlof", "Anna", "bot:random")))
    await anna.heard(told if hints else "Most hands win 4 to 8 tricks.")
    anna.type("4", "leave", "leave")
    await here
    assert [line for line in anna.close() if line == told] == [told] * hints
    assert storage.matches()[0].help.hints == hints


def asked_for_a_card() -> Match:
    """A match in which Cleo is asked whose card to draw, or none, and the others are called by a word and a number."""
    match, rng = Match(GAMES["herrlof"], [Seat("3"), Seat("leave"), Seat("Cleo")], seed=bytes(32)), Random(0)
    for _move in range(28):
        step(match, rng)
    assert [match.game.encode(action) for action in match.legal()] == ["pass", "steal 0", "steal 1"]
    return match


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("leave\na\n", "steal 1"),
        ("LEAVE\nb\n", Left),
        ("leave\nleave\nno\na\n", "steal 1"),
        ("3\na\n", "steal 0"),
        ("3\nb\n", "steal 1"),
        ("2\n", "steal 0"),
        ("no\n", "pass"),
    ],
)
async def test_a_word_that_means_two_things_is_asked_back(text: str, chosen: object) -> None:
    """A player may be called as the word that leaves, or as the number of another choice."""
    match = asked_for_a_card()
    view = View(2, match.observe(2), match.legal(), (), 2)
    lines = Typed(text)
    asking = Asking(lines, match.game, [seat.name for seat in match.seats], {})
    if chosen is Left:
        with pytest.raises(Left):
            await asking.answer(view)
    else:
        assert match.game.encode(await asking.answer(view)) == chosen
    asked = [line for line in lines.close() if "could mean several things" in line]
    assert len(asked) == text.count("\n") - 1
    if text.startswith("3"):
        assert asked[0] == "3 could mean several things: type a letter. a number 2, 3; b number 3, leave."
    elif asked:
        assert asked[0].endswith("a number 3, leave; b the word leave.")


@pytest.mark.parametrize("key", later(SHORT, now=["herrlof"]))
def test_what_a_hint_calls_a_choice_can_be_typed_and_any_word_of_a_name(key: str) -> None:
    game, lines = GAMES[key], Typed("")
    asking, seen = Asking(lines, game, NAMES, {}), set[str]()
    for state in islice(positions(game, 5, **SHORT[key]), 60):
        seat, legal = state.current_player(), state.legal_actions()
        view = View(seat, state.observation(seat), legal, (), seat)
        for place, action in enumerate(legal):
            name = game.words.to(view.observation, NAMES).whole_name(action)
            assert asking.found(name, view) == [place], name
            seen.add(name)
    assert seen >= {"herrlof": {"draw a card", "no card"}}.get(key, set())
    lines.close()


def test_a_card_is_found_by_the_part_of_its_name_that_one_hears_and_a_word_stays_one() -> None:
    game, lines = GAMES["herald"], Typed("")
    hands = [next(islice(positions(game, seed), 1)) for seed in range(30)]
    asking, met = Asking(lines, game, NAMES, {}), 0
    for state in hands:
        seat, legal = state.current_player(), state.legal_actions()
        view = View(seat, state.observation(seat), legal, (), seat)
        names = [game.words.to(view.observation, NAMES).name(action) for action in legal]
        kings = [place for place, name in enumerate(names) if name.endswith(" King")]
        assert asking.found("king", view) == kings
        met += len(kings) == 1
        assert asking.found("t", view) == [], "turn and table begin so"
    assert met
    lines.close()


async def test_a_choice_of_a_page_that_is_called_as_a_word_is_asked_back() -> None:
    choices = [MenuChoice("Anna"), MenuChoice("help"), MenuChoice("1"), MenuChoice("leave")]
    for text, chosen in (("help\na\n", 1), ("1\na\n", 0), ("1\nb\n", 2), ("leave\na\n", 3), ("2\n", 1), ("an\n", 0)):
        assert await Typed(text).choose("Which?", choices) == chosen
    with pytest.raises(Left):
        await Typed("leave\nb\n").choose("Which?", choices)
    lines = Typed("help\nb\n2\n")
    assert await lines.choose("Which?", choices) == 1
    assert lines.close().count("Which?") == 2, "the word was meant"


@pytest.mark.parametrize("name", ["שלום", "مرحبا", "דן 7"])
async def test_names_of_another_direction_turn_nothing_about(name: str, storage: Storage) -> None:
    """They stand between marks that keep their direction to themselves; and can be typed without those."""
    spoken = await played(storage, "herfor", "1\n" * 4 + "scores\nleave\n", "Anna", f"{name}=bot:random")
    naming = [line for line in spoken.lines if name in line]
    assert naming
    for line in naming:
        assert line.count(f"\u2068{name}\u2069") == line.count(name), line
        assert line.count("\u2068") == line.count("\u2069") == line.count(name)
    plain = await played(storage, "herfor", "turn\nscores\nleave\n", "Anna", "Zoë")
    assert not {"\u2068", "\u2069"} & {*"".join(plain.lines)}


@pytest.mark.parametrize(
    "sent", ["\x1b[C3", "3\x1bOD", "\x1b[57441;2u3", "\x1b]11;rgb:0/0/0\x1b\\3", "\x1bP>|q\x1b\\3", "\x003", "3\x9b"]
)
async def test_what_is_no_letter_is_not_typed(sent: str) -> None:
    assert await Typed(f"{sent}\nJörg\n").peek() == "3"


# Pages beside a match


async def test_settings_are_changed_beside_a_match_with_effect_at_once(storage: Storage) -> None:
    spoken = await played(storage, "herald", f"1\nsettings\nbrief\nyes\nleave\n{FIRST}")
    told = spoken.after("Brief: leave reasons out: yes")
    assert any(line.startswith("Your card. ") for line in told[:12]), "the whole question again"
    reasons = [line for line in told if re.match(r"(You|Freya) played .*(lost|ahead)\. \w", line)]
    assert not reasons
    assert storage.settings.load()[0].brief


async def test_a_match_that_goes_on_is_reviewed_beside_it_and_its_deals_are_told(storage: Storage, toys: None) -> None:
    spoken = await played(storage, "nim", "1\nrev\nleave\n1\n")
    assert "1 decision was judged." in spoken.lines, spoken.lines
    deals = await typed(storage, "deals\n", match_of("herald", "Anna", "Freya=bot:random"))
    assert any(re.fullmatch(r"The deals are settled: commitment [0-9a-f]{64}\.", line) for line in deals.lines)


@pytest.mark.parametrize("key", ["herrlof", "herald"])
async def test_a_match_begins_with_what_happened_and_then_what_proves_its_deals(key: str, storage: Storage) -> None:
    spoken = await typed(storage, "leave\n", match_of(key, "Anna", "Freya=bot:random"))
    proof = next(place for place, line in enumerate(spoken.lines) if line.startswith("The deals are settled"))
    assert any("dealt" in line or "deals first" in line for line in spoken.lines[:proof])
    assert any(line.startswith(("Type ", "Your hand", "How many", "Your card")) for line in spoken.lines[proof:]), (
        spoken.lines
    )


# How much is said


async def test_the_short_form_asks_without_reasons(storage: Storage) -> None:
    storage.settings.save(Settings(brief=True))
    short = await played(storage, "herald", "1\nturn\n1\n")
    asked = [line for line in short.lines if line.startswith("Your card.")]
    assert "Your card." in asked
    assert any(line.startswith("Your card. ") for line in asked), "turn says the whole question"


@pytest.mark.parametrize(
    ("word", "settings", "key", "left_out"),
    first(
        [
            ("brief others", Settings(say_others=False), "herrlof", r"Freya (drew|put) a card .*"),
            ("brief choices", Settings(say_choices=False), "herald", r"1 [\w ]+; 2 .*"),
            ("brief points", Settings(say_points=False), "herrlof", r"The round brought .*"),
        ]
    ),
)
async def test_one_kind_of_what_is_said_is_left_out_by_a_word_or_for_good(
    word: str, settings: Settings, key: str, left_out: str, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SHORT, "herrlof", {"goal": 20, "first_dealer": 1})  # the last round's end is told otherwise

    def said(spoken: Spoken) -> list[str]:
        return [line for line in spoken.lines if re.fullmatch(left_out, line)]

    assert said(await played(storage, key, FIRST))
    assert len(said(await played(storage, key, f"{word}\n{FIRST}"))) <= 1, "the first question stood already"
    twice = await played(storage, key, f"{word}\n{word}\n{FIRST}")
    assert len(said(twice)) == len(said(await played(storage, key, FIRST)))
    storage.settings.save(settings)
    assert not said(await played(storage, key, FIRST))


async def test_a_kind_that_there_is_not_is_told(storage: Storage) -> None:
    spoken = await played(storage, "herald", "brief nonsense\nbrief c\nbrief\n")
    known = "brief alone leaves out reasons; type one of these after it to leave out something else: "
    assert f"{known}choices, points, others." in spoken.lines
    assert "Choices are counted; turn tells them." in spoken.lines
    assert "Brief: no reasons; last tells them." in spoken.lines


async def test_each_of_two_people_is_told_what_one_plays_for(storage: Storage) -> None:
    spoken = await played(storage, "herrlof", "1\n4\n2\n5\n", *NAMES, hides=True)
    pages = "\n".join(spoken.lines).split(CLEARED)[1:3]
    assert all("Exactly your number brings 10 points" in page for page in pages)


async def test_who_has_no_choice_is_told_so_and_who_holds_nothing_what_all_know_of_it(storage: Storage) -> None:
    last = await played(storage, "herrlof", FIRST)
    assert "You have no choice." in last.lines
    stones = await played(storage, "herfor", "0\n1\nhand\n")
    place = stones.lines.index("You hold nothing.")
    assert re.fullmatch(r"(Black|White): Anna, 1 stone.*", stones.lines[place + 1])
