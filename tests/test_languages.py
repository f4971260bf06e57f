"""Every language that there is: complete, as it was written, and found out from what a person has asked for."""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from herrlof import languages, messages
from herrlof.doc_pages import authors_text, fairness_text, rules_text, sections
from herrlof.games import GAMES
from herrlof.messages import Letters, _, emphasis, ngettext, pgettext
from tests.catalogues import compiled, problems, read, renew

KEPT = sorted(file.parent for file in languages.FOLDER.glob("*/messages.po"))
DOCS = Path(__file__).parents[1] / "docs"
TEMPLATE = languages.FOLDER / "messages.pot"


@pytest.fixture
def template() -> Catalog:
    """Return a few messages."""
    found = Catalog()
    found.add("You won the trick {n} times.")
    found.add(("{n} trick", "{n} tricks"))
    found.add("low", context="cell:5")
    found.add("{name} said:| nothing.")
    found.add("BGY", context="letters: blue, green, yellow")
    return found


@pytest.fixture
def folder(tmp_path: Path, template: Catalog, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return the folder of a complete language, which is the only one that there is."""
    dutch = Catalog("nl")
    dutch.add("You won the trick {n} times.", "Je won de slag {n} keer.")
    dutch.add(("{n} trick", "{n} tricks"), ("{n} slag", "{n} slagen"))
    dutch.add("low", "laag", context="cell:5")
    dutch.add("{name} said:| nothing.", "{name} zei:| niets.")
    dutch.add("BGY", "BGL", context="letters: blue, green, yellow")
    found = tmp_path / "locale" / "nl"
    found.mkdir(parents=True)
    write(found, dutch)
    monkeypatch.setattr(languages, "FOLDER", found.parent)
    for name in (languages.ASKED, "LANGUAGE", *languages.SYSTEM):
        monkeypatch.delenv(name, raising=False)
    yield found
    languages.use("en")


def write(folder: Path, catalog: Catalog, to: str = languages.COMPLETE) -> None:
    """Keep a language, with the catalogue that is made of it."""
    for name in (languages.COMPLETE, languages.DRAFT):
        (folder / name).unlink(missing_ok=True)
    with (folder / "messages.po").open("wb") as file:
        write_po(file, catalog)
    (folder / to).write_bytes(compiled(catalog))


# All that there are


@pytest.mark.second
@pytest.mark.parametrize("folder", KEPT, ids=lambda folder: folder.name)
def test_a_language_has_nothing_wrong(folder: Path) -> None:
    with TEMPLATE.open("rb") as file:
        assert problems(folder, read_po(file)) == []


@pytest.mark.parametrize(
    ("language", "page"),
    [
        (folder.name, page.name)
        for folder in KEPT
        for page in sorted(DOCS.glob("rules*.md"))
        if folder.name not in languages.drafts() or (DOCS / folder.name / page.name).is_file()
    ],
)
def test_a_rules_page_has_every_number_in_its_place(language: str, page: str) -> None:
    """What a rule says, a reader compares; that none is missing, and what it names by number and in code, this does."""
    theirs, ours = (sections((DOCS / name / page).read_text("utf-8")) for name in ("", language))
    assert [own.key for own in ours] == [english.key for english in theirs]
    for english, own in zip(theirs, ours, strict=True):
        assert sorted(re.findall(r"\b[A-Z]\d+\b", own.text)) == sorted(re.findall(r"\b[A-Z]\d+\b", english.text))
        assert own.text.count("\n|") == english.text.count("\n|"), "a table has as many rows"


@pytest.mark.parametrize("folder", KEPT, ids=lambda folder: folder.name)
def test_the_page_on_fair_play_tells_of_each_bot_and_has_the_same_numbers(folder: Path) -> None:
    english = fairness_text()
    try:
        languages.use(folder.name)
        own = fairness_text()
    finally:
        languages.use(languages.ENGLISH)
    assert len(sections(own)) == len(sections(english))
    code = [re.findall(r"```.*?```", page, re.DOTALL) for page in (english, own)]
    assert code[0] == code[1], "formulas and test vectors are the same everywhere"


def test_a_good_language_has_no_problems(folder: Path, template: Catalog) -> None:
    assert problems(folder, template) == []


@pytest.mark.parametrize(
    ("source", "text", "told"),
    [
        ("You won the trick {n} times.", "", "not translated"),
        ("You won the trick {n} times.", "Je won de slag.", "other arguments"),
        ("You won the trick {n} times.", "Je won de slag {m} keer.", "other arguments"),
        ("You won the trick {n} times.", "Je won de slag {n keer.", "expected '}'"),
        ("You won the trick {n} times.", "Je won de slag {n} keer. ", "space around it"),
        ("You won the trick {n} times.", "Je won de slag {n} keer", "a sentence ends"),
        ("low", "laagst", "6 columns, and there are 5"),
        ("{name} said:| nothing.", "{name} zei: niets.", "not as many |"),
        ("BGY", "BGG", "3 letters, all different"),
        ("BGY", "BG", "3 letters, all different"),
        ("BGY", "BG1", "3 letters, all different"),
        ("BGY", "bgl", "letters are capitals"),
        (("{n} trick", "{n} tricks"), ("{n} slag", ""), "not translated"),
        (("{n} trick", "{n} tricks"), ("{n} slag", "{k} slagen"), "other arguments"),
    ],
)
def test_what_is_wrong_with_a_text_is_told(
    source: str | tuple[str, str], text: str | tuple[str, ...], told: str, folder: Path, template: Catalog
) -> None:
    catalog = Catalog("nl")
    with (folder / "messages.po").open("rb") as file:
        for message in read_po(file, locale="nl"):
            wrong = message.id == source
            catalog.add(message.id, text if wrong else message.string, context=message.context)
    write(folder, catalog)
    assert any(told in one for one in problems(folder, template)), problems(folder, template)


@pytest.mark.parametrize(
    ("head", "text", "told"),
    [
        ("nplurals=3; plural=(n != 1)", "", "3 forms for numbers, and this language has 2"),
        ("nplurals=2; plural=(n != 1)", 'msgstr[2] "{n} slagen"', "more translations than num_plurals"),
    ],
)
def test_what_is_wrong_with_plural_forms_is_told(
    head: str, text: str, told: str, folder: Path, template: Catalog
) -> None:
    file = folder / "messages.po"
    written = file.read_text("utf-8").replace("nplurals=2; plural=(n != 1)", head)
    file.write_text(written.replace('msgstr[1] "{n} slagen"', f'msgstr[1] "{{n}} slagen"\n{text}'), "utf-8")
    assert any(told in one for one in problems(folder, template)), problems(folder, template)


def test_what_is_wrong_with_files_is_told(folder: Path, template: Catalog) -> None:
    template.add("You lead.")
    assert problems(folder, template) == ["messages.po lacks (None, 'You lead.')"]
    catalog = Catalog("nl")
    catalog.add("You lost.", "Je verloor.")
    (folder / languages.COMPLETE).write_bytes(compiled(catalog))
    assert f"{languages.COMPLETE} is not made of messages.po" in problems(folder, template)
    write(folder, catalog)
    assert "nobody says (None, 'You lost.')" in problems(folder, template)
    write(folder, catalog, languages.DRAFT)
    assert f"all is translated, and it is still kept as {languages.DRAFT}" in problems(folder, template)


def test_a_word_is_said_as_the_glossary_has_it(folder: Path, template: Catalog) -> None:
    (folder / "glossary.toml").write_text('trick = ["slag"]\nname = ["naam"]\n', "utf-8")
    assert problems(folder, template) == [], "an argument is no word"
    (folder / "glossary.toml").write_text('trick = ["steek"]\n', "utf-8")
    assert "'je won de slag {n} keer.': 'trick' is steek" in problems(folder, template)


def test_new_messages_make_no_draft_of_what_is_offered(folder: Path, template: Catalog) -> None:
    template.add("You lead.")
    renew(folder, template)
    assert problems(folder, template) == ["not translated: 'You lead.'"]
    assert [file.name for file in folder.glob("*.mo")] == [languages.COMPLETE]


def test_a_draft_that_has_become_complete_is_offered(folder: Path, template: Catalog) -> None:
    (folder / languages.COMPLETE).rename(folder / languages.DRAFT)
    assert languages.offered() == ["en"]
    renew(folder, template)
    assert languages.offered() == ["en", "nl"]
    assert problems(folder, template) == []


# What's said


def test_a_language_is_spoken_and_falls_back_message_by_message(folder: Path) -> None:
    languages.use("nl")
    assert _("You won the trick {n} times.", n=3) == "Je won de slag 3 keer."
    assert [ngettext("{n} trick", "{n} tricks", n) for n in (1, 3)] == ["1 slag", "3 slagen"]
    assert pgettext("cell:5", "low") == "laag"
    assert _("You lead.") == "You lead."
    assert ngettext("{n} card", "{n} cards", 2) == "2 cards"
    assert pgettext("cell:5", "high") == "high"
    languages.use("en")
    assert pgettext("cell:5", "low") == "low"


def test_what_a_translator_got_wrong_is_said_in_english(folder: Path, template: Catalog) -> None:
    catalog = Catalog("nl")
    catalog.add("You won the trick {n} times.", "Je won de slag {keer} keer.")
    catalog.add(("{n} trick", "{n} tricks"), ("{n} slag", "{n slagen"))
    catalog.add("{name} said:| nothing.", "{name} zei niets.")
    write(folder, catalog)
    languages.catalogue.cache_clear()
    languages.use("nl")
    assert _("You won the trick {n} times.", n=3) == "You won the trick 3 times."
    assert [ngettext("{n} trick", "{n} tricks", n) for n in (1, 3)] == ["1 slag", "3 tricks"]
    assert emphasis("{name} said:| nothing.", name="Ben") == ("Ben said:", "nothing.")
    catalog["{name} said:| nothing."].string = "{naam} zei:| niets."
    write(folder, catalog)
    languages.catalogue.cache_clear()
    languages.use("nl")
    assert emphasis("{name} said:| nothing.", name="Ben") == ("Ben said:", "nothing."), "both halves"


def test_letters_are_a_languages_own_in_the_same_order(folder: Path) -> None:
    letters, other = Letters("letters: blue, green, yellow", "BGY"), Letters("letters: one", "AB")
    languages.use("nl")
    assert letters.said() == "BGL"
    assert [letters.own(one) for one in ("Y", "y", "B", "!", "")] == ["L", "l", "B", "!", ""]
    assert other.said() == "AB"


def test_a_page_is_shown_in_a_language_that_has_it(folder: Path) -> None:
    english = rules_text("herald")
    languages.use("nl")
    assert rules_text("herald") != english
    assert authors_text().startswith("# "), "what a language has not is shown in English"
    languages.use("en")
    assert rules_text("herald") == english


async def test_a_language_is_heard_in_all_tasks_and_a_guests_own_in_its_alone(folder: Path) -> None:
    turned, heard = asyncio.Event(), list[str]()

    async def goes_on() -> None:
        await turned.wait()
        heard.append(pgettext("cell:5", "low"))

    async def guest() -> None:
        with messages.using_catalogue(None):
            await goes_on()

    tasks = [asyncio.create_task(goes_on()), asyncio.create_task(guest())]
    await asyncio.sleep(0)
    languages.use("nl")
    turned.set()
    await asyncio.gather(*tasks)
    assert heard == ["laag", "low"]
    assert pgettext("cell:5", "low") == "laag"


def test_what_is_not_written_yet_is_said_in_english_in_every_form(folder: Path, template: Catalog) -> None:
    template.add(("{n} round", "{n} rounds"))
    template.add("high", context="cell:5")
    (folder / languages.COMPLETE).unlink()
    renew(folder, template)
    assert [file.name for file in folder.glob("*.mo")] == [languages.DRAFT]
    languages.use("nl")
    assert ngettext("{n} round", "{n} rounds", 2) == "2 rounds"
    assert pgettext("cell:5", "high") == "high"
    assert ngettext("{n} trick", "{n} tricks", 2) == "2 slagen"


# Finding out


@pytest.mark.parametrize(
    ("environment", "found"),
    [
        ({}, "en"),
        ({"LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LANG": "nl"}, "nl"),
        ({"LANG": "NL_be@euro"}, "nl"),
        ({"LANG": "nl_NL.UTF-8", "LC_MESSAGES": "en_GB.UTF-8"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "nl_NL.UTF-8"}, "nl"),
        ({"LC_MESSAGES": "nl_NL.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LC_ALL": "", "LANG": "nl_NL.UTF-8"}, "nl"),
        ({"LC_ALL": "en_GB.UTF-8", "LANGUAGE": "nl"}, "nl"),
        ({"LC_ALL": "de_DE.UTF-8", "LANGUAGE": "fr:nl:en"}, "nl"),
        ({"LC_ALL": "nl_NL.UTF-8", "LANGUAGE": "en:nl"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANGUAGE": "nl"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "../nl"}, "en"),
        ({"LANG": "nl/../nl"}, "en"),
    ],
)
def test_the_system_names_a_language(environment: dict[str, str], found: str, folder: Path) -> None:
    assert languages.of_system(environment) == found


@pytest.mark.parametrize(
    ("header", "found"),
    [
        ("", ""),
        ("*", ""),
        ("nl", "nl"),
        ("nl-NL,nl;q=0.9,en;q=0.8", "nl"),
        ("en-GB,nl;q=0.9", "en"),
        ("de,en;q=0.3,nl;q=0.7", "nl"),
        ("de-DE;q=x,nl", "nl"),
        ("../nl", ""),
        (",".join(["de"] * 1000 + ["nl"]), ""),
    ],
)
def test_a_browser_names_a_language(header: str, found: str, folder: Path) -> None:
    assert languages.accepted(header) == found


def test_a_form_has_what_a_language_prefers_until_another_is_chosen(folder: Path) -> None:
    edition = next(option for option in GAMES["herrlof"].options if option.name == "edition")
    assert edition.in_language is not None
    catalog = read(folder)
    catalog.add(edition.in_language.text, "dutch", context=edition.in_language.context)
    write(folder, catalog)
    languages.catalogue.cache_clear()
    assert edition.before_choice(2) == "english"
    languages.use("nl")
    assert (edition.before_choice(2), edition.default(2)) == ("dutch", "english"), "who fills in no form plays the same"
    languages.use("en")
    assert edition.before_choice(2) == "english"


def test_who_asks_is_heard_before_the_setting_and_that_before_the_system(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spoken = []
    for setting, asked, system in (
        ("", "", "nl_NL.UTF-8"), ("en", "", "nl_NL.UTF-8"), ("nl", "", "en_US.UTF-8"), ("tlh", "", "nl_NL.UTF-8"),
        ("nl", "en", "nl_NL.UTF-8"), ("en", "nl", "en_US.UTF-8"),
    ):  # fmt: skip
        monkeypatch.setenv("LANG", system)
        monkeypatch.setenv(languages.ASKED, asked)
        languages.speak(setting)
        spoken.append(languages.spoken())
    assert spoken == ["nl", "en", "nl", "nl", "en", "nl"]
    monkeypatch.setenv(languages.ASKED, "tlh")
    with pytest.raises(LookupError, match="tlh"):
        languages.speak()


def test_a_draft_is_offered_to_nobody_and_spoken_to_who_asks(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / languages.COMPLETE).rename(folder / languages.DRAFT)
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    languages.speak("nl")
    assert (languages.offered(), languages.drafts(), languages.spoken()) == (["en"], ["nl"], "en")
    monkeypatch.setenv(languages.ASKED, "nl")
    languages.speak()
    assert pgettext("cell:5", "low") == "laag"


def test_nothing_of_languages_is_loaded_for_a_version() -> None:
    code = "import sys; from herrlof.cli.main import main; main(['--version']); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert not {"gettext", "herrlof.languages", "herrlof.messages"} & set(done.stdout.split())
