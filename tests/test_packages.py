"""Games and bots of other packages: found without a price, imported when asked for, named with what is wrong."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from herrlof import bots, games, packages
from herrlof.bots.worker import Worker
from herrlof.child.asking import Asked
from herrlof.child.process import Child
from herrlof.cli.main import main
from herrlof.coach.lessons import lessons_of
from herrlof.coach.worker import Worker as Judge
from herrlof.games import GAMES
from herrlof.games.herfor.state import HerforState
from herrlof.packages import zipped
from herrlof.records.names import Seat
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage, read_record
from herrlof.seats.begin import NewMatch
from herrlof.table.commands import Play
from herrlof.table.resume import replayed
from herrlof.table.table import MomentKind, Table
from herrlof.tui import terminal
from herrlof.tui.boards import BOARDS, TILES
from herrlof.tui.screens.home import HomeScreen
from herrlof.tui.screens.lesson import LessonScreen
from herrlof.tui.screens.new_game import NewGameScreen
from herrlof.tui.screens.notes import NoteScreen
from herrlof.tui.screens.rules import RulesScreen
from herrlof.tui.screens.table import TableScreen
from tests.others import BOTS, GAME, environment, game_text, imported, install, install_game
from tests.tui.driving import hall


def forget() -> None:
    """Know nothing of any package."""
    packages.entries.cache_clear()
    games.others.cache_clear()
    games.lesson_files.cache_clear()
    lessons_of.cache_clear()
    packages._brought.clear()
    packages._problems.clear()
    bots._asked.clear()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder where packages can be installed for this process."""
    place = tmp_path / "packages"
    place.mkdir()
    monkeypatch.syspath_prepend(str(place))
    modules = set(sys.modules)
    for registry in (GAMES, bots.GAME_BOTS, BOARDS, TILES):
        monkeypatch.setattr(registry, "_named", dict(registry._named))
        monkeypatch.setattr(registry, "_found", dict(registry._found))
    kept = dict(bots.BOTS)
    forget()
    yield place
    forget()
    bots.BOTS.clear()
    bots.BOTS.update(kept)
    for name in set(sys.modules) - modules:
        if getattr(sys.modules[name], "__file__", None) and str(place) in str(sys.modules[name].__file__):
            del sys.modules[name]


def herrlof(folder: Path, *words: str, status: int = 0) -> subprocess.CompletedProcess[str]:
    """Run a command in a process that has the packages of a folder."""
    command = [sys.executable, "-m", "herrlof.cli.main", *words]
    done = subprocess.run(command, env=environment(folder), capture_output=True, text=True, timeout=60)
    assert done.returncode == status, done.stderr
    return done


def listed(folder: Path) -> tuple[dict[str, dict[str, Any]], list[dict[str, Any]]]:
    """Return what `herrlof games --json` lists: the games by where they come from and key, and the bots."""
    found = json.loads(herrlof(folder, "games", "--json").stdout)
    assert found["schema"] == "herrlof.games/1"
    return {f"{game['source']} {game['key']}": game for game in found["games"]}, found["bots"]


# The list


def test_games_are_listed_with_where_they_come_from(tmp_path: Path) -> None:
    install_game(tmp_path)
    found, brought = listed(tmp_path)
    assert list(found) == [*(f"herrlof {key}" for key in GAMES), "some-war war"]
    assert found["some-war war"] == {
        "key": "war", "title": "War", "version": 1, "seats": [2], "source": "some-war",
        "bots": ["first", "search", "random"], "error": None,
    }  # fmt: skip
    for key, game in GAMES.items():
        assert found[f"herrlof {key}"] == {
            "key": key, "title": game.title, "version": game.version, "seats": list(game.seats), "source": "herrlof",
            "bots": list(bots.opponents(key)), "error": None,
        }  # fmt: skip
    assert brought == []
    rows = herrlof(tmp_path, "games").stdout.splitlines()
    assert [row.split()[0] for row in rows] == ["KEY", *GAMES, "war"]
    assert rows[-1].split() == ["war", "War", "2", "some-war", "first", "search", "random"]


