"""The commands that print a page: rules and fairness."""

from __future__ import annotations

import argparse
import sys

from herrlof.cli.output import fail
from herrlof.messages import N_, _
from herrlof.pages import Section, fairness_text, matching, numbered, rules_text, sections


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    """Add the arguments of a command."""
    if name == "rules":
        what = _("the name of a game, a number as in R7, or words: only the sections with all of them")
    else:
        what = _("words: only the sections with all of them")
    parser.add_argument("words", nargs="*", metavar=_("WORDS"), help=what)


def run_rules(options: argparse.Namespace) -> int:
    """Print the rules of a game, or the sections that were asked for."""
    from herrlof.games import GAMES

    words = list(options.words)
    key = words.pop(0).lower() if words and words[0].lower() in GAMES else ""
    asked = " ".join(words)
    if len(words) == 1 and (found := numbered(asked, key)) is not None:
        game, part = found
        if part is None:
            fail(_("There is no rule {number} in {game}.", number=asked.upper(), game=GAMES[game].title))
        return _print_sections([part])
    return _print_page(rules_text(key or next(iter(GAMES))), asked, N_("No rule has the words '{words}'."))


def run_fairness(options: argparse.Namespace) -> int:
    """Print the page on fair play, or the sections that were asked for."""
    return _print_page(fairness_text(), " ".join(options.words), N_("No part of this page has the words '{words}'."))


def _print_page(text: str, words: str, nothing: str) -> int:
    """Print the sections with these words; all of the text for no words."""
    if not words:
        return _print(text)
    found = matching(sections(text), words)
    if not found:
        fail(_(nothing, words=words))
    return _print_sections(found)


def _print_sections(found: list[Section]) -> int:
    return _print("\n\n".join(f"### {part.title}\n\n{part.text}" for part in found))


def _print(text: str) -> int:
    if sys.stdout.isatty():
        from rich.console import Console
        from rich.markdown import Markdown

        Console(width=min(100, Console().width)).print(Markdown(text))
    else:
        print(text)
    return 0
