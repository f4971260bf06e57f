"""What a position of Herrlof means: which trick it is, who is ahead, how a prediction stands. Data, and no text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from herrlof.game import NOBODY, Action, Event
from herrlof.games.herrlof.actions import DISCARD, PLAY, RETURN
from herrlof.games.herrlof.cards import COLOUR_OF, HAGALAZ, KINDS, POWER_OF, RANK_OF, VALKNUT, Card, Colour
from herrlof.games.herrlof.observation import not_followed, unseen
from herrlof.games.herrlof.scoring import PREDICTION_BONUS, TRICKS_BONUS, Round, bonus_tricks, leaders
from herrlof.games.herrlof.tricks import LEAD_HAGALAZ, LEAD_NINE, STRENGTH, Trick, colour_to_follow, next_lead

if TYPE_CHECKING:
    from herrlof.games.herrlof.observation import Observation

AFTER_TRICK: Final = ("take-trick", "steal", "blind", "return", "deal", "over")
"""Phases in which the last trick is still lying on the table."""
CARD_PHASES: Final = {"play": PLAY, "discard": DISCARD, "return": RETURN}
"""The phases that ask for a card of the hand, and the first of their actions."""


def card_of(action: Action) -> Card | None:
    """Return the card that an action is about, if it is about one."""
    for first in (PLAY, DISCARD, RETURN):
        if first <= action < first + KINDS:
            return action - first
    return None


# Where a round stands


def tricks_left(seen: Observation) -> int:
    """Return how many tricks are still to be decided, the one on the table included."""
    return seen.hand_size - sum(seen.tricks_won) - seen.destroyed


def trick_number(seen: Observation) -> int:
    done = seen.hand_size - tricks_left(seen)
    return done if seen.phase in AFTER_TRICK else done + 1


def round_on_table(seen: Observation) -> Round | None:
    """Return the round just scored: its last trick still lies there, while scores and number are the next one's."""
    return seen.rounds[-1] if seen.phase == "deal" and seen.rounds else None


class Aim(NamedTuple):
    """How a prediction stands."""

    prediction: int
    tricks: int
    left: int
    """How many tricks are still to be decided."""

    @property
    def missing(self) -> int:
        """How many tricks are missing; below 0: how many are too many."""
        return self.prediction - self.tricks

    @property
    def state(self) -> Literal["needed", "met", "over"]:
        """Whether tricks are needed, none is, or the prediction cannot come true any more."""
        return "met" if not self.missing else "needed" if 0 < self.missing <= self.left else "over"


def own_aim(seen: Observation) -> Aim | None:
    """Return how the prediction of who looks stands; None before it is made, and for an onlooker."""
    if seen.prediction is None:
        return None
    return Aim(seen.prediction, seen.tricks_won[seen.seat], tricks_left(seen))


# The trick on the table


def may_play(card: Card, seen: Observation) -> bool:
    """Whether a card of the hand may be played to the trick on the table (R7)."""
    if card >= VALKNUT or not seen.trick or seen.follow < 0 or COLOUR_OF[card] == seen.follow:
        return True
    return not any(COLOUR_OF[other] == seen.follow for other in seen.hand)


def has_played(seen: Observation) -> bool:
    """Whether who looks has played a card to the trick on the table."""
    return any((seen.leader + place) % seen.seats == seen.seat for place in range(len(seen.trick)))


def place_of(card: Card, seen: Observation) -> int | None:
    """Return the place of a card in the trick on the table, if it lies there and not in the hand too."""
    return seen.trick.index(card) if card in seen.trick and card not in seen.hand else None


def highest_so_far(seen: Observation) -> int | None:
    """Return the place in playing order of the card that would win the trick on the table as it lies; None: none."""
    if not seen.trick or VALKNUT in seen.trick:
        return None
    strength = STRENGTH[seen.trump][seen.follow]
    return max(range(len(seen.trick)), key=lambda place: (strength[seen.trick[place]], -place))


def threats(card: Card, seen: Observation) -> list[Card] | None:
    """Return the unseen cards that could still beat a card of the hand, were it played now.

    None: that is no question, since it would not be the highest, has no colour, or nobody plays after it.
    """
    trick = (*seen.trick, card)
    if seen.phase != "play" or seen.mover != seen.seat or len(trick) == seen.seats or not may_play(card, seen):
        return None
    strength = STRENGTH[seen.trump][colour_to_follow(trick)]
    if card >= VALKNUT or VALKNUT in seen.trick or max(trick, key=strength.__getitem__) != card:
        return None
    return [other for other in unseen(seen) if strength[other] > strength[card]]


