"""The commands that open the table: play, learn and replay."""

from __future__ import annotations

import argparse
import gc
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from shutil import which
from typing import TYPE_CHECKING, Any, TypeVar

from herrlof.cli.choices import OPTION, OneWay, add_options, chosen_options, game_key, no_game
from herrlof.cli.faces import add_faces, speaks_in_lines
from herrlof.cli.output import fail, nearest
from herrlof.games import GAMES, all_keys, title_of
from herrlof.messages import _, listed, one_of
from herrlof.options import complete_options
from herrlof.records.names import ELSEWHERE, HERE, PROGRAM, Seat, clean_seats
from herrlof.records.storage import Storage

if TYPE_CHECKING:
    import argparse
    from asyncio import AbstractEventLoop

    from herrlof.records.names import Seat
    from herrlof.seats.begin import NewMatch
    from herrlof.tui.app import HerrlofApp
    from herrlof.tui.guest import GuestApp
    from herrlof.tui.tables import TablesApp

AnyApp = TypeVar("AnyApp", bound="TablesApp")


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    add_faces(parser, argparse.SUPPRESS)
    if name == "replay":
        from herrlof.cli.records import add_file  # loads what home does without

        add_file(parser)
        return
    if name == "learn":
        keys = ", ".join(all_keys())
        parser.add_argument(
            "game", nargs="?", default="", type=game_key, metavar=_("GAME"), help=_("which game: {keys}", keys=keys)
        )
        parser.add_argument(
            "number", nargs="?", type=int, metavar=_("NUMBER"), help=_("which lesson; without it: a list")
        )
        return

    parser.add_argument(
        "game",
        nargs="?",
        type=game_key,
        metavar=_("GAME"),
        help=_("which game: {keys} ({default})", keys=listed(all_keys()), default=next(iter(GAMES))),
    )
    parser.add_argument(
        "--seat",
        action="append",
        metavar=_("NAME|bot:KEY|program:COMMAND"),
        help=_(
            "once for each seat, in order: a person's name, elsewhere or Ben=elsewhere for whoever joins, a bot as "
            "in bot:rules or Freya=bot:rules, or a program as in 'program:./mybot --fast'; herrlof arena --help "
            "lists the bots"
        ),
    )
    add_options(parser)
    parser.add_argument(
        "--pace", type=float, metavar="X", help=_("length of all pauses: 0 for none, 2 for twice as long, up to 10")
    )
    parser.add_argument("--theme", choices=("dark", "light", "terminal"), help=_("colours, this time"))
    parser.add_argument(
        "--hints",
        action=OneWay,
        help=_("with or without hints from the coach; between people only if all agree"),
    )
    parser.add_argument("--no-motion", action="store_true", help=_("no motion: the end state at once"))
    parser.add_argument("--deal", metavar=_("CODE"), help=_("play this code's deals, or today, the deal of the day"))


def open_table(
    ascii_only: bool,
    straight_to: NewMatch | Path | tuple[str, int | None] | None = None,
    plain: bool = False,
    words: Sequence[str] = (),
    **more: Any,
) -> int:
    """Run the table on this terminal, in lines or drawn, or say why that cannot be; `words`: as it was asked for."""

    if plain or speaks_in_lines():
        from herrlof.plain.home import run

        try:
            return run(straight_to, more.get("pace"))
        except ValueError as error:
            fail(error)

    def make(plain: bool) -> HerrlofApp:
        from herrlof.tui.app import HerrlofApp

        return HerrlofApp(straight_to, ascii_only=ascii_only or plain, trouble=trouble, **more)

    trouble = ""
    while (app := run_app(make, words)).joins is not None:
        from herrlof.seats.host import DoorError
        from herrlof.seats.visit import JoinError

        straight_to, trouble = None, ""
        try:
            guest = sit_at(str(app.joins), ascii_only, app.watches, words, **more)
        except (DoorError, JoinError) as error:
            trouble = str(error)
        else:
            if guest.quits or guest.return_code:
                return guest.return_code or 0
    return app.return_code or 0


