"""A new game: a question a line, and Enter takes what was chosen last."""

from __future__ import annotations

import re

from herrlof.bots import bot_label, bot_name, bots_of, free_name, opponent
from herrlof.game import Game, Option, Value, complete_options, value_text
from herrlof.games import GAMES
from herrlof.messages import _, paragraph, pgettext
from herrlof.plain.hall import Hall
from herrlof.plain.lines import ECHOED, Choice, Lines, help_word
from herrlof.plain.telling import without_number
from herrlof.records.names import ELSEWHERE, Seat, clean_name, clean_seats
from herrlof.seats.begin import NewMatch


async def new_game(hall: Hall) -> None:
    """Ask which game, who plays, and by which options; then play."""
    game = GAMES[await hall.choose_game()]
    remembered = hall.settings.of(game.key)
    known = list(remembered.seats) or [Seat(hall.settings.name)]
    count = game.seats[0]
    if len(game.seats) > 1:
        usual = min(max(len(known), game.seats[0]), game.seats[-1])
        count = await ask_number(hall.lines, _("How many play?"), game.seats, usual)
    seats: list[Seat] = []
    for number in range(count):
        default_seat = known[number] if number < len(known) else None
        seats.append(await _ask_seat(hall, game, number, seats, default_seat))
    options: dict[str, Value | None] = {}
    for option in game.options:
        if option.on_form:
            options[option.name] = await _ask_option(hall, game, option, count, remembered.options.get(option.name))
    chosen = {name: value for name, value in options.items() if value is not None}
    complete_options(game, count, chosen)
    hints = None
    if sum(seat.person for seat in seats) > 1:
        question = _("Does the coach give hints? Only if all of you agree.")
        hints = bool(await hall.lines.choose(question, [Choice(_("no")), Choice(_("yes"))], 0))
    await hall.begin(NewMatch(game.key, clean_seats(seats), chosen, hints=hints))


async def ask_name(lines: Lines, question: str, default: str = "") -> str:
    """Ask for a person's name."""
    lines.say(question, _("Enter takes {name}.", name=default) if default else "")
    while True:
        try:
            return clean_name(await lines.ask() or default)
        except ValueError as error:
            lines.say(str(error))


async def ask_number(lines: Lines, question: str, numbers: range, default: int) -> int:
    """Ask for a number."""
    text = _("{least} to {most}; Enter takes {n}.", least=numbers[0], most=numbers[-1], n=default)
    lines.say(paragraph(question, text))
    while True:
        typed = await lines.ask()
        if not typed:
            return default
        if re.fullmatch(r"-?\d{1,9}", typed) and int(typed) in numbers:
            return int(typed)
        lines.say(text)


async def _ask_seat(hall: Hall, game: Game, number: int, taken: list[Seat], default: Seat | None) -> Seat:
    """Ask who takes a seat: a bot by its number or name, or a person by theirs."""
    bots, names = bots_of(game.key), [seat.name for seat in taken]
    if default is None or (default.bot is not None and default.bot not in bots):
        bot = opponent(game.key, hall.settings.of(game.key).bot)
        default = Seat(bot_name(game.key, bot, names), bot)
    labels = [bot_label(game.key, key) for key in bots]
    bots_said = [_("{n} {name}", n=n, name=label) for n, label in enumerate(labels, 1)]
    bots_said.append(_("{word}: somebody at another screen, who joins.", word=elsewhere_word()))
    question = [
        _("Seat {n}: type a name, or the number of a bot; {word} says which.", n=number + 1, word=help_word()),
        _("Enter takes {name}.", name=_named(default)) if default.name else "",
    ]
    hall.lines.say(*question)
    while True:
        text = await hall.lines.ask()
        if not text and default.name:
            return default
        if not text or text.casefold() == help_word():
            hall.lines.say(*bots_said, *question)
            continue
        if text.casefold() == elsewhere_word():
            usual = default.name if default.how == ELSEWHERE else free_name(_("Guest"), names)
            return Seat(await ask_name(hall.lines, _("Who comes?"), usual), None, ELSEWHERE)
        for n, (bot, kind) in enumerate(bots.items(), 1):
            if text.casefold() in (str(n), bot, kind.title.casefold()):
                return Seat(bot_name(game.key, bot, names), bot)
        if text.isdecimal():
            hall.lines.say(_("There is no bot {n}: they are 1 to {most}.", n=text[:ECHOED], most=len(bots)))
            continue
        try:
            return Seat(clean_name(text))
        except ValueError as error:
            hall.lines.say(str(error))


def _named(seat: Seat) -> str:
    """Return a seat that Enter takes by its name, and where its player is."""
    return _("{name}, elsewhere", name=seat.name) if seat.how == ELSEWHERE else seat.name


def elsewhere_word() -> str:
    """Return the word for a seat at another screen."""
    return pgettext("word", "elsewhere")


async def _ask_option(hall: Hall, game: Game, option: Option, seats: int, chosen: Value | None) -> Value | None:
    """Ask for an option; None: chance decides."""
    words, choices = game.words, option.choices(seats)
    value = chosen if chosen in choices else option.default(seats)
    about = words.option_help(option.name, seats)
    question = _("{name}: {sentence}", name=words.option(option.name), sentence=without_number(about))
    named_as = "" if value is None else words.choice(option.name, value)
    if isinstance(choices, range) and choices.step == 1 and isinstance(value, int) and named_as == value_text(value):
        return await ask_number(hall.lines, question, choices, value)
    offered: list[Value | None] = [*([None] if option.default(seats) is None else []), *choices]
    told = [words.option_help(option.name, seats, one) for one in offered]
    named = [
        Choice(words.choice(option.name, one), "" if text == about else without_number(text))
        for one, text in zip(offered, told, strict=True)
    ]
    return offered[await hall.lines.choose(question, named, offered.index(value))]
