"""The first screen, the form of a new game, and the ways to the table."""

from __future__ import annotations

import gc
import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from textual.widgets import Input

from herrlof.bots import BOTS, GAME_BOTS, bot_label, opponents
from herrlof.coach.lessons import lessons_of
from herrlof.games import GAMES
from herrlof.menu import Page
from herrlof.records.help import Ending
from herrlof.records.listing import RecordSummary
from herrlof.records.names import ELSEWHERE, Seat
from herrlof.records.settings import GameSettings, Settings
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch
from herrlof.table.own import told_unplayed
from herrlof.tui.boards.herald import tile as herald
from herrlof.tui.boards.herrlof import tile as herrlof
from herrlof.tui.screens import home
from herrlof.tui.screens.cuts import CutScreen
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.join import JoinScreen
from herrlof.tui.screens.learn import LearnScreen
from herrlof.tui.screens.lesson import LessonScreen
from herrlof.tui.screens.matches import MatchesScreen
from herrlof.tui.screens.new_game import NewGameScreen
from herrlof.tui.screens.overview import result_part
from herrlof.tui.screens.rules import FairnessScreen, RulesScreen
from herrlof.tui.screens.settings import SettingsScreen
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.widgets.fields import Dropdown
from tests.disks import FastDisk, resumed
from tests.tiers import first, later
from tests.tui.driving import Sitting, Terminal, hall, kept, new_match, seat_in_form, seats_of

NAMED = Settings(name="Freya")


def field(sitting: Sitting, name: str) -> Input | Dropdown:
    """Return a field of the form in front."""
    found = sitting.app.screen.query_one(f"#{name}")
    assert isinstance(found, Input | Dropdown)
    return found


async def fill(sitting: Sitting, **values: str) -> None:
    """Enter values into the form's fields, those about an option by its name."""
    names = {option.name for game in GAMES.values() for option in game.options}
    for name, value in values.items():
        if name.startswith("who"):
            seat_in_form(sitting.app.screen, int(name[3:]), value)
        else:
            field(sitting, f"option-{name}" if name in names else name).value = value
        await sitting.calm()


# Home


LATER = {
    "n": NewGameScreen, "question_mark": RulesScreen, "r": RulesScreen, "g": MatchesScreen, "f": FairnessScreen,
    "o": SettingsScreen,
    "N": NewGameScreen, "R": RulesScreen, "G": MatchesScreen, "F": FairnessScreen, "O": SettingsScreen,
}  # fmt: skip


@pytest.mark.parametrize(
    ("keys", "screen"),
    [
        (["1"], NewGameScreen), (["l"], LearnScreen),
        (["up", "right", "enter"], RulesScreen),
        (["p"], TableScreen), (["down", "down", "right", "enter"], TableScreen), (["up", "enter"], JoinScreen),
        pytest.param(["P"], TableScreen, marks=pytest.mark.second),
        pytest.param(["down", "enter"], NewGameScreen, marks=pytest.mark.second),
        pytest.param(["J"], JoinScreen, marks=pytest.mark.second),
        *(pytest.param([key], screen, marks=pytest.mark.second) for key, screen in LATER.items()),
    ],
    ids=str,
)  # fmt: skip
async def test_home_goes_by_numbers_letters_and_arrows(keys: list[str], screen: type) -> None:
    settings = NAMED
    async with hall(settings=settings) as sitting:
        assert sitting.showing(HomeScreen)
        await sitting.press(*keys)
        assert sitting.showing(screen)
        if screen is not TableScreen:
            await sitting.press("escape")
            assert sitting.showing(HomeScreen)


@pytest.mark.parametrize("keys", [["q"], ["Q"], ["ctrl+q"], ["ctrl+c"]])
async def test_home_quits(keys: list[str]) -> None:
    async with hall() as sitting:
        for key in keys:
            await sitting.burst(key)
        await sitting.until(lambda: not sitting.app.is_running)


@pytest.mark.parametrize(
    "size", [(60, 20), *(pytest.param(size, marks=pytest.mark.second) for size in ((80, 24), (160, 50)))]
)
async def test_home_has_a_tile_for_each_game_and_a_place_for_each_page(size: tuple[int, int], toys: None) -> None:
    storage = Storage(disk=FastDisk())
    storage.note_lesson("nim", 1, None)  # else the first game's lessons are offered
    async with hall(size=size, storage=storage) as sitting:
        text = sitting.text()
        for number, game in enumerate(GAMES.values(), 1):
            row = sitting.row_of(game.title[:6])
            assert str(number) in row
        for page in ("Learn", "Quick game", "Matches", "Rules", "Settings", "Fair play"):
            assert page in text
        assert "Q quit" in text
        assert "Continue" not in text
        await sitting.press(str(len(GAMES)))
        assert sitting.showing(NewGameScreen)
        assert f"A new match of {list(GAMES.values())[-1].title}" in sitting.text()


