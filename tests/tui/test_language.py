"""Another language is chosen while the program runs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from herrlof import languages, messages
from herrlof.languages import catalogue as catalogue_of
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.tui.boards import BOARDS
from herrlof.tui.boards.board import Board
from herrlof.tui.screens.ends import EndScreen
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.rules import RulesScreen
from herrlof.tui.screens.settings import SettingsScreen
from herrlof.tui.screens.statistics import StatisticsScreen
from herrlof.tui.screens.table import TableScreen
from herrlof.tui.tables import VI_OTHERS
from tests.plain.typing import typed
from tests.pseudo import START, Pseudo, outside, strangers
from tests.test_languages import KEPT
from tests.tui.driving import Sitting, hall
from tests.tui.test_keys import in_the_middle
from tests.tui.test_snapshots import SCENES, SOLO
from tests.tui.test_translated import NAMES


class Turned(Pseudo):
    """The pseudo-locale, in which letters stand the other way round."""

    answers = "JN"

    def pgettext(self, context: str, message: str) -> str:
        """Return a message with its marks; letters have none."""
        if message == "YN":
            return self.answers
        return message[::-1] if context.startswith("letters: ") else super().pgettext(context, message)


SOURCE = languages.FOLDER


@pytest.fixture(autouse=True)
def two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let there be a second language, which is the pseudo-locale."""
    (tmp_path / "locale" / "nl").mkdir(parents=True)
    (tmp_path / "locale" / "nl" / languages.COMPLETE).touch()
    monkeypatch.setattr(languages, "FOLDER", tmp_path / "locale")
    spoken = Turned()
    monkeypatch.setattr(languages, "catalogue", lambda language, _folder: spoken if language == "nl" else None)
    for name in (languages.ASKED, "LANGUAGE", *languages.SYSTEM):
        monkeypatch.delenv(name, raising=False)
    yield
    languages.use("en")


async def speak(sitting: Sitting, language: str) -> None:
    """Choose a language on the page of the settings, above whatever is there."""
    sitting.app.open_page("settings")
    await sitting.calm()
    sitting.app.screen.query_one("Dropdown#language").focus()
    await sitting.calm()
    while sitting.app.settings.language != language:
        await sitting.press("right")
    await sitting.calm()


def english(sitting: Sitting) -> list[str]:
    """Return the words of English that are in sight."""
    return strangers(sitting.text().replace("English", ""), NAMES)


@pytest.mark.second
async def test_a_language_is_chosen_heard_at_once_kept_and_left_again() -> None:
    async with hall() as sitting:
        assert START not in sitting.text()
        await speak(sitting, "nl")
        assert sitting.showing(SettingsScreen)
        assert english(sitting) == []
        assert sitting.app.focused is not None
        assert sitting.app.focused.id == "language"
        assert sitting.app.storage.settings.now().language == "nl"
        await sitting.press("escape")
        assert sitting.showing(HomeScreen)
        assert START in sitting.text()
        assert english(sitting) == []
        await speak(sitting, "en")
        assert START not in sitting.text().replace(Pseudo().pgettext("language", "English"), "")
        await sitting.press("escape")
        assert START not in sitting.text()


@pytest.mark.second
@pytest.mark.parametrize("name", ["predict", "trick", "herald-match", "how-ruck-table", "herfor-board"])
async def test_a_table_goes_on_in_another_language(name: str) -> None:
    async with SCENES[name](size=(80, 24)) as sitting:
        await speak(sitting, "nl")
        await sitting.press("escape")
        assert isinstance(sitting.app.screen, (TableScreen, EndScreen))
        assert START in sitting.text()
        assert english(sitting) == [], sitting.text()


