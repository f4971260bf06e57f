"""What a hint showed stands beside its move, in the file and again from it; no other seat is told before the end."""

from __future__ import annotations

import errno
import json
from collections.abc import Callable, Sequence
from math import inf, nan
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from herrlof.game import CHANCE, Game, IllegalAction
from herrlof.records.errors import Damaged
from herrlof.records.help import Help, ShownChoice, ShownHint
from herrlof.records.journal import Journal
from herrlof.records.lines import scan
from herrlof.records.models import parse
from herrlof.records.storage import Storage, read_lines, read_record
from herrlof.table.commands import NoteHint, ShowHint
from herrlof.table.export import as_json, as_text
from herrlof.table.match import Match, Seat
from herrlof.table.repair import repair
from herrlof.table.resume import branched, replayed
from herrlof.table.table import Table
from herrlof.table.verify import proofs
from tests.contract.variants import ALL, every_game
from tests.disks import FailingDisk, HookedDisk, Memory, WatchedDisk, new_match, play_on, resumed, rewritten, step
from tests.records.test_models import kept_file
from tests.table.test_take_back import begun

pytestmark = pytest.mark.usefixtures("toys")


class Number(NamedTuple):
    value: float
    error: float


class Choice(NamedTuple):
    action: int
    value: Number | None
    verdict: str


class Judged(NamedTuple):
    choices: Sequence[Choice]
    worlds: int
    exact: bool = False


def judged(legal: Sequence[int], worlds: int = 100, **more: Any) -> Judged:
    """Return a judgement by which an action is worth more the later it stands."""
    best = [*reversed(legal)]
    verdicts = ["best", "as good", "can't tell", *["worse"] * len(best)]
    rows = enumerate(zip(best, verdicts, strict=False))
    choices = [Choice(action, Number(60.5 - n, 1.5), verdict) for n, (action, verdict) in rows]
    return Judged(choices, worlds, **more)


def at_a_choice(match: Match, least: int = 2) -> Match:
    """Play on to where somebody has so many choices."""
    rng = Random(1)
    while match.mover == CHANCE or len(match.legal()) < least:
        step(match, rng)
    return match


def with_hint(match: Match, place: int = 0, complete: bool = True) -> Match:
    """Show the mover a hint, and play the choice at that place of it."""
    found, seat = judged(match.legal()), match.mover
    match.note_hint(seat)
    match.show_hint(seat, found, complete)
    match.play(seat, found.choices[place].action)
    return match


def lines_of(path: Path) -> list[dict[str, Any]]:
    """Return what stands in a file, read by nothing of the program's."""
    return [json.loads(line[40:]) for line in path.read_text("ascii").splitlines()]


@every_game
def test_what_a_hint_showed_stands_before_its_move_and_is_read_again(game: Game, storage: Storage) -> None:
    journal = storage.new_journal()
    match, rng, shown = begun(game, journal), Random(2), 0
    while not match.over and shown < 12:
        if match.mover != CHANCE and len(match.legal()) > 1:
            shown += 1
            with_hint(match, rng.randrange(len(match.legal())), complete=shown % 3 > 0)
        else:
            step(match, rng)
    journal.close()
    lines = lines_of(journal.path)
    places = [place for place, line in enumerate(lines) if line.get("event") == "judged"]
    assert len(places) == shown == len(match.hints)
    for number, place in enumerate(places, 1):
        line, move = lines[place], lines[place + 1]
        assert (line["n"], line["by"]) == (move["n"], move["by"])
        assert set(line) == {"event", "n", "by", "worlds", "complete", "choices"}
        assert (line["worlds"], line["complete"]) == (100, number % 3 > 0)
        legal = [game.encode(action) for action in reversed(match.legal(line["n"]))]
        at = legal.index(move["do"])
        verdicts = ["best", "as good", "can't tell", *["worse"] * len(legal)]
        rows = [[code, 60.5 - n, 1.5, verdict] for n, (code, verdict) in enumerate(zip(legal, verdicts, strict=False))]
        assert line["choices"] == [*rows[:6], *([rows[at]] if at > 5 else [])]
    again = replayed(read_record(journal.path))
    assert (again.hints, again.help, again.moves) == (match.hints, match.help, match.moves)
    first = match.hints[lines[places[0]]["n"]]
    assert type(first) is ShownHint
    assert first.choices[0] == ShownChoice(lines[places[0]]["choices"][0][0], 60.5, 1.5, "best")


