"""The file of the settings, which other windows and a person's editor write too."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from herrlof.messages import _
from herrlof.records.disk import Disk, read_whole, replace_file
from herrlof.records.errors import error_text
from herrlof.records.names import printable
from herrlof.records.settings import Settings, read_settings, settings_text


class SettingsFile:
    """The settings on the disk."""

    def __init__(self, path: Path, disk: Disk) -> None:
        """Take the file; nothing is read or written yet."""
        self.path = path
        self._disk = disk
        self._seen: Settings | None = None
        """The settings as this window last read or wrote them: what is new since then is its own."""

    def now(self) -> Settings:
        """Return the settings for a look at them: a file that cannot be used stays, for `load` to tell of."""
        with contextlib.suppress(OSError, ValueError):
            return read_settings(self._data())
        return Settings()

    def load(self) -> tuple[Settings, str | None]:
        """Return the settings, and a sentence where the file could not be used and was put aside."""
        self._seen, told = self._loaded()
        return self._seen, told

    def _loaded(self) -> tuple[Settings, str | None]:
        try:
            data = self._data()
        except OSError as error:
            reason = error_text(error, reading=True)
            return Settings(), _("The settings can't be read: {reason}. Defaults are used.", reason=reason)
        try:
            return read_settings(data), None
        except ValueError as error:
            return Settings(), self._put_aside(error)

    def _data(self) -> bytes:
        """Return what is in the file; nothing where there is none."""
        try:
            return read_whole(self._disk, self.path)
        except FileNotFoundError:
            return b""

    def _behind_links(self) -> Path:
        """Return the file itself, where a person keeps it elsewhere and has put a link here."""
        return Path(os.path.realpath(self.path))

    def _put_aside(self, error: ValueError) -> str:
        """Keep settings that cannot be used under another name, and return a sentence about that."""
        file = self._behind_links()
        aside = file.with_name(file.name + ".unreadable")
        try:
            self._disk.rename(file, aside)
        except OSError:
            return _("The settings aren't used: {reason}.", reason=error)
        return _(
            "The settings weren't used: {reason}. They're kept in {file}.",
            reason=error,
            file=printable(str(aside), 1000),
        )

    def save(self, settings: Settings) -> str | None:
        """Write what has changed in the settings; return a sentence where that failed, or the file was put aside.

        The file is read anew before: what was written there meanwhile, in another window or an editor, stands.
        """
        before, told, old = self._seen, None, b""
        try:
            old = self._data()
            there = read_settings(old)
            now = settings if before is None else there.changed(before, settings)
        except OSError as error:
            return _("The settings aren't saved: {reason}.", reason=error_text(error, reading=True))
        except ValueError as error:
            now, told, old = settings, self._put_aside(error), b""
        try:
            text = settings_text(now, old.decode("utf-8-sig", "replace"))
            replace_file(self._disk, self._behind_links(), text.encode())
        except OSError as error:
            return _("The settings aren't saved: {reason}.", reason=error_text(error))
        self._seen = settings
        return told
