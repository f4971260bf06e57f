"""A match of How-Ruck! from the first deal to the last barrel; `apply` is the one way in which it changes."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import Final

from herrlof.game import CHANCE, NOBODY, TERMINAL, Action, Event, IllegalAction, Mover, Outcome
from herrlof.games.fields import PhasedState, dotted, dotted_by, observer
from herrlof.games.how_ruck.actions import (
    CARD_PLAYED,
    DISCARD,
    HAND_SIZE,
    KEEP,
    NAME,
    PAIRS,
    PLAY,
    PLAY_ACTION,
    PLAYS,
    RACE_EVEN,
    RACES,
    SEATS,
    SPLIT,
    TEAM_SIZE,
    in_time,
)
from herrlof.games.how_ruck.cards import (
    CARD_CODES,
    CHANGE_SIDES,
    DECK,
    DIRTY_TRICK,
    FIRST_ACTION,
    GOOD_BYE,
    MONSTROUS,
    NESSIE_VALUE,
    NO_CARD,
    REINFORCEMENTS,
    Card,
    action_row,
    lot_rank,
)
from herrlof.games.how_ruck.events import tell
from herrlof.games.how_ruck.log import blind_entry, entries, entry
from herrlof.games.how_ruck.observation import REASONS, Cards, Observation, Round
from herrlof.games.how_ruck.tug import (
    BARE,
    NOWHERE,
    STARTS,
    Rope,
    after,
    fields_gained,
    half_of,
    moves,
    strengths,
)

FIRST_SEAT: Final = Mover(0)
KEEPS: Final = (KEEP, KEEP + 1)
SPLITS: Final = (SPLIT, SPLIT + 1)
NAMES: Final = tuple(range(NAME, NAME + NESSIE_VALUE + 1))
REINFORCEMENT: Final = 3
"""How many cards Reinforcements brings."""
LOTS: Final = 7
"""So often can both draw lots from the cards put aside; the fifteenth is never drawn (K8)."""


class HowRuckState(PhasedState):
    """The whole truth about one point of a match.

    Attributes that people and tests read: `scores` (the barrels won), `barrel`, `rope`, `strengths`, `hands`,
    `piles`, `phase`, `leader`, `round_number`, `winners`. `phase` is one of deal, keep, race, split, stacks, play,
    blind and stolen (the Dirty trick), move (Changing sides), name (Good-bye), over.
    """

    seats = SEATS
    race: str
    teams: str
    goal: int
    round_number: int
    scores: tuple[int, int]
    rounds: tuple[Round, ...]
    leader: int
    placed: int
    lots: int
    """How often both have drawn from the cards put aside."""
    aside: tuple[Card, ...]
    piles: Cards
    """From the top: the piles to sort, whole until the race is decided, then what is left of them; later the piles to
    draw from."""
    kept: Cards
    """What each seat sorted into its own team, and no other seat knows."""
    given: Cards
    """What each seat gave to the other team."""
    hands: list[list[Card]]
    """Ascending."""
    stolen: Card
    rope: Rope
    barrel: int
    discards: tuple[Card, ...]
    log: list[int]
    path: list[int]

    __slots__ = tuple(__annotations__)

    def __init__(self, race: str = "clock", teams: str = "built", goal: int = 3) -> None:
        """Start before the first deal; options are not checked here."""
        self.race = race
        self.teams = teams
        self.goal = goal
        self.round_number = 1
        self.scores = (0, 0)
        self.rounds = ()
        self.winners = ()
        self.phase = "deal"
        self.player = CHANCE
        self._clear()
        self.rope = BARE
        self.barrel = NOWHERE
        self.discards = ()
        self.log = []
        self.path = []

    def _clear(self) -> None:
        """Take back all cards but those that everybody has seen."""
        self.leader = NOBODY
        self.placed = PAIRS
        self.lots = 0
        self.aside = ()
        self.piles = self.kept = self.given = ((), ())
        self.hands = [[], []]
        self.stolen = NO_CARD

    def __repr__(self) -> str:
        """Name the point in the match without a card of it: a crash report may hold this."""
        return f"<How-Ruck! {self.race}, {self.teams}, round {self.round_number}, {self.phase}>"

    # What may happen now

    def legal_actions(self) -> tuple[Action, ...]:
        match self.phase:
            case "play":
                return _plays_of(self.hands[self.player])
            case "keep":
                return KEEPS
            case "split":
                return SPLITS
            case "stolen":
                return _plays_of([self.stolen])
            case "move":
                return moves(self.rope, self.player)
            case "name":
                return NAMES
        return ()

    def sample_chance(self, rng: Random) -> Outcome:
        """Return a shuffled deck, any race, both shuffled teams, or a card of the hand that is stolen from."""
        match self.phase:
            case "deal":
                cards = list(DECK)
                rng.shuffle(cards)
                return Outcome("deal", tuple(cards))
            case "race":
                return rng.choice(RACES)
            case "stacks":
                teams = self._team(0), self._team(1)
                for team in teams:
                    rng.shuffle(team)
                return Outcome("stacks", (*teams[0], *teams[1]))
        return Outcome("blind", (rng.choice(self.hands[1 - self._thief()]),))

    # What happens

    def apply(self, action: Action, events: list[Event] | None = None) -> None:
        if action < PLAY:
            self._sort(action, events)
            return
        player = self.player
        card = CARD_PLAYED.get(action, NO_CARD)
        if card != NO_CARD:
            if self.phase == "stolen":
                self.stolen = NO_CARD
            else:
                self.hands[player].remove(card)
        rope, barrel = self.rope, self.barrel
        tug = after(rope, barrel, player, action)
        if card >= FIRST_ACTION:
            self.discards += (card,)
        if tug.removed:
            self.discards += tuple([rope[field][-1] for field in tug.removed])
        self.rope, self.barrel = tug.rope, tug.barrel
        self.log.append(entry(player, action))
        self.path.append(tug.barrel)
        if events is not None:
            tell(action, player, rope, barrel, tug, events)
        if tug.winner != NOBODY:
            self._win_round(tug.winner, "monstrous" if card == MONSTROUS else "end", events)
            return
        if not (PLAY_ACTION <= action < DISCARD and self._asks(player, card, events)):
            self._end_turn(player, events)

    def _asks(self, player: int, card: Card, events: list[Event] | None) -> bool:
        """Do what an action does to hands; return whether it goes on with a choice or a draw."""
        if card == CHANGE_SIDES and any(self.rope):
            self.phase = "move"
            return True
        if card == GOOD_BYE:
            self.phase = "name"
            return True
        if card == DIRTY_TRICK and self.hands[1 - player]:
            self.phase, self.player = "blind", CHANCE
            return True
        if card == REINFORCEMENTS and self.piles[player]:
            self._draw(player, REINFORCEMENT, events)
        elif events is not None and action_row(card).acts == "then":
            events.append(Event("nothing", player, (card,)))
        return False

    def apply_chance(self, outcome: Outcome, events: list[Event] | None = None) -> None:
        """Deal a round, decide the race, shuffle the teams, or draw a card from a hand."""
        kind, values = outcome
        match kind:
            case "deal":
                self._deal(values, events)
            case "race":
                self._race(outcome, events)
            case "stacks":
                self._take_hands((values[:TEAM_SIZE], values[TEAM_SIZE:]), events)
            case _:
                (card,) = values
                thief = self._thief()
                if card not in self.hands[1 - thief]:
                    raise IllegalAction("a card is drawn from the hand in which it is (K13)")
                self.hands[1 - thief].remove(card)
                self.stolen = card
                self.log.append(blind_entry(card))
                self.path.append(self.barrel)
                self.phase, self.player = "stolen", Mover(thief)
                if events is not None:
                    events.append(Event("stole", thief, (card,)))

    def _deal(self, cards: tuple[Card, ...], events: list[Event] | None) -> None:
        self._clear()
        self.rope, self.barrel, self.discards, self.log, self.path = BARE, NOWHERE, (), [], []
        self.piles = cards[:TEAM_SIZE], cards[TEAM_SIZE : 2 * TEAM_SIZE]
        self.aside = cards[2 * TEAM_SIZE :]
        if events is not None:
            events.append(Event("dealt", CHANCE, (self.round_number,)))
        if self.teams == "dealt":
            self._draw_lots(events)
            self._take_hands(self.piles, events)
        else:
            self.phase, self.player = "keep", FIRST_SEAT
            self._tell_pair(events)

    # Team building

    def pair(self) -> tuple[Card, ...]:
        """Return the two cards between which the mover chooses; none where it does not sort."""
        player = self.player
        if self.phase == "keep":
            start = 2 * len(self.kept[player])
            return self.piles[player][start : start + 2]
        return self.piles[1 - player][:2] if self.phase == "split" else ()

    def _sort(self, action: Action, events: list[Event] | None) -> None:
        """Keep one card of the pair, and give the other away."""
        player, place, pair = self.player, (action - KEEP) % 2, self.pair()
        kept, given = pair[place], pair[1 - place]
        self.kept = _added(self.kept, player, kept)
        self.given = _added(self.given, player, given)
        if self.phase == "split":
            slower = 1 - player
            self.piles = _replaced(self.piles, slower, self.piles[slower][2:])
            if events is not None:
                events.append(Event("split", player, (kept, given), (player,)))
            if self.piles[slower]:
                self._tell_pair(events)
            else:
                self._begin_stacks()
            return
        if events is not None:
            events.append(Event("kept", player, (kept,), (player,)))
        if len(self.kept[player]) < PAIRS:
            self._tell_pair(events)
        elif player == 0:
            self.player = 1 - player
            self._tell_pair(events)
        elif self.race == "clock":
            self.phase, self.player = "race", CHANCE
        else:
            self._decide_by_lots(events)

    def _race(self, outcome: Outcome, events: list[Event] | None) -> None:
        """Undo the pairs that the slower seat had not placed; the faster one sorts them (K5, K6)."""
        if outcome == RACE_EVEN:
            if events is not None:
                events.append(Event("raced", NOBODY))
            self._decide_by_lots(events)
            return
        faster, self.placed, *_ = outcome.values
        slower = 1 - faster
        self.leader, pairs = faster, in_time(outcome)
        kept, given, pile = self.kept[slower], self.given[slower], self.piles[slower]
        self.kept = _replaced(self.kept, slower, tuple([kept[n] for n in pairs]))
        self.given = _replaced(self.given, slower, tuple([given[n] for n in pairs]))
        if events is not None:
            events.append(Event("raced", faster, (self.placed,)))
        self._tell_teams(events)
        self._start(STARTS[faster], events)
        if self.placed == PAIRS:
            self._begin_stacks()
            return
        left = tuple([card for place, card in enumerate(pile) if place // 2 not in pairs])
        self.piles = ((), left) if slower else (left, ())
        self.phase, self.player = "split", Mover(faster)
        self._tell_pair(events)

    def _decide_by_lots(self, events: list[Event] | None) -> None:
        self._tell_teams(events)
        self._draw_lots(events)
        self._begin_stacks()

    def _begin_stacks(self) -> None:
        self.piles = (), ()
        self.phase, self.player = "stacks", CHANCE

    def _draw_lots(self, events: list[Event] | None) -> None:
        """Let both draw from the cards put aside until one of them leads (K8)."""
        self.leader = 0
        while self.lots < LOTS:
            cards = self.aside[2 * self.lots : 2 * self.lots + 2]
            self.lots += 1
            if events is not None:
                events.append(Event("lots", NOBODY, cards))
            first, second = map(lot_rank, cards)
            if first != second:
                self.leader = int(second > first)
                break
        self._start(STARTS[self.leader if self.teams == "built" else 1 - self.leader], events)  # K5, K7

    def _start(self, barrel: int, events: list[Event] | None) -> None:
        self.barrel = barrel
        self.path = [barrel]
        if events is not None:
            events.append(Event("leads", self.leader, (barrel,)))

    def _tell_pair(self, events: list[Event] | None) -> None:
        if events is not None:
            events.append(Event("pair", self.player, self.pair(), (self.player,)))

    def _tell_teams(self, events: list[Event] | None) -> None:
        if events is not None:
            for seat in range(SEATS):
                events.append(Event("sorted", seat, (*self.kept[seat], *self.given[seat]), (seat,)))

    def _team(self, seat: int) -> list[Card]:
        """Return what a seat kept, and what the other one gave it."""
        return [*self.kept[seat], *self.given[1 - seat]]

    # Tug of war

    def _take_hands(self, stacks: tuple[tuple[Card, ...], ...], events: list[Event] | None) -> None:
        first, second = stacks
        self.hands = [sorted(first[:HAND_SIZE]), sorted(second[:HAND_SIZE])]
        self.piles = first[HAND_SIZE:], second[HAND_SIZE:]
        self.phase, self.player = "play", Mover(self.leader)
        if events is not None:
            events.append(Event("stacked", CHANCE))
            for seat in range(SEATS):
                events.append(Event("drew", seat, tuple(self.hands[seat]), (seat,)))

    def _draw(self, seat: int, number: int, events: list[Event] | None) -> None:
        """Take cards from the own pile, as many as there are (K10)."""
        pile = self.piles[seat]
        cards = pile[:number]
        if not cards:
            return
        self.piles = _replaced(self.piles, seat, pile[number:])
        hand = self.hands[seat]
        for card in cards:
            insort(hand, card)
        if events is not None:
            events.append(Event("drew", seat, tuple(sorted(cards)), (seat,)))

    def _end_turn(self, player: Mover, events: list[Event] | None) -> None:
        """Refill; then the other seat plays, or whoever has a card left, or the round is over (K10, K14)."""
        self._draw(player, 1, events)
        self.phase = "play"
        if self.hands[1 - player]:
            self.player = 1 - player
        elif self.hands[player]:
            self.player = player
        else:
            self._win_round(half_of(self.barrel), "half", events)

    def _thief(self) -> int:
        """Return the seat that has just played the Dirty trick."""
        return self.log[-1] >> 8

    def _win_round(self, winner: int, reason: str, events: list[Event] | None) -> None:
        """Hand over the barrel; three of them win the match (K4)."""
        path = tuple(self.path)
        steps = [fields_gained(before, now, 0) for before, now in pairwise(path)]
        pulled = sum([step for step in steps if step > 0]), sum([-step for step in steps if step < 0])
        self.rounds += (Round(self.leader, winner, reason, path, pulled),)
        first, second = self.scores
        self.scores = (first + 1, second) if winner == 0 else (first, second + 1)
        if events is not None:
            events.append(Event("won-round", winner, (REASONS.index(reason), self.barrel)))
        self._clear()
        if self.scores[winner] == self.goal:
            self.winners = (winner,)
            self.phase, self.player = "over", TERMINAL
            if events is not None:
                events.append(Event("won", winner))
        else:
            self.round_number += 1
            self.phase, self.player = "deal", CHANCE

    # What is known

    @property
    def strengths(self) -> tuple[int, int]:
        """The strength of each seat's side (K2)."""
        return strengths(self.rope)

    def summary(self) -> str:
        return (
            f"race={self.race} teams={self.teams} goal={self.goal} round={self.round_number} "
            f"scores={dotted(self.scores)} rounds={_rounds(self.rounds)} winners={dotted(self.winners)} "
            f"phase={self.phase} player={self.player} leader={self.leader} placed={self.placed} lots={self.lots} "
            f"aside={_codes(self.aside)} piles={_each(self.piles)} kept={_each(self.kept)} "
            f"given={_each(self.given)} hands={_each(self.hands)} "
            f"stolen={'-' if self.stolen < 0 else CARD_CODES[self.stolen]} rope={_each(self.rope)} "
            f"barrel={self.barrel} discards={_codes(self.discards)} log={dotted(self.log)} "
            f"path={dotted(self.path)}"
        )

    def observation(self, seat: int) -> Observation:
        own = seat >= 0
        left = pairs_left(self)
        sorting = self.phase in ("keep", "race", "split")
        sizes = tuple(2 * pairs for pairs in left) if sorting else tuple(map(len, self.piles))
        return _observation(
            self,
            seat,
            self.player,
            tuple([(self.aside[2 * n], self.aside[2 * n + 1]) for n in range(self.lots)]),
            entries(self.log),
            tuple(self.path),
            left,
            tuple(map(len, self.hands)),
            sizes,
            self.pair() if own and seat == self.player else (),
            self.kept[seat] if own else (),
            self.given[seat] if own else (),
            tuple(self.hands[seat]) if own else (),
        )


