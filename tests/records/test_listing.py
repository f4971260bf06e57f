"""What lists say of records: public facts, whatever somebody has put into the folder."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from herrlof.cli.main import main
from herrlof.game import NOBODY, TERMINAL
from herrlof.games import GAMES
from herrlof.records.errors import Damaged, RecordError
from herrlof.records.journal import Journal
from herrlof.records.lines import FORMAT, encode_line, last_time
from herrlof.records.listing import DAMAGED, FINISHED, OPEN, UNFINISHED, UNREADABLE, RecordSummary, read_summary
from herrlof.records.storage import SUFFIX, Storage, read_lines
from tests.disks import SEATS, chained, kept, new_match, play_on, resumed, rewritten, step


@pytest.mark.second
def test_the_list_says_what_is_kept(storage: Storage) -> None:
    assert storage.matches() == []
    finished = kept(storage.data, seats=3)
    unfinished = kept(storage.data, 50, seed=4)
    newer = kept(storage.data, 3)
    newer.write_bytes(encode_line({"format": FORMAT + 1, "created": "", "game": "x", "seats": []}, "0" * 32)[0])
    odd = storage.games / f"odd{SUFFIX}"
    odd.write_bytes(encode_line({"what": "ever"}, "0" * 32)[0])
    (storage.games / f"empty{SUFFIX}").touch()
    (storage.games / "notes.txt").write_text("mine")
    (storage.games / f"folder{SUFFIX}").mkdir()
    states = {found.path: found.state for found in storage.matches()}
    assert states == {odd: DAMAGED, newer: UNREADABLE, unfinished: UNFINISHED, finished: FINISHED}
    summaries = {found.path: found for found in storage.matches()}
    third, last = summaries[unfinished], summaries[finished]
    match, journal = resumed(storage, unfinished)
    journal.close()
    assert (third.scores, third.moves, third.seats) == (
        match.observe(NOBODY).scores if third.scores else (),
        50,
        SEATS[:2],
    )
    assert last.people == 2
    assert max(last.scores) >= 40
    assert last.created[:4].isdigit()
    found = storage.newest_unfinished()
    assert found is not None
    assert found.path == unfinished


def test_public_facts_stand_in_each_line_of_format_2(storage: Storage) -> None:
    """At every move the list says what the match itself would, without playing anything again."""
    journal = storage.new_journal()
    match = new_match(journal, 3, goal=10)
    rng = Random(1)
    while not match.over:
        step(match, rng)
        found = read_summary(journal.path)
        assert found is not None
        assert found.state == OPEN
        assert found.moves == len(match.moves)
        assert found.next == match.mover
        assert found.scores == match.scores
        assert found.progress == match.game.progress(match.observe(NOBODY))
        assert (found.game, found.options) == ("herrlof", match.options)
    journal.close()
    found = read_summary(journal.path)
    assert found is not None
    assert (found.state, found.next) == (FINISHED, TERMINAL)


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize(("key", "scores"), [("nim", 0), ("kuhn", 2)])
def test_a_toy_is_listed(key: str, scores: int, storage: Storage) -> None:
    journal = storage.new_journal()
    match = play_on(new_match(journal, game=GAMES[key]), moves=4)
    journal.close()
    (found,) = storage.summaries()
    assert (found.state, found.game, found.next) == (UNFINISHED, key, match.mover)
    assert found.scores == match.scores
    assert len(found.scores) == scores
    assert storage.newest_unfinished() == found


def test_scores_may_have_halves(storage: Storage, toys: None) -> None:
    path = kept(storage.data, seed=7, game=GAMES["kuhn"])
    found = read_summary(path)
    assert found is not None
    match, journal = resumed(storage, path)
    journal.close()
    assert found.scores == match.scores
    assert any(score % 1 for score in found.scores)


# Crafted files


def header(path: Path, **changes: object) -> bytes:
    """Return the first line of a record with some of it changed, and its hash right."""
    first = json.loads(read_lines(path)[0])
    return chained([{**first, **changes}])


CRAFTED: dict[str, Callable[[Path], bytes]] = {
    "1e999 as an option": lambda path: chained([re.sub(rb'"goal":[0-9]+', b'"goal":1e999', read_lines(path)[0])]),
    "a huge number": lambda path: header(path, options={"goal": 10**300}),
    "a number nobody can read": lambda path: chained(
        [re.sub(rb'"goal":[0-9]+', b'"goal":' + b"9" * 5000, read_lines(path)[0])]
    ),
    "format true": lambda path: header(path, format=True),
    "format 0": lambda path: header(path, format=0),
    "format 2.0": lambda path: header(path, format=2.0),
    "format text": lambda path: header(path, format="2"),
    "a key twice": lambda path: chained([read_lines(path)[0].replace(b"{", b'{"event":"match",', 1)]),
    "spaces": lambda path: chained([read_lines(path)[0].replace(b'":', b'": ')]),
    "UTF-16": lambda path: chained([read_lines(path)[0].decode().encode("utf-16")]),
    "UTF-8": lambda path: header(path).replace(b"Zo\\u00eb", "Zoë".encode()),
    "no object": lambda path: chained([b"[]"]),
    "nested deeply": lambda path: chained([b"[" * 100_000]),
    "no seats": lambda path: header(path, seats=[]),
    "a thousand seats": lambda path: header(path, seats=[{"name": f"n{n}", "bot": None} for n in range(1000)]),
    "seats as text": lambda path: header(path, seats="Anna"),
    "a seat twice": lambda path: header(path, seats=[{"name": "Anna", "bot": None}] * 2),
    "a name of 300 characters": lambda path: header(path, seats=[{"name": "x" * 300, "bot": None}] * 2),
    "a name of marks": lambda path: header(path, seats=[{"name": "q" + "\u0301" * 300, "bot": None}] * 2),
    "no name": lambda path: header(path, seats=[{"name": "\x1b", "bot": None}, {"name": "b", "bot": None}]),
    "a bot of control bytes": lambda path: header(
        path, seats=[{"name": "a", "bot": "\x1b]0;x\x07"}, {"name": "b", "bot": None}]
    ),
    "a bot as a list": lambda path: header(path, seats=[{"name": "a", "bot": []}, {"name": "b", "bot": None}]),
    "an option as a list": lambda path: header(path, options={"goal": []}),
    "an option there is not": lambda path: header(path, options={"colour": "red"}),
    "options as text": lambda path: header(path, options="goal"),
    "progress as a list": lambda path: path.read_bytes().replace(b'"progress"', b'"PROGRESS"'),
    "control bytes in all texts": lambda path: header(path, created="\x1b[2J", game="\x1b]0;x\x07", id="\x9b"),
    "nothing": lambda path: b"\n",
    "zeros": lambda path: bytes(99) + b"\n",
}
"""Files that somebody has made by hand, with the right hashes where there are any."""


@pytest.mark.second
@pytest.mark.parametrize("what", CRAFTED)
def test_one_crafted_file_hinders_no_other(
    what: str, storage: Storage, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good, bad = kept(storage.data, 20), kept(storage.data, 20, seed=2)
    bad.write_bytes(CRAFTED[what](bad))
    os.utime(good, (1000, 1000))
    listed = {found.path: found for found in storage.summaries()}
    assert listed[good].state == UNFINISHED
    assert listed[bad].state in (DAMAGED, UNREADABLE)
    assert listed[bad].problem.isprintable()
    newest = storage.newest_unfinished()
    assert newest is not None
    assert newest.path == good
    with pytest.raises(RecordError):
        resumed(storage, bad)
    monkeypatch.setenv("HERRLOF_DATA_DIR", str(storage.data))
    assert main(["list"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.replace("\n", "").isprintable()
    assert good.stem in out
    assert bad.stem in out
    assert max(map(len, out.splitlines())) < 300


def changed(path: Path, **changes: object) -> bytes:
    """Return a record whose last line says something else, and all hashes right."""
    *lines, last = (json.loads(body) for body in read_lines(path))
    return chained([*lines, {**last, **changes}])


@pytest.mark.parametrize(
    "changes",
    [
        {"scores": [10**9, 0]},
        {"scores": "12"},
        {"scores": [True, False]},
        {"next": True},
        {"next": 1e300},
        {"progress": {"round": "\x1b"}},
        {"progress": [1]},
        {"progress": {str(n): n for n in range(1000)}},
    ],
    ids=str,
)
def test_a_crafted_move_is_damage_in_the_list(changes: dict[str, Any], storage: Storage) -> None:
    path = kept(storage.data, 20)
    path.write_bytes(changed(path, **changes))
    (found,) = storage.summaries()
    assert found.state == DAMAGED


def test_a_date_that_no_calendar_has_is_shown_as_none(storage: Storage) -> None:
    path = kept(storage.data, 20)
    path.write_bytes(header(path, created="36812-01-01T00:00:00Z"))
    (found,) = storage.summaries()
    assert found.created == "36812-01-01T00:00:00"
    assert found.when("%Y").isdecimal(), "the name of its file tells when it was begun"
    with pytest.raises(Damaged, match="created doesn't fit the format"):
        resumed(storage, path)
    for odd in ("", "now", "36812-01-01T00:00:00Z", "0001-01-01T00:00:00Z", "2026-13-01T00:00:00Z"):
        assert len(RecordSummary(path, UNFINISHED, played=odd).when()) < 17


def test_a_match_that_was_taken_up_twice_was_played_the_second_time(
    storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = kept(storage.data, 20)
    for day in ("08", "09"):
        monkeypatch.setattr("herrlof.table.resume.now", partial("2026-01-{}T00:00:00Z".format, day))
        resumed(storage, path)[1].close()
    (found,) = storage.summaries()
    assert found.played == "2026-01-09T00:00:00Z"
    assert last_time(b"") == last_time(b"{}\n") == ""


@pytest.mark.parametrize("zone", ["UTC", "America/New_York", "Asia/Kathmandu"])
def test_lists_are_in_the_order_in_which_matches_were_played_last_by_the_clocks_of_this_place(
    zone: str, storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By what records say, whatever times files have: copies, clouds and backups change those."""

    def at(text: str) -> Path:
        path = kept(storage.data, 20)
        new = path.with_name(re.sub(r"[-:]", "", text) + "-00000000" + SUFFIX)
        rewritten(path, lambda lines: lines[0].update(created=text))
        return path.rename(new)

    monkeypatch.setenv("TZ", zone)
    time.tzset()
    try:
        oldest, middle, newest = (at(f"2026-01-0{day}T03:30:00Z") for day in (1, 2, 3))
        middle = middle.rename(middle.with_name("a copy by hand.herrlof"))
        done = kept(storage.data, goal=1)
        rewritten(done, lambda lines: lines[0].update(created="2026-01-02T12:00:00Z"))
        for touched, path in enumerate((newest, middle, done, oldest)):
            os.utime(path, (touched, touched))
        for _known in range(2):
            listed = storage.matches()
            assert [found.path for found in listed] == [newest, done, middle, oldest]
        begun = datetime(2026, 1, 3, 3, 30, tzinfo=UTC).astimezone(ZoneInfo(zone))
        assert listed[0].when() == f"{begun:%Y-%m-%d %H:%M}"
        monkeypatch.setattr("herrlof.table.match.now", lambda: "2026-01-09T00:00:00Z")
        match, journal = resumed(storage, oldest)
        play_on(match, moves=1)
        journal.close()
        assert [found.path for found in storage.matches()] == [oldest, newest, done, middle]
        for trusting in (False, True):
            found = storage.newest_unfinished(trusting)
            assert found is not None
            assert found.path == oldest
    finally:
        monkeypatch.undo()
        time.tzset()