@pytest.mark.second
@pytest.mark.parametrize(
    ("what", "error"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("raise SystemExit('enough')", "SystemExit: enough"),
        ("raise KeyboardInterrupt('enough')", "KeyboardInterrupt: enough"),
        ("class End(BaseException): ...\nraise End('enough')", "End: enough"),
        ("PACKAGE = 1", "TypeError: war_game:PACKAGE isn't a GamePackage"),
        ("raise ValueError('a\\nb\\x1b[2J' + 'c' * 9999)", f"ValueError: a b?[2J{'c' * 181}"),
        ("def", "SyntaxError: invalid syntax (__init__.py, line 1)"),
    ],
)
def test_a_package_that_cannot_be_loaded_is_named_with_its_error_and_hinders_nothing(
    what: str, error: str, tmp_path: Path
) -> None:
    install_game(tmp_path, game=what)
    install_game(tmp_path, "peace", "peace_game")
    found, _ = listed(tmp_path)
    assert found["some-war war"] == {
        "key": "war", "title": None, "version": None, "seats": [], "source": "some-war", "bots": [], "error": error,
    }  # fmt: skip
    assert [game["key"] for game in found.values() if game["error"] is None] == [*GAMES, "peace"]


@pytest.mark.second
@pytest.mark.parametrize(("contract", "made"), [("", 1), ("contract=1", 1), ("contract=3", 3)])
def test_a_game_made_for_another_contract_is_named_so_and_hinders_nothing(
    contract: str, made: int, tmp_path: Path
) -> None:
    install_game(tmp_path, contract=contract)
    install_game(tmp_path, "peace", "peace_game")
    found, _ = listed(tmp_path)
    reason = f"it's made for contract {made}, and this program has contract 2"
    assert found["some-war war"]["error"] == f"ValueError: {reason}"
    assert [game["key"] for game in found.values() if game["error"] is None] == [*GAMES, "peace"]
    assert reason in herrlof(tmp_path, "play", "war", status=2).stderr


def test_a_game_that_imports_what_is_no_more_may_be_made_for_another_contract(tmp_path: Path) -> None:
    install_game(tmp_path, game="from herrlof.games.speech import name_of")  # as those of contract 1 did
    error = listed(tmp_path)[0]["some-war war"]["error"]
    assert error.startswith("ImportError: it may not be made for contract 2: cannot import name 'name_of' from")


def test_what_a_package_calls_itself_reaches_no_terminal_as_it_is(tmp_path: Path) -> None:
    loud = "import peace_game\nPACKAGE = peace_game.PACKAGE\nPACKAGE.game.key = 'war'\n"
    install_game(tmp_path, "peace", "peace_game")
    install_game(tmp_path, game=loud + "PACKAGE.game.title = '\\x1b[31mRed' + 'd' * 300")
    install(tmp_path, "loud", {"herrlof.games": {"\x1b[31mred": "nowhere:AT_ALL", "empty": ""}}, {})
    found, _ = listed(tmp_path)
    assert found["some-war war"]["error"].startswith("ValueError: the title of its game is longer than 40 letters")
    assert found["loud ?[31mred"]["error"]
    assert found["loud empty"]["error"] == "its entry point names nothing"
    assert all(line.isprintable() for line in herrlof(tmp_path, "games").stdout.splitlines())


@pytest.mark.second
def test_a_command_for_a_game_that_cannot_be_loaded_says_so(tmp_path: Path) -> None:
    install_game(tmp_path, game="1 / 0")
    error = "ZeroDivisionError: division by zero"
    assert f"! {error}" in herrlof(tmp_path, "games").stdout
    for command in (["rules", "war"], ["play", "war"], ["arena", "first", "random", "--game", "war"]):
        done = herrlof(tmp_path, *command, status=2)
        assert done.stdout == ""
        if command[0] != "rules":
            assert done.stderr == f"herrlof: The game 'war' of some-war can't be loaded: {error}.\n"


