"""Home: what can be done here, an entry a page."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from herrlof.games import GAMES, title_of
from herrlof.menu import PAGES, Page, first_page
from herrlof.messages import N_, NP_, _, said
from herrlof.plain.hall import Elsewhere, Hall, Over, Room
from herrlof.plain.lines import InputEnded, Left, Lines, MenuChoice
from herrlof.plain.matches import after_match, match_text, replay, the_day
from herrlof.plain.new_game import ask_name
from herrlof.plain.typed import word_of
from herrlof.records.storage import Storage
from herrlof.registry import imported
from herrlof.seats.begin import NewMatch

ENDED: Final = 3
"""The exit status where the input ended before the match."""
BROKEN: Final = 1
"""And where a package could not go on."""

GUIDE: Final = Page(
    "guide", N_("Guide"), "", lines="doc_pages:guide", word=NP_("word", "guide"), told=N_("How playing in lines goes.")
)
"""A page that lines alone have: it is about them."""


def offered(hall: Hall) -> list[tuple[Page, str]]:
    """Return the pages, each with what is said of it."""
    found = hall.storage.newest_unfinished()
    match = match_text(found) if found is not None and found.game in GAMES else ""
    game = title_of(hall.last_game)
    pages = [*(page for page in PAGES if match or not page.waiting), GUIDE]
    return [(page, _(page.told, game=game, text=match) if page.told else "") for page in pages]


async def opened(page: Page, hall: Hall) -> None:
    """Open a page; it is loaded now."""
    await imported(f"{__package__}.{page.lines}")(hall)


async def home(hall: Hall) -> None:
    """Offer the pages, time after time; Left where somebody leaves."""
    known: list[str] = []
    while True:
        pages = offered(hall)
        question = _("Home. Type {help} for the words, {word} to quit.", word=word_of("leave"), help=word_of("help"))
        choices = [MenuChoice(said(page.word), told) for page, told in pages]
        first = first_page(pages[0][0].waiting, hall.storage.count(), hall.storage.lessons_done(GAMES))
        usual = next(place for place, (page, _told) in enumerate(pages) if page.key == first)
        names = [choice.name for choice in choices]
        try:
            chosen = await hall.lines.choose(question, choices, usual, known=names == known, inner=False)
        except Left:
            if not hall.lines.person:
                raise
            ends = _("That ends the program. Type {word} once more to do it; Enter stays.", word=word_of("leave"))
            await hall.lines.ask(ends)
            continue
        finally:
            known = names
        await hall.guarded(partial(opened, pages[chosen][0], hall))
        await after_match(hall)


async def go_on(hall: Hall) -> None:
    """Go on with the match that was left last."""
    if (found := hall.storage.newest_unfinished()) is not None:
        await hall.resume(found.path)


async def quick_game(hall: Hall) -> None:
    """Play at once, against the opponent that is due, with the last options."""
    await _named(hall)
    await hall.begin(NewMatch.quick(hall.last_game, hall.settings, hall.storage))


async def deal_of_the_day(hall: Hall) -> None:
    """Play the match of the day, or go on with it; or hear how it went."""
    from herrlof.seats import daily

    await _named(hall)
    day = daily.today()
    kept = daily.recent_days(hall.storage, day)
    hall.lines.say(*daily.about(day))
    if day in kept.results:
        words = [MenuChoice(_("hear how it went")), MenuChoice(_("play again"))]
        if await hall.lines.choose(_("You've played it. What now?"), words, 0) == 0:
            await the_day(hall)
            return
    if kept.waiting is not None:
        await hall.resume(kept.waiting)
    else:
        await hall.begin(daily.match_of(day, hall.settings.name))


async def _named(hall: Hall) -> None:
    if not hall.settings.name:
        hall.change(hall.settings._replace(name=await ask_name(hall.lines, _("Your name?"))))


class Broken(Exception):
    """A package could not go on, and nobody is there to be asked what comes next."""


Begin: TypeAlias = NewMatch | Path | tuple[str, int | None] | Elsewhere | None
"""A match, a replay, a lesson (game, number), another one's table; or home."""


async def visit(hall: Hall, begin: Begin) -> int:
    """Go straight to where it begins, and home from there where a package breaks; return the exit status."""

    async def straight() -> None:
        try:
            await _go_straight(hall, begin)
        except Exception as error:
            if not hall.tell_broken(error):
                raise
            if not hall.lines.person:
                raise Broken from None
            await home(hall)

    return await visited(hall, straight)


async def visited(hall: Room, page: Callable[[], Awaitable[None]]) -> int:
    """Be on a page until it is left, or nothing more is typed; return the exit status."""
    try:
        await page()
    except Broken:
        return BROKEN
    except Left:
        return 0
    except Over:
        hall.lines.say(_("Good-bye."))
        return 0
    except InputEnded:
        return ENDED if hall.playing else 0
    finally:
        await hall.shut_doors()
        hall.lines.flush()
    return 0


async def _go_straight(hall: Hall, begin: Begin) -> None:
    if isinstance(begin, Elsewhere):
        from herrlof.plain.guest import join

        await join(hall, begin)
    elif isinstance(begin, tuple):
        from herrlof.plain.coach import learn

        await learn(hall, *begin)
    elif isinstance(begin, Path):
        await replay(hall, begin)
    elif begin is not None:
        await hall.begin(begin)
        await after_match(hall)
        await home(hall)
    else:
        await home(hall)


async def _until_interrupted(hall: Hall, begin: Begin) -> int:
    """Visit the hall; at Ctrl+C leave it with a sentence, and end as the signal ends every program."""
    visiting, loop = asyncio.ensure_future(visit(hall, begin)), asyncio.get_running_loop()
    if hall.lines.terminal:
        hall.lines.at_interrupt = partial(loop.call_soon_threadsafe, visiting.cancel)
        hall.lines.tell_at_signals()
    try:
        return await visiting
    except asyncio.CancelledError:
        hall.lines.say(_("You've left; the match is kept for another time.") if hall.playing else _("You've left."))
        hall.lines.flush()
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGINT)
        raise


def run(begin: Begin, pace: float | None = None) -> int:
    """Open the hall on the standard streams; return the exit status. ValueError says why a match cannot be played."""
    return asyncio.run(_until_interrupted(Hall(Lines(), Storage(), pace), begin))
