"""Home, the form, the pages to read, and the way between them."""

from __future__ import annotations

import re

import pytest
from textual.widgets import Input, Markdown, OptionList, Select

from herrlof.bots import BOTS, LEVELS
from herrlof.game import CHANCE
from herrlof.pages import fairness_text
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.table.match import Seat
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.keys import KeysScreen
from herrlof.tui.screens.new_game import NewGameScreen
from herrlof.tui.screens.rules import FairnessScreen, PageScreen, RulesScreen
from herrlof.tui.screens.table import TableScreen
from tests.tui.driving import Sitting, at_table, fresh_match, hall, in_play, true_state

PLAIN = ("B7 G4 R5", "B8 G2 R8")
"""Two hands without a power; seat 0 leads."""


def opened(sitting: Sitting) -> str:
    """Return the title of the rule, or other section, that a page shows."""
    assert sitting.showing(PageScreen)
    return sitting.app.screen.query_one("#text", Markdown)._markdown.splitlines()[0].removeprefix("## ")


def fault(sitting: Sitting) -> str:
    """Return what the form says is wrong."""
    assert sitting.showing(NewGameScreen)
    return str(sitting.app.screen.query_one("#fault").render())


async def fill(sitting: Sitting, **values: str) -> None:
    """Enter values into the form's fields."""
    for name, value in values.items():
        field = sitting.app.screen.query_one(f"#{name}")
        assert isinstance(field, Input | Select)
        field.value = value
    await sitting.calm()


# Home


@pytest.mark.parametrize(
    ("letter", "downs", "screen"),
    [("n", 0, NewGameScreen), ("p", 1, TableScreen), ("r", 2, RulesScreen), ("f", 3, FairnessScreen)],
)
async def test_home_goes_by_initials_and_by_arrows(letter: str, downs: int, screen: type) -> None:
    async with hall() as sitting:
        assert sitting.showing(HomeScreen)
        await sitting.press(letter, settle=False)
        assert sitting.showing(screen)
    async with hall() as sitting:
        await sitting.press(*["down"] * downs, "enter", settle=False)
        assert sitting.showing(screen)


@pytest.mark.parametrize("keys", [["q"], ["up", "enter"], ["ctrl+q"], ["ctrl+c"]])
async def test_home_quits(keys: list[str]) -> None:
    async with hall() as sitting:
        await sitting.press(*keys, settle=False)
        assert not sitting.app.is_running or sitting.app._exit


@pytest.mark.parametrize("size", [(80, 24), (60, 20)])
async def test_home_is_whole_in_a_small_window_with_a_match_to_continue(size: tuple[int, int]) -> None:
    async with fresh_match(["Anna", "bot:random"], size=size) as sitting:
        await sitting.press("q")
        text = sitting.text()
        lines = ("Continue", "New game", "Practise", "Rules", "Fair play", "Games", "Quit", "Vikings", "↑ ↓ choose")
        assert all(line in text for line in lines)
        assert "how to check them" in text


@pytest.mark.parametrize("letter", ["", "n", "r", "f", "g", "k"])
async def test_with_ascii_alone_pages_and_their_keys_are_drawn_in_it(letter: str) -> None:
    async with hall(ascii_only=True) as sitting:
        await sitting.press(*letter)
        text = sitting.text().translate(dict.fromkeys(map(ord, "▁▂▃▄▅▆▇█")))  # the thumb of a scroll bar is Textual's
        assert text.isascii()


async def test_home_offers_no_match_to_continue_before_there_is_one() -> None:
    async with hall() as sitting:
        assert "Continue" not in sitting.text()
        await sitting.press("c")
        assert sitting.showing(HomeScreen)


async def test_leaving_the_table_keeps_the_match_at_home() -> None:
    async with fresh_match(["Anna", "bot:random"]) as sitting:
        await sitting.press("4", "enter")
        moves = sitting.match.moves
        text = sitting.text()
        await sitting.press("q")
        assert sitting.showing(HomeScreen)
        assert "Anna v Random, 0 : 0" in sitting.text()
        await sitting.press("c")
        assert sitting.match.moves == moves
        assert sitting.lines()[:14] == text.splitlines()[:14]
        await sitting.press("escape", "enter")
        assert sitting.match.moves == moves


