"""The command line without a table: what it prints, what it refuses, and in how many words."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from herrlof import __version__
from herrlof.bots import BOTS
from herrlof.cli import main
from herrlof.pages import rules_text


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[dict[str, Any]]]:
    """Catch what would be opened on a terminal."""
    found: list[dict[str, Any]] = []

    def catch(_: object, straight_to: object = None, deals: str | None = None, pace: float | None = None) -> int:
        found.append({"to": straight_to, "deals": deals, "pace": pace})
        return 0

    monkeypatch.setattr("herrlof.cli._open", catch)
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
    with pytest.raises(SystemExit) as leaving:
        main(["--version"])
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
        (["play", "--edition", "klingon"], "klingon"),
        (["play", "--goal", "many"], "many"),
        (["play", "--goal", "0"], "the goal is a number from 1 to 999, not 0 (R23)"),
        (["play", "--goal", "1000"], "the goal is a number from 1 to 999, not 1000 (R23)"),
        (["play", "--pace", "11"], "--pace goes from 0 to 10, not 11"),
        (["play", "--pace", "nan"], "--pace goes from 0 to 10, not nan"),
        (["play", "--pace", "-1"], "--pace goes from 0 to 10, not -1"),
        (["play", "--seat", "Anna"], "Herrlof is for 2 or 3 seats, not 1"),
        (["play", *["--seat", "bot:random"] * 4], "Herrlof is for 2 or 3 seats, not 4"),
        (
            ["play", *["--seat", "bot:random"] * 9],
            "Herrlof is for 2 or 3 seats, not 9",
        ),
        (["play", "--seat", "Anna", "--seat", " ANNA "], "two players are called 'ANNA'"),
        (["play", "--seat", "Anna", "--seat", "bot:genius"], "there is no bot 'genius': choose"),
        (["play", "--seat", "Anna", "--seat", "bot:"], "there is no bot ''"),
        (["play", "--seat", "Anna", "--seat", "Freya=bot:genius"], "there is no bot 'genius': choose"),
        (["play", "--seat", "Anna", "--seat", ""], "a name needs at least one visible character"),
        (["play", "--seat", "Anna", "--seat", "\x1b\u202e"], "a name needs at least one visible character"),
        (["play", "--seat", "Anna", "--seat", "x" * 21], "is longer than 20 cells"),
        (["rules", "submarine"], "no rule has the words 'submarine'"),
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


def test_play_goes_straight_to_the_table(opened: list[dict[str, Any]]) -> None:
    arguments = ["--seat", "Anna", "--seat", " Ben ", "--seat", "bot:rules", "--edition", "dutch", "--goal", "40"]
    assert main(["play", *arguments, "--pace", "0.5"]) == 0
    assert seats(opened)[:2] == [("Anna", None), ("Ben", None)]
    assert seats(opened)[2][1] == "rules"
    assert (opened[0]["to"].edition, opened[0]["to"].goal, opened[0]["pace"]) == ("dutch", 40, 0.5)


def test_play_alone_is_a_person_against_the_default_bot(opened: list[dict[str, Any]]) -> None:
    assert main(["play"]) == 0
    assert seats(opened) == [("Anna", None), ("Karl", "karl")]


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
    assert opened == [{"to": None, "deals": None, "pace": None}]


def test_rules_prints_the_whole_page_where_it_is_piped(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert capsys.readouterr().out.strip() == rules_text().strip()


@pytest.mark.parametrize("number", ["R7", "r7", "7"])
def test_rules_prints_one_rule_by_its_number(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", number]) == 0
    out = capsys.readouterr().out
    assert out.startswith("### R7 Following the lead\n")
    assert out.count("###") == 1


@pytest.mark.parametrize("words", [["rules"], ["fairness"], ["schema"]])
def test_a_reader_that_has_had_enough_is_no_fault(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    code = "import sys; from herrlof.cli import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code, *words], stdout=writing, stderr=subprocess.PIPE, timeout=60)
    os.close(writing)
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, b"")


def test_the_arena_tells_which_bots_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["arena", "--help"])
    assert leaving.value.code == 0
    text = " ".join(re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).split())
    assert "--sprt" in text
    assert all(f"{kind.key} {kind.sentence}" in text for kind in BOTS.values())


def test_rules_prints_the_sections_with_all_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "valknut", "trump", "turned"]) == 0
    out = capsys.readouterr().out
    assert "### R12 Two Valknut turn a new trump" in out
    assert "### R18 " not in out


def test_bench_prints_each_figure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("herrlof.bench.report", lambda seconds: [f"measured for {seconds}", "1,200 rounds"])
    assert main(["bench", "--seconds", "0.05"]) == 0
    assert capsys.readouterr().out == "measured for 0.05\n1,200 rounds\n"


def test_no_terminal_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert "TERM" in refused(capsys)
    monkeypatch.setenv("TERM", "xterm")
    assert "needs a terminal" in refused(capsys, "play")
