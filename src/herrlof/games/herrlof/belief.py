"""Worlds that agree with all that one seat knows, each as likely as the play so far makes it.

A place that holds a card unknown to the observer is a *slot*. The history of the round is walked
backwards from the present: a card played by another seat was in its hand before, a hidden discard
came from its hand, and one of the cards it held after drawing came from the deck. Where another seat
did not follow a colour, none of the slots then in its hand can hold that colour (R7); a card that came
later through a 3 or a 6 can, which is how a shown void is refilled. Where the past allows several
ways (which card was the drawn one?), each is a `_Past`, weighted by the number of deals that lead to it,
so that the worlds are uniform over deals and hidden choices.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import accumulate, islice
from random import Random
from typing import Final

from herrlof.game import NOBODY
from herrlof.games.herrlof.cards import COLOUR_OF, VALKNUT, Card, hand_of
from herrlof.games.herrlof.filling import Groups, count_ways, fill
from herrlof.games.herrlof.log import entry
from herrlof.games.herrlof.observation import Known, Observation, not_followed, unseen
from herrlof.games.herrlof.state import HerrlofState

MOST_PASTS: Final = 512
"""More different pasts than this are sampled instead of listed."""


@dataclass(eq=False, slots=True)
class _Slot:
    """A place for one card: where the card is now, what it must be, or what it cannot be."""

    place: int
    """The seat that holds it, or below: `_DECK`, `_UNDER` (discarded), `_GONE` (seen since)."""
    card: Card | None = None
    barred: int = 0
    """A bit for each colour that the card cannot have."""


_DECK, _UNDER, _GONE = -1, -2, -3

_Choose = Callable[[list[list[_Slot]]], list[_Slot]]
"""Picks one of several groups of interchangeable slots."""


class _Impossible(Exception):
    """This past contradicts something that was seen."""


@dataclass(slots=True)
class _Past:
    """One way in which the hidden cards may have moved, and where they are now."""

    hands: list[list[_Slot]]
    deck: list[_Slot]
    """The face-down deck from the bottom to the top."""
    log: list[tuple[int, str, int | None, _Slot | None]] = field(default_factory=list)
    """Log entries, last first: who, what, which as far as it is known, and the slot that holds the card else."""
    unknown: list[_Slot] = field(default_factory=list)
    unseen: tuple[Card, ...] = ()
    ways: int = 1


class Belief:
    """What can still be true for the observer; `sample` it as often as needed."""

    def __init__(self, seen: Observation, rng: Random, kind: type[HerrlofState] = HerrlofState) -> None:
        """Work out the possible pasts; `rng` is used only where there are very many. Worlds are of this kind."""
        self._seen = seen
        self._template = _template(kind, seen)
        self._voids = _shown_voids(seen)
        self._quiet = _quiet_until(seen, self._voids)
        self._unseen = unseen(seen)
        self._cards_matter = any(what == "blind" and which is not None for _, what, which in seen.history)
        pasts = list(islice(self._all_pasts(), MOST_PASTS + 1))
        if len(pasts) > MOST_PASTS:
            pasts = list(islice(self._random_pasts(rng), MOST_PASTS))
        self._pasts = pasts
        self._odds = list(accumulate(past.ways for past in pasts))

    def sample(self, rng: Random) -> HerrlofState:
        past = self._pasts[0]
        if len(self._pasts) > 1:
            past = self._pasts[bisect_right(self._odds, rng.randrange(self._odds[-1]))]
        cards = _deal_out(past, rng)
        return _world(self._template, self._seen, past, cards, rng)

    def _all_pasts(self) -> Iterator[_Past]:
        """Yield every past by counting through the choices that the walk asks for, last choice fastest."""
        path: list[int] = []
        while True:
            widths: list[int] = []
            weight = 1

            def choose(groups: list[list[_Slot]], widths: list[int] = widths) -> list[_Slot]:
                nonlocal weight
                if len(widths) == len(path):
                    path.append(0)
                group = groups[path[len(widths)]]
                widths.append(len(groups))
                weight *= len(group)
                return group

            try:
                past = self._walk_back(choose)
                past.ways *= weight
                if past.ways:
                    yield past
            except _Impossible:
                pass
            del path[len(widths) :]
            while path and path[-1] + 1 == widths[len(path) - 1]:
                path.pop()
            if not path:
                return
            path[-1] += 1

    def _random_pasts(self, rng: Random) -> Iterator[_Past]:
        def choose(groups: list[list[_Slot]]) -> list[_Slot]:
            return rng.choices(groups, [len(group) for group in groups])[0]

        while True:
            try:
                past = self._walk_back(choose)
            except _Impossible:
                continue
            if past.ways:
                yield past

    def _walk_back(self, choose: _Choose) -> _Past:
        seen = self._seen
        me = seen.seat
        hands = [
            [] if seat == me else [_Slot(seat) for _ in range(seen.hand_sizes[seat])] for seat in range(seen.seats)
        ]
        discards = [_Slot(_UNDER, card) for _, what, card in seen.history if what == "discard"]
        deck = discards[::-1] + [_Slot(_DECK) for _ in range(seen.deck_size - len(discards))]
        past = _Past([hand[:] for hand in hands], deck)
        every = [slot for hand in hands for slot in hand] + deck
        unseen = self._unseen[:]
        thieves = _thieves(seen.history)

        def leave(seat: int, card: Card | None, index: int) -> _Slot:
            """Take a slot out of another seat's hand: the one with this card, or any (None)."""
            hand = hands[seat]
            if card is None and index < self._quiet:
                return hand.pop()
            slot = choose(self._alike(hand, card, unseen))[0]
            hand.remove(slot)
            if slot.card is None and card is not None:
                slot.card = card
                unseen.remove(card)
            return slot

        def join(seat: int, card: Card) -> None:
            hands[seat].append(_Slot(_GONE, card))

        for index in range(len(seen.history) - 1, -1, -1):
            who, what, which = seen.history[index]
            slot: _Slot | None = None
            if what == "discard":
                slot = discards.pop()
                if who != me:
                    hands[who].append(slot)
            elif what == "play" and who != me:
                assert which is not None
                join(who, which)
                _bar(hands[who], self._voids.get(index, 0))
            elif what == "draw" and who != me:
                slot = leave(who, None, index)
            elif what in ("blind", "return"):
                thief, victim = thieves[index]
                giver, taker = (victim, thief) if what == "blind" else (thief, victim)
                if taker != me:
                    slot = leave(taker, which, index)
                if giver != me:
                    if slot is not None:
                        hands[giver].append(slot)
                    else:
                        assert which is not None
                        join(giver, which)
            past.log.append((who, what, which, slot))

        past.unknown = [slot for slot in every if slot.card is None]
        past.unseen = tuple(unseen)
        past.ways = count_ways(_groups(past.unknown), past.unseen)
        return past

    def _alike(self, hand: list[_Slot], card: Card | None, unseen: list[Card]) -> list[list[_Slot]]:
        """Return the slots that may hold `card` (None: any card), those that make no difference together."""
        groups: dict[tuple[int, int, int], list[_Slot]] = {}
        for slot in hand:
            if slot.card is not None:
                if card is None or slot.card == card:
                    sort = slot.card if self._cards_matter else COLOUR_OF[slot.card]
                    groups.setdefault((_GONE, 0, sort), []).append(slot)
            elif card is None or (card in unseen and not (card < VALKNUT and slot.barred >> COLOUR_OF[card] & 1)):
                groups.setdefault((slot.place, slot.barred, -2), []).append(slot)
        if not groups:
            raise _Impossible
        return list(groups.values())