def test_what_is_shown_last_counts_and_other_seats_have_their_own() -> None:
    memory = Memory()
    match = at_a_choice(new_match(memory))
    seat = match.mover
    match.note_hint(seat)
    match.note_hint(1 - seat)
    match.show_hint(seat, judged(match.legal(), 10), complete=False)
    match.show_hint(seat, judged(match.legal(), 50), complete=False)
    match.show_hint(1 - seat, judged(match.legal(), 70), complete=True)
    match.play(seat, match.legal()[0])
    assert [(n, hint.by, hint.worlds) for n, hint in match.hints.items()] == [(len(match.moves) - 1, seat, 50)]
    play_on(match, moves=1)
    assert len([line for line in memory.lines if line.get("event") == "judged"]) == 1


def test_nothing_is_noted_of_a_hint_that_was_not_or_whose_question_is_not_asked_any_more() -> None:
    memory = Memory()
    match = Match(ALL["herrlof"], [Seat("Anna"), Seat("Ben", how="elsewhere")], journal=memory, seed=bytes(32))
    at_a_choice(match)
    seat, n = match.mover, len(match.moves)
    match.show_hint(seat, judged(match.legal()), complete=True)  # none was noted
    match.play(seat, match.legal()[0])
    match.take_back(n)
    match.note_hint(seat)
    match.show_hint(seat, judged(match.legal()), complete=True)
    match.seat_bot(seat, "random")  # who has seen that does not make the move
    match.play(seat, match.legal()[0])
    match.show_hint(seat, judged(match.legal(n)), complete=True)  # too late
    play_on(match, moves=20)
    assert not match.hints
    assert not [line for line in memory.lines if line.get("event") == "judged"]


def test_what_is_taken_back_takes_its_hint_along_and_is_checked_all_the_same(storage: Storage) -> None:
    journal = storage.new_journal()
    match = with_hint(at_a_choice(new_match(journal)))
    (n,) = match.hints
    match.take_back(n)
    assert not match.hints
    with_hint(match, 1)
    assert match.hints[n].choices[0].action != match.moves[n].do
    journal.close()
    assert replayed(read_record(journal.path)).hints == match.hints
    assert replayed(read_record(journal.path), n).hints == {}
    undone = next(at for at, line in enumerate(lines_of(journal.path)) if line.get("event") == "judged")
    rewritten(journal.path, lambda lines: lines[undone]["choices"][0].__setitem__(0, "play nothing"))
    with pytest.raises(Damaged, match=f"line {undone + 1}: that's no choice here"):
        replayed(read_record(journal.path))


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (None, [None, None]), (Number(3.0, inf), [3.0, None]), (Number(nan, 1.0), [None, None]),
        (Number(-inf, 1.0), [None, None]), (Number(-2, 0), [-2.0, 0.0]),
    ],
    ids=str,
)  # fmt: skip
def test_a_number_that_is_none_is_not_written(value: Number | None, written: list[Any], storage: Storage) -> None:
    journal = storage.new_journal()
    match = at_a_choice(new_match(journal))
    first, *others = judged(match.legal(), 0, exact=True).choices
    match.note_hint(match.mover)
    match.show_hint(match.mover, Judged([first._replace(value=value), *others], 0, True), complete=True)
    match.play(match.mover, first.action)
    journal.close()
    (line,) = [line for line in lines_of(journal.path) if line.get("event") == "judged"]
    assert line["choices"][0][1:3] == written
    assert (line["worlds"], line["exact"]) == (0, True)
    again = replayed(read_record(journal.path))
    assert again.hints == match.hints
    assert again.hints[len(match.moves) - 1].exact


def test_a_match_of_format_3_has_hints_and_keeps_nothing_of_what_they_show(storage: Storage) -> None:
    path = storage.games / "old.herrlof"
    path.parent.mkdir(parents=True)
    path.write_bytes(kept_file("format-3-unfinished").read_bytes())
    match, journal = resumed(storage, path)
    step(match, Random(1))  # for which a hint was noted before
    before = match.help.hints
    with_hint(at_a_choice(match))
    assert match.help.hints == before + 1
    assert not match.hints
    play_on(match)
    journal.close()
    assert {line.get("event") for line in lines_of(path)} >= {"hint", "end"}
    assert "judged" not in {line.get("event") for line in lines_of(path)}
    assert replayed(read_record(path)).over


