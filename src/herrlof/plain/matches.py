"""The matches that are kept: go on, replay, deal again, delete; and what comes after one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Final

from herrlof.game import NOBODY, Row
from herrlof.games import GAMES
from herrlof.games.speech import uncounted
from herrlof.messages import _, listed, ngettext, numeral, pgettext
from herrlof.messages import paragraph as in_sequence
from herrlof.options import complete_preferences
from herrlof.plain import telling
from herrlof.plain.asking import Asking, Word
from herrlof.plain.hall import Hall
from herrlof.plain.lines import Back, MenuChoice, unknown
from herrlof.plain.moments import Anew, go_through
from herrlof.plain.typed import word_of
from herrlof.records.listing import FINISHED, UNFINISHED, RecordSummary, read_summary
from herrlof.records.names import called
from herrlof.seats.after import (
    AGAIN,
    HOME,
    PLAYED_ON,
    REPLAY,
    REVIEW,
    ROTATED,
    SAME,
    SWAPPED,
    TODAY,
    offered,
    told_after,
)
from herrlof.seats.begin import NewMatch, finished, same_deals
from herrlof.table.moments import Moment
from herrlof.table.own import OwnTable
from herrlof.table.replay import Playback, replay_of
from herrlof.table.telling import other_hands, same_deals_text
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
        names = [_("{name} {n}", name=name, n=numeral(n)) for name, n in zip(names, found.scores, strict=True)]
    help_had = _("with {help}", help=found.help) if found.help.any else ""
    return listed(filter(None, (game.title, *names, found.state_text, where, help_had, found.moment())))


async def kept_matches(hall: Hall) -> None:
    """Tell of the matches, some at a time; what can be done with the one that is chosen."""
    records, told, at = hall.storage.summaries(), list[list[RecordSummary]](), 0
    while True:
        if at == len(told):
            told.append(list(islice(records, AT_ONCE)))
        if not told[at]:
            hall.lines.say(_("No more matches are kept.") if at else _("No matches are kept yet."))
            if not at:
                return
            at -= 1
        offered = [MenuChoice(match_text(found)) for found in told[at]]
        choices = [*offered, *([MenuChoice(_("older ones"))] if len(offered) == AT_ONCE else [])]
        choices += [MenuChoice(_("newer ones"))] if at else []
        try:
            usual = len(offered) if len(offered) == AT_ONCE else None
            chosen = await hall.lines.choose(_("Which match?"), choices, usual)
        except Back:
            if not at:
                raise
            at -= 1
            continue
        if chosen >= len(offered):
            at += 1 if choices[chosen].name == _("older ones") else -1
            continue
        with suppress(Back):
            await _with_match(hall, told[at][chosen])
            return


async def _with_match(hall: Hall, found: RecordSummary) -> None:
    """Ask what to do with a match, and do it."""
    path = found.path
    does: dict[str, list[tuple[str, Callable[[], Awaitable[None]]]]] = {
        "resume": [(_("go on"), partial(hall.resume, path))],
        "replay": [(pgettext("word", "replay"), partial(replay, hall, path))],
        "review": [(pgettext("word", "review"), partial(reviewed, hall, path))],
        "again": [
            (_("same deals"), lambda: _again(hall, finished(hall.storage, path), 0)),
            (other_hands(len(found.seats)), lambda: _again(hall, finished(hall.storage, path), 1)),
        ],
        "delete": [(pgettext("word", "delete"), partial(_delete, hall, path))],
    }
    offered = [one for offer in found.offers for one in does[offer]]
    hall.lines.say(found.note, _deal_code(hall, found))
    chosen = await hall.lines.choose(
        _("What do you want to do with it?"), [MenuChoice(name) for name, _do in offered], 0
    )
    await offered[chosen][1]()


def _deal_code(hall: Hall, found: RecordSummary) -> str:
    """Return by which code the deals of a finished match are dealt again."""
    if not found.can_be_dealt_again:
        return ""
    code = finished(hall.storage, found.path).proof.deals
    return _("Deal code {code}.", code=code) if code is not None else ""


async def _again(hall: Hall, table: OwnTable, rotate_by: int) -> None:
    """Play the same deals again."""
    await hall.sit_down(same_deals(hall.storage, table, rotate_by))


async def reviewed(hall: Hall, path: Path) -> None:
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
    while (table := hall.finished) is not None:
        hall.finished = None
        seats, keys, told = len(table.seats), offered(table.proof.deals), told_after(hall.storage, table)
        names: dict[str, MenuChoice] = {
            AGAIN: MenuChoice(_("play again")),
            SAME: MenuChoice(_("same deals"), same_deals_text(seats, ROTATED[SAME])),
            SWAPPED: MenuChoice(other_hands(seats), same_deals_text(seats, ROTATED[SWAPPED])),
            TODAY: MenuChoice(pgettext("word", "today")),
            REVIEW: MenuChoice(pgettext("word", "review")),
            REPLAY: MenuChoice(pgettext("word", "replay")),
            HOME: MenuChoice(pgettext("word", "home")),
        }
        does: dict[str, Callable[[], Awaitable[None]]] = {
            AGAIN: partial(_play_again, hall, table),
            **{one: partial(_again, hall, table, by) for one, by in ROTATED.items()},
            TODAY: partial(the_day, hall),
            REVIEW: partial(reviewed, hall, table.path),
            REPLAY: partial(replay, hall, table.path),
        }
        hall.lines.say(told.duel, in_sequence(told.apart, "" if told.ladder is None else told.ladder.told))
        hall.lines.forget()
        try:
            chosen = keys[await hall.lines.choose(_("What now?"), [names[one] for one in keys], len(keys) - 1)]
            if chosen not in PLAYED_ON:
                await hall.shut_doors()
            if chosen != HOME:
                await hall.guarded(does[chosen])
        finally:
            if hall.finished is None:
                await hall.shut_doors()


async def the_day(hall: Hall) -> None:
    """Say how the deal of the day went, what each level came to with the same cards, and the last days."""
    from herrlof.seats import daily

    day = daily.today()
    kept = daily.recent_days(hall.storage, day)
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


class Replaying(Asking):
    """A match told move by move, both ways; with all hands where they are open."""

    def __init__(self, hall: Hall, path: Path) -> None:
        """Stand before the first move; RecordError says what is wrong with the record."""
        self._hall, self._path = hall, path
        self._replay = found = replay_of(path)
        preferences = complete_preferences(found.game, hall.settings.of(found.game.key).preferences)
        super().__init__(hall.lines, found.game, called(found.seats, found.viewers), preferences)
        summary = read_summary(path)
        self._reviewed = summary is not None and summary.state in (UNFINISHED, FINISHED)
        self._playback = Playback(found, 0, found.viewers[0] if len(found.viewers) == 1 else NOBODY)

    async def run(self) -> None:
        """Tell position after position; Left where somebody leaves."""
        self._lines.say(ngettext("{n} move.", "{n} moves.", self._replay.last), self._how_typed())
        await go_through(self._playback, self._face)

    async def _face(self, moment: Moment) -> None:
        """Tell what led to a position, and answer what is asked there, until another one is gone to."""
        at, view = self._playback.at, moment.view
        before = len(self._replay.view(at - 1, view.seat).events) if at else 0
        self._lines.say(_("Move {n}.", n=at), *telling.event_lines(view.events[before:], self._to(view)))
        while not self._goes(await self.hear(view)):
            pass

    def _goes(self, text: object) -> bool:
        """Go where a text says, one that is no word; whether that is another position."""
        if isinstance(text, str) and text.isdecimal() and int(text[:9]) <= self._replay.last:
            self._playback.go(int(text))
        elif not text and self._playback.at < self._replay.last:
            self._playback.go(self._playback.at + 1)
        else:
            ending = self._replay.ending
            end = _("The end.") if ending is None else ending.told(self._names)
            self._lines.say(unknown(str(text)) if text else end)
            return False
        return True

    def _how_typed(self) -> str:
        return _("Enter goes on, a comma back, {round} to the next round, a number to that move.", round=_round_word())

    def _more_words(self) -> list[Word]:
        """Return the words that go through a match, and the page about what its decisions cost."""
        words = [
            Word(",", _("the move before"), self._to_move_before),
            Word(word_of("take_back"), _("the move before"), self._to_move_before, tells=lambda view: False),
            Word.of("scores", self._say_scores),
        ]
        if self._game.round_start_event:
            words.append(Word(_round_word(), _("on to the next round"), self._to_next_round))
        if self._reviewed:
            words.append(Word(pgettext("word", "review"), _("what the decisions cost"), self._to_review))
        return words

    def _to_move_before(self, view: View, rest: str) -> None:
        self._playback.go(self._playback.at - 1)
        raise Anew

    def _to_next_round(self, view: View, rest: str) -> None:
        self._playback.go_to_event({self._game.round_start_event})
        raise Anew

    async def _to_review(self, view: View, rest: str) -> None:
        await self._hall.guarded(partial(reviewed, self._hall, self._path))
        raise Anew

    def _say_scores(self, view: View, rest: str) -> None:
        self._lines.say(*(telling.sheet(self._to(view)) or [uncounted()]))

    def _say_turn(self, view: View, rest: str) -> None:
        told = _("{name} is to move.", name=self._names[view.mover]) if view.mover >= 0 else ""
        self._lines.say(_("Move {n} of {count}.", n=self._playback.at, count=self._replay.last), told)

    def _holds(self, view: View) -> bool:
        return any(self._to(self._replay.view(self._playback.at, seat)).hand() for seat in self._replay.viewers)

    def _say_hand(self, view: View, rest: str) -> None:
        """Say the hands of all who may be seen."""
        found = self._replay
        for seat in found.viewers:
            hand = self._to(found.view(self._playback.at, seat)).hand()
            self._lines.say(*telling.rows(row._replace(title=listed((self._names[seat], row.title))) for row in hand))


def _round_word() -> str:
    return pgettext("word", "round")


async def replay(hall: Hall, path: Path) -> None:
    """Tell a match move by move."""
    await Replaying(hall, path).run()
