"""A toy that leaks and a toy that forgets: each breaks just one of the shipped tests, and is refused in plain words."""

from __future__ import annotations

import re

import pytest

from herrlof.bots import BOTS, registry_entries
from herrlof.contract.variants import variants
from herrlof.game import Game
from herrlof.games import GAMES
from tests.contract.forgetting import Forgetting
from tests.contract.leaking import Leaking
from tests.contract.refusals import FORGETS, SEES, refusals


@pytest.mark.parametrize(
    ("toy", "test", "said"),
    [
        (Leaking(), SEES, r"seat \d sees what no event told it: other is \d or \d"),
        (Forgetting(), FORGETS, r"seat \d forgets what an event told it: Event\(kind='got'.*? or Event\(kind='got'"),
    ],
    ids=["leaks", "forgets"],
)
def test_a_toy_that_tells_too_much_or_too_little_is_refused(
    toy: Game, test: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, toy.key, toy)
    for entry, kind in registry_entries(toy):
        monkeypatch.setitem(BOTS, entry, kind)
    for variant in variants(toy):
        found = refusals(variant)
        assert set(found) == {test}
        assert re.match(said, found[test])
        assert f"{variant}, seed 1" in found[test]
        assert re.search(r"move \d+ exchanged: deal \w \w or deal \w \w", found[test])
