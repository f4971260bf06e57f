"""The settings that matter to who listens; those of the screen are set on the screen.

Who has no files of their own, as a guest at a door, has those of a visit.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Any

from herrlof import languages
from herrlof.game import Game
from herrlof.games import GAMES
from herrlof.messages import _
from herrlof.options import YES_NO, Option, Value, complete_preferences
from herrlof.plain.hall import Hall, Room
from herrlof.plain.lines import Back, MenuChoice
from herrlof.plain.new_game import ask_name
from herrlof.plain.telling import without_number


async def settings_page(hall: Room) -> None:
    """Offer each setting with its value, and change what is chosen, until the page is left."""
    chosen: int | None = None
    while True:
        offered = _offered(hall)
        choices = [choice for choice, _change in offered]
        if chosen is not None:
            hall.lines.say(_("{name}: {sentence}", name=choices[chosen].name, sentence=choices[chosen].more))
        chosen = await hall.lines.choose(_("Which setting?"), choices, known=chosen is not None)
        with suppress(Back):
            await offered[chosen][1]()


def _offered(hall: Room) -> list[tuple[MenuChoice, Callable[[], Awaitable[None]]]]:
    """Return each setting, with its value and what asks for another one."""
    settings = hall.settings
    kept = isinstance(hall, Hall)
    switches = {
        **({"plain": _("Lines instead of a screen, from the next start on")} if kept else {}),
        "brief": _("Brief: leave reasons out"),
        "say_choices": _("Read a few choices out with their question"),
        "say_points": _("Say all points of a round, not the totals alone"),
        "say_others": _("Say what others do unseen"),
        "bell": _("Ring the bell when it's your turn"),
    }
    found: list[tuple[MenuChoice, Callable[[], Awaitable[None]]]] = []
    if kept:
        switches |= {
            "hints": _("Hints from the coach, when you alone play bots"),
            "sure": _("Ask before a clear mistake, when you alone play bots"),
            "cuts": _("Players may cut the cards when people play each other"),
        }
        found.append((MenuChoice(_("your name"), settings.name), partial(_name, hall)))
    for name, text in switches.items():
        found.append((MenuChoice(text, _said(getattr(settings, name))), partial(_switch, hall, name, text)))
    for game in GAMES.values():
        for option in game.preferences:
            value = complete_preferences(game, settings.of(game.key).preferences)[option.name]
            label = _("{name}: {sentence}", name=game.title, sentence=game.words.option(option.name))
            choice = MenuChoice(label, game.words.choice(option.name, value))
            found.append((choice, partial(_prefer, hall, game, option)))
    if len(languages.offered()) > 1:
        spoken = languages.own_name(languages.spoken())
        found.append((MenuChoice(_("the language"), spoken), partial(_language, hall)))
    return found


async def _name(hall: Room) -> None:
    hall.change(hall.settings._replace(name=await ask_name(hall.lines, _("Your name?"), hall.settings.name)))


async def _switch(hall: Room, name: str, label: str) -> None:
    """Ask for a setting that is yes or no."""
    place = await hall.lines.choose(label, [MenuChoice(_said(value)) for value in YES_NO])
    changed: dict[str, Any] = {name: YES_NO[place]}
    hall.change(hall.settings._replace(**changed))


async def _language(hall: Room) -> None:
    known = languages.offered()
    places = [MenuChoice(_("the system's")), *(MenuChoice(languages.own_name(key)) for key in known)]
    place = await hall.lines.choose(_("Which language?"), places)
    hall.change(hall.settings._replace(language=["", *known][place]))


async def _prefer(hall: Room, game: Game, option: Option) -> None:
    """Ask for a preference about one game's table."""
    values = option.choices(game.seats[0])
    choices = [MenuChoice(game.words.choice(option.name, value)) for value in values]
    place = await hall.lines.choose(without_number(game.words.option_help(option.name, game.seats[0])), choices)
    preferences = {**hall.settings.of(game.key).preferences, option.name: values[place]}
    hall.change(hall.settings.with_game(game.key, preferences=preferences))


def _said(value: Value) -> str:
    return _("yes") if value else _("no")
