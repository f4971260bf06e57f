"""A sentence on a line: beside its text the message that it was made of, for who says it in another language.

What comes from the other end is formatted as carefully as it is read: a message names arguments and how a number is
written, and nothing else; what is not so, or lacks one, is shown as its text.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from string import Formatter
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from herrlof.messages import InContext, Message, Plural, Said, said

DEEPEST: Final = 4
"""So often one message is an argument of another."""
NUMBERED: Final = re.compile(r"(\.[0-9])?[dfg%]?")
"""How a number may be written."""

Text = Annotated[str, Field(max_length=4000)]
Name = Annotated[str, Field(pattern=r"^[a-z][a-z_0-9]{0,39}$")]


class MessageModel(BaseModel):
    """A sentence as its English message, with its arguments: a text, a number, or a message again."""

    model_config = ConfigDict(extra="ignore", frozen=True, strict=True)

    key: Text = Field(description="the message in English, with its arguments in braces")
    many: Text | None = Field(default=None, description="the same for several: `n` of the arguments says how many")
    context: Annotated[str, Field(max_length=100)] | None = Field(
        default=None, description="gettext's, where there is one"
    )
    args: dict[Name, int | float | Text | MessageModel] = Field(default={}, max_length=20)


def message_of(text: str, depth: int = DEEPEST) -> MessageModel | None:
    """Return the message that a text was said of; None: it is none, or has more arguments than a line has."""
    if not isinstance(text, Said):
        return None
    message, args = text.message, {name: _argument(value, depth - 1) for name, value in text.parts.items()}
    try:
        if isinstance(message, Plural):
            return MessageModel(key=message.one, many=message.many, args=args)
        if isinstance(message, InContext):
            return MessageModel(key=message.text, context=message.context, args=args)
        return MessageModel(key=message, args=args)
    except ValidationError:
        return None


def _argument(value: Any, depth: int) -> int | float | str | MessageModel:
    value = sentence(value) if isinstance(value, Exception) else value
    if isinstance(value, (int, float)):
        return value
    found = message_of(value, depth) if depth else None
    return str(value) if found is None else found


def sentence(error: Exception) -> str:
    """Return what an error says, with the message that this is."""
    return error.args[0] if error.args and isinstance(error.args[0], str) else str(error)


def in_own_words(text: str, message: MessageModel | None) -> str:
    """Return a sentence of the other end in this language; as its text where that cannot be."""
    if message is None:
        return text
    try:
        return _said(message)
    except (ValueError, LookupError, TypeError):
        return text


def _said(message: MessageModel) -> str:
    for form in filter(None, (message.key, message.many)):
        _check(form, message.args)
    parts: Mapping[str, Any] = {
        name: _said(value) if isinstance(value, MessageModel) else value for name, value in message.args.items()
    }
    found: Message = message.key
    if message.many is not None:
        found = Plural(message.key, message.many)
    elif message.context is not None:
        found = InContext(message.context, message.key)
    return said(found, **parts)


def _check(form: str, args: Collection[str]) -> None:
    """ValueError where a message asks for more than one of these, and how a number of it is written."""
    for _literal, name, written, conversion in Formatter().parse(form):
        if name is not None and not (name in args and not conversion and NUMBERED.fullmatch(written or "")):
            raise ValueError("this is no message")
