"""Which of the shipped tests refuse a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import signature
from typing import Any

import pytest

from herrlof.contract import test_contract, test_description, test_secrecy
from herrlof.contract.variants import Variant

SHIPPED: dict[str, Callable[..., None]] = {
    name: test
    for module in (test_contract, test_description, test_secrecy)
    for name, test in vars(module).items()
    if name.startswith("test_")
}

SEES = "test_a_seat_sees_no_more_than_it_was_told"
FORGETS = "test_a_seat_forgets_nothing_that_it_was_told"
WORDS = "test_words_say_no_more_than_a_seat_was_told"
FRAME = "test_a_frame_shows_no_more_than_a_seat_was_told"


def refusals(variant: Variant) -> dict[str, str]:
    """Return the tests that refuse a game as it is played here, and what they say."""
    found = {}
    for name, test in SHIPPED.items():
        for arguments in _arguments(test, variant):
            try:
                test(**arguments)
            except (AssertionError, pytest.fail.Exception) as refusal:
                found[name] = str(refusal)
    return found


def _arguments(test: Callable[..., None], variant: Variant) -> Iterator[dict[str, Any]]:
    """Yield what a test is called with: the variant or its game, and what it is parametrized with."""
    given: dict[str, Any] = {"variant": variant, "game": variant.game}
    given = {name: value for name, value in given.items() if name in signature(test).parameters}
    marks = [mark for mark in getattr(test, "pytestmark", []) if mark.name == "parametrize"]
    if not marks:
        yield given
    for mark in marks:
        name, values = mark.args
        for value in values:
            yield {**given, name: value}
