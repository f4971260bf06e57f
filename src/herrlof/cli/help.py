"""What help and manual say beyond the arguments: examples, exit statuses, and the variables of the environment."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from typing import Final

from herrlof.games import GAMES
from herrlof.messages import N_, _

WIDTH: Final = 76
_EXAMPLES: Final[Mapping[str, tuple[tuple[str, str], ...]]] = {
    "": (
        ("herrlof", N_("open home")),
        ("herrlof play {key}", N_("one game, against a bot")),
        ("herrlof --plain", N_("everything in lines, for a screen reader; guide tells how")),
    ),
    "play": (
        ("herrlof play --seat Anna --seat Ben --seat bot:jarl", N_("two people and a bot")),
        ("herrlof play --seat Anna --seat 'program:./mybot --fast'", N_("against a program of your own")),
    ),
    "learn": (
        ("herrlof learn", N_("choose a lesson")),
        ("herrlof learn {key} 1", N_("the first lesson of a game")),
    ),
    "replay": (("herrlof replay last", N_("the match played last")),),
    "list": (
        ("herrlof list --game {key} --limit 5", N_("the five matches of a game played last")),
        ("herrlof list --json", N_("for a program")),
    ),
    "verify": (("herrlof verify last", N_("the match played last")),),
    "export": (
        ("herrlof export last --format json", N_("the match played last, for a program")),
        ("herrlof export last --review", N_("with what each mistake cost, and why")),
    ),
    "review": (("herrlof review last --seat Anna", N_("what Anna's decisions cost")),),
    "judge": (("herrlof judge last 14 --more 800", N_("move 14, thought about for longer")),),
    "stats": (("herrlof stats --game {key}", N_("only one game")),),
    "repair": (("herrlof repair 20261121T1830", N_("a match by the beginning of its name")),),
    "remove": (("herrlof remove 20261121T1830", N_("a match by the beginning of its name")),),
    "schema": (("herrlof schema seats", N_("the lines between a table and a seat elsewhere")),),
    "locate": (("herrlof locate --json", N_("for a program")),),
    "doctor": (("herrlof doctor", N_("to paste into a report")),),
    "completion": (
        ("herrlof completion bash", N_("to be kept in ~/.local/share/bash-completion/completions/herrlof")),
        ("herrlof completion fish", N_("to be kept in ~/.config/fish/completions/herrlof.fish")),
        ("herrlof completion man", N_("to be read by man -l")),
    ),
    "games": (
        ("herrlof games --json", N_("for a program")),
        ("herrlof games --new my-game", N_("begin a game of your own")),
    ),
    "rules": (
        ("herrlof rules {key}", N_("all rules of a game")),
        ("herrlof rules R7", N_("one rule by its number")),
        ("herrlof rules last card", N_("the rules with these words")),
    ),
    "fairness": (("herrlof fairness bots", N_("the parts on bots")),),
    "host": (
        ("herrlof host {key} --seat Anna --seat Ben=elsewhere --ssh", N_("Ben joins by ssh")),
        ("herrlof host --seat Anna --seat Ben=elsewhere --web", N_("Ben joins with a browser")),
    ),
    "join": (("herrlof join", N_("the one table that's open on this machine")),),
    "certify": (("herrlof certify 'program:./mybot' --game {key}", N_("try a program of your own")),),
    "arena": (("herrlof arena karl rules --games 20", N_("two bots, the same deals for both")),),
    "bench": (("herrlof bench {key} --seconds 1", N_("one game, a second for each figure")),),
}
"""For each command, and for none, what is typed, the same in every language, and what it does; `{key}` is a game's."""


def examples(name: str) -> list[tuple[str, str]]:
    """Return what may be typed, and what it does, for a command; for none where the name is empty."""
    key = [*GAMES][1]  # the first one need not be named
    return [(typed.format(key=key), _(what)) for typed, what in _EXAMPLES[name]]


STATUSES: Final[Mapping[str, str]] = {
    "0": N_("done"),
    "1": N_("the answer is no, or the output couldn't be written"),
    "2": N_("something typed is wrong, or a file; a sentence says what"),
    "3": N_("the input ended before the match did; the match is kept"),
    "130": N_("ended by Ctrl+C"),
    "141": N_("whatever reads the output closed it early, such as head"),
}
"""What a status at the end means, for every command."""
OWN_STATUSES: Final[Mapping[str, Mapping[str, str]]] = {
    "verify": {"0": N_("proved, as far as the match has gone"), "1": N_("the record isn't as it was written")},
    "export": {"1": N_("the record isn't as it was written")},
    "review": {"1": N_("the record isn't as it was written, or the judging ended early")},
    "judge": {"1": N_("the record isn't as it was written")},
    "repair": {"0": N_("nothing was damaged, or a copy was written")},
    "certify": {"0": N_("it looks only at its cards"), "1": N_("it does")},
    "arena": {"1": N_("a process that played has died"), "130": N_("ended by Ctrl+C, with the results so far")},
}
"""And what it means for one command in particular."""
VARIABLES: Final[Mapping[str, str]] = {
    "HERRLOF_DATA_DIR": N_("the folder of the records"),
    "HERRLOF_CONFIG_DIR": N_("the folder of the settings"),
    "HERRLOF_RUNTIME_DIR": N_("the folder of the tables that are open"),
    "HERRLOF_PLAIN": N_("1: speak in lines, 0: draw, whatever the settings say"),
    "HERRLOF_LANGUAGE": N_("the language, where there's a catalogue of it"),
    "NO_COLOR": N_("anything: draw without colours"),
}
STREAMS: Final = N_("Results go to standard output; errors, warnings and progress to error output.")


def rows(pairs: Mapping[str, str]) -> list[str]:
    """Return lines with names, and beside them what they mean."""
    width = max(map(len, pairs)) + 2
    lines = []
    for name, text in pairs.items():
        lead = f"  {name:<{width}}"
        told = textwrap.wrap(_(text), WIDTH - len(lead))
        lines += [lead + told[0], *(" " * len(lead) + line for line in told[1:])]
    return lines


def epilog(name: str, more: str = "") -> str:
    """Return what stands at the end of a command's help: paragraphs, and blocks of lines that begin with blanks."""
    blocks = [more] if more else []
    lines = [line for typed, what in examples(name) for line in (f"  # {what}", f"  {typed}")]
    blocks.append("\n".join((_("examples:"), *lines)))
    if statuses := STATUSES if not name else OWN_STATUSES.get(name):
        blocks.append("\n".join((_("exit status:"), *rows(statuses))))
    if name:
        blocks.append(_("All exit statuses and variables: herrlof --help"))
    else:
        blocks.append("\n".join((_("environment:"), *rows(VARIABLES))))
        blocks.append(_(STREAMS))
        blocks.append(_("'herrlof help COMMAND' tells about one, 'herrlof doctor' about this terminal."))
    return "\n\n".join(blocks)


def is_block(text: str) -> bool:
    """Whether a part of a help stands as it is, line by line."""
    return "\n  " in text


def filled(parts: Iterable[str], width: int, indent: str) -> str:
    """Return the parts of a text, wrapped where they are paragraphs."""
    return "\n\n".join(
        part if is_block(part) else textwrap.fill(part, width, initial_indent=indent, subsequent_indent=indent)
        for part in parts
    )
