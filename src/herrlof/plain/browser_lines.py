"""Lines through a page in a browser: what is said and what can be chosen goes there as JSON, a line each time."""

from __future__ import annotations

import json
from collections.abc import Sequence

from herrlof.plain.lines import Lines
from herrlof.plain.typed import spoken_word, word_of


class BrowserLines(Lines):
    """Both ends of a conversation with who has buttons, headings and a field."""

    def __init__(self) -> None:
        """Speak through the standard streams."""
        super().__init__(person=True)
        self._offered: dict[str, Sequence[object]] = {}
        """What can be chosen and asked now,"""
        self._shown: dict[str, Sequence[object]] = {}
        """and what the page shows: what is the same stays where it is."""
        self.offer(())

    def offer(self, choices: Sequence[tuple[str, str]], words: Sequence[str] | None = None) -> None:
        """Show buttons with the next write."""
        common = (word_of("again"), word_of("help"), word_of("leave"))
        known = dict.fromkeys((*(words or ()), *common))
        self._offered = {"choices": choices, "words": [(spoken_word(word), word) for word in known]}

    def tell_record(self, kind: str) -> None:
        """Tell the page that its guest may have the finished record (`over`), or wants it (`keep`)."""
        self._out.write(json.dumps({"said": [], "record": kind}) + "\n")
        self._out.flush()

    def write(self, lines: Sequence[str]) -> None:
        """Send what is said, and what has changed of the buttons."""
        changed = {name: found for name, found in self._offered.items() if self._shown.get(name) != found}
        if lines or changed:
            self._shown = self._offered
            self._out.write(json.dumps({"said": lines, **changed}) + "\n")
            self._out.flush()
