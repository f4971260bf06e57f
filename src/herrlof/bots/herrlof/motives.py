"""Why one choice of Herrlof is better than another: whether tricks are needed, what beats a card, what stays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from herrlof.bots.motive import Motive, motive
from herrlof.game import Action
from herrlof.games.herrlof.actions import PASS, PLAY, TAKE_TRICK
from herrlof.games.herrlof.cards import COLOUR_OF, RANK_OF, VALKNUT, Card
from herrlof.games.herrlof.observation import Observation, unseen
from herrlof.games.herrlof.reading import Aim, card_of, own_aim, tricks_left
from herrlof.games.herrlof.tricks import STRENGTH, colour_to_follow, winning_position
from herrlof.messages import N_, NN_


def motives(seen: Observation, best: Action, other: Action) -> Iterator[Motive]:
    """Yield what tells the best choice from another one, what weighs most first."""
    aim = own_aim(seen)
    if aim is None:
        return
    if seen.phase == "play":
        yield from _playing(seen, aim, best - PLAY, other - PLAY)
    elif seen.phase == "take-trick":
        if best == PASS and aim.state == "met":
            yield motive("enough", N_("You need no more tricks."))
        elif best >= TAKE_TRICK and other == PASS and aim.state == "needed":
            yield motive("needed", NN_("You need {n} trick more.", "You need {n} tricks more."), n=aim.missing)
    elif (card := card_of(best)) is not None and (rest := card_of(other)) is not None:
        higher = _rank(card, seen) - _rank(rest, seen)
        if aim.state == "needed" and higher < 0:
            yield motive("keeps the higher", NN_("You need {n} trick more, and it keeps {other}.",
                                                 "You need {n} tricks more, and it keeps {other}."),
                         n=aim.missing)  # fmt: skip
        if aim.state == "met" and higher > 0:
            yield motive("gives up the higher", N_("You need no more tricks, and it's the higher card."))


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


def _playing(seen: Observation, aim: Aim, best: Card, other: Card) -> Iterator[Motive]:
    last = len(seen.trick) == seen.seats - 1
    first, other_first = _first(seen.trick, best, seen), _first(seen.trick, other, seen)
    wanted = aim.state == "needed"
    higher = _rank(best, seen) - _rank(other, seen)
    if aim.state == "over":
        if last and first and not other_first:
            yield motive("a point", N_("Your number can't come true any more; it takes a trick, and {other} doesn't."))
        return
    if wanted and first and not other_first:
        if last:
            yield motive("takes", NN_("You need {n} trick more, and it takes this one; {other} doesn't.",
                                      "You need {n} tricks more, and it takes this one; {other} doesn't."),
                         n=aim.missing)  # fmt: skip
        else:
            yield motive("leads", NN_("You need {n} trick more, and it's the highest so far; {other} isn't.",
                                      "You need {n} tricks more, and it's the highest so far; {other} isn't."),
                         n=aim.missing)  # fmt: skip
    if not wanted and not first and other_first:
        if last:
            yield motive("loses", N_("You need no more tricks: {other} would take this one, and it doesn't."))
        else:
            yield motive("low", N_("You need no more tricks: it isn't the highest now, and {other} would be."))
    if first and other_first and not last and best < VALKNUT and other < VALKNUT:
        n, m, whole = _beaten(best, seen), _beaten(other, seen), len(unseen(seen))
        if wanted and n < m:
            yield motive("safer", NN_("Of {whole} unseen cards {n} beats it, and {m} beat {other}.",
                                      "Of {whole} unseen cards {n} beat it, and {m} beat {other}."),
                         n=n, m=m, whole=whole)  # fmt: skip
        if not wanted and n > m:
            yield motive("weaker", NN_("You need no more tricks: of {whole} unseen cards {n} beats it, "
                                       "and {m} beat {other}.",
                                       "You need no more tricks: of {whole} unseen cards {n} beat it, "
                                       "and {m} beat {other}."), n=n, m=m, whole=whole)  # fmt: skip
    trumps = [card for card in seen.hand if card < VALKNUT and COLOUR_OF[card] == seen.trump]
    if wanted and trumps == [other] and tricks_left(seen) > 1:
        yield motive("last trump", N_("It keeps your last trump."))
    if not first and not other_first and best < VALKNUT and other < VALKNUT:
        if wanted and higher < 0:
            yield motive("saves", N_("Neither takes the trick, and it keeps {other}, the higher card."))
        if not wanted and higher > 0:
            yield motive("sheds", N_("You need no more tricks: neither takes this one, and it's the higher card."))
    if wanted and first and other_first and last and higher < 0:
        yield motive("cheapest", N_("Both take the trick, and it keeps {other}, the higher card."))
    if not wanted and best == VALKNUT and other_first:
        yield motive("destroys", N_("You need no more tricks, and nobody gets this one."))
    colours = [COLOUR_OF[card] for card in seen.hand]
    single = [card < VALKNUT and colours.count(COLOUR_OF[card]) == 1 for card in (best, other)]
    if wanted and trumps and COLOUR_OF[best] != seen.trump and single == [True, False]:
        yield motive("void", N_("It's your last card of its colour, and you hold a trump for the next time."))
