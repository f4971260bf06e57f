"""A new game: a question a line, and Enter takes what was chosen last."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

from herrlof.bots import bot_label, bot_name, free_name, opponents
from herrlof.game import Game
from herrlof.games import GAMES
from herrlof.messages import _, paragraph
from herrlof.options import Option, Value, value_text
from herrlof.plain.hall import Hall
from herrlof.plain.lines import ECHOED, Back, Left, Lines, MenuChoice
from herrlof.plain.telling import without_number
from herrlof.plain.typed import elsewhere_word, is_no_name, whole, word_of
from herrlof.records.names import ELSEWHERE, Seat, clean_name, clean_seats
from herrlof.seats.begin import NewMatch, opponent, usual_seats


async def new_game(hall: Hall) -> None:
    """Ask which game, who plays, and by which options; then play."""
    while True:
        game = GAMES[await hall.choose_game()]
        with suppress(Back):
            new = await _Form(hall, game).filled()
            break
    await hall.begin(new)


class _Form:
    """What is asked before a match of one game, one question after the other, and back."""

    def __init__(self, hall: Hall, game: Game) -> None:
        self._hall, self._game = hall, game
        self._remembered = hall.settings.of(game.key)
        self._known = usual_seats(game.key, hall.settings, hall.storage) or [Seat(hall.settings.name)]
        self._count = game.seats[0]
        self._seats: dict[int, Seat] = {}
        self._options: dict[str, Value | None] = {}
        self._hints: bool | None = None

    async def filled(self) -> NewMatch:
        """Ask all that is to be asked; Back where somebody goes back before the first question."""
        place = 0
        while place < len(questions := self._questions()):
            try:
                await questions[place]()
                place += 1
            except Back:
                if not place:
                    raise
                place -= 1
        chosen = {name: value for name, value in self._options.items() if value is not None}
        seats = clean_seats(self._taken(self._count))
        hints = self._hints if sum(seat.person for seat in seats) > 1 else None
        return NewMatch(self._game.key, seats, chosen, hints=hints)

    def _questions(self) -> list[Callable[[], Awaitable[None]]]:
        """Return what is asked, as far as that is known from what was answered."""
        several = [self._ask_count] if len(self._game.seats) > 1 else []
        seats = [partial(self._ask_seat, number) for number in range(self._count)]
        options = [partial(self._ask_option, option) for option in self._game.options if option.on_form]
        people = sum(seat.person for seat in self._taken(self._count)) > 1
        return [*several, *seats, *options, *([self._ask_hints] if people else [])]

    def _taken(self, before: int) -> list[Seat]:
        return [self._seats[number] for number in range(before) if number in self._seats]

    async def _ask_count(self) -> None:
        seats = self._game.seats
        usual = min(max(len(self._known), seats[0]), seats[-1])
        self._count = await ask_number(self._hall.lines, _("How many play?"), seats, usual)

    async def _ask_seat(self, number: int) -> None:
        default = self._known[number] if number < len(self._known) else None
        self._seats[number] = await _ask_seat(self._hall, self._game, number, self._taken(number), default)

    async def _ask_option(self, option: Option) -> None:
        remembered = self._remembered.options.get(option.name)
        self._options[option.name] = await _ask_option(self._hall, self._game, option, self._count, remembered)

    async def _ask_hints(self) -> None:
        question = _("Hints from the coach? Only if you all agree.")
        self._hints = bool(await self._hall.lines.choose(question, [MenuChoice(_("no")), MenuChoice(_("yes"))], 0))


async def ask_name(lines: Lines, question: str, default: str = "") -> str:
    """Ask for a person's name."""
    while True:
        text = await lines.answered(question, _("Enter takes {name}.", name=default) if default else "") or default
        try:
            return person_name(text)
        except ValueError as error:
            lines.say(str(error))


def person_name(text: str) -> str:
    """Return a name as it is kept; ValueError: it is none, or a question, or a word that is answered here."""
    if is_no_name(text) or text.endswith("?"):
        raise ValueError(_("{text} is no name here: type another.", text=text[:ECHOED]))
    return clean_name(text)


