"""The toys are games of the hall for the tests of this folder."""

from __future__ import annotations

import pytest

from tests.conftest import TOYS as TOYS


@pytest.fixture(autouse=True)
def always_toys(toys: None) -> None:
    """Put the toys into the registries."""
