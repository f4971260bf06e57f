"""What the table says about Herrlof, in words: questions, reasons, and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from herrlof.game import NOBODY, Event
from herrlof.games.herrlof.actions import DRAW, PASS, STEAL, TAKE_TRICK
from herrlof.games.herrlof.cards import (
    COLOUR_NAMES,
    COLOUR_OF,
    HAGALAZ,
    NO_COLOUR,
    RANK_OF,
    VALKNUT,
    Card,
    Colour,
)
from herrlof.games.herrlof.observation import Entry, Observation
from herrlof.games.herrlof.scoring import BONUS_TRICKS, PREDICTION_BONUS, TRICKS_BONUS, Round, bonus_tricks, leaders
from herrlof.games.herrlof.tricks import (
    LEAD_DESTROYED,
    LEAD_HAGALAZ,
    LEAD_NINE,
    Trick,
    colour_to_follow,
    next_lead,
)
from herrlof.tui.cards import Face

POWERS: Final = (1, 3, 6, 9)
FACES: Final = (
    *(Face(str(RANK_OF[card]), COLOUR_OF[card], RANK_OF[card] in POWERS) for card in range(VALKNUT)),
    Face("", 4, False),
    Face("", 5, False),
)
"""How each card looks."""


def card_name(card: Card) -> str:
    """Return `green 7`, `Valknut` or `Hagalaz`."""
    if card >= VALKNUT:
        return "Valknut" if card == VALKNUT else "Hagalaz"
    return f"{COLOUR_NAMES[COLOUR_OF[card]]} {RANK_OF[card]}"


def the_card(card: Card) -> str:
    """Return the card's name after an article."""
    return f"{'a' if card >= VALKNUT else 'the'} {card_name(card)}"


def whose(name: str) -> str:
    """Return a name's genitive."""
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def other_hand(seen: Observation, names: Sequence[str]) -> str:
    """Return whom a power reaches: the one opponent by name, or any other player."""
    if seen.seats == 2 and seen.seat != NOBODY:
        return names[1 - seen.seat]
    return "another player"


def card_text(card: Card, seen: Observation, names: Sequence[str], playable: bool = True) -> str:
    """Return what the focused card does, or why it cannot be played now."""
    if not playable:
        return f"{card_name(card).capitalize()}. Not now: you hold {COLOUR_NAMES[seen.follow]} (R7)."
    if card == VALKNUT:
        return "Valknut: destroys the trick. Nobody scores it, and its leader leads again (R11)."
    if card == HAGALAZ:
        return "Hagalaz: lower than every other card. Whoever played the last one leads next (R13, R16)."
    name = card_name(card).capitalize()
    trump = ", a trump" if COLOUR_OF[card] == seen.trump else ""
    whom = other_hand(seen, names)
    match RANK_OF[card]:
        case 1:
            text = f"If it wins the trick, you may take an earlier trick from {whom} (R14)."
        case 3:
            text = "When you play it, you may draw a card and put one under the deck (R9)."
            if len(seen.hand) == 1:
                text = "As your last card it does nothing special (R10)."
        case 6:
            text = f"If it wins the trick, you may draw a card blind from {whom} and give one back (R15)."
        case 9:
            next_one = whom if seen.seats == 2 else "the player on your left"
            text = f"If it wins the trick, {next_one} leads the next one (R16)."
        case _:
            text = "No power."
    return f"{name}{trump}. {text}"


def following(seen: Observation) -> str:
    """Return what must be played to the trick on the table, for its edge."""
    if not seen.trick:
        return ""
    if seen.follow < 0:
        return "any card: no colour was led"
    return f"follow {COLOUR_NAMES[seen.follow]}, or Valknut, Hagalaz"