async def test_one_page_more_has_its_place_in_every_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "SHOWN", [*home.SHOWN, Page("clock", "Clockwork", "K", "clock:ClockScreen")])
    async with hall() as sitting:
        for size in ((60, 20), (80, 24), (120, 40)):
            await sitting.resize(*size)
            for page in home.SHOWN:
                assert page.title in sitting.text(), (page.key, size)


def test_the_small_cards_on_tiles_are_cards_of_their_games() -> None:
    """They are written down there, so that home loads no game's cards."""
    told = [(face.colour, face.rank, face.shape, face.letter, face.marked) for face in herrlof.faces(herrlof.CARDS)]
    assert told == [(face.colour, face.rank, face.shape, face.letter, face.marked) for face in herrlof.SMALL]
    told = [(face.colour, face.name[0], face.rank) for face in herald.faces(herald.CARDS)]
    assert told == [(face.colour, face.rank, face.letter) for face in herald.SMALL]


async def test_a_first_start_offers_the_lessons_and_never_again() -> None:
    storage = Storage(disk=FastDisk())
    async with hall(storage=storage) as sitting:
        assert "Never played here?" in sitting.text()
        await sitting.press("enter")
        assert sitting.showing(LessonScreen)
    storage.note_lesson("herfor", 1, None)
    async with hall(storage=storage) as sitting:
        assert "Never played here?" not in sitting.text()


async def test_home_offers_the_newest_match_first_and_enter_goes_on_with_it() -> None:
    storage = Storage(disk=FastDisk())
    kept(storage, "herrlof", "Anna", "Ben", moves=30)
    async with hall(storage=storage) as sitting:
        row = sitting.row_of("Continue")
        assert "Herrlof, Anna v Ben" in row
        assert "round 1, trick" in row
        assert "today" in row
        assert "0 : 0 to 50   " in sitting.text()
        await sitting.press("enter")
        assert sitting.showing(TableScreen)
        assert sitting.curtain in ("ANNA", "BEN")


async def test_home_tells_in_the_smallest_window_where_the_match_stands() -> None:
    storage = Storage(disk=FastDisk())
    kept(storage, "herrlof", "Anna Karenina", "Ben", moves=30)
    async with hall((60, 20), storage=storage) as sitting:
        assert re.search("round 1, trick [0-9]+ +0 : 0 +(Anna Karenina|Ben) to move", sitting.text())


@pytest.mark.second
@pytest.mark.parametrize("size", later([(100, 30), (120, 40)], now=[(100, 30)]))
async def test_what_home_says_of_its_pages_ends_at_the_margin(size: tuple[int, int]) -> None:
    storage = Storage(disk=FastDisk())
    kept(storage, "herrlof", "Anna", "bot:random", options={"goal": 1})
    async with hall(size, storage=storage) as sitting:
        await sitting.see(" of 1 won")
        margin = (2, 6)[size[0] == 120]
        assert all(len(row.rstrip()) <= size[0] - margin for row in sitting.lines()[:-1])


@pytest.mark.second
async def test_home_names_the_next_lesson_in_a_wide_window() -> None:
    async with hall((160, 50), novice=True) as sitting:
        await sitting.press("escape")
        sitting.app.storage.note_lesson("herrlof", 1, None)
        await sitting.press("o", "escape")
        await sitting.see("next: Trump")


@pytest.mark.second
@pytest.mark.parametrize("key", ["", "g", "j", "1"])
async def test_the_way_out_is_among_the_keys_in_the_smallest_window(key: str) -> None:
    async with hall((60, 20)) as sitting:
        await sitting.press(*key)
        assert re.search("(Q quit|Esc home)", sitting.lines()[-1])


async def test_home_calls_the_only_person_you() -> None:
    storage = Storage(disk=FastDisk())
    kept(storage, "herrlof", "Bot=bot:random", "Anna", moves=30)
    async with hall(storage=storage) as sitting:
        assert "Herrlof, Bot v you" in sitting.text()


async def test_a_match_that_is_remembered_as_finished_and_is_not_is_offered() -> None:
    storage = Storage(disk=FastDisk())
    kept(storage, "herrlof", "Anna", "Ben", moves=30)
    (record,) = storage.matches()
    there = record.path.stat()
    (storage.data / "finished.json").write_text(json.dumps({record.path.name: [there.st_size, there.st_mtime_ns]}))
    async with hall(storage=storage) as sitting:
        await sitting.until(lambda: "Continue" in sitting.text())
        assert "Herrlof, Anna v Ben" in sitting.row_of("Continue")
        await sitting.press("c")
        assert sitting.showing(TableScreen)


