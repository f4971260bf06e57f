"""Why one card of Herald is better than another: what each takes, risks and keeps, counted from one seat's view."""

from __future__ import annotations

from collections.abc import Iterator

from herrlof.bots.motive import Motive, motive
from herrlof.game import Action
from herrlof.games.herald.cards import CHEST, FIGURE_OF, LAST_MAGE, POINTS_OF, THE_HERALD
from herrlof.games.herald.observation import Observation, unseen
from herrlof.games.herald.reading import outlook, players_after, threats
from herrlof.messages import N_, NN_


def motives(seen: Observation, best: Action, other: Action) -> Iterator[Motive]:
    more = POINTS_OF[best] - POINTS_OF[other]
    ahead, other_ahead = outlook(best, seen).leads, outlook(other, seen).leads
    if ahead and not other_ahead:
        if not players_after(seen):
            points = sum(POINTS_OF[card] for card in (*seen.trick, best))
            yield motive("takes", NN_("It takes the trick with {n} point; {other} doesn't.",
                                      "It takes the trick with {n} points; {other} doesn't."), n=points)  # fmt: skip
        else:
            yield motive("ahead", N_("It goes ahead in the trick; {other} doesn't."))
    elif ahead and not players_after(seen):
        if more > 0:
            yield motive("brings", NN_("It takes the trick, as {other} would, and brings {n} point more.",
                                       "It takes the trick, as {other} would, and brings {n} points more."),
                         n=more)  # fmt: skip
    elif not ahead and not other_ahead and more < 0:
        yield motive("gives less", NN_("Like {other} it doesn't take the trick, but it gives away {n} point fewer.",
                                       "Like {other} it doesn't take the trick, but it gives away {n} points fewer."),
                     n=-more)  # fmt: skip
    if ahead and other_ahead and players_after(seen):
        led = not seen.trick
        n, m = threats(best, seen, led).total(), threats(other, seen, led).total()
        whole = len(unseen(seen))
        if not n and m:
            yield motive("safe", NN_("No unseen card beats it; {n} beats {other}.",
                                     "No unseen card beats it; {n} beat {other}."), n=m)  # fmt: skip
        elif n < m:
            yield motive("safer", NN_("Of {whole} unseen cards {n} beats it, and {m} beat {other}.",
                                      "Of {whole} unseen cards {n} beat it, and {m} beat {other}."),
                         n=n, m=m, whole=whole, risk=True)  # fmt: skip
    if other == THE_HERALD:
        yield motive("keeps the Herald", N_("It keeps the Herald in hand."))
    if FIGURE_OF[other] == CHEST:
        yield motive("keeps the Chest", N_("It keeps the Chest in hand."))
    if other <= LAST_MAGE < best and THE_HERALD in unseen(seen):
        yield motive("keeps a Mage", N_("It keeps a Mage, and the Herald hasn't been seen yet."))
    if ahead and other_ahead and players_after(seen) and more < 0 and threats(other, seen, not seen.trick):
        yield motive("risks less", NN_("If it's beaten, it loses {n} point fewer than {other}.",
                                       "If it's beaten, it loses {n} points fewer than {other}."),
                     n=-more)  # fmt: skip
    if seen.hand.count(best) > 1 and seen.hand.count(other) == 1:
        yield motive("spare", N_("You hold two like it, and only one {other}."))