def test_a_key_that_is_taken_is_an_error_of_the_package(tmp_path: Path) -> None:
    install_game(tmp_path, "herald", "their_herald")
    install_game(tmp_path)
    again = "import war_game; PACKAGE = war_game.PACKAGE._replace(rules='')"
    install(tmp_path, "a-second", {"herrlof.games": {"war": "second_war:PACKAGE"}}, {"second_war.py": again})
    install(tmp_path, "third", {"herrlof.games": {"peace": "war_game:PACKAGE", "No Key": "x:y"}}, {})
    found, _ = listed(tmp_path)
    assert found["herrlof herald"]["error"] is None
    errors = {place: game["error"] for place, game in found.items() if game["error"]}
    assert errors == {
        "some-herald herald": "the key is taken: herrlof has such a game",
        "some-war war": "the key is taken: a-second has such a game",
        "third peace": "ValueError: its entry point is named peace, and its game war",
        "third No Key": "a key has small letters, digits and hyphens",
    }
    assert not imported(tmp_path, "their_herald")


@pytest.mark.second
@pytest.mark.parametrize(
    ("room", "error"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("KINDS = [1]; DEFAULT = ''", "TypeError: 1 is no BotKind with a key of small letters"),
        (BOTS + "DEFAULT = 'second'", "ValueError: the default is 'second', and there's no such bot"),
    ],
)
def test_a_game_whose_bots_cannot_be_loaded_is_played_with_those_that_play_any(
    room: str, error: str, tmp_path: Path
) -> None:
    install_game(tmp_path, bots=room)
    found, _ = listed(tmp_path)
    assert found["some-war war"]["bots"] == ["search", "random"]
    assert found["some-war war"]["error"] == error


def test_a_board_a_tile_and_a_page_that_cannot_be_loaded_are_told(tmp_path: Path) -> None:
    install_game(tmp_path, rules="no.md")
    install_game(tmp_path, "peace", "peace_game", board="no_board:Board")
    install_game(tmp_path, "truce", "truce_game", tile="no_tile:draw")
    found, _ = listed(tmp_path)
    assert found["some-war war"]["error"].startswith("its rules page can't be read: ")
    assert found["some-peace peace"]["error"] == "ModuleNotFoundError: No module named 'no_board'"
    assert found["some-truce truce"]["error"] == "ModuleNotFoundError: No module named 'no_tile'"
    assert {game["title"] for game in found.values()} >= {"War", "Peace", "Truce"}


def test_what_is_no_board_is_told_and_the_plain_one_serves(folder: Path) -> None:
    install_game(folder, board="war_game:Brought")
    assert BOARDS.get("war") is None
    (problem,) = packages._problems.values()
    assert problem == "TypeError: <class 'war_game.Brought'> is no Board"


@pytest.mark.second
def test_bots_are_brought_for_the_games_of_others_too(tmp_path: Path) -> None:
    entries = {"herald": "more_bots", "war": "more_bots", "chess": "more_bots", "herfor": "no_bots"}
    install(tmp_path, "more-bots", {"herrlof.bots": entries}, {"more_bots.py": BOTS + "CONTRACT = 2\n"})
    install_game(tmp_path)
    found, brought = listed(tmp_path)
    assert found["herrlof herald"]["bots"][-1] == "first"
    assert {bot["game"]: (bot["source"], bot["bots"], bot["error"]) for bot in brought} == {
        "herald": ("more-bots", ["first"], None),
        "war": ("more-bots", [], "there's another bot 'first' already"),
        "chess": ("more-bots", [], f"There's no game 'chess': choose {', '.join(GAMES)} or war."),
        "herfor": ("more-bots", [], "ModuleNotFoundError: No module named 'no_bots'"),
    }
    assert "more-bots brings bots for herald: first" in herrlof(tmp_path, "games").stdout
    herrlof(tmp_path, "arena", "first", "random", "--game", "herald", "--games", "2", "--jobs", "1")


@pytest.mark.second
@pytest.mark.parametrize(("contract", "made"), [("", 1), ("CONTRACT = 3", 3)])
def test_bots_made_for_another_contract_are_named_so_and_not_seated(contract: str, made: int, tmp_path: Path) -> None:
    install(tmp_path, "more-bots", {"herrlof.bots": {"herald": "more_bots"}}, {"more_bots.py": BOTS + contract})
    found, ((told),) = listed(tmp_path)
    assert "first" not in found["herrlof herald"]["bots"]
    assert told["error"] == f"ValueError: it's made for contract {made}, and this program has contract 2"
    assert (
        "There's no bot 'first'" in herrlof(tmp_path, "arena", "first", "random", "--game", "herald", status=2).stderr
    )


# Only when it is asked for


