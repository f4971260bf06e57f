"""One match played twice, with something exchanged: what a seat was told of it decides what that seat may know.

At a chance move two cards of a deal change places, another card is drawn, another seat deals first. At a secret
decision another choice is made. From there the same moves are made in both matches, as long as they are legal in both.
The truth about a seat is in its events alone, as it perceives them: no rule of the game and no `determinize` is asked.
Where they are the same in both matches, the seat must not see the two apart; where they differ, it must, until the
round ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, MutableSequence, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, NamedTuple, TypeVar

from herrlof.contract.variants import Variant
from herrlof.game import CHANCE, NOBODY, TERMINAL, Action, Event, Outcome, State

T = TypeVar("T")


class OneOther(Random):
    """A generator whose draws are those of its seed, but for one: that shuffle, choice or number is a little other."""

    def __init__(self, seed: int, place: int = -1, how: Random | None = None) -> None:
        """Let `how` change the draw numbered `place`; -1: none."""
        super().__init__(seed)
        self.draws = 0
        self._place = place
        self._how = how or Random(seed)

    def _is_other(self) -> bool:
        self.draws += 1
        return self.draws - 1 == self._place

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle; where it is other, two things have changed places."""
        super().shuffle(x)
        if self._is_other() and len(x) > 1:
            one, two = self._how.sample(range(len(x)), 2)
            x[one], x[two] = x[two], x[one]

    def choice(self, seq: Sequence[T]) -> T:  # type: ignore[override]
        """Choose; where it is other, another one."""
        place: int = self._randbelow(len(seq))  # type: ignore[attr-defined]
        if self._is_other() and len(seq) > 1:
            place = (place + self._how.randrange(1, len(seq))) % len(seq)
        return seq[place]

    def sample(self, population: Sequence[T], k: int, **more: Any) -> list[T]:
        """Take some; where it is other, two of the population have changed places."""
        if self._is_other() and len(population) > 1:
            population = list(population)
            one, two = self._how.sample(range(len(population)), 2)
            population[one], population[two] = population[two], population[one]
        return super().sample(population, k, **more)

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Draw a number; where it is other, another one."""
        found = super().randrange(start, stop, step)
        if not self._is_other():
            return found
        numbers = range(start) if stop is None else range(start, stop, step)
        return numbers[(numbers.index(found) + self._how.randrange(1, max(2, len(numbers)))) % len(numbers)]


def two_outcomes(state: State, seed: int, how: Random) -> tuple[Outcome, Outcome]:
    """Return what chance does with a seed, and something that differs in as little as can be; perhaps nothing does."""
    plain = OneOther(seed)
    outcome = state.sample_chance(plain)
    other = state.sample_chance(OneOther(seed, how.randrange(max(1, plain.draws)), how))
    return outcome, other if other != outcome else state.sample_chance(Random(how.random()))


class World:
    """A match, with what has been told in it."""

    def __init__(self, variant: Variant, state: State | None = None) -> None:
        """Begin a match."""
        self.variant = variant
        self.state = variant.new_state() if state is None else state
        self.events: list[Event] = []
        self.round = 0
        """Where in the events the round begins that is played."""
        self.open = True
        """Whether a round is being played, or the match is before the first one."""
        self._since_chance = 0

    def clone(self) -> World:
        """Return an independent copy."""
        new = World(self.variant, self.state.clone())
        new.events, new.round, new.open = self.events[:], self.round, self.open
        new._since_chance = self._since_chance
        return new

    def play(self, action: Action) -> None:
        """Play a legal action."""
        before = len(self.events)
        self.state.apply(action, self.events)
        self._look(before)

    def let(self, outcome: Outcome) -> None:
        """Let chance do something."""
        before = len(self.events)
        self.state.apply_chance(outcome, self.events)
        if outcome.kind in self.variant.game.measured:  # what was told since the chance before may be undone
            told = slice(self._since_chance, before)
            self.events[told] = [event.seen_by(NOBODY) for event in self.events[told]]
        self._since_chance = len(self.events)
        self._look(before)

    def _look(self, before: int) -> None:
        game = self.variant.game
        for place, event in enumerate(self.events[before:], before):
            if event.kind == game.round_start_event:
                self.round, self.open = place, True
            elif event.kind == game.round_end_event:
                self.open = False
        self.open = self.open and self.state.current_player() != TERMINAL

    def told(self, seat: int, since: int = 0) -> list[Event]:
        """Return the events as a seat perceives them."""
        return [event.seen_by(seat) for event in self.events[since:]]

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return what a seat may do; nothing where it does not move."""
        return self.state.legal_actions() if self.state.current_player() == seat else ()


