"""The commands for seats that are elsewhere: host, join and certify."""

from __future__ import annotations

import argparse
import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from herrlof.cli.choices import game_key, no_game
from herrlof.cli.faces import add_faces, speaks_in_lines
from herrlof.cli.output import fail
from herrlof.games import GAMES, all_keys
from herrlof.messages import _, listed
from herrlof.records.names import ELSEWHERE
from herrlof.records.storage import Storage

if TYPE_CHECKING:
    from herrlof.seats.seat_store import Ssh, Web


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    if name == "host":
        _add_host_arguments(parser)
        return
    if name == "join":
        parser.add_argument(
            "path", nargs="?", metavar=_("PATH"), help=_("the table's socket, as its host's page names it")
        )
        parser.add_argument("--watch", action="store_true", help=_("watch, without a seat"))
        add_faces(parser, argparse.SUPPRESS)
        return

    parser.add_argument(
        "program", metavar=_("program:COMMAND"), help=_("how it's started, as in 'program:./mybot --fast'")
    )
    parser.add_argument(
        "--game", required=True, type=game_key, metavar=_("KEY"), help=_("which game: {keys}", keys=listed(all_keys()))
    )
    parser.add_argument("--seats", type=int, metavar="N", help=_("how many seats the matches have"))
    parser.add_argument("--pairs", type=int, default=50, metavar="N", help=_("how many pairs of worlds (50)"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=_("the same number tries the same worlds"))


def _add_host_arguments(parser: argparse.ArgumentParser) -> None:
    from herrlof.cli.table import add_arguments as add_table_arguments

    add_table_arguments("play", parser)
    parser.add_argument("--group", metavar="G", help=_("let users of this system group join too"))
    parser.add_argument("--watch", action="store_true", help=_("let others watch, without a seat"))
    parser.add_argument("--ssh", action="store_true", help=_("let others join by ssh, with a code of three words"))
    parser.add_argument("--port", type=int, metavar="P", help=_("the port for ssh (8022)"))
    parser.add_argument("--web", action="store_true", help=_("let browsers join, each seat by a link of its own"))
    parser.add_argument("--web-port", type=int, default=0, metavar="N", help=_("the port for browsers (any)"))
    parser.add_argument("--web-url", default="", metavar="URL", help=_("the address of a proxy that leads there"))
    parser.add_argument(
        "--address", metavar="A", help=_("the address at which this machine waits for others (127.0.0.1)")
    )


def run_host(options: argparse.Namespace) -> int:
    """Open a table whose doors are open, and wait for its guests."""
    from herrlof.cli.table import chosen, open_match
    from herrlof.seats.seat_store import Doors

    try:
        match = chosen(options, rest=ELSEWHERE)
    except ValueError as error:
        fail(error)
    if not match.waits:
        fail(_("Nobody could join: name a seat elsewhere, as in --seat Anna --seat elsewhere."))
    try:
        doors = Doors(group=options.group, ssh=_ssh(options), web=_web(options), watch=options.watch)
    except ValueError as error:
        fail(error)
    if options.address and doors.ssh is None and doors.web is None:
        fail(_("An address is for --ssh and --web."))
    return open_match(options, replace(match, doors=doors))


def _ssh(options: argparse.Namespace) -> Ssh | None:
    from herrlof.seats.seat_store import ssh_door

    if not options.ssh and options.port is not None:
        raise ValueError(_("A port is for --ssh."))
    return ssh_door(options.address or "", options.port) if options.ssh else None


def _web(options: argparse.Namespace) -> Web | None:
    from herrlof.seats.seat_store import Web, clean_address

    if not options.web:
        if options.web_port or options.web_url:
            raise ValueError(_("A port for browsers and a proxy are for --web."))
        return None
    web = Web(address=clean_address(options.address or ""), port=options.web_port, url=options.web_url)
    if not 0 <= web.port < 1 << 16:
        raise ValueError(_("--web-port goes from 1 to 65535, not {n}.", n=web.port))
    if web.url and (urlsplit(web.url).scheme not in ("http", "https") or not urlsplit(web.url).netloc):
        raise ValueError(_("--web-url begins with https://, not as in {found!r}.", found=web.url))
    return web


def run_join(options: argparse.Namespace) -> int:
    """Go to a table on this machine, and take a seat there."""
    from herrlof.cli.table import sit_at

    if options.plain or speaks_in_lines():
        from herrlof.plain.hall import Elsewhere
        from herrlof.plain.home import run

        try:
            return run(Elsewhere(options.path, options.watch))
        except ValueError as error:
            fail(error)
    from herrlof.seats.host import DoorError
    from herrlof.seats.visit import JoinError

    try:
        return sit_at(options.path, options.ascii, options.watch, options.typed).return_code or 0
    except (DoorError, JoinError) as error:
        fail(error)


def run_certify(options: argparse.Namespace) -> int:
    """Ask a program in pairs of worlds that it cannot tell apart; status 1 where it does not do the same."""
    from herrlof.seats.certify import Certifier, certify
    from herrlof.seats.program import MARK, parse_command, program_name
    from herrlof.table.player import PlayerGone

    if options.game not in GAMES:
        fail(no_game(options.game))
    game = GAMES[options.game]
    seats = options.seats or max(2, game.seats[0])
    if not game.hidden:
        fail(_("{game} hides nothing: there's nothing to look at.", game=game.title))
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
    except ValueError as error:
        fail(error)
    except PlayerGone as error:
        fail(_("{text}.", text=error))
    return 0 if certified else 1