@pytest.mark.parametrize("way", [["p"], ["n", "f2", *["enter"] * 3]])
async def test_after_a_match_is_left_enter_continues_it(way: list[str]) -> None:
    async with hall() as sitting:
        await sitting.press(*way)
        await sitting.press("escape")
        assert sitting.showing(HomeScreen)
        left = sitting.app.unfinished
        await sitting.press("enter")
        assert sitting.showing(TableScreen)
        await sitting.press("escape")
        assert sitting.app.unfinished == left


async def test_a_page_that_closes_leaves_the_choice_at_home_where_it_was() -> None:
    async with fresh_match(["Anna", "bot:random"]) as sitting:
        await sitting.press("q", "f", "escape", *["down"] * 4, "enter")
        assert sitting.showing(FairnessScreen)
        await sitting.press("escape", "enter")
        assert sitting.showing(FairnessScreen)


async def test_a_finished_match_does_not_wait_at_home() -> None:
    async with at_table(in_play("B7", "B8", goal=1), ["Anna", "bot:random"]) as sitting:
        assert sitting.match.over
        await sitting.press("left", "enter")
        assert sitting.showing(HomeScreen)
        assert "Continue" not in sitting.text()


# The form


async def test_the_form_starts_a_match_for_two() -> None:
    async with hall() as sitting:
        await sitting.press("n", settle=False)
        await fill(sitting, name1="  Freya \t Njord ", name2="Odin", edition="dutch", goal="33")
        await sitting.press("f2", *["enter"] * 3)
        assert [seat.name for seat in sitting.match.seats] == ["Freya Njord", "Odin"]
        seen = sitting.match.observe(-1)
        assert (seen.edition, seen.goal, seen.seats) == ("dutch", 33, 2)
        assert "Hand the keyboard to" in sitting.text()


async def test_the_form_starts_a_match_for_three_with_bots() -> None:
    async with hall() as sitting:
        await sitting.press("n", settle=False)
        await fill(sitting, who3="random", who2="rules")
        await fill(sitting, name1="Freya", name2="Odin")
        await sitting.press("enter", "enter")
        assert sitting.match.seats == (Seat("Freya"), Seat("Odin", "rules"), Seat("Loki", "random"))
        assert sitting.match.observe(-1).goal == 40


async def test_a_third_name_can_be_typed_only_when_somebody_sits_there() -> None:
    async with hall() as sitting:
        await sitting.press("n", settle=False)
        third = sitting.app.screen.query_one("#name3", Input)
        assert third.disabled
        await fill(sitting, who3="person")
        assert not third.disabled


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"name1": "Freya", "name2": " freya"}, "Two players are called 'freya': give each a name of their own."),
        ({"name1": " \u202e "}, "A name needs at least one visible character."),
        ({"name1": "x" * 21}, "The name 'xxxxxxxxxxxxxxxxxxxx'… is longer than 20 cells."),
        ({"name1": "龍" * 11}, "The name '龍龍龍龍龍龍龍龍龍龍龍'… is longer than 20 cells."),
        ({"goal": "0"}, "The goal is a number from 1 to 999, not 0 (R23)."),
        ({"goal": "-5"}, "The goal is a number from 1 to 999, not '-5' (R23)."),
    ],
)
async def test_the_form_says_in_a_sentence_what_is_wrong(values: dict[str, str], sentence: str) -> None:
    async with hall() as sitting:
        await sitting.press("n", settle=False)
        await fill(sitting, **values)
        await sitting.press("f2", settle=False)
        assert fault(sitting) == sentence
        await fill(sitting, name1="Freya", name2="Odin", goal="")
        await sitting.press("f2", *["enter"] * 3)
        assert sitting.showing(TableScreen)


