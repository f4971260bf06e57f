"""Take-backs, hints and branches: afterwards everything is as in a match that went that way at once."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from herrlof.bots import new_bot
from herrlof.cli.main import main
from herrlof.game import CHANCE, NOBODY, Game, IllegalAction, raced
from herrlof.games import GAMES
from herrlof.messages import numeral
from herrlof.records.errors import Damaged
from herrlof.records.formats import NEWEST
from herrlof.records.help import Branch, Help
from herrlof.records.lines import scan
from herrlof.records.listing import FINISHED, read_summary
from herrlof.records.models import parse
from herrlof.records.storage import Storage, read_lines, read_record
from herrlof.table.commands import NoteClock, NoteHint
from herrlof.table.export import as_json, as_text
from herrlof.table.match import ClockLog, Match, Move, Seat, SeatChange
from herrlof.table.repair import repair
from herrlof.table.replay import Replay
from herrlof.table.resume import branched, replayed
from herrlof.table.table import Table
from herrlof.table.verify import proofs
from tests.contract.variants import ALL, every_game
from tests.disks import SEATS, Memory, new_match, play_on, resumed, rewritten, step
from tests.records.test_models import kept_file
from tests.tiers import later, tiers

pytestmark = pytest.mark.usefixtures("toys")

COIN = {"kuhn": {"coin": "clock"}}
"""Options with which a toy measures too."""


def seats_of(game: Game) -> list[Seat]:
    return [Seat("Anna"), *(Seat(f"bot {number}", "random") for number in range(1, min(game.seats[-1], 3)))]


def begun(game: Game, journal: Any = None) -> Match:
    seed = {"seed": bytes([9] * 32)} if game.chance else {}
    return Match(game, seats_of(game), journal=journal, **seed, **COIN.get(game.key, {}))


def standing(path: Path) -> list[Move]:
    """Return the moves that stand in a file, read by nothing of the program's."""
    moves: list[Move] = []
    for line in path.read_text("ascii").splitlines():
        found = json.loads(line[40:])
        if found.get("event") == "take-back":
            moves = [move for move in moves if move.n < found["n"]]
        elif "do" in found:
            moves.append(Move(found["n"], found["by"], found["do"]))
    return moves


def straight(match: Match, moves: list[Move]) -> Match:
    """Return a match with the same cards and bots that went that way at once."""
    memory = Memory()
    memory.game_id = match.game_id
    found = begun(match.game, memory)
    for move in moves:
        if move.by == CHANCE:
            found.advance(move.do if found.measured_kind else None)
        else:
            found.play(move.by, move.do)
    return found


def assert_alike(match: Match, other: Match) -> None:
    """Whatever can be asked of a match has the same answer in both."""
    assert match.moves == other.moves
    assert (match.mover, match.over, match.scores, match.event_count) == (
        other.mover,
        other.over,
        other.scores,
        other.event_count,
    )
    assert match.legal() == other.legal()
    assert match.measured_kind == other.measured_kind
    assert match.returns() == other.returns()
    assert match.public_moves() == other.public_moves()
    assert match.story() == other.story()
    for seat in (NOBODY, *range(len(match.seats))):
        assert match.observe(seat) == other.observe(seat)
        assert match.news(seat) == other.news(seat)
    if match.mover >= 0:
        assert chosen(match) == chosen(other)


def chosen(match: Match) -> int:
    """Return what the bot does that draws the most from its generator."""
    bot = new_bot(match.game, "random", match.bot_rng(match.mover))
    return bot.choose(match.observe(match.mover), match.legal())