def test_nothing_is_imported_for_what_does_not_ask_for_it(tmp_path: Path) -> None:
    install_game(tmp_path)
    for words in ("--version", "rules herald", "list", "play --help", "arena --help", "locate"):
        herrlof(tmp_path, *words.split())
        assert not imported(tmp_path), words
    herrlof(tmp_path, "rules", "war")
    assert imported(tmp_path)


def test_finding_packages_takes_no_import_of_the_slow_module_for_that(tmp_path: Path) -> None:
    install_game(tmp_path)
    code = "import sys; from herrlof.games import all_keys; print(*all_keys(), 'importlib.metadata' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment(tmp_path), capture_output=True, text=True, timeout=60
    )
    assert done.stdout.split() == [*GAMES, "war", "False"]


@pytest.mark.second
def test_commands_have_a_flag_for_each_option_of_the_game_that_is_named(tmp_path: Path) -> None:
    install_game(tmp_path)
    assert "War: " in herrlof(tmp_path, "play", "war", "--help").stdout
    assert "War: " in herrlof(tmp_path, "arena", "--game=war", "--help").stdout
    assert "War: " not in herrlof(tmp_path, "play", "--help").stdout


def test_a_package_that_is_there_twice_counts_where_python_finds_it(tmp_path: Path) -> None:
    install_game(tmp_path / "a")
    install_game(tmp_path / "b", "war", game="1 / 0")
    both = environment(tmp_path / "a")
    both["PYTHONPATH"] += f":{tmp_path / 'b'}"
    done = subprocess.run(
        [sys.executable, "-m", "herrlof.cli.main", "games", "--json"], env=both, capture_output=True, timeout=60
    )
    assert [game["error"] for game in json.loads(done.stdout)["games"] if game["key"] == "war"] == [None]


@pytest.mark.parametrize(
    "damage", [b"", b"\xff\xfe", b"herrlof.games", b"[herrlof.games]\nwar", b"[herrlof.games\n=\n="]
)
def test_damage_to_what_packages_say_of_themselves_hinders_nothing(damage: bytes, folder: Path) -> None:
    install_game(folder)
    (folder / "some_war-1.2.dist-info" / "entry_points.txt").write_bytes(damage)
    assert games.all_keys() == list(GAMES)


# At the screen


@pytest.mark.second
async def test_home_lists_games_of_others_and_imports_them_when_they_come_into_focus(folder: Path) -> None:
    install_game(folder)
    async with hall(settings=Settings(name="Freya"), size=(100, 30)) as sitting:
        assert "four games from the north" in sitting.text()
        assert "from some-war" in sitting.text()
        assert not imported(folder)
        for _ in range(1 + len(GAMES)):  # first the lessons are offered
            await sitting.press("right")
        assert imported(folder)
        assert "from some-war" not in sitting.text()
        assert "A war of" in sitting.text()
        await sitting.press("question_mark")
        assert sitting.showing(RulesScreen)
        assert "It's a war of others." in sitting.text()
        await sitting.press("escape", str(len(GAMES)))
        assert sitting.showing(NewGameScreen)
        assert "A new match of War" in sitting.text()
        assert "First" in sitting.text()


async def test_the_bot_of_another_s_game_thinks_in_a_process_of_its_own(folder: Path) -> None:
    """It is imported there too, and what it prints is taken for no answer."""
    install_game(folder)
    game = GAMES["war"]
    worker = Worker(game, {0: bots.bot_kind("war", "first")})
    state = game.new_state(2)
    try:
        for number in range(3):
            legal = state.legal_actions()
            assert await worker.choose(0, state.observation(0), legal[number:], Random(1)) == legal[number]
            assert worker.trouble is None
    finally:
        worker.close()


BROKEN = BOTS.replace("return legal[0]", "{}").replace(", uses_worker=True", "")
"""A bot that says that it needs no process, and goes wrong."""


async def played_on(*sentences: str) -> None:
    """Sit down with the package's bot, and see that a match goes on with another one, once it has been asked once."""
    with closing(Table.new(Storage(), GAMES["war"], [Seat("First", "first"), Seat("Ben")])) as table:
        table.pace = 0
        place, asked = table.join([1]), 0
        while asked < 3:
            stop = await place.next()
            if stop.kind is MomentKind.ASK:
                table.send(1, Play(table.view(1).legal[0]))
                asked += 1
        assert table.trouble == " ".join(sentences)
        assert table._automatic.worker.asked.number == 1
        path = table.path
    replayed(read_record(path))


