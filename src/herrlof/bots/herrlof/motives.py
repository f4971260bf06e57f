"""Why one choice of Herrlof is better than another: whether tricks are needed, what beats a card, what stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from herrlof.bots.motive import Motive, motive
from herrlof.game import NOBODY, Action
from herrlof.games.herrlof.actions import PASS, PLAY, PREDICT, TAKE_TRICK
from herrlof.games.herrlof.cards import COLOUR_OF, HAGALAZ, RANK_OF, VALKNUT, Card
from herrlof.games.herrlof.observation import Observation, unseen
from herrlof.games.herrlof.reading import Aim, card_of, own_aim, tricks_left, voids
from herrlof.games.herrlof.scoring import bonus_tricks
from herrlof.games.herrlof.tricks import STRENGTH, colour_to_follow, next_lead, winning_position
from herrlof.messages import N_, NN_, Message

EVEN: Final = {2: 6, 3: 3}
"""An even share of the tricks by seats: about two of the round are destroyed."""
COLOURS: Final = (N_("blue"), N_("green"), N_("red"), N_("yellow"))
A_COLOUR: Final = 9 / 42
HIGH: Final = 8 / 42
"""How much of the deck is of one colour, and how much is an 8 or a 9."""


def motives(seen: Observation, best: Action, other: Action) -> Iterator[Motive]:
    aim = own_aim(seen)
    if aim is None:
        if seen.phase == "predict":
            yield from _predicting(seen, best - PREDICT, other - PREDICT)
        return
    wanted = aim.state == "needed" or (aim.state == "over" and _pays(seen))
    if seen.phase == "play":
        yield from _playing(seen, aim, wanted, best - PLAY, other - PLAY)
    elif seen.phase == "take-trick":
        if best == PASS and aim.state == "met":
            yield motive("enough", N_("You need no more tricks."))
        elif best >= TAKE_TRICK and other == PASS and aim.state == "needed":
            yield motive("needed", NN_("You need {n} more trick.", "You need {n} more tricks."), n=aim.missing)
        elif best >= TAKE_TRICK and other == PASS and wanted:
            yield motive("one point more", N_("Every trick is a point: one more for you, one fewer for {name}."),
                         seat=best - TAKE_TRICK)  # fmt: skip
    elif seen.phase in ("draw", "steal"):
        yield from _drawing(seen, aim, wanted, best != PASS, other != PASS)
    elif (card := card_of(best)) is not None and (rest := card_of(other)) is not None:
        higher = _rank(card, seen) - _rank(rest, seen)
        if aim.state == "needed" and higher < 0:
            yield motive("keeps the higher", NN_("You need {n} more trick, and it keeps {other}.",
                                                 "You need {n} more tricks, and it keeps {other}."),
                         n=aim.missing)  # fmt: skip
        elif wanted and higher < 0:
            yield motive("keeps a point", N_("Every trick is a point, and it keeps {other}, the higher card."))
        if aim.state == "met" and higher > 0:
            yield motive("gives up the higher", N_("You need no more tricks, and it's the higher card."))


def _predicting(seen: Observation, best: int, other: int) -> Iterator[Motive]:
    """Yield what speaks for one number: the count of the hand, points for so many tricks, an even share."""
    ranks = [(RANK_OF[card], COLOUR_OF[card] == seen.trump) for card in seen.hand if card < VALKNUT]
    n, m = sum(trump for _rank, trump in ranks), sum(rank >= 8 for rank, _trump in ranks)
    share = EVEN[seen.seats]
    k, l = (round(len(seen.hand) * part) for part in (A_COLOUR if seen.trump >= 0 else 0, HIGH))  # noqa: E741
    if n + m > k + l and best > other and best >= share:
        yield motive("strong hand", NN_("Your hand is stronger than usual: {n} trump and {m} of rank 8 or 9, where "
                                        "{k} and {l} are usual. So rather more than {other}.",
                                        "Your hand is stronger than usual: {n} trumps and {m} of rank 8 or 9, where "
                                        "{k} and {l} are usual. So rather more than {other}."),
                     n=n, m=m, k=k, l=l)  # fmt: skip
    if n + m < k + l and best < other and best <= share:
        yield motive("weak hand", NN_("Your hand is weaker than usual: {n} trump and {m} of rank 8 or 9, where "
                                      "{k} and {l} are usual. So rather less than {other}.",
                                      "Your hand is weaker than usual: {n} trumps and {m} of rank 8 or 9, where "
                                      "{k} and {l} are usual. So rather less than {other}."),
                     n=n, m=m, k=k, l=l)  # fmt: skip
    bonus = bonus_tricks(seen.seats, seen.edition)
    if best in bonus and other not in bonus:
        yield motive("bonus", N_("That many tricks bring 5 points more, whatever you said; {other} don't."))
    if abs(best - share) < abs(other - share):
        yield motive("even share", N_("It's nearer to an even share of the tricks, about {n}, than {other}."), n=share)


def _drawing(seen: Observation, aim: Aim, wanted: bool, best: bool, other: bool) -> Iterator[Motive]:
    """Yield what speaks for a card that nobody sees before, or against it."""
    if best == other:
        return
    ranks, there = [_rank(card, seen) for card in seen.hand], [_rank(card, seen) for card in unseen(seen)]
    whole = len(there)
    if wanted:
        n = sum(rank > min(ranks) for rank in there)
        if best and 2 * n > whole:
            yield motive("better likely", N_("{n} of {whole} unseen cards are higher than your lowest card."),
                         n=n, whole=whole)  # fmt: skip
        if not best and 2 * n <= whole:
            yield motive("better unlikely", N_("Only {n} of {whole} unseen cards are higher than your lowest card."),
                         n=n, whole=whole)  # fmt: skip
    elif aim.state == "met":
        n = sum(rank < max(ranks) for rank in there)
        if best and 2 * n > whole:
            yield motive("lower likely",
                         N_("You need no more tricks: {n} of {whole} unseen cards are lower than your highest card."),
                         n=n, whole=whole)  # fmt: skip
        if not best and 2 * n <= whole:
            yield motive("lower unlikely",
                         N_("Only {n} of {whole} unseen cards are lower than your highest card."),
                         n=n, whole=whole)  # fmt: skip

    if best and seen.phase == "draw":
        yield motive("may put back", N_("The very card that's drawn may be put back."))


def _pays(seen: Observation) -> bool:
    """Whether one more trick is a point more, where the number cannot come true: no bonus is lost by it."""
    bonus, made = bonus_tricks(seen.seats, seen.edition), seen.tricks_won[seen.seat]
    return made not in bonus or made + 1 in bonus


def _rank(card: Card, seen: Observation) -> int:
    """Return how high a card stands among all: trumps above others."""
    return RANK_OF[card] + 10 * (COLOUR_OF[card] == seen.trump) if card < VALKNUT else 0


def _first(trick: Sequence[Card], card: Card, seen: Observation) -> bool:
    """Whether a card would be the highest of a trick, in which no Valknut lies."""
    cards = (*trick, card)
    if VALKNUT in cards:
        return False
    return winning_position(cards, seen.trump, colour_to_follow(cards)) == len(trick)


def _beaten(card: Card, seen: Observation) -> int:
    """Return how many unseen cards beat one that is the highest so far; a Valknut destroys and does not beat."""
    strength = STRENGTH[seen.trump][colour_to_follow((*seen.trick, card))]
    return sum(strength[rest] > strength[card] for rest in unseen(seen))


def _end(seen: Observation, card: Card) -> tuple[int, int]:
    """Return who wins the trick with the last card in it, NOBODY where it is destroyed, and who leads the next."""
    cards = (*seen.trick, card)
    place = winning_position(cards, seen.trump, colour_to_follow(cards)) if VALKNUT not in cards else -1
    lead = (seen.leader + next_lead(cards, place)[0]) % seen.seats
    return NOBODY if place < 0 else (seen.leader + place) % seen.seats, lead


def _playing(seen: Observation, aim: Aim, wanted: bool, best: Card, other: Card) -> Iterator[Motive]:
    last = len(seen.trick) == seen.seats - 1
    first, other_first = _first(seen.trick, best, seen), _first(seen.trick, other, seen)
    higher = _rank(best, seen) - _rank(other, seen)
    met = aim.state == "met"
    if wanted and first and not other_first:
        if aim.state == "over":
            if last:
                yield motive("a point", N_("Every trick is a point: it takes this one, and {other} doesn't."))
            else:
                yield motive("leads for a point", N_("Every trick is a point: it's the highest so far; {other} isn't."))
        elif last:
            yield motive("takes", NN_("You need {n} more trick, and it takes this one; {other} doesn't.",
                                      "You need {n} more tricks, and it takes this one; {other} doesn't."),
                         n=aim.missing)  # fmt: skip
        else:
            yield motive("leads", NN_("You need {n} more trick, and it's the highest so far; {other} isn't.",
                                      "You need {n} more tricks, and it's the highest so far; {other} isn't."),
                         n=aim.missing)  # fmt: skip
    if aim.state == "over" and not wanted and not first and other_first:
        yield motive("keeps the bonus", N_("One trick more would cost your 5 points: it isn't the highest now, "
                                           "and {other} would be."))  # fmt: skip
    if met and not first and other_first:
        if last:
            yield motive("loses", N_("You need no more tricks: {other} would take this one, and it doesn't."))
        else:
            yield motive("low", N_("You need no more tricks: it isn't the highest now, and {other} would be."))
    if not seen.trick and seen.seats == 2:
        yield from _leading(seen, wanted, met, best, other)
    if first and other_first and not last and best < VALKNUT and other < VALKNUT:
        n, m, whole = _beaten(best, seen), _beaten(other, seen), len(unseen(seen))
        if wanted and not n and m:
            yield motive("safe", NN_("No unseen card beats it; {n} beats {other}.",
                                     "No unseen card beats it; {n} beat {other}."), n=m, risk=True)  # fmt: skip
        elif wanted and n < m:
            yield motive("safer", NN_("Of {whole} unseen cards {n} beats it, and {m} beat {other}.",
                                      "Of {whole} unseen cards {n} beat it, and {m} beat {other}."),
                         n=n, m=m, whole=whole, risk=True)  # fmt: skip
        if met and n and not m:
            yield motive("may lose", NN_("You need no more tricks: of {whole} unseen cards {n} beats it, "
                                         "and none beats {other}.",
                                         "You need no more tricks: of {whole} unseen cards {n} beat it, "
                                         "and none beats {other}."), n=n, whole=whole, risk=True)  # fmt: skip
        elif met and n > m:
            yield motive("weaker", NN_("You need no more tricks: of {whole} unseen cards {n} beats it, "
                                       "and only {m} {other}.",
                                       "You need no more tricks: of {whole} unseen cards {n} beat it, "
                                       "and only {m} {other}."), n=n, m=m, whole=whole, risk=True)  # fmt: skip
        if met and higher > 0 and n:
            yield motive("rids", NN_("You need no more tricks: it's the higher card, and {n} unseen one beats it.",
                                     "You need no more tricks: it's the higher card, and {n} unseen ones beat it."),
                         n=n, risk=True)  # fmt: skip
    trumps = [card for card in seen.hand if card < VALKNUT and COLOUR_OF[card] == seen.trump]
    if wanted and trumps == [other] and tricks_left(seen) > 1:
        yield motive("last trump", N_("It keeps your last trump."))
    if not first and not other_first and best < VALKNUT and other < VALKNUT:
        if wanted and higher < 0:
            yield motive("saves", N_("It keeps {other}, the higher card, which wouldn't take the trick either."))
        if met and higher > 0:
            yield motive(
                "sheds", N_("You need no more tricks: it doesn't take this one, and it's higher than {other}.")
            )
    if first and other_first and last:
        if wanted and higher < 0:
            yield motive("cheapest", N_("It takes the trick, as {other} would, and keeps that higher card."))
        if met and higher > 0:
            yield motive("spends", N_("It takes the trick, as {other} would, and it's the higher card that goes."))
    if met and best == VALKNUT and other_first:
        yield motive("destroys", N_("You need no more tricks, and nobody gets this one."))
    colours = [COLOUR_OF[card] for card in seen.hand]
    single = [card < VALKNUT and colours.count(COLOUR_OF[card]) == 1 for card in (best, other)]
    if wanted and trumps and COLOUR_OF[best] != seen.trump and single == [True, False]:
        yield motive("void", N_("It's your last card of its colour, and you hold a trump for the next time."))
    yield from _keeping(seen, aim, wanted, best, other)
    if last and tricks_left(seen) > 1:
        yield from _ending(seen, wanted, met, best, other)


def _leading(seen: Observation, wanted: bool, met: bool, best: Card, other: Card) -> Iterator[Motive]:
    """Yield what the other seat's missing colours say of a lead between two."""
    foe, shown = 1 - seen.seat, voids(seen)
    lacks = [shown.get((foe, COLOUR_OF[card])) if card < VALKNUT else None for card in (best, other)]
    trumps = [seen.trump >= 0 and COLOUR_OF[card] != seen.trump and (foe, seen.trump) not in shown
              for card in (best, other)]  # fmt: skip

    def told(name: str, text: Message, card: Card, trick: int) -> Motive:
        return Motive(name, text, {"n": trick}, foe, {"colour": COLOURS[COLOUR_OF[card]]})

    if wanted and lacks[0] is not None and lacks[1] is None:
        alone = N_("{name} showed no {colour} at trick {n}: only a trump beats it.")
        nothing = N_("{name} showed no {colour} at trick {n}, and can't beat it.")
        yield told("not followed", alone if trumps[0] else nothing, best, lacks[0])
    if met and best != VALKNUT and lacks[1] is not None and lacks[0] is None:
        alone = N_("You need no more tricks, and {name} showed no {colour} at trick {n}: only a trump beats {other}.")
        nothing = N_("You need no more tricks, and {name} showed no {colour} at trick {n}, and can't beat {other}.")
        yield told("would win", alone if trumps[1] else nothing, other, lacks[1])
    if wanted and lacks[1] is not None and lacks[0] is None and trumps[1]:
        text = N_("{name} showed no {colour} at trick {n}, and could trump {other}.")
        yield told("can be trumped", text, other, lacks[1])


