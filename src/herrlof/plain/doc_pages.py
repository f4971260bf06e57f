"""Pages that are read in lines: rules, fair play, and how playing in lines goes."""

from __future__ import annotations

from herrlof.games import GAMES
from herrlof.messages import _
from herrlof.plain import telling
from herrlof.plain.hall import Room
from herrlof.plain.lines import MenuChoice


async def rules(hall: Room, key: str = "") -> None:
    """Say a game in a few lines, then rules by their numbers, or find them by words."""
    key = key or await hall.choose_game()
    hall.lines.say(*telling.in_short(key))
    how = _("Type a number as in {prefix}7, or words; Enter tells all titles.", prefix=GAMES[key].words.prefix)
    hall.lines.say(how)
    while True:
        hall.lines.say(*telling.rule(key, await hall.lines.answered("", about=how)))


async def fair_play(hall: Room) -> None:
    """Say the page on fair play, part after part."""
    from herrlof.doc_pages import fairness_text

    await _read(hall, fairness_text())


async def guide(hall: Room) -> None:
    """Say the page on playing in lines, part after part."""
    from herrlof.doc_pages import guide_text

    await _read(hall, guide_text())


async def _read(hall: Room, text: str) -> None:
    """Say a page, part after part."""
    from herrlof.doc_pages import sections

    parts, place, known = sections(text), 0, False
    while parts:
        titles = [MenuChoice(part.title) for part in parts]
        place = await hall.lines.choose(_("Which part?"), titles, place, known=known)
        hall.lines.say(parts[place].title, *telling.spoken(parts[place].text))
        place, known = min(place + 1, len(parts) - 1), True