async def ask_number(lines: Lines, question: str, numbers: range, default: int, known: bool = False) -> int:
    """Ask for a number; `known`: the question itself says from where to where they go."""
    text = _("{least} to {most}; Enter takes {n}.", least=numbers[0], most=numbers[-1], n=default)
    asked = paragraph(question, _("Enter takes {name}.", name=default) if known else text)
    while typed := await lines.answered(asked):
        if re.fullmatch(r"-?\d{1,9}", typed) and int(typed) in numbers:
            return int(typed)
        asked = text
    return default


async def _ask_seat(hall: Hall, game: Game, number: int, taken: list[Seat], default: Seat | None) -> Seat:
    """Ask who takes a seat: a bot by its number or name, or a person by theirs."""
    bots, names = opponents(game.key), [seat.name for seat in taken]
    if default is None:
        bot = opponent(game.key, hall.settings, hall.storage)
        default = Seat(bot_name(game.key, bot, names), bot)
    labels = [bot_label(game.key, key) for key in bots]
    bots_said = [_("{n} {name}", n=n, name=label) for n, label in enumerate(labels, 1)]
    bots_said.append(_("{word}: somebody who joins from another screen.", word=elsewhere_word()))
    question = [
        _("Seat {n}: type a name, or the number of a bot; {word} says which.", n=number + 1, word=word_of("help")),
        _("Enter takes {name}.", name=_named(default)) if default.name else "",
    ]
    hall.lines.say(*question)
    while True:
        text = await hall.lines.hear()
        word = whole(
            text, [word_of("leave"), word_of("help"), word_of("again"), word_of("take_back"), elsewhere_word()]
        )
        if not text and default.name:
            return default
        if word == word_of("leave"):
            raise Left
        if word == word_of("take_back"):
            raise Back
        if word == elsewhere_word():
            usual = default.name if default.how == ELSEWHERE else free_name(_("Guest"), names)
            return Seat(await ask_name(hall.lines, _("Who's coming? Type a name."), usual), None, ELSEWHERE)
        if not text or word:
            hall.lines.say(*bots_said, *question, _("{word} goes to the question before.", word=word_of("take_back")))
            continue
        for n, (bot, kind) in enumerate(bots.items(), 1):
            if text.casefold() in (str(n), bot, kind.title.casefold(), f"bot:{bot}"):
                return Seat(bot_name(game.key, bot, names), bot)
        if text.isdecimal():
            hall.lines.say(_("There's no bot {n}: they're 1 to {most}.", n=text[:ECHOED], most=len(bots)))
            continue
        try:
            return clean_seats([*taken, Seat(person_name(text))])[-1]
        except ValueError as error:
            hall.lines.say(str(error))


def _named(seat: Seat) -> str:
    """Return a seat that Enter takes by its name, and where its player is."""
    return _("{name}, elsewhere", name=seat.name) if seat.how == ELSEWHERE else seat.name


async def _ask_option(hall: Hall, game: Game, option: Option, seats: int, chosen: Value | None) -> Value | None:
    """Ask for an option; None: chance decides."""
    words, choices = game.words, option.choices(seats)
    value = chosen if chosen in choices else option.before_choice(seats)
    about = words.option_help(option.name, seats)
    named_as = "" if value is None else words.choice(option.name, value)
    if isinstance(choices, range) and choices.step == 1 and isinstance(value, int) and named_as == value_text(value):
        return await ask_number(hall.lines, without_number(about), choices, value, known=True)
    offered: list[Value | None] = [*([None] if option.default(seats) is None else []), *choices]
    told = [words.option_help(option.name, seats, one) for one in offered]
    named = [
        MenuChoice(words.choice(option.name, one), "" if text == about else without_number(text))
        for one, text in zip(offered, told, strict=True)
    ]
    question = _("{name}: {sentence}", name=words.option(option.name), sentence=without_number(about))
    return offered[await hall.lines.choose(question, named, offered.index(value))]
