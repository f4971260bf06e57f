"""Pages beside the table: rules, fair play, keys, scores, settings, the command palette, and the ends of rounds."""

from __future__ import annotations

import re

import pytest
from textual.command import CommandList, CommandPalette
from textual.geometry import Offset
from textual.widgets import Input, Static

from herrlof.bots import BOTS
from herrlof.doc_pages import fairness_text
from herrlof.game import NOBODY
from herrlof.games import GAMES
from herrlof.records.names import Seat
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.tui.screens.ends import RoundScreen
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.keys import KeysScreen
from herrlof.tui.screens.new_game import NewGameScreen
from herrlof.tui.screens.notes import NoteScreen
from herrlof.tui.screens.rules import FairnessScreen, RulesScreen
from herrlof.tui.screens.settings import FIELDS, SettingsScreen
from herrlof.tui.screens.table import TableScreen
from tests.disks import FastDisk
from tests.tiers import later
from tests.tui.driving import Sitting, at_table, hall, in_play, kept, new_match

SOLO = ("Anna", "bot:random")
PLAIN = ("B7 G4 R5", "B8 G2 R8")
SECOND = pytest.mark.second


def page(sitting: Sitting) -> str:
    """Return the text beside the list of a page, line ends dropped; nothing while the page opens."""
    if not (found := sitting.app.screen.query("#page")):
        return ""
    where = found.first().region
    return " ".join(" ".join(line[where.x : where.right - 1] for line in sitting.lines()).split())


# Rules and fair play


@pytest.mark.second
async def test_a_search_narrows_the_rules_and_a_miss_says_so() -> None:
    async with hall() as sitting:
        await sitting.press("r", "slash")
        await sitting.type("hagalaz")
        assert "R2 The dealer" not in sitting.text()
        await sitting.press("down", "enter", "slash")
        await sitting.type("zzz")
        await sitting.see("No rule has these words.")
        await sitting.press("down", "up", "enter", "down", "escape")
        assert sitting.showing(HomeScreen)


@pytest.mark.second
async def test_a_search_may_be_typed_faster_than_it_is_shown() -> None:
    async with hall() as sitting:
        await sitting.press("r", "slash")
        await sitting.burst(*"hzq", "down", *["backspace"] * 3, *"r23xx")
        assert sitting.showing(RulesScreen)
        await sitting.see("No rule has these words.")


@pytest.mark.second
async def test_letters_search_wherever_they_are_typed_and_while_the_page_opens() -> None:
    async with hall() as sitting:
        sitting.app.open_page("rules", "herrlof")
        await sitting.burst("slash", *"hagal")
        await sitting.press("enter", "down", "z")
        search = sitting.app.screen.query_one("#search", Input)
        assert search.value == "hagalz"
        await sitting.press("enter", "slash", "r")
        assert search.value == "r", "another search is begun where one stood"


@pytest.mark.second
async def test_the_rules_can_be_read_with_keys_alone() -> None:
    async with hall() as sitting:
        await sitting.press("r")
        await sitting.until(lambda: "trick-taking" in page(sitting))  # a page is filled a moment later
        first = page(sitting)
        for there, back in (("down", "up"), ("pagedown", "pageup")):
            await sitting.press(there)
            await sitting.until(lambda: page(sitting) != first)
            await sitting.press(back)
            await sitting.until(lambda: page(sitting) == first)


@pytest.mark.second
@pytest.mark.parametrize("key", later(GAMES, now=["herald"]))
async def test_the_rules_open_on_the_game_in_a_few_lines_with_what_it_is_played_with(key: str) -> None:
    shapes = {"herrlof": "8●", "herald": "10▲", "how-ruck": "3▲", "herfor": "● · ●"}
    async with hall() as sitting:
        sitting.app.open_page("rules", key)
        await sitting.until(lambda: " 1. " in page(sitting))
        assert re.search("The game in (ten|eight) lines", page(sitting))
        assert shapes[key] in sitting.text()
        await sitting.press("down")
        await sitting.until(lambda: shapes[key] not in sitting.text())