# Copies of one match

CONFLICTS = ("{} (conflicted copy)", "{}.sync-conflict-20261125-120000-ABCDEF7", "{}-2", "backup")
"""What clouds, this program and people call a copy of a file."""


def copy(path: Path, form: str, lines: int | None = None) -> Path:
    """Copy a record, or so many of its lines, to another name."""
    to = path.with_name(form.format(path.stem) + SUFFIX)
    to.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:lines]))
    return to


@pytest.mark.parametrize("conflict", CONFLICTS)
def test_a_copy_is_a_part_of_its_match_and_two_that_went_on_differently_are_said_to_be(
    conflict: str, storage: Storage, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERRLOF_DATA_DIR", str(storage.data))
    path = kept(storage.data, goal=1)
    for lines in (None, 12):
        same = copy(path, conflict, lines)
        for _known in range(2):  # and when it is remembered as finished
            (found,) = storage.summaries()
            assert (found.path, found.state, found.note) == (path, FINISHED, f"There's 1 copy of it: {same.name}.")
        assert storage.newest_unfinished() is None
        assert storage.newest_unfinished(trusting=True) is None
    match, journal = resumed(storage, same)
    play_on(match, 8, moves=3)
    journal.close()
    text = f"{path.stem} goes on differently in 2 files: they count as one match."
    for _known in range(2):
        assert {one.path: one.note for one in storage.summaries()} == {path: text, same: text}
    main(["list"])
    rows = [row for row in capsys.readouterr().out.splitlines() if text in row]
    assert len(rows) == 2
    found_now = storage.newest_unfinished()
    assert found_now is not None
    assert found_now.path == same


def test_the_longer_one_is_the_match_whatever_it_is_called_and_damage_hides_nothing(storage: Storage) -> None:
    path = kept(storage.data, 30)
    longer = copy(path, CONFLICTS[0])
    path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:12]))
    (found,) = storage.summaries()
    assert (found.path, found.note) == (longer, f"There's 1 copy of it: {path.name}.")
    assert storage.newest_unfinished() == found._replace(note="")
    longer.write_bytes(longer.read_bytes()[:-9] + b"x" * 9)
    states = {one.path: one.state for one in storage.summaries()}
    assert states == {path: UNFINISHED, longer: DAMAGED}