async def test_a_finished_match_does_not_wait_at_home() -> None:
    storage = Storage(disk=FastDisk())
    kept(storage, "herrlof", "Anna", "Ben", options={"goal": 1})
    async with hall(storage=storage) as sitting:
        assert "Continue" not in sitting.text()
        assert "Never played here?" not in sitting.text()


@pytest.mark.second
async def test_without_colours_no_other_colours_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with hall(size=(120, 40)) as sitting:
        assert "dark or light" not in sitting.text()
        await sitting.press("t", "o")
        assert sitting.app.settings.theme == "dark"
        assert "Theme" not in sitting.text()
        assert "Pauses" in sitting.text()


async def test_t_changes_the_theme_at_once_and_keeps_it() -> None:
    async with hall() as sitting:
        before = sitting.cells()[1][1]
        await sitting.press("t")
        assert sitting.app.settings.theme == "light"
        assert sitting.cells()[1][1].ground == "bg", "of the light palette"
        assert sitting.text()
        assert sitting.cells()[1][1] == before, "the same name in another palette"
    async with hall() as sitting:
        assert sitting.app.look.theme == "light"


@pytest.mark.second
@pytest.mark.parametrize(("flag", "following"), [("light", "terminal"), ("terminal", "dark")])
async def test_t_goes_on_from_the_theme_that_is_shown(flag: str, following: str) -> None:
    async with hall(theme=flag) as sitting:
        await sitting.press("t")
        assert sitting.app.look.theme == sitting.app.settings.theme == following


async def test_garbage_is_collected_from_the_first_frame_on() -> None:
    """The command line pauses the collector while the program starts."""
    gc.disable()
    try:
        async with hall():
            assert gc.isenabled()
    finally:
        gc.enable()


async def test_what_is_written_first_is_the_whole_of_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame of the framework's own before it would cost a start."""
    written: list[str] = []
    monkeypatch.setattr(Terminal, "write", lambda self, data: written.append(data))
    async with hall():
        first = next(data for data in written if "Herrlof" in data or len(data) > 200)
    assert "Settings" in first
    assert "quit" in first


async def test_a_name_that_was_tabbed_through_is_seen_from_its_beginning() -> None:
    async with hall((60, 20)) as sitting:
        sitting.app.change(sitting.app.settings._replace(name="Rosamund"))
        await sitting.press("2")
        assert sitting.showing(NewGameScreen)
        await sitting.press("tab", "tab")
        assert "Rosamund" in sitting.text()


@pytest.mark.second
async def test_a_click_opens_what_is_under_it() -> None:
    async with hall() as sitting:
        await sitting.click_text("Fair play")
        assert sitting.showing(FairnessScreen)
        await sitting.press("escape")
        await sitting.click_text("2–3 players")
        assert sitting.showing(NewGameScreen)


@pytest.mark.second
@pytest.mark.parametrize(
    "letter", ["", "1", "g", *(pytest.param(key, marks=pytest.mark.second) for key in ("r", "f", "o", "ctrl+p"))]
)
async def test_with_ascii_alone_pages_are_drawn_in_it(letter: str) -> None:
    async with hall(ascii_only=True) as sitting:
        await sitting.press(*filter(None, [letter]))
        text = sitting.text().translate(dict.fromkeys(map(ord, "▁▂▃▄▅▆▇█")))  # the thumb of a scroll bar is Textual's
        assert text.isascii(), {letter for letter in text if not letter.isascii()}


# Practise, and a name that is asked for once


async def test_practise_asks_for_a_name_once() -> None:
    settings = Settings()
    async with hall(settings=settings) as sitting:
        await sitting.press("p")
        assert "YOUR NAME" in sitting.text()
        await sitting.type("Freya")
        await sitting.press("enter")
        await sitting.until(lambda: sitting.showing(TableScreen))
        assert sitting.match.seats == (Seat("Freya"), Seat("Kolbit", "kolbit"))
        await sitting.press("q")
    async with hall() as sitting:
        assert sitting.app.settings.name == "Freya"
        await sitting.press("p")
        assert sitting.showing(TableScreen)


async def test_a_quick_game_is_one_of_the_game_from_which_its_row_was_gone_to() -> None:
    async with hall(settings=Settings(name="Anna", last="herrlof")) as sitting:
        await sitting.press("right", "right")
        assert "▸ Herald" in sitting.words()
        await sitting.press("down", "right")
        assert "▸P Quick game" in sitting.words()
        await sitting.press("enter")
        await sitting.until(lambda: sitting.showing(TableScreen))
        assert sitting.match.game.key == "herald"


