"""The commands for records: what they print, what they refuse, and what they never wait for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from herrlof.cli.main import main
from herrlof.cli.records import LAST, find
from herrlof.records.lines import FORMAT
from herrlof.records.listing import DAMAGED
from herrlof.records.models import schema
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage, read_record
from herrlof.table.export import as_json, as_text
from herrlof.table.resume import replayed
from herrlof.table.verify import proofs
from tests.disks import kept, rewritten
from tests.records.test_models import kept_file, kept_files
from tests.tiers import later

pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def folders() -> Storage:
    """Return the files that the commands use."""
    return Storage()


def run(*arguments: object) -> int:
    """Run a command and return its status."""
    try:
        return main([str(argument) for argument in arguments])
    except SystemExit as leaving:
        return int(str(leaving.code))


@pytest.mark.second
@kept_files
def test_kept_records_are_verified_and_exported(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = read_record(path)
    match = replayed(record)
    assert run("verify", path) == 0
    assert capsys.readouterr().out.splitlines() == list(proofs(record, match))
    assert run("export", path) == 0
    assert capsys.readouterr().out.splitlines() == list(as_text(record, match))
    assert run("export", path, "--format", "json") == 0
    out, err = capsys.readouterr()
    assert json.loads(out) == json.loads(json.dumps(as_json(record, match)))
    assert err == ""


def test_a_difference_is_one_sentence_and_status_1(folders: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept(folders.data, goal=5)
    rewritten(path, lambda lines: lines[0].update(seed="00" * 32))
    for command in ("verify", "export"):
        assert run(command, path) == 1
        assert capsys.readouterr() == ("", f"herrlof: {path}, line 1: The seed doesn't fit the commitment.\n")


@pytest.mark.parametrize("command", ["verify", "export", "repair"])
def test_wrong_input_is_one_sentence_and_status_2(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command, "nothing-here") == 2
    assert capsys.readouterr() == ("", "herrlof: There's no record 'nothing-here'.\n")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to("loop")
    for odd in (Path(__file__).parent, tmp_path / "pipe", "/dev/zero", tmp_path / "loop", "x" * 5000, "\x1b[2J"):
        assert run(command, odd) == 2
        out, err = capsys.readouterr()
        assert out == ""
        assert err.count("\n") == 1
        assert err[:-1].isprintable()
        assert "can't be read: " in err or "There's no record '?" in err


@pytest.mark.parametrize("command", ["verify", "export"])
@pytest.mark.parametrize("text", ["# A page\n", '{"event":"match"}\n', "hello"])
def test_a_file_that_is_no_record_is_called_so(
    command: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "page.md"
    path.write_text(text)
    assert run(command, path) == 2
    assert capsys.readouterr().err == f"herrlof: {path} isn't a Herrlof record.\n"


def test_a_record_of_a_newer_program_is_refused_by_name(folders: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept(folders.data, 5)
    rewritten(path, lambda lines: lines[0].update(format=7, news=1))
    assert run("verify", path) == 2
    assert f"is in format 7, and this program reads up to {FORMAT}" in capsys.readouterr().err


def test_a_record_is_found_by_its_name_alone(folders: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept(folders.data, 40)
    for name in (path, path.name, path.stem):
        assert run("export", name) == 0
    assert len(set(capsys.readouterr().out.split("Herrlof: ")[1:])) == 1


def test_a_record_is_found_by_the_beginning_of_either_half_of_its_name(
    folders: Storage, capsys: pytest.CaptureFixture[str]
) -> None:
    older, newer = kept(folders.data, 40), kept(folders.data, 5)
    older = older.rename(older.with_name("20250101T000000Z-aa000000.herrlof"))
    newer = newer.rename(newer.with_name("20260101T000000Z-ab111111.herrlof"))
    for name, found in (("2025", older), ("aa", older), ("20260101T00", newer), ("ab1", newer), (LAST, newer)):
        assert find(name).name == found.name
    for name in ("20", "a"):
        assert run("verify", name) == 2
        assert capsys.readouterr().err == f"herrlof: '{name}' begins more than one name: {older.stem}, {newer.stem}.\n"


@pytest.mark.parametrize("command", ["verify", "export", "repair", "review", "replay", "remove"])
@pytest.mark.parametrize("name", ["nothing", "no/thing", "", "x.herrlof"])
def test_a_record_that_is_not_there_is_told_in_one_wording(
    command: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(command, name) == 2
    assert capsys.readouterr() == ("", f"herrlof: There's no record '{name}'.\n")
    assert run(command, LAST) == 2
    assert capsys.readouterr() == ("", "herrlof: No matches are kept yet.\n")


def test_records_are_removed_by_name_where_that_is_meant(folders: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, third = (kept(folders.data, 5) for _ in range(3))
    assert run("remove", first.stem) == 2
    assert capsys.readouterr().err == "herrlof: Nobody can be asked here: --yes deletes without asking.\n"
    assert run("remove", "--yes", first.stem, second.stem) == 0
    assert capsys.readouterr().out == f"{first}: deleted\n{second}: deleted\n"
    assert [first.exists(), second.exists(), third.exists()] == [False, False, True]


def test_a_list_can_be_cut_and_read_by_a_program(folders: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    finished, unfinished = kept(folders.data), kept(folders.data, 5)
    for flags, found in (
        ([], {finished.stem, unfinished.stem}),
        (["--state", "finished"], {finished.stem}),
        (["--game", "Herrlof"], {finished.stem, unfinished.stem}),
        (["--game", "herald"], set()),
        (["--game", "nothing"], set()),
    ):
        assert run("list", "--json", *flags) == 0
        told = json.loads(capsys.readouterr().out)
        assert told["schema"] == "herrlof.list/1"
        assert {match["match"] for match in told["matches"]} == found
    assert run("list", "--limit", "1") == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert run("list", "--limit", "0") == 2


def test_a_program_can_read_what_a_record_proves_and_where_it_is(
    folders: Storage, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept(folders.data)
    record = read_record(path)
    assert run("verify", path, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["proved"], told["finished"], told["match"]) == (True, True, record.header.id)
    assert told["told"] == list(proofs(record, replayed(record)))
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    assert run("verify", path, "--json") == 1
    told = json.loads(capsys.readouterr().out)
    assert told["proved"] is False
    assert str(path) in told["error"]
    assert run("locate", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["records"], told["settings"]) == (str(folders.games), str(folders.settings.path))


def test_repair_makes_a_copy_and_says_so(folders: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept(folders.data, 30)
    assert run("repair", path.name) == 0
    assert "nothing is damaged" in capsys.readouterr().out
    data = bytearray(path.read_bytes())
    data[-100] ^= 8
    path.write_bytes(data)
    line = bytes(data[:-100]).count(b"\n") + 1
    assert run("repair", path) == 0
    out = capsys.readouterr().out
    assert f"{path}, line {line}: This line isn't as it was written" in out
    assert f"a copy of the {line - 1} lines before that" in out
    assert path.read_bytes() == data
    assert run("verify", path.with_name(f"{path.stem}-repaired.herrlof")) == 0
    path.write_bytes(b"nonsense\n")
    assert run("repair", path) == 1


def test_list_and_locate(folders: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("list") == 0
    assert capsys.readouterr().out == "No matches are kept yet.\n"
    path = kept(folders.data, seats=3)
    broken = kept(folders.data, 5)
    broken.write_bytes(broken.read_bytes()[:-1] + b"x")
    assert run("list") == 0
    out = capsys.readouterr().out
    heads, *rows = out.splitlines()
    begun = r"\d{4}-\d\d-\d\d \d\d:\d\d"
    for head, cell in (("played last", begun), ("game", "herrlof"), ("state", "finished"), ("players", "Anna, Zoë")):
        assert any(re.match(cell, row[heads.index(head) :]) for row in rows)
    assert re.search(rf"^{path.stem}  .*  Anna, Zoë, Rules  +\d+ : \d+ : \d+$", out, re.M)
    assert re.search(rf"^{broken.stem}  .*  {DAMAGED}  .*line 7", out, re.M)
    assert run("locate") == 0
    assert capsys.readouterr() == (f"records   {folders.games}\nsettings  {folders.settings.path}\n", "")


@pytest.mark.parametrize("command", ["list", "locate"])
def test_a_folder_that_others_can_write_is_mentioned(
    command: str, folders: Storage, capsys: pytest.CaptureFixture[str]
) -> None:
    kept(folders.data, 5)
    folders.games.chmod(0o777)
    assert run(command) == 0
    out, err = capsys.readouterr()
    assert out
    assert err == f"herrlof: Others can write into {folders.games}, and change or delete your matches.\n"


@pytest.mark.parametrize("command", ["list", "locate", "verify x", "export x", "play", "replay x"])
def test_a_home_that_nobody_has_is_one_sentence(
    command: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HERRLOF_DATA_DIR", "~nosuchperson/x")
    assert run(*command.split()) == 2
    sentence = "herrlof: HERRLOF_DATA_DIR is ~nosuchperson/x, and there's no such home.\n"
    assert capsys.readouterr() == ("", sentence)


def test_names_from_strange_files_reach_no_terminal(folders: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept(folders.data, 5)

    def change(lines: list[dict[str, Any]]) -> None:
        lines[0]["seats"][0]["name"] = "\x1b]0;owned\x07Ann\u202ea"
        lines[0]["created"] = "\x1b[2J"
        lines[0]["opened"]["host"] = "\x1b[2J"

    rewritten(path, change)
    for arguments in (("list",), ("verify", path), ("export", path), ("export", path, "--format", "json")):
        run(*arguments)
        told = capsys.readouterr()
        assert "\x1b" not in told.out + told.err
        assert "\u202e" not in told.out + told.err


def test_a_cut_with_control_bytes_reaches_no_terminal(folders: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    journal = folders.new_journal()
    from tests.disks import new_match, play_on

    match = new_match(journal, goal=1)
    match.cut(["a\x1b]0;owned\x07", "\x9b2J\u202e\U000e0041é"])
    play_on(match)
    journal.close()
    for command in (("verify",), ("export",), ("export", "--format", "json")):
        assert run(command[0], journal.path, *command[1:]) == 0
        out, err = capsys.readouterr()
        assert (out + err).replace("\n", "").isprintable()
    assert json.loads(out)["cuts"] == list(match.cuts)
    assert "é" in out


def test_the_schema_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("schema") == 0
    assert json.loads(capsys.readouterr().out) == schema()


# The program as a shell runs it


PROGRAM = [sys.executable, "-c", "import sys; from herrlof.cli.main import main; sys.exit(main())"]


def shell(words: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a process of its own; none takes long."""
    settings: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 60, **more}
    return subprocess.run([*PROGRAM, *words.split()], check=False, **settings)


