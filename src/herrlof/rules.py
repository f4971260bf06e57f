"""The rules page, docs/rules.md, cut into its numbered sections for the screen and the command line."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple


class Section(NamedTuple):
    """One heading of the rules page with the text under it."""

    key: str
    """`R7` for a rule, `E1` for a worked example, nothing for other text."""
    title: str
    text: str


def rules_text() -> str:
    """Return the rules page as Markdown. The wheel carries a copy of docs/rules.md."""
    packaged = files("herrlof") / "rules.md"
    if packaged.is_file():
        return packaged.read_text("utf-8")
    return (Path(__file__).parents[2] / "docs" / "rules.md").read_text("utf-8")


def sections(text: str) -> list[Section]:
    """Cut the page at its headings."""
    parts = re.split(r"^#{1,3} +(.+)$", text, flags=re.MULTILINE)[1:]
    found = []
    for title, body in zip(parts[::2], parts[1::2], strict=True):
        key = re.match(r"[RE]\d+\b", title)
        if body.strip():
            found.append(Section(key[0] if key else "", title.strip(), body.strip()))
    return found


def matching(found: list[Section], words: str) -> list[Section]:
    """Return the sections that hold every one of the words in title or text; all of them for no words."""
    wanted = words.casefold().split()
    return [part for part in found if all(word in f"{part.title}\n{part.text}".casefold() for word in wanted)]