async def test_a_lone_sign_is_no_goal() -> None:
    async with hall() as sitting:
        await sitting.press("n", settle=False)
        await fill(sitting, goal="-")
        await sitting.press("f2", settle=False)
        assert fault(sitting).startswith("The goal is a number from 1 to 999")


async def test_the_form_remembers_the_last_match_and_can_be_left() -> None:
    async with hall() as sitting:
        await sitting.press("n", settle=False)
        await fill(sitting, name1="Freya", name2="Odin", edition="dutch", goal="7")
        await sitting.press("f2", *["enter"] * 3)
        await sitting.press("q", "n", settle=False)
        fields = {
            name: sitting.app.screen.query_one(f"#{name}").value for name in ("name1", "name2", "edition", "goal")
        }
        assert fields == {"name1": "Freya", "name2": "Odin", "edition": "dutch", "goal": "7"}
        await sitting.press("escape", settle=False)
        assert sitting.showing(HomeScreen)


async def test_a_match_that_was_never_dealt_is_not_remembered() -> None:
    async with hall() as sitting:
        before = sitting.app.settings
        await sitting.press("n", settle=False)
        await fill(sitting, who2="konung", goal="999")
        await sitting.press("f2", "escape")
        assert sitting.showing(HomeScreen)
        assert sitting.app.settings == before
        assert sitting.app.storage.load_settings()[0] == before


async def test_the_arrows_go_along_the_form() -> None:
    async with hall() as sitting:
        await sitting.press("n", "down")
        assert sitting.app.focused is sitting.app.screen.query_one("#who1")
    async with hall() as sitting:
        await sitting.press("n", "up")
        assert sitting.app.focused is sitting.app.screen.query_one("#start")


async def test_the_form_tells_where_the_editions_differ() -> None:
    async with hall() as sitting:
        await sitting.press("n", settle=False)
        assert "+5 for 3, 4 or 5 tricks" in sitting.text()
        await fill(sitting, edition="dutch")
        assert "+5 for 3 or 4 tricks" in sitting.text()


def words(sitting: Sitting) -> str:
    """Return what the form shows, line ends dropped."""
    return " ".join(sitting.text().replace("│", " ").split())


@pytest.mark.parametrize("size", [(60, 20), (80, 24), (130, 42)])
async def test_the_form_tells_of_each_bot_how_strong_it_is_and_how_it_plays(size: tuple[int, int]) -> None:
    async with hall(size=size) as sitting:
        await sitting.press("n", "tab", "tab", "tab", settle=False)
        for number, key in enumerate(LEVELS, 1):
            await sitting.press("right", settle=False)
            assert f"{BOTS[key].title}, level {number} of 5. {BOTS[key].sentence}" in words(sitting)
        others = {key for key in BOTS if key not in LEVELS}
        for _ in range(len(others)):
            await sitting.press("right", settle=False)
            others -= {key for key in others if f"{BOTS[key].title}, a bot. {BOTS[key].sentence}" in words(sitting)}
        assert not others
        await sitting.press("right", settle=False)
        assert "a bot." not in words(sitting), "it is a person again"
        await sitting.press("left", *["left"] * len(BOTS), "right", settle=False)
        assert sitting.app.screen.query_one("#who2", Select).value == LEVELS[0]


async def test_the_form_tells_of_the_bot_in_focus_in_an_open_list() -> None:
    async with hall(size=(60, 20)) as sitting:
        await sitting.press("n", "tab", "tab", "tab", "enter", "down", "down", settle=False)
        assert BOTS["karl"].sentence in words(sitting)
        await sitting.press("enter", settle=False)
        assert sitting.app.screen.query_one("#who2", Select).value == "karl"
        assert BOTS["karl"].sentence in words(sitting)


async def test_the_form_tells_of_the_bot_whose_seat_is_in_focus() -> None:
    async with hall() as sitting:
        sitting.app.settings = Settings((Seat("Freya", "jarl"), Seat("Odin", "konung")))
        await sitting.press("n", settle=False)
        assert BOTS["jarl"].sentence in words(sitting)
        await sitting.press("tab", "tab", settle=False)
        assert BOTS["konung"].sentence in words(sitting)