@pytest.mark.second
@pytest.mark.parametrize("key", later(GAMES, now=["herald"]))
async def test_every_game_has_its_rules(key: str) -> None:
    async with hall() as sitting:
        sitting.app.open_page("rules", key, f"{GAMES[key].words.prefix}1")
        await sitting.until(lambda: f"{GAMES[key].words.prefix}1 " in page(sitting))


@pytest.mark.second
async def test_the_page_on_fair_play_tells_of_each_bot_what_it_sees() -> None:
    async with hall(size=(120, 60)) as sitting:
        await sitting.press("f", "slash")
        await sitting.type("who plays, and what")
        await sitting.see("Who plays, and what they see")
        sentences = [kind.description for (game, _), kind in BOTS.items() if game == "herrlof"]
        await sitting.until(lambda: all(map(page(sitting).__contains__, sentences)), 5)


@pytest.mark.second
@pytest.mark.parametrize("width", [60, 80])
async def test_no_line_of_code_on_the_page_on_fair_play_is_cut_off(width: int) -> None:
    code = max(re.findall(r"```.*?\n(.*?)```", fairness_text(), re.DOTALL), key=len)
    async with hall(size=(width, 200)) as sitting:
        await sitting.press("f", "slash")
        await sitting.type("import hmac")
        left = 23 if width < 80 else 35
        wanted = "".join(code.split())
        await sitting.until(lambda: wanted in "".join("".join(line[left:].split()) for line in sitting.lines()), 5)


@pytest.mark.second
async def test_a_link_on_a_page_opens_no_other_program(monkeypatch: pytest.MonkeyPatch) -> None:
    async with hall() as sitting:
        monkeypatch.setattr(sitting.app, "open_url", lambda *_, **__: pytest.fail("a browser opens"))
        await sitting.press("f", "slash")
        await sitting.type("herrlof verify file")
        await sitting.press("down")
        await sitting.see("records.md")
        await sitting.click_text("records.md", offset=2)
        assert sitting.showing(FairnessScreen)


# Fields