def wander(game: Game, storage: Storage, seed: int, steps: int) -> None:
    """Play, take back, ask for hints, cut the file off at some line and go on from there; then to the end."""
    rng = Random(f"{game.key} {seed}")
    journal = storage.new_journal()
    match = begun(game, journal)
    for _ in range(steps):
        what = rng.random()
        if what < 0.12 and match.moves and not match.over:
            n = rng.randrange(max(0, len(match.moves) - 30), len(match.moves))
            measured = [move.n for move in match.moves if move.do.split(" ")[0] in raced(game).measured]
            if measured and n <= measured[-1]:
                with pytest.raises(IllegalAction, match="measured"):
                    match.take_back(n)
                continue
            match.take_back(n)
        elif what < 0.2 and not match.over:
            match.note_hint(0)
        elif what < 0.28:
            journal.close()
            data = journal.path.read_bytes()
            lines = data.splitlines(keepends=True)
            journal.path.write_bytes(b"".join(lines[: rng.randint(max(1, len(lines) - 40), len(lines))]))
            match, journal = resumed(storage, journal.path)
        elif match.over:
            break
        elif match.mover > 0 and match.mover != CHANCE:
            match.play(match.mover, chosen(match))
        else:
            step(match, rng)
        assert match.moves == standing(journal.path)
        if rng.random() < 0.2:
            assert_alike(match, straight(match, match.moves))
            summary = read_summary(journal.path)
            assert summary is not None
            assert (summary.moves, summary.help) == (len(match.moves), match.help)
            assert summary.next in (match.mover, None)
    other = straight(match, match.moves)
    assert_alike(match, other)
    for one in (match, other):
        play_on(one, seed)
    assert_alike(match, other)
    journal.close()
    record = read_record(journal.path)
    again = replayed(record)
    assert_alike(again, other)
    assert again.help == match.help
    summary = read_summary(journal.path)
    assert summary is not None
    assert (summary.state, summary.moves, summary.scores) == (FINISHED, len(match.moves), match.scores)
    assert [move.n for move in record.moves] == [*range(len(match.moves))]


@pytest.mark.second
@every_game
@pytest.mark.parametrize("seed", later(range(3), now=[0]))
def test_after_wandering_a_match_is_one_that_went_that_way_at_once(game: Game, seed: int, storage: Storage) -> None:
    wander(game, storage, seed, 120)


@pytest.mark.parametrize("count", tiers(second=10, slow=40))
@every_game
def test_after_many_wanderings_a_match_is_one_that_went_that_way_at_once(
    game: Game, count: int, storage: Storage
) -> None:
    for seed in range(100, 100 + count):
        wander(game, storage, seed, 200)


# Take-backs


def test_chance_does_again_what_it_did() -> None:
    """The same deals, and the same blind draws where the hand that is robbed is the same."""
    match = new_match(goal=999)
    play_on(match, moves=200)
    moves = match.moves[:]
    deals = [move for move in moves if move.by == CHANCE]
    match.take_back(0)
    assert (match.moves, match.event_count, match.mover) == ([], 0, CHANCE)
    for move in moves:
        match.advance() if move.by == CHANCE else match.play(move.by, move.do)
    assert match.moves == moves
    match.take_back(deals[2].n)
    match.advance()
    assert match.moves[-1] == deals[2]
    match.take_back(deals[1].n + 1)
    play_on(match, seed=5, moves=60)
    assert [move.do for move in match.moves if move.do.startswith("deal")][:2] == [
        move.do for move in deals if move.do.startswith("deal")
    ][:2], "however the round is played now"


def test_what_cannot_be_taken_back_is_said_in_a_sentence() -> None:
    match = new_match()
    with pytest.raises(IllegalAction, match="there's no move 0 to take back"):
        match.take_back(0)
    play_on(match, moves=5)
    for n in (-1, 5):
        with pytest.raises(IllegalAction, match=f"there's no move {numeral(n)} to take back"):
            match.take_back(n)
    play_on(match)
    for refused, number in ((match.take_back, 3), (match.note_hint, 0)):
        with pytest.raises(IllegalAction, match="the match is over"):
            refused(number)


def test_nothing_is_taken_back_that_a_clock_has_measured() -> None:
    match = new_match(game=ALL["kuhn"], coin="clock")
    match.advance("coin 1")
    play_on(match, moves=3)
    for n in (1, 0):
        if n:
            match.take_back(n)
            continue
        with pytest.raises(IllegalAction, match="what a clock measured can't be taken back"):
            match.take_back(n)
    assert len(match.moves) == 1


def test_a_take_back_that_cannot_be_kept_has_not_been_made() -> None:
    memory = Memory()
    match = play_on(new_match(memory), moves=9)
    before = (match.moves[:], match.event_count, match.help)

    def refuse(*lines: Any) -> None:
        raise KeyboardInterrupt

    memory.append = refuse  # type: ignore[method-assign]
    for change, number in ((match.take_back, 4), (match.note_hint, 0)):
        with pytest.raises(KeyboardInterrupt):
            change(number)
    assert (match.moves, match.event_count, match.help) == before