def run_app(make: Callable[[bool], AnyApp], words: Sequence[str] = (), loop: AbstractEventLoop | None = None) -> AnyApp:
    """Run an app on this terminal, or say why that cannot be; `make` is told whether only ASCII can be drawn."""
    from herrlof.tui import terminal

    if (sentence := terminal.refusal(words)) is not None:
        fail(sentence)
    terminal.prepare()
    gc.disable()  # what is made while the program starts is no garbage; the app collects from its first frame on
    try:
        app = make(not terminal.speaks_unicode())
    except (ImportError, AttributeError):
        from herrlof.tui.mends import unmended

        if (sentence := unmended()) is None:
            raise
        fail(sentence)
    try:
        app.run(loop=loop)
    finally:
        gc.enable()
        terminal.release()
    return app


def sit_at(
    named: str | None, ascii_only: bool, watches: bool = False, words: Sequence[str] = (), **more: Any
) -> GuestApp:
    """Play at a table of this machine, or watch, until it is left; DoorError and JoinError say why that cannot be."""
    from asyncio import new_event_loop

    from herrlof.seats.join import Joined, keep_record, table_at
    from herrlof.seats.local import table_named

    storage = Storage()
    path = table_named(named)
    joined = Joined(storage)
    remote = table_at(path, joined.token(path), watches)
    loop = new_event_loop()
    loop.run_until_complete(remote.open())
    joined.keep(path, remote.token)

    def make(plain: bool) -> GuestApp:
        from herrlof.tui.guest import GuestApp

        keep = None if watches else partial(keep_record, storage, remote)
        return GuestApp(remote, storage.settings.now(), keep, ascii_only=ascii_only or plain, **more)

    return run_app(make, words, loop)


def run_play(options: argparse.Namespace) -> int:
    """Open the table with a new match."""
    if options.pace is not None and not 0 <= options.pace <= 10:
        fail(_("--pace goes from 0 to 10, not {n}.", n=f"{options.pace:g}"))
    try:
        match = chosen(options)
    except ValueError as error:
        fail(error)
    return open_match(options, match)


def open_match(options: argparse.Namespace, match: NewMatch) -> int:
    """Open the table with a new match, as the flags have it."""
    motion = False if options.no_motion else None
    return open_table(
        options.ascii,
        match,
        plain=options.plain,
        words=options.typed,
        pace=options.pace,
        theme=options.theme,
        motion=motion,
    )


def chosen(options: argparse.Namespace, rest: str = "") -> NewMatch:
    """Return the match that the flags name; ValueError says in a sentence what is wrong with them.

    Where no seats are named the others are bots, or what `rest` says.
    """
    from herrlof.bots import bot_kind, free_name
    from herrlof.seats.begin import NewMatch, opponent
    from herrlof.seats.daily import TODAY
    from herrlof.table.dealing import parse_deal_code

    if options.deal is not None and options.deal.strip().casefold() == TODAY:
        return _of_today(options, rest)
    key = next(iter(GAMES)) if options.game is None else options.game
    if key not in GAMES:
        raise ValueError(no_game(key))
    game = GAMES[key]
    texts = options.seat
    if not texts:
        storage = Storage()
        settings = storage.settings.now()
        other = rest or f"bot:{opponent(game.key, settings, storage)}"
        texts = [settings.name or "You", *[other] * (max(2, game.seats[0]) - 1)]
    seats: list[Seat] = []
    programs: dict[int, str] = {}
    for number, text in enumerate(texts):
        name, mark, command = text.partition("program:")
        if mark and (not name or name.endswith("=")):
            programs[number] = command
        if text == ELSEWHERE or text.endswith(f"={ELSEWHERE}"):
            name = text.removesuffix(ELSEWHERE).removesuffix("=")
            seats.append(Seat(name or free_name(_("Guest"), [seat.name for seat in seats]), None, ELSEWHERE))
            continue
        seats.append(_seat(game.key, text, [seat.name for seat in seats]))
    given = chosen_options(options, game, len(seats))
    complete_options(game, len(seats), given)
    if ELSEWHERE in [seat.how for seat in seats] and HERE not in [seat.how for seat in seats]:
        raise ValueError(_("Somebody has to sit at this keyboard: name a person."))
    for seat in seats:
        if seat.bot is not None:
            bot_kind(game.key, seat.bot)
    if options.deal is not None:
        if not game.chance:
            raise ValueError(_("{game} leaves nothing to chance: there's no deal code.", game=game.title))
        if (meant := nearest(options.deal, [TODAY])) and len(options.deal) < 2 * len(TODAY):
            raise ValueError(_("{text!r} isn't a deal code: did you mean {nearest}?", text=options.deal, nearest=meant))
        parse_deal_code(options.deal)
    return NewMatch(game.key, clean_seats(seats), given, options.deal, programs, options.hints)


