"""Which files are of one match: it is known by its identity, whatever clouds and people call the copies of its file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import PurePath
from typing import Final, NamedTuple

from herrlof.messages import listed, ngettext
from herrlof.records.errors import RecordError
from herrlof.records.lines import scan

LONG: Final = len("20261121T183000Z-1a2b3c4d.herrlof")


def names_itself(name: str) -> bool:
    """Whether the name of a file is one that a match's own file is made with: the match's identity stands in it."""
    return len(name) == LONG and name[8] == "T" and name[15:17] == "Z-"


class Files(NamedTuple):
    """What is known of the files of matches that have several."""

    parts: frozenset[str] = frozenset()
    """The names of those that are a part of another one, or the same: nothing in them is not there."""
    notes: Mapping[str, str] = {}
    """What is said of the others, in sentences."""


def compared(groups: Iterable[tuple[str, list[str]]], read: Callable[[str], bytes]) -> Files:
    """Compare the files of each match with each other. What is damaged, or cannot be read, stands for itself."""
    parts: set[str] = set()
    notes: dict[str, str] = {}
    for identity, names in groups:
        whole: list[tuple[bytes, str]] = []
        for name in names:
            try:
                data = read(name)
            except RecordError:
                continue
            found = scan(data)
            if found.damage is None and found.bodies:
                whole.append((data[: found.good], name))
        whole.sort(key=lambda one: (-len(one[0]), PurePath(one[1]).stem != identity, one[1]))
        kept: dict[str, bytes] = {}
        copies: dict[str, list[str]] = {}
        for data, name in whole:
            longer = next((other for other, there in kept.items() if there.startswith(data)), None)
            if longer is None:
                kept[name] = data
            else:
                copies.setdefault(longer, []).append(name)
        for name, others in copies.items():
            parts.update(others)
            files = listed(others)
            notes[name] = ngettext(
                "There's {n} copy of it: {files}.", "There are {n} copies of it: {files}.", len(others), files=files
            )
        if len(kept) > 1:
            told = ngettext(
                "{id} goes on differently in {n} file: it counts as one match.",
                "{id} goes on differently in {n} files: they count as one match.",
                len(kept),
                id=identity,
            )
            notes.update(dict.fromkeys(kept, told))
    return Files(frozenset(parts), notes)