def test_a_digit_of_another_script_is_no_date(storage: Storage) -> None:
    path = kept(storage.data, 20)
    path.write_bytes(header(path, created="٢٠٢٦-11-21T18:30:00Z"))
    with pytest.raises(Damaged, match="created doesn't fit the format"):
        resumed(storage, path)


@pytest.mark.parametrize(
    ("name", "problem"), [("\x1b]0;owned\x07", "]0;owned"), ("\udcff\u202e", ""), ("x" * 230, "xxx")]
)
def test_control_bytes_in_a_name_reach_no_terminal(
    name: str, problem: str, storage: Storage, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERRLOF_DATA_DIR", str(storage.data))
    path = kept(storage.data, 20)
    path = path.rename(path.with_name(f"{name}{SUFFIX}"))
    for data in (path.read_bytes(), path.read_bytes()[:-9] + b"x" * 9):
        path.write_bytes(data)
        main(["list"])
        for command in ("verify", "export", "repair"):
            main([command, str(path)])
            with pytest.raises(SystemExit):
                main([command, str(path.with_name(f"{name}none"))])
        out, err = capsys.readouterr()
        assert (out + err).replace("\n", "").isprintable()
        assert problem in out + err
    assert all(found.problem.isprintable() for found in storage.summaries())
    for use in (storage.open, storage.delete):
        journal = Journal.open(kept(storage.data, 3))
        with pytest.raises(RecordError) as caught:
            use(path if use == storage.open else path.with_name("x" * 300))
        assert str(caught.value).isprintable()
        journal.close()


def test_a_game_or_rules_that_this_program_has_not_are_no_match_to_continue(storage: Storage) -> None:
    for changes, sentence in (
        ({"game": "chess"}, "This program has no game 'chess'."),
        ({"rules": 9}, "This program has another version of the rules of Herrlof."),
    ):
        path = kept(storage.data, 20)
        path.write_bytes(header(path, **changes))
        found = read_summary(path)
        assert found is not None
        assert (found.state, found.problem) == (UNREADABLE, sentence)
        assert storage.newest_unfinished() is None
        path.unlink()


@pytest.mark.second
@given(st.binary(max_size=300))
@example(b',"do":')
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_bytes_make_the_list_stumble(storage: Storage, data: bytes) -> None:
    storage.games.mkdir(parents=True, exist_ok=True)
    path = storage.games / f"a{SUFFIX}"
    for content in (data, chained([data])):
        path.write_bytes(content)
        found = read_summary(path)
        assert found is None or found.state == DAMAGED
        assert storage.newest_unfinished() is None
