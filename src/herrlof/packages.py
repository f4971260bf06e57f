"""Games and bots of others, which packages on this system bring by entry points of `herrlof.games` and `herrlof.bots`.

Entry points are read from the folders of packages: `importlib.metadata` alone takes longer to import than a start may.
A package is imported when its game is first asked for. One that cannot be loaded hinders nothing else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import cache
from typing import Any, Final, NamedTuple, TypeVar

from herrlof.game import CONTRACT, Game, IllegalAction, InvalidAction
from herrlof.messages import N_, _

T = TypeVar("T")

GAMES_GROUP: Final = "herrlof.games"
"""The group of the entry points that name a `GamePackage`; each has the key of its game."""
BOTS_GROUP: Final = "herrlof.bots"
"""The group of those that name a module with `KINDS` and `CONTRACT`, bots for one game; each has that game's key."""
KEY: Final = r"[a-z][a-z0-9-]{0,39}"
MAX_ERROR: Final = 200
"""Letters of what went wrong that are told."""
MAX_TITLE: Final = 40
"""Letters that a title or a tagline may have."""


class GamePackage(NamedTuple):
    """What a package says of its game. What only some need, bots or the screen, is named and imported by them."""

    game: Game
    """Its rules and its words."""
    rules: str = ""
    """Its rules page: the name of a Markdown file in the package."""
    bots: str = ""
    """A module with `KINDS`, a `BotKind` each, and `DEFAULT`, the key of the bot one plays against to begin with."""
    board: str = ""
    """`module:Class` of its board; without one, it is played on the plain one."""
    tile: str = ""
    """`module:function` that draws what stands for it on the home screen."""
    lessons: str = ""
    """A folder in the package with its lessons, `NN-name.toml` each (herrlof.coach.lessons)."""
    contract: int = 1
    """The number of the contract that it is made for, as `herrlof.game.CONTRACT` was then; those of 1 do not say it."""


class Entry(NamedTuple):
    """An entry point. Nothing of its package is imported yet."""

    group: str
    key: str
    value: str
    """`module:name`, or a module."""
    source: str
    """The name of the package."""
    release: str = ""
    """Its version."""

    @property
    def package(self) -> str:
        """The package with its version, as people are told: `some-war 1.2`."""
        return f"{self.source} {self.release}".strip()


@cache
def entries() -> tuple[Entry, ...]:
    """Return the entry points of both groups. Of a package that is there twice, the one counts that Python imports."""
    found: dict[str, list[Entry]] = {}
    for place in filter(None, sys.path):
        try:
            folders = sorted(name for name in os.listdir(place) if name.endswith(".dist-info"))
        except OSError:
            continue
        for folder in folders:
            name, _dash, release = folder.removesuffix(".dist-info").partition("-")
            source = name.replace("_", "-").replace(".", "-").lower()
            try:
                with open(os.path.join(place, folder, "entry_points.txt"), "rb") as file:
                    data = file.read()
                found.setdefault(source, list(_read(data.decode(), source, release)) if b"herrlof." in data else [])
            except (OSError, ValueError):
                continue
    return tuple(entry for source in sorted(found) for entry in found[source])


def _read(text: str, source: str, release: str) -> Iterator[Entry]:
    """Yield our entry points from a package's `entry_points.txt`."""
    group = ""
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            group = line.strip("[] ")
        elif group in (GAMES_GROUP, BOTS_GROUP) and "=" in line and not line.startswith(("#", ";")):
            key, _, value = line.partition("=")
            yield Entry(group, _one_line(key), value.partition("[")[0].strip(), source, _one_line(release))


def brought(entry: Entry, name: str, check: Callable[[Any], T]) -> T | None:
    """Return what `check` makes of what a package calls `module:name`, imported the first time.

    None where it is named nowhere or cannot be used, whatever is wrong with it: see `problem`.
    """
    if not name:
        return None
    if (entry, name) not in _brought:
        from pkgutil import resolve_name  # no first frame needs it

        try:
            with redirect_stdout(sys.stderr):  # a command's output is its own
                _brought[entry, name] = check(resolve_name(name))
        except BaseException as error:  # also what ends a program: it is the package's, and only its game is gone
            _brought[entry, name] = None
            note(entry, f"{type(error).__name__}: {_reason(error)}")
    found: T | None = _brought[entry, name]
    return found


def _reason(error: BaseException) -> str:
    """Return what is wrong; of what this program has no more, that the package may be made for another contract."""
    if isinstance(error, ImportError) and (error.name or "").split(".")[0] == "herrlof":
        return _("it may not be made for contract {own}: {reason}", own=CONTRACT, reason=error)
    return str(error)


_brought: dict[tuple[Entry, str], Any] = {}
_problems: dict[Entry, str] = {}