async def test_a_name_that_is_none_is_refused_in_a_sentence() -> None:
    async with hall(settings=Settings()) as sitting:
        await sitting.press("p")
        await sitting.type("x" * 21)
        await sitting.press("enter")
        assert "is longer than 20 cells." in sitting.words()
        await sitting.press("escape")
        assert sitting.showing(HomeScreen)
        assert sitting.app.settings.name == ""


@pytest.mark.second
@pytest.mark.parametrize("bot", [None, "gone", "rules", "konung"])
async def test_practise_is_against_the_default_bot_with_the_last_options(bot: str | None) -> None:
    remembered = GameSettings(options={"edition": "dutch", "goal": 20}, bot=bot)
    settings = Settings(name="Freya", games={"herrlof": remembered})
    async with hall(settings=settings) as sitting:
        await sitting.press("p")
        assert sitting.match.seats == (Seat("Freya"), Seat("Kolbit", "kolbit"))
        assert (sitting.match.options["edition"], sitting.match.options["goal"]) == ("dutch", 20)


async def test_practise_works_for_a_person_named_like_the_bot() -> None:
    settings = Settings(name="kolbit")
    async with hall(settings=settings) as sitting:
        await sitting.press("p")
        assert sitting.match.seats == (Seat("kolbit"), Seat(GAME_BOTS["herrlof"].names[0], "kolbit"))


# The form


@pytest.mark.second
@pytest.mark.parametrize("key", later([*GAMES, "nim", "kuhn"], now=["herrlof", "nim"]))
async def test_the_form_is_made_from_the_seats_and_options_of_the_game(key: str, toys: None) -> None:
    game = GAMES[key]
    async with hall(size=(100, 40)) as sitting:
        sitting.app.open_page("new", key)
        await sitting.calm()
        labels = [" ".join(line.split()[:2]) for line in sitting.lines()]
        assert [label for label in labels if label.startswith("Seat")] == [
            f"Seat {n + 1}" for n in range(game.seats[-1])
        ]
        for option in game.options:
            shown = game.words.option(option.name) in sitting.text()
            assert shown == option.on_form, option.name
        for number in range(1, game.seats[-1] + 1):
            field(sitting, f"who{number}")


@pytest.mark.second
@pytest.mark.parametrize("size", later([(60, 20), (80, 24), (120, 40)], now=[(80, 24)]))
async def test_seats_and_options_stand_in_columns(size: tuple[int, int]) -> None:
    async with hall(size) as sitting:
        await sitting.press("1")
        rows = sitting.lines()
        texts = (" here ", " bot ", " English, ", " hints ")
        places = {row.index(text) for row in rows for text in texts if text in row}
        assert len(places) == 1, sitting.text()
        if size[0] > 60:
            heads = sitting.row_of("where")
            below = {"name": " Anna", "where": " here ", "who": " at this keyboard"}
            assert all(heads.index(head) == sitting.find(text)[0] + 1 for head, text in below.items())


@pytest.mark.second
@pytest.mark.parametrize("size", [(100, 30), (120, 40)])
async def test_all_settings_are_in_sight_in_a_large_window(size: tuple[int, int]) -> None:
    async with hall(size) as sitting:
        await sitting.press("o")
        assert "Your name" in sitting.text()
        assert "Clock for people" in sitting.text()


@pytest.mark.second
async def test_what_is_in_focus_is_reversed_where_there_are_no_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with hall() as sitting:
        await sitting.press("o", "down")
        assert sitting.style_of("normal").endswith("~")
        assert not sitting.style_of("arrows").endswith("~")


@pytest.mark.second
async def test_the_form_starts_a_match_for_two_with_its_options() -> None:
    async with hall() as sitting:
        await sitting.press("1")
        await fill(sitting, who2="person", name1="  Freya \t Njord ", name2="Odin", edition="dutch", goal="33")
        await sitting.press("f2")
        assert [seat.name for seat in sitting.match.seats] == ["Freya Njord", "Odin"]
        assert (sitting.match.options["edition"], sitting.match.options["goal"]) == ("dutch", 33)
        assert sitting.curtain in ("FREYANJORD", "ODIN")


@pytest.mark.second
async def test_the_form_starts_a_match_for_three_with_bots_and_their_goal() -> None:
    async with hall() as sitting:
        await sitting.press("1")
        await fill(sitting, who2="karl", who3="smali", name1="Freya", name2="Odin")
        await sitting.press("f2")
        assert sitting.match.seats == (Seat("Freya"), Seat("Odin", "karl"), Seat("Smali", "smali"))
        assert sitting.match.options["goal"] == 40


