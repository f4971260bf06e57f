"""A match that was given up, or ended by agreement: the record, and all that is made of it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

from herrlof.cli.main import main
from herrlof.coach.review import Review
from herrlof.coach.statistics import Statistics, match_rows
from herrlof.game import CHANCE, NOBODY, TERMINAL, Game, IllegalAction
from herrlof.records.errors import Damaged
from herrlof.records.help import Ending
from herrlof.records.listing import FINISHED, UNFINISHED, read_summary
from herrlof.records.models import parse
from herrlof.records.storage import Storage, read_lines, read_record
from herrlof.table.connection import MomentKind
from herrlof.table.export import as_json, as_text
from herrlof.table.match import Match, Seat
from herrlof.table.repair import repair
from herrlof.table.replay import Replay
from herrlof.table.resume import branched, replayed
from herrlof.table.table import Table
from herrlof.table.verify import proofs
from tests.contract.variants import ALL, every_game
from tests.disks import SEATS, Memory, new_match, play_on, resumed, rewritten, step
from tests.records.test_models import kept_file
from tests.table.test_given_hints import at_a_choice, judged
from tests.table.test_take_back import COIN

pytestmark = pytest.mark.usefixtures("toys")

AGREED = None
"""Who resigns where nobody does, and all agree to end the match."""


def given_up(game: Game, seat: int | None, journal: Any = None, moves: int = 9, seats: int = 2) -> Match:
    people = [Seat(name) for name in ("Anna", "Ben", "Cleo")][:seats]
    seed = {"seed": bytes([9] * 32)} if game.chance else {}
    match = play_on(Match(game, people, journal=journal, **seed, **COIN.get(game.key, {})), 3, moves)
    match.end(seat)
    return match


def last_lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line[40:]) for line in path.read_text("ascii").splitlines()][-2:]


@every_game
@pytest.mark.parametrize("seat", [0, 1, AGREED])
def test_a_match_that_was_given_up_is_over_for_all_that_look_at_it(
    game: Game, seat: int | None, storage: Storage
) -> None:
    journal = storage.new_journal()
    moves = 3 if game.key in ("nim", "kuhn") else 25
    match = given_up(game, seat, journal, moves)
    journal.close()
    returns = (0.0, 0.0) if seat is None else (float(seat == 1), float(seat == 0))
    noted, end = last_lines(journal.path)
    assert noted == ({"event": "end", "n": moves} if seat is None else {"event": "resign", "n": moves, "seat": seat})
    assert (end["event"], tuple(end["returns"]), end["scores"]) == ("end", returns, list(match.scores))
    record = read_record(journal.path)
    again = replayed(record)
    sentence = "All agreed to end the match here: nobody has won."
    if seat is not None:
        sentence = f"{('Anna', 'Ben')[seat]} resigned: {('Ben', 'Anna')[seat]} wins."
    for one in (match, again):
        assert (one.over, one.mover, one.legal(), one.measured_kind) == (True, TERMINAL, (), "")
        assert (one.returns(), one.ending) == (returns, Ending(moves, seat))
        assert (one.deal_code is not None) == (one.seed is not None) == bool(game.chance)
        assert one.story() == match.story()
    assert f"noted: {sentence}" in [*proofs(record, again)]
    text = [*as_text(record, again)]
    assert sentence in text
    assert [line for line in text if "unfinished" in line] == []
    found = as_json(record, again)
    assert (found["finished"], tuple(found["returns"]), found["ending"]) == (True, returns, {"n": moves, "seat": seat})
    summary = read_summary(journal.path)
    assert summary is not None
    assert (summary.state, summary.next, summary.moves, summary.ending) == (FINISHED, TERMINAL, moves, match.ending)
    assert summary.state_text == ("ended by agreement" if seat is None else f"{('Anna', 'Ben')[seat]} resigned")
    assert storage.newest_unfinished() is None
    replay = Replay(record)
    assert replay.view(replay.last, 0).mover == TERMINAL
    again, part = resumed(storage, journal.path)
    part.close()
    assert again.over


@every_game
def test_a_review_judges_its_decisions_and_accounts_for_no_luck(game: Game) -> None:
    memory = Memory()
    match = given_up(game, 0, memory, 3 if game.key in ("nim", "kuhn") else 25)
    review = Review(memory.record())
    assert review.complete
    assert len(review.positions) == sum(
        move.by != CHANCE and len(match.legal(move.n)) > 1 and move.n not in _undone(match) for move in match.moves
    )
    review.decisions = dict.fromkeys((one.n for one in review.positions), None)  # type: ignore[assignment]
    assert review.done
    assert review.ledger() is None


def _undone(match: Match) -> set[int]:
    from herrlof.coach.review import _undone as undone

    return undone(match)


@pytest.mark.parametrize("seat", [0, 1, 2, AGREED])
def test_of_three_those_who_stay_share_the_win_whatever_the_score(seat: int | None, storage: Storage) -> None:
    match = given_up(ALL["herrlof"], seat, storage.new_journal(), 120, seats=3)
    assert len(set(match.scores)) > 1
    assert match.returns() == tuple(0.5 * (seat not in (None, other)) for other in range(3))
    names = ["Anna", "Ben", "Cleo"]
    if seat is not None:
        name = names.pop(seat)
        assert match.ending is not None
        assert (
            match.ending.told([one.name for one in match.seats])
            == f"{name} resigned: {' and '.join(names)} share the win."
        )
        for reader, me in enumerate(("Anna", "Ben", "Cleo")):
            assert match.ending.told(["Anna", "Ben", "Cleo"], reader) == (
                f"You resigned: {' and '.join(names)} share the win."
                if reader == seat
                else f"{name} resigned: you share the win with {next(one for one in names if one != me)}."
            )


def test_a_seat_resigns_at_anybodys_turn_before_the_first_card_and_once() -> None:
    for moves in (0, 1, 2, 3, 11):
        memory = Memory()
        match = new_match(memory)
        play_on(match, moves=moves)
        match.end(1)
        assert len([line for line in memory.lines if line.get("event") == "start"]) == 1
        written = len(memory.lines)
        for refused in (
            lambda match=match: match.end(0), lambda match=match: match.end(None),
            lambda match=match: match.play(0, "predict 3"), lambda match=match: match.take_back(0),
            lambda match=match: match.note_hint(0), lambda match=match: match.seat_bot(0, "random"),
            lambda match=match: match.advance(), lambda match=match: match.note_clock(1, 0),
            lambda match=match: match.simultaneous_turn(0),
        ):  # fmt: skip
            with pytest.raises(IllegalAction):
                refused()
        assert len(memory.lines) == written
        again = replayed(memory.record())
        assert (again.over, again.returns(), len(again.moves)) == (True, (1.0, 0.0), moves)
    with pytest.raises(IllegalAction, match="there's no seat 2"):
        new_match().end(2)


def test_while_a_clock_runs_what_is_not_recorded_of_the_race_is_lost() -> None:
    memory = Memory()
    game = ALL["how-ruck"]
    match = Match(game, [Seat("Anna"), Seat("Ben")], seed=bytes(32), journal=memory)
    rng = Random(1)
    while not game.next_measured_kind(match.observe(NOBODY)):
        step(match, rng)
    match.note_clock(1, 0)
    match.end(0)
    with pytest.raises(IllegalAction):
        match.note_clock(2, 0)
    assert [line["event"] for line in memory.lines[-3:]] == ["clock", "resign", "end"]
    again = replayed(memory.record())
    assert (again.returns(), again.clock_log) == ((0.0, 1.0), (1, 0))


async def test_a_table_that_is_taken_up_there_is_at_the_end(storage: Storage) -> None:
    """The power went just before the last line: it is written when the match is taken up."""
    for seat in (0, AGREED):
        journal = storage.new_journal()
        given_up(ALL["herrlof"], seat, journal)
        journal.close()
        whole = journal.path.read_bytes()
        torn = b"".join(whole.splitlines(keepends=True)[:-1])
        journal.path.write_bytes(torn + whole[len(torn) : len(torn) + 60])
        found = read_summary(journal.path)
        assert found is not None
        assert (found.state, found.next) == (UNFINISHED, TERMINAL)
        assert (newest := storage.newest_unfinished()) is not None
        assert newest.path == journal.path
        table = Table.resume(storage, journal.path)
        place = table.join([0])
        assert (await place.next()).kind is MomentKind.MATCH_END
        assert table.ending == Ending(9, seat)
        assert sum(table.result.returns) == (seat is not None)
        table.close()
        kinds = [json.loads(body).get("event") for body in read_lines(journal.path)][-3:]
        assert kinds == ["end" if seat is None else "resign", "resume", "end"]
        assert replayed(read_record(journal.path)).over
        assert (found := read_summary(journal.path)) is not None
        assert (found.state, found.ending) == (FINISHED, Ending(9, seat))


async def test_who_comes_back_after_the_end_damages_no_record(storage: Storage) -> None:
    """A bot had stood in: that its seat is back is of no account any more, and the last line is the last."""
    table = Table.new(storage, ALL["herfor"], [Seat("Anna"), Seat("Ben", how="elsewhere")])
    table.pace = 0
    table.note_away(1)
    table.stand_in(1)
    play_on(table._match)
    table.note_back(1)
    table.close()
    assert last_lines(table.path)[-1]["event"] == "end"
    assert replayed(read_record(table.path)).over


@pytest.mark.parametrize("seat", [1, AGREED])
def test_nothing_follows_it_and_nobody_else_could_have_ended_so(seat: int | None, tmp_path: Path) -> None:
    memory = Memory()
    given_up(ALL["herrlof"], seat, memory)
    *before, noted, end = memory.lines
    move = before[-1]
    for changed, reason in (
        ([noted, {**move, "n": move["n"] + 1}], "Another line belongs here"),
        ([noted, {"event": "hint", "n": 9, "by": 0}], "Another line belongs here"),
        ([noted, {"event": "take-back", "n": 3}], "Another line belongs here"),
        ([noted, noted, end], "Another line belongs here"),
        ([{**noted, "n": 8}, end], "This counts moves that aren't there"),
        ([{**noted, "n": "9"}, end], "n doesn't fit the format"),
        ([{**noted, "by": 0}, end], "by doesn't belong here"),
        ([end], "The match isn't over here"),
        ([noted, {**end, "returns": [0.5, 0.5]}], "The result doesn't follow from the moves"),
        ([noted, {**end, "scores": [9, 9]}], "The score doesn't follow from the moves"),
        ([noted, {**end, "seed": "0" * 64}], "This isn't the seed of the match"),
        *([([{**noted, "seat": 2}, end], "there's no seat 2")] if seat is not None else []),
    ):
        memory.lines = [*before, *changed]
        with pytest.raises(Damaged, match=reason):
            replayed(memory.record())
    journal = Storage(tmp_path, tmp_path).new_journal()
    given_up(ALL["herrlof"], seat, journal)
    journal.close()
    rewritten(journal.path, lambda lines: lines[-1].update(returns=[0.25, 0.25]))
    repaired = repair(journal.path)
    assert repaired is not None
    assert replayed(read_record(repaired[0])).ending == Ending(9, seat)


@pytest.mark.parametrize("form", [1, 2, 3])
def test_a_match_of_an_older_format_goes_on_until_somebody_has_won(form: int, storage: Storage) -> None:
    storage.games.mkdir(parents=True)
    path = Path(shutil.copy(kept_file(f"format-{form}-unfinished"), storage.games))
    match, journal = resumed(storage, path)
    data = path.read_bytes()
    sentence = f"This match is in format {form}: it goes on until somebody wins."
    assert match.ending_refusal == sentence
    for refused in (lambda: match.end(0), lambda: match.end(None)):
        with pytest.raises(IllegalAction, match=sentence):
            refused()
    assert path.read_bytes() == data
    assert play_on(match).over
    journal.close()
    assert not new_match().ending_refusal
    bodies = read_lines(path)[:-1]
    line = b'{"event":"resign","n":%d,"seat":0}' % len(match.moves)
    with pytest.raises(Damaged, match="There's no such kind of line"):
        parse([*bodies, line], "memory")


def test_statistics_count_who_resigned_and_leave_out_what_nobody_won(storage: Storage) -> None:
    for seat in (0, 0, 1, AGREED):
        journal = storage.new_journal()
        given_up(ALL["herrlof"], seat, journal, 150)
        journal.close()
    statistics = Statistics(storage)
    list(statistics.read())
    assert sorted(match.won for match in statistics.matches) == [[0.0, 1.0], [0.0, 1.0], [1.0, 0.0]]
    ((row,),) = [match_rows(statistics.chosen(player="anna"))]
    assert (row.played, row.won) == (3, 1.0)
    whole = read_record(journal.path)
    rounds = ALL["herrlof"].round_facts(replayed(whole).observe(NOBODY))
    assert {len(facts) for facts in statistics.matches[0].rounds.values()} == {len(rounds)}
    assert rounds, "those that were played to their end"


def test_it_branches_and_is_dealt_again_like_any_other() -> None:
    memory = Memory()
    match = given_up(ALL["herrlof"], 1, memory, 30)
    record = memory.record()
    branch = branched(record, 29)
    assert (branch.over, branch.moves) == (False, match.moves[:29])
    assert play_on(branch).over
    assert play_on(match.again(rotate_by=1), moves=4).moves[1].do == match.moves[1].do
    before = replayed(record, 30)
    assert (before.over, before.mover == TERMINAL, before.ending) == (False, False, None)
    with pytest.raises(ValueError, match="has no move 30"):
        branched(record, 30)


def test_a_hint_that_is_shown_when_the_match_is_given_up_has_no_move_to_stand_by() -> None:
    memory = Memory()
    match = at_a_choice(new_match(memory))
    match.note_hint(match.mover)
    match.show_hint(match.mover, judged(match.legal()), complete=True)
    match.end(match.mover)
    assert [line.get("event") for line in memory.lines[-3:]] == ["hint", "resign", "end"]
    assert replayed(memory.record()).hints == {}


def test_lists_say_how_it_ended(
    storage: Storage, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERRLOF_DATA_DIR", str(storage.data))
    storage.games.mkdir(parents=True)
    for name, said in (("resigned", "Ben resigned"), ("agreed", "ended by agreement")):
        path = Path(shutil.copy(kept_file(f"format-4-{name}"), storage.games))
        assert main(["list"]) == 0
        (row,) = [line for line in capsys.readouterr().out.splitlines() if path.stem in line]
        assert said in row
        for command in ("verify", "export"):
            assert main([command, str(path)]) == 0
            assert ("Ben resigned: Anna and Rules share the win." in capsys.readouterr().out) == (name == "resigned")


# What else the newest format has in its first line


@every_game
def test_the_first_line_has_every_option_that_is_not_left_to_chance(game: Game) -> None:
    memory = Memory()
    match = Match(game, SEATS[:2], journal=memory)
    left = {option.name for option in game.options if option.default(2) is None}
    assert memory.lines[0]["options"] == match.options
    assert set(match.options) == {option.name for option in game.options} - left


def test_a_default_that_changes_changes_no_match(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ALL["herrlof"]
    memory = Memory()
    match = play_on(new_match(memory))
    old = read_record(kept_file("format-4-resigned"))
    assert replayed(old).options["goal"] == 40
    options = tuple(
        option._replace(default=lambda seats: 20) if option.name == "goal" else option for option in game.options
    )
    monkeypatch.setattr(type(game), "options", options, raising=False)
    assert new_match().options["goal"] == 20
    again = replayed(memory.record())
    assert (again.over, again.scores, again.options) == (True, match.scores, match.options)
    assert replayed(old).options["goal"] == 40