def _of_today(options: argparse.Namespace, rest: str) -> NewMatch:
    """Return the match of the day; ValueError where anything is asked for that the day decides."""

    from herrlof.seats.daily import game_of, match_of, today

    day = today()
    asked = [name for name, text in vars(options).items() if name.startswith(OPTION) and text is not None]
    if rest or options.seat or asked or options.game not in (None, game_of(day)):
        title = title_of(game_of(day))
        raise ValueError(
            _("The deal of the day is {game}, for one person against bots: seats and options are fixed.", game=title)
        )
    return replace(match_of(day, Storage().settings.now().name or "You"), hints=options.hints)


def _seat(game: str, text: str, taken: Sequence[str]) -> Seat:
    """Return the seat that `Anna`, `bot:rules`, `Freya=bot:rules` or `program:./mybot` names."""
    from herrlof.bots import bot_name, bots_of, default_bot, free_name, opponents

    name, mark, command = text.partition("program:")
    if mark and (not name or name.endswith("=")):
        from herrlof.seats.program import parse_command, program_name

        words = parse_command(command)
        _startable(words[0])
        return Seat(name.removesuffix("=") or free_name(program_name(words), taken), None, PROGRAM)
    name, _equals, bot = text.rpartition("=") if "=bot:" in text else ("", "", text)
    if bot.casefold() in ("bot", "bot:"):
        example = f"bot:{default_bot(game)}"
        raise ValueError(
            _("Which bot? Name one by its key, as in {example}: {keys}.", example=example, keys=one_of(opponents(game)))
        )
    if not bot.startswith("bot:"):
        if text in bots_of(game) or text.casefold().startswith(("bot:", "program:")):
            key = text.partition(":")[2] or text
            raise ValueError(
                _("'{text}' can't be a person's name: a bot is named as in {example}.", text=text, example=f"bot:{key}")
            )
        return Seat(text)
    key = bot.removeprefix("bot:")
    if not name and key.partition("*")[0] in bots_of(game):
        name = bot_name(game, key, taken)
    return Seat(name or key, key)


def _startable(program: str) -> None:
    """ValueError where there is no program of this name: who sits down is there before the first move."""

    if which(program) is None:
        raise ValueError(_("No program '{name}' can be started.", name=program))


def run_learn(options: argparse.Namespace) -> int:
    """Open the list of lessons, or one of them."""
    from herrlof.coach.lessons import LessonError, lessons_of

    game, number = options.game, options.number
    if game and game not in GAMES:
        fail(no_game(game))
    try:
        count = len(lessons_of(game)) if game else 0
    except LessonError as error:
        fail(error)
    if game and not count:
        fail(_("There are no lessons of {game}.", game=GAMES[game].title))
    if number is not None and not 1 <= number <= count:
        fail(_("The lessons of {game} are 1 to {count}.", game=GAMES[game].title, count=count))
    return open_table(options.ascii, (game, number), plain=options.plain, words=options.typed)


def run_replay(options: argparse.Namespace) -> int:
    from herrlof.cli.records import find

    path = find(options.file)
    if path.is_dir():
        fail(_("There's no record '{file}'.", file=options.file))
    return open_table(options.ascii, path, plain=options.plain, words=options.typed)
