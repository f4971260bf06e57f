"""Programs in seats: whole matches, what they may do wrong, and how they are certified."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from herrlof.cli.main import main
from herrlof.game import CHANCE, NOBODY
from herrlof.games import GAMES
from herrlof.records.names import PROGRAM, Seat
from herrlof.records.storage import Storage, read_record
from herrlof.seats.certify import Certifier, Scenario, Step, certify, other_world
from herrlof.seats.program import Program, parse_command, program_name
from herrlof.seats.seat_store import keep_programs, kept_players, load_seats
from herrlof.table.commands import Play
from herrlof.table.connection import MomentKind
from herrlof.table.match import Match
from herrlof.table.resume import replayed
from herrlof.table.table import Table
from herrlof.table.verify import proofs
from tests.games.herrlof.naive import NaiveMatch

EXAMPLE = [sys.executable, str(Path(__file__).parents[2] / "examples" / "seat_program.py")]
SHORT: dict[str, dict[str, Any]] = {"herrlof": {"goal": 1}, "how-ruck": {"goal": 1}, "herfor": {"size": 5}}

Write = Callable[[str], list[str]]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Return what writes a program; it can `say` lines, `hear` the next one, and `play` the first legal action."""
    begin = """
        import json, os, sys, time
        def say(**line):
            print(json.dumps(line), flush=True)
        def hear(kind=None):
            while True:
                line = json.loads(sys.stdin.readline())
                if line["type"] == kind or kind is None:
                    return line
        def play(ask, do=None):
            say(type="move", id=ask["id"], do=do or ask["legal"][0])
        def greet(**more):
            hello = hear("hello")
            say(type="hello", protocol=2, **more)
            return hello
        """

    def written(code: str) -> list[str]:
        path = tmp_path / "bot.py"
        path.write_text(textwrap.dedent(begin) + textwrap.dedent(code))
        return [sys.executable, str(path)]

    return written


def table_with(storage: Storage, key: str, command: list[str], seconds: float = 10.0, **options: Any) -> Table:
    """Return a table where Anna plays against a program."""
    players = {1: Program(command, "Mybot", seconds)}
    seats = [Seat("Anna"), Seat("Mybot", None, PROGRAM)]
    table = Table.new(storage, GAMES[key], seats, players=players, **{**SHORT.get(key, {}), **options})
    table.pace = 0
    return table


async def played(table: Table, most: int = 10_000) -> None:
    """Play to the end of the match, or so many moves of Anna's."""
    table.start()
    place, rng = table.join([0]), Random(5)
    while (stop := await place.next()).kind is not MomentKind.MATCH_END and most:
        if stop.kind is MomentKind.ASK:
            most -= 1
            table.send(0, Play(rng.choice(table.view(0).legal)))
    place.leave()
    table.close()


@pytest.mark.parametrize("key", [*GAMES])
async def test_a_whole_match_against_a_program(key: str, storage: Storage) -> None:
    table = table_with(storage, key, EXAMPLE)
    await played(table)
    assert table.over
    assert table.trouble is None
    match = replayed(read_record(table.path))
    assert not match.seat_changes
    assert match.seats[1].how == PROGRAM


def refusals(table: Table) -> list[str]:
    """Return why answers of the program were refused."""
    (player,) = table.players.values()
    assert isinstance(player, Program)
    return player.refused


@pytest.mark.parametrize(
    ("code", "said", "seconds"),
    [
        ("", "Mybot has ended", 20),
        ("hear(); say(type='hello', protocol=7)", "Mybot speaks version 7 of the seat protocol, and", 20),
        ("hear(); print('hello', flush=True); time.sleep(9)", "no line of JSON", 20),
        ("hear(); time.sleep(9)", "Mybot didn't say hello", 0.3),
        ("greet(); time.sleep(9)", "Mybot took more than 1.5 seconds", 1.5),
        ("greet(); play(hear('ask')); sys.exit(1)", "Mybot has ended", 20),
        ("greet(); print('x' * 70000, end='', flush=True); time.sleep(9)", "three answers that meant nothing", 20),
        ("greet(); a = hear('ask'); [play(a, 'play Z9') for _ in range(3)]; time.sleep(9)", "three answers", 20),
        ("greet()\nwhile True: say(type='pong')", "three answers that meant nothing", 20),
        ("greet(); os.close(0); print('[' * 60000, flush=True); time.sleep(9)", "Mybot has ended", 20),
    ],
)  # fmt: skip
async def test_a_bot_plays_on_for_a_program_that_cannot(
    code: str, said: str, seconds: float, write: Write, storage: Storage
) -> None:
    """It is said at the table, stands in the record and is told by `verify`; nothing else is any different."""
    table = table_with(storage, "herald", write(code), seconds)
    await played(table, 8)
    assert table.trouble is not None
    assert re.search(said, table.trouble)
    assert table.trouble.endswith(": the bot Rules plays on")
    record = read_record(table.path)
    match = replayed(record)
    assert [change[1:] for change in match.seat_changes] == [(1, "rules")]
    assert any("the bot rules stood in for Mybot" in line for line in proofs(record, match))


