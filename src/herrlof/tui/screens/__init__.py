"""The screens. Whoever shows one names it, and it is loaded then: none is needed before it is seen."""

from __future__ import annotations

from typing import Any

from herrlof.registry import imported


def screen_named(name: str) -> type[Any]:
    """Return a screen by its module and its class, as in `home:HomeScreen`."""
    found: type[Any] = imported(f"{__name__}.{name}")
    return found
