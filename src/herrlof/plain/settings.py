"""The settings that matter to who listens; those of the screen are set on the screen."""

from __future__ import annotations

from typing import Any

from herrlof import languages
from herrlof.game import Game
from herrlof.games import GAMES
from herrlof.messages import _
from herrlof.options import YES_NO, Option, Value, complete_preferences
from herrlof.plain.hall import Hall
from herrlof.plain.lines import Choice
from herrlof.plain.new_game import ask_name
from herrlof.plain.telling import without_number


async def settings_page(hall: Hall) -> None:
    """Offer each setting with its value, and change what is chosen, until the page is left."""
    chosen: int | None = None
    while True:
        settings = hall.settings
        switches = {
            "plain": _("Lines, no screen, from the next start on"),
            "brief": _("Leave out the reasons of what happened"),
            "bell": _("Ring the bell when it's your turn"),
            "hints": _("Hints from the coach, in practice"),
            "sure": _("In practice, ask before a clear mistake"),
            "cuts": _("Players may cut the cards when people play each other"),
        }
        preferences = [(game, option) for game in GAMES.values() for option in game.preferences]
        choices = [Choice(_("your name"), settings.name)]
        choices += [Choice(text, _said(getattr(settings, name))) for name, text in switches.items()]
        for game, option in preferences:
            value = complete_preferences(game, settings.of(game.key).preferences)[option.name]
            label = _("{name}: {sentence}", name=game.title, sentence=game.words.option(option.name))
            choices.append(Choice(label, game.words.choice(option.name, value)))
        known = languages.offered()
        if len(known) > 1:
            choices.append(Choice(_("the language"), languages.own_name(languages.spoken())))
        if chosen is not None:
            hall.lines.say(_("{name}: {sentence}", name=choices[chosen].name, sentence=choices[chosen].more))
        chosen = await hall.lines.choose(_("Which setting?"), choices, known=chosen is not None)
        if chosen == 0:
            hall.change(settings._replace(name=await ask_name(hall.lines, _("Your name?"), settings.name)))
        elif chosen < 1 + len(switches):
            name = list(switches)[chosen - 1]
            place = await hall.lines.choose(switches[name], [Choice(_said(value)) for value in YES_NO])
            changed: dict[str, Any] = {name: YES_NO[place]}
            hall.change(settings._replace(**changed))
        elif chosen == 1 + len(switches) + len(preferences):
            places = [Choice(_("the system's")), *(Choice(languages.own_name(key)) for key in known)]
            place = await hall.lines.choose(_("Which language?"), places)
            hall.change(settings._replace(language=["", *known][place]))
        else:
            await _prefer(hall, *preferences[chosen - 1 - len(switches)])


async def _prefer(hall: Hall, game: Game, option: Option) -> None:
    """Ask for a preference about one game's table."""
    values = option.choices(game.seats[0])
    choices = [Choice(game.words.choice(option.name, value)) for value in values]
    place = await hall.lines.choose(without_number(game.words.option_help(option.name, game.seats[0])), choices)
    preferences = {**hall.settings.of(game.key).preferences, option.name: values[place]}
    hall.change(hall.settings.with_game(game.key, preferences=preferences))


def _said(value: Value) -> str:
    return _("yes") if value else _("no")