async def test_a_name_that_nobody_typed_follows_who_sits_there() -> None:
    def names() -> list[str]:
        return [sitting.app.screen.query_one(f"#name{number}", Input).value for number in (1, 2, 3)]

    async with hall() as sitting:
        await sitting.press("n", settle=False)
        assert names() == ["Anna", "Ben", "Cleo"]
        await fill(sitting, who2="karl")
        await fill(sitting, who3="karl")
        assert names() == ["Anna", "Karl", "Karl 2"]
        await fill(sitting, who2="person", who3="konung")
        assert names() == ["Anna", "Ben", "Konung"]
        await fill(sitting, name2="Freya")
        await fill(sitting, who2="jarl")
        assert names() == ["Anna", "Freya", "Konung"]


async def test_the_form_opens_whatever_the_settings_file_says_of_seats() -> None:
    async with hall() as sitting:
        sitting.app.settings = Settings((Seat("Freya", "nobody"),))
        await sitting.press("n", settle=False)
        assert sitting.showing(NewGameScreen)
        fields = [sitting.app.screen.query_one(f"#who{number}", Select).value for number in (1, 2, 3)]
        assert fields == ["person", "person", "nobody"]


async def test_the_form_leaves_the_last_names_alone() -> None:
    async with hall() as sitting:
        sitting.app.settings = Settings((Seat("Freya"), Seat("Ben", "rules")))
        await sitting.press("n", settle=False)
        assert sitting.app.screen.query_one("#name2", Input).value == "Ben"


@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_form_is_whole_in_a_small_window(size: tuple[int, int]) -> None:
    async with hall(size=size) as sitting:
        await sitting.press("n", *["tab"] * 3, *["right"] * 5, "tab", *["right"] * 6, settle=False)
        text = sitting.text()
        for part in ("Seat 1", "Seat 2", "Seat 3", "Edition", "Goal", "three seats 40)", "Start", "f2 Start"):
            assert part in text
        assert text.count("Konung, level 5 of 5") == 3
        assert text.count("▼") == 4


async def test_a_name_with_markup_is_only_a_name() -> None:
    table = in_play("B7 G4", "B8 G2", moves=["0: play B7", "1: play B8", "1: play G2", "0: play G4"])
    async with at_table(table, ["[/]", "[@click=app.quit]x"]) as sitting:
        sitting.app.show_rules()
        await sitting.calm()
        await sitting.press("escape", "enter", "1", "2", "0", "enter", "1")
        assert "[/], how many tricks will you win?" in sitting.text()
        assert "[@click=app.quit]x" in sitting.text()
        await sitting.press("s")
        assert "[@click=app" in sitting.text()
        await sitting.press("escape", "l")
        await sitting.press("escape", "q")
        assert "New game" in sitting.text()
        await sitting.press("n", settle=False)
        assert "[@click=app.quit]x" in sitting.text()


# Practise


@pytest.mark.parametrize("bot", [None, "not here any more"])
async def test_practise_starts_at_once_against_the_default_bot(bot: str | None) -> None:
    Storage().save_settings(Settings((Seat("Freya"), Seat("Odin")), "dutch", bot=bot))
    async with hall() as sitting:
        assert "against Karl, level 2 of 5" in sitting.text()
        await sitting.press("p", settle=False)
        assert sitting.match.seats == (Seat("Freya"), Seat("Karl", "karl"))
        assert sitting.match.observe(-1).edition == "dutch"


async def test_practise_is_against_the_bot_that_was_chosen_last() -> None:
    async with hall() as sitting:
        for who, name in (("rules", "Skald"), ("person", "Ben")):
            await sitting.press("n", settle=False)
            await fill(sitting, who2=who)
            await sitting.press("f2", *["enter"] * (2 if name == "Skald" else 3))
            assert sitting.match.seats[1].name == name
            await sitting.press("q")
            assert "against Skald, a bot" in sitting.text()
    async with hall() as sitting:
        assert "against Skald, a bot" in sitting.text()
        await sitting.press("p")
        assert sitting.match.seats == (Seat("Anna"), Seat("Skald", "rules"))


