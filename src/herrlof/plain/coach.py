"""What the coach has to say beside the table: lessons, reviews of matches, statistics."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from herrlof.bots import evaluator_of
from herrlof.coach.better import FindBetter, mistakes_of_all, no_mistakes_text
from herrlof.coach.ladder import ladder, offer_text
from herrlof.coach.ledger import UNKNOWN, Account, parts_of
from herrlof.coach.lessons import Course, lessons_of
from herrlof.coach.review import ALL, ENOUGH, Decision, Review, mistakes, review_of
from herrlof.coach.saying import (
    better_in,
    bots_text,
    cost_text,
    counts_as,
    means_note,
    part_name,
    reasons_text,
    rest_text,
    scale_text,
    unit_text,
    what_it_cost,
)
from herrlof.coach.statistics import Counted, Statistics, cost_rows, match_rows
from herrlof.coach.taught import Taught
from herrlof.game import Action, Speaker
from herrlof.games import GAMES
from herrlof.games.speech import speaking_to
from herrlof.messages import _, listed, ngettext, numeral, paragraph, pgettext
from herrlof.options import complete_preferences
from herrlof.plain import telling
from herrlof.plain.asking import Asking, Word
from herrlof.plain.coached import judged_told, worse_told
from herrlof.plain.hall import Hall, Over, Room
from herrlof.plain.lines import Back, Left, MenuChoice
from herrlof.plain.moments import go_through
from herrlof.plain.new_game import ask_name
from herrlof.plain.sitting import Sitting
from herrlof.plain.typed import word_of
from herrlof.records.listing import read_summary
from herrlof.records.names import called
from herrlof.seats.begin import NewMatch, branched, opponent
from herrlof.table.connection import MomentKind, View
from herrlof.table.moments import Moment

if TYPE_CHECKING:
    from herrlof.coach.judge import Judgement

SHOWN: Final = 12
"""Decisions of a review that are told."""


async def learn(hall: Room, key: str = "", number: int | None = None) -> None:
    """Ask for a lesson, where it is not named, and teach it."""
    game = GAMES[key or await hall.choose_game()]
    lessons = lessons_of(game.key)
    if not lessons:
        hall.lines.say(_("There are no lessons of {game}.", game=game.title))
        return
    if number is not None:
        await LessonSitting(hall, game.key, number).run()
        return
    known = hall.learnt.lessons(game.key)
    done = [number in known and known[number] is None for number in range(1, len(lessons) + 1)]
    choices = [
        MenuChoice(_(one.title), paragraph(_(one.teaches), _("Done.") if ticked else ""))
        for one, ticked in zip(lessons, done, strict=True)
    ]
    place = await hall.lines.choose(_("Which lesson?"), choices, done.index(False) if False in done else 0)
    await LessonSitting(hall, game.key, place + 1).run()


class LessonSitting(Sitting):
    """One lesson, from the step where it was left to its end."""

    def __init__(self, hall: Room, game: str, number: int, step: int | None = None) -> None:
        """Begin where this lesson was left, or at a step; LessonError says what is wrong with its data."""
        lesson = lessons_of(game)[number - 1]
        if step is None:
            step = hall.learnt.lessons(game).get(number) or 0
        self._course = Course.tried(GAMES[game], lesson, hall.settings.name, step)
        self._hall, self._number = hall, number
        self._course.how = self._how
        self._because = ""
        """Why the last answer was right."""
        super().__init__(hall.lines, self._course.table(0), {}, hints=False, seats=[lesson.seat])
        self._history.heard = {lesson.seat: len(self._keyboard.view().events)}
        self._question.hand_is_new = True
        hall.lines.say(_(lesson.title), _(lesson.teaches), self._where())

    async def run(self) -> None:
        """Go from step to step; Left where somebody leaves, and the lesson goes on there another time."""
        course = self._course
        others = asyncio.ensure_future(course.play_others(self._table, 0))
        try:
            learned = partial(self._hall.learnt.note_lesson, course.game.key, self._number)
            taught = Taught(course, self._keyboard, learned)
            await go_through(taught, self._face, self.meanwhile)
            if course.done:
                self._lines.say(_("This lesson is done."))
        finally:
            others.cancel()
            self._keyboard.leave()
            self._table.close()
        if taught.again is not None:
            choices = [MenuChoice(_("once more"), _("with the same cards.")), MenuChoice(_("go back"))]
            if await self._lines.choose(_("That's not done yet. What now?"), choices, 0) == 0:
                await LessonSitting(self._hall, course.game.key, self._number, taught.again).run()
        elif course.anew:
            await LessonSitting(self._hall, course.game.key, self._number).run()
        elif course.done and self._number == len(lessons_of(course.game.key)) and isinstance(self._hall, Hall):
            await _offer_game(self._hall, course.game.key)

    async def _face(self, moment: Moment) -> None:
        """Tell what the lesson says, and ask what it asks; a round is played as at any table."""
        if self._course.playing and self._course.off is None:
            await super()._face(moment)
            return
        self.tell(moment.view)
        asked = self._course.asked
        said = self._because if asked is None else paragraph(_(asked.so), *self._course.todo)
        match moment.kind:
            case MomentKind.SHOW if self._course.off is not None:
                self._lines.say(paragraph(*self._course.told_of_round))
            case MomentKind.SHOW:
                self._lines.say(said, _("Enter goes on."))
                await self.hear(moment.view)
            case MomentKind.MEASURE if self._race is not None:
                await self._race.run()
                self.tell(self._keyboard.view())
            case MomentKind.ASK:
                self._lines.say(said)
                self.say_question(moment.view)
                self._keyboard.play(await self.answer(moment.view))
                self._course.played()

    def _where(self) -> str:
        """Return where in a match the lesson begins, if something lies behind: `last` and `table` tell of it."""
        view = self._keyboard.view()
        if not any(event.kind in self._game.pause_events for event in view.events):
            return ""
        where = self._game.words.progress(self._game.progress(view.observation), self._table.options)
        return _("It begins in the middle of a match: {where}.", where=where) if where else ""

    def _more_words(self) -> list[Word]:
        """Return the words of a lesson: it is no match."""
        return [word for word in super()._more_words() if not word.of_match]

    def _say_turn(self, view: View, rest: str) -> None:
        """Say what the lesson asks for, and then the question."""
        if self._course.asked is not None:
            self._lines.say(paragraph(_(self._course.asked.so), *self._course.todo))
        super()._say_turn(view, rest)

    def _leaving(self) -> str:
        """Return that the lesson goes on another time."""
        if self._course.playing:
            return _("{word}: the round isn't kept; another time it begins anew, with the same cards.",
                     word=word_of("leave"))  # fmt: skip
        return _("{word}: the lesson goes on here another time.", word=word_of("leave"))

    def _how(self, action: Action) -> str:
        """Return what is typed for an answer."""
        return _("Type {name}.", name=self._to(self._keyboard.view()).name(action))

    async def answer(self, view: View) -> Action:
        """Return an answer that is right; a wrong one is told why it is none."""
        course = self._course
        if course.playing:
            return await super().answer(view)
        while True:
            action = await super().answer(view)
            if course.race is None or self._race is None:
                tried = course.answer(action)
            else:
                tried = course.answer_in_race(action, self._race.in_hand)
            self._because = paragraph(*tried.text)
            if tried.right:
                return action
            self._lines.say(self._because)

    def _refused(self, action: Action, view: View) -> str:
        """Return what the lesson says to a move that may not be made now."""
        if self._course.asked is None or self._course.race is not None:
            return super()._refused(action, view)
        return paragraph(*self._course.answer(action).text)


async def _offer_game(hall: Hall, game: str) -> None:
    """Offer a match against the level that is due, after the last lesson of a game."""
    offer = paragraph(*offer_text(game, opponent(game, hall.settings, hall.storage)))
    if await hall.lines.choose(offer, [MenuChoice(_("play")), MenuChoice(_("not now"))], 0) == 0:
        if not hall.settings.name:
            hall.change(hall.settings._replace(name=await ask_name(hall.lines, _("Your name?"))))
        await hall.begin(NewMatch.quick(game, hall.settings, hall.storage))


async def review(hall: Hall, path: Path) -> None:
    """Judge the decisions of a match, and tell the people's dearest, what they cost on average, and the luck."""
    found = review_of(path, hall.storage)
    if not await tell_review(hall, found):
        return
    seats = found.people or range(len(found.seats))
    clear = found.asked_again(found.people)
    told = found.costly(seats)[:SHOWN]
    offered: list[tuple[MenuChoice, Callable[[], Awaitable[None]]]] = []
    if clear:
        again = MenuChoice(_("find better"), _("your clear mistakes, asked again."))
        offered.append((again, partial(find_better, hall, found, clear)))
    if told and found.complete:
        tries = MenuChoice(_("what if"), _("play on from one of these."))
        offered.append((tries, partial(what_if, hall, found, told)))
        watched = MenuChoice(_("bots play on"), _("from one of these, and you listen."))
        offered.append((watched, partial(what_if, hall, found, told, bots=True)))
    if clear or any(mistakes(hall.storage)):
        every = MenuChoice(_("all my mistakes"), _("of all matches that were reviewed, in any order."))
        offered.append((every, partial(all_mistakes, hall)))
    if not offered:
        return
    choices = [*(choice for choice, _do in offered), MenuChoice(_("go back"))]
    while (chosen := await hall.lines.choose(_("What now?"), choices, len(offered))) != len(offered):
        await offered[chosen][1]()


