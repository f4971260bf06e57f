"""How a searcher imagines the rest of a round: every seat plays from its own hand and its own prediction.

One pass over a world, written out for speed: the same rules as `HerrlofState.apply`, without its log
and its checks (a test plays both in lock-step).
"""

from __future__ import annotations

from collections.abc import Callable

from herrlof.bots.herrlof.policy import (
    GIVE,
    LEAD,
    NOBODYS,
    POPULATION,
    PUT_BACK,
    Policy,
    Sight,
    choose,
    takes,
)
from herrlof.games.herrlof.actions import DISCARD, DRAW, PASS, PLAY, RETURN, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import (
    COLOUR_BITS,
    COLOUR_CARDS,
    COLOUR_OF,
    COLOURED,
    HAGALAZ,
    ONE,
    RANK_OF,
    RANKS,
    VALKNUT,
    size_of,
)
from herrlof.games.herrlof.state import HerrlofState
from herrlof.games.herrlof.tricks import STRENGTH


def finish(
    policy: Policy,
    hands: list[int],
    deck: list[int],
    predictions: list[int],
    won: list[int],
    trump: int,
    leader: int,
    trick: list[int],
    random: Callable[[], float],
    log: list[int] | None = None,
) -> None:
    """Play a round to its end from where a card is to be played; `won` ends as the tricks of each seat.

    All lists are changed. `log` gets every action, and -1 - card for what a 6 draws.
    """
    seats = policy.seats
    seen = gone_by(hands, deck)
    player = (leader + len(trick)) % seats
    left = size_of(hands[player])
    strength = STRENGTH[trump]
    follow, best, winner, last_hagalaz, valknuts = so_far(trick, trump)
    winner = (leader + winner) % seats
    if last_hagalaz >= 0:
        last_hagalaz = (leader + last_hagalaz) % seats
    while left:
        while True:
            hand = hands[player]
            to_play = seats - len(trick) - 1
            if left == 1:
                card = nth_card(hand, 0)
            else:
                deed = NOBODYS if valknuts else -1 if trick else LEAD
                need = predictions[player] - won[player]
                card = choose(policy, hand, need, left, trump, follow, best, deed, to_play, seen, random)
            hand -= ONE[card]
            hands[player] = hand
            trick.append(card)
            if log is not None:
                log.append(PLAY + card)
            if card < VALKNUT:
                seen |= ONE[card]
                if follow < 0:
                    follow = COLOUR_OF[card]
            elif card == VALKNUT:
                valknuts += 1
                if valknuts == 2:  # R12, R22
                    turned = deck.pop()
                    trump = COLOUR_OF[turned]
                    strength = STRENGTH[trump]
                    if turned < VALKNUT:
                        seen |= ONE[turned]
            else:
                last_hagalaz = player
            force = strength[follow][card]
            if force > best:
                best = force
                winner = player
            if RANK_OF[card] == 3 and left > 1:  # R9, R10
                hand += ONE[deck.pop()]
                need = predictions[player] - won[player]
                card = choose(policy, hand, need, left, trump, -1, 0, PUT_BACK, 0, seen, random)
                hands[player] = hand - ONE[card]
                deck.insert(0, card)
                if log is not None:
                    log.append(DRAW)
                    log.append(DISCARD + card)
            if not to_play:
                break
            player = (player + 1) % seats
        left -= 1
        if not valknuts:  # R11
            won[winner] += 1
            rank = RANK_OF[trick[(winner - leader) % seats]]
            if rank == 1:  # R14
                victim = most_tricks(won, winner)
                if won[victim]:
                    need = predictions[winner] - won[winner]
                    if takes(policy, hands[winner], need, left, trump, seen, random):
                        won[victim] -= 1
                        won[winner] += 1
                        if log is not None:
                            log.append(TAKE_TRICK + victim)
                    elif log is not None:
                        log.append(PASS)
            elif rank == 6 and left:  # R15
                victim = most_tricks(won, winner)
                card = nth_card(hands[victim], int(random() * left))
                hands[victim] -= ONE[card]
                hand = hands[winner] + ONE[card]
                if log is not None:
                    log.append(STEAL + victim)
                    log.append(-1 - card)
                need = predictions[winner] - won[winner]
                card = choose(policy, hand, need, left, trump, -1, 0, GIVE, 0, seen, random)
                hands[winner] = hand - ONE[card]
                hands[victim] += ONE[card]
                if log is not None:
                    log.append(RETURN + card)
            if last_hagalaz >= 0:  # R16
                leader = last_hagalaz
            elif rank == 9:
                leader = (winner + 1) % seats
            else:
                leader = winner
        player = leader
        trick.clear()
        follow = best = last_hagalaz = -1
        valknuts = 0


