"""The commands for seats that are elsewhere: certify."""

from __future__ import annotations

import argparse
import asyncio

from herrlof.cli.output import fail


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command."""
    from herrlof.games import all_keys

    parser.add_argument("program", metavar="program:COMMAND", help="how it is started, as in 'program:./mybot --fast'")
    parser.add_argument("--game", required=True, metavar="G", help=f"which game: {', '.join(all_keys())}")
    parser.add_argument("--seats", type=int, metavar="N", help="how many seats the matches have")
    parser.add_argument("--pairs", type=int, default=50, metavar="N", help="how many pairs of worlds (50)")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="which worlds: the same number, the same ones")


def run_certify(options: argparse.Namespace) -> int:
    """Ask a program in pairs of worlds that it cannot tell apart; status 1 where it does not do the same."""
    from herrlof.games import GAMES, missing
    from herrlof.records.storage import Storage
    from herrlof.seats.certify import Certifier, certify
    from herrlof.seats.program import MARK, parse_command, program_name
    from herrlof.table.table import PlayerGone

    if options.game not in GAMES:
        fail(missing(options.game))
    game = GAMES[options.game]
    seats = options.seats or max(2, game.seats[0])
    if not game.hidden:
        fail(f"{game.title} hides nothing: there is nothing to look at")
    if seats not in game.seats or seats < 2:
        fail(f"{game.title} has no matches with {seats} seats and a secret")
    if not 1 <= options.pairs <= 100_000:
        fail(f"--pairs goes from 1 to 100000, not {options.pairs}")
    if not options.program.startswith(MARK):
        fail(f"a program is named as in {MARK}./mybot, not {options.program!r}")
    try:
        command = parse_command(options.program.removeprefix(MARK))
        certifier = Certifier(Storage(), game, command, program_name(command), seats, options.seed)
        certified = asyncio.run(certify(certifier, options.pairs, lambda text: print(text, flush=True)))
    except (ValueError, PlayerGone) as error:
        fail(error)
    return 0 if certified else 1
