"""The command line without a table: what it prints, what it refuses, and in how many words."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from datetime import UTC, date, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import herrlof
from herrlof import __version__
from herrlof.bots import bots_of
from herrlof.cli.main import main
from herrlof.cli.reader import COMMANDS, parser
from herrlof.doc_pages import rules_text
from herrlof.games import GAMES
from herrlof.records.settings import Settings
from herrlof.records.storage import Storage
from herrlof.seats.daily import today
from herrlof.table.dealing import parse_deal_code
from tests.records.test_models import kept_file

SOURCE = Path(herrlof.__file__).parent
pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """Catch what would be opened on a terminal."""
    found: list[dict[str, Any]] = []

    def catch(ascii_only: bool, straight_to: object = None, pace: float | None = None, **more: Any) -> int:
        found.append({"to": straight_to, "pace": pace, "ascii": ascii_only})
        return 0

    monkeypatch.setattr("herrlof.cli.table.open_table", catch)
    return found


def refused(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Return the one sentence with which these arguments are refused."""
    with pytest.raises(SystemExit) as leaving:
        main(arguments)
    assert leaving.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("herrlof: ")
    assert err.count("\n") == 1
    assert "Traceback" not in err
    return err.removeprefix("herrlof: ").strip()


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"herrlof {__version__}\n"
    with pytest.raises(SystemExit) as leaving:
        main(["--ascii", "--version"])
    assert leaving.value.code == 0
    assert capsys.readouterr().out == f"herrlof {__version__}\n"


def test_the_package_starts_as_a_module() -> None:
    ran = subprocess.run([sys.executable, "-m", "herrlof", "--version"], capture_output=True, text=True, check=True)
    assert (ran.stdout, ran.stderr) == (f"herrlof {__version__}\n", "")


