"""What a search knows about Herrlof: likely worlds, equal cards, how a round goes on, and what it is worth."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from math import exp, sqrt
from operator import add, eq
from random import Random
from typing import Final

import numpy as np

from herrlof.bots.herrlof.decision import ImaginedState, decide, models_of
from herrlof.bots.herrlof.inference import PlayerModel, drawn_player, odds_in, posterior
from herrlof.bots.herrlof.playout import Luck, finish, luck_of, same_luck
from herrlof.bots.herrlof.policy import TAKE, CardView, Policy, flat, half
from herrlof.bots.herrlof.prediction import CountedPredictions, Predictions, weights
from herrlof.bots.motive import Came, Motive, motive
from herrlof.bots.search import Evaluator, Plan, Playout, calibration
from herrlof.bots.streams import Streams
from herrlof.game import Action
from herrlof.games.herrlof.actions import DISCARD, DRAW, PASS, PLAY, PREDICT, RETURN
from herrlof.games.herrlof.belief import Belief
from herrlof.games.herrlof.cards import COLOUR_OF, POWER_OF, VALKNUT, Card, cards_in, hand_of, size_of
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.reading import own_aim
from herrlof.games.herrlof.scoring import LAST_ROUND, leaders, points
from herrlof.games.herrlof.state import HerrlofState
from herrlof.messages import N_

MOST_POINTS: Final = 20
"""A round seldom brings more; who is that near to the goal may end the match with this round."""
POINTS_A_ROUND: Final = {2: 12, 3: 8}
LUCK: Final = {2: 10.0, 3: 8.0}
"""How far the points of two seats lie apart after a round (standard deviation)."""
STAKE: Final = 30
"""What a match is worth in points where it is at stake: then a point more or less counts about as a point."""
SELDOM: Final = 3
"""What comes of every choice in fewer of 100 deals is no aim any more."""
AROUND: Final = 10
"""What a playout needs besides its tricks, and its share in making a world, take as long as so many tricks."""
SHORTEST: Final = 6
"""Playouts of fewer tricks are no cheaper, since their worlds take longer to make."""
SOLVED: Final = 2
"""With so few cards in each hand a world is solved."""
SOLVING: Final = 2.5
"""That takes so much longer than the longest playout, and brings no luck that has to be averaged out."""
AHEAD_MODEL: Final = 0
"""The model of whoever searches; the others may play in another one (`players_for`)."""
WEIGHED: Final = 300
"""Of so many worlds a searcher asks how likely the others would have played in them as they did."""
PREDICTIONS_TRIED: Final = 6
PREDICTION_TRUST: Final = 5.0
"""The model of predictions is that much surer than the policy."""
TEMPERATURE: Final = 0.5
"""The policy was taught to choose an action this many points worse e times less often (`training/policy.py`)."""
NEVER: Final = 2.0
"""Points that it would cost not to draw with a 3 or a 6: it costs nothing to draw."""
NUMBER: Final = Plan(worlds=1000, few=6)
"""How a number is judged: differences between neighbours are small, and the first number decides about the round."""
CARD: Final = Plan(worlds=400)
"""How anything else is judged: in 200 a card that costs two points is seldom known to be worse."""
FIRST: Final = {"play": PLAY, "discard": DISCARD, "return": RETURN}
"""The first action of the phases in which a card is chosen."""


@cache
def policy_for(seats: int) -> Policy:
    return Policy(seats, flat(weights("policy.json")[str(seats)]))


@cache
def policies_for(seats: int) -> tuple[Policy, Policy]:
    """Return the policies of players who think ahead, and of players who count what their cards are good for."""
    counting = Policy(seats, flat(weights("policy.json")[f"{seats} counting"]), sharpness=1.0)
    return policy_for(seats), counting


@cache
def predictions_for(edition: str, seats: int) -> Predictions:
    return Predictions(policy_for(seats), weights("prediction.json")[f"{edition} {seats}"])


@cache
def players_for(edition: str, seats: int) -> tuple[PlayerModel, PlayerModel]:
    """Return what the others may be: players who think ahead, and players who count what their cards are good for."""
    thinking, counting = policies_for(seats)
    return PlayerModel(thinking, predictions_for(edition, seats)), PlayerModel(
        counting, CountedPredictions(counting, edition)
    )


class HerrlofEvaluator(Evaluator[Observation, HerrlofState]):
    """Herrlof for a search. Rewards are points against the best other; near the goal, `STAKE` for the match."""

    spread = 15.0
    unit = "points"
    counts_points = True
    a_win = STAKE

    def __init__(self, memory: int | None = None, policy: Policy | None = None) -> None:
        """Remember that many played cards, or all; imagine play by the learned policy, or by another one."""
        self._memory = memory
        self._policy = policy

    def _policies(self, seats: int) -> tuple[Policy, Policy]:
        """Return the policies of the models in which seats are imagined to play."""
        if self._policy:
            return self._policy, self._policy
        return policies_for(seats)

    def worlds(self, seen: Observation, rng: Random) -> Callable[[], HerrlofState]:
        """Return what makes worlds in which the others' predictions fit the hands that they were dealt and, for who
        remembers everything, in which the others are likely to have played as they did."""
        belief = Belief(seen, rng, ImaginedState)
        players = players_for(seen.edition, seen.seats)
        others = [seat for seat, made in enumerate(seen.predicted) if made and seat != seen.seat]
        random = rng.random

        def sampled() -> ImaginedState:
            world = belief.sample(rng)
            assert isinstance(world, ImaginedState)
            return world

        def assign(world: ImaginedState, rows: Sequence[Sequence[float]]) -> ImaginedState:
            for seat, odds in zip(others, rows, strict=True):
                world.models[seat], world.predictions[seat] = drawn_player(odds, seen.seats, random)
            return world

        if self._memory is not None or not any(who in others and what == "play" for who, what, _ in seen.history):

            def fresh() -> ImaginedState:
                world = sampled()
                assign(world, [odds_in(players, world, seat) for seat in others])
                if self._memory is not None:
                    _misremember(world, seen, self._memory, rng)
                return world

            return fresh
        some = [sampled() for _ in range(WEIGHED)]
        found = [posterior(players, some, seat) for seat in others]
        heaps = np.prod([rows.sum(1) for rows in found], axis=0).cumsum().tolist()
        rows = np.stack(found, axis=1).tolist()

        def likely() -> ImaginedState:
            place = bisect(heaps, random() * heaps[-1])
            return assign(some[place].clone(), rows[place])

        return likely

    def candidates(self, seen: Observation, legal: Sequence[Action]) -> Sequence[Action]:
        """Return the best few predictions by the model; of cards that come to the same, the lowest; else everything."""
        if len(legal) == 1:
            return legal
        if seen.phase == "predict":
            hand = hand_of(seen.hand)
            leads = (seen.dealer + 1) % seen.seats == seen.seat
            worth = predictions_for(seen.edition, seen.seats).worth(hand, seen.trump, leads)
            order = sorted(range(len(worth)), key=worth.__getitem__, reverse=True)
            return [PREDICT + prediction for prediction in sorted(order[:PREDICTIONS_TRIED])]
        return [alike[0] for alike in self.alike(seen, legal)]

    def alike(self, seen: Observation, legal: Sequence[Action]) -> list[list[Action]]:
        """Return neighbouring cards without a power together, if all cards between them are gone."""
        if seen.phase not in FIRST:
            return [[action] for action in legal]
        first = FIRST[seen.phase]
        gone = {which for who, what, which in seen.history if what in ("play", "turn")}
        return [[first + card for card in cards] for cards in _alike([action - first for action in legal], gone)]

    def prior(self, world: HerrlofState, actions: Sequence[Action]) -> Sequence[float]:
        """Return what the model or the policy thinks of the mover's actions, in points."""
        phase = world.phase
        if phase == "predict":
            leads = (world.dealer + 1) % world.seats == world.player
            worth = predictions_for(world.edition, world.seats).worth(world.hands[world.player], world.trump, leads)
            return [PREDICTION_TRUST * worth[action - PREDICT] for action in actions]
        policy = self._policies(world.seats)[AHEAD_MODEL]
        views: list[CardView] = []
        decide(policy, world, half, views)
        if phase in FIRST:
            first = FIRST[phase]
            liking = {first + view[0]: policy.liking(view) for view in views}
            return [TEMPERATURE * liking[action] for action in actions]
        if phase == "take-trick":
            return [0.0 if action == PASS else TEMPERATURE * policy.logs[TAKE + views[0][1]] for action in actions]
        return [-NEVER * (action == PASS) for action in actions]

    def play_out(self, worlds: Sequence[HerrlofState], draws: Sequence[int], rng: Random) -> list[Sequence[float]]:
        """Play the round to its end by the policy, and return what it brings each seat."""
        self._settle(worlds, lambda number: rng)
        self._finish(worlds, lambda numbers: same_luck([draws[number] for number in numbers], rng))
        return [rewards_of(world) for world in worlds]

    def _settle(self, worlds: Sequence[HerrlofState], rng_of: Callable[[int], Random]) -> None:
        """Go on by the policy to where a card is to be played, or the round is over."""
        for number, world in enumerate(worlds):
            if world.phase == "play" or self.finished(world):
                continue
            rng = rng_of(number)
            while world.phase != "play" and not self.finished(world):
                if world.player < 0:
                    world.apply_chance(world.sample_chance(rng))
                else:
                    world.apply(self.chosen(world, rng))

    def _finish(self, worlds: Sequence[HerrlofState], luck_of_some: Callable[[Sequence[int]], Luck]) -> list[int]:
        """Play rounds to their end from where a card is to be played; return who wins the next trick, -1: nobody."""
        winners = [-1] * len(worlds)
        alike: dict[tuple[int, int], list[int]] = {}
        for number, world in enumerate(worlds):
            if world.phase == "play":
                alike.setdefault((size_of(world.hands[world.player]), len(world.trick)), []).append(number)
        for numbers in alike.values():
            some = [worlds[number] for number in numbers]
            first: list[int] = []
            tricks = finish(self._policies(some[0].seats), some, luck_of_some(numbers), first=first)
            for number, won, winner in zip(numbers, tricks, first, strict=True):
                worlds[number].tricks_won, winners[number] = won, winner
        return winners

    def play_to_outcome(self, seen: Observation, worlds: Sequence[HerrlofState], streams: Streams) -> list[Playout]:
        """Play the round to its end by the policy, also where it could be solved; the outcome is the seat's tricks.

        All actions have the same luck in a world: that makes what sets them apart clearer.
        """
        seat, shared = seen.seat, streams.shared
        self._settle(worlds, streams.shared_random)
        lies = [world.phase == "play" and bool(world.trick) for world in worlds]
        more = [_tricks(world, seat) > seen.tricks_won[seat] for world in worlds]
        winners = self._finish(worlds, lambda numbers: luck_of([shared[number] for number in numbers]))
        found = []
        for world, lying, won, winner in zip(worlds, lies, more, winners, strict=True):
            tricks = _tricks(world, seat)
            predicted = (world.predictions if world.phase == "play" else world.rounds[-1].predictions)[seat]
            trick = (winner == seat if lying else won) if seen.phase == "play" else None
            own = points(predicted, tricks, world.seats, world.edition)
            found.append(Playout(rewards_of(world)[seat], tricks, own, trick))
        return found

    def at_stake(self, seen: Observation) -> bool:
        """Whether the round may be the last one."""
        return decides(seen.scores, seen.goal, seen.round_number)

    def results(self, worlds: Sequence[HerrlofState], rng: Random) -> list[list[float]]:
        """Play the round to its end by the policy, and return the points of the match so far."""
        for world in worlds:
            while world.phase in ("dealer", "deal"):
                world.apply_chance(world.sample_chance(rng))
        self.play_out(worlds, range(len(worlds)), rng)
        found = []
        for world in worlds:
            if world.phase == "play":
                found.append(list(map(float, map(add, world.scores, earned_in(world)))))
            else:
                lines = [line.points for line in world.rounds if line.game == world.rounds[-1].game]
                found.append([float(sum(column)) for column in zip(*lines, strict=True)])
        return found

    def final(self, world: HerrlofState) -> Sequence[float]:
        return world.scores

    def plan(self, seen: Observation) -> Plan:
        return NUMBER if seen.phase == "predict" else CARD

    def stays(self, seen: Observation, found: Mapping[Action, Sequence[Playout]]) -> Collection[Action]:
        """Return the best number so far and the one that comes true most often, with the neighbours of both."""
        if seen.phase != "predict":
            return ()
        best = max(found, key=lambda action: sum([playout.value for playout in found[action]]) / len(found[action]))
        likeliest = max(found, key=lambda action: self._comes_true(seen, action, found[action]))
        return [action for action in found if min(abs(action - best), abs(action - likeliest)) <= 1]

    def preferred(self, seen: Observation, level: Mapping[Action, Sequence[Playout]]) -> Action:
        """Return of numbers between which points do not decide the one that comes true most often; of a 3's answers,
        to draw: the very card that was drawn may be put back."""
        if seen.phase == "draw" and DRAW in level:
            return DRAW
        if seen.phase != "predict":
            return super().preferred(seen, level)
        return max(level, key=lambda action: self._comes_true(seen, action, level[action]))

    def _comes_true(self, seen: Observation, action: Action, found: Sequence[Playout]) -> float:
        wanted = self.wanted(seen, action)
        return sum([playout.outcome == wanted for playout in found]) / len(found)

    def wanted(self, seen: Observation, action: Action) -> int:
        """Return the number that was said, or is said now."""
        return action - PREDICT if seen.prediction is None else seen.prediction

    def given_up(self, seen: Observation, best: Came, others: Sequence[Came]) -> Motive | None:
        """Return that the best choice gives up the number that was said, and what for."""
        aim, often = own_aim(seen), max(others, key=lambda one: one.often)
        if aim is None or not SELDOM <= often.often >= 2 * best.often:
            return None
        number = aim.prediction
        if self.at_stake(seen):
            return motive("gives up for the match", N_("It gives up the {number}, and wins the match more often."),
                          number=number)  # fmt: skip
        if round(best.points, 1) >= round(often.points, 1):
            return motive("gives up for tricks", N_("It gives up the {number}: the tricks bring more."), number=number)
        if seen.seats > 2:
            return motive("gives up to hinder", N_("It gives up the {number}, to keep the others from making theirs."),
                          number=number)  # fmt: skip
        return motive("gives up to hinder",
                      N_("It gives up the {number}, to keep {name} from making their own number."),
                      seat=1 - seen.seat, number=number)  # fmt: skip

    def corrected_as(self, seen: Observation) -> str:
        return str(seen.seats)

    def calibrated(self, seen: Observation, share: float) -> float:
        """Return what comes true where levels play, who do not play as they are imagined."""
        return calibration(__package__)[self.corrected_as(seen)].of(share)

    def chosen(self, world: HerrlofState, rng: Random) -> Action:
        """Return the mover's action by the policy of its model; with a prediction the model is drawn."""
        if world.phase == "predict":
            odds = odds_in(players_for(world.edition, world.seats), world, world.player)
            model, prediction = drawn_player(odds, world.seats, rng.random)
            if isinstance(world, ImaginedState):
                world.models[world.player] = model
            return PREDICT + prediction
        return decide(self._policies(world.seats)[models_of(world)[world.player]], world, rng.random)

    def length(self, seen: Observation) -> float:
        """Count what comes with a playout as `AROUND` tricks, and no fewer than `SHORTEST` of its own."""
        if max(seen.hand_sizes) <= SOLVED:
            return SOLVING
        return (max(SHORTEST, *seen.hand_sizes) + AROUND) / (seen.hand_size + AROUND)

    def finished(self, world: HerrlofState) -> bool:
        """Look no further than the round."""
        return world.phase in ("deal", "over")

    def solvable(self, world: HerrlofState) -> bool:
        """Solve the last `SOLVED` tricks."""
        return world.phase == "play" and max(map(size_of, world.hands)) <= SOLVED


