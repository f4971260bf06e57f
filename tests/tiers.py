"""Which variations of a test are run at once, and which wait for the second tier."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def later(values: Iterable[Any], now: Collection[Any]) -> list[Any]:
    """Return the variations of a test; those that are not run now are in the second tier."""
    return [value if value in now else pytest.param(value, marks=pytest.mark.second) for value in values]


def first(values: Iterable[tuple[Any, ...]], number: int = 1) -> list[Any]:
    """Return the variations of a test with several parameters: some are run now."""
    marks = (), pytest.mark.second
    return [pytest.param(*value, marks=marks[at >= number]) for at, value in enumerate(values)]


def last(values: Iterable[Any], second: Collection[Any]) -> list[Any]:
    """Return variations of a test that are all alike: samples in the second tier, the others in the long run."""
    marks = pytest.mark.slow, pytest.mark.second
    return [pytest.param(value, marks=marks[value in second]) for value in values]


def tiers(**values: Any) -> list[Any]:
    """Return one variation of a test for each tier that is named: `now`, `second`, `slow`."""
    marks = {"now": (), "second": pytest.mark.second, "slow": pytest.mark.slow}
    return [pytest.param(value, marks=marks[tier]) for tier, value in values.items()]