async def tell_review(hall: Room, found: Review) -> bool:
    """Judge the decisions of a match, and tell what they cost; False: why that cannot be was told."""
    if not await _judged(hall, found):
        hall.lines.say(found.trouble or "")
        return False
    hall.lines.say(*review_told(found, found.people or range(len(found.seats))))
    return True


async def _judged(hall: Room, found: Review) -> bool:
    """Judge a match, and say how far that is; False: see its trouble. Back where a person stops it by a line."""
    whole, told = len(found.positions), 0

    def grown() -> None:
        nonlocal told
        quarter = 4 * len(found.decisions) // whole if whole else 0
        if told < quarter < 4:
            hall.lines.say(_("{n} of {whole} are judged.", n=len(found.decisions), whole=whole))
        told = max(told, quarter)

    if not hall.lines.person or found.done:
        hall.lines.say("" if found.done else _("The coach is judging; that takes a while."))
        return await found.run()
    hall.lines.say(_("The coach is judging; that takes a while. Enter stops it."))
    judging = asyncio.ensure_future(found.run(grown))
    try:
        if await hall.lines.either(asyncio.Event(), judging) is not None:
            await hall.lines.hear()
            hall.lines.say(_("Stopped; what was found is kept."))
            raise Back
        return judging.result()
    finally:
        judging.cancel()
        await asyncio.wait([judging])


