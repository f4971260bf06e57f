"""One match played twice, with something exchanged: what a seat was told of it decides what that seat may know.

At a chance move two cards of a deal change places, another card is drawn, another seat deals first. At a secret
decision another choice is made. From there the same moves are made in both matches, as long as they are legal in both.
The truth about a seat is in its events alone, as it perceives them: no rule of the game and no `determinize` is asked.
Where they are the same in both matches, the seat must not see the two apart; where they differ, it must, until the
round ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, MutableSequence, Sequence
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from herrlof.contract.variants import Variant
from herrlof.game import CHANCE, NOBODY, TERMINAL, Action, Event, Outcome, State, raced

if TYPE_CHECKING:
    from _typeshed import SupportsLenAndGetItem

T = TypeVar("T")


class Change(NamedTuple):
    """A change of what a generator draws."""

    draw: int
    """Which of its draws, from 0."""
    this: int
    that: int
    """What changes places in a shuffle, or how far away the other choice or number is; any two numbers."""


class ChangedRandom(Random):
    """A generator whose draws are those of its seed, but for some changes.

    A game makes of them what it makes of any: an outcome that chance could have had, and close to the one without.
    """

    def __init__(self, seed: int, changes: Sequence[Change] = ()) -> None:
        """Draw as from this seed, with these changes."""
        super().__init__(seed)
        self.draws = 0
        self._changes = changes

    def _now(self) -> list[Change]:
        self.draws += 1
        return [change for change in self._changes if change.draw == self.draws - 1]

    def shuffle(self, x: MutableSequence[Any]) -> None:
        """Shuffle; each change lets two things change places."""
        super().shuffle(x)
        self._exchange(x)

    def sample(self, population: Sequence[T], k: int, **more: Any) -> list[T]:
        """Take some; each change lets two of the population change places."""
        population = list(population)
        self._exchange(population)
        return super().sample(population, k, **more)

    def choice(self, seq: SupportsLenAndGetItem[T]) -> T:
        """Choose; each change goes on to another one."""
        place = super().choice(range(len(seq)))
        return seq[self._other(place, len(seq))]

    def randrange(self, start: int, stop: int | None = None, step: int = 1) -> int:
        """Draw a number; each change goes on to another one."""
        found = super().randrange(start, stop, step)
        numbers = range(start) if stop is None else range(start, stop, step)
        return numbers[self._other(numbers.index(found), len(numbers))]

    def _exchange(self, x: MutableSequence[Any]) -> None:
        for _, this, that in self._now():
            if x:
                one, two = this % len(x), that % len(x)
                x[one], x[two] = x[two], x[one]

    def _other(self, place: int, size: int) -> int:
        for _, this, _ in self._now():
            place = (place + 1 + this % max(1, size - 1)) % size
        return place


def any_change(draws: int, rng: Random) -> Change:
    """Return a change of one of so many draws; the cards of a hand often lie close together."""
    this = rng.randrange(1 << 16)
    return Change(rng.randrange(max(1, draws)), this, this + rng.choice((rng.randrange(1, 9), rng.randrange(1 << 16))))


class TracedMatch:
    """A match, with what has been told in it."""

    def __init__(self, variant: Variant, state: State | None = None) -> None:
        self.variant = variant
        self.state = variant.new_state() if state is None else state
        self.events: list[Event] = []
        self.done: list[tuple[int, Action | Outcome]] = []
        """Who moved, and what: a seat its action, chance an outcome."""
        self.round = 0
        """Where in the events the round begins that is played."""
        self.open = True
        """Whether a round is being played, or the match is before the first one."""
        self._since_chance = 0

    def clone(self) -> TracedMatch:
        new = TracedMatch(self.variant, self.state.clone())
        new.events, new.done, new.round, new.open = self.events[:], self.done[:], self.round, self.open
        new._since_chance = self._since_chance
        return new

    def play(self, action: Action) -> None:
        before = len(self.events)
        self.done.append((self.state.current_player(), action))
        self.state.apply(action, self.events)
        self._look(before)

    def let(self, outcome: Outcome) -> None:
        before = len(self.events)
        self.done.append((CHANCE, outcome))
        self.state.apply_chance(outcome, self.events)
        if outcome.kind in raced(self.variant.game).measured:  # what was told since the chance before may be undone
            told = slice(self._since_chance, before)
            self.events[told] = [event.seen_by(NOBODY) for event in self.events[told]]
        self._since_chance = len(self.events)
        self._look(before)

    def chance(self, seed: int) -> Outcome:
        """Let chance do what it does with a seed, and return it."""
        outcome = self.state.sample_chance(Random(seed))
        self.let(outcome)
        return outcome

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

    def moves(self) -> list[str]:
        """Return what was done, in notation."""
        game = self.variant.game
        return [
            game.encode_chance(what) if isinstance(what, Outcome) else f"{by}: {game.encode(what)}"
            for by, what in self.done
        ]

    def legal(self, seat: int) -> tuple[Action, ...]:
        """Return what a seat may do; nothing where it does not move."""
        return self.state.legal_actions() if self.state.current_player() == seat else ()


class Knowledge(NamedTuple):
    """What events amount to for a seat."""

    order: list[Event]
    """All events, without what may come in any order."""
    secrets: Counter[int]
    """What was told by those."""


def told(events: Sequence[Event], unordered: Collection[str]) -> Knowledge:
    """Return what a seat was told by events as it perceived them."""
    secrets = Counter(value for event in events if event.kind in unordered for value in event.values)
    return Knowledge([event.seen_by(NOBODY) if event.kind in unordered else event for event in events], secrets)


@dataclass
class Twins:
    """Two matches that were one up to a move."""

    one: TracedMatch
    other: TracedMatch
    fork: int
    """How many events there were before that move."""
    seed: int
    followed: bool = False
    """Whether anything was played after what was exchanged."""

    @property
    def seats(self) -> Sequence[int]:
        """The seats, and an onlooker."""
        return (NOBODY, *range(self.one.variant.seats))

    @property
    def worlds(self) -> tuple[TracedMatch, TracedMatch]:
        return self.one, self.other

    def alike(self, seat: int) -> bool:
        """Whether a seat was told the same in both."""
        return self.one.told(seat, self.fork) == self.other.told(seat, self.fork)

    def apart(self, seat: int) -> bool:
        """Whether a seat was told something in this round that it must know apart until the round ends.

        What is told at once has one order: a hand is ascending.
        """
        if not (self.one.open and self.other.open):
            return False
        one, other = (world.told(seat, max(self.fork, world.round)) for world in self.worlds)
        unordered = self.one.variant.game.unordered if self.followed else ()
        return told(one, unordered) != told(other, unordered)

    def __str__(self) -> str:
        """Tell how to come here: the variant, the seed, and the moves in notation."""
        one, other = (world.moves() for world in self.worlds)
        differ = [number for number, (this, that) in enumerate(zip(one, other, strict=True)) if this != that]
        first, *more = [f"move {number} exchanged: {one[number]} or {other[number]}" for number in differ] or [""]
        return "\n".join([f"{self.one.variant}, seed {self.seed}", first, *map("  {}".format, one), *more])


class MadeMove(NamedTuple):
    """A move, to be made again."""

    by: int
    what: Action
    """A seat's action, or the seed of what chance did."""
    legal: tuple[Action, ...]
    """What the seat could do."""