@pytest.mark.second
async def test_a_click_on_what_has_just_gone_breaks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A press may come while its page is made anew, and find a widget that stands nowhere any more."""
    async with hall() as sitting:
        await sitting.press("r")
        await sitting.until(lambda: page(sitting))
        gone = Static("gone")
        found = (gone, Offset(0, 0))
        monkeypatch.setattr(sitting.app.screen, "get_widget_and_offset_at", lambda _x, _y: found)
        await sitting.click(30, 10)
        assert sitting.showing(RulesScreen)


@pytest.mark.second
async def test_keys_that_come_in_one_read_are_taken_in_their_order() -> None:
    async with hall() as sitting:
        sitting.app.open_page("new", "herrlof")
        await sitting.settle()
        field = sitting.app.screen.query_one("#option-goal", Input)
        field.focus()
        for typed, value in (("30", "30"), ("<<40", "40"), ("<5", "45"), ("<<<6", "6")):
            await sitting.burst(*("backspace" if key == "<" else key for key in typed))
            assert field.value == value


# Notes over the table


@pytest.mark.second
async def test_the_keys_page_names_the_keys_of_this_table_alone() -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("k")
        assert sitting.showing(KeysScreen)
        for part in ("choose by colour, a Valknut, a Hagalaz", "scores", "all keys", "leave"):
            assert part in sitting.text()
        for part in ("Focus", "Copy", "cover", " open"):
            assert part not in sitting.text().split("Keys that look")[0].replace("Open the command", "")
        await sitting.press("escape", "question_mark", "question_mark")
        assert sitting.showing(KeysScreen), "asked for the rules again"
    async with at_table(in_play(*PLAIN), "Anna", "Ben") as sitting:
        await sitting.press("1", "k")
        assert "cover" in sitting.text()


async def test_the_keys_page_names_keys_of_ones_own() -> None:
    async with at_table(in_play(*PLAIN), *SOLO, settings=Settings(bindings={"scores": "p"})) as sitting:
        await sitting.press("k")
        assert sitting.row_of("scores").split()[0] == "p"
        await sitting.press("escape", "p")
        assert "SCORES" in sitting.text()


def keys_shown(sitting: Sitting) -> str:
    return " ".join(sitting.lines()[-1].split())


@pytest.mark.second
async def test_the_last_row_and_the_keys_page_name_the_keys_of_the_vi_set() -> None:
    async with hall(size=(120, 24)) as sitting:
        plain = keys_shown(sitting)
    async with hall(size=(120, 24), settings=Settings(keys="vi")) as sitting:
        assert keys_shown(sitting) == plain.replace("← → ↑ ↓", "h l k j")
        assert plain.startswith("← → ↑ ↓ choose")
    async with at_table(in_play(*PLAIN), *SOLO, settings=Settings(), size=(120, 24)) as sitting:
        plain = keys_shown(sitting)
    async with at_table(in_play(*PLAIN), *SOLO, settings=Settings(keys="vi"), size=(120, 24)) as sitting:
        assert keys_shown(sitting) == plain.replace("← →", "h l")
        assert plain.startswith("← → choose")
        await sitting.press("question_mark", "question_mark")
        listed = {tuple(line.strip("│ ").split("   ")[0].split()) for line in sitting.lines()}
        assert {tuple(keys.split()) for keys in ("h l ← →", "b g r y v x", ".", ",", "?", "Esc")} <= listed
        assert tuple("bgryvh") not in listed


async def test_a_key_of_ones_own_stands_where_the_old_one_stood() -> None:
    settings = Settings(bindings={"left": "left,less_than_sign", "last": "p", "digit_1": "z", "pick_b": "m"})
    async with at_table(in_play(*PLAIN), *SOLO, settings=settings, size=(120, 24)) as sitting:
        row = keys_shown(sitting)
        assert row.startswith("← → choose Enter play Tab hint p last trick")
        await sitting.press("k")
        assert "← → <" in sitting.text()
        assert "m g r y v h" in sitting.text()
        assert sitting.row_of("choose by rank").strip("│ ").startswith("z ")


async def test_a_note_is_closed_once_however_often_the_key_is_pressed() -> None:
    async with hall() as sitting:
        sitting.app.resume(kept(sitting.app.storage, "herrlof", *SOLO, moves=2))
        await sitting.settle()
        await sitting.press("k")
        await sitting.burst(*["escape"] * 5)
        assert sitting.showing(TableScreen) or sitting.showing(HomeScreen)
        assert any(isinstance(screen, HomeScreen) for screen in sitting.app.screen_stack)


@pytest.mark.second
async def test_a_note_can_be_scrolled_in_a_small_window() -> None:
    async with at_table(in_play(*PLAIN), *SOLO, size=(60, 20)) as sitting:
        await sitting.press("k")
        assert "then press it." not in sitting.words()
        await sitting.press(*["down"] * 9)
        assert "then press it." in sitting.words()


@pytest.mark.second
async def test_with_the_vi_set_j_and_k_scroll_a_note_and_shift_k_closes_it() -> None:
    async with at_table(in_play(*PLAIN), *SOLO, settings=Settings(keys="vi"), size=(60, 20)) as sitting:
        await sitting.press("K")
        first = sitting.text()
        await sitting.press(*"jjjjjjjjj")
        assert "then press it." in sitting.words()
        await sitting.press(*"kkkkkkkkk")
        assert sitting.text() == first
        for key in ("K", "L", "q", "escape"):
            assert sitting.showing(KeysScreen)
            await sitting.press(key)
            assert sitting.showing(TableScreen)
            await sitting.press("K")


@pytest.mark.second
async def test_the_last_trick_is_told_again_where_there_is_no_room_for_it() -> None:
    table = in_play(*PLAIN, moves=["0: play B7", "1: play B8"])
    async with at_table(table, "Anna", "Ben", size=(60, 20)) as sitting:
        await sitting.press("2")
        assert "You won" not in sitting.text()
        await sitting.press("l")
        for part in ("You won: highest blue.", "You lead.", "Anna 7●B", "You 8●B"):
            assert part in sitting.text()
        assert "Only the last trick may be looked at again; those before it" in sitting.words()


@pytest.mark.second
async def test_the_scores_hide_the_round_that_is_played() -> None:
    async with at_table(in_play(*PLAIN, predict=(3, 2)), *SOLO) as sitting:
        await sitting.press("s")
        assert "No round is over yet." in sitting.text()


@pytest.mark.second
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_columns_of_the_scores_never_touch_and_all_rounds_can_be_read(size: tuple[int, int]) -> None:
    names = ("W" * 20, "M" * 20, "Q" * 20)
    options = {"goal": 999}
    async with new_match("herrlof", *names, moves=480, options=options, size=size) as sitting:
        rounds = len(sitting.match.observe(NOBODY).rounds)
        assert rounds > 5
        await sitting.press("s")
        seen = sitting.text()
        for _ in range(20):
            await sitting.press("down")
            seen += sitting.text()
        for number in range(1, rounds + 1):
            assert re.search(rf"^ *{number}  +\d+ of \d+ +\d+   +\d+ of \d+", seen, re.MULTILINE), number


# The end of a round


@pytest.mark.second
async def test_the_end_of_a_round_says_to_each_what_happened_in_a_sentence() -> None:
    table = in_play("B7 G4", "B8 G2", predict=(1, 0), moves=["0: play B7", "1: play B8"])
    async with at_table(table, *SOLO) as sitting:
        assert sitting.showing(RoundScreen)
        assert "Round 1 is over" in sitting.text()
        assert "said 1 won 1" in sitting.words()
        beside = " ".join(" ".join(line[24:] for line in sitting.lines()).split())
        assert "Exactly what you said: ten points, and one for the trick." in beside
        assert "One too many: just one for the trick." in beside
        of_another = GAMES["herrlof"].words.to(sitting.match.observe(1), SOLO).round_end()
        assert of_another[0].ask == "Exactly as said:"
        assert sitting.style_of("✓ exactly") == "good/surface!"
        assert sitting.style_of("1 too many") == "bad/surface!"
        await sitting.press("l")
        assert "LOOK BACK" in sitting.text()
        assert "4■G" in sitting.text()
        await sitting.press("escape", "s")
        assert "SCORES" in sitting.text()
        await sitting.press("escape", "enter")
        assert sitting.showing(TableScreen)
        assert "Round 2" in sitting.text()


@pytest.mark.second
async def test_the_ends_can_be_seen_in_windows_of_any_width() -> None:
    table = in_play("B7 G4", "B8 G2", predict=(1, 0), moves=["0: play B7", "1: play B8"])
    async with at_table(table, *SOLO) as sitting:
        assert sitting.showing(RoundScreen)
        for width in (22, 19, 16, 10, 1):
            await sitting.resize(width, 24)
        await sitting.resize(80, 24)
        assert "Round 1 is over" in sitting.text()
    storage = Storage(disk=FastDisk())
    path = kept(storage, "herfor", "Anna", "Ben")
    async with hall(storage=storage) as sitting:
        sitting.app.resume(path)
        await sitting.settle()
        assert "The match is over" in sitting.text()
        for width in (22, 19, 16, 10, 1):
            await sitting.resize(width, 24)


@pytest.mark.second
@pytest.mark.parametrize("key", ["enter", "s", "l"])
async def test_the_first_key_ends_the_motion_at_the_end_of_a_round_and_does_nothing_else(key: str) -> None:
    async with at_table(in_play("B7", "B8", predict=(0, 1)), *SOLO, pace=0.01) as sitting:
        await sitting.until(lambda: sitting.showing(RoundScreen))
        sitting.later(1)
        await sitting.burst("left", "right")
        assert sitting.showing(RoundScreen)
        await sitting.burst(key)
        assert sitting.showing(RoundScreen), "no sum is told before it is shown"
        assert "+11" in sitting.text() or "11 of 50" in sitting.text()
        await sitting.burst("enter")
        await sitting.until(lambda: sitting.showing(TableScreen))


async def test_a_held_key_closes_the_end_of_a_round_once() -> None:
    async with at_table(in_play("B7", "B8", predict=(0, 1)), "Anna", "Ben") as sitting:
        await sitting.burst(*["enter"] * 6)
        await sitting.settle()
        assert sitting.match.observe(NOBODY).round_number == 2
        assert sitting.curtain != ""


async def test_the_end_of_a_round_can_be_left_and_the_match_waits() -> None:
    async with at_table(in_play("B7 G1", "B8 G2", predict=(0, 1)), *SOLO) as sitting:
        await sitting.press("1", "enter")
        await sitting.until(lambda: sitting.showing(RoundScreen))
        await sitting.press("escape")
        await sitting.until(lambda: sitting.showing(HomeScreen))
        assert "Continue" in sitting.text()


@pytest.mark.second
@pytest.mark.parametrize(
    ("hands", "said", "sentences"),
    [
        (("B7", "B8"), (0, 1), ["Ben wins.", "By 1 point, in round 1.", "Numbers that came true: Anna 1, Ben 1."]),
        (("B7", "B8", "B9"), (0, 0, 1), ["Cleo wins."]),
    ],
)
@pytest.mark.parametrize("size", [(60, 20), (80, 24)])
async def test_the_end_of_the_match_names_the_winner_and_what_decided(
    hands: tuple[str, ...], said: tuple[int, ...], sentences: list[str], size: tuple[int, int]
) -> None:
    names = ("Anna", "Ben", "Cleo")[: len(hands)]
    async with at_table(in_play(*hands, predict=said, goal=5), *names, size=size) as sitting:
        assert "The match is over" in sitting.text()
        assert "ROUND BY ROUND" in sitting.text()
        if size[0] >= 80:
            assert "THE RACE TO 5" in sitting.text()
        for sentence in sentences:
            for word in sentence.split():
                assert word in sitting.words()


# Settings


async def choose(sitting: Sitting, name: str, *keys: str) -> None:
    """Go to a setting, and press keys there."""
    sitting.app.screen.query_one(f"#{name}").focus()
    await sitting.calm()
    await sitting.press(*keys)


@pytest.mark.second
async def test_every_setting_is_explained_and_kept_in_the_file() -> None:
    async with hall() as sitting:
        await sitting.press("o")
        assert sitting.showing(SettingsScreen)
        for name, (_, _, help_text) in FIELDS.items():
            before = getattr(sitting.app.settings, name)
            await choose(sitting, name, "right")
            assert sitting.app.look.text(help_text) in sitting.words()
            assert getattr(sitting.app.settings, name) != before
        kept, note = sitting.app.storage.settings.load()
        assert note is None
        assert kept == sitting.app.settings
        await sitting.press("escape")
        assert sitting.showing(HomeScreen)


@pytest.mark.second
async def test_theme_and_ascii_take_effect_at_once_at_the_table_too() -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        await sitting.press("g")
        sitting.app.open_page("settings")
        await sitting.calm()
        await choose(sitting, "theme", "right")
        assert sitting.app.look.theme == "light"
        assert sitting.style_of("Settings") == "text/surface"
        await choose(sitting, "ascii", "right")
        await sitting.press("escape")
        assert sitting.showing(TableScreen)
        assert sitting.text().isascii()
        assert {cell.ground for row in sitting.cells() for cell in row} >= {"felt", "green", "surface"}


@pytest.mark.second
async def test_the_terminals_own_colours_can_be_had_and_left_again() -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        before = sitting.cells()
        for _ in range(2):
            sitting.app.next_theme()
            await sitting.calm()
        assert sitting.app.look.theme == "terminal"
        grounds = {cell.ground for row in sitting.cells() for cell in row}
        assert grounds <= {"default", "black", "blue", "green", "red", "brown", "yellow", "brightwhite", "brightblack",
                           "white", "cyan", "brightcyan"}, grounds  # fmt: skip
        sitting.app.next_theme()
        await sitting.calm()
        assert sitting.cells() == before


@pytest.mark.second
async def test_pace_motion_and_the_second_press_take_effect_at_the_table() -> None:
    async with at_table(in_play(*PLAIN), *SOLO) as sitting:
        sitting.app.open_page("settings")
        await sitting.calm()
        await choose(sitting, "pace", "right")
        await choose(sitting, "motion", "right")
        await choose(sitting, "twice", "right")
        await sitting.press("escape")
        assert sitting.table.table.pace == sitting.app.settings.pace != 0
        assert not sitting.app.look.motion
        sitting.later(1)
        await sitting.press("7", "7")
        assert sitting.played() == ["0: play B7"]


@pytest.mark.second
async def test_aids_that_a_game_declares_take_effect_at_once() -> None:
    async with at_table(in_play(*PLAIN, dealer=0, moves=["1: play B8"]), *SOLO) as sitting:
        assert "highest so far" in sitting.text()
        sitting.app.open_page("settings")
        await sitting.calm()
        assert "Name the highest card" in sitting.text()
        await choose(sitting, "herrlof--highest", "right")
        assert "Marks the card that's the highest in the trick so far." in sitting.words()
        await sitting.press("escape")
        assert "highest so far" not in sitting.text()
        assert sitting.app.settings.of("herrlof").preferences["highest"] is False


@pytest.mark.second
async def test_a_name_in_the_settings_is_for_those_who_play_alone() -> None:
    async with hall(settings=Settings()) as sitting:
        await sitting.press("o")
        await choose(sitting, "name")
        assert "Your name in records, when you play alone." in sitting.words()
        await sitting.type("Freya")
        await sitting.press("escape", "p")
        assert sitting.match.seats[0] == Seat("Freya")


@pytest.mark.second
@pytest.mark.parametrize("key", ["escape", *(pytest.param(key, marks=SECOND) for key in ("enter", "tab", "ctrl+p"))])
async def test_a_name_is_kept_however_its_line_is_left(key: str) -> None:
    async with hall() as sitting:
        await sitting.press("o")
        await choose(sitting, "name")
        await sitting.type("Freya")
        await sitting.press(key)
        assert sitting.app.settings.name == "Freya"
        assert sitting.app.storage.settings.load()[0].name == "Freya"


class FullDisk(FastDisk):
    """A disk without room."""

    def write(self, fd: int, data: bytes) -> int:
        raise OSError(28, "No space left on device")


@pytest.mark.second
@pytest.mark.parametrize("key", ["enter", *(pytest.param(key, marks=SECOND) for key in ("tab", "escape"))])
async def test_a_name_that_cannot_be_saved_is_told_once(key: str) -> None:
    async with hall(storage=Storage(disk=FullDisk())) as sitting:
        await sitting.press("o")
        await choose(sitting, "name")
        await sitting.type("Freya")
        assert sitting.showing(SettingsScreen)
        await sitting.press(key)
        assert "The settings aren't saved" in sitting.words()
        await sitting.press("escape")
        assert sitting.showing(HomeScreen if key == "escape" else SettingsScreen)
        assert sitting.app.settings.name == "Freya"


@pytest.mark.second
async def test_an_unfolded_list_keeps_the_help_of_its_setting() -> None:
    async with hall(size=(80, 40)) as sitting:
        await sitting.press("o")
        aid = GAMES["herrlof"].words.option_help("highest", 2)
        for name, text in (("pace", FIELDS["pace"][2]), ("herrlof--highest", aid)):
            await choose(sitting, name, "enter")
            assert text in sitting.words()
            await sitting.press("escape")


@pytest.mark.second
async def test_flags_are_for_this_time_and_a_choice_on_the_page_counts_more() -> None:
    async with hall(theme="light", motion=False, pace=3) as sitting:
        assert (sitting.app.look.theme, sitting.app.look.motion, sitting.app.pace) == ("light", False, 3)
        assert sitting.app.settings == Settings(), "a flag is not kept"
        await sitting.press("o")
        await choose(sitting, "theme", "left")
        assert sitting.app.look.theme == "terminal"


async def test_an_unreadable_file_of_settings_is_told_once_and_put_aside() -> None:
    async with hall() as sitting:
        path = sitting.app.storage.settings.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("theme = 3")
    async with hall() as sitting:
        assert "theme has to be dark, light or terminal" in sitting.words()
        await sitting.press("enter")
        assert sitting.showing(HomeScreen)
    async with hall() as sitting:
        assert sitting.showing(HomeScreen)


# The command palette


async def test_the_palette_has_the_halls_own_commands_only() -> None:
    async with hall(size=(80, 50)) as sitting:
        await sitting.press("ctrl+p")
        assert sitting.showing(CommandPalette)
        await sitting.see("Quit")
        rows = [line.strip() for line in sitting.lines()[2:-1] if line.strip() and "█" not in line]
        expected = [f"{what}: {game.title}" for game in GAMES.values() for what in ("New game", "Quick game", "Rules")]
        expected += ["Learn", "Matches", "Statistics", "Settings", "Fair play"]
        expected += ["Dark, light or the terminal's colours", "Home", "Quit"]
        assert [row for row in rows if row in expected] == expected
        assert not [row for row in rows if "creenshot" in row or "Maximize" in row]


@pytest.mark.second
async def test_the_palette_finds_and_does() -> None:
    async with hall() as sitting:
        await sitting.press("ctrl+p")
        await sitting.type("new game: herrlof")
        await sitting.until(lambda: "Rules: Herrlof" not in sitting.text())
        await sitting.press("enter")
        await sitting.until(lambda: sitting.showing(NewGameScreen), 5)


async def test_the_palette_turns_no_page_before_its_list_is_laid_out() -> None:
    async with hall() as sitting:
        await sitting.press("ctrl+p")
        await sitting.see("Rules: Herald")
        commands = sitting.app.screen.query_one(CommandList)
        options = list(commands.options)
        commands.display = False
        await sitting.calm()
        commands.clear_options().add_options(options)
        commands.highlighted = 0
        await sitting.press("pageup", "pagedown")
        assert sitting.showing(CommandPalette)


async def test_the_palette_of_a_table_has_what_its_keys_do_now() -> None:
    async with at_table(in_play(*PLAIN), *SOLO, size=(80, 50)) as sitting:
        await sitting.press("ctrl+p")
        await sitting.see("Leave the table")
        assert "Hint" in sitting.text()
        assert "Cover the hand" not in sitting.text(), "there is nobody to hide it from"
        await sitting.type("scores")
        await sitting.until(lambda: "Leave the table" not in sitting.text())
        await sitting.press("enter")
        await sitting.see("No round is over yet.")


COLOURS = {"B": "blue", "G": "green", "R": "red", "Y": "yellow"}


@pytest.mark.second
async def test_of_a_round_of_herrlof_the_latest_trick_alone_is_looked_back_at() -> None:
    """Rule R17: no card of a trick before it stands on the page, by the moves of the match."""
    async with new_match("herrlof", "Anna", "bot:random", moves=25, size=(120, 60)) as sitting:
        cards = [move.do.split()[1] for move in sitting.match.moves if move.do.startswith("play ")]
        earlier = [f"{COLOURS[card[0]]} {card[1:]}" for card in cards[:-4] if card[0] in COLOURS and card[1:]]
        assert len(earlier) > 4
        await sitting.press("full_stop")
        await sitting.until(lambda: isinstance(sitting.app.screen, NoteScreen))
        assert not [card for card in earlier if card in sitting.words()]