def question(seen: Observation, names: Sequence[str]) -> str:
    """Return what the mover is asked."""
    me = names[seen.mover]
    match seen.phase:
        case "predict":
            return f"{me}, how many tricks will you win? Nobody sees it before the round is over."
        case "play":
            if not seen.trick:
                return f"{me}, lead any card."
            if seen.follow < 0:
                return f"{me}, play any card: no colour was led."
            colour = COLOUR_NAMES[seen.follow]
            if any(COLOUR_OF[card] == seen.follow for card in seen.hand):
                return f"{me}, follow {colour}, or play a Valknut or a Hagalaz."
            return f"{me}, you have no {colour}: play any card."
        case "draw":
            return "The 3: draw a card from the deck, and put one of yours under it?"
        case "discard":
            drew = "" if seen.fresh is None else f"You drew {the_card(seen.fresh)}. "
            return f"{drew}Put which card under the deck?"
        case "take-trick":
            return "You won with a 1: take a trick won earlier?"
        case "steal":
            return "You won with a 6: draw a card blind, and give one back?"
        case "return":
            drew = "" if seen.fresh is None else f"You drew {the_card(seen.fresh)}. "
            trick = seen.last_trick
            victim = "them" if trick is None else names[trick.robbed]
            return f"{drew}Give which card back to {victim}?"
    return ""


def options(seen: Observation, names: Sequence[str], legal: Sequence[int]) -> list[tuple[str, str, int]]:
    """Return (key, label, action) for a question that is not about cards; what is asked for first."""
    found = []
    several = seen.seats > 2
    for action in legal:
        if action == DRAW:
            found.append(("y", "Yes, draw", action))
        elif action == PASS:
            found.append(("n", "No", action))
        elif TAKE_TRICK <= action < TAKE_TRICK + 3:
            seat = action - TAKE_TRICK
            label = f"from {names[seat]}, who has {seen.tricks_won[seat]}"
            found.append((str(seat + 1), label, action) if several else ("y", f"Yes, {label}", action))
        elif STEAL <= action < STEAL + 3:
            seat = action - STEAL
            label = f"from {names[seat]}"
            found.append((str(seat + 1), label, action) if several else ("y", f"Yes, {label}", action))
    return sorted(found, key=lambda option: option[2] == PASS)


def prediction_text(number: int, seen: Observation) -> str:
    """Return what a prediction would bring; a number below 0: none is chosen yet."""
    exactly = "exactly as many as you say" if number < 0 else f"exactly {number}"
    text = f"+{PREDICTION_BONUS} for {exactly}"
    bonus = bonus_tricks(seen.seats, seen.edition)
    if bonus:
        text += f"; +{TRICKS_BONUS} for {listed(bonus)} tricks, whatever you say"
    return text + " (R18)."


def listed(numbers: Sequence[int]) -> str:
    """Return `3, 4 or 5`."""
    return f"{', '.join(map(str, numbers[:-1]))} or {numbers[-1]}"


def aims(seen: Observation) -> list[str]:
    """Return how a seat's own prediction stands: the longest wording first, for the room there is."""
    if seen.prediction is None:
        return [""]
    left = tricks_left(seen)
    missing = seen.prediction - seen.tricks_won[seen.seat]
    more = "more" if left else "too few"
    state = f"{missing} {more}" if missing > 0 else "made" if missing == 0 else f"{-missing} too many"
    said = f"predicted {seen.prediction}: {state}"
    if not left:
        return [said]
    return [f"{said}, {left} {'trick' if left == 1 else 'tricks'} to play", f"{said}, {left} to play", said]


def tricks_left(seen: Observation) -> int:
    """Return how many tricks are still to be decided, the one on the table included."""
    return seen.hand_size - sum(seen.tricks_won) - seen.destroyed


def round_on_table(seen: Observation) -> Round | None:
    """Return the round just scored: its last trick still lies there, while scores and number are the next one's."""
    return seen.rounds[-1] if seen.phase == "deal" and seen.rounds else None


def trick_number(seen: Observation) -> int:
    """Return the number of the trick on the table."""
    done = seen.hand_size - tricks_left(seen)
    return done if seen.phase in AFTER_TRICK else done + 1


AFTER_TRICK: Final = ("take-trick", "steal", "blind", "return", "deal", "over")
"""Phases in which the last trick is still lying on the table."""