class Position(NamedTuple):
    """A position of a match, and how it was come to."""

    world: TracedMatch
    steps: tuple[MadeMove, ...]


class Sample(NamedTuple):
    """How much is compared."""

    exchanges: int
    """So often something is exchanged and both matches are played on; looked at after every so many moves."""
    every: int
    mixes: int
    """So many positions are compared with one in which chance did all else that some seat was not told."""
    secrets: int = 0
    """So many positions are compared with others in which all saw the same, and some seat was told another secret."""
    glimpses: int = 0
    """So often something is exchanged at each of the first two moves of chance, and nothing is played on."""
    longest: int = 50
    """So many moves are played at most, up to what is exchanged and from there."""


def twins(variant: Variant, seed: int, sample: Sample) -> Iterator[Twins]:
    """Yield two matches wherever they are to be compared; what is yielded goes on to change.

    The same arguments give the same matches. A game in which nothing is secret has none.
    """
    if not variant.game.hidden:
        return
    rng = Random(f"{variant} {seed}")
    found = list(places(variant, sample.longest, rng))
    kinds: dict[str, list[Position]] = {}
    for place in found[:-1]:
        kinds.setdefault(_kind(place.world), []).append(place)
    kinds.pop("", None)
    chances = [place for place in found[:-1] if place.world.state.current_player() == CHANCE]
    for place in chances[:2]:
        for _ in range(sample.glimpses):
            if (pair := _exchanged(place, seed, rng)) is not None:
                yield pair
    for number in range(sample.exchanges if kinds else 0):
        pair = _exchanged(rng.choice(kinds[sorted(kinds)[(seed + number) % len(kinds)]]), seed, rng)
        if pair is not None:
            yield pair
            yield from _followed(pair, sample, rng)
    later = [place for place in found if chances and len(place.steps) > len(chances[0].steps)]
    asked: dict[str, list[Position]] = {}
    for place in later:
        asked.setdefault(_asked(place.world), []).append(place)
    seats = range(NOBODY, variant.seats)
    for number in range(sample.mixes + sample.secrets if later else 0):
        turn, kind = divmod(seed + number // 2, len(asked))
        place = rng.choice(asked[sorted(asked)[kind]] if number % 2 else later)  # what is asked seldom comes as often
        earlier = [chance for chance in chances if len(chance.steps) < len(place.steps)]
        begun = _began(earlier, place)
        before = rng.choice([begun, begun, rng.choice(earlier)])
        if number < sample.mixes:
            yield mixed(before, place, seats[(turn + kind) % len(seats)], seed, rng)
        else:
            yield from _secretly(before, place, seed, rng)


def places(variant: Variant, longest: int, rng: Random) -> Iterator[Position]:
    """Yield the positions of a random match."""
    world, steps = TracedMatch(variant), list[MadeMove]()
    yield Position(world.clone(), ())
    while len(steps) < longest and (mover := world.state.current_player()) != TERMINAL:
        if mover == CHANCE:
            steps.append(MadeMove(mover, rng.getrandbits(32), ()))
            world.chance(steps[-1].what)
        else:
            legal = world.state.legal_actions()
            steps.append(MadeMove(mover, rng.choice(legal), legal))
            world.play(steps[-1].what)
        yield Position(world.clone(), tuple(steps))


def _kind(world: TracedMatch) -> str:
    """Return what comes next: a kind of chance, or of a secret choice, after the first event of it."""
    mover = world.state.current_player()
    if mover == CHANCE:
        return world.state.chance_kind()
    return _secret_kind(world) if mover >= 0 else ""


def _asked(world: TracedMatch) -> str:
    """Return what is decided next: how the text of a choice or of chance begins; nothing at the end."""
    game, mover = world.variant.game, world.state.current_player()
    if mover < 0:
        return world.state.chance_kind() if mover == CHANCE else ""
    return game.encode(world.state.legal_actions()[0]).partition(" ")[0]


def _secret_kind(world: TracedMatch) -> str:
    """Return the kind of what is told of a choice of the mover, if it is hidden from anybody.

    Of a public choice the first action tells enough.
    """
    after = world.clone()
    after.play(world.state.legal_actions()[0])
    hidden = [event.kind for event in after.events[len(world.events) :] if event.visible_to is not None]
    return f"{hidden[0]} by a seat" if hidden and any(_others(world)) else ""


def _others(world: TracedMatch) -> Iterator[tuple[Action, Action]]:
    """Yield pairs of legal actions that an onlooker cannot tell apart when they are played."""
    seen: dict[tuple[Event, ...], Action] = {}
    for action in world.state.legal_actions():
        after = world.clone()
        after.play(action)
        looks = tuple(after.told(NOBODY, len(world.events)))
        if looks in seen:
            yield seen[looks], action
        seen.setdefault(looks, action)


def _exchanged(place: Position, seed: int, rng: Random) -> Twins | None:
    """Return a match played on in two ways; None where nothing was exchanged."""
    world, mover = place.world, place.world.state.current_player()
    pair = Twins(world.clone(), world.clone(), len(world.events), seed)
    if mover == CHANCE:
        draws = rng.getrandbits(32)
        source = ChangedRandom(draws)
        outcome = world.state.sample_chance(source)
        other = world.state.sample_chance(ChangedRandom(draws, [any_change(source.draws, rng)]))
        if other == outcome:  # or the game draws in another way, and then nothing is close to it
            other = world.state.sample_chance(Random(rng.random()))
        pair.one.let(outcome)
        pair.other.let(other)
        return None if other == outcome else pair
    for twin, action in zip(pair.worlds, rng.choice(list(_others(world))), strict=True):
        twin.play(action)
    return pair


MIXES = 40
"""How many changes of a chance move are tried for a seat that must not be told of any."""


def mixed(chance: Position, place: Position, seat: int, seed: int, rng: Random, tries: int = MIXES) -> Twins:
    """Return a position beside one in which chance did all else otherwise, but what led to what this seat was told."""
    step, *steps = place.steps[len(chance.steps) :]
    source, changes, fork = ChangedRandom(step.what), list[Change](), len(chance.world.events)
    outcome = chance.world.state.sample_chance(source)
    found, wanted = place.world, place.world.told(seat, fork)
    for _ in range(tries):
        tried = [*changes, any_change(source.draws, rng)]
        other = chance.world.state.sample_chance(ChangedRandom(step.what, tried))
        world = None if other == outcome else _again(chance.world, other, steps)
        if world is not None and world.told(seat, fork) == wanted:
            changes, found, outcome = tried, world, other
    return Twins(place.world.clone(), found.clone(), fork, seed, followed=True)


def elsewhere(found: Sequence[Position], place: Position, seat: int, rng: Random, tries: int = MIXES) -> Twins:
    """Return one of the positions that were found, and the same with other cards that this seat was not told.

    What has another outcome is the chance with which the round began.
    """
    before = [p for p in found[: len(place.steps)] if p.world.state.current_player() == CHANCE]
    return mixed(_began(before, place), place, seat, 0, rng, tries)


def _began(chances: Sequence[Position], place: Position) -> Position:
    """Return the chance with which the round of a place began, of those before it."""
    return ([chance for chance in chances if len(chance.world.events) <= place.world.round] or chances)[-1]


def _secretly(chance: Position, place: Position, seed: int, rng: Random) -> Iterator[Twins]:
    """Yield a position beside others that look the same to an onlooker, though somebody was told another secret."""
    step, *steps = place.steps[len(chance.steps) :]
    source, fork = ChangedRandom(step.what), len(chance.world.events)
    outcome, wanted = chance.world.state.sample_chance(source), place.world.told(NOBODY, fork)
    for _ in range(MIXES):
        other = chance.world.state.sample_chance(ChangedRandom(step.what, [any_change(source.draws, rng)]))
        world = None if other == outcome else _again(chance.world, other, steps, rng)
        if world is not None and world.told(NOBODY, fork) == wanted:
            yield Twins(place.world.clone(), world, fork, seed, followed=True)


def _again(
    start: TracedMatch, outcome: Outcome, steps: Sequence[MadeMove], rng: Random | None = None
) -> TracedMatch | None:
    """Return a match after another outcome and the same moves; None where they cannot be made.

    With a generator a choice that cannot be made again is replaced, by one that could not be made before if there is.
    """
    world = start.clone()
    world.let(outcome)
    for by, what, before in steps:
        if world.state.current_player() != by:
            return None
        if by == CHANCE:
            world.chance(what)
            continue
        legal = world.state.legal_actions()
        if what not in legal:
            if rng is None or not _secret_kind(world):
                return None
            what = rng.choice([action for action in legal if action not in before] or list(legal))
        world.play(what)
    return world


def _followed(pair: Twins, sample: Sample, rng: Random) -> Iterator[Twins]:
    """Play both matches on with the same moves, as long as there are such."""
    for number in range(1, sample.longest):
        mover = pair.one.state.current_player()
        if mover != pair.other.state.current_player() or mover == TERMINAL:
            return
        if mover == CHANCE:
            if pair.one.state.chance_kind() != pair.other.state.chance_kind():
                return
            seed = rng.getrandbits(32)
            pair.one.chance(seed)
            pair.other.chance(seed)
        else:
            actions = _same_choice(pair, rng)
            if actions is None:
                return
            for world, action in zip(pair.worlds, actions, strict=True):
                world.play(action)
        pair.followed = True
        if number % sample.every == 0:
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