def voids(seen: Observation) -> dict[tuple[int, Colour], int]:
    """Return which seats did not follow a colour (R7), and in which trick of the round, if they got no card since."""
    found: dict[tuple[int, Colour], int] = {}
    shown = not_followed(seen)
    for place, (who, what, which) in enumerate(seen.history):
        if place in shown:
            led, trick = shown[place]
            found.setdefault((who, led), trick)
        elif what in ("draw", "steal"):  # and whoever is drawn from gets a card in return
            got = (who, which) if what == "steal" else (who,)
            found = {key: trick for key, trick in found.items() if key[0] not in got}
    return found


# The last trick


def deeds(story: Sequence[Event], seats: int) -> Sequence[Counter[str]]:
    """Return by seat how often its 9 gave the lead away, its Valknut destroyed a trick, its Hagalaz led the next one.

    In the last trick of a round a 9 and a Hagalaz do nothing: nobody leads the next.
    """
    found = [Counter[str]() for _ in range(seats)]
    led: tuple[str, int] | None = None
    for event in story:
        if event.kind == "trick":
            leader, *cards = event.values
            place, why = next_lead(cards, (event.seat - leader) % seats)
            led = {LEAD_HAGALAZ: ("hagalaz", (leader + place) % seats), LEAD_NINE: ("nine", event.seat)}.get(why)
            for seat in {(leader + at) % seats for at, card in enumerate(cards) if card == VALKNUT}:
                found[seat]["valknut"] += 1
        elif event.kind == "leads" and led is not None:
            name, seat = led
            found[seat][name] += 1
        elif event.kind == "scored":
            led = None
    return found


def dealt_hands(story: Sequence[Event], seats: int) -> list[tuple[Card, ...] | None]:
    """Return by seat what was dealt in the round scored last; None: who was told this story cannot know.

    What was played in the end is what was dealt, less what came into a hand meanwhile and with what left it.
    """
    found: list[tuple[Card, ...] | None] = [None] * seats
    held, own, hidden = [Counter[Card]() for _ in range(seats)], dict[int, tuple[int, ...]](), set[int]()
    for event in story:
        seat, values = event.seat, event.values
        match event.kind:
            case "dealt":
                held, own, hidden = [Counter[Card]() for _ in range(seats)], {}, set()
            case "hand" if values:
                own[seat] = values
            case "played":
                held[seat][values[0]] += 1
            case "drew" if values:
                held[seat][values[0]] -= 1
            case "discarded" if values:
                held[seat][values[0]] += 1
            case "drew-blind" if values:
                held[seat][values[1]] -= 1
                held[values[0]][values[1]] += 1
            case "returned" if values:
                held[seat][values[1]] += 1
                held[values[0]][values[1]] -= 1
            case "stole":
                victim = values[0]
            case "scored":
                found = [
                    own.get(place, None if place in hidden else tuple(sorted(cards.elements())))
                    for place, cards in enumerate(held)
                ]
        if event.kind in ("drew", "discarded") and not values:
            hidden.add(seat)
        if event.kind in ("drew-blind", "returned") and not values:
            hidden |= {seat, victim}
    return found


def trick_on_table(seen: Observation, held: bool) -> Trick | None:
    """Return the finished trick that still lies on the table; `held`: it is held to be looked at."""
    if seen.trick or not (held or seen.phase in AFTER_TRICK):
        return None
    return seen.last_trick


def has_new_trump(cards: Sequence[Card], seen: Observation) -> bool:
    """Whether the trick of these cards, the last one that was played, turned a new trump (R11)."""
    return len(seen.turned) > 1 and cards.count(VALKNUT) > 1


def winning_card(trick: Trick) -> Card:
    """Return the card that won a trick, which was not destroyed."""
    return trick.cards[(trick.winner - trick.leader) % len(trick.cards)]


Why = Literal["Hagalaz", "only colour", "trump", "highest trump", "highest"]
"""Why a card won: there was nothing but Hagalaz, it was the only colour, or it was the highest."""


def why_won(trick: Trick, trump: Colour) -> Why:
    """Return why a trick, which was not destroyed, was won (R13)."""
    card, led = winning_card(trick), colour_to_follow(trick.cards)
    if card == HAGALAZ:
        return "Hagalaz"
    if len([other for other in trick.cards if other < VALKNUT]) == 1:
        return "only colour"
    if COLOUR_OF[card] != led:
        return "trump"
    return "highest trump" if led == trump else "highest"


