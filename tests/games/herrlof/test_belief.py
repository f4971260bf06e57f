"""The world sampler: worlds are drawn as often as counting every deal and hidden choice says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random
from typing import Any

import pytest

from herrlof.game import CHANCE, NOBODY, TERMINAL, Outcome
from herrlof.games import GAMES
from herrlof.games.herrlof import belief
from herrlof.games.herrlof.actions import DISCARD, DRAW, DREW, RETURN, STEAL
from herrlof.games.herrlof.belief import Belief
from herrlof.games.herrlof.cards import CARD_CODES, COLOUR_OF, VALKNUT, cards_in, parse_card
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.state import HerrlofState
from herrlof.games.herrlof.tricks import colour_to_follow
from tests.tiers import later

GAME = GAMES["herrlof"]
World = tuple[tuple[int, ...], tuple[int, ...]]

CHI_SQUARE = {
    1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52, 6: 22.46, 7: 24.32, 8: 26.12, 9: 27.88, 10: 29.59, 11: 31.26,
    12: 32.91, 13: 34.53, 14: 36.12, 15: 37.70, 17: 40.79, 19: 43.82, 23: 49.73, 29: 58.30, 35: 66.62, 47: 82.72,
    59: 98.32, 71: 113.6, 95: 143.3, 119: 172.4,
}  # fmt: skip
"""The 99.9 % points of the chi-square distribution, by degrees of freedom."""


def limit(degrees: int) -> float:
    """Return the 99.9 % point, that of the next larger table entry at most."""
    if degrees in CHI_SQUARE:
        return CHI_SQUARE[degrees]
    z = 3.0902  # Wilson and Hilferty
    return float(degrees * (1 - 2 / (9 * degrees) + z * (2 / (9 * degrees)) ** 0.5) ** 3)


def hidden(state: HerrlofState) -> World:
    """Return what may differ between worlds: the hands, and the deck from the bottom."""
    return tuple(state.hands), tuple(state.deck)


class Counting:
    """Counts every deal and every hidden choice that leads to the same observation."""

    def __init__(
        self, start: HerrlofState, deal: tuple[int, ...], observer: int, moves: Sequence[str], seen: Observation
    ) -> None:
        """Only deals with the observer's own hand and the turned card in their places are worth counting."""
        self.start = start
        self.deal = deal
        self.observer = observer
        self.moves = moves
        self.seen = seen
        self.worlds: Counter[World] = Counter()

    def count(self) -> dict[World, float]:
        """Return how likely each world is."""
        total: dict[World, float] = {}
        size = self.start.hand_size
        turned = self.start.seats * size
        own = (self.observer - self.start.dealer - 1) % self.start.seats * size
        known = {turned, *range(own, own + size)} if self.observer != NOBODY else {turned}
        rest = [card for place, card in enumerate(self.deal) if place not in known]
        for order in set(permutations(rest)):
            cards = iter(order)
            deal = tuple(card if place in known else next(cards) for place, card in enumerate(self.deal))
            state = self.start.clone()
            state.apply_chance(Outcome("deal", deal))
            for world, chance in self._walk(state, 0, 1.0):
                total[world] = total.get(world, 0.0) + chance
        whole = sum(total.values())
        return {world: chance / whole for world, chance in total.items()}

    def _walk(self, state: HerrlofState, place: int, chance: float) -> Iterator[tuple[World, float]]:
        if place == len(self.moves):
            if state.observation(self.observer) == self.seen:
                yield hidden(state), chance
            return
        for step, share in self._steps(state, self.moves[place]):
            after = state.clone()
            if state.current_player() == CHANCE:
                after.apply_chance(Outcome("blind", (step,)))
            else:
                after.apply(step)
            yield from self._walk(after, place + 1, chance * share)

    def _steps(self, state: HerrlofState, move: str) -> list[tuple[int, float]]:
        """Return what may stand behind a move as the observer saw it: itself, or all that `?` can be."""
        if move == "blind ?":
            hand = cards_in(state.hands[state.robbed])
            return [(card, hand.count(card) / len(hand)) for card in set(hand)]
        if move.startswith("blind"):
            card = parse_card(move[6:])
            hand = cards_in(state.hands[state.robbed])
            return [(card, hand.count(card) / len(hand))] if card in hand else []
        if move in ("discard ?", "return ?"):
            first = DISCARD if move == "discard ?" else RETURN
            # each card is as likely as any other, two of a kind twice
            hand = cards_in(state.hands[state.current_player()])
            return [(first + card, hand.count(card) / len(hand)) for card in set(hand)]
        action = GAME.decode(move)
        return [(action, 1.0)] if action in state.legal_actions() else []


