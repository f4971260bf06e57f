"""The referee: what it deals, what it writes and when, and what it takes up again."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from herrlof.game import CHANCE, NOBODY, IllegalAction, InvalidAction
from herrlof.games.herrlof.cards import CARD_CODES
from herrlof.records.errors import Damaged, RecordError
from herrlof.records.lines import FORMAT, dumps
from herrlof.records.models import LINES, parse
from herrlof.records.storage import Storage, read_lines
from herrlof.table.dealing import FairChance, commitment, mixed, parse_deal_code
from herrlof.table.match import Match, Seat
from herrlof.table.resume import replayed
from tests.disks import GAME, SEATS, Memory, kept, new_match, play_on, resumed, step
from tests.tiers import tiers


def played(seats: int = 2, moves: int = 9999, seed: int = 1, **options: Any) -> tuple[Match, Memory]:
    memory = Memory()
    return play_on(new_match(memory, seats, seed, **options), seed, moves), memory


def test_the_same_seed_and_id_give_the_same_record() -> None:
    (_, one), (_, two) = played(), played()
    for line in (*one.lines, *two.lines):
        line.pop("created", None)
    assert one.lines == two.lines


def test_every_line_keeps_to_its_model() -> None:
    for seats in (2, 3):
        match, memory = played(seats)
        models = [LINES[FORMAT].validate_python(line) for line in memory.lines]
        assert [type(model).__name__ for model in models] == [
            "Header",
            "Start",
            *["MoveLine"] * len(match.moves),
            "End",
        ]


def test_a_line_is_written_before_its_move_can_be_seen() -> None:
    memory = Memory()
    match = memory.match = new_match(memory)
    rng = Random(1)
    while not match.over:
        before, lines = (len(match.moves), match.event_count), len(memory.lines)
        step(match, rng)
        assert len(memory.lines) > lines
        assert set(memory.shown) == {before}
        memory.shown.clear()


def test_a_match_whose_line_cannot_be_kept_has_not_moved() -> None:
    memory = Memory()
    match = play_on(new_match(memory), moves=5)
    before = (match.moves[:], match.event_count, match.observe(0), match.mover)

    def refuse(*lines: Mapping[str, Any]) -> None:
        raise KeyboardInterrupt

    memory.append = refuse  # type: ignore[method-assign]
    with pytest.raises(KeyboardInterrupt):
        match.play(match.mover, match.legal()[0])
    assert (match.moves, match.event_count, match.observe(0), match.mover) == before


def test_deals_draws_and_the_first_dealer_follow_from_seed_and_cuts() -> None:
    cuts = ["seven ravens", "", " Zoë "]
    for seats in (2, 3):
        match = new_match(seats=seats, seed=7)
        match.cut(cuts[:seats])
        play_on(match)
        chance = FairChance(mixed(bytes([7] * 32), match.cuts))
        assert "first_dealer" not in match.options
        assert match.moves[0].do == f"dealer {chance.rng_for('dealer', 1).below(seats)}"
        deals = [move.do for move in match.moves if move.do.startswith("deal ")]
        for number, deal in enumerate(deals, 1):
            state = GAME.new_state(seats, first_dealer=0)
            assert deal == GAME.encode_chance(state.sample_chance(chance.rng_for("deal", number)))
        assert len(deals) > 1


def test_the_way_a_round_is_played_does_not_change_the_next_deal() -> None:
    decks = set()
    for rng in range(5):
        match = play_on(new_match(goal=999), seed=rng)
        decks.add(tuple(move.do for move in match.moves if move.do.startswith("deal "))[:3])
    assert len(decks) == 1


def test_what_is_secret_is_shown_when_the_match_is_over() -> None:
    match = new_match()
    assert match.commitment == commitment(bytes([1] * 32), match.game_id)
    rng = Random(1)
    while not match.over:
        assert match.seed is None
        assert match.deal_code is None
        step(match, rng)
    assert match.seed == bytes([1] * 32)
    assert match.deal_code is not None
    assert parse_deal_code(match.deal_code) == mixed(bytes([1] * 32))


def test_without_a_seed_the_system_draws_one() -> None:
    assert Match(GAME, SEATS[:2]).commitment != Match(GAME, SEATS[:2]).commitment


def test_a_deal_code_deals_the_same_cards_and_commits_to_nothing() -> None:
    first = play_on(new_match(goal=60), seed=1)
    again = play_on(new_match(deals=first.deal_code, goal=60), seed=2)
    assert again.commitment is None
    assert again.seed is None
    assert again.options == first.options
    deals = [[move.do for move in match.moves if move.do.startswith("deal ")] for match in (first, again)]
    common = min(map(len, deals))
    assert common
    assert deals[0][:common] == deals[1][:common]
    with pytest.raises(ValueError, match="cut"):
        new_match(deals=first.deal_code).cut(["a"])
    with pytest.raises(ValueError, match="not more than one"):
        Match(GAME, SEATS[:2], seed=bytes(32), deals=first.deal_code)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_the_same_deals_again_and_turned(seats: int, turn: int) -> None:
    first = play_on(new_match(seats=seats, goal=30))
    again = first.again(rotate_by=turn)
    assert again.options["goal"] == 30
    once_more = new_match(seats=seats, goal=30)
    for match in (again, once_more):
        match.advance()
        match.advance()
    for seat in range(seats):
        assert again.observe(seat).hand == once_more.observe(seat).hand
        mine = [other.name for other in first.seats].index(again.seats[seat].name)
        assert seat == (mine - turn) % seats
    with pytest.raises(ValueError, match="over"):
        again.again()


def test_cuts_come_once_and_before_the_first_card() -> None:
    match = new_match()
    assert match.can_cut
    with pytest.raises(ValueError, match="2 seats can't cut 3 times"):
        match.cut(["a", "b", "c"])
    with pytest.raises(ValueError, match="at most 200"):
        match.cut(["a" * 201])
    with pytest.raises(ValueError, match="doesn't know the character"):
        match.cut(["\ud800"])
    match.cut([" a ", ""])
    assert match.cuts == ("a", "")
    assert not match.can_cut
    with pytest.raises(ValueError, match="already cut or fixed"):
        match.cut(["b"])
    dealt = new_match()
    dealt.advance()
    assert not dealt.can_cut


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("code", [False, True])
def test_a_replay_comes_to_the_same_point(seats: int, code: bool) -> None:
    deals = play_on(new_match(seats=seats, goal=5)).deal_code if code else None
    options: dict[str, Any] = {"deals": deals} if code else {}
    match, memory = played(seats, edition="dutch", goal=25, **options)
    record = memory.record()
    again = replayed(record)
    assert again.moves == match.moves
    assert again.options == match.options
    assert again.story() == match.story()
    assert [again.news(seat) for seat in range(-1, seats)] == [match.news(seat) for seat in range(-1, seats)]
    for count in (0, 1, 17, len(match.moves) - 1):
        part = replayed(record, count)
        assert part.moves == match.moves[:count]
        assert not part.over
        for seat in range(-1, seats):
            assert part.observe(seat) == match.observe(seat, count)
            assert part.news(seat) == match.news(seat)[: match.event_count_before(count)]
        assert part.legal() == match.legal(count)


@pytest.mark.second
def test_a_resumed_match_goes_on_where_it_stood(tmp_path: Path) -> None:
    straight = play_on(new_match(seed=3), seed=3)
    rng = Random(3)
    storage = Storage(tmp_path, tmp_path)
    journal = storage.new_journal()
    match = new_match(journal, seed=3)
    while not match.over:
        step(match, rng)
        if len(match.moves) % 20 == 0:
            told = match.event_count
            journal.close()
            match, journal = resumed(storage, journal.path)
            assert match.event_count == told
    assert match.moves == straight.moves
    record = journal.read()
    journal.close()
    assert record.fold.resumes == len(match.moves) // 20
    assert record.end is not None
    assert record.end.scores == list(match.observe(NOBODY).scores)
    finished = journal.path.read_bytes()
    match, journal = resumed(storage, journal.path)
    journal.close()
    assert match.over
    assert journal.path.read_bytes() == finished


def test_an_end_that_was_not_written_is_written_on_resuming(tmp_path: Path) -> None:
    path = kept(tmp_path, goal=10)
    data = path.read_bytes()
    path.write_bytes(b"".join(data.splitlines(keepends=True)[:-1]))
    match, journal = resumed(Storage(tmp_path, tmp_path), path)
    journal.close()
    assert match.over
    assert journal.read().end is not None


def test_a_match_can_be_resumed_before_its_first_card(tmp_path: Path) -> None:
    storage = Storage(tmp_path, tmp_path)
    journal = storage.new_journal()
    match = new_match(journal)
    journal.close()
    again, journal = resumed(storage, journal.path)
    assert again.commitment == match.commitment
    again.cut(["a", "b"])
    again.advance()
    journal.close()
    third, journal = resumed(storage, journal.path)
    journal.close()
    assert third.cuts == ("a", "b")
    assert third.moves == again.moves


# What a replay catches, even where somebody made all hashes fit again


def changed(lines: list[dict[str, Any]], number: int, name: str, value: Any) -> Any:
    """Return the record with one thing changed."""
    bodies = [dumps({**line, name: value} if at == number else line) for at, line in enumerate(lines)]
    return parse(bodies, "memory")


@pytest.mark.parametrize("stride", tiers(now=61, second=5, slow=1))
def test_any_changed_byte_of_seed_cut_deal_or_move_is_caught(stride: int) -> None:
    memory = Memory()
    match = new_match(memory, goal=1)
    match.cut(["ab", ""])
    play_on(match)
    assert match.over
    proved = {"commitment", "seed", "cuts", "do", "by", "n", "state", "next", "progress", "scores", "returns", "id"}
    tried = 0
    for number, line in enumerate(memory.lines):
        for name in sorted(proved & set(line)):
            text = json.dumps(line[name])
            for at in range(number % min(stride, len(text)), len(text), stride):
                for other in ("7", "x"):
                    try:
                        value = json.loads(text[:at] + other + text[at + 1 :])
                    except ValueError:
                        continue
                    if value == line[name]:
                        continue
                    tried += 1
                    with pytest.raises(Damaged) as caught:
                        replayed(changed(memory.lines, number, name, value))
                    place = caught.value.line
                    assert place <= 4 if number < 2 else place == number + 1
    assert tried > 3500 / stride


@pytest.mark.second
def test_another_move_that_was_allowed_is_caught_by_the_position() -> None:
    _, memory = played(moves=20)
    for number, line in enumerate(memory.lines):
        if line.get("by", -1) < 0:
            continue
        before = replayed(memory.record(), line["n"])
        for action in before.legal():
            do = GAME.encode(action)
            if do != line["do"]:
                with pytest.raises(Damaged, match=f"line {number + 1}: The position after this move"):
                    replayed(changed(memory.lines, number, "do", do))


def test_missing_doubled_and_swapped_lines_are_caught() -> None:
    _, memory = played(goal=10)
    bodies = [dumps(line) for line in memory.lines]
    for number in range(len(bodies) - 1):
        for wrong in (
            bodies[:number] + bodies[number + 1 :],
            bodies[: number + 1] + bodies[number:],
            [*bodies[:number], bodies[number + 1], bodies[number], *bodies[number + 2 :]],
        ):
            with pytest.raises(Damaged):
                replayed(parse(wrong, "memory"))
    with pytest.raises(Damaged):
        replayed(parse([*bodies, bodies[-1]], "memory"))


@pytest.mark.second
def test_a_message_about_damage_names_no_card() -> None:
    _, memory = played(moves=30)
    cards = set(CARD_CODES)
    for number, line in enumerate(memory.lines):
        for name, value in (("do", "play H"), ("do", 3), ("state", "0" * 16), ("n", 99), ("by", 7), ("by", "B7")):
            if name in line and line[name] != value:
                with pytest.raises(RecordError) as caught:
                    replayed(changed(memory.lines, number, name, value))
                assert not cards & set(str(caught.value).replace(":", " ").replace(",", " ").split())


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("format", 5, "is in format 5, and this program reads up to 4"),
        ("game", "chess", "This program has no game 'chess'"),
        ("rules", 9, "This match has version 9 of the rules of Herrlof, this program version 1"),
        ("options", {"goal": 0}, "goal"),
        ("options", {"colour": "red"}, "colour"),
        ("seats", [{"name": "Anna", "bot": None, "how": "here"}], "seats"),
        (
            "seats",
            [{"name": "Anna", "bot": "rules", "how": "here"}] * 2,
            "a seat is here, elsewhere, a bot with its key",
        ),
        ("branch", {"id": "a/b", "n": 3}, "branch.id doesn't fit the format"),
        ("seed", None, "There's neither a seed nor a deal code"),
        ("commitment", "0" * 64, "The seed doesn't fit the commitment"),
        ("deals", "61E1-YH00-D6PT-VWXK-6M1B-FAM4-9T7G", "not more than one"),
    ],
)
def test_a_header_that_cannot_be_used_is_refused_in_a_sentence(name: str, value: Any, sentence: str) -> None:
    _, memory = played(moves=3)
    with pytest.raises(RecordError, match=sentence):
        replayed(changed(memory.lines, 0, name, value))


# What stays secret


def test_public_moves_hide_what_their_events_hide() -> None:
    match, _ = played(3, moves=120)
    assert not match.over
    for true, public in zip(match.moves, match.public_moves(), strict=True):
        secret = true.by == CHANCE or true.do.split(" ")[0] in ("predict", "discard", "return")
        assert public == (true._replace(do=true.do.split(" ")[0]) if secret else true)
    assert match.story() == match.news(-1)
    over, _ = played(goal=5)
    assert over.public_moves() == over.moves


def test_a_bot_gets_a_generator_that_is_fixed_but_tells_nothing() -> None:
    match = new_match()
    assert match.bot_rng(1).random() == new_match().bot_rng(1).random()
    assert match.bot_rng(0).random() != match.bot_rng(1).random()
    match.advance()
    assert match.bot_rng(1).random() != new_match().bot_rng(1).random()
    assert type(match.bot_rng(1)) is Random


def test_nothing_that_seats_observe_depends_on_the_seed_beyond_the_deal() -> None:
    match = new_match()
    hexes = (bytes([1] * 32).hex(), mixed(bytes([1] * 32)).hex())
    play_on(match, moves=10)
    for text in (repr(match), *map(repr, map(match.observe, (-1, 0, 1))), repr(match.news(0))):
        assert not any(secret in text for secret in hexes)


def test_moves_that_are_not_allowed_leave_no_line() -> None:
    memory = Memory()
    match = play_on(new_match(memory), moves=3)
    lines = len(memory.lines)
    other = 1 - match.mover
    for seat, action in ((other, "play B7"), (match.mover, "predict 99"), (match.mover, "play B7 ")):
        error = IllegalAction if seat == other else InvalidAction
        with pytest.raises(error):
            match.play(seat, action)
    with pytest.raises(IllegalAction, match=r"predict a number of tricks \(R5\), not 'play B7'"):
        match.play(match.mover, "play B7")
    with pytest.raises(InvalidAction, match="'sing' isn't a move of Herrlof"):
        match.play(match.mover, "sing")
    with pytest.raises(IllegalAction, match="there's nothing to deal now"):
        match.advance()
    assert len(memory.lines) == lines


def test_playing_and_saving_import_no_models() -> None:
    """The first frame must not wait for pydantic."""
    code = (
        "import sys, tempfile, pathlib\n"
        "from tests.disks import kept\n"
        "from herrlof.records.storage import Storage\n"
        "folder = pathlib.Path(tempfile.mkdtemp())\n"
        "kept(folder, 20)\n"
        "storage = Storage(folder, folder)\n"
        "assert storage.newest_unfinished().moves == 20\n"
        "storage.settings.save(storage.settings.load()[0])\n"
        "assert not {'pydantic', 'textual'} & set(sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[2])


def test_a_kept_record_is_read_line_by_line(tmp_path: Path) -> None:
    path = kept(tmp_path, 12)
    record = parse(read_lines(path), str(path))
    assert [line.model_dump(exclude_unset=True) for line in record.parsed] == list(record.lines)
    assert [line["n"] for line in record.lines if "do" in line] == [move.n for move in record.moves] == [*range(12)]
    assert record.line_number("start") == 2
    assert record.header.seats[0].name == Seat("Anna").name
