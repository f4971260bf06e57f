"""Home and its pages in lines: all can be reached, and left by one word."""

from __future__ import annotations

import re

import pytest

from herrlof.bots import opponents
from herrlof.cli.faces import speaks_in_lines
from herrlof.cli.main import main
from herrlof.doc_pages import rules_text
from herrlof.games import GAMES
from herrlof.plain.hall import Hall
from herrlof.plain.home import visit
from herrlof.plain.telling import spoken
from herrlof.plain.typed import word_of
from herrlof.records.journal import Journal
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from tests.plain.typing import Typed, match_of, typed
from tests.tui.driving import kept

LEAVE = "leave\n"


async def test_home_tells_its_pages_and_is_left_by_one_word(storage: Storage) -> None:
    spoken = await typed(storage, f"help\n{LEAVE}")
    assert spoken.status == 0
    assert "leave goes back." not in spoken.lines, "it quits here"
    told = "\n".join(spoken.lines)
    for page in ("quick game", "new game", "matches", "rules", "fair play", "settings"):
        assert f" {page}" in told
    assert [*map(word_of, ("leave", "help", "again"))] == ["leave", "help", "again"]


async def test_where_no_match_is_kept_that_is_said(storage: Storage) -> None:
    spoken = await typed(storage, f"matches\n{LEAVE}")
    assert "No matches are kept yet." in spoken.lines


async def test_enter_at_home_leads_who_is_new_to_the_lessons_then_to_a_quick_game(storage: Storage) -> None:
    assert "Enter takes learn." in (await typed(storage, LEAVE)).lines
    storage.note_lesson("herrlof", 1, None)
    assert "Enter takes quick game." in (await typed(storage, LEAVE)).lines


async def test_at_home_one_leave_too_many_ends_nothing(storage: Storage) -> None:
    lines = Typed("rules\nleave\nleave\n\nrules\nleave\nquit\nleave\nhome\n")
    lines._person = True
    assert await visit(Hall(lines, storage), None) == 0
    spoken = lines.close()
    assert spoken.count("That ends the program. Type leave once more to do it; Enter stays.") == 2
    assert sum(line.startswith("Home.") for line in spoken) == 4


@pytest.mark.parametrize("page", ["new game", "matches", "rules", "settings"])
async def test_every_page_is_left_by_one_word_and_home_is_there_again(page: str, storage: Storage) -> None:
    kept(storage, "herald", "Anna", "Freya=bot:rules")
    spoken = await typed(storage, f"{page}\nhelp\n{LEAVE}{LEAVE}")
    assert spoken.status == 0
    assert sum(line.startswith("Home.") for line in spoken.lines) == 2
    assert "leave goes back." in spoken.lines or page == "rules"


@pytest.mark.parametrize("key", GAMES)
async def test_a_new_game_is_a_question_a_line_and_enter_takes_the_default(key: str, storage: Storage) -> None:
    game = GAMES[key]
    text = f"new game\n{game.title}\n" + "\n" * (len(game.seats) > 1) + "Anna\n" + "\n" * 12 + LEAVE * 2
    spoken = await typed(storage, text)
    assert spoken.status == 0
    (found,) = storage.matches()
    assert (found.game, found.state, found.seats[0].name) == (key, "unfinished", "Anna")
    assert storage.settings.load()[0].last == key
    assert all(seat.bot for seat in found.seats[1:])


async def test_a_name_a_bot_and_options_are_taken_as_they_are_typed(storage: Storage) -> None:
    typed_in = ["new game", "herfor", "Eir\u202eA", "help", "barn", "9", "5", "no", "2"]
    spoken = await typed(storage, "\n".join(typed_in) + "\n" + LEAVE * 2)
    (found,) = storage.matches()
    assert [(seat.name, seat.bot) for seat in found.seats] == [("EirA", None), ("Barn", "barn")]
    assert (found.options["size"], found.options["negative"]) == (5, False)
    assert "1 Barn, level 1 of 10" in spoken.lines
    assert "9? I don't know that. Type help." in spoken.lines
    assert "Points a side: How large the board is; 6 is usual." in spoken.lines, "the number of a rule is left out"
    assert "2 the second player" in spoken.lines, "seats are not counted from 0"


