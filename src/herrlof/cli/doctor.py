"""The command that tells what this program found here, for who asks for help: no names, and no cards."""

from __future__ import annotations

import argparse
import json
import os
import select
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any, Final

from herrlof import __version__, languages, packages
from herrlof.cli.faces import lines_asked
from herrlof.cli.output import tell
from herrlof.messages import N_, _, listed, ngettext
from herrlof.packages import is_zipped
from herrlof.records.errors import RecordError
from herrlof.records.storage import Storage

SCHEMA: Final = "herrlof.doctor/1"
TOLD: Final = (
    "TERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "COLORTERM", "NO_COLOR", "VTE_VERSION", "KONSOLE_VERSION",
    "WT_SESSION", "KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID", "TMUX", "STY", "SSH_CONNECTION", "LANG", "LC_ALL",
    "LC_CTYPE", "HERRLOF_PLAIN", "HERRLOF_LANGUAGE",
)  # fmt: skip
"""Variables of the environment that decide how the program is drawn, or what it speaks."""
PRIVATE: Final = ("TMUX", "STY", "SSH_CONNECTION", "WT_SESSION", "KITTY_WINDOW_ID", "ALACRITTY_WINDOW_ID")
"""Of these it is told only that they are there: they hold addresses, names or numbers of sessions."""
LIBRARIES: Final = ("textual", "rich", "pydantic", "numpy", "platformdirs", "tomlkit")
EXTRAS: Final = {"ssh": "asyncssh", "web": "textual_serve", "cluster": "distributed", "ratings": "openskill"}
"""For each extra the library by which it is there."""
ANSWER_SECONDS: Final = 0.5
"""How long the terminal may take to say what it shows."""
COLOURS: Final = {0: N_("none"), 16: N_("16"), 256: N_("256"), 1 << 24: N_("all")}


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help=_("print JSON only"))


def run_doctor(options: argparse.Namespace) -> int:
    """Print what was found, a line each."""
    found = {
        "versions": _versions(),
        "terminal": _terminal(),
        "colours": _colours(os.environ),
        "face": _face(),
        "files": _files(),
        "languages": _languages(),
        "doors": _doors(),
        "packages": _packages(),
    }
    if options.json:
        print(json.dumps({"schema": SCHEMA, **found}, indent=1))
        return 0
    for title, lines in _told(found):
        tell(f"{title:<11} {lines[0]}")
        for line in lines[1:]:
            tell(f"{'':<11} {line}")
    return 0


def _versions() -> dict[str, Any]:
    import platform
    from importlib.metadata import PackageNotFoundError, version

    libraries: dict[str, str | None] = {}
    for name in LIBRARIES:
        try:
            libraries[name] = version(name)
        except PackageNotFoundError:
            libraries[name] = None
    return {
        "herrlof": __version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "libraries": libraries,
        "program": without_home(Path(__file__).parents[1]),
        "zipped": is_zipped(),
    }


def without_home(path: Path) -> str:
    """Return a path in which the folder of whoever runs this is ~: its name is often theirs."""
    with suppress(RuntimeError, ValueError):
        return str("~" / path.relative_to(Path.home()))
    return str(path)


def _terminal() -> dict[str, Any]:
    from herrlof.tui.terminal import refusal, speaks_unicode

    columns, rows = shutil.get_terminal_size()
    streams = {name: bool(getattr(sys, name) and getattr(sys, name).isatty()) for name in ("stdin", "stdout", "stderr")}
    variables = {name: "…" if name in PRIVATE else os.environ[name] for name in TOLD if os.environ.get(name)}
    return {
        "columns": columns,
        "rows": rows,
        "terminals": streams,
        "encoding": sys.stdout.encoding,
        "unicode": speaks_unicode(),
        "variables": variables,
        "refusal": refusal(),
    }


def _colours(environment: Mapping[str, str]) -> dict[str, Any]:
    """Return how many colours there are, and by what that is known."""
    from herrlof.tui.terminal_colours import Colours, colours_of

    colours = colours_of(environment)
    why = reasons(environment)
    if asked_terminal(environment):
        colours, why = Colours.ALL, ["terminal"]
    return {"shown": int(colours), "why": why}


def reasons(environment: Mapping[str, str]) -> list[str]:
    """Return the variables without which another number of colours would have been found."""
    from herrlof.tui.terminal_colours import colours_of, tmux_hands_on

    hands_on = "TMUX" in environment and tmux_hands_on(environment)  # asked once, and not anew without each variable
    without = ((name, {other: value for other, value in environment.items() if other != name}) for name in environment)
    found = colours_of(environment, lambda _others: hands_on)
    changed = [name for name, others in without if colours_of(others, lambda _others: hands_on) != found]
    return changed or [name for name in ("TERM",) if environment.get(name)]