@pytest.mark.second
@pytest.mark.parametrize(
    "words",
    later(
        ["--version", "rules", "list", "schema", "locate", "verify KEPT", "export KEPT"],
        now=["--version", "export KEPT"],
    ),
)
def test_a_full_disk_is_one_sentence_and_status_1(words: str) -> None:
    kept_path = str(kept_file("format-1-two-seats"))
    with open("/dev/full", "wb") as full:
        done = shell(words.replace("KEPT", kept_path), stdout=full)
    assert done.returncode == 1
    assert done.stderr == b"herrlof: The output can't be written: the disk is full.\n"


@pytest.mark.second
@pytest.mark.parametrize(
    "words", later(["--version", "rules", "list", "verify KEPT", "export KEPT"], now=["rules", "list", "export KEPT"])
)
@pytest.mark.parametrize("closed", later(["stdout", "stderr", "both"], now=["stdout", "stderr"]))
def test_a_closed_output_is_no_traceback(words: str, closed: str) -> None:
    words = words.replace("KEPT", str(kept_file("format-1-two-seats")))
    redirect = {"stdout": ">&-", "stderr": "2>&-", "both": ">&- 2>&-"}[closed]
    code = PROGRAM[2].replace('"', '\\"')
    done = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -c "{code}" {words} {redirect}'], capture_output=True, timeout=60, check=False
    )
    assert b"Traceback" not in done.stderr
    assert done.returncode in (0, 1)


