"""The contract tests that ship with the program are made here for every game, and for the toys."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite(
    "herrlof.contract.test_contract", "herrlof.contract.test_description", "herrlof.contract.test_secrecy"
)

from herrlof.contract.variants import ForGames, Variant  # noqa: E402
from tests.conftest import TOYS as TOYS  # noqa: E402
from tests.contract.variants import ALL  # noqa: E402


@pytest.fixture(autouse=True)
def always_toys(toys: None) -> None:
    """Put the toys into the registries."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make each shipped test for all games, seats and options."""
    if metafunc.function.__module__.startswith("herrlof.contract."):
        ForGames(ALL.values(), tier).pytest_generate_tests(metafunc)


def tier(variant: Variant) -> list[pytest.MarkDecorator]:
    """Leave options, and more seats than the fewest, to the second tier; with both, to the long run."""
    late = bool(variant.options) + (variant.seats != variant.game.seats[0])
    return [[], [pytest.mark.second], [pytest.mark.slow]][late]
