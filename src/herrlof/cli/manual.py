"""The command that prints what a shell completes, and the manual: both are made from what reads the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from herrlof import __version__
from herrlof.cli import reader
from herrlof.cli.help import OWN_STATUSES, STATUSES, STREAMS, VARIABLES, examples
from herrlof.games import all_keys
from herrlof.messages import _


def add_arguments(name: str, parser: argparse.ArgumentParser) -> None:
    told = _("{shells}, or man for the manual", shells=", ".join(name for name in PRINTED if name != "man"))
    parser.add_argument("of", choices=tuple(PRINTED), metavar=_("SHELL"), help=told)


def run_completion(options: argparse.Namespace) -> int:
    print("\n".join(PRINTED[options.of]()))
    return 0


def _parsers() -> dict[str, argparse.ArgumentParser]:
    """Return what reads each command; under no name what reads the rest."""

    whole = reader.parser(list(reader.COMMANDS))
    (commands,) = [action for action in whole._actions if isinstance(action, argparse._SubParsersAction)]
    return {"": whole, **commands.choices}


def _flags(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    return [action for action in parser._actions if action.option_strings]


def _help(parser: argparse.ArgumentParser, action: argparse.Action) -> str:
    return parser._get_formatter()._expand_help(action) if action.help else ""


def _takes_value(action: argparse.Action) -> bool:
    return action.nargs != 0


def _words(parser: argparse.ArgumentParser) -> list[str]:
    """Return what may stand where no flag does, as far as it is known: keys of games, choices."""

    found: list[str] = []
    for action in parser._actions:
        if not action.option_strings and not isinstance(action, argparse._SubParsersAction):
            found += [str(choice) for choice in action.choices or ()]
            found += all_keys() if action.dest in ("game", "games") else []
    return found


def _bash() -> Iterator[str]:
    parsers = _parsers()
    names = [name for name in parsers if name]
    yield "# made by: herrlof completion bash"
    yield "_herrlof() {"
    yield "    local word=${COMP_WORDS[COMP_CWORD]} command= i"
    yield "    for ((i = 1; i < COMP_CWORD; i++)); do"
    yield f"        case ${{COMP_WORDS[i]}} in {'|'.join(names)}) command=${{COMP_WORDS[i]}}; break ;; esac"
    yield "    done"
    yield "    case $command in"
    for name, parser in parsers.items():
        flags = [flag for action in _flags(parser) for flag in action.option_strings if flag.startswith("--")]
        words = " ".join([*(_words(parser) if name else names), *flags])
        yield f"""        '{name}') COMPREPLY=($(compgen -W '{words}' -- "$word")) ;;"""
    yield "    esac"
    yield "}"
    yield "complete -o default -F _herrlof herrlof"


def _quoted(text: str) -> str:
    """Return a text as it stands between the marks of a shell."""
    return text.replace("'", "'\\''")


def _zsh() -> Iterator[str]:
    parsers = _parsers()
    yield "#compdef herrlof"
    yield "# made by: herrlof completion zsh"
    yield "if (( CURRENT == 2 )); then"
    yield "    local -a commands"
    yield "    commands=("
    for name, parser in parsers.items():
        if name:
            yield f"        '{name}:{_quoted(parser.description or '')}'"
    yield "    )"
    yield "    _describe -t commands command commands"
    yield "fi"
    yield "case $words[2] in"
    for name, parser in parsers.items():
        yield f"    {name or '*'})" if name else "    -*|'')"
        yield "        _arguments \\"
        for action in _flags(parser):
            told = _quoted(_help(parser, action).replace("[", "(").replace("]", ")").replace(":", " "))
            for flag in action.option_strings:
                if flag.startswith("--"):
                    value = f": :({' '.join(map(str, action.choices or ()))})" if _takes_value(action) else ""
                    yield f"            '*{flag}[{told}]{value}' \\"
        words = " ".join(_words(parser))
        yield f"            '*: :({words})'" if words else "            '*: :_files'"
        yield "        ;;"
    yield "esac"


def _fish() -> Iterator[str]:
    yield "# made by: herrlof completion fish"
    for name, parser in _parsers().items():
        when = f"__fish_seen_subcommand_from {name}" if name else "__fish_use_subcommand"
        if name:
            told = _quoted(parser.description or "")
            yield f"complete -c herrlof -n __fish_use_subcommand -a {name} -d '{told}'"
            if words := _words(parser):
                yield f"complete -c herrlof -n '{when}' -a '{' '.join(words)}'"
        for action in _flags(parser):
            flags = " ".join(f"-l {flag[2:]}" for flag in action.option_strings if flag.startswith("--"))
            value = ""
            if _takes_value(action):
                value = f" -xa '{' '.join(map(str, action.choices))}'" if action.choices else " -r"
            yield f"complete -c herrlof -n '{when}' {flags}{value} -d '{_quoted(_help(parser, action))}'"


def _roff(text: str) -> str:
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text


def _man() -> Iterator[str]:
    parsers = _parsers()
    yield f'.TH HERRLOF 1 "" "herrlof {__version__}" "{_("Games")}"'
    yield f".SH {_('NAME')}"
    yield f"herrlof \\- {_roff(_('small, clever games in a terminal'))}"
    yield f".SH {_('SYNOPSIS')}"
    yield ".B herrlof"
    yield _roff(f"[--ascii | --plain] [{_('COMMAND')} ...]")
    yield f".SH {_('DESCRIPTION')}"
    yield _roff(parsers[""].description or "")
    yield _roff(_(STREAMS))
    yield from _options(parsers[""])
    yield f".SH {_('COMMANDS')}"
    for name, parser in parsers.items():
        if not name:
            continue
        yield f".SS herrlof {_roff(name)}"
        yield _roff(" ".join((parser.description or "").split()))
        yield from _options(parser)
        for typed, what in examples(name):
            yield from (".PP", _roff(f"{what}:"), ".br", f".B {_roff(typed)}")
        if name in OWN_STATUSES:
            yield from (".PP", f"{_('exit status:')}")
            yield from _pairs(OWN_STATUSES[name])
    yield f".SH {_('EXIT STATUS')}"
    yield from _pairs(STATUSES)
    yield f".SH {_('ENVIRONMENT')}"
    yield from _pairs(VARIABLES)
    yield f".SH {_('FILES')}"
    yield _roff(_("'herrlof locate' prints where records and settings are."))


def _pairs(pairs: Mapping[str, str]) -> Iterator[str]:
    for name, text in pairs.items():
        yield from (".TP", f".B {_roff(name)}", _roff(_(text)))


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            continue
        metavar = action.metavar or (action.dest if not action.option_strings else "")
        value = "|".join(map(str, action.choices)) if action.choices else str(metavar or action.dest.upper())
        named = ", ".join(action.option_strings)
        lead = " ".join(part for part in (named, value if _takes_value(action) or not named else "") if part)
        yield from (".TP", f".B {_roff(lead)}", _roff(" ".join(_help(parser, action).split())))


PRINTED: Final[dict[str, Callable[[], Iterator[str]]]] = {"bash": _bash, "zsh": _zsh, "fish": _fish, "man": _man}