@pytest.mark.parametrize(
    "word", ["settings", "aim", "help", "hand", "?", "undo", "again", "rules", "5", "barn", "bot:barn"]
)
async def test_a_word_is_never_a_name(word: str, storage: Storage) -> None:
    """Neither where a name is asked for at first, nor at a seat; a bot's key is that bot."""
    spoken = await typed(storage, f"new game\nherfor\n{word}\nEir\n{word}\n\n\n\n\n" + LEAVE * 3)
    names = [seat.name for found in storage.matches() for seat in found.seats]
    assert word not in names, spoken.lines
    assert storage.settings.load()[0].name != word
    await typed(storage, f"settings\nyour name\n{word}\n" + LEAVE * 3)
    assert storage.settings.load()[0].name not in ("help", "hand", "?", "undo", "again", "rules", "5")


async def test_back_goes_to_the_question_before_and_a_name_that_is_taken_is_told_at_once(storage: Storage) -> None:
    """What was answered is kept; at the first question the game is asked again."""
    answers = ["new game", "herfor", "back", "herfor", "Eir", "Eir", "back", "Eirik", "1", "6", "back", "5", "no", ""]
    spoken = await typed(storage, "\n".join(answers) + "\n" + LEAVE * 2)
    assert sum(line == "Which game?" for line in spoken.lines) == 2
    assert any("Eir" in line and "two" in line.casefold() for line in spoken.lines), "told at once"
    (found,) = storage.matches()
    assert found.seats[0].name == "Eirik"
    assert found.options["size"] == 5


async def test_a_word_within_a_name_finds_it(storage: Storage) -> None:
    await typed(storage, "settings\nbell\nyes\n" + LEAVE * 2)
    assert storage.settings.load()[0].bell


async def test_a_number_that_no_bot_has_is_nobodys_name(storage: Storage) -> None:
    spoken = await typed(storage, "new game\nherfor\nAnna\n77\n0\n1\n" + "\n" * 9 + LEAVE * 2)
    (found,) = storage.matches()
    assert [bool(seat.bot) for seat in found.seats] == [False, True]
    most = len(opponents("herfor"))
    assert [line for line in spoken.lines if line.startswith("There's no bot")] == [
        f"There's no bot {n}: they're 1 to {most}." for n in (77, 0)
    ]


@pytest.mark.second
async def test_people_at_one_keyboard_are_asked_whether_all_agree_to_hints(storage: Storage) -> None:
    for answer, agreed in (("yes", True), ("", False)):
        spoken = await typed(storage, f"new game\nherfor\nAnna\nBen\n\n\n\n{answer}\nhint\n" + LEAVE * 2)
        (found,) = storage.matches()
        assert (found.help.agreed, found.help.hints) == (agreed, int(agreed))
        assert ("No: between people there are hints only if all agreed at the start." in spoken.lines) != agreed
        storage.delete(found.path)


async def test_the_quick_game_asks_for_a_name_once(storage: Storage) -> None:
    first = await typed(storage, f"quick\nAnna\n{LEAVE}{LEAVE}")
    assert "Your name?" in first.lines
    second = await typed(storage, f"quick\n{LEAVE}{LEAVE}")
    assert "Your name?" not in second.lines
    assert [found.seats[0].name for found in storage.matches()] == ["Anna", "Anna"]


async def test_a_match_is_told_move_by_move_with_all_hands_when_it_is_over(storage: Storage) -> None:
    path = kept(storage, "herald", "Anna", "Freya=bot:rules")
    spoken = await typed(storage, "\n\n\n,\nhand\ntable\nlast\nscores\n99999\n30\nround\nhelp\nleave\n", path)
    assert spoken.status == 0
    assert [line for line in spoken.lines if line.startswith("Move ")][:5] == [f"Move {n}." for n in (0, 1, 2, 3, 2)]
    assert any(line.startswith("Freya, ") for line in spoken.lines), "all hands are open"
    assert "Move 30." in spoken.lines
    assert "Nothing is counted before the end." in spoken.lines


async def test_in_a_replay_the_words_of_a_match_are_answered_as_they_are_there(storage: Storage) -> None:
    """By their beginnings and by others for the same too, and the review is there."""
    path = kept(storage, "herald", "Anna", "Freya=bot:rules")
    spoken = await typed(storage, "9\nboard\n?\nseen\nrules\nturn\nagain\nleave\n", path)
    assert "review: what the decisions cost." in spoken.lines
    assert "a comma: the move before." in spoken.lines
    assert any(line.startswith("Stock: ") for line in spoken.lines)
    assert any(line.startswith("H") for line in spoken.after("help: these words, or one of them."))
    assert any(re.fullmatch(r"Move 9 of \d+\.", line) for line in spoken.lines)
    assert not any("I don't know that" in line for line in spoken.lines)


async def test_a_match_that_goes_on_is_replayed_with_what_is_public(storage: Storage) -> None:
    path = kept(storage, "herald", "Anna", "Ben", moves=20)
    spoken = await typed(storage, "20\nhand\nleave\n", path)
    assert not any(line.startswith(("Anna has", "Ben has", "Your hand")) for line in spoken.lines)