def review_told(found: Review, seats: Sequence[int]) -> list[str]:
    """Return what a review has found of some seats: how many mistakes, which, what that comes to, and the luck."""
    dearest, costly = found.dearest(seats), found.costly(seats)
    n = sum(one.clear for one in dearest)
    told = [
        paragraph(
            ngettext("{n} decision was judged.", "{n} decisions were judged.", len(dearest)),
            ngettext("{n} was a clear mistake.", "{n} were clear mistakes.", n) if n else "",
        )
    ]
    alone = len(seats) == 1
    for one in costly[:SHOWN]:
        said = found.game.words.to(found.position(one.n).seen, called(found.seats, [one.seat]))
        to = speaking_to(said, seats if alone else ())
        told += [_decision_told(found, one, to, named=not alone), *reasons_text(found, one, to, alone)]
    if costly:
        told.append(rest_text(found, seats, costly[:SHOWN]))
    means = [mean for mean in found.means() if mean.seat in seats]
    kinds = {mean.kind for mean in means if mean.kind != ALL}
    for mean in means:
        if mean.kind == ALL or len(kinds) > 1:
            cost, unit = numeral(mean.mean, ".2f"), unit_text(found.unit)
            kind = "" if mean.kind == ALL else found.game.words.kind(mean.kind)
            name = listed(filter(None, (found.names[mean.seat], kind)))
            told.append(_("{name}: {cost} {unit} a decision.", name=name, cost=cost, unit=unit))
    told.append(scale_text(found.game.key))
    told.append(means_note() if any(mean.kind == ALL and mean.count < ENOUGH for mean in means) else "")
    told += [_account_told(found, one) for one in found.ledger() or () if one.seat in seats]
    return [text for text in told if text]


def _decision_told(found: Review, one: Decision, to: Speaker, named: bool) -> str:
    """Return in a sentence what was better than a decision, and what it cost."""
    told = {"n": one.n + 1, "where": _where(found, one), "name": found.names[one.seat],
            "best": to.whole_name(one.best), "played": to.whole_name(one.played),
            "cost": cost_text(found, one)}  # fmt: skip
    text = _("Move {n}, {where}: {played} was chosen. Better: {best}. It cost {cost}.", **told)
    if named:
        text = _("Move {n}, {where}: {name} chose {played}. Better: {best}. It cost {cost}.", **told)
    return text if one.clear else paragraph(text, _("Close: perhaps nothing."))


