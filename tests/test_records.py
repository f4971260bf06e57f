"""What is kept can be read for ever, by other programs too, and proves what it says; exports keep secrets."""

from __future__ import annotations

import argparse
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from herrlof import cli_records
from herrlof.game import NOBODY
from herrlof.games.herrlof.cards import CARD_CODES
from herrlof.journal import encode_line
from herrlof.match import Damaged, Match, RecordError, Seat, clean_name
from herrlof.records import LINE, SettingsModel, parse, schema
from herrlof.settings import Settings, read_settings
from herrlof.storage import DAMAGED, Storage, read_lines
from tests.disks import kept, new_match, play_on

KEPT = sorted((Path(__file__).parent / "data").glob("format-*.herrlof"))
PAGE = (Path(__file__).parent.parent / "docs" / "records.md").read_text(encoding="utf-8")
kept_files = pytest.mark.parametrize("path", KEPT, ids=[path.stem for path in KEPT])


def run(*arguments: object) -> int:
    """Run one of the commands."""
    parser = argparse.ArgumentParser()
    cli_records.add_commands(parser.add_subparsers(), argparse.HelpFormatter)
    options = parser.parse_args([str(argument) for argument in arguments])
    status: int = options.run(options)
    return status


@pytest.fixture(autouse=True)
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Storage:
    monkeypatch.setenv("HERRLOF_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("HERRLOF_CONFIG_DIR", str(tmp_path / "config"))
    return Storage()


def rewritten(path: Path, change: Any) -> None:
    """Change the lines of a record and make all hashes fit again, as somebody might who wants to cheat."""
    lines = [json.loads(body) for body in read_lines(path)]
    change(lines)
    data, last = b"", "0" * 32
    for line in lines:
        encoded, last = encode_line(line, last)
        data += encoded
    path.write_bytes(data)


# Every format ever written


@kept_files
def test_kept_records_of_every_format_can_be_played_again(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = parse(read_lines(path), str(path))
    match = Match.replay(record)
    assert match.moves
    assert match.over == (record.end is not None)
    assert run("verify", path) == 0
    assert run("export", path) == 0
    assert capsys.readouterr().err == ""


@kept_files
def test_kept_records_can_be_resumed(path: Path, folders: Storage) -> None:
    folders.games.mkdir(parents=True)
    copy = Path(shutil.copy(path, folders.games))
    match, journal = folders.resume(copy)
    play_on(match)
    journal.close()
    assert run("verify", copy) == 0


def test_there_is_a_kept_record_of_each_format() -> None:
    from herrlof.match import FORMAT

    assert {int(path.name.split("-")[1]) for path in KEPT} == set(range(1, FORMAT + 1))
    assert len(KEPT) > 2


# The models, the page and the schema


def test_the_page_shows_true_lines() -> None:
    block = re.findall(r"```text\n(.*?)```", PAGE, re.S)[0]
    last = "0" * 32
    for shown in block.splitlines():
        line = json.loads(shown[40:])
        LINE.validate_python(line)
        encoded, last = encode_line(line, last)
        assert encoded.decode() == shown + "\n"


def test_the_page_names_every_part_of_every_line() -> None:
    for name, model in schema()["$defs"].items():
        if name.startswith("Settings"):
            continue
        for part in model["properties"]:
            assert f"`{part}`" in PAGE, (name, part)


def test_the_reader_on_the_page_reads_a_record() -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE, re.S)[0]
    names: dict[str, Any] = {}
    exec(code, names)
    for path in KEPT:
        assert [json.dumps(line, sort_keys=True, separators=(",", ":")).encode() for line in names["read"](path)] == (
            read_lines(path)
        )


def test_the_schema_describes_every_line_and_the_settings(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("schema") == 0
    found = json.loads(capsys.readouterr().out)
    assert found == schema()
    names = [ref["$ref"].split("/")[-1] for ref in found["anyOf"]]
    assert names == ["Header", "Start", "MoveLine", "Resume", "End"]
    assert {*names, "SettingsModel"} <= set(found["$defs"])
    assert all(found["$defs"][name]["additionalProperties"] is False for name in names)
    assert found["$defs"]["MoveLine"]["required"] == ["n", "by", "do", "state"]


values = (
    st.none() | st.booleans() | st.integers(-2, 1001) | st.floats(-1, 11) | st.sampled_from(["english", "dutch", "x"])
)


def toml(value: Any) -> str:
    return json.dumps(value)


@given(st.dictionaries(st.sampled_from(["edition", "goal", "pace", "ascii", "bot", "seats", "odd"]), values))
def test_settings_are_checked_by_hand_as_by_the_model(found: dict[str, Any]) -> None:
    found = {name: value for name, value in found.items() if value is not None}
    text = "".join(f"{name} = {toml(value)}\n" for name, value in found.items())
    try:
        SettingsModel.model_validate(found)
    except ValidationError:
        with pytest.raises(ValueError, match="has to be"):
            read_settings(text.encode())
    else:
        read = read_settings(text.encode())
        assert {name: getattr(read, name) for name in found if name != "odd"} == {
            name: value for name, value in found.items() if name != "odd"
        }


def test_defaults_of_settings_are_the_models() -> None:
    model = SettingsModel()
    assert Settings() == Settings((), model.edition, model.goal, float(model.pace), model.ascii, model.bot)


@pytest.mark.parametrize(
    "line",
    [
        {},
        [],
        3,
        {"event": "dance"},
        {"event": ["match"]},
        {"n": 0, "by": 0, "do": "play B7"},
        {"n": "0", "by": 0, "do": "play B7", "state": "0" * 16},
        {"n": 0, "by": True, "do": "play B7", "state": "0" * 16},
        {"n": 0, "by": 0, "do": "play B7", "state": "0" * 16, "extra": 1},
        {"event": "start", "cuts": "ab", "first_dealer": 0},
    ],
)
def test_a_line_of_another_form_is_named_without_what_it_says(line: Any) -> None:
    match = [json.dumps(part) for part in _lines()]
    with pytest.raises(Damaged, match=r"^memory, line 3: ") as caught:
        parse([*match[:2], json.dumps(line)], "memory")
    assert "B7" not in str(caught.value)


def _lines() -> list[dict[str, Any]]:
    return [json.loads(body) for body in read_lines(KEPT[-1])]


@pytest.mark.parametrize("body", ["", "{", "[" * 100_000, '{"event":"match"}{}', "\x00", "nul"])
def test_what_is_no_json_is_damage(body: str) -> None:
    with pytest.raises(Damaged, match="memory, line 1: this is no JSON"):
        parse([body], "memory")


# Proofs


def test_verify_says_what_it_proved_and_what_not(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("verify", KEPT[1]) == 0
    out = capsys.readouterr().out
    assert "Herrlof, Anna, Zoë" in out
    for sentence in (
        "the seed fits the commitment",
        "and 2 cuts",
        "all that chance did (4 × deal, 4 × blind)",
        "each was allowed",
        "the result, and the seed shown at the end",
        "taken up again 1 time",
        "not proved: that this commitment was shown before the first card",
    ):
        assert sentence in out
    assert "was not chosen" not in out
    assert run("verify", KEPT[0]) == 0
    out = capsys.readouterr().out
    assert "a deal code was used" in out
    assert "commitment" not in out
    assert run("verify", KEPT[2]) == 0
    out = capsys.readouterr().out
    assert "not finished: the seed stands in the file" in out
    assert "was not chosen, since nobody cut" in out
    assert _lines()[0]["seed"] not in out


def test_verify_names_the_file_and_the_line_of_any_difference(
    folders: Storage, capsys: pytest.CaptureFixture[str]
) -> None:
    def fake_seed(lines: list[dict[str, Any]]) -> None:
        lines[0]["seed"] = "00" * 32

    def fake_deal(lines: list[dict[str, Any]]) -> None:
        words = lines[2]["do"].split()
        words[1], words[30] = words[30], words[1]
        lines[2]["do"] = " ".join(words)

    def fake_move(lines: list[dict[str, Any]]) -> None:
        lines[5]["do"] = "play H" if lines[5]["do"] != "play H" else "play V"

    def fake_score(lines: list[dict[str, Any]]) -> None:
        lines[-1]["scores"][0] += 1

    for change, line in ((fake_seed, 1), (fake_deal, 3), (fake_move, 6), (fake_score, None)):
        path = kept(folders.data, goal=5)
        last = len(read_lines(path))
        rewritten(path, change)
        assert run("verify", path) == 1
        error = capsys.readouterr().err
        assert error.startswith(f"herrlof: {path}, line {line or last}: ")
        assert error.count("\n") == 1
    path = kept(folders.data, goal=5)
    data = bytearray(path.read_bytes())
    data[-30] ^= 1
    path.write_bytes(data)
    assert run("verify", path) == 1
    assert f"{path}, line {last}: this line is not as it was written" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["verify", "export", "repair"])
def test_wrong_input_is_one_sentence_and_status_2(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(command, "nothing-here") == 2
    assert capsys.readouterr().err == "herrlof: nothing-here cannot be read: there is no such file\n"
    assert run(command, Path(__file__).parent) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize("command", ["verify", "export"])
@pytest.mark.parametrize("text", ["# A page\n", '{"event":"match"}\n', "hello"])
def test_a_file_that_is_no_record_is_called_so(
    command: str, text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "page.md"
    path.write_text(text)
    assert run(command, path) == 2
    assert capsys.readouterr().err == f"herrlof: {path} is no Herrlof record\n"


def test_a_record_of_a_newer_program_is_refused_by_name(folders: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept(folders.data, 5)
    rewritten(path, lambda lines: lines[0].update(format=7, news=1))
    assert run("verify", path) == 2
    assert "this is format 7, and this program reads formats up to 1" in capsys.readouterr().err
    with pytest.raises(RecordError, match="format 7"):
        folders.resume(path)
    Storage().delete(path)


# Exports


def test_a_finished_match_is_exported_whole(capsys: pytest.CaptureFixture[str]) -> None:
    path = KEPT[1]
    lines = [json.loads(body) for body in read_lines(path)]
    assert run("export", path, "--format", "json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["finished"] is True
    assert found["seed"] == lines[0]["seed"]
    assert found["moves"] == [{"n": x["n"], "by": x["by"], "do": x["do"]} for x in lines if "do" in x]
    assert found["scores"] == lines[-1]["scores"]
    assert not {"state", "opened"} & set(json.dumps(found).replace('"', " ").split())
    again = Match.replay(parse(read_lines(path), "x")).again()
    assert again._chance.code == found["deal_code"]
    assert run("export", path) == 0
    text = capsys.readouterr().out
    assert text.startswith("Herrlof: Anna, Zoë\n2026-")
    assert f"deal code {found['deal_code']}" in text
    assert text.count("turned up: ") == text.count("points: ") == text.count(" deals\n")
    assert f"score   {found['scores'][0]:>14}{found['scores'][1]:>14}" in text
    won = [name for name, share in zip(("Anna", "Zoë"), found["returns"], strict=True) if share]
    assert text.strip().splitlines()[-3] == f"{' and '.join(won)} won."
    assert max(map(len, text.splitlines())) < 120


@pytest.mark.parametrize("moves", [0, 1, 2, 4, 9, 33, 60, 61, 75])
@pytest.mark.parametrize("seats", [2, 3])
def test_an_unfinished_match_is_exported_without_its_secrets(
    moves: int, seats: int, folders: Storage, capsys: pytest.CaptureFixture[str]
) -> None:
    path = kept(folders.data, moves, seats, seed=11)
    match = Match.replay(parse(read_lines(path), "x"))
    seen = match.observe(NOBODY)
    public = {CARD_CODES[card] for event in match.news(NOBODY) for card in event.values if event.kind in PUBLIC}
    assert not seen.winners
    for style in ("text", "json"):
        assert run("export", path, "--format", style) == 0
        out = capsys.readouterr().out
        assert "unfinished" in out or '"finished": false' in out
        header = json.loads(read_lines(path)[0])
        assert header["seed"] not in out
        assert "deal_code" not in out
        assert "deal code" not in out
        assert header["opened"]["host"] not in re.split(r"\W+", out.partition("Round 1")[2])
        shown = set(re.findall(r"\b(?:[BGRY][1-9]|V|H)\b", out.replace("Herrlof", "")))
        assert shown <= public
        predictions = [move.do for move in match.moves if move.do.startswith("predict")]
        assert not any(prediction in out for prediction in predictions)
        assert '"state"' not in out


PUBLIC = ("turned", "played", "trick")


def test_exporting_again_a_resumed_match_tells_the_same(folders: Storage, capsys: pytest.CaptureFixture[str]) -> None:
    path = kept(folders.data, 40)
    run("export", path)
    before = capsys.readouterr().out
    folders.resume(path)[1].close()
    run("export", path.stem)
    assert capsys.readouterr().out == before


# The other commands


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
    assert f"{path}, line {line}: this line is not as it was written" in out
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
    for head, cell in (("begun (UTC)", begun), ("state", "finished"), ("players", "Anna, Zoë, Rules")):
        assert any(re.match(cell, row[heads.index(head) :]) for row in rows)
    assert re.search(rf"^{path.stem}  .*  Anna, Zoë, Rules  \d+ : \d+ : \d+$", out, re.M)
    assert re.search(rf"^{broken.stem}  .*  {DAMAGED}  .*line 7", out, re.M)
    assert run("locate") == 0
    assert capsys.readouterr().out == f"records   {folders.games}\nsettings  {folders.settings_file}\n"


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


def test_deal_codes_of_finished_matches_are_played_by_other_seats() -> None:
    match = play_on(new_match(goal=5))
    again = match.again(turn=1)
    assert again.seats == match.seats
    assert [seat.name for seat in again.seats] == [clean_name(seat.name) for seat in match.seats]
    assert Seat("Anna") in again.seats
