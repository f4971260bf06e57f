"""What is in focus at a table and what is chosen there: areas of items, and the way of keys and clicks through them.

A board says which areas lie on its table, from the bottom up, and which of them are asked for. Looking goes anywhere;
chosen is what was brought into focus last in an area that is asked for, since the question came.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from herrlof.game import Action


class Item(NamedTuple):
    """Something that can be looked at."""

    thing: Any
    """What it is, as the board knows it: a card, a point, a number."""
    action: Action | None = None
    """What it means to play it; None: it is only looked at, or leads to another area."""
    letters: str = ""
    """The small letters that lead to it."""
    code: str = ""
    """What is typed for it: a rank, a number, a point."""
    at_once: bool = False
    """Whether its letter alone answers, without Enter."""
    allowed: bool = True
    """Whether it may be played: a letter or a digit goes there before it goes to what may not."""


@dataclass(frozen=True, slots=True)
class Area:
    """Items side by side; another geometry is another class."""

    name: str
    items: Sequence[Item]
    start: int = 0
    """Where ↑ and ↓ come to, in an area where nothing was in focus yet."""
    first: tuple[int, int] = (0, -1)
    """Where the first step forward begins, and where one back."""
    upright: bool = False
    """Whether ↑ and ↓ change it wherever the focus is; it stops at its ends, and takes no focus from another
    area."""
    downward: bool = False
    """Whether its items stand below each other, so that ↑ and ↓ go through it too."""
    aside: bool = False
    """Whether letters and clicks alone lead there, and it takes no focus from another area."""
    typed: bool = False
    """Whether codes are typed whole, as `12` or `d4`; else a digit goes to the next item whose code begins with it."""

    def beside(self, at: int | None, by: int) -> int | None:
        """Return the place after so many steps sideways; None: there is nothing."""
        if not self.items:
            return None
        if at is None:
            return self.first[by < 0] % len(self.items)
        if self.upright:
            return max(0, min(len(self.items) - 1, at + by))
        return (at + by) % len(self.items)

    @property
    def has_numbers(self) -> bool:
        """Whether a number is chosen here, by its digits or with the arrows."""
        return all(item.code.lstrip("-").isdigit() and not item.letters for item in self.items)

    @property
    def in_line(self) -> bool:
        """Whether ↑ and ↓ lead to it and from it."""
        return not (self.upright or self.aside)

    def above(self, at: int | None, by: int) -> int | None:
        """Return the place above, or below; None: that is outside."""
        if self.downward:
            return self.beside(at, -by)
        return self.beside(at, by) if self.upright else None


class Selection:
    """What is in focus and what is chosen."""

    def __init__(self) -> None:
        self.areas: Sequence[Area] = ()
        """From the bottom of the table up."""
        self.area = ""
        """The area in focus."""
        self.asks: Sequence[str] = ()
        """The areas whose items Enter plays; none where nothing is asked."""
        self.chosen = ""
        """The one of them where something was chosen since the question came: Enter alone plays nothing."""
        self.typed = ""
        """What was typed of a code that goes on, or the letter that a digit may follow."""
        self._at: dict[str, int] = {}

    def begin(self, areas: Sequence[Area], asks: Sequence[str] = (), area: str = "") -> None:
        """Take up a question: nothing is in focus, nothing chosen; the arrows go through `area` first."""
        self.areas, self.asks = areas, asks
        self.area = area or next((area.name for area in areas if area.name in asks and area.in_line), "")
        self.chosen, self.typed, self._at = "", "", {}

    def renew(self, areas: Sequence[Area], asks: Sequence[str] = ()) -> None:
        """Take up what lies there now: an item that is still in its place stays in focus."""
        before = {area.name: area for area in self.areas}
        self.areas, self.asks = areas, asks
        kept = {}
        for area in areas:
            at = self._at.get(area.name)
            if at is not None and at < len(area.items) and area.items[at] == before[area.name].items[at]:
                kept[area.name] = at
        self._at = kept
        self.chosen = self.chosen if self.chosen in kept and self.chosen in asks else ""
        if not any(area.name == self.area and area.items for area in areas):
            self.area = next((area.name for area in areas if area.items and area.in_line), "")

    # What is where

    def named(self, name: str) -> Area | None:
        return next((area for area in self.areas if area.name == name), None)

    def at(self, name: str) -> int | None:
        """Return which item of an area is in focus there, whichever area the keys go through."""
        return self._at.get(name)

    def item(self, name: str = "") -> Item | None:
        """Return the item in focus in an area, or in the one that is in focus."""
        area, at = self.named(name or self.area), self._at.get(name or self.area)
        return None if area is None or at is None else area.items[at]

    @property
    def action(self) -> Action | None:
        """What Enter plays now; None: nothing is chosen, or what is chosen leads on."""
        item = self.item(self.chosen) if self.chosen else None
        return None if item is None else item.action

    # Ways

    def focus(self, name: str, at: int) -> None:
        """Bring an item into focus; in an area that is asked for it is chosen."""
        area = self.named(name)
        if area is None:
            return
        self._at[name] = at
        if area.in_line:
            self.area = name
        if name in self.asks:
            self.chosen = name

    def look(self, name: str, at: int) -> None:
        """Bring an item into focus, and choose nothing."""
        self._at[name] = at
        self.area = name

    def choose(self, action: Action) -> None:
        """Bring the item that stands for an action into focus, where it is asked for."""
        for area in self.areas:
            for at, item in enumerate(area.items):
                if area.name in self.asks and item.action == action:
                    self.focus(area.name, at)

    def forget(self, name: str) -> None:
        """Have nothing in focus in an area."""
        self._at.pop(name, None)
        if name == self.chosen:
            self.chosen = ""

    def next(self, by: int) -> None:
        """Go sideways through the area in focus; where it has nothing, through the lowest that has."""
        if (area := self._here) is not None and (at := area.beside(self.at(area.name), by)) is not None:
            self.typed = ""
            self.focus(area.name, at)

    def climb(self, by: int) -> None:
        """Go up or down: through an upright area, within the one in focus, or to the next one."""
        self.typed = ""
        upright = next((area for area in self.areas if area.upright and area.items), None)
        here = upright or self.named(self.area)
        if here is not None and (at := here.above(self.at(here.name), by)) is not None:
            self.focus(here.name, at)
            return
        there = [area for area in self.areas if area.items and area.in_line]
        names = [area.name for area in there]
        if not there or upright is not None:
            return
        place = names.index(self.area) + by if self.area in names else 0
        area = there[max(0, min(len(there) - 1, place))]
        at = self.at(area.name)
        if at is None:
            self.focus(area.name, area.start % len(area.items))
        else:
            self.area = area.name

    def end(self, by: int) -> None:
        """Go to the first or the last item of the area in focus."""
        if (area := self._here) is not None:
            self.typed = ""
            self.focus(area.name, 0 if by < 0 else len(area.items) - 1)

    def by_letter(self, letter: str) -> Item | None:
        """Return the item to which a letter leads now, in what is asked for before all else; None: to none."""
        found = self._search(lambda item: letter in item.letters)
        return None if found is None else found[0].items[found[1]]

    def letter(self, letter: str) -> bool:
        """Go to the next item with a letter, of those with what was typed before it if there are any, or type it.

        False: it names nothing here.
        """
        if (area := self._typing) is not None and self._type(area, letter):
            return True
        before = self.typed if self.typed != letter else ""
        found = self._search(lambda item: letter in item.letters and _fits(item, before), True) if before else None
        found = found or self._search(lambda item: letter in item.letters)
        if found is not None:
            self.typed = letter
            self.focus(found[0].name, found[1])
        return found is not None

    def digit(self, digit: str) -> bool:
        """Type a digit, or go to the next item that begins with it, after what was typed before it if there is one."""
        if (area := self._typing) is not None:
            return self._type(area, digit)
        before = self.typed
        both = self._search(lambda item: item.code.startswith(before + digit), True) if before.isdigit() else None
        found = both or self._search(lambda item: item.code.startswith(digit) and before in item.letters, bool(before))
        found = found or self._search(lambda item: item.code.startswith(digit))
        self.typed = before + digit if both else digit if found else ""
        if found is not None:
            self.focus(found[0].name, found[1])
        return found is not None

    def click(self, name: str, at: int) -> bool:
        """Bring what was clicked into focus; True: it was chosen before, and is to be played."""
        area = self.named(name)
        if area is None or at >= len(area.items):
            return False
        again = name == self.chosen and at == self.at(name) and (name == self.area or not area.in_line)
        self.typed = ""
        self.focus(name, at)
        return again

    @property
    def _here(self) -> Area | None:
        """The area through which ← and → go: an upright one only where there is no other."""
        found = sorted((area for area in self.areas if area.items and not area.aside), key=lambda area: area.upright)
        return next((area for area in found if area.name == self.area), found[0] if found else None)

    @property
    def _typing(self) -> Area | None:
        """The area whose codes are typed: one that is asked for, or where nothing is asked any."""
        wanted = (area for area in self.areas if area.typed and (area.name in self.asks or not self.asks))
        return next(wanted, None)

    def _type(self, area: Area, sign: str) -> bool:
        """Add a sign to what was typed; one that is too many begins anew, after the letter if there is one."""
        codes = [item.code for item in area.items]
        item = self.item(area.name)
        begun = self.typed or ("" if item is None else item.code[:1])
        starts = [self.typed + sign]
        if sign.isdigit() and begun[:1].isalpha():
            starts.append(begun[:1] + sign)
        starts.append(sign)
        typed = next((text for text in starts if any(code.startswith(text) for code in codes)), None)
        if typed is None:
            return False
        if typed in codes:
            self.focus(area.name, codes.index(typed))
        else:
            self.forget(area.name)
        self.typed = typed
        return True

    def _search(self, wanted: Any, stays: bool = False) -> tuple[Area, int] | None:
        """Return the next wanted item after the one in focus, or that one if it `stays`, in the first area with any."""
        order = sorted(self.areas, key=lambda area: (area.name not in self.asks, area.name != self.area))
        for area in order:
            places = [place for place, item in enumerate(area.items) if wanted(item)]
            if places:
                at = self.at(area.name)
                if at not in places:
                    places = [place for place in places if area.items[place].allowed] or places
                here = -1 if at is None else at
                return area, next((place for place in places if place >= here + (not stays)), places[0])
        return None


def _fits(item: Item, typed: str) -> bool:
    """Whether an item has the letter, or begins with the digits, that were typed."""
    return item.code.startswith(typed) if typed.isdigit() else typed in item.letters
