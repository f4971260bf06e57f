"""A seat at somebody else's table, in lines: on the way there, while the match is awaited, and when it is over."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from herrlof.game import IllegalAction
from herrlof.menu import BY_KEY, PAGES
from herrlof.messages import _, listed, one_of, paragraph, pgettext, said
from herrlof.options import complete_preferences
from herrlof.plain.asking import Word
from herrlof.plain.doc_pages import guide
from herrlof.plain.hall import Elsewhere, Hall, Over, Room
from herrlof.plain.lines import Left, Lines, MenuChoice
from herrlof.plain.new_game import person_name
from herrlof.plain.sitting import Sitting
from herrlof.plain.telling import Verbosity
from herrlof.plain.typed import word_of
from herrlof.records.names import clean_cut
from herrlof.registry import imported
from herrlof.seats.after import AGAIN, LEAVE, RECORD, REMATCH, REVIEW, WAIT, offered_to
from herrlof.seats.host import DoorError
from herrlof.seats.join import Joined, keep_record, table_at
from herrlof.seats.local import table_named, tables_here
from herrlof.seats.visit import JoinError, Visit, kept_or_why_not, told_of_deals
from herrlof.table.chat import heard_text
from herrlof.table.connection import View
from herrlof.table.updates import Gone, Update


async def join(hall: Hall, where: Elsewhere | None = None) -> None:
    """Go to a table on this machine and play there; ValueError says why that cannot be."""
    try:
        joined = Joined(hall.storage)
        path = await _chosen(hall.lines, joined) if where is None else table_named(where.socket)
        remote = table_at(path, joined.token(path), where is not None and where.watches)
        await remote.open()
    except (DoorError, JoinError) as error:
        raise ValueError(str(error)) from None
    joined.keep(path, remote.token)
    await Guest(hall, remote, partial(keep_record, hall.storage, remote)).visit()


async def _chosen(lines: Lines, joined: Joined) -> Path:
    """Return the table that somebody chooses, where there are several."""
    paths, choices = list[Path](), list[MenuChoice]()
    for path in found if len(found := tables_here()) > 1 else []:
        remote = table_at(path, joined.token(path))
        with suppress(JoinError):
            await remote.look()
            choices.append(MenuChoice(listed([remote.game.title, *(seat.name for seat in remote.seats)])))
            paths.append(path)
    return paths[await lines.choose(_("Which table?"), choices)] if paths else table_named(None)


class Guest:
    """Who sits at somebody else's table."""

    def __init__(
        self, room: Room, remote: Visit, keep: Callable[[], Awaitable[str]] | None = None, back: str = ""
    ) -> None:
        """Come to a table. `keep` keeps its finished record and says where; None: that cannot be done from here.

        `back`: how one comes back, where that is not by the same command alone.
        """
        self._room, self._lines, self._remote = room, room.lines, remote
        self._keep, self._back = keep, back
        self._verbosity, self._bell = Verbosity.of(room.settings), room.settings.bell
        """As in the settings, or as it was wanted here last."""
        self._offers = False
        """Whether what only the host can give is offered just now."""

    async def visit(self) -> None:
        """Play there, and at each table of the same host to which one comes along.

        Left where somebody leaves; ValueError where what the host sends cannot be shown. Where there is no way back to
        the table any more that is said, whatever this guest does just then, but look at a match that is over.
        """
        remote = self._remote
        visit = asyncio.ensure_future(self._play())

        def heed(update: Update) -> None:
            if isinstance(update, Gone) and (self._offers or not remote.over):
                visit.cancel()

        deaf = remote.listen(heed)
        try:
            await visit
        except asyncio.CancelledError:
            if not remote.ended:
                raise
            self._lines.say(remote.ended)
            raise Left from None
        except (ArithmeticError, AttributeError, LookupError, TypeError) as error:
            what = type(error).__name__
            raise ValueError(_("You left the table: what its host sent can't be shown ({what}).", what=what)) from None
        finally:
            deaf()
            self._room.playing = self._room.playing and not remote.ended
            remote.close()

    async def _play(self) -> None:
        while await self._sit():
            pass

    async def _sit(self) -> bool:
        """Say whose table this is, sit down there, and play; return whether to come along to another match there."""
        lines, remote = self._lines, self._remote
        names = [seat.name for seat in remote.seats]
        seated = _("Seats: {names}. You watch, and hear what everybody may know.", names=listed(names))
        if not remote.watches:
            seated = _("Seats: {names}. You're {name}.", names=listed(names), name=names[remote.seat])
        deals, noted = told_of_deals(remote)
        lines.say(
            _("{name}'s table. {game}.", name=remote.owner, game=remote.played),
            seated,
            deals,
            self._back,
            noted,
        )
        if not (remote.watches or remote.sits):
            await self._sit_down(names)
        self._room.playing = True
        try:
            if await self._wait():
                await self._play_match()
            self._room.playing = False
        except Left:
            self._room.playing = False
            lines.say(self.kept)
            raise
        if not lines.person:
            raise Over
        return remote.over and await self._offer_more()

    async def _play_match(self) -> None:
        """Play until the match is over; how much is said, and whether the bell rings, stays so at the next one."""
        remote, settings = self._remote, BY_KEY["settings"]
        preferences = complete_preferences(remote.game, self._room.settings.of(remote.game.key).preferences)

        async def change(view: View, rest: str) -> None:
            await self._room.guarded(self._change_settings)
            sitting.use(self._room.settings)
            sitting.ask_again(view)

        word = Word(said(settings.word), _("how much is said, and more"), change)
        sitting = Sitting(
            self._lines, remote, preferences, bell=self._bell, hints=remote.help.agreed, coach=remote.judges,
            verbosity=self._verbosity, words=[word],
        )  # fmt: skip
        try:
            await sitting.run()
        finally:
            self._verbosity, self._bell = sitting.verbosity, sitting.company.bell

    async def _change_settings(self) -> None:
        """Change settings; who has no files of their own has them for this visit."""
        from herrlof.plain.settings import settings_page

        await settings_page(self._room)

    async def _sit_down(self, names: Sequence[str]) -> None:
        """Ask for a name and a cut, where they are wanted, and sit down."""
        lines, remote = self._lines, self._remote
        name = cut = ""
        if remote.help.agreed or (lines.person and not remote.goes_on):
            name = await self._ask_to_sit()
        if remote.hello.cuts:
            asked = _("{name}: type anything to cut, or Enter.", name=name or names[remote.seat])
            cut = clean_cut(await lines.ask(asked))
        remote.sit(cut, name)

    @property
    def kept(self) -> str:
        """That the seat is kept, and how one comes back to it; nothing for an onlooker."""
        if self._remote.watches:
            return ""
        if self._back:
            return paragraph(_("Your seat is kept."), self._back)
        return _("Your seat is kept; the same command brings you back.")

    async def _ask_to_sit(self) -> str:
        """Tell what who sits down agrees to, and return how the player wants to be called; nothing: as it is."""
        lines, remote = self._lines, self._remote
        if remote.goes_on:
            enter = _("Enter sits down; {leave} goes away.", leave=word_of("leave"))
        else:
            own = remote.seats[remote.seat].name
            enter = _(
                "Enter sits down as {name}; or type another name. {leave} goes away.", name=own, leave=word_of("leave")
            )
        asked = paragraph(remote.hints_told, enter)
        if lines.person:
            asked = paragraph(asked, _("Or first: {pages}.", pages=one_of(list(self._pages))))
        while text := await lines.answered(asked):
            asked = enter
            if page := self._pages.get(text.casefold()):
                await self._room.guarded(page)
                continue
            try:
                if not remote.goes_on:
                    return remote.fit_name(person_name(text))
            except ValueError as error:
                lines.say(str(error))
        return ""

    @property
    def _pages(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """The pages that a guest may read before it sits down, by their words: those about the game are about this."""
        found: dict[str, Callable[[], Awaitable[None]]] = {}
        for page in PAGES:
            if page.guests:
                opens = imported(f"{__package__}.{page.lines}")
                game = (self._remote.game.key,) if page.of_game else ()
                found[said(page.word).casefold()] = partial(opens, self._room, *game)
        found[said(BY_KEY["settings"].word).casefold()] = self._set_up
        found[word_of("guide")] = partial(guide, self._room)
        return found

    async def _set_up(self) -> None:
        """Change settings before the match, and use them."""
        try:
            await self._change_settings()
        finally:
            self._verbosity, self._bell = Verbosity.of(self._room.settings), self._room.settings.bell

    async def _wait(self) -> bool:
        """Wait until the match begins, and say who comes; False where there is no way back to the table."""
        lines, remote = self._lines, self._remote
        begins = _("The match begins when everybody is seated. {word} goes away.", word=word_of("leave"))
        if remote.watches:
            lines.say("" if remote.goes_on else begins)
        else:
            waits = _("You're seated. The match begins when everybody is.")
            lines.say(_("You're seated. The match has begun.") if remote.goes_on else waits)
        present, trouble = {*remote.here}, None
        while not remote.begun:
            text = await lines.either(remote.next_change())
            for seat in sorted({*remote.present} - present):
                lines.say(_("{name} is here.", name=remote.seats[seat].name))
            present |= {*remote.present}
            if remote.trouble != trouble:
                trouble = remote.trouble
                lines.say(trouble or _("That's over; the match goes on."))
            if remote.ended:
                return False
            if remote.refused:
                lines.say(remote.refused)
                remote.sit(remote.cut, await self._ask_to_sit())
            elif text is not None:
                await lines.ask()
                lines.say(begins)
        return True

    async def _offer_more(self) -> bool:
        """Ask what is wanted of the match that is over; return whether to come along to another one."""
        lines, remote, keep = self._lines, self._remote, self._keep
        again = MenuChoice(_("play again"))
        names = {
            AGAIN: again,
            WAIT: again,
            REMATCH: MenuChoice(pgettext("word", "ask for a rematch")),
            RECORD: MenuChoice(pgettext("word", "keep the record")),
            REVIEW: MenuChoice(pgettext("word", "review")),
            LEAVE: MenuChoice(pgettext("word", "go away")),
        }
        while not remote.ended:
            self._offers = True
            keys = offered_to(remote, keep is not None)
            try:
                chosen = keys[await lines.choose(_("What now?"), [names[one] for one in keys], 0)]
            finally:
                self._offers = False
            if chosen == REVIEW:
                await self._room.guarded(self._review)
            elif chosen == RECORD and keep is not None:
                lines.say(await kept_or_why_not(keep))
                keep = None
            else:
                break
        else:
            lines.say(remote.ended)
            return False
        if chosen == REMATCH and not remote.invited:
            with suppress(IllegalAction):  # it has just said something else
                remote.ask_again()
        return chosen != LEAVE and await self._come_along()

    async def _review(self) -> None:
        """Tell what the decisions of the match cost, as the host's machine judges them; ValueError: there is none."""
        from herrlof.plain.coach import tell_review
        from herrlof.seats.reviewed import review_at

        try:
            found = await review_at(self._remote)
        except (OSError, TimeoutError):
            raise ValueError(_("The host's machine doesn't answer.")) from None
        await tell_review(self._room, found)

    async def _come_along(self) -> bool:
        """Wait until the host plays again, and return whether there is a table to look at."""
        lines, remote = self._lines, self._remote
        if not remote.invited:
            lines.say(
                _("Waiting for {name} to play again; {leave} goes away.", name=remote.owner, leave=word_of("leave"))
            )
        over, asked, told = remote.hello.game_id, False, len(remote.heard)
        while remote.hello.game_id == over:
            names = [seat.name for seat in remote.seats]
            heard = () if lines.muted else remote.heard[told:]
            lines.say(*(heard_text(one, names, remote.here, nudged=False) for one in heard))
            told = len(remote.heard)
            if remote.ended:
                lines.say(remote.ended)
                return False
            if remote.invited and not asked:
                asked = True
                remote.come_along()
            if await lines.either(remote.next_change()) is not None:
                await lines.ask()
        return True
