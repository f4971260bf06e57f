"""What is kept can be read for ever, by other programs too; the reader takes nothing for what it is not."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from herrlof.game import NOBODY
from herrlof.games import GAMES
from herrlof.records.errors import Damaged, RecordError
from herrlof.records.lines import FORMAT, dumps, encode_line, loads
from herrlof.records.models import LINES, parse, schema
from herrlof.records.storage import Storage, read_lines, read_record
from herrlof.table.match import Match
from herrlof.table.resume import replayed
from tests.disks import chained, kept, play_on, resumed, rewritten

KEPT = sorted((Path(__file__).parents[1] / "data").glob("format-*.herrlof"))
PAGE = (Path(__file__).parents[2] / "docs" / "records.md").read_text(encoding="utf-8")
kept_files = pytest.mark.parametrize("path", KEPT, ids=[path.stem for path in KEPT])
pytestmark = pytest.mark.usefixtures("toys")


def kept_file(name: str) -> Path:
    """Return a kept record by its name."""
    (path,) = [path for path in KEPT if path.stem == name]
    return path


# Every format ever written


@pytest.mark.second
@kept_files
def test_kept_records_of_every_format_can_be_played_again(path: Path) -> None:
    record = read_record(path)
    match = replayed(record)
    assert match.moves
    assert match.over == (record.end is not None)
    assert path.stem.startswith(f"format-{record.header.format}-")


@pytest.mark.second
@kept_files
def test_kept_records_are_resumed_and_finished_in_their_own_format(path: Path, storage: Storage) -> None:
    storage.games.mkdir(parents=True)
    copy = Path(shutil.copy(path, storage.games))
    before = read_record(copy)
    match, journal = resumed(storage, copy)
    assert len(match.moves) == len(before.moves)
    play_on(match)
    journal.close()
    after = read_record(copy)
    assert after.header == before.header
    assert after.moves[: len(before.moves)] == before.moves
    assert after.end is not None
    told = {"n", "by", "do", "state"} | ({"next", "progress", "scores"} if after.header.format > 1 else set())
    for line in (line for line in after.lines if "do" in line):
        assert line.keys() - {"claimed", "scores"} == told - {"scores"}
        assert "scores" in line or after.header.format == 1
    assert all(type(move).__name__ == "MoveLine" for move in after.moves), "raised to the newest"
    again = replayed(after)
    assert again.over
    assert again.moves == match.moves
    (listed,) = storage.summaries()
    assert (listed.state, listed.scores, listed.moves) == ("finished", match.scores, len(match.moves))
    if before.end is not None:
        assert copy.read_bytes() == path.read_bytes()


def test_an_unfinished_match_of_format_1_is_finished_in_format_1(storage: Storage) -> None:
    """Each line it gets is one that the program which began it could have written."""
    storage.games.mkdir(parents=True)
    copy = Path(shutil.copy(kept_file("format-1-unfinished"), storage.games))
    match, journal = resumed(storage, copy)
    play_on(match)
    journal.close()
    lines = [json.loads(body) for body in read_lines(copy)]
    assert lines[0]["format"] == 1
    assert set(lines[1]) == {"cuts", "event", "first_dealer"}
    assert not any(line.get("do", "").startswith("dealer") for line in lines)
    moves = [line for line in lines if "do" in line]
    assert all(set(line) - {"scores"} == {"by", "do", "n", "state"} for line in moves)
    scores = [line["scores"] for line in moves if "scores" in line]
    assert len(scores) == len(match.game.round_facts(match.observe(NOBODY)))
    assert scores[-1] == list(match.scores) == lines[-1]["scores"]
    assert "progress" not in dumps(moves)


@pytest.mark.parametrize("name", ["format-1-two-seats", "format-1-three-seats-deal-code"])
def test_an_old_deal_code_gives_the_same_cards_in_the_new_format(name: str) -> None:
    record = read_record(kept_file(name))
    old = replayed(record)
    given: dict[str, Any] = dict(record.header.options)
    new = Match(old.game, old.seats, deals=old.deal_code, **given)
    if "first_dealer" not in given:
        new.advance()
        assert new.moves[0].do == f"dealer {old.options['first_dealer']}"
    by_number = {move.n: move for move in old.moves}
    for move in by_number.values():
        if move.by < 0:
            new.advance()
        else:
            new.play(move.by, move.do)
        assert new.moves[-1][1:] == move[1:]
    assert new.over
    assert new.scores == old.scores


def test_there_is_a_kept_record_of_each_format() -> None:
    kinds = {(int(path.name.split("-")[1]), read_record(path).end is not None) for path in KEPT}
    assert kinds == {(number, over) for number in range(1, FORMAT + 1) for over in (False, True)}
    assert {read_record(path).header.game for path in KEPT} >= {"herrlof", "kuhn", "nim"}


# The models, the page and the schema


def test_the_page_shows_true_lines() -> None:
    blocks = re.findall(r"```text\n(\d{6} .*?)```", PAGE, re.S)
    assert len(blocks) == 2
    for block, number in zip(blocks, (FORMAT, 1), strict=True):
        last = "0" * 32
        for shown in block.splitlines():
            line = json.loads(shown[40:])
            LINES[number].validate_python(line)
            encoded, last = encode_line(line, last)
            assert encoded.decode() == shown + "\n"


@pytest.mark.parametrize("number", range(2))
def test_the_matches_on_the_page_are_true(number: int) -> None:
    block = re.findall(r"```text\n(\d{6} .*?)```", PAGE, re.S)[number]
    match = replayed(parse([line[40:] for line in block.splitlines()], "the page"))
    assert len(match.moves) > 3


def test_the_page_names_every_part_of_every_line() -> None:
    for name, model in schema()["$defs"].items():
        for part in model["properties"]:
            assert f"`{part}`" in PAGE, (name, part)


def test_the_reader_on_the_page_reads_a_record() -> None:
    code = re.findall(r"```python\n(.*?)```", PAGE, re.S)[0]
    names: dict[str, Any] = {}
    exec(code, names)
    for path in KEPT:
        assert [dumps(line).encode() for line in names["read"](path)] == read_lines(path)


def test_the_schema_describes_every_line() -> None:
    found = schema()
    names = [ref["$ref"].split("/")[-1] for ref in found["anyOf"]]
    new = ["Header", "Named", "Start", "MoveLine", "TakeBack", "Hint", "Judged", "SeatChange", "ClockLine"]
    new += ["Resign", "AgreedEnd", "Resume", "End"]
    assert names == [*new, "Header2", "Start2", "MoveLine2", "Start1", "MoveLine1"]
    assert set(names) <= set(found["$defs"])
    assert all(found["$defs"][name]["additionalProperties"] is False for name in names)
    assert found["$defs"]["MoveLine"]["required"] == ["n", "by", "do", "state", "next", "progress", "scores"]
    assert found["$defs"]["MoveLine1"]["required"] == ["n", "by", "do", "state"]


MOVE = {"n": 0, "by": 0, "do": "play B7", "state": "0" * 16, "next": 1, "progress": {}, "scores": []}


@pytest.mark.parametrize(
    "line",
    [
        {},
        {"event": "dance"},
        {"event": ["match"]},
        {"n": 0, "by": 0, "do": "play B7"},
        {**MOVE, "n": "0"},
        {**MOVE, "by": True},
        {**MOVE, "by": 1.0},
        {**MOVE, "next": -5},
        {**MOVE, "progress": {"Round": 1}},
        {**MOVE, "progress": {"round": -1}},
        {**MOVE, "scores": [1e7]},
        {**MOVE, "scores": ["1"]},
        {**MOVE, "scores": None},
        {**MOVE, "extra": 1},
        {name: value for name, value in MOVE.items() if name != "next"},
        {"event": "start", "cuts": "ab"},
        {"event": "start", "cuts": [], "first_dealer": 0},
        {"event": "start", "cuts": []},
        {**MOVE, "claimed": False},
        {"event": "take-back", "n": -1},
        {"event": "take-back"},
        {"event": "hint", "n": 0},
        {"event": "hint", "n": 0, "by": -1},
        {"event": "seat", "n": 0, "seat": 0},
        {"event": "seat", "n": 0, "seat": 0, "bot": "a b"},
        {"event": "clock", "n": 0, "stops": 1},
        {"event": "name", "seat": 1, "name": ""},
        {"event": "end", "returns": [True], "scores": [], "seed": None},
        {"event": "resume", "moves": 0, "program": "\u001b", "time": "2026-11-21T18:30:00Z", "opened": {}},
    ],
    ids=str,
)
def test_a_line_of_another_form_is_named_without_what_it_says(line: Any) -> None:
    bodies = read_lines(kept_file("format-3-unfinished"))
    with pytest.raises(Damaged, match=r"^memory, line 3: ") as caught:
        parse([*bodies[:2], dumps(line)], "memory")
    assert "B7" not in str(caught.value)
    assert "\x1b" not in str(caught.value)


@pytest.mark.parametrize(
    ("number", "at"),
    [
        ((1, 2), (1, 2)),
        ((2, 1), (1, 2)),
        ((1, 3), (1, 2)),
        ((3, 1), (1, 2)),
        ((2, 3), (1, -1, -2)),
        ((3, 2), (1,)),
        ((1, 4), (1, 2)),
        ((2, 4), (1,)),
    ],
)
def test_a_line_of_one_format_is_none_of_the_other(number: tuple[int, int], at: tuple[int, ...]) -> None:
    """From format 2 to 3 moves are the same; the last lines of that kept file are a take-back and a hint."""
    bodies, other = (
        [json.loads(body) for body in read_lines(kept_file(f"format-{form}-unfinished"))] for form in number
    )
    for place in at:
        mixed = [dumps(line) for line in (*bodies[: place if place > 0 else 2], other[place])]
        with pytest.raises(Damaged, match=rf"^memory, line {len(mixed)}: "):
            parse(mixed, "memory")


@pytest.mark.parametrize("body", ["", "{", "[" * 100_000, '{"event":"match"}{}', "\x00", "nul", '{"a":Infinity}', "é"])
def test_what_is_no_json_is_damage(body: str) -> None:
    with pytest.raises(Damaged, match=r"memory, line 1: This isn't (JSON|as the program writes it)"):
        parse([body.encode() if body == "é" else body], "memory")


@pytest.mark.parametrize(
    "body",
    [
        b'{"a": 1}',
        b'{"b":1,"a":2}',
        b'{"a":1,"a":1}',
        b'{"a":1.10}',
        b'{"a":1E3}',
        b'{"a":-0}',
        b'{"a":1e999}',
        b'{"a":NaN}',
        b'{"a":"\\u0041"}',
        b'{"a":"\\/"}',
        b'{"a":1}\n',
        b" {}",
        b"[]",
        b"3",
        '{"a":"é"}'.encode(),
        '{"a":"\U0001f0cf"}'.encode(),
        '{"a":1}'.encode("utf-16"),
        '{"a":1}'.encode("utf-32"),
        b"\xef\xbb\xbf{}",
        b'{"a":' + b"9" * 5000 + b"}",
    ],
)
def test_the_reader_takes_one_text_for_each_line_and_no_other(body: bytes) -> None:
    with pytest.raises(ValueError, match="This is"):
        loads(body)
    with pytest.raises(Damaged):
        parse([body], "memory")


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@pytest.mark.second
@given(st.dictionaries(st.text(), values, max_size=4))
@settings(max_examples=40)
def test_what_the_program_writes_it_reads(line: dict[str, Any]) -> None:
    assert loads(dumps(line)) == line
    assert dumps(loads(dumps(line).encode())) == dumps(line)


MADE_UP = ("format-2-measured", "format-3-no-chance", "format-4-unfinished", "format-4-resigned", "format-4-agreed")


@pytest.mark.second
@given(data=st.data())
def test_no_line_that_somebody_made_up_does_more_than_damage(data: st.DataObject) -> None:
    """Any part of any line of a short record changed to anything, with all hashes right."""
    lines = [json.loads(body) for body in read_lines(kept_file(data.draw(st.sampled_from(MADE_UP))))]
    number = data.draw(st.integers(0, len(lines) - 1))
    name = data.draw(st.sampled_from(sorted(lines[number])))
    value = data.draw(values)
    if value == lines[number][name]:
        return
    changed = [*lines[:number], {**lines[number], name: value}, *lines[number + 1 :]]
    free = ("created", "program", "opened", "unplayed", "seats")
    refused = ""
    try:
        replayed(parse([dumps(line) for line in changed], "memory"))
    except RecordError as error:
        refused = str(error)
    assert refused.isprintable()
    beside = lines[number].get("event") in ("take-back", "hint") or (number == 0 and name in ("branch", "id"))
    assert refused or name in free or (name == "options" and value) or beside


def test_a_record_of_a_newer_program_is_refused_by_name(storage: Storage) -> None:
    path = kept(storage.data, 5)
    rewritten(path, lambda lines: lines[0].update(format=7, news=1))
    sentence = f"is in format 7, and this program reads up to {FORMAT}"
    with pytest.raises(RecordError, match=sentence):
        read_record(path)
    with pytest.raises(RecordError, match=sentence):
        resumed(storage, path)
    (listed,) = storage.summaries()
    assert (listed.state, listed.problem) == ("unreadable", "A newer version of Herrlof wrote this.")
    storage.delete(path)


@pytest.mark.parametrize("value", [True, 1.0, "2", 0, -1, None, [2]])
def test_a_format_is_a_number(value: object) -> None:
    lines = [json.loads(body) for body in read_lines(kept_file("format-2-unfinished"))]
    with pytest.raises(Damaged, match="line 1: format doesn't fit the format"):
        parse([dumps({**lines[0], "format": value})], "memory")


def test_every_game_of_the_hall_can_be_named_in_a_record() -> None:
    line = json.loads(read_lines(kept_file("format-3-unfinished"))[0])
    for key in GAMES:
        LINES[FORMAT].validate_python({**line, "game": key})


def test_chained_lines_are_those_of_the_writer() -> None:
    for path in KEPT:
        assert chained(read_lines(path)) == path.read_bytes()