def _keeping(seen: Observation, aim: Aim, wanted: bool, best: Card, other: Card) -> Iterator[Motive]:
    """Yield what stays in hand for later, and what a power does."""
    later, higher = tricks_left(seen) > 1, _rank(best, seen) - _rank(other, seen)
    if wanted and later and other < VALKNUT and RANK_OF[other] in (1, 6) and not _first(seen.trick, other, seen):
        yield motive("keeps a power", N_("Played now, {other} wins nothing, and its power is gone."))
    if aim.state == "needed" and other < VALKNUT and 2 * aim.missing <= aim.left and higher < 0:
        yield motive("time", N_("There's time: you need {n} of the last {left} tricks, and {other} stays in hand."),
                     n=aim.missing, left=aim.left)  # fmt: skip
    if later and other == VALKNUT != best and VALKNUT not in seen.trick:
        yield motive("keeps a Valknut", N_("It keeps {other}, which can destroy another trick."))
    if later and best < VALKNUT and RANK_OF[best] == 3 and (other >= VALKNUT or RANK_OF[other] != 3):
        yield motive("may exchange", N_("It may exchange a card with the deck, whoever wins the trick."))
    if not seen.trick and aim.state == "met" and best == HAGALAZ != other and other < VALKNUT:
        yield motive("Hagalaz", N_("You need no more tricks, and any coloured card beats it."))


def _ending(seen: Observation, wanted: bool, met: bool, best: Card, other: Card) -> Iterator[Motive]:
    """Yield what the last card of a trick brings about: who wins it, and who leads next."""
    (winner, lead), (other_winner, other_lead) = _end(seen, best), _end(seen, other)
    if winner == NOBODY and other_winner not in (NOBODY, seen.seat):
        yield motive("nobody", N_("Nobody gets the trick; after {other} {name} would."), seat=other_winner)
    if wanted and lead == seen.seat != other_lead:
        yield motive("lead", N_("You lead next; after {other} {name} would."), seat=other_lead)
    if met and other_lead == seen.seat != lead:
        yield motive("no lead", N_("You need no more tricks, and {name} leads next; after {other} you would."),
                     seat=lead)  # fmt: skip
