"""Home: what can be done here, an entry a page."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

from herrlof.games import GAMES, title_of
from herrlof.messages import _, pgettext
from herrlof.plain import telling
from herrlof.plain.hall import Elsewhere, Hall, Over
from herrlof.plain.lines import Choice, InputEnded, Left, Lines, help_word, leave_word
from herrlof.plain.matches import after_match, kept_matches, match_text, replay
from herrlof.plain.new_game import ask_name, new_game
from herrlof.plain.settings import settings_page
from herrlof.records.storage import Storage
from herrlof.seats.begin import NewMatch

ENDED: Final = 3
"""The exit status where the input ended before the match."""


class Page(NamedTuple):
    """A page that home leads to."""

    name: str
    more: str
    open: Callable[[Hall], Awaitable[None]]


def pages(hall: Hall) -> list[Page]:
    """Return the pages, the one that Enter opens first."""
    quick = title_of(hall.last_game)
    return [
        *waiting(hall),
        Page(pgettext("word", "quick game"), _("{game}, against a bot.", game=quick), quick_game),
        Page(pgettext("word", "new game"), _("Any game, with whom you like."), new_game),
        Page(pgettext("word", "join"), _("A table that somebody has opened on this machine."), _join),
        Page(pgettext("word", "matches"), _("Those that are kept."), kept_matches),
        Page(pgettext("word", "learn"), _("A game, step by step."), _learn),
        Page(pgettext("word", "statistics"), _("Of what was played to its end."), _statistics),
        Page(pgettext("word", "rules"), _("Of every game."), rules),
        Page(pgettext("word", "fair play"), _("How it is kept fair."), fair_play),
        Page(pgettext("word", "settings"), "", settings_page),
    ]


async def home(hall: Hall) -> None:
    """Offer the pages, time after time; Left where somebody leaves."""
    known: list[str] = []
    while True:
        offered = pages(hall)
        question = _("Home. {word} quits; {help} tells what there is.", word=leave_word(), help=help_word())
        choices = [Choice(page.name, page.more) for page in offered]
        names = [page.name for page in offered]
        chosen = await hall.lines.choose(question, choices, 0, known=names == known, inner=False)
        known = names
        await hall.guarded(partial(offered[chosen].open, hall))
        await after_match(hall)


def waiting(hall: Hall) -> list[Page]:
    """Return the way to the match that was left last, if there is one."""
    found = hall.storage.newest_unfinished()
    if found is None or found.game not in GAMES:
        return []
    path = found.path
    return [Page(pgettext("word", "continue"), _("{text}.", text=match_text(found)), lambda hall: hall.resume(path))]


async def quick_game(hall: Hall) -> None:
    """Play at once, against the last bot, with the last options."""
    if not hall.settings.name:
        hall.change(hall.settings._replace(name=await ask_name(hall.lines, _("Your name?"))))
    await hall.begin(NewMatch.quick(hall.last_game, hall.settings))


async def rules(hall: Hall) -> None:
    """Say the game in a few lines, then rules by their numbers, or find them by words."""
    key = await hall.choose_game()
    hall.lines.say(*telling.in_short(key))
    prefix = GAMES[key].words.prefix
    hall.lines.say(_("Type a number as in {prefix}7, or words; Enter tells all titles.", prefix=prefix))
    while True:
        hall.lines.say(*telling.rule(key, await hall.lines.ask()))


async def _join(hall: Hall) -> None:
    from herrlof.plain.elsewhere import join

    await join(hall)


async def _learn(hall: Hall) -> None:
    from herrlof.plain.coach import learn

    await learn(hall)


async def _statistics(hall: Hall) -> None:
    from herrlof.plain.coach import statistics

    await statistics(hall)


async def fair_play(hall: Hall) -> None:
    """Say the page on fair play, part after part."""
    from herrlof.pages import fairness_text, sections

    parts, place, known = sections(fairness_text()), 0, False
    while parts:
        titles = [Choice(part.title) for part in parts]
        place = await hall.lines.choose(_("Which part?"), titles, place, known=known)
        hall.lines.say(parts[place].title, *telling.spoken(parts[place].text))
        place, known = min(place + 1, len(parts) - 1), True


Begin: TypeAlias = NewMatch | Path | tuple[str, int | None] | Elsewhere | None
"""A match, a replay, a lesson (game, number), another one's table; or home."""


async def visit(hall: Hall, begin: Begin) -> int:
    """Go straight to where it begins; return the exit status."""
    try:
        if isinstance(begin, Elsewhere):
            from herrlof.plain.elsewhere import join

            await join(hall, begin)
        elif isinstance(begin, tuple):
            from herrlof.plain.coach import learn

            await learn(hall, *begin)
        elif isinstance(begin, Path):
            await replay(hall, begin)
        elif begin is not None:
            await hall.begin(begin)
            await after_match(hall)
        else:
            await home(hall)
    except (Left, Over):
        return 0
    except InputEnded:
        return ENDED if hall.playing else 0
    finally:
        await hall.shut_doors()
    return 0


def run(begin: Begin, pace: float | None = None) -> int:
    """Open the hall on the standard streams; return the exit status. ValueError says why a match cannot be played."""
    return asyncio.run(visit(Hall(Lines(), Storage(), pace), begin))
