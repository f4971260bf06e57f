"""The languages that there are, each a folder of data beside this file, and which of them is spoken here.

A folder has `messages.po`, which people write, and what is made of it: `messages.mo` once it says everything, until
then `draft.mo`. A draft is spoken to who asks for it by HERRLOF_LANGUAGE, and offered to nobody.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from operator import itemgetter
from pathlib import Path
from typing import Final

from herrlof import messages
from herrlof.messages import Catalogue

FOLDER = Path(__file__).with_name("locale")
COMPLETE: Final = "messages.mo"
DRAFT: Final = "draft.mo"
ENGLISH: Final = "en"
ASKED: Final = "HERRLOF_LANGUAGE"
SYSTEM: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""What names a language where LANGUAGE does not, the first that is set."""
NAME: Final = re.compile(r"([A-Za-z]{2,8})(_[A-Za-z0-9]{2,8})?(?:\.[\w-]*)?(@\w{1,16})?", re.ASCII)
"""How a system names a language; a stranger may name one, and names end in a path."""
MOST: Final = 20
"""Languages of a browser that are looked at."""


@cache
def catalogue(language: str, folder: Path) -> Catalogue | None:
    """Return the messages of a language in a folder of languages, or None where there is no catalogue of it."""
    for file in (folder / language / kind for kind in (COMPLETE, DRAFT)):
        if file.is_file():
            from gettext import GNUTranslations

            with file.open("rb") as data:
                return GNUTranslations(data)
    return None


def offered() -> list[str]:
    """Return the languages that are complete, English first."""
    return [ENGLISH, *_with(COMPLETE)]


def drafts() -> list[str]:
    """Return the languages that lack something."""
    return _with(DRAFT)


def _with(kind: str) -> list[str]:
    return sorted(file.parent.name for file in FOLDER.glob(f"*/{kind}"))


def own_name(language: str) -> str:
    with messages.using_catalogue(catalogue(language, FOLDER)):
        return messages.pgettext("language", "English")


def forms(locale: str) -> list[str]:
    """Return what the folder of a language may be called that a system names so, the closest first."""
    if (found := NAME.fullmatch(locale)) is None:
        return []
    language, country, variant = found[1].lower(), (found[2] or "").upper(), (found[3] or "").lower()
    return list(dict.fromkeys(
        name + more for more in (variant, "") for name in (language + country, language)
    ))  # fmt: skip


def named(locale: str, draft: bool = False) -> str:
    """Return the language that is spoken where a system names one so; nothing where it is none of ours."""
    kinds = (COMPLETE, DRAFT) if draft else (COMPLETE,)
    for form in forms(locale):
        if form == ENGLISH or any((FOLDER / form / kind).is_file() for kind in kinds):
            return form
    return ""


def accepted(header: str) -> str:
    """Return the language of ours that a browser likes best, by its Accept-Language; nothing where it names none."""
    found: list[tuple[float, str]] = []
    for part in header.split(",")[:MOST]:
        locale, _semicolon, weight = part.strip().partition(";q=")
        with suppress(ValueError):
            found.append((-float(weight or 1), locale.replace("-", "_")))
    return next(filter(None, (named(locale) for _weight, locale in sorted(found, key=itemgetter(0)))), "")


def of_system(environment: Mapping[str, str]) -> str:
    """Return the language that LANGUAGE, LC_ALL, LC_MESSAGES and LANG ask for; English where it is none of ours."""
    locale = next((environment[name] for name in SYSTEM if environment.get(name)), "")
    if locale.partition(".")[0] in ("C", "POSIX"):
        return ENGLISH  # LANGUAGE counts for nothing there: who asks for C has programs read what is said
    wanted = [*environment.get("LANGUAGE", "").split(":"), locale]
    return next(filter(None, map(named, wanted)), ENGLISH)


def speak(setting: str = "") -> None:
    """Speak from now on what HERRLOF_LANGUAGE, a setting or else the system asks for.

    LookupError where HERRLOF_LANGUAGE asks for a language of which there is no catalogue; a setting may be of another
    machine.
    """
    if asked := os.environ.get(ASKED):
        if not (language := named(asked, draft=True)):
            raise LookupError(asked)
    else:
        language = named(setting) or of_system(os.environ)
    if language != _spoken:
        use(language)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Say in a language what is said meanwhile in this task; nothing: in that of the program."""
    if not language:
        yield
        return
    with messages.using_catalogue(None if language == ENGLISH else catalogue(language, FOLDER)):
        yield


def choose(setting: str) -> None:
    """Speak from now on what was chosen, whatever was asked for at the start; empty: what is asked for elsewhere."""
    if language := named(setting):
        use(language)
    else:
        speak()


def use(language: str) -> None:
    global _spoken
    _spoken = language
    messages.use_catalogue(None if language == ENGLISH else catalogue(language, FOLDER))


_spoken = ENGLISH


def spoken() -> str:
    return _spoken
