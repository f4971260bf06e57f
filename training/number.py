"""What Herrlof's players are told of numbers, and how often numbers come true.

python training/number.py --hands 20    # first hands: what lesson, sentence, hint and review say of each
python training/number.py --seats 2 --matches 40 rules thrall    # how often these levels make the number they say
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from math import sqrt
from random import Random
from typing import Any, NamedTuple

from herrlof.bots import new_bot
from herrlof.coach.judge import JudgedAction, Judgement, asked
from herrlof.coach.review import Decision, decision_of, positions
from herrlof.game import CHANCE, TERMINAL
from herrlof.games import GAMES
from herrlof.games.herrlof.actions import PREDICT
from herrlof.games.herrlof.cards import COLOUR_OF, RANK_OF, VALKNUT
from herrlof.games.herrlof.observation import Observation
from herrlof.records.names import Seat
from herrlof.table.match import Match

HERRLOF = GAMES["herrlof"]
EVEN = {2: 6, 3: 3}
"""What each wins if tricks are shared evenly, less those that are destroyed: where the lesson begins."""
A_COLOUR = 9 / 42
"""The part of all cards that a colour is,"""
HIGH = 8 / 42
"""and the part that 8s and 9s are."""


class Hand(NamedTuple):
    """A first hand, and what is said of it."""

    seen: Observation
    hint: Judgement
    review: Decision
    """Of who said the number that the lesson comes to."""

    @property
    def best(self) -> JudgedAction:
        """What the hint calls the best."""
        return self.hint.choices[0]

    @property
    def level(self) -> list[int]:
        """The numbers between which the hint cannot tell."""
        choices = [one for one in self.hint.choices if one.verdict != "worse" and one.value is not None]
        return sorted(one.action - PREDICT for one in choices)

    @property
    def sentence(self) -> str:
        """The sentence above the hint."""
        return HERRLOF.words.to(self.seen, ("",) * self.seen.seats).usual([(self.best.action, self.best.outcomes)])

    @property
    def often(self) -> int:
        """In how many of 100 deals the best number comes true."""
        return round(100 * self.best.outcomes.get(self.best.action - PREDICT, 0) / self.best.worlds)

    @property
    def agrees(self) -> bool:
        """Whether sentence, hint and review name the same number, and the same chance."""
        number = self.best.action - PREDICT
        return self.sentence.startswith(f"Say {number}, and it comes true in {self.often} of 100") and (
            self.review.best == self.best.action
        )


def taught(seen: Observation) -> int:
    """Return the number of who counts as the lesson teaches: an even share, more for trumps, 8s and 9s than a hand has
    on average, and less for fewer."""
    coloured = [card for card in seen.hand if card < VALKNUT]
    trumps = sum(COLOUR_OF[card] == seen.trump for card in coloured)
    high = sum(RANK_OF[card] >= 8 for card in coloured)
    usual = len(seen.hand) * (HIGH + (A_COLOUR if seen.trump >= 0 else 0))
    return max(0, min(len(seen.hand), round(EVEN[seen.seats] + (trumps + high - usual) / 2)))


def first_hand(seed: int, seats: int = 2, edition: str = "english") -> Hand:
    """Return the hand of who says the first number of a match."""
    state = HERRLOF.new_state(seats, edition=edition, first_dealer=0)
    deal = HERRLOF.encode_chance(state.sample_chance(Random(seed)))
    names = [Seat(f"Seat {number}") for number in range(seats)]
    match = Match(HERRLOF, names, script=[deal], edition=edition, first_dealer=0)
    while match.mover == CHANCE:
        match.advance()
    seat = match.mover
    seen: Any = match.observe(seat)
    legal = match.legal()
    match.play(seat, HERRLOF.encode(PREDICT + taught(seen)))
    (position,) = positions(match, [seat])
    judged = asked(HERRLOF, position.seen, position.legal, position.played)
    return Hand(seen, asked(HERRLOF, seen, legal), decision_of(position, judged, HERRLOF))


def table(hands: Sequence[Hand]) -> Iterator[str]:
    """Yield what is said of hands, a row each, and how often it agrees."""
    yield "| lesson | sentence | hint: best | too close to tell | likeliest | review of the lesson's number | agree |"
    yield "|---|---|---|---|---|---|---|"
    for hand in hands:
        tried = [one for one in hand.hint.choices if one.value is not None]
        likeliest = max(tried, key=lambda one: one.outcomes.get(one.action - PREDICT, 0)).action - PREDICT
        verdict = f"{hand.review.verdict}, {hand.review.cost.value:.1f}; best {hand.review.best - PREDICT}"
        level = " ".join(map(str, hand.level))
        row = [taught(hand.seen), hand.sentence, hand.best.action - PREDICT, level, likeliest, verdict]
        yield f"| {' | '.join(map(str, row))} | {'yes' if hand.agrees else 'NO'} |"
    near = sum(min(abs(taught(hand.seen) - number) for number in hand.level) == 0 for hand in hands)
    yield f"sentence, hint and review agree in {sum(hand.agrees for hand in hands)} of {len(hands)};"
    yield f"the lesson's number is one of those too close to tell, or the best, in {near}"


def made(level: str, seats: int, matches: int) -> tuple[int, int]:
    """Return how many numbers came true where a level plays with itself, and how many were said."""
    true = said = 0
    for number in range(matches):
        rng = Random(f"numbers {level} {seats} {number}")
        state: Any = HERRLOF.new_state(seats)
        bots = [new_bot(HERRLOF, level, rng) for _ in range(seats)]
        while (mover := state.current_player()) != TERMINAL:
            if mover == CHANCE:
                state.apply_chance(state.sample_chance(rng))
            else:
                state.apply(bots[mover].choose(state.observation(mover), state.legal_actions()))
        for done in state.rounds:
            true += sum(number == tricks for number, tricks in zip(done.predictions, done.tricks, strict=True))
            said += seats
    return true, said


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("levels", nargs="*")
    parser.add_argument("--hands", type=int, default=0)
    parser.add_argument("--seats", type=int, default=2, choices=HERRLOF.seats)
    parser.add_argument("--matches", type=int, default=20)
    options = parser.parse_args()
    if options.hands:
        print(*table([first_hand(seed, options.seats) for seed in range(options.hands)]), sep="\n")
    for level in options.levels:
        true, said = made(level, options.seats, options.matches)
        error = 196 * sqrt(true * (said - true) / said**3)
        print(
            f"{level}, {options.seats} seats: {100 * true / said:.0f} of 100 (±{error:.0f}), {said} numbers", flush=True
        )


if __name__ == "__main__":
    main()
