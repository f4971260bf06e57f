"""The commands that print a page: rules and fairness."""

from __future__ import annotations

import argparse
import json
import sys

from herrlof.cli.choices import game_key
from herrlof.cli.output import console, fail, tell
from herrlof.cli.tables import add_outputs, prints_plain
from herrlof.doc_pages import Section, fairness_text, matching, numbered, rules_text, sections
from herrlof.games import GAMES
from herrlof.messages import N_, _


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    if name == "rules":
        what = _("a game, a number as in R7, or words: only the sections with all of them")
    else:
        what = _("words: only the sections with all of them")
    parser.add_argument("words", nargs="*", metavar=_("WORDS"), help=what)
    add_outputs(parser, sentences=True)


def run_rules(options: argparse.Namespace) -> int:
    """Print the rules of a game, or the sections that were asked for."""

    words = list(options.words)
    key = game_key(words[0]) if words else ""
    if key in GAMES:
        words.pop(0)
    else:
        key = ""
    asked = " ".join(words)
    if len(words) == 1 and (found := numbered(asked, key)) is not None:
        game, part = found
        if part is None:
            fail(_("There's no rule {number} in {game}.", number=asked.upper(), game=GAMES[game].title))
        return _print_sections([part], options)
    text = rules_text(key or next(iter(GAMES)))
    return _print_page(text, asked, N_("No rule has the words '{words}'."), options)


def run_fairness(options: argparse.Namespace) -> int:
    """Print the page on fair play, or the sections that were asked for."""
    nothing = N_("No part of this page has the words '{words}'.")
    return _print_page(fairness_text(), " ".join(options.words), nothing, options)


def _print_page(text: str, words: str, nothing: str, options: argparse.Namespace) -> int:
    """Print the sections with these words; all of the text for no words."""
    if not words and not options.json:
        return _print(text, options)
    found = matching(sections(text), words) if words else sections(text)
    if not found:
        fail(_(nothing, words=words))
    return _print_sections(found, options)


def _print_sections(found: list[Section], options: argparse.Namespace) -> int:
    if options.json:
        parts = [{"title": part.title, "text": part.text} for part in found]
        print(json.dumps({"schema": "herrlof.sections/1", "sections": parts}, indent=1, ensure_ascii=False))
        return 0
    return _print("\n\n".join(f"### {part.title}\n\n{part.text}" for part in found), options)


def _print(text: str, options: argparse.Namespace) -> int:
    if prints_plain(options):
        from herrlof.plain.telling import spoken

        for line in spoken(text):
            tell(line)
    elif sys.stdout.isatty():
        from rich.markdown import Markdown

        console(width=min(100, console().width)).print(Markdown(text))
    else:
        print(text)
    return 0