def why_won(trick: Trick, names: Sequence[str], trump: Colour) -> str:
    """Return who won a trick and why, or why nobody did (R11 to R13); `trump` is the one that counts now."""
    if trick.winner == NOBODY:
        if trick.cards.count(VALKNUT) > 1:
            new = "none" if trump == NO_COLOUR else COLOUR_NAMES[trump]
            return f"Destroyed by {trick.cards.count(VALKNUT)} Valknut. New trump: {new}."
        by = names[(trick.leader + trick.cards.index(VALKNUT)) % len(names)]
        return f"Destroyed by {whose(by)} Valknut."
    card = trick.cards[(trick.winner - trick.leader) % len(names)]
    led = colour_to_follow(trick.cards)
    if card == HAGALAZ:
        reason = "only Hagalaz, the first wins"
    elif COLOUR_OF[card] != led:
        reason = f"trump {COLOUR_NAMES[COLOUR_OF[card]]}"
    elif led == trump:
        reason = f"highest trump, {COLOUR_NAMES[led]}"
    else:
        reason = f"highest {COLOUR_NAMES[led]}"
    return f"{names[trick.winner]} won it: {reason}."


def power_used(trick: Trick, names: Sequence[str], history: Sequence[Entry] = ()) -> str:
    """Return what the winner did with a 1 or a 6, if anything; with the cards, if the history tells them."""
    if trick.robbed == NOBODY:
        return ""
    card = trick.cards[(trick.winner - trick.leader) % len(names)]
    if RANK_OF[card] == 1:
        return f"The 1: {names[trick.winner]} took a trick from {names[trick.robbed]}."
    moved = [which for _, what, which in history if what in ("blind", "return")]
    if len(moved) % 2 == 0 and moved and moved[-2] is not None and moved[-1] is not None:
        thief, victim = names[trick.winner], names[trick.robbed]
        return f"The 6: {thief} drew {the_card(moved[-2])} from {victim} and gave {the_card(moved[-1])}."
    return f"The 6: {names[trick.winner]} drew from {whose(names[trick.robbed])} hand."


def why_leads(trick: Trick, names: Sequence[str]) -> str:
    """Return who leads next and why (R16)."""
    name = names[trick.next_leader]
    match next_lead(trick.cards, (trick.winner - trick.leader) % len(names))[1]:
        case x if x == LEAD_DESTROYED:
            return f"{name} leads again."
        case x if x == LEAD_HAGALAZ:
            last = "the last Hagalaz" if trick.cards.count(HAGALAZ) > 1 else "the Hagalaz"
            return f"{name} leads: played {last}."
        case x if x == LEAD_NINE:
            reason = "a 9 gives the lead away" if len(names) == 2 else "sits left of the winning 9"
            return f"{name} leads: {reason}."
    return f"{name} leads."


def rule_now(seen: Observation, focused: Card | None) -> str:
    """Return the rule that fits the situation best."""
    asked = {"predict": "R5", "draw": "R9", "discard": "R9", "take-trick": "R14", "steal": "R15", "return": "R15",
             "blind": "R15", "deal": "R18", "over": "R20"}  # fmt: skip
    if seen.phase in asked:
        return asked[seen.phase]
    if focused == VALKNUT:
        return "R11"
    if focused == HAGALAZ:
        return "R13"
    powers = {1: "R14", 3: "R9", 6: "R15", 9: "R16"}
    if focused is not None and RANK_OF[focused] in powers:
        return powers[RANK_OF[focused]]
    return "R7" if seen.trick else "R6"


def since_last_trick(news: Sequence[Event]) -> int:
    """Return where the last finished trick begins; before the first one is finished, the deal."""
    finished = False
    for place in range(len(news) - 1, -1, -1):
        event = news[place]
        finished = finished or event.kind == "trick"
        if event.kind == "dealt" or (finished and event.kind == "played" and event.values[1] == 0):
            return place
    return 0