WRONG = (
    ({"name1": "Freya", "name2": " freya"}, "Two players are called 'freya': names have to differ."),
    ({"name1": " \u202e ", "name2": "Odin"}, "A name needs at least one visible character."),
    ({"name1": "x" * 21}, "The name 'xxxxxxxxxxxxxxxxxxxx…' is longer than 20 cells."),
    *(({"name1": "Freya", "goal": goal}, "Goal can be 1 to 999.") for goal in ("0", "-", "1e3")),
)


@pytest.mark.second
async def test_the_form_says_in_a_sentence_what_is_wrong() -> None:
    async with hall() as sitting:
        await sitting.press("1")
        for values, sentence in WRONG:
            await fill(sitting, **values)
            await sitting.press("f2")
            assert sitting.showing(NewGameScreen)
            assert sentence in sitting.words()
        await fill(sitting, goal="")
        await sitting.press("f2")
        assert sitting.showing(TableScreen)


@pytest.mark.parametrize("game", later(GAMES, now=["herfor"]))
async def test_no_rule_beside_the_keys_of_a_form_reads_as_a_key(game: str) -> None:
    told = set[str]()
    async with hall((120, 40)) as sitting:
        sitting.app.open_page("new", game)
        await sitting.calm()
        form = sitting.app.screen
        assert isinstance(form, NewGameScreen)
        for option in form._form:
            for choice in (None, *option.choices(2)):
                form._tell_of("option-" + option.name, None if choice is None else str(choice))
                told.add(form._told)
    assert any(re.search(r" \([FHKR]\d+\)$", text) for text in told)
    assert not any(re.search(r"(^|[ .])[FHKR]\d+$", text) for text in told)


async def test_learn_draws_a_mark_for_each_lesson() -> None:
    storage = Storage(disk=FastDisk())
    kept(storage, "herrlof", "Anna", "bot:random", moves=4)
    for number in (1, 2):
        storage.note_lesson("herrlof", number, None)
    async with hall((200, 60), storage=storage) as sitting:
        for game in GAMES:
            count = len(lessons_of(game))
            row = next(line for line in sitting.lines() if re.search(rf"{GAMES[game].title}.* of {count} ", line))
            assert len(re.findall("[▄▁]", row[: row.index(" of ")])) == count


async def test_an_unfolded_list_names_its_keys() -> None:
    async with hall((60, 20)) as sitting:
        await sitting.press("1")
        for name in ("where1", "coach"):
            sitting.app.screen.query_one(f"#{name}").focus()
            await sitting.press("enter")
            assert sitting.lines()[-1].startswith(" ↑ ↓ choose  Enter take it  Esc shut")
            await sitting.press("down", "enter")
            assert "take it" not in sitting.lines()[-1]


CUTTING = Settings(cuts=True)
TWO_PEOPLE = {"who2": "person", "name1": "Freya", "name2": "Odin"}


@pytest.mark.second
async def test_going_back_from_the_cut_keeps_what_was_entered() -> None:
    async with hall(settings=CUTTING) as sitting:
        await sitting.press("1")
        await fill(sitting, **TWO_PEOPLE, edition="dutch", goal="7")
        await sitting.press("f2", "escape")
        assert sitting.showing(NewGameScreen)
        values = [field(sitting, name).value for name in ("name1", "name2", "option-edition", "option-goal")]
        assert values == ["Freya", "Odin", "dutch", "7"]
        assert sitting.app.storage.count() == 0, "no match was begun"
        await sitting.press("escape")
        assert sitting.app.settings == CUTTING, "a match that was never dealt is not remembered"


class KeepingDisk(FastDisk):
    """A disk that deletes nothing."""

    def unlink(self, path: Path) -> None:
        raise OSError(30, "Read-only file system")


@pytest.mark.second
async def test_going_back_from_the_cut_tells_where_the_record_cannot_be_deleted() -> None:
    async with hall(settings=CUTTING, storage=Storage(disk=KeepingDisk())) as sitting:
        await sitting.press("1")
        await fill(sitting, **TWO_PEOPLE)
        await sitting.press("f2", "escape")
        assert "can't be deleted: the disk is read-only." in sitting.words()
        await sitting.press("escape")
        assert sitting.showing(NewGameScreen)


