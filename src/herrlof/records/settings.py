"""What is remembered between starts, as a small TOML file that a person can read and edit.

It is read by the standard library and checked here, since the first frame waits for it; what a game can be asked is
checked by the game's own options. It is written by tomlkit, which keeps a person's comments and order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final, NamedTuple

from herrlof.game import Game
from herrlof.games import GAMES, others
from herrlof.languages import NAME
from herrlof.messages import N_, _
from herrlof.options import Option, Value, join_values
from herrlof.records.names import HERE, Seat, clean_name, is_bot_key
from herrlof.records.old_settings import MOVED, upgraded


class HelpGiven(NamedTuple):
    """What the coach does at a match that is played."""

    hints: bool
    """Whether the players may ask for hints."""
    sure: bool
    """Whether it asks before a clear mistake."""


class GameSettings(NamedTuple):
    """What a new match of one game is offered, and how its table looks."""

    seats: tuple[Seat, ...] = ()
    """As they were last taken; empty before the first match."""
    options: Mapping[str, Value] = {}
    """What was last chosen; what is missing has its default."""
    preferences: Mapping[str, Value] = {}
    bot: str | None = None
    """The key of the bot that was played against last; None: the default."""


class Settings(NamedTuple):
    """How the program looks and feels, and what was chosen last."""

    name: str = ""
    """Who plays alone at this keyboard; empty before it was asked."""
    language: str = ""
    """What the program speaks; empty: what the system does."""
    theme: str = "dark"
    ascii: bool = False
    motion: bool = True
    pace: float = 1.0
    bell: bool = False
    twice: bool = False
    """Whether the second press of a card's rank plays it."""
    hints: bool = True
    """Whether the coach can be asked for hints, in practice."""
    sure: bool = False
    """Whether the table asks before a clear mistake, in practice."""
    cuts: bool = False
    """Whether people who play against each other are asked for cuts."""
    plain: bool = False
    """Whether the program speaks in lines instead of drawing."""
    brief: bool = False
    """Whether reasons are left out in lines: the short form."""
    say_choices: bool = True
    """Whether a few choices are read out in lines with their question, and not counted."""
    say_points: bool = True
    """Whether it is said in lines what a round brought, and not the totals alone."""
    say_others: bool = True
    """Whether it is said in lines what others do that one does not see: that they chose a number, or drew a card."""
    keys: str = "arrows"
    bindings: Mapping[str, str] = {}
    """Keys of a person's own, by the id of what they do."""
    last: str = ""
    """The key of the game that was played last."""
    games: Mapping[str, GameSettings] = {}
    unread: Mapping[str, Any] = {}
    """What the file says of others' games, which are not imported before somebody asks for them."""

    def of(self, game: str) -> GameSettings:
        if game not in self.games and game in self.unread and game in GAMES:
            with suppress(ValueError):
                return _game_settings(GAMES[game], self.unread[game])
        return self.games.get(game, GameSettings())

    def remembering(self, game: str, seats: Sequence[Seat], options: Mapping[str, Value]) -> Settings:
        """Return settings that offer these choices for the next match."""
        bot = next((seat.bot for seat in seats if seat.bot is not None), self.of(game).bot)
        people = [seat.name for seat in seats if seat.how == HERE]
        name = people[0] if len(people) == 1 else self.name
        found = self.with_game(game, seats=tuple(seats), options=dict(options), bot=bot)
        return found._replace(name=name, last=game)

    def changed(self, before: Settings, after: Settings) -> Settings:
        """Return these settings with what has changed between two others, down to a game's single choices.

        Somebody else may have changed other ones meanwhile, in another window or in an editor: both stand.
        """
        found = self._replace(**_differences(before, after))
        found = found._replace(bindings=_merged(self.bindings, before.bindings, after.bindings))
        for key in after.games:
            old, new, game = before.of(key), after.of(key), self.of(key)
            changes = _differences(old, new)
            changes["options"] = _merged(game.options, old.options, new.options)
            changes["preferences"] = _merged(game.preferences, old.preferences, new.preferences)
            found = found.with_game(key, **changes)
        return found._replace(unread=self.unread)

    def with_game(self, game: str, **changes: Any) -> Settings:
        return self._replace(games={**self.games, game: self.of(game)._replace(**changes)})


def _differences(before: NamedTuple, after: NamedTuple) -> dict[str, Any]:
    """Return the plain parts of a value that have changed; tables are merged."""
    changed = {name: value for name, value in after._asdict().items() if value != getattr(before, name)}
    return {name: value for name, value in changed.items() if not isinstance(value, Mapping)}


