"""Does a program look at anything but its lines? It is asked in pairs of worlds that it cannot tell apart.

A world is a match with its record on the disk, as always, with every card in it. In the other world of a pair hidden
cards have changed places, and the seat of the program was told the same by its events up to some move: so an honest
program does the same up to there. Who asks the disk, or this program's memory, learns something else.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from herrlof.game import CHANCE, TERMINAL, Event, Game, IllegalAction, InvalidAction, Outcome
from herrlof.records.names import PROGRAM, Seat
from herrlof.records.storage import Storage, new_game_id
from herrlof.seats.program import Program
from herrlof.table.chance import ScriptedChance, SealedChance
from herrlof.table.connection import View
from herrlof.table.match import Match
from herrlof.table.player import Hello

TRIES: Final = 150
"""Exchanges that are tried for the other world of a pair."""
LONGEST: Final = 40
"""Moves of a world, those of chance too, up to which the program is asked."""


class Step(NamedTuple):
    """A move of a world."""

    by: int
    do: str


class Scenario(NamedTuple):
    """What happens in a world: chance, the moves of the others, and for how long."""

    chance: tuple[str, ...]
    steps: tuple[Step, ...]


class Pair(NamedTuple):
    """What came of two worlds."""

    asked: int
    """How often the program was asked in both."""
    exchanged: int
    """How many hidden things had changed places."""
    differs: str
    """What it did in one and in the other, where that is not the same; nothing where it is."""


class NotHonest(Exception):
    """The program did not do the same; the message says where."""


class StagedMatch(Match):
    """A match with a seed, a commitment and a record like any other, and the cards that a script names."""

    def __init__(self, script: Sequence[str], *args: Any, **more: Any) -> None:
        """Begin a match in which chance does what the script says."""
        self._staged = script
        super().__init__(*args, **more)

    def _begin(self, chance: SealedChance) -> None:
        super()._begin(ScriptedChance(self.game, self._staged))


def _told(game: Game, seats: int, seat: int, chance: Sequence[str], steps: Sequence[Step]) -> list[Event] | None:
    """Return what a seat was told up to the end of these moves; None where they cannot be made."""
    state, events, left = game.new_state(seats), list[Event](), list(chance)
    for by, do in steps:
        if state.current_player() != by:
            return None
        if by == CHANCE:
            try:
                outcome = game.decode_chance(left.pop(0))
                if outcome.kind != state.chance_kind():
                    return None
                state.apply_chance(outcome, events)
            except (InvalidAction, IllegalAction):
                return None
        else:
            action = game.decode(do)
            if action not in state.legal_actions():
                return None
            state.apply(action, events)
    return [event.seen_by(seat) for event in events]


def other_world(game: Game, seats: int, seat: int, world: Scenario, rng: Random) -> tuple[Scenario, int]:
    """Return a world in which the seat was told the same, and how many things in it have changed places."""
    wanted, chance, exchanged = _told(game, seats, seat, world.chance, world.steps), list(world.chance), 0
    for _ in range(TRIES if chance else 0):
        number = rng.randrange(len(chance))
        outcome = game.decode_chance(chance[number])
        if len(outcome.values) < 2:
            continue
        values = list(outcome.values)
        one, two = rng.randrange(len(values)), rng.randrange(len(values))
        values[one], values[two] = values[two], values[one]
        if tuple(values) == outcome.values:
            continue
        try:
            text = game.encode_chance(Outcome(outcome.kind, tuple(values)))
        except (InvalidAction, LookupError):
            continue
        tried = [*chance[:number], text, *chance[number + 1 :]]
        if text != chance[number] and _told(game, seats, seat, tried, world.steps) == wanted:
            chance, exchanged = tried, exchanged + 1
    return Scenario(tuple(chance), world.steps), exchanged


class Certifier:
    """Asks one program in worlds of one game."""

    def __init__(self, storage: Storage, game: Game, command: Sequence[str], name: str, seats: int, seed: int) -> None:
        """Keep the records of all worlds in this storage while they are played."""
        self._storage, self._game, self._command, self._name = storage, game, command, name
        self._seats, self._seed = seats, seed

    async def _ask(self, world: Scenario | None, seat: int, seed: int, game_id: str) -> tuple[Scenario, list[str]]:
        """Play a world with the program in a seat; return it, and what the program did. None: a new world."""
        rng, journal = Random(seed), self._storage.new_journal(game_id)
        names = [Seat(f"Seat {n + 1}") for n in range(self._seats)]
        names[seat] = Seat(self._name, None, PROGRAM)
        script = () if world is None else world.chance
        match: Match
        if world is None:
            match = Match(self._game, names, journal=journal)
        else:
            match = StagedMatch(script, self._game, names, journal=journal)
        program = Program(self._command, self._name)
        commitment = hashlib.sha256(game_id.encode()).hexdigest()  # the true one would tell two worlds apart
        program.start(Hello(self._game, seat, match.seats, match.options, commitment, game_id, seed))
        longest = rng.randrange(6, LONGEST) if world is None else len(world.steps)
        steps, did, chance = list[Step](), list[str](), list[str]()
        try:
            while len(steps) < longest and match.mover != TERMINAL:
                mover = match.mover
                if mover == CHANCE:
                    match.advance(match.sample_measured(rng) if match.measured_kind else None)
                    chance.append(match.moves[-1].do)
                elif mover == seat:
                    legal = match.legal()
                    seen = View(seat, match.observe(seat), legal, match.news(seat), mover)
                    match.play(seat, await program.choose(seen))
                    did.append(match.moves[-1].do)
                    if world is not None and did[-1] != world.steps[len(steps)].do:
                        return world, did
                else:
                    known = None if world is None else self._game.decode(world.steps[len(steps)].do)
                    match.play(mover, rng.choice(match.legal()) if known is None else known)
                steps.append(Step(mover, match.moves[-1].do))
        finally:
            program.close()
            journal.close()
            _delete(self._storage, journal.path)
        return (world or Scenario(tuple(chance), tuple(steps))), did

    async def again(self, number: int) -> int:
        """Ask in the same world twice; return how often it was asked. NotHonest: it does not repeat itself."""
        place = (number % self._seats, self._seed + number, new_game_id())
        world, did = await self._ask(None, *place)
        _same, twice = await self._ask(world, *place)
        if did != twice:
            raise NotHonest(_difference(did, twice))
        return len(did)

    async def pair(self, number: int) -> Pair:
        """Ask in two worlds that the seat cannot tell apart."""
        seat, seed, _ = place = (number % self._seats, self._seed + number, new_game_id())
        world, did = await self._ask(None, *place)
        twin, exchanged = other_world(self._game, self._seats, seat, world, Random(seed))
        if not exchanged or not did:
            return Pair(0, 0, "")
        _twin, there = await self._ask(twin, *place)
        return Pair(len(did), exchanged, "" if did == there else _difference(did, there))


def _difference(one: Sequence[str], other: Sequence[str]) -> str:
    place = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    answers = [did[place] if place < len(did) else "nothing" for did in (one, other)]
    return f"question {place + 1}: {answers[0]}, then {answers[1]}"


def _delete(storage: Storage, path: Path) -> None:
    if path.exists():
        storage.delete(path)


async def certify(certifier: Certifier, pairs: int, tell: Callable[[str], None]) -> bool:
    """Say what worlds have shown, sentence by sentence; return whether the program is certified."""
    repeats = 0
    try:
        for number in range(max(2, pairs // 10)):
            repeats += await certifier.again(number)
    except NotHonest as error:
        tell(f"not certified: it does not repeat itself in the same world ({error}); use the seed of its hello alone")
        return False
    tell(f"the same world twice: {repeats} questions, the same answers")
    asked = made = exchanged = 0
    for number in range(pairs * 3):
        found = await certifier.pair(1000 + number)
        if found.differs:
            tell(f"not certified: two worlds that its seat cannot tell apart, and two answers ({found.differs})")
            return False
        asked, made, exchanged = asked + found.asked, made + (found.asked > 0), exchanged + found.exchanged
        if made == pairs:
            break
    tell(f"worlds it cannot tell apart: {made} pairs, {exchanged} exchanges, {asked} questions, the same answers")
    if not made:
        tell("not certified: no pair of worlds was found")
        return False
    tell("certified: in these worlds it used nothing but its lines, though the records were on the disk")
    tell("not proved: that it never looks (it may, now and then, or elsewhere), nor how well it plays")
    return True