async def test_a_kept_match_is_replayed_dealt_again_and_deleted(storage: Storage) -> None:
    kept(storage, "herald", "Anna", "Freya=bot:random")
    replayed = await typed(storage, f"matches\n1\nreplay\n{LEAVE}{LEAVE}")
    assert "Move 0." in replayed.lines
    again = await typed(storage, f"matches\n1\nsame deals\n{LEAVE}{LEAVE}")
    assert any(line.startswith("The deals are settled") or "Your hand" in line for line in again.lines)
    assert len(storage.matches()) == 2
    await typed(storage, f"matches\n1\ndelete\nno\n{LEAVE}")
    assert len(storage.matches()) == 2
    await typed(storage, f"matches\n1\ndelete\ndelete\n{LEAVE}")
    assert len(storage.matches()) == 1


async def test_a_match_that_is_open_elsewhere_may_be_gone_on_with_or_replayed_and_is_not_reviewed(
    storage: Storage,
) -> None:
    journal = Journal.open(kept(storage, "herald", "Anna", "Freya=bot:random", moves=20))
    spoken = await typed(storage, f"matches\n1\ngo on\n{LEAVE}{LEAVE}")
    journal.close()
    assert spoken.after("What do you want to do with it?")[:3] == ["1 go on", "2 replay", "3 delete"]
    assert any("is open elsewhere" in line for line in spoken.lines), "if it still is"
    spoken = await typed(storage, f"matches\n1\n{LEAVE}{LEAVE}")
    assert spoken.after("What do you want to do with it?")[:3] == ["1 go on", "2 replay", "3 review"]


async def test_in_the_list_back_goes_to_the_newer_ones(storage: Storage) -> None:
    for _number in range(11):
        kept(storage, "herald", "Anna", "Freya=bot:random", moves=20)
    spoken = await typed(storage, f"matches\nolder\nback\nolder\nnewer\n{LEAVE}{LEAVE}")
    asked = [place for place, line in enumerate(spoken.lines) if line == "Which match?"]
    assert len(asked) == 5
    assert [spoken.lines[place + 1][:1] == "1" for place in asked] == [True] * 5
    first, second = spoken.lines[asked[0] : asked[1]], spoken.lines[asked[1] : asked[2]]
    assert spoken.lines[asked[2] : asked[3]] == first != second
    assert "3 newer ones" in second


async def test_the_list_says_how_a_match_ended_or_where_it_stands(storage: Storage) -> None:
    kept(storage, "herald", "Anna", "Freya=bot:random", moves=20)
    kept(storage, "herald", "Anna", "Freya=bot:random")
    told = (await typed(storage, f"matches\n{LEAVE}{LEAVE}")).after("Which match?")[:2]
    finished, unfinished = sorted(told, key=lambda line: "unfinished" in line)
    assert re.fullmatch(r"\d Herald, Anna \d+, Freya \d+, finished, today \d\d:\d\d", finished)
    assert re.fullmatch(r"\d Herald, Anna, Freya, unfinished, trick \d+, today \d\d:\d\d", unfinished)


async def test_settings_are_changed_with_effect_at_once_and_kept(storage: Storage) -> None:
    spoken = await typed(storage, f"settings\nyour name\nEir\nlines\nyes\nring\nyes\n{LEAVE}{LEAVE}")
    settings = storage.settings.load()[0]
    assert (settings.name, settings.plain, settings.bell) == ("Eir", True, True)
    assert [line for line in spoken.lines if line.startswith("Ring the bell")][-1].endswith(": yes"), "what is now so"


async def test_back_goes_from_a_setting_or_a_match_to_the_list_of_them(storage: Storage) -> None:
    kept(storage, "herald", "Anna", "Freya=bot:random", moves=20)
    spoken = await typed(storage, f"settings\nring\nback\n{LEAVE}matches\n1\nback\n{LEAVE}{LEAVE}")
    assert spoken.lines.count("Which setting?") == 2
    assert spoken.lines.count("Which match?") == 2


async def test_what_is_wrong_with_a_match_is_a_sentence(storage: Storage) -> None:
    path = kept(storage, "herald", "Anna", "Freya=bot:rules")
    path.write_bytes(path.read_bytes().replace(b"play", b"plax"))
    spoken = await typed(storage, f"matches\n1\n{LEAVE}{LEAVE}")
    assert spoken.status == 0
    (line,) = [line for line in spoken.lines if path.name in line]
    assert "line" in line