@pytest.mark.second
async def test_a_drawn_page_is_said_anew_and_one_of_fields_is_left_when_it_is_come_back_to() -> None:
    async with hall() as sitting:
        sitting.app.open_page("statistics")
        await sitting.calm()
        await speak(sitting, "nl")
        await sitting.press("escape")
        assert sitting.showing(StatisticsScreen)
        assert english(sitting) == []
        await sitting.press("escape")
        sitting.app.open_page("rules", "herrlof")
        await sitting.calm()
        assert sitting.showing(RulesScreen)
        await speak(sitting, "en")
        await sitting.press("escape")
        await sitting.calm()
        assert sitting.showing(HomeScreen)


async def test_lines_are_said_in_another_language_from_the_next_one_on(storage: Storage) -> None:
    spoken = await typed(storage, "settings\nthe language\n3\n")
    assert storage.settings.now().language == "nl"
    at = next(n for n, line in enumerate(spoken.lines) if START in line)
    assert "Which language?" in " ".join(spoken.lines[:at])
    for line in spoken.lines[at:]:
        assert not re.search(r"[A-Za-z]{3}", outside(line)), line


# Letters


async def chosen_by(game: str, letters: str, language: str) -> list[object]:
    """Return what is chosen by each of some letters at a table."""
    languages.choose(language)
    found = list[object]()
    async with in_the_middle(game, *SOLO, settings=Settings(language=language)) as sitting:
        selection = sitting.board.selection
        for letter in letters:
            sitting.board.begin_question()
            await sitting.press(letter)
            found.append((selection.area, selection.at(selection.area), selection.chosen))
    return found


@pytest.mark.second
@pytest.mark.parametrize("game", ["herrlof", "herald", "how-ruck"])
async def test_a_card_is_chosen_by_the_letter_that_a_language_has_for_it(game: str) -> None:
    letters = BOARDS[game].LETTERS.letters.lower()
    english = await chosen_by(game, letters, "en")
    assert len(set(english)) > 2
    assert await chosen_by(game, letters[::-1], "nl") == english


@pytest.mark.second
async def test_cards_and_keys_show_the_letters_of_a_language() -> None:
    async with in_the_middle("herrlof", *SOLO, size=(120, 50)) as sitting:
        assert sitting.board.own_letters()["pick_b"] == "b"
        before = {face.letter for face in sitting.board.choices.hand()}
        await speak(sitting, "nl")
        await sitting.press("escape")
        turned = dict(zip("BGRYVH", "HVYRGB", strict=True))
        assert {face.letter for face in sitting.board.choices.hand()} == {turned[letter] for letter in before}
        sitting.app.screen.action_keys()
        await sitting.calm()
        assert "h v y r g b" in sitting.text()
        assert re.search(r"\bj n\b", sitting.text())


def clashes(board: type[Board[Any]], keys: str) -> list[str]:
    """Return the keys of a board that would do two things, in the language that is spoken."""
    own, does = board.own_letters(), defaultdict[str, set[str]](set)
    for key, bindings in board._merged_bindings.key_to_bindings.items():
        for binding in bindings:
            letter = own.get(binding.id or "", key)
            letter = letter.upper() if key.isupper() else letter
            does[VI_OTHERS.get(letter, letter) if keys == "vi" else letter].add(binding.action)
    return sorted(key for key, actions in does.items() if len(actions) > 1)


@pytest.mark.parametrize("keys", ["arrows", "vi"])
@pytest.mark.parametrize("game", [key for key, board in BOARDS.items() if board.LETTERS is not None])
@pytest.mark.parametrize("language", ["en", *(folder.name for folder in KEPT)])
def test_no_key_does_two_things_in_any_language(language: str, game: str, keys: str) -> None:
    with messages.using_catalogue(catalogue_of(language, SOURCE)):
        assert clashes(BOARDS[game], keys) == []


def test_a_letter_that_answers_and_names_a_card_is_a_clash() -> None:
    spoken = Turned()
    with messages.using_catalogue(spoken):
        assert clashes(BOARDS["herrlof"], "arrows") == []
        spoken.answers = "JR"
        assert clashes(BOARDS["herrlof"], "arrows") == ["R", "r"], "the yellow cards there, and a no"