def _where(found: Review, one: Decision) -> str:
    """Return which decision it was, and of which round where there were several."""
    what = found.what(one.n)
    if found.positions[-1].round <= 1:
        return what
    return _("round {round}, {what}", round=one.round, what=what)


def _account_told(found: Review, account: Account) -> str:
    """Return where a result comes from, what weighs most first; what comes to nothing is left out."""
    scale = 1 if found.counts_points else 100
    parts = sorted(parts_of(found.game), key=lambda part: (part == UNKNOWN, -abs(account.parts[part])))
    told = []
    for part in parts:
        n, gave = f"{abs(scale * account.parts[part]):.1f}", account.parts[part] > 0
        if part == UNKNOWN:
            text = _("{n} isn't explained", n=n)
        else:
            text = (
                _("{part} gave {n}", part=part_name(part), n=n)
                if gave
                else _("{part} cost {n}", part=part_name(part), n=n)
            )
        told += [text] if n != "0.0" else []
    name, n = found.names[account.seat], f"{abs(scale * account.result):.0f}"
    heads = {
        (True, True): _("{name} ended {n} points ahead.", name=name, n=n),
        (True, False): _("{name} ended {n} points behind.", name=name, n=n),
        (False, True): _("{name} won, {n} wins in 100 more than an even chance.", name=name, n=n),
        (False, False): _("{name} lost, {n} wins in 100 less than an even chance.", name=name, n=n),
    }
    head = heads[found.counts_points, account.result > 0] if account.result else _("{name} ended level.", name=name)
    return paragraph(head, _("Of that, {parts}.", parts=listed(told)) if told else "")


async def what_if(hall: Hall, found: Review, told: Sequence[Decision], bots: bool = False) -> None:
    """Play on from before one of the decisions that were told; where moves were made, ask whether that is kept.

    `bots`: they play on for everybody.
    """
    moves = [MenuChoice(_("Move {n}", n=one.n + 1), found.where(one.n)) for one in told]
    decision = told[await hall.lines.choose(_("From which move?"), moves, 0)]
    assert found.path is not None
    table = branched(hall.storage, found.path, decision.n, bots)
    with suppress(Left, Over):
        await hall.sit_down(table, tried=True)
    hall.finished = None
    summary = read_summary(table.path)
    if summary is not None and summary.moves > decision.n:
        kept = [MenuChoice(_("don't keep it")), MenuChoice(_("keep it"))]
        question = _("Keep what you tried as its own match? It never counts in the statistics.")
        if await hall.lines.choose(question, kept, 0):
            return
    hall.storage.delete(table.path)


async def find_better(hall: Hall, found: Review, asked: Sequence[Decision]) -> None:
    """Ask decisions of a review again, until something as good as the best is found, or the best is told."""
    await _ask_again(hall, [(found, one.n) for one in asked])


async def all_mistakes(hall: Hall) -> None:
    """Ask the clear mistakes of all matches that were reviewed again, in any order."""
    if asked := await mistakes_of_all(hall.storage):
        await _ask_again(hall, asked)
    else:
        hall.lines.say(no_mistakes_text())


async def _ask_again(hall: Hall, asked: Sequence[tuple[Review, int]]) -> None:
    """Ask decisions again, of any games."""
    again = FindBetter(asked)

    async def face(moment: Moment) -> None:
        n, count = again.at + 1, len(again.questions)
        move = again.position.n + 1  # as the list above and a replay tell it
        hall.lines.say(_("Find better, {n} of {count}: move {move}.", n=n, count=count, move=move))
        await OneAgain(hall, again, moment.view).run()

    try:
        await go_through(again, face)
        hall.lines.say(_("That was the last one."))
    finally:
        again.close()


class BestTold(Exception):
    """The best has been told."""