def _misremember(world: HerrlofState, seen: Observation, memory: int, rng: Random) -> None:
    """Mix the cards played longer ago than the last `memory` among those that the observer does not see.

    The hidden hands and the deck keep their sizes, so as many cards fall out of the world as come back into it;
    who could not follow what is forgotten too.
    """
    played = [which for _, what, which in seen.history if what == "play" and which is not None]
    hidden = [seat for seat in range(world.seats) if seat != seen.seat]
    sizes = [seen.hand_sizes[seat] for seat in hidden]
    cards = world.deck + [card for seat in hidden for card in cards_in(world.hands[seat])]
    cards += played[: max(0, len(played) - memory)]
    rng.shuffle(cards)
    for seat, size in zip(hidden, sizes, strict=True):
        world.hands[seat] = hand_of([cards.pop() for _ in range(size)])
    world.deck = cards[: len(world.deck)]


def _tricks(world: HerrlofState, seat: int) -> int:
    """Return how many tricks a seat has in the round that is played, or is over."""
    return (world.tricks_won if world.phase == "play" else world.rounds[-1].tricks)[seat]


def rewards_of(world: HerrlofState) -> list[float]:
    """Return what a round that is over or played out is worth to each seat."""
    if world.phase == "play":
        return rewards(world, world.scores, world.correct, world.round_number)
    last = world.rounds[-1]
    before = [line for line in world.rounds[:-1] if line.game == last.game]
    scores = [sum([line.points[seat] for line in before]) for seat in range(world.seats)]
    correct = [sum([line.predictions[seat] == line.tricks[seat] for line in before]) for seat in range(world.seats)]
    return rewards(world, scores, correct, last.number)


