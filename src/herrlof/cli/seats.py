"""The commands for seats that are elsewhere: certify."""

from __future__ import annotations

import argparse
import asyncio

from herrlof.cli.output import fail
from herrlof.messages import _, listed


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command."""
    from herrlof.games import all_keys

    parser.add_argument(
        "program", metavar=_("program:COMMAND"), help=_("how it is started, as in 'program:./mybot --fast'")
    )
    parser.add_argument(
        "--game", required=True, metavar=_("KEY"), help=_("which game: {keys}", keys=listed(all_keys()))
    )
    parser.add_argument("--seats", type=int, metavar="N", help=_("how many seats the matches have"))
    parser.add_argument("--pairs", type=int, default=50, metavar="N", help=_("how many pairs of worlds (50)"))
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help=_("which worlds: the same number, the same ones")
    )


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
        fail(_("{game} hides nothing: there is nothing to look at.", game=game.title))
    if seats not in game.seats or seats < 2:
        fail(_("{game} has no matches with {n} seats and a secret.", game=game.title, n=seats))
    if not 1 <= options.pairs <= 100_000:
        fail(_("--pairs goes from 1 to 100000, not {n}.", n=options.pairs))
    if not options.program.startswith(MARK):
        fail(_("A program is named as in {example}, not {found!r}.", example=f"{MARK}./mybot", found=options.program))
    try:
        command = parse_command(options.program[len(MARK) :])
        certifier = Certifier(Storage(), game, command, program_name(command), seats, options.seed)
        certified = asyncio.run(certify(certifier, options.pairs, lambda text: print(text, flush=True)))
    except (ValueError, PlayerGone) as error:
        fail(error)
    return 0 if certified else 1