def gone_by(hands: list[int], deck: list[int]) -> int:
    """Return the coloured cards that are out of the round."""
    seen = COLOURED
    for hand in hands:
        seen &= ~hand
    for card in deck:
        if card < VALKNUT:
            seen &= ~ONE[card]
    return seen


def so_far(trick: list[int], trump: int) -> tuple[int, int, int, int, int]:
    """Return a trick's colour to follow, its best strength and the place of that card, the place of the
    last Hagalaz, and how many Valknut lie there; -1 for what there is not."""
    follow = best = last_hagalaz = -1
    winner = valknuts = 0
    for place, card in enumerate(trick):
        if card < VALKNUT:
            if follow < 0:
                follow = COLOUR_OF[card]
        elif card == VALKNUT:
            valknuts += 1
        else:
            last_hagalaz = place
        force = STRENGTH[trump][follow][card]
        if force > best:
            best = force
            winner = place
    return follow, best, winner, last_hagalaz, valknuts


def nth_card(hand: int, place: int) -> int:
    """Return the card at a place of a hand, counted in the order of the cards from 0."""
    for colour in range(4):
        bits = hand >> colour * RANKS & COLOUR_BITS
        here = POPULATION[bits]
        if place < here:
            return COLOUR_CARDS[colour][bits][place]
        place -= here
    return VALKNUT if place < hand >> VALKNUT & 3 else HAGALAZ


def most_tricks(won: list[int], but: int) -> int:
    """Return the seat with most tricks among the others, the first of several."""
    found = -1
    for seat, tricks in enumerate(won):
        if seat != but and (found < 0 or tricks > won[found]):
            found = seat
    return found


def decide(policy: Policy, world: HerrlofState, random: Callable[[], float], report: list[Sight] | None = None) -> int:
    """Return the mover's action in any phase after the predictions; its own view of `world` is all that counts."""
    phase, player = world.phase, world.player
    hands, hand = world.hands, world.hands[world.player]
    left = size_of(hand)
    need = world.predictions[player] - world.tricks_won[player]
    seen = gone_by(hands, world.deck)
    if phase == "play":
        follow, best, _, _, valknuts = so_far(world.trick, world.trump)
        deed = NOBODYS if valknuts else -1 if world.trick else LEAD
        to_play = world.seats - len(world.trick) - 1
        return PLAY + choose(policy, hand, need, left, world.trump, follow, best, deed, to_play, seen, random, report)
    if phase == "draw":
        return DRAW
    if phase == "steal":
        return STEAL + most_tricks(world.tricks_won, player)
    if phase == "take-trick":
        took = takes(policy, hand, need, left, world.trump, seen, random, report)
        return TAKE_TRICK + most_tricks(world.tricks_won, player) if took else PASS
    if phase == "discard":
        return DISCARD + choose(policy, hand, need, left, world.trump, -1, 0, PUT_BACK, 0, seen, random, report)
    return RETURN + choose(policy, hand, need, left - 1, world.trump, -1, 0, GIVE, 0, seen, random, report)
