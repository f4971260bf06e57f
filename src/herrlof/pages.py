"""The pages of docs/ that the program shows, cut into sections for the screen and the command line."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple


class Section(NamedTuple):
    """One heading of a page with the text under it."""

    key: str
    """`R7` for a rule, `E1` for a worked example, nothing for other text."""
    title: str
    text: str


def rules_text() -> str:
    """Return the rules page as Markdown."""
    return _page("rules.md")


def fairness_text() -> str:
    """Return the page on fair play as Markdown; the bots of the hall, each in its own words, are put in."""
    from herrlof.bots import BOTS

    bots = "\n".join(f"- **{kind.title}** (`{kind.key}`): {kind.sentence}" for kind in BOTS.values())
    proof = "## How we know that no bot peeks\n"
    return _page("fairness.md").replace(proof, f"## Who plays, and what they see\n\n{bots}\n\n{proof}")


def _page(name: str) -> str:
    """Return a page. The wheel carries copies of docs/rules.md and docs/fairness.md."""
    packaged = files("herrlof") / name
    if packaged.is_file():
        return packaged.read_text("utf-8")
    return (Path(__file__).parents[2] / "docs" / name).read_text("utf-8")


def sections(text: str) -> list[Section]:
    """Cut a page at its headings."""
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