@pytest.mark.second
async def test_the_cut_left_through_the_palette_keeps_no_record() -> None:
    async with hall(settings=NAMED._replace(cuts=True)) as sitting:
        for command, page in (("home", HomeScreen), ("quick game: herrlof", TableScreen)):
            await sitting.press("1")
            await fill(sitting, **TWO_PEOPLE)
            await sitting.press("f2", "ctrl+p")
            await sitting.type(command)
            await sitting.until(lambda: "Rules: Herrlof" not in sitting.text())
            await sitting.press("enter")
            await sitting.until(lambda page=page: sitting.showing(page))
            await sitting.calm()
            assert sitting.app.storage.count() == (page is TableScreen)
        await sitting.press("q")
        assert not sitting.app.storage.matches(), "nobody had moved there"


@pytest.mark.second
async def test_people_who_want_to_are_asked_for_cuts_however_they_come_to_a_match() -> None:
    new = NewMatch("how-ruck", (Seat("Anna"), Seat("Ben")))
    async with hall(settings=CUTTING, straight_to=new) as sitting:
        assert sitting.showing(CutScreen)
        await sitting.type("dice 4 4 1")
        await sitting.press("enter", "enter")
        assert sitting.app.table is not None
        assert sitting.match.cuts == ("dice 4 4 1", "")
    async with hall(settings=CUTTING) as sitting:
        sitting.app.start(NewMatch("herald", (Seat("Anna"), Seat("Ben")), {"games": 1}))
        await sitting.calm()
        assert sitting.showing(CutScreen)
        await sitting.press("enter", "enter")
        assert sitting.showing(TableScreen)
        table = sitting.app.table
        assert table is not None
        sitting.app.after_match(table, "again")
        await sitting.calm()
        assert sitting.showing(CutScreen)


@pytest.mark.parametrize("settings", later([Settings(), CUTTING], now=[Settings()]))
async def test_one_person_against_bots_is_asked_for_no_cut(settings: Settings) -> None:
    async with hall(settings=settings) as sitting:
        for game in ("herrlof", "herald"):
            sitting.app.start(NewMatch(game, (Seat("Anna"), Seat("Rules", "rules"))))
            await sitting.calm()
            assert sitting.showing(TableScreen)


@pytest.mark.second
async def test_the_table_tells_the_first_digits_of_the_commitment_and_f_shows_it_all() -> None:
    async with hall() as sitting:
        for game in ("herrlof", "herald", "how-ruck"):
            options: dict[str, str | int] = {"race": "even"} if game == "how-ruck" else {"first_dealer": 1}
            sitting.app.start(NewMatch(game, (Seat("Anna"), Seat("Rules", "rules")), options))
            await sitting.settle()
            commitment = str(sitting.match.commitment)
            assert f"The deals are settled: {commitment[:8]} will prove it (F tells how)." in sitting.words(), game
            await sitting.press("f")
            assert commitment in sitting.text()
            await sitting.press("escape")
            assert sitting.showing(TableScreen)


@pytest.mark.second
async def test_the_form_remembers_the_last_match() -> None:
    async with hall() as sitting:
        await sitting.press("1")
        await fill(sitting, who2="person", name1="Freya", name2="Odin", edition="dutch", goal="7")
        await sitting.press("f2", "q", "1")
        values = [field(sitting, name).value for name in ("name1", "name2", "option-edition", "option-goal")]
        assert values == ["Freya", "Odin", "dutch", "7"]


@pytest.mark.second
async def test_cuts_are_mixed_in_and_recorded() -> None:
    async with hall(settings=CUTTING) as sitting:
        await sitting.press("1")
        await fill(sitting, who2="person", name1="Freya", name2="Odin")
        await sitting.press("f2")
        shown = sitting.text()
        await sitting.type("sleipnir")
        await sitting.press("enter", "enter")
        assert sitting.match.cuts == ("sleipnir", "")
        assert sitting.match.commitment in shown


@pytest.mark.second
async def test_a_game_without_chance_asks_for_no_cut(toys: None) -> None:
    async with hall() as sitting:
        sitting.app.open_page("new", "nim")
        await sitting.calm()
        await fill(sitting, who2="random", stones="9")
        await sitting.press("f2")
        await sitting.until(lambda: sitting.showing(TableScreen))
        assert sitting.match.options["stones"] == 9


@pytest.mark.second
async def test_every_bot_says_how_strong_it_is_and_how_it_plays() -> None:
    async with hall(size=(60, 20)) as sitting:
        await sitting.press("1", "tab", "tab", "tab", "tab")
        for _ in range(len(opponents("herrlof")) + 2):
            await sitting.press("right")
            who = str(field(sitting, "who2").value)
            if who in opponents("herrlof"):
                told = sitting.words().replace("▌ ", "")
                assert f"{bot_label('herrlof', who)}. {BOTS['herrlof', who].description}" in told