class Told(NamedTuple):
    """What events amount to: what everybody sees of them in order, and all that is secret in them in any order."""

    shape: list[Event]
    secrets: Counter[int]


def told(events: Sequence[Event]) -> Told:
    """Return what a seat was told by events as it perceived them.

    In which order a seat was told its secrets may be forgotten: which card it was dealt and which it drew matters no
    more once it holds both.
    """
    secrets = Counter(value for event in events if event.visible_to is not None for value in event.values)
    return Told([event.seen_by(NOBODY) for event in events], secrets)


@dataclass
class Twins:
    """Two matches that were one up to a move."""

    one: World
    other: World
    fork: int
    """How many events there were before that move."""
    chooser: int
    """Whose secret choice was exchanged; NOBODY: chance's."""
    seed: int
    moves: list[str]
    """What was done in the first one."""
    exchanged: str = ""
    others: dict[int, str] = field(default_factory=dict)
    """Moves that were others in the second one, by their number."""
    followed: bool = False
    """Whether anything was played after what was exchanged."""

    @property
    def seats(self) -> Sequence[int]:
        """The seats, and an onlooker."""
        return (NOBODY, *range(self.one.variant.seats))

    @property
    def worlds(self) -> tuple[World, World]:
        """Both."""
        return self.one, self.other

    def alike(self, seat: int) -> bool:
        """Whether a seat was told the same in both."""
        return self.one.told(seat, self.fork) == self.other.told(seat, self.fork)

    def apart(self, seat: int) -> bool:
        """Whether a seat was told something in this round that it must know apart until the round ends.

        Its own secret choice it must know in any case. And what is told at once has one order: a hand is ascending.
        """
        if not (self.one.open and self.other.open):
            return False
        one, other = (world.told(seat, max(self.fork, world.round)) for world in self.worlds)
        own = seat == self.chooser and max(self.one.round, self.other.round) <= self.fork
        return one != other if own or not self.followed else told(one) != told(other)

    def __str__(self) -> str:
        """Tell how to come here: the variant, the seed, and the moves in notation."""
        lines = [f"{self.one.variant}, seed {self.seed}", self.exchanged]
        lines += [f"  {move}" for move in self.moves]
        lines += [f"  (in the second match, move {number} was {do})" for number, do in self.others.items()]
        return "\n".join(lines)


