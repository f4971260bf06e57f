"""What can be chosen before a match, and about its table: forms, flags, records, the arena and the contract tests are
made from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from herrlof.messages import N_, InContext, _, all_of, one_of, said

Value: TypeAlias = str | int | bool
"""What can be chosen for an option."""
YES_NO = (False, True)
"""The choices of an option that is on or off."""


class Option(NamedTuple):
    """One choice."""

    name: str
    choices: Callable[[int], Sequence[Value]]
    """What can be chosen, by the number of seats."""
    default: Callable[[int], Value | None]
    """What is taken where nothing was chosen; None: chance decides."""
    on_form: bool = True
    """Whether the New game form asks for it."""
    people: int = 0
    """Of a preference: how many people have to sit at the keyboard for it to matter. From one on it stands on the form,
    where they look; where it takes more than one, it does not stand among the settings."""
    in_language: InContext | None = None
    """A message that a language translates with the choice that forms have there before another is made."""

    def before_choice(self, seats: int) -> Value | None:
        """Return what a form has before something is chosen; whatever is chosen is written down."""
        own = "" if self.in_language is None else said(self.in_language)
        return own if own in self.choices(seats) else self.default(seats)


class Configurable(Protocol):
    """A game, as far as what can be chosen goes."""

    title: str
    seats: range
    options: Sequence[Option] = ()
    """What a match is played by; it stands in its record."""
    preferences: Sequence[Option] = ()
    """What a person can choose about the table alone: thinking aids, for example. It stands in the settings."""


def with_defaults(options: Sequence[Option], seats: int, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for every option, those that were not chosen with their default; a choice of None counts as none.

    Nothing is checked: `complete_options` does that.
    """
    made = {name: value for name, value in chosen.items() if value is not None}
    return {option.name: made.get(option.name, option.default(seats)) for option in options}


def complete_preferences(game: Configurable, chosen: Mapping[str, Value]) -> dict[str, Value | None]:
    """Return a value for every preference of a game, those that were not chosen with their default."""
    return with_defaults(game.preferences, game.seats[0], chosen)


def complete_options(game: Configurable, seats: int, options: Mapping[str, Any]) -> dict[str, Any]:
    """Return a value for every option of a game, those that were not chosen with their default.

    ValueError says in a sentence what cannot be chosen. A choice of None counts as none.
    """
    if type(seats) is not int or seats not in game.seats:
        raise ValueError(
            _("{game} is for {seats} seats, not {n}.", game=game.title, seats=join_values(game.seats), n=seats)
        )
    known = {option.name: option for option in game.options}
    for name in options:
        if name not in known:
            if not known:
                raise ValueError(_("{game} has no option '{name}': it has none.", game=game.title, name=name))
            text = N_("{game} has no option '{name}': it has {known}.")
            raise ValueError(_(text, game=game.title, name=name, known=all_of(known)))
    for name, value in options.items():
        choices = _near(known[name].choices(seats), value)
        if value is not None and not any(value == choice and type(value) is type(choice) for choice in choices):
            text = N_("The option {name} of {game} is {choices}, not {value!r}.")
            listed = join_values(known[name].choices(seats))
            raise ValueError(_(text, name=name, game=game.title, choices=listed, value=value))
    return with_defaults(game.options, seats, options)


def _near(choices: Sequence[Value], value: object) -> Sequence[Value]:
    """Return the choices that may equal a value: of a long range, the value itself if it lies there."""
    if isinstance(choices, range):
        return [value] if type(value) is int and value in choices else []
    return choices


def value_text(value: Value) -> str:
    """Return a value as a person writes it: `2`, `english`, `yes`."""
    return _("yes") if value is True else _("no") if value is False else str(value)


def join_values(values: Sequence[Value]) -> str:
    """Return the values that can be chosen, in words: `2 or 3`, `english or dutch`, `1 to 999`, `yes or no`."""
    if isinstance(values, range) and len(values) > 2 and values.step == 1:
        return _("{first} to {last}", first=values[0], last=values[-1])
    return one_of(map(value_text, values))
