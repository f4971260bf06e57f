"""A registry imports what it names when it is first asked for: a program loads only the games that it plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, MutableMapping
from importlib import import_module
from typing import Any, Generic, TypeVar

T = TypeVar("T")


def imported(named: str) -> Any:
    """Return what is named as `module:name`, or a module; `pkgutil` does it too, and loads slowly."""
    module, _colon, name = named.partition(":")
    found = import_module(module)
    return getattr(found, name) if name else found


def call_named(named: str, *arguments: Any) -> Any:
    return imported(named)(*arguments)


class Registry(MutableMapping[str, T], Generic[T]):
    """Objects by key, in the order in which they were named; one named as `module:name` is imported when it is used.

    Others' are among them once they were asked for by their key.
    """

    def __init__(
        self,
        named: Mapping[str, str],
        make: Callable[[Any], T] = lambda found: found,
        others: Callable[[str], T | None] = lambda key: None,
    ) -> None:
        """Name things; `make` turns what was imported into what is kept; `others` finds what nobody has named here."""
        self._named: dict[str, str | None] = dict(named)
        self._make = make
        self._others = others
        self._found: dict[str, T] = {}

    def __getitem__(self, key: str) -> T:
        """Return a thing; KeyError if there is none."""
        if key not in self:
            raise KeyError(key)
        if key not in self._found:
            self._found[key] = self._make(imported(self._named[key] or ""))
        return self._found[key]

    def __setitem__(self, key: str, value: T) -> None:
        self._named[key] = None
        self._found[key] = value

    def __delitem__(self, key: str) -> None:
        del self._named[key]
        self._found.pop(key, None)

    def is_known(self, key: str) -> bool:
        """Whether there is a thing with this key without asking others for theirs."""
        return key in self._named

    def load(self, key: str) -> bool:
        """Import what has this key, also others', which is among the rest then; return whether there is one."""
        return self.get(key) is not None

    def __iter__(self) -> Iterator[str]:
        """Yield the keys; nothing is imported."""
        return iter(list(self._named))

    def __len__(self) -> int:
        return len(self._named)

    def __contains__(self, key: object) -> bool:
        """Whether there is a thing with this key; only of others' is anything imported."""
        if key not in self._named and isinstance(key, str) and (found := self._others(key)) is not None:
            self[key] = found
        return key in self._named
