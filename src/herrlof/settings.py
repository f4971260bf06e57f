"""What is remembered between starts, as a small TOML file that a person can read and edit.

It is checked by hand, since the first frame waits for it; a test holds it against the model in `records.py`.
It is written by hand too: a fixed text with a comment for each line needs no library.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from herrlof.match import Seat


@dataclass(frozen=True, slots=True)
class Settings:
    """What a new match is offered, and how the table looks."""

    seats: tuple[Seat, ...] = ()
    """As they were last taken; empty before the first match."""
    edition: str = "english"
    goal: int | None = None
    """None: as the rule book has it for that number of seats."""
    pace: float = 1.0
    ascii: bool = False
    bot: str | None = None
    """The key of the bot that Practise is played against; None: the default."""


def read_settings(data: bytes) -> Settings:
    """Return the settings in a file; ValueError names what is wrong. Unknown names are passed over."""
    import tomllib

    try:
        found = tomllib.loads(data.decode())
    except UnicodeDecodeError:
        raise ValueError("this is not UTF-8 text") from None
    except tomllib.TOMLDecodeError as fault:
        raise ValueError(f"this is not TOML: {str(fault)[:1].lower()}{str(fault)[1:]}") from None
    values: dict[str, Any] = {}
    for name, (right, expected) in _CHECKS.items():
        if name in found:
            if not right(found[name]):
                raise ValueError(f"{name} has to be {expected}")
            values[name] = found[name]
    if "pace" in values:
        values["pace"] = float(values["pace"])
    if "seats" in values:
        values["seats"] = tuple(Seat(seat["name"], seat.get("bot")) for seat in values["seats"])
    return Settings(**values)


def _is_seat(value: object) -> bool:
    if not isinstance(value, dict):
        return False
    name, bot = value.get("name"), value.get("bot")
    return isinstance(name, str) and 1 <= len(name) <= 200 and (bot is None or isinstance(bot, str))


_CHECKS: Final[dict[str, tuple[Callable[[Any], bool], str]]] = {
    "edition": (lambda value: value in ("english", "dutch"), '"english" or "dutch"'),
    "goal": (lambda value: type(value) is int and 1 <= value <= 999, "a number from 1 to 999"),
    "pace": (lambda value: type(value) in (int, float) and 0 <= value <= 10, "a number from 0 to 10"),
    "ascii": (lambda value: type(value) is bool, "true or false"),
    "bot": (lambda value: isinstance(value, str), "a bot's key"),
    "seats": (
        lambda value: isinstance(value, list) and len(value) <= 6 and all(map(_is_seat, value)),
        "a list of at most 6 tables with a name and perhaps a bot",
    ),
}
"""For each name: whether a value is right, and what it has to be."""


def _quoted(text: str) -> str:
    """Return a TOML string; JSON's escapes are TOML's, except that TOML wants surrogates and DEL otherwise."""
    plain = text.encode("utf-8", "replace").decode()
    return json.dumps(plain, ensure_ascii=False).replace("\x7f", "\\u007f")


def settings_text(settings: Settings) -> str:
    """Return the file."""
    goal = f"goal = {settings.goal}" if settings.goal is not None else "# goal = 50"
    bot = f"bot = {_quoted(settings.bot)}" if settings.bot is not None else '# bot = "karl"'
    lines = [
        "# Herrlof's settings. The program writes this file anew when a match begins or a setting is changed,",
        "# so it keeps your values, but not your comments.",
        "",
        "# The rule book: english or dutch.",
        f"edition = {_quoted(settings.edition)}",
        "# Points to reach, 1 to 999. Without this line: 50, or 40 with three seats.",
        goal,
        "# The length of all pauses: 0 for none, 2 for twice as long.",
        f"pace = {settings.pace!r}",
        "# Draw with plain ASCII characters only.",
        f"ascii = {str(settings.ascii).lower()}",
        "# The bot that Practise is played against: the one that was chosen last.",
        bot,
        "",
        "# Who sat where the last time, one [[seats]] for each; a seat without a bot is a person's.",
    ]
    for seat in settings.seats:
        lines += ["[[seats]]", f"name = {_quoted(seat.name)}"]
        if seat.bot is not None:
            lines.append(f"bot = {_quoted(seat.bot)}")
    return "\n".join(lines) + "\n"