async def test_a_page_of_rules_answers_help_and_is_left_by_back(storage: Storage) -> None:
    spoken = await typed(storage, "rules\nherfor\nhelp\nback\nleave\n")
    assert not any("no rule" in line for line in spoken.lines)
    assert sum(line.startswith("Type a number as in F7") for line in spoken.lines) == 2
    assert sum(line.startswith("Home.") for line in spoken.lines) == 2


async def test_rules_are_told_without_the_marks_of_a_page(storage: Storage) -> None:
    spoken = await typed(storage, "rules\nherrlof\nR13\nvalknut\nsubmarine\n77\n" + LEAVE * 2)
    first = spoken.after("The game in ten lines")
    assert any(line.startswith("10. Score 1 point per trick") for line in first)
    assert not any("unofficial edition" in line for line in spoken.lines)
    told = spoken.after("Type a number")
    assert told[0].startswith("R13 ")
    assert "There's no rule 77 here." in told
    assert "No rule has the words 'submarine'." in told
    assert not any(sign in line for line in told for sign in "*`|#")


def test_a_page_is_told_without_what_is_drawn_and_a_table_with_gaps_by_its_heads() -> None:
    page = (
        "See [records](records.md).\n\n- one\n- **two**\n  more\n\n```sh\nx * y\n```\n\n| a | b | c |\n|---|---|---|\n"
    )
    rows = "| x | 1 | 2 |\n| y | | 3 |\n\n| h | i |\n|---|---|\n| | k |\n"
    assert spoken(page + rows) == [
        "See records.", "one", "two more", "Drawings, and what's for programs, are left out.",
        "a, b, c", "x, 1, 2", "y, c 3", "h, i", "k",
    ]  # fmt: skip


async def test_fair_play_is_told_part_after_part(storage: Storage) -> None:
    spoken = await typed(storage, f"fair play\n\n\n{LEAVE}{LEAVE}")
    titles = [line.partition(" ")[2] for line in spoken.after("Which part?") if re.match(r"\d+ ", line)]
    told = [line for line in spoken.lines if line in titles]
    assert told == titles[:2], "Enter takes the next one"
    assert len(spoken.lines) < 60


def test_each_row_of_the_rules_has_as_many_parts_as_its_head() -> None:
    """So it is heard what a part is: no head has a comma of its own."""
    for game in GAMES:
        heads = re.findall(r"^\|(.*)\|\n\|[-:| ]+\|$", rules_text(game), flags=re.MULTILINE)
        assert not [head for row in heads for head in row.split("|") if "," in head], game


async def test_help_about_a_word_of_a_page_is_help_and_a_question_is_no_name(storage: Storage) -> None:
    spoken = await typed(storage, f"settings\nhelp leave\nleave\nquick game\nwhat is this?\nVera\n{LEAVE}{LEAVE}")
    assert "help leave? I don't know that. Type help." not in spoken.lines
    assert "leave goes back." in spoken.lines
    assert "what is this? is no name here: type another." in spoken.lines


async def test_the_guide_to_lines_is_a_page_at_home_and_a_word_at_a_table(storage: Storage) -> None:
    read = (await typed(storage, f"guide\n2\n{LEAVE}{LEAVE}")).lines
    assert any(line.endswith("guide: How playing in lines goes.") for line in read)
    assert any("At any question type help" in line for line in read)
    asked = (await typed(storage, "guide\nguide 3\n", match_of("herfor", "Anna", "bot:random"))).lines
    assert "2 To begin, in three commands" in asked
    assert any("A choice is typed as its number" in line for line in asked)


async def test_a_text_is_heard_with_and_without_its_newline(storage: Storage) -> None:
    lines = Typed("one \t two\nthree")
    assert [await lines.hear(), await lines.hear()] == ["one two", "three"]
    assert match_of("nim", "Anna").seats[0].person
    lines.close()


@pytest.mark.parametrize(("variable", "setting", "lines"), [("1", False, True), ("0", True, False), ("", True, True)])
def test_lines_are_asked_for_by_a_variable_or_else_a_setting(
    variable: str, setting: bool, lines: bool, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage.settings.save(Settings(plain=setting))
    monkeypatch.setenv("HERRLOF_PLAIN", variable)
    assert speaks_in_lines() is lines
    monkeypatch.setattr("herrlof.plain.home.run", lambda begin, pace: 77)
    monkeypatch.setattr("herrlof.tui.terminal.refusal", lambda words: "This is drawn.")
    if lines:
        assert main([]) == 77
    else:
        with pytest.raises(SystemExit):
            main([])
    assert main(["--plain"]) == 77