def test_it_is_as_safe_as_its_move_and_waits_for_the_disk_no_second_time(storage: Storage) -> None:
    counts = []
    for hinted in (False, True):
        calls: list[str] = []
        journal = Storage(storage.data / str(hinted), storage.config, HookedDisk(calls.append)).new_journal()
        match = at_a_choice(new_match(journal))
        match.note_hint(match.mover)
        calls.clear()
        if hinted:
            match.show_hint(match.mover, judged(match.legal()), complete=True)
        match.play(match.mover, match.legal()[0])
        counts.append(calls.count("sync"))
        journal.close()
    assert counts == [1, 1]


def test_the_last_move_of_a_match_and_its_end_are_written_in_one_go(storage: Storage) -> None:
    calls: list[str] = []
    journal = Storage(storage.data, storage.config, HookedDisk(calls.append)).new_journal()
    match = new_match(journal, game=ALL["nim"])
    while len(match.legal()) > 1:
        with_hint(match)
    while not match.over:
        calls.clear()
        step(match, Random(1))
    assert calls.count("sync") == 1
    assert lines_of(journal.path)[-1]["event"] == "end"
    journal.close()


def test_a_kill_or_a_power_cut_at_any_call_loses_no_hint_whose_move_was_shown(storage: Storage) -> None:
    path = storage.games / "watched.herrlof"
    disk = WatchedDisk(path)
    journal = Journal(path, disk)
    match = disk.match = new_match(journal)
    while len(match.hints) < 5:
        with_hint(match) if match.mover != CHANCE and len(match.legal()) > 1 else step(match, Random(1))
    journal.close()
    cases = {*disk.killed, *disk.cut_off}
    for data, shown in cases:
        bodies = scan(data).bodies
        kept = {json.loads(body)["n"] for body in bodies if b'"judged"' in body}
        assert {n for n in match.hints if n < shown} <= kept
        if bodies:
            assert replayed(parse(bodies, "memory")).hints.items() <= match.hints.items()
    assert max(shown for _data, shown in cases) == len(match.moves) - 1, "the last one is shown after the last call"


@pytest.mark.parametrize("taken", [0, 30, 200])
def test_a_disk_that_fails_while_it_is_written_loses_nothing(taken: int, storage: Storage) -> None:
    for at in range(6):
        disk = FailingDisk(-1, errno.ENOSPC, stays=True, taken=taken)
        journal = Storage(storage.data / f"{taken} {at}", storage.config, disk).new_journal()
        match = at_a_choice(new_match(journal))
        match.note_hint(match.mover)
        disk.at = disk.calls + at
        match.show_hint(match.mover, judged(match.legal()), complete=True)
        match.play(match.mover, match.legal()[0])
        with_hint(at_a_choice(match))
        disk.mended = True
        assert journal.save()
        journal.close()
        again = replayed(read_record(journal.path))
        assert (again.moves, again.hints, len(again.hints)) == (match.moves, match.hints, 2)


def test_a_power_cut_at_any_place_leaves_a_match_that_goes_on(storage: Storage) -> None:
    """The line about the hint and its move are two: between them the power may go."""
    journal = storage.new_journal()
    match = at_a_choice(new_match(journal))
    start = len(journal.path.read_bytes())
    with_hint(match, -1)
    journal.close()
    whole = journal.path.read_bytes()
    (n,) = match.hints
    seen = set()
    marks = {start + whole[start:].index(mark) for mark in (b'"hint"', b'"judged"', b'"state"')}
    lengths = sorted({*marks, *range(start, len(whole) + 1, 25), *range(len(whole) - 3, len(whole) + 1)})
    for end in lengths:
        journal.path.write_bytes(whole[:end])
        again, part = resumed(storage, journal.path)
        seen.add((len(again.moves) - n, again.help.hints, len(again.hints)))
        with_hint(at_a_choice(again), 1) if end % 2 else step(again, Random(1))
        part.close()
        assert replayed(read_record(journal.path)).hints == again.hints
        if end % 2 and len(again.moves) == n + 1:
            assert again.hints[n].choices[1].action == again.moves[n].do
    assert seen == {(0, 0, 0), (0, 1, 0), (0, 1, 1), (1, 1, 1)}


