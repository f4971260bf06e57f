"""Catalogues of languages: how they are made, and what can be wrong with one."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path
from string import Formatter
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.plurals import get_plural
from babel.messages.pofile import PoFileError, read_po, write_po
from rich.cells import cell_len

from herrlof.languages import COMPLETE, DRAFT

CELL = re.compile(r"cell:(\d+)")
ENDS = tuple(".!?…:")


def key(message: Message) -> tuple[object, ...]:
    """Return what tells a message from others."""
    return message.context, message.id


def forms(text: object) -> tuple[str, ...]:
    """Return a text, or the forms that it has for numbers."""
    return tuple(map(str, text)) if isinstance(text, (tuple, list)) else (str(text),)


def read(folder: Path) -> Catalog:
    """Return what was written in a language."""
    return read_po(BytesIO((folder / "messages.po").read_bytes()), locale=folder.name, abort_invalid=True)


def translated(message: Message) -> bool:
    """Whether a message is said in that language, and whoever wrote it is sure."""
    return not message.fuzzy and all(forms(message.string)) and bool(message.string)


def lacking(catalog: Catalog) -> list[str]:
    """Return the messages that are not said yet."""
    return [forms(message.id)[0] for message in catalog if message.id and not translated(message)]


def compiled(catalog: Catalog) -> bytes:
    """Return the catalogue that the program reads, in which is nothing that is not translated: that is in English."""
    made = deepcopy(catalog)
    for message in catalog:
        if message.id and not translated(message):
            made.delete(message.id, message.context)
    file = BytesIO()
    write_mo(file, made)
    return file.getvalue()


def content(data: bytes) -> dict[Any, str]:
    """Return what such a catalogue says; its head has the version of whoever made it."""
    found: dict[Any, str] = vars(GNUTranslations(BytesIO(data)))["_catalog"]
    return {key: text for key, text in found.items() if key}


def renew(folder: Path, template: Catalog) -> None:
    """Give a language the messages that are new, and write what the program reads; what is gone is kept as a comment.

    What has become complete is offered from now on. What was offered stays so: what it lacks is told by a test.
    """
    catalog = read(folder)
    if {key(message) for message in catalog} != {key(message) for message in template}:
        catalog.update(template, no_fuzzy_matching=True, update_header_comment=False, update_creation_date=False)
        with (folder / "messages.po").open("wb") as file:
            write_po(file, catalog, include_lineno=False, sort_output=True)
    if not lacking(catalog):
        (folder / DRAFT).unlink(missing_ok=True)
    file_read = folder / (COMPLETE if not lacking(catalog) or (folder / COMPLETE).is_file() else DRAFT)
    made = compiled(catalog)
    if not file_read.is_file() or content(file_read.read_bytes()) != content(made):
        file_read.write_bytes(made)


def problems(folder: Path, template: Catalog) -> list[str]:
    """Return all that is wrong with a language, a sentence each."""
    try:
        catalog = read(folder)
    except PoFileError as error:
        return [str(error)]
    return [*_of_files(folder, catalog, template), *_of_texts(catalog), *_of_words(folder, catalog)]


def _of_files(folder: Path, catalog: Catalog, template: Catalog) -> Iterator[str]:
    ours, theirs = ({key(message) for message in one if message.id} for one in (catalog, template))
    yield from (f"messages.po lacks {one!r}" for one in sorted(theirs - ours, key=str))
    yield from (f"nobody says {one!r}" for one in sorted(ours - theirs, key=str))
    files = [name for name in (COMPLETE, DRAFT) if (folder / name).is_file()]
    if len(files) != 1:
        yield f"there is one of {COMPLETE} and {DRAFT}, not {files}"
    for name in files:
        if content((folder / name).read_bytes()) != content(compiled(catalog)):
            yield f"{name} is not made of messages.po"
    if files == [COMPLETE]:
        yield from (f"not translated: {text!r}" for text in lacking(catalog))
    elif not lacking(catalog):
        yield f"all is translated, and it is still kept as {DRAFT}"


def _of_texts(catalog: Catalog) -> Iterator[str]:
    usual = get_plural(str(catalog.locale_identifier))
    if catalog.num_plurals != usual.num_plurals:
        yield f"{catalog.num_plurals} forms for numbers, and this language has {usual.num_plurals}"
    for message in catalog:
        if not message.id or not translated(message):
            continue
        source = forms(message.id)
        *fewer, most = forms(message.string)
        for text in fewer:
            yield from (f"{text!r}: {what}" for what in _of_text(message, source, text, _arguments(source[0])))
        yield from (f"{most!r}: {what}" for what in _of_text(message, source, most, _arguments(source[-1])))


def _of_text(message: Message, source: tuple[str, ...], text: str, least: set[str]) -> Iterator[str]:
    number = {"n"} if len(source) > 1 else set()
    try:
        if not least - number <= _arguments(text) <= _arguments(" ".join(source)) | number:
            yield f"other arguments than {source[0]!r}"
    except ValueError as error:
        yield str(error)
    if text != text.strip():
        yield "space around it"
    if text.count("|") != source[0].count("|"):
        yield f"not as many | as {source[0]!r}"
    if source[0].endswith(".") != text.endswith(".") and not text.endswith(ENDS):
        yield f"a sentence ends, as {source[0]!r} does"
    if (message.context or "").startswith("letters: "):
        if len(text) != len(source[0]) or len(set(text.casefold())) != len(text) or not text.isalpha():
            yield f"{len(source[0])} letters, all different, as {source[0]!r}"
        elif text != text.upper():
            yield "letters are capitals"
    cell = CELL.match(message.context or "")
    if cell and cell_len(text) > int(cell[1]):
        yield f"{cell_len(text)} columns, and there are {cell[1]}"


def _arguments(text: str) -> set[str]:
    return {name for _text, name, _format, _conversion in Formatter().parse(text) if name is not None}


def _of_words(folder: Path, catalog: Catalog) -> Iterator[str]:
    """Yield where a word of the glossary is not said as that does: English words in their forms, each with its own."""
    if not (file := folder / "glossary.toml").is_file():
        return
    glossary: dict[str, list[str]] = tomllib.loads(file.read_text("utf-8"))
    for message in catalog:
        if message.id and translated(message):
            source, text = " ".join(forms(message.id)).casefold(), " ".join(forms(message.string)).casefold()
            for word, own in glossary.items():
                found = re.search(rf"\b{re.escape(word)}\b", re.sub(r"\{[^}]*\}", "", source))
                if found and not any(one.casefold() in text for one in own):
                    yield f"{text!r}: {word!r} is {' or '.join(own)}"