@pytest.mark.second
@pytest.mark.parametrize(
    ("key", "name", "value", "told"),
    [
        ("herfor", "option-size", "7", "127 points. (F1)"),
        pytest.param("how-ruck", "option-goal", "2", "Barrels that win the match", marks=pytest.mark.second),
    ],
)
async def test_a_list_that_unfolds_tells_of_its_own_entries(key: str, name: str, value: str, told: str) -> None:
    async with hall(size=(100, 40)) as sitting:
        sitting.app.open_page("new", key)
        await sitting.calm()
        field(sitting, name).focus()
        before = str(field(sitting, name).value)
        await sitting.press("enter", "down" if value > before else "up")
        assert told in sitting.words()
        assert "Someone at this keyboard." not in sitting.words()
        assert str(field(sitting, name).value) == before, "an entry that is looked at is not taken"
        assert "▲" in sitting.text()
        assert "Esc shut" in sitting.text()
        await sitting.press("left")
        assert str(field(sitting, name).value) == before, "the list has the keys"
        await sitting.press("escape")
        assert sitting.showing(NewGameScreen)
        assert "▲" not in sitting.text()
        await sitting.click_text("▼")
        assert "▲" in sitting.text()
        await sitting.click_text("▲")
        assert "▲" not in sitting.text()
        await sitting.click_text("▼")
        await sitting.click_text("elsewhere")
        assert str(field(sitting, "where1").value) == ELSEWHERE
        assert "▲" not in sitting.text()


@pytest.mark.second
async def test_the_note_of_the_edition_follows_the_number_of_seats() -> None:
    async with hall() as sitting:
        await sitting.press("1")
        field(sitting, "option-edition").focus()
        await sitting.calm()
        assert "Five points more for 3, 4 or 5 tricks." in sitting.words()
        await fill(sitting, edition="dutch")
        assert "Five points more for 3 or 4 tricks." in sitting.words()
        await fill(sitting, who3="smali")
        field(sitting, "option-edition").focus()
        await sitting.calm()
        assert "Five points more" not in sitting.words()


@pytest.mark.second
async def test_the_goal_that_is_offered_follows_the_number_of_seats() -> None:
    async with hall() as sitting:
        await sitting.press("1")
        assert "50" in sitting.row_of("Goal")
        await fill(sitting, who3="smali")
        assert "40" in sitting.row_of("Goal")


@pytest.mark.second
async def test_a_name_that_nobody_typed_follows_who_sits_there() -> None:
    def names() -> list[str]:
        return [str(field(sitting, f"name{number}").value) for number in (1, 2, 3)]

    async with hall() as sitting:
        await sitting.press("1")
        assert names() == ["Anna", "Kolbit", "Cleo"]
        await fill(sitting, who2="person")
        await fill(sitting, who3="karl")
        assert names() == ["Anna", "Ben", "Karl"]
        await fill(sitting, name2="Freya")
        await fill(sitting, who2="jarl")
        assert names() == ["Anna", "Freya", "Karl"]


@pytest.mark.second
async def test_the_first_seat_gets_its_own_name_back_after_a_bot() -> None:
    async with hall(settings=NAMED) as sitting:
        await sitting.press("1")
        await fill(sitting, who1="karl")
        await fill(sitting, who1="person")
        assert field(sitting, "name1").value == "Freya"


@pytest.mark.second
async def test_a_seat_that_nobody_takes_has_no_name_to_type() -> None:
    async with hall() as sitting:
        await sitting.press("1")
        assert field(sitting, "name3").disabled
        await fill(sitting, who3="person")
        assert not field(sitting, "name3").disabled


@pytest.mark.second
async def test_the_form_opens_whatever_the_settings_say_of_seats() -> None:
    settings = Settings(games={"herrlof": GameSettings(seats=(Seat("Freya", "nobody"),))})
    async with hall(settings=settings) as sitting:
        await sitting.press("1")
        assert [field(sitting, f"where{number}").value for number in (1, 2, 3)] == ["person", "person", "nobody"]


@pytest.mark.second
@pytest.mark.parametrize("size", later([(60, 20), (80, 24)], now=[(60, 20)]))
async def test_the_form_is_whole_in_a_small_window_and_cuts_no_text(size: tuple[int, int]) -> None:
    async with hall(size=size) as sitting:
        await sitting.press("1")
        await fill(sitting, who1="konung", who2="konung", who3="konung")
        text = sitting.text()
        for part in ("Seat 1", "Seat 2", "Seat 3", "English, January 2020", "Goal", "Start", "F2 start"):
            assert part in text
        assert text.count("Konung, level 8 of 8") >= 3


# Leaving