async def test_practise_keeps_the_last_goal() -> None:
    async with hall() as sitting:
        sitting.app.settings = Settings((Seat("Freya"), Seat("Odin")), "dutch", 20, bot="rules")
        await sitting.press("p", settle=False)
        assert sitting.match.observe(-1).goal == 20


async def test_practise_works_for_a_person_named_like_the_bot() -> None:
    async with hall() as sitting:
        sitting.app.settings = Settings((Seat("skald"), Seat("Odin")), bot="rules")
        await sitting.press("p", settle=False)
        assert sitting.match.seats == (Seat("skald"), Seat("Skald 2", "rules"))


# The rules page


async def test_the_rules_open_at_the_rule_of_the_situation() -> None:
    table = in_play("B7 V H G3", "B8 G2 R8 R9")
    async with at_table(table, ["Anna", "bot:random"]) as sitting:
        for key, rule in (("b", "R6"), ("v", "R11"), ("h", "R13"), ("g", "R9")):
            await sitting.press(key, "question_mark", settle=False)
            assert opened(sitting).startswith(f"{rule} ")
            await sitting.press("escape")
            assert sitting.showing(TableScreen)


async def test_the_rules_know_predicting_following_and_scoring() -> None:
    table = in_play("B7 G4", "B8 G2", dealer=0, moves=["1: play B8"], predict=(0, 0))
    async with at_table(table, ["Anna", "bot:random"]) as sitting:
        await sitting.press("question_mark", settle=False)
        assert opened(sitting).startswith("R7 ")
        await sitting.press("escape", "enter")  # the last trick plays itself
        await sitting.press("question_mark", settle=False)
        assert opened(sitting).startswith("R18 ")
        await sitting.press("escape", "enter")
        assert "how many tricks" in sitting.text()
        await sitting.press("question_mark", settle=False)
        assert opened(sitting).startswith("R5 ")


async def test_a_search_narrows_the_rules_and_a_miss_says_so() -> None:
    async with hall() as sitting:
        await sitting.press("r", settle=False)
        sections = sitting.app.screen.query_one("#sections", OptionList)
        everything = sections.option_count
        await sitting.press("slash", *"hagalaz", settle=False)
        assert 0 < sections.option_count < everything
        await sitting.press("down", "enter", settle=False)
        await sitting.press("slash", *"zzz", settle=False)
        assert sections.option_count == 0
        await sitting.see("No rule has these words.")
        await sitting.press("down", "up", "enter", "down", settle=False)
        await sitting.press("escape", settle=False)
        assert sitting.showing(HomeScreen)


async def test_a_search_may_be_typed_faster_than_it_is_shown() -> None:
    async with hall() as sitting:
        await sitting.press("r", "slash", settle=False)
        await sitting.burst(*"hzq", "down", *["backspace"] * 3, *"r23xx")
        assert sitting.showing(RulesScreen)
        await sitting.see("No rule has these words.")


async def test_the_rules_can_be_read_with_keys_alone() -> None:
    async with hall() as sitting:
        await sitting.press("r", settle=False)
        first = opened(sitting)
        await sitting.press("down", settle=False)
        assert opened(sitting) != first
        await sitting.press("up", settle=False)
        assert opened(sitting) == first
        await sitting.press("pagedown", "pageup", settle=False)
        assert opened(sitting) == first


# The page on fair play


def read(sitting: Sitting) -> str:
    """Return the text of the page in front, line ends dropped."""
    rows = [line.partition("│")[2] for line in sitting.lines()]
    return " ".join(" ".join(rows).split())