@pytest.mark.parametrize("form", [1, 2])
def test_a_match_of_an_older_format_goes_on_without_help_and_says_so(form: int, storage: Storage) -> None:
    storage.games.mkdir(parents=True)
    path = storage.games / "old.herrlof"
    path.write_bytes(kept_file(f"format-{form}-unfinished").read_bytes())
    match, journal = resumed(storage, path)
    sentence = f"This match is in format {form}: it goes on without hints and take-backs."
    assert match.help_refusal == sentence
    for refused, number in ((match.take_back, 3), (match.note_hint, 0)):
        with pytest.raises(IllegalAction, match=sentence):
            refused(number)
    match.seat_bot(0, "rules")
    play_on(match)
    journal.close()
    assert replayed(read_record(path)).over
    assert not new_match().help_refusal


def test_a_hint_is_noted_once_for_each_move() -> None:
    memory = Memory()
    match = play_on(new_match(memory), moves=6)
    for _ in range(3):
        match.note_hint(match.mover)
    step(match, Random(1))
    match.note_hint(0)
    match.take_back(6)
    match.note_hint(0)
    assert match.help == Help(3, 1)
    notes = [(line["event"], line["n"]) for line in memory.lines if line.get("event") in ("hint", "take-back")]
    assert notes == [("hint", 6), ("hint", 7), ("take-back", 6), ("hint", 6)]
    assert replayed(memory.record()).help == match.help
    with pytest.raises(IllegalAction, match="there's no seat 2"):
        match.note_hint(2)


# What a replay catches


@pytest.mark.second
def test_undone_moves_are_checked_like_all_others(storage: Storage) -> None:
    """A replay stops at any line that is another one, whether its move stands or not."""
    path = kept_file("format-3-with-help")
    lines = [json.loads(body) for body in read_lines(path)]
    taken = max(number for number, line in enumerate(lines) if line.get("event") == "take-back")
    undone = [number for number, line in enumerate(lines[:taken]) if "do" in line and line["n"] >= lines[taken]["n"]]
    assert len(undone) > 5
    for number in undone[::4]:
        for part, value in (("state", "0" * 16), ("next", 77), ("scores", [1, 1]), ("do", "play H"), ("by", 1)):
            if lines[number][part] == value:
                continue
            changed = [{**line, part: value} if at == number else line for at, line in enumerate(lines)]
            with pytest.raises(Damaged, match=f"line {number + 1}: "):
                replayed(parse([json.dumps(line, sort_keys=True, separators=(",", ":")) for line in changed], "it"))


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"event": "take-back", "n": 52}, "There's no such move to take back"),
        ({"event": "hint", "n": 51, "by": 0}, "This counts moves that aren't there"),
        ({"event": "hint", "n": 52, "by": 3}, "there's no seat 3"),
        ({"event": "hint", "n": 52, "by": 1}, "Another line belongs here"),
        ({"event": "seat", "n": 52, "seat": 2, "bot": "rules"}, "Rules plays already"),
        ({"event": "seat", "n": 52, "seat": 0, "bot": None}, "Anna plays already"),
        ({"event": "clock", "n": 52, "stops": 1, "restarts": 0}, "no clock runs now"),
        ({"event": "start", "cuts": [], "cut_hashes": []}, "The match had started already"),
    ],
    ids=str,
)
def test_a_note_that_nobody_could_have_made_is_damage(line: dict[str, Any], reason: str, tmp_path: Path) -> None:
    path = tmp_path / "kept.herrlof"
    path.write_bytes(kept_file("format-3-unfinished").read_bytes())
    last = len(read_lines(path))
    rewritten(path, lambda lines: lines.append(line))
    with pytest.raises(Damaged, match=f"line {last + 1}: {reason}"):
        replayed(read_record(path))


def test_a_claim_where_nothing_is_measured_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "kept.herrlof"
    path.write_bytes(kept_file("format-3-unfinished").read_bytes())
    lines = [json.loads(line) for line in read_lines(path)]
    for by_chance in (True, False):
        number = next(at for at, line in enumerate(lines) if "do" in line and (line["by"] == CHANCE) is by_chance)
        claim = [{**line, "claimed": True} if at == number else line for at, line in enumerate(lines)]
        with pytest.raises(Damaged, match=f"line {number + 1}: "):
            replayed(parse([json.dumps(line, sort_keys=True, separators=(",", ":")) for line in claim], "it"))
    with pytest.raises(IllegalAction, match="the table cannot measure this: deal"):
        new_match().advance(claimed=True)


