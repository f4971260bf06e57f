"""The matches that are kept: go on, replay, deal again, delete; and what comes after one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from herrlof.game import NOBODY, Row
from herrlof.games import GAMES
from herrlof.games.speech import uncounted
from herrlof.messages import _, listed, ngettext, pgettext
from herrlof.plain import telling
from herrlof.plain.hall import Hall
from herrlof.plain.lines import Choice, unknown
from herrlof.plain.moments import MomentsInLines
from herrlof.plain.words import help_word
from herrlof.records.listing import FINISHED, OPEN, UNFINISHED, RecordSummary, read_summary
from herrlof.records.names import called
from herrlof.records.storage import read_record
from herrlof.seats.begin import NewMatch, finished, same_deals
from herrlof.table.moments import Moment
from herrlof.table.own import OwnTable
from herrlof.table.replay import Playback, Replay
from herrlof.table.telling import duel_text, same_deals_text
from herrlof.table.view import View

AT_ONCE: Final = 9
"""Matches that are told of at a time."""


def match_text(found: RecordSummary) -> str:
    """Return which match this is: the game, who played, where it stands or how it ended, when it was played."""
    if found.problem or found.game not in GAMES:
        return listed(filter(None, (found.path.name, found.problem)))
    game, names = GAMES[found.game], [seat.name for seat in found.seats]
    where = "" if found.state == FINISHED else game.words.progress(found.progress, found.options)
    if found.state == FINISHED and len(found.scores) == len(names):
        names = [_("{name} {n}", name=name, n=f"{n:g}") for name, n in zip(names, found.scores, strict=True)]
    help_had = _("with {help}", help=found.help) if found.help.any else ""
    return listed(filter(None, (game.title, *names, found.state_text, where, help_had, found.moment())))


async def kept_matches(hall: Hall) -> None:
    """Tell of the matches, some at a time; what can be done with the one that is chosen."""
    records = hall.storage.summaries()
    while some := list(islice(records, AT_ONCE)):
        choices = [Choice(match_text(found)) for found in some]
        more = len(some) == AT_ONCE
        if more:
            choices.append(Choice(_("older ones")))
        chosen = await hall.lines.choose(_("Which match?"), choices, len(some) if more else None)
        if chosen < len(some):
            await _with_match(hall, some[chosen])
            return
    hall.lines.say(_("No more matches are kept."))


async def _with_match(hall: Hall, found: RecordSummary) -> None:
    """Ask what to do with a match, and do it."""
    offered: list[tuple[str, Callable[[], Awaitable[None]]]] = []
    if found.state == UNFINISHED:
        offered.append((_("go on"), partial(hall.resume, found.path)))
    if found.state in (UNFINISHED, FINISHED, OPEN):
        offered.append((pgettext("word", "replay"), partial(replay, hall, found.path)))
    if found.state in (UNFINISHED, FINISHED):
        offered.append((pgettext("word", "review"), partial(_review, hall, found.path)))
    if found.state == FINISHED and GAMES[found.game].chance:
        offered.append((_("same deals"), lambda: _again(hall, finished(found.path), 0)))
        offered.append((_("hands passed on"), lambda: _again(hall, finished(found.path), 1)))
    hall.lines.say(found.note)
    offered.append((pgettext("word", "delete"), partial(_delete, hall, found.path)))
    chosen = await hall.lines.choose(_("What with it?"), [Choice(name) for name, _do in offered], 0)
    await offered[chosen][1]()


async def _again(hall: Hall, table: OwnTable, turn: int) -> None:
    """Play the same deals again."""
    await hall.sit_down(same_deals(hall.storage, table, turn))


async def _review(hall: Hall, path: Path) -> None:
    """Tell what the decisions of a match cost."""
    from herrlof.plain.coach import review

    await review(hall, path)


async def _delete(hall: Hall, path: Path) -> None:
    """Delete a match, once that was said twice."""
    word = pgettext("word", "delete")
    asked = _("Delete it for good? Type {word} once more; Enter keeps it.", word=word)
    if (await hall.lines.ask(asked)).casefold() == word:
        hall.storage.delete(path)
        hall.lines.say(_("Deleted."))


async def after_match(hall: Hall) -> None:
    """Ask what comes after a match, as long as one is played after the other."""
    from herrlof.seats.daily import is_of_today

    while (table := hall.finished) is not None:
        hall.finished = None
        offered: list[tuple[str, Callable[[], Awaitable[None]]]] = [
            (_("play again"), partial(_play_again, hall, table)),
            (pgettext("word", "replay"), _alone(hall, partial(replay, hall, table.path))),
            (pgettext("word", "review"), _alone(hall, partial(_review, hall, table.path))),
        ]
        if is_of_today(table.proof.deals):
            offered.append((pgettext("word", "today"), _alone(hall, partial(the_day, hall))))
        if table.proof.deals is not None:
            offered.append((_("same deals"), partial(_again, hall, table, 0)))
            offered.append((_("hands passed on"), partial(_again, hall, table, 1)))
        more = {}
        if table.proof.deals is not None:
            more = {_("same deals"): same_deals_text(len(table.seats), 0),
                    _("hands passed on"): same_deals_text(len(table.seats), 1)}  # fmt: skip
        choices = [*(Choice(name, more.get(name, "")) for name, _do in offered), Choice(pgettext("word", "home"))]
        hall.lines.say(duel_text(table, [seat.name for seat in table.seats]), _climbed(hall, table))
        hall.lines.forget()
        try:
            chosen = await hall.lines.choose(_("What now?"), choices, len(offered))
            if chosen < len(offered):
                await hall.guarded(offered[chosen][1])
        finally:
            if hall.finished is None:
                await hall.shut_doors()


def _climbed(hall: Hall, table: OwnTable) -> str:
    """Return which levels one person has beaten, and who is next."""
    if not table.alone:
        return ""
    from herrlof.coach.ladder import ladder

    return ladder(table.game.key, hall.storage.beaten(table.game.key)).told


def _alone(hall: Hall, page: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
    """Return a page before which the guests are sent away."""

    async def opened() -> None:
        await hall.shut_doors()
        await page()

    return opened


async def the_day(hall: Hall) -> None:
    """Say how the deal of the day went, what each level came to with the same cards, and the last days."""
    from herrlof.seats import daily

    day = daily.today()
    kept = daily.kept(hall.storage, day)
    if (own := kept.results.get(day)) is not None:
        hall.lines.say(*telling.rows([Row(_("You"), (daily.told(own),))]))
        hall.lines.say(_("Now each level plays these cards; the best takes a minute."))
        others: dict[str, daily.Result] = {}
        async for bot, result in daily.levels(day):
            others[bot] = result
            hall.lines.say(*telling.rows([Row(result.names[0], (daily.told(result),))]))
        hall.lines.say(daily.compared(own, others))
        hall.lines.say(_("To share: {line}", line=daily.to_share(day, own, others)))
    hall.lines.say(_("The last seven days:"), *telling.rows(daily.week(kept, day)))


async def _play_again(hall: Hall, table: OwnTable) -> None:
    """Play with the same people by the same options."""
    await hall.begin(NewMatch.again(hall.storage, table))


async def replay(hall: Hall, path: Path) -> None:
    """Tell a match move by move, both ways; with all hands where they are open."""
    summary = read_summary(path)
    await Retelling(hall, Replay(read_record(path), public=summary is not None and summary.state == OPEN)).run()


class Retelling(MomentsInLines):
    """A match told again."""

    def __init__(self, hall: Hall, replay: Replay) -> None:
        """Begin before the first deal."""
        self._lines = hall.lines
        self._replay = replay
        self._names = called(replay.seats, replay.viewers)
        alone = replay.viewers[0] if len(replay.viewers) == 1 else NOBODY
        self._playback = Playback(replay, 0, alone)
        self._older, self._next_round = ",", pgettext("word", "round")
        self._how = _(
            "Enter goes on, a comma back, {round} to the next round, a number to that move.", round=self._next_round
        )

    async def run(self) -> None:
        """Tell it; Left where somebody leaves."""
        last = self._replay.last
        self._lines.say(ngettext("{n} move.", "{n} moves.", last), self._how)
        await self._go_through(self._playback)

    async def _face(self, moment: Moment) -> None:
        """Tell what led to a position, and answer what is asked there, until another one is gone to."""
        replay, at, view = self._replay, self._playback.at, moment.view
        before = len(replay.view(at - 1, view.seat).events) if at else 0
        said = replay.game.words.to(view.observation, self._names)
        self._lines.say(_("Move {n}.", n=at), *telling.event_lines(view.events[before:], said))
        while not self._goes(text := (await self._lines.ask()).casefold()):
            self._lines.say(*self._answer(text, view))

    def _goes(self, text: str) -> bool:
        """Go where a text says; False: it says something else."""
        playback, start = self._playback, self._replay.game.round_start_event
        if not text and playback.at < self._replay.last:
            playback.go(playback.at + 1)
        elif text == self._older and playback.at:
            playback.go(playback.at - 1)
        elif text == self._next_round and start:
            playback.go_to_event({start})
        elif text.isdecimal() and int(text[:9]) <= self._replay.last:
            playback.go(int(text))
        else:
            return False
        return True

    def _answer(self, text: str, view: View) -> list[str]:
        """Return what is said to what goes nowhere."""
        game, names = self._replay.game, self._names
        asked: dict[str, Callable[[], list[str]]] = {
            pgettext("word", "hand"): self._hands,
            pgettext("word", "table"): lambda: telling.table(game, view, names),
            pgettext("word", "last"): lambda: telling.last(game, view, names),
            pgettext("word", "scores"): lambda: telling.sheet(game.words.to(view.observation, names)) or [uncounted()],
            help_word(): lambda: [self._how, _("Or: {words}.", words=listed(asked))],
        }
        if text in asked:
            return asked[text]()
        ending = self._replay.ending
        end = _("The end.") if ending is None else ending.told(names)
        return [unknown(text) if text else end]

    def _hands(self) -> list[str]:
        """Return all hands that may be seen, in words."""
        replay, names = self._replay, self._names
        return [
            line
            for seat in replay.viewers
            for line in telling.rows(
                row._replace(title=listed((names[seat], row.title)))
                for row in replay.game.words.to(replay.view(self._playback.at, seat).observation, names).hand()
            )
        ]