def fine(line: dict[str, Any]) -> None:
    """Change nothing."""


Change = Callable[[dict[str, Any]], object]
NOT_ITS_FORM = "choices doesn't fit the format"
DAMAGED: list[tuple[str, Change, int, str]] = [
    ("a code that is none", lambda line: line["choices"][1].__setitem__(0, "sing"), 0, "that's no choice here"),
    ("one that can't be played", lambda line: line["choices"][1].__setitem__(0, "draw"), 0, "that's no choice here"),
    ("a second best", lambda line: line["choices"][1].__setitem__(3, "best"), 0, NOT_ITS_FORM),
    ("not the best first", lambda line: line["choices"].reverse(), 0, NOT_ITS_FORM),
    ("a choice twice", lambda line: line["choices"].append(line["choices"][1]), 0, NOT_ITS_FORM),
    ("no choice", lambda line: line["choices"].clear(), 0, NOT_ITS_FORM),
    ("an eighth", lambda line: line["choices"].extend(["x", 1, 1, "worse"] for _ in range(7)), 0, NOT_ITS_FORM),
    ("half a choice", lambda line: line["choices"][0].pop(), 0, "choices.0.3 is missing"),
    ("a fifth part", lambda line: line["choices"][0].append(1), 0, "choices.0"),
    ("a verdict that is none", lambda line: line["choices"][1].__setitem__(3, "good"), 0, "choices.1.3 doesn't fit"),
    ("a number as a text", lambda line: line["choices"][0].__setitem__(1, "9"), 0, "choices.0.1"),
    ("true as a number", lambda line: line["choices"][0].__setitem__(1, True), 0, "choices.0.1"),
    ("a huge number", lambda line: line["choices"][0].__setitem__(1, 1e300), 0, "choices.0.1"),
    ("an error below 0", lambda line: line["choices"][0].__setitem__(2, -1.0), 0, "choices.0.2"),
    ("worlds below 0", lambda line: line.update(worlds=-1), 0, "worlds doesn't fit"),
    ("complete as a number", lambda line: line.update(complete=1), 0, "complete doesn't fit"),
    ("not exact", lambda line: line.update(exact=False), 0, "exact doesn't fit"),
    ("another part", lambda line: line.update(unit="points"), 0, "unit doesn't belong here"),
    ("another move", lambda line: line.update(n=line["n"] + 1), 0, "This counts moves that aren't there"),
    ("another seat", lambda line: line.update(by=1 - line["by"]), 1, "Another line belongs here"),
]


@pytest.mark.parametrize(("change", "at", "reason"), [row[1:] for row in DAMAGED], ids=[row[0] for row in DAMAGED])
def test_a_line_about_a_hint_that_nobody_could_have_written_is_damage(
    change: Change, at: int, reason: str, storage: Storage
) -> None:
    """Every hash is right: somebody has made it by hand. What is before it can be saved."""
    journal = storage.new_journal()
    match = with_hint(at_a_choice(new_match(journal), 3))
    step(match, Random(1))
    journal.close()
    place = next(at for at, line in enumerate(lines_of(journal.path)) if line.get("event") == "judged")
    rewritten(journal.path, lambda lines: change(lines[place]))
    with pytest.raises(Damaged, match=f"line {place + at + 1}: {reason}") as caught:
        replayed(read_record(journal.path))
    assert not any(choice.action in str(caught.value) for choice in next(iter(match.hints.values())).choices)
    repaired = repair(journal.path)
    assert repaired is not None
    assert replayed(read_record(repaired[0])).moves == match.moves[: lines_of(journal.path)[place + 1]["n"]]


def test_an_infinite_number_is_damage(storage: Storage) -> None:
    journal = storage.new_journal()
    with_hint(at_a_choice(new_match(journal)))
    journal.close()
    bodies = [body.replace(b"60.5", b"Infinity") for body in read_lines(journal.path)]
    with pytest.raises(Damaged, match="This is"):
        parse(bodies, "memory")


