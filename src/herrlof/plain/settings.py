"""The settings that matter to who listens; those of the screen are set on the screen."""

from __future__ import annotations

from typing import Any

from herrlof.game import YES_NO, Game, Option, Value, complete_preferences
from herrlof.games import GAMES
from herrlof.messages import _
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
            "plain": _("Lines, not a screen, from the next start on"),
            "bell": _("Ring the bell when it is your turn"),
            "hints": _("In practice the coach can be asked for hints"),
            "cuts": _("People who play against each other may cut the cards"),
        }
        preferences = [(game, option) for game in GAMES.values() for option in game.preferences]
        choices = [Choice(_("your name"), settings.name), Choice(_("pauses"), f"{settings.pace:g}")]
        choices += [Choice(text, _said(getattr(settings, name))) for name, text in switches.items()]
        for game, option in preferences:
            value = complete_preferences(game, settings.of(game.key).preferences)[option.name]
            label = _("{name}: {sentence}", name=game.title, sentence=game.words.option(option.name))
            choices.append(Choice(label, game.words.choice(option.name, value)))
        if chosen is not None:
            hall.lines.say(_("{name}: {sentence}", name=choices[chosen].name, sentence=choices[chosen].more))
        chosen = await hall.lines.choose(_("Which setting?"), choices, known=chosen is not None)
        if chosen == 0:
            hall.change(settings._replace(name=await ask_name(hall.lines, _("Your name?"), settings.name)))
        elif chosen == 1:
            paces = [0.0, 0.5, 1.0, 2.0, 4.0]
            place = await hall.lines.choose(
                _("How long bots take: 0 for no time, 2 for twice as long."), [Choice(f"{pace:g}") for pace in paces]
            )
            hall.change(settings._replace(pace=paces[place]))
        elif chosen < 2 + len(switches):
            name = list(switches)[chosen - 2]
            place = await hall.lines.choose(switches[name], [Choice(_said(value)) for value in YES_NO])
            changed: dict[str, Any] = {name: YES_NO[place]}
            hall.change(settings._replace(**changed))
        else:
            await _prefer(hall, *preferences[chosen - 2 - len(switches)])


async def _prefer(hall: Hall, game: Game, option: Option) -> None:
    """Ask for a preference about one game's table."""
    values = option.choices(game.seats[0])
    choices = [Choice(game.words.choice(option.name, value)) for value in values]
    place = await hall.lines.choose(without_number(game.words.option_help(option.name, game.seats[0])), choices)
    preferences = {**hall.settings.of(game.key).preferences, option.name: values[place]}
    hall.change(hall.settings.with_game(game.key, preferences=preferences))


def _said(value: Value) -> str:
    return _("yes") if value else _("no")