def asked_terminal(environment: Mapping[str, str]) -> bool:
    """Whether the terminal says that it keeps every colour, where it is asked at all; it answers at once, or never."""
    import termios
    import tty

    from herrlof.tui.terminal_colours import Answers, colours_of, questions

    asked = questions(environment, colours_of(environment), width=False)
    if not asked or not (sys.stdin and sys.stdout and sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    keyboard, answers = sys.stdin.fileno(), Answers()
    before = termios.tcgetattr(keyboard)
    until = monotonic() + ANSWER_SECONDS
    try:
        tty.setcbreak(keyboard)
        sys.stdout.write(f"\x1b7{asked}\x1b8")  # where the cursor was it is again: nothing on the screen changes
        sys.stdout.flush()
        while not answers.colours and select.select([keyboard], [], [], max(0.0, until - monotonic()))[0]:
            if not answers.hear(os.read(keyboard, 1024).decode("latin-1")) and monotonic() > until:
                break
    finally:
        termios.tcsetattr(keyboard, termios.TCSAFLUSH, before)
    return answers.colours


def _face() -> dict[str, Any]:
    asked = lines_asked()
    try:
        settings = Storage().settings.now()
    except RecordError:
        plain, why = asked or (False, "default")
        return {"plain": plain, "why": why}
    plain, why = asked or (settings.plain, "settings" if settings.plain else "default")
    return {
        "plain": plain,
        "why": why,
        "theme": settings.theme,
        "ascii": settings.ascii,
        "motion": settings.motion,
        "pace": settings.pace,
        "keys": settings.keys,
        "own_keys": len(settings.bindings),
    }


def _files() -> dict[str, Any]:
    try:
        storage = Storage()
    except RecordError as error:
        return {"problem": str(error)}
    return {
        "records": without_home(storage.games),
        "matches": storage.count(),
        "records_writable": _writable(storage.games),
        "settings": without_home(storage.settings.path),
        "settings_writable": _writable(storage.config),
        "problem": None if storage.unreadable_reason is None else _("The records can't be read."),
        "others_can_write": storage.permission_warning() is not None,
    }


def _writable(folder: Path) -> bool:
    """Whether something can be written into a folder, or into the nearest one that is there to make it in."""
    there = next((place for place in (folder, *folder.parents) if place.is_dir()), None)
    return there is not None and os.access(there, os.W_OK | os.X_OK)


def _languages() -> dict[str, Any]:
    asked, spoken = os.environ.get("HERRLOF_LANGUAGE") or None, languages.spoken()
    return {"asked": asked, "spoken": spoken, "catalogues": languages.offered(), "drafts": languages.drafts()}


def _doors() -> dict[str, Any]:
    from herrlof.seats.host import DoorError
    from herrlof.seats.local import runtime_folder, tables_here

    try:
        folder: str | None = without_home(runtime_folder())
    except DoorError:
        folder = None
    extras = {extra: find_spec(module) is not None for extra, module in EXTRAS.items()}
    return {"folder": folder, "open_tables": len(tables_here()), "extras": extras}


def _packages() -> list[str]:
    """Return the packages that bring games or bots, of which nothing is imported: one of them may be what is wrong."""

    return sorted({entry.package for entry in packages.entries()})


def _told(found: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Yield what was found for people: a title, and its lines."""
    versions, terminal, colours, face = found["versions"], found["terminal"], found["colours"], found["face"]
    libraries = listed(f"{name} {of or '-'}" for name, of in versions["libraries"].items())
    yield (
        _("versions"),
        [
            listed((f"herrlof {versions['herrlof']}", versions["python"], versions["system"])),
            libraries,
            versions["program"] + (" " + _("(a zip file)") if versions["zipped"] else ""),
        ],
    )
    size = _("{columns} columns, {rows} rows", columns=terminal["columns"], rows=terminal["rows"])
    pipes = [name for name, is_terminal in terminal["terminals"].items() if not is_terminal]
    lines = [listed((size, terminal["encoding"] or "-"))]
    lines += [f"{name}={value}" for name, value in terminal["variables"].items()]
    lines += [_("no terminal: {streams}", streams=listed(pipes))] if pipes else []
    lines += [terminal["refusal"]] if terminal["refusal"] else []
    yield _("terminal"), lines
    why = _("the terminal said so") if colours["why"] == ["terminal"] else _("by {names}", names=listed(colours["why"]))
    shown = _(COLOURS[colours["shown"]])
    yield _("colours"), [listed((shown, why if colours["why"] else _("as nothing says there are more")))]
    yield (
        _("face"),
        [
            _("lines, by {what}", what=face["why"]) if face["plain"] else _("drawn, by {what}", what=face["why"]),
            *(f"{name}={value}" for name, value in face.items() if name not in ("plain", "why")),
        ],
    )
    files = found["files"]
    if "records" in files:
        kept = ngettext("{n} match", "{n} matches", files["matches"])
        lines = [listed((files["records"], kept)), files["settings"]]
        lines += [_("The records can't be written.")] if not files["records_writable"] else []
        lines += [_("The settings can't be written.")] if not files["settings_writable"] else []
        lines += [_("Others can write into the folder of the records.")] if files["others_can_write"] else []
    else:
        lines = []
    yield _("files"), lines + ([files["problem"]] if files["problem"] else [])
    languages = found["languages"]
    asked = [_("asked for: {language}", language=languages["asked"])] if languages["asked"] else []
    yield _("languages"), [listed((*languages["catalogues"], *asked))]
    doors = found["doors"]
    there = [name for name, is_there in doors["extras"].items() if is_there]
    lacking = [name for name, is_there in doors["extras"].items() if not is_there]
    opened = ngettext("{n} table is open", "{n} tables are open", doors["open_tables"])
    yield (
        _("doors"),
        [
            listed((doors["folder"] or "-", opened)),
            *([_("extras: {names}", names=listed(there))] if there else []),
            *([_("extras that aren't installed: {names}", names=listed(lacking))] if lacking else []),
        ],
    )
    yield _("packages"), found["packages"] or [_("none from others")]