def _thieves(history: tuple[Known, ...]) -> dict[int, tuple[int, int]]:
    """Map the places of blind draws and returns to (thief, victim)."""
    found: dict[int, tuple[int, int]] = {}
    thief: int = NOBODY
    victim: int = NOBODY
    for index, (who, what, which) in enumerate(history):
        if what == "steal":
            assert which is not None
            thief, victim = who, which
        elif what in ("blind", "return"):
            found[index] = thief, victim
    return found


def _shown_voids(seen: Observation) -> dict[int, int]:
    """Map the places of the others' plays in the history to a bit for the colour that they showed not to hold."""
    return {place: 1 << led for place, (led, _) in not_followed(seen).items() if seen.history[place][0] != seen.seat}


def _quiet_until(seen: Observation, voids: dict[int, int]) -> int:
    """Return the place in the history before which nothing tells hidden cards apart."""
    for index, (_, what, which) in enumerate(seen.history):
        if index in voids or (what in ("blind", "return") and which is not None):
            return index
    return len(seen.history)


def _bar(hand: list[_Slot], colours: int) -> None:
    """Note that none of these slots held one of the colours."""
    if not colours:
        return
    for slot in hand:
        if slot.card is None:
            slot.barred |= colours
        elif slot.card < VALKNUT and colours >> COLOUR_OF[slot.card] & 1:
            raise _Impossible