def compare(cards: str, seats: int, size: int, deal: str, moves: Sequence[str], observer: int, draws: int) -> None:
    """Play these moves from this deal, then compare sampled worlds with counted ones."""
    start = HerrlofState(seats, "english", 50, seats - 1, size, tuple(sorted(map(parse_card, cards.split()))))
    state = start.clone()
    dealt = tuple(map(parse_card, deal.split()))
    state.apply_chance(Outcome("deal", dealt))
    lines = [f"predict {0}"] * seats + list(moves)
    as_seen = []
    for move in lines:
        true, _, hide = move.partition(" | ")
        if state.current_player() == CHANCE:
            state.apply_chance(GAME.decode_chance(true))
        else:
            assert GAME.decode(true) in state.legal_actions(), (true, state.phase)
            state.apply(GAME.decode(true))
        as_seen.append(f"{true.split()[0]} ?" if hide == "hidden" else true)
    seen = state.observation(observer)
    expected = Counting(start, dealt, observer, as_seen, seen).count()
    assert hidden(state) in expected
    assert len(expected) > 1
    worlds = Belief(seen, Random(1))
    rng = Random(2)
    found: Counter[Any] = Counter()
    for _ in range(draws):
        world = worlds.sample(rng)
        assert world.observation(observer) == seen
        found[hidden(world)] += 1
    assert set(found) <= set(expected)
    rare = [world for world, chance in expected.items() if chance * draws < 5]
    cells = [([world], chance) for world, chance in expected.items() if chance * draws >= 5]
    if rare:
        cells.append((rare, sum(expected[world] for world in rare)))
    chi = sum(
        (sum(found[world] for world in worlds_) - chance * draws) ** 2 / (chance * draws) for worlds_, chance in cells
    )
    assert chi < limit(len(cells) - 1), (chi, len(cells))


CASES = {
    "plain": ("B1 B2 G4 G5 R7 Y8", 2, 2, "B1 G4 B2 G5 R7 Y8", [], 0),
    "an onlooker": ("B1 B2 G4 G5 R7", 2, 2, "B1 G4 B2 G5 R7", ["play B1", "play B2"], NOBODY),
    "a shown void": (
        "B1 B2 B4 G5 R7 R8 Y2", 2, 2, "B4 G5 R7 R8 Y2 B1 B2",
        ["play B4", "play R8"], 0,
    ),
    "a void and a 3 that may refill it": (
        "B2 B4 B5 G5 R3 R8 V", 2, 2, "B4 G5 R3 R8 V B2 B5",
        ["play B4", "play R3", "draw", "discard R8 | hidden"], 0,
    ),
    "a 3 after the void, from a larger hand": (
        "B2 B4 B5 G5 G7 R3 R8 V Y1", 2, 3, "B4 B5 G5 R3 R8 G7 V B2 Y1",
        ["play B4", "play R3", "draw", "discard G7 | hidden"], 0,
    ),
    "a 3 whose card cannot be the one played": (
        "B2 B4 B5 B7 G5 G7 R3 R8 V", 2, 3, "B4 B7 G5 R3 R8 G7 V B2 B5",
        ["play B4", "play R3", "draw", "discard R8 | hidden", "play G5", "play G7"], 0,
    ),
    "a 3 whose card must be the one played": (
        "B2 B4 B5 B7 G5 G7 R3 R8 V", 2, 3, "B4 B7 G5 R3 R8 G7 V B2 B5",
        ["play B4", "play R3", "draw", "discard R8 | hidden", "play B7", "play B2"], 0,
    ),
    "a 3 before the void": (
        "B2 B4 B5 G3 G5 R8 Y7 Y9", 2, 3, "B4 G5 B5 G3 R8 B2 Y7 Y9",
        ["play G5", "play G3", "draw", "discard B2 | hidden"], 0,
    ),
    "a known card after a 6": (
        "B6 B4 G5 G7 R8 H Y2 Y7", 2, 3, "B6 G5 B4 H R8 G7 Y2 Y7",
        ["play B6", "play H", "steal 1", "blind R8", "return G5"], 0,
    ),
    "a 6 from the other side": (
        "B6 B4 G5 G7 R8 H Y2 Y7", 2, 3, "B6 G5 B4 H R8 G7 Y2 Y7",
        ["play B6", "play H", "steal 1", "blind R8", "return G5"], 1,
    ),
    "a known card may be the one that goes under the deck": (
        "B6 B4 G3 G7 R8 H Y2 Y7", 2, 3, "B6 R8 B4 H G3 G7 Y2 Y7",
        ["play B6", "play H", "steal 1", "blind G7", "return G7", "play G3", "draw", "discard G7 | hidden"], 0,
    ),
    "a steal between the two others": (
        "B6 B4 G5 G7 H R8 Y2", 3, 2, "B6 G5 H R8 B4 G7 Y2",
        ["play B6", "play H", "play B4", "steal 1", "blind R8 | hidden", "return G5 | hidden"], 2,
    ),
    "a steal between two, one of them void": (
        "B6 B4 B5 G7 R9 R8 Y2", 3, 2, "B6 G7 R9 R8 B4 B5 Y2",
        ["play B6", "play R9", "play B4", "steal 1", "blind R8 | hidden", "return R8 | hidden"], 2,
    ),
    "two alike": ("B1 V V H H G4", 2, 2, "V H V H B1 G4", ["play V"], 1),
}  # fmt: skip
FIRST_CASES = (
    "an onlooker",
    "a known card may be the one that goes under the deck",
    "two alike",
)