def test_a_cut_that_is_not_the_one_that_was_hashed_is_caught(tmp_path: Path) -> None:
    path = tmp_path / "kept.herrlof"
    path.write_bytes(kept_file("format-3-together").read_bytes())
    rewritten(path, lambda lines: lines[1].update(cut_hashes=["0" * 64, lines[1]["cut_hashes"][1]]))
    with pytest.raises(Damaged, match="line 2: This isn't the cut whose hash was given"):
        replayed(read_record(path))


def test_damage_in_what_was_taken_back_is_repaired_up_to_it(tmp_path: Path) -> None:
    path = tmp_path / "kept.herrlof"
    path.write_bytes(kept_file("format-3-with-help").read_bytes())
    lines = [json.loads(body) for body in read_lines(path)]
    back = next(number for number, line in enumerate(lines) if line.get("event") == "take-back")
    rewritten(path, lambda lines: lines[back - 1].update(state="0" * 16))
    repaired = repair(path)
    assert repaired is not None
    copy, kept_lines, damage = repaired
    assert (kept_lines, damage.line) == (back - 1, back)
    match = replayed(read_record(copy))
    assert len(match.moves) == lines[back - 1]["n"]
    assert not match.over


# Branches


@pytest.mark.second
@every_game
def test_a_branch_plays_on_with_the_same_cards(game: Game, storage: Storage) -> None:
    memory = Memory()
    old = play_on(begun(game, memory), 3)
    record = memory.record()
    for n in (0, 1, len(old.moves) // 2, len(old.moves) - 1):
        journal = storage.new_journal()
        match = branched(record, n, journal=journal)
        assert match.moves == old.moves[:n]
        assert match.branch_of == Branch(old.game_id, n)
        for seat in (NOBODY, *range(len(old.seats))):
            assert match.observe(seat) == old.observe(seat, n)
        for move in old.moves[n:]:
            if move.by == CHANCE:
                match.advance(move.do if match.measured_kind else None)
            else:
                match.play(move.by, move.do)
        assert match.moves == old.moves
        assert match.deal_code == old.deal_code
        journal.close()
        after = read_record(journal.path)
        assert after.header.commitment is None
        again = replayed(after)
        assert again.moves == old.moves
        assert again.help == Help(branch=Branch(old.game_id, n))


@pytest.mark.parametrize(
    "name", ["format-1-two-seats", "format-2-two-seats", "format-2-measured", "format-3-branch", "format-4-with-hints"]
)
def test_a_match_of_any_format_has_branches_in_the_newest(name: str) -> None:
    record = read_record(kept_file(name))
    old = replayed(record)
    match = branched(record, 20 if len(old.moves) > 20 else 3, seats=[Seat("You"), Seat("Freya", "random")])
    assert match.format == NEWEST
    assert [seat.name for seat in match.seats] == ["You", "Freya"]
    for move in old.moves[len(match.moves) :]:
        match.advance() if move.by == CHANCE else match.play(move.by, move.do)
    assert [move.do for move in match.moves] == [move.do for move in old.moves]
    assert match.over


def test_a_branch_is_written_at_once_and_can_be_cut_off_anywhere(storage: Storage) -> None:
    record = read_record(kept_file("format-3-with-help"))
    journal = storage.new_journal()
    match = branched(record, 60, journal=journal)
    journal.close()
    data = journal.path.read_bytes()
    assert len(scan(data).bodies) == 62
    assert (read_record(journal.path).header.model_dump()["branch"], match.help.any) == (
        {"id": "20261123T180000Z-3a3b3c3d", "n": 60},
        True,
    )
    for keep in (1, 2, 30, 62):
        journal.path.write_bytes(b"".join(data.splitlines(keepends=True)[:keep]))
        again, part = resumed(storage, journal.path)
        part.close()
        assert again.moves == match.moves[: max(0, keep - 2)]


def test_a_branch_begins_at_a_move_of_a_match_that_is_over() -> None:
    memory = Memory()
    match = play_on(new_match(memory), moves=30)
    with pytest.raises(ValueError, match="A branch begins in a match that's over"):
        branched(memory.record(), 3)
    play_on(match)
    for n in (-1, len(match.moves)):
        with pytest.raises(ValueError, match=f"{match.game_id} has no move {numeral(n)}"):
            branched(memory.record(), n)


# Who plays, and clocks


def test_a_bot_stands_in_for_who_is_away(storage: Storage) -> None:
    journal = storage.new_journal()
    match = Match(ALL["herrlof"], [Seat("Anna"), Seat("Ben", how="elsewhere"), Seat("Rules", "rules")], journal=journal)
    assert match.bots == [None, None, "rules"]
    play_on(match, moves=4)
    match.seat_bot(1, "random")
    journal.close()
    match, journal = resumed(storage, journal.path)
    assert match.bots == [None, "random", "rules"]
    play_on(match, moves=3)
    match.seat_bot(1, None)
    assert match.bots == [None, None, "rules"]
    assert match.seat_changes == [SeatChange(4, 1, "random"), SeatChange(7, 1, None)]
    for seat, bot, reason in (
        (1, None, "Ben plays already"),
        (2, "random", "Rules plays"),
        (0, "a b", "key of a bot"),
        (3, None, "no seat 3"),
    ):
        with pytest.raises(IllegalAction, match=reason):
            match.seat_bot(seat, bot)
    journal.close()
    assert not match.help.any
    assert Replay(read_record(journal.path)).viewers == [0], "the hand of who sits elsewhere is not shown here"


def test_what_is_done_to_a_clock_is_kept_with_its_race(storage: Storage) -> None:
    game = ALL["kuhn"]
    journal = storage.new_journal()
    match = new_match(journal, game=game, coin="clock")
    assert match.clock_log is None
    match.note_clock(0, 0)
    match.note_clock(1, 0)
    match.note_clock(1, 0)
    journal.close()
    match, journal = resumed(storage, journal.path)
    table = Table(match, measures_time=True)
    assert match.clock_log == table.noted_clock == ClockLog(1, 0)
    table.send(NOBODY, NoteClock(1, 1))
    with pytest.raises(IllegalAction, match="what was done to a clock isn't undone"):
        match.note_clock(0, 1)
    match.advance("coin 1", claimed=True)
    with pytest.raises(IllegalAction, match="no clock runs now"):
        match.note_clock(0, 0)
    play_on(match, moves=2)
    journal.close()
    clocks = [json.loads(body) for body in read_lines(journal.path) if b'"clock",' in body]
    assert [(line["stops"], line["restarts"]) for line in clocks if line["event"] == "clock"] == [
        (0, 0),
        (1, 0),
        (1, 1),
    ]
    again = replayed(read_record(journal.path))
    assert (again.clocks, again.claimed, again.clock_log) == ({0: ClockLog(1, 1)}, {0}, None)
    assert not replayed(read_record(journal.path), 0).claimed


# What is told


def test_help_is_told_in_lists_exports_and_proofs(
    storage: Storage, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    told = {
        "with-help": "5 hints, 4 take-backs",
        "unfinished": "2 hints, 1 take-back",
        "branch": "a branch",
        "no-chance": "2 take-backs",
        "together": "",
    }
    monkeypatch.setenv("HERRLOF_DATA_DIR", str(storage.data))
    storage.games.mkdir(parents=True)
    for name, sentence in told.items():
        path = storage.games / f"{name}.herrlof"
        path.write_bytes(kept_file(f"format-3-{name}").read_bytes())
        record = read_record(path)
        match = replayed(record)
        text = "\n".join(proofs(record, match))
        assert (f"noted: this match was played with help ({sentence}); it's never counted" in text) == bool(sentence)
        assert (f"with help: {sentence}" in [*as_text(record, match)]) == bool(sentence)
        found = as_json(record, match)
        assert (found["hints"], found["take_backs"]) == match.help[:2]
    assert main(["list"]) == 0
    listed = {line.split(" ")[0]: line for line in capsys.readouterr().out.splitlines()}
    for name, sentence in told.items():
        assert sentence in listed[name]


def test_hints_between_people_are_agreed_on_in_the_record_and_told(
    storage: Storage, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERRLOF_DATA_DIR", str(storage.data))
    anna, ben, ben_elsewhere = Seat("Anna"), Seat("Ben"), Seat("Ben", None, "elsewhere")
    rules = Seat("Rules", "rules")
    for seats, wanted, agreed in (
        ([anna, ben], True, True), ([anna, ben], False, False), ([anna, rules], True, False),
        ([anna, ben_elsewhere], True, True), ([anna, ben_elsewhere], False, False),
    ):  # fmt: skip
        table = Table.new(storage, GAMES["herfor"], seats, hints_agreed=wanted)
        table.close()
        record = read_record(table.path)
        match = replayed(record)
        assert (match.help.agreed, match.help.any, read_summary(table.path).help) == (agreed, False, match.help)
        assert (b'"hints":true' in table.path.read_bytes()) == agreed, "it is not there where nobody agreed"
        told = "noted: all who played agreed to hints when the match began" in [*proofs(record, match)]
        assert (told, as_json(record, match)["hints_agreed"]) == (agreed, agreed)
        assert main(["list"]) == 0
        assert ("hints agreed on" in capsys.readouterr().out) == agreed
        with closing(Table.resume(storage, table.path)) as again:
            if agreed or len(again.people) == 1:
                again.send(0, NoteHint())
                assert (again.help.any, again.help.hints) == (True, 1)
            else:
                with pytest.raises(IllegalAction, match="only if all agreed at the start"):
                    again.send(0, NoteHint())
        table.path.unlink()


def test_a_proof_tells_what_was_undone_claimed_hashed_and_who_stood_in() -> None:
    texts = {}
    for name in ("with-help", "branch", "together"):
        record = read_record(kept_file(f"format-3-{name}"))
        texts[name] = "\n".join(proofs(record, replayed(record)))
    assert "proved: 89 moves that were taken back, in the same way" in texts["with-help"]
    assert (
        "noted: this match plays on from move 31 of 20261123T180000Z-3a3b3c3d, with the same cards" in texts["branch"]
    )
    for sentence in (
        "not proved: what the clock of a seat elsewhere said (5 × race): the table noted its claim",
        "proved: each cut is the one whose hash stands beside it; that the hashes came first isn't",
        "noted: the clock of race 2 had 2 stops and 1 new start",
        "noted: from move 70 on the bot rules stood in for Ben",
        "noted: from move 90 on Ben was back",
    ):
        assert sentence in texts["together"]
    assert "the table measured it" not in texts["together"]


# Scripted chance


def test_chance_does_what_a_script_says_kind_by_kind() -> None:
    first = new_match(seats=3, goal=999)
    play_on(first, moves=150)
    script = [move.do for move in first.moves if move.by == CHANCE]
    assert len({line.split(" ")[0] for line in script}) == 3
    match = Match(ALL["herrlof"], SEATS, script=script, goal=999)
    for move in first.moves:
        match.advance() if move.by == CHANCE else match.play(move.by, move.do)
    assert match.moves == first.moves
    match.take_back(0)
    match.advance()
    assert match.moves[0].do == script[0]
    assert match.commitment is None
    assert not match.can_cut


def test_after_its_last_line_a_script_goes_on_the_same_way_each_time() -> None:
    one, two = (Match(ALL["herrlof"], SEATS[:2], script=["dealer 1"], goal=30) for _ in range(2))
    for match in (one, two):
        play_on(match, 4)
    assert one.moves == two.moves
    assert one.moves[0].do == "dealer 1"
    assert one.deal_code is None
    assert one.bot_rng(0, 3).random() == two.bot_rng(0, 3).random()
    other = Match(ALL["herrlof"], SEATS[:2], script=["dealer 0"], goal=30)
    other.advance()
    other.advance()
    assert other.moves[1].do != one.moves[1].do
    again = one.again()
    again.advance()
    again.advance()
    assert again.moves == one.moves[:2]


def test_a_script_says_what_a_clock_would_measure_too() -> None:
    for coin in (0, 1):
        match = Match(ALL["kuhn"], SEATS[:2], script=[f"coin {coin}"], coin="clock")
        assert match.sample_measured(Random(1)) == f"coin {coin}"


def test_a_script_that_cannot_be_is_refused_in_a_sentence() -> None:
    game = ALL["herrlof"]
    for refused, reason in (
        ({"script": ["sing"]}, "sing"),
        ({"script": [], "seed": bytes(32)}, "a seed, a deal code or a script, not more than one of them"),
        ({"script": [], "journal": Memory()}, "a match whose chance is scripted keeps no record"),
    ):
        with pytest.raises(ValueError, match=reason):
            Match(game, SEATS[:2], **refused)
    with pytest.raises(ValueError, match="nothing that chance does in Herfor"):
        Match(GAMES["herfor"], SEATS[:2], script=["deal"])


def test_without_chance_an_empty_script_fixes_what_bots_do() -> None:
    one, two = (Match(GAMES["herfor"], SEATS[:2], script=[]) for _ in range(2))
    assert one.game_id != two.game_id
    assert one.bot_rng(1, 4).random() == two.bot_rng(1, 4).random()
    assert play_on(one).deal_code is None