def test_a_line_about_a_hint_stands_after_a_hint_and_before_its_move() -> None:
    memory = Memory()
    match = at_a_choice(new_match(memory), 8)
    with_hint(match, -1)
    step(match, Random(1))
    lines = memory.lines
    place = next(at for at, line in enumerate(lines) if line.get("event") == "judged")
    assert lines[place - 1]["event"] == "hint"
    hint, shown, move = lines[place - 1 : place + 2]
    resume = {"event": "resume", "moves": move["n"], "program": "0.1.0", "time": "2026-11-26T12:00:00Z"}
    resume["opened"] = {"host": "sleipnir", "pid": 1, "terminal": None}
    for changed, damaged in (
        ([shown, move], 0),  # without a hint
        ([hint, shown, shown, move], 2),  # twice
        ([hint, shown, hint, move], 2),
        ([hint, shown, {**move, "do": shown["choices"][1][0]}], 2),  # the seventh is not what was played
        ([hint, shown, {"event": "take-back", "n": 1}], 2),
        ([hint, move, shown], 2),
        ([hint, shown, resume, shown, move], None),  # the power went before the move
        ([hint, shown, resume, move], None),
        ([hint, shown], None),
    ):
        memory.lines = [*lines[: place - 1], *changed]
        if damaged is None:
            again = replayed(memory.record())
            assert list(again.hints) == [move["n"]]
            continue
        with pytest.raises(Damaged) as caught:
            replayed(memory.record())
        assert caught.value.line == place + damaged


@pytest.mark.parametrize("key", ["herrlof", "herald", "how-ruck", "kuhn"])
def test_what_one_seat_is_shown_is_told_to_no_other_before_the_end(key: str) -> None:
    """The same match twice; only what the hint showed is another. Nobody but its seat can tell them apart."""
    told = []
    for turned in (1, -1):
        memory = Memory()
        game = ALL[key]
        match = Match(game, [Seat("Anna"), Seat("Ben")], seed=bytes(32), journal=memory, hints_agreed=True)
        at_a_choice(match)
        seat, legal = match.mover, match.legal()
        match.note_hint(seat)
        match.show_hint(seat, judged(legal[::turned], 100 + turned), complete=turned > 0)
        match.play(seat, legal[0])
        record = memory.record()
        again = replayed(record)
        assert again.hints[len(match.moves) - 1].worlds == 100 + turned
        told.append(
            [
                as_json(record, again), [*as_text(record, again)], [*proofs(record, again)], again.help,
                *[(again.observe(other), again.news(other), again.public_moves()) for other in (-1, 1 - seat)],
            ]
        )  # fmt: skip
        told[-1][0].pop("created")
        while not match.over:
            step(match, Random(1))
        line = json.dumps(as_json(memory.record(), replayed(memory.record()))["judged"])
        assert game.encode(legal[0]) in line, "at the end all is open"
    assert told[0] == told[1]
    assert "judged" not in told[0][0]


def test_a_table_takes_what_is_shown_and_a_branch_and_the_same_deals_have_none_of_it(storage: Storage) -> None:
    table = Table.new(storage, ALL["nim"], [Seat("Anna"), Seat("Freya", "random")])
    match = table._match
    seat = match.mover
    table.send(seat, NoteHint())
    table.send(seat, ShowHint(judged(match.legal()), complete=False))
    match.play(seat, match.legal()[0])
    assert (match.hints[0].complete, table.help) == (False, Help(1))
    play_on(match)
    table.close()
    record = read_record(table.path)
    assert "not proved: what 1 hint showed; the table noted it with the move" in proofs(record, match)
    branch = branched(record, len(match.moves) - 1)
    assert (branch.hints, branch.help.hints) == ({}, 0)
    assert match.again().hints == {}


def test_who_is_shown_no_hint_is_told_why_and_nothing_is_written() -> None:
    memory = Memory()
    match = play_on(new_match(memory))
    with pytest.raises(IllegalAction, match="the match is over"):
        match.note_hint(0)
    match.show_hint(0, judged([1, 2]), complete=True)
    assert memory.lines[-1]["event"] == "end"