@pytest.mark.parametrize("name", later(CASES, now=FIRST_CASES))
def test_worlds_are_as_frequent_as_counting_says(name: str) -> None:
    cards, seats, size, deal, moves, observer = CASES[name]
    compare(cards, seats, size, deal, moves, observer, draws=6000)


@pytest.mark.parametrize(
    "name",
    [
        "a void and a 3 that may refill it",
        "a 3 whose card cannot be the one played",
        "a 3 whose card must be the one played",
        "a steal between two, one of them void",
    ],
)
def test_pasts_that_are_too_many_to_list_are_drawn_as_often(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With room for only a few, random pasts are kept instead; none of them is impossible."""
    monkeypatch.setattr(belief, "MOST_PASTS", 1)
    cards, seats, size, deal, moves, observer = CASES[name]
    start = HerrlofState(seats, "english", 50, seats - 1, size, tuple(sorted(map(parse_card, cards.split()))))
    start.apply_chance(GAME.decode_chance(f"deal {deal}"))
    for move in ["predict 0"] * seats + [move.partition(" | ")[0] for move in moves]:
        if start.current_player() == CHANCE:
            start.apply_chance(GAME.decode_chance(move))
        else:
            start.apply(GAME.decode(move))
    seen = start.observation(observer)
    found = {hidden(world) for seed in range(60) for world in [world_of(seen, Random(seed))]}
    assert len(found) > 1
    for seed in range(60):
        assert GAME.determinize(seen, Random(seed)).observation(observer) == seen


def test_random_pasts_are_never_impossible_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions of a whole round with many powers used, each with room for four pasts."""
    monkeypatch.setattr(belief, "MOST_PASTS", 4)
    rng = Random(12)
    state = HerrlofState(3, first_dealer=0)
    state.apply_chance(state.sample_chance(rng))
    positions = 0
    while state.phase not in ("deal", "over"):
        if state.current_player() == CHANCE:
            state.apply_chance(state.sample_chance(rng))
        else:
            legal = state.legal_actions()
            using = [action for action in legal if action == DRAW or action >= STEAL]
            state.apply(rng.choice(using or legal))
        for seat in range(3):
            seen = state.observation(seat)
            assert GAME.determinize(seen, rng).observation(seat) == seen
            positions += 1
    assert positions > 100


def world_of(seen: Observation, rng: Random) -> HerrlofState:
    """Return a world that the observer may imagine."""
    world = GAME.determinize(seen, rng)
    assert isinstance(world, HerrlofState)
    return world


def shown_voids(seen: Observation) -> dict[int, set[int]]:
    """Return the colours each other seat has shown to be out of, and cannot have got since."""
    voids: dict[int, set[int]] = {seat: set() for seat in range(seen.seats)}
    trick: list[int] = []
    thief = victim = NOBODY
    for who, what, which in seen.history:
        if what == "play":
            assert which is not None
            follow = colour_to_follow(trick)
            if which < VALKNUT and follow >= 0 and COLOUR_OF[which] != follow:
                voids[who].add(follow)
            trick.append(which)
            if len(trick) == seen.seats:
                trick.clear()
        elif what == "draw":
            voids[who].clear()
        elif what == "steal":
            assert which is not None
            thief, victim = who, which
        elif what in ("blind", "return"):
            voids[thief if what == "blind" else victim].clear()
    return voids


@pytest.mark.parametrize("seats", [2, 3])
def test_a_world_respects_all_that_was_seen(seats: int) -> None:
    """Sizes, own discards under the deck, shown voids, and known cards, over whole matches."""
    rng = Random(seats)
    checked_voids = checked_discards = 0
    state = HerrlofState(seats, "english", 200, first_dealer=0)
    step = 0
    while state.current_player() != TERMINAL:
        step += 1
        if state.current_player() == CHANCE:
            state.apply_chance(state.sample_chance(rng))
        else:
            legal = state.legal_actions()
            quiet = [action for action in legal if action != DRAW]
            state.apply(rng.choice(quiet if rng.random() < 0.7 else legal))
        if step % 3 or state.phase in ("deal", "over"):
            continue
        for seat in range(seats):
            seen = state.observation(seat)
            world = world_of(seen, rng)
            assert tuple(len(cards_in(hand)) for hand in world.hands) == seen.hand_sizes
            assert len(world.deck) == seen.deck_size
            assert cards_in(world.hands[seat]) == seen.hand
            everything = [card for hand in world.hands for card in cards_in(hand)] + world.deck + list(seen.turned)
            everything += [which for _, what, which in seen.history if what == "play" and which is not None]
            assert sorted(everything) == sorted(seen.cards)
            under = [(who, which) for who, what, which in seen.history if what == "discard"]
            for place, (who, which) in enumerate(reversed(under)):
                if who == seat:
                    assert world.deck[place] == which
                    checked_discards += 1
            for other, colours in shown_voids(seen).items():
                if other != seat:
                    assert not any(COLOUR_OF[card] in colours for card in cards_in(world.hands[other]))
                    checked_voids += len(colours)
    assert checked_voids > 20
    assert checked_discards > 20


@pytest.mark.parametrize("seats", later([2, 3], now=[2]))
def test_a_card_seen_through_a_6_is_where_it_went(seats: int) -> None:
    """What a seat gave back or lost is in the other's hand until that card is played, given away or discarded."""
    rng = Random(40 + seats)
    checked = 0
    for _ in range(25):
        state = HerrlofState(seats, first_dealer=0)
        state.apply_chance(state.sample_chance(rng))
        while state.phase not in ("deal", "over"):
            if state.current_player() == CHANCE:
                state.apply_chance(state.sample_chance(rng))
            else:
                legal = state.legal_actions()
                state.apply(rng.choice([action for action in legal if action >= STEAL] or legal))
            if not state.log or not RETURN <= state.log[-1] & 255 < DREW - 38:
                continue
            thief, victim = state.log[-1] >> 8, state.robbed
            card = (state.log[-1] & 255) - RETURN
            for seed in range(3):
                world = world_of(state.observation(thief), Random(seed))
                assert card in cards_in(world.hands[victim]), CARD_CODES[card]
                checked += 1
    assert checked > 10


def test_before_the_first_deal_there_is_nothing_to_guess() -> None:
    state = HerrlofState(3)
    world = GAME.determinize(state.observation(1), Random(1))
    assert world.summary() == state.summary()


def test_the_same_seed_gives_the_same_world() -> None:
    rng = Random(9)
    state = HerrlofState(2, first_dealer=0)
    for _ in range(20):
        if state.current_player() == CHANCE:
            state.apply_chance(state.sample_chance(rng))
        else:
            state.apply(rng.choice(state.legal_actions()))
    seen = state.observation(0)
    assert GAME.determinize(seen, Random(3)).summary() == GAME.determinize(seen, Random(3)).summary()
    assert len({GAME.determinize(seen, Random(seed)).summary() for seed in range(5)}) == 5