def _plays_of(hand: Sequence[Card]) -> tuple[Action, ...]:
    """Return the plays of some cards, ascending; an action may also be played without effect (K13)."""
    plays: list[Action] = []
    discards: list[Action] = []
    last = NO_CARD
    for card in hand:
        if card != last:
            plays += PLAYS[card]
            if card >= FIRST_ACTION:
                discards.append(DISCARD + card - FIRST_ACTION)
            last = card
    return (*plays, *discards)


def _replaced(pair: Cards, seat: int, cards: tuple[Card, ...]) -> Cards:
    """Return the cards of both seats with those of one seat exchanged."""
    return (cards, pair[1]) if seat == 0 else (pair[0], cards)


def _added(pair: Cards, seat: int, card: Card) -> Cards:
    return _replaced(pair, seat, (*pair[seat], card))


_observation = observer(Observation)


def pairs_left(state: HowRuckState) -> tuple[int, int]:
    """Return how many pairs are still to be sorted in each seat's pile."""
    if state.phase == "keep":
        return PAIRS - len(state.kept[0]), PAIRS - len(state.kept[1])
    if state.phase == "split":
        return len(state.piles[0]) // 2, len(state.piles[1]) // 2
    return 0, 0


_codes = dotted_by(CARD_CODES)


def _each(several: Iterable[Iterable[Card]]) -> str:
    return "/".join(map(_codes, several))


def _rounds(rounds: Iterable[Round]) -> str:
    return (
        "|".join(
            f"{done.leader}:{done.winner}:{done.reason}:{dotted(done.path)}:{dotted(done.pulled)}" for done in rounds
        )
        or "-"
    )