def twins(variant: Variant, seed: int, points: int, longest: int) -> Iterator[Twins]:
    """Yield two matches after each move that they were played on from where something was exchanged.

    `points` is the number of places where something is exchanged, up to `longest` moves in a match are looked at, and
    so many more are played from there. The same arguments give the same matches. What is yielded goes on to change.
    """
    if not variant.game.hidden:
        return
    rng = Random(f"{variant} {seed}")
    places = list(_places(variant, longest, rng))
    chances = [place for place in places if place[0].state.current_player() == CHANCE]
    choices = [place for place in places if place[0].state.current_player() >= 0]
    for number in range(points):
        here = chances if number % 2 == 0 or not choices else choices
        world, moves = here[number // 2] if number // 2 < min(3, len(here)) else rng.choice(here)
        pair = _fork(world, moves, seed, rng)
        if pair is not None:
            yield pair
            yield from _followed(pair, longest, rng)


def _places(variant: Variant, longest: int, rng: Random) -> Iterator[tuple[World, list[str]]]:
    """Yield the places of a random match where something can be exchanged, and the moves that lead there."""
    world, moves = World(variant), list[str]()
    while len(moves) < longest and world.state.current_player() != TERMINAL:
        mover = world.state.current_player()
        if mover == CHANCE or _is_secret(world):
            yield world.clone(), moves[:]
        _step(world, moves, rng)


def _step(world: World, moves: list[str], rng: Random) -> None:
    """Make one random move."""
    game, mover = world.variant.game, world.state.current_player()
    if mover == CHANCE:
        outcome = world.state.sample_chance(Random(rng.random()))
        moves.append(game.encode_chance(outcome))
        world.let(outcome)
    else:
        action = rng.choice(world.state.legal_actions())
        moves.append(f"{mover}: {game.encode(action)}")
        world.play(action)


def _is_secret(world: World) -> bool:
    """Whether a choice of the mover is hidden from anybody: of a public one the first action tells enough."""
    after = world.clone()
    after.play(world.state.legal_actions()[0])
    hidden = any(event.visible_to is not None for event in after.events[len(world.events) :])
    return hidden and any(_others(world))


def _others(world: World) -> Iterator[tuple[Action, Action]]:
    """Yield pairs of legal actions that an onlooker cannot tell apart when they are played."""
    seen: dict[tuple[Event, ...], Action] = {}
    for action in world.state.legal_actions():
        after = world.clone()
        after.play(action)
        looks = tuple(after.told(NOBODY, len(world.events)))
        if looks in seen:
            yield seen[looks], action
        seen.setdefault(looks, action)


def _fork(world: World, moves: Sequence[str], seed: int, rng: Random) -> Twins | None:
    """Return a match played on in two ways; None where nothing was exchanged."""
    game, mover = world.variant.game, world.state.current_player()
    pair = Twins(world.clone(), world.clone(), len(world.events), mover, seed, [*moves])
    if mover == CHANCE:
        outcomes = two_outcomes(world.state, rng.getrandbits(32), rng)
        if outcomes[0] == outcomes[1]:
            return None
        pair.chooser = NOBODY
        codes = [game.encode_chance(outcome) for outcome in outcomes]
        for twin, outcome in zip(pair.worlds, outcomes, strict=True):
            twin.let(outcome)
    else:
        actions = rng.choice(list(_others(world)))
        codes = [f"{mover}: {game.encode(action)}" for action in actions]
        for twin, action in zip(pair.worlds, actions, strict=True):
            twin.play(action)
    pair.moves.append(codes[0])
    pair.exchanged = f"move {len(moves)} exchanged: {codes[0]} or {codes[1]}"
    return pair


def _followed(pair: Twins, longest: int, rng: Random) -> Iterator[Twins]:
    """Play both matches on with the same moves, as long as there are such."""
    game = pair.one.variant.game
    for _ in range(longest):
        mover = pair.one.state.current_player()
        if mover != pair.other.state.current_player() or mover == TERMINAL:
            return
        if mover == CHANCE:
            if pair.one.state.chance_kind() != pair.other.state.chance_kind():
                return
            seed = rng.getrandbits(32)
            one, other = (world.state.sample_chance(Random(seed)) for world in pair.worlds)
            if one != other:
                pair.others[len(pair.moves)] = game.encode_chance(other)
            pair.moves.append(game.encode_chance(one))
            pair.one.let(one)
            pair.other.let(other)
        else:
            actions = _same_choice(pair, rng)
            if actions is None:
                return
            if actions[0] != actions[1]:
                pair.others[len(pair.moves)] = game.encode(actions[1])
            pair.moves.append(f"{mover}: {game.encode(actions[0])}")
            for world, action in zip(pair.worlds, actions, strict=True):
                world.play(action)
        pair.followed = True
        yield pair


def _same_choice(pair: Twins, rng: Random) -> tuple[Action, Action] | None:
    """Return what the mover does in each match: the same, or in secret what it can do in one of them alone."""
    one, other = ({*world.state.legal_actions()} for world in pair.worlds)
    if (both := sorted(one & other)) and (one == other or rng.random() < 0.5):
        return (action := rng.choice(both)), action
    if one - other and other - one:
        actions = rng.choice(sorted(one - other)), rng.choice(sorted(other - one))
        after = []
        for world, action in zip(pair.worlds, actions, strict=True):
            after.append(world.clone())
            after[-1].play(action)
        looks = [new.told(NOBODY, len(world.events)) for new, world in zip(after, pair.worlds, strict=True)]
        if looks[0] == looks[1]:
            return actions
    if not both:
        return None
    return (action := rng.choice(both)), action