def happened(event: Event, names: Sequence[str]) -> str:
    """Return an event as a sentence, or nothing where the table shows it anyway."""
    name = names[event.seat] if event.seat >= 0 else ""
    values = event.values
    match event.kind:
        case "dealt":
            return f"{name} dealt."
        case "turned":
            card = values[0]
            if card >= VALKNUT:
                return f"A {card_name(card)} was turned: no trump."
            return f"The {card_name(card)} was turned: {COLOUR_NAMES[COLOUR_OF[card]]} is trump."
        case "predicted":
            return f"{name} has predicted."
        case "played":
            return f"{name} {'played' if values[1] else 'led'} {the_card(values[0])}."
        case "passed":
            return f"{name} did not use the {values[0]}."
        case "drew":
            return f"{name} drew {the_card(values[0]) if values else 'a card'} from the deck."
        case "discarded":
            return f"{name} put {the_card(values[0]) if values else 'a card'} under the deck."
        case "trick":
            return f"{name} won the trick." if event.seat >= 0 else "The trick was destroyed."
        case "took-trick":
            return f"{name} took a trick from {names[values[0]]}."
        case "stole":
            return f"{name} drew a card from {whose(names[values[0]])} hand."
        case "drew-blind":
            return f"It was {the_card(values[1])}." if values else ""
        case "returned":
            return f"{name} gave {the_card(values[1])} back." if values else f"{name} gave a card back."
        case "leads":
            return f"{name} leads."
        case "extra-game":
            return "Still a tie: another full game is played (R20)."
    return ""


def verdict(seen: Observation, names: Sequence[str]) -> tuple[str, str]:
    """Return who won the match, and what decided it (R20)."""
    order = sorted(seen.scores, reverse=True)
    placed = sorted(range(seen.seats), key=lambda seat: (seat not in seen.winners, -seen.scores[seat]))
    score = ", ".join(f"{names[seat]} {seen.scores[seat]}" for seat in placed)
    first = [seat for seat in range(seen.seats) if seen.scores[seat] == order[0]]
    if len(seen.winners) > 1:
        shared = " and ".join(names[seat] for seat in seen.winners)
        return f"{shared} share the win: {score}.", "Equal in points, predictions and the last round's tricks (R20)."
    winner = names[seen.winners[0]]
    if len(first) == 1:
        return f"{winner} wins: {score}.", "The highest score wins (R20)."
    tied = " and ".join(names[seat] for seat in first)
    right = ", ".join(f"{names[seat]} {seen.correct[seat]}" for seat in first)
    if len(leaders(seen.scores, seen.correct, (0,) * seen.seats)) == 1:
        return f"{winner} wins: {score}.", f"{tied} have {order[0]}; predictions right: {right} (R20)."
    tricks = seen.rounds[-1].tricks
    last = ", ".join(f"{names[seat]} {tricks[seat]}" for seat in first)
    return (
        f"{winner} wins: {score}.",
        f"{tied} have {order[0]} and as many right predictions; last round's tricks: {last} (R20).",
    )


def pad_rows(scored: Round, seen: Observation) -> list[tuple[str, list[str], str]]:
    """Return the lines of the score pad for a round: title, a cell for each seat, what the line means."""
    bonus = BONUS_TRICKS[seen.edition]
    several = listed(bonus)
    right = [p == t for p, t in zip(scored.predictions, scored.tricks, strict=True)]
    before = totals_before(scored, seen)
    rows = [
        ("predicted", list(map(str, scored.predictions)), "What each player wrote down before the first card (R5)."),
        ("tricks", list(map(str, scored.tricks)), "One point for each trick held at the end of the round (R18)."),
        (
            "prediction right",
            [f"+{PREDICTION_BONUS}" if hit else "-" for hit in right],
            f"{PREDICTION_BONUS} points for exactly as many tricks as predicted (R18).",
        ),
    ]
    if seen.seats == 2:
        rows.append(
            (
                f"{several} tricks",
                [f"+{TRICKS_BONUS}" if tricks in bonus else "-" for tricks in scored.tricks],
                f"{TRICKS_BONUS} points, whatever was predicted: {seen.edition.capitalize()} edition (R18).",
            )
        )
    rows.append(("this round", list(map(str, scored.points)), "The sum of the lines above."))
    rows.append(("before", list(map(str, before)), "The score when the round began."))
    total = [a + b for a, b in zip(before, scored.points, strict=True)]
    rows.append(
        ("total", list(map(str, total)), f"The game ends when somebody has {seen.goal}, or after round 10 (R19).")
    )
    return rows


def totals_before(scored: Round, seen: Observation) -> list[int]:
    """Return the scores at the start of a round."""
    earlier = [done.points for done in seen.rounds if done.game == scored.game and done.number < scored.number]
    return [sum(points[seat] for points in earlier) for seat in range(seen.seats)]