class Exchange(NamedTuple):
    """What the winner's 6 did, as far as who looks knows it."""

    took: Card | None
    gave: Card | None
    """None: none yet, or not known."""


def last_exchange(seen: Observation) -> Exchange:
    """Return what the last 6 of the round took and gave back."""
    moved = [which for _, what, which in seen.history if what in ("blind", "return")]
    if seen.phase == "blind":  # it is being drawn, and what was moved came before
        return Exchange(None, None)
    if len(moved) % 2:
        return Exchange(moved[-1], None)
    if not moved or moved[-2] is None or moved[-1] is None:
        return Exchange(None, None)
    return Exchange(moved[-2], moved[-1])


def robbed_by_six(seen: Observation) -> tuple[Card, Card] | None:
    """Return the card that another player's 6 took from this seat in the last trick, and the card it gave."""
    trick = seen.last_trick
    if trick is None or seen.seat == NOBODY or trick.robbed != seen.seat or seen.phase in ("blind", "return"):
        return None
    took, gave = last_exchange(seen)
    return None if took is None or gave is None or RANK_OF[winning_card(trick)] != 6 else (took, gave)


def new_cards(seen: Observation) -> list[Card]:
    """Return the cards that came into the hand since its owner last played one."""
    trick = seen.last_trick
    new: list[Card] = []
    for who, what, which in reversed(seen.history):
        if what == "play" and who == seen.seat and (seen.phase != "discard" or new):
            break
        mine = (
            (what == "draw" and who == seen.seat)
            or (what == "blind" and trick is not None and trick.winner == seen.seat)
            or (what == "return" and trick is not None and trick.robbed == seen.seat)
        )
        if mine and which is not None and which in seen.hand:
            new.append(which)
    return new


# Points


class Score(NamedTuple):
    """What a round brought a seat, in parts."""

    tricks: int
    exactly: int
    bonus: int

    @property
    def total(self) -> int:
        return self.tricks + self.exactly + self.bonus


def score_of(done: Round, seat: int, seats: int, edition: str) -> Score:
    """Return the parts of a seat's points in a round (R18)."""
    made = done.tricks[seat]
    exactly = PREDICTION_BONUS if done.predictions[seat] == made else 0
    return Score(made, exactly, TRICKS_BONUS if made in bonus_tricks(seats, edition) else 0)


def match_rounds(seen: Observation) -> list[Round]:
    """Return the rounds of the game that is played, without those of games before an extra one."""
    return [done for done in seen.rounds if done.game == seen.game_number]


def sums(rounds: Sequence[Round], seat: int) -> list[float]:
    """Return a seat's score before the first of some rounds and after each of them."""
    return [0.0, *accumulate(float(done.points[seat]) for done in rounds)]


def match_figures(seen: Observation) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Return how many numbers came true and how many tricks were won, by seat, and how many tricks were destroyed."""
    rounds = match_rounds(seen)
    won = tuple(sum(done.tricks[seat] for done in rounds) for seat in range(seen.seats))
    return tuple(seen.correct), won, sum(done.destroyed for done in rounds)


class Lead(NamedTuple):
    """Who is ahead in points."""

    seats: tuple[int, ...]
    """The one that leads, or all that share the lead."""
    by: int
    """By how many points; 0 where several lead."""


def lead(seen: Observation) -> Lead:
    """Return who is ahead in points, and by how many."""
    best = max(seen.scores)
    return Lead(tuple(seat for seat in range(seen.seats) if seen.scores[seat] == best), best - sorted(seen.scores)[-2])


def decided_by(seen: Observation) -> Literal["points", "correct", "tricks", "nothing"]:
    """Return what decided a finished match: points, numbers that came true, the last round's tricks (R20)."""
    if len(seen.winners) > 1:
        return "nothing"
    if len(lead(seen).seats) == 1:
        return "points"
    return "correct" if len(leaders(seen.scores, seen.correct, (0,) * seen.seats)) == 1 else "tricks"


# Rules

_ASKED: Final = {
    "dealer": "R2", "predict": "R5", "draw": "R9", "discard": "R9", "take-trick": "R14", "steal": "R15",
    "return": "R15", "blind": "R15", "deal": "R18", "over": "R20",
}  # fmt: skip


def rule_of(seen: Observation, focused: Card | None = None) -> str:
    """Return the number of the rule that fits the situation and the card that is looked at."""
    if seen.phase in _ASKED:
        return _ASKED[seen.phase]
    if focused is not None and (power := POWER_OF[focused]) is not None:
        return power.rule
    return "R7" if seen.trick else "R6"
