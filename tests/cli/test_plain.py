"""Tables for who listens: a line a row with tabs, by a flag, or wherever lines are spoken anyway."""

from __future__ import annotations

import pytest

from herrlof.cli.main import main
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from tests.tui.driving import kept

ARENA = ["arena", "rules", "random", "--game", "herald", "--games", "2", "--jobs", "1"]
COMMANDS = {"list": "match", "stats": "game", "games": "KEY", "arena": "bot"}
"""Commands that print tables, and how the first of these begins."""


@pytest.fixture
def matches(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> Storage:
    """Keep a match, and ask for nothing but by flags."""
    monkeypatch.delenv("HERRLOF_PLAIN", raising=False)
    kept(storage, "herald", "Anna", "Freya=bot:rules")
    return storage


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> list[str]:
    """Return what a command prints."""
    assert main([*(ARENA if words[0] == "arena" else words[:1]), *words[1:]]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_table_is_a_line_a_row_with_tabs(
    command: str, matches: Storage, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = printed(capsys, command, "--plain")
    rows = [line.split("\t") for line in lines if "\t" in line]
    assert rows[0][0] == COMMANDS[command]
    assert len(rows[1]) == len(rows[0]) > 2
    assert all(cell and cell == cell.strip() for row in rows for cell in row), "an empty cell is a dash"
    assert "" not in lines
    assert all(line.isprintable() for line in "".join(lines).split("\t"))
    drawn = printed(capsys, command)
    assert not any("\t" in line for line in drawn)
    if command != "arena":  # whose times differ
        words = " ".join(drawn).split()
        assert all(word in words for row in rows for cell in row if cell != "-" for word in cell.split())
        monkeypatch.setenv("HERRLOF_PLAIN", "1")
        assert printed(capsys, command) == lines
        monkeypatch.delenv("HERRLOF_PLAIN")
        matches.settings.save(Settings(plain=True))
        assert printed(capsys, command) == lines


def test_what_is_no_table_is_said_in_sentences_without_marks(
    matches: Storage, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = printed(capsys, "rules", "herald", "H5", "--plain")
    assert told[0].startswith("H5 ")
    assert len(told) == 2
    whole = printed(capsys, "rules", "herald", "--plain")
    assert not any(line.startswith(("#", "- ", "|", "`")) or not line for line in whole)
    monkeypatch.setenv("HERRLOF_PLAIN", "1")
    assert printed(capsys, "rules", "herald") == whole
    monkeypatch.delenv("HERRLOF_PLAIN")
    assert "" not in printed(capsys, "fairness", "--plain")
    path = kept(matches, "herald", "Anna", "Freya=bot:rules", moves=2)
    assert printed(capsys, "review", str(path), "--plain")[0] == "0 decisions were judged."


def test_a_flag_before_the_command_counts(matches: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    told = printed(capsys, "list", "--plain")
    assert main(["--plain", "list"]) == 0
    assert capsys.readouterr().out.splitlines() == told


@pytest.mark.parametrize("command", COMMANDS)
def test_json_and_tabs_exclude_each_other(command: str, matches: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        printed(capsys, command, "--json", "--plain")
    assert "--json" in capsys.readouterr().err