class OneAgain(Asking):
    """A decision asked again, with all that its player knew then, and no more."""

    def __init__(self, hall: Hall, again: FindBetter, view: View) -> None:
        found = again.review
        preferences = complete_preferences(found.game, hall.settings.of(found.game.key).preferences)
        super().__init__(hall.lines, found.game, called(found.seats, [view.seat]), preferences)
        self._again, self._decision, self._view = again, found.decisions[again.position.n], view
        self._judging: asyncio.Task[Judgement | None] | None = None
        self._question.hand_is_new = True

    async def run(self) -> None:
        """Ask until it is found or told; Left where somebody leaves."""
        view, decision = self._view, self._decision
        played = self._to(view).whole_name(decision.played)
        self._lines.say(
            _("Played: {name}.", name=played),
            what_it_cost(decision),
            counts_as(self._again.review, decision),
            *telling.last(self._game, view, self._names),
        )
        self._judging = asyncio.create_task(self._again.judged())
        try:
            self.say_question(view)
            while not await self._tried(await self.answer(view)):
                pass
        except BestTold:
            pass
        finally:
            self._judging.cancel()

    async def _tried(self, action: Action) -> bool:
        """Say what an answer is worth; return whether it is as good as the best."""
        judgement = await self._judgement()
        choice = next(one for one in judgement.choices if one.action == action)
        if not self._again.finds(judgement, choice):
            name = self._to(self._view).whole_name(action)
            more = _("Try again, or {word} tells the best.", word=best_word())
            self._lines.say(worse_told(name, choice, judgement), more)
            return False
        self._lines.say(_("Found."))
        self._tell(judgement)
        return True

    async def _tell_best(self, view: View, rest: str) -> None:
        self._tell(await self._judgement())
        raise BestTold

    def _tell(self, judgement: Judgement) -> None:
        told = judged_told(self._game, judgement, self._view, self._to(self._view))
        self._lines.say(*told, better_in(self._again.review, self._decision))

    async def _judgement(self) -> Judgement:
        """Return what the coach thinks; Left where it cannot judge."""
        assert self._judging is not None
        judgement = await self._judging
        if judgement is None:
            self._lines.say(self._again.trouble or _("Nothing was judged."))
            raise Left
        return judgement

    def _more_words(self) -> list[Word]:
        """Return the word that ends the search."""
        return [Word(best_word(), _("what would have been the best"), self._tell_best)]


def best_word() -> str:
    """Return the word that asks for the best."""
    return pgettext("word", "best")


async def statistics(hall: Hall) -> None:
    """Tell what the finished matches amount to: in short of all games, then of each that is chosen."""
    found = Statistics(hall.storage)
    for _done in found.read():
        await asyncio.sleep(0)
    chosen = found.chosen(help=None)
    games = [key for key in GAMES if any(match.game == key for match, _seats in chosen)]
    if not games:
        hall.lines.say(_("No finished match is counted here."))
        return
    for row in match_rows(chosen):
        against = bots_text(row.game, row.bot)
        what = listed(filter(None, (GAMES[row.game].title, against, _("with help") if row.help else "")))
        hall.lines.say(_("{what}: {won} of {n} won.", what=what, won=f"{row.won:g}", n=row.played))
    usual, known = len(games) + 1, False
    choices = [*(MenuChoice(GAMES[key].title) for key in games), MenuChoice(_("deals of the day"))]
    choices.append(MenuChoice(pgettext("word", "home")))
    while (place := await hall.lines.choose(_("More of which game?"), choices, usual, known=known)) != usual:
        known = True
        hall.lines.say(*(_days_told(hall) if place == len(games) else _game_told(hall, found, games[place])))


def _days_told(hall: Hall) -> list[str]:
    """Return how the deals of the last days went."""
    from herrlof.seats import daily

    day = daily.today()
    return [_("The last seven days:"), *telling.rows(daily.week(daily.recent_days(hall.storage, day), day))]


def _game_told(hall: Hall, found: Statistics, key: str) -> list[str]:
    """Return what the matches of a game amount to: levels, points, moves, streaks, costs; with help where none is."""
    chosen = found.chosen(key) or found.chosen(key, help=None)
    counted, page = Counted(key, chosen), GAMES[key].words.statistics()
    told = [ladder(key, hall.storage.beaten(key)).told]
    if page is None:
        told += [_("{title}: {cells}.", title=head, cells=mean) for head, mean in [*counted.facts(), *counted.moves()]]
    else:
        for some in (page.points, page.moves):
            told += [_("{title}: {cells}.", title=one.title, cells=counted.number(one)) for one in some]
    now, most = counted.streaks()
    told.append(_("Won in a row: now {now}, at most {most}.", now=now, most=most))
    if costs := [row.mean for row in cost_rows(chosen)]:
        unit, cost = unit_text(evaluator_of(GAMES[key]).unit), f"{sum(costs) / len(costs):.1f}"
        told.append(ngettext("A decision cost {cost} {unit}, in {n} match that was reviewed.",
                             "A decision cost {cost} {unit}, in {n} matches that were reviewed.",
                             len(costs), cost=cost, unit=unit))  # fmt: skip
    return told