@pytest.mark.second
def test_what_the_output_cannot_write_is_printed_in_ascii(tmp_path: Path) -> None:
    kept_path = kept_file("format-2-two-seats")
    surroundings = {**os.environ, "PYTHONIOENCODING": "ascii", "HERRLOF_DATA_DIR": str(tmp_path)}
    for words in (f"verify {kept_path}", f"export {kept_path}", "rules", "fairness", "list"):
        done = shell(words, env=surroundings)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.isascii()
    assert b"Zo\\xeb" in shell(f"verify {kept_path}", env=surroundings).stdout


@pytest.mark.second
@pytest.mark.parametrize("command", later(["verify", "export", "repair"], now=["verify"]))
def test_an_endless_file_is_refused_within_bounded_memory_and_time(command: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in ("/dev/zero", str(tmp_path / "pipe")):
        limited = f'ulimit -v 2000000; exec "{sys.executable}" -m herrlof.cli.main {command} {path}'
        done = subprocess.run(["sh", "-c", limited], capture_output=True, timeout=30, check=False)
        assert done.returncode == 2
        assert done.stderr == f"herrlof: {path} can't be read: this is no ordinary file.\n".encode()


def test_settings_of_a_person_are_no_matter_of_these_commands(
    folders: Storage, capsys: pytest.CaptureFixture[str]
) -> None:
    folders.settings.save(Settings())
    folders.settings.path.write_bytes(b"a=" + b"[" * 1000)
    assert run("list") == 0
    assert capsys.readouterr().err == ""
    assert folders.settings.path.exists()