def rewards(world: HerrlofState, scores: Sequence[int], correct: Sequence[int], number: int) -> list[float]:
    """Return what a world's tricks and predictions are worth to each seat, with what they had before that round."""
    seats, tricks = world.seats, world.tricks_won
    earned = earned_in(world)
    if not decides(scores, world.goal, number):
        return against_best_other(earned)
    after = list(map(add, scores, earned))
    if max(after) >= world.goal or number == LAST_ROUND:
        first = leaders(after, list(map(add, correct, map(eq, world.predictions, tricks))), tricks)
        return [STAKE * (seat in first) / len(first) for seat in range(seats)]
    rounds = min((world.goal - max(after)) / POINTS_A_ROUND[seats], LAST_ROUND - number)
    return [STAKE * share for share in win_shares(after, max(1.0, rounds))]


def earned_in(world: HerrlofState) -> list[int]:
    """Return the points of a round that was played out, by seat."""
    return [
        points(predicted, won, world.seats, world.edition)
        for predicted, won in zip(world.predictions, world.tricks_won, strict=True)
    ]


def decides(scores: Sequence[int], goal: int, number: int) -> bool:
    """Return whether the round of this number may end the match."""
    return max(scores) + MOST_POINTS >= goal or number >= LAST_ROUND


def win_shares(scores: Sequence[int], rounds: float) -> list[float]:
    """Return each seat's chance to win a match that goes on for about so many rounds.

    The odds between two seats follow from their distance, in units of the luck that is still to come.
    """
    scale = 1.7 / (LUCK[len(scores)] * sqrt(rounds))
    most = max(scores)
    odds = [exp((score - most) * scale) for score in scores]
    return [chance / sum(odds) for chance in odds]


def against_best_other(values: Sequence[float]) -> list[float]:
    """Return each value less the highest of the others."""
    if len(values) == 2:
        mine, other = values
        return [mine - other, other - mine]
    return [value - max([*values[:seat], *values[seat + 1 :]]) for seat, value in enumerate(values)]


def _alike(cards: Sequence[Card], gone: set[int | None]) -> list[list[Card]]:
    """Return cards in groups of those that come to the same: neighbours in what is left of a colour, without a power
    of either."""
    groups: list[list[Card]] = []
    last = -1
    for card in cards:
        if (
            last >= 0
            and card < VALKNUT
            and COLOUR_OF[last] == COLOUR_OF[card]
            and POWER_OF[last] is POWER_OF[card] is None
            and all(between in gone for between in range(last + 1, card))
        ):
            groups[-1].append(card)
        else:
            groups.append([card])
        last = card
    return groups
