"""A bot that counts what its hand is worth: no search, only the advice of a patient player.

Every decision asks the same question: *with the cards I would keep, how many points may I expect?*
A card wins with a chance that falls with the cards out there that beat it (the bot remembers which
are gone). The chances of a hand make the odds of each number of tricks, and the odds make the points:
for the tricks, for the prediction, and for the numbers that earn a bonus. So the bot ducks when it has
enough, throws what would win too much, and when its prediction is lost it takes what it can.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from herrlof.game import Action
from herrlof.games.herrlof.actions import DISCARD, DRAW, PASS, PREDICT, RETURN, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import COLOUR_BITS, COLOUR_OF, HAGALAZ, RANK_OF, RANKS, VALKNUT, Card, Colour
from herrlof.games.herrlof.observation import Observation
from herrlof.games.herrlof.scoring import points
from herrlof.games.herrlof.tricks import STRENGTH, colour_to_follow

from math import exp
C = dict(
    HOLD={2:{'t':(2.3,1.23,0),'n':(1.66,1.19,0),'p':(1.23,.97,1.7)},3:{'t':(1.37,.75,0),'n':(1.12,1.08,0),'p':(.27,.82,1.72)}},
    LEAD={2:{'t':(1.7,1.3,0),'n':(1.86,2.0,0),'p':(1.55,1.15,1.9)},3:{'t':(.77,1.25,0),'n':(1.21,1.53,0),'p':(.63,1.24,1.2)}},
    keepV=0.3, keepH=0.3, own=0.3, hag=0.02, shift=0.0, sharp=0.0, nolead=0.0, seat=2,
)

@dataclass(slots=True)
class Outlook:
    """What the seat can work out about the cards it does not see."""

    trump: Colour
    unseen: tuple[int, int, int, int]
    """A bit for each card of each colour that may still be in another hand."""
    share: float
    """The chance that an unseen card is in another hand, and not in the deck."""
    
    def beaten(self, card):
        colour = COLOUR_OF[card]
        higher = (self.unseen[colour] >> RANK_OF[card]).bit_count() * self.share
        return higher

    def ruffed(self, card):
        if self.trump < 0 or COLOUR_OF[card]==self.trump: return 0.0
        colour = COLOUR_OF[card]
        return self.unseen[self.trump].bit_count() * self.share

    def void(self, card):
        return (1-self.share)**self.unseen[COLOUR_OF[card]].bit_count()


def outlook(seen: Observation) -> Outlook:
    full = [COLOUR_BITS]*4
    for card in seen.hand:
        if card < VALKNUT: full[card//9] &= ~(1 << card%9)
    me = seen.seat
    for who, what, card in seen.history:
        if (what in ("play","turn") or (what=="discard" and who==me)) and card < VALKNUT:
            full[card//9] &= ~(1 << card%9)
    others = sum(seen.hand_sizes)-len(seen.hand)
    total = others+seen.deck_size
    return Outlook(seen.trump, tuple(full), others/total if total else 0.0)


def curve(abc, look, card):
    a,b,c=abc
    x=a-b*look.beaten(card)
    if c: x-=c*look.ruffed(card)*look.void(card)
    return 1/(1+exp(-x))

def sort(look,card):
    return 'n' if look.trump<0 else 't' if COLOUR_OF[card]==look.trump else 'p'

def chance(look: Outlook, card: Card, seats) -> float:
    if card >= VALKNUT:
        return C['hag'] if card==HAGALAZ else 0.0
    return curve(C['HOLD'][seats][sort(look,card)],look,card)


def lead_chance(look, card, seats):
    if card >= VALKNUT: return 0.0
    return curve(C['LEAD'][seats][sort(look,card)],look,card)


def odds(chances: Sequence[float]) -> list[float]:
    row = [1.0]
    for p in chances:
        q = 1-p
        row = [a*q+b*p for a,b in zip([*row,0.0],[0.0,*row])]
    return row


def gains(seen, prediction):
    return [points(prediction, t, seen.seats, seen.edition) + C['own']*t for t in range(seen.hand_size+1+3)]

def worth(row, gain, won):
    return sum(p*g for p,g in zip(row, gain[won:]))

class RulesBot:
    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, seen, legal):
        if len(legal)==1: return legal[0]
        values = self.values(seen, legal)
        best = max(values)-1e-9
        return self._rng.choice([a for a,v in zip(legal, values) if v>=best])

    def values(self, seen, legal):
        look = outlook(seen)
        chances = {c: chance(look,c,seen.seats) for c in seen.hand}
        hand = list(seen.hand)
        phase = seen.phase
        if phase == "predict":
            row = odds([chances[c] for c in hand])
            return [worth(row, gains(seen, a-PREDICT), 0) for a in legal]
        gain = gains(seen, seen.prediction)
        won = seen.tricks_won[seen.seat]
        if phase == "draw": return [a==DRAW for a in legal]
        if phase == "take-trick":
            row = odds([chances[c] for c in hand])
            return [worth(row,gain,won) if a==PASS else worth(row,gain,won+1)+0.3+0.01*seen.tricks_won[a-TAKE_TRICK] for a in legal]
        if phase == "steal":
            return [(-1 if a==PASS else seen.tricks_won[a-STEAL]) for a in legal]
        first = {"play":0,"discard":DISCARD,"return":RETURN}[phase]
        out=[]
        for a in legal:
            card=a-first
            rest=list(hand); rest.remove(card)
            row=odds([chances[c] for c in rest])
            keep = C['keepV']*rest.count(VALKNUT)+C['keepH']*rest.count(HAGALAZ)
            w0=worth(row,gain,won)
            if phase!="play":
                out.append(w0+keep); continue
            p=win_now(seen,look,card)
            out.append(p*worth(row,gain,won+1)+(1-p)*w0+keep)
        return out

def win_now(seen,look,card):
    trick=(*seen.trick,card)
    if VALKNUT in trick: return 0.0
    follow=colour_to_follow(trick)
    st=STRENGTH[seen.trump][follow]
    if any(st[c]>=st[card] for c in seen.trick): return 0.0
    left=seen.seats-len(trick)
    if left==0: return 1.0
    p=lead_chance(look,card,seen.seats)
    if len(trick)==1: return p
    return p**0.5
