"""The shipped tests of secrecy with larger samples, and at more sizes of a window."""

from __future__ import annotations

import pytest

from herrlof.contract.exchange import Sample
from herrlof.contract.test_secrecy import check_frames, check_leaks, check_memory, check_words
from herrlof.contract.variants import Variant, variants
from tests.contract.conftest import tier
from tests.contract.variants import ALL

every_hidden = pytest.mark.parametrize(
    "variant",
    [
        pytest.param(one, marks=[pytest.mark.slow] if tier(one) else [pytest.mark.second])
        for game in ALL.values()
        if game.hidden
        for one in variants(game)
    ],
    ids=str,
)
"""Every game that hides something with the fewest seats; other numbers and options in the long run."""


@every_hidden
def test_a_seat_knows_what_it_was_told_in_longer_matches(variant: Variant) -> None:
    check_leaks(variant, 2, Sample(exchanges=12, every=1, mixes=150, glimpses=100, longest=150))
    check_memory(variant, 2, Sample(exchanges=12, every=1, mixes=0, secrets=20, glimpses=200, longest=150))
    check_words(variant, 2, Sample(exchanges=6, every=10, mixes=20, longest=150))


@every_hidden
@pytest.mark.parametrize("size", [(60, 20), (120, 40)], ids="{0[0]}x{0[1]}".format)
def test_a_frame_of_another_size_shows_no_more(variant: Variant, size: tuple[int, int]) -> None:
    check_frames(variant, size[0], Sample(exchanges=4, every=20, mixes=16, longest=120), size)
