"""A terminal for every test that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.terminal.terminal import Terminal


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """A terminal whose user has an empty home; what runs in it ends with the test."""
    found = Terminal(tmp_path)
    yield found
    found.close()