async def test_a_move_that_is_refused_is_asked_again_with_the_rule(
    write: Write, storage: Storage, tmp_path: Path
) -> None:
    heard = tmp_path / "heard"
    code = f"""
        greet()
        ask = hear("ask")
        play(ask, "play GK" if "play GK" not in ask["legal"] else "play SK")
        open({str(heard)!r}, "w").write(json.dumps(hear("refused")))
        while True:
            play(ask)
            ask = hear("ask")
        """
    table = table_with(storage, "herald", write(code))
    await played(table, 3)
    assert table.trouble is None
    refused = json.loads(heard.read_text())
    assert (refused["rule"][0], refused["of"]) == ("H", "move")
    assert len(refusals(table)) == 1


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("ends", [False, True])
async def test_what_a_program_starts_ends_with_it(
    apart: bool, ends: bool, write: Write, storage: Storage, tmp_path: Path
) -> None:
    """In a session of its own too, and though the program has ended before."""
    child = tmp_path / "child"
    code = f"""
        greet()
        import subprocess
        made = subprocess.Popen(["sleep", "60"], start_new_session={apart}, stdout=subprocess.DEVNULL)
        open({str(child)!r}, "w").write(str(made.pid))
        while not {ends}: play(hear("ask"))
        """
    await played(table_with(storage, "herald", write(code)), 2)
    state = Path(f"/proc/{child.read_text()}/stat")
    while state.exists() and state.read_text().split()[2] not in "ZX":  # it is killed, and the system takes its time
        await asyncio.sleep(0.01)


async def test_a_match_is_taken_up_with_its_program(write: Write, storage: Storage) -> None:
    table = table_with(storage, "herald", EXAMPLE)
    keep_programs(storage, table)
    await played(table, 2)
    again = Table.resume(storage, table.path, kept_players(storage, table.path))
    again.pace = 0
    await played(again)
    assert again.over
    assert again.trouble is None
    assert not replayed(read_record(again.path)).seat_changes
    swapped = again.again(storage, 1)
    assert [seat.name for seat in swapped.seats] == ["Mybot", "Anna"]
    assert swapped.players == {0: again.players[1]}
    swapped.close()
    storage.delete(table.path)
    assert not storage.beside(table.path).exists()
    assert load_seats(storage, table.path).programs == {}


async def test_without_its_program_a_seat_is_played_by_a_bot(storage: Storage) -> None:
    table = Table.new(storage, GAMES["herald"], [Seat("Anna"), Seat("Mybot", None, PROGRAM)])
    table.pace = 0
    await played(table, 3)
    assert table.trouble == "Mybot isn't started here: the bot Rules plays on"


async def test_a_program_that_can_is_asked_what_moves_are_worth(write: Write, storage: Storage) -> None:
    code = """
        greet(judge=True)
        while True:
            line = hear()
            if line["type"] == "ask":
                play(line)
            elif line["type"] == "judge":
                say(type="values", id=line["id"], values={code: [n, 0.5] for n, code in enumerate(line["legal"])})
        """
    table = table_with(storage, "herald", write(code))
    table.start()
    (program,) = table.players.values()
    assert isinstance(program, Program)
    place = table.join([0])
    while (await place.next()).kind is not MomentKind.ASK:
        pass
    view = table.view(0)
    values = await program.judge(view, 10)
    assert program.judges
    assert values == {table.game.encode(action): (n, 0.5) for n, action in enumerate(view.legal)}
    table.close()


def test_commands() -> None:
    assert parse_command("./my bot --fast 'a b'") == ["./my", "bot", "--fast", "a b"]
    assert program_name(["python3", "bots/clever.py", "-x"]) == "clever"
    assert program_name(["./mybot", "--fast"]) == "mybot"
    for text, said in (("'", "quotation mark"), ("  ", "needs a command")):
        with pytest.raises(ValueError, match=said):
            parse_command(text)