def _merged(now: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return a table with what has changed between two others."""
    kept = {name: value for name, value in now.items() if name not in before or name in after}
    return {**kept, **{name: value for name, value in after.items() if before.get(name) != value}}


MAX_FILE: Final = 1 << 16
"""Bytes of the largest file of settings."""
MAX_LINE: Final = 2000
"""Bytes of its longest line: the time that some lines of TOML take grows with the square of their length."""
THEMES: Final = ("dark", "light", "terminal")
KEY_SETS: Final = ("arrows", "vi")
Check = Callable[[Any], bool]

_CHECKS: Final[dict[str, tuple[Check, str]]] = {
    "name": (
        lambda value: isinstance(value, str) and (not value or _is_name(value)),
        N_("{name} has to be a name of at most 20 cells"),
    ),
    "language": (
        lambda value: isinstance(value, str) and (not value or NAME.fullmatch(value) is not None),
        N_("{name} has to name a language, as in nl"),
    ),
    "theme": (lambda value: value in THEMES, N_("{name} has to be dark, light or terminal")),
    "ascii": (lambda value: type(value) is bool, N_("{name} has to be true or false")),
    "motion": (lambda value: type(value) is bool, N_("{name} has to be true or false")),
    "pace": (
        lambda value: type(value) in (int, float) and 0 <= value <= 10,
        N_("{name} has to be a number from 0 to 10"),
    ),
    "bell": (lambda value: type(value) is bool, N_("{name} has to be true or false")),
    "twice": (lambda value: type(value) is bool, N_("{name} has to be true or false")),
    "hints": (lambda value: type(value) is bool, N_("{name} has to be true or false")),
    "sure": (lambda value: type(value) is bool, N_("{name} has to be true or false")),
    "cuts": (lambda value: type(value) is bool, N_("{name} has to be true or false")),
    "plain": (lambda value: type(value) is bool, N_("{name} has to be true or false")),
    "brief": (lambda value: type(value) is bool, N_("{name} has to be true or false")),
    "say_choices": (lambda value: type(value) is bool, N_("{name} has to be true or false")),
    "say_points": (lambda value: type(value) is bool, N_("{name} has to be true or false")),
    "say_others": (lambda value: type(value) is bool, N_("{name} has to be true or false")),
    "keys": (lambda value: value in KEY_SETS, N_("{name} has to be arrows or vi")),
    "bindings": (
        lambda value: isinstance(value, dict) and all(isinstance(key, str) for key in value.values()),
        N_("{name} has to be a table of keys in quotes"),
    ),
    "last": (lambda value: isinstance(value, str), N_("{name} has to be the key of a game")),
}
"""For each name: whether a value is right, and what is said where it is not."""


def _is_name(text: object) -> bool:
    try:
        return isinstance(text, str) and clean_name(text) == text
    except ValueError:
        return False


def _is_seat(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    bot = value.get("bot")
    return _is_name(value.get("name")) and (bot is None or is_bot_key(bot))


def read_settings(data: bytes) -> Settings:
    """Return the settings in a file; ValueError names what is wrong, as a reason. Unknown names are passed over."""
    import tomllib

    if len(data) > MAX_FILE or max(map(len, data.split(b"\n"))) > MAX_LINE:
        raise ValueError(_("this is larger than settings can be"))
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ValueError(_("an editor has saved this as UTF-16: save it as UTF-8"))
    try:
        found = upgraded(tomllib.loads(data.decode("utf-8-sig")))
    except UnicodeDecodeError:
        raise ValueError(_("this isn't UTF-8 text")) from None
    except RecursionError:
        raise ValueError(_("this isn't TOML: it's nested too deeply")) from None
    except tomllib.TOMLDecodeError as error:
        raise ValueError(_("this isn't TOML: {reason}", reason=str(error)[:200])) from None
    values: dict[str, Any] = {}
    for name, (right, expected) in _CHECKS.items():
        if name in found:
            if not right(found[name]):
                raise ValueError(_(expected, name=name))
            values[name] = found[name]
    if "pace" in values:
        values["pace"] = float(values["pace"])
    games = {key: _game_settings(GAMES[key], found[key]) for key in GAMES if key in found}
    return Settings(**values, games=games, unread={key: found[key] for key in others() if key in found})


def _game_settings(game: Game, found: object) -> GameSettings:
    """Return what a table of the file says about a game; ValueError names what is wrong."""
    if not isinstance(found, dict):
        raise ValueError(_("{name} has to be a table", name=game.key))
    bot = found.get("bot")
    if bot is not None and not is_bot_key(bot):
        raise ValueError(_("{name} has to be the key of a bot", name=f"{game.key}.bot"))
    seats = found.get("seats", [])
    if not (isinstance(seats, list) and len(seats) <= game.seats[-1] and all(map(_is_seat, seats))):
        raise ValueError(
            _(
                "{name} has to be a list of at most {n} tables with a name and perhaps a bot",
                name=f"{game.key}.seats",
                n=game.seats[-1],
            )
        )
    return GameSettings(
        tuple(Seat(seat["name"], seat.get("bot")) for seat in seats),
        _chosen(game, game.options, found),
        _chosen(game, game.preferences, found),
        bot,
    )


def _chosen(game: Game, options: Any, found: Mapping[str, Any]) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for option in options:
        if option.name in found:
            value = found[option.name]
            if not _is_choice(game, option, value):
                choices = join_values(option.choices(game.seats[-1]))
                raise ValueError(_("{name} has to be {choices}", name=f"{game.key}.{option.name}", choices=choices))
            values[option.name] = value
    return values


def _is_choice(game: Game, option: Option, value: object) -> bool:
    """Whether a value can be chosen with some number of seats."""
    for seats in game.seats:
        choices = option.choices(seats)
        if isinstance(choices, range):
            if type(value) is int and value in choices:
                return True
        elif any(value == choice and type(value) is type(choice) for choice in choices):
            return True
    return False


TEMPLATE: Final = """\
# Herrlof's settings. The program changes values here, and keeps your comments.

# Who plays alone at this keyboard.
name = ""
# The language, as in nl or en; empty: that of your system.
language = ""
# dark, light, or terminal: the sixteen colours of your terminal.
theme = "dark"
# Draw with plain ASCII characters only.
ascii = false
# Cards that move, numbers that turn over.
motion = true
# The length of all pauses: 0 for none, 2 for twice as long.
pace = 1.0
# Ring the terminal's bell when it is your turn.
bell = false
# Play a card at the second press of its rank.
twice = false
# Let the coach be asked for hints, in practice.
hints = true
# Ask once before a clear mistake is made, in practice.
sure = false
# Ask people who play against each other for cuts before the cards are dealt.
cuts = false
# Speak in lines, for a screen reader, instead of drawing on the whole screen.
plain = false
# In lines: the short form, what happened and what is asked without reasons.
brief = false
# In lines: read up to eight choices out with their question, instead of counting them.
say_choices = true
# In lines: say what a round brought each player, and not the totals alone.
say_points = true
# In lines: say what others do unseen, as drawing a card.
say_others = true
# arrows or vi: which keys move. Under [bindings] any action can have keys of your own: play = "p,enter".
keys = "arrows"
# The game that was played last.
last = ""

[bindings]
"""


def settings_text(settings: Settings, old: str = "") -> str:
    """Return the file: what stood in it, with these values; a new one where that cannot be."""
    text = _edited(settings, old)
    try:
        read_settings(text.encode())
    except ValueError:
        return _edited(settings, "")
    return text


def _edited(settings: Settings, old: str) -> str:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError
    from tomlkit.items import Table

    try:
        document = tomlkit.parse(old or TEMPLATE)
    except (TOMLKitError, ValueError, RecursionError):
        document = tomlkit.parse(TEMPLATE)
    for name in MOVED:
        document.pop(name, None)
    for name in _CHECKS:
        document[name] = dict(settings.bindings) if name == "bindings" else _plain(getattr(settings, name))
    for key, game in settings.games.items():
        table = document.get(key)
        if not isinstance(table, Table):
            known = document.unwrap().get(key)
            document.pop(key, None)
            document[key] = table = tomlkit.table()
            table.update(known if isinstance(known, dict) else {})
        chosen = {**game.options, **game.preferences, "bot": game.bot}
        for name in (*(option.name for option in (*GAMES[key].options, *GAMES[key].preferences)), "bot"):
            if chosen.get(name) is None:
                table.pop(name, None)
            else:
                table[name] = _plain(chosen[name])
        seats = [{"name": seat.name, "bot": seat.bot} if seat.bot else {"name": seat.name} for seat in game.seats]
        if "seats" in table and table["seats"].unwrap() == seats:
            continue
        table.pop("seats", None)
        if seats:
            rows = tomlkit.aot()
            for seat in seats:
                rows.append(tomlkit.item({name: _plain(text) for name, text in seat.items()}))
            table["seats"] = rows
        elif not table:  # one that only its list of seats had named would not be written any more
            document[key] = tomlkit.table()
    return tomlkit.dumps(document)


def _plain(value: Any) -> Any:
    """Return a value that TOML can hold: half characters are replaced."""
    return value.encode("utf-8", "replace").decode() if isinstance(value, str) else value
