"""Two toys go through everything that is general: a match needs nothing of a game but the contract."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from herrlof.game import CHANCE, NOBODY, IllegalAction, InvalidAction
from herrlof.games import GAMES
from herrlof.records.errors import Damaged
from herrlof.records.journal import Journal
from herrlof.records.lines import scan
from herrlof.records.storage import SUFFIX, Storage, read_lines, read_record
from herrlof.table.match import Match, Seat
from herrlof.table.repair import repair
from herrlof.table.resume import replayed
from tests.disks import SEATS, HookedDisk, Memory, kept, new_match, play_on, resumed, rewritten, step
from tests.tiers import later

TOYS: list[tuple[str, int, dict[str, Any]]] = [
    ("nim", 2, {}),
    ("nim", 4, {"stones": 30, "misere": True}),
    ("kuhn", 2, {}),
    ("kuhn", 2, {"coin": "clock"}),
]
every_toy = pytest.mark.parametrize(("key", "seats", "options"), TOYS, ids=str)
pytestmark = pytest.mark.usefixtures("toys")


def toy_match(journal: Any, key: str, seats: int, options: dict[str, Any]) -> Match:
    names = [*SEATS, Seat("Dag")][:seats]
    seed: dict[str, Any] = {"seed": bytes(32)} if GAMES[key].chance else {}
    return Match(GAMES[key], names, journal=journal, **seed, **options)


def recorded(storage: Storage, key: str, seats: int, options: dict[str, Any], moves: int = 9999) -> tuple[Match, Path]:
    journal = storage.new_journal()
    match = play_on(toy_match(journal, key, seats, options), moves=moves)
    journal.close()
    return match, journal.path


@every_toy
def test_a_match_ends_and_is_replayed(key: str, seats: int, options: dict[str, Any], storage: Storage) -> None:
    match, path = recorded(storage, key, seats, options)
    assert match.over
    assert sum(match.returns()) == pytest.approx(1)
    again = replayed(read_record(path))
    assert again.moves == match.moves
    assert again.story() == match.story()
    assert again.scores == match.scores


@pytest.mark.second
@every_toy
def test_a_match_is_taken_up_after_every_line(key: str, seats: int, options: dict[str, Any], storage: Storage) -> None:
    """As if the program had been killed there, and with any part of the next line written."""
    whole, path = recorded(storage, key, seats, options)
    data = path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(data) if byte == 10]
    for end, following in zip(ends, [*ends[1:], ends[-1]], strict=True):
        for part in {end, (end + following) // 2, max(end, following - 1)}:
            path.write_bytes(data[:part])
            match, journal = resumed(storage, path)
            assert match.moves == whole.moves[: len(match.moves)]
            assert len(match.moves) == sum(b'"do":' in line for line in data[:end].splitlines())
            play_on(match)
            journal.close()
            assert match.over
            again = read_record(path)
            assert again.end is not None
            assert replayed(again).moves == match.moves


@pytest.mark.parametrize("key", later(["nim", "kuhn"], now=["nim"]))
def test_a_real_kill_at_every_write_loses_nothing_that_was_shown(key: str, tmp_path: Path) -> None:
    straight = play_on(new_match(game=GAMES[key]))
    storage = Storage(tmp_path, tmp_path)
    storage.games.mkdir(parents=True)
    call = 0
    while True:
        path = storage.games / f"{call}{SUFFIX}"
        shown, killed = killed_at(call, path, key)
        data = path.read_bytes() if path.exists() else b""
        if b"\n" in data:
            match, journal = resumed(storage, path)
            journal.close()
            assert len(match.moves) >= shown
            assert match.moves == straight.moves[: len(match.moves)]
        else:
            assert not shown
        call += 1
        if not killed:
            break
    assert shown == len(straight.moves)
    assert call > 2 * shown


def killed_at(call: int, path: Path, key: str) -> tuple[int, bool]:
    """Let a process be killed at this write or sync; return how many moves it showed, and whether it was killed."""
    ours, theirs = os.pipe()
    pid = os.fork()
    if pid == 0:
        left = call

        def before(name: str) -> None:
            nonlocal left
            if name in ("write", "sync", "sync_folder"):
                if not left:
                    os.kill(os.getpid(), signal.SIGKILL)
                left -= 1

        try:
            match = new_match(Journal(path, HookedDisk(before)), game=GAMES[key])
            rng = Random(1)
            while not match.over:
                step(match, rng)
                os.write(theirs, b".")
        finally:
            os._exit(0)
    os.close(theirs)
    shown = b""
    while part := os.read(ours, 4096):
        shown += part
    os.close(ours)
    _, status = os.waitpid(pid, 0)
    return len(shown), status == signal.SIGKILL


def update(lines: list[dict[str, Any]], number: int, change: dict[str, Any]) -> None:
    lines[number].update(change)


def wrong_lines(lines: list[dict[str, Any]]) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(lines):
        for name in {"by", "do", "n", "state", "next", "progress", "scores", "returns", "seed", "cuts"} & set(line):
            value = line[name]
            other: Any = {"by": 9, "n": 99, "next": 9, "do": "sing", "progress": {"odd": 1}}.get(name, ["odd"])
            if isinstance(value, str) and name != "do":
                other = "0" * len(value) if set(value) != {"0"} else "1" * len(value)
            if isinstance(value, list):
                other = [3.0] * (len(value) + 1) if name != "cuts" else ["odd"]
            yield number, {name: other}


@pytest.mark.second
@every_toy
def test_whatever_is_changed_in_a_record_is_found(
    key: str, seats: int, options: dict[str, Any], storage: Storage
) -> None:
    _, path = recorded(storage, key, seats, options)
    data, lines = path.read_bytes(), read_record(path).lines
    tried = 0
    for number, change in wrong_lines(list(lines)):
        if key == "nim" and "cuts" in change:
            continue  # they are mixed into nothing
        rewritten(path, partial(update, number=number, change=change))
        with pytest.raises(Damaged):
            replayed(read_record(path))
        path.write_bytes(data)
        tried += 1
    assert tried > 40


@every_toy
def test_a_damaged_record_is_repaired(key: str, seats: int, options: dict[str, Any], storage: Storage) -> None:
    _, path = recorded(storage, key, seats, options)
    lines = read_lines(path)
    rewritten(path, lambda there: there[4].update(state="0" * 16))
    repaired = repair(path)
    assert repaired is not None
    copy, number, damage = repaired
    assert (number, damage.line) == (4, 5)
    assert read_lines(copy) == lines[:4]
    match, journal = resumed(storage, copy)
    play_on(match)
    journal.close()
    assert scan(copy.read_bytes()).damage is None


# What the games say about themselves


def test_where_there_is_no_chance_there_is_no_commitment_no_cut_and_no_deal_code() -> None:
    nim = GAMES["nim"]
    match = Match(nim, SEATS[:2])
    assert (match.commitment, match.can_cut, match.seed, match.deal_code) == (None, False, None, None)
    with pytest.raises(ValueError, match="The cards are already cut or fixed"):
        match.cut(["a"])
    for more in ({"seed": bytes(32)}, {"deals": "46V3-XXMS-TK2Q-98XG-3859-87VT-QR89"}):
        with pytest.raises(ValueError, match="Nim leaves nothing to chance: there's no seed and no deal code"):
            Match(nim, SEATS[:2], **more)
    play_on(match)
    assert match.deal_code is None
    again = match.again(rotate_by=1)
    assert [seat.name for seat in again.seats] == ["Zoë", "Anna"]
    assert again.options == match.options
    assert match.public_moves() == match.moves


def test_two_matches_without_chance_have_bots_with_other_generators() -> None:
    one, two = Match(GAMES["nim"], SEATS[:2]), Match(GAMES["nim"], SEATS[:2])
    assert one.bot_rng(0).random() != two.bot_rng(0).random()
    assert one.bot_rng(0).random() == one.bot_rng(0).random()


def test_the_table_supplies_what_is_measured_and_nothing_else() -> None:
    kuhn = GAMES["kuhn"]
    match = Match(kuhn, SEATS[:2], seed=bytes(32), coin="clock")
    assert match.measured_kind == "coin"
    with pytest.raises(IllegalAction, match="the table has to measure this: coin"):
        match.advance()
    for wrong in ("", "coin", "coin 2", "deal J Q", "race 1"):
        with pytest.raises(InvalidAction):
            match.advance(wrong)
    assert not match.moves
    assert match.sample_measured(Random(1)) in ("coin 0", "coin 1")
    match.advance("coin 1")
    assert match.moves[0].do == "coin 1"
    assert match.measured_kind == ""
    with pytest.raises(IllegalAction, match="the table cannot measure this: deal"):
        match.advance("deal J Q")
    match.advance()
    with pytest.raises(IllegalAction, match="the seats move one after the other here"):
        match.simultaneous_turn(0)


def test_what_is_measured_moves_no_deal() -> None:
    """The deals follow from the seed alone, whatever the clock said before."""
    deals = []
    for coin in ("none", "coin 0", "coin 1"):
        match = Match(GAMES["kuhn"], SEATS[:2], seed=bytes(32), coin="none" if coin == "none" else "clock")
        if coin != "none":
            match.advance(coin)
        play_on(match, seed=3)
        deals.append([move.do for move in match.moves if move.do.startswith("deal ")])
    assert deals[0] == deals[1] == deals[2]
    assert len(deals[0]) == 3


def test_hidden_cards_are_hidden_in_what_is_public() -> None:
    match = play_on(new_match(game=GAMES["kuhn"]), moves=2)
    assert [move.do for move in match.public_moves()] == ["deal", match.moves[1].do]
    assert match.observe(NOBODY).card is None
    assert {match.observe(seat).card for seat in (0, 1)} <= {0, 1, 2}
    cards = [event for event in match.news(1) if event.kind == "got"]
    assert [bool(event.values) for event in cards] == [False, True]


def test_round_facts_and_half_points_of_a_toy() -> None:
    match = play_on(new_match(game=GAMES["kuhn"], rounds=9))
    facts = match.game.round_facts(match.observe(NOBODY))
    assert len(facts) == 9
    points = [sum(fact["points"][seat] for fact in facts) for seat in (0, 1)]
    assert match.scores == tuple(point / 2 for point in points)
    assert GAMES["nim"].round_facts(play_on(new_match(game=GAMES["nim"])).observe(NOBODY)) == ()


def test_options_are_settled_by_the_game() -> None:
    assert Match(GAMES["nim"], SEATS, misere=None).options == {"stones": 15, "misere": False}
    for wrong, sentence in (
        ({"stones": 4}, "The option stones of Nim is 5 to 30, not 4"),
        ({"misere": 1}, "The option misere of Nim is no or yes, not 1"),
        ({"edition": "dutch"}, "Nim has no option 'edition': it has stones and misere"),
    ):
        with pytest.raises(ValueError, match=sentence):
            Match(GAMES["nim"], SEATS[:2], **wrong)
    with pytest.raises(ValueError, match="Nim is for 2 to 4 seats, not 1"):
        Match(GAMES["nim"], SEATS[:1])


def test_a_game_that_is_gone_is_refused_by_name(storage: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    path = kept(storage.data, game=GAMES["nim"])
    monkeypatch.delitem(GAMES, "nim")
    with pytest.raises(ValueError, match="This program has no game 'nim'"):
        replayed(read_record(path))


def test_every_line_of_a_toy_keeps_to_the_models() -> None:
    for key, seats, options in TOYS:
        memory = Memory()
        match = play_on(toy_match(memory, key, seats, options))
        record = memory.record()
        assert [move.do for move in record.moves] == [move.do for move in match.moves]
        assert record.moves[0].by == (CHANCE if key == "kuhn" else 0)
