"""Where this program's files are, and the one setting that every command looks at before it says a word."""

from __future__ import annotations

import os
from pathlib import Path

from herrlof.messages import _
from herrlof.records.errors import RecordError, Unreadable


def data_folder() -> Path:
    """Return the folder of this program's data: HERRLOF_DATA_DIR, or the system's own place; Unreadable: none."""
    if named := _folder("HERRLOF_DATA_DIR"):
        return named
    from platformdirs import user_data_path

    try:
        return user_data_path("herrlof", appauthor=False)
    except RuntimeError:
        raise Unreadable(
            _("You have no home folder: set HERRLOF_DATA_DIR to a folder for matches and settings.")
        ) from None


def config_folder() -> Path:
    """Return the folder of the settings: HERRLOF_CONFIG_DIR, or the system's own place; without a home beside data."""
    if named := _folder("HERRLOF_CONFIG_DIR"):
        return named
    from platformdirs import user_config_path

    try:
        return user_config_path("herrlof", appauthor=False)
    except RuntimeError:
        return data_folder()


def _folder(variable: str) -> Path | None:
    """Return the folder that a variable of the environment names; Unreadable where nobody has that home."""
    named = os.environ.get(variable)
    try:
        return Path(named).expanduser().absolute() if named else None
    except RuntimeError:
        raise Unreadable(
            _("{variable} is {folder}, and there's no such home.", variable=variable, folder=named)
        ) from None


def chosen_language() -> str:
    """Return the language of the settings; nothing where none is chosen or they cannot be read."""
    import tomllib

    from herrlof.records.settings import MAX_FILE

    try:
        with (config_folder() / "settings.toml").open("rb") as file:
            found = tomllib.loads(file.read(MAX_FILE).decode("utf-8-sig")).get("language", "")
    except (OSError, ValueError, RecursionError, RecordError):
        return ""
    return found if isinstance(found, str) else ""
