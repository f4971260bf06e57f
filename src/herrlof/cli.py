"""The command line; the table is imported only when it is started."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from herrlof import __version__, cli_arena, cli_records

if TYPE_CHECKING:
    from pathlib import Path

    from herrlof.settings import Settings


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0, or 2 with one sentence about what was wrong."""
    try:
        try:
            options = _parser().parse_args(arguments)
            status: int = options.run(options)
            return status
        finally:
            print(end="", flush=True)
    except BrokenPipeError:  # whoever read this has had enough, as `head` has
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for what is flushed at the very end
        return 128 + signal.SIGPIPE


def _parser() -> argparse.ArgumentParser:
    from rich_argparse import RichHelpFormatter

    class Parser(argparse.ArgumentParser):
        """Says what is wrong in one sentence."""

        def error(self, message: str) -> None:  # type: ignore[override]
            fail(f"{message}; see {self.prog} --help")

    parser = Parser(
        prog="herrlof",
        description="The card game Herrlof in a terminal, for two or three people or against bots.",
        formatter_class=RichHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"herrlof {__version__}")
    parser.add_argument("--ascii", action="store_true", help="draw with plain ASCII characters")
    parser.set_defaults(run=_start)
    commands = parser.add_subparsers(metavar="COMMAND", parser_class=Parser)

    play = commands.add_parser("play", help="go straight to the table", formatter_class=RichHelpFormatter)
    play.add_argument(
        "--seat",
        action="append",
        metavar="NAME|bot:KEY",
        help="a seat, in order: a person's name, or a bot as in bot:karl or Freya=bot:karl (2 or 3 times); "
        "herrlof arena --help lists the bots",
    )
    play.add_argument("--edition", choices=("english", "dutch"), default="english", help="which rule book (R21)")
    play.add_argument("--goal", type=int, help="points to reach (50; with three seats 40)")
    play.add_argument("--pace", type=float, help="length of all pauses: 0 for none, 2 for twice as long")
    play.add_argument("--ascii", action="store_true", default=argparse.SUPPRESS, help="plain ASCII characters")
    play.set_defaults(run=_play)

    play.add_argument("--deal", metavar="CODE", help="play the deals that this code names")

    replay = commands.add_parser("replay", help="show a match move by move", formatter_class=RichHelpFormatter)
    replay.add_argument("file", metavar="FILE", help="a record, or the name of one in the games folder")
    replay.set_defaults(run=_replay)
    cli_records.add_commands(commands, RichHelpFormatter)

    rules = commands.add_parser("rules", help="print the rules", formatter_class=RichHelpFormatter)
    rules.add_argument("words", nargs="*", help="only the sections with all these words, or with this number: 7")
    rules.set_defaults(run=_rules)
    fairness = commands.add_parser("fairness", help="print how play is kept fair", formatter_class=RichHelpFormatter)
    fairness.add_argument("words", nargs="*", help="only the sections with all these words")
    fairness.set_defaults(run=_fairness)

    cli_arena.add_commands(commands, RichHelpFormatter)

    bench = commands.add_parser("bench", help="measure the engine's speed", formatter_class=RichHelpFormatter)
    bench.add_argument("--seconds", type=float, default=3.0, help="how long each measurement runs")
    bench.set_defaults(run=_bench)
    return parser


def fail(sentence: str) -> int:
    """Print what is wrong and leave with status 2."""
    print(f"herrlof: {sentence}", file=sys.stderr)
    raise SystemExit(2)


def _open(
    options: argparse.Namespace,
    straight_to: Settings | Path | None = None,
    deals: str | None = None,
    pace: float | None = None,
) -> int:
    """Run the table on this terminal, or say why that cannot be."""
    from herrlof.tui import terminal

    if (sentence := terminal.refusal()) is not None:
        return fail(sentence)
    terminal.prepare()
    from herrlof.tui.app import HerrlofApp

    ascii_only = options.ascii or not terminal.speaks_unicode()
    app = HerrlofApp(straight_to, deals=deals, pace=pace, ascii_only=ascii_only)
    app.run()
    return app.return_code or 0


def _start(options: argparse.Namespace) -> int:
    return _open(options)


def _play(options: argparse.Namespace) -> int:
    from herrlof.bots import BOTS, DEFAULT_BOT, kind_of, name_for
    from herrlof.dealing import parse_deal_code
    from herrlof.games import GAMES
    from herrlof.match import Seat, clean_seats
    from herrlof.settings import Settings

    if options.pace is not None and not 0 <= options.pace <= 10:
        return fail(f"--pace goes from 0 to 10, not {options.pace:g}")
    seats: list[Seat] = []
    for text in options.seat or ["Anna", f"bot:{DEFAULT_BOT}"]:
        name, _, bot = text.rpartition("=") if "=bot:" in text else ("", "", text)
        if not bot.startswith("bot:"):
            seats.append(Seat(text))
            continue
        key = bot.removeprefix("bot:")
        if key in BOTS and not name:
            name = name_for(key, [seat.name for seat in seats])
        seats.append(Seat(name or key, key))
    try:
        for seat in seats:
            if seat.bot is not None:
                kind_of(seat.bot)
        GAMES["herrlof"].new_state(len(seats), edition=options.edition, goal=options.goal)
        if options.deal is not None:
            parse_deal_code(options.deal)
        chosen = Settings(clean_seats(seats), options.edition, options.goal)
    except ValueError as fault:
        return fail(str(fault))
    return _open(options, chosen, options.deal, options.pace)


def _replay(options: argparse.Namespace) -> int:
    from herrlof.cli_records import find

    path = find(options.file)
    if not path.is_file():
        return fail(f"there is no record {options.file!r}")
    return _open(options, path)


def _rules(options: argparse.Namespace) -> int:
    from herrlof.pages import rules_text

    return _print_page(rules_text(), " ".join(options.words), "no rule has")


def _fairness(options: argparse.Namespace) -> int:
    from herrlof.pages import fairness_text

    return _print_page(fairness_text(), " ".join(options.words), "no part of this page has")


def _print_page(text: str, words: str, nothing: str) -> int:
    """Print the sections with these words, or the one with this number; all of the text for no words."""
    from rich.console import Console
    from rich.markdown import Markdown

    from herrlof.pages import matching, sections

    found = sections(text)
    numbers = words.casefold(), f"r{words}"
    numbered = [part for part in found if part.key and part.key.casefold() in numbers]
    shown = numbered or matching(found, words)
    if not shown:
        return fail(f"{nothing} the words {words!r}")
    if words:
        text = "\n\n".join(f"### {part.title}\n\n{part.text}" for part in shown)
    if sys.stdout.isatty():
        Console(width=min(100, Console().width)).print(Markdown(text))
    else:
        print(text)
    return 0


def _bench(options: argparse.Namespace) -> int:
    from herrlof.bench import report

    for line in report(options.seconds):
        print(line)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
