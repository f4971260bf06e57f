"""The pages of docs/ that the program shows, cut into sections for the screen and the command line."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from herrlof import languages, packages
from herrlof.games import GAMES, others
from herrlof.messages import _


class Section(NamedTuple):
    """One heading of a page with the text under it."""

    key: str
    """`R7` for a rule, `E1` for a worked example, nothing for other text."""
    title: str
    text: str


def rules_text(game: str) -> str:
    """Return the rules page of a game as Markdown: `rules-KEY.md`, `rules.md` for the first game, a package's own."""
    if game == next(iter(GAMES)):
        return _page("rules.md")
    found = packages.page(others()[game]) if game in others() else _page(f"rules-{game}.md")
    title = GAMES[game].title
    return found or f"# {title}\n\nNo page here tells the rules of {title}.\n"


def fairness_text() -> str:
    """Return the page on fair play as Markdown; what each bot says of itself is put in."""
    from herrlof.bots import bots_of

    parts = []
    for game in GAMES.values():
        lines = [f"- **{kind.title}** (`{key}`): {kind.description}" for key, kind in bots_of(game.key).items()]
        parts.append("\n".join([f"{game.title}:\n", *lines]))
    bots = "\n\n".join(parts)
    title, before = _("Who plays, and what they see"), _("How we know that no bot peeks")
    return _page("fairness.md").replace(f"## {before}\n", f"## {title}\n\n{bots}\n\n## {before}\n")


def guide_text() -> str:
    """Return the page on playing in lines as Markdown."""
    return _page("plain.md")


def authors_text() -> str:
    """Return the page for authors of games as Markdown; the files of a whole game stand in it."""
    return _page("authors.md")


def _page(name: str) -> str:
    """Return a page in the language of this program, else in English, or nothing where there is none.

    The wheel carries copies of those in docs/.
    """
    packaged, kept = files("herrlof") / "docs", Path(__file__).parents[2] / "docs"
    own = f"{languages.spoken()}/{name}"
    found = (folder / page for page in (own, name) for folder in (packaged, kept))
    return next((page.read_text("utf-8") for page in found if page.is_file()), "")


def sections(text: str) -> list[Section]:
    """Cut a page at its headings."""
    parts = re.split(r"^#{1,3} +(.+)$", text, flags=re.MULTILINE)[1:]
    found = []
    for title, body in zip(parts[::2], parts[1::2], strict=True):
        key = re.match(r"[A-Z]\d+\b", title)
        if body.strip():
            found.append(Section(key[0] if key else "", title.strip(), body.strip()))
    return found


def matching(found: list[Section], words: str) -> list[Section]:
    """Return the sections that hold every one of the words in title or text; all of them for no words."""
    wanted = words.casefold().split()
    return [part for part in found if all(word in f"{part.title}\n{part.text}".casefold() for word in wanted)]


def numbered(text: str, game: str = "") -> tuple[str, Section | None] | None:
    """Return the game and the section that a number as in `R7` or `7` names, None for the section where there is none.

    None: the text is no number. A bare number belongs to `game`, or to the first game.
    """
    if not (match := re.fullmatch(r"([A-Za-z]?)(\d{1,4})", text)):
        return None
    letter, number = match[1].upper(), match[2]
    key = game or next(iter(GAMES))
    if not letter:
        letter = GAMES[key].words.prefix
    elif not game:
        key = next((key for key, other in GAMES.items() if other.words.prefix == letter), key)
    return key, next((part for part in sections(rules_text(key)) if part.key == f"{letter}{int(number)}"), None)
