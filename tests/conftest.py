"""What every test starts from: folders of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep records and settings away from the person who runs the tests."""
    monkeypatch.setenv("HERRLOF_DATA_DIR", str(tmp_path / "data"))
    monkeypatch.setenv("HERRLOF_CONFIG_DIR", str(tmp_path / "config"))
