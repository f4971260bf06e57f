"""The colours of the look as its page has them, typed in: no test of colours takes them from the program."""

from __future__ import annotations

from typing import Final

SLOTS: Final = {"dark": {}, "light": {}}  # type: dict[str, dict[str, int]]
"""By theme and name the colour of 256."""
for _entry in """
bg 233/255 · surface 235/254 · raised 237/187 · felt 234/230 · text 254/235 · dim 248/240 · accent 179/58 · good 114/22
· bad 210/124 · on 233/231 · line 240/144 · shadow 16/250 · back 94/137 · weave 137/94 · off 236/253 · blue 25/25 ·
blue-ink 255/255 · blue-tint 110/25 · green 71/71 · green-ink 16/16 · green-tint 78/22 · red 124/124 · red-ink 255/255
· red-tint 210/124 · yellow 220/220 · yellow-ink 16/16 · yellow-tint 185/58 · white 255/236 · white-ink 16/255 ·
white-tint 252/237 · grey 247/246 · grey-ink 16/16 · grey-tint 249/240 · brown 94/94 · brown-ink 255/255 ·
brown-tint 180/52 · board 65/65 · black 16/16 · stone 255/231 · grid 108/108 · legal 151/236 · cursor 222/52 ·
mark-on-black 179/179 · mark-on-white 94/94 · risk-on-black 210/210 · risk-on-white 160/124 · ivory 255/231 ·
ivory-ink 16/16 · ivory-tint 252/239 · edge 16/144 · rope 137/94
""".replace("\n", " ").split("·"):
    _name, _slots = _entry.split()
    SLOTS["dark"][_name], SLOTS["light"][_name] = map(int, _slots.split("/"))

LEVELS: Final = (0, 95, 135, 175, 215, 255)


def rgb(slot: int) -> tuple[int, int, int]:
    """Return what a terminal shows for one of its colours from 16 on, as xterm defined it."""
    if slot >= 232:
        return (8 + 10 * (slot - 232),) * 3
    red, rest = divmod(slot - 16, 36)
    green, blue = divmod(rest, 6)
    return LEVELS[red], LEVELS[green], LEVELS[blue]


def luminance(colour: tuple[int, int, int]) -> float:
    """Return how light a colour is, as WCAG 2 defines it."""
    parts = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: int, other: int) -> float:
    """Return the ratio of two colours of 256."""
    light, dark = sorted((luminance(rgb(one)), luminance(rgb(other))), reverse=True)
    return (light + 0.05) / (dark + 0.05)