@pytest.mark.parametrize("error", ["1 / 0", "raise OSError('no disk')", "raise ValueError(seen)"])
async def test_a_bot_of_a_package_that_raises_is_passed_over_by_name(error: str, folder: Path) -> None:
    install_game(folder, bots=BROKEN.format(error))
    (name,) = re.findall(r"[A-Z][a-zA-Z]+Error", error) or ["ZeroDivisionError"]
    await played_on(f"War (package some-war 1.2) stopped: {name} at war_game/bots.py:7.", "Another bot plays on.")


@pytest.mark.second
@pytest.mark.parametrize("answer", ["while True: pass", "return 10**6", "return None", "raise SystemExit"])
async def test_a_bot_of_a_package_that_never_answers_is_passed_over_by_name(
    answer: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It thinks in the bots' process, whatever it says of itself, where patience has an end."""
    monkeypatch.setattr("herrlof.child.asking.PATIENCE", 3.0)
    processes, start = list[Asked](), Asked._start_child

    def counted(asked: Asked) -> Child:
        processes.append(asked)
        return start(asked)

    monkeypatch.setattr(Asked, "_start_child", counted)
    install_game(folder, bots=BROKEN.format(answer))
    await played_on("First (package some-war 1.2) found no move.", "Another bot plays on.")
    assert len(processes) == 1


async def test_a_game_that_breaks_while_it_is_judged_is_named(folder: Path) -> None:
    install_game(folder)
    with (folder / "war_game" / "__init__.py").open("a") as file:
        file.write("\nBrought.determinize = lambda self, seen, rng: 1 / 0\n")
    state = GAMES["war"].new_state(2)
    judge = Judge(GAMES["war"])
    try:
        assert await judge.judge(state.observation(0), state.legal_actions()) is None
        assert judge.trouble == "War (package some-war 1.2) stopped: ZeroDivisionError at war_game/__init__.py:17."
    finally:
        judge.close()


def test_a_bot_that_no_process_can_make_is_an_error_of_its_package(folder: Path) -> None:
    install_game(folder, bots=BOTS.replace("first, uses_worker", "lambda game, rng: First(), uses_worker"))
    assert list(bots.bots_of("war")) == ["search", "random"]
    assert "the bot first cannot be sent to the bots' process" in packages.problem(games.others()["war"])


# What breaks at the table

BREAKS = (
    GAME
    + """
from herrlof.games.herfor.state import HerforState
whole = HerforState.apply, HerforState.legal_actions

def apply(self, action, events=None):
    if self.current_player() == 1: {wrong}
    whole[0](self, action, events)

def legal_actions(self):
    return () if self.current_player() == 1 else whole[1](self)
"""
)
KEPT = "The match is kept."


def broken_game(folder: Path, wrong: str, *, at_once: bool = False) -> None:
    """Install a game that goes wrong when the second player has chosen; `at_once` wherever it is played."""
    more = "\nHerforState.apply = apply\n" if at_once else ""
    install_game(folder, game=game_text(BREAKS, wrong=wrong) + more, bots=BOTS)


@pytest.mark.second
@pytest.mark.parametrize(
    ("method", "told"),
    [
        ("apply", "War (package some-war 1.2) stopped: ZeroDivisionError at war_game/__init__.py:21."),
        ("legal_actions", "War (package some-war 1.2) stopped: a seat is to move, and has no legal action."),
    ],
)
async def test_a_game_that_breaks_at_the_table_is_named_and_home_is_there(
    method: str, told: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken_game(folder, "1 / 0")
    match = NewMatch("war", (Seat("Anna"), Seat("Ben")))
    assert "war" in GAMES
    with monkeypatch.context() as wrong:
        wrong.setattr(HerforState, method, getattr(sys.modules["war_game"], method))
        path = await broken_at_table(match, told)
    assert len(replayed(read_record(path)).moves) == 1


async def broken_at_table(match: NewMatch, told: str) -> Path:
    """Play until the game breaks, see what is told, and return the record."""
    async with hall(straight_to=match, size=(100, 30)) as sitting:
        await sitting.until(lambda: sitting.showing(TableScreen))
        for _ in range(8):
            if sitting.showing(NoteScreen):
                break
            sitting.later(1)
            await sitting.press("right", "enter")
        assert sitting.showing(NoteScreen)
        assert f"{told} {KEPT}" in sitting.words()
        sitting.later(1)
        await sitting.press("escape")
        assert sitting.showing(HomeScreen)
        assert sitting.app.return_code in (None, 0)
        (path,) = sitting.app.storage.games.iterdir()
        return path


@pytest.mark.second
def test_a_game_that_breaks_in_lines_or_in_the_arena_is_named(tmp_path: Path) -> None:
    broken_game(tmp_path, "raise ValueError('nothing')", at_once=True)
    told = "War (package some-war 1.2) stopped: ValueError at war_game/__init__.py:21."
    played = herrlof(tmp_path, "play", "war", "--plain", "--seat", "bot:random", "--seat", "bot:random", status=1)
    assert played.stdout.splitlines()[-1] == f"{told} {KEPT}"
    assert "Traceback" not in played.stderr
    assert "unfinished" in herrlof(tmp_path, "list").stdout
    arena = herrlof(tmp_path, "arena", "random", "search", "--game", "war", "--games", "2", "--jobs", "1", status=2)
    assert arena.stderr.splitlines()[-1] == f"herrlof: {told}"
    assert "Traceback" not in arena.stderr


@pytest.mark.second
async def test_home_names_what_cannot_be_loaded_with_its_error(folder: Path) -> None:
    install_game(folder, game="1 / 0")
    async with hall(settings=Settings(name="Freya"), size=(100, 30)) as sitting:
        assert "from some-war" in sitting.text()
        await sitting.press(str(len(GAMES) + 1))
        assert sitting.showing(NoteScreen)
        assert "The game 'war' of some-war can't be loaded: ZeroDivisionError: division by zero." in sitting.words()
        await sitting.press("escape")
        assert sitting.showing(HomeScreen)
        await sitting.resize(80, 24)
        row = sitting.row_of("War")
        assert "can't be loaded  ZeroDivisionError: division by zero" in row
        await sitting.press("1")
        assert sitting.showing(NewGameScreen)


async def test_many_games_leave_room_for_the_pages(folder: Path) -> None:
    for number in range(20):
        install_game(folder, f"war-{number:02}", f"war_game_{number}", game="1 / 0")
    async with hall(settings=Settings(name="Freya"), size=(60, 20)) as sitting:
        assert "Herrlof" in sitting.text()
        assert "Settings" in sitting.text()
        for _ in range(len(GAMES) + 20):
            await sitting.press("right")
        assert "▸ 24" in sitting.row_of("War 19")
        assert "Settings" in sitting.text()
        await sitting.press("enter")
        assert sitting.showing(NoteScreen)


async def test_a_tile_that_cannot_be_drawn_does_not_end_the_home_screen(folder: Path) -> None:
    install_game(folder, tile="war_game.tile:draw")
    (folder / "war_game" / "tile.py").write_text("def draw(canvas, region, ground): 1 / 0\n", "utf-8")
    async with hall(settings=Settings(name="Freya"), size=(160, 50)) as sitting:
        for _ in range(1 + len(GAMES)):  # first the lessons are offered
            await sitting.press("right")
        assert sitting.showing(HomeScreen)
        assert "A war of others." in sitting.words()
    assert "its tile cannot be drawn" in packages.problem(games.others()["war"])


# What is kept


async def test_a_game_of_others_brings_lessons_which_are_played_and_remembered(folder: Path) -> None:
    install_game(folder, lessons="lessons")
    (first, *_) = games.lesson_files("herfor")
    (folder / "war_game" / "lessons").mkdir()
    (folder / "war_game" / "lessons" / "01-first.toml").write_text(first.read_text("utf-8"), "utf-8")
    assert "war" in GAMES  # as the command asks, and home where it comes into focus
    lesson = lessons_of("war")[0]
    assert lesson == lessons_of("herfor")[0]
    async with hall(straight_to=("war", None)) as sitting:
        assert "WAR" in sitting.text()
        assert lesson.teaches in sitting.words().replace(" ▌", "")
        await sitting.press("enter")
        assert sitting.showing(LessonScreen)
        assert f"Learn War · 1 {lesson.title}" in sitting.text()
        sitting.board.selection.choose(GAMES["war"].decode(next(iter(lesson.steps[0].right))))
        sitting.later(1)
        await sitting.press("enter")
        assert "White has answered on e4." in sitting.words()
        sitting.later(1)
        await sitting.press("space")
        assert sitting.app.storage.lessons("war") == {1: 1}


@pytest.mark.second
def test_the_record_of_a_game_that_is_gone_or_broken_says_so(tmp_path: Path) -> None:
    install_game(tmp_path)
    code = (
        "from herrlof.games import GAMES\nfrom herrlof.records.names import Seat\n"
        "from herrlof.records.storage import Storage\n"
        "from herrlof.table.match import Match\n"
        "match = Match(GAMES['war'], [Seat('Anna'), Seat('Ben')], journal=Storage().new_journal())\n"
        "match.play(match.mover, match.legal()[0])\n"
    )
    run = [sys.executable, "-c", code]
    subprocess.run(run, env=environment(tmp_path), check=True, capture_output=True, timeout=60)
    assert "unfinished" in herrlof(tmp_path, "list").stdout
    path = next(Storage().games.iterdir())
    herrlof(tmp_path, "verify", str(path))
    gone = herrlof(tmp_path / "nothing", "verify", str(path), status=2)
    assert gone.stderr.endswith("This program has no game 'war'.\n")
    (tmp_path / "war_game" / "__init__.py").write_text("1 / 0", "utf-8")
    broken = herrlof(tmp_path, "verify", str(path), status=2)
    assert broken.stderr.endswith("The game 'war' of some-war can't be loaded: ZeroDivisionError: division by zero.\n")


def test_what_was_chosen_for_the_game_of_another_is_kept_and_read_when_it_is_asked_for(folder: Path) -> None:
    install_game(folder)
    storage = Storage()
    seats = (Seat("Anna"), Seat("First", "first"))
    settings = Settings().with_game("war", seats=seats, options={"size": 5}, bot="first")
    assert GAMES["war"].title == "War"
    assert storage.settings.save(settings) is None
    del GAMES["war"]
    forget()
    (folder / "war_game" / "imported-war_game").unlink()
    for name in ("war_game", "war_game.bots"):
        sys.modules.pop(name, None)
    read, trouble = storage.settings.load()
    assert trouble is None
    assert not imported(folder)
    assert storage.settings.save(read) is None
    assert read.of("war") == settings.of("war")
    assert imported(folder)


@pytest.mark.parametrize("words", [["verify", "x"], ["list"]])
def test_from_a_zip_file_a_sentence_says_what_does_not_work(
    words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where a library of machine code is needed; and the drawn table needs several."""

    def missing(_words: object) -> NoReturn:
        raise ImportError("No module named 'pydantic_core._pydantic_core'")

    monkeypatch.setattr("herrlof.cli.main._follow", missing)
    with pytest.raises(ImportError):
        main(words)
    assert terminal.refusal() != zipped()
    monkeypatch.setattr("herrlof.packages.__file__", "/somewhere/herrlof.pyz/herrlof/packages.py")
    with pytest.raises(SystemExit) as leaving:
        main(words)
    assert leaving.value.code == 2
    assert capsys.readouterr().err == f"herrlof: {zipped()}\n"
    assert (terminal.refusal() or "").startswith(zipped())


LOCKED = """
import sys
sys.frozen, sys.executable = True, sys.argv[1]
from herrlof.seats.guest_process import lock
lock()
for path, mode in ((sys.argv[1], "rb"), (sys.argv[1], "ab"), (sys.argv[2], "rb")):
    try:
        open(path, mode).close()
        print("yes")
    except PermissionError:
        print("no")
"""


@pytest.mark.second
def test_a_guest_of_a_program_in_one_file_reads_that_file_and_no_other(tmp_path: Path) -> None:
    """It is read from as long as the program runs."""
    program, other = tmp_path / "herrlof", tmp_path / "mine"
    for path in (program, other):
        path.write_bytes(b"x")
    command = [sys.executable, "-c", LOCKED, str(program), str(other)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["yes", "no", "no"]