def test_play_names_what_is_wrong_with_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["play", "herald", "--seat", "Anna", "--seat", "program:'"])
    assert "a quotation mark is missing" in capsys.readouterr().err


# Certified


HONEST = (
    "rng = __import__('random').Random(greet()['seed'])\nwhile True: a = hear('ask'); play(a, rng.choice(a['legal']))"
)
MOODY = "greet()\nwhile True: a = hear('ask'); play(a, a['legal'][hash(os.urandom(4)) % len(a['legal'])])"
PEEKING = """
    from pathlib import Path
    folder = Path(os.environ["HERRLOF_DATA_DIR"]) / "games"
    greet()
    while True:
        ask = hear("ask")
        newest = max(folder.glob("*.herrlof"), key=lambda path: path.stat().st_mtime_ns)
        deal = [line for line in newest.read_text().splitlines() if '"do":"deal ' in line][-1].split('"do":"')[1]
        play(ask, ask["legal"][sum(deal.split('"')[0].encode()[::3]) % len(ask["legal"])])
    """


@pytest.mark.second
@pytest.mark.parametrize("code", [HONEST, MOODY, PEEKING], ids=["honest", "moody", "peeking"])
async def test_who_looks_at_the_record_is_not_certified(code: str, write: Write, tmp_path: Path) -> None:
    storage = Storage()
    said: list[str] = []
    pairs = 3 if code is HONEST else 30  # the worlds differ each time: in a few of them two answers may be the same
    certified = await certify(Certifier(storage, GAMES["herald"], write(code), "Bot", 2, 1), pairs, said.append)
    assert certified is (code is HONEST)
    assert storage.count() == 0
    if code is MOODY:
        assert "does not repeat itself" in said[-1]
    elif code is PEEKING:
        assert "two worlds that its seat cannot tell apart, and two answers" in said[-1]
    else:
        assert "not proved: that it never looks" in said[-1]


@pytest.mark.second
def test_a_world_that_is_told_alike_draws_every_card_from_where_it_is() -> None:
    game, exchanged = GAMES["herrlof"], 0
    for seed in range(16):
        rng, chance, steps = Random(seed), list[str](), list[Step]()
        match = Match(game, [Seat("Anna"), Seat("Ben"), Seat("Cleo")], seed=bytes([seed] * 32))
        while not any(do.startswith("blind") for do in chance) and not match.over:
            mover = match.mover
            if mover == CHANCE:
                match.advance()
                chance.append(match.moves[-1].do)
            else:
                legal = match.legal()
                steals = [action for action in legal if game.encode(action).startswith("steal")]
                match.play(mover, rng.choice(steals or legal))
            steps.append(Step(mover, match.moves[-1].do))
        for seat in range(3):
            world, changes = other_world(game, 3, seat, Scenario(tuple(chance), tuple(steps)), rng)
            exchanged += changes
            dealer, *left = world.chance
            naive = NaiveMatch(3, "english", match.options["goal"], int(dealer.split()[1]))
            for by, do in steps[1:]:
                if by == CHANCE:
                    naive.chance(left.pop(0))  # fails where a hand lacks what is drawn from it
                else:
                    naive.do(do)
    assert exchanged > 40


@pytest.mark.second
@pytest.mark.parametrize("key", [key for key, game in GAMES.items() if game.hidden])
async def test_the_example_is_certified_in_every_game_that_hides_something(key: str, storage: Storage) -> None:
    said: list[str] = []
    assert await certify(Certifier(storage, GAMES[key], EXAMPLE, "Bot", 2, 1), 10, said.append), said


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["program:x", "--game", "chess"], "no game 'chess'"),
        (["program:x", "--game", "herfor"], "Herfor hides nothing"),
        (["x", "--game", "herald"], "program is named as in"),
        (["program:/no/such", "--game", "herald", "--pairs", "1"], "such can't be started"),
        (["program:x", "--game", "herald", "--seats", "9"], "no matches with 9 seats"),
    ],
)
def test_certify_says_what_is_wrong(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["certify", *words])
    assert said in capsys.readouterr().err


def test_a_face_of_nobody_sees_no_program(storage: Storage) -> None:
    table = table_with(storage, "herald", EXAMPLE)
    assert table.people == table.here == [0]
    with pytest.raises(ValueError, match="no person sits in seat 1"):
        table.join([1])
    assert table.view(NOBODY).seat == NOBODY
    table.close()
