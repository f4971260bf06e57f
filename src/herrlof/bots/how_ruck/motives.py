"""Why one choice at How-Ruck! is better than another: the barrel, the sides' strength, and what stays in hand."""

from __future__ import annotations

from collections.abc import Iterator

from herrlof.bots.motive import Motive, motive
from herrlof.game import Action
from herrlof.games.how_ruck.actions import CARD_PLAYED, KEEP, PLAY
from herrlof.games.how_ruck.cards import FIRST_ACTION, HAS_TEXT, MONSTROUS, NESSIE, VALUE_OF
from herrlof.games.how_ruck.observation import Observation
from herrlof.games.how_ruck.reading import TUG, kept
from herrlof.games.how_ruck.tug import after, end_reached, fields_gained, half_of, shows_nessie, strengths
from herrlof.messages import N_, NN_


def motives(seen: Observation, best: Action, other: Action) -> Iterator[Motive]:
    if seen.phase in TUG:
        yield from _pulling(seen, best, other)
    elif seen.phase == "keep" and KEEP <= best < PLAY:
        n, m = VALUE_OF[kept(best, seen)], VALUE_OF[kept(other, seen)]
        if NESSIE in (kept(other, seen),) and MONSTROUS not in (*seen.kept, *seen.pair):
            yield motive("no Nessie", N_("Monstrous may be in the other team, and it would catch Nessie in yours."))
        if n > m:
            yield motive("stronger", N_("It pulls with {n}, and {other} with {m}."), n=n, m=m)
        if HAS_TEXT[kept(best, seen)] and not HAS_TEXT[kept(other, seen)]:
            yield motive("text", N_("It makes the sides pull as it's played, unlike {other}."))


def _pulling(seen: Observation, best: Action, other: Action) -> Iterator[Motive]:
    me = seen.seat
    one, two = (after(seen.rope, seen.barrel, me, action) for action in (best, other))
    if one.winner == me != two.winner:
        yield motive("wins", N_("It wins the round, unlike {other}."))
    if two.winner == 1 - me != one.winner:
        yield motive("loses", N_("It keeps the other side from winning the round at once, unlike {other}."))
    gained = [fields_gained(seen.barrel, found.barrel, me) for found in (one, two)]
    if gained[0] > gained[1]:
        n = gained[0] - gained[1]
        yield motive("barrel", NN_("It leaves the barrel {n} field nearer to you than {other}.",
                                   "It leaves the barrel {n} fields nearer to you than {other}."),
                     n=n)  # fmt: skip
    sides = [strengths(found.rope) for found in (one, two)]
    ends = [end_reached(found.barrel + side[1] - side[0]) for found, side in zip((one, two), sides, strict=True)]
    if ends[0] == me != ends[1]:
        yield motive("threat", N_("After it a Ruck! would win you the round, and wouldn't after {other}."))
    if ends[1] == 1 - me != ends[0]:
        yield motive("danger", N_("A Ruck! would lose you the round after {other}."))
    if MONSTROUS in seen.hand and shows_nessie(one.rope, 1 - me) and not shows_nessie(two.rope, 1 - me):
        yield motive("prey", N_("It leaves Nessie a top card on the other side, and you hold Monstrous."))
    gone = (*seen.discards, *seen.hand, *seen.kept)
    if MONSTROUS not in gone and shows_nessie(two.rope, me) and not shows_nessie(one.rope, me):
        yield motive(
            "Monstrous", N_("Monstrous may yet be played, and Nessie is a top card on your side after {other}.")
        )
    n, m = (side[me] - side[1 - me] for side in sides)
    if n > m:
        if n > 0:
            yield motive(
                "ahead", N_("After it your side is {n} stronger, and less so, or not at all, after {other}."), n=n
            )
        elif not n:
            yield motive("level", N_("After it the sides are level, and yours is {m} weaker after {other}."), m=-m)
        else:
            yield motive("behind less", N_("After it your side is {n} weaker, and {m} weaker after {other}."),
                         n=-n, m=-m)  # fmt: skip
    if not any(seen.pile_sizes) and half_of(one.barrel) == me != half_of(two.barrel):
        yield motive("half", N_("No cards are left to draw, and it brings the barrel into your half."))
    cards = CARD_PLAYED.get(best, -1), CARD_PLAYED.get(other, -1)
    if cards[1] == NESSIE != cards[0]:
        yield motive("keeps Nessie", N_("It keeps Nessie in hand."))
    if cards[1] >= FIRST_ACTION > cards[0] and sum(card >= FIRST_ACTION for card in seen.hand) == 1:
        yield motive("keeps an action", N_("It keeps your only action."))