@pytest.mark.parametrize("command", [[], ["list"], ["play", "--plain"], ["join"], ["arena"]])
@pytest.mark.parametrize("missing", ["fcntl", "termios"])
def test_windows_is_told_in_a_sentence(
    command: list[str], missing: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    assert refused(capsys, *command) == "herrlof needs Linux, macOS, a BSD, or on Windows its Linux: WSL."


@pytest.mark.parametrize("command", [[], ["play"], ["rules"], ["bench"]])
def test_every_command_explains_itself(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main([*command, "--help"])
    assert leaving.value.code == 0
    text = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
    assert "usage" in text.casefold()
    if not command:
        assert all(word in text for word in ("play", "rules", "bench"))
    if command == ["play"]:
        assert all(word in text for word in ("--seat", "--edition", "--goal", "--pace", "--ascii"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["dance"], "There's no command 'dance': herrlof --help lists them."),
        (["paly", "herald"], "There's no command 'paly': did you mean play?"),
        (["herfor"], "There's no command 'herfor': did you mean play herfor?"),
        (["version"], "There's no command 'version': did you mean --version?"),
        (["--loud"], "herrlof has no --loud; see herrlof --help"),
        (["--plain", "--goal", "4"], "herrlof has no --goal: herrlof play, herrlof host or herrlof arena has"),
        (["play", "--web"], "herrlof play has no --web: herrlof host has; see herrlof play --help"),
        (["play", "herrlof", "--swim"], "herrlof play has no --swim; see herrlof play --help"),
        (["list", "--limt", "3"], "herrlof list has no --limt: did you mean --limit?"),
        (["play", "herfor", "now"], "One too many: now; see herrlof play --help"),
        (["play", "--deal", "todya"], "'todya' isn't a deal code: did you mean today?"),
        (["play", "hefor"], "There's no game 'hefor': did you mean herfor?"),
        (["arena", "rules", "random", "--game", "hearld"], "There's no game 'hearld': did you mean herald?"),
        (["play", "--hints", "--no-hints"], "--hints and --no-hints can't go together"),
        (["play", "--plain", "--ascii"], "--ascii: not allowed with argument --plain"),
        (["--plain", "--ascii"], "--ascii: not allowed with argument --plain"),
        (["play", "--seat", "Anna", "--seat", "program:/nope"], "No program '/nope' can be started."),
        (["play", "--seat", "Anna", "--seat", "karl"], "'karl' can't be a person's name: a bot is named as"),
        (["play", "--seat", "Anna", "--seat", "Bot:karl"], "a bot is named as in bot:karl."),
        (["bench", "--seconds", "0"], "--seconds goes from more than 0 to 3600, not 0."),
        (["bench", "--seconds", "nan"], "--seconds goes from more than 0 to 3600, not nan."),
        (["play", "--edition", "klingon"], "The option edition of Herrlof is english or dutch, not 'klingon'"),
        (["play", "--goal", "many"], "The option goal of Herrlof is 1 to 999, not 'many'"),
        (["play", "--goal", "0"], "The option goal of Herrlof is 1 to 999, not 0"),
        (["play", "--goal", "-1"], "The option goal of Herrlof is 1 to 999, not −1"),
        (["play", "--goal", "²"], "The option goal of Herrlof is 1 to 999, not '²'"),
        (["play", "--goal", "1000"], "The option goal of Herrlof is 1 to 999, not 1000"),
        (["play", "--goal", "9" * 5000], "The option goal of Herrlof is 1 to 999, not '999"),
        (["play", "--first-dealer", "2"], "The option first_dealer of Herrlof is 0 or 1, not 2"),
        (["play", "chess"], "There's no game 'chess': choose herrlof, "),
        (["play", "nim", "--goal", "3", "--seat", "a", "--seat", "b"], "Nim has no option 'goal': it has stones and"),
        (["play", "nim", "--seat", "a", "--seat", "b", "--stones", "4"], "The option stones of Nim is 5 to 30, not 4"),
        (["play", "nim", "--deal", "x"], "Nim leaves nothing to chance: there's no deal code"),
        (["play", "--deal", "x"], "A deal code has 28 letters and digits, not 1"),
        (["\x1b]0;x\x07"], "There's no command '?]0;x?'"),
        (["rules", "R7", "--\x1b]0;x\x07"], "--?]0;x?"),
        (["play", "--seat", "Anna", "--seat", "Ben=bot:karl*0"], "There's no bot 'karl*0': only "),
        (["play", "--pace", "11"], "--pace goes from 0 to 10, not 11"),
        (["play", "--pace", "nan"], "--pace goes from 0 to 10, not nan"),
        (["play", "--pace", "-1"], "--pace goes from 0 to 10, not -1"),
        (["play", "--seat", "Anna"], "Herrlof is for 2 or 3 seats, not 1"),
        (["play", *["--seat", "bot:random"] * 4], "Herrlof is for 2 or 3 seats, not 4"),
        (
            ["play", *["--seat", "bot:random"] * 9],
            "Herrlof is for 2 or 3 seats, not 9",
        ),
        (["play", "--seat", "Anna", "--seat", " ANNA "], "Two players are called 'ANNA'"),
        (["play", "--seat", "Anna", "--seat", "bot:genius"], "There's no bot 'genius' for Herrlof: choose"),
        (["play", "--seat", "Anna", "--seat", "bot:"], "Which bot? Name one by its key, as in bot:"),
        (["play", "--seat", "Anna", "--seat", "bot"], "Which bot? Name one by its key, as in bot:"),
        (["play", "--seat", "Anna", "--seat", "Freya=bot:genius"], "There's no bot 'genius' for Herrlof: choose"),
        (["play", "--seat", "Anna", "--seat", ""], "A name needs at least one visible character"),
        (["play", "--seat", "Anna", "--seat", "\x1b\u202e"], "A name needs at least one visible character"),
        (["play", "--seat", "Anna", "--seat", "x" * 21], "is longer than 20 cells"),
        (["rules", "submarine"], "No rule has the words 'submarine'"),
        (["rules", "R99"], "There's no rule R99 in Herrlof"),
        (["rules", "herrlof", "99"], "There's no rule 99 in Herrlof"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else None,
)
def test_wrong_input_is_one_sentence(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str], opened: list[dict[str, Any]]
) -> None:
    assert words in refused(capsys, *arguments)
    assert opened == []


def seats(opened: list[dict[str, Any]]) -> list[tuple[str, str | None]]:
    """Return who was seated at the one table that was opened."""
    (table,) = opened
    return [(seat.name, seat.bot) for seat in table["to"].seats]


def test_a_language_without_a_catalogue_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERRLOF_LANGUAGE", "tlh")
    assert refused(capsys, "locate") == "HERRLOF_LANGUAGE: there's no catalogue for 'tlh'."


def test_play_goes_straight_to_the_table(opened: list[dict[str, Any]]) -> None:
    arguments = ["--seat", "Anna", "--seat", " Ben ", "--seat", "bot:rules", "--edition", "dutch", "--goal", "40"]
    assert main(["play", *arguments, "--pace", "0.5"]) == 0
    assert seats(opened)[:2] == [("Anna", None), ("Ben", None)]
    assert seats(opened)[2][1] == "rules"
    assert (opened[0]["to"].game, opened[0]["to"].options) == ("herrlof", {"edition": "dutch", "goal": 40})
    assert (opened[0]["to"].deals, opened[0]["pace"], opened[0]["ascii"]) == (None, 0.5, False)


def test_the_flags_of_play_are_made_from_the_options_of_every_game(
    opened: list[dict[str, Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "kuhn", "--coin", "clock", "--rounds", "9", "--ascii"]) == 0
    assert main(["play", "nim", "--misere", "YES", *["--seat", "bot:random"] * 4]) == 0
    assert [opened[0]["to"].game, opened[0]["to"].options] == ["kuhn", {"coin": "clock", "rounds": 9}]
    assert opened[0]["ascii"]
    assert [opened[1]["to"].game, opened[1]["to"].options] == ["nim", {"misere": True}]
    assert len(opened[1]["to"].seats) == 4
    with pytest.raises(SystemExit):
        main(["play", "--help"])
    text = " ".join(re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).split())
    for part in (
        "--first-dealer", "Herrlof: Edition, english or dutch (english).", "Kuhn poker: Rounds, 1 to 9 (3).",
        "Nim: Misere, no or yes (no).", "(random)",
    ):  # fmt: skip
        assert part in text


@pytest.mark.parametrize(
    "more",
    [["play", "herrlof"], ["play", "--seat", "Ann"], ["play", "--edition", "dutch"], ["host", "--ssh"]],
)
def test_nothing_is_chosen_of_the_deal_of_the_day(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, more: list[str]
) -> None:
    monkeypatch.setattr("herrlof.seats.daily.today", lambda: date(2026, 11, 28))
    told = "The deal of the day is Herald, for one person against bots: seats and options are fixed."
    assert refused(capsys, *more, "--deal", "today") == told


def test_the_day_is_the_one_by_utc() -> None:
    before, day, after = datetime.now(UTC).date(), today(), datetime.now(UTC).date()
    assert before <= day <= after


def test_play_takes_a_deal_code(opened: list[dict[str, Any]]) -> None:
    assert main(["play", "--deal", "46v3xxmstk2q98xg385987vtqr89"]) == 0
    assert opened[0]["to"].deals == "46v3xxmstk2q98xg385987vtqr89"


@pytest.mark.parametrize(
    ("day", "game"),
    [(date(2026, 11, 26), "how-ruck"), (date(2026, 11, 27), "herrlof"), (date(2026, 11, 28), "herald")],
)
def test_the_deal_of_the_day_is_the_same_for_everybody(
    opened: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, day: date, game: str
) -> None:
    monkeypatch.setattr("herrlof.seats.daily.today", lambda: day)
    assert main(["play", "--deal", "today"]) == 0
    assert main(["play", game, "--deal", "Today", "--no-hints"]) == 0
    first, second = opened[0]["to"], opened[1]["to"]
    line = f"herrlof deal of the day/{day}/{game}/{GAMES[game].version}"
    assert parse_deal_code(first.deals) == sha256(line.encode()).digest()[:16]
    assert (first.game, first.seats, dict(first.options)) == (game, second.seats, {})
    assert [seat.bot is None for seat in first.seats] == [True, False]
    assert (second.game, second.deals, second.hints) == (game, first.deals, False)


def test_play_alone_is_a_person_against_the_default_bot(opened: list[dict[str, Any]]) -> None:
    assert main(["play"]) == 0
    assert seats(opened) == [("You", None), ("Kolbit", "kolbit")]


def test_play_alone_remembers_who_plays_alone(opened: list[dict[str, Any]]) -> None:
    Storage().settings.save(Settings("Zoë"))
    assert main(["play", "nim"]) == 0
    assert seats(opened) == [("Zoë", None), ("Search", "search")]


@pytest.mark.parametrize(
    "names",
    [
        ["bot:rules", "bot:rules", "bot:rules"],
        ["Rules", "bot:rules"],
        ["bot:random", "Freya=bot:random", "bot:random"],
    ],
)
def test_bots_get_names_that_nobody_has(names: list[str], opened: list[dict[str, Any]]) -> None:
    assert main(["play", *(part for name in names for part in ("--seat", name))]) == 0
    assert len({name.casefold() for name, _ in seats(opened)}) == len(names)


def test_start_alone_opens_home(opened: list[dict[str, Any]]) -> None:
    assert main([]) == 0
    assert opened == [{"to": None, "pace": None, "ascii": False}]


def test_rules_prints_the_whole_page_where_it_is_piped(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules"]) == 0
    assert capsys.readouterr().out.strip() == rules_text("herrlof").strip()


@pytest.mark.parametrize("number", ["R7", "r7", "7"])
def test_rules_prints_one_rule_by_its_number(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", number]) == 0
    out = capsys.readouterr().out
    assert out.startswith("### R7 Following the lead\n")
    assert out.count("###") == 1


@pytest.mark.second
@pytest.mark.parametrize("words", [["rules"], ["fairness"], ["schema"]])
def test_a_reader_that_has_had_enough_is_no_error(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    code = "import sys; from herrlof.cli.main import main; sys.exit(main())"
    done = subprocess.run([sys.executable, "-c", code, *words], stdout=writing, stderr=subprocess.PIPE, timeout=60)
    os.close(writing)
    assert (done.returncode, done.stderr) == (128 + signal.SIGPIPE, b"")


def test_the_arena_tells_which_bots_there_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as leaving:
        main(["arena", "--help"])
    assert leaving.value.code == 0
    text = " ".join(re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out).split())
    assert "--sprt" in text
    for game in GAMES.values():
        assert f"Bots of {game.title}: {', '.join(bots_of(game.key))}" in text


@pytest.mark.second
@pytest.mark.parametrize("columns", ["60", "80", "200"])
def test_no_figure_of_the_arena_is_cut(
    columns: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["arena", "squire", "random", "--game", "herald", "--games", "2", "--jobs", "1"]
    main([*words, "--json"])
    (table,) = json.loads(capsys.readouterr().out)["tables"]
    monkeypatch.setattr("herrlof.cli.arena.WIDTH", int(columns))
    main(words)
    out = capsys.readouterr().out
    assert "…" not in out
    for standing in table["standings"]:
        share = standing["wins"]
        assert f"{share['value'] * 100:.1f} ({share['low'] * 100:.1f}-{share['high'] * 100:.1f})" in out


def test_rules_prints_the_sections_with_all_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "valknut", "trump", "turned"]) == 0
    out = capsys.readouterr().out
    assert "### R12 Two Valknut turn a new trump" in out
    assert "### R18 " not in out


def test_bench_prints_each_figure(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(
        "herrlof.arena.bench.report",
        lambda seconds, games: [f"{seconds} {[game.key for game in games]}", "1,200 rounds"],
    )
    assert main(["bench", "--seconds", "0.05"]) == 0
    assert main(["bench", "nim", "--seconds", "0.05"]) == 0
    assert capsys.readouterr().out == "0.05 []\n1,200 rounds\n0.05 ['nim']\n1,200 rounds\n"
    assert refused(capsys, "bench", "chess").startswith("There's no game 'chess': choose herrlof, ")


@pytest.mark.parametrize("name", ["Herfor", "HERFOR", "herfor", "How-Ruck!", "how ruck"])
def test_a_game_is_named_by_its_title_too(name: str, opened: list[dict[str, Any]]) -> None:
    assert main(["play", name]) == 0
    assert opened[0]["to"].game == {"h": "herfor", "how": "how-ruck"}["how" if "ow" in name else "h"]


@pytest.mark.parametrize("value", ["maybe", "yes", "2"])
def test_a_face_that_is_half_asked_for_is_refused(
    value: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HERRLOF_PLAIN", value)
    assert refused(capsys) == f"HERRLOF_PLAIN is 1, for lines, or 0, not '{value}'."


def helped(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """Return the help that these words ask for."""
    with pytest.raises(SystemExit) as leaving:
        main(words)
    out, err = capsys.readouterr()
    assert (leaving.value.code, err) == (0, "")
    return out


@pytest.mark.parametrize("command", list(COMMANDS))
def test_help_has_examples_that_the_command_takes(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = helped(capsys, command, "--help")
    assert text == helped(capsys, "help", command)
    assert max(map(len, text.splitlines())) <= 80
    examples = re.findall(r"^  (herrlof .*)", text.partition("examples:")[2], re.M)
    assert examples
    for example in examples:
        _program, *words = shlex.split(example)
        assert parser(words).parse_args(words).command == command


def test_help_states_each_exit_status_and_each_variable(capsys: pytest.CaptureFixture[str]) -> None:
    text = helped(capsys, "help")
    assert re.findall(r"^  (\d+)  ", text, re.M) == ["0", "1", "2", "3", "130", "141"]
    read = {
        name
        for path in SOURCE.rglob("*.py")
        for name in re.findall(r"environ\S*\(?\[?\"(HERRLOF_\w+)", path.read_text())
    }
    assert read
    assert read <= set(re.findall(r"HERRLOF_\w+", text))


@pytest.mark.second
def test_what_is_asked_for_and_what_is_wrong_do_not_mix(tmp_path: Path) -> None:
    """The statuses that the help states, by what makes them."""
    kept_path = str(kept_file("format-2-two-seats"))
    broken = tmp_path / "broken.herrlof"
    broken.write_bytes(Path(kept_path).read_bytes()[:-1] + b"x")
    for words, status, out, err in (
        (["list"], 0, True, False),
        (["verify", kept_path], 0, True, False),
        (["verify", str(broken)], 1, False, True),
        (["verify", str(broken), "--json"], 1, True, False),
        (["verify", "nothing"], 2, False, True),
        (["play", "--swim"], 2, False, True),
        (["play", "--plain", "--seat", "Anna", "--seat", "bot:rules"], 3, True, False),
    ):
        arguments = [sys.executable, "-m", "herrlof", *words]
        ran = subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True, timeout=60)
        assert (ran.returncode, bool(ran.stdout), bool(ran.stderr)) == (status, out, err), words


def test_no_terminal_is_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert "TERM" in refused(capsys)
    monkeypatch.setenv("TERM", "xterm")
    assert "needs a terminal" in refused(capsys, "play")
    told = refused(capsys, "--ascii", "learn", "herald", "2")
    assert told.strip().endswith("This does it in lines: herrlof learn herald 2 --plain")


@pytest.mark.second
@pytest.mark.parametrize("typed", [b"J\xc3\xb6rg", b"J\xf6rg"])
def test_a_name_in_a_c_locale_is_read_or_refused(typed: bytes, tmp_path: Path) -> None:
    environment = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    arguments: list[Any] = [sys.executable, "-m", "herrlof", "play", "--plain", "--seat", typed, "--seat", "bot:rules"]
    ran = subprocess.run(arguments, env=environment, stdin=subprocess.DEVNULL, capture_output=True)
    names = [[seat.name for seat in found.seats] for found in Storage().matches()]
    if typed.isascii() or b"\xc3" in typed:
        assert (ran.returncode, names[0][0]) == (3, "Jörg")
    else:
        assert (ran.returncode, names, ran.stderr.count(b"\n")) == (2, [], 1)
        assert b"can't be read here: type it in UTF-8" in ran.stderr
