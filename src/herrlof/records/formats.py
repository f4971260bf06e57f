"""The formats of records, each written, read and finished for ever: nobody outside this room asks for their numbers.

What a match writes is in the newest one, and lowered to that of its record; what is read is raised (`models`, `fold`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from herrlof.messages import _
from herrlof.records.format1 import SETTLED
from herrlof.records.lines import FORMAT

_NO_HELP: Final = 2
"""The last format without hints, take-backs, and lines about who sits where and about clocks."""
_NO_MORE: Final = 3
"""The last one that does not tell what hints showed, nor of a match that ended before its rules ended it."""
_BESIDE: Final = frozenset({"seat", "clock", "name"})
"""Lines that older formats have not: there that is forgotten when the match is left."""


class Format(NamedTuple):
    """What records of one format can tell."""

    number: int = FORMAT

    @property
    def settled(self) -> Mapping[str, str]:
        """The options that chance settles when the match starts, where nobody chose them, and its kind."""
        return SETTLED if self.number == 1 else {}

    @property
    def keeps_hints(self) -> bool:
        """Whether they keep what hints showed."""
        return self.number > _NO_MORE

    @property
    def help_refusal(self) -> str:
        """Why such a match goes on without hints and take-backs; nothing where it need not."""
        if self.number > _NO_HELP:
            return ""
        return _("This match is in format {form}: it goes on without hints and take-backs.", form=self.number)

    @property
    def ending_refusal(self) -> str:
        """Why such a match is not ended before somebody has won; nothing where it can be."""
        if self.number > _NO_MORE:
            return ""
        return _("This match is in format {form}: it goes on until somebody wins.", form=self.number)

    def lowered(
        self, line: Mapping[str, Any], options: Mapping[str, Any], scores: Sequence[float]
    ) -> Mapping[str, Any] | None:
        """Return a line as it stands in such a record; None: it does not.

        `options` are those of the match, `scores` what the scoreboard showed before.
        """
        event = line.get("event")
        if self.number > _NO_HELP or event in ("resume", "end"):
            return line
        if event in _BESIDE:
            return None
        if event == "start":
            settled = {name: options[name] for name in self.settled}
            return {name: value for name, value in line.items() if name != "cut_hashes"} | settled
        if self.number == 1 and "do" in line:
            left_out = {"next", "progress", *(["scores"] if line["scores"] == list(scores) else [])}
            return {name: value for name, value in line.items() if name not in left_out}
        return line


NEWEST: Final = Format()


def settled_by(start: Callable[[str], Any], header: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of a match: those of its first line, and what its start line has settled."""
    settled = {name: start(name) for name in Format(header["format"]).settled}
    return {**settled, **header["options"]}