def _groups(slots: list[_Slot]) -> Groups:
    """Return (barred colours, number of slots) for the slots that bar the same, sorted."""
    sizes: dict[int, int] = {}
    for slot in slots:
        sizes[slot.barred] = sizes.get(slot.barred, 0) + 1
    return tuple(sorted(sizes.items()))


def _deal_out(past: _Past, rng: Random) -> dict[_Slot, Card]:
    """Lay the unseen cards into the unknown slots, every possible way equally likely."""
    dealt: dict[_Slot, Card] = {}
    groups = _groups(past.unknown)
    for (barred, _), cards in zip(groups, fill(groups, past.unseen, rng), strict=True):
        dealt.update(zip([slot for slot in past.unknown if slot.barred == barred], cards, strict=True))
    return dealt


def _template(kind: type[HerrlofState], seen: Observation) -> HerrlofState:
    """Return a state with all that every world has in common."""
    world = kind(seen.seats, seen.edition, seen.goal, 0, seen.hand_size, seen.cards)
    world.take_shared(seen)
    world.tricks_won = list(seen.tricks_won)
    world.trick = list(seen.trick)
    if seen.last_trick is not None:
        world.last = seen.last_trick[:3]
        world.robbed = seen.last_trick.robbed
    return world


def _world(
    template: HerrlofState, seen: Observation, past: _Past, dealt: dict[_Slot, Card], rng: Random
) -> HerrlofState:
    """Return the state in which the slots hold these cards."""

    def card_in(slot: _Slot) -> Card:
        return dealt[slot] if slot.card is None else slot.card

    world = template.clone()
    world.hands = [hand_of(map(card_in, hand)) for hand in past.hands]
    if seen.seat != NOBODY:
        world.hands[seen.seat] = hand_of(seen.hand)
    world.deck = [card_in(slot) for slot in past.deck]
    world.predictions = _predictions(seen, rng)
    card = -1
    for who, what, which, slot in reversed(past.log):
        if slot is not None:
            card = card_in(slot)
        elif which is not None:
            card = which
        else:
            card = world.predictions[who] if what == "predict" else 0
        world.log.append(entry(who, what, card))
    if seen.phase in ("discard", "return"):
        world.fresh = card
    return world


def _predictions(seen: Observation, rng: Random) -> list[int]:
    """Return predictions that may be: the known ones, any other for the rest."""
    if seen.phase in ("deal", "over") and seen.rounds:
        return list(seen.rounds[-1].predictions)
    return [
        -1
        if not made
        else seen.prediction
        if seat == seen.seat and seen.prediction is not None
        else rng.randint(0, seen.hand_size)
        for seat, made in enumerate(seen.predicted)
    ]
