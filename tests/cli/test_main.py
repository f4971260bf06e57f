"""The command line without a table: what it prints, what it refuses, and in how many words."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from typing import Any

import pytest

from herrlof import __version__
from herrlof.bots import bots_of
from herrlof.cli.main import main
from herrlof.games import GAMES
from herrlof.pages import rules_text
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Catch what would be opened on a terminal."""
    found: list[dict[str, Any]] = []

    def catch(ascii_only: bool, straight_to: object = None, pace: float | None = None, **more: Any) -> int:
        found.append({"to": straight_to, "pace": pace, "ascii": ascii_only})
        return 0

    monkeypatch.setattr("herrlof.cli.table.open_table", catch)
    return found


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one sentence with which these arguments are refused."""
    with pytest.raises(SystemExit) as leaving:
        main(arguments)
    assert leaving.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("herrlof: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err.removeprefix("herrlof: ").strip()


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"herrlof {__version__}\n"
    with pytest.raises(SystemExit) as leaving:
        main(["--ascii", "--version"])
    assert leaving.value.code == 0
    assert capsys.readouterr().out == f"herrlof {__version__}\n"


@pytest.mark.parametrize("command", [[], ["play"], ["rules"], ["bench"]])
def test_every_command_explains_itself(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([*command, "--help"])
    assert leaving.value.code == 0
    text = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
    assert "usage" in text.casefold()
    if not command:
        assert all(word in text for word in ("play", "rules", "bench"))
    if command == ["play"]:
        assert all(word in text for word in ("--seat", "--edition", "--goal", "--pace", "--ascii"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["dance"], "dance"),
        (["--loud"], "--loud"),
        (["play", "--edition", "klingon"], "The option edition of Herrlof is english or dutch, not 'klingon'"),
        (["play", "--goal", "many"], "The option goal of Herrlof is 1 to 999, not 'many'"),
        (["play", "--goal", "0"], "The option goal of Herrlof is 1 to 999, not 0"),
        (["play", "--goal", "-1"], "The option goal of Herrlof is 1 to 999, not -1"),
        (["play", "--goal", "²"], "The option goal of Herrlof is 1 to 999, not '²'"),
        (["play", "--goal", "1000"], "The option goal of Herrlof is 1 to 999, not 1000"),
        (["play", "--goal", "9" * 5000], "The option goal of Herrlof is 1 to 999, not '999"),
        (["play", "--first-dealer", "2"], "The option first_dealer of Herrlof is 0 or 1, not 2"),
        (["play", "chess"], "There is no game 'chess': choose herrlof, "),
        (["play", "nim", "--goal", "3", "--seat", "a", "--seat", "b"], "Nim has no option 'goal': there is stones and"),
        (["play", "nim", "--seat", "a", "--seat", "b", "--stones", "4"], "The option stones of Nim is 5 to 30, not 4"),
        (["play", "nim", "--deal", "x"], "Nim leaves nothing to chance: there is no deal code"),
        (["play", "--deal", "x"], "A deal code has 28 letters and digits, not 1"),
        (["\x1b]0;x\x07"], "invalid choice: '\\x1b]0;x\\x07'"),
        (["rules", "R7", "--\x1b]0;x\x07"], "--?]0;x?"),
        (["play", "--seat", "Anna", "--seat", "Ben=bot:karl*0"], "There is no bot 'karl*0': only "),
        (["play", "--pace", "11"], "--pace goes from 0 to 10, not 11"),
        (["play", "--pace", "nan"], "--pace goes from 0 to 10, not nan"),
        (["play", "--pace", "-1"], "--pace goes from 0 to 10, not -1"),
        (["play", "--seat", "Anna"], "Herrlof is for 2 or 3 seats, not 1"),
        (["play", *["--seat", "bot:random"] * 4], "Herrlof is for 2 or 3 seats, not 4"),
        (
            ["play", *["--seat", "bot:random"] * 9],
            "Herrlof is for 2 or 3 seats, not 9",
        ),
        (["play", "--seat", "Anna", "--seat", " ANNA "], "Two players are called 'ANNA'"),
        (["play", "--seat", "Anna", "--seat", "bot:genius"], "There is no bot 'genius' for Herrlof: choose"),
        (["play", "--seat", "Anna", "--seat", "bot:"], "Which bot? Name one by its key, as in bot:"),
        (["play", "--seat", "Anna", "--seat", "bot"], "Which bot? Name one by its key, as in bot:"),
        (["play", "--seat", "Anna", "--seat", "Freya=bot:genius"], "There is no bot 'genius' for Herrlof: choose"),
        (["play", "--seat", "Anna", "--seat", ""], "A name needs at least one visible character"),
        (["play", "--seat", "Anna", "--seat", "\x1b\u202e"], "A name needs at least one visible character"),
        (["play", "--seat", "Anna", "--seat", "x" * 21], "is longer than 20 cells"),
        (["rules", "submarine"], "No rule has the words 'submarine'"),
        (["rules", "R99"], "There is no rule R99 in Herrlof"),
        (["rules", "herrlof", "99"], "There is no rule 99 in Herrlof"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else None,
)
def test_wrong_input_is_one_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str], opened: list[dict[str, Any]]
) -> None:
    assert words in refused(capsys, *arguments)
    assert opened == []


def seats(opened: list[dict[str, Any]]) -> list[tuple[str, str | None]]:
    """Return who was seated at the one table that was opened."""
    (table,) = opened
    return [(seat.name, seat.bot) for seat in table["to"].seats]


def test_a_language_without_a_catalogue_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERRLOF_LANGUAGE", "tlh")
    assert refused(capsys, "locate") == "HERRLOF_LANGUAGE: There is no catalogue of the language 'tlh'."


def test_play_goes_straight_to_the_table(opened: list[dict[str, Any]]) -> None:
    arguments = ["--seat", "Anna", "--seat", " Ben ", "--seat", "bot:rules", "--edition", "dutch", "--goal", "40"]
    assert main(["play", *arguments, "--pace", "0.5"]) == 0
    assert seats(opened)[:2] == [("Anna", None), ("Ben", None)]
    assert seats(opened)[2][1] == "rules"
    assert (opened[0]["to"].game, opened[0]["to"].options) == ("herrlof", {"edition": "dutch", "goal": 40})
    assert (opened[0]["to"].deals, opened[0]["pace"], opened[0]["ascii"]) == (None, 0.5, False)


def test_the_flags_of_play_are_made_from_the_options_of_every_game(
    opened: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "kuhn", "--coin", "clock", "--rounds", "9", "--ascii"]) == 0
    assert main(["play", "nim", "--misere", "YES", *["--seat", "bot:random"] * 4]) == 0
    assert [opened[0]["to"].game, opened[0]["to"].options] == ["kuhn", {"coin": "clock", "rounds": 9}]
    assert opened[0]["ascii"]
    assert [opened[1]["to"].game, opened[1]["to"].options] == ["nim", {"misere": True}]
    assert len(opened[1]["to"].seats) == 4
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    text = " ".join(re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).split())
    for part in (
        "--first-dealer", "Herrlof: Edition, english or dutch (english).", "Kuhn poker: Rounds, 1 to 9 (3).",
        "Nim: Misere, no or yes (no).", "(random)",
    ):  # fmt: skip
        assert part in text


def test_play_takes_a_deal_code(opened: list[dict[str, Any]]) -> None:
    assert main(["play", "--deal", "46v3xxmstk2q98xg385987vtqr89"]) == 0
    assert opened[0]["to"].deals == "46v3xxmstk2q98xg385987vtqr89"


def test_play_alone_is_a_person_against_the_default_bot(opened: list[dict[str, Any]]) -> None:
    assert main(["play"]) == 0
    assert seats(opened) == [("You", None), ("Karl", "karl")]


def test_play_alone_remembers_who_plays_alone(opened: list[dict[str, Any]]) -> None:
    Storage().save_settings(Settings("Zoë"))
    assert main(["play", "nim"]) == 0
    assert seats(opened) == [("Zoë", None), ("Search", "search")]


@pytest.mark.parametrize(
    "names",
    [
        ["bot:rules", "bot:rules", "bot:rules"],
        ["Rules", "bot:rules"],
        ["rules", "bot:rules"],
        ["bot:random", "Freya=bot:random", "bot:random"],
    ],
)
def test_bots_get_names_that_nobody_has(names: list[str], opened: list[dict[str, Any]]) -> None:
    assert main(["play", *(part for name in names for part in ("--seat", name))]) == 0
    assert len({name.casefold() for name, _ in seats(opened)}) == len(names)


def test_start_alone_opens_home(opened: list[dict[str, Any]]) -> None:
    assert main([]) == 0
    assert opened == [{"to": None, "pace": None, "ascii": False}]


def test_rules_prints_the_whole_page_where_it_is_piped(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert capsys.readouterr().out.strip() == rules_text("herrlof").strip()


@pytest.mark.parametrize("number", ["R7", "r7", "7"])
def test_rules_prints_one_rule_by_its_number(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", number]) == 0
    out = capsys.readouterr().out
    assert out.startswith("### R7 Following the lead\n")
    assert out.count("###") == 1


@pytest.mark.parametrize("words", [["rules"], ["fairness"], ["schema"]])
def test_a_reader_that_has_had_enough_is_no_error(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    code = "import sys; from herrlof.cli.main import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code, *words], stdout=writing, stderr=subprocess.PIPE, timeout=60)
    os.close(writing)
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, b"")


def test_the_arena_tells_which_bots_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["arena", "--help"])
    assert leaving.value.code == 0
    text = " ".join(re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).split())
    assert "--sprt" in text
    for game in GAMES.values():
        assert f"Bots of {game.title}: {', '.join(bots_of(game.key))}" in text


def test_rules_prints_the_sections_with_all_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "valknut", "trump", "turned"]) == 0
    out = capsys.readouterr().out
    assert "### R12 Two Valknut turn a new trump" in out
    assert "### R18 " not in out


def test_bench_prints_each_figure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(
        "herrlof.arena.bench.report",
        lambda seconds, games: [f"{seconds} {[game.key for game in games]}", "1,200 rounds"],
    )
    assert main(["bench", "--seconds", "0.05"]) == 0
    assert main(["bench", "nim", "--seconds", "0.05"]) == 0
    assert capsys.readouterr().out == "0.05 []\n1,200 rounds\n0.05 ['nim']\n1,200 rounds\n"
    assert refused(capsys, "bench", "chess").startswith("There is no game 'chess': choose herrlof, ")


def test_no_terminal_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert "TERM" in refused(capsys)
    monkeypatch.setenv("TERM", "xterm")
    assert "needs a terminal" in refused(capsys, "play")
