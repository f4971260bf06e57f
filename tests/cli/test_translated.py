"""The command line in another language: its help, what it refuses and what it prints."""

from __future__ import annotations

import re

import pytest

from herrlof.bots import bots_of
from herrlof.cli.help import VARIABLES, examples
from herrlof.cli.main import main
from herrlof.cli.reader import COMMANDS, parser
from herrlof.games import GAMES
from tests.pseudo import Pseudo, outside
from tests.records.test_models import kept_file

OURS = " ".join(f"{key} {game.title} {' '.join(bots_of(key))}" for key, game in GAMES.items())
TYPED = " ".join([*VARIABLES, *(typed for name in ("", *COMMANDS) for typed, _what in examples(name))])
SAME = {"JSON", "URL", "Anna", "Zoë", "bot", *COMMANDS, *re.findall(r"[^\W\d_]+", OURS + TYPED)}
"""What is the same in every language: names, keys, commands, variables, text codes."""


def untranslated(text: str) -> list[str]:
    """Return the words of a text that are in no message, flags and choices of flags left out."""
    words = re.findall(r"[^\W\d_]{3,}", re.sub(r"--[\w-]+|\{[\w,-]+\}|[0-9a-f]{32,}|\S+/\S+", " ", outside(text)))
    return [word for word in words if word not in SAME]


@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_help_is_in_messages(name: str, pseudo: Pseudo) -> None:
    found = parser([*([name] if name else []), "--help"])
    if name:
        (group,) = [action for action in found._actions if action.choices]
        found = dict(group.choices or {})[name]
    assert untranslated(found.format_help()) == []


@pytest.mark.parametrize(
    "words",
    [
        "chess", "play chess", "play --pace", "play --pace x", "play --pace 11", "play --goal many", "play --deal x",
        "play --theme blue", "play --seat Anna --seat anna", "play --seat bot:genius --seat Anna", "play --swim",
        "play --seat Anna", "verify", "verify nothing", "export nothing", "repair nothing", "replay nothing",
        "rules submarine", "rules R0", "fairness submarine", "bench chess", "arena rules", "arena rules nobody",
        "arena rules random --games 0", "arena rules random --jobs 0", "arena rules random --sprt 0", "review nothing",
    ],
)  # fmt: skip
def test_a_refusal_is_a_message(words: str, pseudo: Pseudo, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        status = main(words.split())
    except SystemExit as end:
        status = int(end.code or 0)
    assert status == 2
    said = capsys.readouterr().err
    assert said
    left = set(untranslated(said)) - set(re.findall(r"\w+", words))
    assert left <= {"help", "float"}, said


@pytest.mark.parametrize("command", ["verify", "export", "list", "locate", "games"])
def test_what_is_printed_is_in_messages(command: str, pseudo: Pseudo, capsys: pytest.CaptureFixture[str]) -> None:
    file = [str(kept_file("format-2-two-seats"))] if command in ("verify", "export") else []
    assert main([command, *file]) == 0
    assert untranslated(capsys.readouterr().out) == []