async def test_escape_leaves_the_table_and_loses_nothing() -> None:
    async with new_match("herrlof", "Anna", "bot:random", moves=1, options={"first_dealer": 1}) as sitting:
        await sitting.press("3", "enter")
        moves = len(sitting.match.moves)
        await sitting.press("escape")
        assert sitting.showing(HomeScreen)
        (found,) = sitting.app.storage.matches()
        assert (found.state, found.moves) == ("unfinished", moves)
        match, journal = resumed(sitting.app.storage, found.path)
        assert len(match.moves) == moves
        journal.close()


@pytest.mark.parametrize(
    ("key", "novice"), first([("escape", True), ("escape", False), ("ctrl+q", False), ("ctrl+q", True)], 3)
)
async def test_a_match_in_which_nobody_has_moved_is_not_kept(key: str, novice: bool) -> None:
    """Nor for a hint: who has never won is told of a number unasked."""
    async with new_match("herrlof", "Anna", "bot:random", options={"first_dealer": 1}, novice=novice) as sitting:
        assert sitting.app.storage.matches()
        if novice:
            await sitting.until(lambda: sitting.app.table.help.hints)
        await sitting.press(key)
        if key == "escape":
            assert sitting.showing(HomeScreen)
            assert "Continue" not in sitting.text()
            (told,) = sitting.app._notifications
            assert told.message == told_unplayed()
        else:
            await sitting.until(lambda: not sitting.app.is_running)
        assert not sitting.app.storage.matches()


async def test_another_match_begun_over_one_in_which_nobody_has_moved_takes_its_place() -> None:
    async with new_match("herrlof", "Anna", "bot:random", options={"first_dealer": 1}) as sitting:
        (before,) = sitting.app.storage.matches()
        sitting.app.start(NewMatch("herrlof", tuple(seats_of(("Anna", "bot:random")))))
        await sitting.settle()
        (now,) = sitting.app.storage.matches()
        assert now.path != before.path


@pytest.mark.parametrize(
    ("names", "returns", "ending", "told"),
    [
        (("Anna", "bot:karl"), (1.0, 0.0), None, ("won", "good")),
        (("Anna", "bot:karl"), (0.0, 1.0), None, ("lost", "dim")),
        (("bot:karl", "Anna"), (0.5, 0.5), None, ("shared", "good")),
        (("Anna", "bot:karl"), (), Ending(7, 0), ("lost", "dim")),
        (("Anna", "bot:karl"), (), Ending(7, None), ("", "dim")),
        (("Anna", "Ben", "Cleo"), (0.0, 0.5, 0.5), None, ("✓ Ben and Cleo", "dim")),
        (("bot:karl", "bot:karl"), (0.0, 1.0), None, ("", "dim")),
    ],
)
def test_the_last_matches_say_who_won(
    names: Sequence[str], returns: tuple[float, ...], ending: Ending | None, told: tuple[str, str]
) -> None:
    match = RecordSummary(Path("x"), "finished", seats=tuple(seats_of(names)), returns=returns, ending=ending)
    assert result_part(match)[:2] == told


@pytest.mark.second
async def test_a_window_that_becomes_wide_shows_the_last_matches_and_what_they_amount_to(storage: Storage) -> None:
    kept(storage, "herrlof", "Anna", "Karl=bot:random", seed=1)
    kept(storage, "herald", "Anna", "Freya=bot:random", seed=3)
    async with hall(size=(80, 24), storage=storage) as sitting:
        assert "LAST MATCHES" not in sitting.text()
        await sitting.resize(160, 50)
        await sitting.until(lambda: re.search(r"HERRLOF IN NUMBERS.*matches won +[01] of 1", sitting.text(), re.DOTALL))
        assert re.search(r"Herald +Freya +\d+ : \d+  (won|lost|shared) +\w", sitting.text())
        await sitting.press("right")
        await sitting.until(lambda: re.search(r"HERALD IN NUMBERS.*points a game", sitting.text(), re.DOTALL))


async def test_home_stands_at_the_game_that_was_played_or_learnt_last() -> None:
    storage = Storage(disk=FastDisk())
    kept(storage, "herrlof", "Freya", "bot:random")  # so that no lesson is offered first
    async with hall(storage=storage, settings=NAMED._replace(last="herald")) as sitting:
        home = sitting.app.screen
        assert isinstance(home, HomeScreen)
        assert home._focus == "herald"
        sitting.app.begin_lesson("herfor", 1)
        await sitting.until(lambda: sitting.showing(LessonScreen))
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(HomeScreen))
        assert home._focus == "herfor"
        await sitting.press("l")
        assert sitting.app.screen._focus == ("herfor", 1)
