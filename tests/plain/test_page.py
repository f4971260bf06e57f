"""The page on playing in lines shows what the program says; `python docs/plain.py` renews it."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "plain.md"

pytestmark = pytest.mark.second


@pytest.fixture
def maker(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return what makes the page."""
    spec = importlib.util.spec_from_file_location("plain_page", PAGE.with_suffix(".py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


def test_the_page_has_the_lines_of_a_round_of_each_game_and_counts_their_words(maker: ModuleType) -> None:
    kept = PAGE.read_text("utf-8")
    assert maker.page(kept, measure=False).splitlines() == kept.splitlines(), "python docs/plain.py renews it"
    for key in maker.GAMES:
        assert f"<!-- {key} -->\n```text\n" in kept
    assert kept.count("\n> ") > 100