async def test_the_page_on_fair_play_tells_of_each_bot_what_it_sees() -> None:
    async with hall((120, 60)) as sitting:
        await sitting.press("f", settle=False)
        assert opened(sitting) == "Fair play, and how to check it"
        while opened(sitting) != "Who plays, and what they see":
            await sitting.press("down", settle=False)
        for kind in BOTS.values():
            await sitting.see(kind.title)
            assert kind.sentence in read(sitting)
        await sitting.press("escape", settle=False)
        assert sitting.showing(HomeScreen)


async def test_a_search_on_the_page_on_fair_play_may_miss() -> None:
    async with hall() as sitting:
        await sitting.press("f", "slash", *"crockford", settle=False)
        assert opened(sitting) == "Deal codes"
        await sitting.press(*"zzz", settle=False)
        await sitting.see("No part of this page has these words.")


@pytest.mark.parametrize("width", [60, 80])
async def test_no_line_of_code_on_the_page_on_fair_play_is_cut_off(width: int) -> None:
    code = max(re.findall(r"```.*?\n(.*?)```", fairness_text(), re.DOTALL), key=len)
    async with hall((width, 200)) as sitting:
        await sitting.press("f", "slash", *"import hmac", settle=False)
        assert opened(sitting) == "Test vectors"
        await sitting.see("import hmac")
        shown = read(sitting).replace(" ", "")
        assert "".join(code.split()) in shown
        assert "2f7c4edeae40c001006a570f8d707308ce9afe0c3754689b74a9f076b0b1220e" in shown


async def test_a_link_on_a_page_opens_no_other_program(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall() as sitting:
        monkeypatch.setattr(sitting.app, "open_url", lambda *_, **__: pytest.fail("a browser opens"))
        await sitting.press("f", "slash", *"herrlof verify file", settle=False)
        await sitting.see("records.md")
        await sitting.click_text("records.md", offset=2)
        assert sitting.showing(FairnessScreen)


# Notes over the table


@pytest.mark.parametrize("close", ["escape", "enter", "space", "q"])
async def test_the_keys_page_opens_and_closes(close: str) -> None:
    async with at_table(in_play(*PLAIN), ["Anna", "bot:random"]) as sitting:
        await sitting.press("k")
        assert sitting.showing(KeysScreen)
        await sitting.press(close)
        assert sitting.showing(TableScreen)


async def test_the_keys_page_can_be_scrolled_in_a_small_window() -> None:
    async with at_table(in_play(*PLAIN), ["Anna", "bot:random"], size=(60, 20)) as sitting:
        await sitting.press("k", "end")
        await sitting.see("Enter goes back")
        await sitting.press("enter")
        assert sitting.showing(TableScreen)


async def test_a_note_is_closed_once_however_often_the_key_is_pressed() -> None:
    async with at_table(in_play(*PLAIN), ["Anna", "bot:random"]) as sitting:
        await sitting.press("k")
        await sitting.burst("escape", "escape")
        assert sitting.app.screen_stack[1:], "the home screen is never closed"
        await sitting.press("l", "l", "k")
        await sitting.burst("q", "q", "q", "q", "q")
        assert isinstance(sitting.app.screen_stack[1], HomeScreen)


async def test_the_last_trick_note_says_what_the_panel_says() -> None:
    table = in_play("B7 G4 R5", "B8 G2 R8", moves=["0: play B7", "1: play B8"], predict=(0, 0))
    async with at_table(table, ["Anna", "Ben"], size=(60, 20)) as sitting:
        await sitting.press("2")
        assert "Ben won it" not in sitting.text()
        await sitting.press("l")
        assert "Ben won it: highest blue." in sitting.text()
        assert "Ben leads." in sitting.text()


async def test_the_score_pad_can_be_looked_at_any_time_and_hides_this_round() -> None:
    async with at_table(in_play(*PLAIN, predict=(3, 2)), ["Anna", "bot:random"]) as sitting:
        before = len(sitting.match.moves)
        await sitting.press("s")
        assert "No round is over yet." in sitting.text()
        await sitting.press("enter")
        assert sitting.showing(TableScreen)
        assert len(sitting.match.moves) == before
        assert sitting.match.mover != CHANCE
        assert true_state(sitting.match).predictions == [3, 2]
