"""Worlds that agree with all that one seat knows, each as likely as the cards make it.

A seat knows what it sorted itself: the cards that it kept are in its own team, those that it gave away in the other.
All other cards are equally likely everywhere else. A card that shows up may be the copy that the observer sorted
into that team, or another copy that the other seat sorted: how likely each is follows from counting the deals that
lead there. What a seat's choices may tell about its cards is not asked here.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import comb, factorial, perm
from random import Random
from typing import Final, NamedTuple

from herrlof.game import CHANCE, NOBODY
from herrlof.games.how_ruck.actions import PAIRS, SEATS, TEAM_SIZE
from herrlof.games.how_ruck.cards import DECK, KINDS, Card
from herrlof.games.how_ruck.log import blind_entry, cards_out, entry
from herrlof.games.how_ruck.observation import Observation
from herrlof.games.how_ruck.state import HowRuckState

SORTING: Final = ("keep", "race")
"""The phases in which nobody knows yet which of the sorted pairs will count."""
OPEN: Final = ("deal", "over")
"""The phases in which nothing is hidden."""


class _Way(NamedTuple):
    """Of the cards of one kind that have shown up, how many are those that the observer sorted there."""

    own: tuple[int, int]
    """By team."""
    deals: int
    """In how many ways, as far as this kind is concerned."""


class Belief:
    """What can still be true for the observer; `sample` it as often as needed."""

    def __init__(self, seen: Observation) -> None:
        """Count the ways in which it can be true."""
        self._seen = seen
        self._template = _template(seen)
        unseen = Counter(DECK)
        unseen.subtract([*seen.kept, *seen.given, *seen.pair, *(card for lots in seen.lots for card in lots)])
        self._unseen = unseen
        if seen.phase in OPEN or seen.phase in SORTING:
            return
        known: list[Sequence[Card]] = [(), ()]
        shown = cards_out(seen.history)
        if seen.seat != NOBODY:
            known = [seen.kept, seen.given] if seen.seat == 0 else [seen.given, seen.kept]
            shown[seen.seat].extend(seen.hand)
        self._known = [Counter(cards) for cards in known]
        self._shown = [Counter(cards) for cards in shown]
        self._size = TEAM_SIZE if seen.teams == "dealt" else sum(_sorted_by(seen))
        self._kinds = [list(self._ways_of(card)) for card in range(KINDS)]
        self._count()

    def sample(self, rng: Random) -> HowRuckState:
        world = self._template.clone()
        if self._seen.phase in SORTING:
            self._lay_piles(world, rng)
        elif self._seen.phase not in OPEN:
            self._lay_teams(world, rng)
        return world

    def _ways_of(self, card: Card) -> Iterator[_Way]:
        first, second = (known[card] for known in self._known)
        shown, also_shown = (shown[card] for shown in self._shown)
        for own in range(min(first, shown) + 1):
            for also_own in range(min(second, also_shown) + 1):
                others = shown - own + also_shown - also_own
                if others <= self._unseen[card]:
                    ways = comb(shown, own) * perm(first, own) * comb(also_shown, also_own) * perm(second, also_own)
                    yield _Way((own, also_own), ways * perm(self._unseen[card], others))

    def _count(self) -> None:
        """Count the deals for each number of own cards among those shown, kind after kind."""
        tables: list[dict[tuple[int, int], int]] = [{(0, 0): 1}]
        self._open = [card for card in range(KINDS) if len(self._kinds[card]) > 1]
        fixed = [ways[0].own for ways in self._kinds if len(ways) == 1]
        base = sum(own for own, _ in fixed), sum(own for _, own in fixed)
        for card in self._open:
            table: dict[tuple[int, int], int] = {}
            for (first, second), deals in tables[-1].items():
                for own, ways in self._kinds[card]:
                    key = first + own[0], second + own[1]
                    table[key] = table.get(key, 0) + deals * ways
            tables.append(table)
        self._tables = tables
        self._ends = list(tables[-1])
        left = self._unseen.total()
        odds = []
        for end in self._ends:
            others = [shown.total() - base[team] - end[team] for team, shown in enumerate(self._shown)]
            hidden = [self._size - self._known[team].total() - others[team] for team in range(SEATS)]
            possible = min(hidden) >= 0 and sum(others) + sum(hidden) <= left
            ways = factorial(left - sum(others)) // (factorial(hidden[0]) * factorial(hidden[1])) if possible else 0
            odds.append(ways * tables[-1][end])
        self._odds = list(accumulate(odds))

    def _origins(self, rng: Random) -> list[tuple[int, int]]:
        """Return for each kind how many of the cards shown are the observer's own, as likely as the deals make it."""
        chosen = [ways[0].own for ways in self._kinds]
        first, second = self._ends[_drawn(self._odds, rng)]
        for card, table in zip(reversed(self._open), self._tables[-2::-1], strict=True):
            ways = self._kinds[card]
            odds = [deals * table.get((first - own[0], second - own[1]), 0) for own, deals in ways]
            own = chosen[card] = ways[_drawn(list(accumulate(odds)), rng)].own
            first, second = first - own[0], second - own[1]
        return chosen

    def _lay_teams(self, world: HowRuckState, rng: Random) -> None:
        """Lay all hidden cards where they may be, once each seat has sorted or was dealt its cards."""
        seen = self._seen
        hidden: tuple[list[Card], list[Card]] = [], []
        others: tuple[list[Card], list[Card]] = [], []
        rest: list[Card] = []
        for card, owns in enumerate(self._origins(rng)):
            left = self._unseen[card]
            for team, own in enumerate(owns):
                hidden[team].extend([card] * (self._known[team][card] - own))
                more = self._shown[team][card] - own
                others[team].extend([card] * more)
                left -= more
            rest += [card] * left
        rng.shuffle(rest)
        for team in range(SEATS):
            missing = self._size - self._known[team].total() - len(others[team])
            hidden[team].extend(rest[:missing])
            others[team].extend(rest[:missing])
            del rest[:missing]
            rng.shuffle(hidden[team])
            rng.shuffle(others[team])
        if seen.teams == "built":
            if seen.seat == NOBODY:
                first, second = _sorted_by(seen)
                world.kept = tuple(others[0][:first]), tuple(others[1][:second])
                world.given = tuple(others[1][second:]), tuple(others[0][first:])
            else:
                mine, theirs = tuple(others[seen.seat]), tuple(others[1 - seen.seat])
                world.kept = (seen.kept, theirs) if seen.seat == 0 else (theirs, seen.kept)
                world.given = (seen.given, mine) if seen.seat == 0 else (mine, seen.given)
        if seen.phase == "split":
            size = 2 * max(seen.pairs_left) - len(seen.pair)
            pile = (*seen.pair, *rest[:size])
            del rest[:size]
            world.piles = (pile, ()) if seen.pairs_left[0] else ((), pile)
        elif seen.phase != "stacks":
            hands = []
            piles = []
            for seat, cards in enumerate(hidden):
                size = 0 if seat == seen.seat else seen.hand_sizes[seat]
                hands.append(sorted(cards[:size]) if size else list(seen.hand) if seat == seen.seat else [])
                piles.append(tuple(cards[size:]))
            world.hands = hands
            world.piles = piles[0], piles[1]
        world.aside = (*[card for lots in seen.lots for card in lots], *rest)

    def _lay_piles(self, world: HowRuckState, rng: Random) -> None:
        """Lay the piles that are being sorted, and let the others have sorted anyhow."""
        seen = self._seen
        rest = list(self._unseen.elements())
        rng.shuffle(rest)
        piles, kept, given = [], [], []
        for seat, sorted_by in enumerate(_sorted_by(seen)):
            pile: list[Card] = []
            if seat == seen.seat:
                pile = [card for pair in zip(seen.kept, seen.given, strict=True) for card in pair]
                pile += seen.pair
            missing = TEAM_SIZE - len(pile)
            pile += rest[:missing]
            del rest[:missing]
            if seat == seen.seat:
                mine, theirs = seen.kept, seen.given
            else:
                places = [2 * n + rng.randrange(2) for n in range(sorted_by)]
                mine = tuple(pile[place] for place in places)
                theirs = tuple(pile[place ^ 1] for place in places)
            piles.append(tuple(pile))
            kept.append(mine)
            given.append(theirs)
        world.piles = piles[0], piles[1]
        world.kept = kept[0], kept[1]
        world.given = given[0], given[1]
        world.aside = tuple(rest)


def _drawn(odds: Sequence[int], rng: Random) -> int:
    """Return a place in a row of accumulated odds, as likely as they say."""
    return bisect_right(odds, rng.randrange(odds[-1])) if len(odds) > 1 else 0


def _sorted_by(seen: Observation) -> tuple[int, int]:
    """Return how many pairs each seat has sorted where teams are built, those that the other one left included."""
    if seen.phase in SORTING:
        return PAIRS - seen.pairs_left[0], PAIRS - seen.pairs_left[1]
    faster = 2 * PAIRS - seen.placed - max(seen.pairs_left)
    return (faster, seen.placed) if seen.leader == 0 else (seen.placed, faster)


def _template(seen: Observation) -> HowRuckState:
    """Return a state with all that every world has in common."""
    world = HowRuckState()
    world.take_shared(seen)
    world.lots = len(seen.lots)
    world.log = [blind_entry(what) if who == CHANCE else entry(who, what) for who, what in seen.history]
    world.path = list(seen.path)
    return world
