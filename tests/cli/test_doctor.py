"""What the program tells of the place where it runs: true, in lines and as JSON, and nothing that is private."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pexpect
import pytest

from herrlof import __version__
from herrlof.cli.doctor import reasons
from herrlof.cli.main import main
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from tests.disks import kept

Doctor = Callable[[], dict[str, dict[str, object]]]


@pytest.fixture
def doctor(capsys: pytest.CaptureFixture[str]) -> Doctor:
    """Return what asks for the page, as a program does."""

    def ask() -> dict[str, dict[str, object]]:
        assert main(["doctor", "--json"]) == 0
        out, err = capsys.readouterr()
        found: dict[str, dict[str, object]] = json.loads(out)
        assert (found.pop("schema"), err) == ("herrlof.doctor/1", "")
        return found

    return ask


@pytest.mark.parametrize(
    ("variables", "why"),
    [
        ({"TERM": "xterm-kitty"}, ["TERM"]),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, ["COLORTERM"]),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, ["NO_COLOR"]),
        ({"TERM": "xterm-256color", "VTE_VERSION": "7600", "HOME": "/"}, ["VTE_VERSION"]),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, ["TERM_PROGRAM"]),
        ({"TERM": "screen", "TMUX": "/tmp/x"}, ["TMUX"]),
        ({"TERM": "linux"}, ["TERM"]),
        ({}, []),
    ],
    ids=lambda value: " ".join(value),
)
def test_colours_are_told_with_what_decided_them(variables: dict[str, str], why: list[str]) -> None:
    assert reasons(variables) == why


def test_tmux_is_asked_once_and_not_without_each_variable(tmp_path: Path) -> None:
    (tmp_path / "tmux").write_text(f"#!/bin/sh\necho asked >> {tmp_path}/asked\necho RGB\n")
    (tmp_path / "tmux").chmod(0o755)
    within = {"TERM": "tmux-256color", "TMUX": "x", "COLORTERM": "truecolor", "PATH": str(tmp_path), "HOME": "/"}
    assert reasons(within) == ["COLORTERM"]
    assert (tmp_path / "asked").read_text() == "asked\n"


@pytest.mark.parametrize(
    ("term", "more", "shown"),
    [("xterm", {}, 16), ("xterm-256color", {}, 256), ("xterm", {"COLORTERM": "truecolor"}, 1 << 24), ("vt100", {}, 0)],
)
def test_the_page_tells_of_this_terminal(
    term: str, more: dict[str, str], shown: int, doctor: Doctor, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("COLORTERM", "TERM_PROGRAM", "VTE_VERSION", "TMUX", "STY", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {"TERM": term, "COLUMNS": "93", "LINES": "31", **more}.items():
        monkeypatch.setenv(name, value)
    found = doctor()
    assert found["colours"]["shown"] == shown
    assert (found["terminal"]["columns"], found["terminal"]["rows"]) == (93, 31)
    assert found["versions"]["herrlof"] == __version__


def test_the_page_tells_of_files_face_and_doors(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = Storage()
    storage.settings.save(Settings("Zoë", plain=True, pace=0.5))
    kept(storage.data, 5)
    found = doctor()
    assert (found["files"]["matches"], found["files"]["problem"]) == (1, None)
    assert (found["face"]["plain"], found["face"]["why"], found["face"]["pace"]) == (True, "settings", 0.5)
    monkeypatch.setenv("HERRLOF_PLAIN", "0")
    assert (doctor()["face"]["plain"], doctor()["face"]["why"]) == (False, "HERRLOF_PLAIN")
    monkeypatch.setitem(sys.modules, "asyncssh", None)
    assert doctor()["doors"]["extras"]["ssh"] is False
    monkeypatch.setenv("HERRLOF_DATA_DIR", "~nosuchperson/x")
    assert "there's no such home" in str(doctor()["files"]["problem"])


def test_the_page_has_no_names_no_cards_and_no_addresses(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    home = tmp_path / "surname"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("HERRLOF_DATA_DIR", str(home / "data"))
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.7 50000 192.0.2.1 22")
    monkeypatch.setenv("TMUX", "/tmp/tmux-1000/surname,1,0")
    storage = Storage()
    storage.settings.save(Settings("Zoë"))
    kept(storage.data, 30)
    for words in (["doctor"], ["doctor", "--json"]):
        assert main(words) == 0
        out = capsys.readouterr().out
        assert "~/data/games" in out
        assert "SSH_CONNECTION" in out
        for private in ("Zo", "Anna", "surname", "192.0.2", os.uname().nodename):
            assert private not in out


@pytest.mark.second
def test_a_terminal_that_is_asked_answers_or_not(tmp_path: Path) -> None:
    variables = {"TERM": "xterm-256color", "PATH": os.environ["PATH"], "HERRLOF_DATA_DIR": str(tmp_path), "HOME": "/"}
    for answer, told in (("\x1bP1$r0;48:2::1:2:3m\x1b\\", "all, the terminal said so"), ("", "256, by TERM")):
        child = pexpect.spawn(
            sys.executable, ["-m", "herrlof", "doctor"], env=variables, timeout=20, use_poll=True, echo=False
        )
        child.expect_exact("$qm")
        child.send(answer)
        child.expect_exact(told)
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0