def note(entry: Entry, problem: str) -> None:
    """Note what is wrong with a package, in one line; what was noted first stays."""
    _problems.setdefault(entry, _one_line(problem))


def _one_line(text: str) -> str:
    """Return what a package says as it can be printed anywhere."""
    line = " ".join(text.split())
    return "".join(sign if sign.isprintable() else "?" for sign in line)[:MAX_ERROR]


def problem(entry: Entry) -> str:
    """Return what is wrong with a package, as far as it was asked for; nothing where all is well."""
    return _problems.get(entry, "")


class Broken(Exception):
    """Something of a package cannot go on; the message is a sentence that names it."""


def blamed(error: BaseException | None) -> str:
    """Return in a sentence which package an error is of, and where in it; nothing where it is no package's.

    It is one's whose code was running, whatever it had called. What a game says of a move or an option is no error.
    """
    modules = {entry.value.partition(":")[0].partition(".")[0]: entry for entry in entries()}
    for one in _with_causes(error):
        if isinstance(one, Broken):
            return str(one)
        place, found, at = "", None, one.__traceback__
        says = isinstance(one, (InvalidAction, IllegalAction))
        while at is not None:  # `traceback` is slow to load
            says = says or (isinstance(one, ValueError) and at.tb_frame.f_code.co_name == "new_state")
            name = str(at.tb_frame.f_globals.get("__name__", ""))
            if (entry := modules.get(name.partition(".")[0])) is not None:
                parts = at.tb_frame.f_code.co_filename.split(os.sep)
                whole = name.count(".") + 1 + (parts[-1] == "__init__.py")
                place, found = f"{'/'.join(parts[-whole:])}:{at.tb_lineno}", entry
            at = at.tb_next
        if found is not None and not says:
            return stopped(found, _("{error} at {place}", error=type(one).__name__, place=place))
    return ""


def _with_causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error, those in a group of them, and what it came from."""
    seen: list[BaseException] = []
    waiting = [error]
    while waiting:
        one = waiting.pop(0)
        if one is None or one in seen:
            continue
        seen.append(one)
        yield one
        waiting += [*getattr(one, "exceptions", ()), getattr(one, "error", None), one.__cause__, one.__context__]


def stopped(entry: Entry, what: str) -> str:
    """Return that something of a package cannot go on, and why, without the values of any variable."""
    found = _brought.get((entry, entry.value))
    named = entry.key.replace("-", " ").title() if entry.group == GAMES_GROUP else _("A bot")
    title = found.game.title if isinstance(found, GamePackage) else named
    text = N_("{title} (package {package}) stopped: {what}.")
    return _one_line(_(text, title=title, package=entry.package, what=what))


def check_contract(number: object) -> None:
    """Raise ValueError if something is made for another contract."""
    if number != CONTRACT:
        text = N_("it's made for contract {n}, and this program has contract {own}")
        raise ValueError(_(text, n=number, own=CONTRACT))


def load(entry: Entry) -> GamePackage | None:
    """Return what a package says of its game; None where that cannot be used."""

    def check(found: Any) -> GamePackage:
        if not isinstance(found, GamePackage):
            raise TypeError(_("{name} isn't a GamePackage", name=entry.value))
        check_contract(found.contract)
        game = found.game
        for name, kind in (("key", str), ("title", str), ("tagline", str), ("version", int), ("seats", range)):
            if not isinstance(getattr(game, name, None), kind):
                raise TypeError(_("its game has no {name} of the type {kind}", name=name, kind=kind.__name__))
        for name in ("title", "tagline"):
            text = getattr(game, name)
            if not text.isprintable() or len(text) > MAX_TITLE:
                raise ValueError(
                    _("the {name} of its game is longer than {n} letters, or can't be printed", name=name, n=MAX_TITLE)
                )
        if game.key != entry.key:
            raise ValueError(_("its entry point is named {key}, and its game {game}", key=entry.key, game=game.key))
        return found

    if not entry.value:
        note(entry, _("its entry point names nothing"))
    return brought(entry, entry.value, check)


def page(entry: Entry) -> str:
    """Return the rules page of a package's game as Markdown; nothing where there is none."""
    from importlib.resources import files

    if (found := load(entry)) is None or not found.rules:
        return ""
    try:
        return (files(entry.value.partition(":")[0]) / found.rules).read_text("utf-8")
    except (OSError, ValueError, TypeError) as error:
        note(entry, _("its rules page can't be read: {reason}", reason=error))
        return ""


# How this program itself was brought


def is_zipped() -> bool:
    """Whether this program is read from a zip file, from which no library of machine code can be loaded."""
    return not getattr(sys, "frozen", False) and not os.path.exists(__file__)


def zipped() -> str:
    """Return what is said where such a library would be needed."""
    return _("This program runs from a zip file, and not all of its libraries can: install it with pip.")
