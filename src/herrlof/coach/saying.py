"""How a review is said, on the screen and on the command line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import floor
from typing import TYPE_CHECKING, Any, Final, cast

from herrlof.bots import bots_of, evaluator_of, scale_of
from herrlof.coach import ledger
from herrlof.coach.hard import FINDS
from herrlof.coach.judge import ERRORS, WINS, came_of, motive_of
from herrlof.game import NOBODY
from herrlof.games.speech import Voice
from herrlof.messages import _, all_of, listed, ngettext, numeral, paragraph, pgettext, said
from herrlof.records.names import called

if TYPE_CHECKING:
    from herrlof.coach.judge import JudgedAction, Judgement
    from herrlof.coach.review import Decision, Review
    from herrlof.game import Action, Game, Observation, Speaker

TENTHS: Final = 10
"""Of fewer points than so many at best tenths tell something."""
MOST_TOLD: Final = 3
"""So many mistakes of a round are told, and so many levels that find what is better."""


def rival_of(found: Judgement) -> Action | None:
    """Return with what the best choice is compared: the next one that is not as good; None where all are."""
    return next((one.action for one in found.choices if one.verdict not in ("best", "as good")), None)


def reason_text(
    game: Game, seen: Observation, choices: Sequence[JudgedAction], other: Action | None, speaker: Speaker
) -> str:
    """Return in a sentence what tells the first choice from another one; nothing where no fact does.

    It speaks to the seat that decides, and so to nobody else.
    """
    if other is None or (found := motive_of(game, seen, choices, other)) is None:
        return ""
    words = {name: said(word) for name, word in found.words.items()}
    if found.seat != NOBODY:
        words["name"] = cast("Voice[Any]", speaker).names[found.seat]
    return said(found.text, other=speaker.in_sentence(other), **words, **found.numbers)


def alike_text(found: Judgement) -> str:
    """Return that no choice is any better than another."""
    if found.unit == WINS:
        return _("All of these are about as good for the match.")
    return _("All of these are about as good.")


def tie_text(game: Game, seen: Observation, found: Judgement, speaker: Speaker) -> str:
    """Return what still tells choices apart that are all about as good: which keeps the own aim, or brings most points.

    Nothing: they are alike in that, too.
    """
    tried = [one for one in found.choices if one.value is not None]
    came = {one.action: came_of(game, seen, one) for one in tried}
    often, dear = max(came, key=lambda one: came[one].often), max(came, key=lambda one: came[one].points)
    apart = came[often].often > min(one.often for one in came.values())
    if apart and (told := speaker.comes_true(often, came[often].often)):
        return told
    if round(came[dear].points, 1) > round(min(one.points for one in came.values()), 1):
        return _("The most points come with {name}: {n:.1f} on average.",
                 name=speaker.in_sentence(dear), n=came[dear].points)  # fmt: skip
    return ""


def error_of(choice: JudgedAction, unit: str) -> str:
    """Return how well the difference from the best is known: two standard errors; of points tenths tell something."""
    error = ERRORS * choice.loss.error
    return str(max(1, round(error))) if unit == WINS or error >= 9.95 else f"{max(0.1, error):.1f}"


def ends_text(choice: JudgedAction) -> str:
    """Return how a match ends after a choice of which that is known."""
    ahead = choice.value.value if choice.value is not None else 0.0
    if not ahead:
        return _("Exact: with best play you end level.")
    if ahead > 0:
        return _("Exact: with best play you end {n} ahead.", n=f"{ahead:g}")
    return _("Exact: with best play you end {n} behind.", n=f"{-ahead:g}")


def dropped_text(choice: JudgedAction) -> str:
    """Return why a choice has no number."""
    return ngettext(
        "It fell behind early, and was tried in {n} game only.",
        "It fell behind early, and was tried in {n} games only.",
        choice.worlds,
    )


def less_of(choice: JudgedAction, found: Judgement) -> float:
    """Return how much less a choice brings than the best, by the numbers that a list shows: of few points in tenths."""
    less, best = choice.loss.value, found.choices[0].value
    if choice.value is not None and best is not None:
        digits = 1 if found.unit != WINS and best.value < TENTHS else 0
        less = round(round(best.value, digits) - round(choice.value.value, digits), 1)
        if digits and less < TENTHS:
            return max(0.1, less)
    return max(1.0, floor(less + 0.5))


def points_less(less: float, unit: str) -> str:
    """Return how much less a choice brings than the best."""
    if unit == WINS:
        return ngettext("{n} fewer win", "{n} fewer wins", round(less))
    if less != round(less):
        return _("{n:.1f} points less", n=less)
    return ngettext("{n} point less", "{n} points less", round(less))


def verdict_text(choice: JudgedAction, found: Judgement, short: bool = False) -> str:
    """Return a verdict in words, where nobody can tell with how far that is known; or in a sign or two."""
    match "as good" if found.alike else choice.verdict:
        case "best":
            return pgettext("cell:4", "best") if short else _("best")
        case "as good":
            return pgettext("cell:4", "same") if short else _("as good")
        case "worse" if found.costs_win(choice) and choice.value is not None and choice.value.value:
            return pgettext("cell:4", "lost") if short else _("loses")
        case "worse" if found.costs_win(choice):
            return pgettext("cell:4", "even") if short else _("no longer wins")
        case "worse" if choice.value is None:
            return pgettext("cell:4", "less") if short else _("worse")
        case "worse" if short:
            return f"−{less_of(choice, found):g}"
        case "worse":
            return points_less(less_of(choice, found), found.unit)
    if choice.value is None:
        return "–" if short else _("hardly tried")
    error = f"±{error_of(choice, found.unit)}"
    return error if short else _("can't tell: {error}", error=error)


def imagined_text(found: Judgement, hidden: bool) -> str:
    """Return from how much a judgement follows."""
    if found.exact:
        return _("Exact: nothing was imagined.")
    if hidden:
        return ngettext("From {n} imagined deal, going by what was seen.",
                        "From {n} imagined deals, going by what was seen.", found.worlds)  # fmt: skip
    return ngettext(
        "From {n} game played on from each choice.", "From {n} games played on from each choice.", found.worlds
    )


def doubt_text(choice: JudgedAction, found: Judgement, hidden: bool) -> str:
    """Return why it is asked before a choice is played: by how much it is worse, and how that is known."""
    if found.exact:
        return _("It gives the win away, for certain.")
    less = points_less(less_of(choice, found), found.unit)
    if hidden:
        return _("{less} on average, going by what you see.", less=less)
    return _("{less} on average, in games played on from here.", less=less)


def cost_text(review: Review, one: Decision) -> str:
    """Return what a decision cost, in the unit of its list."""
    if one.win_lost:
        return _("the win")
    cost = review.in_unit(one).value
    return _("{cost:.1f} in 100", cost=cost) if review.unit == WINS else _("{cost:.1f} points", cost=cost)


def counts_as(review: Review, one: Decision) -> str:
    """Return what wins in 100 are worth in a list of points; nothing where the decision counts as its list does."""
    if one.unit == review.unit or one.exact:
        return ""
    return _(
        "In the list that's {points:.1f} points: a match is worth {whole:g}.",
        points=review.in_unit(one).value,
        whole=evaluator_of(review.game).a_win,
    )


def rest_text(review: Review, seats: Sequence[int], listed: Sequence[Decision]) -> str:
    """Return what the decisions of seats that a list does not name cost together: with it they make up the means."""
    named = {one.n for one in listed}
    rest = [one for one in review.dearest(seats) if one.n not in named]
    if not rest:
        return ""
    cost = round(sum(review.in_unit(one).value for one in rest), 1)
    if not cost:
        return _("{n} more: nothing lost", n=len(rest))
    if cost < 0:  # no gain: nothing is better than the best
        return _("{n} more: {cost} in all, an error of the estimates", n=len(rest), cost=numeral(cost, ".1f"))
    if review.unit == WINS:
        return _("{n} more: {cost} wins in 100 in all", n=len(rest), cost=numeral(cost, ".1f"))
    return _("{n} more: {cost} points in all", n=len(rest), cost=numeral(cost, ".1f"))


def what_it_cost(one: Decision) -> str:
    """Return in a sentence what a decision cost, and whether that is sure."""
    cost = max(0.0, one.cost.value)
    if one.exact:
        if one.win_lost:
            return _("It gave the win away, for certain.")
        return _("It cost {cost:g} points at the end, for certain, but not the win.", cost=cost)
    if not one.clear and round(cost, 1) <= 0:
        return _("It's too close to call whether that cost anything.")
    if one.unit == WINS:
        return (
            _("It clearly cost {cost:.1f} wins in 100.", cost=cost)
            if one.clear
            else _("It cost {cost:.1f} wins in 100, or nothing: it's close.", cost=cost)
        )
    return (
        _("It clearly cost {cost:.1f} points.", cost=cost)
        if one.clear
        else _("It cost {cost:.1f} points, or nothing: it's close.", cost=cost)
    )


def better_in(review: Review, one: Decision) -> str:
    """Return in how many of 100 the best was better than what was played; where the end is known, what it is."""
    if one.exact:
        return _("Exact: nothing was imagined.")
    if one.clear and one.of_100 <= 50:
        if review.game.hidden:
            return _("In {n} of 100 imagined deals the best did better, in the others as well or worse; "
                     "what counts is the average.", n=one.of_100)  # fmt: skip
        return _("In {n} of 100 games played on from there the best did better, in the others as well or worse; "
                 "what counts is the average.", n=one.of_100)  # fmt: skip
    if review.game.hidden:
        return _("In {n} of 100 imagined deals the best did better.", n=one.of_100)
    return _("In {n} of 100 games played on from there the best did better.", n=one.of_100)


def hint_text(review: Review, one: Decision, name: Callable[[Action], str]) -> str:
    """Return what a hint had said when the move was made; nothing where there was none, or the record does not tell.

    `name` names a choice within a sentence.
    """
    hint = review.hint(one.n)
    if hint is None:
        return ""
    best = hint.choices[0].action
    if not hint.complete:
        return _("The hint, still thinking, had {name} first.", name=name(review.game.decode(best)))
    if best != review.game.encode(one.played):
        return _("The hint called {name} the best.", name=name(review.game.decode(best)))
    if one.clear:
        return _("The hint had called it the best; a longer look sees more.")
    return _("The hint had called it the best.")


def hard_text(review: Review, one: Decision) -> str:
    """Return how many of the levels that do not think ahead find what was better; nothing where none was asked."""
    if not one.levels:
        return ""
    titles = {key: kind.title for key, kind in bots_of(review.game.key).items()}
    found = [titles.get(key, key) for key, times in one.levels.items() if times >= FINDS]
    whole = len(one.levels)
    if not found:
        return ngettext(
            "The {whole} level that doesn't think ahead misses it too.",
            "Each of the {whole} levels that don't think ahead misses it too.",
            whole,
            whole=whole,
        )
    if len(found) == whole:
        return ngettext("The {whole} level that doesn't think ahead finds it.",
                        "Each of the {whole} levels that don't think ahead finds it.", whole, whole=whole)  # fmt: skip
    if len(found) > MOST_TOLD:
        return _("Of {whole} levels that don't think ahead {n} find it.", whole=whole, n=len(found))
    return ngettext("Of {whole} levels that don't think ahead {n} finds it: {names}.",
                    "Of {whole} levels that don't think ahead {n} find it: {names}.",
                    len(found), whole=whole, names=all_of(found))  # fmt: skip


def scale_text(game: str) -> str:
    """Return what a decision costs some bots on average, to read a mean cost by; nothing where nobody measured it."""
    titles = {key: kind.title for key, kind in bots_of(game).items()}
    costs = [_("{name} {n}", name=titles[key], n=f"{mean:.2f}") for key, mean in scale_of(game).items()]
    return _("To compare, on the same decisions: {costs}.", costs=listed(costs)) if costs else ""


def decision_text(review: Review, one: Decision, to: Speaker, alone: bool = True) -> list[str]:
    """Return in sentences what was better than a decision and what it cost, why, and what a hint had said.

    `to` speaks to who is told of it; if that is not its player `alone`, no reason is told, which would speak to that.
    """
    text = _(
        "Move {n}: {name} chose {played}. Better: {best}. It cost {cost}, {sure}.",
        n=one.n + 1, name=review.names[one.seat], played=to.whole_name(one.played), best=to.whole_name(one.best),
        cost=cost_text(review, one), sure=_("clear") if one.clear else _("close"),
    )  # fmt: skip
    return [text, *reasons_text(review, one, to, alone)]


def reasons_text(review: Review, one: Decision, to: Speaker, alone: bool = True) -> list[str]:
    """Return in sentences why something was better than a decision, who finds it, and what a hint had said.

    `alone`: only the seat that decided reads it.
    """
    why = reason_text(review.game, review.position(one.n).seen, one.compared, one.played, to) if alone else ""
    return [told for told in (why, hard_text(review, one), hint_text(review, one, to.whole_name)) if told]


def round_lines(review: Review, number: int) -> list[str]:
    """Return how a round went for the one person in it, all of whose decisions in it are judged, in sentences.

    What the coach would have said where a number was asked for, what cost most, and the hands as they were dealt.
    """
    seats, game = review.people, review.game
    found = [one for one in review.dearest(seats) if one.round == number]
    names = called(review.seats, seats)
    told = []
    for one in sorted(found):
        to = game.words.to(review.position(one.n).seen, names)
        if game.number(one.played) is None:
            continue
        if one.verdict in ("best", "as good"):
            told.append(_("The coach would have said {name} too, or one as good.", name=to.whole_name(one.played)))
        else:
            text = _("You said {name}; the coach would have said {best}.",
                     name=to.whole_name(one.played), best=to.whole_name(one.best))  # fmt: skip
            told.append(paragraph(text, what_it_cost(one), counts_as(review, one)))
    clear = [one for one in found if one.clear and game.number(one.played) is None]
    for one in clear[:MOST_TOLD]:
        to = game.words.to(review.position(one.n).seen, names)
        text = _("{where}: you chose {played}. Better: {best}. It cost {cost}, {sure}.", where=review.where(one.n),
                 played=to.whole_name(one.played), best=to.whole_name(one.best), cost=cost_text(review, one),
                 sure=_("clear"))  # fmt: skip
        told.append(paragraph(text, *reasons_text(review, one, to)))
    numbers = [one for one in found if one.clear and game.number(one.played) is not None]
    if not clear:
        told.append(_("No other clear mistake in this round.") if numbers else _("No clear mistake in this round."))
    cost = sum(review.in_unit(one).value for one in found)
    if review.unit != WINS and round(cost, 1) > 0:
        close = _("What was close cost {cost:.1f} points in all, as far as one can tell.", cost=cost)
        named = [*clear[:MOST_TOLD], *(one for one in found if game.number(one.played) is not None)]
        rest = numeral(cost - sum(review.in_unit(one).value for one in named), ".1f")
        whole = _("Your decisions cost {cost:.1f} points in all.", cost=cost)
        if rest != "0.0":
            n = len(found) - len(named)
            whole = paragraph(whole, ngettext("The {n} that isn't named comes to {rest}.",
                                              "The {n} that aren't named come to {rest}.", n, rest=rest))  # fmt: skip
        told.append(whole if clear or numbers else close)
    if found:
        to = game.words.to(review.position(found[0].n).seen, names)
        told += filter(None, to.dealt(review.story_of(number)))
    return told


def notes(review: Review) -> dict[int, list[str]]:
    """Return what is said of each decision that cost something, by the number of its move, to nobody in particular."""
    names = called(review.seats)
    return {
        one.n: decision_text(review, one, review.game.words.to(review.position(one.n).seen, names))
        for one in review.costly(range(len(review.seats)))
    }


def ledger_title(game: Game) -> str:
    """Return what stands above where a result comes from, with its unit."""
    if evaluator_of(game).counts_points:
        return _("where the result comes from, in points")
    return _("where the result comes from, in wins in 100")


def unit_text(unit: str) -> str:
    """Return in what the mean cost of a review counts."""
    return _("wins in 100") if unit == WINS else _("points")


def part_name(part: str) -> str:
    """Return what a part of the luck ledger is called, or its result."""
    return {
        ledger.DEAL: _("the deal"),
        ledger.DRAWS: _("draws and unseen cards"),
        ledger.DECISIONS: _("your own mistakes"),
        ledger.OTHERS: _("the others' mistakes"),
        ledger.UNKNOWN: _("not explained"),
    }.get(part, _("result"))


def means_note() -> str:
    """Return why no mean of so few decisions says how well somebody plays."""
    return _("Fewer than 30 decisions say little about how well somebody plays.")


def bots_text(game: str, bots: str | None) -> str:
    """Return against whom a match was, as statistics count it."""
    if bots is None:
        return _("people")
    kinds = bots_of(game)
    return all_of(kinds[key].title if key in kinds else key for key in bots.split("+"))
