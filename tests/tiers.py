"""Which variations of a test are run at once, and which wait for the second tier."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

import pytest


def later(values: Iterable[Any], now: Collection[Any]) -> list[Any]:
    """Return the variations of a test; those that are not run now are in the second tier."""
    return [value if value in now else pytest.param(value, marks=pytest.mark.second) for value in values]
